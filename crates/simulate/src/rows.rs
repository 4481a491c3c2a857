//! Rows in a file: CSV or Parquet, one battle a row.

#[cfg(feature = "parquet")]
mod parquet_file;

use crate::Row;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use testudo::AnyBattle;
use umpire::Side;

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Seed,
    Long,
    Whole,
    Word,
}

/// The columns in their order.
const COLUMNS: [(&str, Kind); 16] = [
    ("battle", Kind::Long),
    ("seed", Kind::Seed),
    ("scenario", Kind::Word),
    ("red", Kind::Word),
    ("blue", Kind::Word),
    ("winner", Kind::Word),
    ("reason", Kind::Word),
    ("turns", Kind::Whole),
    ("steps", Kind::Whole),
    ("decided", Kind::Whole),
    ("red_losses", Kind::Whole),
    ("blue_losses", Kind::Whole),
    ("red_lost", Kind::Word),
    ("blue_lost", Kind::Word),
    ("first_lost", Kind::Word),
    ("digest", Kind::Word),
];

/// Why a file of rows cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// The name says no kind of file that can be written.
    #[error("{}: name a {} file", .0.display(), if cfg!(feature = "parquet") { ".csv or a .parquet" } else { ".csv" })]
    Kind(PathBuf),
    /// The file cannot be written.
    #[error("{}: {source}", .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// A value in a row.
enum Cell {
    Seed(u64),
    Long(i64),
    Whole(i32),
    Word(String),
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Cell::Seed(n) => n.to_string(),
            Cell::Long(n) => n.to_string(),
            Cell::Whole(n) => n.to_string(),
            Cell::Word(word) => word.clone(),
        }
    }
}

type Line = [Cell; COLUMNS.len()];

/// What writes rows in one kind of file.
trait Format {
    /// Writes a row.
    fn add(&mut self, line: Line) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;

    /// Writes what is left.
    fn finish(&mut self) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;
}

impl Format for csv::Writer<File> {
    fn add(&mut self, line: Line) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.write_record(line.iter().map(Cell::text))?)
    }

    fn finish(&mut self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.flush()?)
    }
}

/// A file of rows in the making.
///
/// It is written under a name of its own and takes its place when it is [finished](RowFile::finish), so a file of
/// that name is always whole.
pub struct RowFile {
    path: PathBuf,
    part: PathBuf,
    scenario: String,
    format: Box<dyn Format>,
    kept: u32,
}

impl RowFile {
    /// Begins a file; its ending says which kind. `seed` is that of the first battle to come. If a file is there whose
    /// rows are of the same scenario and end just before that seed, the simulation goes on: they are kept.
    ///
    /// # Errors
    /// When the ending is neither `.csv` nor `.parquet`, or the file cannot be made.
    pub fn create(path: &Path, scenario: &str, seed: u64) -> Result<RowFile, RowsError> {
        let before = before(path, scenario, seed);
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let fault = |source| RowsError::File { path: path.to_owned(), source };
        let file = || File::create(&part).map_err(|source| fault(source.into()));
        let mut format: Box<dyn Format> = match path.extension().and_then(|e| e.to_str()) {
            Some("csv") => {
                let mut out = csv::Writer::from_writer(file()?);
                out.write_record(COLUMNS.map(|(name, _)| name)).map_err(|source| fault(source.into()))?;
                Box::new(out)
            }
            #[cfg(feature = "parquet")]
            Some("parquet") => Box::new(parquet_file::begin(file()?).map_err(|source| fault(source.into()))?),
            _ => return Err(RowsError::Kind(path.to_owned())),
        };
        let mut kept = 0;
        for line in before {
            format.add(line).map_err(fault)?;
            kept += 1;
        }
        Ok(RowFile { path: path.to_owned(), part, scenario: scenario.to_owned(), format, kept })
    }

    /// How many rows of before are kept.
    pub fn kept(&self) -> u32 {
        self.kept
    }

