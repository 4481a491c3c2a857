//! Battles a strategos imagines.

use crate::Level;
use crate::player::answer;
use dice::Seeded;
use std::time::Instant;
use testudo::{AnyBattle, AnyView};
use umpire::{Asked, BySide, Command, Side, Silent, Viewer};

/// No imagined battle goes on for more decisions than this.
const LONGEST: usize = 600;

/// How the command of a side fared in an imagined battle.
#[derive(Clone, Copy, Debug)]
pub struct Fate {
    /// 1 for a victory, -1 for a defeat, 0 for neither so far.
    pub won: i8,
    /// How much more the enemy has lost.
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

impl Imagined<'_> {
    /// How a command fares in the battle of that number; nothing if time runs out.
    ///
    /// What is hidden, the dice and the whims of both sides depend on the number alone, so that every command is tried
    /// in the same battle.
    pub fn fate(&self, command: &Command, world: u64) -> Option<Fate> {
        let stream = |n: u64| Seeded::stream(self.seed, 4 * world + n);
        let mut battle = self.view.imagine(&mut stream(4));
        let mut dice = stream(5);
        let mut whims = BySide([stream(6), stream(7)]);
        let turn = battle.standing().turn;
        let last = if turn == 0 { u16::MAX } else { turn.saturating_add(self.turns) };
        // A command that does not fit what was guessed changes nothing: the battle tells as little as it can.
        let mut goes_on = battle.submit(self.side, command, &mut dice, &mut Silent).is_ok();
        for _ in 0..LONGEST {
            let side = match battle.asked() {
                Asked::Nobody(_) => break,
                _ if !goes_on || battle.standing().turn > last => break,
                Asked::One(side) => side,
                Asked::Sealed(asked) if asked[Side::Red] => Side::Red,
                Asked::Sealed(_) => Side::Blue,
            };
            if self.until.is_some_and(|until| Instant::now() >= until) {
                return None;
            }
            let view = battle.view(Viewer::Player(side));
            let decision = answer(Level::Recruit, &view, side, &mut whims[side]);
            goes_on = battle.take(side, decision, &mut dice, &mut Silent).is_ok();
        }
        Some(self.end(&battle))
    }

    fn end(&self, battle: &AnyBattle) -> Fate {
        let losses = battle.standing().losses;
        let lead = losses[self.side.other()] - losses[self.side];
        let won = match battle.asked() {
            Asked::Nobody(outcome) => {
                outcome.winner.map_or(0, |winner| if winner == self.side { 1 } else { -1 })
            }
            _ => 0,
        };
        Fate { won, lead }
    }
}
