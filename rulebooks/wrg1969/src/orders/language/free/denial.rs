//! What is not to be done.

use crate::orders::language::Role;
use crate::orders::language::free::Reader;
use crate::orders::language::free::draft::Draft;
use crate::orders::language::free::np::Want;
use crate::orders::language::words::{Act, Deny, Lead, Pred, dictionary};
use crate::orders::order::{Charge, Deed, Edge, Fire, Leg, Ref};

impl Reader<'_> {
    /// Where a word that denies what follows ends.
    pub fn negation(&self, at: usize) -> Option<usize> {
        let words = [
            "do not",
            "never",
            "not to",
            "not",
            "no",
            "without",
            "nor",
            "neither",
            "will not",
            "shall not",
            "must not",
            "should not",
            "are not to",
            "is not to",
            "you are not to",
            "you must not",
            "you will not",
            "refrain from",
            "on no account",
            "on no account are you to",
            "under no circumstances",
            "but not",
            "let no man",
            "let no one",
            "let nobody",
            "do not on any account",
            "there is to be no",
            "you may not",
            "nobody is to",
            "no one is to",
            "no man is to",
            "none of you is to",
            "none of you are to",
            "nobody may",
            "no one may",
            "no man may",
            "nobody",
            "no one",
            "you need not",
            "do not you",
            "can not",
        ];
        self.text.any(at, &words)
    }

    /// A prohibition: of the leg at hand, or of the whole order if it is a sentence of its own.
    pub fn deny(&mut self, at: usize) -> Option<usize> {
        let mut end = self.negation(at)?;
        let idle = [
            "suffer it to",
            "suffer them to",
            "let it",
            "let them",
            "allow it to",
            "allow yourself to",
            "allow yourselves to",
            "let yourself",
            "let yourselves",
            "on any account",
            "ever",
            "to",
            "be so rash as to",
            "even",
        ];
        while let Some(next) = self.text.any(end, &idle) {
            if self.text.find(end, &dictionary().denied).is_some_and(|(_, e)| e > next) {
                break;
            }
            end = next;
        }
        let (deny, mut end) = self.text.find(end, &dictionary().denied)?;
        self.mark(at, end, Role::Way, None);
        let alone = self.draft.is_none() && self.items.last().is_none_or(|i| i.sentence != self.sentence)
            || self.lead.is_some() && self.draft.is_none();
        let scoped = self.lead.is_some() && self.draft.is_none();
        let mut said = Draft::new(Act::Hold, self.span(at, end));
        end = self.denied(deny, &mut said, end)?;
        let until = self.until(end);
        if let Some((test, last)) = until {
            end = last;
            // "Do not move until signal 1": hold, or wait with what was said before.
            if alone && self.items.is_empty() {
                self.open(Act::Hold, at, end);
                let draft = self.draft.as_mut()?;
                if deny != Deny::Move {
                    draft.restrict(&said);
                }
                draft.condition(Lead::Until, test);
                self.close();
            } else {
                self.reopen();
                let draft = self.draft.as_mut()?;
                let waits = matches!(draft.act, Act::Hold | Act::Halt | Act::Keep);
                // "Advance, and do not charge before signal 1": to go on is not forbidden meanwhile.
                draft.forbears = deny == Deny::Charge
                    && matches!(
                        draft.act,
                        Act::Advance | Act::Move | Act::Follow | Act::Screen | Act::Support
                    );
                if draft.forbears {
                    draft.restrict(&said);
                }
                let ends = waits || draft.forbears;
                draft.condition(if ends { Lead::Until } else { Lead::When }, test);
            }
            self.fresh = false;
            return Some(end);
        }
        if deny == Deny::Nothing {
            end = self.to_end_of_clause(end);
            self.fresh = false;
            return Some(end);
        }
        if scoped || alone && (self.items.is_empty() || deny == Deny::Move) {
            self.open(Act::Hold, at, end);
            self.draft.as_mut()?.restrict(&said);
            if !scoped {
                // It may yet be said what to do instead.
                self.draft.as_mut()?.only_denies = true;
            }
            self.fresh = false;
            return Some(end);
        }
        if alone {
            self.general.push(said);
            self.fresh = false;
            return Some(end);
        }
        self.reopen();
        let draft = self.draft.as_mut()?;
        if deny == Deny::Contact {
            draft.shy = true;
        } else {
            draft.restrict(&said);
        }
        self.fresh = false;
        Some(end)
    }

    pub(super) fn until(&mut self, at: usize) -> Option<(super::when::Test, usize)> {
        let at = at + usize::from(self.is_comma(at));
        let end = self.text.any(at, &["until", "before", "unless", "except if", "till"])?;
        let (spoken, mentions) = (self.spoken.len(), self.mentions.len());
        // "Do not charge before the Silver shields do."
        if let Some(np) = self.np(end, Want::Any)
            && let Some(last) = self.text.any(
                np.to,
                &["do so", "do", "does so", "does", "have done so", "has done so", "have", "has", "did"],
            )
            && (self.ends(last) || self.is_comma(last))
            && let Some((test, _)) = self.predicate(&np, Pred::Does(Deed::Charges), last)
        {
            return Some((test, last));
        }
        let found = self.test(end);
        if found.is_none() {
            self.spoken.truncate(spoken);
            self.mentions.truncate(mentions);
        }
        found
    }

    /// Words to the end of a clause that say what is meant anyway.
    pub(super) fn to_end_of_clause(&self, mut at: usize) -> usize {
        while !self.ends(at)
            && !self.is_comma(at)
            && self.text.any(at, &["and", "but", "then", "if", "when", "unless"]).is_none()
        {
            at += 1;
        }
        at
    }

    pub(super) fn denied(&mut self, deny: Deny, said: &mut Draft, end: usize) -> Option<usize> {
        let leg: &mut Leg = &mut said.leg;
        match deny {
            Deny::Charge => {
                said.charge = Some(Charge::Never);
                let np = self.np(end, Want::Enemy).filter(|n| !n.refs.is_empty());
                return Some(np.map_or(end, |n| n.to));
            }
            Deny::Countercharge => leg.countercharge = false,
            Deny::Shoot => {
                leg.fire = Fire::Hold;
                let at = self.text.any(end, &["at", "on"]).unwrap_or(end);
                let np = self.np(at, Want::Enemy).filter(|n| !n.refs.is_empty());
                return Some(np.map_or(end, |n| n.to));
            }
            Deny::Evade => leg.evade = false,
            Deny::Pursue => {
                let end = self
                    .text
                    .any(
                        end,
                        &[
                            "them",
                            "him",
                            "it",
                            "the enemy",
                            "anyone",
                            "anybody",
                            "in pursuit",
                            "too far",
                            "far",
                            "if they run",
                            "if they break",
                            "into the open",
                        ],
                    )
                    .unwrap_or(end);
                let far = self.text.any(
                    end,
                    &[
                        "beyond",
                        "past",
                        "further than",
                        "farther than",
                        "across",
                        "over",
                        "off",
                        "onto",
                        "into",
                        "on to",
                        "from",
                        "out of",
                        "below",
                        "down",
                    ],
                );
                if let Some(far) = far {
                    if let Some(np) =
                        self.np(far, Want::Ground).filter(|n| n.first().is_some_and(Ref::is_ground))
                    {
                        self.speak(&np);
                        said.leg.detail.limit = np.first().cloned();
                        return Some(np.to);
                    }
                    let after = self.text.phrase(far, "the").unwrap_or(far);
                    if let Some(last) = self.text.any(after, &["table", "board", "edge"]) {
                        said.leg.detail.limit = Some(Ref::Edge(Edge::Any));
                        return Some(last);
                    }
                    if let Some(last) = self
                        .text
                        .any(after, &["plain", "plains", "open", "valley", "flat", "level", "low ground"])
                    {
                        said.leg.detail.limit =
                            self.last_named(|r| matches!(r, Ref::Name(..) | Ref::Kind(..) | Ref::Feature(_)));
                        said.leg.pursue = said.leg.detail.limit.is_some();
                        return Some(last);
                    }
                }
                leg.pursue = false;
                return Some(end);
            }
            Deny::Pass => {
                let np = self.np(end, Want::Ground)?;
                self.speak(&np);
                said.leg.detail.limit = np.first().cloned();
                return Some(np.to);
            }
            Deny::Enter => {
                let np = self.np(end, Want::Ground)?;
                self.speak(&np);
                said.avoid(&np);
                return Some(np.to);
            }
            Deny::Leave => {
                let np = self.np(end, Want::Ground)?;
                self.speak(&np);
                said.leg.detail.limit = np.first().filter(|r| !matches!(r, Ref::Start)).cloned();
                return Some(np.to);
            }
            Deny::Move => {
                let idle = [
                    "from there",
                    "from here",
                    "from your place",
                    "from it",
                    "from your position",
                    "a step",
                    "an inch",
                    "forward",
                    "off",
                ];
                return Some(self.text.any(end, &idle).unwrap_or(end));
            }
            Deny::Contact | Deny::Nothing => {}
        }
        Some(end)
    }
}
