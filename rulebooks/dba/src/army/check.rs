//! Whether an army fits its list, and if not, everything that is wrong with it.

use crate::army::chosen::Counts;
use crate::data::lists::ArmyList;
use crate::data::tables::tables;
use crate::data::troop::{Troop, TroopSet};
use crate::rule;
use ruling::{RuleId, under};
use std::fmt;

/// What sort of thing is wrong with an army, in the order in which it is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// It has not twelve elements.
    Total,
    /// Its general is not one the list allows.
    General,
    /// Its other elements do not fit the lines.
    Troops,
}

impl Reason {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Reason::Total => "total",
            Reason::General => "general",
            Reason::Troops => "troops",
        }
    }

    /// The rule that is broken.
    pub const fn rule(self) -> RuleId {
        match self {
            Reason::Total => rule::ARMY_SIZE,
            Reason::General => rule::ARMY_GENERAL,
            Reason::Troops => rule::ARMY_LISTS,
        }
    }
}

/// One thing wrong with an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What sort of thing.
    pub reason: Reason,
    /// The types that it concerns; none for the army as a whole.
    pub troops: TroopSet,
    /// The lines of the list that it concerns, from 1.
    pub lines: Vec<usize>,
    /// What is wrong, in words, beginning with the name of the list.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&under(self.reason.rule(), &self.message))
    }
}

/// Everything that is wrong with an army of so many elements, in the order total, general, troops; nothing if it fits its list.
///
/// Its generals are one, or one for each of its commands.
pub fn check(list: &ArmyList, elements: &Counts, generals: &[Troop], size: usize) -> Vec<Fault> {
    let mut rest = *elements;
    for &general in generals {
        rest.set(general, rest.of(general).saturating_sub(1));
    }
    let times = size.div_ceil(tables().army_size).max(1) as u16;
    let places = Places::fill(list, &rest, times);
    let mut faults = Vec::new();
    faults.extend(total(list, elements, &places, size));
    faults.extend(generals.iter().filter_map(|&general| general_fault(list, elements, general)));
    faults.extend(places.crowds(list, &rest));
    faults
}

fn total(list: &ArmyList, elements: &Counts, places: &Places, wants: usize) -> Option<Fault> {
    let has = elements.total();
    if has == wants {
        return None;
    }
    let mut message = format!("{}: {has} elements, but an army has {wants}", list.name);
    let mut lines = Vec::new();
    if has < wants {
        lines = places.open_lines(list);
    }
    for &number in &lines {
        let names: Vec<&str> = list.lines[number - 1].troops.iter().map(|t| t.name()).collect();
        message += &format!("; line {number} still has room for {}", either(&names));
    }
    Some(Fault { reason: Reason::Total, troops: TroopSet::default(), lines, message })
}

fn general_fault(list: &ArmyList, elements: &Counts, general: Troop) -> Option<Fault> {
    let (number, line) = list.general_line();
    let message = if !line.troops.contains(&general) {
        let names: Vec<&str> = line.troops.iter().map(|t| t.name()).collect();
        format!(
            "{}: the general is with {}, but line {number} has the general with {}",
            list.name,
            general.name(),
            either(&names)
        )
    } else if elements.of(general) == 0 {
        format!("{}: the general is with {}, but the army has none", list.name, general.name())
    } else {
        return None;
    };
    let troops = [general].into_iter().collect();
    Some(Fault { reason: Reason::General, troops, lines: vec![number], message })
}

/// Which places of the lines are taken by which types, as many as can be.
struct Places {
    // By line and by type; the general's line stays empty.
    taken: Vec<[u16; Troop::COUNT]>,
    // By type: those who found no place.
    left: [u16; Troop::COUNT],
    // How many times over the lines are there: a larger army has all of them again.
    times: u16,
}

impl Places {
    /// Gives every element other than the general a place, if need be by moving others to other lines.
    fn fill(list: &ArmyList, rest: &Counts, times: u16) -> Places {
        let taken = vec![[0; Troop::COUNT]; list.lines.len()];
        let mut places = Places { taken, left: [0; Troop::COUNT], times };
        for (troop, n) in rest.iter() {
            // No line has more places than an army has elements.
            let placed = (0..n).take_while(|_| places.place(list, troop, &mut TroopSet::default())).count();
            places.left[troop as usize] = n - u16::try_from(placed).unwrap_or(n);
        }
        places
    }