    /// Writes a row; the battle is any of the simulation, for the names of its troops.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, row: &Row, battle: &AnyBattle) -> Result<(), RowsError> {
        let mut line = line(row, &self.scenario, battle);
        line[0] = Cell::Long(i64::from(row.battle) + 1 + i64::from(self.kept));
        self.format.add(line).map_err(|source| RowsError::File { path: self.path.clone(), source })
    }

    /// Ends the file and puts it in its place.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> Result<(), RowsError> {
        let ended = self.format.finish();
        let placed = ended.and_then(|()| Ok(std::fs::rename(&self.part, &self.path)?));
        placed.map_err(|source| RowsError::File { path: self.path.clone(), source })
    }
}

/// The rows of a file that a simulation of this scenario from this seed goes on with; none if it is another's.
fn before(path: &Path, scenario: &str, seed: u64) -> Vec<Line> {
    let lines = match path.extension().and_then(|e| e.to_str()) {
        Some("csv") => read_csv(path),
        #[cfg(feature = "parquet")]
        Some("parquet") => parquet_file::read(path),
        _ => None,
    };
    let mut lines = lines.unwrap_or_default();
    let ours = lines.iter().all(|line| matches!(&line[2], Cell::Word(name) if name == scenario));
    let last = |lines: &[Line]| match lines.last() {
        Some([_, Cell::Seed(seed), ..]) => Some(*seed),
        _ => None,
    };
    // Where sides are changed a seed has two battles: if the second is missing, both are fought anew.
    while last(&lines) == Some(seed) {
        lines.pop();
    }
    let end = last(&lines);
    if ours && end.is_some_and(|end| end.checked_add(1) == Some(seed)) { lines } else { Vec::new() }
}

/// The rows of a CSV file of ours; `None` if it is not one.
fn read_csv(path: &Path) -> Option<Vec<Line>> {
    let mut file = csv::Reader::from_path(path).ok()?;
    if file.headers().ok()?.iter().ne(COLUMNS.iter().map(|(name, _)| *name)) {
        return None;
    }
    let mut lines = Vec::new();
    for record in file.records() {
        let record = record.ok()?;
        let cell = |(text, (_, kind)): (&str, &(&str, Kind))| match kind {
            Kind::Seed => text.parse().ok().map(Cell::Seed),
            Kind::Long => text.parse().ok().map(Cell::Long),
            Kind::Whole => text.parse().ok().map(Cell::Whole),
            Kind::Word => Some(Cell::Word(text.to_owned())),
        };
        let cells: Option<Vec<Cell>> = record.iter().zip(&COLUMNS).map(cell).collect();
        lines.push(cells?.try_into().ok()?);
    }
    Some(lines)
}

fn line(row: &Row, scenario: &str, battle: &AnyBattle) -> Line {
    let field = battle.field();
    let lost = |side: Side| {
        let mut classes: BTreeMap<&str, u32> = BTreeMap::new();
        for fall in row.falls.iter().filter(|fall| field.side(fall.unit) == side) {
            *classes.entry(battle.class(fall.unit)).or_default() += 1;
        }
        let words: Vec<String> = classes.iter().map(|(class, n)| format!("{n} {class}")).collect();
        words.join("; ")
    };
    let first = row
        .falls
        .first()
        .map(|fall| format!("{} {} in turn {}", field.side(fall.unit), battle.class(fall.unit), fall.turn));
    let whole = |n: i64| Cell::Whole(i32::try_from(n).unwrap_or(i32::MAX));
    let word = |text: &dyn ToString| Cell::Word(text.to_string());
    let (red, blue) = (Side::Red, Side::Blue);
    [
        Cell::Long(i64::from(row.battle) + 1),
        Cell::Seed(row.seed),
        word(&scenario),
        word(&row.levels[red]),
        word(&row.levels[blue]),
        word(&row.winner.map_or("draw", Side::as_str)),
        word(&row.reason),
        whole(row.turns.into()),
        whole(row.steps as i64),
        whole(row.decided.into()),
        whole(row.losses[red].into()),
        whole(row.losses[blue].into()),
        Cell::Word(lost(red)),
        Cell::Word(lost(blue)),
        Cell::Word(first.unwrap_or_default()),
        word(&row.digest),
    ]
}
