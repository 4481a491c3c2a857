//! Questions about rout, leaving the field and the general's danger.

use crate::aftermath::breaking_through::{self, Friend};
use crate::aftermath::off_table_rules;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::desk::forms::{
    Question, count, flag, length, none_or_more, number, number_of, resting, troop, troop_field, usually,
};
use crate::house::House;
use crate::rule;
use crate::victory::rules;
use binding::desk::fraction;
use dice::{Die, Fraction, RollId, ScriptError, Scripted, exact};
use form::{Answer, Fault, Field, Filled, Kind};
use serde_json::{Map, Value, json};

pub fn questions() -> Vec<Question> {
    vec![
        Question::new(
            "break_through",
            "whether routers may try to break through an enemy in their way",
            "Whether they may try, and what he is to them otherwise.",
            [
                troop_field("router", "those who run"),
                troop_field("enemy", "the enemy in their way"),
                usually("facing", "whether he faces them"),
                flag("pikes", "whether he has pikes"),
            ],
            break_through,
        ),
        Question::new(
            "burst_through",
            "what routers do who meet friends",
            "Whether they swerve or burst through, what it costs them, and what becomes of the friends.",
            [
                troop_field("router", "those who run"),
                usually("friend_regular", "whether the friends are regulars"),
                none_or_more("gap_figures", "how many figures wide the nearest gap is"),
                length("gap_distance", "how far off that gap is").or(99),
            ],
            burst_through,
        ),
        Question::new(
            "leave_field",
            "whether troops that left the table come back",
            "With dice what has become of them and in which period they return; without dice the chance of every \
             period after they left, of returning and of never returning.",
            [
                usually("regular", "whether they are regulars"),
                flag("pursued_off", "whether they were pursued off the table"),
                Field::new("dice", Kind::list(Kind::int(..), ..=20), "the dice thrown so far").optional(),
            ],
            leave_field,
        ),
        Question::new(
            "general_risk",
            "the general's share of his unit's losses",
            "His share, his losses with it, and whether he is dead.",
            [
                Field::new("figures", count(1), "the figures of the unit with him"),
                Field::new("men_lost", count(0), "the men it lost"),
                none_or_more("general_losses", "what his figure had lost before"),
            ],
            general_risk,
        ),
    ]
}

fn break_through(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (router, enemy) = (troop(form, "router"), troop(form, "enemy"));
    let (may, why) = breaking_through::may_try(router, enemy, form.bool("facing"), form.bool("pikes"));
    Ok(resting(json!({ "may_try": may, "otherwise": "impassable_obstacle" }), [why]))
}

fn burst_through(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let swerves = breaking_through::swerves(number_of(form.get("gap_figures")), form.number("gap_distance"));
    let (outcome, cost, friend) = if swerves {
        ("swerve", tables().moves.swerve, Friend::Unaffected)
    } else {
        let friend = breaking_through::burst(troop(form, "router"), form.bool("friend_regular"));
        ("burst_through", 0.0, friend)
    };
    let light = troop(form, "router") == Troop::LightInfantry;
    let burst = (!swerves).then_some(if light { rule::ROUT_BURST_LIGHT } else { rule::ROUT_BURST });
    let said = json!({ "outcome": outcome, "move_cost": number(cost), "friend": friend.key() });
    Ok(resting(said, std::iter::once(rule::ROUT_PATH).chain(burst)))
}

/// The faces thrown, if that die has them.
fn thrown(given: &Answer, die: &'static Die) -> Result<Vec<u8>, Vec<Fault>> {
    let face = |n: &Answer| u8::try_from(n.int()).ok().filter(|&face| die.has(face));
    match given.list().iter().find(|n| face(n).is_none()) {
        Some(odd) => Err(vec![given.fault(format!("no {} on that die", odd.int()))]),
        None => Ok(given.list().iter().filter_map(face).collect()),
    }
}

fn leave_field(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (regular, pursued_off) = (form.bool("regular"), form.bool("pursued_off"));
    let why = RollId::new(rule::OFFTABLE_RETURN.as_str(), 0);
    let Some(given) = form.opt("dice") else {
        let odds =
            exact(1000, |dice| off_table_rules::returns(regular, pursued_off, why, dice)).expect("few dice");
        let each = odds.iter().filter_map(|(period, p)| Some((period.as_ref()?.to_string(), fraction(&p))));
        let never = odds.probability(&None);
        let said = json!({
            "outcomes": each.collect::<Map<_, _>>(),
            "returns": fraction(&never.complement()),
            "never": fraction(&never),
        });
        return Ok(resting(said, [rule::OFFTABLE_RETURN, rule::OFFTABLE_NEVER]));
    };
    let faces = thrown(given, off_table_rules::die(regular))?;
    if pursued_off {
        return Ok(resting(json!({ "status": "lost" }), [rule::OFFTABLE_NEVER]));
    }
    let mut dice = Scripted::new(faces);
    let returns = off_table_rules::returns(regular, pursued_off, why, &mut dice);
    match (dice.finish(), returns) {
        (Err(ScriptError::LeftOver { used, .. }), _) => {
            Err(vec![given.fault(format!("no more than {used} are thrown"))])
        }
        (Err(_), _) => Ok(resting(json!({ "status": "waiting" }), [rule::OFFTABLE_RETURN])),
        (Ok(()), Some(period)) => {
            let said = json!({ "status": "returns", "in_period": period });
            Ok(resting(said, [rule::OFFTABLE_RETURN]))
        }
        (Ok(()), None) => {
            Ok(resting(json!({ "status": "lost" }), [rule::OFFTABLE_RETURN, rule::OFFTABLE_NEVER]))
        }
    }
}

fn general_risk(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let share = rules::generals_share(number_of(form.get("men_lost")), number_of(form.get("figures")));
    let losses = Fraction::new(number_of(form.get("general_losses")).into(), 1) + share.clone();
    let said = json!({
        "share": fraction(&share),
        "losses": fraction(&losses),
        "dead": rules::general_falls(&losses),
    });
    Ok(resting(said, [rule::GENERAL_RISK, rule::GENERAL_EXACT]))
}
