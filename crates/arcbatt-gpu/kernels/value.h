// The values of a run, and the memory that they live in.
//
// A `Val` is a few uniform numbers. Rows of bits and lists of elements lie in an arena, of which
// each warp has pages; they are immutable, so that copying a Val is free. Values are canonical as
// on the CPU: equal values have equal fields and equal rows. A value that has no representation
// here (a larger grid, another colour, too many elements) is UNFIT, and the CPU computes it.
#pragma once
#include "warp.h"

enum Kind {
  DEAD,    // a slot without a value
  FAIL,    // the call failed
  UNFIT,   // left to the CPU: a = reason, b = primitive
  NONE,    // the result of index outside the grid
  BOOL,    // a
  INT,     // a
  PAIR,    // (a, b)
  CELL,    // colour c, row a, column b
  GRID,    // h x w, n cells; rows of four words, one per plane; w may be 0, h not
  INDICES, // h x w box at (a, b), n cells; rows: h words
  OBJECT,  // likewise, c = set of colours; rows: h words, then those of a grid if several colours
  CLIP,    // indices known only inside the window (0, 0) to (31, 31): 32 words; at most n
  CLIPPED, // an object known only there: 32 words, then those of a grid
  SET,     // n elements, ascending; h = weight, w = depth
  TUPLE,   // likewise, in order
  PRIM,    // primitive number a
  MADE,    // a closure: kind a, arity b, n parts; h = weight, w = depth
};

// Why a value is UNFIT.
enum Why { NO_PRIMITIVE, TOO_LARGE, ODD_COLOR, ODD_KIND, NO_MEMORY, NEAR_LIMIT, TOO_DEEP, OVERLAP, BAD_INPUT };

struct alignas(16) Val {
  i32 kind, off, a, b, h, w, n, c;
};
#define VAL_WORDS 8

// The largest sides of a grid or a box.
#define SIDE 32
// The largest number of elements of a container.
#define MOST_ITEMS 1024
// The largest weight of a value, far below the limit of the CPU.
#define MOST_WEIGHT 4000
// The deepest nesting of containers and functions.
#define MOST_DEPTH 8
// The most sequential calls that functions make for a node. A node with more would keep all others
// waiting, so it is left to the CPU.
#define MOST_IN_TURN 64
// The most arguments of nested calls; the stack of a lane is limited, too.
#define STACK_VALS 40
// Words of scratch memory for allocations that find no room; larger than any allocation.
#define SCRATCH (MOST_ITEMS * VAL_WORDS)

// Four planes of colour bits.
struct Planes {
  W p[4];
};

// The uniform state of a run. It lies in memory that all lanes of a warp share, so that it takes
// neither registers nor a copy per lane.
struct Cx {
  u32 *arena;        // shared by all warps, which have pages there; starts with the inputs
  u32 used, size;    // the used end of the page of this warp, and its end
#ifdef INLINED
  const u32 &scratch, &most_steps, &most_cells; // those of the warp, rarely needed
#else
  u32 scratch; // the offset of SCRATCH words of this warp
  u32 most_steps, most_cells;
#endif
  u32 steps, cells;  // an upper bound of what the CPU counts for this node so far
  i32 calls;         // sequential calls made by functions
  i32 over;          // an allocation failed: the results of this node are invalid
  i32 top;           // arguments of nested calls
  Val stack[STACK_VALS];
#ifdef INLINED
  Planes last; // the planes of the last grid made
  i32 last_at; // its offset
#endif
};
// Needed between reading and writing a field of a Cx, because other lanes read it, too.
#ifdef INLINED
INLINE void in_turn() {} // every lane has its own Cx
#else
INLINE void in_turn() { settle(); }
#endif

