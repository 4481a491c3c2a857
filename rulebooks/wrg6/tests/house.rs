//! Every house rule both ways, at the desk and on the table.

use crate::aftermath::{off_table, rout};
use crate::board::state::{Away, Fate, Phase, Step};
use crate::board::{Board, fighting_files};
use crate::data::tables::tables;
use crate::data::troop::Hand;
use crate::desk::ask;
use crate::house::{FirstTest, House, RandomMelee, RandomShooting, ReactionDice};
use crate::movement::written;
use crate::orders::sheet::Item;
use crate::orders::{generals, sheet};
use crate::play::period;
use crate::tests::small;
use crate::{Wrg6, aftermath, nerve, rule, shooting, victory};
use form::parse_json;
use ruling::proves;
use serde_json::{Value, json};
use small::{Put, id, met, scenario, step, with_cx};
use umpire::{Field, Side, UnitId};

/// What the desk answers in a house: the value at a pointer.
fn told(question: &str, given: &Value, house: &Value, at: &str) -> Value {
    let mut given = given.clone();
    given["house"] = house.clone();
    let node = parse_json(&given.to_string()).expect("test data is JSON");
    let answer = ask(question, &node).unwrap_or_else(|faults| panic!("{question} {given}: {}", faults[0]));
    answer.pointer(at).unwrap_or_else(|| panic!("{question} has no {at}: {answer}")).clone()
}

/// House rules that no question of the desk can show: they are about the table alone.
const TABLE_ALONE: [&str; 10] = [
    "normal_move_stop",
    "pursuit_compulsory",
    "table_width",
    "table_depth",
    "deploy_short_of_centre",
    "contact_arm",
    "turn_to_face",
    "rally_before_running",
    "shoot_over_others",
    "shaken_half_lost",
];

