//! Exceptions of the rules on small tables, each of which would pass unseen if it were forgotten.

use crate::board::state::{Act, Answer, Fate, Heading, Phase, Step};
use crate::board::{Board, contact};
use crate::combat::losses;
use crate::data::disorder::Cause;
use crate::data::occasion::Occasion;
use crate::data::troop::HandRow;
use crate::nerve::rules::{Line, Outcome};
use crate::orders::sheet::Item;
use crate::tests::small;
use crate::{Wrg6, aftermath, charge, combat, nerve, rule, shooting};
use ruling::proves;
use small::{B, Put, R, foot, id, met, scenario, step, thrown, with_cx};
use table::Edge;
use umpire::{Field, Side, UnitId};

/// Two lines of pikes that have met.
fn lines_met() -> (Wrg6, Field, Phase) {
    met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""))
}

/// Step 5 with dice of these faces.
fn step_five(book: &Wrg6, field: &mut Field, phase: &mut Phase, faces: &[u8]) {
    thrown(field, faces, |cx| aftermath::resolve::moves(book, phase, cx));
}

#[test]
fn a_recoil_decided_in_step_9_is_moved_in_the_next_period_after_the_tests_between() {
    let (book, mut field, mut phase) = lines_met();
    phase.step = Step::Shoot;
    // They have seen each other come.
    (phase.command[Side::Red].seen, phase.command[Side::Blue].seen) = (vec![B], vec![R]);
    // Red has one pip more: 31 casualties against 19, and a figure lost, its general unhurt.
    step(&book, &mut field, &mut phase, &[4, 3, 3, 3, 1], |_, _| None);
    assert_eq!((phase.period, phase.step), (2, Step::First));
    assert_eq!(phase.state(B).seen.fate, Some(Fate::Recoil), "it will");
    assert_eq!(field.shape(B).front_mid().y, 500.0, "but has not yet");
    for _ in 0..3 {
        step(&book, &mut field, &mut phase, &[], |_, _| None);
    }
    assert_eq!((phase.step, field.shape(B).front_mid().y), (Step::Other, 500.0));
    // Shot at for three periods, it tests in step 4 as one that must recoil.
    phase.units[1].seen.shot.periods = 3;
    phase.units[1].seen.shaken = true;
    let tested = |outcome: Option<Fate>, faces: &[u8]| {
        let (mut field, mut phase) = (field.clone(), phase.clone());
        phase.units[1].seen.fate = outcome;
        // Nothing is said of its general.
        step(&book, &mut field, &mut phase, faces, |_, item| matches!(item, Item::Sign(..)).then_some(2));
        (field, phase)
    };
    let (_, broken) = tested(Some(Fate::Recoil), &[2, 2, 2]);
    assert!(broken.state(B).seen.routing, "row 6 breaks whoever must recoil");
    let (_, shaken) = tested(None, &[2, 2, 2]);
    assert!(!shaken.state(B).seen.routing && shaken.state(B).seen.retiring == 2, "others only retire");
    let (mut field, mut phase) = tested(Some(Fate::Recoil), &[5, 5, 5]);
    step(&book, &mut field, &mut phase, &[], |_, _| None);
    assert_eq!((phase.step, field.shape(B).front_mid().y), (Step::Move, 530.0), "now it goes back");
}

#[test]
fn the_greatest_general_alone_may_be_counted_and_only_if_his_owner_says_so() {
    proves!(rule::REACTION_FACTOR_CINC_WITH);
    let (book, field, phase) = scenario(
        "",
        &[
            foot("red", "R1", [700, 300], ""),
            foot("red", "R2", [900, 300], "general = 'sub'"),
            foot("red", "R3", [700, 150], ""),
            foot("red", "R4", [1190, 300], ""),
            foot("blue", "B1", [900, 1100], ""),
        ],
    );
    let board = Board::of(&book, &field, &phase);
    let general = |label: &str| {
        let lines = [Line::GeneralNear, Line::SubGeneralWith, Line::CincWith];
        let mut choices = nerve::resolve::choices(board, id(&field, label));
        choices.retain(|line| lines.contains(line));
        choices
    };
    assert_eq!(general("R1"), [Line::CincWith]);
    assert_eq!(general("R2"), [Line::SubGeneralWith], "though the commander-in-chief is near");
    assert_eq!(general("R3"), [Line::GeneralNear]);
    assert_eq!(general("R4"), [], "neither near nor of its command");
    let total = |signs: &[nerve::resolve::Sign]| {
        nerve::resolve::test(board, R, Occasion::HeavyShooting, signs).factors(&book.house).total()
    };
    let silent = total(&[]);
    assert_eq!(total(&[(R, Line::CincWith, true)]), silent + 3);
    assert_eq!(total(&[(R, Line::CincWith, false)]), silent - 3);
    assert_eq!(total(&[(B, Line::CincWith, true)]), silent, "another body's sign");
}

