//! Seats: claiming one, taking it elsewhere, handing it on, giving it up.

use crate::app::App;
use crate::chance;
use crate::error::Failure;
use crate::http::{Body, roles};
use crate::live::now;
use crate::seat::{Roles, Seat};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use proto::{ApiError, ClaimSeat, ClaimedSeat, NewCode, SeatCode, WireCodeKind, WireRole};
use store::{BattleRow, Claimed, CodeKind, CodeRow};
use umpire::Side;

/// How long a short code holds, in seconds.
const HOLDS: u32 = 600;
/// How many devices may hold a seat together.
const DEVICES: usize = 20;
/// How long a token of a client's own making is, in letters and digits.
const TOKEN: std::ops::RangeInclusive<usize> = 26..=64;

/// Exchanges an invitation or a short code for a seat. It can be done once; asking again with the same token is to be
/// told the same.
#[utoipa::path(post, path = "/api/seats", request_body = ClaimSeat,
    responses((status = 200, body = ClaimedSeat), (status = 404, body = ApiError), (status = 410, body = ApiError),
        (status = 422, body = ApiError), (status = 429, body = ApiError)))]
pub async fn claim(
    State(app): State<App>,
    Body(claim): Body<ClaimSeat>,
) -> Result<Json<ClaimedSeat>, Failure> {
    if !TOKEN.contains(&claim.token.len()) || !claim.token.bytes().all(|b| b.is_ascii_alphanumeric()) {
        let message = format!("must be {} to {} letters and digits", TOKEN.start(), TOKEN.end());
        return Err(Failure::field("token", message));
    }
    let code = chance::hash(&chance::typed(&claim.code));
    match app.store.claim(&code, &chance::hash(&claim.token), now()).await? {
        Claimed::Yours { battle, role } => {
            app.hub.refresh(&battle);
            tracing::info!(battle, role, "a seat was claimed");
            let role = if role == Side::Red.as_str() { WireRole::Red } else { WireRole::Blue };
            Ok(Json(ClaimedSeat { id: battle, role }))
        }
        Claimed::Spent => {
            Err(Failure::gone("somebody has claimed this seat already, with this very invitation"))
        }
        Claimed::Unknown => Err(Failure::not_found("there is no such invitation, or it holds no longer")),
    }
}

/// Makes a code: to invite somebody to an empty seat, to take one's own to another device, or to hand it on.
#[utoipa::path(post, path = "/api/battles/{id}/codes", params(("id" = String, Path)), request_body = NewCode,
    responses((status = 201, body = SeatCode), (status = 403, body = ApiError), (status = 422, body = ApiError)))]
pub async fn code(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(wanted): Body<NewCode>,
) -> Result<(StatusCode, Json<SeatCode>), Failure> {
    let (roles, row) = holder(&app, &id, &headers).await?;
    let side = side(wanted.role)?;
    if row.chosen {
        return Err(Failure::forbidden(
            "the seed of this battle was chosen: nobody else can be given a seat in it",
        ));
    }
    let (kind, until, seconds) = match wanted.kind {
        WireCodeKind::Invite => {
            let word = if side == Side::Red { &row.red } else { &row.blue };
            if Seat::parse(word).is_none_or(|seat| seat.level().is_some()) {
                return Err(Failure::field("role", "the computer plays this side"));
            }
            (CodeKind::Invite, 0, None)
        }
        WireCodeKind::Carry | WireCodeKind::Hand => {
            if !roles.plays(side) {
                return Err(Failure::forbidden("that is not your seat"));
            }
            let holds = app.store.seating(&id).await?.tokens;
            let devices = holds.iter().filter(|token| token.role == side.as_str()).count();
            if wanted.kind == WireCodeKind::Carry && devices >= DEVICES {
                return Err(Failure::forbidden(format!(
                    "{devices} devices hold this seat already; hand it on to yourself to begin anew with one"
                )));
            }
            let kind = if wanted.kind == WireCodeKind::Carry { CodeKind::Carry } else { CodeKind::Hand };
            (kind, now() + i64::from(HOLDS), Some(HOLDS))
        }
    };
    let code = if seconds.is_some() { chance::short_code()? } else { chance::token()? };
    let row = CodeRow { hash: chance::hash(&code), role: side.as_str().to_owned(), kind, until };
    if !app.store.add_code(&id, &row, now()).await? {
        return Err(Failure::forbidden("this seat is taken; only who holds it can hand it on"));
    }
    Ok((StatusCode::CREATED, Json(SeatCode { code: chance::readable(&code), seconds })))
}

/// Gives a seat up: nothing opens it any more, and the other player may invite somebody to it.
#[utoipa::path(delete, path = "/api/battles/{id}/seats/{role}",
    params(("id" = String, Path), ("role" = String, Path)),
    responses((status = 204), (status = 403, body = ApiError)))]
pub async fn give_up(
    State(app): State<App>,
    Path((id, role)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let (roles, _) = holder(&app, &id, &headers).await?;
    let side = Side::parse(&role).filter(|side| roles.plays(*side));
    let side = side.ok_or_else(|| Failure::forbidden("that is not your seat"))?;
    app.store.vacate(&id, side.as_str()).await?;
    app.hub.refresh(&id);
    tracing::info!(battle = id, %side, "a seat was given up");
    Ok(StatusCode::NO_CONTENT)
}

/// What the holder of a seat may do, and the battle.
async fn holder(app: &App, id: &str, headers: &HeaderMap) -> Result<(Roles, BattleRow), Failure> {
    let roles = roles(app, id, headers).await?;
    if Side::ALL.into_iter().all(|side| !roles.plays(side)) {
        return Err(Failure::forbidden("only who holds a seat may do this"));
    }
    let row = app.store.battle(id).await?.ok_or_else(|| Failure::not_found("there is no such battle"))?;
    Ok((roles, row))
}

fn side(role: WireRole) -> Result<Side, Failure> {
    match role {
        WireRole::Red => Ok(Side::Red),
        WireRole::Blue => Ok(Side::Blue),
        WireRole::Spectator => {
            Err(Failure::field("role", "red or blue: to watch, anyone may use the same link"))
        }
    }
}
