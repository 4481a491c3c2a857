//! The tables of the book, read once from its data files. Lengths are in paces.

mod outcome;
mod read;
mod terrain;
#[cfg(test)]
mod tests;

pub use outcome::{Circumstance, Effect, Level, OutcomeRow};
pub use terrain::{Hides, MapLimits, Terrain, TerrainGoing, Topography};

use crate::data::troop::{Arm, Going, Troop, TroopSet};
use binding::{Toggle, data_files};
use ruling::{Factor, RuleId};
use terrain::TerrainRow;

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    rows: [Row; Troop::COUNT],
    /// The width of every base (`dba.element.base`).
    pub width: f64,
    /// The elements of an army (`dba.army.size`).
    pub army_size: usize,
    /// How far one moves across a river at the most (`dba.move.river`).
    pub river: f64,
    /// Rear support.
    pub support: Support,
    /// The tactical factors.
    pub tactical: Tactical,
    outcomes: Vec<OutcomeRow>,
    // The row of each loser, for the three levels.
    outcome_of: [[u8; Troop::COUNT]; 3],
    // Through whom each mover may go, with Dragoons on foot and with Dragoons mounted.
    pass_move: [[TroopSet; Troop::COUNT]; 2],
    pass_recoil: [[TroopSet; Troop::COUNT]; 2],
    terrain: [TerrainRow; Terrain::COUNT],
    /// The topographies.
    pub topographies: Vec<Topography>,
    /// How much of a line of sight may run inside woods, oasis or dunes (`dba.terrain.sight`).
    pub sight_inside: f64,
    /// The crown of a hill is its outline shrunk to this about its middle (`dba.terrain.sight`).
    pub crown: f64,
    /// Heights nearer than this are level (`dba.terrain.hills`).
    pub level: f64,
    /// What a map may hold.
    pub map: MapLimits,
    /// The greatest width of a river (`dba.terrain.river`).
    pub river_width_most: f64,
    /// The width of a road (`dba.terrain.road`).
    pub road_width: f64,
    /// Setting up.
    pub setup: Setup,
    /// What moves cost.
    pub pips: Pips,
    /// The legs of a wheel are no wider than this, in degrees (`dba.move.wheel`).
    pub wheel_leg: f64,
    /// How a group shifts.
    pub group_shift: GroupShift,
    /// How far from the enemy one stays who moves again and again (`dba.move.again.light_horse`).
    pub aloof: f64,
    /// The depth of a zone of control (`dba.zoc.area`).
    pub zone: f64,
    /// How near an enemy a mover must come into contact (`dba.contact.legal`).
    pub touch: f64,
    /// How far an enemy turns and shifts to line up with a group (`dba.contact.conform`).
    pub conform: Conform,
    /// How much of an attacker's front edge lies along the camp at the least (`dba.camp.attack`).
    pub camp_hold: f64,
    /// How far War Wagons shoot where they do (`dba.shoot.who`).
    pub wagon_range: u16,
    /// How far an arc of fire reaches to either side of the centre line (`dba.shoot.arc`).
    pub arc: f64,
    /// How many may shoot at one target (`dba.shoot.combine`).
    pub shooters: usize,
    /// How far one breaks off at the least (`dba.move.breakoff`).
    pub breakoff: f64,
    /// How far one recoils at the most (`dba.recoil.move`).
    pub recoil: f64,
    /// Who cannot be pushed (`dba.recoil.push`).
    pub never_pushed: TroopSet,
    /// How far one flees (`dba.flee.move`).
    pub flee: f64,
    /// Pursuit.
    pub pursuit: Pursuit,
    /// Who does not count as lost (`dba.victory.count`).
    pub not_counted: TroopSet,
    /// The house rules.
    pub toggles: Vec<Toggle>,
}

/// A row of the troop table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The rule that it is.
    pub rule: RuleId,
    /// The name of the type.
    pub name: String,
    /// The name in two or three letters.
    pub abbr: String,
    /// The arm on the sheet; `House::arm` is the arm in play.
    pub arm: Arm,
    /// The rate in good going.
    pub good: Option<u16>,
    /// The rate in bad going.
    pub bad: Option<u16>,
    /// The rate by road.
    pub road: Option<u16>,
    /// The factor against foot.
    pub vs_foot: i8,
    /// The factor against mounted.
    pub vs_mounted: i8,
    /// The range, 0 for those who do not shoot; `House::range` is the range in play.
    pub range: u16,
    /// The width of the base.
    pub width: u16,
    /// The depth of the base; `House::depth` is the depth in play.
    pub depth: u16,
    /// Whether it may move into contact (`dba.contact.who`).
    pub moves_into_contact: bool,
    /// Whether it pursues (`dba.pursuit.who`); `House::pursues` says whether in play.
    pub pursues: bool,
    /// Whether bad going costs it no factor (`dba.tactical.bad_going`).
    pub bad_going_exempt: bool,
    /// Whether it may go into a camp (`dba.camp.enter`).
    pub enters_camps: bool,
}

impl Row {
    /// The rate in that going.
    #[inline]
    pub fn rate(&self, going: Going) -> Option<u16> {
        match going {
            Going::Good => self.good,
            Going::Bad => self.bad,
        }
    }

    /// The factor against that arm (`dba.combat.basic`).
    #[inline]
    pub fn versus(&self, arm: Arm) -> i8 {
        match arm {
            Arm::Foot => self.vs_foot,
            Arm::Mounted => self.vs_mounted,
        }
    }
}

