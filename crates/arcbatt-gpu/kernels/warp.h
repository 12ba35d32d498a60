// The vector operations of the dialect that kernels are written in.
//
// A warp works on one value at a time: a `W` is one word in each of 32 lanes, and everything else is
// uniform, the same in all lanes. Control flow depends on uniform numbers only, and lanes are
// accessed only through the operations of this file. They are defined twice: for a GPU, where a W is
// a register, and for g++, where it is an array. So the kernel of the device is compiled and tested
// on any machine. A W does not convert to a number: `if (w)` does not compile.
#pragma once

typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define ARCBATT_CUDA 1
#define INLINE __device__ __forceinline__
// Marks a loop not to unroll: fetching code once saves more than fewer jumps would.
#define ROLLED _Pragma("unroll 1")
// Marks a loop to unroll, over data that should stay in registers.
#define UNROLLED _Pragma("unroll")
#define OUTLINE __device__ __noinline__
#else
#define INLINE static inline
#define ROLLED
#define UNROLLED
#define OUTLINE static __attribute__((noinline))
#endif
// Functions are not inlined, except in inlined.h.
#define FUN OUTLINE

#define FULL 0xffffffffu

// The offset of a field, as a constant.
#ifdef __CUDACC_RTC__
#define OFFSET_OF(type, field) __INTADDR__(&((type *)0)->field)
#else
#define OFFSET_OF(type, field) __builtin_offsetof(type, field)
#endif

#ifndef ARCBATT_CUDA
#include <string.h>
#endif

