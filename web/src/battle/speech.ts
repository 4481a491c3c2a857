// The table in words, for those who listen.

import { contacts, gap, wind } from "../table/geometry";
import type { Side, Unit, View } from "../wire/types";

/** A unit in a line: who, how strong, which way it faces (`truly` tells the compass), whom it meets. */
export function describe(u: Unit, units: Unit[], truly: (facing: number) => number): string {
  const side = u.side === "red" ? "Red" : "Blue";
  const strength = u.element ? "" : `, ${u.figures} figures`;
  const meets = contacts(units)
    .filter((c) => c.a === u.id || c.b === u.id)
    .flatMap((c) => units.filter((v) => v.id === (c.a === u.id ? c.b : c.a)));
  const contact = meets.length
    ? `, in contact with ${meets.map((v) => `${v.name} ${v.label}`).join(" and ")}`
    : "";
  const marks = u.badges.length ? `, ${u.badges.map((b) => b.label).join(", ")}` : "";
  const general = u.general ? ", with the general" : "";
  return `${side} ${u.name} ${u.label}${general}${strength}, facing ${wind(truly(u.facing))}${contact}${marks}`;
}

/** How it stands. */
export function speech(view: View): string {
  const count = (side: Side) => view.units.filter((u) => u.side === side && u.place === "table").length;
  const fights = contacts(view.units);
  const of = (id: number) => {
    const u = view.units.find((v) => v.id === id);
    return u ? `${u.name} ${u.label}` : "";
  };
  const list = fights.map((c) => `${of(c.a)} against ${of(c.b)}`).join("; ");
  const camps = view.sites.map((c) => `${c.label}: ${c.state}.`).join(" ");
  return `${view.names.red} has ${count("red")}, ${view.names.blue} ${count("blue")}. ${fights.length} fights. ${list} ${camps}`;
}

/** What stands near a unit, by the clock and the distance. */
export function around(u: Unit, view: View): string {
  const near = view.units
    .filter((v) => v.side !== u.side && v.place === "table")
    .map((v) => ({ v, far: gap(u, v) / view.table.unit_mm }))
    .sort((a, b) => a.far - b.far)
    .slice(0, 4);
  const clock = (v: Unit) => {
    const bearing = (Math.atan2(v.x - u.x, v.y - u.y) * 180) / Math.PI - u.facing;
    return Math.round((((bearing % 360) + 360) % 360) / 30) || 12;
  };
  const words = near.map(
    ({ v, far }) => `${v.name} ${v.label} at ${clock(v)} o'clock, ${Math.round(far)} ${view.table.unit}`,
  );
  return `${u.name} ${u.label}: ${words.join("; ")}.`;
}
