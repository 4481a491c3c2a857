//! Answers that wait to be read: so many bytes to an address and no more.

use crate::app::App;
use crate::count::Part;
use crate::error::Failure;
use crate::metrics::one_more;
use crate::pace::Caller;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, stream};
use std::convert::Infallible;

/// Shorter answers are not counted: a connection has one at a time, and connections are counted.
const SHORT: u64 = 64 << 10;
/// How much of an answer is given out at once.
const PIECE: usize = 32 << 10;

/// Counts a long answer until it has been read; one too many is not given.
pub async fn count(State(app): State<App>, caller: Caller, request: Request, next: Next) -> Response {
    let (mut parts, body) = next.run(request).await.into_parts();
    let Some(size) = body.size_hint().exact().filter(|size| *size > SHORT) else {
        return Response::from_parts(parts, body);
    };
    let Some(waits) = app.load.part(caller.0, usize::try_from(size).unwrap_or(usize::MAX)) else {
        one_more(&app.metrics.refusals.answers);
        return Failure::busy("you have asked for more than you read").into_response();
    };
    // It is in memory already.
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return Failure::broken().into_response();
    };
    parts.headers.insert(header::CONTENT_LENGTH, size.into());
    Response::from_parts(parts, Body::from_stream(pieces(bytes, waits)))
}

/// An answer piece by piece: whoever sends it takes the next when the last has gone, and lets go of it at the end.
fn pieces(bytes: Bytes, waits: Part) -> impl stream::Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold((bytes, waits), async |(mut bytes, waits)| {
        if bytes.is_empty() {
            return None;
        }
        let piece = bytes.split_to(PIECE.min(bytes.len()));
        Some((Ok(piece), (bytes, waits)))
    })
    // Whoever compresses it asks once more at the end.
    .fuse()
}
