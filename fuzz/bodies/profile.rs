//! Any bytes as the JSON of a profile: it reads the same after it is written, and every view of it is
//! drawn.

use arcbatt::profile::{Profile, diff};

/// Reads, writes, compares and draws.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(profile) = Profile::from_json(&text) else {
        return;
    };
    let written = profile.to_json();
    let again = Profile::from_json(&written).expect("our own file");
    assert_eq!(again.to_json(), written);
    let _ = diff::diff(&profile, &again);
}
