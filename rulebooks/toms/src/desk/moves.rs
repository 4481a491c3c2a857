//! Questions about moving, shooting ranges and where units stand.

use super::Question;
use super::forms::{chance, face, face_field, flag, listed, number, unit_field, whole};
use crate::elephant::scatter;
use crate::place;
use crate::rates::{self, Course, Gait, Parts, Woods};
use crate::tables::tables;
use crate::{Toms, rule};
use binding::desk::cited;
use form::{Fault, Field, Filled, Kind, Node};
use ruling::ledger;
use serde_json::{Value, json};
use table::{Facing, Rect, Vec2};

/// Coordinates farther from the table than this are surely mistakes.
const FAR: f64 = 1000.0;

pub(super) fn questions() -> Vec<Question> {
    let inches = |name, help| Field::new(name, Kind::number(0.0..=FAR).in_unit("inches"), help);
    let level = |name| whole(name, 9, "the level of the ground");
    let at = |name, help| Field::new(name, Kind::number(-FAR..=FAR).in_unit("inches"), help);
    let target = [
        unit_field().optional(),
        at("x", "how far east its centre is"),
        at("y", "how far north its centre is"),
        Field::new("facing", Kind::number(-360.0..=360.0).in_unit("degrees"), "the way it faces").or(0),
        inches("width", "its width").optional(),
        inches("depth", "its depth").optional(),
    ];
    let attacker = [at("x", "how far east its centre is"), at("y", "how far north its centre is")];
    let scattered = [
        Field::new("scatter", Kind::list(Kind::int(1..=6), 2..=2), "the two dice in order"),
        Field::new("distance", Kind::int(1..=6), "the die for the distance").optional(),
    ];
    vec![
        Question::new(
            "move",
            "How far does a unit go?",
            "the rate and what is left of it",
            [
                unit_field(),
                Field::new("action", Kind::one_of(["move", "charge", "flee"]), "what it does").or("move"),
                Field::new(
                    "turns",
                    Kind::list(Kind::number(-180.0..=180.0).in_unit("degrees"), ..=50),
                    "its turns",
                )
                .or(Node::list([])),
                flag("difficult", "whether difficult ground is on the way"),
                flag("uphill", "whether the way climbs"),
                flag("held_fast", "whether it held fast the turn before"),
                level("level"),
                level("target_level"),
            ],
            moved,
        ),
        Question::new(
            "range",
            "Can a unit shoot so far?",
            "the range, whether the target is in it, and what stops the shot",
            [
                unit_field(),
                inches("distance", "the length of the line of fire"),
                flag("flame", "whether fire is shot"),
                level("level"),
                level("target_level"),
                inches("shooter_wood_depth", "the wood between the shooter and its edge").optional(),
                inches("target_wood_depth", "the wood between its edge and the target").optional(),
                flag("same_wood", "whether both are in one wood"),
                flag("wood_between", "whether a wood is in the way"),
            ],
            range,
        ),
        Question::new(
            "attack_face",
            "Which face is attacked?",
            "the face, what it does to the number needed, and whether shields help",
            [
                Field::new("target", Kind::record(target), "the unit attacked"),
                Field::new("attacker", Kind::record(attacker), "the attacker's centre"),
            ],
            attack_face,
        ),
        Question::new(
            "scatter",
            "Where does an elephant run or fall?",
            "the heading and the distance",
            [
                Field::new("kind", Kind::one_of(["berserk", "fall"]), "a run or a fall"),
                Field::new("dice", Kind::record(scattered), "dice thrown at the table").optional(),
            ],
            scattered_to,
        ),
        Question::new(
            "strike_order",
            "Who strikes first?",
            "who, and the rule that says so",
            [
                flag("holdfast", "whether the charged unit holds fast"),
                flag("charger_elephant", "whether the charger is an elephant"),
                flag("charged_elephant", "whether the charged unit is an elephant"),
                flag("continuing", "whether the melee is of an earlier turn"),
                face_field("face", "the face charged"),
            ],
            strike_order,
        ),
    ]
}

fn parts(list: &Parts) -> Value {
    list.list().iter().map(|p| json!({ "rule": p.rule.as_str(), "value": number(p.inches) })).collect()
}

fn moved(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    let gait = [Gait::Move, Gait::Charge, Gait::Flee][form.choice("action")];
    if gait == Gait::Charge && who.is_engine() {
        ledger::cite(rule::BALLISTA_MOVE);
        return Err(vec![form.fault("action", "a ballista never charges")]);
    }
    let course = Course {
        turns: form.list("turns").iter().map(|t| rates::turn_cost(t.number())).sum(),
        difficult: form.bool("difficult"),
        uphill: form.bool("uphill"),
        held_fast: form.bool("held_fast"),
        level: form.int("level") as u8,
        target_level: form.int("target_level") as u8,
    };
    if gait == Gait::Charge && course.level == course.target_level {
        ledger::cite(rule::HILL_LEVEL);
    }
    let allowance = rates::allowance(&who, gait, &course);
    Ok(json!({
        "rate": number(rates::rate(&who, gait)),
        "allowance": number(allowance.total()),
        "factors": parts(&allowance),
    }))
}

