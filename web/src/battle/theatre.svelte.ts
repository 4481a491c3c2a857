// The table as it is shown, beat by beat: one way for battles and replays. What has moved stays marked, and the last
// ruling that weighs anything is kept.

import type { Block, Pose } from "../table/geometry";
import type { Entry, Ruling, Side, Unit, View } from "../wire/types";
import { lastRuling } from "./journal";
import { type Beat, beats, between, ease, isWeighty, paced } from "./motion";

/** A step that is to be shown, with the table as it stands after it. */
export interface Act {
  seq: number;
  side: Side | null;
  entries: Entry[];
  after: View;
}

/** Where a unit stood before it moved, and in which step of the story it did. */
export interface Trace {
  unit: number;
  from: Block;
  n: number;
}

export interface Pace {
  /** How many times as fast as usual; nothing is drawn between at 0. */
  speed: number;
  /** Whether units jump to where they go. */
  still: boolean;
}

/** Without motion a step is looked at for so long. */
const GLANCE = 1500;

export class Theatre {
  /** What is drawn now: behind the newest while something moves. */
  view = $state.raw<View | null>(null);
  /** Units on their way. */
  underway = $state.raw<Map<number, Pose>>(new Map());
  leaving = $state.raw<number[]>([]);
  traces = $state.raw<Trace[]>([]);
  ruling = $state.raw<Ruling | null>(null);
  tumbling = $state(false);
  paused = $state(false);
  /** How many entries of the step in play have been seen. */
  told = $state(0);
  /** Who moves in the step that is shown. */
  movers = $state.raw<number[]>([]);
  private hurried = false;
  private single = false;
  private waiting: (() => void)[] = [];

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

  /** The table as it stands, at once. */
  show(view: View | null) {
    this.view = view;
    this.underway = new Map();
    this.leaving = [];
    this.movers = [];
  }

  /** Forgets what has moved. */
  clear() {
    this.traces = [];
  }

  /** To the end of what is shown, without waiting. */
  hurry() {
    this.hurried = true;
    this.resume();
  }

  /** From now on at its pace again. */
  calm() {
    this.hurried = false;
  }

  pause() {
    this.paused = true;
  }

  resume() {
    this.paused = false;
    this.wake();
  }

  /** Shows one step more, and stops again. */
  step() {
    this.paused = true;
    this.single = true;
    this.wake();
  }

  private wake() {
    const list = this.waiting;
    this.waiting = [];
    for (const go of list) go();
  }

  /** Waits while it is stopped; a single step is let through. */
  async gate() {
    while (this.paused && !this.single && !this.hurried)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.single = false;
  }

  /** Shows a step; `n` numbers it among those that stay marked, 0 is none. */
  async play(act: Act, pace: Pace, n: number) {
    const view = this.view;
    if (view) {
      this.note(act, view, n);
      if (pace.still || pace.speed <= 0 || this.hurried) await this.jump(act, pace);
      else await this.perform(act, view, pace.speed);
    }
    const fought = act.entries.findLast((e) => e.kind === "ruling" && isWeighty(e)) as Ruling | undefined;
    const kept = this.ruling && isWeighty(this.ruling) ? this.ruling : null;
    this.ruling = fought ?? kept ?? lastRuling(act.entries) ?? this.ruling;
    this.show(act.after);
  }

  private note(act: Act, view: View, n: number) {
    const moved = act.entries.flatMap((e) => (e.kind === "moved" && e.motion !== "placed" ? [e.unit] : []));
    this.movers = [...new Set(moved)];
    if (n === 0) return;
    const known = new Set(this.traces.map((t) => t.unit));
    const fresh = this.movers.flatMap((id) => {
      const from = view.units.find((u) => u.id === id && u.place === "table");
      return from && !known.has(id) ? [{ unit: id, from, n }] : [];
    });
    this.traces = [...this.traces, ...fresh];
  }

  private async jump(act: Act, pace: Pace) {
    this.told = act.entries.length;
    if (!pace.still || pace.speed <= 0 || this.hurried || act.entries.length === 0) return;
    const weighty = lastRuling(act.entries);
    if (weighty) this.ruling = weighty;
    this.underway = new Map(
      act.entries.flatMap((e) =>
        e.kind === "moved" ? [[e.unit, { x: e.x, y: e.y, facing: e.facing }]] : [],
      ),
    );
    if (this.movers.length || weighty) await this.wait(GLANCE / pace.speed);
  }

  private async perform(act: Act, view: View, speed: number) {
    const poses = new Map<number, Pose>(view.units.map((u) => [u.id, u]));
    const placed = new Set(view.units.filter((u) => u.place === "table").map((u) => u.id));
    const kept = this.ruling;
    const list = paced(beats(act.entries), speed);
    this.told = list[0]?.from ?? act.entries.length;
    for (const [i, beat] of list.entries()) {
      const next = list[i + 1]?.from ?? act.entries.length;
      // What is thrown for is not told before the dice lie.
      this.told = beat.kind === "dice" ? beat.from : next;
      await this.beat(beat, poses, placed);
      this.told = next;
      await this.wait(beat.rest);
    }
    // A mere throw for command does not take the place of the last fight.
    if (this.ruling && !isWeighty(this.ruling) && kept && isWeighty(kept)) this.ruling = kept;
  }

  private async beat(beat: Beat, poses: Map<number, Pose>, placed: Set<number>) {
    if (beat.kind === "dice") {
      this.ruling = beat.ruling;
      this.tumbling = true;
      await this.wait(beat.ms);
      this.tumbling = false;
    } else if (beat.kind === "gone") {
      await this.wait(beat.ms);
      this.leaving = [...this.leaving, ...beat.units];
    } else {
      const moving = [...beat.to].flatMap(([id, to]) => {
        const from = poses.get(id);
        return from ? [{ id, from: placed.has(id) ? from : to, to }] : [];
      });
      await this.frames(placed.size ? beat.ms : 0, (t) => {
        const now = new Map(this.underway);
        for (const { id, from, to } of moving) now.set(id, between(from, to, ease(t)));
        this.underway = now;
      });
      for (const { id, to } of moving) {
        poses.set(id, to);
        placed.add(id);
      }
    }
  }

  wait(ms: number): Promise<void> {
    return this.frames(ms, () => {});
  }

  private frames(ms: number, draw: (share: number) => void): Promise<void> {
    return new Promise((resolve) => {
      if (ms <= 0 || this.hurried) {
        draw(1);
        resolve();
        return;
      }
      const start = performance.now();
      const tick = (now: number) => {
        const share = this.hurried ? 1 : Math.min(1, (now - start) / ms);
        draw(Math.max(0, share));
        if (share < 1) requestAnimationFrame(tick);
        else resolve();
      };
      requestAnimationFrame(tick);
    });
  }
}
