// The journal as it is read: bands and numbered lines.

import type { JournalStep } from "../wire/messages";
import type { Entry, Ruling, Side, Unit } from "../wire/types";

export interface LineOf {
  key: string;
  seq: number;
  number: string;
  text: string;
  side: Side | null;
  ruling: Ruling | null;
  units: number[];
  rule: string;
}

export interface Band {
  key: string;
  seq: number;
  text: string;
  side: Side | null;
  lines: LineOf[];
}

const DEEDS: Record<string, string> = {
  placed: "set down",
  march: "moved",
  conform: "lined up",
  turn: "turned",
  recoil: "fell back",
  pushed: "pushed back",
  flight: "fled",
  pursuit: "pursued",
  swap: "exchanged",
};

const ENDS: Record<string, string> = {
  destroyed: "destroyed",
  fled: "fled the field",
  off: "left the table",
};

/** Names of units as a reader takes them in. */
export function named(ids: number[], units: Unit[]): string {
  const names = [...new Set(ids)].map((id) => units.find((u) => u.id === id)?.label ?? `${id}`);
  if (names.length <= 1) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** The bands of the journal in the order they happened. */
export function bands(steps: JournalStep[], units: Unit[], names: { red: string; blue: string }): Band[] {
  const out: Band[] = [{ key: "0", seq: 0, text: "Before the battle", side: null, lines: [] }];
  for (const step of steps) {
    let moved: { motion: string; units: number[]; rule: string } | null = null;
    const line = (text: string, ruling: Ruling | null, ids: number[], rule: string) => {
      const band = out[out.length - 1]!;
      const number = `${out.length - 1}.${band.lines.length + 1}`;
      const key = `${step.seq}.${out.length}.${band.lines.length}`;
      band.lines.push({ key, seq: step.seq, number, text, side: step.side, ruling, units: ids, rule });
    };
    const flush = () => {
      if (moved)
        line(
          `${named(moved.units, units)}: ${DEEDS[moved.motion] ?? moved.motion}.`,
          null,
          moved.units,
          moved.rule,
        );
      moved = null;
    };
    for (const e of step.entries) {
      if (e.kind === "moved") {
        // A march under orders is told by its ruling.
        if (e.motion === "march") continue;
        if (moved && (moved as { motion: string }).motion !== e.motion) flush();
        moved ??= { motion: e.motion, units: [], rule: e.rule };
        (moved as { units: number[] }).units.push(e.unit);
        continue;
      }
      flush();
      if (e.kind === "heading") {
        const side = e.text.includes(names.red) ? "red" : e.text.includes(names.blue) ? "blue" : null;
        out.push({ key: `h${step.seq}.${out.length}`, seq: step.seq, text: e.text, side, lines: [] });
      } else if (e.kind === "ruling") line(e.text, e, about(e), e.rule);
      else if (e.kind === "left")
        line(`${named([e.unit], units)}: ${ENDS[e.place] ?? e.place}.`, null, [e.unit], e.rule);
    }
    flush();
  }
  if (out[0]!.lines.length === 0) out.shift();
  return out;
}

/** The units a ruling is about. */
export function about(ruling: Ruling): number[] {
  return [
    ...new Set([
      ...ruling.tallies.map((t) => t.unit),
      ...ruling.rolls.flatMap((r) => (r[1] === null ? [] : [r[1]])),
    ]),
  ];
}

/** The last ruling with dice or factors. */
export function lastRuling(entries: Entry[]): Ruling | null {
  for (let i = entries.length - 1; i >= 0; i--) {
    const e = entries[i]!;
    if (e.kind === "ruling" && (e.rolls.length > 0 || e.tallies.length > 0)) return e;
  }
  return null;
}

/** A stretch of the timeline: a bound, a turn. */
export interface Segment {
  from: number;
  to: number;
  /** A mark short enough to stand on it. */
  name: string;
  /** What it is in full. */
  title: string;
  side: Side | null;
  lost: string[];
}

/** The bands as stretches of time, with who was lost in each. */
export function segments(list: Band[], steps: JournalStep[], units: Unit[], total: number): Segment[] {
  const lost = (from: number, to: number) =>
    steps
      .filter((s) => s.seq >= from && s.seq < to)
      .flatMap((s) => s.entries.flatMap((e) => (e.kind === "left" ? [named([e.unit], units)] : [])));
  // Headings within one step are one stretch, named by the one that numbers it.
  const starts = list.filter(
    (band, i) => /\d/.test(band.text) || !list.some((b, j) => j !== i && b.seq === band.seq),
  );
  return starts.map((band, i) => {
    const to = starts[i + 1]?.seq ?? total + 1;
    const name = /\d+/.exec(band.text)?.[0] ?? band.text;
    return { from: band.seq, to, name, title: band.text, side: band.side, lost: lost(band.seq, to) };
  });
}
