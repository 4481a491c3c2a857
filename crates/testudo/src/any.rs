//! A battle of any rulebook.

use dba::Dba;
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use table::{KindId, Rect};
use toms::Toms;
use umpire::{
    Asked, Battle, Bearing, Command, Decision, Digest, Entry, Field, Journal, Manner, Numbers, Pending,
    ReplayError, Rulebook, Shown as _, Side, Standing, StepRecord, Submitted, TerrainLook, Throw, UnitId,
    View, Viewer,
};
use wab::Wab;
use wrg6::Wrg6;
use wrg1969::Wrg1969;

/// A battle of any rulebook on the shelf.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are few of them, and none is moved in a loop")]
pub enum AnyBattle {
    /// De Bellis Antiquitatis.
    Dba(Battle<Dba>),
    /// Ancient Wargames Rules, 1969.
    Wrg1969(Battle<Wrg1969>),
    /// Tom's Ancient Warfare Rules.
    Toms(Battle<Toms>),
    /// War Games Rules, 6th edition.
    Wrg6(Battle<Wrg6>),
    /// Warhammer Ancient Battles.
    Wab(Battle<Wab>),
}

/// A view of any battle.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are few of them, and none is moved in a loop")]
pub enum AnyView {
    /// De Bellis Antiquitatis.
    Dba(View<Dba>),
    /// Ancient Wargames Rules, 1969.
    Wrg1969(View<Wrg1969>),
    /// Tom's Ancient Warfare Rules.
    Toms(View<Toms>),
    /// War Games Rules, 6th edition.
    Wrg6(View<Wrg6>),
    /// Warhammer Ancient Battles.
    Wab(View<Wab>),
}

