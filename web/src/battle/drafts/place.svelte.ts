// Units being set down inside a zone: all at once, or one at a time where the book says so.

import { at, gap, type Pose } from "../../table/geometry";
import type { Drag } from "../../table/pointer";
import { gridPose } from "../../wire/grid";
import type { Command, Form, Preview, Unit, View, Xy } from "../../wire/types";
import { snapped } from "../place";
import { arranged, inward } from "../plan";
import { type Desk, type Draft, Soon } from "./draft";

/** A pose drawn back until it is clear of everyone who stands there already. */
function free(pose: Pose, unit: Unit, units: Unit[]): Pose {
  const standing = units.filter((u) => u.place === "table");
  for (let back = 0; back < 400; back += 5) {
    const [x, y] = at(pose, 0, -back);
    const there = { ...pose, x, y, width: unit.width, depth: unit.depth };
    if (standing.every((u) => gap(there, u) > 1)) return { x, y, facing: pose.facing };
  }
  return pose;
}

export class PlaceDraft implements Draft {
  readonly kind = "place";
  /** Where each unit would stand. */
  places: Map<number, Pose> = $state.raw(new Map());
  preview = $state.raw<Preview | null>(null);
  readonly ready = true;
  readonly targets: number[] = [];
  /** The one that is set down next, where they are set down one at a time. */
  next = $state<number | null>(null);
  private was: Map<number, Pose>[] = $state.raw([]);
  private grabbed: Map<number, Pose> = new Map();
  private soon = new Soon(70);

  /** `before` is how the units were arranged when the last of them was set down. */
  constructor(
    readonly form: Extract<Form, { kind: "place" }>,
    private view: View,
    private desk: Desk,
    before: Map<number, Pose> = new Map(),
  ) {
    const units = view.units.filter((u) => form.units.includes(u.id));
    const waiting = units.filter((u) => u.place !== "table");
    const standing = units
      .filter((u) => u.place === "table")
      .map((u): [number, Pose] => [u.id, { x: u.x, y: u.y, facing: u.facing }]);
    const known = waiting.every((u) => before.has(u.id));
    const fresh = known
      ? waiting.map((u): [number, Pose] => [u.id, before.get(u.id)!])
      : arranged(waiting, form.zone, view.table).map(([id, pose]): [number, Pose] => [
          id,
          free(pose, waiting.find((u) => u.id === id)!, view.units),
        ]);
    this.places = new Map([...standing, ...fresh]);
    this.next = this.single ? (form.units[0] ?? null) : null;
    this.judge();
    if (!known) void this.assign(waiting);
  }

  /** Lays those who have a place of their own to stand in, such as a sector, out in it. */
  private async assign(waiting: Unit[]) {
    const begun = this.places;
    const answers = await Promise.all(waiting.map((u) => this.desk.regions(u.id)));
    const rooms = new Map<string, { outline: Xy[]; units: Unit[] }>();
    for (const [i, unit] of waiting.entries()) {
      const own = answers[i]?.find((r) => r.kind === "reach");
      if (!own) continue;
      const key = JSON.stringify(own.outline);
      const room = rooms.get(key) ?? { outline: own.outline, units: [] };
      room.units.push(unit);
      rooms.set(key, room);
    }
    // What was moved by hand meanwhile stays.
    if (rooms.size === 0 || this.places !== begun) return;
    const facing = inward(this.form.zone, this.view.table);
    const laid = [...rooms.values()].flatMap((r) => arranged(r.units, r.outline, this.view.table, facing));
    this.places = new Map([...this.places, ...laid]);
    this.judge();
  }

  /** Whether they are set down one at a time. */
  get single(): boolean {
    return this.form.at_once === 1 && this.form.units.length > 1;
  }

  get may() {
    return this.form.units;
  }

  get deed() {
    const one = this.single ? this.view.units.find((u) => u.id === this.next) : undefined;
    if (one) return `Set ${one.name} down`;
    return this.form.units.length === 1 ? "Set it down" : "Set them down";
  }

  get canBack() {
    return this.was.length > 0;
  }

  back() {
    const last = this.was.at(-1);
    if (!last) return;
    this.was = this.was.slice(0, -1);
    this.places = last;
    this.judge();
  }

  command(): Command {
    const down = [...this.places].filter(([id]) => !this.single || id === this.next);
    return { place: down.map(([id, pose]) => [id, gridPose(pose)]) };
  }

  /** The units as they are drawn while they are being set down. */
  drawn(units: Unit[]): Unit[] {
    return units.map((u) => {
      const pose = this.places.get(u.id);
      return pose ? { ...u, ...pose, place: "table" as const } : u;
    });
  }

  /** Makes a unit the next to be set down. */
  choose(id: number) {
    if (!this.single || !this.form.units.includes(id)) return;
    this.next = id;
    this.judge();
  }

  drag(d: Drag, picked: number[]) {
    if (d.phase === "start") {
      this.keep();
      this.grabbed = new Map(
        picked.flatMap((p) => (this.places.has(p) ? [[p, this.places.get(p)!] as const] : [])),
      );
      return;
    }
    const [dx, dy] = d.phase === "cancel" ? [0, 0] : [d.to[0] - d.from[0], d.to[1] - d.from[1]];
    const next = new Map(this.places);
    for (const [unit, pose] of this.grabbed) next.set(unit, { ...pose, x: pose.x + dx, y: pose.y + dy });
    const loose = d.phase === "cancel" || d.free;
    this.places = loose ? next : snapped(next, [...this.grabbed.keys()], this.view.units);
    this.judge();
  }

  nudge(way: Xy, mm: number, picked: number[]) {
    this.keep();
    this.each(picked, (p) => ({ ...p, x: p.x + way[0] * mm, y: p.y + way[1] * mm }));
  }

  rotate(degrees: number, picked: number[]) {
    this.keep();
    this.each(picked, (p) => ({ ...p, facing: (p.facing + degrees + 360) % 360 }));
  }

  private keep() {
    this.was = [...this.was, this.places];
  }

  private each(picked: number[], change: (p: Pose) => Pose) {
    this.places = new Map([...this.places].map(([id, p]) => [id, picked.includes(id) ? change(p) : p]));
    this.judge();
  }

  private judge() {
    this.soon.call(async () => {
      const [places, next] = [this.places, this.next];
      const answer = await this.desk.preview(this.command());
      if (places === this.places && next === this.next) this.preview = answer;
    });
  }
}
