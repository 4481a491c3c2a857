//! Recorded scripts: battles as their commands and dice, in the form in which battles are saved.

use dice::{Scripted, Seeded};
use opponent::{Level, Player, fight_recorded};
use proto::{End, FORMAT, Header, Saved};
use testudo::{AnyBattle, Scenario};
use umpire::{BySide, Entry, Pending, StepRecord};

/// A battle played again from its script.
#[derive(Debug)]
pub struct Played {
    /// The battle as it was left.
    pub battle: AnyBattle,
    /// The steps with the digests they have now.
    pub steps: Vec<StepRecord>,
}

/// Whether tests write what they would otherwise compare: `cargo xtask bless` says so.
pub fn blessing() -> bool {
    std::env::var_os("TESTUDO_BLESS").is_some()
}

/// Fights a battle between two recruits and writes its script, at most that many steps of it.
///
/// # Panics
/// If the scenario cannot be fought.
pub fn record(scenario: &Scenario, seed: u64, most: usize) -> String {
    let mut battle = scenario.muster().expect("the scenario is good");
    let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
    let mut steps = Vec::new();
    fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |_, step, _| steps.push(step))
        .expect("every command is legal");
    let header = Header {
        testudo: FORMAT,
        engine: env!("CARGO_PKG_VERSION").into(),
        book: scenario.book.id.into(),
        rules: Some(battle.rules_version()),
        scenario: scenario.name.clone(),
        text: scenario.text.clone(),
        seed: Some(seed),
        dice: None,
        red: Level::Recruit.to_string(),
        blue: Level::Recruit.to_string(),
    };
    steps.truncate(most);
    let played = play(scenario, &steps, |_, _| ()).expect("it was just fought");
    written(&header, &played)
}

/// Plays steps from the beginning of a scenario, handing over the journal of each; digests are not compared.
///
/// # Errors
/// Which step no longer fits, and why.
pub fn play(
    scenario: &Scenario,
    steps: &[StepRecord],
    mut each: impl FnMut(&AnyBattle, &[Entry]),
) -> Result<Played, String> {
    let mut battle = scenario.muster().map_err(|e| e.to_string())?;
    let mut played = Vec::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        let at = |what: String| format!("step {}: {what}", i + 1);
        let (mut dice, mut journal) = (Scripted::new(step.faces.iter().copied()), Vec::<Entry>::new());
        battle.submit(step.side, &step.command, &mut dice, &mut journal).map_err(|reasons| {
            at(reasons.iter().map(|reason| format!("refused: {reason}")).collect::<Vec<_>>().join("; "))
        })?;
        dice.finish().map_err(|e| at(e.to_string()))?;
        each(&battle, &journal);
        played.push(StepRecord { digest: battle.digest(), ..step.clone() });
    }
    Ok(Played { battle, steps: played })
}

impl Played {
    /// Holds a battle against its script: each digest of the present version, and its end if it has one.
    ///
    /// # Errors
    /// Where it went otherwise.
    pub fn compare(&self, saved: &Saved) -> Result<(), String> {
        let recorded = saved.steps(self.battle.manners()).map_err(|e| e.to_string())?;
        for (i, (was, is)) in recorded.iter().zip(&self.steps).enumerate() {
            if is.digest.contradicts(was.digest) {
                return Err(format!("step {}: the digest is {}, not {}", i + 1, is.digest, was.digest));
            }
        }
        match (&saved.end, self.battle.pending()) {
            (None, _) => Ok(()),
            (Some(end), Pending::Over(outcome)) if end.fits(self.battle.digest(), &outcome) => Ok(()),
            (Some(end), pending) => Err(format!("the end should be {end:?}, but {pending:?} is pending")),
        }
    }
}

/// The script of a battle as it was played now.
///
/// # Panics
/// Never: memory can be written.
pub fn written(header: &Header, played: &Played) -> String {
    let Played { battle, steps } = played;
    let header = Header {
        engine: env!("CARGO_PKG_VERSION").into(),
        rules: Some(battle.rules_version()),
        ..header.clone()
    };
    let end = match battle.pending() {
        Pending::Over(outcome) => Some(End::new(steps.len(), battle.digest(), &outcome)),
        _ => None,
    };
    let mut bytes = Vec::new();
    proto::write_saved(&mut bytes, &header, steps, end, battle.manners()).expect("memory can be written");
    String::from_utf8(bytes).expect("a saved battle is text")
}
