//! The lines of the list of reaction factors.

use crate::data::tables::tables;
use crate::house::House;
use binding::choice;
use mechanics::{Counted, Counts};
use ruling::Tally;

choice! {
    /// A line of the list, in the order of the sheet.
    Line {
        /// The testers or friends near are advancing.
        Advancing => "advancing",
        /// Enemies retiring.
        EnemyRetiring => "enemy_retiring",
        /// Friends charging or pursuing.
        FriendsCharging => "friends_charging",
        /// The standard, advancing.
        StandardAdvancing => "standard_advancing",
        /// They inflicted more than they received.
        InflictedMore => "inflicted_more",
        /// Enemies broken.
        EnemyBroken => "enemy_broken",
        /// Charging a weak target.
        WeakTarget => "weak_target",
        /// One enemy at most.
        SingleEnemy => "single_enemy",
        /// The relic in sight.
        RelicVisible => "relic_visible",
        /// They pursued.
        Pursuing => "pursuing",
        /// They are impetuous or looting.
        ImpetuousOrLooting => "impetuous_or_looting",
        /// Enemies advancing.
        EnemyAdvancing => "enemy_advancing",
        /// Friends retiring.
        FriendsRetiring => "friends_retiring",
        /// Enemy elephants or chariots near.
        EnemyElephantsOrChariots => "enemy_elephants_or_chariots",
        /// They were outranged.
        Outranged => "outranged",
        /// Half casualties a figure from shooting.
        ShotHalfCasualties => "shot_half_casualties",
        /// The standard, retiring.
        StandardRetiring => "standard_retiring",
        /// They received more than they inflicted.
        ReceivedMore => "received_more",
        /// Friends broken.
        FriendsBroken => "friends_broken",
        /// Threatened from flank, height or cover.
        Threatened => "threatened",
        /// No friends near.
        NoFriends => "no_friends",
        /// Fire, engines or strange beasts.
        FireOrBeasts => "fire_or_beasts",
        /// The relic lost.
        RelicLost => "relic_lost",
        /// Light troops.
        LightTroops => "light_troops",
        /// Mounted charged by foot.
        MountedChargedByFoot => "mounted_charged_by_foot",
        /// Surprised, shaken or routing.
        SurprisedShakenOrRouting => "surprised_shaken_or_routing",
        /// The standard lost.
        StandardLost => "standard_lost",
        /// The commander beaten in person.
        CommanderDefeated => "commander_defeated",
        /// Flanks and rear secure.
        FlanksSecure => "flanks_secure",
        /// A general near.
        GeneralNear => "general_near",
        /// High ground or cover.
        HighGroundOrCover => "high_ground_or_cover",
        /// A subordinate general with them.
        SubGeneralWith => "sub_general_with",
        /// The commander-in-chief with them.
        CincWith => "cinc_with",
    }
}

/// The lines for generals, of which only the greatest counts (`wrg6.reaction.factor.generals`).
pub const GENERALS: [Line; 3] = [Line::CincWith, Line::SubGeneralWith, Line::GeneralNear];

/// The lines that ask which way a body last moved (`wrg6.reaction.advancing`).
pub const BY_HEADING: [Line; 6] = [
    Line::Advancing,
    Line::EnemyRetiring,
    Line::EnemyAdvancing,
    Line::FriendsRetiring,
    Line::StandardAdvancing,
    Line::StandardRetiring,
];

/// The lines that ask who is near (`wrg6.reaction.distance`).
pub const BY_DISTANCE: [Line; 12] = [
    Line::EnemyRetiring,
    Line::FriendsCharging,
    Line::EnemyBroken,
    Line::SingleEnemy,
    Line::RelicVisible,
    Line::EnemyAdvancing,
    Line::FriendsRetiring,
    Line::EnemyElephantsOrChariots,
    Line::FriendsBroken,
    Line::NoFriends,
    Line::GeneralNear,
    Line::FlanksSecure,
];

impl Line {
    /// How it counts.
    pub fn counts(self) -> Counts {
        tables().reaction.factors[self as usize].counts
    }

    /// Whether it follows from other things and is never given.
    pub const fn is_derived(self) -> bool {
        matches!(self, Line::LightTroops | Line::MountedChargedByFoot | Line::ShotHalfCasualties)
    }
}

impl From<Line> for usize {
    fn from(line: Line) -> usize {
        line as usize
    }
}

/// How often each line counts; for a line of choice 1 or -1.
pub type Lines = Counted<Line, { Line::ALL.len() }>;

/// The factors that apply, in the order of the sheet, as the house values them.
pub fn tally(lines: &Lines, house: &House) -> Tally {
    let mut lines = *lines;
    let mut generals = GENERALS.into_iter().filter(|line| lines.times(*line) != 0);
    generals.next();
    let lesser: Vec<Line> = generals.collect();
    lesser.into_iter().for_each(|line| lines.omit(line));
    lines.tally(&tables().reaction.factors, house.reaction_value_column as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_list_the_same_lines() {
        let listed: Vec<&str> = tables().reaction.factors.iter().map(|f| f.key.as_str()).collect();
        let known: Vec<&str> = Line::ALL.iter().map(|line| line.key()).collect();
        assert_eq!(listed, known);
    }

    #[test]
    fn every_line_counts_alone_as_the_sheet_values_it() {
        for (line, factor) in Line::ALL.iter().zip(&tables().reaction.factors) {
            let mut lines = Lines::default();
            lines.note(*line, true);
            let tally = tally(&lines, &House::default());
            assert_eq!(tally.total(), i16::from(factor.values[0]), "{}", factor.key);
            assert_eq!(tally.factors().len(), 1);
        }
    }

    #[test]
    fn the_greatest_general_counts_with_his_own_sign() {
        let mut lines = Lines::default();
        lines.choose(Line::GeneralNear, true);
        lines.choose(Line::SubGeneralWith, false);
        assert_eq!(tally(&lines, &House::default()).total(), -2);
        lines.choose(Line::CincWith, true);
        assert_eq!(tally(&lines, &House::default()).total(), 3);
    }
}
