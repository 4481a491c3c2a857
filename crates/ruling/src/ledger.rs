//! The ledger of rules: which tests cite which rule, and which claim to prove it.
//!
//! With the `ledger` feature and `TESTUDO_LEDGER` set to a folder, every first citation and every first claim of a
//! test is written there, one `cites` or `proves`, rule, program and test a line, separated by tabs. Without the
//! feature [`cite`] and [`claim`] are empty and cost nothing.

use crate::RuleId;

/// Notes that a rule was cited in a ruling, a refusal, an answer or an ask.
#[cfg_attr(not(feature = "ledger"), inline(always))]
pub fn cite(rule: RuleId) {
    note("cites", rule);
}

/// Notes that the test that runs proves a rule; `cargo xtask ledger --check` sees that the test also cites it.
///
/// Tests say it with [`proves!`](crate::proves).
#[cfg_attr(not(feature = "ledger"), inline(always))]
pub fn claim(rule: RuleId) {
    note("proves", rule);
}

/// Says, as the first line of a test, which rules it proves.
///
/// The claim is no citation: the ledger's check fails if the test does not reach each of these rules through a
/// ruling, a refusal, a factor, an ask or an answer.
///
/// ```no_run
/// use testudo_ruling::{RuleId, proves};
/// const LOST: RuleId = RuleId::new("book.frenzy.lost");
/// const WON: RuleId = RuleId::new("book.frenzy.won");
/// proves!(LOST);
/// proves!(LOST, WON);
/// ```
#[macro_export]
macro_rules! proves {
    ($($rule:expr),+ $(,)?) => {
        $($crate::ledger::claim($rule);)+
    };
}

#[cfg(not(feature = "ledger"))]
#[inline(always)]
fn note(_what: &'static str, _rule: RuleId) {}

/// Writes a line unless the same test has written it before.
#[cfg(feature = "ledger")]
fn note(what: &'static str, rule: RuleId) {
    use std::collections::BTreeSet;
    use std::fs::{File, OpenOptions};
    use std::io::Write as _;
    use std::sync::{Mutex, OnceLock};

    struct Book {
        file: File,
        program: String,
        seen: BTreeSet<(&'static str, RuleId, String)>,
    }
    static BOOK: OnceLock<Option<Mutex<Book>>> = OnceLock::new();

    let book = BOOK.get_or_init(|| {
        let folder = std::env::var_os("TESTUDO_LEDGER")?;
        let path = std::path::Path::new(&folder).join(format!("{}.tsv", std::process::id()));
        let file = OpenOptions::new().create(true).append(true).open(path).ok()?;
        Some(Mutex::new(Book { file, program: running::program(), seen: BTreeSet::new() }))
    });
    let Some(book) = book else { return };
    let test = running::test();
    let Ok(mut book) = book.lock() else { return };
    if book.seen.insert((what, rule, test.clone())) {
        let line = format!("{what}\t{rule}\t{}\t{test}\n", book.program);
        // A ledger that cannot be written shows up as rules not exercised.
        let _ = book.file.write_all(line.as_bytes());
    }
}

/// Which test is running.
#[cfg(feature = "ledger")]
mod running {
    use std::sync::OnceLock;

    /// The program of the test: the runner says so where it starts a process for each test.
    pub fn program() -> String {
        std::env::var("NEXTEST_BINARY_ID").unwrap_or_else(|_| {
            let path = std::env::current_exe().unwrap_or_default();
            path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
        })
    }

    /// The test: as the runner says, whichever thread or program of its own it set to work; or by the name of the
    /// thread, which is how the tests of one process are told apart.
    pub fn test() -> String {
        static SAID: OnceLock<Option<String>> = OnceLock::new();
        let said = SAID.get_or_init(|| std::env::var("NEXTEST_TEST_NAME").ok());
        said.clone().unwrap_or_else(|| std::thread::current().name().unwrap_or("main").to_owned())
    }
}
