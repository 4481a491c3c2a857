//! Arms of every age: what lists and files may give a unit, and what comes of it.

use crate::army::check::unit_fields;
use crate::army::enlist;
use crate::army::gear::Gear;
use crate::army::list::{KEYS, lists};
use crate::board::terrain::Kind;
use crate::data::tables::Going;
use crate::data::troop::{Missile, Piece, Trait, Troop, Weapon};
use crate::scenario::read::{bundled, read};
use crate::shooting::resolve::shots;
use crate::tests::rules::small::{Small, small, unit};
use umpire::Shown;

/// Whether some entry of a list has something, or may have it as an option.
fn offers(list: &str, wanted: Gear) -> bool {
    let list = lists().iter().find(|l| l.id == list).expect("there is one");
    list.entries.iter().any(|e| {
        let has = match wanted {
            Gear::Weapon(w) => e.weapons.contains(&w),
            Gear::Missile(m) => e.missiles.contains(&m),
            Gear::Piece(p) => e.armour.contains(&p),
            Gear::Trait(t) => e.traits.has(t),
        };
        has || e.options.iter().any(|o| o.adds.contains(&wanted))
    })
}

#[test]
fn every_row_of_the_sheet_can_be_bought() {
    let weapons = Weapon::ALL.iter().copied().map(Gear::Weapon);
    let missiles = Missile::ALL.iter().copied().map(Gear::Missile);
    let armour = Piece::ALL.iter().copied().map(Gear::Piece);
    for gear in weapons.chain(missiles).chain(armour) {
        assert!(offers("free", gear), "the free army has no {gear:?}");
        let others = KEYS.into_iter().filter(|&key| key != "free").any(|key| offers(key, gear));
        assert!(others, "no list but the free army has {gear:?}");
    }
}

#[test]
fn the_bundled_battles_show_what_the_sheet_holds() {
    let books: Vec<_> = bundled()
        .iter()
        .map(|(name, text)| read(&form::Source { name, text }).unwrap_or_else(|f| panic!("{name}: {f:?}")).0)
        .collect();
    let kit = |what: &str, is: &dyn Fn(&crate::army::kit::Kit) -> bool| {
        assert!(books.iter().any(|b| b.kits.iter().any(is)), "no bundled battle has {what}");
    };
    kit("an army standard", &|k| k.has(Trait::ArmyStandard));
    kit("frenzy", &|k| k.has(Trait::Frenzy));
    kit("hatred", &|k| k.is_hateful());
    kit("light chariots", &|k| k.troop == Troop::LightChariot);
    kit("an engine", &|k| k.engine);
    kit("two missile weapons", &|k| k.missiles.len() > 1);
    let ground = |what: &str, is: &dyn Fn(Kind) -> bool| {
        assert!(books.iter().any(|b| b.features.iter().any(|f| is(f.kind))), "no bundled battle has {what}");
    };
    ground("hard cover", &|k| k == Kind::Wall);
    ground("very difficult ground", &|k| k.going() == Some(Going::VeryDifficult));
}

#[test]
fn of_two_missile_weapons_the_better_one_is_used() {
    let shoots = |far: f64| {
        let red = unit("B1", "psiloi_archers", 10, 10, 24.0, 10.0, ", options = [\"slings_too\"]");
        let mut small =
            small("", ("byzantine", &red), ("gallic", &unit("G1", "warriors", 20, 10, 24.0, 10.0 + far, "")));
        small.no_charges().done();
        let (from, to) = (small.id("B1"), small.id("G1"));
        small.submit(&umpire::Command::Shoot(vec![(from, to)])).words()
    };
    // Two stones at strength 2 tell more often than an arrow at 3, but only at short range.
    assert!(shoots(7.0).contains("with the sling: 20 shots"), "{}", shoots(7.0));
    assert!(shoots(15.0).contains("with the short bow: 10 shots"), "{}", shoots(15.0));
}

#[test]
fn a_bow_that_is_bought_does_not_take_the_javelins_away() {
    let red = unit("P1", "persian_cavalry", 8, 8, 24.0, 10.0, ", options = [\"bow\"]");
    let small = small("", ("achaemenid", &red), ("gallic", &unit("G1", "warriors", 20, 10, 24.0, 40.0, "")));
    let missiles = &small.battle.book().kit(small.id("P1")).missiles;
    assert!([Missile::Bow, Missile::Javelin].iter().all(|m| missiles.contains(m)), "{missiles:?}");
}

/// The shots of a unit at another.
fn aimed(small: &Small, from: &str, to: &str) -> (crate::combat::rules::Blows, crate::shooting::rules::Shot) {
    let board = small.board();
    let [from, to] = [from, to].map(|l| *board.body(small.id(l)).expect("it stands"));
    shots(&board, &from, &to, false).expect("it may shoot")
}

