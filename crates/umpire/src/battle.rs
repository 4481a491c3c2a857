//! A battle in progress.

use crate::decision::Judged;
use crate::{
    Asked, BySide, Canonical, Command, Cx, Decision, Digest, DigestWriter, Ending, Entry, Event, Field,
    Journal, Numbers, Outcome, Pending, Plans, Rulebook, Ruling, Side, Standing, UnitId,
};
use dice::Dice;
use ruling::{CONCEDE, Refusal, RuleId};
use std::sync::{Arc, OnceLock};

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// One of the players.
    Player(Side),
    /// Someone who watches and must give nothing away.
    Spectator,
    /// Everything, once the battle is over.
    Opened,
}

/// What a viewer may know: all that screens, wires and opponents are built from.
#[derive(Debug)]
pub struct View<R: Rulebook> {
    /// Who is looking.
    pub viewer: Viewer,
    /// The book being played.
    pub book: Arc<R>,
    /// The field, without what the viewer may not see.
    pub field: Field,
    /// The phase, without what the viewer may not know.
    pub phase: R::Phase,
    /// What is pending, as far as it concerns the viewer.
    pub pending: Pending,
    /// How many decisions have truly been carried out: for the umpire, not for the viewer.
    pub seq: u32,
}

impl<R: Rulebook> Clone for View<R> {
    fn clone(&self) -> Self {
        View {
            viewer: self.viewer,
            book: Arc::clone(&self.book),
            field: self.field.clone(),
            phase: self.phase.clone(),
            pending: self.pending.clone(),
            seq: self.seq,
        }
    }
}

impl<R: Rulebook> View<R> {
    /// Whether two views show the same: nobody could tell them apart. The true number of decisions is not shown, since
    /// some may have been made of which the viewer sees nothing.
    pub fn same(&self, other: &View<R>) -> bool {
        self.viewer == other.viewer
            && self.pending == other.pending
            && self.phase == other.phase
            && self.field == other.field
    }

    /// A whole battle that looks like this to the viewer, with what the view hides guessed; no envelope is filled.
    pub fn imagine(&self, dice: &mut dyn Dice) -> Battle<R> {
        let (field, phase) = self.book.guess(self, dice);
        let envelopes = BySide::default();
        let book = Arc::clone(&self.book);
        Battle { book, field, phase, envelopes, seq: self.seq, conceded: None, waits_for: OnceLock::new() }
    }
}

/// What became of an accepted command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// It was carried out.
    Resolved,
    /// It is kept, sealed, until the other side has decided too.
    Sealed,
}

/// A battle: a book, a field and the book's phase.
#[derive(Debug)]
pub struct Battle<R: Rulebook> {
    book: Arc<R>,
    field: Field,
    phase: R::Phase,
    envelopes: BySide<Option<R::Plan>>,
    seq: u32,
    /// Who has given the battle up.
    conceded: Option<Side>,
    /// Whom the book waits for, once somebody has asked: it changes only when something is carried out.
    waits_for: OnceLock<Asked>,
}

impl<R: Rulebook> Clone for Battle<R> {
    fn clone(&self) -> Self {
        Battle {
            book: Arc::clone(&self.book),
            field: self.field.clone(),
            phase: self.phase.clone(),
            envelopes: self.envelopes.clone(),
            seq: self.seq,
            conceded: self.conceded,
            waits_for: self.waits_for.clone(),
        }
    }
}

impl<R: Rulebook> Battle<R> {
    /// A battle about to begin.
    pub fn new(book: Arc<R>, field: Field, phase: R::Phase) -> Self {
        let envelopes = BySide::default();
        Battle { book, field, phase, envelopes, seq: 0, conceded: None, waits_for: OnceLock::new() }
    }

    /// The book being played.
    pub fn book(&self) -> &Arc<R> {
        &self.book
    }

    /// The field as it truly is.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The book's phase as it truly is.
    pub fn phase(&self) -> &R::Phase {
        &self.phase
    }

    /// How many decisions have been carried out.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// Who must decide what. A side whose sealed decision is in is asked nothing more.
    pub fn pending(&self) -> Pending {
        if let Some(side) = self.conceded {
            return Pending::Over(concession(side));
        }
        match self.book.pending(&self.field, &self.phase) {
            Pending::Sealed(mut asks) => {
                for side in Side::ALL {
                    if self.envelopes[side].is_some() {
                        asks[side] = None;
                    }
                }
                Pending::Sealed(asks)
            }
            other => other,
        }
    }

    /// Whom the battle waits for. A side whose sealed decision is in is not asked any more.
    pub fn asked(&self) -> Asked {
        match self.waits_for() {
            Asked::Sealed(asked) => {
                Asked::Sealed(BySide::each(|side| asked[side] && self.envelopes[side].is_none()))
            }
            other => other,
        }
    }

