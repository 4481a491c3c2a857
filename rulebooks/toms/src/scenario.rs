//! Scenario files: a battle with everything in its place, or two armies that set up by the rules.

use crate::army::{self, Army, ArmyList, Troops, generals_of};
use crate::board::faces::touched;
use crate::board::muster::fresh;
use crate::board::state::{self, Contact, Phase, Step};
use crate::board::{Board, ambush, land};
use crate::data::faults::under;
use crate::data::lists::words;
use crate::data::scale::{MM, NEAR, point, pose};
use crate::data::tables::tables;
use crate::data::terrain::Terrain;
use crate::data::troop::Card;
use crate::house::{self, House};
use crate::{Toms, rule, setup};
use form::{Answer, Fault, Field as Blank, Filled, Kind, Node, Source, fill, parse_toml, quoted};
use std::fmt::Write as _;
use std::sync::Arc;
use table::{Facing, Ground, KindId, Piece, Point, Polygon, Pose, Shape, Vec2};
use umpire::{BySide, Field, Place, Roster, Side, Unit, UnitCard, UnitId};

/// The scenarios that come with the book: their ids and texts.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    &[
        ("first_battle", include_str!("../data/scenarios/first_battle.toml")),
        ("plataea", include_str!("../data/scenarios/plataea.toml")),
        ("sicily", include_str!("../data/scenarios/sicily.toml")),
        ("marathon", include_str!("../data/scenarios/marathon.toml")),
        ("himera", include_str!("../data/scenarios/himera.toml")),
    ]
}

/// The guided battle that teaches the screen and the book.
pub const TUTORIAL: &str = include_str!("../data/tutorial.toml");

/// The fields of a scenario file.
pub fn fields() -> Vec<Blank> {
    let text = |name, help| Blank::new(name, Kind::Text, help);
    let terrain = [
        Blank::new("random", Kind::Bool, "whether the umpire rolls for it").or(false),
        Blank::new("pieces", Kind::list(Kind::record(piece()), ..=40), "the pieces of terrain")
            .or(Node::list([])),
    ];
    vec![
        Blank::new("book", Kind::one_of(["toms"]), "the rulebook"),
        text("id", "its short name"),
        text("name", "its name"),
        text("summary", "what it is about").or(""),
        Blank::new("first", Kind::one_of(["red", "blue"]), "who takes the first turn").optional(),
        Blank::new("house", Kind::record(House::fields()), "house rules").or(Node::record([])),
        Blank::new("cards", Kind::record(cards()), "the cards that larger figures stand on").optional(),
        Blank::new("table", Kind::record(table_sizes()), "the table").or(Node::record([])),
        Blank::new("terrain", Kind::record(terrain), "the terrain").optional(),
        Blank::new("red", Kind::record(side()), "the red army"),
        Blank::new("blue", Kind::record(side()), "the blue army"),
    ]
}

/// The size of the table; it has room for both deployment zones.
fn table_sizes() -> [Blank; 2] {
    let setup = &tables().setup;
    let least = 2.0 * setup.depth;
    let size = |name, usual: f64, help| {
        Blank::new(name, Kind::number(least..=240.0).in_unit("inches"), help).or(usual)
    };
    [size("width", setup.width, "from west to east"), size("depth", setup.height, "from south to north")]
}

/// The sizes of cards; none is larger than half a deployment zone is deep.
fn cards() -> [Blank; 2] {
    let size = |name, help| Blank::new(name, Kind::number(0.5..=6.0).in_unit("inches"), help);
    [size("long", "the side along the front"), size("short", "the side along the flank")]
}

fn piece() -> [Blank; 3] {
    let inches = Kind::number(-1000.0..=1000.0).in_unit("inches");
    let points = Kind::list(Kind::list(inches, 2..=2), 3..=64);
    [
        Blank::new("id", Kind::Text, "what it is called").optional(),
        Blank::new("kind", Kind::one_of(Terrain::ALL.map(Terrain::key)), "what it is"),
        Blank::new("polygon", points, "its corners"),
    ]
}

fn side() -> [Blank; 4] {
    [
        Blank::new("name", Kind::Text, "what the army is called").optional(),
        Blank::new("army", Kind::one_of(army::lists().iter().map(|l| l.id.as_str())), "the army list"),
        Blank::new("edge", Kind::one_of(["south", "north"]), "its own table edge").optional(),
        Blank::new("units", Kind::list(Kind::record(unit()), 1..=200), "its units").optional(),
    ]
}

