//! Lengths, times, formations, directions, prepositions and objects: what fills a draft.

use crate::orders::language::free::Reader;
use crate::orders::language::free::np::Want;
use crate::orders::language::free::when::Test;
use crate::orders::language::phrases::WINDS;
use crate::orders::language::whens::whom;
use crate::orders::language::words::{Act, GROUNDS, Lead, Prep, dictionary};
use crate::orders::language::{Passed, Role};
use crate::orders::order::{Face, Flank, Reach, Ref, Shape, Stop, Trigger, Where};

const RANGES: &[&str] = &[
    "bowshot",
    "bow range",
    "bow shot",
    "range",
    "javelin range",
    "missile range",
    "sling range",
    "slingshot",
    "shooting range",
    "extreme range",
    "long range",
    "close range",
    "your range",
    "shooting distance",
];

impl Reader<'_> {
    /// "At 6 inches from the enemy": a distance as a condition.
    pub fn at_distance(&mut self, at: usize) -> Option<(Test, usize)> {
        let (length, end) = self.text.length(at)?;
        let from = self.text.any(end, &["from", "away from", "of", "distance from"])?;
        let np = self.np(from, Want::Enemy)?;
        let r = match np.refs.last()? {
            Ref::NearestEnemy | Ref::EnemyKind(_, _) => Ref::EnemyKind("any".to_owned(), Where::Any),
            r => r.clone(),
        };
        let (_, who) = whom(&r).filter(|(friend, _)| !friend)?;
        self.speak(&np);
        Some((vec![vec![Trigger::near(Reach::Inches(length), who)]], np.to))
    }

    /// Distances, times, formations and directions.
    pub fn measured(&mut self, at: usize) -> Option<usize> {
        let end = self
            .times(at)
            .or_else(|| self.shape(at))
            .or_else(|| self.pace(at))
            .or_else(|| self.ranged(at))
            .or_else(|| self.length_of(at))
            .or_else(|| self.direction(at))
            .or_else(|| self.struck(at))?;
        self.mark(at, end, Role::Way, None);
        self.fresh = false;
        Some(end)
    }

    /// "for three periods".
    pub(super) fn times(&mut self, at: usize) -> Option<usize> {
        let start = self.text.any(at, &["for", "during", "for the next", "for another"])?;
        let (n, end) = self.text.number(start).filter(|(n, _)| n % 1000 == 0 && *n > 0)?;
        let end = self.text.any(end, &["periods", "period", "turns", "turn", "moves", "move"])?;
        let n = u16::try_from(n / 1000).ok()?;
        self.draft.as_mut()?.condition(Lead::Until, vec![vec![Trigger::After(n)]]);
        Some(end)
    }

    /// Whether a formation is named here.
    pub(super) fn shape_at(&self, at: usize) -> bool {
        let at = self
            .text
            .any(
                at,
                &["yourself", "yourselves", "the legion", "the unit", "your men", "up", "them", "your unit"],
            )
            .unwrap_or(at);
        let at = self.text.any(at, &["into", "in"]).unwrap_or(at);
        let at = self.text.any(at, &["a", "the", "your"]).unwrap_or(at);
        let followed = self
            .text
            .any(at, &["line", "column", "square"])
            .is_some_and(|e| self.text.word(e) != Some("of") && self.text.word(e) != Some("with"));
        followed
            || self.text.number(at).is_some_and(|(_, e)| {
                self.text.any(e, &["files", "ranks", "deep", "wide", "abreast", "file", "rank"]).is_some()
            })
    }

    /// "in 8 files", "four ranks deep", "line", "square".
    pub(super) fn shape(&mut self, at: usize) -> Option<usize> {
        let forms = self.draft.as_ref()?.act == Act::Form;
        if forms {
            let own = self
                .text
                .any(
                    at,
                    &[
                        "yourself",
                        "yourselves",
                        "the legion",
                        "the unit",
                        "your men",
                        "up",
                        "your unit",
                        "them",
                    ],
                )
                .unwrap_or(at);
            let start = self.text.any(own, &["into", "in"]).unwrap_or(own);
            let start = self.text.any(start, &["a", "the", "your", "battle"]).unwrap_or(start);
            let shapes = [
                ("line", Shape::Line),
                ("column", Shape::Column),
                ("square", Shape::Square),
                ("march column", Shape::Column),
            ];
            for (word, shape) in shapes {
                if let Some(end) = self.text.phrase(start, word) {
                    self.draft.as_mut()?.leg.formation = Some(shape);
                    return Some(self.text.any(end, &["of battle", "of march", "formation"]).unwrap_or(end));
                }
            }
        }
        let start =
            self.text.any(at, &["in", "into", "with a front of", "on a front of", "only"]).unwrap_or(at);
        let (n, end) = self.text.number(start).filter(|(n, _)| n % 1000 == 0 && *n > 0)?;
        let n = u16::try_from(n / 1000).ok()?;
        let files = self
            .text
            .any(end, &["files wide", "files", "file", "wide", "abreast", "files broad", "figures wide"]);
        let ranks = self.text.any(end, &["ranks deep", "ranks", "rank", "deep", "figures deep"]);
        let (shape, end) = match (files, ranks) {
            (Some(end), _) => (Shape::Files(n), end),
            (None, Some(end)) => (Shape::Ranks(n), end),
            (None, None) => {
                // "Eight ranks deep is too many: four will do."
                let end = self.text.any(end, &["will do", "is enough", "are enough", "will suffice"])?;
                (Shape::Ranks(n), end)
            }
        };
        if let Some(end) = self.text.any(end, &["is too many", "are too many", "is too deep", "is too much"])
        {
            self.pass(at, end);
            return Some(end);
        }
        let draft = self.draft.as_mut()?;
        // Files said before ranks stand: both say the same.
        if !matches!((draft.leg.formation, shape), (Some(Shape::Files(_)), Shape::Ranks(_))) {
            draft.leg.formation = Some(shape);
        }
        Some(end)
    }

    /// "at 4 inches a period", "no faster than 3 inches".
    pub(super) fn pace(&mut self, at: usize) -> Option<usize> {
        let slow = self.text.any(
            at,
            &[
                "no faster than",
                "not faster than",
                "at no more than",
                "not more than",
                "no more than",
                "at most",
                "never faster than",
            ],
        );
        let start = slow.or_else(|| self.text.phrase(at, "at")).unwrap_or(at);
        let (length, end) = self.text.length(start)?;
        let each = self.text.any(
            end,
            &[
                "a period",
                "each period",
                "per period",
                "a turn",
                "each turn",
                "per turn",
                "a move",
                "per move",
            ],
        );
        if slow.is_none() && each.is_none() {
            return None;
        }
        let draft = self.draft.as_mut()?;
        draft.leg.pace = Some(length);
        draft.leg.detail.slow = false;
        Some(each.unwrap_or(end))
    }

    /// "to within bowshot of the Second legion", "to bow range".
    pub(super) fn ranged(&mut self, at: usize) -> Option<usize> {
        let start = self.text.any(
            at,
            &[
                "to within",
                "up to within",
                "within",
                "to",
                "into",
                "at",
                "in",
                "up to",
                "to just within",
                "just within",
                "until within",
            ],
        )?;
        let start =
            self.text.any(start, &["easy", "good", "your", "extreme", "long", "about"]).unwrap_or(start);
        let (stop, end) = match self.text.any(start, RANGES) {
            Some(end) => (Stop::Range, end),
            None => {
                self.text.any(
                    at,
                    &["to within", "up to within", "within", "to just within", "just within", "until within"],
                )?;
                let (length, end) = self.text.length(start)?;
                (Stop::Short(length), end)
            }
        };
        self.draft.as_ref()?;
        let of = self.text.any(end, &["of", "from"]);
        let Some(np) = of.and_then(|of| self.np(of, Want::Any)) else {
            let draft = self.draft.as_mut()?;
            draft.leg.detail.stop = Some(stop);
            return Some(end);
        };
        self.speak(&np);
        let end = np.to;
        let draft = self.draft.as_mut()?;
        match stop {
            Stop::Short(length) if np.first().is_some_and(Ref::is_friend) => {
                draft.leg.detail.gap = Some(length);
                draft.rels.push((Prep::With, np));
            }
            stop => {
                draft.leg.detail.stop = Some(stop);
                draft.rels.push((Prep::To, np));
            }
        }
        Some(end)
    }

    /// "12 inches", "15 inches behind Cohort I", "10 inches short of it".
    pub(super) fn length_of(&mut self, at: usize) -> Option<usize> {
        let start = self
            .text
            .any(
                at,
                &[
                    "at",
                    "for",
                    "about",
                    "another",
                    "by",
                    "a further",
                    "at about",
                    "some",
                    "at a distance of",
                    "at an interval of",
                    "at a gap of",
                    "with a gap of",
                ],
            )
            .unwrap_or(at);
        let (length, end) = match self.text.any(start, &["a move", "one move", "a full move"]) {
            Some(end) => (6000, end),
            None => self.text.length(start)?,
        };
        let end = self.text.any(end, &["or so", "or thereabouts", "more or less", "distance"]).unwrap_or(end);
        let act = self.draft.as_ref()?.act;
        let start_of_from = end;
        if let Some(short) =
            self.text.any(end, &["short of", "away from", "from", "short", "this side of", "before reaching"])
        {
            let want = if self.spoken.last().is_some_and(Ref::is_ground) { Want::Ground } else { Want::Any };
            let np = self.np(short, want);
            let end = np.as_ref().map_or(short, |n| n.to);
            let draft = self.draft.as_mut()?;
            match &np {
                Some(np) if np.first().is_some_and(Ref::is_friend) => {
                    draft.leg.detail.gap = Some(length);
                    draft.keeps = true;
                    if !draft.has_friend() {
                        draft.rels.push((Prep::With, np.clone()));
                    }
                }
                // "Keep 5 inches away from the horse": how far off is his own affair who keeps away.
                Some(np) if act == Act::Keep && np.first().is_some_and(Ref::is_enemy) => {
                    draft.rels.push((Prep::From, np.clone()));
                    self.passed.push(Passed { span: self.span(at, start_of_from), meant: None });
                }
                Some(np) => {
                    draft.leg.detail.stop = Some(Stop::Short(length));
                    if draft.obj.is_none() && draft.rels.is_empty() {
                        draft.rels.push((Prep::To, np.clone()));
                    }
                }
                None => draft.leg.detail.stop = Some(Stop::Short(length)),
            }
            if let Some(np) = np {
                self.speak(&np);
            }
            return Some(end);
        }
        if let Some((prep, after)) = self.text.find(end, &dictionary().prepositions)
            && matches!(prep, Prep::Behind | Prep::Before | Prep::Left | Prep::Right | Prep::Beyond)
            && let Some(np) = self.np(after, Want::Any)
        {
            self.speak(&np);
            let end = np.to;
            let draft = self.draft.as_mut()?;
            draft.leg.detail.gap = Some(length);
            draft.rels.push((prep, np));
            return Some(end);
        }
        let draft = self.draft.as_mut()?;
        match act {
            Act::Skirmish | Act::Shoot => self.passed.push(Passed { span: self.span(at, end), meant: None }),
            Act::Follow | Act::Support | Act::Guard | Act::Screen => draft.leg.detail.gap = Some(length),
            Act::Halt if draft.stops_short() => draft.leg.detail.stop = Some(Stop::Short(length)),
            _ => draft.leg.detail.distance = Some(length),
        }
        Some(end)
    }

    /// "north", "to the south west", "on a bearing of 30 degrees"; "left" and "right" after "face".
    pub(super) fn direction(&mut self, at: usize) -> Option<usize> {
        let act = self.draft.as_ref()?.act;
        if act == Act::Face {
            return self.facing(at);
        }
        let start = self
            .text
            .any(
                at,
                &["due", "to the", "towards the", "toward the", "to", "towards", "off to the", "straight"],
            )
            .unwrap_or(at);
        let (bearing, end) = self.bearing(start)?;
        // "The west wood" is a wood; "north of the wood" a place.
        if self
            .text
            .word(end)
            .is_some_and(|w| w == "of" || w == "edge" || GROUNDS.iter().any(|(g, _)| *g == w))
        {
            return None;
        }
        let span = self.span(start, end);
        let draft = self.draft.as_mut()?;
        draft.bearing = Some((bearing, span));
        Some(end)
    }

    pub fn bearing(&self, at: usize) -> Option<(i32, usize)> {
        let wind = |(i, words): (usize, &&str)| {
            let joined = words.replace(' ', "");
            let end = self
                .text
                .phrase(at, words)
                .or_else(|| self.text.phrase(at, &joined))
                .or_else(|| self.text.phrase(at, &format!("{joined}wards")))?;
            Some((end, i as i32 * 45_000))
        };
        if let Some((end, bearing)) = WINDS.iter().enumerate().filter_map(wind).max_by_key(|(end, _)| *end) {
            return Some((bearing, end));
        }
        let at = self.text.any(at, &["on a bearing of", "on bearing", "bearing", "a bearing of"])?;
        let (n, at) = self.text.number(at)?;
        Some((n % 360_000, self.text.phrase(at, "degrees").unwrap_or(at)))
    }

    /// Which way to face.
    pub fn facing(&mut self, at: usize) -> Option<usize> {
        let start = self
            .text
            .any(at, &["to the", "towards the", "to your", "to", "towards", "the", "your"])
            .unwrap_or(at);
        if let Some((bearing, end)) = self.bearing(start) {
            self.draft.as_mut()?.leg.detail.facing = Some(Face::Bearing(bearing));
            return Some(end);
        }
        let sides = [
            ("left", Face::Left),
            ("right", Face::Right),
            ("enemy", Face::Enemy),
            ("foe", Face::Enemy),
            ("him", Face::Enemy),
            ("them", Face::Enemy),
            ("nearest enemy", Face::Enemy),
        ];
        for (word, face) in sides {
            if let Some(end) = self.text.phrase(start, word) {
                self.draft.as_mut()?.leg.detail.facing = Some(face);
                return Some(self.text.any(end, &["flank", "always"]).unwrap_or(end));
            }
        }
        if let Some(end) = self.text.any(at, &["inwards", "inward", "in", "outwards", "about"]) {
            self.pass(at, end);
            return Some(end);
        }
        let np = self.np(self.text.any(at, &["to", "towards", "on", "upon"]).unwrap_or(at), Want::Any)?;
        let r = np.first()?.clone();
        self.speak(&np);
        let draft = self.draft.as_mut()?;
        draft.leg.detail.facing = Some(match r {
            Ref::NearestEnemy | Ref::EnemyKind(..) => Face::Enemy,
            r => Face::To(r),
        });
        Some(np.to)
    }

    /// "in the flank", "from behind", "on its right": which side is struck or kept by.
    pub(super) fn struck(&mut self, at: usize) -> Option<usize> {
        let draft = self.draft.as_ref()?;
        let hostile =
            matches!(draft.act, Act::Attack | Act::Charge | Act::Shoot | Act::Skirmish | Act::Pursue);
        let sides: [(&[&str], Flank); 4] = [
            (
                &[
                    "in the rear",
                    "in rear",
                    "from behind",
                    "from the rear",
                    "in the back",
                    "in their rear",
                    "in its rear",
                    "from the back",
                    "to the rear",
                    "on the rear",
                    "into the rear",
                    "in their backs",
                    "into their backs",
                ],
                Flank::Rear,
            ),
            (
                &[
                    "in the flank",
                    "in flank",
                    "from the flank",
                    "in the side",
                    "in their flank",
                    "in its flank",
                    "on the flank",
                    "on their flank",
                    "on its flank",
                    "into the flank",
                    "in the flanks",
                    "on a flank",
                    "from the side",
                ],
                Flank::Either,
            ),
            (
                &[
                    "on its left",
                    "on their left",
                    "on his left",
                    "on the left",
                    "on its left flank",
                    "on their left flank",
                    "in the left flank",
                    "in their left flank",
                    "in left flank",
                    "to its left",
                    "to their left",
                    "on left",
                    "on its left hand",
                    "on the left flank",
                    "to the left",
                    "on their left hand",
                    "from the left",
                ],
                Flank::Left,
            ),
            (
                &[
                    "on its right",
                    "on their right",
                    "on his right",
                    "on the right",
                    "on its right flank",
                    "on their right flank",
                    "in the right flank",
                    "in their right flank",
                    "in right flank",
                    "to its right",
                    "to their right",
                    "on right",
                    "on its right hand",
                    "on the right flank",
                    "to the right",
                    "on their right hand",
                    "from the right",
                ],
                Flank::Right,
            ),
        ];
        let found = sides
            .iter()
            .filter_map(|(phrases, side)| Some((self.text.any(at, phrases)?, *side)))
            .max_by_key(|(end, _)| *end);
        if let Some((end, side)) = found.filter(|(end, _)| self.text.word(*end) != Some("of")) {
            let draft = self.draft.as_mut()?;
            let places = hostile
                || draft.has_friend()
                || matches!(draft.act, Act::Guard | Act::Follow | Act::Keep | Act::Support);
            if places {
                draft.leg.detail.side = Some(side);
            } else {
                draft.aside = Some(side);
            }
            return Some(end);
        }
        // "With the Third legion on your left": the unit is on his right.
        let yours = [
            (&["on your left", "to your left", "on the left hand side"][..], Flank::Right),
            (&["on your right", "to your right"][..], Flank::Left),
        ];
        for (phrases, side) in yours {
            if let Some(end) = self.text.any(at, phrases) {
                let draft = self.draft.as_mut()?;
                if draft.has_friend() {
                    draft.leg.detail.side = Some(side);
                } else {
                    draft.aside = Some(if side == Flank::Right { Flank::Left } else { Flank::Right });
                }
                return Some(end);
            }
        }
        None
    }
}
