//! Calls computed: their values on all samples, watched or not.

use super::super::kept::ValueId;
use super::prune::{is_any, is_useful, leads_on};
use super::{Bank, CALL_LIMITS, Callee, FAILED, StateId};
use crate::batt::{Mark, NoProbe, NodeId, Recorder, StepCounts};
use crate::dsl::properties::Requirement;
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{CallTree, Callee as Watched, Cx, Fail, List, Value};

impl Bank<'_> {
    /// The state of a call that was not made before.
    pub(super) fn compute(
        &mut self,
        node: NodeId,
        callee: Callee,
        args: &[StateId],
        cost: u16,
    ) -> Option<StateId> {
        if self.watch.is_some() {
            return self.compute_watched(node, callee, args, cost);
        }
        let found = self.values_of(callee, args, &mut NoProbe, &mut StepCounts::default());
        self.computed(node, found, cost)
    }

    /// The state of a call that was made, if values were found.
    fn computed(&mut self, node: NodeId, found: Option<()>, cost: u16) -> Option<StateId> {
        if found.is_some() {
            return Some(self.settle(node, None, cost));
        }
        self.forget();
        self.note(node, FAILED);
        None
    }

    #[cold]
    #[inline(never)]
    fn compute_watched(
        &mut self,
        node: NodeId,
        callee: Callee,
        args: &[StateId],
        cost: u16,
    ) -> Option<StateId> {
        let mut watch = self.watch.take()?;
        let primitive = match callee {
            Callee::Primitive(primitive) => Some(primitive),
            Callee::State(_) => None,
        };
        // Calls that fail do so on the first sample: it is the one that may be timed in detail.
        watch.begin_step(primitive, node, 1);
        let mut counts = StepCounts::default();
        let found = self.values_of(callee, args, &mut watch, &mut counts);
        let scratch = &self.scratch;
        let bytes = scratch.allocated_bytes() - scratch.chunk_capacity();
        watch.end_step(&counts, bytes);
        let state = self.computed(node, found, cost);
        Recorder::mark_always(&mut watch, Mark::Number);
        self.watch = Some(watch);
        state
    }

    /// What a call gives on all samples, as numbers behind those of all states; none if it fails on
    /// one.
    #[inline(always)]
    fn values_of<R: Recorder>(
        &mut self,
        callee: Callee,
        args: &[StateId],
        recorder: &mut R,
        counts: &mut StepCounts,
    ) -> Option<()> {
        // Most values are there already: they are made aside, and only new ones are kept. All are
        // looked up together, as that is waiting for memory.
        let tree = recorder.take_tree();
        self.kept.seek_anew();
        let found = 'all: {
            let mut made = List::with_capacity_in(self.samples, &self.scratch);
            let plain = Cx::new(&self.scratch, CALL_LIMITS).with_measures(&self.measures);
            let requires = match callee {
                Callee::Primitive(primitive) => primitive.properties.requires,
                Callee::State(_) => None,
            };
            let ids_of =
                |state: StateId| &self.ids[state as usize * self.samples..][..self.samples];
            let function_ids = match callee {
                Callee::Primitive(_) => &[],
                Callee::State(state) => ids_of(state),
            };
            let mut ids: [&[ValueId]; MAX_ARITY] = [&[]; MAX_ARITY];
            for (ids, &arg) in ids.iter_mut().zip(args) {
                *ids = ids_of(arg);
            }
            let ids = &ids[..args.len()];
            let mut values = [Value::None; MAX_ARITY];
            for sample in 0..self.samples {
                recorder.begin_sample(sample);
                let mut same = sample > 0;
                let function = match callee {
                    Callee::Primitive(primitive) => Value::Primitive(primitive),
                    Callee::State(_) => {
                        same = same && function_ids[sample] == function_ids[sample - 1];
                        self.kept.get(function_ids[sample])
                    }
                };
                for (value, ids) in values.iter_mut().zip(ids) {
                    same = same && ids[sample] == ids[sample - 1];
                    *value = self.kept.get(ids[sample]);
                }
                if same && let Some(&before) = made.last() {
                    made.push(before);
                    continue;
                }
                let args = &values[..args.len()];
                let requires = match (callee, function) {
                    (Callee::State(_), Value::Primitive(primitive)) => {
                        primitive.properties.requires
                    }
                    _ => requires,
                };
                if !is_useful(requires, args) {
                    break 'all None;
                }
                recorder.mark(Mark::Gather);
                self.evaluations += 1;
                plain.refill();
                plain.begin_call(function, args);
                if requires == Some(Requirement::DecisiveKey) && is_any(&plain, args) {
                    recorder.mark(Mark::Account);
                    break 'all None;
                }
                plain.refill();
                let tree = tree.as_deref().filter(|_| recorder.detailed());
                let watched = tree.map(|tree| {
                    let cx = Cx::new(&self.scratch, CALL_LIMITS);
                    cx.with_tree(Some(tree))
                });
                let cx = watched.as_ref().unwrap_or(&plain);
                let result = match tree {
                    Some(tree) => call_watched(cx, callee, function, args, tree, recorder),
                    None => cx.call(function, args),
                };
                if R::ON {
                    counts.evaluations += 1;
                    counts.cells += cx.cells();
                    if let Err(fail) = result {
                        counts.failed(fail);
                    }
                }
                recorder.mark(Mark::Account);
                let value = result.ok().filter(|&value| leads_on(value));
                let value = value.map(|value| self.kept.seek(value));
                recorder.mark(Mark::Number);
                match value {
                    Some(value) => made.push(value),
                    None => break 'all None,
                }
            }
            self.kept.keep_all(&made, &mut self.ids);
            Some(())
        };
        recorder.put_tree(tree);
        self.scratch.reset();
        found
    }

    /// What a measure says about an object of a sample.
    pub fn measured(&mut self, measure: StateId, sample: usize, object: Value) -> Option<ValueId> {
        self.evaluations += 1;
        let function = self.value(measure, sample);
        if let Some(watch) = &mut self.watch {
            let primitive = match function {
                Value::Primitive(primitive) => Some(primitive),
                _ => None,
            };
            watch.begin_step(primitive, self.states[measure as usize].node, 1);
            Recorder::begin_sample(watch, 0);
        }
        let cx = Cx::new(&self.scratch, CALL_LIMITS);
        cx.begin_call(function, &[object]);
        let value = cx.call(function, &[object]);
        let cells = cx.cells();
        if let Some(watch) = &mut self.watch {
            Recorder::mark(watch, Mark::Call);
        }
        let id = value.ok().map(|value| self.kept.keep(value));
        self.scratch.reset();
        if let Some(watch) = &mut self.watch {
            Recorder::mark(watch, Mark::Number);
            let counts = StepCounts {
                evaluations: 1,
                failures: u64::from(id.is_none()),
                cells,
                ..StepCounts::default()
            };
            watch.end_step(&counts, 0);
        }
        id
    }
}

/// A call that is timed in detail: the tree is told of all that is called inside it.
#[cold]
#[inline(never)]
fn call_watched<'a>(
    cx: &Cx<'a>,
    callee: Callee,
    function: Value<'a>,
    args: &[Value<'a>],
    tree: &CallTree,
    recorder: &mut impl Recorder,
) -> Result<Value<'a>, Fail> {
    tree.begin_node(match callee {
        Callee::Primitive(primitive) => Watched::Primitive(primitive),
        Callee::State(_) => Watched::Apply,
    });
    cx.start_trace();
    recorder.mark(Mark::Probe);
    let result = cx.call(function, args);
    let ticks = recorder.mark(Mark::Call);
    cx.stop_trace();
    tree.end_node(ticks);
    recorder.mark(Mark::Probe);
    result
}
