// Patches: measuring and moving them.
#pragma once
#include "grids.h"

INLINE bool has_cells(Val v) { return v.kind == INDICES || v.kind == OBJECT; }

FUN Val p_toindices(Cx &cx, const Val *a) {
  if (a[0].kind == TUPLE && a[0].n == 0) return empty_set();
  return is_patch(a[0]) || is_clip(a[0]) ? without_colors(a[0]) : unfit(ODD_KIND);
}
FUN Val p_recolor(Cx &cx, const Val *a) {
  if (!is_color(a[0])) return unfit(ODD_COLOR);
  if (is_patch(a[1])) return one_color(a[1], a[0].a);
  if (!is_clip(a[1])) return unfit(ODD_KIND);
  W cells = in_window(cx, a[1]);
  Planes none = {{splat(0), splat(0), splat(0), splat(0)}};
  return clipped_of(cx, cells, colored(none, a[0].a, cells));
}
INLINE Val shifted(Val v, i32 down, i32 right) {
  if (is_far(down, right)) return unfit(TOO_LARGE);
  Val r = v;
  r.a += down;
  r.b += right;
  return is_far(r.a, r.b) ? unfit(TOO_LARGE) : r;
}
FUN Val p_shift(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return a[0];
  if (!has_cells(a[0]) || a[1].kind != PAIR) return unfit(ODD_KIND);
  return shifted(a[0], a[1].a, a[1].b);
}
FUN Val p_normalize(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return a[0];
  return has_cells(a[0]) ? shifted(a[0], -a[0].a, -a[0].b) : unfit(ODD_KIND);
}
FUN Val p_toobject(Cx &cx, const Val *a) {
  if (a[1].kind != GRID || !(is_patch(a[0]) || is_clip(a[0]))) return unfit(ODD_KIND);
  return object_of(cx, in_window(cx, a[0]) & grid_cells(a[1]), grid_planes(cx, a[1]), 0, 0);
}
FUN Val p_color(Cx &cx, const Val *a) {
  if (a[0].kind == OBJECT) return number(lowest((u32)a[0].c));
  if (a[0].kind == INDICES) return number(a[0].a);
  return is_empty_set(a[0]) ? fail() : unfit(ODD_KIND);
}
// A corner of the box; the empty tuple for an empty patch.
INLINE Val corner_of(Val v, bool low, bool right) {
  if (is_empty_set(v)) return empty_tuple();
  if (!has_cells(v)) return unfit(ODD_KIND);
  return pair(low ? v.a + v.h - 1 : v.a, right ? v.b + v.w - 1 : v.b);
}
INLINE Val p_ulcorner(Cx &cx, const Val *a) { return corner_of(a[0], false, false); }
INLINE Val p_urcorner(Cx &cx, const Val *a) { return corner_of(a[0], false, true); }
INLINE Val p_llcorner(Cx &cx, const Val *a) { return corner_of(a[0], true, false); }
INLINE Val p_lrcorner(Cx &cx, const Val *a) { return corner_of(a[0], true, true); }
FUN Val p_corners(Cx &cx, const Val *a) {
  if (!has_cells(a[0])) return unfit(ODD_KIND);
  W ends = only_lane(0) | only_lane(a[0].h - 1);
  return indices_of(cx, ends & (1u | 1u << (a[0].w - 1)), a[0].a, a[0].b);
}
FUN Val p_corner(Cx &cx, const Val *a) {
  if (!is_number(a[1])) return unfit(ODD_KIND);
  if (a[1].a < 0 || a[1].a > 3) return is_patch(a[0]) ? fail() : unfit(ODD_KIND);
  return corner_of(a[0], a[1].a >= 2, a[1].a & 1);
}
// The outermost row or column: 0 lowermost, 1 uppermost, 2 leftmost, 3 rightmost.
INLINE Val side_of(Val v, i32 which) {
  if (is_empty_set(v)) return fail();
  if (!has_cells(v)) return unfit(ODD_KIND);
  switch (which) {
  case 0: return number(v.a + v.h - 1);
  case 1: return number(v.a);
  case 2: return number(v.b);
  default: return number(v.b + v.w - 1);
  }
}
INLINE Val p_lowermost(Cx &cx, const Val *a) { return side_of(a[0], 0); }
INLINE Val p_uppermost(Cx &cx, const Val *a) { return side_of(a[0], 1); }
INLINE Val p_leftmost(Cx &cx, const Val *a) { return side_of(a[0], 2); }
INLINE Val p_rightmost(Cx &cx, const Val *a) { return side_of(a[0], 3); }
FUN Val p_col_row(Cx &cx, const Val *a) {
  if (!is_number(a[1])) return unfit(ODD_KIND);
  if (a[1].a < 0 || a[1].a > 3) return is_patch(a[0]) ? fail() : unfit(ODD_KIND);
  return side_of(a[0], a[1].a);
}
INLINE Val p_center(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return fail();
  return has_cells(a[0]) ? pair(a[0].a + a[0].h / 2, a[0].b + a[0].w / 2) : unfit(ODD_KIND);
}
FUN Val p_centerofmass(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return empty_tuple();
  if (!has_cells(a[0])) return unfit(ODD_KIND);
  W cells = shape(cx, a[0]);
  i32 down = (i32)sum(popcounts(cells) * lanes()), across = 0;
  const u32 with_bit[5] = {0xaaaaaaaau, 0xccccccccu, 0xf0f0f0f0u, 0xff00ff00u, 0xffff0000u};
  for (int k = 0; k < 5; k++) across += (i32)sum(popcounts(cells & with_bit[k])) << k;
  i32 n = a[0].n;
  // Both sums are relative to the corner of the box.
  return pair(a[0].a + down / n, a[0].b + across / n);
}
FUN Val p_position(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return fail();
  if (!has_cells(a[0])) return unfit(ODD_KIND);
  if (is_empty_set(a[1])) return fail();
  if (!has_cells(a[1])) return unfit(ODD_KIND);
  i32 ia = a[0].a + a[0].h / 2, ja = a[0].b + a[0].w / 2;
  i32 ib = a[1].a + a[1].h / 2, jb = a[1].b + a[1].w / 2;
  i32 down = ia < ib ? 1 : -1, right = ja < jb ? 1 : -1;
  if (ia == ib) return pair(0, right);
  return pair(down, ja == jb ? 0 : right);
}

