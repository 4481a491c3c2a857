//! Objectives: what a body advances on, how far it has to go, and the words for it.

use crate::board::Board;
use crate::orders::order::{Objective, Order};
use table::{Convex, Point, Shape, Vec2};
use umpire::{Side, UnitId};

/// How near a body must be to its objective to be at it, in paces.
const AT: f64 = 20.0;

/// Reads an order with its objective: `C Q A`, `C Q A to 900 700`, `C Q A to hill`, `C Q A follow R3`.
///
/// # Errors
/// What is wrong, in words.
pub fn read(board: Board<'_>, side: Side, text: &str) -> Result<Order, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (code, rest) = words.split_at(words.len().min(3));
    let order = Order::parse(&code.join(" "))?;
    let objective = match rest {
        [] => Objective::EnemyEdge,
        ["to", x, y] => match (x.parse::<f64>(), y.parse::<f64>()) {
            (Ok(x), Ok(y)) if x.is_finite() && y.is_finite() && x.abs() < 10_000.0 && y.abs() < 10_000.0 => {
                Objective::At(Point::round(Vec2::new(x, y)))
            }
            _ => return Err(format!("`{x} {y}` is no place: two numbers of paces")),
        },
        ["to", id] => match board.field.ground().pieces.iter().position(|piece| piece.id == *id) {
            Some(i) => Objective::Ground(i as u16),
            None => return Err(format!("there is no terrain `{id}`")),
        },
        ["follow", label] => {
            let mine = |id: &UnitId| board.side(*id) == side && board.field.card(*id).label == *label;
            match board.field.ids().find(mine) {
                Some(id) => Objective::Follow(id),
                None => return Err(format!("you have no `{label}` to follow")),
            }
        }
        _ => return Err("an objective is `to` a place or terrain, or `follow` and a body".to_owned()),
    };
    Ok(Order { objective, ..order })
}

/// An order in the words in which it is read.
pub fn told(board: Board<'_>, order: Order) -> String {
    match order.objective {
        Objective::EnemyEdge => order.to_string(),
        Objective::At(p) => format!("{order} to {:.0} {:.0}", p.vec().x, p.vec().y),
        Objective::Ground(i) => match board.field.ground().pieces.get(usize::from(i)) {
            Some(piece) => format!("{order} to {}", piece.id),
            None => order.to_string(),
        },
        Objective::Follow(id) => format!("{order} follow {}", board.field.card(id).label),
    }
}

/// The place a body makes for, if it is not the enemy's edge.
fn goal(board: Board<'_>, id: UnitId) -> Option<Vec2> {
    match board.state(id).kept.order?.objective {
        Objective::EnemyEdge => None,
        Objective::At(p) => Some(p.vec()),
        Objective::Ground(i) => board.field.ground().pieces.get(usize::from(i)).map(|piece| {
            let bounds = piece.shape.bounds();
            match &piece.shape {
                Shape::Area(area) => area.centroid(),
                Shape::Band(_) => bounds.min.lerp(bounds.max, 0.5),
            }
        }),
        Objective::Follow(leader) => board.field.on_table(leader).then(|| board.rect(leader).centre),
    }
}

/// How far a body whose front is there has to go to its objective.
pub fn to_go(board: Board<'_>, id: UnitId, front: Vec2) -> f64 {
    let Some(goal) = goal(board, id) else {
        return match board.side(id) {
            Side::Red => board.field.ground().depth() - front.y,
            Side::Blue => front.y,
        };
    };
    match board.state(id).kept.order.map(|order| order.objective) {
        Some(Objective::Ground(i)) => board.field.ground().pieces.get(usize::from(i)).map_or(0.0, |piece| {
            piece.shape.distance(&Convex::segment([front, front + Vec2::new(0.1, 0.1)]))
        }),
        _ => front.distance(goal),
    }
}

/// Whether a body is at its objective, where it may halt at any pace (`wrg6.orders.pace`).
pub fn is_reached(board: Board<'_>, id: UnitId) -> bool {
    to_go(board, id, board.rect(id).front_mid()) <= AT
}

/// The straight way from a body's front to its objective.
pub fn way(board: Board<'_>, id: UnitId) -> Vec2 {
    let front = board.rect(id).front_mid();
    match goal(board, id) {
        Some(goal) => goal - front,
        None => crate::board::forward(board.side(id)) * to_go(board, id, front),
    }
}
