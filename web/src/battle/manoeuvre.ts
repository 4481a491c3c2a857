// How a drag becomes steps: some units go to any pose, some turn on the spot and go ahead, some wheel and go ahead.

import { ahead, at, type Block, seen, shorter } from "../table/geometry";
import type { Form, Xy } from "../wire/types";
import { after, dragged, type Step, wheeled } from "./plan";

export type Manoeuvre = Extract<Form, { kind: "move" }>["gets_about"][number];

/** Nearer than this to straight ahead is straight ahead. */
const STRAIGHT = 7;

const bearing = (from: Xy, to: Xy) => (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;

/** The steps that bring a block from where it stands toward a place. */
export function towards(start: Block, by: Xy, how: Manoeuvre, alone: boolean, slack: number): Step[] {
  if (how === "freely" || !alone) return dragged(start, alone, by, slack);
  const to: Xy = [start.x + by[0], start.y + by[1]];
  const off = shorter(start.facing, bearing([start.x, start.y], to));
  const [ax, ay] = ahead(start.facing);
  if (Math.abs(off) <= STRAIGHT) return [{ kind: "forward", mm: by[0] * ax + by[1] * ay }];
  if (how === "turns")
    return [
      { kind: "turn", degrees: off },
      { kind: "forward", mm: Math.hypot(by[0], by[1]) },
    ];
  return wheelThenAhead(start, to, off < 0 ? "wheel_left" : "wheel_right");
}

/** A wheel until the place lies straight ahead, then the way there. */
function wheelThenAhead(start: Block, to: Xy, kind: "wheel_left" | "wheel_right"): Step[] {
  let degrees = 0;
  // The middle of the block moves while it wheels, so the angle is found step by step.
  for (let i = 0; i < 6; i++) {
    const now = after(start, { kind, degrees });
    const off = shorter(now.facing, bearing([now.x, now.y], to));
    degrees = Math.min(90, Math.max(0, degrees + (kind === "wheel_left" ? -off : off)));
  }
  const end = after(start, { kind, degrees });
  const [, f] = seen(end, to);
  const path: Step[] = [{ kind, degrees }];
  if (f > 0) path.push({ kind: "forward", mm: f });
  return path;
}

/** A drag of a front corner: a turn about the middle where units turn on the spot, else a wheel. */
export function cornered(start: Block, corner: "left" | "right", point: Xy, how: Manoeuvre): Step {
  if (how !== "turns") return wheeled(start, corner, point);
  const was = at(start, corner === "right" ? start.width / 2 : -start.width / 2, start.depth / 2);
  const middle: Xy = [start.x, start.y];
  return { kind: "turn", degrees: shorter(bearing(middle, was), bearing(middle, point)) };
}

/** A turn of the whole block by keys. */
export function turned(block: Block, degrees: number, how: Manoeuvre, alone: boolean): Step {
  if (alone && how === "freely")
    return {
      kind: "to",
      pose: { x: block.x, y: block.y, facing: (block.facing + degrees + 360) % 360 },
    };
  if (alone && how === "turns") return { kind: "turn", degrees };
  return degrees < 0 ? { kind: "wheel_left", degrees: -degrees } : { kind: "wheel_right", degrees };
}
