//! Reading the umpire's own sentences, word for word: the form in which every order can be printed.
//!
//! ```text
//! order     = clause "." { "Then" clause "." } { lead condition "," clause "." }
//! clause    = [ "when" condition "," ] doing [ target ] { "by way of" place } { "," manner } [ "until" condition ]
//! lead      = "If" | "Whenever" | "While" | "Whenever and while"
//! condition = trigger { ("and" | "or") trigger }
//! ```

use crate::orders::language::lexer::{Placed, Token, tokens};
use crate::orders::language::names::Names;
use crate::orders::language::nouns::{nouns, phrase};
use crate::orders::language::phrases::{DOINGS, MANNERS, Makes, Manner, SIDES, WINDS, numeral};
use crate::orders::language::{Mark, Reading, Role};
use crate::orders::order::{Charge, Condition, Face, Fire, Flank, Leg, Mils, Order, Ref, Shape, Stop, Verb};
use crate::orders::validate;

/// A sentence being read.
pub struct Parser<'a> {
    pub sentence: &'a [Placed],
    pub names: &'a Names,
    pub at: usize,
    pub marks: Vec<(usize, usize, Role, Option<Ref>)>,
}

/// The reading of a sentence that is in the umpire's own words; `None` if it is not.
pub fn read_exactly(text: &str, names: &Names) -> Option<Reading> {
    let sentence = tokens(text);
    let mut parser = Parser { sentence: &sentence, names, at: 0, marks: Vec::new() };
    let mut order = parser.order()?;
    validate::check(&order).ok()?;
    order.text = text.trim().to_owned();
    let mark = |(from, to, role, of): (usize, usize, Role, Option<Ref>)| Mark {
        span: sentence[from].span.start..sentence[to - 1].span.end,
        role,
        of,
    };
    Some(Reading::plain(order, parser.marks.into_iter().map(mark).collect()))
}

