//! Setting up: from the roll for invader to the first bound.
//!
//! To be read in this order: the steps of the book (`steps`), a base edge (`home`), the terrain that the defender lays
//! (`choice`) or the umpire draws (`map`), camps, and deployment with its exchanges (`deploy`).

pub mod camp;
pub mod choice;
pub mod deploy;
pub mod home;
pub mod map;
pub mod steps;
