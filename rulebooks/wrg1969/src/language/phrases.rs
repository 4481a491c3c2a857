//! The phrases the order language knows. What a sentence stumbles over is held against these.

use crate::order::{Deed, Verb};

/// What a phrase for doing something asks for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makes {
    /// This, to nothing in particular.
    Alone(Verb),
    /// This, to what comes next.
    To(Verb),
    /// A march in the direction that comes next.
    Toward,
    /// Back behind what comes next: in support of a friend, to a place.
    Behind,
}

/// Phrases for doing something. The first of each verb is the one printed.
pub const DOINGS: &[(&str, Makes)] = &[
    ("hold", Makes::Alone(Verb::Hold)),
    ("hold", Makes::To(Verb::Hold)),
    ("hold at", Makes::To(Verb::Hold)),
    ("hold on to", Makes::To(Verb::Hold)),
    ("hold your ground", Makes::Alone(Verb::Hold)),
    ("stand", Makes::Alone(Verb::Hold)),
    ("stand fast", Makes::Alone(Verb::Hold)),
    ("stand at", Makes::To(Verb::Hold)),
    ("stand on", Makes::To(Verb::Hold)),
    ("stay", Makes::Alone(Verb::Hold)),
    ("stay at", Makes::To(Verb::Hold)),
    ("stay on", Makes::To(Verb::Hold)),
    ("stay in", Makes::To(Verb::Hold)),
    ("wait", Makes::Alone(Verb::Hold)),
    ("wait at", Makes::To(Verb::Hold)),
    ("wait in", Makes::To(Verb::Hold)),
    ("halt", Makes::Alone(Verb::Hold)),
    ("halt at", Makes::To(Verb::Hold)),
    ("remain", Makes::Alone(Verb::Hold)),
    ("defend", Makes::To(Verb::Hold)),
    ("guard", Makes::To(Verb::Hold)),
    ("keep", Makes::To(Verb::Hold)),
    ("garrison", Makes::To(Verb::Hold)),
    ("march to", Makes::To(Verb::MoveTo)),
    ("march on", Makes::To(Verb::MoveTo)),
    ("move to", Makes::To(Verb::MoveTo)),
    ("move into", Makes::To(Verb::MoveTo)),
    ("move up to", Makes::To(Verb::MoveTo)),
    ("go to", Makes::To(Verb::MoveTo)),
    ("go into", Makes::To(Verb::MoveTo)),
    ("ride to", Makes::To(Verb::MoveTo)),
    ("proceed to", Makes::To(Verb::MoveTo)),
    ("make for", Makes::To(Verb::MoveTo)),
    ("advance to", Makes::To(Verb::MoveTo)),
    ("advance on", Makes::To(Verb::MoveTo)),
    ("occupy", Makes::To(Verb::MoveTo)),
    ("climb", Makes::To(Verb::MoveTo)),
    ("march", Makes::Toward),
    ("move", Makes::Toward),
    ("go", Makes::Toward),
    ("head", Makes::Toward),
    ("ride", Makes::Toward),
    ("advance", Makes::Toward),
    ("advance", Makes::Alone(Verb::Advance)),
    ("advance straight ahead", Makes::Alone(Verb::Advance)),
    ("go forward", Makes::Alone(Verb::Advance)),
    ("move forward", Makes::Alone(Verb::Advance)),
    ("press on", Makes::Alone(Verb::Advance)),
    ("charge", Makes::Alone(Verb::Advance)),
    ("charge home", Makes::Alone(Verb::Advance)),
    ("attack", Makes::Alone(Verb::Advance)),
    ("attack", Makes::To(Verb::Attack)),
    ("charge", Makes::To(Verb::Attack)),
    ("charge at", Makes::To(Verb::Attack)),
    ("advance on", Makes::To(Verb::Attack)),
    ("advance against", Makes::To(Verb::Attack)),
    ("march against", Makes::To(Verb::Attack)),
    ("assault", Makes::To(Verb::Attack)),
    ("storm", Makes::To(Verb::Attack)),
    ("engage", Makes::To(Verb::Attack)),
    ("fall on", Makes::To(Verb::Attack)),
    ("fall upon", Makes::To(Verb::Attack)),
    ("go for", Makes::To(Verb::Attack)),
    ("take", Makes::To(Verb::Attack)),
    ("seize", Makes::To(Verb::Attack)),
    ("capture", Makes::To(Verb::Attack)),
    ("clear", Makes::To(Verb::Attack)),
    ("drive off", Makes::To(Verb::Attack)),
    ("skirmish against", Makes::To(Verb::Skirmish)),
    ("skirmish with", Makes::To(Verb::Skirmish)),
    ("harass", Makes::To(Verb::Skirmish)),
    ("shoot up", Makes::To(Verb::Skirmish)),
    ("screen", Makes::To(Verb::Screen)),
    ("cover", Makes::To(Verb::Screen)),
    ("keep ahead of", Makes::To(Verb::Screen)),
    ("go ahead of", Makes::To(Verb::Screen)),
    ("support", Makes::To(Verb::Support)),
    ("back up", Makes::To(Verb::Support)),
    ("keep behind", Makes::To(Verb::Support)),
    ("stay behind", Makes::To(Verb::Support)),
    ("form behind", Makes::To(Verb::Support)),
    ("fall back behind", Makes::Behind),
    ("retire behind", Makes::Behind),
    ("withdraw behind", Makes::Behind),
    ("follow", Makes::To(Verb::Follow)),
    ("keep with", Makes::To(Verb::Follow)),
    ("stay with", Makes::To(Verb::Follow)),
    ("keep beside", Makes::To(Verb::Follow)),
    ("accompany", Makes::To(Verb::Follow)),
    ("retire to", Makes::To(Verb::RetireTo)),
    ("retire on", Makes::To(Verb::RetireTo)),
    ("withdraw to", Makes::To(Verb::RetireTo)),
    ("fall back to", Makes::To(Verb::RetireTo)),
    ("fall back on", Makes::To(Verb::RetireTo)),
    ("retreat to", Makes::To(Verb::RetireTo)),
    ("pull back to", Makes::To(Verb::RetireTo)),
    ("return to", Makes::To(Verb::RetireTo)),
];

