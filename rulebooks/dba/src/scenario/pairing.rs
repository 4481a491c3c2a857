//! A scenario in which two armies meet and set up by the rules, as text.

use crate::army::chosen::Army;
use form::quoted;
use std::fmt::Write as _;
use umpire::Side;

/// The text of a scenario in which two armies meet and set up by the rules.
///
/// ```
/// use testudo_dba::api::{army, scenario};
/// let army = |id: &str| army::list(id).expect("there is such a list").usual();
/// let text = scenario::pairing(&army("gallic"), &army("polybian_roman"));
/// let source = form::Source { name: "pairing", text: &text };
/// assert!(scenario::read(&source).is_ok());
/// ```
pub fn pairing(red: &Army, blue: &Army) -> String {
    let mut text = format!(
        "book = \"dba\"\nid = \"{}_{}\"\nname = {}\n",
        red.list.id,
        blue.list.id,
        quoted(&format!("{} against {}", red.name, blue.name))
    );
    for (side, army) in [(Side::Red, red), (Side::Blue, blue)] {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n[{side}]\nname = {}\narmy = \"{}\"\nelements = [\n",
            quoted(&army.name),
            army.list.id
        );
        for (i, troop) in army.troops().into_iter().enumerate() {
            let general = if i == 0 { ", general = true" } else { "" };
            let _ = writeln!(text, "    {{ troop = \"{}\"{general} }},", troop.key());
        }
        text += "]\n";
    }
    text
}
