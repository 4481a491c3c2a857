// Moves in the making: the one in hand, carried as far as the umpire allows, and those planned before it.

import { against } from "../../lib/words";
import { type Block, covers, type Pose } from "../../table/geometry";
import { boxed, type GhostOf } from "../../table/ghost";
import type { Drag } from "../../table/pointer";
import type { Way } from "../../wire/messages";
import type { Command, Form, Manner, Preview, Refusal, Terrain, Unit, View, Xy } from "../../wire/types";
import { type LineTool, lined, lineWords } from "../line";
import { cornered, type Manoeuvre, towards, turned } from "../manoeuvre";
import {
  command,
  formation,
  guess,
  inOrder,
  isEmpty,
  joined,
  legs,
  ofGrid,
  type Plan,
  type Step,
} from "../plan";
import { type GuideLine, snap } from "../snap";
import { type Desk, type Draft, type Rehearsal, Soon, those } from "./draft";

/** A move that is planned and not given. */
export interface Order {
  units: number[];
  command: Command;
  words: string;
  ghosts: GhostOf[];
  /** What the hand did, to be taken up again. */
  plan: Plan;
}

type MoveForm = Extract<Form, { kind: "move" }>;

/** Pixels within which a guide pulls. */
const PULL = 9;

export class MoveDraft implements Draft {
  readonly kind = "move";
  plan = $state.raw<Plan | null>(null);
  way = $state.raw<Way | null>(null);
  orders = $state.raw<Order[]>([]);
  rehearsal = $state.raw<Rehearsal | null>(null);
  guides = $state.raw<GuideLine[]>([]);
  /** Enemies that the picked unit may be sent at. */
  prey = $state.raw<number[]>([]);
  manner = $state("");
  picked = $state.raw<number[]>([]);
  /** What came of the last tool for lines, where it did not do all it was to do. */
  said = $state("");
  private mannerFixed = false;
  private used = new Map<string, string>();
  private asked = 0;
  private soon = new Soon(35);
  private base: Step[] = [];

  constructor(
    private readonly question: MoveForm,
    private readonly view: View,
    private readonly desk: Desk,
  ) {}

  /** The question as it would stand after what is planned. */
  get form(): MoveForm {
    const ask = this.rehearsal?.view.pending;
    const form = ask && ask.kind !== "over" ? ask.ask?.form : undefined;
    return form?.kind === "move" ? form : this.question;
  }

  get may(): number[] {
    return this.rehearsal?.rolls ? [] : this.form.units;
  }

  /** The units as they would stand after what is planned. */
  units: Unit[] = $derived.by(() => this.rehearsal?.view.units ?? this.view.units);

  chosen: Unit[] = $derived.by(() =>
    inOrder(those(this.picked, this.units).filter((u) => u.place === "table")),
  );

  get preview(): Preview | null {
    return this.way?.preview ?? null;
  }

  get refused(): boolean {
    return this.way !== null && this.way.command === null;
  }

  /** Whether the plan in hand can be given. */
  get whole(): boolean {
    return this.plan !== null && !isEmpty(this.plan) && (this.way?.command ?? null) !== null;
  }

  get ready(): boolean {
    return this.whole ? this.good === this.orders.length : this.good > 0 && !this.plan;
  }

  /** How many of the planned orders can be given: those behind one that cannot are left out. */
  get good(): number {
    const told = this.rehearsal;
    return told?.refusals.length ? Math.min(told.done, this.orders.length) : this.orders.length;
  }

  get deed(): string {
    const n = this.good + (this.plan ? 1 : 0);
    if (n === 0) return "";
    return n === 1 ? "Give the order" : `Give ${n} orders`;
  }

  /** All that is planned, as the umpire takes it. */
  get commands(): Command[] {
    const last = this.whole ? [this.way!.command!] : [];
    return [...this.after.slice(0, this.good), ...last];
  }

  private get after(): Command[] {
    return this.orders.map((o) => o.command);
  }

  command(): Command | null {
    return this.commands[0] ?? null;
  }

  get targets(): number[] {
    return this.plan?.at ? [this.plan.at.unit] : this.prey;
  }

  /** The steps in hand as far as the umpire lets them be carried out. */
  get steps(): Step[] {
    const [plan, way] = [this.plan, this.way];
    const allowed = way?.stopped_by.length ? way.command : null;
    if (!plan || !way || !allowed || typeof allowed === "string" || !("move" in allowed))
      return plan?.steps ?? [];
    const lead = this.chosen[0];
    const end = way.preview.ghosts.find(([id]) => id === lead?.id)?.[1].at(-1);
    return allowed.move.path.flatMap((step) => {
      // A pose is the umpire's, not as the table is looked at: its ghost is.
      if ("to" in step) return end ? [{ kind: "to", pose: { x: end[0], y: end[1], facing: end[2] } }] : [];
      return [ofGrid(step)];
    });
  }

