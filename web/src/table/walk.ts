// Walking from unit to unit with the arrow keys.

import type { Unit } from "../wire/types";

export type Way = "up" | "down" | "left" | "right";

export const WAYS: Record<string, Way> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** The nearest unit in a direction of the screen: what lies off the line counts double. */
export function nearest(from: Unit, among: Unit[], way: Way): Unit | null {
  let best: Unit | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const u of among) {
    const [dx, dy] = [u.x - from.x, u.y - from.y];
    const along = way === "up" ? dy : way === "down" ? -dy : way === "right" ? dx : -dx;
    const off = way === "up" || way === "down" ? Math.abs(dx) : Math.abs(dy);
    if (u.id === from.id || along <= 0.5) continue;
    const cost = along + 2 * off;
    if (cost < least) [best, least] = [u, cost];
  }
  return best;
}
