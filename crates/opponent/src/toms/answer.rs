//! Answers to a charge.

use super::scene::Scene;
use toms::phase::Charge;
use toms::place::{Face, face};
use toms::react::{self, Answer};
use umpire::{Command, OptionId};

/// Shooters shoot, flanks turn, and others who have a general near counter-charge.
pub fn reaction(scene: &Scene<'_>, charge: &Charge) -> Command {
    let board = &scene.board;
    let options = react::options(board, charge);
    let from = charge.start.at.vec() * (1.0 / toms::board::MM);
    let struck = face(&board.rect(charge.target), from);
    let shot = scene.volley(charge.target, charge.unit, false, charge.in_wood, Face::Front);
    let plain = scene.blow(charge.target, charge.unit, false, Face::Front, struck == Face::Front);
    let gain = scene.blow(charge.target, charge.unit, true, Face::Front, struck == Face::Front) - plain;
    let worth = |answer: &Answer| match answer {
        Answer::Nothing => 0.0,
        Answer::Fire => shot,
        Answer::Counter => gain * 0.6,
        Answer::Reform => plain.max(1.0) + 2.0,
    };
    let best = (0..options.len()).rev().max_by(|&a, &b| worth(&options[a]).total_cmp(&worth(&options[b])));
    Command::Choose(OptionId(best.unwrap_or(0) as u16))
}
