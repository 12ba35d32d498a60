//! The batt: a merged graph, and the candidates that are its outputs.

use super::graph::{Graph, NodeId, Op};
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::Cost;
use crate::dsl::types::ErasedType;
use crate::program::Program;

/// How a candidate differs from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// It is the parent itself.
    None,
    /// A constant redrawn.
    Constant,
    /// A primitive replaced by another.
    Primitive,
    /// A variable replaced by an earlier one.
    Variable,
    /// A function argument replaced by another function.
    Function,
    /// A constant colour or angle computed from S instead.
    FromS,
    /// A part of another program inserted.
    CrossOver,
    /// A call deleted.
    Deletion,
    /// A call inserted.
    Insertion,
}

impl Change {
    /// All changes, in the order of the rates.
    pub const ALL: [Change; 9] = [
        Change::None,
        Change::Constant,
        Change::Primitive,
        Change::Variable,
        Change::Function,
        Change::FromS,
        Change::CrossOver,
        Change::Deletion,
        Change::Insertion,
    ];

    /// The name in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Change::None => "none",
            Change::Constant => "constant",
            Change::Primitive => "primitive",
            Change::Variable => "variable",
            Change::Function => "function",
            Change::FromS => "from-s",
            Change::CrossOver => "cross-over",
            Change::Deletion => "deletion",
            Change::Insertion => "insertion",
        }
    }
}

/// A program that candidates come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The program's name, such as `solve_gravity_down`.
    pub name: String,
    /// A hash of what its candidates depend on: the program, its donors, seed and rates.
    pub fingerprint: u128,
    /// Its candidates: a range of [`Batt::candidates`]; the first is the program itself.
    pub candidates: (u32, u32),
}

impl Source {
    /// The id of the task that the program is for.
    pub fn task_id(&self) -> Option<&str> {
        self.name.strip_prefix("solve_").filter(|id| !id.is_empty())
    }

    /// Whether the program may be for the task: by its name, it is for this task (`solve_ID`,
    /// `solve_ID_2`), its family (`solve_gravity` for `gravity_7`), or no task in particular.
    pub(super) fn may_be_for(&self, id: &str) -> bool {
        let Some(own) = self.task_id() else {
            return true;
        };
        let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let (mut own, mut id) = (own.chars().map(letter), id.chars().map(letter));
        loop {
            match (own.next(), id.next()) {
                (Some(a), Some(b)) if a == b => {}
                (None, None) => return true,
                (None, Some(next)) | (Some(next), None) => return next == '_',
                _ => return false,
            }
        }
    }
}

/// A candidate: an output of the batt, and its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The node of its result.
    pub output: NodeId,
    /// The index of its program in [`Batt::sources`].
    pub source: u32,
    /// How it differs from that program.
    pub change: Change,
}

/// Many programs merged into one graph, each program a candidate.
#[derive(Clone, Default)]
pub struct Batt {
    /// The merged calls.
    pub graph: Graph,
    /// The programs that candidates come from.
    pub sources: Vec<Source>,
    /// The candidates, by source.
    pub candidates: Vec<Candidate>,
}

impl Batt {
    /// A batt whose candidates are the programs, in the same order.
    pub fn from_programs<'p>(programs: impl IntoIterator<Item = &'p Program>) -> Self {
        let mut batt = Self::default();
        let mut lines = Vec::new();
        for (program, k) in programs.into_iter().zip(0..) {
            // A call with more arguments than any primitive takes fails on every input.
            let output = batt.graph.add(program, &mut lines);
            let output = output.unwrap_or_else(|| batt.graph.constant(ConstantValue::Int(0)));
            batt.sources.push(Source {
                name: program.name.clone(),
                fingerprint: 0,
                candidates: (k, k + 1),
            });
            batt.candidates.push(Candidate {
                output,
                source: k,
                change: Change::None,
            });
        }
        batt
    }

    /// The program that a candidate comes from.
    pub fn source(&self, candidate: u32) -> &Source {
        &self.sources[self.candidates[candidate as usize].source as usize]
    }

    /// Whether a candidate is a mutant of its source.
    pub fn is_mutant(&self, candidate: u32) -> bool {
        self.candidates[candidate as usize].change != Change::None
    }

    /// The name of a candidate for reports: that of its source, or `mutant of NAME`.
    pub fn name(&self, candidate: u32) -> String {
        let name = &self.source(candidate).name;
        match self.is_mutant(candidate) {
            true => format!("mutant of {name}"),
            false => name.clone(),
        }
    }

    /// The candidate as a program with the name of its source.
    pub fn extract(&self, candidate: u32) -> Program {
        let output = self.candidates[candidate as usize].output;
        self.graph.extract(output, &self.source(candidate).name)
    }

    /// Sum of the calls of all candidates: what would be computed without merging.
    pub fn calls(&self) -> u64 {
        // The last candidate that counted a node, so that each counts it once.
        let mut counted = vec![u32::MAX; self.graph.len()];
        let mut open: Vec<NodeId> = Vec::new();
        let mut calls = 0;
        for (candidate, k) in self.candidates.iter().zip(0..) {
            open.push(candidate.output);
            while let Some(node) = open.pop() {
                if counted[node.index()] == k {
                    continue;
                }
                counted[node.index()] = k;
                calls += matches!(self.graph.op(node), Op::Call(_) | Op::Apply) as u64;
                open.extend(self.graph.args(node));
            }
        }
        calls
    }

    /// Number of calls of a candidate.
    pub fn length(&self, candidate: u32) -> u32 {
        let output = self.candidates[candidate as usize].output;
        self.graph.calls_of(output).count() as u32
    }

    /// Estimated cost of running a candidate: the sum of the weights of its calls.
    pub fn cost(&self, candidate: u32) -> u32 {
        let output = self.candidates[candidate as usize].output;
        let weight = |cost| match cost {
            Cost::Constant => 1,
            Cost::Rows => 2,
            Cost::Cells => 4,
            Cost::Product => 8,
        };
        self.graph
            .calls_of(output)
            .map(|primitive| primitive.map_or(8, |p| weight(p.cost)))
            .sum()
    }

    /// Whether the type of a result can be a grid.
    pub fn may_be_output(shape: ErasedType) -> bool {
        shape.fit(ErasedType::GRID) >= crate::dsl::types::Fit::Maybe
    }
}
