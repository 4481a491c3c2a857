//! The question about a bolt.

use super::Question;
use super::forms::{Troops, applied, body_fields, factors, flag, join, number, troops};
use crate::combat::attack::{self, Thrown};
use crate::combat::rules::{self, Needs};
use crate::data::faults::under;
use crate::data::lists::class;
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::fire::rules::catches;
use crate::house::House;
use crate::shooting::ballista::{backfires, dice_beyond, flies_on, misses};
use crate::shooting::rules::range;
use crate::{Toms, rule};
use dice::{Dice, Dist, Fraction, RollId, Scripted};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::Tally;
use serde_json::{Value, json};

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
    vec![Question::new(
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
    )]
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
        return Err(vec![form.fault("moved", under(rule::BALLISTA_MOVE, "a ballista moves or shoots"))]);
    }
    let engine = class("greek.ballista").map_or(book.profiles[0], |i| book.profiles[usize::from(i)]);
    let (crew, level, flame) = (form.int("crew") as u16, form.int("level"), form.bool("flame"));
    let (above, below) = (level.max(0) as u8, (-level).max(0) as u8);
    let reach = range(&engine, flame, above, below, form.bool("target_in_woods"));
    let most = reach.total();
    let dice = rules::volley_dice(&engine, crew, form.bool("over_units"));
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
        if distance > most + NEAR {
            if i == 0 {
                return Err(vec![target.fault("distance", format!("beyond its range of {most}"))]);
            }
            break;
        }
        if left == 0 {
            break;
        }
        shots.push(Shot { needs: rules::bolt(&book.house, &body.who), body, dice: left });
        left = dice_beyond(left);
    }
    let mut answer = odds(form, &book.house, &shots, flame)?;
    answer["dice"] = dice.total().max(0).into();
    answer["max_range"] = number(most);
    let first: Vec<&Tally> = shots.iter().take(1).map(|s| &s.needs.tally).chain([&dice]).collect();
    answer["factors"] = factors(first);
    let of_shot = [
        (true, rule::BALLISTA_MISS),
        (true, rule::BALLISTA_PASS),
        (true, rule::BALLISTA_BACKFIRE),
        (true, rule::BALLISTA_PIERCE),
        (flame, rule::BALLISTA_FLAME),
        (flame, rule::FLAME_CATCH),
        (shots.iter().any(|s| s.body.general), rule::GENERAL_HIT),
    ];
    answer["rules"] = applied(of_shot.into_iter().chain(reach.rules().map(|rule| (true, rule))));
    if let Some(thrown) = form.opt("dice").map(Answer::record) {
        answer = join([answer, played(&book.house, thrown, &shots, form)?]);
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

/// A bolt with dice thrown at the table.
struct Played<'a> {
    house: &'a House,
    dice: &'a Filled,
    flame: bool,
    /// The sixes thrown again that have not been used yet.
    again: Vec<u8>,
}

/// What dice thrown at the table do to one unit.
struct Hit {
    thrown: Thrown,
    told: Value,
}

impl Played<'_> {
    /// The n-th roll of the bolt.
    fn hit(&mut self, n: usize, shot: &Shot) -> Result<Hit, Vec<Fault>> {
        let Some(roll) = self.dice.list("shots").get(n) else {
            let what = format!("the shot flies on: roll {} is missing", n + 1);
            return Err(vec![self.dice.fault("shots", what)]);
        };
        if roll.list().len() != usize::from(shot.dice) {
            return Err(vec![roll.fault(format!("{} dice are needed", shot.dice))]);
        }
        let why = RollId::new(rule::BALLISTA_DICE.as_str(), 0);
        let mut script = Scripted::new(roll.list().iter().map(|a| a.int() as u8));
        let thrown = (0..shot.dice)
            .fold(Thrown::default(), |t, _| attack::one_die(t, shot.needs.needs, why, &mut script));
        let missed = misses(thrown);
        let sixes = if shot.body.general && !missed { usize::from(thrown.sixes) } else { 0 };
        if self.again.len() < sixes {
            let what = "every six at a unit with a general is thrown again";
            return Err(vec![self.dice.fault("reroll", what)]);
        }
        let faces: Vec<u8> = self.again.drain(..sixes).collect();
        let (casualties, general) = came(shot, thrown, why, &mut Scripted::new(faces));
        let mut told = json!({
            "dice": shot.dice,
            "needs": shot.needs.needs,
            "missed": missed,
            "kills": if missed { 0 } else { thrown.kills },
            "general_killed": general,
            "casualties": casualties,
        });
        if self.flame {
            told["catches"] = (!missed && catches(self.house, thrown.kills)).into();
        }
        Ok(Hit { thrown, told })
    }
}

/// What dice thrown at the table come to.
fn played(house: &House, dice: &Filled, shots: &[Shot], form: &Filled) -> Result<Value, Vec<Fault>> {
    let again: Vec<u8> = dice.list("reroll").iter().map(|a| a.int() as u8).collect();
    let wanted = again.len();
    let mut played = Played { house, dice, flame: form.bool("flame"), again };
    let (mut told, mut backfire) = (Vec::new(), false);
    for (i, shot) in shots.iter().enumerate() {
        let hit = played.hit(i, shot)?;
        backfire |= i == 0 && backfires(hit.thrown);
        told.push(hit.told);
        if !flies_on(house, hit.thrown) {
            break;
        }
    }
    if dice.list("shots").len() > told.len() {
        return Err(vec![dice.fault("shots", format!("only {} shots are rolled", told.len()))]);
    }
    if !played.again.is_empty() {
        let rerolled = wanted - played.again.len();
        return Err(vec![dice.fault("reroll", format!("{rerolled} dice are needed, not {wanted}"))]);
    }
    let lost = i64::from(if backfire { tables().ballista.crew_killed } else { 0 });
    Ok(json!({ "shots": told, "backfire": backfire, "crew_left": (form.int("crew") - lost).max(0) }))
}
