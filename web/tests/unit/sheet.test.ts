import { describe, expect, it, vi } from "vitest";
import type { Desk } from "../../src/battle/drafts/draft";
import {
  composed,
  pieces,
  remarks,
  restated,
  rows,
  SheetDraft,
  type SheetForm,
  stretch,
} from "../../src/battle/drafts/sheet.svelte";
import { combinations, distinct } from "../../src/battle/drafts/signs";
import type { Command, LineRead, Odds, Preview } from "../../src/wire/types";
import { zama } from "../fixtures/zama";

const desk = (of: (command: Command) => Promise<Preview>): Desk => ({
  preview: of,
  ways: async (list) =>
    Promise.all(list.map(async (c) => ({ command: c, preview: await of(c), stopped_by: [], rolls: false }))),
  regions: async () => [],
  rehearse: async () => null,
});

const option = (label: string) => ({ label, rule: "r", units: [] });
const form: SheetForm = {
  kind: "sheet",
  lines: [
    { unit: 3, label: "order for Cohort I", now: "Hold.", rule: "r", draws: null },
    { unit: null, label: "signal 1", now: "", rule: "r", draws: null },
  ],
  picks: [
    { unit: 3, label: "formation", options: [option("line"), option("column")], usual: 0 },
    { unit: 5, label: "report", options: [option("no"), option("yes")], usual: 0 },
  ],
};
const read = (more: Partial<LineRead> = {}): LineRead => ({
  line: 0,
  marks: [],
  terms: [],
  way: [],
  sentence: null,
  remarks: [],
  snag: null,
  slots: [],
  meanings: [],
  examples: [],
  ...more,
});
const preview = (more: Partial<Preview> = {}): Preview => ({
  ghosts: [],
  words: [],
  odds: [],
  lines: [],
  refusals: [],
  ...more,
});

