//! Noun phrases: what a sentence calls the things it speaks of.

use crate::orders::language::lexer::{Placed, Token, plain, tokens};
use crate::orders::language::names::{Called, Names, is_article};
use crate::orders::language::phrases::{EDGES, RELS, WHERES, WINGS, printed};
use crate::orders::language::words::{GROUNDS, TROOPS};
use crate::orders::order::{Ref, Where, Which};

/// Where a phrase ends, if its words stand here.
#[inline]
pub fn phrase(sentence: &[Placed], at: usize, words: &str) -> Option<usize> {
    // Most phrases do not stand here, and their first letter tells.
    let Some(Token::Word(first)) = sentence.get(at).map(|t| &t.token) else { return None };
    if first.as_bytes().first() != words.as_bytes().first() {
        return None;
    }
    words_end(sentence, at, words)
}

fn words_end(sentence: &[Placed], at: usize, words: &str) -> Option<usize> {
    let (mut rest, mut end) = (words, at);
    loop {
        let Some(Token::Word(word)) = sentence.get(end).map(|t| &t.token) else { return None };
        (rest, end) = (rest.strip_prefix(word.as_str())?, end + 1);
        if rest.is_empty() {
            return Some(end);
        }
        rest = rest.strip_prefix(' ')?;
    }
}

/// The first of some phrases that stands here, the longest first, its meaning and its end.
pub fn one_of<T: Copy>(sentence: &[Placed], at: usize, table: &[(&str, T)]) -> Option<(T, usize)> {
    let found = table.iter().filter_map(|(words, meaning)| Some((*meaning, phrase(sentence, at, words)?)));
    found.max_by_key(|(_, end)| *end)
}

/// The words here, skipping those if they are there.
fn past(sentence: &[Placed], at: usize, words: &str) -> usize {
    phrase(sentence, at, words).unwrap_or(at)
}

fn label(sentence: &[Placed], at: usize) -> Option<&str> {
    match sentence.get(at).map(|t| &t.token) {
        Some(Token::Label(l)) => Some(l),
        _ => None,
    }
}

/// A comma between numbers that may be left out.
fn coordinate(sentence: &[Placed], at: usize) -> Option<(i32, usize)> {
    match sentence.get(at).map(|t| &t.token) {
        Some(Token::Number(n)) => Some((*n, at + 1)),
        _ => None,
    }
}

/// Everything fitting that a noun phrase that begins here may mean, each with its end. A name that fits is meant
/// before a kind.
pub fn nouns(
    sentence: &[Placed],
    at: usize,
    names: &Names,
    fits: impl Fn(&Ref) -> bool,
) -> Vec<(Ref, usize)> {
    nouns_that(sentence, at, names, PLACED, &fits)
}

fn nouns_in(sentence: &[Placed], at: usize, names: &Names, depth: usize) -> Vec<(Ref, usize)> {
    nouns_that(sentence, at, names, depth, &|_| true)
}

fn nouns_that(
    sentence: &[Placed],
    at: usize,
    names: &Names,
    depth: usize,
    fits: &dyn Fn(&Ref) -> bool,
) -> Vec<(Ref, usize)> {
    let article = matches!(sentence.get(at).map(|t| &t.token), Some(Token::Word(w)) if is_article(w));
    let bare = if article { at + 1 } else { at };
    let mut found = exact(sentence, bare);
    found.extend(placed(sentence, bare, names, depth));
    if found.is_empty() {
        named(sentence, bare, names, &mut found);
        found.retain(|(r, _)| fits(r));
    }
    if found.is_empty() {
        found.extend(by_kind(sentence, at));
    }
    found.extend(point(sentence, bare));
    found.retain(|(r, _)| fits(r));
    found
}

/// The forms that leave no doubt: labels in brackets and names in quotation marks.
fn exact(sentence: &[Placed], at: usize) -> Vec<(Ref, usize)> {
    let labelled = [
        ("feature", Ref::Feature as fn(String) -> Ref),
        ("friendly unit", Ref::Friend),
        ("unit", Ref::Friend),
        ("enemy unit", Ref::Enemy),
        ("enemy", Ref::Enemy),
    ];
    for (words, make) in labelled {
        let end = phrase(sentence, at, words);
        if let Some((end, label)) = end.and_then(|end| Some((end, label(sentence, end)?))) {
            return vec![(make(label.to_owned()), end + 1)];
        }
    }
    let (nearest, after) = match phrase(sentence, at, "nearest") {
        Some(end) => (true, end),
        None => (false, at),
    };
    let called = phrase(sentence, after, "place called").or_else(|| phrase(sentence, after, "place"));
    if let Some(Token::Quoted(name)) = called.and_then(|end| sentence.get(end)).map(|t| &t.token) {
        let end = called.map_or(after, |end| end + 1);
        let (place, end) = side(sentence, end, nearest);
        return vec![(Ref::Name(name.clone(), place), end)];
    }
    Vec::new()
}

