// The results of a batt: hashes of values, distinct grids, outcomes of 64 bits.
#pragma once
#include "job.h"

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
// The hash of planes: all are mixed into two numbers per lane, which are summed.
INLINE u64 hash_planes(u64 s, Planes planes, i32 h) {
  W low = lanes() * 0x9e3779b9u, high = low ^ 0x5bd1e995u;
  for (int k = 0; k < 4; k++) {
    low = (low ^ planes.p[k]) * 0x85ebca6bu;
    low = low ^ (low >> 15);
    high = (high ^ planes.p[k]) * 0x1b873593u;
    high = high ^ (high >> 13);
  }
  W rows = first_lanes(h);
  return mix64(s, (u64)sum(scrambled(high) & rows) << 32 | sum(scrambled(low) & rows));
}
INLINE u64 hash_grid(i32 h, i32 w, Planes planes, u64 s) {
  return hash_planes(mix64(s, (u64)GRID << 32 | (u32)(h | w << 8)), planes, h);
}
FUN u64 hash_value(const Cx &cx, Val v, u64 s) {
  if (v.kind == GRID) return hash_grid(v.h, v.w, grid_planes(cx, v), s);
  i32 kind = v.kind == BOOL ? INT : v.kind;
  s = mix64(s, (u64)kind);
  switch (kind) {
  case INT: return mix64(s, (u32)v.a);
  case PAIR: return mix64(mix64(s, (u32)v.a), (u32)v.b);
  case CELL: return mix64(mix64(mix64(s, (u32)v.a), (u32)v.b), (u32)v.c);
  case INDICES:
  case OBJECT: {
    s = mix64(mix64(s, (u32)v.a), (u32)v.b);
    s = mix64(mix64(s, (u32)(v.h | v.w << 8)), (u64)(u32)v.c << 32 | (u32)v.n);
    s = hash_rows(s, shape(cx, v), v.h);
    return kind == INDICES ? s : hash_planes(s, object_planes(cx, v), v.h);
  }
  case CLIP:
  case CLIPPED: {
    s = hash_rows(s, shape(cx, v), 32);
    return kind == CLIP ? s : hash_planes(s, load_planes(cx, v.off + 32, 32), 32);
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

// Stores a resulting grid unless it is there already; false if there is no room.
FUN bool keep_grid(const Job &job, i32 h, i32 w, Planes planes, u64 key) {
  u32 k = (u32)(key >> 20) & job.table_mask;
  ROLLED for (u32 tries = 0; tries <= job.table_mask; tries++, k = (k + 1) & job.table_mask) {
    u64 found = 0;
    u32 words = GRID_HEAD + 4 * (u32)h, to = 0;
#ifdef ARCBATT_CUDA
    // One lane asks and broadcasts.
    if (LANE == 0) found = atomicCAS(job.keys + k, 0ull, key);
    found = __shfl_sync(FULL, found, 0);
    if (LANE == 0 && !found) to = atomicAdd(job.used, words);
    to = __shfl_sync(FULL, to, 0);
#else
    found = job.keys[k];
    if (!found) {
      job.keys[k] = key;
      to = *job.used;
      *job.used += words;
    }
#endif
    if (found == key) return true;
    if (found) continue;
    // A key without a grid means that there was no room.
    if (to > job.grids_size || words > job.grids_size - to) return false;
    W head = choose(only_lane(0), splat((u32)key), choose(only_lane(1), splat((u32)(key >> 32)), splat((u32)(h | w << 8))));
    store(job.grids + to, GRID_HEAD - 1, head);
    store_planes(job.grids + to + GRID_HEAD, h, planes);
    return true;
  }
  return false;
}

FUN u64 other_outcome(const Job &job, const Cx &cx, Val v) {
  if (v.kind == FAIL) return IS_FAIL;
  if (v.kind == UNFIT) return IS_UNFIT | (u64)(u32)(v.a & 0xff) << 8 | (u64)(u32)v.b << 16;
  return NO_GRID | (job.test ? hash_value(cx, v, 1) << OUTCOME_BITS : 0);
}

INLINE void put_outcome(const Job &job, u64 at_, u64 outcome) {
#ifdef ARCBATT_CUDA
  if (LANE == 0)
#endif
    job.outcomes[at_] = outcome;
}

// Stores the outcome of a grid; false if it has other colours than 0 to 9, or no cells.
FUN bool emit_grid(const Job &job, const u32 *sample, i32 h, i32 w, Planes p, u64 at_) {
  if (w == 0 || any(p.p[3] & (p.p[1] | p.p[2]))) return false;
  u64 hash = hash_grid(h, w, p, 1) << OUTCOME_BITS, outcome = IS_GRID | hash;
  Val wanted = read_val(sample + 3 * VAL_WORDS);
  if (wanted.kind == GRID && wanted.h == h && wanted.w == w) {
    Planes q;
    load_four(job.arena + wanted.off, h, q.p);
    W differ = splat(0);
    for (int k = 0; k < 4; k++) differ = differ | (p.p[k] ^ q.p[k]);
    if (!any(differ)) outcome |= MATCHES;
  }
  if (job.keys && !keep_grid(job, h, w, p, hash | 1u)) outcome = IS_UNFIT | (u64)NO_MEMORY << 8;
  put_outcome(job, at_, outcome);
  return true;
}

FUN void emit(const Job &job, const Cx &cx, const u32 *sample, Val v, u64 at_) {
  if (v.kind == GRID && emit_grid(job, sample, v.h, v.w, grid_planes(cx, v), at_)) return;
  put_outcome(job, at_, other_outcome(job, cx, v));
}
