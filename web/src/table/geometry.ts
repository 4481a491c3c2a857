// Plane geometry of footprints, in millimetres: x east, y north, facing in degrees clockwise from north.

import type { Pose } from "../wire/grid";
import type { Unit, Xy } from "../wire/types";

export type { Pose };

export interface Block extends Pose {
  width: number;
  depth: number;
}

const RAD = Math.PI / 180;

/** The direction a facing looks. */
export function ahead(facing: number): Xy {
  return [Math.sin(facing * RAD), Math.cos(facing * RAD)];
}

/** The direction to the right of a facing. */
export function right(facing: number): Xy {
  return [Math.cos(facing * RAD), -Math.sin(facing * RAD)];
}

/** An angle from 0 to 360. */
export function turn(degrees: number): number {
  const t = degrees % 360;
  return t < 0 ? t + 360 : t;
}

/** The shorter way from one angle to another, from -180 to 180. */
export function shorter(from: number, to: number): number {
  const t = turn(to - from);
  return t > 180 ? t - 360 : t;
}

/** A point given by its distance to the right and ahead of a pose. */
export function at(pose: Pose, toRight: number, forward: number): Xy {
  const [ax, ay] = ahead(pose.facing);
  const [rx, ry] = right(pose.facing);
  return [pose.x + rx * toRight + ax * forward, pose.y + ry * toRight + ay * forward];
}

/** How far to the right and ahead of a pose a point is. */
export function seen(pose: Pose, point: Xy): Xy {
  const [dx, dy] = [point[0] - pose.x, point[1] - pose.y];
  const [ax, ay] = ahead(pose.facing);
  const [rx, ry] = right(pose.facing);
  return [dx * rx + dy * ry, dx * ax + dy * ay];
}

/** Front left, front right, rear right, rear left. */
export function corners(b: Block): [Xy, Xy, Xy, Xy] {
  const [w, d] = [b.width / 2, b.depth / 2];
  return [at(b, -w, d), at(b, w, d), at(b, w, -d), at(b, -w, -d)];
}

export function distance(a: Xy, b: Xy): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** A pose turned about a point, clockwise. */
export function pivot(pose: Pose, about: Xy, degrees: number): Pose {
  const [s, c] = [Math.sin(degrees * RAD), Math.cos(degrees * RAD)];
  const [dx, dy] = [pose.x - about[0], pose.y - about[1]];
  return {
    x: about[0] + dx * c + dy * s,
    y: about[1] - dx * s + dy * c,
    facing: turn(pose.facing + degrees),
  };
}

/** Whether a point lies on a footprint, or within a margin of it. */
export function covers(b: Block, point: Xy, margin = 0): boolean {
  const [r, f] = seen(b, point);
  return Math.abs(r) <= b.width / 2 + margin && Math.abs(f) <= b.depth / 2 + margin;
}

/** The least distance between two footprints. */
export function gap(a: Block, b: Block): number {
  const [ca, cb] = [corners(a), corners(b)];
  if (ca.some((p) => covers(b, p)) || cb.some((p) => covers(a, p))) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4; i++) {
    for (const p of cb) least = Math.min(least, toSegment(p, ca[i]!, ca[(i + 1) % 4]!));
    for (const p of ca) least = Math.min(least, toSegment(p, cb[i]!, cb[(i + 1) % 4]!));
  }
  return least;
}

function toSegment(p: Xy, a: Xy, b: Xy): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length));
  return distance(p, [a[0] + t * dx, a[1] + t * dy]);
}

export interface Contact {
  a: number;
  b: number;
  at: Xy;
}

/** Where a front edge lies against an enemy's footprint: the middle of the common stretch. */
export function contacts(units: Unit[], near = 0.3): Contact[] {
  const found: Contact[] = [];
  const table = units.filter((u) => u.place === "table");
  for (const a of table) {
    for (const b of table) {
      if (a.side === b.side || distance([a.x, a.y], [b.x, b.y]) > (a.width + a.depth + b.width + b.depth) / 2)
        continue;
      if (found.some((c) => c.a === b.id && c.b === a.id)) continue;
      const common = touching(a, b, near);
      if (common) found.push({ a: a.id, b: b.id, at: common });
    }
  }
  return found;
}

/** The middle of the stretch of a's front edge that lies on b's outline. */
function touching(a: Block, b: Block, near: number): Xy | null {
  const samples = 12;
  const hits: number[] = [];
  for (let i = 0; i <= samples; i++) {
    const r = (i / samples - 0.5) * a.width;
    const p = at(a, r, a.depth / 2);
    const [u, v] = seen(b, p);
    const onEdge = Math.abs(Math.abs(v) - b.depth / 2) <= near || Math.abs(Math.abs(u) - b.width / 2) <= near;
    if (onEdge && covers(b, p, near)) hits.push(r);
  }
  if (hits.length < 3) return null;
  return at(a, (hits[0]! + hits[hits.length - 1]!) / 2, a.depth / 2);
}

export function bounds(points: Xy[]): { x: number; y: number; width: number; height: number } {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function inside(polygon: Xy[], p: Xy): boolean {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > p[1] !== yj > p[1] && p[0] < ((xj - xi) * (p[1] - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

export function centroid(points: Xy[]): Xy {
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
    const cross = a[0] * b[1] - b[0] * a[1];
    area += cross;
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  }
  if (Math.abs(area) < 1e-9) {
    const box = bounds(points);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }
  return [x / (3 * area), y / (3 * area)];
}

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** A facing in one of eight winds. */
export function wind(facing: number): string {
  return WINDS[Math.round(turn(facing) / 45) % 8]!;
}
