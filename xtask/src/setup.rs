//! What the machine must have: the web client's packages, a browser, a PostgreSQL server of our own.

use crate::steps::{Failure, cargo, cargo_within};
use crate::tree::{root, target};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Lets every test note the rules it cites and proves.
const NOTING: [&str; 2] = ["--features", "testudo-ruling/ledger"];

/// The longest that all examples of the documentation may take, compiled and run.
const EXAMPLES: Duration = Duration::from_secs(3600);

/// Runs the tests of these packages (`--workspace`, `--package NAME`), each in a process of its own with a limit of
/// its own (`.config/nextest.toml`), and then the examples of their documentation.
pub fn tests(packages: &[&str], environment: &[(&str, &OsStr)]) -> Result<(), Failure> {
    runner()?;
    cargo(&[&["nextest", "run"], packages, &NOTING].concat(), environment)?;
    cargo_within(EXAMPLES, &[&["test", "--quiet", "--doc"], packages, &NOTING].concat(), environment)
}

/// Lets the golden playthroughs and the corpus of saved battles be written as they are played now.
pub fn bless() -> Result<(), Failure> {
    runner()?;
    let kept =
        ["nextest", "run", "--package", "testudo-testkit", "--test", "playthroughs", "--test", "corpus"];
    cargo(&[&kept[..], &["--no-capture"]].concat(), &[("TESTUDO_BLESS", "1".as_ref())])
}

/// Installs the runner of the tests if it is missing.
fn runner() -> Result<(), Failure> {
    let mut version = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    if quietly(version.args(["nextest", "--version"]), "cargo nextest").is_ok() {
        return Ok(());
    }
    cargo(&["install", "--locked", "cargo-nextest"], &[])
}

/// Runs npm in the web client's folder.
pub fn npm(arguments: &[&str], environment: &[(&str, OsString)]) -> Result<(), Failure> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(npm);
    command.args(arguments).envs(environment.iter().cloned()).current_dir(root().join("web"));
    run(&mut command, "npm", arguments)
}

/// Installs the web client's packages if the lock file has changed since they were.
pub fn packages() -> Result<(), Failure> {
    let web = root().join("web");
    let installed = web.join("node_modules/.package-lock.json");
    if newer(&installed, &web.join("package-lock.json")) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"], &[])
}

/// Builds the web client if anything it is made of has changed.
pub fn client() -> Result<(), Failure> {
    packages()?;
    let web = root().join("web");
    let built = web.join("dist/index.html");
    let sources = ["src", "public", "index.html", "vite.config.ts", "package-lock.json"];
    if sources.iter().all(|s| tree_is_older(&web.join(s), &built)) {
        return Ok(());
    }
    npm(&["run", "build"], &[])
}

/// Whether a file is there and no older than another.
fn newer(file: &Path, than: &Path) -> bool {
    let time = |p: &Path| p.metadata().and_then(|m| m.modified()).ok();
    matches!((time(file), time(than)), (Some(a), Some(b)) if a >= b)
}

fn tree_is_older(path: &Path, than: &Path) -> bool {
    if !path.is_dir() {
        return !path.exists() || newer(than, path);
    }
    let Ok(entries) = std::fs::read_dir(path) else { return false };
    entries.flatten().all(|entry| tree_is_older(&entry.path(), than))
}

/// The browser for the tests, installed if it is missing.
pub fn browser() -> Result<PathBuf, Failure> {
    for name in ["chromium", "chromium-browser", "google-chrome"] {
        if let Some(path) = which(name) {
            return Ok(path);
        }
    }
    apt(&["chromium"])?;
    which("chromium").ok_or_else(|| Failure("there is no Chromium and it could not be installed".into()))
}

/// A PostgreSQL server on a free port of this machine, stopped when it is dropped.
pub struct Postgres {
    folder: PathBuf,
    pg_ctl: PathBuf,
    /// Where it answers.
    pub url: String,
}

