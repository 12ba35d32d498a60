// Sets and tuples: creating, filtering, taking elements.
#pragma once
#include "batched_keys.h"
#include "numbers.h"
#include "sets.h"

INLINE Val p_size(Cx &cx, const Val *a) {
  if (is_clip(a[0])) return unfit(ODD_KIND);
  i32 n = length(a[0]);
  return n < 0 ? fail() : number(n);
}

// The first or last element, without building the others.
FUN Val end_of(Cx &cx, Val v, bool last) {
  switch (v.kind) {
  case SET:
  case TUPLE: return v.n == 0 ? fail() : item(cx, v, last ? v.n - 1 : 0);
  case GRID: return row_of(cx, grid_planes(cx, v), last ? v.h - 1 : 0, v.w);
  case PAIR: return number(last ? v.b : v.a);
  case CELL: return last ? pair(v.a, v.b) : number(v.c);
  case INDICES:
  case OBJECT: {
    W cells = shape(cx, v);
    i32 color = 0;
    if (v.kind == OBJECT) {
      color = last ? highest((u32)v.c) : lowest((u32)v.c);
      cells = of_color(object_planes(cx, v), color, cells);
    }
    u32 rows = ballot(cells);
    i32 r = last ? highest(rows) : lowest(rows);
    u32 bits = get(cells, r);
    i32 c = last ? highest(bits) : lowest(bits);
    return v.kind == OBJECT ? cell(color, v.a + r, v.b + c) : pair(v.a + r, v.b + c);
  }
  case CLIP:
  case CLIPPED: return unfit(ODD_KIND);
  default: return fail();
  }
}
INLINE Val p_first(Cx &cx, const Val *a) { return end_of(cx, a[0], false); }
INLINE Val p_last(Cx &cx, const Val *a) { return end_of(cx, a[0], true); }

// The rows of n grids of the same width, stacked; the grids are elements of a list.
FUN Val stacked(Cx &cx, u32 off, i32 n) {
  Planes planes = {{splat(0), splat(0), splat(0), splat(0)}};
  i32 h = 0, w = 0;
  ROLLED for (i32 k = 0; k < n; k++) {
    Val v = item_at(cx, off, k);
    if (h + v.h > SIDE) return unfit(TOO_LARGE);
    Planes more = moved(grid_planes(cx, v), h, 0);
    ROLLED for (int p = 0; p < 4; p++) planes.p[p] = planes.p[p] | more.p[p];
    h += v.h;
    w = v.w;
  }
  return grid_of(cx, h, w, planes);
}

FUN Val p_combine(Cx &cx, const Val *a) {
  if (is_set(a[0]) && is_set(a[1])) return union_of_two(cx, a[0], a[1]);
  i32 n = length(a[0]), m = length(a[1]);
  if (is_clip(a[0]) || (n >= 0 && is_clip(a[1]))) return unfit(ODD_KIND);
  if (n < 0 || m < 0) return fail();
  if (n + m > MOST_ITEMS) return unfit(TOO_LARGE);
  bool grids = a[0].kind == GRID && a[1].kind == GRID && a[0].w == a[1].w;
  u32 off = alloc_items(cx, grids ? 2 : n + m);
  if (cx.over) return unfit(NO_MEMORY);
  if (grids) {
    set_item(cx, off, 0, a[0]);
    set_item(cx, off, 1, a[1]);
    return stacked(cx, off, 2);
  }
  n = append(cx, a[0], off, 0);
  n = append(cx, a[1], off, n);
  return keep_kind(cx, a[0], off, n);
}

// The elements of all elements.
FUN Val merge_of(Cx &cx, Val v) {
  if (v.kind == SET || v.kind == TUPLE) {
    i32 sets = 0, grids = 0;
    ROLLED for (i32 k = 0; k < v.n; k++) {
      Val e = item(cx, v, k);
      sets += is_set(e);
      grids += e.kind == GRID && e.w == item(cx, v, 0).w;
    }
    if (v.kind == SET && sets == v.n) return union_of(cx, (u32)v.off, v.n);
    if (v.kind == TUPLE && v.n > 0 && grids == v.n) return stacked(cx, (u32)v.off, v.n);
  }
  Val outer = listed(cx, v);
  if (bad(outer)) return outer;
  i32 total = 0;
  ROLLED for (i32 k = 0; k < outer.n; k++) {
    Val e = item(cx, outer, k);
    i32 n = length(e);
    if (n < 0) return is_clip(e) ? unfit(ODD_KIND) : fail();
    if (total <= MOST_ITEMS) total += n;
  }
  if (total > MOST_ITEMS) return unfit(TOO_LARGE);
  u32 off = alloc_items(cx, total);
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < outer.n; k++) n = append(cx, item(cx, outer, k), off, n);
  return keep_kind(cx, v, off, n);
}
INLINE Val p_merge(Cx &cx, const Val *a) { return merge_of(cx, a[0]); }

