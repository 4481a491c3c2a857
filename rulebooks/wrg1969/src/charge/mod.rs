//! The chapter "Charges": who may charge whom and by which course, how those charged answer, and the bonus stage in which
//! a charge is driven home. Charges are declared with the other intents (`movement::intent`).

pub mod answers;
pub mod bonus;
pub mod resolve;
pub mod through;
pub mod way;
