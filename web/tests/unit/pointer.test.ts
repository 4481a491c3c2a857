import { beforeEach, expect, test, vi } from "vitest";
import { type Drag, type Intents, Pointer, type Touch, type World } from "../../src/table/pointer";
import type { Xy } from "../../src/wire/types";

let told: string[];
let drags: Drag[];
let world: World;
let now: number;
let pointer: Pointer;

const touch = (at: Xy, more: Partial<Touch> = {}): Touch => ({
  id: 1,
  at,
  touch: false,
  shift: false,
  alt: false,
  handle: null,
  ...more,
});

beforeEach(() => {
  told = [];
  drags = [];
  now = 0;
  // Units are ten pixels wide: number 1 at 100, number 2 (which cannot be dragged) at 200; the ghost is at 300.
  world = {
    spot: ([x, y]) => [x / 2, y / 2],
    unitAt: ([x]) => (Math.abs(x - 100) < 5 ? 1 : Math.abs(x - 200) < 5 ? 2 : null),
    ghostAt: ([x]) => Math.abs(x - 300) < 5,
    canDrag: (id) => id === 1,
    isPicked: () => false,
    tool: () => "",
  };
  const note =
    (name: string) =>
    (...a: unknown[]) =>
      void told.push(`${name} ${JSON.stringify(a)}`);
  const out = {
    ...Object.fromEntries(
      ["pick", "twice", "bare", "ghost", "pan", "pinch", "box", "boxed", "measure", "menu", "hover"].map(
        (n) => [n, note(n)],
      ),
    ),
    drag: (d: Drag) => void drags.push(d),
  } as unknown as Intents;
  pointer = new Pointer(world, out, () => now);
});

const click = (at: Xy, more: Partial<Touch> = {}) => {
  pointer.down(touch(at, more));
  pointer.up(touch(at, more));
};

test("a click picks, with shift it adds, and twice in a row says so", () => {
  click([100, 0]);
  click([200, 0], { shift: true });
  expect(told).toEqual(["pick [1,false]", "pick [2,true]"]);
  told.length = 0;
  now = 5000;
  click([200, 0]);
  now = 5200;
  click([200, 0]);
  expect(told).toEqual(["pick [2,false]", "twice [2]"]);
});

test("a click on bare table says where on the table", () => {
  click([40, 60]);
  expect(told).toEqual(["bare [[20,30]]"]);
});

test("a drag has a start, ways and an end, and tells of Alt and Shift", () => {
  pointer.down(touch([100, 0]));
  pointer.move(touch([102, 0]));
  expect(drags).toEqual([]);
  pointer.move(touch([120, 0], { alt: true }));
  pointer.up(touch([130, 0], { shift: true }));
  expect(drags.map((d) => d.phase)).toEqual(["start", "move", "end"]);
  expect(drags[1]).toMatchObject({ id: 1, what: "block", from: [50, 0], to: [60, 0], free: true });
  expect(drags[2]).toMatchObject({ straight: true, free: false });
});

test("what cannot be dragged is pressed, and a pull at it moves the view", () => {
  pointer.down(touch([200, 0]));
  pointer.move(touch([220, 0]));
  pointer.move(touch([230, 5]));
  pointer.up(touch([230, 5]));
  expect(told).toEqual(["pan [10,5]"]);
});

test("the ghost is taken before the unit under it, and clicked", () => {
  click([300, 0]);
  expect(told).toEqual(["ghost []"]);
  pointer.down(touch([300, 0]));
  pointer.move(touch([320, 0]));
  expect(drags[0]).toMatchObject({ id: null, what: "block" });
});

test("a grip turns", () => {
  pointer.down(touch([10, 10], { handle: "left" }));
  pointer.move(touch([20, 10], { handle: "left" }));
  expect(drags[0]).toMatchObject({ what: "left", id: null });
});

test("two fingers pinch, and what one held is laid down", () => {
  world.isPicked = () => true;
  pointer.down(touch([100, 0], { touch: true }));
  pointer.move(touch([120, 0], { touch: true }));
  pointer.down(touch([100, 100], { id: 2, touch: true }));
  expect(drags.at(-1)?.phase).toBe("cancel");
  pointer.move(touch([100, 200], { id: 2, touch: true }));
  expect(told.at(-1)).toMatch(/^pinch/);
});

test("a finger that rests on bare table draws a box, one that moves pans", () => {
  vi.useFakeTimers();
  pointer.down(touch([0, 0], { touch: true }));
  vi.advanceTimersByTime(600);
  pointer.move(touch([50, 50], { touch: true }));
  pointer.up(touch([50, 50], { touch: true }));
  expect(told.at(-1)).toBe("boxed [[[0,0],[50,50]]]");
  told.length = 0;
  pointer.down(touch([0, 0], { touch: true }));
  pointer.move(touch([30, 0], { touch: true }));
  vi.advanceTimersByTime(600);
  pointer.up(touch([30, 0], { touch: true }));
  expect(told).toEqual(["pan [30,0]"]);
  vi.useRealTimers();
});

test("a tool measures from point to point", () => {
  world.tool = () => "measure";
  pointer.down(touch([0, 0]));
  pointer.move(touch([20, 0]));
  pointer.up(touch([40, 0]));
  expect(told.at(-1)).toBe("measure [[[0,0],[20,0]],true]");
});
