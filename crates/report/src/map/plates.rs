//! Names beside units, each where it covers least: plates of bodies of figures, and in italics those of elements.

use super::Pen;
use super::draw::n;
use super::geometry::{Block, Extent};
use proto::{Scene, WireUnit};
use table::Vec2;

/// Units of fewer pixels are seen from afar: only their labels are told, and none of the smallest.
pub const FAR: f64 = 34.0;
const LEAST: f64 = 12.0;
/// Half the height of a plate, and how far it is from the edge of the unit, in pixels.
const HALF: f64 = 8.5;
const OFF: f64 = 4.5;

/// Where a name may stand: behind a unit first, then before it, then beside it.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Above,
    Below,
    Left,
    Right,
}

fn ways(block: &Block) -> [Way; 4] {
    let a = block.ahead();
    let level = if a.x > 0.0 { [Way::Left, Way::Right] } else { [Way::Right, Way::Left] };
    let upright = if a.y < 0.0 { [Way::Below, Way::Above] } else { [Way::Above, Way::Below] };
    if a.y.abs() > 0.38 {
        [upright[0], upright[1], Way::Right, Way::Left]
    } else {
        [level[0], level[1], Way::Below, Way::Above]
    }
}

/// Words that look for a place.
struct Words {
    text: String,
    /// Half their width in pixels.
    half: f64,
}

impl Words {
    fn plate(text: String) -> Self {
        Words { half: (text.chars().count() as f64 * 6.3 + 12.0) / 2.0, text }
    }

    fn italics(text: String) -> Self {
        Words { half: (text.chars().count() as f64 * 6.2 + 4.0) / 2.0, text }
    }

    /// The box they would cover on a side of another, wholly in view.
    fn beside(&self, own: &Extent, way: Way, view: &Extent, k: f64) -> Extent {
        let half = self.half / k;
        let (wide, high) = (own.width / 2.0 + half + OFF / k, own.height / 2.0 + (HALF + OFF) / k);
        let m = own.middle();
        let at = match way {
            Way::Above => Vec2::new(m.x, m.y - high),
            Way::Below => Vec2::new(m.x, m.y + high),
            Way::Left => Vec2::new(m.x - wide, m.y),
            Way::Right => Vec2::new(m.x + wide, m.y),
        };
        let within = |v: f64, low: f64, high: f64| {
            if low < high { v.clamp(low, high) } else { f64::midpoint(low, high) }
        };
        let x = within(at.x, view.x + half, view.x + view.width - half);
        let y = within(at.y, view.y + HALF / k, view.y + view.height - HALF / k);
        Extent::about(Vec2::new(x, y), 2.0 * half, 2.0 * HALF / k)
    }
}

/// What is in the way of names: units, and names that stand already.
#[derive(Debug, Default)]
pub struct Taken(Vec<Extent>);

impl Taken {
    /// Keeps names off a box.
    pub fn add(&mut self, extent: Extent) {
        self.0.push(extent);
    }

    fn covered(&self, extent: &Extent, own: &[Extent]) -> f64 {
        self.0.iter().filter(|b| !own.contains(b)).map(|b| extent.overlap(b)).sum()
    }

    /// The first of some boxes that covers nobody, or else the one that covers least.
    pub fn place(
        &mut self,
        tries: impl IntoIterator<Item = Extent>,
        own: &[Extent],
    ) -> Option<(usize, Extent)> {
        let mut best: Option<(f64, usize, Extent)> = None;
        for (i, extent) in tries.into_iter().enumerate() {
            let covered = self.covered(&extent, own);
            if best.is_none_or(|(least, ..)| covered < least - 1e-6) {
                best = Some((covered, i, extent));
            }
            if covered == 0.0 {
                break;
            }
        }
        let (_, i, extent) = best?;
        self.0.push(extent);
        Some((i, extent))
    }
}

/// The names of everyone on the table: plates of bodies, and the names of elements, one for neighbours of one name.
/// Everyone's ground is taken already.
pub fn draw(pen: &mut Pen, scene: &Scene, view: &Extent, taken: &mut Taken) {
    for unit in scene.on_table() {
        plate(pen, unit, scene.table.depth, view, taken);
    }
    let mut called = Vec::new();
    for line in lines(scene) {
        italics(pen, &line, view, taken, &mut called);
    }
}

