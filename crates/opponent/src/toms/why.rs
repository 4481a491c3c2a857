//! Why a general declares, charges, marches or answers as it does: the odds of what comes of it.

use super::scene::{Scene, die};
use crate::reason::Reason;
use toms::Toms;
use toms::api::board::{Charge, Step};
use toms::api::charge;
use toms::api::charge::Answer;
use toms::api::charge::Way;
use toms::api::data::tables;
use toms::api::movement::March;
use toms::api::play::Plan;
use toms::api::shooting::Declared;
use toms::api::{board, shooting};
use umpire::{Command, OddsBar, Rulebook as _, Shown, Side, UnitId, View, voice};

/// How many volleys of one declaration are told.
const TOLD: usize = 3;

/// Why a side does this, as far as there is something to say.
pub fn reason(view: &View<Toms>, side: Side, command: &Command) -> Option<Reason> {
    let (book, field, phase) = (&*view.book, &view.field, &view.phase);
    let scene = Scene::of(book, field, phase, side);
    let plain = |text: &str| Some(Reason { text: text.to_owned(), units: Vec::new() });
    let plan = book.check(field, phase, side, command).ok()?;
    match (phase.step, plan) {
        (_, Plan::Declare(all)) => of_volleys(view, side, command, &all),
        (_, Plan::Charge(way)) => Some(of_charge(view, side, command, &way)),
        (_, Plan::March(march)) => Some(of_march(&scene, &march)),
        (_, Plan::Halt) => plain("no charge and no march seems worth making"),
        (Step::React(charge), Plan::Answer(answer)) => Some(of_answer(&scene, &charge, answer)),
        (Step::Generals(_), _) => plain("the dearest unit a general may lead is the last to break"),
        (Step::Deploy(_), _) => {
            plain("foot in one line with room to charge, horse on the wings, engines behind")
        }
        (Step::Rally, _) => plain("a broken unit that does not try is sure to run on"),
        (Step::Melee, _) => plain("blows are struck as they are listed: their order seldom matters"),
        (_, Plan::AsListed) => plain("volleys are shot as they are listed: their order seldom matters"),
        _ => None,
    }
}

/// A unit by its label and name.
fn named(scene: &Scene<'_>, id: UnitId) -> String {
    voice::name(scene.board.field, id).to_string()
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

/// The chances of one attack: "R3 on B1: 16 at 3+, 12% to destroy, 60% to bring to a test".
fn told(bar: &OddsBar) -> String {
    let part = |(outcome, _, chance): &(&str, String, f64)| match *outcome {
        "destroy" => Some(format!("{} to destroy", percent(*chance))),
        "drive_back" => Some(format!("{} to bring to a test", percent(*chance))),
        _ => None,
    };
    let parts: Vec<String> = bar.parts.iter().filter_map(part).collect();
    let parts = if parts.is_empty() { "no test likely".to_owned() } else { parts.join(", ") };
    format!("{}, {parts}", bar.label)
}

fn of_volleys(
    view: &View<Toms>,
    side: Side,
    command: &Command,
    all: &[(UnitId, Declared)],
) -> Option<Reason> {
    let foreseen = view.book.preview(&view.field, &view.phase, side, command);
    let mut parts: Vec<String> = foreseen.odds.iter().take(TOLD).map(told).collect();
    let late = all.len() - foreseen.odds.len().min(all.len());
    if late > 0 {
        parts.push(format!("{} shoot on arrival or make fire ready", voice::count(late as u64, "unit")));
    }
    let about = |(unit, declared): &(UnitId, Declared)| match declared {
        Declared::Volley(volley) => vec![*unit, volley.target],
        Declared::Prepare => vec![*unit],
    };
    let units: Vec<UnitId> = all.iter().flat_map(about).collect();
    if units.is_empty() {
        return Some(Reason { text: "nobody is in range and none will be".to_owned(), units });
    }
    Some(Reason { text: parts.join("; "), units })
}

fn of_charge(view: &View<Toms>, side: Side, command: &Command, way: &Way) -> Reason {
    let foreseen = view.book.preview(&view.field, &view.phase, side, command);
    let mut parts = vec![format!("strikes its {}", way.face.key())];
    parts.extend(foreseen.odds.iter().map(told));
    Reason { text: parts.join("; "), units: vec![way.charge.unit, way.charge.target] }
}

fn of_march(scene: &Scene<'_>, march: &March) -> Reason {
    let unit = march.unit;
    let near = scene.nearest(unit);
    let foe = near.map(|(id, _)| id);
    let units = std::iter::once(unit).chain(foe).collect();
    let Some((enemy, gap)) = near else {
        return Reason { text: "no enemy is in sight".to_owned(), units };
    };
    let (who, other) = (scene.board.profile(unit), scene.board.profile(enemy));
    let text = if march.holdfast {
        format!("{} can charge it from {gap:.0} inches, and now strikes second", named(scene, enemy))
    } else if march.legs.is_empty() {
        format!("better where it is: {} is {gap:.0} inches away", named(scene, enemy))
    } else {
        let end = march
            .legs
            .last()
            .map_or(scene.board.rect(unit).centre, |leg| leg.at.vec() * (1.0 / toms::api::board::MM));
        let there = (end.distance(scene.board.rect(enemy).centre) - 1.3).max(0.0);
        let reach = |range: u16, may: &str| {
            if there <= f64::from(range) { format!(", in reach to {may}") } else { String::new() }
        };
        let may =
            if scene.is_shooter(unit) { reach(who.range, "shoot") } else { reach(who.charge, "charge") };
        let dice = scene.under_fire(unit);
        let hail = if dice > 0 { format!(", under {dice} dice of missiles") } else { String::new() };
        let threat = if there <= f64::from(other.charge) { ", and can be charged there" } else { "" };
        format!("from {gap:.0} to {there:.0} inches of {}{may}{threat}{hail}", named(scene, enemy))
    };
    Reason { text, units }
}

fn of_answer(scene: &Scene<'_>, charge: &Charge, answer: Answer) -> Reason {
    let board = &scene.board;
    let (unit, charger) = (charge.target, charge.unit);
    let from = charge.start.at.vec() * (1.0 / toms::api::board::MM);
    let struck = board::face(&board.rect(unit), from);
    let reaction = &tables().reaction;
    let text = match answer {
        Answer::Nothing => "nothing else would help".to_owned(),
        Answer::Fire => {
            let how = shooting::Manner {
                rule: toms::rule::REACT_FIRE,
                steady: false,
                over: false,
                obscured: charge.in_wood,
                face: board::Face::Front,
            };
            let attack = shooting::attack(board, unit, charger, &how);
            let falls = scene.volley(unit, charger, false, charge.in_wood, board::Face::Front);
            format!(
                "{} dice at {}+ should cost {} {falls:.1} men before it strikes",
                attack.dice,
                attack.needs,
                named(scene, charger)
            )
        }
        Answer::Counter => {
            let generals = board.generals_within(unit, reaction.general);
            let fails = (0..generals).fold(1.0, |fails, _| fails * (1.0 - die(reaction.counter)));
            format!("{} to strike back as a charger", percent(1.0 - fails))
        }
        Answer::Reform => {
            let (dice, number) = charge::reform_dice(Some(board.profile(unit)), board.men(unit), struck);
            let works = (0..dice).fold(1.0, |works, _| works * (1.0 - die(number)));
            format!("{} to be struck in front and not in the {}", percent(works), struck.key())
        }
    };
    Reason { text, units: vec![unit, charger] }
}
