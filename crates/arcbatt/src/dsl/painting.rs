//! (family: painting)

use super::table::declare;

declare! { Painting; }
