//! Who of a unit bears on an enemy: ranks, arcs, ranges and lines of fire, at the moment that suits them best.

use crate::board::{Board, Body, TOUCH, cover, sight};
use crate::combat::engagement;
use crate::data::measure::{NEAR, within};
use crate::data::tables::{CrewWeapon, tables};
use crate::data::troop::{Missile, Troop};
use crate::shooting::moment::{Moment, Moments};
use crate::shooting::rules as factors;
use arrayvec::ArrayVec;
use std::cell::OnceCell;
use table::{Facing, Rect, Vec2, segments_meet};
use umpire::UnitId;

/// Those of a unit who shoot with the same thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shooters {
    /// What each of them shoots as.
    pub crew: CrewWeapon,
    /// Their type.
    pub troop: Troop,
    /// The first of them, counted from the left of the front rank.
    first: u16,
    /// The one after the last.
    end: u16,
}

impl Shooters {
    /// How many shooters they count for.
    pub fn figures(&self) -> u16 {
        (self.end - self.first) * u16::from(self.crew.figures)
    }
}

/// Who of a unit can shoot: its own men and the specialists behind them, those with more than what is thrown by hand
/// first (`wrg1969.troops.subunit`).
pub fn shooters(board: &Board<'_>, body: &Body<'_>) -> ArrayVec<Shooters, 2> {
    let main = body.figures - board.specialists(body);
    let mut all = ArrayVec::new();
    if let Some(crew) = body.kit.shoots_as().filter(|_| main > 0) {
        all.push(Shooters { crew, troop: body.troop(), first: 0, end: main });
    }
    let part = body.kit.part.as_ref().and_then(|part| Some((part, part.missile?)));
    if let Some((part, weapon)) = part.filter(|_| main < body.figures) {
        let crew = CrewWeapon { figures: 1, weapon };
        all.push(Shooters { crew, troop: part.troop, first: main, end: body.figures });
    }
    all.sort_by_key(|s: &Shooters| s.crew.weapon == Missile::HandHurled);
    all
}

/// How many figures bear on a target, at which moment, and from how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bearing {
    /// Figures that shoot straight.
    pub direct: u16,
    /// Figures that can shoot only overhead on the flat.
    pub overhead: u16,
    /// The nearest distance.
    pub distance: f64,
    /// The moment.
    pub moment: Moment,
    /// Whether nobody stood between them.
    open: bool,
}

impl Bearing {
    fn count(&self) -> u16 {
        self.direct + self.overhead
    }
}

/// The moment of the period at which most figures bear on an enemy; none if there is none.
pub fn best(
    moments: &Moments<'_, '_>,
    body: &Body<'_>,
    enemy: &Body<'_>,
    group: &Shooters,
) -> Option<Bearing> {
    let most = (last_who_bears(moments.now, body, group) - group.first) * u16::from(group.crew.figures);
    let with_foes = |id: UnitId| std::iter::once(id).chain(moments.now.opponents(id));
    let concerned = || [body.id, enemy.id].into_iter().flat_map(with_foes);
    let mut best: Option<Bearing> = None;
    // Moments when nobody was in the way: the same places give the same again, or less.
    let mut open: ArrayVec<Moment, 2> = ArrayVec::new();
    for &moment in &moments.all {
        if open.iter().any(|&known| moments.alike(concerned(), known, moment)) {
            continue;
        }
        let least = best.as_ref().map_or(0, Bearing::count);
        let bearing = more_at_moment(moments, moment, body, enemy, group, least);
        if bearing.open {
            if open.is_full() {
                open.pop();
            }
            open.push(moment);
        }
        if bearing.count() > least {
            best = Some(bearing);
        }
        if best.is_some_and(|b| b.count() >= most) {
            break;
        }
    }
    best
}

/// How many ranks of a unit shoot straight, and whether those behind shoot over their heads (`wrg1969.fire.ranks`).
fn shooting_ranks(board: &Board<'_>, body: &Body<'_>, group: &Shooters) -> (u16, bool) {
    let archers = group.troop.is_close_infantry() && body.kit.regular && group.crew.weapon.is_foot_bow();
    let straight = if group.troop.is_light() { board.book.house.light_ranks_firing } else { 1 };
    (straight, archers)
}

/// The one after the last of some figures who could bear on anyone.
fn last_who_bears(board: &Board<'_>, body: &Body<'_>, group: &Shooters) -> u16 {
    let (straight, archers) = shooting_ranks(board, body, group);
    let end = if archers { group.end } else { group.end.min(straight * body.files) };
    end.max(group.first)
}

/// How many figures bear on an enemy at a moment.
pub fn at_moment(
    moments: &Moments<'_, '_>,
    moment: Moment,
    body: &Body<'_>,
    enemy: &Body<'_>,
    group: &Shooters,
) -> Bearing {
    more_at_moment(moments, moment, body, enemy, group, 0)
}

