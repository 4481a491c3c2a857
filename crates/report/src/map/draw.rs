//! Paths of terrain and figures, line for line as the browser draws them.

use super::geometry::{Extent, centroid, inside};
use proto::WireFigure;
use table::Vec2;

/// A number to a hundredth, as short as it can be written.
pub fn n(value: f64) -> String {
    let hundredths = (value * 100.0).round();
    // No minus before a nought.
    let rounded = if hundredths == 0.0 { 0.0 } else { hundredths / 100.0 };
    rounded.to_string()
}

fn pt(p: Vec2) -> String {
    format!("{} {}", n(p.x), n(p.y))
}

fn lined(points: &[Vec2]) -> String {
    points.iter().map(|p| pt(*p)).collect::<Vec<_>>().join("L")
}

/// A straight-edged outline.
pub fn polygon(points: &[Vec2]) -> String {
    if points.is_empty() { String::new() } else { format!("M{}Z", lined(points)) }
}

/// An outline smoothed to the eye, its bulge held within a limit of the true line.
pub fn smooth(points: &[Vec2], limit: f64) -> String {
    curve(points, true, limit)
}

/// A line smoothed to the eye.
pub fn flow(points: &[Vec2]) -> String {
    curve(points, false, 4.0)
}

/// The four points that decide how a stretch of a line curves.
fn around(points: &[Vec2], i: usize, closed: bool) -> [Vec2; 4] {
    let count = points.len() as isize;
    [-1, 0, 1, 2].map(|by| {
        let at = i as isize + by;
        points[(if closed { at.rem_euclid(count) } else { at.clamp(0, count - 1) }) as usize]
    })
}

/// The control points of a stretch: Catmull-Rom with its bulge cut.
fn controls([p0, p1, p2, p3]: [Vec2; 4], limit: f64) -> (Vec2, Vec2) {
    let sixth = |a: Vec2, b: Vec2| Vec2::new((b.x - a.x) / 6.0, (b.y - a.y) / 6.0);
    (pull(p1, sixth(p0, p2), [p1, p2], limit), pull(p2, sixth(p3, p1), [p1, p2], limit))
}

fn curve(points: &[Vec2], closed: bool, limit: f64) -> String {
    let count = points.len();
    if count < 3 {
        return if count == 0 { String::new() } else { format!("M{}", lined(points)) };
    }
    let mut d = format!("M{}", pt(points[0]));
    for i in 0..(if closed { count } else { count - 1 }) {
        let stretch = around(points, i, closed);
        let (c1, c2) = controls(stretch, limit);
        d += &format!("C{} {} {}", pt(c1), pt(c2), pt(stretch[2]));
    }
    if closed { d + "Z" } else { d }
}

/// A control point, with its distance from the chord cut to what keeps the curve within the limit.
fn pull(from: Vec2, by: Vec2, [a, b]: [Vec2; 2], limit: f64) -> Vec2 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = Vec2::new(dx, dy).len();
    let length = if length == 0.0 { 1.0 } else { length };
    let off = (by.x * -dy + by.y * dx) / length;
    let most = limit / 0.75;
    let cut = off.clamp(-most, most) - off;
    Vec2::new(from.x + by.x + cut * -dy / length, from.y + by.y + cut * dx / length)
}

/// An outline drawn in towards a point.
pub fn shrink(points: &[Vec2], share: f64, to: Vec2) -> Vec<Vec2> {
    points.iter().map(|p| to.lerp(*p, share)).collect()
}

/// Numbers from 0 to 1 that are always the same for the same word.
pub struct Scatter(u32);

impl Scatter {
    /// The numbers of a word.
    pub fn of(word: &str) -> Self {
        let h = |h: u32, unit: u16| (h ^ u32::from(unit)).wrapping_mul(16_777_619);
        Scatter(word.encode_utf16().fold(2_166_136_261, h))
    }

    /// The next.
    pub fn next(&mut self) -> f64 {
        let mut h = (self.0 ^ (self.0 >> 15)).wrapping_mul(2_246_822_507);
        h = (h ^ (h >> 13)).wrapping_mul(3_266_489_909);
        self.0 = h ^ (h >> 16);
        f64::from(self.0) / 4_294_967_296.0
    }
}

