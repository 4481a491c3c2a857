//! Charges: the chapters "Charging" and "Answers to a charge".
//!
//! `way` judges a charge, `rules` says how a charged unit may answer and with what dice, `answers` carries an answer
//! out, `resolve` drives the charge home.

pub mod answers;
pub mod resolve;
pub mod rules;
pub mod way;
