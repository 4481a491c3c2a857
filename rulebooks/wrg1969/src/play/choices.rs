//! What owners choose in the fighting part of a period: lapping round, standing fast, tests, and the signs of what
//! steadies their men.

use crate::aftermath::resolve as aftermath;
use crate::board::state::{Phase, Step, Thrown};
use crate::board::{Board, Body, veil};
use crate::combat::engagement;
use crate::data::reaction::Reaction;
use crate::nerve::resolve as nerve;
use crate::nerve::rules::Verdict;
use crate::orders::order::Order;
use crate::orders::{language, sheet};
use crate::{Wrg1969, rule};
use ruling::{Refusal, RuleId};
use std::borrow::Cow;
use table::Edge;
use umpire::{Ask, Choice, Command, Field, Form, LineAsk, OptionId, PickAsk, Side, UnitId, Viewer};

/// What an owner chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Units for whom the first of two options was changed to the second.
    pub units: Vec<UnitId>,
    /// Units that test to charge in the next period.
    pub closing: Vec<UnitId>,
    /// The signs of units' special factors.
    pub signs: Vec<(UnitId, Vec<bool>)>,
    /// What each order written for a unit may mean.
    pub orders: Vec<(UnitId, Vec<Order>)>,
}

/// What a side is asked in a step of the fighting.
pub fn ask(board: &Board<'_>, field: &Field, side: Side) -> Option<Ask> {
    let sheet = sheet(board, field, side);
    if sheet.is_empty() {
        return None;
    }
    let (rule, prompt) = heading(&board.phase.step);
    let picks = sheet.picks.into_iter().map(|p| p.ask).collect();
    let lines = wish_lines(board, field, side, &sheet.lines);
    Some(Ask::new(rule, prompt, Form::Sheet { lines, picks }))
}

/// Whether a side is asked anything in a step of the fighting.
pub fn is_asked(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> bool {
    if phase.step != Step::Steady {
        return !offered(book, field, phase, side).is_empty();
    }
    let board = veil::board(book, field, phase, side);
    own_thrown(&board, field, side).any(|thrown| {
        let mut sheet = Sheet::default();
        steady(&board, thrown, &mut sheet);
        !sheet.is_empty()
    })
}

fn heading(step: &Step) -> (RuleId, &'static str) {
    match step {
        Step::Melee => (rule::MELEE_LAP_HOW, "Who laps round the enemy's flanks?"),
        Step::After => (rule::REACTION_WHEN_THROWN_BACK, "Who stands fast instead of following up?"),
        Step::React => (rule::REACTION_WHEN_VOLUNTARY, "Who tests, and who means to charge?"),
        _ => (rule::REACTION_SPECIAL_SIGN, "Steady your men."),
    }
}

/// A pick with what its options mean.
struct Pick {
    unit: UnitId,
    ask: PickAsk,
    means: Means,
}

enum Means {
    /// The second option names the unit.
    Unit,
    /// The first option has the unit test to close.
    Closing,
    /// Each option is a set of signs.
    Signs(Vec<Vec<bool>>),
}

#[derive(Default)]
struct Sheet {
    picks: Vec<Pick>,
    /// Units for which an order may be written.
    lines: Vec<UnitId>,
}

impl Sheet {
    fn is_empty(&self) -> bool {
        self.picks.is_empty() && self.lines.is_empty()
    }
}

/// What a side is offered, from what it may know.
fn offered(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> Sheet {
    if asks_of_the_veiled(&phase.step) {
        let (field, phase) = veil::veil(book, field, phase, Viewer::Player(side));
        return sheet(&Board::of(book, &field, &phase), &field, side);
    }
    sheet(&veil::board(book, field, phase, side), field, side)
}

fn sheet(board: &Board<'_>, field: &Field, side: Side) -> Sheet {
    let mut sheet = Sheet::default();
    match board.phase.step {
        Step::Melee => sheet.picks.extend(may_lap(board, side).map(|id| {
            let words = ["keep the line", "lap round the enemy's flank"];
            two(id, "lapping round", words, rule::MELEE_LAP_HOW, Means::Unit)
        })),
        Step::After => {
            let judged = aftermath::judge(board);
            let may = aftermath::may_stand(board, &judged);
            let own = may.into_iter().filter(|&id| field.side(id) == side);
            let words = ["follow up", "test to stand fast"];
            sheet.picks.extend(
                own.map(|id| two(id, "after the push", words, rule::REACTION_WHEN_THROWN_BACK, Means::Unit)),
            );
        }
        Step::React => react_picks(board, side, &mut sheet),
        Step::Steady => {
            own_thrown(board, field, side).for_each(|thrown| steady(board, thrown, &mut sheet));
        }
        _ => {}
    }
    sheet
}

fn two(unit: UnitId, label: &'static str, words: [&'static str; 2], rule: RuleId, means: Means) -> Pick {
    let option = |label: &'static str| Choice { label: label.into(), rule, units: vec![unit] };
    let ask = PickAsk {
        unit: Some(unit),
        label: label.into(),
        options: words.map(option).to_vec(),
        usual: OptionId(0),
    };
    Pick { unit, ask, means }
}

/// Units that may wrap idle figures round an enemy they have fought before (`wrg1969.melee.lap`).
fn may_lap<'b>(board: &'b Board<'_>, side: Side) -> impl Iterator<Item = UnitId> + 'b {
    let may = move |b: &&Body<'_>| {
        let longer = |e: UnitId| {
            board.body(e).is_some_and(|enemy| {
                let touch = engagement::touch(&b.rect, &enemy.rect);
                let width = b.rect.half_width * 2.0;
                touch.mine == Edge::Front && !touch.corner && (touch.from > 0.1 || touch.to < width - 0.1)
            })
        };
        let again = board.phase.fights.iter().any(|f| (f.red == b.id || f.blue == b.id) && f.periods > 0);
        b.side == side && again && !engagement::back_turned(board, b.id) && board.opponents(b.id).any(longer)
    };
    board.units().filter(may).map(|b| b.id)
}

