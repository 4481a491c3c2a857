//! A battle in hand: the field, the phase and the dice together, and what every chapter does with them.

use crate::board::bodies::Board;
use crate::board::shape::at_front;
use crate::board::state::{Phase, UnitSet};
use crate::board::{bodies, front};
use crate::data::troop::Trait;
use crate::{Wab, rule};
use ruling::RuleId;
use table::{Facing, Rect, Vec2};
use umpire::voice::name;
use umpire::{ChargeEnd, Cx, Deed, Event, Field, Motion, Place, Ruling, Side, UnitId};

/// A battle while something is carried out.
pub struct Game<'a, 'c> {
    /// The book.
    pub book: &'a Wab,
    /// Where it is in the turn.
    pub phase: &'a mut Phase,
    /// The field, the dice and the journal.
    pub cx: &'a mut Cx<'c>,
}

impl Game<'_, '_> {
    /// The board as it is now.
    pub fn board(&self) -> Board<'_> {
        Board::of(self.book, self.cx.field(), self.phase)
    }

    /// A unit's side.
    pub fn side(&self, id: UnitId) -> Side {
        self.cx.field().side(id)
    }

    /// Whether a unit is on the table as a body of its own.
    pub fn stands(&self, id: UnitId) -> bool {
        self.cx.field().on_table(id) && self.phase.unit(id).with.is_none()
    }

    /// The units of a side on the table, from left to right along its own edge.
    pub fn units(&self, side: Side) -> Vec<UnitId> {
        let field = self.cx.field();
        let mut ids: Vec<UnitId> =
            field.ids().filter(|&id| field.side(id) == side && self.stands(id)).collect();
        ids.sort_by_key(|&id| self.in_line(id));
        ids
    }

    /// A unit's place among those who roll together: the active side first, each side from left to right along its
    /// own edge.
    pub fn in_line(&self, id: UnitId) -> (bool, i32, UnitId) {
        let side = self.side(id);
        let x = self.cx.field().unit(id).pose.at.x;
        (side != self.phase.active, if self.phase.south == side { x } else { -x }, id)
    }

    /// Units that roll together, in the order in which they roll.
    pub fn in_order<T>(&self, mut list: Vec<(UnitId, T)>) -> Vec<(UnitId, T)> {
        list.sort_by_key(|(id, _)| self.in_line(*id));
        list
    }

    /// Writes down what was decided.
    pub fn say(&mut self, rule: RuleId, text: impl FnOnce(&Field) -> String) {
        self.cx.rule(|field| Ruling::new(rule, text(field)));
    }

    /// Puts a unit somewhere else, and the characters with it.
    pub fn put(&mut self, id: UnitId, rect: &Rect, facing: Facing, motion: Motion, rule: RuleId) {
        let to = bodies::pose(rect, facing);
        if self.cx.field().unit(id).pose != to {
            self.cx.apply(Event::Moved { unit: id, to, motion, rule });
        }
        self.carry(id, rule);
    }

    /// Brings the characters with a unit to the middle of its front.
    pub fn carry(&mut self, host: UnitId, rule: RuleId) {
        let with: Vec<UnitId> = self.phase.characters(host).collect();
        let Some((middle, facing)) = self.board().body(host).map(|b| (b.rect.front_mid(), b.facing)) else {
            return;
        };
        for id in with {
            let size = bodies::footprint(self.book.kit(id), self.phase.unit(id), 1, 1, Default::default());
            let rect = at_front(middle, facing, size.half_width * 2.0, size.half_depth * 2.0);
            let to = bodies::pose(&rect, facing);
            if self.cx.field().unit(id).pose != to {
                self.cx.apply(Event::Moved { unit: id, to, motion: Motion::March, rule });
            }
        }
    }

    /// Gives a unit other files; the middle of its front stays where it is.
    pub fn reform(&mut self, id: UnitId, files: u16, rule: RuleId) {
        let front = self.board().body(id).map(|b| b.rect.front_mid());
        if let Some(front) = front {
            self.reform_at(id, files, front, rule);
        }
    }

    /// Gives a unit other files, the middle of its front at a place.
    fn reform_at(&mut self, id: UnitId, files: u16, front: Vec2, rule: RuleId) {
        let facing = self.cx.field().unit(id).pose.facing;
        let places = self.phase.unit(id).models + self.phase.characters(id).count() as u16;
        let kit = self.book.kit(id);
        let formation = bodies::formation(kit, self.phase.unit(id).fleeing, places, files);
        if self.cx.field().unit(id).formation != formation {
            self.cx.apply(Event::Reformed { unit: id, formation, rule });
        }
        let pose = self.cx.field().unit(id).pose;
        let size = bodies::footprint(kit, self.phase.unit(id), places, files, pose);
        let rect = at_front(front, facing, size.half_width * 2.0, size.half_depth * 2.0);
        self.put(id, &rect, facing, Motion::March, rule);
    }

    /// A unit begins to flee; it stands where it stood until it runs, and becomes a mass then (`wab.flee.mass`).
    pub fn dissolve(&mut self, id: UnitId, rule: RuleId) {
        let places = self.phase.unit(id).models + self.phase.characters(id).count() as u16;
        self.phase.part(id);
        self.spend_charge(id);
        let state = self.phase.unit_mut(id);
        state.fleeing = true;
        state.now.fled_now = true;
        state.now.counter = None;
        state.now.shaken_by = UnitSet::default();
        state.weapon = None;
        let files = self.cx.field().unit(id).formation.files;
        self.form_mass(id, places, files);
        self.carry(id, rule);
    }

    /// A charge that was declared comes to nothing: who would make it runs, or is gone.
    fn spend_charge(&mut self, id: UnitId) {
        if self.phase.unit_mut(id).now.charging.take().is_some() {
            self.cx.deed(Deed::Charged { unit: id, end: ChargeEnd::Spent });
            self.say(rule::CHARGE_DECLARE, |f| {
                let who = name(f, id);
                format!("{who} gave up {} charge.", who.its())
            });
        }
    }

    /// Fleers crowd together so many files wide, about their centre.
    pub fn form_mass(&mut self, id: UnitId, places: u16, files: u16) {
        let formation = bodies::formation(self.book.kit(id), true, places, files);
        if self.cx.field().unit(id).formation != formation {
            self.cx.apply(Event::Reformed { unit: id, formation, rule: rule::FLEE_MASS });
        }
    }

    /// A unit leaves the table, and the characters with it share its fate.
    pub fn remove(&mut self, id: UnitId, place: Place, rule: RuleId) {
        let with: Vec<UnitId> = self.phase.characters(id).collect();
        self.phase.part(id);
        for gone in with.into_iter().chain([id]) {
            self.spend_charge(gone);
            self.phase.unit_mut(gone).now.counter = None;
            self.cx.apply(Event::Left { unit: gone, place, rule });
            if place != Place::Off && self.book.kit(gone).has(Trait::General) {
                let side = self.side(gone);
                self.phase.general_lost[side] = true;
            }
        }
        // Nobody charges, or answers, one who is gone.
        for state in &mut self.phase.units {
            state.now.counter = state.now.counter.filter(|&c| c != id);
        }
    }

    /// A unit loses models, from the rear; the last of them gone, a character with it stands alone in its place.
    pub fn lose(&mut self, id: UnitId, models: u16, rule: RuleId) {
        if models == 0 {
            return;
        }
        let state = self.phase.unit_mut(id);
        state.models = state.models.saturating_sub(models);
        state.lost += models;
        if state.models > 0 {
            let files = self.cx.field().unit(id).formation.files;
            let front = {
                let board = self.board();
                board.body(id).map(|b| front::front_left(&board, b))
            };
            if let Some(front) = front {
                self.reform_at(id, files, front, rule);
            }
            return;
        }
        let with: Vec<UnitId> = self.phase.characters(id).collect();
        let host = self.phase.unit_mut(id).with.take();
        let Some(&heir) = with.first() else {
            self.remove(id, Place::Destroyed, rule);
            if let Some(host) = host.filter(|&h| self.stands(h)) {
                let files = self.cx.field().unit(host).formation.files;
                self.reform(host, files, rule);
            }
            return;
        };
        for &other in &with {
            self.phase.unit_mut(other).with = (other != heir).then_some(heir);
        }
        for contact in &mut self.phase.contacts {
            contact.units.iter_mut().filter(|u| **u == id).for_each(|u| *u = heir);
        }
        if let Some(charge) = self.phase.unit(id).now.charging {
            self.cx.deed(Deed::Charged { unit: id, end: ChargeEnd::Spent });
            self.cx.deed(Deed::Charge { unit: heir, target: charge.target });
        }
        let gone = self.phase.unit_mut(id);
        let (fleeing, charging, counter) = (gone.fleeing, gone.now.charging.take(), gone.now.counter.take());
        let state = self.phase.unit_mut(heir);
        (state.fleeing, state.now.charging, state.now.counter) = (fleeing, charging, counter);
        for state in &mut self.phase.units {
            state.now.charging.iter_mut().filter(|c| c.target == id).for_each(|c| c.target = heir);
            state.now.counter.iter_mut().filter(|c| **c == id).for_each(|c| *c = heir);
        }
        self.cx.apply(Event::Left { unit: id, place: Place::Destroyed, rule });
        self.reform(heir, 1, rule::TROOPS_CHARACTERS);
    }

    /// Unsaved wounds fall on a unit of which so many models have fallen but are not yet taken off: how many wounds
    /// count, and the models they kill (`wab.combat.casualties`).
    pub fn wound(&mut self, id: UnitId, wounds: u16, fallen: u16) -> (u16, u16) {
        let each = u16::from(self.book.kit(id).profile.w.max(1));
        let state = self.phase.unit_mut(id);
        let left = (state.models.saturating_sub(fallen) * each).saturating_sub(state.wounds);
        let count = wounds.min(left);
        let total = state.wounds + count;
        state.wounds = total % each;
        (count, total / each)
    }
}
