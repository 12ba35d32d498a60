//! `arcbatt serve`: the playground with the tasks, the store and the searches of this machine.
//!
//! One thread answers requests; a search runs on threads of its own and sends its events to all pages
//! (`live.rs`). `guard.rs` decides who may ask: the token, the Host and the Origin must be right. No
//! request names a file: tasks are found by id, runs by number.

mod guard;
mod live;
mod routes;
mod stored;

use crate::Outcome;
use crate::args::{json_path, store_path};
use crate::data_source::DataArgs;
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{Output, note};
use crate::profile;
use anyhow::{Context, anyhow};
use arcbatt::DataSet;
use arcbatt::profile::Profile;
use guard::Guard;
use live::Live;
use serde_json::json;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;

/// Open the playground in a browser, with your tasks, store and live searches
///
/// Serves one page to this machine only: write a program and see the value of every line drawn as you
/// type; start a search, watch its tasks and stop it; compare the runs of a store. The address has a
/// token, without which nothing is answered. The store is written only by searches that you start.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt serve                                      the built-in tasks
  arcbatt serve --data arc1-training                 the ARC tasks
  arcbatt serve --data arc1-training --store lib.sqlite
  arcbatt serve --with-profile p.json                with the page of a profile
  arcbatt serve --no-open --port 8000                print the address only

Ctrl-C ends it, and a search with it; what was found is in the store.

Exit codes: 0 ended by Ctrl-C; 2 bad usage or input.")]
pub struct Serve {
    #[command(flatten)]
    data: DataArgs,

    /// Show the programs and runs of this SQLite file; searches started on the page add to it
    #[arg(long, value_name = "F.sqlite", value_parser = store_path)]
    store: Option<PathBuf>,

    /// Show this profile, which `arcbatt profile --json` or `solve --profile` wrote; may be given
    /// several times
    #[arg(long, value_name = "F.json", value_parser = json_path)]
    with_profile: Vec<PathBuf>,

    /// The port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// The address to listen on; others than 127.0.0.1 let other machines in, if they have the token
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

/// What all requests share.
pub struct Served {
    data: DataSet,
    /// The name of the data set.
    name: String,
    store: Option<PathBuf>,
    /// Profiles and their names.
    profiles: Vec<(String, Profile)>,
    live: Live,
}

impl Served {
    /// The store, if there is one yet: the first search creates it.
    fn stored(&self) -> Option<&Path> {
        self.store.as_deref().filter(|path| path.exists())
    }
}

/// The time between two looks at the flag of Ctrl-C.
const PAUSE: Duration = Duration::from_millis(100);

impl Serve {
    /// Serves until Ctrl-C.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let served = Arc::new(Served {
            data: self.data.open()?,
            name: self.data.what().to_owned(),
            store: self.store.clone(),
            profiles: self.profiles()?,
            live: Live::default(),
        });
        let stop = stop_on_ctrl_c()?;
        // One thread is enough to answer, and takes the least memory.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let address = SocketAddr::new(self.host, self.port);
            let listener = TcpListener::bind(address).await;
            let listener = listener.with_context(|| format!("cannot listen on {address}"))?;
            let address = listener.local_addr()?;
            let guard = Guard::new(address).map_err(|error| anyhow!("no random token: {error}"))?;
            let url = guard.url();
            match output.json {
                true => output.print_json(&json!({ "url": url }))?,
                false => writeln!(output.stdout, "{url}")?,
            }
            output.stdout.flush()?;
            if !self.host.is_loopback() {
                note("other machines can connect: whoever has the address with its token may start searches");
            }
            if !self.no_open && !open_browser(&url) {
                note("open this address in a browser");
            }
            let router = routes::router(Arc::clone(&served), guard);
            let stopped = async {
                while !stop.load(Ordering::Relaxed) {
                    tokio::time::sleep(PAUSE).await;
                }
            };
            tokio::select! {
                ended = async { axum::serve(listener, router).await } => ended?,
                () = stopped => {}
            }
            anyhow::Ok(())
        })?;
        // Lets a search write what it has found.
        served.live.stop_and_wait();
        Ok(Outcome::Success)
    }
}

impl Serve {
    fn profiles(&self) -> anyhow::Result<Vec<(String, Profile)>> {
        let read = |path: &PathBuf| Ok((path.display().to_string(), profile::files::read(path)?));
        self.with_profile.iter().map(read).collect()
    }
}

/// Opens a browser if there is a program that does that.
fn open_browser(url: &str) -> bool {
    let openers: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["explorer"],
        _ => &["xdg-open", "wslview"],
    };
    openers.iter().any(|opener| {
        let mut command = std::process::Command::new(opener);
        let silent = std::process::Stdio::null;
        command
            .arg(url)
            .stdin(silent())
            .stdout(silent())
            .stderr(silent());
        command.spawn().is_ok()
    })
}
