//! `arcbatt completions`: prints a shell completion script.

use crate::output::Output;
use crate::{Arguments, Outcome};
use anyhow::bail;
use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;
use std::io::Write;

/// Print a shell completion script
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt completions bash > ~/.local/share/bash-completion/completions/arcbatt
  arcbatt completions zsh > ~/.zfunc/_arcbatt        (with ~/.zfunc in $fpath)
  arcbatt completions fish > ~/.config/fish/completions/arcbatt.fish")]
pub struct Completions {
    /// The shell [default: from $SHELL]
    shell: Option<Shell>,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let Some(shell) = self.shell.or_else(Shell::from_env) else {
            bail!("$SHELL names no known shell; name one: bash, elvish, fish, powershell or zsh");
        };
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "arcbatt", &mut script);
        if output.json {
            let script = String::from_utf8_lossy(&script);
            output.print_json(&json!({ "shell": shell.to_string(), "script": script }))?;
            return Ok(Outcome::Success);
        }
        output.stdout.write_all(&script)?;
        Ok(Outcome::Success)
    }
}
