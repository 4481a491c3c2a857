//! The laws every rulebook must keep, held by every rulebook on the shelf.

use dice::Seeded;
use opponent::{Level, Player, fight_recorded};
use testudo::{Book, Scenario, shelf};
use testudo_testkit::conformance;
use umpire::{BySide, Silent, StepRecord};

/// How much of each kind of check a book is given: a slow book gets less, `cargo xtask soak` gives more.
struct Load {
    /// Seeds of each bundled scenario held against every law.
    laws: u64,
    /// Battles of each bundled scenario fought and replayed.
    battles: u64,
    /// Pairings of armies fought and replayed.
    pairings: u64,
    /// Battles of each of these pairings.
    each: u64,
}

impl Load {
    fn of(book: &Book) -> Load {
        let mut load = match book.id {
            "dba" => Load { laws: 6, battles: 1000, pairings: 50, each: 20 },
            "toms" => Load { laws: 6, battles: 1000, pairings: 20, each: 10 },
            "wab" => Load { laws: 2, battles: 50, pairings: 8, each: 2 },
            _ => Load { laws: 2, battles: 12, pairings: 6, each: 1 },
        };
        if let Some(battles) = std::env::var("TESTUDO_BATTLES").ok().and_then(|n| n.parse().ok()) {
            load.battles = battles;
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
    let text = (book.pairing)(&red, &blue, seed)?;
    Some(Scenario { book, name: format!("{}: {red} against {blue}, seed {seed}", book.id), text })
}

fn bundled() -> impl Iterator<Item = Scenario> {
    shelf().iter().flat_map(|book| {
        (book.scenarios)().into_iter().map(move |s| Scenario {
            book,
            name: format!("{}/{}", book.id, s.id),
            text: s.text.to_owned(),
        })
    })
}

#[test]
fn bundled_scenarios_keep_every_law() {
    for scenario in bundled() {
        for seed in 1..=Load::of(scenario.book).laws {
            conformance::check(&scenario, Level::Recruit, seed);
        }
        conformance::check(&scenario, Level::Veteran, 1);
        conformance::check(&scenario, Level::Random, 1);
    }
}

#[test]
fn pairings_of_armies_keep_every_law() {
    for book in shelf() {
        for seed in 1..=2 * Load::of(book).laws {
            let Some(scenario) = pairing(book, seed) else { continue };
            conformance::check(&scenario, Level::Recruit, seed);
        }
    }
}

/// Fights a battle and replays it; gives whether somebody won.
fn ends_and_replays(scenario: &Scenario, seed: u64) -> bool {
    let start = scenario.muster().unwrap_or_else(|e| panic!("{}: {e}", scenario.name));
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
    let mut steps: Vec<StepRecord> = Vec::new();
    let fought =
        fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |_, step, _| steps.push(step))
            .unwrap_or_else(|e| panic!("{}: seed {seed}: {e}", scenario.name));
    let mut again = start;
    again.replay(&steps, &mut Silent).unwrap_or_else(|e| panic!("{}: seed {seed}: {e}", scenario.name));
    assert_eq!(again.digest(), battle.digest(), "{}: seed {seed}", scenario.name);
    fought.outcome.winner.is_some()
}

#[test]
fn many_battles_of_each_scenario_end_and_replay() {
    for scenario in bundled() {
        let battles = Load::of(scenario.book).battles;
        let won = (1..=battles).filter(|seed| ends_and_replays(&scenario, *seed)).count() as u64;
        println!("{}: {won} of {battles} battles have a winner", scenario.name);
        assert!(2 * won > battles, "{}: only {won} of {battles} battles have a winner", scenario.name);
    }
}

#[test]
fn battles_of_many_pairings_end_and_replay() {
    for book in shelf() {
        let load = Load::of(book);
        for n in 1..=load.pairings {
            let Some(scenario) = pairing(book, 1000 + n) else { continue };
            for seed in 1..=load.each {
                ends_and_replays(&scenario, seed);
            }
        }
    }
}
