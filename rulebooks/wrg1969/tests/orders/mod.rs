//! Orders, references, triggers, command, messengers, knowledge and the veil, on the table of the Medway.

mod command;
mod common;
mod fog;
mod legs;
mod obeyed;
mod references;
mod sheet;
