//! Step 9 and the end of a period: shooting, personal combat, fighting, losses, victory.

use crate::Wrg6;
use crate::board::Board;
use crate::phase::{Leader, Mourned, Phase, Step};
use crate::sheet::{self, Item, Plan, Sheet};
use crate::tables::tables;
use crate::troop::Class;
use crate::victory::{self, Count};
use crate::{contact, fight, generals, losses, period, rule, volley};
use dice::{D6, RollId};
use umpire::{BySide, Cx, Field, Outcome, Place, Ruling, Side, UnitId};

/// Everything from step 9 to the beginning of the next period.
pub fn fight_and_count(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let mut aims: Vec<(UnitId, UnitId)> = Vec::new();
    let mut offers = [false; 2];
    for side in Side::ALL {
        let (sheet, plan) = &sheets[side];
        for (item, pick) in sheet.items.iter().zip(&plan.picks) {
            match item {
                Item::Aim(id, targets) => aims.extend(targets.get(usize::from(*pick)).map(|at| (*id, *at))),
                Item::Duel(_) => offers[side as usize] = *pick == 1,
                _ => {}
            }
        }
    }
    let shot = volley::shoot(book, phase, &aims, cx);
    if offers == [true, true] && sheet::commanders_meet(Board::of(book, cx.field(), phase)) {
        duel(phase, cx);
    }
    let fought = fight::fight(book, phase, cx);
    losses::take(book, phase, &shot, &fought, cx);
    contact::close_up(book, phase, cx);
    let count = count(book, cx.field(), phase);
    let end = victory::judge(&book.house, count, phase.period);
    if end.over {
        let winner = end.winner.map(|i| Side::ALL[i]);
        let reason = if end.broken == [false, false] { "the periods are over" } else { "an army is broken" };
        phase.step = Step::Over(Outcome { winner, rule: rule::VICTORY_ARMY, reason });
        cx.rule(|field| {
            let who = winner.map_or("Nobody", |side| field.roster().names[side].as_str());
            Ruling::new(rule::VICTORY_ARMY, format!("{who} wins: {reason}."))
        });
        return;
    }
    period::begin(book, phase, cx);
}

/// The commanders fight in person (`wrg6.generals.challenge`).
fn duel(phase: &mut Phase, cx: &mut Cx<'_>) {
    let why = |side: Side| RollId::new(rule::GENERALS_CHALLENGE.as_str(), side as u8);
    let faces = Side::ALL.map(|side| cx.dice.roll(why(side), &D6));
    let beaten = generals::duel(faces[0], faces[1]).map(|winner| Side::ALL[1 - winner]);
    cx.rule(|field| {
        let text = match beaten {
            Some(side) => format!("The commander of {} is beaten in person.", field.roster().names[side]),
            None => "The commanders fight in person, and neither is beaten.".to_owned(),
        };
        Ruling::new(rule::GENERALS_CHALLENGE, text)
    });
    let Some(side) = beaten else { return };
    let period = phase.period;
    let command = &mut phase.command[side];
    command.defeated = true;
    if let Some(general) = command.generals.iter_mut().find(|general| general.cinc) {
        general.lost = true;
        let at = general.with.map_or(general.at, |with| cx.field().unit(with).pose.at);
        command.mourned.push(Mourned { at, period, what: Leader::General });
    }
}

/// What each army cost and has lost (`wrg6.victory.army`).
pub fn count(book: &Wrg6, field: &Field, phase: &Phase) -> Count {
    let points = &tables().points;
    let (mut total, mut lost) = ([0; 2], [0; 2]);
    for id in field.ids() {
        let (side, state, unit) = (field.side(id) as usize, phase.state(id), field.unit(id));
        let class = state.class.unwrap_or(Class::C);
        let whole = book.kit(id).cost(class, state.original.into());
        total[side] += whole.total;
        let gone = matches!(unit.place, Place::Destroyed | Place::Fled);
        let figures = u32::from(state.original.saturating_sub(unit.formation.figures));
        lost[side] += if gone || state.routing {
            2 * whole.total
        } else if state.shaken {
            whole.total.max(2 * figures * whole.per_figure)
        } else {
            2 * figures * whole.per_figure
        };
    }
    for side in Side::ALL {
        let (i, command) = (side as usize, &phase.command[side]);
        for general in &command.generals {
            let cost = if general.cinc { points.commander_in_chief } else { points.subordinate_general };
            total[i] += cost;
            lost[i] += if general.lost { 2 * cost } else { 0 };
        }
        for (carrier, cost) in
            [(command.standard, points.army_standard), (command.relic, points.religious_relic)]
        {
            let Some(carrier) = carrier else { continue };
            total[i] += cost;
            let gone = matches!(field.unit(carrier).place, Place::Destroyed | Place::Fled);
            lost[i] += if gone { 2 * cost } else { 0 };
        }
    }
    Count { total, lost_halves: lost }
}
