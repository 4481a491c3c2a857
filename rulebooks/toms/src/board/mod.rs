//! The board: who stands where, every unit as the rules see it, in inches.
//!
//! A [`Board`] is what a rule reads, a [`Game`] what it changes. `state` is all that a battle remembers beside the
//! field; `land`, `faces`, `zone` and `ambush` are the geometry; `muster` makes a fresh unit.

pub mod ambush;
pub mod faces;
pub mod land;
pub mod muster;
pub mod state;
pub mod zone;

use crate::Toms;
use crate::board::faces::touched;
use crate::board::state::{
    AUXILIARY, BERSERK, BROKEN, Contact, FIRE, FLAMMABLE, Face, GENERAL, LIGHT, MEN, Phase, START, State,
};
use crate::data::scale::{NEAR, in_inches};
use crate::data::troop::Profile;
use ruling::RuleId;
use table::{Facing, Ground, Pose, Rect};
use umpire::{Cx, Event, Field, Mark, Motion, Ruling, Side, UnitId};

/// The battle as the rules see it.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The book.
    pub book: &'a Toms,
    /// What stands where.
    pub field: &'a Field,
    /// The rest.
    pub phase: &'a Phase,
}

impl<'a> Board<'a> {
    /// The board of a battle.
    pub fn of(book: &'a Toms, field: &'a Field, phase: &'a Phase) -> Self {
        Board { book, field, phase }
    }

    /// The land.
    pub fn ground(&self) -> &'a Ground {
        self.field.ground()
    }

    /// A unit's footprint.
    #[inline]
    pub fn rect(&self, id: UnitId) -> Rect {
        in_inches(self.field.shape(id))
    }

    /// The way a unit faces.
    pub fn facing(&self, id: UnitId) -> Facing {
        self.field.unit(id).pose.facing
    }

    /// A unit's troop type.
    #[inline]
    pub fn profile(&self, id: UnitId) -> &'a Profile {
        &self.book.profiles[usize::from(self.field.card(id).class)]
    }

    /// A unit's state.
    #[inline]
    pub fn state(&self, id: UnitId) -> &'a State {
        self.phase.state(id)
    }

    /// Whose it is.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.field.side(id)
    }

    fn mark(&self, id: UnitId, mark: Mark) -> i16 {
        self.field.unit(id).mark(mark)
    }

    /// How many men, lives or crew it has.
    pub fn men(&self, id: UnitId) -> u16 {
        self.mark(id, MEN).max(0) as u16
    }

    /// How many it began with.
    pub fn start(&self, id: UnitId) -> u16 {
        self.mark(id, START).max(0) as u16
    }

    /// Whether a living general is with it.
    pub fn general(&self, id: UnitId) -> bool {
        self.mark(id, GENERAL) != 0
    }

    /// Whether it is broken.
    pub fn is_broken(&self, id: UnitId) -> bool {
        self.mark(id, BROKEN) != 0
    }

    /// Whether it is berserk.
    pub fn is_berserk(&self, id: UnitId) -> bool {
        self.mark(id, BERSERK) != 0
    }

    /// Whether it is hidden.
    pub fn is_hidden(&self, id: UnitId) -> bool {
        self.field.on_table(id) && self.mark(id, LIGHT) == 0
    }

    /// Its fire die.
    pub fn fire(&self, id: UnitId) -> u16 {
        self.mark(id, FIRE).max(0) as u16
    }

    /// Whether it is an auxiliary or an engine to those who see it lost.
    pub fn is_auxiliary(&self, id: UnitId) -> bool {
        self.mark(id, AUXILIARY) != 0
    }

    /// Whether it burns well.
    pub fn is_flammable(&self, id: UnitId) -> bool {
        self.mark(id, FLAMMABLE) != 0
    }

    /// Its points.
    pub fn points(&self, id: UnitId) -> u16 {
        self.profile(id).cost(self.start(id))
    }

    /// Whether it obeys: neither broken nor berserk.
    pub fn obeys(&self, id: UnitId) -> bool {
        !self.is_broken(id) && !self.is_berserk(id)
    }

    /// Every unit on the table.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<'a> {
        let field = self.field;
        self.phase.order.iter().copied().filter(move |&id| field.on_table(id))
    }

    /// Every unit of a side on the table.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let field = self.field;
        self.units().filter(move |&id| field.side(id) == side)
    }

    /// The enemies of a side that it can see.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let field = self.field;
        self.of_side(side.other()).filter(move |&id| field.unit(id).mark(LIGHT) != 0)
    }

    /// Every unit a side knows to be on the table.
    pub fn seen_by(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let field = self.field;
        self.units().filter(move |&id| field.side(id) == side || field.unit(id).mark(LIGHT) != 0)
    }

    /// Every unit in the order in which tests are taken: the active side's first.
    pub fn in_order(&self) -> impl Iterator<Item = UnitId> + use<'a> {
        let active = self.phase.active;
        self.of_side(active).chain(self.of_side(active.other()))
    }

    /// The distance between two units.
    pub fn distance(&self, a: UnitId, b: UnitId) -> f64 {
        table::distance(&self.rect(a), &self.rect(b))
    }

    /// Whether two units are no farther apart than a length.
    pub fn within(&self, a: UnitId, b: UnitId, length: f64) -> bool {
        let (one, other) = (self.rect(a), self.rect(b));
        let reach = length + one.radius() + other.radius();
        let apart = one.centre - other.centre;
        apart.dot(apart) <= reach * reach && table::distance(&one, &other) <= length + NEAR
    }

    /// The contacts of a unit: with whom, and at which of its own faces.
    pub fn contacts(&self, id: UnitId) -> impl Iterator<Item = (UnitId, Face, &'a Contact)> + use<'a> {
        let contacts = &self.phase.contacts;
        contacts.iter().filter_map(move |c| c.seen_by(id).map(|(other, face)| (other, face, c)))
    }

    /// Whether two units are in contact: engaged, or so near that their edges touch (`toms.charge.contact`).
    pub fn touch(&self, a: UnitId, b: UnitId) -> bool {
        self.contacts(a).any(|(other, _, _)| other == b) || touched(&self.rect(a), &self.rect(b)).is_some()
    }

    /// Whether a unit is in melee.
    pub fn is_engaged(&self, id: UnitId) -> bool {
        self.phase.contacts.iter().any(|c| c.is_of(id))
    }

    /// Whether a unit is locked in melee: with an enemy who is neither broken nor berserk (`toms.melee.locked`).
    pub fn is_locked(&self, id: UnitId) -> bool {
        self.contacts(id).any(|(other, _, _)| self.obeys(other))
    }

    /// Whether a unit has a choice: on the table, obeying, not locked (`toms.turn.choice`).
    pub fn is_free(&self, id: UnitId) -> bool {
        self.field.on_table(id) && self.obeys(id) && !self.is_locked(id)
    }

    /// How many friendly generals are within a length of a unit (`toms.general.reach`, `toms.broken.limits`); one in
    /// ambush is of no use to others (`toms.woods.hidden`).
    pub fn generals_within(&self, id: UnitId, length: f64) -> u16 {
        let helps = |other: UnitId| !self.is_broken(other) && !self.is_hidden(other);
        let near = |&other: &UnitId| {
            self.general(other) && (other == id || helps(other) && self.within(id, other, length))
        };
        self.of_side(self.side(id)).filter(near).count() as u16
    }

    /// The level of the ground under a unit.
    pub fn level(&self, id: UnitId) -> u8 {
        land::level(self.ground(), self.rect(id).centre)
    }

    /// Whether a unit is in a wood.
    pub fn in_wood(&self, id: UnitId) -> bool {
        land::in_wood(self.ground(), self.rect(id).centre)
    }

    /// Whether a footprint overlaps a unit that a side knows of, other than some.
    pub fn is_taken(&self, side: Side, base: &Rect, but: &[UnitId]) -> bool {
        self.seen_by(side).any(|id| !but.contains(&id) && base.overlaps(&self.rect(id), NEAR))
    }

    /// What is wrong with where units stand, if anything is: a check for tests.
    ///
    /// # Errors
    /// The first unit off the table or overlapping another.
    pub fn is_sound(&self) -> Result<(), String> {
        /// Lining up rounds a facing and a place, so footprints that touch may overlap by as much, in inches.
        const ROUNDED: f64 = 1e-3;
        let units: Vec<UnitId> = self.units().collect();
        let label = |id: UnitId| &self.field.card(id).label;
        for (i, &a) in units.iter().enumerate() {
            let base = self.rect(a);
            if !land::on_table(self.ground(), &base) {
                return Err(format!("{} is off the table", label(a)));
            }
            let other = units[i + 1..].iter().find(|&&b| base.overlaps(&self.rect(b), ROUNDED));
            if let Some(&b) = other {
                return Err(format!("{} overlaps {}", label(a), label(b)));
            }
        }
        Ok(())
    }
}

