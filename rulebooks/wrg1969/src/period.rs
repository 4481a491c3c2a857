//! The period: who must decide what, and everything that happens between two decisions.
//!
//! returns, command, intent, the broken turning, normal stage, charge-bonus point, bonus stage, fire, hand-to-hand,
//! after hand-to-hand, reactions, end.

use crate::board::{Board, Body};
use crate::choices::{self, Chosen};
use crate::disorder::Cause;
use crate::intent::{self, Answer, Answers, Go, Intent};
use crate::losses::name;
use crate::order_sheet;
use crate::reaction::{Occasion, When, due};
use crate::setup;
use crate::state::{Doing, Flight, Phase, Reaction, Step, Thrown};
use crate::{
    Wrg1969, after_combat, asked, command, fire, interception, melee, move_stage, orders, part_evades, react,
    returns, rout, rule, telling, triggers, veil, victory,
};
use ruling::{Refusal, ledger};
use umpire::{Ask, BySide, Choice, Command, Cx, Field, Form, OptionId, Pending, Plans, Ruling, Side, UnitId};

/// A checked decision.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A deployment.
    Deploy(setup::Deployment),
    /// First orders and the signal card.
    Orders(order_sheet::Sheet),
    /// The battle begins.
    Begin,
    /// What the generals do.
    Command(command::Plan),
    /// What the units mean to do.
    Intent(Vec<(UnitId, Intent)>),
    /// How those charged answer.
    Answers(Answers),
    /// A choice of the fighting part.
    Chosen(Chosen),
}

/// Who must decide what.
pub fn pending(book: &Wrg1969, field: &Field, phase: &Phase) -> Pending {
    match &phase.step {
        Step::Over(outcome) => Pending::Over(*outcome),
        Step::Begin => Pending::Decide(Side::Red, begin()),
        _ => Pending::Sealed(BySide::each(|side| ask(book, field, phase, side))),
    }
}

