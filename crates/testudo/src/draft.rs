//! Legal armies of any list, made up at random.

use crate::Book;
use binding::muster::{Entry, Offer};
use dice::Seeded;
use form::{Fault, Field, Key, Kind, Node, Value};

/// How often something else is tried before the army is taken as it is.
const TRIES: u32 = 1500;

impl Book {
    /// A legal army of a list, as an army file has it: the army that is ready to play, changed here and there as the
    /// seed will have it, and spending what it may.
    ///
    /// # Errors
    /// When there is no such list, or no army of it was found for so many points.
    ///
    /// ```
    /// let wab = testudo::book("wab").expect("on the shelf");
    /// let army = wab.draft("gallic", Some(1500), 7).expect("there are Gauls");
    /// let roll = (wab.roll)(&army).expect("an army of this book");
    /// assert!(roll.is_legal() && roll.points() <= 1500);
    /// ```
    pub fn draft(&self, list: &str, points: Option<u32>, seed: u64) -> Result<Node, Fault> {
        let unknown = || Fault::new("army", format!("there is no army list `{list}`"));
        let mut whims = Seeded::new(seed);
        let offer = (self.offer)(list).ok_or_else(unknown)?;
        let mut army = (self.ready)(list, points, &mut whims).ok_or_else(unknown)?;
        // What cannot even be read says why: too few points for any army, for one.
        let unread = || (self.roll)(&army).err().and_then(|faults| faults.into_iter().next());
        let mut worth = self.worth(&army).ok_or_else(|| unread().unwrap_or_else(unknown))?;
        // A book without points has made all its choices in the army it begins with.
        if worth.limited {
            for _ in 0..TRIES {
                let changed = change(&offer, &army, &mut whims);
                if let Some(new) = self.worth(&changed).filter(|new| new.cost <= worth.cost) {
                    (army, worth) = (changed, new);
                }
            }
        }
        if worth.faults == 0 {
            return Ok(army);
        }
        let points = points.map_or_else(String::new, |points| format!(" of {points} points"));
        Err(Fault::new("points", format!("no legal army{points} of this list was found")))
    }

    /// The army of a list that is ready to play, or a draft of it for other points.
    ///
    /// # Errors
    /// When there is no such list, or no army of it was found for so many points.
    pub fn ready_army(&self, list: &str, points: Option<u32>) -> Result<Node, Fault> {
        const USUAL: u64 = 1;
        let ready = (self.ready)(list, points, &mut Seeded::new(USUAL));
        match ready.filter(|army| self.worth(army).is_some_and(|worth| worth.faults == 0)) {
            Some(army) => Ok(army),
            None => self.draft(list, points, USUAL),
        }
    }

    /// How far an army is from being legal and from spending what it may.
    fn worth(&self, army: &Node) -> Option<Worth> {
        let roll = (self.roll)(army).ok()?;
        let gap = roll.limit.map_or(0, |limit| (limit - roll.points()).unsigned_abs());
        // A legal army is always nearer than one that is not; a few points unspent are as good as none.
        let cost =
            roll.faults.len() as u64 * 1_000_000 + gap.saturating_sub(roll.limit.unwrap_or(0) as u64 / 50);
        Some(Worth { cost, faults: roll.faults.len(), limited: roll.limit.is_some() })
    }
}

struct Worth {
    cost: u64,
    faults: usize,
    limited: bool,
}

/// The army with one thing changed: a unit more or less, a choice of a unit made otherwise.
fn change(offer: &Offer, army: &Node, whims: &mut Seeded) -> Node {
    let mut army = army.clone();
    let Some(units) = units(&mut army) else { return army };
    let pick = |whims: &mut Seeded, n: usize| whims.below(n as u32) as usize;
    match whims.below(6) {
        0 => units.push(offer.entries[pick(whims, offer.entries.len())].unit.clone()),
        1 if units.len() > 1 => {
            units.remove(pick(whims, units.len()));
        }
        _ if !units.is_empty() => {
            let i = pick(whims, units.len());
            let entry = entry_of(offer, &units[i]);
            let Some(entry) = entry.filter(|entry| !entry.fields.is_empty()) else { return army };
            let field = &entry.fields[pick(whims, entry.fields.len())];
            if let Some(value) = any(field, units[i].get(field.name), whims) {
                set(&mut units[i], field.name, value);
            }
        }
        _ => {}
    }
    army
}

/// The units of an army.
fn units(army: &mut Node) -> Option<&mut Vec<Node>> {
    let Value::Record(entries) = &mut army.value else { return None };
    entries.iter_mut().find_map(|(key, node)| match &mut node.value {
        Value::List(units) if key.name == "units" => Some(units),
        _ => None,
    })
}

/// What a unit is of.
fn entry_of<'a>(offer: &'a Offer, unit: &Node) -> Option<&'a Entry> {
    let troop = unit.get("troop")?;
    offer.entries.iter().find(|entry| entry.unit.get("troop").map(|t| &t.value) == Some(&troop.value))
}

/// Some value of a field; `None` for a field that is not worth changing at random.
fn any(field: &Field, now: Option<&Node>, whims: &mut Seeded) -> Option<Node> {
    match &field.kind {
        // The general does not change his horse for a whim, and files follow from figures.
        Kind::Int { least, most, .. } if field.name == "figures" => {
            let span = u32::try_from(most - least + 1).ok()?;
            Some((least + i64::from(whims.below(span))).into())
        }
        Kind::OneOf(words) => Some(words[whims.below(words.len() as u32) as usize].as_ref().into()),
        Kind::List { of, .. } => {
            let Kind::OneOf(words) = &**of else { return None };
            let word = &*words[whims.below(words.len() as u32) as usize];
            let mut had: Vec<Node> = match now.map(|node| &node.value) {
                Some(Value::List(items)) => items.clone(),
                _ => Vec::new(),
            };
            let at = had.iter().position(|node| node.value == Value::Text(word.to_owned()));
            match at {
                Some(i) => drop(had.remove(i)),
                None => had.push(word.into()),
            }
            Some(Node::list(had))
        }
        _ => None,
    }
}

/// Sets a field of a unit.
fn set(unit: &mut Node, name: &'static str, value: Node) {
    let Value::Record(entries) = &mut unit.value else { return };
    match entries.iter_mut().find(|(key, _)| key.name == name) {
        Some((_, old)) => *old = value,
        None => entries.push((Key { name: name.to_owned(), span: None }, value)),
    }
}

#[cfg(test)]
mod tests {
    use crate::shelf;

    #[test]
    fn every_list_of_every_book_has_a_legal_army_for_every_seed() {
        for book in shelf() {
            for list in (book.armies)() {
                for seed in 0..2 {
                    let army = book.draft(&list.id, None, seed);
                    let army = army.unwrap_or_else(|fault| panic!("{} {}: {fault}", book.id, list.id));
                    let roll = (book.roll)(&army).expect("an army of the book");
                    assert!(roll.is_legal(), "{} {}: {:?}", book.id, list.id, roll.faults);
                    let text = form::to_toml(&army);
                    let again = form::parse_toml(&text).expect("it is TOML");
                    assert!((book.roll)(&again).expect("an army of the book").is_legal(), "{text}");
                }
            }
        }
    }

    #[test]
    fn another_seed_makes_another_army_and_the_same_seed_the_same() {
        let wab = crate::book("wab").expect("on the shelf");
        let army = |seed| form::to_toml(&wab.draft("republican_roman", Some(2000), seed).expect("an army"));
        assert_eq!(army(1), army(1));
        assert_ne!(army(1), army(2));
    }
}
