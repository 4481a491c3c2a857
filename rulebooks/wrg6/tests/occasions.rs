//! When bodies test: the occasions of steps 2 and 4 on small tables, and what a period carries over to the next.

mod small;

use small::{B, Put, R, area, foot, scenario, step, thrown};
use testudo_wrg6::board::Board;
use testudo_wrg6::disorder::Cause;
use testudo_wrg6::phase::{Act, Leader, Mourned, Phase, Step};
use testudo_wrg6::reaction::{Line, Occasion};
use testudo_wrg6::sheet::Item;
use testudo_wrg6::{Wrg6, charging, period, react, rout};
use umpire::{Field, Side, UnitId};

/// Why the first body must test in the present step.
fn due(book: &Wrg6, field: &Field, phase: &Phase) -> Option<Occasion> {
    let all = react::testers(Board::of(book, field, phase));
    all.iter().find(|(id, _, must)| *id == R && *must).map(|(_, occasion, _)| *occasion)
}

/// The same on a table of its own.
fn due_on(ground: &str, bodies: &[Put<'_>], at: Step, change: impl FnOnce(&mut Phase)) -> Option<Occasion> {
    let (book, field, mut phase) = scenario(ground, bodies);
    phase.step = at;
    change(&mut phase);
    due(&book, &field, &phase)
}

/// A village that hides what is behind it from the first body of red.
fn village() -> String {
    area("village", [700, 320], [400, 40])
}

#[test]
fn the_first_test_is_for_unbroken_enemies_in_reach_or_for_shots() {
    let first = |y: i32, change: fn(&mut Phase)| {
        let bodies = [foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, y], "")];
        due_on("", &bodies, Step::First, change)
    };
    assert_eq!(first(370, |_| {}), Some(Occasion::First));
    assert_eq!(first(370, |phase| phase.units[0].routing = true), None, "routers have other cares");
    assert_eq!(first(370, |phase| phase.units[1].routing = true), None, "and so has he");
    assert_eq!(first(370, |phase| phase.units[0].tested_first = true), None, "once in a battle");
    assert_eq!(first(600, |_| {}), None);
    assert_eq!(first(600, |phase| phase.units[0].shot_periods = 1), Some(Occasion::First));
}

#[test]
fn what_nobody_sees_is_not_tested_for() {
    let li = |side, y| Put(side, "X", "LI", "regular C", 6, 1, "javelin", [900, y], "C W S", "");
    let far = || foot("blue", "B1", [300, 1100], "");
    let broken = |ground: &str| {
        let bodies = [foot("red", "R1", [900, 300], ""), li("red", 420), far()];
        due_on(ground, &bodies, Step::Other, |phase| {
            (phase.units[1].routing, phase.units[1].broke_at) = (true, 2);
        })
    };
    assert_eq!((broken(""), broken(&village())), (Some(Occasion::FriendBroken), None));
    let surprised = |ground: &str| {
        let bodies = [foot("red", "R1", [900, 300], ""), li("blue", 365)];
        due_on(ground, &bodies, Step::Other, |_| {})
    };
    let hidden = area("village", [700, 310], [400, 40]);
    assert_eq!((surprised(""), surprised(&hidden)), (Some(Occasion::Surprise), None));
    let lost = |ground: &str| {
        due_on(ground, &[foot("red", "R1", [900, 300], ""), far()], Step::Other, |phase| {
            let at = table::Point::round(table::Vec2::new(900.0, 420.0));
            phase.command[Side::Red].mourned.push(Mourned { at, period: 1, what: Leader::Standard });
            phase.period = 2;
        })
    };
    assert_eq!((lost(""), lost(&village())), (Some(Occasion::LeaderLost), None));
}

#[test]
fn an_enemy_who_comes_into_sight_close_by_surprises_in_the_step_4_that_follows() {
    let bodies = [foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 390], "")];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.step = Step::First;
    phase.units.iter_mut().for_each(|state| state.tested_first = true);
    for _ in 0..3 {
        step(&book, &mut field, &mut phase, &[], |_, _| None);
    }
    assert_eq!(phase.step, Step::Other);
    assert_eq!(due(&book, &field, &phase), Some(Occasion::Surprise), "step 2 has not spoilt it");
    step(&book, &mut field, &mut phase, &[4, 4, 4, 4, 4, 4], |_, _| None);
    phase.step = Step::Other;
    phase.units[0].tested = false;
    assert_eq!(due(&book, &field, &phase), None, "he is known now");
}

