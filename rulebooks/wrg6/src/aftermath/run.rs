//! Setting out to run: how far the die takes a body, and how it turns to its way.

use crate::board::Board;
use crate::board::state::Phase;
use crate::data::lengths::HAIR;
use crate::movement::together::Going;
use crate::{Wrg6, movement, rule};
use dice::RollId;
use table::{Facing, Rect, Vec2, swept};
use umpire::{Cx, UnitId};

/// Throws the die of a run: how far it takes a body in a direction, half over difficult ground (`wrg6.move.evade`).
pub fn run_of(book: &Wrg6, phase: &Phase, id: UnitId, direction: Vec2, cx: &mut Cx<'_>) -> f64 {
    let (kit, side) = (book.kit_now(phase, id), cx.field().side(id));
    let why = RollId::new(rule::MOVE_EVADE.as_str(), side as u8).unit(id.0);
    let face = cx.dice.roll(why, kit.training.die());
    let paces = movement::rules::evade(&book.house, kit.mover, face).unwrap_or(0);
    let board = Board::of(book, cx.field(), phase);
    let way = swept(board.rect(id), direction * f64::from(paces));
    let slowed = kit.troop.minds_going() && board.difficult(&way);
    f64::from(movement::rules::over_difficult(&book.house, slowed, paces))
}

/// A body turned on the spot to face a direction; where others leave no room for that it keeps its block and turns
/// about, or not at all, whichever is nearer to the direction.
pub fn turned(board: Board<'_>, id: UnitId, direction: Vec2) -> Rect {
    let rect = board.rect(id);
    let turned = Rect { ahead: Facing::of(direction).vec(), ..*rect };
    // Whoever stands a hair upon another already may not come deeper by turning.
    let room = |other: UnitId| {
        let at = board.rect(other);
        other == id || turned.penetration(at) <= rect.penetration(at).max(HAIR)
    };
    if board.bodies().all(room) { turned } else { as_it_stands(board, id, direction) }
}

/// A body in the block in which it stands, turned about if that is nearer to a direction.
fn as_it_stands(board: Board<'_>, id: UnitId, direction: Vec2) -> Rect {
    let rect = board.rect(id);
    let ahead = if direction.dot(rect.ahead) < 0.0 { rect.ahead * -1.0 } else { rect.ahead };
    Rect { ahead, ..*rect }
}

/// How a body turns to a direction.
pub type Turn = fn(Board<'_>, UnitId, Vec2) -> Rect;

/// Who runs, where to and how far.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Who.
    pub id: UnitId,
    /// Where to.
    pub direction: Vec2,
    /// How far.
    pub far: f64,
}

/// Sets out all who run together, each turned to its way; those who would turn into one another keep their blocks.
/// Nothing for those who have no way out.
pub fn set_out(
    board: Board<'_>,
    runs: &[Run],
    start: impl Fn(&Run, Turn) -> Option<Going>,
) -> Vec<Option<Going>> {
    let mut going: Vec<Option<Going>> = runs.iter().map(|run| start(run, turned)).collect();
    let crowds = |a: &Going, b: &Going| {
        let now = board.rect(a.id).penetration(board.rect(b.id));
        a.id != b.id && a.from.penetration(&b.from) > now.max(HAIR)
    };
    let crowded = |one: &Option<Going>| {
        one.as_ref().is_some_and(|one| going.iter().flatten().any(|other| crowds(one, other)))
    };
    let crowded: Vec<bool> = going.iter().map(crowded).collect();
    for (i, run) in runs.iter().enumerate().filter(|(i, _)| crowded[*i]) {
        going[i] = start(run, as_it_stands);
    }
    going
}
