//! The battles a client has tokens of.

use crate::app::App;
use crate::chance::hash;
use crate::error::Failure;
use crate::http::Body;
use crate::live::Live;
use crate::pace::Caller;
use crate::seat::{Roles, Seat};
use axum::Json;
use axum::extract::State;
use proto::{ApiError, BattleInfo, Tokens, WireSides};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use store::BattleRow;

/// The most tokens in one request.
const TOKENS: usize = 256;
/// How many battles under way are looked into for one list.
const REPLAYED: usize = 6;

/// The battles that these tokens open, the latest first.
#[utoipa::path(post, path = "/api/battles/mine", request_body = Tokens,
    responses((status = 200, body = Vec<BattleInfo>), (status = 422, body = ApiError)))]
pub async fn mine(
    State(app): State<App>,
    caller: Caller,
    Body(given): Body<Tokens>,
) -> Result<Json<Vec<BattleInfo>>, Failure> {
    if given.tokens.len() > TOKENS {
        return Err(Failure::field("tokens", format!("at most {TOKENS} tokens")));
    }
    let mut listed = listed(&app, caller, &given).await?;
    listed.sort_by_key(|(row, _)| std::cmp::Reverse(row.standing.since));
    let broken = broken(&app, caller, &listed).await?;
    let seat = |word: &str| Seat::parse(word).unwrap_or(Seat::Link).wire();
    let info = |(row, roles): (BattleRow, Roles)| BattleInfo {
        seats: WireSides { red: seat(&row.red), blue: seat(&row.blue) },
        book: row.book,
        scenario: row.scenario,
        name: row.name,
        roles: roles.wire(),
        turn: row.standing.turn,
        waiting: row.standing.waiting,
        broken: broken.contains(&row.id),
        changed: row.standing.since,
        id: row.id,
    };
    Ok(Json(listed.into_iter().map(info).collect()))
}

/// The battles that these tokens open, and what they allow there.
async fn listed(app: &App, caller: Caller, given: &Tokens) -> Result<Vec<(BattleRow, Roles)>, Failure> {
    // Many small readings, one address after another.
    let _turn = app.place(caller)?.turn().await?;
    let mut roles: BTreeMap<String, Roles> = BTreeMap::new();
    for token in &given.tokens {
        if let Some((battle, role)) = app.store.token(&hash(token)).await? {
            roles.entry(battle).or_default().add(&role);
        }
    }
    let mut listed = Vec::new();
    for (id, roles) in roles {
        listed.extend(app.store.battle(&id).await?.map(|row| (row, roles)));
    }
    Ok(listed)
}

/// Which of these battles cannot be gone on with. Of those begun by other rules the latest are replayed to find out;
/// the rest are found out when somebody opens them.
async fn broken(
    app: &App,
    caller: Caller,
    listed: &[(BattleRow, Roles)],
) -> Result<BTreeSet<String>, Failure> {
    let under_way = listed.iter().map(|(row, _)| row).filter(|row| row.standing.waiting != "nobody");
    let mut unknown = Vec::new();
    for row in under_way.clone().take(REPLAYED) {
        if app.readable.known(&row.id).is_none() {
            unknown.push((row.clone(), app.store.steps(&row.id, 0).await?));
        }
    }
    if !unknown.is_empty() {
        let readable = Arc::clone(&app.readable);
        app.aside(caller, move || {
            for (row, steps) in unknown {
                let id = row.id.clone();
                readable.note(&id, Live::goes_on(row, &steps));
            }
            Ok(())
        })
        .await?;
    }
    let is_broken = |row: &&BattleRow| app.readable.known(&row.id) == Some(false);
    Ok(under_way.filter(is_broken).map(|row| row.id.clone()).collect())
}
