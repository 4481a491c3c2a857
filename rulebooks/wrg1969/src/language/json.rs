//! Orders and signal cards as JSON: the structured form, equal in every respect to the sentence.

use super::stumble::Stumble;
use crate::order::{Charge, Condition, Deed, Fire, Leg, Mils, Order, Ref, Shape, Trigger, Verb, Where};
use crate::order_check;
use form::{Fault, Node, Value};
use serde_json::{Map, Value as Json, json};

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
///
/// ```
/// use testudo_wrg1969::language::json;
/// let node = form::parse_json(r#"{"verb": "move_dir", "bearing": "SW"}"#).expect("JSON");
/// let order = json::read(&node).expect("an order");
/// assert_eq!(order.legs[0].bearing, Some(225_000));
/// assert_eq!(json::write(&order), serde_json::json!({"verb": "move_dir", "bearing": 225}));
/// ```
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
    order_check::check(&order).map_err(|flaw| Fault::new(flaw.field, flaw.why).at(node.span.clone()))?;
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

const WHERE: &[(&str, Where)] = &[
    ("in_front", Where::InFront),
    ("left", Where::Left),
    ("right", Where::Right),
    ("behind", Where::Behind),
    ("any", Where::Any),
    ("nearest", Where::Nearest),
];
const CHARGE: &[(&str, Charge)] =
    &[("at_will", Charge::AtWill), ("ordered_target", Charge::OrderedTarget), ("never", Charge::Never)];
const DEED: &[(&str, Deed)] = &[
    ("charges", Deed::Charges),
    ("engaged", Deed::Engaged),
    ("breaks", Deed::Breaks),
    ("passes", Deed::Passes),
    ("reaches", Deed::Reaches),
    ("retires", Deed::Retires),
];
const COMPASS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