// A grid without repeated rows.
FUN Val distinct_rows(Cx &cx, Val grid) {
  Planes planes = grid_planes(cx, grid);
  W from = splat(0);
  i32 n = 0;
  ROLLED for (i32 r = 0; r < grid.h; r++) {
    W alike = first_lanes(r);
    for (int k = 0; k < 4; k++) alike = alike & equals(planes.p[k], splat(get(planes.p[k], r)));
    if (!any(alike)) from = from | (only_lane(n++) & (u32)r);
  }
  if (n == grid.h) return grid;
  for (int k = 0; k < 4; k++) planes.p[k] = pick(planes.p[k], from);
  return grid_of(cx, n, grid.w, planes);
}
FUN Val p_dedupe(Cx &cx, const Val *a) {
  if (is_clip(a[0])) return unfit(ODD_KIND);
  if (is_set(a[0])) return length(a[0]) > 0 ? fail() : empty_tuple();
  if (a[0].kind == GRID) return distinct_rows(cx, a[0]);
  Val all = listed(cx, a[0]);
  if (bad(all)) return all;
  u32 off = alloc_items(cx, all.n);
  if (cx.over) return unfit(NO_MEMORY);
  u32 seen = 0; // small numbers
  i32 n = 0;
  ROLLED for (i32 k = 0; k < all.n; k++) {
    Val v = item(cx, all, k);
    i32 there = 0;
    if (v.kind == INT && v.a >= 0 && v.a < 32) {
      there = (i32)(seen >> v.a & 1u);
      seen |= 1u << v.a;
    } else {
      i32 found = find(cx, off, 0, n, v);
      if (found < 0) return unfit(ODD_KIND);
      there = found < n;
    }
    if (!there) set_item(cx, off, n++, v);
  }
  return n == all.n ? a[0] : tuple_of(cx, off, n);
}

FUN Val p_repeat(Cx &cx, const Val *a) {
  if (!is_number(a[1])) return fail();
  i32 n = imax(a[1].a, 0);
  if (n > MOST_ITEMS) return unfit(TOO_LARGE);
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < n; k++) set_item(cx, off, k, a[0]);
  return tuple_of(cx, off, n);
}

FUN Val set_of_one(Cx &cx, Val v) {
  if (v.kind == PAIR) return indices_of(cx, only_lane(0) & 1u, v.a, v.b);
  u32 off = alloc_items(cx, 1);
  if (cx.over) return unfit(NO_MEMORY);
  set_item(cx, off, 0, v);
  return set_of(cx, off, 1);
}
INLINE Val p_initset(Cx &cx, const Val *a) { return set_of_one(cx, a[0]); }
FUN Val p_insert(Cx &cx, const Val *a) {
  if (!is_set(a[1])) return fail();
  Val one = set_of_one(cx, a[0]);
  return bad(one) ? one : union_of_two(cx, a[1], one);
}

FUN Val p_remove(Cx &cx, const Val *a) {
  bool places = a[1].kind == INDICES || a[1].kind == OBJECT;
  if (places) {
    if (contains(cx, a[1], a[0]) != 1) return a[1];
    i32 r = a[0].a - a[1].a, c = a[0].b - a[1].b;
    W cells = shape(cx, a[1]) & ~(only_lane(r) & (1u << c));
    if (a[1].kind == INDICES) return indices_of(cx, cells, a[1].a, a[1].b);
    return object_of(cx, cells, object_planes(cx, a[1]), a[1].a, a[1].b);
  }
  Val all = listed(cx, a[1]);
  if (bad(all)) return all;
  u32 off = alloc_items(cx, all.n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < all.n; k++) {
    Val v = item(cx, all, k);
    i32 equal = same(cx, v, a[0]);
    if (equal == ORDER_UNFIT) return unfit(ODD_KIND);
    if (!equal) set_item(cx, off, n++, v);
  }
  return n == all.n ? a[1] : keep_some(cx, a[1], off, n);
}

