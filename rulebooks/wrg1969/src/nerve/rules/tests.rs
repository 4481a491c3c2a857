//! Scores, signs, odds and occasions.

use crate::data::reaction::When;
use crate::nerve::rules::*;
use dice::Scripted;
use mechanics::Befallen;

const WHY: RollId = RollId::new("wrg1969.reaction.dice", 0);

fn test(grade: Grade, regular: bool) -> Test {
    Test {
        grade,
        regular,
        figures: 20,
        original: 20,
        has_order: true,
        occasion: Occasion::Voluntary,
        pressed: false,
        pursuing: false,
        sheet: Sheet::default(),
        special: Special::default(),
    }
}

fn odds(test: &Test) -> Vec<(&'static str, String)> {
    let all = test.odds(&House::default(), Signs::Prefer(&[]));
    all.iter().map(|(verdict, p)| (verdict.key(), p.to_string())).collect()
}

#[test]
fn the_lines_stand_as_in_the_tables() {
    let rows = &tables().reaction.factor;
    assert_eq!(rows.len(), Line::COUNT);
    for (line, row) in Line::ALL.into_iter().zip(rows) {
        assert_eq!((line.key(), line.rule()), (row.key.as_str(), row.rule));
    }
    let each: Vec<&str> = Line::ALL.into_iter().filter(|l| l.each()).map(Line::key).collect();
    let wanted = ["friends_near", "enemies_routing", "enemies_near_facing", "sixths_lost", "friends_routing"];
    assert_eq!(each, wanted);
}

/// Every band of both charts: its result and its highest score by grade, as the book prints them.
#[test]
fn the_charts_are_as_printed() {
    use Reaction::{ActAsCinc, AdvanceOnEnemy, CarryOn, FallBack, Halt, HaltDisorganised, Retire};
    let ordered = [
        (Reaction::Break, [-2, -1, 1, 2, 3]),
        (Retire, [2, 2, 3, 4, 5]),
        (Halt, [3, 4, 5, 6, 8]),
        (CarryOn, [13, 13, 13, 12, 12]),
        (ActAsCinc, [16, 15, 15, 13, 13]),
    ];
    let unordered = [
        (Reaction::Break, [-2, -1, 1, 2, 3]),
        (HaltDisorganised, [3, 4, 5, 6, 8]),
        (FallBack, [7, 8, 9, 10, 11]),
        (AdvanceOnEnemy, [12, 12, 13, 13, 13]),
        (ActAsCinc, [15, 15, 15, 14, 14]),
    ];
    for (has_order, chart) in [(true, ordered), (false, unordered)] {
        for (i, grade) in Grade::ALL.into_iter().enumerate() {
            let unit = Standing { grade, has_order, pressed: true, pursuing: true };
            for (band, (result, highest)) in chart.iter().enumerate() {
                assert_eq!(read(unit, highest[i]), *result, "{grade:?} {band}");
                let next = chart.get(band + 1).map_or(Reaction::UncontrolledAdvance, |(result, _)| *result);
                assert_eq!(read(unit, highest[i] + 1), next, "{grade:?} {band}");
            }
            assert_eq!(uncontrolled_from(unit), chart[4].1[i] + 1);
            assert_eq!(read(unit, -100), Reaction::Break);
            assert_eq!(read(Standing { pressed: false, ..unit }, -100), Reaction::Retreat);
        }
    }
    let halted = Standing { grade: Grade::C, has_order: false, pressed: false, pursuing: false };
    assert_eq!(read(halted, 4), Retire);
}

#[test]
fn dice_are_fewer_below_two_thirds_and_below_half() {
    assert_eq!([24, 16, 15, 12, 11, 1].map(|n| dice_number(n, 24)), [3, 3, 2, 2, 1, 1]);
    assert_eq!([20, 17, 16, 10, 0].map(|n| sixths_lost(n, 20)), [0, 0, 1, 3, 6]);
}

#[test]
fn odds_are_exact() {
    assert_eq!(
        odds(&test(Grade::C, true)),
        [("carry_on", "209/216".into()), ("act_as_cinc", "7/216".into())]
    );
    let wild = odds(&test(Grade::D, false));
    let wanted = [
        ("retire", "1/54"),
        ("halt", "2/27"),
        ("carry_on", "35/54"),
        ("act_as_cinc", "7/72"),
        ("uncontrolled_advance", "35/216"),
    ];
    assert_eq!(wild, wanted.map(|(key, p)| (key, p.to_owned())));
}

#[test]
fn a_scripted_test_gives_what_the_odds_say() {
    let unit = Test { special: Special { cinc: Cinc::With, ..Special::default() }, ..test(Grade::B, true) };
    let mut sheet = Sheet::default();
    sheet.count(Line::FriendsNear, 3);
    sheet.more(Line::EnemiesRouting);
    let unit = Test { sheet, ..unit };
    let mut dice = Scripted::new([4, 4, 5]);
    let tested = unit.make(&House::default(), Signs::Prefer(&[]), WHY, &mut dice);
    assert_eq!(dice.finish(), Ok(()));
    let wanted = Verdict::Reacts(Reaction::ActAsCinc);
    assert_eq!(tested, Tested { thrown: 13, special: -3, score: 15, verdict: wanted });
}

