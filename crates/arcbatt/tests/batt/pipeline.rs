//! The pipeline: rounds, survivors, saved results, and every reason to stop.

use super::support::*;
use arcbatt::card;
use arcbatt::program::Program;
use arcbatt::session::evolve::{Report, Settings, TaskResult, Watch, run};
use arcbatt::task::{DataSet, generators::embedded};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Solvers with one mistake, each one mutation away from the right program.
const DAMAGED: [(&str, &str, &str); 6] = [
    ("half_turn", "rot180(I)", "rot90(I)"),
    ("rows_become_columns", "dmirror(I)", "cmirror(I)"),
    ("runner_up_color", "F2", "F1"),
    ("hidden_patch", "BLACK", "RED"),
    ("count_diagonal", "UNITY", "DOWN"),
    ("commonest_color", "argmax", "argmin"),
];

fn data(ids: &[&str]) -> DataSet {
    let all = embedded();
    let mut data = DataSet::default();
    for id in ids {
        let k = all.tasks.iter().position(|task| task.id == *id).unwrap();
        data.tasks.push(all.tasks[k].clone());
        data.answers.push(all.answers[k].clone());
    }
    data
}

fn damaged() -> (DataSet, Vec<Program>) {
    let solvers = solvers();
    let wrong = |&(id, right, wrong): &(&str, &str, &str)| {
        let name = format!("solve_{id}");
        let text = solvers.iter().find(|s| s.name == name).unwrap().to_string();
        assert!(text.contains(right), "{text}");
        programs(&text.replace(right, wrong)).remove(0)
    };
    (
        data(&DAMAGED.map(|(id, ..)| id)),
        DAMAGED.iter().map(wrong).collect(),
    )
}

fn settings(rounds: u32) -> Settings<'static> {
    Settings {
        card: card::Settings {
            mutants: 60,
            ..card::Settings::default()
        },
        rounds,
        share: false,
        ..Settings::default()
    }
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// The report without its times.
fn timeless(report: &Report) -> String {
    let rounds: Vec<String> = report
        .rounds
        .iter()
        .map(|round| format!("{round:?}"))
        .collect();
    let tasks = report.tasks.iter().map(|task| {
        let task = TaskResult {
            time: Duration::ZERO,
            ..task.clone()
        };
        format!("{task:?}")
    });
    let tasks: Vec<String> = tasks.collect();
    format!("{rounds:#?}{tasks:#?}{}", report.stopped)
}

#[test]
fn damaged_solvers_are_repaired() {
    let (data, programs) = damaged();
    let report = run(&data, &programs, &settings(4), &never(), &()).unwrap();
    assert_eq!(
        (report.solved_before(), report.solved()),
        (0, data.tasks.len())
    );
    assert_eq!(report.rounds.len(), 4);
    assert!(!report.stopped);
    for (k, task) in report.tasks.iter().enumerate() {
        let best = task.best.as_ref().unwrap();
        assert_eq!(best.matched as usize, data.tasks[k].train.len());
        assert_eq!(
            (best.verdict.known, best.verdict.right),
            (best.verdict.tests, best.verdict.tests)
        );
        assert_eq!(
            (best.differ, best.program.task_id()),
            (best.most, Some(task.id.as_str()))
        );
        // The program alone solves what the report says.
        let samples = arcbatt::batt::Samples::of(&data.tasks[k]);
        let answers = interpreted(&read_again(&best.program), &samples, limits().node);
        for (answer, pair) in answers.iter().zip(&data.tasks[k].train) {
            assert_eq!(answer.as_ref(), Some(&pair.output));
        }
    }
    // The number of solved tasks never decreases.
    assert!(report.rounds.is_sorted_by_key(|round| round.solved));
    // The result does not depend on the number of threads.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(5)
        .build()
        .unwrap();
    let again = pool.install(|| run(&data, &programs, &settings(4), &never(), &()));
    assert_eq!(timeless(&report), timeless(&again.unwrap()));
}

