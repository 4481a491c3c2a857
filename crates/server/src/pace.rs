//! Who asks how often: each address has its share, on each node.

use crate::app::App;
use crate::config::Limits;
use crate::error::Failure;
use crate::judged::Judged;
use crate::metrics::one_more;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::atomic::AtomicU64;

/// How many addresses are remembered before those at rest are forgotten.
const REMEMBERED: usize = 10_000;

/// Who asks, by address; a household has one share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller(pub IpAddr);

/// What each address has asked for lately.
#[derive(Debug)]
pub struct Pace {
    requests: Limiter,
    battles: Limiter,
    claims: Limiter,
    /// In [`CELL`]s.
    kept: Limiter,
    /// How long it took to judge what each said.
    judged: Judged,
}

/// The bytes in which it is counted what an address has kept.
const CELL: usize = 64;

type Limiter = DefaultKeyedRateLimiter<IpAddr>;

impl Pace {
    /// Nobody has asked for anything.
    pub fn new(limits: &Limits) -> Self {
        let number = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let requests = Quota::per_second(number(limits.requests)).allow_burst(number(limits.requests_burst));
        let battles = Quota::per_minute(number(limits.battles)).allow_burst(number(limits.battles_burst));
        Pace {
            requests: RateLimiter::keyed(requests),
            battles: RateLimiter::keyed(battles),
            claims: RateLimiter::keyed(Quota::per_minute(number(limits.claims))),
            kept: RateLimiter::keyed(Quota::per_hour(number(
                limits.kept_kb.saturating_mul(u32::try_from(1024 / CELL).unwrap_or(1)),
            ))),
            judged: Judged::new(limits.judging_ms),
        }
    }

    /// Whether an address may have so many bytes more kept.
    ///
    /// # Errors
    /// When it has had enough kept for now.
    pub fn keep(&self, caller: Caller, bytes: usize) -> Result<(), Failure> {
        let cells = u32::try_from(bytes.div_ceil(CELL)).unwrap_or(u32::MAX);
        let cells = NonZeroU32::new(cells).unwrap_or(NonZeroU32::MIN);
        if self.kept.len() > REMEMBERED {
            self.kept.retain_recent();
        }
        match self.kept.check_key_n(&caller.0, cells) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Failure::too_fast(600)),
        }
    }

    /// How long it has taken to judge what each address said.
    pub fn judged(&self) -> &Judged {
        &self.judged
    }
}

/// Finds out who asks, and refuses an address that asks too often.
pub async fn requests(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    let told = if app.proxied { forwarded(request.headers()) } else { None };
    request.extensions_mut().insert(Caller(household(told.unwrap_or(peer))));
    limited(&app.pace.requests, &app.metrics.refusals.requests, request, next).await
}

/// Refuses an address that creates too many battles.
pub async fn battles(State(app): State<App>, request: Request, next: Next) -> Response {
    limited(&app.pace.battles, &app.metrics.refusals.battles, request, next).await
}

/// Refuses an address that tries too many codes.
pub async fn claims(State(app): State<App>, request: Request, next: Next) -> Response {
    limited(&app.pace.claims, &app.metrics.refusals.claims, request, next).await
}

async fn limited(limiter: &Limiter, refused: &AtomicU64, request: Request, next: Next) -> Response {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    let caller = request.extensions().get::<Caller>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |c| c.0);
    if let Err(not_until) = limiter.check_key(&caller) {
        one_more(refused);
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        return Failure::too_fast(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
            .into_response();
    }
    next.run(request).await
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let known = parts.extensions.get::<Caller>().copied();
        Ok(known.unwrap_or(Caller(IpAddr::V4(Ipv4Addr::LOCALHOST))))
    }
}

/// The caller as the proxy saw him: the last address, which it wrote itself; those before it are anyone's words.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next()?.trim().parse().ok()
}

/// A household is given a whole /64 of addresses; it has one share.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_proxys_own_word_counts() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded(&headers), None);
        headers.append("x-forwarded-for", "10.1.1.1, 192.0.2.7".parse().unwrap());
        assert_eq!(forwarded(&headers), Some("192.0.2.7".parse().unwrap()));
        headers.append("x-forwarded-for", "2001:db8::1".parse().unwrap());
        assert_eq!(forwarded(&headers), Some("2001:db8::1".parse().unwrap()));
        headers.append("x-forwarded-for", "nobody".parse().unwrap());
        assert_eq!(forwarded(&headers), None);
    }

    #[test]
    fn a_household_has_one_share() {
        let read = |text: &str| household(text.parse().unwrap());
        assert_eq!(read("2001:db8:1:2::5"), read("2001:db8:1:2:ffff::6"));
        assert_ne!(read("2001:db8:1:2::5"), read("2001:db8:1:3::5"));
        assert_eq!(read("::ffff:192.0.2.1"), read("192.0.2.1"));
        assert_ne!(read("192.0.2.1"), read("192.0.2.2"));
    }
}
