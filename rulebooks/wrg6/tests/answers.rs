//! Charges and the answers to them on small tables: who may declare, on whom, which way, and how the charged answer.

use crate::aftermath::rout;
use crate::board::Board;
use crate::board::state::{Act, Answer, Charge, Phase};
use crate::charge::assault;
use crate::charge::rules::{Charged, answers_left};
use crate::data::disorder::Cause;
use crate::data::troop::Troop;
use crate::orders::order::Posture;
use crate::tests::small;
use crate::{charge, rule};
use ruling::proves;
use small::{B, Put, R, area, foot, id, scenario, thrown, with_cx};
use umpire::UnitId;

fn rider<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HC", "regular C", 12, 2, "lance", at, "C Q A", more)
}

#[test]
fn posture_row_and_cover_leave_these_answers() {
    use Answer::{Countercharge, Evade, Rout, Stand};
    use Posture::{Attack, Hold, Skirmish};
    let (hi, li, hc, lc, el) = (
        Troop::HeavyInfantry,
        Troop::LightInfantry,
        Troop::HeavyCavalry,
        Troop::LightCavalry,
        Troop::Elephant,
    );
    let open = |troop, charger, posture, row| Charged {
        troop,
        charger,
        posture,
        row,
        in_cover: false,
        shaken: false,
        pinned: false,
    };
    let covered = |charged: Charged| Charged { in_cover: true, ..charged };
    let shaken = |charged: Charged| Charged { shaken: true, ..charged };
    let pinned = |charged: Charged| Charged { pinned: true, ..charged };
    let cases: &[(Charged, &[Answer])] = &[
        // Skirmishers evade; mounted may meet their like, foot may hold cover.
        (open(hc, lc, Skirmish, 2), &[Countercharge, Evade]),
        (open(lc, hc, Skirmish, 2), &[Evade]),
        (open(hc, hi, Skirmish, 2), &[Evade]),
        (open(hc, lc, Skirmish, 3), &[Evade]),
        (open(hc, lc, Skirmish, 4), &[Evade]),
        (open(li, hc, Skirmish, 2), &[Evade]),
        (covered(open(li, hc, Skirmish, 2)), &[Evade, Stand]),
        (covered(open(lc, hc, Skirmish, 2)), &[Evade]),
        (covered(open(li, hc, Skirmish, 4)), &[Evade]),
        (open(li, hc, Skirmish, 5), &[Rout]),
        // Holders stand, or meet foot on foot and mounted mounted.
        (open(hi, hi, Hold, 2), &[Countercharge, Stand]),
        (open(hi, hc, Hold, 2), &[Stand]),
        (open(hc, hi, Hold, 2), &[Stand]),
        (open(hc, hc, Hold, 2), &[Countercharge, Stand]),
        (open(hc, hc, Hold, 3), &[Stand]),
        (open(hc, el, Hold, 3), &[Evade, Stand]),
        (open(li, el, Hold, 2), &[Evade, Stand]),
        (open(hi, el, Hold, 2), &[Stand]),
        // Attackers counter-charge, but foot stands to mounted.
        (open(hi, hi, Attack, 3), &[Countercharge]),
        (open(hi, hc, Attack, 2), &[Stand]),
        (open(hc, hc, Attack, 2), &[Countercharge]),
        (open(hc, el, Attack, 2), &[Countercharge, Evade]),
        (open(hi, hi, Attack, 4), &[Stand]),
        (open(hc, el, Attack, 4), &[Evade, Stand]),
        (open(hi, hi, Attack, 5), &[Stand]),
        (shaken(open(hi, hi, Attack, 5)), &[Rout]),
        (shaken(open(hi, hi, Attack, 4)), &[Stand]),
        // Whoever can go nowhere stands, but for those who break.
        (pinned(open(hi, hi, Attack, 1)), &[Stand]),
        (pinned(open(lc, hc, Skirmish, 3)), &[Stand]),
        (pinned(shaken(open(hi, hi, Hold, 5))), &[Rout]),
        (pinned(open(hi, hi, Hold, 6)), &[Rout]),
        (open(lc, hc, Skirmish, 1), &[Countercharge]),
    ];
    for (charged, answers) in cases {
        assert_eq!(answers_left(charged), *answers, "{charged:?}");
    }
}

