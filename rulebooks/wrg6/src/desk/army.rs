//! Questions about armies: blocks, points, scouting, generals, arrivals, victory.

use super::forms::{
    class, class_field, count, dice_field, face, faces, flag, missing, number_of, paces, training,
    training_field, troop, troop_field, troop_words,
};
use super::{Question, odds, resting};
use crate::data::formation::Block;
use crate::data::points;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::house::House;
use crate::orders::generals;
use crate::victory::Count;
use crate::{rule, victory};
use binding::desk::{fraction, number};
use dice::{D6, RollId, exact};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    let weapons = || {
        let extras = tables().points.extras.iter().map(|(name, _)| name.as_str());
        Kind::one_of(extras.filter(|name| !["shield", "scythes"].contains(name)))
    };
    let scouts = || Kind::map(troop_words(), count(0));
    let risk = Kind::record([Field::new("risk", Kind::list(Kind::int(1..=6), ..=60), "the faces")]);
    let total = |name| Field::new(name, count(1), "the points of that army");
    let lost = |name| Field::new(name, Kind::number(0.0..=1_000_000.0), "the points it has lost").or(0);
    vec![
        Question::new(
            "frontage",
            "how large a body's block is",
            "Files, true ranks, frontage and depth, and the figures of the rear rank.",
            [
                troop_field("troop", "the troops"),
                Field::new("figures", count(1), "the figures or models"),
                Field::new("ranks", Kind::int(1..=1000), "the ranks wished"),
            ],
            frontage,
        ),
        Question::new(
            "points",
            "what a body costs",
            "Each figure, the body, and all together.",
            [
                troop_field("troop", "the troops"),
                class_field(),
                training_field("training"),
                Field::new("figures", count(1), "the figures or models"),
                flag("shield", "whether they have shields"),
                Field::new("weapons", Kind::list(weapons(), ..=10), "their weapons beyond sidearms")
                    .or(Node::list([])),
                flag("scythed", "whether their chariots have scythes"),
            ],
            cost,
        ),
        Question::new(
            "arrival",
            "whether a body arrives or comes back",
            "Whether it may throw; with a die whether it comes, without one the chance.",
            [
                Field::new("kind", Kind::one_of(["flank_march", "return"]), "which"),
                Field::new("period", Kind::int(1..=1000), "the period").or(1),
                Field::new("tries", Kind::int(0..=1000), "how often it has thrown").or(0),
                training_field("training"),
                flag("pursued_off", "whether it was pursued off the table"),
                dice_field(&["arrival"]),
            ],
            arrival,
        ),
        Question::new(
            "general_risk",
            "whether a general is disabled",
            "With dice whether he is, without dice the chance.",
            [
                Field::new("figures_lost", Kind::int(0..=60), "the figures his body lost hand-to-hand"),
                Field::new("dice", risk, "the dice thrown").optional(),
            ],
            risk_of,
        ),
        Question::new(
            "challenge",
            "who wins a personal combat",
            "With dice the winner, without dice the odds.",
            [dice_field(&["a", "b"])],
            challenge,
        ),
        Question::new(
            "messenger",
            "how long an order takes",
            "The periods until it arrives; none if it is given at once.",
            [
                paces("distance", "how far the body is from its general").optional(),
                flag("with_general", "whether he is with it"),
            ],
            messenger,
        ),
        Question::new(
            "scouting",
            "who scouts better",
            "The points of each side, and who deploys after seeing the other.",
            [
                Field::new("a", scouts(), "the figures of one side by troop type"),
                Field::new("b", scouts(), "the figures of the other"),
            ],
            scouting,
        ),
        Question::new(
            "victory",
            "who has won",
            "Which armies are broken, whether the battle is over, and who won it.",
            [
                total("a_total"),
                lost("a_lost"),
                total("b_total"),
                lost("b_lost"),
                Field::new("period", Kind::int(1..=1000), "the period").or(1),
            ],
            won,
        ),
    ]
}

fn frontage(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let block = Block::of(number_of(form.get("figures")), number_of(form.get("ranks")));
    let (front, depth) = block.size(troop(form.get("troop")));
    let answer = json!({
        "files": block.files,
        "ranks": block.ranks,
        "frontage": number(front, 1),
        "depth": number(depth, 1),
        "rear_rank": block.rear_rank,
    });
    Ok(resting(answer, [rule::FORMATION_BASES, rule::GEO_D2]))
}

