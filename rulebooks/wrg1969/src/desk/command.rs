//! Questions about messengers, signals and written orders.

use crate::data::feature::GROUND_KINDS;
use crate::data::moves::{self, Mover};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::desk::forms::{
    Question, any_troop, count, inches, length, number, number_of, resting, troop, troop_field, usually,
};
use crate::house::{Ambiguity, House};
use crate::orders::order::{Leg, Order, Ref, Verb, Where};
use crate::orders::{delays, language, reference};
use crate::rule;
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::RuleId;
use serde_json::{Map, Value, json};

pub fn questions() -> Vec<Question> {
    let period = |name, help| Field::new(name, count(1), help).or(1);
    let off_front = || Kind::number(-180.0..=180.0).in_unit("degrees");
    let seen = |kind: Field| {
        Kind::record([
            Field::new("id", Kind::Text, "its id"),
            kind,
            usually("visible", "whether the unit sees it"),
            Field::new("distance", inches(), "how far it is"),
            Field::new("bearing", off_front(), "how far off the unit's front it is, to the right"),
            Field::new("name", Kind::Text, "its name").optional(),
        ])
    };
    let feature = seen(Field::new("kind", Kind::one_of(GROUND_KINDS), "its kind"));
    let enemy = seen(troop_field("troop", "its troops"));
    let list = |name, kind, help| Field::new(name, Kind::list(kind, ..=1000), help).or(Node::list([]));
    vec![
        Question::new(
            "messenger",
            "when an order carried by a messenger is acted on",
            "How many periods he rides, in which he leaves and arrives, and in which the unit acts.",
            [
                length("distance", "how far he rides"),
                Field::new("troop", any_troop(), "what he rides as").or(tables().command.messenger.key()),
                usually("gallop", "whether he gallops once"),
                period("dictated_in", "the period in which the order is dictated"),
            ],
            messenger,
        ),
        Question::new(
            "signal",
            "whether a signal is received, and when it is acted on",
            "Whether it is received, and in which period the unit acts.",
            [
                Field::new("number", Kind::int(1..=i64::from(tables().command.signals)), "which signal"),
                length("distance", "how far the unit is from the general"),
                usually("visible", "whether it can see him"),
                period("given_in", "the period in which it is given"),
            ],
            signal,
        ),
        Question::new(
            "order_check",
            "how the umpire reads an order",
            "Whether it is valid, what its first target is and whether that was in doubt, how many legs and \
             conditions it has, and for a march without a target where it ends.",
            [
                troop_field("troop", "the troops that get it"),
                Field::new("order", Kind::Any, "the order"),
                list("features", feature, "the features of the ground"),
                list("known_enemies", Kind::Text, "the enemies its writer knows of"),
                list("enemies", enemy, "the enemies there are"),
                Field::new("signal_card", Kind::list(Kind::Any, ..=100), "the signal card").optional(),
                Field::new("ambiguity", Kind::one_of(["exploit", "kind"]), "how doubt is settled").optional(),
            ],
            order_check,
        ),
    ]
}

fn messenger(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let rider = Mover::new(troop(form, "troop"));
    if moves::charge(rider).is_none() {
        return Err(vec![form.fault("troop", "nobody carries orders on an engine")]);
    }
    let dictated_in = number_of(form.get("dictated_in"));
    let told = delays::errand(house, rider, form.bool("gallop"), form.number("distance"), dictated_in);
    let said = json!({
        "travel_periods": told.travel,
        "leaves_in": told.leaves,
        "arrives_in": told.arrives,
        "acts_in": told.acts,
    });
    Ok(resting(said, [rule::ORDERS_CHANGE_TIMELINE, rule::ORDERS_CHANGE_DELAY]))
}

