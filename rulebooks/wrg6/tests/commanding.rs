//! Generals, signals and sheets on small tables: who is asked what, and what commanders may do and cost.

use crate::aftermath::rout;
use crate::board::Board;
use crate::board::state::{Champion, Fate, Phase, Step};
use crate::data::occasion::Occasion;
use crate::orders::order::Posture;
use crate::orders::sheet::{Item, Written};
use crate::orders::{duel, riding, sheet};
use crate::play::step9;
use crate::tests::small;
use crate::{Wrg6, charge, rule};
use ruling::proves;
use small::{B, Put, R, area, foot, id, met, scenario, step, thrown, with_cx};
use table::Edge;
use umpire::{Event, Field, Place, Side, UnitId};

fn lines_met() -> (Wrg6, Field, Phase) {
    met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""))
}

fn asked(book: &Wrg6, field: &Field, phase: &Phase, wanted: impl Fn(&Item) -> bool) -> bool {
    sheet::of(Board::of(book, field, phase), Side::Red).items.iter().any(wanted)
}

#[test]
fn nobody_joins_leaves_or_is_taken_by_routers() {
    proves!(rule::GENERALS_MOVE);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            foot("red", "R1", [900, 300], ""),
            foot("red", "R2", [1030, 300], ""),
            foot("blue", "B1", [900, 500], ""),
        ],
    );
    let rides = |phase: &Phase| {
        let board = Board::of(&book, &field, phase);
        riding::may_ride(board, &phase.command[Side::Red].generals[0])
    };
    assert!(rides(&phase));
    let joins =
        |phase: &Phase| riding::read(Board::of(&book, &field, phase), Side::Red, 0, "join R2").is_ok();
    assert!(joins(&phase));
    phase.units[1].seen.routing = true;
    assert!(!joins(&phase));
    phase.units[0].seen.routing = true;
    assert!(!rides(&phase), "he flees with his body");
    let b = id(&field, "B1");
    let general = &mut phase.command[Side::Red].generals[0];
    (general.with, general.at) = (None, table::Point::round(table::Vec2::new(900.0, 520.0)));
    phase.units[b.index()].seen.routing = true;
    with_cx(&mut field, 1, |cx| riding::take_lone(&book, &mut phase, cx));
    assert!(!phase.command[Side::Red].generals[0].lost, "routers take nobody");
    phase.units[b.index()].seen.routing = false;
    with_cx(&mut field, 1, |cx| riding::take_lone(&book, &mut phase, cx));
    assert!(phase.command[Side::Red].generals[0].lost);
}

#[test]
fn commanders_fight_in_person_front_to_front_while_both_live_and_neither_runs() {
    let meet = |change: fn(&mut Phase)| {
        let (book, field, mut phase) = lines_met();
        change(&mut phase);
        let board = Board::of(&book, &field, &phase);
        (duel::meeting(board).is_some(), duel::challenger(board, Side::Red).is_some())
    };
    assert_eq!(meet(|_| {}), (true, true));
    assert_eq!(meet(|phase| phase.contacts[0].edges[0] = Edge::Left), (false, false));
    assert_eq!(meet(|phase| phase.command[Side::Red].generals[0].lost = true), (false, false));
    assert_eq!(meet(|phase| phase.units[1].seen.routing = true), (false, true));
    let champion = |lost| Champion { name: "Ajax".to_owned(), with: R, lost };
    let instead = |phase: &mut Phase, lost| {
        phase.command[Side::Red].generals[0].lost = true;
        phase.command[Side::Red].champion = Some(champion(lost));
    };
    let (book, field, mut phase) = lines_met();
    instead(&mut phase, false);
    assert!(duel::meeting(Board::of(&book, &field, &phase)).is_some());
    instead(&mut phase, true);
    assert!(duel::meeting(Board::of(&book, &field, &phase)).is_none(), "he was beaten already");
}

#[test]
fn a_signal_is_shown_once_by_a_living_chief_and_reaches_his_own_body() {
    proves!(rule::ORDERS_CHANGE);
    // He sees nothing from within the wood, and nobody sees him.
    let wood = area("wood", [700, 100], [400, 300]);
    let (book, mut field, mut phase) =
        scenario(&wood, &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    (phase.step, phase.command[Side::Red].signal) = (Step::Orders, Some(Posture::Attack));
    let offered =
        |phase: &Phase, field: &Field| asked(&book, field, phase, |item| matches!(item, Item::Signal));
    assert!(offered(&phase, &field));
    let mut fallen = phase.clone();
    fallen.command[Side::Red].generals[0].lost = true;
    assert!(!offered(&fallen, &field));
    step(&book, &mut field, &mut phase, &[], |_, item| matches!(item, Item::Signal).then_some(1));
    assert_eq!(phase.state(R).posture(), Posture::Attack);
    phase.step = Step::Orders;
    assert!(!offered(&phase, &field), "once");
}

#[test]
fn only_the_charged_who_do_not_charge_themselves_choose_an_answer() {
    let red = Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 300], "C W H", "");
    let (book, field, mut phase) = scenario("", &[red, foot("blue", "B1", [900, 360], "")]);
    let way = |by, on, phase: &Phase| {
        charge::resolve::way(Board::of(&book, &field, phase), by, on).expect("in reach")
    };
    phase.step = Step::Respond;
    phase.units[0].now.row = 2;
    phase.charges = vec![way(B, R, &phase)];
    let answers = |phase: &Phase| asked(&book, &field, phase, |item| matches!(item, Item::Respond(R, _)));
    assert!(answers(&phase));
    let own = way(R, B, &phase);
    phase.charges.push(own);
    assert!(!answers(&phase));
    phase.charges.pop();
    assert!(sheet::must_test_charged(Board::of(&book, &field, &phase), R));
    phase.units[0].seen.routing = true;
    assert!(
        !sheet::must_test_charged(Board::of(&book, &field, &phase), R),
        "whoever runs tests for nothing else"
    );
}

