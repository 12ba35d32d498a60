// Whole grids: measuring, selecting cells, recolouring.
#pragma once
#include "call.h"

// Whether a value can be the colour of a cell on the device.
INLINE bool is_color(Val v) { return is_number(v) && v.a >= 0 && v.a < 16; }

// The most common colour of some cells, the smallest on ties; -1 if there are none.
FUN i32 most_color(Planes planes, W cells) {
  i32 best = -1, most = 0, left = (i32)sum(popcounts(cells));
  ROLLED for (i32 c = 0; c < 16 && left > most; c++) {
    i32 n = (i32)sum(popcounts(of_color(planes, c, cells)));
    if (n > most) {
      most = n;
      best = c;
    }
    left -= n;
  }
  return best;
}
INLINE i32 background(const Cx &cx, Val grid) {
  return most_color(grid_planes(cx, grid), grid_cells(grid));
}

INLINE Planes element_planes(const Cx &cx, Val v) {
  return v.kind == GRID ? grid_planes(cx, v) : object_planes(cx, v);
}
INLINE W element_cells(const Cx &cx, Val v) { return v.kind == GRID ? grid_cells(v) : shape(cx, v); }
INLINE bool is_element(Val v) { return v.kind == GRID || v.kind == OBJECT; }
// A grid with cells; without any there is no most common colour.
INLINE bool is_filled(Val v) { return v.kind == GRID && v.w > 0; }

FUN Val p_mostcolor(Cx &cx, const Val *a) {
  if (!is_filled(a[0]) && a[0].kind != OBJECT) return unfit(ODD_KIND);
  return number(most_color(element_planes(cx, a[0]), element_cells(cx, a[0])));
}
FUN Val p_leastcolor(Cx &cx, const Val *a) {
  if (!is_filled(a[0]) && a[0].kind != OBJECT) return unfit(ODD_KIND);
  Planes planes = element_planes(cx, a[0]);
  W cells = element_cells(cx, a[0]);
  i32 best = -1, least = 0x7fffffff;
  ROLLED for (i32 c = 0; c < 16; c++) {
    i32 n = (i32)sum(popcounts(of_color(planes, c, cells)));
    if (n > 0 && n < least) {
      least = n;
      best = c;
    }
  }
  return number(best);
}
INLINE u32 element_colors(const Cx &cx, Val v) {
  return v.kind == OBJECT ? (u32)v.c : colors_in(grid_planes(cx, v), grid_cells(v));
}
FUN Val palette_as(Cx &cx, Val v, i32 kind) {
  if (!is_element(v)) return unfit(ODD_KIND);
  u32 colors = element_colors(cx, v);
  u32 off = alloc_items(cx, popcount(colors));
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (; colors; colors &= colors - 1) set_item(cx, off, n++, number(lowest(colors)));
  return kind == SET ? set_sorted(cx, off, n) : tuple_of(cx, off, n);
}
INLINE Val p_palette(Cx &cx, const Val *a) { return palette_as(cx, a[0], SET); }
INLINE Val p_p_g(Cx &cx, const Val *a) { return palette_as(cx, a[0], TUPLE); }
INLINE Val p_p_o(Cx &cx, const Val *a) { return palette_as(cx, a[0], TUPLE); }
INLINE Val p_p_f(Cx &cx, const Val *a) { return palette_as(cx, a[0], TUPLE); }
INLINE Val p_numcolors(Cx &cx, const Val *a) {
  return is_element(a[0]) ? number(popcount(element_colors(cx, a[0]))) : unfit(ODD_KIND);
}
FUN Val p_colorcount(Cx &cx, const Val *a) {
  if (!is_element(a[0]) || !is_number(a[1])) return unfit(ODD_KIND);
  if (!is_color(a[1])) return number(0);
  return number((i32)sum(popcounts(of_color(element_planes(cx, a[0]), a[1].a, element_cells(cx, a[0])))));
}

