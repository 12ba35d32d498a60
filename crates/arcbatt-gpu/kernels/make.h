// Constructors of values in canonical form.
#pragma once
#include "order.h"

// Larger coordinates are left to the CPU, so that sums of a few never overflow.
#define FAR 0x08000000

INLINE bool is_far(i32 top, i32 left) { return top > FAR || top < -FAR || left > FAR || left < -FAR; }

// A grid; cells outside are dropped.
FUN Val grid_of(Cx &cx, i32 h, i32 w, Planes planes) {
  if (h == 0) return empty_tuple();
  if (h > SIDE || w > SIDE) return unfit(TOO_LARGE);
  u32 off = alloc(cx, 4 * h);
  planes = each(planes, full_box(h, w));
  store_planes(place(cx, off), h, planes);
#ifdef INLINED
  cx.last = planes;
  cx.last_at = (i32)off;
#endif
  Val v = {GRID, (i32)off, 0, 0, h, w, h * w, 0};
  return v;
}

// The set of the cells whose bit b in row r is (top + r, left + b).
FUN Val indices_of(Cx &cx, W cells, i32 top, i32 left) {
  u32 rows = ballot(cells);
  if (!rows) return empty_set();
  if (is_far(top, left)) return unfit(TOO_LARGE);
  u32 columns = any_bits(cells);
  i32 r = lowest(rows), c = lowest(columns);
  cells = move_down(cells, -r) >> c;
  Val v = {INDICES, 0, top + r, left + c, highest(rows) - r + 1, highest(columns) - c + 1,
           (i32)sum(popcounts(cells)), 0};
  v.off = (i32)alloc(cx, v.h);
  store(place(cx, v.off), v.h, cells);
  return v;
}

// Likewise an object of the cells and their colours; planes may have bits elsewhere.
FUN Val object_of(Cx &cx, W cells, Planes planes, i32 top, i32 left) {
  u32 rows = ballot(cells);
  if (!rows) return empty_set();
  if (is_far(top, left)) return unfit(TOO_LARGE);
  u32 columns = any_bits(cells);
  i32 r = lowest(rows), c = lowest(columns);
  u32 colors = colors_in(planes, cells);
  Planes inside = each(planes, cells);
  cells = move_down(cells, -r) >> c;
  Val v = {OBJECT, 0, top + r, left + c, highest(rows) - r + 1, highest(columns) - c + 1,
           (i32)sum(popcounts(cells)), (i32)colors};
  bool one = (colors & (colors - 1)) == 0;
  v.off = (i32)alloc(cx, one ? v.h : words_before(v.h) + 4 * v.h);
  store(place(cx, v.off), v.h, cells);
  if (!one) store_planes(place(cx, v.off + words_before(v.h)), v.h, moved(inside, -r, -c));
  return v;
}

// The cells as an object of one colour; shares the rows.
INLINE Val one_color(Val patch, i32 color) {
  if (patch.kind == SET) return patch;
  Val v = patch;
  v.kind = OBJECT;
  v.c = (i32)(1u << color);
  return v;
}
// The cells without their colours; shares the rows.
INLINE Val without_colors(Val patch) {
  if (patch.kind == SET) return patch;
  Val v = patch;
  v.kind = patch.kind == CLIPPED || patch.kind == CLIP ? CLIP : INDICES;
  v.c = 0;
  return v;
}

// Cells known only inside the window (0, 0) to (31, 31).
FUN Val clip_of(Cx &cx, W cells) {
  Val v = {CLIP, (i32)alloc(cx, 32), 0, 0, 32, 32, 2048, 0};
  store(place(cx, v.off), 32, cells);
  return v;
}
FUN Val clipped_of(Cx &cx, W cells, Planes planes) {
  Val v = {CLIPPED, (i32)alloc(cx, 160), 0, 0, 32, 32, 2048, 0};
  store(place(cx, v.off), 32, cells);
  store_planes(place(cx, v.off + 32), 32, each(planes, cells));
  return v;
}

// The cells of a patch, clipped or not, inside the window.
FUN W in_window(const Cx &cx, Val v) {
  W cells = shape(cx, v);
  return is_clip(v) ? cells : moved(cells, v.a, v.b);
}
FUN Planes planes_in_window(const Cx &cx, Val v) {
  if (v.kind == CLIPPED) return load_planes(cx, v.off + 32, 32);
  return moved(object_planes(cx, v), v.a, v.b);
}

