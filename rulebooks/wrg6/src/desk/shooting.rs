//! Questions about shooting.

use super::forms::{
    count, dice_field, flag, missile, missile_field, none_or_more, number_of, paces, plus_minus, training,
    training_field, troop, troop_field,
};
use super::{Question, factors, odds, resting};
use crate::data::casualties;
use crate::data::tables::tables;
use crate::house::House;
use crate::shooting::rules::{Band, Shot, sum};
use crate::{rule, shooting};
use binding::desk::{fraction, number};
use dice::{RollId, exact};
use form::{Fault, Field, Filled, Kind};
use ruling::Factor;
use serde_json::{Map, Value, json};

pub(super) fn questions() -> Vec<Question> {
    let levels = || {
        Field::new("levels", Kind::int(-4..=4), "how many levels the shooters stand above the target").or(0)
    };
    vec![
        Question::new(
            "range",
            "whether a target is in range",
            "The greatest range, the band of the distance, and the row of weapon factors.",
            [missile_field(), paces("distance", "how far off the target is"), levels()],
            range,
        ),
        Question::new(
            "shoot",
            "what a volley does, or its exact odds",
            "Band, figures counted and factors; with dice the casualties, without dice their odds and mean.",
            [
                missile_field(),
                troop_field("target", "who is shot at"),
                paces("distance", "how far off the target is"),
                levels(),
                training_field("training"),
                Field::new("figures", count(0), "the figures that shoot"),
                none_or_more("half_figures", "how many of them count half"),
                flag("target_shieldless", "whether the target has no shields to use"),
                paces("target_moved", "how far the target moved this period").or(0),
                flag("target_in_contact", "whether the target ended in contact"),
                flag("target_in_cover", "whether the target is in cover"),
                flag("shooters_disordered", "whether the shooters are disordered"),
                flag("shooters_shaken", "whether the shooters are shaken"),
                dice_field(&["plus", "minus"]),
            ],
            shoot,
        ),
        Question::new(
            "casualties",
            "what the casualty table says",
            "The casualties, and the row read.",
            [
                Field::new("factor", Kind::int(-100..=100), "the total of factors"),
                Field::new("figures", count(0), "the figures"),
            ],
            table,
        ),
    ]
}

fn range(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (weapon, levels) = (missile(form), form.int("levels") as i32);
    let band = shooting::rules::band(house, weapon, form.number("distance"), levels);
    let answer = json!({
        "maximum": number(shooting::rules::maximum(house, weapon, levels), 1),
        "in_range": band != Band::Out,
        "band": band.key(),
        "row": tables().range(weapon).row.key(),
    });
    Ok(resting(answer, shooting::rules::range_rules(weapon, levels)))
}

fn table(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let factor = form.int("factor") as i16;
    let row = casualties::row(factor).map_or_else(|| "none".into(), Value::from);
    let fall = casualties::inflicted(factor, number_of(form.get("figures")));
    Ok(resting(json!({ "casualties": fall, "factor_used": row }), [rule::CASUALTIES_TABLE]))
}

fn shoot(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (figures, half) = (number_of(form.get("figures")), number_of(form.get("half_figures")));
    if half > figures {
        return Err(vec![form.fault("half_figures", format!("more than the {figures} figures"))]);
    }
    let weapon = missile(form);
    let band = shooting::rules::band(house, weapon, form.number("distance"), form.int("levels") as i32);
    let moved = form.number("target_moved") >= tables().shooting_tactical.moved_at_least;
    let shot = Shot {
        weapon,
        target: troop(form.get("target")),
        training: training(form, "training"),
        figures: shooting::rules::counted(house, figures, half, band),
        target_shieldless: form.bool("target_shieldless"),
        hard_target: moved || form.bool("target_in_contact") || form.bool("target_in_cover"),
        unsteady: form.bool("shooters_disordered") || form.bool("shooters_shaken"),
    };
    let dice = form.opt("dice").map(|dice| plus_minus(dice.record(), shot.dice())).transpose()?;
    let mut answer = Map::new();
    answer.insert("in_range".into(), (band != Band::Out).into());
    answer.insert("band".into(), band.key().into());
    let mut rules = shooting::rules::range_rules(weapon, form.int("levels") as i32);
    if band == Band::Out {
        answer.insert("casualties".into(), 0.into());
        return Ok(resting(answer.into(), rules));
    }
    rules.push(rule::SHOOTING_WEAPON);
    if shot.figures < figures {
        rules.push(rule::SHOOTING_HALF_FIGURES);
    }
    answer.insert("counted_figures".into(), shot.figures.into());
    let Some(weapon_factor) = shot.weapon_factor(house) else {
        answer.insert("immune".into(), true.into());
        answer.insert("casualties".into(), 0.into());
        return Ok(resting(answer.into(), rules));
    };
    rules.extend([rule::SHOOTING_TOTAL, rule::SHOOTING_RANDOM, rule::CASUALTIES_TABLE]);
    // What was asked about was judged, whether it counts or not.
    if shot.target_shieldless {
        rules.extend([rule::SHOOTING_TACTICAL_SHIELDLESS, rule::TROOPS_SHIELD]);
    }
    if form.number("target_moved") > 0.0 {
        rules.push(rule::SHOOTING_TACTICAL_HARD_TARGET);
    }
    let tactical = shot.tactical();
    let mut list = vec![Factor { rule: rule::SHOOTING_WEAPON, value: weapon_factor }];
    list.extend(&tactical);
    answer.insert("weapon_factor".into(), weapon_factor.into());
    answer.insert("tactical".into(), sum(&tactical).into());
    if let Some([plus, minus]) = dice {
        let random = shooting::rules::random(house, plus, minus);
        list.push(Factor { rule: rule::SHOOTING_RANDOM, value: random });
        answer.insert("random".into(), random.into());
        answer.insert("total".into(), sum(&list).into());
        answer.insert("casualties".into(), shot.casualties(house, random).into());
    } else {
        let why = RollId::new(rule::SHOOTING_RANDOM.as_str(), 0);
        let random = exact(36, |dice| shot.throw(house, why, dice)).expect("two dice");
        let fall = random.map(|random| shot.casualties(house, *random));
        answer.insert("random_odds".into(), odds(&random, i8::to_string));
        answer.insert("casualty_odds".into(), odds(&fall, u32::to_string));
        answer.insert("mean".into(), fraction(&fall.mean(|n| u64::from(*n))));
    }
    answer.insert("factors".into(), factors(&list));
    Ok(resting(answer.into(), rules))
}
