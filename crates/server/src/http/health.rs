//! Is all well, and how is it going: for those who run the server.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

/// Whether battles can be written: 200, or 503.
#[utoipa::path(get, path = "/health", responses((status = 200), (status = 503)))]
pub async fn health(State(app): State<App>) -> Response {
    let well = app.is_well().await;
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let body = json!({ "store": if well { "written" } else { "cannot be written" },
        "version": env!("CARGO_PKG_VERSION") });
    (status, Json(body)).into_response()
}

/// What the server has done, as Prometheus reads it.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
pub async fn metrics(State(app): State<App>) -> Response {
    let kept = app.kept().await.map(|kept| ("testudo_battles_kept", "Battles in the store.", kept));
    let now = [
        ("testudo_battles_live", "Battles in memory.", app.hub.live() as u64),
        ("testudo_sockets", "Open sockets.", app.sockets.all() as u64),
        ("testudo_connections", "Open connections without the sockets.", app.connections.all() as u64),
        ("testudo_queued_bytes", "Bytes that wait to be sent.", app.load.bytes() as u64),
        ("testudo_store_writable", "Whether the store can be written.", u64::from(app.is_well().await)),
    ];
    let now: Vec<_> = kept.into_iter().chain(now).collect();
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text(&now)).into_response()
}
