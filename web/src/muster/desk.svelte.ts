// The army in hand: what the list offers, what the army comes to, and every change of it.

import * as http from "../wire/http";
import type { Fault, MusterOffer, MusterRoll } from "../wire/messages";
import { type Army, empty } from "./army";

const STEPS = 200;

export class Desk {
  army = $state.raw<Army>(empty("", ""));
  offer = $state.raw<MusterOffer | null>(null);
  roll = $state.raw<MusterRoll | null>(null);
  /** Faults of a form that could not be read at all; otherwise they are in the roll. */
  unread = $state.raw<Fault[]>([]);
  trouble = $state("");
  picked = $state(-1);
  private past = $state.raw<Army[]>([]);
  private future = $state.raw<Army[]>([]);
  private turn = 0;

  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);
  readonly faults = $derived(this.unread.length ? this.unread : (this.roll?.faults ?? []));
  readonly legal = $derived(this.roll?.legal === true && this.unread.length === 0);

  /** Takes an army in hand in place of the one that was there. */
  async take(army: Army) {
    this.past = [];
    this.future = [];
    this.picked = -1;
    await this.put(army);
  }

  /** Changes the army; it can be taken back. */
  change(army: Army) {
    this.past = [...this.past, this.army].slice(-STEPS);
    this.future = [];
    void this.put(army);
  }

  undo() {
    const before = this.past.at(-1);
    if (!before) return;
    this.future = [this.army, ...this.future];
    this.past = this.past.slice(0, -1);
    void this.put(before);
  }

  redo() {
    const [next, ...rest] = this.future;
    if (!next) return;
    this.past = [...this.past, this.army];
    this.future = rest;
    void this.put(next);
  }

  /** Another list of the same book: the units stay, and the umpire says which of them it does not have. */
  list(id: string) {
    this.change({ ...this.army, army: id });
  }

  /** The army of the list that is ready to play, or a legal one at random. */
  async draft(points?: number, seed?: number) {
    this.trouble = "";
    try {
      const army = await http.musterDraft(this.army.book, this.army.army, points, seed);
      this.change(army);
    } catch (e) {
      this.trouble = (e as Error).message;
    }
  }

  private async put(army: Army) {
    const mine = ++this.turn;
    const other = army.book !== this.army.book || army.army !== this.army.army || !this.offer;
    this.army = army;
    if (this.picked >= army.units.length) this.picked = army.units.length - 1;
    if (other) {
      try {
        const offer = await http.musterOffer(army.book, army.army);
        if (mine !== this.turn) return;
        this.offer = offer;
      } catch (e) {
        if (mine === this.turn) this.trouble = (e as Error).message;
        return;
      }
    }
    if (army.units.length === 0) {
      this.roll = null;
      this.unread = [];
      return;
    }
    try {
      const roll = await http.muster(army.book, army);
      if (mine !== this.turn) return;
      this.roll = roll;
      this.unread = [];
      this.trouble = "";
    } catch (e) {
      if (mine !== this.turn) return;
      const refused = e as http.Refused;
      this.unread = refused.faults ?? [];
      this.trouble = this.unread.length ? "" : refused.message;
    }
  }
}
