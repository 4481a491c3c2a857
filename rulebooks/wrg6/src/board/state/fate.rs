//! What becomes of a body: how it answers a charge, and how it comes out of a fight.

use binding::choice;

choice! {
    /// An answer to a charge (`wrg6.charge.responses`).
    Answer {
        /// Charging the chargers.
        Countercharge => "countercharge",
        /// Running from them.
        Evade => "evade",
        /// Breaking.
        Rout => "rout",
        /// Receiving them at the halt.
        Stand => "stand",
    }
}

choice! {
    /// What becomes of a body after a period's fighting (`wrg6.melee.after`).
    Fate {
        /// It stays.
        Hold => "hold",
        /// It goes back.
        Recoil => "recoil",
        /// It breaks.
        Break => "break",
    }
}

umpire::canonical! {
    enum Answer { 0 => Countercharge, 1 => Evade, 2 => Rout, 3 => Stand }
    enum Fate { 0 => Hold, 1 => Recoil, 2 => Break }
}
