// One battle as this browser plays it: the line to the umpire, whose eyes look, and what is played of what is heard.

import { calm, settings } from "../lib/theme.svelte";
import { type Change, changed } from "../wire/change";
import { diceOf, keepDice } from "../wire/keys";
import { below, Lens, type Quarters } from "../wire/lens";
import type { Back, Battle, DiceTold, JournalStep, Presence, Role, ServerMsg, Views } from "../wire/messages";
import { type Line, openLine } from "../wire/socket";
import type { Ask, Command, Refusal, Side, Sides, Unit, View } from "../wire/types";
import { Asking } from "./asking";
import { answers } from "./fair";
import { lastRuling } from "./journal";
import { around, describe, speech } from "./speech";
import { concerns, type Scene, scene } from "./story";
import { Theatre } from "./theatre.svelte";

type Step = JournalStep & { views: Views };

const NO_BACK: Sides<Back | null> = { red: null, blue: null };

export class Session {
  readonly theatre = new Theatre();
  readonly asking: Asking;
  battle = $state.raw<Battle | null>(null);
  roles = $state.raw<Role[]>([]);
  presence = $state.raw<Presence | null>(null);
  thinking = $state<Side | null>(null);
  /** Where the dice come from. */
  dice = $state.raw<DiceTold | null>(null);
  /** What has been shown of what happened. */
  journal = $state.raw<JournalStep[]>([]);
  /** The step that is being shown. */
  private telling = $state.raw<JournalStep | null>(null);
  /** What has been told: a step that is being shown as far as it is seen. */
  tale: JournalStep[] = $derived.by(() => {
    const now = this.telling;
    return now
      ? [...this.journal, { ...now, entries: now.entries.slice(0, this.theatre.told) }]
      : this.journal;
  });
  /** The last step that was shown. */
  seq = $state<number | undefined>();
  back = $state.raw<Sides<Back | null>>(NO_BACK);
  /** What happened since the last decision. */
  story = $state.raw<Scene[]>([]);
  /** The scene that is looked at again. */
  looking = $state<number | null>(null);
  /** How many scenes are still to come. */
  coming = $state(0);
  busy = $state(false);
  /** The story is told, and waits to be read. */
  held = $state(false);
  open = $state(false);
  retry = $state(0);
  lost = $state<string>("");
  /** It no longer replays: it can be read, and not gone on with. */
  stuck = $state(false);
  slip = $state<string>("");
  reasons = $state.raw<Refusal[]>([]);
  eye = $state<Role>("spectator");
  /** Whom the curtain waits for. */
  curtain = $state<Side | null>(null);
  sent = $state(false);
  /** One sentence for those who listen. */
  said = $state("");
  lens = $state.raw(new Lens(0, { width: 0, depth: 0 }));
  /** The turn that was chosen by hand. */
  private turned: Quarters | null = null;

  private line: Line;
  private heard: number | undefined;
  /** The newest views, and those that are shown. */
  private newest: Views = {};
  private views: Views = {};
  private queue: Step[] = [];
  private outbox: Command[] = [];
  private running = false;
  /** The story was let run. */
  private flows = false;

  constructor(
    private readonly id: string,
    tokens: string[],
    open: typeof openLine = openLine,
  ) {
    this.line = open(id, tokens, {
      message: (m) => this.hear(m),
      line: (up, retry) => {
        this.open = up;
        this.retry = retry;
        if (!up) {
          this.sent = false;
          this.outbox = [];
        }
      },
      since: () => this.heard,
    });
    this.asking = new Asking(
      (m) => this.line.send(m),
      () => this.side,
      () => this.lens,
    );
  }

  close() {
    this.theatre.hurry();
    this.line.close();
  }

  // ---- what is seen

  get view(): View | null {
    const again = this.looking === null ? undefined : this.story[this.looking];
    return again?.after ?? this.theatre.view;
  }

  get units(): Unit[] {
    return this.looking === null ? this.theatre.units : (this.view?.units ?? []);
  }

