//! From random words to faces, by a stable rule of our own.

use crate::Die;

/// A number below `n`, each equally likely; 0 when `n` is 0.
///
/// Lemire's method: the multiplication maps 2^32 words onto n; the few that would make some results likelier are
/// drawn again.
pub(crate) fn below(n: u32, mut word: impl FnMut() -> u32) -> u32 {
    if n == 0 {
        return 0;
    }
    let reject = n.wrapping_neg() % n;
    loop {
        let product = u64::from(word()) * u64::from(n);
        if product as u32 >= reject {
            return (product >> 32) as u32;
        }
    }
}

/// The face of a die at a number below its sides.
pub(crate) fn face(die: &Die, mut at: u32) -> u8 {
    for &(face, weight) in die.faces {
        if at < u32::from(weight) {
            return face;
        }
        at -= u32::from(weight);
    }
    unreachable!("a number below the sides falls on a face")
}
