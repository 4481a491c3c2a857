//! The options of every step that offers some: their words, their rules, and what each does.

use crate::aftermath::rally;
use crate::board::bodies::{Board, Body};
use crate::board::state::{Declaration, Query, Step};
use crate::charge::{advance, declare};
use crate::combat::prepare;
use crate::play::plan::Plan;
use crate::rule;
use ruling::RuleId;
use umpire::voice::{self, name};
use umpire::{Choice, Field, UnitId};

/// What a step asks, and under which rule.
pub fn question(field: &Field, step: &Step) -> (RuleId, String) {
    match step {
        Step::Begin => (rule::TURN_SEQUENCE, "Everyone stands ready.".to_owned()),
        Step::Edge(_) => (rule::SETUP_DEPLOY, "Which long edge is yours?".to_owned()),
        Step::FirstTurn(_) => (rule::SETUP_FIRST_TURN, "Do you take the first turn?".to_owned()),
        Step::Declare => (rule::CHARGE_DECLARE, "Declare a charge, or none.".to_owned()),
        Step::Answer { charger, target, .. } => (rule::REACT_WHEN, {
            let (charger, target) = (name(field, *charger), name(field, *target));
            let (charge, does) = (charger.form("charges", "charge"), target.form("does", "do"));
            format!("{charger} {charge}: how {does} {target} answer?")
        }),
        Step::Redirect(units) => {
            let names = voice::names(field, units.iter().copied());
            (rule::CHARGE_REDIRECT, format!("Their target is gone: do {names} charge another?"))
        }
        Step::Regroup(unit) => (rule::RALLY_AFTER, does(field, *unit, "How wide ", " form up?")),
        Step::Face(unit, _) => (rule::RALLY_AFTER, does(field, *unit, "Which way ", " face?")),
        Step::Prepare(query) => prepared(field, *query),
        Step::Chargers => (rule::CHARGE_RATE, "Which charger moves next?".to_owned()),
        Step::Combat => (rule::COMBAT_PHASE, "Which combat is fought next?".to_owned()),
        Step::Pursue { unit, .. } => (rule::PURSUIT_CHOICE, does(field, *unit, "", " pursue?")),
        Step::Follow(unit, target) => {
            (rule::GIVE_GROUND_MOVE, does(field, *unit, "", &format!(" follow {}?", name(field, *target))))
        }
        _ => (rule::TURN_SEQUENCE, "Decide".to_owned()),
    }
}

/// A question about what a unit does: "How wide do Hastati (R1) form up?".
fn does(field: &Field, unit: UnitId, ask: &str, what: &str) -> String {
    let unit = name(field, unit);
    let does = unit.form("does", "do");
    voice::sentence(&format!("{ask}{does} {unit}{what}"))
}

/// What is asked before a combat is fought.
fn prepared(field: &Field, query: Query) -> (RuleId, String) {
    match query {
        Query::Weapon(unit) => (rule::COMBAT_WEAPONS, does(field, unit, "What ", " fight with?")),
        Query::Challenge(me, him) => {
            (rule::TROOPS_CHARACTERS, format!("Does {} challenge {}?", name(field, me), name(field, him)))
        }
        Query::Accept(me, him) => (
            rule::TROOPS_CHARACTERS,
            format!("Does {} take the challenge of {}?", name(field, him), name(field, me)),
        ),
        Query::Aim(unit, him) => (
            rule::COMBAT_ALLOCATION,
            format!("Do those of {} who touch {} strike at him?", name(field, unit), name(field, him)),
        ),
    }
}

/// An option, with what it does.
type Offer = (Choice, Plan);

fn offer(label: impl Into<String>, rule: RuleId, units: &[UnitId], plan: Plan) -> Offer {
    (Choice { label: label.into().into(), rule, units: units.to_vec() }, plan)
}

/// The options of a step that offers some, each with what it does.
pub fn offers(board: &Board<'_>, field: &Field) -> Vec<Offer> {
    match &board.phase.step {
        Step::Begin => vec![offer("Begin", rule::TURN_SEQUENCE, &[], Plan::Begin)],
        Step::Edge(_) => [("The south edge", true), ("The north edge", false)]
            .map(|(label, south)| offer(label, rule::SETUP_DEPLOY, &[], Plan::Edge(south)))
            .into(),
        Step::FirstTurn(_) => [("Take the first turn", true), ("Give it away", false)]
            .map(|(label, takes)| offer(label, rule::SETUP_FIRST_TURN, &[], Plan::FirstTurn(takes)))
            .into(),
        Step::Declare | Step::Answer { .. } | Step::Redirect(_) | Step::Chargers => of_charges(board, field),
        Step::Regroup(_) | Step::Face(..) => of_forming_up(board),
        Step::Prepare(_) | Step::Combat => of_combats(board, field),
        Step::Pursue { .. } | Step::Follow(..) => of_pursuits(&board.phase.step, field),
        Step::Deploy(_) | Step::Remaining | Step::Shoot | Step::Over(_) => Vec::new(),
    }
}