/// A decision in any battle: a plain command, or one that was judged on a view.
#[derive(Debug)]
pub enum AnyDecision<'v> {
    /// A command that is yet to be judged.
    Plain(Command),
    /// One of De Bellis Antiquitatis.
    Dba(Decision<'v, Dba>),
    /// One of the Ancient Wargames Rules, 1969.
    Wrg1969(Decision<'v, Wrg1969>),
    /// One of Tom's Ancient Warfare Rules.
    Toms(Decision<'v, Toms>),
    /// One of the War Games Rules, 6th edition.
    Wrg6(Decision<'v, Wrg6>),
    /// One of Warhammer Ancient Battles.
    Wab(Decision<'v, Wab>),
}

/// A decision of one book is one of any.
macro_rules! any_of {
    ($($book:ident),*) => {
        $(impl<'v> From<Decision<'v, $book>> for AnyDecision<'v> {
            fn from(decision: Decision<'v, $book>) -> Self {
                AnyDecision::$book(decision)
            }
        })*

        impl AnyDecision<'_> {
            /// The command.
            pub fn command(&self) -> &Command {
                match self {
                    AnyDecision::Plain(command) => command,
                    $(AnyDecision::$book(decision) => decision.command(),)*
                }
            }

            /// The command alone.
            pub fn into_command(self) -> Command {
                match self {
                    AnyDecision::Plain(command) => command,
                    $(AnyDecision::$book(decision) => decision.into_command(),)*
                }
            }
        }

        impl AnyBattle {
            /// Takes a side's decision, which is not judged again if nothing has changed since it was.
            ///
            /// # Errors
            /// Every reason why it is refused; nothing has changed then.
            pub fn take(
                &mut self,
                side: Side,
                decision: AnyDecision<'_>,
                dice: &mut dyn Dice,
                journal: &mut dyn Journal,
            ) -> Result<Submitted, Vec<Refusal>> {
                match (self, decision) {
                    $((AnyBattle::$book(battle), AnyDecision::$book(decision)) => {
                        battle.take(side, decision, dice, journal)
                    })*
                    (battle, decision) => battle.submit(side, decision.command(), dice, journal),
                }
            }
        }
    };
}

any_of!(Dba, Wrg1969, Toms, Wrg6, Wab);

/// Runs the same expression on whichever battle or view it is.
macro_rules! each {
    ($of:ident, $value:expr, $inner:ident => $body:expr) => {
        match $value {
            $of::Dba($inner) => $body,
            $of::Wrg1969($inner) => $body,
            $of::Toms($inner) => $body,
            $of::Wrg6($inner) => $body,
            $of::Wab($inner) => $body,
        }
    };
}

impl AnyBattle {
    /// The id of its book.
    pub fn book_id(&self) -> &'static str {
        fn id<R: Rulebook>(_: &Battle<R>) -> &'static str {
            R::ID
        }
        each!(AnyBattle, self, b => id(b))
    }

    /// The ways of moving its book knows.
    pub fn manners(&self) -> &'static [Manner] {
        fn manners<R: Rulebook>(_: &Battle<R>) -> &'static [Manner] {
            R::MANNERS
        }
        each!(AnyBattle, self, b => manners(b))
    }

    /// The rules as played.
    pub fn rules(&self) -> &RuleIndex {
        each!(AnyBattle, self, b => b.book().rules())
    }

    /// The field as it truly is.
    pub fn field(&self) -> &Field {
        each!(AnyBattle, self, b => b.field())
    }

    /// The name of a unit's troop class.
    pub fn class(&self, unit: UnitId) -> &'static str {
        let class = usize::from(self.field().card(unit).class);
        each!(AnyBattle, self, b => b.book().classes().get(class).map_or("unknown", |look| look.name))
    }

    /// Whether a unit is listed with its army; one that is still part of another is not.
    pub fn is_listed(&self, unit: UnitId) -> bool {
        each!(AnyBattle, self, b => b.book().is_listed(b.field(), unit))
    }

    /// How a kind of terrain is called and drawn.
    pub fn terrain_look(&self, kind: KindId) -> Option<TerrainLook> {
        each!(AnyBattle, self, b => b.book().terrain().get(usize::from(kind.0)).copied())
    }

    /// Who must decide what.
    pub fn pending(&self) -> Pending {
        each!(AnyBattle, self, b => b.pending())
    }

    /// Whom the battle waits for.
    pub fn asked(&self) -> Asked {
        each!(AnyBattle, self, b => b.asked())
    }

    /// The ground a unit stands on, in millimetres.
    pub fn footprint(&self, unit: UnitId) -> Rect {
        each!(AnyBattle, self, b => b.book().footprint(b.field(), b.phase(), unit))
    }

    /// Whether a unit is on its way through friends.
    pub fn is_passing(&self, unit: UnitId) -> bool {
        each!(AnyBattle, self, b => b.book().is_passing(b.field(), b.phase(), unit))
    }

    /// How a unit bears itself.
    pub fn bearing(&self, unit: UnitId) -> Bearing {
        each!(AnyBattle, self, b => b.book().bearing(b.field(), b.phase(), unit))
    }

    /// How the battle stands.
    pub fn standing(&self) -> Standing {
        each!(AnyBattle, self, b => b.standing())
    }

    /// How many decisions have been carried out.
    pub fn seq(&self) -> u32 {
        each!(AnyBattle, self, b => b.seq())
    }

    /// The same number for the same battle on every platform.
    pub fn digest(&self) -> Digest {
        each!(AnyBattle, self, b => b.digest())
    }

    /// The version of the rules it is fought by.
    pub fn rules_version(&self) -> u16 {
        each!(AnyBattle, self, b => b.rules_version())
    }

    /// Takes a side's decision.
    ///
    /// # Errors
    /// Every reason why it is refused; nothing has changed then.
    pub fn submit(
        &mut self,
        side: Side,
        command: &Command,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Result<Submitted, Vec<Refusal>> {
        each!(AnyBattle, self, b => b.submit(side, command, dice, journal))
    }

    /// What a viewer may read of what was just written in the journal.
    pub fn overheard(&self, viewer: Viewer, entries: &[Entry]) -> Vec<Entry> {
        each!(AnyBattle, self, b => b.overheard(viewer, entries))
    }

    /// By which numbers a viewer calls the units he knows.
    pub fn numbers(&self, viewer: Viewer) -> Numbers {
        each!(AnyBattle, self, b => b.numbers(viewer))
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        match self {
            AnyBattle::Dba(b) => AnyView::Dba(b.view(viewer)),
            AnyBattle::Wrg1969(b) => AnyView::Wrg1969(b.view(viewer)),
            AnyBattle::Toms(b) => AnyView::Toms(b.view(viewer)),
            AnyBattle::Wrg6(b) => AnyView::Wrg6(b.view(viewer)),
            AnyBattle::Wab(b) => AnyView::Wab(b.view(viewer)),
        }
    }

    /// A battle that looks the same to a side, with what it cannot see guessed.
    pub fn resample(&self, side: Side, dice: &mut dyn Dice) -> AnyBattle {
        match self {
            AnyBattle::Dba(b) => AnyBattle::Dba(b.resample(side, dice)),
            AnyBattle::Wrg1969(b) => AnyBattle::Wrg1969(b.resample(side, dice)),
            AnyBattle::Toms(b) => AnyBattle::Toms(b.resample(side, dice)),
            AnyBattle::Wrg6(b) => AnyBattle::Wrg6(b.resample(side, dice)),
            AnyBattle::Wab(b) => AnyBattle::Wab(b.resample(side, dice)),
        }
    }

    /// By how much a throw was better than such throws are on average, as far as its book calls that luck.
    pub fn luck(&self, throw: &Throw) -> Option<f64> {
        each!(AnyBattle, self, b => b.book().luck(throw))
    }

    /// What luck is counted in, in the plural.
    pub fn luck_in(&self) -> &'static str {
        each!(AnyBattle, self, b => b.book().luck_in())
    }

    /// Plays recorded steps.
    ///
    /// # Errors
    /// The first step that does not fit.
    pub fn replay(&mut self, steps: &[StepRecord], journal: &mut dyn Journal) -> Result<(), ReplayError> {
        each!(AnyBattle, self, b => umpire::replay(b, steps, journal))
    }
}

