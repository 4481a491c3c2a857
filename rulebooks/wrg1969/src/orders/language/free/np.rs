//! Noun phrases: what players call the things they speak of, and what they speak of again as "it" and "them".

use crate::orders::language::free::Reader;
use crate::orders::language::lexer::Token;
use crate::orders::language::names::{Called, stem};
use crate::orders::language::words::{
    ARMS, GROUNDS, PARTS, PEOPLES, Part, TITLES, TROOPS, dictionary, is_kind_key,
};
use crate::orders::order::{Edge, Ref, Rel, Where, Which, Wing};

/// What a noun is looked for among first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Enemies.
    Enemy,
    /// Friends.
    Friend,
    /// Ground.
    Ground,
    /// Anything.
    Any,
}

/// A noun phrase.
#[derive(Clone, Debug, PartialEq)]
pub struct Np {
    /// What it means: the plainest first, then what else it could.
    pub refs: Vec<Ref>,
    /// Everything that its words would fit.
    pub fits: Vec<Ref>,
    /// Where it begins and ends.
    pub from: usize,
    pub to: usize,
    /// Which part of it is spoken of.
    pub part: Option<Part>,
    /// Whether it is the unit itself.
    pub own: bool,
    /// Whether it was only a pronoun.
    pub pronoun: bool,
    /// Whether anyone of the kind will do.
    pub any: bool,
}

impl Np {
    pub fn new(refs: Vec<Ref>, from: usize, to: usize) -> Np {
        Np { refs, fits: Vec::new(), from, to, part: None, own: false, pronoun: false, any: false }
    }

    /// What it most plainly means.
    pub fn first(&self) -> Option<&Ref> {
        self.refs.first()
    }

    /// What it means, as a place: the part of it that is spoken of.
    pub fn place(&self) -> Option<Ref> {
        let r = self.first()?.clone();
        let rel = match self.part {
            None | Some(Part::Whole | Part::Flank) => return Some(r),
            Some(Part::Left) => Rel::LeftOf,
            Some(Part::Right) => Rel::RightOf,
            Some(Part::Rear) => Rel::Behind,
            Some(Part::Front) => Rel::FrontOf,
            Some(Part::Far) => Rel::Beyond,
            Some(Part::Near) => Rel::Near,
            Some(Part::Foot) => Rel::Foot,
        };
        Some(Ref::Beside(Box::new(r), rel))
    }
}

/// Words before a noun.
#[derive(Default)]
pub(super) struct Before {
    pub(super) friend: bool,
    pub(super) enemy: bool,
    pub(super) any: bool,
    pub(super) nearest: bool,
    pub(super) strongest: bool,
    pub(super) article: bool,
}

