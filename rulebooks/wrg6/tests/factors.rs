//! Reaction factors on small tables: each counts where its line says so, and nowhere else.

use crate::board::Board;
use crate::board::state::{Act, Charge, Heading, Leader, Mourned, Phase, Step};
use crate::data::occasion::Occasion;
use crate::nerve;
use crate::nerve::rules::{Line, Outcome, Test};
use crate::orders::sheet;
use crate::orders::sheet::Item;
use crate::tests::small;
use small::{B, Put, R, area, foot, id, scenario, with_cx};
use umpire::{Side, UnitId};

/// Something that befalls a body.
type Change = fn(&mut Phase);

/// Two bodies far apart.
fn alone() -> [Put<'static>; 2] {
    [foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]
}

/// How often a line counts for the first body.
fn times(ground: &str, bodies: &[Put<'_>], line: Line, change: impl FnOnce(&mut Phase)) -> i16 {
    let (book, field, mut phase) = scenario(ground, bodies);
    change(&mut phase);
    nerve::resolve::lines(Board::of(&book, &field, &phase), R).times(line)
}

/// A village that hides what is behind it from the first body of red.
fn village() -> String {
    area("village", [700, 320], [400, 40])
}

#[test]
fn what_a_body_has_done_and_suffered_counts_by_itself() {
    let count = |line, change: fn(&mut Phase)| times("", &alone(), line, change);
    let cases: [(Line, Change); 8] = [
        (Line::Advancing, |phase| phase.units[0].seen.heading = Heading::Advancing),
        (Line::InflictedMore, |phase| (phase.units[0].seen.inflicted, phase.units[0].seen.received) = (6, 5)),
        (Line::ReceivedMore, |phase| (phase.units[0].seen.inflicted, phase.units[0].seen.received) = (5, 6)),
        (Line::Pursuing, |phase| phase.units[0].last.act = Act::Pursued),
        (Line::ImpetuousOrLooting, |phase| phase.units[0].seen.impetuous = true),
        (Line::ImpetuousOrLooting, |phase| phase.units[0].seen.looting = true),
        (Line::Outranged, |phase| phase.units[0].seen.shot.outranged = true),
        (Line::FireOrBeasts, |phase| phase.units[0].seen.shot.fire = true),
    ];
    for (line, change) in cases {
        assert_eq!((count(line, |_| {}), count(line, change)), (0, 1), "{line:?}");
    }
    let even = |phase: &mut Phase| (phase.units[0].seen.inflicted, phase.units[0].seen.received) = (5, 5);
    assert_eq!((count(Line::InflictedMore, even), count(Line::ReceivedMore, even)), (0, 0));
    assert_eq!(count(Line::CommanderDefeated, |phase| phase.command[Side::Red].defeated = true), 1);
    assert_eq!(count(Line::CommanderDefeated, |phase| phase.command[Side::Blue].defeated = true), 0);
}

#[test]
fn friends_out_of_sight_are_not_counted() {
    let bodies = || {
        let hidden = Put("red", "R2", "LI", "regular C", 6, 1, "javelin", [900, 420], "C W S", "");
        [foot("red", "R1", [900, 300], ""), hidden, foot("blue", "B1", [900, 1100], "")]
    };
    let broken = |ground: &str| {
        times(ground, &bodies(), Line::FriendsBroken, |phase| phase.units[1].seen.routing = true)
    };
    assert_eq!((broken(""), broken(&village())), (1, 0));
    let charges = |phase: &mut Phase| {
        let (by, on) = (UnitId(1), UnitId(2));
        phase.charges.push(Charge {
            by,
            on,
            straight: 0,
            wheel: 0,
            aside: 0,
            ahead: 0,
            to_go: 0,
            front: true,
            from_before: true,
        });
    };
    assert_eq!(times("", &bodies(), Line::FriendsCharging, charges), 1);
}

#[test]
fn a_broken_enemy_does_not_retire_and_one_told_to_retire_does() {
    let bodies = || [foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 430], "")];
    let count = |change: fn(&mut Phase)| times("", &bodies(), Line::EnemyRetiring, change);
    assert_eq!(count(|phase| phase.units[1].seen.retiring = 2), 1);
    let broken = |phase: &mut Phase| {
        (phase.units[1].seen.routing, phase.units[1].seen.heading) = (true, Heading::Retiring);
    };
    assert_eq!(count(broken), 0);
}

