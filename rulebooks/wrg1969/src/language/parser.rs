//! Reading a sentence: every way to divide it into clauses that the grammar allows.

use super::lexer::{Placed, Token, tokens};
use super::names::Names;
use super::nouns::{nouns, one_of, phrase};
use super::phrases::{DOINGS, MANNERS, Makes, Manner, WAYS, WINDS, numeral};
use super::stumble::{Stumble, Wanted, stumble};
use super::whens::{all_of, any_of};
use super::{Reading, Role};
use crate::order::{Charge, Condition, Fire, Leg, Mils, Order, Ref, Shape, Trigger, Verb, Where};
use crate::order_check;
use std::cell::Cell;

/// So many readings of one sentence are kept.
const READINGS: usize = 16;
/// A sentence that takes more steps than this is not understood.
const STEPS: u32 = 10_000;

/// What part of a sentence was found to say, where it ends, and what its stretches are about.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found<T> {
    pub is: T,
    pub end: usize,
    pub marks: Vec<(usize, usize, Role)>,
}

/// A sentence being read, and the farthest place where reading failed.
pub(super) struct Parser<'a> {
    pub sentence: &'a [Placed],
    pub names: &'a Names,
    far: Cell<(usize, u8)>,
    steps: Cell<u32>,
}

/// One clause.
#[derive(Clone, Debug, PartialEq)]
enum Clause {
    /// A leg, with what leads it in.
    Do(Leg, Option<Test>),
    /// A way for the leg that comes next.
    Cross(Vec<Ref>),
}

/// A condition as read: any of these, of each all.
pub(super) type Test = Vec<Vec<Trigger>>;

/// An order being put together.
#[derive(Clone, Debug)]
struct Draft {
    order: Order,
    // The way of the leg to come, once one has been told.
    way: Option<Vec<Ref>>,
    marks: Vec<(usize, usize, Role)>,
}

/// Every reading of a sentence, the plainest first.
///
/// # Errors
/// The words it stumbled on.
pub fn read_sentence(text: &str, names: &Names) -> Result<Vec<Reading>, Stumble> {
    let sentence = tokens(text);
    let parser = Parser { sentence: &sentence, names, far: Cell::new((0, 0)), steps: Cell::new(0) };
    let mut drafts: Vec<Draft> = Vec::new();
    let empty = Draft { order: Order::new(Vec::new()), way: None, marks: Vec::new() };
    parser.clauses(0, false, empty, &mut drafts);
    let mut readings: Vec<Reading> = Vec::new();
    let mut flaw = None;
    for draft in drafts {
        if readings.iter().any(|r| r.order == draft.order) {
            continue;
        }
        match order_check::check(&draft.order) {
            Ok(()) => {
                let spans = draft
                    .marks
                    .iter()
                    .map(|&(from, to, role)| (sentence[from].span.start..sentence[to - 1].span.end, role));
                readings.push(Reading { order: draft.order, spans: spans.collect() });
            }
            Err(why) => flaw = flaw.or(Some(why)),
        }
    }
    if readings.is_empty() {
        return Err(match flaw {
            Some(flaw) => Stumble::new(text, 0..text.len(), flaw.why, Vec::new()),
            None => {
                let (at, wanted) = parser.far.get();
                stumble(text, &sentence, at, Wanted(wanted), names)
            }
        });
    }
    for reading in &mut readings {
        reading.order.text = text.trim().to_owned();
    }
    Ok(readings)
}

