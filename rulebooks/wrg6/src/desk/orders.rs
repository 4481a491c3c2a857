//! Questions about orders and the answers to a charge.

use super::forms::{flag, mover, mover_field, troop, troop_field};
use super::{Question, resting};
use crate::board::state::Answer;
use crate::charge::rules::{Charged, answers_left, reasons};
use crate::house::House;
use crate::orders::order::{Order, Posture, Target, leave_to_charge};
use crate::rule;
use binding::desk::number;
use form::{Fault, Field, Filled, Kind};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    let code = || Field::new("code", Kind::Text, "the order, such as `R Q A`");
    vec![
        Question::new(
            "order",
            "what an order means",
            "Its three parts and its sector; with a mover the least and the most of a normal move.",
            [code(), mover_field("troop", "who moves").optional()],
            order,
        ),
        Question::new(
            "charge_allowed",
            "whether an order lets a body charge",
            "Whether it may, and whether it must.",
            [
                code(),
                flag("target_flank", "whether the enemy shows a flank"),
                flag("target_light", "whether the enemy is light troops"),
                flag("target_shaken", "whether the enemy is shaken"),
                flag("target_disordered", "whether the enemy is disordered"),
                flag("target_blocking", "whether the enemy is in the way to the objective"),
                Field::new("target_sector_same", Kind::Bool, "whether the enemy is in the same sector")
                    .or(true),
                flag("target_shooting_at_us", "whether the enemy is shooting at them"),
                flag("impetuous", "whether they are impetuous"),
            ],
            charge_allowed,
        ),
        Question::new(
            "responses",
            "how a body may answer a charge",
            "Every answer that orders and the row of its test leave.",
            [
                troop_field("troop", "who is charged"),
                troop_field("charger", "who charges"),
                Field::new("posture", Kind::one_of(Posture::ALL.iter().map(|p| p.key())), "their posture"),
                flag("in_cover", "whether they are in cover"),
                Field::new("row", Kind::int(1..=6), "the row of their test").or(2),
                flag("shaken", "whether they were shaken"),
                flag("pinned", "whether they can go nowhere"),
            ],
            answers,
        ),
    ]
}

fn read(form: &Filled) -> Result<Order, Vec<Fault>> {
    Order::parse(form.text("code")).map_err(|words| vec![form.fault("code", words)])
}

fn order(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let order = read(form)?;
    let mut answer = json!({
        "area": order.area.key(),
        "flank_march": order.area.is_flank_march(),
        "sector": order.area.sector().key(),
        "pace": order.pace.key(),
        "posture": order.posture.key(),
    });
    if let Some(word) = form.opt("troop") {
        let (least, most) = order.limits(mover(word));
        answer["minimum"] = number(least, 1);
        answer["maximum"] = number(most, 1);
    }
    let parts = [rule::ORDERS_GRAMMAR, rule::ORDERS_AREA, rule::ORDERS_PACE, rule::ORDERS_POSTURE];
    Ok(resting(answer, parts))
}

fn charge_allowed(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let order = read(form)?;
    let target = Target {
        flank: form.bool("target_flank"),
        light: form.bool("target_light"),
        shaken: form.bool("target_shaken"),
        disordered: form.bool("target_disordered"),
        blocking: form.bool("target_blocking"),
        other_sector: !form.bool("target_sector_same"),
        shooting_at_us: form.bool("target_shooting_at_us"),
    };
    let impetuous = form.bool("impetuous");
    let leave = leave_to_charge(order, target);
    let area = target.other_sector.then_some(rule::ORDERS_AREA);
    let rule = if impetuous { rule::IMPETUOUS_CHARGE } else { leave.rule };
    Ok(resting(
        json!({ "allowed": impetuous || leave.granted, "compulsory": impetuous }),
        [rule].into_iter().chain(area),
    ))
}

fn answers(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let row = form.int("row") as u8;
    let charged = Charged {
        troop: troop(form.get("troop")),
        charger: troop(form.get("charger")),
        posture: Posture::ALL[form.choice("posture")],
        in_cover: form.bool("in_cover"),
        row,
        shaken: form.bool("shaken"),
        pinned: form.bool("pinned"),
    };
    let words: Vec<&str> = answers_left(&charged).into_iter().map(Answer::key).collect();
    let rules = std::iter::once(rule::CHARGE_RESPONSES).chain(reasons(&charged));
    Ok(resting(json!({ "responses": words, "impetuous": row == 1 }), rules))
}
