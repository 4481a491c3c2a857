//! The page: the same words and drawings in the browser and by itself.

mod charts;

use super::chapters::standing;
use super::fates::Army;
use super::odds::Thrown;
use super::words::capital;
use super::{Chapter, Report, Turning};
use crate::map::{DARK, Extent, Map, Way, signs, view_of};
use crate::style::{CAPS, REPORT, SANS, SERIF, SERIF_ITALIC, TOKENS};
use crate::{base64, escape};
use proto::Scene;
use std::fmt::Write as _;
use umpire::Side;

/// How wide maps are drawn, in pixels: one by itself, and one beside its words.
const WIDE: f64 = 960.0;
const BESIDE: f64 = 560.0;

/// The report as it stands in the browser: what it needs beside is on the client's pages already.
pub fn article(report: &Report) -> String {
    let mut page = Page { report, html: String::new(), maps: 0 };
    page.write();
    page.html
}

/// The report as a page by itself: nothing is loaded from elsewhere.
pub fn page(report: &Report) -> String {
    let title = escape(&report.about.title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{}</style>\n<body class=\"report-alone\">\n<svg width=\"0\" height=\"0\" aria-hidden=\"true\" \
         style=\"position:absolute\">{}</svg>\n{}</body>\n</html>\n",
        style(),
        signs(),
        article(report)
    )
}

/// The look of a page by itself: the client's colours by day and by night, its letters, and the report's own.
fn style() -> String {
    let (light, rest) = TOKENS.split_once(DARK).unwrap_or((TOKENS, ""));
    let dark = rest.split_once('}').map_or("", |(dark, _)| dark);
    let mut css = String::new();
    let faces = [
        ("Testudo Serif", "normal", "400 700", SERIF),
        ("Testudo Serif", "italic", "400 600", SERIF_ITALIC),
        ("Testudo Caps", "normal", "500", CAPS),
        ("Testudo Sans", "normal", "400 700", SANS),
    ];
    for (family, style, weight, font) in faces {
        let _ = writeln!(
            css,
            "@font-face{{font-family:\"{family}\";font-style:{style};font-weight:{weight};\
             src:url(data:font/woff2;base64,{}) format(\"woff2\")}}",
            base64(font)
        );
    }
    css += light;
    let _ = writeln!(css, "\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}");
    css += ":root{--f-serif:\"Testudo Serif\",Georgia,serif;--f-sc:\"Testudo Caps\",\"Testudo Serif\",Georgia,serif;\
            --f-sans:\"Testudo Sans\",system-ui,sans-serif}\n";
    css + REPORT
}

struct Page<'a> {
    report: &'a Report,
    html: String,
    maps: usize,
}

