//! Armies chosen from a list.

use crate::data::lists::ArmyList;
use crate::data::troop::Troop;

/// How many elements of each type an army has, the general's included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts([u16; Troop::COUNT]);

impl Counts {
    /// How many of a type.
    pub fn of(&self, troop: Troop) -> u16 {
        self.0[troop as usize]
    }

    /// How many in all.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Sets how many of a type.
    pub fn set(&mut self, troop: Troop, n: u16) {
        self.0[troop as usize] = n;
    }

    /// One more of a type.
    pub fn add(&mut self, troop: Troop) {
        self.0[troop as usize] += 1;
    }

    /// The types that are there and how many of each, in the order of the troop table.
    pub fn iter(&self) -> impl Iterator<Item = (Troop, u16)> {
        Troop::ALL.into_iter().zip(self.0).filter(|(_, n)| *n > 0)
    }
}

impl FromIterator<Troop> for Counts {
    fn from_iter<I: IntoIterator<Item = Troop>>(troops: I) -> Self {
        let mut counts = Counts::default();
        troops.into_iter().for_each(|t| counts.add(t));
        counts
    }
}

/// An army that fits its list.
#[derive(Clone, Debug)]
pub struct Army {
    /// The list.
    pub list: &'static ArmyList,
    /// What its player calls it.
    pub name: String,
    /// The type of the general's element.
    pub general: Troop,
    /// Its elements, the general's included.
    pub elements: Counts,
}

impl Army {
    /// Its elements one by one, the general's first and the others in the order of the troop table.
    pub fn troops(&self) -> Vec<Troop> {
        let mut rest = self.elements;
        rest.set(self.general, rest.of(self.general).saturating_sub(1));
        let others = rest.iter().flat_map(|(troop, n)| std::iter::repeat_n(troop, usize::from(n)));
        std::iter::once(self.general).chain(others).collect()
    }
}

impl ArmyList {
    /// An army of the list: `pick` is asked, for each place in the order of the lines, which of that many types.
    ///
    /// ```
    /// use testudo_dba::api::army::list;
    /// let gauls = list("gallic").expect("there is such a list");
    /// let army = gauls.choose(|types| types - 1);
    /// assert_eq!((army.elements.total(), army.general.key()), (12, "knights"));
    /// ```
    pub fn choose(&'static self, mut pick: impl FnMut(usize) -> usize) -> Army {
        let mut elements = Counts::default();
        let mut general = None;
        for line in &self.lines {
            for _ in 0..line.n {
                let troop = line.troops[pick(line.troops.len()).min(line.troops.len() - 1)];
                elements.add(troop);
                if line.general {
                    general = Some(troop);
                }
            }
        }
        let general = general.expect("every list has a general's line");
        Army { list: self, name: self.name.clone(), general, elements }
    }

    /// The army that takes the usual choice for every place.
    pub fn usual(&'static self) -> Army {
        self.choose(|_| 0)
    }
}
