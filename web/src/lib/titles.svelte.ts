// The headings of rules, asked for once a book; until they are there, the last words of a rule's name stand in.

import { rules } from "../wire/http";
import { bookOf } from "./sheet.svelte";
import { lastWords } from "./words";

let known = $state.raw<Record<string, string>>({});
const asked = new Set<string>();

export function titleOf(rule: string): string {
  const book = bookOf(rule);
  if (book && !asked.has(book)) {
    asked.add(book);
    rules(book).then(
      (list) => (known = { ...known, ...Object.fromEntries(list.map((r) => [r.id, r.title])) }),
      () => {},
    );
  }
  return known[rule] ?? lastWords(rule);
}