    /// Whom the book waits for, sealed decisions that are in included.
    fn waits_for(&self) -> Asked {
        *self.waits_for.get_or_init(|| match self.conceded {
            Some(side) => Asked::Nobody(concession(side)),
            None => self.book.asked(&self.field, &self.phase),
        })
    }

    /// How the battle stands.
    pub fn standing(&self) -> Standing {
        self.book.standing(&self.field, &self.phase)
    }

    /// By which numbers a viewer calls the units he knows.
    pub fn numbers(&self, viewer: Viewer) -> Numbers {
        Numbers::new(self.book.known(&self.field, &self.phase, viewer))
    }

    /// Takes a side's decision, in which it calls units as its view does.
    ///
    /// # Errors
    /// Every reason why it is refused; the battle is then unchanged and no die was rolled.
    pub fn submit(
        &mut self,
        side: Side,
        command: &Command,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Result<Submitted, Vec<Refusal>> {
        if *command == Command::Concede {
            return self.concede(side, journal);
        }
        let numbers = self.numbers(Viewer::Player(side));
        let truly = numbers.command(command);
        let taken = self.accept(side, |b| b.book.check(&b.field, &b.phase, side, &truly), dice, journal);
        taken.map_err(|no| no.into_iter().map(|refusal| numbers.refusal(refusal)).collect())
    }

    /// Takes a side's decision as [`Battle::submit`] does, without judging again what was judged on a view that shows
    /// the battle exactly as it is.
    ///
    /// # Errors
    /// Every reason why it is refused; the battle is then unchanged and no die was rolled.
    pub fn take(
        &mut self,
        side: Side,
        decision: Decision<'_, R>,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Result<Submitted, Vec<Refusal>> {
        match decision.into_parts() {
            (_, Some(judged)) if judged.side == side && self.is_as_shown(judged.view) => {
                let Judged { plan, .. } = judged;
                self.accept(side, |_| Ok(plan), dice, journal)
            }
            (command, _) => self.submit(side, &command, dice, journal),
        }
    }

    /// Whether a view hides nothing and nothing has happened since: what was judged on it holds for the battle.
    fn is_as_shown(&self, view: &View<R>) -> bool {
        self.seq == view.seq
            && Arc::ptr_eq(&self.book, &view.book)
            && self.phase == view.phase
            && self.field == view.field
    }

    /// Takes a plan from a side that is asked for one.
    fn accept(
        &mut self,
        side: Side,
        plan: impl FnOnce(&Self) -> Result<R::Plan, Vec<Refusal>>,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Result<Submitted, Vec<Refusal>> {
        self.may_decide(side)?;
        let plan = plan(self)?;
        let Asked::Sealed(asked) = self.waits_for() else {
            self.resolve(Plans::One(side, plan), dice, journal);
            return Ok(Submitted::Resolved);
        };
        self.envelopes[side] = Some(plan);
        if Side::ALL.into_iter().any(|s| asked[s] && self.envelopes[s].is_none()) {
            return Ok(Submitted::Sealed);
        }
        let both = Plans::Both(std::mem::take(&mut self.envelopes));
        self.resolve(both, dice, journal);
        Ok(Submitted::Resolved)
    }

    /// Whether a side has something to decide now.
    fn may_decide(&self, side: Side) -> Result<(), Vec<Refusal>> {
        let no = |rule, words: &'static str| Err(vec![Refusal::new(rule, words)]);
        match self.waits_for() {
            Asked::One(who) if who == side => Ok(()),
            Asked::One(_) => no(TURN, "it is not this side's decision"),
            Asked::Nobody(_) => no(OVER, "the battle is over"),
            Asked::Sealed(asked) if !asked[side] => no(TURN, "this side has nothing to decide now"),
            Asked::Sealed(_) if self.envelopes[side].is_some() => {
                no(SEALED, "this side's decision is sealed already")
            }
            Asked::Sealed(_) => Ok(()),
        }
    }

    /// Ends the battle: a side gives it up in place of what it was asked to decide. Nothing on the field changes.
    fn concede(&mut self, side: Side, journal: &mut dyn Journal) -> Result<Submitted, Vec<Refusal>> {
        self.may_decide(side)?;
        self.conceded = Some(side);
        self.envelopes = BySide::default();
        self.seq += 1;
        self.waits_for = OnceLock::new();
        if journal.listening() {
            let words = format!("{} conceded the battle", self.field.roster().names[side]);
            journal.write(Entry::Ruling(Ruling::new(CONCEDE, words)));
        }
        Ok(Submitted::Resolved)
    }

    fn resolve(&mut self, plans: Plans<R::Plan>, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let mut cx = Cx::new(&mut self.field, dice, journal);
        self.book.resolve(&mut self.phase, plans, &mut cx);
        self.seq += 1;
        self.waits_for = OnceLock::new();
    }

    /// What a viewer may know. Secrets are taken out here and nowhere else.
    pub fn view(&self, viewer: Viewer) -> View<R> {
        let veiled = |pending: Pending| {
            let (field, phase) = self.book.veil(&self.field, &self.phase, viewer);
            (pending, field, phase)
        };
        let (pending, field, phase) = match (self.asked(), viewer) {
            (Asked::Nobody(outcome), _) => veiled(Pending::Over(outcome)),
            (Asked::Sealed(asked), Viewer::Player(side)) if asked[side] => {
                let (ask, field, phase) = self.book.show(&self.field, &self.phase, side);
                let mut asks = BySide([None, None]);
                asks[side] = ask;
                (Pending::Sealed(asks), field, phase)
            }
            // Nobody hears what the other side is asked.
            (Asked::Sealed(_), Viewer::Player(_) | Viewer::Spectator) => {
                veiled(Pending::Sealed(BySide([None, None])))
            }
            _ => veiled(self.pending()),
        };
        let pending = self.numbers(viewer).pending(pending);
        let pending = match pending {
            Pending::Decide(side, _) if viewer != Viewer::Opened && viewer != Viewer::Player(side) => {
                self.book.overseen(pending, &field, &phase)
            }
            pending => pending,
        };
        View { viewer, book: Arc::clone(&self.book), field, phase, pending, seq: self.seq }
    }

    /// What a viewer may read of what was just written in the journal: nothing kept from him, nothing of units he
    /// cannot see, and nothing of what the enemy's did before they were put on the table.
    pub fn overheard(&self, viewer: Viewer, entries: &[Entry]) -> Vec<Entry> {
        let numbers = self.numbers(viewer);
        let over = matches!(self.asked(), Asked::Nobody(_));
        if over || viewer == Viewer::Opened {
            return entries.iter().filter_map(|entry| numbers.entry(entry.clone())).collect();
        }
        let (seen, _) = self.book.veil(&self.field, &self.phase, viewer);
        let side = Side::ALL.into_iter().find(|side| viewer == Viewer::Player(*side));
        let in_sight = |id: UnitId| {
            let called = numbers.called(id);
            called.is_some_and(|called| seen.unit(called).place == self.field.unit(id).place)
        };
        let placed_after = |i: usize, id: UnitId| {
            let placed = |e: &Entry| matches!(e, Entry::Event(Event::Placed { unit, .. }) if *unit == id);
            side != Some(self.field.side(id)) && entries[i + 1..].iter().any(placed)
        };
        let shown = |(i, entry): (usize, &Entry)| match entry {
            Entry::Heading { .. } => Some(entry.clone()),
            Entry::Ruling(ruling) => ruling.heard_by(side).cloned().map(Entry::Ruling),
            Entry::Event(event) => {
                let told = event.unit().is_none_or(|id| in_sight(id) && !placed_after(i, id));
                told.then(|| entry.clone())
            }
        };
        let heard = entries.iter().enumerate().filter_map(shown);
        heard.filter_map(|entry| numbers.entry(entry)).collect()
    }

    /// A battle that looks the same to a side, with what it cannot see guessed.
    pub fn resample(&self, side: Side, dice: &mut dyn Dice) -> Self {
        let mut battle = self.view(Viewer::Player(side)).imagine(dice);
        battle.envelopes[side] = self.envelopes[side].clone();
        battle.conceded = self.conceded;
        battle
    }

    /// The version of the rules it is fought by.
    pub fn rules_version(&self) -> u16 {
        R::RULES
    }

    /// The same number for the same battle on every platform.
    pub fn digest(&self) -> Digest {
        let mut out = DigestWriter::default();
        self.field.units().write(&mut out);
        self.field.ground().write(&mut out);
        R::write_phase(&self.phase, &mut out);
        if let Some(side) = self.conceded {
            side.write(&mut out);
        }
        out.finish(R::DIGEST)
    }
}

/// How a battle ends that a side concedes.
const fn concession(side: Side) -> Outcome {
    Outcome {
        winner: Some(side.other()),
        rule: CONCEDE,
        reason: "the enemy conceded",
        ending: Ending::Conceded,
    }
}

/// Only the side that is asked decides.
const TURN: RuleId = RuleId::new("umpire.turn");
/// A sealed decision stays sealed.
const SEALED: RuleId = RuleId::new("umpire.sealed");
/// Nothing is decided after the battle.
const OVER: RuleId = RuleId::new("umpire.over");