  get ruling() {
    const again = this.looking === null ? undefined : this.story[this.looking];
    return again?.ruling ?? this.theatre.ruling;
  }

  get side(): Side | null {
    return this.eye === "spectator" ? null : this.eye;
  }

  /** The question to whoever looks, if there is one and nothing is still moving. */
  ask: Ask | null = $derived.by(() => {
    const pending = this.theatre.view?.pending;
    if (!pending || !this.side || this.curtain) return null;
    if (pending.kind === "decide") return pending.side === this.side ? pending.ask : null;
    if (pending.kind === "sealed") return this.presence?.sealed[this.side] ? null : pending.ask;
    return null;
  });

  get hotSeat(): boolean {
    return this.roles.includes("red") && this.roles.includes("blue");
  }

  /** Whether no other person plays. */
  get alone(): boolean {
    const foe = this.side === "blue" ? "red" : "blue";
    return !this.hotSeat && typeof this.battle?.seats[foe] === "object";
  }

  unit(id: number): Unit | undefined {
    return this.view?.units.find((u) => u.id === id);
  }

  describe = (u: Unit): string => describe(u, this.units, (f) => this.lens.truly(f));

  speech(): string {
    return this.view ? speech(this.view) : "";
  }

  around(u: Unit): string {
    return this.view ? around(u, this.view) : "";
  }

  /** Turns the table by quarters. */
  flip(by: 1 | 2 = 2) {
    this.turned = ((this.lens.quarters + by) % 4) as Quarters;
    this.story = [];
    this.theatre.clear();
    this.look();
  }

  // ---- what is said to the umpire

  /** Gives orders one after another, as the umpire takes them: raw, not as they are looked at. */
  give(commands: Command[]): boolean {
    const [first, ...rest] = commands;
    if (!first || !this.say(first)) return false;
    this.outbox = rest;
    return true;
  }

  submit(command: Command): boolean {
    return this.give([this.lens.command(command)]);
  }

  private say(command: Command): boolean {
    const side = this.side;
    const view = this.theatre.view;
    if (!side || !view || this.sent) return false;
    this.reasons = [];
    this.slip = "";
    this.flows = false;
    this.story = [];
    this.looking = null;
    this.theatre.clear();
    this.sent = this.line.send({ type: "submit", seq: view.seq, side, command });
    if (!this.sent)
      this.slip = "Your order was not sent. Nothing is lost; it can be given again when the line stands.";
    return this.sent;
  }

  /** What can be taken back now. */
  get backNow(): Back | null {
    const side = this.side ?? (this.hotSeat ? "red" : null);
    if (this.presence?.asks_back) return null;
    const other = side === "red" ? "blue" : "red";
    return side ? (this.back[side] ?? (this.hotSeat ? this.back[other] : null)) : null;
  }

  takeBack() {
    const side = this.side;
    if (!side || !this.backNow) return;
    const who: Side = this.back[side] ? side : side === "red" ? "blue" : "red";
    const seq = this.newest[who]?.seq;
    if (seq === undefined) return;
    this.theatre.hurry();
    this.outbox = [];
    this.line.send({ type: "take_back", seq, side: who });
    if (this.backNow.by_consent) this.slip = "The other side is asked whether you may take it back.";
  }

  consent(granted: boolean) {
    if (this.side) this.line.send({ type: "consent", side: this.side, granted });
  }

  // ---- what the umpire says

