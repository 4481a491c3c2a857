//! Rows in a Parquet file, written column by column in groups.

use super::{COLUMNS, Cell, Format, Kind, Line};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// How many rows are written together.
const GROUP: usize = 8192;

/// A Parquet file in the making.
pub struct ParquetFile {
    writer: SerializedFileWriter<File>,
    lines: Vec<Line>,
}

/// Begins a file.
pub fn begin(file: File) -> Result<ParquetFile, ParquetError> {
    let column = |(name, kind): (&str, Kind)| match kind {
        Kind::Seed => format!("required int64 {name} (UINT_64);"),
        Kind::Long => format!("required int64 {name};"),
        Kind::Whole => format!("required int32 {name};"),
        Kind::Word => format!("required binary {name} (UTF8);"),
    };
    let schema = format!("message battles {{ {} }}", COLUMNS.map(column).join(" "));
    let schema = Arc::new(parse_message_type(&schema)?);
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    Ok(ParquetFile { writer: SerializedFileWriter::new(file, schema, properties)?, lines: Vec::new() })
}

impl Format for ParquetFile {
    fn add(&mut self, line: Line) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        self.lines.push(line);
        if self.lines.len() >= GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        self.write_group()?;
        self.writer.finish()?;
        Ok(())
    }
}

impl ParquetFile {
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for (i, (_, kind)) in COLUMNS.into_iter().enumerate() {
            let cells = || lines.iter().map(|line| &line[i]);
            let mut out = group.next_column()?.expect("a column for each column");
            match kind {
                Kind::Seed => {
                    let values: Vec<i64> = cells().filter_map(seed).collect();
                    out.typed::<Int64Type>().write_batch(&values, None, None)?;
                }
                Kind::Long => {
                    let values: Vec<i64> = cells().filter_map(long).collect();
                    out.typed::<Int64Type>().write_batch(&values, None, None)?;
                }
                Kind::Whole => {
                    let values: Vec<i32> = cells().filter_map(whole).collect();
                    out.typed::<Int32Type>().write_batch(&values, None, None)?;
                }
                Kind::Word => {
                    let values: Vec<ByteArray> = cells().map(|cell| cell.text().as_str().into()).collect();
                    out.typed::<ByteArrayType>().write_batch(&values, None, None)?;
                }
            }
            out.close()?;
        }
        group.close()?;
        Ok(())
    }
}

/// The rows of a Parquet file of ours; `None` if it is not one.
pub fn read(path: &Path) -> Option<Vec<Line>> {
    let file = SerializedFileReader::new(File::open(path).ok()?).ok()?;
    let mut lines = Vec::new();
    for row in file.get_row_iter(None).ok()? {
        let row = row.ok()?;
        let cell = |((_, field), (_, kind)): ((&String, &Field), &(&str, Kind))| match (field, kind) {
            (Field::ULong(n), Kind::Seed) => Some(Cell::Seed(*n)),
            (Field::Long(n), Kind::Seed) => Some(Cell::Seed(n.cast_unsigned())),
            (Field::Long(n), Kind::Long) => Some(Cell::Long(*n)),
            (Field::Int(n), Kind::Whole) => Some(Cell::Whole(*n)),
            (Field::Str(word), Kind::Word) => Some(Cell::Word(word.clone())),
            _ => None,
        };
        let cells: Option<Vec<Cell>> = row.get_column_iter().zip(&COLUMNS).map(cell).collect();
        lines.push(cells?.try_into().ok()?);
    }
    Some(lines)
}

/// The bits of a seed, which Parquet keeps in signed numbers.
fn seed(cell: &Cell) -> Option<i64> {
    if let Cell::Seed(n) = cell { Some(n.cast_signed()) } else { None }
}

fn long(cell: &Cell) -> Option<i64> {
    if let Cell::Long(n) = cell { Some(*n) } else { None }
}

fn whole(cell: &Cell) -> Option<i32> {
    if let Cell::Whole(n) = cell { Some(*n) } else { None }
}
