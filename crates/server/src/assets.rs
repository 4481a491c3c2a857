//! The browser client, built into the program.

use axum::body::Body;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// The built client; there may be none, and a debug build reads it from the disk each time.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

const PAGE: &str = "index.html";
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Testudo</title>\
    <h1>Testudo</h1><p>The server runs, but the client has not been built into it. \
    Run <code>cargo xtask play</code>.</p></html>";

/// A file of the client; whatever else is asked for is one of its pages.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return crate::error::Failure::not_found("there is no such address").into_response();
    }
    if let Some(file) = Client::get(path) {
        return send(path, &file, &headers);
    }
    // A file that is not there is not there; a page without a dot in its name is the client's own affair.
    if path.rsplit('/').next().is_some_and(|last| last.contains('.')) {
        return StatusCode::NOT_FOUND.into_response();
    }
    match Client::get(PAGE) {
        Some(file) => send(PAGE, &file, &headers),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT).into_response(),
    }
}

/// The forms in which files lie ready: the ending of the file, and what the browser calls it. The smaller first.
const PACKED: [(&str, &str); 2] = [("br", "br"), ("gz", "gzip")];

/// A file as it was compressed when the client was built, in a form that the browser takes.
fn packed(path: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, &'static str)> {
    let takes = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let word =
        |encoding: &str| takes.split(',').any(|w| w.split(';').next().map(str::trim) == Some(encoding));
    PACKED.into_iter().find_map(|(ending, encoding)| {
        let file = word(encoding).then(|| Client::get(&format!("{path}.{ending}")))??;
        Some((file, encoding))
    })
}

fn send(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String = file.metadata.sha256_hash().iter().take(12).map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // The builder names files in assets/ after what is in them: those never change.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    if known.is_some_and(|known| known.contains(&hash)) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, keep)])
            .into_response();
    }
    let kind = file.metadata.mimetype();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    let packed = packed(path, headers);
    let headers =
        [(header::CONTENT_TYPE, kind.as_str()), (header::ETAG, tag.as_str()), (header::CACHE_CONTROL, keep)];
    match packed {
        Some((small, encoding)) => {
            let coded = [(header::CONTENT_ENCODING, encoding), (header::VARY, "accept-encoding")];
            (headers, coded, Body::from(small.data)).into_response()
        }
        None => (headers, Body::from(file.data.clone())).into_response(),
    }
}
