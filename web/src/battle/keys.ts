// The keys of the battle page. Letters act only when no field has the focus.

import type { Xy } from "../wire/types";

export interface Actions {
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
  /** The story: stop or go on, a scene back or on, to the end, faster or slower. */
  story(what: "toggle" | "back" | "on" | "end" | "slower" | "faster"): void;
  line(tool: "form" | "close" | "extend" | "face"): boolean;
  flip(quarter: boolean): void;
  traces(): void;
  hint(): void;
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
  options(): number;
  busy(): boolean;
}

const ARROWS: Record<string, Xy> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const STORY: Record<string, "toggle" | "back" | "on" | "end" | "slower" | "faster"> = {
  " ": "toggle",
  ArrowLeft: "back",
  ArrowRight: "on",
  ".": "end",
  "<": "slower",
  ">": "faster",
};

export function letters(e: KeyboardEvent, actions: Actions, single: boolean) {
  const target = e.target as HTMLElement | null;
  const field = target?.closest?.("input, textarea, select, [contenteditable], dialog");
  if (e.ctrlKey || e.metaKey || e.defaultPrevented || field) return;
  const arrow = ARROWS[e.key];
  if (arrow && e.shiftKey) {
    e.preventDefault();
    actions.nudge(arrow, e.altKey);
    return;
  }
  const story = actions.busy() ? STORY[e.key] : undefined;
  if (story && !target?.closest?.("button, a, summary")) {
    e.preventDefault();
    return actions.story(story);
  }
  if (e.key === "Escape") return actions.busy() ? actions.skip() : actions.drop();
  if (e.key === "Enter") {
    // A button that has the focus is pressed itself.
    if (target?.closest?.("button, a, summary")) return;
    e.preventDefault();
    return actions.main();
  }
  if (e.altKey || !single) return;
  if (e.key === "Delete" || e.key === "Backspace") return actions.back();
  if (/^[1-9]$/.test(e.key) && Number(e.key) <= actions.options()) return actions.choose(Number(e.key) - 1);
  const act: Record<string, () => unknown> = {
    n: actions.next,
    p: actions.previous,
    g: actions.group,
    u: actions.back,
    e: actions.end,
    f: () => actions.step("forward"),
    w: () => actions.step("wheel_left"),
    s: () => actions.step("shift"),
    b: () => actions.line("close") || actions.step("back"),
    a: () => actions.line("form"),
    i: () => actions.line("extend"),
    y: () => actions.line("face"),
    z: () => (e.shiftKey ? actions.traces() : actions.show("zone")),
    x: () => actions.show("arc"),
    v: () => actions.show("reach"),
    m: actions.measure,
    l: actions.sight,
    t: () => (e.shiftKey ? actions.exact() : actions.flip(false)),
    o: () => actions.flip(true),
    j: () => actions.tab("journal"),
    k: () => actions.tab("ruling"),
    "+": () => actions.zoom(1.35),
    "=": () => actions.zoom(1.35),
    "-": () => actions.zoom(1 / 1.35),
    "0": actions.all,
    "9": actions.fight,
    "?": actions.help,
    h: actions.hint,
    d: () => actions.speak(e.shiftKey),
    q: () => actions.rotate(e.shiftKey ? -1 : -5),
    r: () => actions.rotate(e.shiftKey ? 1 : 5),
  };
  const deed = act[e.key.toLowerCase()];
  if (deed) {
    e.preventDefault();
    deed();
  }
}
