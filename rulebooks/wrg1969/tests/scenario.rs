//! Scenario files: those of the book are sound, and what is wrong with others is said where it is written.

use crate::Wrg1969;
use crate::army::lists::lists;
use crate::board::state::{Phase, Step};
use crate::data::feature::Kind;
use crate::data::kit::Role;
use crate::data::measure::MM;
use crate::data::reaction::{Grade, Reaction};
use crate::data::troop::{Missile, Troop};
use crate::orders::order::{Ref, Trigger, Verb, Where};
use crate::scenario::pairing::pairing;
use crate::scenario::read::{bundled, read};
use crate::setup::deploy;
use form::Source;
use umpire::{Field, Place, Side, UnitId};

fn battle(text: &str) -> Result<(Wrg1969, Field, Phase), Vec<String>> {
    let source = Source { name: "battle.toml", text };
    read(&source).map_err(|faults| faults.iter().map(|fault| source.line(fault)).collect())
}

fn good(text: &str) -> (Wrg1969, Field, Phase) {
    battle(text).unwrap_or_else(|faults| panic!("{}", faults.join("\n")))
}

fn bundled_text(id: &str) -> &'static str {
    bundled().iter().find(|(name, _)| *name == id).map(|(_, text)| *text).expect("there is such a scenario")
}

fn unit(field: &Field, label: &str) -> UnitId {
    field.ids().find(|&id| field.card(id).label == label).expect("there is such a unit")
}

#[test]
fn every_scenario_of_the_book_is_sound() {
    assert!(bundled().len() >= 5);
    for (id, text) in bundled() {
        let (book, field, phase) = good(text);
        assert!(text.contains(&format!("id = \"{id}\"\n")), "{id}");
        assert_eq!(phase.step, Step::Orders, "{id}");
        for unit in field.ids() {
            let (kit, card) = (book.kit(unit), field.card(unit));
            assert_eq!(field.unit(unit).place, Place::Table, "{id} {}", card.label);
            let ordered = phase.units[unit.index()].kept.order.is_some();
            assert_eq!(ordered, kit.role == Role::Unit, "{id} {}", card.label);
            assert_eq!(card.class, kit.class());
        }
        for side in Side::ALL {
            let command = &phase.command[side];
            let general = command.general.as_ref().expect("a side has a general");
            assert_eq!(field.side(general.figure), side);
            assert_eq!(command.riders.len(), 3, "{id}");
            assert!(command.riders.iter().all(|rider| rider.of == general.figure && rider.alive));
            assert!(!command.card.is_empty(), "{id}");
        }
    }
}

#[test]
fn scenarios_show_every_arm() {
    let has = |troop: Troop| {
        bundled().iter().any(|(_, text)| good(text).0.kits.iter().any(|kit| kit.troop == troop))
    };
    let arms = [
        Troop::SuperHeavyCavalry,
        Troop::HeavyCavalry,
        Troop::MediumCavalry,
        Troop::LightCavalry,
        Troop::HeavyInfantry,
        Troop::MediumInfantry,
        Troop::LightInfantry,
        Troop::Elephant,
        Troop::Chariot,
    ];
    assert!(arms.into_iter().all(has));
}

#[test]
fn the_ford_of_the_medway_is_as_described() {
    let (book, field, phase) = good(bundled_text("medway"));
    assert_eq!((book.size.x, book.size.y, book.house.periods), (72.0, 48.0, 14));
    assert_eq!(book.feature("hill_north").map(|hill| (hill.kind, hill.value)), Some((Kind::Hill, 80)));
    assert_eq!(book.feature("ford").map(|ford| ford.width), Some(4.0));
    let cohort = unit(&field, "a1");
    let pose = field.unit(cohort).pose;
    assert!((pose.at.vec().x / MM - 32.0).abs() < 1e-6 && (pose.at.vec().y / MM - 10.0).abs() < 1e-6);
    let formation = field.unit(cohort).formation;
    assert_eq!((formation.figures, formation.files, formation.ranks()), (20, 10, 2));
    assert!((formation.width() / MM - 5.0).abs() < 1e-9 && (formation.depth() / MM - 1.5).abs() < 1e-9);
    assert_eq!(phase.units[cohort.index()].kept.grade, Some(Grade::B));
    let order = &phase.units[cohort.index()].kept.order.as_ref().expect("it has an order").order;
    assert_eq!(order.legs[0].verb, Verb::Attack);
    assert_eq!(order.legs[0].target, Some(Ref::Kind("hill".to_owned(), Where::InFront)));
    assert_eq!(order.legs[0].route, [Ref::Feature("ford".to_owned())]);
    assert_eq!(order.text, "Cross the brook by the ford and take the hill in front");
    let britons =
        &phase.units[unit(&field, "b1").index()].kept.order.as_ref().expect("it has an order").order;
    assert_eq!(britons.legs[0].until, [Trigger::EnemyWithin(8000, None)]);
    assert_eq!(britons.legs[1].verb, Verb::Advance);
    let chariots = book.kit(unit(&field, "b3"));
    assert_eq!((chariots.missile, chariots.crew, chariots.regular), (Some(Missile::HandHurled), 2, false));
    let card = &phase.command[Side::Red].card;
    assert_eq!((card[0].units.as_deref(), card[0].order.is_none()), (Some(&[unit(&field, "a5")][..]), true));
    assert_eq!((card[1].units.is_none(), card[1].order.is_some()), (true, true));
}