fn unit() -> [Blank; 11] {
    let inches =
        |name, help| Blank::new(name, Kind::number(-1000.0..=1000.0).in_unit("inches"), help).optional();
    [
        Blank::new("id", Kind::Text, "its label").optional(),
        Blank::new("name", Kind::Text, "what it is called").optional(),
        Blank::new("troop", Kind::one_of(words()), "its troop type").formerly("unit"),
        Blank::new("figures", Kind::int(1..=99), "how many figures").or(1),
        Blank::new("general", Kind::Bool, "whether a general rides with it").or(false),
        inches("x", "how far east its centre is"),
        inches("y", "how far north its centre is"),
        Blank::new("facing", Kind::number(-360.0..=360.0).in_unit("degrees"), "the way it faces").optional(),
        Blank::new("hidden", Kind::Bool, "whether it lies in ambush").or(false),
        Blank::new("auxiliary", Kind::Bool, "whether it is an auxiliary").optional(),
        Blank::new("flammable", Kind::Bool, "whether it burns well").optional(),
    ]
}

/// One unit of a side.
struct Piecemeal<'a> {
    card: UnitCard,
    unit: Unit,
    form: Option<&'a Filled>,
    hidden: bool,
}

/// Reads a scenario file: the book with its house rules, the field and the phase in which the battle begins.
///
/// # Errors
/// Everything that is wrong with it, each with its place in the text.
pub fn read(source: &Source<'_>) -> Result<(Toms, Field, Phase), Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&fields(), &node).map_err(house::told)?;
    let mut faults = Vec::new();
    let house = House::read(form.record("house"))?;
    let mut book = Toms::new(house);
    if let Some(cards) = form.opt("cards").map(Answer::record) {
        book.card = Card { long: cards.number("long"), short: cards.number("short"), ..book.card };
    }
    let ground = ground(&form, &mut faults);
    book.random_terrain = form.opt("terrain").is_some_and(|t| t.record().bool("random"));
    let mut all: Vec<Piecemeal<'_>> = Vec::new();
    let mut names = BySide::each(|_| String::new());
    for side in Side::ALL {
        let record = form.record(side.as_str());
        let list = &army::lists()[record.choice("army")];
        book.lists[side] = record.choice("army") as u8;
        names[side] = record.opt("name").map_or(list.name.as_str(), Answer::text).to_owned();
        all.extend(muster(&book, side, record, &mut faults));
    }
    twins(&all, &mut faults);
    let placed = all.iter().any(|p| p.unit.place == Place::Table);
    let south = south(&form, &mut faults);
    let first = form.opt("first").map_or(Side::Red, |f| Side::ALL[f.choice()]);
    let step = if placed { Step::Begin } else { Step::Generals(Side::Red) };
    let mut phase = Phase::new(step, first, south, all.len());
    phase.order.sort_by_key(|id| all[id.index()].hidden);
    if placed {
        Side::ALL.into_iter().for_each(|side| deal_labels(&mut all, side));
    }
    let (cards, units) = all.iter().map(|p| (p.card.clone(), p.unit)).unzip();
    let field = Field::new(Arc::new(ground), Arc::new(Roster { names, cards }), units);
    if placed {
        judge(&Board::of(&book, &field, &phase), &form, &all, &mut faults);
        phase.contacts = touching(&Board::of(&book, &field, &phase));
    }
    if !placed {
        phase.step = opening(&Board::of(&book, &field, &phase));
    }
    if faults.is_empty() { Ok((book, field, phase)) } else { Err(faults) }
}

/// The fights in whose midst a scenario begins: whoever touches an enemy is engaged (`toms.charge.contact`).
fn touching(board: &Board<'_>) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for charger in board.of_side(board.phase.active) {
        for charged in board.enemies(board.side(charger)) {
            let (a, b) = (board.rect(charger), board.rect(charged));
            if let (Some(charger_face), Some(charged_face)) = (touched(&a, &b), touched(&b, &a)) {
                contacts.push(Contact { charger, charged, charger_face, charged_face, fresh: false });
            }
        }
    }
    contacts
}

/// The first step of armies that set up by the rules: a general to place, or just the word to begin.
fn opening(board: &Board<'_>) -> Step {
    let waits = |side: Side| {
        let mine = || board.field.ids().filter(move |&id| board.side(id) == side);
        let points: u32 = mine().map(|id| u32::from(board.points(id))).sum();
        let placed = mine().filter(|&id| board.general(id)).count() as u16;
        placed < generals_of(board.book, points) && mine().any(|id| !board.profile(id).is_model())
    };
    Side::ALL.into_iter().find(|&side| waits(side)).map_or(Step::Begin, Step::Generals)
}

