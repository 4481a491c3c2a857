//! Break tests: their kinds, and what causes them.

/// The kinds of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An ordinary break test.
    Break,
    /// A panic test.
    Panic,
    /// An FC test.
    Fc,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Break, Kind::Panic, Kind::Fc];

    /// The word used in tables and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Kind::Break => "break",
            Kind::Panic => "panic",
            Kind::Fc => "fc",
        }
    }
}

/// What causes a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// Losses down to half.
    HalfCasualties,
    /// Losses from half on.
    CasualtiesBelowHalf,
    /// A friend near by is broken.
    BrokenFriend,
    /// A friend near by is destroyed.
    FriendDestroyed,
    /// The generals are dead.
    GeneralsKilled,
    /// It is on fire.
    OnFire,
    /// An elephant of the enemy is near.
    ElephantNear,
    /// An elephant of the enemy is near horses.
    ElephantCavalry,
    /// Fire is shot at the elephant.
    FlameAtElephant,
    /// Fire is shot near the elephant.
    FlameNearElephant,
    /// The elephant is wounded.
    ElephantWounded,
}

impl Trigger {
    /// How many there are.
    pub const COUNT: usize = 11;
    /// All of them, in the order of the tables.
    pub const ALL: [Trigger; Self::COUNT] = [
        Trigger::HalfCasualties,
        Trigger::CasualtiesBelowHalf,
        Trigger::BrokenFriend,
        Trigger::FriendDestroyed,
        Trigger::GeneralsKilled,
        Trigger::OnFire,
        Trigger::ElephantNear,
        Trigger::ElephantCavalry,
        Trigger::FlameAtElephant,
        Trigger::FlameNearElephant,
        Trigger::ElephantWounded,
    ];

    /// The word used in tables, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Trigger::HalfCasualties => "half_casualties",
            Trigger::CasualtiesBelowHalf => "casualties_below_half",
            Trigger::BrokenFriend => "broken_friend",
            Trigger::FriendDestroyed => "friend_destroyed",
            Trigger::GeneralsKilled => "generals_killed",
            Trigger::OnFire => "on_fire",
            Trigger::ElephantNear => "elephant_near",
            Trigger::ElephantCavalry => "elephant_cavalry",
            Trigger::FlameAtElephant => "flame_at_elephant",
            Trigger::FlameNearElephant => "flame_near_elephant",
            Trigger::ElephantWounded => "elephant_wounded",
        }
    }
}
