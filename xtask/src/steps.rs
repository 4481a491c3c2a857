//! Steps of a task: each named, timed, and stopping the task when it fails.

use crate::tree::root;
use std::ffi::OsStr;
use std::fmt;
use std::process::Command;
use std::time::Instant;

/// Why a task stopped.
#[derive(Debug)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure(error.to_string())
    }
}

/// Does one step, saying what it is and how long it took.
pub fn step(name: &str, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    println!("── {name}");
    let start = Instant::now();
    let done = work();
    let seconds = start.elapsed().as_secs_f64();
    match done {
        Ok(()) => {
            println!("   {name}: done in {seconds:.1} s");
            Ok(())
        }
        Err(failure) => Err(Failure(format!("{name} failed after {seconds:.1} s: {failure}"))),
    }
}

/// Runs cargo from the root of the workspace.
pub fn cargo(arguments: &[&str], environment: &[(&str, &OsStr)]) -> Result<(), Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| Failure(format!("cannot start cargo: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure(format!("`cargo {}`: {status}", arguments.join(" ")))) }
}

/// All that is wrong, one on a line, as one failure.
pub fn all_of(wrong: &[String]) -> Result<(), Failure> {
    for line in wrong {
        eprintln!("{line}");
    }
    match wrong.len() {
        0 => Ok(()),
        1 => Err(Failure("1 thing is wrong".to_owned())),
        n => Err(Failure(format!("{n} things are wrong"))),
    }
}
