//! The lines of the list of reaction factors, and how often each counts.

use crate::data::tables::tables;
use crate::rule;
use mechanics::{Counted, Counts};
use ruling::{RuleId, Tally};

/// Names each line once: the enum, its words and its rules follow.
macro_rules! lines {
    ($($(#[$doc:meta])* $line:ident $key:literal $rule:ident,)*) => {
        /// A line of the list of factors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Line {
            $($(#[$doc])* $line,)*
        }

        impl Line {
            /// Every line, in the order of the book.
            pub const ALL: [Line; Line::COUNT] = [$(Line::$line),*];
            /// Every line's word, in the same order.
            pub const KEYS: [&'static str; Line::COUNT] = [$($key),*];
            const RULES: [RuleId; Line::COUNT] = [$(rule::$rule),*];
        }
    };
}

lines! {
    /// Each friendly unit near and in view.
    FriendsNear "friends_near" REACTION_FACTOR_FRIENDS_NEAR,
    /// Other friendly units in sight.
    FriendsInSight "friends_in_sight" REACTION_FACTOR_FRIENDS_IN_SIGHT,
    /// A friendly unit advancing.
    FriendsAdvancing "friends_advancing" REACTION_FACTOR_FRIENDS_ADVANCING,
    /// A friendly unit charging.
    FriendsCharging "friends_charging" REACTION_FACTOR_FRIENDS_CHARGING,
    /// Supported from the rear.
    RearSupport "rear_support" REACTION_FACTOR_REAR_SUPPORT,
    /// An enemy unit retiring or retreating.
    EnemyRetiring "enemy_retiring" REACTION_FACTOR_ENEMY_RETIRING,
    /// An enemy unit showing flank or rear.
    EnemyShowsFlank "enemy_shows_flank" REACTION_FACTOR_ENEMY_SHOWS_FLANK,
    /// Uphill of an enemy.
    Uphill "uphill" REACTION_FACTOR_UPHILL,
    /// Friendly cover near.
    FriendlyCover "friendly_cover" REACTION_FACTOR_FRIENDLY_COVER,
    /// Each enemy unit routing.
    EnemiesRouting "enemies_routing" REACTION_FACTOR_ENEMIES_ROUTING,
    /// Each enemy unit near and facing.
    EnemiesNearFacing "enemies_near_facing" REACTION_FACTOR_ENEMIES_NEAR_FACING,
    /// Other enemy units in sight.
    EnemiesInSight "enemies_in_sight" REACTION_FACTOR_ENEMIES_IN_SIGHT,
    /// Enemy cavalry near.
    EnemyCavalry "enemy_cavalry" REACTION_FACTOR_ENEMY_CAVALRY,
    /// An enemy unit advancing.
    EnemyAdvancing "enemy_advancing" REACTION_FACTOR_ENEMY_ADVANCING,
    /// Under fire by ten figures.
    UnderFire "under_fire" REACTION_FACTOR_UNDER_FIRE,
    /// An enemy unit on the flank.
    EnemyOnFlank "enemy_on_flank" REACTION_FACTOR_ENEMY_ON_FLANK,
    /// Downhill from an enemy.
    Downhill "downhill" REACTION_FACTOR_DOWNHILL,
    /// A friendly unit retiring or retreating.
    FriendsRetiring "friends_retiring" REACTION_FACTOR_FRIENDS_RETIRING,
    /// Disorganised.
    Disorganised "disorganised" REACTION_FACTOR_DISORGANISED,
    /// Each sixth of the original strength lost.
    SixthsLost "sixths_lost" REACTION_FACTOR_SIXTHS_LOST,
    /// Itself retiring or retreating.
    SelfRetiring "self_retiring" REACTION_FACTOR_SELF_RETIRING,
    /// Armed with bows.
    Bows "bows" REACTION_FACTOR_BOWS,
    /// Without shields.
    Shieldless "shieldless" REACTION_FACTOR_SHIELDLESS,
    /// Enemy elephants or chariots near.
    ElephantsOrChariots "elephants_or_chariots" REACTION_FACTOR_ELEPHANTS_OR_CHARIOTS,
    /// Enemy just sighted close by.
    JustSighted "just_sighted" REACTION_FACTOR_JUST_SIGHTED,
    /// Each friendly unit routing.
    FriendsRouting "friends_routing" REACTION_FACTOR_FRIENDS_ROUTING,
    /// Unfriendly cover near.
    UnfriendlyCover "unfriendly_cover" REACTION_FACTOR_UNFRIENDLY_COVER,
    /// An enemy in the rear or in the path of retreat.
    EnemyInRear "enemy_in_rear" REACTION_FACTOR_ENEMY_IN_REAR,
}

impl Line {
    /// How many lines there are.
    pub const COUNT: usize = 28;

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        Line::KEYS[self as usize]
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        Line::RULES[self as usize]
    }

    /// What it adds each time it counts.
    pub fn value(self) -> i8 {
        tables().reaction.factor[self as usize].values[0]
    }

    /// Whether it counts for every unit; otherwise once, however many there are.
    pub fn each(self) -> bool {
        tables().reaction.factor[self as usize].counts == Counts::Each
    }
}

impl From<Line> for usize {
    fn from(line: Line) -> usize {
        line as usize
    }
}

/// How often each line counts for a unit.
pub type Sheet = Counted<Line, { Line::COUNT }>;

/// The most that a question may let a line count.
pub const MOST: i64 = 50;

/// The factors that count, all added up (`wrg1969.reaction.factor`).
pub fn tally(sheet: &Sheet) -> Tally {
    sheet.tally(&tables().reaction.factor, 0)
}

/// Their sum alone.
pub fn total(sheet: &Sheet) -> i16 {
    sheet.sum(&tables().reaction.factor, 0)
}
