// How a drag becomes steps.

import { expect, test } from "vitest";
import { cornered, towards, turned } from "../../src/battle/manoeuvre";
import { legs } from "../../src/battle/plan";

const block = { x: 100, y: 100, facing: 0, width: 50, depth: 30 };

test("who goes freely goes to a pose, alone", () => {
  expect(towards(block, [10, 20], "freely", true, 1)).toEqual([
    { kind: "to", pose: { x: 110, y: 120, facing: 0 } },
  ]);
});

test("nearly straight ahead is straight ahead", () => {
  const path = towards(block, [4, 100], "turns", true, 1);
  expect(path).toEqual([{ kind: "forward", mm: 100 }]);
});

test("who turns on the spot turns to the place and goes there", () => {
  const path = towards(block, [100, 100], "turns", true, 1);
  expect(path.map((s) => s.kind)).toEqual(["turn", "forward"]);
  const end = legs(block, path).at(-1)!;
  expect(end.x).toBeCloseTo(200, 6);
  expect(end.y).toBeCloseTo(200, 6);
  expect(end.facing).toBeCloseTo(45, 6);
});

test("who wheels comes to the place by a wheel and a march", () => {
  for (const by of [
    [60, 120],
    [-60, 120],
  ] as [number, number][]) {
    const path = towards(block, by, "wheels", true, 1);
    expect(path.map((s) => s.kind)).toEqual([by[0] > 0 ? "wheel_right" : "wheel_left", "forward"]);
    const end = legs(block, path).at(-1)!;
    expect(Math.hypot(end.x - 100 - by[0], end.y - 100 - by[1])).toBeLessThan(3);
  }
});

test("a corner dragged turns those who turn and wheels the others", () => {
  const turn = cornered(block, "right", [100, 70], "turns");
  expect(turn.kind).toBe("turn");
  expect(cornered(block, "right", [125, 130], "wheels").kind).toBe("wheel_left");
  expect(turned(block, 5, "turns", true)).toEqual({ kind: "turn", degrees: 5 });
  expect(turned(block, -5, "wheels", true)).toEqual({ kind: "wheel_left", degrees: 5 });
});
