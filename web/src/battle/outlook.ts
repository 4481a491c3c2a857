// How a battle was likely to end, turn by turn: asked of the umpire one step after another.

import type { Outlook } from "../wire/messages";
import type { Side, Sides } from "../wire/types";
import type { Point } from "./report";

/** What was reckoned for a turn. */
export interface Chance extends Outlook {
  turn: number;
}

/** The last step of each turn, as many as are worth asking about, the latest always among them. */
export function worthAsking(points: Point[], most = 24): Point[] {
  const ends = points.filter((p, i) => p.turn !== points[i + 1]?.turn);
  const every = Math.max(1, Math.ceil(ends.length / most));
  return ends.filter((_, i) => (ends.length - 1 - i) % every === 0);
}

/** The share of the battles a side won, even ones shared. */
export function share(of: Outlook, side: Side): number {
  if (of.battles === 0) return 0.5;
  return (of[side] + (of.battles - of.red - of.blue) / 2) / of.battles;
}

/** By how much the share of so few battles may be wrong. */
export function error(of: Outlook): number {
  const p = share(of, "red");
  return of.battles === 0 ? 0.5 : Math.sqrt(Math.max(p * (1 - p), 0.25 / of.battles) / of.battles);
}

/** Who is likelier to win, in a sentence. */
export function verdict(of: Outlook | undefined, names: Sides<string>): string {
  if (!of?.battles) return "";
  const ahead: Side = share(of, "red") >= 0.5 ? "red" : "blue";
  const percent = Math.round(100 * share(of, ahead));
  if (percent < 55) return `Fought on ${of.battles} times from here, it is open.`;
  return `Fought on ${of.battles} times from here, ${names[ahead]} comes out ahead in ${percent} of 100.`;
}
