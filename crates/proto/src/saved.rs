//! The saved battle: one file that replays alone.

use crate::WireCommand;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};
use umpire::{Manner, Side, StepRecord};

/// The version of the file format.
pub const FORMAT: u32 = 1;

/// The first line of a saved battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub testudo: u32,
    /// The version of the program that wrote it.
    pub engine: String,
    /// The rulebook.
    pub book: String,
    /// The scenario's id, or the name of its file.
    pub scenario: String,
    /// The scenario file, whole, with its house rules.
    pub text: String,
    /// The seed of the dice, when they came from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who played each side.
    pub red: String,
    /// Who played each side.
    pub blue: String,
}

/// The last line of a saved battle that was fought to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// How many steps there are.
    pub steps: usize,
    /// The digest at the end.
    pub digest: String,
    /// Who won; nothing in a draw.
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepLine {
    n: usize,
    side: String,
    command: WireCommand,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dice: Vec<u8>,
    digest: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: End,
}

/// A saved battle as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The header.
    pub header: Header,
    /// The decisions, their manners resolved later by the book.
    steps: Vec<(Side, WireCommand, Vec<u8>, u64)>,
    /// The end, if the battle was fought to its end.
    pub end: Option<End>,
}

impl Saved {
    /// The decisions; `manners` are the book's.
    ///
    /// # Errors
    /// The line of a command the book cannot read.
    pub fn steps(&self, manners: &[Manner]) -> Result<Vec<StepRecord>, SaveError> {
        self.steps
            .iter()
            .enumerate()
            .map(|(i, (side, command, faces, digest))| {
                let command = command.clone().command(manners).map_err(|message| SaveError {
                    line: i + 2,
                    column: 1,
                    message,
                })?;
                Ok(StepRecord { side: *side, command, faces: faces.clone(), digest: *digest })
            })
            .collect()
    }
}

/// What is wrong with a saved battle, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What.
    pub message: String,
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SaveError {}

/// Writes the header line.
///
/// # Errors
/// When it cannot be written.
pub fn write_header(out: &mut dyn Write, header: &Header) -> io::Result<()> {
    write_line(out, header)
}

/// Writes the line of a step; `n` counts from 1.
///
/// # Errors
/// When it cannot be written.
pub fn write_step(out: &mut dyn Write, n: usize, step: &StepRecord, manners: &[Manner]) -> io::Result<()> {
    write_line(
        out,
        &StepLine {
            n,
            side: step.side.as_str().into(),
            command: WireCommand::of(&step.command, manners),
            dice: step.faces.clone(),
            digest: format!("{:016x}", step.digest),
        },
    )
}

/// Writes the end line.
///
/// # Errors
/// When it cannot be written.
pub fn write_end(out: &mut dyn Write, end: End) -> io::Result<()> {
    write_line(out, &EndLine { end })
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Reads a saved battle.
///
/// # Errors
/// The first line that cannot be read, with its column.
pub fn read_saved(text: &str) -> Result<Saved, SaveError> {
    let at = |line: usize, column: usize, message: String| SaveError { line, column, message };
    let json = |line: usize, e: serde_json::Error| {
        let words = e.to_string();
        let message = words.split(" at line ").next().unwrap_or(&words).to_owned();
        at(line, e.column().max(1), message)
    };
    let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l)).filter(|(_, l)| !l.trim().is_empty());
    let (n, first) = lines.next().ok_or_else(|| at(1, 1, "the file is empty".into()))?;
    let header: Header = serde_json::from_str(first).map_err(|e| json(n, e))?;
    if header.testudo != FORMAT {
        let message =
            format!("testudo: format {} is not known; this program reads format {FORMAT}", header.testudo);
        return Err(at(n, 1, message));
    }
    let mut steps = Vec::new();
    let mut end = None;
    for (n, line) in lines {
        if end.is_some() {
            return Err(at(n, 1, "there is something after the end line".into()));
        }
        if line.starts_with("{\"end\"") {
            let line: EndLine = serde_json::from_str(line).map_err(|e| json(n, e))?;
            if line.end.steps != steps.len() {
                let message =
                    format!("end.steps: says {} steps, but there are {}", line.end.steps, steps.len());
                return Err(at(n, 1, message));
            }
            end = Some(line.end);
            continue;
        }
        let step: StepLine = serde_json::from_str(line).map_err(|e| json(n, e))?;
        if step.n != steps.len() + 1 {
            return Err(at(n, 1, format!("n: step {} stands where step {} should", step.n, steps.len() + 1)));
        }
        let side = Side::parse(&step.side)
            .ok_or_else(|| at(n, 1, format!("side: `{}` is neither red nor blue", step.side)))?;
        let digest = u64::from_str_radix(&step.digest, 16)
            .map_err(|_| at(n, 1, format!("digest: `{}` is not a digest", step.digest)))?;
        steps.push((side, step.command, step.dice, digest));
    }
    Ok(Saved { header, steps, end })
}
