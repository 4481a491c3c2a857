//! Questions about ballistae and fire.

use super::Question;
use super::forms::{Troops, body_fields, factors, flag, number, troops, whole};
use crate::attack::{self, Thrown};
use crate::ballista::{backfires, dice_beyond, flies_on, misses};
use crate::flame::{burnt_down, catches, fire_die, lit};
use crate::house::House;
use crate::kill::{self, Needs};
use crate::rates;
use crate::tables::tables;
use crate::troop;
use crate::{Toms, rule};
use dice::{D6, Dice, Dist, Fraction, RollId, Scripted};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::{Tally, ledger};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn questions() -> Vec<Question> {
    let target = body_fields().into_iter().chain([Field::new(
        "distance",
        Kind::number(0.0..=1000.0).in_unit("inches"),
        "how far it is",
    )]);
    let face = || Kind::list(Kind::int(1..=6), ..=64);
    let dice = [
        Field::new("shots", Kind::list(face(), ..=50), "the faces of each shot").or(Node::list([])),
        Field::new("reroll", face(), "the sixes thrown again").or(Node::list([])),
    ];
    let fire = [Field::new("fire", Kind::int(1..=6), "the face thrown")];
    vec![
        Question::new(
            "ballista",
            "What does a bolt do?",
            "each shot with its dice and exact odds, or the outcome of dice thrown",
            [
                Field::new("crew", Kind::int(1..=4), "the crew left").or(4),
                Field::new(
                    "targets",
                    Kind::list(Kind::record(target), 1..=20),
                    "the units on its line, nearest first",
                ),
                Field::new("level", Kind::int(-9..=9), "the engine's level less the first target's").or(0),
                flag("target_in_woods", "whether the first target is in a wood"),
                flag("over_units", "whether it goes over units"),
                flag("flame", "whether the bolt is of fire"),
                flag("moved", "whether the engine moved"),
                Field::new("dice", Kind::record(dice), "dice thrown at the table").optional(),
            ],
            ballista,
        ),
        Question::new(
            "fire",
            "What comes of a fire?",
            "the fire die and what it will kill",
            [
                flag("flammable", "whether it burns well"),
                whole("burning", 6, "the fire die already there"),
                Field::new("dice", Kind::record(fire), "the die thrown at the table").optional(),
            ],
            fire_question,
        ),
    ]
}

/// A unit on the line of a bolt.
struct Shot {
    body: Troops,
    dice: u16,
    needs: Needs,
}

/// What a bolt can do to a unit it reaches: men lost and whether the general fell.
fn outcomes(shot: &Shot, shown: &Dist<Thrown>) -> Result<Dist<(u16, bool)>, dice::TooManyPaths> {
    let why = RollId::new(rule::GENERAL_HIT.as_str(), 0);
    shown.then(1_000_000, |&thrown, dice| came(shot, thrown, why, dice))
}

fn came(shot: &Shot, thrown: Thrown, why: RollId, dice: &mut dyn Dice) -> (u16, bool) {
    if misses(thrown) {
        return (0, false);
    }
    let killed = attack::danger(shot.body.general, thrown, why, dice);
    ((thrown.kills - u16::from(killed)).min(shot.body.men), killed)
}

fn ballista(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    if form.bool("moved") {
        ledger::cite(rule::BALLISTA_MOVE);
        return Err(vec![form.fault("moved", "a ballista moves or shoots")]);
    }
    for rule in [rule::BALLISTA_PASS, rule::BALLISTA_BACKFIRE, rule::BALLISTA_PIERCE] {
        ledger::cite(rule);
    }
    let engine = troop::class("greek.ballista").map_or(book.profiles[0], |i| book.profiles[usize::from(i)]);
    let (crew, level, flame) = (form.int("crew") as u16, form.int("level"), form.bool("flame"));
    if flame {
        ledger::cite(rule::BALLISTA_FLAME);
    }
    let (above, below) = (level.max(0) as u8, (-level).max(0) as u8);
    let reach = rates::range(&engine, flame, above, below, form.bool("target_in_woods")).total();
    let dice = kill::volley_dice(&engine, crew, form.bool("over_units"));
    let mut left = dice.total().max(0) as u16;
    let mut shots: Vec<Shot> = Vec::new();
    let mut last = 0.0;
    for (i, target) in form.records("targets").enumerate() {
        let distance = target.number("distance");
        if distance < last {
            return Err(vec![target.fault("distance", "the nearest come first")]);
        }
        last = distance;
        let body = troops(book, target)?;
        if distance > reach + rates::NEAR {
            if i == 0 {
                return Err(vec![target.fault("distance", format!("beyond its range of {reach}"))]);
            }
            break;
        }
        if left == 0 {
            break;
        }
        shots.push(Shot { needs: kill::bolt(&book.house, &body.who), body, dice: left });
        left = dice_beyond(left);
    }
    let mut answer = odds(form, &book.house, &shots, flame)?;
    answer["dice"] = dice.total().max(0).into();
    answer["max_range"] = number(reach);
    let first: Vec<&Tally> = shots.iter().take(1).map(|s| &s.needs.tally).chain([&dice]).collect();
    answer["factors"] = factors(first);
    if let Some(thrown) = form.opt("dice").map(Answer::record) {
        played(&book.house, thrown, &shots, crew, flame, &mut answer)?;
    }
    Ok(answer)
}

