//! Triggers in the umpire's own words.

use crate::orders::language::lexer::Token;
use crate::orders::language::parser::Parser;
use crate::orders::language::phrases::{DEEDS, DEEDS_OF_MANY, STATES, State};
use crate::orders::order::{Deed, Event, Reach, Ref, Trigger, Where, Whom};

/// How deep one trigger may stand in another.
const DEPTH: usize = 10;

/// Any of these, as the one trigger that says so.
pub fn either(these: impl Iterator<Item = Trigger>) -> Trigger {
    let none = these.map(|t| Trigger::Not(Box::new(t))).collect();
    Trigger::Not(Box::new(Trigger::All(none)))
}

/// The triggers of which any will do, if that is what one trigger says.
pub fn alternatives(trigger: &Trigger) -> Option<Vec<&Trigger>> {
    let Trigger::Not(inner) = trigger else { return None };
    let Trigger::All(none) = &**inner else { return None };
    let each = none.iter().map(|t| match t {
        Trigger::Not(t) => Some(&**t),
        _ => None,
    });
    each.collect::<Option<Vec<_>>>().filter(|these| these.len() > 1)
}

impl Parser<'_> {
    /// Triggers with a word between each two.
    pub fn triggers(&mut self, joined: &str) -> Option<Vec<Trigger>> {
        let mut all = vec![self.trigger(DEPTH)?];
        while self.phrase(joined) {
            all.push(self.trigger(DEPTH)?);
        }
        Some(all)
    }

    /// What a leg waits for: all of these, or any of these said as one.
    pub fn whens(&mut self) -> Option<Vec<Trigger>> {
        let first = self.trigger(DEPTH)?;
        if !self.phrase("or") {
            let mut all = vec![first];
            while self.phrase("and") {
                all.push(self.trigger(DEPTH)?);
            }
            return Some(all);
        }
        let rest = self.triggers("or")?;
        Some(vec![either(std::iter::once(first).chain(rest))])
    }

    fn trigger(&mut self, depth: usize) -> Option<Trigger> {
        let depth = depth.checked_sub(1)?;
        let start = self.at;
        if self.phrase("not") {
            if !self.past(&Token::Open) {
                return None;
            }
            let t = self.trigger(depth)?;
            return self.past(&Token::Close).then(|| Trigger::Not(Box::new(t)));
        }
        if self.phrase("all of") {
            if !self.past(&Token::Open) {
                return None;
            }
            let mut all = vec![self.trigger(depth)?];
            while self.past(&Token::Comma) {
                all.push(self.trigger(depth)?);
            }
            return self.past(&Token::Close).then_some(Trigger::All(all));
        }
        if self.phrase("attacked by") {
            let who = self.enemy()?;
            return Some(Trigger::AttackedBy(who));
        }
        if let Some(state) = self.one_of(STATES) {
            return Some(in_state(state));
        }
        if self.phrase("signal") {
            let n = self.whole().and_then(|n| u8::try_from(n).ok())?;
            return self.phrase("is given").then_some(Trigger::Signal(n));
        }
        if self.phrase("period") {
            let n = self.whole()?;
            return self.phrase("begins").then_some(Trigger::Period(n));
        }
        if let Some(n) = self.whole()
            && self.phrase("periods have gone by")
        {
            return Some(Trigger::After(n));
        }
        self.at = start;
        self.said_of()
    }

    /// Who is meant by an enemy spoken of.
    fn enemy(&mut self) -> Option<Whom> {
        let r = self.thing(|r| whom(r).is_some_and(|(friend, _)| !friend))?;
        whom(&r).map(|(_, who)| who)
    }

    /// What is said of a thing named: it is in view, it is near, it does something.
    fn said_of(&mut self) -> Option<Trigger> {
        let r = self.thing(|_| true)?;
        if self.phrase("is in view") || self.phrase("are in view") {
            return Some(Trigger::Sees(r));
        }
        let (friend, who) = whom(&r)?;
        if !friend && (self.phrase("is within") || self.phrase("are within")) {
            return Some(Trigger::near(self.reach()?, who));
        }
        let deed = self.one_of(DEEDS).or_else(|| self.one_of(DEEDS_OF_MANY))?;
        let place = match deed {
            Deed::Crosses | Deed::Enters | Deed::Leaves => self.thing(|_| true),
            _ if self.phrase("at") => Some(self.thing(|_| true)?),
            _ => None,
        };
        Some(Trigger::does(Event { friend, who, deed, place }))
    }

    fn reach(&mut self) -> Option<Reach> {
        let words =
            [("missile range", Reach::Range), ("charge reach", Reach::Charge), ("a short way", Reach::Near)];
        self.one_of(&words).or_else(|| self.length().map(Reach::Inches))
    }
}

/// Who a reference speaks of, and whether he is a friend, if it can stand in a trigger.
pub fn whom(r: &Ref) -> Option<(bool, Whom)> {
    Some(match r {
        Ref::Friend(label) => (true, Whom::Unit(label.clone())),
        Ref::Enemy(label) => (false, Whom::Unit(label.clone())),
        Ref::General => (true, Whom::General),
        Ref::EnemyGeneral => (false, Whom::General),
        Ref::Army => (true, Whom::Any),
        Ref::EnemyKind(kind, Where::Any) if kind == "any" => (false, Whom::Any),
        Ref::EnemyKind(kind, Where::Any) => (false, Whom::Kind(kind.clone())),
        Ref::FriendKind(kind, Where::Any) if kind == "any" => (true, Whom::Any),
        Ref::FriendKind(kind, Where::Any) => (true, Whom::Kind(kind.clone())),
        _ => return None,
    })
}

/// The reference that speaks of somebody in a trigger.
pub fn who_is(friend: bool, who: &Whom) -> Ref {
    match (friend, who) {
        (true, Whom::Unit(label)) => Ref::Friend(label.clone()),
        (false, Whom::Unit(label)) => Ref::Enemy(label.clone()),
        (true, Whom::General) => Ref::General,
        (false, Whom::General) => Ref::EnemyGeneral,
        (true, Whom::Any) => Ref::FriendKind("any".to_owned(), Where::Any),
        (false, Whom::Any) => Ref::EnemyKind("any".to_owned(), Where::Any),
        (true, Whom::Kind(kind)) => Ref::FriendKind(kind.clone(), Where::Any),
        (false, Whom::Kind(kind)) => Ref::EnemyKind(kind.clone(), Where::Any),
    }
}

fn in_state(state: State) -> Trigger {
    match state {
        State::Attacked => Trigger::Attacked,
        State::FiredOn => Trigger::FiredOn,
        State::Reached => Trigger::Reached,
        State::TwoThirds => Trigger::BelowTwoThirds,
        State::Half => Trigger::BelowHalf,
        State::Relieved => Trigger::Relieved,
        State::AnySignal => Trigger::AnySignal,
    }
}
