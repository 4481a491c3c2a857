import { describe, expect, it } from "vitest";
import { changed } from "../../src/wire/change";
import { below, Lens, type Quarters } from "../../src/wire/lens";
import type { Unit, View } from "../../src/wire/types";
import { zama } from "../fixtures/zama";

describe("a change", () => {
  it("replaces, takes away and leaves the rest as it is", () => {
    const old = { a: { x: 1 }, list: [{ n: 1 }, { n: 2 }], gone: 3 };
    const now = changed(old, { gone: [], list: { 1: { n: [5] }, 2: [{ n: 6 }], length: [3] } }) as typeof old;
    expect(now).toEqual({ a: { x: 1 }, list: [{ n: 1 }, { n: 5 }, { n: 6 }] });
    expect(now.a).toBe(old.a);
    expect(now.list[0]).toBe(old.list[0]);
    expect(changed(old, {})).toBe(old);
    expect(changed(old.list, { length: [1] })).toEqual([{ n: 1 }]);
  });
});

describe("a lens", () => {
  const table = { width: 600, depth: 400 };
  const all: Quarters[] = [0, 1, 2, 3];
  it.each(all)("turned by %i quarters gives the umpire back what he sent", (quarters) => {
    const lens = new Lens(quarters, table);
    const unit = { ...zama.units[0]!, x: 100, y: 50, facing: 30 } as Unit;
    const seen = lens.unit(unit);
    const grid = { x: Math.round(seen.x * 1e4), y: Math.round(seen.y * 1e4) };
    const facing = Math.round((seen.facing / 360) * 2 ** 32) % 2 ** 32;
    const sent = lens.command({ place: [[1, { ...grid, facing }]] });
    const [, pose] = (sent as { place: [number, { x: number; y: number; facing: number }][] }).place[0]!;
    expect([pose.x, pose.y]).toEqual([1_000_000, 500_000]);
    expect((pose.facing / 2 ** 32) * 360).toBeCloseTo(30);
    expect(lens.truly(seen.facing)).toBeCloseTo(30);
  });
  it("brings one's own side below", () => {
    const at = (side: "red" | "blue", x: number, y: number) => ({ ...zama.units[0]!, side, x, y }) as Unit;
    const view = (units: Unit[]) => ({ ...zama, table: { ...zama.table, ...table }, units }) as View;
    const lies = (rx: number, ry: number, bx: number, by: number) => {
      const v = view([at("red", rx, ry), at("blue", bx, by)]);
      const seen = new Lens(below(v, "red"), v.table).view(v);
      return seen.units[0]!.y < seen.units[1]!.y;
    };
    expect(lies(300, 50, 300, 350)).toBe(true);
    expect(lies(300, 350, 300, 50)).toBe(true);
    expect(lies(50, 200, 550, 200)).toBe(true);
    expect(lies(550, 200, 50, 200)).toBe(true);
  });
});
