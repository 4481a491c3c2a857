//! Stampedes: elephants out of hand, each its own way (`wab.troops.elephants`).

use crate::board::{self, pose};
use crate::charge::{BRINK, SLACK};
use crate::flight::to_table_edge;
use crate::game::{Game, name};
use crate::losses;
use crate::moving::NEAR;
use crate::rule;
use crate::state::State;
use crate::tables::tables;
use dice::{D6, D12, RollId};
use table::{Rect, span};
use umpire::{Event, Motion, Place, UnitId};

/// The beasts of a unit that flees part: each is a body of its own from now on, killed by its driver or running where
/// it likes.
pub fn break_loose(game: &mut Game<'_, '_>, herd: UnitId) {
    let beasts = part(game, herd);
    for id in beasts {
        let why = why(game, id);
        if game.cx.dice.roll(why, &D6) >= tables().stampede_killed_on {
            game.say(rule::TROOPS_ELEPHANTS, |field| format!("the driver kills {}", name(field, id)));
            game.lose(id, 1, rule::TROOPS_ELEPHANTS);
        } else {
            run(game, id);
        }
    }
}

fn why(game: &Game<'_, '_>, id: UnitId) -> RollId {
    RollId::new(rule::TROOPS_ELEPHANTS.as_str(), game.side(id) as u8).unit(id.0)
}

/// Makes a body of each beast where it stands: the first stays what the unit was, the others had their cards from the
/// start.
fn part(game: &mut Game<'_, '_>, herd: UnitId) -> Vec<UnitId> {
    let (places, facing) = {
        let board = game.board();
        let Some(body) = board.body(herd) else { return Vec::new() };
        let models = (0..body.state.models).map(|i| body.model(i / body.files, i % body.files));
        (models.collect::<Vec<Rect>>(), body.facing)
    };
    let spare = |id: &UnitId| {
        let unit = game.cx.field().unit(*id);
        game.book.kit(*id).herd == Some(herd) && unit.place == Place::Waiting
    };
    let spares = game.cx.field().ids().filter(spare);
    let beasts: Vec<UnitId> = std::iter::once(herd).chain(spares).take(places.len()).collect();
    let wounds = std::mem::take(&mut game.phase.unit_mut(herd).wounds);
    game.phase.unit_mut(herd).models = 1;
    game.phase.unit_mut(herd).stampeding = true;
    for &id in &beasts[1..] {
        let loose = State { fleeing: true, fled_now: true, stampeding: true, ..State::new(1) };
        *game.phase.unit_mut(id) = loose;
    }
    // The wounded one is the one that would have fallen next.
    if let Some(&last) = beasts.last() {
        game.phase.unit_mut(last).wounds = wounds;
    }
    for (&id, rect) in beasts.iter().zip(&places) {
        let guests = game.phase.characters(id).count() as u16;
        let formation = board::formation(game.book.kit(id), true, 1 + guests, 1);
        game.cx.apply(Event::Reformed { unit: id, formation, rule: rule::TROOPS_ELEPHANTS });
        let pose = pose(rect, facing);
        if id == herd {
            game.cx.apply(Event::Moved {
                unit: id,
                to: pose,
                motion: Motion::Flight,
                rule: rule::TROOPS_ELEPHANTS,
            });
            game.carry(id, rule::TROOPS_ELEPHANTS);
        } else {
            game.cx.apply(Event::Placed { unit: id, pose, rule: rule::TROOPS_ELEPHANTS });
        }
    }
    beasts
}

/// A beast runs 2D6 inches the way the clock says, and strikes whom it meets.
pub fn run(game: &mut Game<'_, '_>, id: UnitId) {
    let (side, why) = (game.side(id) as u8, why(game, id));
    let clock = game.cx.dice.roll(why, &D12);
    let far = f64::from(game.cx.dice.total(why, &D6, 2));
    let (met, rect, facing, off) = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let facing = table::turned(body.facing, 30.0 * f64::from(clock % 12));
        let rect = Rect { ahead: facing.vec(), ..body.rect };
        let spans = board.bodies.iter().filter(|b| b.id != id).filter_map(|b| {
            let s = span(&rect, rect.ahead, &b.rect, SLACK)?;
            // Whom it touches as it turns about it meets only if it runs that way.
            let ahead = s.enter >= 0.0 || (b.rect.centre - rect.centre).dot(rect.ahead) > 0.0;
            (ahead && s.leave > 0.0 && s.enter <= far).then_some((s.enter.max(0.0), b.id))
        });
        let met = spans.min_by(|a, b| a.0.total_cmp(&b.0));
        let closed = game.book.features.iter().filter(|f| f.stops(body.kit.troop)).flat_map(|f| &f.parts);
        let wall = closed
            .filter_map(|part| span(&rect, rect.ahead, part, BRINK).filter(|s| s.leave > 0.0))
            .fold(far, |room, s| room.min(s.enter.max(0.0)));
        let met = met.filter(|(enter, _)| *enter <= wall);
        let edge = to_table_edge(&board, &rect);
        let go = met.map_or(wall, |(enter, _)| (enter - tables().distances.one_inch).max(0.0));
        (met.map(|(_, who)| who), rect.moved(rect.ahead * go.min(edge)), facing, go > edge + NEAR)
    };
    game.put(id, &rect, facing, Motion::Flight, rule::TROOPS_ELEPHANTS);
    if off {
        game.say(rule::FLEE_OFF_TABLE, |field| format!("{} runs off the table", name(field, id)));
        game.remove(id, Place::Fled, rule::TROOPS_ELEPHANTS);
        return;
    }
    game.say(rule::TROOPS_ELEPHANTS, |field| format!("{} stampedes {far} inches", name(field, id)));
    if let Some(who) = met {
        let hits = u16::from(game.cx.dice.roll(why, &D6));
        losses::hits(game, who, hits, tables().stampede_strength, side, rule::TROOPS_ELEPHANTS);
    }
}
