//! Questions of winning.

use crate::desk::forms::{Question, count_of_each, counts, flag};
use crate::victory::{self, Losses};
use crate::{Dba, rule};
use binding::desk::rules;
use form::{Fault, Field, Filled, Kind, Node};
use serde_json::{Value, json};
use umpire::{BySide, Side};

/// The questions of this chapter.
pub fn questions() -> Vec<Question> {
    let lost = || {
        Kind::record([
            Field::new("destroyed", count_of_each(), "how many of each type are lost").or(Node::record([])),
            flag("general_lost", "whether the general's element is among them"),
            flag("camp_lost", "whether the enemy has taken the camp"),
        ])
    };
    vec![Question::new(
        "victory",
        "who has won",
        "Each side's losses as they count, and the winner, if the battle ends.",
        [Field::new("a", lost(), "what one side lost"), Field::new("b", lost(), "what the other side lost")],
        who_won,
    )]
}

fn who_won(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let lost = BySide(["a", "b"].map(|name| {
        let side = form.record(name);
        let destroyed = counts(side.map("destroyed"));
        let counted = destroyed.iter().filter(|(troop, _)| victory::counts(*troop));
        Losses {
            elements: counted.map(|(_, n)| i32::from(n)).sum(),
            general: side.bool("general_lost"),
            camp: side.bool("camp_lost"),
        }
    }));
    let winner = match victory::winner(&book.house, &lost) {
        Some(Side::Red) => "a",
        Some(Side::Blue) => "b",
        None => "none",
    };
    let [a, b] = lost.map(|l| l.count(&book.house)).0;
    Ok(json!({
        "losses": { "a": a, "b": b },
        "winner": winner,
        "rules": rules([rule::VICTORY_COUNT, rule::VICTORY_CAMP, rule::VICTORY_WIN]),
    }))
}
