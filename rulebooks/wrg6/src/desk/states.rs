//! Questions about losses, shaken and disordered troops.

use super::forms::{
    count, flag, missing, needed_strength, none_or_more, number_of, paces, strength, strength_fields,
    strengths,
};
use super::{Question, resting};
use crate::aftermath::rules::{Fought, is_below_half};
use crate::data::casualties;
use crate::data::disorder::{Animal, Breed, Cause, Fright, fright};
use crate::house::House;
use crate::rule;
use binding::desk::number;
use form::{Fault, Field, Filled, Kind};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    vec![
        Question::new(
            "remove",
            "how many figures come off for casualties",
            "The figures or models that come off, those left, and what is carried.",
            strength_fields(["figures", "models"]).into_iter().chain([
                none_or_more("carried", "the casualties carried so far"),
                Field::new("casualties", count(0), "the casualties"),
            ]),
            remove,
        ),
        Question::new(
            "shaken",
            "whether a body is shaken, and why",
            "Whether it is, and every cause.",
            [
                Field::new("strength", count(0), "the figures or models now").optional(),
                Field::new("original", count(1), "the figures or models at first").optional(),
                none_or_more("received", "the casualties it received hand-to-hand this period"),
                none_or_more("inflicted", "the casualties it inflicted"),
                flag("burst_through", "whether it was burst through"),
                flag("broke", "whether it broke"),
                Field::new("reaction_row", Kind::int(1..=6), "the row of a reaction test").optional(),
            ]
            .into_iter()
            .chain(strength_fields(["figures", "models"])),
            shaken,
        ),
        Question::new(
            "disorder",
            "what cures a cause of disorder",
            "Its kind, and what ends it.",
            [Field::new("cause", Kind::one_of(Cause::ALL.iter().map(|c| c.key())), "the cause")],
            disorder,
        ),
        Question::new(
            "beasts",
            "whether animals are frightened",
            "Whether they are disordered, and within what distance they would be.",
            [
                Field::new("animal", Kind::one_of(Animal::ALL.iter().map(|a| a.key())), "the animals"),
                Field::new("breed", Kind::one_of(Breed::ALL.iter().map(|b| b.key())), "the breed of horses")
                    .or("other"),
                Field::new("near", Kind::one_of(Fright::ALL.iter().map(|f| f.key())), "what is near"),
                flag("familiar", "whether they know elephants"),
                paces("distance", "how far off it is"),
            ],
            beasts,
        ),
    ]
}

fn remove(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (strength, model) = needed_strength(form, ["figures", "models"])?;
    let (carried, casualties) = (number_of(form.get("carried")), number_of(form.get("casualties")));
    let lost = casualties::remove(house, model, strength, carried, casualties);
    let answer = json!({ "removed": lost.figures, "left": strength - lost.figures, "carried": lost.carry });
    Ok(resting(answer, [rule::CASUALTIES_REMOVE]))
}

fn shaken(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let below_half = match ["strength", "original"].map(|name| form.has(name)) {
        [true, true] => {
            let (now, original) = strengths(form)?;
            is_below_half(now, original)
        }
        [true, false] => return Err(missing(form, "original")),
        [false, true] => return Err(missing(form, "strength")),
        [false, false] => false,
    };
    let received = number_of(form.get("received"));
    let size = strength(form, ["figures", "models"])?;
    if received > 0 && size.is_none() {
        return Err(missing(form, "figures"));
    }
    let (figures, model) = size.unwrap_or((1, false));
    let inflicted = number_of(form.get("inflicted"));
    let fought = Fought { received, inflicted, strength: figures, model, shaken: false };
    let all = [
        ("below_half_strength", below_half),
        ("reaction_result", form.opt("reaction_row").is_some_and(|row| row.int() >= 5)),
        ("five_times_melee_casualties", fought.is_shaken_by_it()),
        ("broke", form.bool("broke")),
        ("burst_through", form.bool("burst_through")),
    ];
    let causes: Vec<&str> = all.into_iter().filter(|(_, applies)| *applies).map(|(cause, _)| cause).collect();
    // What was asked about was judged, whether it shakes or not.
    let judged = [
        (form.has("strength"), rule::SHAKEN_HALF),
        (form.has("reaction_row"), rule::REACTION_SHAKEN_RECOVERY),
        (received > 0, rule::SHAKEN_MELEE),
        (received > 0, rule::CASUALTIES_PERFIGURE),
        (form.bool("broke") || form.bool("burst_through"), rule::SHAKEN_BURST),
    ];
    let judged = judged.into_iter().filter(|(asked, _)| *asked).map(|(_, rule)| rule);
    let answer = json!({ "shaken": !causes.is_empty(), "causes": causes });
    Ok(resting(answer, std::iter::once(rule::SHAKEN_CAUSES).chain(judged)))
}

fn disorder(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let cause = Cause::ALL[form.choice("cause")];
    let (kind, cure) =
        if cause.needs_rally() { ("rally", "rally_move") } else { ("cessation", "cause_ends") };
    let cured = cause.needs_rally().then_some(rule::RALLY_MOVE);
    Ok(resting(json!({ "kind": kind, "cured_by": cure }), [cause.rule()].into_iter().chain(cured)))
}

fn beasts(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let limit = fright(
        Animal::ALL[form.choice("animal")],
        Breed::ALL[form.choice("breed")],
        Fright::ALL[form.choice("near")],
        form.bool("familiar"),
    );
    let answer = json!({
        "disordered": limit.is_some_and(|limit| form.number("distance") <= limit),
        "limit": limit.map_or_else(|| "none".into(), |limit| number(limit, 1)),
    });
    Ok(resting(answer, [rule::DISORDER_BEASTS]))
}
