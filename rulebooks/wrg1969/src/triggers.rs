//! Triggers: what comes true, judged at the end of each period from what a unit's own standard sees
//! (`wrg1969.orders.trigger`).

use crate::board::{Board, Body};
use crate::order::{Deed, Ref, Trigger, Verb};
use crate::orders::{end_leg, inches, mils, start_condition};
use crate::rates::within;
use crate::refs::{candidates, is_kind, labelled};
use crate::sight::{is_at, sees};
use crate::state::{Meant, Phase, Standing};
use crate::{Wrg1969, feature::MM, rule};
use ruling::ledger;
use table::Pose;
use umpire::{Field, Roster, UnitId};

/// What a unit's order comes to at the end of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It goes on.
    On,
    /// The leg begins.
    Begin,
    /// The leg ends.
    End,
    /// A standing condition fires.
    Fire(u8),
}

/// Judges every order at the end of a period: legs begin, end and give way to conditions in the next. Gives back the
/// units whose orders are thereby carried out.
pub fn judge(book: &Wrg1969, field: &Field, phase: &mut Phase) -> Vec<UnitId> {
    let board = Board::of(book, field, phase);
    let done: Vec<UnitId> = board.bodies.iter().filter(|b| is_done(&board, b)).map(|b| b.id).collect();
    let judge = Judge { board: &board, roster: field.roster(), done: &done };
    let verdicts: Vec<(UnitId, Verdict)> = board.bodies.iter().map(|b| (b.id, judge.verdict(b))).collect();
    let sightings: Vec<(UnitId, Sighting)> =
        board.bodies.iter().filter_map(|b| Some((b.id, looked_for(&board, b)?))).collect();
    for (unit, sighting) in sightings {
        if let Some(standing) = &mut phase.units[unit.index()].order {
            match sighting {
                Sighting::Seen(at) => standing.seen_at = Some(at),
                Sighting::Lost((x, y)) => standing.meant = Some(Meant::Point(x, y)),
            }
        }
    }
    let mut completed = Vec::new();
    for (unit, verdict) in verdicts {
        match verdict {
            Verdict::On => {}
            Verdict::Begin => {
                if let Some(standing) = &mut phase.units[unit.index()].order {
                    // What it means is looked up when the period begins.
                    standing.ready = true;
                }
            }
            Verdict::Fire(condition) => start_condition(phase, unit, condition),
            Verdict::End => {
                end_leg(phase, unit);
                if phase.units[unit.index()].order.is_none() {
                    completed.push(unit);
                }
            }
        }
    }
    completed
}

/// What a unit sees of the enemy it goes for, in thousandths of an inch.
enum Sighting {
    /// He is there.
    Seen((i32, i32)),
    /// He is out of view, and was last seen there.
    Lost((i32, i32)),
}

/// Looks out for an enemy that a unit goes for.
fn looked_for(board: &Board<'_>, body: &Body<'_>) -> Option<Sighting> {
    let standing = board.state(body.id).order.as_ref()?;
    let Some(Meant::Unit(target)) = standing.meant else { return None };
    let named = matches!(standing.current()?.target, Some(Ref::Enemy(_) | Ref::EnemyKind(..)));
    match board.body(target).filter(|e| e.side != body.side) {
        Some(enemy) if sees(board, body, enemy) => Some(Sighting::Seen(mils(enemy.standard()))),
        _ => standing.seen_at.filter(|_| named).map(Sighting::Lost),
    }
}

/// Whether a unit has done what its leg told it (the last column of the table of verbs).
fn is_done(board: &Board<'_>, body: &Body<'_>) -> bool {
    let Some(standing) = board.state(body.id).order.as_ref() else { return false };
    let Some(leg) = standing.current().filter(|_| standing.begun) else { return false };
    match leg.verb {
        Verb::MoveTo | Verb::RetireTo => is_reached(board, body, standing),
        Verb::Attack => match &standing.meant {
            Some(Meant::Unit(enemy)) => board.body(*enemy).is_none() || board.routing(*enemy),
            Some(Meant::Feature(i)) => board.book.features.get(usize::from(*i)).is_some_and(|feature| {
                is_at(feature, body.standard())
                    && !board.enemy_units(body.side).any(|e| is_at(feature, e.standard()))
            }),
            Some(Meant::Point(..)) => is_reached(board, body, standing),
            None => false,
        },
        // An enemy named who is no longer in view: where he was last seen it is done.
        Verb::Skirmish => {
            matches!(leg.target, Some(Ref::Enemy(_)))
                && matches!(standing.meant, Some(Meant::Point(..)))
                && is_reached(board, body, standing)
        }
        _ => false,
    }
}