/// How often a line counts for the first body, with some of the others changed.
fn counted(bodies: &[Put<'_>], line: Line, change: impl FnOnce(&mut Phase)) -> i16 {
    let (book, field, mut phase) = scenario("", bodies);
    change(&mut phase);
    nerve::resolve::lines(Board::of(&book, &field, &phase), R).times(line)
}

#[test]
fn friends_count_by_what_they_are_and_do() {
    let bodies = || {
        [
            foot("red", "R1", [900, 500], ""),
            foot("red", "R2", [1050, 500], ""),
            Put("red", "R3", "LI", "regular C", 6, 1, "javelin", [700, 500], "C W S", ""),
            foot("blue", "B1", [300, 1100], ""),
        ]
    };
    let count = |line, change: fn(&mut Phase)| counted(&bodies(), line, change);
    let both_retire = |phase: &mut Phase| {
        (phase.units[1].seen.heading, phase.units[2].seen.heading) = (Heading::Retiring, Heading::Retiring);
    };
    assert_eq!(count(Line::FriendsRetiring, both_retire), 1, "lights are not minded");
    let both_rout =
        |phase: &mut Phase| (phase.units[1].seen.routing, phase.units[2].seen.routing) = (true, true);
    assert_eq!((count(Line::NoFriends, |_| {}), count(Line::NoFriends, both_rout)), (0, 1));
    assert_eq!(count(Line::FriendsBroken, both_rout), 2);
    let one_comes = |phase: &mut Phase| phase.units[1].seen.heading = Heading::Advancing;
    assert_eq!((count(Line::Advancing, |_| {}), count(Line::Advancing, one_comes)), (0, 1));
    let one_charges = |phase: &mut Phase| phase.units[1].seen.pursuing = Some(UnitId(3));
    assert_eq!(count(Line::FriendsCharging, one_charges), 1);
    assert_eq!(count(Line::SingleEnemy, |_| {}), 1, "none also counts");
}

#[test]
fn enemies_count_by_what_they_are_and_do() {
    let beasts = Put("blue", "B1", "EL", "irregular C", 2, 1, "javelin", [860, 620], "C W H", "");
    let bodies = [foot("red", "R1", [900, 500], ""), beasts, foot("blue", "B2", [1000, 630], "")];
    assert_eq!(counted(&bodies, Line::EnemyElephantsOrChariots, |_| {}), 1);
    assert_eq!(
        counted(&bodies, Line::EnemyElephantsOrChariots, |phase| phase.units[1].seen.routing = true),
        0
    );
    assert_eq!(counted(&bodies, Line::EnemyBroken, |phase| phase.units[1].seen.routing = true), 1);
    assert_eq!(counted(&bodies, Line::SingleEnemy, |_| {}), 0);
    assert_eq!(
        counted(&bodies, Line::EnemyRetiring, |phase| phase.units[2].seen.heading = Heading::Retiring),
        1
    );
    assert_eq!(
        counted(&bodies, Line::EnemyAdvancing, |phase| phase.units[2].seen.heading = Heading::Advancing),
        1
    );
}

#[test]
fn lights_count_it_on_two_occasions_and_mounted_when_any_charger_is_on_foot() {
    let (book, field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LC", "irregular C", 12, 2, "javelin", [900, 500], "C Q A", ""),
            foot("blue", "B1", [860, 570], ""),
            Put("blue", "B2", "HC", "regular C", 12, 2, "lance", [1000, 600], "C Q A", ""),
        ],
    );
    let times = |phase: &Phase, occasion, line| {
        nerve::resolve::test(Board::of(&book, &field, phase), R, occasion, &[]).lines.times(line)
    };
    let lights = Occasion::ALL.iter().filter(|o| times(&phase, **o, Line::LightTroops) != 0).copied();
    assert_eq!(lights.collect::<Vec<_>>(), [Occasion::First, Occasion::InitiateCharge]);
    let by_horse = charge::resolve::way(Board::of(&book, &field, &phase), UnitId(2), R).expect("in reach");
    phase.charges = vec![by_horse];
    assert_eq!(times(&phase, Occasion::Charged, Line::MountedChargedByFoot), 0);
    let by_foot = charge::resolve::way(Board::of(&book, &field, &phase), B, R).expect("in reach");
    phase.charges.push(by_foot);
    assert_eq!(times(&phase, Occasion::Charged, Line::MountedChargedByFoot), 1);
    assert_eq!(times(&phase, Occasion::FriendBroken, Line::MountedChargedByFoot), 0);
}

