//! Questions about moves.

use super::forms::{dice_field, face, flag, mover, mover_field, paces, training, training_field};
use super::{Question, odds, resting};
use crate::data::lookup::die_word;
use crate::data::tables::tables;
use crate::data::troop::{Mover, Training, Troop};
use crate::house::House;
use crate::orders::order::Pace;
use crate::{movement, rule};
use binding::desk::{fraction, number};
use dice::{Dice, Die, RollId, exact};
use form::{Fault, Field, Filled, Kind};
use serde_json::{Map, Value, json};

pub(super) fn questions() -> Vec<Question> {
    let kinds = ["normal", "charge", "evade", "rout", "pursuit", "break_off", "recoil"];
    vec![
        Question::new(
            "move",
            "how far something moves",
            "Normal and charge: base, least and most. Recoil: paces. The others: base and die, and with dice the \
             paces, without them their odds.",
            [
                mover_field("mover", "a troop type, or an engine or ship"),
                Field::new("kind", Kind::one_of(kinds), "the kind of move").or("normal"),
                Field::new("pace", Kind::one_of(["Q", "W"]), "the pace ordered").optional(),
                flag("difficult", "whether it touches difficult ground"),
                training_field("training"),
                dice_field(&["move"]),
            ],
            moves,
        ),
        Question::new(
            "charge_reach",
            "whether an enemy is in charge reach",
            "The charge distance, and whether it is enough.",
            [mover_field("troop", "who would charge"), paces("distance", "how far off the enemy is")],
            charge_reach,
        ),
        Question::new(
            "catch",
            "whether chargers catch evaders",
            "The distances; with dice whether they do, without dice the chance.",
            [
                mover_field("charger", "who charges"),
                mover_field("evader", "who evades"),
                paces("gap", "how far apart they are when the charge is declared"),
                training_field("evader_training"),
                dice_field(&["evade"]),
            ],
            catch,
        ),
        Question::new(
            "pursue",
            "whether pursuers reach routers",
            "With dice the distances and whether they do, without dice the chance.",
            [
                mover_field("pursuer", "who pursues"),
                mover_field("router", "who routs"),
                paces("gap", "how far apart they are").or(0),
                training_field("pursuer_training"),
                training_field("router_training"),
                dice_field(&["pursuer", "router"]),
            ],
            pursue,
        ),
    ]
}

const WHY: RollId = RollId::new(rule::MOVE_EVADE.as_str(), 0);

fn no_such(form: &Filled, name: &str, what: &str) -> Vec<Fault> {
    vec![form.fault(name, format!("`{}` cannot {what}", form.text(name)))]
}

/// The die of a run; none for movers that throw none.
fn run_die(mover: Mover, training: Training) -> Option<&'static Die> {
    tables().rates(mover).die.then(|| training.die())
}

/// Throws for a run.
fn run(house: &House, mover: Mover, training: Training, dice: &mut dyn Dice) -> u16 {
    let face = run_die(mover, training).map_or(0, |die| dice.roll(WHY, die));
    movement::rules::evade(house, mover, face).unwrap_or(0)
}

/// A run with the face that the form gives.
fn ran_with(
    house: &House,
    dice: &Filled,
    name: &str,
    mover: Mover,
    training: Training,
) -> Result<u16, Vec<Fault>> {
    let thrown = run_die(mover, training).map(|die| face(dice.get(name), die)).transpose()?;
    Ok(movement::rules::evade(house, mover, thrown.unwrap_or(0)).unwrap_or(0))
}

fn moves(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mover = mover(form.get("mover"));
    let slowed = form.bool("difficult") && mover.minds_going();
    let base = match form.text("kind") {
        "normal" => Some(movement::rules::normal(mover)),
        "charge" => movement::rules::charge(mover),
        "recoil" => {
            let Some(troop) = Troop::parse(form.text("mover")) else {
                return Err(no_such(form, "mover", "recoil: give a troop type"));
            };
            let answer = json!({ "possible": true, "paces": movement::rules::recoil(house, troop) });
            return Ok(resting(answer, [rule::MELEE_RECOIL]));
        }
        _ => return ran(house, form, mover, slowed),
    };
    let ground = form.bool("difficult").then_some([rule::TERRAIN_DIFFICULT, rule::TROOPS_GROUPS]);
    let paced = form.has("pace").then_some(rule::ORDERS_PACE);
    let rules = [rule::MOVE_DISTANCES].into_iter().chain(ground.into_iter().flatten()).chain(paced);
    let Some(base) = base else { return Ok(resting(json!({ "possible": false }), rules)) };
    let most = f64::from(movement::rules::over_difficult(house, slowed, base));
    let pace = form.opt("pace").filter(|_| form.text("kind") == "normal");
    let (least, most) = pace.map_or((0.0, most), |pace| Pace::ALL[pace.choice()].limits(most));
    let answer =
        json!({ "possible": true, "base": base, "minimum": number(least, 1), "maximum": number(most, 1) });
    Ok(resting(answer, rules))
}

