//! `testudo completions` and `testudo man`, made from the one definition of the arguments.

use crate::{Verdict, args::Args};
use clap::CommandFactory as _;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<Verdict> {
    clap_complete::generate(shell, &mut Args::command(), "testudo", &mut std::io::stdout());
    Ok(Verdict::Yes)
}

/// Prints the manual page.
pub fn man() -> anyhow::Result<Verdict> {
    clap_mangen::Man::new(Args::command()).render(&mut std::io::stdout())?;
    Ok(Verdict::Yes)
}
