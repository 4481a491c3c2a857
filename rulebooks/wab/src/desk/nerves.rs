//! Questions about Leadership and psychology.

use crate::aftermath::rules::{Rally, Rallying};
use crate::data::tables::tables;
use crate::data::troop::Order;
use crate::desk::forms::{
    Question, chance, count, dice_field, faces, factors, flag, inches, leader_fields, leaders, order, small,
    tallied, thrown, troop, troop_field, whole,
};
use crate::house::Restrain;
use crate::nerve::rules;
use crate::nerve::rules::{Cause, Panicky, roll, test};
use crate::{Wab, rule};
use binding::desk::cited;
use dice::{Fraction, Scripted};
use form::{Fault, Field, Filled, Kind};
use ruling::{RuleId, Tally};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    let led = |extra: Vec<Field>| leader_fields().into_iter().chain(extra).collect::<Vec<_>>();
    vec![
        Question::new(
            "leadership",
            "a plain Leadership test",
            "Whether it can be taken, its target and its chance; with dice whether it passed.",
            led(vec![
                Field::new(
                    "purpose",
                    Kind::one_of(["plain", "return", "reform", "disengage", "restrain"]),
                    "what it is for",
                )
                .or("plain"),
                flag("enemy_within_8", "whether an enemy is within 8 inches"),
                Field::new("musician", Kind::Bool, "whether it has a musician").or(true),
                dice_field(&["test"]),
            ]),
            plain,
        ),
        Question::new(
            "panic",
            "whether a Panic test is due, and its odds",
            "Whether it must test and why not, the target, whether it may re-roll, and its chance.",
            led(vec![
                Field::new("cause", Kind::one_of(Cause::ALL.map(Cause::key)), "what may make it panic"),
                whole("models", 1..=200, "its models now"),
                whole("starting_models", 1..=200, "the models it began with"),
                inches("distance", "how far the friends are").or(0.0),
                Field::new("casualties", Kind::int(0..=200), "models shot down this phase").or(0),
                Field::new("models_at_phase_start", Kind::int(0..=200), "its models as the phase began")
                    .or(0),
                flag("won_melee", "whether it won its own round"),
                flag("engaged", "whether it is engaged"),
                flag("frenzied", "whether it is frenzied"),
                flag("stubborn", "whether it is stubborn"),
                flag("fleeing", "whether it flees"),
                flag("skirmisher_friends", "whether those friends skirmish"),
                Field::new("warband_ranks", Kind::int(0..=2), "a warband's rank bonus").or(0),
                dice_field(&["test", "reroll"]),
            ]),
            panic,
        ),
        Question::new(
            "fear",
            "fear: charged, charging or beaten",
            "Whether it must test, what a failure means, the target and its chance.",
            led(vec![
                Field::new("situation", Kind::one_of(["charged", "charging", "beaten"]), "what happens"),
                whole("own_count", 1..=400, "its headcount"),
                whole("enemy_count", 1..=400, "the feared enemies' headcount"),
                flag("frenzied", "whether it is frenzied"),
                dice_field(&["test"]),
            ]),
            fear,
        ),
        Question::new(
            "terror",
            "terror: charging, charged or near",
            "Whether it must test and why not, the target and its chance.",
            led(vec![
                Field::new("situation", Kind::one_of(["charged", "charging", "proximity"]), "what happens"),
                inches("distance", "how far the enemy is").or(0.0),
                flag("frenzied", "whether it is frenzied"),
                flag("already_passed", "whether it passed a terror test before"),
                dice_field(&["test"]),
            ]),
            terror,
        ),
        Question::new(
            "rally",
            "an attempt to rally",
            "Whether it can rally, whether of itself, the target and its chance.",
            led(vec![
                whole("models", 1..=200, "its models now"),
                whole("starting_models", 1..=200, "the models it began with"),
                inches("enemy_distance", "how far the nearest enemy is").or(200.0),
                troop_field(),
                flag("feigned_flight", "whether it feigns flight"),
                flag("fled_by_choice", "whether it chose to flee"),
                dice_field(&["test"]),
            ]),
            rally,
        ),
    ]
}

