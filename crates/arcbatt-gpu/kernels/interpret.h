// Runs the code of a chunk of a batt on a sample: one warp, from the inputs to the outcomes.
//
// In: a Job. Out: for every result of a chunk on every sample an outcome of 64 bits, and the grids
// among them, each kept once. A call that hangs on a failure or on what is unfit is not made.
#pragma once
#include "eval.h"

// Leaves that are filled in from the sample, as kinds of Vals.
enum Given { GIVEN_S = 100, GIVEN_I, GIVEN_C };
#define APPLY_OP 0xffff
#define MISCOUNTED_OP 0xfffe // more or fewer arguments than the primitive takes
#define LEAF_BIT 0x80000000u
#define NO_RESULT FULL
#define CODE_WORDS 8 // op | arity << 16 | last uses << 24, out, five arguments, result

// Outcomes: what came out in the lowest four bits, whether it equals the wanted grid in the next,
// a hash above; of what is unfit, the reason and the primitive.
enum Outcome { NOT_RUN, IS_GRID, NO_GRID, IS_FAIL, IS_UNFIT };
#define MATCHES 16u
#define OUTCOME_BITS 5
#define GRID_HEAD 3 // words before the planes of a grid that came out

struct Chunk {
  u32 code, steps;  // where its instructions begin, and how many there are
  u32 leaves;       // where its leaves begin
  u32 slots;
  u32 unused[4];
};
// Some chunks on some samples.
struct Group {
  u32 first_item; // work items, numbered over all groups
  u32 first_chunk, chunks;
  u32 first_sample, samples;
  u32 most_steps, most_cells; // limits of a node
  u32 unused;
  u64 first_outcome; // result r on sample s is at first_outcome + r * samples + s
};
struct Job {
  const u32 *code;
  const Chunk *chunks;
  const u32 *leaves;  // Vals
  const u32 *shared;  // rows and elements of inputs
  const u32 *samples; // four Vals each: S, I, C, and the wanted grid or DEAD
  const Group *groups;
  u64 *outcomes;
  u32 *memory;   // of all warps
  u64 *spent;    // steps and cells of each group, at least what the CPU would count
  u32 *next;     // the next work item
  u64 *keys;     // hashes of the grids that came out: an open table
  u32 *grids;    // the grids: hash (two words), h | w << 8, then four planes
  u32 *used;     // words of `grids` that are taken
  u64 *clocks;   // time and calls by primitive, or nothing
  u32 groups_count, items;
  u32 slots, arena; // of each warp: slots, words of one half of its arena
  u32 table_mask, grids_size;
  u32 test; // whether values that are no grids are hashed, too
  u32 unused;
};

INLINE u64 mix64(u64 s, u64 x) {
  s = (s ^ x) * 0x9e3779b97f4a7c15ull;
  return s ^ s >> 32;
}
INLINE W scrambled(W a) {
  a = (a ^ (a >> 16)) * 0x85ebca6bu;
  a = (a ^ (a >> 13)) * 0xc2b2ae35u;
  return a ^ (a >> 16);
}
// The hash of the first h rows.
INLINE u64 hash_rows(u64 s, W rows, i32 h) {
  W number = lanes() * 0x9e3779b9u;
  u32 low = sum(scrambled(rows + number) & first_lanes(h));
  u32 high = sum(scrambled((rows ^ 0x5bd1e995u) * 0x1b873593u + number) & first_lanes(h));
  return mix64(s, (u64)high << 32 | low);
}
FUN u64 hash_value(const Cx &cx, Val v, u64 s) {
  i32 kind = v.kind == BOOL ? INT : v.kind;
  s = mix64(s, (u64)kind);
  switch (kind) {
  case INT: return mix64(s, (u32)v.a);
  case PAIR: return mix64(mix64(s, (u32)v.a), (u32)v.b);
  case CELL: return mix64(mix64(mix64(s, (u32)v.a), (u32)v.b), (u32)v.c);
  case GRID: {
    s = mix64(s, (u32)(v.h | v.w << 8));
    Planes planes = grid_planes(cx, v);
    for (int k = 0; k < 4; k++) s = hash_rows(s, planes.p[k], v.h);
    return s;
  }
  case INDICES:
  case OBJECT: {
    s = mix64(mix64(s, (u32)v.a), (u32)v.b);
    s = mix64(mix64(s, (u32)(v.h | v.w << 8)), (u64)(u32)v.c << 32 | (u32)v.n);
    s = hash_rows(s, shape(cx, v), v.h);
    if (kind == INDICES) return s;
    Planes planes = object_planes(cx, v);
    for (int k = 0; k < 4; k++) s = hash_rows(s, planes.p[k], v.h);
    return s;
  }
  case CLIP:
  case CLIPPED: {
    s = hash_rows(s, shape(cx, v), 32);
    if (kind == CLIP) return s;
    Planes planes = load_planes(cx, v.off + 32, 32);
    for (int k = 0; k < 4; k++) s = hash_rows(s, planes.p[k], 32);
    return s;
  }
  case SET:
  case TUPLE:
    s = mix64(s, (u32)v.n);
    ROLLED for (i32 k = 0; k < v.n; k++) s = hash_value(cx, item(cx, v, k), s);
    return s;
  case PRIM: return mix64(s, (u32)v.a);
  default: return s;
  }
}

