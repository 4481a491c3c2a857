//! When bodies test: the occasions of steps 2 and 4 on small tables, and what a period carries over to the next.

use crate::aftermath::rout;
use crate::board::Board;
use crate::board::state::{Act, Leader, Mourned, Phase, Step};
use crate::data::disorder::Cause;
use crate::data::occasion::Occasion;
use crate::nerve::rules::Line;
use crate::orders::sheet::Item;
use crate::play::period;
use crate::tests::small;
use crate::{Wrg6, charge, nerve, rule};
use ruling::proves;
use small::{B, Put, R, area, foot, scenario, step, thrown};
use umpire::{Field, Side, UnitId};

/// Why the first body must test in the present step.
fn due(book: &Wrg6, field: &Field, phase: &Phase) -> Option<Occasion> {
    let all = nerve::resolve::testers(Board::of(book, field, phase));
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
    assert_eq!(first(370, |phase| phase.units[0].seen.routing = true), None, "routers have other cares");
    assert_eq!(first(370, |phase| phase.units[1].seen.routing = true), None, "and so has he");
    assert_eq!(first(370, |phase| phase.units[0].kept.tested_first = true), None, "once in a battle");
    assert_eq!(first(600, |_| {}), None);
    assert_eq!(first(600, |phase| phase.units[0].seen.shot.periods = 1), Some(Occasion::First));
}

#[test]
fn what_nobody_sees_is_not_tested_for() {
    let li = |side, y| Put(side, "X", "LI", "regular C", 6, 1, "javelin", [900, y], "C W S", "");
    let far = || foot("blue", "B1", [300, 1100], "");
    let broken = |ground: &str| {
        let bodies = [foot("red", "R1", [900, 300], ""), li("red", 420), far()];
        let (book, mut field, mut phase) = scenario(ground, &bodies);
        phase.step = Step::Other;
        thrown(&mut field, &[], |cx| rout::breaks(&book, &mut phase, B, None, cx));
        phase.period += 1;
        due(&book, &field, &phase)
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
    proves!(rule::REACTION_WHEN_SURPRISE, rule::GEO_D8);
    let bodies = [foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 390], "")];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.step = Step::First;
    phase.units.iter_mut().for_each(|state| state.kept.tested_first = true);
    for _ in 0..3 {
        step(&book, &mut field, &mut phase, &[], |_, _| None);
    }
    assert_eq!(phase.step, Step::Other);
    assert_eq!(due(&book, &field, &phase), Some(Occasion::Surprise), "step 2 has not spoilt it");
    step(&book, &mut field, &mut phase, &[4, 4, 4, 4, 4, 4], |_, _| None);
    phase.step = Step::Other;
    phase.units[0].now.tested = false;
    assert_eq!(due(&book, &field, &phase), None, "he is known now");
}

