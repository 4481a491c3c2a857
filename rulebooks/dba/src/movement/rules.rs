//! Rates and costs: how far an element may go, what its legs cost, who moves again, what a move costs in PIPs.

use crate::board::geometry::in_range;
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::troop::{Going, Troop, TroopSet};
use crate::house::House;
use crate::rule;
use arrayvec::ArrayVec;
use ruling::{RuleId, Tally};
use table::Rect;

/// Which of its rates an element moves at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Through good going.
    Good,
    /// Through bad going.
    Bad,
    /// Along a road.
    Road,
}

impl From<Going> for Way {
    fn from(going: Going) -> Way {
        match going {
            Going::Good => Way::Good,
            Going::Bad => Way::Bad,
        }
    }
}

/// The rate of a type, in paces; none if it cannot make such a move (`dba.move.rates`).
pub fn rate(troop: Troop, way: Way) -> Option<f64> {
    let row = tables().troop(troop);
    let rate = match way {
        Way::Good => row.good,
        Way::Bad => row.bad,
        Way::Road => row.road,
    };
    rate.map(f64::from)
}

/// How elements move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formation {
    /// One by itself.
    Single,
    /// One behind the other.
    Column,
    /// Two or more abreast.
    Group,
}

/// How far a move may go, and the rules that say so.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowance {
    /// How far in paces; none if it may not be made at all.
    pub paces: Option<f64>,
    /// The rules.
    pub rules: ArrayVec<RuleId, 6>,
}

/// A move by a type, as it is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The type.
    pub troop: Troop,
    /// At which of its rates.
    pub way: Way,
    /// How it moves with others.
    pub formation: Formation,
    /// Whether it crosses a river off road.
    pub crosses_river: bool,
    /// Whether all who move with it are Psiloi or Jaeger.
    pub with_skirmishers: bool,
}

/// How far a type may move so.
pub fn allowance(asked: &Asked) -> Allowance {
    let Asked { troop, way, formation, .. } = *asked;
    let mut rules: ArrayVec<RuleId, 6> = ArrayVec::new();
    rules.push(rule::MOVE_RATES);
    let mut paces = rate(troop, way);
    if paces.is_none() {
        rules.push(if troop == Troop::CampFollowers { rule::CAMP_FOLLOWERS } else { rule::MOVE_UNABLE });
    }
    if way == Way::Road {
        rules.push(rule::MOVE_ROAD);
        paces = paces.filter(|_| formation.keeps_to_roads());
    }
    if way == Way::Bad && formation == Formation::Group {
        rules.push(rule::MOVE_GROUP_GOING);
        paces =
            paces.filter(|_| asked.with_skirmishers && formation.may_enter_bad_going([troop].into_iter()));
    }
    if asked.crosses_river && way != Way::Road {
        rules.push(rule::MOVE_RIVER);
        paces = paces.filter(|_| formation.crosses_rivers()).map(in_river);
    }
    Allowance { paces, rules }
}

impl Formation {
    /// Whether those who move so may use the rate of a road (`dba.move.road`).
    pub fn keeps_to_roads(self) -> bool {
        self != Formation::Group
    }

    /// Whether those who move so may cross a river (`dba.move.river`).
    pub fn crosses_rivers(self) -> bool {
        self != Formation::Group
    }

    /// Whether these may be in bad going when they move so: in line only Psiloi and Jaeger (`dba.move.group_going`).
    pub fn may_enter_bad_going(self, mut troops: impl Iterator<Item = Troop>) -> bool {
        self != Formation::Group || troops.all(is_skirmisher)
    }
}

/// How far an element goes in a river that would go so far on land (`dba.move.river`).
pub fn in_river(paces: f64) -> f64 {
    paces.min(tables().river)
}

/// Whether a type goes into bad going in line (`dba.move.group_going`).
pub fn is_skirmisher(troop: Troop) -> bool {
    matches!(troop, Troop::Psiloi | Troop::Jaeger)
}

/// What a leg costs: the greater of the ways of the two front corners, each taken straight (`dba.move.measure`).
pub fn leg(from: &Rect, to: &Rect) -> f64 {
    table::front_corner_cost(from, to)
}

/// Whether a cost is within a rate.
pub fn within(cost: f64, rate: f64) -> bool {
    cost <= rate + NEAR
}

