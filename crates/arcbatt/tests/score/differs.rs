//! The starter differs: their scores on all kinds of pairs.

use super::support::{programs, random_grid, task};
use arcbatt::batt::Options;
use arcbatt::grid::{Grid, GridBuf};
use arcbatt::program::typecheck;
use arcbatt::rng::Rng;
use arcbatt::score::{DifferScores, Differs, NO_DIFFERENCE};
use arcbatt::task::{Task, generators};

fn compare(differs: &Differs, pairs: &[(Grid, Grid)]) -> DifferScores {
    let compared = differs.compare(&task("half_turn"), pairs, &Options::default());
    assert_eq!(compared.ended, None);
    compared
}

/// The score that a starter differ gives a pair.
fn says(name: &str, grid: &[&str], wanted: &[&str]) -> u16 {
    let differs = Differs::starter();
    let place = differs.names().iter().position(|n| n == name).unwrap();
    let [grid, wanted] = [grid, wanted].map(|rows| GridBuf::from_digits(rows).unwrap());
    compare(differs, &[(grid.view(), wanted.view())]).of(0)[place]
}

#[test]
fn starters_are_well_typed_and_return_a_number() {
    let programs = programs(Differs::STARTER);
    assert!(programs.len() >= 12);
    assert_eq!(Differs::starter().len(), programs.len());
    let mut names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    assert!(names.iter().all(|name| name.starts_with("differ_")));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), programs.len());
    for program in &programs {
        let typing = typecheck(program).unwrap();
        assert_eq!(typing.result.to_string(), "Int", "{}", program.name);
    }
}

#[test]
fn calls_shared_by_differs_run_once() {
    let [one, two] = ["size", "maximum"].map(|last| {
        programs(&format!(
            "def differ_{last}(S, I, C):\n    x1 = palette(I)\n    x2 = {last}(x1)\n    return x2\n"
        ))
    });
    let both = [&one[..], &two[..]].concat();
    assert_eq!(Differs::from_programs(&both).calls(), 3);
    let separate: usize = programs(Differs::STARTER)
        .iter()
        .map(|p| Differs::from_programs(std::slice::from_ref(p)).calls())
        .sum();
    assert!(Differs::starter().calls() < separate);
}

/// No pair of grids makes a starter fail or leave its range.
///
/// A failure counts as 0, so every differ also runs in a wrapper that maps a failure to 0 and an
/// answer from 0 to 1000 to at least 1.
#[test]
fn every_pair_of_grids_has_a_score_in_range() {
    let source: String = Differs::STARTER
        .lines()
        .map(|line| match line {
            "    return O" => "    o1 = greater(ZERO, O)\n    o2 = greater(O, THOUSAND)\n    \
                 o3 = either(o1, o2)\n    o4 = branch(o3, ZERO, ONE)\n    return o4\n"
                .to_string(),
            line => format!("{line}\n"),
        })
        .collect();
    let within = Differs::from_programs(&programs(&source));
    let mut rng = Rng::new(5);
    let mut grids: Vec<GridBuf> = (0..100).map(|_| random_grid(&mut rng)).collect();
    for task in generators::embedded().tasks.iter().take(30) {
        let pair = &task.train[0];
        grids.extend([pair.input.clone(), pair.output.clone()]);
    }
    grids.push(GridBuf::filled(1, 1, 0));
    grids.push(GridBuf::filled(30, 30, 9));
    grids.push(GridBuf::filled(1, 30, 3));
    grids.push(GridBuf::filled(30, 1, 0));
    let pairs: Vec<(Grid, Grid)> = grids
        .iter()
        .flat_map(|a| grids.iter().map(move |b| (a.view(), b.view())))
        .collect();
    let in_range = compare(&within, &pairs);
    let scores = compare(Differs::starter(), &pairs);
    let mut partial = vec![false; Differs::starter().len()];
    for (k, (grid, wanted)) in pairs.iter().enumerate() {
        let good = in_range.of(k).iter().all(|&n| n == 1);
        assert!(good, "{grid:?} {wanted:?}: {:?}", in_range.of(k));
        if grid == wanted {
            assert!(scores.of(k).iter().all(|&n| n == NO_DIFFERENCE), "{grid:?}");
        }
        for (partial, &n) in partial.iter_mut().zip(scores.of(k)) {
            *partial |= (1..NO_DIFFERENCE).contains(&n);
        }
    }
    assert!(
        partial.iter().all(|&p| p),
        "some are all or nothing: {partial:?}"
    );
}

