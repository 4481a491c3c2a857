//! The dictionary of the order language: words for ground and troops, and everything in `data/words.toml`, by its
//! meaning. The grammar is in [`super::free`].

use crate::orders::language::phrases::Manner;
use form::{Node, Value};
use std::collections::HashMap;
use std::sync::OnceLock;

mod meanings;
mod nouns;

pub use meanings::{Act, Deny, Lead, OwnState, Pred, Prep, Set};
pub use nouns::{ARMS, Arm, GROUNDS, PARTS, PEOPLES, Part, TITLES, TROOPS, is_kind_key};

/// Phrases by their first word, each with its meaning.
#[derive(Debug)]
pub struct Table<T>(HashMap<String, Vec<(Vec<String>, T)>>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table(HashMap::new())
    }
}

impl<T: Copy> Table<T> {
    fn add(&mut self, phrase: &str, meaning: T) {
        let words: Vec<String> = phrase.split(' ').map(str::to_owned).collect();
        let list = self.0.entry(words[0].clone()).or_default();
        list.push((words, meaning));
        // The longest is tried first; of two alike the one written first.
        list.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    }

    /// The longest phrase that begins with these words: what it means and how many words it has.
    pub fn find<'w>(&self, mut words: impl FnMut(usize) -> Option<&'w str>) -> Option<(T, usize)> {
        let list = self.0.get(words(0)?)?;
        let fits = |phrase: &[String], words: &mut dyn FnMut(usize) -> Option<&'w str>| {
            phrase.iter().enumerate().skip(1).all(|(i, w)| words(i) == Some(w.as_str()))
        };
        list.iter().find(|(phrase, _)| fits(phrase, &mut words)).map(|(phrase, t)| (*t, phrase.len()))
    }

    /// Every word in it.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.0.values().flatten().flat_map(|(words, _)| words.iter().map(String::as_str))
    }
}

/// Everything in `data/words.toml`.
#[derive(Debug, Default)]
pub struct Dictionary {
    /// What is to be done.
    pub verbs: Table<Act>,
    /// How.
    pub manners: Table<Set>,
    /// Where.
    pub prepositions: Table<Prep>,
    /// What is not to be done.
    pub denied: Table<Deny>,
    /// What leads in a condition.
    pub leads: Table<Lead>,
    /// What befalls the unit itself.
    pub states: Table<OwnState>,
    /// What is said of somebody.
    pub predicates: Table<Pred>,
    /// Words between a subject and its verb.
    pub auxiliaries: Table<()>,
    /// Ways to speak to a unit.
    pub address: Table<()>,
    /// What says nothing.
    pub empty: Table<()>,
    /// What a thing is for.
    pub purpose: Table<()>,
    /// Short forms and slips.
    pub short: HashMap<String, String>,
    /// Every word that the dictionary knows.
    pub known: std::collections::BTreeSet<String>,
}

/// The dictionary, read once.
pub fn dictionary() -> &'static Dictionary {
    static DICTIONARY: OnceLock<Dictionary> = OnceLock::new();
    DICTIONARY.get_or_init(|| {
        let node = form::parse_toml(include_str!("../../../data/words.toml"));
        node.map(|node| read(&node)).unwrap_or_default()
    })
}

