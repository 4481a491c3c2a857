import { describe, expect, it } from "vitest";
import { facingsOf } from "../../src/battle/drafts/choose.svelte";
import { about, lastRuling } from "../../src/battle/journal";
import { isWeighty } from "../../src/battle/motion";
import { counted, diceOf, sorted, summed, trials, ways } from "../../src/battle/thrown";
import type { Cast, Preview, Ruling } from "../../src/wire/types";

const hit: Cast = {
  side: "red",
  unit: 3,
  rule: "b.hit",
  title: "To hit",
  need: 4,
  average: 2,
  faces: [2, 6, 4, 1],
};
const test: Cast = {
  side: "blue",
  unit: 9,
  rule: "b.test",
  title: "A test",
  need: null,
  average: null,
  faces: [5, 3],
};
const ruling: Ruling = {
  kind: "ruling",
  text: "They strike.",
  rule: "b.strike",
  tallies: [],
  rolls: [],
  throws: [hit, test],
  also: [],
};

describe("the dice of a ruling", () => {
  it("are told apart by whether each must reach something", () => {
    expect(counted(ruling)).toEqual([hit]);
    expect(summed(ruling)).toEqual([
      ["blue", 9, 5],
      ["blue", 9, 3],
    ]);
    expect(diceOf(ruling)).toBe(6);
  });
  it("are tries of a test where a unit must throw no more than its number", () => {
    const tally = { unit: 9, factors: [], total: 7, of: "or less" };
    const tested = { ...ruling, tallies: [tally], throws: [hit, test, { ...test, faces: [2, 3] }] };
    expect(trials(tested)).toEqual([
      {
        unit: 9,
        side: "blue",
        target: 7,
        tries: [
          [5, 3],
          [2, 3],
        ],
      },
    ]);
    expect(summed(tested)).toEqual([]);
    expect(trials(ruling)).toEqual([]);
  });
  it("come to each sum in so many ways", () => {
    expect(ways(2)).toEqual([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
    expect(ways(3).reduce((sum, n) => sum + n)).toBe(216);
  });
  it("are sorted into hits and misses, the highest first", () => {
    expect(sorted(hit)).toEqual({ hits: [6, 4], misses: [2, 1] });
  });
  it("make a ruling worth to be looked at, about the units they were thrown for", () => {
    expect(isWeighty(ruling)).toBe(true);
    expect(about(ruling)).toEqual([3, 9]);
    expect(lastRuling([ruling])).toBe(ruling);
    expect(isWeighty({ ...ruling, throws: [] })).toBe(false);
  });
});

describe("facings", () => {
  const turned = (facing: number, x = 0): Preview => ({
    ghosts: [[7, [[x, 0, facing]]]],
    words: [],
    odds: [],
    lines: [],
    refusals: [],
  });
  it("are what options are that only turn one unit", () => {
    const found = facingsOf([turned(10), turned(0), turned(90)]);
    expect(found?.list).toEqual([
      { option: 0, facing: 10 },
      { option: 1, facing: 0 },
      { option: 2, facing: 90 },
    ]);
  });
  it("are not what moves, or what shows nothing", () => {
    expect(facingsOf([turned(10), turned(0, 50), turned(90)])).toBeNull();
    expect(facingsOf([turned(10), null, turned(90)])).toBeNull();
    expect(facingsOf([])).toBeNull();
  });
});
