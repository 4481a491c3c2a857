//! What the server has done, counted for those who run it.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper ends of the times that are told apart, in seconds.
const TIMES: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// How often something took how long.
#[derive(Debug, Default)]
pub struct Times {
    within: [AtomicU64; TIMES.len()],
    all: AtomicU64,
    micros: AtomicU64,
}

impl Times {
    /// One more.
    pub fn add(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        if let Some(i) = TIMES.iter().position(|most| seconds <= *most) {
            self.within[i].fetch_add(1, Ordering::Relaxed);
        }
        self.all.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, about: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} histogram");
        let mut below = 0;
        for (most, within) in TIMES.iter().zip(&self.within) {
            below += within.load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{most}\"}} {below}");
        }
        let all = self.all.load(Ordering::Relaxed);
        let sum = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {all}\n{name}_sum {sum}\n{name}_count {all}");
    }
}

macro_rules! counters {
    ($($group:ident $name:literal $about:literal { $($field:ident = $label:literal),* $(,)? })*) => {
        $(
            #[doc = $about]
            #[derive(Debug, Default)]
            pub struct $group {
                $(#[doc = $label] pub $field: AtomicU64,)*
            }

            impl $group {
                fn write(&self, out: &mut String) {
                    let _ = writeln!(out, concat!("# HELP ", $name, " ", $about, "\n# TYPE ", $name, " counter"));
                    $(let _ = writeln!(
                        out, "{}{{what=\"{}\"}} {}", $name, $label, self.$field.load(Ordering::Relaxed)
                    );)*
                }
            }
        )*
    };
}

counters! {
    Decisions "testudo_decisions_total" "Decisions, by what became of them." {
        kept = "kept", rules = "against_the_rules", stale = "stale", waiting = "waiting", not_kept = "not_kept",
    }
    Refusals "testudo_refusals_total" "What was refused because a limit was reached." {
        requests = "requests", battles = "battles", claims = "claims", disk = "disk", work = "work",
        sockets = "sockets", connections = "connections", messages = "messages", too_slow = "too_slow",
        battle_full = "battle_full", answers = "answers", judging = "judging", memory = "memory",
    }
    Requests "testudo_requests_total" "Requests, by how they were answered." {
        good = "2xx", moved = "3xx", wrong = "4xx", broken = "5xx",
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Decisions.
    pub decisions: Decisions,
    /// What was refused.
    pub refusals: Refusals,
    /// Requests.
    pub requests: Requests,
    /// How long a decision takes from its arrival until it is on disk.
    pub decision_times: Times,
    /// How long the computer's generals think.
    pub thinking_times: Times,
    /// How often the store has failed.
    pub store_errors: AtomicU64,
    /// Battles that were created.
    pub created: AtomicU64,
}

/// One more of something.
pub fn one_more(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// As Prometheus reads it; `now` are the things that are counted where they are, with their names and meanings.
    pub fn text(&self, now: &[(&str, &str, u64)]) -> String {
        let mut out = String::new();
        for (name, about, value) in now {
            let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} gauge\n{name} {value}");
        }
        self.decisions.write(&mut out);
        self.refusals.write(&mut out);
        self.requests.write(&mut out);
        let about = "How long a decision takes from its arrival until it is on disk.";
        self.decision_times.write(&mut out, "testudo_decision_seconds", about);
        let about = "How long the computer's generals think.";
        self.thinking_times.write(&mut out, "testudo_thinking_seconds", about);
        for (name, about, counter) in [
            ("testudo_store_errors_total", "How often the store has failed.", &self.store_errors),
            ("testudo_battles_created_total", "Battles that were created.", &self.created),
        ] {
            let value = counter.load(Ordering::Relaxed);
            let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} counter\n{name} {value}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_prometheus_wants_them() {
        let metrics = Metrics::default();
        for ms in [0, 3, 80, 60_000] {
            metrics.decision_times.add(Duration::from_millis(ms));
        }
        one_more(&metrics.refusals.sockets);
        let text = metrics.text(&[("testudo_sockets", "Open sockets.", 3)]);
        for line in [
            "testudo_sockets 3",
            "testudo_decision_seconds_bucket{le=\"0.001\"} 1",
            "testudo_decision_seconds_bucket{le=\"0.1\"} 3",
            "testudo_decision_seconds_bucket{le=\"30\"} 3",
            "testudo_decision_seconds_bucket{le=\"+Inf\"} 4",
            "testudo_decision_seconds_count 4",
            "testudo_refusals_total{what=\"sockets\"} 1",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
    }
}
