//! Two armies that meet: a scenario without places, in which both deploy.

use crate::army::list::{Army, Company};
use crate::data::kit::Kit;
use crate::data::tables::tables;
use crate::data::troop::Missile;
use form::quoted;
use std::fmt::Write as _;
use umpire::Side;

/// The ground of a chance meeting, the same for both sides turned about the middle of the table.
const GROUND: &str = r#"terrain = [
    { id = "hill", name = "the low hill", kind = "hill", polygon = [[38, 26], [58, 26], [60, 30], [58, 34], [38, 34], [36, 30]], value = 40 },
    { id = "wood_west", name = "the west wood", kind = "wood", polygon = [[8, 20], [18, 20], [18, 30], [8, 30]] },
    { id = "wood_east", name = "the east wood", kind = "wood", polygon = [[78, 30], [88, 30], [88, 40], [78, 40]] },
]
"#;

/// The text of a scenario in which two armies meet: both deploy, and find plain orders on their sheets.
pub fn pairing(red: &Army, blue: &Army) -> String {
    let limit = red.limit.max(blue.limit);
    let mut text = format!(
        "book = \"wrg1969\"\nid = \"{}_{}\"\nname = {}\nlimit = {limit}\n{GROUND}",
        red.list.id,
        blue.list.id,
        quoted(&format!("{} against {}", red.name, blue.name))
    );
    for (side, army) in [(Side::Red, red), (Side::Blue, blue)] {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n[{side}]\n{}", force(side, army));
    }
    text
}

fn force(side: Side, army: &Army) -> String {
    let people = crate::army::people::People::KEYS[army.list.people as usize];
    let letter = if side == Side::Red { 'r' } else { 'b' };
    let regular = army.list.people.regulars() == crate::army::people::Regulars::All;
    let mut text = format!(
        "name = {}\npeople = \"{people}\"\nregular = {regular}\ngeneral = {{ id = \"{letter}0\" }}\n",
        quoted(&army.name)
    );
    if army.subordinates > 0 {
        let named = |n: u16| format!("{{ id = \"{letter}s{n}\", name = \"Subordinate general {n}\" }}");
        let all: Vec<String> = (1..=army.subordinates).map(named).collect();
        let _ = writeln!(text, "subordinates = [{}]", all.join(", "));
    }
    text += "units = [\n";
    for (i, company) in army.companies.iter().enumerate() {
        let _ = writeln!(
            text,
            "    {{ id = \"{letter}{}\", {} }},",
            i + 1,
            unit(company, &army.list.lines[company.line].kit)
        );
    }
    let home = if side == Side::Red { 5 } else { tables().setup.depth as i32 - 5 };
    let _ = write!(
        text,
        "]\nsignals = [\n    {{ signal = 1, text = \"everyone forward\", order = {{ verb = \"advance\" }} }},\n    \
         {{ signal = 2, text = \"back to the base line\", order = {{ verb = \"retire_to\", target = {{ point = \
         [48, {home}] }} }} }},\n]\n"
    );
    text
}

fn unit(company: &Company, kit: &Kit) -> String {
    let mut text = format!(
        "name = {}, troop = \"{}\", figures = {}, files = {}",
        quoted(&company.name),
        kit.troop.key(),
        company.figures,
        company.files
    );
    if let Some(grade) = company.grade {
        let _ = write!(text, ", grade = \"{}\"", grade.key());
    }
    let _ = write!(text, ", regular = {}, hand = \"{}\"", kit.regular, kit.hand.key());
    let _ = write!(text, ", missile = \"{}\"", kit.missile.map_or("none", Missile::key));
    let _ = write!(text, ", shields = {}", kit.shields);
    for (name, is) in [("camel", kit.camel), ("long_spear", kit.long_spear), ("led", company.led)] {
        if is {
            let _ = write!(text, ", {name} = true");
        }
    }
    let _ = write!(text, ", order = {}", usual_order(kit));
    text
}

/// What troops are told unless their general thinks of something better.
fn usual_order(kit: &Kit) -> &'static str {
    let shoots = kit.missile.is_some_and(|missile| missile != Missile::HandHurled);
    match kit.troop {
        troop if troop.is_light() => "{ verb = \"skirmish\", target = { enemy = \"nearest\" } }",
        troop if troop.is_engine() => "{ verb = \"hold\" }",
        troop if troop.is_infantry() && shoots => {
            "{ verb = \"advance\", pace = 4, charge = \"never\", until = [{ enemy_within = 14 }], then = [{ verb = \"hold\" }] }"
        }
        _ => "{ verb = \"advance\" }",
    }
}
