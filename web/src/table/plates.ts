// Name plates behind bodies of figures: the whole name where there is room, else the label.

import type { TableOf, Unit, Xy } from "../wire/types";
import { ahead } from "./geometry";

/** Half the height of a plate, and how far its middle is behind the unit, in pixels. */
export const HALF = 8.5;
const BEHIND = 13;

export function plateText(unit: Unit, short: boolean): string {
  return `${short ? unit.label : unit.name} ${unit.figures}`;
}

/** Nearly the width of a plate in pixels. */
export function plateWidth(text: string): number {
  return text.length * 6.3 + 12;
}

/** Whether a unit has a plate: a body of figures, not an element, not one man. */
export function hasPlate(unit: Unit): boolean {
  return unit.place === "table" && !unit.element && unit.figures > 1;
}

/** Where the middle of a plate lies: behind its unit, and wholly on the table at a zoom. */
export function plateAt(unit: Unit, text: string, table: TableOf, k: number): Xy {
  const [dx, dy] = ahead(unit.facing);
  const back = unit.depth / 2 + BEHIND / k;
  return [
    within(unit.x - dx * back, plateWidth(text) / 2 / k, table.width),
    within(unit.y - dy * back, HALF / k, table.depth),
  ];
}

/** The place nearest to one at which something of half a size lies within an extent. */
function within(at: number, half: number, extent: number): number {
  return Math.max(half, Math.min(extent - half, at));
}

/** The units whose whole names would lie on one another at a zoom. */
export function crowded(units: Unit[], table: TableOf, k: number): Set<number> {
  const plates = units.filter(hasPlate).map((u) => {
    const text = plateText(u, false);
    const [x, y] = plateAt(u, text, table, k);
    return { id: u.id, x, y, half: plateWidth(text) / 2 / k };
  });
  const close = new Set<number>();
  for (const [i, a] of plates.entries())
    for (const b of plates.slice(i + 1))
      if (Math.abs(a.x - b.x) < a.half + b.half && Math.abs(a.y - b.y) < (2 * HALF) / k)
        close.add(a.id).add(b.id);
  return close;
}
