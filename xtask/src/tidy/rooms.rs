//! Inside a rulebook: layers point one way, modules do not use each other in circles, and the corridor is short.
//!
//! A module is known by the first two parts of its path: `movement::rules` and whatever lies in folders below it
//! count as one. Only what a path names counts, so a re-export is a use of what it exports, and `movement::check`
//! after `use crate::movement` is a use of both.

use crate::scan::scan;
use crate::tree::File;
use std::collections::{BTreeMap, BTreeSet};

/// How many files and folders may lie at the top of a rulebook's sources.
const ENTRIES: usize = 20;

/// The layers of a rulebook from the ground up, above which a module may not reach.
/// A module belongs to the first layer that names it, and to [`CHAPTERS`] if none does.
const LAYERS: [(&str, &[&str]); 7] = [
    ("data", &["rule", "house", "data"]),
    ("state", &["army", "board::state", "orders::order"]),
    ("board", &["board"]),
    ("rules", &["*::rules"]),
    (CHAPTERS, &[]),
    ("play", &["play"]),
    ("desk and tactics", &["desk", "tactics"]),
];

/// The layer of every module that no other layer names.
const CHAPTERS: &str = "chapters";

/// What stands before items of tests.
const TESTS: &str = "#[cfg(test)]";

/// Who uses whom, and where it says so.
type Uses = BTreeMap<String, BTreeMap<String, Place>>;

/// A line of a file.
type Place = (String, usize);

/// What is wrong inside one rulebook, given all files of it.
pub fn inside(book: &str, files: &[&File]) -> Vec<String> {
    let src = format!("rulebooks/{book}/src/");
    let sources: BTreeMap<Vec<&str>, &File> = files
        .iter()
        .filter_map(|file| Some((module(file.path.strip_prefix(&src)?)?, *file)))
        .filter(|(path, _)| !path.contains(&"tests"))
        .collect();
    let uses = uses(&sources);
    let mut wrong = corridor(&src, files);
    wrong.extend(upwards(&uses));
    wrong.extend(circles(&uses));
    wrong
}

/// The parts of a module's path, from its file's place below `src/`; nothing for what is no Rust source.
fn module(path: &str) -> Option<Vec<&str>> {
    let path = path.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    Some(if path == "lib" { Vec::new() } else { path.split('/').collect() })
}

/// The name a module is known by.
fn known(path: &[&str]) -> String {
    path[..path.len().min(2)].join("::")
}

/// Every use of one module by another, with the first line that says so.
fn uses(sources: &BTreeMap<Vec<&str>, &File>) -> Uses {
    let mut uses = Uses::new();
    for (own, file) in sources.iter().filter(|(own, _)| !own.is_empty()) {
        let code = outside_tests(&scan(&file.text).code);
        let named = paths(&code);
        let inside = qualified(&code, &at_hand(own, &named, sources));
        for (line, path) in named.into_iter().chain(inside) {
            let Some(target) = target(own, &path, sources) else { continue };
            let (user, used) = (known(own), known(&target));
            if user != used && !used.is_empty() {
                uses.entry(user).or_default().entry(used).or_insert_with(|| (file.path.clone(), line));
            }
        }
    }
    uses
}

/// Code without what is compiled for tests alone: single items, and all from a test module on.
fn outside_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some(start) = rest.find(TESTS) {
        let item = &rest[start + TESTS.len()..];
        let Some(end) = item.find([';', '{']).filter(|end| item[*end..].starts_with(';')) else {
            return kept + &rest[..start];
        };
        kept += &rest[..start];
        // As many lines as before, so that places stay true.
        kept.extend(item[..end].chars().filter(|c| *c == '\n'));
        rest = &item[end + 1..];
    }
    kept + rest
}

