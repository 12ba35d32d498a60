// Building sets of cells.
#pragma once
#include "call.h"

// The length of a line of shoot, and of a frontier.
#define SHOT 42
#define FRONTIER 30
// Longer lines are left to the CPU.
#define MOST_LINE 1024

// The bits from one column to another, inside a word.
INLINE u32 span(i32 from, i32 to) {
  from = imax(from, 0);
  to = imin(to, 31);
  return from > to ? 0u : low_bits(to + 1) & ~low_bits(from);
}
// All bits from one row to another, likewise.
INLINE W rows_between(i32 from, i32 to) {
  from = imax(from, 0);
  to = imin(to, 31);
  return from > to ? splat(0) : first_lanes(to + 1) & ~first_lanes(from);
}

INLINE bool has_box(Val v) { return v.kind == INDICES || v.kind == OBJECT; }

INLINE Val p_backdrop(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return a[0];
  return has_box(a[0]) ? indices_of(cx, full_box(a[0].h, a[0].w), a[0].a, a[0].b) : unfit(ODD_KIND);
}
INLINE Val p_delta(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return a[0];
  if (!has_box(a[0])) return unfit(ODD_KIND);
  return indices_of(cx, full_box(a[0].h, a[0].w) & ~shape(cx, a[0]), a[0].a, a[0].b);
}

// The outline of a box grown by `by` on all sides. A box without an inside is turned over: its
// opposite sides swap.
FUN Val outline(Cx &cx, Val v, i32 by) {
  i32 r0 = v.a - by, r1 = v.a + v.h - 1 + by, c0 = v.b - by, c1 = v.b + v.w - 1 + by;
  i32 top = imin(r0, r1), bottom = imax(r0, r1), left = imin(c0, c1), right = imax(c0, c1);
  bool clips = bottom - top >= SIDE || right - left >= SIDE;
  // The position of bit 0 of row 0.
  i32 i = clips ? 0 : top, j = clips ? 0 : left;
  W ends = rows_between(top - i, top - i) | rows_between(bottom - i, bottom - i);
  W sides = rows_between(top - i, bottom - i) & (span(left - j, left - j) | span(right - j, right - j));
  W cells = (ends & span(left - j, right - j)) | sides;
  return clips ? clip_of(cx, cells) : indices_of(cx, cells, i, j);
}
INLINE Val p_box(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return a[0];
  return has_box(a[0]) ? outline(cx, a[0], 0) : unfit(ODD_KIND);
}
INLINE Val p_inbox(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return fail();
  return has_box(a[0]) ? outline(cx, a[0], -1) : unfit(ODD_KIND);
}
INLINE Val p_outbox(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return fail();
  return has_box(a[0]) ? outline(cx, a[0], 1) : unfit(ODD_KIND);
}

// The neighbours of a cell: three bits per row.
FUN Val around(Cx &cx, Val v, u32 ring) {
  Val at = v;
  if (v.kind == TUPLE) {
    // Of a longer tuple the first two numbers count.
    if (v.n < 2) return fail();
    Val i = item(cx, v, 0), j = item(cx, v, 1);
    if (i.kind != INT || j.kind != INT) return fail();
    at = pair(i.a, j.a);
  } else if (v.kind != PAIR) return fail();
  if (is_far(at.a, at.b)) return unfit(TOO_LARGE);
  W rows = (only_lane(0) & (ring >> 6)) | (only_lane(1) & (ring >> 3)) | (only_lane(2) & ring);
  return indices_of(cx, rows & 7u, at.a - 1, at.b - 1);
}
INLINE Val p_dneighbors(Cx &cx, const Val *a) { return around(cx, a[0], 0252); }
INLINE Val p_ineighbors(Cx &cx, const Val *a) { return around(cx, a[0], 0505); }
INLINE Val p_neighbors(Cx &cx, const Val *a) { return around(cx, a[0], 0757); }

INLINE Val p_hfrontier(Cx &cx, const Val *a) {
  if (a[0].kind == PAIR) return indices_of(cx, only_lane(0) & low_bits(FRONTIER), a[0].a, 0);
  return is_tuple(a[0]) ? unfit(ODD_KIND) : fail();
}
INLINE Val p_vfrontier(Cx &cx, const Val *a) {
  if (a[0].kind == PAIR) return indices_of(cx, first_lanes(FRONTIER) & 1u, 0, a[0].b);
  return is_tuple(a[0]) ? unfit(ODD_KIND) : fail();
}

// The line between two cells.
FUN Val line(Cx &cx, i64 ai, i64 aj, i64 bi, i64 bj) {
  i64 down = bi - ai, across = bj - aj;
  i64 high = down < 0 ? -down : down, wide = across < 0 ? -across : across;
  if (high != 0 && wide != 0 && high != wide) return empty_set();
  i64 top = ai < bi ? ai : bi, left = aj < bj ? aj : bj, n = (high > wide ? high : wide) + 1;
  if (n > MOST_LINE || top > FAR || top < -FAR || left > FAR || left < -FAR) return unfit(TOO_LARGE);
  if (!spend(cx, 4 * (u32)n)) return unfit(NEAR_LIMIT);
  bool clips = n > SIDE;
  i32 i = clips ? 0 : (i32)top, j = clips ? 0 : (i32)left;
  i32 r0 = (i32)top - i, r1 = (i32)(top + high) - i, c0 = (i32)left - j, c1 = (i32)(left + wide) - j;
  W cells = rows_between(r0, r1);
  if (high == 0 || wide == 0) cells = cells & span(c0, c1);
  else {
    // The column of every row.
    bool falling = (down > 0) == (across > 0);
    W column = falling ? lanes() + (u32)(c0 - r0) : splat((u32)(c1 + r0)) - lanes();
    cells = cells & below(column, 32) & shift_left_each(splat(1), column);
  }
  if (!clips) return indices_of(cx, cells, i, j);
  Val v = clip_of(cx, cells);
  v.n = (i32)n;
  return v;
}
INLINE Val p_connect(Cx &cx, const Val *a) {
  if (a[0].kind != PAIR || a[1].kind != PAIR) return fail();
  return line(cx, a[0].a, a[0].b, a[1].a, a[1].b);
}
INLINE Val p_shoot(Cx &cx, const Val *a) {
  if (a[0].kind != PAIR || a[1].kind != PAIR) return fail();
  i64 i = a[0].a, j = a[0].b;
  return line(cx, i, j, i + SHOT * (i64)a[1].a, j + SHOT * (i64)a[1].b);
}
