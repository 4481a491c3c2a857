//! Blows on the table: who touches whom, which figures fight, with what and what tells for them.

use crate::board::formation::{self, Contact, Overlap};
use crate::board::state::{Doing, Fight};
use crate::board::{Board, Body, cover, ranks};
use crate::combat::rules::casualties::hit;
use crate::combat::rules::{Blows, Reach};
use crate::combat::{disorder, rules as factors};
use crate::data::kit::{Kit, Part};
use crate::data::measure::{MM, NEAR};
use crate::data::reaction::Reaction;
use crate::data::shields::{self, InHand, Quarter};
use crate::data::tables::tables;
use crate::data::troop::{Hand, Troop};
use crate::orders::general;
use arrayvec::ArrayVec;
use mechanics::contact::upon;
use std::ops::Range;
use table::{Edge, Rect};
use umpire::UnitId;

/// Edges this near lie against each other.
const FLUSH: f64 = ranks::ARM;

/// How two footprints touch: which edges, and which stretch of the first's edge, from its left end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// My edge.
    pub mine: Edge,
    /// The enemy's edge.
    pub theirs: Edge,
    /// Where the enemy's edge begins along mine.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Whether they are not flush, so that only those who touch fight.
    pub corner: bool,
}

/// How a footprint touches another: flush, or with the part of a front that has the other straight before it within
/// reach of the men, or else at a corner (`wrg1969.geo.fighting`).
pub fn touch(mine: &Rect, theirs: &Rect) -> Touch {
    flush(mine, theirs)
        .or_else(|| front_upon(mine, theirs))
        .or_else(|| front_upon(theirs, mine).map(|touch| touch.seen_from(mine, theirs)))
        .unwrap_or_else(|| corner_touch(mine, theirs))
}

/// A front at an angle to the enemy: the men step up to him who have him straight before them.
fn front_upon(mine: &Rect, theirs: &Rect) -> Option<Touch> {
    let on = upon(mine, theirs, 2.0 * ranks::SPEC.touch, ranks::ARM)?;
    let (from, to) = (on.from + mine.half_width, on.to + mine.half_width);
    (to - from > NEAR).then(|| Touch {
        mine: Edge::Front,
        theirs: struck_edge(theirs, mine),
        from,
        to,
        corner: false,
    })
}

/// The edge of a footprint that looks most towards a striker who comes on.
fn struck_edge(rect: &Rect, striker: &Rect) -> Edge {
    let looks = |edge: &Edge| {
        let [p, q] = rect.edge(*edge);
        (q - p).right().dot(striker.ahead) / p.distance(q)
    };
    Edge::ALL.into_iter().max_by(|a, b| looks(a).total_cmp(&looks(b))).unwrap_or(Edge::Front)
}

impl Touch {
    /// The same touch as the one struck sees it, along his own edge.
    fn seen_from(self, mine: &Rect, theirs: &Rect) -> Touch {
        let [p, q] = mine.edge(self.theirs);
        let length = p.distance(q);
        let along = (q - p) * (1.0 / length);
        let [r, s] = theirs.edge(Edge::Front);
        let on = |t: f64| (r.lerp(s, t / r.distance(s)) - p).dot(along).clamp(0.0, length);
        let (a, b) = (on(self.from), on(self.to));
        Touch { mine: self.theirs, theirs: Edge::Front, from: a.min(b), to: a.max(b), corner: false }
    }
}