/// Whether two dice given pass a test on a target.
fn passes(dice: &Filled, name: &'static str, target: i16) -> Result<bool, Vec<Fault>> {
    let rolled = faces(dice, name, 2)?;
    Ok(test(target, roll(rule::PSYCH_TEST, 0, 0), &mut Scripted::new(rolled)))
}

pub(super) fn with_test(target: &Tally, more: impl IntoIterator<Item = (RuleId, Value)>) -> Value {
    factors(tallied(target).chain([(rule::PSYCH_TEST, target.total().into())]).chain(more))
}

fn plain(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let purpose = form.text("purpose");
    let (by, general) = match purpose {
        "return" => (rule::START_RETURN, false),
        "reform" => (rule::MANOEUVRE_REFORM, true),
        "disengage" => (rule::DISENGAGE, true),
        "restrain" => (rule::PURSUIT_CHOICE, true),
        _ => (rule::PSYCH_LEADERSHIP, true),
    };
    let mut led = leaders(form);
    // Off the table the general is out of reach.
    led.general = led.general.filter(|_| general);
    let mut target = led.best();
    if purpose == "reform" {
        target.add(by, -i8::from(form.bool("enemy_within_8")));
    }
    let possible = match purpose {
        "reform" => form.bool("musician"),
        "disengage" => book.house.disengage,
        _ => true,
    };
    // Who may hold back as he likes needs no test.
    let free = purpose == "restrain" && book.house.restrain_pursuit == Restrain::Free;
    let odds = match (possible, free) {
        (false, _) => Fraction::ZERO,
        (_, true) => Fraction::ONE,
        _ => rules::chance(target.total(), false),
    };
    let mut answer = json!({ "possible": possible, "target": target.total(), "p_pass": chance(&odds) });
    if let Some(dice) = thrown(form) {
        answer["passed"] = (possible && (passes(dice, "test", target.total())? || free)).into();
    }
    let mut more = vec![(by, Value::from(purpose))];
    if form.int("general_ld") > 0 {
        more.push((rule::GENERAL_LEADERSHIP, led.general.is_some().into()));
    }
    answer["factors"] = with_test(&target, more);
    Ok(answer)
}

fn panic(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let cause = Cause::ALL[form.choice("cause")];
    let (models, starting) = (count(form, "models"), count(form, "starting_models"));
    if models > starting {
        return Err(vec![form.fault("models", "are more than it began with")]);
    }
    let before = count(form, "models_at_phase_start");
    if cause == Cause::Shooting && before == 0 {
        return Err(vec![form.fault("models_at_phase_start", "is needed for losses by shooting")]);
    }
    let unit = Panicky {
        cause,
        distance: form.number("distance"),
        casualties: count(form, "casualties"),
        models_at_phase_start: before,
        engaged: form.bool("engaged"),
        frenzied: form.bool("frenzied"),
        stubborn: form.bool("stubborn"),
        fleeing: form.bool("fleeing"),
        only_skirmishers: form.bool("skirmisher_friends") && order(form) != Order::Skirmish,
    };
    let reason = rules::excused(&book.house, &unit);
    let target = rules::panic_target(&leaders(form), small(form, "warband_ranks"), models, starting);
    let again = cause == Cause::FriendsBroken && form.bool("won_melee");
    let odds = match reason {
        Some(_) => Fraction::ONE,
        None => rules::chance(target.total(), again),
    };
    let mut answer = json!({
        "required": reason.is_none(),
        "target": target.total(),
        "reroll": again,
        "p_pass": chance(&odds),
    });
    if let Some(rule) = reason {
        answer["reason"] = cited(rule);
    }
    if let Some(dice) = thrown(form) {
        let mut passed = reason.is_some() || passes(dice, "test", target.total())?;
        if !passed && again {
            passed = passes(dice, "reroll", target.total())?;
        }
        answer["passed"] = passed.into();
    }
    let mut more = vec![(cause.rule(), Value::from(reason.is_none()))];
    let half = rules::is_half(models, starting);
    more.push((rule::BASICS_HALF_STRENGTH, half.into()));
    if !half {
        more.push((rule::PANIC_HALF, 0.into()));
    }
    if again {
        more.push((rule::PANIC_REROLL, true.into()));
    }
    answer["factors"] = with_test(&target, more);
    Ok(answer)
}

