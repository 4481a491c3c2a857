//! Conditions in players' words.

use crate::orders::language::free::Reader;
use crate::orders::language::free::np::Want;
use crate::orders::language::lexer::Token;
use crate::orders::language::whens::{either, whom};
use crate::orders::language::words::{OwnState, dictionary};
use crate::orders::order::{Reach, Ref, Trigger, Whom};

/// A condition: any of these, of each all.
pub type Test = Vec<Vec<Trigger>>;

/// The condition as triggers of which any will do.
pub fn any_of(test: &Test) -> Vec<Trigger> {
    test.iter().map(|all| as_one(all)).collect()
}

/// The condition as triggers that must all be true.
pub fn all_of(test: &Test) -> Vec<Trigger> {
    match test.as_slice() {
        [all] => all.clone(),
        several => vec![either(several.iter().map(|all| as_one(all)))],
    }
}

fn as_one(all: &[Trigger]) -> Trigger {
    match all {
        [one] => one.clone(),
        several => Trigger::All(several.to_vec()),
    }
}

pub(super) fn one(t: Trigger) -> Test {
    vec![vec![t]]
}

/// A trigger turned round.
pub(super) fn denied(test: Test) -> Test {
    vec![test.iter().map(|all| Trigger::Not(Box::new(as_one(all)))).collect()]
}

