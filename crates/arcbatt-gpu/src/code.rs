//! Compiles plans to steps of the kernel.
//!
//! A step is the call of a node on all samples of its group. Steps of the same depth form a wave;
//! a step depends on earlier waves only. A step that depends on the demonstrations alone is
//! computed once per task, one that depends on no input once. Same layout as in `kernels/job.h`.

use crate::pack::{Packed, kind};
use arcbatt::batt::{Leaf, Plan};
use arcbatt::dsl::{Primitive, table};
use arcbatt::prim;
use arcbatt::program::Input;
use head::{APPLY, HALVES_SHIFT, LEAF_BIT, MISCOUNTED, NEEDED, NO_RESULT, SCOPE_SHIFT, Scope};
use std::sync::{Arc, OnceLock};

/// The largest number of samples per item.
const MOST_GRAIN: usize = 32;

/// The largest number of values of a batch.
pub const MOST_VALUES: usize = 1 << SCOPE_SHIFT;

/// The bits of [`Step::head`] and of arguments; the kernel declares the same in `job.h`.
pub(crate) mod head {
    /// Calls the first argument, which is a function.
    pub const APPLY: u32 = 0xffff;
    /// A call of a primitive with a wrong number of arguments: it fails.
    pub const MISCOUNTED: u32 = 0xfffe;
    /// The argument is a leaf.
    pub const LEAF_BIT: u32 = 1 << 31;
    /// Where an argument holds the scope of the step that computes it.
    pub const SCOPE_SHIFT: u32 = 29;
    /// The step is no candidate's result.
    pub const NO_RESULT: u32 = u32::MAX;
    /// Other steps need the values.
    pub const NEEDED: u32 = 1 << 26;
    /// How many times the items of the step are halved.
    pub const HALVES_SHIFT: u32 = 28;

    /// How often a step is computed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Scope {
        /// Once.
        Once,
        /// Once per task.
        ByTask,
        /// Once per sample.
        BySample,
    }
}

/// A call, as the kernel reads it; only the host reads `depth`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    pub(crate) head: u32,
    pub(crate) group: u32,
    pub(crate) args: [u32; 5],
    pub(crate) result: u32,
    pub(crate) out: u32,
    pub(crate) depth: u32,
    pub(crate) unused: [u32; 2],
}

/// The steps of one depth, as the kernel reads them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Wave {
    pub(crate) first: u32,
    pub(crate) steps: u32,
    /// The number of items: a step on some of its samples.
    pub items: u32,
    pub(crate) grain: u32,
}

/// Steps in the order of their waves, and the first item of each.
#[derive(Clone, Debug, Default)]
pub struct Waves {
    pub(crate) steps: Vec<Step>,
    pub(crate) first_items: Vec<u32>,
    pub(crate) waves: Vec<Wave>,
}

/// Samples and tasks of a group.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The number of the group.
    pub group: u32,
    /// The number of samples.
    pub samples: u32,
    /// The number of tasks.
    pub tasks: u32,
}

impl Extent {
    /// The number of values of a step of that scope.
    fn times(self, scope: Scope) -> usize {
        match scope {
            Scope::Once => 1,
            Scope::ByTask => self.tasks as usize,
            Scope::BySample => self.samples as usize,
        }
    }
}

/// The steps of many groups.
#[derive(Clone, Debug, Default)]
pub struct Code {
    steps: Vec<Step>,
    pub(crate) leaves: Vec<Packed>,
    /// The number of values.
    pub(crate) values: usize,
    /// The number of values that other steps need; these stay in memory.
    pub(crate) kept: usize,
    /// Whether some steps are computed once per task.
    pub(crate) by_task: bool,
    /// The steps in waves, cached with the number of warps that they are for.
    waves: OnceLock<(usize, Arc<Waves>)>,
}

/// The results of the candidates of a group.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The number of each candidate's result; candidates with the same node share one.
    pub results: Vec<u32>,
    /// The number of different results.
    pub count: u32,
    /// The number of calls per sample.
    pub steps: usize,
}

