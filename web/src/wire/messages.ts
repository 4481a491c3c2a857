// What goes over the socket of a battle and over HTTP.

import type { Command, Entry, Preview, Refusal, Region, Side, Sides, View } from "./types";

export type Role = Side | "spectator";
export type Seat = "here" | "link" | { ai: string };

export interface Battle {
  id: string;
  book: string;
  scenario: string;
  name: string;
  seats: Sides<Seat>;
}

export interface Views {
  red?: View;
  blue?: View;
  spectator?: View;
}

export interface JournalStep {
  seq: number;
  side: Side;
  entries: Entry[];
}

export interface Presence {
  online: Sides<boolean>;
  sealed: Sides<boolean>;
  spectators: number;
}

export type ClientMsg =
  | { type: "hello"; tokens: string[]; since?: number }
  | { type: "submit"; seq: number; side: Side; command: Command }
  | { type: "preview"; id: number; side: Side; command: Command }
  | { type: "regions"; id: number; side?: Side; unit: number }
  | { type: "ping" };

export type Why = "rules" | "stale" | "not_your_seat" | "not_kept";

export type ServerMsg =
  | {
      type: "welcome";
      battle: Battle;
      roles: Role[];
      seq: number;
      views: Views;
      steps: JournalStep[];
      presence: Presence;
      thinking: Side | null;
    }
  | { type: "step"; seq: number; side: Side; entries: Entry[]; views: Views }
  | { type: "refused"; seq: number; why: Why; reasons: Refusal[] }
  | { type: "preview"; id: number; preview: Preview }
  | { type: "regions"; id: number; regions: Region[] }
  | { type: "presence"; presence: Presence }
  | { type: "thinking"; side: Side }
  | { type: "error"; code: string; message: string }
  | { type: "pong" };

export interface BookInfo {
  id: string;
  title: string;
  about: string;
  rules: number;
  questions: number;
  armies: number;
  scenarios: number;
  opponents: string[];
}

export interface RuleInfo {
  id: string;
  title: string;
  text: string;
  status: string;
  source: string;
  toggles: string[];
  exercised: boolean;
}

export interface FormField {
  name?: string;
  type: string;
  required?: boolean;
  help?: string;
  default?: unknown;
  options?: string[];
  min?: number;
  max?: number;
  above?: number;
  below?: number;
  unit?: string;
  of?: FormField;
  min_items?: number;
  max_items?: number;
  fields?: FormField[];
  keys?: string[];
  to?: FormField;
}

export interface QuestionInfo {
  id: string;
  title: string;
  help: string;
  fields: FormField[];
}

export interface ArmyInfo {
  id: string;
  name: string;
  from: number;
  to: number;
  lines: string[];
}

export interface ScenarioInfo {
  id: string;
  book: string;
  name: string;
  summary: string;
  map: View;
}

export interface NewBattle {
  scenario?: string;
  book?: string;
  red_army?: string;
  blue_army?: string;
  red: Seat;
  blue: Seat;
  seed?: number;
  house?: Record<string, boolean | number | string>;
}

export interface CreatedBattle {
  id: string;
  links: { red?: string; blue?: string; spectator: string };
}

export interface BattleInfo extends Battle {
  roles: Role[];
  steps: number;
  turn: number;
  waiting: string;
  changed: number;
}

export interface ReplayStep {
  seq: number;
  side: Side | null;
  entries: Entry[];
  view: View;
}

export interface Replay {
  name: string;
  total: number;
  over: boolean;
  steps: ReplayStep[];
}

export interface Fault {
  path: string;
  message: string;
  help: string | null;
}