  /** Whether dice are thrown once all this is given: then nothing can follow, and nothing is taken back. */
  get rolls(): boolean {
    return (this.plan !== null && this.way?.rolls) || (this.rehearsal?.rolls ?? false);
  }

  /** Whether the picked units are one group, as the umpire counts them. */
  get together(): boolean {
    return this.form.groups.some((g) => this.picked.every((id) => g.includes(id)));
  }

  /** How far the hand points beyond where the units stop, in millimetres. */
  get beyond(): number {
    const lead = this.chosen[0];
    if (!lead || !this.plan || !this.way?.stopped_by.length || !this.way.command) return 0;
    const wanted = guess([lead], this.plan.steps)[0]?.[1].at(-1);
    const end = this.way.preview.ghosts.find(([id]) => id === lead.id)?.[1].at(-1);
    if (this.chosen.length > 1 || !wanted || !end) return 0;
    return Math.hypot(wanted.x - end[0], wanted.y - end[1]);
  }

  /** What stops the move in hand short of where the hand points. */
  get stoppedBy(): Refusal[] {
    return this.way?.command ? this.way.stopped_by : [];
  }

  ghosts: GhostOf[] = $derived.by(() => {
    const planned = this.orders.flatMap((o, i) =>
      o.ghosts.map((g, j): GhostOf => (j === 0 ? { ...g, n: i + 1 } : g)),
    );
    const plan = this.plan;
    if (!plan || isEmpty(plan)) return planned;
    const told = this.way?.preview.ghosts ?? [];
    const list: [number, Pose[]][] = told.length
      ? told.map(([id, ends]) => [id, ends.map(([x, y, facing]) => ({ x, y, facing }))])
      : guess(this.chosen, plan.steps);
    const now = list.flatMap(([id, ends]) => {
      const unit = this.units.find((u) => u.id === id);
      return unit && ends.length ? [{ unit, legs: ends }] : [];
    });
    return [...planned, ...now];
  });

  /** The block whose corners can be dragged: where the plan ends, or where the units stand. */
  block: Block | null = $derived.by(() => {
    if (this.chosen.length === 0 || !this.chosen.every((u) => this.may.includes(u.id))) return null;
    const start = formation(this.chosen);
    if (!this.plan) return start;
    const ends = new Map(this.way?.preview.ghosts.map(([id, poses]) => [id, poses.at(-1)]));
    const there = this.chosen.flatMap((u) => {
      const end = ends.get(u.id);
      return end ? [{ ...u, x: end[0], y: end[1], facing: end[2] }] : [];
    });
    if (there.length === this.chosen.length) return formation(there);
    return legs(start, this.plan.steps).at(-1) ?? start;
  });

  /** Opposite corners of the box in which the picked units would be, for the cost label. */
  get there(): { from: Xy; to: Xy } | null {
    const own = this.ghosts.filter((g) => this.picked.includes(g.unit.id));
    return own.length && this.plan ? boxed(own) : null;
  }

  // ---- who

  /** Others are picked; what stands whole is kept as an order. */
  pick(ids: number[]) {
    this.keep();
    this.picked = ids;
    this.fresh();
  }

  private fresh() {
    this.said = "";
    this.plan = null;
    this.way = null;
    this.base = [];
    this.guides = [];
    const kind = this.picked.length > 1 ? "many" : "one";
    const list = this.form.manners;
    const usual = kind === "many" ? list.find((m) => m.many) : undefined;
    this.manner = this.used.get(kind) ?? usual?.key ?? list[0]?.key ?? "";
    this.mannerFixed = false;
    void this.askPrey();
  }

  private mannerOf(is: (m: Manner) => boolean): Manner | undefined {
    return this.form.manners.find(is);
  }

  private get mover(): Unit | undefined {
    const [one, more] = this.chosen;
    return one && !more && this.may.includes(one.id) ? one : undefined;
  }

  /** A unit picked as the aim of the one in hand: an enemy it may be sent at, or a friend where one is asked for. */
  aimAt(id: number): boolean {
    const mover = this.mover;
    const there = this.units.find((u) => u.id === id);
    if (!mover || !there || id === mover.id) return false;
    const now = this.mannerOf((m) => m.key === this.manner);
    const enemy = there.side !== mover.side;
    if (enemy ? now?.aim !== "enemy" && !this.prey.includes(id) : now?.aim !== "friend") return false;
    this.sendAt(id, enemy);
    return true;
  }

