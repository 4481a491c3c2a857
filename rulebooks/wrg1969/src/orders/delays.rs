//! How long orders take: dictating, riding, taking in.

use crate::data::measure::within;
use crate::data::moves::{self, Mover};
use crate::data::tables::tables;
use crate::house::{Digest, House};

/// When a messenger's order is where, by period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errand {
    /// How many periods he rides.
    pub travel: u32,
    /// In which he leaves.
    pub leaves: u32,
    /// In which he arrives.
    pub arrives: u32,
    /// In which the unit acts.
    pub acts: u32,
}

/// How many periods a rider takes over a distance, with one gallop a trip or none (`wrg1969.orders.messengers`).
pub fn travel_periods(rider: Mover, gallop: bool, distance: f64) -> u32 {
    let normal = moves::normal(rider);
    let extra = if gallop { moves::bonus(rider) } else { 0.0 };
    let mut periods = 1;
    while !within(distance, normal * f64::from(periods) + extra) {
        periods += 1;
    }
    periods
}

/// How many periods a unit takes an order in beyond that in which it gets it.
pub fn digesting(house: &House) -> u16 {
    match house.digest {
        Digest::Arrival => 0,
        Digest::Full => 1,
    }
}

/// An order dictated in a period and carried so far (`wrg1969.orders.change.timeline`).
pub fn errand(house: &House, rider: Mover, gallop: bool, distance: f64, dictated_in: u32) -> Errand {
    let travel = travel_periods(rider, gallop, distance);
    let arrives = dictated_in + travel;
    Errand { travel, leaves: dictated_in + 1, arrives, acts: arrives + 1 + u32::from(digesting(house)) }
}

/// Whether a signal reaches a unit so far off (`wrg1969.orders.change.signal`).
pub fn signal_reaches(distance: f64, visible: bool) -> bool {
    visible && within(distance, tables().command.signal_range)
}

/// In which period a unit acts on a signal (`wrg1969.orders.change.implement`).
pub fn signal_acts_in(house: &House, given_in: u32) -> u32 {
    given_in + 1 + u32::from(digesting(house))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::troop::Troop;

    #[test]
    fn one_period_of_a_trip_may_be_galloped() {
        let rider = Mover::new(Troop::LightCavalry);
        let periods = |distance| travel_periods(rider, true, distance);
        assert_eq!([0.0, 24.0, 24.5, 40.0, 40.1].map(periods), [1, 1, 2, 2, 3]);
        assert_eq!(travel_periods(rider, false, 24.0), 2);
    }

    #[test]
    fn a_full_period_to_digest_delays_everyone() {
        let house = House { digest: Digest::Full, ..House::default() };
        assert_eq!(errand(&house, Mover::new(Troop::LightCavalry), true, 10.0, 1).acts, 4);
        assert_eq!((signal_acts_in(&house, 4), signal_acts_in(&House::default(), 4)), (6, 5));
    }
}
