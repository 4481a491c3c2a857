// A unit where a plan would take it.

import type { Pose } from "../wire/grid";
import type { Unit, Xy } from "../wire/types";
import { bounds, corners } from "./geometry";

export interface GhostOf {
  unit: Unit;
  /** The ends of its legs; the last is where it stops. */
  legs: Pose[];
  /** The number of its order among those planned. */
  n?: number;
}

/** Opposite corners of the box round where units stop. */
export function boxed(ghosts: GhostOf[]): { from: Xy; to: Xy } {
  const { x, y, width, height } = bounds(ghosts.flatMap((g) => corners({ ...g.unit, ...g.legs.at(-1)! })));
  return { from: [x, y], to: [x + width, y + height] };
}