INLINE Val make(i32 kind, i32 a, i32 b) {
  Val v = {kind, 0, a, b, 0, 0, 0, 0};
  return v;
}
INLINE Val fail() { return make(FAIL, 0, 0); }
INLINE Val unfit(i32 why) { return make(UNFIT, why, -1); }
INLINE Val none() { return make(NONE, 0, 0); }
INLINE Val boolean(bool b) { return make(BOOL, b ? 1 : 0, 0); }
INLINE Val number(i32 n) { return make(INT, n, 0); }
INLINE Val pair(i32 i, i32 j) { return make(PAIR, i, j); }
INLINE Val cell(i32 c, i32 i, i32 j) {
  Val v = make(CELL, i, j);
  v.c = c;
  return v;
}
// A number that may be out of range; the CPU has larger ones.
INLINE Val wide_number(i64 n) {
  return n < -0x7fffffffll || n > 0x7fffffffll ? unfit(TOO_LARGE) : number((i32)n);
}
INLINE Val wide_pair(i64 i, i64 j) {
  bool out = i < -0x7fffffffll || i > 0x7fffffffll || j < -0x7fffffffll || j > 0x7fffffffll;
  return out ? unfit(TOO_LARGE) : pair((i32)i, (i32)j);
}
INLINE Val container(i32 kind, i32 n, i32 off, i32 weight, i32 depth) {
  Val v = {kind, off, 0, 0, weight, depth, n, 0};
  return v;
}
INLINE Val empty_set() { return container(SET, 0, 0, 1, 1); }
INLINE Val empty_tuple() { return container(TUPLE, 0, 0, 1, 1); }

// Whether it is not a value but a failure or unfit.
INLINE bool bad(Val v) { return v.kind <= UNFIT; }
INLINE bool is_number(Val v) { return v.kind == INT || v.kind == BOOL; }
INLINE bool is_empty_set(Val v) { return v.kind == SET && v.n == 0; }
INLINE bool is_set(Val v) {
  return v.kind == INDICES || v.kind == OBJECT || v.kind == SET || v.kind == CLIP || v.kind == CLIPPED;
}
INLINE bool is_clip(Val v) { return v.kind == CLIP || v.kind == CLIPPED; }
INLINE bool is_tuple(Val v) {
  return v.kind == PAIR || v.kind == CELL || v.kind == GRID || v.kind == TUPLE;
}
// Whether it is a patch whose cells are all known, or the empty set.
INLINE bool is_patch(Val v) {
  return v.kind == INDICES || v.kind == OBJECT || is_empty_set(v);
}

// The weight of a value, as on the CPU.
INLINE i32 weight(Val v) {
  switch (v.kind) {
  case SET:
  case TUPLE:
  case MADE: return v.h;
  case GRID: return 1 + v.h * v.w / 8;
  case INDICES: return 1 + v.h;
  case OBJECT: return 1 + v.h * popcount((u32)v.c);
  default: return 1;
  }
}
INLINE i32 depth(Val v) {
  switch (v.kind) {
  case SET:
  case TUPLE:
  case MADE: return v.w;
  case PAIR: return 1;
  case CELL:
  case GRID:
  case INDICES: return 2;
  case OBJECT: return 3;
  default: return 0;
  }
}

// Allocates words. Without room it returns scratch memory and sets cx.over, which makes the node
// unfit in the end. Check cx.over before reading offsets back from the allocation.
INLINE u32 alloc(Cx &cx, u32 words) {
  words = (words + 3u) & ~3u; // so that Vals can be copied four words at a time
  if (cx.used + words > cx.size || words > SCRATCH) {
    in_turn();
    cx.over = 1;
    in_turn();
    return cx.scratch;
  }
  u32 at = cx.used;
  in_turn();
  cx.used = at + words;
  in_turn();
  return at;
}
INLINE const u32 *at(const Cx &cx, i32 off) { return cx.arena + off; }
INLINE u32 *place(Cx &cx, u32 off) { return cx.arena + off; }

