//! Executing one call: the one place where plans, single programs and searches call a function.

use super::probe::{Mark, Recorder};
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::{CallTree, Callee, Cx, Fail, Value};

/// Calls a primitive or, without one, the function that is the first argument, under the limits of
/// `cx`. Argument `k` of `arity` is `value(k)`; `value` must work for all `k` up to [`MAX_ARITY`].
#[inline(always)]
pub(crate) fn execute<'v, 'a: 'v>(
    cx: &Cx<'a>,
    primitive: Option<&'static Primitive>,
    arity: usize,
    value: impl Fn(usize) -> &'v Value<'a>,
) -> Result<Value<'a>, Fail> {
    // Most calls have one or two arguments. A single one is not copied.
    match (primitive, arity) {
        (Some(primitive), 1) => cx.call_primitive(primitive, std::slice::from_ref(value(0))),
        (Some(primitive), 2) => cx.call_primitive(primitive, &[*value(0), *value(1)]),
        (Some(primitive), 3) => cx.call_primitive(primitive, &[*value(0), *value(1), *value(2)]),
        (primitive, arity) => {
            let args: [_; MAX_ARITY + 1] = std::array::from_fn(|k| *value(k));
            match primitive {
                Some(primitive) => cx.call_primitive(primitive, &args[..arity]),
                None => cx.call(args[0], &args[1..arity]),
            }
        }
    }
}

/// [`execute`], with all calls inside it recorded in the tree.
#[cold]
#[inline(never)]
pub(crate) fn execute_recorded<'v, 'a: 'v>(
    cx: &Cx<'a>,
    primitive: Option<&'static Primitive>,
    arity: usize,
    value: impl Fn(usize) -> &'v Value<'a>,
    recorder: &mut (impl Recorder + ?Sized),
    tree: &CallTree,
) -> Result<Value<'a>, Fail> {
    tree.begin_node(primitive.map_or(Callee::Apply, Callee::Primitive));
    cx.start_trace();
    recorder.mark(Mark::Probe);
    let result = execute(cx, primitive, arity, value);
    let ticks = recorder.mark(Mark::Call);
    cx.stop_trace();
    tree.end_node(ticks);
    recorder.mark(Mark::Probe);
    result
}
