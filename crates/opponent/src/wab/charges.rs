//! What charges and answers to them are worth.

use super::clash::{Clash, Meeting, ROUGH, alarm, alone, worth};
use super::scene::Scene;
use dice::{D6, Dist};
use table::Rect;
use umpire::{OptionId, UnitId};
use wab::api::aftermath;
use wab::api::aftermath::Run;
use wab::api::board::{self, Board, Body};
use wab::api::charge;
use wab::api::charge::Answer;
use wab::api::charge::Arrival;
use wab::api::charge::Declaration;
use wab::api::data::Face;
use wab::api::data::Trait;
use wab::api::nerve;
use wab::api::nerve::Dread;
use wab::api::nerve::chance;
use wab::api::shooting;

/// The share of what charges that a chase after skirmishers costs: little, for it drives them out of the way.
const IN_VAIN: f64 = 0.02;
/// How much less friends are alarmed by ranks that run and get away than by those that are cut down.
const SEEN: f64 = 0.2;
/// The share of their worth that ranks lose by running though they rally: they are out of the battle for a while.
const AWAY: f64 = 0.6;
/// A charge must promise at least this share of what charges.
const LEAST: f64 = 0.02;

/// The best of some options, each worth so much; the last if none is worth more than nothing and it may be taken.
pub fn best_of(values: impl IntoIterator<Item = f64>) -> OptionId {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, value) in values.into_iter().enumerate() {
        if value > best.1 {
            best = (i, value);
        }
    }
    OptionId(best.0 as u16)
}

/// Where a charge would end, if it arrives.
pub fn arrival(board: &Board<'_>, unit: &Body<'_>, target: &Body<'_>) -> Option<Arrival> {
    let face = charge::towards(board, unit, target);
    charge::best(board, unit, target, face, unit.charge_move())
}

/// A charge where it ends.
pub fn meeting(unit: UnitId, target: &Body<'_>, arrival: &Arrival) -> Meeting {
    let face = if target.skirmishes() { Face::Front } else { arrival.way.face };
    Meeting {
        charger: unit,
        target: target.id,
        face,
        rect: arrival.rect,
        facing: arrival.facing,
        countered: false,
    }
}

/// What a unit feels before an enemy lets it charge so often.
pub fn dares(board: &Board<'_>, unit: &Body<'_>, target: &Body<'_>) -> f64 {
    match nerve::of(unit, target.kit) {
        Dread::None => 1.0,
        _ => chance(nerve::leaders(board, unit).best().total(), false).to_f64(),
    }
}

/// What a charge is worth that needs no fight: at fleers, and at skirmishers, who run.
pub fn hunt(scene: &Scene<'_>, unit: &Body<'_>, target: &Body<'_>) -> Option<f64> {
    let room = unit.charge_move() - unit.distance(target);
    if target.state.fleeing {
        // They are lost already unless they rally.
        let caught = within(target, room, false);
        return Some(caught * 0.5 * worth(scene.board, target) - 0.05 * worth(scene.board, unit));
    }
    let runs = target.skirmishes() && !unit.skirmishes();
    runs.then(|| within(target, room, true) * worth(scene.board, target) - IN_VAIN * worth(scene.board, unit))
}

/// How likely a unit that runs from a charger is to be lost over the table's edge, in this flight or the next.
fn over_the_edge(board: &Board<'_>, charger: &Body<'_>, fleer: &Body<'_>) -> f64 {
    let way = aftermath::away_from(charger.rect.centre, &fleer.rect);
    let room = board::to_table_edge(board, &Rect { ahead: way, ..fleer.rect });
    let far = if fleer.movement() > 6.0 { 10.5 } else { 7.0 };
    (1.0 - room / (2.0 * far)).clamp(0.0, 0.8)
}

/// How many turns of its own a unit has left that is charged now.
fn turns_left(board: &Board<'_>, target: &Body<'_>) -> u16 {
    board.book.turns - board.phase.turn + u16::from(board.phase.first != target.side)
}

