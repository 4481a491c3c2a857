import { describe, expect, it } from "vitest";
import { answers, draw, hex, type KeptDice, promise, prove } from "../../src/battle/fair";
import type { DiceTold } from "../../src/wire/messages";
import { sha256 } from "../../src/wire/sha256";

const D6 = [1, 2, 3, 4, 5, 6].map((n) => [n, 1] as [number, number]);
const of = (n: number) => hex(new Uint8Array(32).fill(n));
const told = (more: Partial<DiceTold>): DiceTold => ({
  source: "shares",
  promise: promise(of(1)),
  round: 1,
  promised: { red: null, blue: null },
  shares: { red: null, blue: null },
  waits: ["red", "blue"],
  secret: null,
  taken: 0,
  ...more,
});

describe("SHA-256", () => {
  it("is the standard one", () => {
    const text = (t: string) => hex(sha256(new TextEncoder().encode(t)));
    expect(text("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(text("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(text("a".repeat(1000))).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
  });
});

describe("dice", () => {
  it("are those the umpire draws", () => {
    // The same numbers as in crates/dice/src/shared.rs.
    const lot = { secret: of(1), red: of(2), blue: of(3) };
    expect(draw(lot, 7, Array(20).fill(D6))).toEqual([
      2, 5, 5, 1, 5, 5, 3, 4, 3, 3, 5, 2, 3, 4, 6, 3, 5, 1, 5, 3,
    ]);
    expect(promise(of(0))).toBe("3d1c80c5a2864013357821260fae5e1f34fe47a0a22162bad3d761df5a543ea0");
  });

  it("get this browser's share only when all have promised theirs", () => {
    const kept: KeptDice = {};
    const [first] = answers(told({}), ["red"], kept);
    expect(first).toMatchObject({ type: "promise", side: "red", promise: promise(kept.shares!.red!) });
    const mine = promise(kept.shares!.red!);
    expect(answers(told({ promised: { red: mine, blue: null } }), ["red"], kept)).toEqual([]);
    const both = told({ promised: { red: mine, blue: promise(of(9)) } });
    expect(answers(both, ["red"], kept)).toEqual([{ type: "share", side: "red", share: kept.shares!.red }]);
    // Another promise than the first: no share.
    expect(answers({ ...both, promise: promise(of(8)) }, ["red"], kept)).toEqual([]);
    // A seat changed hands: a new share.
    const before = kept.shares!.red;
    answers(told({ round: 2 }), ["red"], kept);
    expect(kept.shares!.red).not.toBe(before);
  });

  it("are proved, or not", () => {
    const dice = told({ secret: of(1), shares: { red: of(2), blue: of(3) }, waits: [] });
    const faces = draw({ secret: of(1), red: of(2), blue: of(3) }, 4, [D6, D6]);
    const step = (f: number[]) =>
      [{ seq: 3, thrown: [{ n: 4, rolls: f.map((face) => ({ die: D6, face })) }] }] as never;
    const kept = { promise: dice.promise!, round: 1, shares: { red: of(2) } };
    expect(prove(dice, step(faces), kept)).toMatchObject({ good: true });
    expect(prove(dice, step([faces[0]!, (faces[1]! % 6) + 1]), kept).words[0]).toContain("step 3");
    expect(prove(dice, step(faces), { ...kept, shares: { red: of(7) } }).good).toBe(false);
    expect(prove(dice, step(faces), { ...kept, promise: of(7) }).good).toBe(false);
    expect(prove({ ...dice, secret: of(2) }, step(faces), kept).good).toBe(false);
    expect(prove({ ...dice, source: "unproved" }, step(faces), kept).words[0]).toContain("before");
  });
});
