//! The field: what stands where, and in what state.

use crate::{Event, Side};
use std::sync::Arc;
use table::{Formation, Ground, Pose, Rect};

/// A unit's number on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u16);

impl UnitId {
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a unit is in the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Not yet on the table.
    Waiting,
    /// On the table.
    Table,
    /// Off the table, and may come back.
    Off,
    /// Destroyed or dispersed.
    Destroyed,
    /// Fled from the field for good.
    Fled,
}

/// One of a unit's counters; a rulebook gives each its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(pub u8);

/// A unit's present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Where it stands, when it is on the table.
    pub pose: Pose,
    /// Its files, ranks and figures.
    pub formation: Formation,
    /// Whether it is on the table.
    pub place: Place,
    /// Its counters.
    pub marks: [i16; Unit::MARKS],
}

impl Unit {
    /// How many counters a unit has.
    pub const MARKS: usize = 16;

    /// A unit waiting to be placed.
    pub fn waiting(formation: Formation) -> Self {
        Unit { pose: Pose::default(), formation, place: Place::Waiting, marks: [0; Self::MARKS] }
    }

    /// The value of a counter.
    #[inline]
    pub fn mark(&self, mark: Mark) -> i16 {
        self.marks[mark.0 as usize]
    }

    fn shape(&self) -> Rect {
        self.formation.rect(self.pose)
    }
}

/// What stays the same about a unit; only its label may be dealt anew.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitCard {
    /// Whose it is.
    pub side: Side,
    /// Its short label, such as "R7".
    pub label: String,
    /// Its name in words.
    pub name: String,
    /// Its troop class, numbered by the rulebook.
    pub class: u16,
    /// Whether the general is with it.
    pub general: bool,
}

/// Everyone in the battle: the names of the sides and a card for each unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Roster {
    /// The names of the two sides.
    pub names: crate::BySide<String>,
    /// The units, by number.
    pub cards: Vec<UnitCard>,
}

/// What stands on the table. It changes only by [`Field::apply`].
#[derive(Clone, Debug)]
pub struct Field {
    ground: Arc<Ground>,
    roster: Arc<Roster>,
    units: Vec<Unit>,
    // Derived from the units, so that queries need no sines: kept in step by `apply`.
    shapes: Vec<Rect>,
}

impl PartialEq for Field {
    fn eq(&self, o: &Field) -> bool {
        self.units == o.units && is_same(&self.ground, &o.ground) && is_same(&self.roster, &o.roster)
    }
}

/// Whether two shared parts are equal; one and the same is not looked at.
fn is_same<T: PartialEq>(a: &Arc<T>, b: &Arc<T>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

impl Field {
    /// A field with its units as they begin.
    pub fn new(ground: Arc<Ground>, roster: Arc<Roster>, units: Vec<Unit>) -> Self {
        debug_assert_eq!(roster.cards.len(), units.len());
        let shapes = units.iter().map(Unit::shape).collect();
        Field { ground, roster, units, shapes }
    }

    /// The table and its terrain.
    #[inline]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The names and cards.
    #[inline]
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Every unit's number.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// A unit's state.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// All units, by number.
    #[inline]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// All units, by number, each with its footprint.
    #[inline]
    pub fn standing(&self) -> impl Iterator<Item = (&Unit, &Rect)> {
        self.units.iter().zip(&self.shapes)
    }

    /// A unit's card.
    #[inline]
    pub fn card(&self, id: UnitId) -> &UnitCard {
        &self.roster.cards[id.index()]
    }

    /// A unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.card(id).side
    }

    /// A unit's footprint where it stands.
    #[inline]
    pub fn shape(&self, id: UnitId) -> &Rect {
        &self.shapes[id.index()]
    }

    /// Whether a unit is on the table.
    #[inline]
    pub fn on_table(&self, id: UnitId) -> bool {
        self.units[id.index()].place == Place::Table
    }

    /// Whether a number is one of the field's units.
    pub fn has(&self, id: UnitId) -> bool {
        id.index() < self.units.len()
    }

    /// Makes a fact true.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Laid { ground, .. } => self.ground = Arc::clone(ground),
            Event::Placed { unit, pose, .. } => {
                let u = &mut self.units[unit.index()];
                (u.pose, u.place) = (*pose, Place::Table);
                self.shapes[unit.index()] = u.shape();
            }
            Event::Moved { unit, to, .. } => {
                let u = &mut self.units[unit.index()];
                u.pose = *to;
                self.shapes[unit.index()] = u.shape();
            }
            Event::Reformed { unit, formation, .. } => {
                let u = &mut self.units[unit.index()];
                u.formation = *formation;
                self.shapes[unit.index()] = u.shape();
            }
            Event::Left { unit, place, .. } => self.units[unit.index()].place = *place,
            Event::Labelled { unit, label, .. } => {
                Arc::make_mut(&mut self.roster).cards[unit.index()].label.clone_from(label);
            }
            Event::Marked { unit, mark, value, .. } => {
                self.units[unit.index()].marks[mark.0 as usize] = *value;
            }
        }
    }

    /// A copy with other cards, and with some units' states hidden: for what a side may know.
    pub fn veiled(&self, roster: Arc<Roster>, hide: impl Fn(UnitId) -> Option<Unit>) -> Field {
        let mut seen = Field { roster, ..self.clone() };
        for (id, unit) in self.ids().filter_map(|id| Some((id, hide(id)?))) {
            seen.shapes[id.index()] = unit.shape();
            seen.units[id.index()] = unit;
        }
        seen
    }

    /// The roster, to share.
    pub fn share_roster(&self) -> Arc<Roster> {
        Arc::clone(&self.roster)
    }

    /// The ground, to share.
    pub fn share_ground(&self) -> Arc<Ground> {
        Arc::clone(&self.ground)
    }
}
