//! What a charge would bring: the exact odds of its first round.

use crate::Wrg1969;
use crate::aftermath::rules as aftermath;
use crate::aftermath::rules::{Fate, Fought};
use crate::board::state::{Doing, Fight, Phase};
use crate::board::{Board, Body};
use crate::combat::disorder;
use crate::combat::engagement::{self, Strike};
use crate::combat::rules::casualties::{self, MEN};
use crate::combat::rules::factors;
use crate::data::measure::within;
use crate::data::reaction::Occasion;
use crate::tactics::nerve::{Nerve, nerve};
use crate::tactics::station::likely_grade;
use crate::victory::resolve::worth;
use table::{Edge, Facing, Rect, Vec2};
use umpire::{Field, UnitId};

/// The least difference of black and red dice.
const LEAST: i8 = -4;
/// The faces of the dice that regulars throw, and of ordinary ones.
const AVERAGE: [i8; 6] = [2, 3, 3, 4, 4, 5];
const ORDINARY: [i8; 6] = [1, 2, 3, 4, 5, 6];

/// In how many of thirty-six throws black less red comes to -4, -3 .. 4.
const fn throws(black: [i8; 6]) -> [u8; 9] {
    let mut ways = [0; 9];
    let mut i = 0;
    while i < 36 {
        ways[(black[i / 6] - AVERAGE[i % 6] - LEAST) as usize] += 1;
        i += 1;
    }
    ways
}

static REGULAR: [u8; 9] = throws(AVERAGE);
static BARBARIAN: [u8; 9] = throws(ORDINARY);

/// The first round of a fight: what the attacker and the one attacked may expect, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clash {
    /// Men lost on average.
    pub men: [f64; 2],
    /// How likely each breaks.
    pub breaks: [f64; 2],
    /// How likely each is pushed back.
    pub pushed: [f64; 2],
    /// What each is worth as it stands, in points.
    pub worth: [f64; 2],
    /// What one figure of each is worth.
    pub figure: [f64; 2],
}

impl Clash {
    /// What the round is worth to the attacker, in points.
    pub fn gain(&self) -> f64 {
        let cost = |i: usize| {
            let fallen = self.men[i] / f64::from(MEN) * self.figure[i];
            fallen + (self.breaks[i] * BROKEN + self.pushed[i] * PUSHED) * self.worth[i]
        };
        cost(1) - cost(0)
    }
}

/// The table as a side sees it, on which charges are tried in thought: grades nobody has seen are taken as usual.
#[derive(Clone, Debug)]
pub struct Thought<'a> {
    book: &'a Wrg1969,
    field: &'a Field,
    phase: Phase,
}

impl<'a> Thought<'a> {
    /// The table as it is seen.
    pub fn new(book: &'a Wrg1969, field: &'a Field, phase: &Phase) -> Self {
        let mut phase = phase.clone();
        for (state, kit) in phase.units.iter_mut().zip(&book.kits) {
            if state.kept.grade.is_none() && kit.is_unit() {
                state.kept.grade = Some(likely_grade(kit));
            }
        }
        Thought { book, field, phase }
    }

    /// The board as it stands in thought.
    pub fn board(&self) -> Board<'_> {
        Board::of(self.book, self.field, &self.phase)
    }

    /// How steady a unit would be on an occasion.
    pub fn nerve(&self, unit: UnitId, occasion: Occasion) -> Option<Nerve> {
        let board = self.board();
        nerve(&board, board.body(unit)?, occasion)
    }

    /// The first round if one unit charged another as they stand; `met` says whether it is charged in return.
    pub fn charge(&mut self, attacker: UnitId, target: UnitId, met: bool) -> Option<Clash> {
        let (gap, levels) = {
            let board = self.board();
            let (me, it) = (board.body(attacker)?, board.body(target)?);
            (me.gap(it), [me, it].map(|b| board.level(b.standard())))
        };
        let before = [attacker, target].map(|id| self.phase.units[id.index()].clone());
        let fights = self.phase.fights.len();
        let stood = !met;
        let fight = Fight::new(self.field, (attacker, target), |id| id == target && stood);
        self.phase.fights.push(fight);
        let mine = &mut self.phase.units[attacker.index()];
        (mine.now.doing, mine.now.charge_from) =
            (Doing::Charging(target), Some(((gap * 1000.0) as i32, levels[0])));
        if met {
            let theirs = &mut self.phase.units[target.index()];
            (theirs.now.doing, theirs.now.charge_from) =
                (Doing::Countercharging(attacker), Some((0, levels[1])));
        }
        let clash = self.round(attacker, target, stood);
        self.phase.fights.truncate(fights);
        for (id, state) in [attacker, target].into_iter().zip(before) {
            self.phase.units[id.index()] = state;
        }
        clash
    }

    /// How many more men a unit would kill this period if it lapped round; its own front is broken by it.
    pub fn lapping(&mut self, unit: UnitId) -> f64 {
        let mut kills = |laps: bool| {
            self.phase.units[unit.index()].now.laps = laps;
            let board = self.board();
            let Some(body) = board.body(unit) else { return 0.0 };
            let blows = engagement::strikes_of(&board, body);
            dealt(&blows, body.kit.regular).iter().map(|(p, men)| p * f64::from(*men)).sum::<f64>()
        };
        let more = kills(true);
        more - kills(false)
    }

    fn round(&self, attacker: UnitId, target: UnitId, stood: bool) -> Option<Clash> {
        let mut board = self.board();
        let (me, it) = (*board.body(attacker)?, *board.body(target)?);
        let me = flush(&me, &it);
        board.set(me);
        let blows = [struck(&board, &me, target), struck(&board, &it, attacker)];
        let fought = [fought(&board, &me, false), fought(&board, &it, stood)];
        let mut clash = Clash {
            worth: [whole(&board, &me), whole(&board, &it)],
            figure: [each(&board, &me), each(&board, &it)],
            ..Clash::default()
        };
        for (p, men) in outcomes(&blows, [&me, &it]) {
            let lost = [0, 1].map(|i| Fought { melee_losses: men[i], ..fought[i] });
            let (_, fates) = aftermath::judge(&self.book.house, 1, [&lost[0], &lost[1]]);
            for i in 0..2 {
                clash.men[i] += p * f64::from(men[i]);
                clash.breaks[i] += if fates[i].breaks() { p } else { 0.0 };
                clash.pushed[i] += if fates[i] == Fate::PushBack { p } else { 0.0 };
            }
        }
        Some(clash)
    }
}

