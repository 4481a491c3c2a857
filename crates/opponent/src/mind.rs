//! A general's mind while it makes one decision: the battles it imagines, and how much of its effort is left.

use crate::Level;
use crate::craft::{Craft, Thought};
use crate::dials::Dials;
use crate::fates::Fates;
use dice::{Dice, Die, RollId, Seeded};
use std::time::Instant;
use umpire::{Asked, BySide, Cx, Plans, Side, Silent, View};

/// No imagined battle goes on for more decisions than this.
const LONGEST: usize = 600;
/// As many imagined decisions as one that is thought over with care takes the time of.
const CARE: u64 = 100;

/// What a general has before it when it makes up its mind.
pub struct Mind<'v, C: Craft> {
    /// What it sees.
    pub view: &'v View<C>,
    /// Whose general it is.
    pub side: Side,
    /// How well it plays.
    pub level: Level,
    /// How far it goes.
    pub dials: Dials,
    /// The seed of all that it imagines.
    pub seed: u64,
    /// What is left of its time and effort.
    effort: Effort,
    /// Battles as they may stand now.
    worlds: Vec<View<C>>,
}

/// What may still be spent on one decision.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// When there is no more time, if that ever comes.
    pub until: Option<Instant>,
    /// How many imagined decisions are left.
    pub work: u64,
}

impl Effort {
    /// Whether time or effort is used up.
    pub fn is_spent(&self) -> bool {
        self.work == 0 || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// A share of what is left.
    fn share(&self, share: u32) -> Effort {
        let now = Instant::now();
        let until = self.until.map(|until| now + until.saturating_duration_since(now) / share);
        Effort { until, work: self.work / u64::from(share) }
    }
}

/// How an idea is played out.
#[derive(Clone, Debug)]
pub struct Course<C: Craft> {
    /// How the general's army is led after the turn of the decision.
    pub way: C::Stance,
    /// How the enemy may lead his: each in turn.
    pub foes: Vec<C::Stance>,
    /// For how many ticks.
    pub turns: u16,
}

/// An idea and all that follows from it before the first die falls.
pub struct Opening<C: Craft> {
    /// The idea.
    pub thought: Thought<C>,
    /// The battle then, where that is the same in every world; with the next decision, if it is known.
    pub begun: Option<(View<C>, Option<C::Plan>)>,
}

impl<'v, C: Craft> Mind<'v, C> {
    /// A mind that is made up within some moment.
    pub fn new(
        view: &'v View<C>,
        side: Side,
        level: Level,
        dials: Dials,
        until: Option<Instant>,
        seed: u64,
    ) -> Self {
        let effort = Effort { until, work: dials.work };
        Mind { view, side, level, dials, seed, effort, worlds: Vec::new() }
    }

    /// Runs something for which only a share of the time and effort left may be used.
    pub fn hurried<T>(&mut self, share: u32, run: impl FnOnce(&mut Self) -> T) -> T {
        let (all, part) = (self.effort, self.effort.share(share));
        self.effort = part;
        let came = run(self);
        self.effort = Effort { work: all.work - (part.work - self.effort.work), ..all };
        came
    }

    /// The same for somebody else's mind, who thinks for a share of the time and effort left.
    pub fn lend(&mut self, other: &mut Mind<'_, C>, share: u32) {
        other.effort = self.effort.share(share);
        self.effort.work -= other.effort.work;
    }

    /// Takes back what the other did not use.
    pub fn take_back(&mut self, other: &Mind<'_, C>) {
        self.effort.work += other.effort.work;
    }

    /// The battle of a number as it may stand now.
    pub fn world(&mut self, number: u32) -> &View<C> {
        let n = number as usize % usize::from(self.dials.worlds.max(1));
        while self.worlds.len() <= n {
            let mut whims = Seeded::stream(self.seed, 16 + self.worlds.len() as u64);
            self.worlds.push(C::world(self.view, self.side, &mut whims));
        }
        &self.worlds[n]
    }

