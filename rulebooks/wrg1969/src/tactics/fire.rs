//! What a volley does on average.

use crate::fire_factors::{self, Volley};

/// The throws in which red is higher, the dice are equal, and black is higher, of thirty-six.
const THROWS: [(i8, f64); 3] = [(-1, 15.0), (0, 6.0), (1, 15.0)];

/// The men that a volley costs on average.
///
/// ```
/// use testudo_wrg1969::fire_factors::Volley;
/// use testudo_wrg1969::tactics::volley;
/// use testudo_wrg1969::troop::{Missile, Troop};
/// let at = |target| volley(&Volley::new(Missile::Sling, 10, target));
/// assert!(at(Troop::MediumCavalry) > at(Troop::LightCavalry));
/// assert!(at(Troop::LightCavalry) > at(Troop::SuperHeavyCavalry));
/// ```
pub fn volley(volley: &Volley) -> f64 {
    let before = fire_factors::factors(volley).total();
    let men = |random: i8| f64::from(fire_factors::hit(before, random, volley.figures).blow.men);
    THROWS.iter().map(|&(random, ways)| ways * men(random)).sum::<f64>() / 36.0
}
