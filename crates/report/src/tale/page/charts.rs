//! The charts of a report: who led, losses, luck. Each has its numbers as a table for those who read it.

use super::Report;
use crate::escape;
use crate::tale::words::capital;
use std::fmt::Write as _;
use umpire::{BySide, Side};

const WIDTH: f64 = 960.0;
const HALF: f64 = 468.0;

/// The three charts side by side, as far as there is something to draw.
pub fn charts(report: &Report) -> String {
    let mut html = String::new();
    if !report.leads.is_empty() {
        html += &leads(report);
    }
    html += "<div class=\"cg\">";
    html += &losses(report);
    if !report.luck_in.is_empty() {
        html += &luck(report);
    }
    html + "</div>"
}

/// A plane to draw on: where values lie across and down.
struct Plane {
    left: f64,
    right: f64,
    top: f64,
    floor: f64,
    steps: usize,
    low: f64,
    high: f64,
}

impl Plane {
    fn x(&self, step: usize) -> f64 {
        self.left + step as f64 * (self.right - self.left) / self.steps.saturating_sub(1).max(1) as f64
    }

    fn y(&self, value: f64) -> f64 {
        self.floor - (value - self.low) / (self.high - self.low) * (self.floor - self.top)
    }

    /// A line across, with what it stands for.
    fn level(&self, value: f64, words: &str) -> String {
        let y = self.y(value);
        format!(
            "<path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"var(--line)\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{words}</text>",
            self.left,
            self.right,
            self.left - 7.0,
            y + 4.0
        )
    }

    /// The turns below, as many as there is room for.
    fn turns(&self, turns: &[u16], word: &str) -> String {
        let room = ((self.right - self.left) / 30.0).max(2.0) as usize;
        let every = turns.len().div_ceil(room).max(1);
        let mut svg = String::new();
        for (i, turn) in turns.iter().enumerate().filter(|(i, _)| i % every == 0) {
            let words = if *turn == 0 { "start".to_owned() } else { turn.to_string() };
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{words}</text>",
                self.x(i),
                self.floor + 16.0
            );
        }
        let middle = f64::midpoint(self.left, self.right);
        svg + &format!(
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{word}</text>",
            self.floor + 34.0
        )
    }
}

fn open(width: f64, height: f64, words: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        escape(words)
    )
}

/// Numbers for readers.
fn table(caption: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut html = format!("<table class=\"vh\"><caption>{}</caption><tr>", escape(caption));
    for name in head {
        let _ = write!(html, "<th>{}</th>", escape(name));
    }
    html += "</tr>";
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let _ = write!(html, "<tr>{cells}</tr>");
    }
    html + "</table>"
}

fn leads(report: &Report) -> String {
    let [red, blue] = Side::ALL.map(|side| report.name(side));
    let plane = Plane {
        left: 46.0,
        right: 930.0,
        top: 18.0,
        floor: 204.0,
        steps: report.leads.len(),
        low: 0.0,
        high: 1.0,
    };
    let point = |i: usize, value: f64| format!("{:.1} {:.1}", plane.x(i), plane.y(value));
    let line: Vec<String> = report.leads.iter().enumerate().map(|(i, lead)| point(i, lead.red)).collect();
    let line = line.join("L");
    let mut svg = open(WIDTH, 246.0, "Who led, turn by turn");
    let _ = write!(
        svg,
        "<defs><pattern id=\"lead-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"6\" height=\"6\" fill=\"var(--blue-tint)\"/><rect width=\"2\" height=\"6\" fill=\"var(--blue-2)\" opacity=\".5\"/></pattern></defs>\
         <rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"url(#lead-hatch)\"/>\
         <path d=\"M{0} {4}L{line}L{5} {4}Z\" fill=\"var(--red-tint)\"/>",
        plane.left,
        plane.top,
        plane.right - plane.left,
        plane.floor - plane.top,
        plane.floor,
        plane.right
    );
    for (share, words) in [(0.0, "0%"), (0.25, "25%"), (0.5, "50%"), (0.75, "75%"), (1.0, "100%")] {
        svg += &plane.level(share, words);
    }
    for (i, lead) in report.leads.iter().enumerate().filter(|(_, lead)| lead.error > 0.0) {
        let (x, low, high) = (plane.x(i), (lead.red - lead.error).max(0.0), (lead.red + lead.error).min(1.0));
        let _ = write!(
            svg,
            "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"var(--ink-2)\" stroke-width=\"1\" opacity=\"0.6\"/>",
            plane.y(low),
            plane.y(high)
        );
    }
    let _ = write!(
        svg,
        "<path d=\"M{line}\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
    );
    for (numeral, turning) in ["I", "II", "III", "IV", "V"].iter().zip(&report.turnings) {
        let Some(i) = report.leads.iter().position(|lead| lead.turn == turning.turn) else { continue };
        let (x, y) = (plane.x(i), plane.y(report.leads[i].red));
        let up = if y < plane.top + 24.0 { 18.0 } else { -10.0 };
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"var(--sel)\" stroke=\"var(--sel-ink)\" stroke-width=\"1.5\"/>\
             <text class=\"rn\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{numeral}</text>",
            y + up
        );
    }
    let _ = write!(
        svg,
        "<text class=\"blue\" x=\"54\" y=\"36\">{}</text><text class=\"red\" x=\"54\" y=\"198\">{}</text>",
        escape(blue),
        escape(red)
    );
    let turns: Vec<u16> = report.leads.iter().map(|lead| lead.turn).collect();
    svg += &plane.turns(&turns, report.turn_word);
    let how = format!(
        "The chance that {red} wins, from {} battles fought on from the end of each {} by quick generals on both sides. \
         The strokes show how far it may be wrong, nineteen times of twenty; turning points in gold.",
        report.battles, report.turn_word
    );
    let rows =
        report.leads.iter().map(|lead| vec![lead.turn.to_string(), format!("{:.0}", lead.red * 100.0)]);
    let word = capital(report.turn_word);
    let numbers = table(&format!("Battles of a hundred won by {red}"), &[&word, red], rows);
    format!("<div class=\"wl\"><h3>Who led</h3><p>{}</p>{svg}</svg>{numbers}</div>", escape(&how))
}

