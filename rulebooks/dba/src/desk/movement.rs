//! Questions about troops and their moves.

use crate::data::scale::MM;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::desk::forms::{
    Question, any_troop, base_at, flag, going, going_field, length, number, place_fields, troop, troop_field,
};
use crate::movement::passing::{self, Faces};
use crate::movement::rules::{Asked, Formation, Further, General, Paid, Way};
use crate::movement::{self};
use crate::{Dba, rule};
use binding::desk::{cited, factors, rules};
use form::{Fault, Field, Filled, Kind};
use ruling::RuleId;
use serde_json::{Value, json};
use std::ops::Bound;

/// The questions of this chapter.
pub fn questions() -> Vec<Question> {
    let mut all = rate_questions();
    all.extend(further_questions());
    all
}

/// The questions of rates and costs.
fn rate_questions() -> Vec<Question> {
    vec![
        Question::new(
            "troop",
            "a troop type's row of the table",
            "The arm, the rates, the factors, the range (0 for none) and the base, in paces and in millimetres.",
            [troop_field("troop", "the troop type")],
            troop_row,
        ),
        Question::new(
            "movement",
            "how far a type may move",
            "Whether it may make such a move at all, and how far it may go.",
            [
                troop_field("troop", "the troop type"),
                Field::new("going", way_kind(), "what it moves through"),
                flag("crossing_river", "whether it crosses a river"),
                Field::new("formation", Kind::one_of(["single", "column", "group"]), "how it moves")
                    .or("single"),
                Field::new("all_skirmishers", Kind::Bool, "whether all its group are Psiloi or Jaeger")
                    .or(true),
            ],
            movement,
        ),
        Question::new(
            "move_cost",
            "what a move costs, leg by leg",
            "The cost of the legs together, what the element may spend, and whether that is enough.",
            [
                troop_field("troop", "the troop type"),
                Field::new(
                    "path",
                    Kind::list(Kind::record(place_fields()), 2..),
                    "where it stands before the move and after each leg",
                ),
                Field::new("going", way_kind(), "what it moves through").or("good"),
            ],
            move_cost,
        ),
        Question::new(
            "wheel",
            "what a wheel costs",
            "Into how many legs of at most 30 degrees it falls, and what they cost together.",
            [
                Field::new("front", Kind::int(1..=1000).in_unit("elements"), "how many elements are abreast"),
                Field::new("degrees", degrees(), "how far it wheels"),
            ],
            wheel,
        ),
    ]
}

/// The questions of moving again, breaking off, PIPs and passing.
fn further_questions() -> Vec<Question> {
    vec![
        Question::new(
            "further_move",
            "whether an element may move again this bound",
            "Whether it may, and the rule that says so.",
            [
                troop_field("troop", "the troop type"),
                Field::new(
                    "moves_made",
                    Kind::int(0..=1000).in_unit("moves"),
                    "how often it has moved this bound",
                ),
                flag("own_first_bound", "whether this is its side's first bound"),
                flag("all_road", "whether the move is wholly by road"),
                flag("ends_in_contact", "whether it ends in contact with an enemy"),
                flag(
                    "ends_engaged",
                    "whether it ends in contact, in overlap or in support of one in contact",
                ),
                flag("enemy_within_160", "whether it comes within 160 paces of an enemy"),
            ],
            further_move,
        ),
        Question::new(
            "break_off",
            "whether an element may break off",
            "Whether it may go back so far from the enemy before it, how far it may go, and whether that enemy pursues.",
            [
                troop_field("troop", "the type that breaks off"),
                troop_field("enemy", "the type in front contact with it"),
                going_field("going", "the going where it ends"),
                going_field("enemy_going", "the going the enemy is in"),
                flag("flank_or_rear_contact", "whether an enemy is in contact with its flank or rear"),
                Field::new("distance", length(), "how far back it goes").or(200),
            ],
            break_off,
        ),
        Question::new(
            "pip_cost",
            "what a move costs in PIPs",
            "The PIPs, factor by factor.",
            [
                Field::new("troops", Kind::list(any_troop(), 1..), "the types of those who move, one by one"),
                Field::new("distance", length(), "how far the general is from the nearest of them")
                    .optional(),
                Field::new("line_of_sight", Kind::Bool, "whether the line between them is clear").or(true),
                flag("general_lost", "whether the general's element is lost"),
                flag(
                    "general_secluded",
                    "whether the general's element is wholly in a camp, woods, oasis or marsh",
                ),
                flag("moving_general", "whether the general's element is one of those who move"),
                flag("first_bound", "whether this is the side's own first bound"),
            ],
            pip_cost,
        ),
        Question::new(
            "pass",
            "whether an element may go through a friend",
            "Whether it may, and the rules that say so.",
            [
                troop_field("mover", "the type that moves"),
                troop_field("met", "the type of the friend it meets"),
                Field::new("move", Kind::one_of(["tactical", "recoil", "flee"]), "the kind of move"),
                Field::new(
                    "facing",
                    Kind::one_of(["same", "opposite", "other"]),
                    "how the friend faces, seen from the mover",
                ),
                Field::new("room", Kind::Bool, "whether there is room directly beyond").or(true),
            ],
            pass,
        ),
    ]
}

