//! Moving by the book: rates, ground, manoeuvres, marches, formations.

use crate::data::length::NEAR;
use crate::data::tables::{Going, inch_cost, tables};
use crate::data::troop::{Order, Troop};
use crate::house::House;
use crate::rule;
use ruling::RuleId;

/// How a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// A normal move.
    Normal,
    /// A charge.
    Charge,
    /// A march.
    March,
    /// A fast march.
    FastMarch,
}

impl Pace {
    /// All of them.
    pub const ALL: [Pace; 4] = [Pace::Normal, Pace::Charge, Pace::March, Pace::FastMarch];

    /// The word used in questions.
    pub const fn key(self) -> &'static str {
        match self {
            Pace::Normal => "normal",
            Pace::Charge => "charge",
            Pace::March => "march",
            Pace::FastMarch => "fast_march",
        }
    }

    /// Times M.
    pub fn rate(self, lone_character: bool) -> u8 {
        let t = tables();
        match self {
            Pace::Normal => 1,
            Pace::Charge => t.charge_rate,
            Pace::March => t.march_rate[usize::from(lone_character)],
            Pace::FastMarch => t.fast_march_rate,
        }
    }
}

/// A move written down.
#[derive(Clone, Debug)]
pub struct Written {
    /// M after armour.
    pub movement: u8,
    /// How it moves.
    pub pace: Pace,
    /// What it is.
    pub troop: Troop,
    /// How it stands.
    pub order: Order,
    /// Whether it is drilled.
    pub drilled: bool,
    /// Whether about-faces are free for it.
    pub light_cavalry: bool,
    /// Straight stretches: ground and inches.
    pub legs: Vec<(Going, f64)>,
    /// Arcs of the outer corner in wheels: ground and inches.
    pub wheels: Vec<(Going, f64)>,
    /// About-faces and quarter turns.
    pub about_faces: u8,
    /// Ranks added or taken away.
    pub rank_change: u8,
    /// Whether it reforms.
    pub reform: bool,
}

impl Written {
    /// What bad ground adds to the length of the way, in inches (`wab.terrain.part`).
    pub fn slowed(&self) -> f64 {
        let paid = |&(going, inches): &(Going, f64)| inches * (inch_cost(going, self.order) - 1.0);
        self.legs.iter().chain(&self.wheels).map(paid).sum()
    }
}

/// What a written move comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// Times M.
    pub rate: u8,
    /// What may be spent.
    pub allowance: f64,
    /// What it costs.
    pub cost: f64,
    /// The rules it offends.
    pub offends: Vec<RuleId>,
}

/// Judges a written move.
pub fn judge(house: &House, w: &Written) -> Cost {
    let rate = w.pace.rate(w.troop == Troop::Character);
    let allowance = f64::from(rate) * f64::from(w.movement);
    let open = w.order != Order::Close;
    let free = open && house.open_order_free_manoeuvres;
    let paid = |list: &[(Going, f64)]| -> f64 {
        list.iter().map(|&(going, inches)| inches * inch_cost(going, w.order)).sum()
    };
    let straight = paid(&w.legs);
    // Skirmishers turn as they please.
    let wheels = if w.order == Order::Skirmish { 0.0 } else { paid(&w.wheels) };
    let paid_turns = if free || w.light_cavalry || w.order == Order::Skirmish {
        0
    } else {
        w.about_faces.saturating_sub(u8::from(w.drilled))
    };
    let ranks = if free { 0 } else { w.rank_change };
    let share = f64::from(paid_turns) * tables().about_face + f64::from(ranks) * tables().rank_share;
    let reform = if w.reform { allowance } else { 0.0 };
    let cost = straight + wheels + share * allowance + reform;
    let mut offends = offences(house, w);
    if cost > allowance + NEAR {
        offends.push(rule::MOVE_RATE);
    }
    Cost { rate, allowance, cost, offends }
}

