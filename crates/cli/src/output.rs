//! Printing: plain readable text, or JSON.

use anstyle::Style;
use anyhow::Context as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

/// The style of headings.
pub const HEADING: Style = Style::new().bold();
/// The style of rule ids and other small print.
pub const SMALL: Style = Style::new().dimmed();

/// Prints a line; colour goes only to a terminal.
pub fn line(text: impl std::fmt::Display) -> io::Result<()> {
    writeln!(anstream::stdout().lock(), "{text}")
}

/// Prints JSON, indented.
pub fn json(value: &serde_json::Value) -> anyhow::Result<()> {
    line(serde_json::to_string_pretty(value)?)?;
    Ok(())
}

/// Prints rows aligned in columns.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> io::Result<()> {
    let mut table = comfy_table::Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table.set_width(terminal_width());
    table.set_header(header.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for row in table.lines() {
        line(row.trim_end())?;
    }
    Ok(())
}

/// The width to fit: what the shell says, or what a page of text has.
fn terminal_width() -> u16 {
    std::env::var("COLUMNS").ok().and_then(|w| w.parse().ok()).unwrap_or(110)
}

/// Whether someone closed the pipe we print to: they have read enough.
pub fn is_broken_pipe(e: &anyhow::Error) -> bool {
    e.chain().any(|c| c.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}

/// Whether a file can be written there, found out before the long work it will tell of.
pub fn can_write(path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let beside = beside(path);
    File::create(&beside).with_context(|| path.display().to_string())?;
    std::fs::remove_file(&beside).with_context(|| path.display().to_string())
}

/// Writes a file beside its place and moves it there, so that nothing is ever half-written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let beside = beside(path);
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written.with_context(|| path.display().to_string())
}

fn beside(path: &Path) -> std::path::PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    beside.into()
}
