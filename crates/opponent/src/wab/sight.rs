//! What a place is worth to a unit that fights: the charges it offers now and soon, and those it invites.

use super::clash::{Meeting, alone, worth};
use super::scene::Scene;
use table::{Facing, Rect, Vec2};
use umpire::UnitId;
use wab::api::board;
use wab::api::board::Body;
use wab::api::board::in_arc;
use wab::api::board::sees;
use wab::api::board::{wheel, wheel_cost};
use wab::api::data::Face;
use wab::api::data::Going;
use wab::api::data::Trait;
use wab::api::shooting;

/// Beyond this the flank of an enemy is not looked for yet.
const FAR: f64 = 24.0;
/// What a turn about costs, as a share of a move, and what it costs the drilled: they stand with their backs to the
/// enemy meanwhile.
const ABOUT: f64 = 0.25;
const ABOUT_DRILLED: f64 = 0.15;
/// How many enemies a unit looks at, the nearest first.
pub const FOES: usize = 5;
/// A charge that costs this share of a unit's worth is as likely to be made as not.
const LIKELY: f64 = 0.1;
/// What all the charges together weigh that a place invites, beside the worst.
const ALL: f64 = 0.3;
/// How many turns a charge takes at least that does not arrive at once.
const WAIT: f64 = 0.6;
/// No more friends than so many are reckoned with who would strike back.
const HELPERS: usize = 2;
/// Whoever shoots at least so far lives by it; javelins are thrown on the way.
pub const SHOOTS_FAR: f64 = 15.0;
/// How many volleys to come a unit reckons with that waits under fire.
const VOLLEYS: u16 = 4;
/// How much less a unit fears charges that would be shot down if it waited.
const UNDER_FIRE: f64 = 4.0;
/// From this share of the battle on whoever is losing leaves the obstacles it stands behind.
const ACTS: f64 = 0.6;
/// The share of a unit that is likely to be shot down before it leaves an obstacle for that.
const GALLED: f64 = 0.25;
/// The share of their worth that skirmishers seem to be as prey, and fleers.
const SKIRMISHERS: f64 = 0.15;
const FLEERS: f64 = 0.1;

/// What one enemy means to a unit, wherever the two stand.
struct Foe<'a> {
    body: &'a Body<'a>,
    /// What charging its front and its flank is worth.
    charging: [f64; 2],
    /// What being charged by it in front and in flank costs.
    charged: [f64; 2],
}

/// A unit and everyone it must reckon with.
pub struct Sight<'a> {
    scene: &'a Scene<'a>,
    foes: Vec<Foe<'a>>,
    body: &'a Body<'a>,
    /// What the unit is worth.
    stake: f64,
    /// The least that a charge seems to be worth.
    eager: f64,
    /// The share of it that is likely to be shot down if it waits.
    galled: f64,
    /// Whether any of the ground slows those who cross it.
    rough: bool,
}

impl<'a> Sight<'a> {
    /// What a unit sees.
    pub fn of(scene: &'a Scene<'a>, body: &'a Body<'a>) -> Sight<'a> {
        let mut near: Vec<(f64, &Body<'_>)> =
            scene.board.enemies(body.side).map(|e| (body.distance(e), e)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.truncate(FOES);
        let foes = near.into_iter().map(|(far, e)| Foe::of(scene, body, e, far)).collect();
        let stake = worth(scene.board, body);
        let galled = galled(scene, body);
        let eager = if scene.is_won() { 0.0 } else { scene.stance.eager + galled };
        let features = &scene.board.book.features;
        let rough = features.iter().any(|f| !matches!(f.kind.going(), None | Some(Going::Normal)));
        Sight { scene, foes, body, stake, eager: eager * stake, galled, rough }
    }

    /// The same for those who need not close: only charges that pay draw them on.
    pub fn patient(self) -> Sight<'a> {
        Sight { eager: 0.0, ..self }
    }

