//! Connections: how many, how long they may take, and how they end.
//!
//! A connection that sends half a head and waits is closed; so is one that lies idle. When there are too many, the
//! next is told so at once, without a thread or a task of its own for long.

use crate::app::App;
use crate::metrics::one_more;
use crate::pace::household;
use crate::patient::Patient;
use crate::router::router;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tower_service::Service as _;

/// How long nobody is let in after the machine could not give a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until the [server is stopped](App::stop), then lets open requests end, closes every socket, and gives back.
///
/// # Errors
/// When the listener fails for good.
pub async fn serve(listener: TcpListener, app: App) -> std::io::Result<()> {
    let router = router(app.clone());
    let mut open = JoinSet::new();
    let stopping = app.stopping();
    tokio::pin!(stopping);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "serving");
    let retention = tokio::spawn(crate::retention::run(app.clone()));
    loop {
        tokio::select! {
            () = &mut stopping => break,
            // Those that have ended are forgotten.
            Some(_) = open.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => admit(&app, &router, stream, peer, &mut open),
                Err(error) => {
                    // Too many files are open, or the caller is gone already: it passes.
                    tracing::warn!(%error, "a connection was not taken");
                    tokio::time::sleep(PAUSE).await;
                }
            },
        }
    }
    retention.abort();
    drop(listener);
    let ended = async {
        while open.join_next().await.is_some() {}
        // Sockets have left their connections behind.
        while app.sockets.all() > 0 {
            tokio::time::sleep(PAUSE).await;
        }
    };
    if tokio::time::timeout(app.limits.stop_time, ended).await.is_err() {
        tracing::warn!(requests = open.len(), sockets = app.sockets.all(), "some did not end in time");
    }
    app.hub.close(app.limits.stop_time).await;
    app.store.close().await;
    Ok(())
}

fn admit(app: &App, router: &Router, stream: TcpStream, peer: SocketAddr, open: &mut JoinSet<()>) {
    let limits = &app.limits;
    // Behind a proxy every connection comes from the same address.
    let each = if app.proxied { usize::MAX } else { limits.connections_per_address };
    let full = app.connections.all() >= limits.connections;
    let place = if full { None } else { app.connections.one(household(peer.ip()), each) };
    let Some(place) = place else {
        one_more(&app.metrics.refusals.connections);
        // A few more may be told; beyond that they are dropped without a word.
        if open.len() < limits.connections.saturating_add(256) {
            open.spawn(turn_away(stream, full));
        }
        return;
    };
    let (app, router) = (app.clone(), router.clone());
    open.spawn(async move {
        let _place = place;
        // Answers are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let stream = Patient::new(stream, app.limits.header_time);
        let answer = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().call(request)
        });
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(app.limits.header_time)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(stream), answer)
            .with_upgrades();
        tokio::pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => {}
            () = app.stopping() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
    });
}

/// Says that there is no room, and hangs up.
async fn turn_away(mut stream: TcpStream, full: bool) {
    const SOON: Duration = Duration::from_secs(1);
    let (status, words) = if full {
        ("503 Service Unavailable", "{\"code\":\"busy\",\"error\":\"too many are connected\"}")
    } else {
        ("429 Too Many Requests", "{\"code\":\"busy\",\"error\":\"you have too many connections open\"}")
    };
    let text = format!(
        "HTTP/1.1 {status}\r\nretry-after: 5\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{words}",
        words.len()
    );
    let _ = tokio::time::timeout(SOON, async {
        stream.write_all(text.as_bytes()).await?;
        stream.shutdown().await
    })
    .await;
}