/// The modules that a file imports, by their bare names, each from the book's root on.
///
/// A folder's `mod.rs` may call its files by name: it is their table of contents.
fn at_hand<'a>(
    own: &[&'a str],
    named: &[(usize, Vec<&'a str>)],
    sources: &BTreeMap<Vec<&'a str>, &File>,
) -> BTreeMap<&'a str, Vec<&'a str>> {
    let import = |(_, path): &(usize, Vec<&'a str>)| {
        let name = *path.iter().rev().find(|part| **part != "self")?;
        let target = target(own, path, sources)?;
        (target.last() == Some(&name)).then_some((name, target))
    };
    named.iter().filter_map(import).collect()
}

/// The paths in code that begin with a bare name of a module, written out from the book's root.
fn qualified<'a>(code: &'a str, at_hand: &BTreeMap<&'a str, Vec<&'a str>>) -> Vec<(usize, Vec<&'a str>)> {
    let mut found = Vec::new();
    for (name, module) in at_hand {
        let mut rest = 0;
        while let Some(start) = word(code, rest, name) {
            let end = code[start..].find(|c: char| !is_path(c)).map_or(code.len(), |end| start + end);
            let parts = code[start..end].split("::").skip(1).filter(|part| !part.is_empty());
            let path: Vec<&str> = ["crate"].into_iter().chain(module.iter().copied()).chain(parts).collect();
            if code[start + name.len()..].starts_with("::") {
                found.push((code[..start].matches('\n').count() + 1, path));
            }
            rest = end.max(start + 1);
        }
    }
    found
}

/// The module that a path leads into, as far as its parts are modules; nothing if it leaves the book.
fn target<'a>(
    own: &[&'a str],
    path: &[&'a str],
    sources: &BTreeMap<Vec<&'a str>, &File>,
) -> Option<Vec<&'a str>> {
    let ups = path.iter().take_while(|part| **part == "super").count();
    let (mut at, rest) = match path.first()? {
        &"crate" => (Vec::new(), &path[1..]),
        &"self" => (own.to_vec(), &path[1..]),
        &"super" => (own[..own.len().checked_sub(ups)?].to_vec(), &path[ups..]),
        first => {
            let child = [own, &[*first]].concat();
            sources.contains_key(&child).then_some(())?;
            (own.to_vec(), path)
        }
    };
    for part in rest {
        at.push(part);
        if !sources.contains_key(&at) {
            at.pop();
            break;
        }
    }
    Some(at)
}

/// The paths that code names, in `use` and elsewhere, each with its line.
fn paths(code: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    let line = |at: usize| code[..at].matches('\n').count() + 1;
    let mut rest = 0;
    while let Some(start) = word(code, rest, "use") {
        // What a type captures, `use<'a>`, is no import.
        if code[start + 3..].starts_with('<') {
            rest = start + 3;
            continue;
        }
        let end = code[start..].find(';').map_or(code.len(), |end| start + end);
        let mut leaves = Vec::new();
        expand(&code[start + 3..end], &mut Vec::new(), &mut leaves);
        found.extend(leaves.into_iter().map(|leaf| (line(start), leaf)));
        rest = end;
    }
    for root in ["crate", "super", "self"] {
        let mut rest = 0;
        while let Some(start) = word(code, rest, root) {
            let end = code[start..].find(|c: char| !is_path(c)).map_or(code.len(), |end| start + end);
            // How far something may be seen is no use of it.
            if !code[..start].ends_with("pub(") && !code[..start].ends_with("pub(in ") {
                let parts = code[start..end].split("::").filter(|part| !part.is_empty());
                found.push((line(start), parts.collect()));
            }
            rest = end.max(start + 1);
        }
    }
    found
}

fn is_path(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == ':'
}

/// Where a word stands whole, from some place on; what follows `::` is no beginning of a path.
fn word(code: &str, from: usize, word: &str) -> Option<usize> {
    let mut at = from;
    while let Some(found) = code[at..].find(word) {
        let start = at + found;
        at = start + word.len();
        if !code[..start].ends_with(is_path)
            && !code[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        {
            return Some(start);
        }
    }
    None
}

/// The single paths of a `use` tree.
fn expand<'a>(tree: &'a str, before: &mut Vec<&'a str>, leaves: &mut Vec<Vec<&'a str>>) {
    let kept = before.len();
    let open = tree.find('{').unwrap_or(tree.len());
    before.extend(tree[..open].split("::").map(name).filter(|part| !part.is_empty()));
    if open == tree.len() {
        leaves.push(before.clone());
    } else {
        let close = tree.rfind('}').unwrap_or(tree.len());
        for branch in branches(&tree[open + 1..close]) {
            expand(branch, before, leaves);
        }
    }
    before.truncate(kept);
}

/// A part of a path without white space and without the name it is given.
fn name(part: &str) -> &str {
    part.split_whitespace().next().unwrap_or_default()
}

/// What commas divide, those in inner braces left alone.
fn branches(inner: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&inner[from..]);
    found.retain(|branch| !branch.trim().is_empty());
    found
}