fn signal(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let received = delays::signal_reaches(form.number("distance"), form.bool("visible"));
    let mut answer = Map::new();
    answer.insert("received".into(), received.into());
    if received {
        let given_in = number_of(form.get("given_in"));
        answer.insert("acts_in".into(), delays::signal_acts_in(house, given_in).into());
    }
    let acts = received.then_some(rule::ORDERS_CHANGE_IMPLEMENT);
    Ok(resting(answer.into(), std::iter::once(rule::ORDERS_CHANGE_SIGNAL).chain(acts)))
}

/// Something in view that an order may mean: its id and how far it is.
type Seen<'a> = (&'a str, f64);

/// What a reference was found to mean.
struct Meaning {
    candidates: usize,
    referent: Option<String>,
}

/// All that an order may speak of, as the unit sees it.
struct Scene<'a> {
    form: &'a Filled,
    ambiguity: Ambiguity,
}

impl<'a> Scene<'a> {
    /// What is in view of a list and lies there, in the order of the ids; of the nearest only one.
    fn seen(&self, list: &str, fits: impl Fn(&Filled) -> bool, place: Where) -> Vec<Seen<'a>> {
        let lies = |thing: &&Filled| reference::lies(thing.number("bearing"), place);
        let all = self.form.records(list).filter(|thing| thing.bool("visible") && fits(thing)).filter(lies);
        let mut seen: Vec<Seen<'a>> = all.map(|thing| (thing.text("id"), thing.number("distance"))).collect();
        seen.sort_by(|a, b| a.0.cmp(b.0));
        if place == Where::Nearest {
            seen.sort_by(|a, b| a.1.total_cmp(&b.1));
            seen.truncate(1);
        }
        seen
    }

    fn enemies(&self, kind: &str, place: Where) -> Vec<Seen<'a>> {
        self.seen("enemies", |enemy| reference::is_kind(troop(enemy, "troop"), kind), place)
    }

    /// One of several things described; where dice would decide nothing can be said beforehand.
    fn described(&self, seen: &[Seen<'a>], path: &str, what: &str) -> Result<Meaning, Fault> {
        if seen.is_empty() {
            return Err(Fault::new(path, format!("no {what} in view there")));
        }
        let candidates = seen.len();
        if candidates > 1 && self.ambiguity == Ambiguity::Random {
            return Ok(Meaning { candidates, referent: None });
        }
        let distances: Vec<f64> = seen.iter().map(|(_, distance)| *distance).collect();
        let meant = reference::pick(&distances, self.ambiguity, &mut |_| 0);
        Ok(Meaning { candidates, referent: meant.map(|i| seen[i].0.to_owned()) })
    }

    /// What a reference means to a unit that begins the leg now.
    fn resolve(&self, target: &Ref) -> Result<Meaning, Fault> {
        let one = |id: &str| Ok(Meaning { candidates: 1, referent: Some(id.to_owned()) });
        match target {
            Ref::Feature(id) => self.feature(id).and_then(|()| one(id)),
            Ref::Name(name, place) => {
                let named = |f: &Filled| f.opt("name").is_some_and(|n| language::same_name(n.text(), name));
                self.described(&self.seen("features", named, *place), "name", &format!("`{name}`"))
            }
            Ref::Kind(kind, place) => {
                let of_kind = |f: &Filled| f.text("kind") == kind;
                self.described(&self.seen("features", of_kind, *place), "kind", &format!("`{kind}`"))
            }
            Ref::EnemyKind(kind, place) => {
                let seen = self.enemies(kind, *place);
                self.described(&seen, "enemy.kind", &format!("enemy of kind `{kind}`"))
            }
            Ref::NearestEnemy => {
                // Read anew every period: nobody in view now may yet come into view.
                let nearest = self.enemies("any", Where::Nearest);
                let referent = nearest.first().map(|(id, _)| (*id).to_owned());
                Ok(Meaning { candidates: usize::from(referent.is_some()), referent })
            }
            Ref::Enemy(id) => self.enemy(id).and_then(|()| one(id)),
            Ref::Friend(id) => one(id),
            Ref::Beside(of, _) | Ref::Round(of) => {
                self.resolve(of).map(|meaning| Meaning { referent: None, ..meaning })
            }
            Ref::Between(a, b) => self
                .resolve(a)
                .and_then(|_| self.resolve(b))
                .map(|_| Meaning { candidates: 1, referent: None }),
            Ref::EnemySome(kind, _) => {
                let seen = self.enemies(kind, Where::Any);
                self.described(&seen, "enemy.kind", &format!("enemy of kind `{kind}`"))
            }
            Ref::Point(..)
            | Ref::Start
            | Ref::Edge(_)
            | Ref::General
            | Ref::EnemyGeneral
            | Ref::Army
            | Ref::FriendKind(..) => Ok(Meaning { candidates: 1, referent: None }),
        }
    }

    /// A feature named by its id must be in view (`wrg1969.orders.visible`).
    fn feature(&self, id: &str) -> Result<(), Fault> {
        match self.seen("features", |f| f.text("id") == id, Where::Any).is_empty() {
            true => Err(Fault::new("feature", format!("`{id}` is not in view"))),
            false => Ok(()),
        }
    }

    /// An enemy named by his id must be in view or known of (`wrg1969.orders.knowledge`).
    fn enemy(&self, id: &str) -> Result<(), Fault> {
        let known = self.form.list("known_enemies").iter().any(|known| known.text() == id);
        let seen = self.enemies("any", Where::Any).iter().any(|enemy| enemy.0 == id);
        match known || seen {
            true => Ok(()),
            false => Err(Fault::new("enemy", format!("`{id}` is neither in view nor known of"))),
        }
    }

    /// What a later leg names must be known now, what it describes need not be there yet.
    fn named(&self, leg: &Leg) -> Result<(), Fault> {
        leg.refs().try_for_each(|named| match named {
            Ref::Feature(id) => self.feature(id),
            Ref::Enemy(id) => self.enemy(id),
            _ => Ok(()),
        })
    }
}

