//! (family: grids)

use super::table::declare;

declare! { Grids; }
