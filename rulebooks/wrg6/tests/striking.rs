//! Blows hand-to-hand on small tables: what counts for whom, how many strike, and what becomes of the beaten.

use crate::board::state::{Act, Contact, Fate, Phase};
use crate::board::{Board, fighting_files};
use crate::combat::rules::Blows;
use crate::data::disorder::Cause;
use crate::data::troop::{Hand, HandRow, Training, Troop};
use crate::house::House;
use crate::shooting::rules::sum;
use crate::tests::small;
use crate::{Wrg6, combat, rule};
use ruling::proves;
use small::{B, Put, R, area, foot, id, met, scenario, thrown, with_cx};
use table::Edge;
use umpire::{Field, Side, UnitId};

type Table = (Wrg6, Field, Phase);

/// Something that befalls a body, and what of its blows should show it.
type Case = (fn(&mut Phase), fn(&Blows) -> bool);

fn body<'a>(
    side: &'a str,
    label: &'a str,
    troop: &'a str,
    weapon: &'a str,
    at: [i32; 2],
    more: &'a str,
) -> Put<'a> {
    small::body(side, label, (troop, "regular C"), weapon, at, more)
}

/// The blows of the first body at the second after some change.
fn blows((book, field, phase): &Table, change: impl FnOnce(&mut Phase)) -> Blows {
    let mut phase = phase.clone();
    change(&mut phase);
    let contact = phase.contacts[0];
    combat::resolve::strike(Board::of(book, field, &phase), R, &contact).expect("it strikes").blows
}

/// Red's first body in the flank of blue's, or struck there by it.
fn flank(red: Put<'_>, blue: Put<'_>, by: UnitId) -> Table {
    let (book, mut field, mut phase) = scenario("", &[red, blue]);
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, by, cx));
    (book, field, phase)
}

#[test]
fn each_state_of_both_sides_is_counted_in_the_blows() {
    let lines = met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    let has = |change: fn(&mut Phase), field: fn(&Blows) -> bool| {
        (field(&blows(&lines, |_| {})), field(&blows(&lines, change)))
    };
    let cases: [Case; 9] = [
        (|phase| phase.units[0].now.act = Act::Charged, |blows| blows.charging),
        (|phase| phase.units[0].now.act = Act::Countercharged, |blows| blows.countercharging),
        (|phase| phase.units[0].seen.impetuous = true, |blows| blows.impetuous),
        (|phase| phase.units[0].now.act = Act::Pursued, |blows| blows.pursuing),
        (|phase| phase.units[0].seen.shaken = true, |blows| blows.shaken),
        (|phase| phase.units[0].seen.causes.add(Cause::Evaded), |blows| blows.disorder_causes == 1),
        (|phase| phase.units[1].seen.causes.add(Cause::Evaded), |blows| blows.opponent_disordered),
        (|phase| phase.units[1].seen.routing = true, |blows| blows.opponent_flanked),
        (|phase| phase.units[1].seen.routing = true, |blows| blows.opponent_weapon == Hand::InfantryOther),
    ];
    for (i, (change, field)) in cases.into_iter().enumerate() {
        assert_eq!(has(change, field), (false, true), "case {i}");
    }
    let followed =
        |phase: &mut Phase| (phase.units[0].now.following, phase.units[0].now.act) = (true, Act::FollowedUp);
    assert_eq!(has(followed, |blows| blows.following_up), (false, true));
    let later = |phase: &mut Phase| (phase.units[0].now.act, phase.contacts[0].first) = (Act::Charged, false);
    assert_eq!(has(later, |blows| blows.charging), (false, false), "a charge counts when it strikes");
    assert!(has(|phase| phase.command[Side::Red].generals.clear(), |blows| !blows.general_fighting).1);
}

#[test]
fn whoever_follows_up_downhill_gains_and_infantry_caught_on_its_animals_is_disordered() {
    let lines = met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    let came_down = |following: bool| {
        blows(&lines, |phase| (phase.units[0].now.following, phase.units[0].seen.from_level) = (following, 1))
            .downhill
    };
    assert!(came_down(true) && !came_down(false));
    let on_mules =
        Put("red", "R1", "LMI", "regular C", 12, 2, "javelin", [900, 500], "C W S", "rides = true");
    let table = met(on_mules, foot("blue", "B1", [900, 500], ""));
    assert_eq!(blows(&table, |_| {}).disorder_causes, 1);
}