fn react_picks(board: &Board<'_>, side: Side, sheet: &mut Sheet) {
    let may_test = nerve::may_test(board, side);
    for body in board.units().filter(|b| b.side == side) {
        let targets = nerve::may_close_with(board, body);
        if !targets.is_empty() {
            let words = ["test to charge next period", "do not charge"];
            let mut pick =
                two(body.id, "charge next period", words, rule::REACTION_WHEN_CLOSING, Means::Closing);
            // It is usual to test when somebody can be reached, or comes on.
            pick.ask.usual = OptionId(u16::from(!nerve::is_near_enough(board, body, &targets)));
            sheet.picks.push(pick);
        } else if may_test.contains(&body.id) {
            let words = ["no test", "test"];
            sheet.picks.push(two(
                body.id,
                "voluntary test",
                words,
                rule::REACTION_WHEN_VOLUNTARY,
                Means::Unit,
            ));
        }
    }
}

/// The tests thrown of a side's units.
fn own_thrown<'b>(board: &Board<'b>, field: &Field, side: Side) -> impl Iterator<Item = &'b Thrown> {
    board.phase.thrown.iter().filter(move |t| field.side(t.unit) == side)
}

/// The choices of a test that is thrown: its signs, and an order if it may act as the general would wish.
fn steady(board: &Board<'_>, thrown: &Thrown, sheet: &mut Sheet) {
    let choices = nerve::sign_choices(board, thrown);
    if choices.len() > 1 {
        let option = |(signs, tested): &(Vec<bool>, crate::nerve::rules::Tested)| {
            let signs: String = signs.iter().map(|plus| if *plus { '+' } else { '-' }).collect();
            let words = tested.verdict.words();
            Choice {
                label: Cow::Owned(format!("{words} (score {}, {signs})", tested.score)),
                rule: rule::REACTION_SPECIAL_SIGN,
                units: vec![thrown.unit],
            }
        };
        let ask = PickAsk {
            unit: Some(thrown.unit),
            label: "what steadies it".into(),
            options: choices.iter().map(option).collect(),
            usual: OptionId(0),
        };
        let signs = choices.iter().map(|c| c.0.clone()).collect();
        sheet.picks.push(Pick { unit: thrown.unit, ask, means: Means::Signs(signs) });
    }
    let wish = Verdict::Reacts(Reaction::ActAsCinc);
    if choices.iter().any(|c| c.1.verdict == wish) {
        sheet.lines.push(thrown.unit);
    }
}

/// The lines on which orders may be written for units that may do as their general wishes.
fn wish_lines(board: &Board<'_>, field: &Field, side: Side, units: &[UnitId]) -> Vec<LineAsk> {
    if units.is_empty() {
        return Vec::new();
    }
    let names = sheet::names_for(board, field, side);
    let line = |&unit: &UnitId| {
        let standing = board.state(unit).kept.order.as_ref();
        let label = format!("order for {}, if it does as you wish", field.card(unit).name);
        LineAsk {
            unit: Some(unit),
            label: Cow::Owned(label),
            now: standing.map_or_else(|| "Hold.".to_owned(), |s| language::print(&s.order, &names)),
            rule: rule::REACTION_EFFECT_ACT_AS_CINC,
        }
    };
    units.iter().map(line).collect()
}

/// Judges what a side chose.
///
/// # Errors
/// Picks and lines that the sheet does not have, and orders that cannot be given.
pub fn check(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Chosen, Vec<Refusal>> {
    let sheet = offered(book, field, phase, side);
    let (rule, _) = heading(&phase.step);
    let (lines, picks) = sheet::written(command, sheet.lines.len(), rule)?;
    let mut refusals = Vec::new();
    let mut taken: Vec<usize> = sheet.picks.iter().map(|p| usize::from(p.ask.usual.0)).collect();
    for (n, OptionId(option)) in picks {
        match sheet.picks.get(n) {
            Some(pick) if usize::from(option) < pick.ask.options.len() => taken[n] = usize::from(option),
            _ => refusals.push(Refusal::new(rule, "the sheet has no such choice")),
        }
    }
    let mut chosen = Chosen::default();
    for (pick, taken) in sheet.picks.iter().zip(taken) {
        match &pick.means {
            Means::Unit if taken == 1 => chosen.units.push(pick.unit),
            Means::Closing if taken == 0 => chosen.closing.push(pick.unit),
            Means::Signs(signs) => chosen.signs.push((pick.unit, signs[taken].clone())),
            Means::Unit | Means::Closing => {}
        }
    }
    for (n, text) in lines {
        let unit = sheet.lines[n];
        match crate::orders::command::read_wish(book, field, phase, unit, text) {
            Ok(orders) => chosen.orders.push((unit, orders)),
            Err(why) => refusals.extend(why),
        }
    }
    if refusals.is_empty() { Ok(chosen) } else { Err(refusals) }
}

/// Whether a question is made up from what a side may know of the phase too, not only of who is where: whether an enemy
/// is pushed or breaks hangs on his grade, which may be hidden.
pub fn asks_of_the_veiled(step: &Step) -> bool {
    matches!(step, Step::After)
}