fn read(node: &Node) -> Dictionary {
    let mut d = Dictionary::default();
    for (title, key, phrase) in entries(node) {
        let (key, phrase) = (key.as_str(), phrase.as_str());
        match title.as_str() {
            "verbs" => named(key, ACTS).into_iter().for_each(|t| d.verbs.add(phrase, t)),
            "manners" => named(key, MANNER_KEYS).into_iter().for_each(|t| d.manners.add(phrase, t)),
            "prepositions" => named(key, PREPS).into_iter().for_each(|t| d.prepositions.add(phrase, t)),
            "denied" => named(key, DENIES).into_iter().for_each(|t| d.denied.add(phrase, t)),
            "leads" => named(key, LEAD_KEYS).into_iter().for_each(|t| d.leads.add(phrase, t)),
            "states" => named(key, STATE_KEYS).into_iter().for_each(|t| d.states.add(phrase, t)),
            "predicates" => predicate(key).into_iter().for_each(|t| d.predicates.add(phrase, t)),
            "short" => {
                d.short.insert(key.to_owned(), phrase.to_owned());
            }
            _ => match key {
                "auxiliaries" => d.auxiliaries.add(phrase, ()),
                "address" => d.address.add(phrase, ()),
                "empty" => d.empty.add(phrase, ()),
                "purpose" => d.purpose.add(phrase, ()),
                _ => {
                    d.known.insert(phrase.to_owned());
                }
            },
        }
    }
    let all: Vec<String> = {
        let tables: [&mut dyn Iterator<Item = &str>; 11] = [
            &mut d.verbs.words(),
            &mut d.manners.words(),
            &mut d.prepositions.words(),
            &mut d.denied.words(),
            &mut d.leads.words(),
            &mut d.states.words(),
            &mut d.predicates.words(),
            &mut d.auxiliaries.words(),
            &mut d.address.words(),
            &mut d.empty.words(),
            &mut d.purpose.words(),
        ];
        tables.into_iter().flatten().map(str::to_owned).collect()
    };
    d.known.extend(all);
    let nouns = GROUNDS.iter().chain(TROOPS).map(|(w, _)| *w);
    let nouns = nouns.chain(ARMS.iter().map(|(w, _)| *w)).chain(PARTS.iter().map(|(w, _)| *w));
    let nouns = nouns.chain(TITLES.iter().copied()).flat_map(|phrase| phrase.split(' '));
    d.known.extend(nouns.map(str::to_owned));
    d
}

