//! Doubts: what the words of an order could mean besides what was taken.

use crate::orders::language::Reading;
use crate::orders::order::{Ref, Verb};
use std::ops::Range;

/// Something spoken of in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Where.
    pub span: Range<usize>,
    /// What it was taken for.
    pub taken: Ref,
    /// Everything that the words would fit, if that is more than one thing.
    pub could: Vec<Ref>,
    /// Whether anything of the kind will do, so that there is no doubt.
    pub any: bool,
}

/// A doubt about a stretch of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Where it stands.
    pub span: Range<usize>,
    /// What it could mean.
    pub could: Vec<Ref>,
    /// Why it is doubtful.
    pub why: String,
}

/// What is doubtful about the words of an order.
pub fn doubts(readings: &[Reading], written: &str) -> Vec<Doubt> {
    let Some(first) = readings.first() else { return Vec::new() };
    let mut found: Vec<Doubt> = Vec::new();
    for mention in first.mentions.iter().filter(|m| m.could.len() > 1 && !m.any) {
        if found.iter().any(|d| d.span == mention.span) {
            continue;
        }
        let why = format!("{} things fit these words", mention.could.len());
        found.push(Doubt { span: mention.span.clone(), could: mention.could.clone(), why });
    }
    // A march in a direction that nothing ends leads off the table.
    let endless = first
        .order
        .legs
        .last()
        .filter(|leg| leg.verb == Verb::MoveDir && leg.until.is_empty() && leg.detail.distance.is_none());
    if let Some(bearing) = endless.and_then(|leg| leg.bearing) {
        let words = crate::orders::language::phrases::WINDS.get((bearing / 45_000) as usize);
        let lower = written.to_lowercase().replace('-', " ");
        let start = words.and_then(|w| lower.find(w).map(|i| i..i + w.len()));
        let span = start.unwrap_or(0..written.len());
        use crate::orders::order::Edge;
        let edges = [
            &[Edge::North][..],
            &[Edge::North, Edge::East],
            &[Edge::East],
            &[Edge::South, Edge::East],
            &[Edge::South],
            &[Edge::South, Edge::West],
            &[Edge::West],
            &[Edge::North, Edge::West],
        ];
        let could = edges[(bearing / 45_000) as usize % 8].iter().map(|e| Ref::Edge(*e)).collect();
        let why = "nothing ends this march: it leads off the table".to_owned();
        found.push(Doubt { span, could, why });
    }
    if readings.len() > 1 && found.is_empty() {
        let could =
            readings.iter().filter_map(|r| r.order.legs.first().and_then(|l| l.target.clone())).collect();
        let why = format!("this can be read in {} ways", readings.len());
        found.push(Doubt { span: 0..written.trim_end().len(), could, why });
    }
    found
}
