//! The commands in the documentation run as they are printed.

use super::command;
use std::path::Path;

/// The commands in the `sh` blocks of a page.
fn commands(page: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let text = std::fs::read_to_string(path.join(page)).expect("a page");
    let mut in_block = false;
    let mut commands = Vec::new();
    for line in text.lines() {
        match line {
            "```sh" => in_block = true,
            "```" => in_block = false,
            line if in_block => commands.push(line.to_string()),
            _ => {}
        }
    }
    commands
}

/// Every command of the page for users of the Python pipeline succeeds, one after the other in one
/// folder. Exit code 1 says that some task is not solved.
#[test]
fn commands_for_users_of_the_python_pipeline_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let commands = commands("from-the-python-pipeline.md");
    assert!(commands.len() >= 10, "{commands:?}");
    for line in commands {
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some("arcbatt"), "{line}");
        let args: Vec<&str> = words.collect();
        let said = command(&args).current_dir(folder.path()).output();
        let said = said.expect("the command runs");
        let code = said.status.code();
        let err = String::from_utf8_lossy(&said.stderr);
        assert!(matches!(code, Some(0 | 1)), "{line}: {code:?}\n{err}");
        assert!(!said.stdout.is_empty(), "{line}\n{err}");
    }
}
