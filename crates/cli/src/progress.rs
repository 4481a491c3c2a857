//! Long work: a bar on a terminal, and an end when the user has seen enough.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A bar over so many battles; it shows itself only on a terminal.
pub fn bar(battles: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} battles, {per_sec}, {eta} to go");
    ProgressBar::new(battles).with_style(style.expect("our own template"))
}

/// How long a second signal counts as the same: some programs send one to the group and one to the process.
const SAME: Duration = Duration::from_millis(500);

/// A flag that Ctrl-C sets, or the system's wish that the program end; a second one ends it at once.
pub fn stop_on_interrupt() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    std::thread::spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let Ok(mut signals) = Signals::new() else { return };
            signals.next().await;
            STOP.store(true, Ordering::Relaxed);
            let first = Instant::now();
            loop {
                signals.next().await;
                if first.elapsed() > SAME {
                    std::process::exit(130);
                }
            }
        });
    });
    &STOP
}

/// Ctrl-C, and what schedulers and systems send to end a program.
#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Signals([signal(interrupt)?, signal(terminate)?, signal(SignalKind::hangup())?]))
    }

    async fn next(&mut self) {
        let Signals([interrupt, terminate, hangup]) = self;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
