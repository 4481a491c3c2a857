// Name plates behind bodies of figures: the whole name where there is room, else the label.

import type { Unit } from "../wire/types";
import { ahead } from "./geometry";

/** Half the height of a plate, and how far its middle is behind the unit, in pixels. */
export const HALF = 8.5;
export const BEHIND = 13;

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

/** The units whose whole names would lie on one another at a zoom. */
export function crowded(units: Unit[], k: number): Set<number> {
  const plates = units.filter(hasPlate).map((u) => {
    const [dx, dy] = ahead(u.facing);
    const back = (u.depth / 2) * k + BEHIND;
    return {
      id: u.id,
      x: u.x * k - dx * back,
      y: u.y * k - dy * back,
      half: plateWidth(plateText(u, false)) / 2,
    };
  });
  const close = new Set<number>();
  for (const [i, a] of plates.entries())
    for (const b of plates.slice(i + 1))
      if (Math.abs(a.x - b.x) < a.half + b.half && Math.abs(a.y - b.y) < 2 * HALF) close.add(a.id).add(b.id);
  return close;
}
