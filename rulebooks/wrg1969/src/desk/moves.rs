//! Questions about movement and formation.

use crate::board::{formation, state};
use crate::data::measure::within;
use crate::data::moves::{self, Going, Mover};
use crate::data::troop::{Haul, Troop};
use crate::desk::forms::{
    Question, camel_field, count, flag, length, mover, none_or_more, number, number_of, resting, troop,
    troop_field,
};
use crate::house::House;
use crate::movement::meeting::{self, Comer};
use crate::movement::rules as movement;
use crate::movement::rules::Mode;
use crate::rule;
use form::{Answer, Fault, Field, Filled, Kind};
use ruling::RuleId;
use serde_json::{Map, Value, json};

pub fn questions() -> Vec<Question> {
    let going = || Field::new("going", Kind::one_of(Going::KEYS), "the going").or("open");
    let obstacles = || none_or_more("obstacles", "how many obstacles are crossed");
    let comer = Kind::record([
        troop_field("troop", "the troops"),
        camel_field("camel"),
        Field::new("action", Kind::one_of(["charge", "advance", "stand"]), "what they do"),
        Field::new("response", Kind::one_of(["stand", "countercharge"]), "what they do when charged")
            .or("stand"),
    ]);
    vec![
        Question::new(
            "move",
            "how far troops move",
            "The allowance, what obstacles leave of it, what each inch counts, how far the whole move goes in that \
             going, and whether it disorganises them.",
            [
                troop_field("troop", "the troops"),
                camel_field("camel"),
                Field::new("haul", Kind::one_of(Haul::KEYS), "who moves an engine").optional(),
                Field::new("mode", Kind::one_of(Mode::KEYS), "the kind of move").or("normal"),
                Field::new("period", count(1), "the period of a rout, pursuit or uncontrolled advance").or(1),
                flag("after_uncontrolled", "whether a rout or pursuit follows on an uncontrolled advance"),
                going(),
                obstacles(),
            ],
            travel,
        ),
        Question::new(
            "charge",
            "whether a charge reaches, and in which stage",
            "How far the normal move and the whole charge reach, in which stage the enemy is touched, and whether \
             he tests.",
            [
                troop_field("troop", "the chargers"),
                camel_field("camel"),
                length("distance", "how far the enemy is"),
                going(),
                obstacles(),
                length("wheel", "what wheeling costs first").or(0),
                Field::new(
                    "scale",
                    Kind::one_of(["inch", "mm"]),
                    "the scale: with a millimetre to the yard, read centimetres for inches",
                )
                .or("inch"),
            ],
            charge,
        ),
        Question::new(
            "meeting",
            "where two units head-on meet",
            "In which stage they touch, how far each goes, what is left between them, and who tests.",
            [
                length("gap", "how far apart they are"),
                Field::new("a", comer.clone(), "the one unit"),
                Field::new("b", comer, "the other unit"),
            ],
            meeting_of,
        ),
        Question::new(
            "evade",
            "whether those charged get away",
            "Whether they can evade; when they choose, what the charger has left, how far they run, and by how \
             much they get away.",
            [
                troop_field("charger", "who charges"),
                camel_field("charger_camel"),
                troop_field("evader", "those charged"),
                camel_field("evader_camel"),
                length("distance", "how far apart they are at the start"),
                Field::new("evader_ranks", count(1), "how many ranks deep those charged are").or(1),
                flag("impassable_behind", "whether something impassable is in their way"),
            ],
            evade,
        ),
        Question::new(
            "formation",
            "a unit drawn up in files and ranks",
            "Ranks, figures in the last, width and depth, and whether it can evade.",
            [
                troop_field("troop", "the troops"),
                Field::new("figures", count(1), "its figures"),
                Field::new("files", count(1), "its files"),
            ],
            formation_of,
        ),
        Question::new(
            "reform",
            "what a change of formation costs",
            "The cost, and what is left of the normal move.",
            [
                troop_field("troop", "the troops"),
                Field::new("figures", count(1), "its figures"),
                Field::new("from_files", count(1), "its files before"),
                Field::new("to_files", count(1), "its files after"),
            ],
            reform,
        ),
        Question::new(
            "wheel",
            "what a wheel costs",
            "The cost; with an allowance what is left of it, and whether it is enough.",
            [
                length("frontage", "how wide its front is"),
                Field::new("degrees", Kind::number(-360.0..=360.0).in_unit("degrees"), "how far it wheels"),
                length("allowance", "what it may spend").optional(),
            ],
            wheel,
        ),
    ]
}

