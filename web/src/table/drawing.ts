// Paths for terrain and figures. All in table units with y growing southward, as SVG has it.

import type { Xy } from "../wire/types";
import { bounds, centroid, inside } from "./geometry";

const n = (v: number) => String(Math.round(v * 100) / 100);
const pt = (p: Xy) => `${n(p[0])} ${n(p[1])}`;

/** A straight-edged outline. */
export function polygon(points: Xy[]): string {
  return points.length === 0 ? "" : `M${points.map(pt).join("L")}Z`;
}

export function polyline(points: Xy[]): string {
  return points.length === 0 ? "" : `M${points.map(pt).join("L")}`;
}

/** An outline smoothed to the eye: Catmull-Rom with its bulge held within a limit of the true line. */
export function smooth(points: Xy[], limit = 4): string {
  return curve(points, true, limit);
}

/** A line smoothed to the eye. */
export function flow(points: Xy[], limit = 4): string {
  return curve(points, false, limit);
}

function curve(points: Xy[], closed: boolean, limit: number): string {
  const count = points.length;
  if (count < 3) return polyline(points);
  const get = (i: number): Xy =>
    closed ? points[(i + count) % count]! : points[Math.max(0, Math.min(count - 1, i))]!;
  let d = `M${pt(points[0]!)}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const c1 = pull(p1, [(p2[0] - p0[0]) / 6, (p2[1] - p0[1]) / 6], p1, p2, limit);
    const c2 = pull(p2, [(p1[0] - p3[0]) / 6, (p1[1] - p3[1]) / 6], p1, p2, limit);
    d += `C${pt(c1)} ${pt(c2)} ${pt(p2)}`;
  }
  return closed ? `${d}Z` : d;
}

// A control point, with its distance from the chord cut to what keeps the curve within the limit.
function pull(from: Xy, by: Xy, a: Xy, b: Xy, limit: number): Xy {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const off = (by[0] * -dy + by[1] * dx) / length;
  const most = limit / 0.75;
  const cut = Math.max(-most, Math.min(most, off)) - off;
  return [from[0] + by[0] + (cut * -dy) / length, from[1] + by[1] + (cut * dx) / length];
}

/** An outline drawn in towards a point. */
export function shrink(points: Xy[], share: number, to: Xy = centroid(points)): Xy[] {
  return points.map(([x, y]) => [to[0] + (x - to[0]) * share, to[1] + (y - to[1]) * share]);
}

/** Numbers that are always the same for the same word. */
export function scatter(word: string): () => number {
  let h = 2166136261;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return (h >>> 0) / 4294967296;
  };
}

/** Points of a closed outline at even distances, each with the direction inward. */
export function along(points: Xy[], every: number): { p: Xy; inward: Xy }[] {
  const box = bounds(points);
  const middle: Xy = [box.x + box.width / 2, box.y + box.height / 2];
  const out: { p: Xy; inward: Xy }[] = [];
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const count = Math.max(1, Math.round(length / every));
    for (let k = 0; k < count; k++) {
      const t = (k + 0.5) / count;
      const p: Xy = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      const [dx, dy] = [middle[0] - p[0], middle[1] - p[1]];
      const far = Math.hypot(dx, dy) || 1;
      out.push({ p, inward: [dx / far, dy / far] });
    }
  }
  return out;
}

/** The smoothed outline as many points, for hachures and the like. */
export function rounded(points: Xy[], limit = 4, pieces = 8): Xy[] {
  const count = points.length;
  if (count < 3) return points;
  const out: Xy[] = [];
  for (let i = 0; i < count; i++) {
    const get = (k: number): Xy => points[(k + count) % count]!;
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const c1 = pull(p1, [(p2[0] - p0[0]) / 6, (p2[1] - p0[1]) / 6], p1, p2, limit);
    const c2 = pull(p2, [(p1[0] - p3[0]) / 6, (p1[1] - p3[1]) / 6], p1, p2, limit);
    for (let k = 0; k < pieces; k++) {
      const t = k / pieces;
      const u = 1 - t;
      const mix = (j: 0 | 1) =>
        u * u * u * p1[j] + 3 * u * u * t * c1[j] + 3 * u * t * t * c2[j] + t * t * t * p2[j];
      out.push([mix(0), mix(1)]);
    }
  }
  return out;
}

/** Short strokes down a slope. */
export function hachures(points: Xy[], every: number, length: number, word: string): string {
  const random = scatter(word);
  return along(points, every)
    .map(({ p, inward }) => {
      const l = length * (0.75 + 0.5 * random());
      return `M${pt(p)}l${n(inward[0] * l)} ${n(inward[1] * l)}`;
    })
    .join("");
}

/** Places scattered inside an outline, no two nearer than a distance; from north to south. */
export function strewn(points: Xy[], spacing: number, word: string, most = 400): Xy[] {
  const random = scatter(word);
  const box = bounds(points);
  const found: Xy[] = [];
  const tries = Math.min(6000, Math.ceil(((box.width * box.height) / (spacing * spacing)) * 14));
  const fits = shrink(points, 0.93);
  for (let i = 0; i < tries && found.length < most; i++) {
    const p: Xy = [box.x + random() * box.width, box.y + random() * box.height];
    if (!inside(fits, p)) continue;
    if (found.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) >= spacing)) found.push(p);
  }
  return found.sort((a, b) => a[1] - b[1]);
}

/** The crown of a tree. */
export function crown([x, y]: Xy, r: number): string {
  const s = (v: number) => n(v * r);
  return (
    `M${n(x - r)} ${n(y + 0.1 * r)}a${s(0.55)} ${s(0.55)} 0 0 1 ${s(0.45)} ${s(-0.72)}` +
    `a${s(0.55)} ${s(0.55)} 0 0 1 ${s(0.95)} ${s(-0.05)}a${s(0.55)} ${s(0.55)} 0 0 1 ${s(0.5)} ${s(0.75)}` +
    `a${s(0.55)} ${s(0.55)} 0 0 1 ${s(-0.82)} ${s(0.64)}a${s(0.62)} ${s(0.62)} 0 0 1 ${s(-1.08)} ${s(-0.62)}Z`
  );
}

/** The shadow stroke of a crown. */
export function shade([x, y]: Xy, r: number): string {
  const s = (v: number) => n(v * r);
  return `M${n(x - 0.1 * r)} ${n(y + 0.58 * r)}a${s(0.75)} ${s(0.75)} 0 0 0 ${s(0.72)} ${s(-0.66)}`;
}

export type Figure = "foot" | "horse" | "model";

/** Every figure of a body in its file and rank, front at the top, as one path. */
export function figures(
  width: number,
  depth: number,
  files: number,
  count: number,
  kind: Figure,
  near: boolean,
): string {
  const wide = Math.max(1, files);
  const ranks = Math.max(1, Math.ceil(count / wide));
  const [fx, fy] = [width / wide, depth / ranks];
  let d = "";
  for (let i = 0; i < count; i++) {
    const [file, rank] = [i % wide, Math.floor(i / wide)];
    // A short last rank stands in the middle.
    const inRank = Math.min(wide, count - rank * wide);
    const x = -width / 2 + (file + 0.5 + (wide - inRank) / 2) * fx;
    const y = -depth / 2 + (rank + 0.5) * fy;
    d += man(x, y, fx, fy, kind, near);
  }
  return d;
}

function man(x: number, y: number, fx: number, fy: number, kind: Figure, near: boolean): string {
  const [w, h] = [fx * 0.36, fy * 0.36];
  if (kind === "foot") {
    const r = Math.min(w, h) * 0.62;
    const head = ring(x, y, r);
    const shield = `M${n(x - w * 0.8)} ${n(y - r * 1.5)}h${n(w * 1.2)}v${n(r * 0.55)}h${n(-w * 1.2)}Z`;
    return near
      ? `${head}${shield}M${n(x + w * 0.7)} ${n(y - h * 1.2)}v${n(h * 2)}h${n(w * 0.14)}v${n(-h * 2)}Z`
      : head + shield;
  }
  if (kind === "horse") {
    const [rx, ry] = [w * 0.55, h * 1.15];
    const body = `M${n(x)} ${n(y - ry)}q${n(rx)} ${n(ry * 0.7)} ${n(rx)} ${n(ry)}t${n(-rx)} ${n(ry)}q${n(-rx)} ${n(-ry * 0.7)} ${n(-rx)} ${n(-ry)}t${n(rx)} ${n(-ry)}Z`;
    return body + ring(x, y + ry * 0.1, rx * 0.42);
  }
  const [rx, ry] = [w, h * 1.1];
  return `M${n(x - rx * 0.7)} ${n(y + ry)}v${n(-ry * 1.4)}q0 ${n(-ry * 0.6)} ${n(rx * 0.7)} ${n(-ry * 0.6)}t${n(rx * 0.7)} ${n(ry * 0.6)}v${n(ry * 1.4)}Z${ring(x, y, rx * 0.35)}`;
}

function ring(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

/** Pieces of an area's outline as ticks outward: palisades, teeth. */
export function ticks(points: Xy[], every: number, length: number): string {
  return along(points, every)
    .map(({ p, inward }) => `M${pt(p)}l${n(-inward[0] * length)} ${n(-inward[1] * length)}`)
    .join("");
}