// The cells of b in the box of a, moved further by rows and columns; drops cells outside the box.
INLINE W seen_from(W b, Val vb, Val va, i32 down, i32 right) {
  return moved(b, vb.a - va.a + down, vb.b - va.b + right);
}
// Whether two patches touch at a side and share no cell; a is moved by (down, right).
FUN bool touching(W a, Val va, W b, Val vb, i32 down, i32 right) {
  W level = seen_from(b, vb, va, -down, -right);
  if (any(a & level)) return false;
  W near = seen_from(b, vb, va, -down + 1, -right) | seen_from(b, vb, va, -down - 1, -right) |
           seen_from(b, vb, va, -down, -right + 1) | seen_from(b, vb, va, -down, -right - 1);
  return any(a & near);
}
INLINE Val two_patches(const Val *a) {
  for (int k = 0; k < 2; k++)
    if (!is_patch(a[k])) return unfit(ODD_KIND);
  return is_empty_set(a[0]) || is_empty_set(a[1]) ? fail() : none();
}
FUN Val p_adjacent(Cx &cx, const Val *a) {
  Val odd = two_patches(a);
  if (bad(odd)) return odd;
  return boolean(touching(shape(cx, a[0]), a[0], shape(cx, a[1]), a[1], 0, 0));
}
// The least Manhattan distance between cells of two patches.
FUN Val p_manhattan(Cx &cx, const Val *a) {
  Val odd = two_patches(a);
  if (bad(odd)) return odd;
  if (!spend(cx, 4096)) return unfit(NEAR_LIMIT);
  W x = shape(cx, a[0]), y = shape(cx, a[1]);
  i32 best = 0x7fffffff;
  // The least column distance of each pair of rows: one row of a against all rows of b.
  ROLLED for (i32 r = 0; r < a[0].h; r++) {
    u32 row = get(x, r);
    if (!row) continue;
    ROLLED for (i32 s = 0; s < a[1].h; s++) {
      u32 other = get(y, s);
      if (!other) continue;
      i32 down = (a[0].a + r) - (a[1].a + s);
      if (down < 0) down = -down;
      if (down >= best) continue;
      // The nearest bits of both rows, found by widening one of them.
      i32 d = a[1].b - a[0].b;
      i32 gap;
      if (d + lowest(other) > highest(row)) gap = d + lowest(other) - highest(row);
      else if (d + highest(other) < lowest(row)) gap = lowest(row) - d - highest(other);
      else {
        // The spans overlap, so both fit one word of 64 bits.
        u64 p = (u64)row << imax(-d, 0), q = (u64)other << imax(d, 0);
        gap = 0;
        ROLLED while (!(p & (q << gap | q >> gap)) && gap < 64) gap++;
      }
      best = imin(best, down + gap);
    }
  }
  return number(best);
}
FUN Val p_bordering(Cx &cx, const Val *a) {
  if (is_empty_set(a[0])) return fail();
  if (!has_cells(a[0]) || a[1].kind != GRID) return unfit(ODD_KIND);
  return boolean(a[0].a == 0 || a[0].b == 0 || a[0].a + a[0].h == a[1].h || a[0].b + a[0].w == a[1].w);
}
INLINE bool share_row(const Cx &cx, Val a, Val b) {
  return any(nonzero(shape(cx, a)) & nonzero(move_down(shape(cx, b), b.a - a.a)));
}
INLINE bool share_column(const Cx &cx, Val a, Val b) {
  u32 x = any_bits(shape(cx, a)), y = any_bits(shape(cx, b));
  i32 d = b.b - a.b;
  if (d > 31 || d < -31) return false;
  return (x & (d >= 0 ? y << d : y >> -d)) != 0;
}
FUN Val p_hmatching(Cx &cx, const Val *a) {
  if (!is_patch(a[0]) || !is_patch(a[1])) return unfit(ODD_KIND);
  return boolean(has_cells(a[0]) && has_cells(a[1]) && share_row(cx, a[0], a[1]));
}
FUN Val p_vmatching(Cx &cx, const Val *a) {
  if (!is_patch(a[0]) || !is_patch(a[1])) return unfit(ODD_KIND);
  return boolean(has_cells(a[0]) && has_cells(a[1]) && share_column(cx, a[0], a[1]));
}
INLINE Val p_vline(Cx &cx, const Val *a) {
  return has_cells(a[0]) ? boolean(a[0].h == a[0].n && a[0].w == 1) : unfit(ODD_KIND);
}
INLINE Val p_hline(Cx &cx, const Val *a) {
  return has_cells(a[0]) ? boolean(a[0].w == a[0].n && a[0].h == 1) : unfit(ODD_KIND);
}
FUN Val p_gravitate(Cx &cx, const Val *a) {
  Val odd = two_patches(a);
  if (bad(odd)) return odd;
  if (!spend(cx, 64 * 42)) return unfit(NEAR_LIMIT);
  i32 si = a[0].a + a[0].h / 2, sj = a[0].b + a[0].w / 2;
  i32 di = a[1].a + a[1].h / 2, dj = a[1].b + a[1].w / 2;
  i32 i = 0, j = 0;
  if (share_column(cx, a[0], a[1])) i = si < di ? 1 : -1;
  else j = sj < dj ? 1 : -1;
  W x = shape(cx, a[0]), y = shape(cx, a[1]);
  i32 steps = 0;
  ROLLED while (steps < 42 && !touching(x, a[0], y, a[1], i * steps, j * steps)) steps++;
  return pair(i * steps, j * steps);
}
// The smallest period of an object, along columns or rows.
FUN Val period(Cx &cx, Val v, bool across) {
  if (v.kind != OBJECT) return unfit(ODD_KIND);
  Planes planes = object_planes(cx, v);
  W cells = shape(cx, v);
  i32 side = across ? v.w : v.h;
  ROLLED for (i32 p = 1; p < side; p++) {
    bool repeats = true;
    ROLLED for (u32 colors = (u32)v.c; colors && repeats; colors &= colors - 1) {
      W plane = of_color(planes, lowest(colors), cells);
      repeats = !any((across ? plane >> p : move_down(plane, -p)) & ~plane);
    }
    if (repeats) return number(p);
  }
  return number(side);
}
INLINE Val p_hperiod(Cx &cx, const Val *a) { return period(cx, a[0], true); }
INLINE Val p_vperiod(Cx &cx, const Val *a) { return period(cx, a[0], false); }
