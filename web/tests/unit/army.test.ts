import { describe, expect, it } from "vitest";
import {
  asArmy,
  empty,
  moved,
  packed,
  sizes,
  unpacked,
  withField,
  within,
  without,
  withUnit,
} from "../../src/muster/army";
import type { FormField } from "../../src/wire/messages";

const hastati = { troop: "hastati", figures: 20 };
const army = withUnit(withUnit(empty("wab", "republican_roman"), hastati), { troop: "velites", figures: 8 });

describe("an army in hand", () => {
  it("is changed without changing the one before", () => {
    const smaller = withField(army, 0, "figures", 12);
    expect([army.units[0]!.figures, smaller.units[0]!.figures]).toEqual([20, 12]);
    expect(withField(army, 0, "figures", undefined).units[0]).toEqual({ troop: "hastati" });
    expect(without(army, 0).units.map((unit) => unit.troop)).toEqual(["velites"]);
  });

  it("moves units up and down, but not off its ends", () => {
    expect(moved(army, 1, -1).units.map((unit) => unit.troop)).toEqual(["velites", "hastati"]);
    expect(moved(army, 0, -1)).toBe(army);
  });

  it("keeps sizes within the limits of the list", () => {
    const figures = { name: "figures", type: "int", min: 10, max: 32, default: 10 } as unknown as FormField;
    expect(sizes([figures], { troop: "triarii" })).toEqual({ now: 10, least: 10, most: 32 });
    expect(sizes([], hastati)).toBeNull();
    expect(within({ least: 10, most: 32 }, 40)).toBe(32);
  });

  it("goes into a link and comes out of it as it was", async () => {
    const letters = await packed({ ...army, name: "Scipio’s own" });
    expect(letters).toMatch(/^[\w-]+$/);
    expect(await unpacked(letters)).toEqual({ ...army, name: "Scipio’s own" });
  });

  it("is refused where a link or a file holds something else", async () => {
    expect(await unpacked("not letters of an army")).toBeNull();
    expect(await unpacked("A".repeat(70_000))).toBeNull();
    expect(asArmy({ book: 3 })).toBeNull();
    expect(asArmy({ book: "dba", army: "gallic", units: "many" })?.units).toEqual([]);
  });
});
