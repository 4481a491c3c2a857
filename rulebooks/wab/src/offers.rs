//! The options of every step that offers some: their words, their rules, and what each does.

use crate::advance;
use crate::board::Board;
use crate::decision::Plan;
use crate::declare::{self, Declaration};
use crate::game::name;
use crate::prepare;
use crate::rally;
use crate::rule;
use crate::state::{Query, Step};
use ruling::RuleId;
use umpire::{Choice, Field, UnitId};

/// What a step asks, and under which rule.
pub fn question(field: &Field, step: &Step) -> (RuleId, String) {
    match step {
        Step::Begin => (rule::TURN_SEQUENCE, "Ready?".to_owned()),
        Step::Edge(_) => (rule::SETUP_DEPLOY, "Which long edge is yours?".to_owned()),
        Step::FirstTurn(_) => (rule::SETUP_FIRST_TURN, "Do you take the first turn?".to_owned()),
        Step::Declare => (rule::CHARGE_DECLARE, "Declare a charge, or none".to_owned()),
        Step::React { charger, target, .. } => (
            rule::REACT_WHEN,
            format!("{} charges: how does {} answer?", name(field, *charger), name(field, *target)),
        ),
        Step::Redirect(units) => {
            let names: Vec<String> = units.iter().map(|&u| name(field, u)).collect();
            (rule::CHARGE_REDIRECT, format!("Targets lost: another for {}?", names.join(", ")))
        }
        Step::Regroup(unit) => (rule::RALLY_AFTER, format!("How wide does {} form up?", name(field, *unit))),
        Step::Face(unit, _) => (rule::RALLY_AFTER, format!("Which way does {} face?", name(field, *unit))),
        Step::Prepare(query) => prepared(field, *query),
        Step::Chargers => (rule::CHARGE_RATE, "Which charger moves next?".to_owned()),
        Step::Combat => (rule::COMBAT_PHASE, "Which combat is fought next?".to_owned()),
        Step::Pursue { unit, .. } => (rule::PURSUIT_CHOICE, format!("Does {} pursue?", name(field, *unit))),
        Step::Follow(unit, target) => {
            (rule::GIVE_GROUND_MOVE, format!("Does {} follow {}?", name(field, *unit), name(field, *target)))
        }
        _ => (rule::TURN_SEQUENCE, "Decide".to_owned()),
    }
}

/// What is asked before a combat is fought.
fn prepared(field: &Field, query: Query) -> (RuleId, String) {
    match query {
        Query::Weapon(unit) => (rule::COMBAT_WEAPONS, format!("What does {} fight with?", name(field, unit))),
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

/// The options of a step that offers some, each with what it does.
pub fn offers(board: &Board<'_>, field: &Field) -> Vec<(Choice, Plan)> {
    let choice = |label: String, rule: RuleId, units: &[UnitId], plan: Plan| {
        (Choice { label: label.into(), rule, units: units.to_vec() }, plan)
    };
    match &board.phase.step {
        Step::Begin => vec![choice("Begin".to_owned(), rule::TURN_SEQUENCE, &[], Plan::Begin)],
        Step::Declare => declare::declarations(board)
            .iter()
            .map(|&d| {
                let plan = Plan::Declare(d);
                match d {
                    Declaration::Charge(unit, target) => choice(
                        format!("{} charges {}", name(field, unit), name(field, target)),
                        rule::CHARGE_DECLARE,
                        &[unit, target],
                        plan,
                    ),
                    Declaration::Disengage(unit, far) => choice(
                        format!("{} draws back {far} inches", name(field, unit)),
                        rule::DISENGAGE,
                        &[unit],
                        plan,
                    ),
                    Declaration::Done => choice("No more charges".to_owned(), rule::MOVE_SEQUENCE, &[], plan),
                }
            })
            .collect(),
        Step::React { allowed, target, .. } => allowed
            .iter()
            .map(|&r| choice(r.label().to_owned(), r.rule(), &[*target], Plan::React(r)))
            .collect(),
        Step::Redirect(units) => declare::redirect_options(board, units)
            .into_iter()
            .map(|(unit, target)| {
                let plan = Plan::Redirect(unit, target);
                let who = name(field, unit);
                match target {
                    Some(t) => choice(
                        format!("{who} charges {} instead", name(field, t)),
                        rule::CHARGE_REDIRECT,
                        &[unit, t],
                        plan,
                    ),
                    None => choice(format!("{who} keeps to the first"), rule::CHARGE_FAILED, &[unit], plan),
                }
            })
            .collect(),
        Step::Edge(_) => [("The south edge", true), ("The north edge", false)]
            .map(|(label, south)| choice(label.to_owned(), rule::SETUP_DEPLOY, &[], Plan::Edge(south)))
            .into(),
        Step::FirstTurn(_) => [("Take the first turn", true), ("Give it away", false)]
            .map(|(label, takes)| {
                choice(label.to_owned(), rule::SETUP_FIRST_TURN, &[], Plan::FirstTurn(takes))
            })
            .into(),
        Step::Regroup(unit) => rally::widths(board, *unit)
            .into_iter()
            .map(|n| choice(format!("{n} files"), rule::RALLY_AFTER, &[*unit], Plan::Width(n)))
            .collect(),
        Step::Face(unit, files) => rally::facings(board, *unit, *files)
            .into_iter()
            .map(|facing| {
                let label = format!("Facing {}°", facing.to_degrees().round());
                choice(label, rule::RALLY_AFTER, &[*unit], Plan::Face(facing))
            })
            .collect(),
        Step::Prepare(query) => prepare::answers(board, *query)
            .into_iter()
            .enumerate()
            .map(|(i, label)| {
                let rule = prepared(field, *query).0;
                choice(label, rule, &[prepare::decides(*query)], Plan::Settle(i))
            })
            .collect(),
        Step::Chargers => advance::chargers(board)
            .into_iter()
            .map(|u| choice(name(field, u), rule::CHARGE_RATE, &[u], Plan::Charger(u)))
            .collect(),
        Step::Combat => board
            .phase
            .combats
            .iter()
            .enumerate()
            .map(|(i, units)| {
                let names: Vec<String> = units.iter().map(|&u| field.card(u).label.clone()).collect();
                choice(names.join(", "), rule::COMBAT_PHASE, units, Plan::Combat(i))
            })
            .collect(),
        Step::Pursue { unit, prey, must } => {
            let mut list: Vec<_> = prey
                .iter()
                .map(|&p| {
                    let label = format!("Pursue {}", name(field, p));
                    choice(label, rule::PURSUIT_ROLL, &[*unit, p], Plan::Pursue(Some(p)))
                })
                .collect();
            if !must {
                list.push(choice("Hold back".to_owned(), rule::PURSUIT_CHOICE, &[*unit], Plan::Pursue(None)));
            }
            list
        }
        Step::Follow(unit, target) => vec![
            choice("Follow".to_owned(), rule::GIVE_GROUND_MOVE, &[*unit, *target], Plan::Follow(true)),
            choice("Let it go".to_owned(), rule::GIVE_GROUND_MOVE, &[*unit], Plan::Follow(false)),
        ],
        _ => Vec::new(),
    }
}