/// The top of a book's sources has few entries.
fn corridor(src: &str, files: &[&File]) -> Vec<String> {
    let entries: BTreeSet<&str> = files
        .iter()
        .filter_map(|file| file.path.strip_prefix(src))
        .map(|path| path.split('/').next().unwrap_or(path))
        .collect();
    if entries.len() <= ENTRIES {
        return Vec::new();
    }
    vec![format!("{src}: {} entries, more than {ENTRIES}: put chapters into folders", entries.len())]
}

/// The layer a module stands in, counted from the ground.
fn layer(module: &str) -> usize {
    let (room, noun) = module.split_once("::").unwrap_or((module, ""));
    let here = |name: &&str| *name == module || *name == room || name.strip_prefix("*::") == Some(noun);
    let exact = LAYERS.iter().position(|(_, names)| names.contains(&module));
    let of_room = || LAYERS.iter().position(|(_, names)| names.iter().any(here));
    let chapters = || LAYERS.iter().position(|(name, _)| *name == CHAPTERS);
    exact.or_else(of_room).or_else(chapters).unwrap_or_default()
}

/// Uses of a higher layer.
fn upwards(uses: &Uses) -> Vec<String> {
    let each = uses.iter().flat_map(|(user, used)| used.iter().map(move |(used, place)| (user, used, place)));
    each.filter(|(user, used, _)| layer(used) > layer(user))
        .map(|(user, used, (path, line))| {
            let (low, high) = (LAYERS[layer(user)].0, LAYERS[layer(used)].0);
            format!("{path}:{line}: `{user}` ({low}) uses `{used}` ({high}), which stands above it")
        })
        .collect()
}

/// Modules that use each other in a circle, one shortest circle for each use that closes one.
fn circles(uses: &Uses) -> Vec<String> {
    let mut told = BTreeSet::new();
    let mut wrong = Vec::new();
    for (user, direct) in uses {
        for (used, (path, line)) in direct {
            let Some(back) = way(uses, used, user) else { continue };
            let members: BTreeSet<&str> = back.iter().copied().chain([user.as_str()]).collect();
            if told.insert(members) {
                let round = [&[user.as_str()], &back[..]].concat().join(" → ");
                wrong.push(format!("{path}:{line}: modules use each other in a circle: {round}"));
            }
        }
    }
    wrong
}

