//! Whole battles: they end, nobody is lost from count, and the same seed gives the same battle.

use crate::Wrg6;
use crate::scenario::{bundled, read};
use dice::{Dice, Seeded};
use std::sync::Arc;
use umpire::{Battle, Command, Digest, Form, OptionId, Pending, Side, Silent};

fn muster(text: &str) -> Battle<Wrg6> {
    let (book, field, phase) = read(&form::Source { name: "test", text }).expect("a good scenario");
    Battle::new(Arc::new(book), field, phase)
}

/// Picks anything, and writes moves that may or may not be allowed.
fn whim(form: &Form, whims: &mut Seeded) -> Command {
    let Form::Sheet { lines, picks } = form else { return Command::Done };
    let pick = |(i, pick): (usize, &umpire::PickAsk), whims: &mut Seeded| {
        (i as u16, OptionId(whims.below(pick.options.len() as u32) as u16))
    };
    let words =
        ["halt", "rally", "ahead 40", "ahead 80", "wheel left 15, ahead 20", "wheel right 20", "files 4"];
    let mut written = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        if line.label.starts_with("move") && whims.below(3) == 0 {
            written.push((i as u16, words[whims.below(words.len() as u32) as usize].to_owned()));
        }
    }
    let picked = picks.iter().enumerate().map(|item| pick(item, whims)).collect();
    Command::Sheet { lines: written, picks: picked }
}

fn sound(battle: &Battle<Wrg6>) {
    let field = battle.field();
    let here: Vec<_> = field.ids().filter(|&id| field.on_table(id)).collect();
    for (i, &a) in here.iter().enumerate() {
        for &b in &here[i + 1..] {
            let deep = field.shape(a).penetration(field.shape(b));
            let did = |id: umpire::UnitId| {
                let state = battle.phase().state(id);
                format!("{} ({:?}, {} paces)", field.card(id).label, state.now.act, state.now.moved)
            };
            let (period, step) = (battle.phase().period, battle.phase().step);
            // Half a pace is within what counts as touching; the rest is rounding.
            assert!(deep < 0.52, "{} and {} overlap by {deep} in {step:?} of {period}", did(a), did(b));
        }
    }
}

/// Plays a battle out; gives back its digest and how many decisions it took.
fn play(text: &str, seed: u64, check: bool) -> (Digest, u32, Option<Side>, u16) {
    let mut battle = muster(text);
    let (mut dice, mut whims) = (Seeded::new(seed), Seeded::stream(seed, 1));
    for _ in 0..2000 {
        let asks = match battle.pending() {
            Pending::Over(outcome) => {
                return (battle.digest(), battle.seq(), outcome.winner, battle.standing().turn);
            }
            Pending::Sealed(asks) => asks,
            Pending::Decide(..) => panic!("this book always asks both"),
        };
        for side in Side::ALL {
            let Some(ask) = &asks[side] else { continue };
            let command = whim(&ask.form, &mut whims);
            if battle.submit(side, &command, &mut dice as &mut dyn Dice, &mut Silent).is_err() {
                let taken = battle.submit(side, &Command::Done, &mut dice, &mut Silent);
                assert!(taken.is_ok(), "the sheet as offered is refused: {taken:?}");
            }
        }
        if check {
            sound(&battle);
        }
    }
    panic!("the battle does not end");
}

#[test]
fn battles_of_whims_end_and_are_the_same_again() {
    for (_, text) in bundled() {
        for seed in 0..30 {
            let once = play(text, seed, true);
            assert_eq!(once, play(text, seed, false), "seed {seed}");
        }
    }
}
