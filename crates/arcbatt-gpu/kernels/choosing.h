// Choosing elements: by order, by key, by frequency.
#pragma once
#include "containers.h"

// The best key, or the best element if there is no function. Stores the first element with that key
// in `chosen`, DEAD if there is none.
FUN Val best_by(Cx &cx, Val container, const Val *function, i32 wanted, Val &chosen) {
  Val best = none();
  chosen = make(DEAD, 0, 0);
  Val all = listed(cx, container);
  if (bad(all)) return all;
  if (function && best_lane(cx, all, *function, wanted, best, chosen)) return best;
  best = none();
  chosen = make(DEAD, 0, 0);
  ROLLED for (i32 k = 0; k < all.n; k++) {
    Val e = item(cx, all, k), key = e;
    u32 mark = cx.used;
    if (function) {
      key = call1(cx, *function, e);
      if (bad(key)) return key;
    }
    if (chosen.kind != DEAD) {
      i32 order = compare_keys(cx, key, best);
      if (order == ORDER_UNFIT) return unfit(ODD_KIND);
      if (order == ORDER_FAIL) return fail();
      if (order != wanted) {
        release(cx, mark);
        continue;
      }
    }
    best = keep_only(cx, mark, key);
    chosen = e;
  }
  return best;
}

FUN Val best_element(Cx &cx, const Val *a, i32 wanted) {
  Val chosen, key = best_by(cx, a[0], nullptr, wanted, chosen);
  if (bad(key)) return key;
  return chosen.kind == DEAD ? number(0) : chosen;
}
FUN Val best_key(Cx &cx, const Val *a, i32 wanted) {
  Val chosen, key = best_by(cx, a[0], &a[1], wanted, chosen);
  if (bad(key)) return key;
  return chosen.kind == DEAD ? call1(cx, a[1], number(0)) : key;
}
FUN Val best_of(Cx &cx, const Val *a, i32 wanted) {
  Val chosen, key = best_by(cx, a[0], &a[1], wanted, chosen);
  if (bad(key)) return key;
  return chosen.kind == DEAD ? fail() : chosen;
}
INLINE Val p_maximum(Cx &cx, const Val *a) { return best_element(cx, a, GREATER); }
INLINE Val p_minimum(Cx &cx, const Val *a) { return best_element(cx, a, LESS); }
INLINE Val p_valmax(Cx &cx, const Val *a) { return best_key(cx, a, GREATER); }
INLINE Val p_valmin(Cx &cx, const Val *a) { return best_key(cx, a, LESS); }
INLINE Val p_argmax(Cx &cx, const Val *a) { return best_of(cx, a, GREATER); }
INLINE Val p_argmin(Cx &cx, const Val *a) { return best_of(cx, a, LESS); }

// Elements with their keys, both lists of n.
struct Keyed {
  u32 keys, items;
  i32 n;
};

// The elements of a container with their keys, or with themselves as keys; optionally reversed.
FUN Val keyed_by(Cx &cx, Val container, const Val *function, bool backwards, Keyed &keyed) {
  Val all = listed(cx, container);
  if (bad(all)) return all;
  keyed.n = all.n;
  keyed.keys = alloc_items(cx, all.n);
  keyed.items = alloc_items(cx, all.n);
  if (cx.over) return unfit(NO_MEMORY);
  ROLLED for (i32 k = 0; k < all.n; k++) {
    i32 to = backwards ? all.n - 1 - k : k;
    Val e = item(cx, all, k), key = e;
    if (function) {
      u32 mark = cx.used;
      key = call1(cx, *function, e);
      if (bad(key)) return key;
      if (is_clip(key)) return unfit(ODD_KIND);
      key = keep_only(cx, mark, key);
    }
    set_item(cx, keyed.keys, to, key);
    set_item(cx, keyed.items, to, e);
  }
  return none();
}

// A stable sort by key; not a value if keys have no order.
FUN Val sort_keyed(Cx &cx, const Keyed &keyed) {
  i32 kind = keyed.n > 0 ? rank(item_at(cx, keyed.keys, 0)) : 1;
  ROLLED for (i32 k = 0; k < keyed.n; k++) {
    i32 other = rank(item_at(cx, keyed.keys, k));
    if (other == 5) return unfit(ODD_KIND);
    // Any sort compares two of these.
    if (keyed.n > 1 && (other != kind || kind == 0 || kind == 4)) return fail();
  }
  i32 moves = 0;
  ROLLED for (i32 k = 1; k < keyed.n; k++) {
    Val key = item_at(cx, keyed.keys, k), e = item_at(cx, keyed.items, k);
    // Most are in order already, so compare with the last first.
    i32 low = 0, high = k, middle = k - 1;
    ROLLED while (low < high) {
      i32 order = compare_keys(cx, item_at(cx, keyed.keys, middle), key);
      if (order == ORDER_UNFIT || order == ORDER_FAIL) return unfit(ODD_KIND);
      if (order <= 0) low = middle + 1;
      else high = middle;
      middle = (low + high) / 2;
    }
    if (low == k) continue;
    moves += k - low;
    if (moves > MOST_MOVED) return unfit(TOO_LARGE);
    ROLLED for (i32 m = k; m > low; m--) {
      Val other = item_at(cx, keyed.keys, m - 1), before = item_at(cx, keyed.items, m - 1);
      settle(); // all lanes have read the words before they are overwritten
      set_item(cx, keyed.keys, m, other);
      set_item(cx, keyed.items, m, before);
    }
    settle();
    set_item(cx, keyed.keys, low, key);
    set_item(cx, keyed.items, low, e);
  }
  return none();
}