/// What a side is asked.
pub fn ask(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> Option<Ask> {
    if asks_of_the_veiled(&phase.step) {
        return veil::show(book, field, phase, side).0;
    }
    question(&veil::board(book, field, phase, side), field, side)
}

/// Whether a question is made up from what a side may know of the phase too, not only of who is where: whether an enemy
/// is pushed or breaks hangs on his grade, which may be hidden.
pub fn asks_of_the_veiled(step: &Step) -> bool {
    matches!(step, Step::After)
}

/// What a side is asked, from the board as it sees it.
pub fn question(board: &Board<'_>, field: &Field, side: Side) -> Option<Ask> {
    match &board.phase.step {
        Step::Over(_) => None,
        Step::Begin => (side == Side::Red).then(begin),
        Step::Deploy => Some(setup::ask(board.book, field, side)),
        Step::Orders => Some(order_sheet::ask(board, field, side)),
        Step::Command => command::pending(board, field, side),
        Step::Intent => intent::pending(board, field, side),
        Step::BonusPoint => intent::pending_answers(board, field, side),
        Step::Melee | Step::After | Step::React | Step::Steady => choices::ask(board, field, side),
    }
}

/// Whether a side is asked anything.
pub fn is_asked(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> bool {
    match &phase.step {
        Step::Melee | Step::After | Step::React | Step::Steady => choices::is_asked(book, field, phase, side),
        _ => ask(book, field, phase, side).is_some(),
    }
}

fn begin() -> Ask {
    let option = Choice { label: "Begin the battle".into(), rule: rule::SETUP_DEPLOY, units: Vec::new() };
    Ask::new(rule::SETUP_DEPLOY, "Everything is ready.", Form::Choose(vec![option]))
}

/// Judges a command.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    side: Side,
    given: &Command,
) -> Result<Plan, Vec<Refusal>> {
    match &phase.step {
        Step::Deploy => setup::check(book, field, side, given).map(Plan::Deploy),
        Step::Orders => order_sheet::check(book, field, phase, side, given).map(Plan::Orders),
        Step::Begin => match given {
            Command::Choose(OptionId(0)) | Command::Done => Ok(Plan::Begin),
            _ => Err(vec![Refusal::new(rule::SETUP_DEPLOY, "the battle waits to begin")]),
        },
        Step::Command => command::check(book, field, phase, side, given).map(Plan::Command),
        Step::Intent => intent::check(book, field, phase, side, given).map(Plan::Intent),
        Step::BonusPoint => intent::check_answers(book, field, phase, side, given).map(Plan::Answers),
        Step::Melee | Step::After | Step::React | Step::Steady => {
            choices::check(book, field, phase, side, given).map(Plan::Chosen)
        }
        Step::Over(_) => Err(vec![Refusal::new(rule::VICTORY_END, "the battle is over")]),
    }
}

/// Carries out what was decided, up to the next decision.
pub fn resolve(book: &Wrg1969, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
    let both = match plans {
        Plans::Both(both) => both,
        Plans::One(side, plan) => {
            let mut both = BySide::default();
            both[side] = Some(plan);
            both
        }
    };
    match phase.step {
        Step::Deploy => setup::resolve(book, phase, both.map(|p| part(p, deployment)), cx),
        Step::Begin => begin_period(book, phase, cx),
        Step::Orders => {
            order_sheet::resolve(book, phase, both.map(|p| part(p, sheet)), cx);
            begin_period(book, phase, cx);
        }
        Step::Command => {
            command::resolve(book, phase, both.map(|p| part(p, commands)), cx);
            orders::begin_legs(book, phase, cx);
            phase.step = Step::Intent;
            if nobody_asked(book, phase, cx) {
                normal_stage(book, phase, &[], cx);
            }
        }
        Step::Intent => {
            let intents = all(both, |p| if let Plan::Intent(list) = p { list } else { Vec::new() });
            normal_stage(book, phase, &intents, cx);
        }
        Step::BonusPoint => {
            let answers = all(both, |p| if let Plan::Answers(told) = p { vec![told] } else { Vec::new() });
            for unit in answers.iter().flat_map(|told| &told.hold_fire) {
                phase.units[unit.index()].spares_chargers = true;
            }
            let answers: Vec<(UnitId, Answer)> = answers.into_iter().flat_map(|told| told.met).collect();
            bonus_stage(book, phase, &answers, cx);
        }
        Step::Melee => {
            for id in all(both, |p| chosen(p).units) {
                phase.units[id.index()].laps = true;
            }
            hand_to_hand(book, phase, cx);
        }
        Step::After => {
            let stand = all(both, |p| chosen(p).units);
            after(book, phase, &stand, cx);
        }
        Step::React => {
            let chosen: Vec<Chosen> = both.0.into_iter().flatten().map(chosen).collect();
            let asked: Vec<UnitId> = chosen.iter().flat_map(|c| c.units.clone()).collect();
            let closing: Vec<UnitId> = chosen.iter().flat_map(|c| c.closing.clone()).collect();
            test_all(book, phase, &asked, &closing, cx);
        }
        Step::Steady => {
            let chosen: Vec<Chosen> = both.0.into_iter().flatten().map(chosen).collect();
            steadied(book, phase, &chosen, cx);
        }
        Step::Over(_) => {}
    }
}

fn part<T>(plan: Option<Plan>, read: impl Fn(Plan) -> Option<T>) -> Option<T> {
    plan.and_then(read)
}

fn deployment(plan: Plan) -> Option<setup::Deployment> {
    if let Plan::Deploy(places) = plan { Some(places) } else { None }
}

fn sheet(plan: Plan) -> Option<order_sheet::Sheet> {
    if let Plan::Orders(sheet) = plan { Some(sheet) } else { None }
}

fn commands(plan: Plan) -> Option<command::Plan> {
    if let Plan::Command(plan) = plan { Some(plan) } else { None }
}

fn chosen(plan: Plan) -> Chosen {
    if let Plan::Chosen(chosen) = plan { chosen } else { Chosen::default() }
}

fn all<T>(both: BySide<Option<Plan>>, read: impl Fn(Plan) -> Vec<T>) -> Vec<T> {
    both.0.into_iter().flatten().flat_map(read).collect()
}

fn nobody_asked(book: &Wrg1969, phase: &Phase, cx: &Cx<'_>) -> bool {
    asked::nobody(book, cx.field(), phase)
}

/// A new period: last period's marks move on, troops off the table may return (state 1).
fn begin_period(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.period += 1;
    let period = phase.period;
    cx.heading(rule::SCALE_TIME, |_| format!("Period {period}"));
    part_evades::reunite(book, phase, cx);
    if period == 1 {
        react::note_surprises(book, phase, cx.field());
        phase.units.iter_mut().for_each(|state| state.surprised_by = None);
        crate::knowledge::observe(book, cx.field(), phase, &[]);
    }
    for (i, state) in phase.units.iter_mut().enumerate() {
        let unit = cx.field().unit(UnitId(i as u16));
        (state.doing, state.moved, state.advanced) = (Doing::Standing, 0, false);
        (state.charged, state.charge_from, state.hindered) = (false, None, false);
        (state.shot_overhead, state.aims_at, state.laps) = (false, None, false);
        state.breaks_off = false;
        state.rallies = matches!(state.flight, Flight::Rallying(_));
        (state.melee_loss, state.melee_dealt, state.broke_now) = (0, 0, false);
        state.missile_loss = [0, state.missile_loss[0]];
        state.hit_hard = [false, state.hit_hard[0]];
        state.under_fire = [0, state.under_fire[0]];
        state.shot_at = [None, state.shot_at[0]];
        state.shot_with = [0, state.shot_with[0]];
        (state.spares_chargers, state.front_rank_only, state.surprised_by) = (false, false, None);
        state.track.clear();
        state.last_causes = std::mem::take(&mut state.causes);
        (state.at_start, state.before_fire) = (unit.formation.figures, unit.formation.figures);
        state.stood = [unit.pose; 2];
    }
    phase.fallen.clear();
    phase.lost.clear();
    phase.blows.clear();
    phase.threats.clear();
    returns::roll(book, phase, cx);
    for (i, state) in phase.units.iter_mut().enumerate() {
        state.stood = [cx.field().unit(UnitId(i as u16)).pose; 2];
    }
    phase.step = Step::Command;
    if nobody_asked(book, phase, cx) {
        orders::begin_legs(book, phase, cx);
        phase.step = Step::Intent;
        if nobody_asked(book, phase, cx) {
            normal_stage(book, phase, &[], cx);
        }
    }
}

/// The broken turn, everyone moves, and those charged test (states 4 to 6).
fn normal_stage(book: &Wrg1969, phase: &mut Phase, intents: &[(UnitId, Intent)], cx: &mut Cx<'_>) {
    let before = react::strengths(cx.field(), phase);
    melee::turning_strike(book, phase, cx);
    let breaking_off = |i: &&(UnitId, Intent)| i.1.go == Go::BreakOff;
    let leavers: Vec<UnitId> = intents.iter().filter(breaking_off).map(|i| i.0).collect();
    melee::break_off(book, phase, &leavers, cx);
    react::below_half(book, phase, &before, cx);
    cx.heading(rule::MOVE_SIMULTANEOUS, |_| "Movement".to_owned());
    move_stage::normal(book, phase, intents, cx);
    telling::normal_stage(book, phase, cx);
    test_charged(book, phase, cx);
    if has_choice(book, phase, cx) {
        phase.step = Step::Steady;
    } else {
        settle_thrown(book, phase, &[], cx);
        answer(book, phase, cx);
    }
}

/// Throws the dice of everyone charged from beyond the charger's normal move (`wrg1969.reaction.timing.charged`).
fn test_charged(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.thrown.clear();
    let targets: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let charged = |b: &&Body<'_>| phase.threats.iter().any(|t| t.target == b.id && !t.touched);
        let tests = |b: &&Body<'_>| {
            let mut charge = react::occasions(&board, b, false);
            charge.befallen.charged = true;
            due(&book.house, &charge).0.iter().any(|t| t.1 == When::AtBonusPoint)
        };
        let units = board.in_turn().into_iter().filter(|b| b.kit.is_unit());
        units.filter(charged).filter(tests).map(|b| b.id).collect()
    };
    for threat in phase.threats.clone() {
        // Who only came up to skirmishers does not charge them.
        let charges = !threat.touched || phase.units[threat.charger.index()].is_charging();
        phase.units[threat.target.index()].charged |= charges;
    }
    react::note_sightings(book, phase, cx.field());
    if !targets.is_empty() {
        cx.heading(rule::REACTION_TIMING_CHARGED, |_| "The charge".to_owned());
    }
    for unit in targets {
        ledger::cite(rule::REACTION_TIMING_CHARGED);
        phase.units[unit.index()].has_met_enemy = true;
        react::throw(book, phase, unit, Occasion::Charged, cx);
    }
    // Pursuers who would charge on through others test as well.
    for threat in phase.threats.clone() {
        if phase.units[threat.charger.index()].through.is_some() {
            react::throw(book, phase, threat.charger, Occasion::Closing, cx);
        }
    }
}

