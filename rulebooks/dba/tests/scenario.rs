//! Scenario files: the bundled ones, pairings of two armies, and every fault named where it stands.

use crate::board::state::{Holder, Phase, Step};
use crate::board::{Board, camp_followers};
use crate::data::lists;
use crate::data::scale::MM;
use crate::data::troop::Troop;
use crate::movement::group;
use crate::play::bound::begin_bound;
use crate::setup::steps::{self, Stands};
use crate::{Dba, rule, scenario};
use dice::Scripted;
use form::Source;
use ruling::proves;
use table::{Facing, TableEdge, Vec2};
use umpire::{Command, Cx, Field, OptionId, Pending, Place, Side, Silent, UnitId};

fn read(text: &str) -> (Dba, Field, Phase) {
    let source = Source { name: "test.toml", text };
    scenario::read::read(&source).unwrap_or_else(|faults| panic!("{}", source.lines(&faults)))
}

/// The faults of a text, one on a line.
fn faults(text: &str) -> String {
    let source = Source { name: "test.toml", text };
    source.lines(&scenario::read::read(&source).err().unwrap_or_default())
}

fn bundled(id: &str) -> &'static str {
    scenario::read::bundled().iter().find(|(name, _)| *name == id).expect("it comes with the book").1
}

/// Zama with one stretch of its text replaced.
fn zama_with(from: &str, to: &str) -> String {
    let text = bundled("zama");
    assert!(text.contains(from), "`{from}` is in the text");
    text.replacen(from, to, 1)
}

#[test]
fn the_bundled_scenarios_stand_ready() {
    for (id, text) in scenario::read::bundled() {
        let (book, field, phase) = read(text);
        // The invader has the first bound in all of them.
        let invader = if ["kadesh", "agincourt"].contains(id) { Side::Blue } else { Side::Red };
        assert_eq!((&phase.step, phase.bound, phase.active), (&Step::Begin, 0, invader), "{id}");
        assert_eq!((phase.invader, phase.edges[Side::Red]), (invader, TableEdge::South));
        // One of them is a larger game.
        let commands = usize::from(book.house.commands);
        assert_eq!((commands, field.ids().count()), if *id == "gaugamela" { (2, 50) } else { (1, 26) });
        assert!(field.ids().all(|id| field.on_table(id)));
        for side in Side::ALL {
            let own: Vec<UnitId> = field.ids().filter(|&id| field.side(id) == side).collect();
            assert_eq!(own.iter().filter(|&&id| field.card(id).general).count(), commands);
            let camp = phase.camps[side].expect("both have camps");
            assert_eq!(camp.holder, Holder::Followers);
            let followers = camp_followers(&field, side).expect("followers");
            assert!((field.shape(followers).half_width / MM - 120.0).abs() < 1e-9);
        }
        assert_eq!(Board::of(&book, &field, &phase).bases.len(), 24 * commands);
    }
}

#[test]
fn zama_stands_as_it_is_described() {
    let (book, field, phase) = read(bundled("zama"));
    assert_eq!(field.roster().names.0, ["Rome", "Carthage"]);
    let find = |label: &str| field.ids().find(|&id| field.card(id).label == label).expect("such an element");
    let board = Board::of(&book, &field, &phase);
    let first = board.base(find("R1")).expect("on the table");
    assert_eq!((first.troop, first.rect.centre), (Troop::Blades, Vec2::new(880.0, 560.0)));
    assert_eq!((first.rect.half_width, first.rect.half_depth), (80.0, 30.0));
    let general = board.base(find("C10")).expect("on the table");
    assert!(general.general && general.troop == Troop::Spears && general.facing == Facing::SOUTH);
    assert_eq!(field.card(find("C10")).name, "Spears, general");
    assert_eq!(field.card(find("R camp")).class, Troop::CampFollowers as u16);
    assert_eq!(field.ground().pieces.len(), 3);
    let outline = phase.camps[Side::Blue].expect("a camp").outline();
    assert!(outline.corners().contains(&Vec2::new(1700.0, 2200.0)));
}

