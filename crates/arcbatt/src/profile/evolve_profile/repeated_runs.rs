//! Runs a workload with profiling off and on, and compares the two.
//!
//! A short workload runs several times each way. A workload that exceeds the time target runs once
//! under the probe; its answers are compared with an unscored run without the probe, and two subsets
//! of the tasks run in full each way to measure the profiler's cost, the outcomes and the growth.
//! Invariant: the answers of every profile are compared.

use crate::profile::analysis::growth::{Point, Series};
use crate::profile::analysis::observation::{Observation, cpu_of_pool};
use crate::profile::diff::noise::{MOST_NOISE, spread};
use crate::profile::evolve_profile::Request;
use crate::profile::evolve_profile::unscored_answers::answers;
use crate::profile::evolve_profile::workload::{RunOutcome, TaskOutcome, Workload};
use crate::profile::model::{Overhead, RunTotals, Truth};
use crate::profile::probe::answer_digest::{self as digest, AnswersOnly};
use crate::session::OnEvent;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

/// The most runs with profiling on.
const MOST_RUNS: usize = 7;
/// The share of the time for runs of the full size; the rest is for other sizes.
const FULL: f64 = 0.6;
/// Loading that takes longer is measured only once per size.
const LONGEST_RELOAD: Duration = Duration::from_millis(50);
/// With fewer tasks, a subset says little about all of them.
const FEW: usize = 64;
/// A long workload runs each way on 1/16 and 1/8 of the tasks.
const SUBSETS: [usize; 2] = [16, 8];

/// The result of all runs.
pub struct MeasuredRuns {
    /// The run to report: one with differing answers if there is any, else the shortest.
    pub best: Observation,
    /// Totals of all profiled runs.
    pub totals: Vec<RunTotals>,
    /// The fields about the comparison; the others are not set.
    pub truth: Truth,
    /// The cost of the profiler.
    pub overhead: Overhead,
    /// Times at several sizes, the full size last.
    pub points: Vec<Point>,
}

/// Runs the workload of a request off and on; `observe` runs it under the probe.
pub fn runs(
    request: &Request,
    mutants: u32,
    on_event: OnEvent,
    observe: impl Fn(&Workload) -> io::Result<Observation>,
) -> io::Result<MeasuredRuns> {
    let tasks = request.data.tasks.len();
    let workload = |tasks, mutants| Workload::new(request.subject, request.data, tasks, mutants);
    let runner = Runner {
        request,
        on_event,
        observe,
        started: Instant::now(),
        loads: RefCell::default(),
    };
    if tasks >= FEW {
        let small = OffOnRuns::new(workload(tasks.div_ceil(SUBSETS[0]), mutants));
        let (small, took) = runner.off(small)?;
        if took.mul_f64(SUBSETS[0] as f64) > request.time.mul_f64(FULL) {
            let large = OffOnRuns::new(workload(tasks.div_ceil(SUBSETS[1]), mutants));
            return runner.long(&workload(tasks, mutants), small, large);
        }
    }
    runner.short(OffOnRuns::new(workload(tasks, mutants)))
}

/// A workload and its runs each way.
struct OffOnRuns<'s> {
    workload: Workload<'s>,
    off: Vec<RunOutcome>,
    on: Vec<Observation>,
    cpu_off: Vec<u64>,
    answers: Vec<(String, u128)>,
}

