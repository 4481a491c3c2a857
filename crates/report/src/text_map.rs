//! The table drawn in text, for terminals and golden files.

use table::Vec2;
use umpire::Field;

/// The table in rows of characters, north at the top: the labels of units at their centres, `.` for open ground
/// and `~` for terrain.
pub fn draw_table(field: &Field, columns: usize) -> String {
    let columns = columns.clamp(20, 200);
    let (width, depth) = (field.ground().width(), field.ground().depth());
    // A character is about twice as high as wide.
    let rows = ((columns as f64) * depth / width / 2.0).round().max(1.0) as usize;
    let mut cells: Vec<Vec<char>> = (0..rows)
        .map(|row| {
            let y = (rows - row) as f64 - 0.5;
            (0..columns)
                .map(|column| {
                    let p =
                        Vec2::new((column as f64 + 0.5) * width / columns as f64, y * depth / rows as f64);
                    if field.ground().at(p).next().is_some() { '~' } else { '.' }
                })
                .collect()
        })
        .collect();
    for id in field.ids().filter(|id| field.on_table(*id)) {
        let at = field.shape(id).centre;
        let row = rows as f64 - at.y * rows as f64 / depth;
        let label = &field.card(id).label;
        let column = at.x * columns as f64 / width - label.chars().count() as f64 / 2.0;
        let (Some(row), column) = (cells.get_mut(row.max(0.0) as usize), column.max(0.0) as usize) else {
            continue;
        };
        for (cell, c) in row.iter_mut().skip(column).zip(label.chars()) {
            *cell = c;
        }
    }
    cells.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}
