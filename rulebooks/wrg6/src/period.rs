//! The period: its nine steps, what each does, and what follows.

use crate::Wrg6;
use crate::board::Board;
use crate::charge::Response;
use crate::charging;
use crate::disorder::Cause;
use crate::forced;
use crate::kit::Land;
use crate::phase::{Act, Charge, Phase, Step};
use crate::react::{self, Sign};
use crate::reaction::{Occasion, Outcome};
use crate::sheet::{self, Item, Plan, Sheet};
use crate::{assault, battle_end, marches, rout, rule, setup, telling};
use ruling::{Refusal, ledger};
use table::Solid as _;
use umpire::{Ask, BySide, Command, Cx, Field, Pending, Plans, Side, UnitId};

/// Who must decide what.
pub fn pending(book: &Wrg6, field: &Field, phase: &Phase) -> Pending {
    if let Step::Over(outcome) = phase.step {
        return Pending::Over(outcome);
    }
    ledger::cite(rule::TURN_SEALED);
    let board = Board::of(book, field, phase);
    Pending::Sealed(BySide::each(|side| ask(board, side)))
}

/// What a side is asked.
pub fn ask(board: Board<'_>, side: Side) -> Option<Ask> {
    let sheet = || sheet::of(board, side).ask(board, side);
    board.phase.asked[side].then(|| setup::ask(board, side).unwrap_or_else(sheet))
}

/// Judges a command.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    book: &Wrg6,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Plan, Vec<Refusal>> {
    let board = Board::of(book, field, phase);
    match phase.step {
        Step::Terrain(_) | Step::Deploy(_) => setup::check(board, side, command),
        _ => sheet::of(board, side).read(board, side, command),
    }
}

/// Carries out what was decided, and every step in which nobody has anything to decide.
pub fn resolve(book: &Wrg6, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
    let mut plans = match plans {
        Plans::Both(plans) => plans,
        Plans::One(side, plan) => {
            let mut both: BySide<Option<Plan>> = BySide::default();
            both[side] = Some(plan);
            both
        }
    };
    loop {
        play(book, phase, |board, side, sheet| plans[side].take().unwrap_or_else(|| sheet.usual(board)), cx);
        if matches!(phase.step, Step::Over(_)) {
            return;
        }
        let board = Board::of(book, cx.field(), phase);
        let sheets = || BySide::each(|side| !sheet::of(board, side).is_empty());
        phase.asked = setup::asked(phase).unwrap_or_else(sheets);
        if phase.asked.0.contains(&true) {
            return;
        }
    }
}