fn flush(mine: &Rect, theirs: &Rect) -> Option<Touch> {
    let mut best: Option<(f64, Touch)> = None;
    let edges = Edge::ALL.map(|edge| (edge, theirs.edge(edge)));
    for edge in Edge::ALL {
        let [p, q] = mine.edge(edge);
        let length = p.distance(q);
        let along = (q - p) * (1.0 / length);
        let out = -along.right();
        for (other, [r, s]) in edges {
            let against = || (s - r).dot(along) < -0.98 * r.distance(s);
            let flush = [r, s].iter().all(|&end| (end - p).dot(out).abs() <= FLUSH + NEAR);
            if !flush || !against() {
                continue;
            }
            let (from, to) = ((s - p).dot(along), (r - p).dot(along));
            let common = to.min(length) - from.max(0.0);
            if common > NEAR && best.is_none_or(|(most, _)| common > most + 1e-9) {
                best = Some((common, Touch { mine: edge, theirs: other, from, to, corner: false }));
            }
        }
    }
    best.map(|(_, touch)| touch)
}

/// Footprints that are not flush: the nearest edges, and the place on mine that is nearest.
fn corner_touch(mine: &Rect, theirs: &Rect) -> Touch {
    let between = table::shortest_between(mine, theirs).filter(|[a, b]| a.distance(*b) > NEAR);
    let [a, b] = between
        .unwrap_or([cover::nearest_point(mine, theirs.centre), cover::nearest_point(theirs, mine.centre)]);
    let (edge, other) = (table::nearest_edge(mine, b), table::nearest_edge(theirs, a));
    let [p, q] = mine.edge(edge);
    let at = (a - p).dot((q - p) * (1.0 / p.distance(q)));
    Touch { mine: edge, theirs: other, from: at, to: at, corner: true }
}

/// From where a unit is struck whose edge is touched; a square has only fronts.
fn side_struck(board: &Board<'_>, enemy: &Body<'_>, edge: Edge) -> Quarter {
    let state = board.state(enemy.id);
    match edge {
        _ if back_turned(board, enemy.id) => Quarter::Rear,
        _ if state.seen.square => Quarter::Front,
        Edge::Front => Quarter::Front,
        Edge::Left => Quarter::ShieldedFlank,
        Edge::Right => Quarter::UnshieldedFlank,
        Edge::Rear => Quarter::Rear,
    }
}

/// Whether a unit has its back turned and cannot strike (`wrg1969.melee.backs`).
pub fn back_turned(board: &Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let away = |r: Reaction| match r {
        Reaction::LeaveField => !state.seen.leaves_facing,
        r => r == Reaction::Retreat,
    };

    state.is_broken()
        || state.kept.secret.breaks_off
        || matches!(state.now.doing, Doing::Evading(_))
        || state.seen.running.is_some_and(|r| away(r.reaction))
}

/// Which figures along an edge touch the enemy: the first and the one after the last.
fn in_contact(body: &Body<'_>, touch: &Touch) -> (u16, u16) {
    let (count, width) = bases_along(body, touch.mine);
    let on = |i: u16| {
        let (lo, hi) = (f64::from(i) * width, f64::from(i + 1) * width);
        // More than a tenth of its front lies on the enemy's edge.
        touch.to.min(hi) - touch.from.max(lo) > 0.1 * width + NEAR
    };
    if touch.corner {
        let i = (((touch.from + NEAR) / width) as i32).clamp(0, i32::from(count) - 1) as u16;
        return (i, i + 1);
    }
    let first = (0..count).find(|&i| on(i)).unwrap_or(0);
    let last = (0..count).rev().find(|&i| on(i)).map_or(first, |i| i + 1);
    (first, last.max(first + 1).min(count.max(1)))
}

/// The figures that fight each enemy: one who has two before him fights the one of whom he has more, then the one to
/// his left (`wrg1969.melee.split`).
fn shared_out(body: &Body<'_>, touches: &[Touch]) -> Vec<(u16, u16)> {
    let mut spans: Vec<(u16, u16)> = touches.iter().map(|t| in_contact(body, t)).collect();
    for a in 0..touches.len() {
        for b in a + 1..touches.len() {
            if touches[a].mine != touches[b].mine {
                continue;
            }
            let (left, right) = if touches[a].from <= touches[b].from { (a, b) } else { (b, a) };
            let width = bases_along(body, touches[a].mine).1;
            while spans[left].1 > spans[right].0 && spans[right].0 < spans[right].1 {
                let file = spans[right].0;
                let (lo, hi) = (f64::from(file) * width, f64::from(file + 1) * width);
                let share = |t: &Touch| t.to.min(hi) - t.from.max(lo);
                if share(&touches[left]) >= share(&touches[right]) - NEAR {
                    spans[right].0 += 1;
                } else {
                    spans[left].1 = spans[left].1.min(file);
                }
            }
        }
    }
    for span in &mut spans {
        span.1 = span.1.max(span.0);
    }
    spans
}