/// Who moves an engine, if the troops are one and it can be moved so.
fn hauled(form: &Filled, mover: Mover) -> Result<Mover, Vec<Fault>> {
    let Some(haul) = form.opt("haul").map(|haul| Haul::ALL[haul.choice()]) else { return Ok(mover) };
    let fits = match mover.troop {
        Troop::LightDartEngine => haul != Haul::Ox,
        troop => troop.is_engine() && haul == Haul::Ox,
    };
    match fits {
        true => Ok(Mover { haul, ..mover }),
        false => {
            let never = format!("{} are not moved by `{}`", mover.troop.name(), haul.key());
            Err(vec![form.fault("haul", never)])
        }
    }
}

fn travel(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mover = hauled(form, mover(form, "troop", "camel")?)?;
    let mode = Mode::ALL[form.choice("mode")];
    let period = number_of(form.get("period"));
    let Some(open) = movement::allowance(house, mover, mode, period, form.bool("after_uncontrolled")) else {
        let riders = if mover.camel { " on camels" } else { "" };
        let never = format!("`{}` is not open to {}{riders}", Mode::KEYS[mode as usize], mover.troop.name());
        return Err(vec![form.fault("troop", never)]);
    };
    let gone = movement::travel(mover, mode, open, going(form), number_of(form.get("obstacles")));
    let wild = form.bool("after_uncontrolled").then_some(rule::MOVE_UNCONTROLLED);
    let rules = rules_of(mover, mode).into_iter().chain(gone.rules.iter().copied()).chain(wild);
    let said = json!({
        "allowance": number(gone.allowance),
        "after_obstacles": number(gone.after_obstacles),
        "multiplier": number(gone.multiplier),
        "inches": number(gone.inches),
        "disorganised": gone.disorganised,
    });
    Ok(resting(said, rules))
}

/// The rules of a move of that kind.
fn rules_of(mover: Mover, mode: Mode) -> Vec<RuleId> {
    let mut rules = vec![rule::MOVE_DISTANCES];
    if mover.camel {
        rules.push(rule::TROOPS_CAMELS);
    }
    rules.extend(movement::rules(mode));
    rules
}

fn going(form: &Filled) -> Going {
    Going::ALL[form.choice("going")]
}

fn cannot_charge(form: &Filled, name: &str) -> Vec<Fault> {
    vec![form.fault(name, "engines cannot charge")]
}

fn charge(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mover = mover(form, "troop", "camel")?;
    let whole = moves::charge(mover).ok_or_else(|| cannot_charge(form, "troop"))?;
    let obstacles = number_of(form.get("obstacles"));
    let reach = |mode, open| movement::travel(mover, mode, open, going(form), obstacles).inches;
    let (normal, charge) = (reach(Mode::Normal, moves::normal(mover)), reach(Mode::Charge, whole));
    // A period of the other scale is twice as long, but the run at its end is not (`wrg1969.scale.mm`).
    let longer = form.text("scale") == "mm";
    let (normal, charge) = if longer { (normal * 2.0, charge + normal) } else { (normal, charge) };
    let wheel = form.number("wheel");
    if !within(wheel, normal) {
        let most = format!("all wheeling is done within the normal move, here {normal} inches");
        return Err(vec![form.fault("wheel", most)]);
    }
    let (normal, charge) = ((normal - wheel).max(0.0), (charge - wheel).max(0.0));
    let stage = movement::reaches(normal, charge, form.number("distance"));
    let ground = movement::travel(mover, Mode::Charge, whole, going(form), obstacles).rules;
    let mut rules = rules_of(mover, Mode::Charge);
    rules.extend(ground);
    rules.push(rule::MOVE_CHARGE_STRAIGHT);
    rules.extend(longer.then_some(rule::SCALE_MM));
    if stage != state::Stage::None {
        rules.extend([rule::REACTION_WHEN_CHARGED, rule::REACTION_TIMING_CHARGED]);
    }
    let said = json!({
        "normal_reach": number(normal),
        "charge_reach": number(charge),
        "bonus": number(charge - normal),
        "stage": stage.key(),
        "reaches": stage != state::Stage::None,
        "target_tests": stage == state::Stage::Bonus,
    });
    Ok(resting(said, rules))
}

