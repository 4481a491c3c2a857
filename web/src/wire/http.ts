// Questions to the server over HTTP.

import type { Army } from "../muster/army";
import type {
  ArmyInfo,
  BattleInfo,
  BookInfo,
  CreatedBattle,
  Fault,
  FormField,
  MusterOffer,
  MusterRoll,
  NewBattle,
  Outlook,
  QuestionInfo,
  Replay,
  Report,
  RuleInfo,
  ScenarioInfo,
  Seat,
  Tutorial,
} from "./messages";

/** A request that was not granted, in the server's words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly faults: Fault[] = [],
  ) {
    super(message);
  }
}

export async function call<T>(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  method = body === undefined ? "GET" : "POST",
): Promise<T> {
  const post = body !== undefined;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: post ? { "content-type": "application/json", ...headers } : headers,
      body: post ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new Refused(0, "offline", "The line to the umpire is broken. Nothing is lost; try again.");
  }
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : null) as T;
  try {
    const said = JSON.parse(text) as { code?: string; error?: string; faults?: Fault[] };
    throw new Refused(answer.status, said.code ?? "", said.error ?? answer.statusText, said.faults);
  } catch (e) {
    if (e instanceof Refused) throw e;
    throw new Refused(answer.status, "", `The umpire answered ${answer.status}.`);
  }
}

// What does not change while the program runs is asked once.
const kept = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  const had = kept.get(path) as Promise<T> | undefined;
  if (had) return had;
  const asked = call<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

const e = encodeURIComponent;

export const books = () => once<BookInfo[]>("/api/books");
export const rules = (book: string) => once<RuleInfo[]>(`/api/books/${e(book)}/rules`);
export const house = (book: string) => once<FormField[]>(`/api/books/${e(book)}/house`);
export const questions = (book: string) => once<QuestionInfo[]>(`/api/books/${e(book)}/questions`);
export const armies = (book: string) => once<ArmyInfo[]>(`/api/books/${e(book)}/armies`);
/** What an army list offers. */
export const musterOffer = (book: string, list: string) =>
  once<MusterOffer>(`/api/books/${e(book)}/armies/${e(list)}`);
/** An army counted up. */
export const muster = (book: string, army: Army) => call<MusterRoll>(`/api/books/${e(book)}/muster`, army);
/** The army of a list that is ready to play; with a seed, a legal one at random. */
export const musterDraft = (book: string, list: string, points?: number, seed?: number) =>
  call<Army>(`/api/books/${e(book)}/muster/draft`, { list, points, seed });
/** The army of a file. */
export const musterRead = (text: string) => call<Army>("/api/muster/read", { text });
export const scenarios = (book: string) => once<ScenarioInfo[]>(`/api/books/${e(book)}/scenarios`);
export const tutorial = (book: string) => once<Tutorial>(`/api/books/${e(book)}/tutorial`);
export const ask = (book: string, question: string, input: unknown) =>
  call<Record<string, unknown>>(`/api/books/${e(book)}/ask/${e(question)}`, input);
export const create = (battle: NewBattle) => call<CreatedBattle>("/api/battles", battle);
export const mine = (tokens: string[]) => call<BattleInfo[]>("/api/battles/mine", { tokens });
export const importBattle = (file: string, red: Seat, blue: Seat) =>
  call<CreatedBattle>("/api/battles/import", { file, red, blue });
/** A battle as a file, up to a step. */
export async function file(id: string, tokens: string[], upto: number): Promise<string> {
  const answer = await fetch(`/api/battles/${e(id)}/file?upto=${upto}`, { headers: bearer(tokens) });
  const text = await answer.text();
  if (answer.ok) return text;
  throw new Refused(answer.status, "", (JSON.parse(text) as { error?: string }).error ?? answer.statusText);
}
export const replay = (id: string, tokens: string[], from: number, eye: string) =>
  call<Replay>(
    `/api/battles/${e(id)}/replay?from=${from}${eye ? `&view=${e(eye)}` : ""}`,
    undefined,
    bearer(tokens),
  );

/** A battle told on one page; who led is reckoned from so many battles fought on from each turn. */
export const report = (id: string, tokens: string[], battles: number) =>
  call<Report>(`/api/battles/${e(id)}/report?battles=${battles}`, undefined, bearer(tokens));

/** A battle fought on from one of its steps, many times. */
export const outlook = (id: string, tokens: string[], step: number, eye: string) =>
  call<Outlook>(
    `/api/battles/${e(id)}/outlook?step=${step}${eye ? `&view=${e(eye)}` : ""}`,
    undefined,
    bearer(tokens),
  );

export function bearer(tokens: string[]): Record<string, string> {
  return tokens.length ? { authorization: `Bearer ${tokens.join(",")}` } : {};
}
