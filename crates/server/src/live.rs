//! A battle in memory: what it began with, how it stands, and what has happened.

use crate::back::{self, Before, Open};
use crate::fair::Fair;
use crate::notice::{Heard, Noticed};
use crate::reasons::Given;
use crate::seat::{Roles, Seat};
use dice::{Recorded, Scripted};
use proto::{
    WireBack, WireBattle, WireCommand, WireJournalStep, WireReason, WireRoll, WireSides, WireThrow, WireView,
    WireViews,
};
use ruling::Refusal;
use ruling::RuleId;
use std::time::{SystemTime, UNIX_EPOCH};
use store::{BattleRow, Seating, Standing, StepRow, Store, StoreError};
use testudo::{AnyBattle, Scenario};
use umpire::{
    Asked, BySide, Command, DigestError, Entry, Ruling, Side, StepRecord, Submitted, Throw, Viewer, watched,
};

/// Why a battle cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is none.
    #[error("there is no such battle")]
    Unknown,
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too many long battles are in memory.
    #[error("too many battles are under way; try again in a few minutes")]
    NoRoom,
    /// What is stored is not a battle this program knows, or does not come out as it did.
    #[error("the battle cannot be gone on with: {0}")]
    Broken(String),
}

/// A battle in memory. Everything in it is on disk.
#[derive(Debug)]
pub struct Live {
    row: BattleRow,
    seats: BySide<Seat>,
    battle: AnyBattle,
    /// How many decisions are kept, the sealed ones included.
    kept: u32,
    sealed: BySide<bool>,
    standing: Standing,
    noticed: Noticed,
    history: Vec<Heard>,
    /// What its dice are drawn from.
    pub fair: Fair,
    /// How many decisions stand: those taken back are not among them. Dice are numbered so.
    stand: u32,
    /// The dice of the decisions that made the last step that was followed.
    thrown: Vec<WireThrow>,
    /// Every throw of the last decision that was followed, with what it was for.
    cast: Vec<Throw>,
    /// What may still be taken back.
    open: Open,
    broken: bool,
}

/// A decision that was judged and carried out on a copy; nothing is changed yet.
#[derive(Debug)]
pub struct Decided {
    next: AnyBattle,
    side: Side,
    submitted: Submitted,
    entries: Vec<Entry>,
    /// What is to be kept.
    pub step: StepRow,
    /// Whether dice fell before everyone's share of them was in: then it is not to be kept.
    pub too_early: bool,
}

impl Live {
    /// Brings a battle back from the store by replaying it.
    ///
    /// # Errors
    /// When it does not come out as it did.
    pub async fn load(store: &Store, row: BattleRow) -> Result<Self, LoadError> {
        let (steps, seating) = (store.steps(&row.id, 0).await?, store.seating(&row.id).await?);
        let replayed = tokio::task::spawn_blocking(move || Live::replayed(row, &seating, &steps)).await;
        replayed.map_err(|_| LoadError::Broken("it cannot be judged".to_owned()))?
    }

    /// A battle at its beginning.
    ///
    /// # Errors
    /// When the row is not of a battle this program knows.
    pub fn begin(row: BattleRow) -> Result<Self, LoadError> {
        let engine = env!("CARGO_PKG_VERSION");
        let broken = |what: String| {
            LoadError::Broken(format!(
                "{what} (begun with version {}, read with version {engine})",
                row.engine
            ))
        };
        let book =
            testudo::book(&row.book).ok_or_else(|| broken(format!("unknown rulebook `{}`", row.book)))?;
        let scenario = Scenario { book, name: row.scenario.clone(), text: row.text.clone() };
        let battle = scenario.muster().map_err(|e| broken(e.to_string()))?;
        let seat = |word: &str| Seat::parse(word).ok_or_else(|| broken(format!("unknown seat `{word}`")));
        let seats = BySide([seat(&row.red)?, seat(&row.blue)?]);
        Ok(Live {
            fair: Fair::of(&row, &seats, &Seating::default()),
            seats,
            kept: 0,
            sealed: BySide::default(),
            standing: standing(&battle),
            noticed: Noticed::before(&battle),
            row,
            battle,
            history: Vec::new(),
            stand: 0,
            thrown: Vec::new(),
            cast: Vec::new(),
            open: Open::default(),
            broken: false,
        })
    }

    /// Whether a battle can be gone on with: by the rules that began it, or because it comes out as it did all the same.
    pub fn goes_on(row: BattleRow, steps: &[StepRow]) -> bool {
        let then = row.rules.clone();
        let Ok(begun) = Live::begin(row.clone()) else { return false };
        then == begun.battle.rules_version().to_string()
            || Live::replayed(row, &Seating::default(), steps).is_ok()
    }

