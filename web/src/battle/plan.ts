// A move in the making: who, in which manner, along which steps. Plain data; the umpire judges it.

import { ahead, at, type Block, bounds, corners, pivot, right, seen, shorter, turn } from "../table/geometry";
import { degrees, gridPose, millimetres, type Pose, parts, steps } from "../wire/grid";
import type { Command, GridStep, Unit, Xy } from "../wire/types";

export type Step =
  | { kind: "to"; pose: Pose }
  | { kind: "forward"; mm: number }
  | { kind: "back"; mm: number }
  | { kind: "shift"; mm: number }
  | { kind: "wheel_left"; degrees: number }
  | { kind: "wheel_right"; degrees: number }
  | { kind: "turn"; degrees: number };

export interface Plan {
  manner: string;
  units: number[];
  steps: Step[];
  /** At whom instead of along a path. */
  at?: { unit: number; enemy: boolean };
  /** Whether it can be done without a step. */
  onSpot?: boolean;
}

/** The block that several units make: the leader's facing, and the least rectangle round them all. */
export function formation(units: Unit[]): Block {
  const lead = units[0]!;
  const frame = { x: lead.x, y: lead.y, facing: lead.facing };
  const local = units.flatMap((u) => corners(u).map((c) => seen(frame, c)));
  const box = bounds(local);
  const [x, y] = at(frame, box.x + box.width / 2, box.y + box.height / 2);
  return { x, y, facing: lead.facing, width: box.width, depth: box.height };
}

/** The foremost first, then from left to right: the first leads. */
export function inOrder(units: Unit[]): Unit[] {
  if (units.length < 2) return units;
  const frame = { x: units[0]!.x, y: units[0]!.y, facing: units[0]!.facing };
  const place = new Map(
    units.map((u) => {
      const [r, f] = seen(frame, at(u, 0, u.depth / 2));
      return [u.id, { r, f: Math.round(f * 2) / 2 }];
    }),
  );
  return [...units].sort((a, b) => {
    const [p, q] = [place.get(a.id)!, place.get(b.id)!];
    return q.f - p.f || p.r - q.r;
  });
}

/** Where a step takes a pose of the block. */
export function after(block: Block, step: Step): Block {
  switch (step.kind) {
    case "to":
      return { ...block, ...step.pose };
    case "forward":
      return moved(block, at(block, 0, step.mm));
    case "back":
      return moved(block, at(block, 0, -step.mm));
    case "shift":
      return moved(block, at(block, step.mm, 0));
    case "wheel_left":
      return { ...block, ...pivot(block, at(block, -block.width / 2, block.depth / 2), -step.degrees) };
    case "wheel_right":
      return { ...block, ...pivot(block, at(block, block.width / 2, block.depth / 2), step.degrees) };
    case "turn":
      return { ...block, facing: turn(block.facing + step.degrees) };
  }
}

function moved(block: Block, [x, y]: Xy): Block {
  return { ...block, x, y };
}

/** Where the block is after each step. */
export function legs(start: Block, path: Step[]): Block[] {
  const out: Block[] = [];
  let now = start;
  for (const step of path) out.push((now = after(now, step)));
  return out;
}

/** A unit of a block, carried along with it. */
export function carried(unit: Pose, from: Block, to: Block): Pose {
  const [r, f] = seen(from, [unit.x, unit.y]);
  const [x, y] = at(to, r, f);
  return { x, y, facing: turn(unit.facing + shorter(from.facing, to.facing)) };
}

/** Before the umpire has answered: where each unit would be if all moved as one. */
export function guess(units: Unit[], path: Step[]): [number, Pose[]][] {
  const start = formation(units);
  const ends = legs(start, path);
  return units.map((u) => [u.id, ends.map((end) => carried(u, start, end))]);
}

const LEAST = 0.05;

/** A plan as the umpire takes it; steps of nothing are left out. */
export function command(plan: Plan): Command {
  if (plan.at?.enemy) return { charge: { unit: plan.units[0]!, target: plan.at.unit } };
  if (plan.at) return { move: { manner: plan.manner, units: [plan.units[0]!, plan.at.unit], path: [] } };
  const path = plan.steps.filter(counts).map(gridStep);
  return { move: { manner: plan.manner, units: plan.units, path } };
}

function counts(step: Step): boolean {
  if ("mm" in step) return Math.abs(step.mm) >= LEAST;
  if ("degrees" in step) return Math.abs(step.degrees) >= 0.01;
  return true;
}

export function isEmpty(plan: Plan): boolean {
  return !plan.at && !plan.onSpot && !plan.steps.some(counts);
}

export function gridStep(step: Step): GridStep {
  switch (step.kind) {
    case "to":
      return { to: gridPose(step.pose) };
    case "forward":
      return { forward: steps(step.mm) };
    case "back":
      return { back: steps(step.mm) };
    case "shift":
      return { shift: steps(step.mm) };
    case "wheel_left":
      return { wheel_left: parts(step.degrees) };
    case "wheel_right":
      return { wheel_right: parts(step.degrees) };
    case "turn":
      return { turn: parts(step.degrees) };
  }
}

