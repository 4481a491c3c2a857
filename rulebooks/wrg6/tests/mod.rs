//! Scenes and cases that hold the book to its rules.

mod aftermath;
mod answers;
mod battle;
mod beaten;
mod commanding;
mod exceptions;
mod factors;
mod fighting;
mod house;
mod house_scenes;
mod lines;
mod mended;
mod moving;
mod occasions;
mod reacting;
mod reasons;
mod rules;
mod running;
mod secrets;
mod setting_up;
mod shots;
mod small;
mod striking;
mod table;
mod vectors;
