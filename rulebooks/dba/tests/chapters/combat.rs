//! Factors, support, outcomes and odds.

use crate::aftermath::rules::{Defeat, outcome};
use crate::combat::rules::fighter::{Aid, Fighter, Supporter};
use crate::combat::rules::{Clash, Kind, Role, factors, fight, support};
use crate::data::tables::{Circumstance, Effect, Level};
use crate::data::troop::Going;
use crate::data::troop::Troop::{self, *};
use crate::tests::chapters::house;
use crate::{Dba, rule};
use dice::{Scripted, exact};
use ruling::proves;

fn behind(troop: Troop) -> Option<Supporter> {
    Some(Supporter { troop, going: Going::Good, shot_at_by: Default::default() })
}

fn total(book: &Dba, role: Role, me: &Fighter, enemy: &Fighter) -> i16 {
    factors(book, role, me, enemy).total()
}

/// The total hand to hand under the usual rules.
fn close(me: &Fighter, enemy: &Fighter) -> i16 {
    total(&Dba::default(), Role::Fights, me, enemy)
}

#[test]
fn factors_come_in_the_order_of_the_book() {
    proves!(
        rule::COMBAT_BASIC,
        rule::TACTICAL_SHOT_PIKES,
        rule::TACTICAL_GENERAL,
        rule::TACTICAL_UPHILL_BANK,
        rule::TACTICAL_OVERLAP,
        rule::TACTICAL_BAD_GOING
    );
    let me = Fighter {
        general: true,
        uphill: true,
        river_bank: true,
        left: 1,
        rear: 2,
        going: Going::Bad,
        pikes_beside: true,
        support: behind(Shot),
        ..Fighter::new(Shot)
    };
    let enemy = Fighter { moved_into_contact: true, ..Fighter::new(Cavalry) };
    let tally = factors(&Dba::default(), Role::Fights, &me, &enemy);
    let listed: Vec<_> = tally.factors().iter().map(|f| (f.rule, f.value)).collect();
    assert_eq!(
        listed,
        [
            (rule::COMBAT_BASIC, 4),
            (rule::TACTICAL_SHOT_PIKES, 1),
            (rule::TACTICAL_GENERAL, 1),
            (rule::TACTICAL_UPHILL_BANK, 1),
            (rule::TACTICAL_OVERLAP, -2),
            (rule::TACTICAL_BAD_GOING, -2),
        ]
    );
}

#[test]
fn a_flank_counts_once_unless_the_house_counts_every_enemy() {
    let me = Fighter { left: 2, right: 1, rear: 1, ..Fighter::new(Spears) };
    let enemy = Fighter::new(Blades);
    assert_eq!(close(&me, &enemy), 1);
    assert_eq!(total(&house(|h| h.one_flank_factor = false), Role::Fights, &me, &enemy), 0);
}

#[test]
fn same_support_and_all_that_denies_it() {
    let values = [(Pikes, 3), (Muskets, 2), (Spears, 1), (Shot, 1), (Rifles, 1), (Warband, 1), (Pistols, 1)];
    let blades = Fighter::new(Blades);
    for troop in Troop::ALL {
        let me = Fighter { support: behind(troop), ..Fighter::new(troop) };
        let expected = values.iter().find(|(t, _)| *t == troop).map_or(0, |(_, v)| *v);
        let got = support::factor(&Dba::default(), &me, &blades).map_or(0, |f| f.value);
        assert_eq!(got, expected, "{troop:?}");
    }
    let pikes = Fighter { support: behind(Pikes), ..Fighter::new(Pikes) };
    let judge = |me: &Fighter, enemy: &Fighter| {
        support::judge(&Dba::default(), me, enemy).map(|f| f.value).map_err(|no| no.rule)
    };
    let denied = Err(rule::SUPPORT_SAME);
    assert_eq!(judge(&Fighter { support: behind(Spears), ..pikes }, &blades), denied);
    assert_eq!(judge(&Fighter { going: Going::Bad, ..pikes }, &blades), denied);
    let rear_in_bad = Supporter { going: Going::Bad, ..behind(Pikes).unwrap() };
    assert_eq!(judge(&Fighter { support: Some(rear_in_bad), ..pikes }, &blades), denied);
    for shooter in [Bows, Artillery, Cannon] {
        let shot_at = Supporter { shot_at_by: [shooter].into_iter().collect(), ..behind(Pikes).unwrap() };
        assert_eq!(judge(&Fighter { support: Some(shot_at), ..pikes }, &blades), denied);
        let charging = Fighter { moved_into_contact: true, ..pikes };
        assert_eq!(judge(&charging, &Fighter::new(shooter)), denied);
        assert_eq!(judge(&pikes, &Fighter::new(shooter)), Ok(3));
    }
    let camp = Fighter { in_camp: true, ..Fighter::new(CampFollowers) };
    assert_eq!(judge(&pikes, &camp), denied);
}

