// Everything on the wire, written from the Rust types by crates/proto/tests/typescript.rs.

/**
 * Why a request was not granted.
 */
export type ApiError = {
/**
 * A word for programs: not_found, forbidden, faults, too_large, too_fast, busy, broken.
 */
code: string,
/**
 * A sentence for people.
 */
error: string,
/**
 * Each fault of what was sent, where it has any.
 */
faults?: Array<WireFault>, };

/**
 * An army list.
 */
export type ArmyInfo = {
/**
 * Its short name.
 */
id: string,
/**
 * Its title.
 */
name: string,
/**
 * The first year it covers; before the common era negative.
 */
from: number,
/**
 * The last.
 */
to: number,
/**
 * What it holds, a line each.
 */
lines: Array<string>, };

/**
 * What the learner is being asked; what is left out may be anything.
 */
export type Asking = {
/**
 * In which part of the turn.
 */
phase?: string,
/**
 * The shape of the answer: lay, place, swap, move, shoot, sheet or choose.
 */
form?: string,
/**
 * In this turn or a later one.
 */
turn?: number, };

/**
 * A battle as it is listed.
 */
export type BattleInfo = {
/**
 * Its id.
 */
id: string,
/**
 * Its book.
 */
book: string,
/**
 * The scenario's id.
 */
scenario: string,
/**
 * Its title.
 */
name: string,
/**
 * Who plays each side.
 */
seats: WireSides<WireSeat>,
/**
 * What the tokens allow.
 */
roles: Array<WireRole>,
/**
 * The turn, from 1; 0 during the set-up.
 */
turn: number,
/**
 * Who is waited for: red, blue, both, or nobody when it is over.
 */
waiting: string,
/**
 * Whether it no longer comes out as it did: then it can be read, but not gone on with.
 */
broken: boolean,
/**
 * Since when, in seconds since 1970.
 */
changed: number, };

/**
 * A rulebook on the shelf.
 */
export type BookInfo = {
/**
 * Its short name.
 */
id: string,
/**
 * Its title.
 */
title: string,
/**
 * One sentence about it.
 */
about: string,
/**
 * How many rules it has.
 */
rules: number,
/**
 * How many questions its umpire answers.
 */
questions: number,
/**
 * How many army lists it has.
 */
armies: number,
/**
 * How many scenarios it has.
 */
scenarios: number,
/**
 * The computer's generals who play it.
 */
opponents: Array<string>,
/**
 * Whether it has a guided battle.
 */
tutorial: boolean, };

/**
 * A code to be exchanged for a seat, once.
 */
export type ClaimSeat = {
/**
 * An invitation, or a short code.
 */
code: string,
/**
 * A token of the claimer's own making, by chance: 32 letters and digits. It opens the seat from now on. To ask
 * again with the same token is to be told the same.
 */
token: string, };

/**
 * The seat that was claimed.
 */
export type ClaimedSeat = {
/**
 * In which battle.
 */
id: string,
/**
 * Which seat.
 */
role: WireRole, };

/**
 * What a client says.
 */
export type ClientMsg = { "type": "hello",
/**
 * The tokens of the seats it holds, or the spectator's.
 */
tokens: Array<string>,
/**
 * The last step it knows, as they were numbered for it; nothing for all of them.
 */
since?: number, } | { "type": "submit",
/**
 * The step it was decided on: the `seq` of the view it answers.
 */
seq: number,
/**
 * Whose decision it is.
 */
side: WireSide,
/**
 * The decision.
 */
command: WireCommand, } | { "type": "preview",
/**
 * A number that comes back with the answer.
 */
id: number,
/**
 * Who would do it.
 */
side: WireSide,
/**
 * What.
 */
command: WireCommand,
/**
 * After these orders, which are planned and not given.
 */
after?: Array<WireCommand>, } | { "type": "ways",
/**
 * A number that comes back with the answer.
 */
id: number,
/**
 * Who would do it.
 */
side: WireSide,
/**
 * What: ways to do the same thing.
 */
commands: Array<WireCommand>,
/**
 * After these orders, which are planned and not given.
 */
after?: Array<WireCommand>, } | { "type": "phrase",
/**
 * A number that comes back with the answer.
 */
id: number,
/**
 * Who would write them.
 */
side: WireSide,
/**
 * The unit.
 */
unit: number,
/**
 * The way.
 */
path: Array<WireStep>,
/**
 * What the line says already: the way goes on from where that leads.
 */
after?: string, } | { "type": "rehearse",
/**
 * A number that comes back with the answer.
 */
id: number,
/**
 * Who would give them.
 */
side: WireSide,
/**
 * The orders.
 */
commands: Array<WireCommand>, } | { "type": "take_back",
/**
 * The step it was decided on: the `seq` of the view.
 */
seq: number,
/**
 * Who takes it back.
 */
side: WireSide, } | { "type": "consent",
/**
 * Who answers.
 */
side: WireSide,
/**
 * Whether it may.
 */
granted: boolean, } | { "type": "hint",
/**
 * A number that comes back with the answer.
 */
id: number,
/**
 * Whose general.
 */
side: WireSide, } | { "type": "regions",
/**
 * A number that comes back with the answer.
 */
id: number,
/**
 * Through whose eyes, where the client has more than one pair.
 */
side?: WireSide,
/**
 * The unit.
 */
unit: number,
/**
 * After these orders, which are planned and not given.
 */
after?: Array<WireCommand>, } | { "type": "reasons",
/**
 * A number that comes back with the answer.
 */
id: number,
/**
 * Only what was decided after this step; everything without it.
 */
since?: number, } | { "type": "promise",
/**
 * Whose share.
 */
side: WireSide,
/**
 * Its hash: 64 hexadecimal digits.
 */
promise: string, } | { "type": "share",
/**
 * Whose share.
 */
side: WireSide,
/**
 * The share: 64 hexadecimal digits.
 */
share: string, } | { "type": "ping" };

