// A sheet being filled in: the lines written, the picks made, and how the umpire reads them.

import type { Command, Form, LineRead, Odds, Preview, Refusal, Slot, Xy } from "../wire/types";

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

/** A text cut where what it is about changes; snags come before all else. */
export function pieces(text: string, read: LineRead | undefined): { words: string; about: string }[] {
  const cuts = (read?.marks ?? []).map(([span, about]) => ({ at: stretch(text, span), about }));
  if (read?.snag) cuts.push({ at: stretch(text, read.snag.span), about: "snag" });
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

interface Kept {
  lines: Record<number, string>;
  picks: Record<number, number>;
}

export class Sheet {
  lines = $state.raw<Record<number, string>>({});
  picks = $state.raw<Record<number, number>>({});
  /** The number of the row in hand. */
  open = $state(-1);
  reads = $state.raw<Map<number, LineRead>>(new Map());
  refusals = $state.raw<Refusal[]>([]);
  /** What it would bring. */
  words = $state.raw<string[]>([]);
  odds = $state.raw<Odds[]>([]);
  /** Whether the umpire has read what stands there now. */
  settled = $state(true);
  readonly rows: Row[];
  private kept: Kept[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private writing = -1;

  constructor(
    readonly form: SheetForm,
    private judge: (command: Command) => Promise<Preview | null>,
  ) {
    this.rows = rows(form);
    // One thing to decide lies open.
    if (this.rows.length === 1) this.show(0);
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
    const lines = this.rows[this.open]?.lines ?? [];
    return lines.flatMap((l) => (this.reads.get(l)?.way.length ? [this.reads.get(l)!.way] : []));
  }

  show(row: number) {
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
  get aims(): number[] {
    return this.form.picks.flatMap((p, i) => p.options[this.picked(i)]?.units ?? []);
  }

  write(line: number, text: string) {
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

  /** Puts a phrase in the place of as many words where the reader stumbled. */
  mend(line: number, phrase: string) {
    const snag = this.reads.get(line)?.snag;
    if (!snag) return;
    const text = this.text(line);
    const [from, end] = stretch(text, snag.span);
    const words = text.slice(from, end).match(/\S+/g) ?? [];
    const instead = words
      .slice(0, phrase.split(" ").length)
      .join(" ")
      .replace(/[.,;]+$/, "");
    const to = instead ? text.indexOf(instead, from) + instead.length : from;
    this.writing = -1;
    const before = text.slice(0, from);
    const gap = before && !/\s$/.test(before) ? " " : "";
    this.write(line, before + gap + phrase + (instead || !text.slice(to) ? "" : " ") + text.slice(to));
    this.writing = -1;
  }

  /** Takes the last change back. */
  back() {
    const last = this.kept.pop();
    if (!last) return;
    this.lines = last.lines;
    this.picks = last.picks;
    this.writing = -1;
    this.soon(0);
  }

  get canBack(): boolean {
    return this.changed;
  }

  private keep() {
    this.kept.push({ lines: this.lines, picks: this.picks });
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
    const answer = await this.judge({ sheet: { lines: pairs(lines), picks: pairs(this.picks) } });
    if (turn !== this.turn || !answer) return;
    this.reads = new Map(answer.lines.map((l) => [l.line, l]));
    this.refusals = answer.refusals;
    this.words = answer.words;
    this.odds = answer.odds;
    this.settled = true;
  }

  get command(): Command {
    return this.changed ? { sheet: { lines: pairs(this.lines), picks: pairs(this.picks) } } : "done";
  }
}

function pairs<T>(of: Record<number, T>): [number, T][] {
  return Object.entries(of).map(([n, value]) => [Number(n), value as T]);
}