FUN Val p_other(Cx &cx, const Val *a) {
  Val all = listed(cx, a[0]);
  if (bad(all)) return all;
  ROLLED for (i32 k = 0; k < all.n; k++) {
    Val v = item(cx, all, k);
    i32 equal = same(cx, v, a[1]);
    if (equal == ORDER_UNFIT) return unfit(ODD_KIND);
    if (!equal) return v;
  }
  return fail();
}

// The elements as a tuple, in order.
FUN Val tuple_from(Cx &cx, Val v) {
  if (is_tuple(v)) return v;
  if (is_clip(v)) return unfit(ODD_KIND);
  i32 n = length(v);
  if (n < 0) return fail();
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  append(cx, v, off, 0);
  return tuple_of(cx, off, n);
}
INLINE Val p_totuple(Cx &cx, const Val *a) { return tuple_from(cx, a[0]); }

// Whether a condition holds: a truth value, or not a value. Frees what the call allocated.
FUN Val holds(Cx &cx, Val condition, Val x) {
  u32 mark = cx.used;
  Val v = call1(cx, condition, x);
  release(cx, mark);
  if (bad(v)) return v;
  i32 t = truth(v);
  return t == ORDER_UNFIT ? unfit(ODD_KIND) : boolean(t);
}

// The cells of a plane for which a condition holds.
FUN Val sift_plane(Cx &cx, Val v, W cells, i32 color, Val condition, W &kept) {
  kept = splat(0);
  ROLLED for (u32 rows = ballot(cells); rows; rows &= rows - 1) {
    i32 r = lowest(rows);
    u32 word = 0, bits = get(cells, r);
    // A row at once, one cell per lane, if supported.
    Lanes x = lanes_of(v.kind == OBJECT ? CELL : PAIR, splat((u32)(v.a + r)), lanes() + (u32)v.b);
    x.c = splat((u32)color);
    W here = lanes_in(bits);
    if (called_on(cx, condition, x, here) && is_number(x)) {
      kept = kept | (only_lane(r) & ballot(x.a & here));
      continue;
    }
    ROLLED for (; bits; bits &= bits - 1) {
      i32 i = v.a + r, j = v.b + lowest(bits);
      Val yes = holds(cx, condition, v.kind == OBJECT ? cell(color, i, j) : pair(i, j));
      if (bad(yes)) return yes;
      if (yes.a) word |= bits & (0u - bits);
    }
    kept = kept | (only_lane(r) & word);
  }
  return none();
}

// The lanes where a condition holds for up to 32 elements of a list from the k-th on; false if not
// supported.
INLINE bool holds_at(Cx &cx, Val condition, u32 off, i32 k, i32 n, u32 &kept) {
  Lanes x = called_at(cx, condition, off, k, n);
  kept = ballot(x.a & first_lanes(n - k));
  return is_number(x);
}

FUN Val filtered(Cx &cx, Val v, Val condition) {
  if (v.kind == INDICES) {
    W kept;
    Val done = sift_plane(cx, v, shape(cx, v), 0, condition, kept);
    return bad(done) ? done : indices_of(cx, kept, v.a, v.b);
  }
  if (v.kind == OBJECT) {
    W cells = shape(cx, v), all = splat(0), kept;
    Planes planes = object_planes(cx, v);
    ROLLED for (u32 colors = (u32)v.c; colors; colors &= colors - 1) {
      i32 color = lowest(colors);
      Val done = sift_plane(cx, v, of_color(planes, color, cells), color, condition, kept);
      if (bad(done)) return done;
      all = all | kept;
    }
    return object_of(cx, all, planes, v.a, v.b);
  }
  Val all = listed(cx, v);
  if (bad(all)) return all;
  u32 off = alloc_items(cx, all.n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < all.n;) {
    u32 kept;
    if (k % 32 == 0 && holds_at(cx, condition, (u32)all.off, k, all.n, kept)) {
      n += keep_lanes(cx, (u32)all.off, k, all.n, off, n, kept);
      k += 32;
      continue;
    }
    Val e = item(cx, all, k++);
    Val yes = holds(cx, condition, e);
    if (bad(yes)) return yes;
    if (yes.a) set_item(cx, off, n++, e);
  }
  return n == all.n ? v : keep_some(cx, v, off, n);
}
INLINE Val p_sfilter(Cx &cx, const Val *a) { return filtered(cx, a[0], a[1]); }
FUN Val p_mfilter(Cx &cx, const Val *a) {
  Val some = filtered(cx, a[0], a[1]);
  return bad(some) ? some : merge_of(cx, some);
}
FUN Val p_extract(Cx &cx, const Val *a) {
  Val all = listed(cx, a[0]);
  if (bad(all)) return all;
  ROLLED for (i32 k = 0; k < all.n;) {
    u32 kept;
    if (k % 32 == 0 && holds_at(cx, a[1], (u32)all.off, k, all.n, kept)) {
      if (kept) return item(cx, all, k + lowest(kept));
      k += 32;
      continue;
    }
    Val e = item(cx, all, k++);
    Val yes = holds(cx, a[1], e);
    if (bad(yes)) return yes;
    if (yes.a) return e;
  }
  return fail();
}