/**
 * A battle that was created, with its secrets: they are shown this once.
 */
export type CreatedBattle = {
/**
 * The battle's id; no secret.
 */
id: string,
/**
 * The tokens of the creator's own seats, and the one to watch with: `/battle/ID#TOKEN`.
 */
links: WireLinks,
/**
 * What friends claim their seats with, once: `/battle/ID#join.CODE`.
 */
invitations: WireInvitations,
/**
 * The hash that promises the server's part of the dice, if it has one.
 */
promise: string | null, };

/**
 * Something that holds or not.
 */
export type Cue = { "asked": Asking } | { "ruled": string } | { "resolved": string } | { "picked": string } | { "did": Deed } | { "turn": number } | "over";

/**
 * Something done with the screen.
 */
export type Deed = "looked" | "measured" | "opened_rule" | "opened_ruling" | "planned" | "refused" | "moved";

/**
 * A field of a question's form, as `form::schema` describes it; what a kind does not need is absent.
 */
export type FormField = {
/**
 * Its name; absent inside lists.
 */
name?: string,
/**
 * bool, int, number, text, choice, list, record or map.
 */
type: string,
/**
 * Whether it must be given.
 */
required?: boolean,
/**
 * What it means.
 */
help?: string,
/**
 * What holds unless it is given.
 */
default?: unknown,
/**
 * The words of a choice.
 */
options?: Array<string>,
/**
 * The least.
 */
min?: number,
/**
 * The most.
 */
max?: number,
/**
 * It must be more than this.
 */
above?: number,
/**
 * It must be less than this.
 */
below?: number,
/**
 * The unit, in the plural.
 */
unit?: string,
/**
 * What a list holds.
 */
of?: FormField,
/**
 * The least number of items.
 */
min_items?: number,
/**
 * The most items.
 */
max_items?: number,
/**
 * The fields of a record.
 */
fields?: Array<FormField>,
/**
 * The keys of a map, where only some are allowed.
 */
keys?: Array<string>,
/**
 * What a map's keys stand for.
 */
to?: FormField, };

/**
 * A saved battle to be taken in.
 */
export type ImportBattle = {
/**
 * The saved battle, whole.
 */
file: string,
/**
 * Who goes on with red.
 */
red?: WireSeat,
/**
 * Who goes on with blue.
 */
blue?: WireSeat, };

/**
 * One thing that is taught. The first lesson not yet learnt whose `when` holds is shown; one without `when` waits
 * for all before it.
 */
export type Lesson = {
/**
 * Its short name.
 */
id: string,
/**
 * A heading.
 */
title: string,
/**
 * The words; `[words](rule)` leads to a rule.
 */
text: string,
/**
 * What is lit while it is shown.
 */
point: Array<Pointer>,
/**
 * It is shown when one of these holds.
 */
when: Array<Cue>,
/**
 * It is learnt when one of these holds; without any, when the learner says so.
 */
until: Array<Cue>,
/**
 * Whether it is only for the moment: gone when its `when` no longer holds, and back when it does again.
 */
passing: boolean, };

/**
 * Which army is to be made up.
 */
export type MusterDraft = {
/**
 * The army list.
 */
list: string,
/**
 * The points it may cost, in a book of points.
 */
points?: number,
/**
 * The same seed makes the same army; without one the army is the one that is ready to play.
 */
seed?: number, };

/**
 * One thing that an army list offers.
 */
export type MusterEntry = {
/**
 * Its short name in the list.
 */
id: string,
/**
 * Its title.
 */
name: string,
/**
 * The part of the list in which it stands.
 */
group: string,
/**
 * Sizes, prices, arms and what else there is to say.
 */
words: string,
/**
 * What it is made of in figures: the name of a column and what stands there.
 */
columns: Array<[string, string]>,
/**
 * The most units of it in an army, if the list sets a limit.
 */
most: number | null,
/**
 * A unit of it as it is first written down.
 */
unit: Record<string, unknown>,
/**
 * What can be chosen for such a unit, besides its name.
 */
fields: Array<FormField>, };

/**
 * A unit of an army.
 */
export type MusterLine = {
/**
 * The entry of the list that it is of, if the list has one.
 */
entry: string | null,
/**
 * What it is called.
 */
name: string,
/**
 * How many figures, models or elements it has.
 */
figures: number,
/**
 * What it is and has, in words.
 */
words: string,
/**
 * What it costs.
 */
points: number,
/**
 * What it costs that for.
 */
parts: Array<MusterPart>, };

/**
 * What an army list offers.
 */
export type MusterOffer = {
/**
 * Its short name.
 */
list: string,
/**
 * Its title.
 */
name: string,
/**
 * The first year it covers; before the common era negative.
 */
from: number,
/**
 * The last.
 */
to: number,
/**
 * A sentence about it; empty if there is nothing to say.
 */
note: string,
/**
 * The fields of the army as a whole, besides its name and its units.
 */
whole: Array<FormField>,
/**
 * What may be brought.
 */
entries: Array<MusterEntry>, };

/**
 * Something that is paid for.
 */
export type MusterPart = {
/**
 * What it is, and how its price is reckoned.
 */
words: string,
/**
 * Its points.
 */
points: number,
/**
 * The rule that prices it.
 */
rule: string, };

