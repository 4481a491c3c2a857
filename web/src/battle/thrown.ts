// The dice of a ruling: those that are counted one by one, and those that are added up.

import type { Cast, Ruling, Side } from "../wire/types";

/** A die: whose, for which unit, and its face. */
export type Die = [Side, number | null, number];

/** Throws in which each die reaches a number or misses it. */
export function counted(ruling: Ruling): Cast[] {
  return ruling.throws.filter((t) => t.need !== null);
}

/** Dice that are added up, or stand for themselves. */
export function summed(ruling: Ruling): Die[] {
  const loose = ruling.throws.filter((t) => t.need === null);
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
