// Union, intersection and difference of sets; by rows of bits if both are compact.
#pragma once
#include "call.h"

// The most comparisons of single elements; more is left to the CPU.
#define MOST_COMPARED 8192

// The words of the rows of a value without elements.
INLINE u32 words_of_rows(Val v) {
  switch (v.kind) {
  case GRID: return 4 * (u32)v.h;
  case INDICES: return (u32)v.h;
  case OBJECT: return (u32)(((u32)v.c & ((u32)v.c - 1u)) ? words_before(v.h) + 4 * v.h : v.h);
  case CLIP: return 32;
  case CLIPPED: return 160;
  default: return 0;
  }
}

// Frees the arena down to the mark.
INLINE void release(Cx &cx, u32 mark) {
  settle();
  settle();
  cx.used = mark;
  settle();
}

// Frees what a call left in the arena since the mark, except its result.
FUN Val keep_only(Cx &cx, u32 mark, Val v) {
  if (cx.over) return v;
  // Older words lie before the mark or on another page.
  bool before = (u32)v.off < mark || (u32)v.off >= cx.used;
  bool list = v.kind == SET || v.kind == TUPLE || v.kind == MADE;
  if (list && v.n > 0 && !before) return v;
  u32 words = list || before ? 0 : words_of_rows(v);
  release(cx, mark);
  if (!words) return v;
  u32 from = (u32)v.off, to = alloc(cx, words);
  v.off = (i32)to;
  ROLLED for (u32 k = 0; from != to && k < words; k += 32) {
    W rows = load(at(cx, (i32)(from + k)), (i32)(words - k));
    settle(); // the words may overlap
    store(place(cx, to + k), (i32)(words - k), rows);
  }
  // Other lanes may read rows that these lanes wrote.
  settle();
  return v;
}

// The number of elements of a container; -1 if it is not one.
INLINE i32 length(Val v) {
  switch (v.kind) {
  case PAIR:
  case CELL: return 2;
  case GRID: return v.h;
  case INDICES:
  case OBJECT:
  case SET:
  case TUPLE: return v.n;
  default: return -1;
  }
}

// Appends the elements of a container to a list with room for them. Returns the new length.
FUN i32 append(Cx &cx, Val v, u32 off, i32 n) {
  switch (v.kind) {
  case INDICES:
  case OBJECT: return list_places(cx, v, off, n);
  default: {
    Val all = listed(cx, v);
    if (bad(all)) return n;
    ROLLED for (i32 k = 0; k < all.n; k++) set_item(cx, off, n + k, item(cx, all, k));
    return n + all.n;
  }
  }
}

// The colour of a cell of rows.
INLINE i32 color_at(Planes planes, i32 r, i32 c) {
  i32 color = 0;
  for (int k = 0; k < 4; k++) color |= (i32)(get(planes.p[k], r) >> c & 1u) << k;
  return color;
}

// Which of up to 32 elements of a list from the k-th on may equal a value: all fields are equal
// except offsets.
FUN u32 alike(const Cx &cx, u32 off, i32 k, i32 n, Val v) {
  const i32 fields[7] = {v.kind == BOOL ? INT : v.kind, v.off, v.a, v.b, v.h, v.w, v.n};
  W same = equals(field(cx, off, k, n, 7), splat((u32)v.c)) & first_lanes(n - k);
  ROLLED for (i32 which = 0; which < 7; which++)
    if (which != 1) same = same & equals(field(cx, off, k, n, which), splat((u32)fields[which]));
  return ballot(same);
}
// The index of the first element from the k-th on that equals a value: n if there is none, -1 if
// that cannot be decided here.
FUN i32 find(const Cx &cx, u32 off, i32 k, i32 n, Val v) {
  ROLLED for (i32 at_ = k & ~31; at_ < n; at_ += 32) {
    u32 some = alike(cx, off, at_, n, v);
    if (at_ < k) some &= ~low_bits(k - at_);
    ROLLED for (; some; some &= some - 1) {
      i32 equal = same(cx, item_at(cx, off, at_ + lowest(some)), v);
      if (equal) return equal == ORDER_UNFIT ? -1 : at_ + lowest(some);
    }
  }
  return n;
}

