//! Single rules on small tables: objectives, lone generals, mounting, ships, beasts, cover, passages, looting.

use crate::aftermath::off_table;
use crate::board::Board;
use crate::board::state::{Act, Away, Fate, Phase, Step};
use crate::data::disorder::Cause;
use crate::data::occasion::Occasion;
use crate::movement::written;
use crate::orders::riding::Ride;
use crate::orders::sheet::{Plan, Written};
use crate::orders::{objective, riding, sheet};
use crate::play::period;
use crate::tests::small;
use crate::{Wrg6, nerve, rule, shooting};
use dice::Scripted;
use ruling::proves;
use small::{Put, cites, id, scenario, with_cx};
use umpire::{BySide, Command, Field, Place, Side, UnitId};

fn facing_lines(order: &str, more: &str) -> (Wrg6, Field, Phase) {
    scenario(
        "[[terrain]]\nid = 'knoll'\nkind = 'gentle_hill'\npoints = [[650, 600], [850, 600], [850, 700], [650, 700]]\n",
        &[
            Put("red", "R1", "HI", "regular B", 24, 3, "pike", [750, 300], order, more),
            Put("red", "R2", "HI", "regular B", 24, 3, "pike", [1050, 300], "C W H", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 1100], "C W H", ""),
        ],
    )
}

/// Plays the present step as its sheets offer, but for what is written on one side's lines.
fn step_with(
    book: &Wrg6,
    field: &mut Field,
    phase: &mut Phase,
    side: Side,
    words: &[(UnitId, &str)],
    seed: u64,
) {
    let (_, _) = with_cx(field, seed, |cx| {
        period::play(
            book,
            phase,
            |board, of, sheet| {
                let number = |who: UnitId| {
                    sheet.lines.iter().position(|line| matches!(line, Written::Move(id, _) if *id == who))
                };
                let lines =
                    words.iter().filter_map(|(who, text)| Some((number(*who)? as u16, (*text).to_owned())));
                let command = Command::Sheet { lines: lines.collect(), picks: Vec::new() };
                if of == side {
                    sheet.read(board, of, &command).expect("it is legal")
                } else {
                    sheet.usual(board)
                }
            },
            cx,
        );
    });
}

#[test]
fn orders_have_objectives_and_a_body_at_its_own_may_halt() {
    let (book, field, mut phase) = facing_lines("C Q A to 750 500", "");
    let r = id(&field, "R1");
    let board = Board::of(&book, &field, &phase);
    assert_eq!(objective::told(board, board.state(r).kept.order.expect("it has one")), "C Q A to 750 500");
    assert_eq!(objective::to_go(board, r, board.rect(r).front_mid()), 200.0);
    assert!(written::judge(board, r, "halt").is_err(), "200 paces to go");
    for (text, good) in [
        ("C Q A to knoll", true),
        ("C Q A follow R2", true),
        ("C Q A to nowhere", false),
        ("C Q A follow B1", false),
        ("C Q A to x y", false),
        ("C Q A soon", false),
    ] {
        assert_eq!(objective::read(board, Side::Red, text).is_ok(), good, "{text}");
    }
    let near = objective::read(board, Side::Red, "C Q A to 750 310").expect("a place");
    phase.units[r.index()].kept.order = Some(near);
    assert!(written::judge(Board::of(&book, &field, &phase), r, "halt").is_ok(), "it is there");
}

#[test]
fn nobody_goes_away_from_an_objective_behind_the_line() {
    let (book, field, mut phase) = facing_lines("C Q A", "");
    let (r, board) = (id(&field, "R1"), Board::of(&book, &field, &phase));
    assert!(written::judge(board, r, "ahead 60").is_ok());
    let back = objective::read(board, Side::Red, "C Q A to 750 200").expect("a place");
    phase.units[r.index()].kept.order = Some(back);
    let board = Board::of(&book, &field, &phase);
    assert!(written::judge(board, r, "turn about, ahead 30").is_ok(), "its objective is behind it");
}

