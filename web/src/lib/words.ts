// Small matters of wording.

/** A number with its sign, and a true minus. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** A word of a file as a person reads it. */
export function plain(word: string): string {
  return word.replace(/_/g, " ");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function percent(share: number): string {
  const p = share * 100;
  return `${p > 0 && p < 1 ? "<1" : p > 99 && p < 100 ? ">99" : Math.round(p)}%`;
}

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
export function count(n: number): string {
  return NUMBERS[n] ?? String(n);
}

/** A fraction written "7/18", "1" or "0" as a number; nothing if it is not one. */
export function fraction(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const m = /^(\d+)(?:\/(\d+))?$/.exec(text);
  if (!m) return null;
  const below = m[2] === undefined ? 1 : Number(m[2]);
  return below === 0 ? null : Number(m[1]) / below;
}

/** "rule.of.this" as its last words. */
export function lastWords(rule: string): string {
  return plain(rule.split(".").slice(1).join(", "));
}

/** What a refusal says, with the labels of those it is about besides the movers: who is in the way. */
export function against(
  refusal: { what: string; units: number[] },
  movers: number[],
  units: { id: number; name: string; label: string }[],
): string {
  const others = units.filter((u) => refusal.units.includes(u.id) && !movers.includes(u.id));
  const unnamed = others.filter((u) => !refusal.what.includes(u.label) && !refusal.what.includes(u.name));
  return unnamed.length && unnamed.length <= 4
    ? `${refusal.what}: ${listed(unnamed.map((u) => u.label))}`
    : refusal.what;
}

/** A sentence, begun and ended as one. */
export function sentence(text: string): string {
  return capital(text) + (/[.!?]$/.test(text) ? "" : ".");
}

/** What is to be written word for word stands in quotation marks. */
export function quoted(text: string): string {
  return text.replace(/`([^`]*)`/g, "“$1”");
}

/** Names in a row: "R1, R2 and R3". */
export function listed(names: string[]): string {
  if (names.length <= 1) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** Bits of a sentence and whole sentences in a row, read as sentences. */
export function together(words: string[]): string {
  return words.reduce((text, w) => {
    const begins = /^\p{Lu}/u.test(w) && !/^\p{Lu}+\d/u.test(w);
    return text + (text === "" ? "" : /[.!?]$/.test(text) ? " " : begins ? ". " : ", ") + w;
  }, "");
}

/** A text of a rule in parts: what stands line by line behind dashes is a list. */
export function blocks(text: string): { words: string; items: string[] }[] {
  const out: { words: string; items: string[] }[] = [];
  for (const line of text.split("\n")) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    const last = out.at(-1);
    if (item !== undefined && last?.items.length) last.items.push(item);
    else if (item !== undefined) out.push({ words: "", items: [item] });
    else if (!line.trim()) continue;
    else if (last && !last.items.length) last.words += `\n${line}`;
    else if (last && /^\s/.test(line)) last.items.push(`${last.items.pop()} ${line.trim()}`);
    else out.push({ words: line, items: [] });
  }
  return out;
}
