//! Questions about answers to a charge, break tests, rallies and what a unit may do.

use super::Question;
use super::forms::{
    body_fields, dice_field, face, face_field, faces, factors, flag, listed, troops, unit_field, whole,
};
use crate::broken::{Chance, cannot_rally, rally_dice, rally_needs};
use crate::morale::{self, Cause, Kind as TestKind, Nerve, NoTest, Trigger};
use crate::place::Face;
use crate::react::{Charged, answers, reform_dice};
use crate::tables::tables;
use crate::troop::Profile;
use crate::{Toms, rule};
use binding::desk::cited;
use dice::{D6, Dist, Fraction};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::{RuleId, ledger};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    let generals = || whole("generals_within_10", 99, "friendly generals within 10 inches");
    let engaged = || flag("engaged", "whether it is in melee");
    let broken = || flag("broken", "whether it is broken");
    let near = [
        unit_field(),
        Field::new("distance", Kind::number(0.0..=1000.0).in_unit("inches"), "how far it is"),
        Field::new("before", Kind::number(0.0..=1000.0).in_unit("inches"), "how far it was").optional(),
        broken(),
    ];
    let events = ["friend_destroyed", "friend_broken", "elephant_near", "elephant_approach", "flame"];
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
        Question::new(
            "must_test",
            "Must a unit test after losses?",
            "whether it must, and for what",
            [
                Field::new("start", Kind::int(1..=32), "its starting strength"),
                Field::new("before", Kind::int(0..=32), "its strength before the attack"),
                Field::new("after", Kind::int(0..=32), "its strength after it"),
                flag("elephant", "whether it is an elephant"),
            ],
            must_test,
        ),
        Question::new(
            "break_test",
            "Does a unit break?",
            "dice, number and chance, or the outcome of dice thrown",
            body_fields().into_iter().chain([
                Field::new("trigger", Kind::one_of(Trigger::ALL.map(Trigger::key)), "what it tests for"),
                Field::new("generals_within_8", Kind::int(0..=99), "friendly generals within 8 inches")
                    .optional(),
                Field::new("cover", Kind::one_of(["none", "hill", "forest"]), "what it stands on").or("none"),
                flag("cause_auxiliary", "whether auxiliaries or engines cause it"),
                dice_field(&["break"]),
            ]),
            break_test,
        ),
        Question::new(
            "rally",
            "Does a unit rally?",
            "whether it may be tried, dice and chance, or the outcome of dice thrown",
            [
                unit_field(),
                generals(),
                flag("enemy_within_12", "whether an enemy is within 12 inches"),
                flag("casualties_last_enemy_turn", "whether it lost men in the enemy's last turn"),
                engaged(),
                dice_field(&["rally"]),
            ],
            rally,
        ),
        Question::new(
            "actions",
            "What may a unit do?",
            "what is open to it",
            [
                unit_field(),
                Field::new("step", Kind::one_of(["declare", "move"]), "in which part of the turn"),
                Field::new(
                    "declared",
                    Kind::one_of(["none", "early", "late", "steady", "prepare"]),
                    "what it declared",
                )
                .or("none"),
                flag("flame_ready", "whether it has fire ready"),
                engaged(),
                flag("engaged_only_broken", "whether all its opponents are broken"),
                broken(),
                flag("berserk", "whether it is berserk"),
            ],
            actions,
        ),
        Question::new(
            "who_tests",
            "Who tests after an event?",
            "the units that test, in order",
            [
                Field::new("event", Kind::one_of(events), "what happened"),
                Field::new("cause", Kind::one_of(crate::army::words()), "the unit it happened to"),
                Field::new("units", Kind::list(Kind::record(near), ..=200), "the units near")
                    .or(Node::list([])),
            ],
            who_tests,
        ),
    ]
}

/// The chance that any of so many dice shows so much or more.
fn any(dice: u16, at_least: u8) -> Fraction {
    Dist::hits(&D6, dice, at_least).chance(|&n| n > 0)
}

/// Whether any of the dice thrown shows so much, if they were thrown.
fn thrown(form: &Filled, name: &str, dice: u16, at_least: u8) -> Result<Option<bool>, Vec<Fault>> {
    let Some(record) = form.opt("dice").map(Answer::record) else { return Ok(None) };
    let list = faces(record, name, usize::from(dice))?;
    Ok(Some(list.iter().any(|&f| f >= at_least)))
}

