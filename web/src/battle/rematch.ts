// The same battle again, from the other side.

import * as http from "../wire/http";
import { keep } from "../wire/keys";
import type { Battle, Seat } from "../wire/messages";

/** Lays it and says where; nothing where it cannot be laid again, as with armies of one's own. */
export async function rematch(battle: Battle): Promise<string | null> {
  const { red, blue } = battle.seats;
  try {
    const made = await http.create({ scenario: battle.scenario, red: blue, blue: red });
    const held = (["red", "blue"] as const)
      .filter((s) => battle.seats[s === "red" ? "blue" : "red"] === "here")
      .flatMap((s) => made.links[s] ?? []);
    keep(made.id, held, made);
    return `/battle/${made.id}`;
  } catch {
    return null;
  }
}

/** A new battle from a step of another, with the same seats; says where it is. */
export async function branch(id: string, tokens: string[], step: number): Promise<string> {
  const file = await http.file(id, tokens, step);
  const header = JSON.parse(file.slice(0, file.indexOf("\n"))) as { red: string; blue: string };
  const seat = (word: string): Seat => (word.startsWith("ai:") ? { ai: word.slice(3) } : "here");
  const seats = { red: seat(header.red), blue: seat(header.blue) };
  // Two generals of the computer would fight on alone.
  if (seats.red !== "here" && seats.blue !== "here") seats.red = "here";
  const made = await http.importBattle(file, seats.red, seats.blue);
  const held = (["red", "blue"] as const)
    .filter((s) => seats[s] === "here")
    .flatMap((s) => made.links[s] ?? []);
  keep(made.id, held, made);
  return `/battle/${made.id}`;
}
