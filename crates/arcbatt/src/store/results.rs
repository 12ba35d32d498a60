//! Results of runs: programs, scores, attempts and effort per task.

use super::canonical::{canonical, hash_text};
use super::error::StoreError;
use super::runs::RunId;
use super::{Store, grid_text};
use crate::card::{self, card};
use crate::program::{Program, parse_file};
use crate::score::Attempts;
use crate::search::{Found, SearchStats};
use crate::task::Task;
use rusqlite::{OptionalExtension, Transaction, params};
use std::collections::BTreeMap;

/// The result of a round or pass on one task.
#[derive(Clone, Debug)]
pub struct Pass<'a> {
    /// The index of the task among those of the run.
    pub place: usize,
    /// The task.
    pub task: &'a Task,
    /// The round or pass, from 1.
    pub pass: u32,
    /// Whether it was completed; an interrupted one is repeated when the run is resumed.
    pub finished: bool,
    /// Whether the result replaces that of earlier passes.
    pub better: bool,
    /// The programs found, best first.
    pub found: Vec<FoundProgram<'a>>,
    /// How the best program came about; without, its proposer.
    pub origin: Option<String>,
    /// The attempts at every test.
    pub attempts: &'a [Attempts],
    /// The effort of this pass.
    pub stats: SearchStats,
}

/// A program found for a task.
#[derive(Clone, Copy, Debug)]
pub struct FoundProgram<'a> {
    /// The program.
    pub program: &'a Program,
    /// Demonstrations that it gets right.
    pub matched: u32,
    /// Description length; less is better, see [`Found::bits`].
    pub bits: f64,
    /// The part of arcbatt that proposed it.
    pub proposer: &'a str,
}

impl<'a> From<&'a Found> for FoundProgram<'a> {
    fn from(found: &'a Found) -> Self {
        Self {
            program: &found.program,
            matched: found.matched,
            bits: found.bits,
            proposer: found.proposer.name(),
        }
    }
}

/// The state of a task in a run.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The last completed pass or round; 0 for none.
    pub pass: u32,
    /// Demonstrations that the best program gets right.
    pub matched: u32,
    /// The best program.
    pub best: Option<Best>,
    /// The attempts at every test.
    pub attempts: Vec<Attempts>,
    /// The effort of all passes.
    pub stats: SearchStats,
}

/// The best program of a task.
#[derive(Clone, Debug)]
pub struct Best {
    /// The program.
    pub program: Program,
    /// The part of arcbatt that proposed it.
    pub proposer: String,
    /// Description length; less is better, see [`Found::bits`](crate::search::Found::bits).
    pub bits: f64,
}

impl Store {
    /// Writes the result of a pass on one task, in one transaction.
    pub fn keep(&mut self, run: RunId, pass: &Pass<'_>) -> Result<(), StoreError> {
        let programs = new_programs(pass);
        self.change(|change| keep_pass(change, run, pass, &programs))
    }