/// The exact odds of every shot.
fn odds(form: &Filled, house: &House, shots: &[Shot], flame: bool) -> Result<Value, Vec<Fault>> {
    let wrong = |e: dice::TooManyPaths| vec![form.fault("targets", e.to_string())];
    let mut reached = Fraction::ONE;
    let mut backfire = Fraction::ZERO;
    let mut list = Vec::new();
    for (i, shot) in shots.iter().enumerate() {
        let shown = attack::thrown(shot.dice, shot.needs.needs).map_err(wrong)?;
        if i == 0 {
            backfire = shown.chance(|t| backfires(*t));
        }
        let outcomes = outcomes(shot, &shown).map_err(wrong)?;
        let most = shot.dice.min(shot.body.men);
        let distribution: Vec<String> =
            (0..=most).map(|n| outcomes.chance(|o| o.0 == n).to_string()).collect();
        let mut told = json!({
            "dice": shot.dice,
            "needs": shot.needs.needs,
            "p_reached": reached.to_string(),
            "p_miss": shown.chance(|t| misses(*t)).to_string(),
            "distribution": distribution,
            "expected": outcomes.mean(|o| o.0.into()).to_string(),
            "p_general": outcomes.chance(|o| o.1).to_string(),
        });
        if flame {
            told["p_catch"] = shown.chance(|t| !misses(*t) && catches(house, t.kills)).to_string().into();
        }
        list.push(told);
        reached = reached * shown.chance(|t| flies_on(house, *t));
    }
    Ok(json!({ "shots": list, "p_backfire": backfire.to_string() }))
}

/// What dice thrown at the table come to.
fn played(
    house: &House,
    dice: &Filled,
    shots: &[Shot],
    crew: u16,
    flame: bool,
    answer: &mut Value,
) -> Result<(), Vec<Fault>> {
    let given = dice.list("shots");
    let mut again: Vec<u8> = dice.list("reroll").iter().map(|a| a.int() as u8).collect();
    let wanted = again.len();
    let (mut told, mut backfire, mut on) = (Vec::new(), false, true);
    let mut rerolled = 0;
    for (i, shot) in shots.iter().enumerate() {
        if !on {
            break;
        }
        let Some(roll) = given.get(i) else {
            return Err(vec![dice.fault("shots", format!("the shot flies on: roll {} is missing", i + 1))]);
        };
        if roll.list().len() != usize::from(shot.dice) {
            return Err(vec![roll.fault(format!("{} dice are needed", shot.dice))]);
        }
        let why = RollId::new(rule::BALLISTA_DICE.as_str(), 0);
        let mut script = Scripted::new(roll.list().iter().map(|a| a.int() as u8));
        let thrown = (0..shot.dice)
            .fold(Thrown::default(), |t, _| attack::one_die(t, shot.needs.needs, why, &mut script));
        backfire |= i == 0 && backfires(thrown);
        let missed = misses(thrown);
        let sixes = if shot.body.general && !missed { usize::from(thrown.sixes) } else { 0 };
        if again.len() < sixes {
            return Err(vec![dice.fault("reroll", "every six at a unit with a general is thrown again")]);
        }
        let faces: Vec<u8> = again.drain(..sixes).collect();
        rerolled += sixes;
        let (casualties, general) = came(shot, thrown, why, &mut Scripted::new(faces));
        let mut one = json!({
            "dice": shot.dice,
            "needs": shot.needs.needs,
            "missed": missed,
            "kills": if missed { 0 } else { thrown.kills },
            "general_killed": general,
            "casualties": casualties,
        });
        if flame {
            one["catches"] = (!missed && catches(house, thrown.kills)).into();
        }
        told.push(one);
        on = flies_on(house, thrown);
    }
    if given.len() > told.len() {
        return Err(vec![dice.fault("shots", format!("only {} shots are rolled", told.len()))]);
    }
    if rerolled != wanted {
        return Err(vec![dice.fault("reroll", format!("{rerolled} dice are needed, not {wanted}"))]);
    }
    answer["shots"] = told.into();
    answer["backfire"] = backfire.into();
    let lost = if backfire { tables().ballista.crew_killed } else { 0 };
    answer["crew_left"] = crew.saturating_sub(lost).into();
    Ok(())
}

fn fire_question(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (flammable, burning) = (form.bool("flammable"), form.int("burning") as u8);
    let flame = &tables().flame;
    for (rule, applies) in [
        (rule::FLAME_DICE, true),
        (rule::FLAME_TICK, true),
        (rule::FLAME_BURN, true),
        (rule::FLAME_FLAMMABLE, flammable),
        (rule::FLAME_AGAIN, burning > 0),
    ] {
        if applies {
            ledger::cite(rule);
        }
    }
    let sides = if flammable { flame.sides_flammable } else { flame.sides };
    let mut counters: BTreeMap<u8, u128> = BTreeMap::new();
    let (mut out, mut dice) = (0, 0u128);
    for &(face, _) in D6.faces {
        let roll = fire_die(flammable, face);
        out += u128::from(roll == flame.out);
        let mut counter = lit(burning, roll);
        if counter > 0 {
            *counters.entry(counter).or_default() += 1;
        }
        while counter > 0 {
            dice += u128::from(counter);
            counter = burnt_down(&book.house, counter);
        }
    }
    let p: serde_json::Map<String, Value> =
        counters.into_iter().map(|(c, n)| (c.to_string(), Fraction::new(n, 6).to_string().into())).collect();
    let hit = u128::from(7 - flame.needs);
    let mut answer = json!({
        "sides": sides,
        "p_put_out": Fraction::new(out, 6).to_string(),
        "p_counter": p,
        "expected_burn_kills": Fraction::new(dice * hit, 36).to_string(),
    });
    if let Some(thrown) = form.opt("dice").map(Answer::record) {
        let roll = fire_die(flammable, thrown.int("fire") as u8);
        let out = roll == flame.out;
        answer["roll"] = roll.into();
        answer["put_out"] = out.into();
        answer["counter"] = lit(burning, roll).into();
        answer["break_test"] = (!out).into();
    }
    Ok(answer)
}