#[test]
fn firearms_that_charge_mounted_have_no_support() {
    let knights = Fighter::new(Knights);
    for troop in [Shot, Muskets, Rifles] {
        let me = Fighter { support: behind(troop), moved_into_contact: true, ..Fighter::new(troop) };
        let judged = support::judge(&Dba::default(), &me, &knights);
        assert_eq!(judged.map_err(|no| no.rule), Err(rule::SUPPORT_NO_CHARGE_MOUNTED));
        assert!(support::factor(&Dba::default(), &me, &Fighter::new(Spears)).is_some());
    }
}

#[test]
fn psiloi_support_blades_and_spears_against_mounted_and_camps() {
    let book = Dba::default();
    let judge = |me: &Fighter, enemy: &Fighter| {
        support::judge(&book, me, enemy).map(|f| f.value).map_err(|no| no.rule)
    };
    let camp = Fighter { in_camp: true, ..Fighter::new(CampFollowers) };
    for troop in [Blades, Spears] {
        let me = Fighter { support: behind(Psiloi), going: Going::Bad, ..Fighter::new(troop) };
        assert_eq!(judge(&me, &Fighter::new(Knights)), Ok(1));
        assert_eq!(judge(&me, &camp), Ok(1));
        assert_eq!(judge(&me, &Fighter::new(Warband)), Err(rule::SUPPORT_PSILOI));
    }
    let pikes = Fighter { support: behind(Psiloi), ..Fighter::new(Pikes) };
    assert!(judge(&pikes, &Fighter::new(Knights)).is_err());
    let neighbour = Fighter { psiloi_near: true, ..Fighter::new(Blades) };
    assert!(judge(&neighbour, &Fighter::new(Knights)).is_err());
    let generous = house(|h| h.psiloi_support_neighbours = true);
    assert_eq!(support::factor(&generous, &neighbour, &Fighter::new(Knights)).map(|f| f.value), Some(1));
}

#[test]
fn bad_going_hinders_once_and_spares_light_foot() {
    let bad = |troop| Fighter { going: Going::Bad, ..Fighter::new(troop) };
    assert_eq!(close(&bad(Cavalry), &bad(Psiloi)), 1);
    assert_eq!(close(&Fighter::new(Cavalry), &bad(Auxilia)), 1);
    assert_eq!(close(&Fighter::new(Blades), &bad(Auxilia)), 5);
    for troop in [Auxilia, Dragoons, Jaeger, Rifles, Psiloi] {
        assert_eq!(
            close(&bad(troop), &Fighter::new(Blades)),
            close(&Fighter::new(troop), &Fighter::new(Blades))
        );
    }
    let shot = Role::IsShotAt { distance: 100.0 };
    assert_eq!(total(&Dba::default(), shot, &bad(Knights), &Fighter::new(Bows)), 1);
    assert_eq!(total(&Dba::default(), Role::Shoots, &bad(Bows), &Fighter::new(Knights)), 2);
    let kind = house(|h| h.bad_going_in_shooting = false);
    assert_eq!(total(&kind, shot, &bad(Knights), &Fighter::new(Bows)), 3);
    // A camp is good going to whoever is in it.
    assert_eq!(close(&Fighter { in_camp: true, ..bad(Blades) }, &Fighter::new(Spears)), 7);
}

#[test]
fn mounted_dragoons_count_as_mounted() {
    let mounted = house(|h| h.dragoons_mounted = true);
    let (dragoons, spears) = (Fighter::new(Dragoons), Fighter { going: Going::Bad, ..Fighter::new(Auxilia) });
    assert_eq!(close(&dragoons, &spears), 2);
    assert_eq!(total(&mounted, Role::Fights, &dragoons, &spears), 0);
    assert_eq!(total(&mounted, Role::Fights, &Fighter::new(Bows), &dragoons), 4);
    let beaten = |book: &Dba| {
        let (level, how) = (Level::Beaten, Circumstance::InContact);
        outcome(&book.house, &Defeat { level, loser: Bows, winner: Dragoons, going: Going::Good, how }).effect
    };
    assert_eq!((beaten(&Dba::default()), beaten(&mounted)), (Effect::Recoil, Effect::Destroyed));
}

