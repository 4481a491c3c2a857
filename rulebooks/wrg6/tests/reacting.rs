//! Reaction tests on small tables: what must have happened for a test, for a factor, and what a row does.

use crate::board::Board;
use crate::board::state::{Charge, Fate, Leader, Mourned, Phase, Step};
use crate::data::disorder::Cause;
use crate::data::occasion::Occasion;
use crate::nerve::rules::{Line, Test};
use crate::orders::sheet;
use crate::orders::sheet::Item;
use crate::tests::small;
use crate::{Wrg6, charge, nerve, rule};
use ruling::proves;
use small::{Put, R, area, id, scenario, step, with_cx};
use umpire::{Field, Side, UnitId};

fn foot<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HI", "regular C", 24, 3, "pike", at, "C Q A", more)
}

/// Why the first body must test in step 4.
fn due(book: &Wrg6, field: &Field, phase: &Phase) -> Option<Occasion> {
    let all = nerve::resolve::testers(Board::of(book, field, phase));
    all.iter().find(|(id, _, must)| *id == R && *must).map(|(_, occasion, _)| *occasion)
}

#[test]
fn a_leader_lost_is_tested_for_in_the_next_period_and_missed_if_no_greater_one_is_near() {
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    (phase.step, phase.period) = (Step::Other, 3);
    let lost = |period, x: f64| Mourned {
        at: table::Point::round(table::Vec2::new(x, 300.0)),
        period,
        what: Leader::General,
    };
    for (period, x, tests) in [(2, 900.0, true), (1, 900.0, false), (2, 1250.0, false)] {
        phase.command[Side::Red].mourned = vec![lost(period, x)];
        assert_eq!(due(&book, &field, &phase) == Some(Occasion::LeaderLost), tests, "{period} {x}");
    }
    phase.command[Side::Red].mourned = vec![lost(2, 1000.0)];
    let missed = |phase: &Phase| {
        nerve::resolve::lines(Board::of(&book, &field, phase), R).times(Line::SurprisedShakenOrRouting)
    };
    assert_eq!(missed(&phase), 0, "the commander-in-chief is with them");
    phase.command[Side::Red].generals[0].lost = true;
    assert_eq!(missed(&phase), 1);
}

#[test]
fn only_an_enemy_first_seen_close_by_surprises() {
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 400], "")]);
    phase.step = Step::Other;
    assert_eq!(due(&book, &field, &phase), Some(Occasion::Surprise));
    phase.command[Side::Red].seen.push(UnitId(1));
    assert_eq!(due(&book, &field, &phase), None);
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 401], "")]);
    phase.step = Step::Other;
    assert_eq!(due(&book, &field, &phase), None, "101 paces off");
}

#[test]
fn height_and_unknown_cover_threaten() {
    let bodies = || [foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 400], "")];
    let threatened = |ground: &str, known: bool| {
        let (book, field, mut phase) = scenario(ground, &bodies());
        if known {
            phase.command[Side::Red].trodden.push(0);
        }
        nerve::resolve::lines(Board::of(&book, &field, &phase), R).times(Line::Threatened)
    };
    assert_eq!(threatened("", false), 0);
    assert_eq!(threatened(&area("gentle_hill", [700, 390], [400, 100]), false), 1, "he is uphill");
    let wood = area("wood", [500, 250], [250, 60]);
    assert_eq!((threatened(&wood, false), threatened(&wood, true)), (1, 0), "known cover is friendly");
    assert_eq!(threatened(&area("wood", [400, 250], [330, 60]), false), 0, "110 paces off");
}

#[test]
fn flanks_lean_on_unbroken_friends_and_nobody_may_be_behind() {
    let secure = |enemy: [i32; 2], change: fn(&mut Phase)| {
        let (book, field, mut phase) = scenario(
            "",
            &[
                foot("red", "R1", [900, 300], ""),
                foot("red", "R2", [1040, 300], ""),
                foot("red", "R3", [760, 300], ""),
                foot("blue", "B1", enemy, ""),
            ],
        );
        change(&mut phase);
        nerve::resolve::choices(Board::of(&book, &field, &phase), R).contains(&Line::FlanksSecure)
    };
    assert!(secure([900, 1100], |_| {}));
    assert!(!secure([900, 1100], |phase| phase.units[1].seen.routing = true));
    assert!(!secure([900, 100], |_| {}), "an enemy is behind");
}

