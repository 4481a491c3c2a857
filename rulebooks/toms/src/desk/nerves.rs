//! Questions about break tests, rallies and what a unit may do.

use super::Question;
use super::forms::{any, body_fields, dice_field, factors, flag, listed, thrown, troops, unit_field, whole};
use crate::broken::{Chance, cannot_rally, rally_dice, rally_needs};
use crate::house::ElephantTerror;
use crate::morale::{self, Cause, Kind as TestKind, Nerve, NoTest, Trigger};
use crate::tables::tables;
use crate::troop::Profile;
use crate::{Toms, rule};
use binding::desk::cited;
use dice::Fraction;
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::ledger;
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
    if event.starts_with("elephant") && !cause.is_elephant() {
        return Err(vec![form.fault("cause", "the cause must be an elephant")]);
    }
    let mut tests = Vec::new();
    for (index, unit) in form.records("units").enumerate() {
        let who = listed(book, unit)?;
        let causes = if unit.bool("broken") { Vec::new() } else { happened(book, event, &cause, &who, unit) };
        // One event, one test: the one most easily failed (`toms.break.event`).
        let due = causes.into_iter().map(|cause| (morale::number(&who, cause), cause.trigger));
        let Some(((rule, needs), trigger)) = due.min_by_key(|((_, needs), _)| *needs) else { continue };
        ledger::cite(rule);
        let kind: TestKind = trigger.kind();
        tests.push(json!({ "index": index, "trigger": trigger.key(), "kind": kind.key(), "needs": needs }));
    }
    let mut answer = json!({ "tests": tests });
    if event == "flame" {
        answer["target_tests"] = cause.is_elephant().into();
    }
    Ok(answer)
}

/// What an event gives one unit to test for.
fn happened(book: &Toms, event: &str, cause: &Profile, who: &Profile, unit: &Filled) -> Vec<Cause> {
    let (breaks, elephant) = (&tables().breaks, &tables().elephant);
    let within = |length: f64| unit.number("distance") <= length + crate::rates::NEAR;
    let was_beyond =
        |length: f64| unit.opt("before").is_none_or(|before| before.number() > length + crate::rates::NEAR);
    let comes_within = |length: f64| within(length) && was_beyond(length);
    let on_approach = book.house.elephant_terror == ElephantTerror::OnApproach;
    let auxiliary = cause.auxiliary || cause.siege_engine;
    let all = match event {
        "friend_destroyed" => vec![(within(breaks.destroyed), Trigger::FriendDestroyed)],
        "friend_broken" => vec![(within(breaks.broken), Trigger::BrokenFriend)],
        "elephant_near" => vec![(!on_approach && within(elephant.panic), Trigger::ElephantNear)],
        "elephant_approach" => vec![
            (who.cavalry && comes_within(elephant.horses), Trigger::ElephantCavalry),
            (on_approach && comes_within(elephant.panic), Trigger::ElephantNear),
        ],
        _ => vec![(who.is_elephant() && within(elephant.flame), Trigger::FlameNearElephant)],
    };
    // Only what befalls auxiliaries themselves is taken more lightly.
    let light = |trigger: Trigger| matches!(trigger, Trigger::FriendDestroyed | Trigger::BrokenFriend);
    let of = |trigger: Trigger| Cause { trigger, auxiliary: auxiliary && light(trigger) };
    let due = all.into_iter().filter(|(applies, _)| *applies).map(|(_, trigger)| of(trigger));
    due.filter(|cause| morale::immune(who, *cause).is_none()).collect()
}
