// What the player has in hand: the units picked, and the draft of an answer that fits the question.

import type { GhostOf } from "../table/ghost";
import type { Drag } from "../table/pointer";
import type { Hint } from "../wire/messages";
import type { Ask, Form, Preview, Refusal, Region, TableOf, Unit, Xy } from "../wire/types";
import { ChooseDraft } from "./drafts/choose.svelte";
import type { Draft } from "./drafts/draft";
import { LayDraft } from "./drafts/lay.svelte";
import { MoveDraft } from "./drafts/move.svelte";
import { PlaceDraft } from "./drafts/place.svelte";
import { SheetDraft } from "./drafts/sheet.svelte";
import { ShootDraft } from "./drafts/shoot.svelte";
import { SwapDraft } from "./drafts/swap.svelte";
import type { LineTool } from "./line";
import { gridStep, inOrder } from "./plan";
import type { Session } from "./session.svelte";

export type AnyDraft = MoveDraft | PlaceDraft | SwapDraft | ShootDraft | LayDraft | SheetDraft | ChooseDraft;

export class Hand {
  picked = $state.raw<number[]>([]);
  draft = $state.raw<AnyDraft | null>(null);
  regions = $state.raw<Region[]>([]);
  overlay = $state.raw<Region[]>([]);
  overlayKind = $state("");
  /** What a good general would do, while it is shown. */
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** How units that wait were last arranged: those set down later stay so. */
  private arranged: PlaceDraft["places"] | undefined;

  /** The unit that was clicked while something was still being shown: it is picked for the next question. */
  private meant: number | null = null;

  constructor(private session: Session) {}

  // ---- the draft, by its form

  get move(): MoveDraft | null {
    return this.draft?.kind === "move" ? this.draft : null;
  }
  get place(): PlaceDraft | null {
    return this.draft?.kind === "place" ? this.draft : null;
  }
  get land(): LayDraft | null {
    return this.draft?.kind === "lay" ? this.draft : null;
  }
  get sheet(): SheetDraft | null {
    return this.draft?.kind === "sheet" ? this.draft : null;
  }
  get choice(): ChooseDraft | null {
    return this.draft?.kind === "choose" ? this.draft : null;
  }

  get form(): Form | undefined {
    return this.draft ? this.session.ask?.form : undefined;
  }

  may: number[] = $derived.by(() => {
    const all = this.draft?.may ?? [];
    // A choice may be about enemies too: those are nobody's to act with.
    return this.choice ? all.filter((id) => this.session.unit(id)?.side === this.session.side) : all;
  });

  chosen: Unit[] = $derived.by(() => {
    const units = this.session.view?.units ?? [];
    return inOrder(this.picked.flatMap((id) => units.filter((u) => u.id === id && u.place === "table")));
  });

  get preview(): Preview | null {
    return this.hint?.preview ?? this.draft?.preview ?? null;
  }

  get refused(): boolean {
    if (this.hint) return false;
    return this.move ? this.move.refused : (this.preview?.refusals.length ?? 0) > 0;
  }

  /** Whether a plan stands that Enter would give. */
  get planned(): boolean {
    return this.move !== null && (this.move.whole || this.move.orders.length > 0);
  }

  get targets(): number[] {
    return this.draft?.targets ?? [];
  }

  /** The units as they are drawn while they are being set down. */
  units: Unit[] = $derived.by(() => this.place?.drawn(this.session.units) ?? this.session.units);

  ghosts: GhostOf[] = $derived.by(() => {
    const told = this.hint?.preview ?? this.choice?.preview ?? this.sheet?.preview;
    if (told)
      return told.ghosts.flatMap(([id, ends]) => {
        const unit = this.session.unit(id);
        const legs = ends.map(([x, y, facing]) => ({ x, y, facing }));
        return unit && legs.length ? [{ unit, legs }] : [];
      });
    return this.move?.ghosts ?? [];
  });

  table(table: TableOf): TableOf {
    return this.land?.on(table) ?? table;
  }

  /** What the umpire said against it. */
  get against(): Refusal[] {
    return this.session.reasons.length ? this.session.reasons : (this.preview?.refusals ?? []);
  }

  // ---- picking

  pick(id: number, add: boolean) {
    const draft = this.draft;
    this.session.reasons = [];
    this.hint = null;
    if (draft?.kind === "choose") draft.pick(id);
    if (draft?.kind === "sheet") {
      if (this.picked[0] !== undefined && draft.aim(this.picked[0], id)) return;
      draft.showUnit(id);
    }
    if (draft?.kind === "swap" && draft.may.includes(id)) {
      this.picked = draft.pick(id, this.picked);
      return;
    }
    if (draft?.kind === "shoot" && draft.pick(id) === "target") return;
    if (draft?.kind === "move" && !add && draft.aimAt(id)) return;
    if (draft?.kind === "place") draft.choose(id);
    const own = this.session.unit(id)?.side === this.session.side;
    const several = add && own && draft?.kind !== "choose";
    const had = this.picked.includes(id);
    this.take(several ? (had ? this.picked.filter((p) => p !== id) : [...this.picked, id]) : [id]);
  }

  /** Picks a unit once the next question stands. */
  pickNext(id: number) {
    if (this.session.unit(id)?.side === this.session.side) this.meant = id;
  }

  pickAll(ids: number[]) {
    const own = ids.filter((id) => this.may.includes(id));
    this.take(own.length ? own : ids);
  }

  /** All that could move together with the picked unit. */
  pickGroup() {
    const first = this.picked[0];
    const form = this.move?.form;
    const set = first === undefined ? undefined : form?.groups.find((g) => g.includes(first));
    if (set) this.take(set.filter((id) => this.may.includes(id)));
  }