#[test]
fn camps_shelter_foot_and_only_bows_overlap_them() {
    let garrison = Fighter { in_camp: true, left: 1, rear: 1, camp_overlaps: 2, ..Fighter::new(Spears) };
    assert_eq!(close(&garrison, &Fighter::new(Bows)), 4 + 2 - 2);
    assert_eq!(close(&Fighter { in_camp: true, ..Fighter::new(Cavalry) }, &Fighter::new(Blades)), 3);
    assert_eq!(
        total(&Dba::default(), Role::Shoots, &Fighter { in_camp: true, ..Fighter::new(Bows) }, &garrison),
        4
    );
    let followers = Fighter { camp_overlaps: 2, ..Fighter::new(Spears) };
    assert_eq!(close(&followers, &Fighter::new(Bows)), 4);
}

#[test]
fn those_in_the_open_fear_rifles_and_near_cannon() {
    let at = |shooter: Fighter, distance: f64, target: &Fighter| {
        total(&Dba::default(), Role::IsShotAt { distance }, target, &shooter)
    };
    let muskets = Fighter::new(Muskets);
    assert_eq!(at(Fighter::new(Cannon), 300.0, &muskets), 3);
    assert_eq!(at(Fighter::new(Cannon), 301.0, &muskets), 4);
    assert_eq!(at(Fighter::new(Rifles), 400.0, &muskets), 3);
    assert_eq!(at(Fighter::new(Artillery), 100.0, &muskets), 4);
    let cavalry = Fighter::new(Cavalry);
    let aid = |troop, distance| [Some(Aid { troop, distance }), None];
    assert_eq!(at(Fighter { aided_by: aid(Jaeger, 250.0), ..muskets }, 200.0, &cavalry), 1);
    assert_eq!(at(Fighter { aided_by: aid(Cannon, 900.0), ..muskets }, 200.0, &cavalry), 2);
    assert_eq!(at(Fighter::new(Jaeger), 200.0, &Fighter { in_camp: true, ..muskets }), 6);
}

#[test]
fn a_general_counts_in_the_fight_and_under_fire_only() {
    let general = Fighter { general: true, ..Fighter::new(Bows) };
    let enemy = Fighter::new(Bows);
    assert_eq!(close(&general, &enemy), 3);
    assert_eq!(total(&Dba::default(), Role::Shoots, &general, &enemy), 2);
    assert_eq!(total(&Dba::default(), Role::IsShotAt { distance: 100.0 }, &general, &enemy), 3);
}

#[test]
fn dice_decide_and_only_those_shot_at_suffer() {
    let book = Dba::default();
    let thrown = |kind, a: Troop, b: Troop, faces: [u8; 2]| {
        let mut dice = Scripted::new(faces);
        let combat = fight(&book, kind, &Fighter::new(a), &Fighter::new(b), &mut dice);
        assert_eq!((dice.finish(), combat.faces), (Ok(()), faces));
        combat
    };
    let combat = thrown(Kind::Close, Blades, Auxilia, [5, 2]);
    assert_eq!((combat.scores, combat.end.level, combat.end.lower), ([10, 5], Level::Doubled, Some(1)));
    assert_eq!(combat.end.results, [Effect::None, Effect::Destroyed]);
    let shot = thrown(Kind::Shot { distance: 200.0 }, Bows, Bows, [1, 6]);
    assert_eq!(shot.end.results, [Effect::None, Effect::None]);
    assert!(shot.end.rules.contains(&rule::SHOOT_ONE_SIDED));
    let exchange = thrown(Kind::Exchange { distance: 200.0 }, Bows, Bows, [1, 6]);
    assert_eq!(exchange.end.results, [Effect::Destroyed, Effect::None]);
    assert!(exchange.end.rules.contains(&rule::SHOOT_MUTUAL));
}

