//! The runs of a profile, with profiling off and on, and what both have to agree on.
//!
//! Work that is short is done several times either way. Work that takes longer than there is time is
//! done once, under the probe. Then all answers of all candidates are compared with those of a run
//! that does not score them; and parts of the tasks are done whole either way, which tells what the
//! profiler costs, whether what comes of tasks is the same, and how the work grows.
//! What never happens here: a profile whose answers nobody compared.

use crate::profile::analysis::growth::{Point, Series, time_load};
use crate::profile::analysis::observation::{Observed, cpu_of_pool};
use crate::profile::evolve_profile::Request;
use crate::profile::evolve_profile::unscored_answers::answers;
use crate::profile::evolve_profile::workload::{Done, Scene, TaskDone};
use crate::profile::model::{Overhead, RunTotals, Truth};
use crate::profile::probe::answer_digest::{self as digest, AnswersOnly};
use crate::session::OnEvent;
use std::io;
use std::time::{Duration, Instant};

/// The most runs of a kind.
const MOST_RUNS: usize = 7;
/// This part of the time is for runs of all tasks, the rest for other sizes.
const FULL: f64 = 0.6;
/// With fewer tasks, no part of them says anything about the whole.
const FEW: usize = 64;
/// The parts of the tasks that long work is done on either way.
const PARTS: [usize; 2] = [16, 8];

/// What was run.
pub struct Runs {
    /// The run whose times are told: one with other answers, if there is one, else the shortest.
    pub best: Observed,
    /// Totals of all runs under the probe.
    pub totals: Vec<RunTotals>,
    /// What was compared, and what differs; nothing else of the truth is set.
    pub truth: Truth,
    /// What the profiler cost.
    pub overhead: Overhead,
    /// Times at several sizes, the full one last.
    pub points: Vec<Point>,
}

/// Runs the work of a request off and on. `observe` is the way in which it is done under the probe.
pub fn runs(
    request: &Request,
    mutants: u32,
    on_event: OnEvent,
    observe: impl Fn(&Scene) -> io::Result<Observed>,
) -> io::Result<Runs> {
    let tasks = request.data.tasks.len();
    let scene = |tasks, mutants| Scene::new(request.subject, request.data, tasks, mutants);
    let turns = Turns {
        request,
        on_event,
        observe,
        started: Instant::now(),
    };
    if tasks >= FEW {
        let small = Both::new(scene(tasks.div_ceil(PARTS[0]), mutants));
        let (small, took) = turns.off(small)?;
        if took.mul_f64(PARTS[0] as f64) > request.time.mul_f64(FULL) {
            let large = Both::new(scene(tasks.div_ceil(PARTS[1]), mutants));
            return turns.long(&scene(tasks, mutants), small, large);
        }
    }
    turns.short(Both::new(scene(tasks, mutants)))
}

/// Work that is done either way.
struct Both<'s> {
    scene: Scene<'s>,
    off: Vec<Done>,
    on: Vec<Observed>,
    cpu_off: Vec<u64>,
    answers: Vec<(String, u128)>,
}

impl<'s> Both<'s> {
    fn new(scene: Scene<'s>) -> Self {
        Self {
            scene,
            off: Vec::new(),
            on: Vec::new(),
            cpu_off: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Tasks with other answers, or of which something else came, in any run.
    fn differing(&self) -> Vec<String> {
        let plain = self.off.first().map_or(&[][..], |done| &done.tasks);
        let mut all = Vec::new();
        for run in &self.on {
            all.extend(digest::differing(&run.digests, &self.answers));
            all.extend(came_to_other(&run.done.tasks, plain));
        }
        all
    }

    /// The least times on the clock and of processors, off and on.
    fn cost(&self) -> Overhead {
        let cpu_on = self.on.iter().map(|run| run.cpu_ns);
        let wall = |time: Duration| time.as_nanos() as u64;
        Overhead {
            tasks: self.scene.data().tasks.len() as u64,
            off_ns: least(self.off.iter().map(|done| wall(done.wall))),
            on_ns: least(self.on.iter().map(|run| run.account.wall_ns)),
            cpu_off_ns: least(self.cpu_off.iter().copied()),
            cpu_on_ns: least(cpu_on),
            ..Overhead::default()
        }
    }
}

fn least(times: impl Iterator<Item = u64>) -> u64 {
    times.min().unwrap_or(0)
}

/// Tasks that were solved, or answered right, in one run alone.
pub fn came_to_other(one: &[TaskDone], other: &[TaskDone]) -> Vec<String> {
    let came = |task: &TaskDone| (task.solved, task.known, task.right);
    let differs = |(a, b): &(&TaskDone, &TaskDone)| a.id != b.id || came(a) != came(b);
    let pairs = one.iter().zip(other).filter(differs);
    let missing = one.iter().skip(other.len());
    pairs
        .map(|(task, _)| task)
        .chain(missing)
        .map(|task| task.id.clone())
        .collect()
}

/// What all runs have in common.
struct Turns<'r, F> {
    request: &'r Request<'r>,
    on_event: OnEvent<'r>,
    observe: F,
    started: Instant,
}

impl<F: Fn(&Scene) -> io::Result<Observed>> Turns<'_, F> {
    fn has_time(&self, part: f64) -> bool {
        self.started.elapsed() < self.request.time.mul_f64(part)
    }

