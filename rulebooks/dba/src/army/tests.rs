//! Army lists, armies that fit and armies that do not.

use crate::army::check::check;
use crate::army::chosen::{Army, Counts};
use crate::army::file::read;
use crate::data::lists::{self, ArmyList, Line, list, lists};
use crate::data::troop::Troop;
use crate::rule;
use form::{Source, parse_toml};
use ruling::proves;
use std::collections::BTreeSet;

fn rome() -> &'static ArmyList {
    list("polybian_roman").expect("Rome has a list")
}

fn counts(elements: &[(Troop, u16)]) -> Counts {
    let mut counts = Counts::default();
    elements.iter().for_each(|&(troop, n)| counts.set(troop, n));
    counts
}

fn messages(list: &ArmyList, elements: &[(Troop, u16)], general: Troop) -> Vec<String> {
    check(list, &counts(elements), &[general], 12).into_iter().map(|fault| fault.message).collect()
}

#[test]
fn every_file_of_the_folder_is_a_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/armies");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of the lists")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    let ids: BTreeSet<String> = lists::choices().map(|list| format!("{}.toml", list.id)).collect();
    assert_eq!(ids, files);
    assert_eq!(lists().len(), 50);
}

#[test]
fn every_list_makes_twelve_with_one_general() {
    for list in lists() {
        let places: u8 = list.lines.iter().map(|line| line.n).sum();
        assert_eq!(places, 12, "{}", list.id);
        let generals: Vec<&Line> = list.lines.iter().filter(|line| line.general).collect();
        assert_eq!((generals.len(), generals[0].n), (1, 1), "{}", list.id);
        assert!(list.from < list.to, "{}", list.id);
        assert!(list.lines.iter().all(|line| !line.set().has(Troop::CampFollowers)), "{}", list.id);
        assert!(!list.enemies.is_empty(), "{}", list.id);
        for enemy in &list.enemies {
            assert!(lists::list(enemy).is_some(), "{}: {enemy}", list.id);
        }
    }
    assert!(lists().is_sorted_by_key(|list| list.from));
    assert!(list("atlantean").is_none());
}

#[test]
fn every_army_chosen_from_a_list_fits_it() {
    let mut whim = 7_u32;
    for list in lists() {
        for _ in 0..20 {
            let army = list.choose(|types| {
                whim = whim.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (whim >> 16) as usize % types
            });
            assert_eq!(check(list, &army.elements, &[army.general], 12), [], "{}", list.id);
            assert_eq!(army.troops().len(), 12);
            assert_eq!(army.troops()[0], army.general);
            assert_eq!(army.troops().into_iter().collect::<Counts>(), army.elements);
        }
        // A chooser that counts too far gets the last type.
        assert_eq!(check(list, &list.choose(|_| 99).elements, &[list.choose(|_| 99).general], 12), []);
    }
    assert_eq!(
        rome().usual().elements.iter().collect::<Vec<_>>(),
        [(Troop::Blades, 6), (Troop::Cavalry, 2), (Troop::Psiloi, 2), (Troop::Spears, 2),]
    );
}

