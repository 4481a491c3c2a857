//! What a viewer may take the hidden part of a battle to be.

use crate::board::state::{Command, General, Messenger, Phase, Standing, Step};
use crate::data::kit::Role;
use crate::data::reaction::Grade;
use crate::data::troop::Troop;
use crate::orders::order::{Charge, Leg, Order, Ref, Trigger, Verb};
use crate::{Wrg1969, rule};
use dice::{D6, Dice, RollId};
use umpire::{Field, Side, UnitId, Viewer};

/// A phase that looks the same to a viewer, from what he sees of field and phase: enemies out of sight stay out of it,
/// the others get grades and orders as their kind has them.
pub fn guess(book: &Wrg1969, field: &Field, phase: &Phase, viewer: Viewer, dice: &mut dyn Dice) -> Phase {
    let mut phase = phase.clone();
    if matches!(phase.step, Step::Over(_)) {
        return phase;
    }
    let enemies = |side: Side| viewer != Viewer::Player(side) && viewer != Viewer::Opened;
    for side in Side::ALL.into_iter().filter(|s| enemies(*s)) {
        let begun = !matches!(phase.step, Step::Deploy | Step::Orders);
        for id in field.ids().filter(|&id| field.side(id) == side && field.on_table(id)) {
            let kit = book.kit(id);
            let state = &mut phase.units[id.index()];
            if kit.is_unit() && state.kept.grade.is_none() {
                state.kept.grade = Some(some_grade(kit.troop, kit.regular, side, id, dice));
            }
            if kit.is_troops() && begun && state.kept.order.is_none() {
                let bold = state.now.advanced || dice.roll(why(side, id), &D6) > 4;
                state.kept.order = Some(Standing::new(some_order(kit.troop, bold)));
            }
        }
        phase.command[side] = some_command(book, field, side);
    }
    phase
}

fn why(side: Side, id: UnitId) -> RollId {
    RollId::new(rule::TYPES_GRADES.as_str(), side as u8).unit(id.0)
}

/// A grade such troops often have (`wrg1969.types.grades`).
fn some_grade(troop: Troop, regular: bool, side: Side, id: UnitId, dice: &mut dyn Dice) -> Grade {
    match (troop, regular, dice.roll(why(side, id), &D6)) {
        (Troop::Elephant, ..) => Grade::D,
        (_, true, 1 | 2) => Grade::B,
        (_, true, _) => Grade::C,
        (_, false, 1) => Grade::C,
        (_, false, _) => Grade::D,
    }
}

/// What such troops are often told: light ones to skirmish, others to attack whoever is nearest, the less bold when he
/// is near.
fn some_order(troop: Troop, bold: bool) -> Order {
    if troop.is_light() {
        return Order::new(vec![Leg::to(Verb::Skirmish, Ref::NearestEnemy)]);
    }
    let attack = Leg { charge: Charge::AtWill, ..Leg::to(Verb::Attack, Ref::NearestEnemy) };
    let near = vec![Trigger::EnemyWithin(MEETS, None)];
    let waits = Leg { until: near, ..Leg::new(Verb::Hold) };
    Order::new(if bold { vec![attack] } else { vec![waits, attack] })
}

/// How near an enemy is, in thousandths of an inch, when a unit that waits for him goes to meet him.
const MEETS: i32 = 10_000;

/// A general and messengers where their figures stand.
fn some_command(book: &Wrg1969, field: &Field, side: Side) -> Command {
    let with_role =
        |role: Role| field.ids().filter(move |&id| field.side(id) == side && book.kit(id).role == role);
    let general = with_role(Role::General).find(|&id| field.on_table(id)).map(General::new);
    let of = general.as_ref().map(|g| g.figure);
    let riders = with_role(Role::Messenger).filter(|&id| field.on_table(id));
    let riders = riders.filter_map(|id| Some(Messenger::new(id, side, of?))).collect();
    let subordinates =
        with_role(Role::Subordinate).filter(|&id| field.on_table(id)).map(General::new).collect();
    Command { general, riders, subordinates, ..Command::default() }
}
