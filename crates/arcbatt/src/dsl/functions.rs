//! (family: functions)

use super::table::declare;

declare! { Functions; }
