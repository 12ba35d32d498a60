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
    /// Its calls and their types, in order.
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
        let needed = typed.graph.needed(output).into_iter();
        let is_call = |node: &NodeId| matches!(typed.graph.op(*node), Op::Call(_) | Op::Apply);
        let calls = needed.filter(is_call);
        Some(Self {
            calls: calls.map(|node| (node, typed.shape(node))).collect(),
            graph,
            output,
        })
    }

    /// Whether it has no call.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
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
        let mut merged = vec![NodeId(0); own.len()];
        let mut places = vec![NO_CALL; own.len()];
        let mut calls: Vec<Call> = Vec::new();
        for node in own.needed(program.output) {
            let mut call = Call {
                node: NodeId(0),
                primitive: None,
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
            call.node = graph.copy(own, node, call.args());
            merged[node.index()] = call.node;
            call.primitive = match own.op(node) {
                Op::Call(primitive) => Some(primitive),
                Op::Apply => None,
                _ => continue,
            };
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

impl Call {
    fn args(&self) -> &[NodeId] {
        &self.args[..self.arity as usize]
    }
}

/// A change: the call at `place` becomes another node.
struct Edit {
    place: usize,
    node: NodeId,
}

/// Generates mutants of one parent.
pub(super) struct Mutator<'m, 'g, P: Probe> {
    pub typed: &'m mut TypedGraph<'g>,
    pub rates: &'m Rates,
    pub donors: &'m [&'m OwnProgram],
    /// A buffer for the nodes that replace the parent's calls.
    pub stands_for: Vec<Option<NodeId>>,
    pub probe: &'m P,
    /// Ticks spent checking types, and how often.
    pub checking: (u64, u64),
}

impl<P: Probe> Mutator<'_, '_, P> {
    /// One mutant: its output and its change; `None` if this draw gave none.
    pub fn mutant(&mut self, parent: &Parent, rng: &mut Rng) -> Option<(NodeId, Change)> {
        let before = self.typed.graph.len();
        let made = self.draw(parent, rng);
        if made.is_none() {
            self.typed.truncate(before);
        }
        made
    }

    fn draw(&mut self, parent: &Parent, rng: &mut Rng) -> Option<(NodeId, Change)> {
        let change = self.rates.draw(rng)?;
        let place = rng.below(parent.calls.len() as u64) as usize;
        let call = &parent.calls[place];
        let node = match change {
            Change::None => None,
            Change::Constant => self.constant(call, rng),
            Change::Primitive => self.primitive(call, rng),
            Change::Variable => self.variable(parent, place, rng),
            Change::Function => self.function(call, rng),
            Change::FromS => self.read_off_s(call, rng),
            Change::CrossOver => self.cross_over(call, rng),
            Change::Deletion => self.deletion(call, rng),
            Change::Insertion => self.insertion(call, rng),
        }?;
        if node == call.node || !self.is_well_typed() {
            return None;
        }
        let output = self.carry_on(parent, Edit { place, node })?;
        if !self.is_well_typed() {
            return None;
        }
        Batt::may_be_output(self.typed.shape(output)).then_some((output, change))
    }

    /// Whether all new calls are well-typed.
    fn is_well_typed(&mut self) -> bool {
        let started = self.probe.now();
        let is_well_typed = self.typed.check();
        self.checking.0 += self.probe.now().saturating_sub(started);
        self.checking.1 += 1;
        is_well_typed
    }

    /// Rebuilds the calls that depend on the edited one and returns the result node. Other calls
    /// stay shared with the parent.
    fn carry_on(&mut self, parent: &Parent, edit: Edit) -> Option<NodeId> {
        let Edit { place, node } = edit;
        let mut stands_for = std::mem::take(&mut self.stands_for);
        stands_for.clear();
        stands_for.resize(parent.calls.len(), None);
        stands_for[place] = Some(node);
        let mut result = Some(node);
        for (k, call) in parent.calls.iter().enumerate().skip(place + 1) {
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

    fn call(&mut self, primitive: Option<&'static Primitive>, args: &[NodeId]) -> Option<NodeId> {
        match primitive {
            Some(primitive) => Some(self.typed.graph.call(primitive, args)),
            None => self.typed.apply(args[0], &args[1..]),
        }
    }

    /// The call with one argument replaced.
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
        Some(self.typed.graph.call(other, call.args()))
    }

    fn variable(&mut self, parent: &Parent, place: usize, rng: &mut Rng) -> Option<NodeId> {
        let call = &parent.calls[place];
        let at = rng.below(call.arity as u64) as usize;
        let wanted = self.typed.shape(call.args[at]);
        // Earlier calls, and the input.
        let other = match rng.below(place as u64 + 1) as usize {
            k if k < place => parent.calls[k].node,
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
            let graph = &mut self.typed.graph;
            return Some(graph.call(prim!(mir_rot), &[call.args[0], angle]));
        }
        let (at, op) = self.pick_arg(call, rng, |op| matches!(op, Op::Constant(_)))?;
        let Op::Constant(value) = op else { return None };
        let arg = match self.role(call, at, value) {
            Role::Color => self.color_of_s(rng)?,
            Role::Angle => self.angle(),
            _ => return None,
        };
        self.with_arg(call, at, arg)
    }

    fn angle(&mut self) -> NodeId {
        let s = self.typed.graph.input(Input::S);
        self.typed.graph.call(prim!(a_mr), &[s])
    }

    fn color_of_s(&mut self, rng: &mut Rng) -> Option<NodeId> {
        let of_pairs = rng.pick(&[prim!(c_iz_n), prim!(c_zo_n)])?;
        let pick = rng.pick(&[prim!(first), prim!(last)])?;
        let graph = &mut self.typed.graph;
        let s = graph.input(Input::S);
        let palette = graph.function(prim!(p_g));
        let pick = graph.function(pick);
        Some(graph.call(of_pairs, &[s, palette, pick]))
    }

    fn cross_over(&mut self, call: &Call, rng: &mut Rng) -> Option<NodeId> {
        let donor = rng.pick(self.donors)?;
        let wanted = self.typed.shape(call.node);
        let first = rng.below(donor.calls.len() as u64) as usize;
        let calls = donor.calls[first..].iter().chain(&donor.calls[..first]);
        let fits = calls.filter(|&&(_, shape)| shape == wanted);
        let mut nodes = fits.map(|&(node, _)| copied(donor, node, self.typed.graph));
        let other = nodes.find(|&node| node != call.node);
        // Ill-typed programs may be donors.
        self.typed.catch_up();
        other
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
        Some(self.typed.graph.call(around, &[call.node]))
    }
}

/// Copies a call of a program, with all that it depends on, into the graph.
fn copied(program: &OwnProgram, output: NodeId, graph: &mut Graph) -> NodeId {
    let mut copies = vec![NodeId(0); output.index() + 1];
    let mut args = Vec::new();
    for node in program.graph.needed(output) {
        args.clear();
        args.extend(program.graph.args(node).map(|arg| copies[arg.index()]));
        copies[node.index()] = graph.copy(&program.graph, node, &args);
    }
    copies[output.index()]
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
