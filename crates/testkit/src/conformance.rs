//! The laws every rulebook must keep.

use crate::any_command;
use dice::{Dice, Die, Recorded, RollId, Seeded};
use opponent::{Budget, Level, Player, fight_recorded};
use proto::WireView;
use testudo::{AnyBattle, Scenario};
use umpire::{Asked, BySide, Command, Ending, Entry, Field, Form, Pending, Side, StepRecord, Viewer};

/// Battles longer than this many decisions never end.
const LONGEST: usize = 20_000;

/// Fights a scenario with a seed at a level and holds it against every law.
///
/// # Panics
/// When a law is broken, saying which.
pub fn check(scenario: &Scenario, level: Level, seed: u64) {
    let start = muster(scenario);
    let mut battle = start.clone();
    let mut field: Field = start.field().clone();
    let mut steps: Vec<StepRecord> = Vec::new();
    let mut whims = Seeded::stream(seed, 99);
    // Plans are tried in few battles: what is tested holds for any.
    let budget = Budget { battles: Some(6), time: None };
    let mut players = BySide::each(|side| Player::new(level, seed, side).within(budget));
    let fought =
        fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |battle, step, entries| {
            every_reason_is_indexed(battle, &entries);
            events_fold(&mut field, battle, &entries);
            assert_eq!(battle.asked(), Asked::from(&battle.pending()), "who is asked is not who decides");
            steps.push(step);
            assert!(steps.len() < LONGEST, "{}: seed {seed} does not end", scenario.name);
            a_sheet_may_be_sealed_as_it_is_offered(battle);
            if steps.len().is_multiple_of(11) {
                whoever_is_asked_may_concede(battle);
            }
            if steps.len().is_multiple_of(5) {
                what_is_shown_of_units_is_indexed(battle);
            }
            if steps.len().is_multiple_of(7) {
                a_refusal_changes_nothing(battle, &mut whims);
                views_keep_secrets(battle, &mut whims);
            }
        });
    let fought =
        fought.unwrap_or_else(|e| panic!("{}: seed {seed}: a proposal is illegal: {e}", scenario.name));
    assert!(matches!(battle.pending(), Pending::Over(o) if o == fought.outcome));
    replays(scenario, &steps, &battle);
    saves(scenario, &steps, &battle);
}

fn muster(scenario: &Scenario) -> AnyBattle {
    scenario.muster().unwrap_or_else(|e| panic!("{}: {e}", scenario.name))
}

/// Whoever is asked may concede, which ends the battle and is told; nobody else may.
fn whoever_is_asked_may_concede(battle: &AnyBattle) {
    for side in Side::ALL {
        let mut conceded = battle.clone();
        let mut journal: Vec<Entry> = Vec::new();
        let taken = conceded.submit(side, &Command::Concede, &mut Untouched, &mut journal);
        assert_eq!(
            taken.is_ok(),
            battle.pending().ask(side).is_some(),
            "{side} concedes when asked, and only then"
        );
        if taken.is_err() {
            continue;
        }
        every_reason_is_indexed(battle, &journal);
        let over = |pending: &Pending| matches!(pending, Pending::Over(o) if o.winner == Some(side.other()) && o.ending == Ending::Conceded);
        assert!(over(&conceded.pending()) && over(conceded.view(Viewer::Spectator).pending()));
        assert_eq!(journal.len(), 1, "the concession is told");
        assert_ne!(conceded.digest(), battle.digest());
        let again = conceded.submit(side, &Command::Concede, &mut Untouched, &mut journal);
        assert!(again.is_err(), "it is over");
    }
}

/// A sheet that nobody has written on says what will be done, and it is allowed.
fn a_sheet_may_be_sealed_as_it_is_offered(battle: &AnyBattle) {
    let pending = battle.pending();
    let sheet = |side: Side| pending.ask(side).is_some_and(|ask| matches!(ask.form, Form::Sheet { .. }));
    for side in Side::ALL.into_iter().filter(|side| sheet(*side)) {
        let mut sealed = battle.clone();
        let taken = sealed.submit(side, &Command::Done, &mut Seeded::new(1), &mut Vec::new());
        assert!(taken.is_ok(), "{side} may not seal the sheet as it is offered: {taken:?}");
    }
}

/// Every ruling, heading and event cites a rule of the book.
fn every_reason_is_indexed(battle: &AnyBattle, entries: &[Entry]) {
    let known =
        |id: &str| assert!(battle.rules().get(id).is_some(), "`{id}` is not a rule of {}", battle.book_id());
    for entry in entries {
        match entry {
            Entry::Heading { rule, .. } => known(rule.as_str()),
            Entry::Event(event) => known(event.rule().as_str()),
            Entry::Ruling(ruling) => {
                known(ruling.rule.as_str());
                ruling.also.iter().for_each(|r| known(r.as_str()));
                ruling.tallies.iter().flat_map(|(_, t)| t.factors()).for_each(|f| known(f.rule.as_str()));
            }
        }
    }
}