/// Whether red's first body may charge anyone.
fn may(ground: &str, bodies: &[Put<'_>], change: impl FnOnce(&mut Phase)) -> bool {
    let (book, field, mut phase) = scenario(ground, bodies);
    change(&mut phase);
    !charge::resolve::targets(Board::of(&book, &field, &phase), R).is_empty()
}

#[test]
fn looters_those_aboard_and_columns_do_not_charge() {
    let bodies = |red: Put<'static>| [red, foot("blue", "B1", [900, 360], "")];
    let line = || Put("red", "R1", "HI", "regular C", 16, 2, "pike", [900, 300], "C Q A", "");
    assert!(may("", &bodies(line()), |_| {}));
    assert!(!may("", &bodies(line()), |phase| phase.units[0].seen.looting = true));
    assert!(!may("", &bodies(line()), |phase| phase.units[0].seen.aboard = true));
    let column = Put("red", "R1", "HI", "regular C", 16, 8, "pike", [900, 300], "C Q A", "");
    assert!(!may("", &bodies(column), |_| {}), "two files, eight ranks");
}

#[test]
fn skirmishers_charge_the_light_the_disordered_and_a_flank() {
    let horse = || Put("red", "R1", "LC", "regular C", 12, 2, "javelin", [900, 300], "C Q S", "");
    let on = |blue: Put<'_>, change: fn(&mut Phase)| may("", &[horse(), blue], change);
    let light = || Put("blue", "B1", "LI", "regular C", 12, 2, "javelin", [900, 360], "C W S", "");
    assert!(on(light(), |_| {}) && !on(foot("blue", "B1", [900, 360], ""), |_| {}));
    let evaded = |phase: &mut Phase| phase.units[1].seen.causes.add(Cause::Evaded);
    assert!(on(foot("blue", "B1", [900, 360], ""), evaded));
    assert!(on(foot("blue", "B1", [900, 420], "facing = 0"), |_| {}), "he shows his rear");
}

#[test]
fn a_flank_may_be_charged_out_of_the_sector() {
    let on = |more: &str| {
        let red = Put("red", "R1", "HC", "regular C", 12, 2, "lance", [640, 500], "C Q A", "");
        may("", &[red, foot("blue", "B1", [590, 590], more)], |_| {})
    };
    assert!(!on("") && on("facing = 0"));
}

#[test]
fn the_nearest_target_comes_first_and_nobody_charges_what_it_does_not_see() {
    let bodies = [
        rider("red", "R1", [900, 300], ""),
        foot("blue", "B1", [820, 400], ""),
        foot("blue", "B2", [970, 370], ""),
    ];
    let (book, field, phase) = scenario("", &bodies);
    let targets = charge::resolve::targets(Board::of(&book, &field, &phase), R);
    assert_eq!(targets.iter().map(|c| c.on).collect::<Vec<_>>(), [UnitId(2), UnitId(1)]);
    let hidden = |ground: &str| {
        may(ground, &[rider("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 360], "")], |_| {})
    };
    assert!(hidden("") && !hidden(&area("village", [600, 310], [600, 40])));
}

#[test]
fn light_infantry_charges_through_its_friends_and_a_wheel_costs_of_the_reach() {
    let light = |friend: &str| {
        let bodies = [
            Put("red", "R1", "LI", "regular C", 6, 1, "javelin", [900, 300], "C Q A", ""),
            Put("red", "R2", friend, "regular C", 24, 1, "", [900, 340], "C W H", ""),
            foot("blue", "B1", [900, 360], ""),
        ];
        may("", &bodies, |_| {})
    };
    assert!(light("HI"), "they pass through all friends");
    // 78 paces ahead of a charge of 80 paces, but only after a wheel that costs 40 and more.
    let beside = |x: i32| {
        let red = Put("red", "R1", "HI", "regular C", 12, 3, "pike", [900, 300], "C Q A", "");
        may("", &[red, foot("blue", "B1", [x, 376], "")], |_| {})
    };
    assert!(beside(900) && !beside(1000));
}

#[test]
fn of_several_chargers_the_nearest_is_answered() {
    let elephants = |y| Put("blue", "B1", "EL", "irregular C", 2, 1, "javelin", [850, y], "C Q A", "");
    for (beasts, horse, nearest) in [(350, 380, UnitId(1)), (380, 350, UnitId(2))] {
        let others = (elephants(beasts), rider("blue", "B2", [970, horse], ""));
        let (book, field, mut phase) =
            scenario("", &[rider("red", "R1", [900, 300], ""), others.0, others.1]);
        for by in [UnitId(1), UnitId(2)] {
            let charge = charge::resolve::way(Board::of(&book, &field, &phase), by, R).expect("in reach");
            phase.charges.push(charge);
        }
        phase.units[0].now.row = 2;
        let board = Board::of(&book, &field, &phase);
        assert_eq!(charge::resolve::nearest_charger(board, R), Some(nearest));
        let evades = charge::resolve::answers(board, R).contains(&Answer::Evade);
        assert_eq!(evades, nearest == UnitId(1), "from the elephants alone");
    }
}

#[test]
fn rough_ground_anywhere_on_the_way_of_a_charge_halves_it() {
    let charges = |ground: &str| {
        may(ground, &[rider("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 400], "")], |_| {})
    };
    assert!(charges("") && !charges(&area("rough", [940, 370], [50, 20])), "its right would cross it");
}

#[test]
fn who_fights_is_pinned_and_who_can_neither_charge_nor_run_stands() {
    let answers = |red: Put<'_>, change: fn(&mut Phase)| {
        let (book, field, mut phase) = scenario("", &[red, rider("blue", "B1", [900, 400], "")]);
        phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), B, R).expect("in reach")];
        phase.units[0].now.row = 2;
        change(&mut phase);
        charge::resolve::answers(Board::of(&book, &field, &phase), R)
    };
    let skirmisher = || Put("red", "R1", "LI", "regular C", 12, 2, "javelin", [900, 300], "C Q S", "");
    assert_eq!(answers(skirmisher(), |_| {}), [Answer::Evade]);
    let met = |phase: &mut Phase| {
        let (book, mut field, mut other) =
            scenario("", &[foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], "")]);
        with_cx(&mut field, 1, |cx| small::meet(&book, &mut other, B, cx));
        phase.contacts = other.contacts;
    };
    assert_eq!(answers(skirmisher(), met), [Answer::Stand]);
    let engine = Put("red", "R1", "Art", "regular C", 2, 1, "bolt_engine", [900, 300], "C W S", "");
    assert_eq!(answers(engine, |_| {}), [Answer::Stand], "engines run from nobody");
    let horse = rider("red", "R1", [900, 300], "facing = 180");
    assert_eq!(answers(horse, |_| {}), [Answer::Stand], "no way leads to those behind");
}

/// A charge that goes in with some change before it; what the state of things is then.
fn charged(red: Put<'_>, blue: Put<'_>, change: impl FnOnce(&mut Phase)) -> Phase {
    let (book, mut field, mut phase) = scenario("", &[red, blue]);
    phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), R, B).expect("in reach")];
    change(&mut phase);
    with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx));
    phase
}