#[test]
fn what_is_wrong_is_said_in_words() {
    use Troop::{Auxilia, Blades, Cavalry, LightHorse, Psiloi, Spears, Warband};
    assert_eq!(
        messages(rome(), &[(Cavalry, 2), (Blades, 7), (Spears, 1), (Psiloi, 2)], Cavalry),
        ["Polybian Roman: 7 Blades, but line 3 gives room for 6"]
    );
    assert_eq!(
        messages(rome(), &[(Cavalry, 2), (Blades, 6), (Spears, 2), (Psiloi, 1)], Cavalry),
        ["Polybian Roman: 11 elements, but an army has 12; line 5 still has room for Psiloi"]
    );
    assert_eq!(
        messages(rome(), &[(Cavalry, 3), (Blades, 6), (LightHorse, 1), (Psiloi, 2)], Cavalry),
        ["Polybian Roman: 2 Cavalry and 1 Light Horse beside the general, but line 2 gives room for 1"]
    );
    assert_eq!(
        messages(rome(), &[(Cavalry, 2), (Blades, 6), (Spears, 2), (Psiloi, 2)], Blades),
        [
            "Polybian Roman: the general is with Blades, but line 1 has the general with Cavalry",
            "Polybian Roman: 2 Cavalry beside the general, but line 2 gives room for 1",
        ]
    );
    assert_eq!(
        messages(rome(), &[(LightHorse, 1), (Blades, 7), (Spears, 2), (Psiloi, 2)], Cavalry),
        [
            "Polybian Roman: the general is with Cavalry, but the army has none",
            "Polybian Roman: 7 Blades, but line 3 gives room for 6",
        ]
    );
    let all = messages(rome(), &[(Warband, 14), (Troop::WarWagons, 1)], Warband);
    assert_eq!(
        all,
        [
            "Polybian Roman: 15 elements, but an army has 12",
            "Polybian Roman: the general is with Warband, but line 1 has the general with Cavalry",
            "Polybian Roman: 1 War Wagons, but no line has room for any",
            "Polybian Roman: 13 Warband, but no line has room for any",
        ]
    );
    // Two types that share a line crowd each other.
    let carthage = list("carthaginian").expect("Carthage has a list");
    let army = [
        (Cavalry, 2),
        (LightHorse, 1),
        (Troop::Elephants, 2),
        (Spears, 2),
        (Auxilia, 2),
        (Warband, 2),
        (Psiloi, 1),
    ];
    assert_eq!(
        messages(carthage, &army, Cavalry),
        ["Later Carthaginian: 2 Auxilia and 2 Warband, but lines 6 and 7 give room for 3"]
    );
}

#[test]
fn faults_come_in_the_order_of_their_reasons() {
    proves!(rule::ARMY_GENERAL);
    let faults = check(rome(), &counts(&[(Troop::Warband, 3)]), &[Troop::Warband], 12);
    let reasons: Vec<&str> = faults.iter().map(|fault| fault.reason.key()).collect();
    assert_eq!(reasons, ["total", "general", "troops"]);
    assert_eq!(faults[0].lines, [2, 3, 4, 5]);
    assert_eq!(faults[1].to_string(), format!("{} [dba.army.general]", faults[1].message));
    assert_eq!(
        (faults[0].reason.rule(), faults[2].reason.rule()),
        (crate::rule::ARMY_SIZE, crate::rule::ARMY_LISTS)
    );
}

/// Whether the elements fit the places, by trying every way.
fn fits(list: &ArmyList, room: &mut Vec<u8>, elements: &[Troop]) -> bool {
    let Some((&first, rest)) = elements.split_first() else {
        return true;
    };
    for i in 0..list.lines.len() {
        if !list.lines[i].general && room[i] > 0 && list.lines[i].troops.contains(&first) {
            room[i] -= 1;
            let fit = fits(list, room, rest);
            room[i] += 1;
            if fit {
                return true;
            }
        }
    }
    false
}

#[test]
fn the_checker_agrees_with_trying_every_way() {
    let mut whim = 3_u32;
    let mut draw = |n: usize| {
        whim = whim.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (whim >> 16) as usize % n
    };
    let (mut good, mut bad) = (0, 0);
    for list in lists() {
        for _ in 0..40 {
            // A legal army with up to three elements exchanged for others of the list.
            let mut troops = list.choose(&mut draw).troops();
            for _ in 0..draw(4) {
                let line = &list.lines[draw(list.lines.len())];
                troops[1 + draw(11)] = line.troops[draw(line.troops.len())];
            }
            let mut room: Vec<u8> = list.lines.iter().map(|line| line.n).collect();
            let fit = fits(list, &mut room, &troops[1..]);
            let faults = check(list, &troops.iter().copied().collect(), &troops[..1], 12);
            assert_eq!(faults.is_empty(), fit, "{}: {troops:?}", list.id);
            if fit { good += 1 } else { bad += 1 }
        }
    }
    assert!(good > 200 && bad > 200, "{good} {bad}");
}

