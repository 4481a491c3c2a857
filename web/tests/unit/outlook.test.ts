import { describe, expect, it } from "vitest";
import { error, share, verdict, worthAsking } from "../../src/battle/outlook";

const names = { red: "Rome", blue: "Carthage" };
const point = (seq: number, turn: number) => ({ seq, turn, losses: { red: 0, blue: 0 } });

describe("how a battle is likely to end", () => {
  it("asks about the end of each turn, and about the last of all", () => {
    const points = [point(1, 1), point(2, 1), point(3, 2), point(4, 3), point(5, 3)];
    expect(worthAsking(points).map((p) => p.seq)).toEqual([2, 3, 5]);
    expect(worthAsking(points, 2).map((p) => p.seq)).toEqual([2, 5]);
    expect(worthAsking([])).toEqual([]);
  });

  it("shares even battles and knows how little it knows", () => {
    const of = { step: 3, battles: 10, red: 6, blue: 2 };
    expect(share(of, "red")).toBeCloseTo(0.7);
    expect(share(of, "blue")).toBeCloseTo(0.3);
    expect(error(of)).toBeGreaterThan(error({ step: 3, battles: 1000, red: 600, blue: 200 }));
    expect(share({ step: 3, battles: 0, red: 0, blue: 0 }, "red")).toBe(0.5);
  });

  it("says who is ahead, or that it is open", () => {
    expect(verdict({ step: 1, battles: 24, red: 20, blue: 4 }, names)).toContain("Rome comes out ahead");
    expect(verdict({ step: 1, battles: 24, red: 4, blue: 20 }, names)).toContain("Carthage");
    expect(verdict({ step: 1, battles: 24, red: 12, blue: 12 }, names)).toContain("open");
    expect(verdict(undefined, names)).toBe("");
  });
});
