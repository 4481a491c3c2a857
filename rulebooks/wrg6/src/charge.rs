//! Charges: how a body may answer one.

use crate::order::Posture;
use crate::rule;
use crate::tables::tables;
use crate::troop::Troop;
use binding::choice;
use ruling::ledger;

choice! {
    /// An answer to a charge (`wrg6.charge.responses`).
    Response {
        /// Charging the chargers.
        Countercharge => "countercharge",
        /// Running from them.
        Evade => "evade",
        /// Breaking.
        Rout => "rout",
        /// Receiving them at the halt.
        Stand => "stand",
    }
}

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
pub fn responses(charged: &Charged) -> Vec<Response> {
    ledger::cite(rule::CHARGE_RESPONSES);
    let skirmishes = charged.posture == Posture::Skirmish;
    let mut all = match charged.row {
        6 => vec![Response::Rout],
        5 if charged.shaken || skirmishes => vec![Response::Rout],
        5 => vec![Response::Stand],
        _ if charged.pinned => vec![Response::Stand],
        1 => vec![Response::Countercharge],
        3 | 4 if skirmishes => vec![Response::Evade],
        row => {
            let mut by_orders = by_orders(charged);
            let forbidden = row == 4 || (row == 3 && charged.posture == Posture::Hold);
            if let Some(i) = by_orders.iter().position(|r| *r == Response::Countercharge)
                && forbidden
            {
                by_orders[i] = Response::Stand;
            }
            by_orders
        }
    };
    all.sort_by_key(|response| response.key());
    all.dedup();
    all
}

/// What orders permit when the test leaves everything open.
fn by_orders(charged: &Charged) -> Vec<Response> {
    let weight = |troop| tables().troop(troop).weight;
    let (mounted, by_mounted) = (charged.troop.is_mounted(), charged.charger.is_mounted());
    let may_evade = charged.charger == Troop::Elephant && (mounted || charged.troop.is_light());
    let mut all = Vec::new();
    match charged.posture {
        Posture::Skirmish => {
            all.push(Response::Evade);
            if mounted && by_mounted && weight(charged.charger) <= weight(charged.troop) {
                ledger::cite(rule::ORDERS_S_COUNTERCHARGE);
                all.push(Response::Countercharge);
            }
            if !mounted && charged.in_cover {
                ledger::cite(rule::ORDERS_S_STAND);
                all.push(Response::Stand);
            }
            return all;
        }
        Posture::Hold => {
            ledger::cite(rule::ORDERS_H_RESPONSE);
            all.push(Response::Stand);
            if mounted == by_mounted {
                all.push(Response::Countercharge);
            }
        }
        Posture::Attack => {
            ledger::cite(rule::ORDERS_A_RESPONSE);
            let stands = !mounted && by_mounted;
            all.push(if stands { Response::Stand } else { Response::Countercharge });
        }
    }
    if may_evade {
        all.push(Response::Evade);
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
        let answers =
            |posture, row| responses(&charged(Troop::HeavyInfantry, Troop::LightHeavyInfantry, posture, row));
        assert_eq!(answers(Posture::Hold, 3), [Response::Stand]);
        assert_eq!(answers(Posture::Attack, 3), [Response::Countercharge]);
        assert_eq!(answers(Posture::Attack, 4), [Response::Stand]);
        assert_eq!(answers(Posture::Attack, 5), [Response::Stand]);
        assert_eq!(answers(Posture::Hold, 6), [Response::Rout]);
    }

    #[test]
    fn every_row_leaves_an_answer() {
        for troop in Troop::ALL {
            for charger in Troop::ALL {
                for posture in Posture::ALL {
                    for row in 1..=6 {
                        assert!(!responses(&charged(*troop, *charger, *posture, row)).is_empty());
                    }
                }
            }
        }
    }
}
