//! A text and its name: turns faults into lines a person can follow.

use crate::{Fault, MOST_FAULTS};
use std::fmt::Write as _;

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A text and the name under which its reader knows it.
///
/// ```
/// use testudo_form::{Field, Kind, Source, fill, parse_toml};
/// let source = Source { name: "rome.toml", text: "name = 'Rome'\nsize = 99\n" };
/// let fields = [Field::new("name", Kind::Text, "its name"), Field::new("size", Kind::int(1..=12), "elements")];
/// let faults = fill(&fields, &parse_toml(source.text)?).unwrap_err();
/// assert_eq!(source.line(&faults[0]), "rome.toml:2:8: size: must be from 1 to 12, not 99");
/// assert_eq!(source.excerpt(&faults[0]), "\
/// rome.toml:2:8: size: must be from 1 to 12, not 99
///   |
/// 2 | size = 99
///   |        ^^
/// ");
/// # Ok::<(), testudo_form::Fault>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file's name, or what else it is called.
    pub name: &'a str,
    /// What is written there.
    pub text: &'a str,
}

impl Source<'_> {
    /// The fault in one line: `file:line:column: path: message`.
    pub fn line(&self, fault: &Fault) -> String {
        self.line_at(fault, fault.span.as_ref().map(|span| self.place(span.start)))
    }

    fn line_at(&self, fault: &Fault, place: Option<Place>) -> String {
        match place {
            Some(Place { line, column }) => format!("{}:{line}:{column}: {}", self.name, fault.say(None)),
            None => format!("{}: {}", self.name, fault.say(None)),
        }
    }

    /// The faults, one on a line: the first fifty, and how many more there are.
    pub fn lines(&self, faults: &[Fault]) -> String {
        // The text is gone through once, however many faults there are.
        let starts: Vec<usize> =
            std::iter::once(0).chain(self.text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        let place = |offset: usize| {
            let offset = self.boundary(offset);
            let line = starts.partition_point(|start| *start <= offset);
            let column = self.text[starts[line - 1]..offset].chars().count() + 1;
            Place { line, column }
        };
        let line =
            |fault: &Fault| self.line_at(fault, fault.span.as_ref().map(|span| place(span.start))) + "\n";
        let mut lines: String = faults.iter().take(MOST_FAULTS).map(line).collect();
        if faults.len() > MOST_FAULTS {
            // Writing to a String cannot fail.
            let _ = writeln!(lines, "{}: and {} more faults", self.name, faults.len() - MOST_FAULTS);
        }
        lines
    }

    /// The fault's line, and below it what was written with the fault underlined.
    pub fn excerpt(&self, fault: &Fault) -> String {
        let mut out = self.line(fault) + "\n";
        let Some(span) = &fault.span else { return out };
        let Place { line, column } = self.place(span.start);
        let written = self.text.lines().nth(line - 1).unwrap_or("");
        // Tabs would shift the underline.
        let written: String = written.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let length = self.text.get(span.clone()).map_or(1, |text| text.chars().count());
        let underline = length.min((written.chars().count() + 1).saturating_sub(column)).max(1);
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "{margin} |\n{number} | {written}\n{margin} | {}{}\n",
            " ".repeat(column - 1),
            "^".repeat(underline)
        );
        out
    }

    /// The line and column of a byte of the text; those of its end, if it is beyond.
    pub fn place(&self, offset: usize) -> Place {
        let before = &self.text[..self.boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: before.bytes().filter(|b| *b == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The byte at a line and a column counted in bytes, as the JSON reader counts.
    pub(crate) fn offset(&self, line: usize, column: usize) -> usize {
        let lines = self.text.split_inclusive('\n').take(line.saturating_sub(1));
        self.boundary(lines.map(str::len).sum::<usize>() + column.saturating_sub(1))
    }

    /// The start of the character that byte belongs to, or the end of the text.
    fn boundary(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        (offset.saturating_sub(4)..=offset).rev().find(|i| self.text.is_char_boundary(*i)).unwrap_or(0)
    }
}