    fn replayed(row: BattleRow, seating: &Seating, steps: &[StepRow]) -> Result<Self, LoadError> {
        let mut live = Live::begin(row)?;
        live.fair.hear(seating);
        for step in steps {
            if let Err(error) = live.follow(step) {
                return Err(live.outdated(error));
            }
        }
        Ok(live)
    }

    /// Why a battle does not come out as it did: by which versions it was begun and is read, if they differ.
    pub fn outdated(&self, error: LoadError) -> LoadError {
        let LoadError::Broken(what) = error else { return error };
        let begun = |engine: &str, rules: &str| match rules {
            "" => format!("version {engine}"),
            rules => format!("version {engine}, rules {rules}"),
        };
        let then = begun(&self.row.engine, &self.row.rules);
        let now = begun(env!("CARGO_PKG_VERSION"), &self.battle.rules_version().to_string());
        let versions = if then == now { now } else { format!("begun with {then}, read with {now}") };
        LoadError::Broken(format!("{what} ({versions}); its replay can be read up to there"))
    }

    /// Replays one more decision that is kept; says whether it was carried out rather than sealed.
    ///
    /// # Errors
    /// When it does not come out as it did; the battle is then not to be used any more.
    pub fn follow(&mut self, step: &StepRow) -> Result<Option<&Heard>, LoadError> {
        if back::is_word(step) {
            let side = Side::parse(&step.side);
            let heard = side.filter(|side| self.open.last(*side).is_some()).map(|side| self.take_back(side));
            self.thrown.clear();
            self.cast.clear();
            let same = step.digest.parse().is_ok_and(|kept| !self.battle.digest().contradicts(kept));
            if heard.is_none() || !same {
                self.broken = true;
                return Err(LoadError::Broken(format!("decision {}: nothing to take back", self.kept + 1)));
            }
            return Ok(self.history.last());
        }
        // Until it has come out as it did.
        self.broken = true;
        let record = record(step, &self.battle).map_err(LoadError::Broken)?;
        let before = self.battle.seq();
        let was = self.before(record.side);
        let number = self.kept + 1;
        let broken = |what: String| LoadError::Broken(format!("decision {number}: {what}"));
        let script = Recorded::new(Scripted::new(record.faces.iter().copied()));
        let (mut dice, mut witness) = watched(script);
        self.battle.submit(record.side, &record.command, &mut dice, &mut witness).map_err(|no| {
            broken(no.iter().map(|refusal| format!("refused: {refusal}")).collect::<Vec<_>>().join("; "))
        })?;
        let (script, rolls) = dice.dice.finish();
        script.finish().map_err(|e| broken(e.to_string()))?;
        if self.battle.digest().contradicts(record.digest) {
            return Err(broken("it does not come out as it did".to_owned()));
        }
        self.broken = false;
        if self.sealed == BySide::default() {
            self.thrown.clear();
        }
        let roll = |roll: &dice::Roll| WireRoll { die: roll.die.faces.to_vec(), face: roll.face };
        self.thrown.push(WireThrow { n: self.stand, rolls: rolls.iter().map(roll).collect() });
        self.kept += 1;
        self.stand += 1;
        self.standing = step.standing.clone();
        self.open.note(was, &step.faces, &self.battle);
        let submitted = if self.battle.seq() == before { Submitted::Sealed } else { Submitted::Resolved };
        self.cast = witness.cast();
        Ok(self.remember(record.side, submitted, &witness.entries))
    }

    /// The dice of the decisions that made the last step that was followed.
    pub fn thrown(&self) -> &[WireThrow] {
        &self.thrown
    }

    /// Every throw of the last decision that was followed: nobody is to see them before everything is open.
    pub fn cast(&self) -> &[Throw] {
        &self.cast
    }

    /// Judges a decision and carries it out on a copy. The dice depend on what was promised for the battle and on how
    /// many decisions stand, so that no crash, no second try and nothing taken back rolls them again.
    ///
    /// # Errors
    /// Every reason why it is refused.
    pub fn decide(&self, side: Side, command: &Command) -> Result<Decided, Vec<Refusal>> {
        let mut next = self.battle.clone();
        let (mut dice, mut witness) = watched(Recorded::new(self.fair.dice(self.stand)));
        let submitted = next.submit(side, command, &mut dice, &mut witness)?;
        let wire = WireCommand::of(command, next.manners());
        let step = StepRow {
            side: side.as_str().to_owned(),
            command: serde_json::to_string(&wire).expect("a command is plain data"),
            faces: dice.dice.faces().collect(),
            digest: next.digest().to_string(),
            standing: standing_after(&self.standing, &next),
        };
        let too_early = !step.faces.is_empty() && !self.fair.is_ready();
        Ok(Decided { next, side, submitted, entries: witness.entries, step, too_early })
    }

