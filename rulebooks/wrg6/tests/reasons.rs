//! Reasons reach the player: what decided a volley, a blow, a charge or an answer stands in the journal.

use crate::board::Board;
use crate::board::state::{Act, Charge, Phase, Step};
use crate::charge::assault;
use crate::tests::small;
use crate::{Wrg6, charge, combat, rule, shooting};
use dice::Scripted;
use ruling::{RuleId, proves};
use small::{B, Put, R, area, cites, foot, met, scenario, step, with_cx};
use umpire::{Cx, Entry, Field, UnitId};

fn rider<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HC", "regular C", 12, 2, "lance", at, "C Q A", more)
}

/// Red's first body shoots at blue's.
fn volley(ground: &str, troop: &str, at: [i32; 2], target: [i32; 2]) -> Vec<Entry> {
    let figures = if troop == "EL" { 2 } else { 12 };
    let ranks = if troop == "EL" { 1 } else { 3 };
    let bodies = [
        Put("red", "R1", troop, "regular C", figures, ranks, "bow", at, "C W H", ""),
        foot("blue", "B1", target, ""),
    ];
    let (book, mut field, mut phase) = scenario(ground, &bodies);
    with_cx(&mut field, 1, |cx| shooting::resolve::shoot(&book, &mut phase, &[(R, B)], cx)).1
}

fn says(journal: &[Entry], rule: RuleId) -> bool {
    cites(journal, rule.as_str())
}

#[test]
fn a_volley_says_how_far_it_is_and_which_ranks_count() {
    proves!(
        rule::SHOOTING_DISTANCE,
        rule::SHOOTING_RANKS,
        rule::SHOOTING_HALF_FIGURES,
        rule::SHOOTING_RANGES
    );
    let journal = volley("", "LMI", [900, 500], [900, 600]);
    for rule in [rule::SHOOTING_DISTANCE, rule::SHOOTING_RANKS, rule::SHOOTING_HALF_FIGURES] {
        assert!(says(&journal, rule), "{rule:?}");
    }
    let told =
        |entry: &Entry| matches!(entry, Entry::Ruling(ruling) if ruling.text.contains("100 paces off"));
    assert!(journal.iter().any(told));
    assert!(!says(&journal, rule::GEO_D9) && !says(&journal, rule::GEO_D6));
}

#[test]
fn a_volley_says_that_the_target_is_in_cover_or_shows_its_back() {
    proves!(rule::GEO_D9, rule::GEO_D6, rule::SHOOTING_ARC);
    let wood = area("wood", [600, 590], [600, 100]);
    assert!(says(&volley(&wood, "LMI", [900, 500], [900, 600]), rule::GEO_D9));
    assert!(says(&volley("", "LMI", [900, 760], [900, 600]), rule::GEO_D6));
    assert!(says(&volley("", "EL", [900, 500], [900, 600]), rule::SHOOTING_ARC), "crews shoot all round");
    assert!(!says(&volley("", "LMI", [900, 500], [900, 600]), rule::SHOOTING_ARC));
}

#[test]
fn a_volley_from_a_hill_says_so() {
    proves!(rule::SHOOTING_HEIGHT, rule::TERRAIN_HEIGHT);
    let hill = area("gentle_hill", [600, 400], [600, 150]);
    let journal = volley(&hill, "LMI", [900, 500], [900, 600]);
    assert!(says(&journal, rule::SHOOTING_HEIGHT) && says(&journal, rule::TERRAIN_HEIGHT));
}

/// The blows of a period between two who have met.
fn blows(red: Put<'_>, blue: Put<'_>, change: impl FnOnce(&mut Phase)) -> Vec<Entry> {
    let (book, mut field, mut phase) = met(red, blue);
    change(&mut phase);
    with_cx(&mut field, 1, |cx| combat::resolve::fight(&book, &mut phase, cx)).1
}

#[test]
fn a_blow_says_who_fights_with_what() {
    proves!(rule::GEO_D5, rule::MELEE_RANKS, rule::MELEE_FIRST_CONTACT, rule::WEAPONS_KEYS);
    let two = Put("red", "R1", "HI", "regular C", 24, 3, "pike', 'javelin", [900, 500], "C W H", "");
    let journal = blows(two, foot("blue", "B1", [900, 500], ""), |_| {});
    for rule in [rule::GEO_D5, rule::MELEE_RANKS, rule::MELEE_FIRST_CONTACT, rule::WEAPONS_KEYS] {
        assert!(says(&journal, rule), "{rule:?}");
    }
    let plain = || Put("red", "R1", "HI", "regular C", 24, 3, "", [900, 500], "C W H", "");
    let blue = Put("blue", "B1", "HI", "regular C", 24, 3, "", [900, 500], "C W H", "");
    let journal = blows(plain(), blue, |phase| phase.contacts[0].first = false);
    for rule in [rule::MELEE_RANKS, rule::MELEE_FIRST_CONTACT, rule::WEAPONS_KEYS] {
        assert!(!says(&journal, rule), "{rule:?}");
    }
}

