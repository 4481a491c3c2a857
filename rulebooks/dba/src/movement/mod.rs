//! Movement: PIPs, tactical moves, zones of control, passing through friends.
//!
//! To be read in this order: rates and costs (`rules`), what a move costs in PIPs (`pips`), the manners of moving
//! (`manner`), groups and columns (`group`, `column`), a leg and a move under way (`leg`, `under_way`, `sweep`), what
//! limits it (`zone`, `passing`, `second_move`), how it is judged (`check`, `order`, `breakoff`) and what it then does
//! (`plan`, `resolve`, `place`).

pub mod breakoff;
pub mod check;
pub mod column;
pub mod group;
pub mod leg;
pub mod manner;
pub mod order;
pub mod passing;
pub mod pips;
pub mod place;
pub mod plan;
pub mod resolve;
pub mod rules;
pub mod second_move;
pub mod sweep;
pub mod under_way;
pub mod zone;
