//! Whom to shoot at.

use umpire::UnitId;
use wrg6::api::board::Board;
use wrg6::api::shooting;

/// The target that suffers most for its strength; those near to breaking first.
pub fn weighed(board: Board<'_>, id: UnitId, targets: &[UnitId]) -> Option<u16> {
    let hurt = |at: UnitId| {
        let Some(shot) = shooting::shot(board, id, at) else { return 0.0 };
        let men = f64::from(shot.casualties(&board.book.house, 0));
        let strength = f64::from(board.strength(at)).max(1.0);
        let each = if board.kit(at).troop.is_model() { 4.0 } else { 1.0 };
        let urgent = if board.phase.in_contact(at) || board.phase.charges.iter().any(|c| c.by == at) {
            1.5
        } else {
            1.0
        };
        urgent * men / (strength * each)
    };
    let all = targets.iter().enumerate().map(|(i, &at)| (i, hurt(at)));
    all.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(i, _)| i as u16)
}
