//! Sheets as they are put to a player, in words.

use super::{Item, Sheet, Written};
use crate::board::Board;
use crate::board::state::{Answer, Charge, Step};
use crate::orders::objective;
use crate::orders::order::leave_to_charge;
use crate::told::words;
use crate::{charge, rule};
use ruling::RuleId;
use umpire::voice;
use umpire::{Ask, Choice, Form, LineAsk, OptionId, PickAsk, Side, UnitId};

impl Sheet {
    /// The question as it is put to a player.
    pub fn ask(&self, board: Board<'_>, side: Side) -> Ask {
        let (rule, prompt) = match board.phase.step {
            Step::Begin => (rule::ORDERS_GRAMMAR, "Write the orders of your bodies: area, pace, posture."),
            Step::First => (rule::REACTION_WHEN_FIRST, "First tests: say which signs count."),
            Step::Declare => (rule::CHARGE_TARGETS, "Declare charges."),
            Step::Charged => (rule::REACTION_WHEN_CHARGED, "Your bodies are charged: say which signs count."),
            Step::Other => (rule::REACTION_WHEN_RESTRAIN, "Other tests: who tries, and which signs count."),
            Step::Respond => (rule::CHARGE_RESPONSES, "Answer charges, break off, follow up."),
            Step::Move => (rule::MOVE_NORMAL, "Write the moves of your bodies."),
            Step::Orders => (rule::ORDERS_CHANGE, "Give new orders, such as `R3: C Q A`."),
            Step::Challenged(_) => {
                (rule::GENERALS_CHALLENGE, "Your commander is challenged: shall he fight in person?")
            }
            Step::Shoot | Step::Terrain(_) | Step::Deploy(_) | Step::Over(_) => {
                (rule::SHOOTING_WHO, "Choose targets.")
            }
        };
        let lines = self.lines.iter().map(|line| self.line(board, side, line)).collect();
        let picks = self.items.iter().map(|item| pick(board, item)).collect();
        Ask::new(rule, prompt, Form::Sheet { lines, picks })
    }

    fn line(&self, board: Board<'_>, side: Side, line: &Written) -> LineAsk {
        match line {
            Written::Move(id, usual) => LineAsk {
                unit: Some(*id),
                label: format!("move of {}", voice::name(board.field, *id)).into(),
                now: usual.clone(),
                rule: rule::MOVE_NORMAL,
            },
            Written::First(id, order) => LineAsk {
                unit: Some(*id),
                label: format!("order of {}", voice::name(board.field, *id)).into(),
                now: objective::told(board, *order),
                rule: rule::ORDERS_GRAMMAR,
            },
            Written::Ride(i) => LineAsk {
                unit: board.phase.command[side].generals[*i].with,
                label: format!("ride of {}", board.phase.command[side].generals[*i].name).into(),
                now: "stay".to_owned(),
                rule: rule::GENERALS_MOVE,
            },
            Written::Enter(id, paces) => LineAsk {
                unit: Some(*id),
                label: format!("where {} enters", voice::name(board.field, *id)).into(),
                now: format!("at {paces}"),
                rule: rule::ARRIVALS_DICE,
            },
            Written::Order(i) => LineAsk {
                unit: board.phase.command[side].generals[*i].with,
                label: format!("order by {}", board.phase.command[side].generals[*i].name).into(),
                now: String::new(),
                rule: rule::ORDERS_CHANGE,
            },
        }
    }
}

fn choice(label: impl Into<std::borrow::Cow<'static, str>>, rule: RuleId, units: Vec<UnitId>) -> Choice {
    Choice { label: label.into(), rule, units }
}

fn yes_no(item: &Item, id: Option<UnitId>, label: String, rule: RuleId) -> PickAsk {
    let units: Vec<UnitId> = id.into_iter().collect();
    PickAsk {
        unit: id,
        label: label.into(),
        options: vec![choice("no", rule, units.clone()), choice("yes", rule, units)],
        usual: OptionId(item.usual()),
    }
}

/// A pick as it is put to a player.
fn pick(board: Board<'_>, item: &Item) -> PickAsk {
    let name = |id: UnitId| voice::name(board.field, id);
    let by = |id: UnitId, answer: Answer| {
        let charged = charge::resolve::charged(board, id);
        charged.map_or(rule::CHARGE_RESPONSES, |(charged, _)| charge::rules::reason(&charged, answer))
    };
    match item {
        Item::Sign(id, line) => {
            let rule = rule::REACTION_FACTOR_CHOICE;
            PickAsk {
                unit: Some(*id),
                label: format!("{} of {}", words::steadying(*line), name(*id)).into(),
                options: ["plus", "minus", "not counted"].map(|w| choice(w, rule, vec![*id])).to_vec(),
                usual: OptionId(item.usual()),
            }
        }
        Item::Charge(id, targets) => {
            let leave = |c: &Charge| match board.state(*id).kept.order {
                Some(order) => leave_to_charge(order, charge::resolve::target(board, *id, c.on)).rule,
                None => rule::CHARGE_TARGETS,
            };
            let each = |c: &Charge| choice(format!("charge {}", name(c.on)), leave(c), vec![*id, c.on]);
            let none = std::iter::once(choice("no charge", rule::CHARGE_TARGETS, vec![*id]));
            PickAsk {
                unit: Some(*id),
                label: format!("charge of {}", name(*id)).into(),
                options: none.chain(targets.iter().map(each)).collect(),
                usual: OptionId(item.usual()),
            }
        }
        Item::Try(id, _) => yes_no(
            item,
            Some(*id),
            format!("shall {} test to hold back or recover?", name(*id)),
            rule::REACTION_WHEN_RESTRAIN,
        ),
        Item::Respond(id, answers) => PickAsk {
            unit: Some(*id),
            label: format!("answer of {}", name(*id)).into(),
            options: answers.iter().map(|a| choice(a.key(), by(*id, *a), vec![*id])).collect(),
            usual: OptionId(item.usual()),
        },
        Item::BreakOff(id) => {
            yes_no(item, Some(*id), format!("shall {} break off?", name(*id)), rule::CHARGE_BREAKOFF)
        }
        Item::Follow(id) => {
            yes_no(item, Some(*id), format!("shall {} follow up?", name(*id)), rule::MELEE_FOLLOWUP)
        }
        Item::Chase(id) => {
            let label = format!("shall {} pursue where it may?", name(*id));
            yes_no(item, Some(*id), label, rule::PURSUIT_MOVE)
        }
        Item::LetRally(id) => {
            let label = format!("shall {} rally, there being no enemy in sight?", name(*id));
            yes_no(item, Some(*id), label, rule::IMPETUOUS_CHARGE)
        }
        Item::Aim(id, targets) => {
            let rule = rule::SHOOTING_WHO;
            let each = |&at: &UnitId| choice(format!("shoot at {}", name(at)), rule, vec![*id, at]);
            let none = std::iter::once(choice("do not shoot", rule, vec![*id]));
            PickAsk {
                unit: Some(*id),
                label: format!("target of {}", name(*id)).into(),
                options: targets.iter().map(each).chain(none).collect(),
                usual: OptionId(item.usual()),
            }
        }
        Item::Duel(id) => yes_no(
            item,
            Some(*id),
            "shall the commander fight the enemy's in person?".to_owned(),
            rule::GENERALS_CHALLENGE,
        ),
        Item::Signal => yes_no(item, None, "show the signal?".to_owned(), rule::ORDERS_CHANGE),
    }
}
