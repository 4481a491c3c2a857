//! Every unit as the rules see it, in inches.
//!
//! A [`Board`] is made from a field when a command is judged or carried out. Characters with a unit are part of it
//! and have no footprint of their own.

use crate::Wab;
use crate::army::kit::{Command, Kit};
use crate::board::state::{Phase, State};
use crate::board::{shape, terrain};
use crate::data::armour::Face;
use crate::data::formation::{Block, complete_ranks, is_column};
use crate::data::length::{NEAR, from_table, inches, to_table};
use crate::data::tables::tables;
use crate::data::troop::{Order, Trait, Troop};
use table::{Facing, Formation, Point, Pose, Rect, Vec2};
use umpire::{Field, Side, UnitId};

/// One unit on the table.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// Its number.
    pub id: UnitId,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kit: &'a Kit,
    /// Its marks.
    pub state: &'a State,
    /// Its footprint, in inches.
    pub rect: Rect,
    /// The way it faces.
    pub facing: Facing,
    /// Its files.
    pub files: u16,
    /// The models in its footprint: its own and the characters with it.
    pub places: u16,
}

impl Body<'_> {
    /// How it stands; fleers have no order.
    pub fn order(&self) -> Order {
        if self.state.fleeing { Order::Close } else { self.kit.order }
    }

    /// Whether it skirmishes.
    pub fn skirmishes(&self) -> bool {
        self.kit.skirmishes() && !self.state.fleeing
    }

    /// Whether it is a march column.
    pub fn is_column(&self) -> bool {
        !self.state.fleeing
            && !self.is_lone()
            && is_column(self.places, self.files, self.kit.troop, self.kit.order)
    }

    /// Whether it is a character alone.
    pub fn is_lone(&self) -> bool {
        self.kit.character
    }

    /// Its command still standing.
    pub fn command(&self) -> Command {
        self.kit.command.left(self.state.models)
    }

    /// Whether it is frenzied.
    pub fn is_frenzied(&self) -> bool {
        self.kit.has(Trait::Frenzy) && !self.state.frenzy_lost
    }

    /// Whether it hates an enemy: the frenzied are beyond that (`wab.frenzy.immune`).
    pub fn hates(&self, enemy: &Body<'_>) -> bool {
        self.kit.hates(enemy.kit) && !self.is_frenzied()
    }

    /// Movement after armour, in inches.
    pub fn movement(&self) -> f64 {
        f64::from(self.kit.movement())
    }

    /// How far it charges (`wab.charge.rate`).
    pub fn charge_move(&self) -> f64 {
        self.movement() * f64::from(tables().charge_rate)
    }

    /// How far it is to another: between footprints, of skirmishers between single bases (`wab.basics.measure`).
    pub fn distance(&self, other: &Body<'_>) -> f64 {
        if !self.skirmishes() && !other.skirmishes() {
            return table::distance(&self.rect, &other.rect);
        }
        let Some([mine, theirs]) = table::shortest_between(&self.rect, &other.rect) else { return 0.0 };
        let (near, far) = (self.bases_near(theirs), other.bases_near(mine));
        let pairs =
            near.iter().flatten().flat_map(|a| far.iter().flatten().map(move |b| table::distance(a, b)));
        pairs.fold(f64::INFINITY, f64::min)
    }

    /// Whether another is certainly further away than this: a quick look before the exact one.
    pub fn is_beyond(&self, other: &Body<'_>, inches: f64) -> bool {
        !shape::may_touch(&self.rect, &other.rect, inches + NEAR)
    }

    /// The bases nearest to a point, or the whole footprint of a formed body.
    fn bases_near(&self, p: Vec2) -> [Option<Rect>; 4] {
        if !self.skirmishes() {
            return [Some(self.rect), None, None, None];
        }
        let [w, d] = self.base();
        let (pitch, deep) = (w + self.gap(), d + self.gap());
        let (u, v) = self.rect.local(p);
        let last = self.ranks().saturating_sub(1);
        let rank = ((self.rect.half_depth - v - d / 2.0) / deep).clamp(0.0, f64::from(last));
        let base = |rank: u16, up: bool| {
            let n = self.in_rank(rank).max(1);
            let file = (u / pitch + f64::from(n - 1) / 2.0).clamp(0.0, f64::from(n - 1));
            self.model(rank, if up { file.ceil() } else { file.floor() } as u16)
        };
        let (front, rear) = (rank.floor() as u16, rank.ceil() as u16);
        [(front, false), (front, true), (rear, false), (rear, true)].map(|(r, up)| Some(base(r, up)))
    }

    /// The gap between bases, in inches.
    pub fn gap(&self) -> f64 {
        if self.skirmishes() { inches(tables().skirmish_gap) } else { 0.0 }
    }

    /// Width and depth of one base, in inches.
    pub fn base(&self) -> [f64; 2] {
        tables().base(self.kit.troop).map(inches)
    }

    /// Its ranks.
    pub fn ranks(&self) -> u16 {
        self.places.div_ceil(self.files.max(1))
    }

    /// How many stand in a rank, counted from 0.
    pub fn in_rank(&self, rank: u16) -> u16 {
        self.places.saturating_sub(rank * self.files).min(self.files)
    }

    /// The base of one of its models, counted from the left of a rank that stands centred.
    pub fn model(&self, rank: u16, file: u16) -> Rect {
        let [w, d] = self.base();
        let n = self.in_rank(rank).max(1);
        let across = (f64::from(file) - f64::from(n - 1) / 2.0) * (w + self.gap());
        let back = self.rect.half_depth - d / 2.0 - f64::from(rank) * (d + self.gap());
        Rect { centre: self.rect.place(across, back), half_width: w / 2.0, half_depth: d / 2.0, ..self.rect }
    }

    /// How many characters are with it.
    pub fn guests(&self) -> u16 {
        if self.kit.character { 0 } else { self.places - self.state.models.min(self.places) }
    }

    /// The file of the first character with it: they stand in the middle of the front rank.
    fn first_guest(&self) -> u16 {
        self.files.min(self.places).saturating_sub(self.guests()) / 2
    }

    /// Which of the characters with it stands in a file of the front rank, if one does.
    pub fn guest_at(&self, file: u16) -> Option<u16> {
        file.checked_sub(self.first_guest()).filter(|&n| n < self.guests())
    }

    /// The front corners of the place of one of the characters with it.
    pub fn guest_ends(&self, guest: u16) -> [Vec2; 2] {
        let [width, _] = self.base();
        let pitch = width + self.gap();
        let file = f64::from(self.first_guest() + guest);
        let middle = (file - f64::from(self.files.min(self.places) - 1) / 2.0) * pitch;
        [-0.5, 0.5].map(|half| self.rect.place(middle + half * width, self.rect.half_depth))
    }

    /// Its headcount (`wab.basics.count`).
    pub fn headcount(&self, book: &Wab) -> u16 {
        let each = match self.kit.troop {
            _ if self.kit.character => 1,
            Troop::Cavalry => book.house.cavalry_headcount,
            Troop::Artillery => {
                self.state.models.saturating_mul(self.kit.profile.w.into()) - self.state.wounds
            }
            troop => tables().headcount(troop),
        };
        let own = if self.kit.troop == Troop::Artillery { each } else { each * self.state.models };
        own + (self.places - self.state.models.min(self.places))
    }

    /// Whether it fights as a phalanx here (`wab.special.phalanx`).
    pub fn is_phalanx(&self, book: &Wab) -> bool {
        let [models, hoplites] = tables().phalanx;
        let enough = if self.kit.has(Trait::Hoplites) { hoplites } else { models };
        self.kit.has(Trait::Phalanx)
            && self.kit.order == Order::Close
            && !self.state.fleeing
            && self.state.models >= enough
            && complete_ranks(self.state.models, self.files) >= 1
            && terrain::under(&book.features, &self.rect) == crate::data::tables::Going::Normal
    }
}

