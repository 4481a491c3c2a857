//! The craft of a book's generals: what a book supplies to the one engine that thinks for all of them.

use crate::dials::{ByLevel, Dials};
use crate::fates::Fates;
use crate::mind::Mind;
use crate::reason::Reason;
use crate::{Level, candidates};
use dice::Seeded;
use std::fmt::Debug;
use std::sync::Arc;
use umpire::{Asked, BySide, Command, Cx, Decision, OddsBar, Pending, Plans, Rulebook, Side, Silent, View};

/// How a book's troops are usually led, what else might be tried, what a position is worth, and why.
pub trait Craft: Rulebook {
    /// A way of leading an army: what its officers make of what they see.
    type Stance: Copy + PartialEq + Debug + Send + 'static;

    /// What a general remembers from one decision to the next, to think the same faster.
    type Memory: Default + Send + 'static;

    /// How far its generals go.
    const DIALS: ByLevel;
    /// How a recruit leads his army.
    const RECRUIT: Self::Stance;
    /// Whether one decision is made for the whole army, so that ideas for single units can be joined.
    const JOINS: bool = false;
    /// How many ticks a turn has.
    const TICKS: u16 = 1;
    /// Whether a general makes up his mind only once how to lead his army.
    const KEEPS_LEAD: bool = false;

    /// What a general of a level does who plays nothing out.
    fn at_once<'v>(level: Level, view: &'v View<Self>, side: Side, whims: &mut Seeded) -> Decision<'v, Self>;

    /// The same decision by a general who remembers.
    fn remembering<'v>(
        level: Level,
        view: &'v View<Self>,
        side: Side,
        whims: &mut Seeded,
        memory: &mut Self::Memory,
    ) -> Decision<'v, Self> {
        let _ = memory;
        Self::at_once(level, view, side, whims)
    }

    /// What a side that is led so does in a battle that is only imagined; everything lies open there, and what is
    /// asked need not be in the view.
    fn hasty(view: &mut View<Self>, side: Side, stance: &Self::Stance, whims: &mut Seeded) -> Self::Plan;

    /// The number of the turn of one side (or of both, where they move at once): dice fall alike in turns of the same
    /// number.
    fn tick(phase: &Self::Phase) -> u16;

    /// What a battle is worth to a side, from -1 for a defeat to 1 for a victory.
    fn worth(view: &View<Self>, side: Side) -> f64;

    /// The share of the agreed time that is over, in a book by which no army ever breaks; `None` in the others.
    fn time_without_break(_: &View<Self>) -> Option<f64> {
        None
    }

    /// Why a general of a level does this, as far as there is something to say.
    fn why(level: Level, view: &View<Self>, side: Side, command: &Command) -> Option<Reason>;

    /// Whether something is asked that is worth playing out.
    fn is_weighty(view: &View<Self>, level: Level) -> bool {
        let _ = (view, level);
        true
    }

    /// Whether the plan for the whole battle is asked for.
    fn is_planning(view: &View<Self>) -> bool {
        let _ = view;
        false
    }

    /// The ways of leading an army among which a general of a level chooses now, the usual one first; none where the
    /// first way of all is as good as any.
    fn ways(view: &View<Self>, side: Side, level: Level) -> &'static [Self::Stance] {
        let _ = (view, side, level);
        &[]
    }

    /// How a general of a level leads his army who does not choose among ways.
    fn usual(level: Level) -> Self::Stance {
        let _ = level;
        Self::RECRUIT
    }

    /// How the enemy may lead his, as far as a general of a level knows.
    fn foes(mind: &mut Mind<'_, Self>) -> Vec<Self::Stance> {
        let _ = mind;
        vec![Self::RECRUIT]
    }

    /// What might be done by an army that is led so: what comes first to mind, and what else is worth a thought.
    fn ideas(mind: &mut Mind<'_, Self>, way: &Self::Stance) -> Vec<Thought<Self>> {
        candidates::of(mind, way)
    }

    /// A battle as it may stand, from what a side sees, with what is hidden guessed.
    fn world(view: &View<Self>, side: Side, whims: &mut Seeded) -> View<Self> {
        let _ = side;
        guessed(view, whims)
    }

    /// What an idea comes to in a battle in which the hidden is guessed.
    fn fitted(world: &View<Self>, side: Side, thought: &Thought<Self>) -> Self::Plan {
        let _ = (world, side);
        thought.plan.clone()
    }

    /// Whether what a side goes on to do before the first die falls is thought over with care.
    fn is_thought_ahead(view: &View<Self>) -> bool {
        let _ = view;
        false
    }

    /// What the side goes on to do then; `None` where nothing comes to mind.
    fn with_care(view: &mut View<Self>, side: Side) -> Option<Self::Plan> {
        let _ = (view, side);
        None
    }

    /// How an army goes on in the turn of a decision, and after that.
    fn goes_on(thought: &Thought<Self>, way: &Self::Stance, same_turn: bool) -> Self::Stance {
        let _ = (way, same_turn);
        thought.then
    }

    /// For how many ticks a battle is played on that begins now.
    fn horizon(view: &View<Self>, side: Side, turns: u16) -> u16 {
        let _ = (view, side);
        turns
    }

    /// Whether a battle that has so many ticks left can be told already.
    fn is_told(view: &View<Self>, left: u16) -> bool {
        let _ = view;
        left == 0
    }

    /// What one imagined decision costs.
    fn cost(view: &View<Self>) -> u64 {
        let _ = view;
        1
    }

    /// Whom an imagined battle waits for.
    fn waits_for(view: &View<Self>) -> Asked {
        view.book.asked(&view.field, &view.phase)
    }

    /// Carries out what both sides decide, as they are led, up to the next decision. Says whether it went on.
    fn go_on(
        view: &mut View<Self>,
        first: &mut BySide<Option<Self::Plan>>,
        stances: &BySide<Self::Stance>,
        dice: &mut Fates,
        whims: &mut Seeded,
    ) -> bool {
        let asked = Self::waits_for(view);
        let mut plan =
            |side: Side| first[side].take().unwrap_or_else(|| Self::hasty(view, side, &stances[side], whims));
        let plans = match asked {
            Asked::Nobody(_) => return false,
            Asked::One(side) => Plans::One(side, plan(side)),
            Asked::Sealed(both) => Plans::Both(BySide::each(|side| both[side].then(|| plan(side)))),
        };
        let View { book, field, phase, .. } = view;
        book.resolve(phase, plans, &mut Cx::new(field, dice, &mut Silent));
        true
    }

    /// What a random general writes on a sheet; nothing to leave it as it is offered.
    fn lines_by_chance(view: &View<Self>, side: Side, whims: &mut Seeded) -> Vec<(u16, String)> {
        let _ = (view, side, whims);
        Vec::new()
    }

    /// How what a command leads to is likely to end for its side, and in words, where the book's own screen does not
    /// tell.
    fn foreseen(view: &View<Self>, side: Side, command: &Command) -> Option<(OddsBar, String)> {
        let _ = (view, side, command);
        None
    }
}

