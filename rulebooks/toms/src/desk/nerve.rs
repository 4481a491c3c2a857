//! Questions about break tests, rallies and what a unit may do.

use super::Question;
use super::forms::{
    any, applied, body_fields, dice_field, factors, flag, listed, thrown, troops, unit_field, whole,
};
use crate::aftermath::rules::{Chance, cannot_rally, rally_dice, rally_needs};
use crate::data::faults::under;
use crate::data::lists::words;
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::data::troop::Profile;
use crate::house::ElephantTerror;
use crate::nerve::rules::{self, Cause, Nerve, NoTest};
use crate::{Toms, rule};
use binding::desk::cited;
use dice::Fraction;
use form::{Answer, Fault, Field, Filled, Kind, Node};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    vec![must_test_asked(), break_test_asked(), rally_asked(), actions_asked(), who_tests_asked()]
}

fn engaged() -> Field {
    flag("engaged", "whether it is in melee")
}

fn broken() -> Field {
    flag("broken", "whether it is broken")
}

fn must_test_asked() -> Question {
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
    )
}

fn break_test_asked() -> Question {
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
    )
}

fn rally_asked() -> Question {
    Question::new(
        "rally",
        "Does a unit rally?",
        "whether it may be tried, dice and chance, or the outcome of dice thrown",
        [
            unit_field(),
            whole("generals_within_10", 99, "friendly generals within 10 inches"),
            flag("enemy_within_12", "whether an enemy is within 12 inches"),
            flag("casualties_last_enemy_turn", "whether it lost men in the enemy's last turn"),
            engaged(),
            dice_field(&["rally"]),
        ],
        rally,
    )
}

fn actions_asked() -> Question {
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
    )
}

fn who_tests_asked() -> Question {
    let near = [
        unit_field(),
        Field::new("distance", Kind::number(0.0..=1000.0).in_unit("inches"), "how far it is"),
        Field::new("before", Kind::number(0.0..=1000.0).in_unit("inches"), "how far it was").optional(),
        broken(),
    ];
    let events = ["friend_destroyed", "friend_broken", "elephant_near", "elephant_approach", "flame"];
    Question::new(
        "who_tests",
        "Who tests after an event?",
        "the units that test, in order",
        [
            Field::new("event", Kind::one_of(events), "what happened"),
            Field::new("cause", Kind::one_of(words()), "the unit it happened to"),
            Field::new("units", Kind::list(Kind::record(near), ..=200), "the units near").or(Node::list([])),
        ],
        who_tests,
    )
}

