//! What an address asks for behind its question mark.

use crate::error::Failure;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The fields of a query; one that cannot be read is a fault like any other.
#[derive(Clone, Copy, Debug)]
pub struct Asked<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failure> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(query)) => Ok(Asked(query)),
            Err(no) => {
                let text = no.body_text();
                let why = text.split_once("query string: ").map_or(text.as_str(), |(_, why)| why);
                let (field, why) = why.split_once(": ").unwrap_or(("query", why));
                Err(Failure::field(field, why))
            }
        }
    }
}
