//! `testudo` alone and `testudo serve`: battles in the browser.

use crate::{Verdict, args::Serve, output};
use anyhow::Context as _;
use server::{App, Limits};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use store::Store;
use tokio::net::TcpListener;

/// The first port tried for a table of one's own, and how many are tried.
const PORT: u16 = 7331;
const PORTS: u16 = 20;

/// Opens the table: a server for this machine alone, and the browser where there is one.
pub fn open() -> anyhow::Result<Verdict> {
    log("warn");
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
    log("info,sqlx=warn");
    runtime()?.block_on(async {
        let listener = TcpListener::bind(args.bind).await.with_context(|| format!("--bind {}", args.bind))?;
        let address = listener.local_addr()?;
        let store = open_store(args.store.as_deref()).await?;
        output::line(format!("Serving on http://{address}/"))?;
        let mut app = App::new(store, Limits::default());
        app.proxied = args.trust_proxy;
        until_stopped(listener, app).await
    })
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// Logs on standard error, as much as RUST_LOG says.
fn log(usual: &str) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).init();
}

async fn open_store(address: Option<&str>) -> anyhow::Result<Store> {
    let address = match address {
        Some(address) => address.to_owned(),
        None => server::default_store().context("--store")?,
    };
    Store::open(&address).await.context("--store")
}

async fn until_stopped(listener: TcpListener, app: App) -> anyhow::Result<Verdict> {
    // What was acknowledged is on disk: there is nothing to finish first.
    tokio::select! {
        served = server::serve(listener, app) => served?,
        stopped = tokio::signal::ctrl_c() => stopped?,
    }
    Ok(Verdict::Yes)
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