fn way_kind() -> Kind {
    Kind::one_of(["good", "bad", "road"])
}

fn way(form: &Filled) -> Way {
    [Way::Good, Way::Bad, Way::Road][form.choice("going")]
}

fn degrees() -> Kind {
    Kind::number((Bound::Excluded(0.0), Bound::Included(180.0))).in_unit("degrees")
}

fn troop_row(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let troop = troop(form, "troop");
    let row = tables().troop(troop);
    let depth = book.house.depth(troop);
    let rate = |rate: Option<u16>| rate.map_or(Value::from("n/a"), Value::from);
    Ok(json!({
        "arm": book.house.arm(troop).key(),
        "good": rate(row.good),
        "bad": rate(row.bad),
        "road": rate(row.road),
        "vs_foot": row.vs_foot,
        "vs_mounted": row.vs_mounted,
        "range": book.house.range(troop),
        "width": row.width,
        "depth": depth,
        "width_mm": number(f64::from(row.width) * MM),
        "depth_mm": number(f64::from(depth) * MM),
        "rules": rules([row.rule, rule::ELEMENT_ARM, rule::ELEMENT_BASE, rule::SCALE_UNITS]),
    }))
}

fn movement(_: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let allowed = movement::rules::allowance(&Asked {
        troop: troop(form, "troop"),
        way: way(form),
        formation: [Formation::Single, Formation::Column, Formation::Group][form.choice("formation")],
        crosses_river: form.bool("crossing_river"),
        with_skirmishers: form.bool("all_skirmishers"),
    });
    Ok(json!({
        "allowed": allowed.paces.is_some(),
        "paces": number(allowed.paces.unwrap_or(0.0)),
        "rules": rules(allowed.rules),
    }))
}

fn move_cost(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let troop = troop(form, "troop");
    let places: Vec<_> = form.records("path").map(|place| base_at(book, troop, place)).collect();
    let cost: f64 = places.windows(2).map(|leg| movement::rules::leg(&leg[0].rect, &leg[1].rect)).sum();
    let rate = movement::rules::rate(troop, way(form));
    Ok(json!({
        "cost": number(cost),
        "allowance": number(rate.unwrap_or(0.0)),
        "allowed": rate.is_some_and(|rate| movement::rules::within(cost, rate)),
        "rules": rules([rule::MOVE_MEASURE, rule::MOVE_RATES]),
    }))
}

fn wheel(_: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (legs, cost) = movement::rules::wheel(form.int("front") as f64, form.number("degrees"));
    Ok(json!({ "legs": number(legs), "cost": number(cost), "rules": rules([rule::MOVE_WHEEL]) }))
}

fn further_move(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let judged = movement::rules::further_move(
        &book.house,
        &Further {
            troop: troop(form, "troop"),
            moves_made: form.int("moves_made") as u32,
            own_first_bound: form.bool("own_first_bound"),
            all_road: form.bool("all_road"),
            ends_in_contact: form.bool("ends_in_contact"),
            ends_engaged: form.bool("ends_engaged"),
            near_enemy: form.bool("enemy_within_160"),
        },
    );
    let (Ok(rule) | Err(rule)) = judged;
    Ok(json!({ "allowed": judged.is_ok(), "rules": rules([rule]) }))
}