// Allocates elements. Check cx.over before using them.
INLINE u32 alloc_items(Cx &cx, i32 n) {
  if (n > MOST_ITEMS) {
    in_turn();
    cx.over = 1;
    in_turn();
  }
  return alloc(cx, (u32)imax(n, 1) * VAL_WORDS);
}
INLINE Val item_at(const Cx &cx, u32 off, i32 k) { return read_val(at(cx, (i32)off) + k * VAL_WORDS); }
INLINE void set_item(Cx &cx, u32 off, i32 k, Val v) {
  write_val(place(cx, off) + k * VAL_WORDS, v);
}
// A truth value becomes a number inside a container.
INLINE Val as_element(Val v) {
  if (v.kind == BOOL) v.kind = INT;
  return v;
}

// The consecutive places, from the n-th element on, that lanes with a set bit write to.
INLINE W places_from(i32 n, u32 bits) {
  return (popcounts((shift_left_each(splat(1), lanes()) + FULL) & bits) + (u32)n) * VAL_WORDS;
}
INLINE W lanes_in(u32 bits) { return nonzero(shift_right_each(splat(bits), lanes()) & 1u); }
// Lanes with a set bit append an element each to a list of n. Returns the new length.
FUN i32 append_lanes(Cx &cx, u32 off, i32 n, u32 bits, i32 kind, W a, W b, W c) {
  W to = places_from(n, bits), mine = lanes_in(bits);
  ROLLED for (u32 which = 0; which < VAL_WORDS; which++) {
    W v = which == 0 ? splat((u32)kind) : which == 2 ? a : which == 3 ? b : which == 7 ? c : splat(0);
    store_at(place(cx, off), to + which, mine, v);
  }
  settle();
  return n + popcount(bits);
}

// All bits in lanes whose kind is in a set of kinds.
INLINE W is_one_of(W kinds, u32 set) { return nonzero(shift_right_each(splat(set), kinds) & 1u); }
#define ONLY(kind) (1u << (kind))

// Truth values among the elements become numbers.
FUN void without_truths(Cx &cx, u32 off, i32 n) {
  ROLLED for (i32 k = 0; k < n; k++) set_item(cx, off, k, as_element(item_at(cx, off, k)));
}

// A container of elements that are in order. Weights are computed one element per lane.
FUN Val sequence(Cx &cx, i32 kind, u32 off, i32 n) {
  u32 all = 1, depths = 1;
  bool truths = false;
  ROLLED for (i32 k = 0; k < n; k += 32) {
    W kinds = field(cx, off, k, n, 0), h = field(cx, off, k, n, 4), w = field(cx, off, k, n, 5);
    W colors = field(cx, off, k, n, 7), here = first_lanes(n - k);
    if (any(is_one_of(kinds, ONLY(DEAD) | ONLY(FAIL) | ONLY(UNFIT) | ONLY(CLIP) | ONLY(CLIPPED)) & here))
      return unfit(ODD_KIND);
    truths = truths || any(is_one_of(kinds, ONLY(BOOL)) & here);
    W nested = is_one_of(kinds, ONLY(SET) | ONLY(TUPLE) | ONLY(MADE));
    W weights = splat(1);
    weights = weights + (h & is_one_of(kinds, ONLY(INDICES)));
    weights = weights + ((h * w >> 3) & is_one_of(kinds, ONLY(GRID)));
    weights = weights + ((h * popcounts(colors)) & is_one_of(kinds, ONLY(OBJECT)));
    all += sum(choose(nested, h, weights) & here);
    W depth = (is_one_of(kinds, ONLY(PAIR)) & 1u) | (is_one_of(kinds, ONLY(OBJECT)) & 3u) |
              (is_one_of(kinds, ONLY(CELL) | ONLY(GRID) | ONLY(INDICES)) & 2u) | (nested & w);
    depths |= any_bits(shift_left_each(splat(1), depth) & here);
    if (all > MOST_WEIGHT) return unfit(TOO_LARGE);
  }
  if (truths) without_truths(cx, off, n);
  i32 deepest = highest(depths);
  if (deepest >= MOST_DEPTH) return unfit(TOO_DEEP);
  return container(kind, n, (i32)off, (i32)all, deepest + 1);
}

