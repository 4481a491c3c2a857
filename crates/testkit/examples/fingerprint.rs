//! One line a battle: what was commanded, what was rolled and how it ended, as one number.
//!
//! A change that only moves code leaves every line as it was. Words, digests and journals do not count.
//!
//! ```sh
//! cargo run -p testudo-testkit --example fingerprint -- wab 20 > before.txt
//! ```

#![allow(clippy::print_stdout, reason = "the lines are what it is run for")]

use dice::Seeded;
use opponent::{Level, Player, fight_recorded};
use std::fmt::Write as _;
use umpire::BySide;

fn main() {
    let mut words = std::env::args().skip(1);
    let book = words.next().unwrap_or_default();
    let battles: u64 = words.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    for book in testudo::shelf().iter().filter(|on_shelf| on_shelf.id.starts_with(&book)) {
        for card in (book.scenarios)() {
            let name = format!("{}/{}", book.id, card.id);
            let scenario = testudo::Scenario::bundled(&name).expect("it is on the shelf");
            for seed in 1..=battles {
                println!("{name} {seed} {}", fingerprint(&scenario, seed));
            }
        }
    }
}

/// A battle between recruits: its number, its steps, and who won why.
fn fingerprint(scenario: &testudo::Scenario, seed: u64) -> String {
    let mut battle = scenario.muster().expect("the scenario is good");
    let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
    let mut print = Print(0xcbf2_9ce4_8422_2325);
    let fought = fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |_, step, _| {
        // Nothing can go wrong: a number takes all that is written to it.
        let _ = write!(print, "{:?} {:?} {:?};", step.side, step.command, step.faces);
    })
    .expect("every command is legal");
    format!("{:016x} {} {:?}", print.0, fought.steps, fought.outcome.winner)
}

/// The FNV-1a number of what is written.
struct Print(u64);

impl std::fmt::Write for Print {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}
