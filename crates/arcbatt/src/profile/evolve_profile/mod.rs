//! Profiles the pipeline (`run`) or one batt: repeated runs with profiling off and on.
//!
//! In: a [`Request`]. Out: a [`Profile`] of the full size, with growth measured at smaller sizes.

mod repeated_runs;
mod unscored_answers;
mod unsolved;
pub mod workload;

use crate::batt::TaskLimits;
use crate::check::match_programs;
use crate::profile::analysis::gpu_priority::{GpuFacts, add_advice};
use crate::profile::analysis::growth::{self, Point};
use crate::profile::analysis::observation::{Observation, Observer};
use crate::profile::analysis::{tables, task_rows};
use crate::profile::evolve_profile::workload::{RunOutcome, Subject, TaskOutcome, Workload};
use crate::profile::lines::{self, GivenPrograms};
use crate::profile::model::{
    Measured, Overhead, Phase, Profile, RunTotals, Subject as SubjectRow, Tasks, Truth, Unsolved,
};
use crate::profile::probe::answer_digest;
use crate::profile::projection::scale;
use crate::profile::projection::what_if::WhatIf;
use crate::profile::{diff, projection, verdict};
use crate::program::Program;
use crate::session::evolve::{Settings, run_probed};
use crate::session::{OnEvent, Outputs, Report, StopReason};
use crate::task::DataSet;
use rustc_hash::FxHashMap;
use std::io;
use std::time::{Duration, Instant};

/// What to profile, and how.
pub struct Request<'r> {
    /// The pipeline or a batt.
    pub subject: Subject<'r>,
    /// The programs with their files: their lines name the nodes. Those of the batt, if empty.
    pub given: GivenPrograms,
    /// What is known about the GPU of this machine.
    pub gpu: GpuFacts,
    /// The tasks.
    pub data: &'r DataSet,
    /// Names of the data set and of the programs.
    pub names: (String, String),
    /// The wanted parts: `pipeline`, `dsl`, `framework`, `tasks`. Growth, which needs more runs, is
    /// measured for `pipeline` only.
    pub parts: Vec<String>,
    /// Time to read the tasks and the programs.
    pub load: Duration,
    /// Reads that many tasks again; returns the time to read them and the programs. Without it, `load`
    /// is the time at every size.
    pub reload: Option<&'r Reload<'r>>,
    /// The part of it that reads and parses programs.
    pub parse: Duration,
    /// Numbers of tasks to project to.
    pub project: Vec<u64>,
    /// A time budget to fill with runs.
    pub budget: Option<Duration>,
    /// Assumptions of the scale table.
    pub what_if: &'r [WhatIf],
    /// An earlier profile to compare with.
    pub earlier: Option<Profile>,
    /// Prints the result of a run: measured as the phase `report`.
    pub print: &'r (dyn Fn(&Report, &DataSet) + Sync),
    /// Target for the total time of all runs; each kind of run happens at least once.
    pub time: Duration,
}

/// Measures how long it takes to read a number of tasks, and the programs.
pub type Reload<'r> = dyn Fn(usize) -> io::Result<Duration> + Sync + 'r;

/// Profiles, in the current rayon pool. Fails if a result or a temporary file cannot be written.
pub fn profile(request: &Request, on_event: OnEvent) -> io::Result<Profile> {
    profile_with(request, on_event, |workload| {
        Observation::new(workload, &request.given, on_event, request.print)
    })
}

/// [`profile`], with `observe` running the workload under the probe.
fn profile_with(
    request: &Request,
    on_event: OnEvent,
    observe: impl Fn(&Workload) -> io::Result<Observation>,
) -> io::Result<Profile> {
    let mutants = match request.subject {
        Subject::Pipeline(_, settings) => settings.card.mutants,
        Subject::Batt(..) => 0,
    };
    let runs = repeated_runs::runs(request, mutants, on_event, observe)?;
    let full = Workload::new(
        request.subject,
        request.data,
        request.data.tasks.len(),
        mutants,
    );
    let mut profile = assemble(request, &full, &runs.best, &runs.points, &runs.totals);
    profile.overhead = Overhead {
        detailed_percent: profile.overhead.detailed_percent,
        ..runs.overhead
    };
    profile.truth.digest_off = runs.truth.digest_off;
    profile.truth.differing = runs.truth.differing;
    profile.truth.scored_twice = runs.truth.scored_twice;
    profile.verdict = verdict::verdict(&profile, request.earlier.as_ref());
    Ok(profile)
}

/// Mutants per solver that [`default_mutants`] allows.
pub const DEFAULT_MUTANTS: u32 = 20;
/// The most candidates run on tasks that have no solver; above it there are no mutants.
const MOST_FOREIGN: usize = 100_000;

