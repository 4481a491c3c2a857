//! Rows in a file: CSV or Parquet, one battle a row.

use crate::Row;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use testudo::AnyBattle;
use umpire::Side;

/// The columns of Parquet files; CSV files have the same names in the same order.
const COLUMNS: &str = "message battles {
    required int64 battle; required int64 seed; required binary scenario (UTF8); required binary red (UTF8);
    required binary blue (UTF8); required binary winner (UTF8); required binary reason (UTF8);
    required int32 turns; required int32 steps; required int32 decided; required int32 red_losses;
    required int32 blue_losses; required binary red_lost (UTF8); required binary blue_lost (UTF8);
    required binary first_lost (UTF8); required binary digest (UTF8);
}";

/// The header of CSV files.
const HEADER: &str = "battle,seed,scenario,red,blue,winner,reason,turns,steps,decided,red_losses,blue_losses,\
                      red_lost,blue_lost,first_lost,digest";

/// How many rows of a Parquet file are written together.
const GROUP: usize = 8192;

/// Why a file of rows cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The name says neither kind.
    #[error("{}: name a .csv or a .parquet file", .0.display())]
    Kind(PathBuf),
    /// The file cannot be written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The columns do not fit together.
    #[error("{}: {source}", .path.display())]
    Parquet {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: parquet::errors::ParquetError,
    },
}

/// One row as it is written.
struct Line {
    numbers: [i64; 7],
    words: [String; 9],
}

enum Kind {
    Csv(BufWriter<File>),
    Parquet(Box<SerializedFileWriter<File>>, Vec<Line>),
}

/// A file of rows in the making.
///
/// It is written under a name of its own and takes its place when it is [finished](Sheet::finish), so a file of
/// that name is always whole.
pub struct Sheet {
    path: PathBuf,
    part: PathBuf,
    scenario: String,
    kind: Kind,
}

impl Sheet {
    /// Begins a file; its ending says which kind.
    ///
    /// # Errors
    /// When the ending is neither `.csv` nor `.parquet`, or the file cannot be made.
    pub fn create(path: &Path, scenario: &str) -> Result<Sheet, SheetError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = || File::create(&part).map_err(|source| SheetError::Io { path: part.clone(), source });
        let kind = match path.extension().and_then(|e| e.to_str()) {
            Some("csv") => Kind::Csv(BufWriter::new(file()?)),
            Some("parquet") => {
                let schema = Arc::new(parse_message_type(COLUMNS).expect("our own columns parse"));
                let snappy = parquet::basic::Compression::SNAPPY;
                let properties = Arc::new(WriterProperties::builder().set_compression(snappy).build());
                let writer = SerializedFileWriter::new(file()?, schema, properties);
                let writer =
                    writer.map_err(|source| SheetError::Parquet { path: path.to_owned(), source })?;
                Kind::Parquet(Box::new(writer), Vec::new())
            }
            _ => return Err(SheetError::Kind(path.to_owned())),
        };
        let mut sheet = Sheet { path: path.to_owned(), part, scenario: scenario.to_owned(), kind };
        if let Kind::Csv(out) = &mut sheet.kind {
            writeln!(out, "{HEADER}").map_err(|source| SheetError::Io { path: path.to_owned(), source })?;
        }
        Ok(sheet)
    }

    /// Writes a row; the battle is any of the simulation, for the names of its troops.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, row: &Row, battle: &AnyBattle) -> Result<(), SheetError> {
        let line = Line::of(row, &self.scenario, battle);
        match &mut self.kind {
            Kind::Csv(out) => writeln!(out, "{}", line.csv())
                .map_err(|source| SheetError::Io { path: self.path.clone(), source }),
            Kind::Parquet(writer, lines) => {
                lines.push(line);
                if lines.len() < GROUP {
                    return Ok(());
                }
                let group = std::mem::take(lines);
                write_group(writer, &group)
                    .map_err(|source| SheetError::Parquet { path: self.path.clone(), source })
            }
        }
    }

    /// Ends the file and puts it in its place.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> Result<(), SheetError> {
        let io = |source| SheetError::Io { path: self.path.clone(), source };
        match self.kind {
            Kind::Csv(mut out) => out.flush().map_err(io)?,
            Kind::Parquet(mut writer, lines) => {
                let end = |source| SheetError::Parquet { path: self.path.clone(), source };
                write_group(&mut writer, &lines).map_err(end)?;
                writer.finish().map_err(end)?;
            }
        }
        std::fs::rename(&self.part, &self.path).map_err(io)
    }
}

impl Line {
    fn of(row: &Row, scenario: &str, battle: &AnyBattle) -> Line {
        let field = battle.field();
        let lost = |side: Side| {
            let mut classes: BTreeMap<&str, u32> = BTreeMap::new();
            for fall in row.falls.iter().filter(|fall| field.side(fall.unit) == side) {
                *classes.entry(battle.class(fall.unit)).or_default() += 1;
            }
            let words: Vec<String> = classes.iter().map(|(class, n)| format!("{n} {class}")).collect();
            words.join("; ")
        };
        let first = row.falls.first().map(|fall| {
            format!("{} {} in turn {}", field.side(fall.unit), battle.class(fall.unit), fall.turn)
        });
        let (red, blue) = (Side::Red, Side::Blue);
        Line {
            numbers: [
                i64::from(row.battle) + 1,
                row.seed as i64,
                row.turns.into(),
                row.steps as i64,
                row.decided.into(),
                row.losses[red].into(),
                row.losses[blue].into(),
            ],
            words: [
                scenario.to_owned(),
                row.levels[red].to_string(),
                row.levels[blue].to_string(),
                row.winner.map_or("draw", Side::as_str).to_owned(),
                row.reason.to_owned(),
                lost(red),
                lost(blue),
                first.unwrap_or_default(),
                format!("{:016x}", row.digest),
            ],
        }
    }

    fn csv(&self) -> String {
        let [battle, seed, turns, steps, decided, red, blue] = self.numbers.map(|n| n.to_string());
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        let mut columns = vec![battle, seed];
        columns.extend_from_slice(&words[..5]);
        columns.extend([turns, steps, decided, red, blue]);
        columns.extend_from_slice(&words[5..]);
        columns.join(",")
    }
}

/// A word as CSV writes it.
fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

/// Writes rows column by column.
fn write_group(
    writer: &mut SerializedFileWriter<File>,
    lines: &[Line],
) -> Result<(), parquet::errors::ParquetError> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut group = writer.next_row_group()?;
    let (mut number, mut word) = (0, 0);
    for column in COLUMNS.split(';').take(COLUMNS.matches(';').count()) {
        let mut out = group.next_column()?.expect("a column for each column");
        if column.contains("int64") {
            let values: Vec<i64> = lines.iter().map(|line| line.numbers[number]).collect();
            out.typed::<Int64Type>().write_batch(&values, None, None)?;
            number += 1;
        } else if column.contains("int32") {
            let small = |line: &Line| i32::try_from(line.numbers[number]).unwrap_or(i32::MAX);
            let values: Vec<i32> = lines.iter().map(small).collect();
            out.typed::<Int32Type>().write_batch(&values, None, None)?;
            number += 1;
        } else {
            let values: Vec<ByteArray> = lines.iter().map(|line| line.words[word].as_str().into()).collect();
            out.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            word += 1;
        }
        out.close()?;
    }
    group.close()?;
    Ok(())
}