#[test]
fn a_general_rides_alone_and_is_taken_where_no_friend_is_near() {
    proves!(rule::GENERALS_MOVE);
    let (book, mut field, mut phase) = facing_lines("C Q A", "");
    let board = Board::of(&book, &field, &phase);
    assert!(riding::read(board, Side::Red, 0, "go 750 460").is_ok());
    assert!(riding::read(board, Side::Red, 0, "go 750 600").is_err(), "beyond 200 paces");
    assert!(riding::read(board, Side::Red, 0, "join R9").is_err(), "there is no such body");
    assert!(riding::read(board, Side::Red, 0, "join R2").is_err(), "240 paces off");
    assert_eq!(riding::read(board, Side::Red, 0, "join R1").ok(), Some(Ride::Join(id(&field, "R1"))));
    let ride = riding::read(board, Side::Red, 0, "go 760 460").expect("near enough");
    with_cx(&mut field, 1, |cx| riding::ride(&mut phase, Side::Red, 0, ride, cx));
    assert!(phase.command[Side::Red].generals[0].with.is_none());
    assert!(Board::of(&book, &field, &phase).general_with(id(&field, "R1")).is_none());
    // An enemy stands upon him; only distance from friends makes him prey.
    phase.command[Side::Red].generals[0].at = field.unit(id(&field, "B1")).pose.at;
    let ((), journal) = with_cx(&mut field, 1, |cx| riding::take_lone(&book, &mut phase, cx));
    assert!(phase.command[Side::Red].generals[0].lost && cites(&journal, "wrg6.generals.move"));
}

#[test]
fn regulars_pass_straight_through_regulars_and_irregulars_do_not() {
    proves!(rule::MOVE_INTERPENETRATE);
    for (training, passes) in [("regular B", true), ("irregular B", false)] {
        let (book, mut field, mut phase) = scenario(
            "",
            &[
                Put("red", "R1", "HC", "regular B", 6, 1, "lance", [750, 300], "C Q A", ""),
                Put("red", "R2", "HI", training, 8, 1, "pike", [750, 330], "C W H", ""),
                Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 1100], "C W H", ""),
            ],
        );
        phase.step = Step::Move;
        let r = id(&field, "R1");
        step_with(&book, &mut field, &mut phase, Side::Red, &[(r, "ahead 100")], 1);
        let y = field.shape(r).front_mid().y;
        assert_eq!(y > 390.0, passes, "{training}: at {y}");
    }
}

#[test]
fn mounted_infantry_dismounts_instead_of_moving_and_may_be_caught_at_it() {
    proves!(rule::MOUNT);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LMI", "regular C", 12, 2, "bow", [750, 300], "C W S", "rides = true"),
            Put(
                "red",
                "R2",
                "EHK",
                "irregular B",
                8,
                1,
                "lance",
                [1050, 300],
                "C Q A",
                "dismounts_as = 'EHI'",
            ),
            Put("blue", "B1", "LC", "irregular C", 12, 2, "javelin", [750, 420], "C Q A", ""),
        ],
    );
    let (r, k, b) = (id(&field, "R1"), id(&field, "R2"), id(&field, "B1"));
    let board = Board::of(&book, &field, &phase);
    assert!(board.kit(r).rides() && board.kit(r).normal() > 80.0, "on its animals");
    assert!(written::judge(board, r, "mount").is_err() && written::judge(board, b, "dismount").is_err());
    phase.step = Step::Move;
    step_with(&book, &mut field, &mut phase, Side::Red, &[(r, "dismount"), (k, "dismount")], 1);
    let board = Board::of(&book, &field, &phase);
    assert!(!board.kit(r).rides() && !board.kit(k).troop.is_mounted(), "all on foot");
    assert!(board.state(r).seen.mounting);
    // Horse that comes upon them in the next charges catches them.
    phase.step = Step::Respond;
    let charge = crate::charge::resolve::way(Board::of(&book, &field, &phase), b, r).expect("straight on");
    phase.charges.push(charge);
    with_cx(&mut field, 1, |cx| crate::charge::assault::charges(&book, &mut phase, cx));
    assert!(phase.in_contact(r) && phase.state(r).seen.causes.has(Cause::CaughtMounting));
}

#[test]
fn infantry_attacked_on_its_animals_is_disordered() {
    let (book, field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LMI", "regular C", 12, 2, "bow", [750, 300], "C W S", "rides = true"),
            Put("blue", "B1", "LC", "irregular C", 12, 2, "javelin", [750, 420], "C Q A", ""),
        ],
    );
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    assert!(!Board::of(&book, &field, &phase).disordered(r));
    phase
        .charges
        .push(crate::charge::resolve::way(Board::of(&book, &field, &phase), b, r).expect("straight on"));
    assert!(Board::of(&book, &field, &phase).causes(r).has(Cause::InfantryMounted));
}

