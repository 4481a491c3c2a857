//! The ledger of cited rules: which tests exercised which rule.
//!
//! With the `ledger` feature and `TESTUDO_LEDGER` set to a folder, every first citation of a rule by a test is
//! written there, one `rule<TAB>test` a line. Without the feature [`cite`] is empty and costs nothing.

use crate::RuleId;

/// Notes that a rule was cited in a ruling, a refusal, an answer or an ask.
#[cfg(not(feature = "ledger"))]
#[inline(always)]
pub fn cite(_rule: RuleId) {}

/// Notes that a rule was cited in a ruling, a refusal, an answer or an ask.
#[cfg(feature = "ledger")]
pub fn cite(rule: RuleId) {
    use std::collections::BTreeSet;
    use std::fs::{File, OpenOptions};
    use std::io::Write as _;
    use std::sync::{Mutex, OnceLock};

    struct Book {
        file: File,
        seen: BTreeSet<(RuleId, String)>,
    }
    static BOOK: OnceLock<Option<Mutex<Book>>> = OnceLock::new();

    let book = BOOK.get_or_init(|| {
        let folder = std::env::var_os("TESTUDO_LEDGER")?;
        let path = std::path::Path::new(&folder).join(format!("{}.tsv", std::process::id()));
        let file = OpenOptions::new().create(true).append(true).open(path).ok()?;
        Some(Mutex::new(Book { file, seen: BTreeSet::new() }))
    });
    let Some(book) = book else { return };
    let test = std::thread::current().name().unwrap_or("main").to_owned();
    let Ok(mut book) = book.lock() else { return };
    if book.seen.insert((rule, test.clone())) {
        // A ledger that cannot be written shows up as rules not exercised.
        let _ = writeln!(book.file, "{rule}\t{test}");
    }
}