#[test]
fn a_blow_says_that_it_came_downhill_and_from_beasts_and_crew() {
    proves!(rule::MELEE_TACTICAL_DOWNHILL, rule::MELEE_MODELS);
    let beasts = Put("red", "R1", "EL", "regular C", 2, 1, "", [900, 500], "C Q A", "");
    let (book, field, mut phase) = met(beasts, foot("blue", "B1", [900, 500], ""));
    let down = |phase: &Phase| {
        let strike = combat::resolve::strike(Board::of(&book, &field, phase), R, &phase.contacts[0]);
        let strike = strike.expect("they strike");
        let mut tally = ruling::Tally::default();
        for factor in strike.blows.tactical(&book.house) {
            tally.add(factor.rule, factor.value);
        }
        tally.factors().iter().any(|factor| factor.rule == rule::MELEE_TACTICAL_DOWNHILL)
    };
    phase.units[0].now.act = Act::Charged;
    assert!(!down(&phase));
    phase.units[0].seen.from_level = 1;
    assert!(down(&phase));
    let mut field = field.clone();
    let journal = with_cx(&mut field, 1, |cx| combat::resolve::fight(&book, &mut phase, cx)).1;
    assert!(says(&journal, rule::MELEE_MODELS));
}

#[test]
fn a_fight_that_nobody_wins_goes_on() {
    proves!(rule::MELEE_DEADLOCK, rule::MELEE_AFTER);
    let plain = |side| Put(side, "1", "HI", "regular C", 24, 3, "", [900, 500], "C W H", "");
    let fights = |faces: [u8; 4]| {
        let (book, mut field, mut phase) = met(plain("red"), Put { 1: "2", ..plain("blue") });
        phase.contacts[0].first = false;
        let (mut dice, mut journal) = (Scripted::new(faces), Vec::new());
        combat::resolve::fight(&book, &mut phase, &mut Cx::new(&mut field, &mut dice, &mut journal));
        journal
    };
    assert!(says(&fights([3, 3, 3, 3]), rule::MELEE_DEADLOCK), "both hold");
    assert!(!says(&fights([5, 2, 2, 5]), rule::MELEE_DEADLOCK), "one side recoils");
}

/// A charge of the first body straight ahead.
fn straight(ahead: i32) -> Charge {
    let (by, on) = (R, B);
    Charge { by, on, straight: 0, wheel: 0, aside: 0, ahead, to_go: ahead, front: true, from_before: true }
}

/// A charge straight at an enemy.
fn charge_on(book: &Wrg6, field: &Field, phase: &Phase, by: UnitId, on: UnitId) -> Charge {
    charge::resolve::way(Board::of(book, field, phase), by, on).expect("it is in reach")
}

#[test]
fn whoever_is_charged_by_several_answers_the_nearest() {
    proves!(rule::CHARGE_MANY, rule::CHARGE_COUNTERCHARGE);
    let bodies = [
        rider("red", "R1", [900, 500], ""),
        rider("blue", "B1", [820, 600], ""),
        rider("blue", "B2", [980, 620], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    let (first, second) = (UnitId(1), UnitId(2));
    let charges = [first, second].map(|by| charge_on(&book, &field, &phase, by, R));
    let answer = |phase: &mut Phase, field: &mut Field| {
        (phase.step, phase.units[0].now.row) = (Step::Respond, 2);
        step(&book, field, phase, &[], |_, _| None)
    };
    let (mut alone, mut before) = (phase.clone(), field.clone());
    alone.charges = charges[..1].to_vec();
    let journal = answer(&mut alone, &mut before);
    assert!(says(&journal, rule::CHARGE_COUNTERCHARGE) && !says(&journal, rule::CHARGE_MANY));
    phase.charges = charges.to_vec();
    assert!(says(&answer(&mut phase, &mut field), rule::CHARGE_MANY));
}

#[test]
fn a_charger_strikes_whoever_stands_in_its_way() {
    proves!(rule::CHARGE_TARGET_GONE);
    let strikes = |between: [i32; 2]| {
        let bodies = [
            rider("red", "R1", [900, 400], ""),
            foot("blue", "B1", [900, 530], ""),
            foot("blue", "B2", between, ""),
        ];
        let (book, mut field, mut phase) = scenario("", &bodies);
        phase.charges = vec![Charge { on: B, ..straight(160_000) }];
        with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx)).1
    };
    assert!(says(&strikes([900, 440]), rule::CHARGE_TARGET_GONE));
    assert!(!says(&strikes([1300, 440]), rule::CHARGE_TARGET_GONE));
}
