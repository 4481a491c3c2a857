//! What a shot is worth before it is declared.

use crate::aftermath::recoil;
use crate::board::{Board, camp, contacts, ground};
use crate::combat::rules::Role;
use crate::combat::rules::fighter::{Aid, Fighter};
use crate::data::troop::{Going, Troop};
use crate::shooting;
use crate::tactics::odds::{Contender, chance_of_loss, stakes};
use umpire::UnitId;

/// What a target stands to lose by being shot at from these distances, and its chance of being destroyed; the
/// nearest shooter is the main one.
pub fn fire(board: &Board<'_>, target: UnitId, line: &[(UnitId, f64)]) -> (f32, f32) {
    let Some(main) = line.iter().min_by(|a, b| a.1.total_cmp(&b.1)) else { return (0.0, 0.0) };
    let mut shooter = shot_at(board, main.0);
    let others = line.iter().filter(|(id, _)| *id != main.0);
    for (aid, &(id, distance)) in shooter.aided_by.iter_mut().zip(others) {
        *aid = Some(Aid { troop: shooting::targets::troop(board, id), distance });
    }
    let it = shot_at(board, target);
    let base = board.base(target);
    let trapped = base.is_some_and(|b| recoil::decide(board, b, contacts::held_by(board, b)).to.is_none());
    let distance = main.1;
    let a = Contender::of(board.book, Role::Shoots, &shooter, &it, false);
    let b = Contender::of(board.book, Role::IsShotAt { distance }, &it, &shooter, trapped);
    let house = &board.book.house;
    (stakes(house, &a, &b)[1], chance_of_loss(house, &b, &a))
}

fn shot_at(board: &Board<'_>, id: UnitId) -> Fighter {
    let in_camp = camp::camp_held(board, id).is_some();
    let Some(base) = board.base(id) else {
        return Fighter { in_camp, ..Fighter::new(Troop::CampFollowers) };
    };
    let going = if in_camp { Going::Good } else { ground::going_of(board, base) };
    Fighter { general: base.general, going, in_camp, ..Fighter::new(base.troop) }
}
