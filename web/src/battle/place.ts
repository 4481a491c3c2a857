// Units being set down: those put close beside or behind others are put exactly there.

import { corners, type Pose } from "../table/geometry";
import type { Unit, Xy } from "../wire/types";

/** The least gap, in millimetres, that is left open on purpose. */
const NEAR = 4;

export function snapped(places: Map<number, Pose>, moving: number[], units: Unit[]): Map<number, Pose> {
  const shape = (id: number) => units.find((u) => u.id === id)!;
  const still = [...places].filter(([id]) => !moving.includes(id)).map(([id, p]) => ({ ...shape(id), ...p }));
  let best: Xy | null = null;
  let least = NEAR;
  for (const id of moving) {
    const mine = corners({ ...shape(id), ...places.get(id)! });
    for (const other of still) {
      for (const c of corners(other))
        for (const m of mine) {
          const by: Xy = [c[0] - m[0], c[1] - m[1]];
          const far = Math.hypot(by[0], by[1]);
          if (far < least) [best, least] = [by, far];
        }
    }
  }
  if (!best) return places;
  const next = new Map(places);
  for (const id of moving) {
    const p = places.get(id)!;
    next.set(id, { ...p, x: p.x + best[0], y: p.y + best[1] });
  }
  return next;
}