impl Reader<'_> {
    /// Conditions joined by "and" and "or", and where they end.
    pub fn test(&mut self, at: usize) -> Option<(Test, usize)> {
        let (mut test, mut end) = self.condition(at)?;
        loop {
            let comma = end + usize::from(self.is_comma(end));
            let joins = [
                ("or if", true),
                ("or when", true),
                ("or until", true),
                ("or once", true),
                ("or", true),
                ("and if", false),
                ("and when", false),
                ("and", false),
            ];
            let join = joins.iter().find_map(|(w, or)| Some((self.text.phrase(comma, w)?, *or)));
            let Some((next, or)) = join else { break };
            // What follows may be the next thing to do.
            if self.verb(next).is_some()
                && self.text.word(next).is_none_or(|w| w != "signal")
                && self.condition_subject(next).is_none()
            {
                break;
            }
            let (spoken, mentions) = (self.spoken.len(), self.mentions.len());
            let Some((more, last)) = self.condition(next) else {
                self.spoken.truncate(spoken);
                self.mentions.truncate(mentions);
                break;
            };
            if or {
                test.extend(more);
            } else {
                test =
                    test.iter().flat_map(|a| more.iter().map(move |b| [a.as_slice(), b].concat())).collect();
            }
            end = last;
        }
        if let Some(last) = self.text.any(
            end,
            &[
                "whichever comes first",
                "whichever is first",
                "whichever is sooner",
                "whichever is the sooner",
            ],
        ) {
            end = last;
        } else if self.is_comma(end)
            && let Some(last) = self
                .text
                .any(end + 1, &["whichever comes first", "whichever is first", "whichever is sooner"])
        {
            end = last;
        }
        Some((test, end))
    }

    /// Whether a noun with something said of it begins here.
    pub(super) fn condition_subject(&mut self, at: usize) -> Option<usize> {
        let np = self.np(at, Want::Any)?;
        let (aux, _) = self.auxiliaries(np.to);
        self.text.find(aux, &dictionary().predicates).map(|(_, end)| end)
    }

    pub(super) fn condition(&mut self, at: usize) -> Option<(Test, usize)> {
        if self.text.phrase(at, "not").is_some() && self.text.is(at + 1, &Token::Open) {
            let (test, end) = self.test(at + 2)?;
            return self.text.is(end, &Token::Close).then(|| (denied(test), end + 1));
        }
        let at = self.text.any(at, &["that", "ever", "either", "both"]).unwrap_or(at);
        self.signal(at)
            .or_else(|| self.period(at))
            .or_else(|| self.own_state(at))
            .or_else(|| self.sighting(at))
            .or_else(|| self.said_of(at))
    }

    /// Signals, in all the ways they are spoken of.
    pub(super) fn signal(&self, at: usize) -> Option<(Test, usize)> {
        let text = &self.text;
        let given = [
            "is given",
            "is seen",
            "is shown",
            "flies",
            "is hoisted",
            "goes up",
            "is up",
            "is made",
            "sounds",
            "is sounded",
            "has been given",
            "is raised",
            "appears",
            "comes",
            "is flown",
            "given",
            "is received",
        ];
        let done = |end: usize| text.any(end, &given).unwrap_or(end);
        let before = [
            "the hoisting of",
            "the raising of",
            "receipt of",
            "receiving",
            "seeing",
            "hoisting of",
            "the giving of",
            "i show",
            "i give",
            "i hoist",
            "i make",
            "i raise",
            "i fly",
            "you see",
            "you get",
            "you receive",
            "getting",
            "my giving",
        ];
        let start = text.any(at, &before).unwrap_or(at);
        if let Some(end) = text.any(
            at,
            &[
                "i signal",
                "signalled",
                "signaled",
                "i give the signal",
                "i give the word",
                "i give the order",
                "i send word",
                "my command",
                "the word of command",
                "i wave",
                "the word",
            ],
        ) {
            return Some((one(self.any_signal()), end));
        }
        for i in at + 1..at + 4 {
            let gives = [
                "gives the signal",
                "gives the word",
                "signals",
                "gives the order",
                "gives his signal",
                "gives a signal",
                "give the signal",
            ];
            let named = |w: &str| {
                self.names
                    .friends
                    .iter()
                    .any(|c| c.general && c.stems.contains(&crate::orders::language::names::stem(w)))
            };
            if let Some(end) = text.any(i, &gives).filter(|_| {
                text.word(i - 1)
                    .is_some_and(|w| named(w) || crate::orders::language::words::TITLES.contains(&w))
            }) {
                return Some((one(self.any_signal()), end));
            }
        }
        let start = text.any(start, &["the", "my", "a", "our", "any"]).unwrap_or(start);
        let ordinal = text.word(start).and_then(crate::orders::language::phrases::numeral);
        if let (Some(n), Some("signal")) = (ordinal, text.word(start + 1)) {
            return Some((one(Trigger::Signal(u8::try_from(n).ok()?)), done(start + 2)));
        }
        let end = text.any(start, &["signal", "signals"])?;
        let end = text.any(end, &["number", "no"]).unwrap_or(end);
        match text.number(end).filter(|(n, _)| n % 1000 == 0) {
            Some((n, end)) => Some((one(Trigger::Signal(u8::try_from(n / 1000).ok()?)), done(end))),
            None => {
                let end = done(end);
                let end = text
                    .any(end, &["from me", "to attack", "to advance", "to charge", "to go"])
                    .unwrap_or(end);
                Some((one(self.any_signal()), end))
            }
        }
    }

    /// "The signal": the only one on the card, or any.
    pub(super) fn any_signal(&self) -> Trigger {
        match self.names.signals.as_deref() {
            Some([only]) => Trigger::Signal(*only),
            _ => Trigger::AnySignal,
        }
    }

    /// Periods by their number, or so many of them.
    pub(super) fn period(&self, at: usize) -> Option<(Test, usize)> {
        let text = &self.text;
        let start = text.any(at, &["the start of", "the beginning of", "the end of"]).unwrap_or(at);
        let start = text.phrase(start, "the").unwrap_or(start);
        let begins =
            |end: usize| text.any(end, &["begins", "starts", "comes", "is over", "has begun"]).unwrap_or(end);
        if let Some(end) = text.any(start, &["period", "turn", "move"]) {
            let (n, end) = text.number(end)?;
            return Some((one(Trigger::Period(u16::try_from(n / 1000).ok()?)), begins(end)));
        }
        let ordinal = text.word(start).and_then(crate::orders::language::phrases::numeral);
        if let (Some(n), Some(end)) = (ordinal, text.any(start + 1, &["period", "turn", "move"]))
            && text.word(start).is_some_and(|w| super::text::cardinal(w).is_none())
        {
            return Some((one(Trigger::Period(u16::try_from(n).ok()?)), begins(end)));
        }
        let (n, end) = text.number(start)?;
        let end = text.any(end, &["periods", "period", "turns", "turn", "moves", "move"])?;
        let end = text
            .any(end, &["have gone by", "have passed", "has passed", "are over", "have elapsed", "or so"])
            .unwrap_or(end);
        Some((one(Trigger::After(u16::try_from(n / 1000).ok()?)), end))
    }

    /// What befalls the unit itself.
    pub(super) fn own_state(&mut self, at: usize) -> Option<(Test, usize)> {
        let subjects = [
            "you are",
            "you have",
            "you were",
            "you",
            "it is",
            "they are",
            "being",
            "it has",
            "you get",
            "you come",
            "you are being",
            "you find yourself",
            "you have been",
            "you are seriously",
            "you become",
            "ye are",
            "the unit is",
            "it becomes",
            "by being",
        ];
        let start = self.text.any(at, &subjects);
        let third = self.text.any(at, &["it", "they"]).is_some();
        // "It" and "they" are others if others were spoken of.
        if third && self.spoken.iter().any(|r| r.is_friend() || r.is_enemy()) {
            return None;
        }
        let from = start.unwrap_or(at);
        let not = self.text.phrase(from, "not");
        let from = self
            .text
            .any(
                not.unwrap_or(from),
                &[
                    "being",
                    "been",
                    "seriously",
                    "yourself",
                    "heavily",
                    "badly",
                    "directly",
                    "suddenly",
                    "first",
                ],
            )
            .unwrap_or(not.unwrap_or(from));
        if start.is_some()
            && let Some(end) = self.text.any(
                from,
                &[
                    "reach",
                    "reached",
                    "get to",
                    "arrive at",
                    "come to",
                    "gain",
                    "gained",
                    "on",
                    "cross",
                    "crossed",
                ],
            )
            && let Some(np) = self.np(end, Want::Ground)
            && np.first().is_some_and(Ref::is_ground)
        {
            self.speak(&np);
            return Some((one(Trigger::Reached), np.to));
        }
        let (state, end) = self.text.find(from, &dictionary().states)?;
        let by = self.text.any(end, &["by", "from"]);
        let mut end = end;
        let mut who = Whom::Any;
        if let Some(by) = by
            && let Some(np) = self.np(by, Want::Enemy)
        {
            if let Some((false, whom)) = np.first().and_then(whom) {
                who = whom;
            }
            self.speak(&np);
            end = np.to;
        }
        end = self
            .text
            .any(
                end,
                &[
                    "in the flank",
                    "in flank",
                    "in the rear",
                    "from behind",
                    "on the flank",
                    "from the flank",
                    "in front",
                    "frontally",
                    "in strength",
                    "yourself",
                    "yourselves",
                    "too hard",
                    "too hotly",
                ],
            )
            .unwrap_or(end);
        let test = match state {
            OwnState::Attacked => one(Trigger::attacked_by(who)),
            OwnState::FiredOn => one(Trigger::FiredOn),
            OwnState::Pressed => vec![vec![Trigger::Attacked], vec![Trigger::FiredOn]],
            OwnState::Reached => one(Trigger::Reached),
            OwnState::TwoThirds => one(Trigger::BelowTwoThirds),
            OwnState::Half => one(Trigger::BelowHalf),
            OwnState::Relieved => one(Trigger::Relieved),
            OwnState::Threatened => one(Trigger::near(Reach::Near, who)),
        };
        Some((if not.is_some() { denied(test) } else { test }, end))
    }

    /// "you see the enemy".
    pub(super) fn sighting(&mut self, at: usize) -> Option<(Test, usize)> {
        let end = self.text.any(
            at,
            &["you see", "you sight", "it sees", "sighting", "you can see", "you spot", "you catch sight of"],
        )?;
        let np = self.np(end, Want::Any)?;
        let r = np.refs.last()?.clone();
        self.speak(&np);
        Some((one(Trigger::Sees(r)), np.to))
    }

    /// Words between a subject and what is said of it; whether they deny it.
    pub(super) fn auxiliaries(&self, mut at: usize) -> (usize, bool) {
        let mut not = false;
        loop {
            if let Some(end) = self.text.any(at, &["not", "no longer", "never"]) {
                (at, not) = (end, true);
                continue;
            }
            // "has left the hill" and "is left empty" are about leaving, and "over" about crossing.
            let plain = self.text.find(at, &dictionary().predicates).map_or(0, |(_, end)| end);
            match self.text.find(at, &dictionary().auxiliaries) {
                Some(((), end))
                    if end >= plain
                        || self
                            .text
                            .any(at, &["is", "are", "was", "have", "has", "do", "does"])
                            .is_some() =>
                {
                    at = end
                }
                _ => return (at, not),
            }
        }
    }
}
