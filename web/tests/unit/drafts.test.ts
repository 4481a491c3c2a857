import { describe, expect, it, vi } from "vitest";
import { ChooseDraft } from "../../src/battle/drafts/choose.svelte";
import type { Desk } from "../../src/battle/drafts/draft";
import { LayDraft } from "../../src/battle/drafts/lay.svelte";
import { MoveDraft } from "../../src/battle/drafts/move.svelte";
import { PlaceDraft } from "../../src/battle/drafts/place.svelte";
import { ShootDraft } from "../../src/battle/drafts/shoot.svelte";
import { SwapDraft } from "../../src/battle/drafts/swap.svelte";
import type { Way } from "../../src/wire/messages";
import type { Command, Form, Preview, View } from "../../src/wire/types";
import { zama } from "../fixtures/zama";

const nothing: Preview = { ghosts: [], words: [], odds: [], lines: [], refusals: [] };
const no = { rule: "r", what: "too far", units: [], needs: null, has: null, instead: null };

/** A desk that allows every move up to a limit of millimetres, and remembers what it was asked. */
function desk(limit = 100) {
  const asked: Command[][] = [];
  const reached = (c: Command): Way => {
    if (typeof c === "string" || !("move" in c))
      return { command: c, preview: nothing, stopped_by: [], rolls: false };
    const step = c.move.path[0];
    const unit = zama.units.find((u) => u.id === c.move.units[0])!;
    if (!step || !("to" in step))
      return { command: c, preview: { ...nothing, words: ["moved"] }, stopped_by: [], rolls: false };
    const wanted = step.to.y / 10_000;
    const y = Math.min(wanted, unit.y + limit);
    const ghosts: Preview["ghosts"] = [[unit.id, [[step.to.x / 10_000, y, unit.facing]]]];
    const to = { ...step.to, y: Math.round(y * 10_000) };
    return {
      command: { move: { ...c.move, path: [{ to }] } },
      preview: { ...nothing, ghosts, words: ["1 PIP"] },
      stopped_by: wanted > y ? [no] : [],
      rolls: false,
    };
  };
  const it: Desk = {
    preview: async () => nothing,
    ways: async (list, after = []) => {
      asked.push(after);
      return list.map(reached);
    },
    regions: async () => [],
    rehearse: async (list) => ({ view: after, done: list.length, refusals: [], rolls: false }),
  };
  return { it, asked };
}

const moves: Extract<Form, { kind: "move" }> = {
  kind: "move",
  units: [0, 1, 2],
  gets_about: ["freely", "freely", "freely"],
  manners: [{ key: "single", label: "alone", rule: "r", aim: "path", many: false }],
  of_use: [],
  groups: [],
};
const after: View = {
  ...zama,
  pending: { kind: "decide", side: "red", ask: { prompt: "Move", rule: "r", form: moves } },
};
const drag = (id: number | null, by: number, phase: "start" | "move" | "end") => ({
  what: "block" as const,
  id,
  from: [0, 0] as [number, number],
  to: [0, by] as [number, number],
  phase,
  free: true,
  straight: false,
});
const settle = () => vi.waitFor(() => {}, { timeout: 10 }).then(() => new Promise((r) => setTimeout(r, 60)));

describe("a draft of moves", () => {
  async function dragged(by: number) {
    const { it: table, asked } = desk();
    const draft = new MoveDraft(moves, zama, table);
    draft.pick([0]);
    draft.drag(drag(0, 0, "start"), 1, []);
    draft.drag(drag(0, by, "move"), 1, []);
    draft.drag(drag(0, by, "end"), 1, []);
    await settle();
    return { draft, asked };
  }

  it("stops at the reach and says how much further the hand is", async () => {
    const { draft } = await dragged(140);
    expect(draft.whole).toBe(true);
    expect(draft.stoppedBy).toEqual([no]);
    expect(draft.beyond).toBeCloseTo(40);
    expect(draft.deed).toBe("Give the order");
    // The grips and the fields are where the unit stops, not where the hand is.
    const start = zama.units[0]!;
    expect(draft.block?.y).toBeCloseTo(start.y + 100);
    expect(draft.steps).toMatchObject([{ kind: "to", pose: { y: start.y + 100 } }]);
    draft.drag(drag(null, 0, "start"), 1, []);
    draft.drag(drag(null, -20, "end"), 1, []);
    await settle();
    expect(draft.block?.y).toBeCloseTo(start.y + 80);
  });

  it("keeps a plan as an order when another unit is picked, and asks on from there", async () => {
    const { draft, asked } = await dragged(50);
    draft.pick([1]);
    expect(draft.orders.map((o) => o.units)).toEqual([[0]]);
    await settle();
    draft.goTo([zama.units[1]!.x, zama.units[1]!.y + 30], 1, []);
    await settle();
    expect(asked.at(-1)).toHaveLength(1);
    expect(draft.deed).toBe("Give 2 orders");
    expect(draft.commands).toHaveLength(2);
    expect(draft.ready).toBe(true);
  });

  it("takes a planned order in hand again, puts orders in another order, leaves out what cannot be done", async () => {
    const { draft } = await dragged(50);
    draft.pick([1]);
    draft.goTo([zama.units[1]!.x, zama.units[1]!.y + 30], 1, []);
    await settle();
    draft.pick([]);
    await settle();
    expect(draft.orders.map((o) => o.units)).toEqual([[0], [1]]);
    draft.reorder(1, 0);
    expect(draft.orders.map((o) => o.units)).toEqual([[1], [0]]);
    expect(await draft.take(1)).toEqual([0]);
    await settle();
    expect(draft.orders.map((o) => o.units)).toEqual([[1]]);
    expect(draft.picked).toEqual([0]);
    expect(draft.whole).toBe(true);
    expect(draft.deed).toBe("Give 2 orders");
    draft.pick([]);
    await settle();
    // The umpire says no to the second of two: it is left out of what is given.
    draft.rehearsal = { view: after, done: 1, refusals: [no], rolls: false };
    expect(draft.deed).toBe("Give the order");
    expect(draft.commands).toHaveLength(1);
    expect(draft.ready).toBe(true);
    draft.rehearsal = { view: after, done: 0, refusals: [no], rolls: false };
    expect(draft.ready).toBe(false);
  });

  it("takes back the plan, then the orders", async () => {
    const { draft } = await dragged(50);
    draft.keep();
    expect(draft.canBack).toBe(true);
    draft.back();
    expect(draft.orders).toEqual([]);
    expect(draft.canBack).toBe(false);
    expect(draft.deed).toBe("");
  });

  it("goes nowhere when nobody is picked", () => {
    const draft = new MoveDraft(moves, zama, desk().it);
    expect(draft.goTo([0, 0], 1, [])).toBe(false);
    expect(draft.command()).toBeNull();
  });
});