FUN Val p_interval(Cx &cx, const Val *a) {
  if (!is_number(a[0]) || !is_number(a[1]) || !is_number(a[2]) || a[2].a == 0) return fail();
  i64 start = a[0].a, stop = a[1].a, step = a[2].a;
  i64 span = step > 0 ? stop - start : start - stop, size = step > 0 ? step : -step;
  i64 count = span > 0 ? (span + size - 1) / size : 0;
  if (count > MOST_ITEMS) return unfit(TOO_LARGE);
  u32 off = alloc_items(cx, (i32)count);
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < (i32)count; k++) set_item(cx, off, k, number((i32)(start + k * step)));
  return tuple_of(cx, off, (i32)count);
}

FUN Val p_product(Cx &cx, const Val *a) {
  Val left = listed(cx, a[0]);
  if (bad(left)) return left;
  Val right = listed(cx, a[1]);
  if (bad(right)) return right;
  i32 n = left.n * right.n;
  if (n > MOST_ITEMS) return unfit(TOO_LARGE);
  if (!spend(cx, 8 * (u32)n)) return unfit(NEAR_LIMIT);
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  n = 0;
  ROLLED for (i32 m = 0; m < right.n; m++)
    ROLLED for (i32 k = 0; k < left.n; k++) {
      Val two = tuple_of_two(cx, item(cx, left, k), item(cx, right, m));
      if (bad(two)) return two;
      set_item(cx, off, n++, two);
    }
  return set_of(cx, off, n);
}

FUN Val p_pair(Cx &cx, const Val *a) {
  Val left = listed(cx, a[0]);
  if (bad(left)) return left;
  Val right = listed(cx, a[1]);
  if (bad(right)) return right;
  i32 n = imin(left.n, right.n);
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < n; k++) {
    Val two = tuple_of_two(cx, item(cx, left, k), item(cx, right, k));
    if (bad(two)) return two;
    set_item(cx, off, k, two);
  }
  return tuple_of(cx, off, n);
}

FUN Val p_sizefilter(Cx &cx, const Val *a) {
  Val all = listed(cx, a[0]);
  if (bad(all)) return all;
  u32 off = alloc_items(cx, all.n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < all.n; k += 32) {
    W here = first_lanes(all.n - k), kinds = field(cx, (u32)all.off, k, all.n, 0);
    W sizes = field(cx, (u32)all.off, k, all.n, 6);
    // Not all containers store their size there.
    sizes = choose(is_one_of(kinds, ONLY(GRID)), field(cx, (u32)all.off, k, all.n, 4), sizes);
    sizes = choose(is_one_of(kinds, ONLY(PAIR) | ONLY(CELL)), splat(2), sizes);
    u32 sized = ONLY(PAIR) | ONLY(CELL) | ONLY(GRID) | ONLY(INDICES) | ONLY(OBJECT) | ONLY(SET) | ONLY(TUPLE);
    if (any(~is_one_of(kinds, sized) & here)) return fail();
    u32 kept = is_number(a[1]) ? ballot(equals(sizes, splat((u32)a[1].a)) & here) : 0;
    n += keep_lanes(cx, (u32)all.off, k, all.n, off, n, kept);
  }
  return a[0].kind == SET ? keep_some(cx, a[0], off, n) : set_of(cx, off, n);
}