/// Plays the present step with the sheets of both sides filled in by somebody.
pub fn play(
    book: &Wrg6,
    phase: &mut Phase,
    mut fill: impl FnMut(Board<'_>, Side, &Sheet) -> Plan,
    cx: &mut Cx<'_>,
) {
    let board = Board::of(book, cx.field(), phase);
    let sheets = BySide::each(|side| {
        let sheet = sheet::of(board, side);
        let plan = fill(board, side, &sheet);
        (sheet, plan)
    });
    step(book, phase, &sheets, cx);
}

/// The items of both sheets with what was picked.
fn picked(sheets: &BySide<(Sheet, Plan)>) -> impl Iterator<Item = (Side, &Item, u16)> {
    Side::ALL.into_iter().flat_map(|side| {
        let (sheet, plan) = &sheets[side];
        sheet.items.iter().zip(&plan.picks).map(move |(item, pick)| (side, item, *pick))
    })
}

fn signs(sheets: &BySide<(Sheet, Plan)>) -> Vec<Sign> {
    let sign = |(_, item, pick): (Side, &Item, u16)| match item {
        Item::Sign(id, line) if pick < 2 => Some((*id, *line, pick == 0)),
        _ => None,
    };
    picked(sheets).filter_map(sign).collect()
}

fn step(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    match phase.step {
        Step::Terrain(side) => setup::lay(phase, side, sheets[side].1.piece.clone(), cx),
        Step::Begin => {
            for side in Side::ALL {
                for (id, order) in &sheets[side].1.first {
                    phase.state_mut(*id).order = Some(*order);
                }
            }
            telling::first_orders(book, phase, cx);
            if rout::march_off(phase, cx) {
                phase.step = Step::Deploy(setup::first_to_deploy(book, cx));
            } else {
                open(phase, cx);
            }
        }
        Step::Deploy(first) => {
            for side in Side::ALL {
                setup::place(phase, &sheets[side].1.places, cx);
            }
            let board = Board::of(book, cx.field(), phase);
            match first.map(Side::other).filter(|&next| !setup::to_place(board, next).is_empty()) {
                Some(next) => phase.step = Step::Deploy(Some(next)),
                None => open(phase, cx),
            }
        }
        Step::First => {
            tests(book, phase, sheets, cx);
            phase.step = Step::Declare;
        }
        Step::Declare => {
            declare(book, phase, sheets, cx);
            phase.step = Step::Charged;
        }
        Step::Charged => {
            charged(book, phase, sheets, cx);
            phase.step = Step::Other;
        }
        Step::Other => {
            tests(book, phase, sheets, cx);
            looters(book, phase, cx);
            phase.step = Step::Respond;
        }
        Step::Respond => {
            respond(book, phase, sheets, cx);
            forced::moves(book, phase, cx);
            assault::charges(book, phase, cx);
            phase.step = Step::Move;
        }
        Step::Move => {
            marches::moves(book, phase, sheets, cx);
            phase.step = Step::Orders;
        }
        Step::Orders => {
            marches::orders(book, phase, sheets, cx);
            phase.step = Step::Shoot;
        }
        Step::Shoot => battle_end::shoot(book, phase, sheets, cx),
        Step::Challenged(_) => {
            let accepted = picked(sheets).any(|(_, item, pick)| matches!(item, Item::Duel(_)) && pick == 1);
            battle_end::answer_challenge(book, phase, accepted, cx);
        }
        Step::Over(_) => {}
    }
}

/// The first period begins.
fn open(phase: &mut Phase, cx: &mut Cx<'_>) {
    cx.heading(rule::TURN_SEALED, |_| "Period 1".to_owned());
    phase.step = Step::First;
}

/// Steps 2 and 4: every test on one state, every result together.
fn tests(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let signs = signs(sheets);
    let tries = |id: UnitId| {
        picked(sheets).any(|(_, item, pick)| matches!(item, Item::Try(who, _) if *who == id) && pick == 1)
    };
    let tested: Vec<(UnitId, crate::reaction::Test)> = {
        let board = Board::of(book, cx.field(), phase);
        let due = react::testers(board).into_iter().filter(|(id, _, must)| *must || tries(*id));
        due.map(|(id, occasion, _)| (id, react::test(board, id, occasion, &signs))).collect()
    };
    if phase.step == Step::Other {
        // Whoever took its test in step 2 answers for friends that broke since in the next period.
        let now = phase.moment();
        phase.units.iter_mut().filter(|state| !state.tested).for_each(|state| state.answered = now - 1);
    }
    let rows: Vec<u8> = tested.iter().map(|(id, test)| react::throw(book, phase, *id, test, cx)).collect();
    for ((id, test), row) in tested.into_iter().zip(rows) {
        phase.state_mut(id).tested_first |= test.occasion == Occasion::First;
        react::obey(book, phase, id, &test, row, cx);
        // Only the owner's wish lets a test hold a body back from pursuit (`wrg6.reaction.when.restrain`).
        phase.state_mut(id).held_back = row >= 2 && tries(id);
    }
    tread(book, phase, cx);
    if phase.step == Step::Other {
        sight(book, phase, cx);
    }
}

/// Each side comes to know the enemies in its sight: once step 4 has tested for them nobody is surprised by them again
/// (`wrg6.reaction.when.surprise`).
fn sight(book: &Wrg6, phase: &mut Phase, cx: &Cx<'_>) {
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
            let touch = touch.filter(|&id| piece.shape.distance(board.rect(id)) <= 0.5);
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
fn declare(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let signs = signs(sheets);
    let mut wished: Vec<Charge> = picked(sheets)
        .filter_map(|(_, item, pick)| match item {
            Item::Charge(_, targets) if pick > 0 => targets.get(usize::from(pick) - 1).copied(),
            _ => None,
        })
        .collect();
    let compelled: Vec<Charge> = {
        let board = Board::of(book, cx.field(), phase);
        let impetuous = board.bodies().filter(|&id| board.state(id).impetuous);
        impetuous.filter_map(|id| charging::targets(board, id).first().copied()).collect()
    };
    wished.sort_by_key(|charge| charge.by);
    let mut results = Vec::new();
    for charge in &compelled {
        telling::declared(book, phase, charge, true, cx);
    }
    for charge in &wished {
        telling::declared(book, phase, charge, false, cx);
        // A charge that is only wished for moves nobody else.
        let probe = Phase { charges: vec![*charge], ..phase.clone() };
        let test =
            react::test(Board::of(book, cx.field(), &probe), charge.by, Occasion::InitiateCharge, &signs);
        let row = react::throw(book, phase, charge.by, &test, cx);
        results.push((*charge, test, row));
    }
    phase.charges = compelled;
    for (charge, test, row) in results {
        let tested = phase.state(charge.by).tested;
        react::obey(book, phase, charge.by, &test, row, cx);
        phase.state_mut(charge.by).tested = tested;
        if matches!(test.outcome(row), Outcome::Charge | Outcome::Impetuous) {
            phase.charges.push(charge);
        }
    }
    phase.charges.sort_by_key(|charge| charge.by);
}

/// Step 3: those charged test (`wrg6.reaction.when.charged`).
fn charged(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let signs = signs(sheets);
    let tests: Vec<(UnitId, crate::reaction::Test)> = {
        let board = Board::of(book, cx.field(), phase);
        let due = board.bodies().filter(|&id| sheet::must_test_charged(board, id));
        due.map(|id| (id, react::test(board, id, Occasion::Charged, &signs))).collect()
    };
    let rows: Vec<u8> = tests.iter().map(|(id, test)| react::throw(book, phase, *id, test, cx)).collect();
    for ((id, test), row) in tests.into_iter().zip(rows) {
        let own_charge = phase.charge_of(id).is_some();
        let state = phase.state_mut(id);
        state.row = row;
        state.retiring = 0;
        state.impetuous = row == 1;
        match test.outcome(row) {
            Outcome::Break => {
                let by = charging::nearest_charger(Board::of(book, cx.field(), phase), id);
                rout::breaks(book, phase, id, by, cx);
            }
            _ => {
                // A body that was shaken answers by its row before the row changes that.
                let state = phase.state_mut(id);
                state.shaken = test.shaken_after(row);
                if row == 5 && own_charge {
                    phase.charges.retain(|charge| charge.by != id);
                }
            }
        }
    }
}

/// Those who loot the enemy's camp test to stop (`wrg6.looting`).
fn looters(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        if !phase.state(id).looting {
            continue;
        }
        ledger::cite(rule::LOOTING);
        let test = react::test(Board::of(book, cx.field(), phase), id, Occasion::Restrain, &[]);
        let row = react::throw(book, phase, id, &test, cx);
        react::obey(book, phase, id, &test, row, cx);
        let state = phase.state_mut(id);
        if row >= 2 {
            state.looting = false;
            if let Some(away) = &mut state.away {
                away.arrives = true;
            }
        }
    }
}

/// Step 5: how the charged answer, who breaks off and who follows up.
fn respond(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let answers: Vec<(UnitId, Response)> = {
        let board = Board::of(book, cx.field(), phase);
        let asked = |id: &UnitId| {
            !board.state(*id).routing
                && board.phase.charges_on(*id).next().is_some()
                && board.phase.charge_of(*id).is_none()
        };
        let first = |id: UnitId| charging::answers(board, id).first().map(|answer| (id, *answer));
        board.bodies().filter(asked).filter_map(first).collect()
    };
    for (id, answer) in answers {
        phase.state_mut(id).response = Some(answer);
    }
    for (_, item, pick) in picked(sheets) {
        match item {
            Item::Respond(id, answers) => {
                phase.state_mut(*id).response = answers.get(usize::from(pick)).copied()
            }
            Item::BreakOff(id) if pick == 1 => {
                ledger::cite(rule::CHARGE_BREAKOFF);
                phase.state_mut(*id).response = Some(Response::Evade);
            }
            Item::Follow(id) => phase.state_mut(*id).following = pick == 1,
            Item::Chase(id) => phase.state_mut(*id).chasing = pick == 1,
            _ => {}
        }
    }
    for id in cx.field().ids() {
        let Some(answer) = phase.state(id).response else { continue };
        telling::answered(book, phase, id, answer, cx);
        if answer == Response::Stand {
            phase.state_mut(id).act = Act::Stood;
        }
    }
}

/// A new period: what lasted for one is over, and those off the table throw (step 1).
pub fn begin(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.period += 1;
    phase.step = Step::First;
    phase.charges.clear();
    for i in 0..phase.units.len() {
        phase.units[i].fought = phase.in_contact(UnitId(i as u16));
    }
    for state in &mut phase.units {
        state.pursued = state.act == Act::Pursued;
        state.tested = false;
        state.no_advance = false;
        state.held_back = false;
        state.following = false;
        state.chasing = false;
        state.act = Act::None;
        state.moved = 0;
        state.row = 0;
        state.response = None;
        state.causes.end(Cause::ChargedInFlank);
        state.causes.end(Cause::FootCaughtMovingByMounted);
    }
    let period = phase.period;
    cx.heading(rule::TURN_SEALED, |_| format!("Period {period}"));
    rout::arrivals(book, phase, cx);
}
