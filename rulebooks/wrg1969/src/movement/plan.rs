//! Planning: what every unit does in this period's normal stage, and its way (`wrg1969.geo.plan_order`).

use crate::board::state::{Doing, Flight};
use crate::board::{Board, Body};
use crate::charge::way::{self, Found, Would};
use crate::data::reaction::Reaction;
use crate::movement::course::{AtEdge, Course, Walker, plainly};
use crate::movement::intent::{Aiming, Go, Intent, Step};
use crate::movement::running::run;
use crate::movement::steer::{self, Aim, March};
use crate::movement::{destination, forced};
use crate::orders::order::Shape;
use table::Rect;
use umpire::{Roster, Side, UnitId};

/// How a unit is under way; of friends who meet the greater goes on (`wrg1969.geo.collision`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// It stands.
    Standing,
    /// It moves.
    Moving,
    /// It evades.
    Evading,
    /// It is broken and runs.
    Routing,
    /// It charges or pursues.
    Charging,
}

/// What a unit does.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Who.
    pub unit: UnitId,
    /// Its way in this stage.
    pub course: Course,
    /// How it is under way.
    pub way: Way,
    /// What it is said to do.
    pub doing: Doing,
    /// What it may spend in the whole period, the bonus stage with it.
    pub whole: f64,
    /// Whom it runs after.
    pub prey: Option<UnitId>,
    /// Whether it fights any enemy it meets.
    pub fights: bool,
    /// Whether it and its friends pass through each other.
    pub passes: bool,
    /// How its figures are turned at the end.
    pub turned: Option<(u8, u16)>,
    /// Whether it stands in square at the end.
    pub square: bool,
    /// Whether it runs, broken or in pursuit.
    pub runs: bool,
    /// Who stood in its way when it meant to charge.
    pub barred: Option<UnitId>,
}

impl Planned {
    /// A unit that stays where it is.
    pub fn standing(board: &Board<'_>, body: &Body<'_>) -> Self {
        Planned::new(board, body, Course::still(body, plainly(board, body)))
    }

    fn new(board: &Board<'_>, body: &Body<'_>, course: Course) -> Self {
        let state = board.state(body.id);
        let way = if course.last().cost > 0.0 { Way::Moving } else { Way::Standing };
        let doing = if way == Way::Moving { Doing::Marching } else { Doing::Standing };
        Planned {
            unit: body.id,
            whole: course.last().cost,
            course,
            way,
            doing,
            prey: None,
            fights: false,
            passes: body.troop() == crate::data::troop::Troop::LightInfantry,
            turned: state.seen.turned,
            square: state.seen.square,
            runs: false,
            barred: None,
        }
    }

    /// The same as a charge or an advance out of control, cut to what falls into the normal stage.
    fn charging(self, body: &Body<'_>, target: Option<UnitId>, whole: f64) -> Self {
        let doing = target.map_or(Doing::Marching, Doing::Charging);
        let sideways = self.turned.filter(|(quarters, _)| quarters % 2 == 1);
        let whole = whole - self.course.owed_at(body.normal());
        let course = self.course.cut(body.normal());
        Planned { course, way: Way::Charging, doing, whole, fights: true, turned: sideways, ..self }
    }

    /// The same as a run, cut to what falls into the normal stage.
    fn running(self, body: &Body<'_>, way: Way, prey: Option<UnitId>) -> Self {
        let whole = self.course.last().cost - self.course.owed_at(body.normal());
        let course = self.course.cut(body.normal());
        let doing = Doing::Marching;
        let sideways = self.turned.filter(|(quarters, _)| quarters % 2 == 1);
        // The broken burst through their friends; those who run after the enemy's do not.
        let passes = self.passes || way == Way::Routing;
        Planned { course, way, doing, whole, prey, runs: true, turned: sideways, passes, ..self }
    }
}

