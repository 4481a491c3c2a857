// What the hand does on the table, without a screen: mouse, pen and fingers become picks, drags, looks and measures.

import type { Xy } from "../wire/types";

/** What can be taken hold of: the units or their ghost, a front corner. */
export type Grip = "block" | "left" | "right";

/** One pointer at one moment, in pixels of the board. */
export interface Touch {
  id: number;
  at: Xy;
  touch: boolean;
  shift: boolean;
  /** Guides are let go. */
  alt: boolean;
  /** The grip under it, if it is on one. */
  handle: Grip | null;
}

export interface Drag {
  what: Grip;
  /** The unit taken hold of; nothing if it was the ghost or a grip. */
  id: number | null;
  /** On the table. */
  from: Xy;
  to: Xy;
  phase: "start" | "move" | "end" | "cancel";
  /** No guides. */
  free: boolean;
  /** Straight ahead only. */
  straight: boolean;
}

/** What the machine must know of the table. */
export interface World {
  spot(at: Xy): Xy;
  unitAt(at: Xy): number | null;
  ghostAt(at: Xy): boolean;
  canDrag(id: number): boolean;
  isPicked(id: number): boolean;
  tool(): "" | "measure" | "sight";
}

/** What comes of it. */
export interface Intents {
  pick(id: number, add: boolean): void;
  /** The same unit twice in a row. */
  twice(id: number): void;
  /** A click on bare table. */
  bare(spot: Xy): void;
  /** A click on the ghost. */
  ghost(): void;
  drag(drag: Drag): void;
  pan(dx: number, dy: number): void;
  pinch(middle: Xy, factor: number): void;
  /** A box in pixels while it is drawn; nothing when it is done or dropped. */
  box(corners: [Xy, Xy] | null): void;
  boxed(corners: [Xy, Xy]): void;
  /** A measure on the table. */
  measure(ends: [Xy, Xy], done: boolean): void;
  menu(id: number): void;
  hover(id: number | null, at: Xy): void;
}

type Hold =
  | { kind: "pan"; at: Xy; moved: boolean }
  | { kind: "block"; id: number | null; what: Grip; from: Xy; at: Xy; moved: boolean }
  | { kind: "box"; from: Xy }
  | { kind: "measure"; from: Xy }
  | { kind: "press"; id: number; at: Xy; add: boolean };

const far = (a: Xy, b: Xy) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A mouse that moves less is still. */
const STILL = 4;
/** A finger that moves less still presses. */
const PRESS = 8;
const LONG = 550;
const TWICE = 350;

export class Pointer {
  private hold: Hold | null = null;
  private fingers = new Map<number, Xy>();
  private pinched = 0;
  private long: ReturnType<typeof setTimeout> | undefined;
  private clicked = { id: -1, when: 0 };

  constructor(
    private world: World,
    private out: Intents,
    private now: () => number = () => performance.now(),
  ) {}

  /** Whether something is held. */
  get holds(): boolean {
    return this.hold !== null;
  }

  down(t: Touch) {
    const spot = this.world.spot(t.at);
    this.fingers.set(t.id, t.at);
    if (this.fingers.size === 2) {
      const [a, b] = [...this.fingers.values()];
      this.pinched = far(a!, b!);
      this.letGo();
      return;
    }
    if (this.world.tool()) {
      this.hold = { kind: "measure", from: spot };
      this.out.measure([spot, spot], false);
      return;
    }
    const grab = (id: number | null, what: Grip) => {
      this.hold = { kind: "block", id, what, from: spot, at: t.at, moved: false };
    };
    if (t.handle) return grab(null, t.handle);
    const unit = this.world.unitAt(t.at);
    if (this.world.ghostAt(t.at)) grab(null, "block");
    else if (unit !== null && !t.shift && this.world.canDrag(unit) && (!t.touch || this.world.isPicked(unit)))
      grab(unit, "block");
    else if (unit !== null) {
      this.hold = { kind: "press", id: unit, at: t.at, add: t.shift };
      if (t.touch) this.long = setTimeout(() => this.out.menu(unit), LONG);
    } else if (t.shift) {
      this.hold = { kind: "box", from: t.at };
      this.out.box([t.at, t.at]);
    } else {
      this.hold = { kind: "pan", at: t.at, moved: false };
      // A finger that rests on bare table draws a box.
      if (t.touch)
        this.long = setTimeout(() => {
          this.hold = { kind: "box", from: t.at };
          this.out.box([t.at, t.at]);
        }, LONG);
    }
  }