fn fear(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let situation = form.text("situation");
    let frenzied = form.bool("frenzied");
    let outnumbered = form.int("own_count") < form.int("enemy_count");
    let target = leaders(form).best();
    let required = situation != "beaten" && !frenzied;
    let on_fail = match situation {
        _ if frenzied => "none",
        "charged" if outnumbered => "flee",
        "charged" => "sixes_only",
        "charging" => "no_charge",
        _ => "none",
    };
    let odds = if required { rules::chance(target.total(), false) } else { Fraction::ONE };
    let by = match situation {
        "charged" => rule::FEAR_CHARGED,
        "charging" => rule::FEAR_CHARGING,
        _ => rule::FEAR_BEATEN,
    };
    let mut answer = json!({
        "required": required,
        "outnumbered": outnumbered,
        "on_fail": on_fail,
        "target": target.total(),
        "automatic_break": situation == "beaten" && outnumbered && !frenzied,
        "p_pass": chance(&odds),
    });
    if let Some(dice) = thrown(form) {
        let passed = !required || passes(dice, "test", target.total())?;
        answer["outcome"] = match (passed, situation) {
            (true, "charging") => "charges",
            (true, _) => "unaffected",
            (false, "charging") => "may_not_charge",
            (false, _) if outnumbered => "flees",
            (false, _) => "sixes_only",
        }
        .into();
    }
    let mut more = vec![(by, Value::from(on_fail)), (rule::BASICS_COUNT, outnumbered.into())];
    if frenzied {
        more.push((rule::FRENZY_IMMUNE, true.into()));
    }
    answer["factors"] = with_test(&target, more);
    Ok(answer)
}

fn terror(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let near = form.text("situation") == "proximity";
    let by = if near { rule::TERROR_PROXIMITY } else { rule::TERROR_CHARGE };
    let reason = if form.bool("frenzied") {
        Some(rule::FRENZY_IMMUNE)
    } else if form.bool("already_passed") && book.house.terror_once {
        Some(rule::TERROR_ONCE)
    } else if near && form.number("distance") > tables().distances.terror {
        Some(by)
    } else {
        None
    };
    let target = leaders(form).best();
    let odds = match reason {
        Some(_) => Fraction::ONE,
        None => rules::chance(target.total(), false),
    };
    let mut answer =
        json!({ "required": reason.is_none(), "target": target.total(), "p_pass": chance(&odds) });
    if let Some(rule) = reason {
        answer["reason"] = cited(rule);
    }
    if let Some(dice) = thrown(form) {
        answer["passed"] = (reason.is_some() || passes(dice, "test", target.total())?).into();
    }
    let more = [(by, Value::from(reason.is_none())), (rule::TERROR_RESULT, "flees".into())];
    answer["factors"] = with_test(&target, more);
    Ok(answer)
}

fn rally(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (models, starting) = (count(form, "models"), count(form, "starting_models"));
    if models > starting {
        return Err(vec![form.fault("models", "are more than it began with")]);
    }
    let unit = Rallying {
        leaders: leaders(form),
        troop: troop(form),
        models,
        starting,
        enemy: form.number("enemy_distance"),
        feigned: form.bool("feigned_flight") && form.bool("fled_by_choice"),
    };
    let found = unit.rally();
    let (possible, automatic, target) = match &found {
        Rally::TooFew => (false, false, None),
        Rally::Automatic => (true, true, None),
        Rally::Test(tally) => (true, false, Some(tally)),
    };
    let odds = match target {
        Some(tally) => rules::chance(tally.total(), false),
        None if automatic => Fraction::ONE,
        None => Fraction::ZERO,
    };
    let mut answer = json!({
        "possible": possible,
        "automatic": automatic,
        "target": target.map_or(0, Tally::total),
        "p_rally": chance(&odds),
    });
    if let Some(dice) = thrown(form) {
        answer["rallied"] = match target {
            Some(tally) => passes(dice, "test", tally.total())?,
            None => automatic,
        }
        .into();
    }
    let mut list: Vec<_> = target.into_iter().flat_map(tallied).collect();
    list.push((rule::RALLY_TEST, possible.into()));
    list.push((rule::RALLY_FIVE, possible.into()));
    if automatic {
        list.push((rule::SPECIAL_FEIGNED_FLIGHT, true.into()));
    }
    answer["factors"] = factors(list);
    Ok(answer)
}