// Whether the value is an element: 0, 1, ORDER_UNFIT, or ORDER_FAIL for other values than containers.
FUN i32 contains(Cx &cx, Val container, Val value) {
  bool colored_cells = container.kind == OBJECT || container.kind == CLIPPED;
  if (colored_cells || container.kind == INDICES || container.kind == CLIP) {
    if (value.kind != (colored_cells ? CELL : PAIR)) return 0;
    i32 top = container.a, left = container.b;
    if (value.a < top || value.b < left || value.a >= top + container.h || value.b >= left + container.w)
      return is_clip(container) ? ORDER_UNFIT : 0;
    i32 r = value.a - top, c = value.b - left;
    if (!(get(shape(cx, container), r) >> c & 1u)) return 0;
    if (!colored_cells) return 1;
    Planes planes = is_clip(container) ? load_planes(cx, container.off + 32, 32) : object_planes(cx, container);
    return color_at(planes, r, c) == value.c;
  }
  Val all = listed(cx, container);
  if (bad(all)) return all.kind == FAIL ? ORDER_FAIL : ORDER_UNFIT;
  if (rank(value) == 5) return all.n > 0 ? ORDER_UNFIT : 0;
  i32 found = find(cx, (u32)all.off, 0, all.n, value);
  return found < 0 ? ORDER_UNFIT : found < all.n;
}

// The cells of a patch relative to (top, left), which is (0, 0) for clipped patches.
FUN W cells_from(const Cx &cx, Val v, i32 top, i32 left) {
  return moved(shape(cx, v), v.a - top, v.b - left);
}
// Its colours, likewise; `here` are its cells.
FUN Planes colors_from(const Cx &cx, Val v, i32 top, i32 left, W here) {
  if (v.kind == CLIPPED) return load_planes(cx, v.off + 32, 32);
  if ((u32)v.c & ((u32)v.c - 1u)) return moved(load_planes(cx, v.off + words_before(v.h), v.h), v.a - top, v.b - left);
  Planes r;
  i32 c = lowest((u32)v.c);
  for (int k = 0; k < 4; k++) r.p[k] = c >> k & 1 ? here : splat(0);
  return r;
}

// The union of patches of one kind, and empty sets, in a list.
FUN Val union_of_places(Cx &cx, u32 off, i32 n, bool colored_cells) {
  i32 top = FAR, left = FAR, bottom = -FAR, right = -FAR;
  bool clips = false;
  ROLLED for (i32 k = 0; k < n; k++) {
    Val v = item_at(cx, off, k);
    if (v.kind == SET) continue;
    clips = clips || is_clip(v);
    top = imin(top, v.a);
    left = imin(left, v.b);
    bottom = imax(bottom, v.a + v.h);
    right = imax(right, v.b + v.w);
  }
  clips = clips || bottom - top > SIDE || right - left > SIDE;
  if (clips) top = left = 0;
  W cells = splat(0);
  Planes planes = {{splat(0), splat(0), splat(0), splat(0)}};
  ROLLED for (i32 k = 0; k < n; k++) {
    Val v = item_at(cx, off, k);
    if (v.kind == SET) continue;
    W here = cells_from(cx, v, top, left);
    if (colored_cells) {
      Planes there = colors_from(cx, v, top, left, here);
      W differ = splat(0);
      ROLLED for (int p = 0; p < 4; p++) {
        differ = differ | (planes.p[p] ^ there.p[p]);
        planes.p[p] = planes.p[p] | there.p[p];
      }
      if (any(cells & here & differ)) return unfit(OVERLAP);
    }
    cells = cells | here;
  }
  if (colored_cells) return clips ? clipped_of(cx, cells, planes) : object_of(cx, cells, planes, top, left);
  return clips ? clip_of(cx, cells) : indices_of(cx, cells, top, left);
}

// The union of the sets in a list.
FUN Val union_of(Cx &cx, u32 off, i32 n) {
  i32 plain = 0, colored_ones = 0, empty = 0, elements = 0;
  bool clips = false;
  ROLLED for (i32 k = 0; k < n; k++) {
    Val v = item_at(cx, off, k);
    plain += v.kind == INDICES || v.kind == CLIP;
    colored_ones += v.kind == OBJECT || v.kind == CLIPPED;
    empty += is_empty_set(v);
    clips = clips || is_clip(v);
    if (elements <= MOST_ITEMS) elements += v.n;
  }
  if (empty == n) return empty_set();
  if (plain + empty == n) return union_of_places(cx, off, n, false);
  if (colored_ones + empty == n) return union_of_places(cx, off, n, true);
  if (clips) return unfit(ODD_KIND);
  if (elements > MOST_ITEMS) return unfit(TOO_LARGE);
  u32 to = alloc_items(cx, elements);
  if (cx.over) return unfit(NO_MEMORY);
  i32 count = 0;
  ROLLED for (i32 k = 0; k < n; k++) count = append(cx, item_at(cx, off, k), to, count);
  return set_of(cx, to, count);
}
FUN Val union_of_two(Cx &cx, Val a, Val b) {
  if (is_empty_set(a)) return b;
  if (is_empty_set(b)) return a;
  u32 off = alloc_items(cx, 2);
  if (cx.over) return unfit(NO_MEMORY);
  set_item(cx, off, 0, a);
  set_item(cx, off, 1, b);
  return union_of(cx, off, 2);
}

