//! Questions of shooting: who can shoot at whom.

use crate::board::state::{Camp, Holder};
use crate::board::{Base, Board, geometry};
use crate::data::troop::Troop;
use crate::desk::forms::{Question, bare_table, base, bases, flag, number, others, pose_field, pose_fields};
use crate::{Dba, rule, shooting};
use binding::desk::rules;
use form::{Fault, Field, Filled, Kind};
use ruling::RuleId;
use serde_json::{Map, Value};
use table::{Convex, Rect};
use umpire::{Side, UnitId};

/// The questions of this chapter.
pub fn questions() -> Vec<Question> {
    vec![Question::new(
        "can_shoot",
        "whether an element may shoot at another",
        "Whether it may, how far it is where it was measured, and the first rule against it.",
        [
            pose_field("shooter", "the element that shoots"),
            pose_field("target", "the element shot at"),
            others(Kind::record(pose_fields())),
            Field::new("own_bound", Kind::Bool, "whether it is the shooter's own bound").or(true),
            flag("moved", "whether the shooter has moved this bound"),
            flag("shot_at_by_target", "whether the target shoots at it"),
            flag("shooter_in_contact", "whether the shooter is in contact with an enemy"),
            flag("target_in_contact", "whether the target is in contact with an enemy"),
            flag("shooter_in_camp", "whether the shooter occupies a camp"),
        ],
        can_shoot,
    )]
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
    } else if shooting::targets::is_gun(shooter.troop) && !gun_may {
        Some(rule::SHOOT_WHEN)
    } else {
        distance = measured(&board, &shooter, &target.rect);
        shooting::targets::reach(&board, &shooter, target.id).err()
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