/// How many figures bear on an enemy at a moment, if they are more than so many; else they are not all counted.
fn more_at_moment(
    moments: &Moments<'_, '_>,
    moment: Moment,
    body: &Body<'_>,
    enemy: &Body<'_>,
    group: &Shooters,
    than: u16,
) -> Bearing {
    let then = moments.at(moment);
    let none = Bearing { direct: 0, overhead: 0, distance: f64::INFINITY, moment, open: true };
    let (Some(me), Some(him)) = (then.body(body.id), then.body(enemy.id)) else { return none };
    let range = factors::max_range(group.crew.weapon, false);
    let far = range + me.rect.radius() + him.rect.radius() + TOUCH;
    let apart = me.apart(him);
    if apart > far || (apart > range && !within(me.gap(him), range)) {
        return none;
    }
    // Nobody shoots once he has come to blows, except at one who charges him.
    let charged = moment == Moment::BonusPoint;
    if (!charged && in_melee(then, me)) || !sees(then, me, him) {
        return none;
    }
    let bearing = if in_melee(then, him) && !charged {
        bears(then, me, him, group, &Mark::fighting(then, him), than)
    } else {
        bears(then, me, him, group, &Mark::whole(him), than)
    };
    Bearing { moment, ..bearing }
}

fn sees(board: &Board<'_>, me: &Body<'_>, him: &Body<'_>) -> bool {
    sight::sees(board, me, him)
}

/// Whether a body is in close combat as the board stands: in an old fight, or up against whom it met this period.
fn in_melee(board: &Board<'_>, body: &Body<'_>) -> bool {
    board.phase.fights.iter().filter(|f| f.red == body.id || f.blue == body.id).any(|f| {
        let other = if f.red == body.id { f.blue } else { f.red };
        f.periods > 0 || board.body(other).is_some_and(|o| within(o.gap(body), TOUCH))
    })
}

/// What of an enemy may be shot at.
struct Mark {
    /// What may be shot at straight: the whole of him, or single figures.
    straight: Result<Rect, Vec<Vec2>>,
    /// Those of his who fight and stand in the way.
    fighting: Vec<InTheWay>,
    /// What may be shot at overhead.
    overhead: Option<Rect>,
}

impl Mark {
    fn whole(enemy: &Body<'_>) -> Mark {
        Mark { straight: Ok(enemy.rect), fighting: Vec::new(), overhead: Some(enemy.rect) }
    }

    /// An enemy in close combat: figures out of contact, and overhead his rear ranks (`wrg1969.fire.melee_target`).
    fn fighting(board: &Board<'_>, enemy: &Body<'_>) -> Mark {
        let base = tables().troop(enemy.troop());
        let engaged = engagement::figures_in_contact(board, enemy);
        let mut free = Vec::with_capacity(usize::from(enemy.figures));
        let mut fighting = Vec::with_capacity(engaged.len());
        let figures = Figures::of(enemy);
        for figure in 0..enemy.figures {
            let at = figures.middle(figure);
            if engaged.contains(&figure) {
                let (half_width, half_depth) = (base.front / 2.0, base.depth / 2.0);
                fighting.push(InTheWay::new(&Rect { centre: at, half_width, half_depth, ..enemy.rect }));
            } else {
                free.push(at);
            }
        }
        let rear = (enemy.ranks() > 1).then(|| {
            let centre = enemy.rect.place(0.0, -base.depth / 2.0);
            Rect { centre, half_depth: enemy.rect.half_depth - base.depth / 2.0, ..enemy.rect }
        });
        Mark { straight: Err(free), fighting, overhead: rear }
    }

    /// Whether anything of him can be shot at straight from a place, along a line that serves.
    fn open(&self, from: Vec2, serves: impl Fn([Vec2; 2]) -> bool) -> bool {
        let past_fighters = |line| !self.fighting.iter().any(|f| f.crosses(line));
        match &self.straight {
            Ok(rect) => serves([from, cover::nearest_point(rect, from)]),
            Err(figures) => figures.iter().any(|&to| serves([from, to]) && past_fighters([from, to])),
        }
    }
}

