//! Fighting and testing on small tables: flanks, personal combat, tests, shooting, what a side sees.

use crate::aftermath::rout;
use crate::board::state::{Act, Contact, Phase, Step};
use crate::board::{Board, fighting_files};
use crate::data::occasion::Occasion;
use crate::data::troop::Hand;
use crate::house::House;
use crate::movement::written;
use crate::nerve::rules::Line;
use crate::orders::sheet;
use crate::orders::sheet::Item;
use crate::play::step9;
use crate::tests::small;
use crate::{Wrg6, charge, nerve, rule, shooting};
use ruling::proves;
use small::{Put, cites, id, scenario, step, with_cx};
use std::sync::Arc;
use table::Edge;
use umpire::{Battle, Entry, Field, Side, UnitId, Viewer};

/// Pikes, 6 files and 4 ranks, struck in the right flank by horse whose front stands so far from the front line.
fn struck_in_flank(back: i32) -> (Wrg6, Field, Phase) {
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 4, "pike", [900, 500], "C W H", ""),
            Put("blue", "B1", "HC", "regular C", 6, 2, "lance", [945, 500 - back], "C Q A", "facing = 270"),
        ],
    );
    let b = id(&field, "B1");
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
    assert_eq!(phase.contacts[0].edges, [Edge::Right, Edge::Front]);
    (book, field, phase)
}

#[test]
fn a_flank_replies_with_one_figure_for_each_rank_that_is_touched() {
    let reply = |back: i32, first: bool| {
        let (book, field, mut phase) = struck_in_flank(back);
        phase.contacts[0].first = first;
        let contact = phase.contacts[0];
        fighting_files::fighting(Board::of(&book, &field, &phase), id(&field, "R1"), &contact, Hand::Pike)
    };
    assert_eq!(reply(30, true), 3, "60 paces of front touch three ranks of 20");
    assert_eq!(reply(70, true), 2, "two where he overlaps the rear corner");
    assert_eq!(reply(30, false), 9, "turned, pikes fight three files deep of six");
}

#[test]
fn a_body_struck_in_the_rear_does_not_reply_until_it_has_turned() {
    let (book, field, phase) = struck_in_flank(30);
    let (board, r) = (Board::of(&book, &field, &phase), id(&field, "R1"));
    let rear = |first| Contact { edges: [Edge::Rear, Edge::Front], first, ..phase.contacts[0] };
    assert_eq!(fighting_files::fighting(board, r, &rear(true), Hand::InfantryOther), 0);
    assert!(fighting_files::fighting(board, r, &rear(false), Hand::InfantryOther) > 0);
}

/// Both commanders front to front, at the choice of targets.
fn commanders_meet(blue: &str) -> (Wrg6, Field, Phase) {
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", ""),
            Put("blue", "B2", "HI", "regular C", 24, 3, "pike", [1200, 900], "C W H", blue),
        ],
    );
    let b = id(&field, "B1");
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
    phase.step = Step::Shoot;
    (book, field, phase)
}

fn offers(by: Side) -> impl Fn(Side, &Item) -> Option<u16> {
    move |side, item| matches!(item, Item::Duel(_)).then_some(u16::from(side == by))
}

#[test]
fn a_challenge_is_offered_openly_and_may_be_refused() {
    proves!(rule::GENERALS_CHALLENGE);
    let (book, mut field, mut phase) = commanders_meet("");
    step(&book, &mut field, &mut phase, &[], offers(Side::Red));
    assert_eq!(phase.step, Step::Challenged(Side::Blue));
    let board = Board::of(&book, &field, &phase);
    assert!(sheet::of(board, Side::Red).is_empty());
    assert!(matches!(sheet::of(board, Side::Blue).items[..], [Item::Duel(_)]));
    let journal = step(&book, &mut field, &mut phase, &[3, 3, 3, 3], |_, _| Some(0));
    assert!(cites(&journal, "wrg6.generals.challenge"), "the refusal is told");
    assert!(Side::ALL.iter().all(|side| !phase.command[*side].generals[0].lost));
    assert_eq!(phase.period, 2, "they fight on");
}

