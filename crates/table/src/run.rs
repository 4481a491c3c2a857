//! Straight runs: recoil, flight, pursuit and pushes.
//!
//! Here every obstacle of a run is given as the [`Span`] over which the runner would overlap it, so that runs
//! can be asked about any mixture of bases, camps and ground without a list being built.

use crate::{Band, Convex, Polygon, Rect, Shape, Solid, Span, Vec2, span};

/// The unit vector from one point away through another; none if they coincide.
///
/// ```
/// use testudo_table::{Vec2, away_from};
/// let away = away_from(Vec2::new(0.0, 30.0), Vec2::new(0.0, 10.0));
/// assert_eq!(away, Some(Vec2::new(0.0, -1.0)));
/// ```
pub fn away_from(threat: Vec2, own: Vec2) -> Option<Vec2> {
    let d = own - threat;
    let length = d.len();
    (length > 0.0).then(|| d * (1.0 / length))
}

/// How far a run goes, at most `length`, before it enters one of the spans; a span already entered at the
/// start stops it at 0.
///
/// ```
/// use testudo_table::{Facing, Rect, Vec2, free_run, span};
/// let base = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 10.0);
/// let others = [30.0, 20.0].map(|y| Rect::new(Vec2::new(0.0, y), Facing::NORTH, 40.0, 10.0));
/// let run = free_run(100.0, others.iter().filter_map(|o| span(&base, base.ahead, o, 0.0)));
/// assert_eq!(run, 10.0);
/// ```
pub fn free_run(length: f64, spans: impl IntoIterator<Item = Span>) -> f64 {
    let ahead = spans.into_iter().filter(|s| s.leave > 0.0);
    ahead.fold(length, |run, s| run.min(s.enter.max(0.0)))
}

/// The least distance, not under `least`, at which a run may stop in none of the spans.
pub fn first_stop<I: Iterator<Item = Span> + Clone>(least: f64, spans: I) -> f64 {
    let mut at = least;
    // Each step leaves one span for good, so this ends.
    while let Some(held) = spans.clone().find(|s| s.enter < at && at < s.leave) {
        at = held.leave;
    }
    at
}

/// The greatest distance, from 0 to `most`, at which a run may stop in none of the spans; none if there is none.
pub fn last_stop<I: Iterator<Item = Span> + Clone>(most: f64, spans: I) -> Option<f64> {
    let mut at = most;
    while let Some(held) = spans.clone().find(|s| s.enter < at && at < s.leave) {
        if held.enter < 0.0 {
            return None;
        }
        at = held.enter;
    }
    Some(at)
}

/// The least move straight in a direction after which a footprint overlaps none of several shapes: see
/// [`first_stop`].
///
/// ```
/// use testudo_table::{Facing, Rect, Vec2, clear_of};
/// let base = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 10.0);
/// let others = [5.0, 80.0].map(|y| Rect::new(Vec2::new(0.0, y), Facing::NORTH, 40.0, 10.0));
/// assert_eq!(clear_of(&base, base.ahead, &others, 0.0), 15.0, "those farther on are not in the way");
/// ```
pub fn clear_of<S: Solid>(base: &Rect, direction: Vec2, others: &[S], slack: f64) -> f64 {
    first_stop(0.0, others.iter().filter_map(|o| span(base, direction, o, slack)))
}

/// How far a footprint goes in a direction (of unit length) before it reaches deeper than `slack` into a piece
/// of ground; none if it does not within `length`, and 0 if it does from the start.
pub fn cast_to_shape(base: &Rect, direction: Vec2, length: f64, shape: &Shape, slack: f64) -> Option<f64> {
    let path = crate::swept(base, direction * length);
    if !shape.bounds().meets(&path.bounds()) {
        return None;
    }
    match shape {
        Shape::Area(area) => cast_to_polygon(base, direction, length, area, slack),
        Shape::Band(band) => cast_to_band(base, direction, length, band, slack),
    }
}

fn cast_to_polygon(base: &Rect, direction: Vec2, length: f64, area: &Polygon, slack: f64) -> Option<f64> {
    if area.contains(base.centre) {
        return Some(0.0);
    }
    let edges = area.edges().filter_map(|e| crate::cast(base, direction, length, &Convex::segment(e), slack));
    edges.reduce(f64::min)
}

fn cast_to_band(base: &Rect, direction: Vec2, length: f64, band: &Band, slack: f64) -> Option<f64> {
    let reach = band.width() / 2.0 - slack;
    // The path only grows with the run, so where it first comes near can be found by halving.
    let near = |run: f64| band.distance_to_line(&crate::swept(base, direction * run)) < reach;
    if !near(length) {
        return None;
    }
    let (mut free, mut met) = (0.0, length);
    if near(free) {
        return Some(free);
    }
    for _ in 0..40 {
        let middle = (free + met) / 2.0;
        if near(middle) {
            met = middle;
        } else {
            free = middle;
        }
    }
    Some(free)
}
