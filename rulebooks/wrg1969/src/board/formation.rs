//! Formation: ranks and files, who of them fights, how far they overlap, what it costs to change.

use crate::data::tables::tables;
use crate::data::troop::{Hand, Troop};
use crate::house::House;
use crate::rule;
use arrayvec::ArrayVec;
use ruling::RuleId;

/// A unit drawn up in files and ranks (`wrg1969.geo.unit`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Files.
    pub files: u32,
    /// Ranks.
    pub ranks: u32,
    /// Figures in the last rank.
    pub last_rank: u32,
    /// Its width.
    pub width: f64,
    /// Its depth.
    pub depth: f64,
}

/// Draws up figures in so many files.
pub fn block(troop: Troop, figures: u32, files: u32) -> Block {
    let files = files.clamp(1, figures.max(1));
    let ranks = figures.div_ceil(files).max(1);
    let base = tables().troop(troop);
    Block {
        files,
        ranks,
        last_rank: figures.saturating_sub((ranks - 1) * files),
        width: f64::from(files) * base.front,
        depth: f64::from(ranks) * base.depth,
    }
}

/// What it costs to change from one formation to another: the shift of a corner (`wrg1969.move.reform.cost`).
pub fn reform_cost(from: &Block, to: &Block) -> f64 {
    let (wide, deep) = ((to.width - from.width) / 2.0, (to.depth - from.depth) / 2.0);
    (wide * wide + deep * deep).sqrt()
}

/// On which side of the enemy a unit overlaps him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// His left.
    Shielded,
    /// His right.
    Unshielded,
}

/// How many figures may overlap an enemy on one side (`wrg1969.melee.overlap`).
pub fn overlap(attacker: Troop, defender: Troop, side: Overlap) -> u32 {
    let limit = &tables().overlap;
    let model = |troop: Troop| troop == Troop::Elephant || troop.is_chariot();
    let figures = match side {
        _ if model(attacker) => limit.by_models,
        _ if model(defender) || defender == Troop::SuperHeavyCavalry => limit.wide_target,
        Overlap::Shielded => limit.shielded_side,
        Overlap::Unshielded => limit.unshielded_side,
    };
    figures.into()
}

/// A body in contact with an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The troop type.
    pub troop: Troop,
    /// Whether it is regular.
    pub regular: bool,
    /// The weapon it fights with.
    pub weapon: Hand,
    /// Figures of the first rank in contact.
    pub front: u32,
    /// Figures that overlap.
    pub overlap: u32,
    /// Ranks.
    pub ranks: u32,
    /// Figures in the last rank, if it is short.
    pub last_rank: Option<u32>,
    /// Whether its rear ranks shoot.
    pub firing: bool,
    /// The crew of a model, if it is not the usual one.
    pub crew: Option<u32>,
    /// Whether it charges or countercharges, so that drivers fight too.
    pub charging: bool,
}

/// Who fights, in halves of figures rank by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighting {
    /// Half figures of each rank that fights.
    pub halves: ArrayVec<u32, 4>,
}

