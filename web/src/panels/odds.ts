// How an outcome of the odds is drawn, by the umpire's own five words.

export const LOOKS: Record<string, { css: string; word: string }> = {
  destroy: { css: "o-win", word: "destroy" },
  drive_back: { css: "o-push", word: "drive back" },
  nothing: { css: "o-none", word: "nothing" },
  fall_back: { css: "o-back", word: "fall back" },
  die: { css: "o-lose", word: "die" },
};

export function look(outcome: string): { css: string; word: string } {
  return LOOKS[outcome] ?? { css: "o-none", word: outcome.replace(/_/g, " ") };
}

/** The chance to do the enemy harm. */
export function harm(parts: [string, string, number][]): number {
  return parts.filter(([o]) => o === "destroy" || o === "drive_back").reduce((sum, p) => sum + p[2], 0);
}
