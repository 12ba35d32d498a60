// Primitives that do about the same on every sample, once more: inlined into loops over samples.
//
// A function that is called hands its values on through memory, and a short one spends most of its
// time on that. Here the same source (again.h is written by the library: the files of these
// primitives, one after the other) is compiled so that all of a call happens in registers. What it
// does not know, or where there is no room, goes the general way.
#pragma once
#include "outcome.h"

// The general way, see wave.h.
FUN Val run_step(const Job &job, Cx &cx, const Step &step, const u32 *sample, u32 x, u32 task);

namespace light {
#undef FUN
#define FUN INLINE
#define LIGHT 1
#include "again.h"
#undef LIGHT
#undef FUN
#define FUN OUTLINE

// Functions are not called here.
INLINE Val eval(Cx &cx, i32 primitive, const Val *args) { return unfit(NO_PRIMITIVE); }
INLINE i32 arity_of(i32 primitive) { return -1; }

// The best by a primitive.
INLINE Val best_of(Cx &cx, const Val *a, i32 wanted) {
  Val best, chosen = make(DEAD, 0, 0);
  if ((a[0].kind != SET && a[0].kind != TUPLE) || !best_lane(cx, a[0], a[1], wanted, best, chosen))
    return unfit(ODD_KIND);
  return chosen.kind == DEAD ? fail() : chosen;
}
INLINE Val p_argmax(Cx &cx, const Val *a) { return best_of(cx, a, GREATER); }
INLINE Val p_argmin(Cx &cx, const Val *a) { return best_of(cx, a, LESS); }

// Where an argument is found: so many words further for every sample, or for every task.
struct Source {
  const u32 *at;
  u32 stride;
  bool by_task;
};
INLINE Source source_of(const Job &job, const Group &group, u32 from) {
  Source s = {job.values + (u64)(from & PLACE_MASK) * VAL_WORDS, VAL_WORDS, from >> SCOPE_SHIFT == BY_TASK};
  if (from >> SCOPE_SHIFT == ONCE) s.stride = 0;
  if (!(from & LEAF_BIT)) return s;
  s = {job.leaves + (u64)(from & ~LEAF_BIT) * VAL_WORDS, 0, false};
  u32 kind = s.at[0];
  if (kind >= GIVEN_S) s = {job.samples + (group.first_sample * 4 + (kind - GIVEN_S)) * VAL_WORDS, 4 * VAL_WORDS, false};
  return s;
}

// A primitive of N arguments on samples from `begin` to `end`.
template <int N, class Primitive>
INLINE void on_samples(const Job &job, ::Cx &own, const Step &step, u32 begin, u32 end, Primitive primitive) {
  const Group &group = job.groups[step.group];
  Cx cx;
  cx.arena = own.arena;
  cx.used = own.used;
  cx.size = own.size;
  cx.scratch = own.scratch;
  cx.most_steps = own.most_steps;
  cx.most_cells = own.most_cells;
  // Kept, as nobody else knows that writing values does not change them.
  u32 out = step.out, number = step.result, head = step.head;
  const u32 *tasks = job.lists + group.lists, *samples = job.samples + (u64)group.first_sample * 4 * VAL_WORDS;
  Source source[N];
  bool by_task = false;
  for (int n = 0; n < N; n++) {
    source[n] = source_of(job, group, step.args[n]);
    by_task = by_task || source[n].by_task;
  }
  // A node's limits are far below what these could not hold.
  u32 steps = 0, cells = 0;
  ROLLED for (u32 x = begin; x < end; x++) {
    u32 task = by_task ? tasks[x] : 0;
    Val a[N], result = none();
    u32 touched = 0;
    for (int n = N - 1; n >= 0; n--) {
      a[n] = read_val(source[n].at + (u64)(source[n].by_task ? task : x) * source[n].stride);
      // The first that is no value decides.
      if (bad(a[n])) result = a[n];
      touched += area(a[n]);
    }
    u32 before = cx.used, page = cx.size;
    cx.over = 0;
    cx.steps = 0;
    cx.cells = 0;
    cx.last_at = -1;
    if (!bad(result)) {
      result = primitive(cx, a);
      cx.steps++;
      bool within = spend(cx, 40 + 4 * (touched + area(result)));
      if (result.kind == UNFIT || cx.over || !within) {
        settle();
        own.used = before;
        settle();
        ::Val v = ::run_step(job, own, step, samples + (u64)x * 4 * VAL_WORDS, x, tasks[x]);
        Val copy = {v.kind, v.off, v.a, v.b, v.h, v.w, v.n, v.c};
        result = copy;
        cx.used = own.used;
        cx.size = own.size;
        cx.steps = own.steps;
        cx.cells = own.cells;
        cx.last_at = -1;
      } else if (result.kind == FAIL) cx.used = before;
    }
    steps += cx.steps;
    cells += cx.cells;
    if (head & NEEDED) write_val(job.values + (u64)(out + x) * VAL_WORDS, result);
    if (number == NO_RESULT) continue;
    const u32 *sample = samples + (u64)x * 4 * VAL_WORDS;
    u64 to = group.first_outcome + (u64)number * group.samples + x;
    bool told = false;
    if (result.kind == GRID) {
      if (result.off != cx.last_at) cx.last = grid_planes(cx, result);
      ::Planes planes;
      for (int k = 0; k < 4; k++) planes.p[k] = cx.last.p[k];
      told = emit_grid(job, sample, result.h, result.w, planes, to);
    }
    if (!told) {
      ::Val v = {result.kind, result.off, result.a, result.b, result.h, result.w, result.n, result.c};
      put_outcome(job, to, odd_outcome(job, own, v));
    }
    // Nobody asks for it again, unless a page was turned meanwhile.
    if (!(head & NEEDED) && cx.size == page) cx.used = before;
  }
  settle();
  own.used = cx.used;
  own.size = cx.size;
  settle();
#ifdef ARCBATT_CUDA
  if (LANE == 0) {
    atomicAdd(job.spent + 2 * step.group, (u64)steps);
    atomicAdd(job.spent + 2 * step.group + 1, (u64)cells);
  }
#else
  job.spent[2 * step.group] += steps;
  job.spent[2 * step.group + 1] += cells;
#endif
}
} // namespace light

