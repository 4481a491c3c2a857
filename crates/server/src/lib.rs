//! Battles over HTTP and WebSocket.
//!
//! One task owns each live battle. A decision is judged, carried out on a copy, written to the store, and only
//! then told; whoever is told anything is told what he may see. Loading a battle is replaying it, so a server that
//! is killed resumes every battle exactly.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use testudo_server::{App, Limits, serve};
//! let store = store::Store::open("sqlite:battles.db").await?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:7331").await?;
//! serve(listener, App::new(store, Limits::default())).await?;
//! # Ok(())
//! # }
//! ```

mod app;
mod assets;
mod chance;
mod config;
mod error;
mod home;
mod http;
mod hub;
mod live;
mod notice;
mod pace;
mod reasons;
mod router;
mod seat;
mod socket;
mod task;
mod witness;

pub use app::App;
pub use config::Limits;
pub use home::default_store;
pub use router::router;

use std::net::SocketAddr;
use tokio::net::TcpListener;

/// Serves until the listener fails.
///
/// # Errors
/// When connections can no longer be taken.
pub async fn serve(listener: TcpListener, app: App) -> std::io::Result<()> {
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).await
}