/// Points of a closed outline at even distances, each with the direction inward.
fn along(points: &[Vec2], every: f64) -> Vec<(Vec2, Vec2)> {
    let middle = Extent::round(points).middle();
    let mut out = Vec::new();
    for (i, a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        let count = (a.distance(b) / every).round().max(1.0) as u32;
        for k in 0..count {
            let p = a.lerp(b, (f64::from(k) + 0.5) / f64::from(count));
            let far = p.distance(middle);
            let far = if far == 0.0 { 1.0 } else { far };
            out.push((p, Vec2::new((middle.x - p.x) / far, (middle.y - p.y) / far)));
        }
    }
    out
}

/// The smoothed outline as many points, for hachures and the like.
pub fn rounded(points: &[Vec2], limit: f64) -> Vec<Vec2> {
    const PIECES: u8 = 8;
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut out = Vec::new();
    for i in 0..points.len() {
        let stretch @ [_, p1, p2, _] = around(points, i, true);
        let (c1, c2) = controls(stretch, limit);
        for k in 0..PIECES {
            let t = f64::from(k) / f64::from(PIECES);
            let u = 1.0 - t;
            let mix = |p1: f64, c1: f64, c2: f64, p2: f64| {
                u * u * u * p1 + 3.0 * u * u * t * c1 + 3.0 * u * t * t * c2 + t * t * t * p2
            };
            out.push(Vec2::new(mix(p1.x, c1.x, c2.x, p2.x), mix(p1.y, c1.y, c2.y, p2.y)));
        }
    }
    out
}

/// Short strokes down a slope.
pub fn hachures(points: &[Vec2], every: f64, length: f64, word: &str) -> String {
    let mut random = Scatter::of(word);
    let stroke = |(p, inward): (Vec2, Vec2)| {
        let l = length * (0.75 + 0.5 * random.next());
        format!("M{}l{} {}", pt(p), n(inward.x * l), n(inward.y * l))
    };
    along(points, every).into_iter().map(stroke).collect()
}

/// Places scattered inside an outline, no two nearer than a distance; from north to south.
pub fn strewn(points: &[Vec2], spacing: f64, word: &str, most: usize) -> Vec<Vec2> {
    let mut random = Scatter::of(word);
    let around = Extent::round(points);
    let mut found: Vec<Vec2> = Vec::new();
    let tries = (around.width * around.height / (spacing * spacing) * 14.0).ceil().min(6000.0) as u32;
    let fits = shrink(points, 0.93, centroid(points));
    for _ in 0..tries {
        if found.len() >= most {
            break;
        }
        let x = around.x + random.next() * around.width;
        let p = Vec2::new(x, around.y + random.next() * around.height);
        if inside(&fits, p) && found.iter().all(|q| p.distance(*q) >= spacing) {
            found.push(p);
        }
    }
    found.sort_by(|a, b| a.y.total_cmp(&b.y));
    found
}

/// The crown of a tree.
pub fn crown(at: Vec2, r: f64) -> String {
    let s = |v: f64| n(v * r);
    let arc = |r: f64, x: f64, y: f64| format!("a{} {} 0 0 1 {} {}", s(r), s(r), s(x), s(y));
    format!(
        "M{} {}{}{}{}{}{}Z",
        n(at.x - r),
        n(at.y + 0.1 * r),
        arc(0.55, 0.45, -0.72),
        arc(0.55, 0.95, -0.05),
        arc(0.55, 0.5, 0.75),
        arc(0.55, -0.82, 0.64),
        arc(0.62, -1.08, -0.62),
    )
}

/// The shadow stroke of a crown.
pub fn shade(at: Vec2, r: f64) -> String {
    let s = |v: f64| n(v * r);
    let (x, y) = (n(at.x - 0.1 * r), n(at.y + 0.58 * r));
    format!("M{x} {y}a{} {} 0 0 0 {} {}", s(0.75), s(0.75), s(0.72), s(-0.66))
}

/// Pieces of an area's outline as ticks outward: palisades.
pub fn ticks(points: &[Vec2], every: f64, length: f64) -> String {
    let tick =
        |(p, inward): (Vec2, Vec2)| format!("M{}l{} {}", pt(p), n(-inward.x * length), n(-inward.y * length));
    along(points, every).into_iter().map(tick).collect()
}

