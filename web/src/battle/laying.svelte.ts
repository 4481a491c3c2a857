// Terrain being laid: the pieces, and the one in hand.

import type { Command, TableOf, Xy } from "../wire/types";
import { drawn, fresh, gripped, grips, type Kind, type Laid, layCommand } from "./lay";

export class Laying {
  pieces = $state.raw<Laid[]>([]);
  /** The number of the piece in hand. */
  held = $state(-1);

  /** `judge` is called whenever the pieces have changed. */
  constructor(private judge: () => void) {}

  /** The table with what is being laid on it. */
  on(table: TableOf): TableOf {
    if (this.pieces.length === 0) return table;
    return { ...table, terrain: [...table.terrain, ...this.pieces.map(drawn)] };
  }

  grips: ReturnType<typeof grips> = $derived.by(() => {
    const piece = this.pieces[this.held];
    return piece ? grips(piece) : [];
  });

  get command(): Command {
    return this.pieces.length ? layCommand(this.pieces) : "done";
  }

  clear() {
    this.pieces = [];
  }

  add(kind: Kind, table: TableOf) {
    this.change([...this.pieces, fresh(kind, table, this.pieces.length)]);
    this.held = this.pieces.length - 1;
  }

  remove(i: number) {
    this.change(this.pieces.filter((_, n) => n !== i));
    this.held = this.pieces.length - 1;
  }

  grip(id: string, to: Xy) {
    this.change(this.pieces.map((p, n) => (n === this.held ? gripped(p, id, to) : p)));
  }

  reshape(factor: number, degrees: number) {
    const shaped = (p: Laid): Laid => ({
      ...p,
      half: [p.half[0] * factor, p.half[1] * factor],
      turn: p.turn + degrees,
    });
    this.change(this.pieces.map((p, n) => (n === this.held ? shaped(p) : p)));
  }

  private change(pieces: Laid[]) {
    this.pieces = pieces;
    this.judge();
  }
}
