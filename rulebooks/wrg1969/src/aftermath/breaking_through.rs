//! Broken troops with somebody in their way: whom they may try to ride down, and friends they burst through.

use crate::data::measure::within;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::rule;
use ruling::RuleId;

/// How heavy cavalry is, chariots as medium; none for others.
fn weight_mounted(troop: Troop) -> Option<u8> {
    match troop {
        Troop::SuperHeavyCavalry => Some(4),
        Troop::HeavyCavalry => Some(3),
        Troop::MediumCavalry | Troop::Chariot | Troop::AssyrianChariot => Some(2),
        Troop::LightCavalry => Some(1),
        _ => None,
    }
}

/// How heavy infantry is; none for others.
fn weight_on_foot(troop: Troop) -> Option<u8> {
    match troop {
        Troop::HeavyInfantry => Some(3),
        Troop::MediumInfantry => Some(2),
        Troop::LightInfantry => Some(1),
        _ => None,
    }
}

/// Whether routers may try to break through an enemy in their way, and the rule that says so.
///
/// Whom they may not try is an impassable obstacle to them.
pub fn may_try(router: Troop, enemy: Troop, facing: bool, pikes: bool) -> (bool, RuleId) {
    let lighter = |mine: u8, his: Option<u8>| his.is_some_and(|his| his < mine);
    let facing_pikes = facing && pikes;

    match (weight_mounted(router), weight_on_foot(router)) {
        (Some(_), _) if router == Troop::SuperHeavyCavalry => {
            (!facing_pikes, rule::ROUT_BREAK_THROUGH_CAVALRY)
        }
        (Some(mine), _) => {
            let light_foot = enemy == Troop::LightInfantry;
            let foot_not_facing = enemy.is_close_infantry() && !facing;
            let may = lighter(mine, weight_mounted(enemy)) || light_foot || foot_not_facing;
            (may, rule::ROUT_BREAK_THROUGH_CAVALRY)
        }
        (None, Some(mine)) => {
            (lighter(mine, weight_on_foot(enemy)) && !facing_pikes, rule::ROUT_BREAK_THROUGH_INFANTRY)
        }
        (None, None) => (false, rule::ROUT_BREAK_THROUGH_INFANTRY),
    }
}

/// What happens to friends whom routers meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Friend {
    /// Nothing.
    Unaffected,
    /// They are disorganised.
    Disorganised,
    /// They join the rout.
    SweptAway,
}

impl Friend {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Friend::Unaffected => "unaffected",
            Friend::Disorganised => "disorganised",
            Friend::SweptAway => "swept_away",
        }
    }
}

/// The narrowest gap that routers swerve to, in figures (`wrg1969.rout.path`).
pub const GAP: u32 = 3;

/// Whether routers swerve to a gap between friends, so wide and so far off.
pub fn swerves(gap_figures: u32, gap_distance: f64) -> bool {
    gap_figures >= GAP && within(gap_distance, tables().moves.swerve)
}

/// What becomes of friends that routers burst through; light infantry harm nobody (`wrg1969.rout.burst`).
pub fn burst(router: Troop, friend_regular: bool) -> Friend {
    match router {
        Troop::LightInfantry => Friend::Unaffected,
        _ if friend_regular => Friend::Disorganised,
        _ => Friend::SweptAway,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Troop::{
        Chariot, Elephant, HeavyCavalry, HeavyInfantry, LightCavalry, LightInfantry, MediumCavalry,
        MediumInfantry, StoneThrower, SuperHeavyCavalry,
    };

    #[test]
    fn horse_rides_down_the_lighter() {
        let may = |enemy| may_try(HeavyCavalry, enemy, true, false).0;
        let enemies = [MediumCavalry, Chariot, LightCavalry, LightInfantry];
        assert_eq!(enemies.map(may), [true; 4]);
        let enemies =
            [HeavyCavalry, SuperHeavyCavalry, HeavyInfantry, MediumInfantry, Elephant, StoneThrower];
        assert_eq!(enemies.map(may), [false; 6]);
        assert!(may_try(HeavyCavalry, HeavyInfantry, false, false).0);
        assert!(
            !may_try(Chariot, MediumCavalry, true, false).0 && may_try(Chariot, LightCavalry, true, false).0
        );
    }

    #[test]
    fn cataphracts_fear_facing_pikes_alone() {
        assert!(may_try(SuperHeavyCavalry, Elephant, true, false).0);
        assert!(!may_try(SuperHeavyCavalry, MediumInfantry, true, true).0);
        assert!(may_try(SuperHeavyCavalry, MediumInfantry, false, true).0);
    }

    #[test]
    fn foot_tries_lighter_foot_alone() {
        assert!(may_try(HeavyInfantry, MediumInfantry, true, false).0);
        assert!(!may_try(HeavyInfantry, MediumInfantry, true, true).0);
        assert!(!may_try(HeavyInfantry, LightCavalry, true, false).0);
        assert!(
            !may_try(LightInfantry, LightInfantry, true, false).0
                && !may_try(Elephant, LightInfantry, true, false).0
        );
    }

    #[test]
    fn friends_are_swerved_round_or_burst_through() {
        assert!(swerves(3, 5.0) && !swerves(2, 1.0) && !swerves(3, 5.1));
        assert_eq!(burst(HeavyInfantry, false), Friend::SweptAway);
        assert_eq!(burst(HeavyInfantry, true), Friend::Disorganised);
        assert_eq!(burst(LightInfantry, false), Friend::Unaffected);
    }
}
