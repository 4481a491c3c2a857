//! Golden playthroughs: a whole battle in words, kept beside its book and read in review.
//!
//! Beside each text stands its script: the commands and dice it is played from, with a digest after each step. So the
//! text changes when rules or words do, and not when a general has another idea.

use crate::script::{Played, blessing, play, record, written};
use proto::{Saved, read_saved};
use report::{Palette, draw_table, journal_text};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use testudo::Scenario;
use umpire::Pending;

/// The seed of a script that is recorded anew.
const SEED: u64 = 7;

/// What to do about a golden battle that changed.
const BLESS: &str = "if that is right, run `cargo xtask bless` and read the difference";

/// A scenario's golden text and the script it is played from.
#[derive(Debug)]
pub struct Golden {
    text: PathBuf,
    script: PathBuf,
}

impl Golden {
    /// The golden files of a scenario in a folder.
    pub fn of(folder: &Path, id: &str) -> Golden {
        Golden { text: folder.join(format!("{id}.txt")), script: folder.join(format!("{id}.testudo")) }
    }

    /// Plays the script and compares its digests and words; when blessing, writes both instead, and records a script
    /// that cannot be played any more anew.
    ///
    /// # Errors
    /// Where the battle goes otherwise.
    ///
    /// # Panics
    /// If the files cannot be written.
    pub fn check(&self, scenario: &Scenario) -> Result<(), String> {
        if blessing() {
            self.bless(scenario);
            return Ok(());
        }
        let fault = |what: String| format!("{}: {what}; {BLESS}", self.script.display());
        let saved = self.script().map_err(fault)?;
        let (played, text) = told(scenario, &saved).map_err(fault)?;
        played.compare(&saved).map_err(fault)?;
        let golden = std::fs::read_to_string(&self.text).unwrap_or_default();
        match first_difference(&golden, &text) {
            None => Ok(()),
            Some(what) => Err(format!("{}:{what}; {BLESS}", self.text.display())),
        }
    }

    fn script(&self) -> Result<Saved, String> {
        let text = std::fs::read_to_string(&self.script).map_err(|e| e.to_string())?;
        read_saved(&text).map_err(|e| e.to_string())
    }

    fn bless(&self, scenario: &Scenario) {
        let fits = |saved: Saved| told(scenario, &saved).map(|told| (saved, told));
        let (saved, (played, text)) = self.script().and_then(fits).unwrap_or_else(|why| {
            let saved = read_saved(&record(scenario, SEED, usize::MAX)).expect("it was just written");
            let told = told(scenario, &saved).expect("it was just fought");
            let words = format!("{}: recorded anew: {why}", self.script.display());
            std::io::Write::write_all(&mut std::io::stderr(), format!("{words}\n").as_bytes()).ok();
            (saved, told)
        });
        let header = proto::Header { text: scenario.text.clone(), ..saved.header };
        std::fs::create_dir_all(self.text.parent().expect("golden files are in a folder"))
            .and_then(|()| std::fs::write(&self.script, written(&header, &played)))
            .and_then(|()| std::fs::write(&self.text, text))
            .expect("the golden files can be written");
    }
}

/// A script played and told: every ruling, and the table as it was in the beginning and as it was left.
fn told(scenario: &Scenario, saved: &Saved) -> Result<(Played, String), String> {
    let begun = scenario.muster().map_err(|e| e.to_string())?;
    let steps = saved.steps(begun.manners()).map_err(|e| e.to_string())?;
    let mut text = format!("{}, a recorded battle\n\n{}", scenario.name, draw_table(begun.field(), 96));
    let played = play(scenario, &steps, |battle, entries| {
        text.push_str(&journal_text(battle, entries, &Palette::PLAIN));
    })?;
    // Writing to a String cannot fail.
    if let Pending::Over(outcome) = played.battle.pending() {
        let _ = writeln!(text, "\n{:?}: {}", outcome.winner, outcome.reason);
    }
    let _ = writeln!(text, "\n{}", draw_table(played.battle.field(), 96));
    Ok((played, text))
}

/// The first line in which two texts differ.
fn first_difference(was: &str, is: &str) -> Option<String> {
    let (mut old, mut new) = (was.lines(), is.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (old.next(), new.next()) {
            (None, None) => return None,
            (was, is) if was == is => {}
            (was, is) => {
                let [was, is] = [was, is].map(|text| text.unwrap_or("the end of the text"));
                return Some(format!("{line}: the battle is told otherwise\n  was: {was}\n  is:  {is}\n"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        let said = |was, is| first_difference(was, is).unwrap_or_default();
        assert!(said("a\nb\n", "a\nc\n").starts_with("2: the battle is told otherwise\n  was: b\n  is:  c"));
        assert!(said("a\nb\n", "a\n").contains("is:  the end of the text"));
        assert!(said("", "a\n").starts_with("1:"));
    }

    #[test]
    fn a_script_that_no_longer_fits_is_found() {
        let scenario = Scenario::bundled("toms/first_battle").expect("on the shelf");
        let script = record(&scenario, 3, 6);
        let saved = read_saved(&script).expect("a script");
        let (played, text) = told(&scenario, &saved).expect("it can be played");
        assert_eq!(played.compare(&saved), Ok(()));
        assert_eq!(written(&saved.header, &played), script);
        assert!(text.starts_with("toms/first_battle, a recorded battle\n"));
        // Another digest of the same version.
        let digest = played.steps[2].digest.to_string();
        let (version, _) = digest.split_once(':').expect("a version");
        let other = read_saved(&script.replace(&digest, &format!("{version}:0123456789abcdef")));
        let said = played.compare(&other.expect("a script")).expect_err("a digest differs");
        assert!(said.starts_with("step 3: the digest is"), "{said}");
        // A die too many.
        let mut steps = played.steps.clone();
        steps[1].faces.push(1);
        let said = play(&scenario, &steps, |_, _| ()).expect_err("a die is left over");
        assert!(said.starts_with("step 2:"), "{said}");
    }
}
