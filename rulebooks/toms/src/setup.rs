//! Setting up: generals, terrain, the roll-off, deployment and ambushes.

use crate::army::generals_of;
use crate::board::state::{self, Step};
use crate::board::zone::Zone;
use crate::board::{Board, Game, ambush, land};
use crate::data::scale::{MM, NEAR, in_inches, point};
use crate::data::tables::tables;
use crate::elephants::rules::scatter;
use crate::movement::ambush::{reveal, reveal_found, show};
use crate::rule;
use crate::told::choice;
use dice::{D6, RollId};
use ruling::Refusal;
use std::sync::Arc;
use table::{Facing, Ground, KindId, Piece, Point, Polygon, Pose, Rect, Shape, Vec2};
use umpire::{
    Ask, Command, Event, Field, Form, OptionId, Pending, PickAsk, Place, Ruling, Side, UnitId, voice,
};

/// A checked decision of the set-up.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A unit gets a general.
    General(UnitId),
    /// The battle begins.
    Go,
    /// Units are placed.
    Deploy(Vec<(UnitId, Pose)>),
    /// Units that could hide are shown.
    Show(Vec<UnitId>),
}

/// The label of a side's unit by its number, from 1.
pub fn label(side: Side, n: usize) -> String {
    let initial = if side == Side::Red { "R" } else { "B" };
    format!("{initial}{n}")
}

/// Whether a general may ride with a unit (`toms.general.attach`).
fn may_lead(board: &Board<'_>, unit: UnitId) -> bool {
    !board.profile(unit).is_model() && !board.general(unit)
}

/// How many generals of a side are still without a unit.
fn unplaced(board: &Board<'_>, side: Side) -> u16 {
    let mine = || board.field.ids().filter(move |&id| board.side(id) == side);
    let points: u32 = mine().map(|id| u32::from(board.points(id))).sum();
    let placed = mine().filter(|&id| board.general(id)).count() as u16;
    let room = mine().filter(|&id| may_lead(board, id)).count() as u16;
    generals_of(board.book, points).saturating_sub(placed).min(room)
}

/// The units a side's next general may join.
fn leaders(board: &Board<'_>, side: Side) -> Vec<UnitId> {
    board.field.ids().filter(|&id| board.side(id) == side && may_lead(board, id)).collect()
}

/// The units of a side that wait to be placed.
fn waiting(field: &Field, side: Side) -> Vec<UnitId> {
    field.ids().filter(|&id| field.side(id) == side && field.unit(id).place == Place::Waiting).collect()
}

/// Who must decide what in the set-up.
pub fn pending(board: &Board<'_>) -> Pending {
    let (field, phase) = (board.field, board.phase);
    match phase.step {
        Step::Generals(side) => {
            let choices = leaders(board, side)
                .into_iter()
                .map(|id| choice(voice::name(field, id).to_string(), rule::SETUP_GENERALS, vec![id]));
            let form = Form::Choose(choices.collect());
            Pending::Decide(side, Ask::new(rule::SETUP_GENERALS, "Choose a unit for the general.", form))
        }
        Step::Deploy(side) => {
            let Zone { low, high } = Zone::of(board, side);
            let corner = |x: f64, y: f64| point(Vec2::new(x, y));
            let width = board.ground().width() / MM;
            let zone = vec![corner(0.0, low), corner(width, low), corner(width, high), corner(0.0, high)];
            let form = Form::Place { units: waiting(field, side), zone, may_decline: false };
            Pending::Decide(side, Ask::new(rule::SETUP_DEPLOY, "Deploy the army.", form))
        }
        Step::Hide(side) => {
            let option = |label: &'static str| choice(label, rule::WOODS_HIDDEN, Vec::new());
            let picks = ambush::hidden(board, side).into_iter().map(|id| PickAsk {
                unit: Some(id),
                label: "ambush".into(),
                options: vec![option("hidden"), option("shown")],
                usual: OptionId(0),
            });
            let picks: Vec<PickAsk> = picks.collect();
            let prompt = match picks[..] {
                [] => "No unit stands where it could lie in ambush.",
                _ => "Say who lies in ambush.",
            };
            let form = Form::Sheet { lines: Vec::new(), picks };
            Pending::Decide(side, Ask::new(rule::WOODS_HIDDEN, prompt, form))
        }
        _ => {
            let form = Form::Choose(vec![choice("Begin the battle", rule::TURN_ORDER, Vec::new())]);
            Pending::Decide(phase.active, Ask::new(rule::TURN_ORDER, "Everyone stands ready.", form))
        }
    }
}