#[test]
fn wheeling_in_a_wild_charge_disorders() {
    proves!(rule::CHARGE_PATH);
    let turned = |x: i32, wild: bool| {
        let blue = foot("blue", "B1", [x, 400], "");
        let phase =
            charged(rider("red", "R1", [900, 300], ""), blue, |phase| phase.units[0].seen.impetuous = wild);
        phase.state(R).seen.causes.has(Cause::ImpetuousTurned)
    };
    assert!(turned(1020, true) && !turned(1020, false) && !turned(900, true));
}

#[test]
fn foot_is_caught_in_every_move_of_its_own_and_by_mounted_alone() {
    let caught = |red: Put<'_>, blue: Put<'_>, act: Act| {
        let phase = charged(red, blue, |phase| phase.units[1].now.act = act);
        assert!(phase.in_contact(B));
        phase.state(B).seen.causes.has(Cause::FootCaughtMovingByMounted)
    };
    let horse = || rider("red", "R1", [900, 300], "");
    let line = || foot("blue", "B1", [900, 360], "");
    for act in [Act::Charged, Act::Countercharged, Act::Evaded, Act::Pursued, Act::Recoiled, Act::FollowedUp]
    {
        assert!(caught(horse(), line(), act), "{act:?}");
    }
    assert!(!caught(horse(), line(), Act::Stood));
    assert!(!caught(foot("red", "R1", [900, 300], ""), line(), Act::Charged), "foot by foot");
    assert!(!caught(horse(), rider("blue", "B1", [900, 360], ""), Act::Charged), "mounted by mounted");
}