/// How many mutants per solver to profile with, unless the user says otherwise.
///
/// A task that its own solvers do not solve gets all candidates: with mutants, hundreds of such
/// tasks take minutes. The error is the number of tasks without a solver, if they are too many for
/// mutants.
pub fn default_mutants(data: &DataSet, programs: &[Program]) -> Result<u32, usize> {
    let runs = match_programs(data, programs).runs.into_iter();
    let mut with_solver: Vec<usize> = runs.map(|(task, _)| task).collect();
    with_solver.sort_unstable();
    with_solver.dedup();
    let without = data.tasks.len() - with_solver.len();
    let candidates = programs.len() * (1 + DEFAULT_MUTANTS as usize);
    match without.saturating_mul(candidates) <= MOST_FOREIGN {
        true => Ok(DEFAULT_MUTANTS),
        false => Err(without),
    }
}

/// The longest run that is repeated to compare answers.
const LONGEST_REPEATED: Duration = Duration::from_secs(10);

/// Profiles a finished run of the pipeline, in the current rayon pool. The run is repeated without
/// a profiler to compare the answers, unless it was long.
pub fn profile_of(
    observer: Observer,
    report: &Report,
    programs: &[Program],
    settings: &Settings,
    data: &DataSet,
    names: (String, String),
) -> io::Result<Profile> {
    let mut report = report.clone();
    report.judge(&data.answers);
    let observation = observer.finish(RunOutcome::of(&report));
    let request = Request {
        subject: Subject::Pipeline(programs, settings),
        given: GivenPrograms::default(),
        gpu: Default::default(),
        data,
        names,
        parts: ["pipeline", "dsl", "framework", "tasks"]
            .map(str::to_owned)
            .to_vec(),
        load: report.phases.load,
        reload: None,
        parse: report.phases.parse,
        project: Vec::new(),
        budget: None,
        what_if: &[],
        earlier: None,
        print: &|_, _| {},
        time: Duration::ZERO,
    };
    let workload = Workload::new(
        request.subject,
        data,
        data.tasks.len(),
        settings.card.mutants,
    );
    let runs = vec![observation.totals()];
    let outcome = std::slice::from_ref(&observation.outcome);
    let point = Point::new(&workload, outcome, request.load, growth::Series::Both);
    let points: Vec<Point> = point.into_iter().collect();
    let mut profile = assemble(&request, &workload, &observation, &points, &runs);
    profile.overhead.on_ns = observation.account.wall_ns;
    let is_whole = report.stop == StopReason::Finished && report.resumed == 0;
    if is_whole && observation.account.wall_ns < LONGEST_REPEATED.as_nanos() as u64 {
        let probe = answer_digest::AnswersOnly::default();
        let stop = std::sync::atomic::AtomicBool::new(false);
        let started = Instant::now();
        let outputs = Outputs::default();
        let plain = run_probed(data, programs, settings, outputs, &stop, &|_| {}, &probe);
        let mut plain = plain.map_err(io::Error::other)?;
        plain.judge(&data.answers);
        let plain = RunOutcome::of(&plain);
        let off_ns = started.elapsed().as_nanos() as u64;
        let overhead = &mut profile.overhead;
        (overhead.tasks, overhead.off_ns) = (data.tasks.len() as u64, off_ns);
        overhead.noise_percent = diff::noise::spread(&[off_ns as f64]);
        overhead.set_percent();
        let answers = probe.0.into_sorted();
        let truth = &mut profile.truth;
        truth.digest_off = answer_digest::whole(&answers);
        truth.differing = answer_digest::differing(&observation.digests, &answers);
        let other = repeated_runs::other_outcomes(&observation.outcome.tasks, &plain.tasks);
        truth.differing.extend(other);
        truth.differing.sort();
        truth.differing.dedup();
        truth.scored_twice = data.tasks.len() as u64;
    }
    profile.verdict = verdict::verdict(&profile, None);
    Ok(profile)
}

/// Opening GPUs and compiling for them is a phase of its own: it happens once, whatever the size.
fn device_phase(profile: &mut Profile) {
    let Some(device) = profile
        .device
        .as_ref()
        .filter(|device| device.start_up_ns > 0)
    else {
        return;
    };
    let sizes = profile
        .phases
        .first()
        .map_or(&[][..], |phase| &phase.measured);
    let same = |size: &Measured| Measured {
        ns: device.start_up_ns,
        ..size.clone()
    };
    let count = device.names.len() as u64;
    let phase = Phase {
        name: "device".to_owned(),
        ns: device.start_up_ns,
        unit: "devices".to_owned(),
        count,
        rate: growth::rate(count, device.start_up_ns),
        measured: sizes.iter().map(same).collect(),
        ..Phase::default()
    };
    profile.phases.insert(1.min(profile.phases.len()), phase);
    let all: u64 = profile.phases.iter().map(|phase| phase.ns).sum();
    for phase in &mut profile.phases {
        phase.percent = 100.0 * phase.ns as f64 / all.max(1) as f64;
    }
}

/// Says why tasks are not solved.
fn explain(request: &Request, full: &Workload, best: &Observation, rows: &mut Tasks) {
    let limits = match request.subject {
        Subject::Pipeline(_, settings) => settings.limits.given,
        Subject::Batt(..) => TaskLimits::default().given,
    };
    let given = best.lines.given();
    let reasons = unsolved::reasons(&best.outcome.tasks, full.data(), given, limits);
    let ids = full.data().tasks.iter().map(|task| task.id.as_str());
    let mut reasons: FxHashMap<&str, Option<Unsolved>> = ids.zip(reasons).collect();
    for row in &mut rows.rows {
        row.unsolved = reasons.remove(row.id.as_str()).flatten();
    }
}