  private hear(m: ServerMsg) {
    if (this.asking.hear(m)) return;
    switch (m.type) {
      case "welcome": {
        this.battle = m.battle;
        this.roles = m.roles;
        this.presence = m.presence;
        this.thinking = m.thinking;
        this.back = m.back;
        this.sent = false;
        this.outbox = [];
        this.settleDice(m.dice);
        this.views = this.newest = m.views;
        // What is sent stands instead of what was known from there on: once the battle is over, everything.
        const from = m.steps[0]?.seq ?? Infinity;
        this.journal = [...this.journal.filter((s) => s.seq < from), ...m.steps];
        this.heard = this.seq = m.seq;
        this.queue = [];
        this.coming = 0;
        this.theatre.ruling ??= lastRuling(this.journal.flatMap((s) => s.entries).slice(-60));
        this.look();
        break;
      }
      case "step": {
        this.heard = m.seq;
        this.thinking = null;
        this.back = m.back;
        this.newest = changed(this.newest, m.changes as Change) as Views;
        const { seq, side, turn, active, entries } = m;
        this.queue.push({ seq, side, turn, active, entries, views: this.newest });
        this.coming = this.queue.length;
        void this.run();
        break;
      }
      case "refused":
        this.sent = false;
        this.outbox = [];
        this.reasons = m.reasons;
        this.slip = WHY[m.why];
        this.said = m.reasons.map((r) => r.what).join(" ") || this.slip;
        break;
      case "dice":
        this.settleDice(m.dice);
        break;
      case "presence":
        this.presence = m.presence;
        if (!m.presence.asks_back && this.slip.startsWith("The other side is asked")) this.slip = "";
        this.settle();
        break;
      case "thinking":
        this.thinking = m.side;
        break;
      case "error":
        if (["forbidden", "not_found", "broken"].includes(m.code)) this.lost = m.message;
        if (m.code === "broken") this.stuck = true;
        else if (m.code !== "too_fast") this.slip = m.message;
        this.sent = false;
        break;
    }
  }

  /** Gives this browser's share of the dice, when it is due. */
  private settleDice(dice: DiceTold) {
    this.dice = dice;
    const kept = diceOf(this.id);
    const mine = this.roles.filter((r): r is Side => r !== "spectator");
    const say = answers(dice, mine, kept);
    // Kept before it is sent: a share that was promised must not be forgotten.
    keepDice(this.id, kept);
    for (const message of say) this.line.send(message);
  }

  private async run() {
    if (this.running) return;
    this.running = true;
    this.busy = true;
    this.theatre.calm();
    while (this.queue.length > 0) {
      if (this.byHand(this.queue[0]!)) this.theatre.pause();
      await this.theatre.gate();
      const step = this.queue.shift();
      if (!step) break;
      this.coming = this.queue.length;
      await this.act(step);
    }
    this.running = false;
    // A fight of one's own is looked at before one goes on.
    const dwell = settings.speed > 0 && settings.halt && !document.hidden && concerns(this.story, this.side);
    this.held = dwell && this.ask !== null && this.outbox.length === 0;
    this.busy = this.held;
    this.theatre.calm();
    this.next();
  }

  /** Without motion a story is gone through step by step, until it is let run. */
  private byHand(step: Step): boolean {
    if (!calm() || this.flows || settings.speed === 0 || document.hidden || this.hotSeat) return false;
    return step.side !== this.side && step.entries.some((e) => e.kind === "moved" || e.kind === "ruling");
  }

  /** Shows one step. */
  private async act(step: Step) {
    const after = this.through(step.views);
    const entries = step.entries.map((e) => this.lens.entry(e));
    const own = step.side === this.side;
    const { views: _, ...line } = step;
    const rulings = entries.filter((e) => e.kind === "ruling");
    if (after && this.theatre.view && !this.curtain) {
      const told = scene(this.story.length + 1, step.seq, step.side, entries, after);
      const counts = told !== null && (!own || told.kind === "fight");
      const before = this.story;
      if (counts)
        this.story = [...before, told.kind === "fight" ? { ...told, words: "The dice fall." } : told];
      const pace = { speed: document.hidden ? 0 : settings.speed, still: calm() };
      this.theatre.told = 0;
      this.telling = line;
      await this.theatre.play({ ...step, entries, after }, pace, counts ? this.story.length : 0);
      this.telling = null;
      if (counts) this.story = [...before, told];
    }
    if (step.entries.length) this.journal = [...this.journal, line];
    if (rulings.length) this.said = rulings.map((r) => r.text).join(" ");
    this.seq = step.seq;
    this.views = step.views;
    if (own || this.hotSeat) this.sent = false;
    this.look();
  }

  // ---- how it is told