fn range(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    if !who.shoots() {
        return Err(vec![form.fault("unit", "it has no missiles")]);
    }
    let depth = |name: &str| form.opt(name).map(|d| d.number());
    let woods = Woods {
        shooter: depth("shooter_wood_depth"),
        target: depth("target_wood_depth"),
        same: form.bool("same_wood"),
        between: form.bool("wood_between"),
    };
    let in_wood = woods.target.is_some() || woods.same;
    let (level, target) = (form.int("level") as u8, form.int("target_level") as u8);
    let reach = rates::range(&who, form.bool("flame"), level, target, in_wood);
    let distance = form.number("distance");
    let in_range = distance <= reach.total() + rates::NEAR;
    let stopped = rates::stopped(&woods, distance);
    let mut answer = json!({
        "effective_range": number(reach.total()),
        "in_range": in_range,
        "line_clear": stopped.is_none(),
        "may_shoot": in_range && stopped.is_none(),
        "obscured": in_wood,
        "factors": parts(&reach),
    });
    if in_wood {
        ledger::cite(rule::WOODS_COVER);
    }
    if let Some(rule) = stopped {
        answer["blocked_by"] = cited(rule);
    }
    Ok(answer)
}

fn attack_face(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let target = form.record("target");
    let listed = match target.opt("unit") {
        Some(_) => {
            let who = listed(book, target)?;
            Some(who.footprint(book.card, if who.is_model() { 1 } else { who.typical }))
        }
        None => None,
    };
    let side = |name: &str, usual: Option<f64>| match (target.opt(name), usual) {
        (Some(given), _) => Ok(given.number()),
        (None, Some(usual)) => Ok(usual),
        (None, None) => Err(vec![target.fault(name, "missing; give `unit`, or `width` and `depth`")]),
    };
    let (width, depth) = (side("width", listed.map(|l| l.0))?, side("depth", listed.map(|l| l.1))?);
    let centre = Vec2::new(target.number("x"), target.number("y"));
    let base = Rect::new(centre, Facing::degrees(target.number("facing")), width, depth);
    let attacker = form.record("attacker");
    let struck = place::face(&base, Vec2::new(attacker.number("x"), attacker.number("y")));
    ledger::cite(rule::CHARGE_FACE);
    let kill = &tables().kill;
    let modifier = match struck {
        place::Face::Front => 0,
        place::Face::Side => kill.side.value,
        place::Face::Rear => kill.rear.value,
    };
    Ok(json!({ "face": struck.key(), "modifier": modifier, "shields": struck != place::Face::Rear }))
}

fn scattered_to(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    ledger::cite(rule::ELEPHANT_SCATTER);
    let fall = form.choice("kind") == 1;
    ledger::cite(if fall { rule::ELEPHANT_FALL } else { rule::ELEPHANT_BERSERK });
    let elephant = &tables().elephant;
    let Some(dice) = form.opt("dice").map(form::Answer::record) else {
        let distance = if fall { json!("d6") } else { number(elephant.run) };
        return Ok(json!({
            "headings": 36,
            "step": number(elephant.scatter),
            "p_each": chance(1, 36),
            "distance": distance,
        }));
    };
    let distance = match (fall, dice.opt("distance")) {
        (true, Some(face)) => face.number(),
        (true, None) => return Err(vec![dice.fault("distance", "missing; a fall rolls for its distance")]),
        (false, Some(_)) => return Err(vec![dice.fault("distance", "a run is always as long")]),
        (false, None) => elephant.run,
    };
    let faces: Vec<u8> = dice.list("scatter").iter().map(|a| a.int() as u8).collect();
    let heading = scatter(faces[0], faces[1]);
    let way = Facing::degrees(heading).vec() * distance;
    Ok(json!({
        "heading": number(heading),
        "distance": number(distance),
        "dx": number(way.x),
        "dy": number(way.y),
    }))
}

fn strike_order(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let braced = form.bool("holdfast")
        && (!book.house.holdfast_front_only || face(form, "face") == place::Face::Front);
    let (first, rule) = if form.bool("continuing") {
        ("active", rule::MELEE_ORDER)
    } else if braced {
        ("charged", rule::HOLDFAST_FIRST)
    } else if form.bool("charger_elephant") {
        ("charger", rule::ELEPHANT_TOUCH)
    } else if form.bool("charged_elephant") {
        ("charged", rule::ELEPHANT_TOUCH)
    } else {
        ("charger", rule::MELEE_ORDER)
    };
    Ok(json!({ "first": first, "rule": cited(rule) }))
}