/// Phrases before a place passed on the way. The first is the one printed.
pub const WAYS: &[&str] = &["by way of", "by", "via", "through", "over", "across", "along", "past"];

/// What a modifier does to a leg.
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
}

/// Phrases for the manner of doing. The first of each manner is the one printed.
pub const MANNERS: &[(&str, Manner)] = &[
    ("in line", Manner::Line),
    ("in column", Manner::Column),
    ("in square", Manner::Square),
    ("charging at will", Manner::ChargeAtWill),
    ("charging freely", Manner::ChargeAtWill),
    ("charging only its target", Manner::ChargeTarget),
    ("without charging", Manner::ChargeNever),
    ("do not charge", Manner::ChargeNever),
    ("without countercharging", Manner::NoCountercharge),
    ("do not countercharge", Manner::NoCountercharge),
    ("without evading", Manner::NoEvade),
    ("do not evade", Manner::NoEvade),
    ("without pursuing", Manner::NoPursuit),
    ("do not pursue", Manner::NoPursuit),
    ("holding its fire", Manner::HoldFire),
    ("without shooting", Manner::HoldFire),
    ("do not shoot", Manner::HoldFire),
    ("ready for chariots", Manner::Chariots),
    ("ready for elephants", Manner::Elephants),
];

/// Phrases for triggers that speak of the unit itself, and what follows them is nothing.
pub const STATES: &[(&str, State)] = &[
    ("attacked", State::Attacked),
    ("it is attacked", State::Attacked),
    ("you are attacked", State::Attacked),
    ("being attacked", State::Attacked),
    ("charged", State::Attacked),
    ("it is charged", State::Attacked),
    ("you are charged", State::Attacked),
    ("shot at", State::FiredOn),
    ("it is shot at", State::FiredOn),
    ("you are shot at", State::FiredOn),
    ("fired on", State::FiredOn),
    ("under fire", State::FiredOn),
    ("pressed", State::Pressed),
    ("hard pressed", State::Pressed),
    ("it is pressed", State::Pressed),
    ("you are pressed", State::Pressed),
    ("it has arrived", State::Reached),
    ("you have arrived", State::Reached),
    ("it is reached", State::Reached),
    ("you are there", State::Reached),
    ("you get there", State::Reached),
    ("arrival", State::Reached),
    ("arrived", State::Reached),
    ("below two thirds strength", State::TwoThirds),
    ("below two thirds", State::TwoThirds),
    ("below 2/3", State::TwoThirds),
    ("it is below two thirds", State::TwoThirds),
    ("below half strength", State::Half),
    ("below half", State::Half),
    ("below 1/2", State::Half),
    ("it is below half", State::Half),
];

/// What a unit may find itself in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Charged or in contact.
    Attacked,
    /// Shot at.
    FiredOn,
    /// Either of these.
    Pressed,
    /// Where it was sent.
    Reached,
    /// Below two thirds of its strength.
    TwoThirds,
    /// Below half of it.
    Half,
}

/// What may be said of a thing named: that it is in view, or near, or does something.
pub const VIEW: &[&str] = &[
    "is in view",
    "are in view",
    "comes into view",
    "come into view",
    "is in sight",
    "are in sight",
    "is seen",
    "are seen",
    "is sighted",
    "appears",
    "appear",
];

/// The same denied.
pub const NO_VIEW: &[&str] = &["is not in view", "is out of view", "is out of sight", "is not in sight"];

/// Words between an enemy and the distance within which he is.
pub const WITHIN: &[&str] =
    &["is within", "are within", "comes within", "come within", "gets within", "get within", "within"];