fn comer(form: &Filled) -> Result<Comer, Vec<Fault>> {
    let mover = mover(form, "troop", "camel")?;
    let (action, countercharges) = (form.text("action"), form.text("response") == "countercharge");
    if (action == "charge" || countercharges) && moves::charge(mover).is_none() {
        return Err(cannot_charge(form, "troop"));
    }
    Ok(Comer {
        normal: if action == "stand" { 0.0 } else { moves::normal(mover) },
        bonus: moves::bonus(mover),
        charges: action == "charge",
        countercharges,
    })
}

fn meeting_of(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let both = [comer(form.record("a"))?, comer(form.record("b"))?];
    let met = meeting::meet(form.number("gap"), both);
    let tests = ["a", "b"].into_iter().zip(met.tested).filter(|(_, tested)| *tested);
    let mut rules = vec![rule::GEO_SUBSTEPS, rule::GEO_BONUS_POINT];
    if both.iter().any(|c| c.countercharges) {
        rules.extend([rule::MOVE_COUNTERCHARGE, rule::MOVE_COUNTERCHARGE_HOW]);
    }
    rules.extend(both.iter().any(|c| c.charges).then_some(rule::REACTION_WHEN_CHARGED));
    if met.stage == state::Stage::None {
        rules.push(rule::MOVE_STANDOFF);
    }
    let said = json!({
        "stage": met.stage.key(),
        "contact": met.stage != state::Stage::None,
        "a_moved": number(met.moved[0]),
        "b_moved": number(met.moved[1]),
        "gap": number(met.gap),
        "tests": tests.map(|(side, _)| Value::from(side)).collect::<Value>(),
    });
    Ok(resting(said, rules))
}

fn evade(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let charger = mover(form, "charger", "charger_camel")?;
    let evader = mover(form, "evader", "evader_camel")?;
    let charge = moves::charge(charger).ok_or_else(|| cannot_charge(form, "charger"))?;
    if !movement::can_evade(evader, number_of(form.get("evader_ranks"))) {
        return Ok(resting(json!({ "can_evade": false }), [rule::MOVE_EVADE]));
    }
    let (distance, wall) = (form.number("distance"), form.bool("impassable_behind"));
    let run = movement::evade(moves::normal(charger), charge, distance, wall);
    let said = json!({
        "can_evade": true,
        "decision_at": if run.at_contact { "contact" } else { "bonus_point" },
        "remaining_charge": number(run.remaining),
        "evade_move": number(run.run),
        "safe": run.safe(),
        "margin": number(run.margin),
    });
    let rules =
        [rule::MOVE_EVADE, rule::MOVE_EVADE_WHEN, rule::MOVE_EVADE_CAUGHT, rule::MOVE_SPECIAL_DISTANCES];
    Ok(resting(said, rules))
}

/// A block in so many files, if there are so many figures.
fn block(form: &Filled, files: &str) -> Result<formation::Block, Vec<Fault>> {
    let (figures, wanted) = (number_of(form.get("figures")), number_of(form.get(files)));
    if wanted > figures {
        return Err(vec![form.fault(files, format!("more than the {figures} figures"))]);
    }
    Ok(formation::block(troop(form, "troop"), figures, wanted))
}

fn formation_of(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let block = block(form, "files")?;
    let said = json!({
        "ranks": block.ranks,
        "last_rank": block.last_rank,
        "width": number(block.width),
        "depth": number(block.depth),
        "can_evade": movement::can_evade(Mover::new(troop(form, "troop")), block.ranks),
    });
    let model = troop(form, "troop").is_model().then_some(rule::BASE_DEPTH_MODELS);
    Ok(resting(said, [rule::BASE_SIZES, rule::GEO_UNIT].into_iter().chain(model)))
}

fn reform(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let cost = formation::reform_cost(&block(form, "from_files")?, &block(form, "to_files")?);
    let left = moves::normal(Mover::new(troop(form, "troop"))) - cost;
    let said = json!({ "cost": number(cost), "move_left": number(left.max(0.0)) });
    Ok(resting(said, [rule::MOVE_REFORM, rule::MOVE_REFORM_COST]))
}

fn wheel(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let cost = movement::wheel_cost(form.number("frontage"), form.number("degrees"));
    let mut answer = Map::new();
    answer.insert("cost".into(), number(cost));
    if let Some(allowance) = form.opt("allowance").map(Answer::number) {
        answer.insert("move_left".into(), number((allowance - cost).max(0.0)));
        answer.insert("possible".into(), within(cost, allowance).into());
    }
    Ok(resting(answer.into(), [rule::MOVE_WHEEL]))
}