    /// What an idea leads to before the first die falls, where the general thinks that over.
    pub fn opening(&mut self, thought: Thought<C>) -> Opening<C> {
        if !C::is_thought_ahead(self.view) {
            return Opening { thought, begun: None };
        }
        let side = self.side;
        let (mut view, mut plan) = (self.world(0).clone(), thought.plan.clone());
        for _ in 0..LONGEST {
            let (mut after, mut dice) = (view.clone(), Touched::default());
            let View { book, field, phase, .. } = &mut after;
            book.resolve(phase, Plans::One(side, plan.clone()), &mut Cx::new(field, &mut dice, &mut Silent));
            // At least half of the effort is left for the battles themselves.
            if dice.0 || self.effort.is_spent() || self.effort.work <= self.dials.work / 2 {
                break;
            }
            self.effort.work = self.effort.work.saturating_sub(CARE);
            view = after;
            let goes_on = C::waits_for(&view) == Asked::One(side) && C::is_thought_ahead(&view);
            match goes_on.then(|| C::with_care(&mut view, side)).flatten() {
                Some(next) => plan = next,
                None => return Opening { thought, begun: Some((view, None)) },
            }
        }
        Opening { thought, begun: Some((view, Some(plan))) }
    }

    /// What an idea comes to in the battle of a number, from -1 to 1; `None` if time or effort runs out.
    ///
    /// What is hidden, the dice and the whims of both sides depend on the number alone, so that every idea is tried in
    /// the same battle.
    pub fn play(&mut self, idea: &Opening<C>, course: &Course<C>, number: u32) -> Option<f64> {
        let thought = &idea.thought;
        let mut first = BySide([None, None]);
        let view = match &idea.begun {
            Some((view, next)) => {
                first[self.side].clone_from(next);
                view.clone()
            }
            None => {
                let view = self.world(number / course.foes.len() as u32).clone();
                first[self.side] = Some(C::fitted(&view, self.side, thought));
                view
            }
        };
        let own = |same_turn| C::goes_on(thought, &course.way, same_turn);
        self.fight_on((view, first), self.side, own, (&course.foes, course.turns), number)
    }

    /// What it comes to for a side in the battle of a number if its army is led so from now on.
    pub fn led(
        &mut self,
        side: Side,
        way: &C::Stance,
        foes: &[C::Stance],
        turns: u16,
        number: u32,
    ) -> Option<f64> {
        let view = self.world(number / foes.len() as u32).clone();
        self.fight_on((view, BySide([None, None])), side, |_| *way, (foes, turns), number)
    }

    fn fight_on(
        &mut self,
        (mut view, first): (View<C>, BySide<Option<C::Plan>>),
        side: Side,
        own: impl Fn(bool) -> C::Stance,
        (foes, turns): (&[C::Stance], u16),
        number: u32,
    ) -> Option<f64> {
        let foe = foes[number as usize % foes.len()];
        let led = |same_turn| {
            let mut stances = BySide([foe; 2]);
            stances[side] = own(same_turn);
            stances
        };
        let horizon = C::horizon(&view, side, turns);
        let luck = Luck {
            dice: Fates::new(self.seed ^ u64::from(number).rotate_left(40)),
            whims: Seeded::stream(self.seed, 1 << 32 | u64::from(number)),
        };
        let in_time = fought_on(&mut view, first, led, horizon, luck, &mut self.effort);
        in_time.then(|| C::worth(&view, side))
    }
}

/// The dice of an imagined battle, and the whims of those who fight it.
pub struct Luck {
    /// The dice.
    pub dice: Fates,
    /// The whims.
    pub whims: Seeded,
}

/// Fights a battle on for so many ticks, or to its end. Says whether there was time for it.
pub fn fought_on<C: Craft>(
    view: &mut View<C>,
    mut first: BySide<Option<C::Plan>>,
    led: impl Fn(bool) -> BySide<C::Stance>,
    horizon: u16,
    Luck { mut dice, mut whims }: Luck,
    effort: &mut Effort,
) -> bool {
    let begun = C::tick(&view.phase);
    for _ in 0..LONGEST {
        let tick = C::tick(&view.phase);
        let left = horizon.saturating_sub(tick.saturating_sub(begun));
        if tick > begun && C::is_told(view, left) {
            break;
        }
        if effort.is_spent() {
            return false;
        }
        effort.work = effort.work.saturating_sub(C::cost(view));
        dice.in_turn(tick);
        if !C::go_on(view, &mut first, &led(tick == begun), &mut dice, &mut whims) {
            break;
        }
    }
    true
}

/// Whether any die was rolled.
#[derive(Default)]
struct Touched(bool);

impl Dice for Touched {
    fn roll(&mut self, _why: RollId, die: &'static Die) -> u8 {
        self.0 = true;
        die.faces[0].0
    }
}
