//! A map as a picture made of points.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

const SANS: &[u8] = include_bytes!("../../assets/sans.ttf");
const SERIF_ITALIC: &[u8] = include_bytes!("../../assets/serif-italic.ttf");

/// A drawing by itself as PNG, with so many points for each of its pixels. Nothing of the machine enters into it: the
/// letters are the program's own.
///
/// # Errors
/// When it is no drawing, or too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let mut letters = fontdb::Database::new();
    for font in [SANS, SERIF_ITALIC] {
        letters.load_font_data(font.to_vec());
    }
    letters.set_sans_serif_family("Testudo Sans");
    letters.set_serif_family("Testudo Serif");
    let options =
        Options { fontdb: Arc::new(letters), font_family: "Testudo Sans".into(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|e| e.to_string())?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or("too small to be drawn")?;
    let mut points = Pixmap::new(size.width(), size.height()).ok_or("too large to be drawn")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut points.as_mut());
    points.encode_png().map_err(|e| e.to_string())
}
