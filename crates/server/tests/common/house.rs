//! A server in the test's own process, on a file of its own.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses its own part of it, and a test may panic"
)]

use std::net::SocketAddr;
use store::Store;
use testudo_server::{App, Limits, serve};
use tokio::net::TcpListener;

/// A server and the folder of its store.
pub struct House {
    pub at: SocketAddr,
    pub store: String,
    /// It is removed with the server.
    pub folder: tempfile::TempDir,
}

/// A server with the usual limits.
pub async fn house() -> House {
    house_with(Limits::default()).await
}

/// A server with these limits.
pub async fn house_with(limits: Limits) -> House {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("battles.db").display());
    let at = node(&store, limits).await;
    House { at, store, folder }
}

/// A server over a store that others may use too.
pub async fn node(store: &str, limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let app = App::new(Store::open(store).await.unwrap(), limits);
    tokio::spawn(serve(listener, app));
    at
}