describe("a draft of places", () => {
  const zone: [number, number][] = [
    [0, 0],
    [600, 0],
    [600, 200],
    [0, 200],
  ];
  const view: View = { ...zama, units: zama.units.map((u) => ({ ...u, place: "waiting" as const })) };
  const form = (at_once: number | null): Extract<Form, { kind: "place" }> => ({
    kind: "place",
    units: [0, 1, 2],
    zone,
    may_decline: false,
    at_once,
  });
  it("sets all down at once", () => {
    const draft = new PlaceDraft(form(null), view, desk().it);
    expect((draft.command() as { place: unknown[] }).place).toHaveLength(3);
    expect(draft.deed).toBe("Set them down");
  });
  it("sets one down at a time where the book says so, and keeps the others as they were arranged", () => {
    const draft = new PlaceDraft(form(1), view, desk().it);
    draft.choose(2);
    expect((draft.command() as { place: [number, unknown][] }).place.map((p) => p[0])).toEqual([2]);
    draft.drag(drag(1, 0, "start"), [1]);
    draft.drag(drag(1, -30, "end"), [1]);
    const rest = { ...form(1), units: [0, 1] };
    const next = new PlaceDraft(rest, view, desk().it, draft.places);
    expect(next.places.get(1)).toEqual(draft.places.get(1));
    draft.back();
    expect(draft.places.get(1)).not.toEqual(next.places.get(1));
  });
});

describe("other drafts", () => {
  it("exchange pairs, as many as are allowed", () => {
    const draft = new SwapDraft({ kind: "swap", units: [0, 1, 2, 3], pairs: 1 });
    let picked = draft.pick(0, []);
    picked = draft.pick(1, picked);
    expect([picked, draft.pairs]).toEqual([[], [[0, 1]]]);
    draft.pick(3, draft.pick(2, []));
    expect(draft.pairs).toHaveLength(1);
    expect(draft.command()).toEqual({ swap: [[0, 1]] });
    draft.back();
    expect(draft.command()).toBe("done");
  });
  it("give each shooter a target, and take it back", () => {
    const draft = new ShootDraft(
      { kind: "shoot", shooters: [{ unit: 0, targets: [12, 13], usual: 12 }] },
      desk().it,
    );
    expect(draft.pick(13)).toBeNull();
    expect(draft.pick(0)).toBe("shooter");
    expect(draft.pick(13)).toBe("target");
    expect(draft.command()).toEqual({ shoot: [[0, 13]] });
    draft.back();
    expect(draft.command()).toEqual({ shoot: [[0, 12]] });
  });
  it("choose the option that is about a unit", () => {
    const option = (label: string, units: number[]) => ({ label, rule: "r", units });
    const draft = new ChooseDraft(
      { kind: "choose", options: [option("hold", [1]), option("flee", [2])] },
      desk().it,
    );
    expect(draft.command()).toBeNull();
    draft.pick(2);
    expect(draft.command()).toEqual({ choose: 1 });
  });
  it("lay terrain, or leave it to the umpire", () => {
    const kind = { kind: 0, name: "woods", drawing: "woods", band: null, rule: "r" };
    const draft = new LayDraft({ kind: "lay", kinds: [kind] }, desk().it);
    expect([draft.command(), draft.ready]).toEqual(["done", true]);
    draft.add(kind, zama.table);
    expect(draft.ready).toBe(false);
    draft.back();
    expect(draft.command()).toBe("done");
  });
});
