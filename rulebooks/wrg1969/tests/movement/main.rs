//! Movement on small tables, rule by rule.

mod answers;
mod charges;
mod forced;
mod marches;
mod medway;
mod table_of;
