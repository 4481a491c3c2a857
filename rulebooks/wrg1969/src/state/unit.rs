//! What is remembered of each unit.

use super::{Grade, Reaction};
use crate::order::{Leg, Order};
use crate::track::Spot;
use std::sync::Arc;
use table::{Formation, Pose};
use umpire::UnitId;

/// A reaction result being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Running {
    /// What.
    pub reaction: Reaction,
    /// For how many periods more.
    pub periods: u8,
    /// How many periods it has run.
    pub run: u8,
    /// The period it was got in: it governs those after.
    pub since: u16,
}

/// Why a unit is disorganised; numbered as the book numbers its causes, those after 15 ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Causes(pub u32);

/// A unit's part in a rout or a pursuit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flight {
    /// Neither.
    #[default]
    None,
    /// It is broken: running in its nth period (0: broke and has not run yet).
    Routing(u8),
    /// It pursues in its nth period.
    Pursuing(UnitId, u8),
    /// It rallies, or rallies back, next period: so many thousandths of an inch.
    Rallying(i32),
}

/// What a unit is doing in this period's movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Doing {
    /// It stands.
    #[default]
    Standing,
    /// It marches.
    Marching,
    /// It charges an enemy.
    Charging(UnitId),
    /// It countercharges.
    Countercharging(UnitId),
    /// It runs from a charge.
    Evading(UnitId),
}

/// An order in force.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The order, shared with the sheet it is written on.
    pub order: Arc<Order>,
    /// The leg it is at; past the last when it is completed.
    pub leg: u8,
    /// Whether a standing condition's leg runs in its place, and which.
    pub condition: Option<u8>,
    /// Conditions already used up, by bit.
    pub used: u8,
    /// Whether what the leg waits for has come true.
    pub ready: bool,
    /// Whether the leg has begun.
    pub begun: bool,
    /// What the leg's reference was found to mean when it began: a place in thousandths of an inch, or a unit.
    pub meant: Option<Meant>,
    /// The next point of the route.
    pub route: u8,
    /// The place beside a friend it keeps: thousandths of an inch ahead and right.
    pub offset: Option<(i32, i32)>,
    /// Where an enemy it goes for was last seen, in thousandths of an inch.
    pub seen_at: Option<(i32, i32)>,
}

impl Standing {
    /// An order just come into force.
    pub fn new(order: impl Into<Arc<Order>>) -> Self {
        Standing {
            order: order.into(),
            leg: 0,
            condition: None,
            used: 0,
            ready: false,
            begun: false,
            meant: None,
            route: 0,
            offset: None,
            seen_at: None,
        }
    }

    /// The leg being carried out; none once the order is completed.
    pub fn current(&self) -> Option<&Leg> {
        match self.condition {
            Some(i) => self.order.on.get(usize::from(i)).map(|c| &c.then),
            None => self.order.legs.get(usize::from(self.leg)),
        }
    }
}

/// What a reference was found to mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Meant {
    /// A feature of the ground, by its place in the list.
    Feature(u16),
    /// A unit.
    Unit(UnitId),
    /// A place, in thousandths of an inch.
    Point(i32, i32),
}

/// The part of a unit that is not where the table has it, for the rest of a period
/// (`wrg1969.orders.skirmish_part`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Apart {
    /// How it is drawn up.
    pub formation: Formation,
    /// Where.
    pub pose: Pose,
    /// The files of the whole unit.
    pub files: u16,
    /// Whether those who ran were on the right.
    pub right_went: bool,
}

