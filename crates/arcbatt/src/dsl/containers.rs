//! (family: containers)

use super::table::declare;

declare! { Containers; }
