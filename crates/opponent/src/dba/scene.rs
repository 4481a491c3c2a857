//! What a general sees when it is to move: the board, everyone's stance, and who may still move.

use dba::Dba;
use dba::api::board::Phase;
use dba::api::board::{Base, Board, MM, NEAR, WIDTH};
use dba::api::data::tables;
use dba::api::data::{Going, Troop};
use dba::api::movement;
use dba::api::movement::MovePlan;
use dba::api::shooting::is_gun;
use dba::api::tactics;
use dba::api::tactics::{Stance, Tie};
use dba::api::{aftermath, board, victory};
use std::cell::Cell;
use table::{Convex, Facing, Point, Rect};
use umpire::{BySide, Command, Field, Form, Pending, Side, Step, UnitId, View};

/// After so many bounds most battles are over, however many are allowed: nobody waits any longer.
const USUAL: u16 = 28;

/// How far a battle goes while an army with guns waits for the enemy, from 0 to 1: an invader waits less long.
pub const PATIENCE: [f32; 2] = [0.38, 0.45];

/// What the next loss of a side is worth, by how many quarters of what may lose it the battle it has lost.
const TOLL: [f32; 4] = [1.0, 1.1, 1.35, 2.2];

/// A set of places on the board.
pub type Places = u128;

/// The board as the side to move sees it.
pub struct Scene<'v> {
    /// The book.
    pub book: &'v Dba,
    /// The field.
    pub field: &'v Field,
    /// The phase.
    pub phase: &'v Phase,
    /// Who is to move.
    pub side: Side,
    /// The board.
    pub board: Board<'v>,
    /// Everyone on each side.
    pub sides: BySide<Places>,
    /// Everyone's stance.
    pub stance: Stance,
    /// Who may still move, by place on the board.
    pub free: Vec<u8>,
    /// The enemy's camp, where it can be attacked.
    pub prize: Option<Convex>,
    /// What the next loss of each side is worth, in elements.
    pub toll: BySide<f32>,
    /// How far the battle goes while it waits, as an invader and as a defender.
    pub patience: [f32; 2],
    /// Who of those looked at so far could not recoil.
    pub cornered: Cornered,
}

/// Who could not recoil from where he stands, found out once for each when it is asked.
#[derive(Default)]
pub struct Cornered {
    looked: Cell<Places>,
    cornered: Cell<Places>,
}

