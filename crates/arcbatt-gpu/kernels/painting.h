// Painting on grids. Cells outside the grid are ignored, so clipped patches can be painted, too: a
// grid lies inside the window.
#pragma once
#include "grids.h"

// Whether a value is a patch whose cells inside the window are known.
INLINE bool is_paint(Val v) { return is_patch(v) || is_clip(v); }
INLINE bool is_ink(Val v) { return v.kind == OBJECT || v.kind == CLIPPED || is_empty_set(v); }

INLINE Val with_cells(Cx &cx, Val grid, i32 color, W cells) {
  if (!any(cells)) return grid;
  return grid_of(cx, grid.h, grid.w, colored(grid_planes(cx, grid), color, cells));
}
FUN Val p_fill(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || !is_paint(a[2]) || !is_number(a[1])) return unfit(ODD_KIND);
  if (a[0].h == 0) return fail();
  if (!is_color(a[1])) return unfit(ODD_COLOR);
  return with_cells(cx, a[0], a[1].a, in_window(cx, a[2]) & grid_cells(a[0]));
}
FUN Val p_underfill(Cx &cx, const Val *a) {
  if (!is_filled(a[0]) || !is_paint(a[2]) || !is_number(a[1])) return unfit(ODD_KIND);
  if (!is_color(a[1])) return unfit(ODD_COLOR);
  Planes planes = grid_planes(cx, a[0]);
  W shown = of_color(planes, most_color(planes, grid_cells(a[0])), grid_cells(a[0]));
  return with_cells(cx, a[0], a[1].a, in_window(cx, a[2]) & shown);
}
FUN Val p_cover(Cx &cx, const Val *a) {
  if (!is_filled(a[0]) || !is_paint(a[1])) return unfit(ODD_KIND);
  return with_cells(cx, a[0], background(cx, a[0]), in_window(cx, a[1]) & grid_cells(a[0]));
}
FUN Val p_paint(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || !is_ink(a[1])) return unfit(ODD_KIND);
  if (a[0].h == 0) return fail();
  if (is_empty_set(a[1])) return a[0];
  W cells = in_window(cx, a[1]) & grid_cells(a[0]);
  return grid_of(cx, a[0].h, a[0].w, laid(grid_planes(cx, a[0]), planes_in_window(cx, a[1]), cells));
}
FUN Val p_underpaint(Cx &cx, const Val *a) {
  if (!is_filled(a[0]) || !is_ink(a[1])) return unfit(ODD_KIND);
  if (is_empty_set(a[1])) return a[0];
  Planes planes = grid_planes(cx, a[0]);
  W shown = of_color(planes, most_color(planes, grid_cells(a[0])), grid_cells(a[0]));
  return grid_of(cx, a[0].h, a[0].w, laid(planes, planes_in_window(cx, a[1]), in_window(cx, a[1]) & shown));
}
FUN Val p_move(Cx &cx, const Val *a) {
  if (!is_filled(a[0]) || !is_patch(a[1]) || a[1].kind == INDICES) return unfit(ODD_KIND);
  if (is_empty_set(a[1])) return a[0];
  if (a[2].kind != PAIR || is_far(a[2].a, a[2].b)) return unfit(ODD_KIND);
  Planes planes = grid_planes(cx, a[0]);
  W cells = grid_cells(a[0]);
  planes = colored(planes, most_color(planes, cells), in_window(cx, a[1]) & cells);
  i32 down = a[1].a + a[2].a, right = a[1].b + a[2].b;
  W there = moved(shape(cx, a[1]), down, right) & cells;
  return grid_of(cx, a[0].h, a[0].w, laid(planes, moved(object_planes(cx, a[1]), down, right), there));
}
