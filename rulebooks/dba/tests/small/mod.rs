//! A small table for tests: a few elements where a rule needs them, the dice in a script.
#![allow(dead_code, reason = "each test file uses its own part of the table")]

mod sound;

pub use sound::sound;

use crate::Dba;
use crate::board::state::{Camp, Fronts, Holder, Marks, Phase, Step};
use crate::board::{self, Board};
use crate::data::scale::MM;
use crate::data::tables::Terrain;
use crate::data::troop::Troop;
use crate::house::House;
use std::sync::Arc;
use table::{Band, Facing, Ground, KindId, Piece, Point, Polygon, Pose, Shape, TableEdge, Vec2};
use umpire::{
    Battle, BySide, Command, Entry, Event, Field, OptionId, Pending, Place, Roster, Ruling, Side, Unit,
    UnitCard, UnitId,
};

/// The table before the battle.
#[derive(Clone)]
pub struct Small {
    pub house: House,
    pub phase: Phase,
    ground: Ground,
    cards: Vec<UnitCard>,
    units: Vec<Unit>,
}

impl Default for Small {
    fn default() -> Self {
        let phase = Phase {
            step: Step::Move,
            bound: 3,
            active: Side::Red,
            invader: Side::Red,
            rolled: 3.into(),
            pips: 3.into(),
            marks: Vec::new(),
            contacts: Vec::new(),
            fronts: Fronts::default(),
            camps: BySide::default(),
            edges: BySide([TableEdge::South, TableEdge::North]),
            shots: Vec::new(),
            pairs: Vec::new(),
        };
        let ground = Ground::bare(2400.0 * MM, 2400.0 * MM);
        Small { house: House::default(), phase, ground, cards: Vec::new(), units: Vec::new() }
    }
}

impl Small {
    /// An element of the red side, active unless the test says otherwise.
    pub fn red(&mut self, troop: Troop, x: f64, y: f64, facing: f64) -> UnitId {
        self.stand(Side::Red, troop, x, y, facing)
    }

    /// An element of the blue side.
    pub fn blue(&mut self, troop: Troop, x: f64, y: f64, facing: f64) -> UnitId {
        self.stand(Side::Blue, troop, x, y, facing)
    }

    pub fn stand(&mut self, side: Side, troop: Troop, x: f64, y: f64, facing: f64) -> UnitId {
        let id = UnitId(self.cards.len() as u16);
        let letter = if side == Side::Red { "R" } else { "B" };
        self.cards.push(UnitCard {
            side,
            label: format!("{letter}{}", id.0 + 1),
            name: troop.name().to_owned(),
            class: troop as u16,
            general: false,
        });
        let mut unit = Unit::waiting(board::formation(&self.house, troop));
        unit.pose = Pose::new(Vec2::new(x, y) * MM, Facing::degrees(facing));
        unit.place = Place::Table;
        self.units.push(unit);
        self.phase.marks.push(Marks::default());
        id
    }

    /// Makes an element the general's.
    pub fn general(&mut self, id: UnitId) {
        self.cards[id.index()].general = true;
    }

    /// A camp 240 by 200 with its lower left corner here, held by its followers; gives their number.
    pub fn camp(&mut self, side: Side, x: f64, y: f64) -> UnitId {
        let corners = [(x, y), (x, y + 200.0), (x + 240.0, y + 200.0), (x + 240.0, y)];
        self.phase.camps[side] = Some(Camp::new(&corners.map(|(x, y)| Vec2::new(x, y))));
        self.stand(side, Troop::CampFollowers, x + 120.0, y + 100.0, 0.0)
    }

    /// Says who holds a camp.
    pub fn hold(&mut self, camp: Side, holder: Holder) {
        self.phase.camps[camp].as_mut().expect("a camp").holder = holder;
    }

    /// A rectangle of terrain.
    pub fn area(&mut self, terrain: Terrain, from: (f64, f64), to: (f64, f64)) {
        let corners = [from, (to.0, from.1), to, (from.0, to.1)];
        let corners = corners.map(|(x, y)| Point::round(Vec2::new(x, y) * MM));
        self.lay(terrain, Shape::Area(Polygon::new(&corners).expect("a plain rectangle")));
    }

    /// A straight road or river.
    pub fn band(&mut self, terrain: Terrain, width: f64, points: &[(f64, f64)]) {
        let points: Vec<Point> = points.iter().map(|&(x, y)| Point::round(Vec2::new(x, y) * MM)).collect();
        self.lay(terrain, Shape::Band(Band::new(&points, width * MM).expect("a plain band")));
    }

    fn lay(&mut self, terrain: Terrain, shape: Shape) {
        let id = terrain.key().to_owned();
        self.ground.pieces.push(Piece { id, kind: KindId(terrain as u8), shape, crest: None });
    }

    /// Takes a side's general off the table.
    pub fn lose_general(&mut self, side: Side) {
        let id = self.cards.iter().position(|c| c.side == side && c.general).expect("a general");
        self.units[id].place = Place::Destroyed;
        self.cards[id].general = false;
    }

