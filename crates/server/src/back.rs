//! Taking back: what has been decided and is not final yet.
//!
//! The store is only ever added to, so a decision that is taken back stays in it, and behind it the word that it was
//! taken back. A decision is final once dice were thrown for it or the side that made it has seen something of the
//! enemy through it.

use std::collections::VecDeque;
use store::{Standing, StepRow};
use testudo::AnyBattle;
use umpire::{BySide, Digest, Side, Viewer};

/// What is kept in place of a command.
const WORD: &str = "\"take_back\"";

/// How a battle stood before a decision that is not final yet.
#[derive(Debug)]
pub struct Before {
    /// Who decided.
    pub side: Side,
    /// The battle.
    pub battle: AnyBattle,
    /// Whose sealed decisions were in.
    pub sealed: BySide<bool>,
    /// How it stood, for lists.
    pub standing: Standing,
    /// How many decisions stood.
    pub stand: u32,
    /// What was decided, in words.
    pub words: String,
}

/// How many decisions can be taken back at most: each is kept in memory with the battle before it.
const MOST: usize = 200;

/// The decisions that are not final yet, in their order.
#[derive(Debug, Default)]
pub struct Open(VecDeque<Before>);

impl Open {
    /// Notes a decision; everything before it is final if it is.
    pub fn note(&mut self, before: Before, faces: &[u8], after: &AnyBattle) {
        if faces.is_empty() && !sees_more(before.side, &before.battle, after) {
            if self.0.len() == MOST {
                self.0.pop_front();
            }
            self.0.push_back(before);
        } else {
            self.0.clear();
        }
    }

    /// Gives the last decision its words.
    pub fn name(&mut self, words: String) {
        if let Some(before) = self.0.back_mut() {
            before.words = words;
        }
    }

    /// The last decision of a side that it could take back.
    pub fn last(&self, side: Side) -> Option<&Before> {
        self.0.iter().rev().find(|before| before.side == side)
    }

    /// Takes the last decision of a side back, and whatever was decided since.
    pub fn pop(&mut self, side: Side) -> Option<Before> {
        let at = self.0.iter().rposition(|before| before.side == side)?;
        self.0.drain(at..).next()
    }
}

/// Whether a side sees anything else of the enemy than before.
fn sees_more(side: Side, before: &AnyBattle, after: &AnyBattle) -> bool {
    let enemies = |battle: &AnyBattle| {
        let view = battle.view(Viewer::Player(side));
        let field = view.field();
        let theirs = field.ids().filter(|id| field.side(*id) != side);
        theirs.map(|id| (field.card(id).label.clone(), *field.unit(id))).collect::<Vec<_>>()
    };
    enemies(before) != enemies(after)
}

/// The word that a side takes its last decision back, as it is kept.
pub fn word(side: Side, digest: Digest, standing: Standing) -> StepRow {
    StepRow {
        side: side.as_str().to_owned(),
        command: WORD.to_owned(),
        faces: Vec::new(),
        digest: digest.to_string(),
        standing,
    }
}

/// Whether what is kept is such a word.
pub fn is_word(step: &StepRow) -> bool {
    step.command == WORD
}

/// The decisions that stand: without those taken back.
pub fn standing(steps: &[StepRow]) -> Vec<&StepRow> {
    let mut stand: Vec<&StepRow> = Vec::with_capacity(steps.len());
    for step in steps {
        if !is_word(step) {
            stand.push(step);
        } else if let Some(at) = stand.iter().rposition(|kept| kept.side == step.side) {
            stand.truncate(at);
        }
    }
    stand
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(side: Side, command: &str) -> StepRow {
        let standing = Standing { turn: 1, waiting: "red".to_owned(), since: 0 };
        let digest = "0123456789abcdef".parse().expect("a digest");
        StepRow { command: command.to_owned(), ..word(side, digest, standing) }
    }

    #[test]
    fn what_was_taken_back_does_not_stand() {
        let steps = [
            row(Side::Red, "1"),
            row(Side::Red, "2"),
            row(Side::Blue, "3"),
            row(Side::Red, WORD),
            row(Side::Red, "4"),
        ];
        let left: Vec<&str> = standing(&steps).iter().map(|step| step.command.as_str()).collect();
        assert_eq!(left, ["1", "4"]);
    }
}
