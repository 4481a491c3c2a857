//! The dice of a battle: what they are drawn from, and what everyone may know of it.

use crate::seat::Seat;
use dice::{Dice, Die, Lot, RollId, Seeded, Shared};
use proto::{SavedDice, WireDice, WireDiceSource, WireSide, WireSides, hex};
use store::{BattleRow, Hash, Seating, Secret};
use umpire::{BySide, Side};

/// What the dice of a battle are drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fair {
    source: Source,
    /// Whether each side has a share to give: a person plays it.
    needed: BySide<bool>,
    promised: BySide<Option<Hash>>,
    shares: BySide<Option<Secret>>,
    round: u32,
    taken: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// A secret of the server's, and the shares.
    Shares(Secret),
    /// The battle's seed, chosen by its creator or not.
    Seed { seed: u64, chosen: bool },
}

/// The dice of one decision.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "one a battle, and never moved")]
pub enum Thrown {
    Shared(Shared),
    Seeded(Seeded),
}

impl Dice for Thrown {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        match self {
            Thrown::Shared(dice) => dice.roll(why, die),
            Thrown::Seeded(dice) => dice.roll(why, die),
        }
    }
}

impl Fair {
    /// The dice of a battle with these seats.
    pub fn of(row: &BattleRow, seats: &BySide<Seat>, seating: &Seating) -> Self {
        let source = match row.secret {
            Some(secret) => Source::Shares(secret),
            None => Source::Seed { seed: row.seed, chosen: row.chosen },
        };
        let mut fair = Fair {
            source,
            needed: BySide::each(|side| seats[side].level().is_none()),
            promised: BySide::default(),
            shares: BySide::default(),
            round: row.round,
            taken: row.taken,
        };
        fair.hear(seating);
        fair
    }

    /// Takes in what has been promised and opened; says whether that is news.
    pub fn hear(&mut self, seating: &Seating) -> bool {
        let before = self.clone();
        let row = |side: Side| seating.shares.iter().find(|row| row.side == side.as_str());
        self.promised = BySide::each(|side| row(side).map(|row| row.promise));
        self.shares = BySide::each(|side| row(side).and_then(|row| row.share));
        self.round = seating.round.max(self.round);
        *self != before
    }

    /// Whether dice can fall: everyone has given their share.
    pub fn is_ready(&self) -> bool {
        self.waits().next().is_none()
    }

    /// Whose share is still to be opened.
    fn waits(&self) -> impl Iterator<Item = Side> {
        let wants = matches!(self.source, Source::Shares(_));
        Side::ALL.into_iter().filter(move |side| wants && self.needed[*side] && self.shares[*side].is_none())
    }

    /// Whether a side has a share to give that was not promised yet.
    pub fn wants_promise(&self, side: Side) -> bool {
        matches!(self.source, Source::Shares(_)) && self.needed[side] && self.promised[side].is_none()
    }

    /// The hash that a side's share was promised with, if it may be opened now: all have promised theirs.
    pub fn wants_share(&self, side: Side) -> Option<Hash> {
        let all = Side::ALL.into_iter().all(|side| !self.needed[side] || self.promised[side].is_some());
        self.promised[side].filter(|_| all && self.needed[side] && self.shares[side].is_none())
    }

    /// How many shares there are to be.
    pub fn needed(&self) -> u32 {
        Side::ALL.into_iter().map(|side| u32::from(self.needed[side])).sum()
    }

    /// The dice of the decision after the first `kept`.
    pub fn dice(&self, kept: u32) -> Thrown {
        match &self.source {
            Source::Shares(secret) => {
                let BySide(shares) = self.shares;
                Thrown::Shared(Lot { secret: *secret, shares }.dice(kept.into()))
            }
            Source::Seed { seed, .. } => Thrown::Seeded(Seeded::stream(*seed, kept.into())),
        }
    }

    /// As players are told; the secret only once nothing more is thrown.
    pub fn wire(&self, over: bool) -> WireDice {
        let text = |of: &BySide<Option<[u8; 32]>>, side| of[side].as_ref().map(hex);
        let sides = |of: &BySide<Option<[u8; 32]>>| WireSides {
            red: text(of, Side::Red),
            blue: text(of, Side::Blue),
        };
        let (source, secret) = match &self.source {
            Source::Shares(secret) => (WireDiceSource::Shares, Some(secret)),
            Source::Seed { chosen: true, .. } => (WireDiceSource::Chosen, None),
            Source::Seed { chosen: false, .. } => (WireDiceSource::Unproved, None),
        };
        WireDice {
            source,
            promise: secret.map(|secret| hex(&dice::promise(secret))),
            round: self.round,
            promised: sides(&self.promised),
            shares: sides(&self.shares),
            waits: self.waits().map(WireSide::from).collect(),
            secret: secret.filter(|_| over).map(hex),
            taken: self.taken,
        }
    }

    /// As they are saved, with the seed for the header; what is still to be thrown is nobody's business.
    pub fn saved(&self, over: bool) -> (Option<u64>, Option<SavedDice>) {
        match &self.source {
            Source::Shares(secret) => {
                let told = self.wire(over);
                let dice = SavedDice::Shares {
                    promise: hex(&dice::promise(secret)),
                    secret: told.secret,
                    red: told.shares.red,
                    blue: told.shares.blue,
                    round: self.round,
                    taken: self.taken,
                };
                (None, Some(dice))
            }
            Source::Seed { seed, chosen: true } => {
                (over.then_some(*seed), Some(SavedDice::Chosen { taken: self.taken }))
            }
            Source::Seed { chosen: false, .. } => (None, None),
        }
    }
}