    /// Writes the results of a round on all tasks and the `parents` of the round after it, each
    /// with the index of its task, in one transaction.
    pub fn keep_round(
        &mut self,
        run: RunId,
        passes: &[Pass<'_>],
        parents: Option<(u32, &[(usize, Program)])>,
    ) -> Result<(), StoreError> {
        let programs: Vec<_> = passes.iter().map(new_programs).collect();
        let new = |(place, program): &(usize, Program)| (*place, NewProgram::new(program));
        let parents = parents.map(|(round, parents)| (round, parents.iter().map(new)));
        let parents = parents.map(|(round, parents)| (round, parents.collect::<Vec<_>>()));
        self.change(|change| {
            for (pass, programs) in passes.iter().zip(&programs) {
                keep_pass(change, run, pass, programs)?;
            }
            if let Some((round, parents)) = &parents {
                change.execute("DELETE FROM libraries WHERE run = ?1", [run.0])?;
                for (k, (place, program)) in parents.iter().enumerate() {
                    let (program, _) = program.keep(change)?;
                    change.execute(
                        "INSERT INTO libraries (run, pass, place, program)
                         VALUES (?1, ?2, ?3, ?4)",
                        params![run.0, round, PARENTS * *place as i64 + k as i64, program],
                    )?;
                }
            }
            Ok(())
        })
    }

    /// The parents of a round that [`Store::keep_round`] wrote, in order.
    pub fn parents(&self, run: RunId, round: u32) -> Result<Vec<(usize, Program)>, StoreError> {
        let rows = self.read(|reader| {
            let mut query = reader.prepare(
                "SELECT place, text FROM libraries JOIN programs USING (program)
                 WHERE run = ?1 AND pass = ?2 ORDER BY place",
            )?;
            let rows = query.query_map(params![run.0, round], |row| {
                reader.bounds.charge(row)?;
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        let parse = |(place, text): (i64, String)| {
            let program = parse_file(&text).programs.into_iter().next()?;
            Some(((place / PARENTS) as usize, program))
        };
        Ok(rows.into_iter().filter_map(parse).collect())
    }

    /// The state of a run: its tasks by their index.
    pub fn standings(&self, run: RunId) -> Result<BTreeMap<usize, Standing>, StoreError> {
        self.read(|reader| {
            let mut standings: BTreeMap<usize, Standing> = BTreeMap::new();
            let mut query = reader.prepare(
                "SELECT place, pass, matched, text, proposer, results.bits FROM results
                 LEFT JOIN programs ON program = best WHERE run = ?1",
            )?;
            let mut rows = query.query([run.0])?;
            while let Some(row) = rows.next()? {
                reader.bounds.charge(row)?;
                let text: Option<String> = row.get(3)?;
                let proposer: Option<String> = row.get(4)?;
                let bits: Option<f64> = row.get(5)?;
                let best = || {
                    Some(Best {
                        program: parse_file(&text?).programs.into_iter().next()?,
                        proposer: proposer?,
                        bits: bits?,
                    })
                };
                let standing = Standing {
                    pass: row.get(1)?,
                    matched: row.get(2)?,
                    best: best(),
                    ..Standing::default()
                };
                standings.insert(row.get::<_, i64>(0)? as usize, standing);
            }
            let mut query = reader.prepare(
                "SELECT place, test, attempt, grid FROM attempts WHERE run = ?1
                 AND test BETWEEN 0 AND 10000 AND attempt BETWEEN 0 AND 1",
            )?;
            let mut rows = query.query([run.0])?;
            while let Some(row) = rows.next()? {
                reader.bounds.charge(row)?;
                let place = row.get::<_, i64>(0)? as usize;
                let (test, attempt) = (row.get::<_, i64>(1)? as usize, row.get::<_, i64>(2)?);
                let grid: String = row.get(3)?;
                if let Some(standing) = standings.get_mut(&place) {
                    let attempts = &mut standing.attempts;
                    if attempts.len() <= test {
                        let more = test + 1 - attempts.len();
                        let bytes = more * size_of::<Attempts>();
                        reader.bounds.charge_bytes(bytes as u64)?;
                        attempts.resize(test + 1, [None, None]);
                    }
                    attempts[test][(attempt == 1) as usize] = grid_text::from_text(&grid);
                }
            }
            let mut query = reader.prepare(
                "SELECT place, sum(seconds), sum(evaluations), sum(programs), max(memory)
                 FROM timings WHERE run = ?1 GROUP BY place",
            )?;
            let mut rows = query.query([run.0])?;
            while let Some(row) = rows.next()? {
                reader.bounds.charge(row)?;
                let place = row.get::<_, i64>(0)? as usize;
                if let Some(standing) = standings.get_mut(&place) {
                    let seconds = row.get::<_, f64>(1)?;
                    standing.stats = SearchStats {
                        time: std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default(),
                        evaluations: row.get::<_, i64>(2)? as u64,
                        programs: row.get::<_, i64>(3)? as u64,
                        memory: row.get::<_, i64>(4)? as usize,
                    };
                }
            }
            Ok(standings)
        })
    }
}

/// The place of a parent of task `t` is `t * PARENTS` and its index among all parents.
const PARENTS: i64 = 1 << 32;

/// The programs of a pass that go into the store: those that get a demonstration right, and the
/// best one in any case.
fn new_programs<'p, 'a>(pass: &'p Pass<'a>) -> Vec<(&'p FoundProgram<'a>, NewProgram)> {
    let found = pass.found.iter().enumerate();
    found
        .filter(|(k, found)| *k == 0 || found.matched > 0)
        .map(|(_, found)| (found, NewProgram::new(found.program)))
        .collect()
}

fn keep_pass(
    change: &Transaction<'_>,
    run: RunId,
    pass: &Pass<'_>,
    found: &[(&FoundProgram<'_>, NewProgram)],
) -> rusqlite::Result<()> {
    let task = keep_task(change, pass.task)?;
    let mut best = None;
    for (found, program) in found {
        let (program, _) = program.keep(change)?;
        keep_score(change, run, task, program, found, pass.task.train.len())?;
        best = best.or(Some((program, found)));
    }
    let place = pass.place as i64;
    let done = if pass.finished { pass.pass } else { 0 };
    change.execute(
        "INSERT INTO results (run, place, task, pass, matched, demonstrations)
         VALUES (?1, ?2, ?3, ?4, 0, ?5)
         ON CONFLICT DO UPDATE SET pass = max(pass, ?4)",
        params![run.0, place, task, done, pass.task.train.len() as i64],
    )?;
    if pass.better {
        let proposer = best.map(|(_, found)| pass.origin.as_deref().unwrap_or(found.proposer));
        change.execute(
            "UPDATE results SET matched = ?3, best = ?4, proposer = ?5, bits = ?6
             WHERE run = ?1 AND place = ?2",
            params![
                run.0,
                place,
                best.map_or(0, |(_, found)| found.matched),
                best.map(|(program, _)| program),
                proposer,
                best.map(|(_, found)| finite(found.bits)),
            ],
        )?;
        keep_attempts(change, run, place, pass.attempts)?;
    }
    if pass.finished {
        keep_timing(change, run, place, pass.pass, &pass.stats)?;
    }
    Ok(())
}

/// SQLite cannot store NaN.
fn finite(bits: f64) -> f64 {
    if bits.is_finite() { bits } else { f64::MAX }
}

/// A count, clamped to SQLite's range.
fn count(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A program ready to be stored.
pub(super) struct NewProgram {
    text: String,
    length: u32,
    cost: u32,
}

impl NewProgram {
    pub(super) fn new(program: &Program) -> Self {
        let program = canonical(program);
        let settings = card::Settings {
            mutants: 0,
            ..card::Settings::default()
        };
        let (batt, _) = card(std::slice::from_ref(&program), &settings, None);
        // A program too long for a batt gives no candidate.
        let cost = match batt.candidates.is_empty() {
            true => u32::MAX,
            false => batt.cost(0),
        };
        Self {
            text: program.to_string(),
            length: program.lines.len() as u32,
            cost,
        }
    }

    /// Writes the program if it is new; returns its row id, and whether it is new.
    pub(super) fn keep(&self, change: &Transaction<'_>) -> rusqlite::Result<(i64, bool)> {
        let hash = hash_text(&self.text).to_string();
        let new = change.execute(
            "INSERT INTO programs (hash, text, length, cost) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
            params![hash, self.text, self.length, self.cost],
        )?;
        let query = "SELECT program FROM programs WHERE hash = ?1";
        let row = change.query_row(query, [hash], |row| row.get(0))?;
        Ok((row, new == 1))
    }
}

pub(super) fn keep_task(change: &Transaction<'_>, task: &Task) -> rusqlite::Result<i64> {
    let hash = task.content_hash().to_string();
    let known = |change: &Transaction<'_>| {
        change
            .query_row("SELECT task FROM tasks WHERE hash = ?1", [&hash], |row| {
                row.get(0)
            })
            .optional()
    };
    if let Some(task) = known(change)? {
        return Ok(task);
    }
    change.execute(
        "INSERT INTO tasks (hash, id, train, tests) VALUES (?1, ?2, ?3, ?4)",
        params![
            hash,
            task.id,
            task.train.len() as i64,
            task.test.len() as i64
        ],
    )?;
    Ok(change.last_insert_rowid())
}

pub(super) fn keep_score(
    change: &Transaction<'_>,
    run: RunId,
    task: i64,
    program: i64,
    found: &FoundProgram<'_>,
    demonstrations: usize,
) -> rusqlite::Result<()> {
    let proposer = found.proposer;
    change.execute(
        // The first proposer stays; the score only improves.
        "INSERT INTO scores (program, task, matched, demonstrations, bits, proposer, run)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO UPDATE SET matched = max(matched, ?3), bits = min(bits, ?5)",
        params![
            program,
            task,
            found.matched,
            demonstrations as i64,
            finite(found.bits),
            proposer,
            run.0
        ],
    )?;
    change.execute(
        "INSERT INTO provenance (program, run, task, proposer) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO NOTHING",
        params![program, run.0, task, proposer],
    )?;
    Ok(())
}

fn keep_attempts(
    change: &Transaction<'_>,
    run: RunId,
    place: i64,
    attempts: &[Attempts],
) -> rusqlite::Result<()> {
    change.execute(
        "DELETE FROM attempts WHERE run = ?1 AND place = ?2",
        params![run.0, place],
    )?;
    for (test, both) in attempts.iter().enumerate() {
        for (attempt, grid) in both.iter().enumerate() {
            let Some(grid) = grid else { continue };
            change.execute(
                "INSERT INTO attempts (run, place, test, attempt, grid) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![
                    run.0,
                    place,
                    test as i64,
                    attempt as i64,
                    grid_text::to_text(grid)
                ],
            )?;
        }
    }
    Ok(())
}

fn keep_timing(
    change: &Transaction<'_>,
    run: RunId,
    place: i64,
    pass: u32,
    stats: &SearchStats,
) -> rusqlite::Result<()> {
    change.execute(
        "INSERT OR REPLACE INTO timings (run, place, pass, seconds, evaluations, programs, memory)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            run.0,
            place,
            pass,
            stats.time.as_secs_f64(),
            count(stats.evaluations),
            count(stats.programs),
            count(stats.memory as u64)
        ],
    )?;
    Ok(())
}
