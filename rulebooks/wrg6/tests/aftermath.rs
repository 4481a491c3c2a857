//! What follows a fight or a charge on small tables: breaking off, pursuit, recoils, leaving, disorder, late orders,
//! and what the ground has to do with it.

use crate::aftermath::{off_table, pursuit, recoil, rout};
use crate::board::Board;
use crate::board::state::{Act, Fate, Incoming, Phase, Step};
use crate::charge::assault;
use crate::combat::losses;
use crate::data::disorder::Cause;
use crate::movement::written;
use crate::orders::order::Posture;
use crate::orders::sheet::Item;
use crate::orders::{riding, sheet};
use crate::tests::small;
use crate::{aftermath, charge, combat, rule, shooting};
use ruling::proves;
use small::{B, Put, R, foot, id, met, scenario, step, thrown, with_cx};
use umpire::{Event, Motion, Place, Side, UnitId};

fn body<'a>(
    side: &'a str,
    label: &'a str,
    troop: &'a str,
    weapon: &'a str,
    at: [i32; 2],
    more: &'a str,
) -> Put<'a> {
    small::body(side, label, (troop, "irregular C"), weapon, at, more)
}

#[test]
fn mounted_break_off_from_foot_and_elephants_and_lights_from_all_but_lights() {
    let may = |troop: &str, foe: &str| {
        let (book, field, mut phase) = met(
            body("red", "R1", troop, "javelin", [900, 500], ""),
            body("blue", "B1", foe, "javelin", [900, 500], ""),
        );
        phase.step = Step::Respond;
        let items = sheet::of(Board::of(&book, &field, &phase), Side::Red).items;
        items.iter().any(|item| matches!(item, Item::BreakOff(R)))
    };
    assert!(may("MC", "HI") && may("MC", "EL") && !may("MC", "HC"));
    assert!(may("LI", "HI") && may("LC", "HC") && !may("LI", "LC") && !may("HI", "LHI"));
}

#[test]
fn foot_that_defends_cover_does_not_pursue() {
    let wood =
        "[[terrain]]\nid = 'w'\nkind = 'wood'\npoints = [[800, 430], [1000, 430], [1000, 499], [800, 499]]\n";
    for (ground, troop, pursues) in [("", "LHI", true), (wood, "LHI", false), (wood, "LC", true)] {
        let (book, mut field, mut phase) = scenario(
            ground,
            &[body("red", "R1", troop, "javelin", [900, 500], ""), foot("blue", "B1", [900, 500], "")],
        );
        with_cx(&mut field, 1, |cx| {
            small::meet(&book, &mut phase, B, cx);
            rout::breaks(&book, &mut phase, B, Some(R), cx);
        });
        let would = pursuit::would_pursue(Board::of(&book, &field, &phase), R).is_some();
        assert_eq!(would, pursues, "{troop} {ground}");
    }
}

#[test]
fn pursuers_who_meet_another_enemy_are_disordered_and_those_held_go_nowhere() {
    proves!(rule::PURSUIT_NEWENEMY);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            body("red", "R1", "HC", "lance", [900, 500], ""),
            body("blue", "B1", "LI", "javelin", [900, 720], "facing = 0"),
            foot("blue", "B2", [900, 560], ""),
        ],
    );
    phase.units[1].seen.routing = true;
    phase.units[0].seen.pursuing = Some(B);
    thrown(&mut field, &[3], |cx| pursuit::pursuits(&book, &mut phase, cx));
    assert!(phase.state(R).seen.causes.has(Cause::NewEnemyInPursuit) && phase.in_contact(UnitId(2)));
    (phase.units[0].seen.pursuing, phase.units[0].now.act) = (Some(B), Act::None);
    thrown(&mut field, &[3], |cx| pursuit::pursuits(&book, &mut phase, cx));
    assert_eq!(
        (phase.state(R).seen.pursuing, phase.state(R).now.act),
        (None, Act::None),
        "an unbroken foe holds it"
    );
}

#[test]
fn a_body_struck_in_flank_recoils_away_from_that_enemy() {
    let horse = body("blue", "B1", "HC", "lance", [960, 470], "facing = 270");
    let (book, mut field, mut phase) = scenario("", &[foot("red", "R1", [900, 500], ""), horse]);
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
    (phase.units[0].seen.fate, phase.units[0].seen.hurt_by) = (Some(Fate::Recoil), Some(B));
    with_cx(&mut field, 1, |cx| recoil::recoils(&book, &mut phase, cx));
    let at = field.shape(R).front_mid();
    assert!((at.x - 870.0).abs() < 0.1 && (at.y - 500.0).abs() < 0.1, "to the left: {at:?}");
}

