//! Questions about moves, marches, charges and flight.

use crate::aftermath::rules::{Run, catches};
use crate::board::state::Answer;
use crate::charge::rules::Charged;
use crate::data::armour::Face;
use crate::data::length::NEAR;
use crate::data::tables::{Going, inch_cost, tables};
use crate::data::troop::{Order, Troop};
use crate::data::{armour, formation};
use crate::desk::forms::{
    Question, chance, count, dice_field, faces, factors, flag, inches, legs, legs_field, length, movement,
    movement_fields, order, order_field, play, records, thrown, troop, troop_field, whole,
};
use crate::movement::rules::{Marcher, Pace, Watcher, Written, judge, may_march};
use crate::nerve::rules::roll;
use crate::{Wab, rule};
use binding::desk::rules;
use dice::{Dist, Fraction, exact};
use form::{Fault, Field, Filled, Kind, Node};
use serde_json::{Map, Value, json};

pub(super) fn questions() -> Vec<Question> {
    let moving = |extra: Vec<Field>| movement_fields().into_iter().chain(extra).collect::<Vec<_>>();
    vec![
        Question::new(
            "move",
            "what a move costs and whether it is legal",
            "The rate, the allowance, the cost, what is left, and the rules it offends.",
            moving(vec![
                Field::new("kind", Kind::one_of(Pace::ALL.map(Pace::key)), "how it moves").or("normal"),
                troop_field(),
                order_field(),
                flag("drilled", "whether it is drilled"),
                legs_field(),
                Field::new(
                    "wheels",
                    Kind::list(Kind::number(0.0..=200.0).in_unit("inches"), ..=100),
                    "the arcs of its wheels",
                )
                .or(Node::list([])),
                Field::new("about_faces", Kind::int(0..=4), "how often it turns about").or(0),
                Field::new("rank_change", Kind::int(0..=4), "ranks added or taken away").or(0),
                flag("reform", "whether it reforms"),
            ]),
            move_answer,
        ),
        Question::new(
            "march",
            "whether a unit may march, and how far",
            "Whether it may, the rules against it, the rate and the distance, and which enemies forbid it.",
            moving(vec![
                flag("fast", "whether it would fast march"),
                troop_field(),
                order_field(),
                flag("musician", "whether it has a musician"),
                Field::new("models", Kind::int(1..=200), "its models").or(20),
                Field::new("files", Kind::int(1..=200), "its files").or(5),
                records(
                    "enemies",
                    vec![
                        inches("distance", "how far it is"),
                        troop_field(),
                        flag("fleeing", "whether it flees"),
                    ],
                    "the enemies around",
                )
                .or(Node::list([])),
            ]),
            march,
        ),
        Question::new(
            "charge",
            "whether a charge reaches",
            "The charge move, its cost, whether it reaches, the half-way line and how far a failed charge goes.",
            moving(vec![
                order_field(),
                inches("distance", "how far the target is"),
                inches("wheel", "the arc of its wheel").or(0.0),
                legs_field(),
            ]),
            charge,
        ),
        Question::new(
            "charge_reactions",
            "how a charged unit may answer",
            "The answers allowed, and whether it must test for panic first.",
            [
                Field::new(
                    "charger",
                    Kind::record([troop_field()].into_iter().chain(movement_fields())),
                    "who charges",
                ),
                Field::new("target", Kind::record(target_fields()), "who is charged"),
                inches("distance", "how far the charger starts"),
                Field::new("zone", Kind::one_of(["front", "flank", "rear"]), "the face it charges")
                    .or("front"),
                Field::new("visible", Kind::Bool, "whether the line between them is clear").or(true),
            ],
            charge_reactions,
        ),
        Question::new(
            "flee",
            "how far a unit flees",
            "The dice, the mean, the chance of every distance and of at least some; with dice the distance.",
            moving(vec![
                flag("fire_and_flee", "whether it fired first"),
                Field::new("at_least", Kind::number(0.0..=40.0).in_unit("inches"), "a distance").or(0),
                dice_field(&["flee", "reduction"]),
            ]),
            flee,
        ),
        Question::new(
            "pursuit",
            "whether a pursuer catches fleers",
            "The dice of both and the chance; with dice who got how far.",
            [
                whole("fleer_m", 1..=12, "the fleers' Movement as printed"),
                Field::new("fleer_penalty", Kind::int(-4..=0), "what their armour takes off it").or(0),
                whole("pursuer_m", 1..=12, "the pursuers' Movement as printed"),
                Field::new("pursuer_penalty", Kind::int(-4..=0), "what their armour takes off it").or(0),
                dice_field(&["flee", "pursuit"]),
            ],
            pursuit,
        ),
    ]
}