  private sendAt(id: number, enemy: boolean) {
    const manner = this.mannerOf((m) => m.aim === (enemy ? "enemy" : "friend"));
    if (!manner || this.plan?.at?.unit === id) return;
    this.manner = manner.key;
    this.mannerFixed = true;
    this.plan = { manner: manner.key, units: this.picked, steps: [], at: { unit: id, enemy } };
    this.guides = [];
    this.soon.call(() => this.judge());
  }

  /** Asks which enemies the picked unit may be sent at. */
  private async askPrey() {
    this.prey = [];
    const mover = this.mover;
    if (!mover || !this.mannerOf((m) => m.aim === "enemy")) return;
    const foes = this.units.filter((u) => u.place === "table" && u.side !== mover.side);
    const answers = await this.desk.ways(
      foes.map((f) => ({ charge: { unit: mover.id, target: f.id } })),
      this.after,
    );
    if (this.mover?.id === mover.id)
      this.prey = foes.flatMap((f, i) => (answers?.[i]?.command ? [f.id] : []));
  }

  /** The keys of the manners in which the picked units could do anything now. */
  get manners(): string[] {
    const { units, of_use } = this.form;
    const [first, ...rest] = this.chosen.map((u) => of_use[units.indexOf(u.id)] ?? []);
    return (first ?? []).filter((key) => rest.every((others) => others.includes(key)));
  }

  /** How the picked unit gets about. */
  get gait(): Manoeuvre {
    if (!this.chosen[0]) return "freely";
    return this.form.gets_about[this.form.units.indexOf(this.chosen[0].id)] ?? "freely";
  }

  // ---- the plan in hand

  setManner(key: string) {
    this.manner = key;
    this.mannerFixed = true;
    const aim = this.mannerOf((m) => m.key === key)?.aim;
    if (aim === "enemy" || aim === "friend") {
      this.plan = null;
      this.way = null;
    } else this.revise(this.plan?.steps ?? []);
  }

  /** The plan with these steps; the umpire is asked how far it can be carried out. */
  revise(steps: Step[]) {
    if (this.chosen.length === 0) return;
    const onSpot = this.mannerFixed && this.mannerOf((m) => m.key === this.manner)?.aim === "spot";
    this.plan = { manner: this.manner, units: this.chosen.map((u) => u.id), steps, onSpot };
    this.soon.call(() => this.judge());
  }

  add(step: Step) {
    this.revise(joined(this.steps, [step]));
  }

  private async judge() {
    const plan = this.plan;
    if (!plan || isEmpty(plan)) {
      this.way = null;
      return;
    }
    const turn = ++this.asked;
    const others = this.form.manners.filter((m) => m.key !== plan.manner && m.aim === "path");
    const manners = plan.at || this.mannerFixed ? [plan.manner] : [plan.manner, ...others.map((m) => m.key)];
    const ways = await this.desk.ways(
      manners.map((m) => command({ ...plan, manner: m })),
      this.after,
    );
    if (turn !== this.asked || this.plan !== plan || !ways?.length) return;
    const best = furthest(plan, ways, this.chosen[0]);
    this.way = ways[best] ?? null;
    if (best > 0) {
      this.manner = manners[best]!;
      this.plan = { ...plan, manner: this.manner };
    }
    if (this.way?.command) this.used.set(this.picked.length > 1 ? "many" : "one", this.manner);
  }

  get canBack(): boolean {
    return (this.plan?.steps.length ?? 0) > 0 || this.plan?.at !== undefined || this.orders.length > 0;
  }

  /** Takes the last step of the plan back, then the last order planned. */
  back() {
    if (this.plan && this.plan.steps.length > 1) this.revise(this.plan.steps.slice(0, -1));
    else if (this.plan) this.lay();
    else if (this.orders.length) this.strike(this.orders.length - 1);
  }

  /** Lays the plan in hand down. */
  lay() {
    this.plan = null;
    this.way = null;
    this.base = [];
    this.guides = [];
  }

  // ---- orders planned

  /** Keeps the plan in hand as an order, if it can be given. */
  keep(): boolean {
    const [way, plan] = [this.way, this.plan];
    if (!plan || !way?.command || this.rehearsal?.rolls) return false;
    const own = this.ghosts.filter((g) => plan.units.includes(g.unit.id));
    const words = way.preview.words[0] ?? "";
    this.orders = [...this.orders, { units: plan.units, command: way.command, words, ghosts: own, plan }];
    this.lay();
    void this.rehearse();
    return true;
  }