#[test]
fn nobody_follows_up_out_of_cover() {
    let wood =
        "[[terrain]]\nid = 'w'\nkind = 'wood'\npoints = [[800, 501], [1000, 501], [1000, 600], [800, 600]]\n";
    for (ground, follows) in [("", true), (wood, false)] {
        let (book, mut field, mut phase) =
            scenario(ground, &[foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], "")]);
        with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
        phase.units[0].seen.fate = Some(Fate::Recoil);
        phase.units[1].now.following = true;
        with_cx(&mut field, 1, |cx| recoil::recoils(&book, &mut phase, cx));
        assert_eq!(phase.state(B).now.act == Act::FollowedUp, follows);
    }
}

/// A red body that has run over the enemy's edge at a place.
fn left(x: f64, change: impl FnOnce(&mut Phase)) -> (Place, bool) {
    let (book, mut field, mut phase) = scenario(
        "",
        &[body("red", "R1", "LC", "javelin", [900, 900], ""), foot("blue", "B1", [300, 1100], "")],
    );
    change(&mut phase);
    with_cx(&mut field, 1, |cx| {
        let to = table::Pose::new(table::Vec2::new(x, 1210.0), table::Facing::NORTH);
        let rule = crate::rule::MOVE_LEAVE;
        cx.apply(Event::Moved { unit: R, to, motion: Motion::March, rule });
        off_table::leaves(&book, &mut phase, R, cx);
    });
    (field.unit(R).place, phase.state(R).seen.looting)
}

#[test]
fn whoever_leaves_out_of_hand_loots_the_camp_and_whoever_is_pursued_off_is_lost() {
    proves!(rule::LOOTING);
    let wild = |phase: &mut Phase| phase.units[0].seen.impetuous = true;
    assert_eq!(left(900.0, wild), (Place::Off, true));
    assert_eq!(left(900.0, |_| {}), (Place::Off, false), "in hand it does not");
    assert_eq!(left(1250.0, wild), (Place::Off, false), "350 paces from the middle");
    let routed = |phase: &mut Phase| phase.units[0].seen.routing = true;
    assert_eq!(left(900.0, routed).0, Place::Off);
    let chased =
        |phase: &mut Phase| (phase.units[0].seen.routing, phase.units[1].seen.pursuing) = (true, Some(R));
    assert_eq!(left(900.0, chased).0, Place::Fled);
}

#[test]
fn shots_from_behind_find_no_shield_and_at_whoever_is_in_contact_are_hard() {
    let archers = |at, more| Put("red", "R1", "LMI", "irregular C", 24, 2, "bow", at, "C W H", more);
    let (book, field, mut phase) =
        scenario("", &[archers([900, 400], ""), foot("blue", "B1", [900, 500], "")]);
    let shot = |phase: &Phase| shooting::resolve::shot(Board::of(&book, &field, phase), R, B).expect("bows");
    assert!(!shot(&phase).target_shieldless && !shot(&phase).hard_target);
    phase.contacts = met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], "")).2.contacts;
    assert!(shot(&phase).hard_target);
    let (book, field, phase) =
        scenario("", &[archers([900, 400], ""), foot("blue", "B1", [900, 500], "facing = 0")]);
    let shot = shooting::resolve::shot(Board::of(&book, &field, &phase), R, B).expect("bows");
    assert!(shot.target_shieldless, "from behind");
}

#[test]
fn only_longer_weapons_outrange() {
    let outranged = |theirs: &str| {
        let red = Put("red", "R1", "LMI", "irregular C", 12, 2, "bow", [900, 400], "C W H", "");
        let blue = Put("blue", "B1", "LMI", "irregular C", 12, 2, theirs, [900, 500], "C W H", "");
        let (book, mut field, mut phase) = scenario("", &[red, blue]);
        thrown(&mut field, &[3, 3], |cx| shooting::resolve::shoot(&book, &mut phase, &[(R, B)], cx));
        phase.state(B).seen.shot.outranged
    };
    assert!(outranged("javelin") && outranged("") && !outranged("bow"));
}

/// A body beaten by a mounted charge on one of its edges.
fn beaten_by(troop: &str, act: Act, at: [i32; 2], more: &str, luck: u8) -> Phase {
    let (book, mut field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 500], ""), body("blue", "B1", troop, "", at, more)]);
    phase.command[Side::Red].generals.clear();
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
    phase.units[1].now.act = act;
    // Red throws badly, blue as well as may be wanted.
    thrown(&mut field, &[2, 5, luck, 2], |cx| combat::resolve::fight(&book, &mut phase, cx));
    phase
}

