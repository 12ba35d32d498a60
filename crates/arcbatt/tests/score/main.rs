//! Scoring: matching, differs and the ranking of candidates.

mod differs;
mod memory;
mod merged_candidates;
mod rank_options;
mod ranking;
mod support;