  /** Stops the story, or goes on with it. */
  toggle() {
    this.looking = null;
    this.flows = this.theatre.paused;
    if (this.theatre.paused) this.theatre.resume();
    else if (this.running) this.theatre.pause();
  }

  /** One scene on: of those looked at again, or of those to come. */
  stepOn() {
    if (this.looking !== null) this.lookAt(this.looking + 1);
    else if (this.held) this.goOn();
    else if (this.running) this.theatre.step();
  }

  /** To the end of what moves. */
  skip() {
    this.looking = null;
    if (this.held) this.goOn();
    else if (this.running) this.theatre.hurry();
  }

  /** Looks at a scene again; nothing is undone by looking. */
  lookAt(n: number) {
    if (this.running) this.theatre.pause();
    this.looking = n >= 0 && n < this.story.length - 1 ? n : null;
  }

  /** Goes on from a story that was told. */
  goOn() {
    this.held = false;
    this.busy = false;
    this.looking = null;
  }

  /** The next of several orders, when its turn has come. */
  private next() {
    const [command, ...rest] = this.outbox;
    if (!command || !this.ask) return;
    this.outbox = [];
    if (this.say(command)) this.outbox = rest;
  }

  private through(views: Views): View | null {
    const raw = views[this.eye] ?? views.red ?? views.blue ?? views.spectator;
    return raw ? this.lens.view(raw) : null;
  }

  /** Shows the newest view through the eyes that are due. */
  private look() {
    this.settle();
    const raw = this.views[this.eye] ?? this.views.red ?? this.views.blue ?? this.views.spectator;
    if (raw && !this.curtain) {
      const quarters = this.turned ?? this.first(raw);
      if (!this.lens.fits(quarters, raw.table)) this.lens = new Lens(quarters, raw.table);
    }
    this.theatre.show(raw && !this.curtain ? this.lens.view(raw) : null);
    if (this.ask && !this.running) this.said = this.ask.prompt;
  }

  /** The turn of the table for each pair of eyes: one's own side below, as it stood when it was first seen. */
  private firsts = new Map<Role, Quarters>();
  private first(raw: View): Quarters {
    const had = this.firsts.get(this.eye);
    if (had !== undefined) return had;
    // Two at one screen look at it from the same side.
    const side = this.hotSeat ? "red" : this.side;
    const quarters = side ? below(raw, side) : 0;
    if (raw.units.some((u) => u.place === "table" && u.side === side)) this.firsts.set(this.eye, quarters);
    return quarters;
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
          ? pending.ask && !this.presence?.sealed.red
            ? "red"
            : "blue"
          : null;
    if (due === null || (this.eye === due && !this.curtain)) {
      if (this.eye === "spectator") this.eye = "red";
      return;
    }
    if (this.eye === "spectator" && !this.theatre.view) {
      this.eye = due;
      return;
    }
    if (hides(red, blue)) {
      this.curtain = due;
      this.theatre.show(null);
      this.theatre.ruling = null;
      this.story = [];
      this.theatre.clear();
      this.said = "";
      this.reasons = [];
    } else this.eye = due;
  }

  /** The next player has taken the seat. */
  unveil() {
    if (!this.curtain) return;
    this.eye = this.curtain;
    this.curtain = null;
    this.theatre.ruling = null;
    this.look();
  }
}

const WHY: Record<Extract<ServerMsg, { type: "refused" }>["why"], string> = {
  rules: "",
  stale: "The battle had gone on. The table shows it as it stands now; nothing is lost.",
  not_your_seat: "That is not your seat. You are watching.",
  waiting:
    "Dice must fall for this, and they fall when every player has taken their seat. Give the order again then.",
  not_kept: "The order could not be written down. Nothing has changed; give it again.",
};

/** Whether two players see different things, so that one must not see the other's. */
export function hides(red: View, blue: View): boolean {
  const bare = (v: View) =>
    JSON.stringify({ ...v, seq: 0, viewer: "", pending: v.pending.kind === "sealed" ? "sealed" : "" });
  return red.pending.kind === "sealed" || bare(red) !== bare(blue);
}