#[test]
fn differs_measure_what_their_names_say() {
    let wanted = ["0000", "0110", "0002"];
    assert_eq!(
        says("differ_palette", &["0000", "0110", "0110"], &wanted),
        666
    );
    assert_eq!(says("differ_palette", &["3"], &wanted), 0);
    assert_eq!(
        says("differ_color_counts", &["0000", "0101", "2000"], &wanted),
        1000
    );
    assert_eq!(
        says("differ_color_counts", &["0000", "0111", "0002"], &wanted),
        333
    );
    assert_eq!(
        says("differ_background", &["1111", "1111", "1111"], &wanted),
        0
    );
    assert_eq!(
        says("differ_background", &["0000", "0220", "0003"], &wanted),
        1000
    );
    assert_eq!(
        says("differ_cells", &["0000", "0110", "0003"], &wanted),
        916
    );
    assert_eq!(says("differ_cells", &["0000", "0110"], &wanted), 666);
    assert_eq!(
        says("differ_foreground", &["0000", "0330", "0003"], &wanted),
        1000
    );
    assert_eq!(
        says("differ_foreground", &["0000", "0330", "0000"], &wanted),
        750
    );
    assert_eq!(says("differ_rows", &["0000", "0000", "0110"], &wanted), 666);
    assert_eq!(says("differ_columns", &["0", "0", "0"], &wanted), 250);
    assert_eq!(says("differ_height", &["0000"], &wanted), 333);
    assert_eq!(says("differ_width", &["00000"], &wanted), 800);
    assert_eq!(
        says("differ_objects_lost", &["0000", "0110", "0000"], &wanted),
        666
    );
    assert_eq!(
        says("differ_objects_gained", &["0000", "0110", "0000"], &wanted),
        1000
    );
    assert_eq!(
        says("differ_objects_gained", &["3000", "0110", "0002"], &wanted),
        750
    );
    assert_eq!(
        says("differ_objects_lost", &["3000", "0110", "0002"], &wanted),
        1000
    );
    assert_eq!(
        says("differ_object_count", &["3000", "0110", "0002"], &wanted),
        750
    );
    assert_eq!(
        says("differ_object_shapes", &["1100", "0000", "0020"], &wanted),
        1000
    );
    assert_eq!(
        says("differ_object_shapes", &["1100", "0000", "0030"], &wanted),
        500
    );
    assert_eq!(
        says("differ_object_forms", &["2200", "0000", "0030"], &wanted),
        1000
    );
    assert_eq!(
        says(
            "differ_object_positions",
            &["0000", "0300", "0003"],
            &wanted
        ),
        1000
    );
    assert_eq!(
        says(
            "differ_object_positions",
            &["0000", "0000", "0003"],
            &wanted
        ),
        666
    );
    let mirror = ["10", "10"];
    assert_eq!(
        says("differ_mirror_left_right", &["11", "10"], &mirror),
        333
    );
    assert_eq!(
        says("differ_mirror_upside_down", &["11", "00"], &mirror),
        200
    );
}

/// A grid that is changed cell by cell loses points with every cell.
#[test]
fn more_wrong_cells_score_less() {
    let task = task("gravity_down");
    let wanted = &task.train[0].output;
    let mut spoilt = vec![wanted.clone()];
    for i in 0..wanted.height() as i64 {
        let mut next = spoilt[spoilt.len() - 1].clone();
        next.set(i, 0, (next.get(i, 0).unwrap() + 1) % 10);
        spoilt.push(next);
    }
    let pairs: Vec<_> = spoilt.iter().map(|g| (g.view(), wanted.view())).collect();
    let differs = Differs::starter();
    let compared = compare(differs, &pairs);
    let cells = differs
        .names()
        .iter()
        .position(|n| n == "differ_cells")
        .unwrap();
    for k in 1..pairs.len() {
        assert!(compared.of(k)[cells] < compared.of(k - 1)[cells]);
        assert!(compared.total(k) < compared.total(0));
    }
    assert_eq!(compared.total(0), differs.most());
}

#[test]
fn answers_out_of_range_count_zero() {
    let differs = Differs::from_programs(&programs(
        "def differ_fails(S, I, C):\n    x1 = divide(ONE, ZERO)\n    return x1\n\
         def differ_grid(S, I, C):\n    return I\n\
         def differ_large(S, I, C):\n    x1 = increment(THOUSAND)\n    return x1\n\
         def differ_negative(S, I, C):\n    x1 = invert(ONE)\n    return x1\n\
         def differ_none(S, I, C):\n    x1 = index(I, (99, 99))\n    return x1\n\
         def differ_full(S, I, C):\n    return THOUSAND\n\
         def differ_demonstrations(S, I, C):\n    x1 = size(S)\n    return x1\n\
         def differ_same(S, I, C):\n    x1 = equality(I, C)\n    x2 = multiply(x1, TEN)\n    return x2\n",
    ));
    let (a, b) = (GridBuf::filled(2, 3, 1), GridBuf::filled(2, 3, 2));
    let pairs = [(a.view(), b.view()), (b.view(), b.view())];
    let task = task("half_turn");
    let compared = differs.compare(&task, &pairs, &Options::default());
    let train = task.train.len() as u16;
    assert_eq!(compared.of(0), [0, 0, 0, 0, 0, 1000, train, 0]);
    assert_eq!(compared.of(1), [0, 0, 0, 0, 0, 1000, train, 10]);
}

#[test]
fn empty_lists_of_differs_and_pairs_are_accepted() {
    let none = Differs::from_programs(&[]);
    assert!(none.is_empty());
    let grid = GridBuf::filled(1, 1, 0);
    assert_eq!(compare(&none, &[(grid.view(), grid.view())]).total(0), 0);
    assert_eq!(compare(Differs::starter(), &[]).evaluations, 0);
    let empty = Task {
        id: String::new(),
        train: vec![],
        test: vec![],
    };
    let pairs = [(grid.view(), grid.view())];
    let compared = Differs::starter().compare(&empty, &pairs, &Options::default());
    assert_eq!(compared.total(0), Differs::starter().most());
}

/// Scores depend neither on the pairs run together nor on the number of threads.
#[test]
fn pairs_are_scored_independently() {
    let mut rng = Rng::new(9);
    let grids: Vec<GridBuf> = (0..700).map(|_| random_grid(&mut rng)).collect();
    let pairs: Vec<_> = grids
        .windows(2)
        .map(|w| (w[0].view(), w[1].view()))
        .collect();
    let differs = Differs::starter();
    let together = compare(differs, &pairs);
    for (k, pair) in pairs.iter().enumerate().step_by(37) {
        assert_eq!(compare(differs, &[*pair]).of(0), together.of(k));
    }
}
