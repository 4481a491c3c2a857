// An army as its file has it: plain data that can be changed, kept and put into a link.

import type { FormField, MusterEntry } from "../wire/messages";

export type Unit = { troop: string } & Record<string, unknown>;
export interface Army {
  book: string;
  army: string;
  name?: string;
  units: Unit[];
  [field: string]: unknown;
}

/** An army of a list without a unit. */
export const empty = (book: string, list: string): Army => ({ book, army: list, units: [] });

/** The entry of the list that a unit is of, as far as its troop tells. */
export const entryOf = (entries: MusterEntry[], id: string | null): MusterEntry | undefined =>
  entries.find((entry) => entry.id === id);

/** The army with a unit more, at the end or after another. */
export function withUnit(army: Army, unit: Unit, after = army.units.length - 1): Army {
  const units = [...army.units];
  units.splice(after + 1, 0, structuredClone(unit));
  return { ...army, units };
}

/** The army with one unit changed; a value of undefined takes the field away. */
export function withField(army: Army, at: number, field: string, value: unknown): Army {
  const units = army.units.map((unit, i) => (i === at ? changed(unit, field, value) : unit));
  return { ...army, units };
}

function changed<T extends Record<string, unknown>>(record: T, field: string, value: unknown): T {
  const next: Record<string, unknown> = { ...record };
  if (value === undefined || value === "") delete next[field];
  else next[field] = value;
  return next as T;
}

/** The army with a field of its own changed. */
export const withWhole = (army: Army, field: string, value: unknown): Army => changed(army, field, value);

export const without = (army: Army, at: number): Army => ({
  ...army,
  units: army.units.filter((_, i) => i !== at),
});

/** The army with one unit moved up or down the list. */
export function moved(army: Army, at: number, by: number): Army {
  const to = at + by;
  if (to < 0 || to >= army.units.length) return army;
  const units = [...army.units];
  units.splice(to, 0, ...units.splice(at, 1));
  return { ...army, units };
}

/** How many figures a unit has, and between which limits it may have more or fewer. */
export function sizes(fields: FormField[], unit: Unit): { now: number; least: number; most: number } | null {
  const field = fields.find((f) => f.name === "figures");
  if (!field) return null;
  const now = Number(unit.figures ?? field.default ?? 1);
  return { now, least: field.min ?? 1, most: field.max ?? 500 };
}

/** A size within its limits. */
export const within = (size: { least: number; most: number }, n: number): number =>
  Math.min(size.most, Math.max(size.least, n));

/** What was read from a link or a file, if it is an army at all. */
export function asArmy(value: unknown): Army | null {
  if (typeof value !== "object" || value === null) return null;
  const army = value as Partial<Army>;
  if (typeof army.book !== "string" || typeof army.army !== "string") return null;
  const units = Array.isArray(army.units) ? army.units : [];
  const good = units.filter((unit) => typeof unit === "object" && unit !== null);
  return { ...army, book: army.book, army: army.army, units: good };
}

const stream = async (bytes: Uint8Array, through: TransformStream<Uint8Array, Uint8Array>) =>
  new Uint8Array(
    await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(through)).arrayBuffer(),
  );

/** The army as letters that fit into an address. */
export async function packed(army: Army): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(army));
  const small = await stream(text, new CompressionStream("deflate-raw") as never);
  return btoa(String.fromCharCode(...small))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** The army of such letters; null if they are none. */
export async function unpacked(letters: string): Promise<Army | null> {
  // A link longer than this holds no army that could be fought with.
  if (letters.length > 60_000) return null;
  try {
    const bytes = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
    const small = Uint8Array.from(bytes, (c) => c.charCodeAt(0));
    const text = await stream(small, new DecompressionStream("deflate-raw") as never);
    return asArmy(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return null;
  }
}
