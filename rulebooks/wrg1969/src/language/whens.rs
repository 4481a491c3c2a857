//! Conditions: what must come true, as a sentence says it.

use super::Role;
use super::lexer::Token;
use super::parser::{Found, Parser, Test};
use super::phrases::{DEEDS, LEADS, NO_VIEW, STATES, State, VIEW, WITHIN};
use super::stumble::Wanted;
use crate::order::{Ref, Trigger, Where};

/// The condition as triggers of which any will do.
pub(super) fn any_of(test: &Test) -> Vec<Trigger> {
    test.iter().map(|all| all_as_one(all)).collect()
}

/// The condition as triggers that must all be true; "either" becomes "not neither".
pub(super) fn all_of(test: &Test) -> Vec<Trigger> {
    match test.as_slice() {
        [all] => all.clone(),
        several => vec![either(several.iter().map(|all| all_as_one(all)))],
    }
}

fn all_as_one(all: &[Trigger]) -> Trigger {
    match all {
        [one] => one.clone(),
        several => Trigger::All(several.to_vec()),
    }
}

/// Any of these, as the one trigger that says so.
fn either(these: impl Iterator<Item = Trigger>) -> Trigger {
    let none = these.map(|t| Trigger::Not(Box::new(t))).collect();
    Trigger::Not(Box::new(Trigger::All(none)))
}

/// The triggers of which any will do, if that is what one trigger says.
pub(super) fn alternatives(trigger: &Trigger) -> Option<Vec<&Trigger>> {
    let Trigger::Not(inner) = trigger else { return None };
    let Trigger::All(none) = &**inner else { return None };
    let each = none.iter().map(|t| match t {
        Trigger::Not(t) => Some(&**t),
        _ => None,
    });
    each.collect::<Option<Vec<_>>>().filter(|these| these.len() > 1)
}