#[test]
fn only_this_periods_shots_count_by_the_strength_on_which_they_fell() {
    let lines = met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    let shot = |at: bool| {
        let blows = blows(&lines, |phase| {
            let state = &mut phase.units[0];
            (state.seen.shot.at, state.kept.shot_casualties, state.seen.shot.strength) = (at, 12, 20);
        });
        (blows.shot_casualties, blows.own_strength)
    };
    assert_eq!((shot(true), shot(false)), ((12, 20), (0, 20)));
}

#[test]
fn steady_pikes_gain_against_a_wild_mounted_charge_alone() {
    let receives = |troop: &str, act: Act, wild: bool, first: bool| {
        let table = met(foot("red", "R1", [900, 500], ""), body("blue", "B1", troop, "", [900, 500], ""));
        let blows = blows(&table, |phase| {
            (phase.units[1].now.act, phase.units[1].seen.impetuous) = (act, wild);
            phase.contacts[0].first = first;
        });
        blows.receiving_impetuous_mounted_charge
    };
    assert!(receives("HC", Act::Charged, true, true) && receives("HC", Act::Countercharged, true, true));
    assert!(!receives("HI", Act::Charged, true, true) && !receives("HC", Act::Stood, true, true));
    assert!(!receives("HC", Act::Charged, false, true) && !receives("HC", Act::Charged, true, false));
}

#[test]
fn scythes_have_no_crew_and_shields_may_be_missing() {
    let wheels = |more: &'static str| {
        let table = met(body("red", "R1", "HCh", "", [900, 500], more), foot("blue", "B1", [900, 500], ""));
        let blows = blows(&table, |_| {});
        (blows.scythed, blows.crew_armed)
    };
    assert_eq!((wheels(""), wheels("scythed = true")), ((false, true), (true, false)));
    let bare = Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", "");
    let (mut book, field, phase) = met(foot("red", "R1", [900, 500], ""), bare);
    let shieldless = |book: &Wrg6| {
        let contact = phase.contacts[0];
        combat::resolve::strike(Board::of(book, &field, &phase), R, &contact)
            .expect("it strikes")
            .blows
            .opponent_shieldless
    };
    assert!(!shieldless(&book));
    book.kits[1].shield = false;
    assert!(shieldless(&book));
}

#[test]
fn a_flank_is_a_flank_in_the_period_of_contact_only() {
    let horse = || body("red", "R1", "HC", "lance", [960, 470], "facing = 270");
    let table = flank(horse(), foot("blue", "B1", [900, 500], "facing = 0"), R);
    assert_eq!(table.2.contacts[0].edges[1], Edge::Right);
    assert!(blows(&table, |_| {}).opponent_flanked);
    assert!(!blows(&table, |phase| phase.contacts[0].first = false).opponent_flanked);
    let row = |table: &Table, first: bool| {
        let blows = blows(table, |phase| phase.contacts[0].first = first);
        blows.rows(&House::default())[0].row
    };
    let pikes = flank(
        foot("red", "R1", [900, 500], ""),
        body("blue", "B1", "HC", "lance", [960, 470], "facing = 270"),
        B,
    );
    assert_eq!((row(&pikes, true), row(&pikes, false)), (HandRow::OtherInfantry, HandRow::PikeLongSpear));
    let beasts = flank(
        body("red", "R1", "EL", "javelin", [900, 500], ""),
        body("blue", "B1", "HC", "lance", [940, 460], "facing = 270"),
        B,
    );
    assert_eq!(row(&beasts, true), HandRow::Beast, "beasts turn as they like");
}

