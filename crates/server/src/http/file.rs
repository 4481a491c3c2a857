//! A battle as one file, and its end.

use crate::app::App;
use crate::asked::Asked;
use crate::error::Failure;
use crate::http::roles;
use crate::pace::Caller;
use crate::saving::{SaveFailure, upto, write};
use crate::seat::Seat;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use proto::{ApiError, ReplayQuery};
use store::BattleRow;
use umpire::{BySide, Side};

/// The saved battle: for anyone with a token once it is over, before that for whoever plays every seat that a
/// person plays, since it tells everything.
#[utoipa::path(get, path = "/api/battles/{id}/file", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-ndjson"),
        (status = 403, body = ApiError), (status = 404, body = ApiError)))]
pub async fn file(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(query): Asked<ReplayQuery>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let roles = roles(&app, &id, &headers).await?;
    let row = find(&app, &id).await?;
    if !is_over(&row) && !roles.plays_all(&seats(&row)) {
        return Err(Failure::forbidden("the battle is not over, and another plays in it"));
    }
    let (mut steps, seating) = (app.store.steps(&id, 0).await?, app.store.seating(&id).await?);
    let text = app
        .aside(caller, move || {
            if let Some(last) = query.upto {
                upto(row.clone(), &mut steps, last, roles)?;
            }
            write(row, &seating, &steps).map_err(|error| match error {
                SaveFailure::Broken(what) => Failure::wrong(what),
                SaveFailure::Unknown | SaveFailure::Store(_) => Failure::broken(),
            })
        })
        .await?;
    let name = format!("attachment; filename=\"{id}.testudo\"");
    let kind = "application/x-ndjson; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name.as_str())], text).into_response())
}

/// Deletes a battle with all that belongs to it: for the holder of a seat, once it is over, and before that if nobody
/// else holds one.
#[utoipa::path(delete, path = "/api/battles/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = ApiError), (status = 404, body = ApiError)))]
pub async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let roles = roles(&app, &id, &headers).await?;
    let row = find(&app, &id).await?;
    if Side::ALL.into_iter().all(|side| !roles.plays(side)) {
        return Err(Failure::forbidden("only who holds a seat may delete the battle"));
    }
    for side in Side::ALL {
        if !is_over(&row) && !roles.plays(side) && app.store.is_taken(&id, side.as_str()).await? {
            return Err(Failure::forbidden(
                "another plays in it, and it is not over: give your seat up instead",
            ));
        }
    }
    app.store.delete(&id).await?;
    app.hub.refresh(&id);
    tracing::info!(battle = id, "deleted by the holder of a seat");
    Ok(StatusCode::NO_CONTENT)
}

async fn find(app: &App, id: &str) -> Result<BattleRow, Failure> {
    app.store.battle(id).await?.ok_or_else(|| Failure::not_found("there is no such battle"))
}

fn is_over(row: &BattleRow) -> bool {
    row.standing.waiting == "nobody"
}

fn seats(row: &BattleRow) -> BySide<Seat> {
    let seat = |word: &str| Seat::parse(word).unwrap_or(Seat::Link);
    BySide([seat(&row.red), seat(&row.blue)])
}