// An arena that values are copied to.
struct Target {
  u32 *arena;
  u32 used, size;
  bool over;
};
INLINE u32 take(Target &to, u32 words) {
  words = (words + 3u) & ~3u;
  u32 at = to.used;
  if (words > to.size - at) to.over = true;
  else to.used += words;
  return at;
}

// A value copied to another arena; UNFIT if there is no room.
FUN Val copied(const Cx &from, Target &to, Val v) {
  if ((u32)v.off & SHARED_BIT) return v;
  u32 words = 0;
  switch (v.kind) {
  case GRID: words = 4 * v.h; break;
  case INDICES: words = v.h; break;
  case OBJECT: words = ((u32)v.c & ((u32)v.c - 1u)) ? 5 * v.h : v.h; break;
  case CLIP: words = 32; break;
  case CLIPPED: words = 160; break;
  case SET:
  case TUPLE:
  case MADE: {
    if (v.n == 0) return v;
    u32 off = take(to, v.n * VAL_WORDS);
    ROLLED for (i32 k = 0; !to.over && k < v.n; k++) {
      Val c = copied(from, to, item(from, v, k));
      if (bad(c)) return c;
      write_val(to.arena + off + k * VAL_WORDS, c);
    }
    v.off = (i32)off;
    return to.over ? unfit(NO_MEMORY) : v;
  }
  default: return v;
  }
  u32 off = take(to, words);
  if (to.over) return unfit(NO_MEMORY);
  ROLLED for (u32 k = 0; k < words; k += 32)
    store(to.arena + off + k, (i32)(words - k), load(at(from, v.off) + k, (i32)(words - k)));
  v.off = (i32)off;
  return v;
}

// Moves what is alive to the other half of the warp's memory.
FUN void collect(Cx &cx, u32 *slots, u32 count, u32 *other) {
  Target to = {other, SCRATCH, cx.size, false};
  settle();
  ROLLED for (u32 k = 0; k < count; k++) {
    Val v = read_val(slots + k * VAL_WORDS);
    if (v.kind < PAIR) continue;
    to.over = false;
    write_val(slots + k * VAL_WORDS, copied(cx, to, v));
  }
  settle();
  cx.arena = to.arena;
  cx.used = to.used;
  settle();
}

// Keeps a grid that came out, unless it is there already; false if there is no room.
FUN bool keep_grid(const Job &job, const Cx &cx, Val v, u64 key);

// Makes up to 32 slots empty.
INLINE void clear_slots(u32 *slots, i32 n) {
#ifdef ARCBATT_CUDA
  if ((i32)LANE < n) slots[LANE * VAL_WORDS] = DEAD;
#else
  ROLLED for (i32 k = 0; k < imin(n, 32); k++) slots[k * VAL_WORDS] = DEAD;
#endif
}

FUN void emit(const Job &job, const Cx &cx, const u32 *sample, Val v, u64 at_) {
  u64 outcome;
  if (v.kind == FAIL) outcome = IS_FAIL;
  else if (v.kind == UNFIT) outcome = IS_UNFIT | (u64)(u32)(v.a & 0xff) << 8 | (u64)(u32)v.b << 16;
  else {
    bool is_output = false;
    if (v.kind == GRID) {
      // An output has colours 0 to 9 alone.
      Planes p = grid_planes(cx, v);
      is_output = !any(p.p[3] & (p.p[1] | p.p[2]) & grid_cells(v));
    }
    if (!is_output && !job.test) outcome = NO_GRID;
    else if (!is_output) outcome = NO_GRID | hash_value(cx, v, 1) << OUTCOME_BITS;
    else {
      u64 hash = hash_value(cx, v, 1) << OUTCOME_BITS;
      outcome = IS_GRID | hash;
      Val wanted = read_val(sample + 3 * VAL_WORDS);
      if (wanted.kind == GRID && same(cx, v, wanted) == 1) outcome |= MATCHES;
      if (job.keys && !keep_grid(job, cx, v, hash | 1u)) outcome = IS_UNFIT | (u64)NO_MEMORY << 8;
    }
  }
#ifdef ARCBATT_CUDA
  if (LANE == 0)
#endif
    job.outcomes[at_] = outcome;
}