/// The rules a written move offends, its length apart.
fn offences(house: &House, w: &Written) -> Vec<RuleId> {
    let mut offends = Vec::new();
    let mut offend = |yes: bool, rule: RuleId| {
        if yes && !offends.contains(&rule) {
            offends.push(rule);
        }
    };
    let over = |test: fn(Going) -> bool| {
        w.legs.iter().chain(&w.wheels).any(|&(going, inches)| inches > 0.0 && test(going))
    };
    let bad = over(|going| matches!(going, Going::Difficult | Going::VeryDifficult));
    let obstacle = over(|going| going == Going::Obstacle);
    let stopped = w.troop.is_chariot() || matches!(w.troop, Troop::Elephant | Troop::Artillery);
    offend(stopped && over(|going| going == Going::VeryDifficult), rule::TERRAIN_IMPASSABLE);
    let manoeuvres = w.about_faces > 0 || w.rank_change > 0 || w.reform;
    let banned = w.order == Order::Skirmish || matches!(w.troop, Troop::Elephant | Troop::Artillery);
    match w.pace {
        Pace::Normal => {
            let turns = tables().about_faces[usize::from(w.order != Order::Close)]
                + u8::from(w.drilled && w.order == Order::Close);
            let limited = !(w.light_cavalry || w.order == Order::Skirmish);
            let limited = limited && !(house.open_order_free_manoeuvres && w.order != Order::Close);
            offend(limited && w.about_faces > turns, rule::MANOEUVRE_ABOUT_FACE);
            offend(w.rank_change > tables().ranks_most, rule::MANOEUVRE_CHANGE_FORMATION);
            let moves = !w.legs.is_empty() || !w.wheels.is_empty() || w.about_faces > 0 || w.rank_change > 0;
            offend(w.reform && moves, rule::MANOEUVRE_REFORM);
        }
        Pace::Charge => {
            offend(w.wheels.len() > 1, rule::CHARGE_WHEEL);
            offend(manoeuvres, rule::CHARGE_WHEEL);
            offend(w.troop == Troop::Artillery, rule::CHARGE_DECLARE);
        }
        Pace::March => {
            offend(bad, rule::MARCH_TERRAIN);
            offend(obstacle, rule::MARCH_OBSTACLE);
            offend(manoeuvres, rule::MARCH_MANOEUVRE);
            offend(banned, rule::MARCH_BANNED);
        }
        Pace::FastMarch => {
            offend(bad, rule::FAST_MARCH_TERRAIN);
            offend(obstacle, rule::FAST_MARCH_OBSTACLE);
            offend(manoeuvres, rule::FAST_MARCH_MANOEUVRE);
            offend(banned, rule::FAST_MARCH_BANNED);
        }
    }
    offends
}

/// An enemy who may forbid a march.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    /// How far it is.
    pub distance: f64,
    /// What it is.
    pub troop: Troop,
    /// Whether it is a character alone.
    pub character: bool,
    /// Whether it flees.
    pub fleeing: bool,
}

impl Watcher {
    /// Whether it forbids a march by such troops (`wab.march.enemy`); a fast march anyone forbids.
    pub fn forbids(&self, marcher: Troop, phalanx: bool, fast: bool) -> bool {
        if self.distance > tables().distances.march {
            return false;
        }
        if fast || phalanx {
            return true;
        }
        let horse = marcher == Troop::Cavalry || marcher.is_chariot();
        let ignored = self.fleeing
            || self.character
            || matches!(self.troop, Troop::Character | Troop::Artillery)
            || (horse && self.troop == Troop::Infantry);
        !ignored
    }
}

/// A unit that would march.
#[derive(Clone, Copy, Debug)]
pub struct Marcher {
    /// What it is.
    pub troop: Troop,
    /// Whether it is a character alone.
    pub lone: bool,
    /// How it stands.
    pub order: Order,
    /// Whether it has a musician.
    pub musician: bool,
    /// Whether it is a march column.
    pub column: bool,
    /// Whether it is a phalanx.
    pub phalanx: bool,
}

