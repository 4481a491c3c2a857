// Name plates of bodies of figures: behind them, or where they cover nobody; the whole name where there is room, else
// the label.

import type { TableOf, Unit } from "../wire/types";
import { ahead, bounds, corners } from "./geometry";
import { type Box, overlap } from "./labels";

/** Half the height of a plate, and how far it is from the edge of the unit, in pixels. */
export const HALF = 8.5;
const OFF = 4.5;

export interface NamePlate {
  text: string;
  x: number;
  y: number;
  /** Half its width, in millimetres. */
  half: number;
}

/** Nearly half the width of a plate in pixels. */
const halfWidth = (text: string) => (text.length * 6.3 + 12) / 2;

/** Whether a unit has a plate: a body of figures, not an element, not one man. */
const hasPlate = (unit: Unit) => unit.place === "table" && !unit.element && unit.figures > 1;

/** The place nearest to one at which something of half a size lies within an extent. */
const within = (at: number, half: number, extent: number) => Math.max(half, Math.min(extent - half, at));

/** A plate before or behind a unit, or at its side, wholly on the table. */
function plateAt(
  unit: Unit,
  text: string,
  way: readonly [number, number],
  table: TableOf,
  k: number,
): NamePlate {
  const half = halfWidth(text) / k;
  const [dx, dy] = ahead(unit.facing);
  // Plates lie level whichever way the unit faces.
  const [along, across] = [
    Math.abs(dx) * half + (Math.abs(dy) * HALF) / k,
    Math.abs(dy) * half + (Math.abs(dx) * HALF) / k,
  ];
  const forward = way[1] * (unit.depth / 2 + along + OFF / k);
  const aside = way[0] * (unit.width / 2 + across + OFF / k);
  const x = unit.x + dx * forward + dy * aside;
  const y = unit.y + dy * forward - dx * aside;
  return { text, half, x: within(x, half, table.width), y: within(y, HALF / k, table.depth) };
}

const boxOf = (p: NamePlate, k: number): Box => ({
  x: p.x - p.half,
  y: p.y - HALF / k,
  width: 2 * p.half,
  height: (2 * HALF) / k,
});

const BEHIND = [0, -1] as const;
const BEFORE = [0, 1] as const;
const RIGHT = [1, 0] as const;
const LEFT = [-1, 0] as const;

/** The plates of units at a zoom: each where it covers least, the whole name behind its unit if there is room. */
export function plates(units: Unit[], table: TableOf, k: number): Map<number, NamePlate> {
  const bodies = units.map((u) => ({ id: u.id, box: bounds(corners(u)) }));
  const out = new Map<number, NamePlate>();
  const laid: Box[] = [];
  for (const unit of units) {
    if (!hasPlate(unit)) continue;
    const [name, label] = [`${unit.name} ${unit.figures}`, `${unit.label} ${unit.figures}`];
    const tries = [
      plateAt(unit, name, BEHIND, table, k),
      plateAt(unit, label, BEHIND, table, k),
      plateAt(unit, label, BEFORE, table, k),
      plateAt(unit, label, RIGHT, table, k),
      plateAt(unit, label, LEFT, table, k),
    ];
    let [best, least] = [tries[1]!, Number.POSITIVE_INFINITY];
    for (const plate of tries) {
      const box = boxOf(plate, k);
      const on = bodies.filter((b) => b.id !== unit.id).map((b) => b.box);
      const covered = [...on, ...laid].reduce((sum, b) => sum + overlap(box, b), 0);
      if (covered < least - 1e-6) [best, least] = [plate, covered];
      if (least === 0) break;
    }
    out.set(unit.id, best);
    laid.push(boxOf(best, k));
  }
  return out;
}
