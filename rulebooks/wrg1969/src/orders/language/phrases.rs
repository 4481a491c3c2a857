//! The umpire's own phrases: what he prints, and reads again word for word. Other words for the same things are in
//! [`super::words`].

use crate::orders::order::{Deed, Edge, Flank, Rel, Verb, Where, Wing};

/// What a phrase for doing something asks for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makes {
    /// This, to nothing in particular.
    Alone(Verb),
    /// This, to what comes next.
    To(Verb),
    /// A march in the direction that comes next.
    Toward,
}

/// Phrases for doing something.
pub const DOINGS: &[(&str, Makes)] = &[
    ("hold", Makes::Alone(Verb::Hold)),
    ("hold", Makes::To(Verb::Hold)),
    ("march to", Makes::To(Verb::MoveTo)),
    ("march", Makes::Toward),
    ("advance", Makes::Alone(Verb::Advance)),
    ("attack", Makes::To(Verb::Attack)),
    ("skirmish against", Makes::To(Verb::Skirmish)),
    ("screen", Makes::To(Verb::Screen)),
    ("support", Makes::To(Verb::Support)),
    ("follow", Makes::To(Verb::Follow)),
    ("retire to", Makes::To(Verb::RetireTo)),
    ("shoot at", Makes::To(Verb::Shoot)),
    ("guard", Makes::To(Verb::Guard)),
    ("retire", Makes::Alone(Verb::Retire)),
];

/// What a set phrase does to a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// In line.
    Line,
    /// In column.
    Column,
    /// In square.
    Square,
    /// It charges whom it likes.
    ChargeAtWill,
    /// It charges whom its order names.
    ChargeTarget,
    /// It charges nobody.
    ChargeNever,
    /// It does not countercharge.
    NoCountercharge,
    /// It does not evade.
    NoEvade,
    /// It does not pursue.
    NoPursuit,
    /// It does not shoot.
    HoldFire,
    /// It has been told how to cope with chariots.
    Chariots,
    /// It has been told how to cope with elephants.
    Elephants,
    /// It goes at half its pace.
    Slow,
    /// It lies hidden.
    Hidden,
    /// It sends word when the leg ends.
    Report,
    /// It stops at the range of its missiles.
    StopAtRange,
    /// It faces the enemy.
    FaceEnemy,
    /// It faces left.
    FaceLeft,
    /// It faces right.
    FaceRight,
    /// It holds its left flank back.
    RefuseLeft,
    /// It holds its right flank back.
    RefuseRight,
}

/// Phrases for the manner of doing.
pub const MANNERS: &[(&str, Manner)] = &[
    ("in line", Manner::Line),
    ("in column", Manner::Column),
    ("in square", Manner::Square),
    ("charging at will", Manner::ChargeAtWill),
    ("charging only its target", Manner::ChargeTarget),
    ("without charging", Manner::ChargeNever),
    ("without countercharging", Manner::NoCountercharge),
    ("without evading", Manner::NoEvade),
    ("without pursuing", Manner::NoPursuit),
    ("holding its fire", Manner::HoldFire),
    ("ready for chariots", Manner::Chariots),
    ("ready for elephants", Manner::Elephants),
    ("at half pace", Manner::Slow),
    ("in hiding", Manner::Hidden),
    ("sending word back", Manner::Report),
    ("stopping at missile range", Manner::StopAtRange),
    ("facing the enemy", Manner::FaceEnemy),
    ("facing left", Manner::FaceLeft),
    ("facing right", Manner::FaceRight),
    ("refusing its left", Manner::RefuseLeft),
    ("refusing its right", Manner::RefuseRight),
];

/// Which side of a friend is kept by, or of an enemy struck.
pub const SIDES: &[(&str, Flank)] = &[
    ("on the left side", Flank::Left),
    ("on the right side", Flank::Right),
    ("on a flank", Flank::Either),
    ("on the rear side", Flank::Rear),
];

/// Places beside things.
pub const RELS: &[(&str, Rel)] = &[
    ("the place left of", Rel::LeftOf),
    ("the place right of", Rel::RightOf),
    ("the place before", Rel::FrontOf),
    ("the place behind", Rel::Behind),
    ("the place beyond", Rel::Beyond),
    ("the place near", Rel::Near),
    ("the foot of", Rel::Foot),
];

/// Edges of the table.
pub const EDGES: &[(&str, Edge)] = &[
    ("its own edge", Edge::Own),
    ("any edge", Edge::Any),
    ("the north edge", Edge::North),
    ("the east edge", Edge::East),
    ("the south edge", Edge::South),
    ("the west edge", Edge::West),
];

