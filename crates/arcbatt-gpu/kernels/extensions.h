// Extensions of arc-dsl: ranks, and colours and symmetries that the demonstrations show.
#pragma once
#include "choosing.h"
#include "grids.h"

// The index of a rank in a list of n: 0 is the first, -1 is the last. Returns -1 if there is none.
INLINE i32 place_of(i32 n, i32 rank) {
  if (rank < 0) rank += n;
  return rank >= 0 && rank < n ? rank : -1;
}

// The colours on one side of some pair and never on the other, as a tuple, which is the most common
// case. DEAD if these are not pairs of grids.
FUN Val colors_only_in(Cx &cx, Val pairs, i32 side) {
  u32 seen[2] = {0, 0};
  ROLLED for (i32 k = 0; k < pairs.n; k++) {
    Val grids = item(cx, pairs, k);
    if (grids.kind != TUPLE || grids.n != 2) return make(DEAD, 0, 0);
    Val input = item(cx, grids, 0), output = item(cx, grids, 1);
    if (input.kind != GRID || output.kind != GRID) return make(DEAD, 0, 0);
    if (!spend(cx, 200 + 4 * (area(input) + area(output)), 2)) return unfit(NEAR_LIMIT);
    seen[0] |= element_colors(cx, input);
    seen[1] |= element_colors(cx, output);
  }
  u32 colors = side ? seen[1] & ~seen[0] : seen[0] & ~seen[1];
  u32 off = alloc_items(cx, popcount(colors));
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (; colors; colors &= colors - 1) set_item(cx, off, n++, number(lowest(colors)));
  return tuple_of(cx, off, n);
}

// What the function finds on one side of some pair (0: inputs) and never on the other.
FUN Val only_in(Cx &cx, Val pairs, Val function, i32 side) {
  if (pairs.kind == TUPLE && function.kind == PRIM && (function.a == OP_p_g || function.a == OP_palette)) {
    Val found = colors_only_in(cx, pairs, side);
    if (found.kind != DEAD) return found;
  }
  Val all = listed(cx, pairs);
  if (bad(all)) return all;
  if (all.n > 64) return unfit(TOO_LARGE);
  u32 results = alloc_items(cx, 2 * all.n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 total[2] = {0, 0};
  ROLLED for (i32 k = 0; k < all.n; k++) {
    Val grids = listed(cx, item(cx, all, k));
    if (bad(grids)) return grids;
    if (grids.n != 2) return fail();
    ROLLED for (i32 s = 0; s < 2; s++) {
      Val found = call1(cx, function, item(cx, grids, s));
      if (bad(found)) return found;
      if (is_clip(found)) return unfit(ODD_KIND);
      i32 n = length(found);
      if (n < 0) return fail();
      total[s] += n;
      set_item(cx, results, 2 * k + s, found);
    }
  }
  if (total[0] > MOST_ITEMS || total[1] > MOST_ITEMS) return unfit(TOO_LARGE);
  // The distinct elements in ascending order, as list and length.
  u32 lists[2];
  i32 counts[2];
  ROLLED for (i32 s = 0; s < 2; s++) {
    lists[s] = alloc_items(cx, total[s]);
    if (cx.over) return unfit(NO_MEMORY);
    i32 n = 0;
    ROLLED for (i32 k = 0; k < all.n; k++) n = append(cx, item_at(cx, results, 2 * k + s), lists[s], n);
    if (cx.over) return unfit(NO_MEMORY);
    counts[s] = sort_items(cx, lists[s], n);
    if (counts[s] < 0) return unfit(ODD_KIND);
  }
  if (counts[0] * counts[1] > MOST_COMPARED) return unfit(TOO_LARGE);
  Val other = container(TUPLE, counts[1 - side], (i32)lists[1 - side], 1, 1);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < counts[side]; k++) {
    Val v = item_at(cx, lists[side], k);
    i32 there = contains(cx, other, v);
    if (there == ORDER_UNFIT) return unfit(ODD_KIND);
    settle(); // all lanes have read the words before they are overwritten
    if (!there) set_item(cx, lists[side], n++, v);
  }
  return tuple_of(cx, lists[side], n);
}
INLINE Val p_c_iz(Cx &cx, const Val *a) { return only_in(cx, a[0], a[1], 0); }
INLINE Val p_c_zo(Cx &cx, const Val *a) { return only_in(cx, a[0], a[1], 1); }
FUN Val p_c_iz_n(Cx &cx, const Val *a) {
  Val found = only_in(cx, a[0], a[1], 0);
  return bad(found) ? found : call1(cx, a[2], found);
}
FUN Val p_c_zo_n(Cx &cx, const Val *a) {
  Val found = only_in(cx, a[0], a[1], 1);
  return bad(found) ? found : call1(cx, a[2], found);
}

FUN Val nth(Cx &cx, Val container, Val rank) {
  Val all = listed(cx, container);
  if (bad(all)) return all;
  i32 k = is_number(rank) ? place_of(all.n, rank.a) : -1;
  return k < 0 ? fail() : item(cx, all, k);
}
INLINE Val p_get_nth(Cx &cx, const Val *a) { return nth(cx, a[0], a[1]); }
INLINE Val p_second(Cx &cx, const Val *a) { return nth(cx, a[0], number(1)); }

// The element, or its key, of a rank.
FUN Val by_rank(Cx &cx, Val container, const Val *function, Val rank, bool descending, bool key) {
  Keyed keyed;
  // A stable descending sort: reverse, sort, reverse.
  Val done = keyed_by(cx, container, function, descending, keyed);
  if (!bad(done)) done = sort_keyed(cx, keyed);
  if (bad(done)) return done;
  i32 k = is_number(rank) ? place_of(keyed.n, rank.a) : -1;
  if (k < 0) return fail();
  return item_at(cx, key ? keyed.keys : keyed.items, descending ? keyed.n - 1 - k : k);
}
INLINE Val p_get_nth_by_key(Cx &cx, const Val *a) { return by_rank(cx, a[0], &a[2], a[1], false, false); }
INLINE Val p_get_rank(Cx &cx, const Val *a) { return by_rank(cx, a[0], nullptr, a[1], true, false); }
INLINE Val p_get_arg_rank(Cx &cx, const Val *a) { return by_rank(cx, a[0], &a[1], a[2], true, false); }
INLINE Val p_get_val_rank(Cx &cx, const Val *a) { return by_rank(cx, a[0], &a[1], a[2], true, true); }
FUN Val p_get_common_rank(Cx &cx, const Val *a) {
  Keyed counts;
  Val done = counted(cx, a[0], counts);
  if (!bad(done)) done = sort_keyed(cx, counts);
  if (bad(done)) return done;
  i32 k = is_number(a[1]) ? place_of(counts.n, a[1].a) : -1;
  return k < 0 ? fail() : item_at(cx, counts.items, k);
}