INLINE bool is_piece(Val v) { return v.kind == GRID || v.kind == INDICES || v.kind == OBJECT; }
INLINE Val p_height(Cx &cx, const Val *a) {
  return is_piece(a[0]) ? number(a[0].h) : is_empty_set(a[0]) ? number(0) : unfit(ODD_KIND);
}
INLINE Val p_width(Cx &cx, const Val *a) {
  return is_piece(a[0]) ? number(a[0].w) : is_empty_set(a[0]) ? number(0) : unfit(ODD_KIND);
}
INLINE Val p_shape(Cx &cx, const Val *a) {
  return is_piece(a[0]) ? pair(a[0].h, a[0].w) : is_empty_set(a[0]) ? pair(0, 0) : unfit(ODD_KIND);
}
INLINE Val p_portrait(Cx &cx, const Val *a) {
  return is_piece(a[0]) ? boolean(a[0].h > a[0].w) : unfit(ODD_KIND);
}
INLINE Val p_square(Cx &cx, const Val *a) {
  if (!is_piece(a[0])) return unfit(ODD_KIND);
  return boolean(a[0].h == a[0].w && (a[0].kind == GRID || a[0].n == a[0].h * a[0].w));
}
INLINE Val p_asindices(Cx &cx, const Val *a) {
  return a[0].kind == GRID ? indices_of(cx, grid_cells(a[0]), 0, 0) : unfit(ODD_KIND);
}
INLINE Val p_asobject(Cx &cx, const Val *a) {
  if (a[0].kind != GRID) return unfit(ODD_KIND);
  return object_of(cx, grid_cells(a[0]), grid_planes(cx, a[0]), 0, 0);
}
FUN Val p_ofcolor(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || !is_number(a[1])) return unfit(ODD_KIND);
  if (!is_color(a[1])) return empty_set();
  return indices_of(cx, of_color(grid_planes(cx, a[0]), a[1].a, grid_cells(a[0])), 0, 0);
}
INLINE Val p_f_ofcolor(Cx &cx, const Val *a) { return p_ofcolor(cx, a); }
FUN Val p_index(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || a[1].kind != PAIR) return unfit(ODD_KIND);
  i32 i = a[1].a, j = a[1].b;
  if (i < 0 || j < 0 || i >= a[0].h || j >= a[0].w) return none();
  u32 c = 0;
  Planes planes = grid_planes(cx, a[0]);
  for (int k = 0; k < 4; k++) c |= (get(planes.p[k], i) >> j & 1u) << k;
  return number((i32)c);
}
FUN Val p_cellwise(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || a[1].kind != GRID) return unfit(ODD_KIND);
  if (a[0].w == 0) return a[0];
  if (!is_color(a[2])) return unfit(ODD_COLOR);
  if (a[1].h < a[0].h || a[1].w < a[0].w) return fail();
  Planes x = grid_planes(cx, a[0]), y = grid_planes(cx, a[1]);
  W differ = splat(0);
  for (int k = 0; k < 4; k++) differ = differ | (x.p[k] ^ y.p[k]);
  return grid_of(cx, a[0].h, a[0].w, colored(x, a[2].a, differ));
}
FUN Val p_replace(Cx &cx, const Val *a) {
  if (a[0].kind != GRID || !is_number(a[1])) return unfit(ODD_KIND);
  if (a[1].a < -128 || a[1].a > 127) return a[0];
  if (!is_color(a[1])) return a[0];
  Planes planes = grid_planes(cx, a[0]);
  W cells = of_color(planes, a[1].a, grid_cells(a[0]));
  if (!is_color(a[2])) return any(cells) ? unfit(ODD_COLOR) : a[0];
  return grid_of(cx, a[0].h, a[0].w, colored(planes, a[2].a, cells));
}
FUN Val p_switch(Cx &cx, const Val *a) {
  if (a[0].kind != GRID) return unfit(ODD_KIND);
  if (!is_color(a[1]) || !is_color(a[2])) return unfit(ODD_COLOR);
  Planes planes = grid_planes(cx, a[0]);
  W cells = grid_cells(a[0]);
  W x = of_color(planes, a[1].a, cells), y = of_color(planes, a[2].a, cells);
  return grid_of(cx, a[0].h, a[0].w, colored(colored(planes, a[1].a, y), a[2].a, x));
}
FUN Val p_get_color_rank(Cx &cx, const Val *a) {
  if (!is_element(a[0]) || !is_number(a[1])) return unfit(ODD_KIND);
  Planes planes = element_planes(cx, a[0]);
  W cells = element_cells(cx, a[0]);
  u32 colors = element_colors(cx, a[0]);
  i32 n = popcount(colors), rank = a[1].a < 0 ? a[1].a + n : a[1].a;
  if (rank < 0 || rank >= n) return fail();
  i32 best = -1;
  // Removes the most common colour, rank times.
  ROLLED for (i32 k = 0; k <= rank; k++) {
    i32 most = -1;
    ROLLED for (u32 left = colors; left; left &= left - 1) {
      i32 c = lowest(left), count = (i32)sum(popcounts(of_color(planes, c, cells)));
      if (count > most) {
        most = count;
        best = c;
      }
    }
    colors &= ~(1u << best);
  }
  return number(best);
}
