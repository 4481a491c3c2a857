// Armies kept in this browser.

import { type Army, asArmy } from "./army";

export interface Kept {
  name: string;
  army: Army;
}

const KEY = "testudo.armies";
const MOST = 100;

/** Every army that is kept, the latest first. */
export function kept(): Kept[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(all)) return [];
    return all.flatMap((one: Partial<Kept>) => {
      const army = asArmy(one?.army);
      return army && typeof one.name === "string" ? [{ name: one.name, army }] : [];
    });
  } catch {
    return [];
  }
}

/** Keeps an army under a name, in place of one of the same name and book. */
export function keep(name: string, army: Army): Kept[] {
  const others = kept().filter((one) => one.name !== name || one.army.book !== army.book);
  return write([{ name, army }, ...others].slice(0, MOST));
}

/** Throws a kept army away. */
export const drop = (name: string, book: string): Kept[] =>
  write(kept().filter((one) => one.name !== name || one.army.book !== book));

function write(all: Kept[]): Kept[] {
  localStorage.setItem(KEY, JSON.stringify(all));
  return all;
}
