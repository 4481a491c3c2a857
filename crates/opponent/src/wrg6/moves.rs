//! Where bodies go.

use super::score;
use super::stance::{Bearing, Stance};
use umpire::UnitId;
use wrg6::api::board::Board;
use wrg6::api::data::tables;
use wrg6::api::movement;
use wrg6::api::movement::Doing;
use wrg6::api::orders::Posture;
use wrg6::api::{charge, tactics};

/// The recruit's move of a body; nothing to take what is usual.
pub fn thumb(board: Board<'_>, id: UnitId, usual: &str, stance: &Stance) -> Option<String> {
    if usual == "rally" {
        return None;
    }
    if let Some(words) = skirmish(board, id) {
        return (words != usual).then_some(words);
    }
    // Whoever may charge stands where it is until it has.
    if !charge::targets(board, id).is_empty() {
        return None;
    }
    let bearing = if board.kit(id).troop.is_mounted() { stance.horse } else { stance.foot };
    let on = prey(board, id);
    let waits = match bearing {
        Bearing::Advance => false,
        Bearing::Ordered => {
            board.state(id).posture() == Posture::Hold
                || stance.prudent && on.is_some_and(|on| is_shy(board, id, on))
        }
        Bearing::Stand => true,
    };
    if waits && movement::judge(board, id, "halt").is_ok() {
        return (usual != "halt").then(|| "halt".to_owned());
    }
    let (_, most) = movement::allowance(board, id, false);
    // Over difficult ground it is half as far; whom friends keep from turning goes on before he turns.
    let straight = |far: f64| format!("ahead {}", far.floor());
    let tries = [
        tactics::march(board, id, on, most),
        tactics::march(board, id, on, most / 2.0),
        straight(most),
        straight(most / 2.0),
    ];
    let mut fallback = None;
    for words in tries {
        match movement::judge(board, id, &words) {
            Ok(doing) if has_room(board, id, &doing) => return (words != usual).then_some(words),
            Ok(_) => fallback = fallback.or(Some(words)),
            Err(_) => {}
        }
    }
    fallback.filter(|words| words != usual)
}

/// Whether a body had better let an enemy come whom it would not beat head on, while there is time; riders dare more.
fn is_shy(board: Board<'_>, id: UnitId, on: UnitId) -> bool {
    let least = if board.kit(id).troop.is_mounted() { RIDERS_DARE } else { 0.0 };
    !score::is_pressed(board, board.side(id)) && tactics::head_on(board, id, on) < least
}

/// Whether a body would not end upon a friend where he stands now.
fn has_room(board: Board<'_>, id: UnitId, doing: &Doing) -> bool {
    let Doing::Go { way, .. } = doing else { return true };
    let end = way.end(*board.rect(id));
    board.friends(id).all(|friend| board.kit(friend).is_li() || !end.overlaps(board.rect(friend), 0.5))
}

/// Whom a body makes for: the nearest unbroken enemy in its own sector; heavy bodies leave lights to others.
fn prey(board: Board<'_>, id: UnitId) -> Option<UnitId> {
    let (side, light) = (board.side(id), board.kit(id).troop.is_light());
    let sector = board.state(id).kept.order.map(|order| order.area.sector());
    let farther = |enemy: UnitId| {
        let outside = sector.is_some_and(|s| s != board.sector_of(side, board.rect(enemy).front_mid()));
        let elusive = !light && board.kit(enemy).troop.is_light();
        let spent = board.state(enemy).seen.routing;
        let dear = [(outside, 1000.0), (elusive, 250.0), (spent, 500.0)];
        dear.into_iter().filter(|(is, _)| *is).map(|(_, cost)| cost).sum::<f64>()
    };
    let seen = board.enemies(side).filter(|&enemy| board.sees(id, enemy));
    board.nearest_of(id, seen, farther)
}

/// What riders put up with who go at an enemy.
const RIDERS_DARE: f64 = -0.2;

/// How near light riders let foot come: they outrun it.
const BEFORE_FOOT: f64 = 70.0;

/// What lights do that skirmish with missiles: near enough to hurt, too far to be caught.
fn skirmish(board: Board<'_>, id: UnitId) -> Option<String> {
    let (kit, side) = (board.kit(id), board.side(id));
    let range = f64::from(tables().range(kit.missile?).maximum);
    if !kit.troop.is_light() || board.state(id).posture() != Posture::Skirmish {
        return None;
    }
    let (least, most) = movement::allowance(board, id, false);
    let wanted = |enemy: UnitId| {
        let theirs = board.kit(enemy);
        let outruns = kit.troop.is_mounted() && !theirs.troop.is_mounted();
        if outruns { BEFORE_FOOT } else { theirs.charge().unwrap_or(0.0) + 5.0 }
    };
    let slack = |enemy: UnitId| board.gap(id, enemy) - wanted(enemy).min(range - 2.0);
    let seen = board.enemies(side).filter(|&e| !board.state(e).seen.routing && board.sees(id, e));
    let room = seen.map(slack).min_by(f64::total_cmp)?;
    let near = prey(board, id)?;
    let far = room.min(slack(near)).min(most).floor();
    let halt = || "halt".to_owned();
    let tries = if room < 0.0 {
        let back = (-room).min(most).floor();
        vec![format!("back {back}"), format!("back {}", (back / 2.0).floor()), halt()]
    } else if far < 5.0 {
        vec![halt(), format!("ahead {}", least.ceil())]
    } else {
        // Over difficult ground it is half as far.
        let fars = [far, (far / 2.0).floor()];
        let marches = fars.map(|far| tactics::march(board, id, Some(near), far));
        marches.into_iter().chain(fars.map(|far| format!("ahead {far}"))).chain([halt()]).collect()
    };
    // Whose way friends fill slips aside rather than block theirs.
    let aside = ["left", "right"].map(|way| format!("shift {way} {}", least.max(20.0).ceil()));
    let mut legal = None;
    for words in tries.into_iter().chain(aside) {
        match movement::judge(board, id, &words) {
            Ok(doing) if has_room(board, id, &doing) => return Some(words),
            Ok(_) => legal = legal.or(Some(words)),
            Err(_) => {}
        }
    }
    legal
}

/// What else a body near the enemy might do: stand, or go straight on at him.
pub fn near_the_enemy(board: Board<'_>, id: UnitId) -> Vec<String> {
    let near = board.nearest_enemy(id).filter(|&enemy| board.gap(id, enemy) <= 250.0);
    if near.is_none() {
        return Vec::new();
    }
    let (_, most) = movement::allowance(board, id, false);
    vec!["halt".to_owned(), format!("ahead {}", most.floor()), tactics::march(board, id, near, most)]
}
