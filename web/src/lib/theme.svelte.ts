// What the reader likes: light or dark, how fast things move, sounds. Kept in this browser.

function kept(key: string): string | null {
  try {
    return localStorage.getItem(`testudo.${key}`);
  } catch {
    return null;
  }
}

function keep(key: string, value: string) {
  try {
    localStorage.setItem(`testudo.${key}`, value);
  } catch {
    // The choice then lasts for this visit.
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)").matches;
const coarse = matchMedia("(pointer: coarse)").matches;
const on = (key: string, usual: boolean) => (kept(key) ?? (usual ? "on" : "off")) === "on";

export const settings = $state({
  theme: kept("theme") ?? (dark ? "dark" : "light"),
  speed: Number(kept("speed") ?? "1"),
  /** Single letters act. */
  letters: on("letters", true),
  /** The story stops after a fight of one's own. */
  halt: on("halt", true),
  /** Moves are given together with one press; otherwise each at once. */
  confirm: on("confirm", true),
  sound: on("sound", !coarse),
  /** A notice of the system when it is one's turn. */
  notice: on("notice", false),
  hints: on("hints", true),
  /** Names on the table. */
  labels: on("labels", true),
  /** Figures along the frame of the table. */
  coordinates: on("coordinates", false),
  /** The battles without hints. */
  withoutHints: kept("without_hints") ?? "",
});

export type Switch = "letters" | "halt" | "confirm" | "sound" | "notice" | "hints" | "labels" | "coordinates";

export function setTheme(theme: "light" | "dark") {
  settings.theme = theme;
  keep("theme", theme);
  document.documentElement.dataset.theme = theme;
}

export function setSpeed(speed: number) {
  settings.speed = speed;
  keep("speed", String(speed));
}

export function setSwitch(what: Switch, value: boolean) {
  settings[what] = value;
  keep(what, value ? "on" : "off");
}

/** Whether hints are given in a battle: unless they are switched off for it, or for all. */
export function hintsIn(battle: string): boolean {
  return settings.hints && !withoutHints().includes(battle);
}

export function setHintsIn(battle: string, on: boolean) {
  const others = withoutHints().filter((id) => id !== battle);
  settings.withoutHints = (on ? others : [...others, battle]).slice(-50).join(" ");
  keep("without_hints", settings.withoutHints);
}

const withoutHints = () => settings.withoutHints.split(" ").filter(Boolean);

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

document.documentElement.dataset.theme = settings.theme;
