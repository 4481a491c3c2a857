import { describe, expect, it } from "vitest";
import {
  arranged,
  command,
  dragged,
  formation,
  guess,
  inOrder,
  isEmpty,
  joined,
  legs,
  wheeled,
} from "../../src/battle/plan";
import { corners, inside } from "../../src/table/geometry";
import { parts, steps } from "../../src/wire/grid";
import { zama } from "../fixtures/zama";

const unit = (label: string) => zama.units.find((u) => u.label === label)!;
const line = [unit("R5"), unit("R6"), unit("R8")];

describe("the grid", () => {
  it("has ten thousand steps in a millimetre and 2^32 parts in a turn", () => {
    expect(steps(1.5)).toBe(15000);
    expect(parts(90)).toBe(2 ** 30);
    expect(parts(-90)).toBe(3 * 2 ** 30);
    expect(parts(360)).toBe(0);
  });
});

describe("a group", () => {
  it("is led by its foremost on the left", () => {
    expect(inOrder([unit("R8"), unit("R6"), unit("R5")]).map((u) => u.label)).toEqual(["R5", "R6", "R8"]);
  });
  it("makes one block", () => {
    const block = formation(line);
    expect(block.width).toBeCloseTo(80);
    expect(block.depth).toBeCloseTo(30);
  });
  it("is carried as one by a wheel", () => {
    const ends = guess(line, [{ kind: "wheel_left", degrees: 90 }]);
    const r6 = ends.find(([id]) => id === unit("R6").id)![1][0]!;
    const pivot = corners(unit("R5"))[0];
    expect(r6.facing).toBeCloseTo(270);
    expect(r6.y - pivot[1]).toBeCloseTo(60);
  });
});

describe("a drag", () => {
  it("takes one unit to a pose", () => {
    const [step] = dragged(unit("R10"), true, [3, 4], 1);
    expect(step).toEqual({ kind: "to", pose: { x: unit("R10").x + 3, y: unit("R10").y + 4, facing: 102 } });
  });
  it("takes several straight ahead, and sideways only when it is meant", () => {
    expect(dragged(formation(line), false, [2, 30], 5)).toEqual([{ kind: "forward", mm: 30 }]);
    expect(dragged(formation(line), false, [9, 30], 5)).toEqual([
      { kind: "forward", mm: 30 },
      { kind: "shift", mm: 9 },
    ]);
    expect(dragged(formation(line), false, [0, -30], 5)).toEqual([{ kind: "back", mm: 30 }]);
  });
  it("of a front corner wheels about the other, forward only", () => {
    const block = formation(line);
    const [fl, fr] = corners(block);
    expect(wheeled(block, "right", [fl[0] + 40, fl[1] + 40])).toMatchObject({ kind: "wheel_left" });
    const by = wheeled(block, "right", [fl[0] + 40, fl[1] + 40]);
    expect("degrees" in by && by.degrees).toBeCloseTo(45);
    const left = wheeled(block, "left", [fr[0] - 40, fr[1] + 40]);
    expect(left.kind).toBe("wheel_right");
    expect("degrees" in left && left.degrees).toBeCloseTo(45);
    const behind = wheeled(block, "right", [fl[0] + 40, fl[1] - 10]);
    expect("degrees" in behind && behind.degrees).toBe(0);
  });
});

describe("a plan", () => {
  it("joins steps alike and leaves out steps of nothing", () => {
    const path = joined(
      [{ kind: "forward", mm: 10 }],
      [
        { kind: "forward", mm: 5 },
        { kind: "shift", mm: 0 },
      ],
    );
    expect(path).toEqual([
      { kind: "forward", mm: 15 },
      { kind: "shift", mm: 0 },
    ]);
    expect(command({ manner: "group", units: [4, 5], steps: path })).toEqual({
      move: { manner: "group", units: [4, 5], path: [{ forward: 150000 }] },
    });
    expect(isEmpty({ manner: "group", units: [4], steps: [{ kind: "shift", mm: 0 }] })).toBe(true);
  });
  it("goes on leg by leg", () => {
    const ends = legs({ x: 0, y: 0, facing: 0, width: 40, depth: 20 }, [
      { kind: "turn", degrees: 90 },
      { kind: "forward", mm: 10 },
    ]);
    expect(ends[1]!.x).toBeCloseTo(10);
    expect(ends[1]!.facing).toBe(90);
  });
});

it("sets an army out inside its zone, facing the middle", () => {
  const zone: [number, number][] = [
    [75, 450],
    [525, 450],
    [525, 600],
    [75, 600],
  ];
  const blue = zama.units.filter((u) => u.side === "blue");
  const places = arranged(blue, zone, zama.table);
  expect(places.length).toBe(blue.length);
  for (const [id, pose] of places) {
    expect(pose.facing).toBe(180);
    const u = blue.find((x) => x.id === id)!;
    for (const c of corners({ ...u, ...pose })) expect(inside(zone, [c[0], c[1] - 0.001])).toBe(true);
  }
});
