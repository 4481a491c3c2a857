//! Stances: how an army as a whole goes about the battle.

/// How an army goes about the battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// What its own losses count against the enemy's.
    pub caution: f64,
    /// What the charges count that a place invites.
    pub fear: f64,
    /// How many enemies a unit looks at, the nearest first.
    pub foes: usize,
    /// The shares of a move at which it would stop.
    pub strides: &'static [f64],
}

/// What a recruit does.
pub const RECRUIT: Stance = Stance { caution: 1.0, fear: 1.0, foes: 5, strides: &[0.2, 0.4, 0.6, 0.8, 1.0] };

/// Close up to the enemy sooner than a recruit would.
pub const BOLD: Stance = Stance { caution: 0.6, fear: 0.5, ..RECRUIT };

/// Keep further away from all who are stronger.
pub const WARY: Stance = Stance { caution: 1.6, fear: 2.0, ..RECRUIT };

/// What a recruit does at a glance: what others are thought to do in battles that are only imagined.
pub const GLANCE: Stance = Stance { foes: 2, strides: &[0.5, 1.0], ..RECRUIT };

impl Stance {
    /// The same at a glance.
    pub const fn at_a_glance(self) -> Stance {
        Stance { foes: GLANCE.foes, strides: GLANCE.strides, ..self }
    }
}
