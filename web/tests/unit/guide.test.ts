// Which lesson of a guided battle is due.

import { expect, test } from "vitest";
import { due, type Facts, holds, learntBy } from "../../src/battle/guide.svelte";
import type { JournalStep, Lesson } from "../../src/wire/messages";

const lesson = (id: string, more: Partial<Lesson> = {}): Lesson => ({
  id,
  title: id,
  text: "",
  point: [],
  when: [],
  until: [],
  passing: false,
  ...more,
});
const facts = (more: Partial<Facts> = {}): Facts => ({
  side: "red",
  asked: null,
  turn: 1,
  over: false,
  journal: [],
  picked: [],
  did: [],
  ...more,
});
const step = (side: "red" | "blue", rule: string): JournalStep => ({
  seq: 1,
  side,
  turn: 1,
  active: side,
  entries: [{ kind: "ruling", text: "", rule, tallies: [], rolls: [], throws: [], also: ["b.also"] }],
});

const lessons = [
  lesson("hello"),
  lesson("look", { until: [{ did: "looked" }] }),
  lesson("move", { when: [{ asked: { phase: "Move" } }], until: [{ did: "moved" }] }),
  lesson("fear", { when: [{ ruled: "b.fear" }] }),
  lesson("last"),
  lesson("again", { when: [{ asked: {} }], passing: true }),
];

test("lessons come one after another, and those with a moment when it has come", () => {
  expect(due(lessons, [], facts())?.id).toBe("hello");
  expect(due(lessons, ["hello"], facts())?.id).toBe("look");
  expect(due(lessons, ["hello", "look"], facts())).toBeUndefined();
  const asked = { phase: "Move", form: "move" };
  expect(due(lessons, ["hello", "look"], facts({ asked }))?.id).toBe("move");
  // Something happened out of turn: it is spoken of at once.
  expect(due(lessons, ["hello", "look"], facts({ journal: [step("blue", "b.fear")] }))?.id).toBe("fear");
  expect(due(lessons, ["hello", "look", "move", "fear"], facts())?.id).toBe("last");
  expect(due(lessons, ["hello", "look", "move", "fear", "last"], facts({ asked }))?.id).toBe("again");
});

test("what is done already need not be taught", () => {
  expect(learntBy(lessons, [], facts({ did: ["moved"] }))).toEqual(["move"]);
});

test("cues hold or not", () => {
  const journal = [step("blue", "b.one")];
  expect(holds({ ruled: "b.one" }, facts({ journal }))).toBe(true);
  expect(holds({ ruled: "b.also" }, facts({ journal }))).toBe(true);
  expect(holds({ resolved: "b.one" }, facts({ journal }))).toBe(false);
  expect(holds({ turn: 2 }, facts({ turn: 1 }))).toBe(false);
  expect(holds({ picked: "A1" }, facts({ picked: ["A1"] }))).toBe(true);
  expect(holds("over", facts({ over: true }))).toBe(true);
  const asked = { phase: "Move", form: "move" };
  expect(holds({ asked: { form: "choose" } }, facts({ asked }))).toBe(false);
  expect(holds({ asked: { turn: 2 } }, facts({ asked, turn: 2 }))).toBe(true);
});
