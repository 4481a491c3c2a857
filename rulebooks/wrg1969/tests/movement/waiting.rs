//! Orders to wait for an enemy and then charge, fought from the sheet: whoever was waited for is charged, wherever he
//! stands before the unit.

use crate::Wrg1969;
use crate::scenario::read as scenario;
use dice::Seeded;
use form::Source;
use std::sync::Arc;
use umpire::{Asked, Battle, Command, Side, Silent, UnitId};

/// A cohort that waits for an enemy who stands at some place and holds.
fn waits(order: &str, enemy: &str, (x, y): (f64, f64)) -> Battle<Wrg1969> {
    let text = format!(
        r#"book = "wrg1969"
id = "waits"
name = "Waits"
table = [72, 48]
house = {{ periods = 8 }}
[red]
name = "Romans"
people = "roman"
regular = true
general = {{ id = "a0", x = 36, y = 6 }}
units = [
    {{ id = "a1", troop = "medium_infantry", figures = 20, files = 10, grade = "A", hand = "heavy_throwing", x = 36, y = 10, order = "{order}" }},
]
[blue]
name = "Gauls"
people = "gallic"
general = {{ id = "b0", x = 36, y = 40 }}
units = [
    {{ id = "b1", {enemy}, x = {x}, y = {y}, order = "Hold" }},
]
"#
    );
    let source = Source { name: "waits", text: &text };
    let (book, field, phase) = scenario::read(&source).unwrap_or_else(|faults| panic!("{}", faults[0]));
    Battle::new(Arc::new(book), field, phase)
}

fn unit(battle: &Battle<Wrg1969>, label: &str) -> UnitId {
    let field = battle.field();
    field.ids().find(|&id| field.card(id).label == label).expect("there is such a unit")
}

/// In how many of ten battles the cohort comes to blows with him.
fn charges(order: &str, enemy: &str, at: (f64, f64)) -> usize {
    let fought = |seed: &u64| {
        let (mut battle, mut dice) = (waits(order, enemy, at), Seeded::new(*seed));
        let both = [unit(&battle, "a1"), unit(&battle, "b1")];
        for _ in 0..400 {
            let side = match battle.asked() {
                Asked::Nobody(_) => break,
                Asked::One(side) => side,
                Asked::Sealed(asked) => Side::ALL.into_iter().find(|&s| asked[s]).expect("one is asked"),
            };
            battle.submit(side, &Command::Done, &mut dice, &mut Silent).expect("nothing is always allowed");
            if battle.phase().opponents(both[0]).any(|e| e == both[1]) {
                return true;
            }
        }
        false
    };
    (1..=10).filter(fought).count()
}

const BAND: &str = r#"troop = "medium_infantry", figures = 30, files = 15, hand = "light_javelin""#;
const HORSE: &str = r#"troop = "medium_cavalry", figures = 8, files = 4, hand = "cavalry_spear""#;

/// `wrg1969.orders.language`: "charge" without a name, after waiting for an enemy, is at whoever was waited for.
#[test]
fn hold_until_within_eight_then_charge_charges_whoever_came() {
    let order = "Hold until the enemy is within 8 inches, then charge";
    for x in [36.0, 39.0, 41.0] {
        let fought = charges(order, BAND, (x, 16.0));
        assert!(fought >= 8, "the band at {x}: {fought} of 10");
    }
}

/// One who stands well to the side is charged if he was waited for, and not by a mere advance.
#[test]
fn who_was_waited_for_is_charged_far_to_the_side_and_others_are_not() {
    let at = (43.0, 16.0);
    let waited = charges("Hold until the enemy cavalry is within 10 inches, then charge", HORSE, at);
    let advancing = charges("Advance", HORSE, at);
    assert!(waited >= 8 && advancing <= 2, "{waited} and {advancing} of 10");
}
