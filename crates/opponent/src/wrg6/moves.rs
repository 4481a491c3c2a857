//! Where bodies go.

use umpire::UnitId;
use wrg6::board::Board;
use wrg6::{normal, tactics};

/// The recruit's move of a body; nothing to take what is usual.
pub fn thumb(board: Board<'_>, id: UnitId, usual: &str) -> Option<String> {
    if usual == "rally" || awaits(board, id) {
        return None;
    }
    let (_, most) = normal::allowance(board, id, false);
    // Over difficult ground it is half as far.
    let marches = [1.0, 0.5].map(|share| tactics::march(board, id, most * share));
    let mut tries = marches.into_iter().chain([format!("ahead {}", (most / 2.0).floor())]);
    let words = tries.find(|words| normal::judge(board, id, words).is_ok())?;
    (words != usual).then_some(words)
}

/// Whether a body stands where it is: it can charge somebody, or may soon be charged. Lights hold nobody up.
fn awaits(board: Board<'_>, id: UnitId) -> bool {
    let unbroken = board.enemies(board.side(id)).filter(|&enemy| !board.state(enemy).routing);
    unbroken.into_iter().any(|enemy| {
        board.in_reach(id, enemy) || (board.in_reach(enemy, id) && !board.kit(enemy).troop.is_light())
    })
}

/// What else a body near the enemy might do: stand, or go straight on at him.
pub fn near_the_enemy(board: Board<'_>, id: UnitId) -> Vec<String> {
    let near = board.nearest_enemy(id).is_some_and(|enemy| board.gap(id, enemy) <= 250.0);
    if !near {
        return Vec::new();
    }
    let (_, most) = normal::allowance(board, id, false);
    vec!["halt".to_owned(), format!("ahead {}", most.floor()), tactics::march(board, id, most)]
}
