//! What a round of combat would come to, for units that are not yet in contact.

use super::guess;
use super::scene::Scene;
use std::cell::OnceCell;
use table::{Facing, Rect};
use umpire::{Side, UnitId};
use wab::api::aftermath::Fate;
use wab::api::board::{Board, Body, at_front};
use wab::api::board::{Contact, Phase};
use wab::api::combat;
use wab::api::combat::{Duel, End};
use wab::api::data::Face;
use wab::api::house::House;

use wab::api::board;
use wab::api::data::Going;
use wab::api::data::Trait;

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
        let (ends, out) = board::edge(&target.rect, face);
        let middle = (ends[0] + ends[1]) * 0.5;
        let facing = Facing::of(-out);
        let (width, depth) = (charger.rect.half_width * 2.0, charger.rect.half_depth * 2.0);
        let rect = at_front(middle, facing, width, depth);
        Meeting { charger: charger.id, target: target.id, face, rect, facing, countered: false }
    }

    /// Charges upon one target, the last of those already planned making room for one more beside it.
    pub fn abreast(mut planned: Vec<Meeting>, mut one: Meeting) -> Vec<Meeting> {
        if let Some(last) = planned.last_mut().filter(|last| last.face == one.face) {
            let along = one.rect.right();
            last.rect = last.rect.moved(along * -last.rect.half_width);
            one.rect = one.rect.moved(along * one.rect.half_width);
        }
        planned.push(one);
        planned
    }
}

/// What it is worth to a side if two units meet, whoever else is about; with those they fight already.
pub fn alone(scene: &Scene<'_>, meeting: Meeting) -> f64 {
    Clash::new(scene, ROUGH, vec![meeting]).value(scene.side, meeting.target)
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

/// How a round ends, for each side: how often it wins, and how often it is destroyed or runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// How often each side wins the round.
    pub won: [f64; 2],
    /// How often each side breaks.
    pub broken: [f64; 2],
    /// How often each side is killed to the last man.
    pub wiped: [f64; 2],
}

impl Outcome {
    /// By the exact odds.
    fn exact(duel: &Duel, house: &House) -> Option<Outcome> {
        let odds = duel.quick_odds(house).ok()?;
        let mut outcome = Outcome::default();
        for (end, chance) in odds.iter() {
            match *end {
                End::Draw => {}
                End::WipedOut(loser) => {
                    outcome.won[1 - loser] += chance;
                    outcome.wiped[loser] += chance;
                }
                End::Beaten(loser, fate) => {
                    outcome.won[1 - loser] += chance;
                    outcome.broken[loser] += if fate == Fate::Breaks { chance } else { 0.0 };
                }
            }
        }
        Some(outcome)
    }

    /// The chance that the combat goes on.
    fn goes_on(&self) -> f64 {
        1.0 - self.broken.iter().chain(&self.wiped).sum::<f64>()
    }
}

/// How closely a round to come is looked at: by its exact odds, or by what it comes to on average.
pub type Look = fn(&Duel, &House) -> Option<Outcome>;

/// By the exact odds.
pub const EXACT: Look = Outcome::exact;
/// By means and spreads.
pub const ROUGH: Look = |duel, house| Some(guess::rough(duel, house));

/// A round to come: the board as it would be.
pub struct Clash<'a> {
    scene: &'a Scene<'a>,
    phase: Phase,
    meetings: Vec<Meeting>,
    look: Look,
}

