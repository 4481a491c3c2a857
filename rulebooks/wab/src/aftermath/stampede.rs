//! Stampedes: elephants out of hand, each its own way (`wab.troops.elephants`).

use crate::board::bodies::{self, Board, Body, pose};
use crate::board::game::Game;
use crate::board::room::{self, Bar, Room};
use crate::board::state::State;
use crate::combat::losses;
use crate::data::length::CUT;
use crate::data::tables::tables;
use crate::rule;
use dice::{D6, D12, RollId};
use table::{Rect, Span, span};
use umpire::voice::{self, name};
use umpire::{Event, Motion, Place, UnitId};

/// The beasts of a unit that flees part: each is a body of its own from now on, killed by its driver or running where
/// it likes.
pub fn break_loose(game: &mut Game<'_, '_>, herd: UnitId) {
    let beasts = part(game, herd);
    for id in beasts {
        let why = why(game, id);
        if game.cx.dice.roll(why, &D6) >= tables().stampede_killed_on {
            game.say(rule::TROOPS_ELEPHANTS, |field| {
                format!("{} died by the hand of the driver.", name(field, id))
            });
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
        let mut loose = State::new(1);
        (loose.fleeing, loose.stampeding, loose.now.fled_now) = (true, true, true);
        *game.phase.unit_mut(id) = loose;
    }
    // The wounded one is the one that would have fallen next.
    if let Some(&last) = beasts.last() {
        game.phase.unit_mut(last).wounds = wounds;
    }
    for (&id, rect) in beasts.iter().zip(&places) {
        let guests = game.phase.characters(id).count() as u16;
        let formation = bodies::formation(game.book.kit(id), true, 1 + guests, 1);
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
    let far = game.cx.dice.total(why, &D6, 2);
    let (charge, facing) = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let facing = table::turned(body.facing, 30.0 * f64::from(clock % 12));
        (stretch(&board, body, &Rect { ahead: facing.vec(), ..body.rect }, f64::from(far)), facing)
    };
    let Rush { room, met, end } = charge;
    if let Some(rect) = end {
        game.put(id, &rect, facing, Motion::Flight, rule::TROOPS_ELEPHANTS);
    }
    if room.bar == Some(Bar::Edge) {
        game.say(rule::FLEE_OFF_TABLE, |field| format!("{} ran off the table.", name(field, id)));
        game.remove(id, Place::Fled, rule::TROOPS_ELEPHANTS);
        return;
    }
    game.say(rule::TROOPS_ELEPHANTS, |field| {
        let went = voice::inches_of(if end.is_some() { room.far } else { 0.0 }, far.into());
        format!("{} stampeded {went}{}.", name(field, id), room.because(field))
    });
    if let Some(who) = met {
        let hits = u16::from(game.cx.dice.roll(why, &D6));
        losses::hits(game, who, hits, tables().stampede_strength, side, rule::TROOPS_ELEPHANTS);
    }
}

/// Where a stampede leads: how far, into whom, and where the beast ends; nowhere if it has no room to turn.
struct Rush {
    room: Room,
    met: Option<UnitId>,
    end: Option<Rect>,
}

fn stretch(board: &Board<'_>, body: &Body<'_>, rect: &Rect, far: f64) -> Rush {
    let mut room = Room::open(far);
    room::stop_at_ground(board, body, rect, rect.ahead, &mut room);
    room.stop(room::to_table_edge(board, rect), Bar::Edge);
    let mut spans: Vec<(Span, UnitId)> = Vec::new();
    let mut met: Option<UnitId> = None;
    for other in board.bodies.iter().filter(|b| b.id != body.id) {
        let Some(s) = span(rect, rect.ahead, &other.rect, CUT) else { continue };
        spans.push((s, other.id));
        // Whom it touches as it turns about it meets only if it runs that way.
        let ahead = s.enter >= 0.0 || (other.rect.centre - rect.centre).dot(rect.ahead) > 0.0;
        let at = s.enter.max(0.0);
        if ahead && s.leave > 0.0 && at <= far && (at < room.far || room.bar.is_none()) {
            let inch = tables().distances.one_inch;
            room = Room { far: (at - inch).max(0.0).min(room.far), bar: Some(Bar::Unit(other.id)) };
            met = Some(other.id);
        }
    }
    if room.bar == Some(Bar::Edge) {
        return Rush { room, met: None, end: Some(rect.moved(rect.ahead * room.far)) };
    }
    let end = room.clear_of(&spans).map(|r| rect.moved(rect.ahead * r.far));
    Rush { room, met, end }
}
