//! Answers from files of solutions, and the names of those files.

use super::load::read_text;
use super::read::{Solutions, is_challenges, solutions_of};
use super::{DataError, DataSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Takes the answers from the file of solutions at `path`. Tasks without a solution in it keep the
/// answers they have; returns how many tasks got theirs from the file.
pub fn add_solutions(data: &mut DataSet, path: &Path) -> Result<usize, DataError> {
    let file: Arc<Path> = path.into();
    let mut solutions = Solutions::read(&read_text(&file)?, &file)?;
    let mut found = 0;
    for (task, answers) in data.tasks.iter().zip(&mut data.answers) {
        if let Some(outputs) = solutions.take(&file, &task.id, task.test.len())? {
            *answers = outputs;
            found += 1;
        }
    }
    Ok(found)
}

/// The files of solutions that belong to the data set at a path, whether they exist or not: those of
/// its challenges. Other layouts have none, as they hold the answers themselves.
pub fn solution_files(path: &Path) -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir(path) else {
        return solutions_of(path).into_iter().collect();
    };
    let files = folder.filter_map(|item| item.ok().map(|item| item.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|file| is_challenges(file))
        .filter_map(|file| solutions_of(&file))
        .collect();
    files.sort_unstable();
    files
}
