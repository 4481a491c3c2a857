// What is drawn on the table besides terrain and units.

import type { Region, Unit, Xy } from "../wire/types";
import type { Block } from "./geometry";
import type { GhostOf } from "./ghost";

/** Words beside what is being moved. */
export interface Label {
  /** Two corners of the box they stand beside. */
  from: Xy;
  to: Xy;
  lines: string[];
  refused: boolean;
}

/** Where a unit stood before it moved. */
export interface Trace {
  unit: number;
  from: Block;
  n: number;
}

/** A line something snaps to. */
export interface GuideMark {
  line: [Xy, Xy];
  words: string;
}

/** A charge or an aim: from one unit at another. */
export interface Arrow {
  from: number;
  to: number;
  words: string;
}

export interface Marks {
  selected: number[];
  may: number[];
  targets: number[];
  highlighted: number[];
  /** Who moves in the step that is shown. */
  movers: number[];
  regions: Region[];
  zone: Xy[] | undefined;
  ghosts: GhostOf[];
  refused: boolean;
  offending: number[];
  handles: Block | null;
  threads: [number, number][];
  traces: Trace[];
  guides: GuideMark[];
  arrows: Arrow[];
  label: Label | null;
}

export const NO_MARKS: Marks = {
  selected: [],
  may: [],
  targets: [],
  highlighted: [],
  movers: [],
  regions: [],
  zone: undefined,
  ghosts: [],
  refused: false,
  offending: [],
  handles: null,
  threads: [],
  traces: [],
  guides: [],
  arrows: [],
  label: null,
};

/** The classes of a unit by what is marked on it. */
export function stateOf(marks: Marks, focus: number | null) {
  const sets: [string, Set<number>][] = [
    ["sel", new Set(marks.selected)],
    ["may", new Set(marks.may)],
    ["target", new Set(marks.targets)],
    ["highlighted", new Set(marks.highlighted)],
    ["mover", new Set(marks.movers)],
    ["moving", new Set(marks.ghosts.map((g) => g.unit.id))],
    ["focus", new Set(focus === null ? [] : [focus])],
  ];
  return (u: Unit) => sets.flatMap(([name, ids]) => (ids.has(u.id) ? [name] : [])).join(" ");
}