#[test]
fn every_house_rule_changes_an_answer_of_the_desk() {
    let test = json!({"troop": "HI", "class": "C", "strength": 24, "original": 24, "occasion": "surprise",
        "factors": {"single_enemy": true}});
    let blows = |more: Value| {
        let mut all = json!({"troop": "HI", "weapon": "infantry_other", "target": "HI", "figures": 10,
            "dice": {"plus": 3, "minus": 3}});
        all.as_object_mut().expect("a record").extend(more.as_object().expect("a record").clone());
        all
    };
    let bow = |target: &str, figures: u32, distance: u32| {
        json!({"weapon": "foot_bow", "target": target, "distance": distance, "figures": figures,
            "dice": {"plus": 5, "minus": 2}})
    };
    let spears = json!({"weapon": "long_thrusting_spear", "opponent_weapon": "long_thrusting_spear"});
    let fought =
        |received: u32, inflicted: u32| json!({"received": received, "inflicted": inflicted, "figures": 24});
    let lost = json!({"a_total": 100, "a_lost": 50, "b_total": 100});
    let first = json!({"first_shot_at": true, "already_tested_first": true});
    let pikes = |weapon: &str| json!({"weapon": weapon, "contact": 4, "ranks": 8});
    let run = json!({"mover": "LI", "kind": "evade", "dice": {"move": 3}});
    let recoil = |mover: &str| json!({"mover": mover, "kind": "recoil"});
    let flank = json!({"kind": "flank_march", "period": 3, "dice": {"arrival": 4}});
    let cases: [(&str, Value, &str, Value, &str, Value, Value); 29] = [
        ("reaction_value_column", json!("first_line"), "reaction", test, "/modifier", json!(-1), json!(0)),
        (
            "reaction_dice",
            json!("ordinary"),
            "reaction_dice",
            json!({"strength": 9, "original": 9}),
            "/die",
            json!("average"),
            json!("ordinary"),
        ),
        (
            "reaction_first_test",
            json!("each_event"),
            "test_needed",
            first,
            "/test",
            json!(false),
            json!(true),
        ),
        ("long_spear_exempt", json!(true), "melee", blows(spears), "/tactical", json!(-1), json!(0)),
        (
            "impetuous_replaces_charging",
            json!(true),
            "melee",
            blows(json!({"charging": true, "impetuous": true})),
            "/tactical",
            json!(3),
            json!(2),
        ),
        (
            "melee_shaken_value",
            json!(-1),
            "melee",
            blows(json!({"shaken": true})),
            "/tactical",
            json!(-2),
            json!(-1),
        ),
        (
            "random_melee",
            json!("none"),
            "melee",
            blows(json!({"dice": {"plus": 5, "minus": 2}})),
            "/random",
            json!(3),
            json!(0),
        ),
        ("random_shooting", json!("difference"), "shoot", bow("HI", 10, 50), "/random", json!(1), json!(3)),
        (
            "general_ignores_minus",
            json!(false),
            "melee",
            blows(json!({"general_fighting": true, "dice": {"plus": 2, "minus": 5}})),
            "/random",
            json!(0),
            json!(-3),
        ),
        ("evade_die_paces", json!(20), "move", run, "/paces", json!(70), json!(100)),
        (
            "casualties_per_figure",
            json!(10),
            "remove",
            json!({"figures": 9, "casualties": 20}),
            "/removed",
            json!(1),
            json!(2),
        ),
        (
            "casualties_per_model",
            json!(40),
            "remove",
            json!({"models": 4, "casualties": 80}),
            "/removed",
            json!(1),
            json!(2),
        ),
        (
            "elephant_figures",
            json!(5),
            "melee",
            json!({"troop": "EL", "weapon": "elephant", "target": "HI", "models": 1}),
            "/rows/0/figures",
            json!(4),
            json!(5),
        ),
        ("pike_ranks", json!(3), "fighting_figures", pikes("pike"), "/figures", json!(16), json!(12)),
        (
            "long_spear_ranks",
            json!(3),
            "fighting_figures",
            pikes("long_thrusting_spear"),
            "/figures",
            json!(8),
            json!(12),
        ),
        (
            "half_figure_rounding",
            json!("down"),
            "shoot",
            bow("HI", 5, 100),
            "/counted_figures",
            json!(3),
            json!(2),
        ),
        (
            "height_shortens_range",
            json!(false),
            "range",
            json!({"weapon": "foot_bow", "distance": 100, "levels": -1}),
            "/maximum",
            json!(220),
            json!(240),
        ),
        (
            "super_heavy_foot_immune",
            json!(false),
            "shoot",
            bow("SHI", 40, 50),
            "/casualties",
            json!(0),
            json!(16),
        ),
        (
            "difficult_terrain_halves",
            json!(false),
            "move",
            json!({"mover": "HI", "difficult": true}),
            "/maximum",
            json!(30),
            json!(60),
        ),
        ("recoil_foot", json!(40), "move", recoil("HI"), "/paces", json!(30), json!(40)),
        ("recoil_mounted", json!(50), "move", recoil("HC"), "/paces", json!(60), json!(50)),
        ("break_ratio", json!(3), "after_melee", fought(30, 15), "/outcome", json!("break"), json!("recoil")),
        (
            "break_per_figure",
            json!(2),
            "after_melee",
            fought(30, 0),
            "/outcome",
            json!("break"),
            json!("recoil"),
        ),
        (
            "messenger_paces",
            json!(100),
            "messenger",
            json!({"distance": 350, "with_general": false}),
            "/periods",
            json!(2),
            json!(4),
        ),
        ("flank_march_score", json!(5), "arrival", flank, "/arrives", json!(true), json!(false)),
        ("army_break_fraction", json!(0.6), "victory", lost, "/over", json!(true), json!(false)),
        (
            "period_limit",
            json!(30),
            "victory",
            json!({"a_total": 100, "b_total": 100, "period": 24}),
            "/over",
            json!(true),
            json!(false),
        ),
        (
            "reaction_value_column",
            json!("as_printed"),
            "reaction",
            json!({"troop": "HI", "class": "C", "strength": 24, "original": 24, "occasion": "heavy_shooting",
                "factors": {"general_near": "+"}}),
            "/modifier",
            json!(1),
            json!(2),
        ),
        (
            "reaction_dice",
            json!("average"),
            "reaction_dice",
            json!({"strength": 9, "original": 9, "training": "irregular"}),
            "/die",
            json!("ordinary"),
            json!("average"),
        ),
    ];
    for (name, other, question, given, at, usual, then) in &cases {
        assert_eq!(told(question, given, &json!({}), at), *usual, "{name} as usual");
        assert_eq!(told(question, given, &json!({ *name: other }), at), *then, "{name} = {other}");
    }
    let shown = |name: &str| cases.iter().any(|case| case.0 == name) || TABLE_ALONE.contains(&name);
    for toggle in &tables().toggles {
        // Personal combats are asked for by a worked case.
        assert!(shown(&toggle.name) || toggle.name == "personal_combat", "{}", toggle.name);
    }
}