/// The options while charges are declared, answered and moved.
fn of_charges(board: &Board<'_>, field: &Field) -> Vec<Offer> {
    match &board.phase.step {
        Step::Declare => declare::declarations(board).iter().map(|&d| declaration(board, field, d)).collect(),
        Step::Answer { allowed, charger, target } => allowed
            .iter()
            .map(|&a| offer(a.label(), a.rule(), &[*charger, *target], Plan::Answer(a)))
            .collect(),
        Step::Redirect(units) => declare::redirect_options(board, units)
            .into_iter()
            .map(|(unit, target)| {
                let (plan, who) = (Plan::Redirect(unit, target), name(field, unit));
                match target {
                    Some(t) => {
                        let label =
                            format!("{who} {} {} instead", who.form("charges", "charge"), name(field, t));
                        offer(label, rule::CHARGE_REDIRECT, &[unit, t], plan)
                    }
                    None => offer(
                        format!("{who} {} to the first", who.form("keeps", "keep")),
                        rule::CHARGE_FAILED,
                        &[unit],
                        plan,
                    ),
                }
            })
            .collect(),
        Step::Chargers => advance::chargers(board)
            .into_iter()
            .map(|u| offer(name(field, u).to_string(), rule::CHARGE_RATE, &[u], Plan::Charger(u)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Something that may be declared.
fn declaration(board: &Board<'_>, field: &Field, declaration: Declaration) -> Offer {
    let plan = Plan::Declare(declaration);
    match declaration {
        Declaration::Charge(unit, target) => {
            let frenzied = board.body(unit).is_some_and(Body::is_frenzied);
            let why = if frenzied { rule::FRENZY_CHARGE } else { rule::CHARGE_DECLARE };
            let unit_name = name(field, unit);
            let charge = unit_name.form("charges", "charge");
            let label = format!("{unit_name} {charge} {}", name(field, target));
            offer(label, why, &[unit, target], plan)
        }
        Declaration::Disengage(unit, far) => {
            let who = name(field, unit);
            let label = format!("{who} {} back {}", who.form("draws", "draw"), voice::inches(far.into()));
            offer(label, rule::DISENGAGE, &[unit], plan)
        }
        Declaration::Done => offer("No more charges", rule::MOVE_SEQUENCE, &[], plan),
    }
}

/// The widths and facings of a unit that forms up.
fn of_forming_up(board: &Board<'_>) -> Vec<Offer> {
    match &board.phase.step {
        Step::Regroup(unit) => rally::widths(board, *unit)
            .into_iter()
            .map(|n| offer(format!("{n} files"), rule::RALLY_AFTER, &[*unit], Plan::Width(n)))
            .collect(),
        Step::Face(unit, files) => rally::facings(board, *unit, *files)
            .into_iter()
            .map(|facing| {
                let label = format!("Facing {}°", facing.to_degrees().round());
                offer(label, rule::RALLY_AFTER, &[*unit], Plan::Face(facing))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Which combat is fought next, and what is settled before it is.
fn of_combats(board: &Board<'_>, field: &Field) -> Vec<Offer> {
    match &board.phase.step {
        Step::Prepare(query) => {
            let (rule, _) = prepared(field, *query);
            let answers = prepare::answers(board, *query).into_iter().enumerate();
            answers
                .map(|(i, label)| offer(label, rule, &[prepare::decides(*query)], Plan::Settle(i)))
                .collect()
        }
        _ => board
            .phase
            .combats
            .iter()
            .enumerate()
            .map(|(i, units)| {
                let names: Vec<String> = units.iter().map(|&u| field.card(u).label.clone()).collect();
                offer(names.join(", "), rule::COMBAT_PHASE, units, Plan::Combat(i))
            })
            .collect(),
    }
}

/// Whether a winner pursues, or follows those who gave ground.
fn of_pursuits(step: &Step, field: &Field) -> Vec<Offer> {
    match step {
        Step::Pursue { unit, prey, must } => {
            let pursue = |&p: &UnitId| {
                let label = format!("Pursue {}", name(field, p));
                offer(label, rule::PURSUIT_ROLL, &[*unit, p], Plan::Pursue(Some(p)))
            };
            let hold = offer("Hold back", rule::PURSUIT_CHOICE, &[*unit], Plan::Pursue(None));
            prey.iter().map(pursue).chain((!must).then_some(hold)).collect()
        }
        Step::Follow(unit, target) => vec![
            offer("Follow", rule::GIVE_GROUND_MOVE, &[*unit, *target], Plan::Follow(true)),
            offer(
                format!("Let {} go", name(field, *target).them()),
                rule::GIVE_GROUND_MOVE,
                &[*unit],
                Plan::Follow(false),
            ),
        ],
        _ => Vec::new(),
    }
}