impl Fighting {
    /// Half figures in all.
    pub fn all_halves(&self) -> u32 {
        self.halves.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// Figures that fight, half a figure dropped (`wrg1969.melee.ranks.round`).
    pub fn figures(&self) -> u32 {
        self.all_halves() / 2
    }
}

/// Who of a body fights (`wrg1969.melee.eligible`, `wrg1969.melee.ranks`, `wrg1969.melee.crews`).
pub fn fighting(house: &House, body: &Contact) -> Fighting {
    let mut halves = ArrayVec::new();
    let eligible = body.front.saturating_add(body.overlap);
    if body.troop.is_model() {
        let crew = body.crew.unwrap_or_else(|| tables().troop(body.troop).crew.into());
        let idle = u32::from(body.troop.is_chariot() && !body.charging);
        halves.push(eligible.saturating_mul(crew.saturating_sub(idle)).saturating_mul(2));
        return Fighting { halves };
    }
    let close_order = body.troop.is_close_infantry();
    let drilled = body.regular || house.barbarian_rear_ranks;
    let deep = close_order && drilled && !body.firing;
    let allowed = if deep { u32::from(tables().hand(body.weapon).half_ranks) } else { 2 };
    for rank in 0..body.ranks.min(allowed.div_ceil(2)) {
        let short = body.last_rank.filter(|_| rank > 0 && rank + 1 == body.ranks);
        let figures = short.map_or(eligible, |last| last.min(eligible));
        let weight = (allowed - 2 * rank).min(2);
        halves.push(figures.saturating_mul(weight));
    }
    Fighting { halves }
}

/// The rules by which those of a body fight.
pub fn rules(house: &House, body: &Contact, fighting: &Fighting) -> Vec<RuleId> {
    if body.troop.is_model() {
        let usual = body.crew.is_none().then_some(rule::TROOPS_CREWS);
        return [rule::MELEE_CREWS, rule::TROOPS_MODELS].into_iter().chain(usual).collect();
    }
    let barbarian = body.troop.is_close_infantry() && !body.regular && !house.barbarian_rear_ranks;
    let mut rules = vec![rule::MELEE_ELIGIBLE, rule::MELEE_RANKS];
    rules.extend(barbarian.then_some(rule::MELEE_RANKS_BARBARIAN));
    rules.extend((fighting.all_halves() % 2 == 1).then_some(rule::MELEE_RANKS_ROUND));
    rules.extend((body.overlap > 0).then_some(rule::MELEE_OVERLAP));
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foot(weapon: Hand, front: u32, ranks: u32) -> Contact {
        Contact {
            troop: Troop::MediumInfantry,
            regular: true,
            weapon,
            front,
            overlap: 0,
            ranks,
            last_rank: None,
            firing: false,
            crew: None,
            charging: false,
        }
    }

    #[test]
    fn ranks_fight_as_their_weapon_allows() {
        let halves = |body: &Contact| fighting(&House::default(), body).halves.to_vec();
        assert_eq!(halves(&foot(Hand::Pike, 6, 5)), [12, 12, 12, 12]);
        assert_eq!(halves(&foot(Hand::Pike, 6, 2)), [12, 12]);
        assert_eq!(halves(&foot(Hand::HeavyThrowing, 7, 3)), [14, 7]);
        assert_eq!(halves(&foot(Hand::LightJavelin, 7, 3)), [14]);
        assert_eq!(halves(&Contact { firing: true, ..foot(Hand::Pike, 6, 5) }), [12]);
        assert_eq!(halves(&Contact { troop: Troop::LightInfantry, ..foot(Hand::Pike, 6, 5) }), [12]);
        assert_eq!(halves(&Contact { last_rank: Some(2), ..foot(Hand::Pike, 6, 3) }), [12, 12, 4]);
        assert_eq!(halves(&Contact { last_rank: Some(2), ..foot(Hand::Pike, 6, 6) }), [12, 12, 12, 12]);
    }

    #[test]
    fn barbarians_fight_in_one_rank_unless_the_house_lets_them() {
        let body = Contact { regular: false, ..foot(Hand::HeavyThrowing, 10, 3) };
        assert_eq!(fighting(&House::default(), &body).figures(), 10);
        let lenient = House { barbarian_rear_ranks: true, ..House::default() };
        assert_eq!(fighting(&lenient, &body).figures(), 15);
    }

    #[test]
    fn drivers_fight_in_the_charge_alone() {
        let figures = |body: &Contact| fighting(&House::default(), body).figures();
        let chariots = Contact { troop: Troop::Chariot, ..foot(Hand::Chariot, 4, 1) };
        assert_eq!((figures(&chariots), figures(&Contact { charging: true, ..chariots })), (4, 8));
        let elephants = Contact { troop: Troop::Elephant, ..foot(Hand::Elephant, 3, 1) };
        assert_eq!((figures(&elephants), figures(&Contact { crew: Some(3), ..elephants })), (12, 9));
    }

    #[test]
    fn a_lost_rank_shortens_the_block() {
        let cohort = block(Troop::MediumInfantry, 20, 7);
        assert_eq!((cohort.ranks, cohort.last_rank, cohort.width, cohort.depth), (3, 6, 3.5, 2.25));
        assert_eq!(block(Troop::MediumInfantry, 14, 7).ranks, 2);
        assert_eq!(block(Troop::MediumInfantry, 3, 7).files, 3);
    }
}
