// The journal as it is read: bands and numbered lines.

import { capital, listed } from "../lib/words";
import type { JournalStep } from "../wire/messages";
import type { Entry, Ruling, Side, Unit, View } from "../wire/types";
import { diceOf } from "./thrown";

export type Motion = Extract<Entry, { kind: "moved" }>["motion"];

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

/** What a motion is called, once it is done. */
export const DEEDS: Record<Motion, string> = {
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
  return listed([...new Set(ids)].map((id) => units.find((u) => u.id === id)?.label ?? `${id}`));
}

/** The bands of the journal in the order they happened. */
export function bands(steps: JournalStep[], units: Unit[]): Band[] {
  const out: Band[] = [{ key: "0", seq: 0, text: "Before the battle", side: null, lines: [] }];
  for (const step of steps) {
    const ruled = step.entries.some((e) => e.kind === "ruling");
    let moved: { motion: Motion; units: number[]; rule: string } | null = null;
    const line = (text: string, ruling: Ruling | null, ids: number[], rule: string) => {
      const band = out[out.length - 1]!;
      const number = `${out.length - 1}.${band.lines.length + 1}`;
      const key = `${step.seq}.${out.length}.${band.lines.length}`;
      band.lines.push({ key, seq: step.seq, number, text, side: step.side, ruling, units: ids, rule });
    };
    const flush = () => {
      if (moved) line(`${named(moved.units, units)}: ${DEEDS[moved.motion]}.`, null, moved.units, moved.rule);
      moved = null;
    };
    for (const e of step.entries) {
      if (e.kind === "moved") {
        // A march under orders is told by its ruling, where there is one.
        if (e.motion === "march" && ruled) continue;
        if (moved && (moved as { motion: Motion }).motion !== e.motion) flush();
        moved ??= { motion: e.motion, units: [], rule: e.rule };
        (moved as { units: number[] }).units.push(e.unit);
        continue;
      }
      flush();
      if (e.kind === "heading") {
        const key = `h${step.seq}.${out.length}`;
        out.push({ key, seq: step.seq, text: e.text, side: step.active, lines: [] });
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
      ...ruling.throws.flatMap((t) => (t.unit === null ? [] : [t.unit])),
    ]),
  ];
}

/** The last ruling with dice or factors. */
export function lastRuling(entries: Entry[]): Ruling | null {
  for (let i = entries.length - 1; i >= 0; i--) {
    const e = entries[i]!;
    if (e.kind === "ruling" && (diceOf(e) > 0 || e.tallies.length > 0)) return e;
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

/** The steps as stretches of time: a turn each, or a side's half of it, with who was lost in it. */
export function segments(steps: JournalStep[], view: View): Segment[] {
  const out: (Segment & { turn: number })[] = [];
  for (const s of steps) {
    const lost = s.entries.flatMap((e) => (e.kind === "left" ? [named([e.unit], view.units)] : []));
    const last = out.at(-1);
    if (last && last.turn === s.turn && last.side === s.active) {
      last.to = s.seq + 1;
      last.lost.push(...lost);
      continue;
    }
    const whose = s.active ? `, ${view.names[s.active]}` : "";
    out.push({
      from: s.seq,
      to: s.seq + 1,
      name: s.turn ? String(s.turn) : "",
      title: s.turn ? `${capital(view.turn_word)} ${s.turn}${whose}` : "Before the battle",
      side: s.active,
      lost,
      turn: s.turn,
    });
  }
  return out;
}