#[test]
fn ground_helps_those_who_face_the_enemy_on_it() {
    let knoll = area("gentle_hill", [880, 480], [40, 40]);
    let bodies =
        [body("red", "R1", "HC", "lance", [840, 530], "facing = 90"), foot("blue", "B1", [900, 500], "")];
    let (book, mut field, mut phase) = scenario(&knoll, &bodies);
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, R, cx));
    assert_eq!(Board::of(&book, &field, &phase).level(B), 1);
    assert!(!blows(&(book, field, phase), |_| {}).opponent_higher_halted, "he does not face them");
    let field_edge = area("enclosed_field", [700, 503], [400, 200]);
    let crosses = |ground: &str| {
        let (book, mut field, mut phase) =
            scenario(ground, &[foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], "")]);
        with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, R, cx));
        blows(&(book, field, phase), |_| {}).crossing_obstacle
    };
    assert!(crosses(&field_edge) && !crosses(""));
    assert!(!crosses(&area("enclosed_field", [700, 300], [400, 500])), "both are inside");
}

#[test]
fn the_lines_of_the_list_count_for_those_they_name() {
    let house = House::default();
    let new = |troop, weapon, target| Blows::new(troop, weapon, target, Training::Regular, 10);
    let (hi, hc) = (Troop::HeavyInfantry, Troop::HeavyCavalry);
    let plain = new(hi, Hand::InfantryOther, hi);
    let riders = new(hc, Hand::CavalryOther, hi);
    let pikes = new(hi, Hand::Pike, hi);
    let cases = [
        (Blows { impetuous: true, ..plain }, 0, "wild, but standing"),
        (Blows { impetuous: true, following_up: true, ..plain }, 1, "wild, following up"),
        (Blows { following_up: true, ..plain }, 1, "following up"),
        (Blows { opponent_disordered: true, ..riders }, 2, "mounted at disordered foot"),
        (Blows { opponent_disordered: true, target: hc, ..riders }, 0, "mounted at disordered mounted"),
        (Blows { opponent_disordered: true, ..plain }, 0, "foot at disordered foot"),
        (Blows { pursuing: true, ..plain }, 1, "foot pursuing"),
        (Blows { pursuing: true, ..riders }, 3, "mounted pursuing"),
        (Blows { receiving_impetuous_mounted_charge: true, ..pikes }, 1, "steady pikes"),
        (Blows { receiving_impetuous_mounted_charge: true, ..plain }, 0, "no pikes"),
        (Blows { receiving_impetuous_mounted_charge: true, shaken: true, ..pikes }, -2, "shaken pikes"),
        (
            Blows { receiving_impetuous_mounted_charge: true, disorder_causes: 1, ..pikes },
            -1,
            "disordered pikes",
        ),
        (Blows { opponent_weapon: Hand::TwoHandedCutAndThrust, ..plain }, -1, "facing halberds"),
        (
            Blows { opponent_weapon: Hand::TwoHandedCutAndThrust, opponent_flanked: true, ..plain },
            1,
            "halberds in flank",
        ),
        (Blows { opponent_weapon: Hand::LongThrustingSpear, ..plain }, -1, "facing long spears"),
        (
            Blows { opponent_weapon: Hand::LongThrustingSpear, opponent_flanked: true, ..plain },
            1,
            "long spears in flank",
        ),
        (Blows { opponent_weapon: Hand::Pike, ..pikes }, 0, "pikes at pikes in a later period"),
        (Blows { opponent_weapon: Hand::Pike, first_contact: true, ..pikes }, -1, "pikes at pikes at first"),
    ];
    for (blows, total, what) in cases {
        assert_eq!(sum(&blows.tactical(&house)), total, "{what}");
    }
    let chariot = Blows { scythed: true, ..new(Troop::HeavyChariot, Hand::Chariot, hi) };
    let cuts = |blows: Blows| blows.rows(&house)[0].extra.is_some();
    assert!(!cuts(chariot) && cuts(Blows { following_up: true, ..chariot }));
    assert!(cuts(Blows { interpenetrating: true, ..chariot }) && cuts(Blows { pursuing: true, ..chariot }));
}

