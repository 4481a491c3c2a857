//! The words of the journal.

use crate::aftermath::recoil::Block;
use crate::board::state::{Purse, Shot};
use crate::combat::rules::Combat;
use crate::data::tables::{Effect, Level};
use crate::rule;
use ruling::RuleId;
use umpire::{Field, Outcome, Ruling, UnitId};

/// An element as players speak of it: "R3 Blades".
pub fn unit(field: &Field, id: UnitId) -> String {
    let card = field.card(id);
    format!("{} {}", card.label, card.name)
}

/// A number of PIPs.
pub fn pips(n: u8) -> String {
    if n == 1 { "1 PIP".to_owned() } else { format!("{n} PIPs") }
}

/// The PIPs of a bound: "3 PIPs", or "Scipio 3 PIPs, Laelius 1 PIP".
pub fn purse(commands: &[String], rolled: Purse) -> String {
    let of = |(i, name): (usize, &String)| format!("{name} {}", pips(rolled.of(i)));
    match commands {
        [] => pips(rolled.total()),
        _ => commands.iter().enumerate().map(of).collect::<Vec<_>>().join(", "),
    }
}

/// Two elements that are to fight.
pub fn pair(field: &Field, a: UnitId, b: UnitId) -> String {
    format!("{} against {}", unit(field, a), unit(field, b))
}

/// A shot that waits its turn.
pub fn shot(field: &Field, shot: &Shot) -> String {
    let shooters: Vec<String> = shot.shooters.iter().map(|&id| unit(field, id)).collect();
    format!("{} at {}", shooters.join(", "), unit(field, shot.target))
}

/// How the battle ended.
pub fn outcome(field: &Field, bound: u16, outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => {
            format!("{} won in bound {bound}: {}", field.roster().names[side], outcome.reason)
        }
        None => format!("The battle is drawn after bound {bound}: {}", outcome.reason),
    }
}

/// A combat as it was fought: "R3 Blades 5+4=9 against C1 Elephants 4+2=6: C1 Elephants recoil".
pub fn combat(field: &Field, rule: RuleId, ids: [UnitId; 2], verb: &str, combat: &Combat) -> Ruling {
    let [a, b] = [0, 1].map(|i| {
        let (factors, face, score) = (combat.tallies[i].total(), combat.faces[i], combat.scores[i]);
        format!("{} {factors}+{face}={score}", unit(field, ids[i]))
    });
    let mut ruling = Ruling::new(rule, format!("{a} {verb} {b}: {}", fate(field, ids, combat)));
    for i in [0, 1] {
        ruling = ruling.tally(ids[i], combat.tallies[i].clone());
        ruling = ruling.rolled(field.side(ids[i]), Some(ids[i]), combat.faces[i]);
    }
    combat.end.rules.iter().fold(ruling, |ruling, &rule| ruling.also(rule))
}

/// What comes of a combat, in words.
fn fate(field: &Field, ids: [UnitId; 2], combat: &Combat) -> String {
    let level = match combat.end.level {
        Level::Equal => "equal",
        Level::Beaten => "beaten",
        Level::Doubled => "doubled",
    };
    let suffers = |i: usize| {
        let what = match combat.end.results[i] {
            Effect::None => return None,
            Effect::Recoil => "recoil",
            Effect::Flee => "flee",
            Effect::Destroyed => "are destroyed",
            Effect::AbandonCamp => "abandon the camp",
        };
        Some(format!("{} {what}", unit(field, ids[i])))
    };
    let results: Vec<String> = [0, 1].into_iter().filter_map(suffers).collect();
    match (results.is_empty(), combat.end.lower) {
        (true, None) => "equal, neither gives way".to_owned(),
        (true, Some(i)) => format!("{} {level}, to no effect", unit(field, ids[i])),
        (false, _) => format!("{level}, {}", results.join(", ")),
    }
}

/// A shot for which nobody was left.
pub fn lost_shot(field: &Field, target: UnitId) -> Ruling {
    Ruling::new(rule::SHOOT_ORDER, format!("Nobody is left who can shoot at {}", unit(field, target)))
}

/// What blocks a recoil, in words: " past C7 Spears, who cannot be passed or pushed".
pub fn block(field: &Field, by: Block) -> String {
    match by {
        Block::Held(id) => format!(" with {} on their flank or rear", unit(field, id)),
        Block::Enemy(id) => format!(" with {} behind them", unit(field, id)),
        Block::Friend(id) => format!(" past {}, who can be neither passed nor pushed,", unit(field, id)),
        Block::Camp(side) => format!(" into the camp of {}", field.roster().names[side]),
        Block::Edge => " over the edge of the table".to_owned(),
        Block::Ground => " into ground that they may not enter".to_owned(),
    }
}
