//! Reading and writing a batt as text. The format is stable across versions.
//!
//! ```text
//! arcbatt batt 1
//! needs 3 fill objects size
//! sources 1
//! solve_example 00112233445566778899aabbccddeeff 2
//! nodes 4
//! I
//! #1
//! @size
//! fill 0 1 0
//! candidates 2
//! 3 none
//! 0 deletion
//! ```
//!
//! The header lists the primitives by name. A node is an input (`S`, `I`, `C`), a constant (`#5`, `#T`,
//! `#(1,2)`), a primitive as a value (`@size`), a call of a primitive on earlier nodes, or a call of an
//! earlier node (`! 7 0`). A source has a fingerprint and a number of candidates; a candidate has an
//! output node and a change.

use super::batt::{Batt, Candidate, Change, Source};
use super::graph::{NodeId, Op};
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{self, MAX_ARITY, Primitive};
use crate::program::Input;
use std::collections::BTreeSet;
use std::io::{self, Write};
use thiserror::Error;

const MAGIC: &str = "arcbatt batt ";
const VERSION: u32 = 1;

/// Why a text is not a batt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct FileError {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub problem: String,
}

impl Batt {
    /// Writes the batt as text, without nodes that no candidate depends on.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (nodes, numbers) = self.used_nodes();
        let names: BTreeSet<&str> = nodes
            .iter()
            .filter_map(|&node| match self.graph.op(node) {
                Op::Function(p) | Op::Call(p) => Some(p.name),
                _ => None,
            })
            .collect();
        write!(out, "{MAGIC}{VERSION}\nneeds {}", names.len())?;
        for name in names {
            write!(out, " {name}")?;
        }
        writeln!(out, "\nsources {}", self.sources.len())?;
        for source in &self.sources {
            let (first, end) = source.candidates;
            let (name, fingerprint) = (&source.name, source.fingerprint);
            writeln!(out, "{name} {fingerprint:032x} {}", end - first)?;
        }
        writeln!(out, "nodes {}", nodes.len())?;
        for &node in &nodes {
            match self.graph.op(node) {
                Op::Input(input) => write!(out, "{input:?}")?,
                Op::Constant(ConstantValue::Bool(true)) => write!(out, "#T")?,
                Op::Constant(ConstantValue::Bool(false)) => write!(out, "#F")?,
                Op::Constant(ConstantValue::Int(n)) => write!(out, "#{n}")?,
                Op::Constant(ConstantValue::Pair(i, j)) => write!(out, "#({i},{j})")?,
                Op::Function(primitive) => write!(out, "@{}", primitive.name)?,
                Op::Call(primitive) => write!(out, "{}", primitive.name)?,
                Op::Apply => write!(out, "!")?,
            }
            for arg in self.graph.args(node) {
                write!(out, " {}", numbers[arg.index()])?;
            }
            writeln!(out)?;
        }
        writeln!(out, "candidates {}", self.candidates.len())?;
        for candidate in &self.candidates {
            let number = numbers[candidate.output.index()];
            writeln!(out, "{number} {}", candidate.change.name())?;
        }
        Ok(())
    }

    /// The nodes that candidates depend on, and the new number of each.
    fn used_nodes(&self) -> (Vec<NodeId>, Vec<u32>) {
        let used = self.graph.used(self.candidates.iter().map(|c| c.output));
        let mut numbers = vec![0; used.len()];
        let mut nodes = Vec::new();
        for node in self.graph.nodes().filter(|node| used[node.index()]) {
            numbers[node.index()] = nodes.len() as u32;
            nodes.push(node);
        }
        (nodes, numbers)
    }

    /// Number of different calls that candidates depend on.
    pub fn nodes(&self) -> usize {
        let is_call = |&&node: &&NodeId| matches!(self.graph.op(node), Op::Call(_) | Op::Apply);
        self.used_nodes().0.iter().filter(is_call).count()
    }

    /// Reads a batt from text.
    pub fn read(text: &str) -> Result<Self, FileError> {
        Reader::new(text).batt()
    }
}

