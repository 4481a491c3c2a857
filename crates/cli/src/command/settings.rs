//! What a server is told: by flags, by environment variables, by a file, in this order.

use crate::args::Serve;
use anyhow::{Context as _, anyhow, bail};
use server::Limits;
use std::net::SocketAddr;
use std::path::Path;

/// Where a server listens unless it is told otherwise.
const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7331);
/// What the names of environment variables begin with.
const PREFIX: &str = "TESTUDO_";
const LIMIT: &str = "TESTUDO_LIMIT_";

/// What a server is told.
#[derive(Debug)]
pub struct Settings {
    /// Where it listens.
    pub bind: SocketAddr,
    /// Where battles are kept; `None` for the user's data folder.
    pub store: Option<String>,
    /// Whether a proxy stands before it.
    pub trust_proxy: bool,
    /// Whether it logs JSON.
    pub json: bool,
    /// Its limits.
    pub limits: Limits,
}

impl Settings {
    /// Reads flags, variables and the file.
    ///
    /// # Errors
    /// What is wrong, and where it stands.
    pub fn read(args: &Serve, variables: impl Iterator<Item = (String, String)>) -> anyhow::Result<Settings> {
        let mut settings =
            Settings { bind: USUAL, store: None, trust_proxy: false, json: false, limits: Limits::default() };
        let variables: Vec<(String, String)> =
            variables.filter(|(name, _)| name.starts_with(PREFIX)).collect();
        let variable =
            |name: &str| variables.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
        let file = args.config.clone().or_else(|| variable("TESTUDO_CONFIG").map(Into::into));
        if let Some(path) = file {
            settings.take_file(&path)?;
        }
        for (name, value) in &variables {
            settings.take_variable(name, value).with_context(|| name.clone())?;
        }
        for text in &args.limit {
            let (name, value) =
                text.split_once('=').ok_or_else(|| anyhow!("--limit {text}: give NAME=VALUE"))?;
            settings.limits.set(name.trim(), value).map_err(|e| anyhow!("--limit {text}: {e}"))?;
        }
        if let Some(bind) = args.bind {
            settings.bind = bind;
        }
        settings.store = args.store.clone().or(settings.store);
        settings.trust_proxy |= args.trust_proxy;
        settings.json |= args.log_json;
        Ok(settings)
    }

    fn take_variable(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        match name {
            "TESTUDO_BIND" => self.bind = value.parse()?,
            "TESTUDO_STORE" => self.store = Some(value.to_owned()),
            "TESTUDO_TRUST_PROXY" => self.trust_proxy = yes(value)?,
            "TESTUDO_LOG_JSON" => self.json = yes(value)?,
            _ => {
                // Variables of other things than limits are none of ours.
                if let Some(limit) = name.strip_prefix(LIMIT) {
                    self.limits.set(&limit.to_lowercase(), value)?;
                }
            }
        }
        Ok(())
    }

    fn take_file(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display().to_string();
        let text = super::read_file(path)?;
        let file: toml::Table =
            text.parse().map_err(|e: toml::de::Error| anyhow!("{name}: {}", e.message()))?;
        for (key, value) in &file {
            let wrong = |wanted: &str| anyhow!("{name}: {key}: must be {wanted}");
            match key.as_str() {
                "bind" => {
                    let text = value.as_str().and_then(|text| text.parse().ok());
                    self.bind = text.ok_or_else(|| wrong("an address such as \"0.0.0.0:7331\""))?;
                }
                "store" => self.store = Some(value.as_str().ok_or_else(|| wrong("a text"))?.to_owned()),
                "trust_proxy" => {
                    self.trust_proxy = value.as_bool().ok_or_else(|| wrong("true or false"))?;
                }
                "log_json" => self.json = value.as_bool().ok_or_else(|| wrong("true or false"))?,
                "limits" => {
                    for (limit, value) in value.as_table().ok_or_else(|| wrong("a table"))? {
                        let value = match value {
                            toml::Value::Integer(n) => n.to_string(),
                            toml::Value::Float(x) => x.to_string(),
                            other => {
                                bail!("{name}: limits.{limit}: must be a number, not {}", other.type_str())
                            }
                        };
                        self.limits.set(limit, &value).map_err(|e| anyhow!("{name}: {e}"))?;
                    }
                }
                _ => bail!(
                    "{name}: unknown setting `{key}`; known: bind, store, trust_proxy, log_json, limits"
                ),
            }
        }
        Ok(())
    }
}

fn yes(value: &str) -> anyhow::Result<bool> {
    match value {
        "1" | "true" | "yes" => Ok(true),
        "" | "0" | "false" | "no" => Ok(false),
        _ => bail!("must be true or false, not `{value}`"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use clap::Parser as _;

    fn read(args: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<Settings> {
        let words = ["testudo", "serve"].iter().chain(args);
        let Some(crate::args::Task::Serve(serve)) = crate::args::Args::parse_from(words).task else {
            panic!("it is serve")
        };
        Settings::read(&serve, variables.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())))
    }

    #[test]
    fn flags_go_before_variables_and_these_before_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("testudo.toml");
        let text = "bind = \"127.0.0.1:1\"\nstore = \"sqlite:file\"\n[limits]\nsockets = 1\nidle = 2\nsilence = 3.5\n";
        std::fs::write(&path, text).unwrap();
        let file = path.display().to_string();
        let settings = read(
            &["--config", &file, "--limit", "idle=20", "--bind", "127.0.0.1:3"],
            &[("TESTUDO_LIMIT_SOCKETS", "10"), ("TESTUDO_BIND", "127.0.0.1:2"), ("TESTUDO_LOG_JSON", "true")],
        )
        .unwrap();
        assert_eq!(settings.bind.port(), 3);
        assert_eq!(settings.store.as_deref(), Some("sqlite:file"));
        assert_eq!((settings.limits.sockets, settings.limits.idle.as_secs()), (10, 20));
        assert_eq!(settings.limits.silence.as_millis(), 3500);
        assert!(settings.json && !settings.trust_proxy);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let said =
            |args: &[&str], variables: &[(&str, &str)]| format!("{:#}", read(args, variables).unwrap_err());
        assert!(said(&["--limit", "sokets=1"], &[]).contains("no limit `sokets`"));
        assert!(said(&["--limit", "sockets"], &[]).contains("NAME=VALUE"));
        assert!(said(&[], &[("TESTUDO_LIMIT_IDLE", "soon")]).contains("TESTUDO_LIMIT_IDLE"));
        assert!(said(&[], &[("TESTUDO_TRUST_PROXY", "perhaps")]).contains("true or false"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.toml");
        std::fs::write(&path, "port = 3\n").unwrap();
        assert!(said(&["--config", &path.display().to_string()], &[]).contains("unknown setting `port`"));
    }
}
