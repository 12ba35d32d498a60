// Primitives that take about the same time on every sample, inlined into loops over samples.
//
// A called function passes values through memory, and a short one spends most of its time on that.
// Here the same source (again.h is generated: the files of these primitives, concatenated) is
// compiled so that a call stays in registers. There is one loop over samples per number of
// arguments: fetching code once saves more than fewer jumps would. Calls that are not supported, or
// find no room, take the general path. INLINED_1 to INLINED_4 are generated from the Rust table.
#pragma once
#include "outcome.h"

// The general path, see wave.h.
FUN Val run_step(const Job &job, Cx &cx, const Step &step, const u32 *sample, u32 x, u32 task);

// A marker instead of a stride: the value depends on the task.
#define PER_TASK 15u

namespace inlined {
#undef FUN
#define FUN INLINE
#define INLINED 1
#include "again.h"
#undef INLINED
#undef FUN
#define FUN OUTLINE

// Inlined code calls no functions.
INLINE Val eval(Cx &cx, i32 primitive, const Val *args) { return unfit(NO_PRIMITIVE); }
INLINE Val ill_typed(Cx &cx, i32 primitive, const Val *args, Val unknown) { return unknown; }
INLINE i32 arity_of(i32 primitive) { return -1; }

// The best element by a primitive.
INLINE Val best_of(Cx &cx, const Val *a, i32 wanted) {
  Val best, chosen = make(DEAD, 0, 0);
  if ((a[0].kind != SET && a[0].kind != TUPLE) || !best_lane(cx, a[0], a[1], wanted, best, chosen))
    return unfit(ODD_KIND);
  return chosen.kind == DEAD ? fail() : chosen;
}
INLINE Val p_argmax(Cx &cx, const Val *a) { return best_of(cx, a, GREATER); }
INLINE Val p_argmin(Cx &cx, const Val *a) { return best_of(cx, a, LESS); }

// The empty tuple is a grid without rows, and vice versa.
INLINE void as_grid(Val &v) {
  if (v.kind == TUPLE && v.n == 0) v.kind = GRID, v.h = 0, v.w = 0;
}
INLINE void as_nothing(Val &v) {
  if (v.kind == GRID && v.h == 0) v.kind = TUPLE, v.h = 1, v.w = 1;
}

// The place of an argument, in Vals from the leaves on, and its stride per sample.
struct Source {
  u32 at, stride;
};
INLINE Source source_of(const Job &job, const Group &group, u32 from) {
  u32 at = from & ~LEAF_BIT, scope = from >> SCOPE_SHIFT;
  if (from & LEAF_BIT) {
    i32 kind = (i32)job.leaves[(u64)at * VAL_WORDS];
    if (kind < GIVEN_S) return {at, 0};
    return {job.leaves_count + 4 * group.first_sample + (u32)(kind - GIVEN_S), 4};
  }
  return {job.leaves_count + 4 * job.samples_count + (from & PLACE_MASK), scope == BY_SAMPLE ? 1u : scope == BY_TASK ? PER_TASK : 0u};
}

// Calls an inlined primitive; UNFIT if it is not one.
template <int N> INLINE Val inlined_eval(Cx &cx, u32 op, const Val *a) {
#define INLINED_PRIM(name) case OP_##name: return p_##name(cx, a);
  if constexpr (N == 1) switch (op) { INLINED_1(INLINED_PRIM) }
  if constexpr (N == 2) switch (op) { INLINED_2(INLINED_PRIM) }
  if constexpr (N == 3) switch (op) { INLINED_3(INLINED_PRIM) }
  if constexpr (N == 4) switch (op) { INLINED_4(INLINED_PRIM) }
#undef INLINED_PRIM
  return unfit(NO_PRIMITIVE);
}
} // namespace inlined

// The number of arguments of an inlined primitive; 0 for others.
INLINE i32 inlined_arity(u32 op) {
  switch (op) {
#define INLINED_PRIM(name) case OP_##name:
    INLINED_1(INLINED_PRIM) return 1;
    INLINED_2(INLINED_PRIM) return 2;
    INLINED_3(INLINED_PRIM) return 3;
    INLINED_4(INLINED_PRIM) return 4;
#undef INLINED_PRIM
  default: return 0;
  }
}

