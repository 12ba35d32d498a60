//! Mutation: one random, well-typed change to a program.

use super::substitutes::SUBSTITUTES;
use super::typed_graph::{NodeTypes, TypedGraph};
use crate::batt::{Batt, Change, Graph, NodeId, Op, Probe};
use crate::dsl::ClosureKind;
use crate::dsl::constants::{CONSTANTS, ConstantValue, Role};
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::types::{ErasedType, Fit};
use crate::prim;
use crate::program::{Input, Program};
use crate::rng::Rng;
use rustc_hash::FxHashSet;

/// The weight of each kind of change, in the order of [`Change::ALL`] without the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates(pub(super) [u32; 8]);

impl Default for Rates {
    fn default() -> Self {
        Self([6, 5, 3, 3, 2, 3, 2, 3])
    }
}

impl Rates {
    /// No change at all.
    pub const NONE: Self = Self([0; 8]);

    /// The same rates with another weight for one change.
    pub fn with(mut self, change: Change, weight: u32) -> Self {
        if let Some(at) = Change::ALL[1..].iter().position(|&c| c == change) {
            self.0[at] = weight;
        }
        self
    }

    fn draw(&self, rng: &mut Rng) -> Option<Change> {
        let total: u64 = self.0.iter().map(|&w| w as u64).sum();
        let mut left = rng.below(total);
        let changes = Change::ALL[1..].iter().zip(self.0);
        for (&change, weight) in changes {
            if left < weight as u64 {
                return Some(change);
            }
            left -= weight as u64;
        }
        None
    }
}

/// A call of a parent.
#[derive(Clone, Copy)]
struct Call {
    node: NodeId,
    /// The primitive; `None` if the first argument is the function.
    primitive: Option<&'static Primitive>,
    args: [NodeId; MAX_ARITY + 1],
    /// The indices of arguments that are calls of the parent; [`NO_CALL`] for others.
    places: [u32; MAX_ARITY + 1],
    arity: u8,
}

const NO_CALL: u32 = u32::MAX;

/// A program in a graph of its own.
///
/// In a graph of several programs, the order of nodes and of commuting arguments depends on all; here
/// only on this one, so the draws depend only on it.
pub(super) struct OwnProgram {
    graph: Graph,
    output: NodeId,
    /// The nodes that the output depends on, itself included, ascending.
    nodes: Vec<NodeId>,
    /// The type of each call.
    calls: Vec<(NodeId, ErasedType)>,
}

impl OwnProgram {
    /// `None` if a call has more arguments than any primitive takes.
    pub fn new(program: &Program) -> Option<Self> {
        let mut graph = Graph::default();
        let output = graph.add(program, &mut Vec::new())?;
        let mut typed = TypedGraph {
            graph: &mut graph,
            types: &mut NodeTypes::default(),
        };
        typed.catch_up();
        let used = typed.graph.used([output]);
        let nodes: Vec<NodeId> = typed.graph.nodes().filter(|n| used[n.index()]).collect();
        let is_call = |node: &NodeId| matches!(typed.graph.op(*node), Op::Call(_) | Op::Apply);
        let calls = nodes.iter().copied().filter(is_call);
        Some(Self {
            calls: calls.map(|node| (node, typed.shape(node))).collect(),
            nodes,
            graph,
            output,
        })
    }

    /// Whether it has no call.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Merges it into a graph; returns the node there of each of its own nodes.
    fn merge_into(&self, graph: &mut Graph) -> Vec<NodeId> {
        let mut merged = vec![NodeId(0); self.graph.len()];
        let mut args = Vec::new();
        for &node in &self.nodes {
            args.clear();
            args.extend(self.graph.args(node).map(|arg| merged[arg.index()]));
            merged[node.index()] = graph.copy(&self.graph, node, &args);
        }
        merged
    }
}

/// A program to mutate: its calls in order; the last one is the result.
pub(super) struct Parent {
    calls: Vec<Call>,
    output: NodeId,
}

impl Parent {
    /// Merges a program into the graph.
    pub fn new(graph: &mut Graph, program: &OwnProgram) -> Self {
        let own = &program.graph;
        let merged = program.merge_into(graph);
        let mut places = vec![NO_CALL; own.len()];
        let mut calls: Vec<Call> = Vec::with_capacity(program.calls.len());
        for &(node, _) in &program.calls {
            let mut call = Call {
                node: merged[node.index()],
                primitive: match own.op(node) {
                    Op::Call(primitive) => Some(primitive),
                    _ => None,
                },
                args: [NodeId(0); MAX_ARITY + 1],
                places: [NO_CALL; MAX_ARITY + 1],
                arity: 0,
            };
            for arg in own.args(node) {
                let at = call.arity as usize;
                call.args[at] = merged[arg.index()];
                call.places[at] = places[arg.index()];
                call.arity += 1;
            }
            places[node.index()] = calls.len() as u32;
            calls.push(call);
        }
        Self {
            calls,
            output: merged[program.output.index()],
        }
    }