  private take(ids: number[]) {
    this.picked = ids;
    this.move?.pick(ids);
    void this.askRegions();
  }

  /** Lays the hint, the plan, the last planned order or the picked units down, in that order. */
  drop() {
    this.session.reasons = [];
    if (this.hint) this.hint = null;
    else if (this.move?.plan) this.move.lay();
    else if (this.picked.length) {
      this.picked = [];
      this.move?.pick([]);
      this.regions = [];
    } else if (this.move?.orders.length) this.move.strike(this.move.orders.length - 1);
  }

  /** Another question: what was in hand is laid down. */
  reset() {
    const [ask, view] = [this.session.ask, this.session.view];
    this.arranged = this.place?.places ?? this.arranged;
    this.hint = null;
    this.draft = ask && view ? this.drafted(ask, this.arranged) : null;
    const move = this.move;
    const standing = new Set(view?.units.filter((u) => u.place === "table").map((u) => u.id));
    const free = (id: number) => standing.has(id) && (move?.may.includes(id) ?? false);
    // A set of which some are done is laid down: what is left of it was never picked.
    const next = this.meant !== null ? [this.meant] : this.picked;
    this.meant = null;
    this.picked = next.every(free) ? next : [];
    move?.pick(this.picked);
    if (this.place?.next != null) this.picked = [this.place.next];
    if (this.picked.length) void this.askRegions();
    else this.regions = [];
  }

  private drafted(ask: Ask, before: PlaceDraft["places"] | undefined): AnyDraft {
    const [form, view, desk] = [ask.form, this.session.view!, this.session.asking];
    switch (form.kind) {
      case "move":
        return new MoveDraft(form, view, desk);
      case "place":
        return new PlaceDraft(form, view, desk, before);
      case "swap":
        return new SwapDraft(form);
      case "shoot":
        return new ShootDraft(form, desk);
      case "lay":
        return new LayDraft(form, desk);
      case "sheet":
        return new SheetDraft(form, desk);
      case "choose":
        return new ChooseDraft(form, desk);
    }
  }

  private async askRegions() {
    const [id, more] = this.picked;
    // What one of them could do alone says nothing of several.
    if (id === undefined || more !== undefined) {
      this.regions = [];
      return;
    }
    const after = this.move?.orders.map((o) => o.command) ?? [];
    const answer = await this.session.asking.regions(id, after);
    if (id === this.picked[0]) this.regions = answer ?? [];
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
    const answers = await Promise.all(them.map((u) => this.session.asking.regions(u.id)));
    if (this.overlayKind === kind)
      this.overlay = answers.flatMap((r) =>
        (r ?? []).filter((x) => x.kind.includes(kind)).map((x) => ({ ...x, label: "" })),
      );
  }

  /** Asks a good general, and shows what he would do; asked again, it is taken over. */
  async advise() {
    if (this.thinking || !this.draft) return;
    const ask = this.session.ask;
    this.thinking = true;
    const hint = await this.session.asking.hint();
    this.thinking = false;
    if (this.session.ask === ask) this.hint = hint;
  }

  // ---- the hand on the table

  drag(d: Drag, k: number, table: TableOf) {
    this.hint = null;
    if (d.phase === "start" && d.id !== null && !this.picked.includes(d.id)) this.take([d.id]);
    if (d.phase === "start") this.session.reasons = [];
    this.place?.drag(d, this.picked);
    this.move?.drag(d, k, table.terrain);
    const units = this.picked.flatMap((id) => this.session.unit(id) ?? []);
    // Whoever is taken hold of leads.
    units.sort((a, b) => Number(b.id === d.id) - Number(a.id === d.id));
    this.sheet?.drag(d, units, (id, path, after) =>
      this.session.asking.phrase(id, path.map(gridStep), after),
    );
  }

  /** Whether a unit can be taken by the hand now. */
  canDrag(id: number): boolean {
    if (!this.may.includes(id)) return false;
    return this.move !== null || this.place !== null || (this.sheet?.drawn(id) ?? null) !== null;
  }

  /** A click on bare table: whoever is picked goes there, or is laid down. */
  bare(spot: Xy, k: number, table: TableOf) {
    const went = this.move && !this.hint && this.picked.length > 0 && this.move.goTo(spot, k, table.terrain);
    if (!went) this.drop();
  }

  nudge(way: Xy, mm: number) {
    this.place?.nudge(way, mm, this.picked);
    this.move?.nudge(way, mm);
  }

  rotate(degrees: number) {
    this.place?.rotate(degrees, this.picked);
    this.move?.rotate(degrees);
    this.choice?.turn(degrees);
  }

  /** Takes a planned order in hand again. */
  async retake(i: number) {
    const units = await this.move?.take(i);
    if (units) this.picked = units;
  }

  line(tool: LineTool) {
    if (this.move && this.picked.length > 1)
      void this.move.line(tool).then(() => (this.picked = this.move?.picked ?? []));
  }

  // ---- giving and taking back

  get canBack(): boolean {
    return this.draft?.canBack ?? false;
  }

  back() {
    this.draft?.back();
  }

  /** Gives what stands: the hint, all that is planned, or the answer of the draft. */
  give(): boolean {
    const draft: Draft | null = this.draft;
    if (this.hint) return this.session.give([this.hint.command]);
    if (!draft?.ready) return false;
    if (this.move) return this.session.give(this.move.commands);
    const command = draft.command();
    return command !== null && this.session.submit(command);
  }
}
