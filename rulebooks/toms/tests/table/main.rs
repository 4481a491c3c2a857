//! The rules exercised on small tables, the dice in a script.

mod ambush;
mod charges;
mod elephants;
mod fire;
mod flight;
mod nerve;
mod small;