/// A battle being played: the book, the phase to change, and the field, dice and journal.
pub struct Game<'a, 'c> {
    /// The book.
    pub book: &'a Toms,
    /// The phase.
    pub phase: &'a mut Phase,
    /// The field, the dice and the journal.
    pub cx: &'a mut Cx<'c>,
}

impl Game<'_, '_> {
    /// The battle as the rules see it now.
    pub fn board(&self) -> Board<'_> {
        Board::of(self.book, self.cx.field(), self.phase)
    }

    /// Sets one of a unit's counters.
    pub fn mark(&mut self, unit: UnitId, mark: Mark, value: i16, rule: RuleId) {
        if self.cx.field().unit(unit).mark(mark) != value {
            self.cx.apply(Event::Marked { unit, mark, value, rule });
        }
    }

    /// Moves a unit.
    pub fn shift(&mut self, unit: UnitId, to: Pose, motion: Motion, rule: RuleId) {
        if self.cx.field().unit(unit).pose != to {
            self.cx.apply(Event::Moved { unit, to, motion, rule });
        }
    }

    /// Writes down a ruling about a unit, kept to its own side while it is hidden.
    pub fn rule(&mut self, unit: UnitId, ruling: impl FnOnce(&Field) -> Ruling) {
        let hidden = self.board().is_hidden(unit).then(|| self.board().side(unit));
        self.cx.rule(|field| {
            let ruling = ruling(field);
            match hidden {
                Some(side) => ruling.kept_for(side),
                None => ruling,
            }
        });
    }
}