  move(t: Touch) {
    if (this.fingers.has(t.id)) this.fingers.set(t.id, t.at);
    if (this.fingers.size === 2) {
      const [a, b] = [...this.fingers.values()];
      const wide = far(a!, b!);
      this.out.pinch([(a![0] + b![0]) / 2, (a![1] + b![1]) / 2], wide / (this.pinched || wide));
      this.pinched = wide;
      return;
    }
    const hold = this.hold;
    if (!hold) {
      this.out.hover(t.touch ? null : this.world.unitAt(t.at), t.at);
      return;
    }
    switch (hold.kind) {
      case "pan": {
        const [dx, dy] = [t.at[0] - hold.at[0], t.at[1] - hold.at[1]];
        if (!hold.moved && Math.hypot(dx, dy) < (t.touch ? PRESS : STILL)) return;
        clearTimeout(this.long);
        hold.moved = true;
        hold.at = t.at;
        return this.out.pan(dx, dy);
      }
      case "block":
        if (!hold.moved) {
          if (far(t.at, hold.at) < STILL) return;
          hold.moved = true;
          this.drag(hold, t, hold.from, "start");
        }
        return this.drag(hold, t, this.world.spot(t.at), "move");
      case "box":
        return this.out.box([hold.from, t.at]);
      case "measure":
        return this.out.measure([hold.from, this.world.spot(t.at)], false);
      case "press":
        if (far(t.at, hold.at) > PRESS) {
          clearTimeout(this.long);
          this.hold = { kind: "pan", at: t.at, moved: false };
        }
    }
  }

  up(t: Touch) {
    clearTimeout(this.long);
    this.fingers.delete(t.id);
    const hold = this.hold;
    if (this.fingers.size > 0 || !hold) return;
    this.hold = null;
    switch (hold.kind) {
      case "block":
        if (hold.moved) this.drag(hold, t, this.world.spot(t.at), "end");
        else if (hold.id !== null) this.click(hold.id, t.shift);
        else if (hold.what === "block") this.out.ghost();
        return;
      case "press":
        return this.click(hold.id, hold.add);
      case "pan":
        if (!hold.moved) this.out.bare(this.world.spot(t.at));
        return;
      case "box":
        this.out.box(null);
        return this.out.boxed([hold.from, t.at]);
      case "measure":
        return this.out.measure([hold.from, this.world.spot(t.at)], true);
    }
  }

  cancel(id: number) {
    clearTimeout(this.long);
    this.fingers.delete(id);
    this.letGo();
  }

  /** Lays down what is held without doing it. */
  private letGo() {
    clearTimeout(this.long);
    const hold = this.hold;
    this.hold = null;
    if (hold?.kind === "box") this.out.box(null);
    if (hold?.kind === "block" && hold.moved)
      this.out.drag({
        what: hold.what,
        id: hold.id,
        from: hold.from,
        to: hold.from,
        phase: "cancel",
        free: false,
        straight: false,
      });
  }

  private click(id: number, add: boolean) {
    const when = this.now();
    const again = !add && this.clicked.id === id && when - this.clicked.when < TWICE;
    this.clicked = { id: again ? -1 : id, when };
    if (again) this.out.twice(id);
    else this.out.pick(id, add);
  }

  private drag(hold: Extract<Hold, { kind: "block" }>, t: Touch, to: Xy, phase: Drag["phase"]) {
    const { what, id, from } = hold;
    this.out.drag({ what, id, from, to, phase, free: t.alt, straight: t.shift });
  }
}
