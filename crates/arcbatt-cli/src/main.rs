//! The command `arcbatt`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(arcbatt_cli::run_command(std::env::args_os()))
}
