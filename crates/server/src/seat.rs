//! Seats: who plays a side, and what a token allows.

use opponent::Level;
use proto::{WireRole, WireSeat};
use umpire::{BySide, Side, Viewer};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Whoever created the battle.
    Here,
    /// Anyone who has the link.
    Link,
    /// One of the computer's generals.
    Computer(Level),
}

impl Seat {
    /// Reads a seat as it is sent.
    ///
    /// # Errors
    /// A sentence that names the level nobody plays at.
    pub fn of(wire: &WireSeat) -> Result<Self, String> {
        match wire {
            WireSeat::Here => Ok(Seat::Here),
            WireSeat::Link => Ok(Seat::Link),
            WireSeat::Ai(word) => Level::parse(word).map(Seat::Computer).ok_or_else(|| {
                let known: Vec<&str> = Level::ALL.iter().map(|l| l.as_str()).collect();
                format!(
                    "unknown opponent `{}`; known: {}",
                    word.chars().take(40).collect::<String>(),
                    known.join(", ")
                )
            }),
        }
    }

    /// As it is sent.
    pub fn wire(self) -> WireSeat {
        match self {
            Seat::Here => WireSeat::Here,
            Seat::Link => WireSeat::Link,
            Seat::Computer(level) => WireSeat::Ai(level.as_str().to_owned()),
        }
    }

    /// As it is kept.
    pub fn word(self) -> String {
        match self {
            Seat::Here => "here".to_owned(),
            Seat::Link => "link".to_owned(),
            Seat::Computer(level) => format!("ai:{level}"),
        }
    }

    /// Reads what is kept.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "here" => Some(Seat::Here),
            "link" => Some(Seat::Link),
            _ => word.strip_prefix("ai:").and_then(Level::parse).map(Seat::Computer),
        }
    }

    /// The level of the computer's general, if one plays.
    pub fn level(self) -> Option<Level> {
        match self {
            Seat::Computer(level) => Some(level),
            Seat::Here | Seat::Link => None,
        }
    }
}

/// What the holder of some tokens may do in one battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roles {
    red: bool,
    blue: bool,
    spectator: bool,
}

impl Roles {
    /// Adds what a token allows, by its word.
    pub fn add(&mut self, word: &str) {
        match word {
            "red" => self.red = true,
            "blue" => self.blue = true,
            "spectator" => self.spectator = true,
            _ => {}
        }
    }

    /// Whether they allow nothing.
    pub fn is_empty(self) -> bool {
        self == Roles::default()
    }

    /// Whether they include a side's seat.
    pub fn plays(self, side: Side) -> bool {
        match side {
            Side::Red => self.red,
            Side::Blue => self.blue,
        }
    }

    /// Whether every seat that a person plays is theirs.
    pub fn plays_all(self, seats: &BySide<Seat>) -> bool {
        Side::ALL.into_iter().all(|side| seats[side].level().is_some() || self.plays(side))
    }

    /// The eyes they see through: the seats', or else a spectator's.
    pub fn viewers(self) -> impl Iterator<Item = Viewer> {
        let sides = Side::ALL.into_iter().filter(move |side| self.plays(*side)).map(Viewer::Player);
        let watching = (!self.red && !self.blue && self.spectator).then_some(Viewer::Spectator);
        sides.chain(watching)
    }

    /// As they are sent.
    pub fn wire(self) -> Vec<WireRole> {
        let all =
            [(self.red, WireRole::Red), (self.blue, WireRole::Blue), (self.spectator, WireRole::Spectator)];
        all.into_iter().filter_map(|(has, role)| has.then_some(role)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_kept_and_read_alike() {
        for seat in [Seat::Here, Seat::Link, Seat::Computer(Level::Recruit)] {
            assert_eq!(Seat::parse(&seat.word()), Some(seat));
            assert_eq!(Seat::of(&seat.wire()), Ok(seat));
        }
        assert_eq!(Seat::parse("ai:nobody"), None);
        let refused = Seat::of(&WireSeat::Ai("nobody".into())).unwrap_err();
        assert!(refused.starts_with("unknown opponent `nobody`; known: "), "{refused}");
    }

    #[test]
    fn a_seat_sees_as_its_side_and_only_watchers_watch() {
        let mut roles = Roles::default();
        assert!(roles.is_empty());
        roles.add("spectator");
        assert_eq!(roles.viewers().collect::<Vec<_>>(), [Viewer::Spectator]);
        roles.add("blue");
        assert_eq!(roles.viewers().collect::<Vec<_>>(), [Viewer::Player(Side::Blue)]);
        assert!(roles.plays(Side::Blue) && !roles.plays(Side::Red));
        assert!(roles.plays_all(&BySide([Seat::Computer(Level::Recruit), Seat::Here])));
        assert!(!roles.plays_all(&BySide([Seat::Link, Seat::Here])));
    }
}