/// Rear support.
#[derive(Debug)]
pub struct Support {
    // By troop type.
    same: [i8; Troop::COUNT],
    /// Whose presence cancels it: charged by either element, or shooting at the supporter (`dba.support.same`).
    pub cancelled_by: TroopSet,
    /// Who loses it on charging mounted (`dba.support.no_charge_mounted`).
    pub not_charging_mounted: TroopSet,
    /// Whom Psiloi support.
    pub psiloi_support: TroopSet,
    /// What Psiloi add (`dba.support.psiloi`).
    pub psiloi: Factor,
}

impl Support {
    /// What another element of the same type adds from behind (`dba.support.same`); 0 for most.
    #[inline]
    pub fn same(&self, troop: Troop) -> i8 {
        self.same[troop as usize]
    }
}

/// The tactical factors, each with its rule, and who causes or escapes them.
#[derive(Debug)]
pub struct Tactical {
    /// Foot holding a camp.
    pub camp: Factor,
    /// Shot with Pikes.
    pub shot_pikes: Factor,
    /// The general.
    pub general: Factor,
    /// Uphill or behind a river.
    pub uphill_bank: Factor,
    /// How near the river one who defends its bank must be (`dba.tactical.bank`).
    pub bank_within: f64,
    /// Shot at in the open.
    pub open_ground: Factor,
    /// By whom from anywhere.
    pub open_ground_by: TroopSet,
    /// By whom only when near.
    pub open_ground_near_by: TroopSet,
    /// What is near.
    pub open_ground_near: f64,
    /// A flank overlapped, or an enemy on flank or rear.
    pub overlap: Factor,
    /// Bows beside the attacker of a camp.
    pub camp_overlap: Factor,
    /// Each shooter beyond the first.
    pub aiding: Factor,
    /// Bad going.
    pub bad_going: Factor,
    /// Mounted against an enemy in bad going (`dba.tactical.enemy_in_bad_going`).
    pub enemy_in_bad_going: Factor,
}

/// Setting up.
#[derive(Debug)]
pub struct Setup {
    /// A camp's length along the base edge (`dba.camp.place`).
    pub camp_width: f64,
    /// A camp's depth.
    pub camp_depth: f64,
    /// With so many War Wagons an army may do without a camp.
    pub camp_wagons: usize,
    /// How far from the own edge one deploys at the most (`dba.setup.deploy`).
    pub depth: f64,
    /// How far from the side edges at the least.
    pub margin: f64,
    /// How many pairs the defender may exchange (`dba.setup.swap`).
    pub swaps: usize,
}

/// What moves cost, in PIPs.
#[derive(Debug)]
pub struct Pips {
    /// Any move (`dba.pips.cost`).
    pub each: u8,
    /// The extra for heavy equipment (`dba.pips.heavy`).
    pub heavy: u8,
    /// What is heavy.
    pub heavy_troops: TroopSet,
    /// The extra when out of command (`dba.pips.command`).
    pub command: u8,
    /// How far command reaches.
    pub command_seen: f64,
    /// How far it reaches out of sight.
    pub command_unseen: f64,
    /// The extra for a secluded general (`dba.pips.secluded`).
    pub secluded: u8,
    /// Where the general is secluded, camps apart.
    pub secluded_in: Vec<Terrain>,
}

/// How a group shifts (`dba.move.group`).
#[derive(Debug)]
pub struct GroupShift {
    /// How far at the most.
    pub most: f64,
    /// How near an enemy may be that it must then stand opposite to.
    pub opposite: f64,
}

/// How an enemy lines up with a group (`dba.contact.conform`).
#[derive(Debug)]
pub struct Conform {
    /// The greatest turn, in degrees.
    pub turn: f64,
    /// The greatest shift.
    pub shift: f64,
}

/// Pursuit.
#[derive(Debug)]
pub struct Pursuit {
    /// How far at the most (`dba.pursuit.move`).
    pub most: f64,
    /// The greatest shift to line up with another enemy (`dba.pursuit.new_enemy`).
    pub shift: f64,
    /// The greatest turn, in degrees.
    pub turn: f64,
    /// How far short of an enemy it halts when it cannot line up.
    pub short: f64,
}

data_files!(Tables);

impl Troop {
    /// The name that players read.
    pub fn name(self) -> &'static str {
        &tables().troop(self).name
    }

    /// The name in two or three letters.
    pub fn abbr(self) -> &'static str {
        &tables().troop(self).abbr
    }

    /// Its row of the troop table.
    pub fn rule(self) -> RuleId {
        tables().troop(self).rule
    }
}

impl Tables {
    /// The row of a type.
    #[inline]
    pub fn troop(&self, troop: Troop) -> &Row {
        &self.rows[troop as usize]
    }

    /// Whether a type may go through a friend in a tactical move or in flight, with Dragoons of that arm
    /// (`dba.pass.move`).
    #[inline]
    pub fn passes(&self, dragoons: Arm, mover: Troop, met: Troop) -> bool {
        self.pass_move[dragoons as usize][mover as usize].has(met)
    }

    /// Whether a type may recoil through a friend by what the sheet says of recoils, with Dragoons of that arm
    /// (`dba.pass.recoil`).
    #[inline]
    pub fn recoils_through(&self, dragoons: Arm, mover: Troop, met: Troop) -> bool {
        self.pass_recoil[dragoons as usize][mover as usize].has(met)
    }

    /// The topography of that name.
    pub fn topography(&self, name: &str) -> Option<&Topography> {
        self.topographies.iter().find(|t| t.name == name)
    }

    /// The row of a loser at a level.
    pub fn outcome_row(&self, level: Level, loser: Troop) -> &OutcomeRow {
        &self.outcomes[usize::from(self.outcome_of[level as usize][loser as usize])]
    }
}