impl<'s> OffOnRuns<'s> {
    fn new(workload: Workload<'s>) -> Self {
        Self {
            workload,
            off: Vec::new(),
            on: Vec::new(),
            cpu_off: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Tasks whose answers or outcome differ in any run.
    fn differing(&self) -> Vec<String> {
        let plain = self.off.first().map_or(&[][..], |run| &run.tasks);
        let mut all = Vec::new();
        for run in &self.on {
            all.extend(digest::differing(&run.digests, &self.answers));
            all.extend(other_outcomes(&run.outcome.tasks, plain));
        }
        all
    }

    /// The minimum wall and CPU times, off and on.
    fn cost(&self) -> Overhead {
        let cpu_on = self.on.iter().map(|run| run.cpu_ns);
        let cpu = |times: &[u64]| -> Vec<f64> { times.iter().map(|&ns| ns as f64).collect() };
        let times_on: Vec<u64> = cpu_on.clone().collect();
        let noise = spread(&cpu(&self.cpu_off)).max(spread(&cpu(&times_on)));
        let wall = |time: Duration| time.as_nanos() as u64;
        Overhead {
            tasks: self.workload.data().tasks.len() as u64,
            off_ns: least(self.off.iter().map(|run| wall(run.wall))),
            on_ns: least(self.on.iter().map(|run| run.account.wall_ns)),
            cpu_off_ns: least(self.cpu_off.iter().copied()),
            cpu_on_ns: least(cpu_on),
            noise_percent: noise.min(MOST_NOISE),
            ..Overhead::default()
        }
    }
}

fn least(times: impl Iterator<Item = u64>) -> u64 {
    times.min().unwrap_or(0)
}

/// Ids of tasks with different outcomes in two runs.
pub fn other_outcomes(one: &[TaskOutcome], other: &[TaskOutcome]) -> Vec<String> {
    let outcome = |task: &TaskOutcome| (task.fits, task.known, task.right);
    let differs = |(a, b): &(&TaskOutcome, &TaskOutcome)| a.id != b.id || outcome(a) != outcome(b);
    let pairs = one.iter().zip(other).filter(differs);
    let missing = one.iter().skip(other.len());
    pairs
        .map(|(task, _)| task)
        .chain(missing)
        .map(|task| task.id.clone())
        .collect()
}

/// Starts the runs of a request.
struct Runner<'r, F> {
    request: &'r Request<'r>,
    on_event: OnEvent<'r>,
    observe: F,
    started: Instant,
    /// Times to load, by number of tasks.
    loads: RefCell<BTreeMap<usize, Duration>>,
}

impl<F: Fn(&Workload) -> io::Result<Observation>> Runner<'_, F> {
    /// Whether less than this share of the time target is used.
    fn has_time(&self, part: f64) -> bool {
        self.started.elapsed() < self.request.time.mul_f64(part)
    }

