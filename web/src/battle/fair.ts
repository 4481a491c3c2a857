// Dice that nobody can choose: this browser's share of them, and the proof afterwards.
//
// The server promises its secret by a hash before it knows any share. Every player's browser does the same with a share
// of its own, and opens it only when all hashes are known. Each die is drawn from the secret, the shares and the number
// of the decision; once the secret is open, anyone can draw every die again.

import type { ClientMsg, DiceTold, Replay } from "../wire/messages";
import { sha256 } from "../wire/sha256";
import type { Side } from "../wire/types";

const SIDES = ["red", "blue"] as const;
const text = new TextEncoder();

export const hex = (bytes: Uint8Array) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
export const unhex = (digits: string) =>
  new Uint8Array((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
}

/** The hash that promises a secret or a share. */
export const promise = (part: string) => hex(sha256(joined(text.encode("testudo promise 1"), unhex(part))));

/** A share by this browser's own chance. */
export const newShare = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** What this browser keeps of the dice of a battle. */
export interface KeptDice {
  /** The server's promise as it was first told. */
  promise?: string;
  /** The shares of the seats held here. */
  shares?: Partial<Record<Side, string>>;
  /** The round they belong to. */
  round?: number;
}

/** What is to be said for the dice now; keeps what must not be forgotten in `kept`. */
export function answers(dice: DiceTold, mine: Side[], kept: KeptDice): ClientMsg[] {
  if (dice.source !== "shares") return [];
  kept.promise ??= dice.promise ?? undefined;
  // A server that promises something else now than at first gets no share.
  if (kept.promise !== dice.promise) return [];
  if (kept.round !== dice.round) {
    kept.round = dice.round;
    kept.shares = {};
  }
  const shares = kept.shares ?? {};
  kept.shares = shares;
  const own = mine.filter((side) => dice.waits.includes(side));
  // Everyone else has promised: nobody can fit theirs to this one any more.
  const all = SIDES.every((s) => !dice.waits.includes(s) || own.includes(s) || dice.promised[s]);
  const said: ClientMsg[] = [];
  for (const side of own)
    if (!dice.promised[side]) {
      shares[side] ??= newShare();
      said.push({ type: "promise", side, promise: promise(shares[side]!) });
    }
  for (const side of own) {
    const share = shares[side];
    // Another device of the same player may have promised; it opens its own.
    if (all && share && (!dice.promised[side] || promise(share) === dice.promised[side]))
      said.push({ type: "share", side, share });
  }
  return said;
}

/** The words of a step's dice, for ever. */
function* words(key: Uint8Array, step: number): Generator<number, never> {
  for (let block = 0; ; block++) {
    const numbers = new DataView(new ArrayBuffer(16));
    numbers.setBigUint64(0, BigInt(step), true);
    numbers.setBigUint64(8, BigInt(block), true);
    const hash = new DataView(sha256(joined(key, new Uint8Array(numbers.buffer))).buffer);
    for (let i = 0; i < 8; i++) yield hash.getUint32(i * 4, true);
  }
}

/** The face a die shows, from the next words. */
function face(die: [number, number][], from: Generator<number, never>): number {
  const sides = die.reduce((n, [, weight]) => n + weight, 0);
  const reject = 2 ** 32 % sides;
  for (;;) {
    const product = BigInt(from.next().value) * BigInt(sides);
    if (product % 2n ** 32n < BigInt(reject)) continue;
    let at = Number(product / 2n ** 32n);
    for (const [shown, weight] of die) {
      if (at < weight) return shown;
      at -= weight;
    }
  }
}

/** The faces of dice thrown in one decision. */
export function draw(
  lot: { secret: string; red: string | null; blue: string | null },
  step: number,
  dice: [number, number][][],
): number[] {
  const part = (share: string | null) => (share ? unhex(share) : new Uint8Array(32));
  const key = sha256(joined(text.encode("testudo dice 1"), unhex(lot.secret), part(lot.red), part(lot.blue)));
  const from = words(key, step);
  return dice.map((die) => face(die, from));
}

export interface Proof {
  /** Whether all that can be checked here is as it should be. */
  good: boolean;
  words: string[];
}

/** Draws every die of a battle again, and compares what was promised to this browser. */
export function prove(dice: DiceTold, steps: Replay["steps"], kept: KeptDice): Proof {
  if (dice.source === "chosen")
    return { good: false, words: ["The seed of these dice was chosen: whoever chose it knew every die."] };
  if (dice.source === "unproved" || !dice.promise)
    return { good: false, words: ["This battle is from before shared dice: nothing can be proved."] };
  if (!dice.secret) return { good: false, words: ["The server's secret is opened when the battle is over."] };
  if (promise(dice.secret) !== dice.promise)
    return { good: false, words: ["The secret is not the one the server promised."] };
  const bad: string[] = [];
  const said: string[] = [];
  if (kept.promise) {
    if (kept.promise === dice.promise)
      said.push("The promise is the one this browser was given at the start.");
    else bad.push("This browser was given another promise at the start.");
  } else said.push("This browser did not see the promise at the start, and takes the server's word for it.");
  for (const side of SIDES) {
    const own = kept.shares?.[side];
    const told = dice.shares[side];
    if (own && kept.round === dice.round && own !== told)
      bad.push(`The share of ${side} is not this browser's.`);
    else if (own) said.push(`Your share (${side}) is in it.`);
  }
  let count = 0;
  for (const step of steps)
    for (const { n, rolls } of step.thrown ?? []) {
      if (n < dice.taken) continue;
      const lot = { secret: dice.secret, red: dice.shares.red, blue: dice.shares.blue };
      const drawn = draw(
        lot,
        n,
        rolls.map((r) => r.die),
      );
      count += rolls.length;
      if (rolls.some((r, i) => r.face !== drawn[i])) {
        bad.push(`The dice of step ${step.seq} do not follow from the shares.`);
        return { good: false, words: bad };
      }
    }
  said.unshift(`All ${count} dice were drawn again and are as they fell.`);
  if (dice.taken)
    said.push(`The first ${dice.taken} decisions were taken in from a file; theirs fell elsewhere.`);
  if (dice.round > 1) said.push(`The shares were begun ${dice.round} times before the first die.`);
  return { good: bad.length === 0, words: [...bad, ...said] };
}
