//! The limits a server sets.

use std::time::Duration;

/// A value of a limit: how it is read and written.
trait Setting: Sized + Copy {
    /// What is wanted, in words.
    const WANTED: &'static str;
    fn read(text: &str) -> Option<Self>;
    fn show(self) -> String;
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {
        $(impl Setting for $type {
            const WANTED: &'static str = "a whole number";
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
            fn show(self) -> String {
                self.to_string()
            }
        })*
    };
}
whole_numbers!(u32, usize);

impl Setting for Duration {
    const WANTED: &'static str = "a number of seconds";
    fn read(text: &str) -> Option<Self> {
        // Tenths will do for a test; a year is as long as for ever.
        text.parse().ok().filter(|s| (0.05..=31_536_000.0).contains(s)).map(Duration::from_secs_f64)
    }
    fn show(self) -> String {
        self.as_secs_f64().to_string()
    }
}

/// Why a limit cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// There is none of that name.
    #[error("there is no limit `{0}`; `testudo serve --limits` lists them")]
    Unknown(String),
    /// The value is of the wrong sort.
    #[error("limit {name}: must be {wanted}, not `{value}`")]
    Value {
        /// Which limit.
        name: &'static str,
        /// What is wanted.
        wanted: &'static str,
        /// What was given.
        value: String,
    },
}

/// A limit as it is told to people.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// What it is now.
    pub value: String,
    /// What it means.
    pub about: &'static str,
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $usual:expr;)*) => {
        /// The limits a server sets; [`Limits::default`] suits people who play. Times are in seconds, sizes in bytes.
        #[derive(Clone, Copy, Debug)]
        pub struct Limits {
            $($(#[doc = $doc])+ pub $name: $type,)*
        }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($name: $usual,)* }
            }
        }

        impl Limits {
            /// Sets a limit by its name.
            ///
            /// # Errors
            /// When there is none of that name, or the value is of the wrong sort.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), LimitError> {
                match name {
                    $(stringify!($name) => {
                        self.$name = <$type>::read(value.trim()).ok_or_else(|| LimitError::Value {
                            name: stringify!($name),
                            wanted: <$type>::WANTED,
                            value: value.chars().take(40).collect(),
                        })?;
                        Ok(())
                    })*
                    _ => Err(LimitError::Unknown(name.chars().take(40).collect())),
                }
            }

            /// Every limit as it stands.
            pub fn told(&self) -> Vec<Told> {
                vec![$(Told {
                    name: stringify!($name),
                    value: self.$name.show(),
                    about: concat!($($doc),+).trim_start(),
                },)*]
            }
        }
    };
}

limits! {
    /// Requests a second from one address, lastingly.
    requests: u32 = 100;
    /// Requests from one address at once.
    requests_burst: u32 = 400;
    /// Battles a minute that one address may create, lastingly.
    battles: u32 = 60;
    /// Battles that one address may create at once.
    battles_burst: u32 = 60;
    /// Kilobytes an hour that one address may have kept: battles it creates or takes in, and decisions.
    kept_kb: u32 = 20_480;
    /// Seats a minute that one address may try to claim.
    claims: u32 = 20;
    /// How many battles may be kept at all.
    battles_kept: usize = 200_000;
    /// Messages a second over one socket, lastingly.
    messages: u32 = 60;
    /// Messages over one socket at once.
    messages_burst: u32 = 240;
    /// The longest message.
    message_size: usize = 64 << 10;
    /// The longest request.
    request_size: usize = 64 << 10;
    /// The longest saved battle.
    file_size: usize = 4 << 20;
    /// The longest scenario in it.
    scenario_size: usize = 256 << 10;
    /// How many connections may be open.
    connections: usize = 8192;
    /// How many of them from one address; behind a proxy the proxy sees to that.
    connections_per_address: usize = 512;
    /// How many sockets may be open.
    sockets: usize = 4096;
    /// How many of them from one address.
    sockets_per_address: usize = 128;
    /// How many may be connected to one battle.
    sockets_per_battle: usize = 64;
    /// How much may wait to be sent to one client before it is dropped.
    queue_size: usize = 1 << 20;
    /// How much may wait to be sent to one address, over its sockets and in its answers.
    queues_per_address: usize = 24 << 20;
    /// How much may wait to be sent to everyone together.
    queues_size: usize = 128 << 20;
    /// How many pieces of heavy work one address may have waiting.
    work_per_address: usize = 8;
    /// Milliseconds a second that judging what one address says over its sockets may take, lastingly.
    judging_ms: u32 = 500;
    /// How many decisions a battle may have, those taken back included.
    decisions: u32 = 6_000;
    /// How many decisions the battles may have that one address has opened and that are in memory.
    decisions_per_address: usize = 40_000;
    /// How many decisions the battles in memory may have together.
    decisions_live: usize = 400_000;
    /// How long a request may take.
    request_time: Duration = Duration::from_secs(30);
    /// How long a request's head may take to arrive, and how long a connection may lie idle or read nothing.
    header_time: Duration = Duration::from_secs(15);
    /// How long a socket may take to say who it is.
    hello_time: Duration = Duration::from_secs(10);
    /// How long a socket may be silent; it is asked for a sign of life three times before.
    silence: Duration = Duration::from_secs(60);
    /// How long a battle stays in memory when nobody is connected.
    idle: Duration = Duration::from_secs(120);
    /// How long open requests and sockets are given when the server stops.
    stop_time: Duration = Duration::from_secs(5);
    /// After how many days without a decision a battle is deleted; 0 for never.
    retention_days: u32 = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_set_by_its_name_and_told() {
        let mut limits = Limits::default();
        for Told { name, value, about } in Limits::default().told() {
            limits.set(name, &value).unwrap();
            assert!(about.ends_with('.'), "{name}: {about}");
        }
        limits.set("sockets", " 7 ").unwrap();
        limits.set("silence", "2.5").unwrap();
        assert_eq!((limits.sockets, limits.silence), (7, Duration::from_millis(2500)));
        assert_eq!(limits.set("socket", "7"), Err(LimitError::Unknown("socket".into())));
        let wrong = limits.set("sockets", "many").unwrap_err();
        assert_eq!(wrong.to_string(), "limit sockets: must be a whole number, not `many`");
        for bad in ["-1", "NaN", "inf", "0"] {
            assert!(limits.set("silence", bad).is_err(), "{bad}");
        }
    }
}
