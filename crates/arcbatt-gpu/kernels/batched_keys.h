// Functions of 32 elements at once, one per lane, where the fields of the elements suffice: sizes,
// positions and colours of patches, numbers, pairs, truth values, and compositions of these. Rows of
// a grid are elements, too. Nothing fails here: a call that might fail is made one by one instead.
#pragma once
#include "call.h"

// Values of the same kind in all lanes: INT, BOOL, PAIR, CELL, GRID, PATCH or ROW.
#define PATCH 64
#define ROW 65
struct Lanes {
  i32 kind;
  bool objects;  // of patches: whether all are objects
  W a, b;        // a of numbers and truth values; position of pairs, cells and patches
  W h, w, n, c;  // of patches; c of cells, h and w of grids, n of rows
  Planes planes; // of rows: their colours, bits 0 to n - 1
};
// The active lanes, and bounds of the CPU's steps and cells for each.
struct Work {
  W here;
  u32 steps;
  W cells;
};

// Larger numbers are left to single calls, so that sums of a few never overflow.
#define MOST_NUMBER 0x04000000
INLINE bool all_small(W a, W here) {
  return !any(~below(a + (u32)MOST_NUMBER, 2u * MOST_NUMBER) & here);
}
// Less than, as signed numbers.
INLINE W under(W a, W b) { return less(a ^ 0x80000000u, b ^ 0x80000000u); }

INLINE Lanes lanes_of(i32 kind, W a, W b) {
  Lanes x;
  x.kind = kind;
  x.objects = false;
  x.a = a;
  x.b = b;
  x.h = x.w = x.n = x.c = splat(0);
  for (int k = 0; k < 4; k++) x.planes.p[k] = splat(0);
  return x;
}
// One value in all lanes; DEAD if its kind is not supported.
FUN Lanes lanes_from(Val v) {
  Lanes x = lanes_of(v.kind, splat((u32)v.a), splat((u32)v.b));
  x.h = splat((u32)v.h);
  x.w = splat((u32)v.w);
  x.n = splat((u32)v.n);
  x.c = splat((u32)v.c);
  x.objects = v.kind == OBJECT;
  if (v.kind == OBJECT || v.kind == INDICES) x.kind = PATCH;
  else if (v.kind == INT || v.kind == PAIR) x.kind = all_small(x.a, splat(FULL)) && all_small(x.b, splat(FULL)) ? v.kind : DEAD;
  else if (v.kind != BOOL && v.kind != GRID) x.kind = DEAD;
  return x;
}
// Up to 32 elements of a list of n from the k-th on; DEAD if their kinds differ.
FUN Lanes lanes_at(const Cx &cx, u32 off, i32 k, i32 n) {
  W kinds = field(cx, off, k, n, 0), here = first_lanes(n - k);
  Lanes x = lanes_of(DEAD, field(cx, off, k, n, 2), field(cx, off, k, n, 3));
  u32 found = any_bits(shift_left_each(splat(1), kinds) & here);
  if ((found & ~(ONLY(INDICES) | ONLY(OBJECT))) == 0) {
    x.kind = PATCH;
    x.objects = found == ONLY(OBJECT);
    x.h = field(cx, off, k, n, 4);
    x.w = field(cx, off, k, n, 5);
    x.n = field(cx, off, k, n, 6);
  } else if (found == ONLY(INT)) x.kind = INT;
  else if (found == ONLY(PAIR)) x.kind = PAIR;
  else if (found == ONLY(CELL)) x.kind = CELL;
  else return x;
  x.c = field(cx, off, k, n, 7);
  return x;
}

// The rows of a grid.
INLINE Lanes lanes_of_rows(const Cx &cx, Val grid) {
  Lanes x = lanes_of(ROW, splat(0), splat(0));
  x.n = splat((u32)grid.w);
  x.planes = grid_planes(cx, grid);
  return x;
}

INLINE W area(const Lanes &x) {
  if (x.kind == ROW) return x.n + x.n + 2u;
  if (x.kind == GRID) return x.h * x.w;
  if (x.kind != PATCH) return splat(1);
  W colors = popcounts(x.c);
  return x.n + x.h * choose(nonzero(colors), colors, splat(1)) + 1u;
}
INLINE bool is_number(const Lanes &x) { return x.kind == INT || x.kind == BOOL; }
INLINE bool set_truth(Lanes &x, W mask) {
  x = lanes_of(BOOL, mask & 1u, splat(0));
  return true;
}
INLINE bool set_number(Lanes &x, W a, W here) {
  x = lanes_of(INT, a, splat(0));
  return all_small(a, here);
}
INLINE bool set_pair(Lanes &x, W a, W b, W here) {
  x = lanes_of(PAIR, a, b);
  return all_small(a, here) && all_small(b, here);
}