#[test]
fn who_takes_up_a_challenge_and_loses_is_disabled() {
    proves!(rule::GENERALS_CHALLENGE);
    let (book, mut field, mut phase) = commanders_meet("");
    step(&book, &mut field, &mut phase, &[], offers(Side::Blue));
    assert_eq!(phase.step, Step::Challenged(Side::Red));
    step(&book, &mut field, &mut phase, &[2, 5, 3, 3, 3, 3], |_, _| Some(1));
    assert!(phase.command[Side::Red].generals[0].lost && phase.command[Side::Red].defeated);
    assert!(!phase.command[Side::Blue].defeated);
}

#[test]
fn nobody_is_asked_where_the_enemys_commander_is_not_before_him() {
    let (book, mut field, mut phase) = commanders_meet("");
    phase.command[Side::Blue].generals[0].with = Some(id(&field, "B2"));
    step(&book, &mut field, &mut phase, &[3, 3, 3, 3], offers(Side::Red));
    assert_eq!(phase.period, 2, "the offer comes to nothing");
}

#[test]
fn a_champion_fights_in_his_commanders_stead() {
    let (book, mut field, mut phase) = commanders_meet("champion = 'Ajax'");
    let (b1, b2) = (id(&field, "B1"), id(&field, "B2"));
    phase.command[Side::Blue].generals[0].with = Some(b2);
    phase.command[Side::Blue].champion.as_mut().expect("the file names him").with = b1;
    step(&book, &mut field, &mut phase, &[6, 1, 3, 3, 3, 3], |_, item| {
        matches!(item, Item::Duel(_)).then_some(1)
    });
    let command = &phase.command[Side::Blue];
    assert!(command.defeated && command.champion.as_ref().is_some_and(|c| c.lost));
    assert!(!command.generals[0].lost, "the commander himself was not there");
}

#[test]
fn a_lone_general_in_sight_shows_and_no_other_does() {
    let (book, field, mut phase) = commanders_meet("");
    phase.step = Step::Move;
    let view = |phase: &Phase| {
        let battle = Battle::new(Arc::new(book.clone()), field.clone(), phase.clone());
        battle.view(Viewer::Player(Side::Red)).phase.command[Side::Blue].generals.clone()
    };
    assert!(view(&phase).is_empty(), "he is with a body");
    phase.command[Side::Blue].generals[0].with = None;
    assert_eq!(view(&phase).len(), 1);
}

/// A body in contact with routers.
fn after_a_rout() -> (Wrg6, Field, Phase, UnitId) {
    let (book, mut field, mut phase) = commanders_meet("");
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, b, Some(r), cx));
    phase.step = Step::Other;
    // Its own loss makes it test in any case.
    phase.units[r.index()].seen.shot.periods = 3;
    (book, field, phase, r)
}

#[test]
fn only_an_owners_wish_lets_a_test_hold_a_body_back_from_pursuit() {
    proves!(rule::REACTION_WHEN_SHOT);
    for (wish, held) in [(0, false), (1, true)] {
        let (book, mut field, mut phase, r) = after_a_rout();
        let board = Board::of(&book, &field, &phase);
        let tries = sheet::of(board, Side::Red).items;
        assert!(
            tries.iter().any(|item| matches!(item, Item::Try(who, _) if *who == r)),
            "its owner is asked"
        );
        // All fours: 12 and what steadies it, row 3 or better.
        step(&book, &mut field, &mut phase, &[4, 4, 4, 4, 4, 4], |_, item| {
            matches!(item, Item::Try(..)).then_some(wish)
        });
        assert!(phase.state(r).now.tested);
        assert_eq!(phase.state(r).now.held_back, held);
    }
}

#[test]
fn a_friends_break_is_answered_for_once() {
    proves!(rule::REACTION_WHEN_FRIEND_BROKEN);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", ""),
            Put("red", "R2", "HI", "regular C", 24, 3, "pike", [1050, 500], "C W H", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [300, 1100], "R W H", ""),
        ],
    );
    let (r1, r2) = (id(&field, "R1"), id(&field, "R2"));
    let due = |phase: &Phase, field: &Field| {
        let board = Board::of(&book, field, phase);
        nerve::resolve::testers(board)
            .iter()
            .any(|(id, occasion, _)| *id == r1 && *occasion == Occasion::FriendBroken)
    };
    phase.step = Step::Charged;
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, r2, None, cx));
    phase.step = Step::Other;
    assert!(due(&phase, &field), "in step 4 of the same period");
    step(&book, &mut field, &mut phase, &[4, 4, 4, 2, 2, 2], |_, _| None);
    (phase.period, phase.step) = (phase.period + 1, Step::Other);
    phase.units[r1.index()].now.tested = false;
    assert!(phase.state(r2).seen.routing && !due(&phase, &field), "not again in the next");
}

