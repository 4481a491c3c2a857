//! The ground, the features on it and the camps.

use super::Pen;
use super::draw::{
    Scatter, crown, flow, hachures, n, polygon, rounded, shade, shrink, smooth, strewn, ticks,
};
use super::geometry::{Extent, centroid, flip};
use crate::escape;
use proto::{Scene, WireSite, WireTerrain};
use table::Vec2;

/// The order in which features are laid over each other.
const ORDER: [&str; 12] = [
    "hill",
    "steep_hill",
    "rough",
    "dunes",
    "marsh",
    "oasis",
    "village",
    "woods",
    "river",
    "stream",
    "waterway",
    "road",
];

/// A feature as it is drawn.
struct Feature<'a> {
    of: &'a WireTerrain,
    points: Vec<Vec2>,
    crest: Vec<Vec2>,
}

/// Paper, grid, features and camps.
pub fn ground(pen: &mut Pen, scene: &Scene) {
    let (width, depth) = (scene.table.width, scene.table.depth);
    let paper = pen.url("paper");
    pen.add(&format!("<rect width=\"{}\" height=\"{}\" fill=\"{paper}\"/>", n(width), n(depth)));
    let step = scene.table.step * scene.table.unit_mm * 3.0;
    let lines = |to: f64| (1..).map(move |i| f64::from(i) * step).take_while(move |at| *at < to - 1.0);
    let down: String = lines(width).map(|x| format!("M{} 0V{}", n(x), n(depth))).collect();
    let across: String = lines(depth).map(|y| format!("M0 {}H{}", n(y), n(width))).collect();
    pen.stroke(&(down + &across), "--t-grid", 1.2, "");
    for feature in features(scene) {
        draw(pen, &feature);
    }
    for site in &scene.sites {
        camp(pen, site, depth);
    }
}

/// The names of the features, above everything that lies on the ground.
pub fn names(pen: &mut Pen, scene: &Scene, view: &Extent) {
    for feature in features(scene) {
        let t = feature.of;
        let at = name_at(&feature, pen.k);
        let half = t.name.chars().count() as f64 * 3.4 / pen.k;
        let within = |v: f64, low: f64, high: f64| {
            if low < high { v.clamp(low, high) } else { f64::midpoint(low, high) }
        };
        let x = within(at.x, view.x + half, view.x + view.width - half);
        let inside = x == at.x && at.y > view.y && at.y < view.y + view.height;
        let seen = Extent::round(&feature.points).overlap(&view.grown(-8.0 / pen.k)) > 0.0;
        if !inside && !seen {
            continue;
        }
        let y = within(at.y, view.y + 16.0 / pen.k, view.y + view.height - 6.0 / pen.k);
        let wet = matches!(t.drawing, "river" | "stream" | "waterway");
        let ink = if wet { "--t-water-ink" } else { "--t-ink-2" };
        pen.label(Vec2::new(x, y), 14.0, ink, &t.name);
    }
}

fn features(scene: &Scene) -> Vec<Feature<'_>> {
    let depth = scene.table.depth;
    let turned = |points: &[(f64, f64)]| points.iter().map(|p| flip(*p, depth)).collect();
    let mut all: Vec<Feature<'_>> = scene
        .table
        .terrain
        .iter()
        .map(|of| Feature { of, points: turned(&of.points), crest: turned(&of.crest) })
        .collect();
    all.sort_by_key(|f| ORDER.iter().position(|d| *d == f.of.drawing).unwrap_or(ORDER.len()));
    all
}

fn draw(pen: &mut Pen, feature: &Feature<'_>) {
    match feature.of.width {
        Some(width) => band(pen, feature, width),
        None => area(pen, feature),
    }
}

/// Roads, rivers, walls and the like.
fn band(pen: &mut Pen, feature: &Feature<'_>, width: f64) {
    let d = flow(&feature.points);
    let px = |v: f64| v / pen.k;
    let line = |ink: &str, width: f64, more: &str| {
        format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"var({ink})\" stroke-width=\"{}\" stroke-linejoin=\"round\"{more}/>",
            n(width)
        )
    };
    let round = " stroke-linecap=\"round\"";
    let dashes = |on: f64, off: f64| format!(" stroke-dasharray=\"{} {}\"", n(on), n(off));
    let drawn = match feature.of.drawing {
        "road" => line("--t-road-ink", width + px(2.4), "") + &line("--t-road", width, ""),
        "river" | "waterway" => {
            let current = dashes(width, width * 1.7) + " opacity=\"0.55\"";
            line("--t-water-ink", width + px(3.0), round)
                + &line("--t-water", width, round)
                + &line("--t-water-ink", px(1.0), &current)
        }
        "stream" => line("--t-water-ink", px(7.0), round) + &line("--t-water", px(5.0), round),
        "wall" => line("--t-town-ink", width.max(px(4.0)), ""),
        "hedge" => line("--t-wood-ink", width.max(px(5.0)), &(dashes(0.0, px(6.0)) + round)),
        _ => line("--t-town-ink", width.max(px(4.0)), &dashes(px(4.0), px(3.0))),
    };
    pen.add(&drawn);
}