#[test]
fn whoever_is_struck_stands_and_whoever_is_held_does_not_charge() {
    let line = || foot("blue", "B1", [900, 360], "");
    assert_eq!(charged(rider("red", "R1", [900, 300], ""), line(), |_| {}).state(B).now.act, Act::Stood);
    let bodies = [
        rider("red", "R1", [900, 300], ""),
        foot("blue", "B1", [900, 300], ""),
        foot("blue", "B2", [900, 400], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    let (on, front) = (UnitId(2), true);
    phase.charges = vec![Charge {
        by: R,
        on,
        straight: 0,
        wheel: 0,
        aside: 0,
        ahead: 160_000,
        to_go: 160_000,
        front,
        from_before: front,
    }];
    with_cx(&mut field, 1, |cx| {
        small::meet(&book, &mut phase, B, cx);
        assault::charges(&book, &mut phase, cx);
    });
    assert_eq!(phase.state(R).now.act, Act::None, "pursuers have come upon it");
}

#[test]
fn a_short_charge_in_vain_does_not_disorder_and_the_broken_charge_nobody() {
    for (ahead, disordered) in [(100_000, false), (140_000, true)] {
        let (book, mut field, mut phase) =
            scenario("", &[rider("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 480], "")]);
        let (by, on, front) = (R, B, true);
        phase.charges = vec![Charge {
            by,
            on,
            straight: 0,
            wheel: 0,
            aside: 0,
            ahead,
            to_go: ahead,
            front,
            from_before: front,
        }];
        with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx));
        assert!(!phase.in_contact(R));
        assert_eq!(phase.state(R).seen.causes.has(Cause::ChargedInVain), disordered, "{ahead}");
    }
    let (book, mut field, mut phase) =
        scenario("", &[rider("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 360], "")]);
    phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), R, B).expect("in reach")];
    thrown(&mut field, &[], |cx| {
        rout::breaks(&book, &mut phase, R, None, cx);
        assault::charges(&book, &mut phase, cx);
    });
    assert!(phase.charges.is_empty());
}

#[test]
fn a_charger_lines_up_clear_of_friends() {
    proves!(rule::CHARGE_CONTACT);
    let askew = |friend: [i32; 2]| {
        let bodies = [
            foot("red", "R1", [900, 300], ""),
            Put("blue", "B1", "HC", "regular C", 6, 1, "lance", [900, 330], "C Q A", "facing = 210"),
            Put("blue", "B2", "HI", "regular C", 6, 1, "pike", friend, "C W H", ""),
        ];
        let (book, mut field, mut phase) = scenario("", &bodies);
        let b = id(&field, "B1");
        with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
        let friend = id(&field, "B2");
        assert!(!field.shape(b).overlaps(field.shape(friend), 0.5));
        field.shape(b).ahead.y > -0.999
    };
    assert!(!askew([300, 1000]) && !askew([840, 310]), "friend or no friend");
}
