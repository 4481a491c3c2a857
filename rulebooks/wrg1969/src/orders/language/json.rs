//! Orders and signal cards as JSON: the structured form, equal in every respect to the sentence.

use crate::orders::language::stumble::Stumble;
use crate::orders::language::whens::either;
use crate::orders::order::{
    Charge, Condition, Deed, ENEMY_KINDS, Edge, Event, Face, Fire, Flank, Leg, Mils, Order, Reach, Ref, Rel,
    Shape, Stop, Trigger, Verb, Where, Which, Whom, Wing,
};
use crate::orders::validate;
use form::{Fault, Node, Value};

/// Reads an order from JSON text.
///
/// # Errors
/// The field at fault, as a stumble.
pub fn read_text(text: &str) -> Result<Order, Stumble> {
    let stumbled = |fault: Fault| {
        let span = fault.span.clone().unwrap_or(0..text.len());
        Stumble::new(text, span, fault.to_string(), Vec::new())
    };
    let node = form::parse_json(text).map_err(stumbled)?;
    read(&node).map_err(stumbled)
}

/// Reads an order from a tree and holds it against the rules of its structure.
///
/// # Errors
/// The first field at fault.
pub fn read(node: &Node) -> Result<Order, Fault> {
    let fields = record(node, "order")?;
    let mut order = Order::new(vec![leg(fields, &["then", "on"])?]);
    for (name, value) in fields {
        match name.name.as_str() {
            "then" => {
                for item in list(value, "then")? {
                    order.legs.push(leg(record(item, "then")?, &[])?);
                }
            }
            "on" => {
                for item in list(value, "on")? {
                    order.on.push(condition(item)?);
                }
            }
            "text" => order.text = text(value, "text")?.to_owned(),
            _ => {}
        }
    }
    validate::check(&order).map_err(|flaw| Fault::new(flaw.field, flaw.why).at(node.span.clone()))?;
    Ok(order)
}

type Fields<'n> = &'n [(form::Key, Node)];

fn fault<T>(field: &str, message: impl Into<String>, node: &Node) -> Result<T, Fault> {
    Err(Fault::new(field, message).at(node.span.clone()))
}

fn record<'n>(node: &'n Node, field: &str) -> Result<Fields<'n>, Fault> {
    match &node.value {
        Value::Record(fields) => Ok(fields),
        _ => fault(field, "must be a record", node),
    }
}

fn list<'n>(node: &'n Node, field: &str) -> Result<&'n [Node], Fault> {
    match &node.value {
        Value::List(items) => Ok(items),
        _ => fault(field, "must be a list", node),
    }
}

fn text<'n>(node: &'n Node, field: &str) -> Result<&'n str, Fault> {
    match &node.value {
        Value::Text(text) => Ok(text),
        _ => fault(field, "must be text", node),
    }
}

fn flag(node: &Node, field: &str) -> Result<bool, Fault> {
    match node.value {
        Value::Bool(yes) => Ok(yes),
        _ => fault(field, "must be true or false", node),
    }
}

fn whole(node: &Node, field: &str) -> Result<i64, Fault> {
    match node.value {
        Value::Int(n) => Ok(n),
        Value::Number(x) if x.fract() == 0.0 && x.abs() < 1e9 => Ok(x as i64),
        _ => fault(field, "must be a whole number", node),
    }
}

/// A number in thousandths.
fn mils(node: &Node, field: &str) -> Result<Mils, Fault> {
    let x = match node.value {
        Value::Int(n) => n as f64,
        Value::Number(x) => x,
        _ => return fault(field, "must be a number", node),
    };
    let rounded = (x * 1000.0).round();
    if rounded.abs() <= f64::from(i32::MAX) || rounded == f64::from(i32::MIN) {
        Ok(rounded as Mils)
    } else {
        fault(field, "is too large", node)
    }
}

/// A word of a table.
fn word<T: Copy>(node: &Node, field: &str, table: &[(&str, T)]) -> Result<T, Fault> {
    let said = text(node, field)?;
    match table.iter().find(|(w, _)| *w == said) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let known: Vec<&str> = table.iter().map(|(w, _)| *w).collect();
            let wrong = Fault::new(field, format!("unknown value `{said}`")).at(node.span.clone());
            Err(wrong.help(format!("one of {}", known.join(", "))))
        }
    }
}