FUN bool patch_on_lanes(i32 op, Lanes &x, W here) {
  W bottom = x.a + x.h - splat(1), right = x.b + x.w - splat(1);
  switch (op) {
  case OP_size: return set_number(x, x.n, here);
  case OP_height: return set_number(x, x.h, here);
  case OP_width: return set_number(x, x.w, here);
  case OP_uppermost: return set_number(x, x.a, here);
  case OP_leftmost: return set_number(x, x.b, here);
  case OP_lowermost: return set_number(x, bottom, here);
  case OP_rightmost: return set_number(x, right, here);
  // The index of the lowest bit.
  case OP_color: return x.objects && set_number(x, popcounts((x.c ^ (x.c - splat(1))) >> 1), here);
  case OP_numcolors: return x.objects && set_number(x, popcounts(x.c), here);
  case OP_shape: return set_pair(x, x.h, x.w, here);
  case OP_ulcorner: return set_pair(x, x.a, x.b, here);
  case OP_urcorner: return set_pair(x, x.a, right, here);
  case OP_llcorner: return set_pair(x, bottom, x.b, here);
  case OP_lrcorner: return set_pair(x, bottom, right, here);
  case OP_center: return set_pair(x, x.a + (x.h >> 1), x.b + (x.w >> 1), here);
  case OP_portrait: return set_truth(x, less(x.w, x.h));
  case OP_square: return set_truth(x, equals(x.h, x.w) & equals(x.n, x.h * x.w));
  case OP_vline: return set_truth(x, equals(x.h, x.n) & equals(x.w, splat(1)));
  case OP_hline: return set_truth(x, equals(x.w, x.n) & equals(x.h, splat(1)));
  default: return false;
  }
}
// Numbers and pairs.
FUN bool number_on_lanes(i32 op, Lanes &x, W here) {
  W zero = splat(0);
  if (is_number(x)) {
    switch (op) {
    case OP_flip: return set_truth(x, equals(x.a, zero));
    case OP_even: return set_truth(x, equals(x.a & 1u, zero));
    case OP_positive: return set_truth(x, under(zero, x.a));
    case OP_toivec: return set_pair(x, x.a, zero, here);
    case OP_tojvec: return set_pair(x, zero, x.a, here);
    }
  }
  W a = x.a, b = x.b;
  switch (op) {
  case OP_double: a = a + a, b = b + b; break;
  case OP_halve:
    a = ((a + 2u * MOST_NUMBER) >> 1) - splat(MOST_NUMBER);
    b = ((b + 2u * MOST_NUMBER) >> 1) - splat(MOST_NUMBER);
    break;
  case OP_increment: a = a + 1u, b = b + 1u; break;
  case OP_decrement: a = a + FULL, b = b + FULL; break;
  case OP_invert: a = zero - a, b = zero - b; break;
  case OP_first: return x.kind == PAIR && set_number(x, a, here);
  case OP_last: return x.kind == PAIR && set_number(x, b, here);
  default: return false;
  }
  return is_number(x) ? set_number(x, a, here) : set_pair(x, a, b, here);
}

INLINE bool equal_on_lanes(Lanes &x, const Lanes &y) {
  W both = equals(x.a, y.a);
  if (x.kind == PAIR && y.kind == PAIR) return set_truth(x, both & equals(x.b, y.b));
  return is_number(x) && is_number(y) && set_truth(x, both);
}

// A primitive of two arguments; stores the result in x.
FUN bool two_on_lanes(i32 op, Lanes &x, const Lanes &y, Work &work) {
  W touched = area(x) + area(y), here = work.here;
  bool numbers = is_number(x) && is_number(y), known = false;
  bool places = (is_number(x) || x.kind == PAIR) && (is_number(y) || y.kind == PAIR);
  // A number counts as the pair of itself.
  W xb = x.kind == PAIR ? x.b : x.a, yb = y.kind == PAIR ? y.b : y.a, a = x.a, b = xb;
  switch (op) {
  case OP_equality: known = equal_on_lanes(x, y); break;
  case OP_greater: known = numbers && set_truth(x, under(y.a, x.a)); break;
  case OP_both: known = x.kind == BOOL && y.kind == BOOL && set_truth(x, nonzero(x.a & y.a)); break;
  case OP_either: known = x.kind == BOOL && y.kind == BOOL && set_truth(x, nonzero(x.a | y.a)); break;
  case OP_astuple: known = numbers && set_pair(x, x.a, y.a, here); break;
  case OP_bordering:
    known = x.kind == PATCH && y.kind == GRID &&
            set_truth(x, equals(x.a, splat(0)) | equals(x.b, splat(0)) | equals(x.a + x.h, y.h) | equals(x.b + x.w, y.w));
    break;
  case OP_add: known = places, a = a + y.a, b = b + yb; break;
  case OP_subtract: known = places, a = a - y.a, b = b - yb; break;
  }
  if (known && (op == OP_add || op == OP_subtract))
    known = numbers ? set_number(x, a, here) : set_pair(x, a, b, here);
  work.steps++;
  work.cells = work.cells + (touched + area(x)) * 4u + 40u;
  return known;
}