#[test]
fn high_ground_counts_over_enemies_who_are_near() {
    let high = |enemy: [i32; 2]| {
        let hill = area("gentle_hill", [700, 200], [400, 110]);
        let (book, field, phase) =
            scenario(&hill, &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", enemy, "")]);
        nerve::resolve::choices(Board::of(&book, &field, &phase), R).contains(&Line::HighGroundOrCover)
    };
    assert!(high([900, 400]) && !high([900, 600]), "with nobody near it is no help");
}

#[test]
fn the_shaken_may_try_to_recover_unless_they_are_below_half() {
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    phase.step = Step::Other;
    let may = |phase: &Phase| {
        let items = sheet::of(Board::of(&book, &field, phase), Side::Red).items;
        items.iter().any(|item| matches!(item, Item::Try(R, Occasion::Restrain)))
    };
    assert!(!may(&phase));
    phase.units[0].seen.shaken = true;
    assert!(may(&phase));
    phase.units[0].seen.original = 60;
    assert!(!may(&phase));
}

/// Faces of three average dice that bring a test to a row.
fn faces(test: &Test, book: &Wrg6, row: u8) -> [u8; 3] {
    let modifier = test.factors(&book.house).total();
    let all = (2..=5).flat_map(|a| (2..=5).flat_map(move |b| (2..=5).map(move |c| [a, b, c])));
    let found = all
        .into_iter()
        .find(|faces| test.row(modifier + faces.iter().map(|f| i16::from(*f)).sum::<i16>()) == row);
    found.unwrap_or_else(|| panic!("no throw gives row {row} with {modifier}"))
}

#[test]
fn whoever_shrinks_from_a_charge_retires_in_disorder_and_from_others_in_order() {
    let after = |occasion: Occasion| {
        let (book, mut field, mut phase) =
            scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
        let test = nerve::resolve::test(Board::of(&book, &field, &phase), R, occasion, &[]);
        with_cx(&mut field, 1, |cx| nerve::resolve::obey(&book, &mut phase, R, &test, 6, cx));
        (phase.state(R).seen.retiring, phase.state(R).seen.causes.is_empty(), phase.state(R).seen.fate)
    };
    assert_eq!(after(Occasion::InitiateCharge), (2, false, None));
    assert_eq!(after(Occasion::HeavyShooting), (2, true, None));
}

#[test]
fn whoever_must_retire_from_contact_falls_back_first() {
    proves!(rule::REACTION_IN_CONTACT);
    let (book, mut field, mut phase) =
        small::met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    let test = nerve::resolve::test(Board::of(&book, &field, &phase), R, Occasion::HeavyShooting, &[]);
    with_cx(&mut field, 1, |cx| nerve::resolve::obey(&book, &mut phase, R, &test, 6, cx));
    assert_eq!(phase.state(R).seen.fate, Some(Fate::Recoil));
}

/// A body that charges one enemy and is struck in flank by another, tested to a row.
fn charged_in_flank(row: u8) -> Phase {
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            foot("red", "R1", [900, 300], ""),
            foot("blue", "B1", [900, 360], ""),
            Put("blue", "B2", "HC", "regular C", 12, 2, "lance", [1080, 260], "C Q A", "facing = 270"),
        ],
    );
    for (by, on) in [(R, UnitId(1)), (UnitId(2), R)] {
        let charge = charge::resolve::way(Board::of(&book, &field, &phase), by, on).expect("in reach");
        phase.charges.push(Charge { front: by == R, ..charge });
    }
    phase.step = Step::Charged;
    phase.units[0].seen.retiring = 2;
    let test = nerve::resolve::test(Board::of(&book, &field, &phase), R, Occasion::Charged, &[]);
    // A class whose rows these dice can reach.
    let faces = faces(&test, &book, row);
    step(&book, &mut field, &mut phase, &faces, |_, item| matches!(item, Item::Sign(..)).then_some(2));
    phase
}

#[test]
fn a_charger_struck_in_flank_goes_on_but_for_the_worst_rows() {
    let goes_on = |phase: &Phase| phase.charge_of(R).is_some();
    let steady = charged_in_flank(4);
    assert!(goes_on(&steady) && steady.state(R).seen.retiring == 0, "its retirement is over");
    let stopped = charged_in_flank(5);
    assert!(stopped.state(R).seen.shaken && !stopped.state(R).seen.routing);
}

#[test]
fn the_impetuous_charge_the_nearest_without_orders_or_a_test() {
    proves!(rule::IMPETUOUS_CHARGE);
    let order = |text: &'static str| Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], text, "");
    let (book, mut field, mut phase) =
        scenario("", &[order("C W H to 900 400"), foot("blue", "B1", [900, 570], "")]);
    phase.step = Step::Declare;
    assert!(charge::resolve::targets(Board::of(&book, &field, &phase), R).is_empty(), "its orders forbid it");
    phase.units[0].seen.impetuous = true;
    assert!(sheet::of(Board::of(&book, &field, &phase), Side::Red).items.is_empty(), "nobody is asked");
    step(&book, &mut field, &mut phase, &[], |_, _| Some(0));
    assert_eq!(phase.charge_of(R).map(|charge| charge.on), Some(UnitId(1)));
}

#[test]
fn no_charge_goes_through_friends_but_light_infantry() {
    let may = |troop: &str| {
        let friend = Put("red", "R2", troop, "regular C", 6, 1, "", [900, 535], "C W H", "");
        let (book, field, phase) = scenario(
            "",
            &[
                Put("red", "R1", "HC", "regular C", 12, 2, "lance", [900, 500], "C Q A", ""),
                friend,
                foot("blue", "B1", [900, 570], ""),
            ],
        );
        let targets = charge::resolve::targets(Board::of(&book, &field, &phase), id(&field, "R1"));
        targets.iter().any(|charge| charge.wheel == 0)
    };
    assert!(may("LI") && !may("HI"));
}

#[test]
fn evading_leaves_a_cause_that_only_rallying_cures() {
    let (_, _, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
    let causes = &mut phase.units[0].seen.causes;
    causes.add(Cause::Evaded);
    causes.add(Cause::ChargedInFlank);
    causes.rally();
    assert!(!causes.has(Cause::Evaded) && causes.has(Cause::ChargedInFlank));
}