/// Everyone's plans for the normal stage, in the order of the bodies.
pub fn paths(board: &Board<'_>, roster: &Roster, intents: &[(UnitId, Intent)]) -> Vec<Planned> {
    let usual = Intent::default();
    let intent = |id: UnitId| intents.iter().find(|(u, _)| *u == id).map_or(&usual, |(_, i)| i);
    let charges = charges(board, &intent);
    let charge = |id: UnitId| charges.iter().find(|(u, _)| *u == id).map(|(_, found)| found);
    let plan = |body: &Body<'_>, there: Option<&Rect>| {
        plan(board, roster, body, intent(body.id), (charge(body.id), there))
    };
    let mut plans: Vec<Planned> = Vec::new();
    let mut waiting: Vec<&Body<'_>> = board.troops().collect();
    // Each round plans those whose friend is planned; a ring is planned for where its friends stand.
    loop {
        let before = waiting.len();
        let mut later = Vec::new();
        for body in waiting {
            let leader = destination::leader(board, body.id);
            let end = |id: UnitId| plans.iter().find(|p| p.unit == id).map(|p| p.course.end());
            match leader.map(|id| (id, end(id))) {
                Some((id, None)) if board.body(id).is_some() => later.push(body),
                Some((_, there)) => plans.push(plan(body, there.as_ref())),
                None => plans.push(plan(body, None)),
            }
        }
        if later.is_empty() {
            break;
        }
        if later.len() == before {
            for body in later {
                let there = destination::leader(board, body.id).and_then(|id| board.body(id)).map(|b| b.rect);
                plans.push(plan(body, there.as_ref()));
            }
            break;
        }
        waiting = later;
    }
    plans.sort_by_key(|p| p.unit);
    plans
}

fn plan(
    board: &Board<'_>,
    roster: &Roster,
    body: &Body<'_>,
    intent: &Intent,
    (charge, friend): (Option<&Found>, Option<&Rect>),
) -> Planned {
    let state = board.state(body.id);
    match state.seen.flight {
        Flight::Routing(_) => {
            let course = forced::rout(board, body);
            return Planned::new(board, body, course).running(body, Way::Routing, None);
        }
        Flight::Pursuing(prey, _) => {
            let course = forced::pursuit(board, body, prey);
            return Planned::new(board, body, course).running(body, Way::Charging, Some(prey));
        }
        Flight::Rallying(0) => {
            let course = forced::rally(board, body);
            return Planned { turned: None, ..Planned::new(board, body, course) };
        }
        Flight::Rallying(mils) => {
            let course = forced::rally_back(board, body, f64::from(mils) / 1000.0);
            return Planned { passes: true, ..Planned::new(board, body, course) };
        }
        Flight::None => {}
    }
    if board.engaged(body.id) {
        return engaged(board, body, intent);
    }
    if state.is_uncontrolled() {
        let (course, target) = forced::uncontrolled(board, body);
        let whole = course.last().cost + course.left;
        return Planned::new(board, body, course).charging(body, target, whole);
    }
    if let Some(Found::Way(target, course)) = charge {
        let whole = if course.stopped && course.left <= 0.0 { course.last().cost } else { body.charge() };
        return Planned::new(board, body, course.clone()).charging(body, Some(*target), whole);
    }
    let barred = match charge {
        Some(Found::Barred(by)) => *by,
        _ => None,
    };
    let running = state.seen.running.and_then(|r| forced::aim(board, body, r.reaction));
    let marched = match running {
        Some((aim, edge)) => march(board, body, intent, &Goal { aim, edge, most: f64::INFINITY }),
        None => {
            let aim = ordered(board, roster, body, intent, friend);
            let most = destination::farthest(board, roster, body);
            march(board, body, intent, &Goal { aim, edge: AtEdge::Leaves, most })
        }
    };
    Planned { barred, ..marched }
}

/// In contact nobody moves, unless he breaks off (`wrg1969.move.contact_pinned`, `wrg1969.breakoff`).
fn engaged(board: &Board<'_>, body: &Body<'_>, intent: &Intent) -> Planned {
    let leaves = board.state(body.id).seen.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
    if intent.go != Go::BreakOff && !leaves {
        return Planned::standing(board, body);
    }
    let length = body.normal();
    let course = run(board, body, body.facing.about(), (length, length), AtEdge::Leaves);
    let sideways = board.state(body.id).still_sideways();
    // It has gone about, and faces its own front again when it stands.
    Planned { passes: true, turned: sideways.or(Some((2, body.files))), ..Planned::new(board, body, course) }
}

