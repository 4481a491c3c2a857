//! Normal moves on small tables: what orders demand and forbid, what ground and friends do, and who rallies.

use crate::aftermath::off_table;
use crate::board::Board;
use crate::board::state::{Act, Heading, Phase, Step};
use crate::charge::{assault, reach};
use crate::data::disorder::Cause;
use crate::movement::drawn;
use crate::movement::written;
use crate::movement::written::Doing;
use crate::orders::sheet;
use crate::orders::sheet::{Item, Written};
use crate::play::period;
use crate::tests::small;
use crate::{Wrg6, charge, rule};
use ruling::proves;
use small::{B, Put, R, area, foot, id, scenario, step, with_cx};
use umpire::{Field, Side, UnitId};

fn line<'a>(order: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put("red", "R1", "HI", "regular C", 24, 3, "pike", at, order, more)
}

fn rider<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HC", "regular C", 12, 2, "lance", at, "C Q A", more)
}

/// Whether red's first body may do what is written.
fn may(ground: &str, bodies: &[Put<'_>], words: &str, change: impl FnOnce(&mut Phase)) -> bool {
    let (book, field, mut phase) = scenario(ground, bodies);
    change(&mut phase);
    written::judge(Board::of(&book, &field, &phase), R, words).is_ok()
}

fn far() -> Put<'static> {
    foot("blue", "B1", [300, 1100], "")
}

#[test]
fn at_pace_q_nobody_halts_but_where_there_is_a_reason() {
    proves!(rule::ORDERS_PACE);
    let halts = |other: Put<'_>, change: fn(&mut Phase)| {
        may("", &[line("C Q A", [900, 300], ""), other], "halt", change)
    };
    assert!(!halts(far(), |_| {}));
    let behind = || foot("blue", "B1", [900, 100], "");
    assert!(!halts(behind(), |_| {}) && halts(behind(), |phase| phase.units[0].now.no_advance = true));
    assert!(halts(far(), |phase| phase.units[0].now.act = Act::Stood));
    assert!(halts(foot("blue", "B1", [900, 379], ""), |_| {}), "he could charge it, or be charged");
    assert!(!halts(foot("blue", "B1", [900, 379], ""), |phase| phase.units[1].seen.routing = true));
    let horse = || rider("blue", "B1", [900, 440], "");
    assert!(halts(horse(), |_| {}), "in his reach, he not in its own");
    assert!(halts(rider("blue", "B1", [900, 450], "facing = 0"), |_| {}), "he in its reach, it not in his");
    let friend = |y| foot("red", "R2", [900, y], "");
    let shut = |y| may("", &[line("C Q A", [900, 300], ""), friend(y), far()], "halt", |_| {});
    assert!(shut(380) && !shut(400), "20 paces to a friend, of 30 it should go");
}

