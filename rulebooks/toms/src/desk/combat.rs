//! Questions about kill rolls, saves and blows.

use super::Question;
use super::attack::{Asked, die};
use super::forms::{applied, body_field, body_fields, dice_field, face, face_field, factors, flag, troops};
use crate::board::state::Face;
use crate::combat::rules::{self, Circumstances, Sides};
use crate::combat::shield::{Peril, Threat, save};
use crate::data::tables::tables;
use crate::house::House;
use crate::{Toms, rule};
use dice::Fraction;
use form::{Fault, Field, Filled, Kind};
use ruling::{Factor, Tally};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    vec![kill_roll_asked(), save_asked(), attacks_asked(), strike_asked(), elephant_touch_asked()]
}

fn woods() -> Field {
    flag("woods", "whether woods take the gain of charging")
}

fn thrown() -> Field {
    dice_field(&["kill", "reroll", "save"])
}

fn kill_roll_asked() -> Question {
    Question::new(
        "kill_roll",
        "What is needed to kill?",
        "the number, extra dice, and the chance of one die",
        [
            Field::new("attack", Kind::one_of(["missile", "melee"]), "with what"),
            flag("steady", "whether the shooters stand still"),
            flag("target_armour", "whether the target is armoured"),
            flag("target_cavalry", "whether the target is cavalry"),
            flag("attacker_cavalry", "whether the attacker is cavalry"),
            flag("charging", "whether the attacker charges"),
            flag("counter_charge", "whether the attacker counter-charged"),
            woods(),
            Field::new("target_infantry", Kind::Bool, "whether the target is infantry").optional(),
            face_field("face", "the face attacked"),
        ],
        kill_roll,
    )
}

fn save_asked() -> Question {
    Question::new(
        "save",
        "What saves?",
        "the number that saves and its chance",
        body_fields().into_iter().chain([
            Field::new("attack", Kind::one_of(Peril::ALL.map(Peril::key)), "what from").or("melee"),
            face_field("face", "the face attacked"),
            flag("obscured", "whether it is obscured"),
        ]),
        saves,
    )
}

fn attacks_asked() -> Question {
    Question::new(
        "attacks",
        "How many dice does a unit strike with?",
        "the dice, without those for a low number",
        body_fields().into_iter().chain([Field::new(
            "enemy_at_front",
            Kind::Bool,
            "whether the enemy is at its front",
        )
        .or(true)]),
        attacks,
    )
}

fn strike_asked() -> Question {
    Question::new(
        "strike",
        "What do a unit's blows do?",
        "dice, numbers and exact odds, or the outcome of dice thrown",
        [
            body_field("attacker", [], "who strikes"),
            body_field("target", [], "who is struck"),
            flag("charging", "whether the attacker charged this turn"),
            flag("counter_charge", "whether the attacker counter-charged"),
            woods(),
            face_field("face", "the face struck"),
            Field::new("enemy_at_front", Kind::Bool, "whether the target is at the attacker's front")
                .or(true),
            thrown(),
        ],
        strike,
    )
}

fn elephant_touch_asked() -> Question {
    Question::new(
        "elephant_touch",
        "What does an elephant's touch do?",
        "dice, numbers and exact odds, or the outcome of dice thrown",
        [body_field("target", [], "who is touched"), face_field("face", "the face touched"), thrown()],
        touch,
    )
}