#[test]
fn tasks_without_programs_get_those_of_other_tasks() {
    // The solver of half_turn is filed under another task.
    let programs = programs("def solve_quarter_turn(I):\n    O = rot180(I)\n    return O\n");
    let data = data(&["half_turn", "quarter_turn"]);
    let mut settings = settings(1);
    let report = run(&data, &programs, &settings, &never(), &()).unwrap();
    assert!(!report.tasks[0].solved && report.tasks[0].best.is_none());
    settings.share = true;
    let report = run(&data, &programs, &settings, &never(), &()).unwrap();
    assert!(report.tasks[0].solved);
    assert_eq!(
        report.tasks[0].best.as_ref().unwrap().program.name,
        "solve_half_turn"
    );
}

#[test]
fn survivors_stay_parents_until_beaten() {
    // Three mutants per round do not repair this at once; the best so far must stay a parent.
    let programs = programs(
        "def solve_mend_mirror(I):\n    x1 = ofcolor(I, RED)\n    x2 = hmirror(I)\n    \
         x3 = toobject(x1, x2)\n    O = underpaint(I, x3)\n    return O\n",
    );
    let data = data(&["mend_mirror"]);
    let mut settings = settings(25);
    settings.card.mutants = 3;
    let report = run(&data, &programs, &settings, &never(), &()).unwrap();
    let parents: Vec<usize> = report.rounds.iter().map(|round| round.parents).collect();
    let first = parents.iter().position(|&n| n > programs.len()).unwrap();
    let most = programs.len() + settings.survivors;
    assert!(
        parents[first..]
            .iter()
            .all(|n| (programs.len() + 1..=most).contains(n)),
        "{parents:?}"
    );
}

/// The score of each task's best program, once it has one.
type Worth = Vec<Option<(u32, u64)>>;

/// Records the events in order.
#[derive(Default)]
struct Notes {
    events: Mutex<Vec<String>>,
    worth: Mutex<Vec<Worth>>,
    tasks: AtomicUsize,
}

impl Watch for Notes {
    fn round(&self, round: u32, candidates: usize, tasks: usize) {
        assert!(candidates > 0 && tasks > 0);
        self.events.lock().unwrap().push(format!("round {round}"));
    }

    fn task_done(&self) {
        self.tasks.fetch_add(1, Ordering::Relaxed);
    }

    fn keep(&self, rounds: u32, tasks: &[TaskResult]) -> io::Result<()> {
        self.events.lock().unwrap().push(format!("keep {rounds}"));
        let worth = tasks.iter().map(|task| task.best.as_ref());
        let worth = worth.map(|best| best.map(|best| (best.matched, best.differ)));
        self.worth.lock().unwrap().push(worth.collect());
        Ok(())
    }
}

#[test]
fn results_are_saved_before_they_are_reported_and_never_get_worse() {
    let (data, programs) = damaged();
    let notes = Notes::default();
    let mut settings = settings(6);
    settings.card.mutants = 10;
    settings.first_round = 5;
    let report = run(&data, &programs, &settings, &never(), &notes).unwrap();
    let events = notes.events.into_inner().unwrap();
    let wanted: Vec<String> = (5..11)
        .flat_map(|k| [format!("round {k}"), format!("keep {k}")])
        .collect();
    assert_eq!(events, wanted);
    assert_eq!(notes.tasks.into_inner(), 6 * data.tasks.len());
    let worth = notes.worth.into_inner().unwrap();
    for (before, after) in worth.iter().zip(&worth[1..]) {
        assert!(
            before
                .iter()
                .zip(after)
                .all(|(before, after)| before <= after)
        );
    }
    // The report equals the last saved result.
    let last = report.tasks.iter().map(|task| task.best.as_ref());
    let last: Vec<_> = last
        .map(|best| best.map(|best| (best.matched, best.differ)))
        .collect();
    assert_eq!(&last, worth.last().unwrap());
    let numbers: Vec<u32> = report.rounds.iter().map(|round| round.number).collect();
    assert_eq!(numbers, [5, 6, 7, 8, 9, 10]);
}

/// Fails to save.
struct Full;

impl Watch for Full {
    fn keep(&self, _: u32, _: &[TaskResult]) -> io::Result<()> {
        Err(io::Error::other("the disk is full"))
    }
}

