//! A whole profile: runs with profiling off and on, at the full size and at smaller ones.

mod repeated_runs;
mod unscored_answers;
pub mod workload;

use crate::profile::analysis::growth::{self, Point};
use crate::profile::analysis::observation::{Observed, Observer};
use crate::profile::analysis::{device_rows, tables, task_rows};
use crate::profile::evolve_profile::workload::{Done, Scene, Subject};
use crate::profile::model::{Overhead, Profile, RunTotals, SCHEMA, Subject as Described, Truth};
use crate::profile::probe::answer_digest;
use crate::profile::verdict;
use crate::program::Program;
use crate::session::evolve::{Settings, run_probed};
use crate::session::{OnEvent, Outputs, Report, StopReason};
use crate::task::DataSet;
use std::io;
use std::time::{Duration, Instant};

/// What to profile, and how.
pub struct Request<'r> {
    /// What is run.
    pub subject: Subject<'r>,
    /// On which tasks.
    pub data: &'r DataSet,
    /// The data set and the programs in words.
    pub names: (String, String),
    /// Which parts are wanted: `pipeline`, `dsl`, `framework`, `tasks`. Growth, which takes more
    /// runs, is measured for `pipeline` alone.
    pub parts: Vec<String>,
    /// What reading the data took.
    pub load: Duration,
    /// Numbers of tasks to project to.
    pub project: Vec<u64>,
    /// A time to fill with runs.
    pub budget: Option<Duration>,
    /// The profile of an earlier time, to compare with.
    pub earlier: Option<Profile>,
    /// Prints what a run found: the phase of the report.
    pub print: &'r (dyn Fn(&Report, &DataSet) + Sync),
    /// About how long all runs together may take; each is done once in any case.
    pub time: Duration,
}

/// Profiles. The error is that of keeping what was found, or of a temporary file. Uses the rayon
/// pool that it is called in.
pub fn profile(request: &Request, on_event: OnEvent) -> io::Result<Profile> {
    profile_by(request, on_event, |scene| {
        Observed::new(scene, on_event, request.print)
    })
}

/// [`profile`], with the way in which the work is done under the probe.
fn profile_by(
    request: &Request,
    on_event: OnEvent,
    observe: impl Fn(&Scene) -> io::Result<Observed>,
) -> io::Result<Profile> {
    let mutants = match request.subject {
        Subject::Pipeline(_, settings) => settings.card.mutants,
        Subject::Batt(..) => 0,
    };
    let mut runs = repeated_runs::runs(request, mutants, on_event, observe)?;
    let full = Scene::new(
        request.subject,
        request.data,
        request.data.tasks.len(),
        mutants,
    );
    let mut profile = assemble(request, &full, &runs.best, &runs.points, &runs.totals);
    profile.runs = std::mem::take(&mut runs.totals);
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

/// The longest run that is done again to compare answers.
const AGAIN: Duration = Duration::from_secs(10);

/// The profile of a run of the pipeline that was done under an observer, in whatever way. It is done
/// again without a profiler to compare the answers, unless it took long. Uses the rayon pool that it
/// is called in.
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
    let observed = observer.finish(Done::of(&report));
    let request = Request {
        subject: Subject::Pipeline(programs, settings),
        data,
        names,
        parts: ["pipeline", "dsl", "framework", "tasks"]
            .map(str::to_owned)
            .to_vec(),
        load: report.phases.load,
        project: Vec::new(),
        budget: None,
        earlier: None,
        print: &|_, _| {},
        time: Duration::ZERO,
    };
    let scene = Scene::new(
        request.subject,
        data,
        data.tasks.len(),
        settings.card.mutants,
    );
    let runs = vec![observed.totals()];
    let done = std::slice::from_ref(&observed.done);
    let point = Point::new(&scene, done, None, growth::Series::Both);
    let points: Vec<Point> = point.into_iter().collect();
    let mut profile = assemble(&request, &scene, &observed, &points, &runs);
    profile.runs = runs;
    profile.overhead.on_ns = observed.account.wall_ns;
    let is_whole = report.stop == StopReason::Finished && report.resumed == 0;
    if is_whole && observed.account.wall_ns < AGAIN.as_nanos() as u64 {
        let probe = answer_digest::AnswersOnly::default();
        let stop = std::sync::atomic::AtomicBool::new(false);
        let started = Instant::now();
        let outputs = Outputs::default();
        let again = run_probed(data, programs, settings, outputs, &stop, &|_| {}, &probe);
        let mut again = again.map_err(io::Error::other)?;
        again.judge(&data.answers);
        let again = Done::of(&again);
        let off_ns = started.elapsed().as_nanos() as u64;
        let both = &mut profile.overhead;
        (both.tasks, both.off_ns) = (data.tasks.len() as u64, off_ns);
        both.percent = 100.0 * (both.on_ns as f64 / off_ns.max(1) as f64 - 1.0);
        let answers = probe.0.into_sorted();
        let truth = &mut profile.truth;
        truth.digest_off = answer_digest::whole(&answers);
        truth.differing = answer_digest::differing(&observed.digests, &answers);
        let other = repeated_runs::came_to_other(&observed.done.tasks, &again.tasks);
        truth.differing.extend(other);
        truth.differing.sort();
        truth.differing.dedup();
        truth.scored_twice = data.tasks.len() as u64;
    }
    profile.verdict = verdict::verdict(&profile, None);
    Ok(profile)
}

