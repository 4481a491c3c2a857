//! Questions about terrain, armies, setting up and winning.

use super::forms::{any_troop, base, flag, pose_fields, troop, troop_field};
use super::{Question, chance, rules};
use crate::Dba;
use crate::army::{self, Counts};
use crate::board::{MM, NEAR};
use crate::rates::{self, Way};
use crate::rule;
use crate::setup::deploy;
use crate::setup::home::Home;
use crate::tables::{Terrain, TerrainGoing};
use crate::troop::Troop;
use crate::victory::{self, Losses};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use serde_json::{Map, Value, json};
use std::cmp::Ordering;
use table::{Ground, TableEdge};
use umpire::{BySide, Side};

pub(super) fn questions() -> Vec<Question> {
    let terrain = Kind::one_of(Terrain::KEYS);
    let edge = Kind::one_of(EDGES.map(|(name, _)| name));
    let die = |name| Field::new(name, Kind::int(1..=6), "its die");
    let aggression = |name| Field::new(name, Kind::int(0..=4), "how readily that side invades");
    let counts = || Kind::map(Troop::KEYS, Kind::int(0..=1000).in_unit("elements"));
    let lost = || {
        Kind::record([
            Field::new("destroyed", counts(), "how many of each type are lost").or(Node::record([])),
            flag("general_lost", "whether the general's element is among them"),
            flag("camp_lost", "whether the enemy has taken the camp"),
        ])
    };
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
                    Kind::one_of(army::lists().iter().map(|l| l.id.as_str())),
                    "the army list",
                ),
                Field::new("elements", counts(), "how many of each type, the general's included"),
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
        Question::new(
            "victory",
            "who has won",
            "Each side's losses as they count, and the winner, if the battle ends.",
            [
                Field::new("a", lost(), "what one side lost"),
                Field::new("b", lost(), "what the other side lost"),
            ],
            who_won,
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
    let may_enter = way.is_some_and(|way| rates::rate(troop, way).is_some());
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

/// How many of each type a map says.
fn counts(map: &[(String, Answer)]) -> Counts {
    let mut counts = Counts::default();
    for (key, n) in map {
        if let Some(troop) = Troop::parse(key) {
            counts.set(troop, n.int() as u16);
        }
    }
    counts
}

fn army_fits(_: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let list = &army::lists()[form.choice("army")];
    let elements = counts(form.map("elements"));
    let faults = army::check(list, &elements, troop(form, "general"));
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

fn who_won(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let lost = BySide(["a", "b"].map(|name| {
        let side = form.record(name);
        let destroyed = counts(side.map("destroyed"));
        let counted = destroyed.iter().filter(|(troop, _)| victory::counts(*troop));
        Losses {
            elements: counted.map(|(_, n)| i32::from(n)).sum(),
            general: side.bool("general_lost"),
            camp: side.bool("camp_lost"),
        }
    }));
    let winner = match victory::winner(&book.house, &lost) {
        Some(Side::Red) => "a",
        Some(Side::Blue) => "b",
        None => "none",
    };
    let [a, b] = lost.map(|l| l.count(&book.house)).0;
    Ok(json!({
        "losses": { "a": a, "b": b },
        "winner": winner,
        "rules": rules([rule::VICTORY_COUNT, rule::VICTORY_CAMP, rule::VICTORY_WIN]),
    }))
}