struct Reader<'t> {
    lines: std::str::Lines<'t>,
    line: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            lines: text.lines(),
            line: 0,
        }
    }

    fn error<T>(&self, problem: impl Into<String>) -> Result<T, FileError> {
        Err(FileError {
            line: self.line,
            problem: problem.into(),
        })
    }

    fn next(&mut self, wanted: &str) -> Result<&'t str, FileError> {
        self.line += 1;
        match self.lines.next() {
            Some(line) => Ok(line),
            None => self.error(format!(
                "the file ends before {wanted}: write the batt again"
            )),
        }
    }

    /// The number in a line such as `nodes 12`.
    fn count(&mut self, word: &str) -> Result<usize, FileError> {
        let line = self.next(word)?;
        let count = line.strip_prefix(word).and_then(|rest| {
            let rest = rest.trim_start();
            rest.split(' ').next()?.parse().ok()
        });
        match count {
            // Nodes have 32-bit numbers.
            Some(count) if count <= u32::MAX as usize => Ok(count),
            _ => self.error(format!(
                "expected `{word}` and a number, found `{}`",
                clip(line)
            )),
        }
    }

    fn batt(&mut self) -> Result<Batt, FileError> {
        let header = self.next("the header")?;
        let version = header
            .strip_prefix(MAGIC)
            .and_then(|v| v.parse::<u32>().ok());
        match version {
            Some(VERSION) => {}
            Some(newer) => {
                return self.error(format!(
                    "version {newer} of the format; this arcbatt reads version {VERSION}: \
                     write the batt again with `arcbatt card`"
                ));
            }
            None => {
                return self.error(format!(
                    "not a batt: expected `{MAGIC}{VERSION}`, found `{}`",
                    clip(header)
                ));
            }
        }
        self.needs()?;
        let mut batt = Batt::default();
        let mut first = 0u32;
        for _ in 0..self.count("sources")? {
            let line = self.next("a source")?;
            let source = self.source(line, first)?;
            first = source.candidates.1;
            batt.sources.push(source);
        }
        // By number in the file: calls that another version kept apart may be one node now.
        let mut nodes: Vec<NodeId> = Vec::new();
        for _ in 0..self.count("nodes")? {
            let line = self.next("a node")?;
            let node = self.node(line, &mut batt, &nodes)?;
            nodes.push(node);
        }
        let candidates = self.count("candidates")?;
        if candidates != first as usize {
            return self.error(format!("{candidates} candidates; the sources have {first}"));
        }
        for (k, source) in batt.sources.iter().enumerate() {
            for _ in source.candidates.0..source.candidates.1 {
                let line = self.next("a candidate")?;
                let (output, change) = line.split_once(' ').unwrap_or((line, ""));
                let output = output.parse().ok().and_then(|n: usize| nodes.get(n));
                let change = Change::ALL.into_iter().find(|c| c.name() == change);
                let (Some(&output), Some(change)) = (output, change) else {
                    return self.error(format!(
                        "expected a node and a change, found `{}`",
                        clip(line)
                    ));
                };
                batt.candidates.push(Candidate {
                    output,
                    source: k as u32,
                    change,
                });
            }
        }
        match self.lines.next() {
            Some(more) => {
                self.line += 1;
                self.error(format!(
                    "found `{}` after the last candidate: write the batt again",
                    clip(more)
                ))
            }
            None => Ok(batt),
        }
    }

    /// Reads the line that names all primitives, so that an unknown one is reported first.
    fn needs(&mut self) -> Result<(), FileError> {
        let line = self.next("the line `needs`")?;
        let mut words = line.split(' ');
        let count = match (words.next(), words.next().map(str::parse::<usize>)) {
            (Some("needs"), Some(Ok(count))) => count,
            _ => {
                return self.error(format!(
                    "expected `needs` and a number, found `{}`",
                    clip(line)
                ));
            }
        };
        if let Some(unknown) = words.clone().find(|n| table::primitive(n).is_none()) {
            return self.error(format!(
                "needs the primitive `{}`, which this version does not have: update arcbatt",
                clip(unknown)
            ));
        }
        match words.count() {
            named if named == count => Ok(()),
            named => self.error(format!("needs {count} primitives; {named} are named")),
        }
    }

    fn source(&self, line: &str, first: u32) -> Result<Source, FileError> {
        let mut words = line.rsplitn(3, ' ');
        let count = words.next().and_then(|n| n.parse::<u32>().ok());
        let fingerprint = words.next().and_then(|h| u128::from_str_radix(h, 16).ok());
        let end = count.and_then(|count| first.checked_add(count));
        match (words.next(), fingerprint, end) {
            (Some(name), Some(fingerprint), Some(end)) if !name.is_empty() => Ok(Source {
                name: name.to_string(),
                fingerprint,
                candidates: (first, end),
            }),
            _ => self.error(format!(
                "expected a name, a fingerprint and a number, found `{}`",
                clip(line)
            )),
        }
    }

    fn node(&self, line: &str, batt: &mut Batt, nodes: &[NodeId]) -> Result<NodeId, FileError> {
        let mut words = line.split(' ');
        let op = words.next().unwrap_or_default();
        let mut args = [NodeId(0); MAX_ARITY + 1];
        let mut arity = 0;
        for word in words {
            let node = word.parse().ok().and_then(|n: usize| nodes.get(n));
            match (node, args.get_mut(arity)) {
                (Some(&node), Some(slot)) => *slot = node,
                (None, _) => {
                    return self.error(format!("`{}` is not an earlier node", clip(word)));
                }
                (_, None) => return self.error("more arguments than any primitive takes"),
            }
            arity += 1;
        }
        let args = &args[..arity];
        let known = |name: &str| -> Result<&'static Primitive, FileError> {
            match table::primitive(name) {
                Some(primitive) => Ok(primitive),
                None => self.error(format!("`{}` is not a primitive", clip(name))),
            }
        };
        let graph = &mut batt.graph;
        Ok(match (op.as_bytes().first(), args) {
            (_, []) if op == "S" => graph.input(Input::S),
            (_, []) if op == "I" => graph.input(Input::I),
            (_, []) if op == "C" => graph.input(Input::C),
            (Some(b'#'), []) => match constant(&op[1..]) {
                Some(value) => graph.constant(value),
                None => return self.error(format!("`{}` is not a constant", clip(op))),
            },
            (Some(b'@'), []) => graph.function(known(&op[1..])?),
            (Some(b'!'), [function, args @ ..]) if op == "!" => graph.apply(*function, args),
            (Some(_), args) if args.len() <= MAX_ARITY => graph.call(known(op)?, args),
            _ => return self.error(format!("expected a node, found `{}`", clip(line))),
        })
    }
}

fn constant(text: &str) -> Option<ConstantValue> {
    Some(match text {
        "T" => ConstantValue::Bool(true),
        "F" => ConstantValue::Bool(false),
        _ => match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            Some(pair) => {
                let (i, j) = pair.split_once(',')?;
                ConstantValue::Pair(i.parse().ok()?, j.parse().ok()?)
            }
            None => ConstantValue::Int(text.parse().ok()?),
        },
    })
}

/// The first 60 characters of a text, for messages.
fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}
