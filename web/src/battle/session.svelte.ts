// One battle as this browser plays it: the line to the umpire, what is seen, and what is in hand.

import { calm, taste } from "../lib/theme.svelte";
import { contacts, gap, type Pose, wind } from "../table/geometry";
import type { Battle, JournalStep, Presence, Reason, Role, ServerMsg, Views } from "../wire/messages";
import { type Line, openLine } from "../wire/socket";
import type { Ask, Command, Form, Preview, Refusal, Region, Ruling, Side, Unit, View } from "../wire/types";
import { lastRuling } from "./journal";
import { beats, between, ease, paced } from "./motion";

export type Eye = Role;

export class Session {
  battle = $state.raw<Battle | null>(null);
  roles = $state.raw<Role[]>([]);
  presence = $state.raw<Presence | null>(null);
  thinking = $state<Side | null>(null);
  journal = $state.raw<JournalStep[]>([]);
  /** The last step of the journal that is known. */
  seq = $state<number | undefined>();
  /** What is drawn now: behind the newest while something moves. */
  view = $state.raw<View | null>(null);
  /** Units on their way. */
  underway = $state.raw<Map<number, Pose>>(new Map());
  leaving = $state.raw<number[]>([]);
  trails = $state.raw<{ unit: number; from: Unit }[]>([]);
  ruling = $state.raw<Ruling | null>(null);
  tumbling = $state(false);
  busy = $state(false);
  open = $state(false);
  retry = $state(0);
  lost = $state<string>("");
  slip = $state<string>("");
  reasons = $state.raw<Refusal[]>([]);
  eye = $state<Eye>("spectator");
  /** Whom the curtain waits for. */
  curtain = $state<Side | null>(null);
  sent = $state(false);
  /** One sentence for those who listen. */
  said = $state("");

  private line: Line | null = null;
  private views: Views = {};
  private queue: Extract<ServerMsg, { type: "step" }>[] = [];
  private running = false;
  private skipping = false;
  private numbers = 0;
  private waiting = new Map<number, (answer: unknown) => void>();
  private closers: (() => void)[] = [];

  constructor(id: string, tokens: string[]) {
    this.line = openLine(id, tokens, {
      message: (m) => this.hear(m),
      line: (open, retry) => {
        this.open = open;
        this.retry = retry;
        if (!open) this.sent = false;
      },
      since: () => this.seq,
    });
  }

  close() {
    this.line?.close();
    for (const f of this.closers) f();
  }

  // ---- what is pending

  get side(): Side | null {
    return this.eye === "spectator" ? null : this.eye;
  }

  /** The question to whoever looks, if there is one and nothing is still moving. */
  ask: Ask | null = $derived.by(() => {
    const pending = this.view?.pending;
    if (!pending || !this.side || this.curtain) return null;
    if (pending.kind === "decide") return pending.side === this.side ? pending.ask : null;
    if (pending.kind === "sealed") return this.presence?.sealed[this.side] ? null : pending.ask;
    return null;
  });

  get hotSeat(): boolean {
    return this.roles.includes("red") && this.roles.includes("blue");
  }

  units: Unit[] = $derived.by(() => {
    const view = this.view;
    if (!view) return [];
    if (this.underway.size === 0 && this.leaving.length === 0) return view.units;
    return view.units.map((u) => {
      const pose = this.underway.get(u.id);
      if (this.leaving.includes(u.id)) return { ...u, place: "destroyed" as const };
      return pose ? { ...u, ...pose, place: "table" as const } : u;
    });
  });

  unit(id: number): Unit | undefined {
    return this.view?.units.find((u) => u.id === id);
  }

  // ---- what is said to the umpire

  submit(command: Command): boolean {
    const side = this.side;
    if (!side || !this.view || this.sent) return false;
    this.reasons = [];
    this.slip = "";
    this.sent = this.line?.send({ type: "submit", seq: this.view.seq, side, command }) ?? false;
    if (!this.sent)
      this.slip = "Your order was not sent. Nothing is lost; it can be given again when the line stands.";
    return this.sent;
  }

  preview(command: Command): Promise<Preview | null> {
    const side = this.side;
    if (!side) return Promise.resolve(null);
    return this.question((id) => ({ type: "preview", id, side, command }));
  }

  regions(unit: number): Promise<Region[] | null> {
    const side = this.side;
    return this.question((id) =>
      side ? { type: "regions", id, side, unit } : { type: "regions", id, unit },
    );
  }

  /** Why the computer's generals did what they did after a step. */
  why(since: number): Promise<Reason[] | null> {
    return this.question((id) => ({ type: "reasons", id, since }));
  }

  private question<T>(make: (id: number) => Parameters<Line["send"]>[0]): Promise<T | null> {
    const id = ++this.numbers;
    return new Promise((resolve) => {
      const done = (answer: unknown) => {
        clearTimeout(late);
        this.waiting.delete(id);
        resolve(answer as T | null);
      };
      const late = setTimeout(() => done(null), 5000);
      this.waiting.set(id, done);
      if (!this.line?.send(make(id))) done(null);
    });
  }

