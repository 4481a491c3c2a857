//! Small tables for the tests of single rules.
#![allow(dead_code, reason = "each test file uses some of it")]

use crate::Wrg6;
use crate::board::contact;
use crate::board::state::Phase;
use crate::orders::sheet::Item;
use crate::play::period;
use crate::scenario::read;
use dice::{Dice, Scripted, Seeded};
use umpire::{Cx, Entry, Field, Side, UnitId};

/// The first body of red, who is listed first.
pub const R: UnitId = UnitId(0);
/// The next one listed: blue's first where red has one.
pub const B: UnitId = UnitId(1);

/// A body as a scenario file has it: side, label, troop, class, figures, ranks, weapon, place, order, and more.
pub struct Put<'a>(
    pub &'a str,
    pub &'a str,
    pub &'a str,
    pub &'a str,
    pub u8,
    pub u8,
    pub &'a str,
    pub [i32; 2],
    pub &'a str,
    pub &'a str,
);

pub fn scenario(ground: &str, bodies: &[Put<'_>]) -> (Wrg6, Field, Phase) {
    let mut text = format!("book = 'wrg6'\nid = 't'\nname = 't'\n{ground}\n");
    for side in ["red", "blue"] {
        text += &format!("[{side}]\nname = '{side}'\n");
        let mut first = true;
        for Put(_, id, troop, class, figures, ranks, weapon, [x, y], order, more) in
            bodies.iter().filter(|b| b.0 == side)
        {
            let (training, class) = class.split_once(' ').expect("training and class");
            let weapons = if weapon.is_empty() { String::new() } else { format!("'{weapon}'") };
            text += &format!(
                "[[{side}.body]]\nid = '{id}'\nname = '{id}'\ntroop = '{troop}'\ntraining = '{training}'\n\
                 class = '{class}'\nfigures = {figures}\nranks = {ranks}\nweapons = [{weapons}]\nshield = true\n\
                 at = [{x}, {y}]\norder = '{order}'\n{more}\n"
            );
            if first {
                text += "general = 'chief'\ncinc = true\n";
                first = false;
            }
        }
    }
    let source = form::Source { name: "test", text: &text };
    read(&source).unwrap_or_else(|faults| panic!("{}: {text}", faults[0]))
}

/// Regular foot with pikes, 24 in three ranks, that holds its ground in the centre.
pub fn foot<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HI", "regular C", 24, 3, "pike", at, "C W H", more)
}

/// A body of a training and class that comes on: two elephants or chariots, or twelve figures in two ranks.
pub fn body<'a>(
    side: &'a str,
    label: &'a str,
    (troop, class): (&'a str, &'a str),
    weapon: &'a str,
    at: [i32; 2],
    more: &'a str,
) -> Put<'a> {
    let (figures, ranks) = if matches!(troop, "EL" | "HCh" | "LCh") { (2, 1) } else { (12, 2) };
    Put(side, label, troop, class, figures, ranks, weapon, at, "C Q A", more)
}

/// A piece of ground with square corners.
pub fn area(kind: &str, [x, y]: [i32; 2], [wide, deep]: [i32; 2]) -> String {
    let (x2, y2) = (x + wide, y + deep);
    format!(
        "[[terrain]]\nid = 't'\nkind = '{kind}'\npoints = [[{x}, {y}], [{x2}, {y}], [{x2}, {y2}], [{x}, {y2}]]\n"
    )
}

pub fn id(field: &Field, label: &str) -> UnitId {
    field.ids().find(|&id| field.card(id).label == label).expect("there is such a body")
}

/// Does something to a field with dice and a journal at hand; gives back what was written.
pub fn with_cx<T>(field: &mut Field, seed: u64, act: impl FnOnce(&mut Cx<'_>) -> T) -> (T, Vec<Entry>) {
    let (mut dice, mut journal) = (Seeded::new(seed), Vec::new());
    let done = act(&mut Cx::new(field, &mut dice as &mut dyn Dice, &mut journal));
    (done, journal)
}

/// Does something with dice of these faces.
pub fn thrown<T>(field: &mut Field, faces: &[u8], act: impl FnOnce(&mut Cx<'_>) -> T) -> T {
    let (mut dice, mut journal) = (Scripted::new(faces.iter().copied()), Vec::new());
    act(&mut Cx::new(field, &mut dice, &mut journal))
}

/// Whether a journal cites a rule.
pub fn cites(journal: &[Entry], rule: &str) -> bool {
    let of = |ruling: &umpire::Ruling| {
        ruling.rule.as_str() == rule || ruling.also.iter().any(|also| also.as_str() == rule)
    };
    journal.iter().any(|entry| matches!(entry, Entry::Ruling(ruling) if of(ruling)))
}

/// Plays the present step with those picks taken that a chooser names, dice as scripted; gives back the journal.
pub fn step(
    book: &Wrg6,
    field: &mut Field,
    phase: &mut Phase,
    faces: &[u8],
    pick: impl Fn(Side, &Item) -> Option<u16>,
) -> Vec<Entry> {
    let (mut dice, mut journal) = (Scripted::new(faces.iter().copied()), Vec::new());
    let mut cx = Cx::new(field, &mut dice, &mut journal);
    period::play(
        book,
        phase,
        |board, side, sheet| {
            let mut plan = sheet.usual(board);
            for (item, picked) in sheet.items.iter().zip(&mut plan.picks) {
                *picked = pick(side, item).unwrap_or(*picked);
            }
            plan
        },
        &mut cx,
    );
    journal
}

/// A body that has come up to an enemy lines up with him.
pub fn meet(book: &Wrg6, phase: &mut Phase, by: UnitId, cx: &mut Cx<'_>) {
    let from = *cx.field().shape(by);
    contact::arrive(book, phase, &[(by, from)], crate::rule::CHARGE_CONTACT, cx);
}

/// Two bodies front to front: they have just met.
pub fn met(red: Put<'_>, blue: Put<'_>) -> (Wrg6, Field, Phase) {
    let (book, mut field, mut phase) = scenario("", &[red, blue]);
    with_cx(&mut field, 1, |cx| meet(&book, &mut phase, B, cx));
    (book, field, phase)
}