/// Two lines in steps, or two rows of bars, have the sides' names at their ends.
fn ends(plane: &Plane, report: &Report, values: BySide<f64>, words: BySide<String>) -> String {
    let mut at = BySide::each(|side| plane.y(values[side]) + 4.0);
    let gap = 17.0 - (at[Side::Red] - at[Side::Blue]).abs();
    if gap > 0.0 {
        let (upper, lower) =
            if at[Side::Red] <= at[Side::Blue] { (Side::Red, Side::Blue) } else { (Side::Blue, Side::Red) };
        at[upper] -= gap / 2.0;
        at[lower] += gap / 2.0;
    }
    let name = |side: Side| {
        format!(
            "<text class=\"{}\" x=\"{:.1}\" y=\"{:.1}\">{} {}</text>",
            side.as_str(),
            plane.right + 8.0,
            at[side],
            escape(&short(report.name(side))),
            words[side]
        )
    };
    Side::ALL.map(name).concat()
}

/// A name that fits beside a chart.
fn short(name: &str) -> String {
    const MOST: usize = 13;
    if name.chars().count() <= MOST {
        name.to_owned()
    } else {
        name.chars().take(MOST - 1).collect::<String>() + "…"
    }
}

fn losses(report: &Report) -> String {
    let figures = &report.figures;
    let limit = Side::ALL.iter().filter_map(|side| report.limits[*side]).max();
    let most = figures.iter().flat_map(|f| f.losses.0).chain(limit).max().unwrap_or(1).max(1);
    let plane = Plane {
        left: 40.0,
        right: 345.0,
        top: 22.0,
        floor: 190.0,
        steps: figures.len() + 1,
        low: 0.0,
        high: f64::from(most),
    };
    let mut svg = open(HALF, 236.0, "Losses, turn by turn");
    let step = (most / 4).max(1);
    for value in (0..=most).step_by(usize::try_from(step).unwrap_or(1)) {
        svg += &plane.level(f64::from(value), &value.to_string());
    }
    let mut drawn: Vec<i32> = Vec::new();
    for side in Side::ALL {
        let Some(limit) = report.limits[side].filter(|limit| !drawn.contains(limit)) else { continue };
        drawn.push(limit);
        let both = report.limits[side] == report.limits[side.other()];
        let whose = if both { "an army".to_owned() } else { escape(report.name(side)) };
        let y = plane.y(f64::from(limit));
        let _ = write!(
            svg,
            "<path d=\"M{} {y:.1}H{}\" stroke=\"var(--ink)\" stroke-dasharray=\"5 4\"/><text x=\"{}\" y=\"{:.1}\">{whose} breaks at {limit}</text>",
            plane.left,
            plane.right,
            plane.left + 4.0,
            y - 5.0
        );
    }
    for (side, dashes) in [(Side::Red, ""), (Side::Blue, " stroke-dasharray=\"7 4\"")] {
        let mut d = format!("M{:.1} {:.1}", plane.x(0), plane.y(0.0));
        for (i, f) in figures.iter().enumerate() {
            let _ = write!(d, "H{:.1}V{:.1}", plane.x(i + 1), plane.y(f64::from(f.losses[side])));
        }
        let _ = write!(
            svg,
            "<path d=\"{d}\" fill=\"none\" stroke=\"var(--{})\" stroke-width=\"2.6\" stroke-linejoin=\"round\"{dashes}/>",
            side.as_str()
        );
    }
    let last = BySide::each(|side| figures.last().map_or(0, |f| f.losses[side]));
    svg += &ends(
        &plane,
        report,
        BySide::each(|side| f64::from(last[side])),
        BySide::each(|side| last[side].to_string()),
    );
    let turns: Vec<u16> = std::iter::once(0).chain(figures.iter().map(|f| f.turn)).collect();
    svg += &plane.turns(&turns, report.turn_word);
    let rows = figures
        .iter()
        .map(|f| vec![f.turn.to_string(), f.losses[Side::Red].to_string(), f.losses[Side::Blue].to_string()]);
    let (word, [red, blue]) = (capital(report.turn_word), Side::ALL.map(|side| report.name(side)));
    let numbers = table(&format!("Losses in {}", report.losses_in), &[&word, red, blue], rows);
    let said = format!("{} lost, as the book counts them.", capital(report.losses_in));
    format!("<div><h3>Losses</h3><p>{}</p>{svg}</svg>{numbers}</div>", escape(&said))
}

