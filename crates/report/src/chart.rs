//! Charts as SVG: bars, columns and lines, readable without colour.

use crate::escape;
use std::fmt::Write as _;

/// How wide charts are drawn.
const WIDTH: f64 = 720.0;
/// Room for names on the left.
const NAMES: f64 = 170.0;

/// A bar from 0 to 1 with the reach of its interval.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it stands for.
    pub name: String,
    /// How long it is, from 0 to 1.
    pub share: f64,
    /// Between what its true length lies.
    pub between: Option<(f64, f64)>,
    /// Its colour: a CSS colour or `var(--red)`.
    pub colour: &'static str,
    /// What is written at its end.
    pub label: String,
}

/// Bars below each other.
pub fn bars(bars: &[Bar]) -> String {
    let (room, step) = (WIDTH - NAMES - 110.0, 26.0);
    let mut svg = open(WIDTH, bars.len() as f64 * step + 8.0);
    for (i, bar) in bars.iter().enumerate() {
        let (y, length) = (i as f64 * step + 6.0, bar.share.clamp(0.0, 1.0) * room);
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{NAMES}\" y=\"{y:.1}\" width=\"{room:.1}\" height=\"16\" fill=\"#F2EAD7\"/>\
             <rect x=\"{NAMES}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"16\" fill=\"{}\"/>",
            NAMES - 8.0,
            y + 12.5,
            escape(&bar.name),
            bar.colour,
        );
        if let Some((low, high)) = bar.between {
            let [low, high] = [low, high].map(|x| NAMES + x.clamp(0.0, 1.0) * room);
            let _ = write!(
                svg,
                "<path d=\"M{low:.1} {:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\" stroke=\"#2A2119\" \
                 stroke-width=\"1.5\"/>",
                y + 8.0,
                y + 4.0,
                y + 4.0
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            NAMES + room + 8.0,
            y + 12.5,
            escape(&bar.label)
        );
    }
    svg + "</svg>"
}

/// No more columns than this: where there are more numbers, a column stands for several.
const COLUMNS: i64 = 32;

/// Columns side by side: how often each number came up.
pub fn columns(counts: &[(i64, u32)], colour: &str, axis: &str) -> String {
    let (height, floor, left) = (174.0, 140.0, 46.0);
    let mut svg = open(WIDTH, height);
    let span = numbers_a_column(counts);
    let counts = gathered(counts, span);
    let (Some(&(least, _)), Some(&(most, _))) = (counts.first(), counts.last()) else {
        return svg + "</svg>";
    };
    let top = counts.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1);
    let drawn = (most - least) / span + 1;
    let step = ((WIDTH - left - 30.0) / drawn as f64).min(48.0);
    for &(figure, n) in &counts {
        let x = left + ((figure - least) / span) as f64 * step;
        let tall = f64::from(n) / f64::from(top) * (floor - 20.0);
        let figures =
            if span == 1 { figure.to_string() } else { format!("{figure} to {}", figure + span - 1) };
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"{colour}\">\
             <title>{figures}: {n}</title></rect>",
            floor - tall,
            step - 1.0,
        );
    }
    // One number stands below its column, the first of several where its column begins.
    let shift = if span == 1 { step / 2.0 } else { 0.0 };
    for i in (0..drawn).step_by((drawn / 16 + 1) as usize) {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            left + i as f64 * step + shift,
            floor + 14.0,
            least + i * span,
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"26\" text-anchor=\"end\">{top}</text><text x=\"{left}\" y=\"{:.1}\">{}</text>\
         <path d=\"M{left} {floor}H{:.1}\" stroke=\"#8A7A5B\"/>",
        left - 6.0,
        height - 5.0,
        escape(axis),
        WIDTH - 10.0
    );
    svg + "</svg>"
}

/// How many numbers a column stands for: 1, 2, 5, 10, 20, 50 and so on.
fn numbers_a_column(counts: &[(i64, u32)]) -> i64 {
    let range = counts.first().zip(counts.last()).map_or(0, |(first, last)| last.0 - first.0);
    let mut span = 1;
    while range / span >= COLUMNS {
        span = if span.to_string().starts_with('2') { span / 2 * 5 } else { span * 2 };
    }
    span
}