#[test]
fn charges_that_meet_head_on_call_for_no_test() {
    let (book, field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HC", "regular B", 12, 2, "lance", [900, 500], "C Q A", ""),
            Put("blue", "B1", "HC", "regular B", 12, 2, "lance", [900, 620], "C Q A", ""),
            Put("red", "R2", "HC", "regular B", 12, 2, "lance", [1030, 500], "C Q A", ""),
        ],
    );
    let (r1, r2, b) = (id(&field, "R1"), id(&field, "R2"), id(&field, "B1"));
    let charge = |by, on| charge::resolve::way(Board::of(&book, &field, &phase), by, on).expect("in reach");
    let charges = [charge(r1, b), charge(b, r1), charge(r2, b)];
    phase.charges = charges[..2].to_vec();
    assert!(!sheet::must_test_charged(Board::of(&book, &field, &phase), b), "it charges its charger");
    phase.charges[0].front = false;
    assert!(sheet::must_test_charged(Board::of(&book, &field, &phase), b), "he would take it in flank");
    phase.charges = charges.to_vec();
    assert!(sheet::must_test_charged(Board::of(&book, &field, &phase), b), "another charges it as well");
}

#[test]
fn an_enemy_on_the_flank_threatens_even_while_he_fights() {
    let (book, field, phase) = struck_in_flank(30);
    let lines = nerve::resolve::lines(Board::of(&book, &field, &phase), id(&field, "R1"));
    assert_eq!(lines.times(Line::Threatened), 1);
    let (book, field, phase) = commanders_meet("");
    let lines = nerve::resolve::lines(Board::of(&book, &field, &phase), id(&field, "R1"));
    assert_eq!(lines.times(Line::Threatened), 0, "before the front he does not");
}

#[test]
fn whoever_fought_when_the_period_began_does_not_shoot() {
    let (book, field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LMI", "irregular C", 24, 4, "bow", [700, 500], "C W H", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [700, 570], "C W H", ""),
        ],
    );
    let r = id(&field, "R1");
    assert_eq!(shooting::resolve::targets(Board::of(&book, &field, &phase), r).len(), 1);
    phase.units[r.index()].now.fought = true;
    assert!(shooting::resolve::targets(Board::of(&book, &field, &phase), r).is_empty());
    phase.units[r.index()].now.fought = false;
    phase.units[r.index()].now.act = Act::Recoiled;
    assert!(shooting::resolve::targets(Board::of(&book, &field, &phase), r).is_empty());
}

#[test]
fn shots_over_another_unit_need_another_level_and_count_half() {
    let hill = "[[terrain]]\nid = 'h'\nkind = 'gentle_hill'\npoints = [[600, 400], [800, 400], [800, 510], [600, 510]]\n";
    for (ground, over) in [(hill, true), ("", false)] {
        let (book, field, phase) = scenario(
            ground,
            &[
                Put("red", "R1", "LMI", "irregular C", 24, 4, "bow", [700, 500], "C W H", ""),
                Put("red", "R2", "LI", "irregular C", 6, 1, "javelin", [700, 545], "C W S", ""),
                Put("blue", "B1", "HI", "regular C", 18, 3, "pike", [700, 570], "C W H", ""),
            ],
        );
        let (board, r, b) = (Board::of(&book, &field, &phase), id(&field, "R1"), id(&field, "B1"));
        let seen = shooting::resolve::targets(board, r).contains(&b);
        assert_eq!(seen, over);
        if over {
            let shot = shooting::resolve::shot(board, r, b).expect("bows");
            assert_eq!(shot.figures, 12, "24 figures, half each");
        }
    }
}

#[test]
fn mounted_may_rally_going_back_and_foot_may_not() {
    let (book, field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HC", "regular B", 12, 2, "lance", [900, 300], "C Q A", ""),
            Put("red", "R2", "HI", "regular B", 24, 3, "pike", [700, 300], "C W S", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 1100], "C W H", ""),
        ],
    );
    phase.step = Step::Move;
    let (board, horse, foot) = (Board::of(&book, &field, &phase), id(&field, "R1"), id(&field, "R2"));
    assert!(written::judge(board, horse, "rally back 40").is_ok());
    assert!(written::judge(board, horse, "rally back 900").is_err());
    assert!(
        written::judge(board, foot, "rally").is_ok() && written::judge(board, foot, "rally back 10").is_err()
    );
    assert!(written::judge(board, foot, "turn left").is_ok(), "anyone may turn on the spot");
}