pub const WHERE: &[(&str, Where)] = &[
    ("in_front", Where::InFront),
    ("left", Where::Left),
    ("right", Where::Right),
    ("behind", Where::Behind),
    ("any", Where::Any),
    ("nearest", Where::Nearest),
];
pub const CHARGE: &[(&str, Charge)] =
    &[("at_will", Charge::AtWill), ("ordered_target", Charge::OrderedTarget), ("never", Charge::Never)];
pub const DEED: &[(&str, Deed)] = &[
    ("charges", Deed::Charges),
    ("engaged", Deed::Engaged),
    ("breaks", Deed::Breaks),
    ("passes", Deed::Passes),
    ("reaches", Deed::Reaches),
    ("retires", Deed::Retires),
    ("advances", Deed::Advances),
    ("halts", Deed::Halts),
    ("attacked", Deed::Attacked),
    ("fired_on", Deed::FiredOn),
    ("falls", Deed::Falls),
    ("crosses", Deed::Crosses),
    ("enters", Deed::Enters),
    ("leaves", Deed::Leaves),
];
pub const FLANK: &[(&str, Flank)] =
    &[("left", Flank::Left), ("right", Flank::Right), ("flank", Flank::Either), ("rear", Flank::Rear)];
pub const REL: &[(&str, Rel)] = &[
    ("left_of", Rel::LeftOf),
    ("right_of", Rel::RightOf),
    ("front_of", Rel::FrontOf),
    ("behind", Rel::Behind),
    ("beyond", Rel::Beyond),
    ("near", Rel::Near),
    ("foot", Rel::Foot),
];
pub const EDGE: &[(&str, Edge)] = &[
    ("own", Edge::Own),
    ("any", Edge::Any),
    ("N", Edge::North),
    ("E", Edge::East),
    ("S", Edge::South),
    ("W", Edge::West),
];
pub const WING: &[(&str, Wing)] = &[("left", Wing::Left), ("right", Wing::Right), ("centre", Wing::Centre)];
pub const COMPASS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

fn condition(node: &Node) -> Result<Condition, Fault> {
    let fields = record(node, "on")?;
    let (mut when, mut then) = (Vec::new(), None);
    let (mut resume, mut repeat) = (false, false);
    for (name, value) in fields {
        match name.name.as_str() {
            "resume" => resume = flag(value, "resume")?,
            "repeat" => repeat = flag(value, "repeat")?,
            "if" => when = triggers(value, "if")?,
            "do" => then = Some(leg(record(value, "do")?, &[])?),
            other => return fault(other, format!("unknown field `{other}`"), value),
        }
    }
    match then {
        Some(then) => Ok(Condition { when, then, resume, repeat }),
        None => fault("do", "missing", node),
    }
}