/// Whether owners have signs or orders to choose for the tests that are thrown.
fn has_choice(book: &Wrg1969, phase: &mut Phase, cx: &Cx<'_>) -> bool {
    let before = std::mem::replace(&mut phase.step, Step::Steady);
    let choice = !phase.thrown.is_empty() && !nobody_asked(book, phase, cx);
    phase.step = before;
    choice
}

/// Settles every test that is thrown, with the signs and orders its owner chose.
fn settle_thrown(book: &Wrg1969, phase: &mut Phase, chosen: &[Chosen], cx: &mut Cx<'_>) {
    let mut leaving = Vec::new();
    for (thrown, test) in react::take_thrown(book, phase, cx.field()) {
        let signs = chosen.iter().flat_map(|c| &c.signs).find(|(unit, _)| *unit == thrown.unit);
        let result = react::settle(book, phase, (thrown, &test), signs.map(|(_, s)| s.as_slice()), cx);
        if result == Some(Reaction::LeaveField) {
            leaving.push(thrown.unit);
        }
        if thrown.occasion == Occasion::Charged || phase.units[thrown.unit.index()].through.is_some() {
            stop_charge(phase, thrown, result);
        }
        let wish = chosen.iter().flat_map(|c| &c.orders).find(|(unit, _)| *unit == thrown.unit);
        if let (Some(Reaction::ActAsCinc), Some((unit, readings))) = (result, wish) {
            command::grant_wish(book, phase, *unit, readings.clone(), cx);
        }
    }
    react::turn_away(book, phase, &leaving, cx);
}

