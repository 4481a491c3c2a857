//! Sweeping the movers along a leg, and what they meet on it (`dba.move.sweep`).

use crate::board::state::UnitSet;
use crate::board::{Base, Board, camp, ground};
use crate::data::scale::{MM, NEAR, ON_THE_SPOT, SAME, STEP, in_paces};
use crate::data::tables::tables;
use crate::movement::leg::{Carry, Leg};
use crate::movement::rules::Formation;
use crate::movement::under_way::{Run, camp_in_the_way, is_near, is_near_shape, overlaps_shape};
use crate::movement::{self, passing};
use crate::rule;
use ruling::Refusal;
use table::{Bounds, Convex, Rect, Solid, Vec2};
use umpire::Side;

/// How often the first touch is halved: to less than a thousandth of a pace.
const HALVINGS: u32 = 14;

/// What the sweep does about enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enemies {
    /// Coming near one ends the run.
    Halt,
    /// They are in the way like anything else.
    Block,
}

/// How a leg ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As ordered.
    Whole,
    /// Short, near an enemy.
    Near,
    /// Short, against an enemy that was near when the move began.
    Against,
}

/// Something a mover may meet on a leg.
struct Met<'a> {
    mover: usize,
    what: What<'a>,
    // The shares of the leg between which it can be met.
    from: f64,
    until: f64,
}

impl Met<'_> {
    fn may_be_at(&self, share: f64) -> bool {
        self.from <= share && share <= self.until
    }
}

/// A zone that a mover may come into, and the shares of the leg between which it can.
struct Zoned {
    mover: usize,
    zone: usize,
    from: f64,
    until: f64,
}

impl Zoned {
    fn may_be_entered_at(&self, share: f64) -> bool {
        self.from <= share && share <= self.until
    }
}