impl<'v> Scene<'v> {
    /// Looks at a view with that much patience.
    pub fn of(view: &'v View<Dba>, side: Side, patience: [f32; 2]) -> Self {
        let board = Board::of(&view.book, &view.field, &view.phase);
        let stance = Stance::of(&board, &view.phase);
        let free = match &view.pending {
            Pending::Decide(_, ask) => match &ask.form {
                Form::Move { units, .. } => places(&board, units),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let prize = prize(&board, &stance, side);
        let (book, field, phase, sides) = (&*view.book, &view.field, &view.phase, sides(&board));
        let toll = toll(book, field, phase);
        let cornered = Cornered::default();
        Scene { book, field, phase, side, board, sides, stance, free, prize, toll, patience, cornered }
    }

    /// Whether the base at a place on the board could not recoil.
    pub fn is_cornered(&self, i: u8) -> bool {
        let (it, Cornered { looked, cornered }) = (1 << i, &self.cornered);
        if looked.get() & it == 0 {
            looked.set(looked.get() | it);
            if aftermath::decide(&self.board, self.base(i), None).to.is_none() {
                cornered.set(cornered.get() | it);
            }
        }
        cornered.get() & it != 0
    }

    /// The base at a place on the board.
    #[inline]
    pub fn base(&self, i: u8) -> &Base {
        &self.board.bases[usize::from(i)]
    }

    /// The ties of the base at a place on the board.
    #[inline]
    pub fn tie(&self, i: u8) -> &Tie {
        &self.stance.ties[usize::from(i)]
    }

    /// Everyone on a side, by place on the board.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = u8> + use<> {
        members(self.sides[side])
    }

    /// The enemies, by place on the board.
    pub fn foes(&self) -> impl Iterator<Item = u8> + use<> {
        self.of_side(self.side.other())
    }

    /// Whether an element has moved in this bound.
    pub fn has_moved(&self, i: u8) -> bool {
        self.phase.marks[self.base(i).id.index()].moves > 0
    }

    /// How far a type goes in good going.
    pub fn rate(&self, troop: Troop) -> f64 {
        tables().troop(troop).good.map_or(0.0, f64::from)
    }

    /// How far a type goes in bad going.
    pub fn slow(&self, troop: Troop) -> f64 {
        tables().troop(troop).bad.map_or(0.0, f64::from)
    }

    /// How far an element goes from where it stands.
    pub fn rate_from(&self, base: &Base) -> f64 {
        match board::going(&self.board, &base.rect, base.troop) {
            Going::Good => self.rate(base.troop),
            Going::Bad => self.slow(base.troop),
        }
    }

    /// Whether an element's straight way to a place looks clear of everyone it may not pass: a glance at a few places
    /// on the way.
    pub fn is_way_clear(&self, me: &Base, there: &Base) -> bool {
        let (from, to) = (me.rect.front_mid(), there.rect.front_mid());
        let middle = from.lerp(to, 0.5);
        let reach = from.distance(to) / 2.0 + 2.0 * WIDTH;
        let glance = |share: f64| {
            let ahead = if share < 0.5 { me.rect.ahead } else { there.rect.ahead };
            Rect { centre: from.lerp(to, share) - ahead * me.rect.half_depth, ahead, ..me.rect }
        };
        let way = [glance(0.2), glance(0.45), glance(0.7), there.rect];
        for other in &self.board.bases {
            let d = other.rect.centre - middle;
            if d.dot(d) > reach * reach || other.id == me.id {
                continue;
            }
            let passes = other.side == me.side && self.book.house.passes(me.troop, other.troop);
            let places = if passes { &way[3..] } else { &way[..] };
            if places.iter().any(|rect| rect.overlaps(&other.rect, NEAR)) {
                return false;
            }
        }
        true
    }

    /// Whether an element would go into bad going where it does not belong.
    pub fn shuns(&self, me: &Base, there: &Base) -> bool {
        let bad = |b: &Base| board::going(&self.board, &b.rect, b.troop) == Going::Bad;
        !tactics::likes_bad_going(me.troop) && bad(there) && !bad(me)
    }

    /// Whether a place is in an enemy's zone of control, as far as nobody cuts it short.
    pub fn is_in_zone(&self, rect: &Rect, foe: u8) -> bool {
        let (it, half) = (&self.base(foe).rect, tables().zone / 2.0);
        let zone = Rect { centre: it.place(0.0, it.half_depth + half), half_depth: half, ..*it };
        self.tie(foe).front.is_none() && rect.overlaps(&zone, 0.0)
    }

    /// How far an element gets towards a place: less where bad going or a river begins or ends its way.
    pub fn reach_of(&self, me: &Base, there: &Base) -> f64 {
        if self.board.ground.pieces.is_empty() {
            return self.rate(me.troop);
        }
        let bad = |b: &Base| board::going(&self.board, &b.rect, b.troop) == Going::Bad;
        let wet = |b: &Base| board::in_river(&self.board, &b.rect);
        if wet(me) || wet(there) {
            tables().river
        } else if bad(me) || bad(there) {
            self.slow(me.troop)
        } else {
            self.rate(me.troop)
        }
    }

    /// Judges a move.
    pub fn check(&self, order: &Order) -> Option<MovePlan> {
        if self.is_too_dear(order) {
            return None;
        }
        movement::check(&self.board, self.phase, self.side, order.manner, &order.units, &order.path).ok()
    }

    /// Whether a move plainly cannot be paid for: most of those need not be looked at.
    pub fn is_too_dear(&self, order: &Order) -> bool {
        let heavy =
            |id: &UnitId| self.board.base(*id).is_some_and(|b| tables().pips.heavy_troops.has(b.troop));
        let pips = |id: &UnitId| self.phase.pips.of(self.book.commands.of(*id));
        order.units.first().is_some_and(|id| pips(id) < 2)
            && self.phase.bound > 2
            && self.book.house.extra_pips
            && order.units.iter().any(heavy)
    }

    /// Whether the line had better let the enemy come on: its guns are heard only while they stand, and there is time.
    pub fn waits(&self) -> bool {
        let patience = self.patience[usize::from(self.side != self.phase.invader)];
        let mut guns = self.of_side(self.side).filter(|&i| is_gun(self.base(i).troop));
        let comes = self.side == self.phase.invader;
        self.lateness() < patience && guns.any(|gun| !comes || self.reaches(gun))
    }

    /// Whether an enemy is in range of a gun; an invader whose guns reach nobody has nothing to wait for.
    fn reaches(&self, gun: u8) -> bool {
        let gun = self.base(gun);
        let range = f64::from(self.book.house.range(gun.troop));
        self.board.enemies(gun.side).any(|enemy| table::distance(&gun.rect, &enemy.rect) <= range)
    }

    /// How far the battle has gone: 0 at its beginning, 1 when time runs out or a battle is usually over.
    pub fn lateness(&self) -> f32 {
        let time = self.book.house.max_bounds.clamp(1, USUAL);
        f32::from(self.phase.bound.min(time)) / f32::from(time)
    }
}

/// Everyone on each side, by place on the board.
pub fn sides(board: &Board<'_>) -> BySide<Places> {
    let mut sides = BySide::default();
    for (i, base) in board.bases.iter().enumerate() {
        sides[base.side] |= 1 << i;
    }
    sides
}

/// The places in a set of them, in order.
pub fn members(set: Places) -> impl Iterator<Item = u8> {
    std::iter::successors(Some(set), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|left| *left != 0)
        .map(|left| left.trailing_zeros() as u8)
}

/// What the next loss of each side is worth, by how many it has lost.
pub fn toll(book: &Dba, field: &Field, phase: &Phase) -> BySide<f32> {
    let limit = victory::limit(&book.house).max(1);
    let quarter = |lost: i32| (lost * 4 / limit).clamp(0, 3) as usize;
    BySide::each(|side| TOLL[quarter(victory::losses(book, field, phase, side).count(&book.house))])
}

/// The outline of the enemy's camp, if the enemy holds it and nobody attacks it yet.
pub fn prize(board: &Board<'_>, stance: &Stance, side: Side) -> Option<Convex> {
    let enemy = side.other();
    let attacked = stance.ties.iter().any(|t| t.camp == Some(enemy));
    let held = !attacked && board::held_by(board, enemy) == Some(enemy);
    held.then(|| board.outline(enemy)).flatten()
}

fn places(board: &Board<'_>, units: &[UnitId]) -> Vec<u8> {
    let place = |id: &UnitId| board.bases.iter().position(|b| b.id == *id).map(|i| i as u8);
    units.iter().filter_map(place).collect()
}

/// A way of moving, by its number among the book's.
pub mod manner {
    /// One element.
    pub const SINGLE: u8 = 0;
    /// A block.
    pub const GROUP: u8 = 1;
    /// A break-off.
    pub const BREAK_OFF: u8 = 4;
    /// Into a camp.
    pub const ENTER_CAMP: u8 = 5;
}

/// A move that might be made, and how good it looks.
#[derive(Clone, Debug)]
pub struct Order {
    /// The way of moving.
    pub manner: u8,
    /// Who moves.
    pub units: Vec<UnitId>,
    /// The steps.
    pub path: Vec<Step>,
    /// How good it looks, in elements.
    pub promise: f32,
}

impl Order {
    /// A move of one element.
    pub fn single(base: &Base, path: Vec<Step>, promise: f32) -> Self {
        Order { manner: manner::SINGLE, units: vec![base.id], path, promise }
    }

    /// The command that gives it.
    pub fn command(self) -> Command {
        Command::Move { manner: self.manner, units: self.units, path: self.path }
    }
}

/// A length in paces as steps have it.
pub fn length(paces: f64) -> i32 {
    (paces * MM * Point::PER_MM).round() as i32
}

/// Straight ahead.
pub fn forward(paces: f64) -> Step {
    Step::Forward(length(paces))
}

/// Straight back.
pub fn back(paces: f64) -> Step {
    Step::Back(length(paces))
}

/// A wheel: to the right when the angle is positive.
pub fn wheel(degrees: f64) -> Step {
    if degrees < 0.0 {
        Step::WheelLeft(Facing::degrees(-degrees))
    } else {
        Step::WheelRight(Facing::degrees(degrees))
    }
}

/// To a place on the board.
pub fn to(base: &Base) -> Step {
    Step::To(base.pose())
}
