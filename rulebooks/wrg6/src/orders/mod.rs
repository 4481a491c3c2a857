//! Orders and generals, step 8 and before the battle.
//!
//! [`order`] is the code of an order, [`objective`] what it makes for; [`sheet`] is what each side fills in unseen, in
//! every step. [`generals`] has their arithmetic, [`riding`] their own moves, [`duel`] personal combat.

pub mod duel;
pub mod generals;
pub mod objective;
pub mod order;
pub mod riding;
pub mod sheet;
