//! The lines of the given programs: from a node of a batt back to what the user wrote.
//!
//! In: the programs with their files, and a batt made from them. Out: names of nodes such as
//! `s.py:12: x9 = product(x8, x8)`, and one row per line. A merged batt does not know lines, so the
//! programs are merged into a copy of its graph once more; that happens in profiles only.

mod rows;

pub use rows::rows;

use crate::batt::{Batt, Change, Graph, NodeId, Op, Source};
use crate::program::{self, Program};
use crate::text::clipped;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::sync::Arc;

/// The most programs that are taken from a batt without its solver files.
const MOST_OF_BATT: usize = 20_000;
/// The most characters of a node that is in no given program.
const LONGEST: usize = 200;
/// The most levels of calls shown in such a node.
const DEEPEST: usize = 6;

/// A program and the file that it comes from.
#[derive(Clone, Debug)]
pub struct GivenProgram {
    /// The program as it was written.
    pub program: Program,
    /// The name of its file; empty if it has none.
    pub file: String,
}

/// The programs that the user gave.
pub type GivenPrograms = Arc<[GivenProgram]>;

/// The programs of a batt, as far as its sources are in it unchanged.
pub fn programs_of(batt: &Batt) -> GivenPrograms {
    let sources = batt.sources.iter();
    let programs = sources.filter_map(|source| unchanged(batt, source));
    programs.take(MOST_OF_BATT).collect()
}

/// A program of a batt that is in it unchanged.
fn unchanged(batt: &Batt, source: &Source) -> Option<GivenProgram> {
    let first = source.candidates.0;
    let candidate = batt.candidates.get(first as usize)?;
    (candidate.change == Change::None && first < source.candidates.1).then(|| GivenProgram {
        program: batt.extract(first),
        file: String::new(),
    })
}

/// The programs that may name some nodes of a batt: those that the nodes were made for, and those of
/// the tasks that they ran on. Fewer than all, as this is in the measured time.
pub fn programs_for<'t>(
    given: &GivenPrograms,
    batt: &Batt,
    owners: &FxHashMap<u32, u32>,
    tasks: impl Iterator<Item = &'t str>,
) -> GivenPrograms {
    let tasks: FxHashSet<&str> = tasks.collect();
    let names = owners
        .values()
        .map(|&owner| batt.source(owner).name.as_str());
    let names: FxHashSet<&str> = names.collect();
    let is_of = |task: Option<&str>| task.is_some_and(|task| tasks.contains(task));
    if given.is_empty() {
        let sources = batt.sources.iter();
        let sources = sources.filter(|s| names.contains(s.name.as_str()) || is_of(s.task_id()));
        return sources
            .filter_map(|source| unchanged(batt, source))
            .collect();
    }
    let is_wanted = |given: &&GivenProgram| {
        names.contains(given.program.name.as_str()) || is_of(given.program.task_id())
    };
    given.iter().filter(is_wanted).cloned().collect()
}

/// For each line of a program, the names of the other programs that make the same call.
pub fn sharing(program: &Program, others: &[Program]) -> Vec<Vec<String>> {
    let mut graph = Graph::default();
    let mut own = Vec::new();
    let _ = graph.add(program, &mut own);
    let known = graph.len();
    let mut shared: Vec<Vec<String>> = vec![Vec::new(); own.len()];
    let mut nodes = Vec::new();
    for other in others.iter().filter(|other| *other != program) {
        let _ = graph.add(other, &mut nodes);
        for (own, shared) in own.iter().zip(&mut shared) {
            let is_call = matches!(graph.op(*own), Op::Call(_) | Op::Apply);
            if is_call && nodes.contains(own) {
                shared.push(other.name.clone());
            }
        }
        graph.truncate(known);
    }
    shared
}

/// A line of a given program: its number among the programs, and the index of the line.
type Line = (u32, u32);

