//! Printing an order as a sentence whose one reading is that order.

use crate::orders::language::Role;
use crate::orders::language::lexer::plain;
use crate::orders::language::names::Names;
use crate::orders::language::nouns::{call, escaped, say, say_exactly};
use crate::orders::language::parser::read_exactly;
use crate::orders::language::phrases::{
    DEEDS, DEEDS_OF_MANY, DOINGS, MANNERS, Makes, Manner, SIDES, WINDS, printed,
};
use crate::orders::language::whens::{alternatives, who_is};
use crate::orders::order::{
    Charge, Condition, Deed, Face, Fire, Flank, Leg, Order, Reach, Ref, Shape, Stop, Trigger, Verb, Whom,
};
use umpire::voice::Name;

/// The order as a sentence, with the names of the battle where they leave no doubt.
pub fn print(order: &Order, names: &Names) -> String {
    let natural = sentence(order, &|r| say(r, names));
    let meant = |o: &Order| (&o.legs, &o.on) == (&order.legs, &order.on);
    match read_exactly(&natural, names) {
        Some(reading) if meant(&reading.order) => natural,
        _ => sentence(order, &say_exactly),
    }
}

/// The order as it is told to people: no ids where a name will do, and a leg given several times said once.
pub fn tell(order: &Order, names: &Names) -> String {
    let mut legs: Vec<(&Leg, usize)> = Vec::new();
    for leg in &order.legs {
        match legs.last_mut() {
            Some((last, times)) if *last == leg => *times += 1,
            _ => legs.push((leg, 1)),
        }
    }
    let of = |r: &Ref| call(r, names);
    let over = |times| match times {
        0 | 1 => "",
        2 => ", twice over",
        _ => ", three times over",
    };
    let said = legs.iter().map(|(leg, times)| clause(leg, &of) + over(*times));
    sentences(said, order, &of)
}

/// An order part by part: what each is about, what it is called, and what it says. A description stays one.
pub fn terms(order: &Order, names: &Names) -> Vec<(Role, &'static str, String)> {
    let of = |r: &Ref| say(r, names);
    let mut said = Vec::new();
    for (i, leg) in order.legs.iter().enumerate() {
        leg_terms(leg, if i == 0 { "Do" } else { "Then" }, &of, &mut said);
    }
    for condition in &order.on {
        let label = if condition.repeat { "Whenever" } else { "If" };
        said.push((Role::Condition, label, joined(&condition.when, " or ", &of)));
        leg_terms(&condition.then, "Then", &of, &mut said);
    }
    said
}

fn leg_terms(leg: &Leg, label: &'static str, of: Say<'_>, said: &mut Vec<(Role, &'static str, String)>) {
    if !leg.when.is_empty() {
        said.push((Role::Condition, "When", joined(&leg.when, " and ", of)));
    }
    let bare = Leg { verb: leg.verb, bearing: leg.bearing, ..Leg::new(leg.verb) };
    let verb = match leg.target {
        Some(_) => printed(DOINGS, &Makes::To(leg.verb)).to_owned(),
        None => doing(&bare, of),
    };
    said.push((Role::Doing, label, verb));
    if let Some(target) = &leg.target {
        let chosen = match target {
            Ref::Kind(..) | Ref::EnemyKind(..) => ", chosen when the leg begins",
            Ref::NearestEnemy => ", looked for anew each period",
            _ => "",
        };
        said.push((Role::Target, "What", format!("{}{chosen}", of(target))));
    }
    if !leg.route.is_empty() {
        let places: Vec<String> = leg.route.iter().map(of).collect();
        said.push((Role::Way, "By way of", places.join(", then ")));
    }
    let how = modifiers(leg, of);
    if !how.is_empty() {
        said.push((Role::Way, "How", how.join(", ")));
    }
    if !leg.until.is_empty() {
        said.push((Role::Condition, "Until", joined(&leg.until, " or ", of)));
    }
}

type Say<'a> = &'a dyn Fn(&Ref) -> String;

fn sentence(order: &Order, of: Say<'_>) -> String {
    sentences(order.legs.iter().map(|leg| clause(leg, of)), order, of)
}

/// A sentence for each leg as it is said, and one for each condition.
fn sentences(legs: impl Iterator<Item = String>, order: &Order, of: Say<'_>) -> String {
    let mut out = String::new();
    for (i, leg) in legs.enumerate() {
        let lead = if i == 0 { "" } else { "then " };
        out += &capital(&format!("{lead}{leg}. "));
    }
    for condition in &order.on {
        let said = format!(
            "{} {}, {}. ",
            lead(condition),
            joined(&condition.when, " or ", of),
            clause(&condition.then, of)
        );
        out += &capital(&said);
    }
    out.trim_end().to_owned()
}

const fn lead(condition: &Condition) -> &'static str {
    match (condition.resume, condition.repeat) {
        (false, false) => "if",
        (false, true) => "whenever",
        (true, false) => "while",
        (true, true) => "whenever and while",
    }
}