/// The chance that fleers run no further than so many inches.
pub fn within(fleer: &Body<'_>, room: f64, fired: bool) -> f64 {
    let house = wab::api::house::House::default();
    let run = Run::flight(&house, fleer.kit.movement(), fired && fleer.kit.shoots());
    Dist::total(&D6, run.dice.into()).chance(|&far| f64::from(far) <= room).to_f64()
}

/// What a charge with some others is worth more than the others alone.
pub fn added(scene: &Scene<'_>, others: Vec<Meeting>, one: Meeting) -> f64 {
    let (side, target) = (scene.side, one.target);
    let engaged = scene.board.phase.is_engaged(target);
    if others.is_empty() && !engaged {
        return alone(scene, one);
    }
    let before = Clash::new(scene, ROUGH, others.clone()).value(side, target);
    let mut all = others;
    all.push(one);
    Clash::new(scene, ROUGH, all).value(side, target) - before
}

/// A charge that must promise something for what it risks.
pub fn least(scene: &Scene<'_>, unit: &Body<'_>) -> f64 {
    let won = if scene.is_won() { 3.0 } else { 1.0 };
    won * LEAST * worth(scene.board, unit)
}

/// What every declaration is worth, in the order they are offered; nothing for nothing more.
pub fn declared_values(
    board: &Board<'_>,
    charge: impl Fn(UnitId, UnitId) -> f64,
    leave: impl Fn(UnitId, u8) -> f64,
) -> Vec<f64> {
    let value = |d: &Declaration| match *d {
        Declaration::Charge(unit, target) => charge(unit, target),
        Declaration::Disengage(unit, far) => leave(unit, far),
        Declaration::Done => 0.0,
    };
    charge::declarations(board).iter().map(value).collect()
}

/// What every redirection is worth, in the order they are offered.
pub fn redirect_values(
    board: &Board<'_>,
    units: &[UnitId],
    charge: impl Fn(UnitId, UnitId) -> f64,
) -> Vec<f64> {
    let options = charge::redirect_options(board, units);
    options.into_iter().map(|(unit, target)| target.map_or(0.0, |target| charge(unit, target))).collect()
}

/// What each answer to a charge is worth, if the fight that holding leads to, countered or not, is worth so much.
pub fn answer_values(
    scene: &Scene<'_>,
    charger: &Body<'_>,
    target: &Body<'_>,
    allowed: &[Answer],
    fight: impl Fn(bool) -> f64,
) -> Vec<f64> {
    let board = scene.board;
    // What is lost by running is minded as much as what is lost by fighting.
    let minded = scene.scales.loss * scene.stance.caution;
    let stake = worth(board, target) * minded;
    let room = charger.charge_move() - charger.distance(target);
    let rallies = chance(nerve::leaders(board, target).best().total() - 1, false).to_f64();
    let turns = turns_left(board, target);
    let flight = |fired: bool| {
        let caught = within(target, room, fired);
        // Ranks that run are out of the battle for a while and take heart from their friends.
        let light = target.skirmishes() || target.kit.has(Trait::FeignedFlight);
        let (away, seen) = if light { (0.05, 0.0) } else { (AWAY, SEEN) };
        let lost = match turns {
            // Who has no turn left to rally in is lost.
            0 => 1.0,
            1 => 1.0 - rallies + over_the_edge(board, charger, target),
            _ => (1.0 - rallies) * 0.5 + away + over_the_edge(board, charger, target),
        };
        let lost = lost.min(1.0);
        let spreads = alarm(scene, board, target.side, &[target.id]) * minded;
        -stake * (caught + (1.0 - caught) * lost) - spreads * (caught + (1.0 - caught) * seen)
    };
    let volley = || {
        let shots = shooting::shots(board, target, charger, true).map(|s| s.0);
        let mean = shots.and_then(|b| b.odds().ok()).map_or(0.0, |o| o.mean(|n| u64::from(*n)).to_f64());
        mean * worth(board, charger) / f64::from(charger.state.models.max(1))
    };
    let value = |reaction: &Answer| match reaction {
        Answer::Hold => fight(false),
        Answer::StandAndShoot => fight(false) + volley() + 0.01 * stake,
        Answer::Flee => flight(false),
        Answer::FireAndFlee => flight(true) + volley(),
        Answer::CounterCharge => fight(true),
    };
    allowed.iter().map(value).collect()
}
