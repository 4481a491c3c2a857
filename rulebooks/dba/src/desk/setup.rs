//! Questions about terrain, armies, setting up and winning.

use crate::army::check::check;
use crate::data::lists;
use crate::data::scale::{MM, NEAR};
use crate::data::tables::{Terrain, TerrainGoing, tables};
use crate::desk::forms::{
    Question, any_troop, base, chance, count_of_each, counts, pose_fields, troop, troop_field,
};
use crate::movement::rules::Way;
use crate::setup::deploy;
use crate::setup::home::Home;
use crate::{Dba, movement, rule};
use binding::desk::rules;
use form::{Answer, Fault, Field, Filled, Kind};
use serde_json::{Map, Value, json};
use std::cmp::Ordering;
use table::{Ground, TableEdge};

/// The questions of this chapter.
pub fn questions() -> Vec<Question> {
    let terrain = Kind::one_of(Terrain::KEYS);
    let edge = Kind::one_of(EDGES.map(|(name, _)| name));
    let die = |name| Field::new(name, Kind::int(1..=6), "its die");
    let aggression = |name| Field::new(name, Kind::int(0..=4), "how readily that side invades");
    vec![
        Question::new(
            "going",
            "what a kind of terrain is to a type",
            "Good or bad going, road, river or impassable, and whether the type may enter it.",
            [Field::new("terrain", terrain, "the kind of terrain"), troop_field("troop", "the troop type")],
            going,
        ),
        Question::new(
            "deploy",
            "whether an element may be deployed at a place",
            "Whether it may; if not, whether it is too deep or too near a side edge.",
            pose_fields().chain([Field::new("edge", edge, "its own base edge")]),
            deployed,
        ),
        Question::new(
            "army",
            "whether an army fits its list",
            "Whether it does and how many elements it has; if not, what is wrong first: total, general or troops.",
            [
                Field::new(
                    "army",
                    Kind::one_of(lists::lists().iter().map(|l| l.id.as_str())),
                    "the army list",
                ),
                Field::new("elements", count_of_each(), "how many of each type, the general's included"),
                Field::new("general", any_troop(), "the type of the general's element"),
            ],
            army_fits,
        ),
        Question::new(
            "invader",
            "who invades",
            "With dice the invader, or that both roll again; without dice each side's chance.",
            [
                aggression("aggression_a"),
                aggression("aggression_b"),
                Field::new("dice", Kind::record([die("a"), die("b")]), "the dice rolled").optional(),
            ],
            invader,
        ),
        Question::new(
            "base_edge",
            "the invader's base edge",
            "With a die the number of the edge, the fourth being the one the invader prefers; without, the chances.",
            [Field::new("dice", Kind::record([die("invader")]), "the die rolled").optional()],
            base_edge,
        ),
    ]
}

const EDGES: [(&str, TableEdge); 4] = [
    ("north", TableEdge::North),
    ("south", TableEdge::South),
    ("east", TableEdge::East),
    ("west", TableEdge::West),
];

fn going(_: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let troop = troop(form, "troop");
    let going = Terrain::ALL[form.choice("terrain")].going(troop);
    let way = match going {
        TerrainGoing::Good | TerrainGoing::River => Some(Way::Good),
        TerrainGoing::Bad => Some(Way::Bad),
        TerrainGoing::Road => Some(Way::Road),
        TerrainGoing::Impassable => None,
    };
    let may_enter = way.is_some_and(|way| movement::rules::rate(troop, way).is_some());
    let barred = (!may_enter && way.is_some()).then_some(rule::MOVE_UNABLE);
    Ok(json!({
        "going": going.key(),
        "may_enter": may_enter,
        "rules": rules([rule::TERRAIN_CLASSES].into_iter().chain(barred)),
    }))
}

fn deployed(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let rect = base(book, form).rect;
    let side = f64::from(book.house.table_size);
    let ground = Ground::bare(side * MM, side * MM);
    let edge = EDGES[form.choice("edge")].1;
    let home = Home::of(&ground, edge);
    let reason = match deploy::reason(&ground, edge, &rect) {
        // Behind the base edge is off the table.
        "" if rect.corners().iter().any(|&p| home.depth(p) < -NEAR) => "depth",
        reason => reason,
    };
    Ok(json!({ "legal": reason.is_empty(), "reason": reason, "rules": rules([rule::SETUP_DEPLOY]) }))
}

fn army_fits(_: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let list = &lists::lists()[form.choice("army")];
    let elements = counts(form.map("elements"));
    let faults = check(list, &elements, &[troop(form, "general")], tables().army_size);
    let reason = faults.first().map(|f| f.reason);
    let tested = [rule::ARMY_SIZE, rule::ARMY_GENERAL, rule::ARMY_LISTS];
    let until =
        reason.and_then(|r| tested.iter().position(|&t| t == r.rule())).map_or(tested.len(), |i| i + 1);
    Ok(json!({
        "legal": faults.is_empty(),
        "reason": reason.map_or("", |r| r.key()),
        "count": elements.total(),
        "rules": rules(tested[..until].iter().copied()),
    }))
}

fn invader(_: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let [a, b] = ["aggression_a", "aggression_b"].map(|name| form.int(name));
    let compare = |roll_a: i64, roll_b: i64| (roll_a + a).cmp(&(roll_b + b));
    let mut answer = Map::new();
    if let Some(dice) = form.opt("dice").map(Answer::record) {
        let invader = match compare(dice.int("a"), dice.int("b")) {
            Ordering::Greater => "a",
            Ordering::Less => "b",
            Ordering::Equal => "reroll",
        };
        answer.insert("invader".into(), invader.into());
    } else {
        let throws = || (1..=6).flat_map(|x| (1..=6).map(move |y| compare(x, y)));
        let [wins, losses] =
            [Ordering::Greater, Ordering::Less].map(|o| throws().filter(|t| *t == o).count() as u32);
        let decided = wins + losses;
        answer.insert("odds".into(), json!({ "a": chance(wins, decided), "b": chance(losses, decided) }));
    }
    answer.insert("rules".into(), rules([rule::SETUP_INVADER]));
    Ok(answer.into())
}

fn base_edge(_: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    // The preferred edge is 4, 5 and 6.
    let edge = |face: i64| face.min(4);
    let mut answer = Map::new();
    if let Some(dice) = form.opt("dice").map(Answer::record) {
        answer.insert("edge".into(), edge(dice.int("invader")).into());
    } else {
        let odds = (1..=4).map(|e| {
            let ways = (1..=6).filter(|&face| edge(face) == e).count() as u32;
            (format!("edge_{e}"), chance(ways, 6))
        });
        answer.insert("odds".into(), odds.collect());
    }
    answer.insert("rules".into(), rules([rule::SETUP_EDGE]));
    Ok(answer.into())
}