#[test]
fn failing_to_save_is_an_error() {
    let (data, programs) = damaged();
    let error = run(&data, &programs, &settings(3), &never(), &Full).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
}

#[test]
fn a_time_limit_ends_the_run() {
    let (data, programs) = damaged();
    let mut settings = settings(u32::MAX);
    settings.time_limit = Some(Duration::from_millis(300));
    let started = Instant::now();
    let report = run(&data, &programs, &settings, &never(), &()).unwrap();
    assert!(report.stopped);
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert!(!report.rounds.is_empty());
}

/// Stops when the third round is saved; the round after that does not count.
struct StopsAtThree<'s>(&'s AtomicBool, Mutex<Vec<u32>>);

impl Watch for StopsAtThree<'_> {
    fn keep(&self, rounds: u32, _: &[TaskResult]) -> io::Result<()> {
        self.1.lock().unwrap().push(rounds);
        if rounds == 3 {
            self.0.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[test]
fn a_stop_ends_the_run_with_the_results_so_far() {
    let (data, programs) = damaged();
    let stop = never();
    let watch = StopsAtThree(&stop, Mutex::default());
    let report = run(&data, &programs, &settings(u32::MAX), &stop, &watch).unwrap();
    assert!(report.stopped);
    assert!(report.rounds.len() > 3);
    let kept = watch.1.into_inner().unwrap();
    assert_eq!(kept.len(), report.rounds.len());
    // A truncated round is saved under the number of the last complete one.
    let last = kept.len() - 1;
    assert_eq!(kept[last], kept[last - 1]);
    assert!(kept[..last].is_sorted_by(|a, b| a + 1 == *b));
    // If stopped beforehand, nothing runs.
    let report = run(&data, &programs, &settings(9), &stop, &()).unwrap();
    assert!(report.stopped);
    assert_eq!((report.rounds.len(), report.evaluations()), (1, 0));
}

/// Stops when unsolved tasks are tried with the candidates of other tasks; counts the events.
#[derive(Default)]
struct StopsAgain {
    stop: AtomicBool,
    wanted: AtomicUsize,
    done: AtomicUsize,
}

impl Watch for StopsAgain {
    fn round(&self, _: u32, _: usize, tasks: usize) {
        self.wanted.fetch_add(tasks, Ordering::Relaxed);
    }

    fn again(&self, tasks: usize) {
        self.wanted.fetch_add(tasks, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        // Usually long enough for the stop to be noticed; if not, more is found.
        std::thread::sleep(Duration::from_millis(50));
    }

    fn task_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn stopping_while_candidates_are_shared_keeps_earlier_results() {
    let (data, programs) = damaged();
    let mut settings = settings(1);
    settings.card.mutants = 0;
    let alone = run(&data, &programs, &settings, &never(), &()).unwrap();
    settings.share = true;
    let watch = StopsAgain::default();
    let stopped = run(&data, &programs, &settings, &watch.stop, &watch).unwrap();
    for (alone, stopped) in alone.tasks.iter().zip(&stopped.tasks) {
        let worth = |task: &TaskResult| task.best.as_ref().map(|b| (b.matched, b.differ));
        assert!(worth(alone).is_some(), "{}", alone.id);
        assert!(worth(stopped) >= worth(alone), "{}", alone.id);
    }
    // No more tasks are done than were announced.
    assert_eq!(watch.done.into_inner(), watch.wanted.into_inner());
}

#[test]
fn empty_input_is_accepted() {
    let (data, programs) = damaged();
    let none = run(&DataSet::default(), &programs, &settings(2), &never(), &()).unwrap();
    assert_eq!((none.tasks.len(), none.rounds.len()), (0, 2));
    let none = run(&data, &[], &settings(2), &never(), &()).unwrap();
    assert_eq!((none.solved(), none.rounds[1].candidates), (0, 0));
    let none = run(&data, &programs, &settings(0), &never(), &()).unwrap();
    assert!(none.rounds.is_empty() && !none.stopped);
    let mut from_zero = settings(2);
    from_zero.first_round = 0;
    assert_eq!(
        run(&data, &programs, &from_zero, &never(), &())
            .unwrap()
            .rounds
            .len(),
        2
    );
}