/// A move of the evade column.
fn ran(house: &House, form: &Filled, mover: Mover, slowed: bool) -> Result<Value, Vec<Fault>> {
    let ground = slowed.then_some(rule::TERRAIN_DIFFICULT);
    let rules = [rule::MOVE_EVADE, rule::DICE_TRAINING].into_iter().chain(ground);
    let Some(base) = tables().rates(mover).evade else {
        return Ok(resting(json!({ "possible": false }), rules));
    };
    let die = run_die(mover, training(form, "training"));
    let mut answer = Map::new();
    answer.insert("possible".into(), true.into());
    answer.insert("base".into(), base.into());
    answer.insert("die".into(), die.map_or("none", die_word).into());
    let far = |face| {
        movement::rules::over_difficult(
            house,
            slowed,
            movement::rules::evade(house, mover, face).unwrap_or(0),
        )
    };
    match (die, form.opt("dice")) {
        (None, _) => {
            answer.insert("paces".into(), far(0).into());
        }
        (Some(die), Some(dice)) => {
            let face = face(dice.record().get("move"), die)?;
            answer.insert("paces".into(), far(face).into());
        }
        (Some(die), None) => {
            let runs = exact(6, |dice| far(dice.roll(WHY, die))).expect("one die");
            answer.insert("distribution".into(), odds(&runs, u16::to_string));
            answer.insert("mean".into(), fraction(&runs.mean(|paces| u64::from(*paces))));
        }
    }
    Ok(resting(answer.into(), rules))
}

fn charge_reach(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let reach =
        movement::rules::charge(mover(form.get("troop"))).ok_or_else(|| no_such(form, "troop", "charge"))?;
    let answer = json!({ "reach": reach, "in_reach": form.number("distance") <= f64::from(reach) });
    Ok(resting(answer, [rule::CHARGE_REACH, rule::MOVE_DISTANCES]))
}

fn catch(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let charge = movement::rules::charge(mover(form.get("charger")))
        .ok_or_else(|| no_such(form, "charger", "charge"))?;
    let evader = mover(form.get("evader"));
    if tables().rates(evader).evade.is_none() {
        return Err(no_such(form, "evader", "evade"));
    }
    let gap = form.number("gap");
    if gap > f64::from(charge) {
        return Err(vec![form.fault("gap", format!("more than the charge of {charge} paces"))]);
    }
    let training = training(form, "evader_training");
    let caught = |run: u16| movement::rules::catches(charge.into(), gap, run.into());
    if let Some(dice) = form.opt("dice") {
        let run = ran_with(house, dice.record(), "evade", evader, training)?;
        let answer = json!({ "charge_distance": charge, "caught": caught(run), "evade_distance": run });
        return Ok(resting(answer, [rule::CHARGE_EVADERS, rule::MOVE_EVADE]));
    }
    let chance = exact(6, |dice| caught(run(house, evader, training, dice))).expect("one die");
    let answer = json!({ "charge_distance": charge, "caught": fraction(&chance.chance(|caught| *caught)) });
    Ok(resting(answer, [rule::CHARGE_EVADERS, rule::MOVE_EVADE]))
}

fn pursue(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let names = ["pursuer", "router"];
    let movers = names.map(|name| mover(form.get(name)));
    for (name, mover) in names.into_iter().zip(movers) {
        if tables().rates(mover).evade.is_none() {
            return Err(no_such(form, name, "run"));
        }
    }
    let trainings = ["pursuer_training", "router_training"].map(|name| training(form, name));
    let gap = form.number("gap");
    if let Some(dice) = form.opt("dice") {
        let mut runs = [0; 2];
        for i in 0..2 {
            runs[i] = ran_with(house, dice.record(), names[i], movers[i], trainings[i])?;
        }
        let contact = movement::rules::catches(runs[0].into(), gap, runs[1].into());
        let answer = json!({ "contact": contact, "pursuit": runs[0], "rout": runs[1] });
        return Ok(resting(answer, [rule::PURSUIT_MOVE, rule::ROUT_MOVE, rule::MOVE_EVADE]));
    }
    let meets = exact(36, |dice| {
        let [after, away] = [0, 1].map(|i| run(house, movers[i], trainings[i], dice));
        movement::rules::catches(after.into(), gap, away.into())
    });
    let contact = fraction(&meets.expect("two dice").chance(|meets| *meets));
    Ok(resting(json!({ "contact": contact }), [rule::PURSUIT_MOVE, rule::ROUT_MOVE, rule::MOVE_EVADE]))
}