  // ---- what the umpire says

  private hear(m: ServerMsg) {
    switch (m.type) {
      case "welcome": {
        this.battle = m.battle;
        this.roles = m.roles;
        this.presence = m.presence;
        this.thinking = m.thinking;
        this.sent = false;
        this.views = m.views;
        // What is sent stands instead of what was known from there on: once the battle is over, everything.
        const from = m.steps[0]?.seq ?? Infinity;
        this.journal = [...this.journal.filter((s) => s.seq < from), ...m.steps];
        this.seq = m.seq;
        this.queue = [];
        const newest = this.journal.flatMap((s) => s.entries);
        this.ruling ??= lastRuling(newest.slice(-60));
        this.look();
        break;
      }
      case "step":
        this.seq = m.seq;
        this.thinking = null;
        if (m.side === this.side || this.hotSeat) this.sent = false;
        if (m.entries.length) {
          this.journal = [...this.journal, { seq: m.seq, side: m.side, entries: m.entries }];
        }
        this.queue.push(m);
        void this.run();
        break;
      case "refused":
        this.sent = false;
        this.reasons = m.reasons;
        this.slip =
          m.why === "stale"
            ? "The battle had gone on. The table shows it as it stands now; nothing is lost."
            : m.why === "not_your_seat"
              ? "That is not your seat. You are watching."
              : m.why === "not_kept"
                ? "The order could not be written down. Nothing has changed; give it again."
                : "";
        this.say(m.reasons.map((r) => r.what).join(" ") || this.slip, true);
        break;
      case "preview":
        this.waiting.get(m.id)?.(m.preview);
        break;
      case "regions":
        this.waiting.get(m.id)?.(m.regions);
        break;
      case "reasons":
        this.waiting.get(m.id)?.(m.reasons);
        break;
      case "presence":
        this.presence = m.presence;
        this.settle();
        break;
      case "thinking":
        this.thinking = m.side;
        break;
      case "error":
        if (["forbidden", "not_found", "broken"].includes(m.code)) this.lost = m.message;
        else if (m.code !== "too_fast") this.slip = m.message;
        this.sent = false;
        break;
    }
  }

  private async run() {
    if (this.running) return;
    this.running = true;
    this.busy = true;
    while (this.queue.length > 0) {
      const step = this.queue.shift()!;
      await this.play(step);
      this.views = step.views;
      this.look();
    }
    this.busy = false;
    this.running = false;
    this.skipping = false;
  }

  /** To the end of what moves. */
  skip() {
    if (this.running) this.skipping = true;
  }

  private async play(step: Extract<ServerMsg, { type: "step" }>) {
    const view = this.view;
    const behind = this.queue.length;
    const still = calm();
    const speed = this.skipping || document.hidden ? 0 : taste.speed * (1 + behind);
    const rulings = step.entries.filter((e) => e.kind === "ruling");
    if (rulings.length) this.say(rulings.map((r) => r.text).join(" "));
    if (!view || this.curtain) return;
    if (still) {
      this.trails = step.entries.flatMap((e) => {
        const u =
          e.kind === "moved" ? view.units.find((v) => v.id === e.unit && v.place === "table") : undefined;
        return u ? [{ unit: u.id, from: u }] : [];
      });
      setTimeout(() => (this.trails = []), 1500);
      this.ruling = lastRuling(step.entries) ?? this.ruling;
      return;
    }
    const poses = new Map<number, Pose>(view.units.map((u) => [u.id, u]));
    const placed = new Set(view.units.filter((u) => u.place === "table").map((u) => u.id));
    for (const beat of paced(beats(step.entries), speed)) {
      if (beat.kind === "dice") {
        this.ruling = beat.ruling;
        this.tumbling = true;
        await this.wait(beat.ms * 0.72);
        this.tumbling = false;
        await this.wait(beat.ms * 0.6);
      } else if (beat.kind === "gone") {
        await this.wait(beat.ms);
        this.leaving = [...this.leaving, ...beat.units];
      } else {
        const from = new Map([...beat.to.keys()].map((id) => [id, poses.get(id)!]));
        const moving = [...beat.to].filter(([id]) => from.get(id));
        await this.frames(placed.size ? beat.ms : 0, (t) => {
          const now = new Map(this.underway);
          for (const [id, to] of moving)
            now.set(id, between(placed.has(id) ? from.get(id)! : to, to, ease(t)));
          this.underway = now;
        });
        for (const [id, to] of moving) {
          poses.set(id, to);
          placed.add(id);
        }
      }
    }
    this.ruling = lastRuling(step.entries) ?? this.ruling;
  }

  private wait(ms: number): Promise<void> {
    return this.frames(ms, () => {});
  }

