//! Any program on any grid ends, within its limits, without a panic, and the same way every time.

mod adversarial;
mod random_programs;
