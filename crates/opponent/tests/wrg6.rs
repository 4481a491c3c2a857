//! The generals of the 6th edition: they say why, and what they say gives no secret away.

use dice::Seeded;
use testudo::{AnyBattle, Scenario};
use testudo_opponent::{General as _, Level, Player};
use umpire::{Asked, Command, Side, Silent, Viewer};

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

#[test]
fn a_random_general_writes_whatever_is_legal() {
    let mut battle = Scenario::bundled("wrg6/telamon").expect("bundled").muster().expect("good");
    let mut players = Side::ALL.map(|side| Player::new(Level::Random, 3, side));
    let (mut dice, mut written) = (Seeded::new(3), Vec::new());
    while let Asked::Sealed(asked) = battle.asked() {
        for side in Side::ALL.into_iter().filter(|side| asked[*side]) {
            let command = players[side as usize].decide(&battle.view(Viewer::Player(side)), side);
            battle.submit(side, &command, &mut dice, &mut Silent).expect("a legal command");
            if let Command::Sheet { lines, .. } = command {
                written.extend(lines.into_iter().map(|(_, words)| words));
            }
        }
    }
    for word in ["Q S", "W H", "Q A", "halt", "ahead", "back", "turn", "wheel", "files", "join", "go "] {
        assert!(written.iter().any(|words| words.contains(word)), "nobody writes `{word}`");
    }
}

/// Fights a battle out and gives back how deep any body ever lay in another, and when.
fn deepest(scenario: &Scenario, level: Level, seed: u64) -> (f64, String) {
    let mut battle = scenario.muster().expect("good");
    let (mut dice, mut players) = (Seeded::new(seed), Side::ALL.map(|side| Player::new(level, seed, side)));
    let mut worst = (0.0, String::new());
    while let Asked::Sealed(asked) = battle.asked() {
        for side in Side::ALL.into_iter().filter(|side| asked[*side]) {
            let command = players[side as usize].decide(&battle.view(Viewer::Player(side)), side);
            battle.submit(side, &command, &mut dice, &mut Silent).expect("a legal command");
        }
        let field = battle.field();
        let here: Vec<_> = field.ids().filter(|&id| field.on_table(id)).collect();
        for (i, &a) in here.iter().enumerate() {
            for &b in &here[i + 1..] {
                let deep = field.shape(a).penetration(field.shape(b));
                if deep > worst.0 {
                    let (a, b) = (&field.card(a).label, &field.card(b).label);
                    worst = (deep, format!("{a} and {b} in period {}", battle.standing().turn));
                }
            }
        }
    }
    worst
}

/// Half a pace is within what counts as touching; the rest is rounding.
const TOUCHES: f64 = 0.52;

#[test]
fn nobody_ever_lies_upon_another() {
    // Some where pursuers turned into each other, elephants burst far, or lights slipped behind a charge.
    let pairing = |red: &str, blue: &str| {
        let book = testudo::book("wrg6").expect("on the shelf");
        let text = book.between(red, blue, 0).expect("both are listed");
        Scenario::from_text("pairing", &text).expect("good")
    };
    let bundled = |id: &str| Scenario::bundled(id).expect("bundled");
    let battles = [
        (bundled("wrg6/zama"), [0, 42, 275, 279]),
        (bundled("wrg6/carrhae"), [0, 44, 150, 296]),
        (bundled("wrg6/telamon"), [63, 83, 334, 364]),
        (pairing("gallic", "macedonian"), [3, 4, 5, 8]),
        (pairing("early_roman", "carthaginian"), [0, 1, 245, 373]),
    ];
    for (scenario, seeds) in &battles {
        for seed in seeds {
            for level in [Level::Recruit, Level::Random] {
                let (deep, who) = deepest(scenario, level, *seed);
                assert!(deep < TOUCHES, "{} {level} {seed}: {who} lie {deep} deep", scenario.title());
            }
        }
    }
}

#[test]
fn nobody_stands_about_while_the_army_attacks() {
    for id in ["wrg6/zama", "wrg6/carrhae", "wrg6/telamon"] {
        let mut battle = Scenario::bundled(id).expect("bundled").muster().expect("good");
        let mut dice = Seeded::new(12);
        let mut players = Side::ALL.map(|side| Player::new(Level::Recruit, 12, side));
        let mut began = None;
        while battle.standing().turn < 8 {
            let Asked::Sealed(asked) = battle.asked() else { break };
            for side in Side::ALL.into_iter().filter(|side| asked[*side]) {
                let command = players[side as usize].decide(&battle.view(Viewer::Player(side)), side);
                battle.submit(side, &command, &mut dice, &mut Silent).expect("a legal command");
            }
            if battle.standing().turn == 1 && began.is_none() {
                began = Some(battle.field().clone());
            }
        }
        let (began, now) = (began.expect("a first period"), battle.field());
        for unit in now.ids().filter(|&unit| began.on_table(unit) && now.on_table(unit)) {
            let gone = began.unit(unit).pose != now.unit(unit).pose;
            assert!(gone, "{id}: {} stands where it began", now.card(unit).label);
        }
    }
}

#[test]
fn a_veteran_makes_its_plan_for_a_battle_that_is_set_up_by_turns() {
    let book = testudo::book("wrg6").expect("on the shelf");
    let text = book.between("carthaginian", "early_roman", 0).expect("both are listed");
    let mut battle = Scenario::from_text("pairing", &text).expect("good").muster().expect("good");
    let mut dice = Seeded::new(5);
    let level = |side: Side| if side == Side::Red { Level::Veteran } else { Level::Recruit };
    let mut players = Side::ALL.map(|side| Player::new(level(side), 5, side));
    // Through the terrain, the orders and the placing into the first period.
    for _ in 0..60 {
        let asked = match battle.asked() {
            Asked::Sealed(asked) => asked,
            _ => break,
        };
        for side in Side::ALL.into_iter().filter(|side| asked[*side]) {
            let command = players[side as usize].decide(&battle.view(Viewer::Player(side)), side);
            battle.submit(side, &command, &mut dice, &mut Silent).expect("a legal command");
        }
        if battle.field().ids().any(|id| battle.field().on_table(id)) {
            return;
        }
    }
    panic!("nobody was ever placed");
}
