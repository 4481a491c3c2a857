//! How a battle is likely to end, from any of its steps.

use super::replay::viewer;
use crate::app::App;
use crate::asked::Asked;
use crate::error::Failure;
use crate::http::roles;
use crate::live::Live;
use crate::pace::Caller;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use opponent::{Budget, outlook as fought_on};
use proto::{ApiError, OutlookQuery, WireOutlook};
use std::time::Duration;
use store::{Seating, StepRow};
use umpire::{Side, Viewer};

/// How much is fought for one answer.
const BUDGET: Budget = Budget { battles: Some(24), time: Some(Duration::from_millis(900)) };

/// A battle fought on from one of its steps, many times and quickly, as those who play or watch saw it. While another
/// person plays there is no such help.
#[utoipa::path(get, path = "/api/battles/{id}/outlook", params(("id" = String, Path), OutlookQuery),
    responses((status = 200, body = WireOutlook), (status = 403, body = ApiError), (status = 404, body = ApiError)))]
pub async fn outlook(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(query): Asked<OutlookQuery>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<WireOutlook>, Failure> {
    let roles = roles(&app, &id, &headers).await?;
    let row = app.store.battle(&id).await?.ok_or_else(|| Failure::not_found("there is no such battle"))?;
    let over = row.standing.waiting == "nobody";
    let viewer = viewer(roles, over, query.view.as_deref())?;
    let (steps, seating) = (app.store.steps(&id, 0).await?, app.store.seating(&id).await?);
    let reckon = move || {
        let live = Live::begin(row)?;
        if !over && !roles.plays_all(live.seats()) {
            return Err(Failure::forbidden("another person plays: there is no advice here"));
        }
        reckoned(live, &seating, &steps, query.step, viewer)
    };
    app.aside(caller, reckon).await.map(Json)
}

fn reckoned(
    mut live: Live,
    seating: &Seating,
    steps: &[StepRow],
    step: u32,
    viewer: Viewer,
) -> Result<WireOutlook, Failure> {
    live.fair.hear(seating);
    for row in steps {
        if live.seq(viewer) >= step {
            break;
        }
        if let Err(error) = live.follow(row) {
            return Err(live.outdated(error).into());
        }
    }
    let view = live.battle().view(viewer);
    let outlook = fought_on(&view, u64::from(step), BUDGET);
    let [red, blue] = Side::ALL.map(|side| outlook.won[side]);
    Ok(WireOutlook { step: live.seq(viewer), battles: outlook.battles, red, blue })
}
