// Mirroring and rotating grids, and patches inside their bounding boxes.
#pragma once
#include "call.h"

enum Turn { H_MIRROR, D_MIRROR, V_MIRROR, C_MIRROR, ROT_90, ROT_180, ROT_270 };

// Rows of h x w bits, mirrored or rotated.
FUN W turn_rows(W a, i32 h, i32 w, i32 turn) {
  switch (turn) {
  case H_MIRROR: return flipped(a, h);
  case V_MIRROR: return mirrored(a, w);
  case ROT_180: return flipped(mirrored(a, w), h);
  case D_MIRROR: return transposed(a);
  case C_MIRROR: return transposed(flipped(mirrored(a, w), h));
  case ROT_90: return transposed(flipped(a, h));
  default: return transposed(mirrored(a, w));
  }
}
INLINE bool swaps_sides(i32 turn) {
  return turn == D_MIRROR || turn == C_MIRROR || turn == ROT_90 || turn == ROT_270;
}

FUN Val turned(Cx &cx, Val v, i32 turn) {
  i32 h = swaps_sides(turn) ? v.w : v.h, w = swaps_sides(turn) ? v.h : v.w;
  if (v.kind == GRID) {
    Planes planes = grid_planes(cx, v);
    for (int k = 0; k < 4; k++) planes.p[k] = turn_rows(planes.p[k], v.h, v.w, turn);
    return grid_of(cx, h, w, planes);
  }
  // The empty patch has no box; rotations are for grids only.
  if (turn >= ROT_90) return unfit(ODD_KIND);
  if (is_empty_set(v)) return fail();
  if (v.kind != INDICES && v.kind != OBJECT) return unfit(ODD_KIND);
  bool one = v.kind == INDICES || ((u32)v.c & ((u32)v.c - 1u)) == 0;
  W cells = turn_rows(shape(cx, v), v.h, v.w, turn);
  Val r = v;
  r.h = h;
  r.w = w;
  r.off = (i32)alloc(cx, one ? h : words_before(h) + 4 * h);
  store(place(cx, r.off), h, cells);
  if (!one) {
    Planes planes = object_planes(cx, v);
    for (int k = 0; k < 4; k++) planes.p[k] = turn_rows(planes.p[k], v.h, v.w, turn);
    store_planes(place(cx, r.off + words_before(h)), h, planes);
  }
  return r;
}

INLINE Val p_hmirror(Cx &cx, const Val *a) { return turned(cx, a[0], H_MIRROR); }
INLINE Val p_vmirror(Cx &cx, const Val *a) { return turned(cx, a[0], V_MIRROR); }
INLINE Val p_dmirror(Cx &cx, const Val *a) { return turned(cx, a[0], D_MIRROR); }
INLINE Val p_cmirror(Cx &cx, const Val *a) { return turned(cx, a[0], C_MIRROR); }
INLINE Val p_rot90(Cx &cx, const Val *a) { return turned(cx, a[0], ROT_90); }
INLINE Val p_rot180(Cx &cx, const Val *a) { return turned(cx, a[0], ROT_180); }
INLINE Val p_rot270(Cx &cx, const Val *a) { return turned(cx, a[0], ROT_270); }
// A0 hmirror, A1 dmirror, A2 vmirror, A3 cmirror, A4 to A6 rotations, A7 none.
FUN Val p_mir_rot(Cx &cx, const Val *a) {
  if (!is_number(a[1]) || is_clip(a[0])) return unfit(ODD_KIND);
  if (a[1].a < 0 || a[1].a >= (is_set(a[0]) ? 4 : 8)) return fail();
  return a[1].a == 7 ? a[0] : turned(cx, a[0], a[1].a);
}
// The first symmetry that maps every input to its output.
FUN Val p_a_mr(Cx &cx, const Val *a) {
  if (a[0].kind != TUPLE) return unfit(ODD_KIND);
  ROLLED for (i32 angle = 0; angle < 8; angle++) {
    bool all = true;
    ROLLED for (i32 k = 0; all && k < a[0].n; k++) {
      Val pair = item(cx, a[0], k);
      if (pair.kind != TUPLE || pair.n != 2) return unfit(ODD_KIND);
      Val input = item(cx, pair, 0), output = item(cx, pair, 1);
      if (input.kind != GRID || output.kind != GRID) return unfit(ODD_KIND);
      if (!spend(cx, 2 * area(input) + 8)) return unfit(NEAR_LIMIT);
      u32 used = cx.used;
      Val made = angle == 7 ? input : turned(cx, input, angle);
      all = same(cx, made, output) == 1;
      settle();
      cx.used = used;
      settle();
    }
    if (all) return number(angle);
  }
  return fail();
}