    /// Adds a run with profiling off; returns its duration.
    fn off<'s>(&self, mut runs: OffOnRuns<'s>) -> io::Result<(OffOnRuns<'s>, Duration)> {
        let probe = AnswersOnly::default();
        let before = cpu_of_pool();
        let outcome = runs
            .workload
            .run(&probe, self.on_event, self.request.print)?;
        runs.cpu_off.push(cpu_of_pool().saturating_sub(before));
        let wall = outcome.wall;
        runs.off.push(outcome);
        runs.answers = probe.0.into_sorted();
        Ok((runs, wall))
    }

    /// Adds a run with profiling on.
    fn on<'s>(&self, mut runs: OffOnRuns<'s>) -> io::Result<OffOnRuns<'s>> {
        runs.on.push((self.observe)(&runs.workload)?);
        Ok(runs)
    }

    /// Runs all tasks as often as time allows.
    fn short(&self, full: OffOnRuns) -> io::Result<MeasuredRuns> {
        // The first run meets cold caches; it counts only if there is no time for another.
        let (mut full, _) = self.off(full)?;
        while full.on.is_empty() || (full.on.len() < MOST_RUNS && self.has_time(FULL)) {
            full = self.on(full)?;
            // Cold caches do not matter for a run that takes all the time.
            if self.has_time(1.0) {
                (full, _) = self.off(full)?;
            }
        }
        let mut points = Vec::new();
        if self.wants_growth() {
            points = self.smaller(&full.workload)?;
            points.extend(self.point(&full.workload, &full.off, Series::Both)?);
        }
        let truth = Truth {
            digest_off: digest::whole(&full.answers),
            differing: full.differing(),
            scored_twice: full.workload.data().tasks.len() as u64,
            ..Truth::default()
        };
        let overhead = full.cost();
        let odd = full.on.iter().position(|run| run.digests != full.answers);
        Ok(finished(full.on, odd, truth, overhead, points))
    }

    /// Runs all tasks once, and two subsets each way.
    fn long(
        &self,
        full: &Workload,
        small: OffOnRuns,
        large: OffOnRuns,
    ) -> io::Result<MeasuredRuns> {
        let small = self.on(small)?;
        let (large, _) = self.off(large)?;
        let large = self.on(large)?;
        // Repeat the very first run, which met cold caches.
        let (small, _) = self.off(small)?;
        let on = (self.observe)(full)?;
        let mut scored_twice = large.workload.data().tasks.len() as u64;
        let mut differing = small.differing();
        differing.extend(large.differing());
        let answers_off = match answers(full) {
            Some(answers) => answers,
            None => {
                let probe = AnswersOnly::default();
                let outcome = full.run(&probe, self.on_event, self.request.print)?;
                differing.extend(other_outcomes(&on.outcome.tasks, &outcome.tasks));
                scored_twice = full.data().tasks.len() as u64;
                probe.0.into_sorted()
            }
        };
        differing.extend(digest::differing(&on.digests, &answers_off));
        let mut points = Vec::new();
        if self.wants_growth() {
            let tasks = small.workload.data().tasks.len();
            points = self.fewer_mutants(tasks, small.workload.mutants)?;
            points.extend(self.point(&small.workload, &small.off, Series::Both)?);
            points.extend(self.point(&large.workload, &large.off, Series::Tasks)?);
            let outcome = std::slice::from_ref(&on.outcome);
            points.extend(self.point(full, outcome, Series::Tasks)?);
        }
        let truth = Truth {
            digest_off: digest::whole(&answers_off),
            differing,
            scored_twice,
            ..Truth::default()
        };
        let (small, large) = (small.cost(), large.cost());
        let overhead = Overhead {
            off_ns: small.off_ns + large.off_ns,
            on_ns: small.on_ns + large.on_ns,
            cpu_off_ns: small.cpu_off_ns + large.cpu_off_ns,
            cpu_on_ns: small.cpu_on_ns + large.cpu_on_ns,
            noise_percent: small.noise_percent.max(large.noise_percent),
            ..large
        };
        Ok(finished(vec![on], None, truth, overhead, points))
    }

    fn wants_growth(&self) -> bool {
        self.request.parts.iter().any(|part| part == "pipeline")
    }

    fn point(
        &self,
        workload: &Workload,
        runs: &[RunOutcome],
        of: Series,
    ) -> io::Result<Option<Point>> {
        let load = self.load(workload.data().tasks.len())?;
        Ok(Point::new(workload, runs, load, of))
    }

    /// The time to load this number of tasks, measured once for each.
    fn load(&self, tasks: usize) -> io::Result<Duration> {
        let Some(reload) = self.request.reload else {
            return Ok(self.request.load);
        };
        if let Some(&known) = self.loads.borrow().get(&tasks) {
            return Ok(known);
        }
        let mut time = reload(tasks)?;
        // The second time, all caches are warm, whatever was read before.
        if time < LONGEST_RELOAD {
            time = time.min(reload(tasks)?);
        }
        self.loads.borrow_mut().insert(tasks, time);
        Ok(time)
    }

    /// Runs a quarter and a half of the tasks, and all tasks with fewer mutants.
    fn smaller(&self, full: &Workload) -> io::Result<Vec<Point>> {
        let tasks = full.data().tasks.len();
        let mut points = Vec::new();
        for tasks in [tasks.div_ceil(4), tasks.div_ceil(2)] {
            points.extend(self.at_size(tasks, full.mutants, Series::Tasks)?);
        }
        points.extend(self.fewer_mutants(tasks, full.mutants)?);
        Ok(points)
    }

    fn fewer_mutants(&self, tasks: usize, mutants: u32) -> io::Result<Vec<Point>> {
        let mut points = Vec::new();
        if mutants > 0 {
            points.extend(self.at_size(tasks, 0, Series::Candidates)?);
            points.extend(self.at_size(tasks, mutants / 2, Series::Candidates)?);
        }
        Ok(points)
    }

    fn at_size(&self, tasks: usize, mutants: u32, of: Series) -> io::Result<Option<Point>> {
        let workload = Workload::new(self.request.subject, self.request.data, tasks, mutants);
        let probe = AnswersOnly::default();
        let mut runs = Vec::new();
        while runs.is_empty() || (runs.len() < 3 && self.has_time(1.0)) {
            runs.push(workload.run(&probe, self.on_event, self.request.print)?);
        }
        self.point(&workload, &runs, of)
    }
}