#ifdef INLINED
INLINE bool row_on_lanes(i32 op, Lanes &x, W here) { return false; }
#else
INLINE W low_bits_each(W n) { return shift_right_each(splat(FULL), splat(32) - n) & nonzero(n); }

// Sorts every row by colour.
FUN void sort_rows(Lanes &x) {
  W inside = low_bits_each(x.n), at = splat(0);
  Planes r = {{at, at, at, at}};
  ROLLED for (i32 c = 0; c < 16; c++) {
    W count = popcounts(of_color(x.planes, c, inside));
    r = colored(r, c, shift_left_each(low_bits_each(count), at));
    at = at + count;
  }
  x.planes = r;
}
// Moves the cells of the mask behind the others in every row; `drop` removes the others.
FUN void part_rows(Lanes &x, W mask, bool drop) {
  W inside = low_bits_each(x.n), none = splat(0), low = none, high = none;
  mask = mask & inside;
  if (!drop) high = popcounts(inside & ~mask);
  i32 most = (i32)greatest(x.n);
  Planes r = {{none, none, none, none}};
  ROLLED for (i32 j = 0; j < most; j++) {
    W taken = nonzero((mask >> j) & 1u), to = choose(taken, high, low);
    W bit = ((inside >> j) & 1u) & (drop ? taken : splat(FULL));
    for (int k = 0; k < 4; k++) r.p[k] = r.p[k] | shift_left_each((x.planes.p[k] >> j) & bit, to);
    low = low + (bit & ~taken);
    high = high + (bit & taken);
  }
  if (drop) x.n = high;
  x.planes = r;
}
// order or sfilter of every row, by a primitive of its colours.
FUN bool rows_by(i32 op, i32 key, Lanes &x, Work &work) {
  W colors = x.planes.p[0] | x.planes.p[1] | x.planes.p[2] | x.planes.p[3], touched = area(x);
  W calls = x.n * 48u;
  i32 most = (i32)greatest(x.n & work.here);
  bool sorts = op == OP_order, known = sorts || op == OP_sfilter;
  switch (key) {
  case OP_identity:
    if (sorts) sort_rows(x);
    else part_rows(x, colors, true);
    break;
  case OP_positive: part_rows(x, colors, !sorts); break;
  case OP_flip: part_rows(x, ~colors, !sorts); break;
  case OP_even: part_rows(x, ~x.planes.p[0], !sorts); break;
  default: known = false;
  }
  work.steps += 1 + (u32)most;
  work.cells = work.cells + (touched + area(x)) * 4u + calls + 40u;
  return known;
}
// A primitive of one argument on rows.
FUN bool row_on_lanes(i32 op, Lanes &x, W here) {
  if (op == OP_size) return set_number(x, x.n, here);
  if ((op != OP_first && op != OP_last) || any(~nonzero(x.n) & here)) return false;
  W from = op == OP_first ? splat(0) : x.n - splat(1), color = splat(0);
  for (int k = 0; k < 4; k++) color = color | ((shift_right_each(x.planes.p[k], from) & 1u) << k);
  return set_number(x, color, here);
}
#endif

// A primitive of one argument.
FUN bool one_on_lanes(i32 op, Lanes &x, Work &work) {
  W touched = area(x);
  bool known = op == OP_identity;
  if (known) {
  } else if (x.kind == PATCH) known = patch_on_lanes(op, x, work.here);
  else if (x.kind == CELL) {
    if (op == OP_first) known = set_number(x, x.c, work.here);
    if (op == OP_last) known = set_pair(x, x.a, x.b, work.here);
  } else if (x.kind == ROW) known = row_on_lanes(op, x, work.here);
  else if (x.kind != GRID) known = number_on_lanes(op, x, work.here);
  work.steps++;
  work.cells = work.cells + (touched + area(x)) * 4u + 40u;
  return known;
}

