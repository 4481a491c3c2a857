//! What is remembered of each unit.

use crate::board::state::Spot;
use crate::data::reaction::{Grade, Reaction};
use crate::orders::order::{Leg, Order};
use std::hash::{Hash, Hasher};
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

/// What is noted when a leg begins whose order speaks of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Noted {
    /// Where the unit stood when the order came into force, in thousandths of an inch.
    pub start: (i32, i32),
    /// Where it stood when the leg began.
    pub from: (i32, i32),
    /// The period in which the leg began.
    pub since: u16,
    /// The leg that a condition interrupted.
    pub interrupted: Option<u8>,
}

/// An order in force.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Where and when the leg began, if its order speaks of it.
    pub noted: Option<Noted>,
}

/// What is as usual leaves no trace, so that the digest of a battle rests on what its orders say.
impl Hash for Standing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.order.hash(state);
        self.leg.hash(state);
        self.condition.hash(state);
        self.used.hash(state);
        (self.ready, self.begun).hash(state);
        self.meant.hash(state);
        self.route.hash(state);
        (self.offset, self.seen_at).hash(state);
        if let Some(noted) = &self.noted {
            noted.hash(state);
        }
    }
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
            noted: None,
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

/// What only its owner knows of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// Its grade; hidden from the enemy until its first test. Engines have none.
    pub grade: Option<Grade>,
    /// Men lost towards the next figure.
    pub carry: u8,
    /// The order in force.
    pub order: Option<Standing>,
    /// An order received that waits for a reaction to end.
    pub waiting_order: Option<Arc<Order>>,
    /// Whether it passed its closing test and may charge in the coming period.
    pub may_charge: bool,
    /// Whether it has ever seen an enemy.
    pub has_seen_enemy: bool,
    /// The score of its last test and the period it was made in.
    pub last_score: Option<(i16, u16)>,
    /// Signals it has received, by bit.
    pub signals: u8,
    /// Off the table: periods waited, periods until it returns if that is known, and where it left.
    pub away: Option<(u8, Option<u8>, Pose)>,
    /// Whether cover hid it from every enemy at the end of the last period.
    pub was_hidden: bool,
    /// Enemies whom cover hid from it at the end of the last period; the umpire alone knows of them.
    pub hidden_from_it: Vec<UnitId>,
    /// Where it stood when the period began, and at the charge-bonus point.
    pub stood: [Pose; 2],
    /// What its owner wants of it, and the umpire alone notes of it, in this period.
    pub secret: Secret,
    /// Something that nobody has made visible: a test of the veil.
    #[cfg(test)]
    pub unshown: u8,
}

/// What is kept from the enemy of a unit's doings in one period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Secret {
    /// At whom its owner wants it to shoot.
    pub aims_at: Option<UnitId>,
    /// Whether its owner wants it not to shoot at those who charge it.
    pub spares_chargers: bool,
    /// Whether its owner wants only its front rank to shoot.
    pub front_rank_only: bool,
    /// Enemies close by whom cover had hidden until this period.
    pub surprised_by: Option<UnitId>,
    /// Whether it breaks off its fight this period, its back turned.
    pub breaks_off: bool,
    /// Where it was at the start of the period and after each sub-step since; empty if it has not moved
    /// (`wrg1969.fire.moment`).
    pub track: Vec<Spot>,
}

