//! Triggers: what comes true, judged at the end of each period from what a unit's own standard sees
//! (`wrg1969.orders.trigger`).

use crate::Wrg1969;
use crate::board::sight::{is_at, sees};
use crate::board::state::{Doing, Meant, Phase, Standing};
use crate::board::{Board, Body};
use crate::data::measure::{MM, inches, mils, within};
use crate::data::tables::tables;
use crate::orders::order::{Deed, Reach, Ref, Trigger, Verb, Whom};
use crate::orders::places;
use crate::orders::reference::{candidates, is_kind, labelled};
use crate::orders::standing::{end_leg, resume, start_condition};
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
    /// What a condition interrupted goes on.
    Resume,
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
        if let Some(standing) = &mut phase.units[unit.index()].kept.order {
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
                if let Some(standing) = &mut phase.units[unit.index()].kept.order {
                    // What it means is looked up when the period begins.
                    standing.ready = true;
                }
            }
            Verdict::Fire(condition) => start_condition(phase, unit, condition),
            Verdict::Resume => resume(phase, unit),
            Verdict::End => {
                end_leg(phase, unit);
                if phase.units[unit.index()].kept.order.is_none() {
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
    let standing = board.state(body.id).kept.order.as_ref()?;
    let Some(Meant::Unit(target)) = standing.meant else { return None };
    let named = matches!(standing.current()?.target, Some(Ref::Enemy(_) | Ref::EnemyKind(..)));
    match board.body(target).filter(|e| e.side != body.side) {
        Some(enemy) if sees(board, body, enemy) => Some(Sighting::Seen(mils(enemy.standard()))),
        _ => standing.seen_at.filter(|_| named).map(Sighting::Lost),
    }
}

/// Whether a unit has done what its leg told it (the last column of the table of verbs).
fn is_done(board: &Board<'_>, body: &Body<'_>) -> bool {
    let Some(standing) = board.state(body.id).kept.order.as_ref() else { return false };
    let Some(leg) = standing.current().filter(|_| standing.begun) else { return false };
    if let (Some(far), Some(noted)) = (leg.detail.distance, &standing.noted)
        && !matches!(leg.verb, Verb::Hold | Verb::Attack)
    {
        return within(f64::from(far) / 1000.0, inches(noted.from).distance(body.standard()) + 0.05);
    }
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
    let short = standing.current().map_or(0.0, |leg| crate::movement::destination::short(body, leg));
    match &standing.meant {
        Some(Meant::Feature(i)) if short > 0.0 => board.book.features.get(usize::from(*i)).is_some_and(|f| {
            let near = crate::board::sight::nearest_point(f, body.standard());
            within(near.distance(body.standard()), short + 0.5)
        }),
        Some(Meant::Feature(i)) => {
            board.book.features.get(usize::from(*i)).is_some_and(|f| is_at(f, body.standard()))
        }
        Some(Meant::Point(x, y)) => within(inches((*x, *y)).distance(body.standard()), 1.0 + short),
        Some(Meant::Unit(other)) => board.body(*other).is_some_and(|o| within(body.gap(o), 1.0 + short)),
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
        let Some(standing) = self.board.state(body.id).kept.order.as_ref() else { return Verdict::On };
        let fires = |(i, c): (usize, &crate::orders::order::Condition)| {
            standing.used & 1 << i == 0
                && standing.condition != Some(i as u8)
                && c.when.iter().any(|t| self.is_true(body, standing, t))
        };
        if let Some(i) = standing.order.on.iter().enumerate().position(fires) {
            return Verdict::Fire(i as u8);
        }
        let interrupts =
            standing.condition.and_then(|i| standing.order.on.get(usize::from(i))).filter(|c| c.resume);
        if interrupts.is_some_and(|c| !c.when.iter().any(|t| self.is_true(body, standing, t))) {
            return Verdict::Resume;
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
            Trigger::Signal(n) => state.kept.signals & 1 << n != 0,
            Trigger::Period(n) => board.phase.period >= *n,
            Trigger::Reached => is_reached(board, body, standing),
            Trigger::EnemyWithin(within_mils, kind) => board.enemy_units(body.side).any(|e| {
                kind.as_ref().is_none_or(|k| is_kind(e.troop(), k))
                    && within(e.apart(body), f64::from(*within_mils) / 1000.0)
                    && sees(board, body, e)
            }),
            Trigger::Attacked => state.now.charged || board.engaged(body.id),
            Trigger::FiredOn => state.now.under_fire > 0,
            Trigger::Sees(r) => self.in_view(body, r),
            Trigger::FriendDoes(label, deed) => {
                labelled(self.roster, body.side, label).is_some_and(|id| self.does(body, id, *deed))
            }
            Trigger::EnemyDoes(label, deed) => {
                labelled(self.roster, body.side.other(), label).is_some_and(|id| self.does(body, id, *deed))
            }
            Trigger::BelowTwoThirds => u32::from(body.strength()) * 3 < u32::from(state.seen.original) * 2,
            Trigger::BelowHalf => {
                mechanics::is_below_half(body.strength().into(), state.seen.original.into())
            }
            Trigger::After(n) => {
                standing.noted.as_ref().is_some_and(|noted| board.phase.period + 1 >= noted.since + n)
            }
            Trigger::AnySignal => state.kept.signals != 0,
            Trigger::EnemyNear(reach, who) => self.whoever(body, false, who).any(|id| {
                let Some(e) = board.body(id).filter(|e| sees(board, body, e)) else { return false };
                let far = match reach {
                    Reach::Inches(mils) => f64::from(*mils) / 1000.0,
                    Reach::Range => body.kit.shoots_as().map_or(0.0, |w| tables().missile(w.weapon).range),
                    Reach::Charge => e.charge(),
                    Reach::Near => e.charge() * 1.5,
                };
                within(e.apart(body), far)
            }),
            Trigger::AttackedBy(who) => {
                let by = |id: UnitId| {
                    let doing = board.state(id).now.doing;
                    matches!(doing, Doing::Charging(at) if at == body.id)
                        || board.opponents(body.id).any(|o| o == id)
                };
                self.whoever(body, false, who).any(by)
            }
            Trigger::Relieved => {
                let since = standing.noted.as_ref().map_or(0, |noted| noted.since);
                let formed = |f: &&Body<'_>| {
                    f.side == body.side && f.id != body.id && !board.routing(f.id) && within(f.gap(body), 2.0)
                };
                board.phase.period > since
                    && board.units().filter(formed).any(|f| board.state(f.id).now.moved > 0)
            }
            Trigger::Does(event) => {
                self.whoever(body, event.friend, &event.who).any(|id| match &event.place {
                    None => self.does(body, id, event.deed),
                    Some(place) => self.does_at(body, id, event.deed, place),
                })
            }
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

    /// The units that somebody in a trigger may be.
    fn whoever(&self, body: &Body<'_>, friend: bool, who: &Whom) -> impl Iterator<Item = UnitId> {
        let side = if friend { body.side } else { body.side.other() };
        let of = |fits: &dyn Fn(&Body<'_>) -> bool| -> Vec<UnitId> {
            self.board
                .troops()
                .filter(|b| b.side == side && b.id != body.id && fits(b))
                .map(|b| b.id)
                .collect()
        };
        let found = match who {
            Whom::Any => of(&|_| true),
            Whom::Kind(kind) => of(&|b| is_kind(b.troop(), kind)),
            Whom::Unit(label) => labelled(self.roster, side, label).into_iter().collect(),
            Whom::General => self.board.phase.command[side].general.iter().map(|g| g.figure).collect(),
        };
        found.into_iter()
    }

    /// Whether a unit does something at a place.
    fn does_at(&self, body: &Body<'_>, other: UnitId, deed: Deed, place: &Ref) -> bool {
        let board = self.board;
        let Some(there) = board.body(other).filter(|b| sees(board, body, b)) else { return false };
        let stood = board.state(other).kept.stood[0].at.vec() * (1.0 / MM);
        let grounds = candidates(board, self.roster, body, place);
        grounds.iter().any(|g| {
            let at = |p: table::Vec2| match &g.meant {
                Meant::Feature(i) => board.book.features.get(usize::from(*i)).is_some_and(|f| is_at(f, p)),
                meant => places::place(board, p, meant).is_some_and(|q| within(q.distance(p), 2.0)),
            };
            match deed {
                Deed::Enters | Deed::Reaches => at(there.standard()),
                Deed::Leaves => at(stood) && !at(there.standard()),
                Deed::Crosses | Deed::Passes => places::is_past(board, there, &g.meant, there.standard()),
                _ => at(there.standard()) && self.does(body, other, deed),
            }
        })
    }

    fn does(&self, body: &Body<'_>, other: UnitId, deed: Deed) -> bool {
        let state = self.board.state(other);
        let Some(there) = self.board.body(other) else {
            // One who broke and is gone was seen to go.
            return matches!(deed, Deed::Breaks | Deed::Falls)
                && (state.now.broke_now || deed == Deed::Falls);
        };
        if !sees(self.board, body, there) {
            return false;
        }
        match deed {
            Deed::Charges => state.is_charging(),
            Deed::Engaged => self.board.engaged(other),
            Deed::Breaks => state.now.broke_now,
            Deed::Retires => state.is_retiring() || retires_by_order(state.kept.order.as_ref()),
            Deed::Reaches => self.done.contains(&other),
            Deed::Passes => self.passes(body, there),
            Deed::Advances => state.now.moved > 0 && self.goes_forward(there),
            Deed::Halts => state.now.moved == 0 && state.last.moved > 0,
            Deed::Attacked => state.now.charged || self.board.engaged(other),
            Deed::FiredOn => state.now.under_fire > 0,
            Deed::Falls => false,
            Deed::Crosses | Deed::Enters | Deed::Leaves => self.goes_forward(there),
        }
    }

    /// Whether a unit has gone the way it faces in this period.
    fn goes_forward(&self, other: &Body<'_>) -> bool {
        let stood = self.board.state(other.id).kept.stood[0].at.vec() * (1.0 / MM);
        (other.standard() - stood).dot(other.rect.ahead) > 0.05
    }

    /// Whether another's standard has come from behind the line of this unit's front to before it.
    fn passes(&self, body: &Body<'_>, other: &Body<'_>) -> bool {
        let ahead = other.standard() - body.rect.front_mid();
        let (mine, theirs) =
            (self.board.state(body.id).kept.stood[0], self.board.state(other.id).kept.stood[0]);
        let at = |pose: Pose| pose.at.vec() * (1.0 / MM);
        let facing = mine.facing.vec();
        let front = at(mine) + facing * body.rect.half_depth;
        ahead.dot(body.rect.ahead) > 0.0 && (at(theirs) - front).dot(facing) <= 0.0
    }
}

fn retires_by_order(standing: Option<&Standing>) -> bool {
    standing
        .filter(|s| s.begun)
        .and_then(Standing::current)
        .is_some_and(|leg| matches!(leg.verb, Verb::RetireTo | Verb::Retire))
}