/// A leg; `besides` are fields that the order has beside its first leg.
fn leg(fields: Fields<'_>, besides: &[&str]) -> Result<Leg, Fault> {
    let Some((_, verb)) = fields.iter().find(|(k, _)| k.name == "verb") else {
        return Err(Fault::new("verb", "missing"));
    };
    let verbs = Verb::ALL.map(|v| (v.key(), v));
    let mut leg = Leg::new(word(verb, "verb", &verbs)?);
    for (key, value) in fields {
        let name = key.name.as_str();
        match name {
            "verb" => {}
            "target" => leg.target = Some(reference(value)?),
            "bearing" => leg.bearing = Some(bearing(value)?),
            "route" => leg.route = list(value, name)?.iter().map(reference).collect::<Result<_, _>>()?,
            "until" => leg.until = triggers(value, name)?,
            "when" => leg.when = triggers(value, name)?,
            "formation" => leg.formation = Some(shape(value)?),
            "pace" if matches!(&value.value, Value::Text(t) if t == "full") => {}
            "pace" if matches!(&value.value, Value::Text(t) if t == "slow") => leg.detail.slow = true,
            "pace" => leg.pace = Some(mils(value, name)?),
            "charge" => leg.charge = word(value, name, CHARGE)?,
            "countercharge" => leg.countercharge = flag(value, name)?,
            "evade" => leg.evade = flag(value, name)?,
            "pursue" => leg.pursue = word(value, name, &[("must", true), ("stand", false)])?,
            "fire" => leg.fire = fire(value)?,
            "against" => {
                for item in list(value, name)? {
                    match word(item, name, &[("chariots", true), ("elephants", false)])? {
                        true => leg.against_chariots = true,
                        false => leg.against_elephants = true,
                    }
                }
            }
            "warned_of" => {
                let ids = list(value, name)?.iter().map(|v| text(v, name).map(str::to_owned));
                leg.warned_of = ids.collect::<Result<_, _>>()?;
            }
            "text" => {
                text(value, name)?;
            }
            "distance" => leg.detail.distance = Some(mils(value, name)?),
            "stop" => leg.detail.stop = Some(stop(value)?),
            "gap" => leg.detail.gap = Some(mils(value, name)?),
            "side" => leg.detail.side = Some(word(value, name, FLANK)?),
            "refuse" => leg.detail.refuse = Some(word(value, name, FLANK)?),
            "facing" => leg.detail.facing = Some(facing(value)?),
            "limit" => leg.detail.limit = Some(reference(value)?),
            "avoid" => {
                leg.detail.avoid = list(value, name)?.iter().map(reference).collect::<Result<_, _>>()?
            }
            "keep_from" => leg.detail.keep_from = Some(reference(value)?),
            "hidden" => leg.detail.hidden = flag(value, name)?,
            "report" => leg.detail.report = flag(value, name)?,
            other if besides.contains(&other) => {}
            "then" => return fault("then", "legs stand only in the order itself", value),
            "on" => return fault("on", "conditions stand only in the order itself", value),
            other => return fault(other, format!("unknown field `{other}`"), value),
        }
    }
    // Whoever guards ground holds it.
    if leg.verb == Verb::Guard && leg.target.as_ref().is_some_and(Ref::is_ground) {
        let charge = if leg.charge == Verb::Guard.usual_charge() { Charge::Never } else { leg.charge };
        (leg.verb, leg.charge) = (Verb::Hold, charge);
    }
    Ok(leg)
}

fn bearing(node: &Node) -> Result<i32, Fault> {
    if let Value::Text(said) = &node.value {
        return match COMPASS.iter().position(|c| c == said) {
            Some(i) => Ok(i as i32 * 45_000),
            None => fault("bearing", format!("unknown value `{said}`"), node),
        };
    }
    mils(node, "bearing")
}

fn stop(node: &Node) -> Result<Stop, Fault> {
    match &node.value {
        Value::Text(said) if said == "range" => Ok(Stop::Range),
        _ => mils(node, "stop").map(Stop::Short),
    }
}

fn facing(node: &Node) -> Result<Face, Fault> {
    match &node.value {
        Value::Text(said) if said == "enemy" => Ok(Face::Enemy),
        Value::Text(said) if said == "left" => Ok(Face::Left),
        Value::Text(said) if said == "right" => Ok(Face::Right),
        Value::Record(_) => reference(node).map(Face::To),
        _ => bearing(node).map(Face::Bearing),
    }
}

fn shape(node: &Node) -> Result<Shape, Fault> {
    if let Value::Record(_) = node.value {
        let given = node.get("files").map(|n| (n, Shape::Files as fn(u16) -> Shape));
        let given = given.or_else(|| node.get("ranks").map(|n| (n, Shape::Ranks as fn(u16) -> Shape)));
        let Some((number, make)) = given else { return fault("formation", "give its files or ranks", node) };
        return match u16::try_from(whole(number, "files")?) {
            Ok(n) => Ok(make(n)),
            Err(_) => fault("files", "out of range", number),
        };
    }
    let ranks = match &node.value {
        Value::Text(said) => said.strip_prefix("ranks:").and_then(|n| n.parse().ok()),
        _ => None,
    };
    if let Some(n) = ranks {
        return Ok(Shape::Ranks(n));
    }
    word(node, "formation", &[("line", Shape::Line), ("column", Shape::Column), ("square", Shape::Square)])
}

fn fire(node: &Node) -> Result<Fire, Fault> {
    match &node.value {
        Value::Text(t) if t == "free" => Ok(Fire::Free),
        Value::Text(t) if t == "hold" => Ok(Fire::Hold),
        Value::Text(t) => fault("fire", format!("unknown value `{t}`"), node),
        _ => Ok(Fire::At(reference(node)?)),
    }
}