/**
 * An army counted up, legal or not.
 */
export type MusterRoll = {
/**
 * What it is called.
 */
name: string,
/**
 * The title of its list.
 */
list: string,
/**
 * Whether it is legal.
 */
legal: boolean,
/**
 * What it costs, in a book of points.
 */
points: number | null,
/**
 * The points that may be spent, in a book of points.
 */
limit: number | null,
/**
 * Its units in the order in which they are written.
 */
lines: Array<MusterLine>,
/**
 * What else is paid for, such as generals without a unit.
 */
besides: Array<MusterPart>,
/**
 * What the book limits, and how much of it is used.
 */
shares: Array<MusterShare>,
/**
 * What is wrong with it, each where it stands: `units[2].figures`.
 */
faults: Array<WireFault>,
/**
 * What is unusual about it, but allowed.
 */
notes: Array<string>,
/**
 * The army file, to be kept.
 */
file: string, };

/**
 * Something of which an army must or may have so much.
 */
export type MusterShare = {
/**
 * Of what.
 */
name: string,
/**
 * In what it is counted.
 */
unit: string,
/**
 * How much the army has.
 */
used: number,
/**
 * The least.
 */
least: number | null,
/**
 * The most.
 */
most: number | null,
/**
 * The rule that sets the limit.
 */
rule: string, };

/**
 * A battle to be created.
 */
export type NewBattle = {
/**
 * Who plays red.
 */
red: WireSeat,
/**
 * Who plays blue.
 */
blue: WireSeat,
/**
 * A seed that makes the dice the same each time, allowed where no friend plays; without one they are drawn from
 * the server's secret and the players' shares.
 */
seed?: number,
/**
 * House rules that differ from the book's.
 */
house?: { [key in string]: WireSetting }, } & ({
/**
 * Its id.
 */
scenario: string, } | {
/**
 * The rulebook.
 */
book: string,
/**
 * Red's army.
 */
red_army: WireArmy,
/**
 * Blue's army.
 */
blue_army: WireArmy, });

/**
 * A code that is wanted.
 */
export type NewCode = {
/**
 * What for.
 */
kind: WireCodeKind,
/**
 * Which seat.
 */
role: WireRole, };

/**
 * Something that is lit.
 */
export type Pointer = { "unit": string } | "table" | "tools" | "decision" | "ruling" | "journal" | "card" | "phases";

/**
 * A question of the umpire's desk.
 */
export type QuestionInfo = {
/**
 * Its short name.
 */
id: string,
/**
 * What it asks.
 */
title: string,
/**
 * How to ask it and what comes back.
 */
help: string,
/**
 * Its fields.
 */
fields: Array<FormField>,
/**
 * Something to ask, to begin with.
 */
example: Record<string, unknown>, };

/**
 * A rule as played.
 */
export type RuleInfo = {
/**
 * Its name.
 */
id: string,
/**
 * A heading.
 */
title: string,
/**
 * The rule in our own words.
 */
text: string,
/**
 * How firmly the source states it: stated, stated in part, repaired or ruling.
 */
status: string,
/**
 * Where in the source.
 */
source: string,
/**
 * The house rules that change it.
 */
toggles: Array<string>,
/**
 * Whether the tests cite it.
 */
exercised: boolean, };

/**
 * A bundled scenario.
 */
export type ScenarioInfo = {
/**
 * Its id, such as `book/scenario`.
 */
id: string,
/**
 * Its book.
 */
book: string,
/**
 * Its title.
 */
name: string,
/**
 * A sentence or two about it.
 */
summary: string,
/**
 * The table as it stands at the beginning.
 */
map: WireView, };

/**
 * A code, shown this once.
 */
export type SeatCode = {
/**
 * The code.
 */
code: string,
/**
 * How many seconds it holds; nothing if it holds until it is claimed.
 */
seconds: number | null, };

/**
 * What the server says.
 */
export type ServerMsg = { "type": "welcome",
/**
 * Which battle.
 */
battle: WireBattle,
/**
 * What this client may do.
 */
roles: Array<WireRole>,
/**
 * How many steps this client has noticed: one of which it sees nothing is none to it. Once the battle is
 * over, how many there truly were.
 */
seq: number,
/**
 * The battle through each pair of eyes the client has.
 */
views: WireViews,
/**
 * What happened since the step the client knew; once the battle is over, everything.
 */
steps: Array<WireJournalStep>,
/**
 * Who is there.
 */
presence: WirePresence,
/**
 * Which of the computer's generals is thinking.
 */
thinking: WireSide | null,
/**
 * What could be taken back now.
 */
back: WireSides<WireBack | null>,
/**
 * Where the dice come from.
 */
dice: WireDice, } | { "type": "dice",
/**
 * Where they come from.
 */
dice: WireDice, } | { "type": "step",
/**
 * How many steps this client has noticed.
 */
seq: number,
/**
 * Whose it was.
 */
side: WireSide,
/**
 * The turn it ended in; 0 is the set-up.
 */
turn: number,
/**
 * Whose turn that is, where turns alternate.
 */
active: WireSide | null,
/**
 * What happened.
 */
entries: Array<WireEntry>,
/**
 * What has changed in the views that were last sent.
 */
changes: WireChange,
/**
 * What could be taken back now.
 */
back: WireSides<WireBack | null>, } | { "type": "refused",
/**
 * The `seq` it was sent with.
 */
seq: number,
/**
 * In what way.
 */
why: WireWhy,
/**
 * Every reason the rules give.
 */
reasons: Array<WireRefusal>, } | { "type": "preview",
/**
 * The number it was asked with.
 */
id: number,
/**
 * The answer.
 */
preview: WirePreview, } | { "type": "ways",
/**
 * The number it was asked with.
 */
id: number,
/**
 * The answer, way by way.
 */
ways: Array<WireWay>, } | { "type": "phrase",
/**
 * The number it was asked with.
 */
id: number,
/**
 * The words; nothing where there are none.
 */
words: string | null, } | { "type": "rehearsed",
/**
 * The number it was asked with.
 */
id: number,
/**
 * How many of the orders were carried out.
 */
done: number,
/**
 * Why the next is not allowed.
 */
refusals: Array<WireRefusal>,
/**
 * Whether the next would have dice thrown.
 */
rolls: boolean,
/**
 * The battle as it would stand, through the eyes of the side that gives them.
 */
view: WireView, } | { "type": "hint",
/**
 * The number it was asked with.
 */
id: number,
/**
 * What he would do.
 */
hint: WireHint | null, } | { "type": "regions",
/**
 * The number it was asked with.
 */
id: number,
/**
 * The answer.
 */
regions: Array<WireRegion>, } | { "type": "reasons",
/**
 * The number it was asked with.
 */
id: number,
/**
 * The answer, in the order of the decisions.
 */
reasons: Array<WireReason>, } | { "type": "presence",
/**
 * Who is there now.
 */
presence: WirePresence, } | { "type": "thinking",
/**
 * Whose.
 */
side: WireSide, } | { "type": "error",
/**
 * A word for programs.
 */
code: WireErrorCode,
/**
 * A sentence for people.
 */
message: string, } | { "type": "pong" };