    /// Makes a decision that is now on disk true; gives what happened unless it was sealed.
    pub fn accept(&mut self, decided: Decided) -> Option<&Heard> {
        let was = self.before(decided.side);
        self.battle = decided.next;
        self.kept += 1;
        self.stand += 1;
        self.standing = decided.step.standing;
        self.open.note(was, &decided.step.faces, &self.battle);
        self.remember(decided.side, decided.submitted, &decided.entries)
    }

    fn before(&self, side: Side) -> Before {
        let (battle, standing) = (self.battle.clone(), self.standing.clone());
        Before { side, battle, sealed: self.sealed, standing, stand: self.stand, words: String::new() }
    }

    /// The last decision of a side that it may take back: none once the battle is over, for then the secret of the dice
    /// and everything hidden are open.
    fn takeable(&self, side: Side) -> Option<&Before> {
        if self.over() { None } else { self.open.last(side) }
    }

    /// The word that a side takes its last decision back, ready to be kept; nothing if there is none to take back.
    pub fn word_of_taking_back(&self, side: Side) -> Option<StepRow> {
        let before = self.takeable(side)?;
        Some(back::word(side, before.battle.digest(), before.standing.clone()))
    }

    /// Takes the last decision of a side back, and whatever was decided since; the word of it is now on disk.
    pub fn take_back(&mut self, side: Side) {
        let Some(before) = self.open.pop(side) else { return };
        self.battle = before.battle;
        self.sealed = before.sealed;
        self.standing = before.standing;
        self.stand = before.stand;
        self.kept += 1;
        let name = &self.battle.field().roster().names[side];
        let what = if before.words.is_empty() { String::new() } else { format!(": {}", before.words) };
        let told = Entry::Ruling(Ruling::new(TAKEN_BACK, format!("{name} takes back{what}")));
        self.history.push(self.noticed.step(&self.battle, side, BySide([true, true]), &[told]));
    }

    /// What each side could take back, as someone with these roles is told: his own.
    pub fn back(&self, roles: Roles) -> WireSides<Option<WireBack>> {
        let of = |side: Side| {
            let before = self.takeable(side).filter(|_| roles.plays(side))?;
            Some(WireBack { words: before.words.clone(), by_consent: self.needs_consent(side, roles) })
        };
        WireSides { red: of(Side::Red), blue: of(Side::Blue) }
    }

    /// Whether someone with these roles must ask before this side takes anything back: where another person plays.
    pub fn needs_consent(&self, side: Side, roles: Roles) -> bool {
        let other = side.other();
        self.seats[other].level().is_none() && !roles.plays(other)
    }

    fn remember(&mut self, side: Side, submitted: Submitted, entries: &[Entry]) -> Option<&Heard> {
        if submitted == Submitted::Sealed {
            self.sealed[side] = true;
            // Whoever has sealed is asked nothing more; the others are not to know.
            self.noticed.sealed(&self.battle, side);
            return None;
        }
        let mut by = std::mem::take(&mut self.sealed);
        by[side] = true;
        let words = entries.iter().find_map(|entry| match entry {
            Entry::Ruling(ruling) => ruling.heard_by(Some(side)).map(|ruling| ruling.text.clone()),
            _ => None,
        });
        self.open.name(words.unwrap_or_default());
        self.history.push(self.noticed.step(&self.battle, side, by, entries));
        self.history.last()
    }

    /// How many steps there were, those taken back and their taking back included.
    pub fn steps(&self) -> u32 {
        u32::try_from(self.history.len()).unwrap_or(u32::MAX)
    }

    /// Whether a kept decision did not come out as it did: this is not the battle that is kept.
    pub fn broken(&self) -> bool {
        self.broken
    }

    /// What it began with.
    pub fn row(&self) -> &BattleRow {
        &self.row
    }

    /// Who plays each side.
    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// The battle as it truly stands.
    pub fn battle(&self) -> &AnyBattle {
        &self.battle
    }

    /// How many decisions are kept.
    pub fn kept(&self) -> u32 {
        self.kept
    }

    /// How many steps a viewer has noticed.
    pub fn seq(&self, viewer: Viewer) -> u32 {
        self.noticed.seq(viewer)
    }

    /// Whose sealed decisions are in.
    pub fn sealed(&self) -> BySide<bool> {
        self.sealed
    }

    /// Whether nothing more is decided.
    pub fn over(&self) -> bool {
        matches!(self.battle.asked(), Asked::Nobody(_))
    }