// The value that an argument stands for: a leaf, what the sample gives, or a slot.
INLINE Val fetch(const Job &job, u32 leaves, const u32 *sample, const u32 *slots, u32 from) {
  if (!(from & LEAF_BIT)) return read_val(slots + from * VAL_WORDS);
  Val v = read_val(job.leaves + (u64)(leaves + (from & ~LEAF_BIT)) * VAL_WORDS);
  return v.kind >= GIVEN_S ? read_val(sample + (v.kind - GIVEN_S) * VAL_WORDS) : v;
}

// A work item: a chunk on as many samples as a block has warps, one for this warp; the last may have
// none for it. All warps of a block go from instruction to instruction together, as code that one of
// them fetched is there for the others: without that they would wait for code most of the time.
FUN void run_item(const Job &job, Cx &cx, u32 number, u32 *memory, u32 warp, u32 warps) {
  u32 low = 0, high = job.groups_count;
  ROLLED while (high - low > 1) {
    u32 middle = (low + high) / 2;
    if (job.groups[middle].first_item <= number) low = middle;
    else high = middle;
  }
  const Group &group = job.groups[low];
  u32 within = number - group.first_item, samples = group.samples, rounds = (samples + warps - 1) / warps;
  const Chunk &chunk = job.chunks[group.first_chunk + within / rounds];
  u32 sample_number = within % rounds * warps + warp;
  // A warp without a sample comes to all meetings, and does nothing else.
  bool idle = sample_number >= samples;
  const u32 *sample = job.samples + (u64)(group.first_sample + sample_number) * 4 * VAL_WORDS;
  u32 *slots = memory, *arenas = memory + job.slots * VAL_WORDS;
  u32 half = 0, leaves = chunk.leaves, slots_count = chunk.slots;
  u64 outcomes = group.first_outcome + sample_number;
  ROLLED for (u32 k = 0; k < slots_count; k += 32) clear_slots(slots + k * VAL_WORDS, (i32)(slots_count - k));
  settle();
  cx.arena = arenas;
  cx.shared = job.shared;
  cx.used = SCRATCH;
  cx.size = job.arena;
  cx.most_steps = group.most_steps;
  cx.most_cells = group.most_cells;
  u64 steps = 0, cells = 0;
  const u32 *code = job.code + (u64)chunk.code * CODE_WORDS, *end = code + (u64)chunk.steps * CODE_WORDS;
  ROLLED for (; code < end; code += CODE_WORDS) {
    meet();
    if (idle) continue;
    Val instruction = read_val(code);
    u32 head = (u32)instruction.kind;
    i32 arity = (i32)(head >> 16 & 0xff);
    Val result = none();
    // Twice if there is no room the first time.
    ROLLED for (i32 turn = 0; turn < 2; turn++) {
      settle();
      cx.top = 0;
      cx.over = 0;
      cx.depth = 0;
      cx.steps = 0;
      cx.cells = 0;
      settle();
      Val *args = push(cx, MOST_ARGS + 1);
      result = none();
      u32 touched = 0;
      // The first that is no value decides.
      ROLLED for (i32 n = 0; n < arity && !bad(result); n++) {
        Val v = fetch(job, leaves, sample, slots, code[2 + n]);
        if (bad(v)) result = v;
        args[n] = v;
        touched += area(v);
      }
      settle();
      if (bad(result)) break;
      u32 before = cx.used;
      i32 op = (i32)(head & 0xffff);
#ifdef ARCBATT_CUDA
      i64 start = job.clocks ? clock64() : 0;
#endif
      if (op == APPLY_OP) result = call(cx, args[0], args + 1, arity - 1);
      else if (op == MISCOUNTED_OP) result = fail();
      else result = call_direct(cx, op, args, touched);
      settle();
#ifdef ARCBATT_CUDA
      if (job.clocks && LANE == 0) {
        atomicAdd(job.clocks + 2 * (op & 0xff), (u64)(clock64() - start));
        atomicAdd(job.clocks + 2 * (op & 0xff) + 1, 1ull);
      }
#endif
      bool over = cx.over != 0;
      settle();
      if (bad(result) || over) cx.used = before;
      settle();
      if (!over) break;
      result = unfit(NO_MEMORY);
      if (turn == 0) {
        half ^= 1;
        collect(cx, slots, slots_count, arenas + half * job.arena);
      }
    }
    steps += cx.steps;
    cells += cx.cells;
    ROLLED for (u32 last = head >> 24; last; last &= last - 1) slots[code[2 + lowest(last)] * VAL_WORDS] = DEAD;
    write_val(slots + (u32)instruction.off * VAL_WORDS, result);
    if ((u32)instruction.c != NO_RESULT)
      emit(job, cx, sample, result, outcomes + (u64)(u32)instruction.c * samples);
  }
#ifdef ARCBATT_CUDA
  if (LANE == 0) {
    atomicAdd(job.spent + 2 * low, steps);
    atomicAdd(job.spent + 2 * low + 1, cells);
  }
#else
  job.spent[2 * low] += steps;
  job.spent[2 * low + 1] += cells;
#endif
}