fn file(text: &str) -> Result<Army, Vec<String>> {
    let source = Source { name: "army.toml", text };
    let army = parse_toml(text).map_err(|fault| vec![fault]).and_then(|node| read(&node));
    army.map_err(|faults| faults.iter().map(|fault| source.line(fault)).collect())
}

#[test]
fn an_army_file_is_read() {
    let army = file(
        "book = \"dba\"\narmy = \"viking\"\nname = \"Jomsvikings\"\ngeneral = \"blades\"\n[elements]\nblades = 10\nbows = 1\nwarband = 1\n",
    );
    let army = army.expect("a good army");
    assert_eq!((army.name.as_str(), army.list.id.as_str()), ("Jomsvikings", "viking"));
    assert_eq!((army.general, army.elements.of(Troop::Blades)), (Troop::Blades, 10));
}

#[test]
fn every_fault_of_an_army_file_says_where() {
    proves!(rule::ARMY_SIZE, rule::ARMY_GENERAL, rule::ARMY_LISTS);
    let faults =
        file("book = \"dba\"\narmy = \"vikings\"\ngenral = \"blades\"\n[elements]\nblade = 10\nbows = -1\n");
    assert_eq!(
        faults.unwrap_err(),
        [
            "army.toml:2:8: army: unknown value `vikings`; did you mean `viking`?",
            "army.toml:3:1: genral: unknown field `genral`; did you mean `general`?",
            "army.toml:5:1: elements.blade: unknown name `blade`; did you mean `blades`?",
            "army.toml:6:8: elements.bows: must be from 0 to 99, not -1",
        ]
    );
    let faults = file("book = \"dba\"\narmy = \"viking\"\n[elements]\nblades = 12\n").unwrap_err();
    assert!(
        faults.iter().all(|fault| fault.contains("give the troop type that the general is with")),
        "{faults:?}"
    );
    let faults = file(
        "book = \"dba\"\narmy = \"polybian_roman\"\ngeneral = \"blades\"\n\n[elements]\nblades = 8\ncavalry = 1\nspears = 1\npsiloi = 3\n",
    );
    assert_eq!(
        faults.unwrap_err(),
        [
            "army.toml:5:1: elements: Polybian Roman: 13 elements, but an army has 12 [dba.army.size]",
            "army.toml:3:11: general: Polybian Roman: the general is with Blades, but line 1 has the general with Cavalry [dba.army.general]",
            "army.toml:6:10: elements.blades: Polybian Roman: 7 Blades, but line 3 gives room for 6 [dba.army.lists]",
            "army.toml:9:10: elements.psiloi: Polybian Roman: 3 Psiloi, but line 5 gives room for 2 [dba.army.lists]",
        ]
    );
    assert_eq!(file("book = 'dba'\narmy = \n").unwrap_err().len(), 1);
}

#[test]
fn scenario_armies_fit_their_lists() {
    for (_, text) in crate::scenario::read::bundled() {
        let scenario = parse_toml(text).expect("a scenario is TOML").to_json();
        for side in ["red", "blue"] {
            let side = &scenario[side];
            let list = list(side["army"].as_str().expect("a list")).expect("a known list");
            let elements = side["elements"].as_array().expect("elements");
            let troop = |e: &serde_json::Value| e["troop"].as_str().and_then(Troop::parse).expect("a type");
            let generals: Vec<Troop> = elements.iter().filter(|e| e["general"] == true).map(troop).collect();
            let commands = scenario["house"]["commands"].as_u64().unwrap_or(1) as usize;
            assert_eq!(generals.len(), commands);
            assert_eq!(check(list, &elements.iter().map(troop).collect(), &generals, 12 * commands), []);
        }
    }
}
