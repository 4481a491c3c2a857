//! Names: which units and features the words of a noun fit.

use crate::orders::language::free::Reader;
use crate::orders::language::free::np::{Before, Fit, Np, Of, Want, fits_kind};
use crate::orders::language::names::stem;
use crate::orders::language::words::{ARMS, GROUNDS, TROOPS, is_kind_key};
use crate::orders::order::{Ref, Where, Which};

impl Reader<'_> {
    /// Units and features by their names, parts of their names, or their kinds.
    pub(super) fn named(&mut self, at: usize, i: usize, before: &Before, want: Want) -> Option<Np> {
        let mut best: Option<(usize, Vec<Fit<'_>>)> = None;
        for long in (1..=7).rev() {
            let words: Option<Vec<&str>> = (i..i + long).map(|k| self.text.word(k)).collect();
            let Some(words) = words else { continue };
            let link = |w: &str| matches!(w, "of" | "the" | "and" | "in");
            if link(words[0]) || link(words[long - 1]) {
                continue;
            }
            let found = self.fitting(&words);
            if !found.is_empty() {
                best = Some((i + long, found));
                break;
            }
            let joined = words.join(" ");
            if GROUNDS.iter().chain(TROOPS).any(|(w, _)| *w == joined)
                || ARMS.iter().any(|(w, _)| *w == joined)
            {
                best = Some((i + long, Vec::new()));
                break;
            }
        }
        let (end, fits) = best?;
        let words: Vec<String> = (i..end).filter_map(|k| self.text.word(k)).map(str::to_owned).collect();
        let joined = words.join(" ");
        // Of several that fit, those whose whole name is written.
        let exact: Vec<&Fit<'_>> = fits.iter().filter(|f| f.exact).collect();
        let alike: Vec<&Fit<'_>> = if exact.is_empty() { fits.iter().collect() } else { exact.clone() };
        let of_side =
            |side: Of| -> Vec<&Fit<'_>> { alike.iter().copied().filter(|f| f.of == side).collect() };
        let (enemies, friends, ground) = (of_side(Of::Enemy), of_side(Of::Friend), of_side(Of::Ground));
        let kind = TROOPS.iter().find(|(w, _)| *w == joined).map(|(_, k)| *k);
        let side = if before.enemy
            && !(self.text.word(at) == Some("their")
                && self.last_named(Ref::is_friend).is_some()
                && enemies.is_empty())
        {
            Of::Enemy
        } else if before.friend {
            Of::Friend
        } else if want == Want::Ground && !ground.is_empty() {
            Of::Ground
        } else if want == Want::Friend && !friends.is_empty() {
            Of::Friend
        } else if want == Want::Enemy && (!enemies.is_empty() || kind.is_some() && ground.is_empty()) {
            Of::Enemy
        } else if !exact.is_empty() && want == Want::Any {
            exact[0].of
        } else if !ground.is_empty() && enemies.is_empty() && friends.is_empty()
            || GROUNDS.iter().any(|(w, _)| *w == joined)
        {
            Of::Ground
        } else if want == Want::Any && !enemies.is_empty() {
            Of::Enemy
        } else if !friends.is_empty() && enemies.is_empty() || want == Want::Friend {
            Of::Friend
        } else {
            Of::Enemy
        };
        let (place, after) = self.wherefore(end, before.nearest);
        let single = match side {
            Of::Enemy => enemies.len() == 1,
            Of::Friend => friends.len() == 1,
            Of::Ground => false,
        };
        // Whoever is named needs no place; what is said of one is said of what is done.
        let (place, end) = if single && !before.nearest { (Where::Any, end) } else { (place, after) };
        let chosen = match side {
            Of::Enemy => &enemies,
            Of::Friend => &friends,
            Of::Ground => &ground,
        };
        let labels: Vec<&str> = chosen.iter().map(|f| f.called.label.as_str()).collect();
        let refs: Vec<Ref> = match side {
            Of::Ground => self.ground(&joined, chosen, place),
            Of::Enemy | Of::Friend => {
                if let [only] = chosen.as_slice()
                    && only.called.general
                {
                    let r = if side == Of::Enemy { Ref::EnemyGeneral } else { Ref::General };
                    return Some(Np::new(vec![r], at, end));
                }
                let make = |label: &str| {
                    if side == Of::Enemy {
                        Ref::Enemy(label.to_owned())
                    } else {
                        Ref::Friend(label.to_owned())
                    }
                };
                let of_kind = |kind: &str, place| {
                    if side == Of::Enemy {
                        Ref::EnemyKind(kind.to_owned(), place)
                    } else {
                        Ref::FriendKind(kind.to_owned(), place)
                    }
                };
                let list = if side == Of::Enemy { &self.names.enemies } else { &self.names.friends };
                let common = chosen.first().map(|f| f.called.kind.as_str()).filter(|k| !k.is_empty());
                let common = common.filter(|k| {
                    chosen.iter().all(|f| f.called.kind == **k)
                        && list
                            .iter()
                            .filter(|c| c.kind == **k && !c.general && Some(c.label.as_str()) != self.me)
                            .count()
                            == chosen.len()
                });
                match (labels.as_slice(), kind.or(common)) {
                    ([only], _) if !before.nearest && !before.any && place == Where::Any => vec![make(only)],
                    ([], Some(kind)) => vec![of_kind(kind, place)],
                    ([], None) => return None,
                    (_, Some("")) => labels.iter().map(|l| make(l)).collect(),
                    (several, Some(kind)) => {
                        let all = list.iter().filter(|c| is_kind_key(&c.kind, kind) && !c.general).count();
                        // A kind that others have too would say more than the words do.
                        if all == several.len()
                            || before.nearest
                            || before.any
                            || place != Where::Any
                            || several.is_empty()
                        {
                            vec![of_kind(kind, place)]
                        } else if let Some(common) = common {
                            vec![of_kind(common, place)]
                        } else {
                            several.iter().map(|l| make(l)).collect()
                        }
                    }
                    (several, None) => several.iter().map(|l| make(l)).collect(),
                }
            }
        };
        if refs.is_empty() {
            return None;
        }
        let every: Vec<Ref> = alike.iter().map(|f| f.as_ref()).collect();
        let own = side == Of::Friend && labels.len() == 1 && Some(labels[0]) == self.me;
        let doubtful = every.len() > 1 && !before.nearest && !before.any && exact.len() != 1;
        let fits = if doubtful { every } else { Vec::new() };
        Some(Np { fits, own, any: before.any, ..Np::new(refs, at, end) })
    }

    /// What ground a phrase means: by name, or by kind.
    pub(super) fn ground(&self, joined: &str, chosen: &[&Fit<'_>], place: Where) -> Vec<Ref> {
        let kind = GROUNDS.iter().find(|(w, _)| *w == joined).map(|(_, k)| *k);
        match (chosen, kind) {
            ([only], _) if only.exact || kind.is_none() => vec![Ref::Name(only.called.name.clone(), place)],
            ([only], Some(kind)) if !only.called.kind.is_empty() && only.called.kind != kind => {
                vec![Ref::Name(only.called.name.clone(), place)]
            }
            ([], Some(kind)) | (_, Some(kind)) => vec![Ref::Kind(kind.to_owned(), place)],
            (several, None) => several.iter().map(|f| Ref::Name(f.called.name.clone(), place)).collect(),
        }
    }

    /// Where the thing is said to be.
    pub(super) fn wherefore(&self, at: usize, nearest: bool) -> (Where, usize) {
        if nearest {
            let end = self.text.any(at, &["to you", "you", "to us"]).unwrap_or(at);
            return (Where::Nearest, end);
        }
        let sides: [(&[&str], Where); 5] = [
            (
                &[
                    "in front",
                    "in front of you",
                    "in your front",
                    "to your front",
                    "to the front",
                    "ahead",
                    "facing you",
                    "opposite",
                    "opposite you",
                    "before you",
                    "straight ahead",
                    "in front of us",
                    "to our front",
                    "right in front",
                    "directly in front",
                    "directly ahead",
                ],
                Where::InFront,
            ),
            (
                &[
                    "on the left",
                    "on your left",
                    "to the left",
                    "to your left",
                    "on our left",
                    "on the left hand",
                ],
                Where::Left,
            ),
            (
                &[
                    "on the right",
                    "on your right",
                    "to the right",
                    "to your right",
                    "on our right",
                    "on the right hand",
                ],
                Where::Right,
            ),
            (&["behind you", "in your rear", "to your rear", "to the rear", "at your back"], Where::Behind),
            (&["nearest you", "nearest to you", "closest to you"], Where::Nearest),
        ];
        let bare = self.text.phrase(at, "behind");
        if let Some(end) = bare
            && (self.ends(end)
                || self.is_comma(end)
                || self.text.any(end, &["and", "then", "if", "when"]).is_some())
        {
            return (Where::Behind, end);
        }
        let found = sides
            .iter()
            .filter_map(|(phrases, place)| Some((self.text.any(at, phrases)?, *place)))
            .max_by_key(|(end, _)| *end);
        match found {
            Some((end, _)) if self.text.phrase(at, "before you").is_some() && self.verb(end).is_some() => {
                (Where::Any, at)
            }
            Some((end, place)) if self.text.word(end) != Some("of") => (place, end),
            _ => (Where::Any, at),
        }
    }

    /// Units and features that all of some words fit.
    pub(super) fn fitting(&self, words: &[&str]) -> Vec<Fit<'_>> {
        let joined = words.join(" ");
        let kind = GROUNDS.iter().chain(TROOPS).find(|(w, _)| *w == joined).map(|(_, k)| *k);
        let arm = ARMS.iter().find(|(w, _)| *w == joined).map(|(_, a)| *a);
        let stems: Vec<String> =
            words.iter().filter(|w| !matches!(**w, "of" | "the" | "and" | "in")).map(|w| stem(w)).collect();
        let lists = [
            (Of::Friend, &self.names.friends),
            (Of::Enemy, &self.names.enemies),
            (Of::Ground, &self.names.features),
        ];
        let mut found = Vec::new();
        for (of, list) in lists {
            for called in list {
                let has = |s: &String| called.stems.contains(s);
                let exact = stems.len() == called.stems.len() && stems.iter().all(has);
                let of_word = |s: &String, w: &str| has(s) || of != Of::Ground && fits_kind(called, w);
                let plain: Vec<&&str> =
                    words.iter().filter(|w| !matches!(**w, "of" | "the" | "and" | "in")).collect();
                let each = stems.iter().zip(&plain).all(|(s, w)| of_word(s, w));
                let some = stems.iter().any(has) || called.general && exact;
                let by_kind =
                    kind.is_some_and(|k| is_kind_key(&called.kind, k) || called.kind == k) && !called.general;
                let by_arm = arm.is_some_and(|a| called.arm == Some(a)) && !called.general;
                let bare = stems.len() == 1 && stems[0].starts_with('#');
                let itself = of == Of::Friend && Some(called.label.as_str()) == self.me;
                if !bare && (each && some || by_kind || by_arm)
                    || bare && each && some && words[0].ends_with("th")
                {
                    // One's own name is not among those of others.
                    if itself && !exact && (by_kind || !stems.iter().all(has)) {
                        continue;
                    }
                    found.push(Fit { of, called, exact, whole: stems.iter().all(has) });
                }
            }
        }
        // Names before kinds: "the phalanx" is one of those called so.
        if found.iter().any(|f| f.whole)
            && kind.is_some_and(|k| k != "cavalry" && k != "infantry")
            && arm.is_none()
        {
            let sides: Vec<Of> = found.iter().filter(|f| f.whole).map(|f| f.of).collect();
            found.retain(|f| f.whole || !sides.contains(&f.of));
        }
        found
    }

    /// What follows a noun and says more of it: "on the hill", "who attack Cohort I", "of their left wing".
    pub(super) fn described(&mut self, mut np: Np) -> Np {
        let Some(Ref::EnemyKind(kind, Where::Any)) = np.refs.last().cloned() else { return np };
        let (place, end) = self.wherefore(np.to, false);
        if place != Where::Any {
            np.refs = vec![Ref::EnemyKind(kind, place)];
            np.to = end;
            return np;
        }
        let who = self.text.any(np.to, &["who", "that", "which"]).unwrap_or(np.to);
        let stands = self.text.any(who, &["is", "are", "stands", "stand", "standing"]).unwrap_or(who);
        if stands > np.to {
            let (place, end) = self.wherefore(stands, false);
            if place != Where::Any {
                np.refs = vec![Ref::EnemyKind(kind, place)];
                np.to = end;
                return np;
            }
        }
        let loose = stands > np.to || np.any || self.text.word(np.from) == Some("whoever");
        if let Some(end) = self.text.any(
            stands,
            &[
                "in front of them",
                "before them",
                "before it",
                "in the way",
                "in their way",
                "in your way",
                "in their front",
                "opposed to you",
                "opposing you",
            ],
        ) {
            np.refs = vec![Ref::EnemyKind(kind, Where::InFront)];
            np.to = end;
            return np;
        }
        if let Some(after) =
            self.text.any(stands, &["on", "in", "upon", "holding", "defending", "inside", "occupying"])
            && (loose || self.text.any(np.from, &["the enemy", "enemy", "their", "the foe"]).is_some())
        {
            let kept = self.spoken.len();
            if let Some(place) = self.np(after, Want::Ground)
                && place.first().is_some_and(Ref::is_ground)
                && let Some(r) = place.place()
            {
                np.refs = vec![Ref::EnemySome(kind, Which::At(Box::new(r)))];
                np.to = place.to;
                return np;
            }
            self.spoken.truncate(kept);
        }
        if let Some(after) = self.text.any(
            who,
            &[
                "attacking",
                "attacks",
                "attack",
                "attacked",
                "charging",
                "charges",
                "assailing",
                "threatening",
                "threatens",
            ],
        ) && let Some(friend) = self.np(after, Want::Friend)
            && let Some(Ref::Friend(label)) = friend.first()
        {
            np.refs = vec![Ref::EnemySome(kind, Which::Attacking(label.clone()))];
            np.to = friend.to;
            return np;
        }
        if let Some(end) = self
            .text
            .any(who, &["killed him", "kills him", "slew him", "slays him", "did it", "has killed him"])
        {
            np.refs = vec![Ref::NearestEnemy];
            np.to = end;
        }
        np
    }
}