/** A step of the umpire's grid that is no pose. */
export function ofGrid(step: Exclude<GridStep, { to: unknown }>): Step {
  if ("forward" in step) return { kind: "forward", mm: millimetres(step.forward) };
  if ("back" in step) return { kind: "back", mm: millimetres(step.back) };
  if ("shift" in step) return { kind: "shift", mm: millimetres(step.shift) };
  if ("wheel_left" in step) return { kind: "wheel_left", degrees: degrees(step.wheel_left) };
  if ("wheel_right" in step) return { kind: "wheel_right", degrees: degrees(step.wheel_right) };
  return { kind: "turn", degrees: degrees(step.turn) };
}

/** A drag of the whole block: one unit goes to a pose, several go straight and sideways. */
export function dragged(start: Block, alone: boolean, by: Xy, slack: number): Step[] {
  if (alone) return [{ kind: "to", pose: { x: start.x + by[0], y: start.y + by[1], facing: start.facing } }];
  const [ax, ay] = ahead(start.facing);
  const [rx, ry] = right(start.facing);
  const forward = by[0] * ax + by[1] * ay;
  const sideways = by[0] * rx + by[1] * ry;
  const path: Step[] = [];
  if (forward > 0) path.push({ kind: "forward", mm: forward });
  else if (forward < -slack) path.push({ kind: "back", mm: -forward });
  if (Math.abs(sideways) > slack) path.push({ kind: "shift", mm: sideways });
  return path;
}

/** A drag of a front corner: a wheel about the other one, forward only. */
export function wheeled(start: Block, corner: "left" | "right", point: Xy): Step {
  const [w, d] = [start.width / 2, start.depth / 2];
  const about = at(start, corner === "right" ? -w : w, d);
  const frame = { x: about[0], y: about[1], facing: start.facing };
  const [r, f] = seen(frame, point);
  const degrees =
    (Math.atan2(f, Math.abs(r) < 1e-6 && f === 0 ? 1 : corner === "right" ? r : -r) * 180) / Math.PI;
  const angle = Math.max(0, Math.min(180, degrees));
  return corner === "right"
    ? { kind: "wheel_left", degrees: angle }
    : { kind: "wheel_right", degrees: angle };
}

/** Steps put behind others: two alike in a row become one. */
export function joined(path: Step[], more: Step[]): Step[] {
  const out = [...path];
  for (const step of more) {
    const last = out[out.length - 1];
    if (last?.kind === "to" && step.kind === "to") out[out.length - 1] = step;
    else if (last && "mm" in last && "mm" in step && last.kind === step.kind)
      out[out.length - 1] = { ...last, mm: last.mm + step.mm };
    else if (last && "degrees" in last && "degrees" in step && last.kind === step.kind)
      out[out.length - 1] = { ...last, degrees: last.degrees + step.degrees };
    else out.push(step);
  }
  return out;
}

/** The way to face in a zone: toward the middle of the table. */
export function inward(zone: Xy[], table: { width: number; depth: number }): number {
  const box = bounds(zone);
  const [dx, dy] = [table.width / 2 - box.x - box.width / 2, table.depth / 2 - box.y - box.height / 2];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 90 : 270;
  return dy > 0 ? 0 : 180;
}

/** A first arrangement of units inside a zone: in ranks, facing the middle of the table. */
export function arranged(
  units: Unit[],
  zone: Xy[],
  table: { width: number; depth: number },
  facing = inward(zone, table),
): [number, Pose][] {
  const box = bounds(zone);
  const middle: Xy = [box.x + box.width / 2, box.y + box.height / 2];
  const across = facing % 180 === 0 ? box.width : box.height;
  const deep = facing % 180 === 0 ? box.height : box.width;
  const frame = { x: middle[0], y: middle[1], facing };
  const out: [number, Pose][] = [];
  let ahead = deep / 2 - 0.5;
  let row: Unit[] = [];
  const flush = () => {
    const wide = row.reduce((sum, u) => sum + u.width, 0);
    const thick = Math.max(...row.map((u) => u.depth));
    let r = -wide / 2;
    for (const u of row) {
      const f = units.length === 1 ? -deep / 2 + u.depth / 2 : ahead - u.depth / 2;
      const [x, y] = at(frame, r + u.width / 2, f);
      out.push([u.id, { x, y, facing }]);
      r += u.width;
    }
    ahead -= thick + 8;
    row = [];
  };
  for (const u of units) {
    if (row.length && row.reduce((sum, v) => sum + v.width, 0) + u.width > across - 4) flush();
    row.push(u);
  }
  if (row.length) flush();
  return out;
}
