//! What generals do in a period: one signal, one order dictated, or a ride.

use super::campaign::{card, new_order};
use super::lead;
use super::scene::{Scene, chosen, filled};
use umpire::{Choice, Command, LineAsk, PickAsk, UnitId};
use wrg1969::api::board::Body;
use wrg1969::api::orders;
use wrg1969::api::orders::groundless;
use wrg1969::api::orders::is_free;
use wrg1969::api::orders::{Order, Trigger, Verb};
use wrg1969::rule;

use wrg1969::api::board::{General, Message};
use wrg1969::api::tactics::Station;
use wrg1969::api::victory;

/// Farther than this from the middle of his men a general rides after them; nearer than that he stops.
const FAR: f64 = 21.0;
const NEAR: f64 = 9.0;
/// An enemy nearer than this is a danger to a general by himself.
const DANGER: f64 = 7.0;
/// The lines are about to meet.
const MEETING: f64 = 14.0;
/// The recall is given when the own steady men are worth less than this share of the enemy's.
const BEATEN: f64 = 0.4;
/// In the last periods the lead is kept.
const LAST: u16 = 3;
/// From this share of the battle on, those who wait for the enemy go at him unless they are ahead.
const HALF_TIME: f64 = 0.5;

/// What a general decides.
enum Act {
    Signal(u8),
    Dictate(UnitId, Order),
    Ride(UnitId),
    Stay,
    Nothing,
}

/// The command sheet.
pub fn sheet(scene: &Scene<'_>, lines: &[LineAsk], picks: &[PickAsk]) -> Command {
    let mut written = Vec::new();
    let made = chosen(picks, |pick| {
        let general = scene.command().generals().find(|g| Some(g.figure) == pick.unit)?;
        match act(scene, general) {
            Act::Signal(number) => signal_option(scene, pick, number),
            Act::Ride(to) => {
                option(pick, |o| o.rule == rule::ORDERS_CHANGE_DIRECT && o.units.as_slice() == [to])
            }
            Act::Stay => option(pick, |o| o.rule == rule::ORDERS_MESSENGERS),
            Act::Dictate(unit, order) => {
                let line = lines.iter().position(|l| l.unit == Some(unit))?;
                written.push((line as u16, scene.say(&scene.names(), &order)));
                None
            }
            Act::Nothing => None,
        }
    });
    filled(written, made)
}

fn option(pick: &PickAsk, is: impl Fn(&Choice) -> bool) -> Option<usize> {
    pick.options.iter().position(is)
}

/// Signals are offered in the order of the card.
fn signal_option(scene: &Scene<'_>, pick: &PickAsk, number: u8) -> Option<usize> {
    let place = scene.command().card.iter().position(|s| s.number == number)?;
    let offered = pick.options.iter().enumerate().filter(|(_, o)| o.rule == rule::ORDERS_CHANGE_SIGNAL);
    offered.map(|(i, _)| i).nth(place)
}

/// The same without a sheet.
pub fn plan(scene: &Scene<'_>) -> orders::Plan {
    let mut plan = orders::Plan::default();
    for general in scene.command().generals() {
        let act = match act(scene, general) {
            Act::Signal(number) if scene.command().card.iter().any(|s| s.number == number) => {
                orders::Act::Signal(number)
            }
            Act::Ride(to) => orders::Act::Ride(to),
            Act::Stay if general.riding_to.is_some() => orders::Act::Stay,
            Act::Dictate(unit, order) => {
                plan.dictated.push((general.figure, unit, vec![order]));
                orders::Act::Dictate
            }
            _ => continue,
        };
        plan.acts.push((general.figure, act));
    }
    plan
}

fn act(scene: &Scene<'_>, general: &General) -> Act {
    let Some(figure) = scene.board.body(general.with.unwrap_or(general.figure)) else { return Act::Nothing };
    let ride_to = refuge(scene, general, figure)
        .or_else(|| lead::goes_back(scene, general))
        .or_else(|| lead::joins(scene, general));
    if let Some(to) = ride_to {
        return Act::Ride(to);
    }
    if let Some(number) = signal(scene, figure) {
        return Act::Signal(number);
    }
    if let Some((unit, order)) = dictation(scene, general) {
        return Act::Dictate(unit, order);
    }
    ride(scene, general, figure)
}

/// The unit a general in danger rides to.
fn refuge(scene: &Scene<'_>, general: &General, figure: &Body<'_>) -> Option<UnitId> {
    let threatened = scene.foes().any(|f| !scene.board.routing(f.id) && f.gap(figure) < DANGER);
    if general.with.is_some() || general.riding_to.is_some() || !threatened {
        return None;
    }
    let steady = scene.own().filter(|b| b.kit.is_unit() && scene.is_free(b.id) && !scene.is_spent(b));
    steady.min_by(|a, b| a.apart(figure).total_cmp(&b.apart(figure))).map(|b| b.id)
}

/// Whether a unit would take a signal, given now.
fn hears(scene: &Scene<'_>, figure: &Body<'_>, unit: &Body<'_>, number: u8) -> bool {
    let signal = scene.command().card.iter().find(|s| s.number == number);
    signal.is_some_and(|s| orders::reaches(&scene.board, figure, unit, s))
}

