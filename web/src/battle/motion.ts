// What is shown of a step, in beats: moves that happen together, throws of dice, removals.

import { type Pose, shorter, turn } from "../table/geometry";
import type { Entry, Ruling } from "../wire/types";
import type { Motion } from "./journal";
import { diceOf, summed } from "./thrown";

/** `from` is the first of the entries that it shows. */
export type Beat = { from: number; ms: number; rest: number } & (
  | { kind: "move"; to: Map<number, Pose> }
  | { kind: "gone"; units: number[] }
  | { kind: "dice"; ruling: Ruling }
);

const MARCH = 600;
const STEP = 240;
const DICE = 700;
const ROUT = 900;
/** How long a march and a throw are left to be looked at. */
const LOOK = 400;
const READ = 1600;
/** All the moves of one step together. */
const LONGEST = 3000;

function time(motion: Motion): number {
  if (motion === "march" || motion === "swap") return MARCH;
  if (motion === "flight" || motion === "pursuit") return ROUT;
  return motion === "placed" ? 0 : STEP;
}

/** The beats of a step: moves of one kind in a row go together. */
export function beats(entries: Entry[]): Beat[] {
  const out: Beat[] = [];
  let motion = "";
  for (const [from, e] of entries.entries()) {
    if (e.kind === "moved") {
      const last = out[out.length - 1];
      const pose = { x: e.x, y: e.y, facing: e.facing };
      if (last?.kind === "move" && motion === e.motion && !last.to.has(e.unit)) last.to.set(e.unit, pose);
      else {
        const ms = time(e.motion);
        out.push({ from, kind: "move", ms, rest: ms >= MARCH ? LOOK : 0, to: new Map([[e.unit, pose]]) });
      }
      motion = e.motion;
    } else if (e.kind === "left") {
      const last = out[out.length - 1];
      if (last?.kind === "gone") last.units.push(e.unit);
      else out.push({ from, kind: "gone", ms: STEP, rest: 0, units: [e.unit] });
    } else if (e.kind === "ruling" && diceOf(e) > 0)
      out.push({ from, kind: "dice", ms: DICE, rest: isWeighty(e) ? READ : LOOK, ruling: e });
  }
  return out;
}

/** Whether a ruling is about a fight or a test, and not a mere throw such as that for command. */
export function isWeighty(ruling: Ruling): boolean {
  const [dice, loose] = [diceOf(ruling), summed(ruling)];
  return dice > 0 && (ruling.tallies.length > 0 || dice > 1 || loose.some((r) => r[1] !== null));
}

/** The beats at a speed; the moves all together never longer than three seconds. */
export function paced(list: Beat[], speed: number): Beat[] {
  if (speed <= 0) return list.map((b) => ({ ...b, ms: 0, rest: 0 }));
  const total = list.reduce((sum, b) => sum + (b.kind === "dice" ? 0 : b.ms), 0) / speed;
  const share = total > LONGEST ? LONGEST / total : 1;
  return list.map((b) => ({
    ...b,
    ms: ((b.kind === "dice" ? 1 : share) * b.ms) / speed,
    rest: ((b.kind === "dice" ? 1 : share) * b.rest) / speed,
  }));
}

/** A pose a share of the way to another. */
export function between(from: Pose, to: Pose, share: number): Pose {
  return {
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    facing: turn(from.facing + shorter(from.facing, to.facing) * share),
  };
}

/** Slow at both ends. */
export function ease(t: number): number {
  return t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2;
}
