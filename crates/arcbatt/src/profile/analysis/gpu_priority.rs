//! Rates what a GPU would save: per primitive, and for all candidates.
//!
//! A large share of the time is not enough: a round trip to a GPU takes long, whatever it computes. All
//! figures are bounds: they take the GPU itself for infinitely fast. A device that was in use is
//! measured instead; then there is no advice.

use crate::profile::analysis::estimate::CLOSURES;
use crate::profile::model::{
    Aggregate, DeviceRow, GpuAdvice, PrimitiveRow, Profile, Recommendation,
};
use crate::text::{counted_short, grouped, time};
use std::time::Duration;

/// What is known about the GPU of this machine.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuFacts {
    /// Its name; empty if nothing was measured.
    pub name: String,
    /// The time of the smallest block of candidates there.
    pub round_trip: Duration,
    /// Cells of a grid, ascending, each with the candidates times samples from which the GPU is faster;
    /// empty if nothing was measured.
    pub faster_from: Vec<(u64, u64)>,
}

/// The round trip assumed without a measurement: that of an H200 in 2026, to and from pageable memory.
const ROUND_TRIP: Duration = Duration::from_millis(6);

impl Default for GpuFacts {
    fn default() -> Self {
        Self {
            name: String::new(),
            round_trip: ROUND_TRIP,
            faster_from: Vec::new(),
        }
    }
}

impl GpuFacts {
    /// Whether the round trip was measured.
    fn is_measured(&self) -> bool {
        !self.name.is_empty()
    }

    fn round_trip_ns(&self) -> f64 {
        (self.round_trip.as_nanos() as f64).max(1.0)
    }

    /// The round trip, and where it is known from.
    fn words(&self) -> String {
        let trip = time(self.round_trip_ns());
        match self.is_measured() {
            true => format!("{trip}, measured on {}", self.name),
            false => format!("{trip}, an assumption: `arcbatt device` measures it"),
        }
    }

    /// Candidates times samples from which grids of this size are faster there, if measured.
    fn faster_from(&self, cells: f64) -> Option<u64> {
        let rows = self.faster_from.iter();
        let row = rows.rev().find(|(measured, _)| *measured as f64 <= cells);
        row.or(self.faster_from.first()).map(|&(_, from)| from)
    }
}

/// Adds the advice about a GPU to a profile: to its primitives, its recommendations and the whole.
pub fn add_advice(profile: &mut Profile, facts: &GpuFacts) {
    let threads = profile.subject.threads.max(1) as f64;
    for row in &mut profile.primitives {
        if row.name != CLOSURES {
            // Closures are called by primitives, not by nodes: there is nothing to move.
            rate(row, facts, threads);
        }
    }
    profile.aggregate = aggregate(profile);
    profile.gpu = match profile.device {
        None => whole(profile, facts, threads),
        Some(_) => None,
    };
}

/// Calls shorter than this, in nanoseconds, end before a GPU has fetched their arguments.
const SHORT: f64 = 1_000.0;

/// Rates a primitive.
fn rate(row: &mut PrimitiveRow, facts: &GpuFacts, threads: f64) {
    let level = match row.percent {
        10.0.. => "HIGH",
        5.0.. => "MEDIUM",
        1.0.. => "LOW",
        _ => return,
    };
    let (name, percent, batch) = (&row.name, row.percent, row.batch);
    let own_ns = row.self_ns as f64 / row.calls.max(1) as f64;
    let (calls, one) = (counted_short(row.calls as f64, "call"), time(own_ns));
    row.gpu_break_even = (facts.round_trip_ns() * threads / own_ns.max(1.0)).ceil() as u64;
    let work = batch * own_ns / threads;
    row.gpu_speedup = (work / facts.round_trip_ns()).max(0.0);
    if own_ns < SHORT {
        row.gpu_reason = format!(
            "{name} takes {percent:.1} % of the time, but in {calls} of {one}: too short to move"
        );
        return;
    }
    let (ready, work_text) = (counted_short(batch, "call"), time(work));
    let from = grouped(row.gpu_break_even);
    if row.gpu_speedup < 1.0 {
        row.gpu_reason = format!(
            "{name} takes {percent:.1} % of the time, but in batches of only {ready} of {one} that \
             are ready at once: {work_text} of work for a round trip of {}; it may pay from {from} \
             calls at once",
            facts.words()
        );
        return;
    }
    level.clone_into(&mut row.gpu_priority);
    row.gpu_reason = format!(
        "{name} takes {percent:.1} % of the time in {calls} of {one}; a batch of {ready} holds \
         {work_text} of work for a round trip of {}: at most {:.1} times as fast, from {from} calls \
         at once",
        facts.words(),
        row.gpu_speedup
    );
}

