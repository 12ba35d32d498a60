// Closures, and applying functions to containers.
#pragma once
#include "containers.h"
#include "shapes.h"

// A bound of the cells that the CPU charges for one of several merged rays.
#define RAY_CELLS 500

FUN Val made(Cx &cx, i32 maker, const Val *parts, i32 n, i32 arity) {
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 w = 1, d = 0;
  ROLLED for (i32 k = 0; k < n; k++) {
    set_item(cx, off, k, parts[k]);
    w += weight(parts[k]);
    d = imax(d, depth(parts[k]));
  }
  if (d >= MOST_DEPTH) return unfit(TOO_DEEP);
  if (w > MOST_WEIGHT) return unfit(TOO_LARGE);
  Val v = {MADE, (i32)off, maker, arity, w, d + 1, n, 0};
  return v;
}
INLINE Val p_compose(Cx &cx, const Val *a) { return made(cx, COMPOSE, a, 2, 1); }
INLINE Val p_chain(Cx &cx, const Val *a) { return made(cx, CHAIN, a, 3, 1); }
INLINE Val p_matcher(Cx &cx, const Val *a) { return made(cx, MATCHER, a, 2, 1); }
INLINE Val p_fork(Cx &cx, const Val *a) { return made(cx, FORK, a, 3, 1); }

// A function with one argument fixed.
FUN Val bound(Cx &cx, i32 maker, const Val *a) {
  if (a[0].kind != PRIM && a[0].kind != MADE) return fail();
  i32 arity = a[0].kind == MADE ? a[0].b : arity_of(a[0].a);
  if (arity < 0) {
    Val v = unfit(NO_PRIMITIVE);
    v.b = a[0].a;
    return v;
  }
  return made(cx, maker, a, 2, arity == 2 ? 1 : arity == 3 ? 2 : 3);
}
INLINE Val p_rbind(Cx &cx, const Val *a) { return bound(cx, RBIND, a); }
INLINE Val p_lbind(Cx &cx, const Val *a) { return bound(cx, LBIND, a); }
FUN Val p_power(Cx &cx, const Val *a) {
  if (!is_number(a[1])) return fail();
  if (a[1].a == 1) return a[0];
  if (a[1].a < 1) return unfit(NEAR_LIMIT);
  return a[0].kind == PRIM || a[0].kind == MADE ? made(cx, POWER, a, 2, 1) : fail();
}

// The results of the function for all elements of a list, in a new list.
FUN Val results_of(Cx &cx, Val function, Val container, u32 &off, i32 &n) {
  Val all = listed(cx, container);
  if (bad(all)) return all;
  off = alloc_items(cx, all.n);
  n = all.n;
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < n;) {
    if (k % 32 == 0) {
      Lanes x = called_at(cx, function, (u32)all.off, k, n);
      if (is_number(x) || x.kind == PAIR) {
        append_lanes(cx, off, k, low_bits(imin(n - k, 32)), x.kind, x.a, x.b, splat(0));
        k += 32;
        continue;
      }
    }
    u32 mark = cx.used;
    Val v = call1(cx, function, item(cx, all, k));
    if (bad(v)) return v;
    set_item(cx, off, k++, keep_only(cx, mark, v));
  }
  return none();
}

// The results of the function for all rows of a grid; DEAD if not supported.
FUN Val rows_of(Cx &cx, Val function, Val grid) {
  Lanes x = lanes_of_rows(cx, grid);
  W here = first_lanes(grid.h);
  if (!called_on(cx, function, x, here)) return make(DEAD, 0, 0);
  if (is_number(x)) {
    u32 off = alloc_items(cx, grid.h);
    if (cx.over) return unfit(NO_MEMORY);
    append_lanes(cx, off, 0, low_bits(grid.h), x.kind, x.a, x.b, splat(0));
    return tuple_of(cx, off, grid.h);
  }
  i32 width = (i32)get(x.n, 0);
  bool even = x.kind == ROW && width > 0 && !any(~equals(x.n, splat((u32)width)) & here);
  return even ? grid_of(cx, grid.h, width, x.planes) : make(DEAD, 0, 0);
}

