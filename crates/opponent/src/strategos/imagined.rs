//! Battles a strategos imagines.

use super::Candidate;
use crate::fates::Fates;
use crate::player::answer;
use crate::{Level, dba, toms};
use dice::{Dice, Die, RollId, Seeded};
use std::time::Instant;
use testudo::{AnyBattle, AnyDecision, AnyView};
use umpire::{Asked, BySide, Command, Side, Silent, Viewer};

/// No imagined battle goes on for more decisions than this.
const LONGEST: usize = 600;

/// How the command of a side fared in an imagined battle.
#[derive(Clone, Copy, Debug)]
pub struct Fate {
    /// 1 for a victory, -1 for a defeat, 0 for neither so far.
    pub won: i8,
    /// How much more the enemy has lost, as the book counts; in a book that weighs the board, what the board is worth.
    pub lead: i32,
}

impl Fate {
    /// What it is worth, from -1 to 1, leads being about so large.
    pub fn value(&self, scale: f64) -> f64 {
        let lead = f64::from(self.lead);
        let ahead = lead / (lead.abs() + 2.0 * scale);
        match self.won {
            0 => ahead,
            won => f64::from(won),
        }
    }

    /// Whether the side won, or has lost less.
    pub fn is_ahead(&self) -> bool {
        self.won > 0 || (self.won == 0 && self.lead > 0)
    }
}

/// What all imagined battles of a decision have in common.
pub struct Imagined<'v> {
    /// What the side sees.
    pub view: &'v AnyView,
    /// The side that decides.
    pub side: Side,
    /// The seed of all its battles.
    pub seed: u64,
    /// How many turns they go on; to their end from the set-up.
    pub turns: u16,
    /// When there is no more time.
    pub until: Option<Instant>,
}

/// A command and all that follows from it before the first die is rolled.
pub struct Opening {
    battle: AnyBattle,
    /// What is decided next, if that is known.
    next: Option<(Side, Command)>,
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

impl Imagined<'_> {
    fn stream(&self, world: u64, n: u64) -> Seeded {
        Seeded::stream(self.seed, 4 * world + n)
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether the view leaves nothing to guess.
    pub fn is_open(&self) -> bool {
        let [one, two] = [1, 2].map(|world| self.view.imagine(&mut self.stream(world, 4)).digest());
        one == two
    }

    /// A command with what the side would go on to do before the first die is rolled, as a veteran would: where
    /// nothing is hidden this is the same in every battle, and worth thinking through with care.
    pub fn opening(&self, command: &Command) -> Opening {
        let mut battle = self.view.imagine(&mut self.stream(0, 4));
        let mut whims = self.stream(0, 5);
        let mut next = command.clone();
        for _ in 0..LONGEST {
            let (mut after, mut dice) = (battle.clone(), Touched::default());
            let taken = after.submit(self.side, &next, &mut dice, &mut Silent).is_ok();
            if dice.0 || !taken || self.is_late() {
                break;
            }
            battle = after;
            if asked(&battle) != Some(self.side) {
                return Opening { battle, next: None };
            }
            let view = battle.view(Viewer::Player(self.side));
            // A veteran of this book would fight his ideas out himself.
            let level = if matches!(view, AnyView::Wab(_)) { Level::Recruit } else { Level::Veteran };
            next = answer(level, &view, self.side, &mut whims).into_command();
        }
        Opening { battle, next: Some((self.side, next)) }
    }

    /// A command alone, in the battle of that number.
    fn plain(&self, command: &Command, world: u64) -> Opening {
        let battle = self.view.imagine(&mut self.stream(world, 4));
        Opening { battle, next: Some((self.side, command.clone())) }
    }

    /// How a command fares in the battle of that number; nothing if time runs out.
    ///
    /// What is hidden, the dice and the whims of both sides depend on the number alone, so that every command is tried
    /// in the same battle.
    pub fn fate(&self, candidate: &Candidate, world: u64) -> Option<Fate> {
        let plain;
        let opening = match &candidate.opening {
            Some(opening) => opening,
            None => {
                plain = self.plain(&candidate.command, world);
                &plain
            }
        };
        let mut battle = opening.battle.clone();
        let mut dice = Fates::new(self.seed ^ world.rotate_left(40));
        let mut whims = BySide([self.stream(world, 6), self.stream(world, 7)]);
        let turn = battle.standing().turn;
        let last = if turn == 0 { u16::MAX } else { turn.saturating_add(self.turns) };
        // A command that does not fit what was guessed changes nothing: the battle tells as little as it can.
        let mut goes_on = match &opening.next {
            Some((side, command)) => battle.submit(*side, command, &mut dice, &mut Silent).is_ok(),
            None => true,
        };
        for _ in 0..LONGEST {
            let Some(side) = asked(&battle).filter(|_| goes_on && battle.standing().turn <= last) else {
                break;
            };
            if self.is_late() {
                return None;
            }
            let standing = battle.standing();
            dice.in_turn(2 * standing.turn + u16::from(standing.active == Some(Side::Blue)));
            let view = battle.view(Viewer::Player(side));
            let decision = hasty(&view, side, &mut whims[side]);
            goes_on = battle.take(side, decision, &mut dice, &mut Silent).is_ok();
        }
        Some(self.end(&battle))
    }

    fn lead(&self, battle: &AnyBattle) -> i32 {
        if let AnyView::Dba(view) = battle.view(Viewer::Player(self.side)) {
            return dba::worth(&view, self.side);
        }
        if let AnyView::Toms(view) = battle.view(Viewer::Player(self.side)) {
            return toms::worth(&view, self.side);
        }
        let losses = battle.standing().losses;
        losses[self.side.other()] - losses[self.side]
    }

    fn end(&self, battle: &AnyBattle) -> Fate {
        let won = match battle.asked() {
            Asked::Nobody(outcome) => {
                outcome.winner.map_or(0, |winner| if winner == self.side { 1 } else { -1 })
            }
            _ => 0,
        };
        Fate { won, lead: self.lead(battle) }
    }
}

/// What a side does that does not think for long.
pub fn hasty<'v>(view: &'v AnyView, side: Side, whims: &mut Seeded) -> AnyDecision<'v> {
    match view {
        AnyView::Toms(view) => AnyDecision::Toms(toms::usual(view, side)),
        AnyView::Dba(view) => AnyDecision::Dba(dba::hasty(view, side, whims)),
        view => answer(Level::Recruit, view, side, whims),
    }
}

/// Who decides next; of two who decide at once the first.
pub fn asked(battle: &AnyBattle) -> Option<Side> {
    match battle.asked() {
        Asked::Nobody(_) => None,
        Asked::One(side) => Some(side),
        Asked::Sealed(asked) => Side::ALL.into_iter().find(|side| asked[*side]),
    }
}
