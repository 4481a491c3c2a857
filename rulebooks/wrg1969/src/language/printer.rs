//! Printing an order as a sentence whose one reading is that order.

use super::lexer::plain;
use super::names::Names;
use super::nouns::{call, escaped, say, say_exactly};
use super::phrases::{DEEDS, DOINGS, MANNERS, Makes, Manner, TROOPS, WINDS, printed};
use super::whens::alternatives;
use super::{Role, read_sentence};
use crate::order::{Charge, Fire, Leg, Order, Ref, Shape, Trigger, Verb};

/// The order as a sentence, with the names of the battle where they leave no doubt.
///
/// ```
/// use testudo_wrg1969::language::{Names, print};
/// use testudo_wrg1969::order::{Leg, Order, Trigger, Verb};
/// let hold = Leg { until: vec![Trigger::EnemyWithin(8000, None)], ..Leg::new(Verb::Hold) };
/// let order = Order::new(vec![hold, Leg::new(Verb::Advance)]);
/// assert_eq!(print(&order, &Names::default()), "Hold until any enemy is within 8 inches. Then advance.");
/// ```
pub fn print(order: &Order, names: &Names) -> String {
    let natural = sentence(order, &|r| say(r, names));
    let meant = |o: &Order| (&o.legs, &o.on) == (&order.legs, &order.on);
    match read_sentence(&natural, names) {
        Ok(readings) if readings.len() == 1 && meant(&readings[0].order) => natural,
        _ => sentence(order, &say_exactly),
    }
}

/// The order as it is told to people: no ids where a name will do, and a leg given several times said once.
///
/// ```
/// use testudo_wrg1969::language::{Names, tell};
/// use testudo_wrg1969::order::{Leg, Order, Ref, Verb};
/// let names = Names::new([("a1", "Cohort I")], [], [("ford", "the ford")]);
/// let attack = Leg::to(Verb::Attack, Ref::NearestEnemy);
/// let march = Leg::to(Verb::MoveTo, Ref::Feature("ford".to_owned()));
/// let order = Order::new(vec![march, attack.clone(), attack]);
/// assert_eq!(tell(&order, &names), "March to the ford. Then attack the nearest enemy, twice over.");
/// ```
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
///
/// ```
/// use testudo_wrg1969::language::{Names, Role, read, terms};
/// let names = Names::new([("a1", "Cohort I")], [], [("ford", "the ford")]);
/// let order = read("Cross the brook by the ford and take the hill in front", &names)?.remove(0).order;
/// let said = terms(&order, &names);
/// assert_eq!(said[0], (Role::Doing, "Do", "attack".to_owned()));
/// assert_eq!(said[1], (Role::Target, "What", "the hill in front, chosen when the leg begins".to_owned()));
/// assert_eq!(said[2], (Role::Way, "By way of", "the ford".to_owned()));
/// # Ok::<(), testudo_wrg1969::language::Stumble>(())
/// ```
pub fn terms(order: &Order, names: &Names) -> Vec<(Role, &'static str, String)> {
    let of = |r: &Ref| say(r, names);
    let mut said = Vec::new();
    for (i, leg) in order.legs.iter().enumerate() {
        leg_terms(leg, if i == 0 { "Do" } else { "Then" }, &of, &mut said);
    }
    for condition in &order.on {
        said.push((Role::Condition, "If", joined(&condition.when, " or ", &of)));
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
        let said = format!("if {}, {}. ", joined(&condition.when, " or ", of), clause(&condition.then, of));
        out += &capital(&said);
    }
    out.trim_end().to_owned()
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
    if let Some(Shape::Files(n)) = leg.formation {
        said.push(format!("in {n} files"));
    }
    if let Some(pace) = leg.pace {
        said.push(format!("at {} inches a period", plain(pace)));
    }
    if let Fire::At(target) = &leg.fire {
        said.push(format!("shooting at {}", of(target)));
    }
    said.extend(leg.warned_of.iter().map(|id| format!("warned of the feature [{}]", escaped(id, ']'))));
    said
}

fn doing(leg: &Leg, of: Say<'_>) -> String {
    match (&leg.target, leg.bearing) {
        (Some(target), _) => format!("{} {}", printed(DOINGS, &Makes::To(leg.verb)), of(target)),
        (None, Some(bearing)) if leg.verb == Verb::MoveDir => {
            let march = printed(DOINGS, &Makes::Toward);
            match WINDS.get((bearing / 45_000) as usize).filter(|_| bearing % 45_000 == 0) {
                Some(wind) => format!("{march} {wind}"),
                None => format!("{march} on a bearing of {} degrees", plain(bearing)),
            }
        }
        _ => printed(DOINGS, &Makes::Alone(leg.verb)).to_owned(),
    }
}

/// What of a leg is said in a set phrase.
fn manners(leg: &Leg) -> Vec<Manner> {
    let shape = match leg.formation {
        Some(Shape::Line) => Some(Manner::Line),
        Some(Shape::Column) => Some(Manner::Column),
        Some(Shape::Square) => Some(Manner::Square),
        Some(Shape::Files(_)) | None => None,
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
        Trigger::EnemyWithin(within, None) => format!("any enemy is within {} inches", plain(*within)),
        Trigger::EnemyWithin(within, Some(kind)) => {
            format!("any enemy {} is within {} inches", printed(TROOPS, &kind.as_str()), plain(*within))
        }
        Trigger::Attacked => "attacked".to_owned(),
        Trigger::FiredOn => "shot at".to_owned(),
        Trigger::Sees(r) => format!("{} is in view", of(r)),
        Trigger::FriendDoes(label, deed) => {
            format!("{} {}", of(&Ref::Friend(label.clone())), printed(DEEDS, deed))
        }
        Trigger::EnemyDoes(label, deed) => {
            format!("{} {}", of(&Ref::Enemy(label.clone())), printed(DEEDS, deed))
        }
        Trigger::BelowTwoThirds => "below two thirds strength".to_owned(),
        Trigger::BelowHalf => "below half strength".to_owned(),
        Trigger::All(list) => format!("all of ({})", joined(list, ", ", of)),
        Trigger::Not(t) => format!("not ({})", trigger(t, of)),
    }
}