#[test]
fn at_pace_q_half_is_the_least_but_for_the_same_reasons() {
    let short = |order: &str, others: &[Put<'_>]| {
        let mut bodies = vec![line(order, [900, 300], "")];
        bodies.extend(others.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
        may("", &bodies, "ahead 15", |_| {})
    };
    assert!(!short("C Q A", &[far()]));
    assert!(short("C Q A", &[foot("blue", "B1", [900, 379], "")]), "an enemy at hand");
    assert!(short("C Q A to 900 310", &[far()]), "at its objective");
    assert!(short("C Q A", &[foot("red", "R2", [900, 380], ""), far()]), "a friend before it");
}

#[test]
fn whoever_is_at_its_objective_may_halt_at_the_enemys_edge_too() {
    let along = |y: i32, order: &str, words: &str| {
        let red = Put("red", "R1", "HI", "regular C", 12, 6, "pike", [900, y], order, "facing = 90");
        may("", &[red, far()], words, |_| {})
    };
    assert!(along(1182, "C Q A", "halt") && along(1182, "C Q A", "ahead 15"), "18 paces from the edge");
    assert!(!along(1100, "C Q A", "halt"), "a hundred paces from it");
    let place = "C Q A to 915 1182";
    assert!(along(1182, place, "halt") && along(1182, place, "ahead 15"));
}

#[test]
fn whoever_has_strayed_may_go_on_and_anybody_may_turn_and_come_back() {
    let red = |x: i32| Put("red", "R1", "LI", "regular C", 12, 2, "javelin", [x, 500], "C W S", "");
    assert!(may("", &[red(1230), far()], "shift right 40", |_| {}), "it was outside already");
    let turns = |words: &str| {
        let red = Put("red", "R1", "LC", "regular C", 12, 2, "javelin", [900, 900], "C W A", "");
        may("", &[red, foot("blue", "B1", [900, 300], "")], words, |_| {})
    };
    for words in ["back 20", "turn about", "turn left, ahead 20", "wheel left 15"] {
        assert!(turns(words), "{words}");
    }
}

#[test]
fn no_advance_is_towards_those_in_sight() {
    let ahead = |ground: &str| {
        let enemy = Put("blue", "B1", "LI", "regular C", 6, 1, "javelin", [900, 600], "C W S", "");
        may(ground, &[line("C W A", [900, 300], ""), enemy], "ahead 20", |phase| {
            phase.units[0].now.no_advance = true;
        })
    };
    assert!(!ahead("") && ahead(&area("village", [500, 450], [800, 60])));
}

#[test]
fn wheels_keep_out_of_woods_and_only_open_order_shifts_or_turns_for_nothing() {
    proves!(rule::TERRAIN_DIFFICULT);
    let wood = area("wood", [700, 320], [400, 100]);
    let drives = |troop: &'static str, words: &str| {
        let red = Put("red", "R1", troop, "regular C", 2, 1, "", [900, 300], "C Q A", "");
        may(&wood, &[red, far()], words, |_| {})
    };
    assert!(!drives("HCh", "ahead 60") && !drives("LCh", "ahead 60") && drives("EL", "ahead 40"));
    let goes = |troop: &'static str, words: &str| {
        let red = Put("red", "R1", troop, "regular C", 12, 2, "javelin", [900, 300], "C W S", "");
        may("", &[red, far()], words, |_| {})
    };
    for words in ["back 20", "shift left 20", "shift right 20", "turn left, ahead 30", "files 12, ahead 30"] {
        assert!(goes("LI", words) && !goes("LMI", words), "{words}");
    }
    assert!(goes("LMI", "turn left"), "a turn costs others half the move");
    let edge = Put("red", "R1", "LI", "regular C", 12, 2, "javelin", [900, 70], "C W S", "");
    assert!(!may("", &[edge, far()], "back 30", |_| {}), "off the table");
}

#[test]
fn fighters_runners_and_the_retiring_are_not_asked_to_move() {
    let asked = |change: fn(&mut Phase)| {
        let (book, field, mut phase) = scenario("", &[line("C W A", [900, 300], ""), far()]);
        phase.step = Step::Move;
        change(&mut phase);
        let lines = sheet::of(Board::of(&book, &field, &phase), Side::Red).lines;
        lines.iter().any(|line| matches!(line, Written::Move(R, _)))
    };
    assert!(asked(|_| {}) && asked(|phase| phase.units[0].now.act = Act::Stood));
    assert!(!asked(|phase| phase.units[0].seen.retiring = 1));
    for act in [0, 1, 2, 3] {
        let acts = [Act::Evaded, Act::Recoiled, Act::Charged, Act::Pursued];
        let (book, field, mut phase) = scenario("", &[line("C W A", [900, 300], ""), far()]);
        (phase.step, phase.units[0].now.act) = (Step::Move, acts[act]);
        assert!(!written::is_free(Board::of(&book, &field, &phase), R), "{:?}", acts[act]);
    }
    let (book, field, phase) =
        small::met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    assert!(!written::is_free(Board::of(&book, &field, &phase), R), "it fights");
}

