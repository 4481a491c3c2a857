//! A unit: its base or its figures, its sign and label, and the marks on it.

use super::Pen;
use super::draw::{Body, figures, n};
use super::geometry::Block;
use super::plates::FAR;
use crate::escape;
use proto::WireUnit;
use table::Vec2;

/// How a unit looks at a scale: where its sign and its label go.
struct Look {
    /// Its ground as it is seen upright, in pixels.
    wide: f64,
    high: f64,
    /// Whether sign and label stand one above the other.
    stacked: bool,
    text: f64,
    glyph: f64,
    labelled: bool,
}

impl Look {
    fn of(unit: &WireUnit, block: &Block, k: f64) -> Self {
        // Signs stay upright: a unit seen from the side is taller than wide.
        let sideways = block.ahead().x.abs() > 0.707;
        let (wide, high) = if sideways { (unit.depth, unit.width) } else { (unit.width, unit.depth) };
        let (wide, high) = (wide * k, high * k);
        let stacked = high > wide * 0.62;
        let text = (wide * 0.3).min(high * 0.5).clamp(12.5, 17.0);
        let glyph = if stacked {
            (wide * 0.72).min(44.0).min((high * 0.42).max(high - text - 6.0))
        } else {
            (high * 0.72).clamp(13.0, 44.0).min(wide * 0.5)
        };
        let words = label_width(unit, text);
        let fits = if stacked {
            high > 34.0 && words <= wide - 3.0
        } else {
            high >= 14.0 && glyph + 3.0 + words <= wide - 5.0
        };
        let labelled = unit.element && wide.max(high) >= FAR && fits;
        Look { wide, high, stacked, text, glyph, labelled }
    }

    fn has_sign(&self) -> bool {
        self.wide.min(self.high) >= 12.0
    }
}

/// Nearly the width of a label in pixels.
fn label_width(unit: &WireUnit, text: f64) -> f64 {
    unit.label.chars().count() as f64 * text * 0.56
}

/// Draws a unit on a table so deep.
pub fn draw(pen: &mut Pen, unit: &WireUnit, depth: f64) {
    let block = Block::of(unit, depth);
    let look = Look::of(unit, &block, pen.k);
    let (x, y) = (n(block.at.x), n(block.at.y));
    pen.add(&format!(
        "<g><title>{}</title><g transform=\"translate({x} {y}) rotate({})\">",
        escape(&format!("{} ({}), {}", unit.name, unit.label, unit.class)),
        n(unit.facing)
    ));
    // One man alone, a general or a messenger: a disc with his sign.
    let lone = !unit.element && unit.figures == 1;
    let seen = if unit.element { unit.width } else { unit.width.max(unit.depth) } * pen.k;
    // A camp that stands is drawn as its site.
    let quiet = unit.glyph == "camp";
    if lone {
        disc(pen, unit);
    } else if quiet {
    } else if unit.element || seen < FAR {
        base(pen, unit, &look);
    } else {
        body(pen, unit, seen > 140.0);
    }
    pen.add("</g>");
    if unit.element && look.has_sign() && !quiet {
        sign(pen, unit, &block, &look);
    } else if lone {
        let messenger = unit.badges.iter().any(|b| b.sign == "messenger");
        let size = rider(unit, pen.k) * 1.36 / pen.k;
        pen.sign(if messenger { "messenger" } else { unit.glyph }, block.at, size, "--on-red");
    }
    marks(pen, unit, &block);
    pen.add("</g>");
}

fn rider(unit: &WireUnit, k: f64) -> f64 {
    (unit.width * k * 0.5).clamp(7.0, 16.0)
}

/// How a base of a side is filled and edged.
fn paint(pen: &Pen, side: &str) -> (String, &'static str) {
    if side == "red" { ("var(--red)".to_owned(), "--red-2") } else { (pen.url("hatch"), "--blue-edge") }
}

fn edge(pen: &Pen, unit: &WireUnit) -> String {
    let has = |sign: &str| unit.badges.iter().any(|b| b.sign == sign);
    if has("routing") {
        format!(" stroke=\"var(--on-red)\"{}", pen.dashes(&[5.0, 3.0]))
    } else {
        format!(" stroke=\"var({})\"", paint(pen, unit.side).1)
    }
}

fn disc(pen: &mut Pen, unit: &WireUnit) {
    let (r, px) = (n(rider(unit, pen.k) / pen.k), pen.px(1.2));
    let (fill, edge) = (paint(pen, unit.side).0, edge(pen, unit));
    pen.add(&format!("<circle r=\"{r}\" fill=\"{fill}\" stroke-width=\"{px}\"{edge}/>"));
}

/// A rectangle about the middle, drawn in from the edges by so much at the sides, at the front and behind.
fn rect(unit: &WireUnit, [side, front, rear]: [f64; 3]) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        n(-unit.width / 2.0 + side),
        n(-unit.depth / 2.0 + front),
        n((unit.width - 2.0 * side).max(0.0)),
        n((unit.depth - front - rear).max(0.0))
    )
}