  strike(i: number) {
    this.orders = this.orders.filter((_, n) => n !== i);
    void this.rehearse();
  }

  /** Takes a planned order in hand again: its units are picked, and it goes on from where it was. */
  async take(i: number): Promise<number[]> {
    const order = this.orders[i];
    if (!order) return this.picked;
    this.keep();
    this.orders = this.orders.filter((o) => o !== order);
    this.picked = order.units;
    this.fresh();
    await this.rehearse();
    this.manner = order.plan.manner;
    this.plan = order.plan;
    void this.judge();
    return order.units;
  }

  /** Puts a planned order elsewhere in the list. */
  reorder(from: number, to: number) {
    const list = [...this.orders];
    const [order] = list.splice(from, 1);
    if (!order || to < 0 || to > list.length) return;
    list.splice(to, 0, order);
    this.orders = list;
    void this.rehearse();
  }

  private async rehearse() {
    const orders = this.orders;
    if (orders.length === 0) {
      this.rehearsal = null;
      return;
    }
    const answer = await this.desk.rehearse(this.after);
    if (this.orders === orders) this.rehearsal = answer;
  }

  /** Brings the picked units into a line: an order for each that moves. */
  async line(tool: LineTool) {
    this.keep();
    const before = this.orders.length;
    const stopped: string[] = [];
    const moved = lined(tool, this.chosen);
    for (const [id, pose] of moved) {
      const unit = this.units.find((u) => u.id === id);
      if (!unit || !this.may.includes(id)) continue;
      const gait = this.form.gets_about[this.form.units.indexOf(id)] ?? "freely";
      const steps: Step[] =
        gait === "freely"
          ? [{ kind: "to", pose }]
          : towards(unit, [pose.x - unit.x, pose.y - unit.y], gait, true, 0.01);
      const plans = this.form.manners
        .filter((m) => m.aim === "path")
        .map((m): Plan => ({ manner: m.key, units: [id], steps }));
      const ways = await this.desk.ways(plans.map(command), this.after);
      const best = ways ? furthest(plans[0]!, ways, unit) : -1;
      const way = ways?.[best];
      if (!way?.command) {
        const no = way?.preview.refusals[0];
        stopped.push(`${unit.label}: ${no ? against(no, [id], this.units) : "it cannot get there"}`);
        continue;
      }
      const ends = way.preview.ghosts.find(([g]) => g === id)?.[1] ?? [];
      const ghost = { unit, legs: ends.map(([x, y, facing]) => ({ x, y, facing })) };
      const words = way.preview.words[0] ?? "";
      const order = { units: [id], command: way.command, words, ghosts: [ghost], plan: plans[best]! };
      this.orders = [...this.orders, order];
      await this.rehearse();
    }
    this.said = lineWords(moved.length, this.orders.length - before, stopped);
    if (this.orders.length > before) this.picked = [];
  }

  // ---- the hand on the table

  /** A drag of the picked block, of a front corner, or of a unit that is picked by it. */
  drag(d: Drag, k: number, terrain: Terrain[]) {
    if (d.phase === "start") {
      // A drag of the units themselves begins anew; a drag of the ghost goes on from where it is.
      this.base = d.id === null ? this.steps : [];
      if (d.id !== null && this.plan?.at) this.fresh();
      return;
    }
    if (d.phase === "cancel") {
      this.guides = [];
      if (this.base.length) this.revise(this.base);
      else this.lay();
      return;
    }
    if (d.phase === "end") this.guides = [];
    if (this.chosen.length === 0) return;
    const foe = d.what === "block" ? this.foeAt(d.to) : undefined;
    if (foe) return this.sendAt(foe.id, true);
    if (this.plan?.at) this.leaveAim();
    const at = this.endOf(this.base);
    if (d.what !== "block") return this.revise(joined(this.base, [cornered(at, d.what, d.to, this.gait)]));
    const by: Xy = [d.to[0] - d.from[0], d.to[1] - d.from[1]];
    this.goBy(at, d.straight ? straightOn(at, by) : by, this.base, 14 / k);
    if (d.free) this.guides = [];
    else this.pull(PULL / k, terrain, d.phase === "move");
  }