/**
 * The tokens a client holds.
 */
export type Tokens = {
/**
 * In any order.
 */
tokens: Array<string>, };

/**
 * A guided battle.
 */
export type Tutorial = {
/**
 * Its title.
 */
title: string,
/**
 * What it offers, in a sentence.
 */
about: string,
/**
 * The id of its scenario, such as `book/scenario`.
 */
scenario: string,
/**
 * Which side the learner plays.
 */
side: WireSide,
/**
 * The level of the general on the other side.
 */
opponent: string,
/**
 * The seed of the dice.
 */
seed: number,
/**
 * What is taught, in order.
 */
lessons: Array<Lesson>, };

/**
 * The army of a side: one of a list, or one of its own.
 */
export type WireArmy = string | Record<string, unknown>;

/**
 * A question to a player.
 */
export type WireAsk = {
/**
 * The question.
 */
prompt: string,
/**
 * The rule that asks.
 */
rule: string,
/**
 * What an answer looks like.
 */
form: WireForm, };

/**
 * A decision that could be taken back.
 */
export type WireBack = {
/**
 * What it was, in the umpire's words.
 */
words: string,
/**
 * Whether the other side is asked first.
 */
by_consent: boolean, };

/**
 * A mark on a unit.
 */
export type WireBadge = {
/**
 * Which sign.
 */
sign: string,
/**
 * What it means.
 */
label: string,
/**
 * The rule.
 */
rule: string, };

/**
 * A battle as its players know it.
 */
export type WireBattle = {
/**
 * Its id.
 */
id: string,
/**
 * Its book.
 */
book: string,
/**
 * The scenario's id.
 */
scenario: string,
/**
 * Its title.
 */
name: string,
/**
 * Who plays each side.
 */
seats: WireSides<WireSeat>, };

/**
 * Something counted out to be spent.
 */
export type WireBudget = {
/**
 * What.
 */
label: string,
/**
 * How much is left.
 */
left: number,
/**
 * How much there was.
 */
of: number,
/**
 * Whose it is, where the turn does not say whose.
 */
side: WireSide | null,
/**
 * The rule.
 */
rule: string, };

/**
 * Dice thrown together.
 */
export type WireCast = {
/**
 * Who threw them.
 */
side: WireSide,
/**
 * For which unit.
 */
unit: number | null,
/**
 * The rule that asked for them.
 */
rule: string,
/**
 * Its title.
 */
title: string,
/**
 * What each die had to reach; nothing where they are added up.
 */
need: number | null,
/**
 * How many of so many dice reach it on average, to a tenth; nothing where they are added up.
 */
average: number | null,
/**
 * The faces.
 */
faces: Array<number>, };

/**
 * A change of a JSON value.
 *
 * `[new]` stands instead of the old value, `[]` takes it away, and an object changes members by their names; an
 * array's members are named by their numbers, and `length` says how many there are if that has changed.
 */
export type WireChange = unknown;

/**
 * An option.
 */
export type WireChoice = {
/**
 * The words.
 */
label: string,
/**
 * The rule.
 */
rule: string,
/**
 * The units it is about.
 */
units: Array<number>, };

/**
 * What a code is for.
 */
export type WireCodeKind = "invite" | "carry" | "hand";

/**
 * A command, with the manner of a move by its key.
 */
export type WireCommand = { "lay": Array<WirePiece> } | { "place": Array<[number, WirePose]> } | { "swap": Array<[number, number]> } | { "move": {
/**
 * The key of the manner.
 */
manner: string,
/**
 * Who moves.
 */
units: Array<number>,
/**
 * The steps.
 */
path: Array<WireStep>, } } | { "charge": {
/**
 * Who charges.
 */
unit: number,
/**
 * Whom.
 */
target: number, } } | { "shoot": Array<[number, number]> } | { "sheet": {
/**
 * Lines by number.
 */
lines: Array<[number, string]>,
/**
 * Picks by number.
 */
picks: Array<[number, number]>, } } | { "choose": number } | "done" | "concede";

