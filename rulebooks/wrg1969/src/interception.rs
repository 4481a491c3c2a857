//! Riders in the enemy's way: a messenger, or a general by himself, whom an enemy comes upon fights for his life and
//! then rides on, if he lives (`wrg1969.orders.messengers.number`).

use crate::Wrg1969;
use crate::board::{Board, Body, TOUCH};
use crate::losses::name;
use crate::melee::fight_of;
use crate::rates::within;
use crate::rule;
use crate::state::{Fight, Phase};
use table::{Facing, Vec2};
use umpire::{Cx, Event, Motion, Ruling, UnitId};

/// Whoever was ridden onto by an enemy, or rode into one, is stopped at his edge and fights there this period.
pub fn intercept(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let caught: Vec<(UnitId, UnitId, Fight, Vec2)> = {
        let board = Board::of(book, cx.field(), phase);
        let by = |rider: &Body<'_>| {
            let enemies = board.units().filter(|e| e.side != rider.side && !board.routing(e.id));
            Board::nearest(rider, enemies, |e| within(e.gap(rider), TOUCH))
                .map(|enemy| (rider.id, enemy.id, fight_of(rider, enemy), stopped(rider, enemy)))
        };
        board.bodies.iter().filter(|b| is_alone(phase, b)).filter_map(by).collect()
    };
    for (rider, enemy, fight, at) in caught {
        cx.rule(|field| {
            let text = format!("{} was caught by {}.", name(field, rider), name(field, enemy));
            Ruling::new(rule::ORDERS_MESSENGERS_NUMBER, text)
        });
        let unit = cx.field().unit(enemy);
        let facing = Facing::of(unit.pose.at.vec() - at * crate::feature::MM);
        let to = crate::board::pose_at(at, facing);
        cx.apply(Event::Moved { unit: rider, to, motion: Motion::Conform, rule: rule::GEO_GENERAL });
        phase.fights.push(fight);
    }
    phase.fights.sort_by_key(|f| (f.red, f.blue));
}

/// Whether a rider has no unit about him.
fn is_alone(phase: &Phase, body: &Body<'_>) -> bool {
    let inside = phase.command[body.side].generals().any(|g| g.figure == body.id && g.with.is_some());
    !body.kit.is_troops() && !inside
}

/// Where a rider is stopped: outside the enemy, at the edge he is nearest to.
fn stopped(rider: &Body<'_>, enemy: &Body<'_>) -> Vec2 {
    let (right, ahead) = enemy.rect.local(rider.standard());
    let (w, d) = (enemy.rect.half_width, enemy.rect.half_depth);
    // A rider turned to his enemy is as deep as he is long.
    let off = rider.rect.half_depth + TOUCH / 2.0;
    // One in the very middle comes out to the right, or before the front, as the enemy looks.
    let out = |way: f64, half: f64| if within(0.0, way) { half + off } else { -half - off };
    if within(d - ahead.abs(), w - right.abs()) {
        enemy.rect.place(right.clamp(-w, w), out(ahead, d))
    } else {
        enemy.rect.place(out(right, w), ahead.clamp(-d, d))
    }
}

/// Riders who live through the blows of a period get away: they hold nobody up and drive nobody back.
pub fn get_away(book: &Wrg1969, phase: &mut Phase) {
    phase.fights.retain(|f| book.kit(f.red).is_troops() && book.kit(f.blue).is_troops());
}