/// Hills, woods, marshes and the like.
fn area(pen: &mut Pen, feature: &Feature<'_>) {
    let Feature { of: t, points, .. } = feature;
    let outline = smooth(points, 6.0);
    match t.drawing {
        "hill" | "steep_hill" => hill(pen, feature, t.drawing == "steep_hill"),
        "woods" => {
            pen.area(&outline, "--t-wood", "--t-wood-ink", 1.6, &[2.0, 4.0]);
            let trees = strewn(points, 8.4, &t.id, 400);
            let size = |i: usize| 4.0 + ((i * 5) % 3) as f64 * 0.6;
            let each = |tree: fn(Vec2, f64) -> String| -> String {
                trees.iter().enumerate().map(|(i, p)| tree(*p, size(i))).collect()
            };
            let (crowns, shades) = (each(crown), each(shade));
            pen.area(&crowns, "--t-wood-2", "--t-wood-ink", 0.9, &[]);
            pen.stroke(&shades, "--t-wood-ink", 1.2, " opacity=\"0.75\"");
        }
        "marsh" => {
            pen.area(&outline, "--t-marsh", "--t-marsh-ink", 1.3, &[8.0, 4.0]);
            let tufts: String = strewn(points, 12.0, &t.id, 400).into_iter().map(reeds).collect();
            pen.stroke(&tufts, "--t-marsh-ink", 1.1, "");
        }
        "oasis" => {
            pen.area(&outline, "--t-wood", "--t-wood-ink", 1.6, &[2.0, 4.0]);
            let pool = smooth(&shrink(points, 0.36, centroid(points)), 4.0);
            pen.area(&pool, "--t-water", "--t-water-ink", 1.3, &[]);
            let trees: String = strewn(points, 13.0, &t.id, 400).into_iter().map(|p| crown(p, 4.4)).collect();
            pen.area(&trees, "--t-wood-2", "--t-wood-ink", 0.9, &[]);
        }
        "dunes" => {
            pen.area(&outline, "--t-rough", "--t-rough-ink", 1.3, &[6.0, 4.0]);
            let dune = |p: Vec2| format!("M{} {}q5 -5.5 10 0q-5 -2.4 -10 0Z", n(p.x - 5.0), n(p.y));
            let dunes: String = strewn(points, 13.0, &t.id, 400).into_iter().map(dune).collect();
            pen.area(&dunes, "--t-paper-2", "--t-rough-ink", 1.1, &[]);
        }
        "village" => {
            pen.area(&outline, "--t-field", "--t-town-ink", 1.2, &[8.0, 4.0]);
            for (i, at) in (0..).zip(strewn(points, 20.0, &t.id, 14)) {
                roof(pen, at, i);
            }
        }
        "water" | "waterway" => pen.area(&outline, "--t-water", "--t-water-ink", 1.3, &[]),
        _ => {
            pen.area(&outline, "--t-rough", "--t-rough-ink", 1.3, &[6.0, 4.0]);
            let tufts: String =
                strewn(points, 11.0, &t.id, 400).into_iter().map(|p| stones(p, &t.id)).collect();
            pen.area(&tufts, "--t-paper-2", "--t-rough-ink", 1.1, &[]);
        }
    }
}

fn hill(pen: &mut Pen, Feature { of, points, crest }: &Feature<'_>, steep: bool) {
    let to = centroid(if crest.is_empty() { points } else { crest });
    let ring = rounded(points, 6.0);
    let every = if steep { 2.6 } else { 3.8 };
    let slope = |pen: &mut Pen, ring: &[Vec2], length: f64, word: &str| {
        let strokes = hachures(ring, every, length, word);
        pen.stroke(&strokes, "--t-contour", 0.9, " opacity=\"0.62\"");
    };
    pen.area(&smooth(points, 6.0), "--t-hill", "--t-contour", 1.4, &[]);
    slope(pen, &ring, if steep { 9.0 } else { 6.0 }, &of.id);
    pen.area(&smooth(&shrink(points, 0.68, to), 6.0), "--t-hill-2", "--t-contour", 1.4, &[]);
    slope(pen, &shrink(&ring, 0.68, to), if steep { 7.5 } else { 5.0 }, &format!("{}b", of.id));
    pen.area(&smooth(&shrink(points, 0.38, to), 6.0), "--t-hill-3", "--t-contour", 1.4, &[]);
    if steep {
        slope(pen, &shrink(&ring, 0.38, to), 6.0, &format!("{}c", of.id));
    }
}