fn condition(node: &Node) -> Result<Condition, Fault> {
    let fields = record(node, "on")?;
    let (mut when, mut then) = (Vec::new(), None);
    for (name, value) in fields {
        match name.name.as_str() {
            "if" => when = triggers(value, "if")?,
            "do" => then = Some(leg(record(value, "do")?, &[])?),
            other => return fault(other, format!("unknown field `{other}`"), value),
        }
    }
    match then {
        Some(then) => Ok(Condition { when, then }),
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
            other if besides.contains(&other) => {}
            "then" => return fault("then", "legs stand only in the order itself", value),
            "on" => return fault("on", "conditions stand only in the order itself", value),
            other => return fault(other, format!("unknown field `{other}`"), value),
        }
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

fn shape(node: &Node) -> Result<Shape, Fault> {
    if let Value::Record(_) = node.value {
        let Some(files) = node.get("files") else { return fault("formation", "give its files", node) };
        return match u16::try_from(whole(files, "files")?) {
            Ok(n) => Ok(Shape::Files(n)),
            Err(_) => fault("files", "out of range", files),
        };
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
    let Some((key, value)) = fields.iter().find(|(k, _)| k.name != "where") else {
        return fault("target", "says nothing", node);
    };
    if let Some((other, _)) = fields.iter().find(|(k, _)| k.name != "where" && k.name != key.name) {
        return fault(&other.name, format!("unknown field `{}`", other.name), node);
    }
    match key.name.as_str() {
        "feature" => Ok(Ref::Feature(text(value, "feature")?.to_owned())),
        "name" => Ok(Ref::Name(text(value, "name")?.to_owned(), place(node)?)),
        "kind" => Ok(Ref::Kind(text(value, "kind")?.to_owned(), place(node)?)),
        "friend" => Ok(Ref::Friend(text(value, "friend")?.to_owned())),
        "point" => match list(value, "point")? {
            [x, y] => Ok(Ref::Point(mils(x, "point")?, mils(y, "point")?)),
            _ => fault("point", "must be two numbers", value),
        },
        "enemy" => match &value.value {
            Value::Text(said) if said == "nearest" => Ok(Ref::NearestEnemy),
            Value::Text(label) => Ok(Ref::Enemy(label.clone())),
            _ => {
                record(value, "enemy")?;
                let Some(kind) = value.get("kind") else { return fault("kind", "missing", value) };
                Ok(Ref::EnemyKind(text(kind, "kind")?.to_owned(), place(value)?))
            }
        },
        other => fault(other, format!("unknown field `{other}`"), node),
    }
}

fn triggers(node: &Node, field: &str) -> Result<Vec<Trigger>, Fault> {
    list(node, field)?.iter().map(trigger).collect()
}

fn trigger(node: &Node) -> Result<Trigger, Fault> {
    let fields = record(node, "trigger")?;
    let Some((key, value)) = fields.iter().find(|(k, _)| !matches!(k.name.as_str(), "event" | "type")) else {
        return fault("trigger", "says nothing", node);
    };
    let name = key.name.as_str();
    let also = match name {
        "enemy_within" => "type",
        "friend" | "enemy" => "event",
        _ => "",
    };
    if let Some((k, v)) = fields.iter().find(|(k, _)| k.name != name && k.name != also) {
        return fault(&k.name, format!("unknown field `{}`", k.name), v);
    }
    let deed = || match node.get("event") {
        Some(event) => word(event, "event", DEED),
        None => fault("event", "missing", node),
    };
    let must = |t: Trigger| if flag(value, name)? { Ok(t) } else { fault(name, "must be true", value) };
    match name {
        "signal" => match u8::try_from(whole(value, name)?) {
            Ok(n) => Ok(Trigger::Signal(n)),
            Err(_) => fault(name, "signals are numbered 1 to 4", value),
        },
        "period" => match u16::try_from(whole(value, name)?) {
            Ok(n) => Ok(Trigger::Period(n)),
            Err(_) => fault(name, "out of range", value),
        },
        "reached" => must(Trigger::Reached),
        "attacked" => must(Trigger::Attacked),
        "fired_on" => must(Trigger::FiredOn),
        "enemy_within" => {
            let kind = node.get("type").map(|k| text(k, "type").map(str::to_owned)).transpose()?;
            Ok(Trigger::EnemyWithin(mils(value, name)?, kind))
        }
        "sees" => Ok(Trigger::Sees(reference(value)?)),
        "friend" => Ok(Trigger::FriendDoes(text(value, name)?.to_owned(), deed()?)),
        "enemy" => Ok(Trigger::EnemyDoes(text(value, name)?.to_owned(), deed()?)),
        "strength_below" => match word(value, name, &[("2/3", true), ("1/2", false)])? {
            true => Ok(Trigger::BelowTwoThirds),
            false => Ok(Trigger::BelowHalf),
        },
        "all" => Ok(Trigger::All(triggers(value, name)?)),
        "not" => Ok(Trigger::Not(Box::new(trigger(value)?))),
        other => fault(other, format!("unknown field `{other}`"), node),
    }
}

/// Writes an order as JSON; what is as usual is left out.
pub fn write(order: &Order) -> Json {
    let mut out = order.legs.first().map_or_else(Map::new, write_leg);
    if order.legs.len() > 1 {
        out.insert("then".into(), order.legs[1..].iter().map(|l| Json::from(write_leg(l))).collect());
    }
    if !order.on.is_empty() {
        let each = order.on.iter().map(|c| json!({"if": write_triggers(&c.when), "do": write_leg(&c.then)}));
        out.insert("on".into(), each.collect());
    }
    if !order.text.is_empty() {
        out.insert("text".into(), order.text.as_str().into());
    }
    out.into()
}

fn number(mils: Mils) -> Json {
    if mils % 1000 == 0 { (mils / 1000).into() } else { (f64::from(mils) / 1000.0).into() }
}

fn key<T: PartialEq>(table: &[(&'static str, T)], meaning: &T) -> &'static str {
    table.iter().find(|(_, m)| m == meaning).map_or("", |(w, _)| w)
}

fn write_leg(leg: &Leg) -> Map<String, Json> {
    let mut out = Map::new();
    let mut put = |name: &str, value: Json| {
        out.insert(name.to_owned(), value);
    };
    put("verb", leg.verb.key().into());
    if let Some(target) = &leg.target {
        put("target", write_ref(target));
    }
    if let Some(bearing) = leg.bearing {
        put("bearing", number(bearing));
    }
    if !leg.route.is_empty() {
        put("route", leg.route.iter().map(write_ref).collect());
    }
    if !leg.until.is_empty() {
        put("until", write_triggers(&leg.until));
    }
    if !leg.when.is_empty() {
        put("when", write_triggers(&leg.when));
    }
    match leg.formation {
        Some(Shape::Files(n)) => put("formation", json!({"files": n})),
        Some(Shape::Line) => put("formation", "line".into()),
        Some(Shape::Column) => put("formation", "column".into()),
        Some(Shape::Square) => put("formation", "square".into()),
        None => {}
    }
    if let Some(pace) = leg.pace {
        put("pace", number(pace));
    }
    if leg.charge != leg.verb.usual_charge() {
        put("charge", key(CHARGE, &leg.charge).into());
    }
    for (name, yes) in [("countercharge", leg.countercharge), ("evade", leg.evade)] {
        if !yes {
            put(name, false.into());
        }
    }
    if !leg.pursue {
        put("pursue", "stand".into());
    }
    match &leg.fire {
        Fire::Free => {}
        Fire::Hold => put("fire", "hold".into()),
        Fire::At(target) => put("fire", write_ref(target)),
    }
    let told = [("elephants", leg.against_elephants), ("chariots", leg.against_chariots)];
    if told.iter().any(|(_, yes)| *yes) {
        put("against", told.iter().filter(|(_, yes)| *yes).map(|(w, _)| Json::from(*w)).collect());
    }
    if !leg.warned_of.is_empty() {
        put("warned_of", leg.warned_of.iter().map(|id| Json::from(id.as_str())).collect());
    }
    out
}

fn write_ref(r: &Ref) -> Json {
    let at = |place: &Where| key(WHERE, place);
    match r {
        Ref::Feature(id) => json!({"feature": id}),
        Ref::Name(name, Where::Any) => json!({"name": name}),
        Ref::Name(name, place) => json!({"name": name, "where": at(place)}),
        Ref::Kind(kind, place) => json!({"kind": kind, "where": at(place)}),
        Ref::Point(x, y) => json!({"point": [number(*x), number(*y)]}),
        Ref::Enemy(label) => json!({"enemy": label}),
        Ref::NearestEnemy => json!({"enemy": "nearest"}),
        Ref::EnemyKind(kind, place) => json!({"enemy": {"kind": kind, "where": at(place)}}),
        Ref::Friend(label) => json!({"friend": label}),
    }
}

fn write_triggers(list: &[Trigger]) -> Json {
    list.iter().map(write_trigger).collect()
}

fn write_trigger(t: &Trigger) -> Json {
    match t {
        Trigger::Signal(n) => json!({"signal": n}),
        Trigger::Period(n) => json!({"period": n}),
        Trigger::Reached => json!({"reached": true}),
        Trigger::EnemyWithin(within, None) => json!({"enemy_within": number(*within)}),
        Trigger::EnemyWithin(within, Some(kind)) => json!({"enemy_within": number(*within), "type": kind}),
        Trigger::Attacked => json!({"attacked": true}),
        Trigger::FiredOn => json!({"fired_on": true}),
        Trigger::Sees(r) => json!({"sees": write_ref(r)}),
        Trigger::FriendDoes(label, deed) => json!({"friend": label, "event": key(DEED, deed)}),
        Trigger::EnemyDoes(label, deed) => json!({"enemy": label, "event": key(DEED, deed)}),
        Trigger::BelowTwoThirds => json!({"strength_below": "2/3"}),
        Trigger::BelowHalf => json!({"strength_below": "1/2"}),
        Trigger::All(list) => json!({"all": write_triggers(list)}),
        Trigger::Not(t) => json!({"not": write_trigger(t)}),
    }
}
