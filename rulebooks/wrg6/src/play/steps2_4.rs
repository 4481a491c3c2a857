//! Steps 2 to 4: reaction tests, and the charges that are declared and received.

use crate::aftermath::rout;
use crate::board::Board;
use crate::board::state::{Charge, Phase, Step};
use crate::data::kit::Land;
use crate::data::lengths::HAIR;
use crate::data::occasion::Occasion;
use crate::nerve::rules::{Outcome, Test};
use crate::orders::sheet;
use crate::orders::sheet::{Item, Plan, Sheet, picked};
use crate::told::{report, words};
use crate::{Wrg6, charge, nerve, rule};
use table::Solid as _;
use umpire::voice;
use umpire::{BySide, ChargeEnd, Cx, Deed, Ruling, Side, UnitId};

/// Steps 2 and 4: every test on one state, every result together.
pub fn tests(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let signs = sheet::chosen_signs(sheets);
    let tries = |id: UnitId| {
        picked(sheets).any(|(_, item, pick)| matches!(item, Item::Try(who, _) if *who == id) && pick == 1)
    };
    let tested: Vec<(UnitId, Test)> = {
        let board = Board::of(book, cx.field(), phase);
        let due = nerve::resolve::testers(board).into_iter().filter(|(id, _, must)| *must || tries(*id));
        due.map(|(id, occasion, _)| (id, nerve::resolve::test(board, id, occasion, &signs))).collect()
    };
    if phase.step == Step::Other {
        tested_already(book, phase, cx);
        // Whoever took its test in step 2 answers for friends that broke since in the next period.
        let now = phase.moment();
        phase
            .units
            .iter_mut()
            .filter(|state| !state.now.tested)
            .for_each(|state| state.seen.answered = now - 1);
    }
    let rows: Vec<u8> =
        tested.iter().map(|(id, test)| nerve::resolve::throw(book, phase, *id, test, cx)).collect();
    for ((id, test), row) in tested.into_iter().zip(rows) {
        phase.state_mut(id).kept.tested_first |= test.occasion == Occasion::First;
        nerve::resolve::obey(book, phase, id, &test, row, cx);
        // Only the owner's wish lets a test hold a body back from pursuit (`wrg6.reaction.when.restrain`).
        phase.state_mut(id).now.held_back = row >= 2 && tries(id);
    }
    tread(book, phase, cx);
    if phase.step == Step::Other {
        sight(book, phase, cx);
    }
}

/// Tells owners of bodies that something befell after they had tested: it counts in the next period
/// (`wrg6.reaction.once`).
fn tested_already(book: &Wrg6, phase: &Phase, cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        if !phase.state(id).now.tested || !cx.field().on_table(id) {
            continue;
        }
        let missed = nerve::resolve::missed(Board::of(book, cx.field(), phase), id);
        if let Some(occasion) = missed {
            cx.rule(|field| {
                let (name, why) = (voice::name(field, id), words::occasion(occasion));
                let text =
                    format!("{name} had tested this period already and put off the test {why} to the next.");
                Ruling::new(rule::REACTION_ONCE, text).kept_for(field.side(id))
            });
        }
    }
}

/// Each side comes to know the enemies in its sight: once step 4 has tested for them nobody is surprised by them again
/// (`wrg6.reaction.when.surprise`).
pub fn sight(book: &Wrg6, phase: &mut Phase, cx: &Cx<'_>) {
    let sighted: Vec<(Side, UnitId)> = {
        let board = Board::of(book, cx.field(), phase);
        let seen = |id: UnitId| {
            let side = board.side(id).other();
            board.bodies().any(|mine| board.side(mine) == side && board.sees(mine, id)).then_some((side, id))
        };
        board.bodies().filter_map(seen).collect()
    };
    for (side, id) in sighted {
        let seen = &mut phase.command[side].seen;
        if !seen.contains(&id) {
            seen.push(id);
        }
    }
}

/// Each side comes to know the cover that its bodies touch (`wrg6.reaction.factor.threatened`).
fn tread(book: &Wrg6, phase: &mut Phase, cx: &Cx<'_>) {
    let mut trodden: Vec<(Side, u16)> = Vec::new();
    let board = Board::of(book, cx.field(), phase);
    for (i, piece) in cx.field().ground().pieces.iter().enumerate() {
        if Land::of(piece.kind).is_cover() {
            let around = piece.shape.bounds().grown(1.0);
            let is_near = |id: &UnitId| around.meets(&board.rect(*id).bounds());
            let touch = board.bodies().filter(is_near);
            let touch = touch.filter(|&id| piece.shape.distance(board.rect(id)) <= HAIR);
            trodden.extend(touch.map(|id| (board.side(id), i as u16)));
        }
    }
    for (side, i) in trodden {
        let known = &mut phase.command[side].trodden;
        if !known.contains(&i) {
            known.push(i);
        }
    }
}

