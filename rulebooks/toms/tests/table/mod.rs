//! The rules exercised on small tables, the dice in a script.

mod ambush;
mod ballista;
mod berserk;
mod charges;
mod contact;
mod elephants;
mod fire;
mod flight;
mod house;
mod lining_up;
mod melee;
mod moves;
mod muster;
mod nerve;
mod reactions;
mod shooting;
mod small;
mod victory;
mod woods;