/// Everyone on the table.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    /// The book.
    pub book: &'a Wab,
    /// The phase.
    pub phase: &'a Phase,
    /// The units on the table, by number, without characters who are with one.
    pub bodies: Vec<Body<'a>>,
}

impl<'a> Board<'a> {
    /// The board of a battle.
    pub fn of(book: &'a Wab, field: &Field, phase: &'a Phase) -> Self {
        let standing = |id: &UnitId| field.on_table(*id) && phase.unit(*id).with.is_none();
        let mut board = Board { book, phase, bodies: Vec::new() };
        board.bodies = field.ids().filter(standing).map(|id| board.standing(field, id)).collect();
        board
    }

    /// A unit as it stands on the field, or stood when it left it.
    pub fn standing(&self, field: &Field, id: UnitId) -> Body<'a> {
        let (unit, kit, state) = (field.unit(id), self.book.kit(id), self.phase.unit(id));
        let formation = unit.formation;
        Body {
            id,
            side: field.side(id),
            kit,
            state,
            rect: footprint(kit, state, formation.figures, formation.files, unit.pose),
            facing: unit.pose.facing,
            files: formation.files.clamp(1, formation.figures.max(1)),
            places: formation.figures,
        }
    }

    /// A unit on the table.
    pub fn body(&self, id: UnitId) -> Option<&Body<'a>> {
        self.bodies.iter().find(|b| b.id == id)
    }

    /// The enemies of a side.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = &Body<'a>> {
        self.bodies.iter().filter(move |b| b.side != side)
    }

    /// The units of a side.
    pub fn friends(&self, side: Side) -> impl Iterator<Item = &Body<'a>> {
        self.bodies.iter().filter(move |b| b.side == side)
    }

    /// The nearest enemy of a unit and how far it is.
    pub fn nearest_enemy(&self, of: &Body<'_>) -> Option<(&Body<'a>, f64)> {
        let mut best: Option<(&Body<'a>, f64)> = None;
        for enemy in self.enemies(of.side) {
            if best.is_some_and(|(_, far)| of.is_beyond(enemy, far)) {
                continue;
            }
            let far = of.distance(enemy);
            if best.is_none_or(|(_, least)| far < least) {
                best = Some((enemy, far));
            }
        }
        best
    }

    /// Whether formed enemies, chariots or elephants are on a unit's flank or rear (`wab.result.ranks_lost`).
    pub fn is_flanked(&self, body: &Body<'_>) -> bool {
        self.phase.contacts_of(body.id).any(|(c, i)| {
            let enemy = self.body(c.units[1 - i]);
            let counts = |e: &Body<'_>| {
                e.kit.troop.is_chariot()
                    || e.kit.troop == Troop::Elephant
                    || (e.state.models >= tables().five && e.order() != Order::Skirmish)
            };
            c.faces[i] != Face::Front && !body.skirmishes() && enemy.is_some_and(counts)
        })
    }

    /// Whether a footprint lies wholly on the table.
    pub fn on_table(&self, rect: &Rect) -> bool {
        let inside = |p: Vec2| {
            p.x >= -NEAR && p.y >= -NEAR && p.x <= self.book.size.x + NEAR && p.y <= self.book.size.y + NEAR
        };
        rect.corners().into_iter().all(inside)
    }

    /// Whether such troops cannot stand on a footprint's ground.
    pub fn is_closed(&self, rect: &Rect, troop: Troop) -> bool {
        self.book.features.iter().any(|f| f.stops(troop) && f.holds(rect))
    }
}

/// The footprint of a unit at a pose, in inches: fleers are a nearly square mass (`wab.flee.mass`).
pub fn footprint(kit: &Kit, state: &State, places: u16, files: u16, pose: Pose) -> Rect {
    let order = if state.fleeing { Order::Close } else { kit.order };
    let block = Block::of(places, files, kit.troop, order);
    Rect::new(from_table(pose.at), pose.facing, inches(block.width), inches(block.depth))
}

/// A unit's formation as the table keeps it.
pub fn formation(kit: &Kit, fleeing: bool, places: u16, files: u16) -> Formation {
    let gap = if kit.skirmishes() && !fleeing { tables().skirmish_gap } else { 0.0 };
    let grid = |mm: f64| ((mm + gap) * Point::PER_MM) as i32;
    let [width, depth] = tables().base(kit.troop);
    Formation {
        files: files.clamp(1, places.max(1)),
        figures: places,
        file_width: grid(width),
        rank_depth: grid(depth),
    }
}

/// The pose on the table of a footprint in inches.
pub fn pose(rect: &Rect, facing: Facing) -> Pose {
    Pose::new(to_table(rect.centre), facing)
}