/// Where a slot of a plan is computed.
#[derive(Clone, Copy)]
struct Place {
    /// The argument of steps that use it.
    arg: u32,
    scope: Scope,
    depth: u32,
    function: bool,
    /// The number of the step that computes it; `None` for a leaf.
    step: Option<u32>,
}

/// How many times the items of a step are halved. Long and uneven steps have small items, so that
/// the warps of a wave finish at about the same time.
fn halves(primitive: Option<&Primitive>, calls: bool) -> u32 {
    match primitive {
        // Keys of choices are mostly computed without calls.
        Some(primitive) if primitive.properties.uneven => 3,
        _ if calls => MOST_GRAIN.ilog2(),
        _ => 0,
    }
}

impl Code {
    /// Adds the steps of a plan of `candidates` candidates.
    pub fn add(&mut self, plan: &Plan, candidates: usize, extent: Extent) -> Compiled {
        let mut compiled = Compiled {
            results: vec![NO_RESULT; candidates],
            steps: plan.len(),
            ..Compiled::default()
        };
        self.waves = OnceLock::new();
        self.steps.reserve(plan.len() + 1);
        let mut places = self.leaf_places(plan);
        let mut leaf_results = plan.leaf_results().to_vec();
        leaf_results.sort_unstable_by_key(|&(_, leaf)| leaf);
        for same in leaf_results.chunk_by(|a, b| a.1 == b.1) {
            let place = places[same[0].1 as usize];
            let candidates = same.iter().map(|&(candidate, _)| candidate);
            self.add_result(place, extent, candidates, &mut compiled);
        }
        for step in plan.steps() {
            let args = &step.args[..step.arity as usize];
            let of = |k: u32| places[k as usize];
            let scope = args.iter().map(|&k| of(k).scope).max();
            let depth = args.iter().map(|&k| of(k).depth).max();
            // Every step has an argument.
            let (scope, depth) = (scope.unwrap_or(Scope::Once), depth.unwrap_or(0) + 1);
            let maker = step
                .primitive
                .is_some_and(|p| p.properties.closure.is_some());
            // The kernel does not check the number of arguments.
            let op = match step.primitive {
                Some(p) if p.arity == step.arity => table::number(p) as u32,
                Some(_) => MISCOUNTED,
                None => APPLY,
            };
            let calls = !maker && args.iter().any(|&k| of(k).function);
            let head = op | (step.arity as u32) << 16 | (scope as u32) << 24;
            let mut made = Step {
                head: head | halves(step.primitive, calls) << HALVES_SHIFT,
                group: extent.group,
                args: [of(step.args[0]).arg; 5],
                result: NO_RESULT,
                depth,
                ..Step::default()
            };
            for (to, &from) in made.args.iter_mut().zip(args) {
                *to = of(from).arg;
                self.need(of(from), extent);
            }
            let candidates = plan.results_of(step);
            if scope == Scope::BySample && !candidates.is_empty() {
                made.result = compiled.take(candidates.iter().copied());
            }
            let arg = self.push(made, scope, extent);
            let place = Place {
                arg,
                scope,
                depth,
                function: maker,
                step: Some(self.steps.len() as u32 - 1),
            };
            places[step.out as usize] = place;
            if scope != Scope::BySample && !candidates.is_empty() {
                self.add_result(place, extent, candidates.iter().copied(), &mut compiled);
            }
        }
        compiled
    }

    /// Adds the leaves of a plan and returns the places of its slots.
    fn leaf_places(&mut self, plan: &Plan) -> Vec<Place> {
        let unset = Place {
            arg: 0,
            scope: Scope::Once,
            depth: 0,
            function: false,
            step: None,
        };
        let mut places = vec![unset; plan.slots()];
        for (leaf, place) in plan.leaves().iter().zip(&mut places) {
            place.arg = self.leaves.len() as u32 | LEAF_BIT;
            let (packed, scope) = match *leaf {
                Leaf::Input(Input::S) => (Packed::given(kind::GIVEN_S), Scope::ByTask),
                Leaf::Input(Input::I) => (Packed::given(kind::GIVEN_I), Scope::BySample),
                Leaf::Input(Input::C) => (Packed::given(kind::GIVEN_C), Scope::BySample),
                Leaf::Constant(value) => (Packed::constant(value), Scope::Once),
                Leaf::Function(primitive) => (Packed::function(primitive), Scope::Once),
            };
            place.scope = scope;
            place.function = matches!(leaf, Leaf::Function(_));
            self.leaves.push(packed);
        }
        places
    }

