//! A move that was judged: its legs, its price and all that carrying it out will do.

use crate::board::Base;
use crate::board::state::UnitSet;
use crate::movement::leg::Leg;
use crate::movement::under_way::Run;
use ruling::{RuleId, Tally};
use umpire::{Motion, Side, UnitId};

/// One leg as it will be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marched {
    /// The leg of those who lead.
    pub leg: Leg,
    /// The rule it rests on.
    pub rule: RuleId,
    /// How it is done.
    pub motion: Motion,
}

/// The legs of a move and where everyone is after each.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The legs.
    pub legs: Vec<Marched>,
    // The movers after the first leg, after the second, and so on.
    places: Vec<Base>,
}

impl Trail {
    /// Notes a leg done.
    pub fn note(&mut self, now: &[Base], leg: Leg, rule: RuleId, motion: Motion) {
        self.legs.push(Marched { leg, rule, motion });
        self.places.extend_from_slice(now);
    }

    pub(crate) fn way(&self) -> Vec<Leg> {
        self.legs.iter().map(|m| m.leg).collect()
    }
}

/// A move that was judged and found allowed: everything that carrying it out will do.
#[derive(Clone, Debug)]
pub struct MovePlan {
    /// Who moves.
    pub side: Side,
    /// What it costs in PIPs.
    pub price: Box<Tally>,
    /// What it costs in paces.
    pub spent: f64,
    /// How far it could have gone.
    pub rate: f64,
    /// The contacts it makes, in order: who, upon whom (a camp by its holder's number).
    pub contacts: Vec<(UnitId, UnitId)>,
    /// The rules that entered into it.
    pub rules: Vec<RuleId>,
    /// An enemy that lines up with the movers, where it will stand.
    pub conforms: Option<Base>,
    /// The camp it goes into, by its owner.
    pub enters: Option<Side>,
    /// The camp it comes out of, by its owner.
    pub leaves: Option<Side>,
    /// The enemy it breaks off from.
    pub breaks_off: Option<UnitId>,
    pub(crate) trail: Trail,
    pub(crate) starts: Vec<Base>,
}

impl MovePlan {
    /// What a run amounts to, with nothing further to it.
    pub(crate) fn of(run: &Run<'_, '_>, trail: Trail, price: Tally) -> Self {
        MovePlan {
            side: run.side(),
            price: Box::new(price),
            spent: run.spent,
            rate: run.rate(),
            contacts: Vec::new(),
            rules: run.rules(),
            conforms: None,
            enters: None,
            leaves: None,
            breaks_off: None,
            trail,
            starts: run.start.to_vec(),
        }
    }

    /// Where the movers will stand.
    pub fn ends(&self) -> &[Base] {
        let n = self.starts.len().min(self.trail.places.len());
        &self.trail.places[self.trail.places.len() - n..]
    }

    /// Those who stand otherwise after it: the movers, whoever lines up with them, and War Wagons that turn a new
    /// front to them; everyone, when a camp has a new holder.
    pub fn touched(&self) -> UnitSet {
        if self.enters.is_some() || self.leaves.is_some() {
            return UnitSet::ALL;
        }
        let mut set = UnitSet::default();
        let movers = self.starts.iter().chain(&self.conforms).map(|b| b.id);
        movers.chain(self.contacts.iter().map(|&(_, upon)| upon)).for_each(|id| set.add(id));
        set
    }

    /// Each leg, with the movers after it.
    pub fn legs(&self) -> impl Iterator<Item = (&Marched, &[Base])> {
        self.trail.legs.iter().zip(self.trail.places.chunks(self.starts.len().max(1)))
    }

    /// Whether it ends by lining up with an enemy.
    pub fn is_snapped(&self) -> bool {
        self.trail.legs.last().is_some_and(|m| m.motion == Motion::Conform)
    }
}