#[test]
fn whoever_may_not_advance_is_not_asked_to_follow_or_pursue() {
    let (book, field, mut phase) = met(
        foot("red", "R1", [900, 500], ""),
        Put("blue", "B1", "HC", "regular C", 12, 2, "lance", [900, 500], "C Q A", ""),
    );
    phase.step = Step::Respond;
    phase.units[1].seen.fate = Some(Fate::Recoil);
    let follows = |phase: &Phase| asked(&book, &field, phase, |item| matches!(item, Item::Follow(R)));
    let chases = |phase: &Phase| asked(&book, &field, phase, |item| matches!(item, Item::Chase(R)));
    assert!(follows(&phase) && chases(&phase), "he might break off");
    phase.units[0].now.no_advance = true;
    assert!(!follows(&phase) && !chases(&phase));
}

#[test]
fn routers_are_not_broken_off_from_and_a_test_for_something_else_asks_nothing() {
    let (book, field, mut phase) = met(
        Put("red", "R1", "HC", "regular C", 12, 2, "lance", [900, 500], "C Q A", ""),
        foot("blue", "B1", [900, 500], ""),
    );
    phase.step = Step::Respond;
    let breaks_off = |phase: &Phase| asked(&book, &field, phase, |item| matches!(item, Item::BreakOff(R)));
    assert!(breaks_off(&phase));
    phase.units[1].seen.routing = true;
    assert!(!breaks_off(&phase));
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    (phase.step, phase.units[0].seen.shot.periods) = (Step::Other, 3);
    assert!(!asked(&book, &field, &phase, |item| matches!(item, Item::Try(R, Occasion::HeavyShooting))));
}

#[test]
fn breaking_off_is_done_when_its_owner_says_so() {
    proves!(rule::CHARGE_BREAKOFF);
    for says in [0, 1] {
        let (book, mut field, mut phase) = met(
            Put("red", "R1", "HC", "regular C", 12, 2, "lance", [900, 500], "C Q A", ""),
            foot("blue", "B1", [900, 500], ""),
        );
        phase.step = Step::Respond;
        step(&book, &mut field, &mut phase, &[3], |_, item| {
            matches!(item, Item::BreakOff(R)).then_some(says)
        });
        assert_eq!(phase.in_contact(R), says == 0);
    }
}

#[test]
fn the_lost_cost_what_they_were_worth() {
    let (book, mut field, mut phase) = scenario(
        "",
        &[foot("red", "R1", [900, 300], "standard = true"), foot("blue", "B1", [900, 1100], "")],
    );
    let lost = |field: &Field, phase: &Phase| step9::count(&book, field, phase).lost_halves[0];
    assert_eq!(lost(&field, &phase), 0);
    phase.command[Side::Red].generals[0].lost = true;
    assert_eq!(lost(&field, &phase), 2 * 100);
    phase.command[Side::Red].generals[0].lost = false;
    phase.units[0].seen.routing = true;
    let body = lost(&field, &phase);
    assert_eq!(body, 2 * (step9::count(&book, &field, &phase).total[0] - 100 - 25));
    phase.units[0].seen.routing = false;
    with_cx(&mut field, 1, |cx| {
        cx.apply(Event::Left { unit: R, place: Place::Fled, rule: crate::rule::ROUT_MOVE });
    });
    assert_eq!(lost(&field, &phase), body + 2 * 25, "the standard with it");
}

#[test]
fn a_fallen_general_commands_nobody() {
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    phase.step = Step::Orders;
    let orders = |phase: &Phase| {
        let lines = sheet::of(Board::of(&book, &field, phase), Side::Red).lines;
        lines.iter().any(|line| matches!(line, Written::Order(0)))
    };
    assert!(orders(&phase));
    phase.command[Side::Red].generals[0].lost = true;
    assert!(!orders(&phase));
}

#[test]
fn an_army_breaks_at_the_end_of_the_period_in_which_its_last_body_does() {
    proves!(rule::VICTORY_ARMY);
    let (book, mut field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    phase.step = Step::Shoot;
    thrown(&mut field, &[], |cx| rout::breaks(&book, &mut phase, UnitId(1), None, cx));
    assert_eq!(phase.step, Step::Shoot);
    step(&book, &mut field, &mut phase, &[], |_, _| None);
    assert!(matches!(phase.step, Step::Over(outcome) if outcome.winner == Some(Side::Red)));
}
