//! Questions about where elements stand: contact, zones, shots, recoil, flight.

use super::forms::{base, flag, pose_field, pose_fields, troop, troop_field};
use super::{Question, number, rules};
use crate::Dba;
use crate::board::{Base, Board, MM};
use crate::flight::{self, Flight};
use crate::geometry::{self, Contact};
use crate::phase::{Camp, Holder};
use crate::recoil;
use crate::rule;
use crate::shooting;
use crate::troop::Troop;
use form::{Fault, Field, Filled, Kind, Node};
use ruling::RuleId;
use serde_json::{Map, Value, json};
use table::{Convex, Edge, Ground, Rect, Vec2};
use umpire::{Side, UnitId};

pub(super) fn questions() -> Vec<Question> {
    let others = |kind: Kind| {
        Field::new("others", Kind::list(kind, ..), "everyone else who may be in the way").or(Node::list([]))
    };
    let pose = || Kind::record(pose_fields());
    let side = Field::new("side", Kind::one_of(["friend", "enemy"]), "whether it is a friend or an enemy");
    let with_side = Kind::record(pose_fields().chain([side]));
    vec![
        Question::new(
            "corners",
            "the corners of a base",
            "Front left, front right, rear left, rear right.",
            pose_fields(),
            corners,
        ),
        Question::new(
            "contact",
            "how one base touches another",
            "The first kind that fits, named by the edge of `b`: front, flanks, rear, overlaps, sides, or none.",
            [pose_field("a", "the base that touches"), pose_field("b", "the base that is touched")],
            contact,
        ),
        Question::new(
            "zoc",
            "whether an element is in a zone of control",
            "Whether it is, and how deep the zone is once others have cut it short.",
            [
                pose_field("controller", "the element whose zone it is"),
                pose_field("element", "the element that may be in it"),
                others(pose()),
            ],
            zoc,
        ),
        Question::new(
            "can_shoot",
            "whether an element may shoot at another",
            "Whether it may, how far it is where it was measured, and the first rule against it.",
            [
                pose_field("shooter", "the element that shoots"),
                pose_field("target", "the element shot at"),
                others(pose()),
                Field::new("own_bound", Kind::Bool, "whether it is the shooter's own bound").or(true),
                flag("moved", "whether the shooter has moved this bound"),
                flag("shot_at_by_target", "whether the target shoots at it"),
                flag("shooter_in_contact", "whether the shooter is in contact with an enemy"),
                flag("target_in_contact", "whether the target is in contact with an enemy"),
                flag("shooter_in_camp", "whether the shooter occupies a camp"),
            ],
            can_shoot,
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
            "line_up",
            "where an element stands in contact with an enemy",
            "The place and the facing of the mover.",
            [
                troop_field("troop", "the type that moves"),
                pose_field("enemy", "the enemy"),
                Field::new(
                    "edge",
                    Kind::one_of(Contact::ENDS.map(Contact::as_str)),
                    "the edge or corner of the enemy",
                ),
            ],
            line_up,
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

/// A bare table of the size that the house plays on.
fn bare_table(book: &Dba) -> Ground {
    let side = f64::from(book.house.table_size) * MM;
    Ground::bare(side, side)
}

/// The bases of a list, numbered from 1.
fn bases<'a>(book: &'a Dba, form: &'a Filled, name: &str) -> impl Iterator<Item = (Base, &'a Filled)> {
    let numbered = (1..).zip(form.records(name).collect::<Vec<_>>());
    numbered.map(|(id, pose)| (Base { id: UnitId(id), ..base(book, pose) }, pose))
}

fn point(p: Vec2) -> Value {
    json!([number(p.x), number(p.y)])
}

/// Puts a place into an answer.
fn put(answer: &mut Map<String, Value>, base: &Base) {
    answer.insert("x".into(), number(base.rect.centre.x));
    answer.insert("y".into(), number(base.rect.centre.y));
    put_facing(answer, base);
}

/// Facings run from 0 to under 360, also once they are rounded.
fn put_facing(answer: &mut Map<String, Value>, base: &Base) {
    let degrees = base.facing.to_degrees();
    answer.insert("facing".into(), number(if degrees >= 359.9995 { 0.0 } else { degrees }));
}

fn corners(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let Base { rect, .. } = base(book, form);
    Ok(json!({
        "fl": point(rect.fl()),
        "fr": point(rect.fr()),
        "rl": point(rect.rl()),
        "rr": point(rect.rr()),
        "rules": rules([rule::GEOMETRY_ELEMENT, rule::GEOMETRY_TOLERANCE]),
    }))
}

fn contact(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (a, b) = (base(book, form.record("a")), base(book, form.record("b")));
    let found = geometry::contact(&a, &b);
    let rule = match found {
        Some(Contact::LeftOverlap | Contact::RightOverlap) => rule::OVERLAP_CORNER,
        Some(Contact::LeftSide | Contact::RightSide) => rule::OVERLAP_SIDE,
        _ => rule::CONTACT_KINDS,
    };
    Ok(json!({ "contact": found.map_or("none", Contact::as_str), "rules": rules([rule]) }))
}

fn zoc(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (controller, element) = (base(book, form.record("controller")), base(book, form.record("element")));
    if controller.troop == Troop::CampFollowers {
        let rules = rules([rule::CAMP_FOLLOWERS]);
        return Ok(json!({ "in_zone": false, "depth": 0, "rules": rules }));
    }
    let others: Vec<Rect> = bases(book, form, "others").map(|(b, _)| b.rect).collect();
    let zone = |edge: &Edge| {
        let front = geometry::fronting(&controller.rect, *edge);
        let depth = geometry::zone_depth(&front, &others);
        (geometry::in_zone(&front, depth, &element.rect), depth)
    };
    let zones = || geometry::controlling_edges(&controller).iter().map(zone);
    // Of the zones of War Wagons, the one that the element is in; their front's if it is in none.
    let (in_zone, depth) = zones().find(|z| z.0).or_else(|| zones().next()).unwrap_or((false, 0.0));
    Ok(json!({ "in_zone": in_zone, "depth": number(depth), "rules": rules([rule::ZOC_AREA]) }))
}

fn can_shoot(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let shooter = base(book, form.record("shooter"));
    let target = Base { id: UnitId(1), side: Side::Blue, ..base(book, form.record("target")) };
    let others = bases(book, form, "others").map(|(b, _)| Base { id: UnitId(b.id.0 + 1), ..b });
    let ground = bare_table(book);
    let mut board = Board::new(book, &ground, [shooter, target].into_iter().chain(others).collect());
    if form.bool("shooter_in_camp") {
        // The question gives no camp: its outline is taken to be the base.
        let mut camp = Camp::new(&shooter.rect.corners());
        camp.holder = Holder::Element(shooter.id);
        board.camps[Side::Red] = Some(camp);
    }
    let gun_may = form.bool("shot_at_by_target") || (form.bool("own_bound") && !form.bool("moved"));
    let engaged = form.bool("shooter_in_contact") || form.bool("target_in_contact");
    let mut distance = None;
    let against: Option<RuleId> = if book.house.range(shooter.troop) == 0 {
        Some(rule::SHOOT_WHO)
    } else if engaged {
        Some(rule::SHOOT_CONTACT)
    } else if shooting::is_gun(shooter.troop) && !gun_may {
        Some(rule::SHOOT_WHEN)
    } else {
        distance = measured(&board, &shooter, &target.rect);
        shooting::reach(&board, &shooter, target.id).err()
    };
    let mut answer = Map::new();
    answer.insert("allowed".into(), against.is_none().into());
    if let Some(distance) = distance {
        answer.insert("distance".into(), number(distance));
    }
    if let Some(rule) = against {
        answer.insert("rule".into(), rule.as_str().into());
    }
    let tests = [
        rule::SHOOT_WHO,
        rule::SHOOT_CONTACT,
        rule::SHOOT_WHEN,
        rule::SHOOT_ARC,
        rule::SHOOT_RANGE,
        rule::SHOOT_SIGHT,
    ];
    let tested = tests.iter().position(|&t| Some(t) == against).map_or(tests.len(), |i| i + 1);
    answer.insert("rules".into(), rules(tests[..tested].iter().copied()));
    Ok(answer.into())
}

/// How far a shot is, if the target is in the arc.
fn measured(board: &Board<'_>, shooter: &Base, target: &Rect) -> Option<f64> {
    if board.camp_of(shooter.id).is_some() || shooter.troop == Troop::WarWagons {
        return Some(geometry::all_round(&Convex::from(shooter.rect), target).1);
    }
    geometry::shot_distance(&shooter.rect, target)
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
    let done = recoil::decide(&board, &recoiler, form.bool("flank_or_rear_contact"));
    let mut answer = Map::new();
    answer.insert("result".into(), if done.to.is_some() { "recoil" } else { "destroyed" }.into());
    if let Some(to) = done.to {
        answer.insert("distance".into(), number(done.distance));
        put(&mut answer, &to);
    }
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
    answer.insert("rules".into(), rules([rule::RECOIL_ORDER, done.rule]));
    Ok(answer.into())
}

fn line_up(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let enemy = base(book, form.record("enemy"));
    let mover = super::forms::base_at(book, troop(form, "troop"), form.record("enemy"));
    let edge = Contact::ENDS[form.choice("edge")];
    let mut answer = Map::new();
    put(&mut answer, &geometry::line_up(&mover, &enemy, edge));
    let rule = if edge.fights() { rule::CONTACT_KINDS } else { rule::OVERLAP_CORNER };
    answer.insert("rules".into(), rules([rule]));
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