fn must_test(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let [start, before, after] = ["start", "before", "after"].map(|name| form.int(name) as u16);
    if before > start {
        return Err(vec![form.fault("before", "more than it began with")]);
    }
    if after > before {
        return Err(vec![form.fault("after", "more than before the attack")]);
    }
    let elephant = form.bool("elephant");
    Ok(match rules::after_losses(elephant, start, before, after) {
        Ok(trigger) => {
            let below = rules::is_below_half(after, start);
            let applied =
                applied([(true, tables().breaks.of(trigger).rule), (below, tables().breaks.dice[1].rule)]);
            json!({ "test": true, "trigger": trigger.key(), "below_half": below, "rules": applied })
        }
        Err(why) => {
            let unhurt = if elephant { Trigger::ElephantWounded } else { Trigger::HalfCasualties };
            let unhurt = tables().breaks.of(unhurt).rule;
            let (why, rule) = match why {
                NoTest::NoCasualties => ("no_casualties", unhurt),
                NoTest::Destroyed => ("destroyed", rule::CASUALTIES),
                NoTest::AboveHalf => ("above_half", unhurt),
            };
            json!({ "test": false, "why": why, "rules": applied([(true, rule)]) })
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
        return (!any && tables().breaks.of(trigger).elephant.is_none())
            .then_some("elephants do not test for that");
    }
    if tables().breaks.of(trigger).elephant.is_some() {
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
    let by = tables().breaks.of(trigger).rule;
    let kind = tables().breaks.of(trigger).kind.key();
    if let Some(reason) = rules::immune(&body.who, cause) {
        return Ok(json!({
            "kind": kind,
            "immune": true,
            "reason": cited(reason),
            "dice": 0,
            "needs": 0,
            "automatic_pass": true,
            "p_break": "0",
            "rules": applied([(true, by)]),
        }));
    }
    let nerve = Nerve {
        below_half: rules::is_below_half(body.men, body.start),
        general_near: generals > 0,
        general: body.general,
        cover: form.choice("cover") > 0,
    };
    let mut tally = rules::dice(nerve);
    let dice = tally.total().max(0) as u16;
    let (rule, needs) = rules::number(&body.who, cause);
    tally.add(rule, needs as i8);
    let mut answer = json!({
        "kind": kind,
        "immune": false,
        "dice": dice,
        "needs": needs,
        "automatic_pass": dice == 0,
        "p_break": any(dice, needs).to_string(),
        "factors": factors([&tally]),
        "rules": applied([(true, by), (dice == 0, rule::BREAK_PASS)]),
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
        let what = under(rule::ELEPHANT_BERSERK, "a berserk elephant never rallies");
        return Err(vec![form.fault("unit", what)]);
    }
    let chance =
        Chance { generals: form.int("generals_within_10") as u16, enemy_near: form.bool("enemy_within_12") };
    let mut tally = rally_dice(&book.house, chance);
    let dice = tally.total().max(0) as u16;
    let needs = rally_needs(&who);
    tally.add(rule::RALLY_NUMBER, needs as i8);
    let may_not = cannot_rally(form.bool("casualties_last_enemy_turn"), form.bool("engaged"));
    let p = if may_not.is_some() { Fraction::ZERO } else { any(dice, needs) };
    let mut answer = json!({
        "may": may_not.is_none(),
        "dice": dice,
        "needs": needs,
        "p_rally": p.to_string(),
        "factors": factors([&tally]),
        "rules": applied([(true, rule::RALLY_WHEN)]),
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
        let rules = applied([(true, rule::TURN_CHOICE)]);
        return Ok(json!({ "options": [], "rule": cited(rule), "rules": rules }));
    }
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
        let rules = applied([
            (true, rule::TURN_CHOICE),
            (true, rule::TURN_DECLARE),
            (who.shoots() && !who.is_elephant(), rule::FLAME_PREPARE),
            (who.is_engine(), rule::BALLISTA_MOVE),
        ]);
        return Ok(json!({ "options": options, "may_flame": may_flame, "rules": rules }));
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
    let rules = applied([
        (true, rule::TURN_CHOICE),
        (declared == "prepare", rule::FLAME_PREPARE),
        (declared == "steady", rule::SHOOT_STEADY),
        (!still && who.is_engine(), rule::BALLISTA_MOVE),
        (!still && !shoots, rule::HOLDFAST_EFFECT),
        (shoots, rule::HOLDFAST_NOSHOOT),
    ]);
    Ok(json!({ "options": options, "rules": rules }))
}

fn who_tests(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let cause = book.profiles[form.choice("cause")];
    let event = form.text("event");
    if event.starts_with("elephant") && !cause.is_elephant() {
        return Err(vec![form.fault("cause", "the cause must be an elephant")]);
    }
    let (mut tests, mut spared) = (Vec::new(), Vec::new());
    for (index, unit) in form.records("units").enumerate() {
        let who = listed(book, unit)?;
        let mut causes =
            if unit.bool("broken") { Vec::new() } else { happened(book, event, &cause, &who, unit) };
        causes.retain(|cause| match rules::immune(&who, *cause) {
            Some(rule) => {
                spared.push((true, rule));
                false
            }
            None => true,
        });
        // One event, one test: the one most easily failed (`toms.break.event`).
        let due = causes.into_iter().map(|cause| (rules::number(&who, cause), cause.trigger));
        let Some(((rule, needs), trigger)) = due.min_by_key(|((_, needs), _)| *needs) else { continue };
        let test = tables().breaks.of(trigger);
        tests.push(json!({
            "index": index,
            "trigger": trigger.key(),
            "kind": test.kind.key(),
            "needs": needs,
            "rules": applied([(true, test.rule), (true, rule)]),
        }));
    }
    let mut answer = json!({ "tests": tests, "rules": applied(spared) });
    if event == "flame" {
        answer["target_tests"] = cause.is_elephant().into();
    }
    Ok(answer)
}

/// What an event gives one unit to test for, whether or not it is immune.
fn happened(book: &Toms, event: &str, cause: &Profile, who: &Profile, unit: &Filled) -> Vec<Cause> {
    let (breaks, elephant) = (&tables().breaks, &tables().elephant);
    let within = |length: f64| unit.number("distance") <= length + NEAR;
    let was_beyond = |length: f64| unit.opt("before").is_none_or(|before| before.number() > length + NEAR);
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
    all.into_iter().filter(|(applies, _)| *applies).map(|(_, trigger)| of(trigger)).collect()
}
