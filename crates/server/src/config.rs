//! The limits a server sets.

use std::time::Duration;

/// The limits a server sets; [`Limits::default`] suits people who play.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests a second from one address, lastingly.
    pub requests: u32,
    /// Requests from one address at once.
    pub requests_burst: u32,
    /// Battles a minute that one address may create, lastingly.
    pub battles: u32,
    /// Battles that one address may create at once.
    pub battles_burst: u32,
    /// Messages a second over one socket, lastingly.
    pub messages: u32,
    /// Messages over one socket at once.
    pub messages_burst: u32,
    /// The longest message, in bytes.
    pub message_size: usize,
    /// The longest request, in bytes.
    pub request_size: usize,
    /// The longest saved battle, in bytes.
    pub file_size: usize,
    /// How many sockets may be open.
    pub sockets: usize,
    /// How many may be connected to one battle.
    pub sockets_per_battle: usize,
    /// How long a request may take.
    pub request_time: Duration,
    /// How long a socket may take to say who it is.
    pub hello_time: Duration,
    /// How long a socket may be silent; it is asked for a sign of life three times before.
    pub silence: Duration,
    /// How long a battle stays in memory when nobody is connected.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests: 100,
            requests_burst: 400,
            battles: 60,
            battles_burst: 60,
            messages: 60,
            messages_burst: 240,
            message_size: 64 << 10,
            request_size: 64 << 10,
            file_size: 4 << 20,
            sockets: 4096,
            sockets_per_battle: 64,
            request_time: Duration::from_secs(30),
            hello_time: Duration::from_secs(10),
            silence: Duration::from_secs(60),
            idle: Duration::from_secs(600),
        }
    }
}
