//! The lists are lawful, and what is wrong with an army is said where it is written.

use crate::army::check::check;
use crate::army::file::read;
use crate::army::list::{Army, Company};
use crate::army::lists::lists;
use crate::army::people::{People, Regulars};
use crate::data::troop::Troop;
use form::{Source, parse_toml};

#[test]
fn every_list_has_a_lawful_army_of_a_thousand_points() {
    assert_eq!(lists().len(), 15);
    for list in lists() {
        let army = list.ready();
        assert_eq!(check(list, 1000, 0, &army.companies), [], "{}", list.id);
        let total = army.total();
        assert!((960..=1000).contains(&total), "{}: {total}", list.id);
        assert!(list.from < list.to, "{}", list.id);
    }
}

#[test]
fn lines_have_names_of_their_own_and_troops_their_people_may_have() {
    let mut ids: Vec<&str> = lists().iter().map(|list| list.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), lists().len());
    for list in lists() {
        for (i, line) in list.lines.iter().enumerate() {
            assert!(list.lines[..i].iter().all(|other| other.id != line.id), "{} {}", list.id, line.id);
            assert_eq!(list.people.lacks(line.kit.troop), None, "{} {}", list.id, line.id);
            assert!(line.kit.hand.suits(line.kit.troop), "{} {}", list.id, line.id);
            let missile = line.kit.missile;
            assert!(
                missile.is_none_or(|m| crate::data::kit::may_shoot(line.kit.troop, m)),
                "{} {}",
                list.id,
                line.id
            );
            assert_eq!(line.grades.is_empty(), line.kit.troop.is_engine(), "{} {}", list.id, line.id);
            assert!(line.unit[0] <= line.unit[1] && line.figures[0] <= line.figures[1], "{}", line.id);
            let company = Company {
                line: i,
                name: String::new(),
                figures: line.unit[0],
                files: 1,
                grade: line.usual_grade(),
                led: false,
            };
            assert!(company.purchase(line).price().is_ok(), "{} {}", list.id, line.id);
        }
    }
}

#[test]
fn peoples_have_only_what_they_had() {
    assert_eq!(People::Indian.lacks(Troop::Elephant), None);
    assert!(People::Carthaginian.lacks(Troop::Elephant).is_some());
    assert!(People::Roman.lacks(Troop::SuperHeavyCavalry).is_some());
    assert_eq!(People::Sarmatian.lacks(Troop::SuperHeavyCavalry), None);
    assert!(People::British.lacks(Troop::AssyrianChariot).is_some());
    assert!(People::Gallic.lacks(Troop::Chariot).is_some());
    assert!(People::Persian.lacks(Troop::StoneThrower).is_some());
    assert_eq!(People::Roman.lacks(Troop::StoneThrower), None);
    assert_eq!((People::Greek.regulars(), People::Assyrian.regulars()), (Regulars::All, Regulars::Third));
}

fn file(text: &str) -> Result<Army, Vec<String>> {
    let source = Source { name: "army.toml", text };
    let army = parse_toml(text).map_err(|fault| vec![fault]).and_then(|node| read(&node));
    army.map_err(|faults| faults.iter().map(|fault| source.line(fault)).collect())
}

#[test]
fn every_fault_of_an_army_says_where() {
    let text = r#"book = "wrg1969"
army = "carthaginian"
points = 400
subordinates = 1
units = [
    { line = "libyans", figures = 30, grade = "D" },
    { line = "sacred_band", figures = 20, grade = "A", led = true },
    { line = "gauls", figures = 10, files = 12, led = true },
    { line = "heavy_horse", figures = 8 },
]
"#;
    let faults = file(text).unwrap_err();
    assert_eq!(
        faults,
        [
            "army.toml:6:47: units[0].grade: Libyan spearmen 1: grade D is not open to regular troops [wrg1969.points.grades]",
            "army.toml:7:62: units[1].led: Citizens 2: a unit that the general leads has at most 15 figures, not 20 [wrg1969.army.general]",
            "army.toml:8:33: units[2].figures: Gallic foot 3: 10 figures, but a unit of Gallic foot has from 20 to 40 [wrg1969.army.choice]",
            "army.toml:8:45: units[2].files: Gallic foot 3: 12 files of 10 figures [wrg1969.geo.unit]",
            "army.toml:8:55: units[2].led: Gallic foot 3: a unit that the general leads is grade A or B [wrg1969.army.general]",
            "army.toml:8:55: units[2].led: Gallic foot 3: the general leads another unit already [wrg1969.army.general]",
            "army.toml:5:9: units: 0 figures of Numidian horse, but the army has at least 6 [wrg1969.army.choice]",
            "army.toml:4:16: subordinates: 2 generals, but 400 points allow 1 [wrg1969.army.general]",
        ]
    );
}

#[test]
fn a_third_may_be_regular_and_names_are_helped() {
    let text = "book = 'wrg1969'\narmy = 'carthaginian'\nunits = [\n{ line = 'libyans', figures = 30 },\n{ line = 'sacred_band', figures = 20 },\n{ line = 'heavy_horse', figures = 8 },\n{ line = 'numidian_horse', figures = 6 },\n]\n";
    let faults = file(text).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].contains("points of regulars, but only"), "{}", faults[0]);
    assert!(faults[0].ends_with("[wrg1969.troops.regular]"), "{}", faults[0]);
    let faults = file("book = 'wrg1969'\narmy = 'gallic'\nunits = [{ line = 'warrior', figures = 30 }]\n")
        .unwrap_err();
    assert_eq!(
        faults,
        ["army.toml:3:19: units[0].line: Gallic has no line `warrior`; did you mean `warriors`?"]
    );
}

#[test]
fn an_army_too_dear_is_refused() {
    let text = "book = 'wrg1969'\narmy = 'roman_early'\npoints = 300\nunits = [{ line = 'legion', figures = 30 }, { line = 'legion', figures = 30 }, { line = 'horse', figures = 8 }]\n";
    let faults = file(text).unwrap_err();
    assert_eq!(faults, ["army.toml:3:10: points: 434 points, but the armies have 300 [wrg1969.army.choice]"]);
}
