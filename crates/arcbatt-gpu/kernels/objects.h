// Finding objects in grids.
#pragma once
#include "cutting.h"
#include "batched_keys.h"
#include "sets.h"

// The links of the cells of every row; bit j says whether cell j is connected to ...
struct Links {
  W right;   // ... the next cell of the row
  W left;    // the same in reverse: bit 30 - j
  W down;    // ... the cell below
  W falling; // ... the cell to the right of that
  W rising;  // ... the cell to the left of that
};

// Cells spread towards higher bits along links: adding the lowest cell of a run of links carries to
// the cell after its end.
INLINE W spread_up(W cells, W links) { return cells | (((cells & links) + links) ^ links); }
// All cells connected to some cells.
FUN W flooded(W cells, Links links, bool diagonal) {
  ROLLED for (;;) {
    W grown = reversed(spread_up(reversed(spread_up(cells, links.right)), links.left));
    W below = grown & links.down, up = move_down(grown, -1);
    W above = up & links.down;
    if (diagonal) {
      below = below | ((grown & links.falling) << 1) | ((grown & links.rising) >> 1);
      above = above | ((up >> 1) & links.falling) | ((up << 1) & links.rising);
    }
    grown = grown | move_down(below, 1) | above;
    if (!any(grown ^ cells)) return cells;
    cells = grown;
  }
}
// The cells without links.
INLINE W lonely(W cells, Links links, bool diagonal) {
  W above = links.down, linked = links.right | (links.right << 1) | links.down;
  if (diagonal) {
    linked = linked | links.falling | links.rising;
    above = above | (links.falling << 1) | (links.rising >> 1);
  }
  return cells & ~(linked | move_down(above, 1));
}
INLINE W same_color(Planes a, Planes b, W where) {
  W differ = splat(0);
  for (int k = 0; k < 4; k++) differ = differ | (a.p[k] ^ b.p[k]);
  return where & ~differ;
}
FUN Links links_of(Planes planes, W cells, i32 h, i32 w, bool univalued, bool diagonal) {
  Links links;
  W row_below = move_down(cells, -1);
  links.right = cells & (cells >> 1);
  links.down = cells & row_below;
  links.falling = cells & (row_below >> 1);
  links.rising = cells & (row_below << 1);
  links.left = reversed(links.right) >> 1;
  if (!univalued) return links;
  links.right = same_color(planes, moved(planes, 0, -1), links.right);
  links.left = reversed(links.right) >> 1;
  links.down = same_color(planes, moved(planes, -1, 0), links.down);
  if (diagonal) {
    links.falling = same_color(planes, moved(planes, -1, -1), links.falling);
    links.rising = same_color(planes, moved(planes, -1, 1), links.rising);
  }
  return links;
}

