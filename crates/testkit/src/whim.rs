//! Commands nobody in their senses would give: what an umpire must refuse without harm.

use dice::Seeded;
use table::{Facing, Point, Pose};
use umpire::{Command, Field, OptionId, Step, UnitId};

/// Any command at all: units that may not exist, places off the table, paths that make no sense.
pub fn any_command(field: &Field, whims: &mut Seeded) -> Command {
    let w = whims;
    match w.below(9) {
        0 => Command::Done,
        1 => Command::Choose(OptionId(w.below(30) as u16)),
        2 => Command::Charge { unit: any_unit(field, w), target: any_unit(field, w) },
        3 => Command::Shoot((0..w.below(4)).map(|_| (any_unit(field, w), any_unit(field, w))).collect()),
        4 => Command::Swap((0..w.below(4)).map(|_| (any_unit(field, w), any_unit(field, w))).collect()),
        6 => Command::Sheet {
            lines: (0..w.below(4)).map(|_| (w.below(20) as u16, any_words(w))).collect(),
            picks: (0..w.below(4)).map(|_| (w.below(20) as u16, OptionId(w.below(8) as u16))).collect(),
        },
        5 => Command::Place((0..w.below(14)).map(|_| (any_unit(field, w), any_pose(w))).collect()),
        _ => Command::Move {
            manner: w.below(9) as u8,
            units: (0..1 + w.below(5)).map(|_| any_unit(field, w)).collect(),
            path: (0..w.below(4)).map(|_| any_step(w)).collect(),
        },
    }
}

fn any_words(w: &mut Seeded) -> String {
    const WORDS: [&str; 12] = [
        "attack",
        "the",
        "hill",
        "until",
        "within",
        "8",
        "then",
        "{",
        "hold",
        "signal",
        "\u{1f418}",
        "nearest",
    ];
    (0..w.below(8)).map(|_| WORDS[w.below(12) as usize]).collect::<Vec<_>>().join(" ")
}

fn any_unit(field: &Field, w: &mut Seeded) -> UnitId {
    UnitId(w.below(field.units().len() as u32 + 3) as u16)
}

fn any_length(w: &mut Seeded) -> i32 {
    match w.below(10) {
        0 => i32::MAX,
        1 => i32::MIN,
        2 => 0,
        _ => w.below(4_000_000) as i32 - 1_000_000,
    }
}

fn any_pose(w: &mut Seeded) -> Pose {
    Pose { at: Point { x: any_length(w), y: any_length(w) }, facing: any_facing(w) }
}

fn any_facing(w: &mut Seeded) -> Facing {
    Facing(w.below(16) << 28)
}

fn any_step(w: &mut Seeded) -> Step {
    match w.below(7) {
        0 => Step::To(any_pose(w)),
        1 => Step::Forward(any_length(w)),
        2 => Step::Back(any_length(w)),
        3 => Step::Shift(any_length(w)),
        4 => Step::WheelLeft(any_facing(w)),
        5 => Step::WheelRight(any_facing(w)),
        _ => Step::Turn(any_facing(w)),
    }
}
