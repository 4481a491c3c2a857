//! Printing an order as a sentence whose one reading is that order.

use super::lexer::plain;
use super::names::Names;
use super::nouns::{escaped, say, say_exactly};
use super::phrases::{DEEDS, DOINGS, MANNERS, Makes, Manner, TROOPS, WINDS, printed};
use super::read_sentence;
use super::whens::alternatives;
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

type Say<'a> = &'a dyn Fn(&Ref) -> String;

fn sentence(order: &Order, of: Say<'_>) -> String {
    let mut out = String::new();
    for (i, leg) in order.legs.iter().enumerate() {
        let lead = if i == 0 { "" } else { "then " };
        out += &capital(&format!("{lead}{}. ", clause(leg, of)));
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
    for manner in manners(leg) {
        out += &format!(", {}", printed(MANNERS, &manner));
    }
    if let Some(Shape::Files(n)) = leg.formation {
        out += &format!(", in {n} files");
    }
    if let Some(pace) = leg.pace {
        out += &format!(", at {} inches a period", plain(pace));
    }
    if let Fire::At(target) = &leg.fire {
        out += &format!(", shooting at {}", of(target));
    }
    for id in &leg.warned_of {
        out += &format!(", warned of the feature [{}]", escaped(id, ']'));
    }
    if !leg.until.is_empty() {
        out += &format!(" until {}", joined(&leg.until, " or ", of));
    }
    out
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
