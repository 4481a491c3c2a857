// Name plates of bodies of figures: behind them, or where they cover nobody; the whole name where there is room, else
// the label.

import type { TableOf, Unit } from "../wire/types";
import { ahead, bounds, corners } from "./geometry";
import { type Box, overlap } from "./labels";

/** Half the height of a plate, and how far it is from the edge of the unit, in pixels. */
export const HALF = 8.5;
const OFF = 4.5;

/** Units of fewer pixels are seen from afar: only their labels are told, and none of the smallest. */
export const FAR = 34;
const LEAST = 12;

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

type Side = "above" | "below" | "left" | "right";

/** The sides of a unit on which its plate may lie: behind it first, then before it, then beside it. */
function sides(unit: Unit): Side[] {
  const [dx, dy] = ahead(unit.facing);
  const level: Side[] = dx > 0 ? ["left", "right"] : ["right", "left"];
  const upright: Side[] = dy > 0 ? ["below", "above"] : ["above", "below"];
  return Math.abs(dy) > 0.38 ? [...upright, "right", "left"] : [...level, "below", "above"];
}

/** A plate at a side of a unit's box, wholly on the table. */
function plateAt(box: Box, text: string, side: Side, table: TableOf, k: number): NamePlate {
  const half = halfWidth(text) / k;
  const [wide, high] = [box.width / 2 + half + OFF / k, box.height / 2 + (HALF + OFF) / k];
  const x = box.x + box.width / 2 + (side === "right" ? wide : side === "left" ? -wide : 0);
  const y = box.y + box.height / 2 + (side === "above" ? high : side === "below" ? -high : 0);
  return { text, half, x: within(x, half, table.width), y: within(y, HALF / k, table.depth) };
}

const boxOf = (p: NamePlate, k: number): Box => ({
  x: p.x - p.half,
  y: p.y - HALF / k,
  width: 2 * p.half,
  height: (2 * HALF) / k,
});

/** The plates of units at a zoom: each where it covers least, the whole name behind its unit if there is room. */
export function plates(units: Unit[], table: TableOf, k: number): Map<number, NamePlate> {
  const bodies = units.map((u) => ({ id: u.id, box: bounds(corners(u)) }));
  const out = new Map<number, NamePlate>();
  const laid: Box[] = [];
  for (const unit of units) {
    const wide = Math.max(unit.width, unit.depth) * k;
    if (!hasPlate(unit) || wide < LEAST) continue;
    const label = wide < FAR ? unit.label : `${unit.label} ${unit.figures}`;
    const whole = wide < FAR ? label : `${unit.name} ${unit.figures}`;
    const own = bounds(corners(unit));
    const [behind, ...others] = sides(unit);
    const tries = [
      plateAt(own, whole, behind!, table, k),
      ...[behind!, ...others].map((side) => plateAt(own, label, side, table, k)),
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