fn reeds(Vec2 { x, y }: Vec2) -> String {
    format!(
        "M{} {y}h9.2M{x} {}v-5.5M{} {}l-1.6 -4.2M{} {}l1.6 -4.2",
        n(x - 4.6),
        n(y - 1.0),
        n(x - 2.2),
        n(y - 1.0),
        n(x + 2.2),
        n(y - 1.0),
        x = n(x),
        y = n(y),
    )
}

fn stones(at: Vec2, word: &str) -> String {
    let mut random = Scatter::of(&format!("{word}{}", n(at.x)));
    let r = 2.2 + random.next() * 1.4;
    if random.next() < 0.6 {
        let start = format!("M{} {}", n(at.x - r), n(at.y + r * 0.6));
        let leg = |x: f64, y: f64| format!("l{} {}", n(r * x), n(r * y));
        start + &leg(0.5, -1.3) + &leg(0.8, -0.1) + &leg(0.7, 1.4) + "Z"
    } else {
        let (from, tip) = (format!("M{} {}", n(at.x), n(at.y)), n(r * 0.6));
        let high = n(r * 1.2);
        format!("{from}l-{tip} -{high}{from}v-{}{from}l{tip} -{high}", n(r * 1.6))
    }
}

fn roof(pen: &mut Pen, at: Vec2, i: u16) {
    let (w, h) = (f64::from(14 + (i * 7) % 5), f64::from(8 + (i * 3) % 3));
    let turn = i32::from((i * 37) % 60) - 30;
    let (x, y, px) = (n(at.x), n(at.y), n(1.2 / pen.k));
    pen.add(&format!(
        "<g transform=\"translate({x} {y}) rotate({turn})\" stroke=\"var(--t-town-ink)\" stroke-width=\"{px}\">\
         <rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{h}\" fill=\"var(--t-town)\"/><path d=\"M{} 0H{}\"/></g>",
        -w / 2.0,
        -h / 2.0,
        -w / 2.0,
        w / 2.0
    ));
}

fn camp(pen: &mut Pen, site: &WireSite, depth: f64) {
    let points: Vec<Vec2> = site.outline.iter().map(|p| flip(*p, depth)).collect();
    let around = Extent::round(&points);
    pen.add(&format!("<g><title>{}</title>", escape(&format!("{}: {}", site.label, site.state))));
    let ink = if site.side == "red" { "--red-2" } else { "--blue" };
    pen.area(&polygon(&points), "--t-field", ink, 1.8, &[]);
    pen.stroke(&ticks(&points, 4.0, 2.6), ink, 1.2, "");
    let size = around.width.min(around.height) * 0.52;
    let places: &[f64] = if around.width > around.height * 1.6 { &[-1.0, 1.0] } else { &[0.0] };
    for i in places {
        let at = around.middle();
        pen.sign("camp", Vec2::new(at.x + i * size * 0.75, at.y), size, ink);
    }
    pen.add("</g>");
}

/// The point of a line so much of the way along it.
fn part_way(points: &[Vec2], share: f64) -> Vec2 {
    let legs = || points.windows(2).map(|leg| (leg[0], leg[1]));
    let mut left = share * legs().map(|(a, b)| a.distance(b)).sum::<f64>();
    for (a, b) in legs() {
        let length = a.distance(b);
        if left <= length && length > 0.0 {
            return a.lerp(b, left / length);
        }
        left -= length;
    }
    points.first().copied().unwrap_or(Vec2::new(0.0, 0.0))
}

fn name_at(feature: &Feature<'_>, k: f64) -> Vec2 {
    let around = Extent::round(&feature.points);
    match feature.of.width {
        Some(_) if around.width.max(around.height) * k < 90.0 => {
            Vec2::new(around.middle().x + 34.0 / k, around.middle().y + 22.0 / k)
        }
        Some(_) => part_way(&feature.points, if feature.of.drawing == "road" { 0.64 } else { 0.3 }),
        None => Vec2::new(around.middle().x, around.y - 6.0 / k),
    }
}