enum What<'a> {
    Friend(&'a Base),
    // A base or a camp: whether it was near when the move began.
    Enemy(&'a Base, bool),
    EnemyCamp(Convex, bool),
    Camp(Convex),
}

/// A leg as it is looked at: who goes, and what may be met on it.
struct Look<'l, 'a> {
    leg: &'l Leg,
    swept: usize,
    enemies: Enemies,
    met: Vec<Met<'a>>,
    zones: Vec<Zoned>,
    rough: bool,
    over_edge: bool,
    on_the_spot: bool,
}

/// The steps at which a leg is looked at.
struct Steps {
    first: u32,
    count: u32,
    cost: f64,
}

impl Steps {
    /// How much of the leg is done at a step.
    fn share(&self, i: u32) -> f64 {
        if i == self.count { 1.0 } else { STEP * f64::from(i) / self.cost }
    }
}

impl Look<'_, '_> {
    /// The steps of a leg that costs so much. Where only things to be met matter, the way up to the first is clear.
    fn steps(&self, cost: f64) -> Steps {
        let count = if self.on_the_spot { 1.0 } else { (cost / STEP - 1e-9).ceil().max(1.0) };
        let clear = if self.rough || self.over_edge {
            0.0
        } else {
            let starts = self.met.iter().map(|m| m.from).chain(self.zones.iter().map(|z| z.from));
            starts.fold(1.0, f64::min).max(0.0)
        };
        let skipped = (clear * cost / STEP).floor().min(count - 1.0).max(0.0);
        Steps { first: skipped as u32 + 1, count: count as u32, cost }
    }
}

impl<'a> Run<'a, '_> {
    /// Goes along a leg, until it ends or an enemy is near.
    ///
    /// # Errors
    /// What stands in the way; the movers are then at the end of the leg all the same.
    pub fn leg(&mut self, leg: &Leg) -> Result<Ended, Box<Refusal>> {
        self.sweep(leg, self.swept, Enemies::Halt)
    }

    /// Goes along a last leg as a rigid block, into line with an enemy that is near.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn close(&mut self, leg: &Leg) -> Result<Ended, Box<Refusal>> {
        self.sweep(leg, self.now.len(), Enemies::Block)
    }

    fn sweep(&mut self, leg: &Leg, swept: usize, enemies: Enemies) -> Result<Ended, Box<Refusal>> {
        let around = self.around(leg, swept);
        let met = self.in_reach(leg, swept, &around);
        let rough = self.meets_ground(leg, swept, &around);
        let over_edge = !on_table_box(self.board, &around);
        if !rough {
            (0..swept).for_each(|i| self.went.off_road |= 1 << i);
        }
        let zones = self.zones_in_reach(leg, swept);
        if met.is_empty() && !rough && !over_edge && zones.is_empty() {
            self.arrive(leg, &leg.end(), swept);
            return Ok(Ended::Whole);
        }
        let on_the_spot = self.form == Formation::Single && leg.turn != 0 && {
            let rect = &self.now[0].rect;
            leg.end().rect(rect).centre.distance(rect.centre) <= ON_THE_SPOT
        };
        let look = Look { leg, swept, enemies, met, zones, rough, over_edge, on_the_spot };
        let steps = look.steps(self.cost(&leg.end()));
        let mut last = if steps.first > 1 { steps.share(steps.first - 1) } else { 0.0 };
        for i in steps.first..=steps.count {
            let share = steps.share(i);
            let in_zone = |z: &Zoned| z.may_be_entered_at(share) && self.hold.is_open(z.zone);
            let busy = look.rough
                || look.over_edge
                || look.met.iter().any(|m| m.may_be_at(share))
                || look.zones.iter().any(in_zone);
            if busy && let Some(ended) = self.step(&look, last, share) {
                return ended;
            }
            last = share;
        }
        self.arrive(leg, &leg.end(), swept);
        Ok(Ended::Whole)
    }

    /// Looks at one step of a leg: how the leg ends there, if it does.
    fn step(&mut self, look: &Look<'_, '_>, last: f64, share: f64) -> Option<Result<Ended, Box<Refusal>>> {
        let Look { leg, swept, enemies, met, zones, rough, over_edge, on_the_spot } = look;
        let (leg, swept) = (*leg, *swept);
        let carry = leg.at(share);
        if *enemies == Enemies::Halt && self.halts(met, &carry, share).is_some() {
            let (free, ended) = self.narrow(leg, met, last, share);
            let stop = leg.at(free);
            self.pass_zones(zones, &stop, free);
            self.look(&stop, swept, *rough, false);
            self.arrive(leg, &stop, swept);
            return Some(Ok(ended));
        }
        if let Some(no) = self.obstacle(met, &carry, share, leg, *enemies, *on_the_spot) {
            self.arrive(leg, &leg.end(), swept);
            return Some(Err(Box::new(no)));
        }
        self.pass_zones(zones, &carry, share);
        if (*rough || *over_edge)
            && let Some(no) = self.look(&carry, swept, *rough, *over_edge)
        {
            self.arrive(leg, &leg.end(), swept);
            return Some(Err(Box::new(no)));
        }
        None
    }

    /// The last share of the way, between two, at which no enemy halts the run, and how one does then.
    fn narrow(&self, leg: &Leg, met: &[Met<'_>], mut free: f64, mut near: f64) -> (f64, Ended) {
        for _ in 0..HALVINGS {
            let middle = (free + near) / 2.0;
            if self.halts(met, &leg.at(middle), middle).is_some() {
                near = middle;
            } else {
                free = middle;
            }
        }
        (free, self.halts(met, &leg.at(near), near).unwrap_or(Ended::Near))
    }

    /// Whether an enemy halts the run there: one that it comes near, or one that it was near to and runs into.
    fn halts(&self, met: &[Met<'_>], carry: &Carry, share: f64) -> Option<Ended> {
        let treads = self.camp.and_then(|side| self.board.outline(side));
        met.iter().filter(|m| m.may_be_at(share)).find_map(|m| {
            let rect = carry.rect(&self.now[m.mover].rect);
            // Walls stand between an enemy and whoever is on the ground of a camp.
            if treads.is_some_and(|camp| overlaps_shape(&rect, &camp)) {
                return None;
            }
            match &m.what {
                What::Enemy(enemy, true) => rect.overlaps(&enemy.rect, NEAR).then_some(Ended::Against),
                What::Enemy(enemy, false) => {
                    is_near(&rect, &enemy.rect, tables().touch).then_some(Ended::Near)
                }
                What::EnemyCamp(camp, true) => overlaps_shape(&rect, camp).then_some(Ended::Against),
                What::EnemyCamp(camp, false) => {
                    is_near_shape(&rect, camp, tables().touch).then_some(Ended::Near)
                }
                What::Friend(_) | What::Camp(_) => None,
            }
        })
    }

    /// What stands in the way there.
    fn obstacle(
        &mut self,
        met: &[Met<'_>],
        carry: &Carry,
        share: f64,
        leg: &Leg,
        enemies: Enemies,
        on_the_spot: bool,
    ) -> Option<Refusal> {
        for m in met.iter().filter(|m| m.may_be_at(share)) {
            let base = self.now[m.mover];
            let rect = carry.rect(&base.rect);
            match &m.what {
                What::Friend(friend) => {
                    if !rect.overlaps(&friend.rect, NEAR) || self.goes_through(m.mover, friend) {
                        continue;
                    }
                    if on_the_spot {
                        return Some(in_the_way(&base, Some(friend)));
                    }
                    if let Some(no) = self.pass(m.mover, met, carry, leg) {
                        return Some(no);
                    }
                }
                What::Enemy(enemy, _) if enemies == Enemies::Block => {
                    if rect.overlaps(&enemy.rect, NEAR) {
                        return Some(in_the_way(&base, Some(enemy)));
                    }
                }
                What::EnemyCamp(camp, _) if enemies == Enemies::Block => {
                    if overlaps_shape(&rect, camp) {
                        return Some(camp_in_the_way(&base));
                    }
                }
                What::Camp(camp) => {
                    if overlaps_shape(&rect, camp) {
                        let place = Base { rect, ..base };
                        return Some(self.blocked(met, m.mover, &place));
                    }
                }
                What::Enemy(..) | What::EnemyCamp(..) => {}
            }
        }
        None
    }

    fn goes_through(&self, mover: usize, friend: &Base) -> bool {
        self.through.iter().any(|(m, set)| usize::from(*m) == mover && set.has(friend.id))
    }

    /// Lets a mover through the friends it meets, or says why not (`dba.pass.move`, `dba.pass.room`).
    fn pass(&mut self, mover: usize, met: &[Met<'_>], carry: &Carry, leg: &Leg) -> Option<Refusal> {
        let base = carry.base(&self.now[mover]);
        let house = &self.board.book.house;
        let by = leg.to - leg.from;
        let onward = if by.len() > NEAR { by * (1.0 / by.len()) } else { base.rect.ahead };
        let mut first = UnitSet::default();
        let mut beyond = 0.0_f64;
        for m in met.iter().filter(|m| m.mover == mover) {
            let What::Friend(friend) = m.what else { continue };
            if !base.overlaps(&friend.rect) || self.goes_through(mover, friend) {
                continue;
            }
            if !passing::may_pass(house, &base, base.facing, friend) {
                // One that it could go through if only it faced otherwise.
                let by_right = house.passes(base.troop, friend.troop);
                return Some(if by_right {
                    Refusal::new(rule::PASS_MOVE, "a friend that faces another way is in the way")
                        .about(base.id.0)
                        .about(friend.id.0)
                } else {
                    self.blocked(met, mover, &base)
                });
            }
            first.add(friend.id);
            beyond = beyond.max(table::clearance(&base.rect, onward, &friend.rect, 0.0));
        }
        let place = base.moved(onward * beyond);
        if !self.is_free(&place) {
            return Some(
                Refusal::new(rule::PASS_ROOM, "there is no room beyond the friend it would go through")
                    .about(base.id.0),
            );
        }
        let needs = self.spent + movement::rules::leg(&self.now[mover].rect, &base.rect) + beyond;
        if !movement::rules::within(needs, self.rate()) {
            return Some(
                Refusal::new(
                    rule::PASS_ROOM,
                    "its rate does not take it clear of the friend it would go through",
                )
                .about(base.id.0)
                .needs(needs, self.rate(), "paces"),
            );
        }
        match self.through.iter_mut().find(|(m, _)| usize::from(*m) == mover) {
            Some((_, set)) => *set = first,
            None => self.through.push((mover as u8, first)),
        }
        None
    }

    /// What stands in the way of a mover at a place; where it is two things, the gap between them is too narrow.
    fn blocked(&self, met: &[Met<'_>], mover: usize, place: &Base) -> Refusal {
        let mut in_way = met.iter().filter(|m| m.mover == mover).filter(|m| match &m.what {
            What::Friend(other) | What::Enemy(other, _) => place.overlaps(&other.rect),
            What::Camp(camp) | What::EnemyCamp(camp, _) => overlaps_shape(&place.rect, camp),
        });
        match (in_way.next().map(|m| &m.what), in_way.next()) {
            (_, Some(_)) => Refusal::new(rule::MOVE_GAP, "the gap is narrower than its front")
                .about(place.id.0)
                .instead("go round, or through in column"),
            (Some(What::Friend(other) | What::Enemy(other, _)), None) => {
                in_the_way(place, Some(other)).instead("go round, or stop before it")
            }
            (Some(_), None) => camp_in_the_way(place).instead("enter the camp and end wholly inside it"),
            (None, None) => in_the_way(place, None),
        }
    }

    /// The zones not yet entered that a swept mover may come into on a leg, and on which stretch of it.
    fn zones_in_reach(&self, leg: &Leg, swept: usize) -> Vec<Zoned> {
        let mut zones = Vec::new();
        if self.hold.zones.is_empty() {
            return zones;
        }
        for (mover, base) in self.now.iter().take(swept).enumerate() {
            let way = Way::of(leg, &base.rect);
            for (zone, ground) in self.hold.open() {
                if let Some([from, until]) = way.stretch(&ground, 0.0) {
                    zones.push(Zoned { mover, zone, from, until });
                }
            }
        }
        zones
    }

    /// Notes the zones that movers come into at a moment of a leg.
    fn pass_zones(&mut self, zones: &[Zoned], carry: &Carry, share: f64) {
        for z in zones.iter().filter(|z| z.may_be_entered_at(share)) {
            if !self.hold.is_open(z.zone) {
                continue;
            }
            let rect = carry.rect(&self.now[z.mover].rect);
            self.hold.pass(self.board, z.zone, &rect, || carry.rect(&self.now[0].rect));
        }
    }

    /// Notes the ground at a moment of a leg; what it may not enter there.
    fn look(&mut self, carry: &Carry, swept: usize, rough: bool, over_edge: bool) -> Option<Refusal> {
        let board = self.board;
        for i in 0..swept {
            let rect = carry.rect(&self.now[i].rect);
            if over_edge && !ground::on_table(board, &rect) {
                return Some(
                    Refusal::new(rule::MOVE_OFF_TABLE, "it would leave the table").about(self.now[i].id.0),
                );
            }
            if rough {
                let place = Base { rect, ..self.now[i] };
                if let Some(no) = self.barred(&place) {
                    return Some(no);
                }
                self.went.note(board, i, &place);
            }
        }
        None
    }

    /// Puts the movers where a leg, or what was done of it, brings them.
    fn arrive(&mut self, leg: &Leg, at: &Carry, swept: usize) {
        self.spent += self.cost(at);
        let Some(before) = self.now.first().map(|b| b.rect) else { return };
        for base in self.now.iter_mut().take(swept) {
            *base = at.base(base);
        }
        let after = self.now[0].rect;
        self.hold.end_leg(leg, self.form, &before, &after);
    }

    /// Whether a leg, within a box around it, may bring a mover onto terrain that matters to it.
    fn meets_ground(&self, leg: &Leg, swept: usize, around: &Bounds) -> bool {
        let on_ground = Bounds { min: around.min * MM, max: around.max * MM };
        let near = self.board.ground.pieces.iter().filter(|p| p.shape.bounds().meets(&on_ground));
        near.into_iter().any(|piece| {
            self.now.iter().take(swept).any(|base| {
                ground::matters(piece, base.troop)
                    && (leg.turn != 0 || ground::may_tread(piece, &base.rect, leg.to - leg.from))
            })
        })
    }

    /// A box around the whole leg.
    fn around(&self, leg: &Leg, swept: usize) -> Bounds {
        let mut around: Option<Bounds> = None;
        for base in self.now.iter().take(swept) {
            let here = if leg.turn == 0 {
                base.rect.bounds().join(&leg.end().rect(&base.rect).bounds())
            } else {
                let (centre, radius) = circle(leg, &base.rect);
                Bounds::disc(centre, radius)
            };
            around = Some(around.map_or(here, |a| a.join(&here)));
        }
        around.unwrap_or(Bounds::disc(Vec2::default(), 0.0))
    }

    /// Whether a base stands in the field, does not move, and reaches into a box around a leg.
    fn may_meet(&self, other: &Base, around: &Bounds) -> bool {
        // Twice a touch, so that rounding leaves nobody out.
        let reach = other.rect.half_width + other.rect.half_depth + 2.0 * tables().touch;
        around.grown(reach).contains(other.rect.centre)
            && !self.moving.has(other.id)
            && self.board.camp_of(other.id).is_none()
    }

    /// Everything a swept mover may meet on a leg, and on which stretch of it.
    fn in_reach(&self, leg: &Leg, swept: usize, around: &Bounds) -> Vec<Met<'a>> {
        let board = self.board;
        let near: Vec<&Base> = board.bases.iter().filter(|b| self.may_meet(b, around)).collect();
        let mut met = Vec::new();
        for (mover, base) in self.now.iter().take(swept).enumerate() {
            let way = Way::of(leg, &base.rect);
            for other in near.iter().copied() {
                let friend = other.side == base.side;
                let slack = if friend { NEAR } else { -tables().touch };
                if let Some([from, until]) = way.stretch(&other.rect, slack) {
                    let what = if friend {
                        What::Friend(other)
                    } else {
                        What::Enemy(other, self.beside.has(other.id))
                    };
                    met.push(Met { mover, what, from, until });
                }
            }
            for owner in Side::ALL {
                let Some(outline) = self.camps[owner] else { continue };
                if !outline.bounds().meets(&Bounds::disc(way.centre, way.radius + tables().touch)) {
                    continue;
                }
                let what = if camp::held_by(board, owner) == Some(base.side.other()) {
                    What::EnemyCamp(outline, self.beside_camp[owner])
                } else {
                    What::Camp(outline)
                };
                met.push(Met { mover, what, from: 0.0, until: 1.0 });
            }
        }
        met
    }
}

/// The way of one base along a leg, to tell quickly where on it something can be met: never less than where it is.
struct Way<'a> {
    leg: &'a Leg,
    rect: &'a Rect,
    // A circle that it does not leave.
    centre: Vec2,
    radius: f64,
    // The way of the point about which it turns: its direction and its length.
    direction: Vec2,
    length: f64,
}

impl<'a> Way<'a> {
    fn of(leg: &'a Leg, rect: &'a Rect) -> Way<'a> {
        let (centre, radius) = circle(leg, rect);
        let by = leg.to - leg.from;
        let length = by.len();
        Way { leg, rect, centre, radius, direction: by * (1.0 / length), length }
    }

    /// How far from the point about which it turns any part of the base is at most.
    fn arm(&self) -> f64 {
        self.rect.centre.distance(self.leg.from) + self.rect.radius()
    }

    /// The shares of the leg between which the base may come within `-slack` of a footprint, or overlap it by
    /// `slack`; none if it passes by.
    fn stretch(&self, other: &Rect, slack: f64) -> Option<[f64; 2]> {
        let (d, reach) = (other.centre - self.centre, self.radius + other.radius() + SAME - slack);
        if d.dot(d) > reach * reach {
            return None;
        }
        if self.length <= SAME {
            return Some([0.0, 1.0]);
        }
        let [at, half] =
            if self.leg.turn == 0 { self.past(other, slack)? } else { self.about(other, slack)? };
        let [from, until] = [at - half, at + half].map(|far| far / self.length);
        (until >= -SAME && from <= 1.0 + SAME).then_some([from - SAME, until + SAME])
    }

    /// Where a straight way brings the base level with a footprint, and how far before and after it may meet it.
    fn past(&self, other: &Rect, slack: f64) -> Option<[f64; 2]> {
        let d = other.centre - self.rect.centre;
        let mut reach = [SAME - slack; 2];
        for rect in [self.rect, other] {
            let (along, aside) =
                (rect.ahead.dot(self.direction).abs(), rect.right().dot(self.direction).abs());
            reach[0] += rect.half_depth * along + rect.half_width * aside;
            reach[1] += rect.half_depth * aside + rect.half_width * along;
        }
        (d.cross(self.direction).abs() <= reach[1]).then(|| [d.dot(self.direction), reach[0]])
    }

    /// The same where it turns: no corner is ever farther from the point about which it turns than at the start.
    fn about(&self, other: &Rect, slack: f64) -> Option<[f64; 2]> {
        let reach = self.arm() + other.radius() + SAME - slack;
        let d = other.centre - self.leg.from;
        let aside = d.cross(self.direction);
        let square = reach * reach - aside * aside;
        (square >= 0.0).then(|| [d.dot(self.direction), square.sqrt()])
    }
}

fn in_the_way(base: &Base, other: Option<&Base>) -> Refusal {
    let no = Refusal::new(rule::MOVE_SWEEP, "another element is in the way").about(base.id.0);
    match other {
        Some(other) => no.about(other.id.0),
        None => no,
    }
}

/// A circle that a base does not leave on a leg.
fn circle(leg: &Leg, rect: &Rect) -> (Vec2, f64) {
    let end = leg.end().rect(rect).centre;
    if leg.turn == 0 {
        let centre = rect.centre.lerp(end, 0.5);
        return (centre, rect.centre.distance(centre) + rect.radius());
    }
    let centre = leg.at(0.5).rect(rect).centre;
    // Between the three places it bulges by no more than it is from the point about which it turns.
    let bulge = rect.half_depth + rect.half_width;
    (centre, rect.centre.distance(centre).max(end.distance(centre)) + bulge + rect.radius())
}

/// Whether a box lies wholly on the table.
fn on_table_box(board: &Board<'_>, around: &Bounds) -> bool {
    let far = in_paces(Vec2::new(board.ground.width(), board.ground.depth()));
    around.min.x >= 0.0 && around.min.y >= 0.0 && around.max.x <= far.x && around.max.y <= far.y
}