#[test]
fn the_save_column_of_crossbows_is_the_whole_or_besides_where_the_house_says_so() {
    let save = |house: &str| {
        let red = unit("F1", "crossbowmen", 12, 12, 24.0, 10.0, "");
        let blue = unit("E1", "men_at_arms", 20, 10, 24.0, 20.0, "");
        aimed(&small(house, ("french", &red), ("english", &blue)), "F1", "E1").0.save
    };
    // Full plate saves on 3; a bolt at short range has strength 4 and -1.
    assert_eq!(save(""), 4);
    assert_eq!(save("house = { missile_save_column = \"extra\" }"), 5);
}

/// A line of the card of a unit.
fn card_line(small: &Small, label: &str, line: &str) -> Vec<String> {
    let (book, field, phase) = (small.battle.book(), small.battle.field(), small.battle.phase());
    let card = book.card(field, phase, small.id(label));
    card.into_iter().filter(|l| l.label == line).map(|l| l.value).collect()
}

#[test]
fn the_best_save_is_two_unless_the_house_says_otherwise() {
    let save = |house: &str| {
        let gear =
            ", options = [\"heavy_armour\", \"large_shields\", \"full_plate_barding\"], order = \"close\"";
        let red = unit("N1", "horse", 8, 4, 24.0, 10.0, gear);
        let small = small(house, ("free", &red), ("gallic", &unit("G1", "warriors", 20, 10, 24.0, 40.0, "")));
        card_line(&small, "N1", "saves")
    };
    assert_eq!(save(""), ["2+"]);
    assert_eq!(save("house = { best_save = 1 }"), ["1+"]);
}

#[test]
fn a_card_shows_profile_saves_wounds_and_what_is_special() {
    let red = unit("F1", "knights", 8, 4, 24.0, 10.0, ", options = [\"half_cloth_barding\"]");
    let blue = unit("G1", "chariots", 3, 3, 24.0, 40.0, "") + &unit("G2", "fanatics", 12, 6, 36.0, 40.0, "");
    let small = small("", ("french", &red), ("gallic", &blue));
    let book = small.battle.book();
    let row: Vec<String> =
        book.profile(small.id("F1")).iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(row.join(", "), "M 7, WS 4, BS 3, S 3, T 3, W 1, I 4, A 1, Ld 8");
    assert_eq!(
        [book.sign(small.id("F1")), book.sign(small.id("G2"))],
        [Some("cataphracts"), Some("warband")]
    );
    assert_eq!(card_line(&small, "F1", "saves"), ["2+, against missiles 3+"]);
    assert_eq!(card_line(&small, "F1", "special"), ["ferocious charge"]);
    assert_eq!(card_line(&small, "G1", "wounds"), ["2 each, 0 taken"]);
    assert_eq!(card_line(&small, "G2", "special"), ["warband", "frenzy"]);
}

#[test]
fn whatever_a_file_says_causes_fear_is_feared() {
    ruling::proves!(crate::rule::FEAR_CHARGED);
    let red = unit("N1", "foot", 20, 5, 24.0, 20.0, ", gear = [\"causes_fear\"]");
    let mut small =
        small("", ("free", &red), ("republican_roman", &unit("R1", "hastati", 24, 6, 24.0, 26.0, "")));
    small.rig("wab.fear.charged", 1).pick("(N1) charge").said("(R1) passed a fear test");
}

#[test]
fn a_list_or_a_file_says_whom_a_unit_hates() {
    let hates = |blue: (&str, &str), red: &str, more: &str| {
        let red = unit("S1", red, 20, 5, 24.0, 20.0, more);
        let small = small("", ("swiss", &red), (blue.0, &unit("X1", blue.1, 20, 5, 24.0, 40.0, "")));
        let board = small.board();
        let [one, other] = ["S1", "X1"].map(|l| *board.body(small.id(l)).expect("it stands"));
        one.hates(&other)
    };
    assert!(hates(("french", "dismounted_knights"), "halberdiers", ""));
    assert!(!hates(("english", "men_at_arms"), "halberdiers", ""));
    assert!(!hates(("english", "men_at_arms"), "pikemen", ""));
    assert!(hates(("english", "men_at_arms"), "pikemen", ", hates = [\"english\"]"));
    assert!(hates(("english", "men_at_arms"), "pikemen", ", hates = [\"all\"]"));
}

#[test]
fn nobody_wears_barding_twice_over() {
    let list = lists().iter().find(|l| l.id == "free").expect("there is one");
    let mut fields = unit_fields();
    fields.extend(enlist::fields());
    let kit = |options: &str| {
        let text = format!("unit = 'horse'\nsize = 6\noptions = [{options}]");
        let form = form::fill(&fields, &form::parse_toml(&text).expect("it is TOML")).expect("a good form");
        enlist::enlist(list, &form).map(|(_, kit)| kit.armour.len()).map_err(|f| f[0].to_string())
    };
    assert_eq!(kit("'half_cloth_barding', 'heavy_armour', 'shields'"), Ok(3));
    assert!(kit("'half_cloth_barding', 'full_plate_barding'").is_err_and(|f| f.contains("barding twice")));
    assert!(kit("'heavy_armour', 'full_plate'").is_err_and(|f| f.contains("body armour twice")));
    assert!(kit("'wings'").is_err_and(|f| f.contains("not offered `wings`")));
}
