//! Questions about armies, broken armies and victory.

use crate::army::check::Bought;
use crate::army::list::Category;
use crate::army::{check, list};
use crate::data::tables::tables;
use crate::desk::forms::{Question, count, factors, flag, records, whole};
use crate::victory::Losses;
use crate::{Wab, rule, victory};
use form::{Fault, Field, Filled, Kind};
use serde_json::{Map, Value, json};

pub(super) fn questions() -> Vec<Question> {
    let list = || Field::new("list", Kind::one_of(list::KEYS), "the army list");
    let mut one = check::unit_fields();
    one.push(list());
    vec![
        Question::new(
            "points",
            "what one unit of a list costs",
            "Points of each model and in all, its category, and whether its size and command are legal.",
            one,
            points,
        ),
        Question::new(
            "army",
            "what a whole army costs, and whether it is legal",
            "Points in all and by category, and every reason why it is not legal.",
            [
                list(),
                Field::new("points_limit", Kind::int(100..=10_000), "the points agreed").or(1000),
                records("units", check::unit_fields(), "its units"),
            ],
            army_answer,
        ),
        Question::new(
            "army_break",
            "whether an army has broken",
            "The models at which it breaks, and whether it has.",
            [
                whole("starting", 1..=2000, "the models it began with"),
                whole("remaining", 0..=2000, "the models still there"),
            ],
            army_break,
        ),
        Question::new(
            "victory",
            "victory points and who won",
            "What each side scores, who won and how decisively.",
            [
                whole("army_points", 100..=10_000, "the size of the armies"),
                Field::new("a", Kind::record(loss_fields()), "what the one side lost"),
                Field::new("b", Kind::record(loss_fields()), "what the other lost"),
            ],
            victory_answer,
        ),
    ]
}

fn loss_fields() -> Vec<Field> {
    vec![
        whole("lost_points", 0..=20_000, "points of units destroyed, fled or fleeing"),
        flag("general_lost", "whether the general is lost"),
        flag("army_standard_lost", "whether the army standard is lost"),
        Field::new("standards_lost", Kind::int(0..=60), "standards of units ridden down").or(0),
        flag("broken", "whether the army is broken"),
    ]
}

fn points(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let unit = check::buy(&list::lists()[form.choice("list")], form)?;
    let (each, total) = unit.cost();
    let mut reasons = Vec::new();
    if !unit.has_good_size() {
        reasons.push("size");
    }
    if !unit.may_have_command() {
        reasons.push("command");
    }
    Ok(json!({
        "per_model": each,
        "total": total,
        "category": unit.entry.category.key(),
        "legal": reasons.is_empty(),
        "reasons": reasons,
        "factors": factors([
            (rule::ARMY_POINTS, each.into()),
            (rule::ARMY_COMMAND, (unit.command.count() as u32 * tables().points.command).into()),
            (rule::ARMY_LISTS, unit.entry.id.as_str().into()),
        ]),
    }))
}

fn army_answer(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let list = &list::lists()[form.choice("list")];
    let units: Vec<Bought<'_>> =
        form.records("units").map(|u| check::buy(list, u)).collect::<Result<_, _>>()?;
    let verdict = check::check(list, form.int("points_limit") as u32, &units);
    let by_category: Map<String, Value> = Category::ALL
        .into_iter()
        .map(|c| (c.key().to_owned(), verdict.by_category[c as usize].into()))
        .collect();
    let reasons: Vec<&str> = verdict.reasons.iter().map(|r| r.key.as_str()).collect();
    let mut cited = vec![
        (rule::ARMY_COMPOSITION, Value::from(reasons.is_empty())),
        (rule::ARMY_POINTS, verdict.total.into()),
        (rule::ARMY_LISTS, list.id.as_str().into()),
    ];
    let why: Vec<&str> = verdict.reasons.iter().map(|r| r.words.as_str()).collect();
    cited.extend(verdict.reasons.iter().map(|r| (r.rule, Value::from(r.words.as_str()))));
    Ok(json!({
        "total": verdict.total,
        "by_category": by_category,
        "legal": reasons.is_empty(),
        "reasons": reasons,
        "why": why,
        "factors": factors(cited),
    }))
}

fn army_break(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let threshold = victory::breaks_at(u32::from(count(form, "starting")));
    let broken = book.house.army_break && u32::from(count(form, "remaining")) <= threshold;
    Ok(json!({
        "threshold": threshold,
        "broken": broken,
        "factors": factors([(rule::VICTORY_ARMY_BREAK, threshold.into())]),
    }))
}

fn victory_answer(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let losses = |name: &str| {
        let f = form.record(name);
        Losses {
            points: f.int("lost_points") as u32,
            general: f.bool("general_lost"),
            army_standard: f.bool("army_standard_lost"),
            standards: f.int("standards_lost") as u32,
            broken: f.bool("broken"),
        }
    };
    let lost = [losses("a"), losses("b")];
    let (winner, grade) = victory::verdict(form.int("army_points") as u32, lost);
    let result = match winner {
        Some(0) => "a",
        Some(_) => "b",
        None => "draw",
    };
    let scored = [lost[1].worth(), lost[0].worth()];
    Ok(json!({
        "points_a": scored[0],
        "points_b": scored[1],
        "result": result,
        "grade": grade.key(),
        "factors": factors([
            (rule::VICTORY_POINTS, scored[0].into()),
            (rule::VICTORY_POINTS, scored[1].into()),
        ]),
    }))
}
