//! Whether a structured order is one at all: how many legs, which verb needs what, what may stand in what.

use crate::data::feature::GROUND_KINDS;
use crate::orders::order::{
    Detail, ENEMY_KINDS, Face, Fire, Flank, Leg, Order, Reach, Ref, Shape, Stop, Trigger, Verb, Which, Whom,
};

/// Legs an order may have.
pub const LEGS: usize = 5;
/// Standing conditions an order may have.
pub const CONDITIONS: usize = 5;
/// How deep triggers may stand in one another, and how many in a row.
const DEPTH: usize = 8;
const MANY: usize = 16;

/// What is wrong with an order: the field in its structured form, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The field.
    pub field: &'static str,
    /// Why.
    pub why: String,
}

/// The first thing wrong with an order's structure.
///
/// # Errors
/// The flaw.
pub fn check(order: &Order) -> Result<(), Flaw> {
    let flaw = |field, why: &str| Err(Flaw { field, why: why.to_owned() });
    if order.legs.is_empty() {
        return flaw("verb", "an order says what to do");
    }
    if order.legs.len() > LEGS {
        return flaw("then", "an order has at most five legs");
    }
    if order.on.len() > CONDITIONS {
        return flaw("on", "an order has at most five standing conditions");
    }
    if order.on.iter().any(|c| c.when.is_empty()) {
        return flaw("if", "a condition says when");
    }
    order.every_leg().try_for_each(leg)?;
    order.on.iter().try_for_each(|c| triggers("if", &c.when))
}

fn leg(leg: &Leg) -> Result<(), Flaw> {
    let flaw = |field, why: String| Err(Flaw { field, why });
    let verb = leg.verb.key();
    match &leg.target {
        None if leg.verb.needs_target() => return flaw("target", format!("`{verb}` needs a target")),
        Some(target) if !leg.verb.takes(target) => {
            return flaw("target", format!("`{verb}` cannot be done to that"));
        }
        _ => {}
    }
    match leg.bearing {
        None if leg.verb == Verb::MoveDir => return flaw("bearing", "`move_dir` needs a bearing".to_owned()),
        Some(_) if leg.verb != Verb::MoveDir => {
            return flaw("bearing", format!("`{verb}` has no bearing"));
        }
        Some(b) if !(0..360_000).contains(&b) => return flaw("bearing", "from 0 to under 360".to_owned()),
        _ => {}
    }
    if leg.pace.is_some_and(|p| p <= 0) {
        return flaw("pace", "more than 0".to_owned());
    }
    if matches!(leg.formation, Some(Shape::Files(0) | Shape::Ranks(0))) {
        return flaw("files", "at least 1".to_owned());
    }
    if leg.route.len() > MANY {
        return flaw("route", format!("at most {MANY} places"));
    }
    if leg.warned_of.len() > MANY || leg.warned_of.iter().any(String::is_empty) {
        return flaw("warned_of", format!("at most {MANY} features, each by its id"));
    }
    if matches!(&leg.fire, Fire::At(r) if !r.is_enemy()) {
        return flaw("fire", "only enemies are shot at".to_owned());
    }
    if leg.pace.is_some() && leg.detail.slow {
        return flaw("pace", "a number or slow, not both".to_owned());
    }
    if leg.route.iter().any(Ref::is_enemy) {
        return flaw("route", "nobody marches by way of an enemy".to_owned());
    }
    detail(&leg.detail)?;
    leg.refs().try_for_each(reference)?;
    triggers("until", &leg.until)?;
    triggers("when", &leg.when)
}

fn detail(detail: &Detail) -> Result<(), Flaw> {
    let flaw = |field, why: &str| Err(Flaw { field, why: why.to_owned() });
    if detail.distance.is_some_and(|d| d <= 0) {
        return flaw("distance", "more than 0");
    }
    if matches!(detail.stop, Some(Stop::Short(d)) if d <= 0) {
        return flaw("stop", "more than 0");
    }
    if detail.gap.is_some_and(|d| d < 0) {
        return flaw("gap", "at least 0");
    }
    if matches!(detail.facing, Some(Face::Bearing(b)) if !(0..360_000).contains(&b)) {
        return flaw("facing", "from 0 to under 360");
    }
    if matches!(detail.refuse, Some(Flank::Either | Flank::Rear)) {
        return flaw("refuse", "left or right");
    }
    if detail.avoid.len() > MANY {
        return flaw("avoid", "too many places");
    }
    Ok(())
}

fn whom(field: &'static str, who: &Whom) -> Result<(), Flaw> {
    match who {
        Whom::Kind(kind) if kind == "any" => Err(Flaw { field, why: "`any` is left out".to_owned() }),
        Whom::Kind(kind) => enemy_kind(field, kind),
        Whom::Unit(label) if label.is_empty() || Whom::word(label) != *who => {
            Err(Flaw { field, why: "no unit's label".to_owned() })
        }
        _ => Ok(()),
    }
}

