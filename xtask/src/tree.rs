//! The files of the project.

use crate::steps::Failure;
use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The rulebooks there are, by the names of their folders.
pub fn books() -> Result<Vec<String>, Failure> {
    let mut books = Vec::new();
    for entry in std::fs::read_dir(root().join("rulebooks"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            books.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    books.sort();
    Ok(books)
}

/// A text file of the project.
#[derive(Clone)]
pub struct File {
    /// Its path from the root, with forward slashes.
    pub path: String,
    /// What it says.
    pub text: String,
}

impl File {
    /// Whether its name ends so.
    pub fn is(&self, ending: &str) -> bool {
        self.path.ends_with(ending)
    }

    /// Whether it stands in that folder.
    pub fn under(&self, folder: &str) -> bool {
        self.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Every text file of the project, sorted by path; build output and hidden state are left out.
pub fn files() -> Result<Vec<File>, Failure> {
    let mut files = Vec::new();
    gather(root(), "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn gather(folder: &Path, path: &str, files: &mut Vec<File>) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == ".git" || name == "node_modules" || name.starts_with("target") {
            continue;
        }
        let path = if path.is_empty() { name } else { format!("{path}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            gather(&entry.path(), &path, files)?;
        } else if kind.is_file() {
            let bytes = std::fs::read(entry.path()).map_err(|e| Failure(format!("{path}: {e}")))?;
            // What is not UTF-8 is not text.
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File { path, text });
            }
        }
    }
    Ok(())
}