/// Whether the leg's target, or without one the last point of its route, is reached.
fn is_reached(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> bool {
    match &standing.meant {
        Some(Meant::Feature(i)) => {
            board.book.features.get(usize::from(*i)).is_some_and(|f| is_at(f, body.standard()))
        }
        Some(Meant::Point(x, y)) => within(inches((*x, *y)).distance(body.standard()), 1.0),
        Some(Meant::Unit(other)) => board.body(*other).is_some_and(|o| within(body.gap(o), 1.0)),
        None => standing.current().is_some_and(|leg| {
            leg.target.is_none() && !leg.route.is_empty() && usize::from(standing.route) >= leg.route.len()
        }),
    }
}

struct Judge<'a, 'b> {
    board: &'a Board<'b>,
    roster: &'a Roster,
    done: &'a [UnitId],
}

impl Judge<'_, '_> {
    fn verdict(&self, body: &Body<'_>) -> Verdict {
        let Some(standing) = self.board.state(body.id).order.as_ref() else { return Verdict::On };
        let fires = |(i, c): (usize, &crate::order::Condition)| {
            standing.used & 1 << i == 0 && c.when.iter().any(|t| self.is_true(body, standing, t))
        };
        if let Some(i) = standing.order.on.iter().enumerate().position(fires) {
            ledger::cite(rule::ORDERS_TRIGGER);
            return Verdict::Fire(i as u8);
        }
        let Some(leg) = standing.current() else { return Verdict::On };
        if !standing.begun && !standing.ready && !leg.when.is_empty() {
            let all = leg.when.iter().all(|t| self.is_true(body, standing, t));
            return if all { Verdict::Begin } else { Verdict::On };
        }
        let ends = leg.until.iter().any(|t| self.is_true(body, standing, t));
        if standing.begun && (ends || self.done.contains(&body.id)) { Verdict::End } else { Verdict::On }
    }

    fn is_true(&self, body: &Body<'_>, standing: &Standing, t: &Trigger) -> bool {
        let (board, state) = (self.board, self.board.state(body.id));
        match t {
            Trigger::Signal(n) => state.signals & 1 << n != 0,
            Trigger::Period(n) => board.phase.period >= *n,
            Trigger::Reached => is_reached(board, body, standing),
            Trigger::EnemyWithin(within_mils, kind) => board.enemy_units(body.side).any(|e| {
                kind.as_ref().is_none_or(|k| is_kind(e.troop(), k))
                    && within(e.apart(body), f64::from(*within_mils) / 1000.0)
                    && sees(board, body, e)
            }),
            Trigger::Attacked => state.charged || board.engaged(body.id),
            Trigger::FiredOn => state.under_fire[0] > 0,
            Trigger::Sees(r) => self.in_view(body, r),
            Trigger::FriendDoes(label, deed) => {
                labelled(self.roster, body.side, label).is_some_and(|id| self.does(body, id, *deed))
            }
            Trigger::EnemyDoes(label, deed) => {
                labelled(self.roster, body.side.other(), label).is_some_and(|id| self.does(body, id, *deed))
            }
            Trigger::BelowTwoThirds => u32::from(body.strength()) * 3 < u32::from(state.original) * 2,
            Trigger::BelowHalf => mechanics::is_below_half(body.strength().into(), state.original.into()),
            Trigger::All(list) => list.iter().all(|t| self.is_true(body, standing, t)),
            Trigger::Not(t) => !self.is_true(body, standing, t),
        }
    }

    fn in_view(&self, body: &Body<'_>, r: &Ref) -> bool {
        match r {
            // A friend need not be seen to be followed, but this asks whether he is.
            Ref::Friend(label) => labelled(self.roster, body.side, label)
                .and_then(|id| self.board.body(id))
                .is_some_and(|f| sees(self.board, body, f)),
            _ => !candidates(self.board, self.roster, body, r).is_empty(),
        }
    }

    fn does(&self, body: &Body<'_>, other: UnitId, deed: Deed) -> bool {
        let state = self.board.state(other);
        let Some(there) = self.board.body(other) else {
            // One who broke and is gone was seen to go.
            return deed == Deed::Breaks && state.broke_now;
        };
        if !sees(self.board, body, there) {
            return false;
        }
        match deed {
            Deed::Charges => state.is_charging(),
            Deed::Engaged => self.board.engaged(other),
            Deed::Breaks => state.broke_now,
            Deed::Retires => state.is_retiring() || retires_by_order(state.order.as_ref()),
            Deed::Reaches => self.done.contains(&other),
            Deed::Passes => self.passes(body, there),
        }
    }

    /// Whether another's standard has come from behind the line of this unit's front to before it.
    fn passes(&self, body: &Body<'_>, other: &Body<'_>) -> bool {
        let ahead = other.standard() - body.rect.front_mid();
        let (mine, theirs) = (self.board.state(body.id).stood[0], self.board.state(other.id).stood[0]);
        let at = |pose: Pose| pose.at.vec() * (1.0 / MM);
        let facing = mine.facing.vec();
        let front = at(mine) + facing * body.rect.half_depth;
        ahead.dot(body.rect.ahead) > 0.0 && (at(theirs) - front).dot(facing) <= 0.0
    }
}

fn retires_by_order(standing: Option<&Standing>) -> bool {
    standing.filter(|s| s.begun).and_then(Standing::current).is_some_and(|leg| leg.verb == Verb::RetireTo)
}