/// The figures of a unit whose bases touch an enemy, counted from the left of its front rank.
pub fn figures_in_contact(board: &Board<'_>, body: &Body<'_>) -> Vec<u16> {
    let mut all = Vec::new();
    for enemy in board.opponents(body.id).filter_map(|id| board.body(id)) {
        let touch = touch(&body.rect, &enemy.rect);
        let (first, end) = in_contact(body, &touch);
        let in_rank = |rank: u16| body.files.min(body.figures.saturating_sub(rank * body.files));
        let last = body.ranks() - 1;
        all.extend((first..end).filter_map(|i| match touch.mine {
            Edge::Front => Some(i),
            // From behind, the rear rank is counted from its right.
            Edge::Rear => Some(last * body.files + in_rank(last).checked_sub(i + 1)?),
            // Along the right flank from the front, along the left from the rear.
            Edge::Right => Some(i * body.files + in_rank(i).checked_sub(1)?),
            Edge::Left => Some((last - i.min(last)) * body.files),
        }));
    }
    all
}

/// How many figures of a unit face an enemy: those in contact with him and all behind them
/// (`wrg1969.after.large_unit`).
pub fn part_facing(body: &Body<'_>, enemy: &Body<'_>) -> u16 {
    let touch = touch(&body.rect, &enemy.rect);
    let (first, end) = in_contact(body, &touch);
    let deep = match touch.mine {
        Edge::Front | Edge::Rear => body.ranks(),
        Edge::Left | Edge::Right => body.files,
    };
    ((end - first) * deep).min(body.figures)
}

/// The files of a unit that face an enemy, counted from the left; of those struck in flank as many at that end as the
/// figures who face him fill (`wrg1969.after.large_unit`).
pub fn files_facing(body: &Body<'_>, enemy: &Body<'_>) -> Range<u16> {
    let touch = touch(&body.rect, &enemy.rect);
    let (first, end) = in_contact(body, &touch);
    let width = part_facing(body, enemy).div_ceil(body.ranks()).clamp(1, body.files);
    match touch.mine {
        Edge::Front => first..end.min(body.files),
        // From behind they are counted from the right.
        Edge::Rear => body.files.saturating_sub(end)..body.files - first.min(body.files),
        Edge::Left => 0..width,
        Edge::Right => body.files - width..body.files,
    }
}

/// How many bases stand along an edge, and how wide each is there.
fn bases_along(body: &Body<'_>, edge: Edge) -> (u16, f64) {
    match edge {
        Edge::Front | Edge::Rear => (body.front_rank().max(1), body.file_width()),
        Edge::Left | Edge::Right => (body.ranks(), tables().troop(body.troop()).depth),
    }
}

/// One unit's blows at one enemy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Who strikes.
    pub by: UnitId,
    /// Whom.
    pub at: UnitId,
    /// The blows.
    pub blows: Blows,
    /// Which of his they fall on.
    pub falls_on: Which,
}

/// The men of a unit or the specialists inside it (`wrg1969.troops.subunit`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Its own men.
    Own,
    /// Its specialists.
    Part,
    /// Both alike.
    Both,
}

