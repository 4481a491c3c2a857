//! What is answered over HTTP.

pub mod battles;
pub mod books;
pub mod create;
pub mod file;
pub mod health;
pub mod muster;
pub mod outlook;
pub mod replay;
pub mod report;
pub mod seats;

use crate::app::App;
use crate::chance::hash;
use crate::error::Failure;
use crate::seat::Roles;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;

/// A request's JSON body.
///
/// The type must be said: a page elsewhere can then not send it without asking first.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let bytes = json(request, app).await?;
        serde_json::from_slice(&bytes).map(Body).map_err(|e| Failure::wrong(e.to_string()))
    }
}

/// A request's body, which is said to be JSON.
pub async fn json(request: Request, app: &App) -> Result<Bytes, Failure> {
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Failure::not_json());
    }
    Bytes::from_request(request, app).await.map_err(|_| Failure::too_large())
}

/// The tokens of a request: `Authorization: Bearer TOKEN`, several with commas between. None stands in an address:
/// those are logged and kept in histories.
pub async fn roles(app: &App, id: &str, headers: &HeaderMap) -> Result<Roles, Failure> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    let mut roles = Roles::default();
    for token in bearer.split(',').map(str::trim).filter(|t| !t.is_empty()).take(16) {
        if let Some((battle, role)) = app.store.token(&hash(token)).await?
            && battle == id
        {
            roles.add(&role);
        }
    }
    if roles.is_empty() { Err(Failure::forbidden("no token opens this battle")) } else { Ok(roles) }
}