/// How deep places may stand beside one another.
const PLACED: usize = 5;

/// Places beside things, edges, generals, armies, friends by their kind, and enemies by what they do.
fn placed(sentence: &[Placed], at: usize, names: &Names, depth: usize) -> Option<(Ref, usize)> {
    let depth = depth.checked_sub(1)?;
    let here = |at: usize| match nouns_in(sentence, at, names, depth).as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    };
    let bare =
        |words: &'static str| words.strip_prefix("the ").or(words.strip_prefix("its ")).unwrap_or(words);
    for (words, rel) in RELS {
        if let Some((of, end)) = phrase(sentence, at, bare(words)).and_then(here) {
            return Some((Ref::Beside(Box::new(of), *rel), end));
        }
    }
    for (words, edge) in EDGES {
        if let Some(end) = phrase(sentence, at, bare(words)) {
            return Some((Ref::Edge(*edge), end));
        }
    }
    let set = [
        ("first place", Ref::Start),
        ("general", Ref::General),
        ("enemy general", Ref::EnemyGeneral),
        ("army", Ref::Army),
    ];
    for (words, r) in set {
        if let Some(end) = phrase(sentence, at, words) {
            return Some((r, end));
        }
    }
    if let Some((a, end)) = phrase(sentence, at, "place between").and_then(here) {
        let (b, end) = phrase(sentence, end, "and").and_then(here)?;
        return Some((Ref::Between(Box::new(a), Box::new(b)), end));
    }
    if let Some((of, end)) = phrase(sentence, at, "way round").and_then(here) {
        return Some((Ref::Round(Box::new(of)), end));
    }
    let friendly = phrase(sentence, at, "any friendly").map(|end| (end, false));
    let friendly = friendly.or_else(|| phrase(sentence, at, "nearest friendly").map(|end| (end, true)));
    if let Some((end, nearest)) = friendly {
        let (kind, end) = match phrase(sentence, end, "troops") {
            Some(end) => ("any", end),
            None => one_of(sentence, end, TROOPS)?,
        };
        let (place, end) = side(sentence, end, nearest);
        return Some((Ref::FriendKind(kind.to_owned(), place), end));
    }
    let end = phrase(sentence, at, "any enemy")?;
    let (kind, end) = one_of(sentence, end, TROOPS).unwrap_or(("any", end));
    let some = |which, end| Some((Ref::EnemySome(kind.to_owned(), which), end));
    if let Some((place, end)) = phrase(sentence, end, "standing on").and_then(here) {
        return some(Which::At(Box::new(place)), end);
    }
    if let Some((Ref::Friend(label), end)) = phrase(sentence, end, "now attacking").and_then(here) {
        return some(Which::Attacking(label), end);
    }
    if let Some((wing, end)) = one_of(sentence, end, WINGS) {
        return some(Which::Wing(wing), end);
    }
    let states = [("now engaged", 0), ("now broken", 1), ("of the greatest strength", 2)];
    let (state, end) = one_of(sentence, end, &states)?;
    some([Which::Engaged, Which::Broken, Which::Strongest][state].clone(), end)
}

/// Where the thing is said to be, after its name.
fn side(sentence: &[Placed], at: usize, nearest: bool) -> (Where, usize) {
    if nearest {
        return (Where::Nearest, at);
    }
    one_of(sentence, at, WHERES).unwrap_or((Where::Any, at))
}

fn named(sentence: &[Placed], at: usize, names: &Names, found: &mut Vec<(Ref, usize)>) {
    let (nearest, after) = match phrase(sentence, at, "nearest") {
        Some(end) => (true, end),
        None => (false, at),
    };
    let unit_at = |called: &Called| {
        let end = called.name_at(sentence, at).or_else(|| called.label_at(sentence, at));
        end.filter(|_| !nearest).map(|end| (called.label.clone(), end))
    };
    found.extend(names.friends.iter().filter_map(unit_at).map(|(l, end)| (Ref::Friend(l), end)));
    found.extend(names.enemies.iter().filter_map(unit_at).map(|(l, end)| (Ref::Enemy(l), end)));
    for feature in &names.features {
        if let Some(end) = feature.name_at(sentence, after) {
            if label(sentence, end) == Some(&feature.label) {
                found.push((Ref::Feature(feature.label.clone()), end + 1));
                continue;
            }
            let (place, end) = side(sentence, end, nearest);
            let meant = (Ref::Name(feature.name.clone(), place), end);
            // Two features of one name are one reading: which is meant shows when the leg begins.
            let told = |(r, _): &(Ref, usize)| matches!(r, Ref::Name(n, _) if same_name(n, &feature.name));
            if !found.iter().any(told) {
                found.push(meant);
            }
        } else if let Some(end) = feature.label_at(sentence, at) {
            found.push((Ref::Feature(feature.label.clone()), end));
        }
    }
    // The longest name that fits is the one written.
    let longest = found.iter().map(|(_, end)| *end).max().unwrap_or(0);
    found.retain(|(_, end)| *end == longest);
}

