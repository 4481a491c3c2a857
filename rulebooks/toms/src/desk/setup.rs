//! Questions about lists, setting up and winning.

use super::Question;
use super::forms::{
    applied, chance, dice_field, flag, listed, number, profile_field, unit_field, who, whole,
};
use crate::army::{generals_of, missized};
use crate::board::land;
use crate::board::zone::Zone;
use crate::data::scale::{MM, NEAR};
use crate::data::tables::{file, tables};
use crate::data::troop::Profile;
use crate::house::House;
use crate::victory::{self, Loss};
use crate::{Toms, rule};
use binding::desk::cited;
use form::{Fault, Field, Filled, Kind, Node};
use ruling::RuleId;
use serde_json::{Value, json};
use table::{Facing, Ground, Rect, Vec2};
use umpire::{BySide, Side};

/// Coordinates farther from the table than this are surely mistakes.
const FAR: f64 = 1000.0;

pub(super) fn questions() -> Vec<Question> {
    vec![
        unit_asked(),
        points_asked(),
        footprint_asked(),
        roll_off_asked(),
        deploy_asked(),
        hidden_asked(),
        victory_asked(),
        table_asked(),
    ]
}

fn count() -> Field {
    Field::new("count", Kind::int(1..=99), "how many figures").optional()
}

fn unit_asked() -> Question {
    Question::new(
        "unit",
        "What is this troop type like?",
        "its statistics",
        [unit_field(), profile_field()],
        unit,
    )
}

fn points_asked() -> Question {
    let entry = [unit_field(), Field::new("count", Kind::int(1..=99), "how many figures")];
    Question::new(
        "points",
        "What does this army cost?",
        "the cost of each unit, the total and the generals",
        [
            Field::new("army", Kind::list(Kind::record(entry), 1..=200), "the units"),
            Field::new("limit", Kind::int(0..=100_000), "the points that may be spent").optional(),
        ],
        points,
    )
}

fn footprint_asked() -> Question {
    Question::new(
        "footprint",
        "How much room does a unit take?",
        "width, depth, rows and the last row",
        [unit_field(), count()],
        footprint,
    )
}

fn roll_off_asked() -> Question {
    Question::new(
        "roll_off",
        "Who begins?",
        "who deploys first and has the first turn, or the chances",
        [dice_field(&["a", "b"])],
        roll_off,
    )
}

fn deploy_asked() -> Question {
    let inches = |name, help| Field::new(name, Kind::number(-FAR..=FAR).in_unit("inches"), help);
    let table = [
        Field::new("width", Kind::number(1.0..=FAR), "from west to east").or(tables().setup.width),
        Field::new("depth", Kind::number(1.0..=FAR), "from south to north").or(tables().setup.height),
    ];
    Question::new(
        "deploy",
        "May a unit be placed here?",
        "whether it may, and if not why",
        [
            unit_field(),
            count(),
            inches("x", "how far east its centre is"),
            inches("y", "how far north its centre is"),
            Field::new("facing", Kind::number(-360.0..=360.0), "the way it faces").optional(),
            Field::new("side", Kind::one_of(["south", "north"]), "its own edge"),
            Field::new("table", Kind::record(table), "the table").or(Node::record([])),
        ],
        deploy,
    )
}

fn hidden_asked() -> Question {
    Question::new(
        "hidden",
        "Does an ambush stay hidden?",
        "whether it does, and if not why",
        [
            Field::new("enemy_distance", Kind::number(0.0..), "from the wood to the nearest enemy"),
            Field::new("wholly_inside", Kind::Bool, "whether it is wholly in the wood").or(true),
            flag("has_shot", "whether it has shot"),
        ],
        hidden,
    )
}

fn victory_asked() -> Question {
    let losses = || {
        Kind::record([
            Field::new("points", Kind::int(1..=100_000), "the points it began with"),
            whole("lost", 100_000, "points of units gone or berserk"),
            whole("broken", 100_000, "points of broken units that may still rally"),
            Field::new("casualties", Kind::number(0.0..=100_000.0), "points of figures lost").or(0),
        ])
    };
    Question::new(
        "victory",
        "Is the battle over?",
        "whether it is, who won and why",
        [
            Field::new("a", losses(), "one side"),
            Field::new("b", losses(), "the other side"),
            Field::new("turn", Kind::int(1..=1000), "the number of the turn").or(1),
            flag("turn_complete", "whether both players have had it"),
        ],
        victory,
    )
}

