//! Stances: how an army as a whole goes about the battle.

/// How an army goes about the battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// What its own losses count against the enemy's.
    pub caution: f64,
    /// How near shooters go, as a share of their range.
    pub range: f64,
    /// How far within its own reach a unit goes that would charge.
    pub ready: f64,
    /// How far beyond the enemy's reach a unit stays that would not.
    pub keep: f64,
}

/// What a recruit does.
pub const RECRUIT: Stance = Stance { caution: 1.0, range: 0.9, ready: 1.0, keep: 0.6 };

/// Close up to the enemy, whatever he may do.
pub const CLOSE: Stance = Stance { caution: 0.3, range: 0.4, ready: 4.0, ..RECRUIT };

/// Keep well away from all who are stronger.
pub const AWAY: Stance = Stance { caution: 3.0, keep: 6.0, ..RECRUIT };
