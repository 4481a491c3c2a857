//! Questions about combats: factors, odds, outcomes, pursuit.

use crate::board::geometry::in_range;
use crate::combat::rules::fighter::{Aid, Fighter, Supporter};
use crate::combat::rules::withheld::withheld;
use crate::combat::rules::{Clash, Kind as Fight, support};
use crate::data::tables::Effect;
use crate::data::troop::Troop;
use crate::desk::forms::{
    Question, any_troop, chance, flag, going, going_field, length, not_a_shooter, troop, troop_field,
};
use crate::{Dba, rule};
use binding::desk::{cited, factors, rules};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::{RuleId, under};
use serde_json::{Map, Value, json};

/// The questions of this chapter.
pub fn questions() -> Vec<Question> {
    vec![
        Question::new(
            "combat",
            "the factors of a combat, and its result or its exact odds",
            "Each side's factors and their total; with dice the scores and what comes of them, without dice the \
             chance of every result over the 36 throws, before any recoil proves blocked.",
            [
                Field::new("kind", Kind::one_of(["close", "shooting"]), "hand to hand or shooting"),
                side_field("attacker", "the one side; in shooting the main shooter"),
                side_field("defender", "the other side; in shooting the target"),
                Field::new("distance", length(), "how far the main shooter is from the target").optional(),
                flag("shoots_back", "whether the target shoots at the attacker as main shooter"),
                Field::new("dice", Kind::record([die("attacker"), die("defender")]), "the dice rolled")
                    .optional(),
            ],
            combat,
        ),
        Question::new(
            "rear_support",
            "what the element behind adds in close combat",
            "The factor, 0 if it adds nothing, and the rule that says so.",
            [side_field("front", "the element supported"), side_field("enemy", "the enemy it fights")],
            rear_support,
        ),
    ]
}

fn die(name: &'static str) -> Field {
    Field::new(name, Kind::int(1..=6), "its die")
}

/// One side of a combat, as a form.
fn side_field(name: &'static str, help: &'static str) -> Field {
    let flank = || Kind::one_of(["clear", "overlapped", "contacted"]);
    let support = Kind::record([
        troop_field("troop", "the type of the element directly behind"),
        going_field("going", "the going it is in"),
        Field::new("shot_at_by", Kind::list(any_troop(), ..), "the types that shot at it this bound")
            .or(Node::list([])),
    ]);
    let aid = Kind::record([
        troop_field("troop", "the type of an element that aids"),
        Field::new("distance", length(), "how far it is from the target"),
    ]);
    let fields = [
        troop_field("troop", "the type of the element"),
        flag("general", "whether it is the general's element"),
        going_field("going", "the going it is in"),
        flag("in_camp", "whether it occupies a camp"),
        flag("uphill", "whether it is uphill of the enemy"),
        flag("river_bank", "whether it defends a river bank"),
        Field::new("left", flank(), "what the enemy does to its left flank").or("clear"),
        Field::new("right", flank(), "what the enemy does to its right flank").or("clear"),
        Field::new("rear", Kind::one_of(["clear", "contacted"]), "what the enemy does to its rear")
            .or("clear"),
        Field::new("support", support, "the element directly behind it").optional(),
        flag("moved_into_contact", "whether it moved into contact this bound"),
        flag("pikes_beside", "whether friendly Pikes stand beside it"),
        Field::new("camp_overlaps", Kind::int(0..=2), "how many enemy Bows overlap its camp").or(0),
        Field::new("aided_by", Kind::list(aid, ..=2), "those who shoot with it").or(Node::list([])),
    ];
    Field::new(name, Kind::record(fields), help)
}