const PIKES: Put<'static> = Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", "");
const FOES: Put<'static> = Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", "");

/// Two lines that have met, in a house.
fn fight_in(house: House) -> (Wrg6, Field, Phase) {
    let (book, field, phase) = met(PIKES, FOES);
    (Wrg6 { house, ..book }, field, phase)
}

/// The casualties that the second body has taken when both have fought with these dice.
fn fought(house: House, faces: &[u8], change: impl FnOnce(&mut Phase)) -> (u32, u16) {
    let (book, mut field, mut phase) = fight_in(house);
    change(&mut phase);
    phase.step = Step::Shoot;
    step(&book, &mut field, &mut phase, faces, |_, _| None);
    (phase.state(UnitId(1)).seen.received, field.unit(UnitId(1)).formation.figures)
}

#[test]
fn houses_change_fights_on_the_table() {
    let usual = House::default;
    // 24 pikes at +1: 19 casualties; the generals fight with them.
    let even = [3, 3, 3, 3, 1, 1];
    assert_eq!(fought(usual(), &even, |_| {}), (19, 24));
    assert_eq!(
        fought(House { casualties_per_figure: 10, ..usual() }, &[3, 3, 3, 3, 1, 1, 1, 1], |_| {}),
        (19, 23)
    );
    let poor = [2, 5, 3, 3, 1, 1];
    assert_eq!(fought(usual(), &poor, |_| {}).0, 19, "its general cancels the minus");
    let harsh = House { general_ignores_minus: false, ..usual() };
    assert!(fought(harsh, &poor, |_| {}).0 < 19);
    let lucky = [5, 2, 3, 3, 1, 1, 1, 1];
    assert!(fought(usual(), &lucky, |_| {}).0 > 19);
    let sober = House { random_melee: RandomMelee::None, ..usual() };
    assert_eq!(fought(sober, &lucky[..6], |_| {}).0, 19);
    let shaken = |phase: &mut Phase| phase.units[0].seen.shaken = true;
    let mild = House { melee_shaken_value: 0, ..usual() };
    assert!(fought(usual(), &even[..4], shaken).0 < fought(mild, &even, shaken).0);
}

#[test]
fn houses_say_how_many_ranks_fight() {
    let figures = |house: House, hand: Hand| {
        let (book, field, phase) = fight_in(house);
        fighting_files::fighting(Board::of(&book, &field, &phase), UnitId(0), &phase.contacts[0], hand)
    };
    let usual = House::default;
    assert_eq!(figures(usual(), Hand::Pike), 24, "four ranks would fight of three");
    assert_eq!(figures(House { pike_ranks: 1, ..usual() }, Hand::Pike), 8);
    assert_eq!(figures(usual(), Hand::LongThrustingSpear), 16);
    assert_eq!(figures(House { long_spear_ranks: 1, ..usual() }, Hand::LongThrustingSpear), 8);
}

#[test]
fn houses_say_how_far_the_beaten_go_and_whether_they_are_pursued() {
    let back = |house: House| {
        let (book, mut field, mut phase) = fight_in(house);
        phase.units[0].seen.fate = Some(Fate::Recoil);
        with_cx(&mut field, 1, |cx| aftermath::resolve::moves(&book, &mut phase, cx));
        500.0 - field.shape(UnitId(0)).front_mid().y
    };
    assert_eq!(back(House::default()), 30.0);
    assert_eq!(back(House { recoil_foot: 45, ..House::default() }), 45.0);
    let pursues = |house: House, picks: u16| {
        let (book, mut field, mut phase) = fight_in(house);
        with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, UnitId(1), Some(UnitId(0)), cx));
        phase.step = Step::Respond;
        step(&book, &mut field, &mut phase, &[3, 3], |_, item| {
            matches!(item, Item::Chase(_)).then_some(picks)
        });
        phase.state(UnitId(0)).pursued()
            || phase.state(UnitId(0)).now.act == crate::board::state::Act::Pursued
    };
    let free = House { pursuit_compulsory: false, ..House::default() };
    assert!(pursues(House::default(), 0), "nobody is asked");
    assert!(pursues(free, 1));
}