/// How often the numbers of each column came up, by the first number it stands for.
fn gathered(counts: &[(i64, u32)], span: i64) -> Vec<(i64, u32)> {
    let mut columns: Vec<(i64, u32)> = Vec::new();
    for (figure, n) in counts {
        let first = figure.div_euclid(span) * span;
        match columns.last_mut() {
            Some(column) if column.0 == first => column.1 += n,
            _ => columns.push((first, *n)),
        }
    }
    columns
}

/// A line of a chart: a value from 0 to 1 for each step.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it stands for.
    pub name: String,
    /// Its values.
    pub values: Vec<f64>,
    /// Its colour.
    pub colour: &'static str,
    /// Its dashes, so that colour is not needed: an SVG dash pattern.
    pub dashes: &'static str,
}

/// Lines over the same steps, with their names at their ends.
pub fn lines(lines: &[Line], axis: &str) -> String {
    let (height, floor, left, right) = (300.0, 262.0, 46.0, 190.0);
    let mut svg = open(WIDTH, height);
    let steps = lines.iter().map(|l| l.values.len()).max().unwrap_or(0);
    let across = |i: usize| left + i as f64 * (WIDTH - left - right) / steps.saturating_sub(1).max(1) as f64;
    let down = |v: f64| floor - v.clamp(0.0, 1.0) * (floor - 16.0);
    for (share, words) in [(0.0, "0%"), (0.5, "50%"), (1.0, "100%")] {
        let y = down(share);
        let _ = write!(
            svg,
            "<path d=\"M{left} {y:.1}H{:.1}\" stroke=\"#D3C5A5\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{words}</text>",
            WIDTH - right,
            left - 6.0,
            y + 4.0
        );
    }
    // Names at the ends, pushed apart so that each can be read.
    let mut ends: Vec<(f64, usize)> =
        lines.iter().enumerate().map(|(i, l)| (down(l.values.last().copied().unwrap_or(0.0)), i)).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    for i in 1..ends.len() {
        ends[i].0 = ends[i].0.max(ends[i - 1].0 + 12.0);
    }
    for (y, i) in ends {
        let line = &lines[i];
        let points: Vec<String> =
            (0..).zip(&line.values).map(|(i, v)| format!("{:.1},{:.1}", across(i), down(*v))).collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-dasharray=\"{}\">\
             <title>{}</title></polyline><text x=\"{:.1}\" y=\"{:.1}\" style=\"font-size:10.5px\">{}</text>",
            points.join(" "),
            line.colour,
            line.dashes,
            escape(&line.name),
            WIDTH - right + 6.0,
            y + 4.0,
            escape(&line.name)
        );
    }
    let every = steps / 12 + 1;
    for i in (0..steps).step_by(every) {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{i}</text>",
            across(i),
            floor + 16.0
        );
    }
    let _ = write!(svg, "<text x=\"{left}\" y=\"{:.1}\">{}</text>", height - 4.0, escape(axis));
    svg + "</svg>"
}

/// A field of squares: a row for each name on the left, a column for each above, darker where the number is greater.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// What the rows stand for.
    pub rows: Vec<String>,
    /// What the columns stand for.
    pub columns: Vec<String>,
    /// A number for each row and column, from 0 to 1 of the darkest, and what is written there.
    pub cells: Vec<Vec<(f64, String)>>,
    /// The colour of the darkest: a CSS colour or `var(--red)`.
    pub colour: &'static str,
}