/// An idea: a command as the umpire reads it, and how its side goes on.
#[derive(Clone, Debug)]
pub struct Thought<C: Craft> {
    /// The command.
    pub command: Command,
    /// What the umpire makes of it.
    pub plan: C::Plan,
    /// How its side goes on.
    pub then: C::Stance,
    /// What it seems to come to at first sight, from -1 to 1; 0 where nothing tells.
    pub seems: f64,
}

impl<C: Craft> Thought<C> {
    /// A command, if the umpire would take it.
    pub fn of(view: &View<C>, side: Side, command: Command, then: C::Stance) -> Option<Thought<C>> {
        let plan = view.book.check(&view.field, &view.phase, side, &command).ok()?;
        Some(Thought { command, plan, then, seems: 0.0 })
    }
}

/// The dials of a general's search for one decision: how many battles they come to, if it is worth any.
pub fn searches<C: Craft>(view: &View<C>, level: Level, dials: &Dials) -> bool {
    if C::is_planning(view) { dials.plan > 0 } else { dials.battles > 0 && C::is_weighty(view, level) }
}

/// A battle as it may stand, with what the book itself guesses; what is asked is left open.
pub fn guessed<C: Craft>(view: &View<C>, whims: &mut Seeded) -> View<C> {
    let (field, phase) = view.book.guess(view, whims);
    let pending = Pending::Sealed(BySide([None, None]));
    View { viewer: view.viewer, book: Arc::clone(&view.book), field, phase, pending, seq: view.seq }
}

/// Makes up the question a side is asked, for those who must read it.
pub fn ask_anew<C: Craft>(view: &mut View<C>) {
    view.pending = view.book.pending(&view.field, &view.phase);
}

/// What the umpire makes of a decision.
pub fn planned<C: Craft>(view: &View<C>, side: Side, decision: Decision<'_, C>) -> Option<C::Plan> {
    let (command, plan) = decision.into_plan();
    plan.or_else(|| view.book.check(&view.field, &view.phase, side, &command).ok())
}