impl Parser<'_> {
    /// Remembers that something was looked for in vain.
    pub fn note(&self, at: usize, wanted: Wanted) {
        let (far, bits) = self.far.get();
        match at.cmp(&far) {
            std::cmp::Ordering::Greater => self.far.set((at, wanted.0)),
            std::cmp::Ordering::Equal => self.far.set((far, bits | wanted.0)),
            std::cmp::Ordering::Less => {}
        }
    }

    pub fn is(&self, at: usize, token: &Token) -> bool {
        self.sentence.get(at).is_some_and(|t| t.token == *token)
    }

    pub fn phrase(&self, at: usize, words: &str) -> Option<usize> {
        phrase(self.sentence, at, words)
    }

    pub fn any_phrase(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().filter_map(|words| self.phrase(at, words)).max()
    }

    /// A number, in figures or in words.
    pub fn number(&self, at: usize) -> Option<(Mils, usize)> {
        match &self.sentence.get(at)?.token {
            Token::Number(n) => Some((*n, at + 1)),
            Token::Word(w) => Some((numeral(w)? * 1000, at + 1)),
            _ => None,
        }
    }

    /// A whole number.
    pub fn whole(&self, at: usize) -> Option<(i32, usize)> {
        self.number(at).filter(|(n, _)| n % 1000 == 0).map(|(n, end)| (n / 1000, end))
    }

    /// A length, in inches unless it says yards.
    pub fn length(&self, at: usize) -> Option<(Mils, usize)> {
        let (n, at) = self.number(at)?;
        if let Some(end) = self.any_phrase(at, &["yards", "yard", "paces"]) {
            return Some((n / 10, end));
        }
        Some((n, self.any_phrase(at, &["inches", "inch"]).unwrap_or(at)))
    }

    /// What a noun phrase may mean here, of what fits.
    pub fn things(&self, at: usize, fits: impl Fn(&Ref) -> bool) -> Vec<(Ref, usize)> {
        let found = nouns(self.sentence, at, self.names, fits);
        if found.is_empty() {
            self.note(at, Wanted::TARGET);
        }
        found
    }

    /// Reads on from a clause's beginning; `then` says whether it is bound to follow the clause before.
    fn clauses(&self, at: usize, then: bool, draft: Draft, out: &mut Vec<Draft>) {
        self.steps.set(self.steps.get() + 1);
        if out.len() >= READINGS || self.steps.get() > STEPS {
            return;
        }
        for clause in self.clause(at) {
            let Some(mut draft) = joined(&draft, clause.is, then) else { continue };
            draft.marks.extend(clause.marks);
            let (next, then) = self.between(clause.end);
            if next == self.sentence.len() && draft.way.is_none() {
                out.push(draft);
            } else if next == self.sentence.len() {
                self.note(next, Wanted::DOING);
            } else if next > clause.end && next < self.sentence.len() {
                self.clauses(next, then, draft, out);
            } else {
                self.note(clause.end, Wanted::MORE);
            }
        }
    }

    /// Skips what stands between clauses; says whether it was a word such as "then".
    fn between(&self, mut at: usize) -> (usize, bool) {
        let mut then = false;
        loop {
            if self.is(at, &Token::Comma) || self.is(at, &Token::Stop) {
                at += 1;
            } else if let Some(end) = self.any_phrase(at, &["then", "next", "afterwards", "after that"]) {
                (at, then) = (end, true);
            } else if let Some(end) = self.any_phrase(at, &["and", "but", "also"]) {
                at = end;
            } else {
                return (at, then);
            }
        }
    }

    fn clause(&self, at: usize) -> Vec<Found<Clause>> {
        let mut out = Vec::new();
        if let Some(end) = self.phrase(at, "cross") {
            out.extend(self.crossing(at, end));
        }
        out.extend(self.doing(at, None, &[]));
        for led in self.led(at) {
            let next = led.end + usize::from(self.is(led.end, &Token::Comma));
            let next = self.phrase(next, "then").unwrap_or(next);
            out.extend(self.doing(next, Some(led.is.clone()), &led.marks));
            // "If attacked, when signal 1 is given, retire": the second is the leg's own.
            for own in self.led(next) {
                let when = all_of(&own.is);
                let after = own.end + usize::from(self.is(own.end, &Token::Comma));
                let marks = [led.marks.as_slice(), &own.marks].concat();
                for mut clause in self.doing(after, Some(led.is.clone()), &marks) {
                    if let Clause::Do(leg, _) = &mut clause.is {
                        leg.when.clone_from(&when);
                    }
                    out.push(clause);
                }
            }
        }
        out
    }

    /// "cross the brook by the ford": the way of the leg that follows.
    fn crossing(&self, at: usize, after: usize) -> Vec<Found<Clause>> {
        let mark = |from, to, role| (from, to, role);
        let mut out = Vec::new();
        let mut ways = vec![(after, vec![mark(at, after, Role::Doing)])];
        for (_, end) in self.things(after, Ref::is_ground) {
            ways.push((end, vec![mark(at, after, Role::Doing), mark(after, end, Role::Target)]));
            out.push(Found { is: Clause::Cross(Vec::new()), end, marks: ways[ways.len() - 1].1.clone() });
        }
        for (end, marks) in ways {
            let Some(next) = self.any_phrase(end, WAYS).or_else(|| self.phrase(end, "at")) else { continue };
            for (place, last) in self.things(next, Ref::is_ground) {
                let marks = [marks.as_slice(), &[mark(end, last, Role::Way)]].concat();
                out.push(Found { is: Clause::Cross(vec![place]), end: last, marks });
            }
        }
        out
    }

    /// A thing to do with its target and all its modifiers.
    fn doing(&self, at: usize, lead: Option<Test>, before: &[(usize, usize, Role)]) -> Vec<Found<Clause>> {
        let mut start = at;
        while let Some(end) =
            self.any_phrase(start, &["you", "will", "are to", "must", "shall", "please", "it", "they"])
        {
            start = end;
        }
        let mut begun: Vec<Found<Leg>> = Vec::new();
        for (words, makes) in DOINGS {
            let Some(end) = self.phrase(start, words) else { continue };
            let doing = (start, end, Role::Doing);
            match *makes {
                Makes::Alone(verb) => begun.push(Found { is: Leg::new(verb), end, marks: vec![doing] }),
                Makes::To(verb) => begun.extend(self.done_to(verb, doing, &|r| verb.takes(r))),
                Makes::Behind => {
                    begun.extend(self.done_to(Verb::Support, doing, &|r| Verb::Support.takes(r)));
                    begun.extend(self.done_to(Verb::RetireTo, doing, &Ref::is_ground));
                }
                Makes::Toward => {
                    if let Some((bearing, last)) = self.bearing(end) {
                        let leg = Leg { bearing: Some(bearing), ..Leg::new(Verb::MoveDir) };
                        begun.push(Found { is: leg, end: last, marks: vec![doing, (end, last, Role::Way)] });
                    }
                }
            }
        }
        if let Some(end) = self.phrase(start, "skirmish") {
            let marks = vec![(start, end, Role::Doing)];
            begun.push(Found { is: Leg::to(Verb::Skirmish, Ref::NearestEnemy), end, marks });
        }
        if begun.is_empty() {
            self.note(start, Wanted::DOING);
        }
        let mut out = Vec::new();
        for mut leg in begun {
            leg.marks.splice(0..0, before.iter().copied());
            self.modified(leg, lead.clone(), &mut out);
        }
        out
    }

    /// Something done to whatever fits that comes next.
    fn done_to(
        &self,
        verb: Verb,
        doing: (usize, usize, Role),
        fits: &dyn Fn(&Ref) -> bool,
    ) -> Vec<Found<Leg>> {
        let (_, at, _) = doing;
        let found = |(target, end): (Ref, usize)| Found {
            is: Leg::to(verb, target),
            end,
            marks: vec![doing, (at, end, Role::Target)],
        };
        self.targets(at, fits).into_iter().map(found).collect()
    }

    fn targets(&self, at: usize, fits: &dyn Fn(&Ref) -> bool) -> Vec<(Ref, usize)> {
        let mut found = self.things(at, fits);
        // "The enemy", without more, is most plainly the nearest, but any will do.
        let anyone = Ref::EnemyKind("any".to_owned(), Where::Any);
        if let [(only, end)] = found.as_slice()
            && *only == anyone
            && self.phrase(at, "any").is_none()
        {
            found.insert(0, (Ref::NearestEnemy, *end));
        }
        found
    }

    /// A direction: one of the eight winds, or a bearing in degrees.
    fn bearing(&self, at: usize) -> Option<(i32, usize)> {
        let at = self.any_phrase(at, &["due", "to the", "towards the", "toward the"]).unwrap_or(at);
        let wind = |(i, words): (usize, &&str)| {
            let joined = words.replace(' ', "");
            let end = self.phrase(at, words).or_else(|| self.phrase(at, &joined))?;
            Some((end, i as i32 * 45_000))
        };
        if let Some((end, bearing)) = WINDS.iter().enumerate().filter_map(wind).max() {
            return Some((bearing, end));
        }
        let at = self.any_phrase(at, &["on a bearing of", "on bearing", "bearing"])?;
        let (n, at) = self.number(at)?;
        Some((n, self.phrase(at, "degrees").unwrap_or(at)))
    }

    /// The leg with every run of modifiers that may follow it, the longest first.
    fn modified(&self, leg: Found<Leg>, lead: Option<Test>, out: &mut Vec<Found<Clause>>) {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > STEPS {
            return;
        }
        let longer = self.modifiers(&leg);
        let mut tailed = Vec::new();
        if lead.is_none() {
            tailed = self.tail(leg.end);
        }
        for longer in longer {
            self.modified(longer, lead.clone(), out);
        }
        for tail in tailed {
            let marks = [leg.marks.as_slice(), &tail.marks].concat();
            let led = Found { is: leg.is.clone(), end: tail.end, marks };
            self.modified(led, Some(tail.is), out);
        }
        out.push(Found { is: Clause::Do(leg.is, lead), end: leg.end, marks: leg.marks });
    }

    /// The leg with one more modifier, in each way that can be read.
    fn modifiers(&self, leg: &Found<Leg>) -> Vec<Found<Leg>> {
        let comma = leg.end + usize::from(self.is(leg.end, &Token::Comma));
        let at = self.phrase(comma, "and").filter(|_| comma > leg.end).unwrap_or(comma);
        let mut out = Vec::new();
        let mut add = |is: Leg, end: usize, role: Role| {
            let marks = [leg.marks.as_slice(), &[(at, end, role)]].concat();
            out.push(Found { is, end, marks });
        };
        if let Some((manner, end)) = one_of(self.sentence, at, MANNERS) {
            add(with_manner(leg.is.clone(), manner), end, Role::Way);
        }
        if let Some(end) = self.any_phrase(at, WAYS) {
            for (place, last) in self.things(end, |r| !r.is_enemy()) {
                let mut is = leg.is.clone();
                is.route.push(place);
                add(is, last, Role::Way);
            }
        }
        if let Some((shape, end)) = self.files(at) {
            add(Leg { formation: Some(shape), ..leg.is.clone() }, end, Role::Way);
        }
        if let Some((pace, end)) = self.pace(at) {
            add(Leg { pace: Some(pace), ..leg.is.clone() }, end, Role::Way);
        }
        if let Some(end) = self.any_phrase(at, &["shooting at", "shoot at"]) {
            for (target, last) in self.things(end, Ref::is_enemy) {
                add(Leg { fire: Fire::At(target), ..leg.is.clone() }, last, Role::Way);
            }
        }
        if let Some(end) = self.any_phrase(at, &["warned of", "beware of"]) {
            for (place, last) in self.things(end, |r| matches!(r, Ref::Feature(_))) {
                let Ref::Feature(id) = place else { continue };
                let mut is = leg.is.clone();
                is.warned_of.push(id);
                add(is, last, Role::Condition);
            }
        }
        if let Some(end) = self.phrase(at, "until").filter(|_| leg.is.until.is_empty()) {
            for test in self.test(end) {
                let until = any_of(&test.is);
                add(Leg { until, ..leg.is.clone() }, test.end, Role::Condition);
            }
        }
        out
    }

    /// "in 8 files", "8 files wide".
    fn files(&self, at: usize) -> Option<(Shape, usize)> {
        let (n, at) = self.whole(self.phrase(at, "in").unwrap_or(at))?;
        let end = self.any_phrase(at, &["files wide", "file wide", "files", "file"])?;
        Some((Shape::Files(u16::try_from(n).ok()?), end))
    }

    /// "at 4 inches a period", "no faster than 4 inches a period".
    fn pace(&self, at: usize) -> Option<(Mils, usize)> {
        let (n, at) = self.length(self.any_phrase(at, &["at", "no faster than"])?)?;
        Some((n, self.any_phrase(at, &["a period", "each period"])?))
    }
}