fn target_fields() -> Vec<Field> {
    vec![
        troop_field(),
        order_field(),
        flag("missiles", "whether it has missiles"),
        flag("engaged", "whether it is engaged"),
        flag("fleeing", "whether it flees"),
        flag("frenzied", "whether it is frenzied"),
        flag("march_column", "whether it is a march column"),
    ]
}

fn move_answer(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let written = Written {
        movement: movement(form),
        pace: Pace::ALL[form.choice("kind")],
        troop: troop(form),
        order: order(form),
        drilled: form.bool("drilled"),
        light_cavalry: false,
        legs: legs(form),
        wheels: form.list("wheels").iter().map(|w| (Going::Normal, w.number())).collect(),
        about_faces: form.int("about_faces") as u8,
        rank_change: form.int("rank_change") as u8,
        reform: form.bool("reform"),
    };
    let cost = judge(&book.house, &written);
    let mut list = vec![
        (rule::MOVE_RATE, length(cost.allowance)),
        (rule::TERRAIN_TABLE, length(cost.cost)),
        (rule::BASICS_PROFILE, written.movement.into()),
    ];
    for (used, rule) in [
        (written.order != Order::Close, rule::TERRAIN_OPEN_ORDER),
        (!written.wheels.is_empty(), rule::MANOEUVRE_WHEEL),
        (written.about_faces > 0, rule::MANOEUVRE_ABOUT_FACE),
        (written.rank_change > 0, rule::MANOEUVRE_CHANGE_FORMATION),
        (written.reform, rule::MANOEUVRE_REFORM),
        (written.drilled, rule::SPECIAL_DRILLED),
        (written.pace == Pace::Charge, rule::CHARGE_RATE),
        (written.pace == Pace::March, rule::MARCH_RATE),
        (written.pace == Pace::FastMarch, rule::FAST_MARCH_RATE),
    ] {
        if used {
            list.push((rule, true.into()));
        }
    }
    Ok(json!({
        "rate": cost.rate,
        "allowance": length(cost.allowance),
        "cost": length(cost.cost),
        "left": length((cost.allowance - cost.cost).max(0.0)),
        "legal": cost.offends.is_empty(),
        "reasons": rules(cost.offends.iter().copied()),
        "factors": factors(list),
    }))
}

fn march(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let fast = form.bool("fast");
    let (kind, standing) = (troop(form), order(form));
    let lone = kind == Troop::Character;
    let unit = Marcher {
        troop: kind,
        lone,
        order: standing,
        musician: form.bool("musician"),
        column: formation::is_column(count(form, "models"), count(form, "files"), kind, standing),
        phalanx: false,
    };
    let enemies: Vec<Watcher> = form
        .records("enemies")
        .map(|e| Watcher {
            distance: e.number("distance"),
            troop: troop(e),
            character: false,
            fleeing: e.bool("fleeing"),
        })
        .collect();
    let (against, blocking) = may_march(&unit, fast, &enemies);
    let rate = if fast { Pace::FastMarch } else { Pace::March }.rate(lone);
    let allowed = against.is_empty();
    let distance = if allowed { f64::from(rate) * f64::from(movement(form)) } else { 0.0 };
    let by = if fast { rule::FAST_MARCH_RATE } else { rule::MARCH_RATE };
    let mut list = vec![(by, Value::from(rate)), (rule::BASICS_COLUMN, unit.column.into())];
    if fast {
        list.push((rule::FAST_MARCH_COLUMN, unit.column.into()));
    }
    if !enemies.is_empty() {
        let by = if fast { rule::FAST_MARCH_ENEMY } else { rule::MARCH_ENEMY };
        list.push((by, blocking.len().into()));
    }
    Ok(json!({
        "allowed": allowed,
        "reasons": rules(against),
        "rate": rate,
        "distance": length(distance),
        "blocking": blocking,
        "factors": factors(list),
    }))
}

fn charge(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let m = f64::from(movement(form));
    let distance = form.number("distance");
    let pieces = legs(form);
    let along: f64 = pieces.iter().map(|(_, inches)| inches).sum();
    if !pieces.is_empty() && (along - distance).abs() > NEAR {
        return Err(vec![form.fault("legs", format!("add up to {along}, not to the distance"))]);
    }
    let standing = order(form);
    let straight = if pieces.is_empty() {
        distance
    } else {
        pieces.iter().map(|&(going, inches)| inches * inch_cost(going, standing)).sum()
    };
    let wheel = if standing == Order::Skirmish { 0.0 } else { form.number("wheel") };
    let cost = straight + wheel;
    let charge_move = m * f64::from(tables().charge_rate);
    let reaches = cost <= charge_move + NEAR;
    Ok(json!({
        "charge_move": length(charge_move),
        "cost": length(cost),
        "reaches": reaches,
        "half": length(charge_move / 2.0),
        "stand_and_shoot_possible": distance > charge_move / 2.0,
        "failed_move": length(if reaches { 0.0 } else { m }),
        "factors": factors([
            (rule::CHARGE_RATE, length(charge_move)),
            (rule::CHARGE_WHEEL, length(wheel)),
            (rule::CHARGE_FAILED, (!reaches).into()),
            (rule::REACT_STAND_AND_SHOOT, (distance > charge_move / 2.0).into()),
        ]),
    }))
}

