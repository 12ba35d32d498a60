//! (room: dsl)
