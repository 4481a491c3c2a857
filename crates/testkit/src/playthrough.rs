//! Golden playthroughs: a whole battle in words, kept beside its book and read in review.

use dice::Seeded;
use opponent::{Level, Player, fight_recorded};
use report::{Palette, draw_table, journal_text};
use std::fmt::Write as _;
use std::path::Path;
use testudo::Scenario;
use umpire::BySide;

/// A battle in words: every ruling, the digest after each step, and the table as it was left.
pub fn playthrough(scenario: &Scenario, level: Level, seed: u64) -> String {
    let mut battle = scenario.muster().expect("the scenario is good");
    let mut players = BySide::each(|side| Player::new(level, seed, side));
    let mut text = format!(
        "{} between two of level {level}, seed {seed}\n\n{}",
        scenario.name,
        draw_table(battle.field(), 96)
    );
    let fought =
        fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |battle, step, entries| {
            text.push_str(&journal_text(battle, &entries, &Palette::PLAIN));
            // Writing to a String cannot fail.
            let _ = writeln!(text, "    = {:016x}", step.digest);
        })
        .expect("every command is legal");
    let _ = writeln!(
        text,
        "\n{:?}: {}\n\n{}",
        fought.outcome.winner,
        fought.outcome.reason,
        draw_table(battle.field(), 96)
    );
    text
}

/// Compares a text with its golden file, or writes the file when `TESTUDO_BLESS` is set.
///
/// # Panics
/// When they differ, naming the first line that does.
pub fn check_golden(path: &Path, text: &str) {
    if std::env::var_os("TESTUDO_BLESS").is_some() {
        let folder = path.parent().expect("a golden file is in a folder");
        std::fs::create_dir_all(folder).expect("the golden folder can be made");
        std::fs::write(path, text).expect("the golden file can be written");
        return;
    }
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    for (i, (was, is)) in golden.lines().zip(text.lines()).enumerate() {
        assert_eq!(
            is,
            was,
            "{}:{}: the battle went otherwise; set TESTUDO_BLESS=1 to keep it",
            path.display(),
            i + 1
        );
    }
    assert_eq!(
        text.lines().count(),
        golden.lines().count(),
        "{}: longer or shorter than before",
        path.display()
    );
}
