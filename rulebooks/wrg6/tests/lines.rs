//! Lines meet as lines: charges abreast, first contact, closing up, turning to face, and what is told of every charge.

use crate::Wrg6;
use crate::board::contact;
use crate::board::state::{Act, Answer, Charge, Phase};
use crate::board::{Board, fighting_files};
use crate::charge::{assault, facing, reach, resolve};
use crate::data::disorder::Cause;
use crate::data::troop::Hand;
use crate::house::House;
use crate::rule;
use crate::tests::small;
use ruling::proves;
use small::{B, Put, R, cites, foot, scenario, with_cx};
use table::Edge;
use umpire::{Entry, Field, UnitId};

fn rider<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HC", "regular C", 12, 2, "lance", at, "C Q A", more)
}

fn swords<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HI", "regular C", 24, 3, "", at, "C Q A", more)
}

/// Everyone of the list charges whom it names; gives back the journal.
fn charge(book: &Wrg6, field: &mut Field, phase: &mut Phase, pairs: &[(UnitId, UnitId)]) -> Vec<Entry> {
    let way = |(by, on): &(UnitId, UnitId)| {
        resolve::way(Board::of(book, field, phase), *by, *on).expect("it is in reach")
    };
    phase.charges = pairs.iter().map(way).collect();
    with_cx(field, 1, |cx| assault::charges(book, phase, cx)).1
}

fn texts(journal: &[Entry]) -> Vec<String> {
    let text = |entry: &Entry| match entry {
        Entry::Ruling(ruling) => Some(ruling.text.to_string()),
        _ => None,
    };
    journal.iter().filter_map(text).collect()
}

