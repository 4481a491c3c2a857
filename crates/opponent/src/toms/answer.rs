//! Answers to a charge.

use super::recruit::Thought;
use super::scene::{Scene, die};
use toms::api::board::Charge;
use toms::api::board::MM;
use toms::api::board::{Face, face};
use toms::api::charge;
use toms::api::charge::Answer;
use toms::api::data::tables;
use toms::api::play::Plan;
use umpire::{Command, OptionId};

/// The answer worth most in points.
pub fn reaction(scene: &Scene<'_>, charge: &Charge) -> Thought {
    let board = &scene.board;
    let options = charge::options(board, charge);
    let worth = |answer: Answer| worth(scene, charge, answer);
    let mut best = 0;
    for i in 1..options.len() {
        if worth(options[i]) > worth(options[best]) {
            best = i;
        }
    }
    thought(&options, best)
}

/// One of the answers.
pub fn thought(options: &[Answer], i: usize) -> Thought {
    Thought { command: Command::Choose(OptionId(i as u16)), plan: Plan::Answer(options[i]) }
}

fn worth(scene: &Scene<'_>, charge: &Charge, answer: Answer) -> f64 {
    let board = &scene.board;
    let (unit, charger) = (charge.target, charge.unit);
    let from = charge.start.at.vec() * (1.0 / MM);
    let struck = face(&board.rect(unit), from);
    let blow = |bonus: bool| scene.blow(unit, charger, bonus, Face::Front, struck == Face::Front);
    match answer {
        Answer::Nothing => 0.0,
        Answer::Fire => {
            let shot = scene.volley(unit, charger, false, charge.in_wood, Face::Front);
            scene.harm(charger, shot)
        }
        Answer::Counter => {
            let generals = board.generals_within(unit, tables().reaction.general);
            let fails = (0..generals).fold(1.0, |fails, _| fails * (1.0 - die(tables().reaction.counter)));
            (1.0 - fails) * (blow(true) - blow(false)) * scene.worth(charger)
        }
        Answer::Reform => {
            let (dice, number) = charge::reform_dice(Some(board.profile(unit)), board.men(unit), struck);
            let works = (0..dice).fold(1.0, |works, _| works * (1.0 - die(number)));
            let suffered =
                |face: Face| scene.harm(unit, scene.blow(charger, unit, !charge.woods, face, true));
            let more = scene.blow(unit, charger, false, Face::Front, true) - blow(false);
            works * (suffered(struck) - suffered(Face::Front) + more * scene.worth(charger))
        }
    }
}
