//! Occasions of reaction tests, and the column of instructions each is read in.

use binding::choice;

choice! {
    /// An occasion of a test, in the order of the sheet.
    Occasion {
        /// First in charge reach or shot at.
        First => "first_reach_or_shot",
        /// Wishing to charge.
        InitiateCharge => "initiate_charge",
        /// Being charged.
        Charged => "charged",
        /// Heavy shooting.
        HeavyShooting => "heavy_shooting",
        /// Surprise.
        Surprise => "surprise",
        /// A friend broke.
        FriendBroken => "friend_broken",
        /// A leader lost.
        LeaderLost => "leader_lost",
        /// Holding back or recovering.
        Restrain => "restrain_or_recover",
    }
}

choice! {
    /// A column of instructions.
    Column {
        /// No charge is at hand.
        NoCharge => "no_charge",
        /// Wishing to charge.
        Initiate => "initiate_charge",
        /// Being charged.
        Charged => "charged",
    }
}

impl Occasion {
    /// The column it is read in.
    pub const fn column(self) -> Column {
        match self {
            Occasion::InitiateCharge => Column::Initiate,
            Occasion::Charged => Column::Charged,
            _ => Column::NoCharge,
        }
    }
}
