import { describe, expect, it } from "vitest";
import { bands, lastRuling, type Motion, named } from "../../src/battle/journal";
import { letters } from "../../src/battle/keys";
import { beats, between, paced } from "../../src/battle/motion";
import { dicePair, filled } from "../../src/form/values";
import { fraction, percent, sentence, signed } from "../../src/lib/words";
import { harm } from "../../src/panels/odds";
import type { Entry } from "../../src/wire/types";
import { parts, zama } from "../fixtures/zama";

const moved = (unit: number, motion: Motion): Entry => ({
  kind: "moved",
  unit,
  x: 1,
  y: 2,
  facing: 90,
  motion,
  rule: "x.y",
});
const ruling: Entry = {
  kind: "ruling",
  text: "Beaten.",
  rule: "x.z",
  tallies: [],
  rolls: [["red", 1, 4]],
  throws: [],
  also: [],
};

describe("motion", () => {
  it("moves together what moves alike, and throws dice between", () => {
    const list = beats([
      moved(1, "march"),
      moved(2, "march"),
      ruling,
      moved(3, "recoil"),
      { kind: "left", unit: 4, place: "destroyed", rule: "x" },
    ]);
    expect(list.map((b) => b.kind)).toEqual(["move", "dice", "move", "gone"]);
    expect(list[0]).toMatchObject({ ms: 600 });
  });
  it("moves for three seconds at most, and none at all at speed none", () => {
    const many = Array.from({ length: 40 }, (_, i) => moved(1, i % 2 ? "march" : "flight"));
    const sum = (speed: number) => paced(beats(many), speed).reduce((n, b) => n + b.ms, 0);
    expect(sum(1)).toBeCloseTo(3000);
    expect(sum(0)).toBe(0);
  });
  it("turns the shorter way", () => {
    expect(between({ x: 0, y: 0, facing: 350 }, { x: 10, y: 0, facing: 10 }, 0.5)).toEqual({
      x: 5,
      y: 0,
      facing: 0,
    });
  });
});

describe("the journal", () => {
  const steps = [
    {
      seq: 1,
      side: "red" as const,
      turn: 1,
      active: "red" as const,
      entries: [
        { kind: "heading", text: "Bound 1: Rome", rule: "x" } as Entry,
        moved(0, "recoil"),
        moved(1, "recoil"),
        ruling,
      ],
    },
  ];
  it("has a band for each part and a line for each event", () => {
    const [band] = bands(steps, zama.units);
    expect(band).toMatchObject({ text: "Bound 1: Rome", side: "red" });
    expect(band!.lines.map((l) => l.text)).toEqual(["R1 and R2: fell back.", "Beaten."]);
  });
  it("names units as one reads them", () => {
    expect(named([0, 1, 2], zama.units)).toBe("R1, R2 and R3");
  });
  it("finds the last ruling with dice", () => {
    expect(lastRuling([ruling, moved(1, "march")])).toBe(ruling);
    expect(lastRuling([moved(1, "march")])).toBeNull();
  });
});

describe("forms", () => {
  it("hold what is required and leave the rest to its default", () => {
    expect(
      filled([
        { name: "a", type: "choice", options: ["x", "y"], required: true },
        { name: "b", type: "bool", required: false, default: false },
      ]),
    ).toEqual({ a: "x" });
  });
  it("know a pair of dice by its shape", () => {
    const die = (name: string) => ({ name, type: "int", min: 1, max: 6, required: true });
    expect(
      dicePair([{ name: "dice", type: "record", required: false, fields: [die("a"), die("b")] }]),
    ).toEqual({ name: "dice", keys: ["a", "b"] });
    expect(dicePair([{ name: "dice", type: "record", required: false, fields: [die("a")] }])).toBeNull();
  });
});

describe("words", () => {
  it("read fractions", () => {
    expect(fraction("7/18")).toBeCloseTo(0.3889);
    expect(fraction("1")).toBe(1);
    expect(fraction("none")).toBeNull();
  });
  it("sign numbers with a true minus", () => {
    expect([3, 0, -1].map(signed)).toEqual(["+3", "0", "−1"]);
    expect(percent(harm(parts))).toBe("58%");
    expect(sentence("not so far")).toBe("Not so far.");
  });
});

describe("keys", () => {
  const calls: string[] = [];
  const note =
    (name: string) =>
    (...a: unknown[]) =>
      void calls.push(`${name}${a.length ? `:${a.join(",")}` : ""}`);
  const actions = new Proxy({ options: () => 3, busy: () => false } as Record<string, unknown>, {
    get: (t, name: string) => t[name] ?? note(name),
  }) as unknown as Parameters<typeof letters>[1];
  const press = (key: string, more: object = {}, single = true) =>
    letters(
      { key, target: null, altKey: false, preventDefault() {}, ...more } as unknown as KeyboardEvent,
      actions,
      single,
    );
  it("do what the list says", () => {
    press("2");
    press("9");
    press("g");
    press("ArrowUp", { shiftKey: true });
    press("q", { shiftKey: true });
    expect(calls).toEqual(["choose:1", "fight", "group", "nudge:0,1,false", "rotate:-1"]);
  });
  it("leave fields and switched-off letters alone", () => {
    calls.length = 0;
    press("g", { target: { closest: (s: string) => (s.startsWith("input") ? {} : null) } });
    press("g", {}, false);
    expect(calls).toEqual([]);
  });
});
