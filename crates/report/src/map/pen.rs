//! What draws: it knows the scale, and adds shapes one after another.

use super::draw::n;
use crate::escape;
use std::fmt::Write as _;
use table::Vec2;

/// A drawing in the making.
#[derive(Debug)]
pub struct Pen {
    /// The drawing so far.
    pub svg: String,
    /// Pixels of a millimetre.
    pub k: f64,
    /// What the names of its patterns begin with, so that drawings on one page do not take each other's.
    name: String,
    /// The signs it used.
    pub signs: Vec<String>,
}

impl Pen {
    /// A pen at a scale.
    pub fn new(k: f64, name: &str) -> Self {
        Pen { svg: String::new(), k, name: name.to_owned(), signs: Vec::new() }
    }

    /// The name of one of its patterns.
    pub fn id(&self, pattern: &str) -> String {
        format!("{}-{pattern}", self.name)
    }

    /// One of its patterns as a paint.
    pub fn url(&self, pattern: &str) -> String {
        format!("url(#{})", self.id(pattern))
    }

    /// So many pixels in millimetres, as written.
    pub fn px(&self, pixels: f64) -> String {
        n(pixels / self.k)
    }

    /// Adds what is drawn already.
    pub fn add(&mut self, svg: &str) {
        self.svg.push_str(svg);
    }

    /// A line in an ink, so many pixels wide.
    pub fn stroke(&mut self, d: &str, ink: &str, width: f64, more: &str) {
        if !d.is_empty() {
            let width = self.px(width);
            let _ = write!(
                self.svg,
                "<path d=\"{d}\" fill=\"none\" stroke=\"var({ink})\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"{more}/>"
            );
        }
    }

    /// Dashes of so many pixels, as an attribute; nothing for none.
    pub fn dashes(&self, dashes: &[f64]) -> String {
        if dashes.is_empty() {
            return String::new();
        }
        let each: Vec<String> = dashes.iter().map(|d| self.px(*d)).collect();
        format!(" stroke-dasharray=\"{}\"", each.join(" "))
    }

    /// A filled outline.
    pub fn area(&mut self, d: &str, fill: &str, ink: &str, width: f64, dashes: &[f64]) {
        if !d.is_empty() {
            let (width, dashes) = (self.px(width), self.dashes(dashes));
            let _ = write!(
                self.svg,
                "<path d=\"{d}\" fill=\"var({fill})\" stroke=\"var({ink})\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"{dashes}/>"
            );
        }
    }

    /// A sign about a point, so many millimetres wide.
    pub fn sign(&mut self, glyph: &str, at: Vec2, size: f64, ink: &str) {
        let name = format!("g-{glyph}");
        self.mark(&name, at, size, ink);
    }

    /// A mark by its full name.
    pub fn mark(&mut self, name: &str, at: Vec2, size: f64, ink: &str) {
        let (x, y, s) = (n(at.x - size / 2.0), n(at.y - size / 2.0), n(size));
        let _ = write!(
            self.svg,
            "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{s}\" height=\"{s}\" color=\"var({ink})\"/>"
        );
        if !self.signs.iter().any(|sign| sign == name) {
            self.signs.push(name.to_owned());
        }
    }

    /// Words in italics with a halo, about a point.
    pub fn label(&mut self, at: Vec2, pixels: f64, ink: &str, words: &str) {
        let (x, y) = (n(at.x), n(at.y));
        let (size, halo) = (self.px(pixels), self.px(3.2));
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-family=\"{SERIF}\" font-style=\"italic\" \
             font-weight=\"500\" font-size=\"{size}\" fill=\"var({ink})\" stroke=\"var(--t-halo)\" \
             stroke-width=\"{halo}\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
            escape(words)
        );
    }

    /// Upright words about a point.
    pub fn words(&mut self, at: Vec2, pixels: f64, ink: &str, anchor: &str, words: &str) {
        let (x, y, size) = (n(at.x), n(at.y), self.px(pixels));
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-family=\"{SANS}\" font-weight=\"600\" \
             font-size=\"{size}\" fill=\"var({ink})\">{}</text>",
            escape(words)
        );
    }
}

/// The families of letters: those of the browser first, then those of a page by itself.
const SERIF: &str = "'Alegreya Variable','Testudo Serif',Georgia,serif";
/// The same, upright.
const SANS: &str = "'Source Sans 3 Variable','Testudo Sans','Source Sans 3',system-ui,sans-serif";
