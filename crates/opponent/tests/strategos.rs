//! The strategos of every book: legal, in time, the same for the same seed, and blind to what its side may not see.

use dice::Seeded;
use opponent::{Budget, General as _, Level, Player, Proposal, fight, outlook};
use std::time::Duration;
use testudo::{AnyBattle, Scenario};
use testudo_opponent as opponent;
use umpire::{Asked, BySide, Command, Form, Side, Silent, Viewer};

const SCENARIOS: [&str; 5] =
    ["dba/zama", "toms/plataea", "wab/clastidium", "wrg6/zama", "wrg1969/mons_graupius"];

/// Few battles: the tests ask whether it searches, not how well.
const SMALL: Budget = Budget { battles: Some(8), time: None };

fn bundled(id: &str) -> AnyBattle {
    Scenario::bundled(id).expect("it is bundled").muster().unwrap_or_else(|e| panic!("{id}: {e}"))
}

fn asked(battle: &AnyBattle) -> Option<Side> {
    match battle.asked() {
        Asked::Nobody(_) => None,
        Asked::One(side) => Some(side),
        Asked::Sealed(asked) => Side::ALL.into_iter().find(|side| asked[*side]),
    }
}

fn proposal(battle: &AnyBattle, budget: Budget, side: Side) -> Proposal {
    let mut player = Player::new(Level::Strategos, 5, side).within(budget);
    player.propose(&battle.view(Viewer::Player(side)), side)
}

/// The battle of a scenario as it stands each time a side has something to decide, fought by recruits.
fn each_decision(name: &str, mut look: impl FnMut(usize, &AnyBattle, Side)) {
    let mut battle = bundled(name);
    let mut players = BySide::each(|side| Player::new(Level::Recruit, 2, side));
    let mut dice = Seeded::new(2);
    let mut n = 0;
    while let Some(side) = asked(&battle) {
        look(n, &battle, side);
        n += 1;
        let command = players[side].decide(&battle.view(Viewer::Player(side)), side);
        battle.submit(side, &command, &mut dice, &mut Silent).expect("it is legal");
    }
}

#[test]
fn it_acts_on_its_view_alone() {
    for name in SCENARIOS {
        let mut hidden = Seeded::new(17);
        each_decision(name, |n, battle, side| {
            if n % 23 == 1 && n < 100 {
                let other = battle.resample(side, &mut hidden);
                let [one, two] = [battle, &other].map(|b| proposal(b, SMALL, side));
                assert_eq!(one, two, "{name}, decision {n}: {side}'s general peeks");
            }
        });
    }
}

#[test]
fn what_it_wants_is_legal() {
    for name in SCENARIOS {
        each_decision(name, |n, battle, side| {
            if n % 19 == 0 && n < 100 {
                let command = proposal(battle, SMALL, side).command;
                let taken = battle.clone().submit(side, &command, &mut Seeded::new(1), &mut Silent);
                assert!(taken.is_ok(), "{name}, decision {n}: {command:?}: {taken:?}");
            }
        });
    }
}

#[test]
fn without_time_it_answers_as_a_veteran() {
    let none = Budget { battles: None, time: Some(Duration::ZERO) };
    let mut looked = 0;
    each_decision("dba/zama", |n, battle, side| {
        let view = battle.view(Viewer::Player(side));
        let moves = view.pending().ask(side).is_some_and(|ask| matches!(ask.form, Form::Move { .. }));
        if moves && n < 60 {
            let veteran = Player::new(Level::Veteran, 5, side).decide(&view, side);
            assert_eq!(proposal(battle, none, side).command, veteran);
            looked += 1;
        }
    });
    assert!(looked > 10, "only {looked} moves");
}

#[test]
fn it_says_how_its_battles_went() {
    let mut told = Vec::new();
    each_decision("dba/zama", |n, battle, side| {
        if n % 5 == 0 && n < 60 {
            told.extend(proposal(battle, SMALL, side).reason);
        }
    });
    // Where only one thing could be done there was nothing to compare.
    let compared = told.iter().filter(|reason| reason.text.contains("imagined battles")).count();
    assert!(2 * compared > told.len() && compared > 3, "{told:#?}");
}

#[test]
fn veterans_say_why_they_move() {
    let (mut fights, mut exposed) = (0, 0);
    each_decision("dba/zama", |_, battle, side| {
        let view = battle.view(Viewer::Player(side));
        let Proposal { command, reason } = Player::new(Level::Veteran, 5, side).propose(&view, side);
        if let Command::Move { units, .. } = command {
            let reason = reason.expect("a move has a reason");
            assert!(units.iter().all(|id| reason.units.contains(id)), "{}", reason.text);
            fights += usize::from(reason.text.contains("% to destroy"));
            exposed += usize::from(reason.text.contains("exposes"));
        }
    });
    assert!(fights > 0 && exposed > 0, "{fights} fights, {exposed} exposed");
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let start = bundled("dba/zama");
    let fought = || {
        let mut battle = start.clone();
        let budget = Budget { battles: Some(1), time: None };
        let mut players = BySide([Level::Strategos, Level::Recruit].map(|level| {
            Player::new(level, 4, if level == Level::Recruit { Side::Blue } else { Side::Red }).within(budget)
        }));
        let fought = fight(&mut battle, &mut players, &mut Seeded::new(4)).unwrap_or_else(|e| panic!("{e}"));
        (fought, battle.digest())
    };
    assert_eq!(fought(), fought());
}

#[test]
fn a_position_is_fought_on_alike_for_the_same_seed() {
    for id in SCENARIOS {
        let view = bundled(id).view(Viewer::Player(Side::Red));
        let budget = Budget { battles: Some(2), time: None };
        let first = outlook(&view, 7, budget);
        assert_eq!(first.battles, 2, "{id}");
        assert!(first.won[Side::Red] + first.won[Side::Blue] <= 2, "{id}");
        assert_eq!(outlook(&view, 7, budget), first, "{id}");
    }
}