#[test]
fn pursuers_follow_whoever_gives_way() {
    let book = Dba::default();
    let end = |book: &Dba, a: Fighter, b: Fighter, faces| {
        Clash::new(book, Kind::Close, [&a, &b]).decide(faces).clone()
    };
    let (knights, bows) = (Fighter::new(Knights), Fighter::new(Bows));
    assert_eq!(end(&book, knights, bows, [6, 1]).pursues, [true, false]);
    assert_eq!(end(&book, knights, bows, [4, 3]).pursues, [false, false]);
    assert_eq!(end(&book, Fighter { in_camp: true, ..knights }, bows, [6, 1]).pursues, [false, false]);
    // A tie kills the chariots; whoever is left may pursue.
    let chariots = Fighter::new(ScythedChariots);
    assert_eq!(end(&book, Fighter::new(Knights), chariots, [4, 4]).pursues, [true, false]);
    assert_eq!(end(&book, chariots, chariots, [4, 4]).pursues, [false, false]);
    let elephants = Fighter::new(Elephants);
    assert_eq!(end(&book, elephants, bows, [6, 1]).pursues, [true, false]);
    assert_eq!(end(&house(|h| h.elephants_pursue = false), elephants, bows, [6, 1]).pursues, [false, false]);
}

#[test]
fn a_garrison_cannot_recoil_and_followers_abandon() {
    let book = Dba::default();
    let spears = Fighter { moved_into_contact: true, ..Fighter::new(Spears) };
    let held = |troop| Fighter { in_camp: true, ..Fighter::new(troop) };
    let blades = Clash::new(&book, Kind::Close, [&spears, &held(Blades)]);
    let end = blades.decide([6, 1]);
    assert_eq!((end.level, end.results[1]), (Level::Beaten, Effect::Destroyed));
    assert!(end.rules.contains(&rule::CAMP_RECOIL));
    let followers = Clash::new(&book, Kind::Close, [&spears, &held(CampFollowers)]);
    assert_eq!(followers.decide([4, 3]).results[1], Effect::AbandonCamp);
    assert_eq!(followers.decide([6, 1]).results[1], Effect::Destroyed);
}

#[test]
fn odds_agree_with_every_path_of_the_dice() {
    let book = Dba::default();
    let kinds = [Kind::Close, Kind::Shot { distance: 100.0 }, Kind::Exchange { distance: 100.0 }];
    for kind in kinds {
        for (a, b) in [(Bows, Knights), (Shot, ScythedChariots), (Muskets, WarWagons), (Cannon, Dragoons)] {
            let sides = [Fighter::new(a), Fighter::new(b)];
            let walked =
                exact(36, |dice| fight(&book, kind, &sides[0], &sides[1], dice).end.results).unwrap();
            let clash = Clash::new(&book, kind, [&sides[0], &sides[1]]);
            let odds = clash.odds();
            assert_eq!(odds.iter().map(|(ways, _)| u32::from(*ways)).sum::<u32>(), 36);
            for (results, chance) in walked.iter() {
                let ends = odds.iter().filter(|(_, end)| end.results == *results);
                let ways: u8 = ends.map(|(ways, _)| *ways).sum();
                assert_eq!(chance, dice::Fraction::new(ways.into(), 36), "{a:?} {b:?} {results:?}");
            }
        }
    }
}

#[test]
fn house_rules_change_outcomes() {
    let of = |book: &Dba, level, loser, winner, going| {
        outcome(&book.house, &Defeat { level, loser, winner, going, how: Circumstance::InContact }).effect
    };
    let book = Dba::default();
    let rifles_only = house(|h| h.shot_good_going = crate::house::ShotGoing::RiflesOnly);
    assert_eq!(of(&book, Level::Beaten, Shot, LightHorse, Going::Bad), Effect::Recoil);
    assert_eq!(of(&rifles_only, Level::Beaten, Shot, LightHorse, Going::Bad), Effect::Destroyed);
    assert_eq!(of(&rifles_only, Level::Beaten, Shot, Rifles, Going::Bad), Effect::Recoil);
    let no_better = house(|h| h.doubled_no_better = true);
    let mut changed = 0;
    for loser in Troop::ALL {
        for winner in Troop::ALL {
            for going in [Going::Good, Going::Bad] {
                let [usual, mended] =
                    [&book, &no_better].map(|b| of(b, Level::Doubled, loser, winner, going));
                changed += u32::from(usual != mended);
            }
        }
    }
    assert_eq!(changed, 1, "only Dragoons doubled by Warband in good going");
    assert_eq!(of(&no_better, Level::Doubled, Dragoons, Warband, Going::Good), Effect::Destroyed);
}