fn reactions(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    let charged = Charged {
        face: face(form, "face"),
        generals: form.int("generals_within_10") as u16,
        engaged: form.bool("engaged"),
        broken: form.bool("broken"),
        reacted: form.bool("reacted"),
    };
    ledger::cite(rule::REACT_CHOICE);
    let options: Vec<&str> = answers(&who, &charged).into_iter().map(|a| a.key()).collect();
    Ok(json!({ "options": options }))
}

/// Why a counter-charge or a reform may not be tried, if it may not.
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
        if form.bool("in_woods") {
            ledger::cite(rule::CHARGE_WOODS);
        }
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

fn must_test(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let [start, before, after] = ["start", "before", "after"].map(|name| form.int(name) as u16);
    if before > start {
        return Err(vec![form.fault("before", "more than it began with")]);
    }
    if after > before {
        return Err(vec![form.fault("after", "more than before the attack")]);
    }
    Ok(match morale::after_losses(form.bool("elephant"), start, before, after) {
        Ok(trigger) => {
            ledger::cite(trigger.rule());
            json!({ "test": true, "trigger": trigger.key(), "below_half": morale::is_below_half(after, start) })
        }
        Err(why) => {
            let why = match why {
                NoTest::NoCasualties => "no_casualties",
                NoTest::Destroyed => "destroyed",
                NoTest::AboveHalf => "above_half",
            };
            json!({ "test": false, "why": why })
        }
    })
}

/// Why a type cannot take a test at all, if it cannot.
fn misplaced(who: &Profile, trigger: Trigger) -> Option<&'static str> {
    let any = matches!(
        trigger,
        Trigger::BrokenFriend | Trigger::FriendDestroyed | Trigger::ElephantNear | Trigger::GeneralsKilled
    );
    if who.is_elephant() {
        return (!any && !trigger.is_elephants()).then_some("elephants do not test for that");
    }
    if trigger.is_elephants() {
        return Some("only elephants test for that");
    }
    (trigger == Trigger::ElephantCavalry && !who.cavalry).then_some("only cavalry tests for that")
}

fn break_test(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let body = troops(book, form)?;
    let trigger = Trigger::ALL[form.choice("trigger")];
    if let Some(what) = misplaced(&body.who, trigger) {
        return Err(vec![form.fault("trigger", what)]);
    }
    let generals = form.opt("generals_within_8").map_or(i64::from(body.general), Answer::int);
    if body.general && generals == 0 {
        return Err(vec![form.fault("generals_within_8", "its own general is near")]);
    }
    let cause = Cause { trigger, auxiliary: form.bool("cause_auxiliary") };
    ledger::cite(trigger.rule());
    let kind = trigger.kind().key();
    if let Some(reason) = morale::immune(&body.who, cause) {
        return Ok(json!({
            "kind": kind,
            "immune": true,
            "reason": cited(reason),
            "dice": 0,
            "needs": 0,
            "automatic_pass": true,
            "p_break": "0",
        }));
    }
    let nerve = Nerve {
        below_half: morale::is_below_half(body.men, body.start),
        general_near: generals > 0,
        general: body.general,
        cover: form.choice("cover") > 0,
    };
    let mut tally = morale::dice(nerve);
    let dice = tally.total().max(0) as u16;
    if dice == 0 {
        ledger::cite(rule::BREAK_PASS);
    }
    let (rule, needs) = morale::number(&body.who, cause);
    tally.add(rule, needs as i8);
    let mut answer = json!({
        "kind": kind,
        "immune": false,
        "dice": dice,
        "needs": needs,
        "automatic_pass": dice == 0,
        "p_break": any(dice, needs).to_string(),
        "factors": factors([&tally]),
    });
    if let Some(broke) = thrown(form, "break", dice, needs)? {
        let failed = if body.who.is_elephant() { "berserk" } else { "breaks" };
        answer["result"] = if broke { failed } else { "holds" }.into();
    }
    Ok(answer)
}

