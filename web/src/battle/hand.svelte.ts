// What the player has in hand: the units picked and the answer in the making. The umpire's previews judge it.

import { type Block, corners, covers, type Pose } from "../table/geometry";
import type { GhostOf } from "../table/ghost";
import { gridPose } from "../wire/grid";
import type { Command, Form, Manner, Preview, Refusal, Region, Unit, Xy } from "../wire/types";
import { Laying } from "./laying.svelte";
import { cornered, type Manoeuvre, towards, turned } from "./manoeuvre";
import { snapped } from "./place";
import {
  arranged,
  command,
  formation,
  group,
  guess,
  inOrder,
  isEmpty,
  joined,
  legs,
  mayAct,
  type Plan,
  type Step,
} from "./plan";
import type { Session } from "./session.svelte";
import { Sheet } from "./sheet.svelte";

const PAUSE = 70;
/** How long a refused plan rests before other manners are tried. */
const PROBE = 150;

export class Hand {
  picked = $state.raw<number[]>([]);
  plan = $state.raw<Plan | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** Poses of units that are being set down. */
  places = $state.raw<Map<number, Pose>>(new Map());
  pairs = $state.raw<[number, number][]>([]);
  aims = $state.raw<Map<number, number>>(new Map());
  readonly land = new Laying(() => this.judgeLand());
  /** The sheet being filled in. */
  sheet = $state.raw<Sheet | null>(null);
  /** What each option would bring. */
  prospects = $state.raw<(Preview | null)[]>([]);
  regions = $state.raw<Region[]>([]);
  overlay = $state.raw<Region[]>([]);
  overlayKind = $state("");
  /** Enemies that the picked unit may be sent at. */
  prey = $state.raw<number[]>([]);
  manner = $state("");
  private mannerFixed = false;
  private used = new Map<string, string>();
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private probe: ReturnType<typeof setTimeout> | undefined;
  private base: Step[] = [];
  private grabbed: Map<number, Pose> = new Map();

  constructor(private session: Session) {}

  get form(): Form | undefined {
    return this.session.ask?.form;
  }

  may: number[] = $derived.by(() => mayAct(this.form));

  chosen: Unit[] = $derived.by(() => {
    const units = this.session.view?.units ?? [];
    return inOrder(this.picked.flatMap((id) => units.filter((u) => u.id === id && u.place === "table")));
  });

  refused: boolean = $derived.by(() => (this.preview?.refusals.length ?? 0) > 0);

  ready: boolean = $derived.by(
    () => this.plan !== null && !isEmpty(this.plan) && this.preview !== null && !this.refused,
  );

  /** The places of units as they are drawn while they are being set down. */
  units: Unit[] = $derived.by(() => {
    const units = this.session.units;
    if (this.places.size === 0) return units;
    return units.map((u) => {
      const pose = this.places.get(u.id);
      return pose ? { ...u, ...pose, place: "table" as const } : u;
    });
  });

  ghosts: GhostOf[] = $derived.by(() => {
    const plan = this.plan;
    if (!plan || isEmpty(plan)) return [];
    const known = new Map(this.chosen.map((u) => [u.id, u]));
    const told = this.preview?.ghosts ?? [];
    const list: [number, Pose[]][] = told.length
      ? told.map(([id, ends]) => [id, ends.map(([x, y, facing]) => ({ x, y, facing }))])
      : guess(this.chosen, plan.steps);
    return list.flatMap(([id, ends]) => {
      const unit = known.get(id) ?? this.session.unit(id);
      return unit && ends.length ? [{ unit, legs: ends }] : [];
    });
  });

  /** The block whose corners can be dragged: where the plan ends, or where the units stand. */
  block: Block | null = $derived.by(() => {
    if (this.form?.kind !== "move" || this.chosen.length === 0) return null;
    if (!this.chosen.every((u) => this.may.includes(u.id))) return null;
    const start = formation(this.chosen);
    const ends = this.plan ? legs(start, this.plan.steps) : [];
    return ends[ends.length - 1] ?? start;
  });

  // ---- picking

