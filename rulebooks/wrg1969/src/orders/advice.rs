//! What the umpire makes of an order for a unit: how he reads it, what he doubts, why it cannot be given, and what
//! could be written instead (`wrg1969.orders.language`).

use crate::board::Board;
use crate::board::state::Meant;
use crate::data::feature::Kind;
use crate::orders::language::words::Act;
use crate::orders::language::{Doubt, Names, Passed, Reading, Stumble, doubts, read_for, same_name, say};
use crate::orders::names;
use crate::orders::order::{Fire, Order, Ref, Trigger, Verb, Where};
use crate::orders::reference::{candidates, void};
use umpire::{Field, UnitId};

/// Most suggestions that are made.
const SUGGESTIONS: usize = 3;

/// How an order was read.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Every way in which it can be read that the unit can act on; the plainest first.
    pub readings: Vec<Reading>,
    /// What of it is doubtful.
    pub doubts: Vec<Doubt>,
    /// Words passed over or taken for others.
    pub passed: Vec<Passed>,
    /// Why it cannot be given.
    pub stumble: Option<Stumble>,
    /// What could be written instead.
    pub suggestions: Vec<String>,
}

/// Reads an order for a unit.
pub fn advise(board: &Board<'_>, field: &Field, names: &Names, unit: UnitId, text: &str) -> Advice {
    let mut advice = judged(board, field, names, unit, text);
    if let Some(stumble) = &mut advice.stumble {
        advice.suggestions = suggestions(board, field, names, unit, text);
        stumble.near.clone_from(&advice.suggestions);
    }
    advice
}

fn judged(board: &Board<'_>, field: &Field, names: &Names, unit: UnitId, text: &str) -> Advice {
    let card = field.card(unit);
    let refused = |stumble: Stumble, readings: Vec<Reading>| {
        let passed = readings.first().map_or_else(Vec::new, |r| r.passed.clone());
        Advice { doubts: Vec::new(), passed, stumble: Some(stumble), suggestions: Vec::new(), readings }
    };
    let readings = match read_for(text, names, Some(&card.label)) {
        Ok(readings) => readings,
        Err(no) => return refused(no.stumble, Vec::new()),
    };
    let mut why = None;
    let mut sound = Vec::new();
    for reading in &readings {
        match impossible(board, field, names, unit, &reading.order) {
            None => sound.push(reading.clone()),
            Some((of, reason)) => {
                why.get_or_insert((span_of(reading, of.as_ref(), text), reason));
            }
        }
    }
    if let (true, Some((span, reason))) = (sound.is_empty(), why) {
        return refused(Stumble::new(text, span, reason, Vec::new()), readings);
    }
    let passed = sound.first().map_or_else(Vec::new, |r| r.passed.clone());
    Advice { doubts: doubts(&sound, text), passed, stumble: None, suggestions: Vec::new(), readings: sound }
}

/// Where a sentence speaks of something.
fn span_of(reading: &Reading, of: Option<&Ref>, text: &str) -> std::ops::Range<usize> {
    let mark = reading.marks.iter().find(|m| m.of.as_ref() == of && of.is_some());
    mark.map_or(0..text.len(), |m| m.span.clone())
}

/// Why a unit cannot carry an order out, and what of it is to blame.
pub fn impossible(
    board: &Board<'_>,
    field: &Field,
    names: &Names,
    unit: UnitId,
    order: &Order,
) -> Option<(Option<Ref>, String)> {
    unfit(board, field, names, unit, order).or_else(|| nowhere(board, names, order)).or_else(|| {
        // Whoever is named and known may be out of view: the unit goes where he is said to be.
        let (_, r) = void(board, field.roster(), board.body(unit)?, order).filter(|(_, r)| !r.is_enemy())?;
        let why = format!("{} sees nothing that is {}", field.card(unit).name, say(&r, names));
        Some((Some(r), why))
    })
}

