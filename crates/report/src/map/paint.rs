//! Paper, patterns, the frame with its ruler, and the colours of pictures that stand by themselves.

use super::Pen;
use super::draw::n;
use super::geometry::Extent;
use crate::style::{GLYPHS, TOKENS};
use proto::Scene;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// By which light a picture is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Ink on paper.
    Light,
    /// Lamplight.
    Dark,
}

/// The paper, the hatching of blue, and the edge of the view.
pub fn patterns(pen: &Pen, view: &Extent) -> String {
    let (paper, hatch, clip) = (pen.id("paper"), pen.id("hatch"), pen.id("view"));
    let (wide, stripe) = (pen.px(5.4), pen.px(2.0));
    format!(
        "<radialGradient id=\"{paper}\" cx=\".5\" cy=\".45\" r=\".8\"><stop offset=\"0\" stop-color=\"var(--t-paper)\"/>\
         <stop offset=\".72\" stop-color=\"var(--t-paper)\"/><stop offset=\"1\" stop-color=\"var(--t-paper-2)\"/></radialGradient>\
         <pattern id=\"{hatch}\" width=\"{wide}\" height=\"{wide}\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"{wide}\" height=\"{wide}\" fill=\"var(--blue)\"/><rect width=\"{stripe}\" height=\"{wide}\" fill=\"var(--blue-2)\"/></pattern>\
         <clipPath id=\"{clip}\">{}/></clipPath>",
        rect(view)
    )
}

fn rect(e: &Extent) -> String {
    format!("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", n(e.x), n(e.y), n(e.width), n(e.height))
}

/// The board that the table lies on.
pub fn board(pen: &Pen, outer: &Extent) -> String {
    let edge = outer.grown(-4.0 / pen.k);
    format!("{} fill=\"var(--t-frame)\"/>{} fill=\"var(--t-paper)\"/>", rect(outer), rect(&edge))
}

/// The bars of the ruler round the view, and the scale below.
pub fn ruler(pen: &Pen, scene: &Scene, view: &Extent) -> String {
    let px = |v: f64| v / pen.k;
    let mut bar = scene.table.step * scene.table.unit_mm;
    while bar * pen.k < 22.0 {
        bar *= 2.0;
    }
    let (off, thick) = (px(15.0), px(9.0));
    let mut d = String::new();
    // Every other bar, along the edges that run east and those that run north.
    let bars = |from: f64, to: f64| {
        let first = (from / bar).floor() as i64;
        (first..)
            .map(move |i| (i, i as f64 * bar))
            .take_while(move |(_, at)| *at < to)
            .filter(|(i, _)| i % 2 == 0)
    };
    for (_, at) in bars(view.x, view.x + view.width) {
        let (a, b) = (at.max(view.x), (at + bar).min(view.x + view.width));
        for y in [view.y - off, view.y + view.height + off - thick] {
            d += &format!("M{} {}H{}V{}H{}Z", n(a), n(y), n(b), n(y + thick), n(a));
        }
    }
    let depth = scene.table.depth;
    let (south, north) = (depth - view.y - view.height, depth - view.y);
    for (_, at) in bars(south, north) {
        let (a, b) = (depth - (at + bar).min(north), depth - at.max(south));
        for x in [view.x - off, view.x + view.width + off - thick] {
            d += &format!("M{} {}H{}V{}H{}Z", n(x), n(a), n(x + thick), n(b), n(x));
        }
    }
    let inner = view.grown(px(2.5));
    format!(
        "<path d=\"{d}\" fill=\"var(--t-frame)\"/>{} fill=\"none\" stroke=\"var(--t-frame)\" stroke-width=\"{}\"/>{}",
        rect(&inner),
        pen.px(1.0),
        scale(pen, scene, view)
    )
}