/// What comes of wanting to charge for all who do, each side's together: the one its owner names, or any it may.
fn charges<'i>(board: &Board<'_>, intent: &impl Fn(UnitId) -> &'i Intent) -> Vec<(UnitId, Found)> {
    let wants = |body: &Body<'_>| {
        let state = board.state(body.id);
        let halted =
            matches!(state.seen.running.map(|r| r.reaction), Some(r) if r != Reaction::AdvanceOnEnemy);
        let intent = intent(body.id);
        let bound = state.seen.flight != Flight::None || state.is_uncontrolled() || board.engaged(body.id);
        if halted || bound || intent.go != Go::On || intent.charge == Aiming::Nobody {
            return None;
        }
        let mut targets = way::open_to(board, body);
        if let Aiming::At(enemy) = intent.charge {
            targets.retain(|id| *id == enemy);
        }
        (!targets.is_empty()).then_some(Would { unit: body.id, targets })
    };
    let mut all = Vec::new();
    for side in Side::ALL {
        let would: Vec<Would> = board.troops().filter(|b| b.side == side).filter_map(wants).collect();
        let found = way::ways(board, &would);
        all.extend(would.iter().map(|w| w.unit).zip(found));
    }
    all
}

/// What a unit makes for that may do as it is told.
fn ordered(
    board: &Board<'_>,
    roster: &Roster,
    body: &Body<'_>,
    intent: &Intent,
    friend: Option<&Rect>,
) -> Aim {
    match intent.go {
        Go::Halt | Go::BreakOff => Aim::Stand(Some(body.facing)),
        Go::Turn(quarters) => Aim::Stand(Some(body.facing + table::Facing(u32::from(quarters % 4) << 30))),
        Go::Back(mils) => Aim::Back(f64::from(mils) / 1000.0),
        Go::On => destination::aim(board, roster, body, friend),
    }
}

/// What a march makes for, whether it may leave the table, and how far it may go at most.
struct Goal {
    aim: Aim,
    edge: AtEdge,
    most: f64,
}

fn march(board: &Board<'_>, body: &Body<'_>, intent: &Intent, goal: &Goal) -> Planned {
    let state = board.state(body.id);
    let leg = state.leg();
    // The order's formation governs; without one the owner chooses (`wrg1969.orders.formation`).
    let shape = leg.and_then(|l| l.formation).filter(|_| state.seen.running.is_none()).or(intent.formation);
    let square = shape.map_or(state.seen.square, |s| s == Shape::Square);
    let files = shape
        .map(|s| destination::files_of(body, s))
        .filter(|&f| f != body.files || state.seen.turned.is_some());
    // Files that had to fall in behind the others come out again.
    let files = files.or(state.seen.tucked.filter(|_| shape.is_none()));
    // A ford has narrowed it, and its order would only widen it again in the water.
    let files = files.filter(|_| intent.formation.is_some() || !state.keeps_narrow());
    let mut allowance = body.normal();
    if let Some(pace) = leg.and_then(|l| l.pace).filter(|_| state.seen.running.is_none()) {
        allowance = allowance.min(f64::from(pace) / 1000.0);
    }
    if square || leg.is_some_and(|l| l.detail.slow) && state.seen.running.is_none() {
        allowance /= 2.0;
    }
    allowance = allowance.min(goal.most);
    if board.phase.led_by_general(body.id) && state.seen.running.is_none() && intent.go == Go::On {
        let course = led(board, body, intent, allowance, files);
        return Planned { square, turned: state.still_sideways(), ..Planned::new(board, body, course) };
    }
    let marched = steer::march(board, body, &March { allowance, files, edge: goal.edge }, &goal.aim);
    Planned { turned: marched.turned, square, ..Planned::new(board, body, marched.course) }
}

/// The general shows his unit its path himself (`wrg1969.orders.direct_control`).
fn led(board: &Board<'_>, body: &Body<'_>, intent: &Intent, allowance: f64, files: Option<u16>) -> Course {
    let drawn = plainly(board, body);
    let mut walker = Walker::new(board.book, body, drawn, (allowance, allowance), AtEdge::Leaves);
    if let Some(files) = files {
        steer::change(board, body, &mut walker, |walker| walker.reform(files));
    }
    for step in &intent.path {
        match *step {
            Step::Wheel(degrees) => walker.wheel(f64::from(degrees) / 1000.0),
            Step::Ahead(mils) => walker.ahead(f64::from(mils) / 1000.0),
        }
    }
    walker.done()
}

impl crate::board::state::UnitState {
    /// Whether it is on its way by a ford, a bridge or a road that its order names.
    fn keeps_narrow(&self) -> bool {
        let route = self.leg().map_or(0, |leg| leg.route.len());
        self.kept.order.as_ref().is_some_and(|s| s.begun && usize::from(s.route) < route)
    }
}
