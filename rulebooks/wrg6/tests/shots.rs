//! Shooting on small tables: who may shoot at whom, from where, with how many, what it does beyond the fallen,
//! and what comes off for it.

use crate::board::Board;
use crate::board::state::{Act, Phase};
use crate::combat::losses;
use crate::data::disorder::Cause;
use crate::data::occasion::Occasion;
use crate::shooting::rules::Shot;
use crate::tests::small;
use crate::{Wrg6, nerve, rule, shooting};
use ruling::proves;
use small::{B, Put, R, area, foot, met, scenario, thrown, with_cx};
use umpire::{Field, Side, UnitId};

fn shooter<'a>(troop: &'a str, weapon: &'a str, more: &'a str) -> Put<'a> {
    let (figures, ranks) = if matches!(troop, "EL" | "HCh" | "LCh" | "Art") { (2, 1) } else { (12, 2) };
    Put("red", "R1", troop, "irregular C", figures, ranks, weapon, [900, 500], "C W H", more)
}

fn targets(ground: &str, bodies: &[Put<'_>], change: impl FnOnce(&mut Phase)) -> Vec<UnitId> {
    let (book, field, mut phase) = scenario(ground, bodies);
    change(&mut phase);
    shooting::resolve::targets(Board::of(&book, &field, &phase), R)
}

#[test]
fn crews_and_light_horse_with_javelins_or_bows_shoot_after_running() {
    let shoots = |troop: &str, weapon: &str| {
        let bodies = [shooter(troop, weapon, ""), foot("blue", "B1", [900, 530], "")];
        !targets("", &bodies, |phase| phase.units[0].now.act = Act::Evaded).is_empty()
    };
    assert!(shoots("EL", "javelin") && shoots("LCh", "bow") && shoots("LC", "bow"));
    assert!(!shoots("LC", "crossbow") && !shoots("MC", "bow") && !shoots("LCm", "javelin"));
}

#[test]
fn a_move_that_ended_in_contact_leaves_no_time_to_shoot() {
    let may = |act: Act| {
        let (book, field, mut phase) = met(shooter("LC", "javelin", ""), foot("blue", "B1", [900, 500], ""));
        phase.units[0].now.act = act;
        !shooting::resolve::targets(Board::of(&book, &field, &phase), R).is_empty()
    };
    assert!(!may(Act::Charged) && may(Act::Stood));
}

#[test]
fn the_arc_is_ahead_narrow_for_engines_and_all_round_for_crews_and_light_horse() {
    let at = |troop: &str, weapon: &str, place: [i32; 2]| {
        !targets("", &[shooter(troop, weapon, ""), foot("blue", "B1", place, "")], |_| {}).is_empty()
    };
    let (behind, aside) = ([900, 340], [1120, 580]);
    assert!(!at("LMI", "bow", behind) && !at("MC", "bow", behind) && !at("LI", "bow", behind));
    assert!(at("LC", "bow", behind) && at("EL", "bow", behind) && at("HCh", "bow", behind));
    assert!(at("LMI", "bow", aside) && !at("Art", "bolt_engine", aside), "beyond 22 and a half degrees");
    assert!(at("Art", "bolt_engine", [1000, 700]));
    // From the rear of elephants it is 20 paces, from their front 100.
    assert!(at("EL", "javelin", behind), "whoever shoots all round measures from any edge");
}

#[test]
fn only_chargers_are_shot_at_unseen_and_nobody_through_a_fight_of_his_own() {
    let wood = area("wood", [600, 515], [600, 100]);
    let bodies = || [shooter("LMI", "bow", ""), foot("blue", "B1", [900, 600], "")];
    assert_eq!(targets(&wood, &bodies(), |_| {}), [], "deep in the wood");
    assert_eq!(targets("", &bodies(), |_| {}), [B]);
    // Archers whom one enemy has reached do not shoot at another, nor, when that is an old fight, at anyone.
    let engaged = |first: bool| {
        let others = [
            shooter("LMI", "bow", ""),
            foot("blue", "B1", [900, 500], ""),
            foot("blue", "B2", [760, 600], ""),
        ];
        targets("", &others, |phase| {
            let (.., met) = met(shooter("LMI", "bow", ""), foot("blue", "B1", [900, 500], ""));
            phase.contacts = met.contacts;
            phase.contacts[0].first = first;
        })
    };
    assert_eq!((engaged(true), engaged(false)), (vec![B], vec![]));
}

#[test]
fn a_charger_behind_another_is_shot_at_all_the_same() {
    let bodies = [
        Put("red", "R1", "LMI", "irregular C", 12, 1, "bow", [900, 500], "C W H", ""),
        Put("blue", "B1", "HI", "regular C", 6, 2, "pike", [790, 500], "C W H", ""),
        Put("blue", "B2", "HI", "regular C", 6, 2, "pike", [840, 500], "C W H", ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    with_cx(&mut field, 1, |cx| {
        small::meet(&book, &mut phase, B, cx);
        small::meet(&book, &mut phase, UnitId(2), cx);
    });
    assert_eq!(shooting::resolve::targets(Board::of(&book, &field, &phase), R), [B, UnitId(2)]);
}

/// The shot of red's first body at blue's after some change.
fn shot(ground: &str, bodies: &[Put<'_>], change: impl FnOnce(&mut Phase)) -> Shot {
    let (book, field, mut phase) = scenario(ground, bodies);
    change(&mut phase);
    shooting::resolve::shot(Board::of(&book, &field, &phase), R, B).expect("it has missiles")
}

#[test]
fn what_makes_a_hard_target_and_unsteady_shooters() {
    let bodies = || [shooter("LMI", "bow", ""), foot("blue", "B1", [900, 560], "")];
    let hard = |change: fn(&mut Phase)| shot("", &bodies(), change).hard_target;
    assert!(!hard(|phase| phase.units[1].now.moved = 89) && hard(|phase| phase.units[1].now.moved = 90));
    let unsteady = |change: fn(&mut Phase)| shot("", &bodies(), change).unsteady;
    assert!(!unsteady(|_| {}) && unsteady(|phase| phase.units[0].seen.shaken = true));
    assert!(unsteady(|phase| phase.units[0].seen.causes.add(Cause::Evaded)));
}

#[test]
fn engines_and_crews_count_as_several_figures() {
    let figures = |troop: &str, weapon: &str, y: i32| {
        shot("", &[shooter(troop, weapon, ""), foot("blue", "B1", [900, y], "")], |_| {}).figures
    };
    assert_eq!(figures("Art", "bolt_engine", 560), 2 * 4);
    assert_eq!(figures("EL", "bow", 560), 2 * 3);
    assert_eq!((figures("HCh", "bow", 560), figures("LCh", "bow", 560)), (2 * 2, 2));
    assert_eq!(figures("LMI", "javelin", 530), 6, "front rank alone");
}

/// Shoots once with even dice.
fn volley_of(book: &Wrg6, field: &mut Field, phase: &mut Phase, aims: &[(UnitId, UnitId)]) {
    let faces = vec![3; 2 * aims.len()];
    thrown(field, &faces, |cx| shooting::resolve::shoot(book, phase, aims, cx));
}

#[test]
fn three_periods_of_shots_must_be_consecutive() {
    proves!(rule::SHOOTING_TOTAL);
    let (book, mut field, mut phase) =
        scenario("", &[shooter("LMI", "bow", ""), foot("blue", "B1", [900, 560], "")]);
    let mut shot = |phase: &mut Phase, shoots: bool| {
        volley_of(&book, &mut field, phase, if shoots { &[(R, B)] } else { &[] });
        phase.state(B).seen.shot.periods
    };
    let counts = [true, true, false, true, true, true].map(|shoots| shot(&mut phase, shoots));
    assert_eq!(counts, [1, 2, 0, 1, 2, 3]);
    phase.step = crate::board::state::Step::Other;
    phase.command[Side::Blue].seen.push(R);
    let due = nerve::resolve::testers(Board::of(&book, &field, &phase));
    assert!(due.contains(&(B, Occasion::HeavyShooting, true)), "{due:?}");
}

#[test]
fn engines_and_fire_are_dreaded_and_a_rocket_along_its_whole_flight() {
    let dreaded = |troop: &str, weapon: &str| {
        let (book, mut field, mut phase) =
            scenario("", &[shooter(troop, weapon, ""), foot("blue", "B1", [900, 530], "")]);
        volley_of(&book, &mut field, &mut phase, &[(R, B)]);
        phase.state(B).seen.shot.fire
    };
    assert!(dreaded("Art", "bolt_engine") && dreaded("LI", "naphtha_bomb") && !dreaded("LMI", "bow"));
    let shies = |weapon: &str| {
        let bodies = [
            shooter("Art", weapon, ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 700], "C W H", ""),
            Put("blue", "B2", "HC", "regular C", 6, 1, "lance", [1010, 640], "C W H", ""),
        ];
        let (book, mut field, mut phase) = scenario("", &bodies);
        volley_of(&book, &mut field, &mut phase, &[(R, B)]);
        phase.state(UnitId(2)).seen.causes.has(Cause::NearBang)
    };
    assert!(shies("rocket") && !shies("bombard"), "it flies past; the gun is far off");
}

#[test]
fn figures_shot_down_are_no_risk_to_a_general_but_come_off() {
    proves!(rule::GENERALS_RISK);
    let (book, mut field, mut phase) =
        met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    (phase.units[0].seen.shot.at, phase.units[0].kept.shot_casualties) = (true, 45);
    // Two fall to shots, the third to blows: one die for it.
    thrown(&mut field, &[5], |cx| losses::take(&book, &mut phase, &[(R, 20)], cx));
    assert_eq!((field.unit(R).formation.figures, phase.state(R).kept.carried), (21, 5));
    assert!(!phase.command[Side::Red].generals[0].lost);
    thrown(&mut field, &[6], |cx| losses::take(&book, &mut phase, &[(R, 20)], cx));
    assert!(phase.command[Side::Red].generals[0].lost);
}

#[test]
fn of_a_single_rank_files_come_off_right_and_left_in_turn() {
    proves!(rule::CASUALTIES_REMOVE, rule::GEO_D3);
    let thin = Put("red", "R1", "HI", "regular C", 8, 1, "pike", [900, 500], "C W H", "");
    let (book, mut field, mut phase) = scenario("", &[thin, foot("blue", "B1", [300, 1100], "")]);
    phase.command[Side::Red].generals.clear();
    for (x, left) in [(892.5, 7), (900.0, 6), (892.5, 5)] {
        with_cx(&mut field, 1, |cx| losses::take(&book, &mut phase, &[(R, 20)], cx));
        let rect = field.shape(R);
        assert_eq!((field.unit(R).formation.figures, rect.front_mid().x), (left, x));
        assert_eq!(rect.front_mid().y, 500.0, "the front stays");
    }
}
