//! The manners of moving, by number.

use crate::rule;
use umpire::Manner;

/// A single element goes anywhere.
pub const SINGLE: u8 = 0;

/// A group moves as a block.
pub const GROUP: u8 = 1;

/// A column follows its leader.
pub const COLUMN: u8 = 2;

/// A line becomes a column.
pub const FORM_COLUMN: u8 = 3;

/// An element in front contact goes straight back.
pub const BREAK_OFF: u8 = 4;

/// An element goes into a camp.
pub const ENTER_CAMP: u8 = 5;

/// An element comes out of a camp.
pub const LEAVE_CAMP: u8 = 6;

/// The ways of moving, by number.
pub const MANNERS: &[Manner] = &[
    Manner::new("single", "Move one element", rule::MOVE_SINGLE),
    Manner::new("group", "Move a group", rule::MOVE_GROUP),
    Manner::new("column", "March a column", rule::MOVE_COLUMN),
    Manner::new("form_column", "Form a column", rule::MOVE_COLUMN),
    Manner::new("break_off", "Break off", rule::MOVE_BREAKOFF),
    Manner::new("enter_camp", "Enter a camp", rule::CAMP_ENTER),
    Manner::new("leave_camp", "Leave a camp", rule::CAMP_ENTER),
];
