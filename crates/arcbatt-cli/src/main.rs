//! The command `arcbatt`: arguments and printing, no logic.

fn main() {}
