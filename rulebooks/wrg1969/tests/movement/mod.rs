//! Movement on small tables, rule by rule.

mod answers;
mod bonus_point;
mod charges;
mod forced;
mod lines;
mod marches;
mod measures;
mod medway;
mod owners;
mod parts;
mod table_of;
mod waiting;
