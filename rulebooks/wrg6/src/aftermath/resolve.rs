//! Step 5: routs, break-offs and evades, recoils, follow-ups and pursuits, in that order; then the line closes up.

use crate::Wrg6;
use crate::aftermath::{flight, off_table, pursuit, recoil};
use crate::board::contact;
use crate::board::state::Phase;
use crate::orders::riding;
use umpire::Cx;

/// Carries out everything that step 5 forces.
pub fn moves(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    pursuit::settle(book, phase, cx);
    flight::routs(book, phase, cx);
    flight::evades(book, phase, cx);
    recoil::recoils(book, phase, cx);
    pursuit::pursuits(book, phase, cx);
    contact::close_up(book, phase, cx);
    off_table::leave(book, phase, cx);
    riding::take_lone(book, phase, cx);
}
