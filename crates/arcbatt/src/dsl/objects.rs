//! (family: objects)

use super::table::declare;

declare! { Objects; }
