//! Shots carried out, one by one.

use crate::board::state::{Phase, Shot};
use crate::board::{Board, camp, ground};
use crate::combat::rules::fighter::{Aid, Fighter};
use crate::combat::rules::{Clash, Combat, Kind};
use crate::data::troop::{Going, Troop};
use crate::shooting::targets::MOST;
use crate::told::Manner;
use crate::{Dba, aftermath, rule, shooting, told};
use arrayvec::ArrayVec;
use dice::{D6, Dice, RollId};
use umpire::{Cx, Field, Ruling, Side, UnitId};

/// Those who make a shot, with their distances, the main shooter first.
type Line = ArrayVec<(UnitId, f64), MOST>;

/// Carries out one of the shots that wait, and with it the shot that answers it, if one does.
pub fn carry_out(book: &Dba, phase: &mut Phase, number: usize, cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let back = shooting::shots::answer(&board, phase, number);
    let shot = phase.shots[number].clone();
    let line = shooting::shots::line(&board, &shot);
    let Some(&(main, distance)) = line.first() else {
        phase.shots.remove(number);
        cx.rule(|field| told::lost_shot(field, shot.target));
        return;
    };
    let answer_line = back.map(|i| shooting::shots::line(&board, &phase.shots[i]));
    let kind = if back.is_some() { Kind::Exchange { distance } } else { Kind::Shot { distance } };
    let shooter = element(&board, main, &line);
    let target = element(&board, shot.target, answer_line.as_ref().unwrap_or(&Line::new()));
    let from_behind = [
        answer_line.as_ref().is_some_and(|line| is_from_behind(&board, main, line)),
        is_from_behind(&board, shot.target, &line),
    ];
    let clash = Clash::new(book, kind, [&shooter, &target]);
    let ids = [main, shot.target];
    let combat = roll(&clash, [&shooter, &target], phase.active, cx.dice);

    note(phase, cx.field(), &shot, &line);
    if let (Some(i), Some(line)) = (back, &answer_line) {
        let back = phase.shots[i].clone();
        note(phase, cx.field(), &back, line);
    }
    let mut i = 0;
    phase.shots.retain(|_| {
        i += 1;
        i - 1 != number && Some(i - 1) != back
    });
    cx.rule(|field| {
        let ruling = told::combat(field, rule::SHOOT_COMBINE, ids, Manner::Shot, &combat);
        let camp = target.in_camp.then_some(rule::CAMP_TARGET);
        let ground = clash.counts(rule::TACTICAL_BAD_GOING) || clash.counts(rule::TACTICAL_OPEN_GROUND);
        let ground = ground.then_some(rule::TERRAIN_IN);
        camp.into_iter().chain(ground).fold(ruling, Ruling::also)
    });
    aftermath::resolve::of_shot(book, phase, ids, &combat.end, from_behind, cx);
}

/// An element as it shoots or is shot at; `line` is who shoots with it, itself first.
fn element(board: &Board<'_>, id: UnitId, line: &[(UnitId, f64)]) -> Fighter {
    let mut aided_by = [None; 2];
    for (aid, &(helper, distance)) in aided_by.iter_mut().zip(line.iter().skip(1)) {
        *aid = board.base(helper).map(|b| Aid { troop: b.troop, distance });
    }
    let camp = camp::camp_held(board, id);
    let Some(base) = board.base(id) else {
        let who = camp.map(|side| (side, id));
        return Fighter { who, in_camp: true, aided_by, ..Fighter::new(Troop::CampFollowers) };
    };
    Fighter {
        who: Some((base.side, id)),
        general: base.general,
        going: if camp.is_some() { Going::Good } else { ground::going_of(board, base) },
        in_camp: camp.is_some(),
        aided_by,
        ..Fighter::new(base.troop)
    }
}

fn is_from_behind(board: &Board<'_>, target: UnitId, line: &[(UnitId, f64)]) -> bool {
    board.book.house.rear_shot_turns
        && camp::camp_held(board, target).is_none()
        && board.base(target).is_some_and(|b| shooting::shots::only_from_behind(board, b, line))
}

/// Rolls for both, the active side first.
fn roll(clash: &Clash, sides: [&Fighter; 2], active: Side, dice: &mut dyn Dice) -> Combat {
    let mut faces = [0; 2];
    let first = usize::from(sides[0].who.is_some_and(|(side, _)| side != active));
    for i in [first, 1 - first] {
        if let Some((side, unit)) = sides[i].who {
            let why = RollId::new(rule::COMBAT_TOTAL.as_str(), side as u8).unit(unit.0);
            faces[i] = dice.roll(why, &D6);
        }
    }
    let scores = clash.scores(faces);
    Combat { tallies: clash.tallies.clone(), faces, scores, end: clash.decide(faces).clone() }
}

/// Notes who has shot, and by what types the target was shot at.
fn note(phase: &mut Phase, field: &Field, shot: &Shot, line: &[(UnitId, f64)]) {
    for &(id, _) in line {
        phase.marks[id.index()].has_shot = true;
        let troop = Troop::ALL[usize::from(field.card(id).class)];
        phase.marks[shot.target.index()].shot_at_by.add(troop);
    }
}