/// Every blow that a unit strikes at the enemies in contact with it (`wrg1969.melee.split`).
pub fn strikes_of(board: &Board<'_>, body: &Body<'_>) -> Vec<Strike> {
    let enemies: Vec<&Body<'_>> = board.opponents(body.id).filter_map(|id| board.body(id)).collect();
    let touches: Vec<Touch> = enemies.iter().map(|e| touch(&body.rect, &e.rect)).collect();
    let spans = shared_out(body, &touches);
    let taken =
        |i: u16| touches.iter().zip(&spans).any(|(t, s)| t.mine == Edge::Front && (s.0..s.1).contains(&i));
    let mut strikes = Vec::new();
    for ((enemy, touch), span) in enemies.iter().zip(&touches).zip(&spans) {
        if span.0 == span.1 {
            continue;
        }
        let ends = overlapping(body, enemy, touch, *span, taken);
        let side = side_struck(board, enemy, touch.theirs);
        let struck = struck(board, enemy, touch.theirs);
        for (arms, fighters) in fighters(board, body, touch, *span, ends[0] + ends[1]) {
            let blows = blows(board, body, &arms, enemy, (side, &struck), &fighters);
            strikes.push(Strike { by: body.id, at: enemy.id, blows, falls_on: struck.which });
        }
        if board.state(body.id).now.laps && fought_before(board, body.id, enemy.id) {
            let front = u32::from(span.1 - span.0) + ends[0] + ends[1];
            strikes.extend(lapping(board, body, enemy, touch, ends, front));
        }
    }
    strikes
}

fn fought_before(board: &Board<'_>, a: UnitId, b: UnitId) -> bool {
    let pair = |f: &&Fight| (f.red == a && f.blue == b) || (f.red == b && f.blue == a);
    board.phase.fights.iter().find(pair).is_some_and(|f| f.periods > 0)
}

/// On which side of an enemy each end of his edge lies, at my left first: beyond his right end my left-hand figures
/// stand.
const fn ends_of(theirs: Edge) -> [Overlap; 2] {
    match theirs {
        Edge::Left => [Overlap::Shielded; 2],
        Edge::Right => [Overlap::Unshielded; 2],
        Edge::Front => [Overlap::Unshielded, Overlap::Shielded],
        Edge::Rear => [Overlap::Shielded, Overlap::Unshielded],
    }
}

/// How many figures overlap beyond each end of an enemy's edge, my left first (`wrg1969.melee.overlap`).
fn overlapping(
    body: &Body<'_>,
    enemy: &Body<'_>,
    touch: &Touch,
    span: (u16, u16),
    taken: impl Fn(u16) -> bool,
) -> [u32; 2] {
    if touch.mine != Edge::Front || touch.corner {
        return [0, 0];
    }
    let sides = ends_of(touch.theirs);
    let limit = |side| formation::overlap(body.troop(), enemy.troop(), side) as usize;
    let left = (0..span.0).rev().take(limit(sides[0])).take_while(|&i| !taken(i)).count();
    let right = (span.1..body.front_rank()).take(limit(sides[1])).take_while(|&i| !taken(i)).count();
    [left as u32, right as u32]
}

/// What some of a unit fight with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arms {
    hand: Hand,
    second: Option<Hand>,
    long_spear: bool,
}

impl Arms {
    fn of(kit: &Kit) -> Arms {
        Arms { hand: kit.hand, second: kit.second, long_spear: kit.long_spear }
    }

    fn of_part(part: &Part) -> Arms {
        Arms { hand: part.hand, second: None, long_spear: false }
    }
}