fn base(pen: &mut Pen, unit: &WireUnit, look: &Look) {
    let k = pen.k;
    let (fill, edge, px) = (paint(pen, unit.side).0, edge(pen, unit), pen.px(1.2));
    pen.add(&format!("{} fill=\"{fill}\" stroke-width=\"{px}\"{edge}/>", rect(unit, [0.0; 3])));
    if unit.side == "blue" && look.has_sign() {
        let room = if look.labelled { [5.0, 4.6, 0.8] } else { [4.0, 4.0, 1.0] };
        pen.add(&format!("{} fill=\"var(--blue)\"/>", rect(unit, room.map(|v| v / k))));
    }
    let front = [2.0 / k, 1.6 / k, unit.depth - 4.0 / k];
    pen.add(&format!("{} fill=\"var(--on-red)\"/>", rect(unit, front)));
}

fn body(pen: &mut Pen, unit: &WireUnit, near: bool) {
    let (tint, line, men) = if unit.side == "red" {
        ("--red-tint", "--red-2", "--red-2")
    } else {
        ("--blue-tint", "--blue", "--blue")
    };
    let px = pen.px(1.0);
    pen.add(&format!(
        "{} fill=\"var({tint})\" stroke=\"var({line})\" stroke-width=\"{px}\"/>",
        rect(unit, [0.0; 3])
    ));
    let body = Body {
        width: unit.width,
        depth: unit.depth,
        files: unit.files,
        figures: unit.figures,
        kind: unit.figure,
        near,
    };
    pen.add(&format!("<path d=\"{}\" fill=\"var({men})\" fill-rule=\"evenodd\"/>", figures(&body)));
    let (w, d, four, five) = (unit.width / 2.0, unit.depth / 2.0, 4.0 / pen.k, 5.0 / pen.k);
    let front = format!(
        "M{} {}H{}l{} {}l{} {}H{}",
        n(-w),
        n(-d),
        n(-four),
        n(four),
        n(-five),
        n(four),
        n(five),
        n(w)
    );
    pen.stroke(&front, "--ink", 2.0, "");
}

fn sign(pen: &mut Pen, unit: &WireUnit, block: &Block, look: &Look) {
    let k = pen.k;
    let Look { text, glyph, .. } = *look;
    let words = label_width(unit, text);
    let ahead = block.ahead();
    // The bar along its front is left free.
    let bar = if ahead.x.abs() > 0.707 {
        0.0
    } else if ahead.y > 0.0 {
        -2.4
    } else {
        1.6
    };
    let (gx, gy) = match (look.labelled, look.stacked) {
        (true, true) => (-glyph / 2.0, -(glyph + text * 0.9) / 2.0 + bar),
        (true, false) => (-(glyph + 3.0 + words) / 2.0, -glyph / 2.0),
        (false, _) => (-glyph / 2.0, -glyph / 2.0),
    };
    let at = |dx: f64, dy: f64| Vec2::new(block.at.x + dx / k, block.at.y + dy / k);
    pen.sign(unit.glyph, at(gx + glyph / 2.0, gy + glyph / 2.0), glyph / k, "--on-red");
    if look.labelled && look.stacked {
        pen.words(at(0.0, gy + glyph + text * 0.86), text, "--on-red", "middle", &unit.label);
    } else if look.labelled {
        pen.words(at(gx + glyph + 3.0, text * 0.36), text, "--on-red", "start", &unit.label);
    }
}

/// Marks that are drawn wherever they fit.
const KNOWN: [&str; 9] =
    ["disordered", "shaken", "routing", "impetuous", "halted", "fired", "fought", "burning", "hidden"];

/// The general's disc and the marks beside it, behind the unit.
fn marks(pen: &mut Pen, unit: &WireUnit, block: &Block) {
    let (k, small) = (pen.k, unit.width * pen.k < 30.0);
    let behind = |right: f64| block.at(-unit.width / 2.0 + right / k, -unit.depth / 2.0);
    let general = unit.general && (unit.element || unit.figures > 1);
    if general {
        let at = behind(0.0);
        let (r, px) = (pen.px(if small { 4.0 } else { 9.5 }), pen.px(1.3));
        pen.add(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{r}\" fill=\"var(--sel)\" stroke=\"var(--sel-ink)\" stroke-width=\"{px}\"/>",
            n(at.x),
            n(at.y)
        ));
        if !small {
            pen.sign("general", at, 13.0 / k, "--on-sel");
        }
    }
    if small {
        return;
    }
    let r = (unit.width * k * 0.16).clamp(6.0, 8.5);
    for (i, badge) in (0..3).zip(unit.badges.iter().filter(|b| KNOWN.contains(&b.sign))) {
        let at = behind(if general { 22.0 } else { r } + f64::from(i) * 2.1 * r);
        let (radius, px) = (pen.px(r), pen.px(1.2));
        pen.add(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"var(--panel)\" stroke=\"var(--ink)\" stroke-width=\"{px}\"/>",
            n(at.x),
            n(at.y)
        ));
        pen.mark(&format!("s-{}", badge.sign), at, r * 1.44 / k, "--ink");
    }
}
