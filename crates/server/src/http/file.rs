//! A battle as one file that replays alone.

use crate::app::App;
use crate::error::Failure;
use crate::http::roles;
use crate::live::{Live, record};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use proto::{ApiError, End, FORMAT, Header, ReplayQuery};
use store::StepRow;
use umpire::{Pending, Side};

/// The saved battle: for anyone with a token once it is over, before that for whoever plays every seat that a
/// person plays, since it tells everything.
#[utoipa::path(get, path = "/api/battles/{id}/file",
    params(("id" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, body = String, content_type = "application/x-ndjson"),
        (status = 403, body = ApiError), (status = 404, body = ApiError)))]
pub async fn file(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ReplayQuery>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let roles = roles(&app, &id, &headers, query.token.as_deref()).await?;
    let live = Live::load(&app.store, &id).await?;
    if !live.over() && !roles.plays_all(live.seats()) {
        return Err(Failure::forbidden("the battle is not over, and another plays in it"));
    }
    let steps = app.store.steps(&id, 0).await?;
    let text = write(&live, &steps).map_err(|error| {
        tracing::error!(battle = id, error, "cannot be saved");
        Failure::broken()
    })?;
    let name = format!("attachment; filename=\"{id}.testudo\"");
    let kind = "application/x-ndjson; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name.as_str())], text).into_response())
}

fn write(live: &Live, steps: &[StepRow]) -> Result<Vec<u8>, String> {
    let (row, battle) = (live.row(), live.battle());
    let header = Header {
        testudo: FORMAT,
        engine: row.engine.clone(),
        book: row.book.clone(),
        scenario: row.scenario.clone(),
        text: row.text.clone(),
        // The dice that fell are in the steps; those to come are nobody's business.
        seed: None,
        red: row.red.clone(),
        blue: row.blue.clone(),
    };
    let mut out = Vec::new();
    proto::write_header(&mut out, &header).map_err(|e| e.to_string())?;
    // A sealed decision is not in the file until the envelopes are opened.
    let sealed = Side::ALL.into_iter().filter(|side| live.sealed()[*side]).count();
    let open = &steps[..(live.kept() as usize).min(steps.len()).saturating_sub(sealed)];
    for (i, step) in open.iter().enumerate() {
        let record = record(step, battle)?;
        proto::write_step(&mut out, i + 1, &record, battle.manners()).map_err(|e| e.to_string())?;
    }
    if let Pending::Over(outcome) = battle.pending() {
        let end = End {
            steps: open.len(),
            digest: format!("{:016x}", battle.digest()),
            winner: outcome.winner.map(|side| side.as_str().to_owned()),
            reason: outcome.reason.to_owned(),
        };
        proto::write_end(&mut out, end).map_err(|e| e.to_string())?;
    }
    Ok(out)
}