    /// Notes that an element moved into contact with an enemy this bound.
    pub fn moved_into(&mut self, id: UnitId, enemy: UnitId) {
        self.phase.marks[id.index()].moved_into.add(enemy);
        self.phase.marks[id.index()].moves = 1;
        self.phase.contacts.push((id, enemy));
    }

    /// Sets the table up, with a bystander for each side in a far corner, so that someone can always move.
    pub fn battle(&self) -> Battle<Dba> {
        let mut all = self.clone();
        all.red(Troop::Psiloi, 2280.0, 120.0, 0.0);
        all.blue(Troop::Psiloi, 120.0, 2280.0, 180.0);
        let field = all.field();
        Battle::new(Arc::new(Dba::new(all.house)), field, all.phase)
    }

    /// Everyone on the table as set out.
    pub fn field(&self) -> Field {
        let names = BySide(["Rome".into(), "Carthage".into()]);
        let roster = Roster { names, cards: self.cards.clone() };
        Field::new(Arc::new(self.ground.clone()), Arc::new(roster), self.units.clone())
    }

    /// Ends the movement and plays on through these decisions with exactly these faces.
    pub fn play(&self, decisions: &[Command], faces: &[u8]) -> Played {
        let mut played = Played { battle: self.battle(), journal: Vec::new() };
        let mut dice = dice::Scripted::new(faces.iter().copied());
        played.submit(&Command::Done, &mut dice);
        for decision in decisions {
            played.submit(decision, &mut dice);
        }
        assert_eq!(dice.finish(), Ok(()), "{}", played.text());
        played.check();
        played
    }
}

/// The table afterwards.
pub struct Played {
    pub battle: Battle<Dba>,
    pub journal: Vec<Entry>,
}

impl Played {
    fn submit(&mut self, decision: &Command, dice: &mut dice::Scripted) {
        let Pending::Decide(side, _) = self.battle.pending() else {
            panic!("nobody is asked:\n{}", self.text())
        };
        let done = self.battle.submit(side, decision, dice, &mut self.journal);
        assert!(done.is_ok(), "{decision:?}: {done:?}\n{}", self.text());
    }

    fn check(&self) {
        assert_eq!(sound(self.battle.book(), self.battle.field(), self.battle.phase()), Ok(()));
    }

    pub fn field(&self) -> &Field {
        self.battle.field()
    }

    pub fn phase(&self) -> &Phase {
        self.battle.phase()
    }

    pub fn board(&self) -> Board<'_> {
        Board::of(self.battle.book(), self.battle.field(), self.battle.phase())
    }

    /// Where an element stands, in whole paces and degrees.
    pub fn at(&self, id: UnitId) -> (i32, i32, i32) {
        assert!(self.field().on_table(id), "it is not on the table\n{}", self.text());
        let pose = self.field().unit(id).pose;
        let at = pose.at.vec() * (1.0 / MM);
        (at.x.round() as i32, at.y.round() as i32, pose.facing.to_degrees().round() as i32)
    }

    /// Whether an element was destroyed.
    pub fn is_lost(&self, id: UnitId) -> bool {
        self.field().unit(id).place == Place::Destroyed
    }

    /// Every ruling with these words in it.
    pub fn rulings(&self) -> impl Iterator<Item = &Ruling> {
        self.journal.iter().filter_map(|entry| match entry {
            Entry::Ruling(ruling) => Some(ruling),
            _ => None,
        })
    }

    /// The factor a rule gave an element in its last combat; 0 if none.
    pub fn factor(&self, id: UnitId, rule: ruling::RuleId) -> i8 {
        let tallies = self.rulings().flat_map(|r| &r.tallies);
        let last = tallies.filter(|(who, _)| *who == id).last();
        let (_, tally) = last.unwrap_or_else(|| panic!("no combat\n{}", self.text()));
        tally.factors().iter().find(|f| f.rule == rule).map_or(0, |f| f.value)
    }

    /// Whether a ruling or an event rests on a rule.
    pub fn cites(&self, rule: ruling::RuleId) -> bool {
        self.journal.iter().any(|entry| match entry {
            Entry::Heading { rule: r, .. } => *r == rule,
            Entry::Ruling(r) => r.rule == rule || r.also.contains(&rule),
            Entry::Event(e) => e.rule() == rule,
        })
    }

    /// How often an element moved, and by which rules.
    pub fn moves(&self, id: UnitId) -> Vec<ruling::RuleId> {
        let moved = |entry: &Entry| match entry {
            Entry::Event(Event::Moved { unit, rule, .. }) if *unit == id => Some(*rule),
            _ => None,
        };
        self.journal.iter().filter_map(moved).collect()
    }

    /// The whole journal, for a failing test to show.
    pub fn text(&self) -> String {
        self.journal.iter().map(|entry| format!("{entry:?}\n")).collect()
    }
}

/// The choice of an option.
pub fn choose(option: u16) -> Command {
    Command::Choose(OptionId(option))
}
