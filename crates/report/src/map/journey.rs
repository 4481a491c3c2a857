//! What happened between two moments: where units came from, and where they were lost.

use super::Pen;
use super::draw::{n, polygon};
use super::geometry::{Block, Extent};
use super::plates::Taken;
use table::Vec2;

/// The way a unit went.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Whose it is: red or blue.
    pub side: &'static str,
    /// Where it stood.
    pub from: Block,
    /// Where it went from there, place after place.
    pub through: Vec<Vec2>,
    /// In which turn it set out: the number on its way.
    pub number: u16,
}

/// A unit that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// Whose it was.
    pub side: &'static str,
    /// Where it stood last.
    pub at: Block,
    /// Words beside it: who, and when.
    pub words: String,
}

/// Ways shorter than this many pixels are not drawn.
const SHORT: f64 = 14.0;

fn ink(side: &str) -> &'static str {
    if side == "red" { "--red" } else { "--blue" }
}

/// Old places, under everyone.
pub fn places(pen: &mut Pen, ways: &[Way]) {
    let k = pen.k;
    for way in ways.iter().filter(|way| length(way) * k > SHORT) {
        let dashes = pen.dashes(&[5.0, 3.0]);
        pen.stroke(&polygon(&way.from.corners()), ink(way.side), 1.3, &format!("{dashes} opacity=\"0.75\""));
    }
}

fn length(way: &Way) -> f64 {
    let points: Vec<Vec2> = std::iter::once(way.from.at).chain(way.through.iter().copied()).collect();
    points.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// Arrows from old places to new, numbered once for each side and turn.
pub fn arrows(pen: &mut Pen, ways: &[Way], taken: &mut Taken) {
    let mut numbered: Vec<(&str, u16)> = Vec::new();
    let k = pen.k;
    for way in ways.iter().filter(|way| length(way) * k > SHORT) {
        let mut points = vec![way.from.at];
        points.extend(way.through.iter().copied().filter(|p| p.distance(way.from.at) > 1e-9));
        points.dedup_by(|a, b| a.distance(*b) * pen.k < 3.0);
        let [.., before, tip] = points[..] else { continue };
        let ink = ink(way.side);
        let (head, d) = (9.0 / pen.k, tip.distance(before).max(1e-9));
        let (ux, uy) = ((tip.x - before.x) / d, (tip.y - before.y) / d);
        if let Some(last) = points.last_mut() {
            // The shaft ends inside the head.
            *last = Vec2::new(tip.x - ux * head * 0.7, tip.y - uy * head * 0.7);
        }
        let line = super::draw::flow(&points);
        pen.stroke(&line, "--t-halo", 5.0, " opacity=\"0.8\"");
        pen.stroke(&line, ink, 2.2, "");
        let corner = |back: f64, out: f64| {
            format!("{} {}", n(tip.x - ux * back - uy * out), n(tip.y - uy * back + ux * out))
        };
        let barb = head * 0.48;
        pen.add(&format!(
            "<path d=\"M{} {}L{}L{}L{}Z\" fill=\"var({ink})\"/>",
            n(tip.x),
            n(tip.y),
            corner(head, barb),
            corner(head * 0.72, 0.0),
            corner(head, -barb)
        ));
        if way.number > 0 && !numbered.contains(&(way.side, way.number)) {
            numbered.push((way.side, way.number));
            number(pen, way, &points, taken);
        }
    }
}

/// A numbered disc on a way, near where it begins.
fn number(pen: &mut Pen, way: &Way, points: &[Vec2], taken: &mut Taken) {
    let at = points[0].lerp(points[1], 0.35);
    let (r, px) = (pen.px(8.5), pen.px(1.5));
    let ink = ink(way.side);
    pen.add(&format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{r}\" fill=\"var(--panel)\" stroke=\"var({ink})\" stroke-width=\"{px}\"/>",
        n(at.x),
        n(at.y)
    ));
    pen.words(Vec2::new(at.x, at.y + 4.0 / pen.k), 11.5, "--ink", "middle", &way.number.to_string());
    taken.add(Extent::about(at, 19.0 / pen.k, 19.0 / pen.k));
}

/// The lost: crossed outlines.
pub fn crosses(pen: &mut Pen, losses: &[Loss]) {
    for loss in losses {
        let [a, b, c, d] = loss.at.corners();
        let dashes = pen.dashes(&[5.0, 3.0]);
        let ink = ink(loss.side);
        pen.stroke(&polygon(&[a, b, c, d]), ink, 1.4, &dashes);
        let line = |p: Vec2, q: Vec2| format!("M{} {}L{} {}", n(p.x), n(p.y), n(q.x), n(q.y));
        pen.stroke(&(line(a, c) + &line(b, d)), ink, 1.6, "");
    }
}

/// Words beside the lost, as many as there is room for.
pub fn epitaphs(pen: &mut Pen, losses: &[Loss], view: &Extent, taken: &mut Taken) {
    for loss in losses {
        taken.add(loss.at.extent());
    }
    for loss in losses {
        let own = loss.at.extent();
        let (w, h) = ((loss.words.chars().count() as f64 * 6.1 + 14.0) / pen.k, 19.0 / pen.k);
        let (m, off) = (own.middle(), 5.0 / pen.k);
        let (side, up) = (own.width / 2.0 + w / 2.0 + off, own.height / 2.0 + h / 2.0 + off);
        let spots = [
            (0.0, -up),
            (0.0, up),
            (side, 0.0),
            (-side, 0.0),
            (side, -up),
            (-side, -up),
            (side, up),
            (-side, up),
        ];
        let boxes: Vec<Extent> = spots
            .iter()
            .map(|(x, y)| Extent::about(Vec2::new(m.x + x, m.y + y), w, h))
            .filter(|b| {
                b.x >= view.x
                    && b.y >= view.y
                    && b.x + b.width <= view.x + view.width
                    && b.y + b.height <= view.y + view.height
            })
            .collect();
        let Some((_, at)) = taken.place(boxes, &[]) else { continue };
        let (ink, px, r) = (ink(loss.side), pen.px(1.2), pen.px(3.0));
        pen.add(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{r}\" fill=\"var(--panel)\" \
             stroke=\"var({ink})\" stroke-width=\"{px}\"/>",
            n(at.x),
            n(at.y),
            n(at.width),
            n(at.height)
        ));
        let middle = at.middle();
        pen.words(Vec2::new(middle.x, middle.y + 4.2 / pen.k), 12.0, "--ink", "middle", &loss.words);
    }
}