/// Who has the south edge.
fn south(form: &Filled, faults: &mut Vec<Fault>) -> Side {
    let edge = |side: Side| form.record(side.as_str()).opt("edge").map(Answer::choice);
    match (edge(Side::Red), edge(Side::Blue)) {
        (Some(a), Some(b)) if a == b => {
            faults.push(
                form.record("blue")
                    .fault("edge", under(rule::SETUP_TABLE, "the two sides have opposite edges")),
            );
            Side::Red
        }
        (Some(1), _) | (_, Some(0)) => Side::Blue,
        _ => Side::Red,
    }
}

/// The table with its terrain.
fn ground(form: &Filled, faults: &mut Vec<Fault>) -> Ground {
    let sizes = form.record("table");
    let (width, depth) = (sizes.number("width"), sizes.number("depth"));
    let mut ground = Ground::bare(width * MM, depth * MM);
    let Some(terrain) = form.opt("terrain") else { return ground };
    for (i, piece) in terrain.record().records("pieces").enumerate() {
        let id = piece.opt("id").map_or_else(|| format!("T{}", i + 1), |id| id.text().to_owned());
        if ground.pieces.iter().any(|p| p.id == id) {
            faults.push(piece.fault("id", format!("another piece is called `{id}` too")));
        }
        let corner = |pair: &Answer| match pair.list() {
            [x, y] => Vec2::new(x.number(), y.number()),
            _ => Vec2::default(),
        };
        let corners: Vec<Vec2> = piece.list("polygon").iter().map(corner).collect();
        let off = |p: &Vec2| p.x < -NEAR || p.y < -NEAR || p.x > width + NEAR || p.y > depth + NEAR;
        if corners.iter().any(off) {
            faults.push(piece.fault("polygon", under(rule::SETUP_TABLE, format!("{id} leaves the table"))));
        }
        let points: Vec<Point> = corners.iter().map(|&p| point(p)).collect();
        match Polygon::new(&points) {
            Ok(area) => ground.pieces.push(Piece {
                id,
                kind: KindId(piece.choice("kind") as u8),
                shape: Shape::Area(area),
                crest: None,
            }),
            Err(e) => faults.push(piece.fault("polygon", e.to_string())),
        }
    }
    ground
}

/// The units of a side: as written, or a ready army of the points agreed.
fn muster<'a>(book: &Toms, side: Side, record: &'a Filled, faults: &mut Vec<Fault>) -> Vec<Piecemeal<'a>> {
    let list = &army::lists()[record.choice("army")];
    match record.opt("units") {
        Some(written) => {
            as_written(book, side, written, &army::check(record, &book.house, list, faults).0, faults)
        }
        None => ready(book, side, list),
    }
}

/// The units of a ready army.
fn ready<'a>(book: &Toms, side: Side, list: &'static ArmyList) -> Vec<Piecemeal<'a>> {
    let units = list.ready(book.house.army_points).units.into_iter().enumerate();
    let unit = |(i, troops): (usize, Troops)| {
        let who = &book.profiles[usize::from(troops.class)];
        let card = UnitCard {
            side,
            label: setup::label(side, i + 1),
            name: who.name.to_owned(),
            class: troops.class,
            general: false,
        };
        Piecemeal { card, unit: fresh(who, book.card, troops.figures, false), form: None, hidden: false }
    };
    units.map(unit).collect()
}

/// The units written down.
fn as_written<'a>(
    book: &Toms,
    side: Side,
    written: &'a Answer,
    troops: &[Troops],
    faults: &mut Vec<Fault>,
) -> Vec<Piecemeal<'a>> {
    let mut all = Vec::new();
    for (i, (form, troops)) in written.list().iter().map(Answer::record).zip(troops).enumerate() {
        let who = &book.profiles[usize::from(troops.class)];
        let general = form.bool("general");
        let mut unit = fresh(who, book.card, troops.figures, general);
        for (name, mark) in [("auxiliary", state::AUXILIARY), ("flammable", state::FLAMMABLE)] {
            if let Some(answer) = form.opt(name) {
                unit.marks[usize::from(mark.0)] = i16::from(answer.bool());
            }
        }
        if let Some(pose) = place(form, faults) {
            (unit.pose, unit.place) = (pose, Place::Table);
            unit.marks[usize::from(state::LIGHT.0)] = i16::from(!form.bool("hidden"));
        }
        let card = UnitCard {
            side,
            label: form.opt("id").map_or_else(|| setup::label(side, i + 1), |id| id.text().to_owned()),
            name: form.opt("name").map_or(who.name, Answer::text).to_owned(),
            class: troops.class,
            general,
        };
        all.push(Piecemeal { card, unit, form: Some(form), hidden: form.bool("hidden") });
    }
    all
}

