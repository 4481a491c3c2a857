// How an outcome of the odds is drawn, by the umpire's own five words.

export const LOOKS: Record<string, { css: string; word: string }> = {
  destroy: { css: "o-win", word: "destroy" },
  drive_back: { css: "o-push", word: "drive back" },
  nothing: { css: "o-none", word: "nothing" },
  fall_back: { css: "o-back", word: "fall back" },
  die: { css: "o-lose", word: "die" },
  run_wild: { css: "o-wild", word: "charge unbidden" },
  obey: { css: "o-push", word: "obey" },
  no_advance: { css: "o-none", word: "do not advance" },
  shaken: { css: "o-back", word: "shaken" },
  break: { css: "o-lose", word: "break" },
};

export function look(outcome: string): { css: string; word: string } {
  return LOOKS[outcome] ?? { css: "o-none", word: outcome.replace(/_/g, " ") };
}

const GOOD = ["destroy", "drive_back", "obey"];

/** The chance of a good end: to do the enemy harm, or to obey. */
export function harm(parts: [string, string, number][]): number {
  return parts.filter(([o]) => GOOD.includes(o)).reduce((sum, p) => sum + p[2], 0);
}