/// The rules that keep a unit from marching, and which of the enemies do.
pub fn may_march(unit: &Marcher, fast: bool, enemies: &[Watcher]) -> (Vec<RuleId>, Vec<usize>) {
    let pick = |march: RuleId, fast_march: RuleId| if fast { fast_march } else { march };
    let forbids = |e: &Watcher| e.forbids(unit.troop, unit.phalanx, fast);
    let blocking: Vec<usize> =
        enemies.iter().enumerate().filter(|(_, e)| forbids(e)).map(|(i, _)| i).collect();
    let banned = unit.order == Order::Skirmish || matches!(unit.troop, Troop::Elephant | Troop::Artillery);
    let checks = [
        (!unit.musician && !unit.lone, pick(rule::MARCH_MUSICIAN, rule::FAST_MARCH_MUSICIAN)),
        (fast && !unit.column, rule::FAST_MARCH_COLUMN),
        (banned, pick(rule::MARCH_BANNED, rule::FAST_MARCH_BANNED)),
        (!blocking.is_empty(), pick(rule::MARCH_ENEMY, rule::FAST_MARCH_ENEMY)),
    ];
    (checks.into_iter().filter(|(is, _)| *is).map(|(_, rule)| rule).collect(), blocking)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(pace: Pace, troop: Troop, order: Order) -> Written {
        Written {
            movement: 4,
            pace,
            troop,
            order,
            drilled: false,
            light_cavalry: false,
            legs: Vec::new(),
            wheels: Vec::new(),
            about_faces: 0,
            rank_change: 0,
            reform: false,
        }
    }

    fn offends(w: &Written) -> Vec<RuleId> {
        judge(&House::default(), w).offends
    }

    #[test]
    fn very_difficult_ground_is_closed_to_big_things() {
        let over = |troop: Troop| {
            let legs = vec![(Going::VeryDifficult, 0.5)];
            offends(&Written { legs, ..plain(Pace::Normal, troop, Order::Open) })
        };
        for troop in [Troop::LightChariot, Troop::HeavyChariot, Troop::Elephant, Troop::Artillery] {
            assert_eq!(over(troop), [rule::TERRAIN_IMPASSABLE], "{troop:?}");
        }
        assert_eq!(over(Troop::Infantry), []);
        assert_eq!(over(Troop::Cavalry), []);
    }

    #[test]
    fn who_charges_or_marches_only_wheels() {
        for (pace, rule) in [
            (Pace::Charge, rule::CHARGE_WHEEL),
            (Pace::March, rule::MARCH_MANOEUVRE),
            (Pace::FastMarch, rule::FAST_MARCH_MANOEUVRE),
        ] {
            let plain = plain(pace, Troop::Infantry, Order::Close);
            let wheel = vec![(Going::Normal, 1.0)];
            assert_eq!(offends(&Written { wheels: wheel, ..plain.clone() }), []);
            assert_eq!(offends(&Written { about_faces: 1, ..plain.clone() }), [rule]);
            assert_eq!(offends(&Written { rank_change: 1, ..plain.clone() }), [rule]);
            assert_eq!(offends(&Written { reform: true, ..plain }), [rule]);
        }
    }

    #[test]
    fn a_reform_is_instead_of_any_move() {
        let reform = Written { reform: true, ..plain(Pace::Normal, Troop::Infantry, Order::Close) };
        assert_eq!(offends(&reform), []);
        let with = |w: Written| offends(&w).contains(&rule::MANOEUVRE_REFORM);
        let inch = vec![(Going::Normal, 1.0)];
        assert!(with(Written { legs: inch.clone(), ..reform.clone() }));
        assert!(with(Written { wheels: inch, ..reform.clone() }));
        assert!(with(Written { about_faces: 1, ..reform.clone() }));
        assert!(with(Written { rank_change: 1, ..reform }));
    }

    #[test]
    fn how_often_who_turns_about_and_at_what_cost() {
        let turns = |n: u8, w: Written| {
            let cost = judge(&House::default(), &Written { about_faces: n, ..w });
            (cost.offends.contains(&rule::MANOEUVRE_ABOUT_FACE), cost.cost)
        };
        let foot = plain(Pace::Normal, Troop::Infantry, Order::Close);
        assert_eq!((turns(1, foot.clone()), turns(2, foot.clone()).0), ((false, 1.0), true));
        let drilled = Written { drilled: true, ..foot };
        assert_eq!((turns(1, drilled.clone()), turns(2, drilled.clone())), ((false, 0.0), (false, 1.0)));
        assert!(turns(3, drilled).0);
        let horse = plain(Pace::Normal, Troop::Cavalry, Order::Open);
        assert_eq!((turns(2, horse.clone()), turns(3, horse.clone()).0), ((false, 2.0), true));
        assert_eq!(turns(4, Written { light_cavalry: true, ..horse }), (false, 0.0));
        assert_eq!(turns(4, plain(Pace::Normal, Troop::Infantry, Order::Skirmish)), (false, 0.0));
        let wheels = vec![(Going::Normal, 2.0)];
        let scattered = Written { wheels, ..plain(Pace::Normal, Troop::Infantry, Order::Skirmish) };
        assert_eq!(judge(&House::default(), &scattered).cost, 0.0);
    }

    #[test]
    fn horse_and_chariots_march_past_foot() {
        let near = Watcher { distance: 8.0, troop: Troop::Infantry, character: false, fleeing: false };
        let stopped = |troop: Troop| near.forbids(troop, false, false);
        assert!(stopped(Troop::Infantry) && !stopped(Troop::Cavalry) && !stopped(Troop::LightChariot));
        assert!(!Watcher { distance: 8.01, ..near }.forbids(Troop::Infantry, false, false));
    }
}