    /// A run with profiling off, and how long it took.
    fn off<'s>(&self, mut both: Both<'s>) -> io::Result<(Both<'s>, Duration)> {
        let probe = AnswersOnly::default();
        let before = cpu_of_pool();
        let done = both.scene.run(&probe, self.on_event, self.request.print)?;
        both.cpu_off.push(cpu_of_pool().saturating_sub(before));
        let wall = done.wall;
        both.off.push(done);
        both.answers = probe.0.into_sorted();
        Ok((both, wall))
    }

    fn on<'s>(&self, mut both: Both<'s>) -> io::Result<Both<'s>> {
        both.on.push((self.observe)(&both.scene)?);
        Ok(both)
    }

    /// All tasks, as often as there is time for.
    fn short(&self, full: Both) -> io::Result<Runs> {
        // The first run meets cold caches, so it is counted only if there is no time for another.
        let (mut full, _) = self.off(full)?;
        while full.on.is_empty() || (full.on.len() < MOST_RUNS && self.has_time(FULL)) {
            full = self.on(full)?;
            // Cold caches are nothing next to a run that takes all the time that there is.
            if self.has_time(1.0) {
                (full, _) = self.off(full)?;
            }
        }
        let mut points = Vec::new();
        if self.wants_growth() {
            points = self.smaller(&full.scene)?;
            points.extend(self.point(&full.scene, &full.off, Series::Both)?);
        }
        let truth = Truth {
            digest_off: digest::whole(&full.answers),
            differing: full.differing(),
            scored_twice: full.scene.data().tasks.len() as u64,
            ..Truth::default()
        };
        let overhead = full.cost();
        let odd = full.on.iter().position(|run| run.digests != full.answers);
        Ok(finished(full.on, odd, truth, overhead, points))
    }

    /// All tasks once, and parts of them either way.
    fn long(&self, full: &Scene, small: Both, large: Both) -> io::Result<Runs> {
        let small = self.on(small)?;
        let (large, _) = self.off(large)?;
        let large = self.on(large)?;
        // Again, as the first run of all met cold caches.
        let (small, _) = self.off(small)?;
        let on = (self.observe)(full)?;
        let mut scored_twice = large.scene.data().tasks.len() as u64;
        let mut differing = small.differing();
        differing.extend(large.differing());
        let answers_off = match answers(full) {
            Some(answers) => answers,
            None => {
                let probe = AnswersOnly::default();
                let done = full.run(&probe, self.on_event, self.request.print)?;
                differing.extend(came_to_other(&on.done.tasks, &done.tasks));
                scored_twice = full.data().tasks.len() as u64;
                probe.0.into_sorted()
            }
        };
        differing.extend(digest::differing(&on.digests, &answers_off));
        let mut points = Vec::new();
        if self.wants_growth() {
            let tasks = small.scene.data().tasks.len();
            points = self.fewer_mutants(tasks, small.scene.mutants)?;
            points.extend(self.point(&small.scene, &small.off, Series::Both)?);
            points.extend(self.point(&large.scene, &large.off, Series::Tasks)?);
            let done = std::slice::from_ref(&on.done);
            points.extend(self.point(full, done, Series::Tasks)?);
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
            ..large
        };
        Ok(finished(vec![on], None, truth, overhead, points))
    }

    fn wants_growth(&self) -> bool {
        self.request.parts.iter().any(|part| part == "pipeline")
    }

    fn point(&self, scene: &Scene, runs: &[Done], of: Series) -> io::Result<Option<Point>> {
        Ok(Point::new(scene, runs, Some(time_load(scene, 2)?), of))
    }

    /// A quarter and a half of the tasks, and fewer mutants on all.
    fn smaller(&self, full: &Scene) -> io::Result<Vec<Point>> {
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
        let scene = Scene::new(self.request.subject, self.request.data, tasks, mutants);
        let probe = AnswersOnly::default();
        let mut runs = Vec::new();
        while runs.is_empty() || (runs.len() < 3 && self.has_time(1.0)) {
            runs.push(scene.run(&probe, self.on_event, self.request.print)?);
        }
        self.point(&scene, &runs, of)
    }
}