#[test]
fn a_scenario_begins_with_the_first_sides_roll() {
    proves!(rule::SETUP_SCENARIO);
    let (book, mut field, mut phase) = read(&zama_with("first = \"red\"", "first = \"blue\""));
    assert_eq!((phase.active, phase.invader), (Side::Blue, Side::Red));
    let Pending::Decide(Side::Blue, ask) = steps::pending(&book, &field, &phase) else {
        panic!("Blue begins")
    };
    assert_eq!(ask.rule, rule::SETUP_SCENARIO);
    let command = Command::Choose(OptionId(0));
    let plan = steps::check(&book, &field, &phase, Side::Blue, &command).expect("it may begin");
    assert!(steps::check(&book, &field, &phase, Side::Blue, &Command::Swap(Vec::new())).is_err());
    let mut dice = Scripted::new([4]);
    let mut silent = Silent;
    let mut cx = Cx::new(&mut field, &mut dice, &mut silent);
    assert_eq!(steps::resolve(&book, &mut phase, plan, &mut cx), Stands::Ready);
    begin_bound(&book, &mut phase, &mut cx);
    assert_eq!((phase.step, phase.bound, phase.pips.total()), (Step::Move, 1, 4));
}

#[test]
fn house_rules_of_a_scenario_hold() {
    let house = "first = \"red\"\n\n[house]\ntable_size = 3000\ncamps = false\n";
    let (book, field, phase) = read(&zama_with("first = \"red\"\n", house));
    assert_eq!(book.house.table_size, 3000);
    assert_eq!(field.ground().width(), 750.0);
    assert_eq!((field.ids().count(), phase.camps.0), (24, [None, None]));
    let said = faults(&zama_with("first = \"red\"\n", "first = \"red\"\n\n[house]\nwar_wagon_depth = 200\n"));
    assert_eq!(said, "test.toml:12:19: house.war_wagon_depth: must be 160 or 320, not 200\n");
}

#[test]
fn an_element_may_hold_its_camp_from_the_start() {
    let (_, field, phase) = read(&zama_with("x = 1040, y = 550", "x = 1200, y = 100"));
    let holder = phase.camps[Side::Red].expect("a camp").holder;
    let psiloi = field.ids().find(|&id| field.card(id).label == "R9").expect("Psiloi");
    assert_eq!(holder, Holder::Element(psiloi));
}