/// Judges a decision of the set-up.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(board: &Board<'_>, side: Side, command: &Command) -> Result<Plan, Vec<Refusal>> {
    let no = |rule, what: &'static str| Err(vec![Refusal::new(rule, what)]);
    match (board.phase.step, command) {
        (Step::Begin, Command::Choose(OptionId(0)) | Command::Done) => Ok(Plan::Go),
        (Step::Generals(_), Command::Choose(OptionId(i))) => {
            match leaders(board, side).get(usize::from(*i)) {
                Some(&unit) => Ok(Plan::General(unit)),
                None => no(rule::SETUP_GENERALS, "there is no such unit"),
            }
        }
        (Step::Deploy(_), Command::Place(places)) => deployment(board, side, places),
        (Step::Hide(_), Command::Done) => Ok(Plan::Show(Vec::new())),
        (Step::Hide(_), Command::Sheet { lines, picks }) if lines.is_empty() => {
            let hidden = ambush::hidden(board, side);
            let mut shown = Vec::new();
            for &(i, OptionId(option)) in picks {
                match (hidden.get(usize::from(i)), option) {
                    (Some(_), 0) => {}
                    (Some(&unit), 1) => shown.push(unit),
                    _ => return no(rule::WOODS_HIDDEN, "there is no such choice"),
                }
            }
            Ok(Plan::Show(shown))
        }
        (Step::Generals(_), _) => no(rule::SETUP_GENERALS, "choose a unit for the general"),
        (Step::Deploy(_), _) => no(rule::SETUP_DEPLOY, "place every unit"),
        (Step::Hide(_), _) => no(rule::WOODS_HIDDEN, "say who hides"),
        _ => no(rule::TURN_ORDER, "the battle is about to begin"),
    }
}

/// Judges a deployment (`toms.setup.deploy`).
fn deployment(board: &Board<'_>, side: Side, places: &[(UnitId, Pose)]) -> Result<Plan, Vec<Refusal>> {
    let mut no = Vec::new();
    let waiting = waiting(board.field, side);
    let mut rects: Vec<(UnitId, Rect)> = Vec::new();
    for &(unit, pose) in places {
        if !waiting.contains(&unit) || rects.iter().any(|(id, _)| *id == unit) {
            no.push(
                Refusal::new(rule::SETUP_DEPLOY, "that unit is not to be placed, or placed twice")
                    .about(unit.0),
            );
            continue;
        }
        let base = in_inches(&board.field.unit(unit).formation.rect(pose));
        no.extend(misplaced(board, side, unit, &base));
        if let Some((other, _)) = rects.iter().find(|(_, r)| r.overlaps(&base, NEAR)) {
            no.push(Refusal::new(rule::SETUP_DEPLOY, "two units overlap").about(unit.0).about(other.0));
        }
        rects.push((unit, base));
    }
    for unit in waiting.iter().filter(|id| rects.iter().all(|(other, _)| other != *id)) {
        no.push(Refusal::new(rule::SETUP_DEPLOY, "this unit has no place").about(unit.0));
    }
    if no.is_empty() { Ok(Plan::Deploy(places.to_vec())) } else { Err(no) }
}

fn misplaced(board: &Board<'_>, side: Side, unit: UnitId, base: &Rect) -> Option<Refusal> {
    let zone = Zone::of(board, side);
    let what = if !land::on_table(board.ground(), base) {
        "it is not on the table"
    } else if !zone.holds(base) {
        "it is outside the deployment zone"
    } else if land::is_barred(board.ground(), base) {
        "it stands on impassable ground"
    } else if board.units().any(|id| board.rect(id).overlaps(base, NEAR)) {
        "another unit stands there"
    } else {
        return None;
    };
    let refusal = Refusal::new(rule::SETUP_DEPLOY, what).about(unit.0);
    Some(refusal.instead(format!("a place within {} inches of its own edge", tables().setup.depth)))
}

/// Carries out a decision of the set-up; whether everyone stands and the first turn begins.
#[must_use]
pub fn resolve(game: &mut Game<'_, '_>, plan: Plan) -> bool {
    match plan {
        Plan::Go if Side::ALL.into_iter().any(|side| !waiting(game.cx.field(), side).is_empty()) => {
            next_general(game);
            false
        }
        Plan::Go => true,
        Plan::General(unit) => {
            game.mark(unit, state::GENERAL, 1, rule::SETUP_GENERALS);
            next_general(game);
            false
        }
        Plan::Deploy(places) => deploy(game, places),
        Plan::Show(units) => {
            for unit in units {
                reveal(game, unit);
            }
            deployed(game)
        }
    }
}