/// The primitives with at least 1 % of the time, for scripts that read other profilers' reports: on
/// the CPU, then on a GPU.
fn aggregate(profile: &Profile) -> Aggregate {
    let on_cpu = profile.primitives.iter().filter(|row| row.percent >= 1.0);
    let on_cpu = on_cpu.map(|row| Recommendation {
        function: row.name.clone(),
        percent_of_total: row.percent,
        gpu_priority: match row.gpu_priority.as_str() {
            "" => "NONE".to_owned(),
            level => level.to_owned(),
        },
        reason: row.gpu_reason.clone(),
    });
    let busy = profile.account.busy_ns().max(1) as f64;
    let rows = profile.device.iter().flat_map(|device| &device.primitives);
    let on_gpu = |row: &DeviceRow| Recommendation {
        function: row.name.clone(),
        percent_of_total: (100.0 * row.ns as f64 / busy).min(100.0),
        gpu_priority: "NONE".to_owned(),
        reason: format!(
            "{} runs on the GPU already: {}, {:.1} % of the time of the kernel",
            row.name,
            counted_short(row.calls as f64, "call"),
            row.percent
        ),
    };
    let on_gpu = rows.filter(|row| row.percent >= 1.0).map(on_gpu);
    Aggregate {
        recommendations: on_cpu.chain(on_gpu).collect(),
    }
}

