//! (room: render)