#[test]
fn where_pursuit_is_free_nobody_is_made_to() {
    let free = House { pursuit_compulsory: false, ..House::default() };
    let (book, mut field, mut phase) = fight_in(free);
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, UnitId(1), Some(UnitId(0)), cx));
    phase.step = Step::Respond;
    step(&book, &mut field, &mut phase, &[3], |_, item| matches!(item, Item::Chase(_)).then_some(0));
    assert_eq!(phase.state(UnitId(0)).seen.pursuing, None);
    assert_eq!(field.shape(UnitId(0)).front_mid().y, 500.0);
}

#[test]
fn houses_say_how_near_a_normal_move_comes() {
    let gap = |normal_move_stop: u16| {
        let foe = Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 530], "C W H", "");
        let (mut book, mut field, mut phase) =
            scenario("", &[Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C Q A", ""), foe]);
        book.house.normal_move_stop = normal_move_stop;
        phase.step = Step::Move;
        let (r, b) = (id(&field, "R1"), id(&field, "B1"));
        with_cx(&mut field, 1, |cx| {
            let fill = |board: Board<'_>, side: Side, sheet: &sheet::Sheet| {
                let mut plan = sheet.usual(board);
                if side == Side::Red {
                    plan.doings = vec![(r, written::judge(board, r, "ahead 60").expect("it may go on"))];
                }
                plan
            };
            period::play(&book, &mut phase, fill, cx);
        });
        table::distance(field.shape(r), field.shape(b))
    };
    assert!((gap(10) - 10.0).abs() < 0.1, "{}", gap(10));
    assert!((gap(20) - 20.0).abs() < 0.1, "{}", gap(20));
}

#[test]
fn houses_say_who_tests_again_and_with_which_dice() {
    let bodies = [
        Put("red", "R1", "HI", "irregular C", 24, 3, "pike", [900, 500], "C W H", ""),
        Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 570], "C W H", ""),
    ];
    let (mut book, field, mut phase) = scenario("", &bodies);
    phase.step = Step::First;
    phase.units[0].kept.tested_first = true;
    let tests = |book: &Wrg6, phase: &Phase| {
        nerve::resolve::testers(Board::of(book, &field, phase)).iter().any(|(id, ..)| *id == UnitId(0))
    };
    assert!(!tests(&book, &phase));
    book.house.reaction_first_test = FirstTest::EachEvent;
    assert!(tests(&book, &phase));
    let die = |house: House| {
        let book = Wrg6 { house: house.clone(), ..book.clone() };
        let board = Board::of(&book, &field, &phase);
        nerve::resolve::test(board, UnitId(0), crate::data::occasion::Occasion::First, &[])
            .die(&house)
            .faces
            .len()
    };
    assert_eq!(die(House::default()), 6, "ordinary for irregulars");
    assert_eq!(die(House { reaction_dice: ReactionDice::Average, ..House::default() }), 4);
}

#[test]
fn houses_change_shooting_on_the_table() {
    let bodies = [
        Put("red", "R1", "LMI", "irregular C", 15, 4, "bow", [900, 500], "C W H", ""),
        Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 600], "C W H", ""),
    ];
    let (mut book, mut field, mut phase) = scenario("", &bodies);
    let fallen = |book: &Wrg6, field: &mut Field, phase: &mut Phase| {
        phase.step = Step::Shoot;
        step(book, field, phase, &[6, 2], |_, _| None);
        phase.state(UnitId(1)).kept.shot_casualties
    };
    let (one, mut again) = (fallen(&book, &mut field.clone(), &mut phase.clone()), phase.clone());
    book.house.random_shooting = RandomShooting::Difference;
    assert!(fallen(&book, &mut field, &mut again) > one, "the whole difference is more than its sign");
    book.house.casualties_per_figure = 1;
    assert_eq!(
        shooting::resolve::shot(Board::of(&book, &field, &phase), UnitId(0), UnitId(1))
            .expect("bows")
            .figures,
        8
    );
    phase.units[0].seen.shot.at = false;
    book.house.half_figure_rounding = crate::house::Rounding::Down;
    assert_eq!(
        shooting::resolve::shot(Board::of(&book, &field, &phase), UnitId(0), UnitId(1))
            .expect("bows")
            .figures,
        7
    );
}

