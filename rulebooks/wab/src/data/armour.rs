//! Armour: the save a set of pieces gives, and how much it slows.

use crate::data::tables::tables;
use crate::data::troop::Piece;
use crate::house::House;

/// M after armour, never below 0 (`wab.basics.profile`).
pub fn movement(m: u8, armour: i8) -> u8 {
    (i16::from(m) + i16::from(armour)).max(0) as u8
}

/// Where an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// From the front.
    Front,
    /// From its own left.
    Left,
    /// From its own right.
    Right,
    /// From behind.
    Rear,
}

impl Face {
    /// The side of a unit, as the journal names it: "the left flank".
    pub const fn words(self) -> &'static str {
        match self {
            Face::Front => "the front",
            Face::Left => "the left flank",
            Face::Right => "the right flank",
            Face::Rear => "the rear",
        }
    }
}

umpire::canonical! {
    enum Face { 0 => Front, 1 => Left, 2 => Right, 3 => Rear }
}

/// An attack as armour meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Whether it is a missile.
    pub missile: bool,
    /// Where it comes from.
    pub from: Face,
    /// Whether the target skirmishes.
    pub skirmish: bool,
    /// Whether the target fights with both hands.
    pub two_handed: bool,
}

/// The save before modifiers (`wab.save.chart`); 0 for none.
pub fn save(house: &House, pieces: &[Piece], mounted: bool, attack: Attack) -> u8 {
    let t = tables();
    let column = usize::from(mounted);
    let body = pieces.iter().copied().find(|&p| t.piece(p).body);
    let shield = pieces.iter().copied().find(|&p| is_shield(p) && counts(p, attack));
    let alone = |p: Piece| if mounted { t.piece(p).mounted } else { t.piece(p).foot };
    let mut save = match (body, shield) {
        (Some(body), Some(shield)) if t.piece(body).shield_adds[column] => alone(body) - t.piece(shield).adds,
        (Some(body), _) => alone(body),
        (None, Some(shield)) => alone(shield),
        (None, None) if mounted => t.horse,
        (None, None) => return 0,
    };
    if mounted {
        let barding = pieces.iter().filter(|&&p| t.piece(p).barding && counts(p, attack));
        save -= barding.map(|&p| t.piece(p).adds).sum::<u8>();
    }
    save.max(house.best_save as u8)
}

/// What a set of armour takes off the Movement (`wab.save.movement`).
pub fn slowed(pieces: &[Piece]) -> i8 {
    let t = tables();
    let shield = pieces.iter().any(|&p| is_shield(p) && p != Piece::Buckler);
    pieces
        .iter()
        .map(|&p| t.piece(p).movement + if shield { t.piece(p).movement_with_shield } else { 0 })
        .sum()
}

/// Whether a piece is carried on the arm or stood before the man.
pub fn is_shield(piece: Piece) -> bool {
    matches!(piece, Piece::Shield | Piece::Buckler | Piece::LargeShield | Piece::Pavise)
}

/// Whether a piece counts against an attack.
fn counts(piece: Piece, attack: Attack) -> bool {
    let row = tables().piece(piece);
    let front = attack.from == Face::Front;
    match piece {
        Piece::Pavise => attack.missile && front,
        Piece::Buckler if attack.missile => attack.skirmish,
        _ if is_shield(piece) => attack.missile || !attack.two_handed,
        _ => !(row.melee_only && attack.missile) && (front || !row.front_only),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOW: Attack = Attack { missile: false, from: Face::Front, skirmish: false, two_handed: false };
    const SHOT: Attack = Attack { missile: true, ..BLOW };

    fn on(mounted: bool, piece: Piece, attack: Attack) -> u8 {
        save(&House::default(), &[piece], mounted, attack)
    }

    #[test]
    fn shields_count_against_what_they_are_meant_for() {
        let from = |attack: Attack, from: Face| Attack { from, ..attack };
        assert_eq!((on(false, Piece::Pavise, SHOT), on(false, Piece::Pavise, BLOW)), (5, 0));
        assert_eq!(on(false, Piece::Pavise, from(SHOT, Face::Left)), 0);
        let scattered = Attack { skirmish: true, ..SHOT };
        let buckler = |attack: Attack| on(false, Piece::Buckler, attack);
        assert_eq!((buckler(BLOW), buckler(SHOT), buckler(scattered)), (6, 0, 6));
        let both_hands = |attack: Attack| Attack { two_handed: true, ..attack };
        let shield = |attack: Attack| on(false, Piece::Shield, attack);
        assert_eq!((shield(BLOW), shield(both_hands(BLOW)), shield(both_hands(SHOT))), (6, 0, 6));
        assert_eq!(shield(from(BLOW, Face::Rear)), 6);
    }

    #[test]
    fn barding_counts_for_horses_against_what_it_covers() {
        let flank = |attack: Attack| Attack { from: Face::Right, ..attack };
        let all = |piece: Piece| [BLOW, flank(BLOW), SHOT, flank(SHOT)].map(|a| on(true, piece, a));
        assert_eq!(all(Piece::HalfClothBarding), [5, 6, 6, 6]);
        assert_eq!(all(Piece::FullClothBarding), [5, 5, 6, 6]);
        assert_eq!(all(Piece::HalfPlateBarding), [5, 6, 5, 6]);
        assert_eq!(all(Piece::FullPlateBarding), [5; 4]);
        assert_eq!(on(false, Piece::FullPlateBarding, BLOW), 0);
    }

    #[test]
    fn a_shield_with_heavy_armour_slows_but_a_buckler_does_not() {
        let with = |piece: Piece| slowed(&[Piece::HeavyArmour, piece]);
        assert_eq!((with(Piece::Shield), with(Piece::Pavise), with(Piece::Buckler)), (-1, -1, 0));
        assert_eq!((slowed(&[Piece::HeavyArmour]), slowed(&[Piece::LightArmour, Piece::Shield])), (0, 0));
    }
}