impl Page<'_> {
    fn add(&mut self, html: &str) {
        self.html.push_str(html);
        self.html.push('\n');
    }

    fn write(&mut self) {
        self.add("<article class=\"report\">");
        self.head();
        self.opening();
        self.armies();
        let chapters = &self.report.chapters;
        for (i, chapter) in chapters.iter().enumerate() {
            self.chapter(chapter, i % 2 == 1);
        }
        self.turnings();
        self.figures();
        self.record();
        self.foot();
        self.add("</article>");
    }

    fn heading(&mut self, small: &str, words: &str, class: &str) {
        let (small, words) = (escape(small), escape(words));
        self.add(&format!("<h2{class}><small>{small}</small> {words}</h2>"));
    }

    fn head(&mut self) {
        let Report { about, figures, turn_word, lede, .. } = self.report;
        let turns = umpire::voice::count(figures.len() as u64, turn_word);
        let players = Side::ALL.map(|side| {
            let player = &about.players[side];
            let name = self.report.name(side);
            if player.is_empty() { name.to_owned() } else { format!("{name} ({player})") }
        });
        let players = players.join(" against ");
        self.add(&format!(
            "<header><h1>{}</h1><p class=\"sub\">{} · a battle of {turns} · {}</p><div class=\"rod\"></div>\
             <p class=\"lede\">{}</p></header>",
            escape(&about.title),
            escape(&players),
            escape(&about.book),
            escape(lede)
        ));
    }

    fn opening(&mut self) {
        self.add("<section class=\"txt\">");
        for (i, paragraph) in self.report.opening.iter().enumerate() {
            let class = if i == 0 { " class=\"drop\"" } else { "" };
            self.add(&format!("<p{class}>{}</p>", escape(paragraph)));
        }
        self.add("</section>");
        let scene = &self.report.drawn_up;
        let depth = scene.table.depth;
        let corners: Vec<_> =
            standing(scene).flat_map(|u| crate::map::Block::of(u, depth).corners()).collect();
        let view = view_of(scene, &corners);
        let drawing = Drawing { scene, ways: &[], losses: &[], view, width: WIDE, seq: Some(0) };
        self.map(&drawing, "As they were drawn up.");
    }

    /// A map with its number and its words; it leads to the replay where there is one.
    fn map(&mut self, drawing: &Drawing<'_>, caption: &str) {
        self.maps += 1;
        let n = self.maps;
        let name = format!("map{n}");
        let words = format!("Map {n}. {caption}");
        let svg = Map {
            scene: drawing.scene,
            ways: drawing.ways,
            losses: drawing.losses,
            view: drawing.view,
            width: drawing.width,
            name: &name,
            words: &words,
        }
        .svg();
        let svg = match (&self.report.about.replay, drawing.seq) {
            (Some(replay), Some(seq)) => format!("<a href=\"{}\">{svg}</a>", link(replay, seq)),
            _ => svg,
        };
        self.add(&format!(
            "<figure>{svg}<figcaption><b>Map {n}.</b> {}</figcaption></figure>",
            escape(caption)
        ));
    }

    fn armies(&mut self) {
        self.heading("The armies", "Order of battle", " class=\"ctr\"");
        self.add("<div class=\"oob\">");
        for side in Side::ALL {
            let Army { fates, lost } = &self.report.armies[side];
            self.add(&format!(
                "<section><h3><i class=\"flag {}\"></i>{}<span>{lost} of {} lost</span></h3><ul>",
                side.as_str(),
                escape(self.report.name(side)),
                fates.len()
            ));
            for fate in fates {
                let unit = &fate.unit;
                let class = if fate.lost { " class=\"x\"" } else { "" };
                let named = unit.name.to_lowercase().contains("general");
                let general = if unit.general && !named { ", general" } else { "" };
                self.add(&format!(
                    "<li{class}><span class=\"chip {}\"><svg width=\"15\" height=\"15\" aria-hidden=\"true\">\
                     <use href=\"#g-{}\"/></svg>{}</span><span class=\"nm\">{}{general}</span>\
                     <span class=\"ls\">{}</span></li>",
                    unit.side,
                    escape(unit.glyph),
                    escape(&unit.label),
                    escape(&unit.name),
                    escape(&fate.words)
                ));
            }
            self.add("</ul></section>");
        }
        self.add("</div>");
    }

    fn chapter(&mut self, chapter: &Chapter, reversed: bool) {
        let word = capital(self.report.turn_word);
        let [first, last] = chapter.turns;
        let span =
            if first == last { format!("{word} {first}") } else { format!("{word}s {first} to {last}") };
        self.heading(&span, &chapter.title, "");
        self.add(if reversed { "<div class=\"ch rv\"><div>" } else { "<div class=\"ch\"><div>" });
        for paragraph in &chapter.paragraphs {
            self.add(&format!("<p>{}</p>", escape(paragraph)));
        }
        self.add("</div>");
        let drawing = Drawing {
            scene: &chapter.scene,
            ways: &chapter.ways,
            losses: &chapter.losses,
            view: chapter.view,
            width: BESIDE,
            seq: Some(chapter.seq),
        };
        self.map(&drawing, &caption(&span, chapter, self.report.turn_word));
        self.add("</div>");
    }

    fn turnings(&mut self) {
        let turnings = &self.report.turnings;
        if turnings.is_empty() {
            return;
        }
        let title = match turnings.len() {
            1 => "One turning point".to_owned(),
            n => format!("{} turning points", ["Two", "Three", "Four", "Five"].get(n - 2).unwrap_or(&"Some")),
        };
        self.heading("Where it turned", &title, " class=\"ctr\"");
        self.add("<div class=\"tp\">");
        for (i, turning) in turnings.iter().enumerate() {
            self.turning(turning, ["I", "II", "III", "IV", "V"].get(i).unwrap_or(&""));
        }
        self.add("</div>");
    }

    fn turning(&mut self, turning: &Turning, numeral: &str) {
        let word = capital(self.report.turn_word);
        self.add(&format!(
            "<div class=\"card\"><span class=\"rn\">{numeral}</span><h3>{}</h3><p>{word} {}. {}</p>{}<p>{} {}</p>",
            escape(&turning.title),
            turning.turn,
            escape(&turning.words),
            dice(&turning.thrown),
            chance(turning),
            escape(&turning.changed)
        ));
        let lead = turning.lead.map_or_else(String::new, |[before, after]| {
            let [before, after] = [before, after].map(|share| (share * 100.0).round());
            format!("<b>{before}% → {after}%</b>")
        });
        let replay = self.report.about.replay.as_deref().map_or_else(String::new, |replay| {
            format!(" <a href=\"{}\">Watch it</a>", link(replay, turning.seq))
        });
        self.add(&format!(
            "<div class=\"sw\"><span>{}{replay}</span>{lead}</div></div>",
            escape(self.report.name(turning.side))
        ));
    }

    fn figures(&mut self) {
        self.heading("In figures", "Who led, what it cost, who was lucky", " class=\"ctr\"");
        let charts = charts::charts(self.report);
        self.add(&charts);
    }

    fn record(&mut self) {
        self.heading("The record", "The whole journal", " class=\"ctr\"");
        self.add("<div class=\"record\">");
        let word = capital(self.report.turn_word);
        for (turn, lines) in &self.report.record {
            let title = if *turn == 0 { "Before the battle".to_owned() } else { format!("{word} {turn}") };
            self.add(&format!("<details><summary>{title}</summary><ol>"));
            for line in lines {
                let class = if line.heading { " class=\"hd\"" } else { "" };
                self.add(&format!("<li{class}>{}</li>", escape(&line.words)));
            }
            self.add("</ol></details>");
        }
        self.add("</div>");
    }

    fn foot(&mut self) {
        let Report { about, record, .. } = self.report;
        let lines: usize = record.iter().map(|(_, lines)| lines.len()).sum();
        let replay = about.replay.as_deref().map_or_else(String::new, |replay| {
            format!(" Every number can be opened in the <a href=\"{}\">replay</a>.", escape(replay))
        });
        self.add(&format!("<p class=\"end\">Written by the umpire from the record of the battle, {lines} lines long.{replay}</p>"));
    }
}

