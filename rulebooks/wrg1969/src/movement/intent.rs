//! What owners say before the movement of their units (`wrg1969.orders.discretion`), and how those charged answer.

use crate::board::state::Phase;
use crate::board::{Board, Body, veil};
use crate::charge::way;
use crate::data::measure::within;
use crate::data::reaction::Reaction;
use crate::data::tables::tables;
use crate::movement::{destination, forced};
use crate::orders::order::Shape;
use crate::shooting::resolve as shooting;
use crate::{Wrg1969, rule};
use ruling::Refusal;
use std::borrow::Cow;
use umpire::{Ask, Choice, Command, Field, Form, LineAsk, OptionId, PickAsk, Side, UnitId};

/// Whether a unit goes on with what it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Go {
    /// It goes on.
    #[default]
    On,
    /// It halts (`wrg1969.orders.halt`).
    Halt,
    /// It turns its figures by so many quarters clockwise and stands.
    Turn(u8),
    /// It goes so many thousandths of an inch straight back (`wrg1969.move.back`).
    Back(i32),
    /// It breaks off a melee (`wrg1969.breakoff`).
    BreakOff,
}

/// Whom a unit charges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aiming {
    /// The nearest it may.
    #[default]
    Usual,
    /// Nobody.
    Nobody,
    /// This one.
    At(UnitId),
}

/// A step of the path that a general gives the unit he is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A wheel by thousandths of a degree, right positive.
    Wheel(i32),
    /// So many thousandths of an inch straight ahead.
    Ahead(i32),
}

/// What an owner wants of a unit in a period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Intent {
    /// Whether it goes on.
    pub go: Go,
    /// The formation it takes.
    pub formation: Option<Shape>,
    /// Whom it charges.
    pub charge: Aiming,
    /// Whom it shoots at, if its priorities allow.
    pub fire: Option<UnitId>,
    /// The path of a unit that the general is with.
    pub path: Vec<Step>,
    /// Whether it falls back to cover or a hill rather than to friends (`wrg1969.reaction.effect.fall_back`).
    pub to_cover: bool,
    /// Whether only its front rank shoots (`wrg1969.fire.ranks`).
    pub front_rank_only: bool,
}

/// A pick with what its options mean.
pub struct Pick<T> {
    pub unit: UnitId,
    pub ask: PickAsk,
    pub means: Vec<T>,
}

/// What one option of the sheet changes.
#[derive(Clone, Copy)]
enum Change {
    Go(Go),
    Formation(Option<Shape>),
    Charge(Aiming),
    Fire(Option<UnitId>),
    ToCover(bool),
    Ranks(bool),
}

struct Sheet {
    picks: Vec<Pick<Change>>,
    lines: Vec<(UnitId, LineAsk)>,
}

pub fn choice(label: impl Into<Cow<'static, str>>, rule: ruling::RuleId, units: Vec<UnitId>) -> Choice {
    Choice { label: label.into(), rule, units }
}

pub fn pick<T>(unit: UnitId, label: String, options: Vec<(Choice, T)>) -> Pick<T> {
    let (options, means) = options.into_iter().unzip();
    Pick { unit, ask: PickAsk { unit: Some(unit), label: label.into(), options, usual: OptionId(0) }, means }
}

/// Everything one side may say of its units now.
fn sheet(board: &Board<'_>, field: &Field, side: Side) -> Sheet {
    let mut sheet = Sheet { picks: Vec::new(), lines: Vec::new() };
    for body in board.troops().filter(|b| b.side == side) {
        let state = board.state(body.id);
        if state.seen.flight != crate::board::state::Flight::None || state.is_uncontrolled() {
            continue;
        }
        let name = &field.card(body.id).name;
        if board.engaged(body.id) {
            let options = vec![
                (choice("fights on", rule::MOVE_CONTACT_PINNED, vec![body.id]), Change::Go(Go::On)),
                (choice("breaks off", rule::BREAKOFF, vec![body.id]), Change::Go(Go::BreakOff)),
            ];
            sheet.picks.push(pick(body.id, format!("{name}: melee"), options));
            continue;
        }
        let forced = state.seen.running.is_some_and(|r| r.reaction != Reaction::Halt);
        if state.seen.running.is_none() {
            sheet.picks.push(pick(body.id, format!("{name}: move"), goes(body)));
        }
        if !forced {
            let formations = formations(board, body);
            if formations.len() > 1 {
                sheet.picks.push(pick(body.id, format!("{name}: formation"), formations));
            }
        }
        if state.seen.running.is_some_and(|r| r.reaction == Reaction::FallBack)
            && let [Some(_), Some(_)] = forced::fall_back_places(board, body)
        {
            let to = |label, to_cover| {
                let choice = choice(label, rule::REACTION_EFFECT_FALL_BACK, vec![body.id]);
                (choice, Change::ToCover(to_cover))
            };
            let options = vec![to("to the nearest friends", false), to("to cover or a hill", true)];
            sheet.picks.push(pick(body.id, format!("{name}: falls back"), options));
        }
        if state.seen.running.is_none_or(|r| r.reaction == Reaction::AdvanceOnEnemy) {
            let targets = way::targets(board, body);
            if !targets.is_empty() {
                sheet.picks.push(pick(body.id, format!("{name}: charge"), charges(field, body, &targets)));
            }
        }
        let shots = shots(board, field, body);
        let targets = shots.len() - 1;
        if targets > 1 {
            sheet.picks.push(pick(body.id, format!("{name}: shooting"), shots));
        }
        if targets > 0 && shooting::shoots_overhead(board, body) {
            let option =
                |label, front| (choice(label, rule::FIRE_RANKS, vec![body.id]), Change::Ranks(front));
            let options =
                vec![option("all ranks, if they kill more", false), option("front rank alone", true)];
            sheet.picks.push(pick(body.id, format!("{name}: ranks"), options));
        }
        if board.phase.led_by_general(body.id) && state.seen.running.is_none() {
            let label = format!("{name}: path, such as \"right 20, ahead 4\"").into();
            let line =
                LineAsk { unit: Some(body.id), label, now: String::new(), rule: rule::ORDERS_DIRECT_CONTROL };
            sheet.lines.push((body.id, line));
        }
    }
    sheet
}

