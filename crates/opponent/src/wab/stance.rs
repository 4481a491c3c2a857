//! Stances: how an army as a whole goes about the battle.

/// How an army goes about the battle: what its general makes of what he sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// What its own losses count against the enemy's.
    pub caution: f64,
    /// What the charges count that a place invites.
    pub fear: f64,
    /// How much of that fear is gone at the end of a battle that is not won.
    pub hurry: f64,
    /// The share of its prospects that a unit does not count on where it is likely to be charged first.
    pub doubt: f64,
    /// What each friend near enough to strike back takes off what a charge costs.
    pub help: f64,
    /// How often the least that a charge must promise.
    pub least: f64,
    /// What the worst of the charges weighs that a place invites.
    pub worst: f64,
    /// What a turn to wait leaves of what is to be had.
    pub patience: f64,
    /// The least that any charge seems to promise from afar, as a share of what charges: who never closes never wins.
    pub eager: f64,
    /// What a volley of skirmishers weighs: men shot down are not counted at the end, but they break the rest.
    pub volley: f64,
    /// The share of their worth that skirmishers fear for besides close to whoever could charge them.
    pub shy: f64,
}

/// Neither bold nor timid: what the other tempers depart from.
pub const STEADY: Stance = Stance {
    caution: 1.0,
    fear: 1.0,
    hurry: 0.7,
    doubt: 0.0,
    help: 0.0,
    least: 1.0,
    worst: 0.5,
    patience: 0.6,
    eager: 0.05,
    volley: 2.0,
    shy: 0.0,
};

/// What a recruit does: he comes on, minds his losses a little more than the enemy's, asks more of a charge than a
/// steady man, and makes up for it when time runs out.
pub const RECRUIT: Stance = Stance { caution: 1.1, fear: 0.5, hurry: 1.0, least: 1.5, eager: 0.3, ..STEADY };

/// The stances among which a veteran chooses before the first move. No one of them is better than the others, but at a
/// given place against a given army one mostly is.
pub const TEMPERS: [Stance; 7] = [
    STEADY,
    // Keeps its distance, then closes all the sooner.
    Stance { caution: 1.2, fear: 1.4, hurry: 1.0, worst: 0.3, eager: 0.2, ..STEADY },
    // Goes forward side by side and shoots; only charges that promise much will do.
    Stance {
        fear: 0.5,
        hurry: 1.0,
        help: 0.4,
        least: 2.0,
        patience: 0.5,
        eager: 0.02,
        volley: 4.0,
        ..STEADY
    },
    // Minds its losses and the worst that may come, and closes soon all the same.
    Stance { caution: 1.5, worst: 0.8, eager: 0.2, ..STEADY },
    // Minds its losses, shoots, and fears little side by side.
    Stance {
        caution: 1.5,
        fear: 0.7,
        doubt: 0.4,
        help: 0.2,
        worst: 0.3,
        patience: 0.4,
        volley: 4.0,
        ..STEADY
    },
    // Bides its time, skirmishers behind, and counts less on charges where it may be charged first.
    Stance { doubt: 0.4, worst: 0.8, patience: 0.8, shy: 1.0, ..STEADY },
    // Fears little.
    Stance { fear: 0.5, worst: 0.3, ..STEADY },
];

impl Stance {
    /// Closes up to the enemy sooner.
    pub fn bolder(self) -> Stance {
        Stance { caution: 0.6 * self.caution, fear: 0.5 * self.fear, ..self }
    }

    /// Keeps further away from all who are stronger.
    pub fn warier(self) -> Stance {
        Stance { caution: 1.6 * self.caution, fear: 2.0 * self.fear, ..self }
    }
}