/// A kind of ground that the table does not have.
fn nowhere(board: &Board<'_>, names: &Names, order: &Order) -> Option<(Option<Ref>, String)> {
    let mut all = order.every_leg().flat_map(|leg| leg.refs()).flat_map(Ref::parts);
    let there = |kind: &str| board.book.features.iter().any(|f| f.kind.key() == kind);
    let r = all.find(|r| matches!(r, Ref::Kind(kind, _) if !there(kind)))?;
    let what = say(r, names);
    let what = what.strip_prefix("the ").unwrap_or(&what);
    Some((Some(r.clone()), format!("there is no {what} on this table")))
}

/// Why a unit could not carry an order out wherever it stood.
pub fn unfit(
    board: &Board<'_>,
    field: &Field,
    names: &Names,
    unit: UnitId,
    order: &Order,
) -> Option<(Option<Ref>, String)> {
    let card = field.card(unit);
    let kit = board.book.kit(unit);
    let who = &card.name;
    for leg in order.every_leg() {
        if leg.verb.for_lights() && !kit.troop.is_light() {
            let why = format!("{who} are no light troops and cannot be told to {}", leg.verb.key());
            return Some((leg.target.clone(), why));
        }
        let shoots = leg.verb == Verb::Shoot || matches!(leg.fire, Fire::At(_));
        if shoots && kit.shoots_as().is_none() {
            return Some((leg.target.clone(), format!("{who} have nothing to shoot with")));
        }
        if leg.verb == Verb::Skirmish && kit.shoots_as().is_none() && !kit.has_javelins() {
            return Some((leg.target.clone(), format!("{who} have nothing to shoot with")));
        }
        let over = leg.target.iter().filter(|r| matches!(r, Ref::Beside(..))).chain(&leg.route);
        for r in over.filter(|r| !matches!(r, Ref::Between(..))).flat_map(Ref::parts) {
            if let Some(name) = uncrossed(board, r) {
                return Some((Some(r.clone()), format!("{name} cannot be crossed")));
            }
        }
    }
    let watched = order.watched();
    let all = order.every_leg().flat_map(|leg| leg.refs()).flat_map(Ref::parts).chain(&watched);
    for r in all {
        match r {
            Ref::Friend(label) if *label == card.label => {
                return Some((Some(r.clone()), format!("{who} cannot do that to themselves")));
            }
            r if !is_known(names, r) => {
                return Some((Some(r.clone()), format!("nobody knows of {}", say(r, names))));
            }
            _ => {}
        }
    }
    if let Some(cards) = &names.signals {
        for t in order.triggers() {
            if let Trigger::Signal(n) = t
                && !cards.contains(n)
            {
                return Some((None, format!("signal {n} is not on the card")));
            }
        }
    }
    None
}

/// The name of water that nobody can cross.
fn uncrossed(board: &Board<'_>, r: &Ref) -> Option<String> {
    let fits = |f: &&crate::data::feature::Feature| match r {
        Ref::Feature(id) => f.id == *id,
        Ref::Name(name, _) => same_name(&f.name, name),
        Ref::Kind(kind, _) => f.kind.key() == kind,
        _ => false,
    };
    let feature =
        board.book.features.iter().find(fits).filter(|f| matches!(f.kind, Kind::River | Kind::Lake))?;
    let crossing = board.book.features.iter().any(|f| f.kind.is_crossing());
    (!crossing).then(|| feature.name.clone())
}

fn is_known(names: &Names, r: &Ref) -> bool {
    match r {
        Ref::Enemy(label) => names.enemies.iter().any(|c| c.label == *label),
        Ref::Friend(label) => names.friends.iter().any(|c| c.label == *label),
        Ref::Feature(id) => names.features.iter().any(|c| c.label == *id),
        Ref::Name(name, _) => names.features.iter().any(|c| same_name(&c.name, name)),
        _ => true,
    }
}