/// What a GPU would save of the whole, at most; `None` if no candidate ran.
fn whole(profile: &Profile, facts: &GpuFacts, threads: f64) -> Option<GpuAdvice> {
    let rows = &profile.tasks.rows;
    let runs: u64 = rows.iter().map(|row| row.candidates * row.samples).sum();
    let batt_ns: u64 = rows.iter().map(|row| row.batt_ns).sum();
    let wall = profile.account.wall_ns as f64;
    if runs == 0 || batt_ns == 0 || wall <= 0.0 {
        return None;
    }
    let one = batt_ns as f64 / runs as f64;
    let samples: u64 = rows.iter().map(|row| row.samples).sum();
    let cells: u64 = rows.iter().map(|row| row.cells).sum();
    // A demonstration has two grids.
    let cells = cells as f64 / (2 * samples).max(1) as f64;
    let least = (facts.round_trip_ns() * threads / one).ceil() as u64;
    let break_even = facts.faster_from(cells).unwrap_or(least);
    let batt = profile.phases.iter().find(|phase| phase.name == "batt");
    let batt = (batt.map_or(0, |phase| phase.ns) as f64).min(wall);
    let trips = facts.round_trip_ns() * rows.len() as f64;
    let saves = (batt - trips).max(0.0);
    let speedup = wall / (wall - saves).max(1.0);
    let per_task = runs as f64 / rows.len() as f64;
    let from = match break_even {
        // No size was measured from which it is faster.
        n if n >= u64::MAX / 2 || n == usize::MAX as u64 => "it is never faster".to_owned(),
        n => format!("faster from {} candidates x samples per task", grouped(n)),
    };
    let words = format!(
        "{}; {from}, here {} of {}; round trip {}",
        match saves > 0.0 {
            true => format!(
                "a GPU would save at most {} ({speedup:.1} times as fast)",
                time(saves)
            ),
            false => "a GPU would save nothing at this size".to_owned(),
        },
        grouped(per_task.round() as u64),
        time(one),
        facts.words(),
    );
    Some(GpuAdvice {
        device: facts.name.clone(),
        round_trip_ns: facts.round_trip.as_nanos() as u64,
        measured: facts.is_measured(),
        break_even,
        per_task,
        speedup,
        saves_ns: saves as u64,
        words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::model::{Account, Phase, Subject, TaskRow};

    fn slow() -> PrimitiveRow {
        PrimitiveRow {
            name: "objects".to_owned(),
            percent: 30.0,
            calls: 10_000,
            self_ns: 500_000_000,
            batch: 1_000.0,
            ..PrimitiveRow::default()
        }
    }

    fn rated(row: PrimitiveRow, facts: &GpuFacts) -> PrimitiveRow {
        let mut row = row;
        rate(&mut row, facts, 1.0);
        row
    }

    #[test]
    fn the_share_sets_the_level() {
        let facts = GpuFacts::default();
        let level = |percent| rated(PrimitiveRow { percent, ..slow() }, &facts).gpu_priority;
        assert_eq!(level(10.1), "HIGH");
        assert_eq!(level(7.0), "MEDIUM");
        assert_eq!(level(1.0), "LOW");
        assert_eq!(level(0.9), "");
        let row = rated(slow(), &facts);
        // 6 ms for calls of 50 us; a batch holds 50 ms.
        assert_eq!(row.gpu_break_even, 120);
        assert!((row.gpu_speedup - 50.0 / 6.0).abs() < 1e-9, "{row:?}");
    }

    #[test]
    fn short_calls_do_not_pay() {
        let row = PrimitiveRow {
            calls: 1_000_000,
            self_ns: 50_000_000,
            ..slow()
        };
        let row = rated(row, &GpuFacts::default());
        assert_eq!(row.gpu_priority, "");
        assert!(
            row.gpu_reason.contains("1.0 M calls of 50 ns: too short"),
            "{row:?}"
        );
    }

    #[test]
    fn small_batches_do_not_pay() {
        let row = |facts: &GpuFacts| {
            rated(
                PrimitiveRow {
                    batch: 3.0,
                    ..slow()
                },
                facts,
            )
        };
        let why = row(&GpuFacts::default());
        assert_eq!(why.gpu_priority, "");
        let wanted = "round trip of 6.0 ms, an assumption: `arcbatt device` measures it";
        assert!(why.gpu_reason.contains(wanted), "{}", why.gpu_reason);
        assert!(
            why.gpu_reason
                .ends_with("it may pay from 120 calls at once")
        );
        let facts = GpuFacts {
            name: "H200".to_owned(),
            round_trip: Duration::from_micros(100),
            ..GpuFacts::default()
        };
        let why = row(&facts);
        assert_eq!(why.gpu_priority, "HIGH");
        let wanted = "round trip of 100.0 µs, measured on H200: at most 1.5 times as fast";
        assert!(why.gpu_reason.contains(wanted), "{}", why.gpu_reason);
    }

    #[test]
    fn the_whole_has_a_break_even_and_a_saving() {
        let mut profile = Profile {
            account: Account {
                wall_ns: 100_000_000,
                ..Account::default()
            },
            subject: Subject {
                threads: 2,
                ..Subject::default()
            },
            phases: vec![Phase {
                name: "batt".to_owned(),
                ns: 80_000_000,
                ..Phase::default()
            }],
            ..Profile::default()
        };
        profile.tasks.rows = vec![TaskRow {
            candidates: 1_000,
            samples: 4,
            cells: 800,
            batt_ns: 160_000_000,
            ..TaskRow::default()
        }];
        add_advice(&mut profile, &GpuFacts::default());
        let gpu = profile.gpu.clone().unwrap();
        // 6 ms on two threads, at 40 us for a candidate on a sample.
        assert_eq!(
            (gpu.break_even, gpu.per_task, gpu.measured),
            (300, 4_000.0, false)
        );
        assert_eq!(gpu.saves_ns, 74_000_000);
        assert!((gpu.speedup - 100.0 / 26.0).abs() < 1e-9, "{gpu:?}");
        assert!(
            gpu.words
                .starts_with("a GPU would save at most 74.0 ms (3.8 times as fast); ")
        );
        let facts = GpuFacts {
            name: "H200".to_owned(),
            round_trip: Duration::from_secs(1),
            faster_from: vec![(9, 77), (90, 66), (900, 55)],
        };
        add_advice(&mut profile, &facts);
        let gpu = profile.gpu.unwrap();
        assert_eq!((gpu.break_even, gpu.saves_ns, gpu.speedup), (66, 0, 1.0));
        assert!(
            gpu.words
                .starts_with("a GPU would save nothing at this size; "),
            "{gpu:?}"
        );
    }
}
