//! The words of the journal.

use crate::aftermath::recoil::Block;
use crate::board::state::{Purse, Shot};
use crate::combat::rules::Combat;
use crate::data::scale::in_paces;
use crate::data::tables::{Effect, Level};
use crate::rule;
use ruling::RuleId;
use table::Pose;
use umpire::voice::{self, Name};
use umpire::{Cx, Field, Outcome, Ruling, UnitId};

/// A number of PIPs.
pub fn pips(n: u8) -> String {
    voice::count(n, "PIP")
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
    format!("{} against {}", voice::name(field, a), voice::name(field, b))
}

/// A shot that waits its turn.
pub fn shot(field: &Field, shot: &Shot) -> String {
    format!("{} at {}", voice::names(field, shot.shooters.iter().copied()), voice::name(field, shot.target))
}

/// How the battle ended.
pub fn outcome(field: &Field, bound: u16, outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => format!("{} won in bound {bound}: {}.", voice::side(field, side), outcome.reason),
        None => format!("The battle was drawn after bound {bound}: {}.", outcome.reason),
    }
}

/// What a combat is: blows hand to hand, or a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Hand to hand.
    Close,
    /// From a distance.
    Shot,
}

/// A combat as it was fought: "Blades (R3) scored 9 (5+4) against Elephants (C1) with 6 (4+2): Elephants were beaten
/// and had to recoil."
pub fn combat(field: &Field, rule: RuleId, ids: [UnitId; 2], manner: Manner, combat: &Combat) -> Ruling {
    let [a, b] = ids.map(|id| voice::name(field, id));
    let [mine, theirs] = [0, 1].map(|i| {
        let (factors, face, score) = (combat.tallies[i].total(), combat.faces[i], combat.scores[i]);
        format!("{score} ({factors}+{face})")
    });
    let fought = match manner {
        Manner::Close => format!("{a} scored {mine} against {b} with {theirs}"),
        Manner::Shot => format!("{a} shot at {b}, {mine} against {theirs}"),
    };
    let mut ruling = Ruling::new(rule, format!("{fought}: {}.", fate(field, ids, manner, combat)));
    for i in [0, 1] {
        ruling = ruling.tally(ids[i], combat.tallies[i].clone());
        ruling = ruling.rolled(field.side(ids[i]), Some(ids[i]), combat.faces[i]);
    }
    combat.end.rules.iter().fold(ruling, |ruling, &rule| ruling.also(rule))
}

/// What comes of a combat, in words.
fn fate(field: &Field, ids: [UnitId; 2], manner: Manner, combat: &Combat) -> String {
    let level = match combat.end.level {
        Level::Equal => "equal",
        Level::Beaten => "beaten",
        Level::Doubled => "doubled",
    };
    let suffers = |i: usize| {
        let name = voice::again(field, ids[i], ids[1 - i]);
        let was = name.was();
        let is_lower = combat.end.lower == Some(i);
        Some(match (combat.end.results[i], is_lower) {
            (Effect::None, _) => return None,
            (Effect::Destroyed, true) => format!("{name} {was} {level} and destroyed"),
            (Effect::Destroyed, false) => format!("{name} {was} destroyed"),
            (effect, true) => format!("{name} {was} {level} and {}", had_to(effect)),
            (effect, false) => format!("{name} {}", had_to(effect)),
        })
    };
    let results: Vec<String> = [0, 1].into_iter().filter_map(suffers).collect();
    match (results.is_empty(), combat.end.lower) {
        // Nobody shoots back at a shooter who scores less.
        (true, Some(0)) if manner == Manner::Shot => "the shot had no effect".to_owned(),
        (true, None) => "the scores were equal, and neither gave way".to_owned(),
        (true, Some(i)) => {
            let name = voice::again(field, ids[i], ids[1 - i]);
            format!("{name} {} {level}, to no effect", name.was())
        }
        (false, _) => voice::list(results),
    }
}

/// What an element must do that is not destroyed on the spot.
fn had_to(effect: Effect) -> &'static str {
    match effect {
        Effect::Recoil => "had to recoil",
        Effect::Flee => "had to flee",
        Effect::AbandonCamp => "abandoned the camp",
        Effect::None | Effect::Destroyed => "held",
    }
}

/// A move that an element was made to make: how far it went from where it stood.
pub fn forced(id: UnitId, rule: RuleId, went: &str, from: Pose, and: &[String], cx: &mut Cx<'_>) {
    cx.rule(|field| {
        let far = in_paces(field.unit(id).pose.at.vec() - from.at.vec()).len();
        let and: String = and.iter().map(|more| format!(", {more}")).collect();
        let text = format!("{} {went} {}{and}.", voice::name(field, id), voice::paces(far));
        Ruling::new(rule, text)
    });
}

/// A shot for which nobody was left.
pub fn lost_shot(field: &Field, target: UnitId) -> Ruling {
    Ruling::new(
        rule::SHOOT_ORDER,
        format!("Nobody was left who could shoot at {}.", voice::name(field, target)),
    )
}

/// What blocks a recoil, in words: " past Spears (C7), who could be neither passed nor pushed".
pub fn block(field: &Field, who: &Name, by: Block) -> String {
    let unit = |id: UnitId| voice::name(field, id);
    match by {
        Block::Held(id) => format!(" with {} on {} flank or rear", unit(id), who.its()),
        Block::Enemy(id) => format!(" with {} behind {}", unit(id), who.them()),
        Block::Friend(id) => format!(" past {}, who could be neither passed nor pushed,", unit(id)),
        Block::Camp(side) => format!(" into the camp of {}", voice::side(field, side)),
        Block::Edge => " over the edge of the table".to_owned(),
        Block::Ground => format!(" into ground that {} could not enter", who.it()),
    }
}