#[test]
fn mounted_shrink_on_row_3_from_the_front_of_close_foot_alone() {
    let outcome = |target: &str, front: bool, rider: &str| {
        let (book, field, mut phase) = scenario(
            "",
            &[
                Put("red", "R1", rider, "regular C", 12, 2, "", [900, 500], "C Q A", ""),
                Put("blue", "B1", target, "regular C", 24, 3, "", [900, 540], "C W H", ""),
            ],
        );
        let charge = charge::resolve::way(Board::of(&book, &field, &phase), R, B).expect("in reach");
        phase.charges = vec![crate::board::state::Charge { front, ..charge }];
        nerve::resolve::test(Board::of(&book, &field, &phase), R, Occasion::InitiateCharge, &[]).outcome(3)
    };
    assert_eq!(outcome("HI", true, "HC"), Outcome::NoCharge);
    assert_eq!(outcome("HI", false, "HC"), Outcome::Charge, "in flank");
    assert_eq!(outcome("LHI", true, "HC"), Outcome::Charge, "loose foot");
    assert_eq!(outcome("HI", true, "EHI"), Outcome::Charge, "foot");
}

#[test]
fn a_body_tests_once_in_steps_2_and_4_and_in_contact_not_in_step_2() {
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 570], "")]);
    let tests = |phase: &Phase| {
        nerve::resolve::testers(Board::of(&book, &field, phase)).iter().any(|(id, _, must)| *id == R && *must)
    };
    phase.step = Step::First;
    assert!(tests(&phase), "in reach");
    phase.contacts = lines_met().2.contacts;
    assert!(!tests(&phase), "in contact");
    phase.contacts.clear();
    phase.step = Step::Other;
    phase.units[0].seen.shot.periods = 3;
    assert!(tests(&phase));
    phase.units[0].now.tested = true;
    assert!(!tests(&phase), "its test was in step 2");
}

#[test]
fn lances_and_heavy_throwing_weapons_strike_once() {
    let row = |troop: &str, weapon: &str, act: Act, first: bool| {
        let red = Put("red", "R1", troop, "regular C", 12, 2, weapon, [900, 500], "C Q A", "");
        let (book, field, mut phase) = met(red, foot("blue", "B1", [900, 500], ""));
        phase.units[0].now.act = act;
        phase.contacts[0].first = first;
        let contact = phase.contacts[0];
        let strike =
            combat::resolve::strike(Board::of(&book, &field, &phase), R, &contact).expect("it strikes");
        strike.blows.rows(&book.house)[0].row
    };
    assert_eq!(row("HC", "lance", Act::Charged, true), HandRow::LanceCharging);
    assert_eq!(row("HC", "lance", Act::Countercharged, true), HandRow::LanceCharging);
    assert_eq!(row("HC", "lance", Act::Stood, true), HandRow::OtherCavalry);
    assert_eq!(row("HC", "lance", Act::Charged, false), HandRow::OtherCavalry);
    assert_eq!(row("HI", "heavy_throwing_weapon", Act::Stood, true), HandRow::HeavyThrowing);
    assert_eq!(row("HI", "heavy_throwing_weapon", Act::Stood, false), HandRow::OtherInfantry);
}

