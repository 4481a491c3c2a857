//! How long generals think, in every bundled battle of every book, and what all cores together are worth.
//!
//! Run with `cargo bench -p testudo-benches --bench generals`, or with `-- toms dba` for some books.

use opponent::Level;
use rayon::prelude::*;
use std::time::Duration;
use testudo::{Book, shelf};
use testudo_benches::{best, bundled, general_decides, ratio, recruits_fight, tell};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for book in shelf().iter().filter(|b| wanted.is_empty() || wanted.iter().any(|w| w == b.id)) {
        decisions(book);
        every_core(book);
    }
}

/// Its bundled battles, lessons left out.
fn names(book: &Book) -> Vec<String> {
    let ids = (book.scenarios)().into_iter().map(|card| format!("{}/{}", book.id, card.id));
    ids.filter(|id| Some(id) != book.lesson().as_ref()).collect()
}

/// The decisions of each level; a strategos is asked in the first battle of the book only.
fn decisions(book: &Book) {
    let names = names(book);
    for name in &names {
        general_decides(name, Level::Recruit, 2000, Duration::from_millis(1));
        general_decides(name, Level::Veteran, 400, Duration::from_millis(50));
    }
    general_decides(&names[0], Level::Strategos, 100, Duration::from_secs(1));
}

/// As many battles between recruits as a core fights in some seconds, on all cores and on one.
fn every_core(book: &Book) {
    let name = &names(book)[0];
    let start = bundled(name);
    let battles =
        |n: u64| (1..=n).into_par_iter().map(|seed| recruits_fight(&start, seed)).collect::<Vec<_>>();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let few = one.install(|| best(1, 1, || battles(20)));
    let n = (20.0 * 5.0 / few.as_secs_f64()) as u64 + 20;
    assert!(one.install(|| battles(n)) == battles(n), "however many cores, the same battles");
    let single = one.install(|| best(3, 1, || battles(n)));
    let all = best(3, 1, || battles(n));
    let cores = rayon::current_num_threads() as u32;
    let what = format!("{n} battles of {name} on {cores} cores");
    tell(&what, all, "the rate of one core times the cores", ratio(single / cores, all));
}
