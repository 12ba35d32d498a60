//! Scoring: matching, differs and the ranking of candidates.

mod differs;
mod ranking;
mod support;