#[test]
fn whoever_loses_its_rear_rank_is_followed_by_the_enemy_behind_it() {
    proves!(rule::GEO_D12);
    let others = [
        Put("blue", "B1", "HC", "regular C", 16, 2, "lance", [900, 440], "C Q A", "facing = 0"),
        Put("red", "R2", "LI", "regular C", 6, 1, "javelin", [1056, 475], "C W S", ""),
    ];
    for (count, kept) in [(1, true), (2, false)] {
        let mut bodies = vec![foot("red", "R1", [900, 500], "")];
        bodies
            .extend(others.iter().take(count).map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
        let (book, mut field, mut phase) = scenario("", &bodies);
        let (r, b) = (id(&field, "R1"), id(&field, "B1"));
        phase.command[Side::Red].generals.clear();
        with_cx(&mut field, 1, |cx| {
            small::meet(&book, &mut phase, b, cx);
            assert_eq!(phase.contacts[0].edges[0], Edge::Rear);
            losses::take(&book, &mut phase, &[(r, 160)], cx);
            contact::touch_again(&book, &mut phase, cx);
        });
        assert_eq!(field.unit(r).formation.figures, 16);
        assert_eq!(phase.in_contact(b), kept, "someone in the way ends it");
        let front = field.shape(b).front_mid().y;
        assert!((front - if kept { 460.0 } else { 440.0 }).abs() < 0.1, "at {front}");
    }
}

#[test]
fn nobody_declares_a_charge_who_is_out_of_it() {
    let (book, field, phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C Q A", ""),
            foot("blue", "B1", [900, 570], ""),
        ],
    );
    let may = |change: fn(&mut Phase)| {
        let mut phase = phase.clone();
        change(&mut phase);
        !charge::resolve::targets(Board::of(&book, &field, &phase), R).is_empty()
    };
    assert!(may(|_| {}));
    for change in [
        (|phase| phase.units[0].seen.shaken = true) as fn(&mut Phase),
        |phase| phase.units[0].seen.routing = true,
        |phase| phase.units[0].seen.retiring = 1,
        |phase| phase.units[0].now.no_advance = true,
        |phase| phase.contacts = lines_met().2.contacts,
    ] {
        assert!(!may(change));
    }
}

#[test]
fn posture_and_sector_say_whom_a_body_may_charge() {
    let may = |order: &str, enemy: [i32; 2], change: fn(&mut Phase)| {
        let red = Put("red", "R1", "HC", "regular C", 12, 2, "lance", [610, 500], order, "");
        let (book, field, mut phase) = scenario("", &[red, foot("blue", "B1", enemy, "")]);
        change(&mut phase);
        !charge::resolve::targets(Board::of(&book, &field, &phase), R).is_empty()
    };
    let shaken = |phase: &mut Phase| phase.units[1].seen.shaken = true;
    assert!(!may("C Q S", [650, 600], |_| {}) && may("C Q S", [650, 600], shaken));
    assert!(may("C W H to 610 900", [650, 600], |_| {}), "he blocks the way");
    assert!(!may("C W H to 610 520", [650, 600], |_| {}), "its way ends before him");
    assert!(!may("C Q A", [560, 600], |_| {}), "he is in another sector");
    assert!(
        may("C Q A", [560, 600], |phase| phase.units[1].seen.shot.aimed_at = Some(R)),
        "but shoots at them"
    );
}

#[test]
fn whoever_has_friends_it_cannot_pass_behind_it_is_pinned() {
    let pinned = |troop: &str, training: &str| {
        let behind = Put("red", "R2", troop, training, 12, 2, "", [900, 455], "C W H", "");
        let skirmisher = Put("red", "R1", "LMI", "irregular C", 12, 1, "javelin", [900, 490], "C Q S", "");
        let horse = Put("blue", "B1", "HC", "regular C", 12, 2, "lance", [900, 600], "C Q A", "");
        let (book, field, mut phase) = scenario("", &[skirmisher, behind, horse]);
        let b = id(&field, "B1");
        phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), b, R).expect("in reach")];
        phase.units[0].now.row = 2;
        charge::resolve::answers(Board::of(&book, &field, &phase), R)
    };
    assert_eq!(pinned("HI", "irregular C"), [Answer::Stand]);
    assert_eq!(pinned("LI", "irregular C"), [Answer::Evade], "all pass through light infantry");
}

#[test]
fn who_moved_far_or_rallied_shoots_not_but_light_horse_does() {
    let shoots = |troop: &str, weapon: &str, act: Act| {
        let red = Put("red", "R1", troop, "irregular C", 6, 1, weapon, [900, 500], "C W H", "");
        let (book, field, mut phase) = scenario("", &[red, foot("blue", "B1", [900, 530], "")]);
        phase.units[0].now.act = act;
        !shooting::resolve::targets(Board::of(&book, &field, &phase), R).is_empty()
    };
    for act in [Act::None, Act::Stood, Act::Moved] {
        assert!(shoots("LMI", "bow", act));
    }
    for act in [Act::Evaded, Act::Charged, Act::Pursued, Act::Rallied] {
        assert!(!shoots("LMI", "bow", act));
    }
    assert!(shoots("LC", "javelin", Act::Evaded) && shoots("LC", "javelin", Act::Charged));
    assert!(!shoots("LC", "javelin", Act::Rallied) && !shoots("MC", "javelin", Act::Evaded));
}