// The rank of each of up to 32 elements by key.
FUN W places_of(const Lanes &keys, i32 n) {
  W a = biased(keys.a, GREATER), b = biased(keys.b, GREATER), place = splat(0);
  ROLLED for (i32 k = 0; k < n; k++) {
    W first = splat(get(a, k)), second = splat(get(b, k)), alike = equals(first, a);
    W before = less(first, a) | (alike & less(second, b)) | (alike & equals(second, b) & ~first_lanes(k + 1));
    place = place + (before & 1u);
  }
  return place;
}
// Up to 32 elements sorted by key, in a new list; false if not supported.
FUN bool order_lanes(Cx &cx, Val all, Val function, u32 &off) {
  if (all.n > 32) return false;
  Lanes keys = called_at(cx, function, (u32)all.off, 0, all.n);
  if (!is_number(keys) && keys.kind != PAIR) return false;
  W to = places_of(keys, all.n);
  off = alloc_items(cx, all.n);
  if (cx.over) return false;
  ROLLED for (u32 which = 0; which < VAL_WORDS; which++)
    store_at(place(cx, off), to * VAL_WORDS + which, first_lanes(all.n), field(cx, (u32)all.off, 0, all.n, (i32)which));
  settle();
  return true;
}
// The rows of a grid sorted by key; DEAD if not supported.
FUN Val order_rows(Cx &cx, Val grid, Val function) {
  Lanes keys = lanes_of_rows(cx, grid);
  Planes planes = keys.planes;
  if (!called_on(cx, function, keys, first_lanes(grid.h)) || !is_number(keys)) return make(DEAD, 0, 0);
  W to = places_of(keys, grid.h), from = splat(0);
  ROLLED for (i32 k = 0; k < grid.h; k++) from = from | (only_lane((i32)get(to, k)) & (u32)k);
  for (int k = 0; k < 4; k++) planes.p[k] = pick(planes.p[k], from);
  return grid_of(cx, grid.h, grid.w, planes);
}

FUN Val p_order(Cx &cx, const Val *a) {
  if (a[0].kind == GRID) {
    Val rows = order_rows(cx, a[0], a[1]);
    if (rows.kind != DEAD) return rows;
  }
  Val all = listed(cx, a[0]);
  if (bad(all)) return all;
  u32 off;
  if (order_lanes(cx, all, a[1], off)) return tuple_of(cx, off, all.n);
  Keyed keyed;
  Val done = keyed_by(cx, a[0], &a[1], false, keyed);
  if (!bad(done)) done = sort_keyed(cx, keyed);
  return bad(done) ? done : tuple_of(cx, keyed.items, keyed.n);
}

// The distinct elements in ascending order, with their counts as keys.
FUN Val counted(Cx &cx, Val container, Keyed &counts) {
  Val all = listed(cx, container);
  if (bad(all)) return all;
  bool small = true;
  ROLLED for (i32 k = 0; small && k < all.n; k++) {
    Val v = item(cx, all, k);
    small = v.kind == INT && v.a >= 0 && v.a < 32;
  }
  counts.items = alloc_items(cx, small ? 32 : all.n);
  counts.keys = alloc_items(cx, small ? 32 : all.n);
  if (cx.over) return unfit(NO_MEMORY);
  counts.n = 0;
  if (small) {
    W often = splat(0);
    ROLLED for (i32 k = 0; k < all.n; k++) often = often + (only_lane(item(cx, all, k).a) & 1u);
    ROLLED for (u32 left = ballot(often); left; left &= left - 1) {
      i32 n = lowest(left);
      set_item(cx, counts.items, counts.n, number(n));
      set_item(cx, counts.keys, counts.n++, number((i32)get(often, n)));
    }
    return none();
  }
  ROLLED for (i32 k = 0; k < all.n; k++) set_item(cx, counts.items, k, item(cx, all, k));
  counts.n = sort_items(cx, counts.items, all.n);
  if (counts.n < 0) return unfit(ODD_KIND);
  ROLLED for (i32 k = 0; k < counts.n; k++) {
    i32 often = 0;
    Val v = item_at(cx, counts.items, k);
    ROLLED for (i32 m = 0; m < all.n; m++) {
      m = find(cx, (u32)all.off, m, all.n, v);
      if (m < 0) return unfit(ODD_KIND);
      often += m < all.n;
    }
    set_item(cx, counts.keys, k, number(often));
  }
  return none();
}

FUN Val common(Cx &cx, Val container, i32 wanted) {
  if (!is_tuple(container)) return fail();
  Keyed counts;
  Val done = counted(cx, container, counts);
  if (bad(done)) return done;
  i32 best = -1, so_far = 0;
  ROLLED for (i32 k = 0; k < counts.n; k++) {
    i32 often = item_at(cx, counts.keys, k).a;
    if (best >= 0 && compare(often, so_far) != wanted) continue;
    best = k;
    so_far = often;
  }
  return best < 0 ? fail() : item_at(cx, counts.items, best);
}
INLINE Val p_mostcommon(Cx &cx, const Val *a) { return common(cx, a[0], GREATER); }
INLINE Val p_leastcommon(Cx &cx, const Val *a) { return common(cx, a[0], LESS); }
