// A battle told afterwards: chapters, turning points, losses, luck. Made of the replay alone.

import { capital, sentence } from "../lib/words";
import type { Block } from "../table/geometry";
import type { ReplayStep } from "../wire/messages";
import { isGone, type Ruling, type Side, type Sides, type Unit, type View } from "../wire/types";
import { about, named } from "./journal";
import { isWeighty } from "./motion";

/** Where a unit stood at the beginning of a chapter. */
export interface From {
  unit: number;
  from: Block;
  n: number;
}

export interface Chapter {
  title: string;
  first: number;
  last: number;
  paragraphs: string[];
  view: View;
  traces: From[];
}

/** A step in which the lead changed much. */
export interface Turning {
  seq: number;
  turn: number;
  words: string;
  ruling: Ruling | null;
  /** By how much it went one way: for whom, and how much the other lost. */
  side: Side;
  by: number;
}

export interface Fate {
  unit: Unit;
  /** How it fared, in words. */
  words: string;
  lost: boolean;
}

export interface Point {
  seq: number;
  turn: number;
  losses: Sides<number>;
}

export interface Report {
  lede: string;
  opening: View;
  fates: Sides<Fate[]>;
  chapters: Chapter[];
  turnings: Turning[];
  losses: Point[];
}

const MOST_TURNINGS = 5;
const CHAPTERS = 4;
/** As many sentences in a chapter at most. */
const TOLD = 9;
const SIDES = ["red", "blue"] as const;

export function report(steps: ReplayStep[]): Report | null {
  const last = steps.at(-1);
  const begun = steps.findIndex((s) => s.view.turn > 0);
  if (!last || begun < 0) return null;
  const battle = steps.slice(begun);
  const losses = battle.map((s) => ({ seq: s.seq, turn: s.view.turn, losses: s.view.losses }));
  return {
    lede: lede(last.view),
    opening: battle[0]!.view,
    fates: { red: fates(battle, last.view, "red"), blue: fates(battle, last.view, "blue") },
    chapters: chapters(battle),
    turnings: turnings(battle),
    losses,
  };
}

function lede(view: View): string {
  const lost = `${capital(view.losses_in)} lost: ${view.names.red} ${view.losses.red}, ${view.names.blue} ${view.losses.blue}`;
  const when = `in ${view.turn_word} ${view.turn}`;
  if (view.pending.kind !== "over") return `${capital(when)} it is not yet decided. ${lost}.`;
  const { winner, reason } = view.pending;
  const end = winner ? `${view.names[winner]} won ${when}` : `Neither side won; it ended ${when}`;
  return `${end}. ${sentence(reason)} ${lost}.`;
}

/** What became of each unit of a side, and through what. */
function fates(steps: ReplayStep[], end: View, side: Side): Fate[] {
  return end.units
    .filter((u) => u.side === side)
    .map((unit) => {
      const gone = steps.find((s) => s.entries.some((e) => e.kind === "left" && e.unit === unit.id));
      const first = steps.map((s) => s.view.units.find((u) => u.id === unit.id)).find((u) => u !== undefined);
      const fell = (first?.figures ?? 0) - unit.figures;
      if (gone && isGone(unit)) {
        const how = gone.entries.findLast((e) => e.kind === "ruling" && about(e).includes(unit.id));
        const words = how?.kind === "ruling" ? `: ${how.text}` : "";
        return { unit, lost: true, words: `${capital(end.turn_word)} ${gone.view.turn}${words}` };
      }
      const men = !unit.element && fell > 0 ? `${fell} of ${first!.figures} fell` : "";
      return { unit, lost: isGone(unit), words: men };
    });
}

/** The spans of the battle: whole turns, as even as may be. */
export function spans(turns: number[], most: number): [number, number][] {
  const all = [...new Set(turns)];
  const n = Math.min(most, all.length);
  return Array.from({ length: n }, (_, i) => {
    const from = Math.floor((i * all.length) / n);
    const to = Math.floor(((i + 1) * all.length) / n) - 1;
    return [all[from]!, all[to]!];
  });
}