/// How long so many units are.
fn scale(pen: &Pen, scene: &Scene, view: &Extent) -> String {
    let mut units = scene.table.step * 2.0;
    while units * scene.table.unit_mm * pen.k < 70.0 {
        units *= 2.0;
    }
    let long = units * scene.table.unit_mm;
    let px = |v: f64| v / pen.k;
    let (x, y) = (view.x + view.width - long - px(14.0), view.y + view.height - px(14.0));
    let halo = Extent { x: x - px(7.0), y: y - px(17.0), width: long + px(14.0), height: px(26.0) };
    let rod = Extent { x, y, width: long, height: px(5.0) };
    let half = Extent { width: long / 2.0, ..rod };
    let mut words = Pen::new(pen.k, "");
    let high = y - px(4.0);
    words.words(table::Vec2::new(x, high), 11.5, "--t-ink", "start", "0");
    let far = format!("{} {}", n(units), scene.table.unit);
    words.words(table::Vec2::new(x + long, high), 11.5, "--t-ink", "end", &far);
    format!(
        "{} rx=\"{}\" fill=\"var(--t-paper)\" opacity=\"0.85\"/>{} fill=\"var(--t-frame)\"/>\
         {} fill=\"none\" stroke=\"var(--t-frame)\" stroke-width=\"{}\"/>{}",
        rect(&halo),
        pen.px(3.0),
        rect(&half),
        rect(&rod),
        pen.px(1.0),
        words.svg
    )
}

/// The signs with these names, to be put on a page or into a picture.
pub fn symbols(names: &[String]) -> String {
    names.iter().filter_map(|name| SIGNS.get(name.as_str()).copied()).collect()
}

/// All signs there are.
pub fn signs() -> String {
    SIGNS.values().copied().collect()
}

static SIGNS: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    let named = |line: &'static str| {
        let name = line.strip_prefix("<symbol id=\"")?;
        Some((&name[..name.find('"')?], line))
    };
    GLYPHS.lines().map(str::trim).filter_map(named).collect()
});

type Tokens = BTreeMap<&'static str, &'static str>;

/// The colours of both themes, as the client has them.
static COLOURS: LazyLock<[Tokens; 2]> = LazyLock::new(|| {
    let (light, rest) = TOKENS.split_once(DARK).unwrap_or((TOKENS, ""));
    let dark = rest.split_once('}').map_or("", |(dark, _)| dark);
    let light = tokens(light);
    let mut both = light.clone();
    both.extend(tokens(dark));
    [light, both]
});

/// How the dark theme begins.
pub const DARK: &str = ":root[data-theme=\"dark\"] {";

fn tokens(css: &'static str) -> Tokens {
    let pair = |line: &'static str| {
        let (name, rest) = line.trim().strip_prefix("--")?.split_once(':')?;
        Some((name, rest.split_once(';')?.0.trim()))
    };
    css.lines().filter_map(pair).collect()
}

/// A drawing with the colours of a theme in the place of their names.
pub fn painted(svg: &str, theme: Theme) -> String {
    let colours = &COLOURS[usize::from(theme == Theme::Dark)];
    let mut parts = svg.split("var(--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(')').unwrap_or((part, ""));
        match colours.get(name).copied() {
            Some(colour) => out += &plain(colour),
            None => out += "currentColor",
        }
        out += rest;
    }
    out
}

/// A colour as every reader of SVG takes it: `rgb(1 2 3 / 0.5)` is written `rgba(1,2,3,0.5)`.
fn plain(colour: &str) -> String {
    let parts =
        colour.strip_prefix("rgb(").and_then(|c| c.strip_suffix(')')).and_then(|c| c.split_once(" / "));
    match parts {
        Some((rgb, alpha)) => format!("rgba({},{alpha})", rgb.trim().replace(' ', ",")),
        None => colour.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_client_in_both_themes() {
        let [light, dark] = [Theme::Light, Theme::Dark].map(|t| painted("<path fill=\"var(--red)\"/>", t));
        assert_eq!(light, "<path fill=\"#b23a22\"/>");
        assert_eq!(dark, "<path fill=\"#c4452b\"/>");
        assert_eq!(painted("var(--t-grid)", Theme::Light), "rgba(90,70,35,0.13)");
    }

    #[test]
    fn signs_are_those_of_the_client() {
        let drawn = symbols(&["g-blades".to_owned(), "s-fought".to_owned(), "g-nobody".to_owned()]);
        assert_eq!(drawn.matches("<symbol").count(), 2, "{drawn}");
    }
}
