//! (room: program)