// In their own namespace, found by argument-dependent lookup: the rest of the source is compiled
// twice, see inlined.h.
namespace warp {

// The lowest n bits; n from 0 to 32.
INLINE u32 low_bits(i32 n) { return n >= 32 ? FULL : (1u << n) - 1u; }
INLINE i32 imin(i32 a, i32 b) { return a < b ? a : b; }
INLINE i32 imax(i32 a, i32 b) { return a > b ? a : b; }

#ifdef ARCBATT_CUDA

struct W {
  u32 v;
};
#define W_EACH(expression) \
  W r;                     \
  r.v = (expression);      \
  return r
#define LANE (threadIdx.x & 31u)
#define AT(w) ((w).v)

INLINE i32 popcount(u32 x) { return __popc(x); }
// The index of the lowest bit; x is not 0.
INLINE i32 lowest(u32 x) { return __ffs((int)x) - 1; }
// The index of the highest bit; x is not 0.
INLINE i32 highest(u32 x) { return 31 - __clz((int)x); }
INLINE u32 reversed_word(u32 x) { return __brev(x); }

// The word of one lane.
INLINE u32 get(W a, i32 lane) { return __shfl_sync(FULL, a.v, lane); }
// Lane k gets the word of lane from[k] (its low five bits).
INLINE W pick(W a, W from) { W_EACH(__shfl_sync(FULL, a.v, (int)(from.v & 31u))); }
INLINE W swap_lanes(W a, i32 mask) { W_EACH(__shfl_xor_sync(FULL, a.v, mask)); }
// Bit k: whether the word of lane k is not 0.
INLINE u32 ballot(W a) { return __ballot_sync(FULL, a.v != 0u); }
#if __CUDA_ARCH__ >= 800
INLINE u32 sum(W a) { return __reduce_add_sync(FULL, a.v); }
INLINE u32 any_bits(W a) { return __reduce_or_sync(FULL, a.v); }
INLINE u32 xor_bits(W a) { return __reduce_xor_sync(FULL, a.v); }
#else
INLINE u32 sum(W a) {
  for (int s = 16; s; s >>= 1) a.v += __shfl_xor_sync(FULL, a.v, s);
  return a.v;
}
INLINE u32 any_bits(W a) {
  for (int s = 16; s; s >>= 1) a.v |= __shfl_xor_sync(FULL, a.v, s);
  return a.v;
}
INLINE u32 xor_bits(W a) {
  for (int s = 16; s; s >>= 1) a.v ^= __shfl_xor_sync(FULL, a.v, s);
  return a.v;
}
#endif
INLINE bool any(W a) { return __any_sync(FULL, a.v != 0u); }

// Lane k gets word k at p, 0 from the n-th on.
INLINE W load(const u32 *p, i32 n) { W_EACH((i32)LANE < n ? p[LANE] : 0u); }
// Lane k gets word k * stride at p, 0 from the n-th on.
INLINE W load_each(const u32 *p, i32 n, i32 stride) { W_EACH((i32)LANE < n ? p[LANE * stride] : 0u); }
// Lane k writes word k, if k < n.
INLINE void store(u32 *p, i32 n, W a) {
  if ((i32)LANE < n) p[LANE] = a.v;
}
// Lane k gets words 4 k to 4 k + 3, 0 from the n-th lane on; they lie at multiples of four words.
INLINE void load_four(const u32 *p, i32 n, W *r) {
  uint4 x = make_uint4(0u, 0u, 0u, 0u);
  if ((i32)LANE < n) x = ((const uint4 *)p)[LANE];
  r[0].v = x.x, r[1].v = x.y, r[2].v = x.z, r[3].v = x.w;
}
// Lane k writes words 4 k to 4 k + 3, if k < n.
INLINE void store_four(u32 *p, i32 n, const W *a) {
  if ((i32)LANE < n) ((uint4 *)p)[LANE] = make_uint4(a[0].v, a[1].v, a[2].v, a[3].v);
}
// Lane k writes the word at index[k] if its mask is set; the indices differ.
INLINE void store_at(u32 *p, W index, W mask, W a) {
  if (mask.v) p[index.v] = a.v;
}
// From here on, lanes can read words written by other lanes.
INLINE void settle() { __syncwarp(); }

#else // g++

struct W {
  u32 v[32];
};
#define W_EACH(expression)                                    \
  W r;                                                        \
  for (u32 lane_ = 0; lane_ < 32; lane_++) r.v[lane_] = (expression); \
  return r
#define LANE lane_
#define AT(w) ((w).v[lane_])

INLINE i32 popcount(u32 x) { return __builtin_popcount(x); }
INLINE i32 lowest(u32 x) { return __builtin_ctz(x); }
INLINE i32 highest(u32 x) { return 31 - __builtin_clz(x); }
INLINE u32 reversed_word(u32 x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}

INLINE u32 get(const W &a, i32 lane) { return a.v[lane & 31]; }
INLINE W pick(const W &a, const W &from) { W_EACH(a.v[from.v[lane_] & 31u]); }
INLINE W swap_lanes(const W &a, i32 mask) { W_EACH(a.v[lane_ ^ (u32)mask]); }
INLINE u32 ballot(const W &a) {
  u32 r = 0;
  for (u32 k = 0; k < 32; k++) r |= (u32)(a.v[k] != 0) << k;
  return r;
}
INLINE u32 sum(const W &a) {
  u32 r = 0;
  for (u32 k = 0; k < 32; k++) r += a.v[k];
  return r;
}
INLINE u32 any_bits(const W &a) {
  u32 r = 0;
  for (u32 k = 0; k < 32; k++) r |= a.v[k];
  return r;
}
INLINE u32 xor_bits(const W &a) {
  u32 r = 0;
  for (u32 k = 0; k < 32; k++) r ^= a.v[k];
  return r;
}
INLINE bool any(const W &a) { return any_bits(a) != 0; }
INLINE W load(const u32 *p, i32 n) {
  W r;
  memset(r.v, 0, sizeof r.v);
  if (n > 0) memcpy(r.v, p, 4 * (size_t)imin(n, 32));
  return r;
}
INLINE W load_each(const u32 *p, i32 n, i32 stride) { W_EACH((i32)lane_ < n ? p[lane_ * (u32)stride] : 0u); }
INLINE void store(u32 *p, i32 n, const W &a) {
  if (n > 0) memcpy(p, a.v, 4 * (size_t)imin(n, 32));
}
INLINE void load_four(const u32 *p, i32 n, W *r) {
  for (u32 k = 0; k < 32; k++)
    for (u32 m = 0; m < 4; m++) r[m].v[k] = (i32)k < n ? p[4 * k + m] : 0u;
}
INLINE void store_four(u32 *p, i32 n, const W *a) {
  for (i32 k = 0; k < imin(n, 32); k++)
    for (i32 m = 0; m < 4; m++) p[4 * k + m] = a[m].v[k];
}
INLINE void store_at(u32 *p, const W &index, const W &mask, const W &a) {
  for (u32 k = 0; k < 32; k++)
    if (mask.v[k]) p[index.v[k]] = a.v[k];
}
INLINE void settle() {}

#endif

// From here on, the source is the same for both.

INLINE W splat(u32 x) { W_EACH(x); }
INLINE W lanes() { W_EACH(LANE); }
INLINE W operator&(W a, W b) { W_EACH(AT(a) & AT(b)); }
INLINE W operator|(W a, W b) { W_EACH(AT(a) | AT(b)); }
INLINE W operator^(W a, W b) { W_EACH(AT(a) ^ AT(b)); }
INLINE W operator+(W a, W b) { W_EACH(AT(a) + AT(b)); }
INLINE W operator-(W a, W b) { W_EACH(AT(a) - AT(b)); }
INLINE W operator*(W a, W b) { W_EACH(AT(a) * AT(b)); }
INLINE W operator~(W a) { W_EACH(~AT(a)); }
INLINE W operator&(W a, u32 b) { W_EACH(AT(a) & b); }
INLINE W operator|(W a, u32 b) { W_EACH(AT(a) | b); }
INLINE W operator^(W a, u32 b) { W_EACH(AT(a) ^ b); }
INLINE W operator+(W a, u32 b) { W_EACH(AT(a) + b); }
INLINE W operator*(W a, u32 b) { W_EACH(AT(a) * b); }
// Shifts by a uniform number, 0 or more; from 32 on the result is 0.
INLINE W operator<<(W a, i32 n) { W_EACH(n > 31 ? 0u : AT(a) << n); }
INLINE W operator>>(W a, i32 n) { W_EACH(n > 31 ? 0u : AT(a) >> n); }
// Shifts by a number per lane, 0 to 31.
INLINE W shift_left_each(W a, W n) { W_EACH(AT(a) << (AT(n) & 31u)); }
INLINE W shift_right_each(W a, W n) { W_EACH(AT(a) >> (AT(n) & 31u)); }
INLINE W popcounts(W a) { W_EACH((u32)popcount(AT(a))); }
INLINE W reversed(W a) { W_EACH(reversed_word(AT(a))); }
// All bits set in lanes where the word is not 0, equals, or is less than another.
INLINE W nonzero(W a) { W_EACH(AT(a) ? FULL : 0u); }
INLINE W equals(W a, W b) { W_EACH(AT(a) == AT(b) ? FULL : 0u); }
INLINE W less(W a, W b) { W_EACH(AT(a) < AT(b) ? FULL : 0u); }
INLINE W below(W a, u32 b) { W_EACH(AT(a) < b ? FULL : 0u); }
// a where the mask is set, else b.
INLINE W choose(W mask, W a, W b) { W_EACH((AT(a) & AT(mask)) | (AT(b) & ~AT(mask))); }
// All bits in the first n lanes.
INLINE W first_lanes(i32 n) { W_EACH((i32)LANE < n ? FULL : 0u); }
// All bits in one lane.
INLINE W only_lane(i32 n) { W_EACH((i32)LANE == n ? FULL : 0u); }

// The least and the greatest word, unsigned.
INLINE u32 least(W a) {
#if defined(ARCBATT_CUDA) && __CUDA_ARCH__ >= 800
  return __reduce_min_sync(FULL, a.v);
#else
  for (i32 s = 16; s; s >>= 1) {
    W b = swap_lanes(a, s);
    W lower = less(b, a);
    a = choose(lower, b, a);
  }
  return get(a, 0);
#endif
}
INLINE u32 greatest(W a) { return ~least(~a); }

// The rows moved by `by` lanes (positive: downwards), without wrapping.
INLINE W move_down(W a, i32 by) {
  if (by == 0) return a;
  if (by > 31 || by < -31) return splat(0);
  W from = lanes() + (u32)-by;
  return pick(a, from) & below(from, 32);
}
// The bits moved by `by` columns (positive: to higher bits), without wrapping.
INLINE W move_right(W a, i32 by) { return by >= 0 ? a << imin(by, 32) : a >> imin(-by, 32); }
// Rows of bits moved by rows and columns.
INLINE W moved(W a, i32 down, i32 right) { return move_right(move_down(a, down), right); }
// The first n rows in reverse order.
INLINE W flipped(W a, i32 n) {
  W from = splat((u32)(n - 1)) - lanes();
  return pick(a, from) & first_lanes(n);
}
// The first n bits of every row in reverse order; n is at least 1.
INLINE W mirrored(W a, i32 n) { return reversed(a) >> (32 - n); }

// Bit b of lane r becomes bit r of lane b.
INLINE W transposed(W a) {
  const u32 keep[5] = {0x0000ffffu, 0x00ff00ffu, 0x0f0f0f0fu, 0x33333333u, 0x55555555u};
#ifdef ARCBATT_CUDA
#pragma unroll
#endif
  for (int k = 0; k < 5; k++) {
    i32 s = 16 >> k;
    W other = swap_lanes(a, s);
    W lower = nonzero(lanes() & (u32)s);
    W upper_half = (a & keep[k]) | ((other & keep[k]) << s);
    W lower_half = (a & ~keep[k]) | ((other & ~keep[k]) >> s);
    a = choose(lower, lower_half, upper_half);
  }
  return a;
}
} // namespace warp
using namespace warp;
