// The tokens of this browser's seats, kept where only this browser finds them.

import type { KeptDice } from "../battle/fair";

const SHELF = "testudo.seats";
const CLAIMS = "testudo.claims";

export interface Kept {
  id: string;
  tokens: string[];
  /** The token to watch with, to hand to others. */
  links?: { spectator?: string };
  /** Invitations to hand to friends. */
  invitations?: { red?: string; blue?: string };
  /** What this browser gave to the dice, and was promised. */
  dice?: KeptDice;
}

function read(): Kept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(SHELF) ?? "[]");
    return Array.isArray(list) ? (list as Kept[]) : [];
  } catch {
    return [];
  }
}

function write(list: Kept[]) {
  try {
    localStorage.setItem(SHELF, JSON.stringify(list.slice(-200)));
  } catch {
    // A browser that keeps nothing can still play from its link.
  }
}

export function seats(): Kept[] {
  return read();
}

export function seatsOf(id: string): Kept | undefined {
  return read().find((k) => k.id === id);
}

/** Keeps tokens of a battle beside those already held. */
export function keep(id: string, tokens: string[], made?: Pick<Kept, "links" | "invitations">) {
  const list = read();
  const had = list.find((k) => k.id === id);
  const all = [...new Set([...(had?.tokens ?? []), ...tokens])];
  const { links, invitations } = { ...had, ...made };
  const kept: Kept = {
    id,
    tokens: all,
    links: links && { spectator: links.spectator },
    invitations,
    dice: had?.dice,
  };
  write([...list.filter((k) => k.id !== id), kept]);
}

/** What this browser gave to the dice of a battle. */
export function diceOf(id: string): KeptDice {
  return seatsOf(id)?.dice ?? {};
}

export function keepDice(id: string, dice: KeptDice) {
  write(read().map((k) => (k.id === id ? { ...k, dice } : k)));
}

/** The token that a code is being exchanged for, made once: asking again must be asking with the same. */
export function pending(code: string, make: () => string): string {
  let claims: [string, string][] = [];
  try {
    claims = JSON.parse(localStorage.getItem(CLAIMS) ?? "[]") as [string, string][];
  } catch {
    // Nothing was kept.
  }
  const had = claims.find(([c]) => c === code)?.[1];
  if (had) return had;
  const token = make();
  try {
    localStorage.setItem(CLAIMS, JSON.stringify([...claims, [code, token]].slice(-50)));
  } catch {
    // A browser that keeps nothing holds its seat as long as the page is open.
  }
  return token;
}

export function forget(id: string) {
  write(read().filter((k) => k.id !== id));
}
