// From millimetres and degrees to the umpire's grid.

import type { GridPose } from "./types";

/** Grid steps in a millimetre. */
export const GRID = 10_000;
const TURN = 2 ** 32;

export interface Pose {
  x: number;
  y: number;
  facing: number;
}

/** Millimetres in grid steps. */
export function steps(mm: number): number {
  return Math.round(mm * GRID);
}

/** Degrees in 2^32 parts of a turn, from 0. */
export function parts(degrees: number): number {
  const share = (((degrees % 360) + 360) % 360) / 360;
  return Math.round(share * TURN) % TURN;
}

export function millimetres(steps: number): number {
  return steps / GRID;
}

/** Parts of a turn in degrees, to the right up to half a turn, else to the left. */
export function degrees(parts: number): number {
  const all = (parts / TURN) * 360;
  return all > 180 ? all - 360 : all;
}

export function gridPose(pose: Pose): GridPose {
  return { x: steps(pose.x), y: steps(pose.y), facing: parts(pose.facing) };
}
