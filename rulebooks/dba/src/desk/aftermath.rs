//! Questions of what comes after a fight: outcomes, recoil, flight, pursuit.

use crate::aftermath::flight::{self, Flight};
use crate::aftermath::recoil;
use crate::aftermath::rules::{Defeat, outcome, outcome_in_camp, pursues};
use crate::board::{Base, Board};
use crate::data::tables::{Circumstance, Effect, Level, tables};
use crate::data::troop::{Going, Troop};
use crate::desk::forms::{
    Question, bare_table, base, bases, flag, going, going_field, not_a_shooter, number, others, pose_fields,
    put, put_facing, troop, troop_field,
};
use crate::movement::passing::{self, Faces};
use crate::{Dba, rule};
use binding::desk::rules;
use form::{Fault, Field, Filled, Kind};
use ruling::{RuleId, under};
use serde_json::{Map, Value, json};
use umpire::Side;

/// The questions of this chapter.
pub fn questions() -> Vec<Question> {
    let side = Field::new("side", Kind::one_of(["friend", "enemy"]), "whether it is a friend or an enemy");
    let with_side = Kind::record(pose_fields().chain([side]));
    vec![
        Question::new(
            "outcome",
            "what the loser of a combat suffers",
            "The result and the rules that say so.",
            [
                troop_field("loser", "the type with the lower total"),
                troop_field("winner", "the type with the higher"),
                Field::new("level", Kind::one_of(["equal", "beaten", "doubled"]), "how the totals compare"),
                going_field("going", "the going the loser is in"),
                Field::new(
                    "circumstance",
                    Kind::one_of(Circumstance::ALL.map(Circumstance::key)),
                    "how they met",
                )
                .or(Circumstance::InContact.key()),
                flag("in_camp", "whether the loser occupies a camp"),
            ],
            outcome_of,
        ),
        Question::new(
            "pursuit",
            "whether the winner pursues, and how far",
            "Whether it must, and how far it goes if nothing stops it.",
            [
                troop_field("winner", "the type that won"),
                Field::new("loser_result", Kind::one_of(LOSER_RESULTS), "what its enemy suffered or did"),
                Field::new("kind", Kind::one_of(["close", "shooting"]), "hand to hand or shooting")
                    .or("close"),
                flag("winner_in_camp", "whether the winner occupies a camp"),
            ],
            pursuit,
        ),
        Question::new(
            "recoil",
            "where an element recoils to, on open ground",
            "Whether it recoils or is destroyed, how far and where to, and which of the others it pushes or tramples.",
            pose_fields().chain([
                others(with_side),
                flag("flank_or_rear_contact", "whether an enemy is in contact with its flank or rear"),
            ]),
            recoils,
        ),
        Question::new(
            "flee",
            "where an element flees to, on open ground",
            "The place and the facing, and whether it has left the table.",
            pose_fields(),
            flees,
        ),
    ]
}

const LOSER_RESULTS: [&str; 6] = ["none", "recoil", "flee", "destroyed", "abandon_camp", "breaks_off"];

fn outcome_of(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (loser, winner) = (troop(form, "loser"), troop(form, "winner"));
    let level = [Level::Equal, Level::Beaten, Level::Doubled][form.choice("level")];
    let how = Circumstance::ALL[form.choice("circumstance")];
    let circumstance = form.get("circumstance");
    if how == Circumstance::Shot
        && let Some(fault) = not_a_shooter(book, winner, circumstance)
    {
        return Err(vec![fault]);
    }
    if how == Circumstance::MovedIntoContact && !book.house.may_contact(loser) {
        let never = format!("{} may not move into contact", loser.name());
        return Err(vec![circumstance.fault(under(rule::CONTACT_WHO, never))]);
    }
    let going: Going = going(form, "going");
    let lost = Defeat { level, loser, winner, going, how };
    let fate =
        if form.bool("in_camp") { outcome_in_camp(&book.house, &lost) } else { outcome(&book.house, &lost) };
    let reading: &[RuleId] = match level {
        Level::Equal => &[],
        Level::Beaten | Level::Doubled => &[rule::OUTCOME_GOING, rule::OUTCOME_CONTACT],
    };
    let applied = [fate.row].into_iter().chain(fate.camp).chain(reading.iter().copied());
    Ok(json!({ "result": fate.effect.key(), "rules": rules(applied) }))
}