/// Whether troops may be given every verb of an order.
fn verbs_fit(troop: Troop, order: &Order) -> Result<(), Fault> {
    match order.every_leg().find(|leg| leg.verb.for_lights() && !troop.is_light()) {
        None => Ok(()),
        Some(leg) => Err(Fault::new("verb", format!("`{}` is for light troops alone", leg.verb.key()))),
    }
}

/// Holds a signal card against its rules (`wrg1969.orders.signal_card`).
fn card_fits(card: &[Answer]) -> Result<(), Vec<Fault>> {
    let most = i64::from(tables().command.signals);
    let entry = [
        Field::new("signal", Kind::int(1..=most), "which signal"),
        Field::new("units", Kind::Any, "whom it is for").or("all"),
        Field::new("order", Kind::Any, "the order it stands for").optional(),
        Field::new("text", Kind::Text, "what it means in words").optional(),
    ];
    let mut used = Vec::new();
    for written in card {
        let form = form::fill(&entry, written.node())?;
        let number = form.int("signal");
        if used.contains(&number) {
            return Err(vec![form.fault("signal", format!("{number} is used twice"))]);
        }
        used.push(number);
        units_fit(&form)?;
        if let Some(order) = form.opt("order") {
            language::json::read(order.node()).map_err(|fault| vec![fault])?;
        }
    }
    Ok(())
}

/// Whom a signal is for: everybody, or units by their ids.
fn units_fit(form: &Filled) -> Result<(), Vec<Fault>> {
    let ids = |items: &[Node]| items.iter().all(|id| matches!(id.value, form::Value::Text(_)));
    match &form.get("units").node().value {
        form::Value::Text(word) if word == "all" => Ok(()),
        form::Value::Text(word) => {
            Err(vec![form.fault("units", format!("`{word}` is neither all nor a list"))])
        }
        form::Value::List(items) if ids(items) => Ok(()),
        _ => Err(vec![form.fault("units", "must be `all` or a list of ids")]),
    }
}

