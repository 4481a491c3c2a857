//! Why a general moves, shoots or fights as it does: the exact odds of what comes of it.

use super::contacts;
use super::judge::{self, carried_out, turned};
use super::scene::{self, Order, Scene};
use crate::reason::{Reason, labels};
use dba::Dba;
use dba::api::board::{Base, Board};
use dba::api::board::{Phase, Step};
use dba::api::movement;
use dba::api::movement::MovePlan;
use dba::api::tactics;
use dba::api::tactics::{Melee, Stance};
use dba::api::{combat, shooting};
use umpire::{Command, Field, Side, Step as Leg, UnitId, View};

/// A change of the odds smaller than this is not worth a word.
const SLIGHT: f32 = 0.01;
/// How many fights are told of one move.
const TOLD: usize = 3;

/// Why a side does this, as far as there is something to say.
pub fn reason(view: &View<Dba>, side: Side, command: &Command) -> Option<Reason> {
    match (&view.phase.step, command) {
        (Step::Move, Command::Move { manner, units, path }) => {
            let scene = Scene::of(view, side, scene::PATIENCE);
            let plan = movement::check(&scene.board, &view.phase, side, *manner, units, path).ok()?;
            Some(of_move(&scene, units, &plan))
        }
        (Step::Move, Command::Done) => {
            Some(Reason { text: "no other move seems worth a PIP".to_owned(), units: Vec::new() })
        }
        (Step::Targets(_) | Step::Replies(_), Command::Shoot(shots)) => of_volley(view, shots),
        (Step::Shoot, Command::Choose(_)) => {
            let shot = chosen_shot(view, command)?;
            let board = Board::of(&view.book, &view.field, &view.phase);
            let line = shooting::line(&board, shot);
            Some(one_line(&view.field, &board, shot.target, &line, " first"))
        }
        (Step::Fight, Command::Choose(option)) => {
            let pair = view.phase.pairs.get(usize::from(option.0))?;
            let board = Board::of(&view.book, &view.field, &view.phase);
            let ids = own_first(&view.field, side, [pair.active, pair.inactive]);
            let melee = tactics::melee(&board, &view.phase, ids);
            let text = format!("fights {} first: {}", against(&view.field, ids), chances(&melee));
            Some(Reason { text, units: ids.to_vec() })
        }
        _ => None,
    }
}

/// A chance as it is said: in per cent.
fn percent(chance: f32) -> String {
    // Sums of chances may fall short of nothing by a hair.
    format!("{:.0}%", 100.0 * chance.max(0.0))
}

fn chances(melee: &Melee) -> String {
    format!("{} to destroy, {} to be lost", percent(melee.losses[1]), percent(melee.losses[0]))
}

fn against(field: &Field, ids: [UnitId; 2]) -> String {
    format!("{} against {}", labels(field, &ids[..1]), named(field, ids[1]))
}

/// An element's label and what it is.
fn named(field: &Field, id: UnitId) -> String {
    let card = field.card(id);
    format!("{} ({})", card.label, card.name)
}

fn own_first(field: &Field, side: Side, [a, b]: [UnitId; 2]) -> [UnitId; 2] {
    if field.side(a) == side { [a, b] } else { [b, a] }
}

/// The fights of a side as a board stands, its own element first.
fn fights(field: &Field, board: &Board<'_>, phase: &Phase, side: Side) -> Vec<([UnitId; 2], Melee)> {
    let pairs = combat::pairs(board, phase);
    let ids = pairs.iter().map(|pair| own_first(field, side, [pair.active, pair.inactive]));
    ids.map(|ids| (ids, tactics::melee(board, phase, ids))).collect()
}

/// A move: the fights it brings about or changes, or where it leads; and what the enemy could make of it.
fn of_move(scene: &Scene<'_>, units: &[UnitId], plan: &MovePlan) -> Reason {
    let (field, phase) = carried_out(scene, plan);
    let (field, phase) = turned(scene, field, phase);
    let board = Board::of(scene.book, &field, &phase);
    let before = fights(scene.field, &scene.board, scene.phase, scene.side);
    let mut about = units.to_vec();
    let mut parts: Vec<String> = Vec::new();
    for (ids, now) in fights(&field, &board, &phase, scene.side) {
        let old = before.iter().find(|(pair, _)| *pair == ids).map(|(_, melee)| melee);
        let changed = |old: &Melee| (0..2).any(|i| (old.losses[i] - now.losses[i]).abs() > SLIGHT);
        match old {
            None => parts.push(format!("brings {}: {}", against(&field, ids), chances(&now))),
            Some(old) if changed(old) => parts.push(format!(
                "helps {}: {} where it was {} to destroy, {} to be lost",
                against(&field, ids),
                chances(&now),
                percent(old.losses[1]),
                percent(old.losses[0])
            )),
            Some(_) => continue,
        }
        about.extend(ids);
    }
    parts.truncate(TOLD);
    if parts.is_empty() {
        let nearer = nearest(scene, &board, units) < nearest(scene, &scene.board, units);
        let way = if nearer { "closer to the enemy" } else { "into a better place" };
        parts.push(format!("brings {} {way}", labels(&field, units)));
    }
    if let Some((own, foe, chance)) = exposed(scene, &field, &phase, &board, units) {
        let chance = percent(chance);
        parts.push(format!(
            "exposes {} to {}: {chance} to be lost",
            labels(&field, &[own]),
            named(&field, foe)
        ));
        about.extend([own, foe]);
    }
    Reason { text: parts.join("; "), units: about }
}