/**
 * Where the dice of a battle come from, as its players are told. Hashes, shares and the secret are 64 hexadecimal
 * digits; [`dice::promise`] says how a hash is made.
 */
export type WireDice = {
/**
 * What they are drawn from.
 */
source: WireDiceSource,
/**
 * The hash that promises the server's secret.
 */
promise: string | null,
/**
 * How often the shares were begun: again whenever a seat changes hands before all are open.
 */
round: number,
/**
 * The hash that promises each side's share.
 */
promised: WireSides<string | null>,
/**
 * Each side's share, once it is open.
 */
shares: WireSides<string | null>,
/**
 * Whose share must still be promised or opened before a die can fall.
 */
waits: Array<WireSide>,
/**
 * The server's secret, once the battle is over.
 */
secret: string | null,
/**
 * How many decisions were taken in from a file: their dice fell elsewhere.
 */
taken: number, };

/**
 * What the dice of a battle are drawn from.
 */
export type WireDiceSource = "shares" | "chosen" | "unproved";

/**
 * A line of the journal.
 */
export type WireEntry = { "kind": "heading",
/**
 * The words.
 */
text: string,
/**
 * The rule.
 */
rule: string, } | { "kind": "ruling",
/**
 * The words.
 */
text: string,
/**
 * The rule.
 */
rule: string,
/**
 * Factors by unit.
 */
tallies: Array<WireTally>,
/**
 * Dice: side, unit, face.
 */
rolls: Array<[WireSide, number | null, number]>,
/**
 * The dice throw by throw, where the umpire watched them fall.
 */
throws: Array<WireCast>,
/**
 * Other rules that entered into it.
 */
also: string[], } | { "kind": "moved",
/**
 * The unit.
 */
unit: number,
/**
 * Where to.
 */
x: number,
/**
 * Where to.
 */
y: number,
/**
 * Facing, in degrees.
 */
facing: number,
/**
 * In what way.
 */
motion: WireMotion,
/**
 * The rule.
 */
rule: string, } | { "kind": "left",
/**
 * The unit.
 */
unit: number,
/**
 * off, destroyed or fled.
 */
place: "off" | "destroyed" | "fled",
/**
 * The rule.
 */
rule: string, } | { "kind": "changed",
/**
 * The unit, if it is about one.
 */
unit: number | null,
/**
 * The rule.
 */
rule: string, };

/**
 * What is wrong with a message.
 */
export type WireErrorCode = "malformed" | "too_large" | "too_fast" | "forbidden" | "not_found" | "broken" | "opponent" | "final" | "full" | "seat_lost" | "too_slow" | "stopping";

/**
 * A line that shows how something is written.
 */
export type WireExample = {
/**
 * What it shows.
 */
about: "doing" | "target" | "way" | "condition",
/**
 * The line.
 */
line: WireWorded, };

/**
 * A number with its rule.
 */
export type WireFactor = {
/**
 * The rule.
 */
rule: string,
/**
 * Its title.
 */
title: string,
/**
 * The number.
 */
value: number, };

/**
 * A fault of a form.
 */
export type WireFault = {
/**
 * The field, such as `attacker.troop`; empty for the whole form.
 */
path: string,
/**
 * What is wrong.
 */
message: string,
/**
 * What would be right.
 */
help: string | null, };

/**
 * How figures are drawn.
 */
export type WireFigure = "foot" | "horse" | "model";

/**
 * The shape of an answer.
 */
export type WireForm = { "kind": "lay",
/**
 * The kinds.
 */
kinds: Array<WireLayKind>, } | { "kind": "place",
/**
 * Who.
 */
units: Array<number>,
/**
 * Where.
 */
zone: Array<[number, number]>,
/**
 * Whether `done` leaves them off the table.
 */
may_decline: boolean,
/**
 * How many are set down with one decision, where it is not all of them.
 */
at_once: number | null, } | { "kind": "swap",
/**
 * Among these.
 */
units: Array<number>,
/**
 * At most so many.
 */
pairs: number, } | { "kind": "move",
/**
 * Who may still move.
 */
units: Array<number>,
/**
 * How each of them gets about, in the same order.
 */
gets_about: ("freely" | "turns" | "wheels")[],
/**
 * The ways of moving.
 */
manners: Array<WireManner>,
/**
 * The keys of those that are of use to each unit now, in the order of the units.
 */
of_use: string[][],
/**
 * The units that could move together: every set of more than one.
 */
groups: Array<Array<number>>, } | { "kind": "shoot",
/**
 * The shooters.
 */
shooters: Array<WireShooter>, } | { "kind": "sheet",
/**
 * Lines, by number.
 */
lines: Array<WireLineAsk>,
/**
 * Picks, by number.
 */
picks: Array<WirePickAsk>, } | { "kind": "choose",
/**
 * The options, by number.
 */
options: Array<WireChoice>, };

/**
 * What a good general would do.
 */
export type WireHint = {
/**
 * The decision.
 */
command: WireCommand,
/**
 * What it would bring.
 */
preview: WirePreview,
/**
 * Why, in a line of words.
 */
words: string,
/**
 * The units he speaks of.
 */
units: Array<number>, };

/**
 * What friends claim their seats with: the creator hands them out and never holds the friends' own tokens.
 */
export type WireInvitations = {
/**
 * To red's seat.
 */
red?: string,
/**
 * To blue's seat.
 */
blue?: string, };

/**
 * What happened in one step.
 */
export type WireJournalStep = {
/**
 * Its number among those the reader has noticed.
 */
seq: number,
/**
 * Whose it was.
 */
side: WireSide,
/**
 * The turn it ended in; 0 is the set-up.
 */
turn: number,
/**
 * Whose turn that is, where turns alternate.
 */
active: WireSide | null,
/**
 * What happened.
 */
entries: Array<WireEntry>, };

