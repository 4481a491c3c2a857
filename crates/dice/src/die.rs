//! Dice as weighted faces.

/// A die: its name and its faces with their weights, lowest face first.
///
/// A die has at least one face, and each face at least one side.
#[derive(Debug, PartialEq, Eq)]
pub struct Die {
    /// The name players use.
    pub name: &'static str,
    /// Each face and how many sides show it.
    pub faces: &'static [(u8, u8)],
}

impl Die {
    /// How many sides it has.
    pub const fn sides(&self) -> u32 {
        self.sides_from(0)
    }

    /// How many of its sides show `face` or more.
    ///
    /// ```
    /// assert_eq!(testudo_dice::AVERAGE.sides_from(4), 3);
    /// ```
    pub const fn sides_from(&self, face: u8) -> u32 {
        let mut sum = 0;
        let mut i = 0;
        while i < self.faces.len() {
            if self.faces[i].0 >= face {
                sum += self.faces[i].1 as u32;
            }
            i += 1;
        }
        sum
    }

    /// Which of its faces this is, counted from 0 at the lowest; `None` if it has no such face.
    ///
    /// Turns a direction die into steps round the circle:
    ///
    /// ```
    /// use testudo_dice::{D12, D66};
    /// assert_eq!(D12.position(4).map(|step| step * 30), Some(90));
    /// assert_eq!(D66.position(21).map(|step| step * 10), Some(60));
    /// assert_eq!(D66.position(17), None);
    /// ```
    pub fn position(&self, face: u8) -> Option<usize> {
        self.faces.iter().position(|&(f, _)| f == face)
    }

    /// Whether a roll can show this face.
    pub fn has(&self, face: u8) -> bool {
        self.position(face).is_some()
    }
}

/// The ordinary die.
pub static D6: Die = Die { name: "d6", faces: &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)] };
/// Half an ordinary die: 1 to 3.
pub static D3: Die = Die { name: "d3", faces: &[(1, 1), (2, 1), (3, 1)] };
/// The average die: 2, 3, 3, 4, 4, 5.
pub static AVERAGE: Die = Die { name: "average die", faces: &[(2, 1), (3, 2), (4, 2), (5, 1)] };
/// Twelve sides, read as the hours of a clock where a rule wants a direction.
pub static D12: Die = Die { name: "d12", faces: &every_face::<12>() };
/// Two ordinary dice read as tens and units, 11 to 66: thirty-six equal chances.
pub static D66: Die = Die { name: "d66", faces: &tens_and_units() };

/// One side for each face from 1 to `N`.
const fn every_face<const N: usize>() -> [(u8, u8); N] {
    let mut faces = [(0, 1); N];
    let mut i = 0;
    while i < N {
        faces[i].0 = i as u8 + 1;
        i += 1;
    }
    faces
}

const fn tens_and_units() -> [(u8, u8); 36] {
    let mut faces = [(0, 1); 36];
    let mut i = 0;
    while i < 36 {
        faces[i].0 = (i / 6 + 1) as u8 * 10 + (i % 6 + 1) as u8;
        i += 1;
    }
    faces
}
