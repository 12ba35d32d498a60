//! Scoring: matching, differs and the ranking of candidates.

mod differs;
mod merged_candidates;
mod ranking;
mod support;
