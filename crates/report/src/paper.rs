//! A page that needs nothing but itself: style, headings, tables.

use std::fmt::Write as _;

const STYLE: &str = "
:root { --paper: #FBF7EC; --well: #F2EAD7; --line: #D3C5A5; --ink: #2A2119; --ink-2: #5C4E3C; --red: #B23A22;
  --blue: #1F4077; --none: #8A7A5B; --link: #1F5C57; }
body { background: var(--paper); color: var(--ink); margin: 0 auto; max-width: 62rem; padding: 2rem 1.2rem 4rem;
  font: 16px/1.5 'Source Sans 3', 'Segoe UI', system-ui, sans-serif; }
h1, h2, h3 { font-family: Alegreya, 'Iowan Old Style', Georgia, serif; line-height: 1.15; }
h1 { font-size: 2.2rem; margin: 0 0 .3rem; } h2 { margin: 2.2rem 0 .6rem; border-top: 1px solid var(--line); padding-top: 1rem; }
p.lead { color: var(--ink-2); font-size: 1.1rem; margin: 0 0 1rem; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); }
th { color: var(--ink-2); font-weight: 600; } td.n { text-align: right; }
figure { margin: 1rem 0; } figcaption { color: var(--ink-2); font-size: .9rem; }
svg { max-width: 100%; height: auto; } svg text { font: 12px 'Source Sans 3', 'Segoe UI', system-ui, sans-serif; fill: var(--ink); }
.small { color: var(--ink-2); font-size: .85rem; } .red { color: var(--red); } .blue { color: var(--blue); }
details { margin: .2rem 0; } summary { cursor: pointer; }
@media print { body { max-width: none; padding: 0; } details { display: block; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
";

/// A page in the making.
#[derive(Clone, Debug)]
pub struct Paper {
    html: String,
}

impl Paper {
    /// A page with its title and a sentence below it.
    pub fn new(title: &str, lead: &str) -> Paper {
        let (title, lead) = (escape(title), escape(lead));
        let html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n<p class=\"lead\">{lead}</p>\n"
        );
        Paper { html }
    }

    /// A heading.
    pub fn heading(&mut self, words: &str) {
        let _ = writeln!(self.html, "<h2>{}</h2>", escape(words));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, words: &str) {
        let _ = writeln!(self.html, "<p>{}</p>", escape(words));
    }

    /// A drawing with a line below it.
    pub fn figure(&mut self, svg: &str, caption: &str) {
        let _ = writeln!(self.html, "<figure>\n{svg}\n<figcaption>{}</figcaption></figure>", escape(caption));
    }

    /// A table; cells that are numbers stand to the right.
    pub fn table(&mut self, header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        self.html.push_str("<table>\n<tr>");
        for name in header {
            let _ = write!(self.html, "<th>{}</th>", escape(name));
        }
        self.html.push_str("</tr>\n");
        for row in rows {
            self.html.push_str("<tr>");
            for cell in row {
                let number = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                let class = if number { " class=\"n\"" } else { "" };
                let _ = write!(self.html, "<td{class}>{}</td>", escape(&cell));
            }
            self.html.push_str("</tr>\n");
        }
        self.html.push_str("</table>\n");
    }

    /// HTML that is known to be good.
    pub fn raw(&mut self, html: &str) {
        self.html.push_str(html);
        self.html.push('\n');
    }

    /// The page.
    pub fn finish(self) -> String {
        self.html
    }
}

/// Words as HTML and SVG write them.
///
/// ```
/// assert_eq!(testudo_report::escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
pub fn escape(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
