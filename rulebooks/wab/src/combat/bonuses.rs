//! What each side brings into the result of a combat.

use crate::board::bodies::{Board, Body};
use crate::board::state::Contact;
use crate::board::terrain;
use crate::combat::contact_lines;
use crate::combat::score::{Claims, rank_bonus};
use crate::data::armour::Face;
use crate::data::tables::{Going, tables};
use crate::data::troop::{Order, Trait, Troop};
use crate::house::Momentum;
use table::Vec2;
use umpire::{Side, UnitId};

/// The claims of a side, and its musicians.
#[derive(Clone, Copy, Debug, Default)]
pub struct Brought {
    /// The bonuses due.
    pub claims: Claims,
    /// Whether it has a musician.
    pub musician: bool,
    /// Whether a phalanx denies momentum to one of its chargers.
    pub denied: bool,
}

/// What a side brings, as the round begins.
pub fn of(board: &Board<'_>, units: &[UnitId], side: Side) -> Brought {
    let mut brought = Brought::default();
    let mine = units.iter().filter_map(|&id| board.body(id)).filter(|b| b.side == side);
    let mut eager = Vec::new();
    for body in mine {
        let command = body.command();
        let claims = &mut brought.claims;
        brought.musician |= command.musician && !body.kit.character;
        claims.standard |= command.standard;
        let bears = |id: UnitId| board.book.kit(id).has(Trait::ArmyStandard);
        claims.army_standard |= bears(body.id) || board.phase.characters(body.id).any(bears);
        claims.close_order |= keeps_order(board, body);
        claims.ranks = claims.ranks.max(ranks(board, body));
        let (flank, rear) = strikes_flank(board, body);
        claims.flank |= flank;
        claims.rear |= rear;
        brought.denied |= board.phase.contacts_of(body.id).any(|(c, i)| c.charged[i] && denies(board, c, i));
        if has_momentum(board, body) {
            let going = terrain::under(&board.book.features, &body.rect);
            let horse = body.kit.troop == Troop::Cavalry || body.kit.troop.is_chariot();
            eager.push(horse && matches!(going, Going::Difficult | Going::VeryDifficult));
        }
    }
    let claims = &mut brought.claims;
    claims.high_ground = higher(board, units, side) > higher(board, units, side.other());
    claims.momentum = !eager.is_empty();
    claims.mounted_in_difficult = claims.momentum && eager.iter().all(|bogged| *bogged);
    brought
}

/// How many fighting models of a side stand higher than the enemies they fight (`wab.result.high_ground`).
fn higher(board: &Board<'_>, units: &[UnitId], side: Side) -> usize {
    let features = &board.book.features;
    let fighters = || units.iter().filter_map(|&id| board.body(id));
    if !features.iter().any(|f| f.kind.is_hill() && fighters().any(|b| f.is_near(&b.rect))) {
        return 0;
    }
    let mine = fighters().filter(|b| b.side == side);
    let stands = |(at, enemy): &(Vec2, UnitId)| {
        board.body(*enemy).is_some_and(|e| {
            let (u, v) = e.rect.local(*at);
            // The model it faces: the nearest place of the enemy, half a base within.
            let [w, d] = e.base().map(|side| side / 2.0);
            let within = |x: f64, half: f64, base: f64| x.clamp(base - half, (half - base).max(base - half));
            let there = e.rect.place(within(u, e.rect.half_width, w), within(v, e.rect.half_depth, d));
            terrain::height(features, *at) > terrain::height(features, there)
        })
    };
    mine.flat_map(|body| contact_lines::fighting(board, body)).filter(stands).count()
}

/// Infantry of five or more in close order on normal ground (`wab.result.close_order`).
fn keeps_order(board: &Board<'_>, body: &Body<'_>) -> bool {
    let going = terrain::under(&board.book.features, &body.rect);
    let flanked = board.book.house.close_order_lost_when_flanked && board.is_flanked(body);
    body.kit.troop == Troop::Infantry
        && body.order() == Order::Close
        && body.state.models >= tables().five
        && going == Going::Normal
        && !body.is_column()
        && !flanked
}

/// The rank bonus of a unit where it stands.
pub fn ranks(board: &Board<'_>, body: &Body<'_>) -> u16 {
    let going = terrain::under(&board.book.features, &body.rect);
    rank_bonus(body.state.models, body.files, body.kit.troop, body.order(), going, board.is_flanked(body))
}

/// Whether a unit strikes a flank or a rear and earns it (`wab.result.flank`, `wab.result.rear`).
fn strikes_flank(board: &Board<'_>, body: &Body<'_>) -> (bool, bool) {
    let big = body.kit.troop.is_chariot() || body.kit.troop == Troop::Elephant;
    let earns = big || (body.state.models >= tables().five && !body.skirmishes());
    let faces = board.phase.contacts_of(body.id).filter(|_| earns).filter_map(|(c, i)| {
        let enemy = board.body(c.units[1 - i])?;
        (!enemy.skirmishes()).then_some(c.faces[1 - i])
    });
    faces.fold((false, false), |(flank, rear), face| {
        (flank || matches!(face, Face::Left | Face::Right), rear || face == Face::Rear)
    })
}

/// Whether a unit has momentum (`wab.result.momentum`): a phalanx denies it to those who charge its front.
pub fn has_momentum(board: &Board<'_>, body: &Body<'_>) -> bool {
    let won_counts = board.book.house.momentum == Momentum::ChargeOrWon;
    board
        .phase
        .contacts_of(body.id)
        .any(|(c, i)| (c.charged[i] && !denies(board, c, i)) || (won_counts && c.won == Some(body.side)))
}

/// Whether the enemy of one unit in a contact is a phalanx met in front, which denies momentum (`wab.special.phalanx`).
fn denies(board: &Board<'_>, contact: &Contact, place: usize) -> bool {
    let enemy = board.body(contact.units[1 - place]);
    contact.faces[1 - place] == Face::Front && enemy.is_some_and(|e| e.is_phalanx(board.book))
}
