//! Battles that were saved by this version of the program and by those before it are replayed.

use testudo_testkit::corpus;

#[test]
fn every_battle_that_was_ever_saved_replays() {
    let (wrong, counts) = corpus::replay_all();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts.iter().all(|(_, n)| *n >= 3), "three battles of each book: {counts:?}");
    let sizes =
        corpus::files(&corpus::folder()).into_iter().map(|file| file.metadata().map_or(0, |m| m.len()));
    assert!(sizes.sum::<u64>() < 1_000_000, "the corpus is kept small");
}
