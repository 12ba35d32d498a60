//! Signals. Ctrl-C: the first one asks the work to stop and report, the second one kills it.

use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes a write beyond `ulimit -f` fail with an error, instead of killing the process.
pub fn survive_file_limit() {
    // Without the handler, the process still ends, just without a message.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// A flag that Ctrl-C sets.
pub fn stop_on_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