/// What a map on the page shows.
struct Drawing<'a> {
    scene: &'a Scene,
    ways: &'a [Way],
    losses: &'a [crate::map::Loss],
    view: Extent,
    width: f64,
    seq: Option<u32>,
}

fn link(replay: &str, seq: u32) -> String {
    format!("{}?step={seq}", escape(replay))
}

fn caption(span: &str, chapter: &Chapter, turn_word: &str) -> String {
    let mut words = format!("{span}.");
    if !chapter.ways.is_empty() {
        let _ = write!(
            words,
            " Dashed outlines are old places; the numbers tell in which {turn_word} a move began."
        );
    }
    if !chapter.losses.is_empty() {
        words += " The crossed are lost.";
    }
    words
}

/// The dice of a turning point: two that met with what was added to them, or throws to be counted.
fn dice(thrown: &[Thrown]) -> String {
    const MOST: usize = 40;
    if thrown.is_empty() || thrown.iter().map(|t| t.faces.len()).sum::<usize>() > MOST {
        return String::new();
    }
    let each = thrown.iter().map(|throw| {
        let mut faces = throw.faces.clone();
        faces.sort_unstable_by(|a, b| b.cmp(a));
        let missed = |face: u8| throw.need.is_some_and(|need| face < need);
        let drawn: String = faces.iter().map(|face| die(*face, throw.side, missed(*face))).collect();
        match (throw.factor, &faces[..], throw.need) {
            (Some(factor), [face], _) => {
                format!("{drawn}<span>{factor}+{face} =</span><b>{}</b>", factor + i16::from(*face))
            }
            (_, _, Some(need)) => {
                let hits = faces.iter().filter(|face| **face >= need).count();
                format!("<span>{need}+</span>{drawn}<b>{hits}</b>")
            }
            _ => drawn,
        }
    });
    format!("<div class=\"dd\">{}</div>", each.collect::<Vec<_>>().join("<span class=\"mut\">·</span>"))
}

fn die(face: u8, side: &str, missed: bool) -> String {
    let (class, size) = (if missed { " miss" } else { "" }, if missed { 18 } else { 24 });
    if !(1..=6).contains(&face) {
        return format!("<span class=\"face {side}\">{face}</span>");
    }
    format!(
        "<svg class=\"die {side}{class}\" width=\"{size}\" height=\"{size}\" role=\"img\" aria-label=\"a {face}\">\
         <use href=\"#die-{face}\"/></svg>"
    )
}

/// How likely the dice were, and what that says.
fn chance(turning: &Turning) -> String {
    let Some(chance) = turning.chance else { return String::new() };
    let even = chance.share() >= 0.5;
    let verdict = if even { ": it was no luck" } else { "" };
    format!("The chance of dice as good as these was <b>{}</b>{verdict}.", chance.words())
}
