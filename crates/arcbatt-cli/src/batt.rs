//! `arcbatt batt`: runs a batt on tasks and scores its candidates.

use crate::args::{
    DeviceArgs, ForceArgs, LimitArgs, ProfileFileArgs, SolverArgs, TaskArgs, ThreadArgs, executor,
    need_solvers,
};
use crate::card::{is_batt, merged, open_batt};
use crate::interrupt::stop_on_ctrl_c;
use crate::json_text::Lazy;
use crate::memory_args::MemoryArgs;
use crate::output::{Output, counted, grouped, note, time};
use crate::profile::files;
use crate::profile::{given_programs, gpu_facts};
use crate::progress::Progress;
use crate::run::{cut_json, print_cut, print_tally, tally_json};
use crate::{Outcome, device};
use arcbatt::batt::Options;
use arcbatt::profile::{Request, Subject, profile};
use arcbatt::program::Program;
use arcbatt::score::{BattScore, Tally, best_answers, check_answers, score_batt};
use arcbatt::session::evolve::Settings;
use arcbatt::task::{Answers, Task};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Run every candidate of a batt on every task, and rank them
///
/// The batt is a file written by `arcbatt card --out`. Files of solvers are merged without mutants.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt batt                                all built-in solvers on all built-in tasks
  arcbatt batt s.py --data arc1-training      your solvers on the ARC tasks
  arcbatt batt x.batt --data arc1-training    a batt that `arcbatt card` wrote
  arcbatt batt x.batt --task gravity_down --programs

Ctrl-C ends the run and prints the finished tasks. Exit codes: 0 success; 1 some
task has no program that fits its demonstrations; 2 bad usage or input.")]
pub struct Batt {
    #[command(flatten)]
    solvers: SolverArgs,

    #[command(flatten)]
    tasks: TaskArgs,

    /// Print the best program of every task
    #[arg(long)]
    programs: bool,

    /// Compute every call of every candidate, even if an equal call was computed before
    #[arg(long)]
    no_equivalence: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    device: DeviceArgs,

    #[command(flatten)]
    profile: ProfileFileArgs,

    #[command(flatten)]
    force: ForceArgs,
}

