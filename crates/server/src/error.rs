//! Why a request is not granted.

use crate::chance::NoChance;
use crate::live::LoadError;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use form::Fault;
use proto::{ApiError, WireFault};
use store::StoreError;

/// Why a request is not granted, as it is answered.
#[derive(Clone, Debug)]
pub struct Failure {
    status: StatusCode,
    body: ApiError,
    /// After how many seconds it may be tried again.
    retry: Option<u32>,
}

/// The most faults that are told.
const FAULTS: usize = 50;

impl Failure {
    fn new(status: StatusCode, code: &'static str, error: impl Into<String>) -> Self {
        Failure { status, body: ApiError { code, error: error.into(), faults: Vec::new() }, retry: None }
    }

    /// There is no such thing.
    pub fn not_found(what: impl Into<String>) -> Self {
        Failure::new(StatusCode::NOT_FOUND, "not_found", what)
    }

    /// It is not for whoever asks.
    pub fn forbidden(what: impl Into<String>) -> Self {
        Failure::new(StatusCode::FORBIDDEN, "forbidden", what)
    }

    /// What was sent is wrong.
    pub fn wrong(what: impl Into<String>) -> Self {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "faults", what)
    }

    /// What was sent is not of the kind that is taken.
    pub fn not_json() -> Self {
        Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "faults", "send application/json")
    }

    /// What was sent is too long.
    pub fn too_large() -> Self {
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "what was sent is too long")
    }

    /// Requests come too fast.
    pub fn too_fast(seconds: u32) -> Self {
        let failure =
            Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_fast", "too many requests; wait a little");
        Failure { retry: Some(seconds.max(1)), ..failure }
    }

    /// Whoever asks has too much under way already.
    pub fn busy(what: impl Into<String>) -> Self {
        Failure { retry: Some(1), ..Failure::new(StatusCode::TOO_MANY_REQUESTS, "busy", what) }
    }

    /// The server has no room.
    pub fn full(what: impl Into<String>) -> Self {
        Failure { retry: Some(5), ..Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what) }
    }

    /// It was there, and is gone.
    pub fn gone(what: impl Into<String>) -> Self {
        Failure::new(StatusCode::GONE, "gone", what)
    }

    /// The fault is ours.
    pub fn broken() -> Self {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "the server has failed; nothing is lost")
    }

    /// Every fault of what was sent.
    pub fn faults(faults: &[Fault]) -> Self {
        let first = faults.first().map_or_else(|| "it cannot be read".to_owned(), ToString::to_string);
        let mut failure = Failure::wrong(first);
        failure.body.faults = faults
            .iter()
            .take(FAULTS)
            .map(|f| WireFault { path: f.path.clone(), message: f.message.clone(), help: f.help.clone() })
            .collect();
        failure
    }

    /// A fault of one field.
    pub fn field(path: &str, message: impl Into<String>) -> Self {
        Failure::faults(&[Fault::new(path, message)])
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(seconds) = self.retry {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store has failed");
        let what = "the battles cannot be read or written now; nothing is lost, try again in a moment";
        Failure { retry: Some(5), ..Failure::new(StatusCode::SERVICE_UNAVAILABLE, "store", what) }
    }
}

impl From<NoChance> for Failure {
    fn from(error: NoChance) -> Self {
        tracing::error!(%error, "nothing can be kept secret");
        Failure::broken()
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Unknown => Failure::not_found("there is no such battle"),
            LoadError::Store(error) => error.into(),
            LoadError::NoRoom => Failure::full(error.to_string()),
            LoadError::Broken(_) => {
                Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", error.to_string())
            }
        }
    }
}