/// The next general joins a unit, or the armies are ready for the roll-off.
fn next_general(game: &mut Game<'_, '_>) {
    for side in Side::ALL {
        if unplaced(&game.board(), side) > 0 {
            game.phase.step = Step::Generals(side);
            return;
        }
    }
    if game.book.random_terrain {
        lay(game);
    }
    roll_off(game);
}

/// Each side throws a die for the first deployment and turn (`toms.setup.rolloff`).
fn roll_off(game: &mut Game<'_, '_>) {
    let first = loop {
        let why = |side: Side| RollId::new(rule::SETUP_ROLLOFF.as_str(), side as u8);
        let [red, blue] = Side::ALL.map(|side| game.cx.dice.roll(why(side), &D6));
        game.cx.rule(|field| {
            let [a, b] = Side::ALL.map(|side| voice::side(field, side));
            Ruling::new(rule::SETUP_ROLLOFF, format!("{a} threw {red}, {b} {blue}."))
                .rolled(Side::Red, None, red)
                .rolled(Side::Blue, None, blue)
        });
        if red != blue {
            break if red > blue { Side::Red } else { Side::Blue };
        }
    };
    game.phase.active = first;
    game.phase.step = Step::Deploy(first);
}

fn deploy(game: &mut Game<'_, '_>, mut places: Vec<(UnitId, Pose)>) -> bool {
    let Step::Deploy(side) = game.phase.step else { return false };
    places.sort_by_key(|(unit, _)| *unit);
    for (unit, pose) in places {
        let base = in_inches(&game.cx.field().unit(unit).formation.rect(pose));
        // A unit that can hide is out of sight until its owner has said otherwise.
        if !ambush::may_hide(&game.board(), side, &base) {
            show(game, unit, rule::SETUP_DEPLOY);
        }
        game.cx.apply(Event::Placed { unit, pose, rule: rule::SETUP_DEPLOY });
    }
    if ambush::may_lie(&game.board(), side) {
        game.phase.step = Step::Hide(side);
        false
    } else {
        deployed(game)
    }
}

/// A side stands: the other deploys, or the first turn begins.
fn deployed(game: &mut Game<'_, '_>) -> bool {
    reveal_found(game);
    let other = game.phase.active.other();
    if waiting(game.cx.field(), other).is_empty() {
        return true;
    }
    game.phase.step = Step::Deploy(other);
    false
}

/// The umpire rolls for the terrain (`toms.setup.terrain`).
fn lay(game: &mut Game<'_, '_>) {
    let map = &tables().map;
    let mut ground = Ground { pieces: Vec::new(), ..game.cx.field().ground().clone() };
    let (width, depth) = (ground.width() / MM, ground.depth() / MM);
    let why = RollId::new(rule::SETUP_TERRAIN.as_str(), 0);
    for sector in 0..map.across * map.deep {
        let face = game.cx.dice.roll(why, &D6);
        let Some(kind) = map.faces[usize::from(face) - 1] else { continue };
        let (first, second) = (game.cx.dice.roll(why, &D6), game.cx.dice.roll(why, &D6));
        let (column, row) = (f64::from(sector % map.across), f64::from(sector / map.across));
        let centre = Vec2::new(
            (column + 0.5) * width / f64::from(map.across),
            (row + 0.5) * depth / f64::from(map.deep),
        );
        let turned = Facing::degrees(scatter(first, second));
        if let Ok(area) = Polygon::new(&oval(centre, turned, map.width, map.depth)) {
            let id = format!("T{}", sector + 1);
            ground.pieces.push(Piece { id, kind: KindId(kind as u8), shape: Shape::Area(area), crest: None });
        }
    }
    let pieces = ground.pieces.len();
    game.cx.apply(Event::Laid { ground: Arc::new(ground), rule: rule::SETUP_TERRAIN });
    game.cx.rule(|_| Ruling::new(rule::SETUP_TERRAIN, laid(pieces)));
}

/// How much terrain was laid.
fn laid(pieces: usize) -> String {
    match pieces {
        1 => "1 piece of terrain was laid.".to_owned(),
        n => format!("{} of terrain were laid.", voice::count(n as u64, "piece")),
    }
}

/// The corners of a piece of a width and a depth, turned about its centre.
fn oval(centre: Vec2, turned: Facing, width: f64, depth: f64) -> Vec<Point> {
    const CORNERS: [(f64, f64); 8] = [
        (-0.5, -0.2),
        (-0.25, -0.5),
        (0.25, -0.5),
        (0.5, -0.2),
        (0.5, 0.2),
        (0.25, 0.5),
        (-0.25, 0.5),
        (-0.5, 0.2),
    ];
    let frame = Rect::new(centre, turned, width, depth);
    CORNERS.iter().map(|&(u, v)| point(frame.place(u * width, v * depth))).collect()
}
