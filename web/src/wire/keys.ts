// The tokens of this browser's seats, kept where only this browser finds them.

const SHELF = "testudo.seats";

export interface Kept {
  id: string;
  tokens: string[];
  /** Tokens to hand to others: shown by the creator's menu. */
  links?: { red?: string; blue?: string; spectator?: string };
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
export function keep(id: string, tokens: string[], links?: Kept["links"]) {
  const list = read();
  const had = list.find((k) => k.id === id);
  const all = [...new Set([...(had?.tokens ?? []), ...tokens])];
  const kept: Kept = { id, tokens: all, links: links ?? had?.links };
  write([...list.filter((k) => k.id !== id), kept]);
}

export function forget(id: string) {
  write(read().filter((k) => k.id !== id));
}
