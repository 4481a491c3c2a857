//! `testudo` alone and `testudo serve`: battles in the browser.

use super::settings::Settings;
use crate::{Verdict, args::Serve, output};
use anyhow::Context as _;
use server::{App, Limits};
use std::io::{self, IsTerminal as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use store::Store;
use tokio::net::TcpListener;

/// The first port tried for a table of one's own, and how many are tried.
const PORT: u16 = 7331;
const PORTS: u16 = 20;

/// Opens the table: a server for this machine alone, and the browser where there is one.
pub fn open() -> anyhow::Result<Verdict> {
    log("warn", false);
    runtime()?.block_on(async {
        let listener = free_port().await.context("no port is free")?;
        let address = listener.local_addr()?;
        // The store first: a browser that comes too early would find nobody.
        let store = open_store(None).await?;
        output::line(format!("The table is laid at http://{address}/\nClose it with Ctrl+C."))?;
        browse(&format!("http://{address}/"));
        until_stopped(listener, App::new(store, Limits::default())).await
    })
}

/// Serves battles where it is told to.
pub fn run(args: &Serve) -> anyhow::Result<Verdict> {
    let settings = Settings::read(args, variables())?;
    if args.limits {
        let row = |limit: server::Told| vec![limit.name.to_owned(), limit.value, limit.about.to_owned()];
        output::table(&["limit", "value", ""], settings.limits.told().into_iter().map(row))?;
        return Ok(Verdict::Yes);
    }
    log("info,sqlx=warn", settings.json);
    open_files(settings.limits.connections + settings.limits.sockets);
    runtime()?.block_on(async {
        let bind = settings.bind;
        let listener = TcpListener::bind(bind).await.with_context(|| format!("--bind {bind}"))?;
        let address = listener.local_addr()?;
        let store = open_store(settings.store.as_deref()).await?;
        output::line(format!("Serving on http://{address}/"))?;
        let mut app = App::new(store, settings.limits);
        app.proxied = settings.trust_proxy;
        until_stopped(listener, app).await
    })
}

/// The environment, without what is no text.
fn variables() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// Threads beside those that answer: for thinking, judging and replaying. Each keeps memory of its own, and there are
/// never many more of them at work than the machine has cores.
pub(super) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(4 * cores + 4).build()
}

/// Logs on standard error, as much as RUST_LOG says: in colour on a terminal, plain in a file, JSON on request.
fn log(usual: &str, json: bool) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let plain = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    if json { plain.json().flatten_event(true).init() } else { plain.init() }
}

/// Lets this process open as many files as its connections may need, if the machine allows it.
#[cfg(unix)]
fn open_files(connections: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // The database and the log need some too.
    let wanted = connections as u64 + 128;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= wanted) {
        return;
    }
    let allowed = maximum.map_or(wanted, |maximum| maximum.min(wanted));
    let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(allowed), maximum });
    if raised.is_err() || allowed < wanted {
        tracing::warn!(wanted, allowed, "fewer files may be open than connections are allowed");
    }
}

#[cfg(not(unix))]
fn open_files(_connections: usize) {}

/// Where the battles are: as it is said, or in the user's data folder.
pub(super) fn place(address: Option<&str>) -> anyhow::Result<String> {
    address.map_or_else(|| server::default_store().context("--store"), |address| Ok(address.to_owned()))
}

/// Opens the battles for a server, which wants them for itself.
async fn open_store(address: Option<&str>) -> anyhow::Result<Store> {
    Store::open_alone(&place(address)?).await.context("--store")
}

/// Serves until a signal: then everyone is told, and what is under way comes to its end. A second one ends it at once.
async fn until_stopped(listener: TcpListener, app: App) -> anyhow::Result<Verdict> {
    let stop = app.clone();
    let signals = tokio::spawn(async move {
        signal().await?;
        tracing::info!("stopping");
        stop.stop();
        signal().await?;
        std::process::exit(130);
        #[allow(unreachable_code, reason = "it says what the errors are")]
        Ok::<(), io::Error>(())
    });
    server::serve(listener, app).await?;
    signals.abort();
    Ok(Verdict::Yes)
}

/// Waits for Ctrl-C, or for the system's wish that the program end.
#[cfg(unix)]
async fn signal() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut end, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = end.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn signal() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

/// The usual port, or the next that is free.
async fn free_port() -> io::Result<TcpListener> {
    let mut tried = Err(io::ErrorKind::AddrInUse.into());
    for port in PORT..PORT + PORTS {
        tried = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await;
        if tried.is_ok() {
            break;
        }
    }
    tried
}

/// Opens the browser where there is one; where there is none, the address has been printed.
fn browse(address: &str) {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen = cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY");
    if set("CI") || !screen {
        return;
    }
    let mut command = if cfg!(windows) {
        let mut start = Command::new("cmd");
        start.args(["/C", "start", ""]);
        start
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    let quiet = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // No browser, no harm.
    let _ = quiet.spawn();
}
