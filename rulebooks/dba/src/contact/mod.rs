//! Contact: moving into it, lining up, turning to face.
//!
//! To be read in this order: who may (`rules`), who is locked (`lock`), how a move ends against an enemy (`line_up`,
//! `door`), the contacts it has made (`made`), and who turns to face when movement is over (`facing`).

pub mod door;
pub mod facing;
pub mod line_up;
pub mod lock;
pub mod made;
pub mod rules;