fn cost(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let troop = troop(form.get("troop"));
    if form.bool("scythed") && !troop.is_chariot() {
        return Err(vec![form.fault("scythed", "only chariots have scythes")]);
    }
    let weapons = form.list("weapons").iter().map(|weapon| weapon.text());
    let more = [("shield", "shield"), ("scythed", "scythes")];
    let more = more.into_iter().filter(|(field, _)| form.bool(field)).map(|(_, extra)| extra);
    let figures = number_of(form.get("figures"));
    let cost = points::cost(troop, class(form), training(form, "training"), figures, weapons.chain(more));
    let answer = json!({ "per_figure": cost.per_figure, "unit": cost.body, "total": cost.total });
    Ok(resting(answer, [rule::POINTS_COST, rule::TROOPS_TYPES]))
}

fn arrival(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let marches = form.text("kind") == "flank_march";
    let rule = if marches { rule::ARRIVALS_DICE } else { rule::ARRIVALS_RETURN };
    let may = if marches {
        generals::may_arrive(form.int("period") as u16)
    } else {
        generals::may_return(form.int("tries") as u16, form.bool("pursued_off"))
    };
    if !may {
        return Ok(resting(json!({ "may_dice": false, "arrives": false }), [rule]));
    }
    let brings = |face| if marches { generals::arrives(house, face) } else { generals::returns(face) };
    let die = training(form, "training").die();
    if let Some(dice) = form.opt("dice") {
        let face = face(dice.record().get("arrival"), die)?;
        return Ok(resting(json!({ "may_dice": true, "arrives": brings(face) }), [rule]));
    }
    let why = RollId::new(rule::ARRIVALS_DICE.as_str(), 0);
    let chance = exact(6, |dice| brings(dice.roll(why, die))).expect("one die");
    let chance = fraction(&chance.chance(|arrives| *arrives));
    Ok(resting(json!({ "may_dice": true, "chance": chance }), [rule, rule::DICE_TRAINING]))
}

fn risk_of(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let lost = form.int("figures_lost") as u16;
    if let Some(dice) = form.opt("dice") {
        let thrown = faces(dice.record().get("risk"), &D6, lost)?;
        return Ok(resting(json!({ "disabled": thrown.contains(&6) }), [rule::GENERALS_RISK]));
    }
    let why = RollId::new(rule::GENERALS_RISK.as_str(), 0);
    let chance = exact(100, |dice| generals::falls(lost, why, dice)).expect("one throw");
    let chance = fraction(&chance.chance(|falls| *falls));
    Ok(resting(json!({ "disabled": chance }), [rule::GENERALS_RISK]))
}

/// The word for whoever won, if anyone did.
fn winner(side: Option<usize>, nobody: &'static str) -> &'static str {
    side.map_or(nobody, |side| ["a", "b"][side])
}

fn challenge(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    // Where commanders may not fight in person, nobody wins.
    let won = |a, b| winner(generals::duel(a, b).filter(|_| house.personal_combat), "none");
    if let Some(dice) = form.opt("dice") {
        let [a, b] = ["a", "b"].map(|name| dice.record().int(name) as u8);
        return Ok(resting(json!({ "winner": won(a, b) }), [rule::GENERALS_CHALLENGE]));
    }
    let why = RollId::new(rule::GENERALS_CHALLENGE.as_str(), 0);
    let ends = exact(36, |dice| won(dice.roll(why, &D6), dice.roll(why, &D6)));
    let odds = odds(&ends.expect("two dice"), |key| (*key).to_owned());
    Ok(resting(json!({ "odds": odds }), [rule::GENERALS_CHALLENGE]))
}

fn messenger(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let distance = if form.bool("with_general") {
        0.0
    } else {
        form.opt("distance").ok_or_else(|| missing(form, "distance"))?.number()
    };
    Ok(resting(json!({ "periods": generals::messenger(house, distance) }), [rule::ORDERS_CHANGE]))
}

fn scouting(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let [a, b] = ["a", "b"].map(|name| -> u32 {
        let one = |(word, figures): &(String, Answer)| {
            let troop = Troop::parse(word).expect("the form knows only troop types");
            points::scouting(troop, number_of(figures))
        };
        form.map(name).iter().map(one).sum()
    });
    let answer = json!({ "a": a, "b": b, "sees_first": winner(points::sees_first([a, b]), "none") });
    Ok(resting(answer, [rule::SETUP_SCOUTING]))
}

fn won(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let halves = |name| (form.number(name) * 2.0).round() as u32;
    let count = Count {
        total: ["a_total", "b_total"].map(|name| number_of(form.get(name))),
        lost_halves: [halves("a_lost"), halves("b_lost")],
    };
    let end = victory::judge(house, count, form.int("period") as u16);
    let mut answer = json!({ "over": end.over, "a_broken": end.broken[0], "b_broken": end.broken[1] });
    if end.over {
        answer["winner"] = winner(end.winner, "draw").into();
    }
    Ok(resting(answer, [rule::VICTORY_ARMY]))
}