/// Every phrase of the file, with the table and the meaning it stands under.
fn entries(node: &Node) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    let Value::Record(tables) = &node.value else { return all };
    for (title, table) in tables {
        let Value::Record(meanings) = &table.value else { continue };
        for (key, value) in meanings {
            let mut add = |text: &str| all.push((title.name.clone(), key.name.clone(), text.to_owned()));
            match &value.value {
                Value::Text(text) => add(text),
                Value::List(items) => {
                    for item in items {
                        if let Value::Text(text) = &item.value {
                            add(text);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    all
}

fn named<T: Copy>(key: &str, table: &[(&str, T)]) -> Option<T> {
    table.iter().find(|(k, _)| *k == key).map(|(_, t)| *t)
}

const ACTS: &[(&str, Act)] = &[
    ("hold", Act::Hold),
    ("halt", Act::Halt),
    ("keep", Act::Keep),
    ("move", Act::Move),
    ("advance", Act::Advance),
    ("attack", Act::Attack),
    ("charge", Act::Charge),
    ("skirmish", Act::Skirmish),
    ("shoot", Act::Shoot),
    ("screen", Act::Screen),
    ("support", Act::Support),
    ("follow", Act::Follow),
    ("guard", Act::Guard),
    ("retire", Act::Retire),
    ("return", Act::Return),
    ("form", Act::Form),
    ("face", Act::Face),
    ("cross", Act::Cross),
    ("hide", Act::Hide),
    ("scout", Act::Scout),
    ("report", Act::Report),
    ("evade", Act::Evade),
    ("avoid", Act::Avoid),
    ("refuse", Act::Refuse),
    ("open", Act::Open),
    ("pursue", Act::Pursue),
    ("let", Act::Let),
    ("resume", Act::Resume),
];

const MANNER_KEYS: &[(&str, Set)] = &[
    ("line", Set::How(Manner::Line)),
    ("column", Set::How(Manner::Column)),
    ("square", Set::How(Manner::Square)),
    ("charge_at_will", Set::How(Manner::ChargeAtWill)),
    ("charge_target", Set::How(Manner::ChargeTarget)),
    ("charge_never", Set::How(Manner::ChargeNever)),
    ("no_countercharge", Set::How(Manner::NoCountercharge)),
    ("no_evade", Set::How(Manner::NoEvade)),
    ("no_pursuit", Set::How(Manner::NoPursuit)),
    ("hold_fire", Set::How(Manner::HoldFire)),
    ("chariots", Set::How(Manner::Chariots)),
    ("elephants", Set::How(Manner::Elephants)),
    ("slow", Set::How(Manner::Slow)),
    ("hidden", Set::How(Manner::Hidden)),
    ("report", Set::How(Manner::Report)),
    ("face_enemy", Set::How(Manner::FaceEnemy)),
    ("face_left", Set::How(Manner::FaceLeft)),
    ("face_right", Set::How(Manner::FaceRight)),
    ("refuse_left", Set::How(Manner::RefuseLeft)),
    ("refuse_right", Set::How(Manner::RefuseRight)),
    ("fire_free", Set::FireFree),
    ("evade", Set::Evade),
    ("at_range", Set::AtRange),
    ("ahead", Set::Ahead),
    ("level", Set::Level),
    ("still", Set::Still),
];

const PREPS: &[(&str, Prep)] = &[
    ("to", Prep::To),
    ("against", Prep::Against),
    ("with", Prep::With),
    ("behind", Prep::Behind),
    ("beyond", Prep::Beyond),
    ("before", Prep::Before),
    ("left", Prep::Left),
    ("right", Prep::Right),
    ("flank", Prep::Flank),
    ("rear", Prep::Rear),
    ("near", Prep::Near),
    ("foot", Prep::Foot),
    ("way", Prep::Way),
    ("round", Prep::Round),
    ("between", Prep::Between),
    ("from", Prep::From),
    ("towards", Prep::Towards),
];

const DENIES: &[(&str, Deny)] = &[
    ("charge", Deny::Charge),
    ("countercharge", Deny::Countercharge),
    ("pursue", Deny::Pursue),
    ("shoot", Deny::Shoot),
    ("evade", Deny::Evade),
    ("pass", Deny::Pass),
    ("enter", Deny::Enter),
    ("leave", Deny::Leave),
    ("move", Deny::Move),
    ("contact", Deny::Contact),
    ("nothing", Deny::Nothing),
];

const LEAD_KEYS: &[(&str, Lead)] = &[
    ("when", Lead::When),
    ("whenever", Lead::Whenever),
    ("until", Lead::Until),
    ("unless", Lead::Unless),
    ("not_before", Lead::NotBefore),
    ("while", Lead::While),
];

const STATE_KEYS: &[(&str, OwnState)] = &[
    ("attacked", OwnState::Attacked),
    ("fired_on", OwnState::FiredOn),
    ("pressed", OwnState::Pressed),
    ("reached", OwnState::Reached),
    ("two_thirds", OwnState::TwoThirds),
    ("half", OwnState::Half),
    ("relieved", OwnState::Relieved),
    ("threatened", OwnState::Threatened),
];

fn predicate(key: &str) -> Option<Pred> {
    use crate::orders::language::json::DEED;
    let plain = [
        ("within", Pred::Within),
        ("near", Pred::Near),
        ("in_range", Pred::InRange),
        ("in_reach", Pred::InReach),
        ("view", Pred::View),
        ("no_view", Pred::NoView),
        ("comes_at", Pred::ComesAt),
        ("shoots_at", Pred::ShootsAt),
        ("empty", Pred::Empty),
        ("held", Pred::Held),
        ("gone", Pred::Gone),
    ];
    named(key, &plain).or_else(|| match key.strip_suffix("_what") {
        Some(deed) => named(deed, DEED).map(Pred::DoesTo),
        None => named(key, DEED).map(Pred::Does),
    })
}
