import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientMsg, ServerMsg } from "../../src/wire/messages";
import type { Handlers } from "../../src/wire/socket";
import type { Entry, View } from "../../src/wire/types";
import { unproved } from "../fixtures/dice";
import { moving, zama } from "../fixtures/zama";

// What a browser has and a test has not.
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("document", { documentElement: { dataset: {} }, hidden: true });
vi.stubGlobal("localStorage", { getItem: () => null, setItem() {} });
const { Session } = await import("../../src/battle/session.svelte");

let sent: ClientMsg[];
let handlers: Handlers;
let session: InstanceType<typeof Session>;

const view = (more: Partial<View>): View => ({ ...zama, pending: moving, ...more });
const none = { red: null, blue: null };
const welcome = (views: { red?: View; blue?: View }, roles: ("red" | "blue")[] = ["red"]): ServerMsg => ({
  type: "welcome",
  battle: { id: "b", book: "dba", scenario: "dba/zama", name: "Zama", seats: { red: "here", blue: "here" } },
  roles,
  seq: 5,
  views,
  steps: [],
  presence: {
    online: { red: true, blue: true },
    sealed: { red: false, blue: false },
    spectators: 0,
    asks_back: null,
  },
  thinking: null,
  dice: unproved,
  back: none,
});
const moved: Entry = { kind: "moved", unit: 0, x: 9, y: 9, facing: 0, motion: "march", rule: "r" };
const step = (seq: number, side: "red" | "blue", changes: unknown, entries: Entry[] = []): ServerMsg => ({
  type: "step",
  seq,
  side,
  turn: 1,
  active: side,
  entries,
  changes,
  back: none,
});
const settle = () => new Promise((r) => setTimeout(r, 5));

beforeEach(() => {
  sent = [];
  session = new Session("b", [], (_id, _tokens, given) => {
    handlers = given;
    return { send: (m) => sent.push(m) > 0, close() {} };
  });
});

describe("a session", () => {
  it("shows what has changed, and keeps the rest as it is", async () => {
    handlers.message(welcome({ red: view({ seq: 5 }) }));
    const before = session.view!;
    handlers.message(step(6, "blue", { red: { seq: [6], units: { 0: { x: [123] } } } }, [moved]));
    await settle();
    expect(session.view!.units[0]!.x).toBe(123);
    expect(session.view!.units[1]).toBe(before.units[1]);
    expect(session.journal.map((s) => s.seq)).toEqual([6]);
    expect(session.story.map((s) => s.units)).toEqual([[0]]);
    expect(session.theatre.traces.map((t) => t.unit)).toEqual([0]);
    expect(handlers.since()).toBe(6);
  });

  it("tells nothing of a throw before its dice lie", async () => {
    let now = 0;
    const frames: ((t: number) => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (f: (t: number) => void) => frames.push(f));
    vi.stubGlobal("performance", { now: () => now });
    document.documentElement.dataset.speed = "1";
    Object.assign(document, { hidden: false });
    const on = async (ms: number) => {
      now += ms;
      for (const f of frames.splice(0)) f(now);
      await settle();
    };
    handlers.message(welcome({ red: view({ seq: 5 }) }));
    const ruling: Entry = {
      kind: "ruling",
      rule: "r",
      text: "R1 beats C1",
      tallies: [],
      rolls: [
        ["red", 0, 5],
        ["blue", 1, 2],
      ],
      throws: [],
      detail: [],
    } as unknown as Entry;
    handlers.message(step(6, "blue", { red: { seq: [6] } }, [moved, ruling]));
    await settle();
    const told = () => session.tale.flatMap((s) => s.entries.map((e) => e.kind));
    expect(told()).toEqual(["moved"]);
    expect(session.story.at(-1)?.words).toBe("The dice fall.");
    await on(700);
    await on(500);
    expect(session.theatre.tumbling).toBe(true);
    expect(told()).toEqual(["moved"]);
    await on(800);
    expect(told()).toEqual(["moved", "ruling"]);
    await on(5000);
    expect(session.story.at(-1)?.words).toBe("R1 beats C1");
    Object.assign(document, { hidden: true });
  });

  it("gives orders one after another, each on the step before it", async () => {
    handlers.message(welcome({ red: view({ seq: 5 }) }));
    expect(session.give(["done", { choose: 1 }])).toBe(true);
    expect(session.give(["done"])).toBe(false);
    expect(sent).toMatchObject([{ type: "submit", seq: 5, command: "done" }]);
    handlers.message(step(6, "red", { red: { seq: [6] } }));
    await settle();
    expect(sent[1]).toMatchObject({ type: "submit", seq: 6, command: { choose: 1 } });
  });

  it("drops the orders behind one that is refused", async () => {
    handlers.message(welcome({ red: view({ seq: 5 }) }));
    session.give(["done", "done"]);
    const no = { rule: "r", what: "too far", units: [], needs: null, has: null, instead: null };
    handlers.message({ type: "refused", seq: 5, why: "rules", reasons: [no] });
    await settle();
    expect(sent).toHaveLength(1);
    expect(session.reasons).toEqual([no]);
  });

  it("takes back what the umpire says can be, and nothing else", () => {
    handlers.message(welcome({ red: view({ seq: 5 }) }));
    session.takeBack();
    expect(sent).toEqual([]);
    const back = { red: { words: "R1 moves", by_consent: false }, blue: null };
    handlers.message({ ...welcome({ red: view({ seq: 5 }) }), back } as ServerMsg);
    expect(session.backNow?.words).toBe("R1 moves");
    session.takeBack();
    expect(sent).toEqual([{ type: "take_back", seq: 5, side: "red" }]);
  });

  it("turns the table for whoever stands above, and the orders with it", () => {
    const blue = view({ seq: 5, viewer: "blue", pending: { ...moving, side: "blue" } as View["pending"] });
    handlers.message(welcome({ blue }, ["blue"]));
    expect(session.lens.quarters).toBe(2);
    session.submit({ place: [[0, { x: 0, y: 0, facing: 0 }]] });
    const { width, depth } = zama.table;
    expect(sent[0]).toMatchObject({
      command: { place: [[0, { x: width * 10_000, y: depth * 10_000, facing: 2 ** 31 }]] },
    });
  });

  it("draws the curtain where two at one screen see different things", () => {
    const red = view({ pending: { kind: "sealed", ask: moving.kind === "decide" ? moving.ask : null } });
    handlers.message(welcome({ red, blue: { ...red, viewer: "blue" } }, ["red", "blue"]));
    expect(session.eye).toBe("red");
    handlers.message({
      type: "presence",
      presence: {
        online: { red: true, blue: true },
        sealed: { red: true, blue: false },
        spectators: 0,
        asks_back: null,
      },
    });
    expect(session.curtain).toBe("blue");
    expect(session.view).toBeNull();
    session.unveil();
    expect(session.eye).toBe("blue");
  });
});