/// The signal that it is time for.
fn signal(scene: &Scene<'_>, figure: &Body<'_>) -> Option<u8> {
    let given = |number: u8| scene.command().given >> number & 1 == 1;
    let hearers = |number: u8, wanted: &dyn Fn(&Body<'_>) -> bool| {
        scene.own().filter(|b| wanted(b) && hears(scene, figure, b, number)).count()
    };
    let doing = |b: &Body<'_>| scene.state(b.id).leg().map(|leg| leg.verb);
    let unengaged = |b: &Body<'_>| scene.is_free(b.id);
    if ahead_at_the_end(scene) {
        let going = |b: &Body<'_>| {
            unengaged(b) && matches!(doing(b), Some(Verb::Attack | Verb::Advance | Verb::MoveTo))
        };
        return (hearers(card::STAND, &going) > 0).then_some(card::STAND);
    }
    let (mine, theirs) = (scene.strength(scene.side), scene.strength(scene.side.other()));
    let safe = |b: &Body<'_>| unengaged(b) && scene.nearest_foe(b) > MEETING;
    if mine < BEATEN * theirs && !given(card::RECALL) && hearers(card::RECALL, &safe) > 1 {
        return Some(card::RECALL);
    }
    let waits = |b: &Body<'_>| {
        let leg = scene.state(b.id).leg();
        leg.is_some_and(|leg| leg.until.contains(&Trigger::Signal(card::HORSE))) && unengaged(b)
    };
    if !given(card::HORSE) && lines_meet(scene) && hearers(card::HORSE, &waits) > 0 {
        return Some(card::HORSE);
    }
    // Who is not ahead gains nothing by waiting for an enemy who does not come.
    let waits_for_him = |b: &Body<'_>| {
        let leg = scene.state(b.id).leg();
        leg.is_some_and(|leg| leg.until.contains(&Trigger::Signal(card::ASSAULT)))
            && unengaged(b)
            && !scene.is_spent(b)
    };
    let late = scene.lateness() >= HALF_TIME && !is_ahead(scene);
    if late && !given(card::ASSAULT) && hearers(card::ASSAULT, &waits_for_him) > 0 {
        return Some(card::ASSAULT);
    }
    // Those whose orders are done with, if they are several; a single one gets a messenger.
    let idle = |b: &Body<'_>| is_idle(scene, b) && !scene.is_spent(b);
    (hearers(card::ASSAULT, &idle) > 1).then_some(card::ASSAULT)
}

/// Whether the battle is nearly over and won as it stands.
fn ahead_at_the_end(scene: &Scene<'_>) -> bool {
    let view = scene.view;
    view.book.house.periods.saturating_sub(view.phase.period) < LAST && is_ahead(scene)
}

/// Whether he would clearly win if the battle ended now.
fn is_ahead(scene: &Scene<'_>) -> bool {
    let ground = |side| victory::ground(&scene.board, side);
    let total = |side| scene.strength(side) + ground(side);
    total(scene.side) > 1.15 * total(scene.side.other())
}

fn lines_meet(scene: &Scene<'_>) -> bool {
    let line = scene.own().filter(|b| scene.station(b.id) == Station::Line);
    line.into_iter().any(|b| scene.board.engaged(b.id) || scene.nearest_foe(b) < MEETING)
}

/// Whether a unit has nothing to do and nothing on its way.
fn is_idle(scene: &Scene<'_>, body: &Body<'_>) -> bool {
    let state = scene.state(body.id);
    let command = scene.command();
    let carried = |m: &wrg1969::api::board::Messenger| matches!(&m.carries, Some((to, Message::Order(_))) if *to == body.id);
    body.kit.is_unit()
        && state.kept.order.is_none()
        && state.kept.waiting_order.is_none()
        && scene.is_free(body.id)
        && !command.riders.iter().any(carried)
        && !command.due.iter().any(|due| due.unit == body.id)
        && !command.generals().any(|g| g.with == Some(body.id))
}

/// An order for the most valuable unit that has none, if a messenger is at hand and there are grounds for it.
fn dictation(scene: &Scene<'_>, general: &General) -> Option<(UnitId, Order)> {
    let command = scene.command();
    if !command.riders.iter().any(|r| r.of == general.figure && is_free(&scene.board, r)) {
        return None;
    }
    let mine = |b: &&Body<'_>| {
        command.general_of(b.id, scene.view.phase.period).is_some_and(|g| g.figure == general.figure)
    };
    let mut idle: Vec<&Body<'_>> = scene.own().filter(mine).filter(|b| is_idle(scene, b)).collect();
    idle.sort_by(|a, b| scene.worth(b).total_cmp(&scene.worth(a)).then(a.id.cmp(&b.id)));
    idle.into_iter().find_map(|body| {
        let order = new_order(scene, body);
        let groundless = groundless(&scene.board, &scene.view.field, scene.side, body.id, &order);
        groundless.is_none().then_some((body.id, order))
    })
}

/// After his men, to stand where most of them see him and feel him near.
fn ride(scene: &Scene<'_>, general: &General, figure: &Body<'_>) -> Act {
    if general.with.is_some() {
        return Act::Nothing;
    }
    if let Some(to) = general.riding_to {
        let there = scene.board.body(to);
        let arrives = there.is_none_or(|b| b.apart(figure) <= if general.galloped { NEAR } else { FAR });
        return if arrives { Act::Stay } else { Act::Nothing };
    }
    let steady =
        |b: &&Body<'_>| scene.station(b.id) == Station::Line && !scene.board.routing(b.id) && b.kit.is_unit();
    let line: Vec<&Body<'_>> = scene.own().filter(steady).collect();
    let n = line.len() as f64;
    let Some(first) = line.first() else { return Act::Nothing };
    let middle = line.iter().fold(table::Vec2::default(), |sum, b| sum + b.standard() * (1.0 / n));
    let far = |b: &Body<'_>| b.standard().distance(middle);
    let central = line.iter().fold(first, |best, b| if far(b) < far(best) { b } else { best });
    if central.apart(figure) > FAR { Act::Ride(central.id) } else { Act::Nothing }
}
