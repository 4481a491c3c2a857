//! Dice that fall are shown by the ruling they were thrown for.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use dice::{Scripted, Seeded};
use opponent::{Level, Player, fight_recorded};
use std::collections::BTreeMap;
use testudo::Scenario;
use umpire::{BySide, Entry, watched};

/// Dice under these rules are not drawn yet where they fall: they are thrown a step before they are told of, are told
/// in words alone, or came to nothing.
const IN_WORDS: [&str; 11] = [
    "toms.general.hit",
    "wab.flee.distance",
    "wrg1969.offtable.return",
    "wrg1969.random.fire",
    "wrg1969.random.melee",
    "wrg1969.reaction.dice",
    "wrg6.arrivals.dice",
    "wrg6.generals.risk",
    "wrg6.melee.random",
    "wrg6.move.evade",
    "wrg6.shooting.random",
];

#[test]
fn throws_are_shown_by_rulings() {
    let mut hidden: BTreeMap<String, usize> = BTreeMap::new();
    for (id, seed) in
        ["dba/zama", "toms/first_battle", "wab/telamon", "wab/trebia", "wrg1969/medway", "wrg6/zama"]
            .into_iter()
            .zip(1..)
    {
        let start = Scenario::bundled(id).unwrap().muster().unwrap();
        let mut battle = start.clone();
        let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
        let mut steps = Vec::new();
        fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |_, step, _| steps.push(step))
            .unwrap();
        let mut battle = start;
        for step in &steps {
            let (mut dice, mut witness) = watched(Scripted::new(step.faces.iter().copied()));
            battle.submit(step.side, &step.command, &mut dice, &mut witness).unwrap();
            let shown: usize = witness
                .entries
                .iter()
                .map(|entry| match entry {
                    Entry::Ruling(r) => r.rolls.len() + r.throws.iter().map(|t| t.faces.len()).sum::<usize>(),
                    _ => 0,
                })
                .sum();
            if shown < step.faces.len() {
                let of_ruling: Vec<&str> = witness
                    .entries
                    .iter()
                    .filter_map(|entry| match entry {
                        Entry::Ruling(r) => Some(r.throws.iter().map(|t| t.rule)),
                        _ => None,
                    })
                    .flatten()
                    .collect();
                for throw in witness.cast().iter().filter(|t| !of_ruling.contains(&t.rule)) {
                    *hidden.entry(throw.rule.to_owned()).or_default() += throw.faces.len();
                }
            }
        }
    }
    hidden.retain(|rule, n| *n > 0 && !IN_WORDS.contains(&rule.as_str()));
    assert_eq!(hidden, BTreeMap::new());
}