fn assemble(
    request: &Request,
    full: &Workload,
    best: &Observation,
    points: &[Point],
    runs: &[RunTotals],
) -> Profile {
    let outcome = &best.outcome;
    let tasks = full.data().tasks.len() as u64;
    let sum = |value: fn(&TaskOutcome) -> u64| outcome.tasks.iter().map(value).sum::<u64>();
    let phases = growth::phases(points, request.load);
    let mut rows = task_rows::tasks(best, &full.data().tasks, runs);
    explain(request, full, best, &mut rows);
    let mut profile = Profile {
        subject: SubjectRow {
            parts: request.parts.clone(),
            data: request.names.0.clone(),
            programs: request.names.1.clone(),
            tasks,
            samples: full.samples(),
            candidates: outcome.candidates,
            nodes: outcome.nodes,
            threads: rayon::current_num_threads() as u64,
            evaluations: outcome.stats.evaluations,
            shared: outcome.stats.shared,
            skipped: outcome.stats.skipped,
        },
        truth: Truth {
            tasks,
            fits: sum(|task| u64::from(task.fits)),
            known: sum(|task| task.known),
            right: sum(|task| task.right),
            tasks_known: sum(|task| u64::from(task.is_right.is_some())),
            tasks_right: sum(|task| u64::from(task.is_right == Some(true))),
            digest_on: best.digest(),
            ..Truth::default()
        },
        overhead: Overhead {
            detailed_percent: tables::detailed_percent(best),
            ..Overhead::default()
        },
        phases,
        generator: tables::generator(best, request.parse, full.programs().len()),
        tasks: rows,
        lines: lines::rows(best, &full.data().tasks),
        threads: tables::threads(best),
        runs: runs.to_vec(),
        ..tables::profile(best)
    };
    device_phase(&mut profile);
    add_advice(&mut profile, &request.gpu);
    profile.projections = projection::project(&profile, &request.project);
    if request.project.iter().any(|&size| size != tasks) {
        profile.projection_refused = projection::refusal(tasks);
    }
    let sizes = &request.project;
    profile.scale = scale::scale(&profile, sizes, request.what_if, request.budget);
    profile.budget = request
        .budget
        .map(|time| growth::budget(time, &profile.phases, tasks, &profile.projections));
    profile
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_file;
    use crate::task::generators;

    fn programs(call: &str) -> Vec<Program> {
        let source = format!("def solve_half_turn(I):\n    O = {call}(I)\n    return O\n");
        parse_file(&source).programs
    }

    /// The profile of a task whose program is replaced while it is profiled.
    fn profile_of_two(off: &str, on: &str) -> Profile {
        let mut data = generators::embedded();
        let place = data.tasks.iter().position(|task| task.id == "half_turn");
        let place = place.unwrap();
        data.tasks = vec![data.tasks.swap_remove(place)];
        data.answers = vec![data.answers.swap_remove(place)];
        let mut settings = Settings::default();
        settings.card.mutants = 0;
        let (plain, replaced) = (programs(off), programs(on));
        let request = Request {
            subject: Subject::Pipeline(&plain, &settings),
            given: GivenPrograms::default(),
            gpu: Default::default(),
            data: &data,
            names: ("a task".to_owned(), "a program".to_owned()),
            parts: vec!["pipeline".to_owned(), "dsl".to_owned()],
            load: Duration::ZERO,
            reload: None,
            parse: Duration::ZERO,
            project: Vec::new(),
            budget: None,
            what_if: &[],
            earlier: None,
            print: &|_, _| {},
            time: Duration::ZERO,
        };
        let observe = |_: &Workload| {
            let subject = Subject::Pipeline(&replaced, &settings);
            let workload = Workload::new(subject, &data, 1, 0);
            Observation::new(&workload, &request.given, &|_| {}, request.print)
        };
        profile_with(&request, &|_| {}, observe).unwrap()
    }

    #[test]
    fn answers_that_change_under_the_profiler_have_no_verdict() {
        let profile = profile_of_two("rot180", "rot90");
        assert!(!profile.truth.holds());
        assert_ne!(profile.truth.digest_on, profile.truth.digest_off);
        assert_eq!(profile.truth.differing, ["half_turn"]);
        let refused = profile.verdict.refused.unwrap();
        assert!(refused.contains("(half_turn)"), "{refused}");
        assert_eq!(profile.verdict.findings, []);
        // The truth is that of the run whose times are reported.
        assert_eq!(profile.truth.fits, 0);
    }

    #[test]
    fn another_program_with_the_same_answers_has_one() {
        let profile = profile_of_two("rot180", "rot180");
        assert!(profile.truth.holds());
        assert_eq!(profile.verdict.refused, None);
        assert_eq!(profile.truth.fits, 1);
    }
}