/// Picks the run to report from at least one run.
fn finished(
    mut on: Vec<Observation>,
    odd: Option<usize>,
    mut truth: Truth,
    mut overhead: Overhead,
    points: Vec<Point>,
) -> MeasuredRuns {
    truth.differing.sort();
    truth.differing.dedup();
    overhead.set_percent();
    let totals = on.iter().map(Observation::totals).collect();
    let shortest = (0..on.len()).min_by_key(|&k| on[k].account.wall_ns);
    let best = on.swap_remove(odd.or(shortest).unwrap_or(0));
    MeasuredRuns {
        best,
        totals,
        truth,
        overhead,
        points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::GivenPrograms;
    use crate::profile::evolve_profile::workload::Subject;
    use crate::program::{Program, parse_file};
    use crate::session::evolve::Settings;
    use crate::task::{DataSet, generators};

    /// The fewest tasks for which subsets are used, each with its solver.
    fn many() -> (DataSet, Vec<Program>) {
        let solvers = parse_file(generators::SOLVERS).programs;
        let (tasks, answers): (Vec<_>, Vec<_>) =
            (0..FEW as u64).map(|k| generators::task(3, k)).unzip();
        let solver = |id: &str| {
            let family = generators::family_of(id).unwrap();
            let own = |solver: &&Program| solver.task_id() == Some(family.name);
            let mut solver = solvers.iter().find(own).unwrap().clone();
            solver.name = format!("solve_{id}");
            solver
        };
        let programs = tasks.iter().map(|task| solver(&task.id)).collect();
        (DataSet { tasks, answers }, programs)
    }

    /// The runs of a long workload, with programs replaced while it is profiled.
    fn long_runs(data: &DataSet, plain: &[Program], replaced: &[Program]) -> MeasuredRuns {
        let mut settings = Settings::default();
        settings.card.mutants = 0;
        settings.share = false;
        let request = Request {
            subject: Subject::Pipeline(plain, &settings),
            given: GivenPrograms::default(),
            gpu: Default::default(),
            data,
            names: Default::default(),
            parts: vec!["pipeline".to_owned()],
            load: Duration::ZERO,
            parse: Duration::ZERO,
            reload: None,
            project: Vec::new(),
            budget: None,
            what_if: &[],
            earlier: None,
            print: &|_, _| {},
            // Too short on any machine.
            time: Duration::ZERO,
        };
        let observe = |workload: &Workload| {
            let data = workload.data();
            let subject = Subject::Pipeline(replaced, &settings);
            let workload = Workload::new(subject, data, data.tasks.len(), workload.mutants);
            Observation::new(&workload, &GivenPrograms::default(), &|_| {}, &|_, _| {})
        };
        runs(&request, 0, &|_| {}, observe).unwrap()
    }

    #[test]
    fn a_long_workload_runs_once_and_is_compared() {
        let (data, programs) = many();
        let runs = long_runs(&data, &programs, &programs);
        assert_eq!(runs.truth.differing, [""; 0]);
        assert_eq!(runs.truth.digest_off, runs.best.digest());
        assert_eq!(runs.best.digests.len(), FEW);
        assert_eq!(runs.truth.scored_twice, 8);
        assert_eq!((runs.totals.len(), runs.overhead.tasks), (1, 8));
        assert!(runs.overhead.off_ns > 0 && runs.overhead.on_ns > 0);
        let sizes: Vec<u64> = runs.points.iter().map(|point| point.tasks).collect();
        assert_eq!(sizes, [4, 8, 64]);
    }

    #[test]
    fn a_differing_answer_is_found_in_any_task() {
        let (data, programs) = many();
        let settings = Settings::default();
        let subset = Workload::new(Subject::Pipeline(&[], &settings), &data, 8, 0);
        let in_subset = |id: &str| subset.data().tasks.iter().any(|task| task.id == id);
        for wanted in [true, false] {
            let mut ids = data.tasks.iter().map(|task| &task.id);
            let id = ids.find(|id| in_subset(id) == wanted).unwrap();
            let mut replaced = programs.clone();
            let program = replaced.iter_mut().find(|p| p.task_id() == Some(id));
            let source = format!("def solve_{id}(I):\n    O = canvas(ZERO, UNITY)\n    return O\n");
            *program.unwrap() = parse_file(&source).programs.remove(0);
            let runs = long_runs(&data, &programs, &replaced);
            assert_eq!(runs.truth.differing, [id.as_str()], "in a subset: {wanted}");
            assert_ne!(runs.truth.digest_off, runs.best.digest());
        }
    }

    #[test]
    fn outcomes_are_compared_too() {
        let task = |id: &str, right| TaskOutcome {
            id: id.to_owned(),
            known: 1,
            right,
            ..TaskOutcome::default()
        };
        let plain = [task("a", 1), task("b", 1)];
        assert_eq!(other_outcomes(&plain, &plain), [""; 0]);
        assert_eq!(other_outcomes(&[task("a", 1), task("b", 0)], &plain), ["b"]);
        assert_eq!(other_outcomes(&plain, &plain[..1]), ["b"]);
    }
}