// The first cell of an object by colour, row, column, as one number.
INLINE u32 first_key(Planes planes, W piece, u32 colors) {
  u32 color = (u32)lowest(colors);
  W plane = of_color(planes, (i32)color, piece);
  i32 r = lowest(ballot(plane));
  return color << 16 | (u32)r << 8 | (u32)lowest(get(plane, r));
}
FUN Val objects(Cx &cx, Val grid, bool univalued, bool diagonal, bool without_bg) {
  if (grid.kind != GRID) return unfit(ODD_KIND);
  if (grid.h == 0 || (grid.w == 0 && without_bg)) return fail();
  Planes planes = grid_planes(cx, grid);
  W cells = grid_cells(grid);
  if (without_bg) cells = cells & ~of_color(planes, most_color(planes, cells), cells);
  Links links = links_of(planes, cells, grid.h, grid.w, univalued, diagonal);
  W single = lonely(cells, links, diagonal);
  // There are at most as many objects as runs of cells in rows.
  i32 most = imin((i32)sum(popcounts(cells & ~(links.right << 1))), MOST_ITEMS / 2);
  u32 items = alloc_items(cx, most), keys = univalued ? 0 : alloc(cx, (u32)most);
  // The row of one cell, shared by all objects of one cell.
  u32 one = alloc(cx, 1);
  if (cx.over) return unfit(NO_MEMORY);
  store(place(cx, one), 1, splat(1));
  i32 n = 0, heavy = 1;
  u32 colors = univalued ? colors_in(planes, cells) : 1u;
  // Objects of one colour, colour by colour, which is their order.
  ROLLED for (; colors; colors &= colors - 1) {
    W left = univalued ? of_color(planes, lowest(colors), cells) : cells;
    ROLLED for (u32 rows = ballot(left); rows; rows = ballot(left)) {
      i32 r = lowest(rows);
      u32 first = get(left, r);
      first &= 0u - first;
      W piece = only_lane(r) & first;
      if (n >= most) return unfit(TOO_LARGE);
      Val v = {OBJECT, (i32)one, r, lowest(first), 1, 1, 1, (i32)(colors & (0u - colors))};
      if (get(single, r) & first) {
        if (!univalued) v.c = (i32)(1u << color_at(planes, r, lowest(first)));
      } else {
        piece = flooded(piece, links, diagonal);
        v = univalued ? one_color(indices_of(cx, piece, 0, 0), lowest(colors)) : object_of(cx, piece, planes, 0, 0);
        if (cx.over) return unfit(NO_MEMORY);
      }
      left = left & ~piece;
      heavy += 1 + v.h * popcount((u32)v.c);
      // Objects of many colours are ordered by their first cells.
      i32 to = n++;
      if (!univalued) {
        u32 key = first_key(planes, piece, (u32)v.c);
        ROLLED for (; to > 0 && at(cx, (i32)keys)[to - 1] > key; to--) {
          u32 other = at(cx, (i32)keys)[to - 1];
          Val before = item_at(cx, items, to - 1);
          settle(); // all lanes have read the words before they are overwritten
          place(cx, keys)[to] = other;
          set_item(cx, items, to, before);
        }
        settle();
        place(cx, keys)[to] = key;
      }
      set_item(cx, items, to, v);
    }
  }
  if (n == 0) return empty_set();
  return heavy > MOST_WEIGHT ? unfit(TOO_LARGE) : container(SET, n, (i32)items, heavy, 4);
}
FUN Val p_objects(Cx &cx, const Val *a) {
  i32 t[3];
  for (int k = 0; k < 3; k++) {
    t[k] = truth(a[k + 1]);
    if (t[k] == ORDER_UNFIT) return unfit(ODD_KIND);
  }
  return objects(cx, a[0], t[0], t[1], t[2]);
}
INLINE Val as_tuple(Val v) {
  if (v.kind == SET) v.kind = TUPLE;
  return v;
}
INLINE Val p_objects_t(Cx &cx, const Val *a) { return as_tuple(p_objects(cx, a)); }
FUN Val p_o_g(Cx &cx, const Val *a) {
  if (!is_number(a[1])) return unfit(ODD_KIND);
  i32 mode = a[1].a;
  if (mode < 0 || mode > 7) return fail();
  return objects(cx, a[0], mode & 4, mode & 2, mode & 1);
}
INLINE Val p_o_g_t(Cx &cx, const Val *a) { return as_tuple(p_o_g(cx, a)); }

FUN Val partition(Cx &cx, Val grid, bool without_bg) {
  if (without_bg ? !is_filled(grid) : grid.kind != GRID) return unfit(ODD_KIND);
  Planes planes = grid_planes(cx, grid);
  W cells = grid_cells(grid);
  u32 colors = colors_in(planes, cells);
  if (without_bg) colors &= ~(1u << most_color(planes, cells));
  u32 items = alloc_items(cx, popcount(colors));
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (; colors; colors &= colors - 1) {
    i32 c = lowest(colors);
    set_item(cx, items, n++, one_color(indices_of(cx, of_color(planes, c, cells), 0, 0), c));
  }
  return set_sorted(cx, items, n);
}
INLINE Val p_partition(Cx &cx, const Val *a) { return partition(cx, a[0], false); }
INLINE Val p_fgpartition(Cx &cx, const Val *a) { return partition(cx, a[0], true); }

