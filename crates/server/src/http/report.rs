//! A battle told on one page.

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
use proto::{ApiError, ReportQuery, WireReport};
use report::tale::{About, Chronicle, Note, Report, article, player};
use store::{BattleRow, Seating, StepRow};
use testudo::Scenario;
use umpire::{BySide, Viewer};

/// No more battles are fought on from the end of each turn than this.
const MOST: u32 = 24;

/// The report of a battle, as whoever plays or watches saw it, with everything open once it is over. Who led is
/// reckoned only if it is asked for, and not while another person plays.
#[utoipa::path(get, path = "/api/battles/{id}/report", params(("id" = String, Path), ReportQuery),
    responses((status = 200, body = WireReport), (status = 403, body = ApiError), (status = 404, body = ApiError)))]
pub async fn report(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(query): Asked<ReportQuery>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<WireReport>, Failure> {
    let roles = roles(&app, &id, &headers).await?;
    let row = app.store.battle(&id).await?.ok_or_else(|| Failure::not_found("there is no such battle"))?;
    let over = row.standing.waiting == "nobody";
    let viewer = viewer(roles, over, query.view.as_deref())?;
    let (steps, seating) = (app.store.steps(&id, 0).await?, app.store.seating(&id).await?);
    let tell = move || {
        let live = Live::begin(row.clone())?;
        if query.battles > 0 && !over && !roles.plays_all(live.seats()) {
            return Err(Failure::forbidden("another person plays: there is no advice here"));
        }
        Ok(told(live, &row, &seating, &steps, viewer, query.battles.min(MOST)))
    };
    app.aside(caller, tell).await.map(Json)
}

fn told(
    mut live: Live,
    row: &BattleRow,
    seating: &Seating,
    steps: &[StepRow],
    viewer: Viewer,
    battles: u32,
) -> WireReport {
    live.fair.hear(seating);
    let mut chronicle = Chronicle::begin(live.battle(), viewer);
    let mut broken = None;
    for step in steps {
        let heard = match live.follow(step).map(|heard| heard.and_then(|heard| heard.through(viewer))) {
            Ok(Some(heard)) => heard,
            Ok(None) => continue,
            // It can be told as far as it replays.
            Err(error) => {
                broken = Some(live.outdated(error).to_string());
                break;
            }
        };
        // Dice may tell what is hidden, as long as it is.
        let cast = if viewer == Viewer::Opened { live.cast() } else { &[] };
        let note = Note { seq: heard.seq, entries: heard.entries, cast };
        chronicle.note(note, live.battle(), live.battle().view(viewer));
    }
    let report = Report::of(&chronicle, about(row), battles);
    WireReport { name: row.name.clone(), article: report.map(|report| article(&report)), broken }
}

/// What is known of a battle beside what happened in it.
fn about(row: &BattleRow) -> About {
    let book = testudo::book(&row.book);
    let scenario = book.map(|book| Scenario { book, name: row.scenario.clone(), text: row.text.clone() });
    About {
        title: row.name.clone(),
        book: book.map_or_else(|| row.book.clone(), |book| book.title.to_owned()),
        summary: scenario.map_or_else(String::new, |scenario| scenario.summary()),
        players: BySide([player(&row.red), player(&row.blue)]),
        replay: Some(format!("/replay/{}", row.id)),
    }
}
