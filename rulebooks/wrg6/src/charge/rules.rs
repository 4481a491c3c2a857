//! Charges: how a body may answer one.

use crate::board::state::Answer;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::orders::order::Posture;
use crate::rule;
use ruling::RuleId;

/// A body that is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    /// Who.
    pub troop: Troop,
    /// By whom.
    pub charger: Troop,
    /// Its posture.
    pub posture: Posture,
    /// Whether it is in cover.
    pub in_cover: bool,
    /// The row of its test.
    pub row: u8,
    /// Whether it was shaken.
    pub shaken: bool,
    /// Whether it can go nowhere.
    pub pinned: bool,
}

/// The answers that orders and the test leave, in the order of their words.
pub fn answers_left(charged: &Charged) -> Vec<Answer> {
    let skirmishes = charged.posture == Posture::Skirmish;
    let mut all = match charged.row {
        6 => vec![Answer::Rout],
        5 if charged.shaken || skirmishes => vec![Answer::Rout],
        5 => vec![Answer::Stand],
        _ if charged.pinned => vec![Answer::Stand],
        1 => vec![Answer::Countercharge],
        3 | 4 if skirmishes => vec![Answer::Evade],
        row => {
            let mut by_orders = by_orders(charged);
            let forbidden = row == 4 || (row == 3 && charged.posture == Posture::Hold);
            if let Some(i) = by_orders.iter().position(|r| *r == Answer::Countercharge)
                && forbidden
            {
                by_orders[i] = Answer::Stand;
            }
            by_orders
        }
    };
    all.sort_by_key(|response| response.key());
    all.dedup();
    all
}

/// The rules by which a body may answer as it may: its orders, where the test and its place leave them a say.
pub fn reasons(charged: &Charged) -> Vec<RuleId> {
    let skirmishes = charged.posture == Posture::Skirmish;
    let mut rules = Vec::new();
    if charged.row != 2 {
        rules.push(rule::REACTION_COLUMN_CHARGED);
    }
    let compelled = charged.pinned || skirmishes && charged.row >= 3;
    if (2..=4).contains(&charged.row) && !compelled {
        rules.extend_from_slice(match charged.posture {
            Posture::Skirmish => &[rule::ORDERS_S_COUNTERCHARGE, rule::ORDERS_S_STAND],
            Posture::Hold => &[rule::ORDERS_H_RESPONSE],
            Posture::Attack => &[rule::ORDERS_A_RESPONSE],
        });
    }
    rules
}

/// The rule by which a body may give one of its answers.
pub fn reason(charged: &Charged, answer: Answer) -> RuleId {
    match (charged.posture, answer) {
        _ if !(2..=4).contains(&charged.row) || charged.pinned => rule::CHARGE_RESPONSES,
        (Posture::Skirmish, Answer::Countercharge) => rule::ORDERS_S_COUNTERCHARGE,
        (Posture::Skirmish, _) => rule::ORDERS_S_STAND,
        (Posture::Hold, _) => rule::ORDERS_H_RESPONSE,
        (Posture::Attack, _) => rule::ORDERS_A_RESPONSE,
    }
}

/// What orders permit when the test leaves everything open.
fn by_orders(charged: &Charged) -> Vec<Answer> {
    let weight = |troop| tables().troop(troop).weight;
    let (mounted, by_mounted) = (charged.troop.is_mounted(), charged.charger.is_mounted());
    let may_evade = charged.charger == Troop::Elephant && (mounted || charged.troop.is_light());
    let mut all = Vec::new();
    match charged.posture {
        Posture::Skirmish => {
            all.push(Answer::Evade);
            if mounted && by_mounted && weight(charged.charger) <= weight(charged.troop) {
                all.push(Answer::Countercharge);
            }
            if !mounted && charged.in_cover {
                all.push(Answer::Stand);
            }
            return all;
        }
        Posture::Hold => {
            all.push(Answer::Stand);
            if mounted == by_mounted {
                all.push(Answer::Countercharge);
            }
        }
        Posture::Attack => {
            let stands = !mounted && by_mounted;
            all.push(if stands { Answer::Stand } else { Answer::Countercharge });
        }
    }
    if may_evade {
        all.push(Answer::Evade);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charged(troop: Troop, charger: Troop, posture: Posture, row: u8) -> Charged {
        Charged { troop, charger, posture, in_cover: false, row, shaken: false, pinned: false }
    }

    #[test]
    fn a_poor_test_takes_the_counter_charge_from_holders_before_attackers() {
        let answers = |posture, row| {
            answers_left(&charged(Troop::HeavyInfantry, Troop::LightHeavyInfantry, posture, row))
        };
        assert_eq!(answers(Posture::Hold, 3), [Answer::Stand]);
        assert_eq!(answers(Posture::Attack, 3), [Answer::Countercharge]);
        assert_eq!(answers(Posture::Attack, 4), [Answer::Stand]);
        assert_eq!(answers(Posture::Attack, 5), [Answer::Stand]);
        assert_eq!(answers(Posture::Hold, 6), [Answer::Rout]);
    }

    #[test]
    fn every_row_leaves_an_answer() {
        for troop in Troop::ALL {
            for charger in Troop::ALL {
                for posture in Posture::ALL {
                    for row in 1..=6 {
                        assert!(!answers_left(&charged(*troop, *charger, *posture, row)).is_empty());
                    }
                }
            }
        }
    }
}