/// How far those of some units that are nearest to an enemy are from it, on a board.
fn nearest(scene: &Scene<'_>, board: &Board<'_>, units: &[UnitId]) -> f64 {
    let own = units.iter().filter_map(|id| board.base(*id));
    own.flat_map(|b| board.enemies(scene.side).map(|e| e.rect.centre.distance(b.rect.centre)))
        .fold(f64::INFINITY, f64::min)
}

/// Which of some units the enemy could come upon in his next bound with the best hope of destroying it.
fn exposed(
    scene: &Scene<'_>,
    field: &Field,
    phase: &Phase,
    board: &Board<'_>,
    units: &[UnitId],
) -> Option<(UnitId, UnitId, f32)> {
    let next = judge::next_bound(phase);
    let stance = Stance::of(board, phase);
    let theirs = judge::faced(scene, field, &next, board, &stance, scene.side.other());
    let mut worst: Option<(UnitId, UnitId, f32)> = None;
    for &i in &theirs.free {
        let foe = theirs.base(i);
        let mut orders: Vec<Order> = Vec::new();
        contacts::of_one(&theirs, i, &mut orders);
        for there in orders.iter().filter_map(|order| arrived(foe, order)) {
            let mut after = board.clone();
            after.set(there);
            for (ids, melee) in fights(field, &after, &next, scene.side) {
                let chance = melee.losses[0];
                let is_worse = chance > SLIGHT && worst.is_none_or(|(_, _, most)| chance > most);
                if ids[1] == foe.id && units.contains(&ids[0]) && is_worse {
                    worst = Some((ids[0], foe.id, chance));
                }
            }
        }
    }
    worst
}

/// Where one who follows an order would stand.
fn arrived(base: &Base, order: &Order) -> Option<Base> {
    match order.path[..] {
        [Leg::To(pose)] => Some(base.at(pose.at.vec() * (1.0 / dba::api::board::MM), pose.facing)),
        _ => None,
    }
}

fn chosen_shot<'v>(view: &'v View<Dba>, command: &Command) -> Option<&'v dba::api::board::Shot> {
    let Command::Choose(option) = command else { return None };
    let ask = view.pending.ask(view.phase.active)?;
    let umpire::Form::Choose(choices) = &ask.form else { return None };
    let target = *choices.get(usize::from(option.0))?.units.last()?;
    view.phase.shots.iter().find(|shot| shot.target == target)
}

/// Targets for all who shoot: each target with the chance that it is destroyed.
fn of_volley(view: &View<Dba>, shots: &[(UnitId, UnitId)]) -> Option<Reason> {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let mut targets: Vec<UnitId> = shots.iter().map(|(_, target)| *target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut reasons = targets.into_iter().map(|target| {
        let at = shots.iter().filter(|(_, t)| *t == target).map(|(who, _)| *who);
        let line: Vec<(UnitId, f64)> = at
            .filter_map(|who| Some((who, shooting::reach(&board, board.base(who)?, target).ok()?)))
            .collect();
        one_line(&view.field, &board, target, &line, "")
    });
    let first = reasons.next()?;
    Some(reasons.fold(first, |mut all, one| {
        all.text = format!("{}; {}", all.text, one.text);
        all.units.extend(one.units);
        all
    }))
}

/// All who shoot at one target, and what may come of it.
fn one_line(field: &Field, board: &Board<'_>, target: UnitId, line: &[(UnitId, f64)], order: &str) -> Reason {
    let mut units: Vec<UnitId> = line.iter().map(|(who, _)| *who).collect();
    let chance = percent(tactics::fire(board, target, line).1);
    let text = format!("{} at {}{order}: {chance} to destroy", labels(field, &units), named(field, target));
    units.push(target);
    Reason { text, units }
}
