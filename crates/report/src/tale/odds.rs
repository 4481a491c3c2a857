//! How likely a throw was, from the ruling that tells it.

use proto::{WireEntry, WireTally};

/// Dice of a ruling as a report draws them.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// Whose: red or blue.
    pub side: &'static str,
    /// What was added to them, where something was.
    pub factor: Option<i16>,
    /// What each had to reach.
    pub need: Option<u8>,
    /// The faces.
    pub faces: Vec<u8>,
}

/// A chance: so many in so many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// In how many of them.
    pub of: f64,
    /// How many.
    pub favour: f64,
}

impl Chance {
    /// From 0 to 1.
    pub fn share(self) -> f64 {
        self.favour / self.of
    }

    /// "6 in 36", or of long odds "12 in a hundred".
    pub fn words(self) -> String {
        if self.of <= 36.0 {
            return format!("{} in {}", self.favour, self.of);
        }
        match (self.share() * 100.0).round() {
            0.0 => "less than 1 in a hundred".to_owned(),
            share => format!("{share} in a hundred"),
        }
    }
}

/// The dice of a ruling.
pub fn thrown(ruling: &WireEntry) -> Vec<Thrown> {
    let WireEntry::Ruling { tallies, rolls, throws, .. } = ruling else { return Vec::new() };
    let factor = |unit: Option<u16>| {
        let own = |t: &&WireTally| Some(t.unit) == unit && t.of.is_empty();
        tallies.iter().find(own).map(|t| t.total)
    };
    let single = rolls.iter().map(|(side, unit, face)| Thrown {
        side,
        factor: factor(*unit),
        need: None,
        faces: vec![*face],
    });
    let many = throws.iter().map(|cast| Thrown {
        side: cast.side,
        factor: if cast.need.is_none() { factor(cast.unit) } else { None },
        need: cast.need,
        faces: cast.faces.clone(),
    });
    single.chain(many).collect()
}

/// How likely it was that the dice fell as they did or better: of two who threw a die each for the higher, and of dice
/// that had to reach a number.
pub fn chance(thrown: &[Thrown]) -> Option<Chance> {
    match thrown {
        [a, b] if a.side != b.side && a.need.is_none() && b.need.is_none() => duel(a, b),
        [first, ..] => first.need.and_then(|need| counted(&first.faces, need)),
        [] => None,
    }
}

/// Whether the better of the two is the first: it won.
fn duel(a: &Thrown, b: &Thrown) -> Option<Chance> {
    let ([x], [y]) = (&a.faces[..], &b.faces[..]) else { return None };
    let (fa, fb) = (a.factor?, b.factor?);
    let lead = |x: u8, y: u8| fa + i16::from(x) - fb - i16::from(y);
    let won = lead(*x, *y);
    if won == 0 {
        return None;
    }
    let throws = (1..=6u8).flat_map(|x| (1..=6u8).map(move |y| lead(x, y)));
    let as_good = throws.filter(|lead| if won > 0 { *lead >= won } else { *lead <= won }).count();
    Some(Chance { favour: as_good as f64, of: 36.0 })
}

/// As many or more of ordinary dice that reach a number.
fn counted(faces: &[u8], need: u8) -> Option<Chance> {
    if !(2..=6).contains(&need) || faces.is_empty() || faces.iter().any(|face| *face > 6) {
        return None;
    }
    let (n, p) = (faces.len(), f64::from(7 - need) / 6.0);
    let hits = faces.iter().filter(|face| **face >= need).count();
    let mut exactly = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; exactly.len() + 1];
        for (k, share) in exactly.iter().enumerate() {
            next[k] += share * (1.0 - p);
            next[k + 1] += share * p;
        }
        exactly = next;
    }
    let mean = n as f64 * p;
    let share: f64 =
        if hits as f64 >= mean { exactly[hits..].iter().sum() } else { exactly[..=hits].iter().sum() };
    Some(Chance { favour: share * 1e6, of: 1e6 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(side: &'static str, factor: i16, face: u8) -> Thrown {
        Thrown { side, factor: Some(factor), need: None, faces: vec![face] }
    }

    #[test]
    fn a_duel_counts_the_throws_that_are_as_good_or_better() {
        // 2+6 against 4+1: a lead of 3 or more comes with 6-1 alone.
        let chance = chance(&[die("red", 2, 6), die("blue", 4, 1)]).unwrap();
        assert_eq!(chance.words(), "1 in 36");
        // 4 against 2, won by 1: better than even.
        let even = super::chance(&[die("red", 4, 3), die("blue", 2, 4)]).unwrap();
        assert_eq!(even.words(), "26 in 36");
        assert_eq!(super::chance(&[die("red", 2, 3), die("blue", 2, 3)]), None);
    }

    #[test]
    fn counted_dice_are_as_many_or_more() {
        let throw = |faces: Vec<u8>| [Thrown { side: "red", factor: None, need: Some(4), faces }];
        assert_eq!(chance(&throw(vec![4, 5, 6])).unwrap().words(), "13 in a hundred");
        assert_eq!(chance(&throw(vec![1, 2])).unwrap().words(), "25 in a hundred");
    }
}