fn table_asked() -> Question {
    Question::new(
        "table",
        "What does a table of the book say?",
        "the whole section",
        [Field::new("name", Kind::Text, "the name of the section")],
        section,
    )
}

fn unit(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = who(book, form)?;
    let rules = [
        (true, who.rule),
        (true, list_rule(who.list)),
        (true, rule::LIST_BODY),
        (true, rule::SCALE_UNITS),
        (who.shoots(), rule::LIST_MISSILE_KIND),
        (who.charge > 0, rule::CHARGE_RATE),
        (who.fights_on_foot, rule::MELEE_DISMOUNT),
        (who.auxiliary || who.siege_engine, rule::AUX_WHO),
        (who.is_elephant(), rule::ELEPHANT_LIVES),
        (who.is_elephant(), rule::ELEPHANT_CREW),
    ];
    Ok(json!({
        "name": who.name,
        "list": who.list,
        "points": who.points,
        "move": who.pace,
        "charge": who.charge,
        "range": who.range,
        "armour": who.armour,
        "shield": who.shield,
        "cavalry": who.cavalry,
        "trained": who.trained,
        "crew": who.crew,
        "missile": who.missile.key(),
        "body": who.body.key(),
        "lines": who.lines,
        "fights_on_foot": who.fights_on_foot,
        "auxiliary": who.auxiliary,
        "siege_engine": who.siege_engine,
        "flammable": who.flammable,
        "typical": who.typical,
        "rules": applied(rules),
    }))
}

/// The rule that gives a list.
fn list_rule(name: &str) -> RuleId {
    let list = tables().lists.iter().find(|list| list.name == name);
    list.map_or(rule::SETUP_POINTS, |list| list.rule)
}

/// The figures asked for, if a unit may have them.
fn sized(who: &Profile, form: &Filled) -> Result<u16, Vec<Fault>> {
    let Some(answer) = form.opt("count") else { return Ok(if who.is_model() { 1 } else { who.typical }) };
    let count = u16::try_from(answer.int()).unwrap_or(u16::MAX);
    match missized(who, count) {
        Some(what) => Err(vec![answer.fault(what)]),
        None => Ok(count),
    }
}

fn points(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mut lines = Vec::new();
    let mut total = 0u32;
    for entry in form.records("army") {
        let who = listed(book, entry)?;
        let count = sized(&who, entry)?;
        let cost = who.cost(count);
        total += u32::from(cost);
        lines.push(json!({
            "unit": who.key,
            "count": count,
            "each": who.points,
            "cost": cost,
            "rule": cited(who.rule),
        }));
    }
    let limit = form.opt("limit");
    let rules =
        [(true, rule::POINTS_FIGURE), (true, rule::SETUP_GENERALS), (limit.is_some(), rule::SETUP_POINTS)];
    let mut answer = json!({
        "lines": lines,
        "total": total,
        "generals": generals_of(book, total),
        "rules": applied(rules),
    });
    if let Some(limit) = limit {
        answer["within_limit"] = (i64::from(total) <= limit.int()).into();
    }
    Ok(answer)
}

fn footprint(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    let count = if who.is_model() { 1 } else { sized(&who, form)? };
    let (width, depth) = who.footprint(book.card, count);
    let usual = form.opt("count").is_none();
    let rules = [(true, rule::SCALE_BASE), (usual, rule::SCALE_UNITS), (!usual, rule::SETUP_UNIT_SIZE)];
    let mut answer = json!({ "width": number(width), "depth": number(depth), "rules": applied(rules) });
    if !who.is_model() {
        let files = book.card.files;
        let rows = count.div_ceil(files);
        answer["rows"] = rows.into();
        answer["last_row"] = (count - (rows - 1) * files).into();
    }
    Ok(answer)
}