// The rows of bits of pairs or cells in one box; UNFIT if the box is too large.
FUN Val set_of_places(Cx &cx, u32 off, i32 n, bool colored_cells) {
  i32 top = FAR, left = FAR, bottom = -FAR, right = -FAR;
  // The others must lie within a window around the first, or clip.
  Val first = item_at(cx, off, 0);
  if (is_far(first.a, first.b)) return unfit(TOO_LARGE);
  ROLLED for (i32 k = 0; k < n; k += 32) {
    W here = first_lanes(n - k), rows = field(cx, off, k, n, 2), columns = field(cx, off, k, n, 3);
    // Coordinates as unsigned numbers.
    W i = choose(here, rows, splat((u32)first.a)) + FAR, j = choose(here, columns, splat((u32)first.b)) + FAR;
    if (any(~below(i, 2 * FAR)) || any(~below(j, 2 * FAR))) return unfit(TOO_LARGE);
    if (colored_cells && any(~below(field(cx, off, k, n, 7), 16) & here)) return unfit(ODD_COLOR);
    top = imin(top, (i32)least(i) - FAR);
    left = imin(left, (i32)least(j) - FAR);
    bottom = imax(bottom, (i32)greatest(i) - FAR);
    right = imax(right, (i32)greatest(j) - FAR);
  }
  bool clips = bottom - top >= SIDE || right - left >= SIDE;
  if (clips) top = left = 0;
  W cells = splat(0);
  Planes planes = {{splat(0), splat(0), splat(0), splat(0)}};
  ROLLED for (i32 k = 0; k < n; k += 32) {
    W rows = field(cx, off, k, n, 2), columns = field(cx, off, k, n, 3), colors = field(cx, off, k, n, 7);
    ROLLED for (i32 m = 0; m < imin(32, n - k); m++) {
      i32 r = (i32)get(rows, m) - top, c = (i32)get(columns, m) - left;
      if (r < 0 || r >= SIDE || c < 0 || c >= SIDE) continue;
      W bit = only_lane(r) & (1u << c);
      if (colored_cells) {
        i32 color = (i32)get(colors, m);
        // The same cell in two colours.
        if (any(cells & bit) && !any(of_color(planes, color, bit))) return unfit(OVERLAP);
        planes = colored(planes, color, bit);
      }
      cells = cells | bit;
    }
  }
  if (colored_cells) return clips ? clipped_of(cx, cells, planes) : object_of(cx, cells, planes, top, left);
  return clips ? clip_of(cx, cells) : indices_of(cx, cells, top, left);
}

// The most element moves of an insertion sort; more is left to the CPU.
#define MOST_MOVED 2048

// Sorts elements and drops duplicates. Returns the new length, or -1 if the order cannot be
// decided here.
FUN i32 sort_items(Cx &cx, u32 off, i32 n) {
  i32 kept = 0, moves = 0;
  ROLLED for (i32 k = 0; k < n; k++) {
    Val v = item_at(cx, off, k);
    // Most are in order already, so compare with the last first.
    i32 low = 0, high = kept;
    i32 middle = kept - 1;
    bool twice = false;
    ROLLED while (low < high) {
      i32 order = compare_values(cx, item_at(cx, off, middle), v);
      if (order == ORDER_UNFIT) return -1;
      if (order == 0) {
        twice = true;
        break;
      }
      if (order < 0) low = middle + 1;
      else high = middle;
      middle = (low + high) / 2;
    }
    if (twice) continue;
    moves += kept - low;
    if (moves > MOST_MOVED) return -1;
    settle(); // all lanes have read the words before they are overwritten
    ROLLED for (i32 m = kept; m > low; m--) {
      Val before = item_at(cx, off, m - 1);
      settle();
      set_item(cx, off, m, before);
    }
    set_item(cx, off, low, v);
    kept++;
  }
  return kept;
}

