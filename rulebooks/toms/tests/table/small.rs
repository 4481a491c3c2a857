//! A small table for tests: a few units where a rule needs them, the dice in a script.

use dice::Scripted;
use form::Source;
use ruling::Refusal;
use std::sync::Arc;
use table::Facing;
use testudo_toms::board::{Board, MM};
use testudo_toms::march::{MARCH, grid};
use testudo_toms::phase::Phase;
use testudo_toms::{Toms, scenario};
use umpire::{Battle, Command, Entry, Field, OptionId, Place, Ruling, Side, Step, UnitId};

/// A battle on a small table.
pub struct Small {
    pub battle: Battle<Toms>,
}

/// A unit of a scenario file: its type, figures, place and facing, and what else is to be said.
pub fn unit(kind: &str, figures: u16, x: f64, y: f64, facing: f64, more: &str) -> String {
    format!(
        "{{ unit = \"{kind}\", figures = {figures}, x = {x:?}, y = {y:?}, facing = {facing:?} {more} }},\n"
    )
}

/// Far archers of both sides, so that each turn begins with a decision; they see nobody.
const WATCHERS: [&str; 2] = [
    "{ unit = \"greek.archer\", figures = 4, x = 1.5, y = 1.0, facing = 180.0 },\n",
    "{ unit = \"persian.archer\", figures = 4, x = 70.5, y = 47.0, facing = 0.0 },\n",
];

impl Small {
    /// A battle of Greeks in red against Persians in blue, red to begin, with terrain and house rules.
    pub fn new(red: &[String], blue: &[String], rest: &str) -> Small {
        Small::of(red, blue, "persian", rest, |_, _| {})
    }

    /// The same against any list, changed before it begins.
    pub fn of(
        red: &[String],
        blue: &[String],
        list: &str,
        rest: &str,
        change: impl FnOnce(&mut Phase, &mut Vec<(UnitId, umpire::Mark, i16)>),
    ) -> Small {
        let watcher = WATCHERS[1].replace(
            "persian.archer",
            &format!("{list}.{}", if list == "persian" { "archer" } else { "cretan_archer" }),
        );
        let text = format!(
            "book = \"toms\"\nid = \"small\"\nname = \"Small\"\nfirst = \"red\"\n{rest}\n[red]\narmy = \"greek\"\nedge = \"south\"\n\
             units = [\n{}{}]\n[blue]\narmy = \"{list}\"\nedge = \"north\"\nunits = [\n{}{watcher}]\n",
            red.concat(),
            WATCHERS[0],
            blue.concat(),
        );
        let source = Source { name: "small", text: &text };
        let read = scenario::read(&source);
        let (book, mut field, mut phase) = read.unwrap_or_else(|faults| {
            panic!("{}\n{text}", faults.iter().map(|f| source.line(f)).collect::<String>())
        });
        let mut marks = Vec::new();
        change(&mut phase, &mut marks);
        for (unit, mark, value) in marks {
            field.apply(&umpire::Event::Marked { unit, mark, value, rule: testudo_toms::rule::HOUSE });
        }
        let mut small = Small { battle: Battle::new(Arc::new(book), field, phase) };
        small.play(Side::Red, Command::Choose(OptionId(0)), &[]);
        small
    }

    /// The battle as the rules see it.
    pub fn board(&self) -> Board<'_> {
        Board::of(self.battle.book(), self.battle.field(), self.battle.phase())
    }

    pub fn field(&self) -> &Field {
        self.battle.field()
    }

    /// A decision that must be allowed, with just these dice.
    pub fn play(&mut self, side: Side, command: Command, faces: &[u8]) -> Vec<Entry> {
        let mut dice = Scripted::new(faces.iter().copied());
        let mut journal: Vec<Entry> = Vec::new();
        let taken = self.battle.submit(side, &command, &mut dice, &mut journal);
        taken.unwrap_or_else(|no| panic!("{command:?}: {no:?}"));
        assert_eq!(dice.finish(), Ok(()), "{command:?}\n{}", told(&journal));
        journal
    }

    /// Why a decision is not allowed.
    pub fn refused(&mut self, side: Side, command: &Command) -> Vec<Refusal> {
        let refused = self.battle.submit(side, command, &mut Scripted::new([]), &mut umpire::Silent);
        refused.expect_err("it is not allowed")
    }

    /// Nothing more in this step.
    pub fn done(&mut self, side: Side, faces: &[u8]) -> Vec<Entry> {
        self.play(side, Command::Done, faces)
    }

    /// A charge.
    pub fn charge(&mut self, side: Side, unit: u16, target: u16, faces: &[u8]) -> Vec<Entry> {
        self.play(side, Command::Charge { unit: UnitId(unit), target: UnitId(target) }, faces)
    }

    /// An option.
    pub fn choose(&mut self, side: Side, option: u16, faces: &[u8]) -> Vec<Entry> {
        self.play(side, Command::Choose(OptionId(option)), faces)
    }

    /// Where a unit stands, in inches, and the way it faces.
    pub fn at(&self, unit: u16) -> (f64, f64, f64) {
        let pose = self.field().unit(UnitId(unit)).pose;
        let at = pose.at.vec() * (1.0 / MM);
        let round = |x: f64| (x * 1000.0).round() / 1000.0;
        (round(at.x), round(at.y), round(pose.facing.to_degrees()))
    }

    pub fn men(&self, unit: u16) -> u16 {
        self.board().men(UnitId(unit))
    }

    pub fn place(&self, unit: u16) -> Place {
        self.field().unit(UnitId(unit)).place
    }
}

/// A march of turns and advances.
pub fn march(unit: u16, path: &[Step]) -> Command {
    Command::Move { manner: MARCH, units: vec![UnitId(unit)], path: path.to_vec() }
}

/// An advance in inches.
pub fn ahead(inches: f64) -> Step {
    Step::Forward(grid(inches))
}

/// A turn in degrees.
pub fn turn(degrees: f64) -> Step {
    Step::Turn(Facing::degrees(degrees))
}

/// The declaration that the n-th unit asked shoots at its n-th target so: 0 still, 1 before, 2 after moving.
pub fn shoot(unit: u16, target: u16, when: u16) -> Command {
    let picks = vec![(2 * unit, OptionId(2 + target)), (2 * unit + 1, OptionId(when))];
    Command::Sheet { lines: Vec::new(), picks }
}

/// The rulings of a journal.
pub fn rulings(journal: &[Entry]) -> Vec<&Ruling> {
    let mut rulings = Vec::new();
    for entry in journal {
        if let Entry::Ruling(ruling) = entry {
            rulings.push(ruling);
        }
    }
    rulings
}

/// The words of a journal.
pub fn told(journal: &[Entry]) -> String {
    rulings(journal).iter().map(|r| format!("{} [{}]\n", r.text, r.rule)).collect()
}

/// Whether a rule is cited in a journal.
pub fn cites(journal: &[Entry], rule: ruling::RuleId) -> bool {
    rulings(journal).iter().any(|r| {
        r.rule == rule
            || r.also.contains(&rule)
            || r.tallies.iter().any(|(_, t)| t.factors().iter().any(|f| f.rule == rule))
    })
}