#[test]
fn whoever_tested_in_step_2_answers_for_broken_friends_a_period_later() {
    let bodies = [
        foot("red", "R1", [900, 300], ""),
        foot("red", "R2", [1050, 300], ""),
        foot("blue", "B1", [300, 1100], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.step = Step::Charged;
    thrown(&mut field, &[], |cx| rout::breaks(&book, &mut phase, UnitId(1), None, cx));
    phase.step = Step::Other;
    phase.units[0].tested = true;
    assert_eq!(due(&book, &field, &phase), None);
    step(&book, &mut field, &mut phase, &[], |_, _| None);
    (phase.period, phase.step, phase.units[0].tested) = (2, Step::Other, false);
    assert_eq!(due(&book, &field, &phase), Some(Occasion::FriendBroken));
}

#[test]
fn tests_of_step_3_come_in_addition_and_no_wish_of_a_friend_moves_another() {
    let bodies = [
        Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 300], "C Q A", ""),
        Put("red", "R2", "HI", "regular C", 24, 3, "pike", [1030, 300], "C Q A", ""),
        foot("blue", "B1", [960, 360], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.step = Step::Declare;
    let charge = |side: Side, item: &Item| match item {
        Item::Charge(..) => Some(u16::from(side == Side::Red)),
        Item::Sign(..) => Some(2),
        _ => None,
    };
    let journal = step(&book, &mut field, &mut phase, &[5, 5, 4, 5, 5, 4], charge);
    assert_eq!(phase.charges.len(), 2);
    assert!(phase.units.iter().all(|state| !state.tested), "step 4 may test them again");
    let modifiers: Vec<i16> = journal
        .iter()
        .filter_map(|entry| match entry {
            umpire::Entry::Ruling(ruling) => ruling.tallies.first().map(|(_, tally)| tally.total()),
            _ => None,
        })
        .collect();
    assert_eq!(modifiers, [2, 2], "neither counts the other as charging yet");
}

#[test]
fn a_rush_is_over_for_whoever_answers_a_charge_with_a_lower_row() {
    let bodies = [
        foot("red", "R1", [900, 300], ""),
        Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 360], "C Q A", ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.charges = vec![charging::way(Board::of(&book, &field, &phase), B, R).expect("in reach")];
    (phase.step, phase.units[0].impetuous) = (Step::Charged, true);
    let no_sign = |_: Side, item: &Item| matches!(item, Item::Sign(..)).then_some(2);
    step(&book, &mut field, &mut phase, &[4, 4, 4], no_sign);
    assert!((2..=4).contains(&phase.state(R).row) && !phase.state(R).impetuous);
}

#[test]
fn row_1_neither_holds_pursuers_nor_looters() {
    for (faces, held) in [([5, 5, 5], false), ([2, 2, 2], true)] {
        let (book, mut field, mut phase) = small::met(
            Put("red", "R1", "HI", "regular A", 24, 3, "pike", [900, 500], "C W H", ""),
            foot("blue", "B1", [900, 500], ""),
        );
        thrown(&mut field, &[], |cx| rout::breaks(&book, &mut phase, B, Some(R), cx));
        phase.step = Step::Other;
        phase.units[0].pursued = true;
        step(&book, &mut field, &mut phase, &faces, |_, item| match item {
            Item::Sign(..) => Some(2),
            Item::Try(..) => Some(1),
            _ => None,
        });
        assert_eq!(phase.state(R).held_back, held, "{faces:?}");
    }
    // 3 for looting, and a single enemy is worth what no friends cost: 18, or 9.
    for (class, faces, loots) in [("regular A", [5, 5, 5], true), ("regular C", [2, 2, 2], false)] {
        let red = Put("red", "R1", "HI", class, 24, 3, "pike", [900, 300], "C W H", "");
        let (book, mut field, mut phase) = scenario("", &[red, foot("blue", "B1", [300, 1100], "")]);
        phase.step = Step::Other;
        phase.units[0].looting = true;
        phase.units[0].tested = true;
        step(&book, &mut field, &mut phase, &faces, |_, _| None);
        assert_eq!(phase.state(R).looting, loots, "{class}");
    }
}

#[test]
fn a_poor_test_stops_looters_and_shakes_them() {
    for (faces, shaken) in [([4, 4, 4], false), ([2, 2, 2], true)] {
        let red = Put("red", "R1", "HI", "irregular D", 24, 3, "pike", [900, 300], "C W H", "");
        let (book, mut field, mut phase) = scenario("", &[red, foot("blue", "B1", [300, 1100], "")]);
        (phase.step, phase.units[0].looting, phase.units[0].tested) = (Step::Other, true, true);
        phase.units[0].received = 5;
        step(&book, &mut field, &mut phase, &faces, |_, _| None);
        assert_eq!((phase.state(R).looting, phase.state(R).shaken), (false, shaken), "{faces:?}");
    }
}

#[test]
fn a_new_period_forgets_what_lasted_for_one() {
    let (book, mut field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    let state = &mut phase.units[0];
    (state.no_advance, state.held_back, state.moved, state.act) = (true, true, 120, Act::Pursued);
    state.causes.add(Cause::ChargedInFlank);
    state.causes.add(Cause::FootCaughtMovingByMounted);
    state.causes.add(Cause::CeasedPursuit);
    thrown(&mut field, &[], |cx| period::begin(&book, &mut phase, cx));
    let state = phase.state(R);
    assert!(!state.no_advance && !state.held_back && state.moved == 0 && state.act == Act::None);
    assert!(state.pursued, "but that it pursued is remembered");
    assert_eq!(state.causes.iter().collect::<Vec<_>>(), [Cause::CeasedPursuit], "only rallying cures it");
    thrown(&mut field, &[], |cx| period::begin(&book, &mut phase, cx));
    assert!(!phase.state(R).pursued);
    assert_eq!(react::lines(Board::of(&book, &field, &phase), R).times(Line::Pursuing), 0);
}