  pick(id: number, add: boolean) {
    const form = this.form;
    if (form?.kind === "choose") {
      const about = form.options.map((o, i) => ({ i, has: o.units.includes(id) })).filter((o) => o.has);
      this.picked = [id];
      if (about.length === 1) this.lit = about[0]!.i;
      void this.askRegions();
      return;
    }
    if (form?.kind === "sheet") {
      if (this.picked[0] !== undefined && this.sheet?.aim(this.picked[0], id)) return;
      this.sheet?.showUnit(id);
    }
    if (form?.kind === "swap" && form.units.includes(id)) return this.pickForSwap(id, form.pairs);
    if (form?.kind === "shoot" && this.pickForShot(id)) return;
    if (!add && this.pickAt(id)) return;
    const own = this.session.unit(id)?.side === this.session.side;
    if (add && own)
      this.picked = this.picked.includes(id) ? this.picked.filter((p) => p !== id) : [...this.picked, id];
    else this.picked = [id];
    this.fresh();
  }

  pickAll(ids: number[]) {
    const own = ids.filter((id) => this.may.includes(id));
    this.picked = own.length ? own : ids;
    this.fresh();
  }

  /** The whole block that the picked unit stands in. */
  pickGroup() {
    const first = this.chosen[0];
    if (!first) return;
    const among = this.units.filter(
      (u) => u.side === first.side && u.place === "table" && this.may.includes(u.id),
    );
    this.picked = group(first, among).map((u) => u.id);
    this.fresh();
  }

  private fresh() {
    this.plan = null;
    this.preview = null;
    this.base = [];
    const kind = this.picked.length > 1 ? "many" : "one";
    const manners = this.form?.kind === "move" ? this.form.manners : [];
    this.manner = this.used.get(kind) ?? manners[kind === "many" ? 1 : 0]?.key ?? manners[0]?.key ?? "";
    this.mannerFixed = false;
    this.session.reasons = [];
    void this.askRegions();
    void this.askPrey();
  }

  /** The manner of moving of that name, or the first that is told such a thing. */
  private way(is: (m: Manner) => boolean): Manner | undefined {
    return this.form?.kind === "move" ? this.form.manners.find(is) : undefined;
  }

  private get mover(): Unit | undefined {
    const [one, more] = this.chosen;
    return one && !more && this.may.includes(one.id) ? one : undefined;
  }

  /** A unit picked as the aim of the one in hand: an enemy it may be sent at, or a friend where a friend is asked for. */
  private pickAt(id: number): boolean {
    const mover = this.mover;
    const there = this.session.unit(id);
    if (!mover || !there || id === mover.id) return false;
    const now = this.way((m) => m.key === this.manner);
    const enemy = there.side !== mover.side;
    if (enemy ? now?.aim !== "enemy" && !this.prey.includes(id) : now?.aim !== "friend") return false;
    this.aimAt(id, enemy);
    return true;
  }

  private aimAt(id: number, enemy: boolean) {
    const manner = this.way((m) => m.aim === (enemy ? "enemy" : "friend"));
    if (!manner || this.plan?.at?.unit === id) return;
    this.manner = manner.key;
    this.mannerFixed = true;
    this.plan = { manner: manner.key, units: this.picked, steps: [], at: { unit: id, enemy } };
    this.session.reasons = [];
    this.soon(() => this.judge());
  }

  /** Asks which enemies the picked unit may be sent at. */
  private async askPrey() {
    this.prey = [];
    const mover = this.mover;
    if (!mover || !this.way((m) => m.aim === "enemy")) return;
    const foes = this.units.filter((u) => u.place === "table" && u.side !== mover.side);
    const answers = await Promise.all(
      foes.map((f) => this.session.preview({ charge: { unit: mover.id, target: f.id } })),
    );
    if (this.mover?.id === mover.id)
      this.prey = foes.flatMap((f, i) => (answers[i]?.refusals.length === 0 ? [f.id] : []));
  }

  /** How the picked unit gets about. */
  get gait(): Manoeuvre {
    const form = this.form;
    if (form?.kind !== "move" || !this.chosen[0]) return "freely";
    return form.gets_about[form.units.indexOf(this.chosen[0].id)] ?? "freely";
  }

  /** The option under the pointer or last picked. */
  lit = $state(-1);

  drop() {
    if (this.plan) {
      this.plan = null;
      this.preview = null;
      this.base = [];
    } else {
      this.picked = [];
      this.regions = [];
      this.prey = [];
    }
    this.session.reasons = [];
  }