#[test]
fn horses_near_elephants_lose_heart() {
    let horse = Put("red", "R1", "HC", "regular C", 12, 2, "lance", [900, 300], "C Q A", "");
    let beasts = |y| Put("blue", "B1", "EL", "irregular C", 2, 1, "javelin", [900, y], "C W H", "");
    let count = |rider: Put<'_>, y| times("", &[rider, beasts(y)], Line::FireOrBeasts, |_| {});
    assert_eq!(count(horse, 360), 1);
    let horse = Put("red", "R1", "HC", "regular C", 12, 2, "lance", [900, 300], "C Q A", "");
    assert_eq!(count(horse, 361), 0, "beyond 60 paces");
    assert_eq!(count(foot("red", "R1", [900, 300], ""), 360), 0, "foot has no horses");
}

#[test]
fn standards_and_relics_count_within_300_paces_and_the_relic_in_sight() {
    let count = |ground: &str, at: [i32; 2], more: &str, line: Line, heading: Heading| {
        let bodies = [
            foot("red", "R1", [900, 300], ""),
            foot("red", "R2", at, more),
            foot("blue", "B1", [900, 1100], ""),
        ];
        times(ground, &bodies, line, |phase| phase.units[1].seen.heading = heading)
    };
    let (near, far) = ([900, 640], [900, 670]);
    let standard = |at, line, heading| count("", at, "standard = true", line, heading);
    assert_eq!(standard(near, Line::StandardAdvancing, Heading::Advancing), 1);
    assert_eq!(standard(near, Line::StandardRetiring, Heading::Advancing), 0);
    assert_eq!(standard(near, Line::StandardRetiring, Heading::Retiring), 1);
    assert_eq!(standard(far, Line::StandardAdvancing, Heading::Advancing), 0);
    let relic = |ground: &str, at| count(ground, at, "relic = true", Line::RelicVisible, Heading::Halted);
    assert_eq!((relic("", near), relic("", far), relic(&village(), near)), (1, 0, 0));
}

#[test]
fn what_is_lost_is_mourned_within_300_paces_and_for_what_it_was() {
    let count = |what: Leader, x: f64, line: Line| {
        times("", &alone(), line, |phase| {
            let at = table::Point::round(table::Vec2::new(x, 270.0));
            phase.command[Side::Red].mourned.push(Mourned { at, period: 1, what });
        })
    };
    assert_eq!(count(Leader::Standard, 1200.0, Line::StandardLost), 1);
    assert_eq!(count(Leader::Standard, 1201.0, Line::StandardLost), 0);
    assert_eq!(count(Leader::Standard, 1200.0, Line::RelicLost), 0);
    assert_eq!(count(Leader::Relic, 1200.0, Line::RelicLost), 1);
    assert_eq!(count(Leader::Relic, 1200.0, Line::StandardLost), 0);
}

#[test]
fn a_subordinate_is_of_use_near_his_own_command_alone() {
    let (book, field, mut phase) = scenario(
        "",
        &[
            foot("red", "R1", [300, 100], ""),
            foot("red", "R2", [900, 300], "general = 'sub'"),
            foot("red", "R3", [1050, 300], ""),
            foot("blue", "B1", [900, 1100], ""),
        ],
    );
    let near = |phase: &Phase| {
        let choices = nerve::resolve::choices(Board::of(&book, &field, phase), id(&field, "R3"));
        choices.contains(&Line::GeneralNear)
    };
    assert!(!near(&phase));
    let other = id(&field, "R3");
    phase.command[Side::Red].generals[1].command.push(other);
    assert!(near(&phase));
    phase.command[Side::Red].generals[1].lost = true;
    assert!(!near(&phase), "whoever has fallen is near nobody");
}