fn pursuit(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let winner = troop(form, "winner");
    let effect = Effect::parse(form.text("loser_result"));
    // Who breaks off is pursued like one who recoils.
    let effect = effect.unwrap_or(Effect::Recoil);
    let close = form.text("kind") == "close";
    let pursues = close && pursues(book, winner, effect, form.bool("winner_in_camp"));
    let distance = f64::from(book.house.depth(winner)).min(tables().pursuit.most);
    Ok(json!({
        "pursues": pursues,
        "distance": number(if pursues { distance } else { 0.0 }),
        "rules": rules([rule::PURSUIT_WHO, rule::PURSUIT_MOVE]),
    }))
}

fn recoils(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let recoiler = base(book, form);
    if matches!(recoiler.troop, Troop::WarWagons | Troop::CampFollowers) {
        return Err(vec![form.fault("troop", format!("{} never recoil", recoiler.troop.name()))]);
    }
    let others = bases(book, form, "others").map(|(b, pose)| {
        let side = if pose.text("side") == "friend" { Side::Red } else { Side::Blue };
        Base { side, ..b }
    });
    let ground = bare_table(book);
    let board = Board::new(book, &ground, [recoiler].into_iter().chain(others).collect());
    let done = recoil::decide(&board, &recoiler, form.bool("flank_or_rear_contact").then_some(recoiler.id));
    let mut answer = Map::new();
    answer.insert("result".into(), if done.to.is_some() { "recoil" } else { "destroyed" }.into());
    if let Some(to) = done.to {
        answer.insert("distance".into(), number(done.distance));
        put(&mut answer, &to);
    }
    // A friend of a type that it may go through is pushed only for want of room.
    let faces = |friend: &Base| Faces::of(recoiler.facing, friend.facing);
    let through = |f: &Base| passing::recoils_through(&book.house, recoiler.troop, f.troop, faces(f));
    let crowded = done.pushed.first().and_then(through).map(|right| [right, rule::PASS_ROOM]);
    let mut pushed = done.pushed;
    pushed.sort_by_key(|b| b.id);
    let mut trampled = done.trampled;
    trampled.sort_unstable();
    let pushed = pushed.iter().map(|b| {
        let at = b.rect.centre;
        json!({ "index": b.id.0 - 1, "x": number(at.x), "y": number(at.y) })
    });
    answer.insert("pushed".into(), pushed.collect());
    answer.insert("trampled".into(), trampled.iter().map(|id| id.0 - 1).collect());
    answer.insert(
        "rules".into(),
        rules([rule::RECOIL_ORDER, done.rule].into_iter().chain(crowded.into_iter().flatten())),
    );
    Ok(answer.into())
}

fn flees(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let runner = base(book, form);
    let ground = bare_table(book);
    let board = Board::new(book, &ground, vec![runner]);
    let mut answer = Map::new();
    let off = match flight::decide(&board, &runner, false) {
        Flight::Halts { to, .. } => {
            put(&mut answer, &to);
            false
        }
        Flight::OffTable { at } => {
            put_facing(&mut answer, &at);
            true
        }
        Flight::Destroyed { .. } => return Err(vec![form.fault("x", "it has no room to run there")]),
    };
    answer.insert("off_table".into(), off.into());
    let edge = off.then_some(rule::FLEE_EDGE);
    answer.insert("rules".into(), rules([rule::FLEE_MOVE].into_iter().chain(edge)));
    Ok(answer.into())
}
