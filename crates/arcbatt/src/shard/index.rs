//! The index of the shard to run, as a batch system gives it.

use super::error::ShardError;
use std::collections::BTreeMap;

/// The variables that batch systems set: Slurm's array, Kubernetes' indexed job.
const VARIABLES: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// The variable with the file in which HTCondor describes the job; its process is the index.
const CONDOR: &str = "_CONDOR_JOB_AD";

/// The most bytes of such a file that are read.
const MOST_BYTES: u64 = 1 << 20;

/// The index that the batch system gives by environment variables: the task of a Slurm array, the process
/// of an HTCondor cluster, or the completion index of a Kubernetes job.
pub fn index_from_environment(
    variable: impl Fn(&str) -> Option<String>,
) -> Result<usize, ShardError> {
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    for name in VARIABLES {
        if let Some(text) = variable(name) {
            found.insert(number(name, &text)?, name.to_owned());
        }
    }
    if let Some(path) = variable(CONDOR) {
        let process = process_of(&path).map_err(|why| {
            let message = format!("{CONDOR}: {path}: {why}; give --index");
            ShardError::NoIndex(message)
        })?;
        found.insert(process, "the process of HTCondor".to_owned());
    }
    let mut indices = found.iter();
    match (indices.next(), indices.next()) {
        (Some((&index, _)), None) => Ok(index),
        (None, _) => Err(ShardError::NoIndex(
            "which shard? give --index, or run it in a Slurm array (SLURM_ARRAY_TASK_ID), an HTCondor \
             cluster (_CONDOR_JOB_AD) or an indexed Kubernetes job (JOB_COMPLETION_INDEX)"
                .to_owned(),
        )),
        (Some((a, one)), Some((b, two))) => Err(ShardError::NoIndex(format!(
            "{one} says {a}, and {two} says {b}: give --index"
        ))),
    }
}

fn number(name: &str, text: &str) -> Result<usize, ShardError> {
    let wrong = |_| {
        ShardError::NoIndex(format!(
            "{name} is {text:?}, which is no index; give --index"
        ))
    };
    text.trim().parse().map_err(wrong)
}

/// The process in a job ad of HTCondor, whose lines are `Name = value`.
fn process_of(path: &str) -> Result<usize, String> {
    use std::io::Read;
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let read = file.take(MOST_BYTES).read_to_string(&mut text);
    read.map_err(|error| error.to_string())?;
    let process = text.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        let is_it = name.trim().eq_ignore_ascii_case("ProcId");
        is_it.then(|| value.trim().parse().ok())?
    });
    process.ok_or_else(|| "no line `ProcId = ...`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn index(variables: &[(&str, &str)]) -> Result<usize, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        index_from_environment(variable).map_err(|error| error.to_string())
    }

    #[test]
    fn batch_systems_say_which_shard() {
        assert_eq!(index(&[("SLURM_ARRAY_TASK_ID", "17")]), Ok(17));
        assert_eq!(index(&[("JOB_COMPLETION_INDEX", "0")]), Ok(0));
        let mut ad = tempfile::NamedTempFile::new().unwrap();
        writeln!(ad, "ClusterId = 9\nProcId = 4\nCmd = \"x = 1\"").unwrap();
        let path = ad.path().to_str().unwrap();
        assert_eq!(index(&[("_CONDOR_JOB_AD", path)]), Ok(4));
        assert_eq!(
            index(&[("_CONDOR_JOB_AD", path), ("SLURM_ARRAY_TASK_ID", "4")]),
            Ok(4)
        );
    }

    #[test]
    fn unclear_indices_are_errors_that_say_what_to_do() {
        for bad in [
            &[][..],
            &[("SLURM_ARRAY_TASK_ID", "-1")],
            &[("SLURM_ARRAY_TASK_ID", "3"), ("JOB_COMPLETION_INDEX", "4")],
            &[("_CONDOR_JOB_AD", "/no/such/file")],
            &[("_CONDOR_JOB_AD", "/dev/null")],
        ] {
            let error = index(bad).unwrap_err();
            assert!(error.contains("give --index"), "{bad:?}: {error}");
        }
    }
}
