//! Which address is answered by what, and what holds for all of them.

use crate::app::App;
use crate::http::{battles, books, create, file, health, muster, outlook, replay, report, seats};
use crate::metrics::one_more;
use crate::{assets, pace, socket, unread};
use axum::Json;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{delete, get, post};
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;

/// The API as an OpenAPI document.
#[derive(OpenApi)]
#[openapi(
    info(title = "Testudo", description = "An umpire and an opponent for ancient miniature wargames."),
    paths(
        books::books,
        books::rules,
        books::house,
        books::questions,
        books::ask,
        books::armies,
        muster::offer,
        muster::roll,
        muster::draft,
        muster::read,
        books::scenarios,
        books::tutorial,
        create::create,
        create::import,
        battles::mine,
        file::file,
        file::delete,
        replay::replay,
        outlook::outlook,
        report::report,
        seats::claim,
        seats::code,
        seats::give_up,
        health::health,
        health::metrics,
    )
)]
struct Api;

/// The whole server over its state.
pub fn router(app: App) -> Router {
    let limits = app.limits;
    let creating = Router::new()
        .route("/api/battles", post(create::create))
        .route("/api/battles/import", post(create::import).layer(DefaultBodyLimit::max(limits.file_size)))
        .route_layer(middleware::from_fn_with_state(app.clone(), pace::battles));
    let claiming = Router::new()
        .route("/api/seats", post(seats::claim))
        .route_layer(middleware::from_fn_with_state(app.clone(), pace::claims));
    let api = Router::new()
        .route("/health", get(health::health))
        .route("/metrics", get(health::metrics))
        .route("/api/openapi.json", get(async || Json(Api::openapi())))
        .route("/api/books", get(books::books))
        .route("/api/books/{book}/rules", get(books::rules))
        .route("/api/books/{book}/house", get(books::house))
        .route("/api/books/{book}/questions", get(books::questions))
        .route("/api/books/{book}/ask/{question}", post(books::ask))
        .route("/api/books/{book}/armies", get(books::armies))
        .route("/api/books/{book}/armies/{list}", get(muster::offer))
        .route("/api/books/{book}/muster", post(muster::roll))
        .route("/api/books/{book}/muster/draft", post(muster::draft))
        .route("/api/muster/read", post(muster::read))
        .route("/api/books/{book}/scenarios", get(books::scenarios))
        .route("/api/books/{book}/tutorial", get(books::tutorial))
        .route("/api/battles/mine", post(battles::mine))
        .route("/api/battles/{id}", delete(file::delete))
        .route("/api/battles/{id}/codes", post(seats::code))
        .route("/api/battles/{id}/seats/{role}", delete(seats::give_up))
        .route("/api/battles/{id}/file", get(file::file))
        .route("/api/battles/{id}/replay", get(replay::replay))
        .route("/api/battles/{id}/outlook", get(outlook::outlook))
        .route("/api/battles/{id}/report", get(report::report))
        .route("/api/battles/{id}/socket", get(socket::open))
        .merge(creating)
        .merge(claiming)
        .route_layer(middleware::from_fn_with_state(app.clone(), unread::count))
        .route_layer(middleware::from_fn_with_state(app.clone(), pace::requests));
    api.fallback(assets::serve)
        .layer(DefaultBodyLimit::max(limits.request_size))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request_time))
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn(headers))
        .layer(middleware::from_fn_with_state(app.clone(), log))
        .with_state(app)
}

/// Nothing from elsewhere is loaded, nothing is embedded elsewhere, no address is told elsewhere. Style attributes
/// are allowed: the client places what it draws with them.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

async fn headers(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let mut set = |name: HeaderName, value: &'static str| {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if is_api {
        set(header::CACHE_CONTROL, "no-store");
    }
    response
}

/// Logs the path and never what follows it: tokens may stand there. Only what is the server's own fault is told unasked:
/// whoever asks and asks must not fill the log.
async fn log(State(app): State<App>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let start = Instant::now();
    let response = next.run(request).await;
    let (status, ms) = (response.status().as_u16(), start.elapsed().as_millis());
    let counts = &app.metrics.requests;
    one_more(match status {
        0..300 => &counts.good,
        300..400 => &counts.moved,
        400..500 => &counts.wrong,
        _ => &counts.broken,
    });
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
        tracing::warn!(%method, path, status, ms, "request");
    } else {
        tracing::debug!(%method, path, status, ms, "request");
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_tells_of_every_address() {
        let api = serde_json::to_value(Api::openapi()).unwrap();
        let paths: Vec<&String> = api["paths"].as_object().unwrap().keys().collect();
        assert_eq!(paths.len(), 25, "{paths:?}");
        // Every schema that is pointed at is there.
        let text = api.to_string();
        for part in text.split("#/components/schemas/").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(api["components"]["schemas"].get(name).is_some(), "{name}");
        }
    }
}