function chapters(steps: ReplayStep[]): Chapter[] {
  return spans(
    steps.map((s) => s.view.turn),
    CHAPTERS,
  ).map(([from, to]) => {
    const part = steps.filter((s) => s.view.turn >= from && s.view.turn <= to);
    const before = steps.findLast((s) => s.view.turn < from)?.view ?? part[0]!.view;
    const view = part.at(-1)!.view;
    const moved = view.units.flatMap((u) => {
      const was = before.units.find((b) => b.id === u.id && b.place === "table");
      const far = was && Math.hypot(was.x - u.x, was.y - u.y) > u.depth / 2;
      return was && far && u.place === "table" ? [{ unit: u.id, from: was, n: 0 }] : [];
    });
    const word = capital(view.turn_word);
    return {
      title: from === to ? `${word} ${from}` : `${word}s ${from} to ${to}`,
      first: part[0]!.seq,
      last: part.at(-1)!.seq,
      paragraphs: told(part, view),
      view,
      traces: moved,
    };
  });
}

/** What matters of some steps, turn by turn: who went, and the rulings about them. */
function told(steps: ReplayStep[], view: View): string[] {
  const out: string[] = [];
  for (const turn of new Set(steps.map((s) => s.view.turn))) {
    const lines = steps
      .filter((s) => s.view.turn === turn)
      .flatMap((s) => {
        const gone = s.entries.flatMap((e) => (e.kind === "left" ? [e.unit] : []));
        const heavy = s.entries.flatMap((e) => (e.kind === "ruling" && isWeighty(e) ? [e] : []));
        const weight = gone.length ? 2 : 1;
        const said = heavy.filter((r) => !gone.length || about(r).some((u) => gone.includes(u)));
        const words = (said.length ? said : heavy).slice(0, 2).map((r) => sentence(r.text));
        const left = gone.length ? [`${named(gone, view.units)} left the table.`] : [];
        return [...words, ...left].map((text) => ({ text, weight }));
      });
    const room = Math.max(2, Math.floor(TOLD / Math.max(1, new Set(steps.map((s) => s.view.turn)).size)));
    const kept = [...lines].sort((a, b) => b.weight - a.weight).slice(0, room);
    const words = lines.filter((l) => kept.includes(l)).map((l) => l.text);
    if (words.length) out.push(`${capital(view.turn_word)} ${turn}. ${[...new Set(words)].join(" ")}`);
  }
  return out;
}

/** The steps in which one side lost most more than the other. */
function turnings(steps: ReplayStep[]): Turning[] {
  const found: Turning[] = [];
  for (const [i, s] of steps.entries()) {
    const before = steps[i - 1]?.view.losses;
    if (!before) continue;
    const lost = (side: Side) => s.view.losses[side] - before[side];
    const swing = lost("blue") - lost("red");
    if (swing === 0) continue;
    const side = swing > 0 ? "red" : "blue";
    const rulings = s.entries.flatMap((e) => (e.kind === "ruling" && isWeighty(e) ? [e] : []));
    const gone = s.entries.flatMap((e) => (e.kind === "left" ? [e.unit] : []));
    const ruling = rulings.find((r) => about(r).some((u) => gone.includes(u))) ?? rulings[0] ?? null;
    const words = ruling ? sentence(ruling.text) : `${named(gone, s.view.units)} left the table.`;
    found.push({ seq: s.seq, turn: s.view.turn, words, ruling, side, by: Math.abs(swing) });
  }
  const most = [...found].sort((a, b) => b.by - a.by).slice(0, MOST_TURNINGS);
  return found.filter((t) => most.includes(t));
}

/** Losses as lines to draw, each from 0 to 1 of the widest. */
export function lines(points: Point[], limits: Sides<number | null>): Sides<[number, number][]> {
  const top = Math.max(1, ...SIDES.flatMap((s) => [limits[s] ?? 0, ...points.map((p) => p.losses[s])]));
  const wide = Math.max(1, points.length - 1);
  const of = (side: Side) => points.map((p, i): [number, number] => [i / wide, p.losses[side] / top]);
  return { red: of("red"), blue: of("blue") };
}