#[test]
fn recoiling_from_riders_or_from_the_flank_disorders_and_so_do_beasts_not_driven_back() {
    let has = |phase: &Phase, cause| phase.state(R).seen.causes.has(cause);
    let front = beaten_by("SHK", Act::Charged, [900, 500], "", 6);
    assert_eq!(front.state(R).seen.fate, Some(Fate::Recoil));
    assert!(has(&front, Cause::RecoiledFromMounted) && !has(&front, Cause::RecoiledFromFlank));
    assert!(!has(&beaten_by("SHK", Act::Stood, [900, 500], "", 6), Cause::RecoiledFromMounted));
    let fates = (1..=6).map(|luck| beaten_by("HC", Act::Charged, [960, 470], "facing = 270", luck));
    let flank = fates
        .into_iter()
        .find(|phase| phase.state(R).seen.fate == Some(Fate::Recoil))
        .expect("some luck drives it back");
    assert_eq!(flank.state(R).seen.fate, Some(Fate::Recoil));
    assert!(has(&flank, Cause::RecoiledFromFlank));
    assert!(has(&beaten_by("EL", Act::Stood, [900, 500], "", 6), Cause::DidNotDriveBack));
    assert!(!has(&front, Cause::DidNotDriveBack));
}

#[test]
fn caught_evaders_do_not_strike_back() {
    let (book, field, mut phase) = met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    let strikes = |phase: &Phase| {
        combat::resolve::strike(Board::of(&book, &field, phase), R, &phase.contacts[0]).is_some()
    };
    assert!(strikes(&phase));
    phase.units[0].now.act = Act::Evaded;
    assert!(!strikes(&phase));
}

#[test]
fn foot_that_moves_is_caught_by_riders_and_a_flank_struck_is_disordered() {
    proves!(rule::GEO_D4);
    let charged = |at: [i32; 2], more: &str, act: Act| {
        let (book, mut field, mut phase) =
            scenario("", &[foot("red", "R1", [900, 500], ""), body("blue", "B1", "HC", "lance", at, more)]);
        phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), B, R).expect("in reach")];
        phase.units[0].now.act = act;
        with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx));
        assert!(phase.in_contact(R));
        phase.state(R).seen.causes
    };
    assert!(charged([900, 560], "", Act::Pursued).has(Cause::FootCaughtMovingByMounted));
    assert!(!charged([900, 560], "", Act::None).has(Cause::FootCaughtMovingByMounted));
    assert!(!charged([900, 560], "", Act::None).has(Cause::ChargedInFlank));
    assert!(charged([1020, 470], "facing = 270", Act::None).has(Cause::ChargedInFlank));
}

#[test]
fn a_general_is_safe_where_friends_are_near() {
    for (friend, taken) in [([900, 460], false), ([900, 300], true)] {
        let (book, mut field, mut phase) =
            scenario("", &[foot("red", "R1", friend, ""), foot("blue", "B1", [900, 500], "")]);
        let general = &mut phase.command[Side::Red].generals[0];
        (general.with, general.at) = (None, table::Point::round(table::Vec2::new(900.0, 500.0)));
        with_cx(&mut field, 1, |cx| riding::take_lone(&book, &mut phase, cx));
        assert_eq!(phase.command[Side::Red].generals[0].lost, taken);
    }
}

#[test]
fn an_order_on_its_way_waits_for_its_messenger_and_a_signal_must_be_seen() {
    proves!(rule::ORDERS_CHANGE);
    let hill = "[[terrain]]\nid = 'h'\nkind = 'gentle_hill'\npoints = [[1060, 0], [1090, 0], [1090, 600], [1060, 600]]\n";
    let (book, mut field, mut phase) = scenario(
        hill,
        &[
            foot("red", "R1", [900, 300], ""),
            foot("red", "R2", [700, 300], ""),
            foot("red", "R3", [1170, 300], ""),
            foot("blue", "B1", [900, 1100], ""),
        ],
    );
    let (seen, hidden) = (id(&field, "R2"), id(&field, "R3"));
    phase.command[Side::Red].signal = Some(Posture::Attack);
    let late = phase
        .state(seen)
        .kept
        .order
        .map(|order| crate::orders::order::Order { posture: Posture::Skirmish, ..order });
    phase.units[R.index()].kept.incoming = late.map(|order| Incoming { order, due: 2 });
    phase.step = Step::Orders;
    step(&book, &mut field, &mut phase, &[], |_, item| matches!(item, Item::Signal).then_some(1));
    let posture = |phase: &Phase, id: UnitId| phase.state(id).posture();
    assert_eq!((posture(&phase, seen), posture(&phase, hidden)), (Posture::Attack, Posture::Hold));
    assert_eq!(posture(&phase, R), Posture::Attack, "its messenger is still on the way");
    (phase.period, phase.step) = (2, Step::Orders);
    step(&book, &mut field, &mut phase, &[], |_, _| None);
    assert_eq!(posture(&phase, R), Posture::Skirmish);
}

