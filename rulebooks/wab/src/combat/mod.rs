//! Close combat.
//!
//! `rules` is one blow (hit, wound, save), `attacks` how many there are and when, `score` the result of a round. On the
//! table, in the order of play: `prepare` (weapons, challenges, aims), `contact_lines` (who touches whom), `fighters`
//! (everybody's blows), `resolve` (the round fought), `bonuses` (what each side adds to its wounds), `losses` (hits that
//! strike of themselves). `forecast` is a round seen ahead, with exact odds.

pub mod attacks;
pub mod bonuses;
pub mod contact_lines;
pub mod fighters;
pub mod forecast;
pub mod losses;
pub mod prepare;
pub mod resolve;
pub mod rules;
pub mod score;