  /** Everything anew: another question. */
  reset() {
    this.plan = null;
    this.preview = null;
    this.base = [];
    this.pairs = [];
    this.prey = [];
    this.prospects = [];
    this.lit = -1;
    const form = this.form;
    const view = this.session.view;
    const standing = new Set(view?.units.filter((u) => u.place === "table").map((u) => u.id));
    this.picked = this.picked.filter(
      (id) => standing.has(id) && form?.kind === "move" && this.may.includes(id),
    );
    this.land.clear();
    this.sheet = form?.kind === "sheet" ? new Sheet(form, (c) => this.session.preview(c)) : null;
    if (form?.kind !== "place") this.places = new Map();
    else if (view) {
      const units = view.units.filter((u) => form.units.includes(u.id));
      const waiting = units.filter((u) => u.place !== "table");
      this.places = new Map([
        ...units
          .filter((u) => u.place === "table")
          .map((u) => [u.id, { x: u.x, y: u.y, facing: u.facing }] as const),
        ...arranged(waiting, form.zone, view.table),
      ]);
      this.judgePlaces();
    }
    this.aims = new Map(form?.kind === "shoot" ? form.shooters.map((s) => [s.unit, s.usual]) : []);
    if (form?.kind === "choose" && form.options.length <= 12) void this.askProspects(form.options.length);
    if (this.picked.length) {
      void this.askRegions();
      void this.askPrey();
    } else this.regions = [];
  }