// Runs a step on samples if it is one of these; false if it is not.
FUN bool run_light(const Job &job, Cx &cx, const Step &step, u32 begin, u32 end) {
  switch (step.head & 0xffff) {
#define LIGHT_PRIM(name, parameters)                                                                     \
  case OP_##name:                                                                                        \
    light::on_samples<parameters>(job, cx, step, begin, end,                                             \
                                  [](light::Cx &c, const light::Val *a) { return light::p_##name(c, a); }); \
    return true;
    LIGHT_PRIM(argmax, 2)
    LIGHT_PRIM(argmin, 2)
    LIGHT_PRIM(asobject, 1)
    LIGHT_PRIM(bottomhalf, 1)
    LIGHT_PRIM(canvas, 2)
    LIGHT_PRIM(cmirror, 1)
    LIGHT_PRIM(color, 1)
    LIGHT_PRIM(cover, 2)
    LIGHT_PRIM(crop, 3)
    LIGHT_PRIM(dmirror, 1)
    LIGHT_PRIM(fill, 3)
    LIGHT_PRIM(hconcat, 2)
    LIGHT_PRIM(hmirror, 1)
    LIGHT_PRIM(identity, 1)
    LIGHT_PRIM(lefthalf, 1)
    LIGHT_PRIM(mostcolor, 1)
    LIGHT_PRIM(objects, 4)
    LIGHT_PRIM(ofcolor, 2)
    LIGHT_PRIM(paint, 2)
    LIGHT_PRIM(replace, 3)
    LIGHT_PRIM(righthalf, 1)
    LIGHT_PRIM(rot180, 1)
    LIGHT_PRIM(rot270, 1)
    LIGHT_PRIM(rot90, 1)
    LIGHT_PRIM(shape, 1)
    LIGHT_PRIM(shift, 2)
    LIGHT_PRIM(subgrid, 2)
    LIGHT_PRIM(switch, 3)
    LIGHT_PRIM(toindices, 1)
    LIGHT_PRIM(tophalf, 1)
    LIGHT_PRIM(trim, 1)
    LIGHT_PRIM(underfill, 3)
    LIGHT_PRIM(vconcat, 2)
    LIGHT_PRIM(vmirror, 1)
#undef LIGHT_PRIM
  }
  return false;
}
