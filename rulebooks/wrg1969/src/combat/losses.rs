//! Losses on the table: men fall, figures are taken off, ranks close up.

use crate::board::state::{Flight, Phase, lost};
use crate::board::{Board, Body};
use crate::combat::engagement;
use crate::combat::rules::casualties;
use crate::{Wrg1969, rule};
use ruling::RuleId;
use table::{Edge, Formation, Pose};
use umpire::voice::{self, name};
use umpire::{Cx, Event, Motion, Place, Ruling, UnitId};

/// Men whom a unit loses in one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Who loses them.
    pub unit: UnitId,
    /// How many in all.
    pub men: u32,
    /// How many of them are hit among its own men.
    pub own: u32,
    /// How many are hit among its specialists; the rest are spread over both.
    pub part: u32,
}

impl Loss {
    /// Men spread over a whole unit.
    pub fn spread(unit: UnitId, men: u32) -> Loss {
        Loss { unit, men, own: 0, part: 0 }
    }

    /// Adds a loss to those of the same unit, or to the list.
    pub fn add_to(self, all: &mut Vec<Loss>) {
        match all.iter_mut().find(|l| l.unit == self.unit) {
            Some(l) => (l.men, l.own, l.part) = (l.men + self.men, l.own + self.own, l.part + self.part),
            None => all.push(self),
        }
    }

    /// How many of so many figures removed are specialists, of whom a unit of so many has some
    /// (`wrg1969.troops.subunit`).
    fn specialists(&self, removed: u32, figures: u32, specialists: u32) -> u32 {
        let spread = self.men - self.own - self.part;
        let (theirs, all) = (self.part * figures + spread * specialists, (self.men * figures).max(1));
        let share = (2 * removed * theirs + all) / (2 * all);
        share.min(specialists).max(removed.saturating_sub(figures - specialists))
    }
}

/// Takes away the men that several units lost, all at once (`wrg1969.casualty.simultaneous`).
///
/// The general with a unit takes his share; who has nobody left is destroyed.
pub fn take(book: &Wrg1969, phase: &mut Phase, lost: &[Loss], why: RuleId, cx: &mut Cx<'_>) {
    // Who touches nobody is seen before anyone falls.
    let idle: Vec<[u16; 2]> = {
        let board = Board::of(book, cx.field(), phase);
        lost.iter().map(|l| board.body(l.unit).map_or([0; 2], |b| idle_ends(&board, b))).collect()
    };
    for (loss, idle) in lost.iter().zip(idle) {
        let (id, men) = (loss.unit, loss.men);
        if men == 0 || !cx.field().on_table(id) {
            continue;
        }
        crate::orders::general::share(phase, id, men, cx);
        if !cx.field().on_table(id) {
            continue;
        }
        let figures = cx.field().unit(id).formation.figures;
        let state = &mut phase.units[id.index()];
        let removal = casualties::remove(men, state.kept.carry.into(), Some(figures.into()));
        state.kept.carry = removal.carry as u8;
        if removal.destroyed && others_are_left(phase, id, cx) {
            continue;
        }
        if removal.destroyed {
            destroy(phase, id, Place::Destroyed, why, cx);
        } else if removal.figures > 0 {
            let state = &mut phase.units[id.index()];
            let began = book.kit(id).part.as_ref().map_or(0, |part| part.figures);
            let specialists = began.saturating_sub(state.seen.part_lost).min(figures);
            if specialists > 0 {
                state.seen.part_lost +=
                    loss.specialists(removal.figures, figures.into(), specialists.into()) as u16;
            }
            let left = figures - removal.figures as u16;
            cx.rule(|field| {
                let lost = voice::figures(removal.figures);
                let were = if left == 1 { "was" } else { "were" };
                let text = format!("{} lost {lost}; {left} {were} left.", name(field, id));
                Ruling::new(rule::CASUALTY_REMOVAL, text).also(rule::CASUALTY_SIMULTANEOUS)
            });
            close_up(book, phase, (id, left, idle), cx);
        }
    }
}

/// Takes figures off the rear rank, or off the ends of a single one (`wrg1969.casualty.where`), so many at its ends
/// having touched nobody.
fn close_up(book: &Wrg1969, phase: &Phase, (id, left, idle): (UnitId, u16, [u16; 2]), cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let Some(body) = board.body(id) else { return };
    let mut after = closed_up(body, left, idle);
    if only_behind(&board, body) {
        // The rear edge stays where the enemy is.
        let shorter = 2.0 * (body.rect.half_depth - after.rect.half_depth);
        after = after.moved(-body.rect.ahead * shorter);
    }
    let (formation, to) = (after.formation(), after.pose());
    drop(board);
    cx.apply(Event::Reformed { unit: id, formation, rule: rule::CASUALTY_WHERE });
    if cx.field().unit(id).pose != to {
        cx.apply(Event::Moved { unit: id, to, motion: Motion::Conform, rule: rule::CASUALTY_WHERE });
    }
}

