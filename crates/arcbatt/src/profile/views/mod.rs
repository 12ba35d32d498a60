//! Views of a profile: what people's viewers open.

pub mod firefox;
pub mod flame;
pub mod html;
pub mod speedscope;