FUN Val p_apply(Cx &cx, const Val *a) {
  if (a[1].kind == GRID) {
    Val rows = rows_of(cx, a[0], a[1]);
    if (rows.kind != DEAD) return rows;
  }
  u32 off, mark = cx.used;
  i32 n;
  Val done = results_of(cx, a[0], a[1], off, n);
  return bad(done) ? done : keep_only(cx, mark, keep_kind(cx, a[1], off, n));
}
// The number of calls of combine that a function forks into.
FUN u32 combines_in(const Cx &cx, Val function) {
  if (function.kind != MADE || function.a != FORK) return 0;
  Val outer = item(cx, function, 0);
  if (outer.kind != PRIM || outer.a != OP_combine) return 0;
  return 1 + combines_in(cx, item(cx, function, 1)) + combines_in(cx, item(cx, function, 2));
}
// All rays from some cells, inside the window; DEAD if the function is not a ray.
FUN Val rays(Cx &cx, Val function, Val cells) {
  if (function.kind != MADE || function.a != RBIND || cells.kind != INDICES || !inside_window(cells))
    return make(DEAD, 0, 0);
  Val shoot = item(cx, function, 0), to = item(cx, function, 1);
  bool straight = to.kind == PAIR && to.a >= -1 && to.a <= 1 && to.b >= -1 && to.b <= 1 && (to.a || to.b);
  if (shoot.kind != PRIM || shoot.a != OP_shoot || !straight) return make(DEAD, 0, 0);
  if (!spend(cx, RAY_CELLS * (u32)cells.n, 2 * (u32)cells.n)) return unfit(NEAR_LIMIT);
  // A ray is longer than the window.
  W all = in_window(cx, cells), last = all;
  ROLLED while (any(last)) {
    last = moved(last, to.a, to.b);
    all = all | last;
  }
  Val v = clip_of(cx, all);
  v.n = imin(cells.n * (SHOT + 1), v.n);
  return v;
}
FUN Val p_mapply(Cx &cx, const Val *a) {
  Val lines = rays(cx, a[0], a[1]);
  if (lines.kind != DEAD) return lines;
  u32 off, mark = cx.used;
  i32 n, sets = 0;
  u32 combines = combines_in(cx, a[0]), steps = cx.steps, cells = cx.cells;
  Val done = results_of(cx, a[0], a[1], off, n);
  if (combines) {
    // The CPU takes such functions apart first and may have to start again.
    u32 more = cx.steps - steps + combines, touched = cx.cells - cells + 8 * combines + area(a[1]) * (combines + 1);
    if (!spend(cx, touched, more)) return unfit(NEAR_LIMIT);
  }
  if (bad(done)) return done;
  ROLLED for (i32 k = 0; k < n; k++) sets += is_set(item_at(cx, off, k));
  // The union is the same with and without duplicates.
  if (is_set(a[1]) && sets == n) return keep_only(cx, mark, union_of(cx, off, n));
  Val all = keep_kind(cx, a[1], off, n);
  return bad(all) ? all : keep_only(cx, mark, merge_of(cx, all));
}
FUN Val p_rapply(Cx &cx, const Val *a) {
  Val functions = listed(cx, a[0]);
  if (bad(functions)) return functions;
  u32 off = alloc_items(cx, functions.n);
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < functions.n; k++) {
    u32 mark = cx.used;
    Val v = call1(cx, item(cx, functions, k), a[1]);
    if (bad(v)) return v;
    set_item(cx, off, k, keep_only(cx, mark, v));
  }
  return keep_kind(cx, a[0], off, functions.n);
}

FUN Val side_by_side(Cx &cx, const Val *a) {
  Val left = listed(cx, a[1]);
  if (bad(left)) return left;
  Val right = listed(cx, a[2]);
  if (bad(right)) return right;
  i32 n = imin(left.n, right.n);
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < n; k++) {
    u32 mark = cx.used;
    Val v = call2(cx, a[0], item(cx, left, k), item(cx, right, k));
    if (bad(v)) return v;
    set_item(cx, off, k, keep_only(cx, mark, v));
  }
  return tuple_of(cx, off, n);
}
INLINE Val p_papply(Cx &cx, const Val *a) { return side_by_side(cx, a); }
FUN Val p_mpapply(Cx &cx, const Val *a) {
  Val all = side_by_side(cx, a);
  return bad(all) ? all : merge_of(cx, all);
}

// The sums (or differences) of every cell of one set and every cell of another.
FUN Val sums(Cx &cx, Val x, Val y, bool less) {
  i32 h = x.h + y.h - 1, w = x.w + y.w - 1;
  i32 top = less ? x.a - (y.a + y.h - 1) : x.a + y.a, left = less ? x.b - (y.b + y.w - 1) : x.b + y.b;
  if (h > SIDE || w > SIDE) return unfit(TOO_LARGE);
  if (!spend(cx, 8 * (u32)(y.n * x.h + h))) return unfit(NEAR_LIMIT);
  W cells = shape(cx, x), by = shape(cx, y), all = splat(0);
  ROLLED for (i32 r = 0; r < y.h; r++)
    ROLLED for (u32 bits = get(by, r); bits; bits &= bits - 1) {
      i32 c = lowest(bits);
      all = all | moved(cells, less ? y.h - 1 - r : r, less ? y.w - 1 - c : c);
    }
  return indices_of(cx, all, top, left);
}

FUN Val p_prapply(Cx &cx, const Val *a) {
  if (a[0].kind == PRIM && (a[0].a == OP_add || a[0].a == OP_subtract) && a[1].kind == INDICES &&
      a[2].kind == INDICES)
    return sums(cx, a[1], a[2], a[0].a == OP_subtract);
  Val left = listed(cx, a[1]);
  if (bad(left)) return left;
  Val right = listed(cx, a[2]);
  if (bad(right)) return right;
  i32 n = left.n * right.n;
  if (n > MOST_ITEMS) return unfit(TOO_LARGE);
  if (!spend(cx, 8 * (u32)n)) return unfit(NEAR_LIMIT);
  u32 off = alloc_items(cx, n);
  if (cx.over) return unfit(NO_MEMORY);
  n = 0;
  ROLLED for (i32 m = 0; m < right.n; m++)
    ROLLED for (i32 k = 0; k < left.n; k++) {
      u32 mark = cx.used;
      Val v = call2(cx, a[0], item(cx, left, k), item(cx, right, m));
      if (bad(v)) return v;
      set_item(cx, off, n++, keep_only(cx, mark, v));
    }
  return set_of(cx, off, n);
}
