// The keys of the battle page. Letters act only when no field has the focus.

import type { Xy } from "../wire/types";

export interface Deeds {
  skip(): void;
  drop(): void;
  main(): void;
  choose(i: number): void;
  end(): void;
  next(): void;
  previous(): void;
  group(): void;
  back(): void;
  nudge(way: Xy, tenth: boolean): void;
  rotate(degrees: number): void;
  step(kind: "forward" | "wheel_left" | "shift" | "back"): void;
  show(kind: string): void;
  measure(): void;
  sight(): void;
  exact(): void;
  zoom(factor: number): void;
  all(): void;
  fight(): void;
  speak(near: boolean): void;
  tab(which: "journal" | "ruling"): void;
  help(): void;
  guide(): void;
  options(): number;
  busy(): boolean;
}

const ARROWS: Record<string, Xy> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function letters(e: KeyboardEvent, deeds: Deeds, single: boolean) {
  const target = e.target as HTMLElement | null;
  const field = target?.closest?.("input, textarea, select, [contenteditable], dialog");
  if (e.ctrlKey || e.metaKey || e.defaultPrevented || field) return;
  if (deeds.busy()) deeds.skip();
  const arrow = ARROWS[e.key];
  if (arrow && e.shiftKey) {
    e.preventDefault();
    deeds.nudge(arrow, e.altKey);
    return;
  }
  if (e.key === "Escape") return deeds.drop();
  if (e.key === "Enter") {
    // A button that has the focus is pressed itself.
    if (target?.closest?.("button, a, summary")) return;
    e.preventDefault();
    return deeds.main();
  }
  if (e.altKey || !single) return;
  if (/^[1-9]$/.test(e.key) && Number(e.key) <= deeds.options()) return deeds.choose(Number(e.key) - 1);
  const act: Record<string, () => void> = {
    n: deeds.next,
    p: deeds.previous,
    g: deeds.group,
    u: deeds.back,
    e: deeds.end,
    f: () => deeds.step("forward"),
    w: () => deeds.step("wheel_left"),
    s: () => deeds.step("shift"),
    b: () => deeds.step("back"),
    z: () => deeds.show("zone"),
    x: () => deeds.show("arc"),
    v: () => deeds.show("reach"),
    m: deeds.measure,
    l: deeds.sight,
    t: deeds.exact,
    j: () => deeds.tab("journal"),
    k: () => deeds.tab("ruling"),
    "+": () => deeds.zoom(1.35),
    "=": () => deeds.zoom(1.35),
    "-": () => deeds.zoom(1 / 1.35),
    "0": deeds.all,
    "9": deeds.fight,
    "?": deeds.help,
    h: deeds.guide,
    d: () => deeds.speak(e.shiftKey),
    q: () => deeds.rotate(e.shiftKey ? -1 : -5),
    r: () => deeds.rotate(e.shiftKey ? 1 : 5),
  };
  const deed = act[e.key.toLowerCase()];
  if (deed) {
    e.preventDefault();
    deed();
  }
}
