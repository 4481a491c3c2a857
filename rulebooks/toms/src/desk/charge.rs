//! Questions about answers to a charge.

use super::Question;
use super::forms::{any, applied, dice_field, face, face_field, flag, listed, thrown, unit_field, whole};
use crate::board::state::Face;
use crate::charge::rules::{Charged, answers, reform_dice};
use crate::data::tables::tables;
use crate::{Toms, rule};
use binding::desk::cited;
use dice::Fraction;
use form::{Fault, Field, Filled, Kind};
use ruling::RuleId;
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    let generals = || whole("generals_within_10", 99, "friendly generals within 10 inches");
    let engaged = || flag("engaged", "whether it is in melee");
    let broken = || flag("broken", "whether it is broken");
    vec![
        Question::new(
            "reactions",
            "How may a unit answer a charge?",
            "the answers open to it",
            [
                unit_field(),
                face_field("face", "the face charged"),
                generals(),
                engaged(),
                broken(),
                flag("reacted", "whether it has answered a charge this turn"),
            ],
            reactions,
        ),
        Question::new(
            "counter_charge",
            "Does a counter-charge succeed?",
            "whether it may be tried, dice and chance, or the outcome of dice thrown",
            [
                generals(),
                engaged(),
                broken(),
                flag("in_woods", "whether it is in a wood"),
                dice_field(&["counter"]),
            ],
            counter_charge,
        ),
        Question::new(
            "reform",
            "Does a unit reform?",
            "whether it may be tried, dice and chance, or the outcome of dice thrown",
            [
                Field::new("men", Kind::int(1..=32), "its figures"),
                Field::new("face", Kind::one_of(["side", "rear"]), "the face charged"),
                generals(),
                engaged(),
                broken(),
                dice_field(&["reform"]),
            ],
            reform,
        ),
    ]
}

fn reactions(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    let charged = Charged {
        face: face(form, "face"),
        generals: form.int("generals_within_10") as u16,
        engaged: form.bool("engaged"),
        broken: form.bool("broken"),
        berserk: false,
        reacted: form.bool("reacted"),
    };
    let open = answers(&book.house, &who, &charged);
    let options: Vec<&str> = open.answers.iter().map(|a| a.key()).collect();
    let why: Vec<&str> = open.closed.iter().map(|c| c.why).collect();
    let rules = open.closed.iter().map(|c| (true, c.rule));
    Ok(
        json!({ "options": options, "closed": why, "rules": applied([(true, rule::REACT_CHOICE)].into_iter().chain(rules)) }),
    )
}

/// Why a counter-charge or a reform may not be tried. Returns `None` if it may.
fn barred(form: &Filled) -> Option<RuleId> {
    if form.bool("engaged") || form.bool("broken") {
        return Some(rule::REACT_BARRED);
    }
    (form.int("generals_within_10") == 0).then_some(rule::REACT_GENERAL)
}

fn counter_charge(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let needs = tables().reaction.counter;
    let may_not = barred(form);
    let dice = if may_not.is_some() { 0 } else { form.int("generals_within_10") as u16 };
    let mut answer = json!({
        "may": may_not.is_none(),
        "dice": dice,
        "needs": needs,
        "p_counter": any(dice, needs).to_string(),
    });
    match may_not {
        Some(rule) => answer["reason"] = cited(rule),
        None => answer["factors"] = json!([{ "rule": cited(rule::REACT_COUNTER), "value": dice }]),
    }
    if let Some(succeeds) = thrown(form, "counter", dice, needs)? {
        let gain = succeeds && !form.bool("in_woods");
        answer["rules"] = applied([(form.bool("in_woods"), rule::CHARGE_WOODS)]);
        answer["succeeds"] = succeeds.into();
        answer["bonus"] = if gain { tables().kill.charging.value } else { 0 }.into();
    }
    Ok(answer)
}

fn reform(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let struck = [Face::Side, Face::Rear][form.choice("face")];
    let (dice, fails) = reform_dice(None, form.int("men") as u16, struck);
    let may_not = barred(form);
    let p = if may_not.is_some() { Fraction::ZERO } else { any(dice, fails).complement() };
    let mut answer =
        json!({ "may": may_not.is_none(), "dice": dice, "fails_on": fails, "p_reform": p.to_string() });
    match may_not {
        Some(rule) => answer["reason"] = cited(rule),
        None => answer["factors"] = json!([{ "rule": cited(rule::REACT_REFORM), "value": dice }]),
    }
    if let Some(failed) = thrown(form, "reform", dice, fails)? {
        answer["reforms"] = (may_not.is_none() && !failed).into();
    }
    Ok(answer)
}
