//! Dependencies point one way, and no crate below the shelf names a rulebook.

use super::at;
use crate::scan::lines_with;
use crate::tree::File;

/// The layers of the project from the ground up: a crate uses only what stands in lower layers.
const LAYERS: [&[&str]; 11] = [
    &["crates/dice", "crates/table", "crates/ruling", "crates/form"],
    &["crates/umpire", "crates/binding"],
    &["crates/mechanics"],
    &["rulebooks/"],
    &["crates/testudo"],
    &["crates/opponent", "crates/proto"],
    &["crates/report", "crates/store"],
    &["crates/simulate"],
    &["crates/server"],
    &["crates/cli"],
    &["crates/testkit", "benches", "xtask"],
];

/// How many layers lie below the rulebooks.
const BELOW: usize = 3;

/// The rulebooks, those to come included.
const BOOKS: [&str; 5] = ["dba", "wrg1969", "wrg6", "toms", "wab"];

/// Whether a file belongs to a crate that must not know any rulebook.
pub fn below_the_shelf(file: &File) -> bool {
    let wanted = file.is(".rs") || file.is("Cargo.toml");
    wanted && LAYERS[..BELOW].iter().copied().flatten().any(|folder| file.under(folder))
}

/// The lines in which a rulebook is named.
pub fn rulebooks_named(file: &File) -> Vec<String> {
    let text = file.text.to_lowercase();
    let named = |book| lines_with(&text, book).map(move |line| (line, book));
    let message =
        |(line, book)| at(file, line, &format!("`{book}`: no crate below crates/testudo names a rulebook"));
    BOOKS.into_iter().flat_map(named).map(message).collect()
}

/// The dependencies of a crate that do not stand in a lower layer; tests may use what they like.
pub fn dependencies(file: &File) -> Vec<String> {
    let folder = file.path.trim_end_matches("Cargo.toml").trim_end_matches('/');
    if folder.is_empty() {
        return Vec::new();
    }
    let Some(own) = layer(folder) else {
        return vec![at(file, 1, "this crate stands in no layer: give it one in xtask/src/tidy/layers.rs")];
    };
    let Ok(manifest) = file.text.parse::<toml::Table>() else {
        return vec![at(file, 1, "this is not TOML")];
    };
    let Some(used) = manifest.get("dependencies").and_then(toml::Value::as_table) else {
        return Vec::new();
    };
    let mut wrong = Vec::new();
    for name in used.keys() {
        let higher = layer(&format!("crates/{name}")).is_some_and(|layer| layer >= own);
        if higher || (BOOKS.contains(&name.as_str()) && own <= BELOW) {
            let line =
                file.text.lines().position(|line| line.starts_with(name.as_str())).map_or(1, |i| i + 1);
            wrong.push(at(
                file,
                line,
                &format!("`{name}` is not below this crate: dependencies point one way"),
            ));
        }
    }
    wrong
}

/// The layer of a crate's folder.
fn layer(folder: &str) -> Option<usize> {
    let here = |name: &&str| *name == folder || (name.ends_with('/') && folder.starts_with(*name));
    LAYERS.iter().position(|layer| layer.iter().any(here))
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    #[test]
    fn no_rulebook_is_named_below_the_shelf() {
        let text = format!(
            "//! x\nfn {}_zama() {{}}\n// the customs of war\n// {} says\n",
            BOOKS[0],
            BOOKS[0].to_uppercase()
        );
        let source = file("crates/umpire/src/a.rs", &text);
        assert!(below_the_shelf(&source));
        let wrong = rulebooks_named(&source);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(
            wrong[0].starts_with("crates/umpire/src/a.rs:2: ")
                && wrong[1].starts_with("crates/umpire/src/a.rs:4: ")
        );
        assert!(!below_the_shelf(&file("crates/testudo/src/a.rs", "")));
        assert!(!below_the_shelf(&file("crates/tabletop/src/a.rs", "")));
        assert!(below_the_shelf(&file("crates/table/Cargo.toml", "")));
    }

    #[test]
    fn dependencies_point_one_way() {
        let wrong = |path: &str, text: &str| dependencies(&file(path, text));
        let text = "[dependencies]\ndice.workspace = true\numpire.workspace = true\n[dev-dependencies]\ncli = \"1\"\n";
        assert!(wrong("crates/mechanics/Cargo.toml", text).is_empty());
        assert!(wrong("rulebooks/any/Cargo.toml", text).is_empty());
        assert_eq!(
            wrong("crates/umpire/Cargo.toml", text),
            ["crates/umpire/Cargo.toml:3: `umpire` is not below this crate: dependencies point one way"]
        );
        assert_eq!(wrong("crates/table/Cargo.toml", text).len(), 2);
        let book = format!("[dependencies]\n{} = \"1\"\n", BOOKS[0]);
        assert_eq!(wrong("rulebooks/any/Cargo.toml", &book).len(), 1);
        assert!(wrong("crates/testudo/Cargo.toml", &book).is_empty());
        assert!(wrong("Cargo.toml", "[workspace]").is_empty());
        assert_eq!(wrong("crates/new/Cargo.toml", text).len(), 1);
    }
}