FUN Val p_colorfilter(Cx &cx, const Val *a) {
  if ((a[0].kind != SET && a[0].kind != TUPLE) || !is_number(a[1])) return unfit(ODD_KIND);
  u32 items = alloc_items(cx, a[0].n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < a[0].n; k += 32) {
    Lanes x = lanes_at(cx, (u32)a[0].off, k, a[0].n);
    if (x.kind != PATCH || !x.objects) return unfit(ODD_KIND);
    W here = first_lanes(a[0].n - k);
    patch_on_lanes(OP_color, x, here);
    n += keep_lanes(cx, (u32)a[0].off, k, a[0].n, items, n, ballot(equals(x.a, splat((u32)a[1].a)) & here));
  }
  return a[0].kind == SET ? set_sorted(cx, items, n) : set_of(cx, items, n);
}
// The rows and columns of one colour as objects, in order of colour and first cell: (i, 0) of a row,
// (0, j) of a column. If both begin at (0, 0), the row continues with (0, 1) and comes first, unless
// the column has no other cell.
FUN Val p_frontiers(Cx &cx, const Val *a) {
  if (a[0].kind != GRID) return unfit(ODD_KIND);
  i32 h = a[0].h, w = a[0].w;
  if (w == 0) return empty_set();
  Planes planes = grid_planes(cx, a[0]);
  u32 all_rows = uniform_rows(planes, h, w), all_columns = uniform_columns(planes, h, w);
  u32 items = alloc_items(cx, popcount(all_rows) + popcount(all_columns));
  if (cx.over) return unfit(NO_MEMORY);
  // All rows of one colour share their bits, and so do all columns.
  Val row = one_color(indices_of(cx, only_lane(0) & low_bits(w), 0, 0), 0);
  Val column = one_color(indices_of(cx, first_lanes(h) & 1u, 0, 0), 0);
  i32 n = 0;
  ROLLED for (i32 c = 0; c < 16 && (all_rows | all_columns); c++) {
    W shown = of_color(planes, c, grid_cells(a[0]));
    u32 rows = all_rows & ballot(shown & 1u), columns = all_columns & get(shown, 0);
    all_rows &= ~rows;
    all_columns &= ~columns;
    row.c = column.c = (i32)(1u << c);
    // The only cell of a grid is both a row and a column, but one object.
    if (w == 1 && h == 1) rows = 0;
    bool column_first = h == 1;
    ROLLED for (u32 later = 0; later < 2; later++) {
      if ((later == 1) == column_first && (rows & 1u)) {
        row.a = 0;
        set_item(cx, items, n++, row);
      }
      if ((later == 0) == column_first && (columns & 1u)) {
        column.b = 0;
        set_item(cx, items, n++, column);
      }
    }
    for (columns &= ~1u; columns; columns &= columns - 1) {
      column.b = lowest(columns);
      set_item(cx, items, n++, column);
    }
    for (rows &= ~1u; rows; rows &= rows - 1) {
      row.a = lowest(rows);
      set_item(cx, items, n++, row);
    }
  }
  return set_sorted(cx, items, n);
}
// The offsets at which an object occurs.
FUN Val p_occurrences(Cx &cx, const Val *a) {
  if (!is_filled(a[0]) || a[1].kind != OBJECT) return unfit(ODD_KIND);
  i32 h = a[0].h - a[1].h + 1, w = a[0].w - a[1].w + 1;
  if (h <= 0 || w <= 0) return empty_set();
  if (!spend(cx, (u32)(a[0].h * a[1].h * popcount((u32)a[1].c)))) return unfit(NEAR_LIMIT);
  Planes planes = grid_planes(cx, a[0]), wanted = object_planes(cx, a[1]);
  W inside = grid_cells(a[0]), cells = shape(cx, a[1]), places = full_box(h, w);
  ROLLED for (u32 colors = (u32)a[1].c; colors; colors &= colors - 1) {
    i32 c = lowest(colors);
    W shown = of_color(planes, c, inside), plane = of_color(wanted, c, cells);
    ROLLED for (i32 r = 0; r < a[1].h; r++) {
      W row = move_down(shown, -r);
      ROLLED for (u32 bits = get(plane, r); bits; bits &= bits - 1) places = places & (row >> lowest(bits));
      if (!any(places)) return empty_set();
    }
  }
  return indices_of(cx, places, 0, 0);
}
