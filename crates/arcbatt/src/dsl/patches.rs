//! (family: patches)

use super::table::declare;

declare! { Patches; }