#[test]
fn coming_ashore_takes_the_whole_move_and_disorders() {
    proves!(rule::SCOPE_SHIPS);
    let (book, mut field, mut phase) = facing_lines("C Q A", "aboard = true");
    phase.step = Step::Move;
    let r = id(&field, "R1");
    let board = Board::of(&book, &field, &phase);
    assert!(written::judge(board, r, "ahead 60").is_err(), "it is aboard");
    step_with(&book, &mut field, &mut phase, Side::Red, &[(r, "disembark")], 1);
    assert!(!phase.state(r).seen.aboard && phase.state(r).seen.causes.has(Cause::Disembarked));
    assert_eq!(field.shape(r).front_mid().y, 300.0);
}

#[test]
fn elephants_fear_dummies_and_fire_and_all_beasts_the_first_bang() {
    proves!(rule::DISORDER_BEASTS);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LI", "regular C", 6, 1, "hand_firearm", [750, 500], "C W S", ""),
            Put("red", "R2", "MCm", "irregular C", 6, 1, "", [1050, 300], "C W H", "dummy = true"),
            Put("blue", "B1", "EL", "irregular C", 2, 1, "javelin", [750, 540], "C W H", ""),
            Put("blue", "B2", "EL", "irregular C", 2, 1, "javelin", [1050, 350], "C W H", ""),
        ],
    );
    let (r, near, other) = (id(&field, "R1"), id(&field, "B1"), id(&field, "B2"));
    let board = Board::of(&book, &field, &phase);
    assert!(board.causes(other).has(Cause::NearDummy) && !board.causes(near).has(Cause::NearDummy));
    let (_, journal) =
        with_cx(&mut field, 1, |cx| shooting::resolve::shoot(&book, &mut phase, &[(r, near)], cx));
    let board = Board::of(&book, &field, &phase);
    assert!(board.causes(near).has(Cause::ShotByFire) && board.causes(near).has(Cause::NearBang));
    assert!(!board.causes(other).has(Cause::NearBang), "far away");
    assert!(cites(&journal, "wrg6.disorder.beasts"));
    let (_, journal) =
        with_cx(&mut field, 1, |cx| shooting::resolve::shoot(&book, &mut phase, &[(r, near)], cx));
    assert!(!cites(&journal, "wrg6.disorder.beasts"), "only the first bang frightens");
    assert!(!Board::of(&book, &field, &phase).causes(near).has(Cause::NearBang));
}

#[test]
fn an_obstacle_just_before_the_front_is_cover() {
    let field_edge = "[[terrain]]\nid = 'f'\nkind = 'enclosed_field'\npoints = [[600, 505], [900, 505], [900, 700], [600, 700]]\n";
    let (book, field, phase) = scenario(
        field_edge,
        &[
            Put("red", "R1", "LI", "regular C", 12, 2, "bow", [750, 400], "C W S", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [700, 510], "C W H", ""),
            Put("blue", "B2", "HI", "regular C", 24, 3, "pike", [830, 560], "C W H", ""),
        ],
    );
    let board = Board::of(&book, &field, &phase);
    let (r, at_edge, inside) = (id(&field, "R1"), id(&field, "B1"), id(&field, "B2"));
    assert!(board.in_cover_from(at_edge, r) && !board.in_cover_from(inside, r));
    assert!(shooting::resolve::shot(board, r, at_edge).expect("it has bows").hard_target);
    assert!(!shooting::resolve::shot(board, r, inside).expect("it has bows").hard_target);
}

#[test]
fn impetuous_troops_wheel_at_the_nearest_enemy_and_pay_for_it() {
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HC", "irregular A", 6, 1, "lance", [750, 300], "C Q A", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [1100, 600], "C W H", ""),
        ],
    );
    let r = id(&field, "R1");
    phase.units[r.index()].seen.impetuous = true;
    phase.step = Step::Move;
    let before = field.shape(r).ahead.x;
    step_with(&book, &mut field, &mut phase, Side::Red, &[], 1);
    assert!(field.shape(r).ahead.x > before + 0.3, "it has turned to the right");
    assert!(phase.state(r).seen.causes.has(Cause::ImpetuousTurned));
}

