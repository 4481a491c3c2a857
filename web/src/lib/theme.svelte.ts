// Light or dark, and how fast things move: the reader's choice, kept.

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then lasts for this visit.
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)").matches;

export const taste = $state({
  theme: kept("testudo.theme") ?? (dark ? "dark" : "light"),
  speed: Number(kept("testudo.speed") ?? "1"),
  letters: kept("testudo.letters") !== "off",
});

export function setTheme(theme: "light" | "dark") {
  taste.theme = theme;
  keep("testudo.theme", theme);
  document.documentElement.dataset.theme = theme;
}

export function setSpeed(speed: number) {
  taste.speed = speed;
  keep("testudo.speed", String(speed));
}

export function setLetters(on: boolean) {
  taste.letters = on;
  keep("testudo.letters", on ? "on" : "off");
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

document.documentElement.dataset.theme = taste.theme;
