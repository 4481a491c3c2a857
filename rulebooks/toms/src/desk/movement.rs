//! Questions about moving, shooting ranges and where units stand.

use super::Question;
use super::forms::{applied, chance, face, face_field, flag, listed, number, unit_field, whole};
use crate::board::faces::face as face_at;
use crate::board::state::Face;
use crate::data::faults::under;
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::elephants::rules::scatter;
use crate::movement::rules::{Course, Gait, Parts, allowance, rate, turn_cost};
use crate::shooting::rules::{self, Woods, stopped};
use crate::{Toms, rule};
use binding::desk::cited;
use form::{Fault, Field, Filled, Kind, Node};
use serde_json::{Value, json};
use table::{Facing, Rect, Vec2};

/// Coordinates farther from the table than this are surely mistakes.
const FAR: f64 = 1000.0;

pub(super) fn questions() -> Vec<Question> {
    vec![move_asked(), range_asked(), attack_face_asked(), scatter_asked(), strike_order_asked()]
}

fn inches(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::number(0.0..=FAR).in_unit("inches"), help)
}

fn at(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::number(-FAR..=FAR).in_unit("inches"), help)
}

fn level(name: &'static str) -> Field {
    whole(name, 9, "the level of the ground")
}

fn move_asked() -> Question {
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
    )
}

fn range_asked() -> Question {
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
    )
}

fn attack_face_asked() -> Question {
    let target = [
        unit_field().optional(),
        at("x", "how far east its centre is"),
        at("y", "how far north its centre is"),
        Field::new("facing", Kind::number(-360.0..=360.0).in_unit("degrees"), "the way it faces").or(0),
        inches("width", "its width").optional(),
        inches("depth", "its depth").optional(),
    ];
    let attacker = [at("x", "how far east its centre is"), at("y", "how far north its centre is")];
    Question::new(
        "attack_face",
        "Which face is attacked?",
        "the face, what it does to the number needed, and whether shields help",
        [
            Field::new("target", Kind::record(target), "the unit attacked"),
            Field::new("attacker", Kind::record(attacker), "the attacker's centre"),
        ],
        attack_face,
    )
}

fn scatter_asked() -> Question {
    let scattered = [
        Field::new("scatter", Kind::list(Kind::int(1..=6), 2..=2), "the two dice in order"),
        Field::new("distance", Kind::int(1..=6), "the die for the distance").optional(),
    ];
    Question::new(
        "scatter",
        "Where does an elephant run or fall?",
        "the heading and the distance",
        [
            Field::new("kind", Kind::one_of(["berserk", "fall"]), "a run or a fall"),
            Field::new("dice", Kind::record(scattered), "dice thrown at the table").optional(),
        ],
        scattered_to,
    )
}

fn strike_order_asked() -> Question {
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
    )
}

fn parts(list: &Parts) -> Value {
    list.list()
        .iter()
        .map(|p| json!({ "rule": cited(p.rule), "value": number(p.inches), "why": p.why }))
        .collect()
}

fn moved(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    let gait = [Gait::Move, Gait::Charge, Gait::Flee][form.choice("action")];
    if gait == Gait::Charge && who.is_engine() {
        return Err(vec![form.fault("action", under(rule::BALLISTA_MOVE, "a ballista never charges"))]);
    }
    let course = Course {
        passing: false,
        turns: form.list("turns").iter().map(|t| turn_cost(t.number())).sum(),
        difficult: form.bool("difficult"),
        uphill: form.bool("uphill"),
        held_fast: form.bool("held_fast"),
        level: form.int("level") as u8,
        target_level: form.int("target_level") as u8,
    };
    let (charge, higher) = (gait == Gait::Charge, course.target_level > course.level);
    let rules = [
        (true, who.rule),
        (charge && course.level.max(course.target_level) > 0, rule::HILL_LEVEL),
        (charge && higher && course.uphill, rule::MOVE_UPHILL),
    ];
    let allowance = allowance(&who, gait, &course);
    Ok(json!({
        "rate": number(rate(&who, gait)),
        "allowance": number(allowance.total()),
        "factors": parts(&allowance),
        "rules": applied(rules),
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
    let reach = rules::range(&who, form.bool("flame"), level, target, in_wood);
    let distance = form.number("distance");
    let in_range = distance <= reach.total() + NEAR;
    let stopped = stopped(&woods, distance);
    let mut answer = json!({
        "effective_range": number(reach.total()),
        "in_range": in_range,
        "line_clear": stopped.is_none(),
        "may_shoot": in_range && stopped.is_none(),
        "obscured": in_wood,
        "factors": parts(&reach),
        "rules": applied([
            (in_wood, rule::WOODS_COVER),
            (woods.shooter.is_some(), rule::WOODS_FIRE_OUT),
            (woods.target.is_some(), rule::WOODS_FIRE_IN),
            (woods.same, rule::WOODS_SAME),
            (level.max(target) > 0, rule::HILL_LEVEL),
        ]),
    });
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
    let struck = face_at(&base, Vec2::new(attacker.number("x"), attacker.number("y")));
    let kill = &tables().kill;
    let modifier = match struck {
        Face::Front => 0,
        Face::Side => kill.side.value,
        Face::Rear => kill.rear.value,
    };
    let rules = [
        (true, rule::CHARGE_FACE),
        (struck == Face::Side, kill.side.rule),
        (struck == Face::Rear, kill.rear.rule),
        (struck == Face::Rear, rule::SHIELD_REAR),
    ];
    Ok(json!({
        "face": struck.key(),
        "modifier": modifier,
        "shields": struck != Face::Rear,
        "rules": applied(rules),
    }))
}

fn scattered_to(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let fall = form.choice("kind") == 1;
    let rules = applied([
        (true, rule::ELEPHANT_SCATTER),
        (fall, rule::ELEPHANT_FALL),
        (!fall, rule::ELEPHANT_BERSERK),
    ]);
    let elephant = &tables().elephant;
    let Some(dice) = form.opt("dice").map(form::Answer::record) else {
        let distance = if fall { json!("d6") } else { number(elephant.run) };
        return Ok(json!({
            "headings": 36,
            "step": number(elephant.scatter),
            "p_each": chance(1, 36),
            "distance": distance,
            "rules": rules,
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
        "rules": rules,
    }))
}

fn strike_order(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let braced =
        form.bool("holdfast") && (!book.house.holdfast_front_only || face(form, "face") == Face::Front);
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
    Ok(json!({ "first": first, "rule": cited(rule), "rules": applied([(true, rule::MELEE_ORDER)]) }))
}