#[test]
fn every_fault_is_named_where_it_stands() {
    proves!(rule::GEOMETRY_TOLERANCE, rule::SCALE_TABLE, rule::ARMY_GENERAL, rule::ARMY_LISTS);
    let cases = [
        (
            "troop = \"psiloi\", x = 1040",
            "troop = \"psilo\", x = 1040",
            "red.elements[8].troop: unknown value `psilo`",
        ),
        (
            "x = 1200, y = 560",
            "x = 870, y = 560",
            "red.elements[1].x: R2 overlaps R1 [dba.geometry.tolerance]",
        ),
        (
            "x = 1880, y = 540",
            "x = 2360, y = 540",
            "red.elements[11].x: R12 is off the table [dba.scale.table]",
        ),
        (
            "facing = 0, general = true",
            "facing = 0",
            "red.elements: no element has the general [dba.army.general]",
        ),
        (
            "x = 880, y = 560, facing = 0",
            "x = 880, y = 560, facing = 0, general = true",
            "red.elements[10].general: an army has one general",
        ),
        ("troop = \"spears\", x = 880", "troop = \"knights\", x = 880", "[dba.army.lists]"),
        (
            "x = 880, y = 560, facing = 0",
            "x = 880, facing = 0",
            "red.elements[0].y: missing; a place needs `x`, `y` and `facing`",
        ),
        (
            "x = 880, y = 560, facing = 0 ",
            "general = false ",
            "red.elements[0].x: missing; others have a place",
        ),
        ("id = \"R2\"", "id = \"R1\"", "red.elements[1].id: another element is called `R1` too"),
        ("[60, 1960], [220, 1940]", "[220, 1940], [60, 1960]", "terrain.pieces[2].polygon: "),
        ("[60, 1960]", "[-50, 1960]", "terrain.pieces[2].kind: T3 leaves the table"),
        ("kind = \"woods\"", "kind = \"jungle\"", "terrain.pieces[2].kind: unknown value `jungle`"),
        ("kind = \"woods\"", "kind = \"river\", width = 90", "terrain.pieces[2].polyline: missing"),
        (
            "kind = \"woods\"",
            "kind = \"woods\", crest = [[1, 1]]",
            "terrain.pieces[2].crest: only hills have a crest",
        ),
        ("id = \"T3\"", "id = \"T1\"", "terrain.pieces[2].id: another piece is called `T1` too"),
        ("edge = \"north\"", "edge = \"east\"", "blue.edge: the two sides have opposite edges"),
        ("role = \"defender\"", "role = \"invader\"", "blue.role: one side invades and the other defends"),
        ("edge = \"south\"\n", "", "red.edge: missing; give its own table edge"),
        (
            "[1080, 0], [1320, 0], [1320, 200]",
            "[1080, 0], [1320, 200], [1320, 0]",
            "red.camp: the camp must be a convex polygon",
        ),
        ("[1080, 0], [1320, 0]", "[1080, -90], [1320, -90]", "red.camp: the camp leaves the table"),
        ("x = 880, y = 440", "x = 1120, y = 180", "red.elements[6].x: R7 is partly in a camp"),
        ("army = \"carthaginian\"", "army = \"cartaginian\"", "blue.army: unknown value `cartaginian`"),
        ("book = \"dba\"", "book = \"dbm\"", "book: unknown value `dbm`"),
        ("name = \"Rome\"", "nom = \"Rome\"", "red.nom: unknown field `nom`"),
        ("first = \"red\"", "first = \"green\"", "first: unknown value `green`"),
    ];
    for (from, to, wanted) in cases {
        let text = zama_with(from, to);
        let said = faults(&text);
        let line = said.lines().find(|line| line.contains(wanted));
        let line = line.unwrap_or_else(|| panic!("`{wanted}` is not said of `{to}`: {said}"));
        let place: Vec<&str> = line.splitn(4, ':').collect();
        assert!(place[1].parse::<usize>().is_ok() && place[2].parse::<usize>().is_ok(), "{line}");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let text =
        zama_with("x = 1200, y = 560", "x = 870, y = 560").replace("edge = \"north\"", "edge = \"east\"");
    let text = text.replace("[60, 1960]", "[-50, 1960]");
    let said = faults(&text);
    assert!(
        said.contains("R2 overlaps R1") && said.contains("opposite edges") && said.contains("T3 leaves"),
        "{said}"
    );
}

#[test]
fn guns_do_not_stand_in_bad_going_nor_anyone_in_the_water() {
    proves!(rule::MOVE_UNABLE, rule::TERRAIN_CLASSES);
    let lutzen = bundled("lutzen");
    let wood = lutzen.replacen("x = 1760, y = 520", "x = 2020, y = 1000", 1);
    assert!(faults(&wood).contains("S10 may not be in bad going [dba.move.unable]"));
    let lake = "{ id = \"T4\", kind = \"waterway\", polygon = [[0, 1900], [100, 1900], [600, 1800], [600, 1980], [0, 1980]] },\n]";
    let lake = lutzen.replacen("]\n\n[red]", &format!("    {lake}\n\n[red]"), 1);
    assert!(faults(&lake).contains("I1 stands in impassable ground"), "{}", faults(&lake));
}

#[test]
fn widths_of_roads_and_rivers_are_the_books() {
    proves!(rule::TERRAIN_ROAD, rule::TERRAIN_RIVER);
    let lutzen = bundled("lutzen");
    assert!(
        faults(&lutzen.replacen("width = 100", "width = 90", 1))
            .contains("a road is 100 paces wide [dba.terrain.road]")
    );
    assert_eq!(faults(&lutzen.replacen(", width = 100", "", 1)), "", "a road has its width");
    let river = lutzen.replacen("kind = \"road\", width = 100", "kind = \"river\", width = 170", 1);
    assert!(faults(&river).contains("a river is at most 160 paces wide [dba.terrain.river]"));
    let river = lutzen.replacen("kind = \"road\", width = 100", "kind = \"river\"", 1);
    assert!(faults(&river).contains("missing; say how wide the river is"));
}

#[test]
fn two_armies_without_places_set_up_by_the_rules() {
    let text = "book = 'dba'\nid = 'x'\nname = 'X'\n[red]\narmy = 'gallic'\n[blue]\narmy = 'polybian_roman'\nname = 'Rome'\n";
    let (book, field, phase) = read(text);
    assert_eq!(phase.step, Step::Invader);
    let gauls = lists::list("gallic").expect("a list").name.as_str();
    assert_eq!(field.roster().names.0, [gauls, "Rome"]);
    assert!(field.units().iter().all(|u| u.place == Place::Waiting));
    assert_eq!(field.ids().count(), 26);
    assert_eq!(book.lists[Side::Blue].map(|l| l.id.as_str()), Some("polybian_roman"));
    assert_eq!(field.card(UnitId(0)).label, "R1");
    assert_eq!(field.card(UnitId(12)).label, "B1");
    for (extra, wanted) in
        [("first = 'red'\n", "first: left out"), ("terrain = { pieces = [] }\n", "terrain: left out")]
    {
        assert!(faults(&format!("{extra}{text}")).contains(wanted));
    }
    assert!(faults(&text.replacen("[blue]", "[blue]\nedge = 'north'", 1)).contains("blue.edge: left out"));
}

#[test]
fn every_list_meets_every_other_as_its_players_choose() {
    let lists = lists::lists();
    let mut chosen = dice::Seeded::new(5);
    for (i, red) in lists.iter().enumerate() {
        let blue = &lists[(i * 7 + 3) % lists.len()];
        let mut choose = |list: &'static lists::ArmyList| list.choose(|n| chosen.below(n as u32) as usize);
        let (red, blue) = (choose(red), choose(blue));
        let (_, field, phase) = read(&scenario::pairing::pairing(&red, &blue));
        assert_eq!(phase.step, Step::Invader);
        for (side, army) in [(Side::Red, &red), (Side::Blue, &blue)] {
            let own = field.ids().map(|id| field.card(id)).filter(|card| card.side == side);
            let troops: Vec<Troop> = own.map(|card| Troop::ALL[usize::from(card.class)]).collect();
            assert_eq!(&troops[..12], &army.troops()[..], "{}", army.list.id);
        }
    }
}

#[test]
fn a_pairing_quotes_what_players_call_their_armies() {
    let mut army = lists::list("gallic").expect("a list").usual();
    army.name = "The \"brave\"\\\nGauls".to_owned();
    let (_, field, _) = read(&scenario::pairing::pairing(&army, &army));
    assert_eq!(field.roster().names[Side::Red], army.name);
}

#[test]
fn broken_files_are_refused_without_panic() {
    let text = bundled("lutzen");
    let mut refused = 0;
    for cut in (0..text.len()).step_by(37).filter(|&i| text.is_char_boundary(i)) {
        let source = Source { name: "cut", text: &text[..cut] };
        refused += usize::from(scenario::read::read(&source).is_err());
        let without = format!("{}{}", &text[..cut], text.get(cut + 11..).unwrap_or(""));
        let holed = Source { name: "holed", text: &without };
        if let Err(faults) = scenario::read::read(&holed) {
            assert!(!holed.lines(&faults).is_empty());
        }
    }
    assert!(refused > 20);
    let far = zama_with("x = 880, y = 560", "x = 1e300, y = -1e300");
    assert!(faults(&far).contains("R1 is off the table"));
}

#[test]
fn zamas_roman_line_is_one_group() {
    let (book, field, phase) = read(bundled("zama"));
    let board = Board::of(&book, &field, &phase);
    let line: Vec<UnitId> = (0..10).map(UnitId).collect();
    let movers = group::gather(&board, Side::Red, &line).expect("they are Roman");
    assert!(group::dress(&movers).is_ok(), "velites and maniples stand level and side by side");
}

#[test]
fn a_free_army_may_be_of_any_troops_and_a_scenario_may_say_how_many() {
    proves!(rule::ARMY_SIZE);
    let free =
        bundled("zama").replace("army = \"polybian_roman\"", "army = \"free\"").replace("blades", "warband");
    read(&free);
    let ten = bundled("zama")
        .replace("    { id = \"R7\", troop = \"spears\", x = 880, y = 440, facing = 0 },\n", "");
    assert!(faults(&ten).contains("11 elements, but an army has 12"), "{}", faults(&ten));
    read(&ten.replace("army = \"polybian_roman\"", "army = \"polybian_roman\"\nsize = 11"));
}
