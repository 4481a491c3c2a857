//! Reading orders in players' own English.
//!
//! A sentence is read from left to right. At each place the reader looks for what may stand there: a condition, a
//! prohibition, a manner, a measure, a verb, a noun, or words that say nothing. Verbs begin drafts of legs
//! ([`draft`]), nouns and prepositions fill them ([`np`]), conditions hang on them ([`when`]), and in the end the
//! drafts are gathered into an order ([`gather`]). What fits nowhere is what the reader stumbles on.

mod clause;
mod denial;
mod draft;
mod finish;
mod fit;
mod gather;
mod measure;
mod np;
mod relate;
mod said;
mod text;
mod when;

use crate::orders::language::doubts::Mention;
use crate::orders::language::lexer::Token;
use crate::orders::language::names::Names;
use crate::orders::language::phrases::Manner;
use crate::orders::language::stumble::Stumble;
use crate::orders::language::words::{Act, Lead, Set, dictionary};
use crate::orders::language::{Mark, Passed, Reading, Role, Unread};
use crate::orders::order::Ref;
use draft::{Draft, Item};
use np::Np;
use std::ops::Range;
use text::{Text, cut};
use when::Test;

/// A sentence that takes more steps than this is not understood.
const STEPS: u32 = 4000;

/// A sentence being read.
pub struct Reader<'a> {
    text: Text,
    written: &'a str,
    names: &'a Names,
    me: Option<&'a str>,
    /// What has been spoken of, the last one last.
    spoken: Vec<Ref>,
    mentions: Vec<Mention>,
    passed: Vec<Passed>,
    marks: Vec<Mark>,
    items: Vec<Item>,
    draft: Option<Draft>,
    /// The condition in whose scope the next clause stands.
    lead: Option<(Lead, Test)>,
    /// Prohibitions and manners said before anything is to be done.
    general: Vec<Draft>,
    then: bool,
    otherwise: bool,
    sentence: usize,
    /// Whether a clause may begin here.
    fresh: bool,
    steps: u32,
}