  /** A click on bare table: the units go there by the best way they have. */
  goTo(spot: Xy, k: number, terrain: Terrain[]): boolean {
    if (this.chosen.length === 0 || !this.chosen.every((u) => this.may.includes(u.id))) return false;
    if (this.plan?.at) this.leaveAim();
    const start = formation(this.chosen);
    this.way = null;
    this.goBy(start, [spot[0] - start.x, spot[1] - start.y], [], 14 / k);
    this.pull(PULL / k, terrain, false);
    return true;
  }

  /** Lets guides pull the end of the plan. */
  private pull(slack: number, terrain: Terrain[], shown: boolean) {
    const steps = this.plan?.steps ?? [];
    const end = this.endOf(steps);
    const start = formation(this.chosen);
    const units = this.units.filter((u) => u.place === "table" && !this.picked.includes(u.id));
    const side = this.chosen[0]?.side ?? null;
    const { x, y, guides } = snap(end, { units, terrain, side, start }, slack);
    this.guides = shown ? guides : [];
    const by: Xy = [x - end.x, y - end.y];
    if (Math.hypot(by[0], by[1]) < 1e-6) return;
    this.goBy(start, [end.x + by[0] - start.x, end.y + by[1] - start.y], [], 0.01, this.base);
  }

  /** An enemy under a point, where units may be sent at enemies. */
  private foeAt(p: Xy): Unit | undefined {
    if (!this.mover || !this.mannerOf((m) => m.aim === "enemy")) return undefined;
    const side = this.mover.side;
    return this.units.find((u) => u.place === "table" && u.side !== side && covers(u, p, 1));
  }

  /** Back from an enemy to a path. */
  private leaveAim() {
    this.manner = this.mannerOf((m) => m.aim === "path")?.key ?? "";
    this.mannerFixed = false;
    this.lay();
  }

  private endOf(path: Step[]): Block {
    const start = formation(this.chosen);
    return legs(start, path).at(-1) ?? start;
  }

  /** Moves the end of the plan: units that cannot go anywhere set out anew for the place it comes to. */
  private goBy(from: Block, by: Xy, base: Step[], slack: number, turnedFirst: Step[] = base) {
    const alone = this.chosen.length === 1;
    const bent = turnedFirst.some((s) => s.kind.startsWith("wheel") || s.kind === "turn");
    if (bent && turnedFirst !== base) {
      // A line that has wheeled goes on from there.
      const at = this.endOf(turnedFirst);
      const to: Xy = [from.x + by[0] - at.x, from.y + by[1] - at.y];
      return this.revise(joined(turnedFirst, towards(at, to, this.gait, alone, slack)));
    }
    if (!alone || this.gait === "freely")
      return this.revise(joined(base, towards(from, by, this.gait, alone, slack)));
    const start = formation(this.chosen);
    this.revise(
      towards(start, [from.x + by[0] - start.x, from.y + by[1] - start.y], this.gait, alone, slack),
    );
  }

  /** One step of the arrows, in the ruler's steps. */
  nudge(way: Xy, mm: number) {
    if (this.chosen.length === 0) return;
    if (this.plan?.at) this.leaveAim();
    const path = this.steps;
    this.goBy(this.endOf(path), [way[0] * mm, way[1] * mm], path, 0.01);
  }

  rotate(degrees: number) {
    const block = this.plan ? this.endOf(this.steps) : this.block;
    if (!block) return;
    const step = turned(block, degrees, this.gait, this.chosen.length === 1);
    this.revise(joined(this.steps, [step]));
  }
}

/** Only what leads straight ahead. */
function straightOn(at: Block, by: Xy): Xy {
  const a = (at.facing * Math.PI) / 180;
  const ahead = by[0] * Math.sin(a) + by[1] * Math.cos(a);
  return [Math.sin(a) * ahead, Math.cos(a) * ahead];
}

/** Which of several ways ends nearest to where the plan points: the first, if no other is better. */
function furthest(plan: Plan, ways: Way[], lead: Unit | undefined): number {
  const whole = ways.findIndex((w) => w.command && w.stopped_by.length === 0);
  if (whole >= 0 || !lead) return Math.max(0, whole);
  const wanted = guess([lead], plan.steps)[0]?.[1].at(-1);
  const short = ways.map((w) => {
    const end = w.command ? w.preview.ghosts.find(([id]) => id === lead.id)?.[1].at(-1) : undefined;
    if (!end || !wanted) return w.command ? 1e6 : Number.POSITIVE_INFINITY;
    return Math.hypot(wanted.x - end[0], wanted.y - end[1]);
  });
  return short.reduce((best, s, i) => (s < short[best]! - 1 ? i : best), 0);
}
