//! The scale table: phases, total and runs in a budget at several sizes, now and "what if".

use super::what_if::{WhatIf, phase_ns};
use super::{project, refusal};
use crate::profile::model::{PhaseProjection, Profile, Projection, Scale, ScalePhase, ScaleRow};
use std::time::Duration;

/// The sizes of a table if the user wants none in particular, besides the profiled one.
pub const SIZES: [u64; 3] = [32, 400, 1_000];

/// The sizes of a table, ascending: the profiled one, and those wanted.
pub fn sizes(profile: &Profile, wanted: &[u64]) -> Vec<u64> {
    let wanted = if wanted.is_empty() { &SIZES } else { wanted };
    let mut sizes = vec![profile.subject.tasks];
    if refusal(profile.subject.tasks).is_none() {
        sizes.extend(wanted);
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The scale table of a profile; `None` if its phases were not measured.
pub fn scale(
    profile: &Profile,
    wanted: &[u64],
    what_if: &[WhatIf],
    budget: Option<Duration>,
) -> Option<Scale> {
    let projections = project(profile, &sizes(profile, wanted));
    let budget_ns = budget.map(|time| time.as_nanos() as u64);
    let row = |projection: &Projection| {
        let phase = |phase: &PhaseProjection| {
            let what_if_ns = phase_ns(profile, phase, what_if);
            ScalePhase {
                name: phase.name.clone(),
                ns: phase.ns,
                percent: 100.0 * phase.ns as f64 / projection.ns.max(1) as f64,
                what_if_ns,
                saved_ns: phase.ns as i64 - what_if_ns as i64,
            }
        };
        let phases: Vec<ScalePhase> = projection.phases.iter().map(phase).collect();
        let what_if_ns: u64 = phases.iter().map(|phase| phase.what_if_ns).sum();
        let runs = |ns: u64| budget_ns.map(|budget| budget / ns.max(1));
        ScaleRow {
            tasks: projection.tasks,
            is_measured: projection.tasks == profile.subject.tasks,
            ns: projection.ns,
            what_if_ns,
            saved_ns: projection.ns as i64 - what_if_ns as i64,
            runs: runs(projection.ns),
            what_if_runs: runs(what_if_ns),
            phases,
        }
    };
    (!projections.is_empty()).then(|| Scale {
        what_if: what_if.iter().map(WhatIf::to_string).collect(),
        budget_ns,
        rows: projections.iter().map(row).collect(),
    })
}
