//! Moves drawn on the table: the words they stand for on the sheet, and where what is written leads.

use crate::board::Board;
use crate::movement::written::{Doing, judge};
use table::{Facing, Point, Pose};
use umpire::{Drawn, Step, UnitId};

/// The words of a drawn way behind those that are written already, cut to what the body may do:
/// `wheel left 20, ahead 60` (`wrg6.move.normal`).
pub fn words(board: Board<'_>, id: UnitId, way: Drawn<'_>) -> Option<String> {
    // What cannot be done as it is written has nowhere to go on from.
    let before = if ends(board, id, way.after).is_some() { way.after.trim() } else { "" };
    let mut legs: Vec<(&'static str, f64)> = way.path.iter().filter_map(leg).collect();
    // What is too far is cut from the end until the body can do it, or nothing is left.
    while let Some((_, much)) = legs.last().copied() {
        if !too_far(board, id, before, &legs) {
            break;
        }
        let (mut fits, mut over) = (0.0, much);
        while over - fits > 1.0 {
            let middle = f64::midpoint(fits, over).floor();
            if let Some(last) = legs.last_mut() {
                last.1 = middle;
            }
            if too_far(board, id, before, &legs) {
                over = middle;
            } else {
                fits = middle;
            }
        }
        if let Some(last) = legs.last_mut() {
            last.1 = fits;
        }
        if fits < 1.0 {
            legs.pop();
        }
    }
    behind(before, &legs)
}

/// Whether a body has too little of its move for these legs behind what is written.
fn too_far(board: Board<'_>, id: UnitId, before: &str, legs: &[(&'static str, f64)]) -> bool {
    let Some(words) = behind(before, legs) else { return false };
    let Err(reasons) = judge(board, id, &words) else { return false };
    reasons.iter().any(|r| r.needs.zip(r.has).is_some_and(|(needs, has)| needs.amount > has.amount))
}

/// Legs put behind what is written; one that goes on as the last did is added to it.
fn behind(before: &str, legs: &[(&'static str, f64)]) -> Option<String> {
    let Some((verb, much)) = legs.first() else { return Some(before.to_owned()).filter(|b| !b.is_empty()) };
    let (front, last) = before.rsplit_once(',').map_or(("", before), |(front, last)| (front, last.trim()));
    let same = last.strip_prefix(verb).and_then(|rest| rest.trim().parse::<f64>().ok());
    let (front, first) = match same {
        Some(was) => (front, (*verb, was + much)),
        None => (before, (*verb, *much)),
    };
    let legs: Vec<_> = std::iter::once(first).chain(legs[1..].iter().copied()).collect();
    let told = written(&legs)?;
    Some(if front.is_empty() { told } else { format!("{front}, {told}") })
}

fn written(legs: &[(&'static str, f64)]) -> Option<String> {
    let told = |(verb, much): &(&'static str, f64)| match verb.strip_prefix("turn") {
        Some(_) => (*verb).to_owned(),
        None => format!("{verb} {much}"),
    };
    (!legs.is_empty()).then(|| legs.iter().map(told).collect::<Vec<_>>().join(", "))
}

/// A step as a leg of the sheet, in whole paces and degrees; nothing if it is less than one.
fn leg(step: &Step) -> Option<(&'static str, f64)> {
    let paces = |grid: i32| (f64::from(grid).abs() / Point::PER_MM).round();
    let degrees = |a: Facing| a.to_degrees().round();
    let (verb, much) = match *step {
        Step::Forward(d) => ("ahead", paces(d)),
        Step::Back(d) => ("back", paces(d)),
        Step::Shift(d) if d < 0 => ("shift left", paces(d)),
        Step::Shift(d) => ("shift right", paces(d)),
        Step::WheelLeft(a) => ("wheel left", degrees(a)),
        Step::WheelRight(a) => ("wheel right", degrees(a)),
        Step::Turn(a) => match Facing::NORTH.turn_to(a) {
            t if t.abs() > 135.0 => ("turn about", 180.0),
            t if t < 0.0 => ("turn left", 90.0),
            _ => ("turn right", 90.0),
        },
        Step::To(_) => return None,
    };
    (much >= 1.0).then_some((verb, much))
}

/// Where what is written for a body leads: the ends of its legs; nothing if it goes nowhere or may not.
pub fn ends(board: Board<'_>, id: UnitId, text: &str) -> Option<Vec<Pose>> {
    match judge(board, id, text).ok()? {
        Doing::Go { way, .. } => Some(way.ends().collect()).filter(|ends: &Vec<Pose>| !ends.is_empty()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_drawn_later_goes_on_from_what_is_written() {
        let ahead = [("ahead", 20.0)];
        assert_eq!(behind("", &ahead).as_deref(), Some("ahead 20"));
        assert_eq!(behind("ahead 60", &ahead).as_deref(), Some("ahead 80"));
        assert_eq!(behind("wheel left 20, ahead 60", &ahead).as_deref(), Some("wheel left 20, ahead 80"));
        let turned = [("wheel right", 10.0), ("ahead", 5.0)];
        assert_eq!(behind("ahead 60", &turned).as_deref(), Some("ahead 60, wheel right 10, ahead 5"));
        assert_eq!(behind("ahead 60", &[]).as_deref(), Some("ahead 60"));
        assert_eq!(behind("", &[]), None);
    }

    #[test]
    fn a_drawn_way_is_written_in_whole_paces_and_degrees() {
        let mm = |paces: f64| (paces * Point::PER_MM) as i32;
        let path =
            [Step::WheelLeft(Facing::degrees(19.7)), Step::Forward(mm(60.2)), Step::Turn(Facing::SOUTH)];
        let legs: Vec<_> = path.iter().filter_map(leg).collect();
        assert_eq!(written(&legs).as_deref(), Some("wheel left 20, ahead 60, turn about"));
        assert_eq!(leg(&Step::Forward(mm(0.2))), None);
        assert_eq!(leg(&Step::Shift(mm(-12.0))), Some(("shift left", 12.0)));
        assert_eq!(written(&[]), None);
    }
}
