//! Whole battles: they come to an end, the same one every time, and neither side gains by its name.

use crate::Wrg1969;
use crate::scenario::read as scenario;
use dice::Seeded;
use form::Source;
use std::sync::Arc;
use umpire::{Asked, Battle, Command, Entry, Pending, Side, Silent};

fn battle(id: &str) -> Battle<Wrg1969> {
    let (_, text) = scenario::bundled().iter().find(|(name, _)| *name == id).expect("it is bundled");
    let (book, field, phase) =
        scenario::read(&Source { name: id, text }).unwrap_or_else(|faults| panic!("{faults:?}"));
    Battle::new(Arc::new(book), field, phase)
}

/// Both sides take what is usual until the end.
fn play(battle: &mut Battle<Wrg1969>, seed: u64, journal: &mut dyn umpire::Journal) -> u32 {
    let mut dice = Seeded::new(seed);
    for decisions in 0..2000 {
        let pending = battle.pending();
        assert_eq!(battle.asked(), Asked::from(&pending), "{:?}", battle.phase().step);
        let side = match pending {
            Pending::Over(_) => return decisions,
            Pending::Decide(side, _) => side,
            Pending::Sealed(asks) => {
                Side::ALL.into_iter().find(|s| asks[*s].is_some()).expect("somebody is asked")
            }
        };
        let done = battle.submit(side, &Command::Done, &mut dice, journal);
        assert!(done.is_ok(), "{done:?} in {:?}", battle.phase().step);
    }
    panic!("the battle does not end: period {}", battle.phase().period)
}

#[test]
fn every_bundled_battle_ends_and_is_the_same_again() {
    for (id, _) in scenario::bundled() {
        for seed in 1..4 {
            let (mut one, mut two) = (battle(id), battle(id));
            let mut journal: Vec<Entry> = Vec::new();
            play(&mut one, seed, &mut journal);
            play(&mut two, seed, &mut Silent);
            assert!(one.phase().period <= one.book().house.periods, "{id} {seed}: it goes on too long");
            assert_eq!(one.digest(), two.digest(), "{id} {seed}");
            assert!(!journal.is_empty());
        }
    }
}