/// Step 3: charges are declared and the chargers test (`wrg6.reaction.when.initiate`).
pub fn declare(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let signs = sheet::chosen_signs(sheets);
    let mut wished: Vec<Charge> = picked(sheets)
        .filter_map(|(_, item, pick)| match item {
            Item::Charge(_, targets) if pick > 0 => targets.get(usize::from(pick) - 1).copied(),
            _ => None,
        })
        .collect();
    let compelled: Vec<Charge> = {
        let board = Board::of(book, cx.field(), phase);
        let impetuous = board.bodies().filter(|&id| board.state(id).seen.impetuous);
        impetuous.filter_map(|id| charge::resolve::targets(board, id).first().copied()).collect()
    };
    wished.sort_by_key(|charge| charge.by);
    let mut results = Vec::new();
    for charge in &compelled {
        report::declared(book, phase, charge, true, cx);
    }
    for charge in &wished {
        report::declared(book, phase, charge, false, cx);
        // A charge that is only wished for moves nobody else; those that must be made do.
        let charges = compelled.iter().copied().chain([*charge]).collect();
        let probe = Phase { charges, ..phase.clone() };
        let test = nerve::resolve::test(
            Board::of(book, cx.field(), &probe),
            charge.by,
            Occasion::InitiateCharge,
            &signs,
        );
        let row = nerve::resolve::throw(book, phase, charge.by, &test, cx);
        results.push((*charge, test, row));
    }
    phase.charges = compelled;
    for (charge, test, row) in results {
        let tested = phase.state(charge.by).now.tested;
        nerve::resolve::obey(book, phase, charge.by, &test, row, cx);
        phase.state_mut(charge.by).now.tested = tested;
        if matches!(test.outcome(row), Outcome::Charge | Outcome::Impetuous) {
            phase.charges.push(charge);
        } else {
            cx.deed(Deed::Charged { unit: charge.by, end: ChargeEnd::Spent });
        }
    }
    phase.charges.sort_by_key(|charge| charge.by);
}

/// Step 3: those charged test (`wrg6.reaction.when.charged`).
pub fn charged(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let signs = sheet::chosen_signs(sheets);
    let tests: Vec<(UnitId, Test)> = {
        let board = Board::of(book, cx.field(), phase);
        let due = board.bodies().filter(|&id| sheet::must_test_charged(board, id));
        due.map(|id| (id, nerve::resolve::test(board, id, Occasion::Charged, &signs))).collect()
    };
    for id in cx.field().ids() {
        let board = Board::of(book, cx.field(), phase);
        let head_on = board.field.on_table(id)
            && !board.state(id).seen.routing
            && board.phase.charges_on(id).next().is_some()
            && !sheet::must_test_charged(board, id);
        if head_on {
            report::of(
                book,
                phase,
                id,
                rule::CHARGE_BOTH,
                |_| "met charge with charge, untested".to_owned(),
                cx,
            );
        }
    }
    let rows: Vec<u8> =
        tests.iter().map(|(id, test)| nerve::resolve::throw(book, phase, *id, test, cx)).collect();
    for ((id, test), row) in tests.into_iter().zip(rows) {
        let state = phase.state_mut(id);
        state.now.row = row;
        state.seen.retiring = 0;
        state.seen.impetuous = row == 1;
        match test.outcome(row) {
            Outcome::Break => {
                let by = charge::resolve::nearest_charger(Board::of(book, cx.field(), phase), id);
                rout::breaks(book, phase, id, by, cx);
            }
            _ => {
                // A body that was shaken answers by its row before the row changes that.
                let state = phase.state_mut(id);
                state.seen.shaken = test.shaken_after(row);
            }
        }
    }
}

/// Those who loot the enemy's camp test to stop (`wrg6.looting`).
pub fn looters(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        if !phase.state(id).seen.looting {
            continue;
        }
        let test = nerve::resolve::test(Board::of(book, cx.field(), phase), id, Occasion::Restrain, &[]);
        let row = nerve::resolve::throw(book, phase, id, &test, cx);
        nerve::resolve::obey(book, phase, id, &test, row, cx);
        let state = phase.state_mut(id);
        if row >= 2 {
            state.seen.looting = false;
            if let Some(away) = &mut state.kept.away {
                away.arrives = true;
            }
        }
    }
}
