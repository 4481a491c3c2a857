//! Who asks how often: each address has its share, on each node.

use crate::app::App;
use crate::config::Limits;
use crate::error::Failure;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;

/// How many addresses are remembered before those at rest are forgotten.
const REMEMBERED: usize = 10_000;

/// What each address has asked for lately.
#[derive(Debug)]
pub struct Pace {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    battles: DefaultKeyedRateLimiter<IpAddr>,
}

impl Pace {
    /// Nobody has asked for anything.
    pub fn new(limits: &Limits) -> Self {
        let number = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let requests = Quota::per_second(number(limits.requests)).allow_burst(number(limits.requests_burst));
        let battles = Quota::per_minute(number(limits.battles)).allow_burst(number(limits.battles_burst));
        Pace { requests: RateLimiter::keyed(requests), battles: RateLimiter::keyed(battles) }
    }
}

/// Refuses an address that asks too often.
pub async fn requests(State(app): State<App>, request: Request, next: Next) -> Response {
    limited(&app.pace.requests, app.proxied, request, next).await
}

/// Refuses an address that creates too many battles.
pub async fn battles(State(app): State<App>, request: Request, next: Next) -> Response {
    limited(&app.pace.battles, app.proxied, request, next).await
}

async fn limited(
    limiter: &DefaultKeyedRateLimiter<IpAddr>,
    proxied: bool,
    request: Request,
    next: Next,
) -> Response {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    let told = if proxied { forwarded(request.headers()) } else { None };
    let address = told.unwrap_or(peer);
    if limiter.check_key(&household(address)).is_err() {
        return Failure::too_fast().into_response();
    }
    next.run(request).await
}

/// The caller as the proxy saw him: the last address, which it wrote itself; those before it are anyone's words.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next()?.trim().parse().ok()
}

/// A household is given a whole /64 of addresses; it has one share.
fn household(address: IpAddr) -> IpAddr {
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