    /// Its result.
    pub fn output(&self) -> NodeId {
        self.output
    }

    /// Whether there is no call to change.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }
}

/// A program that gives parts: its calls in the graph, with their types.
struct Donor(Vec<(NodeId, ErasedType)>);

impl Donor {
    /// Merges a program into the graph.
    fn new(typed: &mut TypedGraph, program: &OwnProgram) -> Self {
        let merged = program.merge_into(typed.graph);
        let node = |&(node, shape): &(NodeId, ErasedType)| (merged[node.index()], shape);
        let calls: Vec<(NodeId, ErasedType)> = program.calls.iter().map(node).collect();
        typed.catch_up();
        // Ill-typed programs may be donors.
        for &(node, _) in &calls {
            typed.accept(node);
        }
        Self(calls)
    }
}

impl Call {
    fn args(&self) -> &[NodeId] {
        &self.args[..self.arity as usize]
    }
}

/// Generates mutants of one parent.
pub(super) struct Mutator<'m, 'g, P: Probe> {
    typed: &'m mut TypedGraph<'g>,
    rates: &'m Rates,
    parent: &'m Parent,
    donors: Vec<Donor>,
    /// The edits so far: the place of a call of the parent, and the node that replaced it.
    tried: FxHashSet<(u32, NodeId)>,
    /// A buffer for the nodes that replace the parent's calls.
    stands_for: Vec<Option<NodeId>>,
    probe: &'m P,
    /// Ticks spent rebuilding and type-checking calls, and how often.
    pub checking: (u64, u64),
}

impl<'m, 'g, P: Probe> Mutator<'m, 'g, P> {
    /// Merges the donors into the graph.
    pub fn new(
        typed: &'m mut TypedGraph<'g>,
        rates: &'m Rates,
        parent: &'m Parent,
        donors: impl Iterator<Item = &'m OwnProgram>,
        probe: &'m P,
    ) -> Self {
        Self {
            donors: donors.map(|donor| Donor::new(typed, donor)).collect(),
            typed,
            rates,
            parent,
            tried: FxHashSet::default(),
            stands_for: Vec::new(),
            probe,
            checking: (0, 0),
        }
    }

    /// One mutant: its output and its change; `None` if this draw gave none.
    ///
    /// Most draws repeat an earlier one. So the node of an edit stays in the graph, whether a mutant
    /// comes of it or not: the same edit has the same node and is known to bring nothing new.
    pub fn mutant(&mut self, rng: &mut Rng) -> Option<(NodeId, Change)> {
        let change = self.rates.draw(rng)?;
        let parent = self.parent;
        let place = rng.below(parent.calls.len() as u64) as usize;
        let call = &parent.calls[place];
        let node = match change {
            Change::None => None,
            Change::Constant => self.constant(call, rng),
            Change::Primitive => self.primitive(call, rng),
            Change::Variable => self.variable(place, rng),
            Change::Function => self.function(call, rng),
            Change::FromS => self.read_off_s(call, rng),
            Change::CrossOver => self.cross_over(call, rng),
            Change::Deletion => self.deletion(call, rng),
            Change::Insertion => self.insertion(call, rng),
        }?;
        if node == call.node || !self.tried.insert((place as u32, node)) {
            return None;
        }
        let before = self.typed.graph.len();
        let started = self.probe.now();
        let output = self.carry_on(place, node);
        self.checking.0 += self.probe.now().saturating_sub(started);
        self.checking.1 += 1;
        let may_be_output = |output: &NodeId| Batt::may_be_output(self.typed.shape(*output));
        let output = output.filter(may_be_output);
        if output.is_none() {
            self.typed.truncate(before);
        }
        Some((output?, change))
    }