/// How deep places may stand beside one another.
const NESTED: usize = 3;

fn reference(r: &Ref) -> Result<(), Flaw> {
    nested(r, NESTED)
}

fn nested(r: &Ref, depth: usize) -> Result<(), Flaw> {
    let flaw = |field, why: String| Err(Flaw { field, why });
    match r {
        Ref::Beside(..) | Ref::Between(..) | Ref::Round(_) | Ref::EnemySome(_, Which::At(_))
            if depth == 0 =>
        {
            flaw("beside", "it stands too deep".to_owned())
        }
        Ref::Beside(of, _) | Ref::Round(of) => nested(of, depth - 1),
        Ref::Between(a, b) => nested(a, depth - 1).and_then(|()| nested(b, depth - 1)),
        Ref::EnemySome(kind, which) => {
            enemy_kind("kind", kind)?;
            match which {
                Which::At(place) if !place.is_ground() => flaw("at", "a place".to_owned()),
                Which::At(place) => nested(place, depth - 1),
                Which::Attacking(label) if label.is_empty() => flaw("state", "no unit's label".to_owned()),
                _ => Ok(()),
            }
        }
        Ref::FriendKind(kind, _) => enemy_kind("kind", kind),
        Ref::Friend(id) if id == "general" || id == "army" => flaw("friend", "no unit's label".to_owned()),
        Ref::Enemy(id) if id == "general" => flaw("enemy", "no unit's label".to_owned()),
        Ref::Feature(id) if id.is_empty() => flaw("feature", "empty".to_owned()),
        Ref::Name(name, _) if name.trim().is_empty() => flaw("name", "empty".to_owned()),
        Ref::Friend(id) if id.is_empty() => flaw("friend", "empty".to_owned()),
        Ref::Enemy(id) if id.is_empty() || id == "nearest" => flaw("enemy", "no unit's label".to_owned()),
        Ref::Kind(kind, _) if !GROUND_KINDS.contains(&kind.as_str()) => {
            flaw("kind", format!("`{kind}` is no kind of ground"))
        }
        Ref::EnemyKind(kind, _) => enemy_kind("kind", kind),
        _ => Ok(()),
    }
}

fn enemy_kind(field: &'static str, kind: &str) -> Result<(), Flaw> {
    if ENEMY_KINDS.contains(&kind) {
        Ok(())
    } else {
        Err(Flaw { field, why: format!("`{kind}` is no kind of troops") })
    }
}

fn triggers(field: &'static str, list: &[Trigger]) -> Result<(), Flaw> {
    if list.len() > MANY {
        return Err(Flaw { field, why: format!("at most {MANY} triggers") });
    }
    list.iter().try_for_each(|t| trigger(t, DEPTH, false))
}

fn trigger(t: &Trigger, depth: usize, in_all: bool) -> Result<(), Flaw> {
    let flaw = |field, why: &str| Err(Flaw { field, why: why.to_owned() });
    match t {
        Trigger::Signal(n) if !(1..=4).contains(n) => flaw("signal", "signals are numbered 1 to 4"),
        Trigger::Period(0) => flaw("period", "periods are numbered from 1"),
        Trigger::EnemyWithin(mils, _) if *mils <= 0 => flaw("enemy_within", "more than 0"),
        Trigger::EnemyWithin(_, Some(kind)) if kind == "any" => flaw("type", "`any` is left out"),
        Trigger::EnemyWithin(_, Some(kind)) => enemy_kind("type", kind),
        Trigger::Sees(r) => reference(r),
        Trigger::FriendDoes(id, _) => reference(&Ref::Friend(id.clone())),
        Trigger::EnemyDoes(id, _) => reference(&Ref::Enemy(id.clone())),
        Trigger::All(_) if in_all => flaw("all", "an `all` may not hold an `all`"),
        Trigger::All(list) if list.is_empty() => flaw("all", "it holds at least one trigger"),
        Trigger::All(list) if list.len() > MANY => flaw("all", "it holds too many triggers"),
        Trigger::All(list) => list.iter().try_for_each(|t| trigger(t, depth, true)),
        Trigger::EnemyNear(Reach::Inches(mils), _) if *mils <= 0 => flaw("enemy_within", "more than 0"),
        t if !t.is_simplest() => flaw("trigger", "there is a simpler form"),
        Trigger::EnemyNear(_, who) => whom("unit", who),
        Trigger::AttackedBy(who) => whom("by", who),
        Trigger::After(0) => flaw("after", "at least 1"),
        Trigger::Does(event) => {
            whom(if event.friend { "friend" } else { "enemy" }, &event.who)?;
            event.place.iter().try_for_each(reference)
        }
        Trigger::Not(_) if depth == 0 => flaw("not", "it stands too deep"),
        Trigger::Not(t) => trigger(t, depth - 1, in_all),
        _ => Ok(()),
    }
}
