// The table turned by quarters, so that one's own side is below: what comes from the umpire is turned on its way in,
// what goes to the umpire on its way out. Everything between knows only the table as it is looked at.

import { GRID } from "./grid";
import type { Ask, Command, Entry, Form, GridPose, GridStep, Preview, Region, Unit, View, Xy } from "./types";

/** How many quarters of a turn, clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

interface Size {
  width: number;
  depth: number;
}

interface Pose {
  x: number;
  y: number;
  facing: number;
}

const QUARTER = 2 ** 30;

export class Lens {
  private units = new WeakMap<Unit, Unit>();

  constructor(
    readonly quarters: Quarters,
    /** The table as the umpire knows it. */
    private readonly table: Size,
  ) {}

  /** Whether it turns so, and turns such a table. */
  fits(quarters: Quarters, table: Size): boolean {
    const { width, depth } = this.table;
    return quarters === this.quarters && width === table.width && depth === table.depth;
  }

  get still(): boolean {
    return this.quarters === 0;
  }

  point([x, y]: Xy): Xy {
    const { width, depth } = this.table;
    switch (this.quarters) {
      case 0:
        return [x, y];
      case 1:
        return [y, width - x];
      case 2:
        return [width - x, depth - y];
      case 3:
        return [depth - y, x];
    }
  }

  /** Back to the umpire's table, in grid steps. */
  private origin(x: number, y: number): Xy {
    const [width, depth] = [Math.round(this.table.width * GRID), Math.round(this.table.depth * GRID)];
    switch (this.quarters) {
      case 0:
        return [x, y];
      case 1:
        return [width - y, x];
      case 2:
        return [width - x, depth - y];
      case 3:
        return [y, depth - x];
    }
  }

  /** The true facing of one that is looked at. */
  truly(facing: number): number {
    return (facing + 360 - 90 * this.quarters) % 360;
  }

  private pose<T extends Pose>(p: T): T {
    const [x, y] = this.point([p.x, p.y]);
    return { ...p, x, y, facing: (p.facing + 90 * this.quarters) % 360 };
  }

  private points = (list: Xy[]): Xy[] => list.map((p) => this.point(p));

  unit(u: Unit): Unit {
    if (this.still) return u;
    const had = this.units.get(u);
    if (had) return had;
    const now = this.pose(u);
    this.units.set(u, now);
    return now;
  }

  view(v: View): View {
    if (this.still) return v;
    const [width, depth] =
      this.quarters % 2 === 0 ? [v.table.width, v.table.depth] : [v.table.depth, v.table.width];
    const terrain = v.table.terrain.map((t) => ({
      ...t,
      points: this.points(t.points),
      crest: this.points(t.crest),
    }));
    return {
      ...v,
      table: { ...v.table, width, depth, terrain },
      units: v.units.map((u) => this.unit(u)),
      sites: v.sites.map((s) => ({ ...s, outline: this.points(s.outline) })),
      pending:
        v.pending.kind === "over" || !v.pending.ask
          ? v.pending
          : { ...v.pending, ask: this.ask(v.pending.ask) as Ask },
    };
  }

  private worded<T extends { way: Xy[] }>(line: T): T {
    return { ...line, way: this.points(line.way) };
  }

  private ask(ask: Ask): Ask {
    const form: Form =
      ask.form.kind === "place" ? { ...ask.form, zone: this.points(ask.form.zone) } : ask.form;
    return { ...ask, form };
  }

  entry(e: Entry): Entry {
    return e.kind === "moved" && !this.still ? this.pose(e) : e;
  }

  preview(p: Preview): Preview {
    if (this.still) return p;
    return {
      ...p,
      ghosts: p.ghosts.map(([unit, legs]) => [
        unit,
        legs.map(([x, y, facing]): [number, number, number] => {
          const turned = this.pose({ x, y, facing });
          return [turned.x, turned.y, turned.facing];
        }),
      ]),
      lines: p.lines.map((l) => ({
        ...l,
        way: this.points(l.way),
        meanings: l.meanings.map((m) => this.worded(m)),
        examples: l.examples.map((e) => ({ ...e, line: this.worded(e.line) })),
      })),
    };
  }

  region(r: Region): Region {
    return this.still ? r : { ...r, outline: this.points(r.outline) };
  }

  private grid(p: GridPose): GridPose {
    const [x, y] = this.origin(p.x, p.y);
    return { x, y, facing: (p.facing + 2 ** 32 - QUARTER * this.quarters) % 2 ** 32 };
  }

  /** A command about the table as it is looked at, as the umpire takes it. */
  command(c: Command): Command {
    if (this.still || typeof c === "string") return c;
    if ("place" in c) return { place: c.place.map(([id, p]) => [id, this.grid(p)]) };
    if ("lay" in c)
      return { lay: c.lay.map((p) => ({ ...p, points: p.points.map(([x, y]) => this.origin(x, y)) })) };
    if ("move" in c) return { move: { ...c.move, path: this.path(c.move.path) } };
    return c;
  }

  /** A path on the table as it is looked at, as the umpire takes it. */
  path(steps: GridStep[]): GridStep[] {
    return this.still ? steps : steps.map((s) => ("to" in s ? { to: this.grid(s.to) } : s));
  }
}

/** The turn that brings a side below its enemy: from where both stand, or from where the side is to be set down. */
export function below(v: View, me: "red" | "blue"): Quarters {
  const middle = (points: Xy[]): Xy | null =>
    points.length
      ? [
          points.reduce((s, p) => s + p[0], 0) / points.length,
          points.reduce((s, p) => s + p[1], 0) / points.length,
        ]
      : null;
  const of = (who: "red" | "blue") =>
    middle(v.units.filter((u) => u.side === who && u.place === "table").map((u): Xy => [u.x, u.y]));
  const form = v.pending.kind !== "over" ? v.pending.ask?.form : undefined;
  const mine = of(me) ?? (form?.kind === "place" ? middle(form.zone) : null);
  const theirs = of(me === "red" ? "blue" : "red") ?? [v.table.width / 2, v.table.depth / 2];
  if (!mine) return 0;
  const [dx, dy] = [mine[0] - theirs[0], mine[1] - theirs[1]];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 1 : 3;
  return dy > 0 ? 2 : 0;
}
