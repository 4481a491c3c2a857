//! Lines of fighters: which models of each unit touch which enemy (`wab.combat.who`, `wab.combat.allocation`).

use crate::board::bodies::{Board, Body};
use crate::board::faces::{edge, row};
use crate::combat::attacks::Fighters;
use crate::data::armour::Face;
use crate::data::length::{NEAR, TOUCH};
use crate::data::troop::Weapon;
use table::Vec2;
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
    /// Which of the characters with the unit touch it, a bit each.
    pub guests: u8,
    /// Whether they charged it.
    pub charged: bool,
    /// Whether it is the first round between them.
    pub first: bool,
    /// Whether fear shakes them.
    pub shaken: bool,
    /// Whether the unit's leader strikes here.
    pub leads: bool,
}

impl Line {
    /// The men as the chapter on striking counts them.
    pub fn fighters(&self, board: &Board<'_>, body: &Body<'_>, weapon: Weapon) -> Fighters {
        let guests = body.guests();
        Fighters {
            models: body.state.models,
            files: body.files.saturating_sub(guests).max(1),
            contact: self.men,
            guests: self.guests.count_ones() as u16,
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

/// One model that touches an enemy: its place among the characters if it is one, its stretch, and the line it joins.
#[derive(Clone, Copy, Debug)]
struct Touching {
    model: (u16, u16),
    guest: Option<u16>,
    stretch: (f64, f64),
    line: usize,
}

fn lines_of(board: &Board<'_>, body: &Body<'_>) -> Vec<Line> {
    let mut list = contacts(board, body);
    let mut used: Vec<(u16, u16)> = Vec::new();
    for face in [Face::Front, Face::Left, Face::Right, Face::Rear] {
        for touching in allot(board, body, face, &list, &mut used) {
            let line = &mut list[touching.line];
            match touching.guest {
                Some(n) => line.guests |= 1 << n.min(7),
                None => line.men += 1,
            }
        }
        // The closest do touch, however the grid rounds.
        for line in list.iter_mut().filter(|l| l.face == face && l.men == 0 && l.guests == 0) {
            let touches = board.body(line.enemy).is_some_and(|e| body.distance(e) <= TOUCH);
            line.men = u16::from(touches && used.is_empty());
        }
    }
    for line in &mut list {
        line.men = line.men.min(body.state.models.max(1));
    }
    if let Some(first) = list.iter_mut().filter(|l| l.men > 0).min_by_key(|l| l.face) {
        first.leads = true;
    }
    list
}

/// A line for each enemy in contact, with nobody in it yet.
fn contacts(board: &Board<'_>, body: &Body<'_>) -> Vec<Line> {
    let line = |(c, i): (&crate::board::state::Contact, usize)| Line {
        unit: body.id,
        enemy: c.units[1 - i],
        face: if body.skirmishes() { Face::Front } else { c.faces[i] },
        enemy_face: c.faces[1 - i],
        men: 0,
        guests: 0,
        charged: c.charged[i],
        first: c.first,
        shaken: c.first && c.shaken[i],
        leads: false,
    };
    board.phase.contacts_of(body.id).map(line).collect()
}

/// How many men and characters of a unit touch a character of an enemy who stands in the middle of its front rank.
pub fn touching(board: &Board<'_>, body: &Body<'_>, host: &Body<'_>, guest: u16) -> (u16, u8) {
    let list = contacts(board, body);
    let mut used = Vec::new();
    let (mut men, mut guests) = (0, 0);
    for face in [Face::Front, Face::Left, Face::Right, Face::Rear] {
        let (start, along) = axis(body, face);
        let his = host.guest_ends(guest).map(|p| (p - start).dot(along));
        let his = (his[0].min(his[1]), his[0].max(his[1]));
        for one in allot(board, body, face, &list, &mut used) {
            let line = &list[one.line];
            let meets = one.stretch.0 <= his.1 + NEAR && one.stretch.1 >= his.0 - NEAR;
            if line.enemy != host.id || line.enemy_face != Face::Front || !meets {
                continue;
            }
            match one.guest {
                Some(n) => guests |= 1 << n.min(7),
                None => men += 1,
            }
        }
    }
    (men, guests)
}

/// Where the models of a unit stand that touch an enemy, and whom each fights.
pub fn fighting(board: &Board<'_>, body: &Body<'_>) -> Vec<(Vec2, UnitId)> {
    let list = contacts(board, body);
    let (mut found, mut used) = (Vec::new(), Vec::new());
    for face in [Face::Front, Face::Left, Face::Right, Face::Rear] {
        for one in allot(board, body, face, &list, &mut used) {
            let (rank, file) = one.model;
            found.push((body.model(rank, file).centre, list[one.line].enemy));
        }
    }
    found
}

/// The left end of a face and the way along it.
fn axis(body: &Body<'_>, face: Face) -> (Vec2, Vec2) {
    let (ends, _) = edge(&body.rect, face);
    let along = ends[1] - ends[0];
    (ends[0], along * (1.0 / along.len().max(NEAR)))
}

/// Gives each model on a face to the enemy it touches along the longer stretch, of equals the one on its right.
fn allot(
    board: &Board<'_>,
    body: &Body<'_>,
    face: Face,
    list: &[Line],
    used: &mut Vec<(u16, u16)>,
) -> Vec<Touching> {
    let mut found = Vec::new();
    if list.iter().all(|l| l.face != face) {
        return found;
    }
    let bases = row(body, face);
    let (start, along) = axis(body, face);
    let spans: Vec<Option<(f64, f64)>> = list
        .iter()
        .map(|l| {
            let enemy = board.body(l.enemy).filter(|_| l.face == face)?;
            let at = enemy.rect.corners().map(|p| (p - start).dot(along));
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
        if let Some((line, _)) = best {
            let guest = (model.0 == 0).then(|| body.guest_at(model.1)).flatten();
            found.push(Touching { model, guest, stretch: (from, to), line });
            used.push(model);
        }
    }
    found
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