    /// Finds a place for one element, moving others who have not been `asked` to other lines.
    fn place(&mut self, list: &ArmyList, troop: Troop, asked: &mut TroopSet) -> bool {
        asked.add(troop);
        for i in lines_of(list, troop) {
            if self.room(list, i) > 0 {
                self.taken[i][troop as usize] += 1;
                return true;
            }
        }
        for i in lines_of(list, troop) {
            for other in Troop::ALL {
                if self.taken[i][other as usize] > 0 && !asked.has(other) && self.place(list, other, asked) {
                    self.taken[i][other as usize] -= 1;
                    self.taken[i][troop as usize] += 1;
                    return true;
                }
            }
        }
        false
    }

    fn room(&self, list: &ArmyList, line: usize) -> u16 {
        let taken: u16 = self.taken[line].iter().sum();
        (self.times * u16::from(list.lines[line].n)).saturating_sub(taken)
    }

    /// The lines, from 1, with places that nobody has taken.
    fn open_lines(&self, list: &ArmyList) -> Vec<usize> {
        let open = |i: &usize| !list.lines[*i].general && self.room(list, *i) > 0;
        (0..list.lines.len()).filter(open).map(|i| i + 1).collect()
    }

    /// The types that crowd each other out: together more than the lines that name any of them have places.
    fn crowds(&self, list: &ArmyList, rest: &Counts) -> Vec<Fault> {
        let mut crowds: Vec<TroopSet> = Vec::new();
        for troop in Troop::ALL.into_iter().filter(|&t| self.left[t as usize] > 0) {
            let mut crowd = self.crowd(list, troop);
            crowds.retain(|other| {
                let apart = other.is_apart_from(crowd);
                crowd = if apart { crowd } else { crowd.or(*other) };
                apart
            });
            crowds.push(crowd);
        }
        crowds.into_iter().map(|crowd| crowded(list, rest, crowd, self.times)).collect()
    }

    /// One who found no place, those who stand where it might, those who stand where these might, and so on.
    fn crowd(&self, list: &ArmyList, troop: Troop) -> TroopSet {
        let mut crowd: TroopSet = [troop].into_iter().collect();
        loop {
            let lines = (0..list.lines.len()).filter(|&i| shares(list, i, crowd));
            let stand =
                lines.flat_map(|i| Troop::ALL.into_iter().filter(move |&t| self.taken[i][t as usize] > 0));
            let more = crowd.or(stand.collect());
            if more == crowd {
                return crowd;
            }
            crowd = more;
        }
    }
}

/// The lines, from 0, that have places for a type other than as general.
fn lines_of(list: &ArmyList, troop: Troop) -> Vec<usize> {
    let one = [troop].into_iter().collect();
    (0..list.lines.len()).filter(|&i| shares(list, i, one)).collect()
}

fn shares(list: &ArmyList, line: usize, troops: TroopSet) -> bool {
    let line = &list.lines[line];
    !line.general && !line.set().is_apart_from(troops)
}

fn crowded(list: &ArmyList, rest: &Counts, crowd: TroopSet, times: u16) -> Fault {
    let lines: Vec<usize> =
        (0..list.lines.len()).filter(|&i| shares(list, i, crowd)).map(|i| i + 1).collect();
    let room: u16 = lines.iter().map(|&number| times * u16::from(list.lines[number - 1].n)).sum();
    let have: Vec<String> = crowd.iter().map(|t| format!("{} {}", rest.of(t), t.name())).collect();
    let have = and(&have);
    let beside = if crowd.is_apart_from(list.general_line().1.set()) { "" } else { " beside the general" };
    let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
    let message = match lines.len() {
        0 => format!("{}: {have}{beside}, but no line has room for any", list.name),
        1 => format!("{}: {have}{beside}, but line {} gives room for {room}", list.name, numbers[0]),
        _ => format!("{}: {have}{beside}, but lines {} give room for {room}", list.name, and(&numbers)),
    };
    Fault { reason: Reason::Troops, troops: crowd, lines, message }
}

fn and(words: &[impl AsRef<str>]) -> String {
    joined(words, "and")
}

fn either(words: &[impl AsRef<str>]) -> String {
    joined(words, "or")
}

fn joined(words: &[impl AsRef<str>], last: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((end, [])) => (*end).to_owned(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
        None => String::new(),
    }
}
