// What is drawn on the table of a battle: what is in hand, what is lit, what has moved.

import { against } from "../lib/words";
import { type Block, gap } from "../table/geometry";
import { boxed } from "../table/ghost";
import type { Arrow, Label, Marks } from "../table/marks";
import type { Preview, Refusal } from "../wire/types";
import type { Hand } from "./hand.svelte";
import type { Session } from "./session.svelte";

/** Nearer than this they are in contact, and nobody comes any more. */
const NEAR = 2;

/** How far a charge goes, as the book says it first where it draws where it ends. */
const far = (preview: Preview | null) => (preview?.ghosts.length ? (preview.words[0] ?? "") : "");

export class Board {
  /** Units that something points at. */
  highlighted = $state.raw<number[]>([]);
  /** Whether old places are shown again. */
  traces = $state(true);

  constructor(
    private session: Session,
    private hand: Hand,
  ) {}

  /** Whether there is nothing to decide now: what was in hand is not drawn. */
  private get idle(): boolean {
    return this.session.busy || this.session.looking !== null || !this.hand.draft;
  }

  marks: Marks = $derived.by(() => {
    const { session, hand, idle } = this;
    const move = idle ? null : hand.move;
    const chosen = move?.chosen ?? [];
    return {
      selected: hand.picked,
      may: idle ? [] : hand.may,
      targets: idle ? [] : hand.targets,
      highlighted: this.highlighted,
      movers: session.busy ? session.theatre.movers : [],
      regions: idle || hand.hint ? hand.overlay : [...hand.overlay, ...hand.regions],
      zone: !idle && hand.form?.kind === "place" ? hand.form.zone : undefined,
      ghosts: idle ? [] : hand.ghosts,
      refused: hand.refused,
      offending: hand.preview?.refusals.flatMap((r) => r.units) ?? [],
      handles: idle || hand.hint ? null : (move?.block ?? this.written),
      threads: move?.together ? [] : chosen.slice(1).map((u, i): [number, number] => [chosen[i]!.id, u.id]),
      traces: this.traces ? session.theatre.traces : [],
      // Whoever is stopped short of a guide is not pulled by it.
      guides: move?.stoppedBy.length ? [] : (move?.guides ?? []),
      arrows: idle ? [] : this.arrows,
      label: idle || hand.hint ? null : this.label,
    };
  });

  /** The body whose way is drawn for a sheet. */
  private get written(): Block | null {
    const unit = this.session.unit(this.hand.picked[0] ?? -1);
    const drawn = unit && this.hand.sheet?.drawn(unit.id);
    return drawn && drawn.gait !== "freely" ? unit : null;
  }

  /** Charges in the making, and those one is asked about. */
  private get arrows(): Arrow[] {
    const { hand, session } = this;
    const at = hand.move?.plan?.at;
    if (at?.enemy) {
      return [{ from: hand.move!.picked[0]!, to: at.unit, words: hand.move?.preview?.words[0] ?? "" }];
    }
    // Whoever comes stands first, whoever is come upon second.
    const choice = hand.choice;
    const pairs = choice?.form.options.map((o) => o.units) ?? [];
    const same = pairs.every((p) => p[0] === pairs[0]?.[0] && p[1] === pairs[0]?.[1]) ? pairs[0] : undefined;
    const [from, to] = (pairs[choice?.highlighted ?? -1] ?? same ?? []).map((id) => session.unit(id));
    if (!from || !to || from.side === to.side || gap(from, to) < NEAR) return [];
    return [{ from: from.id, to: to.id, words: far(choice?.preview ?? null) }];
  }

  /** What is written for the body in hand, beside where it leads. */
  private get phrase(): Label | null {
    const { sheet, picked, ghosts } = this.hand;
    const at = sheet?.drawn(picked[0] ?? -1);
    const ghost = ghosts.find((g) => g.unit.id === picked[0]);
    if (!sheet || !at || !ghost?.legs.length) return null;
    return { ...boxed([ghost]), lines: [sheet.text(at.line)], refused: false };
  }

  private get label(): Label | null {
    const { hand } = this;
    if (hand.sheet) return this.phrase;
    const move = hand.move;
    const at = move?.there;
    if (!move || !at || !move.preview) return null;
    const unit = this.session.view?.table;
    const far = unit ? Math.round(move.beyond / unit.unit_mm) : 0;
    const stop = move.stoppedBy[0];
    const why = (r: Refusal) => against(r, move.picked, move.units);
    const lines = move.refused
      ? move.preview.refusals
          .slice(0, 2)
          .map((r) => (r.needs && r.has ? `needs ${r.needs}, has ${r.has}` : why(r)))
      : [
          move.preview.words[0] ?? "",
          stop && !(stop.needs && stop.has) ? why(stop) : "",
          far > 0 ? `the hand is ${far} further` : "",
        ].filter(Boolean);
    return lines.length ? { ...at, lines, refused: move.refused } : null;
  }
}
