//! Stances: how an army as a whole goes about the battle.

/// Which way those go who have nobody to charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// As their orders say: those who attack go at the enemy, those who hold wait for him.
    Ordered,
    /// At the enemy.
    Advance,
    /// Nowhere: the enemy shall come.
    Stand,
}

/// How an army goes about the battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Which way foot goes.
    pub foot: Bearing,
    /// Which way riders go.
    pub horse: Bearing,
    /// What a charge must promise.
    pub least: f64,
    /// Whether those who would run after the beaten are held back.
    pub restrains: bool,
    /// Whether those who attack let an enemy come whom they would not beat head on, and dare more when it is late and
    /// the enemy is ahead.
    pub prudent: bool,
    /// Whether shots go where they hurt most, and not at the nearest.
    pub aims: bool,
}

/// What a recruit does: as ordered, at whoever is nearest.
pub const RECRUIT: Stance = Stance {
    foot: Bearing::Ordered,
    horse: Bearing::Ordered,
    least: 0.0,
    restrains: false,
    prudent: false,
    aims: false,
};

/// What a veteran does unless something else is better.
pub const USUAL: Stance = Stance { prudent: true, aims: true, ..RECRUIT };

/// How the enemy may go about it: as a recruit, or knowing better.
pub const ENEMIES: [Stance; 2] = [RECRUIT, USUAL];

/// The ways of going on that a veteran weighs.
pub const WAYS: [Stance; 11] = [
    USUAL,
    Stance { prudent: false, ..USUAL },
    Stance { foot: Bearing::Stand, horse: Bearing::Stand, ..USUAL },
    Stance { foot: Bearing::Advance, horse: Bearing::Advance, ..USUAL },
    Stance { foot: Bearing::Stand, horse: Bearing::Advance, ..USUAL },
    Stance { foot: Bearing::Advance, horse: Bearing::Stand, ..USUAL },
    Stance { least: 0.2, ..USUAL },
    Stance { least: -0.2, ..USUAL },
    Stance { foot: Bearing::Stand, horse: Bearing::Stand, least: 0.2, ..USUAL },
    Stance { foot: Bearing::Stand, horse: Bearing::Stand, least: 1.0, ..USUAL },
    Stance { restrains: true, ..USUAL },
];