fn charge_reactions(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (charger, target) = (form.record("charger"), form.record("target"));
    let charged = Charged {
        charger: troop(charger),
        charger_movement: movement(charger),
        distance: form.number("distance"),
        troop: troop(target),
        order: order(target),
        missiles: target.bool("missiles"),
        engaged: target.bool("engaged"),
        fleeing: target.bool("fleeing"),
        frenzied: target.bool("frenzied"),
        column: target.bool("march_column"),
        face: [Face::Front, Face::Left, Face::Rear][form.choice("zone")],
        visible: form.bool("visible"),
        countered: false,
    };
    let allowed = charged.allowed(&book.house);
    let mut list: Vec<_> = allowed.iter().map(|r| (r.rule(), Value::from(r.key()))).collect();
    list.push((rule::REACT_LIMITS, allowed.len().into()));
    if charged.face != Face::Front {
        list.push((rule::CHARGE_ZONE, form.text("zone").into()));
        list.push((rule::PANIC_FLANK, charged.panics().into()));
    }
    if charged.missiles && !allowed.contains(&Answer::StandAndShoot) {
        list.push((rule::REACT_STAND_AND_SHOOT, false.into()));
    }
    if charged.column {
        list.push((rule::FAST_MARCH_NO_CHARGE, true.into()));
    }
    if charged.frenzied {
        list.push((rule::FRENZY_CHARGE, true.into()));
    }
    Ok(json!({
        "allowed": allowed.iter().map(|r| r.key()).collect::<Vec<_>>(),
        "panic_test": charged.panics(),
        "factors": factors(list),
    }))
}

fn flee(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let fired = form.bool("fire_and_flee");
    let run = Run::flight(&book.house, movement(form), fired);
    let why = roll(rule::FLEE_DISTANCE, 0, 0);
    let odds = exact(2000, |dice| run.roll(why, dice)).unwrap_or_else(|_| Dist::certain(0));
    let distances: Map<String, Value> = odds.iter().map(|(far, p)| (far.to_string(), chance(&p))).collect();
    let least = form.number("at_least");
    let mut answer = json!({
        "roll": run.words(),
        "mean": chance(&odds.mean(|far| u64::from(*far))),
        "p_distance": distances,
        "p_at_least": chance(&odds.chance(|&far| f64::from(far) >= least)),
    });
    if let Some(dice) = thrown(form) {
        let mut rolled = faces(dice, "flee", run.dice.into())?;
        rolled.extend(faces(dice, "reduction", run.less.into())?);
        answer["distance"] = run.roll(why, &mut dice::Scripted::new(rolled)).into();
    }
    let mut list = vec![(rule::FLEE_DISTANCE, Value::from(run.words()))];
    if fired {
        list.push((rule::FLEE_REDUCED, run.words().into()));
    }
    answer["factors"] = factors(list);
    Ok(answer)
}

fn pursuit(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let run = |m: &str, penalty: &str| {
        let movement = armour::movement(form.int(m) as u8, form.int(penalty) as i8);
        Run::flight(&book.house, movement, false)
    };
    let (fleer, pursuer) = (run("fleer_m", "fleer_penalty"), run("pursuer_m", "pursuer_penalty"));
    let (flight, chase) = (roll(rule::FLEE_DISTANCE, 0, 0), roll(rule::PURSUIT_ROLL, 1, 0));
    let caught = exact(1000, |dice| {
        let far = fleer.roll(flight, dice);
        catches(&book.house, pursuer.roll(chase, dice), far)
    });
    let mut answer = json!({
        "flee_roll": fleer.words(),
        "pursuit_roll": pursuer.words(),
        "p_caught": chance(&caught.map_or(Fraction::ZERO, |odds| odds.probability(&true))),
    });
    if let Some(dice) = thrown(form) {
        let far = play(dice, "flee", fleer.dice.into(), |dice| fleer.roll(flight, dice))?;
        let near = play(dice, "pursuit", pursuer.dice.into(), |dice| pursuer.roll(chase, dice))?;
        answer["flee_distance"] = far.into();
        answer["pursuit_distance"] = near.into();
        answer["caught"] = catches(&book.house, near, far).into();
    }
    answer["factors"] =
        factors([(rule::FLEE_DISTANCE, fleer.words().into()), (rule::PURSUIT_ROLL, pursuer.words().into())]);
    Ok(answer)
}