fn goes(body: &Body<'_>) -> Vec<(Choice, Change)> {
    let me = || vec![body.id];
    let turn = |label, quarters| (choice(label, rule::MOVE_TURN, me()), Change::Go(Go::Turn(quarters)));
    let back =
        |label, inches: i32| (choice(label, rule::MOVE_BACK, me()), Change::Go(Go::Back(inches * 1000)));
    vec![
        (choice("goes on", rule::ORDERS_DISCRETION, me()), Change::Go(Go::On)),
        (choice("halts", rule::ORDERS_HALT, me()), Change::Go(Go::Halt)),
        turn("turns right", 1),
        turn("turns about", 2),
        turn("turns left", 3),
        back("back 1 inch", 1),
        back("back 2 inches", 2),
        back("back 3 inches", 3),
    ]
}

/// The formations open to a unit: any, unless its order names one (`wrg1969.orders.formation`).
fn formations(board: &Board<'_>, body: &Body<'_>) -> Vec<(Choice, Change)> {
    let option = |label: String, shape| {
        (choice(label, rule::ORDERS_FORMATION, vec![body.id]), Change::Formation(shape))
    };
    let mut options = vec![option("as it is".to_owned(), None)];
    if board.state(body.id).leg().is_some_and(|leg| leg.formation.is_some()) || body.figures < 2 {
        return options;
    }
    for (label, shape) in [("line", Shape::Line), ("column", Shape::Column)] {
        let files = destination::files_of(body, shape);
        if files != body.files {
            options.push(option(format!("{label}, {files} files"), Some(shape)));
        }
    }
    if body.troop().is_infantry() && !board.state(body.id).seen.square {
        options.push(option("square".to_owned(), Some(Shape::Square)));
    }
    let shallow = body.figures.div_ceil(3);
    for files in [body.files.saturating_sub(2), body.files + 2, shallow] {
        let known = |o: &(Choice, Change)| matches!(o.1, Change::Formation(Some(s)) if s != Shape::Square && destination::files_of(body, s) == files);
        if files > 0 && files <= body.figures && files != body.files && !options.iter().any(known) {
            options.push(option(format!("{files} files"), Some(Shape::Files(files))));
        }
    }
    options
}

fn charges(
    field: &Field,
    body: &Body<'_>,
    targets: &[(UnitId, crate::movement::course::Course)],
) -> Vec<(Choice, Change)> {
    let name = |id: UnitId| field.card(id).name.clone();
    let at = |id: UnitId| {
        (
            choice(format!("charges {}", name(id)), rule::MOVE_CHARGE_DECLARE, vec![body.id, id]),
            Change::Charge(Aiming::At(id)),
        )
    };
    let mut options: Vec<(Choice, Change)> = targets.iter().map(|(id, _)| at(*id)).collect();
    options.push((
        choice("does not charge", rule::ORDERS_DISCRETION, vec![body.id]),
        Change::Charge(Aiming::Nobody),
    ));
    options
}

fn shots(board: &Board<'_>, field: &Field, body: &Body<'_>) -> Vec<(Choice, Change)> {
    let free = (choice("by priority", rule::FIRE_PRIORITY, vec![body.id]), Change::Fire(None));
    let mut options = vec![free];
    let Some(range) = body.kit.shoots_as().map(|w| tables().missile(w.weapon).range) else { return options };
    let in_range = |e: &&Body<'_>| e.side != body.side && within(e.gap(body), range + body.normal());
    for enemy in board.troops().filter(in_range).filter(|e| crate::board::sight::sees(board, body, e)) {
        let label = format!("at {}", field.card(enemy.id).name);
        options.push((
            choice(label, rule::FIRE_PRIORITY, vec![body.id, enemy.id]),
            Change::Fire(Some(enemy.id)),
        ));
    }
    options
}

