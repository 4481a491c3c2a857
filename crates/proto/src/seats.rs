//! Seats over HTTP: claiming one, taking it elsewhere, giving it up.

use crate::WireRole;
use serde::{Deserialize, Serialize};

/// What friends claim their seats with: the creator hands them out and never holds the friends' own tokens.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireInvitations {
    /// To red's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub red: Option<String>,
    /// To blue's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub blue: Option<String>,
}

/// A code to be exchanged for a seat, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimSeat {
    /// An invitation, or a short code.
    pub code: String,
    /// A token of the claimer's own making, by chance: 32 letters and digits. It opens the seat from now on. To ask
    /// again with the same token is to be told the same.
    pub token: String,
}

/// The seat that was claimed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClaimedSeat {
    /// In which battle.
    pub id: String,
    /// Which seat.
    pub role: WireRole,
}

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WireCodeKind {
    /// Inviting a friend to the other seat, which is empty; earlier invitations no longer hold.
    Invite,
    /// Taking one's own seat to another device as well.
    Carry,
    /// Handing one's own seat on: it is no longer one's own once the code is claimed.
    Hand,
}

/// A code that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewCode {
    /// What for.
    pub kind: WireCodeKind,
    /// Which seat.
    pub role: WireRole,
}

/// A code, shown this once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatCode {
    /// The code.
    pub code: String,
    /// How many seconds it holds; nothing if it holds until it is claimed.
    pub seconds: Option<u32>,
}
