//! Where bodies go.

use umpire::UnitId;
use wrg6::board::Board;
use wrg6::{normal, tactics};

/// The recruit's move of a body; nothing to take what is usual.
pub fn thumb(board: Board<'_>, id: UnitId, usual: &str) -> Option<String> {
    if usual == "rally" || board.enemy_at_hand(id) {
        return None;
    }
    let words = tactics::march(board, id);
    (words != usual && normal::judge(board, id, &words).is_ok()).then_some(words)
}

/// What else a body near the enemy might do: stand, or go straight on at him.
pub fn near_the_enemy(board: Board<'_>, id: UnitId) -> Vec<String> {
    let near = board.nearest_enemy(id).is_some_and(|enemy| board.gap(id, enemy) <= 250.0);
    if !near {
        return Vec::new();
    }
    let (_, most) = normal::allowance(board, id, false);
    vec!["halt".to_owned(), format!("ahead {}", most.floor()), tactics::march(board, id)]
}
