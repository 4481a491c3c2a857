// What happened since the last decision, as a list of scenes.

import type { Entry, Ruling, Side, Unit, View } from "../wire/types";
import { about, DEEDS, lastRuling, type Motion, named } from "./journal";
import { isWeighty } from "./motion";

export interface Scene {
  n: number;
  seq: number;
  side: Side | null;
  kind: "move" | "fight" | "other";
  /** Who it is about. */
  units: number[];
  /** What happened, in a sentence. */
  words: string;
  ruling: Ruling | null;
  /** The table after it. */
  after: View;
}

/** A step as a scene; nothing if there was nothing to see. */
export function scene(n: number, seq: number, side: Side, entries: Entry[], after: View): Scene | null {
  const moved = entries.flatMap((e) => (e.kind === "moved" ? [e] : []));
  const left = entries.flatMap((e) => (e.kind === "left" ? [e.unit] : []));
  const rulings = entries.filter((e) => e.kind === "ruling");
  if (!moved.length && !left.length && !rulings.length) return null;
  const weighty = rulings.find((r) => isWeighty(r));
  const kind = weighty ? "fight" : moved.length ? "move" : "other";
  const units = [...new Set([...(weighty ? about(weighty) : []), ...moved.map((m) => m.unit), ...left])];
  const words = weighty?.text ?? rulings[0]?.text ?? told(moved, after.units);
  return { n, seq, side, kind, units, words, ruling: weighty ?? lastRuling(entries), after };
}

function told(moved: { unit: number; motion: Motion }[], units: Unit[]): string {
  const motion = moved[0]?.motion ?? "march";
  return `${named(
    moved.map((m) => m.unit),
    units,
  )}: ${DEEDS[motion]}.`;
}

/** Whether anything of a side was in a fight: then it is looked at before one goes on. */
export function concerns(scenes: Scene[], side: Side | null): boolean {
  return scenes.some(
    (s) =>
      s.kind === "fight" &&
      (s.units.length === 0 || s.units.some((id) => s.after.units.find((u) => u.id === id)?.side === side)),
  );
}