/**
 * A kind of terrain that a player may lay.
 */
export type WireLayKind = {
/**
 * Its number.
 */
kind: number,
/**
 * What it is called.
 */
name: string,
/**
 * Which drawing fits it.
 */
drawing: string,
/**
 * The usual width of a band in millimetres; nothing for an area.
 */
band: number | null,
/**
 * The rule that describes it.
 */
rule: string, };

/**
 * A line of a unit's card.
 */
export type WireLine = {
/**
 * What.
 */
label: string,
/**
 * How much.
 */
value: string,
/**
 * The rule.
 */
rule: string, };

/**
 * A line of a sheet to write.
 */
export type WireLineAsk = {
/**
 * The unit it is for.
 */
unit: number | null,
/**
 * What it is.
 */
label: string,
/**
 * What stands there now.
 */
now: string,
/**
 * The rule.
 */
rule: string,
/**
 * How the unit's way is drawn that writes this line; nothing where drawing writes nothing.
 */
draws: "freely" | "turns" | "wheels" | null, };

/**
 * How a line of a sheet is read while it is being written.
 */
export type WireLineRead = {
/**
 * The line's number.
 */
line: number,
/**
 * What each stretch of the text is about: doing, target, way or condition.
 */
marks: Array<[[number, number], "doing" | "target" | "way" | "condition"]>,
/**
 * What was understood, part by part.
 */
terms: Array<WireTerm>,
/**
 * The places it leads to, as far as its words leave no doubt.
 */
way: Array<[number, number]>,
/**
 * All of it as the umpire would write it, if it was understood.
 */
sentence: string | null,
/**
 * Words passed over, taken for others, or in doubt.
 */
remarks: Array<WireRemark>,
/**
 * Where the reader stumbled.
 */
snag: WireSnag | null,
/**
 * The phrases a line can be put together from.
 */
slots: Array<WireSlot>,
/**
 * What the words could mean, where they mean more than one thing.
 */
meanings: Array<WireWorded>,
/**
 * Lines that could be written here, each of which is understood.
 */
examples: Array<WireExample>, };

/**
 * The tokens of a battle: a seat that is not the creator's has none.
 */
export type WireLinks = {
/**
 * Red's.
 */
red?: string,
/**
 * Blue's.
 */
blue?: string,
/**
 * For those who only watch.
 */
spectator: string, };

/**
 * A way of moving.
 */
export type WireManner = {
/**
 * Its word.
 */
key: string,
/**
 * Its name.
 */
label: string,
/**
 * The rule.
 */
rule: string,
/**
 * What it is told besides who moves: a path, a path or nothing, an enemy (by a charge), or a friend.
 */
aim: "path" | "spot" | "enemy" | "friend",
/**
 * Whether several units move together in it.
 */
many: boolean, };

/**
 * In what way a unit was moved.
 */
export type WireMotion = "placed" | "march" | "conform" | "turn" | "recoil" | "pushed" | "flight" | "pursuit" | "swap";

/**
 * The chances of a combat.
 */
export type WireOdds = {
/**
 * What is weighed.
 */
label: string,
/**
 * Whom it is about; whose chances they are comes first.
 */
units: Array<number>,
/**
 * Outcome (destroy, drive_back, nothing, fall_back, die; of a test run_wild, obey, no_advance, shaken, break),
 * exact fraction, share.
 */
parts: Array<[string, string, number]>,
/**
 * The rules it rests on.
 */
rules: string[], };

/**
 * How a battle went that was fought on many times from one of its steps, quickly.
 */
export type WireOutlook = {
/**
 * After which step.
 */
step: number,
/**
 * How often it was fought on.
 */
battles: number,
/**
 * How many red won, or was ahead in when they were broken off.
 */
red: number,
/**
 * How many blue won; the rest were even.
 */
blue: number, };

/**
 * What is pending.
 */
export type WirePending = { "kind": "decide",
/**
 * Who.
 */
side: WireSide,
/**
 * What.
 */
ask: WireAsk, } | { "kind": "sealed",
/**
 * The viewer's ask.
 */
ask: WireAsk | null, } | { "kind": "over",
/**
 * Who won.
 */
winner: WireSide | null,
/**
 * Why.
 */
reason: string,
/**
 * The rule that ended it.
 */
rule: string, };

/**
 * A pick of a sheet to make.
 */
export type WirePickAsk = {
/**
 * The unit it is for.
 */
unit: number | null,
/**
 * What is picked.
 */
label: string,
/**
 * The options, by number.
 */
options: Array<WireChoice>,
/**
 * The one taken unless another is picked.
 */
usual: number, };

/**
 * A piece of terrain.
 */
export type WirePiece = { kind: number, points: Array<[number, number]>, width?: number, };

/**
 * A pose: grid steps east and north, and 2³² parts of a turn.
 */
export type WirePose = {
/**
 * East.
 */
x: number,
/**
 * North.
 */
y: number,
/**
 * Clockwise from north.
 */
facing: number, };

/**
 * Who is there, and who has sealed.
 */
export type WirePresence = {
/**
 * Whether each side is connected.
 */
online: WireSides<boolean>,
/**
 * Whether each side's sealed decision is in.
 */
sealed: WireSides<boolean>,
/**
 * How many watch.
 */
spectators: number,
/**
 * Which side asks to take its last decision back.
 */
asks_back: WireSide | null, };

/**
 * What a command would do.
 */