#[test]
fn neighbours_in_line_charge_abreast_and_all_come_home() {
    proves!(rule::CHARGE_PATH, rule::CHARGE_CONTACT);
    let bodies = [
        swords("red", "R1", [800, 300], ""),
        swords("red", "R2", [921, 300], ""),
        swords("blue", "B1", [830, 370], ""),
        swords("blue", "B2", [951, 372], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    let ids = [0, 1, 2, 3].map(UnitId);
    let journal = charge(&book, &mut field, &mut phase, &[(ids[0], ids[2]), (ids[1], ids[3])]);
    for id in ids {
        assert!(phase.in_contact(id), "{id:?}: {:?}", texts(&journal));
        assert!(phase.contacts.iter().all(|contact| contact.edges == [Edge::Front; 2]));
    }
    for (i, a) in ids.iter().enumerate() {
        for b in &ids[..i] {
            assert!(!field.shape(*a).overlaps(field.shape(*b), 0.5), "{a:?} stands upon {b:?}");
        }
    }
}

#[test]
fn two_who_charge_each_other_meet_front_to_front_whatever_corner_touches() {
    let bodies =
        [rider("red", "R1", [900, 300], "facing = 20"), rider("blue", "B1", [1020, 420], "facing = 215")];
    let (book, mut field, mut phase) = scenario("", &bodies);
    let journal = charge(&book, &mut field, &mut phase, &[(R, B), (B, R)]);
    assert_eq!(phase.contacts[0].edges, [Edge::Front; 2]);
    assert!(!phase.state(R).seen.causes.has(Cause::ChargedInFlank));
    assert!(!phase.state(B).seen.causes.has(Cause::ChargedInFlank));
    assert!(texts(&journal).iter().any(|text| text.contains("met head on")), "{:?}", texts(&journal));
}

#[test]
fn a_line_that_holds_by_a_corner_closes_up_until_whole_fronts_fight() {
    proves!(rule::GEO_D12);
    let files = |posture: &str| {
        let red = Put("red", "R1", "HI", "regular C", 24, 3, "", [900, 500], posture, "");
        let (book, mut field, mut phase) = scenario("", &[red, foot("blue", "B1", [985, 500], "")]);
        let fights = |field: &Field, phase: &Phase| {
            let board = Board::of(&book, field, phase);
            fighting_files::fighting(board, R, &phase.contacts[0], Hand::InfantryOther)
        };
        let before = fights(&field, &phase);
        for _ in 0..4 {
            with_cx(&mut field, 1, |cx| contact::close_up(&book, &mut phase, cx));
        }
        (before, fights(&field, &phase))
    };
    let (before, after) = files("C Q A");
    assert!(before <= 4 && after == 8, "{before} figures, then {after}");
    let (before, after) = files("C W H");
    assert_eq!(before, after, "those ordered to hold do not slide");
}

#[test]
fn men_step_forward_across_a_step_in_the_line() {
    let contacts = |house: &str| {
        let bodies = [
            swords("red", "R1", [800, 300], ""),
            swords("red", "R2", [921, 292], ""),
            foot("blue", "B1", [800, 300], ""),
            foot("blue", "B2", [921, 300], ""),
        ];
        scenario(house, &bodies).2.contacts.len()
    };
    assert_eq!((contacts(""), contacts("[house]\ncontact_arm = 0")), (2, 1));
}

#[test]
fn a_body_struck_from_behind_with_nobody_before_it_turns_to_face() {
    let bodies = [foot("red", "R1", [900, 500], ""), rider("blue", "B1", [900, 440], "facing = 0")];
    let (book, mut field, mut phase) = scenario("", &bodies);
    assert_eq!(phase.contacts[0].edges, [Edge::Rear, Edge::Front]);
    with_cx(&mut field, 1, |cx| contact::close_up(&book, &mut phase, cx));
    assert_eq!(phase.contacts[0].edges, [Edge::Front; 2]);
}

/// How foot that stands is struck by a charge from behind, so many paces off.
fn struck_from_behind(gap: i32, house: &str, troop: &str) -> (Edge, bool) {
    let red = Put("red", "R1", troop, "regular A", 24, 3, "", [900, 700], "C W H", "");
    let bodies = [red, rider("blue", "B1", [900, 640 - gap], "facing = 0")];
    let (book, mut field, mut phase) = scenario(house, &bodies);
    phase.charges = vec![resolve::way(Board::of(&book, &field, &phase), B, R).expect("in reach")];
    phase.units[0].now.answer = Some(Answer::Stand);
    let journal = with_cx(&mut field, 1, |cx| {
        facing::turn(&book, &mut phase, cx);
        assault::charges(&book, &mut phase, cx);
    })
    .1;
    assert_eq!(cites(&journal, "wrg6.charge.face"), phase.contacts[0].edges[0] == Edge::Front);
    (phase.contacts[0].edges[0], phase.state(R).seen.causes.has(Cause::ChargedInFlank))
}

#[test]
fn whoever_is_charged_from_behind_turns_to_face_if_it_has_time() {
    proves!(rule::CHARGE_FACE);
    assert_eq!(struck_from_behind(120, "", "HI"), (Edge::Front, false));
    assert_eq!(struck_from_behind(60, "", "HI"), (Edge::Rear, true), "too near to turn");
    let strict = "[house]\nturn_to_face = false";
    assert_eq!(struck_from_behind(120, strict, "HI"), (Edge::Rear, true));
}

#[test]
fn no_advance_retiring_and_being_shaken_stop_a_charge_that_was_declared() {
    proves!(rule::REACTION_NO_ADVANCE, rule::CHARGE_TARGETS);
    let home = |change: fn(&mut Phase)| {
        let bodies = [rider("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 400], "")];
        let (book, mut field, mut phase) = scenario("", &bodies);
        phase.charges = vec![resolve::way(Board::of(&book, &field, &phase), R, B).expect("in reach")];
        change(&mut phase);
        let journal = with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx)).1;
        let told = texts(&journal).iter().any(|text| text.contains("did not charge"));
        assert_ne!(told, phase.in_contact(R));
        phase.in_contact(R)
    };
    assert!(home(|_| {}));
    assert!(!home(|phase| phase.units[0].now.no_advance = true));
    assert!(!home(|phase| phase.units[0].seen.retiring = 2));
    assert!(!home(|phase| phase.units[0].seen.shaken = true));
    assert!(!home(|phase| phase.units[0].seen.routing = true));
}

#[test]
fn of_every_charge_it_is_told_what_became_of_it() {
    proves!(rule::CHARGE_PATH);
    let straight = |ahead: i32| {
        let (by, on, front) = (R, B, true);
        Charge { by, on, straight: 0, wheel: 0, aside: 0, ahead, to_go: ahead, front, from_before: front }
    };
    let told = |blue: [i32; 2], friend: [i32; 2], ahead: i32| {
        let bodies =
            [rider("red", "R1", [900, 300], ""), foot("blue", "B1", blue, ""), foot("red", "R2", friend, "")];
        let (book, mut field, mut phase) = scenario("", &bodies);
        let on = field.ids().find(|id| field.card(*id).label == "B1").expect("he is there");
        phase.charges = vec![Charge { on, ..straight(ahead) }];
        let journal = with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx)).1;
        texts(&journal).join(" ")
    };
    assert!(told([900, 400], [300, 300], 160_000).contains("charged home on"));
    assert!(told([900, 500], [300, 300], 100_000).contains("short of"), "it fell short");
    let stopped = told([900, 480], [900, 440], 160_000);
    assert!(stopped.contains("stopped by R2"), "{stopped}");
}

