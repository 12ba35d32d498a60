// The canonical order of values, and the order of keys.
//
// Results: -1, 0, 1, ORDER_UNFIT (left to the CPU) or ORDER_FAIL (no order).
#pragma once
#include "value.h"

#define ORDER_UNFIT 2
#define ORDER_FAIL 3

INLINE i32 compare(i32 a, i32 b) { return a < b ? -1 : a > b ? 1 : 0; }
INLINE Val item(const Cx &cx, Val container, i32 k) {
  return read_val(at(cx, container.off) + k * VAL_WORDS);
}

// Compares non-empty sets of cells element by element. `a_on`: `a` has larger elements after
// these; likewise `b_on`.
FUN i32 compare_cells(W a, i32 a_top, i32 a_left, W b, i32 b_top, i32 b_left, bool a_on, bool b_on) {
  i32 ra = lowest(ballot(a)), rb = lowest(ballot(b));
  // The first rows decide unless they are equal.
  if (a_top + ra != b_top + rb) return compare(a_top + ra, b_top + rb);
  a = move_down(a, -ra);
  b = move_down(b, -rb);
  i32 ca = lowest(any_bits(a)), cb = lowest(any_bits(b));
  a = a >> ca;
  b = b >> cb;
  i32 d = (b_left + cb) - (a_left + ca);
  // Disjoint boxes: the first row of the left one begins first.
  if (d >= 32) return -1;
  if (d <= -32) return 1;
  W a_low = d < 0 ? a << -d : a, a_high = d < 0 ? a >> (32 + d) : splat(0);
  W b_low = d > 0 ? b << d : b, b_high = d > 0 ? b >> (32 - d) : splat(0);
  u32 differ = ballot((a_low ^ b_low) | (a_high ^ b_high));
  if (!differ) return compare(a_on, b_on);
  i32 r = lowest(differ);
  u64 x = (u64)get(a_high, r) << 32 | get(a_low, r), y = (u64)get(b_high, r) << 32 | get(b_low, r);
  u64 bit = (x ^ y) & (0ull - (x ^ y));
  u32 later = r == 31 ? 0u : FULL << (r + 1);
  // The lowest differing bit is the first element that only one set has; the other set is larger
  // there, unless it has ended.
  if (x & bit) return b_on || y > bit || (ballot(b) & later) ? -1 : 1;
  return a_on || x > bit || (ballot(a) & later) ? 1 : -1;
}

FUN i32 compare_objects(const Cx &cx, Val a, Val b) {
  Planes pa = object_planes(cx, a), pb = object_planes(cx, b);
  W sa = shape(cx, a), sb = shape(cx, b);
  u32 left_a = (u32)a.c, left_b = (u32)b.c;
  ROLLED while (left_a && left_b) {
    i32 ca = lowest(left_a), cb = lowest(left_b);
    if (ca != cb) return compare(ca, cb);
    left_a &= left_a - 1;
    left_b &= left_b - 1;
    i32 order = compare_cells(of_color(pa, ca, sa), a.a, a.b, of_color(pb, cb, sb), b.a, b.b,
                              left_a != 0, left_b != 0);
    if (order) return order;
  }
  return compare(left_a != 0, left_b != 0);
}

// Compares grids row by row, cell by cell.
FUN i32 compare_grids(const Cx &cx, Val a, Val b) {
  Planes pa = grid_planes(cx, a), pb = grid_planes(cx, b);
  // For rows of different lengths the first row decides.
  W both = full_box(a.w == b.w ? imin(a.h, b.h) : 1, imin(a.w, b.w));
  W differ = splat(0);
  for (int k = 0; k < 4; k++) differ = differ | (pa.p[k] ^ pb.p[k]);
  differ = differ & both;
  u32 rows = ballot(differ);
  if (!rows) return a.w != b.w ? compare(a.w, b.w) : compare(a.h, b.h);
  i32 r = lowest(rows), j = lowest(get(differ, r));
  i32 x = 0, y = 0;
  for (int k = 0; k < 4; k++) {
    x |= (i32)(get(pa.p[k], r) >> j & 1u) << k;
    y |= (i32)(get(pb.p[k], r) >> j & 1u) << k;
  }
  return compare(x, y);
}

// One field of up to 32 elements of a list from the k-th on, one per lane: 0 kind, 1 offset, 2 a ...
INLINE W field(const Cx &cx, u32 off, i32 k, i32 n, i32 which) {
  return load_each(at(cx, (i32)off) + k * VAL_WORDS + which, n - k, VAL_WORDS);
}
// The length of a common prefix of equal numbers of two lists. If `order` is set, it is the whole
// common prefix, and `order` compares the next elements.
FUN i32 equal_numbers(const Cx &cx, Val a, Val b, i32 n, i32 &order) {
  order = 0;
  ROLLED for (i32 k = 0; k < n; k += 32) {
    W here = first_lanes(n - k), number = splat(INT);
    W odd = ~equals(field(cx, (u32)a.off, k, n, 0), number) | ~equals(field(cx, (u32)b.off, k, n, 0), number);
    if (any(odd & here)) return k;
    W x = field(cx, (u32)a.off, k, n, 2), y = field(cx, (u32)b.off, k, n, 2);
    u32 differ = ballot((x ^ y) & here);
    if (!differ) continue;
    i32 lane = lowest(differ);
    order = compare((i32)get(x, lane), (i32)get(y, lane));
    return k + lane;
  }
  return n;
}

