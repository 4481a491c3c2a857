//! Questions about Break tests.

use crate::aftermath::rules::{Automatic, Beaten, Fate};
use crate::data::tables::tables;
use crate::data::troop::{Order, Troop};
use crate::desk::forms::{
    Question, chance, count, dice_field, faces, flag, inches, leader_fields, leaders, order, small, thrown,
    troop, troop_field, whole,
};
use crate::desk::nerves::with_test;
use crate::nerve::rules::roll;
use crate::{Wab, rule};
use dice::Scripted;
use form::{Fault, Field, Filled, Kind};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) fn questions() -> Vec<Question> {
    let led = |extra: Vec<Field>| leader_fields().into_iter().chain(extra).collect::<Vec<_>>();
    vec![Question::new(
        "break_test",
        "the fate of a beaten unit",
        "What would break it without a test, the target, whether it may re-roll, and the odds of its fate.",
        led(vec![
            whole("difference", 1..=60, "by how much its side lost"),
            whole("models", 1..=200, "its models"),
            troop_field(),
            Field::new("own_count", Kind::int(0..=400), "its headcount, 0 for its models").or(0),
            Field::new("enemy_count", Kind::int(0..=400), "the headcount of the enemies in contact").or(0),
            flag("hatred", "whether it hates them"),
            flag("stubborn", "whether it is stubborn"),
            flag("stubborn_used", "whether it has given ground already"),
            flag("feared_enemy", "whether it fears them"),
            flag("frenzied", "whether it is frenzied"),
            flag("ferocious_charge", "whether a ferocious charge beat it"),
            inches("army_standard_distance", "how far the army standard is").or(200.0),
            Field::new("warband_ranks", Kind::int(0..=2), "a warband's rank bonus").or(0),
            dice_field(&["test", "reroll", "stubborn"]),
        ]),
        break_test,
    )]
}

fn break_test(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let models = count(form, "models");
    let own = match count(form, "own_count") {
        0 => models,
        own => own,
    };
    let enemies = count(form, "enemy_count");
    let kind = troop(form);
    let standing = order(form);
    let near = form.number("army_standard_distance") <= tables().distances.standard;
    let unit = Beaten {
        leaders: leaders(form),
        difference: count(form, "difference"),
        models,
        excused: kind.is_excused_from_five() && kind != Troop::Character,
        formed: standing != Order::Skirmish,
        own,
        enemies,
        feared: if form.bool("feared_enemy") { enemies } else { 0 },
        hatred: form.bool("hatred"),
        stubborn: form.bool("stubborn"),
        stubborn_used: form.bool("stubborn_used"),
        frenzied: form.bool("frenzied"),
        ferocious: form.bool("ferocious_charge"),
        standard: near && standing != Order::Skirmish,
        ranks: small(form, "warband_ranks"),
    };
    let odds = unit.odds(&book.house).map_err(|_| vec![form.fault("difference", "too many paths")])?;
    let automatic = unit.automatic();
    let target = unit.target();
    let mut answer = json!({
        "automatic": automatic.key(),
        "target": target.total(),
        "reroll": unit.standard,
        "p_holds": chance(&odds.probability(&Fate::Holds)),
        "p_gives_ground": chance(&odds.chance(|fate| fate.gives_ground())),
        "p_breaks": chance(&odds.probability(&Fate::Breaks)),
    });
    if book.house.fall_back_in_good_order {
        answer["p_falls_back"] = chance(&odds.probability(&Fate::FallsBack));
    }
    if let Some(dice) = thrown(form) {
        answer["outcome"] = rolled(book, &unit, dice)?.key().into();
    }
    let mut more = vec![(rule::BREAK_ORDER, Value::from(automatic.key()))];
    if automatic != Automatic::None {
        more.push((automatic.rule(), true.into()));
    }
    let fates = odds.iter().flat_map(|(fate, _)| unit.because(&book.house, *fate));
    for rule in fates.collect::<BTreeSet<_>>() {
        more.push((rule, true.into()));
    }
    if unit.stubborn && unit.stubborn_used {
        more.push((rule::STUBBORN_GIVE_GROUND, false.into()));
    }
    if unit.frenzied {
        more.push((rule::FRENZY_IMMUNE, true.into()));
    }
    answer["factors"] = with_test(&target, more);
    Ok(answer)
}

/// The fate the dice give; only the rolls that take place are needed.
fn rolled(book: &Wab, unit: &Beaten, dice: &Filled) -> Result<Fate, Vec<Fault>> {
    let why = roll(rule::BREAK_TEST, 0, 0);
    let mut script = Vec::new();
    if dice.opt("stubborn").is_some() {
        script = faces(dice, "stubborn", 1)?;
    } else {
        if unit.automatic() == Automatic::None {
            script = faces(dice, "test", 2)?;
        }
        let first = Beaten { standard: false, ..*unit };
        let held = first.fate(&book.house, why, &mut Scripted::new(script.clone())) == Fate::Holds;
        if unit.standard && !held && unit.automatic() == Automatic::None {
            script.extend(faces(dice, "reroll", 2)?);
        }
    }
    let mut scripted = Scripted::new(script);
    let fate = unit.fate(&book.house, why, &mut scripted);
    match scripted.finish() {
        Ok(()) => Ok(fate),
        Err(_) => Err(vec![dice.fault("test", "are not the dice that are rolled")]),
    }
}