#[test]
fn whoever_tested_in_step_2_answers_for_broken_friends_a_period_later() {
    proves!(rule::REACTION_ONCE);
    let bodies = [
        foot("red", "R1", [900, 300], ""),
        foot("red", "R2", [1050, 300], ""),
        foot("blue", "B1", [300, 1100], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.step = Step::Charged;
    thrown(&mut field, &[], |cx| rout::breaks(&book, &mut phase, UnitId(1), None, cx));
    phase.step = Step::Other;
    phase.units[0].now.tested = true;
    assert_eq!(due(&book, &field, &phase), None);
    step(&book, &mut field, &mut phase, &[], |_, _| None);
    (phase.period, phase.step, phase.units[0].now.tested) = (2, Step::Other, false);
    assert_eq!(due(&book, &field, &phase), Some(Occasion::FriendBroken));
}

#[test]
fn tests_of_step_3_come_in_addition_and_no_wish_of_a_friend_moves_another() {
    proves!(rule::REACTION_WHEN_INITIATE, rule::REACTION_COLUMN_INITIATE);
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
    assert!(phase.units.iter().all(|state| !state.now.tested), "step 4 may test them again");
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
    proves!(rule::REACTION_WHEN_CHARGED, rule::REACTION_COLUMN_CHARGED);
    let bodies = [
        foot("red", "R1", [900, 300], ""),
        Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 360], "C Q A", ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), B, R).expect("in reach")];
    (phase.step, phase.units[0].seen.impetuous) = (Step::Charged, true);
    let no_sign = |_: Side, item: &Item| matches!(item, Item::Sign(..)).then_some(2);
    step(&book, &mut field, &mut phase, &[4, 4, 4], no_sign);
    assert!((2..=4).contains(&phase.state(R).now.row) && !phase.state(R).seen.impetuous);
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
        phase.units[0].last.act = Act::Pursued;
        step(&book, &mut field, &mut phase, &faces, |_, item| match item {
            Item::Sign(..) => Some(2),
            Item::Try(..) => Some(1),
            _ => None,
        });
        assert_eq!(phase.state(R).now.held_back, held, "{faces:?}");
    }
    // 3 for looting, and a single enemy is worth what no friends cost: 18, or 9.
    for (class, faces, loots) in [("regular A", [5, 5, 5], true), ("regular C", [2, 2, 2], false)] {
        let red = Put("red", "R1", "HI", class, 24, 3, "pike", [900, 300], "C W H", "");
        let (book, mut field, mut phase) = scenario("", &[red, foot("blue", "B1", [300, 1100], "")]);
        phase.step = Step::Other;
        phase.units[0].seen.looting = true;
        phase.units[0].now.tested = true;
        step(&book, &mut field, &mut phase, &faces, |_, _| None);
        assert_eq!(phase.state(R).seen.looting, loots, "{class}");
    }
}

#[test]
fn a_poor_test_stops_looters_and_shakes_them() {
    proves!(rule::REACTION_WHEN_RESTRAIN, rule::REACTION_SHAKEN_RECOVERY);
    for (faces, shaken) in [([4, 4, 4], false), ([2, 2, 2], true)] {
        let red = Put("red", "R1", "HI", "irregular D", 24, 3, "pike", [900, 300], "C W H", "");
        let (book, mut field, mut phase) = scenario("", &[red, foot("blue", "B1", [300, 1100], "")]);
        (phase.step, phase.units[0].seen.looting, phase.units[0].now.tested) = (Step::Other, true, true);
        phase.units[0].seen.received = 5;
        step(&book, &mut field, &mut phase, &faces, |_, _| None);
        assert_eq!((phase.state(R).seen.looting, phase.state(R).seen.shaken), (false, shaken), "{faces:?}");
    }
}

#[test]
fn a_new_period_forgets_what_lasted_for_one() {
    proves!(rule::TURN_SEALED);
    let (book, mut field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    let state = &mut phase.units[0];
    (state.now.no_advance, state.now.held_back, state.now.moved, state.now.act) =
        (true, true, 120, Act::Pursued);
    state.seen.causes.add(Cause::ChargedInFlank);
    state.seen.causes.add(Cause::FootCaughtMovingByMounted);
    state.seen.causes.add(Cause::CeasedPursuit);
    thrown(&mut field, &[], |cx| period::begin(&book, &mut phase, cx));
    let state = phase.state(R);
    assert!(
        !state.now.no_advance && !state.now.held_back && state.now.moved == 0 && state.now.act == Act::None
    );
    assert!(state.pursued(), "but that it pursued is remembered");
    assert_eq!(
        state.seen.causes.iter().collect::<Vec<_>>(),
        [Cause::CeasedPursuit],
        "only rallying cures it"
    );
    thrown(&mut field, &[], |cx| period::begin(&book, &mut phase, cx));
    assert!(!phase.state(R).pursued());
    assert_eq!(nerve::resolve::lines(Board::of(&book, &field, &phase), R).times(Line::Pursuing), 0);
}