    /// Whom the unit has the best prospects of charging from where it stands.
    pub fn aim(&self) -> Option<&'a Body<'a>> {
        let prospects =
            self.foes.iter().map(|f| (self.prospect(self.body, f, self.body.distance(f.body)), f.body));
        prospects.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, enemy)| enemy)
    }

    /// How good a place is.
    pub fn score(&self, rect: &Rect, facing: Facing) -> f64 {
        let here = Body { rect: *rect, facing, ..*self.body };
        let mut best = 0.0_f64;
        for foe in &self.foes {
            let value = self.promise(&here, foe);
            // No charge is worth more than if it arrived at once.
            if value > best {
                best = best.max(self.in_time(&here, foe, value, table::distance(rect, &foe.body.rect)));
            }
        }
        let (worst, invited) = self.invites(&here, None);
        let doubt = self.scene.stance.doubt * likely(worst, self.stake);
        (1.0 - doubt) * best + self.scene.fear() / (1.0 + UNDER_FIRE * self.galled) * invited
    }

    /// What the charges cost that a place invites, but for those of one enemy.
    pub fn exposed(&self, rect: &Rect, facing: Facing, but: UnitId) -> f64 {
        self.invites(&Body { rect: *rect, facing, ..*self.body }, Some(but)).1
    }

    /// What the worst of the charges costs that a place invites, and what all of them weigh.
    fn invites(&self, here: &Body<'_>, but: Option<UnitId>) -> (f64, f64) {
        let (mut worst, mut all) = (0.0_f64, 0.0_f64);
        for foe in self.foes.iter().filter(|foe| Some(foe.body.id) != but) {
            let comes = self.threat(here, foe);
            worst = worst.min(comes);
            all += comes;
        }
        if worst < 0.0 && self.scene.stance.help > 0.0 {
            let helped = 1.0 - self.scene.stance.help * self.helpers(here) as f64;
            (worst, all) = (worst * helped, all * helped);
        }
        (worst, self.scene.stance.worst * worst + ALL * all)
    }

    /// How many friends could charge whoever has charged a unit at a place.
    fn helpers(&self, here: &Body<'_>) -> usize {
        let could = |f: &&Body<'_>| {
            let free = f.id != here.id && !f.kit.character && may_come(self.scene, f);
            let near = || table::distance(&f.rect, &here.rect) <= f.charge_move() - 1.0;
            free && near() && has_in_arc(&f.rect, &here.rect)
        };
        self.scene.board.friends(here.side).filter(could).count().min(HELPERS)
    }

    /// What being charged by an enemy at a place costs, if it could charge.
    fn threat(&self, here: &Body<'_>, foe: &Foe<'_>) -> f64 {
        let (mine, theirs) = (&here.rect, &foe.body.rect);
        if foe.charged == [0.0; 2] {
            return 0.0;
        }
        let reach = foe.body.charge_move() + 0.4;
        if !may_be_within(mine, theirs, reach) || !has_in_arc(theirs, mine) {
            return 0.0;
        }
        let far = table::distance(mine, theirs);
        let to = Facing::of(mine.centre - theirs.centre).vec();
        if far > reach || far + self.slowed(theirs, to, far, foe.body) > reach {
            return 0.0;
        }
        let face = board::face(&self.scene.board.book.house, mine, theirs.front_mid());
        foe.charged[usize::from(face != Face::Front)]
    }

    /// What charging an enemy from a place is worth, the less the longer it takes to come to it.
    fn prospect(&self, here: &Body<'_>, foe: &Foe<'_>, far: f64) -> f64 {
        self.in_time(here, foe, self.promise(here, foe), far)
    }

    /// What charging an enemy from a place would be worth if it arrived at once.
    fn promise(&self, here: &Body<'_>, foe: &Foe<'_>) -> f64 {
        let face = board::face(&self.scene.board.book.house, &foe.body.rect, here.rect.front_mid());
        foe.charging[usize::from(face != Face::Front)].max(self.eager)
    }

    /// What is left of it until it arrives.
    fn in_time(&self, here: &Body<'_>, foe: &Foe<'_>, value: f64, far: f64) -> f64 {
        if value == 0.0 {
            0.0
        } else {
            value * libm::pow(self.scene.stance.patience, self.turns(here, foe.body, far))
        }
    }

    /// How many turns it takes until a charge arrives: none if it does at once.
    fn turns(&self, here: &Body<'_>, enemy: &Body<'_>, far: f64) -> f64 {
        let (reach, pace) = (here.charge_move(), here.movement());
        let to = Facing::of(enemy.rect.centre - here.rect.front_mid());
        let turn = if here.skirmishes() { 0.0 } else { here.facing.turn_to(to) };
        let seen = here.skirmishes() || has_in_arc(&here.rect, &enemy.rect);
        if far <= reach && seen && turn.abs() <= 90.0 {
            let (start, _) = wheel(&here.rect, here.facing, turn);
            let start = if here.skirmishes() { Rect { ahead: to.vec(), ..here.rect } } else { start };
            if let Some(short) = self.falls_short(here, enemy, &start, turn) {
                let at_once = short <= 0.0 && sees(self.scene.board, here, enemy, here.skirmishes());
                return if at_once { 0.0 } else { WAIT + short.max(0.0) / pace };
            }
        }
        let way = far + self.slowed(&here.rect, to.vec(), far, here);
        WAIT + ((way - reach).max(0.0) + facing_cost(here, turn)) / pace
    }

    /// How many inches more a way costs for the ground it leads over.
    fn slowed(&self, from: &Rect, way: Vec2, far: f64, body: &Body<'_>) -> f64 {
        if !self.rough {
            return 0.0;
        }
        board::cost(&self.scene.board.book.features, from, way, far, body.order()) - far.max(0.0)
    }

    /// By how many inches a charge straight on after a wheel falls short, if it meets the enemy at all.
    fn falls_short(&self, here: &Body<'_>, enemy: &Body<'_>, start: &Rect, turn: f64) -> Option<f64> {
        let board = self.scene.board;
        let far = table::cast(start, start.ahead, here.charge_move(), &enemy.rect, 0.0)?;
        let way = board::cost(&board.book.features, start, start.ahead, far, here.order());
        let short = wheel_cost(&here.rect, turn) + way + 0.1 - here.charge_move();
        let clear = short > 0.0 || board::way_is_clear(board, here, start, start.ahead * far, Some(enemy.id));
        Some(if clear { short } else { 0.1 })
    }
}