/// Where a unit stands, if it has a place.
fn place(form: &Filled, faults: &mut Vec<Fault>) -> Option<Pose> {
    let parts = ["x", "y", "facing"].map(|name| form.opt(name).map(Answer::number));
    if let [Some(x), Some(y), Some(facing)] = parts {
        return Some(pose(Vec2::new(x, y), Facing::degrees(facing)));
    }
    if parts.iter().any(Option::is_some) {
        for (name, _) in ["x", "y", "facing"].iter().zip(parts).filter(|(_, part)| part.is_none()) {
            faults.push(form.fault(name, "missing; a place needs `x`, `y` and `facing`"));
        }
    }
    None
}

/// No two units have one label.
fn twins(all: &[Piecemeal<'_>], faults: &mut Vec<Fault>) {
    for (i, one) in all.iter().enumerate() {
        if let Some(form) = one.form
            && all[..i].iter().any(|other| other.card.label == one.card.label)
        {
            faults.push(form.fault("id", format!("another unit is called `{}` too", one.card.label)));
        }
    }
}

/// Deals a side's labels again, those of units in ambush last, so that no gap between labels tells of them.
fn deal_labels(all: &mut [Piecemeal<'_>], side: Side) {
    let mut mine: Vec<usize> = (0..all.len()).filter(|&i| all[i].card.side == side).collect();
    let labels: Vec<String> = mine.iter().map(|&i| all[i].card.label.clone()).collect();
    mine.sort_by_key(|&i| all[i].hidden);
    mine.into_iter().zip(labels).for_each(|(i, label)| all[i].card.label = label);
}

/// Checks that every unit is in place: on the table, on no other unit, and hidden only where it can hide.
fn judge(board: &Board<'_>, form: &Filled, all: &[Piecemeal<'_>], faults: &mut Vec<Fault>) {
    for (i, one) in all.iter().enumerate() {
        let id = UnitId(i as u16);
        let fault = |name: &str, what: String| match one.form {
            Some(form) => form.fault(name, what),
            None => form.fault(one.card.side.as_str(), what),
        };
        let label = &one.card.label;
        if one.unit.place != Place::Table {
            faults.push(fault("x", "missing; others have a place, so this unit needs one too".to_owned()));
            continue;
        }
        let base = board.rect(id);
        if !land::on_table(board.ground(), &base) {
            faults.push(fault("x", under(rule::SETUP_DEPLOY, format!("{label} is off the table"))));
        }
        if land::is_barred(board.ground(), &base) {
            faults
                .push(fault("x", under(rule::SETUP_DEPLOY, format!("{label} stands on impassable ground"))));
        }
        let other = (0..i).find(|&j| base.overlaps(&board.rect(UnitId(j as u16)), NEAR));
        if let Some(j) = other {
            let what = format!("{label} overlaps {}", all[j].card.label);
            faults.push(fault("x", under(rule::SETUP_DEPLOY, what)));
        }
        if one.hidden && !ambush::may_hide(board, one.card.side, &base) {
            faults.push(fault("hidden", under(rule::WOODS_HIDDEN, format!("{label} has nowhere to hide"))));
        }
    }
}

/// The text of a scenario in which two armies meet on a random map and set up by the rules.
///
/// ```
/// use testudo_toms::api::{army, scenario};
/// let army = |id: &str| army::list(id).expect("there is such a list").ready(150);
/// let text = scenario::pairing(&army("greek"), &army("persian"), 150);
/// let source = form::Source { name: "pairing", text: &text };
/// assert!(scenario::read(&source).is_ok());
/// ```
pub fn pairing(red: &Army, blue: &Army, points: u16) -> String {
    let mut text = format!(
        "book = \"toms\"\nid = \"{}_{}\"\nname = {}\n\n[house]\narmy_points = {points}\n\n[terrain]\nrandom = true\n",
        red.list.id,
        blue.list.id,
        quoted(&format!("{} against {}", red.name, blue.name))
    );
    for (side, army) in [(Side::Red, red), (Side::Blue, blue)] {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n[{side}]\nname = {}\narmy = \"{}\"\nunits = [\n",
            quoted(&army.name),
            army.list.id
        );
        for troops in &army.units {
            let who = &tables().profiles[usize::from(troops.class)];
            let name =
                troops.name.as_ref().map_or_else(String::new, |name| format!(", name = {}", quoted(name)));
            let _ = writeln!(text, "    {{ troop = \"{}\", figures = {}{name} }},", who.key, troops.figures);
        }
        text += "]\n";
    }
    text
}