/// Whether two names are one, letter case ignored.
pub fn same_name(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

fn by_kind(sentence: &[Placed], at: usize) -> Option<(Ref, usize)> {
    let their = phrase(sentence, at, "their").is_some();
    let anyone = phrase(sentence, at, "any").is_some();
    let mut at =
        ["the", "any", "a", "an", "our", "their"].iter().find_map(|d| phrase(sentence, at, d)).unwrap_or(at);
    let nearest = phrase(sentence, at, "nearest").is_some();
    at = past(sentence, at, "nearest");
    if let Some((kind, end)) = one_of(sentence, at, GROUNDS).filter(|_| !their) {
        let (place, end) = side(sentence, end, nearest);
        return Some((Ref::Kind(kind.to_owned(), place), end));
    }
    let enemy = ["enemy", "foe", "hostile", "enemies"].iter().find_map(|w| phrase(sentence, at, w));
    if let Some((kind, end)) = one_of(sentence, enemy.unwrap_or(at), TROOPS) {
        let (place, end) = side(sentence, end, nearest);
        return Some((Ref::EnemyKind(kind.to_owned(), place), end));
    }
    let end = past(sentence, enemy?, "unit");
    if let (true, Some(end)) = (nearest, phrase(sentence, end, "of any kind")) {
        return Some((Ref::EnemyKind("any".to_owned(), Where::Nearest), end));
    }
    if nearest {
        return Some((Ref::NearestEnemy, end));
    }
    let (place, end) = side(sentence, end, false);
    // "The enemy" alone may be the nearest or any: that is for the free reader.
    anyone.then(|| (Ref::EnemyKind("any".to_owned(), place), end))
}

fn point(sentence: &[Placed], at: usize) -> Option<(Ref, usize)> {
    let is = |at: usize, token: Token| sentence.get(at).is_some_and(|t| t.token == token);
    let at = phrase(sentence, at, "point")?;
    let open = is(at, Token::Open);
    let (x, at) = coordinate(sentence, at + usize::from(open))?;
    let (y, at) = coordinate(sentence, at + usize::from(is(at, Token::Comma)))?;
    match open {
        true => is(at, Token::Close).then_some((Ref::Point(x, y), at + 1)),
        false => Some((Ref::Point(x, y), at)),
    }
}

/// A phrase that can only mean this.
pub fn say_exactly(r: &Ref) -> String {
    match r {
        Ref::Feature(id) => format!("the feature [{}]", escaped(id, ']')),
        Ref::Name(name, Where::Nearest) => format!("the nearest place called \"{}\"", escaped(name, '"')),
        Ref::Name(name, place) => format!("the place called \"{}\"{}", escaped(name, '"'), suffix(*place)),
        Ref::Kind(kind, Where::Nearest) => format!("any nearest {}", printed(GROUNDS, &kind.as_str())),
        Ref::Kind(kind, place) => format!("any {}{}", printed(GROUNDS, &kind.as_str()), suffix(*place)),
        Ref::Point(x, y) => format!("the point ({}, {})", plain(*x), plain(*y)),
        Ref::Enemy(label) => format!("the enemy unit [{}]", escaped(label, ']')),
        Ref::NearestEnemy => "the nearest enemy".to_owned(),
        Ref::EnemyKind(kind, Where::Nearest) if kind == "any" => "the nearest enemy of any kind".to_owned(),
        Ref::EnemyKind(kind, Where::Nearest) => {
            format!("the nearest enemy {}", printed(TROOPS, &kind.as_str()))
        }
        Ref::EnemyKind(kind, place) if kind == "any" => format!("any enemy{}", suffix(*place)),
        Ref::EnemyKind(kind, place) => {
            format!("any enemy {}{}", printed(TROOPS, &kind.as_str()), suffix(*place))
        }
        Ref::Friend(label) => format!("the friendly unit [{}]", escaped(label, ']')),
        other => say_placed(other, &say_exactly),
    }
}

/// A place beside something, and whatever else is said of other things.
fn say_placed(r: &Ref, of: &dyn Fn(&Ref) -> String) -> String {
    let kind = |kind: &str, any: &'static str| match kind {
        "any" => any,
        kind => printed(TROOPS, &kind),
    };
    match r {
        Ref::Beside(what, rel) => format!("{} {}", printed(RELS, rel), of(what)),
        Ref::Between(a, b) => format!("the place between {} and {}", of(a), of(b)),
        Ref::Round(what) => format!("the way round {}", of(what)),
        Ref::Start => "its first place".to_owned(),
        Ref::Edge(edge) => printed(EDGES, edge).to_owned(),
        Ref::General => "the general".to_owned(),
        Ref::EnemyGeneral => "the enemy general".to_owned(),
        Ref::Army => "the army".to_owned(),
        Ref::FriendKind(what, Where::Nearest) => format!("the nearest friendly {}", kind(what, "troops")),
        Ref::FriendKind(what, place) => format!("any friendly {}{}", kind(what, "troops"), suffix(*place)),
        Ref::EnemySome(what, which) => {
            let what = format!("any enemy {}", kind(what, ""));
            let what = what.trim_end();
            match which {
                Which::At(place) => format!("{what} standing on {}", of(place)),
                Which::Wing(wing) => format!("{what} {}", printed(WINGS, wing)),
                Which::Engaged => format!("{what} now engaged"),
                Which::Attacking(label) => {
                    format!("{what} now attacking {}", of(&Ref::Friend(label.clone())))
                }
                Which::Broken => format!("{what} now broken"),
                Which::Strongest => format!("{what} of the greatest strength"),
            }
        }
        plain => say_exactly(plain),
    }
}

