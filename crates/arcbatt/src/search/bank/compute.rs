//! Calls computed on all samples, recorded or not.

use super::prune::{is_any, is_useful, leads_on};
use super::{Bank, CALL_LIMITS, FAILED, StateId};
use crate::batt::execute::{execute, execute_recorded};
use crate::batt::{Mark, NoProbe, NodeId, Recorder, StepCounts, ValueId};
use crate::dsl::properties::Requirement;
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::{Cx, List, Value};

impl Bank<'_> {
    /// The state of a call that was not made before: of the primitive or, without one, of the function
    /// that the first argument holds.
    pub(super) fn compute(
        &mut self,
        node: NodeId,
        primitive: Option<&'static Primitive>,
        args: &[StateId],
        cost: u16,
    ) -> Option<StateId> {
        if self.recorder.is_some() {
            return self.compute_recorded(node, primitive, args, cost);
        }
        let counts = &mut StepCounts::default();
        let found = self.values_of(primitive, args, &mut NoProbe, counts);
        self.enter_computed(node, found, cost)
    }

    /// The state of a call after [`values_of`](Self::values_of).
    fn enter_computed(&mut self, node: NodeId, found: Option<()>, cost: u16) -> Option<StateId> {
        if found.is_some() {
            return Some(self.settle(node, None, cost));
        }
        self.drop_row();
        self.note(node, FAILED);
        None
    }

    #[cold]
    #[inline(never)]
    fn compute_recorded(
        &mut self,
        node: NodeId,
        primitive: Option<&'static Primitive>,
        args: &[StateId],
        cost: u16,
    ) -> Option<StateId> {
        let recorder = self.recorder.take()?;
        // Most calls that fail do so on the first sample: only that one may be timed in detail.
        recorder.begin_step(primitive, node, 1);
        let mut counts = StepCounts::default();
        let found = self.values_of(primitive, args, recorder, &mut counts);
        let scratch = &self.scratch;
        let bytes = scratch.allocated_bytes() - scratch.chunk_capacity();
        recorder.end_step(&counts, bytes);
        let state = self.enter_computed(node, found, cost);
        recorder.mark_always(Mark::Number);
        self.recorder = Some(recorder);
        state
    }

    /// Computes a call on all samples and fills the current row; `None` if it fails on a sample.
    ///
    /// Most values are known already, so they are made in the scratch arena, and only new ones are
    /// copied.
    #[inline(always)]
    fn values_of<R: Recorder + ?Sized>(
        &mut self,
        primitive: Option<&'static Primitive>,
        args: &[StateId],
        recorder: &mut R,
        counts: &mut StepCounts,
    ) -> Option<()> {
        let tree = recorder.take_tree();
        self.interner.begin_batch();
        let found = 'all: {
            let mut made = List::with_capacity_in(self.samples, &self.scratch);
            let plain = Cx::new(&self.scratch, CALL_LIMITS).with_measures(&self.measures);
            let mut ids: [&[ValueId]; MAX_ARITY + 1] = [&[]; MAX_ARITY + 1];
            for (ids, &arg) in ids.iter_mut().zip(args) {
                *ids = &self.ids[arg as usize * self.samples..][..self.samples];
            }
            let ids = &ids[..args.len()];
            let mut values = [Value::None; MAX_ARITY + 1];
            for sample in 0..self.samples {
                recorder.begin_sample(sample);
                let mut same = sample > 0;
                for (value, ids) in values.iter_mut().zip(ids) {
                    same = same && ids[sample] == ids[sample - 1];
                    *value = self.interner.get(ids[sample]);
                }
                if same && let Some(&before) = made.last() {
                    made.push(before);
                    continue;
                }
                let all = &values[..args.len()];
                let (function, inputs) = match primitive {
                    Some(primitive) => (Value::Primitive(primitive), all),
                    None => (all[0], &all[1..]),
                };
                let requires = match function {
                    Value::Primitive(primitive) => primitive.properties.requires,
                    _ => None,
                };
                if !is_useful(requires, inputs) {
                    break 'all None;
                }
                recorder.mark(Mark::Gather);
                self.evaluations += 1;
                plain.refill();
                plain.begin_call(function, inputs);
                if requires == Some(Requirement::DecisiveKey) && is_any(&plain, inputs) {
                    recorder.mark(Mark::Account);
                    break 'all None;
                }
                plain.refill();
                let value = |k: usize| &values[k];
                let tree = tree.as_deref().filter(|_| recorder.detailed());
                let (result, cells) = match tree {
                    Some(tree) => {
                        let cx = Cx::new(&self.scratch, CALL_LIMITS).with_tree(Some(tree));
                        let arity = args.len();
                        let result = execute_recorded(&cx, primitive, arity, value, recorder, tree);
                        (result, cx.cells())
                    }
                    None => {
                        let result = execute(&plain, primitive, args.len(), value);
                        (result, if recorder.is_on() { plain.cells() } else { 0 })
                    }
                };
                if recorder.is_on() {
                    counts.evaluations += 1;
                    counts.cells += cells;
                    if let Err(fail) = result {
                        counts.failed(fail);
                    }
                }
                recorder.mark(Mark::Account);
                let value = result.ok().filter(|&value| leads_on(value));
                let value = value.map(|value| self.interner.hash(value));
                recorder.mark(Mark::Number);
                match value {
                    Some(value) => made.push(value),
                    None => break 'all None,
                }
            }
            self.interner.intern_batch(&made, &mut self.ids);
            Some(())
        };
        recorder.put_tree(tree);
        self.scratch.reset();
        found
    }

    /// The number of what a measure gives for an object of a sample.
    pub fn measured(&mut self, measure: StateId, sample: usize, object: Value) -> Option<ValueId> {
        self.evaluations += 1;
        let function = self.value(measure, sample);
        if let Some(recorder) = &mut self.recorder {
            let primitive = match function {
                Value::Primitive(primitive) => Some(primitive),
                _ => None,
            };
            recorder.begin_step(primitive, self.states[measure as usize].node, 1);
            recorder.begin_sample(0);
        }
        let cx = Cx::new(&self.scratch, CALL_LIMITS);
        cx.begin_call(function, &[object]);
        let pair = [function, object];
        let value = execute(&cx, None, 2, |k| &pair[k.min(1)]);
        let cells = cx.cells();
        if let Some(recorder) = &mut self.recorder {
            recorder.mark(Mark::Call);
        }
        let id = value.ok().map(|value| self.interner.intern_copy(value));
        self.scratch.reset();
        if let Some(recorder) = &mut self.recorder {
            recorder.mark(Mark::Number);
            let counts = StepCounts {
                evaluations: 1,
                failures: u64::from(id.is_none()),
                cells,
                ..StepCounts::default()
            };
            recorder.end_step(&counts, 0);
        }
        id
    }
}
