//! Steps of a task: each named, timed, and stopping the task when it fails.

use crate::tree::root;
use std::ffi::OsStr;
use std::fmt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

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
    let status = command(arguments, environment).status().map_err(|error| unstarted(&error))?;
    ended(arguments, status)
}

/// The same, but it is ended if it takes longer than that.
pub fn cargo_within(
    limit: Duration,
    arguments: &[&str],
    environment: &[(&str, &OsStr)],
) -> Result<(), Failure> {
    let mut child = command(arguments, environment).spawn().map_err(|error| unstarted(&error))?;
    match within(limit, &mut child)? {
        Some(status) => ended(arguments, status),
        None => Err(Failure(format!(
            "`cargo {}`: not done after {} seconds",
            arguments.join(" "),
            limit.as_secs()
        ))),
    }
}

/// Runs cargo and returns what it prints.
pub fn output(arguments: &[&str]) -> Result<String, Failure> {
    let mut command = command(arguments, &[]);
    let out = command.stderr(Stdio::inherit()).output().map_err(|error| unstarted(&error))?;
    ended(arguments, out.status)?;
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

fn command(arguments: &[&str], environment: &[(&str, &OsStr)]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).envs(environment.iter().copied()).current_dir(root());
    command
}

fn unstarted(error: &std::io::Error) -> Failure {
    Failure(format!("cannot start cargo: {error}"))
}

fn ended(arguments: &[&str], status: ExitStatus) -> Result<(), Failure> {
    if status.success() { Ok(()) } else { Err(Failure(format!("`cargo {}`: {status}", arguments.join(" ")))) }
}

/// Waits for a program that long; if it has not ended by then, ends it and returns `None`.
fn within(limit: Duration, child: &mut Child) -> Result<Option<ExitStatus>, Failure> {
    let start = Instant::now();
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let mut sleeps = Command::new("sleep").arg("1000").spawn().unwrap();
        assert!(within(Duration::from_millis(50), &mut sleeps).unwrap().is_none());
        let mut ends = Command::new("true").spawn().unwrap();
        assert!(within(Duration::from_secs(60), &mut ends).unwrap().is_some_and(|status| status.success()));
    }
}
