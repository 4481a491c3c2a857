//! What a round of combat would come to, for units that are not yet in contact.

use table::{Facing, Rect};
use umpire::{Side, UnitId};
use wab::armour::Face;
use wab::board::{Board, Body, at_front};
use wab::breaking::Fate;
use wab::charge;
use wab::forecast::End;
use wab::melee;
use wab::state::{Contact, Phase};
use wab::strokes;
use wab::tables::Going;
use wab::terrain;
use wab::troop::Trait;

/// One unit that meets another, and where it stands then.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// Who comes.
    pub charger: UnitId,
    /// Upon whom.
    pub target: UnitId,
    /// Upon which face.
    pub face: Face,
    /// Where it stands then.
    pub rect: Rect,
    /// The way it faces then.
    pub facing: Facing,
    /// Whether the target counter-charges.
    pub countered: bool,
}

impl Meeting {
    /// A unit squarely before the middle of a face of another, wherever they stand now.
    pub fn square(charger: &Body<'_>, target: &Body<'_>, face: Face) -> Meeting {
        let (ends, out) = charge::edge(&target.rect, face);
        let middle = (ends[0] + ends[1]) * 0.5;
        let facing = Facing::of(-out);
        let (width, depth) = (charger.rect.half_width * 2.0, charger.rect.half_depth * 2.0);
        let rect = at_front(middle, facing, width, depth);
        Meeting { charger: charger.id, target: target.id, face, rect, facing, countered: false }
    }
}

/// What units are worth in victory points, those with them included.
pub fn worth(board: &Board<'_>, body: &Body<'_>) -> f64 {
    let own = |id: UnitId| {
        let kit = board.book.kit(id);
        let general = if kit.has(Trait::General) { 100.0 } else { 0.0 };
        let standard = if kit.has(Trait::ArmyStandard) { 200.0 } else { 0.0 };
        f64::from(kit.points) + general + standard
    };
    let banner = if body.command().standard { 25.0 } else { 0.0 };
    own(body.id) + board.phase.characters(body.id).map(own).sum::<f64>() + banner
}

/// A round to come: the board as it would be.
pub struct Clash<'a> {
    board: &'a Board<'a>,
    phase: Phase,
    meetings: Vec<Meeting>,
}

impl<'a> Clash<'a> {
    /// The round after these meetings.
    pub fn new(board: &'a Board<'a>, meetings: Vec<Meeting>) -> Clash<'a> {
        let mut phase = board.phase.clone();
        for m in &meetings {
            phase.contacts.push(contact(board, m));
        }
        Clash { board, phase, meetings }
    }

    /// What the combat that a unit is in is worth to a side, in points: what the enemy loses less what it loses, in
    /// the first round and in those that follow if nobody runs.
    pub fn value(&self, side: Side, unit: UnitId) -> f64 {
        let units = self.fighters(unit);
        let (first, goes_on) = self.round(side, &units, &self.phase);
        if goes_on < 0.05 {
            return first;
        }
        let mut later = self.phase.clone();
        for contact in &mut later.contacts {
            contact.charged = [false; 2];
            contact.ferocious = [false; 2];
            contact.first = false;
        }
        first + goes_on * LATER * self.round(side, &units, &later).0
    }

    /// Everyone in the combat of a unit.
    fn fighters(&self, unit: UnitId) -> Vec<UnitId> {
        let combats = melee::combats(&self.phase.contacts);
        combats.into_iter().find(|c| c.contains(&unit)).unwrap_or_default()
    }

    /// What one round is worth, and the chance that the combat goes on.
    fn round(&self, side: Side, units: &[UnitId], phase: &Phase) -> (f64, f64) {
        let mut bodies = self.board.bodies.clone();
        for m in &self.meetings {
            if let Some(body) = bodies.iter_mut().find(|b| b.id == m.charger) {
                (body.rect, body.facing) = (m.rect, m.facing);
            }
        }
        let met = Board { book: self.board.book, phase, bodies };
        let odds = strokes::sides(&met, units).and_then(|duel| duel.quick_odds(&met.book.house).ok());
        let Some(odds) = odds else { return (0.0, 0.0) };
        let of = |s: Side| units.iter().filter_map(|&u| met.body(u)).filter(move |b| b.side == s);
        let stake = Side::ALL.map(|s| of(s).map(|b| worth(&met, b)).sum::<f64>());
        let pace = Side::ALL.map(|s| of(s).map(|b| b.movement()).fold(0.0, f64::max));
        let (mut sum, mut goes_on) = (0.0, 0.0);
        for (end, chance) in odds.iter() {
            let (loser, share) = match *end {
                End::Draw => {
                    goes_on += chance;
                    continue;
                }
                End::WipedOut(loser) => (loser, 1.0),
                End::Beaten(loser, Fate::Breaks) => {
                    let caught = catches(pace[1 - loser], pace[loser]);
                    (loser, caught + (1.0 - caught) * RUNNING)
                }
                End::Beaten(loser, _) => {
                    goes_on += chance;
                    (loser, 0.04)
                }
            };
            let lost = chance * share * stake[loser];
            sum += if loser == side as usize { -lost } else { lost };
        }
        (sum, goes_on)
    }
}

/// The share of its worth that a unit in flight has lost: it may rally, and may not.
const RUNNING: f64 = 0.65;
/// How much a round to come weighs against the present one.
const LATER: f64 = 0.8;

/// How often a pursuer of one Movement catches fleers of another.
fn catches(pursuer: f64, fleer: f64) -> f64 {
    match (pursuer > 6.0, fleer > 6.0) {
        (true, false) => 0.86,
        (false, true) => 0.22,
        _ => 0.56,
    }
}

fn contact(board: &Board<'_>, m: &Meeting) -> Contact {
    let normal = terrain::under(&board.book.features, &m.rect) == Going::Normal;
    let fierce = |id: UnitId| {
        let has = board.book.kit(id).has(Trait::FerociousCharge);
        has && !board.phase.unit(id).ferocious_used && normal
    };
    Contact {
        units: [m.charger, m.target],
        faces: [Face::Front, m.face],
        charged: [true, m.countered],
        shaken: [false, board.phase.unit(m.target).shaken_by.has(m.charger)],
        ferocious: [fierce(m.charger), m.countered && fierce(m.target)],
        first: true,
        by_pursuit: false,
        defended: false,
        won: None,
    }
}