impl Batt {
    /// Runs the batt.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let opened = Instant::now();
        let mut files = self.force.files();
        self.solvers.add_to(&mut files);
        self.tasks.data.add_to(&mut files);
        self.profile.check(&mut files)?;
        let memory = self.memory.limit(&self.threads);
        let (batt, programs) = match self.solvers.paths() {
            [path] if is_batt(path) => (open_batt(path, &memory)?, Vec::new()),
            _ => {
                memory.check_solvers(self.solvers.paths())?;
                let source = self.solvers.open()?;
                need_solvers(&source)?;
                (merged(&source), source.solvers.programs)
            }
        };
        let data = self.tasks.open()?;
        let load = opened.elapsed();
        let devices = self.device.open()?;
        let stop = stop_on_ctrl_c()?;
        let options = Options {
            limits: self.limits.of_task(),
            equivalence: !self.no_equivalence,
            stop: Some(&stop),
            memory: Some(&memory.answers),
            executor: executor(devices.as_deref()),
            ..Options::default()
        };
        let pool = memory.pool()?;
        let started = Instant::now();
        let done = AtomicUsize::new(0);
        let scores = {
            let progress = Progress::of(data.tasks.len(), "tasks");
            let done = |_: &str| progress.set_position(done.fetch_add(1, Ordering::Relaxed) + 1);
            pool.install(|| score_batt(&batt, &data.tasks, &options, done))
        };
        let took = started.elapsed();
        let stats = options.executor.stats();
        let tasks = data.tasks.iter().zip(&data.answers).zip(scores);
        let mut ran: Vec<(&Task, &Answers, BattScore)> = tasks
            .filter_map(|((task, answers), scored)| Some((task, answers, scored?)))
            .collect();
        for (task, _, BattScore { score, .. }) in &mut ran {
            for cut in &mut score.cut {
                // The programs as given know their lines in the file; a batt does not.
                if let Some(program) = programs.get(cut.source as usize) {
                    cut.locate(program, task, self.limits.limits());
                }
            }
        }
        let stopped = ran.len() < data.tasks.len();
        if stopped {
            let (done, all) = (ran.len(), counted(data.tasks.len(), "task"));
            note(format_args!("interrupted: ran {done} of {all}"));
        }
        if let Some(path) = self.profile.profile.as_ref().filter(|_| !stopped) {
            let given = given_programs(&programs, |_| String::new());
            let settings = Settings {
                executor: options.executor,
                memory: options.memory,
                ..Settings::default()
            };
            let request = Request {
                subject: Subject::Batt(&batt, &settings),
                given,
                gpu: gpu_facts(),
                data: &data,
                names: (self.tasks.data.what().to_owned(), self.solvers.what()),
                parts: ["dsl", "framework", "tasks"].map(str::to_owned).to_vec(),
                load,
                reload: None,
                parse: Duration::ZERO,
                project: Vec::new(),
                budget: None,
                what_if: &[],
                earlier: None,
                print: &|_, _| {},
                time: Duration::ZERO,
            };
            let profiled = pool.install(|| profile(&request, &|_| {}))?;
            files::write_by_extension(path, &profiled)?;
        }
        let mut tally = Tally::default();
        for (_, answers, ran) in &ran {
            let tests = check_answers(&best_answers(&ran.score), answers);
            tally.add(ran.score.fits, tests);
        }
        let evaluations: u64 = ran.iter().map(|(.., ran)| ran.stats.evaluations).sum();
        let tasks = ran.iter();
        if output.json {
            let tasks = tasks.map(|(task, answers, BattScore { score, stats, .. })| {
                let verdict = check_answers(&best_answers(score), answers);
                json!({
                    "id": task.id,
                    "fits": score.fits,
                    "right": verdict.is_right(),
                    "candidates": score.candidates,
                    "distinct": score.distinct,
                    "failed": score.failed,
                    "evaluations": stats.evaluations,
                    "tests_known": verdict.known,
                    "tests_right": verdict.right,
                    "best": score.best.first().map(|best| json!({
                        "matched": best.matched,
                        "differ": best.differ,
                        "differ_most": score.most,
                        "name": batt.name(best.candidates[0]),
                        "program": named(&batt, best.candidates[0]).to_string(),
                        "programs": best.programs,
                    })),
                    "cut": cut_json(&score.cut),
                })
            });
            let mut totals = tally_json(&tally);
            totals["evaluations"] = evaluations.into();
            totals["wall_ms"] = (took.as_secs_f64() * 1e3).into();
            let mut json = json!({ "totals": totals, "stopped": stopped });
            device::add_stats(stats.as_ref(), &mut json);
            output.print_lazy(Lazy::object(json, [("tasks", Lazy::list(tasks))]))?;
        } else {
            for (task, answers, BattScore { score, .. }) in tasks {
                let Some(best) = score.best.first() else {
                    writeln!(output.stdout, "{}: no candidate outputs a grid", task.id)?;
                    continue;
                };
                let verdict = check_answers(&best_answers(score), answers);
                let mark = match score.fits {
                    true => output.green("fits its demonstrations"),
                    false => format!(
                        "fits {} of {}",
                        best.matched,
                        counted(score.train, "demonstration")
                    ),
                };
                let others = match best.programs {
                    1 => String::new(),
                    n => format!(" and {} more with the same answers", n - 1),
                };
                let tests = match (verdict.known, verdict.right) {
                    (0, _) => "tests unknown".to_owned(),
                    (known, right) => format!("right on {right} of {}", counted(known, "test")),
                };
                let line = output.wrapped(&format!(
                    "{}: {mark}; {tests}; by {}{others}; {} distinct of {}",
                    task.id,
                    batt.name(best.candidates[0]),
                    grouped(score.distinct as u64),
                    counted(score.candidates, "candidate"),
                ));
                writeln!(output.stdout, "{line}")?;
                if self.programs {
                    writeln!(output.stdout, "{}", named(&batt, best.candidates[0]))?;
                }
            }
            for (task, _, BattScore { score, .. }) in &ran {
                print_cut(&task.id, &score.cut, output)?;
            }
            let rate = evaluations as f64 / took.as_secs_f64().max(1e-9) / 1e6;
            let line = format!(
                "{}; {}; {}, {rate:.1} million per second; {}",
                tally.fits_text(),
                tally.right_text(),
                counted(evaluations, "node evaluation"),
                time(took)
            );
            print_tally(&tally, &line, output)?;
            device::print_stats(stats.as_ref(), output)?;
        }
        Ok(Outcome::of(tally.fits == data.tasks.len()))
    }
}

/// A candidate as a program that is named `solve_ID` or `mutant_of_solve_ID`.
fn named(batt: &arcbatt::batt::Batt, candidate: u32) -> Program {
    Program {
        name: batt.name(candidate).replace(' ', "_"),
        ..batt.extract(candidate)
    }
}
