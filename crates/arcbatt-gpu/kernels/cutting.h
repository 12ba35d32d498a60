// Creating, cutting, joining and scaling grids.
#pragma once
#include "grids.h"

FUN Val p_canvas(Cx &cx, const Val *a) {
  if (a[1].kind != PAIR || !is_color(a[0])) return unfit(ODD_KIND);
  Planes planes = {{splat(0), splat(0), splat(0), splat(0)}};
  return grid_of(cx, imax(a[1].a, 0), imax(a[1].b, 0), colored(planes, a[0].a, splat(FULL)));
}

// A slice as in Python: negative indices count from the end.
INLINE i32 cut_at(i32 len, i64 k) {
  if (k < 0) k += len;
  return (i32)(k < 0 ? 0 : k > len ? len : k);
}

// The h x w part from (i, j) on, which lies inside the grid.
FUN Val cut(Cx &cx, Val grid, i32 i, i32 j, i32 h, i32 w) {
  if (h <= 0) return empty_tuple();
  w = imax(w, 0);
  if (h == grid.h && w == grid.w) return grid;
  return grid_of(cx, h, w, moved(grid_planes(cx, grid), -i, -j));
}
FUN Val sliced(Cx &cx, Val grid, i64 top, i64 bottom, i64 left, i64 right) {
  i32 i = cut_at(grid.h, top), j = cut_at(grid.w, left);
  return cut(cx, grid, i, j, cut_at(grid.h, bottom) - i, cut_at(grid.w, right) - j);
}
FUN Val p_crop(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || a[1].kind != PAIR || a[2].kind != PAIR) return unfit(ODD_KIND);
  i64 i = a[1].a, j = a[1].b;
  return sliced(cx, a[0], i, i + a[2].a, j, j + a[2].b);
}
FUN Val p_subgrid(Cx &cx, const Val *a) {
  if (a[1].kind != GRID || (a[0].kind != INDICES && a[0].kind != OBJECT)) return unfit(ODD_KIND);
  i64 i = a[0].a, j = a[0].b;
  return sliced(cx, a[1], i, i + a[0].h, j, j + a[0].w);
}
INLINE Val p_tophalf(Cx &cx, const Val *a) {
  return a[0].kind == GRID ? cut(cx, a[0], 0, 0, a[0].h / 2, a[0].w) : unfit(ODD_KIND);
}
INLINE Val p_bottomhalf(Cx &cx, const Val *a) {
  return a[0].kind == GRID ? cut(cx, a[0], (a[0].h + 1) / 2, 0, a[0].h / 2, a[0].w) : unfit(ODD_KIND);
}
INLINE Val p_lefthalf(Cx &cx, const Val *a) {
  if (a[0].kind != GRID) return unfit(ODD_KIND);
  return a[0].w < 2 ? empty_tuple() : cut(cx, a[0], 0, 0, a[0].h, a[0].w / 2);
}
INLINE Val p_righthalf(Cx &cx, const Val *a) {
  if (a[0].kind != GRID) return unfit(ODD_KIND);
  return a[0].w < 2 ? empty_tuple() : cut(cx, a[0], 0, (a[0].w + 1) / 2, a[0].h, a[0].w / 2);
}
INLINE Val p_trim(Cx &cx, const Val *a) {
  return a[0].kind == GRID ? sliced(cx, a[0], 1, -1, 1, -1) : unfit(ODD_KIND);
}
FUN Val split(Cx &cx, const Val *a, bool columns) {
  if (a[0].kind != GRID || !is_number(a[1])) return unfit(ODD_KIND);
  i32 n = a[1].a, total = columns ? a[0].w : a[0].h;
  if (n == 0) return fail();
  if (n < 0) return empty_tuple();
  if (n > 64) return unfit(TOO_LARGE);
  i32 side = total / n, gap = total % n != 0;
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < n; k++) {
    i32 start = (side + gap) * k;
    Val panel = columns ? sliced(cx, a[0], 0, a[0].h, start, start + side)
                        : sliced(cx, a[0], start, start + side, 0, a[0].w);
    if (bad(panel)) return panel;
    set_item(cx, off, k, panel);
  }
  return tuple_of(cx, off, n);
}
INLINE Val p_hsplit(Cx &cx, const Val *a) { return split(cx, a, true); }
INLINE Val p_vsplit(Cx &cx, const Val *a) { return split(cx, a, false); }

FUN Val concat(Cx &cx, Val x, Val y, bool columns) {
  if (x.kind != GRID || y.kind != GRID) return unfit(ODD_KIND);
  if (!columns && x.w != y.w) return unfit(ODD_KIND);
  i32 h = columns ? imin(x.h, y.h) : x.h + y.h, w = columns ? x.w + y.w : x.w;
  if (h > SIDE || w > SIDE) return unfit(TOO_LARGE);
  Planes p = grid_planes(cx, x), q = moved(grid_planes(cx, y), columns ? 0 : x.h, columns ? x.w : 0);
  for (int k = 0; k < 4; k++) p.p[k] = p.p[k] | q.p[k];
  return grid_of(cx, h, w, p);
}
INLINE Val p_hconcat(Cx &cx, const Val *a) { return concat(cx, a[0], a[1], true); }
INLINE Val p_vconcat(Cx &cx, const Val *a) { return concat(cx, a[0], a[1], false); }