describe("a sheet", () => {
  it("has a row for each unit and each line of nobody's", () => {
    expect(rows(form)).toEqual([
      { unit: 3, lines: [0], picks: [0] },
      { unit: null, lines: [1], picks: [] },
      { unit: 5, lines: [], picks: [1] },
    ]);
  });

  it("is put together from phrases", () => {
    expect(composed(["hold", "", "until attacked", ", then advance"])).toBe(
      "Hold until attacked, then advance.",
    );
    expect(composed(["To all:", "advance"])).toBe("To all: advance.");
    expect(composed(["left 10,", "ahead 4"])).toBe("left 10, ahead 4");
    expect(composed(["", ""])).toBe("");
  });

  it("is marked where the reader understood and where it stumbled, in bytes", () => {
    expect(stretch("Höld é!", [6, 8])).toEqual([5, 6]);
    const marked = read({
      marks: [[[0, 4], "doing"]],
      snag: { span: [5, 8], why: "what", near: [] },
    });
    expect(pieces("Hold tke hill", marked)).toEqual([
      { words: "Hold", about: "doing" },
      { words: " ", about: "" },
      { words: "tke", about: "snag" },
      { words: " hill", about: "" },
    ]);
    expect(pieces("as it is", undefined)).toEqual([{ words: "as it is", about: "" }]);
  });

  it("is marked where words were mended, within what they are part of", () => {
    const marked = read({
      marks: [
        [[0, 5], "doing"],
        [[6, 22], "target"],
      ],
      remarks: [
        { span: [0, 5], about: "mended", words: "read as “attack”" },
        { span: [10, 14], about: "passed", words: "passed over" },
      ],
    });
    expect(pieces("Atack the dire slingers", marked)).toEqual([
      { words: "Atack", about: "mended" },
      { words: " ", about: "" },
      { words: "the ", about: "target" },
      { words: "dire", about: "passed" },
      { words: " slinger", about: "target" },
      { words: "s", about: "" },
    ]);
    expect(remarks("Atack the dire slingers", marked)[0]).toEqual({
      words: "Atack",
      about: "mended",
      says: "read as “attack”",
    });
  });

  it("sends what was changed, asks how it is read, and takes back", async () => {
    vi.useFakeTimers();
    const asked: unknown[] = [];
    const answer = preview({
      lines: [read({ snag: { span: [0, 12], why: "what", near: ["take"] } })],
      refusals: [],
    });
    const sheet = new SheetDraft(
      form,
      desk(async (command) => {
        asked.push(command);
        return answer;
      }),
    );
    expect(sheet.command()).toBe("done");
    sheet.write(0, "Tke");
    sheet.write(0, "Tke the hill.");
    sheet.pick(1, 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([{ sheet: { lines: [[0, "Tke the hill."]], picks: [[1, 1]] } }]);
    expect(sheet.state(sheet.rows[0]!)).toBe("unclear");
    expect(sheet.state(sheet.rows[2]!)).toBe("changed");
    sheet.mend(0, "Take the long hill.");
    expect(sheet.text(0)).toBe("Take the long hill.");
    sheet.back();
    expect(sheet.text(0)).toBe("Tke the hill.");
    sheet.back();
    expect(sheet.command()).toEqual({ sheet: { lines: [[0, "Tke the hill."]], picks: [] } });
    sheet.back();
    expect(sheet.command()).toBe("done");
    sheet.pick(1, 1);
    sheet.pick(1, 0);
    expect(sheet.changed).toBe(false);
    vi.useRealTimers();
  });

  it("is written by drawing: the last stroke counts, and leads to where the hand is", async () => {
    vi.useFakeTimers();
    const drawn = {
      ...form,
      lines: form.lines.map((l) => ({ ...l, draws: l.unit === null ? null : "freely" })),
    };
    const sheet = new SheetDraft(
      drawn as SheetForm,
      desk(async () => preview()),
    );
    expect(sheet.draws).toBe("orders");
    const asked: unknown[] = [];
    let said = "March to the hill.";
    const phrase = async (_: number, path: unknown) => {
      asked.push(path);
      return said;
    };
    const unit = { ...zama.units[0]!, id: 3 };
    const stroke = (y: number, phase: "start" | "move" | "end") => {
      const what = { what: "block", id: 3, from: [0, 0], to: [7, y], free: true, straight: false } as const;
      sheet.drag({ ...what, from: [0, 0], to: [7, y], phase }, [unit], phrase);
    };
    stroke(0, "start");
    stroke(10, "move");
    stroke(90, "end");
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toEqual([[{ kind: "to", pose: { x: 7, y: 90, facing: unit.facing } }]]);
    expect(sheet.text(0)).toBe("March to the hill.");
    said = "Attack the Gauls.";
    stroke(0, "start");
    stroke(60, "end");
    await vi.advanceTimersByTimeAsync(300);
    expect(sheet.text(0)).toBe("Attack the Gauls.");
    sheet.back();
    expect(sheet.text(0)).toBe("March to the hill.");
    vi.useRealTimers();
  });

  it("goes on from the ghost that is taken by the hand, and anew from the unit", async () => {
    vi.useFakeTimers();
    const drawn = {
      ...form,
      lines: form.lines.map((l) => ({ ...l, draws: l.unit === null ? null : "wheels" })),
    };
    const unit = { ...zama.units[0]!, id: 3, x: 100, y: 100, facing: 0 };
    const sheet = new SheetDraft(
      drawn as SheetForm,
      desk(async () => preview({ ghosts: [[3, [[100, 160, 0]]]] })),
    );
    await vi.advanceTimersByTimeAsync(300);
    sheet.write(0, "ahead 60");
    await vi.advanceTimersByTimeAsync(300);
    const asked: unknown[] = [];
    const phrase = async (_: number, path: unknown, after: string) => {
      asked.push([path, after]);
      return "ahead 80";
    };
    const stroke = (id: number | null, phase: "start" | "end") => {
      const what = { what: "block", free: true, straight: false } as const;
      sheet.drag({ ...what, id, from: [100, 160], to: [100, 180], phase }, [unit], phrase);
    };
    for (const id of [null, 3]) {
      stroke(id, "start");
      stroke(id, "end");
      await vi.advanceTimersByTimeAsync(300);
    }
    const ahead = [{ kind: "forward", mm: 20 }];
    expect(asked).toEqual([
      [ahead, "ahead 60"],
      [ahead, ""],
    ]);
    vi.useRealTimers();
  });

  it("is written for all that are picked, and lines offer what was written for others", async () => {
    vi.useFakeTimers();
    const lines = [3, 4, 5].map((unit) => ({ ...form.lines[0]!, unit, draws: "wheels" as const }));
    const sheet = new SheetDraft(
      { ...form, lines, picks: [] },
      desk(async () => preview()),
    );
    const [one, two] = [3, 4].map((id) => ({ ...zama.units[0]!, id }));
    const what = { what: "block", id: 3, from: [0, 0], to: [0, 60], free: true, straight: false } as const;
    const phrase = async () => "ahead 60";
    sheet.drag({ ...what, from: [0, 0], to: [0, 0], phase: "start" }, [one!, two!], phrase);
    sheet.drag({ ...what, from: [0, 0], to: [0, 60], phase: "end" }, [one!, two!], phrase);
    await vi.advanceTimersByTimeAsync(300);
    expect([0, 1, 2].map((n) => sheet.text(n))).toEqual(["ahead 60", "ahead 60", "Hold."]);
    expect(sheet.models(2)).toEqual([{ unit: 3, text: "ahead 60" }]);
    expect(sheet.models(0)).toEqual([]);
    sheet.back();
    expect(sheet.changed).toBe(false);
    vi.useRealTimers();
  });

  it("weighs each way to pick, and tells those that differ", async () => {
    expect(combinations([2, 3])).toHaveLength(6);
    const odds = (share: number): Odds => ({
      label: "Cohort I",
      units: [3],
      parts: [["obey", `${share}/10`, share / 10]],
      rules: [],
    });
    const way = (a: number, b: number, share: number) => ({ options: [a, b], odds: odds(share) });
    const all = [way(0, 0, 3), way(0, 1, 5), way(1, 0, 5), way(1, 1, 3)];
    expect(distinct(all, [1, 0]).map((w) => w.options)).toEqual([
      [0, 0],
      [1, 0],
    ]);
    vi.useFakeTimers();
    const signs = { ...form, lines: [], picks: [form.picks[0]!] };
    const told = desk(async (c) => {
      const picks = typeof c === "object" && "sheet" in c ? c.sheet.picks : [];
      return preview({ odds: [odds(picks[0]?.[1] ? 2 : 8)] });
    });
    const sheet = new SheetDraft(signs, told);
    await vi.advanceTimersByTimeAsync(300);
    expect(sheet.bars.get(3)?.map((w) => w.options[0])).toEqual([0, 1]);
    vi.useRealTimers();
  });

  it("is said otherwise in one stretch", () => {
    expect(restated("Attack the hill.", [7, 15], "the Gauls")).toBe("Attack the Gauls.");
    expect(restated("Hold here now.", [10, 13], ", slowly")).toBe("Hold here, slowly.");
  });
});
