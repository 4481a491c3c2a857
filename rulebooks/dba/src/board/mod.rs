//! The board: every base as the rules see it, in paces.
//!
//! A [`Board`] is made from a field when a command is judged or carried out, or from the poses in a question to
//! the umpire's desk. Every chapter works on a board, so a question and a battle get the same answer.

pub mod camp;
pub mod contacts;
pub mod geometry;
pub mod ground;
pub mod state;

use crate::Dba;
use crate::board::state::{Camp, Fronts, Phase};
use crate::data::scale::{MM, NEAR, WIDTH, in_paces, on_grid, on_table};
use crate::data::troop::{Arm, Troop};
use crate::house::House;
use smallvec::SmallVec;
use table::{Convex, Facing, Formation, Ground, Pose, Rect, Vec2};
use umpire::{BySide, Field, Place, Side, Unit, UnitCard, UnitId};

/// One element's base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    /// Its number on the field.
    pub id: UnitId,
    /// Whose it is.
    pub side: Side,
    /// Its troop type.
    pub troop: Troop,
    /// Whether it is the general's element.
    pub general: bool,
    /// Its footprint, in paces.
    pub rect: Rect,
    /// The way it faces.
    pub facing: Facing,
}

impl Base {
    /// The base somewhere else, facing another way.
    pub fn at(&self, centre: Vec2, facing: Facing) -> Base {
        Base { rect: Rect { centre, ahead: facing.vec(), ..self.rect }, facing, ..*self }
    }

    /// The base moved without turning.
    pub fn moved(&self, by: Vec2) -> Base {
        Base { rect: self.rect.moved(by), ..*self }
    }

    /// The base moved straight back.
    pub fn back(&self, distance: f64) -> Base {
        self.moved(self.rect.ahead * -distance)
    }

    /// Its depth.
    pub fn depth(&self) -> f64 {
        self.rect.half_depth * 2.0
    }

    /// Whether two bases overlap: deeper than a mere touch.
    #[inline]
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.rect.overlaps(other, NEAR)
    }

    /// The base as its present front edge has it.
    #[inline]
    pub fn shown(&self, fronts: &Fronts) -> Base {
        let quarters = fronts.quarters(self.id);
        if quarters == 0 {
            return *self;
        }
        let facing = self.facing + Facing(quarters << 30);
        let (w, d) = (self.rect.half_width, self.rect.half_depth);
        let (half_width, half_depth) = if quarters == 2 { (w, d) } else { (d, w) };
        Base { rect: Rect { ahead: facing.vec(), half_width, half_depth, ..self.rect }, facing, ..*self }
    }

    /// Its pose on the table.
    pub fn pose(&self) -> Pose {
        Pose::new(on_table(self.rect.centre), self.facing)
    }
}

/// Every base on the table, and the camps.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    /// The book.
    pub book: &'a Dba,
    /// The ground, in millimetres; the ground chapter asks it.
    pub ground: &'a Ground,
    /// The elements on the table, by number; Camp Followers are with the camps.
    pub bases: SmallVec<[Base; 24]>,
    /// The camps.
    pub camps: BySide<Option<Camp>>,
    /// The numbers by which each side's Camp Followers, and so its camp while they hold it, are spoken of.
    pub followers: BySide<Option<UnitId>>,
}

impl<'a> Board<'a> {
    /// A board of these bases, without camps.
    pub fn new(book: &'a Dba, ground: &'a Ground, bases: Vec<Base>) -> Self {
        let bases = SmallVec::from_vec(bases);
        Board { book, ground, bases, camps: BySide::default(), followers: BySide::default() }
    }

    /// The board of a battle.
    pub fn of(book: &'a Dba, field: &'a Field, phase: &Phase) -> Self {
        let mut followers: BySide<Option<UnitId>> = BySide::default();
        let mut bases: SmallVec<[Base; 24]> = SmallVec::new();
        for ((id, card), (unit, shape)) in field.ids().zip(&field.roster().cards).zip(field.standing()) {
            if card.class == Troop::CampFollowers as u16 {
                followers[card.side].get_or_insert(id);
            } else if unit.place == Place::Table {
                bases.push(base_of(id, card, unit, shape));
            }
        }
        if !phase.fronts.is_own() {
            bases.iter_mut().for_each(|b| *b = b.shown(&phase.fronts));
        }
        Board { book, ground: field.ground(), bases, camps: phase.camps, followers }
    }

    /// The base of an element on the table.
    pub fn base(&self, id: UnitId) -> Option<&Base> {
        self.bases.iter().find(|b| b.id == id)
    }

    /// Everyone else on the board.
    pub fn others(&self, id: UnitId) -> impl Iterator<Item = &Base> {
        self.bases.iter().filter(move |b| b.id != id)
    }

    /// The enemies of a side.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = &Base> {
        self.bases.iter().filter(move |b| b.side != side)
    }

    /// The friends of an element, without itself.
    pub fn friends(&self, of: &Base) -> impl Iterator<Item = &Base> {
        let (side, id) = (of.side, of.id);
        self.bases.iter().filter(move |b| b.side == side && b.id != id)
    }

    /// The arm of a troop type under the house rules.
    pub fn arm(&self, troop: Troop) -> Arm {
        self.book.house.arm(troop)
    }

    /// Puts an element somewhere else on this board.
    pub fn set(&mut self, base: Base) {
        if let Some(b) = self.bases.iter_mut().find(|b| b.id == base.id) {
            *b = base;
        }
    }

    /// Takes an element off this board.
    pub fn remove(&mut self, id: UnitId) {
        self.bases.retain(|b| b.id != id);
    }

    /// Who occupies a camp, if an element does.
    pub fn garrison(&self, camp: Side) -> Option<UnitId> {
        self.camps[camp].and_then(|c| c.garrison())
    }

    /// The camp an element occupies: the side that owns it.
    pub fn camp_of(&self, id: UnitId) -> Option<Side> {
        Side::ALL.into_iter().find(|&s| self.garrison(s) == Some(id))
    }

    /// The outline of a camp, in paces.
    pub fn outline(&self, camp: Side) -> Option<Convex> {
        self.camps[camp].map(|c| c.outline())
    }
}

/// An element's base as the table keeps it: one file and one rank of a whole base.
pub fn formation(house: &House, troop: Troop) -> Formation {
    let grid = |paces: f64| on_grid(paces) as i32;
    Formation {
        files: 1,
        figures: 1,
        file_width: grid(WIDTH),
        rank_depth: grid(f64::from(house.depth(troop))),
    }
}

/// The number of a side's Camp Followers.
pub fn camp_followers(field: &Field, side: Side) -> Option<UnitId> {
    field.ids().find(|&id| {
        let card = field.card(id);
        card.side == side && card.class == Troop::CampFollowers as u16
    })
}

#[inline]
fn base_of(id: UnitId, card: &UnitCard, unit: &Unit, shape: &Rect) -> Base {
    let rect = Rect {
        centre: in_paces(shape.centre),
        half_width: shape.half_width / MM,
        half_depth: shape.half_depth / MM,
        ..*shape
    };
    Base {
        id,
        side: card.side,
        troop: Troop::ALL[usize::from(card.class)],
        general: card.general,
        rect,
        facing: unit.pose.facing,
    }
}
