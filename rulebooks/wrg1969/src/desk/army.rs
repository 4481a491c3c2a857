//! Questions about points and winning.

use crate::army::points::{Commander, Price, Purchase, generals_allowed};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::desk::forms::{Question, count, flag, grade, grade_field, number, number_of, resting, usually};
use crate::house::House;
use crate::rule;
use crate::victory::rules;
use form::{Answer, Fault, Field, Filled, Kind};
use serde_json::{Map, Value, json};

pub fn questions() -> Vec<Question> {
    let unit = Kind::record([
        Field::new(
            "troop",
            Kind::one_of(Troop::KEYS.into_iter().chain(GENERALS)),
            "the troops, or a general",
        ),
        usually("regular", "whether they are regulars"),
        grade_field("their grade").optional(),
        Field::new("figures", Kind::int(1..=10_000), "how many figures").optional(),
        flag("bow_and_shafted", "whether they have both a bow and a shafted weapon"),
        flag("shieldless", "whether they have no shields"),
        Field::new("commander", Kind::one_of(Commander::KEYS), "who commands them").optional(),
    ]);
    let points = |name, help| Field::new(name, Kind::number(0.0..=1e6), help);
    let side = || {
        Kind::record([
            points("figures", "the points of its surviving figures"),
            points("terrain", "its points for terrain").or(0),
        ])
    };
    vec![
        Question::new(
            "points",
            "what units cost",
            "Each unit's points a figure, for its commander and in all; the total, whether it is within the limit, \
             and how many generals there may be.",
            [
                Field::new("units", Kind::list(unit, ..=1000), "the units"),
                Field::new("limit", count(0), "the points agreed on").optional(),
            ],
            points_of,
        ),
        Question::new(
            "victory",
            "who wins by points",
            "Each side's total, and the winner.",
            [
                Field::new("a", side(), "the one side"),
                Field::new("b", side(), "the other side"),
                Field::new("competition", Kind::Bool, "whether the higher total wins however narrowly")
                    .optional(),
            ],
            victory,
        ),
        Question::new(
            "feature_control",
            "what each side scores for a feature",
            "The points of each side.",
            [
                points("value", "what the feature is worth"),
                Field::new("held_by", Kind::one_of(["a", "b", "none"]), "who holds it or bars the way to it"),
                flag("enemy_can_charge", "whether an enemy can charge that force next period"),
            ],
            feature_control,
        ),
    ]
}

const GENERALS: [&str; 2] = ["commander_in_chief", "subordinate_general"];

/// What a general costs; none if the unit is troops.
fn general(unit: &Filled) -> Option<Price> {
    let points = &tables().points;
    let per_figure = match unit.text("troop") {
        "commander_in_chief" => points.commander_in_chief,
        "subordinate_general" => points.subordinate_general,
        _ => return None,
    };
    Some(Price { per_figure: per_figure.into(), command: 0 })
}

fn purchase(unit: &Filled) -> Result<Purchase, Vec<Fault>> {
    let troop = Troop::ALL[unit.choice("troop")];
    let Some(figures) = unit.opt("figures").map(number_of) else {
        return Err(super::forms::missing(unit, "figures", "how many figures"));
    };
    let model = |name: &str| {
        let never = format!("{} have no such choice", troop.name());
        (unit.bool(name) && troop.is_model()).then(|| unit.fault(name, never))
    };
    let faults: Vec<Fault> = ["bow_and_shafted", "shieldless"].into_iter().filter_map(model).collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let usual = Purchase::usual(troop, unit.bool("regular"), figures as u16);
    Ok(Purchase {
        grade: unit.opt("class").map(grade).or(usual.grade),
        bow_and_shafted: unit.bool("bow_and_shafted"),
        shieldless: unit.bool("shieldless"),
        commander: unit.opt("commander").map_or(usual.commander, |c| Commander::ALL[c.choice()]),
        ..usual
    })
}

/// What a unit costs, how many figures it has, and whether it is a general.
fn price(unit: &Filled) -> Result<(Price, u16, bool), Vec<Fault>> {
    if let Some(price) = general(unit) {
        return Ok((price, unit.opt("figures").map_or(1, number_of) as u16, true));
    }
    let purchase = purchase(unit)?;
    let not_for_sale = |faults: Vec<crate::army::points::NotForSale>| -> Vec<Fault> {
        faults
            .into_iter()
            .map(|fault| unit.fault(fault.field, ruling::under(fault.rule, fault.why)))
            .collect()
    };
    Ok((purchase.price().map_err(not_for_sale)?, purchase.figures, false))
}

fn points_of(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (mut units, mut total, mut generals, mut chiefs) = (Vec::new(), 0i32, 0, 0);
    for unit in form.records("units") {
        let (price, figures, general) = price(unit)?;
        let points = price.total(figures);
        total = total.saturating_add(points);
        if general {
            generals += i32::from(figures);
            chiefs += i32::from(figures) * i32::from(unit.text("troop") == GENERALS[0]);
        }
        units.push(json!({ "per_figure": price.per_figure, "command": price.command, "points": points }));
    }
    let limit = form.opt("limit").map(|limit| limit.int() as i32);
    let allowed = generals_allowed(limit.unwrap_or(total));
    let mut answer = Map::new();
    answer.insert("units".into(), units.into());
    answer.insert("total".into(), total.into());
    answer.insert("within_limit".into(), limit.is_none_or(|limit| total <= limit).into());
    answer.insert("generals_allowed".into(), allowed.into());
    answer.insert("generals_ok".into(), (chiefs == 1 && generals <= allowed).into());
    let rules = [
        rule::POINTS_VALUES,
        rule::POINTS_COMMAND,
        rule::POINTS_VARIATION,
        rule::POINTS_EXTRAS,
        rule::ARMY_GENERAL,
    ];
    Ok(resting(answer.into(), rules))
}

fn victory(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let totals = ["a", "b"].map(|name| {
        let side = form.record(name);
        side.number("figures") + side.number("terrain")
    });
    let competition = form.opt("competition").map_or(house.competition, Answer::bool);
    let winner = rules::winner(competition, totals).map_or("draw", |side| ["a", "b"][side]);
    let said = json!({ "a_total": number(totals[0]), "b_total": number(totals[1]), "winner": winner });
    Ok(resting(said, [rule::VICTORY_POINTS, rule::VICTORY_COUNT, rule::VICTORY_DRAW]))
}

fn feature_control(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let worth = rules::feature_worth(form.number("value"), form.bool("enemy_can_charge"));
    let score = |side: &str| if form.text("held_by") == side { number(worth) } else { 0.into() };
    Ok(resting(json!({ "a": score("a"), "b": score("b") }), [rule::VICTORY_FEATURE]))
}