impl Parser<'_> {
    /// A condition before what is to be done: "if ...", "on signal 2".
    pub(super) fn led(&self, at: usize) -> Vec<Found<Test>> {
        let Some(end) = self.any_phrase(at, LEADS) else { return self.denied(at) };
        self.test(end).into_iter().map(|test| marked(at, test)).collect()
    }

    /// A condition after what is to be done.
    pub(super) fn tail(&self, at: usize) -> Vec<Found<Test>> {
        self.led(at + usize::from(self.is(at, &Token::Comma)))
    }

    /// "unless ...": the condition turned round.
    fn denied(&self, at: usize) -> Vec<Found<Test>> {
        let Some(end) = self.phrase(at, "unless") else { return Vec::new() };
        let turned = |test: Found<Test>| {
            let each = test.is.iter().map(|all| Trigger::Not(Box::new(all_as_one(all))));
            marked(at, Found { is: vec![each.collect()], end: test.end, marks: test.marks })
        };
        self.test(end).into_iter().map(turned).collect()
    }

    /// Triggers joined by "and" and "or"; the longest run of them.
    pub(super) fn test(&self, at: usize) -> Vec<Found<Test>> {
        let first = self.triggers(at);
        if first.is_empty() {
            self.note(at, Wanted::CONDITION);
        }
        let begin = |(these, end): (Vec<Trigger>, usize)| {
            (these.into_iter().map(|t| vec![t]).collect::<Test>(), Vec::new(), end)
        };
        // The alternatives before the last, the last one, and where it ends.
        let mut open: Vec<(Test, Test, usize)> = Vec::new();
        for (test, before, end) in first.into_iter().map(begin) {
            open.push((before, test, end));
        }
        let mut out = Vec::new();
        while let Some((before, last, end)) = open.pop() {
            if out.len() + open.len() > 32 {
                break;
            }
            let comma = end + usize::from(self.is(end, &Token::Comma));
            let mut more = Vec::new();
            if let Some(next) = self.phrase(comma, "and") {
                for (these, end) in self.triggers(next) {
                    more.push((before.clone(), product(&last, &these), end));
                }
            }
            let or = self.phrase(comma, "or").or_else(|| (comma > end).then_some(comma));
            if let Some(next) = or {
                for (these, end) in self.triggers(next) {
                    let before = [before.as_slice(), &last].concat();
                    more.push((before, these.into_iter().map(|t| vec![t]).collect(), end));
                }
            }
            if more.is_empty() {
                out.push(Found { is: [before, last].concat(), end, marks: vec![(at, end, Role::Condition)] });
            }
            more.reverse();
            open.extend(more);
        }
        out
    }

    /// One trigger, or several of which any will do, in each way it can be read.
    fn triggers(&self, at: usize) -> Vec<(Vec<Trigger>, usize)> {
        let mut out: Vec<(Vec<Trigger>, usize)> = Vec::new();
        if self.sentence.len() <= at {
            return out;
        }
        if let Some((state, end)) = super::nouns::one_of(self.sentence, at, STATES) {
            out.push((in_state(state), end));
        }
        out.extend(self.combined(at));
        out.extend(self.numbered(at));
        if let Some(end) = self.any_phrase(at, &["you see", "it sees", "sighting"]) {
            out.extend(self.things(end, |_| true).into_iter().map(|(r, end)| (vec![Trigger::Sees(r)], end)));
        }
        out.extend(self.said_of(at));
        out
    }

    /// "not (...)", "all of (...)", "both ... and ...".
    fn combined(&self, at: usize) -> Option<(Vec<Trigger>, usize)> {
        if let Some(open) = self.phrase(at, "not").filter(|end| self.is(*end, &Token::Open)) {
            let (t, end) = self.one(open + 1)?;
            return self.is(end, &Token::Close).then(|| (vec![Trigger::Not(Box::new(t))], end + 1));
        }
        if let Some(open) = self.phrase(at, "all of").filter(|end| self.is(*end, &Token::Open)) {
            let (first, mut end) = self.one(open + 1)?;
            let mut all = vec![first];
            while self.is(end, &Token::Comma) {
                let (next, after) = self.one(end + 1)?;
                all.push(next);
                end = after;
            }
            return self.is(end, &Token::Close).then_some((vec![Trigger::All(all)], end + 1));
        }
        let (first, end) = self.one(self.phrase(at, "both")?)?;
        let (second, end) = self.one(self.phrase(end, "and")?)?;
        Some((vec![Trigger::All(vec![first, second])], end))
    }

    /// One trigger in its plainest reading.
    fn one(&self, at: usize) -> Option<(Trigger, usize)> {
        let found = self.triggers(at).into_iter().find(|(these, _)| these.len() == 1);
        if found.is_none() {
            self.note(at, Wanted::CONDITION);
        }
        found.and_then(|(these, end)| Some((these.into_iter().next()?, end)))
    }

    /// Signals and periods.
    fn numbered(&self, at: usize) -> Option<(Vec<Trigger>, usize)> {
        let at = self.phrase(at, "the").unwrap_or(at);
        if let Some(end) = self.phrase(at, "signal") {
            let (n, end) = self.whole(end)?;
            let given = ["is given", "is seen", "is shown", "flies", "is hoisted"];
            let end = self.any_phrase(end, &given).unwrap_or(end);
            return Some((vec![Trigger::Signal(u8::try_from(n).ok()?)], end));
        }
        let (n, end) = self.whole(self.any_phrase(at, &["period", "turn"])?)?;
        Some((vec![Trigger::Period(u16::try_from(n).ok()?)], self.phrase(end, "begins").unwrap_or(end)))
    }

    /// What is said of a thing named: it is in view, it is near, it does something.
    fn said_of(&self, at: usize) -> Vec<(Vec<Trigger>, usize)> {
        let mut out = Vec::new();
        for (r, end) in self.things(at, |_| true) {
            let before = out.len();
            if let Some(end) = self.any_phrase(end, VIEW) {
                out.push((vec![Trigger::Sees(r.clone())], end));
            }
            if let Some(end) = self.any_phrase(end, NO_VIEW) {
                out.push((vec![Trigger::Not(Box::new(Trigger::Sees(r.clone())))], end));
            }
            if let Some((deed, end)) = super::nouns::one_of(self.sentence, end, DEEDS) {
                match &r {
                    Ref::Friend(label) => out.push((vec![Trigger::FriendDoes(label.clone(), deed)], end)),
                    Ref::Enemy(label) => out.push((vec![Trigger::EnemyDoes(label.clone(), deed)], end)),
                    _ => {}
                }
            }
            if out.len() == before {
                self.note(end, Wanted::CONDITION);
            }
        }
        let near = |r: &Ref| matches!(r, Ref::EnemyKind(_, Where::Any));
        for (r, end) in super::nouns::nouns(self.sentence, at, self.names, near) {
            let length = self.any_phrase(end, WITHIN).and_then(|end| self.length(end));
            if let (Ref::EnemyKind(kind, _), Some((within, end))) = (r, length) {
                let kind = Some(kind).filter(|k| k != "any");
                out.push((vec![Trigger::EnemyWithin(within, kind)], end));
            }
        }
        out
    }
}

fn marked(from: usize, test: Found<Test>) -> Found<Test> {
    Found { marks: vec![(from, test.end, Role::Condition)], ..test }
}

fn product(all: &Test, these: &[Trigger]) -> Test {
    let with = |one: &Vec<Trigger>, t: &Trigger| [one.as_slice(), std::slice::from_ref(t)].concat();
    all.iter().flat_map(|one| these.iter().map(move |t| with(one, t))).collect()
}

fn in_state(state: State) -> Vec<Trigger> {
    match state {
        State::Attacked => vec![Trigger::Attacked],
        State::FiredOn => vec![Trigger::FiredOn],
        State::Pressed => vec![Trigger::Attacked, Trigger::FiredOn],
        State::Reached => vec![Trigger::Reached],
        State::TwoThirds => vec![Trigger::BelowTwoThirds],
        State::Half => vec![Trigger::BelowHalf],
    }
}