INLINE u32 words_of_warp(const Job &job) { return job.slots * VAL_WORDS + 2 * job.arena; }

#ifdef ARCBATT_CUDA

FUN bool keep_grid(const Job &job, const Cx &cx, Val v, u64 key) {
  u32 k = (u32)(key >> 20) & job.table_mask;
  ROLLED for (u32 tries = 0; tries <= job.table_mask; tries++, k = (k + 1) & job.table_mask) {
    // One lane asks, all hear the answer.
    u64 found = 0;
    if (LANE == 0) found = atomicCAS(job.keys + k, 0ull, key);
    found = __shfl_sync(FULL, found, 0);
    if (found == key) return true;
    if (found) continue;
    u32 words = GRID_HEAD + 4 * (u32)v.h, to = 0;
    if (LANE == 0) to = atomicAdd(job.used, words);
    to = __shfl_sync(FULL, to, 0);
    // Who finds the key without a grid knows that there was no room.
    if (to > job.grids_size || words > job.grids_size - to) return false;
    if (LANE == 0) {
      job.grids[to] = (u32)key;
      job.grids[to + 1] = (u32)(key >> 32);
      job.grids[to + 2] = (u32)(v.h | v.w << 8);
    }
    store_planes(job.grids + to + GRID_HEAD, v.h, grid_planes(cx, v));
    return true;
  }
  return false;
}

extern "C" __global__ void __launch_bounds__(1024, 1) arcbatt_batt(const __grid_constant__ Job job) {
  __shared__ Cx contexts[32];
  __shared__ u32 item;
  u32 warp = threadIdx.x / 32, warps = blockDim.x / 32;
  u32 *memory = job.memory + (u64)(blockIdx.x * warps + warp) * words_of_warp(job);
  for (;;) {
    if (threadIdx.x == 0) item = atomicAdd(job.next, 1u);
    __syncthreads();
    u32 number = item;
    __syncthreads();
    if (number >= job.items) return;
    run_item(job, contexts[warp], number, memory, warp, warps);
  }
}

#else

FUN bool keep_grid(const Job &job, const Cx &cx, Val v, u64 key) {
  u32 k = (u32)(key >> 20) & job.table_mask;
  ROLLED for (u32 tries = 0; tries <= job.table_mask; tries++, k = (k + 1) & job.table_mask) {
    if (job.keys[k] == key) return true;
    if (job.keys[k]) continue;
    u32 words = GRID_HEAD + 4 * (u32)v.h, to = *job.used;
    if (to > job.grids_size || words > job.grids_size - to) return false;
    *job.used += words;
    job.keys[k] = key;
    job.grids[to] = (u32)key;
    job.grids[to + 1] = (u32)(key >> 32);
    job.grids[to + 2] = (u32)(v.h | v.w << 8);
    store_planes(job.grids + to + GRID_HEAD, v.h, grid_planes(cx, v));
    return true;
  }
  return false;
}

extern "C" void arcbatt_batt(const Job *job) {
  static thread_local Cx cx;
  for (u32 k = 0; k < job->items; k++) run_item(*job, cx, k, job->memory, 0, 1);
}

#endif
