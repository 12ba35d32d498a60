//! (family: shapes)

use super::table::declare;

declare! { Shapes; }