fn capital(said: &str) -> String {
    let mut letters = said.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + letters.as_str())
}

fn clause(leg: &Leg, of: Say<'_>) -> String {
    let mut out = String::new();
    match leg.when.as_slice() {
        [] => {}
        [one] => match alternatives(one) {
            Some(these) => {
                let said: Vec<String> = these.iter().map(|t| trigger(t, of)).collect();
                out += &format!("when {}, ", said.join(" or "));
            }
            None => out += &format!("when {}, ", trigger(one, of)),
        },
        several => out += &format!("when {}, ", joined(several, " and ", of)),
    }
    out += &doing(leg, of);
    for place in &leg.route {
        out += &format!(" by way of {}", of(place));
    }
    for how in modifiers(leg, of) {
        out += &format!(", {how}");
    }
    if !leg.until.is_empty() {
        out += &format!(" until {}", joined(&leg.until, " or ", of));
    }
    out
}

/// How a leg is done, a phrase each.
fn modifiers(leg: &Leg, of: Say<'_>) -> Vec<String> {
    let mut said: Vec<String> = manners(leg).iter().map(|m| printed(MANNERS, m).to_owned()).collect();
    match leg.formation {
        Some(Shape::Files(n)) => said.push(format!("in {n} files")),
        Some(Shape::Ranks(n)) => said.push(format!("in {n} ranks")),
        _ => {}
    }
    if let Some(pace) = leg.pace {
        said.push(format!("at {} inches a period", plain(pace)));
    }
    if let Fire::At(target) = &leg.fire {
        said.push(format!("shooting at {}", of(target)));
    }
    let detail = &leg.detail;
    if let Some(distance) = detail.distance {
        said.push(format!("for {} inches", plain(distance)));
    }
    if let Some(Stop::Short(length)) = detail.stop {
        said.push(format!("stopping {} inches short", plain(length)));
    }
    if let Some(gap) = detail.gap {
        said.push(format!("keeping {} inches away", plain(gap)));
    }
    said.extend(detail.side.map(|side| printed(SIDES, &side).to_owned()));
    match &detail.facing {
        Some(Face::Bearing(bearing)) => said.push(format!("facing {}", wind(*bearing))),
        Some(Face::To(r)) => said.push(format!("facing towards {}", of(r))),
        _ => {}
    }
    said.extend(detail.limit.iter().map(|r| format!("not going beyond {}", of(r))));
    said.extend(detail.avoid.iter().map(|r| format!("avoiding {}", of(r))));
    said.extend(detail.keep_from.iter().map(|r| format!("keeping out of reach of {}", of(r))));
    said.extend(leg.warned_of.iter().map(|id| format!("warned of the feature [{}]", escaped(id, ']'))));
    said
}

fn doing(leg: &Leg, of: Say<'_>) -> String {
    match (&leg.target, leg.bearing) {
        (Some(target), _) => format!("{} {}", printed(DOINGS, &Makes::To(leg.verb)), of(target)),
        (None, Some(bearing)) if leg.verb == Verb::MoveDir => {
            format!("{} {}", printed(DOINGS, &Makes::Toward), wind(bearing))
        }
        _ => printed(DOINGS, &Makes::Alone(leg.verb)).to_owned(),
    }
}

fn wind(bearing: i32) -> String {
    match WINDS.get((bearing / 45_000) as usize).filter(|_| bearing % 45_000 == 0) {
        Some(wind) => (*wind).to_owned(),
        None => format!("on a bearing of {} degrees", plain(bearing)),
    }
}

