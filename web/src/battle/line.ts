// Tools for lines: who goes where when several are brought into one.

import { ahead, at, corners, type Pose, seen } from "../table/geometry";
import type { Unit } from "../wire/types";

export type LineTool = "form" | "close" | "extend" | "face";

/** Where each of the others goes; the first leads and stays. */
export function lined(tool: LineTool, units: Unit[]): [number, Pose][] {
  const lead = units[0];
  if (!lead || units.length < 2) return [];
  if (tool === "face") {
    const others = units.filter((u) => u.facing !== lead.facing);
    return others.map((u) => [u.id, { x: u.x, y: u.y, facing: lead.facing }]);
  }
  if (tool === "extend") return extended(lead, units);
  const beside = sorted(lead, units);
  const at0 = beside.indexOf(lead);
  const out: [number, Pose][] = [];
  const put = (list: Unit[], way: 1 | -1) => {
    let edge = (way * lead.width) / 2;
    for (const u of list) {
      const middle = edge + (way * u.width) / 2;
      edge += way * u.width;
      const front = tool === "form" ? lead.depth / 2 : seen(lead, at(u, 0, u.depth / 2))[1];
      const [x, y] = at(lead, middle, front - u.depth / 2);
      if (Math.hypot(x - u.x, y - u.y) > 0.05 || u.facing !== lead.facing)
        out.push([u.id, { x, y, facing: lead.facing }]);
    }
  };
  put(beside.slice(at0 + 1), 1);
  put(beside.slice(0, at0).reverse(), -1);
  return out;
}

/** From left to right as the leader sees them. */
function sorted(lead: Unit, units: Unit[]): Unit[] {
  return [...units].sort((a, b) => seen(lead, [a.x, a.y])[0] - seen(lead, [b.x, b.y])[0]);
}

/** The one farthest back goes to the nearer end of the front rank. */
function extended(lead: Unit, units: Unit[]): [number, Pose][] {
  const back = (u: Unit) => seen(lead, at(u, 0, u.depth / 2))[1];
  const last = [...units].sort((a, b) => back(a) - back(b))[0]!;
  if (last === lead || back(last) > lead.depth / 2 - last.depth / 2) return [];
  const rank = units.filter((u) => Math.abs(back(u) - lead.depth / 2) < 0.6);
  const edges = rank.flatMap((u) => corners(u).map((c) => seen(lead, c)[0]));
  const [left, right] = [Math.min(...edges), Math.max(...edges)];
  const to =
    seen(lead, [last.x, last.y])[0] >= (left + right) / 2 ? right + last.width / 2 : left - last.width / 2;
  const [x, y] = at(lead, to, lead.depth / 2 - last.depth / 2);
  return [[last.id, { x, y, facing: lead.facing }]];
}

/** Who of a set stands off the leader's line, and by how much: what keeps it from being one line. */
export function astray(units: Unit[], near = 0.6): { unit: Unit; back: number }[] {
  const lead = units[0];
  if (!lead) return [];
  const [ax, ay] = ahead(lead.facing);
  return units.slice(1).flatMap((unit) => {
    const front = at(unit, 0, unit.depth / 2);
    const mine = at(lead, 0, lead.depth / 2);
    const back = (mine[0] - front[0]) * ax + (mine[1] - front[1]) * ay;
    return Math.abs(back) > near ? [{ unit, back }] : [];
  });
}

/** What is said of a tool that did not do all it was to do: nobody had to move, or some could not. */
export function lineWords(wanted: number, done: number, stopped: string[]): string {
  if (wanted === 0) return "They stand so already.";
  if (stopped.length === 0) return "";
  return `${done === 0 ? "Nobody can" : "Not all can"}: ${stopped.slice(0, 3).join("; ")}.`;
}
