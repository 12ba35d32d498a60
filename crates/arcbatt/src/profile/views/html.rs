//! A profile as html shows it.

use crate::profile::Profile;

/// The profile as text.
pub fn write(profile: &Profile) -> String {
    profile.to_json()
}
