//! A battle step by step.

use crate::app::App;
use crate::asked::Asked;
use crate::error::Failure;
use crate::http::roles;
use crate::live::Live;
use crate::pace::Caller;
use crate::seat::Roles;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use proto::{ApiError, ReplayQuery, WireReplay, WireReplayStep};
use store::{BattleRow, Seating, StepRow};
use umpire::{Side, Viewer};

/// How many steps are sent at once at most, and unless fewer are asked for.
const MOST: u32 = 100;
const USUAL: u32 = 50;

/// A stretch of a battle: for those who play or watch as they saw it, and with everything opened once it is over.
#[utoipa::path(get, path = "/api/battles/{id}/replay", params(("id" = String, Path), ReplayQuery),
    responses((status = 200, body = WireReplay), (status = 403, body = ApiError), (status = 404, body = ApiError)))]
pub async fn replay(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(query): Asked<ReplayQuery>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<WireReplay>, Failure> {
    let roles = roles(&app, &id, &headers).await?;
    let row = app.store.battle(&id).await?.ok_or_else(|| Failure::not_found("there is no such battle"))?;
    let viewer = viewer(roles, row.standing.waiting == "nobody", query.view.as_deref())?;
    let (steps, seating) = (app.store.steps(&id, 0).await?, app.store.seating(&id).await?);
    app.aside(caller, move || stretch(row, &seating, &steps, &query, viewer)).await.map(Json)
}

/// Through whose eyes.
pub(super) fn viewer(roles: Roles, over: bool, wanted: Option<&str>) -> Result<Viewer, Failure> {
    let own: Vec<Viewer> = roles.viewers().collect();
    let wanted = match wanted {
        None if over => return Ok(Viewer::Opened),
        None => {
            return match own[..] {
                [] => Err(Failure::forbidden("no token opens this battle")),
                [viewer] => Ok(viewer),
                // Both players look at the same screen.
                _ => Ok(Viewer::Spectator),
            };
        }
        Some("red") => Viewer::Player(Side::Red),
        Some("blue") => Viewer::Player(Side::Blue),
        Some("spectator") => Viewer::Spectator,
        Some("opened") => Viewer::Opened,
        Some(_) => return Err(Failure::field("view", "red, blue, spectator or opened")),
    };
    // A spectator sees what both may see.
    if over || wanted == Viewer::Spectator || own.contains(&wanted) {
        Ok(wanted)
    } else {
        Err(Failure::forbidden("the battle is not over: only your own view is open to you"))
    }
}

fn stretch(
    row: BattleRow,
    seating: &Seating,
    steps: &[StepRow],
    query: &ReplayQuery,
    viewer: Viewer,
) -> Result<WireReplay, Failure> {
    let name = row.name.clone();
    let first = query.from;
    let end = first.saturating_add(query.count.unwrap_or(USUAL).min(MOST));
    let mut wanted = Vec::new();
    let mut live = Live::begin(row)?;
    live.fair.hear(seating);
    if first == 0 && end > 0 {
        wanted.push(WireReplayStep {
            seq: 0,
            side: None,
            entries: Vec::new(),
            view: live.view(viewer),
            thrown: Vec::new(),
        });
    }
    let mut broken = None;
    for step in steps {
        // A sealed decision is no step of its own: it shows when the envelopes are opened. What was not noticed is none.
        let followed = live.follow(step).map(|heard| heard.and_then(|heard| heard.through(viewer)));
        let happened = match followed {
            Ok(Some(happened)) => happened,
            Ok(None) => continue,
            // It can be read as far as it replays.
            Err(error) => {
                broken = Some(live.outdated(error).to_string());
                break;
            }
        };
        if (first..end).contains(&happened.seq) {
            // Dice may tell what is hidden, as long as it is.
            let thrown = if viewer == Viewer::Opened { live.thrown().to_vec() } else { Vec::new() };
            wanted.push(WireReplayStep {
                seq: happened.seq,
                side: Some(happened.side),
                entries: happened.entries,
                view: live.view(viewer),
                thrown,
            });
        }
    }
    let (total, over) = (live.seq(viewer), live.over());
    Ok(WireReplay { name, total, over, steps: wanted, dice: live.fair.wire(over), broken })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_the_end_everyone_sees_his_own() {
        let mut red = Roles::default();
        red.add("red");
        let red_view = Viewer::Player(Side::Red);
        assert_eq!(viewer(red, false, None).unwrap(), red_view);
        assert_eq!(viewer(red, false, Some("red")).unwrap(), red_view);
        assert_eq!(viewer(red, false, Some("spectator")).unwrap(), Viewer::Spectator);
        for wanted in ["blue", "opened", "everything"] {
            assert!(viewer(red, false, Some(wanted)).is_err(), "{wanted}");
        }
        let mut both = red;
        both.add("blue");
        assert_eq!(viewer(both, false, None).unwrap(), Viewer::Spectator);
        assert!(viewer(Roles::default(), false, None).is_err());
        assert_eq!(viewer(red, true, None).unwrap(), Viewer::Opened);
        assert_eq!(viewer(red, true, Some("blue")).unwrap(), Viewer::Player(Side::Blue));
    }
}