fn order_check(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let order = language::json::read(form.get("order").node()).map_err(|fault| vec![fault])?;
    verbs_fit(troop(form, "troop"), &order).map_err(|fault| vec![fault])?;
    // What is asked here is the book's own form, of three legs and three conditions; a general's sentence may have more.
    let most = [("then", order.legs.len()), ("on", order.on.len())];
    if let Some((field, _)) = most.iter().find(|(_, count)| *count > 3) {
        return Err(vec![Fault::new(*field, "at most three")]);
    }
    if let Some(card) = form.opt("signal_card") {
        card_fits(card.list())?;
    }
    let ambiguity = match form.opt("ambiguity").map(Answer::text) {
        Some("kind") => Ambiguity::Kind,
        Some(_) => Ambiguity::Exploit,
        None => house.ambiguity,
    };
    let scene = Scene { form, ambiguity };
    let answer = read(&scene, &order).map_err(|fault| vec![fault])?;
    let mut rules = rules_of(&order, answer.get("ambiguous") == Some(&true.into()));
    rules.extend(form.has("signal_card").then_some(rule::ORDERS_SIGNAL_CARD));
    Ok(resting(answer.into(), rules))
}

/// The rules by which an order is read.
fn rules_of(order: &Order, ambiguous: bool) -> Vec<RuleId> {
    let mut rules = vec![rule::ORDERS_LANGUAGE];
    let verbs = || order.every_leg().map(|leg| leg.verb);
    rules.extend(order.triggers().next().map(|_| rule::ORDERS_TRIGGER));
    rules.extend(verbs().any(|verb| verb.for_lights()).then_some(rule::ORDERS_SKIRMISH));
    let direct = verbs().any(|verb| matches!(verb, Verb::MoveDir | Verb::Advance));
    rules.extend(direct.then_some(rule::ORDERS_DIRECT));
    for named in order.every_leg().flat_map(Leg::refs) {
        rules.push(match named {
            Ref::Feature(_) => rule::ORDERS_VISIBLE,
            Ref::Enemy(_) => rule::ORDERS_KNOWLEDGE,
            _ => rule::ORDERS_REFERENCE,
        });
    }
    rules.extend((!order.watched().is_empty()).then_some(rule::ORDERS_VISIBLE));
    if ambiguous {
        rules.extend([rule::ORDERS_AMBIGUITY, rule::ORDERS_EXPLOIT]);
    }
    rules
}

/// How the umpire reads an order that a unit has just received.
fn read(scene: &Scene<'_>, order: &Order) -> Result<Map<String, Value>, Fault> {
    let mut answer = Map::new();
    let mut put = |name: &str, value: Value| {
        answer.insert(name.to_owned(), value);
    };
    let Some(first) = order.legs.first() else { return Err(Fault::new("verb", "missing")) };
    let target = first.target.as_ref().map(|target| scene.resolve(target)).transpose()?;
    first.route.iter().try_for_each(|place| scene.resolve(place).map(|_| ()))?;
    order.every_leg().try_for_each(|leg| scene.named(leg))?;
    let candidates = target.as_ref().map_or(0, |target| target.candidates);
    put("valid", true.into());
    put("ambiguous", (candidates > 1).into());
    put("candidates", candidates.into());
    if let Some(referent) = target.and_then(|target| target.referent) {
        put("referent", referent.into());
    }
    put("legs", order.legs.len().into());
    put("conditions", order.on.len().into());
    if let Some(bearing) = first.bearing {
        put("bearing", number(f64::from(bearing) / 1000.0));
    }
    if matches!(first.verb, Verb::MoveDir | Verb::Advance) {
        put("ends", if first.until.is_empty() { "table_edge" } else { "until" }.into());
    }
    Ok(answer)
}