impl Reader<'_> {
    /// The noun phrase that begins here.
    pub fn np(&mut self, at: usize, want: Want) -> Option<Np> {
        self.steps += 1;
        if self.steps > super::STEPS {
            return None;
        }
        self.pronoun(at, want).or_else(|| self.noun(at, want)).or_else(|| self.spot(at))
    }

    /// Points, and things in brackets or quotation marks.
    pub(super) fn spot(&self, at: usize) -> Option<Np> {
        let text = &self.text;
        let start = text.any(
            at,
            &[
                "the point",
                "point",
                "the place",
                "the feature",
                "the unit",
                "the friendly unit",
                "the enemy unit",
            ],
        );
        let bare = start.unwrap_or(at);
        if let Some(Token::Label(label)) = text.words.get(bare).map(|w| &w.token) {
            let of = |list: &[Called]| list.iter().any(|c| c.label == *label);
            let r = if of(&self.names.friends) {
                Ref::Friend(label.clone())
            } else if of(&self.names.enemies) {
                Ref::Enemy(label.clone())
            } else if of(&self.names.features) {
                Ref::Feature(label.clone())
            } else {
                return None;
            };
            return Some(Np::new(vec![r], at, bare + 1));
        }
        let open = text.is(bare, &Token::Open);
        if start.is_none() && !open {
            return None;
        }
        let first = bare + usize::from(open);
        let (Some(Token::Number(x)), next) = (text.words.get(first).map(|w| &w.token), first + 1) else {
            return None;
        };
        let next = next + usize::from(text.is(next, &Token::Comma));
        let Some(Token::Number(y)) = text.words.get(next).map(|w| &w.token) else { return None };
        let end = next + 1 + usize::from(open && text.is(next + 1, &Token::Close));
        Some(Np::new(vec![Ref::Point(*x, *y)], at, end))
    }

    /// "it", "them", "there", "here", "me", "you".
    pub(super) fn pronoun(&mut self, at: usize, want: Want) -> Option<Np> {
        let word = self.text.word(at)?.to_owned();
        let word = word.as_str();
        let end = at + 1;
        let made = |refs: Vec<Ref>| Np { pronoun: true, ..Np::new(refs, at, end) };
        match word {
            "here" => Some(made(vec![Ref::Start])),
            "me" | "myself" | "us" => Some(made(vec![Ref::General])),
            "my" | "our" if self.text.any(end, &["side", "person"]).is_some() => {
                Some(Np { to: end + 1, ..made(vec![Ref::General]) })
            }
            "you" | "yourself" | "yourselves" => Some(Np { own: true, ..made(Vec::new()) }),
            "there" | "thither" => match self.last_named(Ref::is_ground) {
                Some(last) => Some(made(vec![last])),
                None => Some(Np { own: true, ..made(Vec::new()) }),
            },
            "them"
                if self
                    .text
                    .word(end)
                    .is_some_and(|w| PEOPLES.contains(&w) || TROOPS.iter().any(|(t, _)| *t == w)) =>
            {
                None
            }
            "it" | "itself" | "they" | "them" | "themselves" | "he" | "him" | "she" | "her" | "himself"
            | "these" | "those"
                if self.text.word(end).is_none_or(|w| {
                    !matches!(w, "who" | "that") && word != "these" && word != "those" || w == "who"
                }) =>
            {
                Some(made(self.meant_by(word, want)))
            }
            _ => None,
        }
    }

    /// The last thing spoken of that fits.
    pub fn last_named(&self, fits: impl Fn(&Ref) -> bool) -> Option<Ref> {
        self.spoken.iter().rev().find(|r| fits(r)).cloned()
    }

    pub(super) fn meant_by(&mut self, word: &str, want: Want) -> Vec<Ref> {
        let fits = |r: &Ref| match want {
            Want::Enemy => r.is_enemy(),
            Want::Friend => r.is_friend(),
            Want::Ground => r.is_ground(),
            Want::Any => true,
        };
        let unit = |r: &Ref| r.is_enemy() || r.is_friend();
        let people = !matches!(word, "it" | "itself");
        let found = match want {
            Want::Any if people => self.last_named(unit),
            _ => self.last_named(|r| fits(r) && (!people || unit(r))).or_else(|| self.last_named(fits)),
        };
        let anyone = Ref::EnemyKind("any".to_owned(), Where::Any);
        match (found, want) {
            (Some(r), _) => vec![r],
            (None, Want::Enemy | Want::Any) if people => vec![anyone],
            (None, Want::Friend) => self.last_named(unit).filter(Ref::is_friend).into_iter().collect(),
            (None, _) => Vec::new(),
        }
    }

    pub(super) fn before(&self, mut at: usize) -> (Before, usize) {
        let mut b = Before::default();
        while let Some(word) = self.text.word(at) {
            match word {
                "the" | "a" | "an" | "that" | "those" | "this" | "these" | "some" | "each" | "both"
                | "such" | "your" | "its" => {
                    b.article = true;
                }
                "any" | "every" | "all" | "whatever" | "what" | "whichever" => b.any = true,
                "our" | "my" | "friendly" | "own" => b.friend = true,
                "their" | "his" | "enemy" | "hostile" | "opposing" | "foe" | "foes" | "enemies"
                | "enemy's" | "opponents" => {
                    b.enemy = true;
                }
                "nearest" | "closest" | "nearer" => b.nearest = true,
                "strongest" | "biggest" | "largest" => b.strongest = true,
                "main" | "whole" | "big" | "large" | "great" | "leading" | "brave" | "gallant"
                | "wretched" | "accursed" | "of" | "them" | "other" | "remaining"
                    if b.article || b.any || b.enemy || b.friend || word == "them" => {}
                _ if (b.article || b.any || b.friend)
                    && self.text.number(at).is_some_and(|(n, _)| n <= 20_000)
                    && self.text.word(at).is_some_and(|w| super::text::cardinal(w).is_some()) => {}
                _ => break,
            }
            at += 1;
        }
        (b, at)
    }

    pub(super) fn noun(&mut self, at: usize, want: Want) -> Option<Np> {
        let (before, i) = self.before(at);
        if let Some(end) = self.text.any(
            i,
            &[
                "table edge",
                "edge of the table",
                "board edge",
                "baseline",
                "base line",
                "base edge",
                "own edge",
            ],
        ) {
            let edge = if before.article && !before.friend && self.text.word(at) != Some("your") {
                Edge::Any
            } else {
                Edge::Own
            };
            return Some(Np::new(vec![Ref::Edge(edge)], at, end));
        }
        let edges = [
            ("north edge", Edge::North),
            ("east edge", Edge::East),
            ("south edge", Edge::South),
            ("west edge", Edge::West),
        ];
        for (words, edge) in edges {
            if let Some(end) = self.text.phrase(i, words) {
                return Some(Np::new(vec![Ref::Edge(edge)], at, end));
            }
        }
        if let Some(end) = self.text.any(i, &["table", "board", "field"])
            && before.article
        {
            return Some(Np::new(vec![Ref::Edge(Edge::Any)], at, end));
        }
        let yours = self.text.any(at, &["your", "its", "their", "the", "his"]).is_some();
        if yours
            && let Some(end) = self.text.any(
                i,
                &[
                    "place",
                    "first place",
                    "position",
                    "post",
                    "starting place",
                    "starting position",
                    "original position",
                    "former position",
                    "old position",
                    "lines",
                    "station",
                    "start",
                    "starting point",
                ],
            )
        {
            return Some(Np::new(vec![Ref::Start], at, end));
        }
        if let Some(np) = self.part_of(at, i, &before, want) {
            return Some(np);
        }
        if let Some(np) = self.title(at, i, &before, want) {
            return Some(np);
        }
        let people = self.text.word(i).is_some_and(|w| PEOPLES.contains(&w));
        let next = if people { i + 1 } else { i };
        if let Some(np) = self.named(at, i, &before, want) {
            return Some(self.described(np));
        }
        if people && let Some(np) = self.named(at, next, &before, want) {
            return Some(self.described(np));
        }
        if let Some((friend, end)) = self.army(i) {
            let r = if friend { Ref::Army } else { Ref::EnemyKind("any".to_owned(), Where::Any) };
            let np = Np::new(vec![r], at, end);
            return Some(self.described(np));
        }
        let anyone = [
            "anyone",
            "anybody",
            "anything",
            "everyone",
            "everything",
            "everybody",
            "whoever",
            "whatever",
            "whomever",
            "all comers",
            "anything that moves",
            "those",
            "whichever enemy",
        ];
        let any = Ref::EnemyKind("any".to_owned(), Where::Any);
        // "Whatever the cost" speaks of nobody.
        let idle = self.text.find(at, &dictionary().empty).map_or(at, |(_, end)| end);
        if let Some(end) = self.text.any(at, &anyone).filter(|end| idle <= *end) {
            let (kind, end) = match self.text.any(end, &["on horseback", "mounted", "on a horse"]) {
                Some(end) => ("cavalry", end),
                None => match self.text.any(end, &["on foot"]) {
                    Some(end) => ("infantry", end),
                    None => ("any", end),
                },
            };
            let np = Np { any: true, ..Np::new(vec![Ref::EnemyKind(kind.to_owned(), Where::Any)], at, end) };
            return Some(self.described(np));
        }
        if let Some(end) = self.text.any(i, &["attackers", "attacker", "assailants", "assailant", "chargers"])
        {
            let friend = self.spoken.iter().rev().find_map(|r| match r {
                Ref::Friend(label) => Some(label.clone()),
                _ => None,
            });
            let r = friend.map_or(any, |label| Ref::EnemySome("any".to_owned(), Which::Attacking(label)));
            return Some(Np::new(vec![r], at, end));
        }
        if before.strongest && (before.enemy || self.text.any(i, &["unit", "troops", "of them"]).is_some()) {
            let end = self.text.any(i, &["unit", "troops", "of them"]).unwrap_or(i);
            return Some(Np::new(vec![Ref::EnemySome("any".to_owned(), Which::Strongest)], at, end));
        }
        if before.enemy && i > at && self.text.word(i - 1).is_some_and(|w| !matches!(w, "their" | "his")) {
            let end = self
                .text
                .any(
                    i,
                    &[
                        "unit", "units", "troops", "men", "line", "army", "soldiers", "force", "forces",
                        "lines", "body",
                    ],
                )
                .unwrap_or(i);
            let near = if before.nearest {
                vec![Ref::NearestEnemy]
            } else if before.any {
                vec![any]
            } else {
                vec![Ref::NearestEnemy, any]
            };
            let np = Np { any: before.any, ..Np::new(near, at, end) };
            return Some(self.described(np));
        }
        let unit = self.text.any(i, &["unit", "units", "troops"]);
        if let (true, Some(end)) = (before.nearest || before.any, unit) {
            return Some(Np::new(vec![Ref::NearestEnemy], at, end));
        }
        if before.nearest && want == Want::Enemy {
            return Some(Np::new(vec![Ref::NearestEnemy], at, i));
        }
        None
    }

    /// An army by its name or its people, and whether it is the writer's own.
    pub(super) fn army(&self, at: usize) -> Option<(bool, usize)> {
        let word = self.text.word(at)?;
        let called =
            |army: &str| army.to_lowercase().split(' ').any(|w| stem(w) == stem(word) && w.len() > 3);
        let end = self.text.any(at + 1, &["army", "host", "line", "troops", "men"]).unwrap_or(at + 1);
        if called(&self.names.armies[0]) {
            return Some((true, end));
        }
        (called(&self.names.armies[1]) || PEOPLES.contains(&word)).then_some((false, end))
    }

    /// "the right flank of Cohort II", "the far bank", "their left wing".
    pub(super) fn part_of(&mut self, at: usize, i: usize, before: &Before, want: Want) -> Option<Np> {
        let parts: Vec<(&str, Part)> = PARTS.to_vec();
        let (part, end) = parts
            .iter()
            .filter_map(|(words, part)| Some((*part, self.text.phrase(i, words)?)))
            .max_by_key(|(_, end)| *end)?;
        if let Some(of) = self.text.phrase(end, "of") {
            let inner = self.np(of, want)?;
            return Some(Np { from: at, part: Some(part), fits: inner.fits.clone(), ..inner });
        }
        let wing = matches!(part, Part::Left | Part::Right | Part::Flank | Part::Rear);
        match part {
            Part::Far | Part::Near if self.text.word(i) != Some("edge") => {
                let water = |r: &Ref| {
                    matches!(r, Ref::Kind(k, _) if k == "stream" || k == "river" || k == "ford")
                        || self.is_water(r)
                };
                let named = self.spoken.iter().rev().find(|r| water(r)).cloned();
                let crossed = named.map(|r| self.water_at(&r)).or_else(|| self.only_water())?;
                Some(Np { part: Some(part), ..Np::new(vec![crossed], at, end) })
            }
            Part::Left | Part::Right
                if !before.enemy
                    && self
                        .text
                        .word(end)
                        .is_some_and(|w| GROUNDS.iter().any(|(g, _)| *g == w) || w == "hand") =>
            {
                None
            }
            _ if wing && before.enemy => {
                let wing = match part {
                    Part::Left => Which::Wing(Wing::Left),
                    Part::Right => Which::Wing(Wing::Right),
                    _ => {
                        let last = self.last_named(Ref::is_enemy).unwrap_or(Ref::NearestEnemy);
                        return Some(Np { part: Some(part), pronoun: true, ..Np::new(vec![last], at, end) });
                    }
                };
                let owner = self.last_named(|r| r.is_enemy() || r.is_friend());
                match owner.filter(|_| matches!(self.text.word(at), Some("their" | "its" | "his"))) {
                    Some(owner) => {
                        Some(Np { part: Some(part), pronoun: true, ..Np::new(vec![owner], at, end) })
                    }
                    None => Some(Np::new(vec![Ref::EnemySome("any".to_owned(), wing)], at, end)),
                }
            }
            _ if wing => {
                let its = matches!(self.text.word(at), Some("its"));
                let owner = self.last_named(|r| r.is_enemy() || r.is_friend()).filter(|_| its);
                Some(Np { part: Some(part), ..Np::new(vec![owner.unwrap_or(Ref::Army)], at, end) })
            }
            _ => None,
        }
    }

    pub(super) fn is_water(&self, r: &Ref) -> bool {
        let kind = |name: &str| {
            self.names.features.iter().find(|c| c.name == name || c.label == name).map(|c| c.kind.as_str())
        };
        matches!(r, Ref::Name(n, _) | Ref::Feature(n) if matches!(kind(n), Some("stream" | "river" | "ford" | "bridge")))
    }

    /// The water that a ford or a bridge leads over, or the water itself.
    pub(super) fn water_at(&self, r: &Ref) -> Ref {
        let crossing = match r {
            Ref::Name(n, _) | Ref::Feature(n) => self
                .names
                .features
                .iter()
                .any(|c| (c.name == *n || c.label == *n) && matches!(c.kind.as_str(), "ford" | "bridge")),
            Ref::Kind(k, _) => k == "ford" || k == "bridge",
            _ => false,
        };
        if crossing { self.only_water().unwrap_or_else(|| r.clone()) } else { r.clone() }
    }

    /// The stream or river of the table.
    pub fn only_water(&self) -> Option<Ref> {
        let mut water = self.names.features.iter().filter(|c| matches!(c.kind.as_str(), "stream" | "river"));
        water.next().map(|c| Ref::Name(c.name.clone(), Where::Any))
    }

    /// Generals by their title or name.
    pub(super) fn title(&mut self, at: usize, i: usize, before: &Before, want: Want) -> Option<Np> {
        let titled = TITLES.iter().filter_map(|t| self.text.phrase(i, t)).max();
        let end = titled.filter(|end| {
            self.text.word(*end).is_none_or(|w| w != "reserve" && w != "of" && w != "advance")
        })?;
        let pharaoh = self.text.word(i) == Some("pharaoh");
        let egypt = |army: &str| army.to_lowercase().contains("egypt");
        let enemy =
            before.enemy || want == Want::Enemy && !before.friend || pharaoh && egypt(&self.names.armies[1]);
        Some(Np::new(vec![if enemy { Ref::EnemyGeneral } else { Ref::General }], at, end))
    }
}

/// Whose or what a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Friend,
    Enemy,
    Ground,
}

pub(super) struct Fit<'n> {
    pub(super) of: Of,
    pub(super) called: &'n Called,
    pub(super) exact: bool,
    pub(super) whole: bool,
}

impl Fit<'_> {
    pub(super) fn as_ref(&self) -> Ref {
        match self.of {
            Of::Friend if self.called.general => Ref::General,
            Of::Enemy if self.called.general => Ref::EnemyGeneral,
            Of::Friend => Ref::Friend(self.called.label.clone()),
            Of::Enemy => Ref::Enemy(self.called.label.clone()),
            Of::Ground => Ref::Feature(self.called.label.clone()),
        }
    }
}

/// Whether a single word names a unit's kind or weapon.
pub(super) fn fits_kind(called: &Called, word: &str) -> bool {
    let kinds = TROOPS.iter().filter(|(w, _)| *w == word);
    kinds.into_iter().any(|(_, k)| is_kind_key(&called.kind, k))
        || ARMS.iter().any(|(w, a)| *w == word && called.arm == Some(*a))
}
