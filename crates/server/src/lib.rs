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
mod asked;
mod assets;
mod back;
mod chance;
mod config;
mod count;
mod error;
mod fair;
mod home;
mod http;
mod hub;
mod judged;
mod live;
mod metrics;
mod notice;
mod pace;
mod patient;
mod queue;
mod readable;
mod reasons;
mod retention;
mod router;
mod saving;
mod seat;
mod serving;
mod socket;
mod task;
mod unread;

pub use app::App;
pub use config::{LimitError, Limits, Told};
pub use home::default_store;
pub use router::router;
pub use saving::{SaveFailure, saved};
pub use serving::serve;