fn kill_roll(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let missile = form.choice("attack") == 0;
    for (name, wrong) in [("charging", missile), ("counter_charge", missile), ("steady", !missile)] {
        if wrong && form.bool(name) {
            return Err(vec![form.fault(name, "not with this attack")]);
        }
    }
    let cavalry = form.bool("target_cavalry");
    let who = Sides {
        armour: form.bool("target_armour"),
        cavalry,
        infantry: form.opt("target_infantry").map_or(!cavalry, form::Answer::bool),
        rider: form.bool("attacker_cavalry"),
    };
    let how =
        Circumstances { steady: form.bool("steady"), charging: charging(form), face: face(form, "face") };
    let needs = if missile {
        rules::by_missile(Factor { rule: rule::KILL_BASE, value: tables().kill.needs }, who, how)
    } else {
        rules::by_blow(who, how)
    };
    let (kill, struck) = (&tables().kill, face(form, "face"));
    let weighed = [
        (cavalry && who.rider, rule::KILL_CAV_VS_CAV),
        (in_vain(form), rule::CHARGE_WOODS),
        (missile && struck == Face::Side, kill.side.rule),
        (missile && struck == Face::Rear, kill.rear.rule),
    ];
    Ok(json!({
        "needs": needs.needs,
        "extra_dice": needs.extra,
        "modifier": needs.modifier(),
        "p_kill": die(needs.needs).to_string(),
        "factors": factors([&needs.tally]),
        "rules": applied(needs.rules().map(|rule| (true, rule)).chain(weighed)),
    }))
}

/// Whether the attacker has the gain of charging (`toms.charge.woods`).
fn charging(form: &Filled) -> bool {
    (form.bool("charging") || form.bool("counter_charge")) && !form.bool("woods")
}

/// Whether woods take the gain of charging.
fn in_vain(form: &Filled) -> bool {
    (form.bool("charging") || form.bool("counter_charge")) && form.bool("woods")
}

fn saves(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let body = troops(book, form)?;
    let peril = Peril::ALL[form.choice("attack")];
    let threat = Threat { peril, face: face(form, "face"), obscured: form.bool("obscured") };
    let save = save(&book.house, &body.who, body.men, threat);
    let chance = if save.save > 0 { die(save.save) } else { Fraction::ZERO };
    let useless = form.bool("obscured") && peril != Peril::Missile;
    let rules = [(peril == Peril::Ballista, rule::BALLISTA_PIERCE), (useless, rule::SHIELD_COVER)];
    Ok(json!({
        "save": save.save,
        "p_save": chance.to_string(),
        "factors": factors([&save.tally]),
        "rules": applied(rules.into_iter().chain(save.rule().map(|rule| (true, rule)))),
    }))
}

fn attacks(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let body = troops(book, form)?;
    let dice = rules::blow_dice(&body.who, body.men, form.bool("enemy_at_front"), body.general);
    Ok(
        json!({ "dice": dice.total(), "factors": factors([&dice]), "rules": applied([(true, body.who.rule)]) }),
    )
}

fn strike(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (attacker, target) = (troops(book, form.record("attacker"))?, troops(book, form.record("target"))?);
    let charges = charging(form);
    let struck = face(form, "face");
    let needs = rules::blow(&book.house, &attacker.who, &target.who, charges, struck);
    let mut dice =
        rules::blow_dice(&attacker.who, attacker.men, form.bool("enemy_at_front"), attacker.general);
    dice.add(rule::KILL_BELOW2, needs.extra as i8);
    let peril = if attacker.who.is_elephant() { Peril::Elephant } else { Peril::Melee };
    let save = save(&book.house, &target.who, target.men, Threat::close(peril, struck));
    let riders = attacker.who.rides_in_melee();
    let rules = vec![
        (true, attacker.who.rule),
        (charges, rule::CHARGE_KILL),
        (in_vain(form), rule::CHARGE_WOODS),
        (attacker.who.fights_on_foot || target.who.fights_on_foot, rule::MELEE_DISMOUNT),
        (riders && target.who.is_elephant(), tables().kill.on_foot.rule),
    ];
    let asked = Asked { needs, dice, save, target: &target, threatens: true, rules };
    Ok(asked.answer(form)?.answer)
}

fn touch(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let target = troops(book, form.record("target"))?;
    let mut dice = Tally::default();
    dice.add(rule::ELEPHANT_TOUCH, tables().elephant.touch as i8);
    let struck = face(form, "face");
    let asked = Asked {
        needs: rules::touch(&House::default(), false, Face::Front),
        dice,
        save: save(&book.house, &target.who, target.men, Threat::close(Peril::Elephant, struck)),
        target: &target,
        threatens: true,
        rules: Vec::new(),
    };
    Ok(asked.answer(form)?.answer)
}