#[test]
fn who_may_not_advance_comes_nearer_to_no_enemy_in_sight() {
    proves!(rule::REACTION_NO_ADVANCE);
    let (book, field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LI", "regular B", 12, 2, "bow", [900, 500], "C W S", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 640], "C W H", ""),
            Put("blue", "B2", "HI", "regular C", 24, 3, "pike", [900, 300], "C W H", ""),
        ],
    );
    phase.units[0].now.no_advance = true;
    let board = Board::of(&book, &field, &phase);
    let r = id(&field, "R1");
    assert!(written::judge(board, r, "back 20").is_err(), "B2 is behind it");
    assert!(written::judge(board, r, "halt").is_ok());
}

#[test]
fn a_shaken_body_counts_half_whatever_it_has_lost_where_the_house_says_so() {
    let (book, field, mut phase) = commanders_meet("");
    let r = id(&field, "R1");
    let whole = step9::count(&book, &field, &phase);
    phase.units[r.index()].seen.shaken = true;
    phase.units[r.index()].seen.original = 60;
    let usual = step9::count(&book, &field, &phase);
    let house = House { shaken_half_lost: true, ..book.house.clone() };
    let count = step9::count(&Wrg6 { house, ..book }, &field, &phase);
    let cost = count.total[0] - 100;
    assert_eq!((whole.lost_halves[0], count.lost_halves[0]), (0, cost));
    assert_ne!(usual.lost_halves[0], cost, "otherwise only what has fallen");
}

#[test]
fn whoever_breaks_by_a_test_takes_no_other_in_that_period() {
    let (book, mut field, mut phase) = commanders_meet("");
    let b = id(&field, "B2");
    let tests = |phase: &Phase, field: &Field| {
        nerve::resolve::testers(Board::of(&book, field, phase)).iter().any(|(id, ..)| *id == b)
    };
    phase.step = Step::Charged;
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, b, None, cx));
    phase.step = Step::Other;
    assert!(!tests(&phase, &field), "it has only just broken");
    phase.period += 1;
    assert!(!tests(&phase, &field), "it has not run yet");
    phase.units[b.index()].last.act = Act::Routed;
    assert!(tests(&phase, &field), "routers test every period after");
}

#[test]
fn the_journal_tells_orders_moves_and_tests_and_keeps_what_is_secret() {
    let (book, field, phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular B", 24, 3, "pike", [900, 500], "C Q A", ""),
            Put("blue", "B1", "HI", "irregular C", 24, 3, "javelin", [900, 575], "C Q A", ""),
            Put("blue", "B2", "HI", "irregular C", 24, 3, "javelin", [1100, 900], "C Q A", ""),
        ],
    );
    let mut battle = Battle::new(Arc::new(book), field, phase);
    let (mut dice, mut journal) = (dice::Seeded::new(3), Vec::new());
    while battle.phase().period == 1 {
        for side in Side::ALL {
            if battle.phase().asked[side] {
                let done = umpire::Command::Done;
                battle.submit(side, &done, &mut dice, &mut journal).expect("as offered");
            }
        }
    }
    let told = |side: Option<Side>, rule: &str| {
        let heard = |entry: &Entry| match entry {
            Entry::Ruling(ruling) => ruling.heard_by(side).filter(|r| r.rule.as_str() == rule).cloned(),
            _ => None,
        };
        journal.iter().find_map(heard)
    };
    let orders = told(Some(Side::Red), "wrg6.orders.grammar").expect("its own orders");
    assert_eq!(orders.text, "red's orders: R1 (R1) C Q A.");
    assert!(told(None, "wrg6.orders.grammar").is_none(), "nobody else hears them");
    let moves = told(None, "wrg6.move.normal").expect("all see it");
    assert_eq!(moves.text, "blue: B2 (B2) advanced 60 paces.");
    let test = told(Some(Side::Red), "wrg6.reaction.when.first").expect("R1 tests");
    assert!(test.text.contains("row") && !test.tallies.is_empty());
    let aloud = told(Some(Side::Blue), "wrg6.reaction.when.first").expect("blue hears what came of it");
    assert!(!aloud.text.contains("row") && aloud.tallies.is_empty(), "{}", aloud.text);
}