// Every one of the first n bits repeated by the factor.
INLINE W widened(W a, i32 n, i32 factor) {
  W r = splat(0);
  ROLLED for (i32 j = 0; j < n; j++) {
    W bit = nonzero(a >> j & 1u);
    r = r | ((bit & low_bits(factor)) << j * factor);
  }
  return r;
}
// Every row repeated by the factor.
INLINE W heightened(W a, i32 factor) {
  W from = splat(0);
  ROLLED for (i32 k = 1; k * factor < SIDE; k++) from = from + (~below(lanes(), (u32)(k * factor)) & 1u);
  return pick(a, from);
}
FUN W upscaled(W a, i32 h, i32 w, i32 down, i32 across) {
  if (across > 1) a = widened(a, w, across);
  return down > 1 ? heightened(a, down) & first_lanes(h * down) : a;
}
FUN Val upscale(Cx &cx, Val v, Val factor, bool down, bool across) {
  if (is_empty_set(v) && down && across) return v;
  if (!is_number(factor)) return unfit(ODD_KIND);
  i32 f = imax(factor.a, 0);
  if (v.kind == GRID && f == 0) return down ? empty_tuple() : grid_of(cx, v.h, 0, grid_planes(cx, v));
  if (v.kind == OBJECT && down && across && f < 2) return f ? v : empty_set();
  if (f == 0 || f > SIDE) return unfit(TOO_LARGE);
  i32 fd = down ? f : 1, fa = across ? f : 1;
  if (v.h * fd > SIDE || v.w * fa > SIDE) return unfit(TOO_LARGE);
  if (v.kind == GRID) {
    Planes planes = grid_planes(cx, v);
    for (int k = 0; k < 4; k++) planes.p[k] = upscaled(planes.p[k], v.h, v.w, fd, fa);
    return grid_of(cx, v.h * fd, v.w * fa, planes);
  }
  if (v.kind != OBJECT || !down || !across) return unfit(ODD_KIND);
  Planes planes = object_planes(cx, v);
  for (int k = 0; k < 4; k++) planes.p[k] = upscaled(planes.p[k], v.h, v.w, fd, fa);
  return object_of(cx, upscaled(shape(cx, v), v.h, v.w, fd, fa), planes, v.a, v.b);
}
INLINE Val p_upscale(Cx &cx, const Val *a) { return upscale(cx, a[0], a[1], true, true); }
INLINE Val p_hupscale(Cx &cx, const Val *a) { return upscale(cx, a[0], a[1], false, true); }
INLINE Val p_vupscale(Cx &cx, const Val *a) { return upscale(cx, a[0], a[1], true, false); }

// Every step-th one of the first n bits, packed.
FUN W thinned(W a, i32 n, i32 step) {
  W r = splat(0);
  ROLLED for (i32 j = 0, k = 0; j < n; j += step, k++) r = r | ((a >> j & 1u) << k);
  return r;
}
FUN Val p_downscale(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || !is_number(a[1])) return unfit(ODD_KIND);
  if (a[1].a == 0) return fail();
  i32 step = a[1].a < 0 ? -a[1].a : a[1].a;
  if (step == 1) return a[0];
  step = imin(step, SIDE);
  i32 h = (a[0].h + step - 1) / step, w = (a[0].w + step - 1) / step;
  Planes planes = grid_planes(cx, a[0]);
  W from = lanes() * (u32)step;
  for (int k = 0; k < 4; k++) planes.p[k] = pick(thinned(planes.p[k], a[0].w, step), from);
  return grid_of(cx, h, w, planes);
}

// The bits of `a` in the columns of the set, packed.
FUN W gathered(W a, u32 columns) {
  W r = splat(0);
  ROLLED for (i32 k = 0; columns; columns &= columns - 1, k++) r = r | ((a >> lowest(columns) & 1u) << k);
  return r;
}
// Bit r: whether row r has one colour; likewise for columns.
FUN u32 uniform_rows(Planes planes, i32 h, i32 w) {
  W mixed = splat(0), all = splat(low_bits(w));
  for (int k = 0; k < 4; k++) {
    W p = planes.p[k] & all;
    mixed = mixed | (nonzero(p) & ~equals(p, all));
  }
  return ~ballot(mixed) & low_bits(h);
}
FUN u32 uniform_columns(Planes planes, i32 h, i32 w) {
  u32 mixed = 0;
  for (int k = 0; k < 4; k++) mixed |= any_bits(planes.p[k]) & any_bits(~planes.p[k] & first_lanes(h));
  return ~mixed & low_bits(w);
}
FUN Val p_compress(Cx &cx, const Val *a) {
  if (a[0].kind != GRID) return unfit(ODD_KIND);
  // A row without cells does not have one colour.
  if (a[0].w == 0) return a[0];
  Planes planes = grid_planes(cx, a[0]);
  u32 rows = ~uniform_rows(planes, a[0].h, a[0].w) & low_bits(a[0].h);
  u32 columns = ~uniform_columns(planes, a[0].h, a[0].w) & low_bits(a[0].w);
  i32 h = popcount(rows), w = popcount(columns);
  if (h == a[0].h && w == a[0].w) return a[0];
  if (h == 0) return empty_tuple();
  W from = splat(0);
  i32 n = 0;
  ROLLED for (u32 left = rows; left; left &= left - 1) from = from | (only_lane(n++) & (u32)lowest(left));
  for (int k = 0; k < 4; k++) planes.p[k] = pick(gathered(planes.p[k], columns), from);
  return grid_of(cx, h, w, planes);
}
