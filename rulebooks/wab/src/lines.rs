//! Lines of fighters: which models of each unit touch which enemy (`wab.combat.who`, `wab.combat.allocation`).

use crate::armour::Face;
use crate::board::{Board, Body};
use crate::charge::{edge, row};
use crate::house::Momentum;
use crate::moving::NEAR;
use crate::striking::Fighters;
use crate::troop::Weapon;
use umpire::UnitId;

/// Men of one unit who strike one enemy unit.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Whose men.
    pub unit: UnitId,
    /// Whom they strike.
    pub enemy: UnitId,
    /// On which face of their own the enemy is.
    pub face: Face,
    /// Which face of the enemy they strike.
    pub enemy_face: Face,
    /// How many touch it.
    pub men: u16,
    /// Whether they charged it.
    pub charged: bool,
    /// Whether their side won the last round.
    pub won: bool,
    /// Whether it is the first round between them.
    pub first: bool,
    /// Whether fear shakes them.
    pub shaken: bool,
    /// Whether characters with the unit strike this enemy.
    pub leads: bool,
}

impl Line {
    /// The men as the chapter on striking counts them.
    pub fn fighters(&self, board: &Board<'_>, body: &Body<'_>, weapon: Weapon) -> Fighters {
        Fighters {
            models: body.state.models,
            files: body.files,
            contact: self.men,
            attacks: body.kit.profile.a,
            weapon,
            mounted: body.kit.troop.is_mounted(),
            skirmish: body.skirmishes(),
            charged: self.charged,
            first_round: self.first,
            frenzied: body.is_frenzied(),
            leader: body.command().leader && self.leads,
            column: body.is_column(),
            phalanx: body.is_phalanx(board.book),
            frontal: self.face == Face::Front,
        }
    }
}

/// Every line of a combat.
pub fn lines(board: &Board<'_>, units: &[UnitId]) -> Vec<Line> {
    units.iter().filter_map(|&id| board.body(id)).flat_map(|body| lines_of(board, body)).collect()
}

fn lines_of(board: &Board<'_>, body: &Body<'_>) -> Vec<Line> {
    let won_counts = board.book.house.momentum == Momentum::ChargeOrWon;
    let mut list: Vec<Line> = board
        .phase
        .contacts_of(body.id)
        .map(|(c, i)| Line {
            unit: body.id,
            enemy: c.units[1 - i],
            face: if body.skirmishes() { Face::Front } else { c.faces[i] },
            enemy_face: c.faces[1 - i],
            men: 0,
            charged: c.charged[i],
            won: won_counts && c.won == Some(body.side),
            first: c.first,
            shaken: c.first && c.shaken[i],
            leads: false,
        })
        .collect();
    let mut used: Vec<(u16, u16)> = Vec::new();
    for face in [Face::Front, Face::Left, Face::Right, Face::Rear] {
        allot(board, body, face, &mut list, &mut used);
    }
    // Models of a character's own do not strike as the unit's men.
    let own = body.state.models;
    let characters = body.places - own.min(body.places);
    if let Some(first) = list.iter_mut().filter(|l| l.men > 0).min_by_key(|l| l.face) {
        first.leads = true;
        if !body.kit.character {
            first.men = first.men.saturating_sub(characters).max(u16::from(own > 0)).min(own.max(1));
        }
    }
    list
}

/// Gives each model on a face to the enemy it touches along the longer stretch, of equals the one on its right.
fn allot(board: &Board<'_>, body: &Body<'_>, face: Face, list: &mut [Line], used: &mut Vec<(u16, u16)>) {
    if list.iter().all(|l| l.face != face) {
        return;
    }
    let bases = row(body, face);
    let (ends, _) = edge(&body.rect, face);
    let along = ends[1] - ends[0];
    let along = along * (1.0 / along.len().max(NEAR));
    let spans: Vec<Option<(f64, f64)>> = list
        .iter()
        .map(|l| {
            let enemy = board.body(l.enemy).filter(|_| l.face == face)?;
            let at = enemy.rect.corners().map(|p| (p - ends[0]).dot(along));
            let low = at.into_iter().fold(f64::INFINITY, f64::min);
            Some((low, at.into_iter().fold(f64::NEG_INFINITY, f64::max)))
        })
        .collect();
    for i in 0..bases.n {
        let model = model(body, face, i);
        if used.contains(&model) {
            continue;
        }
        let (from, to) = bases.base_at(i);
        let mut best: Option<(usize, f64)> = None;
        for (k, span) in spans.iter().enumerate() {
            let Some((low, high)) = *span else { continue };
            let share = to.min(high) - from.max(low);
            let touches = share >= -NEAR;
            let better = best.is_none_or(|(j, most)| {
                share > most + NEAR || (share > most - NEAR && spans[j].is_some_and(|s| low > s.0))
            });
            if touches && better {
                best = Some((k, share));
            }
        }
        if let Some((k, _)) = best {
            list[k].men += 1;
            used.push(model);
        }
    }
    // The closest do touch, however the grid rounds.
    for line in list.iter_mut().filter(|l| l.face == face && l.men == 0) {
        let touches = board.body(line.enemy).is_some_and(|e| body.distance(e) <= 0.1);
        line.men = u16::from(touches && used.is_empty());
    }
}

/// The rank and file of the model at a place of a face.
fn model(body: &Body<'_>, face: Face, i: u16) -> (u16, u16) {
    match face {
        Face::Front => (0, i),
        Face::Rear => (body.ranks().saturating_sub(1), i),
        Face::Left => (body.ranks().saturating_sub(1 + i), 0),
        Face::Right => (i, body.files.saturating_sub(1)),
    }
}
