// A sheet being filled in: the lines written, the picks made, and how the umpire reads them.

import type { Block } from "../../table/geometry";
import type { Drag } from "../../table/pointer";
import type { Command, Form, LineRead, Odds, Preview, Refusal, Slot, Unit, Xy } from "../../wire/types";
import { cornered, type Manoeuvre, towards } from "../manoeuvre";
import type { Step } from "../plan";
import { type Desk, type Draft, Soon } from "./draft";
import { type Picked, weighed } from "./signs";

export type SheetForm = Extract<Form, { kind: "sheet" }>;

/** What a sheet asks of one unit, or of nobody in particular. */
export interface Row {
  unit: number | null;
  lines: number[];
  picks: number[];
}

/** The rows of a sheet: a unit each; a line for nobody in particular stands alone. */
export function rows(form: SheetForm): Row[] {
  const list: Row[] = [];
  const of = (unit: number | null): Row => {
    const known = unit === null ? undefined : list.find((r) => r.unit === unit);
    if (known) return known;
    const row = { unit, lines: [], picks: [] };
    list.push(row);
    return row;
  };
  form.lines.forEach((l, i) => void of(l.unit).lines.push(i));
  form.picks.forEach((p, i) => void of(p.unit).picks.push(i));
  return list;
}

/** A sentence of ready phrases: punctuation stands close, and it ends. */
export function composed(phrases: string[]): string {
  const said = phrases
    .filter(Boolean)
    .reduce((text, p) => (/^[,.;:]/.test(p) || !text ? text + p : `${text} ${p}`), "");
  if (!said) return "";
  const bare = said.replace(/,$/, "");
  // What ends in a number, or is a code of capitals, is no sentence.
  if (/\d$/.test(bare) || !/\p{Ll}/u.test(bare)) return bare;
  return bare.charAt(0).toUpperCase() + bare.slice(1) + (/[.:]$/.test(bare) ? "" : ".");
}

/** A stretch in bytes of UTF-8 as a stretch of the string. */
export function stretch(text: string, span: [number, number]): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const at = (n: number) => new TextDecoder().decode(bytes.subarray(0, n)).length;
  return [at(span[0]), at(span[1])];
}

/** A text cut where what it is about changes; snags come before remarks, and remarks before all else. */
export function pieces(text: string, read: LineRead | undefined): { words: string; about: string }[] {
  const cuts: { at: [number, number]; about: string }[] = [];
  if (read?.snag) cuts.push({ at: stretch(text, read.snag.span), about: "snag" });
  for (const r of read?.remarks ?? []) cuts.push({ at: stretch(text, r.span), about: r.about });
  for (const [span, about] of read?.marks ?? []) {
    const [from, to] = stretch(text, span);
    const within = cuts.find(({ at, about: a }) => a !== "snag" && at[0] > from && at[1] <= to);
    // What is underlined as one goes on after a word of it that has a remark.
    cuts.push({ at: [from, within ? within.at[0] : to], about });
    if (within) cuts.push({ at: [within.at[1], to], about });
  }
  // Of two that begin together the first named stands; sorting keeps their order.
  cuts.sort((a, b) => a.at[0] - b.at[0]);
  const list: { words: string; about: string }[] = [];
  let here = 0;
  for (const { at, about } of cuts) {
    if (at[0] < here) continue;
    if (at[0] > here) list.push({ words: text.slice(here, at[0]), about: "" });
    if (at[1] > at[0]) list.push({ words: text.slice(at[0], at[1]), about });
    here = Math.max(here, at[1]);
  }
  if (here < text.length) list.push({ words: text.slice(here), about: "" });
  return list;
}

/** What the umpire remarks on a line it understood: the words, and what is said of them. */
export function remarks(
  text: string,
  read: LineRead | undefined,
): { words: string; about: string; says: string }[] {
  return (read?.remarks ?? []).map((r) => {
    const [from, to] = stretch(text, r.span);
    return { words: text.slice(from, to).trim(), about: r.about, says: r.words };
  });
}