/// How many figures bear on a mark as the board stands, counted while they may be more than so many
/// (`wrg1969.fire.arcs`, `wrg1969.fire.ranks`).
fn bears(
    board: &Board<'_>,
    body: &Body<'_>,
    enemy: &Body<'_>,
    group: &Shooters,
    mark: &Mark,
    more_than: u16,
) -> Bearing {
    let weapon = group.crew.weapon;
    let (range, half) = (factors::max_range(weapon, false), factors::max_range(weapon, true));
    let arc = Arc::new(factors::half_angle(group.troop, weapon, body.kit.camel), body.rect.ahead);
    let (straight_ranks, archers) = shooting_ranks(board, body, group);
    // Nobody is in the way of those who cannot reach him.
    let in_the_way = OnceCell::new();
    let between = || in_the_way.get_or_init(|| Between::new(board, body, enemy));
    let reaches = |[from, to]: [Vec2; 2], range: f64| {
        let length = from.distance(to);
        // Whoever stands on him has him before him.
        within(length, range) && (within(length, 0.0) || arc.holds(to - from, length))
    };
    let (mut direct, mut overhead) = (0, 0);
    let (each, end) = (u16::from(group.crew.figures), last_who_bears(board, body, group));
    let figures = Figures::of(body);
    for figure in group.first..end {
        if direct + overhead + (end - figure) * each <= more_than {
            break;
        }
        let rank = figure / body.files;
        let from = figures.front(figure);
        let straight =
            rank < straight_ranks && mark.open(from, |line| reaches(line, range) && !between().blocks(line));
        let over = || {
            mark.overhead.is_some_and(|rect| {
                let line = [from, cover::nearest_point(&rect, from)];
                reaches(line, half) && !between().too_high(line)
            })
        };
        if straight {
            direct += each
        } else if archers && over() {
            overhead += each
        }
    }
    let open = in_the_way.get().is_none_or(|between| between.0.is_empty());
    let distance = if direct + overhead > more_than { body.gap(enemy) } else { f64::INFINITY };
    Bearing { direct, overhead, distance, moment: Moment::Now, open }
}

/// The arc before a figure in which it shoots.
struct Arc {
    ahead: Vec2,
    /// The cosine of its half angle, give or take what counts as equal; none all round.
    least: Option<f64>,
}

impl Arc {
    fn new(half_angle: f64, ahead: Vec2) -> Arc {
        let least = (half_angle + NEAR < 180.0).then(|| Facing::degrees(half_angle + NEAR).vec().y);
        Arc { ahead, least }
    }

    /// Whether a way of a length leads out through it.
    fn holds(&self, way: Vec2, length: f64) -> bool {
        self.least.is_none_or(|least| way.dot(self.ahead) >= least * length)
    }
}

/// Troops that may stand between shooters and their target, each with whether it stands higher than they do
/// (`wrg1969.fire.overhead`).
struct Between(Vec<(InTheWay, bool)>);

impl Between {
    fn new(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> Self {
        let mine = board.level(body.standard());
        let reach = body.rect.radius().max(enemy.rect.radius());
        let line = [body.standard(), enemy.standard()];
        let near = |o: &Body<'_>| table::distance_to_segment(o.standard(), line) <= reach + o.rect.radius();
        let others = board.troops().filter(|o| o.id != body.id && o.id != enemy.id && near(o));
        let over = |o: &Body<'_>| body.troop() == Troop::Elephant && o.troop() != Troop::Elephant;
        let between = others.filter_map(|o| {
            let level = board.level(o.standard());
            (level >= mine && !(level == mine && over(o))).then(|| (InTheWay::new(&o.rect), level > mine))
        });
        Between(between.collect())
    }

    fn blocks(&self, line: [Vec2; 2]) -> bool {
        self.0.iter().any(|(troops, _)| troops.crosses(line))
    }

    fn too_high(&self, line: [Vec2; 2]) -> bool {
        self.0.iter().any(|(troops, higher)| *higher && troops.crosses(line))
    }
}

/// A footprint that lines of fire may pass over.
struct InTheWay {
    centre: Vec2,
    radius: f64,
    corners: [Vec2; 4],
}

impl InTheWay {
    fn new(rect: &Rect) -> Self {
        // A line that only grazes an edge does not pass over it.
        let inner = Rect { half_width: rect.half_width - NEAR, half_depth: rect.half_depth - NEAR, ..*rect };
        InTheWay { centre: rect.centre, radius: rect.radius(), corners: inner.corners() }
    }

    /// Whether a line passes over it.
    fn crosses(&self, line: [Vec2; 2]) -> bool {
        let c = &self.corners;
        table::distance_to_segment(self.centre, line) <= self.radius
            && (0..4).any(|i| segments_meet(line, [c[i], c[(i + 1) % 4]]))
    }
}

/// Where the figures of a body stand, counted from the left of the front rank; a short rank is centred.
struct Figures<'b, 'a> {
    body: &'b Body<'a>,
    width: f64,
    depth: f64,
}

impl<'b, 'a> Figures<'b, 'a> {
    fn of(body: &'b Body<'a>) -> Self {
        let base = tables().troop(body.troop());
        Figures { body, width: base.front, depth: base.depth }
    }

    /// The middle of a figure's front.
    fn front(&self, figure: u16) -> Vec2 {
        let Body { files, figures, rect, .. } = self.body;
        let (rank, file) = (figure / files, figure % files);
        let in_rank = (*files).min(figures - rank * files);
        let right = (f64::from(file) + 0.5 - f64::from(in_rank) / 2.0) * self.width;
        rect.place(right, rect.half_depth - f64::from(rank) * self.depth)
    }

    /// The middle of a figure.
    fn middle(&self, figure: u16) -> Vec2 {
        self.front(figure) - self.body.rect.ahead * (self.depth / 2.0)
    }
}
