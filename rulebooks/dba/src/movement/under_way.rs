//! A move under way: who goes, what it has cost, what it has gone through, where it may end.

use crate::board::state::UnitSet;
use crate::board::{Base, Board, ground};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::troop::Going;
use crate::movement::leg::Carry;
use crate::movement::rules::{Formation, Way};
use crate::movement::zone::{self, Hold};
use crate::movement::{self};
use crate::rule;
use arrayvec::ArrayVec;
use ruling::{Refusal, RuleId};
use table::{Convex, Rect, Solid, Vec2};
use umpire::{BySide, Side};

/// The most elements that move together: all of a command (`dba.army.commands`).
pub const MOST: usize = 15;
/// The bases of those who move.
pub type Bases = ArrayVec<Base, MOST>;

/// The greatest rate of all: no move reaches farther.
const FARTHEST: f64 = 500.0;

/// What a move has gone through, by the place of each mover.
#[derive(Clone, Copy, Debug, Default)]
pub struct Went {
    /// In bad going off road.
    bad: u16,
    /// In a river off road.
    wet: u16,
    /// Off any road.
    pub(crate) off_road: u16,
    /// In bad going at all, on a road or not.
    pub rough: bool,
}

impl Went {
    /// Whether all of it was by road.
    pub fn by_road(&self) -> bool {
        self.off_road == 0
    }

    pub(crate) fn note(&mut self, board: &Board<'_>, mover: usize, base: &Base) {
        let bit = 1 << mover;
        // Whoever has been in bad going, or in a river, is not looked at for it again.
        let bad = self.bad & bit != 0 || ground::going_of(board, base) == Going::Bad;
        self.rough |= bad;
        if ground::on_road(board, base) {
            return;
        }
        self.off_road |= bit;
        self.bad |= if bad { bit } else { 0 };
        if self.wet & bit == 0 && ground::in_river(board, &base.rect) {
            self.wet |= bit;
        }
    }
}

/// A move under way.
#[derive(Clone, Debug)]
pub struct Run<'a, 'b> {
    /// The board as it was when the move began.
    pub board: &'a Board<'b>,
    /// How they move together.
    pub form: Formation,
    /// Where the movers began.
    pub start: Bases,
    /// Where they are now.
    pub now: Bases,
    /// Who moves.
    pub moving: UnitSet,
    /// What it has cost so far.
    pub spent: f64,
    /// What it has gone through.
    pub went: Went,
    /// Whose zones it has come into.
    pub hold: Hold,
    // The foremost rank, by place among the movers: theirs is the cost.
    pub(crate) front: u16,
    // Enemies that were near when the move began, camps by their owners.
    pub(crate) beside: UnitSet,
    pub(crate) beside_camp: BySide<bool>,
    // A camp whose ground the mover may tread: the one it leaves or enters.
    pub(crate) camp: Option<Side>,
    // The outlines of the camps that are in the way, by their owners.
    pub(crate) camps: BySide<Option<Convex>>,
    // How many of them, from the first, are swept along the legs ordered.
    pub(crate) swept: usize,
    // The last friends gone through, by mover.
    pub(crate) through: ArrayVec<(u8, UnitSet), MOST>,
}

impl<'a, 'b> Run<'a, 'b> {
    /// A move about to begin. `front` are those whose ways are its cost, `camp` the camp they leave or enter.
    pub fn new(board: &'a Board<'b>, form: Formation, movers: Bases, front: u16, camp: Option<Side>) -> Self {
        let mut moving = UnitSet::default();
        movers.iter().for_each(|b| moving.add(b.id));
        let (centre, side) = movers.first().map_or((Vec2::default(), Side::Red), |b| (b.rect.centre, b.side));
        let spread = movers.iter().map(|b| b.rect.centre.distance(centre)).fold(0.0, f64::max);
        let zones = zone::zones(board, side, centre, spread + FARTHEST);
        let hold = Hold::new(board, zones, moving, &movers);
        let mut run = Run {
            board,
            form,
            now: movers.clone(),
            start: movers,
            moving,
            spent: 0.0,
            went: Went::default(),
            hold,
            front,
            beside: UnitSet::default(),
            beside_camp: BySide::default(),
            camp,
            camps: BySide::each(|owner| board.outline(owner).filter(|_| camp != Some(owner))),
            swept: 0,
            through: ArrayVec::new(),
        };
        run.swept = run.now.len();
        run.note_start(side);
        run
    }