fn assemble(
    request: &Request,
    full: &Scene,
    best: &Observed,
    points: &[Point],
    runs: &[RunTotals],
) -> Profile {
    let done = &best.done;
    let tasks = full.data().tasks.len() as u64;
    let sum = |value: fn(&crate::profile::evolve_profile::workload::TaskDone) -> u64| {
        done.tasks.iter().map(value).sum::<u64>()
    };
    let phases = growth::phases(points, request.load);
    let projections = growth::project(&phases, tasks, &request.project);
    let primitives = tables::primitives(best);
    Profile {
        schema: SCHEMA,
        tool: concat!("arcbatt ", env!("CARGO_PKG_VERSION")).to_owned(),
        subject: Described {
            parts: request.parts.clone(),
            data: request.names.0.clone(),
            programs: request.names.1.clone(),
            tasks,
            samples: full.samples(),
            candidates: done.candidates,
            nodes: done.nodes,
            threads: rayon::current_num_threads() as u64,
            evaluations: done.stats.evaluations,
            shared: done.stats.shared,
            skipped: done.stats.skipped,
        },
        truth: Truth {
            tasks,
            solved: sum(|task| u64::from(task.solved)),
            known: sum(|task| task.known),
            right: sum(|task| task.right),
            digest_on: best.digest(),
            ..Truth::default()
        },
        clock: best.clock.clone(),
        overhead: Overhead {
            detailed_percent: 100.0 * best.estimate.watched as f64
                / done.stats.evaluations.max(1) as f64,
            ..Overhead::default()
        },
        account: best.account.clone(),
        budget: request
            .budget
            .map(|time| growth::budget(time, &phases, tasks, &projections)),
        projections,
        phases,
        aggregate: tables::aggregate(&primitives),
        primitives,
        framework: tables::framework(best),
        tasks: task_rows::tasks(best, &full.data().tasks, runs),
        threads: tables::threads(best),
        stacks: tables::stacks(best),
        device: best.elsewhere.as_ref().and_then(device_rows::device),
        ..Profile::default()
    }
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

    /// The profile of a task whose program is another one while it is profiled.
    fn profile_of_two(off: &str, on: &str) -> Profile {
        let mut data = generators::embedded();
        let place = data.tasks.iter().position(|task| task.id == "half_turn");
        let place = place.unwrap();
        data.tasks = vec![data.tasks.swap_remove(place)];
        data.answers = vec![data.answers.swap_remove(place)];
        let mut settings = Settings::default();
        settings.card.mutants = 0;
        let (plain, meddled) = (programs(off), programs(on));
        let request = Request {
            subject: Subject::Pipeline(&plain, &settings),
            data: &data,
            names: ("a task".to_owned(), "a program".to_owned()),
            parts: vec!["pipeline".to_owned(), "dsl".to_owned()],
            load: Duration::ZERO,
            project: Vec::new(),
            budget: None,
            earlier: None,
            print: &|_, _| {},
            time: Duration::ZERO,
        };
        let meddle = |_: &Scene| {
            let subject = Subject::Pipeline(&meddled, &settings);
            let scene = Scene::new(subject, &data, 1, 0);
            Observed::new(&scene, &|_| {}, request.print)
        };
        profile_by(&request, &|_| {}, meddle).unwrap()
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
        // The truth that is told is that of the run whose times are told.
        assert_eq!(profile.truth.solved, 0);
    }

    #[test]
    fn another_program_with_the_same_answers_has_one() {
        let profile = profile_of_two("rot180", "rot180");
        assert!(profile.truth.holds());
        assert_eq!(profile.verdict.refused, None);
        assert_eq!(profile.truth.solved, 1);
    }
}