impl Postgres {
    /// Starts a fresh server; its programs are installed if they are missing.
    pub fn start() -> Result<Postgres, Failure> {
        let initdb = match program("initdb") {
            Some(path) => path,
            None => {
                apt(&["postgresql"])?;
                program("initdb").ok_or_else(|| Failure("PostgreSQL could not be installed".into()))?
            }
        };
        let pg_ctl = initdb.with_file_name("pg_ctl");
        let folder = std::env::temp_dir().join(format!("testudo-postgres-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        if is_root() {
            // The server refuses to run as root.
            run(Command::new("chown").arg("postgres").arg(&folder), "chown", &[])?;
        }
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let data = folder.join("data");
        let words = ["-U", "testudo", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "-D"];
        quietly(as_server(&initdb, &folder).args(words).arg(&data), "initdb")?;
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={} -c fsync=off",
            folder.display()
        );
        let log = folder.join("log");
        let mut start = as_server(&pg_ctl, &folder);
        start.arg("-D").arg(&data).arg("-l").arg(&log).args(["-w", "-o"]).arg(&options).arg("start");
        quietly(&mut start, "pg_ctl start")?;
        let url = format!("postgres://testudo@127.0.0.1:{port}/postgres");
        Ok(Postgres { folder, pg_ctl, url })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = as_server(&self.pg_ctl, &self.folder);
        stop.arg("-D").arg(self.folder.join("data")).args(["-m", "immediate", "stop"]);
        // Nothing is lost if it is gone already.
        let _ = quietly(&mut stop, "pg_ctl stop");
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn as_server(program: &Path, folder: &Path) -> Command {
    let mut command = if is_root() {
        let mut runuser = Command::new("runuser");
        runuser.args(["-u", "postgres", "--"]).arg(program);
        runuser
    } else {
        Command::new(program)
    };
    command.current_dir(folder);
    command
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

/// A program of the PostgreSQL server: Debian keeps them out of the path.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> =
        folders.map(|f| f.path().join("bin").join(name)).filter(|p| p.is_file()).collect();
    found.sort();
    found.pop().or_else(|| which(name))
}

fn which(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|p| p.is_file())
}

/// Installs Debian packages; elsewhere says what is missing.
fn apt(packages: &[&str]) -> Result<(), Failure> {
    if which("apt-get").is_none() || !is_root() {
        let names = packages.join(", ");
        return Err(Failure(format!(
            "install {names} first: it is missing and cannot be installed from here"
        )));
    }
    quietly(Command::new("apt-get").arg("update"), "apt-get update")?;
    let mut install = Command::new("apt-get");
    install
        .args(["install", "-y", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive");
    quietly(&mut install, "apt-get install")
}

/// Runs a program and keeps what it prints unless it fails.
fn quietly(command: &mut Command, name: &str) -> Result<(), Failure> {
    let out =
        command.stdin(Stdio::null()).output().map_err(|e| Failure(format!("cannot start {name}: {e}")))?;
    if out.status.success() {
        return Ok(());
    }
    Err(Failure(format!("{name}: {}\n{}", out.status, String::from_utf8_lossy(&out.stderr))))
}

fn run(command: &mut Command, name: &str, arguments: &[&str]) -> Result<(), Failure> {
    let status = command.status().map_err(|e| Failure(format!("cannot start {name}: {e}")))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure(format!("`{name} {}`: {status}", arguments.join(" "))))
    }
}

/// Plays whole battles in a real browser against the program as the other tests built it.
pub fn browser_tests() -> Result<(), Failure> {
    cargo(&[&["nextest", "run", "--no-run", "--workspace"], &NOTING[..]].concat(), &[])?;
    let program = target().join("debug").join(if cfg!(windows) { "testudo.exe" } else { "testudo" });
    let environment = [("TESTUDO_BIN", program.into_os_string()), ("CHROMIUM", browser()?.into_os_string())];
    npm(&["test"], &environment)
}
