//! Prepositions and objects: to what, by which way, in which company.

use crate::orders::language::free::Reader;
use crate::orders::language::free::np::{Np, Want};
use crate::orders::language::words::{Act, Lead, Part, Prep, dictionary};
use crate::orders::order::Ref;

impl Reader<'_> {
    /// A preposition and its noun.
    pub fn related(&mut self, at: usize) -> Option<usize> {
        let (mut prep, end) = self.text.find(at, &dictionary().prepositions)?;
        if self.draft.is_none() {
            // "Down the brae and into the Tungrians", "To the hill!"
            let here = self.items.last().is_some_and(|i| i.sentence == self.sentence)
                && self.lead.is_none()
                && !self.then;
            if here {
                self.reopen();
            } else if self.fresh
                && matches!(prep, Prep::To | Prep::Against | Prep::From | Prep::Behind | Prep::Towards)
            {
                self.open(Act::Move, at, at);
            } else {
                return None;
            }
        }
        let draft = self.draft.as_ref()?;
        let act = draft.act;
        let hostile = matches!(act, Act::Attack | Act::Charge | Act::Skirmish | Act::Shoot | Act::Pursue);
        let word = self.text.word(at).unwrap_or("").to_owned();
        let word = word.as_str();
        let along = matches!(word, "up" | "down" | "along") && end == at + 1;
        let want = match prep {
            Prep::Against => Want::Enemy,
            Prep::With if hostile && self.text.any(end, &["them", "him", "it"]).is_some() => Want::Any,
            Prep::With if hostile => Want::Enemy,
            Prep::With | Prep::Behind | Prep::Left | Prep::Right | Prep::Before => Want::Friend,
            Prep::Flank | Prep::Rear if hostile => Want::Enemy,
            Prep::Way if word == "through" && act == Act::Retire => Want::Friend,
            Prep::Way | Prep::Round | Prep::Between | Prep::Foot | Prep::Near | Prep::Beyond | Prep::From => {
                Want::Ground
            }
            Prep::To if hostile => Want::Enemy,
            Prep::To if matches!(act, Act::Retire | Act::Return) => Want::Friend,
            _ => Want::Any,
        };
        if prep == Prep::Between {
            return self.between_two(end);
        }
        let (spoken, mentions, marks) = (self.spoken.len(), self.mentions.len(), self.marks.len());
        let mut np = self.np(end, want);
        // Hostile verbs name ground too: "charge down the hill".
        if np.is_none() {
            np = self.np(end, Want::Any);
        }
        let Some(mut np) = np else {
            return self.nowhere(prep, at, end);
        };
        if np.own {
            let last = np.to;
            self.pass(at, last);
            return Some(last);
        }
        if matches!(prep, Prep::Behind | Prep::Left | Prep::Right | Prep::Before)
            && np.first().is_some_and(Ref::is_enemy)
            && !hostile
            && act != Act::Retire
            && let Some(other) = self.np(end, Want::Ground).filter(|o| o.first().is_some_and(Ref::is_ground))
        {
            np = other;
        }
        if along && np.first().is_some_and(|r| self.is_line(r)) {
            prep = Prep::Way;
        } else if word == "down" && end == at + 1 && np.first().is_some_and(Ref::is_ground) {
            prep = Prep::From;
        }
        if prep == Prep::Way && word == "by" && !np.first().is_some_and(Ref::is_ground) {
            self.spoken.truncate(spoken);
            self.mentions.truncate(mentions);
            self.marks.truncate(marks);
            return None;
        }
        if matches!(prep, Prep::Way | Prep::Round | Prep::From) {
            self.speak_aside(&np);
        } else {
            self.speak(&np);
        }
        let last = np.to;
        let draft = self.draft.as_mut()?;
        draft.on = word == "on" || word == "upon";
        draft.rels.push((prep, np.clone()));
        self.fresh = false;
        // "Shoot at whoever comes past."
        if act == Act::Shoot
            && np.any
            && let Some((_, end)) = self.text.find(
                self.text.any(last, &["who", "that", "which"]).unwrap_or(last),
                &dictionary().predicates,
            )
        {
            self.pass(last, end);
            return Some(end);
        }
        // "of Cohort I and Cohort II": the second is the same place.
        if let Some(next) = self.text.phrase(last, "and")
            && matches!(prep, Prep::Behind | Prep::Before | Prep::With | Prep::Way | Prep::Against)
            && self.verb(next).is_none()
            && let Some(more) = self.np(next, want).filter(|m| !m.pronoun && !m.refs.is_empty())
        {
            self.speak(&more);
            let end = more.to;
            if prep == Prep::Way || prep == Prep::Against {
                self.draft.as_mut()?.rels.push((prep, more));
            }
            return Some(end);
        }
        Some(last)
    }

    /// A preposition whose noun is nowhere on the table, or no noun at all.
    pub(super) fn nowhere(&mut self, prep: Prep, at: usize, end: usize) -> Option<usize> {
        // "Stop the enemy from crossing the ford."
        if prep == Prep::From && self.is_gerund(end) {
            return Some(end);
        }
        let loose = self.ends(end)
            || self.is_comma(end)
            || self.text.any(end, &["and", "but", "then", "if", "when"]).is_some();
        if loose {
            // "Form up behind", "ride in": of what was spoken of last.
            let last = match prep {
                Prep::Behind | Prep::With | Prep::Before => self.last_named(Ref::is_friend),
                Prep::To if self.text.word(at) == Some("in") => self.last_named(Ref::is_ground),
                _ => None,
            };
            if let Some(r) = last {
                let np = Np { pronoun: true, ..Np::new(vec![r], at, end) };
                self.draft.as_mut()?.rels.push((prep, np));
                self.fresh = false;
                return Some(end);
            }
        }
        let after = self.text.any(end, &["the", "that", "this"]).unwrap_or(end);
        let vague = [
            "plain",
            "plains",
            "open",
            "field",
            "fields",
            "open ground",
            "battlefield",
            "valley",
            "level",
            "flat",
            "low ground",
            "enemy lines",
            "water",
            "east",
            "west",
            "desert",
            "sand",
        ];
        if matches!(prep, Prep::From | Prep::To | Prep::Way | Prep::Beyond)
            && let Some(last) = self.text.any(after, &vague)
        {
            self.pass(at, last);
            return Some(last);
        }
        None
    }

    pub(super) fn is_line(&self, r: &Ref) -> bool {
        let kind = match r {
            Ref::Kind(kind, _) => Some(kind.as_str()),
            Ref::Name(n, _) | Ref::Feature(n) => {
                self.names.features.iter().find(|c| c.name == *n || c.label == *n).map(|c| c.kind.as_str())
            }
            _ => None,
        };
        matches!(kind, Some("road" | "stream"))
    }

    /// "between the woods", "between Kadesh and the river".
    pub(super) fn between_two(&mut self, at: usize) -> Option<usize> {
        let first = self.np(at, Want::Any)?;
        self.speak(&first);
        let second = self.text.phrase(first.to, "and").and_then(|and| self.np(and, Want::Any));
        let (a, b, end) = match second {
            Some(second) => {
                self.speak(&second);
                (first.first()?.clone(), second.first()?.clone(), second.to)
            }
            None => {
                // Two of a kind: the two that fit.
                let [a, b] = first.fits.as_slice() else { return None };
                self.mentions.pop();
                (a.clone(), b.clone(), first.to)
            }
        };
        let r = Ref::Between(Box::new(a), Box::new(b));
        let np = Np::new(vec![r], at, end);
        self.draft.as_mut()?.rels.push((Prep::Between, np));
        self.fresh = false;
        Some(end)
    }

    /// The object of a verb; after "then", or in a list, the verb before is said again.
    pub fn object(&mut self, at: usize) -> Option<usize> {
        let fresh = self.fresh;
        let act = match &self.draft {
            Some(draft) => draft.act,
            None => self.items.last()?.draft.act,
        };
        let want = match act {
            Act::Attack | Act::Charge | Act::Skirmish | Act::Shoot | Act::Pursue => Want::Enemy,
            Act::Support | Act::Follow | Act::Screen | Act::Guard | Act::Return => Want::Friend,
            Act::Hold | Act::Halt | Act::Move | Act::Advance | Act::Cross | Act::Hide | Act::Scout => {
                Want::Ground
            }
            _ => Want::Any,
        };
        let np = self.np(at, want).or_else(|| self.np(at, Want::Any))?;
        let end = np.to;
        if np.own {
            return Some(end);
        }
        if np.refs.is_empty() {
            return None;
        }
        // "Any horse archers who come within reach": what they do is a condition.
        let relative = self.text.any(end, &["who", "that", "which"]);
        let again = fresh
            && (self.draft.is_none()
                || self.draft.as_ref().is_some_and(|d| d.obj.is_some() || !d.rels.is_empty()));
        if again {
            let listed = self.draft.as_ref().is_some_and(|d| d.obj.is_some());
            if !(self.then || listed || self.otherwise) || matches!(act, Act::Form | Act::Face) {
                return None;
            }
            self.then = true;
            self.open(act, at, at);
        }
        self.speak(&np);
        let draft = self.draft.as_mut()?;
        if draft.obj.is_some() {
            return None;
        }
        let hunts = matches!(act, Act::Attack | Act::Charge | Act::Hide);
        let shoots = act == Act::Shoot;
        draft.obj = Some(np.clone());
        self.fresh = false;
        if let Some(after) = relative {
            let (verb, _) = (
                self.text
                    .any(after, &["is", "are", "has", "have", "may", "might", "dares to", "dare to"])
                    .unwrap_or(after),
                (),
            );
            let (pred, last) = self.text.find(verb, &dictionary().predicates)?;
            let (spoken, marks) = (self.spoken.len(), self.marks.len());
            if let Some((test, last)) = self.predicate(&np, pred, last) {
                let draft = self.draft.as_mut()?;
                if hunts {
                    draft.watch = Some(test);
                } else if !shoots {
                    draft.condition(Lead::When, test);
                } else {
                    self.pass(end, last);
                }
                return Some(last);
            }
            self.spoken.truncate(spoken);
            self.marks.truncate(marks);
            self.pass(end, last);
            return Some(last);
        }
        // "Charge anything within reach."
        if let Some(last) = self
            .text
            .any(
                end,
                &[
                    "in sight",
                    "in view",
                    "you see",
                    "you meet",
                    "you can see",
                    "you can reach",
                    "you come across",
                    "you find",
                ],
            )
            .filter(|_| np.any)
        {
            self.pass(end, last);
            return Some(last);
        }
        if np.any
            && let Some((pred, last)) = self.text.find(end, &dictionary().predicates)
            && !matches!(
                pred,
                crate::orders::language::words::Pred::Does(_)
                    | crate::orders::language::words::Pred::DoesTo(_)
            )
            && let Some((test, last)) = self.predicate(&np, pred, last)
        {
            let draft = self.draft.as_mut()?;
            if hunts {
                draft.watch = Some(test);
            }
            return Some(last);
        }
        if np.part == Some(Part::Whole) && self.draft.as_ref()?.act == Act::Form {
            return None;
        }
        Some(end)
    }
}
