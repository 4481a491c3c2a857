import { describe, expect, it } from "vitest";
import { lines, losses } from "../../src/battle/report";
import type { ReplayStep } from "../../src/wire/messages";
import { zama } from "../fixtures/zama";

const at = (seq: number, turn: number, red: number, blue: number): ReplayStep => ({
  seq,
  side: "red",
  entries: [],
  view: { ...zama, seq, turn, losses: { red, blue } },
  thrown: [],
});

describe("losses over a battle", () => {
  const points = losses([at(0, 0, 0, 0), at(1, 1, 0, 0), at(2, 2, 0, 1)]);
  it("are counted from the first turn on", () => {
    expect(points.map((p) => p.seq)).toEqual([1, 2]);
    expect(losses([at(0, 0, 0, 0)])).toEqual([]);
  });
  it("are drawn against the number that loses the battle", () => {
    const drawn = lines(points, { red: 4, blue: 4 });
    expect(drawn.blue.at(-1)).toEqual([1, 0.25]);
    expect(drawn.red.at(-1)).toEqual([1, 0]);
  });
});
