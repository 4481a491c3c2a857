// What a few picks for a unit come to, way by way: the odds of each that differ.

import type { Command, Odds } from "../../wire/types";
import type { Desk } from "./draft";
import type { Row, SheetForm } from "./sheet.svelte";

/** One way to pick for a unit: the options of its picks, and the odds they come to. */
export interface Picked {
  options: number[];
  odds: Odds;
}

/** Every way to take one option of each of several picks. */
export function combinations(sizes: number[]): number[][] {
  return sizes.reduce<number[][]>(
    (all, n) => all.flatMap((head) => Array.from({ length: n }, (_, i) => [...head, i])),
    [[]],
  );
}

/** The ways to pick that differ in their odds, each as it first comes; `now` stands for its like. */
export function distinct(ways: Picked[], now: number[]): Picked[] {
  const key = (w: Picked) => JSON.stringify(w.odds.parts.map((p) => [p[0], p[1]]));
  const same = (a: number[], b: number[]) => a.every((n, i) => n === b[i]);
  const chosen = ways.find((w) => same(w.options, now));
  const out: Picked[] = [];
  for (const way of ways) {
    const like = chosen && key(way) === key(chosen) ? chosen : way;
    if (!out.some((o) => key(o) === key(like))) out.push(like);
  }
  return out;
}

/** More ways to pick for one unit, and more units, than this are not weighed. */
const WAYS = 9;
const UNITS = 6;

const about = (unit: number | null, odds: Odds[]) => odds.find((o) => o.units[0] === unit);

/** What the ways to pick for each unit come to, for those whose chances hang on a few picks and nothing written. */
export async function weighed(
  form: SheetForm,
  rows: Row[],
  picked: (pick: number) => number,
  picks: Record<number, number>,
  odds: Odds[],
  desk: Desk,
): Promise<Map<number, Picked[]>> {
  const bars = new Map<number, Picked[]>();
  const sizes = (row: Row) => row.picks.map((p) => form.picks[p]!.options.length);
  const hang = rows.filter((row) => {
    const ways = sizes(row).reduce((n, size) => n * size, 1);
    return row.unit !== null && ways > 1 && ways <= WAYS && about(row.unit, odds);
  });
  if (form.lines.length || hang.length > UNITS) return bars;
  for (const row of hang) {
    const all = combinations(sizes(row));
    const commands = all.map((options): Command => {
      const with_these = { ...picks };
      row.picks.forEach((p, i) => {
        with_these[p] = options[i]!;
      });
      return { sheet: { lines: [], picks: Object.entries(with_these).map(([n, o]) => [Number(n), o]) } };
    });
    const told = (await desk.ways(commands)) ?? [];
    const ways = all.flatMap((options, i) => {
      const come = about(row.unit, told[i]?.preview.odds ?? []);
      return come ? [{ options, odds: come }] : [];
    });
    const list = distinct(
      ways,
      row.picks.map((p) => picked(p)),
    );
    if (list.length > 1) bars.set(row.unit!, list);
  }
  return bars;
}