// Sorts numbers of a small range and drops duplicates. Returns the new length, or -1.
FUN i32 sort_numbers(Cx &cx, u32 off, i32 n) {
  u32 low = FULL, found = 0;
  ROLLED for (i32 k = 0; k < n; k += 32) {
    u32 here = least((field(cx, off, k, n, 2) ^ 0x80000000u) | ~first_lanes(n - k));
    low = here < low ? here : low;
  }
  W base = splat(low);
  ROLLED for (i32 k = 0; k < n; k += 32) {
    W a = (field(cx, off, k, n, 2) ^ 0x80000000u) - base, here = first_lanes(n - k);
    if (any(~below(a, 32) & here)) return -1;
    found |= any_bits(shift_left_each(splat(1), a) & here);
  }
  settle(); // all lanes have read the words before they are overwritten
  return append_lanes(cx, off, 0, found, INT, (lanes() + base) ^ 0x80000000u, splat(0), splat(0));
}

// The set of elements in any order, with duplicates; overwrites them.
FUN Val set_of(Cx &cx, u32 off, i32 n) {
  if (cx.over) return unfit(NO_MEMORY);
  i32 pairs = 0, cells = 0, numbers = 0;
  bool truths = false;
  ROLLED for (i32 k = 0; k < n; k += 32) {
    W kinds = field(cx, off, k, n, 0), here = first_lanes(n - k);
    if (any(is_one_of(kinds, ONLY(DEAD) | ONLY(FAIL) | ONLY(UNFIT) | ONLY(CLIP) | ONLY(CLIPPED)) & here))
      return unfit(ODD_KIND);
    pairs += popcount(ballot(is_one_of(kinds, ONLY(PAIR)) & here));
    cells += popcount(ballot(is_one_of(kinds, ONLY(CELL)) & here));
    numbers += popcount(ballot(is_one_of(kinds, ONLY(INT) | ONLY(BOOL)) & here));
    truths = truths || any(is_one_of(kinds, ONLY(BOOL)) & here);
  }
  if (truths) without_truths(cx, off, n);
  if (n == 0) return empty_set();
  if (pairs == n) return set_of_places(cx, off, n, false);
  if (cells == n) return set_of_places(cx, off, n, true);
  if (pairs + cells == n) return unfit(ODD_KIND);
  i32 sorted = numbers == n ? sort_numbers(cx, off, n) : -1;
  n = sorted >= 0 ? sorted : sort_items(cx, off, n);
  if (n < 0) return unfit(ODD_KIND);
  return sequence(cx, SET, off, n);
}

// The set of ascending elements that are not pairs or cells.
FUN Val set_sorted(Cx &cx, u32 off, i32 n) {
  if (cx.over) return unfit(NO_MEMORY);
  return n == 0 ? empty_set() : sequence(cx, SET, off, n);
}

// The number of elements of a possible row; -1 if it cannot be one.
INLINE i32 row_width(Val v) { return v.kind == PAIR ? 2 : v.kind == TUPLE ? v.n : -1; }
// The numbers of a row of that width, one per lane; false if it is not a row of colours.
FUN bool row_colors(const Cx &cx, Val v, i32 width, W &colors) {
  if (row_width(v) != width) return false;
  W here = first_lanes(width), kinds = splat(INT);
  if (v.kind == PAIR) colors = (only_lane(0) & (u32)v.a) | (only_lane(1) & (u32)v.b);
  else {
    kinds = field(cx, (u32)v.off, 0, width, 0);
    colors = field(cx, (u32)v.off, 0, width, 2);
  }
  return !any(~(equals(kinds, splat(INT)) & below(colors, 16)) & here);
}

// Tuples of numbers of the same length are a grid.
FUN Val rows_or_tuple(Cx &cx, u32 off, i32 n) {
  i32 width = row_width(item_at(cx, off, 0));
  bool all = n <= SIDE && width >= 0 && width <= SIDE;
  Planes planes = {{splat(0), splat(0), splat(0), splat(0)}};
  ROLLED for (i32 k = 0; all && k < n; k++) {
    W colors = splat(0);
    all = row_colors(cx, item_at(cx, off, k), width, colors);
    for (int p = 0; p < 4; p++) planes.p[p] = planes.p[p] | (only_lane(k) & ballot((colors >> p) & 1u));
  }
  // Too large a grid, or other numbers such as coordinates, stay a tuple.
  return all ? grid_of(cx, n, width, planes) : sequence(cx, TUPLE, off, n);
}

