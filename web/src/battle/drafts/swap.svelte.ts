// Pairs of units to exchange.

import type { Command, Form } from "../../wire/types";
import type { Draft } from "./draft";

export class SwapDraft implements Draft {
  readonly kind = "swap";
  pairs = $state.raw<[number, number][]>([]);
  readonly targets: number[] = [];
  readonly preview = null;
  readonly ready = true;

  constructor(readonly form: Extract<Form, { kind: "swap" }>) {}

  get may() {
    return this.form.units;
  }

  get deed() {
    return this.pairs.length ? "Exchange them" : "";
  }

  get canBack() {
    return this.pairs.length > 0;
  }

  back() {
    this.pairs = this.pairs.slice(0, -1);
  }

  command(): Command {
    return this.pairs.length ? { swap: this.pairs } : "done";
  }

  /** A pick among those who may be exchanged: gives who is picked then. */
  pick(id: number, picked: number[]): number[] {
    const first = picked[0];
    if (first === undefined || first === id || this.pairs.some((p) => p.includes(id))) {
      this.pairs = this.pairs.filter((p) => !p.includes(id));
      return first === id ? [] : [id];
    }
    if (this.pairs.length < this.form.pairs) this.pairs = [...this.pairs, [first, id]];
    return [];
  }
}
