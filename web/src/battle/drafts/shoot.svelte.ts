// A target for every shooter.

import type { Command, Form, Preview } from "../../wire/types";
import type { Desk, Draft } from "./draft";

export class ShootDraft implements Draft {
  readonly kind = "shoot";
  aims: Map<number, number> = $state.raw(new Map());
  preview = $state.raw<Preview | null>(null);
  /** Who is aiming. */
  shooter = $state<number | null>(null);
  readonly ready = true;
  readonly deed = "Shoot";
  private was: Map<number, number>[] = $state.raw([]);
  private asked = 0;

  constructor(
    readonly form: Extract<Form, { kind: "shoot" }>,
    private desk: Desk,
  ) {
    this.aims = new Map(form.shooters.map((s) => [s.unit, s.usual]));
  }

  get may() {
    return this.form.shooters.map((s) => s.unit);
  }

  get canBack() {
    return this.was.length > 0;
  }

  back() {
    const last = this.was.at(-1);
    if (!last) return;
    this.was = this.was.slice(0, -1);
    this.aims = last;
    void this.judge();
  }

  get targets() {
    const one = this.form.shooters.find((s) => s.unit === this.shooter);
    return one ? one.targets : [...new Set(this.aims.values())];
  }

  command(): Command {
    return { shoot: [...this.aims] };
  }

  /** A shooter or a target picked; says whether it was one. */
  pick(id: number): "shooter" | "target" | null {
    if (this.form.shooters.some((s) => s.unit === id)) {
      this.shooter = id;
      return "shooter";
    }
    const shooter = this.form.shooters.find((s) => s.unit === this.shooter && s.targets.includes(id));
    if (!shooter) return null;
    this.aim(shooter.unit, id);
    return "target";
  }

  aim(unit: number, target: number) {
    this.was = [...this.was, this.aims];
    this.aims = new Map(this.aims).set(unit, target);
    void this.judge();
  }

  private async judge() {
    const turn = ++this.asked;
    const preview = await this.desk.preview(this.command());
    if (turn === this.asked) this.preview = preview;
  }
}
