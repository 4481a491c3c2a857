//! Shooting, step 9.
//!
//! [`rules`] has ranges, figures that count and factors; [`resolve`] says who may shoot at whom, and shoots.

pub mod resolve;
pub mod rules;