fn with_manner(mut leg: Leg, manner: Manner) -> Leg {
    match manner {
        Manner::Line => leg.formation = Some(Shape::Line),
        Manner::Column => leg.formation = Some(Shape::Column),
        Manner::Square => leg.formation = Some(Shape::Square),
        Manner::ChargeAtWill => leg.charge = Charge::AtWill,
        Manner::ChargeTarget => leg.charge = Charge::OrderedTarget,
        Manner::ChargeNever => leg.charge = Charge::Never,
        Manner::NoCountercharge => leg.countercharge = false,
        Manner::NoEvade => leg.evade = false,
        Manner::NoPursuit => leg.pursue = false,
        Manner::HoldFire => leg.fire = Fire::Hold,
        Manner::Chariots => leg.against_chariots = true,
        Manner::Elephants => leg.against_elephants = true,
    }
    leg
}

/// The draft with a clause more; nothing if the clause cannot stand there.
fn joined(draft: &Draft, clause: Clause, then: bool) -> Option<Draft> {
    let mut draft = draft.clone();
    let (mut leg, test) = match clause {
        Clause::Cross(way) => {
            draft.way.get_or_insert_default().extend(way);
            // Only a leg gives it an end.
            return draft.order.on.is_empty().then_some(draft);
        }
        Clause::Do(leg, test) => (leg, test),
    };
    leg.route.splice(0..0, draft.way.take().unwrap_or_default());
    let standing = !draft.order.legs.is_empty() && !then && test.is_some();
    if standing {
        let when = any_of(&test?);
        draft.order.on.push(Condition { when, then: leg });
        return Some(draft);
    }
    if !draft.order.on.is_empty() {
        return None;
    }
    if let Some(test) = test {
        leg.when.splice(0..0, all_of(&test));
    }
    draft.order.legs.push(leg);
    Some(draft)
}
