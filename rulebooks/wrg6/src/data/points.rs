//! Points: what a body costs, and what its army scouts for.

use crate::data::tables::tables;
use crate::data::troop::{Class, Training, Troop};

/// What a body costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Each figure or model.
    pub per_figure: u32,
    /// The body as such.
    pub body: u32,
    /// Everything.
    pub total: u32,
}

/// What is paid for a thing named in the list of extras; nothing for what is not there.
pub fn extra(name: &str) -> Option<u32> {
    tables().points.extras.iter().find(|(key, _)| key == name).map(|(_, cost)| *cost)
}

/// What a body of these costs, with all its extras (`wrg6.points.cost`).
pub fn cost<'a>(
    troop: Troop,
    class: Class,
    training: Training,
    figures: u32,
    extras: impl IntoIterator<Item = &'a str>,
) -> Cost {
    let points = &tables().points;
    let basic = tables().troop(troop).points + points.class[training as usize][class as usize];
    let per_figure = basic + extras.into_iter().filter_map(extra).sum::<u32>();
    let body = points.body[training as usize];
    Cost { per_figure, body, total: body + figures * per_figure }
}

/// What figures scout for (`wrg6.setup.scouting`).
pub fn scouting(troop: Troop, figures: u32) -> u32 {
    use crate::data::troop::Spacing;
    match troop {
        Troop::LightCavalry | Troop::LightCamelry => 2 * figures,
        Troop::LightInfantry => figures,
        _ if troop.spacing() == Spacing::Mounted => figures,
        _ => 0,
    }
}

/// Who deploys after seeing the other: the first, the second or nobody.
pub fn sees_first(scouting: [u32; 2]) -> Option<usize> {
    let [a, b] = scouting;
    if a >= 2 * b && a > 0 {
        Some(0)
    } else if b >= 2 * a && b > 0 {
        Some(1)
    } else {
        None
    }
}