#ifdef INLINED
// Inlined code supports primitives only.
INLINE bool on_lanes(const Cx &cx, Val f, Lanes &x, Work &work) {
  return f.kind == PRIM && one_on_lanes(f.a, x, work);
}
#else
// Applies the function to every lane; false if it is not supported.
FUN bool on_lanes(const Cx &cx, Val f, Lanes &x, Work &work) {
  if (f.kind == PRIM) return one_on_lanes(f.a, x, work);
  if (f.kind != MADE || f.b != 1) return false;
  work.steps++;
  work.cells = work.cells + 8u;
  Val first = item(cx, f, 0), second = item(cx, f, 1);
  switch (f.a) {
  case COMPOSE: return on_lanes(cx, second, x, work) && on_lanes(cx, first, x, work);
  case CHAIN:
    return on_lanes(cx, item(cx, f, 2), x, work) && on_lanes(cx, second, x, work) && on_lanes(cx, first, x, work);
  case MATCHER: {
    Lanes wanted = lanes_from(second);
    return on_lanes(cx, first, x, work) && equal_on_lanes(x, wanted);
  }
  case RBIND: {
    if (x.kind == ROW) return first.kind == PRIM && second.kind == PRIM && rows_by(first.a, second.a, x, work);
    Lanes y = lanes_from(second);
    return first.kind == PRIM && two_on_lanes(first.a, x, y, work);
  }
  case LBIND: {
    if (x.kind == ROW) return false;
    Lanes y = x;
    x = lanes_from(second);
    return first.kind == PRIM && two_on_lanes(first.a, x, y, work);
  }
  case FORK: {
    Lanes y = x;
    return first.kind == PRIM && on_lanes(cx, second, x, work) && on_lanes(cx, item(cx, f, 2), y, work) &&
           two_on_lanes(first.a, x, y, work);
  }
  default: return false;
  }
}
#endif

// Applies the function to the lanes of a mask and charges for it; false if not supported.
FUN bool called_on(Cx &cx, Val f, Lanes &x, W here) {
  Work work = {here, 0, splat(0)};
  if (!all_small(x.a, here) || !all_small(x.b, here) || !on_lanes(cx, f, x, work)) return false;
  // Near a limit, single calls decide.
  return spend(cx, sum(work.cells & here), work.steps * (u32)popcount(ballot(here)));
}
// The function of up to 32 elements of a list from the k-th on; DEAD if not supported.
FUN Lanes called_at(Cx &cx, Val f, u32 off, i32 k, i32 n) {
  Lanes x = lanes_at(cx, off, k, n);
  if (x.kind == DEAD || !called_on(cx, f, x, first_lanes(n - k))) x.kind = DEAD;
  return x;
}

// Copies the elements of lanes with a set bit, from the k-th element of a list on, to consecutive
// places of another list from `to` on. Returns how many.
FUN i32 keep_lanes(Cx &cx, u32 from, i32 k, i32 n, u32 off, i32 to, u32 kept) {
  W places = places_from(to, kept), mine = lanes_in(kept);
  ROLLED for (u32 which = 0; which < VAL_WORDS; which++)
    store_at(place(cx, off), places + which, mine, field(cx, from, k, n, (i32)which));
  settle();
  return popcount(kept);
}

#define GREATER 1
#define LESS -1

// The key as an unsigned number that grows with it, or shrinks for LESS.
INLINE W biased(W key, i32 wanted) { return wanted == GREATER ? key ^ 0x80000000u : ~(key ^ 0x80000000u); }

// As best_by, for many elements at once; false if not supported.
FUN bool best_lane(Cx &cx, Val all, Val function, i32 wanted, Val &best, Val &chosen) {
  u32 first = 0, second = 0;
  i32 found = -1;
  ROLLED for (i32 k = 0; k < all.n; k += 32) {
    Lanes keys = called_at(cx, function, (u32)all.off, k, all.n);
    if (!is_number(keys) && keys.kind != PAIR) return false;
    W left = first_lanes(all.n - k), a = biased(keys.a, wanted), b = biased(keys.b, wanted);
    u32 most = greatest(a & left);
    left = left & equals(a, splat(most));
    u32 then = greatest(b & left);
    left = left & equals(b, splat(then));
    if (found >= 0 && (most < first || (most == first && then <= second))) continue;
    i32 lane = lowest(ballot(left));
    found = k + lane;
    first = most;
    second = then;
    best = make(keys.kind, (i32)get(keys.a, lane), (i32)get(keys.b, lane));
  }
  if (found >= 0) chosen = item(cx, all, found);
  return true;
}