#[test]
fn who_could_be_charged_does_not_rally_but_routers_frighten_nobody() {
    proves!(rule::RALLY_MOVE);
    let rallies = |y: i32, change: fn(&mut Phase)| {
        may("", &[line("C W A", [900, 300], ""), foot("blue", "B1", [900, y], "")], "rally", change)
    };
    assert!(!rallies(370, |_| {}) && rallies(390, |_| {}), "80 paces are his charge");
    assert!(rallies(370, |phase| phase.units[1].seen.routing = true));
}

/// Plays step 7 with red's first body doing what is written, everyone else as is offered.
fn moved(table: (Wrg6, Field, Phase), words: &str) -> (Wrg6, Field, Phase) {
    let (book, mut field, mut phase) = table;
    phase.step = Step::Move;
    with_cx(&mut field, 1, |cx| {
        period::play(
            &book,
            &mut phase,
            |board, side, sheet| {
                let mut plan = sheet.usual(board);
                for (who, doing) in plan.doings.iter_mut().filter(|_| side == Side::Red) {
                    *doing =
                        if *who == R { written::judge(board, R, words).expect("legal") } else { Doing::Halt };
                }
                plan
            },
            cx,
        );
    });
    (book, field, phase)
}

#[test]
fn a_rally_ends_a_rush_and_disorder_and_moves_are_headings_from_20_paces_on() {
    proves!(rule::RALLY_MOVE);
    let (book, field, mut phase) = scenario("", &[line("C W A", [900, 300], ""), far()]);
    phase.units[0].seen.causes.add(Cause::Evaded);
    let (.., phase) = moved((book, field, phase), "rally");
    assert!(phase.state(R).seen.causes.is_empty() && phase.state(R).now.act == Act::Rallied);
    let enemy = || foot("blue", "B1", [900, 1100], "");
    let heading = |words: &str| {
        let red = Put("red", "R1", "LI", "regular C", 12, 2, "javelin", [900, 300], "C W S", "");
        moved(scenario("", &[red, enemy()]), words).2.state(R).seen.heading
    };
    assert_eq!([heading("ahead 20"), heading("ahead 19")], [Heading::Advancing, Heading::Halted]);
    assert_eq!([heading("back 20"), heading("back 19")], [Heading::Retiring, Heading::Halted]);
    let (book, field, mut phase) = scenario("", &[line("C W A", [900, 300], ""), enemy()]);
    phase.units[0].seen.heading = Heading::Advancing;
    (phase.units[1].seen.heading, phase.units[1].now.act) = (Heading::Retiring, Act::Evaded);
    let (.., phase) = moved((book, field, phase), "halt");
    assert_eq!(phase.state(R).seen.heading, Heading::Halted);
    assert_eq!(
        phase.state(B).seen.heading,
        Heading::Retiring,
        "an evader retires for this period and the next"
    );
}

#[test]
fn the_impetuous_rush_on_unless_they_have_acted_and_those_who_recoiled_still_retire() {
    let went = |change: fn(&mut Phase)| {
        let (book, mut field, mut phase) =
            scenario("", &[line("C W H", [900, 300], ""), foot("blue", "B1", [900, 1100], "")]);
        phase.step = Step::Move;
        change(&mut phase);
        step(&book, &mut field, &mut phase, &[], |_, _| None);
        (field.shape(R).front_mid().y - 300.0, phase.state(R).seen.retiring)
    };
    assert_eq!(went(|phase| phase.units[0].seen.impetuous = true), (60.0, 0));
    let stood =
        |phase: &mut Phase| (phase.units[0].seen.impetuous, phase.units[0].now.act) = (true, Act::Stood);
    assert_eq!(went(stood), (0.0, 0));
    let fell_back =
        |phase: &mut Phase| (phase.units[0].seen.retiring, phase.units[0].now.act) = (2, Act::Recoiled);
    assert_eq!(went(fell_back), (-60.0, 1));
    let ran = |phase: &mut Phase| (phase.units[0].seen.retiring, phase.units[0].now.act) = (2, Act::Evaded);
    assert_eq!(went(ran), (0.0, 1), "whoever has run stays");
    let (book, mut field, mut phase) =
        small::met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
    (phase.step, phase.units[0].seen.retiring, phase.units[1].seen.heading) =
        (Step::Move, 2, Heading::Advancing);
    step(&book, &mut field, &mut phase, &[], |_, _| None);
    assert_eq!(phase.state(R).seen.retiring, 0, "followed up, it fights on");
    assert_eq!(phase.state(B).seen.heading, Heading::Halted, "whoever only fights does not advance");
}