/// The nodes of a batt by line, and the lines by node.
#[derive(Default)]
pub struct NodeLines {
    given: GivenPrograms,
    /// The lines that a node computes, in the order of the programs: the first of each program.
    lines: FxHashMap<u32, Vec<Line>>,
    /// The node of each line of each program; `None` for lines that are simplified away.
    nodes: Vec<Vec<Option<u32>>>,
}

impl GivenProgram {
    /// Where a line stands and what it says, such as `s.py:12: x9 = product(x8, x8)`.
    pub fn line(&self, line: usize) -> String {
        let code = self.program.line_text(line);
        format!("{}: {code}", self.place(line))
    }

    /// Where a line stands: `s.py:12`, without the folder, or the name of the program if it has no file.
    fn place(&self, line: usize) -> String {
        let file = Path::new(&self.file).file_name().unwrap_or_default();
        match self.line_number(line) {
            0 => self.program.name.clone(),
            number => format!("{}:{number}", file.to_string_lossy()),
        }
    }

    /// The number of a line in its file, from 1; 0 if there is no file.
    fn line_number(&self, line: usize) -> u64 {
        let place = self
            .program
            .lines
            .get(line)
            .map_or(0, |line| line.place.line);
        match self.file.is_empty() {
            true => 0,
            false => place.into(),
        }
    }
}

impl NodeLines {
    /// Finds the lines of the given programs in a graph made from them.
    pub fn new(given: &GivenPrograms, graph: &Graph) -> Self {
        let mut copy = graph.clone();
        let known = graph.len();
        let mut found = Self {
            given: given.clone(),
            ..Self::default()
        };
        let mut nodes = Vec::new();
        for (given, k) in given.iter().zip(0..) {
            // Some lines are in the graph even if a later one cannot be added.
            let _ = copy.add(&given.program, &mut nodes);
            // A line that is simplified away has the node of another call.
            let is_call = |node: NodeId, line: &program::Line| match (graph.op(node), line.callee) {
                (Op::Call(made), program::Callee::Primitive(called, _)) => made == called,
                (Op::Call(_) | Op::Apply, program::Callee::Line(_)) => true,
                _ => false,
            };
            let lines = nodes.iter().zip(&given.program.lines);
            let node = |(&node, line): (&NodeId, &program::Line)| {
                (node.index() < known && is_call(node, line)).then_some(node.0)
            };
            let nodes: Vec<Option<u32>> = lines.map(node).collect();
            for (node, line) in nodes.iter().zip(0..) {
                let Some(node) = node else { continue };
                let lines = found.lines.entry(*node).or_default();
                if lines.last().is_none_or(|&(last, _)| last != k) {
                    lines.push((k, line));
                }
            }
            found.nodes.push(nodes);
            copy.truncate(known);
        }
        found
    }

    /// The given programs; those of the batt, if none were given.
    pub fn given(&self) -> &[GivenProgram] {
        &self.given
    }

    /// The line of a node in one of the solvers of a task, or else in the program of this name.
    fn line_of(&self, node: u32, (task, name): (&str, &str)) -> Option<(&GivenProgram, usize)> {
        let lines = self.lines.get(&node)?;
        let of = |is_it: &dyn Fn(&Program) -> bool| {
            let mut lines = lines.iter();
            lines.find(|&&(k, _)| is_it(&self.given[k as usize].program))
        };
        let own = of(&|program| program.task_id() == Some(task));
        let &(k, line) = own.or_else(|| of(&|program| program.name == name))?;
        Some((&self.given[k as usize], line as usize))
    }

    /// A node by name: the line that it computes, or the call with the names of lines in it and the
    /// program that it is a mutant of. `owner` is a candidate that needs the node.
    pub fn name(&self, batt: &Batt, node: NodeId, task: &str, owner: Option<u32>) -> String {
        let source = owner.map_or("", |candidate| batt.source(candidate).name.as_str());
        if let Some((given, line)) = self.line_of(node.0, (task, source)) {
            return given.line(line);
        }
        let text = self.call(&batt.graph, node, (task, source), DEEPEST);
        let text = clipped(&text, LONGEST);
        match owner {
            Some(candidate) => format!("{}: {text}", batt.name(candidate)),
            None => text,
        }
    }

