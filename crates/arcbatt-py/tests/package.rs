//! Runs the tests of the Python package, so that `cargo test --workspace` runs all tests.

use std::path::Path;
use std::process::Command;

#[test]
fn the_python_package_passes_its_tests() {
    if std::env::var_os("ARCBATT_NO_PYTHON").is_some() {
        eprintln!("skipped, as ARCBATT_NO_PYTHON is set");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let status = Command::new(root.join(".ci/python")).status();
    let status = status.expect("bash runs .ci/python");
    assert!(status.success(), ".ci/python: {status}");
}
