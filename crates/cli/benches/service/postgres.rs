//! A PostgreSQL server of the bench's own, to be killed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A server on a port of its own.
pub struct Postgres {
    folder: tempfile::TempDir,
    programs: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts a fresh one.
    pub fn start() -> Postgres {
        let folder = tempfile::tempdir().unwrap();
        let versions = std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
        let mut versions: Vec<PathBuf> = versions.flatten().map(|v| v.path().join("bin")).collect();
        versions.sort();
        let programs = versions.pop().expect("PostgreSQL is installed");
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Postgres { folder, programs, port };
        let _ = Command::new("chown").arg("postgres").arg(server.folder.path()).status();
        let data = server.data();
        server.run("initdb", &["-U", "testudo", "-A", "trust", "-E", "UTF8", "-D", &data]);
        server.up();
        server
    }

    /// Where it answers.
    pub fn url(&self) -> String {
        format!("postgres://testudo@127.0.0.1:{}/postgres", self.port)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    /// Ends it without a goodbye.
    pub fn kill(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }

    /// Starts it again.
    pub fn up(&self) {
        let folder = self.folder.path().display().to_string();
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories={folder} -c max_connections=100",
            self.port
        );
        let log = self.folder.path().join("log").display().to_string();
        self.run("pg_ctl", &["-D", &self.data(), "-l", &log, "-w", "-o", &options, "start"]);
    }

    fn run(&self, program: &str, words: &[&str]) {
        let program = self.programs.join(program);
        let root = Path::new("/root").exists()
            && Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0");
        let mut command = if root {
            // The server refuses to run as root.
            let mut runuser = Command::new("runuser");
            runuser.args(["-u", "postgres", "--"]).arg(&program);
            runuser
        } else {
            Command::new(&program)
        };
        let command = command.args(words).current_dir(self.folder.path());
        let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(done.is_ok_and(|status| status.success()), "{} failed", program.display());
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}