fn roll_off(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let rules = applied([(true, rule::SETUP_ROLLOFF)]);
    let Some(dice) = form.opt("dice").map(form::Answer::record) else {
        let (half, tie) = (chance(1, 2), chance(1, 6));
        return Ok(json!({ "p_a": half, "p_b": half, "p_tie_first_roll": tie, "rules": rules }));
    };
    let faces = |name: &str| dice.list(name).iter().map(form::Answer::int).collect::<Vec<i64>>();
    let (a, b) = (faces("a"), faces("b"));
    if a.is_empty() || a.len() != b.len() {
        return Err(vec![dice.fault("b", "both sides roll equally often")]);
    }
    let last = a.len() - 1;
    if (0..last).any(|i| a[i] != b[i]) || a[last] == b[last] {
        return Err(vec![dice.fault("a", "dice are rolled again just while they tie")]);
    }
    let first = if a[last] > b[last] { "a" } else { "b" };
    Ok(json!({ "deploys_first": first, "first_turn": first, "rolls": a.len(), "rules": rules }))
}

fn deploy(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let who = listed(book, form)?;
    let count = if who.is_model() { 1 } else { sized(&who, form)? };
    let (width, depth) = who.footprint(book.card, count);
    let north = form.choice("side") == 1;
    let facing = form.opt("facing").map_or(if north { 180.0 } else { 0.0 }, |f| f.number());
    let centre = Vec2::new(form.number("x"), form.number("y"));
    let base = Rect::new(centre, Facing::degrees(facing), width, depth);
    let (w, d) = (form.record("table").number("width"), form.record("table").number("depth"));
    let ground = Ground::bare(w * MM, d * MM);
    let zone = Zone::at(!north, d);
    let off = !land::on_table(&ground, &base);
    let rules = applied([(true, rule::SETUP_DEPLOY), (off, rule::SETUP_TABLE)]);
    let reason = if off {
        "off_table"
    } else if !zone.holds(&base) {
        "outside_zone"
    } else {
        return Ok(json!({ "ok": true, "rules": rules }));
    };
    Ok(json!({ "ok": false, "reason": reason, "rules": rules }))
}

fn hidden(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let rules = applied([(true, rule::WOODS_HIDDEN)]);
    let near = form.number("enemy_distance") <= tables().shooting.reveal + NEAR;
    let reason = if !form.bool("wholly_inside") {
        "emerged"
    } else if form.bool("has_shot") {
        "shot"
    } else if near {
        "enemy_near"
    } else {
        return Ok(json!({ "hidden": true, "rules": rules }));
    };
    Ok(json!({ "hidden": false, "reason": reason, "rules": rules }))
}

fn victory(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let read = |name: &str| -> Result<Loss, Vec<Fault>> {
        let side = form.record(name);
        let points = side.int("points") as u32;
        for field in ["lost", "broken", "casualties"] {
            if side.number(field) > f64::from(points) {
                return Err(vec![side.fault(field, "more than the army had")]);
            }
        }
        Ok(Loss {
            points,
            lost: side.int("lost") as u32,
            broken: side.int("broken") as u32,
            casualties: (side.number("casualties") * f64::from(Loss::PARTS)).round() as u32,
        })
    };
    let losses = BySide([read("a")?, read("b")?]);
    let house: &House = &book.house;
    let end = victory::end(house, &losses, form.int("turn") as u16, form.bool("turn_complete"));
    let Some(end) = end else {
        let last = form.bool("turn_complete");
        let rules = applied([(true, rule::VICTORY_ARMY_BREAKS), (last, rule::VICTORY_LIMIT)]);
        return Ok(json!({ "over": false, "rules": rules }));
    };
    let limit = end.rule == rule::VICTORY_LIMIT;
    let share = |side: Side| if limit { losses[side].casualty_share() } else { losses[side].share() };
    Ok(json!({
        "over": true,
        "winner": end.winner.map_or("draw", |side| if side == Side::Red { "a" } else { "b" }),
        "reason": if limit { "turn_limit" } else { "army_broken" },
        "loss_a": share(Side::Red).to_string(),
        "loss_b": share(Side::Blue).to_string(),
        "rules": applied([(true, end.rule)]),
    }))
}

fn section(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let name = form.text("name");
    let found = name.split('.').try_fold(file(), |node, part| node.get(part));
    match found.map(Node::to_json) {
        Some(section @ Value::Object(_)) => Ok(section),
        _ => Err(vec![form.fault("name", format!("there is no table `{name}`"))]),
    }
}
