//! The battles a client has tokens of.

use crate::app::App;
use crate::chance::hash;
use crate::error::Failure;
use crate::http::Body;
use crate::pace::Caller;
use crate::seat::{Roles, Seat};
use axum::Json;
use axum::extract::State;
use proto::{ApiError, BattleInfo, Tokens, WireSides};
use std::collections::BTreeMap;

/// The most tokens in one request.
const TOKENS: usize = 256;

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
    // Many small readings, one address after another.
    let _turn = app.place(caller)?.turn().await?;
    let mut roles: BTreeMap<String, Roles> = BTreeMap::new();
    for token in &given.tokens {
        if let Some((battle, role)) = app.store.token(&hash(token)).await? {
            roles.entry(battle).or_default().add(&role);
        }
    }
    let mut battles = Vec::new();
    for (id, roles) in roles {
        let Some(row) = app.store.battle(&id).await? else { continue };
        let seat = |word: &str| Seat::parse(word).unwrap_or(Seat::Link).wire();
        battles.push(BattleInfo {
            seats: WireSides { red: seat(&row.red), blue: seat(&row.blue) },
            id,
            book: row.book,
            scenario: row.scenario,
            name: row.name,
            roles: roles.wire(),
            turn: row.standing.turn,
            waiting: row.standing.waiting,
            changed: row.standing.since,
        });
    }
    battles.sort_by_key(|battle| std::cmp::Reverse(battle.changed));
    Ok(Json(battles))
}