fn place(node: &Node) -> Result<Where, Fault> {
    node.get("where").map_or(Ok(Where::Any), |w| word(w, "where", WHERE))
}

/// What a record speaks of.
fn reference(node: &Node) -> Result<Ref, Fault> {
    let fields = record(node, "target")?;
    let besides = |name: &str| matches!(name, "where" | "side");
    let Some((key, value)) = fields.iter().find(|(k, _)| !besides(&k.name)) else {
        return fault("target", "says nothing", node);
    };
    if let Some((other, _)) = fields.iter().find(|(k, _)| !besides(&k.name) && k.name != key.name) {
        return fault(&other.name, format!("unknown field `{}`", other.name), node);
    }
    match key.name.as_str() {
        "feature" => Ok(Ref::Feature(text(value, "feature")?.to_owned())),
        "name" => Ok(Ref::Name(text(value, "name")?.to_owned(), place(node)?)),
        "kind" => Ok(Ref::Kind(text(value, "kind")?.to_owned(), place(node)?)),
        "friend" => match &value.value {
            Value::Text(said) if said == "general" => Ok(Ref::General),
            Value::Text(said) if said == "army" => Ok(Ref::Army),
            Value::Text(label) => Ok(Ref::Friend(label.clone())),
            _ => Ok(Ref::FriendKind(kind(value)?, place(value)?)),
        },
        "point" => match list(value, "point")? {
            [x, y] => Ok(Ref::Point(mils(x, "point")?, mils(y, "point")?)),
            _ => fault("point", "must be two numbers", value),
        },
        "enemy" => match &value.value {
            Value::Text(said) if said == "nearest" => Ok(Ref::NearestEnemy),
            Value::Text(said) if said == "general" => Ok(Ref::EnemyGeneral),
            Value::Text(label) => Ok(Ref::Enemy(label.clone())),
            _ => match which(value)? {
                Some(which) => Ok(Ref::EnemySome(kind(value)?, which)),
                None => Ok(Ref::EnemyKind(kind(value)?, place(value)?)),
            },
        },
        "beside" => match node.get("side") {
            Some(side) => Ok(Ref::Beside(Box::new(reference(value)?), word(side, "side", REL)?)),
            None => fault("side", "missing", node),
        },
        "between" => match list(value, "between")? {
            [a, b] => Ok(Ref::Between(Box::new(reference(a)?), Box::new(reference(b)?))),
            _ => fault("between", "must be two things", value),
        },
        "round" => Ok(Ref::Round(Box::new(reference(value)?))),
        "start" => match flag(value, "start")? {
            true => Ok(Ref::Start),
            false => fault("start", "must be true", value),
        },
        "edge" => Ok(Ref::Edge(word(value, "edge", EDGE)?)),
        other => fault(other, format!("unknown field `{other}`"), node),
    }
}

fn kind(node: &Node) -> Result<String, Fault> {
    record(node, "kind")?;
    match node.get("kind") {
        Some(kind) => Ok(text(kind, "kind")?.to_owned()),
        None => fault("kind", "missing", node),
    }
}

/// Which enemies of a kind are meant, if it says more than on which side they are.
fn which(node: &Node) -> Result<Option<Which>, Fault> {
    record(node, "enemy")?;
    if let Some(at) = node.get("at") {
        return Ok(Some(Which::At(Box::new(reference(at)?))));
    }
    if let Some(wing) = node.get("wing") {
        return Ok(Some(Which::Wing(word(wing, "wing", WING)?)));
    }
    let Some(state) = node.get("state") else { return Ok(None) };
    match text(state, "state")? {
        "engaged" => Ok(Some(Which::Engaged)),
        "broken" => Ok(Some(Which::Broken)),
        "strongest" => Ok(Some(Which::Strongest)),
        other => match other.strip_prefix("attacking:") {
            Some(label) => Ok(Some(Which::Attacking(label.to_owned()))),
            None => fault("state", format!("unknown value `{other}`"), state),
        },
    }
}

fn triggers(node: &Node, field: &str) -> Result<Vec<Trigger>, Fault> {
    list(node, field)?.iter().map(trigger).collect()
}

