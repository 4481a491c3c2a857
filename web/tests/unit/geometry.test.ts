import { describe, expect, it } from "vitest";
import { at, contacts, corners, covers, gap, pivot, seen, shorter, wind } from "../../src/table/geometry";
import { zama } from "../fixtures/zama";

const block = { x: 100, y: 50, facing: 90, width: 40, depth: 20 };

describe("footprints", () => {
  it("have their front where they face", () => {
    const [fl, fr, rr, rl] = corners(block);
    expect(fl[0]).toBeCloseTo(110);
    expect(fl[1]).toBeCloseTo(70);
    expect(fr[1]).toBeCloseTo(30);
    expect(rr[0]).toBeCloseTo(90);
    expect(rl[1]).toBeCloseTo(70);
  });
  it("see points to the right and ahead, and find them again", () => {
    const [r, f] = seen(block, [130, 40]);
    expect([r, f].map(Math.round)).toEqual([10, 30]);
    expect(at(block, r, f).map(Math.round)).toEqual([130, 40]);
  });
  it("cover what lies on them", () => {
    expect(covers(block, [105, 60])).toBe(true);
    expect(covers(block, [112, 60])).toBe(false);
    expect(covers(block, [112, 60], 3)).toBe(true);
  });
  it("are as far apart as their nearest edges", () => {
    expect(gap(block, { ...block, x: 150 })).toBeCloseTo(30);
    expect(gap(block, { ...block, x: 105 })).toBe(0);
  });
});

describe("turns", () => {
  it("go the shorter way", () => {
    expect(shorter(350, 10)).toBe(20);
    expect(shorter(10, 350)).toBe(-20);
  });
  it("about a point keep the distance from it", () => {
    const turned = pivot({ x: 10, y: 0, facing: 0 }, [0, 0], 90);
    expect(turned.x).toBeCloseTo(0);
    expect(turned.y).toBeCloseTo(-10);
    expect(turned.facing).toBe(90);
  });
  it("are named by eight winds", () => {
    expect([0, 44, 91, 181, 315].map(wind)).toEqual(["north", "north-east", "east", "south", "north-west"]);
  });
});

it("finds who stands in contact with whom", () => {
  const names = (id: number) => zama.units.find((u) => u.id === id)!.label;
  const pairs = contacts(zama.units).map((c) => [names(c.a), names(c.b)].sort().join(" "));
  expect(pairs).toContain("C4 R2");
  expect(pairs).toContain("C12 R11");
  expect(pairs).not.toContain("C8 R5");
});