#[test]
fn the_impetuous_who_see_an_enemy_may_not_be_let_rally() {
    let asked = |ground: &str| {
        let enemy = Put("blue", "B1", "LI", "regular C", 6, 1, "javelin", [900, 600], "C W S", "");
        let (book, field, mut phase) = scenario(ground, &[line("C W H", [900, 300], ""), enemy]);
        (phase.step, phase.units[0].seen.impetuous) = (Step::Move, true);
        let items = sheet::of(Board::of(&book, &field, &phase), Side::Red).items;
        items.iter().any(|item| matches!(item, Item::LetRally(R)))
    };
    assert!(!asked("") && asked(&area("village", [300, 450], [1200, 60])));
}

#[test]
fn a_body_let_rally_is_impetuous_no_more() {
    let hidden = area("village", [300, 450], [1200, 60]);
    let enemy = Put("blue", "B1", "LI", "regular C", 6, 1, "javelin", [900, 600], "C W S", "");
    let (book, mut field, mut phase) = scenario(&hidden, &[line("C W H", [900, 300], ""), enemy]);
    (phase.step, phase.units[0].seen.impetuous) = (Step::Move, true);
    step(&book, &mut field, &mut phase, &[], |_, item| matches!(item, Item::LetRally(_)).then_some(1));
    assert!(!phase.state(R).seen.impetuous && field.shape(R).front_mid().y == 300.0);
}

#[test]
fn regulars_pass_regulars_who_do_not_fight_straight_and_to_the_other_side() {
    let passes = |words: &str, change: fn(&mut Phase)| {
        let bodies = [
            Put("red", "R1", "HC", "regular B", 6, 1, "lance", [750, 300], "C Q A", ""),
            Put("red", "R2", "HI", "regular B", 8, 1, "pike", [750, 330], "C W H", ""),
            far(),
        ];
        let (book, field, mut phase) = scenario("", &bodies);
        change(&mut phase);
        let (_, field, _) = moved((book, field, phase), words);
        field.shape(R).front_mid().y > 330.0
    };
    assert!(passes("ahead 100", |_| {}));
    assert!(!passes("ahead 60", |_| {}), "it would end upon them");
    let fights = |phase: &mut Phase| {
        let (.., other) = small::met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
        let pair = [UnitId(1), UnitId(2)];
        phase.contacts.push(crate::board::state::Contact { pair, ..other.contacts[0] });
    };
    assert!(!passes("ahead 100", fights));
    assert!(!passes("wheel left 1, ahead 90", |_| {}), "not straight");
}

#[test]
fn irregulars_do_not_pass_regulars_either() {
    let bodies = [
        Put("red", "R1", "HC", "irregular B", 6, 1, "lance", [750, 300], "C Q A", ""),
        Put("red", "R2", "HI", "regular B", 8, 1, "pike", [750, 330], "C W H", ""),
        far(),
    ];
    assert!(moved(scenario("", &bodies), "ahead 100").1.shape(R).front_mid().y < 330.0);
}