/// What both sides are asked before the movement.
pub fn pending(board: &Board<'_>, field: &Field, side: Side) -> Option<Ask> {
    let sheet = sheet(board, field, side);
    if sheet.picks.is_empty() && sheet.lines.is_empty() {
        return None;
    }
    let picks = sheet.picks.into_iter().map(|p| p.ask).collect();
    let lines = sheet.lines.into_iter().map(|(_, line)| line).collect();
    let prompt = "What do your units mean to do?";
    Some(Ask::new(rule::ORDERS_DISCRETION, prompt, Form::Sheet { lines, picks }))
}

/// Reads what one side wants of its units.
///
/// # Errors
/// Every line or pick that is not on the sheet, and every path that cannot be read.
pub fn check(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    side: Side,
    given: &Command,
) -> Result<Vec<(UnitId, Intent)>, Vec<Refusal>> {
    let (lines, picks) = written(given)?;
    if lines.is_empty() && picks.is_empty() {
        return Ok(Vec::new());
    }
    let board = veil::board(book, field, phase, side);
    let sheet = sheet(&board, field, side);
    let mut intents: Vec<(UnitId, Intent)> = Vec::new();
    let mut refused = Vec::new();
    let mut of = |unit: UnitId, change: &dyn Fn(&mut Intent)| {
        let at = match intents.iter().position(|(u, _)| *u == unit) {
            Some(at) => at,
            None => {
                intents.push((unit, Intent::default()));
                intents.len() - 1
            }
        };
        change(&mut intents[at].1);
    };
    for (number, option) in picks {
        match chosen(&sheet.picks, *number, *option) {
            Some((unit, change)) => of(unit, &|intent| apply(intent, *change)),
            None => refused.push(no_such_choice()),
        }
    }
    for (number, text) in lines {
        match sheet.lines.get(usize::from(*number)) {
            Some((unit, _)) => match read_path(text) {
                Some(path) => of(*unit, &|intent| intent.path.clone_from(&path)),
                None => refused.push(
                    Refusal::new(rule::ORDERS_DIRECT_CONTROL, "the path cannot be read")
                        .about(unit.0)
                        .instead("\"left 30, ahead 4\""),
                ),
            },
            None => refused.push(Refusal::new(rule::ORDERS_DISCRETION, "there is no such line")),
        }
    }
    if refused.is_empty() { Ok(intents) } else { Err(refused) }
}

/// The lines and the picks of a sheet.
pub type Filled<'a> = (&'a [(u16, String)], &'a [(u16, OptionId)]);

pub fn written(given: &Command) -> Result<Filled<'_>, Vec<Refusal>> {
    match given {
        Command::Sheet { lines, picks } => Ok((lines, picks)),
        Command::Done => Ok((&[], &[])),
        _ => Err(vec![Refusal::new(rule::ORDERS_DISCRETION, "a sheet is asked for")]),
    }
}

pub fn chosen<T>(picks: &[Pick<T>], number: u16, option: OptionId) -> Option<(UnitId, &T)> {
    let pick = picks.get(usize::from(number));
    pick.and_then(|p| Some((p.unit, p.means.get(usize::from(option.0))?)))
}

pub fn no_such_choice() -> Refusal {
    Refusal::new(rule::ORDERS_DISCRETION, "there is no such choice")
}

fn apply(intent: &mut Intent, change: Change) {
    match change {
        Change::Go(go) => intent.go = go,
        Change::Formation(shape) => intent.formation = shape,
        Change::Charge(charge) => intent.charge = charge,
        Change::Fire(fire) => intent.fire = fire,
        Change::ToCover(to_cover) => intent.to_cover = to_cover,
        Change::Ranks(front_only) => intent.front_rank_only = front_only,
    }
}

/// Reads a path: wheels left or right by degrees, and inches ahead, parted by commas.
pub fn read_path(text: &str) -> Option<Vec<Step>> {
    let parts = text.split([',', ';']).map(str::trim).filter(|p| !p.is_empty());
    parts
        .map(|part| {
            let (word, number) = part.split_once(' ')?;
            let amount = number.trim().parse::<f64>().ok().filter(|n| (0.0..=180.0).contains(n))?;
            let mils = (amount * 1000.0).round() as i32;
            match word {
                "left" => Some(Step::Wheel(-mils)),
                "right" => Some(Step::Wheel(mils)),
                "ahead" | "forward" => Some(Step::Ahead(mils)),
                _ => None,
            }
        })
        .collect()
}