impl AnyView {
    /// Whether two views show the same: nobody could tell them apart.
    pub fn same(&self, other: &AnyView) -> bool {
        match (self, other) {
            (AnyView::Dba(a), AnyView::Dba(b)) => a.same(b),
            (AnyView::Wrg1969(a), AnyView::Wrg1969(b)) => a.same(b),
            (AnyView::Toms(a), AnyView::Toms(b)) => a.same(b),
            (AnyView::Wrg6(a), AnyView::Wrg6(b)) => a.same(b),
            (AnyView::Wab(a), AnyView::Wab(b)) => a.same(b),
            _ => false,
        }
    }

    /// A whole battle that looks like this to the viewer, with what the view hides guessed.
    pub fn imagine(&self, dice: &mut dyn Dice) -> AnyBattle {
        match self {
            AnyView::Dba(v) => AnyBattle::Dba(v.imagine(dice)),
            AnyView::Wrg1969(v) => AnyBattle::Wrg1969(v.imagine(dice)),
            AnyView::Toms(v) => AnyBattle::Toms(v.imagine(dice)),
            AnyView::Wrg6(v) => AnyBattle::Wrg6(v.imagine(dice)),
            AnyView::Wab(v) => AnyBattle::Wab(v.imagine(dice)),
        }
    }

    /// Judges a side's command on what the view shows.
    ///
    /// # Errors
    /// Every reason why it would be refused.
    pub fn check(&self, side: Side, command: &Command) -> Result<(), Vec<Refusal>> {
        if *command == Command::Concede && self.pending().ask(side).is_some() {
            return Ok(());
        }
        each!(AnyView, self, v => v.book.check(&v.field, &v.phase, side, command).map(|_| ()))
    }

    /// The field as the viewer may know it.
    pub fn field(&self) -> &Field {
        each!(AnyView, self, v => &v.field)
    }

    /// What is pending, as far as it concerns the viewer.
    pub fn pending(&self) -> &Pending {
        each!(AnyView, self, v => &v.pending)
    }

    /// How a unit bears itself.
    pub fn bearing(&self, unit: UnitId) -> Bearing {
        each!(AnyView, self, v => v.book.bearing(&v.field, &v.phase, unit))
    }

    /// How the battle stands.
    pub fn standing(&self) -> Standing {
        each!(AnyView, self, v => v.book.standing(&v.field, &v.phase))
    }
}
