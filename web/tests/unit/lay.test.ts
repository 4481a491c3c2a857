import { describe, expect, it } from "vitest";
import { drawn, fresh, gripped, grips, type Kind, layCommand, points } from "../../src/battle/lay";
import { zama } from "../fixtures/zama";

const wood: Kind = { kind: 3, name: "woods", drawing: "woods", band: null, rule: "r" };
const road: Kind = { kind: 10, name: "road", drawing: "road", band: 25, rule: "r" };
const near = (a: number, b: number) => expect(a).toBeCloseTo(b, 6);

describe("laying terrain", () => {
  it("begins with a piece on the table that can be taken hold of", () => {
    const piece = fresh(wood, zama.table, 0);
    for (const [x, y] of points(piece)) {
      expect(x > 0 && x < zama.table.width && y > 0 && y < zama.table.depth).toBe(true);
    }
    expect(grips(piece).map((g) => g.id)).toEqual(["whole", "size"]);
    expect(drawn(piece, 2)).toMatchObject({ id: "laid-2", drawing: "woods", width: null });
  });

  it("moves and grows by its grips", () => {
    const piece = gripped(fresh(wood, zama.table, 0), "whole", [200, 200]);
    expect(piece.at).toEqual([200, 200]);
    const wide = gripped({ ...piece, turn: 90 }, "size", [230, 260]);
    near(wide.half[0], 60);
    near(wide.half[1], 30);
  });

  it("lays a band from end to end", () => {
    const band = gripped(fresh(road, zama.table, 0), "from", [0, 100]);
    const both = gripped(band, "to", [300, 500]);
    const [a, b] = points(both);
    near(a![0], 0);
    near(a![1], 100);
    near(b![0], 300);
    near(b![1], 500);
    expect(layCommand([both])).toEqual({
      lay: [
        {
          kind: 10,
          points: [
            [0, 1_000_000],
            [3_000_000, 5_000_000],
          ],
          width: 250_000,
        },
      ],
    });
  });
});
