import { describe, expect, it } from "vitest";
import { around, frame, hold, toScreen, toTable, whole, wholeView, zoomAt } from "../../src/table/camera";
import { figures, rounded, scatter, strewn } from "../../src/table/drawing";
import { plates } from "../../src/table/plates";
import { nearest } from "../../src/table/walk";
import type { Xy } from "../../src/wire/types";
import { zama } from "../fixtures/zama";

const table = { width: 600, depth: 600 };
const port = { width: 840, height: 640 };

describe("the camera", () => {
  it("shows the whole table and comes back from the screen", () => {
    const camera = wholeView(table, port);
    expect(camera.k).toBeCloseTo(1);
    const p: Xy = [123, 456];
    const back = toTable(camera, port, toScreen(camera, port, p));
    expect(back[0]).toBeCloseTo(123);
    expect(back[1]).toBeCloseTo(456);
    expect(frame(camera, table, port)).toMatchObject({ width: 600, height: 600 });
  });
  it("zooms about the pointer and never past the limits", () => {
    const near = zoomAt(wholeView(table, port), table, port, [420, 320], 3);
    const still = toTable(near, port, [420, 320]);
    expect(still[0]).toBeCloseTo(300);
    expect(zoomAt(near, table, port, [420, 320], 1000).k).toBeCloseTo(160 / 25.4);
    expect(zoomAt(near, table, port, [420, 320], 0.001).k).toBeCloseTo(whole(table, port));
  });
  it("never leaves the table", () => {
    const held = hold({ x: -500, y: 9999, k: 3 }, table, port);
    expect(toTable(held, port, [20, 320])[0]).toBeCloseTo(0);
  });
  it("takes in all points asked for", () => {
    const camera = around(
      [
        [100, 100],
        [200, 150],
      ],
      table,
      port,
    );
    const box = frame(camera, table, port);
    for (const p of [
      [100, 100],
      [200, 150],
    ] as Xy[]) {
      const [x, y] = toScreen(camera, port, p);
      expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(true);
    }
  });
});

describe("drawings", () => {
  const square: Xy[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ];
  it("scatter the same every time", () => {
    const [a, b] = [scatter("T3"), scatter("T3")];
    expect([a(), a()]).toEqual([b(), b()]);
    expect(strewn(square, 10, "T3")).toEqual(strewn(square, 10, "T3"));
  });
  it("stay near the true line", () => {
    for (const [x, y] of rounded(square, 3)) {
      const out = Math.max(-x, x - 100, -y, y - 100);
      expect(out).toBeLessThanOrEqual(3.01);
    }
  });
  it("have a mark for every figure", () => {
    const heads = figures(80, 40, 8, 20, "foot", false).match(/a/g)!.length / 2;
    expect(heads).toBe(20);
  });
});

it("walks to the nearest unit in a direction", () => {
  const from = zama.units.find((u) => u.label === "R5")!;
  const shown = zama.units.filter((u) => u.place === "table");
  expect(nearest(from, shown, "right")!.label).toBe("R6");
  expect(nearest(from, shown, "down")!.label).toBe("R8");
});

describe("name plates", () => {
  const body = (id: number, x: number) => ({
    ...zama.units[0]!,
    id,
    x,
    y: 300,
    facing: 0,
    name: "Cohort of the right",
    element: false,
    figures: 20,
    place: "table" as const,
  });
  const table = { ...zama.table, width: 1000, depth: 600 };
  it("lie behind their units and never beyond the edge of the table", () => {
    const middle = { ...body(1, 500), depth: 40 };
    expect(plates([middle], table, 1).get(1)).toMatchObject({ x: 500, y: 300 - 20 - 13 });
    const { x, y, half } = plates([{ ...middle, x: 995, y: 10 }], table, 2).get(1)!;
    expect(y).toBeCloseTo(8.5 / 2);
    expect(x).toBeCloseTo(1000 - half);
  });
  it("are short where whole names would lie on one another", () => {
    const texts = (k: number) => {
      const list = plates([body(1, 100), body(2, 140), body(3, 500)], table, k);
      return [1, 2, 3].map((id) => list.get(id)!.text);
    };
    expect(texts(1)[1]).toBe(`${zama.units[0]!.label} 20`);
    expect(texts(1)[2]).toBe("Cohort of the right 20");
    expect(texts(6)).toEqual(Array(3).fill("Cohort of the right 20"));
  });
  it("give way to a unit that stands behind", () => {
    const front = { ...body(1, 500), depth: 15 };
    const rear = { ...front, id: 2, y: 280, width: 200 };
    expect(plates([front, rear], table, 1).get(1)!.y).toBeGreaterThan(300);
  });
});