/// Whole orders that the unit could be given and that mean something near: first what was understood of its deeds and
/// its nouns, then what any unit can do.
fn suggestions(board: &Board<'_>, field: &Field, names: &Names, unit: UnitId, text: &str) -> Vec<String> {
    let label = &field.card(unit).label;
    let (acts, spoken) = match read_for(text, names, Some(label)) {
        Err(no) => (no.acts, no.spoken),
        Ok(readings) => {
            let order = &readings[0].order;
            let spoken = order.every_leg().flat_map(|l| l.refs().cloned()).collect();
            (order.every_leg().map(|l| act_of(l.verb)).collect(), spoken)
        }
    };
    let mut tries: Vec<String> = Vec::new();
    let said = |r: &Ref| crate::orders::language::call(r, names);
    let act = acts.last().copied();
    for r in spoken.iter().rev() {
        if r.is_enemy() {
            tries.push(format!("Attack {}", said(r)));
            tries.push(format!("Shoot at {}", said(r)));
        } else if r.is_friend() {
            tries.push(format!("Support {}", said(r)));
            tries.push(format!("Follow {}", said(r)));
        } else if r.is_ground() {
            let holds = matches!(act, Some(Act::Hold | Act::Guard | Act::Halt));
            let verbs = if holds { ["Hold", "March to"] } else { ["March to", "Attack"] };
            tries.extend(verbs.iter().map(|verb| format!("{verb} {}", said(r))));
        }
    }
    let nearest = nearest(board, field, names, unit).map(|enemy| format!("Attack {enemy}"));
    let place = names.features.iter().find(|f| f.kind == "hill").or(names.features.first());
    let hold = place.map(|f| format!("Hold {}", f.name));
    let friend = names.friends.iter().find(|c| c.label != *label && !c.general && !c.kind.is_empty());
    match act {
        Some(Act::Form) => tries.push("Form square if enemy horse come within 12 inches".to_owned()),
        Some(Act::Shoot | Act::Skirmish) => tries.push("Shoot at the nearest enemy".to_owned()),
        Some(Act::Retire | Act::Return | Act::Evade) => {
            tries.push("Fall back 6 inches if attacked".to_owned())
        }
        Some(Act::Attack | Act::Charge | Act::Pursue) => tries.extend(nearest.clone()),
        Some(Act::Support | Act::Follow | Act::Guard | Act::Screen) => {
            tries.extend(friend.map(|c| format!("Support {}", c.name)));
        }
        _ => {}
    }
    tries.extend(hold);
    tries.extend(nearest);
    tries.push("Hold".to_owned());
    tries.push("Advance".to_owned());
    let mut kept: Vec<String> = Vec::new();
    for said in tries {
        if kept.len() < SUGGESTIONS
            && !kept.contains(&said)
            && judged(board, field, names, unit, &said).stumble.is_none()
        {
            kept.push(said);
        }
    }
    kept
}

/// What the enemy nearest to a unit is called.
pub fn nearest(board: &Board<'_>, field: &Field, names: &Names, unit: UnitId) -> Option<String> {
    let any = Ref::EnemyKind("any".to_owned(), Where::Nearest);
    let found = candidates(board, field.roster(), board.body(unit)?, &any);
    match found.first()?.meant {
        Meant::Unit(id) => {
            Some(crate::orders::language::call(&Ref::Enemy(field.card(id).label.clone()), names))
        }
        _ => None,
    }
}

const fn act_of(verb: Verb) -> Act {
    match verb {
        Verb::Hold => Act::Hold,
        Verb::MoveTo | Verb::MoveDir => Act::Move,
        Verb::Advance => Act::Advance,
        Verb::Attack => Act::Attack,
        Verb::Skirmish => Act::Skirmish,
        Verb::Screen => Act::Screen,
        Verb::Support => Act::Support,
        Verb::Follow => Act::Follow,
        Verb::RetireTo | Verb::Retire => Act::Retire,
        Verb::Shoot => Act::Shoot,
        Verb::Guard => Act::Guard,
    }
}

/// The names that the writer of a unit's order may use at the start of a battle, with the signals of his card.
pub fn names_at_start(board: &Board<'_>, field: &Field, unit: UnitId) -> Names {
    let side = field.side(unit);
    let mut names = names::all(board.book, field.roster(), side);
    names.signals = Some(board.phase.command[side].card.iter().map(|s| s.number).collect());
    names
}