    /// Adds a step that copies a leaf, or a value computed once or per task, to a result per sample.
    fn add_result(
        &mut self,
        place: Place,
        extent: Extent,
        candidates: impl Iterator<Item = u32>,
        compiled: &mut Compiled,
    ) {
        self.need(place, extent);
        let identity = table::number(prim!(identity)) as u32;
        let step = Step {
            head: identity | 1 << 16 | (Scope::BySample as u32) << 24,
            group: extent.group,
            args: [place.arg; 5],
            result: compiled.take(candidates),
            depth: place.depth + 1,
            ..Step::default()
        };
        self.push(step, Scope::BySample, extent);
    }

    /// Marks the values of a step as needed by another step.
    fn need(&mut self, place: Place, extent: Extent) {
        let Some(step) = place.step else { return };
        let head = &mut self.steps[step as usize].head;
        if *head & NEEDED == 0 {
            *head |= NEEDED;
            self.kept += extent.times(place.scope);
        }
    }

    /// Adds a step and returns the argument that refers to its values.
    fn push(&mut self, mut step: Step, scope: Scope, extent: Extent) -> u32 {
        self.by_task |= scope == Scope::ByTask;
        step.out = self.values as u32;
        self.values += extent.times(scope);
        self.steps.push(step);
        step.out | (scope as u32) << SCOPE_SHIFT
    }

    /// The steps in waves, for a device that runs `width` warps at once. `counts` gives samples and
    /// tasks of a group.
    pub(crate) fn waves(&self, width: usize, counts: impl Fn(u32) -> (u32, u32)) -> Arc<Waves> {
        let (of, waves) = self
            .waves
            .get_or_init(|| (width, Arc::new(self.sorted(width, &counts))));
        match *of == width {
            true => waves.clone(),
            false => Arc::new(self.sorted(width, counts)),
        }
    }

    fn sorted(&self, width: usize, counts: impl Fn(u32) -> (u32, u32)) -> Waves {
        let halves = |s: &Step| s.head >> HALVES_SHIFT & 7;
        // By depth, then the longest first, then by primitive, so that warps run the same code at
        // about the same time.
        let key = |s: &Step| {
            let first = (s.depth as u64) << 3 | (7 - halves(s) as u64);
            first << 16 | (s.head as u64 & 0xffff)
        };
        let mut order: Vec<(u64, u32)> = self.steps.iter().map(key).zip(0..).collect();
        order.sort_unstable();
        let at = |&(_, step): &(u64, u32)| self.steps[step as usize];
        let steps: Vec<Step> = order.iter().map(at).collect();
        let mut all = Waves {
            first_items: Vec::with_capacity(steps.len()),
            ..Waves::default()
        };
        let times = |step: &Step| match (step.head >> 24 & 3, counts(step.group)) {
            (0, _) => 1,
            (1, (_, tasks)) => tasks,
            (_, (samples, _)) => samples,
        };
        for wave in steps.chunk_by(|a, b| a.depth == b.depth) {
            let runs: usize = wave.iter().map(|step| times(step) as usize).sum();
            // Several items for every warp.
            let grain = (runs / (8 * width.max(1))).clamp(1, MOST_GRAIN) as u32;
            let first = all.first_items.len() as u32;
            let mut items = 0u32;
            for step in wave {
                all.first_items.push(items);
                let grain = (grain >> halves(step)).max(1);
                items += times(step).div_ceil(grain);
            }
            all.waves.push(Wave {
                first,
                steps: wave.len() as u32,
                items,
                grain,
            });
        }
        all.steps = steps;
        all
    }
}

impl Compiled {
    /// A new result for these candidates.
    fn take(&mut self, candidates: impl Iterator<Item = u32>) -> u32 {
        let result = self.count;
        self.count += 1;
        for candidate in candidates {
            self.results[candidate as usize] = result;
        }
        result
    }
}
