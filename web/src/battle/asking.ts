// Questions to the umpire that are answered by number, turned to and from the table as it is looked at.

import type { Lens } from "../wire/lens";
import type { ClientMsg, Hint, Reason, ServerMsg, Way } from "../wire/messages";
import type { Command, GridStep, Preview, Region, Side } from "../wire/types";
import type { Desk, Rehearsal } from "./drafts/draft";

/** An answer that takes longer is none. */
const LATE = 5000;
const THOUGHT = 30_000;

export class Asking implements Desk {
  private numbers = 0;
  private waiting = new Map<number, (answer: unknown) => void>();

  constructor(
    private send: (message: ClientMsg) => boolean,
    private side: () => Side | null,
    private lens: () => Lens,
  ) {}

  /** Takes an answer; says whether the message was one. */
  hear(m: ServerMsg): boolean {
    const lens = this.lens();
    const done = (id: number, answer: unknown) => {
      this.waiting.get(id)?.(answer);
      return true;
    };
    switch (m.type) {
      case "preview":
        return done(m.id, lens.preview(m.preview));
      case "ways":
        return done(
          m.id,
          m.ways.map((w): Way => ({ ...w, preview: lens.preview(w.preview) })),
        );
      case "rehearsed":
        return done(m.id, { ...m, view: lens.view(m.view) } satisfies Rehearsal);
      case "regions":
        return done(
          m.id,
          m.regions.map((r) => lens.region(r)),
        );
      case "phrase":
        return done(m.id, m.words);
      case "hint":
        return done(m.id, m.hint && { ...m.hint, preview: lens.preview(m.hint.preview) });
      case "reasons":
        return done(m.id, m.reasons);
      default:
        return false;
    }
  }

  preview(command: Command, after: Command[] = []): Promise<Preview | null> {
    return this.by((id, side) => ({
      type: "preview",
      id,
      side,
      command: this.lens().command(command),
      after,
    }));
  }

  ways(commands: Command[], after: Command[] = []): Promise<Way[] | null> {
    const turned = commands.map((c) => this.lens().command(c));
    return this.by((id, side) => ({ type: "ways", id, side, commands: turned, after }));
  }

  rehearse(commands: Command[]): Promise<Rehearsal | null> {
    return this.by((id, side) => ({ type: "rehearse", id, side, commands }));
  }

  regions(unit: number, after: Command[] = []): Promise<Region[] | null> {
    const side = this.side();
    return this.question((id) =>
      side ? { type: "regions", id, side, unit, after } : { type: "regions", id, unit },
    );
  }

  /** The words that a drawn way stands for on a sheet, behind what is written already. */
  phrase(unit: number, path: GridStep[], after: string): Promise<string | null> {
    const turned = this.lens().path(path);
    return this.by((id, side) => ({ type: "phrase", id, side, unit, path: turned, after }));
  }

  /** What a good general would do. */
  hint(): Promise<Hint | null> {
    return this.by((id, side) => ({ type: "hint", id, side }), THOUGHT);
  }

  /** Why the computer's generals did what they did after a step. */
  why(since: number): Promise<Reason[] | null> {
    return this.question((id) => ({ type: "reasons", id, since }));
  }

  private by<T>(make: (id: number, side: Side) => ClientMsg, late = LATE): Promise<T | null> {
    const side = this.side();
    return side ? this.question((id) => make(id, side), late) : Promise.resolve(null);
  }

  private question<T>(make: (id: number) => ClientMsg, late = LATE): Promise<T | null> {
    const id = ++this.numbers;
    return new Promise((resolve) => {
      const done = (answer: unknown) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(answer as T | null);
      };
      const timer = setTimeout(() => done(null), late);
      this.waiting.set(id, done);
      if (!this.send(make(id))) done(null);
    });
  }
}
