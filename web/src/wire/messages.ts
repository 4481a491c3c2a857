// What goes over the socket of a battle and over HTTP, by the names this program calls it.

export type {
  ArmyInfo,
  BattleInfo,
  BookInfo,
  ClientMsg,
  CreatedBattle,
  FormField,
  NewBattle,
  QuestionInfo,
  RuleInfo,
  ScenarioInfo,
  ServerMsg,
  WireBattle as Battle,
  WireFault as Fault,
  WireJournalStep as JournalStep,
  WirePresence as Presence,
  WireReplay as Replay,
  WireReplayStep as ReplayStep,
  WireRole as Role,
  WireSeat as Seat,
  WireViews as Views,
} from "./generated";
