//! Long work: a bar on a terminal, and an end when the user has seen enough.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};

/// A bar over so many battles; it shows itself only on a terminal.
pub fn bar(battles: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} battles, {per_sec}, {eta} to go");
    ProgressBar::new(battles).with_style(style.expect("our own template"))
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program.
pub fn stop_on_interrupt() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    std::thread::spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        for first in [true, false] {
            if runtime.block_on(tokio::signal::ctrl_c()).is_err() {
                return;
            }
            if first {
                STOP.store(true, Ordering::Relaxed);
            } else {
                std::process::exit(130);
            }
        }
    });
    &STOP
}
