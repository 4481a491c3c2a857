//! The laws every rulebook must keep, held by every rulebook on the shelf.

use dice::Seeded;
use opponent::{Level, Player, fight_recorded};
use simulate::{Breach, Health, Watch};
use testudo::{Book, Scenario, shelf};
use testudo_testkit::conformance;
use umpire::{BySide, StepRecord};

/// On every scenario there is.
const ALL: usize = usize::MAX;

/// How much of each kind of check a book is given: a slow book gets less, `cargo xtask soak` gives more.
struct Load {
    /// Seeds of each bundled scenario held against every law.
    laws: u64,
    /// On how many of the bundled scenarios, from the first, a veteran is held against every law.
    veterans: usize,
    /// Battles of each bundled scenario fought and replayed.
    battles: u64,
    /// Pairings of armies fought and replayed.
    pairings: u64,
    /// Battles of each of these pairings.
    each: u64,
    /// How many breaches of the laws of movement the book is known to have in a hundred battles; none is the aim.
    breaches: u64,
}

impl Load {
    fn of(book: &Book) -> Load {
        let mut load = match book.id {
            "dba" => Load { laws: 6, veterans: ALL, battles: 50, pairings: 20, each: 3, breaches: 0 },
            "toms" => Load { laws: 6, veterans: ALL, battles: 50, pairings: 10, each: 3, breaches: 0 },
            "wab" => Load { laws: 2, veterans: 4, battles: 30, pairings: 8, each: 2, breaches: 0 },
            "wrg6" => Load { laws: 2, veterans: ALL, battles: 12, pairings: 6, each: 1, breaches: 0 },
            // Evaders who find no room end upon friends, and where several press upon one place they turn into others.
            _ => Load { laws: 2, veterans: ALL, battles: 12, pairings: 6, each: 1, breaches: 60 },
        };
        if let Some(battles) = std::env::var("TESTUDO_BATTLES").ok().and_then(|n| n.parse().ok()) {
            load.battles = battles;
            load.veterans = ALL;
        }
        load
    }
}

/// A battle between two lists of a book, both chosen by a seed.
fn pairing(book: &'static Book, seed: u64) -> Option<Scenario> {
    let armies = (book.armies)();
    let mut whims = Seeded::stream(seed, 7);
    let mut any = || armies[whims.below(armies.len() as u32) as usize].id.clone();
    let (red, blue) = (any(), any());
    let text = book.between(&red, &blue, seed)?;
    Some(Scenario { book, name: format!("{}: {red} against {blue}, seed {seed}", book.id), text })
}

fn bundled(book: &'static Book) -> impl Iterator<Item = Scenario> {
    (book.scenarios)().into_iter().map(move |s| Scenario {
        book,
        name: format!("{}/{}", book.id, s.id),
        text: s.text.to_owned(),
    })
}

fn bundled_scenarios_keep_every_law(book: &'static Book) {
    let load = Load::of(book);
    for (n, scenario) in bundled(book).enumerate() {
        for seed in 1..=load.laws {
            conformance::check(&scenario, Level::Recruit, seed);
        }
        if n < load.veterans {
            conformance::check(&scenario, Level::Veteran, 1);
        }
        conformance::check(&scenario, Level::Random, 1);
    }
}

fn pairings_of_armies_keep_every_law(book: &'static Book) {
    for seed in 1..=2 * Load::of(book).laws {
        let Some(scenario) = pairing(book, seed) else { continue };
        conformance::check(&scenario, Level::Recruit, seed);
    }
}

