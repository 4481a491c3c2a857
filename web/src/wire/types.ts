// The forms that the umpire sends and takes, by the names this program calls them. Lengths in millimetres, angles
// in degrees clockwise from north, unless a name says otherwise.

import type { WireEntry, WireUnit } from "./generated";

export type {
  WireAsk as Ask,
  WireBadge as Badge,
  WireBudget as Budget,
  WireCast as Cast,
  WireChoice as Choice,
  WireCommand as Command,
  WireEntry as Entry,
  WireFactor as Factor,
  WireForm as Form,
  WireLine as Line,
  WireLineAsk as LineAsk,
  WireLineRead as LineRead,
  WireManner as Manner,
  WireOdds as Odds,
  WirePending as Pending,
  WirePickAsk as PickAsk,
  WirePose as GridPose,
  WirePreview as Preview,
  WireRefusal as Refusal,
  WireRegion as Region,
  WireSide as Side,
  WireSides as Sides,
  WireSite as Site,
  WireSlot as Slot,
  WireStep as GridStep,
  WireTable as TableOf,
  WireTerrain as Terrain,
  WireUnit as Unit,
  WireView as View,
} from "./generated";

export type Xy = [number, number];
export type Ruling = Extract<WireEntry, { kind: "ruling" }>;

/** Whether a unit has gone from the table for good or for now. */
export const isGone = (unit: WireUnit) =>
  unit.place === "destroyed" || unit.place === "fled" || unit.place === "off";
