//! A battle between two armies on ground laid from a seed.

use crate::army::file::Army;
use crate::board::terrain::Kind;
use dice::{D3, D6, Dice, RollId, Seeded};

/// The scenario file of a pitched battle between two armies; the umpire lays the ground from the seed, mirrored about
/// the middle of the table (`wab.setup.table`).
pub fn pairing(red: &Army, blue: &Army, seed: u64) -> String {
    let features: Vec<String> = land(seed).into_iter().map(|line| format!("    {line},\n")).collect();
    let side = |key: &str, army: &Army, letter: char| {
        let units: Vec<String> = army.lines(letter).into_iter().map(|u| format!("    {u},\n")).collect();
        let (name, list) = (army.name.replace('"', "'"), &army.list.id);
        format!("\n[{key}]\nname = \"{name}\"\nlist = \"{list}\"\nunits = [\n{}]\n", units.concat())
    };
    let points = red.points.max(blue.points);
    format!(
        "book = \"wab\"\nid = \"pitched_battle\"\nname = \"{} against {}\"\nsummary = \"A pitched battle.\"\n\
         points = {points}\nterrain = [\n{}]\n{}{}",
        red.name.replace('"', "'"),
        blue.name.replace('"', "'"),
        features.concat(),
        side("red", red, 'R'),
        side("blue", blue, 'B'),
    )
}

/// D3+3 pieces as lines of the file: pairs in mirrored places, and a hill in the middle for an odd one.
fn land(seed: u64) -> Vec<String> {
    let mut dice = Seeded::stream(seed, 17);
    let why = RollId::new(crate::rule::SETUP_TABLE.as_str(), 0);
    let pieces = 3 + dice.roll(why, &D3);
    let mut lines = Vec::new();
    for pair in 0..pieces / 2 {
        let kind = match dice.roll(why, &D6) {
            1 | 2 => Kind::Wood,
            3 => Kind::Hill,
            4 => Kind::Rough,
            5 => Kind::SteepHill,
            _ => Kind::Hedge,
        };
        // One strip of the table's left half each, so that no two lie on one another, clear of the middle circle.
        let x = 4.0 + 11.0 * f64::from(pair) + f64::from(dice.roll(why, &D6)) / 3.0;
        let y = 14.0 + 3.0 * f64::from(dice.roll(why, &D6));
        let (w, d) = (6.0 + f64::from(dice.roll(why, &D3)), 4.0 + f64::from(dice.roll(why, &D3)));
        let near = [[x, y], [x + w, y + 1.0], [x + w - 1.0, y + d], [x + 0.5, y + d - 0.5]];
        lines.push(feature(kind, &near));
        lines.push(feature(kind, &near.map(|[x, y]| [72.0 - x, 48.0 - y])));
    }
    if pieces % 2 == 1 {
        let hill = [[31.0, 20.0], [41.0, 20.0], [41.0, 28.0], [31.0, 28.0]];
        lines.push(feature(Kind::Hill, &hill));
    }
    lines
}

fn feature(kind: Kind, corners: &[[f64; 2]; 4]) -> String {
    let tenth = |n: f64| (n * 10.0).round() / 10.0;
    let points = corners.iter().take(if kind.is_line() { 2 } else { 4 });
    let points: Vec<String> = points.map(|[x, y]| format!("[{:?}, {:?}]", tenth(*x), tenth(*y))).collect();
    let shape = if kind.is_line() { "line" } else { "polygon" };
    format!("{{ kind = \"{}\", {shape} = [{}] }}", kind.key(), points.join(", "))
}
