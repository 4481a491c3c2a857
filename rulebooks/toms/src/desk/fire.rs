//! Questions about fire.

use super::Question;
use super::attack::Asked;
use super::forms::{applied, body_field, dice_field, flag, troops, whole};
use crate::board::state::Face;
use crate::combat::rules;
use crate::combat::shield::{Peril, Threat, save};
use crate::data::tables::tables;
use crate::fire::rules::{burnt_down, fire_die, lit};
use crate::house::FireDieOne;
use crate::{Toms, rule};
use dice::{D6, Fraction};
use form::{Answer, Fault, Field, Filled, Kind};
use ruling::Tally;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn questions() -> Vec<Question> {
    let fire = [Field::new("fire", Kind::int(1..=6), "the face thrown")];
    vec![
        Question::new(
            "burn",
            "What does a fire do?",
            "dice and exact odds, or the outcome of dice thrown, and the fire die after it",
            [
                Field::new("counter", Kind::int(1..=6), "the fire die"),
                body_field("target", [], "who burns"),
                dice_field(&["kill", "reroll", "save"]),
            ],
            burn,
        ),
        Question::new(
            "fire",
            "What comes of a fire?",
            "the fire die and what it will kill",
            [
                flag("flammable", "whether it burns well"),
                whole("burning", 6, "the fire die already there"),
                Field::new("dice", Kind::record(fire), "the die thrown at the table").optional(),
            ],
            fire_question,
        ),
    ]
}

fn burn(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let target = troops(book, form.record("target"))?;
    let counter = form.int("counter") as u8;
    if book.house.fire_die_one == FireDieOne::Out && counter == tables().flame.out {
        return Err(vec![form.fault("counter", "such a fire is out")]);
    }
    let mut dice = Tally::default();
    dice.add(rule::FLAME_TICK, counter as i8);
    let asked = Asked {
        needs: rules::burning(),
        dice,
        save: save(&book.house, &target.who, target.men, Threat::close(Peril::Burning, Face::Front)),
        target: &target,
        threatens: false,
        rules: vec![(true, rule::FLAME_BURN)],
    };
    let mut answer = asked.answer(form)?.answer;
    answer["counter_after"] = burnt_down(&book.house, counter).into();
    Ok(answer)
}

fn fire_question(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (flammable, burning) = (form.bool("flammable"), form.int("burning") as u8);
    let flame = &tables().flame;
    let sides = if flammable { flame.sides_flammable } else { flame.sides };
    let mut counters: BTreeMap<u8, u128> = BTreeMap::new();
    let (mut out, mut dice) = (0, 0u128);
    for &(face, _) in D6.faces {
        let roll = fire_die(flammable, face);
        out += u128::from(roll == flame.out);
        let mut counter = lit(burning, roll);
        if counter > 0 {
            *counters.entry(counter).or_default() += 1;
        }
        while counter > 0 {
            dice += u128::from(counter);
            counter = burnt_down(&book.house, counter);
        }
    }
    let p: serde_json::Map<String, Value> =
        counters.into_iter().map(|(c, n)| (c.to_string(), Fraction::new(n, 6).to_string().into())).collect();
    let hit = u128::from(7 - flame.needs);
    let mut answer = json!({
        "sides": sides,
        "p_put_out": Fraction::new(out, 6).to_string(),
        "p_counter": p,
        "expected_burn_kills": Fraction::new(dice * hit, 36).to_string(),
        "rules": applied([
            (true, rule::FLAME_DICE),
            (!flammable, rule::SCALE_DICE),
            (flammable, rule::FLAME_FLAMMABLE),
            (burning > 0, rule::FLAME_AGAIN),
            (true, rule::FLAME_TICK),
            (true, rule::FLAME_BURN),
        ]),
    });
    if let Some(thrown) = form.opt("dice").map(Answer::record) {
        let roll = fire_die(flammable, thrown.int("fire") as u8);
        let out = roll == flame.out;
        answer["roll"] = roll.into();
        answer["put_out"] = out.into();
        answer["counter"] = lit(burning, roll).into();
        answer["break_test"] = (!out).into();
    }
    Ok(answer)
}