/// The fighter that a side describes.
fn fighter(side: &Filled) -> Fighter {
    let support = side.opt("support").map(Answer::record).map(|s| Supporter {
        troop: troop(s, "troop"),
        going: going(s, "going"),
        shot_at_by: s.list("shot_at_by").iter().map(|t| Troop::ALL[t.choice()]).collect(),
    });
    let mut aids =
        side.records("aided_by").map(|a| Aid { troop: troop(a, "troop"), distance: a.number("distance") });
    let pressed = |name: &str| u8::from(side.text(name) != "clear");
    Fighter {
        general: side.bool("general"),
        going: going(side, "going"),
        in_camp: side.bool("in_camp"),
        uphill: side.bool("uphill"),
        river_bank: side.bool("river_bank"),
        left: pressed("left"),
        right: pressed("right"),
        rear: pressed("rear"),
        support,
        moved_into_contact: side.bool("moved_into_contact"),
        pikes_beside: side.bool("pikes_beside"),
        camp_overlaps: side.int("camp_overlaps") as u8,
        aided_by: [aids.next(), aids.next()],
        ..Fighter::new(troop(side, "troop"))
    }
}

/// What cannot be of two sides, however they fight.
fn impossible(sides: [&Filled; 2]) -> Vec<Fault> {
    let mut faults = Vec::new();
    if sides.iter().all(|s| s.bool("in_camp")) {
        faults.push(sides[1].fault("in_camp", "both sides cannot be in a camp"));
    }
    for side in sides {
        if troop(side, "troop") == Troop::CampFollowers && !side.bool("in_camp") {
            faults.push(side.fault("in_camp", "Camp Followers fight only in their camp"));
        }
    }
    faults
}

/// What cannot be of two sides in close combat.
fn impossible_close(book: &Dba, sides: [&Filled; 2]) -> Vec<Fault> {
    let mut faults = impossible(sides);
    if sides.iter().all(|s| s.bool("uphill")) {
        faults.push(sides[1].fault("uphill", "both sides cannot be uphill"));
    }
    if sides.iter().all(|s| s.bool("moved_into_contact")) {
        faults.push(sides[1].fault("moved_into_contact", "only one side can have moved into contact"));
    }
    for side in sides {
        let troop = troop(side, "troop");
        if side.bool("moved_into_contact") && !book.house.may_contact(troop) {
            let never = format!("{} may not move into contact", troop.name());
            faults.push(side.fault("moved_into_contact", under(rule::CONTACT_WHO, never)));
        }
        if !side.list("aided_by").is_empty() {
            faults.push(side.fault("aided_by", "nobody aids in close combat"));
        }
        let shot_at_by = side.opt("support").map_or(&[][..], |s| s.record().list("shot_at_by"));
        faults.extend(shot_at_by.iter().filter_map(|t| not_a_shooter(book, Troop::ALL[t.choice()], t)));
    }
    faults
}

/// What cannot be of a side that shoots from a distance.
fn impossible_shooter(book: &Dba, form: &Filled, side: &Filled) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(not_a_shooter(book, troop(side, "troop"), side.get("troop")));
    faults.extend(form.opt("distance").and_then(|d| too_far(book, troop(side, "troop"), d)));
    for aid in side.records("aided_by") {
        let troop = troop(aid, "troop");
        faults.extend(not_a_shooter(book, troop, aid.get("troop")));
        faults.extend(too_far(book, troop, aid.get("distance")));
    }
    faults
}

fn too_far(book: &Dba, troop: Troop, distance: &Answer) -> Option<Fault> {
    let range = book.house.range(troop);
    if range == 0 || in_range(distance.number(), f64::from(range)) {
        return None;
    }
    let message = format!("beyond the range of {}, {range} paces", troop.name());
    Some(distance.fault(under(rule::SHOOT_RANGE, message)))
}

/// How the two sides of a question fight, if they can.
fn kind(book: &Dba, form: &Filled) -> Result<Fight, Vec<Fault>> {
    let sides = [form.record("attacker"), form.record("defender")];
    let back = form.bool("shoots_back");
    if form.text("kind") == "close" {
        let mut faults = impossible_close(book, sides);
        if back {
            faults.push(form.fault("shoots_back", "nobody shoots in close combat"));
        }
        return if faults.is_empty() { Ok(Fight::Close) } else { Err(faults) };
    }
    let mut faults = impossible(sides);
    faults.extend(impossible_shooter(book, form, sides[0]));
    let target = troop(sides[1], "troop");
    if back && book.house.range(target) == 0 {
        faults.extend(not_a_shooter(book, target, form.get("shoots_back")));
    } else if back {
        faults.extend(impossible_shooter(book, form, sides[1]));
    }
    match form.opt("distance").map(Answer::number) {
        None => faults.push(form.fault("distance", "missing; give how far the shot is")),
        Some(distance) if faults.is_empty() => {
            return Ok(if back { Fight::Exchange { distance } } else { Fight::Shot { distance } });
        }
        Some(_) => {}
    }
    Err(faults)
}

