import { describe, expect, it } from "vitest";
import { freest } from "../../src/table/labels";

const frame = { x: 0, y: 0, width: 400, height: 300 };
const size = { width: 100, height: 60 };

describe("what lies in a corner of the table", () => {
  it("lies in the first where it covers nobody", () => {
    const there = { x: 20, y: 250, width: 40, height: 20 };
    expect(freest(["bottom left", "top left"], size, [], frame)).toEqual({ x: 8, y: 232, ...size });
    expect(freest(["bottom left", "top left"], size, [there], frame)).toEqual({ x: 8, y: 8, ...size });
  });
  it("lies where it covers least if there is no such corner", () => {
    const all = [
      { x: 0, y: 0, width: 100, height: 100 },
      { x: 0, y: 280, width: 30, height: 20 },
    ];
    expect(freest(["top left", "bottom left"], size, all, frame).y).toBe(232);
  });
});
