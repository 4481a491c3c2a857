// Values of a form drawn from a question's fields.

import type { FormField } from "../wire/messages";

export type Value = unknown;
export type Values = Record<string, Value>;

/** What a field holds when it is first shown, where it must hold something. */
export function initial(field: FormField): Value {
  if (field.default !== undefined) return structuredClone(field.default);
  switch (field.type) {
    case "bool":
      return false;
    case "choice":
      return field.options?.[0];
    case "int":
      return field.min ?? (field.above !== undefined ? field.above + 1 : 0);
    case "number":
      return field.min ?? (field.above !== undefined ? field.above + 1 : 0);
    case "text":
      return "";
    case "list":
      return Array.from({ length: field.min_items ?? 0 }, () => initial(field.of!));
    case "record":
      return filled(field.fields ?? []);
    case "map":
      return {};
    default:
      return null;
  }
}

/** The required fields with what they hold at first; the others are left out until they are touched. */
export function filled(fields: FormField[]): Values {
  return Object.fromEntries(fields.filter((f) => f.required).map((f) => [f.name!, initial(f)]));
}

/** What is shown for a field: what was given, or what holds unless it is. */
export function shown(field: FormField, value: Value): Value {
  return value === undefined ? (field.default ?? (field.type === "bool" ? false : undefined)) : value;
}

/** Two dice that a question may be asked with: both from 1 to 6. */
export function dicePair(fields: FormField[]): { name: string; keys: [string, string] } | null {
  for (const f of fields) {
    const inner = f.fields ?? [];
    if (
      f.type === "record" &&
      !f.required &&
      inner.length === 2 &&
      inner.every((d) => d.type === "int" && d.min === 1 && d.max === 6)
    )
      return { name: f.name!, keys: [inner[0]!.name!, inner[1]!.name!] };
  }
  return null;
}
