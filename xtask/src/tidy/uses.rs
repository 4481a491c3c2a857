//! Every dependency that a manifest names is used by name in the crate's own sources.

use super::at;
use crate::scan::scan;
use crate::tree::File;

/// The dependencies of a manifest that nothing in the crate names; `files` are all files of the project.
pub fn unused(manifest: &File, files: &[File]) -> Vec<String> {
    let folder = manifest.path.trim_end_matches("Cargo.toml").trim_end_matches('/');
    let Ok(table) = manifest.text.parse::<toml::Table>() else { return Vec::new() };
    if folder.is_empty() {
        return Vec::new();
    }
    let mut sources: Vec<&File> = files.iter().filter(|file| file.is(".rs") && file.under(folder)).collect();
    let elsewhere: Vec<String> = sources.iter().flat_map(|file| borrowed(file)).collect();
    sources.extend(files.iter().filter(|file| elsewhere.contains(&file.path)));
    let own: Vec<String> = sources.into_iter().map(|file| named(&file.text)).collect();
    let mut wrong = Vec::new();
    for list in ["dependencies", "dev-dependencies", "build-dependencies"] {
        for name in table.get(list).and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys) {
            if !own.iter().any(|source| names(source, &name.replace('-', "_"))) {
                let line = manifest.text.lines().position(|line| line.starts_with(name.as_str()));
                wrong.push(at(
                    manifest,
                    line.map_or(1, |i| i + 1),
                    &format!("`{name}` is used nowhere in this crate"),
                ));
            }
        }
    }
    wrong
}

/// The paths of the files that a source file takes in from elsewhere.
fn borrowed(file: &File) -> Vec<String> {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let resolved = |path: &str| {
        let mut parts: Vec<&str> = folder.split('/').collect();
        for part in path.split('/') {
            match part {
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    };
    let named = file.text.split("#[path = \"").skip(1).filter_map(|rest| rest.split_once('"'));
    named.map(|(path, _)| resolved(path)).collect()
}

/// The code of a source file, and the examples in its documentation.
fn named(text: &str) -> String {
    let docs =
        text.lines().map(str::trim_start).filter(|line| line.starts_with("///") || line.starts_with("//!"));
    let docs: String = docs.flat_map(|line| [line, "\n"]).collect();
    scan(text).code + &docs
}

/// Whether a word stands in a text as a crate is spoken of: as a path, imported, or in an attribute.
fn names(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(i, _)| {
        let (before, after) = (&text[..i], &text[i + name.len()..]);
        !before.ends_with(word)
            && !after.starts_with(word)
            && (after.starts_with("::") || before.trim_end().ends_with("use") || after.starts_with('!'))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    #[test]
    fn a_dependency_that_nothing_names_is_found() {
        let manifest = file(
            "crates/a/Cargo.toml",
            "[dependencies]\nserde.workspace = true\ntwo-words = \"1\"\nidle = \"1\"\n[dev-dependencies]\ntested = \"1\"\n",
        );
        let files = [
            file(
                "crates/a/src/lib.rs",
                "//! A.\nuse two_words::x;\n#[derive(serde::Serialize)]\n// idle::y\nstruct A;\n",
            ),
            file(
                "crates/a/tests/t.rs",
                "//! T.\nlet idle = \"idle::x\"; unidle::z();\n/// tested::example();\n",
            ),
            file("crates/b/src/lib.rs", "//! B.\nuse idle::x;\n"),
        ];
        assert_eq!(
            unused(&manifest, &files),
            ["crates/a/Cargo.toml:4: `idle` is used nowhere in this crate"]
        );
        assert!(unused(&file("Cargo.toml", "[workspace.dependencies]\nidle = \"1\"\n"), &files).is_empty());
    }
}