#[test]
fn the_medway_armies_cost_what_they_should() {
    let dear = bundled_text("medway").replace("limit = 540", "limit = 500");
    let faults = battle(&dear).expect_err("too dear");
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("522 points, but the armies have 500 [wrg1969.army.choice]"), "{}", faults[0]);
    assert!(faults[1].contains("539 points, but the armies have 500 [wrg1969.army.choice]"), "{}", faults[1]);
}

const SMALL: &str = r#"book = "wrg1969"
id = "small"
name = "Small"
table = [40, 40]
terrain = [
    { id = "lake", kind = "lake", polygon = [[30, 5], [38, 5], [38, 10], [30, 10]] },
]
[red]
name = "Red"
general = { id = "r0", x = 10, y = 5 }
units = [
    { id = "r1", troop = "medium_infantry", figures = 12, x = 10, y = 10, order = "Advance." },
    { id = "r2", troop = "light_infantry", figures = 6, x = 20, y = 10, order = "Skirmish against the nearest enemy" },
]
[blue]
name = "Blue"
general = { id = "b0", x = 10, y = 35 }
units = [
    { id = "b1", troop = "medium_cavalry", figures = 6, x = 10, y = 30, order = "Hold" },
]
"#;

fn faults(from: &str, to: &str) -> Vec<String> {
    assert!(SMALL.contains(from), "{from}");
    battle(&SMALL.replacen(from, to, 1)).expect_err("something is wrong")
}

#[test]
fn a_small_battle_is_read() {
    let (book, field, phase) = good(SMALL);
    assert_eq!(field.units().len(), 3 + 2 + 6);
    assert_eq!(field.card(unit(&field, "r0m3")).name, "Messenger 3 of The general");
    assert_eq!(book.zone(Side::Blue), (25.0, 40.0));
    assert_eq!(phase.units[unit(&field, "b1").index()].kept.grade, Some(Grade::D));
}

#[test]
fn faults_of_places_are_named() {
    assert_eq!(
        faults("x = 20, y = 10", "x = 12, y = 10"),
        ["battle.toml:13:61: red.units[1].x: r2 overlaps r1 [wrg1969.geo.unit]"]
    );
    assert_eq!(
        faults("x = 20, y = 10", "x = 34, y = 8"),
        [
            "battle.toml:13:61: red.units[1].x: r2 stands in `lake`, which is impassable [wrg1969.terrain.fords]"
        ]
    );
    assert_eq!(
        faults("x = 20, y = 10", "x = 39.5, y = 10"),
        ["battle.toml:13:61: red.units[1].x: r2 is off the table [wrg1969.setup.table]"]
    );
    let missing = faults("x = 20, y = 10, ", "");
    assert_eq!(missing.len(), 1);
    assert!(missing[0].contains("red.units[1].x: missing; others have a place"), "{}", missing[0]);
    assert!(faults("x = 20, y = 10", "x = 20")[0].contains("red.units[1].y: missing; a place needs"));
    let twin = faults("id = \"b1\"", "id = \"r1\"");
    assert!(twin[0].contains("another unit is called `r1` too"), "{}", twin[0]);
}