#[test]
fn the_greater_of_two_generals_with_a_body_counts() {
    let (book, field, mut phase) = scenario("", &alone());
    let lesser = crate::board::state::General { cinc: false, ..phase.command[Side::Red].generals[0].clone() };
    phase.command[Side::Red].generals.push(lesser);
    let with = |phase: &Phase| Board::of(&book, &field, phase).general_with(R);
    assert_eq!(with(&phase), Some(true));
    phase.command[Side::Red].generals[0].lost = true;
    assert_eq!(with(&phase), Some(false), "the chief has fallen");
    phase.command[Side::Red].generals[1].lost = true;
    assert_eq!(with(&phase), None);
}

#[test]
fn cover_is_high_ground_to_those_in_it_without_an_enemy_near() {
    let steadied = |ground: &str| {
        let (book, field, phase) = scenario(ground, &alone());
        nerve::resolve::choices(Board::of(&book, &field, &phase), R).contains(&Line::HighGroundOrCover)
    };
    assert!(!steadied("") && steadied(&area("wood", [800, 200], [200, 120])));
}

/// Whether a body with a friend on its right has both flanks and its rear secure.
fn secure(ground: &str, at: [i32; 2], enemy: [i32; 2], more: &[Put<'_>], change: fn(&mut Phase)) -> bool {
    let mut bodies = vec![foot("red", "R1", at, ""), foot("red", "R2", [at[0] + 140, at[1]], "")];
    bodies.extend(more.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
    bodies.push(foot("blue", "B1", enemy, ""));
    let (book, field, mut phase) = scenario(ground, &bodies);
    change(&mut phase);
    nerve::resolve::choices(Board::of(&book, &field, &phase), R).contains(&Line::FlanksSecure)
}

#[test]
fn a_flank_leans_on_friends_known_cover_or_the_edge_of_the_table() {
    let far = [900, 1100];
    assert!(!secure("", [900, 300], far, &[], |_| {}), "its left hangs in the air");
    assert!(secure("", [85, 300], far, &[], |_| {}), "25 paces from the edge");
    assert!(!secure("", [95, 300], far, &[], |_| {}), "35 paces from it");
    let wood = area("wood", [700, 230], [120, 60]);
    assert!(secure(&wood, [900, 300], far, &[], |phase| phase.command[Side::Red].trodden.push(0)));
    assert!(!secure(&wood, [900, 300], far, &[], |_| {}), "nobody knows who is in it");
}

#[test]
fn the_rear_is_open_to_enemies_in_sight_within_300_paces() {
    let left = || [foot("red", "R3", [760, 600], "")];
    assert!(!secure("", [900, 600], [900, 300], &left(), |_| {}));
    assert!(secure("", [900, 600], [900, 170], &left(), |_| {}), "310 paces behind");
    let hidden = area("village", [300, 400], [1200, 60]);
    let known = |phase: &mut Phase| phase.command[Side::Red].trodden.push(0);
    assert!(secure(&hidden, [900, 600], [900, 300], &left(), known), "out of sight");
}

#[test]
fn known_cover_is_unfriendly_again_when_an_enemy_is_seen_in_it() {
    let wood = area("wood", [1000, 200], [300, 300]);
    let threatened = |at: [i32; 2]| {
        let enemy = Put("blue", "B1", "HI", "regular C", 6, 2, "pike", at, "C W H", "");
        times(&wood, &[foot("red", "R1", [900, 300], ""), enemy], Line::Threatened, |phase| {
            phase.command[Side::Red].trodden.push(0);
        })
    };
    assert_eq!(threatened([1030, 350]), 1);
    assert_eq!(threatened([1250, 350]), 0, "deep in the wood nobody sees him");
    assert_eq!(threatened([600, 1100]), 0, "he is elsewhere");
}

/// A test of red's first body by which it would charge blue's.
fn charge_test(target: &str, change: fn(&mut Phase)) -> Test {
    let blue = Put("blue", "B1", target, "regular C", 24, 3, "", [900, 360], "C W H", "");
    let red = Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 300], "C Q A", "");
    let (book, field, mut phase) = scenario("", &[red, blue]);
    phase.charges = vec![Charge {
        by: R,
        on: B,
        straight: 0,
        wheel: 0,
        aside: 0,
        ahead: 80_000,
        to_go: 80_000,
        front: true,
        from_before: true,
    }];
    change(&mut phase);
    nerve::resolve::test(Board::of(&book, &field, &phase), R, Occasion::InitiateCharge, &[])
}

