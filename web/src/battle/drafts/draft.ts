// An answer in the making. Each form of question has a draft of its own; the umpire judges what it says.

import type { Way } from "../../wire/messages";
import type { Command, Form, Preview, Refusal, Region, Unit, View } from "../../wire/types";

/** The umpire's desk, as a draft knows it. Commands in `after` are planned and not given. */
export interface Desk {
  preview(command: Command, after?: Command[]): Promise<Preview | null>;
  ways(commands: Command[], after?: Command[]): Promise<Way[] | null>;
  regions(unit: number, after?: Command[]): Promise<Region[] | null>;
  rehearse(commands: Command[]): Promise<Rehearsal | null>;
}

/** How it would stand after some orders. */
export interface Rehearsal {
  view: View;
  done: number;
  refusals: Refusal[];
  /** Whether the next would have dice thrown. */
  rolls: boolean;
}

export interface Draft {
  readonly kind: Form["kind"];
  /** The units the question is about. */
  readonly may: number[];
  /** What the main button says; nothing where there is none. */
  readonly deed: string;
  /** Whether it can be given as it stands. */
  readonly ready: boolean;
  /** The answer as the umpire takes it; nothing where there is none yet. */
  command(): Command | null;
  /** Whether there is a stroke to take back. */
  readonly canBack: boolean;
  /** Takes the last stroke back. */
  back(): void;
  /** Units that something in hand can be aimed at. */
  readonly targets: number[];
  readonly preview: Preview | null;
}

/** The units of some numbers, in that order. */
export function those(ids: number[], units: Unit[]): Unit[] {
  return ids.flatMap((id) => units.filter((u) => u.id === id));
}

/** Calls that come thick and fast: of those within a while the newest is done. */
export class Soon {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private newest = () => {};
  constructor(private readonly ms: number) {}

  call(what: () => void) {
    this.newest = what;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.newest();
    }, this.ms);
  }
}