const SIDES: [&str; 2] = ["attacker", "defender"];

fn combat(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let kind = kind(book, form)?;
    let sides = SIDES.map(|name| fighter(form.record(name)));
    let clash = Clash::new(book, kind, [&sides[0], &sides[1]]);
    let mut answer = Map::new();
    for (i, role) in kind.roles().into_iter().enumerate() {
        let tally = &clash.tallies[i];
        let without: Value = withheld(book, role, &sides[i], &sides[1 - i])
            .iter()
            .map(|no| json!({ "rule": cited(no.rule), "why": no.why }))
            .collect();
        let factors = factors(tally.factors());
        answer.insert(
            SIDES[i].into(),
            json!({ "factors": factors, "total": tally.total(), "withheld": without }),
        );
    }
    match form.opt("dice") {
        Some(dice) => answer.append(&mut decided(&clash, SIDES.map(|name| dice.record().int(name) as u8))),
        None => {
            answer.insert("odds".into(), odds(&clash));
            let ends = clash.odds();
            let applied = ends.iter().filter(|(ways, _)| *ways > 0).flat_map(|(_, end)| &end.rules);
            let mut named: Vec<RuleId> = Vec::new();
            for &rule in applied {
                if !named.contains(&rule) {
                    named.push(rule);
                }
            }
            answer.insert("rules".into(), rules(named));
        }
    }
    Ok(answer.into())
}

/// What a throw of the dice does.
fn decided(clash: &Clash, faces: [u8; 2]) -> Map<String, Value> {
    let (scores, end) = (clash.scores(faces), clash.decide(faces));
    let both = |what: [Value; 2]| {
        let [attacker, defender] = what;
        json!({ "attacker": attacker, "defender": defender })
    };
    let mut said = Map::new();
    said.insert("score".into(), both(scores.map(Value::from)));
    said.insert("level".into(), end.level.key().into());
    said.insert("lower".into(), end.lower.map_or("neither", |i| SIDES[i]).into());
    said.insert("result".into(), both(end.results.map(|effect| effect.key().into())));
    said.insert("pursues".into(), both(end.pursues.map(Value::from)));
    let followed = end.results != [Effect::None; 2] && !end.rules.contains(&rule::PURSUIT_WHO);
    let pursuit = followed.then_some(rule::PURSUIT_WHO);
    let applied = [rule::COMBAT_TOTAL].into_iter().chain(end.rules.iter().copied()).chain(pursuit);
    said.insert("rules".into(), rules(applied));
    said
}

/// The chance of every result over the 36 throws.
fn odds(clash: &Clash) -> Value {
    let ends = clash.odds();
    let ways = |meets: &dyn Fn([Effect; 2]) -> bool| -> u32 {
        ends.iter().filter(|(_, end)| meets(end.results)).map(|(n, _)| u32::from(*n)).sum()
    };
    let mut said = Map::new();
    for (i, name) in SIDES.into_iter().enumerate() {
        let results = Effect::ALL.into_iter().map(|e| (e, ways(&|results| results[i] == e)));
        let likely = results.filter(|(_, n)| *n > 0);
        said.insert(name.into(), likely.map(|(e, n)| (e.key().to_owned(), chance(n, 36))).collect());
    }
    said.insert("no_effect".into(), chance(ways(&|results| results == [Effect::None; 2]), 36));
    said.into()
}

fn rear_support(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let sides = [form.record("front"), form.record("enemy")];
    let faults = impossible_close(book, sides);
    if !faults.is_empty() {
        return Err(faults);
    }
    let [front, enemy] = sides.map(fighter);
    let (value, rule) = match support::judge(book, &front, &enemy) {
        Ok(factor) => (factor.value, factor.rule),
        Err(no) => (0, no.rule),
    };
    Ok(json!({ "value": value, "rules": rules([rule]) }))
}