    /// A call with its arguments, as far as they are no lines themselves.
    fn call(&self, graph: &Graph, node: NodeId, names: (&str, &str), depth: usize) -> String {
        let argument = |node: NodeId| match graph.op(node) {
            Op::Input(input) => format!("{input:?}"),
            Op::Constant(value) => value.to_string(),
            Op::Function(primitive) => primitive.name.to_owned(),
            Op::Call(_) | Op::Apply => match self.line_of(node.0, names) {
                Some((given, line)) => given.program.lines[line].name.to_string(),
                None if depth == 0 => "…".to_owned(),
                None => self.call(graph, node, names, depth - 1),
            },
        };
        let arguments: Vec<String> = graph.args(node).map(argument).collect();
        match graph.op(node) {
            Op::Call(primitive) => format!("{}({})", primitive.name, arguments.join(", ")),
            Op::Apply => format!("{}({})", arguments[0], arguments[1..].join(", ")),
            _ => argument(node),
        }
    }
}

/// The first candidate that needs each of the nodes.
pub fn owners(batt: &Batt, nodes: &[u32]) -> FxHashMap<u32, u32> {
    let mut wanted: FxHashSet<u32> = nodes.iter().copied().collect();
    let mut found = FxHashMap::default();
    // A node seen before was not wanted by an earlier candidate.
    let mut seen = vec![false; batt.graph.len()];
    let mut open: Vec<NodeId> = Vec::new();
    for (candidate, k) in batt.candidates.iter().zip(0..) {
        if wanted.is_empty() {
            break;
        }
        open.push(candidate.output);
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            if wanted.remove(&node.0) {
                found.insert(node.0, k);
            }
            open.extend(batt.graph.args(node));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{self, card};
    use crate::program::parse_file;

    const SOURCE: &str = "\
def solve_a(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O

def solve_b(I):
    all = objects(I, T, F, T)
    same = identity(I)
    O = fill(same, ONE, first(all))
    return O
";

    fn given() -> GivenPrograms {
        let programs = parse_file(SOURCE).programs;
        let given = |program| GivenProgram {
            program,
            file: "s.py".to_owned(),
        };
        programs.into_iter().map(given).collect()
    }

    #[test]
    fn nodes_have_the_names_of_lines() {
        let given = given();
        let programs: Vec<Program> = given.iter().map(|g| g.program.clone()).collect();
        let settings = card::Settings {
            mutants: 20,
            ..card::Settings::default()
        };
        let (batt, _) = card(&programs, &settings, None);
        let lines = NodeLines::new(&given, &batt.graph);
        let node = lines.nodes[0][0].unwrap();
        let name = |task| lines.name(&batt, NodeId(node), task, None);
        assert_eq!(name("a"), "s.py:2: x1 = objects(I, T, F, T)");
        assert_eq!(name("b"), "s.py:8: all = objects(I, T, F, T)");
        assert_eq!(name("other"), "objects(I, True, False, True)");
        // `identity` is simplified away.
        assert_eq!(lines.nodes[1][1], None);
        // A node of a mutant refers to the lines that it shares.
        let mutants = batt.graph.nodes().map(|node| node.0);
        let mutants: Vec<u32> = mutants.filter(|n| !lines.lines.contains_key(n)).collect();
        let owners = owners(&batt, &mutants);
        let names = mutants.iter().filter_map(|&node| {
            let owner = *owners.get(&node)?;
            Some(lines.name(&batt, NodeId(node), "a", Some(owner)))
        });
        let names: Vec<String> = names.collect();
        assert!(
            names
                .iter()
                .any(|name| name.starts_with("mutant of solve_a: ") && name.contains("x1")),
            "{names:?}"
        );
        // Nodes have no numbers.
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let has_number = |name: &String| name.split("(n").skip(1).any(is_number);
        assert!(!names.iter().any(has_number), "{names:?}");
    }
}