export type WirePreview = {
/**
 * Each unit's number and the ends of its legs: east, north, facing in degrees.
 */
ghosts: Array<[number, Array<[number, number, number]>]>,
/**
 * What it costs and brings.
 */
words: Array<string>,
/**
 * The fights it would bring about.
 */
odds: Array<WireOdds>,
/**
 * How the lines of a sheet are read.
 */
lines: Array<WireLineRead>,
/**
 * Why it is not allowed.
 */
refusals: Array<WireRefusal>, };

/**
 * Why one of the computer's generals did something.
 */
export type WireReason = {
/**
 * The step of the journal it belongs to.
 */
seq: number,
/**
 * Whose general.
 */
side: WireSide,
/**
 * The turn it was decided in; 0 is the set-up.
 */
turn: number,
/**
 * The reason, in a line of words.
 */
text: string,
/**
 * The units it speaks of.
 */
units: Array<number>, };

/**
 * A reason why not.
 */
export type WireRefusal = {
/**
 * The rule that forbids it.
 */
rule: string,
/**
 * What is wrong.
 */
what: string,
/**
 * The units it concerns.
 */
units: Array<number>,
/**
 * What it would take, in words.
 */
needs: string | null,
/**
 * What there is, in words.
 */
has: string | null,
/**
 * What would be legal.
 */
instead: string | null, };

/**
 * A region on the table.
 */
export type WireRegion = {
/**
 * reach, charge_reach, zone, arc or command.
 */
kind: "reach" | "charge_reach" | "zone" | "arc" | "command",
/**
 * Its outline.
 */
outline: Array<[number, number]>,
/**
 * Words to write on it.
 */
label: string,
/**
 * The rule.
 */
rule: string, };

/**
 * What the reader says of a stretch of a line that it understood.
 */
export type WireRemark = {
/**
 * Where it stands.
 */
span: [number, number],
/**
 * What was done with it.
 */
about: "passed" | "mended" | "doubt",
/**
 * What is said of it.
 */
words: string, };

/**
 * A stretch of a battle, step by step.
 */
export type WireReplay = {
/**
 * The battle's title.
 */
name: string,
/**
 * How many steps there are in all.
 */
total: number,
/**
 * Whether the battle is over, and everything may be seen.
 */
over: boolean,
/**
 * The steps asked for; the first of all is the beginning, before any decision.
 */
steps: Array<WireReplayStep>,
/**
 * Where the dice come from.
 */
dice: WireDice,
/**
 * From which step on the battle no longer replays, and why: it can be read up to there.
 */
broken: string | null, };

/**
 * A step of a replay.
 */
export type WireReplayStep = {
/**
 * Its number; 0 is the beginning.
 */
seq: number,
/**
 * Whose decision it was.
 */
side: WireSide | null,
/**
 * What happened.
 */
entries: Array<WireEntry>,
/**
 * The view afterwards.
 */
view: WireView,
/**
 * The decisions that made the step, with their dice; only once the battle is over.
 */
thrown?: Array<WireThrow>, };

/**
 * A battle told on one page.
 */
export type WireReport = {
/**
 * The battle's title.
 */
name: string,
/**
 * The page as HTML, in which everything that anyone typed is escaped; nothing before there is anything to tell.
 */
article: string | null,
/**
 * From which step on the battle no longer replays, and why: it is told up to there.
 */
broken: string | null, };

/**
 * What a token lets one do.
 */
export type WireRole = "red" | "blue" | "spectator";

/**
 * A die as it fell, as much as is needed to draw it again.
 */
export type WireRoll = {
/**
 * The faces of the die, each with its weight.
 */
die: Array<[number, number]>,
/**
 * The face it showed.
 */
face: number, };

/**
 * Who plays a side.
 */
export type WireSeat = "here" | "link" | { "ai": string };

/**
 * The value of a house rule.
 */
export type WireSetting = boolean | number | string;

/**
 * A unit that can shoot.
 */
export type WireShooter = {
/**
 * The unit.
 */
unit: number,
/**
 * Its possible targets.
 */
targets: Array<number>,
/**
 * The one offered.
 */
usual: number, };

/**
 * One of the two sides.
 */
export type WireSide = "red" | "blue";

/**
 * One thing for each side.
 */
export type WireSides<T> = {
/**
 * Red's.
 */
red: T,
/**
 * Blue's.
 */
blue: T, };

/**
 * A camp or the like.
 */
export type WireSite = {
/**
 * Whose it is.
 */
side: WireSide,
/**
 * What it is called.
 */
label: string,
/**
 * Its outline.
 */
outline: Array<[number, number]>,
/**
 * Its state.
 */
state: string, };

/**
 * A place in a line that takes one of several phrases, or none.
 */
export type WireSlot = {
/**
 * What it is about.
 */
about: string,
/**
 * What it is called.
 */
label: string,
/**
 * The phrases, word for word as they are written.
 */
phrases: Array<string>, };

/**
 * Words of a line that were not understood.
 */
export type WireSnag = {
/**
 * Where they stand.
 */
span: [number, number],
/**
 * What is wrong with them.
 */
why: string,
/**
 * Whole lines that would be understood instead.
 */
near: Array<string>, };

/**
 * A step of a move.
 */
export type WireStep = { "to": WirePose } | { "forward": number } | { "back": number } | { "shift": number } | { "wheel_left": number } | { "wheel_right": number } | { "turn": number };

/**
 * The table and its measure.
 */