/// Those of a unit who fight an enemy, its own men and its specialists each with what they have
/// (`wrg1969.troops.subunit`).
fn fighters(
    board: &Board<'_>,
    body: &Body<'_>,
    touch: &Touch,
    span: (u16, u16),
    overlap: u32,
) -> ArrayVec<(Arms, Contact), 2> {
    let whole = contact(board, body, touch, u32::from(span.1 - span.0), overlap);
    let specialists = board.specialists(body);
    let mut all = ArrayVec::new();
    let Some(part) = body.kit.part.as_ref().filter(|_| specialists > 0) else {
        all.push((Arms::of(body.kit), whole));
        return all;
    };
    let own = body.figures - specialists;
    let own_ranks = own.div_ceil(body.files.max(1));
    let mine = |contact: Contact| (Arms::of(body.kit), contact);
    let theirs = |contact: Contact| {
        (Arms::of_part(part), Contact { troop: part.troop, weapon: part.hand, crew: None, ..contact })
    };
    // How many of those in contact along a flank stand in the unit's own ranks.
    let in_own_ranks =
        |from_front: (u16, u16)| u32::from(from_front.1.min(own_ranks).saturating_sub(from_front.0));
    let flank = match touch.mine {
        Edge::Front if own > 0 => {
            let short = own - (own_ranks - 1) * body.files;
            let last_rank = (short < body.files).then_some(short.into());
            let ranks = whole.ranks.min(own_ranks.into());
            all.push(mine(Contact { ranks, last_rank, ..whole }));
            return all;
        }
        Edge::Front | Edge::Rear => {
            all.push(theirs(whole));
            return all;
        }
        Edge::Right => in_own_ranks(span),
        Edge::Left => in_own_ranks((body.ranks() - span.1.min(body.ranks()), body.ranks() - span.0)),
    };
    all.push(mine(Contact { front: flank, ..whole }));
    all.push(theirs(Contact { front: whole.front - flank, ..whole }));
    all.retain(|(_, contact)| contact.front > 0);
    all
}

/// A unit in contact with an enemy along one of its edges.
fn contact(board: &Board<'_>, body: &Body<'_>, touch: &Touch, front: u32, overlap: u32) -> Contact {
    let state = board.state(body.id);
    let ahead = touch.mine == Edge::Front && !state.seen.square;
    let short = body.last_rank() < body.files;
    // Drivers do not fight to the sides or the rear.
    let driver = u8::from(touch.mine != Edge::Front && body.troop() == Troop::Elephant);
    Contact {
        troop: body.troop(),
        regular: body.kit.regular,
        weapon: body.kit.hand,
        front,
        overlap,
        // Those who turned to face an attack on flank or rear, and the sides of a square, fight one deep.
        ranks: if ahead { body.ranks().into() } else { 1 },
        last_rank: (ahead && short).then(|| body.last_rank().into()),
        firing: state.now.shot_overhead,
        crew: (body.kit.crew > 0).then(|| (body.kit.crew - driver).into()),
        charging: state.is_charging() && touch.mine == Edge::Front,
    }
}

/// Those of an enemy who are struck.
struct Struck {
    which: Which,
    troop: Troop,
    shields: bool,
    hand: Hand,
}

/// Who of a unit is struck whose edge is touched: at the rear the specialists stand.
fn struck(board: &Board<'_>, enemy: &Body<'_>, edge: Edge) -> Struck {
    let kit = enemy.kit;
    let own = |which| Struck { which, troop: kit.troop, shields: kit.shields, hand: kit.hand };
    match kit.part.as_ref().filter(|_| board.specialists(enemy) > 0) {
        None => own(Which::Both),
        Some(part) if edge == Edge::Rear => {
            Struck { which: Which::Part, troop: part.troop, shields: part.shields, hand: part.hand }
        }
        Some(_) if edge == Edge::Front => own(Which::Own),
        Some(_) => own(Which::Both),
    }
}