#[test]
fn weak_targets_are_wished_for() {
    let weak = |target, change| charge_test(target, change).lines.times(Line::WeakTarget);
    assert_eq!((weak("HI", |_| {}), weak("LI", |_| {})), (0, 1));
    assert_eq!(weak("HI", |phase| phase.units[1].seen.shaken = true), 1);
}

#[test]
fn rows_5_and_6_break_whom_they_should() {
    let mut test = charge_test("HI", |_| {});
    assert_eq!(test.outcome(6), Outcome::ShakenRetireDisordered);
    test.lines.count(Line::FriendsBroken, 1);
    assert_eq!(test.outcome(6), Outcome::Break, "counting broken friends");
    test.occasion = Occasion::Charged;
    assert_eq!(test.outcome(5), Outcome::ShakenHalt);
    test.shaken = true;
    assert_eq!(test.outcome(5), Outcome::Break, "already shaken");
}

#[test]
fn a_good_test_cures_the_shaken_but_not_below_half() {
    let mut test = charge_test("HI", |phase| phase.units[0].seen.shaken = true);
    assert_eq!([3, 4, 5].map(|row| test.shaken_after(row)), [false, true, true]);
    test.shaken = false;
    assert_eq!([3, 4, 5].map(|row| test.shaken_after(row)), [false, false, true]);
    (test.strength, test.original) = (11, 24);
    assert!(test.shaken_after(1));
    test.strength = 12;
    assert!(!test.shaken_after(1), "exactly half is not below it");
}

#[test]
fn foot_does_not_mind_being_charged_by_foot() {
    let mut test = charge_test("HI", |_| {});
    test.occasion = Occasion::Charged;
    test.derive(true, (0, 24));
    assert_eq!(test.lines.times(Line::MountedChargedByFoot), 0);
}

#[test]
fn a_lower_row_ends_a_rush_and_the_impetuous_may_be_tested_for_it() {
    let (book, mut field, mut phase) = scenario("", &alone());
    phase.step = Step::Other;
    let asked = |phase: &Phase, field: &umpire::Field| {
        let items = sheet::of(Board::of(&book, field, phase), Side::Red).items;
        items.iter().any(|item| matches!(item, Item::Try(R, Occasion::Restrain)))
    };
    assert!(!asked(&phase, &field));
    phase.units[0].seen.impetuous = true;
    assert!(asked(&phase, &field));
    let test = nerve::resolve::test(Board::of(&book, &field, &phase), R, Occasion::Restrain, &[]);
    with_cx(&mut field, 1, |cx| nerve::resolve::obey(&book, &mut phase, R, &test, 1, cx));
    assert!(phase.state(R).seen.impetuous, "row 1 does not end it");
    with_cx(&mut field, 1, |cx| nerve::resolve::obey(&book, &mut phase, R, &test, 2, cx));
    assert!(!phase.state(R).seen.impetuous);
}
