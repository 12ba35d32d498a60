//! The graph: many programs as one list of nodes, each a call of earlier nodes.

use super::binary::{Words, constant_of, constant_words};
use super::call_table::{CallKey, CallTable};
use crate::dsl::constants::{CONSTANTS, ConstantValue};
use crate::dsl::table::{self, MAX_ARITY, Primitive, Suffix};
use crate::prim;
use crate::program::{Arg, Callee, Input, Line, Parameters, Place, Program, VariableName};
use compact_str::format_compact;
use rustc_hash::FxHashMap;

/// A node of a graph. Arguments have smaller numbers than the nodes that read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// An input of the program.
    Input(Input),
    /// A number, truth value or pair.
    Constant(ConstantValue),
    /// A primitive as a value.
    Function(&'static Primitive),
    /// A call of a primitive on the arguments.
    Call(&'static Primitive),
    /// A call of the first argument on the others.
    Apply,
}

// The low half of the head of a node: the number of a primitive in the table, or one of these. The
// high half is the number of arguments. The first argument of an input, a constant or a function is
// its number.
const INPUT: u16 = u16::MAX;
const CONSTANT: u16 = u16::MAX - 1;
const FUNCTION: u16 = u16::MAX - 2;
const APPLY: u16 = u16::MAX - 3;

/// How many arguments of a node are stored: those of a call, or the number of a leaf.
fn stored_args(head: u32) -> usize {
    match head as u16 {
        INPUT | CONSTANT | FUNCTION => 1,
        _ => (head >> 16) as usize,
    }
}

/// Many programs as one list of nodes; equal calls are one node.
#[derive(Clone, Default)]
pub struct Graph {
    nodes: CallTable,
    constants: Vec<ConstantValue>,
    constant_numbers: FxHashMap<ConstantValue, u32>,
    /// Calls added so far, duplicates included.
    calls: u64,
    /// Whether calls are kept that another node already computes.
    all_calls: bool,
}

impl Graph {
    /// A graph that merges equal calls only, so that its nodes cost what the lines of programs cost.
    pub(crate) fn with_all_calls() -> Self {
        Self {
            all_calls: true,
            ..Self::default()
        }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls added so far, duplicates included: what the programs would compute without merging.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// What a node computes.
    #[inline]
    pub fn op(&self, node: NodeId) -> Op {
        let key = self.nodes.key(node.0);
        match key.head as u16 {
            INPUT => Op::Input(match key.args[0] {
                0 => Input::S,
                1 => Input::I,
                _ => Input::C,
            }),
            CONSTANT => Op::Constant(self.constants[key.args[0] as usize]),
            FUNCTION => Op::Function(table::primitives()[key.args[0] as usize]),
            APPLY => Op::Apply,
            call => Op::Call(table::primitives()[call as usize]),
        }
    }

    /// The arguments of a node.
    #[inline]
    pub fn args(&self, node: NodeId) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        let key = self.nodes.key(node.0);
        let arity = (key.head >> 16) as usize;
        key.args[..arity].iter().map(|&n| NodeId(n))
    }

    /// All nodes, in the order in which they can be computed.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    #[inline]
    fn intern(&mut self, key: CallKey) -> NodeId {
        if !self.nodes.is_indexed() {
            self.nodes.index_all();
        }
        let hash = key.hash();
        let known = self.nodes.find(&key, hash);
        NodeId(known.unwrap_or_else(|| self.nodes.push(key, hash)))
    }

    /// The node of an input.
    pub fn input(&mut self, input: Input) -> NodeId {
        let number = match input {
            Input::S => 0,
            Input::I => 1,
            Input::C => 2,
        };
        self.leaf(INPUT, number)
    }

    /// The node of a constant. Equal values are one node, whatever their names.
    pub fn constant(&mut self, value: ConstantValue) -> NodeId {
        // A truth value equals a number, but has its own node, so that it prints as a truth value.
        let next = self.constants.len() as u32;
        let number = *self.constant_numbers.entry(value).or_insert(next);
        if number == next {
            self.constants.push(value);
        }
        self.leaf(CONSTANT, number)
    }

    /// The node of a primitive as a value.
    pub fn function(&mut self, primitive: &'static Primitive) -> NodeId {
        self.leaf(FUNCTION, table::number(primitive) as u32)
    }

    fn leaf(&mut self, op: u16, number: u32) -> NodeId {
        let mut args = [0; MAX_ARITY + 1];
        args[0] = number;
        self.intern(CallKey {
            head: op.into(),
            args,
        })
    }

    /// The node of a call of a primitive. At most [`MAX_ARITY`] arguments.
    pub fn call(&mut self, primitive: &'static Primitive, args: &[NodeId]) -> NodeId {
        self.calls += 1;
        if !self.all_calls
            && let Some(simpler) = super::simplify::simpler(self, primitive, args)
        {
            return simpler;
        }
        let mut packed = self.pack(table::number(primitive), args);
        if primitive.properties.commutes {
            packed.args[..args.len()].sort_unstable();
        }
        self.intern(packed)
    }

    /// The node of a call of a function that another node computes.
    pub fn apply(&mut self, function: NodeId, args: &[NodeId]) -> NodeId {
        let function = match self.op(function) {
            Op::Function(primitive) => return self.call(primitive, args),
            // Calling a grid or a constant fails. A program can only call variables, so this call of
            // identity makes it one; it is not simplified away.
            Op::Input(_) | Op::Constant(_) => {
                let packed = self.pack(table::number(prim!(identity)), &[function]);
                self.intern(packed)
            }
            _ => function,
        };
        self.calls += 1;
        let mut all = [function; MAX_ARITY + 1];
        all[1..=args.len()].copy_from_slice(args);
        let packed = self.pack(APPLY, &all[..=args.len()]);
        self.intern(packed)
    }

    /// Copies a node of another graph; `args` are its arguments in this graph.
    pub fn copy(&mut self, from: &Graph, node: NodeId, args: &[NodeId]) -> NodeId {
        match from.op(node) {
            Op::Input(input) => self.input(input),
            Op::Constant(value) => self.constant(value),
            Op::Function(primitive) => self.function(primitive),
            Op::Call(primitive) => self.call(primitive, args),
            Op::Apply => self.apply(args[0], &args[1..]),
        }
    }

    /// Removes all nodes from the given number on.
    pub fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    /// Removes all nodes; keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.constants.clear();
        self.constant_numbers.clear();
        self.calls = 0;
    }

    fn pack(&self, op: u16, args: &[NodeId]) -> CallKey {
        let mut key = CallKey {
            head: u32::from(op) | (args.len() as u32) << 16,
            args: [0; MAX_ARITY + 1],
        };
        for (slot, arg) in key.args.iter_mut().zip(args) {
            debug_assert!(arg.index() < self.nodes.len());
            *slot = arg.0;
        }
        key
    }

    /// Adds a program, sharing the calls that are there already. Fills `nodes` with the node of every
    /// line. Returns the node of the result, or `None` if a call has more arguments than any primitive
    /// takes.
    pub fn add(&mut self, program: &Program, nodes: &mut Vec<NodeId>) -> Option<NodeId> {
        self.add_after(program, 0, nodes)
    }

    /// Adds a program whose first `shared` lines make the same calls as those of the program added
    /// before, which left their nodes in `nodes`.
    pub(crate) fn add_after(
        &mut self,
        program: &Program,
        shared: usize,
        nodes: &mut Vec<NodeId>,
    ) -> Option<NodeId> {
        nodes.truncate(shared);
        let shared = nodes.len();
        self.calls += shared as u64;
        for line in &program.lines[shared..] {
            let mut args = [NodeId(0); MAX_ARITY];
            if line.args.len() > MAX_ARITY {
                return None;
            }
            for (slot, arg) in args.iter_mut().zip(&line.args) {
                *slot = self.arg(arg, nodes);
            }
            let args = &args[..line.args.len()];
            let node = match line.callee {
                Callee::Primitive(primitive, _) => self.call(primitive, args),
                Callee::Line(function) => self.apply(nodes[function as usize], args),
            };
            nodes.push(node);
        }
        Some(self.arg(&program.result, nodes))
    }

    /// The node of an argument, given the nodes of the lines before.
    pub fn arg(&mut self, arg: &Arg, lines: &[NodeId]) -> NodeId {
        match *arg {
            Arg::Input(input) => self.input(input),
            Arg::Line(line) => lines[line as usize],
            Arg::Constant(constant) => self.constant(constant.value),
            Arg::Literal(value) => self.constant(value),
            Arg::Primitive(primitive, _) => self.function(primitive),
        }
    }

    /// The nodes that a node depends on, itself included, ascending.
    pub fn needed(&self, output: NodeId) -> Vec<NodeId> {
        let mut needed = vec![output];
        let mut next = 0;
        let mut seen: rustc_hash::FxHashSet<NodeId> = needed.iter().copied().collect();
        while next < needed.len() {
            let node = needed[next];
            next += 1;
            needed.extend(self.args(node).filter(|&arg| seen.insert(arg)));
        }
        needed.sort_unstable();
        needed
    }

    /// Which nodes the outputs depend on, by number.
    pub fn used(&self, outputs: impl IntoIterator<Item = NodeId>) -> Vec<bool> {
        let mut used = vec![false; self.len()];
        for output in outputs {
            used[output.index()] = true;
        }
        // Arguments have smaller numbers, so one walk from the back finds all.
        for k in (0..used.len()).rev() {
            if used[k] {
                for arg in self.args(NodeId(k as u32)) {
                    used[arg.index()] = true;
                }
            }
        }
        used
    }

    /// Adds the graph in binary form.
    pub(super) fn push_words(&self, words: &mut Vec<u32>) {
        words.extend([self.calls as u32, (self.calls >> 32) as u32]);
        words.push(self.constants.len() as u32);
        words.extend(
            self.constants
                .iter()
                .flat_map(|&value| constant_words(value)),
        );
        words.push(self.len() as u32);
        for node in self.nodes() {
            let key = self.nodes.key(node.0);
            words.push(key.head);
            words.extend(&key.args[..stored_args(key.head)]);
        }
    }

    /// Reads the binary form; `None` if it is not a graph.
    pub(super) fn from_words(words: &mut Words) -> Option<Self> {
        let calls = u64::from(words.next()?) | u64::from(words.next()?) << 32;
        let mut graph = Graph {
            calls,
            ..Graph::default()
        };
        for number in 0..words.next()? {
            let value = constant_of([words.next()?, words.next()?, words.next()?])?;
            graph.constants.push(value);
            graph.constant_numbers.insert(value, number);
        }
        let primitives = table::primitives().len() as u32;
        let constants = graph.constants.len() as u32;
        let len = words.next()?;
        // Every node has at least two words.
        let mut keys = Vec::with_capacity((len as usize).min(words.len() / 2));
        for number in 0..len {
            let head = words.next()?;
            let mut args = [0; MAX_ARITY + 1];
            let stored = args.get_mut(..stored_args(head))?;
            for arg in stored.iter_mut() {
                *arg = words.next()?;
            }
            let (op, arity) = (head as u16, head >> 16);
            let is_valid = match op {
                INPUT => arity == 0 && args[0] <= 2,
                CONSTANT => arity == 0 && args[0] < constants,
                FUNCTION => arity == 0 && args[0] < primitives,
                APPLY => arity > 0 && stored.iter().all(|&arg| arg < number),
                call => u32::from(call) < primitives && stored.iter().all(|&arg| arg < number),
            };
            is_valid.then_some(())?;
            keys.push(CallKey { head, args });
        }
        // Most graphs that are read get no more nodes: the index is made when it is needed.
        graph.nodes = CallTable::unindexed(keys);
        Some(graph)
    }

    /// What a node computes, as text such as `fill(I, 1, n7)`; other calls appear by number.
    pub fn describe(&self, node: NodeId) -> String {
        let short = |node: NodeId| match self.op(node) {
            Op::Input(input) => format!("{input:?}"),
            Op::Constant(value) => value.to_string(),
            Op::Function(primitive) => primitive.name.to_string(),
            Op::Call(_) | Op::Apply => format!("n{}", node.0),
        };
        let args: Vec<String> = self.args(node).map(short).collect();
        match self.op(node) {
            Op::Call(primitive) => format!("{}({})", primitive.name, args.join(", ")),
            Op::Apply => format!("{}({})", args[0], args[1..].join(", ")),
            _ => short(node),
        }
    }

    /// The calls that a node depends on, itself included: the primitive, or `None` for a call of a
    /// closure.
    pub fn calls_of(
        &self,
        output: NodeId,
    ) -> impl Iterator<Item = Option<&'static Primitive>> + '_ {
        self.needed(output)
            .into_iter()
            .filter_map(|node| match self.op(node) {
                Op::Call(primitive) => Some(Some(primitive)),
                Op::Apply => Some(None),
                _ => None,
            })
    }

    /// The program that computes a node.
    pub fn extract(&self, output: NodeId, name: &str) -> Program {
        let needed = self.needed(output);
        let mut numbers: FxHashMap<NodeId, u32> = FxHashMap::default();
        let mut lines: Vec<Line> = Vec::new();
        let mut full = false;
        for &node in &needed {
            if let Op::Input(Input::S | Input::C) = self.op(node) {
                full = true;
            }
            let (callee, skip) = match self.op(node) {
                Op::Call(primitive) => (Callee::Primitive(primitive, Suffix::None), 0),
                // The function of an Apply is the callee of the line, not an argument.
                Op::Apply => match self.args(node).next().and_then(|f| numbers.get(&f)) {
                    Some(&function) => (Callee::Line(function), 1),
                    None => continue,
                },
                _ => continue,
            };
            let args = self.args(node).skip(skip);
            let line = lines.len() as u32;
            lines.push(Line {
                name: format_compact!("x{}", line + 1),
                callee,
                args: args.map(|arg| self.as_arg(arg, &numbers)).collect(),
                place: Place::default(),
            });
            numbers.insert(node, line);
        }
        let result = self.as_arg(output, &numbers);
        if let (Arg::Line(last), Some(line)) = (result, lines.last_mut())
            && last as usize + 1 == numbers.len()
        {
            line.name = "O".into();
        }
        let parameters = if full {
            Parameters::Full(["S", "I", "C"].map(VariableName::const_new))
        } else {
            Parameters::Grid([VariableName::const_new("I")])
        };
        Program {
            name: name.to_string(),
            parameters,
            lines,
            result,
            place: Place::default(),
        }
    }

    fn as_arg(&self, node: NodeId, lines: &FxHashMap<NodeId, u32>) -> Arg {
        match self.op(node) {
            Op::Input(input) => Arg::Input(input),
            Op::Constant(value) => match CONSTANTS.iter().find(|c| c.value == value) {
                Some(constant) => Arg::Constant(constant),
                None => Arg::Literal(value),
            },
            Op::Function(primitive) => Arg::Primitive(primitive, Suffix::None),
            Op::Call(_) | Op::Apply => Arg::Line(lines.get(&node).copied().unwrap_or(0)),
        }
    }
}