    /// What happened after a step, as someone with these roles may read it. Once the battle is over that is all of it
    /// again, for the numbers he knew were without what he could not see.
    pub fn since(&self, seq: u32, roles: Roles) -> Vec<WireJournalStep> {
        let viewer = self.reader(roles);
        let known = if self.over() { 0 } else { seq };
        let steps = self.history.iter().filter_map(|heard| heard.through(viewer));
        steps.skip_while(|step| step.seq <= known).collect()
    }

    /// The last step, as someone with these roles may read it; nothing if he has not noticed it.
    pub fn last(&self, roles: Roles) -> Option<WireJournalStep> {
        self.history.last()?.through(self.reader(roles))
    }

    /// Whether any of someone's eyes have noticed the last step.
    pub fn is_noticed(&self, roles: Roles) -> bool {
        let last = self.history.last();
        last.is_some_and(|heard| self.over() || roles.viewers().any(|viewer| heard.is_noticed_by(viewer)))
    }

    /// Through whose eyes someone with these roles reads. Who holds both seats reads what anyone may, for both players
    /// look at his screen; once the battle is over everything is open.
    pub fn reader(&self, roles: Roles) -> Viewer {
        let mut eyes = roles.viewers();
        match (eyes.next(), eyes.next()) {
            _ if self.over() => Viewer::Opened,
            (Some(viewer), None) => viewer,
            _ => Viewer::Spectator,
        }
    }

    /// Why generals decided as they did after a step, as someone with these roles may read it now: nothing of steps
    /// he has not noticed.
    pub fn reasons(&self, given: &[Given], seq: u32, roles: Roles) -> Vec<WireReason> {
        let viewer = self.reader(roles);
        let read = |given: &Given| {
            let number = match self.history.get(given.step as usize) {
                Some(heard) => heard.through(viewer)?.seq,
                // Its envelope is still sealed.
                None => self.seq(viewer) + 1,
            };
            given.read_by(&self.battle, viewer, number)
        };
        given.iter().filter_map(read).filter(|reason| reason.seq > seq).collect()
    }

    /// The view through some eyes, with their own number of steps.
    pub fn view(&self, viewer: Viewer) -> WireView {
        WireView { seq: self.seq(viewer), ..WireView::of_any(self.noticed.view(viewer)) }
    }

    /// The views of someone with these roles.
    pub fn views(&self, roles: Roles) -> WireViews {
        let mut views = WireViews::default();
        for viewer in roles.viewers() {
            let place = match viewer {
                Viewer::Player(Side::Red) => &mut views.red,
                Viewer::Player(Side::Blue) => &mut views.blue,
                Viewer::Spectator | Viewer::Opened => &mut views.spectator,
            };
            *place = Some(self.view(viewer));
        }
        views
    }

    /// What everyone may know of it.
    pub fn about(&self) -> WireBattle {
        WireBattle {
            id: self.row.id.clone(),
            book: self.row.book.clone(),
            scenario: self.row.scenario.clone(),
            name: self.row.name.clone(),
            seats: WireSides { red: self.seats[Side::Red].wire(), blue: self.seats[Side::Blue].wire() },
        }
    }
}

/// What is not final may be taken back.
const TAKEN_BACK: RuleId = RuleId::new("umpire.take_back");

/// How a battle stands now, for lists.
pub fn standing(battle: &AnyBattle) -> Standing {
    let waiting = match battle.asked() {
        Asked::Nobody(_) => "nobody",
        Asked::One(side) => side.as_str(),
        Asked::Sealed(BySide([true, true])) => "both",
        Asked::Sealed(BySide([red, _])) => (if red { Side::Red } else { Side::Blue }).as_str(),
    };
    Standing { turn: u32::from(battle.standing().turn), waiting: waiting.to_owned(), since: now() }
}

/// How a battle stands after another decision: since when the same side has been asked in the same turn, and not when
/// it last decided something, which may be a secret.
fn standing_after(before: &Standing, battle: &AnyBattle) -> Standing {
    let now = standing(battle);
    let same = before.turn == now.turn && before.waiting == now.waiting;
    if same { before.clone() } else { now }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| i64::try_from(d.as_secs()).unwrap_or(i64::MAX))
}

/// How many bytes a decision takes in the store, about.
pub fn size(step: &StepRow) -> usize {
    step.command.len() + step.faces.len() + 128
}

/// A kept decision as the engine replays it.
pub fn record(step: &StepRow, battle: &AnyBattle) -> Result<StepRecord, String> {
    let side = Side::parse(&step.side).ok_or_else(|| format!("`{}` is no side", step.side))?;
    let wire: WireCommand = serde_json::from_str(&step.command).map_err(|e| e.to_string())?;
    let command = wire.command(battle.manners())?;
    let digest = step.digest.parse().map_err(|e: DigestError| e.to_string())?;
    Ok(StepRecord { side, command, faces: step.faces.clone(), digest })
}
