//! Any program on any grid ends within its limits, without a panic, and reproducibly.

mod adversarial;
mod random_programs;