// 0 None, 1 number, 2 tuple, 3 set, 4 function, 5 unknown.
INLINE i32 rank(Val v) {
  switch (v.kind) {
  case NONE: return 0;
  case BOOL:
  case INT: return 1;
  case PAIR:
  case CELL:
  case GRID:
  case TUPLE: return 2;
  case INDICES:
  case OBJECT:
  case SET: return 3;
  case PRIM:
  case MADE: return 4;
  default: return 5;
  }
}

// The canonical total order.
FUN i32 compare_values(const Cx &cx, Val a, Val b) {
  i32 ra = rank(a), rb = rank(b);
  if (ra == 5 || rb == 5) return ORDER_UNFIT;
  if (ra != rb) return compare(ra, rb);
  if (ra == 0) return 0;
  if (ra == 1) return compare(a.a, b.a);
  if (ra == 4) return a.kind == PRIM && b.kind == PRIM && a.a == b.a ? 0 : ORDER_UNFIT;
  if (a.kind != b.kind) {
    // The empty set is less than any other.
    if (is_empty_set(a)) return -1;
    if (is_empty_set(b)) return 1;
    if (a.kind == TUPLE && a.n == 0) return -1;
    if (b.kind == TUPLE && b.n == 0) return 1;
    return ORDER_UNFIT;
  }
  switch (a.kind) {
  case PAIR: return a.a != b.a ? compare(a.a, b.a) : compare(a.b, b.b);
  case CELL: return a.c != b.c ? compare(a.c, b.c) : a.a != b.a ? compare(a.a, b.a) : compare(a.b, b.b);
  case GRID: return compare_grids(cx, a, b);
  case INDICES: return compare_cells(shape(cx, a), a.a, a.b, shape(cx, b), b.a, b.b, false, false);
  case OBJECT: return compare_objects(cx, a, b);
  default: break;
  }
  if (a.off == b.off && a.n == b.n) return 0;
  i32 both = imin(a.n, b.n), order, k = equal_numbers(cx, a, b, both, order);
  if (order) return order;
  ROLLED for (; k < both; k++) {
    order = compare_values(cx, item(cx, a, k), item(cx, b, k));
    if (order) return order;
  }
  return compare(a.n, b.n);
}

FUN i32 same(const Cx &cx, Val a, Val b);
FUN i32 same_items(const Cx &cx, Val a, Val b) {
  i32 order, k = equal_numbers(cx, a, b, a.n, order);
  if (order) return 0;
  ROLLED for (; k < a.n; k++) {
    i32 equal = same(cx, item(cx, a, k), item(cx, b, k));
    if (equal != 1) return equal;
  }
  return 1;
}
// Whether two values are equal: 0 or 1, or ORDER_UNFIT.
FUN i32 same(const Cx &cx, Val a, Val b) {
  if (rank(a) == 5 || rank(b) == 5) return ORDER_UNFIT;
  if (is_number(a) && is_number(b)) return a.a == b.a;
  // Equal values have the same representation.
  if (a.kind != b.kind) return 0;
  switch (a.kind) {
  case NONE: return 1;
  case PAIR: return a.a == b.a && a.b == b.b;
  case CELL: return a.a == b.a && a.b == b.b && a.c == b.c;
  case GRID: {
    if (a.h != b.h || a.w != b.w) return 0;
    Planes x = grid_planes(cx, a), y = grid_planes(cx, b);
    return !any((x.p[0] ^ y.p[0]) | (x.p[1] ^ y.p[1]) | (x.p[2] ^ y.p[2]) | (x.p[3] ^ y.p[3]));
  }
  case INDICES:
  case OBJECT: {
    if (a.a != b.a || a.b != b.b || a.h != b.h || a.w != b.w || a.n != b.n || a.c != b.c) return 0;
    if (any(shape(cx, a) ^ shape(cx, b))) return 0;
    if (a.kind == INDICES) return 1;
    Planes x = object_planes(cx, a), y = object_planes(cx, b);
    return !any((x.p[0] ^ y.p[0]) | (x.p[1] ^ y.p[1]) | (x.p[2] ^ y.p[2]) | (x.p[3] ^ y.p[3]));
  }
  case SET:
  case TUPLE:
    if (a.n != b.n) return 0;
    if (a.off == b.off) return 1;
    return same_items(cx, a, b);
  case PRIM: return a.a == b.a;
  default: return ORDER_UNFIT;
  }
}

// The order of sort keys, as in argmax.
FUN i32 compare_keys(const Cx &cx, Val a, Val b) {
  i32 ra = rank(a), rb = rank(b);
  if (ra == 5 || rb == 5) return ORDER_UNFIT;
  if (ra != rb || ra == 0 || ra == 4) return ORDER_FAIL;
  if (ra == 1) return compare(a.a, b.a);
  if (ra == 3) return a.n != b.n ? compare(a.n, b.n) : compare_values(cx, a, b);
  if (a.kind == TUPLE && b.kind == TUPLE) {
    i32 both = imin(a.n, b.n), order, k = equal_numbers(cx, a, b, both, order);
    if (order) return order;
    ROLLED for (; k < both; k++) {
      Val x = item(cx, a, k), y = item(cx, b, k);
      order = compare_values(cx, x, y);
      if (order == ORDER_UNFIT) return order;
      if (order) return compare_keys(cx, x, y);
    }
    return compare(a.n, b.n);
  }
  return compare_values(cx, a, b);
}
