//! The generals of the 6th edition: they say why, and what they say gives no secret away.

use dice::Seeded;
use testudo::{AnyBattle, Scenario};
use testudo_opponent::{Level, Player};
use umpire::{Asked, Side, Silent, Viewer};

/// The reasons that a level gives in the first decisions of a battle.
fn reasons(level: Level, decisions: usize) -> Vec<String> {
    let scenario = Scenario::bundled("wrg6/zama").expect("bundled");
    let mut battle: AnyBattle = scenario.muster().expect("good");
    let mut players = Side::ALL.map(|side| Player::new(level, 7, side));
    let (mut dice, mut said) = (Seeded::new(7), Vec::new());
    for _ in 0..decisions {
        let side = match battle.asked() {
            Asked::Sealed(asked) if asked[Side::Red] => Side::Red,
            Asked::Sealed(_) => Side::Blue,
            Asked::One(side) => side,
            Asked::Nobody(_) => break,
        };
        let view = battle.view(Viewer::Player(side));
        let proposal = players[side as usize].propose(&view, side);
        if let Some(reason) = proposal.reason {
            assert!(!reason.text.is_empty());
            let own_or_seen =
                |id: &umpire::UnitId| view.field().side(*id) == side || view.field().on_table(*id);
            assert!(reason.units.iter().all(own_or_seen), "it speaks of whom it sees");
            said.push(reason.text);
        }
        battle.submit(side, &proposal.command, &mut dice, &mut Silent).expect("a legal command");
    }
    said
}

#[test]
fn a_recruit_says_why_it_marches_charges_and_shoots() {
    let said = reasons(Level::Recruit, 90);
    for word in ["keeps the line", "goes", "charges", "shoots at", "the fight is worth"] {
        assert!(said.iter().any(|text| text.contains(word)), "nobody says `{word}`: {said:#?}");
    }
    for secret in ["C Q A", "C W A", "C W H", "class", "row"] {
        assert!(!said.iter().any(|text| text.contains(secret)), "`{secret}` is told");
    }
}

#[test]
fn a_veteran_says_why_too_and_a_random_general_does_not() {
    assert!(!reasons(Level::Veteran, 8).is_empty());
    assert!(reasons(Level::Random, 8).is_empty());
}