/// Phrases for what another unit does. The first of each is the one printed.
pub const DEEDS: &[(&str, Deed)] = &[
    ("charges", Deed::Charges),
    ("charge", Deed::Charges),
    ("is in contact", Deed::Engaged),
    ("is engaged", Deed::Engaged),
    ("are engaged", Deed::Engaged),
    ("engages", Deed::Engaged),
    ("breaks", Deed::Breaks),
    ("break", Deed::Breaks),
    ("routs", Deed::Breaks),
    ("passes by", Deed::Passes),
    ("passes", Deed::Passes),
    ("pass", Deed::Passes),
    ("arrives", Deed::Reaches),
    ("arrive", Deed::Reaches),
    ("retires", Deed::Retires),
    ("retire", Deed::Retires),
    ("falls back", Deed::Retires),
    ("retreats", Deed::Retires),
];

/// Words that lead in a condition.
pub const LEADS: &[&str] =
    &["if", "when", "once", "should", "as soon as", "on", "upon", "at", "after", "from", "in case"];

/// Where a thing is, seen from the unit. The first of each is the one printed.
pub const WHERES: &[(&str, crate::order::Where)] = &[
    ("in front", crate::order::Where::InFront),
    ("ahead", crate::order::Where::InFront),
    ("to the front", crate::order::Where::InFront),
    ("on the left", crate::order::Where::Left),
    ("to the left", crate::order::Where::Left),
    ("on the right", crate::order::Where::Right),
    ("to the right", crate::order::Where::Right),
    ("behind", crate::order::Where::Behind),
    ("in the rear", crate::order::Where::Behind),
    ("to the rear", crate::order::Where::Behind),
];

/// Words for kinds of ground. The first of each is the one printed.
pub const GROUNDS: &[(&str, &str)] = &[
    ("wood", "wood"),
    ("woods", "wood"),
    ("forest", "wood"),
    ("village", "village"),
    ("hill", "hill"),
    ("height", "hill"),
    ("ridge", "hill"),
    ("bog", "bog"),
    ("marsh", "bog"),
    ("broken ground", "broken"),
    ("rough ground", "broken"),
    ("river", "river"),
    ("lake", "lake"),
    ("field defences", "field_defences"),
    ("stream", "stream"),
    ("brook", "stream"),
    ("ditch", "ditch"),
    ("hedge", "hedge"),
    ("wall", "wall"),
    ("road", "road"),
    ("ford", "ford"),
    ("bridge", "bridge"),
];

/// Words for kinds of enemy. The first of each is the one printed.
pub const TROOPS: &[(&str, &str)] = &[
    ("super heavy cavalry", "super_heavy_cavalry"),
    ("cataphracts", "super_heavy_cavalry"),
    ("heavy cavalry", "heavy_cavalry"),
    ("heavy horse", "heavy_cavalry"),
    ("medium cavalry", "medium_cavalry"),
    ("medium horse", "medium_cavalry"),
    ("light cavalry", "light_cavalry"),
    ("light horse", "light_cavalry"),
    ("heavy infantry", "heavy_infantry"),
    ("heavy foot", "heavy_infantry"),
    ("medium infantry", "medium_infantry"),
    ("medium foot", "medium_infantry"),
    ("light infantry", "light_infantry"),
    ("light foot", "light_infantry"),
    ("skirmishers", "light_infantry"),
    ("elephants", "elephant"),
    ("elephant", "elephant"),
    ("chariots", "chariot"),
    ("chariot", "chariot"),
    ("assyrian chariots", "assyrian_chariot"),
    ("light dart engines", "light_dart_engine"),
    ("heavy dart engines", "heavy_dart_engine"),
    ("stone throwers", "stone_thrower"),
    ("cavalry", "cavalry"),
    ("horse", "cavalry"),
    ("horsemen", "cavalry"),
    ("infantry", "infantry"),
    ("foot", "infantry"),
];

/// The eight winds, clockwise from north.
pub const WINDS: [&str; 8] =
    ["north", "north east", "east", "south east", "south", "south west", "west", "north west"];

/// The value of a numeral in a name or a sentence: word, ordinal or Roman.
pub fn numeral(word: &str) -> Option<i32> {
    Some(match word {
        "one" | "first" | "1st" | "i" => 1,
        "two" | "second" | "2nd" | "ii" => 2,
        "three" | "third" | "3rd" | "iii" => 3,
        "four" | "fourth" | "4th" | "iv" => 4,
        "five" | "fifth" | "5th" | "v" => 5,
        "six" | "sixth" | "6th" | "vi" => 6,
        "seven" | "seventh" | "7th" | "vii" => 7,
        "eight" | "eighth" | "8th" | "viii" => 8,
        "nine" | "ninth" | "9th" | "ix" => 9,
        "ten" | "tenth" | "10th" | "x" => 10,
        "eleven" | "eleventh" | "11th" | "xi" => 11,
        "twelve" | "twelfth" | "12th" | "xii" => 12,
        _ => return None,
    })
}

/// The first phrase a table has for a meaning: the one printed.
pub fn printed<T: PartialEq>(table: &[(&'static str, T)], meaning: &T) -> &'static str {
    table.iter().find(|(_, m)| m == meaning).map_or("", |(phrase, _)| phrase)
}