/// Whether the only enemies in contact with a unit are behind it.
fn only_behind(board: &Board<'_>, body: &Body<'_>) -> bool {
    let mut enemies = board.opponents(body.id).filter_map(|id| board.body(id)).peekable();
    enemies.peek().is_some() && enemies.all(|e| engagement::touch(&body.rect, &e.rect).mine == Edge::Rear)
}

/// How many figures at the left and the right end of a single rank in contact touch no enemy; nobody is idle where
/// nobody fights.
pub fn idle_ends(board: &Board<'_>, body: &Body<'_>) -> [u16; 2] {
    let touching = engagement::figures_in_contact(board, body);
    let front = touching.iter().copied().filter(|&i| i < body.front_rank());
    match (front.clone().min(), front.max()) {
        (Some(first), Some(last)) => [first, body.front_rank() - 1 - last],
        _ => [0; 2],
    }
}

/// A body that has lost figures: its front edge stays; a single rank loses those at its ends, first those out of
/// contact, the unshielded end before the other.
pub fn closed_up<'a>(body: &Body<'a>, left: u16, idle: [u16; 2]) -> Body<'a> {
    let after = body.drawn_up(left, body.files);
    let mut gone = [0u16; 2];
    for _ in after.front_rank()..body.front_rank() {
        let spare = [0, 1].map(|end: usize| gone[end] < idle[end]);
        let right = match spare {
            [true, false] => false,
            [false, true] => true,
            _ => gone[1] <= gone[0],
        };
        gone[usize::from(right)] += 1;
    }
    // What goes on the right moves the middle half a file to the left.
    let shift = (f64::from(gone[0]) - f64::from(gone[1])) / 2.0;
    after.moved(body.rect.right() * (shift * body.base().0))
}

/// Takes a unit off the table for good, and out of every fight.
pub fn destroy(phase: &mut Phase, id: UnitId, place: Place, why: RuleId, cx: &mut Cx<'_>) {
    phase.fights.retain(|f| f.red != id && f.blue != id);
    let state = &mut phase.units[id.index()];
    state.now.broke_now = true;
    state.seen.gone_for_good = true;
    state.seen.tired = false;
    phase.lost.push(lost(cx.field(), id));
    let state = &mut phase.units[id.index()];
    state.seen.flight = Flight::None;
    state.seen.running = None;
    cx.rule(|field| Ruling::new(why, format!("Nothing was left of {}.", name(field, id))));
    cx.apply(Event::Left { unit: id, place, rule: why });
    crate::orders::general::taken_with(phase, id, cx);
}

/// Takes a unit down to so many figures, its own men and its specialists in proportion; so many at its ends touched
/// nobody.
pub fn cut_down(
    book: &Wrg1969,
    phase: &mut Phase,
    (id, left, idle): (UnitId, u16, [u16; 2]),
    cx: &mut Cx<'_>,
) {
    let specialists = {
        let board = Board::of(book, cx.field(), phase);
        board.body(id).map_or(0, |body| board.specialists(body))
    };
    let figures = cx.field().unit(id).formation.figures;
    let removed = u32::from(figures.saturating_sub(left));
    let loss = Loss::spread(id, removed * casualties::MEN);
    let theirs = loss.specialists(removed, figures.into(), specialists.into());
    phase.units[id.index()].seen.part_lost += theirs as u16;
    close_up(book, phase, (id, left, idle), cx);
}

/// Those on the table are cut down to the last: the others are the unit now. Whether there are any.
pub fn others_are_left(phase: &mut Phase, unit: UnitId, cx: &mut Cx<'_>) -> bool {
    let Some(apart) = phase.units[unit.index()].seen.apart.take() else { return false };
    phase.fights.retain(|f| f.red != unit && f.blue != unit);
    phase.units[unit.index()].kept.carry = 0;
    put(unit, apart.formation, apart.pose, cx);
    true
}

pub fn put(unit: UnitId, formation: Formation, to: Pose, cx: &mut Cx<'_>) {
    let rule = rule::ORDERS_SKIRMISH_PART;
    cx.apply(Event::Reformed { unit, formation, rule });
    if cx.field().unit(unit).pose != to {
        cx.apply(Event::Moved { unit, to, motion: Motion::Conform, rule });
    }
}