/// Every reading of a sentence in players' words, the plainest first.
///
/// # Errors
/// The words it stumbled on, and what was understood.
pub fn read_freely(written: &str, names: &Names, me: Option<&str>) -> Result<Vec<Reading>, Box<Unread>> {
    let mut reader = Reader::new(written, names, me);
    match reader.run() {
        Ok(()) => {}
        Err(at) => return Err(Box::new(reader.unread(at))),
    }
    let passed = reader.passed.clone();
    let passed = reader.mended().chain(passed).collect::<Vec<_>>();
    match reader.gather() {
        Ok(orders) => {
            let made = |order| {
                let mut reading = Reading::plain(order, reader.marks.clone());
                reading.order.text = written.trim().to_owned();
                reading.passed.clone_from(&passed);
                reading.mentions.clone_from(&reader.mentions);
                reading
            };
            Ok(orders.into_iter().map(made).collect())
        }
        Err((why, span)) => {
            let mut no = reader.unread(0);
            no.stumble = Stumble::new(written, span, why, Vec::new());
            Err(Box::new(no))
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(written: &'a str, names: &'a Names, me: Option<&'a str>) -> Self {
        Reader {
            text: cut(written, names),
            written,
            names,
            me,
            spoken: Vec::new(),
            mentions: Vec::new(),
            passed: Vec::new(),
            marks: Vec::new(),
            items: Vec::new(),
            draft: None,
            lead: None,
            general: Vec::new(),
            then: false,
            otherwise: false,
            sentence: 0,
            fresh: true,
            steps: 0,
        }
    }

    /// The words taken for others.
    pub(super) fn mended(&self) -> impl Iterator<Item = Passed> + '_ {
        self.text.mended.iter().map(|(span, meant)| Passed { span: span.clone(), meant: Some(meant.clone()) })
    }

    pub(super) fn unread(&self, at: usize) -> Unread {
        let from = self.text.words.get(at).map_or(self.written.len(), |w| w.span.start);
        let rest = self.text.words.iter().skip(at);
        let ends = |t: &Token| matches!(t, Token::Comma | Token::Stop);
        let last = rest.take(6).take_while(|w| !ends(&w.token)).last();
        let to = last.map_or(from, |w| w.span.end).max(from);
        let why = if self.text.words.is_empty() {
            "the order says nothing"
        } else if self.items.is_empty() && self.draft.is_none() {
            "it does not say what is to be done"
        } else {
            "this is not understood"
        };
        let acts = self.items.iter().map(|i| i.draft.act).chain(self.draft.iter().map(|d| d.act)).collect();
        let stumble = Stumble::new(self.written, from..to, why, Vec::new());
        Unread { stumble, acts, spoken: self.spoken.clone() }
    }

    pub(super) fn span(&self, from: usize, to: usize) -> Range<usize> {
        let start = self.text.words.get(from).map_or(self.written.len(), |w| w.span.start);
        let end = to.checked_sub(1).and_then(|i| self.text.words.get(i)).map_or(start, |w| w.span.end);
        start..end.max(start)
    }

    pub(super) fn mark(&mut self, from: usize, to: usize, role: Role, of: Option<Ref>) {
        if to > from {
            self.marks.push(Mark { span: self.span(from, to), role, of });
        }
    }

    pub(super) fn pass(&mut self, from: usize, to: usize) {
        // Words that decide something are read, not passed over, even where they decide nothing here.
        const KEPT: [&str; 11] =
            ["if", "when", "until", "unless", "not", "never", "only", "except", "no", "till", "whenever"];
        let decides =
            |i: usize| self.text.word(i).is_some_and(|w| KEPT.contains(&w) || text::cardinal(w).is_some());
        if !(from..to).any(decides) {
            let span = self.span(from, to);
            self.passed.push(Passed { span, meant: None });
        }
    }

    /// Remembers what a noun phrase speaks of, for pronouns and for doubts.
    pub(super) fn speak(&mut self, np: &Np) {
        let span = self.span(np.from, np.to);
        if let Some(r) = np.first() {
            if !np.pronoun || self.spoken.last() != Some(r) {
                self.spoken.push(r.clone());
            }
            self.mark(np.from, np.to, Role::Target, Some(r.clone()));
        }
        if let (Some(taken), true) = (np.first(), !np.pronoun) {
            let could = if np.refs.len() > 1 { np.refs.clone() } else { np.fits.clone() };
            self.mentions.push(Mention { span, taken: taken.clone(), could, any: np.any });
        }
    }

    /// Remembers something passed on the way: what is spoken of next as "it" is rather what was spoken of before.
    pub(super) fn speak_aside(&mut self, np: &Np) {
        let before = self.spoken.last().filter(|r| r.is_ground()).cloned();
        self.speak(np);
        self.spoken.extend(before);
    }

    pub(super) fn is_comma(&self, at: usize) -> bool {
        self.text.is(at, &Token::Comma)
    }

    pub(super) fn ends(&self, at: usize) -> bool {
        at >= self.text.words.len() || self.text.is(at, &Token::Stop)
    }

    /// The verb that stands here, in its plain form or with "-ing", what it is about, and its end.
    pub fn verb(&self, at: usize) -> Option<(Act, usize, bool)> {
        let verbs = &dictionary().verbs;
        let plain = self.text.find(at, verbs).map(|(act, end)| (act, end, false));
        let word = self.text.word(at)?;
        let Some(base) = word.strip_suffix("ing").filter(|b| b.len() >= 2) else { return plain };
        let doubled = base.len() > 3 && base.as_bytes()[base.len() - 1] == base.as_bytes()[base.len() - 2];
        let mut bases = vec![base.to_owned(), format!("{base}e")];
        if doubled {
            bases.push(base[..base.len() - 1].to_owned());
        }
        let found = bases.iter().filter_map(|b| {
            let (act, long) =
                verbs.find(|i| if i == 0 { Some(b.as_str()) } else { self.text.word(at + i) })?;
            Some((act, at + long, true))
        });
        found.max_by_key(|(_, end, _)| *end).or(plain)
    }

    pub(super) fn run(&mut self) -> Result<(), usize> {
        let mut at = 0;
        while at < self.text.words.len() {
            self.steps += 1;
            if self.steps > STEPS {
                return Err(at);
            }
            at = self.step(at)?;
        }
        self.close();
        if self.items.is_empty() && self.general.is_empty() {
            return Err(self.text.words.len());
        }
        Ok(())
    }

    /// Reads on from a place; an error if nothing that may stand there does.
    pub(super) fn step(&mut self, at: usize) -> Result<usize, usize> {
        if let Some(end) = self.between(at) {
            return Ok(end);
        }
        if self.fresh
            && let Some(end) = self.addressed(at)
        {
            return Ok(end);
        }
        if let Some(end) = self.otherwise(at).or_else(|| self.lead_in(at)).or_else(|| self.deny(at)) {
            return Ok(end);
        }
        if let Some(end) = self.letting(at).or_else(|| self.manner(at)) {
            return Ok(end);
        }
        let long = self.verb(at).map(|(_, end, _)| end);
        let says_nothing = |reader: &Self| reader.text.find(at, &dictionary().empty).map(|(_, end)| end);
        let more = says_nothing(self).filter(|e| long.is_none_or(|l| *e > l));
        if more.is_none()
            && (self.fresh || self.is_gerund(at))
            && let Some(end) = self.begin(at)
        {
            return Ok(end);
        }
        if let Some(end) = self
            .purpose(at)
            .or_else(|| self.measured(at))
            .or_else(|| self.related(at))
            .or_else(|| self.object(at))
        {
            return Ok(end);
        }
        if let Some(end) = says_nothing(self) {
            self.pass(at, end);
            return Ok(end);
        }
        Err(at)
    }

    pub(super) fn is_gerund(&self, at: usize) -> bool {
        self.verb(at).is_some_and(|(_, _, gerund)| gerund)
    }

    /// What stands between clauses.
    pub(super) fn between(&mut self, at: usize) -> Option<usize> {
        if self.text.is(at, &Token::Stop) {
            self.close();
            self.lead = None;
            self.sentence += 1;
            self.fresh = true;
            return Some(at + 1);
        }
        if self.is_comma(at) {
            self.fresh = true;
            return Some(at + 1);
        }
        let then = [
            "then",
            "next",
            "afterwards",
            "after that",
            "thereafter",
            "after which",
            "whereupon",
            "and then",
            "subsequently",
            "this done",
            "that done",
        ];
        if let Some(end) = self.text.any(at, &then) {
            self.close();
            self.then = true;
            self.fresh = true;
            return Some(end);
        }
        let end = self.text.any(at, &["and", "but", "also", "or", "yet", "and also", "plus"])?;
        self.fresh = true;
        Some(end)
    }
}

const fn starts_anew(set: Set) -> bool {
    matches!(set, Set::How(Manner::HoldFire | Manner::Hidden) | Set::FireFree | Set::Evade)
}

/// Whether a word names the kind of a unit.
fn np_word_fits(me: &crate::orders::language::names::Called, word: &str) -> bool {
    use crate::orders::language::words::TROOPS;
    TROOPS.iter().any(|(w, k)| *w == word && crate::orders::language::words::is_kind_key(&me.kind, k))
}