#[test]
fn light_infantry_passes_all_and_all_others_stop() {
    proves!(rule::TURN_TICKS);
    let passes = |troop: &'static str| {
        let bodies = [
            Put("red", "R1", troop, "irregular B", 6, 1, "javelin", [750, 300], "C Q A", ""),
            Put("red", "R2", "HI", "irregular B", 8, 1, "pike", [750, 330], "C W H", ""),
            far(),
        ];
        moved(scenario("", &bodies), "ahead 80").1.shape(R).front_mid().y > 330.0
    };
    assert!(passes("LI") && !passes("LMI"));
}

#[test]
fn mounted_go_back_as_they_rally_and_nobody_spreads_into_a_friend() {
    let horse = || Put("red", "R1", "HC", "regular C", 12, 2, "lance", [900, 300], "C W A", "");
    let (_, field, _) = moved(scenario("", &[horse(), far()]), "rally back 40");
    assert_eq!(field.shape(R).front_mid().y, 260.0);
    let wide = |friend: i32| {
        let red = Put("red", "R1", "LI", "regular C", 12, 2, "javelin", [900, 300], "C W S", "");
        let bodies = [red, foot("red", "R2", [friend, 300], ""), far()];
        moved(scenario("", &bodies), "files 12").1.unit(R).formation.files
    };
    assert_eq!((wide(1200), wide(1080)), (12, 6), "180 paces to either side, or a friend at 120");
    let knights =
        Put("red", "R1", "EHK", "regular C", 8, 1, "lance", [900, 300], "C W H", "dismounts_as = 'EHI'");
    let bodies = [knights, foot("red", "R2", [900, 150], ""), far()];
    let (book, mut field, phase) = moved(scenario("", &bodies), "dismount");
    assert!(phase.state(R).seen.changed && phase.state(R).seen.mounting);
    let mut phase = Phase { period: 2, ..phase };
    phase.units[0].now.act = Act::None;
    with_cx(&mut field, 1, |cx| {
        let to = table::Pose::new(table::Vec2::new(900.0, 245.0), table::Facing::NORTH);
        let rule = crate::rule::MOVE_NORMAL;
        cx.apply(umpire::Event::Moved { unit: B, to, motion: umpire::Motion::March, rule });
    });
    let (.., phase) = moved((book, field, phase), "mount");
    assert!(phase.state(R).seen.changed && !phase.state(R).seen.mounting, "no room for the horses");
}

#[test]
fn light_infantry_slips_back_behind_a_friends_charge() {
    let light = Put("red", "R2", "LI", "regular C", 6, 1, "javelin", [900, 340], "C W S", "");
    let bodies = [rider("red", "R1", [900, 300], ""), light, foot("blue", "B1", [900, 350], "")];
    let (book, mut field, mut phase) = scenario("", &bodies);
    let (li, b) = (id(&field, "R2"), id(&field, "B1"));
    phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), R, b).expect("in reach")];
    with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx));
    assert!(phase.in_contact(R), "the charge comes home");
    assert!(field.shape(li).front_mid().y < field.shape(R).front_mid().y - 79.0, "behind the riders");
}

#[test]
fn grounds_differ_in_what_they_slow_hide_and_bar() {
    use crate::data::kit::Land;
    let of = |what: fn(Land) -> bool| -> Vec<&str> {
        Land::ALL.iter().filter(|land| what(**land)).map(|land| land.key()).collect()
    };
    assert_eq!(of(Land::is_difficult), ["steep_hill", "wood", "rough", "marsh", "village", "river"]);
    assert_eq!(of(Land::bars_wheels), ["wood", "marsh", "village", "fortification"]);
    assert_eq!(of(Land::is_cover), ["wood", "village", "fortification"]);
    assert_eq!(of(Land::is_enclosed), ["enclosed_field", "fortification"]);
    assert_eq!((Land::GentleHill.level(), Land::SteepHill.level(), Land::Rough.level()), (1, 2, 0));
}

#[test]
fn whoever_mounted_last_period_is_caught_no_more() {
    let (book, field, mut phase) = scenario("", &[line("C W A", [900, 300], ""), far()]);
    phase.units[0].seen.mounting = true;
    assert!(!moved((book, field, phase), "halt").2.state(R).seen.mounting);
}

