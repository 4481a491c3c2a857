//! The result of a round: bonuses, who won, ranks.

use crate::data::formation::complete_ranks;
use crate::data::tables::{Going, tables};
use crate::data::troop::{Order, Troop};
use crate::house::House;
use crate::rule;
use dice::{D6, Dice, RollId};
use ruling::Tally;

/// What one side brings into the result besides its wounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Infantry in close order.
    pub close_order: bool,
    /// Complete ranks behind the first, of the best unit.
    pub ranks: u16,
    /// A standard.
    pub standard: bool,
    /// The army standard.
    pub army_standard: bool,
    /// Higher ground.
    pub high_ground: bool,
    /// Momentum.
    pub momentum: bool,
    /// Cavalry or chariots in difficult ground, who have none.
    pub mounted_in_difficult: bool,
    /// A flank attack.
    pub flank: bool,
    /// A rear attack.
    pub rear: bool,
}

/// The score of a side (`wab.result.score`).
pub fn score(wounds: u16, claims: &Claims) -> Tally {
    let b = &tables().bonuses;
    let mut tally = Tally::default();
    tally.add(rule::RESULT_SCORE, wounds.min(100) as i8);
    let ranks = claims.ranks.min(tables().ranks[0]) as i8;
    tally.add(b.rank.rule, b.rank.value * ranks);
    for (due, bonus) in [
        (claims.close_order, b.close_order),
        (claims.standard, b.standard),
        (claims.army_standard, b.army_standard),
        (claims.high_ground, b.high_ground),
        (claims.momentum && !claims.mounted_in_difficult, b.momentum),
        (claims.flank, b.flank),
        (claims.rear, b.rear),
    ] {
        tally.add(bonus.rule, if due { bonus.value } else { 0 });
    }
    tally
}

/// How a round stands before musicians roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The first side won by so much.
    First(u16),
    /// The second did.
    Second(u16),
    /// A draw.
    Draw,
    /// Both musicians roll for it.
    RollOff,
}

/// Who won a round (`wab.result.tie`).
pub fn round(house: &House, scores: [i16; 2], musicians: [bool; 2]) -> Round {
    match (scores[0] - scores[1], musicians) {
        (1.., _) => Round::First((scores[0] - scores[1]) as u16),
        (..=-1, _) => Round::Second((scores[1] - scores[0]) as u16),
        _ if !house.musician_breaks_ties => Round::Draw,
        (_, [true, true]) => Round::RollOff,
        (_, [true, false]) => Round::First(1),
        (_, [false, true]) => Round::Second(1),
        _ => Round::Draw,
    }
}

/// Settles a round by the musicians' dice.
pub fn roll_off(dice: &mut dyn Dice) -> Round {
    let die = |dice: &mut dyn Dice, side| dice.roll(RollId::new(rule::RESULT_TIE.as_str(), side), &D6);
    let (first, second) = (die(dice, 0), die(dice, 1));
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Round::First(1),
        std::cmp::Ordering::Less => Round::Second(1),
        std::cmp::Ordering::Equal => Round::Draw,
    }
}

/// The rank bonus of a unit; nothing where ranks do not count (`wab.result.ranks_lost`).
pub fn rank_bonus(models: u16, files: u16, troop: Troop, order: Order, going: Going, flanked: bool) -> u16 {
    let [most, wide] = tables().ranks;
    let lost = troop != Troop::Infantry
        || order == Order::Skirmish
        || files < wide
        || going != Going::Normal
        || flanked;
    if lost { 0 } else { complete_ranks(models, files).min(most) }
}
