// The rules as a sheet beside whatever one is doing.

export const sheet = $state<{ book: string; rule: string }>({ book: "", rule: "" });

export function openRule(book: string, rule: string) {
  sheet.book = book;
  sheet.rule = rule;
}

export function closeRule() {
  sheet.rule = "";
}

/** A rule's book is the first word of its name. */
export function bookOf(rule: string): string {
  return rule.split(".")[0] ?? "";
}