    /// Only the first of them goes along the legs; the others follow in their own way.
    pub fn led(self) -> Self {
        Run { swept: 1.min(self.now.len()), ..self }
    }

    /// Whether an enemy was near when the move began.
    pub fn began_near(&self) -> bool {
        !self.beside.is_empty() || self.beside_camp.0.contains(&true)
    }

    /// Whether those who may not go into bad going or a river in line have kept out of it (`dba.move.group_going`,
    /// `dba.move.river`).
    pub fn line_kept_to_good_going(&self) -> bool {
        !self.went.rough || self.form.may_enter_bad_going(self.start.iter().map(|b| b.troop))
    }

    fn note_start(&mut self, side: Side) {
        for i in 0..self.start.len() {
            let base = self.start[i];
            if board_is_bare(self.board) {
                self.went.off_road |= 1 << i;
            } else {
                self.went.note(self.board, i, &base);
            }
            for enemy in self.board.enemies(side) {
                if is_near(&base.rect, &enemy.rect, tables().touch) {
                    self.beside.add(enemy.id);
                }
            }
            for owner in Side::ALL {
                if let Some(outline) = &self.camps[owner] {
                    self.beside_camp[owner] |= is_near_shape(&base.rect, outline, tables().touch);
                }
            }
        }
    }

    /// The side that moves.
    pub fn side(&self) -> Side {
        self.start.first().map_or(Side::Red, |b| b.side)
    }

    /// How far they may go, by what they have gone through: the slowest of them, and whoever leads through a river.
    pub fn rate(&self) -> f64 {
        let slowest = (0..self.start.len()).map(|i| self.rate_of(i)).fold(f64::INFINITY, f64::min);
        if self.fords() { movement::rules::in_river(slowest) } else { slowest }
    }

    /// How far one of them may go; along a road by its own rate (`dba.move.road`).
    pub fn rate_of(&self, mover: usize) -> f64 {
        let way = if self.takes_the_road() {
            Way::Road
        } else if self.went.bad & (1 << mover) != 0 {
            Way::Bad
        } else {
            Way::Good
        };
        movement::rules::rate(self.start[mover].troop, way).unwrap_or(0.0)
    }

    fn takes_the_road(&self) -> bool {
        self.form.keeps_to_roads() && self.went.by_road()
    }

    fn fords(&self) -> bool {
        self.form.crosses_rivers() && self.went.wet & self.front != 0
    }

    /// Whether those who may not cross a river have kept out of it (`dba.move.river`).
    pub fn kept_dry(&self) -> bool {
        self.form.crosses_rivers() || self.went.wet == 0
    }

    /// What limits the rate: the rule, and what to say of a move that is too long.
    pub fn limit(&self) -> (RuleId, &'static str) {
        if self.fords() {
            (rule::MOVE_RIVER, "in a river it moves no farther")
        } else if self.rate() <= 0.0 {
            (rule::MOVE_UNABLE, "it may not move in bad going")
        } else if self.went.bad != 0 {
            (rule::MOVE_MIXED_GOING, "in bad going it moves no farther")
        } else {
            (rule::MOVE_MEASURE, "the move is too long")
        }
    }

