//! Why units charge, evade or stand as they do. Orders and signals are their general's secret, so nothing is said of
//! them; and odds are told as anyone could reckon them, with grades taken as usual for such troops.

use super::charge::is_charger;
use super::scene::Scene;
use crate::Level;
use crate::reason::{Reason, labels};
use umpire::{Choice, Command, Field, Form, OptionId, PickAsk, Side, UnitId, View};
use wrg1969::Wrg1969;
use wrg1969::api::board::Step;
use wrg1969::api::tactics::Thought;
use wrg1969::rule;

/// How many units are told of.
const TOLD: usize = 3;

/// Why a side fills in its sheet so, as far as there is something to say that is nobody's secret.
pub fn reason(view: &View<Wrg1969>, side: Side, command: &Command) -> Option<Reason> {
    let Form::Sheet { picks, .. } = &view.pending.ask(side)?.form else { return None };
    let scene = Scene::of(Level::Recruit, view, side);
    let chosen = picks.iter().enumerate().filter_map(|(n, pick)| chosen(command, n, pick));
    let parts: Vec<Said> = match view.phase.step {
        Step::Intent => {
            let mut thought = as_anyone_sees(view);
            let of = |choice| charge(&view.field, &mut thought, choice).or_else(|| halt(&scene, choice));
            or_plain(chosen.filter_map(of).take(TOLD).collect(), "everyone goes on as ordered")
        }
        Step::BonusPoint => chosen.filter_map(|choice| answer(&view.field, choice)).take(TOLD).collect(),
        Step::React => {
            let tests = picks.iter().enumerate().filter_map(|(n, pick)| closing(&scene, command, n, pick));
            or_plain(tests.take(TOLD).collect(), "nobody is near enough to charge")
        }
        Step::Melee => {
            let laps = picks.iter().enumerate();
            let laps = laps.filter_map(|(n, pick)| lapping(&view.field, command, n, pick));
            or_plain(laps.take(TOLD).collect(), "everyone keeps the line")
        }
        _ => Vec::new(),
    };
    let text = parts.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("; ");
    let units = parts.into_iter().flat_map(|(_, units)| units).collect();
    (!text.is_empty()).then_some(Reason { text, units })
}

type Said = (String, Vec<UnitId>);

/// What is told of units, or of none in particular.
fn or_plain(told: Vec<Said>, plain: &str) -> Vec<Said> {
    if told.is_empty() { vec![(plain.to_owned(), Vec::new())] } else { told }
}

/// Why a unit stands where its order would have it go on.
fn halt(scene: &Scene<'_>, choice: &Choice) -> Option<Said> {
    let unit = *choice.units.first()?;
    if choice.rule != rule::ORDERS_HALT {
        return None;
    }
    let body = scene.board.body(unit)?;
    let why = if scene.is_spent(body) {
        "too many have fallen to go on"
    } else {
        "foot that horse is about to charge is safest when it stands"
    };
    Some((format!("{} halts: {why}", labels(&scene.view.field, &[unit])), vec![unit]))
}

/// Why a unit tests to charge next period, or does not.
fn closing(scene: &Scene<'_>, command: &Command, n: usize, pick: &PickAsk) -> Option<Said> {
    let unit = pick.unit?;
    let tests = pick.options.first().filter(|option| option.rule == rule::REACTION_WHEN_CLOSING)?;
    let body = scene.board.body(unit)?;
    let why = if chosen(command, n, pick)? == tests {
        "tests to charge: it strikes harder than it would be struck standing"
    } else if scene.is_spent(body) {
        "does not test to charge: too many have fallen"
    } else if is_charger(scene, body) {
        "does not test to charge: the odds are against it"
    } else {
        "does not test to charge: such troops do not close"
    };
    Some((format!("{} {why}", labels(&scene.view.field, &[unit])), vec![unit]))
}

/// Why a unit laps round.
fn lapping(field: &Field, command: &Command, n: usize, pick: &PickAsk) -> Option<Said> {
    let unit = pick.unit?;
    let laps = chosen(command, n, pick)? == pick.options.get(1)?;
    laps.then(|| (format!("{} laps round: more of its men strike", labels(field, &[unit])), vec![unit]))
}

/// What was picked, by hand or by leaving it as it is.
fn chosen<'p>(command: &Command, n: usize, pick: &'p PickAsk) -> Option<&'p Choice> {
    let by_hand = |picks: &[(u16, OptionId)]| picks.iter().find(|(i, _)| usize::from(*i) == n).map(|p| p.1);
    let option = match command {
        Command::Sheet { picks, .. } => by_hand(picks).unwrap_or(pick.usual),
        _ => pick.usual,
    };
    pick.options.get(usize::from(option.0))
}

/// The table in thought, with nobody's grade known.
fn as_anyone_sees(view: &View<Wrg1969>) -> Thought<'_> {
    let mut phase = view.phase.clone();
    phase.units.iter_mut().for_each(|state| state.kept.grade = None);
    Thought::new(&view.book, &view.field, &phase)
}

fn charge(field: &Field, thought: &mut Thought<'_>, choice: &Choice) -> Option<(String, Vec<UnitId>)> {
    let [by, at, ..] = choice.units[..] else { return None };
    if choice.rule != rule::MOVE_CHARGE_DECLARE {
        return None;
    }
    let clash = thought.charge(by, at, false)?;
    let percent = |chance: f64| format!("{:.0}%", 100.0 * chance);
    let text = format!(
        "{} charges {} ({}): {} to break it in the first round, {} to be broken, about {:.0} men for {:.0}",
        labels(field, &[by]),
        labels(field, &[at]),
        field.card(at).name,
        percent(clash.breaks[1]),
        percent(clash.breaks[0]),
        clash.men[1],
        clash.men[0],
    );
    Some((text, vec![by, at]))
}

fn answer(field: &Field, choice: &Choice) -> Option<(String, Vec<UnitId>)> {
    let unit = *choice.units.first()?;
    let why = match choice.rule {
        rule::MOVE_EVADE | rule::ORDERS_SKIRMISH_PART => "evades: light troops that stand are ridden down",
        rule::ORDERS_COUNTERCHARGE => "goes to meet the charge: who stands has no impetus",
        _ => return None,
    };
    Some((format!("{} {why}", labels(field, &[unit])), vec![unit]))
}