/// Fights a battle and replays it, watching that nobody ends upon anybody, that every charge and forced move has an
/// outcome that was told, and that nobody does what a test or its state forbids; returns what it saw.
fn ends_and_replays(scenario: &Scenario, seed: u64) -> Health {
    let start = scenario.muster().unwrap_or_else(|e| panic!("{}: {e}", scenario.name));
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
    let mut steps: Vec<StepRecord> = Vec::new();
    let fought =
        fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |_, step, _| steps.push(step))
            .unwrap_or_else(|e| panic!("{}: seed {seed}: {e}", scenario.name));
    let mut again = start;
    let mut watch = Watch::of(seed);
    for step in &steps {
        let replayed = again.replay(std::slice::from_ref(step), &mut watch);
        replayed.unwrap_or_else(|e| panic!("{}: seed {seed}: {e}", scenario.name));
        watch.look(&again);
    }
    let health = watch.finish(fought.outcome.winner.is_some(), fought.outcome.ending, &[]);
    assert_eq!(again.digest(), battle.digest(), "{}: seed {seed}", scenario.name);
    for Breach { seed, turn, law, units } in &health.breaches {
        let names: Vec<&str> = units.iter().map(|id| again.field().card(*id).label.as_str()).collect();
        eprintln!("{}: seed {seed}, turn {turn}: {} of {names:?}", scenario.name, law.breach());
    }
    health
}

/// Sees that the laws were broken no more often than is known.
fn laws_are_kept(book: &Book, health: &Health) {
    let breaches = u64::from(health.overlaps + health.unexplained + health.forbidden);
    let (known, battles) = (Load::of(book).breaches, u64::from(health.battles));
    eprintln!("{}: {breaches} breaches in {battles} battles", book.id);
    assert!(100 * breaches <= known * battles, "{}: {breaches} breaches in {battles} battles", book.id);
}

fn many_battles_of_each_scenario_end_and_replay(book: &'static Book) {
    let mut all = Health::default();
    for scenario in bundled(book) {
        let battles = Load::of(book).battles;
        let mut health = Health::default();
        (1..=battles).for_each(|seed| health.join(&ends_and_replays(&scenario, seed)));
        let won = battles - u64::from(health.draws);
        all.join(&health);
        eprintln!("{}: {won} of {battles} battles have a winner", scenario.name);
        assert!(2 * won > battles, "{}: only {won} of {battles} battles have a winner", scenario.name);
    }
    laws_are_kept(book, &all);
}

fn battles_of_many_pairings_end_and_replay(book: &'static Book) {
    let load = Load::of(book);
    let mut all = Health::default();
    for n in 1..=load.pairings {
        let Some(scenario) = pairing(book, 1000 + n) else { continue };
        (1..=load.each).for_each(|seed| all.join(&ends_and_replays(&scenario, seed)));
    }
    laws_are_kept(book, &all);
}

/// The same tests for each book, so that they run side by side.
macro_rules! books {
    ($($id:ident),+) => {
        const BOOKS: &[&str] = &[$(stringify!($id)),+];

        $(mod $id {
            use testudo::{Book, book};

            fn own() -> &'static Book {
                book(stringify!($id)).expect("it is on the shelf")
            }

            #[test]
            fn bundled_scenarios_keep_every_law() {
                super::bundled_scenarios_keep_every_law(own());
            }

            #[test]
            fn pairings_of_armies_keep_every_law() {
                super::pairings_of_armies_keep_every_law(own());
            }

            #[test]
            fn many_battles_of_each_scenario_end_and_replay() {
                super::many_battles_of_each_scenario_end_and_replay(own());
            }

            #[test]
            fn battles_of_many_pairings_end_and_replay() {
                super::battles_of_many_pairings_end_and_replay(own());
            }
        })+
    };
}

books!(dba, toms, wab, wrg1969, wrg6);

#[test]
fn every_book_on_the_shelf_is_held_to_the_laws() {
    let mut shelf: Vec<&str> = shelf().iter().map(|book| book.id).collect();
    shelf.sort_unstable();
    assert_eq!(shelf, BOOKS);
}

/// The beginnings of a line that says what in a rule is not the source's.
const OURS: [&str; 3] = ["Ours:", "Ours is ", "Ours are "];

#[test]
fn rules_stated_in_part_say_which_part_is_ours() {
    for book in shelf() {
        for rule in (book.rules)().all() {
            let says = rule.text.lines().any(|line| OURS.iter().any(|start| line.starts_with(start)));
            let status = rule.status.as_str();
            assert!(status != "stated in part" || says, "{}: what in it is ours?", rule.id);
            assert!(status != "stated" || !says, "{} is not stated, but in part", rule.id);
            assert!(!status.starts_with("stated") || !rule.source.is_empty(), "{}: stated where?", rule.id);
        }
    }
}