#[test]
fn archers_who_are_charged_shoot_at_a_charger() {
    let archers = Put("red", "R1", "LMI", "irregular C", 24, 2, "bow", [900, 500], "C W H", "");
    let (book, mut field, mut phase) =
        scenario("", &[archers, foot("blue", "B1", [830, 500], ""), foot("blue", "B2", [1000, 560], "")]);
    let targets =
        |phase: &Phase, field: &Field| shooting::resolve::targets(Board::of(&book, field, phase), R);
    phase.contacts.clear();
    assert_eq!(targets(&phase, &field).len(), 2, "before they meet");
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
    assert_eq!(targets(&phase, &field), [B]);
    phase.contacts[0].first = false;
    assert!(targets(&phase, &field).is_empty(), "nor into an old fight");
}

/// Lines that have met, red beaten; what blue then did.
fn followed(change: impl FnOnce(&mut Phase)) -> Act {
    let (book, mut field, mut phase) = lines_met();
    phase.units[0].seen.fate = Some(Fate::Recoil);
    change(&mut phase);
    step_five(&book, &mut field, &mut phase, &[]);
    phase.state(B).now.act
}

#[test]
fn following_up_is_a_choice_but_not_for_the_impetuous_or_the_held() {
    proves!(rule::MELEE_FOLLOWUP);
    assert_eq!(followed(|_| {}), Act::None);
    assert_eq!(followed(|phase| phase.units[1].now.following = true), Act::FollowedUp);
    assert_eq!(followed(|phase| phase.units[1].seen.impetuous = true), Act::FollowedUp);
    let held =
        |phase: &mut Phase| (phase.units[1].now.following, phase.units[1].now.no_advance) = (true, true);
    assert_eq!(followed(held), Act::None);
}

#[test]
fn a_recoil_that_is_stopped_breaks_the_body() {
    let breaks = |at: [i32; 2], others: &[Put<'_>], change: fn(&mut Phase)| {
        let mut bodies = vec![foot("red", "R1", at, ""), foot("blue", "B1", at, "")];
        bodies.extend(others.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
        let (book, mut field, mut phase) = scenario("", &bodies);
        let (r, b) = (id(&field, "R1"), id(&field, "B1"));
        with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
        phase.units[r.index()].seen.fate = Some(Fate::Recoil);
        change(&mut phase);
        with_cx(&mut field, 1, |cx| crate::aftermath::recoil::recoils(&book, &mut phase, cx));
        phase.state(r).seen.routing
    };
    assert!(!breaks([900, 500], &[], |_| {}));
    assert!(breaks([900, 80], &[], |_| {}), "the edge is 20 paces behind");
    let enemy = foot("blue", "B2", [900, 420], "facing = 0");
    assert!(breaks([900, 500], &[enemy], |_| {}), "an enemy is");
    assert!(!breaks([900, 500], &[foot("red", "R2", [900, 420], "")], |_| {}), "friends are pushed");
    let fights = |phase: &mut Phase| {
        let contact = crate::board::state::Contact { pair: [UnitId(1), UnitId(3)], ..phase.contacts[0] };
        phase.contacts.push(contact);
    };
    let busy = [foot("red", "R2", [900, 420], ""), foot("blue", "B2", [900, 340], "facing = 0")];
    assert!(breaks([900, 500], &busy, fights), "friends who fight are not");
}

#[test]
fn elephants_burst_through_the_friends_behind_them() {
    let beasts = Put("red", "R1", "EL", "irregular C", 2, 1, "javelin", [900, 500], "C Q A", "");
    let behind = foot("red", "R2", [900, 410], "");
    let (book, mut field, mut phase) = scenario("", &[beasts, behind, foot("blue", "B1", [900, 500], "")]);
    let (r, f, b) = (id(&field, "R1"), id(&field, "R2"), id(&field, "B1"));
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
    phase.units[r.index()].seen.fate = Some(Fate::Recoil);
    step_five(&book, &mut field, &mut phase, &[]);
    assert!(!phase.state(r).seen.routing && field.shape(r).front_mid().y <= 350.5, "through and clear");
    assert!(phase.state(f).seen.shaken && phase.state(f).seen.causes.has(Cause::Broke));
    assert_eq!(field.shape(f).front_mid().y, 410.0, "they are not pushed");
}