#[test]
fn houses_change_command_arrivals_and_the_end() {
    let usual = House::default;
    assert_eq!(generals::messenger(&usual(), 350.0), 2);
    assert_eq!(generals::messenger(&House { messenger_paces: 100, ..usual() }, 350.0), 4);
    let arrives = |house: House| {
        let (book, mut field, mut phase) = fight_in(house);
        with_cx(&mut field, 1, |cx| off_table::leaves(&book, &mut phase, UnitId(0), cx));
        phase.units[0].kept.away = Some(Away::marching());
        phase.period = 5;
        let (mut dice, mut journal) = (dice::Scripted::new([4]), Vec::new());
        off_table::arrivals(&book, &mut phase, &mut umpire::Cx::new(&mut field, &mut dice, &mut journal));
        phase.state(UnitId(0)).kept.away.is_some_and(|away| away.arrives)
    };
    assert!(arrives(usual()) && !arrives(House { flank_march_score: 5, ..usual() }));
    let over = |house: House, period: u16| {
        let count = victory::Count { total: [100, 100], lost_halves: [0, 0] };
        victory::judge(&house, count, period).over
    };
    assert!(over(usual(), 24) && !over(House { period_limit: 30, ..usual() }, 24));
}

#[test]
fn a_house_without_personal_combats_offers_none() {
    let offered = |house: House| {
        let (book, field, mut phase) = fight_in(house);
        phase.step = Step::Shoot;
        let items = sheet::of(Board::of(&book, &field, &phase), Side::Red).items;
        items.iter().any(|item| matches!(item, Item::Duel(_)))
    };
    assert!(offered(House::default()));
    assert!(!offered(House { personal_combat: false, ..House::default() }));
}

#[test]
fn the_house_sets_the_table_and_the_zone_of_deployment() {
    proves!(rule::SETUP_DEPLOY);
    let text = |house: &str| {
        let body = |side: &str| {
            format!(
                "[{side}]\nname = '{side}'\n[[{side}.body]]\nid = '{side}1'\nname = 'b'\ntroop = 'HI'\n\
                 training = 'regular'\nclass = 'C'\nfigures = 24\nranks = 3\nweapons = []\nshield = true\n\
                 order = 'C W H'\ngeneral = 'g'\ncinc = true\n"
            )
        };
        format!(
            "book = 'wrg6'\nid = 't'\nname = 't'\nby_turns = true\n{house}\n{}{}",
            body("red"),
            body("blue")
        )
    };
    let read = |house: &str| {
        let text = text(house);
        crate::scenario::read(&form::Source { name: "test", text: &text })
            .unwrap_or_else(|faults| panic!("{}", faults[0]))
    };
    let (_, field, _) = read("");
    assert_eq!((field.ground().width(), field.ground().depth()), (1800.0, 1200.0));
    let (book, field, mut phase) =
        read("[house]\ntable_width = 1500\ntable_depth = 1000\ndeploy_short_of_centre = 100\n");
    assert_eq!((field.ground().width(), field.ground().depth()), (1500.0, 1000.0));
    phase.step = Step::Deploy(None);
    let at = |y: f64| table::Pose::new(table::Vec2::new(750.0, y), table::Facing::NORTH);
    let place = |y: f64| {
        let command = umpire::Command::Place(vec![(UnitId(0), at(y))]);
        crate::setup::check(Board::of(&book, &field, &phase), Side::Red, &command).is_ok()
    };
    assert!(place(369.0) && !place(372.0), "the zone is 400 deep and the body 60");
}