/// The phrase a general would use, if it can mean only this; else one that leaves no doubt.
pub fn say(r: &Ref, names: &Names) -> String {
    let name_of =
        |list: &[Called], label: &str| list.iter().find(|c| c.label == label).map(|c| c.name.clone());
    let with_article = |name: String| match tokens(&name).first().map(|t| &t.token) {
        Some(Token::Word(w)) if is_article(w) => name,
        _ => format!("the {name}"),
    };
    let natural = match r {
        Ref::Feature(id) => name_of(&names.features, id).map(|name| format!("{name} [{}]", escaped(id, ']'))),
        Ref::Name(name, Where::Nearest) => Some(format!("the nearest {}", bare(name))),
        Ref::Name(name, place) => Some(with_article(name.clone()) + suffix(*place)),
        Ref::Kind(kind, Where::Nearest) => Some(format!("the nearest {}", printed(GROUNDS, &kind.as_str()))),
        Ref::Kind(kind, place) => Some(format!("the {}{}", printed(GROUNDS, &kind.as_str()), suffix(*place))),
        Ref::EnemyKind(kind, place) if kind != "any" && *place != Where::Nearest => {
            Some(format!("the enemy {}{}", printed(TROOPS, &kind.as_str()), suffix(*place)))
        }
        Ref::Enemy(label) => name_of(&names.enemies, label).map(with_article),
        Ref::Friend(label) => name_of(&names.friends, label),
        Ref::Point(..) | Ref::NearestEnemy | Ref::EnemyKind(..) => None,
        other => Some(say_placed(other, &|r| say(r, names))),
    };
    let clear = |said: &String| {
        let sentence = tokens(said);
        matches!(nouns(&sentence, 0, names, |_| true).as_slice(), [(only, end)] if only == r && *end == sentence.len())
    };
    natural.filter(clear).unwrap_or_else(|| say_exactly(r))
}

/// What people call something: its name, if nothing else on the field has it.
pub fn call(r: &Ref, names: &Names) -> String {
    let alike = |name: &str| names.features.iter().filter(|c| same_name(&c.name, name)).count();
    match r {
        Ref::Feature(id) => names.features.iter().find(|c| c.label == *id && alike(&c.name) == 1),
        _ => None,
    }
    .map_or_else(|| say(r, names), |called| called.name.clone())
}

fn bare(name: &str) -> &str {
    match name.split_once(' ') {
        Some((article, rest)) if is_article(&article.to_lowercase()) => rest,
        _ => name,
    }
}

fn suffix(place: Where) -> &'static str {
    match place {
        Where::InFront => " in front",
        Where::Left => " on the left",
        Where::Right => " on the right",
        Where::Behind => " behind",
        Where::Any | Where::Nearest => "",
    }
}

/// A label or a name fit to stand between marks.
pub fn escaped(text: &str, end: char) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == end || c == '\\' || (end == '"' && c == '”') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
