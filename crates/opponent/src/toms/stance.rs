//! Stances: how an army as a whole goes about the battle.

use umpire::UnitId;

/// Which way those march who have nobody to charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// At the enemy, shooters up to their range.
    Advance,
    /// Only shooters move, up to their range.
    Stand,
    /// Out of the enemy's bowshot.
    Withdraw,
    /// At the enemy, but not within reach of his charges: he may come first.
    Lurk,
}

/// How an army goes about the battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Which way it marches.
    pub bearing: Bearing,
    /// What its own losses in a charge count against the enemy's.
    pub caution: f64,
    /// Whether trained troops brace themselves when horse or elephants are near.
    pub brace: bool,
    /// Whether shooters without a target in range go after one and shoot on arrival.
    pub chase: bool,
    /// Whether shooters shoot at whoever is nearest, and not at whom it hurts most.
    pub nearest: bool,
    /// How many rounds of a melee after the first are looked at before a charge.
    pub rounds: f64,
    /// Whom all shoot at who can.
    pub mark: Option<UnitId>,
    /// Whether archers make fire ready against elephants.
    pub fire: bool,
    /// How many inches farther a unit marches for each point that a charge at somebody would be worth more.
    pub prey: f64,
    /// One unit that marches another way than the rest.
    pub apart: Option<(UnitId, Bearing)>,
}

impl Stance {
    /// Which way a unit marches.
    pub fn bearing_of(&self, unit: UnitId) -> Bearing {
        match self.apart {
            Some((one, bearing)) if one == unit => bearing,
            _ => self.bearing,
        }
    }
}

/// What a recruit does: forward, at whoever is nearest.
pub const RECRUIT: Stance = Stance {
    bearing: Bearing::Advance,
    caution: 1.3,
    brace: true,
    chase: true,
    nearest: true,
    rounds: 0.0,
    mark: None,
    fire: true,
    apart: None,
    prey: 0.0,
};

/// What a veteran does unless something else is better.
pub const USUAL: Stance =
    Stance { caution: 0.3, brace: false, chase: true, nearest: false, rounds: 1.0, ..RECRUIT };

/// What else a veteran weighs.
pub const OTHERS: [Stance; 5] = [
    Stance { caution: 1.0, brace: true, rounds: 1.6, ..USUAL },
    Stance { bearing: Bearing::Stand, caution: 1.4, ..USUAL },
    Stance { bearing: Bearing::Withdraw, caution: 1.4, chase: false, ..USUAL },
    Stance { bearing: Bearing::Stand, fire: false, ..USUAL },
    RECRUIT,
];

/// A stance that looks for good fights: units march past whom they would rather not meet.
const HUNT: Stance = Stance { caution: 1.0, prey: 0.3, ..USUAL };

/// The ways of a strategos, each fought out to the end of the battle before he thinks of single units.
pub const GRAND: [Stance; 16] = [
    USUAL,
    RECRUIT,
    Stance { caution: 0.0, rounds: 2.0, ..USUAL },
    Stance { rounds: 2.0, ..USUAL },
    Stance { caution: 1.0, brace: true, ..USUAL },
    Stance { caution: 1.0, rounds: 2.0, ..USUAL },
    Stance { caution: 2.0, rounds: 2.0, ..USUAL },
    HUNT,
    Stance { caution: 0.8, ..HUNT },
    Stance { rounds: 1.4, ..HUNT },
    Stance { caution: 1.3, prey: 0.22, ..HUNT },
    Stance { bearing: Bearing::Stand, caution: 2.0, rounds: 0.0, ..USUAL },
    Stance { bearing: Bearing::Stand, caution: 1.0, rounds: 2.0, ..USUAL },
    Stance { bearing: Bearing::Lurk, rounds: 2.0, ..USUAL },
    Stance { bearing: Bearing::Lurk, caution: 0.0, rounds: 2.0, prey: 0.3, ..USUAL },
    Stance { bearing: Bearing::Withdraw, caution: 1.0, rounds: 2.0, chase: false, ..USUAL },
];

/// How the enemy may go about it, as far as anybody knows.
pub const ENEMIES: [Stance; 4] = [USUAL, RECRUIT, HUNT, OTHERS[1]];

/// The ways that one unit may go apart from the rest.
pub const APART: [Bearing; 4] = [Bearing::Advance, Bearing::Stand, Bearing::Lurk, Bearing::Withdraw];
