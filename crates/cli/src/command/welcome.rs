//! `testudo` alone: what can be done.

use crate::{Verdict, output};

/// Prints a short welcome.
pub fn run() -> anyhow::Result<Verdict> {
    output::line("Testudo: an umpire and an opponent for ancient miniature wargames.\n")?;
    output::line("  testudo battle dba/zama     fight a battle and read it")?;
    output::line("  testudo ask dba             what the umpire can tell you at your own table")?;
    output::line("  testudo rules dba           the rules as played")?;
    output::line("  testudo --help              everything")?;
    Ok(Verdict::Yes)
}