/// Everything remembered of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitState {
    /// Its grade; hidden from the enemy until its first test. Engines have none.
    pub grade: Option<Grade>,
    /// The figures it began with.
    pub original: u16,
    /// Men lost towards the next figure.
    pub carry: u8,
    /// The order in force.
    pub order: Option<Standing>,
    /// An order received that waits for a reaction to end.
    pub waiting_order: Option<Arc<Order>>,
    /// The reaction result being carried out.
    pub running: Option<Running>,
    /// Rout, pursuit or rally.
    pub flight: Flight,
    /// What it does in this period's movement.
    pub doing: Doing,
    /// Why it is disorganised now.
    pub causes: Causes,
    /// What happened last period that still disorganises it.
    pub last_causes: Causes,
    /// Men lost to missiles this period and last.
    pub missile_loss: [u16; 2],
    /// Whether it lost a man a figure to missiles this period and last.
    pub hit_hard: [bool; 2],
    /// Men lost hand-to-hand this period.
    pub melee_loss: u16,
    /// Men it killed hand-to-hand this period.
    pub melee_dealt: u16,
    /// Figures at the start of the period.
    pub at_start: u16,
    /// Figures before this period's fire.
    pub before_fire: u16,
    /// Figures of the specialists inside it that are lost.
    pub part_lost: u16,
    /// Figures that shot at it this period and last.
    pub under_fire: [u16; 2],
    /// Whether it was charged this period.
    pub charged: bool,
    /// How far it went this period, in thousandths of an inch.
    pub moved: i32,
    /// Whether it advanced on an enemy this period.
    pub advanced: bool,
    /// Whether it has made its first-contact test.
    pub has_met_enemy: bool,
    /// Whether it has ever seen an enemy.
    pub has_seen_enemy: bool,
    /// Whether it has turned back a charge, pushed back or broken an enemy.
    pub has_won: bool,
    /// Whether it passed its closing test and may charge in the coming period.
    pub may_charge: bool,
    /// The score of its last test and the period it was made in.
    pub last_score: Option<(i16, u16)>,
    /// Periods running in which it was pushed back.
    pub pushed_back: u8,
    /// Whether it stands in square.
    pub square: bool,
    /// Whether its grade has been shown by a test.
    pub shown: bool,
    /// Whether it may never come back once off the table.
    pub gone_for_good: bool,
    /// Off the table: periods waited, periods until it returns if that is known, and where it left.
    pub away: Option<(u8, Option<u8>, Pose)>,
    /// Signals it has received, by bit.
    pub signals: u8,
    /// Where it stood when the period began, and at the charge-bonus point.
    pub stood: [Pose; 2],
    /// Where it was at the start of the period and after each sub-step since; empty if it has not moved
    /// (`wrg1969.fire.moment`).
    pub track: Vec<Spot>,
    /// Its charge this period: from how far off, in thousandths of an inch, and from which height.
    pub charge_from: Option<(i32, u8)>,
    /// Whom it shot at this period and last.
    pub shot_at: [Option<UnitId>; 2],
    /// With how many figures it shot this period and last.
    pub shot_with: [u16; 2],
    /// Whether its owner wants it not to shoot at those who charge it.
    pub spares_chargers: bool,
    /// Whether its rear ranks shot overhead this period, so that they do not fight.
    pub shot_overhead: bool,
    /// At whom its owner wants it to shoot.
    pub aims_at: Option<UnitId>,
    /// Whether its owner wants only its front rank to shoot.
    pub front_rank_only: bool,
    /// Whether it follows up an enemy it pushed back.
    pub following_up: bool,
    /// Whether it laps round an enemy's flank.
    pub laps: bool,
    /// Whether it spends this period rallying.
    pub rallies: bool,
    /// Whether it rallied last period, so that it may countercharge but not charge.
    pub rallied: bool,
    /// Whether it broke, or was destroyed, this period.
    pub broke_now: bool,
    /// Whether it broke by a test at the end of the last period, for which its friends test at the end of this one.
    pub broke_late: bool,
    /// Whether it broke or began to pursue out of an uncontrolled advance: its first period counts as its second.
    pub tired: bool,
    /// The prey it left to charge on through those its prey ran through.
    pub through: Option<UnitId>,
    /// Whether it faces about if charged while it leaves the field.
    pub leaves_facing: bool,
    /// Whether it falls back to cover or a hill rather than to friends.
    pub to_cover: bool,
    /// Enemies close by whom cover had hidden until this period.
    pub surprised_by: Option<UnitId>,
    /// Whether the ground or a crossing hindered it this period.
    pub hindered: bool,
    /// Whether cover hid it from every enemy at the end of the last period.
    pub was_hidden: bool,
    /// Whether it breaks off its fight this period, its back turned.
    pub breaks_off: bool,
    /// What its charge, rout or pursuit has left for the bonus stage, in thousandths of an inch.
    pub run_left: i32,
    /// Whether it ran, broken or in pursuit, in this period's normal stage.
    pub ran: bool,
    /// By how many quarters clockwise its figures have turned to march, and its files before.
    pub turned: Option<(u8, u16)>,
    /// Those of its files who are not with the others.
    pub apart: Option<Apart>,
}

impl UnitState {
    /// A unit about to fight: of a grade, of so many figures, without orders.
    pub fn new(grade: Option<Grade>, original: u16) -> Self {
        UnitState {
            grade,
            original,
            carry: 0,
            order: None,
            waiting_order: None,
            running: None,
            flight: Flight::None,
            doing: Doing::Standing,
            causes: Causes(0),
            last_causes: Causes(0),
            missile_loss: [0; 2],
            hit_hard: [false; 2],
            melee_loss: 0,
            melee_dealt: 0,
            at_start: original,
            before_fire: original,
            part_lost: 0,
            under_fire: [0; 2],
            charged: false,
            moved: 0,
            advanced: false,
            has_met_enemy: false,
            has_seen_enemy: false,
            has_won: false,
            may_charge: false,
            last_score: None,
            pushed_back: 0,
            square: false,
            shown: false,
            gone_for_good: false,
            away: None,
            signals: 0,
            stood: [Pose::default(); 2],
            track: Vec::new(),
            charge_from: None,
            shot_at: [None; 2],
            shot_with: [0; 2],
            spares_chargers: false,
            shot_overhead: false,
            aims_at: None,
            front_rank_only: false,
            following_up: false,
            laps: false,
            rallies: false,
            rallied: false,
            broke_now: false,
            broke_late: false,
            tired: false,
            through: None,
            leaves_facing: false,
            to_cover: false,
            surprised_by: None,
            hindered: false,
            was_hidden: false,
            breaks_off: false,
            run_left: 0,
            ran: false,
            turned: None,
            apart: None,
        }
    }
}
