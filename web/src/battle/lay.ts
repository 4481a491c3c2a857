// Terrain in the making: pieces that a player lays by hand. The umpire judges them.

import { steps } from "../wire/grid";
import type { Command, Form, TableOf, Terrain, Xy } from "../wire/types";

export type Kind = Extract<Form, { kind: "lay" }>["kinds"][number];

/** A piece: the middle of an area with its two halves and its turn, or the ends of a band. */
export interface Laid {
  kind: Kind;
  at: Xy;
  half: Xy;
  /** Degrees clockwise. */
  turn: number;
}

/** Points of an area's outline. */
const POINTS = 14;

const turned = ([x, y]: Xy, degrees: number): Xy => {
  const a = (-degrees * Math.PI) / 180;
  return [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
};
const plus = (a: Xy, b: Xy): Xy => [a[0] + b[0], a[1] + b[1]];

/** The outline of an area, or the middle line of a band. */
export function points(piece: Laid): Xy[] {
  if (piece.kind.band !== null)
    return [-1, 1].map((end) => plus(piece.at, turned([end * piece.half[0], 0], piece.turn)));
  return Array.from({ length: POINTS }, (_, i) => {
    const a = (2 * Math.PI * i) / POINTS;
    return plus(piece.at, turned([piece.half[0] * Math.cos(a), piece.half[1] * Math.sin(a)], piece.turn));
  });
}

/** A new piece, where there is room: areas in the middle, bands from edge to edge. */
export function fresh(kind: Kind, table: TableOf, number: number): Laid {
  if (kind.band !== null)
    return {
      kind,
      at: [table.width / 2, table.depth * (0.35 + 0.1 * (number % 4))],
      half: [table.width / 2, 0],
      turn: 0,
    };
  const size = Math.min(table.width, table.depth) / 9;
  const corners: Xy[] = [
    [0.27, 0.7],
    [0.73, 0.3],
    [0.27, 0.3],
    [0.73, 0.7],
    [0.5, 0.5],
  ];
  const [x, y] = corners[number % corners.length]!;
  return { kind, at: [x * table.width, y * table.depth], half: [size, size * 0.75], turn: 0 };
}

/** Where a piece can be taken hold of: its middle, and one end or both. */
export function grips(piece: Laid): { id: string; at: Xy; label: string; whole?: boolean }[] {
  const name = piece.kind.name;
  if (piece.kind.band !== null) {
    const [a, b] = points(piece);
    return [
      { id: "from", at: a!, label: `One end of the ${name}` },
      { id: "to", at: b!, label: `The other end of the ${name}` },
    ];
  }
  return [
    { id: "whole", at: piece.at, label: `The ${name}`, whole: true },
    { id: "size", at: plus(piece.at, turned(piece.half, piece.turn)), label: `The size of the ${name}` },
  ];
}

/** The piece with one of its grips moved. */
export function gripped(piece: Laid, grip: string, to: Xy): Laid {
  if (grip === "whole") return { ...piece, at: to };
  if (grip === "size") {
    const [x, y] = turned([to[0] - piece.at[0], to[1] - piece.at[1]], -piece.turn);
    return { ...piece, half: [Math.max(5, Math.abs(x)), Math.max(5, Math.abs(y))] };
  }
  const [a, b] = points(piece);
  const ends: [Xy, Xy] = grip === "from" ? [to, b!] : [a!, to];
  const way: Xy = [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]];
  return {
    ...piece,
    at: [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2],
    half: [Math.hypot(...way) / 2, 0],
    turn: (-Math.atan2(way[1], way[0]) * 180) / Math.PI,
  };
}

/** As the table draws it. */
export function drawn(piece: Laid, number: number): Terrain {
  const { name, drawing, rule, band } = piece.kind;
  return { id: `laid-${number}`, name, drawing, rule, points: points(piece), width: band, crest: [] };
}

export function layCommand(pieces: Laid[]): Command {
  return {
    lay: pieces.map((p) => ({
      kind: p.kind.kind,
      points: points(p).map(([x, y]): [number, number] => [steps(x), steps(y)]),
      ...(p.kind.band === null ? {} : { width: steps(p.kind.band) }),
    })),
  };
}