fn plate(pen: &mut Pen, unit: &WireUnit, depth: f64, view: &Extent, taken: &mut Taken) {
    let wide = unit.width.max(unit.depth) * pen.k;
    let block = Block::of(unit, depth);
    let own = block.extent();
    if unit.element || unit.figures <= 1 || wide < LEAST || own.overlap(view) == 0.0 {
        return;
    }
    let short = if wide < FAR { unit.label.clone() } else { format!("{} {}", unit.label, unit.figures) };
    let whole = if wide < FAR { short.clone() } else { format!("{} {}", unit.name, unit.figures) };
    let (whole, short) = (Words::plate(whole), Words::plate(short));
    let ways = ways(&block);
    let first = [&whole, &whole].into_iter().zip(ways);
    let tries: Vec<(&Words, Way)> = first.chain([&short; 4].into_iter().zip(ways)).collect();
    let boxes: Vec<Extent> = tries.iter().map(|(words, way)| words.beside(&own, *way, view, pen.k)).collect();
    let Some((i, extent)) = taken.place(boxes, &[own]) else { return };
    let ink = if unit.side == "red" { "--red" } else { "--blue" };
    let (m, r) = (extent.middle(), pen.px(2.5));
    pen.add(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{r}\" fill=\"var({ink})\"/>",
        n(extent.x),
        n(extent.y),
        n(extent.width),
        n(extent.height)
    ));
    pen.words(Vec2::new(m.x, m.y + 4.2 / pen.k), 12.5, "--on-red", "middle", &tries[i].0.text);
}

/// Elements of one name that stand side by side.
struct Line<'a> {
    name: &'a str,
    side: &'static str,
    blocks: Vec<Block>,
}

/// Elements in lines of one name.
fn lines(scene: &Scene) -> Vec<Line<'_>> {
    let depth = scene.table.depth;
    let mut lines: Vec<Line<'_>> = Vec::new();
    for unit in scene.on_table().filter(|u| u.element && u.glyph != "camp") {
        let block = Block::of(unit, depth);
        let near = |other: &Block| {
            other.at.distance(block.at) <= (other.width + block.width) * 0.6
                && (other.ahead().x - block.ahead().x).abs() + (other.ahead().y - block.ahead().y).abs() < 0.5
        };
        let joins = |line: &Line<'_>| {
            line.side == unit.side && line.name == unit.name && line.blocks.iter().any(near)
        };
        match lines.iter_mut().find(|line| joins(line)) {
            Some(line) => line.blocks.push(block),
            None => lines.push(Line { name: &unit.name, side: unit.side, blocks: vec![block] }),
        }
    }
    lines
}

/// The name of a line in italics: each name of a side stands there once, or twice where they are far apart.
fn italics<'a>(
    pen: &mut Pen,
    line: &Line<'a>,
    view: &Extent,
    taken: &mut Taken,
    called: &mut Vec<(&'static str, &'a str)>,
) {
    const TWICE: usize = 2;
    let key = (line.side, line.name);
    if called.iter().filter(|known| **known == key).count() >= TWICE {
        return;
    }
    let corners: Vec<Vec2> = line.blocks.iter().flat_map(Block::corners).collect();
    let own = Extent::round(&corners);
    if own.overlap(view) == 0.0 {
        return;
    }
    let words = Words::italics(line.name.to_owned());
    let ways = ways(&line.blocks[0]);
    let boxes: Vec<Extent> = ways.iter().map(|way| words.beside(&own, *way, view, pen.k)).collect();
    let free = |extent: &Extent| taken.covered(extent, &[]) == 0.0;
    // A name that would cover somebody is left out: the label on the element tells who it is.
    let Some(extent) = boxes.into_iter().find(free) else { return };
    taken.add(extent);
    called.push(key);
    let ink = if line.side == "red" { "--red-text" } else { "--blue-text" };
    let m = extent.middle();
    pen.label(Vec2::new(m.x, m.y + 4.6 / pen.k), 14.0, ink, &words.text);
}