#[test]
fn signs_follow_the_house_and_the_owner() {
    let special = Special { behind_cover: true, secure_flanks: 2, ..Special::default() };
    let unit = Test { special, ..test(Grade::C, true) };
    let settle = |house: &House, signs| unit.settle(house, 12, signs);
    let house = House::default();
    assert_eq!(settle(&house, Signs::Given(&[false, true, false])).special, -2);
    let wish = [Verdict::Reacts(Reaction::UncontrolledAdvance)];
    assert_eq!(settle(&house, Signs::Prefer(&wish)).score, 16);
    assert_eq!(settle(&house, Signs::Prefer(&[])).score, 12);
    let steady = House { special_sign: SpecialSign::Steady, ..House::default() };
    assert_eq!(settle(&steady, Signs::Prefer(&wish)).score, 12);
    assert_eq!(settle(&steady, Signs::Given(&[true, true, true])).score, 12);
    let plus = House { special_sign: SpecialSign::Plus, ..House::default() };
    assert_eq!(settle(&plus, Signs::Prefer(&[])).score, 16);
    assert_eq!(settle(&plus, Signs::Given(&[false, false, false])).score, 16);
}

#[test]
fn of_the_same_result_the_higher_score_is_taken() {
    let unit = Test { special: Special { cinc: Cinc::Near, ..Special::default() }, ..test(Grade::C, true) };
    let tested = unit.settle(&House::default(), 9, Signs::Prefer(&[]));
    assert_eq!((tested.score, tested.verdict), (10, Verdict::Reacts(Reaction::CarryOn)));
}

#[test]
fn below_half_anything_worse_than_a_halt_leaves_the_field() {
    let unit = Test { occasion: Occasion::BelowHalf, ..test(Grade::C, true) };
    let verdict = |thrown| unit.settle(&House::default(), thrown, Signs::Prefer(&[])).verdict;
    assert_eq!(
        [1, 3, 4].map(verdict),
        [Reaction::LeaveField, Reaction::LeaveField, Reaction::Halt].map(Verdict::Reacts)
    );
    let chasing = Test { has_order: false, pursuing: true, ..unit };
    let verdict = chasing.settle(&House::default(), 4, Signs::Prefer(&[])).verdict;
    assert_eq!(verdict, Verdict::Reacts(Reaction::HaltDisorganised));
}

#[test]
fn leaving_the_field_is_worst_of_all() {
    let special = Special { cinc: Cinc::With, ..Special::default() };
    let unit = Test { occasion: Occasion::BelowHalf, special, ..test(Grade::D, false) };
    let tested = unit.settle(&House::default(), 7, Signs::Prefer(&[Verdict::Reacts(Reaction::Retire)]));
    assert_eq!(tested.verdict, Verdict::Reacts(Reaction::CarryOn));
}

#[test]
fn orders_are_kept_suspended_or_struck_out() {
    let house = House::default();
    let then = |has, result| order_then(&house, has, result);
    use Reaction::{ActAsCinc, CarryOn, FallBack, Halt, LeaveField, Retire, UncontrolledAdvance};
    let told =
        [CarryOn, Halt, Retire, ActAsCinc, UncontrolledAdvance, LeaveField].map(|r| then(true, r).key());
    assert_eq!(told, ["kept", "suspended", "cancelled", "new", "cancelled", "cancelled"]);
    assert_eq!([FallBack, ActAsCinc, LeaveField].map(|r| then(false, r).key()), ["none", "new", "none"]);
    let strict = House { halt_cancels_order: true, ..House::default() };
    assert_eq!(order_then(&strict, true, Halt), OrderThen::Cancelled);
}

#[test]
fn close_fighting_bars_all_but_the_test_below_half() {
    let befallen = Befallen {
        fell_below_half: true,
        friend_broke_at: Some(4.0),
        meets_enemy: true,
        ..Befallen::default()
    };
    let busy = Due { befallen, in_close_combat: true, ..Due::default() };
    let (tests, may) = due(&House::default(), &busy);
    assert_eq!((tests.as_slice(), may), (&[(Occasion::BelowHalf, When::AtOnce)][..], false));
    let (tests, may) = due(&House::default(), &Due { in_close_combat: false, ..busy });
    let occasions: Vec<_> = tests.iter().map(|t| t.0).collect();
    assert_eq!(occasions, [Occasion::BelowHalf, Occasion::FirstContact, Occasion::FriendBreaks]);
    assert!(may);
}

#[test]
fn a_running_result_bars_mandatory_tests_unless_the_house_says_otherwise() {
    let lost = |at| Befallen { leader_lost_at: Some(at), ..Befallen::default() };
    let running = Due { befallen: lost(15.0), positive_reaction: true, ..Due::default() };
    assert_eq!(due(&House::default(), &running).0.len(), 0);
    let house = House { mandatory_tests_during_reaction: true, ..House::default() };
    let (tests, may) = due(&house, &running);
    assert_eq!((tests.len(), may), (1, false));
    assert_eq!(due(&house, &Due { befallen: lost(15.1), ..running }).0.len(), 0);
}