/// A charger who is charged himself goes on only if he is willing (`wrg1969.reaction.effect.charger`).
fn stop_charge(phase: &mut Phase, thrown: Thrown, result: Option<Reaction>) {
    let goes_on = matches!(
        result,
        None | Some(
            Reaction::CarryOn
                | Reaction::ActAsCinc
                | Reaction::AdvanceOnEnemy
                | Reaction::UncontrolledAdvance
        )
    );
    if phase.units[thrown.unit.index()].is_charging() && !goes_on {
        ledger::cite(rule::REACTION_EFFECT_CHARGER);
        phase.units[thrown.unit.index()].doing = Doing::Marching;
        phase.threats.retain(|t| t.charger != thrown.unit);
    }
}

fn steadied(book: &Wrg1969, phase: &mut Phase, chosen: &[Chosen], cx: &mut Cx<'_>) {
    let charged = !phase.threats.is_empty();
    settle_thrown(book, phase, chosen, cx);
    if charged {
        answer(book, phase, cx);
    } else {
        end(book, phase, cx);
    }
}

/// Those charged answer, if they have a choice.
fn answer(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.step = Step::BonusPoint;
    if nobody_asked(book, phase, cx) {
        bonus_stage(book, phase, &[], cx);
    }
}

/// The bonus stage, fire, and the coming to blows (states 7 to 9).
fn bonus_stage(book: &Wrg1969, phase: &mut Phase, answers: &[(UnitId, Answer)], cx: &mut Cx<'_>) {
    move_stage::bonus(book, phase, answers, cx);
    rout::after_move(book, phase, cx);
    telling::bonus_stage(book, phase, cx);
    let before = react::strengths(cx.field(), phase);
    fire::fire(book, phase, cx);
    // Where everyone passed is of no more use.
    phase.units.iter_mut().for_each(|state| state.track.clear());
    react::below_half(book, phase, &before, cx);
    melee::meet(book, phase, cx);
    interception::intercept(book, phase, cx);
    melee::caught_breaking_off(book, phase, cx);
    phase.step = Step::Melee;
    if nobody_asked(book, phase, cx) {
        hand_to_hand(book, phase, cx);
    }
}

