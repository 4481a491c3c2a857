import { describe, expect, it } from "vitest";
import { astray, lined } from "../../src/battle/line";
import { snap } from "../../src/battle/snap";
import type { Terrain, Unit } from "../../src/wire/types";
import { zama } from "../fixtures/zama";

const unit = (id: number, x: number, y: number, more: Partial<Unit> = {}): Unit =>
  ({ ...zama.units[0]!, id, label: `R${id}`, x, y, facing: 0, width: 40, depth: 20, ...more }) as Unit;
const block = (x: number, y: number) => ({ x, y, facing: 0, width: 40, depth: 20 });
const around = (units: Unit[], terrain: Terrain[] = []) => ({ units, terrain, side: "red" });

describe("guides", () => {
  it("bring a front flush with a neighbour's, and edge to edge with it", () => {
    const deep = unit(2, 41.5, 97, { depth: 30 });
    const at = snap(block(0, 100), around([deep]), 4);
    expect(at.x).toBeCloseTo(1.5);
    expect(at.y + 10).toBeCloseTo(97 + 15);
    expect(at.guides.map((g) => g.words)).toEqual(["flush with R2", "beside R2"]);
  });
  it("prefer contact to a flush front, and go file to file", () => {
    const foe = unit(9, 2, 123, { side: "blue", facing: 180, label: "C9" });
    const mate = unit(2, 60, 102);
    const at = snap(block(0, 100), around([foe, mate]), 4);
    expect(at.y).toBeCloseTo(103);
    expect(at.x).toBeCloseTo(2);
    expect(at.guides.map((g) => g.words)).toEqual(["into contact with C9", "file to file with C9"]);
  });
  it("leave alone what is farther off", () => {
    const at = snap(block(0, 100), around([unit(2, 60, 130)]), 4);
    expect(at).toMatchObject({ x: 0, y: 100, guides: [] });
  });
  it("stop at the edge of terrain", () => {
    const woods = {
      name: "woods",
      width: null,
      points: [
        [-50, 112],
        [50, 112],
        [50, 200],
        [-50, 200],
      ],
    };
    const at = snap(block(0, 100), around([], [woods as unknown as Terrain]), 4);
    expect(at.y).toBeCloseTo(102);
  });
});

describe("lines", () => {
  const set = [unit(1, 0, 0), unit(2, 50, -5, { depth: 30 }), unit(3, -45, 4)];
  it("are formed on the leader, closed up on it and turned alike", () => {
    expect(lined("form", set)).toEqual([
      [2, { x: 40, y: -5, facing: 0 }],
      [3, { x: -40, y: 0, facing: 0 }],
    ]);
    expect(lined("close", set)).toEqual([
      [2, { x: 40, y: -5, facing: 0 }],
      [3, { x: -40, y: 4, facing: 0 }],
    ]);
    expect(lined("face", [set[0]!, unit(4, 9, 9, { facing: 30 })])).toEqual([[4, { x: 9, y: 9, facing: 0 }]]);
  });
  it("are extended by the one behind", () => {
    expect(lined("extend", [unit(1, 0, 0), unit(2, 40, 0), unit(3, 30, -20)])).toEqual([
      [3, { x: 80, y: 0, facing: 0 }],
    ]);
  });
  it("name who stands astray", () => {
    expect(astray(set).map((s) => [s.unit.id, s.back])).toEqual([[3, -4]]);
  });
});
