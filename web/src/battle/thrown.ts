// The dice of a ruling: those that are counted one by one, and those that are added up.

import type { Cast, Ruling, Side } from "../wire/types";

/** A die: whose, for which unit, and its face. */
export type Die = [Side, number | null, number];

/** Throws in which each die reaches a number or misses it. */
export function counted(ruling: Ruling): Cast[] {
  return ruling.throws.filter((t) => t.need !== null);
}

/** A test that is passed by throwing no more than a number. */
export interface Trial {
  unit: number;
  side: Side;
  target: number;
  /** The faces of each try: the last counts. */
  tries: number[][];
}

/** The tests of a ruling: a unit's number, and the dice that it threw against it. */
export function trials(ruling: Ruling): Trial[] {
  return ruling.tallies.flatMap((tally) => {
    const own = ruling.throws.filter((t) => t.need === null && t.unit === tally.unit);
    if (tally.of !== "or less" || !own[0]) return [];
    return [{ unit: tally.unit, side: own[0].side, target: tally.total, tries: own.map((t) => t.faces) }];
  });
}

/** In how many ways so many ordinary dice come to each sum, from the least sum on. */
export function ways(dice: number): number[] {
  let counts = [1];
  for (let i = 0; i < dice; i++) {
    const next = new Array<number>(counts.length + 5).fill(0);
    for (const [sum, n] of counts.entries()) for (let face = 0; face < 6; face++) next[sum + face]! += n;
    counts = next;
  }
  return counts;
}

/** Dice that are added up, or stand for themselves; those of a test are not among them. */
export function summed(ruling: Ruling): Die[] {
  const tested = new Set(trials(ruling).map((t) => t.unit));
  const loose = ruling.throws.filter((t) => t.need === null && (t.unit === null || !tested.has(t.unit)));
  return [...ruling.rolls, ...loose.flatMap((t) => t.faces.map((f): Die => [t.side, t.unit, f]))];
}

/** How many dice fell for it. */
export function diceOf(ruling: Ruling): number {
  return ruling.rolls.length + ruling.throws.reduce((sum, t) => sum + t.faces.length, 0);
}

/** The faces of a throw, the highest first: those that reach the number, and those that miss it. */
export function sorted(cast: Cast): { hits: number[]; misses: number[] } {
  const faces = [...cast.faces].sort((a, b) => b - a);
  const need = cast.need ?? 0;
  return { hits: faces.filter((f) => f >= need), misses: faces.filter((f) => f < need) };
}
