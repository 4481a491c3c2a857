// One of several options, each with what it would bring.

import { type Pose, shorter } from "../../table/geometry";
import type { Command, Form, Preview } from "../../wire/types";
import type { Desk, Draft } from "./draft";

/** More options than this are not weighed. */
const WEIGHED = 48;

/** An option that is a way to face. */
export interface Facing {
  option: number;
  facing: number;
}

/** The facings that the options are, if that is all they are: the same unit in the same place, turned. */
export function facingsOf(prospects: (Preview | null)[]): { at: Pose; list: Facing[] } | null {
  const ends = prospects.map((p) => (p?.ghosts.length === 1 ? p.ghosts[0]! : null));
  const first = ends[0];
  const pose = first?.[1].at(-1);
  if (!first || !pose || ends.length < 3) return null;
  const list: Facing[] = [];
  for (const [option, end] of ends.entries()) {
    const there = end?.[1].at(-1);
    if (!end || !there || end[0] !== first[0]) return null;
    if (Math.hypot(there[0] - pose[0], there[1] - pose[1]) > 1) return null;
    list.push({ option, facing: there[2] });
  }
  return { at: { x: pose[0], y: pose[1], facing: pose[2] }, list };
}

export class ChooseDraft implements Draft {
  readonly kind = "choose";
  /** The option under the pointer or last picked. */
  highlighted = $state(-1);
  /** What each option would bring. */
  prospects = $state.raw<(Preview | null)[]>([]);
  /** Where the options are ways to face: they are chosen on the table. */
  facings = $state.raw<{ at: Pose; list: Facing[] } | null>(null);
  readonly canBack = false;
  readonly targets: number[] = [];

  constructor(
    readonly form: Extract<Form, { kind: "choose" }>,
    desk: Desk,
  ) {
    if (form.options.length <= WEIGHED)
      void desk
        .ways(form.options.map((_, i) => ({ choose: i })))
        .then((all) => this.weigh((all ?? []).map((way) => way.preview)));
  }

  private weigh(prospects: (Preview | null)[]) {
    this.prospects = prospects;
    this.facings = facingsOf(prospects);
    if (this.facings && this.highlighted < 0) this.highlighted = 0;
  }

  /** Looks the next way round, by the sign of what it is turned by. */
  turn(degrees: number) {
    const list = [...(this.facings?.list ?? [])].sort((a, b) => a.facing - b.facing);
    const now = list.findIndex((f) => f.option === this.highlighted);
    if (list.length) this.highlighted = list[(now + Math.sign(degrees) + list.length) % list.length]!.option;
  }

  /** Looks the way that is nearest to a bearing. */
  face(bearing: number) {
    const off = (f: Facing) => Math.abs(shorter(bearing, f.facing));
    const best = this.facings?.list.reduce((a, b) => (off(b) < off(a) ? b : a));
    if (best) this.highlighted = best.option;
  }

  get may() {
    return [...new Set(this.form.options.flatMap((o) => o.units))];
  }

  get preview(): Preview | null {
    return this.prospects[this.highlighted] ?? null;
  }

  get ready() {
    return this.form.options.length === 1 || this.highlighted >= 0;
  }

  get deed() {
    if (this.facings) return "Face this way";
    return this.form.options.length === 1 ? this.form.options[0]!.label : "";
  }

  back() {
    this.highlighted = -1;
  }

  /** The option that is about a unit, if only one is. */
  pick(id: number) {
    const about = this.form.options.flatMap((o, i) => (o.units.includes(id) ? [i] : []));
    if (about.length === 1) this.highlighted = about[0]!;
  }

  command(): Command | null {
    if (this.form.options.length === 1) return { choose: 0 };
    return this.highlighted >= 0 ? { choose: this.highlighted } : null;
  }
}
