//! Shooting, fighting, running and testing on small tables with dice that are given.

mod after;
mod cases;
mod common;
mod disorder;
mod factors;
mod fire;
mod house;
mod melee;
mod pursuit;
mod react;
mod results;
mod rout;
mod shots;
mod victory;
