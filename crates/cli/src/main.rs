//! The `testudo` command: glue between people at a terminal and the library.
//!
//! Exit codes: 0 done, 1 the answer is no, 2 bad input or failure.

mod args;
mod command;
mod journal_text;
mod output;
mod progress;

use args::{Args, Task};
use clap::Parser as _;
use std::process::ExitCode;

/// Battles are many small lists: this allocator fights them a good deal faster than the system's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What a command came to.
pub enum Verdict {
    /// Done.
    Yes,
    /// The honest answer is no.
    No,
}

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        // Help and version are answers; everything else about the arguments is bad input.
        Err(e) => {
            if e.use_stderr() {
                anstream::eprintln!("{}", one_line(&e.render().to_string()));
                return ExitCode::from(2);
            }
            let _ = e.print();
            return ExitCode::SUCCESS;
        }
    };
    match run(args.task) {
        Ok(Verdict::Yes) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::from(1),
        Err(e) if output::is_broken_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            anstream::eprintln!("{e:#}");
            ExitCode::from(2)
        }
    }
}

/// What is wrong with the arguments, without the usage below it.
fn one_line(error: &str) -> String {
    let wrong = error.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let words: Vec<&str> = wrong.map(str::trim).filter(|line| !line.is_empty()).collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}

fn run(task: Option<Task>) -> anyhow::Result<Verdict> {
    match task {
        None => command::serve::open(),
        Some(Task::Books(a)) => command::books::run(&a),
        Some(Task::Rules(a)) => command::rules::run(&a),
        Some(Task::Ask(a)) => command::ask::run(&a),
        Some(Task::Armies(a)) => command::armies::run(&a),
        Some(Task::Muster(a)) => command::muster::run(&a),
        Some(Task::Scenarios(a)) => command::scenarios::run(&a),
        Some(Task::Schema(a)) => command::schema::run(&a),
        Some(Task::Battle(a)) => command::battle::run(&a),
        Some(Task::Replay(a)) => command::replay::run(&a),
        Some(Task::Report(a)) => command::report::run(&a),
        Some(Task::Map(a)) => command::map::run(&a),
        Some(Task::Simulate(a)) => command::simulate::run(&a),
        Some(Task::Matrix(a)) => command::matrix::run(&a),
        Some(Task::Arena(a)) => command::arena::run(&a),
        Some(Task::Serve(a)) => command::serve::run(&a),
        Some(Task::Admin(a)) => command::admin::run(&a),
        Some(Task::Completions { shell }) => command::shell::completions(shell),
        Some(Task::Man) => command::shell::man(),
    }
}