fn trigger(node: &Node) -> Result<Trigger, Fault> {
    let fields = record(node, "trigger")?;
    let besides = |name: &str| matches!(name, "event" | "type" | "unit" | "by" | "place");
    let Some((key, value)) = fields.iter().find(|(k, _)| !besides(&k.name)) else {
        return fault("trigger", "says nothing", node);
    };
    let name = key.name.as_str();
    let also: &[&str] = match name {
        "enemy_within" => &["type", "unit"],
        "friend" | "enemy" => &["event", "place"],
        "attacked" => &["by"],
        _ => &[],
    };
    if let Some((k, v)) = fields.iter().find(|(k, _)| k.name != name && !also.contains(&k.name.as_str())) {
        return fault(&k.name, format!("unknown field `{}`", k.name), v);
    }
    let deed = || match node.get("event") {
        Some(event) => word(event, "event", DEED),
        None => fault("event", "missing", node),
    };
    let must = |t: Trigger| if flag(value, name)? { Ok(t) } else { fault(name, "must be true", value) };
    match name {
        "signal" if matches!(&value.value, Value::Text(t) if t == "any") => Ok(Trigger::AnySignal),
        "signal" => match u8::try_from(whole(value, name)?) {
            Ok(n) => Ok(Trigger::Signal(n)),
            Err(_) => fault(name, "signals are numbered 1 to 4", value),
        },
        "period" => match u16::try_from(whole(value, name)?) {
            Ok(n) => Ok(Trigger::Period(n)),
            Err(_) => fault(name, "out of range", value),
        },
        "reached" => must(Trigger::Reached),
        "attacked" if matches!(value.value, Value::Text(_)) => {
            Ok(Trigger::attacked_by(Whom::word(text(value, name)?)))
        }
        "attacked" => match node.get("by") {
            Some(by) => must(Trigger::attacked_by(Whom::word(text(by, "by")?))),
            None => must(Trigger::Attacked),
        },
        "fired_on" => must(Trigger::FiredOn),
        "relieved" => must(Trigger::Relieved),
        "after" => match u16::try_from(whole(value, name)?) {
            Ok(n) => Ok(Trigger::After(n)),
            Err(_) => fault(name, "out of range", value),
        },
        "enemy_within" => enemy_within(node, value),
        "sees" => Ok(Trigger::Sees(reference(value)?)),
        "friend" | "enemy" => {
            let who = match &value.value {
                Value::Text(said) => Whom::word(said),
                _ => Whom::word(&kind(value)?),
            };
            let place = node.get("place").map(reference).transpose()?;
            Ok(Trigger::does(Event { friend: name == "friend", who, deed: deed()?, place }))
        }
        "strength_below" => match word(value, name, &[("2/3", true), ("1/2", false)])? {
            true => Ok(Trigger::BelowTwoThirds),
            false => Ok(Trigger::BelowHalf),
        },
        "all" => Ok(Trigger::All(triggers(value, name)?)),
        "any" => Ok(either(triggers(value, name)?.into_iter())),
        "not" => Ok(Trigger::Not(Box::new(trigger(value)?))),
        other => fault(other, format!("unknown field `{other}`"), node),
    }
}

/// An enemy within a distance: anyone, of a kind, or one by its label.
fn enemy_within(node: &Node, value: &Node) -> Result<Trigger, Fault> {
    let reach = match &value.value {
        Value::Text(_) => {
            let words = [("range", Reach::Range), ("reach", Reach::Charge), ("near", Reach::Near)];
            word(value, "enemy_within", &words)?
        }
        _ => Reach::Inches(mils(value, "enemy_within")?),
    };
    let who = match (node.get("type"), node.get("unit")) {
        (Some(_), Some(unit)) => return fault("unit", "a type or a unit, not both", unit),
        (Some(kind), None) => match text(kind, "type")? {
            any if !ENEMY_KINDS.contains(&any) || any == "any" => {
                return fault("type", format!("`{any}` is no kind of troops"), kind);
            }
            kind => Whom::Kind(kind.to_owned()),
        },
        (None, Some(unit)) => match text(unit, "unit")? {
            "general" => Whom::General,
            label => Whom::Unit(label.to_owned()),
        },
        (None, None) => Whom::Any,
    };
    Ok(Trigger::near(reach, who))
}
