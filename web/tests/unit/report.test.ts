import { describe, expect, it } from "vitest";
import { lines, report, spans } from "../../src/battle/report";
import type { ReplayStep } from "../../src/wire/messages";
import type { Entry, View } from "../../src/wire/types";
import { zama } from "../fixtures/zama";

const unit = zama.units.find((u) => u.side === "blue")!;
const fight: Entry = {
  kind: "ruling",
  text: "They are destroyed",
  rule: "b.fight",
  tallies: [{ unit: unit.id, factors: [], total: 2, of: "" }],
  rolls: [["red", unit.id, 6]],
  throws: [],
  also: [],
};
const at = (seq: number, turn: number, red: number, blue: number, entries: Entry[] = []): ReplayStep => {
  const gone = entries.some((e) => e.kind === "left");
  const units = zama.units.map((u) => (gone && u.id === unit.id ? { ...u, place: "destroyed" as const } : u));
  const view: View = { ...zama, seq, turn, units, losses: { red, blue } };
  return { seq, side: "red", entries, view, thrown: [] };
};
const left: Entry = { kind: "left", unit: unit.id, place: "destroyed", rule: "b.gone" };
const steps = [at(0, 0, 0, 0), at(1, 1, 0, 0), at(2, 2, 0, 1, [fight, left])];

describe("a report", () => {
  const told = report(steps)!;
  it("tells who was lost, when and through what", () => {
    const fate = told.fates.blue.find((f) => f.unit.id === unit.id)!;
    expect(fate.lost).toBe(true);
    expect(fate.words).toContain("They are destroyed");
  });
  it("has a chapter for each stretch and a turning point where the lead changed", () => {
    expect(told.chapters.map((c) => c.last)).toEqual([1, 2]);
    expect(told.turnings).toHaveLength(1);
    expect(told.turnings[0]).toMatchObject({ seq: 2, side: "red", by: 1, words: "They are destroyed." });
  });
  it("is none before the battle has begun", () => {
    expect(report([at(0, 0, 0, 0)])).toBeNull();
  });
  it("cuts turns into as many stretches as there are, at most", () => {
    expect(spans([1, 1, 2, 3, 4, 5], 2)).toEqual([
      [1, 2],
      [3, 5],
    ]);
    expect(spans([1], 4)).toEqual([[1, 1]]);
  });
  it("draws losses against the number that loses the battle", () => {
    const drawn = lines(told.losses, { red: 4, blue: 4 });
    expect(drawn.blue.at(-1)).toEqual([1, 0.25]);
    expect(drawn.red.at(-1)).toEqual([1, 0]);
  });
});
