// A unit where a plan would take it.

import type { Pose } from "../wire/grid";
import type { Unit } from "../wire/types";

export interface GhostOf {
  unit: Unit;
  /** The ends of its legs; the last is where it stops. */
  legs: Pose[];
}