/// The blows of some fighters, with the better of their weapons (`wrg1969.melee.weapon_choice`).
fn blows(
    board: &Board<'_>,
    body: &Body<'_>,
    arms: &Arms,
    enemy: &Body<'_>,
    (side, struck): (Quarter, &Struck),
    fighters: &Contact,
) -> Blows {
    let with = |weapon: Hand| {
        let contact = Contact { weapon, ..*fighters };
        let figures = formation::fighting(&board.book.house, &contact).figures();
        let beside = if body.kit.is_troops() { 0 } else { general::guards_beside(board, body) };
        let figures = figures + beside;
        let plain = Blows::new(weapon, body.kit.regular, figures, struck.troop);
        let blows = fill(board, body, enemy, (side, struck), plain);
        Blows { long_spear: arms.long_spear, ..blows }
    };
    let first = with(arms.hand);
    let Some(second) = arms.second.map(with) else { return first };
    let worth = |b: &Blows| hit(factors::factors(b).total(), 0, b.figures).blow.men;
    if worth(&second) > worth(&first) { second } else { first }
}

/// Everything that tells for or against some blows.
fn fill(
    board: &Board<'_>,
    body: &Body<'_>,
    enemy: &Body<'_>,
    (side, struck): (Quarter, &Struck),
    plain: Blows,
) -> Blows {
    let (state, theirs) = (board.state(body.id), board.state(enemy.id));
    let in_hand = match struck.hand {
        _ if back_turned(board, enemy.id) => InHand::None,
        Hand::Pike => InHand::Pike,
        Hand::CavalryKontos => InHand::Kontos,
        Hand::TwoHandedAxe => InHand::TwoHandedAxe,
        _ => InHand::OneHanded,
    };
    let bare =
        shields::needed(struck.troop, enemy.kit.armoured) && !shields::usable(struck.shields, side, in_hand);
    let reach = match struck.hand {
        _ if theirs.is_broken() => Reach::Other,
        Hand::Pike => Reach::Pike,
        Hand::ThrustingSpear if enemy.kit.long_spear => Reach::LongSpear,
        _ => Reach::Other,
    };
    // A charge or countercharge down off a hill keeps the height it began at.
    let began = || board.level(state.kept.stood[0].at.vec() * (1.0 / MM));
    let my_level = match state.now.doing {
        Doing::Charging(_) => state.now.charge_from.map_or_else(began, |(_, level)| level),
        Doing::Countercharging(_) => began(),
        _ => board.level(body.standard()),
    };
    Blows {
        target_weapon: reach,
        target_side: side,
        target_shieldless: bare,
        cover: cover::sheltered(board, body.rect.centre, &enemy.rect),
        disorganised: disorder::causes(board, body).count(),
        hit_by_fire: state.now.hit_hard || state.last.hit_hard,
        higher_ground: my_level > board.level(enemy.standard()),
        charging: state.is_charging()
            || state.seen.following_up
            || state.is_pursuing()
            || (state.is_uncontrolled() && state.now.moved > 0),
        general_with: general::is_with(board.phase, body.side, body.id),
        ..plain
    }
}

/// Figures wrapped round the enemy's ends, who strike his flanks (`wrg1969.melee.lap.how`); so many fight already.
fn lapping(
    board: &Board<'_>,
    body: &Body<'_>,
    enemy: &Body<'_>,
    touch: &Touch,
    ends: [u32; 2],
    fighting: u32,
) -> Vec<Strike> {
    let mut idle = u32::from(body.figures).saturating_sub(fighting);
    let mut strikes = Vec::new();
    let struck = struck(board, enemy, Edge::Left);
    for (end, overlap) in ends.into_iter().zip(ends_of(touch.theirs)) {
        let side = match overlap {
            Overlap::Shielded => Quarter::ShieldedFlank,
            Overlap::Unshielded => Quarter::UnshieldedFlank,
        };
        let wrapped = formation::overlap(body.troop(), enemy.troop(), overlap).min(idle);
        if end == 0 || wrapped == 0 {
            continue;
        }
        idle -= wrapped;
        let contact = Contact { ranks: 1, last_rank: None, ..contact(board, body, touch, wrapped, 0) };
        let blows = blows(board, body, &Arms::of(body.kit), enemy, (side, &struck), &contact);
        strikes.push(Strike { by: body.id, at: enemy.id, blows, falls_on: struck.which });
    }
    strikes
}
