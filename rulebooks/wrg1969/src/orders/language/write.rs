//! Orders written as JSON, as [`super::json`] reads them.

use crate::orders::language::json::{CHARGE, COMPASS, DEED, EDGE, FLANK, REL, WHERE, WING};
use crate::orders::order::{
    Condition, Event, Face, Fire, Leg, Mils, Order, Reach, Ref, Shape, Stop, Trigger, Where, Which, Whom,
};
use serde_json::{Map, Value as Json, json};

/// Writes an order as JSON; what is as usual is left out.
pub fn write(order: &Order) -> Json {
    let mut out = order.legs.first().map_or_else(Map::new, write_leg);
    if order.legs.len() > 1 {
        out.insert("then".into(), order.legs[1..].iter().map(|l| Json::from(write_leg(l))).collect());
    }
    if !order.on.is_empty() {
        out.insert("on".into(), order.on.iter().map(write_condition).collect());
    }
    if !order.text.is_empty() {
        out.insert("text".into(), order.text.as_str().into());
    }
    out.into()
}

fn write_condition(c: &Condition) -> Json {
    let mut out = Map::new();
    out.insert("if".into(), write_triggers(&c.when));
    out.insert("do".into(), write_leg(&c.then).into());
    for (name, yes) in [("resume", c.resume), ("repeat", c.repeat)] {
        if yes {
            out.insert(name.into(), true.into());
        }
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
        put("bearing", compass(bearing));
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
        Some(Shape::Ranks(n)) => put("formation", format!("ranks:{n}").into()),
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
    write_detail(leg, &mut put);
    out
}

fn compass(bearing: i32) -> Json {
    match COMPASS.get((bearing / 45_000) as usize).filter(|_| bearing % 45_000 == 0) {
        Some(wind) => Json::from(*wind),
        None => number(bearing),
    }
}

fn write_detail(leg: &Leg, put: &mut dyn FnMut(&str, Json)) {
    let detail = &leg.detail;
    if detail.slow {
        put("pace", "slow".into());
    }
    for (name, length) in [("distance", detail.distance), ("gap", detail.gap)] {
        if let Some(length) = length {
            put(name, number(length));
        }
    }
    match detail.stop {
        Some(Stop::Short(length)) => put("stop", number(length)),
        Some(Stop::Range) => put("stop", "range".into()),
        None => {}
    }
    for (name, flank) in [("side", detail.side), ("refuse", detail.refuse)] {
        if let Some(flank) = flank {
            put(name, key(FLANK, &flank).into());
        }
    }
    match &detail.facing {
        Some(Face::Bearing(bearing)) => put("facing", compass(*bearing)),
        Some(Face::To(r)) => put("facing", write_ref(r)),
        Some(Face::Enemy) => put("facing", "enemy".into()),
        Some(Face::Left) => put("facing", "left".into()),
        Some(Face::Right) => put("facing", "right".into()),
        None => {}
    }
    for (name, r) in [("limit", &detail.limit), ("keep_from", &detail.keep_from)] {
        if let Some(r) = r {
            put(name, write_ref(r));
        }
    }
    if !detail.avoid.is_empty() {
        put("avoid", detail.avoid.iter().map(write_ref).collect());
    }
    for (name, yes) in [("hidden", detail.hidden), ("report", detail.report)] {
        if yes {
            put(name, true.into());
        }
    }
}

/// Writes what a reference speaks of.
pub fn write_ref(r: &Ref) -> Json {
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
        Ref::Beside(of, rel) => json!({"beside": write_ref(of), "side": key(REL, rel)}),
        Ref::Between(a, b) => json!({"between": [write_ref(a), write_ref(b)]}),
        Ref::Round(of) => json!({"round": write_ref(of)}),
        Ref::Start => json!({"start": true}),
        Ref::Edge(edge) => json!({"edge": key(EDGE, edge)}),
        Ref::General => json!({"friend": "general"}),
        Ref::EnemyGeneral => json!({"enemy": "general"}),
        Ref::Army => json!({"friend": "army"}),
        Ref::FriendKind(kind, place) => json!({"friend": {"kind": kind, "where": at(place)}}),
        Ref::EnemySome(kind, which) => json!({"enemy": write_some(kind, which)}),
    }
}

fn write_some(kind: &str, which: &Which) -> Json {
    match which {
        Which::At(place) => json!({"kind": kind, "at": write_ref(place)}),
        Which::Wing(wing) => json!({"kind": kind, "wing": key(WING, wing)}),
        Which::Engaged => json!({"kind": kind, "state": "engaged"}),
        Which::Attacking(label) => json!({"kind": kind, "state": format!("attacking:{label}")}),
        Which::Broken => json!({"kind": kind, "state": "broken"}),
        Which::Strongest => json!({"kind": kind, "state": "strongest"}),
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
        Trigger::EnemyNear(reach, who) => {
            let reach = match reach {
                Reach::Inches(mils) => number(*mils),
                Reach::Range => "range".into(),
                Reach::Charge => "reach".into(),
                Reach::Near => "near".into(),
            };
            match who {
                Whom::Any => json!({"enemy_within": reach}),
                Whom::Kind(kind) => json!({"enemy_within": reach, "type": kind}),
                who => json!({"enemy_within": reach, "unit": who.key()}),
            }
        }
        Trigger::AttackedBy(who) => json!({"attacked": who.key()}),
        Trigger::Relieved => json!({"relieved": true}),
        Trigger::After(n) => json!({"after": n}),
        Trigger::AnySignal => json!({"signal": "any"}),
        Trigger::Does(event) => write_event(event),
        Trigger::BelowTwoThirds => json!({"strength_below": "2/3"}),
        Trigger::BelowHalf => json!({"strength_below": "1/2"}),
        Trigger::All(list) => json!({"all": write_triggers(list)}),
        Trigger::Not(t) => json!({"not": write_trigger(t)}),
    }
}

fn write_event(event: &Event) -> Json {
    let side = if event.friend { "friend" } else { "enemy" };
    let mut out = json!({side: event.who.key(), "event": key(DEED, &event.deed)});
    if let (Some(place), Json::Object(fields)) = (&event.place, &mut out) {
        fields.insert("place".into(), write_ref(place));
    }
    out
}
