// Terrain being laid: the pieces, and the one in hand.

import type { Command, Form, Preview, TableOf, Xy } from "../../wire/types";
import { drawn, fresh, gripped, grips, type Kind, type Laid, layCommand } from "../lay";
import { type Desk, type Draft, Soon } from "./draft";

export class LayDraft implements Draft {
  readonly kind = "lay";
  pieces = $state.raw<Laid[]>([]);
  /** The number of the piece in hand. */
  held = $state(-1);
  preview = $state.raw<Preview | null>(null);
  readonly may: number[] = [];
  readonly targets: number[] = [];
  private soon = new Soon(70);

  constructor(
    readonly form: Extract<Form, { kind: "lay" }>,
    private desk: Desk,
  ) {}

  /** The table with what is being laid on it. */
  on(table: TableOf): TableOf {
    if (this.pieces.length === 0) return table;
    return { ...table, terrain: [...table.terrain, ...this.pieces.map(drawn)] };
  }

  grips: ReturnType<typeof grips> = $derived.by(() => {
    const piece = this.pieces[this.held];
    return piece ? grips(piece) : [];
  });

  get deed() {
    return this.pieces.length ? "Lay it so" : "Let the umpire lay it";
  }

  get ready() {
    return this.pieces.length === 0 || (this.preview !== null && this.preview.refusals.length === 0);
  }

  command(): Command {
    return this.pieces.length ? layCommand(this.pieces) : "done";
  }

  get canBack() {
    return this.pieces.length > 0;
  }

  back() {
    this.remove(this.pieces.length - 1);
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
    this.preview = null;
    if (pieces.length)
      this.soon.call(async () => {
        const asked = this.pieces;
        const answer = await this.desk.preview(this.command());
        if (asked === this.pieces) this.preview = answer;
      });
  }
}
