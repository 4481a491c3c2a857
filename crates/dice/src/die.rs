//! Dice as weighted faces.

/// A die: its name and its faces with their weights, lowest face first.
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
        let mut sum = 0;
        let mut i = 0;
        while i < self.faces.len() {
            sum += self.faces[i].1 as u32;
            i += 1;
        }
        sum
    }
}

/// The ordinary die.
pub static D6: Die = Die { name: "d6", faces: &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)] };
/// Half an ordinary die: 1 to 3.
pub static D3: Die = Die { name: "d3", faces: &[(1, 1), (2, 1), (3, 1)] };
/// The average die: 2, 3, 3, 4, 4, 5.
pub static AVERAGE: Die = Die { name: "average die", faces: &[(2, 1), (3, 2), (4, 2), (5, 1)] };
