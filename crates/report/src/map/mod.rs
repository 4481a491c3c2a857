//! The table as a picture, drawn as the browser draws it: the same paper, terrain, signs and names.
//!
//! Colours are the client's tokens (`var(--red)`); a picture that stands by itself has them filled in.

mod draw;
mod geometry;
mod journey;
mod paint;
mod pen;
mod plates;
#[cfg(feature = "png")]
mod png;
mod terrain;
mod unit;

pub use geometry::{Block, Extent, flip};
pub use journey::{Loss, Way};
pub use paint::{DARK, Theme, painted, signs, symbols};
use pen::Pen;
use plates::Taken;
#[cfg(feature = "png")]
pub use png::png;
use proto::Scene;
use table::Vec2;

/// The frame round the view, in pixels.
const FRAME: f64 = 20.0;
/// The room left round what a view is about, in millimetres, and the least share of a table that is shown.
const ROOM: f64 = 70.0;
const LEAST: f64 = 0.4;

/// A map: a moment, what led to it, and how it is shown.
#[derive(Clone, Debug)]
pub struct Map<'a> {
    /// The moment.
    pub scene: &'a Scene,
    /// The ways that led there.
    pub ways: &'a [Way],
    /// Who was lost on them.
    pub losses: &'a [Loss],
    /// What is in view, in millimetres; the whole table is [`whole`].
    pub view: Extent,
    /// How wide it is drawn, in pixels.
    pub width: f64,
    /// The name of its patterns, its own on a page.
    pub name: &'a str,
    /// What it shows, for those who cannot see it.
    pub words: &'a str,
}

/// The whole table.
pub fn whole(scene: &Scene) -> Extent {
    Extent { x: 0.0, y: 0.0, width: scene.table.width, height: scene.table.depth }
}

/// The part of the table where something stands or happened, of a shape that can be printed.
pub fn view_of(scene: &Scene, points: &[Vec2]) -> Extent {
    let table = whole(scene);
    if points.is_empty() {
        return table;
    }
    let about = Extent::round(points).grown(ROOM);
    let width = about.width.max(table.width * LEAST).min(table.width);
    let height = about.height.max(width / 2.2).min(table.height);
    let width = width.max(height * 1.15).min(table.width);
    let at = |middle: f64, size: f64, all: f64| (middle - size / 2.0).clamp(0.0, (all - size).max(0.0));
    let middle = about.middle();
    Extent { x: at(middle.x, width, table.width), y: at(middle.y, height, table.height), width, height }
}

impl Map<'_> {
    /// Pixels of a millimetre.
    fn scale(&self) -> f64 {
        (self.width - 2.0 * FRAME) / self.view.width
    }

    /// How high it is drawn, in pixels.
    pub fn height(&self) -> f64 {
        self.view.height * self.scale() + 2.0 * FRAME
    }

    /// The drawing, for a page that has the signs and the colours.
    pub fn svg(&self) -> String {
        self.drawn(|_| String::new()).0
    }

    /// The drawing by itself, with the colours of a theme.
    pub fn by_itself(&self, theme: Theme) -> String {
        painted(&self.drawn(symbols).0, theme)
    }

    fn drawn(&self, symbols: fn(&[String]) -> String) -> (String, f64) {
        let k = self.scale();
        let mut pen = Pen::new(k, self.name);
        self.layers(&mut pen);
        let frame = FRAME / k;
        let outer = self.view.grown(frame);
        let (w, h) = (self.width, self.height());
        let n = draw::n;
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" \
             role=\"img\" aria-label=\"{}\">",
            n(outer.x),
            n(outer.y),
            n(outer.width),
            n(outer.height),
            n(w),
            n(h),
            crate::escape(self.words)
        );
        let svg = format!(
            "{head}<defs>{}{}</defs>{}<g clip-path=\"url(#{}-view)\">{}</g>{}</svg>",
            paint::patterns(&pen, &self.view),
            symbols(&pen.signs),
            paint::board(&pen, &outer),
            self.name,
            pen.svg,
            paint::ruler(&pen, self.scene, &self.view),
        );
        (svg, k)
    }

    fn layers(&self, pen: &mut Pen) {
        let (scene, depth) = (self.scene, self.scene.table.depth);
        let mut taken = Taken::default();
        for unit in scene.on_table() {
            taken.add(Block::of(unit, depth).extent());
        }
        terrain::ground(pen, scene);
        terrain::names(pen, scene, &self.view);
        journey::places(pen, self.ways);
        journey::crosses(pen, self.losses);
        for unit in scene.on_table() {
            unit::draw(pen, unit, depth);
        }
        self.contacts(pen);
        journey::arrows(pen, self.ways, &mut taken);
        journey::epitaphs(pen, self.losses, &self.view, &mut taken);
        plates::draw(pen, scene, &self.view, &mut taken);
    }

    /// Crossed swords where fronts touch enemies.
    fn contacts(&self, pen: &mut Pen) {
        let depth = self.scene.table.depth;
        let blocks: Vec<(&str, Block)> =
            self.scene.on_table().map(|u| (u.side, Block::of(u, depth))).collect();
        let r = (pen.k * 5.0).clamp(5.0, 9.0) / pen.k;
        let mut met: Vec<(usize, usize)> = Vec::new();
        for (i, (side, a)) in blocks.iter().enumerate() {
            for (j, (other, b)) in blocks.iter().enumerate() {
                if side == other || met.contains(&(j, i)) {
                    continue;
                }
                let Some(at) = a.touches(b) else { continue };
                met.push((i, j));
                let (radius, px) = (draw::n(r), pen.px(1.2));
                pen.add(&format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"var(--panel)\" stroke=\"var(--ink)\" \
                     stroke-width=\"{px}\"/>",
                    draw::n(at.x),
                    draw::n(at.y)
                ));
                pen.mark("s-fought", at, 1.4 * r, "--ink");
            }
        }
    }
}
