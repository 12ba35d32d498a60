// Runs the steps of a wave: each warp takes one item after the other, a step on some samples.
//
// In: a Job. Out: an outcome of 64 bits for every result on every sample, and the distinct grids
// among them. A call that depends on a failure or an unfit value is not made. The steps of a wave are
// sorted by primitive, so that all warps run the same code at about the same time: fetching code
// takes longer than running it.
#pragma once
#include "inlined.h"

// The value of an argument: a leaf, an input of the sample, or the value of a step. `x` is the number
// of the sample or of the task, as the scope of the step says.
INLINE Val fetch(const Job &job, const u32 *sample, u32 from, u32 x, u32 task) {
  if (!(from & LEAF_BIT)) {
    u32 scope = from >> SCOPE_SHIFT;
    u32 at = (from & PLACE_MASK) + (scope == BY_SAMPLE ? x : scope == BY_TASK ? task : 0);
    return read_val(job.values + (u64)at * VAL_WORDS);
  }
  Val v = read_val(job.leaves + (u64)(from & ~LEAF_BIT) * VAL_WORDS);
  return v.kind >= GIVEN_S ? read_val(sample + (v.kind - GIVEN_S) * VAL_WORDS) : v;
}

// Gives a warp another page; the contents of the old one stay. If no page is left, the new page is
// empty.
INLINE void turn_page(const Job &job, Cx &cx) {
  u32 page = 0;
#ifdef ARCBATT_CUDA
  if (LANE == 0) page = atomicAdd(job.page, 1u);
  page = __shfl_sync(FULL, page, 0);
#else
  page = (*job.page)++;
#endif
  bool there = page < job.pages_count;
  u32 begin = job.scratch + (there ? page * job.page_words : 0);
  settle();
  cx.used = begin;
  cx.size = there ? begin + job.page_words : begin;
  settle();
}

// Computes a step on one sample (or task, or once).
FUN Val run_step(const Job &job, Cx &cx, const Step &step, const u32 *sample, u32 x, u32 task) {
  u32 head = step.head;
  i32 arity = (i32)(head >> 16 & 0xff), op = (i32)(head & 0xffff);
  Val result = none();
  // Tries again on a new page if there is no room.
  ROLLED for (i32 turn = 0; turn < 2; turn++) {
    settle();
    cx.top = 0;
    cx.over = 0;
    cx.calls = 0;
    cx.steps = 0;
    cx.cells = 0;
    settle();
    Val *args = push(cx, MOST_ARGS + 1);
    result = none();
    u32 touched = 0;
    // The first failure or unfit argument decides.
    ROLLED for (i32 n = 0; n < arity && !bad(result); n++) {
      Val v = fetch(job, sample, step.args[n], x, task);
      if (bad(v)) result = v;
      args[n] = v;
      touched += area(v);
    }
    settle();
    if (bad(result)) return result;
    u32 before = cx.used;
    if (op == APPLY_OP) result = call(cx, args[0], args + 1, arity - 1);
    else if (op == MISCOUNTED_OP) {
      spend(cx, 0, 1); // a call that fails, as on the CPU
      result = fail();
    } else result = call_direct(cx, op, args, touched);
    settle();
    bool over = cx.over != 0;
    settle();
    if (bad(result) || over) cx.used = before;
    settle();
    if (!over) return result;
    result = unfit(NO_MEMORY);
    if (turn == 0) turn_page(job, cx);
  }
  return result;
}

// The samples per item of a step; fewer for long steps.
INLINE u32 grain_of(u32 head, u32 grain) { return (u32)imax((i32)(grain >> (head >> 28 & 7)), 1); }

