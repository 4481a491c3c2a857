//! The parts of a clause: address, conditions, manners, verbs, and what they open and close.

use crate::orders::language::Role;
use crate::orders::language::free::draft::{Draft, Item};
use crate::orders::language::free::np::Want;
use crate::orders::language::free::{Reader, np_word_fits, starts_anew};
use crate::orders::language::lexer::Token;
use crate::orders::language::names::stem;
use crate::orders::language::parser::with_manner;
use crate::orders::language::phrases::Manner;
use crate::orders::language::words::{Act, Lead, Prep, Set, dictionary};
use crate::orders::order::{Charge, Fire, Ref};

impl Reader<'_> {
    /// Skips ways to speak to the unit, its own name, and greetings.
    pub(super) fn addressed(&mut self, at: usize) -> Option<usize> {
        if self.draft.is_none() && self.items.is_empty() && self.text.word(at) == Some("dear") {
            let end = (at + 1..self.text.words.len().min(at + 5)).find(|i| self.is_comma(*i))?;
            self.pass(at, end);
            return Some(end);
        }
        if let Some(end) = self.own_name(at) {
            return Some(end);
        }
        let ((), end) = self.text.find(at, &dictionary().address)?;
        let verb = self.verb(at).map_or(0, |(_, end, _)| end);
        let more = [
            self.text.find(at, &dictionary().leads).map(|(_, e)| e),
            self.text.find(at, &dictionary().manners).map(|(_, e)| e),
            self.text.find(at, &dictionary().empty).map(|(_, e)| e),
        ];
        // "To the hill" goes on with where, not with what to do; "should they" leads in a condition.
        let leads_on = self.verb(end).is_some()
            || self.text.find(end, &dictionary().address).is_some()
            || self.text.find(end, &dictionary().denied).is_some()
            || self.is_comma(end)
            || self.text.any(end, &["not", "never", "only", "the", "your"]).is_some();
        if verb >= end && verb > 0
            || more.into_iter().flatten().any(|e| e > end)
            || !leads_on
            || self.text.word(at) == Some("should")
            || self.negation(at).is_some()
        {
            return None;
        }
        let to_place =
            matches!(self.text.word(at), Some("to" | "right" | "well" | "be" | "do" | "now" | "so" | "just"))
                && end == at + 1;
        (!to_place || self.verb(end).is_some() || self.text.find(end, &dictionary().address).is_some())
            .then_some(end)
    }

    /// "Cohort II to ...", "The 20th is to ...", "Both cohorts: ...": the unit itself, spoken of or to.
    pub(super) fn own_name(&self, at: usize) -> Option<usize> {
        let me = self.me.and_then(|l| self.names.friends.iter().find(|c| c.label == l))?;
        let follows = [
            "is to",
            "are to",
            "will",
            "shall",
            "must",
            "to",
            "should",
            "is only to",
            "are only to",
            "can",
            "may",
            "go",
            "is",
            "are",
        ];
        let mut mine = false;
        for i in at..(at + 8).min(self.text.words.len()) {
            if mine && i > at {
                let colon = self.text.words[i].text == ":";
                let comma = self.is_comma(i) && i > at;
                let to = self.text.any(i, &follows[..11]).filter(|end| {
                    self.verb(*end).is_some()
                        || self.text.find(*end, &dictionary().address).is_some()
                        || self.text.any(*end, &["not", "be"]).is_some()
                });
                if colon {
                    return Some(i + 1);
                }
                if let Some(end) = to {
                    return Some(end);
                }
                let begins = self.text.any(at, &["let", "have"]).is_some() && self.verb(i).is_some();
                if comma && at == 0 || begins {
                    return Some(i);
                }
            }
            let word = self.text.word(i)?;
            let own = me.stems.contains(&stem(word)) || np_word_fits(me, word);
            let plain = matches!(
                word,
                "the"
                    | "of"
                    | "and"
                    | "both"
                    | "all"
                    | "our"
                    | "my"
                    | "let"
                    | "have"
                    | "its"
                    | "your"
                    | "men"
            ) || self.names.friends.iter().any(|c| c.stems.contains(&stem(word)));
            if !own && !plain {
                return None;
            }
            // A verb that is also a name begins the clause.
            if i == at && !own && self.verb(i).is_some() && word != "let" && word != "have" {
                return None;
            }
            mine |= own;
        }
        None
    }

    /// "otherwise", "if not", "or else".
    pub(super) fn otherwise(&mut self, at: usize) -> Option<usize> {
        let end = self.text.any(
            at,
            &[
                "otherwise",
                "if not",
                "or else",
                "else",
                "failing that",
                "in any other case",
                "if they do not",
                "if it is not",
                "if it does not",
                "if he does not",
                "if they are not",
                "in all other cases",
            ],
        )?;
        if self.text.is(end, &Token::Open) {
            return None;
        }
        self.close();
        self.lead = None;
        self.otherwise = true;
        self.fresh = true;
        // "Shoot at the elephants, otherwise at the nearest enemy": the same is done to another.
        let next = end + usize::from(self.is_comma(end));
        let to_another = self.text.find(next, &dictionary().prepositions).is_some() && !self.begins(next);
        if to_another
            && let Some(act) = self.items.last().map(|item| item.draft.act)
            && matches!(act, Act::Shoot | Act::Attack | Act::Charge | Act::Skirmish | Act::Move)
        {
            self.open(act, at, next);
            return Some(next);
        }
        Some(end)
    }

    /// A condition, before what is to be done or after it.
    pub(super) fn lead_in(&mut self, at: usize) -> Option<usize> {
        let empty = self.text.find(at, &dictionary().empty).map(|(_, e)| e);
        let (lead, end) = self.text.find(at, &dictionary().leads)?;
        if empty.is_some_and(|e| e > end) {
            return None;
        }
        let (spoken, mentions, marks) = (self.spoken.len(), self.mentions.len(), self.marks.len());
        let found = self.at_distance(end).or_else(|| self.test(end));
        let Some((test, last)) = found else {
            self.spoken.truncate(spoken);
            self.mentions.truncate(mentions);
            self.marks.truncate(marks);
            return None;
        };
        let weak = matches!(
            self.text.word(at),
            Some("on" | "at" | "from" | "upon" | "after" | "in" | "directly" | "immediately")
        );
        use crate::orders::order::Trigger;
        let after = matches!(self.text.word(at), Some("after" | "directly" | "immediately")) && end == at + 1;
        let timed = test.iter().flatten().all(|t| match t {
            Trigger::Reached => self.text.word(end) == Some("arrival"),
            Trigger::FriendDoes(..)
            | Trigger::EnemyDoes(..)
            | Trigger::Does(_)
            | Trigger::Sees(_)
            | Trigger::EnemyNear(..)
            | Trigger::Not(_) => after,
            _ => true,
        });
        if weak && end == at + 1 && !timed {
            self.spoken.truncate(spoken);
            self.mentions.truncate(mentions);
            self.marks.truncate(marks);
            return None;
        }
        self.mark(at, last, Role::Condition, None);
        let next = last + usize::from(self.is_comma(last));
        let next = self.text.any(next, &["then"]).unwrap_or(next);
        let heads = !self.ends(next)
            && (self.begins(next)
                || self.text.any(next, &["and", "but"]).is_some_and(|n| self.begins(n))
                    && self.fresh
                    && self.draft.is_none());
        let tail = self.draft.is_some()
            && (!self.fresh || !heads || matches!(lead, Lead::Until | Lead::NotBefore | Lead::Unless));
        if tail && let Some(draft) = &mut self.draft {
            draft.condition(lead, test);
            self.fresh = false;
            // "Unless A, then X": what follows is done when A is true.
            return Some(last);
        }
        if self.draft.is_none()
            && self.ends(next)
            && let Some(item) = self.items.last_mut()
        {
            item.draft.condition(lead, test);
            return Some(last);
        }
        self.close();
        self.lead = Some((lead, test));
        self.fresh = true;
        Some(last)
    }

    /// Whether something to do, or not to do, begins here.
    pub(super) fn begins(&self, at: usize) -> bool {
        let at = self
            .text
            .find(at, &dictionary().address)
            .map_or(at, |((), end)| if self.verb(at).is_some() { at } else { end });
        self.verb(at).is_some()
            || self.negation(at).is_some()
            || self.text.find(at, &dictionary().address).is_some()
            || self.own_name(at).is_some()
            || self.text.find(at, &dictionary().manners).is_some()
            || self.text.any(at, &["down", "up", "off"]).is_some()
            || self.text.find(at, &dictionary().empty).is_some_and(|(_, e)| e > at + 1)
    }

    /// Set phrases for the manner of doing.
    pub(super) fn manner(&mut self, at: usize) -> Option<usize> {
        let (set, end) = self.text.find(at, &dictionary().manners)?;
        let verb = self.verb(at).map_or(0, |(_, e, _)| e);
        let prep = self.text.find(at, &dictionary().prepositions).map_or(0, |(_, e)| e);
        if verb > end && self.fresh || prep > end || self.text.word(end) == Some("of") {
            return None;
        }
        // "The line" is where to stand only after a word for standing.
        if matches!(set, Set::Still | Set::Ahead)
            && (self.draft.is_none() || self.text.word(end) == Some("with"))
        {
            return None;
        }
        self.mark(at, end, Role::Way, None);
        if self.draft.is_none() || self.fresh && starts_anew(set) && self.lead.is_some() {
            if self.draft.is_none()
                && self.items.last().is_some_and(|i| i.sentence == self.sentence)
                && self.lead.is_none()
                && !self.then
            {
                self.reopen();
            } else {
                self.open(Act::Halt, at, end);
            }
        }
        let draft = self.draft.as_mut()?;
        match set {
            Set::How(manner) => {
                let slow_hold = manner == Manner::Slow && matches!(draft.act, Act::Hold | Act::Halt);
                if !slow_hold {
                    with_manner(&mut draft.leg, manner);
                }
                if matches!(manner, Manner::ChargeNever | Manner::ChargeAtWill | Manner::ChargeTarget) {
                    draft.charge = Some(draft.leg.charge);
                }
            }
            Set::FireFree => {
                draft.leg.fire = Fire::Free;
                draft.shoots = true;
            }
            Set::Evade => draft.leg.evade = true,
            Set::AtRange => draft.at_range = true,
            Set::Ahead => draft.ahead = true,
            Set::Level => draft.level = true,
            Set::Still => {}
        }
        self.fresh = false;
        Some(end)
    }

    /// "before the Parthians do".
    pub(super) fn sooner(&mut self, at: usize) -> Option<usize> {
        let start = self.text.phrase(at, "before")?;
        let np = self.np(start, Want::Any)?;
        self.text.any(
            np.to,
            &[
                "do",
                "does",
                "did",
                "can",
                "get there",
                "gets there",
                "reach it",
                "reaches it",
                "take it",
                "arrive",
                "could",
                "have it",
            ],
        )
    }

    /// A purpose, passed over to the end of its clause.
    pub(super) fn purpose(&mut self, at: usize) -> Option<usize> {
        let mut end = match self.text.find(at, &dictionary().purpose) {
            Some(((), end)) => end,
            None => self.sooner(at)?,
        };
        const KEPT: [&str; 12] = [
            "if",
            "when",
            "until",
            "unless",
            "not",
            "never",
            "only",
            "except",
            "whenever",
            "then",
            "otherwise",
            "no",
        ];
        while end < self.text.words.len() && !self.is_comma(end) && !self.ends(end) {
            if self.text.any(end, &KEPT).is_some()
                || self.text.word(end) == Some("and") && self.verb(end + 1).is_some()
            {
                break;
            }
            end += 1;
        }
        self.pass(at, end);
        Some(end)
    }

    /// "Let them come half way up the slope before you charge."
    pub(super) fn letting(&mut self, at: usize) -> Option<usize> {
        let end = self.text.any(at, &["let", "allow"]).filter(|_| self.fresh)?;
        let run = self.text.any(at, &["let them", "let him", "let it"]).filter(|e| {
            self.ends(*e) || self.is_comma(*e) || self.text.any(*e, &["run", "go", "be"]).is_some()
        });
        if let Some(last) = run {
            if let Some((_, test)) = self.lead.take() {
                let breaks = |t: &crate::orders::order::Trigger| format!("{t:?}").contains("Breaks");
                if test.iter().flatten().any(breaks) {
                    self.reopen();
                    if let Some(draft) = &mut self.draft {
                        draft.leg.pursue = false;
                    }
                    self.close();
                }
            }
            let last = self.text.any(last, &["run", "go", "be"]).unwrap_or(last);
            return Some(last);
        }
        let (spoken, mentions) = (self.spoken.len(), self.mentions.len());
        if let Some((test, last)) = self.test(end) {
            let you = self.text.any(last, &["before you", "before ye", "before"]);
            if let Some(next) = you.filter(|n| self.verb(*n).is_some()) {
                self.close();
                self.open(Act::Hold, at, last);
                if let Some(draft) = &mut self.draft {
                    draft.condition(Lead::Until, test);
                }
                self.close();
                (self.then, self.fresh) = (true, true);
                return Some(next);
            }
        }
        self.spoken.truncate(spoken);
        self.mentions.truncate(mentions);
        self.own_name(at)
    }

    /// Begins a draft with the verb that stands here.
    pub(super) fn begin(&mut self, at: usize) -> Option<usize> {
        let (act, end, gerund) = self.verb(at)?;
        if gerund && let Some(end) = self.gerund(at, act, end) {
            return Some(end);
        }
        if matches!(act, Act::Move | Act::Attack | Act::Form | Act::Halt) && self.shape_at(end) {
            self.open(Act::Form, at, end);
            self.mark(at, end, Role::Doing, None);
            return Some(end);
        }
        if act == Act::Form && !self.shape_at(end) && self.text.word(end) != Some("a") {
            // "Form on the left of ...", "form behind ...".
            self.open(Act::Move, at, end);
            return Some(end);
        }
        self.mark(at, end, Role::Doing, None);
        let act = if self.drives(at, end) { Act::Attack } else { act };
        self.open(act, at, end);
        if act == Act::Open {
            let cars = |r: &Ref| {
                format!("{r:?}").contains("chariot")
                    || matches!(r, Ref::Enemy(l) if self.names.enemies.iter().any(|c| c.label == *l && c.kind.contains("chariot")))
            };
            let chariots = self.spoken.iter().rev().find(|r| r.is_enemy()).is_some_and(cars);
            let leg = &mut self.draft.as_mut()?.leg;
            (leg.against_chariots, leg.against_elephants) = (chariots, !chariots);
        }
        if act == Act::Hold
            && let Some(last) = self.waits_for(end)
        {
            return Some(last);
        }
        Some(end)
    }

    /// "drive them off", "push the horse back": a verb whose last word stands behind its object.
    pub(super) fn drives(&mut self, at: usize, end: usize) -> bool {
        let pushes = [
            "drive", "chase", "push", "throw", "see", "beat", "send", "force", "run", "ride", "cut", "hurl",
            "fling",
        ];
        if !self.text.word(at).is_some_and(|w| pushes.contains(&w)) || end > at + 1 {
            return false;
        }
        let np = self.np(end, Want::Enemy).filter(|n| n.first().is_some_and(Ref::is_enemy));
        np.is_some_and(|n| {
            self.text.any(n.to, &["off", "back", "away", "down", "out", "packing", "from"]).is_some()
        })
    }

    /// "Wait for signal 1", "wait for the Tungrians to come up".
    pub(super) fn waits_for(&mut self, at: usize) -> Option<usize> {
        let end = self
            .text
            .any(at, &["for"])
            .or_else(|| (self.text.word(at.checked_sub(1)?) == Some("await")).then_some(at))?;
        let (spoken, mentions) = (self.spoken.len(), self.mentions.len());
        if let Some((test, last)) = self.test(end) {
            self.draft.as_mut()?.condition(Lead::Until, test);
            self.fresh = false;
            return Some(last);
        }
        self.spoken.truncate(spoken);
        self.mentions.truncate(mentions);
        let np = self.np(end, Want::Any)?;
        let after = self.text.phrase(np.to, "to").unwrap_or(np.to);
        let (test, last) = match self.text.find(after, &dictionary().predicates) {
            Some((pred, last)) if after > np.to => self.predicate(&np, pred, last)?,
            _ if np.first().is_some_and(|r| r.is_enemy()) && !np.own => {
                let near = crate::orders::language::words::Pred::Near;
                self.predicate(&np, near, np.to)?
            }
            _ if np.first().is_some_and(Ref::is_friend) => {
                let reaches = crate::orders::language::words::Pred::Does(crate::orders::order::Deed::Reaches);
                self.predicate(&np, reaches, np.to)?
            }
            _ => {
                self.spoken.truncate(spoken);
                self.mentions.truncate(mentions);
                return None;
            }
        };
        self.draft.as_mut()?.condition(Lead::Until, test);
        self.fresh = false;
        Some(last)
    }

    /// "keeping ...", "facing ...", "passing ...": what is done besides.
    pub(super) fn gerund(&mut self, at: usize, act: Act, end: usize) -> Option<usize> {
        if self.draft.is_none()
            && self.items.last().is_some_and(|i| i.sentence == self.sentence)
            && self.lead.is_none()
        {
            self.reopen();
        }
        let draft = self.draft.as_mut()?;
        match act {
            Act::Face => {
                let last = self.facing(end)?;
                self.mark(at, last, Role::Way, None);
                self.fresh = false;
                Some(last)
            }
            Act::Follow | Act::Keep => {
                if draft.has_friend() && act == Act::Follow {
                    let mut last = end;
                    while !self.ends(last) && !self.is_comma(last) && self.text.word(last) != Some("and") {
                        last += 1;
                    }
                    self.pass(at, last);
                    return Some(last);
                }
                // What follows says where it keeps, or with whom.
                draft.keeps = true;
                if act == Act::Follow
                    && let Some(np) = self.np(end, Want::Friend)
                {
                    self.speak(&np);
                    self.draft.as_mut()?.rels.push((Prep::With, np.clone()));
                    self.fresh = false;
                    return Some(np.to);
                }
                self.fresh = false;
                Some(end)
            }
            Act::Cross if matches!(draft.act, Act::Hold | Act::Halt | Act::Keep) => {
                let np = self.np(end, Want::Ground)?;
                self.speak(&np);
                let last = np.to;
                self.draft.as_mut()?.rels.push((Prep::To, np));
                Some(last)
            }
            Act::Cross => {
                let np = self.np(end, Want::Ground)?;
                self.speak_aside(&np);
                let by = self.text.any(np.to, &["by", "at", "over", "by way of", "by means of"]);
                let way = by.and_then(|by| self.np(by, Want::Ground));
                let last = way.as_ref().map_or(np.to, |w| w.to);
                let route = way.as_ref().unwrap_or(&np).first().cloned();
                if let Some(way) = &way {
                    self.speak_aside(way);
                }
                self.draft.as_mut()?.leg.route.extend(route);
                self.fresh = false;
                Some(last)
            }
            Act::Shoot => {
                let np = self.np(end, Want::Enemy);
                let draft = self.draft.as_mut()?;
                draft.shoots = true;
                let Some(np) = np else { return Some(end) };
                draft.leg.fire = np.first().cloned().map_or(Fire::Free, Fire::At);
                self.speak(&np);
                self.fresh = false;
                Some(np.to)
            }
            Act::Avoid => {
                let np = self.np(end, Want::Any)?;
                self.speak(&np);
                self.draft.as_mut()?.avoid(&np);
                self.fresh = false;
                Some(np.to)
            }
            Act::Charge => {
                let draft = self.draft.as_mut()?;
                draft.charge = Some(Charge::AtWill);
                let np = self.np(end, Want::Enemy);
                if let Some(np) = &np {
                    self.speak(np);
                }
                Some(np.map_or(end, |n| n.to))
            }
            _ => None,
        }
    }

    /// Opens a draft: the one before is done.
    pub(super) fn open(&mut self, act: Act, from: usize, to: usize) {
        self.close();
        let mut draft = Draft::new(act, self.span(from, to));
        draft.scope = self.lead.clone();
        (draft.then, draft.otherwise) = (self.then, self.otherwise);
        (self.then, self.otherwise) = (false, false);
        self.draft = Some(draft);
        self.fresh = false;
    }

    /// Takes the last draft up again.
    pub(super) fn reopen(&mut self) {
        if self.draft.is_none()
            && let Some(item) = self.items.pop()
        {
            self.draft = Some(item.draft);
        }
    }

    /// Closes the draft at hand.
    pub(super) fn close(&mut self) {
        if let Some(draft) = self.draft.take() {
            self.items.push(Item { draft, sentence: self.sentence });
        }
    }
}
