// The forms that the umpire sends and takes. Lengths in millimetres, angles in degrees clockwise from north,
// unless a name says otherwise.

export type Side = "red" | "blue";
export type Xy = [number, number];

export interface Sides<T> {
  red: T;
  blue: T;
}

export interface View {
  seq: number;
  book: string;
  viewer: Side | "spectator" | "opened";
  names: Sides<string>;
  table: TableOf;
  units: Unit[];
  sites: Site[];
  phases: string[];
  phase: number;
  turn: number;
  turn_word: string;
  active: Side | null;
  losses: Sides<number>;
  budgets: Budget[];
  pending: Pending;
  combats: Odds[];
}

export interface TableOf {
  width: number;
  depth: number;
  unit: string;
  unit_mm: number;
  step: number;
  free_measuring: boolean;
  terrain: Terrain[];
}

export interface Terrain {
  id: string;
  name: string;
  drawing: string;
  rule: string;
  points: Xy[];
  width: number | null;
  crest: Xy[];
}

export interface Unit {
  id: number;
  side: Side;
  label: string;
  name: string;
  class: string;
  glyph: string;
  element: boolean;
  general: boolean;
  place: "waiting" | "table" | "off" | "destroyed" | "fled";
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
  files: number;
  figures: number;
  badges: Badge[];
  card: Line[];
}

export interface Badge {
  sign: string;
  label: string;
  rule: string;
}

export interface Line {
  label: string;
  value: string;
  rule: string;
}

export interface Site {
  side: Side;
  label: string;
  outline: Xy[];
  state: string;
}

export interface Budget {
  label: string;
  left: number;
  of: number;
  rule: string;
}

export type Pending =
  | { kind: "decide"; side: Side; ask: Ask }
  | { kind: "sealed"; ask: Ask | null }
  | { kind: "over"; winner: Side | null; reason: string; rule: string };

export interface Ask {
  prompt: string;
  rule: string;
  form: Form;
}

export type Form =
  | { kind: "lay"; kinds: [number, string][] }
  | { kind: "place"; units: number[]; zone: Xy[]; may_decline: boolean }
  | { kind: "swap"; units: number[]; pairs: number }
  | { kind: "move"; units: number[]; manners: Manner[] }
  | { kind: "shoot"; shooters: Shooter[] }
  | { kind: "sheet"; lines: LineAsk[]; picks: PickAsk[] }
  | { kind: "choose"; options: Choice[] };

export interface Manner {
  key: string;
  label: string;
  rule: string;
}

export interface Shooter {
  unit: number;
  targets: number[];
  usual: number;
}

export interface LineAsk {
  unit: number | null;
  label: string;
  now: string;
  rule: string;
}

export interface PickAsk {
  unit: number | null;
  label: string;
  options: Choice[];
  usual: number;
}

export interface Choice {
  label: string;
  rule: string;
  units: number[];
}

export interface Odds {
  label: string;
  parts: [string, string, number][];
  rules: string[];
}

export interface Region {
  kind: "reach" | "charge_reach" | "zone" | "arc" | "command";
  outline: Xy[];
  label: string;
  rule: string;
}

export interface Preview {
  ghosts: [number, [number, number, number][]][];
  words: string[];
  odds: Odds[];
  refusals: Refusal[];
}

export interface Refusal {
  rule: string;
  what: string;
  units: number[];
  needs: string | null;
  has: string | null;
  instead: string | null;
}

export interface Factor {
  rule: string;
  title: string;
  value: number;
}

export interface Tally {
  unit: number;
  factors: Factor[];
  total: number;
}

export type Entry =
  | { kind: "heading"; text: string; rule: string }
  | {
      kind: "ruling";
      text: string;
      rule: string;
      tallies: Tally[];
      rolls: [Side, number | null, number][];
      also: string[];
    }
  | {
      kind: "moved";
      unit: number;
      x: number;
      y: number;
      facing: number;
      motion: string;
      rule: string;
    }
  | { kind: "left"; unit: number; place: string; rule: string }
  | { kind: "changed"; unit: number | null; rule: string };

export type Ruling = Extract<Entry, { kind: "ruling" }>;

/** A pose in grid steps and 2^32 parts of a turn. */
export interface GridPose {
  x: number;
  y: number;
  facing: number;
}

export type GridStep =
  | { to: GridPose }
  | { forward: number }
  | { back: number }
  | { shift: number }
  | { wheel_left: number }
  | { wheel_right: number }
  | { turn: number };

export interface Piece {
  kind: number;
  points: Xy[];
  width?: number;
}

export type Command =
  | { lay: Piece[] }
  | { place: [number, GridPose][] }
  | { swap: [number, number][] }
  | { move: { manner: string; units: number[]; path: GridStep[] } }
  | { charge: { unit: number; target: number } }
  | { shoot: [number, number][] }
  | { sheet: { lines: [number, string][]; picks: [number, number][] } }
  | { choose: number }
  | "done";