/// Whether a unit waits for the enemy behind the obstacle it stands at, since whoever charges it must come over: not
/// under fire, and not late in a battle that is being lost.
pub fn holds_wall(scene: &Scene<'_>, body: &Body<'_>) -> bool {
    let board = scene.board;
    let losing = scene.scales.ahead < 0.0 && scene.late > ACTS;
    let must_act = losing || galled(scene, body) > GALLED;
    let comes = |e: &Body<'_>| may_come(scene, e) && has_in_arc(&body.rect, &e.rect);
    !must_act && board::is_lined(&board.book.features, &body.rect) && board.enemies(body.side).any(comes)
}

/// What it costs a unit to face an enemy so far off its line: a wheel, a turn about and a wheel, or reforming.
fn facing_cost(body: &Body<'_>, turn: f64) -> f64 {
    let pace = body.movement();
    let about = if body.kit.has(Trait::Drilled) { ABOUT_DRILLED } else { ABOUT };
    let round = about * pace + wheel_cost(&body.rect, 180.0 - turn.abs());
    let reform = if body.command().musician { pace } else { f64::INFINITY };
    wheel_cost(&body.rect, turn).min(round).min(reform)
}

impl<'a> Foe<'a> {
    /// An enemy so far away.
    fn of(scene: &Scene<'a>, body: &Body<'a>, enemy: &'a Body<'a>, far: f64) -> Foe<'a> {
        let value = |m: Meeting| alone(scene, m);
        let runs = enemy.skirmishes() && !body.skirmishes();
        let charging = if enemy.state.fleeing {
            [FLEERS * worth(scene.board, enemy); 2]
        } else if runs {
            [SKIRMISHERS * worth(scene.board, enemy); 2]
        } else {
            let [front, flank] = faces(enemy).map(|face| Meeting::square(body, enemy, face));
            let ahead = value(front);
            [ahead, if far > FAR { ahead } else { value(flank) }]
        };
        let in_time = far <= enemy.charge_move() + 2.0 * body.movement() + 0.5;
        let charged = if in_time && may_come(scene, enemy) {
            faces(body).map(|face| value(Meeting::square(enemy, body, face)).min(0.0))
        } else {
            [0.0; 2]
        };
        Foe { body: enemy, charging, charged }
    }
}

