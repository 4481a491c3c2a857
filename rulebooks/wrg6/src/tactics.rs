//! Tactical sense: what a fight promises by exact odds, what a charge is worth, and where a body would go.

use crate::aftermath::rules::Fought;
use crate::board::state::{Charge, Fate};
use crate::board::{Board, forward};
use crate::combat::rules::{Blows, random};
use crate::data::formation::{fighting, half_ranks};
use crate::data::lengths::HAIR;
use crate::data::troop::Hand;
use arrayvec::ArrayVec;
use table::Facing;
use umpire::UnitId;

/// How one body comes at another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// It charges or counter-charges.
    pub charging: bool,
    /// It is impetuous.
    pub impetuous: bool,
    /// It strikes flank or rear.
    pub flank: bool,
}

/// The blows of one body at another if they met now: the best weapon, as many files as the narrower one has.
pub fn meeting(board: Board<'_>, by: UnitId, on: UnitId, manner: Manner) -> Blows {
    let (kit, theirs, house) = (board.kit(by), board.kit(on), &board.book.house);
    let block = &board.field.unit(by).formation;
    let (mine, other) = (board.rect(by), board.rect(on));
    let wide = (2.0 * mine.half_width).min(2.0 * other.half_width);
    let files = (wide / (2.0 * mine.half_width) * f64::from(block.files)).ceil() as u32;
    let overlap = u32::from(files < u32::from(block.files));
    let of = |hand: Hand| {
        let deep = half_ranks(house, hand, true).min(2 * u32::from(block.ranks()));
        let figures = fighting(files, overlap, overlap, deep).min(block.figures.into());
        Blows {
            first_contact: true,
            charging: manner.charging,
            impetuous: manner.impetuous,
            opponent_weapon: theirs.hands.first().copied().unwrap_or(Hand::InfantryOther),
            opponent_disordered: board.disordered(on),
            opponent_shieldless: !theirs.shield,
            opponent_flanked: manner.flank,
            disorder_causes: board.causes(by).count(),
            shaken: board.state(by).seen.shaken,
            scythed: kit.scythed,
            general_fighting: board.general_with(by).is_some(),
            opponent_higher_halted: board.level(on) > board.level(by) && !manner.flank,
            ..Blows::new(kit.troop, hand, theirs.troop, kit.training, figures)
        }
    };
    let best = kit.hands.iter().map(|hand| of(*hand)).max_by_key(|blows| blows.casualties(house, 0));
    best.unwrap_or_else(|| of(Hand::InfantryOther))
}

/// What a body may inflict, with the chance of each: every face of both dice in turn.
fn casualties(board: Board<'_>, blows: &Blows) -> ArrayVec<(u32, f64), 9> {
    let (house, [plus, minus]) = (&board.book.house, blows.dice());
    let mut chances = [0.0; 9];
    let sides = f64::from(plus.sides() * minus.sides());
    for (p, n) in plus.faces {
        for (m, k) in minus.faces {
            let luck = random(house, *p, *m, blows.general_fighting).clamp(-4, 4);
            chances[(luck + 4) as usize] += f64::from(n * k) / sides;
        }
    }
    let fall =
        |(i, chance): (usize, f64)| (chance > 0.0).then(|| (blows.casualties(house, i as i8 - 4), chance));
    chances.into_iter().enumerate().filter_map(fall).collect()
}

/// What a fight promises the first of two bodies: 1 for breaking the enemy for certain, -1 for being broken.
pub fn promise(board: Board<'_>, a: (UnitId, &Blows), b: (UnitId, Option<&Blows>)) -> f64 {
    let given = casualties(board, a.1);
    let none = || ArrayVec::from_iter([(0, 1.0)]);
    let taken = b.1.map_or_else(none, |blows| casualties(board, blows));
    let fate = |id: UnitId, received: u32, inflicted: u32| {
        let (strength, model) = (u32::from(board.strength(id)).max(1), board.kit(id).troop.is_model());
        let fought = Fought { received, inflicted, strength, model, shaken: board.state(id).seen.shaken };
        let each = crate::data::casualties::each(&board.book.house, model);
        let loss = f64::from(received) / f64::from(strength * each);
        let blow: f64 = match fought.outcome(&board.book.house) {
            Fate::Break => 1.0,
            Fate::Recoil => 0.4,
            Fate::Hold => 0.0,
        };
        (blow + if fought.is_shaken_by_it() { 0.2 } else { 0.0 } + loss).min(1.0)
    };
    let each = given.iter().flat_map(|g| taken.iter().map(move |t| (g, t)));
    each.map(|((g, p), (t, q))| p * q * (fate(b.0, *g, *t) - fate(a.0, *t, *g))).sum()
}

/// What a charge promises once it goes in, by exact odds.
pub fn worth(board: Board<'_>, charge: &Charge, impetuous: bool) -> f64 {
    let manner = Manner { charging: true, impetuous, flank: !charge.front };
    clash(board, charge.by, charge.on, manner)
}

/// What a charge into an enemy's front promises once it goes in.
pub fn head_on(board: Board<'_>, by: UnitId, on: UnitId) -> f64 {
    clash(board, by, on, Manner { charging: true, ..Manner::default() })
}

fn clash(board: Board<'_>, by: UnitId, on: UnitId, manner: Manner) -> f64 {
    let blows = meeting(board, by, on, manner);
    let both_charge = board.kit(on).troop.is_mounted() || !board.kit(by).troop.is_mounted();
    let reply = Manner { charging: both_charge, ..Manner::default() };
    let reply = (!manner.flank).then(|| meeting(board, on, by, reply));
    promise(board, (by, &blows), (on, reply.as_ref()))
}

/// A move of so many paces for a body that marches to the battle: towards an enemy, or straight on.
pub fn march(board: Board<'_>, id: UnitId, on: Option<UnitId>, most: f64) -> String {
    let (rect, kit) = (board.rect(id), board.kit(id));
    let toward = on.map_or(forward(board.side(id)), |enemy| board.rect(enemy).centre - rect.centre);
    let turn = Facing::of(rect.ahead).turn_to(Facing::of(toward));
    let width = 2.0 * rect.half_width;
    // A charge may begin with a wheel of 45 degrees: whoever is ahead so far needs none now.
    if turn.abs() < 40.0 {
        return format!("ahead {}", most.floor());
    }
    // Whoever is behind is not wheeled to: turning about costs open order nothing and others half a move.
    if turn.abs() > 110.0 {
        let turning = if kit.troop.is_open() { 0.0 } else { kit.normal() / 2.0 };
        let left = (most - turning - HAIR).max(0.0).floor();
        return if left >= 5.0 { format!("turn about, ahead {left}") } else { "turn about".to_owned() };
    }
    let affordable = (most * 0.8 / width).to_degrees();
    let degrees = turn.abs().min(affordable).min(30.0).floor();
    let left = (most - degrees.to_radians() * width - HAIR).max(0.0).floor();
    let side = if turn < 0.0 { "left" } else { "right" };
    format!("wheel {side} {degrees}, ahead {left}")
}