/// A matrix; names above stand aslant, so that long ones fit.
pub fn matrix(matrix: &Matrix) -> String {
    let longest = |names: &[String]| names.iter().map(|n| n.chars().count()).max().unwrap_or(0) as f64;
    let (left, head) = (longest(&matrix.rows) * 6.4 + 14.0, longest(&matrix.columns) * 4.2 + 16.0);
    let across = ((WIDTH - left - 60.0) / matrix.columns.len().max(1) as f64).clamp(24.0, 64.0);
    let down = 26.0;
    let mut svg = open(WIDTH, head + matrix.rows.len() as f64 * down + 6.0);
    for (name, x) in
        matrix.columns.iter().zip(0..).map(|(name, i)| (name, left + (f64::from(i) + 0.5) * across))
    {
        let y = head - 6.0;
        let name = escape(name);
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" transform=\"rotate(-40 {x:.1} {y:.1})\">{name}</text>"
        );
    }
    for ((name, cells), y) in
        matrix.rows.iter().zip(&matrix.cells).zip((0..).map(|i| head + f64::from(i) * down))
    {
        let name = escape(name);
        let base = y + 17.0;
        let _ =
            write!(svg, "<text x=\"{:.1}\" y=\"{base:.1}\" text-anchor=\"end\">{name}</text>", left - 8.0);
        for ((shade, words), x) in cells.iter().zip((0..).map(|i| left + f64::from(i) * across)) {
            let shade = shade.clamp(0.0, 1.0);
            let ink = if shade > 0.55 { "#FBF7EC" } else { "#2A2119" };
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#F2EAD7\"/>\
                 <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" fill-opacity=\"{shade:.2}\"/>\
                 <text x=\"{:.1}\" y=\"{base:.1}\" text-anchor=\"middle\" style=\"fill:{ink}\">{}</text>",
                across - 2.0,
                down - 2.0,
                across - 2.0,
                down - 2.0,
                matrix.colour,
                x + across / 2.0 - 1.0,
                escape(words),
            );
        }
    }
    svg + "</svg>"
}

fn open(width: f64, height: f64) -> String {
    format!("<svg viewBox=\"0 0 {width} {height:.0}\" width=\"{width}\" role=\"img\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_written_and_escaped() {
        let bar = Bar {
            name: "Horse & foot".into(),
            share: 0.5,
            between: Some((0.4, 0.6)),
            colour: "var(--red)",
            label: "50%".into(),
        };
        let svg = bars(&[bar]);
        assert!(svg.contains("Horse &amp; foot") && svg.contains("50%") && svg.ends_with("</svg>"));
        assert_eq!(svg.matches("<rect").count(), 2);
    }

    #[test]
    fn nothing_is_an_empty_chart() {
        assert!(columns(&[], "red", "turns").ends_with("</svg>"));
        assert!(lines(&[], "turns").ends_with("</svg>"));
    }

    #[test]
    fn a_square_for_each_pair() {
        let cells = vec![vec![(0.0, String::new()), (1.0, "7 & 8".to_owned())]];
        let (rows, columns) = (vec!["Horse".to_owned()], vec!["Spears".to_owned(), "Bows".to_owned()]);
        let svg = matrix(&Matrix { rows, columns, cells, colour: "var(--red)" });
        assert_eq!(svg.matches("<rect").count(), 4);
        assert!(
            ["Horse", "Spears", "Bows", "7 &amp; 8", "fill-opacity=\"1.00\""].iter().all(|w| svg.contains(w))
        );
    }

    #[test]
    fn a_column_for_each_number() {
        let svg = columns(&[(3, 1), (5, 7)], "red", "turns");
        assert_eq!(svg.matches("<rect").count(), 2);
        assert!([">3</text>", ">4</text>", ">5</text>"].iter().all(|w| svg.contains(w)), "{svg}");
    }

    #[test]
    fn many_numbers_share_columns() {
        let points: Vec<(i64, u32)> = (-10..990).map(|n| (n, 1)).collect();
        let svg = columns(&points, "red", "points");
        assert!(svg.matches("<rect").count() <= 33, "{svg}");
        assert!(
            ["<title>-50 to -1: 10</title>", "<title>0 to 49: 50</title>"].iter().all(|w| svg.contains(w))
        );
        let spans = [5, 40, 100, 200, 400, 1000, 2000].map(|most| numbers_a_column(&[(0, 1), (most, 1)]));
        assert_eq!(spans, [1, 2, 5, 10, 20, 50, 100]);
    }
}