// The tuple of elements.
FUN Val tuple_of(Cx &cx, u32 off, i32 n) {
  if (cx.over) return unfit(NO_MEMORY);
  if (n == 0) return empty_tuple();
  Val first = as_element(item_at(cx, off, 0));
  if (n == 2) {
    Val second = as_element(item_at(cx, off, 1));
    if (first.kind == INT && second.kind == INT) return pair(first.a, second.a);
    if (first.kind == INT && second.kind == PAIR) return cell(first.a, second.a, second.b);
  }
  if (first.kind == PAIR || first.kind == TUPLE) return rows_or_tuple(cx, off, n);
  return sequence(cx, TUPLE, off, n);
}

// Row i of a grid as a value.
FUN Val row_of(Cx &cx, Planes planes, i32 i, i32 w) {
  W colors = splat(0);
  for (int k = 0; k < 4; k++)
    colors = colors | ((shift_right_each(splat(get(planes.p[k], i)), lanes()) & 1u) << k);
  if (w == 2) return pair((i32)get(colors, 0), (i32)get(colors, 1));
  if (w == 0) return empty_tuple();
  u32 off = alloc_items(cx, w);
  if (cx.over) return unfit(NO_MEMORY);
  append_lanes(cx, off, 0, low_bits(w), INT, colors, splat(0), splat(0));
  return container(TUPLE, w, (i32)off, 1 + w, 1);
}

// Appends the elements of a patch to a list. Returns the new length.
FUN i32 list_places(Cx &cx, Val v, u32 off, i32 n) {
  W cells = shape(cx, v);
  if (v.kind == INDICES) {
    ROLLED for (i32 r = 0; r < v.h; r++)
      n = append_lanes(cx, off, n, get(cells, r), PAIR, splat((u32)(v.a + r)), lanes() + (u32)v.b, splat(0));
    return n;
  }
  Planes planes = object_planes(cx, v);
  ROLLED for (u32 colors = (u32)v.c; colors; colors &= colors - 1) {
    i32 c = lowest(colors);
    W plane = of_color(planes, c, cells);
    ROLLED for (i32 r = 0; r < v.h; r++)
      n = append_lanes(cx, off, n, get(plane, r), CELL, splat((u32)(v.a + r)), lanes() + (u32)v.b, splat((u32)c));
  }
  return n;
}

// The elements of a container as a list, in order: use off and n of the result, if it is a value.
// Elements of SET and TUPLE are shared and must not be overwritten.
FUN Val listed(Cx &cx, Val v) {
  u32 off;
  switch (v.kind) {
  case SET:
  case TUPLE: return v;
  case PAIR:
  case CELL:
    off = alloc_items(cx, 2);
    if (cx.over) return unfit(NO_MEMORY);
    set_item(cx, off, 0, number(v.kind == PAIR ? v.a : v.c));
    set_item(cx, off, 1, v.kind == PAIR ? number(v.b) : pair(v.a, v.b));
    return container(TUPLE, 2, (i32)off, 1, 1);
  case INDICES:
  case OBJECT:
    off = alloc_items(cx, v.n);
    if (cx.over) return unfit(NO_MEMORY);
    list_places(cx, v, off, 0);
    return container(SET, v.n, (i32)off, 1, 1);
  case GRID: {
    off = alloc_items(cx, v.h);
    if (cx.over) return unfit(NO_MEMORY);
    Planes planes = grid_planes(cx, v);
    ROLLED for (i32 i = 0; i < v.h; i++) {
      Val row = row_of(cx, planes, i, v.w);
      if (bad(row)) return row;
      set_item(cx, off, i, row);
    }
    return container(TUPLE, v.h, (i32)off, 1, 1);
  }
  case CLIP:
  case CLIPPED: return unfit(ODD_KIND);
  default: return fail();
  }
}

// The elements as a container of the same kind as `like`.
FUN Val keep_kind(Cx &cx, Val like, u32 off, i32 n) {
  return is_set(like) ? set_of(cx, off, n) : tuple_of(cx, off, n);
}
