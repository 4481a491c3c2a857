//! A battle in memory: what it began with, how it stands, and what has happened.

use crate::notice::{Heard, Noticed};
use crate::reasons::Given;
use crate::seat::{Roles, Seat};
use crate::witness::watched;
use dice::{Recorded, Scripted, Seeded};
use proto::{WireBattle, WireCommand, WireJournalStep, WireReason, WireSides, WireView, WireViews};
use ruling::Refusal;
use std::time::{SystemTime, UNIX_EPOCH};
use store::{BattleRow, Standing, StepRow, Store, StoreError};
use testudo::{AnyBattle, Scenario};
use umpire::{Asked, BySide, Command, Entry, Side, StepRecord, Submitted, Viewer};

/// Why a battle cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is none.
    #[error("there is no such battle")]
    Unknown,
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What is stored is not a battle this program knows, or does not come out as it did.
    #[error("the battle does not replay: {0}")]
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
    /// What the computer's generals said, in memory alone.
    reasons: Vec<Given>,
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
}

impl Live {
    /// Brings a battle back from the store by replaying it.
    ///
    /// # Errors
    /// When there is none, or it does not come out as it did.
    pub async fn load(store: &Store, id: &str) -> Result<Self, LoadError> {
        let row = store.battle(id).await?.ok_or(LoadError::Unknown)?;
        let steps = store.steps(id, 0).await?;
        let replayed = tokio::task::spawn_blocking(move || Live::replayed(row, &steps)).await;
        replayed.map_err(|_| LoadError::Broken("it cannot be judged".to_owned()))?
    }

    /// A battle at its beginning.
    ///
    /// # Errors
    /// When the row is not of a battle this program knows.
    pub fn begin(row: BattleRow) -> Result<Self, LoadError> {
        let broken = |what: String| LoadError::Broken(what);
        let book =
            testudo::book(&row.book).ok_or_else(|| broken(format!("unknown rulebook `{}`", row.book)))?;
        let scenario = Scenario { book, name: row.scenario.clone(), text: row.text.clone() };
        let battle = scenario.muster().map_err(|e| broken(e.to_string()))?;
        let seat = |word: &str| Seat::parse(word).ok_or_else(|| broken(format!("unknown seat `{word}`")));
        let seats = BySide([seat(&row.red)?, seat(&row.blue)?]);
        Ok(Live {
            seats,
            kept: 0,
            sealed: BySide::default(),
            standing: standing(&battle),
            noticed: Noticed::before(&battle),
            row,
            battle,
            history: Vec::new(),
            reasons: Vec::new(),
            broken: false,
        })
    }

    fn replayed(row: BattleRow, steps: &[StepRow]) -> Result<Self, LoadError> {
        let mut live = Live::begin(row)?;
        for step in steps {
            live.follow(step)?;
        }
        Ok(live)
    }

    /// Replays one more decision that is kept; says whether it was carried out rather than sealed.
    ///
    /// # Errors
    /// When it does not come out as it did; the battle is then not to be used any more.
    pub fn follow(&mut self, step: &StepRow) -> Result<Option<&Heard>, LoadError> {
        // Until it has come out as it did.
        self.broken = true;
        let record = record(step, &self.battle).map_err(LoadError::Broken)?;
        let before = self.battle.seq();
        let number = self.kept + 1;
        let broken = |what: String| LoadError::Broken(format!("decision {number}: {what}"));
        let (mut dice, mut witness) = watched(Scripted::new(record.faces.iter().copied()));
        self.battle.submit(record.side, &record.command, &mut dice, &mut witness).map_err(|no| {
            broken(no.iter().map(|refusal| format!("refused: {refusal}")).collect::<Vec<_>>().join("; "))
        })?;
        dice.dice.finish().map_err(|e| broken(e.to_string()))?;
        if self.battle.digest() != record.digest {
            return Err(broken("it does not come out as it did".to_owned()));
        }
        self.broken = false;
        self.kept += 1;
        self.standing = step.standing.clone();
        let submitted = if self.battle.seq() == before { Submitted::Sealed } else { Submitted::Resolved };
        Ok(self.remember(record.side, submitted, &witness.entries))
    }

    /// Judges a decision and carries it out on a copy. The dice depend on the battle's seed and on how many
    /// decisions there were, so that no crash and no second try rolls them again.
    ///
    /// # Errors
    /// Every reason why it is refused.
    pub fn decide(&self, side: Side, command: &Command) -> Result<Decided, Vec<Refusal>> {
        let mut next = self.battle.clone();
        let seeded = Recorded::new(Seeded::stream(self.row.seed, u64::from(self.kept)));
        let (mut dice, mut witness) = watched(seeded);
        let submitted = next.submit(side, command, &mut dice, &mut witness)?;
        let wire = WireCommand::of(command, next.manners());
        let step = StepRow {
            side: side.as_str().to_owned(),
            command: serde_json::to_string(&wire).expect("a command is plain data"),
            faces: dice.dice.faces().collect(),
            digest: format!("{:016x}", next.digest()),
            standing: standing_after(&self.standing, &next),
        };
        Ok(Decided { next, side, submitted, entries: witness.entries, step })
    }

    /// Makes a decision that is now on disk true; gives what happened unless it was sealed.
    pub fn accept(&mut self, decided: Decided) -> Option<&Heard> {
        self.battle = decided.next;
        self.kept += 1;
        self.standing = decided.step.standing;
        self.remember(decided.side, decided.submitted, &decided.entries)
    }

    fn remember(&mut self, side: Side, submitted: Submitted, entries: &[Entry]) -> Option<&Heard> {
        if submitted == Submitted::Sealed {
            self.sealed[side] = true;
            return None;
        }
        let mut by = std::mem::take(&mut self.sealed);
        by[side] = true;
        self.history.push(self.noticed.step(&self.battle, side, by, entries));
        self.history.last()
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

    /// Remembers why a general has decided something.
    pub fn explain(&mut self, given: Given) {
        self.reasons.push(given);
    }

    /// Why generals decided as they did after a step, as someone with these roles may read it now: nothing of steps
    /// he has not noticed.
    pub fn reasons(&self, seq: u32, roles: Roles) -> Vec<WireReason> {
        let viewer = self.reader(roles);
        let read = |given: &Given| {
            let number = match self.history.get(given.step as usize) {
                Some(heard) => heard.through(viewer)?.seq,
                // Its envelope is still sealed.
                None => self.seq(viewer) + 1,
            };
            given.read_by(&self.battle, viewer, number)
        };
        self.reasons.iter().filter_map(read).filter(|reason| reason.seq > seq).collect()
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
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| i64::try_from(d.as_secs()).unwrap_or(i64::MAX))
}

/// A kept decision as the engine replays it.
pub fn record(step: &StepRow, battle: &AnyBattle) -> Result<StepRecord, String> {
    let side = Side::parse(&step.side).ok_or_else(|| format!("`{}` is no side", step.side))?;
    let wire: WireCommand = serde_json::from_str(&step.command).map_err(|e| e.to_string())?;
    let command = wire.command(battle.manners())?;
    let digest = u64::from_str_radix(&step.digest, 16).map_err(|e| e.to_string())?;
    Ok(StepRecord { side, command, faces: step.faces.clone(), digest })
}