fn hand_to_hand(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let before = react::strengths(cx.field(), phase);
    melee::fight(book, phase, cx);
    interception::get_away(book, phase);
    react::below_half(book, phase, &before, cx);
    phase.step = Step::After;
    if nobody_asked(book, phase, cx) {
        after(book, phase, &[], cx);
    }
}

fn after(book: &Wrg1969, phase: &mut Phase, stand: &[UnitId], cx: &mut Cx<'_>) {
    after_combat::settle(book, phase, stand, cx);
    react::note_surprises(book, phase, cx.field());
    phase.step = Step::React;
    if nobody_asked(book, phase, cx) {
        test_all(book, phase, &[], &[], cx);
    }
}

fn test_all(book: &Wrg1969, phase: &mut Phase, asked: &[UnitId], closing: &[UnitId], cx: &mut Cx<'_>) {
    for state in &mut phase.units {
        state.may_charge = false;
    }
    react::throw_all(book, phase, asked, closing, cx);
    if !phase.thrown.is_empty() {
        cx.heading(rule::REACTION_TIMING, |_| "Reactions".to_owned());
    }
    if has_choice(book, phase, cx) {
        phase.step = Step::Steady;
    } else {
        settle_thrown(book, phase, &[], cx);
        end(book, phase, cx);
    }
}

/// The end of the period: rallies, clocks, orders, messages, knowledge, victory (state 12).
fn end(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    react::count_down_all(phase);
    rout::rallies(book, phase, cx);
    for state in &mut phase.units {
        let pursuing = matches!(state.flight, Flight::Pursuing(..) | Flight::Routing(_));
        state.causes.add_if(pursuing, Cause::Pursuit);
    }
    let before = telling::places(phase);
    let done = triggers::judge(book, cx.field(), phase);
    telling::next_legs(book, phase, &before, cx);
    for &id in &done {
        cx.rule(|field| {
            let text = format!("The order of {} has been carried out.", name(field, id));
            Ruling::new(rule::ORDERS_CHANGE_END, text).kept_for(field.side(id))
        });
    }
    command::end_of_period(book, phase, &done, cx);
    match victory::outcome(book, cx.field(), phase) {
        Some(outcome) => {
            let totals = victory::totals(book, cx.field(), phase);
            cx.heading(rule::VICTORY_END, |_| "The end".to_owned());
            cx.rule(|field| {
                let text = telling::the_end(&field.roster().names, &outcome, totals);
                Ruling::new(rule::VICTORY_POINTS, text)
            });
            orders::open_sheets(book, phase, cx);
            phase.step = Step::Over(outcome);
        }
        None => begin_period(book, phase, cx),
    }
}