#[test]
fn side_by_side_runners_do_not_turn_into_each_other() {
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            body("red", "R1", "HC", "lance", [900, 500], ""),
            body("red", "R2", "HC", "lance", [1022, 500], ""),
            body("blue", "B1", "LI", "javelin", [1100, 640], "facing = 0"),
            body("blue", "B2", "LI", "javelin", [800, 640], "facing = 0"),
        ],
    );
    for (i, prey) in [(0, 2), (1, 3)] {
        phase.units[i].seen.pursuing = Some(UnitId(prey));
        phase.units[usize::from(prey)].seen.routing = true;
    }
    thrown(&mut field, &[3, 3], |cx| pursuit::pursuits(&book, &mut phase, cx));
    let deep = field.shape(R).penetration(field.shape(UnitId(1)));
    assert!(deep < 0.52, "{deep}");
    thrown(&mut field, &[3, 3, 3, 3], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
}

#[test]
fn ground_tells_in_a_fight_and_bounds_a_move() {
    let hill = "[[terrain]]\nid = 'h'\nkind = 'gentle_hill'\npoints = [[930, 400], [1300, 400], [1300, 700], [930, 700]]\n";
    let (book, mut field, mut phase) =
        scenario(hill, &[foot("red", "R1", [900, 500], ""), foot("blue", "B1", [960, 500], "")]);
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
    let blows = |phase: &Phase, id: UnitId| {
        combat::resolve::strike(Board::of(&book, &field, phase), id, &phase.contacts[0])
            .expect("it strikes")
            .blows
    };
    assert!(blows(&phase, R).opponent_higher_halted && !blows(&phase, B).downhill);
    (phase.units[1].now.act, phase.units[1].seen.from_level) = (Act::Charged, 2);
    assert!(!blows(&phase, R).opponent_higher_halted, "he came down at them");
    assert!(blows(&phase, B).downhill);
    phase.units[1].now.act = Act::Stood;
    assert!(!blows(&phase, B).downhill, "whoever stood has come down from nowhere");
}

#[test]
fn nobody_leaves_its_sector() {
    proves!(rule::ORDERS_AREA);
    let may = |order: &str, words: &str| {
        let red = Put("red", "R1", "LI", "regular C", 12, 2, "javelin", [1170, 500], order, "");
        let (book, field, phase) = scenario("", &[red, foot("blue", "B1", [300, 1100], "")]);
        written::judge(Board::of(&book, &field, &phase), R, words).is_ok()
    };
    assert!(may("C W S", "shift right 20") && !may("C W S", "shift right 40"), "the sector ends at 1200");
}

#[test]
fn losses_below_half_shake_and_exactly_half_do_not() {
    proves!(rule::SHAKEN_HALF);
    for (casualties, shaken) in [(12 * 20, false), (13 * 20, true)] {
        let (book, mut field, mut phase) =
            met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
        phase.command[Side::Red].generals.clear();
        with_cx(&mut field, 1, |cx| losses::take(&book, &mut phase, &[(R, casualties)], cx));
        assert_eq!(phase.state(R).seen.shaken, shaken);
    }
}

#[test]
fn bodies_deep_in_a_wood_are_seen_from_near() {
    let wood =
        "[[terrain]]\nid = 'w'\nkind = 'wood'\npoints = [[600, 560], [1200, 560], [1200, 800], [600, 800]]\n";
    let sees = |y: i32| {
        let (book, field, phase) = scenario(
            wood,
            &[
                foot("red", "R1", [900, y], ""),
                Put("blue", "B1", "LI", "regular C", 6, 1, "", [900, 570], "C W S", ""),
            ],
        );
        Board::of(&book, &field, &phase).sees(R, B)
    };
    assert!(sees(480) && !sees(460), "90 and 110 paces off");
}

#[test]
fn who_comes_too_much_askew_does_not_line_up() {
    // The left corner of its front is where it touches.
    for (degrees, at, flush) in [(250, [885, 497], false), (220, [866, 479], true)] {
        let more = format!("facing = {degrees}");
        let horse = Put("blue", "B1", "HC", "regular C", 6, 1, "lance", at, "C Q A", &more);
        let (book, mut field, mut phase) = scenario("", &[foot("red", "R1", [900, 440], ""), horse]);
        with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
        assert_eq!(field.shape(B).ahead.y < -0.999, flush, "{degrees}");
    }
}