/// What of a leg is said in a set phrase.
fn manners(leg: &Leg) -> Vec<Manner> {
    let shape = match leg.formation {
        Some(Shape::Line) => Some(Manner::Line),
        Some(Shape::Column) => Some(Manner::Column),
        Some(Shape::Square) => Some(Manner::Square),
        Some(Shape::Files(_) | Shape::Ranks(_)) | None => None,
    };
    let charge = match leg.charge {
        usual if usual == leg.verb.usual_charge() => None,
        Charge::AtWill => Some(Manner::ChargeAtWill),
        Charge::OrderedTarget => Some(Manner::ChargeTarget),
        Charge::Never => Some(Manner::ChargeNever),
    };
    let told = |yes: bool, manner: Manner| yes.then_some(manner);
    let all = [
        shape,
        charge,
        told(!leg.countercharge, Manner::NoCountercharge),
        told(!leg.evade, Manner::NoEvade),
        told(!leg.pursue, Manner::NoPursuit),
        told(leg.fire == Fire::Hold, Manner::HoldFire),
        told(leg.against_chariots, Manner::Chariots),
        told(leg.against_elephants, Manner::Elephants),
        told(leg.detail.slow, Manner::Slow),
        told(leg.detail.hidden, Manner::Hidden),
        told(leg.detail.report, Manner::Report),
        told(leg.detail.stop == Some(Stop::Range), Manner::StopAtRange),
        told(leg.detail.facing == Some(Face::Enemy), Manner::FaceEnemy),
        told(leg.detail.facing == Some(Face::Left), Manner::FaceLeft),
        told(leg.detail.facing == Some(Face::Right), Manner::FaceRight),
        told(leg.detail.refuse == Some(Flank::Left), Manner::RefuseLeft),
        told(leg.detail.refuse == Some(Flank::Right), Manner::RefuseRight),
    ];
    all.into_iter().flatten().collect()
}

fn joined(triggers: &[Trigger], with: &str, of: Say<'_>) -> String {
    triggers.iter().map(|t| trigger(t, of)).collect::<Vec<_>>().join(with)
}

fn trigger(t: &Trigger, of: Say<'_>) -> String {
    match t {
        Trigger::Signal(n) => format!("signal {n} is given"),
        Trigger::Period(n) => format!("period {n} begins"),
        Trigger::Reached => "it has arrived".to_owned(),
        Trigger::EnemyWithin(within, None) => near(Reach::Inches(*within), &Whom::Any, of),
        Trigger::EnemyWithin(within, Some(kind)) => {
            near(Reach::Inches(*within), &Whom::Kind(kind.clone()), of)
        }
        Trigger::EnemyNear(reach, who) => near(*reach, who, of),
        Trigger::AttackedBy(who) => format!("attacked by {}", of(&who_is(false, who))),
        Trigger::Relieved => "relieved".to_owned(),
        Trigger::After(n) => format!("{n} periods have gone by"),
        Trigger::AnySignal => "any signal is given".to_owned(),
        Trigger::Does(event) => {
            let said = does(of(&who_is(event.friend, &event.who)), event.deed);
            match (&event.place, event.deed) {
                (None, _) => said,
                (Some(place), Deed::Crosses | Deed::Enters | Deed::Leaves) => format!("{said} {}", of(place)),
                (Some(place), _) => format!("{said} at {}", of(place)),
            }
        }
        Trigger::Attacked => "attacked".to_owned(),
        Trigger::FiredOn => "shot at".to_owned(),
        Trigger::Sees(r) => {
            let who = Name::new(of(r));
            format!("{who} {} in view", who.form("is", "are"))
        }
        Trigger::FriendDoes(label, deed) => does(of(&Ref::Friend(label.clone())), *deed),
        Trigger::EnemyDoes(label, deed) => does(of(&Ref::Enemy(label.clone())), *deed),
        Trigger::BelowTwoThirds => "below two thirds strength".to_owned(),
        Trigger::BelowHalf => "below half strength".to_owned(),
        Trigger::All(list) => format!("all of ({})", joined(list, ", ", of)),
        Trigger::Not(t) => format!("not ({})", trigger(t, of)),
    }
}

/// Somebody does something: "the elephants break", "the phalanx breaks".
fn does(who: String, deed: Deed) -> String {
    let who = Name::new(who);
    format!("{who} {}", who.form(printed(DEEDS, &deed), printed(DEEDS_OF_MANY, &deed)))
}

fn near(reach: Reach, who: &Whom, of: Say<'_>) -> String {
    let who = match who {
        Whom::Unit(_) | Whom::General => of(&who_is(false, who)),
        Whom::Any | Whom::Kind(_) => say_exactly(&who_is(false, who)),
    };
    let who = Name::new(who);
    let far = match reach {
        Reach::Inches(mils) => format!("{} inches", plain(mils)),
        Reach::Range => "missile range".to_owned(),
        Reach::Charge => "charge reach".to_owned(),
        Reach::Near => "a short way".to_owned(),
    };
    format!("{who} {} within {far}", who.form("is", "are"))
}
