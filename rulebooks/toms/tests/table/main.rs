//! The rules exercised on small tables, the dice in a script.

mod ambush;
mod charges;
mod elephants;
mod fire;
mod flight;
mod house;
mod melee;
mod muster;
mod nerve;
mod small;
mod woods;