    /// The rules that entered into it so far, for the journal.
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules = vec![rule::MOVE_MEASURE, rule::MOVE_RATES];
        if self.takes_the_road() {
            rules.push(rule::MOVE_ROAD);
        } else if self.went.bad != 0 {
            rules.push(rule::MOVE_MIXED_GOING);
        }
        if self.fords() {
            rules.push(rule::MOVE_RIVER);
        }
        if !self.through.is_empty() {
            rules.extend([rule::PASS_MOVE, rule::PASS_ROOM]);
        }
        if !self.hold.is_free() {
            rules.extend([rule::ZOC_AREA, rule::ZOC_EFFECT]);
        }
        rules
    }

    /// What is left of the rate.
    pub fn left(&self) -> f64 {
        self.rate() - self.spent
    }

    /// What a leg costs: the greatest way among the foremost rank.
    pub fn cost(&self, to: &Carry) -> f64 {
        let rank = self.now.iter().enumerate().filter(|(i, _)| self.front & (1 << i) != 0);
        rank.map(|(_, b)| movement::rules::leg(&b.rect, &to.rect(&b.rect))).fold(0.0, f64::max)
    }

    /// Whether a mover may stand at a place: clear of all who do not move and of camps, on the table, on ground it
    /// may enter.
    pub fn is_free(&self, place: &Base) -> bool {
        self.overlapped(place).is_none()
            && !self.board.bases.iter().any(|b| !self.moving.has(b.id) && place.overlaps(&b.rect))
    }

    /// Why a mover may not stand at a place, other bases apart.
    fn overlapped(&self, place: &Base) -> Option<Refusal> {
        if !ground::on_table(self.board, &place.rect) {
            return Some(Refusal::new(rule::MOVE_OFF_TABLE, "it would leave the table").about(place.id.0));
        }
        for side in Side::ALL {
            if let Some(camp) = &self.camps[side]
                && overlaps_shape(&place.rect, camp)
            {
                return Some(camp_in_the_way(place));
            }
        }
        self.barred(place)
    }

    /// The ground it may not enter there.
    pub(crate) fn barred(&self, place: &Base) -> Option<Refusal> {
        if ground::may_enter(self.board, &place.rect, place.troop) {
            return None;
        }
        let no = if ground::in_waterway(self.board, &place.rect) {
            Refusal::new(rule::MOVE_SWEEP, "impassable ground is in the way").instead("go round the water")
        } else {
            Refusal::new(rule::MOVE_UNABLE, "it may not enter bad going")
                .instead("go round it, or along a road")
        };
        Some(no.about(place.id.0))
    }

    /// Every reason why the movers may not stand where they are now.
    pub fn standing(&self, no: &mut Vec<Refusal>) {
        for place in &self.now {
            let others = self.board.bases.iter().filter(|b| !self.moving.has(b.id));
            if let Some(other) = others.into_iter().find(|b| place.overlaps(&b.rect)) {
                no.push(
                    Refusal::new(rule::MOVE_SWEEP, "it would end on top of another element")
                        .about(place.id.0)
                        .about(other.id.0),
                );
            }
        }
    }

    /// Why the followers of a column may not stand where they are now; notes the ground they come to.
    pub fn followers(&mut self, no: &mut Vec<Refusal>) {
        for i in 1..self.now.len() {
            let place = self.now[i];
            if let Some(reason) = self.overlapped(&place) {
                no.push(reason);
            }
            if board_is_bare(self.board) {
                self.went.off_road |= 1 << i;
            } else {
                self.went.note(self.board, i, &place);
            }
            self.hold.stand(self.board, &place.rect);
        }
    }
}

pub(crate) fn camp_in_the_way(base: &Base) -> Refusal {
    Refusal::new(rule::MOVE_SWEEP, "a camp is in the way").about(base.id.0)
}

/// Whether two footprints are within a distance.
pub fn is_near(a: &Rect, b: &Rect, within: f64) -> bool {
    let (d, reach) =
        (a.centre - b.centre, a.half_width + a.half_depth + b.half_width + b.half_depth + within);
    if d.dot(d) > reach * reach {
        return false;
    }
    // Whatever is not positive says only that they do not overlap.
    let depth = a.penetration(b);
    depth > 0.0 || (depth >= -within && table::distance(a, b) <= within)
}

/// Whether a footprint is within a distance of a shape.
pub fn is_near_shape(a: &Rect, b: &Convex, within: f64) -> bool {
    // Twice as far, so that rounding leaves nobody out.
    if !a.bounds().grown(2.0 * within).meets(&b.bounds()) {
        return false;
    }
    let depth = table::penetration(a, b);
    depth > 0.0 || (depth >= -within && table::distance(a, b) <= within)
}

/// Whether a footprint overlaps a shape: deeper than a mere touch.
pub fn overlaps_shape(a: &Rect, b: &Convex) -> bool {
    a.bounds().meets(&b.bounds()) && table::penetration(a, b) > NEAR
}

fn board_is_bare(board: &Board<'_>) -> bool {
    board.ground.pieces.is_empty()
}