// Vals are read and written by all lanes alike, at multiples of four words.
INLINE Val read_val(const u32 *p) {
  Val v;
#ifdef ARCBATT_CUDA
  int4 x = *(const int4 *)p, y = *(const int4 *)(p + 4);
  v.kind = x.x; v.off = x.y; v.a = x.z; v.b = x.w;
  v.h = y.x; v.w = y.y; v.n = y.z; v.c = y.w;
#else
  memcpy(&v, p, sizeof v);
#endif
  return v;
}
INLINE void write_val(u32 *p, Val v) {
#ifdef ARCBATT_CUDA
  *(int4 *)p = make_int4(v.kind, v.off, v.a, v.b);
  *(int4 *)(p + 4) = make_int4(v.h, v.w, v.n, v.c);
#else
  memcpy(p, &v, sizeof v);
#endif
}

INLINE Planes load_planes(const Cx &cx, i32 off, i32 h) {
  Planes r;
  load_four(at(cx, off), h, r.p);
  return r;
}
INLINE void store_planes(u32 *p, i32 h, Planes planes) { store_four(p, h, planes.p); }
// Words before the planes of a patch of h rows; planes lie at multiples of four words.
INLINE i32 words_before(i32 h) { return (h + 3) & ~3; }
INLINE Planes each(Planes a, W mask) {
  Planes r;
  for (int k = 0; k < 4; k++) r.p[k] = a.p[k] & mask;
  return r;
}
// The cells of `inside` that have the colour.
INLINE W of_color(Planes a, i32 c, W inside) {
  W r = inside;
  for (int k = 0; k < 4; k++) r = r & (c >> k & 1 ? a.p[k] : ~a.p[k]);
  return r;
}
// The planes with the cells of the mask set to the colour.
INLINE Planes colored(Planes a, i32 c, W mask) {
  Planes r;
  for (int k = 0; k < 4; k++) r.p[k] = c >> k & 1 ? a.p[k] | mask : a.p[k] & ~mask;
  return r;
}
// The planes of `b` on the cells of the mask, those of `a` elsewhere.
INLINE Planes laid(Planes a, Planes b, W mask) {
  Planes r;
  for (int k = 0; k < 4; k++) r.p[k] = choose(mask, b.p[k], a.p[k]);
  return r;
}
INLINE Planes moved(Planes a, i32 down, i32 right) {
  Planes r;
  for (int k = 0; k < 4; k++) r.p[k] = moved(a.p[k], down, right);
  return r;
}
// The set of colours that occur among the cells of the mask.
FUN u32 colors_in(Planes a, W mask) {
  W low[4], high[4], found = splat(0);
  for (int k = 0; k < 4; k++) {
    low[k] = mask & (k & 1 ? a.p[0] : ~a.p[0]) & (k & 2 ? a.p[1] : ~a.p[1]);
    high[k] = (k & 1 ? a.p[2] : ~a.p[2]) & (k & 2 ? a.p[3] : ~a.p[3]);
  }
  for (int c = 0; c < 16; c++) found = found | (nonzero(low[c & 3] & high[c >> 2]) & (1u << c));
  return any_bits(found);
}

// All cells of a grid or box.
INLINE W full_box(i32 h, i32 w) { return first_lanes(h) & low_bits(w); }
INLINE W grid_cells(Val v) { return full_box(v.h, v.w); }
INLINE Planes grid_planes(const Cx &cx, Val v) { return load_planes(cx, v.off, v.h); }

// The cells of a patch in its own box; none for the empty set.
INLINE W shape(const Cx &cx, Val v) { return load(at(cx, v.off), v.kind == SET ? 0 : v.h); }
// The colour planes of an object in its own box.
FUN Planes object_planes(const Cx &cx, Val v) {
  if (((u32)v.c & ((u32)v.c - 1u)) == 0) {
    Planes r;
    W cells = load(at(cx, v.off), v.h);
    i32 c = lowest((u32)v.c);
    for (int k = 0; k < 4; k++) r.p[k] = c >> k & 1 ? cells : splat(0);
    return r;
  }
  return load_planes(cx, v.off + words_before(v.h), v.h);
}