#[test]
fn nobody_reaches_through_friends_or_while_he_is_held() {
    let reaches = |friend: Put<'_>, change: fn(&mut Phase)| {
        let bodies = [swords("red", "R1", [900, 300], ""), friend, foot("blue", "B1", [900, 375], "")];
        let (book, field, mut phase) = scenario("", &bodies);
        change(&mut phase);
        let b = UnitId(2);
        reach::in_reach(Board::of(&book, &field, &phase), R, b)
    };
    let away = || foot("red", "R2", [300, 300], "");
    let thin = |troop| Put("red", "R2", troop, "regular C", 12, 1, "", [900, 340], "C W H", "");
    assert!(reaches(away(), |_| {}));
    assert!(!reaches(thin("HI"), |_| {}), "a friend stands between");
    assert!(reaches(thin("LI"), |_| {}), "light infantry steps aside");
    let held = |phase: &mut Phase| {
        phase.contacts = vec![crate::board::state::Contact {
            pair: [R, UnitId(2)],
            edges: [Edge::Front; 2],
            first: false,
            weak: false,
        }];
    };
    assert!(!reaches(away(), held), "it is fighting");
}

#[test]
fn a_contact_of_two_files_holds_nobody() {
    let bodies = |x: i32| {
        [
            swords("red", "R1", [900, 500], ""),
            foot("blue", "B1", [x, 500], ""),
            foot("blue", "B2", [890, 560], ""),
        ]
    };
    let may = |x: i32| {
        let (book, field, phase) = scenario("", &bodies(x));
        assert!(phase.in_contact(R));
        resolve::targets(Board::of(&book, &field, &phase), R).iter().any(|charge| charge.on == UnitId(2))
    };
    assert!(may(1018), "it has him by a corner");
    assert!(!may(960), "they fight in earnest");
}

#[test]
fn wild_troops_and_those_told_not_to_advance_answer_so() {
    let answers = |change: fn(&mut Phase)| {
        let bodies = [
            Put("red", "R1", "LC", "regular C", 12, 2, "javelin", [900, 300], "C W S", ""),
            Put("blue", "B1", "LC", "regular C", 12, 2, "javelin", [900, 400], "C Q A", ""),
        ];
        let (book, field, mut phase) = scenario("", &bodies);
        phase.charges = vec![resolve::way(Board::of(&book, &field, &phase), B, R).expect("in reach")];
        change(&mut phase);
        resolve::answers(Board::of(&book, &field, &phase), R)
    };
    let rallied = |phase: &mut Phase| phase.units[0].now.row = 0;
    assert_eq!(answers(rallied), [Answer::Countercharge, Answer::Evade], "by its orders, not as on row 1");
    assert_eq!(answers(|phase| phase.units[0].seen.impetuous = true), [Answer::Countercharge]);
    let stays = |phase: &mut Phase| (phase.units[0].now.row, phase.units[0].now.no_advance) = (2, true);
    assert_eq!(answers(stays), [Answer::Evade]);
}

/// `wrg6.reaction.no_advance`: what a test forbids it forbids for the whole period, a counter-charge too, though a later
/// test makes the body wild.
#[test]
fn who_may_not_advance_does_not_counter_charge_either() {
    proves!(rule::REACTION_NO_ADVANCE);
    let home = |change: fn(&mut Phase)| {
        let bodies = [
            Put("red", "R1", "LC", "regular C", 12, 2, "javelin", [900, 300], "C W S", ""),
            Put("blue", "B1", "LC", "regular C", 12, 2, "javelin", [900, 400], "C Q A", ""),
        ];
        let (book, mut field, mut phase) = scenario("", &bodies);
        phase.charges = vec![resolve::way(Board::of(&book, &field, &phase), B, R).expect("in reach")];
        phase.units[0].now.answer = Some(Answer::Countercharge);
        change(&mut phase);
        let journal = with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx)).1;
        let told = texts(&journal).iter().any(|text| text.contains("did not counter-charge"));
        assert_ne!(told, phase.state(R).now.act == Act::Countercharged);
        !told
    };
    assert!(home(|_| {}));
    assert!(!home(|phase| phase.units[0].now.no_advance = true));
    assert!(!home(|phase| {
        (phase.units[0].now.no_advance, phase.units[0].seen.impetuous) = (true, true);
    }));
    assert!(!home(|phase| phase.units[0].seen.shaken = true));
}

#[test]
fn foot_that_follows_up_is_caught_moving_by_horse() {
    let bodies = [rider("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 400], "")];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.units[1].now.act = Act::FollowedUp;
    charge(&book, &mut field, &mut phase, &[(R, B)]);
    assert!(phase.state(B).seen.causes.has(Cause::FootCaughtMovingByMounted));
    assert!(House::default().turn_to_face);
}