impl<'a> Clash<'a> {
    /// The round after these meetings.
    pub fn new(scene: &'a Scene<'a>, look: Look, meetings: Vec<Meeting>) -> Clash<'a> {
        let board = scene.board;
        let mut phase = board.phase.clone();
        for m in &meetings {
            phase.contacts.push(contact(board, m));
        }
        Clash { scene, phase, meetings, look }
    }

    /// What the combat that a unit is in is worth to a side, in points: what the enemy loses less what it loses, in
    /// the first round and in those that follow if nobody runs.
    pub fn value(&self, side: Side, unit: UnitId) -> f64 {
        let units = self.fighters(unit);
        let met = self.met(&self.phase);
        let alarms = OnceCell::new();
        let (first, goes_on) = self.round(side, &units, &met, &alarms);
        let weighs = goes_on * LATER;
        if weighs < 0.05 {
            return first;
        }
        let mut later = self.phase.clone();
        for contact in &mut later.contacts {
            contact.charged = [false; 2];
            contact.ferocious = [false; 2];
            contact.first = false;
        }
        let met = Board { book: met.book, phase: &later, bodies: met.bodies };
        first + weighs * self.round(side, &units, &met, &alarms).0
    }

    /// How the first round of the combat that a unit is in ends.
    pub fn outcome(&self, unit: UnitId) -> Option<Outcome> {
        let met = self.met(&self.phase);
        let duel = combat::sides(&met, &self.fighters(unit))?;
        (self.look)(&duel, &met.book.house)
    }

    /// Everyone in the combat of a unit.
    fn fighters(&self, unit: UnitId) -> Vec<UnitId> {
        let combats = combat::combats(&self.phase.contacts);
        combats.into_iter().find(|c| c.contains(&unit)).unwrap_or_default()
    }

    /// The board once those who meet have met.
    fn met<'b>(&'b self, phase: &'b Phase) -> Board<'b> {
        let mut bodies: Vec<Body<'b>> = self.scene.board.bodies.clone();
        for m in &self.meetings {
            if let Some(body) = bodies.iter_mut().find(|b| b.id == m.charger) {
                (body.rect, body.facing) = (m.rect, m.facing);
            }
        }
        Board { book: self.scene.board.book, phase, bodies }
    }

    /// What one round is worth, and the chance that the combat goes on. What the news of a rout costs each side is the
    /// same in every round.
    fn round(
        &self,
        side: Side,
        units: &[UnitId],
        met: &Board<'_>,
        alarms: &OnceCell<[f64; 2]>,
    ) -> (f64, f64) {
        let found = combat::sides(met, units).and_then(|duel| (self.look)(&duel, &met.book.house));
        let Some(outcome) = found else { return (0.0, 0.0) };
        let of = |s: Side| units.iter().filter_map(|&u| met.body(u)).filter(move |b| b.side == s);
        let pace = Side::ALL.map(|s| of(s).map(|b| b.movement()).fold(0.0, f64::max));
        let alarm =
            |s: Side| alarms.get_or_init(|| Side::ALL.map(|s| alarm(self.scene, met, s, units)))[s as usize];
        let lost = |s: Side| {
            let i = s as usize;
            let caught = catches(pace[1 - i], pace[i]);
            let runs = outcome.broken[i] * (caught + (1.0 - caught) * RUNNING);
            let stands = outcome.won[1 - i] - outcome.broken[i] - outcome.wiped[i];
            let share = outcome.wiped[i] + runs + SHAKEN * stands.max(0.0);
            let runs = outcome.wiped[i] + outcome.broken[i];
            share * of(s).map(|b| worth(met, b)).sum::<f64>()
                + if runs == 0.0 { 0.0 } else { runs * alarm(s) }
        };
        let scales = &self.scene.scales;
        let sum = scales.gain * lost(side.other()) - scales.loss * self.scene.stance.caution * lost(side);
        (sum, outcome.goes_on())
    }
}

/// The share of its worth that a unit in flight has lost: it may rally, and may not.
const RUNNING: f64 = 0.65;
/// The share of its worth that a unit beaten but not broken has lost.
const SHAKEN: f64 = 0.04;
/// The share of its worth that a unit has lost which panics.
const PANICKED: f64 = 0.45;
/// How much more of that there is everywhere if the general is lost.
const LEADERLESS: f64 = 0.8;
/// How far the news of a rout carries, between the middles of units.
const ALARM: f64 = 14.0;

/// What a side is likely to lose besides if some of its units run: friends within reach who panic.
pub fn alarm(scene: &Scene<'_>, board: &Board<'_>, side: Side, units: &[UnitId]) -> f64 {
    let mine = || units.iter().filter_map(|&u| board.body(u)).filter(|b| b.side == side);
    let scattered = !board.book.house.skirmishers_spread_panic && mine().all(|b| b.skirmishes());
    let near = |b: &Body<'_>| mine().any(|m| m.rect.centre.distance(b.rect.centre) <= ALARM);
    let led = mine().any(|b| leads(board, b.id));
    let alarmed = |b: &Body<'_>| {
        let heard = (!scattered || b.skirmishes()) && near(b);
        f64::from(u8::from(heard)) + if led { LEADERLESS } else { 0.0 }
    };
    let friends = board.bodies.iter().zip(scene.panics);
    let friends = friends.filter(|(b, _)| b.side == side && !units.contains(&b.id));
    friends.map(|(b, fails)| alarmed(b) * fails * PANICKED * worth(board, b)).sum()
}

/// Whether the army's general is a unit or with it.
fn leads(board: &Board<'_>, id: UnitId) -> bool {
    let is_general = |id: UnitId| board.book.kit(id).has(Trait::General);
    is_general(id) || board.phase.characters(id).any(is_general)
}

/// How much a round to come weighs against the present one.
const LATER: f64 = 0.8;

/// How often a pursuer of one Movement catches fleers of another.
pub fn catches(pursuer: f64, fleer: f64) -> f64 {
    match (pursuer > 6.0, fleer > 6.0) {
        (true, false) => 0.86,
        (false, true) => 0.22,
        _ => 0.56,
    }
}

fn contact(board: &Board<'_>, m: &Meeting) -> Contact {
    let normal = board::under(&board.book.features, &m.rect) == Going::Normal;
    let fierce = |id: UnitId| {
        let has = board.book.kit(id).has(Trait::FerociousCharge);
        has && !board.phase.unit(id).ferocious_used && normal
    };
    Contact {
        units: [m.charger, m.target],
        faces: [Face::Front, m.face],
        charged: [true, m.countered],
        shaken: [false, board.phase.unit(m.target).now.shaken_by.has(m.charger)],
        ferocious: [fierce(m.charger), m.countered && fierce(m.target)],
        first: true,
        by_pursuit: false,
        defended: false,
        won: None,
    }
}