#[test]
fn faults_of_troops_are_named() {
    let has = |from: &str, to: &str, what: &str| {
        let faults = faults(from, to);
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    has(
        "figures = 6, x = 20",
        "figures = 6, grade = \"A\", x = 20",
        "grade A is not open to barbarian troops [wrg1969.points.grades]",
    );
    has("figures = 6, x = 20", "figures = 6, files = 9, x = 20", "9 files of 6 figures [wrg1969.geo.unit]");
    has(
        "figures = 6, x = 20",
        "figures = 6, hand = \"cavalry_bow\", x = 20",
        "do not fight with `cavalry_bow`",
    );
    has("figures = 6, x = 20", "figures = 6, missile = \"stone_thrower\", x = 20", "do not shoot with");
    has("figures = 6, x = 20", "figures = 6, camel = true, x = 20", "[wrg1969.troops.camels]");
    has("figures = 6, x = 20", "figures = 6, crew = 3, x = 20", "only models have a crew");
    has("figures = 6, x = 20", "figures = 6, haul = \"ox\", x = 20", "it is not moved in that way");
    has("figures = 6, x = 20", "figures = 6, led = true, x = 20", "[wrg1969.army.general]");
    has("figures = 6, x = 20", "figures = 6, long_spear = true, x = 20", "[wrg1969.melee.spears]");
    has(
        "\"medium_cavalry\"",
        "\"stone_thrower\"",
        "Stone-thrower are never barbarian [wrg1969.points.values]",
    );
    let part = "part = { troop = \"light_infantry\", figures = 6 }, x = 20";
    has("x = 20", part, "a part is smaller than the unit [wrg1969.troops.subunit]");
    has(
        "name = \"Blue\"",
        "name = \"Blue\"\npeople = \"gallic\"\nregular = true",
        "are regular, more than this people may have",
    );
    has(
        "name = \"Red\"",
        "name = \"Red\"\nsubordinates = [{ id = \"r9\", x = 3, y = 3, units = [\"x\"] }]",
        "2 generals, but",
    );
    has(
        "name = \"Red\"",
        "name = \"Red\"\nsubordinates = [{ id = \"r9\", x = 3, y = 3, units = [\"x\"] }]",
        "this side has no unit `x`",
    );
}

#[test]
fn a_part_inside_a_unit_is_read() {
    let part = "part = { troop = \"light_infantry\", figures = 4, hand = \"missile_sidearm\", missile = \"foot_self_bow\", shields = false }";
    let (book, field, _) = good(&SMALL.replacen("figures = 12,", &format!("figures = 12, {part},"), 1));
    let part = book.kit(unit(&field, "r1")).part.clone().expect("it has a part");
    assert_eq!((part.figures, part.missile, part.shields), (4, Some(Missile::FootSelfBow), false));
}

#[test]
fn faults_of_orders_and_cards_are_named() {
    let has = |from: &str, to: &str, what: &str| {
        let faults = faults(from, to);
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    has(
        "\"Advance.\"",
        "\"Skirmish against the nearest enemy\"",
        "only light troops can be told to `skirmish` [wrg1969.orders.skirmish]",
    );
    has("\"Advance.\"", "\"Dance the hornpipe\"", "battle.toml:12:");
    has(
        "\"Advance.\"",
        "{ verb = \"attack\", target = { enemy = \"zz\" } }",
        "there is no enemy `zz` [wrg1969.orders.reference]",
    );
    has("\"Advance.\"", "{ verb = \"dance\" }", "dance");
    let card = "name = \"Red\"\nsignals = [{ signal = 1 }, { signal = 1, units = [\"b1\"] }]";
    has("name = \"Red\"", card, "signal 1 is on the card already [wrg1969.orders.signal_card]");
    has("name = \"Red\"", card, "this side has no unit `b1`");
    has(
        "name = \"Red\"",
        "name = \"Red\"\nsignals = [{ signal = 5 }]",
        "red.signals[0].signal: must be from 1 to 4, not 5",
    );
}

#[test]
fn faults_of_the_ground_are_named() {
    let has = |to: &str, what: &str| {
        let faults = faults(
            "{ id = \"lake\", kind = \"lake\", polygon = [[30, 5], [38, 5], [38, 10], [30, 10]] }",
            to,
        );
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    has("{ id = \"f\", kind = \"ford\", at = [5, 5] }", "terrain[0].width: missing; give how wide it is");
    has("{ id = \"f\", kind = \"ford\", width = 3 }", "terrain[0].at: missing");
    has("{ id = \"s\", kind = \"stream\" }", "terrain[0].line: missing");
    has("{ id = \"w\", kind = \"wood\" }", "terrain[0].polygon: missing");
    has(
        "{ id = \"w\", kind = \"wood\", line = [[1, 1], [2, 2]] }",
        "only streams, ditches, hedges, walls and roads are lines",
    );
    has(
        "{ id = \"w\", kind = \"wood\", closed = true, polygon = [[1, 1], [5, 1], [5, 5]] }",
        "only a stream may be closed",
    );
    has(
        "{ id = \"w\", kind = \"wood\", polygon = [[1, 1], [55, 1], [5, 5]] }",
        "`w` leaves the table [wrg1969.setup.table]",
    );
    has("{ id = \"w\", kind = \"wood\", polygon = [[1, 1], [5, 5], [5, 1], [1, 5]] }", "terrain[0].polygon");
    let hill = "{ id = \"h\", kind = \"hill\", contours = [[[1, 1], [9, 1], [9, 9], [1, 9]], [[2, 2], [12, 2], [4, 6]]] }";
    has(hill, "a contour lies within the one below it [wrg1969.setup.terrain]");
    let twins = "{ id = \"h\", kind = \"stream\", line = [[0, 20], [40, 20]] }, { id = \"h\", kind = \"ford\", at = [9, 20], width = 2 }";
    has(twins, "another feature is `h` too [wrg1969.setup.terrain]");
}

#[test]
fn any_two_armies_meet_and_deploy() {
    for (i, list) in lists().iter().enumerate() {
        let other = &lists()[(i + 1) % lists().len()];
        let text = pairing(&list.ready(), &other.ready());
        let (book, field, phase) = good(&text);
        assert_eq!(phase.step, Step::Deploy);
        assert!(field.ids().all(|id| field.unit(id).place == Place::Waiting));
        for side in Side::ALL {
            let deployment = deploy::check(&book, &field, side, &umpire::Command::Done);
            let placed = deployment.unwrap_or_else(|why| panic!("{} {side}: {why:?}", list.id));
            assert_eq!(placed.len(), crate::setup::usual::to_place(&book, &field, side).len());
        }
    }
}

#[test]
fn orders_in_words_mean_what_they_say() {
    let (_, field, phase) = good(bundled_text("raphia"));
    let legs = |label: &str| {
        let order =
            &phase.units[unit(&field, label).index()].kept.order.as_ref().expect("it has an order").order;
        order.legs.iter().map(|leg| (leg.verb, leg.target.clone(), leg.until.clone())).collect::<Vec<_>>()
    };
    assert_eq!(legs("p1"), [(Verb::Advance, None, vec![])]);
    assert_eq!(legs("p4"), [(Verb::Attack, Some(Ref::Enemy("s3".to_owned())), vec![])]);
    assert_eq!(legs("p7"), [(Verb::Skirmish, Some(Ref::NearestEnemy), vec![])]);
    let charge = (Verb::Attack, Some(Ref::NearestEnemy), vec![]);
    assert_eq!(legs("p5"), [(Verb::Hold, None, vec![Trigger::Signal(1)]), charge]);
    let held = (Verb::Hold, None, vec![Trigger::EnemyWithin(10_000, None)]);
    assert_eq!(legs("p8"), [held, (Verb::Advance, None, vec![])]);
    let back = phase.command[Side::Red].card[1].order.as_ref().expect("an order");
    assert_eq!(back.legs[0].target, Some(Ref::Point(48_000, 4_000)));
}

/// Studies and scenes can be written down: units begin disorganised, going back, broken or in contact.
#[test]
fn units_begin_in_the_state_their_file_says() {
    let medway = bundled_text("medway");
    let (_, field, phase) = good(&medway.replacen("troop = ", "state = \"retreating\", troop = ", 1));
    let running = field.ids().filter_map(|id| phase.units[id.index()].seen.running).collect::<Vec<_>>();
    assert_eq!(running.iter().map(|r| r.reaction).collect::<Vec<_>>(), [Reaction::Retreat]);
    let strange = battle(&medway.replacen("troop = ", "fights = [\"nobody\"], troop = ", 1));
    assert!(strange.is_err_and(|faults| faults.join(" ").contains("no unit `nobody`")));
}