#[test]
fn sight_ends_at_woods_villages_and_hills() {
    let sees = |ground: &str| {
        let enemy = Put("blue", "B1", "LI", "regular C", 6, 1, "javelin", [900, 600], "C W S", "");
        let (book, field, phase) = scenario(ground, &[line("C W H", [900, 300], ""), enemy]);
        let board = Board::of(&book, &field, &phase);
        (board.sees(R, B), board.nearest_enemy(R).is_some())
    };
    let across = |kind: &str, deep: i32| area(kind, [300, 420], [1200, deep]);
    assert_eq!(sees(""), (true, true));
    assert_eq!((sees(&across("wood", 15)), sees(&across("wood", 25))), ((true, true), (false, false)));
    assert_eq!(sees(&across("village", 40)), (false, false));
    assert_eq!(sees(&across("gentle_hill", 40)), (false, false));
    assert_eq!(sees(&area("gentle_hill", [300, 250], [1200, 250])), (true, true), "from the hill itself");
}

#[test]
fn reach_is_ahead_and_the_sectors_of_blue_are_seen_from_its_side() {
    let reaches = |at: [i32; 2]| {
        let (book, field, phase) = scenario("", &[line("C W H", [900, 300], ""), foot("blue", "B1", at, "")]);
        reach::in_reach(Board::of(&book, &field, &phase), R, B)
    };
    assert!(reaches([900, 370]) && !reaches([1030, 230]), "beside its front");
    let (book, field, phase) = scenario("", &[line("C W H", [900, 300], ""), far()]);
    let board = Board::of(&book, &field, &phase);
    let at = table::Vec2::new(300.0, 600.0);
    use crate::orders::order::Area;
    assert_eq!((board.sector_of(Side::Red, at), board.sector_of(Side::Blue, at)), (Area::Left, Area::Right));
    assert!(!off_table::is_off(board, id(&field, "R1")));
}

#[test]
fn loose_foot_keeps_its_order_in_rough_ground() {
    let rough = area("rough", [700, 200], [400, 200]);
    let disordered = |troop: &'static str| {
        let red = Put("red", "R1", troop, "regular C", 12, 2, "javelin", [900, 300], "C W H", "");
        let (book, field, phase) = scenario(&rough, &[red, far()]);
        Board::of(&book, &field, &phase).disordered(R)
    };
    assert!(disordered("HI") && disordered("HC") && !disordered("LHI") && !disordered("LI"));
}

#[test]
fn a_way_drawn_too_far_is_cut_to_what_is_left_of_the_move() {
    let (book, field, phase) = scenario("", &[line("C Q A", [900, 300], ""), far()]);
    let board = Board::of(&book, &field, &phase);
    let drawn = |after: &str, path: &[umpire::Step]| {
        let words = drawn::words(board, R, umpire::Drawn { after, path }).expect("words");
        assert!(written::judge(board, R, &words).is_ok(), "{words} can be done");
        words
    };
    let (ahead, wheel) = (
        |paces: f64| umpire::Step::Forward((paces * table::Point::PER_MM) as i32),
        |degrees| umpire::Step::WheelLeft(table::Facing::degrees(degrees)),
    );
    assert_eq!(drawn("", &[ahead(400.0)]), "ahead 60");
    assert_eq!(drawn("ahead 60", &[wheel(40.0)]), "ahead 60", "nothing is left of the move");
    let cut = drawn("ahead 40", &[wheel(90.0), ahead(50.0)]);
    let degrees: f64 = cut.strip_prefix("ahead 40, wheel left ").expect("a wheel").parse().expect("degrees");
    let wider = format!("ahead 40, wheel left {}", degrees + 1.0);
    assert!(degrees >= 1.0 && written::judge(board, R, &wider).is_err(), "{cut} is not all it may do");
}