// Runs a step on samples (or tasks, or once) `first` to `end`.
FUN void run_general(const Job &job, Cx &cx, const Step &step, u32 first, u32 end) {
  const Group &group = job.groups[step.group];
  const u32 *lists = job.lists + group.lists;
  u32 scope = step.head >> 24 & 3, samples = group.samples, tasks = group.tasks;
  u64 steps = 0, cells = 0;
  ROLLED for (u32 x = first; x < end; x++) {
    u32 task = scope == BY_SAMPLE ? lists[x] : x;
    // Values of a task are computed on one of its samples.
    u32 from = scope == BY_SAMPLE ? x : scope == BY_TASK ? lists[samples + x] : 0;
    const u32 *sample = job.samples + (u64)(group.first_sample + from) * 4 * VAL_WORDS;
    u32 before = cx.used, page = cx.size;
    Val result = run_step(job, cx, step, sample, x, task);
    if (step.head & NEEDED) write_val(job.values + (u64)(step.out + x) * VAL_WORDS, result);
    // The CPU counts it for every sample.
    u32 times = scope == BY_SAMPLE ? 1 : scope == BY_TASK ? lists[samples + tasks + x] : samples;
    steps += (u64)cx.steps * times;
    cells += (u64)cx.cells * times;
    u32 number_of = step.result;
    if (number_of != NO_RESULT)
      emit(job, cx, sample, result, group.first_outcome + (u64)number_of * samples + x);
    // Frees it, unless the page changed meanwhile.
    bool over = !(step.head & NEEDED) && cx.size == page;
    settle();
    if (over) cx.used = before;
    settle();
  }
  add_spent(job, step.group, steps, cells);
}

// Runs an item of a wave.
INLINE void run_item(const Job &job, Cx &cx, const Wave &wave, u32 number) {
#ifdef ARCBATT_CUDA
  i64 start = job.clocks ? clock64() : 0;
#endif
  u32 low = wave.first, high = wave.first + wave.steps;
  ROLLED while (high - low > 1) {
    u32 middle = (low + high) / 2;
    if (job.first_items[middle] <= number) low = middle;
    else high = middle;
  }
  const Step &step = job.steps[low];
  const Group &group = job.groups[step.group];
  u32 head = step.head, scope = head >> 24 & 3, samples = group.samples, tasks = group.tasks;
  u32 count = scope == BY_SAMPLE ? samples : scope == BY_TASK ? tasks : 1;
  u32 grain = grain_of(head, wave.grain), first = (number - job.first_items[low]) * grain;
  u32 end = first + grain < count ? first + grain : count;
  settle();
  cx.most_steps = group.most_steps;
  cx.most_cells = group.most_cells;
  settle();
  switch (scope == BY_SAMPLE ? inlined_arity(head & 0xffff) : 0) {
  case 1: run_inlined<1>(job, cx, step, first, end); break;
  case 2: run_inlined<2>(job, cx, step, first, end); break;
  case 3: run_inlined<3>(job, cx, step, first, end); break;
  case 4: run_inlined<4>(job, cx, step, first, end); break;
  default: run_general(job, cx, step, first, end);
  }
#ifdef ARCBATT_CUDA
  if (job.clocks && LANE == 0) {
    atomicAdd(job.clocks + 2 * (head & 0xff), (u64)(clock64() - start));
    atomicAdd(job.clocks + 2 * (head & 0xff) + 1, (u64)(end - first));
  }
#endif
}

// A warp continues on its page.
INLINE void open_page(const Job &job, Cx &cx, u32 warp) {
  settle();
  cx.arena = job.arena;
  cx.scratch = job.first_scratch + warp * SCRATCH;
  cx.used = job.pages[2 * warp];
  cx.size = job.pages[2 * warp + 1];
  cx.steps = 0;
  cx.cells = 0;
  settle();
}

#ifdef ARCBATT_CUDA

#define WARPS 4
#ifndef BLOCKS
#define BLOCKS 6
#endif

extern "C" __global__ void __launch_bounds__(32 * WARPS, BLOCKS)
    arcbatt_wave(const __grid_constant__ Job job, u32 number) {
  __shared__ Cx contexts[WARPS];
  Cx &cx = contexts[threadIdx.x / 32];
  u32 warp = blockIdx.x * WARPS + threadIdx.x / 32;
  Wave wave = job.waves[number];
  open_page(job, cx, warp);
  for (;;) {
    u32 item = 0;
    if (LANE == 0) item = atomicAdd(job.next + number, 1u);
    item = __shfl_sync(FULL, item, 0);
    if (item >= wave.items) break;
    run_item(job, cx, wave, item);
  }
  settle();
  if (LANE == 0) {
    job.pages[2 * warp] = cx.used;
    job.pages[2 * warp + 1] = cx.size;
  }
}

#else

extern "C" void arcbatt_waves(const Job *job) {
  static thread_local Cx cx;
  open_page(*job, cx, 0);
  for (u32 k = 0; k < job->waves_count; k++)
    for (u32 item = 0; item < job->waves[k].items; item++) run_item(*job, cx, job->waves[k], item);
}

#endif