/// Into how many legs a wheel falls, and what it costs for a rank so many elements wide (`dba.move.wheel`).
pub fn wheel(front: f64, degrees: f64) -> (f64, f64) {
    let width = front * tables().width;
    (table::wheel_steps(degrees, tables().wheel_leg), table::wheel_chords(width, degrees, tables().wheel_leg))
}

/// A move by an element that has moved before in this bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Further {
    /// Its troop type.
    pub troop: Troop,
    /// How many moves it has made.
    pub moves_made: u32,
    /// Whether this is its side's first bound.
    pub own_first_bound: bool,
    /// Whether all its moves of the bound are by road.
    pub all_road: bool,
    /// Whether it ends in front, flank or rear contact.
    pub ends_in_contact: bool,
    /// Whether it ends in contact, in overlap or in rear support of one in contact.
    pub ends_engaged: bool,
    /// Whether it comes within 160 paces of an enemy or of a camp that the enemy holds.
    pub near_enemy: bool,
}

/// The rule by which a further move is allowed.
///
/// # Errors
/// The rule by which it is not.
pub fn further_move(house: &House, m: &Further) -> Result<RuleId, RuleId> {
    if m.troop == Troop::CampFollowers {
        return Err(rule::CAMP_FOLLOWERS);
    }
    if m.moves_made == 0 {
        return Ok(rule::MOVE_ONCE);
    }
    if m.all_road && !m.ends_in_contact {
        return Ok(rule::MOVE_AGAIN_ROAD);
    }
    let engaged = m.ends_engaged || m.ends_in_contact;
    let (allowed, rule) = match m.troop {
        Troop::LightHorse if house.light_horse_further_moves => {
            (!m.near_enemy && !m.ends_in_contact, rule::MOVE_AGAIN_LIGHT_HORSE)
        }
        Troop::Psiloi if house.psiloi_first_bound => (m.own_first_bound, rule::MOVE_AGAIN_PSILOI),
        Troop::Warband if house.warband_second_move => {
            (m.moves_made == 1 && engaged, rule::MOVE_AGAIN_WARBAND)
        }
        _ => (false, rule::MOVE_ONCE),
    };
    if allowed { Ok(rule) } else { Err(rule) }
}

/// Whether an element may break off straight back by a distance from an enemy in front contact, where neither its
/// flanks nor its rear are held (`dba.move.breakoff`).
pub fn may_break_off(troop: Troop, going: Going, enemy: Troop, enemy_going: Going, distance: f64) -> bool {
    let rate_of = |troop, going: Going| rate(troop, going.into()).unwrap_or(0.0);
    let own = rate_of(troop, going);
    own > rate_of(enemy, enemy_going) && distance >= tables().breakoff - NEAR && within(distance, own)
}

/// Where the general is, as a move is paid for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum General {
    /// Among those who move.
    Moves,
    /// Lost.
    Lost,
    /// Elsewhere.
    Away {
        /// How far from the nearest of those who move.
        distance: f64,
        /// Whether the sight line between them is clear.
        in_sight: bool,
    },
}

/// A move as it is paid for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paid {
    /// The types of those who move.
    pub troops: TroopSet,
    /// How many move.
    pub elements: usize,
    /// Where the general is.
    pub general: General,
    /// Whether the general's element lies wholly in a camp, woods, oasis or marsh.
    pub secluded: bool,
    /// Whether this is the side's own first bound.
    pub first_bound: bool,
}

/// What a move costs in PIPs; in a side's first bound nothing is added (`dba.pips.first`).
pub fn pips(house: &House, paid: &Paid) -> Tally {
    let table = &tables().pips;
    let mut tally = Tally::default();
    tally.add(rule::PIPS_COST, table.each as i8);
    if paid.first_bound || !house.extra_pips {
        return tally;
    }
    if !paid.troops.is_apart_from(table.heavy_troops) {
        tally.add(rule::PIPS_HEAVY, table.heavy as i8);
    }
    let out_of_command = match paid.general {
        General::Moves => false,
        General::Lost => true,
        General::Away { distance, in_sight } => {
            let reach = if in_sight { table.command_seen } else { table.command_unseen };
            !in_range(distance, reach)
        }
    };
    if out_of_command {
        tally.add(rule::PIPS_COMMAND, table.command as i8);
    }
    let alone = paid.general == General::Moves && paid.elements == 1;
    if paid.secluded && !alone && paid.general != General::Lost {
        tally.add(rule::PIPS_SECLUDED, table.secluded as i8);
    }
    tally
}
