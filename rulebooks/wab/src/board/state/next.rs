//! What a chapter leaves to be done next.

/// What the turn goes on with once a chapter has done its part, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing by itself: the step asks somebody, or the battle is over.
    Ask,
    /// The turn of the active side begins.
    Turn,
    /// Charges are declared and answered.
    Declarations,
    /// Fleers rally.
    Rally,
    /// Units that rallied, reformed or held back form up.
    FormUp,
    /// Fleers run on.
    Compulsory,
    /// Chargers move.
    Chargers,
    /// Everyone else moves.
    Remaining,
    /// The shooting phase begins.
    Shooting,
    /// The close combat phase begins.
    Combat,
    /// A combat that has been prepared is fought.
    Fight,
    /// All combats are fought: Break tests.
    Aftermath,
    /// The broken flee and are pursued.
    Flights,
    /// Units give ground.
    GiveGround,
    /// The turn ends.
    TurnEnds,
}