    /// Replaces the call at `place` by `node` and rebuilds the calls that depend on it. Other calls
    /// stay shared with the parent. Returns the result node, or `None` if a call is ill-typed.
    fn carry_on(&mut self, place: usize, node: NodeId) -> Option<NodeId> {
        let mut stands_for = std::mem::take(&mut self.stands_for);
        stands_for.clear();
        stands_for.resize(self.parent.calls.len(), None);
        stands_for[place] = Some(node);
        let mut result = Some(node);
        for (k, call) in self.parent.calls.iter().enumerate().skip(place + 1) {
            let mut args = call.args;
            let mut touched = false;
            for (arg, &place) in args.iter_mut().zip(&call.places[..call.arity as usize]) {
                if place != NO_CALL
                    && let Some(other) = stands_for[place as usize]
                {
                    *arg = other;
                    touched = true;
                }
            }
            if touched {
                result = self.call(call.primitive, &args[..call.arity as usize]);
                if result.is_none() {
                    break;
                }
                stands_for[k] = result;
            }
        }
        let output = stands_for.last().copied().flatten();
        self.stands_for = stands_for;
        result.and(output)
    }

    /// A call, if it is well-typed.
    fn call(&mut self, primitive: Option<&'static Primitive>, args: &[NodeId]) -> Option<NodeId> {
        match primitive {
            Some(primitive) => self.typed.call(primitive, args),
            None => self.typed.apply(args[0], &args[1..]),
        }
    }

    /// The call with one argument replaced, if it is well-typed.
    fn with_arg(&mut self, call: &Call, at: usize, arg: NodeId) -> Option<NodeId> {
        let mut args = call.args;
        args[at] = arg;
        self.call(call.primitive, &args[..call.arity as usize])
    }

    /// A random argument of the call that satisfies the condition.
    fn pick_arg(
        &self,
        call: &Call,
        rng: &mut Rng,
        wanted: impl Fn(Op) -> bool,
    ) -> Option<(usize, Op)> {
        let first = rng.below(call.arity as u64) as usize;
        (0..call.arity as usize).find_map(|k| {
            let at = (first + k) % call.arity as usize;
            let op = self.typed.graph.op(call.args[at]);
            wanted(op).then_some((at, op))
        })
    }

    /// The role of a number as an argument: that of the parameter, or of the function's parameter
    /// that it is bound to.
    fn role(&self, call: &Call, at: usize, value: ConstantValue) -> Role {
        let by_value = match value {
            ConstantValue::Bool(_) => Role::Truth,
            ConstantValue::Pair(..) => Role::Pair,
            ConstantValue::Int(_) => Role::Number,
        };
        let Some(callee) = call.primitive else {
            return by_value;
        };
        let function = match self.typed.graph.op(call.args[0]) {
            Op::Function(function) if at > 0 => Some(function),
            _ => None,
        };
        let role = match (callee.properties.closure, function) {
            (Some(ClosureKind::Rbind), Some(function)) => SUBSTITUTES.last_role(function),
            (Some(ClosureKind::Lbind), Some(function)) => SUBSTITUTES.role(function, 0),
            (Some(ClosureKind::Matcher), Some(function)) => SUBSTITUTES.given_role(function),
            _ => SUBSTITUTES.role(callee, at),
        };
        match (role, value) {
            (Some(Role::Truth), ConstantValue::Int(_)) | (None, _) => by_value,
            (Some(Role::Number), _) => by_value,
            (Some(role), _) => role,
        }
    }

    fn constant(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        let (at, op) = self.pick_arg(call, rng, |op| matches!(op, Op::Constant(_)))?;
        let Op::Constant(value) = op else { return None };
        let redrawn = redraw(value, self.role(call, at, value), rng)?;
        let arg = self.typed.graph.constant(redrawn);
        self.with_arg(call, at, arg)
    }

    fn primitive(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        let other = rng.pick(SUBSTITUTES.alike(call.primitive?))?;
        self.typed.call(other, call.args())
    }

    fn variable(&mut self, place: usize, rng: &mut Rng) -> Option<NodeId> {
        let call = &self.parent.calls[place];
        let at = rng.below(call.arity as u64) as usize;
        let wanted = self.typed.shape(call.args[at]);
        // Earlier calls, and the input.
        let other = match rng.below(place as u64 + 1) as usize {
            k if k < place => self.parent.calls[k].node,
            _ => {
                let input = self.typed.graph.input(Input::I);
                self.typed.catch_up();
                input
            }
        };
        if other == call.args[at] || !stands_in(self.typed.shape(other), wanted) {
            return None;
        }
        self.with_arg(call, at, other)
    }

    fn function(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        let (at, op) = self.pick_arg(call, rng, |op| matches!(op, Op::Function(_)))?;
        let Op::Function(function) = op else {
            return None;
        };
        let other = rng.pick(SUBSTITUTES.alike(function))?;
        let arg = self.typed.graph.function(other);
        self.with_arg(call, at, arg)
    }