  private async askProspects(count: number) {
    const ask = this.session.ask;
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => this.session.preview({ choose: i })),
    );
    if (this.session.ask === ask) this.prospects = answers;
  }

  private async askRegions() {
    const ids = this.picked.slice(0, 1);
    const answers = await Promise.all(ids.map((id) => this.session.regions(id)));
    if (ids[0] === this.picked[0]) this.regions = answers.flatMap((r) => r ?? []);
  }

  /** Shows a kind of region for every enemy, or hides it again. */
  async show(kind: string) {
    if (this.overlayKind === kind) {
      this.overlayKind = "";
      this.overlay = [];
      return;
    }
    this.overlayKind = kind;
    const side = this.session.side;
    const them = this.units.filter((u) => u.place === "table" && u.side !== side);
    const answers = await Promise.all(them.map((u) => this.session.regions(u.id)));
    if (this.overlayKind === kind)
      this.overlay = answers.flatMap((r) =>
        (r ?? []).filter((x) => x.kind.includes(kind)).map((x) => ({ ...x, label: "" })),
      );
  }

  // ---- moving

  setManner(key: string) {
    this.manner = key;
    this.mannerFixed = true;
    const aim = this.way((m) => m.key === key)?.aim;
    if (aim === "enemy" || aim === "friend") {
      this.plan = null;
      this.preview = null;
    } else this.revise(this.plan?.steps ?? []);
  }

  /** The plan with these steps; the umpire is asked what it would do. */
  revise(steps: Step[]) {
    if (this.form?.kind !== "move" || this.chosen.length === 0) return;
    const onSpot = this.mannerFixed && this.way((m) => m.key === this.manner)?.aim === "spot";
    this.plan = { manner: this.manner, units: this.chosen.map((u) => u.id), steps, onSpot };
    this.session.reasons = [];
    this.soon(() => this.judge());
  }

  private soon(what: () => void) {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      what();
    }, PAUSE);
  }

  private async judge() {
    const plan = this.plan;
    if (!plan || isEmpty(plan)) {
      this.preview = null;
      return;
    }
    const turn = ++this.asked;
    const first = await this.session.preview(command(plan));
    if (turn !== this.asked || this.plan !== plan || !first) return;
    if (first.refusals.length === 0 || this.mannerFixed) {
      this.preview = first;
      if (first.refusals.length === 0) this.remember();
      return;
    }
    this.preview = first;
    clearTimeout(this.probe);
    this.probe = setTimeout(() => void this.otherManners(plan, turn), PROBE);
  }

  /** Another manner may allow it: the first that does is taken. */
  private async otherManners(plan: Plan, turn: number) {
    if (turn !== this.asked || this.plan !== plan) return;
    const others = (this.form?.kind === "move" ? this.form.manners : []).filter(
      (m) => m.key !== plan.manner && m.aim === "path",
    );
    const answers = await Promise.all(
      others.map((m) => this.session.preview(command({ ...plan, manner: m.key }))),
    );
    if (turn !== this.asked || this.plan !== plan) return;
    const found = answers.findIndex((a) => a && a.refusals.length === 0);
    if (found < 0) return;
    this.manner = others[found]!.key;
    this.plan = { ...plan, manner: this.manner };
    this.preview = answers[found]!;
    this.remember();
  }

  private remember() {
    this.used.set(this.picked.length > 1 ? "many" : "one", this.manner);
  }

  add(step: Step) {
    this.revise(joined(this.plan?.steps ?? [], [step]));
  }

  /** Takes the last step of the plan back. */
  back() {
    if (this.plan && this.plan.steps.length > 0) this.revise(this.plan.steps.slice(0, -1));
    else if (this.pairs.length) this.pairs = this.pairs.slice(0, -1);
    else if (this.land.pieces.length) this.land.remove(this.land.pieces.length - 1);
    else this.sheet?.back();
    if (this.plan && isEmpty(this.plan)) {
      this.plan = null;
      this.preview = null;
    }
  }

  /** A drag of the picked block, of a front corner, or of a unit that is picked by it. */
  drag(
    what: "block" | "left" | "right",
    id: number | null,
    from: Xy,
    to: Xy,
    phase: "start" | "move" | "end" | "cancel",
    k: number,
  ) {
    const form = this.form;
    if (form?.kind === "place") return this.dragPlace(id, from, to, phase);
    if (form?.kind !== "move") return;
    if (phase === "start") {
      if (id !== null && !this.picked.includes(id)) {
        this.picked = [id];
        this.fresh();
      }
      // A drag of the units themselves begins anew; a drag of the ghost goes on from where it is.
      this.base = id === null ? (this.plan?.steps ?? []) : [];
      if (id !== null && this.plan?.at) this.fresh();
      return;
    }
    if (phase === "cancel") {
      this.revise(this.base);
      return;
    }
    if (this.chosen.length === 0) return;
    const foe = what === "block" ? this.foeAt(to) : undefined;
    if (foe) return this.aimAt(foe.id, true);
    if (this.plan?.at) this.leaveAim();
    const at = this.endOf(this.base);
    if (what === "block") this.goBy(at, [to[0] - from[0], to[1] - from[1]], this.base, 14 / k);
    else this.revise(joined(this.base, [cornered(at, what, to, this.gait)]));
  }

  /** An enemy under a point, where units may be sent at enemies. */
  private foeAt(p: Xy): Unit | undefined {
    if (!this.mover || !this.way((m) => m.aim === "enemy")) return undefined;
    const side = this.mover.side;
    return this.units.find((u) => u.place === "table" && u.side !== side && covers(u, p, 1));
  }

  /** Back from an enemy to a path. */
  private leaveAim() {
    this.manner = this.way((m) => m.aim === "path")?.key ?? "";
    this.mannerFixed = false;
    this.plan = null;
    this.preview = null;
  }

  private endOf(path: Step[]): Block {
    const start = formation(this.chosen);
    return legs(start, path).at(-1) ?? start;
  }

  /** Moves the end of the plan: units that cannot go anywhere set out anew for the place it comes to. */
  private goBy(at: Block, by: Xy, base: Step[], slack: number) {
    const alone = this.chosen.length === 1;
    if (!alone || this.gait === "freely")
      return this.revise(joined(base, towards(at, by, this.gait, alone, slack)));
    const start = formation(this.chosen);
    this.revise(towards(start, [at.x + by[0] - start.x, at.y + by[1] - start.y], this.gait, alone, slack));
  }

  /** One step of the arrows: up is north, in the ruler's steps. */
  nudge(way: Xy, mm: number) {
    if (this.form?.kind === "place") return this.nudgePlaces(way, mm);
    if (this.form?.kind !== "move" || this.chosen.length === 0) return;
    if (this.plan?.at) this.leaveAim();
    const path = this.plan?.steps ?? [];
    this.goBy(this.endOf(path), [way[0] * mm, way[1] * mm], path, 0.01);
  }

  rotate(degrees: number) {
    if (this.form?.kind === "place") {
      this.places = new Map(
        [...this.places].map(([id, p]) => [
          id,
          this.picked.includes(id) ? { ...p, facing: (p.facing + degrees + 360) % 360 } : p,
        ]),
      );
      this.judgePlaces();
      return;
    }
    if (this.block)
      this.revise(
        joined(this.plan?.steps ?? [], [turned(this.block, degrees, this.gait, this.chosen.length === 1)]),
      );
  }

  private judgeLand() {
    this.preview = null;
    if (this.land.pieces.length)
      this.soon(async () => {
        const asked = this.land.pieces;
        const answer = await this.session.preview(this.land.command);
        if (asked === this.land.pieces) this.preview = answer;
      });
  }

  // ---- setting down

  private dragPlace(id: number | null, from: Xy, to: Xy, phase: "start" | "move" | "end" | "cancel") {
    if (phase === "start") {
      if (id !== null && !this.picked.includes(id)) this.picked = [id];
      this.grabbed = new Map(
        this.picked.flatMap((p) => (this.places.has(p) ? [[p, this.places.get(p)!] as const] : [])),
      );
      return;
    }
    const [dx, dy] = phase === "cancel" ? [0, 0] : [to[0] - from[0], to[1] - from[1]];
    const next = new Map(this.places);
    for (const [unit, pose] of this.grabbed) next.set(unit, { ...pose, x: pose.x + dx, y: pose.y + dy });
    const units = this.session.view?.units ?? [];
    this.places = phase === "cancel" ? next : snapped(next, [...this.grabbed.keys()], units);
    this.judgePlaces();
  }

  private nudgePlaces(way: Xy, mm: number) {
    const next = new Map(this.places);
    for (const id of this.picked) {
      const p = next.get(id);
      if (p) next.set(id, { ...p, x: p.x + way[0] * mm, y: p.y + way[1] * mm });
    }
    this.places = next;
    this.judgePlaces();
  }

  private judgePlaces() {
    this.soon(async () => {
      const places = this.places;
      const answer = await this.session.preview(this.placing());
      if (places === this.places) this.preview = answer;
    });
  }

  placing(): Command {
    return { place: [...this.places].map(([id, pose]) => [id, gridPose(pose)]) };
  }

  // ---- exchanging and shooting

  private pickForSwap(id: number, most: number) {
    const first = this.picked[0];
    if (first === undefined || first === id || this.pairs.some((p) => p.includes(id))) {
      this.pairs = this.pairs.filter((p) => !p.includes(id));
      this.picked = first === id ? [] : [id];
      return;
    }
    if (this.pairs.length < most) this.pairs = [...this.pairs, [first, id]];
    this.picked = [];
  }

  private pickForShot(id: number): boolean {
    if (this.form?.kind !== "shoot") return false;
    const shooters = this.form.shooters;
    if (shooters.some((s) => s.unit === id)) {
      this.picked = [id];
      void this.askRegions();
      return true;
    }
    const shooter = shooters.find((s) => this.picked.includes(s.unit) && s.targets.includes(id));
    if (!shooter) return false;
    this.aim(shooter.unit, id);
    return true;
  }

  aim(unit: number, target: number) {
    this.aims = new Map(this.aims).set(unit, target);
    const turn = ++this.asked;
    void this.session.preview({ shoot: [...this.aims] }).then((p) => {
      if (turn === this.asked) this.preview = p;
    });
  }

  targets: number[] = $derived.by(() => {
    if (this.form?.kind === "move") return this.plan?.at ? [this.plan.at.unit] : this.prey;
    if (this.form?.kind === "sheet") return this.sheet?.aims ?? [];
    if (this.form?.kind !== "shoot") return [];
    const one = this.form.shooters.find((s) => this.picked.includes(s.unit));
    return one ? one.targets : [...new Set(this.aims.values())];
  });

  /** What the umpire said against it. */
  get against(): Refusal[] {
    return this.session.reasons.length ? this.session.reasons : (this.preview?.refusals ?? []);
  }

  /** Where the picked units would be, for the cost label. */
  get flank(): { left: Xy; right: Xy } | null {
    const ghosts = this.ghosts;
    if (!ghosts.length) return null;
    const points = ghosts.flatMap((g) => corners({ ...g.unit, ...g.legs[g.legs.length - 1]! }));
    return {
      left: points.reduce((best, p) => (p[0] < best[0] ? p : best)),
      right: points.reduce((best, p) => (p[0] > best[0] ? p : best)),
    };
  }

  give(): boolean {
    if (!this.plan || isEmpty(this.plan)) return false;
    return this.session.submit(command(this.plan));
  }
}