/// A body of figures: its size, its files, and how many of which kind stand in it.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Its frontage.
    pub width: f64,
    /// Its depth.
    pub depth: f64,
    /// Its files.
    pub files: u16,
    /// Its figures.
    pub figures: u16,
    /// How they are drawn.
    pub kind: WireFigure,
    /// Whether it is seen from near by, with spears.
    pub near: bool,
}

/// Every figure of a body in its file and rank, front at the top, as one path.
pub fn figures(body: &Body) -> String {
    let wide = body.files.max(1);
    let ranks = body.figures.div_ceil(wide).max(1);
    let (fx, fy) = (body.width / f64::from(wide), body.depth / f64::from(ranks));
    let place = |i: u16| {
        let (file, rank) = (i % wide, i / wide);
        // A short last rank stands in the middle.
        let in_rank = wide.min(body.figures - rank * wide);
        let x = -body.width / 2.0 + (f64::from(file) + 0.5 + f64::from(wide - in_rank) / 2.0) * fx;
        Vec2::new(x, -body.depth / 2.0 + (f64::from(rank) + 0.5) * fy)
    };
    (0..body.figures).map(|i| man(place(i), [fx * 0.36, fy * 0.36], body)).collect()
}

fn man(Vec2 { x, y }: Vec2, [w, h]: [f64; 2], body: &Body) -> String {
    match body.kind {
        WireFigure::Foot => {
            let r = w.min(h) * 0.62;
            let long = n(w * 1.2);
            let shield = format!("M{} {}h{long}v{}h-{long}Z", n(x - w * 0.8), n(y - r * 1.5), n(r * 0.55));
            let spear = if body.near {
                let (high, thick) = (n(h * 2.0), n(w * 0.14));
                format!("M{} {}v{high}h{thick}v-{high}Z", n(x + w * 0.7), n(y - h * 1.2))
            } else {
                String::new()
            };
            ring(x, y, r) + &shield + &spear
        }
        WireFigure::Horse => {
            let (rx, ry) = (w * 0.55, h * 1.15);
            let (a, b, c) = (n(rx), n(ry), n(ry * 0.7));
            let body =
                format!("M{} {}q{a} {c} {a} {b}t-{a} {b}q-{a} -{c} -{a} -{b}t{a} -{b}Z", n(x), n(y - ry));
            body + &ring(x, y + ry * 0.1, rx * 0.42)
        }
        WireFigure::Model => {
            let (rx, ry) = (w, h * 1.1);
            let (a, b) = (n(rx * 0.7), n(ry * 0.6));
            let long = n(ry * 1.4);
            let body = format!("M{} {}v-{long}q0 -{b} {a} -{b}t{a} {b}v{long}Z", n(x - rx * 0.7), n(y + ry));
            body + &ring(x, y, rx * 0.35)
        }
    }
}

fn ring(x: f64, y: f64, r: f64) -> String {
    let (half, wide) = (n(r), n(2.0 * r));
    format!("M{} {}a{half} {half} 0 1 0 {wide} 0a{half} {half} 0 1 0 -{wide} 0Z", n(x - r), n(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_browser_writes_them() {
        assert_eq!([1.0, -0.001, 12.345, 0.5, -3.1].map(n), ["1", "0", "12.35", "0.5", "-3.1"]);
    }

    /// The figures are what `scatter("west wood")` gives in the browser.
    #[test]
    fn the_same_word_scatters_alike_here_and_in_the_browser() {
        let mut random = Scatter::of("west wood");
        let found = [0, 1, 2].map(|_| (random.next() * 1e6).floor());
        assert_eq!(found, [936_196.0, 473_150.0, 410_781.0]);
    }

    #[test]
    fn a_short_last_rank_stands_in_the_middle() {
        let body =
            Body { width: 30.0, depth: 20.0, files: 3, figures: 4, kind: WireFigure::Model, near: false };
        let d = figures(&body);
        assert_eq!(d.matches('M').count(), 8, "a body and a ring for each of four: {d}");
    }
}
