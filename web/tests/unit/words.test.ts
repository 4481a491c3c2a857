import { describe, expect, it } from "vitest";
import { against, blocks, listed, together } from "../../src/lib/words";
import { beside } from "../../src/table/labels";

describe("words", () => {
  it("put what stands behind dashes into a list", () => {
    expect(blocks("All have a front.\n- Blades: 60\n- Bows:\n  80\nWagons differ.")).toEqual([
      { words: "All have a front.", items: [] },
      { words: "", items: ["Blades: 60", "Bows: 80"] },
      { words: "Wagons differ.", items: [] },
    ]);
  });
  it("name who is in the way, if that is not said already", () => {
    const units = [1, 2, 3].map((id) => ({ id, name: "Blades", label: `R${id}` }));
    const no = { what: "another element is in the way", units: [1, 2] };
    expect(against(no, [1], units)).toBe("another element is in the way: R2");
    expect(against({ ...no, what: "R2 is in the way" }, [1], units)).toBe("R2 is in the way");
    expect(against(no, [1, 2], units)).toBe(no.what);
  });

  it("are read as sentences, whether bits or whole", () => {
    expect(together(["190 of 500 paces", "1 PIP"])).toBe("190 of 500 paces, 1 PIP");
    expect(together(["1 PIP", "R1 into contact with C2", "Then it fights."])).toBe(
      "1 PIP, R1 into contact with C2. Then it fights.",
    );
    expect(listed(["R4", "R5", "R6"])).toBe("R4, R5 and R6");
  });

  it("stand beside what they speak of, and on nobody", () => {
    const frame = { x: 0, y: 0, width: 400, height: 400 };
    const of = { x: 150, y: 100, width: 50, height: 20 };
    const size = { width: 100, height: 20 };
    expect(beside(of, size, [], frame)).toEqual([216, 100]);
    const right = { x: 200, y: 90, width: 80, height: 40 };
    expect(beside(of, size, [right], frame)).toEqual([34, 100]);
    const edge = { ...of, x: 340 };
    expect(beside(edge, size, [], frame)[0]).toBe(224);
  });
});