fn luck(report: &Report) -> String {
    let figures = &report.figures;
    let most = figures.iter().flat_map(|f| f.luck.0).fold(1.0f64, |most, luck| most.max(luck.abs())).ceil();
    let plane = Plane {
        left: 40.0,
        right: 345.0,
        top: 14.0,
        floor: 190.0,
        steps: figures.len() + 1,
        low: -most,
        high: most,
    };
    let mut svg = open(HALF, 236.0, "Luck, turn by turn");
    for value in [-most, -most / 2.0, 0.0, most / 2.0, most] {
        svg += &plane.level(value, &signed(value));
    }
    svg += "<defs><pattern id=\"luck-hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
            <rect width=\"5\" height=\"5\" fill=\"var(--blue)\"/><rect width=\"2\" height=\"5\" fill=\"var(--blue-2)\"/></pattern></defs>";
    let room = (plane.right - plane.left) / figures.len().max(1) as f64;
    let wide = (room * 0.36).min(14.0);
    for (i, f) in figures.iter().enumerate() {
        let middle = plane.left + (i as f64 + 0.5) * room;
        for (side, x, fill) in
            [(Side::Red, middle - wide, "var(--red)"), (Side::Blue, middle, "url(#luck-hatch)")]
        {
            let (a, b) = (plane.y(0.0), plane.y(f.luck[side]));
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
                a.min(b),
                (a - b).abs()
            );
        }
    }
    let all = BySide::each(|side| figures.iter().map(|f| f.luck[side]).sum::<f64>());
    let words = BySide::each(|side| signed(all[side]));
    svg += &ends(&plane, report, BySide::each(|side| all[side].clamp(-most, most)), words.clone());
    let turns: Vec<u16> = figures.iter().map(|f| f.turn).collect();
    let below =
        Plane { left: plane.left + room / 2.0, right: plane.right - room / 2.0, steps: turns.len(), ..plane };
    svg += &below.turns(&turns, report.turn_word);
    let rows = figures
        .iter()
        .map(|f| vec![f.turn.to_string(), signed(f.luck[Side::Red]), signed(f.luck[Side::Blue])]);
    let (word, [red, blue]) = (capital(report.turn_word), Side::ALL.map(|side| report.name(side)));
    let numbers = table(&format!("Luck in {}", report.luck_in), &[&word, red, blue], rows);
    let said = format!(
        "{} above or below the average; in all {red} {}, {blue} {}.",
        capital(report.luck_in),
        words[Side::Red],
        words[Side::Blue]
    );
    format!("<div><h3>Luck</h3><p>{}</p>{svg}</svg>{numbers}</div>", escape(&said))
}

/// A number to a tenth with its sign.
fn signed(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    if tenths > 0.0 {
        format!("+{tenths}")
    } else if tenths < 0.0 {
        format!("−{}", -tenths)
    } else {
        "0".to_owned()
    }
}