#[test]
fn a_flank_march_enters_where_its_owner_says_on_the_rear_two_thirds() {
    proves!(rule::ARRIVALS_DICE);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 100], "C W H", ""),
            Put("red", "R2", "LC", "irregular C", 12, 2, "javelin", [1500, 100], "R Q S", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 1100], "C W H", ""),
        ],
    );
    let r = id(&field, "R2");
    phase.units[r.index()].kept.away = Some(Away { arrives: true, ..Away::marching() });
    phase.units[r.index()].kept.order =
        objective::read(Board::of(&book, &field, &phase), Side::Red, "RF Q S").ok();
    with_cx(&mut field, 1, |cx| {
        cx.apply(umpire::Event::Left { unit: r, place: Place::Off, rule: crate::rule::SETUP_DEPLOY });
    });
    phase.step = Step::Move;
    let board = Board::of(&book, &field, &phase);
    assert_eq!(off_table::read_entry(board, r, "at 500").ok(), Some(500));
    assert!(
        off_table::read_entry(board, r, "at 900").is_err()
            && off_table::read_entry(board, r, "here").is_err()
    );
    let lines = sheet::of(board, Side::Red).lines;
    assert!(lines.iter().any(|line| matches!(line, Written::Enter(id, 800) if *id == r)));
    with_cx(&mut field, 1, |cx| off_table::enter(&book, &mut phase, &[(r, 500)], cx));
    let at = field.shape(r).centre;
    assert!(field.on_table(r) && at.x > 1700.0 && (at.y - 500.0).abs() < 1.0, "{at:?}");
}

/// Two bodies front to front, in contact.
fn in_contact() -> (Wrg6, Field, Phase) {
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", ""),
            Put("blue", "B1", "LHI", "irregular C", 24, 3, "javelin", [900, 500], "C Q A", ""),
        ],
    );
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
    assert!(phase.in_contact(r));
    (book, field, phase)
}

#[test]
fn whoever_must_retire_out_of_a_fight_falls_back_its_recoil_first() {
    let (book, mut field, mut phase) = in_contact();
    let r = id(&field, "R1");
    phase.step = Step::Other;
    let test = nerve::resolve::test(Board::of(&book, &field, &phase), r, Occasion::LeaderLost, &[]);
    with_cx(&mut field, 1, |cx| nerve::resolve::obey(&book, &mut phase, r, &test, 6, cx));
    let state = phase.state(r);
    assert_eq!((state.seen.shaken, state.seen.retiring, state.seen.fate), (true, 2, Some(Fate::Recoil)));
    assert!(state.now.no_advance, "no follow-up and no pursuit");
    let before = field.shape(r).front_mid().y;
    with_cx(&mut field, 1, |cx| crate::aftermath::resolve::moves(&book, &mut phase, cx));
    assert_eq!(field.shape(r).front_mid().y, before - 30.0);
}

#[test]
fn looters_stay_off_the_table_until_they_pass_a_test() {
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "MC", "regular C", 12, 2, "light_spear", [900, 1150], "C Q A", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [300, 1100], "R W H", ""),
        ],
    );
    let r = id(&field, "R1");
    phase.units[r.index()].seen.impetuous = true;
    let ((), journal) = with_cx(&mut field, 1, |cx| {
        let to = table::Pose::new(table::Vec2::new(900.0, 1230.0), table::Facing::NORTH);
        cx.apply(umpire::Event::Moved {
            unit: r,
            to,
            motion: umpire::Motion::March,
            rule: crate::rule::MOVE_NORMAL,
        });
        off_table::leaves(&book, &mut phase, r, cx);
    });
    assert!(phase.state(r).seen.looting && phase.state(r).seen.causes.has(Cause::Looted));
    assert!(cites(&journal, "wrg6.looting"), "told");
    phase.step = Step::Other;
    // Three dice of 2: no reason to go on looting.
    let mut low = Scripted::new([2, 2, 2]);
    let mut journal = Vec::new();
    let mut cx = umpire::Cx::new(&mut field, &mut low, &mut journal);
    period::play(&book, &mut phase, |board, _, sheet| sheet.usual(board), &mut cx);
    assert!(!phase.state(r).seen.looting);
    assert!(phase.state(r).kept.away.is_some_and(|away| away.arrives), "back at once");
}

#[test]
fn a_plan_of_nothing_is_what_the_sheet_offers() {
    let (book, field, mut phase) = facing_lines("C Q A", "");
    phase.step = Step::Move;
    let board = Board::of(&book, &field, &phase);
    let plans: BySide<Plan> = BySide::each(|side| sheet::of(board, side).usual(board));
    assert_eq!(plans[Side::Red].doings.len(), 2);
    assert_eq!(board.state(id(&field, "R1")).now.act, Act::None);
}
