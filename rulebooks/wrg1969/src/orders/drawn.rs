//! Orders drawn on the table: the sentence that a drag of a unit stands for.

use crate::board::{Board, Body};
use crate::data::feature::{Feature, Outline, holds};
use crate::data::measure::{MM, mils};
use crate::orders::language::print;
use crate::orders::order::{Leg, Order, Ref, Verb, Where};
use crate::orders::sheet::{is_known, names_for};
use table::Vec2;
use umpire::{Field, Step, UnitId};

/// How near to a ford or a bridge somebody means it, in inches.
const NEAR: f64 = 1.5;

/// The order that a way drawn for a unit stands for (`wrg1969.orders.language`): onto an enemy is to attack it, onto a
/// friend to support it, into a wood or up a hill to march there, anywhere else to march to that point.
pub fn words(board: &Board<'_>, field: &Field, unit: UnitId, path: &[Step]) -> Option<String> {
    let Some(Step::To(pose)) = path.last() else { return None };
    let to = pose.at.vec() * (1.0 / MM);
    let side = field.side(unit);
    let names = names_for(board, field, side);
    let label = |body: &Body<'_>| field.card(body.id).label.clone();
    let met = board.bodies.iter().filter(|b| b.id != unit && b.kit.is_troops()).find(|b| covers(b, to));
    let leg = match met {
        Some(enemy) if enemy.side != side && is_known(board, side, enemy.id) => {
            Leg::to(Verb::Attack, Ref::Enemy(label(enemy)))
        }
        Some(friend) if friend.side == side => Leg::to(Verb::Support, Ref::Friend(label(friend))),
        _ => Leg::to(Verb::MoveTo, place(&board.book.features, to)),
    };
    let order = Order { legs: vec![leg], on: Vec::new(), text: String::new() };
    Some(print(&order, &names))
}

/// What lies at a place: a ford or a bridge, a piece of ground, or only the point itself, in whole inches.
fn place(features: &[Feature], at: Vec2) -> Ref {
    let on = |f: &&Feature| matches!(f.outline, Outline::Point(p) if p.distance(at) <= NEAR);
    let within = |f: &&Feature| matches!(&f.outline, Outline::Area(areas) if areas.first().is_some_and(|a| holds(a, at)));
    match features.iter().find(on).or_else(|| features.iter().find(within)) {
        Some(feature) if features.iter().filter(|f| f.name == feature.name).count() == 1 => {
            Ref::Name(feature.name.clone(), Where::Any)
        }
        Some(feature) => Ref::Feature(feature.id.clone()),
        None => {
            let (x, y) = mils(Vec2::new(at.x.round(), at.y.round()));
            Ref::Point(x, y)
        }
    }
}

/// Whether a place lies on a body.
fn covers(body: &Body<'_>, at: Vec2) -> bool {
    let (aside, ahead) = body.rect.local(at);
    aside.abs() <= body.rect.half_width && ahead.abs() <= body.rect.half_depth
}
