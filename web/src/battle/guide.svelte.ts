// A guided battle: which lesson is due. The lessons are the book's; what is kept is what this browser has learnt.

import type { Cue, Deed, JournalStep, Lesson, Tutorial } from "../wire/messages";
import type { Side } from "../wire/types";

const SHELF = "testudo.guides";

/** How far a guided battle has come. */
export interface Progress {
  book: string;
  learnt: string[];
  did: Deed[];
  /** Whether the learner has sent the guide away. */
  off: boolean;
}

function read(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Record<string, Progress>;
  } catch {
    return {};
  }
}

export function progressOf(battle: string): Progress | undefined {
  return read()[battle];
}

export function keepProgress(battle: string, progress: Progress) {
  try {
    const all = Object.entries({ ...read(), [battle]: progress }).slice(-20);
    localStorage.setItem(SHELF, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // A browser that keeps nothing is guided for this visit.
  }
}

/** The newest guided battle that was not left. */
export function unfinished(): string | undefined {
  return Object.entries(read())
    .filter(([, p]) => !p.off)
    .at(-1)?.[0];
}

/** What cues are held against. */
export interface Facts {
  side: Side | null;
  asked: { phase: string; form: string } | null;
  turn: number;
  over: boolean;
  journal: JournalStep[];
  picked: string[];
  did: Deed[];
}

function ruled(rule: string, journal: JournalStep[], by: Side | null): boolean {
  return journal.some(
    (step) =>
      (by === null || step.side === by) &&
      step.entries.some((e) => e.rule === rule || (e.kind === "ruling" && e.also.includes(rule))),
  );
}

export function holds(cue: Cue, facts: Facts): boolean {
  if (cue === "over") return facts.over;
  if ("asked" in cue) {
    const { phase, form, turn } = cue.asked;
    const asked = facts.asked;
    return (
      asked !== null &&
      (phase === undefined || phase === asked.phase) &&
      (form === undefined || form === asked.form) &&
      (turn === undefined || facts.turn >= turn)
    );
  }
  if ("ruled" in cue) return ruled(cue.ruled, facts.journal, null);
  if ("resolved" in cue) return facts.side !== null && ruled(cue.resolved, facts.journal, facts.side);
  if ("picked" in cue) return facts.picked.includes(cue.picked);
  if ("did" in cue) return facts.did.includes(cue.did);
  return facts.turn >= cue.turn;
}

const any = (cues: Cue[], facts: Facts) => cues.some((c) => holds(c, facts));

/** The lessons learnt once these facts hold: those done already, and those whose deed is done. */
export function learntBy(lessons: Lesson[], learnt: string[], facts: Facts): string[] {
  const now = lessons.filter((l) => !l.passing && any(l.until, facts)).map((l) => l.id);
  return [...new Set([...learnt, ...now])];
}

/** The first lesson not yet learnt whose moment it is; one that names no moment waits for all before it. */
export function due(lessons: Lesson[], learnt: string[], facts: Facts): Lesson | undefined {
  let before = true;
  for (const lesson of lessons) {
    if (learnt.includes(lesson.id)) continue;
    if (lesson.when.length ? any(lesson.when, facts) : before) return lesson;
    if (!lesson.passing) before = false;
  }
  return undefined;
}

export class Guide {
  learnt = $state.raw<string[]>([]);
  did = $state.raw<Deed[]>([]);
  off = $state(false);
  tutorial = $state.raw<Tutorial | null>(null);

  constructor(
    readonly battle: string,
    readonly book: string,
  ) {
    const kept = progressOf(battle);
    this.learnt = kept?.learnt ?? [];
    this.did = kept?.did ?? [];
    this.off = kept?.off ?? false;
  }

  /** How many lessons there are, and how many are behind. */
  get count(): [number, number] {
    const all = (this.tutorial?.lessons ?? []).filter((l) => !l.passing);
    return [all.filter((l) => this.learnt.includes(l.id)).length, all.length];
  }

  note(deed: Deed) {
    if (this.did.includes(deed)) return;
    this.did = [...this.did, deed];
    this.keep();
  }

  /** Takes in what holds now. */
  heed(facts: Facts) {
    const learnt = learntBy(this.tutorial?.lessons ?? [], this.learnt, facts);
    if (learnt.length === this.learnt.length) return;
    this.learnt = learnt;
    this.keep();
  }

  /** The learner has understood; once the battle is over and nothing more is due, the guide goes. */
  pass(lesson: string, facts: Facts) {
    this.learnt = [...new Set([...this.learnt, lesson])];
    if (facts.over && !due(this.tutorial?.lessons ?? [], this.learnt, facts)) this.off = true;
    this.keep();
  }

  leave(off: boolean) {
    this.off = off;
    this.keep();
  }

  private keep() {
    const { book, learnt, did, off } = this;
    keepProgress(this.battle, { book, learnt, did, off });
  }
}
