//! Moves: normal, charge, evade and recoil distances, and who catches whom.

use crate::data::tables::tables;
use crate::data::troop::{Mover, Troop};
use crate::house::House;

/// The normal move (`wrg6.move.distances`).
pub fn normal(mover: Mover) -> u16 {
    tables().rates(mover).normal
}

/// The charge, for those who can.
pub fn charge(mover: Mover) -> Option<u16> {
    tables().rates(mover).charge
}

/// The paces of an evade, rout, pursuit or break-off with such a die, for those who can (`wrg6.move.evade`).
pub fn evade(house: &House, mover: Mover, face: u8) -> Option<u16> {
    let rates = tables().rates(mover);
    let more = if rates.die { u16::from(face) * house.evade_die_paces } else { 0 };
    rates.evade.map(|paces| paces + more)
}

/// A distance over difficult ground: half, without fractions, for those it slows (`wrg6.terrain.difficult`).
pub fn over_difficult(house: &House, slowed: bool, paces: u16) -> u16 {
    if slowed && house.difficult_terrain_halves { paces / 2 } else { paces }
}

/// How far a body recoils (`wrg6.melee.recoil`).
pub fn recoil(house: &House, troop: Troop) -> u16 {
    let as_foot = !troop.is_mounted() || troop == Troop::Elephant;
    if as_foot { house.recoil_foot } else { house.recoil_mounted }
}

/// Whether runners with a start are caught by those who run so far (`wrg6.charge.evaders`).
pub fn catches(runs_after: f64, gap: f64, runs_away: f64) -> bool {
    runs_after >= gap + runs_away
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loose_and_open_foot_keep_their_pace_in_difficult_ground() {
        let house = House::default();
        let slowed = |troop| over_difficult(&house, Mover::of(troop).is_some_and(Mover::minds_going), 81);
        assert_eq!([slowed(Troop::LightInfantry), slowed(Troop::HeavyCavalry)], [81, 40]);
        for troop in Troop::ALL.iter().filter(|t| Mover::of(**t).is_some()) {
            let mover = Mover::of(*troop).expect("it has a row");
            assert_eq!(mover.minds_going(), troop.minds_going(), "{}", troop.key());
        }
        let free = House { difficult_terrain_halves: false, ..house };
        assert_eq!(over_difficult(&free, true, 81), 81);
    }

    #[test]
    fn engines_that_cannot_run_do_not() {
        let house = House::default();
        assert_eq!(evade(&house, Mover::OxDrawn, 3), None);
        assert_eq!(evade(&house, Mover::SiegeTower, 3), Some(20));
        assert_eq!(evade(&house, Mover::SuperHeavyInfantry, 3), Some(30));
    }
}
