// What is shown of a step, in beats: moves that happen together, throws of dice, removals.

import { type Pose, shorter, turn } from "../table/geometry";
import type { Entry, Ruling } from "../wire/types";

export type Beat =
  | { kind: "move"; ms: number; to: Map<number, Pose>; slow: boolean }
  | { kind: "gone"; ms: number; units: number[] }
  | { kind: "dice"; ms: number; ruling: Ruling };

const MARCH = 600;
const STEP = 240;
const DICE = 700;
const ROUT = 900;
const LONGEST = 3000;

function time(motion: string): number {
  if (motion === "march" || motion === "charge" || motion === "swap") return MARCH;
  if (motion === "flight" || motion === "pursuit" || motion === "rout") return ROUT;
  if (motion === "placed") return 0;
  return STEP;
}

/** The beats of a step: moves of one kind in a row go together. */
export function beats(entries: Entry[]): Beat[] {
  const out: Beat[] = [];
  let motion = "";
  for (const e of entries) {
    if (e.kind === "moved") {
      const last = out[out.length - 1];
      const pose = { x: e.x, y: e.y, facing: e.facing };
      if (last?.kind === "move" && motion === e.motion && !last.to.has(e.unit)) last.to.set(e.unit, pose);
      else
        out.push({
          kind: "move",
          ms: time(e.motion),
          to: new Map([[e.unit, pose]]),
          slow: time(e.motion) >= MARCH,
        });
      motion = e.motion;
    } else if (e.kind === "left") {
      const last = out[out.length - 1];
      if (last?.kind === "gone") last.units.push(e.unit);
      else out.push({ kind: "gone", ms: STEP, units: [e.unit] });
    } else if (e.kind === "ruling" && e.rolls.length > 0) out.push({ kind: "dice", ms: DICE, ruling: e });
  }
  return out;
}

/** The beats at a speed, all together never longer than three seconds. */
export function paced(list: Beat[], speed: number): Beat[] {
  if (speed <= 0) return list.map((b) => ({ ...b, ms: 0 }));
  const total = list.reduce((sum, b) => sum + b.ms, 0) / speed;
  const share = (total > LONGEST ? LONGEST / total : 1) / speed;
  return list.map((b) => ({ ...b, ms: b.ms * share }));
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