/// What the table shows of a unit, from period to period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen {
    /// The figures it began with.
    pub original: u16,
    /// The reaction result being carried out.
    pub running: Option<Running>,
    /// Rout, pursuit or rally.
    pub flight: Flight,
    /// Figures of the specialists inside it that are lost.
    pub part_lost: u16,
    /// Whether it has made its first-contact test.
    pub has_met_enemy: bool,
    /// Whether it has turned back a charge, pushed back or broken an enemy.
    pub has_won: bool,
    /// Periods running in which it was pushed back.
    pub pushed_back: u8,
    /// Whether it stands in square.
    pub square: bool,
    /// Whether its grade has been shown by a test.
    pub shown: bool,
    /// Whether it may never come back once off the table.
    pub gone_for_good: bool,
    /// Whether it follows up an enemy it pushed back.
    pub following_up: bool,
    /// Whether it spends this period rallying.
    pub rallies: bool,
    /// Whether it rallied last period, so that it may countercharge but not charge.
    pub rallied: bool,
    /// Whether it broke by a test at the end of the last period, for which its friends test at the end of this one.
    pub broke_late: bool,
    /// Whether its back was turned to the enemy when it broke, so that it runs on as it faces.
    pub broke_running: bool,
    /// Whether it broke with no enemy in contact.
    pub broke_untouched: bool,
    /// Whether it broke or began to pursue out of an uncontrolled advance: its first period counts as its second.
    pub tired: bool,
    /// The prey it left to charge on through those its prey ran through.
    pub through: Option<UnitId>,
    /// Whether it faces about if charged while it leaves the field.
    pub leaves_facing: bool,
    /// Whether it falls back to cover or a hill rather than to friends.
    pub to_cover: bool,
    /// What its charge, rout or pursuit has left for the bonus stage, in thousandths of an inch.
    pub run_left: i32,
    /// Whether it ran, broken or in pursuit, in this period's normal stage.
    pub ran: bool,
    /// By how many quarters clockwise its figures have turned to march, and its files before.
    pub turned: Option<(u8, u16)>,
    /// In how many files it was drawn up, if friends in its way have made it tuck some in behind the others.
    pub tucked: Option<u16>,
    /// Those of its files who are not with the others.
    pub apart: Option<Apart>,
}

/// What the table saw of a unit in one period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Period {
    /// What it does in's movement.
    pub doing: Doing,
    /// Why it is disorganised now.
    pub causes: Causes,
    /// Men lost to missiles.
    pub missile_loss: u16,
    /// Whether it lost a man a figure to missiles.
    pub hit_hard: bool,
    /// Figures that shot at it.
    pub under_fire: u16,
    /// Whom it shot at.
    pub shot_at: Option<UnitId>,
    /// With how many figures it shot.
    pub shot_with: u16,
    /// Men lost hand-to-hand.
    pub melee_loss: u16,
    /// Men it killed hand-to-hand.
    pub melee_dealt: u16,
    /// Whether it was charged.
    pub charged: bool,
    /// How far it went, in thousandths of an inch.
    pub moved: i32,
    /// Whether it advanced on an enemy.
    pub advanced: bool,
    /// Whom it first threatened at the charge-bonus point: he shoots at it, whomever it meets in the end.
    pub first_target: Option<UnitId>,
    /// Who stopped it on its way.
    pub stopped_by: Option<UnitId>,
    /// Its charge: from how far off, in thousandths of an inch, and from which height.
    pub charge_from: Option<(i32, u8)>,
    /// Whether the ground or a crossing hindered it.
    pub hindered: bool,
    /// Whether its rear ranks shot overhead, so that they do not fight.
    pub shot_overhead: bool,
    /// Whether it laps round an enemy's flank.
    pub laps: bool,
    /// Whether it broke, or was destroyed,.
    pub broke_now: bool,
    /// Figures at the start of the period.
    pub at_start: u16,
    /// Figures before's fire.
    pub before_fire: u16,
}

/// Everything remembered of a unit, by who may see it and for how long it lasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitState {
    /// What only its owner knows.
    pub kept: Kept,
    /// What the table shows.
    pub seen: Seen,
    /// This period's doings.
    pub now: Period,
    /// The last period's doings.
    pub last: Period,
}

impl UnitState {
    /// A unit about to fight: of a grade, of so many figures, without orders.
    pub fn new(grade: Option<Grade>, original: u16) -> Self {
        UnitState {
            kept: Kept { grade, ..Kept::default() },
            seen: Seen { original, ..Seen::default() },
            now: Period { at_start: original, before_fire: original, ..Period::default() },
            last: Period::default(),
        }
    }

    /// A new period begins, with so many figures at a place: its doings are the last period's now.
    pub fn begin_period(&mut self, figures: u16, pose: Pose) {
        let fresh = Period { at_start: figures, before_fire: figures, ..Period::default() };
        self.last = std::mem::replace(&mut self.now, fresh);
        self.kept.secret = Secret::default();
        self.kept.stood = [pose; 2];
        self.seen.rallies = matches!(self.seen.flight, Flight::Rallying(_));
    }
}