fn rally(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    if who.is_elephant() {
        ledger::cite(rule::ELEPHANT_BERSERK);
        return Err(vec![form.fault("unit", "a berserk elephant never rallies")]);
    }
    let chance =
        Chance { generals: form.int("generals_within_10") as u16, enemy_near: form.bool("enemy_within_12") };
    let mut tally = rally_dice(&book.house, chance);
    let dice = tally.total().max(0) as u16;
    let needs = rally_needs(&who);
    tally.add(rule::RALLY_NUMBER, needs as i8);
    ledger::cite(rule::RALLY_WHEN);
    let may_not = cannot_rally(form.bool("casualties_last_enemy_turn"), form.bool("engaged"));
    let p = if may_not.is_some() { Fraction::ZERO } else { any(dice, needs) };
    let mut answer = json!({
        "may": may_not.is_none(),
        "dice": dice,
        "needs": needs,
        "p_rally": p.to_string(),
        "factors": factors([&tally]),
    });
    if let Some(rule) = may_not {
        answer["reason"] = cited(rule);
    }
    if let Some(rallies) = thrown(form, "rally", dice, needs)? {
        answer["rallies"] = (may_not.is_none() && rallies).into();
    }
    Ok(answer)
}

fn actions(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    let locked = form.bool("engaged") && !form.bool("engaged_only_broken");
    let bound = if form.bool("broken") {
        Some(rule::BROKEN_FLEE)
    } else if form.bool("berserk") {
        Some(rule::ELEPHANT_BERSERK)
    } else {
        locked.then_some(rule::MELEE_LOCKED)
    };
    if let Some(rule) = bound {
        return Ok(json!({ "options": [], "rule": cited(rule) }));
    }
    ledger::cite(rule::TURN_CHOICE);
    if form.choice("step") == 0 {
        let mut options = vec!["none"];
        if who.shoots() {
            if !who.is_engine() {
                options.extend(["early", "late"]);
            }
            options.push("steady");
            if !who.is_elephant() {
                options.push("prepare");
            }
        }
        let may_flame = who.shoots() && !who.is_elephant() && form.bool("flame_ready");
        ledger::cite(rule::FLAME_PREPARE);
        return Ok(json!({ "options": options, "may_flame": may_flame }));
    }
    let declared = form.text("declared");
    let mut options = vec!["stay"];
    let shoots = matches!(declared, "early" | "late" | "steady");
    let still = matches!(declared, "steady" | "prepare");
    if !still {
        options.push("move");
    }
    if !still && !shoots && !who.is_engine() {
        options.push("charge");
    }
    if !still && !shoots && who.trained {
        options.push("holdfast");
    }
    ledger::cite(rule::HOLDFAST_NOSHOOT);
    Ok(json!({ "options": options }))
}

fn who_tests(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let cause = book.profiles[form.choice("cause")];
    let event = form.text("event");
    let auxiliary = cause.auxiliary || cause.siege_engine;
    let breaks = &tables().breaks;
    let elephant = &tables().elephant;
    let flame = event == "flame";
    let (trigger, within) = match event {
        "friend_destroyed" => (Trigger::FriendDestroyed, breaks.destroyed),
        "friend_broken" => (Trigger::BrokenFriend, breaks.broken),
        "elephant_near" => (Trigger::ElephantNear, elephant.panic),
        "elephant_approach" => (Trigger::ElephantCavalry, elephant.horses),
        _ => (Trigger::FlameNearElephant, elephant.flame),
    };
    if matches!(event, "elephant_near" | "elephant_approach") && !cause.is_elephant() {
        return Err(vec![form.fault("cause", "the cause must be an elephant")]);
    }
    let near = within + crate::rates::NEAR;
    let mut tests = Vec::new();
    for (index, unit) in form.records("units").enumerate() {
        let who = listed(book, unit)?;
        let happened = Cause { trigger, auxiliary };
        let concerned = match trigger {
            Trigger::ElephantCavalry => who.cavalry && unit.opt("before").is_none_or(|b| b.number() > near),
            Trigger::FlameNearElephant => who.is_elephant(),
            _ => morale::immune(&who, happened).is_none(),
        };
        if unit.number("distance") <= near && concerned && !unit.bool("broken") {
            let (rule, needs) = morale::number(&who, happened_kind(happened));
            ledger::cite(rule);
            let kind: TestKind = trigger.kind();
            tests.push(
                json!({ "index": index, "trigger": trigger.key(), "kind": kind.key(), "needs": needs }),
            );
        }
    }
    let mut answer = json!({ "tests": tests });
    if flame {
        answer["target_tests"] = cause.is_elephant().into();
    }
    Ok(answer)
}

/// Only what befalls auxiliaries themselves is taken more lightly.
fn happened_kind(cause: Cause) -> Cause {
    let own = matches!(cause.trigger, Trigger::FriendDestroyed | Trigger::BrokenFriend);
    Cause { auxiliary: cause.auxiliary && own, ..cause }
}
