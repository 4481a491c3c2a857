//! Generals: risk, personal combat, messengers; and the throws of those who arrive or come back.

use crate::data::tables::tables;
use crate::house::House;
use dice::{D6, Dice, RollId};

/// Whether a general whose body lost so many figures is disabled (`wrg6.generals.risk`).
pub fn falls(figures_lost: u16, why: RollId, dice: &mut dyn Dice) -> bool {
    dice.hits(why, &D6, figures_lost, 6) > 0
}

/// Who wins a personal combat with these throws: the first, the second or nobody (`wrg6.generals.challenge`).
pub fn duel(a: u8, b: u8) -> Option<usize> {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    }
}

/// How many periods an order takes to a body so far from its general (`wrg6.orders.change`).
pub fn messenger(house: &House, distance: f64) -> u16 {
    if distance <= tables().command.at_once {
        return 0;
    }
    (distance / f64::from(house.messenger_paces)).ceil() as u16
}

/// Whether a flank march may throw for its arrival (`wrg6.arrivals.dice`).
pub fn may_arrive(period: u16) -> bool {
    period >= tables().arrivals.from_period
}

/// Whether a body that left may throw to come back (`wrg6.arrivals.return`).
pub fn may_return(tries: u16, pursued_off: bool) -> bool {
    tries < tables().arrivals.tries && !pursued_off
}

/// Whether a flank march arrives on that throw (`wrg6.arrivals.dice`).
pub fn arrives(house: &House, face: u8) -> bool {
    u16::from(face) >= house.flank_march_score
}

/// Whether a body that left comes back on that throw (`wrg6.arrivals.return`).
pub fn returns(face: u8) -> bool {
    u16::from(face) >= tables().arrivals.return_score
}
