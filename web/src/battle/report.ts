// What each side has lost over a battle, from its replay.

import type { ReplayStep } from "../wire/messages";
import type { Side, Sides } from "../wire/types";

export interface Point {
  seq: number;
  turn: number;
  losses: Sides<number>;
}

const SIDES = ["red", "blue"] as const;

/** Losses after each step, from the first turn on. */
export function losses(steps: ReplayStep[]): Point[] {
  const begun = steps.findIndex((s) => s.view.turn > 0);
  return begun < 0
    ? []
    : steps.slice(begun).map((s) => ({ seq: s.seq, turn: s.view.turn, losses: s.view.losses }));
}

/** Losses as lines to draw, each from 0 to 1 of the widest. */
export function lines(points: Point[], limits: Sides<number | null>): Sides<[number, number][]> {
  const top = Math.max(1, ...SIDES.flatMap((s) => [limits[s] ?? 0, ...points.map((p) => p.losses[s])]));
  const wide = Math.max(1, points.length - 1);
  const of = (side: Side) => points.map((p, i): [number, number] => [i / wide, p.losses[side] / top]);
  return { red: of("red"), blue: of("blue") };
}