  private frames(ms: number, draw: (share: number) => void): Promise<void> {
    return new Promise((resolve) => {
      if (ms <= 0 || this.skipping) {
        draw(1);
        resolve();
        return;
      }
      const start = performance.now();
      const tick = (now: number) => {
        const share = this.skipping ? 1 : Math.min(1, (now - start) / ms);
        draw(Math.max(0, share));
        if (share < 1) requestAnimationFrame(tick);
        else resolve();
      };
      requestAnimationFrame(tick);
    });
  }

  /** Shows the newest view through the eyes that are due. */
  private look() {
    this.settle();
    this.view = this.views[this.eye] ?? this.views.red ?? this.views.blue ?? this.views.spectator ?? null;
    this.underway = new Map();
    this.leaving = [];
    const ask = this.ask;
    if (ask) this.say(ask.prompt, true);
  }

  private settle() {
    const { red, blue } = this.views;
    if (!(red && blue)) {
      this.eye = red ? "red" : blue ? "blue" : "spectator";
      return;
    }
    const pending = red.pending;
    const due: Side | null =
      pending.kind === "decide"
        ? pending.side
        : pending.kind === "sealed"
          ? red.pending.kind === "sealed" && red.pending.ask && !this.presence?.sealed.red
            ? "red"
            : "blue"
          : null;
    if (due === null || (this.eye === due && !this.curtain)) {
      if (this.eye === "spectator") this.eye = "red";
      return;
    }
    if (this.eye === "spectator" && !this.view) {
      this.eye = due;
      return;
    }
    if (hides(red, blue)) {
      this.curtain = due;
      this.view = null;
      this.said = "";
      this.ruling = null;
      this.reasons = [];
    } else this.eye = due;
  }

  /** The next player has taken the seat. */
  unveil() {
    if (!this.curtain) return;
    this.eye = this.curtain;
    this.curtain = null;
    this.ruling = null;
    this.look();
  }

  private say(text: string, urgent = false) {
    this.said = urgent ? `${text}` : text;
  }

  // ---- names for those who listen

  describe = (u: Unit): string => {
    const side = u.side === "red" ? "Red" : "Blue";
    const strength = u.element ? "" : `, ${u.figures} figures`;
    const meets = contacts(this.units)
      .filter((c) => c.a === u.id || c.b === u.id)
      .map((c) => this.unit(c.a === u.id ? c.b : c.a))
      .filter((v): v is Unit => v !== undefined);
    const contact = meets.length
      ? `, in contact with ${meets.map((v) => `${v.name} ${v.label}`).join(" and ")}`
      : "";
    const marks = u.badges.length ? `, ${u.badges.map((b) => b.label).join(", ")}` : "";
    const general = u.general ? ", with the general" : "";
    return `${side} ${u.name} ${u.label}${general}${strength}, facing ${wind(u.facing)}${contact}${marks}`;
  };

  /** The table in words. */
  speech(): string {
    const view = this.view;
    if (!view) return "";
    const count = (side: Side) => view.units.filter((u) => u.side === side && u.place === "table").length;
    const fights = contacts(view.units);
    const of = (u: Unit | undefined) => (u ? `${u.name} ${u.label}` : "");
    const list = fights.map((c) => `${of(this.unit(c.a))} against ${of(this.unit(c.b))}`).join("; ");
    const camps = view.sites.map((c) => `${c.label}: ${c.state}.`).join(" ");
    return `${view.names.red} has ${count("red")}, ${view.names.blue} ${count("blue")}. ${fights.length} fights. ${list} ${camps}`;
  }

  /** What stands near a unit, by the clock and the distance. */
  around(u: Unit): string {
    const view = this.view;
    if (!view) return "";
    const near = view.units
      .filter((v) => v.side !== u.side && v.place === "table")
      .map((v) => ({ v, far: gap(u, v) / view.table.unit_mm }))
      .sort((a, b) => a.far - b.far)
      .slice(0, 4);
    const clock = (v: Unit) => {
      const bearing = (Math.atan2(v.x - u.x, v.y - u.y) * 180) / Math.PI - u.facing;
      return Math.round((((bearing % 360) + 360) % 360) / 30) || 12;
    };
    const words = near.map(
      ({ v, far }) => `${v.name} ${v.label} at ${clock(v)} o'clock, ${Math.round(far)} ${view.table.unit}`,
    );
    return `${u.name} ${u.label}: ${words.join("; ")}.`;
  }
}

/** Whether two players see different things, so that one must not see the other's. */
export function hides(red: View, blue: View): boolean {
  const bare = (v: View) =>
    JSON.stringify({ ...v, seq: 0, viewer: "", pending: v.pending.kind === "sealed" ? "sealed" : "" });
  return red.pending.kind === "sealed" || bare(red) !== bare(blue);
}

export function formOf(ask: Ask | null): Form | undefined {
  return ask?.form;
}