fn break_off(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (own, enemy) = (troop(form, "troop"), troop(form, "enemy"));
    let (ground, enemy_ground) = (going(form, "going"), going(form, "enemy_going"));
    let free = !form.bool("flank_or_rear_contact");
    let allowed =
        free && movement::rules::may_break_off(own, ground, enemy, enemy_ground, form.number("distance"));
    Ok(json!({
        "allowed": allowed,
        "min_paces": number(tables().breakoff),
        "max_paces": number(movement::rules::rate(own, ground.into()).unwrap_or(0.0)),
        "enemy_pursues": book.house.pursues(enemy),
        "rules": rules([rule::MOVE_BREAKOFF, rule::PURSUIT_WHO]),
    }))
}

fn pip_cost(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let troops = form.list("troops").iter().map(|t| Troop::ALL[t.choice()]);
    let (lost, moves, first) =
        (form.bool("general_lost"), form.bool("moving_general"), form.bool("first_bound"));
    if lost && moves {
        return Err(vec![form.fault("moving_general", "a general who is lost does not move")]);
    }
    if let Some(still) = form.list("troops").iter().find(|t| Troop::ALL[t.choice()] == Troop::CampFollowers) {
        return Err(vec![still.fault("Camp Followers never move")]);
    }
    let general = match form.opt("distance") {
        _ if lost => General::Lost,
        _ if moves => General::Moves,
        Some(distance) => General::Away { distance: distance.number(), in_sight: form.bool("line_of_sight") },
        None if first => General::Away { distance: 0.0, in_sight: true },
        None => return Err(vec![form.fault("distance", "missing; give how far away the general is")]),
    };
    let paid = Paid {
        troops: troops.collect(),
        elements: form.list("troops").len(),
        general,
        secluded: form.bool("general_secluded"),
        first_bound: first,
    };
    let cost = movement::rules::pips(&book.house, &paid);
    let spared = (first && book.house.extra_pips).then_some(rule::PIPS_FIRST);
    Ok(json!({
        "cost": cost.total(),
        "factors": factors(cost.factors()),
        "withheld": withheld(book, &paid),
        "rules": rules(spared),
    }))
}

/// The extra PIPs that somebody might look for and that are not paid.
fn withheld(book: &Dba, paid: &Paid) -> Value {
    let no_extras = "the house charges no extra PIPs";
    let off = !book.house.extra_pips;
    let heavy = !paid.troops.is_apart_from(tables().pips.heavy_troops);
    let away = matches!(paid.general, General::Lost | General::Away { .. });
    let alone = paid.general == General::Moves && paid.elements == 1;
    let reasons = [
        (off && heavy, rule::PIPS_HEAVY, no_extras),
        (off && away, rule::PIPS_COMMAND, no_extras),
        (off && paid.secluded, rule::PIPS_SECLUDED, no_extras),
        (!off && paid.secluded && alone, rule::PIPS_SECLUDED, "the general moves alone"),
    ];
    let holds = reasons.into_iter().filter(|(holds, ..)| *holds);
    holds.map(|(_, rule, why)| json!({ "rule": cited(rule), "why": why })).collect()
}

fn pass(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (mover, met) = (troop(form, "mover"), troop(form, "met"));
    let facing = [Faces::Same, Faces::Opposite, Faces::Other][form.choice("facing")];
    let by: Result<RuleId, RuleId> = if form.text("move") == "recoil" {
        passing::recoils_through(&book.house, mover, met, facing).ok_or(rule::PASS_RECOIL)
    } else {
        match passing::moves_through(&book.house, mover, met, facing) {
            true => Ok(rule::PASS_MOVE),
            false => Err(rule::PASS_MOVE),
        }
    };
    let (Ok(rule) | Err(rule)) = by;
    Ok(json!({ "allowed": by.is_ok() && form.bool("room"), "rules": rules([rule, rule::PASS_ROOM]) }))
}
