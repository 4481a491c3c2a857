//! Questions about blows in close combat.

use crate::combat::rules::{Blows, save_modifier, to_hit, to_save, to_wound};
use crate::desk::forms::{
    Question, chance, chances, count, dice_field, distribution, factors, flag, play, small, thrown, whole,
};
use crate::desk::shooting::save;
use crate::{Wab, rule};
use dice::{Dice, Fraction, exact};
use form::{Fault, Field, Filled, Kind};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    let skills = || {
        vec![
            whole("attacker_ws", 1..=10, "the attacker's Weapon Skill"),
            whole("defender_ws", 1..=10, "the defender's Weapon Skill"),
            flag("fear_shaken", "whether the attacker is shaken by fear"),
            flag("reroll_misses", "whether misses are rolled again"),
        ]
    };
    let mut hit = skills();
    hit.push(dice_field(&["hit", "reroll"]));
    let mut melee_fields = vec![whole("attacks", 1..=200, "how many attacks")];
    melee_fields.extend(skills());
    melee_fields.extend([
        whole("strength", 1..=10, "the attacker's Strength"),
        whole("toughness", 1..=10, "the defender's Toughness"),
        Field::new("save", Kind::int(0..=6), "its save before the modifier, 0 for none").or(0),
        dice_field(&["hit", "wound", "save"]),
    ]);
    vec![
        Question::new(
            "to_hit",
            "the score to hit in close combat",
            "The score and its chance; with dice how many hit.",
            hit,
            hit_answer,
        ),
        Question::new(
            "to_wound",
            "the score to wound",
            "Whether it can be done, the score and its chance; with dice how many wound.",
            [
                whole("strength", 1..=10, "the attacker's Strength"),
                whole("toughness", 1..=10, "the target's Toughness"),
                dice_field(&["wound"]),
            ],
            wound_answer,
        ),
        Question::new(
            "melee",
            "a block of attacks that are all alike",
            "The scores, the chance of each attack, and the odds of every number of unsaved wounds; with dice what \
             came of them.",
            melee_fields,
            melee,
        ),
    ]
}

/// Blows of so many attacks as the form has them.
fn blows(form: &Filled, attacks: u16, wound: u8, save: u8) -> Blows {
    let hit = to_hit(small(form, "attacker_ws"), small(form, "defender_ws"), form.bool("fear_shaken"));
    let reroll = form.bool("reroll_misses").then_some(rule::HATRED_REROLL);
    Blows { attacks, hit, second: None, reroll, wound, save }
}

/// The chance of an even that one path of dice decides.
pub(super) fn certain<T: Ord>(run: impl FnMut(&mut dyn Dice) -> T, wanted: &T) -> Fraction {
    exact(2000, run).map_or(Fraction::ZERO, |odds| odds.probability(wanted))
}

fn hit_factors(form: &Filled, needed: u8) -> Vec<(ruling::RuleId, Value)> {
    let mut list = vec![(rule::COMBAT_HIT, Value::from(needed))];
    if form.bool("fear_shaken") {
        list.push((rule::FEAR_CHARGED, 6.into()));
    }
    if form.bool("reroll_misses") {
        list.push((rule::HATRED_REROLL, true.into()));
    }
    list
}

fn hit_answer(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let one = blows(form, 1, 0, 0);
    let mut answer = json!({
        "needed": one.hit,
        "p_hit": chance(&certain(|dice| one.hits(1, 0, dice), &1)),
    });
    if let Some(dice) = thrown(form) {
        let n = dice.opt("hit").map_or(0, |list| list.list().len()) as u16;
        let first = Blows { reroll: None, ..one };
        let mut hits = play(dice, "hit", n, |dice| first.hits(n, 0, dice))?;
        if one.reroll.is_some() {
            let missed = n - hits;
            hits += play(dice, "reroll", missed, |dice| first.hits(missed, 0, dice))?;
        }
        answer["hits"] = hits.into();
    }
    answer["factors"] = factors(hit_factors(form, one.hit));
    Ok(answer)
}

fn wound_answer(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let wound = to_wound(small(form, "strength"), small(form, "toughness"));
    let one = Blows { attacks: 1, hit: 2, second: None, reroll: None, wound, save: 0 };
    let mut answer = json!({
        "possible": wound > 0,
        "needed": wound,
        "p_wound": chance(&certain(|dice| one.wounds(1, 0, dice), &1)),
    });
    if let Some(dice) = thrown(form) {
        let n = dice.opt("wound").map_or(0, |list| list.list().len()) as u16;
        answer["wounds"] = play(dice, "wound", n, |dice| one.wounds(n, 0, dice))?.into();
    }
    answer["factors"] = factors([(rule::COMBAT_WOUND, wound.into())]);
    Ok(answer)
}

fn melee(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let strength = small(form, "strength");
    let needed = to_save(save(form)?, save_modifier(strength));
    let n = count(form, "attacks");
    let blows = blows(form, n, to_wound(strength, small(form, "toughness")), needed);
    let odds = blows.odds().map_err(|_| vec![form.fault("attacks", "too many attacks to weigh")])?;
    let single = blows.single();
    let mut answer = json!({
        "needed": blows.hit,
        "p_hit": chance(&certain(|dice| single.hits(1, 0, dice), &1)),
        "wound_needed": blows.wound,
        "save_needed": blows.save,
        "p_casualty": chance(&certain(|dice| single.strike(0, dice).unsaved, &1)),
        "mean": chance(&odds.mean(|n| u64::from(*n))),
        "distribution": distribution(&odds, n),
        "chances": chances(&odds, n),
    });
    if let Some(dice) = thrown(form) {
        if blows.reroll.is_some() {
            return Err(vec![form.fault("dice", "dice are taken without re-rolls")]);
        }
        let hits = play(dice, "hit", n, |dice| blows.hits(n, 0, dice))?;
        let rolled = if blows.wound == 0 { 0 } else { hits };
        let wounds = play(dice, "wound", rolled, |dice| blows.wounds(hits, 0, dice))?;
        let rolled = if blows.save == 0 { 0 } else { wounds };
        answer["hits"] = hits.into();
        answer["wounds"] = wounds.into();
        answer["casualties"] = play(dice, "save", rolled, |dice| blows.unsaved(wounds, 0, dice))?.into();
    }
    let mut list = hit_factors(form, blows.hit);
    list.push((rule::COMBAT_WOUND, blows.wound.into()));
    list.push((rule::COMBAT_SAVE, blows.save.into()));
    list.push((rule::SAVE_MODIFIER, save_modifier(strength).into()));
    answer["factors"] = factors(list);
    Ok(answer)
}
