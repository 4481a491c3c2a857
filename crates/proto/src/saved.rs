//! The saved battle: one file that replays alone.

use crate::WireCommand;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};
use umpire::{Digest, DigestError, Manner, Outcome, Side, StepRecord};

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
    /// The version of its rules by which the battle was fought; files of before there were versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<u16>,
    /// The scenario's id, or the name of its file.
    pub scenario: String,
    /// The scenario file, whole, with its house rules.
    pub text: String,
    /// The seed of the dice, when they came from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What the dice were drawn from, where more than the seed is to be known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<crate::SavedDice>,
    /// Who played each side.
    pub red: String,
    /// Who played each side.
    pub blue: String,
}

impl Header {
    /// Says with which version of the rules the battle was fought, if a program that plays version `now` of them
    /// may fight it differently.
    pub fn other_rules(&self, now: u16) -> Option<String> {
        let Header { engine, book, .. } = self;
        match self.rules {
            Some(then) if then == now => None,
            Some(then) => Some(format!(
                "it was fought by testudo {engine} with version {then} of the rules of {book}; this is version {now}"
            )),
            None => {
                Some(format!("it was fought by testudo {engine}, before the rules of {book} had versions"))
            }
        }
    }
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

impl End {
    /// The end of a battle of that many steps.
    pub fn new(steps: usize, digest: Digest, outcome: &Outcome) -> End {
        End {
            steps,
            digest: digest.to_string(),
            winner: outcome.winner.map(|side| side.as_str().to_owned()),
            reason: outcome.reason.to_owned(),
        }
    }

    /// Whether a battle has come to this end; a digest of another version is not compared, and neither are the words of
    /// the reason.
    pub fn fits(&self, digest: Digest, outcome: &Outcome) -> bool {
        let same = self.digest.parse().is_ok_and(|end: Digest| !end.contradicts(digest));
        same && self.winner.as_deref() == outcome.winner.map(Side::as_str)
    }
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

/// One decision as it was read.
#[derive(Clone, Debug, PartialEq)]
struct Decided {
    side: Side,
    command: WireCommand,
    faces: Vec<u8>,
    digest: Digest,
}

/// A saved battle as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The header.
    pub header: Header,
    /// The decisions, their manners resolved later by the book.
    steps: Vec<Decided>,
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
            .map(|(i, Decided { side, command, faces, digest })| {
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

/// Writes a whole saved battle; `manners` are the book's.
///
/// # Errors
/// When it cannot be written.
pub fn write_saved(
    out: &mut dyn Write,
    header: &Header,
    steps: &[StepRecord],
    end: Option<End>,
    manners: &[Manner],
) -> io::Result<()> {
    write_header(out, header)?;
    for (i, step) in steps.iter().enumerate() {
        write_step(out, i + 1, step, manners)?;
    }
    end.map_or(Ok(()), |end| write_end(out, end))
}

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
            digest: step.digest.to_string(),
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
    let header: Header = serde_json::from_str(first).map_err(|e| {
        let error = json(n, e);
        SaveError { message: format!("this is not a saved battle: {}", error.message), ..error }
    })?;
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
        let digest = step.digest.parse().map_err(|e: DigestError| at(n, 1, format!("digest: {e}")))?;
        steps.push(Decided { side, command: step.command, faces: step.dice, digest });
    }
    Ok(Saved { header, steps, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = concat!(
        r#"{"testudo":1,"engine":"0.1.0","book":"dba","scenario":"dba/zama","text":"","red":"a","blue":"b"}"#,
        "\n",
        r#"{"n":1,"side":"red","command":"done","digest":"0123456789abcdef"}"#,
        "\n",
        r#"{"end":{"steps":1,"digest":"0123456789abcdef","winner":null,"reason":"time"}}"#,
    );

    #[test]
    fn a_file_of_before_there_were_versions_is_read_and_its_digests_contradict_nobody() {
        let saved = read_saved(OLD).expect("an old file");
        assert_eq!(saved.header.rules, None);
        assert!(
            saved
                .header
                .other_rules(1)
                .is_some_and(|said| said.contains("before the rules of dba had versions"))
        );
        let now: Digest = "1.1:ffffffffffffffff".parse().expect("a digest");
        assert!(!saved.steps(&[]).expect("it moves nobody")[0].digest.contradicts(now));
        let time = Outcome {
            winner: None,
            rule: ruling::RuleId::new("b.time"),
            reason: "time",
            ending: umpire::Ending::Time,
        };
        assert!(saved.end.as_ref().expect("its end").fits(now, &time));
        let end = saved.end.as_ref().expect("its end");
        assert!(end.fits(now, &Outcome { reason: "the time was up", ..time }), "words may be put better");
        assert!(!end.fits(now, &Outcome { winner: Some(Side::Red), ..time }));
    }

    #[test]
    fn a_file_says_by_which_rules_it_was_fought() {
        let mut header = read_saved(OLD).expect("an old file").header;
        header.rules = Some(3);
        let mut out = Vec::new();
        write_saved(&mut out, &header, &[], None, &[]).expect("memory can be written");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains(r#""rules":3"#), "{text}");
        let read = read_saved(&text).expect("what was written").header;
        assert_eq!((read.other_rules(3), read == header), (None, true));
        let said = read.other_rules(4).expect("the rules have changed");
        assert!(said.contains("version 3 of the rules of dba; this is version 4"), "{said}");
    }
}
