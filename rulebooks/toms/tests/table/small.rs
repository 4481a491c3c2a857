//! A small table for tests: a few units where a rule needs them, the dice in a script.

use crate::board::Board;
use crate::board::state::{Contact, Face, Phase};
use crate::data::scale::{MM, grid};
use crate::movement::check::MARCH;
use crate::{Toms, rule, scenario};
use dice::Scripted;
use form::Source;
use ruling::{Refusal, RuleId};
use std::sync::Arc;
use table::Facing;
use umpire::{Battle, Command, Entry, Field, Mark, OptionId, Place, Ruling, Side, Step, UnitId};

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

/// The list of an army: its usual one, or that of the Carthaginians.
fn list_of(units: &[String], usual: &'static str) -> &'static str {
    if units.iter().any(|unit| unit.contains("carthaginian.")) { "carthaginian" } else { usual }
}

/// A piece of terrain of a kind from its south-west to its north-east corner.
pub fn land(kind: &str, [x0, y0, x1, y1]: [f64; 4]) -> String {
    format!(
        "{{ kind = \"{kind}\", polygon = [[{x0:?}, {y0:?}], [{x1:?}, {y0:?}], [{x1:?}, {y1:?}], [{x0:?}, {y1:?}]] }},"
    )
}

/// The terrain of a scenario.
pub fn terrain(pieces: &[String]) -> String {
    format!("[terrain]\npieces = [{}]\n", pieces.concat())
}

/// A contact of an earlier turn: who charged, whom, and at which face.
pub fn contact(charger: u16, charged: u16, face: Face) -> Contact {
    Contact {
        charger: UnitId(charger),
        charged: UnitId(charged),
        charger_face: Face::Front,
        charged_face: face,
        fresh: false,
    }
}

/// Far archers of both sides, so that each turn begins with a decision; they see nobody.
const WATCHERS: [&str; 2] = [
    "{ unit = \"LIST.archer\", figures = 4, x = 1.5, y = 1.0, facing = 180.0 },\n",
    "{ unit = \"LIST.archer\", figures = 4, x = 70.5, y = 47.0, facing = 0.0 },\n",
];

impl Small {
    /// A battle of Greeks in red against Persians in blue, either of them Carthaginians if they look it, red to begin, with terrain and house rules.
    pub fn new(red: &[String], blue: &[String], rest: &str) -> Small {
        Small::marked(red, blue, rest, &[])
    }

    /// The same with some units marked before it begins: broken, berserk, burning, with fewer men.
    pub fn marked(red: &[String], blue: &[String], rest: &str, marks: &[(u16, Mark, i16)]) -> Small {
        let marks = marks.iter().map(|&(unit, mark, value)| (UnitId(unit), mark, value));
        Small::of(red, blue, list_of(blue, "persian"), rest, |_, all| all.extend(marks))
    }

    /// The same with its phase changed before it begins.
    pub fn changed(red: &[String], blue: &[String], rest: &str, change: impl FnOnce(&mut Phase)) -> Small {
        Small::of(red, blue, list_of(blue, "persian"), rest, |phase, _| change(phase))
    }

    /// The same against any list, changed before it begins.
    pub fn of(
        red: &[String],
        blue: &[String],
        list: &str,
        rest: &str,
        change: impl FnOnce(&mut Phase, &mut Vec<(UnitId, Mark, i16)>),
    ) -> Small {
        let watcher = |i: usize, list: &str| {
            WATCHERS[i]
                .replace("archer", if list == "carthaginian" { "cretan_archer" } else { "archer" })
                .replace("LIST", list)
        };
        let first = list_of(red, "greek");
        let text = format!(
            "book = \"toms\"\nid = \"small\"\nname = \"Small\"\nfirst = \"red\"\ntable = {{ depth = 48 }}\n{rest}\n[red]\narmy = \"{first}\"\nedge = \"south\"\n\
             units = [\n{}{}]\n[blue]\narmy = \"{list}\"\nedge = \"north\"\nunits = [\n{}{}]\n",
            red.concat(),
            watcher(0, first),
            blue.concat(),
            watcher(1, list),
        );
        let source = Source { name: "small", text: &text };
        let read = scenario::read(&source);
        let (book, mut field, mut phase) = read.unwrap_or_else(|faults| {
            panic!("{}\n{text}", faults.iter().map(|f| source.line(f)).collect::<String>())
        });
        let mut marks = Vec::new();
        // A test that says who is in contact says it of everyone.
        let touching = std::mem::take(&mut phase.contacts);
        change(&mut phase, &mut marks);
        if phase.contacts.is_empty() {
            phase.contacts = touching;
        }
        for (unit, mark, value) in marks {
            field.apply(&umpire::Event::Marked { unit, mark, value, rule: rule::HOUSE });
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

    /// A side's whole turn in which it does nothing and nothing happens.
    pub fn pass(&mut self, side: Side) {
        self.done(side, &[]);
        self.done(side, &[]);
    }

    /// The rule by which a decision is refused first.
    pub fn why_not(&mut self, side: Side, command: &Command) -> RuleId {
        self.refused(side, command)[0].rule
    }

    /// How far a unit could go that is refused because it wants to go farther.
    pub fn reach(&mut self, side: Side, command: &Command) -> Option<f64> {
        let refusals = self.refused(side, command);
        let too_far = [rule::MOVE_RATE, rule::CHARGE_RATE];
        let refusal = refusals.iter().find(|r| too_far.contains(&r.rule));
        refusal.and_then(|r| r.has).map(|m| m.amount)
    }

    /// A charge.
    pub fn charge(&mut self, side: Side, unit: u16, target: u16, faces: &[u8]) -> Vec<Entry> {
        self.play(side, charge(unit, target), faces)
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

/// The order to charge.
pub fn charge(unit: u16, target: u16) -> Command {
    Command::Charge { unit: UnitId(unit), target: UnitId(target) }
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

/// The blows of a journal, in the order in which they were struck.
pub fn blows(journal: &[Entry]) -> Vec<&str> {
    let struck = rulings(journal).into_iter().filter(|r| r.rule == rule::MELEE_ORDER);
    struck.map(|r| r.text.as_str()).collect()
}

/// The label of the unit that a ruling names first.
pub fn label(text: &str) -> &str {
    text.split(['(', ')']).nth(1).expect("a unit with its label")
}

/// Whether a volley was wasted because of a rule.
pub fn wasted_by(journal: &[Entry], why: RuleId) -> bool {
    rulings(journal).iter().any(|r| r.text.contains(" wasted ") && r.also.contains(&why))
}

/// Whether a rule is cited in a journal.
pub fn cites(journal: &[Entry], rule: RuleId) -> bool {
    rulings(journal).iter().any(|r| {
        r.rule == rule
            || r.also.contains(&rule)
            || r.tallies.iter().any(|(_, t)| t.factors().iter().any(|f| f.rule == rule))
    })
}