/// The shortest way along uses from one module to another, both named.
fn way<'a>(uses: &'a Uses, from: &'a str, to: &str) -> Option<Vec<&'a str>> {
    let mut ways = vec![vec![from]];
    let mut seen = BTreeSet::from([from]);
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = way[way.len() - 1];
            if last == to {
                return Some(way);
            }
            for next in uses.get(last).into_iter().flat_map(|used| used.keys()) {
                if seen.insert(next) {
                    longer.push([&way[..], &[next.as_str()]].concat());
                }
            }
        }
        ways = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    /// What is wrong with those files of a book; rooms that the test does not furnish have a bare door.
    fn wrong(files: &[(&str, &str)]) -> Vec<String> {
        let doors = ["board", "charge", "data", "movement", "play"].map(|room| format!("{room}/mod.rs"));
        let bare = doors.iter().filter(|door| {
            let room = door.trim_end_matches("mod.rs");
            files.iter().any(|(path, _)| path.starts_with(room))
                && !files.iter().any(|(path, _)| path == door)
        });
        let files: Vec<(&str, &str)> =
            files.iter().copied().chain(bare.map(|door| (door.as_str(), ""))).collect();
        let files: Vec<File> =
            files.iter().map(|(path, text)| file(&format!("rulebooks/any/src/{path}"), text)).collect();
        inside("any", &files.iter().collect::<Vec<_>>())
    }

    #[test]
    fn lower_layers_do_not_reach_up() {
        let board = ("board/mod.rs", "pub mod sight;\n");
        let sight = ("board/sight.rs", "use super::super::movement::rules;\n");
        let rules = ("movement/rules.rs", "use crate::{data::tables::{self, Row}, board};\n");
        let lib = ("lib.rs", "mod board;\npub use movement::rules::far;\n");
        let data = ("data/tables.rs", "//! x\n");
        assert_eq!(
            wrong(&[board, sight, rules, lib, data]),
            [
                "rulebooks/any/src/board/sight.rs:1: `board::sight` (board) uses `movement::rules` (rules), which stands above it"
            ]
        );
        let state = ("board/state.rs", "fn f() -> crate::board::sight::Sight {}\n");
        assert_eq!(wrong(&[state, ("board/sight.rs", "")]).len(), 1);
        let resolve = ("movement/resolve.rs", "use super::rules::far;\nuse crate::play::period;\n");
        assert_eq!(
            wrong(&[resolve, ("movement/rules.rs", ""), ("play/period.rs", "")]),
            [
                "rulebooks/any/src/movement/resolve.rs:2: `movement::resolve` (chapters) uses `play::period` (play), which stands above it"
            ]
        );
    }

    #[test]
    fn circles_are_found_through_re_exports_and_paths_in_code() {
        let parent = ("charge/mod.rs", "mod a;\nmod b;\npub use b::go;\n");
        let a = ("charge/a.rs", "use crate::charge::go;\n");
        let b = ("charge/b.rs", "fn go() { super::a::come() }\n");
        assert_eq!(
            wrong(&[parent, a, b]),
            [
                "rulebooks/any/src/charge/mod.rs:3: modules use each other in a circle: charge → charge::b → charge::a → charge"
            ]
        );
    }

    #[test]
    fn modules_called_by_a_bare_name_are_used() {
        let a = ("charge/a.rs", "use crate::charge;\nfn go() { charge::b::come() }\n");
        let b = ("charge/b.rs", "use super::{a};\nfn come() { a::go() }\n");
        assert_eq!(
            wrong(&[a, b]),
            [
                "rulebooks/any/src/charge/a.rs:2: modules use each other in a circle: charge::a → charge::b → charge::a"
            ]
        );
        let contents = ("charge/mod.rs", "mod c;\nfn go() { c::come() }\n");
        let file = ("charge/c.rs", "pub(super) fn come() {}\n#[cfg(test)]\nmod tests;\nuse super::Charge;\n");
        assert!(wrong(&[contents, file]).is_empty());
    }

    #[test]
    fn parts_of_a_noun_tests_and_comments_are_its_own_business() {
        let noun = (
            "charge/a.rs",
            "mod part;\nuse part::Part;\n// crate::play::x\n#[cfg(test)]\nuse crate::play;\n",
        );
        let part = ("charge/a/part.rs", "use super::Whole;\nuse crate::charge::b as c;\n");
        let tests = ("charge/tests.rs", "use crate::desk;\n");
        assert!(
            wrong(&[noun, part, tests, ("charge/b.rs", ""), ("play/mod.rs", ""), ("desk.rs", "")]).is_empty()
        );
    }

    #[test]
    fn the_corridor_is_short() {
        let names: Vec<String> = (0..=ENTRIES).map(|i| format!("a{i}.rs")).collect();
        let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        assert_eq!(
            wrong(&files),
            ["rulebooks/any/src/: 21 entries, more than 20: put chapters into folders"]
        );
        assert!(wrong(&files[1..]).is_empty());
    }
}