/// The share of a unit that is likely to be shot down before long if it waits where it stands: nobody shoots at whoever
/// fights hand to hand, so it does better to come on.
fn galled(scene: &Scene<'_>, body: &Body<'_>) -> f64 {
    let board = scene.board;
    let in_range = |e: &&Body<'_>| {
        let far = e.kit.range().filter(|&range| range >= SHOOTS_FAR && e.kit.shoots());
        let free = !e.state.fleeing && !board.phase.is_engaged(e.id);
        free && far.is_some_and(|range| body.distance(e) <= range) && has_in_arc(&e.rect, &body.rect)
    };
    let fall = |e: &Body<'_>| shooting::shots(board, e, body, false).map_or(0.0, |s| s.0.mean());
    let fallen: f64 = board.enemies(body.side).filter(in_range).map(fall).sum();
    let wounds = f64::from(body.state.models * u16::from(body.kit.profile.w.max(1))).max(1.0);
    let volleys = f64::from(board.book.turns.saturating_sub(board.phase.turn).min(VOLLEYS));
    (volleys * fallen / wounds).min(1.0)
}

/// How likely a charge is to be made that costs a unit of some worth so much.
fn likely(cost: f64, stake: f64) -> f64 {
    // Nobody comes, or there is nothing to lose: a beast that has parted from its unit is worth no points.
    if cost < 0.0 { cost / (cost - LIKELY * stake) } else { 0.0 }
}

/// Whether an enemy is free to charge, and one of those who are feared for it.
pub fn may_come(scene: &Scene<'_>, enemy: &Body<'_>) -> bool {
    !enemy.state.fleeing && !enemy.skirmishes() && !scene.board.phase.is_engaged(enemy.id)
}

/// Whether two footprints may be no farther apart than this, at a glance at where their middles are.
fn may_be_within(a: &Rect, b: &Rect, far: f64) -> bool {
    let half = |r: &Rect| r.half_width + r.half_depth;
    let (d, far) = (a.centre - b.centre, far + half(a) + half(b) + 0.1);
    d.dot(d) <= far * far
}

/// Whether a footprint has a corner of another before it.
pub fn has_in_arc(rect: &Rect, other: &Rect) -> bool {
    other.corners().into_iter().any(|p| in_arc(rect, p))
}

/// The front of a unit and a flank, if it has one.
fn faces(body: &Body<'_>) -> [Face; 2] {
    [Face::Front, if body.skirmishes() { Face::Front } else { Face::Left }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_a_charge_costs_the_likelier_it_is() {
        let odds = [0.0, -5.0, -10.0, -40.0].map(|cost| likely(cost, 100.0));
        assert!(odds.is_sorted() && odds[0] == 0.0 && odds[2] == 0.5 && odds[3] < 1.0, "{odds:?}");
        assert_eq!(likely(0.0, 0.0), 0.0, "a unit without points has prospects like any other");
    }
}
