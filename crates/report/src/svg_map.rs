//! The table drawn as a picture.

use crate::escape;
use std::fmt::Write as _;
use table::{Shape, Vec2};
use testudo::AnyBattle;
use umpire::{Side, UnitId};

/// How a drawing of terrain is filled and outlined.
fn colours(drawing: &str) -> (&'static str, &'static str) {
    match drawing {
        "hill" | "steep_hill" => ("#DCC692", "#A88A4E"),
        "woods" => ("#B9C79A", "#6E8350"),
        "marsh" | "rough" | "oasis" => ("#CFD2AA", "#8B9166"),
        "dunes" => ("#E9D9A8", "#BFA65F"),
        "river" | "stream" | "waterway" | "ford" => ("#A9C6D6", "#5D8AA5"),
        "road" | "bridge" => ("#D8C7A0", "#B29B6A"),
        "village" | "camp" => ("#D9BFA3", "#8A5A33"),
        _ => ("#C9BC9C", "#8A7A5B"),
    }
}

/// The table seen from above, north at the top: terrain, and every unit on it to scale. Red's bases are plain, blue's
/// are hatched, so that they differ without colour; the notch shows the front.
pub fn draw_map(battle: &AnyBattle) -> String {
    let field = battle.field();
    let (width, depth) = (field.ground().width(), field.ground().depth());
    // Letters are cut for a table shown about this many pixels wide.
    let pixel = width / 720.0;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width:.1} {depth:.1}\" width=\"720\" role=\"img\">\
         <defs><pattern id=\"h\" width=\"{0:.2}\" height=\"{0:.2}\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><rect width=\"{0:.2}\" height=\"{0:.2}\" fill=\"#1F4077\"/>\
         <rect width=\"{1:.2}\" height=\"{0:.2}\" fill=\"#6F97CF\"/></pattern></defs>\
         <rect width=\"{width:.1}\" height=\"{depth:.1}\" fill=\"#F0E6CC\" stroke=\"#3A2F22\" stroke-width=\"{2:.2}\"/>",
        5.0 * pixel,
        1.6 * pixel,
        3.0 * pixel
    );
    let at = |p: Vec2| format!("{:.1},{:.1}", p.x, depth - p.y);
    for piece in &field.ground().pieces {
        let look = battle.terrain_look(piece.kind);
        let (fill, line) = colours(look.map_or("", |look| look.drawing));
        let name = look.map_or("", |look| look.name);
        let points = |points: &[Vec2]| points.iter().map(|p| at(*p)).collect::<Vec<_>>().join(" ");
        let drawn = match &piece.shape {
            Shape::Area(area) => {
                format!(
                    "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{:.2}\">",
                    points(area.outline()),
                    1.2 * pixel
                ) + &format!("<title>{}</title></polygon>", escape(name))
            }
            Shape::Band(band) => format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"{:.2}\" \
                 stroke-linejoin=\"round\"><title>{}</title></polyline>",
                points(band.line()),
                band.width().max(2.0 * pixel),
                escape(name)
            ),
        };
        svg.push_str(&drawn);
    }
    for id in field.ids().filter(|id| field.on_table(*id)) {
        svg.push_str(&unit(battle, id, depth, pixel));
    }
    svg + "</svg>"
}

/// A unit's base, its notch and its label.
fn unit(battle: &AnyBattle, id: UnitId, depth: f64, pixel: f64) -> String {
    let (field, card) = (battle.field(), battle.field().card(id));
    let shape = field.shape(id);
    let turned = field.unit(id).pose.facing.to_degrees();
    let (x, y) = (shape.centre.x, depth - shape.centre.y);
    let [half_front, half_depth] = [shape.half_width, shape.half_depth];
    let (fill, line) = match card.side {
        Side::Red => ("#B23A22", "#5E170B"),
        Side::Blue => ("url(#h)", "#10244A"),
    };
    let notch = (half_depth * 0.8).min(half_front * 0.5);
    let mut svg = format!(
        "<g transform=\"translate({x:.1} {y:.1})\"><g transform=\"rotate({turned:.2})\">\
         <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\" stroke=\"{line}\" \
         stroke-width=\"{:.2}\"/><path d=\"M{:.1} {:.1}L0 {:.1}L{notch:.1} {:.1}Z\" fill=\"#FBF7EC\"/></g>",
        -half_front,
        -half_depth,
        2.0 * half_front,
        2.0 * half_depth,
        if card.general { 3.0 * pixel } else { pixel },
        -notch,
        -half_depth + notch,
        -half_depth,
        -half_depth + notch,
    );
    let _ = write!(
        svg,
        "<text text-anchor=\"middle\" y=\"{:.1}\" style=\"font-size:{:.1}px;paint-order:stroke;stroke:#F0E6CC;\
         stroke-width:{:.1}px\">{}</text><title>{}, {}</title></g>",
        half_depth + 11.0 * pixel,
        10.0 * pixel,
        2.5 * pixel,
        escape(&card.label),
        escape(&card.name),
        escape(battle.class(id)),
    );
    svg
}