/// The men each would lose, with the chance of it, over every throw of both.
fn outcomes<'s>(
    blows: &'s [Vec<Strike>; 2],
    sides: [&Body<'_>; 2],
) -> impl Iterator<Item = (f64, [u32; 2])> + 's {
    let dealt = [0, 1].map(|i| dealt(&blows[i], sides[i].kit.regular));
    dealt[0].into_iter().flat_map(move |(p, by_first)| {
        dealt[1].into_iter().map(move |(q, by_second)| (p * q, [by_second, by_first]))
    })
}

/// The men some blows cost, with the chance of it, for every throw.
fn dealt(blows: &[Strike], regular: bool) -> [(f64, u32); 9] {
    let ways = if regular { &REGULAR } else { &BARBARIAN };
    let men = |thrown: i8| -> u32 {
        let of = |strike: &Strike| {
            let luck = if strike.blows.general_with { thrown.max(0) } else { thrown };
            casualties::men(factors(&strike.blows).total() + i16::from(luck), strike.blows.figures).men
        };
        blows.iter().map(of).sum()
    };
    std::array::from_fn(|i| {
        let p = f64::from(ways[i]) / 36.0;
        (p, if ways[i] == 0 { 0 } else { men(LEAST + i as i8) })
    })
}

fn struck(board: &Board<'_>, body: &Body<'_>, at: UnitId) -> Vec<Strike> {
    if engagement::back_turned(board, body.id) {
        return Vec::new();
    }
    engagement::strikes_of(board, body).into_iter().filter(|s| s.at == at).collect()
}

fn fought(board: &Board<'_>, body: &Body<'_>, standing: bool) -> Fought {
    let state = board.state(body.id);
    Fought {
        troop: body.troop(),
        figures: body.figures.into(),
        melee_losses: 0,
        missile_losses: state.now.missile_loss.into(),
        standing,
        grade: state.kept.grade.unwrap_or_else(|| likely_grade(body.kit)),
        pushed_back_before: state.seen.pushed_back.into(),
        disorganised: disorder::disorganised(board, body),
        can_run: true,
    }
}

/// What a unit is worth, in points.
fn whole(board: &Board<'_>, body: &Body<'_>) -> f64 {
    worth(body.kit, board.state(body.id).kept.grade, body.figures).into()
}

/// What one figure of a unit is worth.
fn each(board: &Board<'_>, body: &Body<'_>) -> f64 {
    let grade = board.state(body.id).kept.grade;
    (worth(body.kit, grade, body.figures) - worth(body.kit, grade, body.figures.saturating_sub(1))).into()
}

/// An attacker flush against the edge of its target that it comes at.
fn flush<'a>(me: &Body<'a>, it: &Body<'_>) -> Body<'a> {
    let edge = edge_towards(&it.rect, me.rect.centre);
    let [a, b] = it.rect.edge(edge);
    let middle = a.lerp(b, 0.5);
    let out = match edge {
        Edge::Front => it.rect.ahead,
        Edge::Rear => -it.rect.ahead,
        Edge::Right => it.rect.right(),
        Edge::Left => -it.rect.right(),
    };
    let along = out.right();
    let half = a.distance(b) / 2.0;
    let aside = (me.rect.centre - middle).dot(along).clamp(-half, half);
    me.at(middle + along * aside + out * me.rect.half_depth, Facing::of(-out))
}

/// The edge of a footprint that someone comes at from a place: its flanks reach out 45 degrees from its corners.
fn edge_towards(rect: &Rect, from: Vec2) -> Edge {
    let (right, ahead) = rect.local(from);
    let (beside, before) = (right.abs() - rect.half_width, ahead.abs() - rect.half_depth);
    if within(beside, before) && ahead > 0.0 {
        Edge::Front
    } else if within(beside, before) {
        Edge::Rear
    } else if right > 0.0 {
        Edge::Right
    } else {
        Edge::Left
    }
}

/// The share of a unit's worth that goes with it when it breaks: most rally, or are cut down before they can.
pub const BROKEN: f64 = 0.45;

/// The share that is as good as lost when it is pushed back once.
pub const PUSHED: f64 = 0.1;