// A container of some elements of `whole`, in its order, of its kind; overwrites them.
INLINE Val keep_some(Cx &cx, Val whole, u32 off, i32 n) {
  if (whole.kind != SET) return keep_kind(cx, whole, off, n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 first = n > 0 ? item_at(cx, off, 0).kind : DEAD;
  // The remaining elements may be compact now.
  return first == PAIR || first == CELL ? set_of(cx, off, n) : set_sorted(cx, off, n);
}

// The cells of `there` that have the same colours in both.
INLINE W same_colors(Planes a, Planes b, W there) {
  W differ = splat(0);
  for (int k = 0; k < 4; k++) differ = differ | (a.p[k] ^ b.p[k]);
  return there & ~differ;
}

INLINE bool inside_window(Val v) {
  return !is_clip(v) && v.a >= 0 && v.b >= 0 && v.a + v.h <= SIDE && v.b + v.w <= SIDE;
}

// The elements of set `a` that are (`keep`) or are not in set `b`.
FUN Val sift(Cx &cx, Val a, Val b, bool keep) {
  if (is_empty_set(a)) return a;
  if (is_empty_set(b)) return keep ? b : a;
  if (a.kind != SET && b.kind != SET) {
    bool colored_cells = a.kind == OBJECT || a.kind == CLIPPED;
    // A pair is never a coloured cell.
    if (colored_cells != (b.kind == OBJECT || b.kind == CLIPPED)) {
      if (is_clip(a) || is_clip(b)) return unfit(ODD_KIND);
      return keep ? empty_set() : a;
    }
    bool clips = is_clip(a) || is_clip(b);
    bool known = !clips || inside_window(a) || (keep && inside_window(b));
    i32 top = clips ? 0 : a.a, left = clips ? 0 : a.b;
    W x = cells_from(cx, a, top, left), y = cells_from(cx, b, top, left);
    if (!colored_cells) {
      x = keep ? x & y : x & ~y;
      return known ? indices_of(cx, x, top, left) : clip_of(cx, x);
    }
    Planes colors = colors_from(cx, a, top, left, x);
    y = same_colors(colors, colors_from(cx, b, top, left, y), y);
    x = keep ? x & y : x & ~y;
    return known ? object_of(cx, x, colors, top, left) : clipped_of(cx, x, colors);
  }
  if (is_clip(a) || is_clip(b)) return unfit(ODD_KIND);
  Val all = listed(cx, a);
  if (bad(all)) return all;
  u32 off = alloc_items(cx, all.n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < all.n; k++) {
    Val v = item(cx, all, k);
    i32 there = contains(cx, b, v);
    if (there == ORDER_UNFIT) return unfit(ODD_KIND);
    if ((there == 1) == keep) set_item(cx, off, n++, v);
  }
  return keep_some(cx, a.kind == SET ? a : all, off, n);
}

// The elements of the first that are not in the second.
FUN Val difference_of(Cx &cx, Val a, Val b) {
  if (is_set(a) && is_set(b)) return sift(cx, a, b, false);
  Val all = listed(cx, a);
  if (bad(all)) return all;
  Val others = listed(cx, b);
  if (bad(others)) return others;
  u32 off = alloc_items(cx, all.n);
  if (cx.over) return unfit(NO_MEMORY);
  i32 n = 0;
  ROLLED for (i32 k = 0; k < all.n; k++) {
    Val v = item(cx, all, k);
    i32 there = contains(cx, others, v);
    if (there == ORDER_UNFIT) return unfit(ODD_KIND);
    if (!there) set_item(cx, off, n++, v);
  }
  return keep_kind(cx, a, off, n);
}

INLINE Val p_contained(Cx &cx, const Val *a) {
  i32 there = contains(cx, a[1], a[0]);
  return there == ORDER_UNFIT ? unfit(ODD_KIND) : there == ORDER_FAIL ? fail() : boolean(there == 1);
}
INLINE Val p_intersection(Cx &cx, const Val *a) {
  if (is_set(a[0]) && is_set(a[1])) return sift(cx, a[0], a[1], true);
  // arc-dsl writes both as `a & b`.
  if (!is_number(a[0]) || !is_number(a[1])) return fail();
  i32 bits = a[0].a & a[1].a;
  return a[0].kind == BOOL && a[1].kind == BOOL ? boolean(bits != 0) : number(bits);
}
INLINE Val p_difference(Cx &cx, const Val *a) { return difference_of(cx, a[0], a[1]); }
INLINE Val p_difference_tuple(Cx &cx, const Val *a) { return difference_of(cx, a[0], a[1]); }
