// Where words go that speak of a point on the table: beside it, and on nobody if there is room.

import type { Xy } from "../wire/types";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much of two boxes is the same. */
export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** How far words stand off what they speak of, in pixels. */
const OFF = 16;

/** The first of the places round a box at which words of a size cover nothing; else where they cover least. */
export function beside(of: Box, size: { width: number; height: number }, avoid: Box[], frame: Box): Xy {
  const [cx, cy] = [of.x + of.width / 2 - size.width / 2, of.y + of.height / 2 - size.height / 2];
  const [right, left] = [of.x + of.width + OFF, of.x - OFF - size.width];
  const [above, below] = [of.y - OFF - size.height, of.y + of.height + OFF];
  const places: Xy[] = [
    [right, cy],
    [left, cy],
    [right, above],
    [left, above],
    [right, below],
    [left, below],
    [cx, above],
    [cx, below],
  ];
  let best: Xy = places[0]!;
  let least = Number.POSITIVE_INFINITY;
  for (const [px, py] of places) {
    const x = Math.max(frame.x + 4, Math.min(px, frame.x + frame.width - size.width - 4));
    const y = Math.max(frame.y + 4, Math.min(py, frame.y + frame.height - size.height - 4));
    const at = { x, y, ...size };
    const covered = avoid.reduce((sum, b) => sum + overlap(at, b), 0) + 2 * overlap(at, of);
    if (covered < least - 1) [best, least] = [[x, y], covered];
  }
  return best;
}

export type Corner = "bottom left" | "bottom right" | "top left" | "top right";

/** A box of a size in a corner of the frame. */
export function cornered(corner: Corner, size: { width: number; height: number }, frame: Box): Box {
  const x = corner.endsWith("left") ? frame.x + 8 : frame.x + frame.width - size.width - 8;
  const y = corner.startsWith("top") ? frame.y + 8 : frame.y + frame.height - size.height - 8;
  return { x, y, ...size };
}

/** The first of the corners in which a box covers nothing; else the one in which it covers least. */
export function freest(
  corners: Corner[],
  size: { width: number; height: number },
  avoid: Box[],
  frame: Box,
): Box {
  const boxes = corners.map((c) => cornered(c, size, frame));
  const covered = (b: Box) => avoid.reduce((sum, o) => sum + overlap(b, o), 0);
  return boxes.reduce((best, b) => (covered(b) < covered(best) - 1 ? b : best));
}