#[test]
fn a_column_fights_with_its_front_rank_and_overlaps_with_a_file_on_each_side() {
    let fighting = |red: Put<'_>, at: [i32; 2]| {
        let blue = Put("blue", "B1", "HI", "regular C", 6, 2, "", at, "C W H", "");
        let (book, field, phase) = met(red, blue);
        fighting_files::fighting(Board::of(&book, &field, &phase), R, &phase.contacts[0], Hand::Pike)
    };
    let column = Put("red", "R1", "HI", "regular C", 16, 8, "pike", [900, 500], "C W H", "");
    assert_eq!(fighting(column, [900, 500]), 2);
    let line = |figures| Put("red", "R1", "HI", "regular C", figures, 1, "pike", [900, 500], "C W H", "");
    assert_eq!(fighting(line(9), [900, 500]), 3 + 2, "three files touch, and one on each side");
    assert_eq!(fighting(line(9), [945, 500]), 3 + 1, "on the right there is no more");
}

#[test]
fn files_fight_the_enemy_before_them_and_those_struck_in_flank_turn() {
    let bodies = [
        Put("red", "R1", "HI", "regular C", 8, 1, "", [900, 500], "C W H", ""),
        Put("blue", "B1", "HI", "regular C", 6, 2, "", [929, 500], "C W H", ""),
        Put("blue", "B2", "HI", "regular C", 6, 2, "", [882, 500], "C W H", ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    with_cx(&mut field, 1, |cx| {
        small::meet(&book, &mut phase, B, cx);
        small::meet(&book, &mut phase, UnitId(2), cx);
    });
    let of = |contact: &Contact, phase: &Phase| {
        fighting_files::fighting(Board::of(&book, &field, phase), R, contact, Hand::InfantryOther)
    };
    let each: Vec<u32> = phase.contacts.iter().map(|contact| of(contact, &phase)).collect();
    assert_eq!(each, [4, 4], "the file that both touch fights the nearer one");
    let mut struck = phase.clone();
    struck.contacts[1].edges[0] = Edge::Right;
    assert_eq!(of(&struck.contacts[0], &struck), 4, "a file overlaps, but the outer one has turned");
}

#[test]
fn whoever_stands_askew_fights_with_the_files_that_touch() {
    let bodies = [
        Put("red", "R1", "HI", "regular C", 8, 1, "", [900, 500], "C W H", ""),
        Put("blue", "B1", "HC", "regular C", 6, 1, "", [900, 550], "C Q A", "facing = 235"),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
    let contact = phase.contacts[0];
    assert_eq!(contact.edges[0], Edge::Front);
    let fighting =
        fighting_files::fighting(Board::of(&book, &field, &phase), R, &contact, Hand::InfantryOther);
    assert!(fighting <= 4, "{fighting}");
}

/// Lines that have met and fight with these throws, plus and minus, red's first.
fn fought(red: Put<'_>, blue: Put<'_>, faces: &[u8], change: impl FnOnce(&mut Phase)) -> Phase {
    let (book, mut field, mut phase) = met(red, blue);
    change(&mut phase);
    thrown(&mut field, faces, |cx| combat::resolve::fight(&book, &mut phase, cx));
    phase
}

#[test]
fn a_body_throws_once_whomever_it_strikes_and_contact_is_first_once() {
    proves!(rule::MELEE_SEVERAL);
    let bodies = [
        Put("red", "R1", "HI", "regular C", 24, 3, "", [900, 500], "C W H", ""),
        Put("blue", "B1", "HI", "regular C", 6, 2, "", [870, 500], "C W H", ""),
        Put("blue", "B2", "HI", "regular C", 6, 2, "", [930, 500], "C W H", ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    with_cx(&mut field, 1, |cx| {
        small::meet(&book, &mut phase, B, cx);
        small::meet(&book, &mut phase, UnitId(2), cx);
    });
    // Two dice for each of three bodies: a seventh throw would find none.
    thrown(&mut field, &[3, 3, 3, 3, 3, 3], |cx| combat::resolve::fight(&book, &mut phase, cx));
    assert!(phase.contacts.iter().all(|contact| !contact.first));
}

/// Every throw of red's plus die against every one of blue's.
fn lucks() -> impl Iterator<Item = [u8; 4]> {
    (2..=5).flat_map(|red| (2..=5).map(move |blue| [red, 3, blue, 3]))
}

#[test]
fn beasts_and_chariots_that_recoil_were_driven_back() {
    for (troop, weapon) in [("EL", "pike"), ("HCh", ""), ("HC", "")] {
        let mut beaten = [0; 2];
        for faces in lucks() {
            let phase = fought(
                Put("red", "R1", "HI", "regular C", 24, 4, weapon, [900, 500], "C W H", ""),
                body("blue", "B1", troop, "", [900, 500], ""),
                &faces,
                |phase| phase.command = Default::default(),
            );
            let back = phase.state(B).seen.fate.is_some() || phase.state(B).seen.routing;
            let failed = phase.state(R).seen.causes.has(Cause::DidNotDriveBack);
            assert_eq!(failed, troop != "HC" && !back, "{troop} {faces:?}");
            beaten[usize::from(back)] += 1;
        }
        assert!(beaten[0] > 0 && beaten[1] > 0, "{troop}: {beaten:?}");
    }
}

#[test]
fn recoiling_disorders_by_what_struck_and_a_crushing_fight_shakes() {
    proves!(rule::SHAKEN_MELEE);
    let phase = fought(
        Put("red", "R1", "HI", "regular C", 48, 4, "", [900, 500], "C W H", ""),
        body("blue", "B1", "SHK", "lance", [900, 500], ""),
        &[2, 5, 5, 2],
        |phase| {
            phase.command = Default::default();
            phase.units[1].now.act = Act::Countercharged;
        },
    );
    assert_eq!(phase.state(R).seen.fate, Some(Fate::Recoil));
    assert!(phase.state(R).seen.causes.has(Cause::RecoiledFromMounted), "a counter-charge is a charge");
    assert!(phase.state(R).seen.shaken, "five times what it inflicted");
    let struck = flank(
        Put("red", "R1", "HI", "regular C", 24, 4, "", [900, 500], "C W H", ""),
        body("blue", "B1", "HC", "lance", [945, 460], "facing = 270"),
        B,
    );
    for first in [true, false] {
        let mut recoils = 0;
        for faces in lucks() {
            let (book, mut field, mut phase) = (struck.0.clone(), struck.1.clone(), struck.2.clone());
            phase.command = Default::default();
            phase.contacts[0].first = first;
            thrown(&mut field, &faces, |cx| combat::resolve::fight(&book, &mut phase, cx));
            if phase.state(R).seen.fate == Some(Fate::Recoil) {
                recoils += 1;
                assert_eq!(
                    phase.state(R).seen.causes.has(Cause::RecoiledFromFlank),
                    first,
                    "turned, it is no flank"
                );
            }
        }
        assert!(recoils > 0, "{first}");
    }
}

#[test]
fn of_two_who_hurt_alike_the_one_in_front_drives_back() {
    proves!(rule::MELEE_SEVERAL, rule::MELEE_FLANK);
    let bodies = [
        Put("red", "R1", "HI", "regular C", 24, 4, "", [900, 500], "C W H", ""),
        Put("blue", "B1", "HI", "regular C", 8, 2, "", [885, 500], "C W H", ""),
        Put("blue", "B2", "HI", "regular C", 12, 2, "", [945, 470], "C W H", "facing = 270"),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    let (front, side) = (id(&field, "B1"), id(&field, "B2"));
    with_cx(&mut field, 1, |cx| {
        small::meet(&book, &mut phase, front, cx);
        small::meet(&book, &mut phase, side, cx);
    });
    phase.contacts.iter_mut().for_each(|contact| contact.first = false);
    let mut equal = false;
    for (a, b) in (2..=5).flat_map(|a| (2..=5).map(move |b| (a, b))) {
        let (mut field, mut phase) = (field.clone(), phase.clone());
        let fell =
            thrown(&mut field, &[3, 3, a, 3, b, 3], |cx| combat::resolve::fight(&book, &mut phase, cx));
        let inflicted = [front, side].map(|id| phase.state(id).seen.inflicted);
        assert_eq!(fell.len(), 3);
        if inflicted[0] == inflicted[1] && inflicted[0] > 0 {
            equal = true;
            assert_eq!(phase.state(R).seen.hurt_by, Some(front));
        }
    }
    assert!(equal, "some throws are equal");
}
