//! What is said of somebody in a condition.

use crate::orders::language::free::Reader;
use crate::orders::language::free::np::{Np, Want};
use crate::orders::language::free::when::{Test, denied, one};
use crate::orders::language::whens::whom;
use crate::orders::language::words::{Part, Pred, dictionary};
use crate::orders::order::{Deed, Event, Reach, Ref, Trigger, Where, Which};

impl Reader<'_> {
    /// What is said of somebody or something.
    pub(super) fn said_of(&mut self, at: usize) -> Option<(Test, usize)> {
        let (start, none) = match self
            .text
            .any(at, &["there is no", "there are no", "no", "there is not any", "there are not any"])
        {
            Some(end) => (end, true),
            None => (self.text.any(at, &["there is", "there are"]).unwrap_or(at), false),
        };
        let np = self.np(start, Want::Any)?;
        if np.own {
            return None;
        }
        // "If the Batavians or the Tungrians break": either will do.
        let mut others = Vec::new();
        let mut np = np;
        while let Some(next) = self.text.any(np.to, &["or", "and"])
            && self.text.find(self.auxiliaries(np.to).0, &dictionary().predicates).is_none()
            && let Some(more) = self.np(next, Want::Any).filter(|m| !m.pronoun && !m.refs.is_empty())
        {
            others.push(np);
            np = more;
        }
        let np = if others.is_empty() { self.subject(np, start) } else { np };
        let after = self.text.any(np.to, &["who", "that", "which"]).unwrap_or(np.to);
        let (verb, not) = self.auxiliaries(after);
        let (pred, end) = self.text.find(verb, &dictionary().predicates)?;
        // "Is charged" befalls it; "has charged" it does.
        let befalls = verb.checked_sub(1).and_then(|i| self.text.word(i)).is_some_and(|w| {
            matches!(w, "is" | "are" | "was" | "were" | "been" | "being" | "be" | "gets" | "get")
        });
        let pred = match pred {
            Pred::DoesTo(Deed::Charges) if befalls && self.text.word(verb) == Some("charged") => {
                Pred::DoesTo(Deed::Attacked)
            }
            pred => pred,
        };
        let mut test = Vec::new();
        let mut last = end;
        for other in &others {
            test.extend(self.predicate(other, pred, end)?.0);
        }
        let (more, after) = self.predicate(&np, pred, end)?;
        last = last.max(after);
        test.extend(more);
        Some((if not || none { denied(test) } else { test }, last))
    }

    /// A subject again, looked for on the side that what is said of it suggests.
    pub(super) fn subject(&mut self, np: Np, at: usize) -> Np {
        let (verb, _) = self.auxiliaries(np.to);
        let Some((pred, _)) = self.text.find(verb, &dictionary().predicates) else { return np };
        if np.pronoun {
            let approach = matches!(
                pred,
                Pred::Within | Pred::Near | Pred::InRange | Pred::InReach | Pred::ComesAt | Pred::ShootsAt
            );
            let wrong = approach && !np.first().is_some_and(Ref::is_enemy);
            return if wrong { self.np(at, Want::Enemy).unwrap_or(np) } else { np };
        }
        let approach = matches!(
            pred,
            Pred::Within | Pred::Near | Pred::InRange | Pred::InReach | Pred::ComesAt | Pred::ShootsAt
        );
        if approach && !np.first().is_some_and(Ref::is_enemy) {
            let enemy = self.np(at, Want::Enemy).filter(|n| n.first().is_some_and(Ref::is_enemy));
            return enemy.unwrap_or(np);
        }
        let want = match pred {
            Pred::Within | Pred::Near | Pred::InRange | Pred::InReach | Pred::ComesAt | Pred::ShootsAt => {
                Want::Enemy
            }
            Pred::Does(Deed::Retires | Deed::Reaches | Deed::Attacked | Deed::Halts)
            | Pred::DoesTo(Deed::Reaches | Deed::Attacked) => Want::Friend,
            _ => Want::Any,
        };
        if want == Want::Any
            || np.fits.is_empty() && np.first().is_some_and(|r| !matches!(r, Ref::EnemyKind(..)))
        {
            return np;
        }
        match self.np(at, want) {
            Some(other) if want == Want::Enemy && other.first().is_some_and(Ref::is_enemy) => other,
            Some(other) if want == Want::Friend && np.first().is_none_or(|r| !r.is_enemy()) => other,
            _ => np,
        }
    }

    /// The trigger that something said of somebody makes.
    pub fn predicate(&mut self, np: &Np, pred: Pred, end: usize) -> Option<(Test, usize)> {
        self.speak(np);
        let r = np.refs.last().filter(|r| matches!(r, Ref::EnemyKind(..))).or(np.first())?.clone();
        let r = match r {
            Ref::NearestEnemy => Ref::EnemyKind("any".to_owned(), Where::Any),
            Ref::EnemyKind(kind, _) => Ref::EnemyKind(kind, Where::Any),
            Ref::EnemySome(kind, _) => Ref::EnemyKind(kind, Where::Any),
            Ref::FriendKind(kind, _) => Ref::FriendKind(kind, Where::Any),
            r => r,
        };
        let enemy = whom(&r).filter(|(friend, _)| !friend).map(|(_, who)| who);
        let of_you = |reader: &Self, end: usize| {
            reader
                .text
                .any(
                    end,
                    &[
                        "of you",
                        "of them",
                        "of it",
                        "of us",
                        "of one another",
                        "of each other",
                        "away",
                        "of your front",
                        "from you",
                        "off",
                        "or less",
                        "or so",
                        "of your line",
                        "distance",
                    ],
                )
                .unwrap_or(end)
        };
        match pred {
            Pred::Within => {
                let (length, end) = self.text.length(end).or_else(|| self.text.number(end))?;
                Some((one(Trigger::near(Reach::Inches(length), enemy?)), of_you(self, end)))
            }
            Pred::Near => {
                let end = self.text.any(end, &["to you", "you"]).unwrap_or(end);
                Some((one(Trigger::near(Reach::Near, enemy?)), of_you(self, end)))
            }
            Pred::InRange => Some((one(Trigger::near(Reach::Range, enemy?)), of_you(self, end))),
            Pred::InReach => Some((one(Trigger::near(Reach::Charge, enemy?)), of_you(self, end))),
            Pred::ComesAt => Some((one(Trigger::attacked_by(enemy?)), end)),
            Pred::ShootsAt => Some((one(Trigger::FiredOn), end)),
            Pred::View => Some((one(Trigger::Sees(r)), end)),
            Pred::NoView => Some((denied(one(Trigger::Sees(r))), end)),
            Pred::Empty | Pred::Held => {
                let held =
                    Ref::EnemySome("any".to_owned(), Which::At(Box::new(Some(r).filter(Ref::is_ground)?)));
                let seen = one(Trigger::Sees(held));
                let end = self.text.any(end, &["of the enemy", "of enemies", "by the enemy"]).unwrap_or(end);
                Some((if pred == Pred::Empty { denied(seen) } else { seen }, end))
            }
            Pred::Gone => {
                let seen = self
                    .items
                    .iter()
                    .rev()
                    .flat_map(|i| &i.draft.scope)
                    .chain(self.draft.iter().flat_map(|d| &d.scope));
                let near = |t: &&Trigger| matches!(t, Trigger::EnemyWithin(..) | Trigger::EnemyNear(..));
                let before = seen.flat_map(|(_, test)| test.iter().flatten()).find(near).cloned();
                match before.filter(|_| enemy.is_some()) {
                    Some(t) => Some((denied(one(t)), end)),
                    None => Some((one(self.event(&r, Deed::Retires, None)?), self.tail_of(end))),
                }
            }
            Pred::Does(deed) => Some((one(self.event(&r, deed, None)?), self.tail_of(end))),
            Pred::DoesTo(deed) => {
                let mut end = end;
                let mut place = None;
                let skip = self
                    .text
                    .any(
                        end,
                        &[
                            "to",
                            "at",
                            "on",
                            "with",
                            "into",
                            "onto",
                            "upon",
                            "by",
                            "the line of",
                            "down",
                            "from",
                            "off",
                            "up",
                        ],
                    )
                    .unwrap_or(end);
                if let Some(end) = self.text.any(skip, &["you", "your unit", "yourself"]) {
                    return match deed {
                        Deed::Charges | Deed::Engaged => Some((one(Trigger::attacked_by(enemy?)), end)),
                        Deed::Passes => Some((one(self.event(&r, deed, None)?), end)),
                        Deed::Advances | Deed::Reaches => {
                            Some((one(Trigger::near(Reach::Near, enemy?)), end))
                        }
                        _ => None,
                    };
                }
                let grounded = matches!(
                    deed,
                    Deed::Crosses | Deed::Enters | Deed::Leaves | Deed::Reaches | Deed::Passes
                );
                let blocked = self.verb(end).is_some() && self.condition_subject(end).is_none();
                let (spoken, mentions) = (self.spoken.len(), self.mentions.len());
                if !blocked
                    && let Some(object) = self.np(skip, if grounded { Want::Ground } else { Want::Any })
                {
                    let ground = object.first().is_some_and(Ref::is_ground);
                    let told = ground && grounded || !ground && !grounded;
                    if told || ground {
                        // The part of a condition that says where, unless it is what the next clause is about.
                        if deed == Deed::Engaged && r.is_enemy() && object.first().is_some_and(Ref::is_friend)
                        {
                            let friend = object.first().cloned()?;
                            self.speak(&object);
                            return Some((one(self.event(&friend, deed, None)?), object.to));
                        }
                        place = object.first().filter(|p| grounded && p.is_ground()).cloned();
                        self.speak(&object);
                        end = object.to;
                        let part = object.part == Some(Part::Foot);
                        if deed == Deed::Reaches && part {
                            place = object.place();
                        }
                    } else {
                        self.spoken.truncate(spoken);
                        self.mentions.truncate(mentions);
                    }
                }
                // "Are on the hill" needs its ground; "come up" does not.
                if matches!(deed, Deed::Enters) && place.is_none() {
                    let way = self.text.word(end.checked_sub(1)?) == Some("up");
                    let hill = self
                        .names
                        .features
                        .iter()
                        .find(|c| c.kind == "hill")
                        .map(|c| Ref::Name(c.name.clone(), Where::Any));
                    place = self.last_named(Ref::is_ground).or(hill).filter(|_| way);
                    place.as_ref()?;
                }
                if deed == Deed::Reaches && whom(&r).is_some_and(|(friend, _)| !friend) {
                    let deed = if place.is_some() { Deed::Enters } else { Deed::Advances };
                    return Some((one(self.event(&r, deed, place)?), self.tail_of(end)));
                }
                if deed == Deed::Crosses && place.is_none() {
                    place = self.only_water();
                }
                Some((one(self.event(&r, deed, place)?), self.tail_of(end)))
            }
        }
    }

    /// Words after what is said of somebody that say no more.
    pub(super) fn tail_of(&self, end: usize) -> usize {
        let more = [
            "in the flank",
            "in flank",
            "in the rear",
            "in the front",
            "by the enemy",
            "by them",
            "by cavalry",
            "from the front",
            "through",
            "away",
            "off",
            "at last",
            "again",
            "in force",
            "in strength",
            "forward",
            "past",
            "by",
            "upon you",
            "on you",
            "and run",
            "in front",
            "to you",
            "beside you",
            "level with you",
            "back",
        ];
        self.text.any(end, &more).unwrap_or(end)
    }

    pub(super) fn event(&self, r: &Ref, deed: Deed, place: Option<Ref>) -> Option<Trigger> {
        let (friend, who) = whom(r)?;
        Some(Trigger::does(Event { friend, who, deed, place }))
    }
}