export type WireTable = {
/**
 * East to west.
 */
width: number,
/**
 * North to south.
 */
depth: number,
/**
 * The book's unit, in the plural.
 */
unit: string,
/**
 * Millimetres in one unit.
 */
unit_mm: number,
/**
 * Units in one bar of the ruler.
 */
step: number,
/**
 * Whether players may measure whenever they like.
 */
free_measuring: boolean,
/**
 * The terrain.
 */
terrain: Array<WireTerrain>, };

/**
 * A unit's factors.
 */
export type WireTally = {
/**
 * The unit.
 */
unit: number,
/**
 * Its factors.
 */
factors: Array<WireFactor>,
/**
 * Their sum.
 */
total: number,
/**
 * What the sum counts, such as dice; empty for what is added to a die.
 */
of: string, };

/**
 * A part of a line that was understood.
 */
export type WireTerm = {
/**
 * What it is about.
 */
about: string,
/**
 * What it is called.
 */
label: string,
/**
 * What it says.
 */
words: string, };

/**
 * A piece of terrain.
 */
export type WireTerrain = {
/**
 * Its name in the scenario.
 */
id: string,
/**
 * What it is called.
 */
name: string,
/**
 * Which drawing fits it.
 */
drawing: string,
/**
 * The rule that describes it.
 */
rule: string,
/**
 * The outline of an area, or the middle line of a band.
 */
points: Array<[number, number]>,
/**
 * The width of a band; nothing for an area.
 */
width: number | null,
/**
 * The crest of a hill.
 */
crest: Array<[number, number]>, };

/**
 * The dice of one decision.
 */
export type WireThrow = {
/**
 * How many decisions there had been: the number its dice are drawn with.
 */
n: number,
/**
 * The dice, in the order they fell.
 */
rolls: Array<WireRoll>, };

/**
 * A unit as the viewer may know it.
 */
export type WireUnit = {
/**
 * Its number.
 */
id: number,
/**
 * Its side.
 */
side: WireSide,
/**
 * Its short label.
 */
label: string,
/**
 * Its name.
 */
name: string,
/**
 * The name of its troop class.
 */
class: string,
/**
 * The sign drawn for it.
 */
glyph: string,
/**
 * How its figures are drawn.
 */
figure: WireFigure,
/**
 * Whether it is drawn as a single element rather than as a body of figures.
 */
element: boolean,
/**
 * Whether the general is with it.
 */
general: boolean,
/**
 * Where it is: waiting, table, off, destroyed, fled.
 */
place: "waiting" | "table" | "off" | "destroyed" | "fled",
/**
 * Its centre.
 */
x: number,
/**
 * Its centre.
 */
y: number,
/**
 * Its facing.
 */
facing: number,
/**
 * Its frontage.
 */
width: number,
/**
 * Its depth.
 */
depth: number,
/**
 * Its files.
 */
files: number,
/**
 * Its figures.
 */
figures: number,
/**
 * Its marks.
 */
badges: Array<WireBadge>,
/**
 * Its characteristics by their short names, where the book prints a row of them.
 */
profile: Array<[string, number]>,
/**
 * Its card.
 */
card: Array<WireLine>, };

/**
 * The whole view.
 */
export type WireView = {
/**
 * How many steps the viewer has noticed; where nobody counts them, how many decisions were carried out.
 */
seq: number,
/**
 * The book's id.
 */
book: string,
/**
 * Who is looking: red, blue, spectator or opened.
 */
viewer: WireSide | "spectator" | "opened",
/**
 * The names of the sides.
 */
names: WireSides<string>,
/**
 * The table.
 */
table: WireTable,
/**
 * The units.
 */
units: Array<WireUnit>,
/**
 * Camps and the like.
 */
sites: Array<WireSite>,
/**
 * The parts of a turn.
 */
phases: Array<string>,
/**
 * Which of them it is now.
 */
phase: number,
/**
 * The turn, from 1; 0 during the set-up.
 */
turn: number,
/**
 * What the book calls a turn.
 */
turn_word: string,
/**
 * Whose turn it is, where turns alternate.
 */
active: WireSide | null,
/**
 * Losses as the book counts them.
 */
losses: WireSides<number>,
/**
 * Whether players write orders or moves on sheets.
 */
writes_orders: boolean,
/**
 * What losses are counted in, in the plural.
 */
losses_in: string,
/**
 * The losses that lose the battle, where the book counts to a number.
 */
loss_limits: WireSides<number | null>,
/**
 * What is counted out to be spent.
 */
budgets: Array<WireBudget>,
/**
 * What is pending.
 */
pending: WirePending,
/**
 * The combats as they stand.
 */
combats: Array<WireOdds>, };

/**
 * The battle through each pair of eyes a client has: never mixed.
 */
export type WireViews = {
/**
 * As red sees it.
 */
red?: WireView,
/**
 * As blue sees it.
 */
blue?: WireView,
/**
 * As those see it who only watch.
 */
spectator?: WireView, };

/**
 * A command as far as it can be carried out.
 */
export type WireWay = {
/**
 * The part of it that is allowed; nothing if none is.
 */
command: WireCommand | null,
/**
 * What that part would do; if none is allowed, what the whole is refused for.
 */
preview: WirePreview,
/**
 * What stops the rest.
 */
stopped_by: Array<WireRefusal>,
/**
 * Whether dice would be thrown for it, or the other side be asked: then it cannot be taken back.
 */
rolls: boolean, };

/**
 * Why a decision was not accepted.
 */
export type WireWhy = "rules" | "stale" | "not_your_seat" | "waiting" | "not_kept";

/**
 * A whole line, and where it leads.
 */
export type WireWorded = {
/**
 * The line.
 */
text: string,
/**
 * The places it leads to.
 */
way: Array<[number, number]>, };
