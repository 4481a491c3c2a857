//! The fights of a unit as they are judged: whom it fights, and how it came out of each.

use crate::aftermath::rules::{self as aftermath, Against, Case, Fought};
use crate::board::state::Fight;
use crate::board::{Board, Body};
use crate::combat::{disorder, resolve as combat};
use crate::data::reaction::Grade;
use crate::data::troop::Troop;
use umpire::UnitId;

/// A unit's fights with enemies who are not running.
pub fn fights_of<'b>(board: &'b Board<'_>, body: &Body<'_>) -> impl Iterator<Item = &'b Fight> + Clone {
    let id = body.id;
    board.phase.fights.iter().filter(move |f| {
        let enemy = if f.red == id { f.blue } else { f.red };
        (f.red == id || f.blue == id) && !board.routing(enemy)
    })
}

/// The enemy of a unit in a fight.
pub fn enemy_in(fight: &Fight, id: UnitId) -> UnitId {
    if fight.red == id { fight.blue } else { fight.red }
}

/// A unit as it came out of one of its fights.
pub fn fought(board: &Board<'_>, body: &Body<'_>, fight: &Fight) -> Fought {
    let state = board.state(body.id);
    Fought {
        troop: body.troop(),
        figures: state.now.at_start.into(),
        melee_losses: state.now.melee_loss.into(),
        missile_losses: state.now.missile_loss.into(),
        standing: if fight.red == body.id { fight.red_stood } else { fight.blue_stood },
        grade: state.kept.grade.unwrap_or(Grade::D),
        pushed_back_before: state.seen.pushed_back.into(),
        disorganised: disorder::disorganised(board, body),
        can_run: !combat::hemmed_in(board, body),
    }
}

/// The case of a unit in one of its fights.
pub fn case_in(board: &Board<'_>, body: &Body<'_>, fight: &Fight) -> Option<Case> {
    let enemy = board.body(enemy_in(fight, body.id))?;
    Some(aftermath::case(&fought(board, body, fight), &fought(board, enemy, fight)))
}

/// Those whom a unit fights in some of its fights, having struck down so many of them.
pub fn against<'f>(
    board: &Board<'_>,
    body: &Body<'_>,
    fights: impl Iterator<Item = &'f Fight> + Clone,
    inflicted: u32,
) -> Against {
    let foes = || fights.clone().filter_map(|f| Some((f, board.body(enemy_in(f, body.id))?)));
    Against {
        inflicted,
        light_cavalry: foes().all(|(_, e)| e.troop() == Troop::LightCavalry),
        foot_stood: foes().any(|(f, e)| fought(board, e, f).stands_on_foot()),
    }
}