impl Parser<'_> {
    pub fn is(&self, token: &Token) -> bool {
        self.sentence.get(self.at).is_some_and(|t| t.token == *token)
    }

    /// Goes past a mark, if it stands here.
    pub fn past(&mut self, token: &Token) -> bool {
        let here = self.is(token);
        self.at += usize::from(here);
        here
    }

    /// Goes past a phrase, if it stands here.
    pub fn phrase(&mut self, words: &str) -> bool {
        match phrase(self.sentence, self.at, words) {
            Some(end) => {
                self.at = end;
                true
            }
            None => false,
        }
    }

    /// The longest phrase of a table that stands here.
    pub fn one_of<T: Clone>(&mut self, table: &[(&str, T)]) -> Option<T> {
        let found = table
            .iter()
            .filter_map(|(words, meaning)| Some((phrase(self.sentence, self.at, words)?, meaning)));
        let (end, meaning) = found.max_by_key(|(end, _)| *end)?;
        self.at = end;
        Some(meaning.clone())
    }

    /// A number, in figures or in words.
    pub fn number(&mut self) -> Option<Mils> {
        let n = match &self.sentence.get(self.at)?.token {
            Token::Number(n) => *n,
            Token::Word(w) => numeral(w)? * 1000,
            _ => return None,
        };
        self.at += 1;
        Some(n)
    }

    /// A whole number.
    pub fn whole(&mut self) -> Option<u16> {
        let n = self.number().filter(|n| n % 1000 == 0)?;
        u16::try_from(n / 1000).ok()
    }

    /// A length in inches.
    pub fn length(&mut self) -> Option<Mils> {
        let n = self.number()?;
        (self.phrase("inches") || self.phrase("inch")).then_some(n)
    }

    /// The one thing that fits here.
    pub fn thing(&mut self, fits: impl Fn(&Ref) -> bool) -> Option<Ref> {
        let found = nouns(self.sentence, self.at, self.names, fits);
        let [(r, end)] = found.as_slice() else { return None };
        self.marks.push((self.at, *end, Role::Target, Some(r.clone())));
        self.at = *end;
        Some(r.clone())
    }

    fn order(&mut self) -> Option<Order> {
        let mut order = Order::new(Vec::new());
        loop {
            if let Some(mut condition) = self.lead() {
                let from = self.at;
                condition.when = self.triggers("or")?;
                self.marks.push((from, self.at, Role::Condition, None));
                if !self.past(&Token::Comma) || order.legs.is_empty() {
                    return None;
                }
                condition.then = self.clause()?;
                order.on.push(condition);
            } else {
                let then = self.phrase("then");
                if then == order.legs.is_empty() || !order.on.is_empty() {
                    return None;
                }
                order.legs.push(self.clause()?);
            }
            let stopped = self.past(&Token::Stop);
            if self.at == self.sentence.len() {
                return Some(order);
            }
            if !stopped {
                return None;
            }
        }
    }

    /// The word that leads in a standing condition, and what it says of it.
    fn lead(&mut self) -> Option<Condition> {
        let leads = [
            ("if", (false, false)),
            ("whenever", (false, true)),
            ("while", (true, false)),
            ("whenever and while", (true, true)),
        ];
        let (resume, repeat) = self.one_of(&leads)?;
        Some(Condition { resume, repeat, ..Condition::new(Vec::new(), Leg::new(Verb::Hold)) })
    }

    fn clause(&mut self) -> Option<Leg> {
        let mut when = Vec::new();
        if self.phrase("when") {
            let from = self.at;
            when = self.whens()?;
            self.marks.push((from, self.at, Role::Condition, None));
            if !self.past(&Token::Comma) {
                return None;
            }
        }
        let mut leg = self.doing()?;
        leg.when = when;
        while self.phrase("by way of") {
            leg.route.push(self.thing(|r| !r.is_enemy())?);
        }
        while self.past(&Token::Comma) {
            let from = self.at;
            self.modifier(&mut leg)?;
            self.marks.push((from, self.at, Role::Way, None));
        }
        let from = self.at;
        if self.phrase("until") {
            leg.until = self.triggers("or")?;
            self.marks.push((from, self.at, Role::Condition, None));
        }
        Some(leg)
    }

    /// A thing to do with its target or its direction.
    fn doing(&mut self) -> Option<Leg> {
        let start = self.at;
        let longest = DOINGS.iter().filter_map(|(words, _)| phrase(self.sentence, start, words)).max()?;
        for (words, makes) in DOINGS {
            if phrase(self.sentence, start, words) != Some(longest) {
                continue;
            }
            self.at = longest;
            let marks = self.marks.len();
            self.marks.push((start, longest, Role::Doing, None));
            let leg = match *makes {
                Makes::To(verb) => self.thing(|r| verb.takes(r)).map(|target| Leg::to(verb, target)),
                Makes::Toward => {
                    let bearing = self.bearing();
                    bearing.map(|b| Leg { bearing: Some(b), ..Leg::new(Verb::MoveDir) })
                }
                Makes::Alone(verb)
                    if nouns(self.sentence, self.at, self.names, |r| verb.takes(r)).is_empty() =>
                {
                    Some(Leg::new(verb))
                }
                Makes::Alone(_) => None,
            };
            if leg.is_some() {
                return leg;
            }
            self.marks.truncate(marks);
        }
        None
    }

    /// One of the eight winds, or a bearing in degrees.
    fn bearing(&mut self) -> Option<i32> {
        let winds = WINDS.iter().enumerate();
        let wind = winds.filter_map(|(i, words)| Some((phrase(self.sentence, self.at, words)?, i))).max();
        if let Some((end, i)) = wind {
            self.at = end;
            return Some(i as i32 * 45_000);
        }
        if !self.phrase("on a bearing of") {
            return None;
        }
        let n = self.number()?;
        self.phrase("degrees").then_some(n)
    }

    fn modifier(&mut self, leg: &mut Leg) -> Option<()> {
        if let Some(manner) = self.one_of(MANNERS) {
            with_manner(leg, manner);
            return Some(());
        }
        let detail = &mut leg.detail;
        if let Some(side) = self.one_of(SIDES) {
            detail.side = Some(side);
        } else if self.phrase("in") {
            let n = self.whole()?;
            let ranks = self.phrase("ranks");
            leg.formation = Some(if ranks { Shape::Ranks(n) } else { Shape::Files(n) });
            return (ranks || self.phrase("files")).then_some(());
        } else if self.phrase("at") {
            leg.pace = Some(self.length()?);
            return self.phrase("a period").then_some(());
        } else if self.phrase("shooting at") {
            leg.fire = Fire::At(self.thing(Ref::is_enemy)?);
        } else if self.phrase("warned of") {
            let Ref::Feature(id) = self.thing(|r| matches!(r, Ref::Feature(_)))? else { return None };
            leg.warned_of.push(id);
        } else if self.phrase("for") {
            detail.distance = Some(self.length()?);
        } else if self.phrase("stopping") {
            detail.stop = Some(Stop::Short(self.length()?));
            return self.phrase("short").then_some(());
        } else if self.phrase("keeping out of reach of") {
            detail.keep_from = Some(self.thing(|_| true)?);
        } else if self.phrase("keeping") {
            detail.gap = Some(self.length()?);
            return self.phrase("away").then_some(());
        } else if self.phrase("not going beyond") {
            detail.limit = Some(self.thing(|_| true)?);
        } else if self.phrase("avoiding") {
            let place = self.thing(|_| true)?;
            detail.avoid.push(place);
        } else if self.phrase("facing towards") {
            detail.facing = Some(Face::To(self.thing(|_| true)?));
        } else if self.phrase("facing") {
            detail.facing = Some(Face::Bearing(self.bearing()?));
        } else {
            return None;
        }
        Some(())
    }
}

/// The leg with what a set phrase says of it.
pub fn with_manner(leg: &mut Leg, manner: Manner) {
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
        Manner::Slow => leg.detail.slow = true,
        Manner::Hidden => leg.detail.hidden = true,
        Manner::Report => leg.detail.report = true,
        Manner::StopAtRange => leg.detail.stop = Some(Stop::Range),
        Manner::FaceEnemy => leg.detail.facing = Some(Face::Enemy),
        Manner::FaceLeft => leg.detail.facing = Some(Face::Left),
        Manner::FaceRight => leg.detail.facing = Some(Face::Right),
        Manner::RefuseLeft => leg.detail.refuse = Some(Flank::Left),
        Manner::RefuseRight => leg.detail.refuse = Some(Flank::Right),
    }
}