/// Every badge and every line of a unit's card rests on a rule of the book, in its owner's eyes and the enemy's.
fn what_is_shown_of_units_is_indexed(battle: &AnyBattle) {
    for side in Side::ALL {
        let view = WireView::of_any(&battle.view(Viewer::Player(side)));
        for unit in &view.units {
            let badges = unit.badges.iter().map(|badge| badge.rule);
            for id in badges.chain(unit.card.iter().map(|line| line.rule)) {
                assert!(battle.rules().get(id).is_some(), "`{id}` on {}'s card is no rule", unit.label);
            }
        }
    }
}

/// The field is what its events make it.
fn events_fold(field: &mut Field, battle: &AnyBattle, entries: &[Entry]) {
    for entry in entries {
        if let Entry::Event(event) = entry {
            field.apply(event);
        }
    }
    assert_eq!(field, battle.field(), "the events do not make the field");
}

/// Dice that must not be rolled.
struct Untouched;

impl Dice for Untouched {
    fn roll(&mut self, why: RollId, _die: &'static Die) -> u8 {
        panic!("a refused command rolled a die for {why}")
    }
}

/// Nonsense is refused with reasons, or else is legal; a refusal leaves everything as it was.
fn a_refusal_changes_nothing(battle: &AnyBattle, whims: &mut Seeded) {
    for _ in 0..20 {
        let mut tried = battle.clone();
        let side = Side::ALL[whims.below(2) as usize];
        let command = any_command(battle.field(), whims);
        let asked = battle.pending().ask(side).is_some();
        let mut journal: Vec<Entry> = Vec::new();
        let mut rolled = Recorded::new(Seeded::new(1));
        match tried.submit(side, &command, &mut rolled, &mut journal) {
            Ok(_) => assert!(asked, "{side} was not asked, but {command:?} was taken"),
            Err(reasons) => {
                assert!(!reasons.is_empty(), "{command:?} is refused without a reason");
                assert_eq!(tried.digest(), battle.digest(), "the refused {command:?} changed the battle");
                assert!(journal.is_empty(), "the refused {command:?} wrote in the journal");
                let again = battle.clone().submit(side, &command, &mut Untouched, &mut Vec::new());
                assert_eq!(again, Err(reasons), "the same command is refused otherwise the second time");
            }
        }
    }
}

/// A side's view is the same when only what it may not see differs, and its general then does the same.
fn views_keep_secrets(battle: &AnyBattle, whims: &mut Seeded) {
    for side in Side::ALL {
        let viewer = Viewer::Player(side);
        let other = battle.resample(side, whims);
        assert!(
            battle.view(viewer).same(&other.view(viewer)),
            "{side} can tell two battles apart that should look the same to it"
        );
        if battle.pending().ask(side).is_some() {
            let decide = |b: &AnyBattle| Player::new(Level::Recruit, 5, side).decide(&b.view(viewer), side);
            assert_eq!(decide(battle), decide(&other), "{side}'s general peeks");
        }
    }
}

/// The recorded commands and dice give the same battle again, step by step.
fn replays(scenario: &Scenario, steps: &[StepRecord], end: &AnyBattle) {
    let mut battle = muster(scenario);
    battle.replay(steps, &mut umpire::Silent).unwrap_or_else(|e| panic!("{}: {e}", scenario.name));
    assert_eq!(battle.digest(), end.digest());
    assert_eq!(battle.field(), end.field());
    let mut short = steps[steps.len() - 1].clone();
    short.faces.push(1);
    let mut tampered = muster(scenario);
    tampered.replay(&steps[..steps.len() - 1], &mut umpire::Silent).expect("as before");
    assert!(tampered.replay(&[short], &mut umpire::Silent).is_err(), "a die too many goes unnoticed");
}

/// A saved battle reads back as it was.
fn saves(scenario: &Scenario, steps: &[StepRecord], end: &AnyBattle) {
    let mut bytes = Vec::new();
    let header = proto::Header {
        testudo: proto::FORMAT,
        engine: "test".into(),
        book: scenario.book.id.into(),
        rules: Some(end.rules_version()),
        scenario: scenario.name.clone(),
        text: scenario.text.clone(),
        seed: None,
        dice: None,
        red: "red".into(),
        blue: "blue".into(),
    };
    proto::write_header(&mut bytes, &header).expect("memory can be written");
    for (i, step) in steps.iter().enumerate() {
        proto::write_step(&mut bytes, i + 1, step, end.manners()).expect("memory can be written");
    }
    let text = String::from_utf8(bytes).expect("the file is text");
    let saved = proto::read_saved(&text).expect("what was written can be read");
    assert_eq!(saved.header, header);
    assert_eq!(saved.steps(end.manners()).expect("every manner is known"), steps);
}
