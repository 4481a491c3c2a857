//! A small table, rigged dice, and a journal to look into.

use crate::Wab;
use crate::board::bodies::Board;
use crate::board::state::{Contact, Phase, State, Step as At};
use crate::data::armour::Face;
use crate::tests::common::{inches, muster};
use dice::{Dice, Die, RollId, Seeded};
use ruling::RuleId;
use std::sync::Arc;
use umpire::{Battle, Command, Entry, Form, OptionId, Pending, Rulebook, Side, Step, UnitId};

/// Dice that show a face for a rule, and for everything else what they like.
pub struct Rigged {
    next: Vec<(&'static str, u8)>,
    faces: Vec<(&'static str, Option<Side>, Option<UnitId>, u8)>,
    others: Seeded,
}

impl Dice for Rigged {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let meant = |(rule, side, unit, _): &&(&str, Option<Side>, Option<UnitId>, u8)| {
            let his = side.is_none_or(|s| s as u8 == why.side);
            *rule == why.rule && his && unit.is_none_or(|u| why.unit == Some(u.0))
        };
        let face = self.faces.iter().rev().find(meant).map(|f| f.3);
        let rolled = self.others.roll(why, die);
        let next = self.next.iter().position(|(rule, _)| *rule == why.rule);
        next.map(|i| self.next.remove(i).1).or(face).unwrap_or(rolled)
    }
}

/// A battle on a small table.
pub struct Small {
    /// The battle.
    pub battle: Battle<Wab>,
    dice: Rigged,
    journal: Vec<Entry>,
}

/// A unit's line in a scenario: label, entry, models, files, where its front is, and what else is said of it.
pub fn unit(label: &str, entry: &str, size: u16, files: u16, x: f64, y: f64, more: &str) -> String {
    format!(
        "{{ id = \"{label}\", unit = \"{entry}\", size = {size}, files = {files}, x = {x:?}, y = {y:?}{more} }},\n"
    )
}

/// A table 48 inches square that has begun: each side's list and units, and lines for the head of the file.
pub fn small(head: &str, red: (&str, &str), blue: (&str, &str)) -> Small {
    let side = |name: &str, (list, units): (&str, &str)| {
        format!("[{name}]\nname = \"{name}\"\nlist = \"{list}\"\nunits = [\n{units}\n]\n")
    };
    let text = format!(
        "book = \"wab\"\nid = \"t\"\nname = \"t\"\ntable = [48, 48]\n{head}\n{}{}",
        side("red", red),
        side("blue", blue)
    );
    let battle = muster(&text);
    let dice = Rigged { next: Vec::new(), faces: Vec::new(), others: Seeded::new(1) };
    let mut small = Small { battle, dice, journal: Vec::new() };
    small.pick("Begin");
    small
}

/// The house rule by which twice the numbers give ground.
pub const TWO_TO_ONE: &str = "house = { give_ground_two_to_one = true }";

/// A table of Romans against Gauls.
pub fn romans_and_gauls(head: &str, red: &str, blue: &str) -> Small {
    small(head, ("republican_roman", red), ("gallic", blue))
}

impl Small {
    /// The same table with something changed that no file can say.
    pub fn changed(self, change: impl FnOnce(&mut Wab, &mut Phase)) -> Small {
        let (mut book, mut phase) = (Wab::clone(self.battle.book()), self.battle.phase().clone());
        change(&mut book, &mut phase);
        Small { battle: Battle::new(Arc::new(book), self.battle.field().clone(), phase), ..self }
    }

    /// From now on every die for a rule shows that face.
    pub fn rig(&mut self, rule: &'static str, face: u8) -> &mut Self {
        self.dice.faces.push((rule, None, None, face));
        self
    }

    /// The next dice for a rule show these faces, before any others that are told what to show.
    pub fn rig_next(&mut self, rule: &'static str, faces: &[u8]) -> &mut Self {
        self.dice.next.extend(faces.iter().map(|&face| (rule, face)));
        self
    }

