//! (family: generated)

use super::table::declare;

declare! { Generated; }