    /// Replaces a colour by one that vanishes or appears in the demonstrations, and an angle by
    /// the one that they show.
    fn read_off_s(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        if let Some(callee) = call.primitive
            && callee.properties.symmetry
            && self.typed.shape(call.args[0]) == ErasedType::GRID
        {
            let angle = self.angle();
            return self.typed.call(prim!(mir_rot), &[call.args[0], angle?]);
        }
        let (at, op) = self.pick_arg(call, rng, |op| matches!(op, Op::Constant(_)))?;
        let Op::Constant(value) = op else { return None };
        let arg = match self.role(call, at, value) {
            Role::Color => self.color_of_s(rng)?,
            Role::Angle => self.angle()?,
            _ => return None,
        };
        self.with_arg(call, at, arg)
    }

    fn angle(&mut self) -> Option<NodeId> {
        let s = self.typed.graph.input(Input::S);
        self.typed.call(prim!(a_mr), &[s])
    }

    fn color_of_s(&mut self, rng: &mut Rng) -> Option<NodeId> {
        let of_pairs = rng.pick(&[prim!(c_iz_n), prim!(c_zo_n)])?;
        let pick = rng.pick(&[prim!(first), prim!(last)])?;
        let graph = &mut self.typed.graph;
        let s = graph.input(Input::S);
        let palette = graph.function(prim!(p_g));
        let pick = graph.function(pick);
        self.typed.call(of_pairs, &[s, palette, pick])
    }

    fn cross_over(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        let drawn = rng.below(self.donors.len() as u64) as usize;
        let Donor(donor) = self.donors.get(drawn)?;
        let wanted = self.typed.shape(call.node);
        let first = rng.below(donor.len() as u64) as usize;
        let mut calls = donor[first..].iter().chain(&donor[..first]);
        let found = calls.find(|&&(node, shape)| shape == wanted && node != call.node);
        found.map(|&(node, _)| node)
    }

    fn deletion(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        let wanted = self.typed.shape(call.node);
        let first = rng.below(call.arity as u64) as usize;
        (0..call.arity as usize)
            .map(|k| call.args[(first + k) % call.arity as usize])
            .find(|&arg| stands_in(self.typed.shape(arg), wanted))
    }

    /// Wraps the call in a call with one argument.
    fn insertion(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        let around = rng.pick(SUBSTITUTES.within(self.typed.shape(call.node)))?;
        self.typed.call(around, &[call.node])
    }
}

/// Whether a value of one type may replace one of another.
fn stands_in(other: ErasedType, wanted: ErasedType) -> bool {
    other == wanted || other.fit(wanted) == Fit::Yes && !wanted.is_any()
}

/// A different value with the same role.
fn redraw(value: ConstantValue, role: Role, rng: &mut Rng) -> Option<ConstantValue> {
    let step = |n: i64, rng: &mut Rng| n.checked_add(if rng.chance(50) { 1 } else { -1 });
    let drawn = match (role, value) {
        (Role::Truth, ConstantValue::Bool(b)) => ConstantValue::Bool(!b),
        (Role::Color, ConstantValue::Int(_)) => ConstantValue::Int(rng.range(0, 9)),
        (Role::Angle | Role::Mode, ConstantValue::Int(_)) => ConstantValue::Int(rng.range(0, 7)),
        // Ranks step by one; negative ones count from the end.
        (Role::Rank, ConstantValue::Int(n)) => ConstantValue::Int(step(n, rng)?),
        (_, ConstantValue::Int(n)) => ConstantValue::Int(match rng.below(3) {
            0 => rng.range(0, 10),
            1 => step(n, rng)?,
            _ => n.checked_neg()?,
        }),
        (_, ConstantValue::Pair(i, j)) => match rng.below(4) {
            0 => ConstantValue::Pair(j, i),
            1 => ConstantValue::Pair(i.checked_neg()?, j.checked_neg()?),
            2 => ConstantValue::Pair(
                i.checked_add(rng.range(-1, 1) as i32)?,
                j.checked_add(rng.range(-1, 1) as i32)?,
            ),
            _ => {
                let of_role = |c: &&crate::dsl::constants::Constant| c.role == Role::Pair;
                let pairs = CONSTANTS.iter().filter(of_role);
                let k = rng.below(pairs.clone().count() as u64) as usize;
                pairs.clone().nth(k)?.value
            }
        },
        (_, ConstantValue::Bool(b)) => ConstantValue::Bool(!b),
    };
    (drawn != value).then_some(drawn)
}