    /// From now on every die for a rule that a unit rolls shows that face.
    pub fn rig_unit(&mut self, rule: &'static str, label: &str, face: u8) -> &mut Self {
        let id = self.id(label);
        self.dice.faces.push((rule, None, Some(id), face));
        self
    }

    /// From now on every blow of a side hits, wounds and is not saved.
    pub fn deadly(&mut self, side: Side) -> &mut Self {
        self.dice.faces.push(("wab.combat.hit", Some(side), None, 6));
        self.dice.faces.push(("wab.combat.wound", Some(side), None, 6));
        self.dice.faces.push(("wab.combat.save", Some(side.other()), None, 1));
        self
    }

    /// From now on no blow of a side hits.
    pub fn harmless(&mut self, side: Side) -> &mut Self {
        for rule in ["wab.combat.hit", "wab.hatred.reroll", "wab.combat.weapons"] {
            self.dice.faces.push((rule, Some(side), None, 1));
        }
        self
    }

    /// From now on no blow hits.
    pub fn bloodless(&mut self) -> &mut Self {
        self.harmless(Side::Red).harmless(Side::Blue)
    }

    /// Declares nothing, where that is asked.
    pub fn no_charges(&mut self) -> &mut Self {
        if self.step() == &At::Declare { self.pick("No more") } else { self }
    }

    /// The unit of that label.
    pub fn id(&self, label: &str) -> UnitId {
        let field = self.battle.field();
        field.ids().find(|&u| field.card(u).label == label).expect("it is there")
    }

    /// A unit's marks.
    pub fn state(&self, label: &str) -> &State {
        self.battle.phase().unit(self.id(label))
    }

    /// Whether a unit is on the table.
    pub fn stands(&self, label: &str) -> bool {
        self.battle.field().on_table(self.id(label))
    }

    /// The middle of a unit's front, in inches.
    pub fn front(&self, label: &str) -> (f64, f64) {
        let board = self.board();
        let at = board.body(self.id(label)).expect("it stands").rect.front_mid();
        (at.x, at.y)
    }

    /// The way a unit faces, in degrees.
    pub fn facing(&self, label: &str) -> f64 {
        self.battle.field().unit(self.id(label)).pose.facing.to_degrees()
    }

    /// The middle of a unit, in inches.
    pub fn middle(&self, label: &str) -> (f64, f64) {
        let at = self.board().body(self.id(label)).expect("it stands").rect.centre;
        (at.x, at.y)
    }

    /// How often something was said.
    pub fn times(&self, what: &str) -> usize {
        self.words().matches(what).count()
    }

    /// The board.
    pub fn board(&self) -> Board<'_> {
        Board::of(self.battle.book(), self.battle.field(), self.battle.phase())
    }

    /// Where in the turn it is.
    pub fn step(&self) -> &At {
        &self.battle.phase().step
    }

    /// Who is asked.
    pub fn asked(&self) -> Side {
        match self.battle.pending() {
            Pending::Decide(side, _) => side,
            other => panic!("nobody is asked: {other:?}"),
        }
    }