/// Parts of an army.
pub const WINGS: &[(&str, Wing)] =
    &[("of the left wing", Wing::Left), ("of the right wing", Wing::Right), ("of the centre", Wing::Centre)];

/// Phrases for triggers that speak of the unit itself.
pub const STATES: &[(&str, State)] = &[
    ("attacked", State::Attacked),
    ("shot at", State::FiredOn),
    ("it has arrived", State::Reached),
    ("below two thirds strength", State::TwoThirds),
    ("below half strength", State::Half),
    ("relieved", State::Relieved),
    ("any signal is given", State::AnySignal),
];

/// What a unit may find itself in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Charged or in contact.
    Attacked,
    /// Shot at.
    FiredOn,
    /// Where it was sent.
    Reached,
    /// Below two thirds of its strength.
    TwoThirds,
    /// Below half of it.
    Half,
    /// Relieved by friends.
    Relieved,
    /// Given any signal.
    AnySignal,
}

/// Phrases for what another unit does.
pub const DEEDS: &[(&str, Deed)] = &[
    ("charges", Deed::Charges),
    ("is in contact", Deed::Engaged),
    ("breaks", Deed::Breaks),
    ("passes by", Deed::Passes),
    ("arrives", Deed::Reaches),
    ("retires", Deed::Retires),
    ("advances", Deed::Advances),
    ("halts", Deed::Halts),
    ("is attacked", Deed::Attacked),
    ("is shot at", Deed::FiredOn),
    ("falls", Deed::Falls),
    ("crosses", Deed::Crosses),
    ("enters", Deed::Enters),
    ("leaves", Deed::Leaves),
];

/// The same said of many.
pub const DEEDS_OF_MANY: &[(&str, Deed)] = &[
    ("charge", Deed::Charges),
    ("are in contact", Deed::Engaged),
    ("break", Deed::Breaks),
    ("pass by", Deed::Passes),
    ("arrive", Deed::Reaches),
    ("retire", Deed::Retires),
    ("advance", Deed::Advances),
    ("halt", Deed::Halts),
    ("are attacked", Deed::Attacked),
    ("are shot at", Deed::FiredOn),
    ("fall", Deed::Falls),
    ("cross", Deed::Crosses),
    ("enter", Deed::Enters),
    ("leave", Deed::Leaves),
];

/// Where a thing is, seen from the unit. The first of each is the one printed.
pub const WHERES: &[(&str, Where)] = &[
    ("in front", Where::InFront),
    ("on the left", Where::Left),
    ("on the right", Where::Right),
    ("behind", Where::Behind),
];

/// The eight winds, clockwise from north.
pub const WINDS: [&str; 8] =
    ["north", "north east", "east", "south east", "south", "south west", "west", "north west"];

/// The value of a numeral in a name or a sentence: word, ordinal or Roman.
pub fn numeral(word: &str) -> Option<i32> {
    const WORDS: [[&str; 4]; 20] = [
        ["one", "first", "1st", "i"],
        ["two", "second", "2nd", "ii"],
        ["three", "third", "3rd", "iii"],
        ["four", "fourth", "4th", "iv"],
        ["five", "fifth", "5th", "v"],
        ["six", "sixth", "6th", "vi"],
        ["seven", "seventh", "7th", "vii"],
        ["eight", "eighth", "8th", "viii"],
        ["nine", "ninth", "9th", "ix"],
        ["ten", "tenth", "10th", "x"],
        ["eleven", "eleventh", "11th", "xi"],
        ["twelve", "twelfth", "12th", "xii"],
        ["thirteen", "thirteenth", "13th", "xiii"],
        ["fourteen", "fourteenth", "14th", "xiv"],
        ["fifteen", "fifteenth", "15th", "xv"],
        ["sixteen", "sixteenth", "16th", "xvi"],
        ["seventeen", "seventeenth", "17th", "xvii"],
        ["eighteen", "eighteenth", "18th", "xviii"],
        ["nineteen", "nineteenth", "19th", "xix"],
        ["twenty", "twentieth", "20th", "xx"],
    ];
    WORDS.iter().position(|row| row.contains(&word)).map(|i| i as i32 + 1)
}

/// The first phrase a table has for a meaning: the one printed.
pub fn printed<T: PartialEq>(table: &[(&'static str, T)], meaning: &T) -> &'static str {
    table.iter().find(|(_, m)| m == meaning).map_or("", |(phrase, _)| phrase)
}