// Runs a step of an inlined primitive of N arguments on samples `begin` to `end`.
template <int N> INLINE void run_inlined(const Job &job, Cx &own, const Step &step, u32 begin, u32 end) {
  // Copies: the compiler cannot know that writing values does not change them. As few as possible,
  // so that they stay in registers.
  u32 head = step.head, op = head & 0xffff, number = step.result;
  const Group &group = job.groups[step.group];
  u32 lists = group.lists, sample_at = job.leaves_count + 4 * group.first_sample;
  u32 outcome_at = (u32)group.first_outcome + number * group.samples;
  u32 out = job.leaves_count + 4 * job.samples_count + step.out;
  inlined::Cx cx = {job.arena, own.used, own.size, own.scratch, own.most_steps, own.most_cells};
  u32 source[N], strides = 0;
  UNROLLED for (int n = 0; n < N; n++) {
    inlined::Source found = inlined::source_of(job, group, step.args[n]);
    source[n] = found.at;
    strides |= found.stride << 4 * n;
  }
  // The limits of a node are far below overflow.
  u32 steps = 0, cells = 0;
  ROLLED for (u32 x = begin; x < end; x++) {
    inlined::Val a[N], result = inlined::none();
    u32 touched = 0;
    UNROLLED for (int n = 0; n < N; n++) {
      u32 stride = strides >> 4 * n & 15u, on = x * stride;
      if (stride == PER_TASK) on = job.lists[lists + x];
      a[n] = inlined::read_val(job.leaves + (u64)(source[n] + on) * VAL_WORDS);
      touched += area(a[n]);
    }
    u32 before = cx.used, page = cx.size;
    cx.over = 0;
    cx.steps = 0;
    cx.cells = 0;
    cx.last_at = -1;
    // The first failure or unfit argument decides.
    UNROLLED for (int n = N - 1; n >= 0; n--)
      if (bad(a[n])) {
        result.kind = a[n].kind;
        result.a = a[n].a;
        result.b = a[n].b;
      }
    if (!bad(result)) {
      inlined::as_grid(a[0]);
      result = inlined::inlined_eval<N>(cx, op, a);
      inlined::as_nothing(result);
      bool within = spend(cx, 40 + 4 * (touched + area(result)), 1);
      if (result.kind == UNFIT || cx.over || !within) {
        settle();
        own.used = before;
        settle();
        const u32 *sample = job.leaves + (u64)(sample_at + 4 * x) * VAL_WORDS;
        Val v = run_step(job, own, step, sample, x, job.lists[lists + x]);
        result = {v.kind, v.off, v.a, v.b, v.h, v.w, v.n, v.c};
        cx.used = own.used;
        cx.size = own.size;
        cx.steps = own.steps;
        cx.cells = own.cells;
        cx.last_at = -1;
      }
    }
    steps += cx.steps;
    cells += cx.cells;
    if (head & NEEDED) write_val((u32 *)job.leaves + (u64)(out + x) * VAL_WORDS, result);
    const u32 *sample = job.leaves + (u64)(sample_at + 4 * x) * VAL_WORDS;
    bool emitted = number == NO_RESULT;
    if (!emitted && result.kind == GRID) {
      if (result.off != cx.last_at) cx.last = grid_planes(cx, result);
      Planes planes;
      for (int k = 0; k < 4; k++) planes.p[k] = cx.last.p[k];
      emitted = emit_grid(job, sample, result.h, result.w, planes, (u64)(outcome_at + x));
    }
    if (!emitted) {
      Val v = {result.kind, result.off, result.a, result.b, result.h, result.w, result.n, result.c};
      put_outcome(job, (u64)(outcome_at + x), other_outcome(job, own, v));
    }
    // Frees its rows, unless the page changed meanwhile.
    if ((!(head & NEEDED) || result.kind == FAIL) && cx.size == page) cx.used = before;
  }
  settle();
  own.used = cx.used;
  own.size = cx.size;
  settle();
  add_spent(job, step.group, steps, cells);
}