    /// The options offered.
    pub fn options(&self) -> Vec<String> {
        match self.battle.pending() {
            Pending::Decide(_, ask) => match ask.form {
                Form::Choose(choices) => choices.into_iter().map(|c| c.label.into_owned()).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Submits a command for whoever is asked.
    pub fn submit(&mut self, command: &Command) -> &mut Self {
        let side = self.asked();
        let taken = self.battle.submit(side, command, &mut self.dice, &mut self.journal);
        if let Err(refusals) = taken {
            panic!("{command:?} in {:?}: {refusals:?}", self.step());
        }
        self
    }

    /// Takes the first option whose words hold these.
    pub fn pick(&mut self, label: &str) -> &mut Self {
        let options = self.options();
        // Whether one unit charges or many charge is all the same.
        let plain = |o: &String| {
            o.replace(" charges ", " charge ").replace(" draws ", " draw ").replace(" keeps ", " keep ")
        };
        let found = options.iter().position(|o| plain(o).contains(label));
        let found = found.unwrap_or_else(|| panic!("no `{label}` in {options:?} at {:?}", self.step()));
        self.submit(&Command::Choose(OptionId(found as u16)))
    }

    /// Nothing more.
    pub fn done(&mut self) -> &mut Self {
        self.submit(&Command::Done)
    }

    /// Moves a unit.
    pub fn go(&mut self, label: &str, manner: u8, path: &[Step]) -> &mut Self {
        let command = Command::Move { manner, units: vec![self.id(label)], path: path.to_vec() };
        self.submit(&command)
    }

    /// The rules that forbid a move.
    pub fn against(&self, label: &str, manner: u8, path: &[Step]) -> Vec<String> {
        let command = Command::Move { manner, units: vec![self.id(label)], path: path.to_vec() };
        self.refused(&command)
    }

    /// The rules that forbid a command.
    pub fn refused(&self, command: &Command) -> Vec<String> {
        let (book, field, phase) = (self.battle.book(), self.battle.field(), self.battle.phase());
        let judged = book.check(field, phase, self.asked(), command);
        judged.err().unwrap_or_default().iter().map(|r| r.rule.to_string()).collect()
    }

    /// Goes on with the plainest answers, charging nobody, until the turn is over.
    pub fn fight_on(&mut self) -> &mut Self {
        let turn = (self.battle.phase().turn, self.battle.phase().active);
        for _ in 0..60 {
            let now = (self.battle.phase().turn, self.battle.phase().active);
            match self.step() {
                At::Over(_) => return self,
                _ if now != turn => return self,
                At::Declare => self.pick("No more"),
                At::Remaining | At::Shoot => self.done(),
                _ => self.submit(&Command::Choose(OptionId(0))),
            };
        }
        panic!("the turn does not end: {:?}", self.step())
    }

    /// All that was said, a line each with its rule; not what was needed or what the dice of tests showed.
    pub fn words(&self) -> String {
        self.lines(|text| {
            let text = text.split(", rolling ").next().unwrap_or(text).trim_end_matches('.');
            (2..=9).fold(text.to_owned(), |text, need| text.replace(&format!(" at {need}+"), ""))
        })
    }

    /// All that was said, with what the dice showed.
    pub fn words_and_dice(&self) -> String {
        self.lines(str::to_owned)
    }

    fn lines(&self, cut: impl Fn(&str) -> String) -> String {
        let said = self.journal.iter().filter_map(|e| match e {
            Entry::Ruling(r) => Some(format!("{} [{}]", cut(&r.text), r.rule)),
            _ => None,
        });
        said.collect::<Vec<_>>().join("\n")
    }

    /// Whether something was said under a rule.
    #[track_caller]
    pub fn said(&self, what: &str) -> &Self {
        assert!(self.words().contains(what), "`{what}` was not said in:\n{}", self.words());
        self
    }

    /// Whether somebody was told of a rule, as the cause of something said or beside it; the test claims it.
    #[track_caller]
    pub fn told(&self, rule: RuleId) -> &Self {
        ruling::proves!(rule);
        let carries = |e: &Entry| matches!(e, Entry::Ruling(r) if r.rule == rule || r.also.contains(&rule));
        assert!(self.journal.iter().any(carries), "nobody was told of `{rule}` in:\n{}", self.words());
        self
    }

    /// Whether nothing was said under a rule.
    #[track_caller]
    pub fn not_said(&self, what: &str) -> &Self {
        assert!(!self.words().contains(what), "`{what}` was said in:\n{}", self.words());
        self
    }
}

/// Two units whose fronts touch, none of whom charged.
pub fn front_to_front(small: &Small, a: &str, b: &str) -> Contact {
    Contact {
        units: [small.id(a), small.id(b)],
        faces: [Face::Front; 2],
        charged: [false; 2],
        shaken: [false; 2],
        ferocious: [false; 2],
        first: false,
        by_pursuit: false,
        defended: false,
        won: None,
    }
}

/// Straight ahead so many inches.
pub fn ahead(n: f64) -> Step {
    Step::Forward(inches(n))
}