interface Kept {
  lines: Record<number, string>;
  picks: Record<number, number>;
}

export class SheetDraft implements Draft {
  readonly kind = "sheet";
  /** Where what is written leads, as far as it is drawn. */
  preview = $state.raw<Preview | null>(null);
  lines = $state.raw<Record<number, string>>({});
  picks = $state.raw<Record<number, number>>({});
  /** The number of the row in hand. */
  open = $state(-1);
  reads = $state.raw<Map<number, LineRead>>(new Map());
  refusals = $state.raw<Refusal[]>([]);
  /** What it would bring. */
  words = $state.raw<string[]>([]);
  odds = $state.raw<Odds[]>([]);
  /** What each way to pick for a unit comes to, where that differs. */
  bars = $state.raw<Map<number, Picked[]>>(new Map());
  /** Whether the umpire has read what stands there now. */
  settled = $state(true);
  readonly rows: Row[];
  private kept: Kept[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private writing = -1;

  constructor(
    readonly form: SheetForm,
    private desk: Desk,
  ) {
    this.rows = rows(form);
    // One thing to decide lies open.
    if (this.rows.length === 1) this.show(0);
    else if (this.form.picks.length || this.draws === "moves") this.soon(0);
  }

  text(line: number): string {
    return this.lines[line] ?? this.form.lines[line]?.now ?? "";
  }

  picked(pick: number): number {
    return this.picks[pick] ?? this.form.picks[pick]?.usual ?? 0;
  }

  get changed(): boolean {
    return Object.keys(this.lines).length + Object.keys(this.picks).length > 0;
  }

  slots(line: number): Slot[] {
    return this.reads.get(line)?.slots ?? [];
  }

  /** Whether a row can be sealed as it stands. */
  state(row: Row): "unclear" | "changed" | "" {
    const snag = row.lines.some((l) => this.reads.get(l)?.snag);
    const against = row.unit !== null && this.refusals.some((r) => r.units.includes(row.unit!));
    if (snag || against) return "unclear";
    const touched = row.lines.some((l) => l in this.lines) || row.picks.some((p) => p in this.picks);
    return touched ? "changed" : "";
  }

  /** What is against it that no row shows. */
  get against(): Refusal[] {
    const shown = new Set(this.rows.flatMap((r) => (r.unit === null ? [] : [r.unit])));
    const snags = [...this.reads.values()].some((r) => r.snag);
    return this.refusals.filter((r) => !r.units.some((u) => shown.has(u)) && !(snags && !r.units.length));
  }

  /** Where the lines of the row in hand lead. */
  get ways(): Xy[][] {
    if (this.pointed) return this.pointed.length ? [this.pointed] : [];
    const lines = this.rows[this.open]?.lines ?? [];
    return lines.flatMap((l) => (this.reads.get(l)?.way.length ? [this.reads.get(l)!.way] : []));
  }

  /** The way of an example or meaning that is pointed at. */
  pointed = $state.raw<Xy[] | null>(null);

  /** What the lines of the row in hand could mean, where they mean more than one thing. */
  get meanings(): { name: string; way: Xy[] }[] {
    const lines = this.rows[this.open]?.lines ?? [];
    const all = lines.flatMap((l) => this.reads.get(l)?.meanings ?? []);
    return all.map((m, i) => ({ name: letter(i), way: m.way }));
  }

  show(row: number) {
    this.pointed = null;
    this.open = this.open === row ? -1 : row;
    if (this.open >= 0) this.soon(0);
  }

  showUnit(unit: number) {
    const row = this.rows.findIndex((r) => r.unit === unit);
    if (row >= 0 && row !== this.open) this.show(row);
  }

  /** Picks what a unit's row says of another: whether there is such an option. */
  aim(unit: number, at: number): boolean {
    for (const p of this.rows.find((r) => r.unit === unit)?.picks ?? []) {
      const option = this.form.picks[p]!.options.findIndex((o) => o.units.length === 1 && o.units[0] === at);
      if (option < 0) continue;
      this.pick(p, option);
      return true;
    }
    return false;
  }

  /** The units that the picks as they stand are about. */
  get targets(): number[] {
    return this.form.picks.flatMap((p, i) => p.options[this.picked(i)]?.units ?? []);
  }

  write(line: number, text: string) {
    this.pointed = null;
    // What is written in one go is taken back in one go.
    if (this.writing !== line) this.keep();
    this.writing = line;
    const { [line]: _, ...rest } = this.lines;
    this.lines = text === this.form.lines[line]?.now ? rest : { ...this.lines, [line]: text };
    this.soon(120);
  }

  pick(pick: number, option: number) {
    this.keep();
    this.writing = -1;
    const { [pick]: _, ...rest } = this.picks;
    this.picks = option === this.form.picks[pick]?.usual ? rest : { ...this.picks, [pick]: option };
    this.soon(60);
  }

  /** Writes a whole line that the reader offers instead. */
  mend(line: number, instead: string) {
    this.writing = -1;
    this.write(line, instead);
    this.writing = -1;
  }

  /** The line that drawing a unit's way writes, if there is one. */
  drawn(unit: number): { line: number; gait: Manoeuvre } | null {
    const line = this.form.lines.findIndex((l) => l.unit === unit && l.draws !== null);
    return line < 0 ? null : { line, gait: this.form.lines[line]!.draws! };
  }

  /** What a way that is drawn writes: the move itself, or an order that leads there; nothing if it writes nothing. */
  get draws(): "moves" | "orders" | null {
    const ways = this.form.lines.flatMap((l) => l.draws ?? []);
    if (!ways.length) return null;
    return ways.every((w) => w === "freely") ? "orders" : "moves";
  }

  /** How many could go somewhere. */
  get movers(): number {
    return new Set(this.form.lines.flatMap((l) => (l.draws && l.unit !== null ? [l.unit] : []))).size;
  }

  /** How many do. */
  get going(): number {
    return this.preview?.ghosts.filter(([, ends]) => ends.length > 0).length ?? 0;
  }

  /** A drag of a unit or of a corner of it: what it means is written, for others that are picked with it too. */
  drag(
    d: Drag,
    [unit, ...others]: Unit[],
    phrase: (unit: number, path: Step[], after: string) => Promise<string | null>,
  ) {
    if (!unit) return;
    const at = this.drawn(unit.id);
    if (d.phase === "start") {
      // Each stroke is taken back by itself.
      this.writing = -1;
      this.base = this.begins(d, unit, at?.line ?? -1);
    }
    if (!at || d.phase === "start" || d.phase === "cancel") return;
    const by: Xy = [d.to[0] - d.from[0], d.to[1] - d.from[1]];
    // An order leads to where the hand is, a move to where the unit would stand.
    const there: Step = { kind: "to", pose: { x: d.to[0], y: d.to[1], facing: unit.facing } };
    const { block, after } = this.base ?? { block: unit, after: "" };
    const move =
      d.what === "block" ? towards(block, by, at.gait, true, 1) : [cornered(block, d.what, d.to, at.gait)];
    const path = at.gait === "freely" ? [there] : move;
    const turn = ++this.strokes;
    this.stroke.call(async () => {
      const words = await phrase(unit.id, path, after);
      if (words && turn > this.drew) {
        this.drew = turn;
        if (!others.length) this.showUnit(unit.id);
        this.write(at.line, words);
        this.same(
          at.line,
          others.map((u) => u.id),
        );
      }
    });
  }

  /** Writes for others what is written in a line, where the same kind of thing is asked of them. */
  private same(line: number, others: number[]) {
    const text = this.text(line);
    for (const id of others) {
      const theirs = this.drawn(id);
      if (theirs) this.lines = { ...this.lines, [theirs.line]: text };
    }
  }

  /** The lines that were written already and that another may take over: the latest of each text. */
  models(line: number): { unit: number; text: string }[] {
    const kind = this.form.lines[line];
    if (!kind || kind.unit === null) return [];
    const written = Object.entries(this.lines).flatMap(([n, text]) => {
      const other = this.form.lines[Number(n)];
      const alike = other && other.unit !== null && other.unit !== kind.unit && other.rule === kind.rule;
      return alike && text && text !== this.text(line) ? [{ unit: other.unit!, text }] : [];
    });
    return written.filter((m, i) => written.findIndex((o) => o.text === m.text) === i).slice(0, 3);
  }

  /** The row after the one in hand is taken in hand. */
  next() {
    this.pointed = null;
    if (this.rows.length) this.show((this.open + 1) % this.rows.length);
  }

  /** Where a stroke begins: who takes the ghost or its corner goes on from there, who takes the unit begins anew. */
  private begins(d: Drag, unit: Unit, line: number): { block: Block; after: string } {
    const ends = this.preview?.ghosts.find(([id]) => id === unit.id)?.[1];
    const end = ends?.at(-1);
    if (d.id !== null || !end) return { block: unit, after: "" };
    const [x, y, facing] = end;
    const { width, depth } = unit;
    return { block: { x, y, facing, width, depth }, after: this.text(line) };
  }
  private base: { block: Block; after: string } | null = null;
  private stroke = new Soon(60);
  private strokes = 0;
  /** The stroke that was last written. */
  private drew = 0;

  /** Takes the last change back. */
  back() {
    const last = this.kept.at(-1);
    if (!last) return;
    this.kept = this.kept.slice(0, -1);
    this.lines = last.lines;
    this.picks = last.picks;
    this.writing = -1;
    this.soon(0);
  }

  get canBack(): boolean {
    return this.kept.length > 0;
  }

  /** The units it is about. */
  get may(): number[] {
    return [...new Set(this.rows.flatMap((r) => (r.unit === null ? [] : [r.unit])))];
  }

  get deed(): string {
    return this.form.lines.length ? "Give the orders" : "Give it";
  }

  /** The names of rows that are not clear yet. */
  get unclear(): Row[] {
    return this.rows.filter((r) => this.state(r) === "unclear");
  }

  get ready(): boolean {
    return this.unclear.length === 0;
  }

  private keep() {
    this.kept = [...this.kept, { lines: this.lines, picks: this.picks }];
  }

  private soon(ms: number) {
    clearTimeout(this.timer);
    this.settled = false;
    this.timer = setTimeout(() => void this.ask(), ms);
  }

  private async ask() {
    const turn = ++this.turn;
    const row = this.rows[this.open];
    const lines = { ...this.lines };
    for (const l of row?.lines ?? []) lines[l] ??= this.text(l);
    // Where moves are drawn, all of them are.
    if (this.draws === "moves")
      for (const [l, line] of this.form.lines.entries()) if (line.draws) lines[l] ??= this.text(l);
    const answer = await this.desk.preview({ sheet: { lines: pairs(lines), picks: pairs(this.picks) } });
    if (turn !== this.turn || !answer) return;
    this.preview = answer;
    this.reads = new Map(answer.lines.map((l) => [l.line, l]));
    this.refusals = answer.refusals;
    this.words = answer.words;
    this.odds = answer.odds;
    this.settled = true;
    const bars = await weighed(
      this.form,
      this.rows,
      (p) => this.picked(p),
      this.picks,
      answer.odds,
      this.desk,
    );
    if (turn === this.turn) this.bars = bars;
  }

  command(): Command {
    return this.changed ? { sheet: { lines: pairs(this.lines), picks: pairs(this.picks) } } : "done";
  }
}

/** What one of several meanings is called. */
export const letter = (n: number): string => String.fromCharCode(65 + n);

/** A text with one stretch of it, in bytes of UTF-8, said otherwise. */
export function restated(text: string, span: [number, number], words: string): string {
  const [from, to] = stretch(text, span);
  const before = /^[,.;:]/.test(words) ? text.slice(0, from).trimEnd() : text.slice(0, from);
  return before + words + text.slice(to);
}

function pairs<T>(of: Record<number, T>): [number, T][] {
  return Object.entries(of).map(([n, value]) => [Number(n), value as T]);
}