/// The runs, of which there is at least one.
fn finished(
    mut on: Vec<Observed>,
    odd: Option<usize>,
    mut truth: Truth,
    mut overhead: Overhead,
    points: Vec<Point>,
) -> Runs {
    truth.differing.sort();
    truth.differing.dedup();
    overhead.percent = cost_percent(&overhead);
    let totals = on.iter().map(Observed::totals).collect();
    let shortest = (0..on.len()).min_by_key(|&k| on[k].account.wall_ns);
    let best = on.swap_remove(odd.or(shortest).unwrap_or(0));
    Runs {
        best,
        totals,
        truth,
        overhead,
        points,
    }
}

/// CPU time tells more than the clock of a machine that does other things as well.
fn cost_percent(overhead: &Overhead) -> f64 {
    let (off, on) = match overhead.cpu_off_ns {
        0 => (overhead.off_ns, overhead.on_ns),
        cpu => (cpu, overhead.cpu_on_ns),
    };
    100.0 * (on as f64 / off.max(1) as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::evolve_profile::workload::Subject;
    use crate::program::{Program, parse_file};
    use crate::session::evolve::Settings;
    use crate::task::{DataSet, generators};

    /// As few tasks as there may be for parts of them to say something, each with its solver.
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

    /// The runs of long work, of which some programs are others while it is watched.
    fn long_runs(data: &DataSet, plain: &[Program], meddled: &[Program]) -> Runs {
        let mut settings = Settings::default();
        settings.card.mutants = 0;
        settings.share = false;
        let request = Request {
            subject: Subject::Pipeline(plain, &settings),
            data,
            names: Default::default(),
            parts: vec!["pipeline".to_owned()],
            load: Duration::ZERO,
            project: Vec::new(),
            budget: None,
            earlier: None,
            print: &|_, _| {},
            // However fast the machine is, this is too little.
            time: Duration::ZERO,
        };
        let observe = |scene: &Scene| {
            let data = scene.data();
            let subject = Subject::Pipeline(meddled, &settings);
            let scene = Scene::new(subject, data, data.tasks.len(), scene.mutants);
            Observed::new(&scene, &|_| {}, &|_, _| {})
        };
        runs(&request, 0, &|_| {}, observe).unwrap()
    }

    #[test]
    fn long_work_is_done_once_and_compared_all_the_same() {
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
    fn another_answer_is_found_wherever_it_is() {
        let (data, programs) = many();
        let settings = Settings::default();
        let part = Scene::new(Subject::Pipeline(&[], &settings), &data, 8, 0);
        let in_part = |id: &str| part.data().tasks.iter().any(|task| task.id == id);
        for wanted in [true, false] {
            let mut ids = data.tasks.iter().map(|task| &task.id);
            let id = ids.find(|id| in_part(id) == wanted).unwrap();
            let mut meddled = programs.clone();
            let program = meddled.iter_mut().find(|p| p.task_id() == Some(id));
            let source = format!("def solve_{id}(I):\n    O = canvas(ZERO, UNITY)\n    return O\n");
            *program.unwrap() = parse_file(&source).programs.remove(0);
            let runs = long_runs(&data, &programs, &meddled);
            assert_eq!(runs.truth.differing, [id.as_str()], "in a part: {wanted}");
            assert_ne!(runs.truth.digest_off, runs.best.digest());
        }
    }

    #[test]
    fn what_comes_of_tasks_counts_too() {
        let task = |id: &str, right| TaskDone {
            id: id.to_owned(),
            known: 1,
            right,
            ..TaskDone::default()
        };
        let plain = [task("a", 1), task("b", 1)];
        assert_eq!(came_to_other(&plain, &plain), [""; 0]);
        assert_eq!(came_to_other(&[task("a", 1), task("b", 0)], &plain), ["b"]);
        assert_eq!(came_to_other(&plain, &plain[..1]), ["b"]);
    }
}
