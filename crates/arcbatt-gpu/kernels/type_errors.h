// The results of primitives on ill-typed arguments.
//
// Most fail, as on the CPU: a table lists the classes of values that always fail, by argument. Some
// do not: the empty tuple may be a grid without rows, and a patch. Only calls that a primitive marks
// as ODD_KIND come here, so that this costs well-typed calls nothing.
#pragma once
#include "choosing.h"
#include "containers.h"
#include "cutting.h"

// The classes of values, one bit each. ANOTHER has many kinds, so little is known about it.
#define A_NONE 1u
#define A_NUMBER 2u
#define A_PAIR 4u
#define A_CELL 8u
#define A_NOTHING 16u  // the empty tuple
#define A_EMPTY 32u    // the empty set
#define A_BARE 64u     // a grid of no columns
#define A_COLUMN 128u  // a grid of one column
#define A_LIST 256u    // a grid of two columns, which is also a list of pairs
#define A_GRID 512u    // any wider grid
#define SOME_INDICES 1024u
#define AN_OBJECT 2048u
#define A_FUNCTION 4096u
#define A_ROW 8192u    // a tuple of numbers that is not a pair
#define ANOTHER 16384u
#define CLASSES 15

FUN u32 class_of(const Cx &cx, Val v) {
  switch (v.kind) {
  case NONE: return A_NONE;
  case BOOL:
  case INT: return A_NUMBER;
  case PAIR: return A_PAIR;
  case CELL: return A_CELL;
  case GRID: return v.w == 0 ? A_BARE : v.w == 1 ? A_COLUMN : v.w == 2 ? A_LIST : A_GRID;
  case INDICES: return SOME_INDICES;
  case OBJECT: return AN_OBJECT;
  case PRIM:
  case MADE: return A_FUNCTION;
  case SET: return v.n == 0 ? A_EMPTY : ANOTHER;
  case TUPLE: {
    if (v.n == 0) return A_NOTHING;
    ROLLED for (i32 k = 0; k < v.n; k += 32)
      if (any(~is_one_of(field(cx, (u32)v.off, k, v.n, 0), ONLY(INT)) & first_lanes(v.n - k))) return ANOTHER;
    return A_ROW;
  }
  default: return ANOTHER;
  }
}

// Classes that always fail where ...
#define ALONE (A_NONE | A_FUNCTION)
#define NO_LIST (ALONE | A_NUMBER)                                      // ... a container is expected
#define NO_PIECE (NO_LIST | A_PAIR | A_CELL | A_ROW)                    // ... a grid or patch
#define NO_GRID_AT_ALL (NO_PIECE | A_EMPTY | SOME_INDICES | AN_OBJECT)  // ... a grid
#define NO_GRID_OF_ROWS (NO_GRID_AT_ALL | A_NOTHING)                    // ... a grid with rows
#define NO_FILLED_GRID (NO_GRID_OF_ROWS | A_BARE)                       // ... a grid with cells
#define NO_COLORS (NO_PIECE | A_NOTHING | A_EMPTY | A_BARE)             // ... a grid or object with cells
#define NO_ROWS (NO_LIST | A_EMPTY | SOME_INDICES | AN_OBJECT)          // ... rows of a grid or tuple
#define NO_PATCH (NO_PIECE | A_BARE | A_COLUMN | A_GRID)                // ... cells
#define NO_CELLS (NO_PATCH | A_NOTHING | A_EMPTY)                       // ... at least one cell
#define NO_OBJECT (NO_PATCH | A_LIST | SOME_INDICES)                    // ... coloured cells
#define NO_NUMBERS (ALONE | A_CELL | A_NOTHING | A_EMPTY | A_BARE | A_COLUMN | A_LIST | A_GRID | SOME_INDICES | AN_OBJECT)
#define NO_NUMBER (NO_NUMBERS | A_PAIR | A_ROW)
#define NO_PLACE (NO_NUMBERS | A_NUMBER)

// FAILS(name, classes that always fail, for each argument; none for arguments left out)
#define FAILING \
  FAILS(add, NO_NUMBERS, NO_NUMBERS) \
  FAILS(subtract, NO_NUMBERS, NO_NUMBERS) \
  FAILS(multiply, NO_NUMBERS, NO_NUMBERS) \
  FAILS(divide, NO_NUMBERS, NO_NUMBERS) \
  FAILS(invert, NO_NUMBERS) \
  FAILS(double, NO_NUMBERS) \
  FAILS(halve, NO_NUMBERS) \
  FAILS(increment, NO_NUMBERS) \
  FAILS(decrement, NO_NUMBERS) \
  FAILS(crement, NO_NUMBERS) \
  FAILS(sign, NO_NUMBERS) \
  FAILS(even, NO_NUMBER | ANOTHER) \
  FAILS(positive, NO_NUMBER | ANOTHER) \
  FAILS(greater, ALONE, ALONE) \
  FAILS(mostcolor, NO_COLORS) \
  FAILS(leastcolor, NO_COLORS) \
  FAILS(palette, NO_PIECE) \
  FAILS(p_g, NO_PIECE) \
  FAILS(p_o, NO_PIECE) \
  FAILS(p_f, NO_PIECE) \
  FAILS(numcolors, NO_PIECE) \
  FAILS(colorcount, NO_PIECE) \
  FAILS(height, NO_LIST) \
  FAILS(width, NO_PIECE) \
  FAILS(shape, NO_PIECE) \
  FAILS(portrait, NO_PIECE) \
  FAILS(square, NO_PIECE | A_NOTHING) \
  FAILS(asindices, NO_GRID_AT_ALL) \
  FAILS(asobject, NO_GRID_AT_ALL) \
  FAILS(ofcolor, NO_GRID_AT_ALL) \
  FAILS(f_ofcolor, NO_GRID_AT_ALL) \
  FAILS(index, NO_GRID_OF_ROWS, NO_PLACE) \
  FAILS(cellwise, NO_GRID_OF_ROWS) \
  FAILS(replace, NO_GRID_AT_ALL) \
  FAILS(switch, NO_GRID_AT_ALL) \
  FAILS(get_color_rank, NO_COLORS, NO_NUMBER) \
  FAILS(hmirror, NO_LIST) \
  FAILS(vmirror, NO_PIECE) \
  FAILS(dmirror, NO_PIECE) \
  FAILS(cmirror, NO_PIECE) \
  FAILS(rot90, NO_GRID_AT_ALL) \
  FAILS(rot180, NO_GRID_AT_ALL) \
  FAILS(rot270, NO_GRID_AT_ALL) \
  FAILS(mir_rot, 0, NO_NUMBER) \
  FAILS(canvas, 0, NO_PLACE) \
  FAILS(crop, NO_ROWS, NO_PLACE, NO_PLACE) \
  FAILS(subgrid, NO_CELLS, NO_ROWS) \
  FAILS(tophalf, NO_ROWS) \
  FAILS(bottomhalf, NO_ROWS) \
  FAILS(lefthalf, NO_GRID_AT_ALL) \
  FAILS(righthalf, NO_GRID_AT_ALL) \
  FAILS(trim, NO_ROWS) \
  FAILS(hsplit, NO_GRID_OF_ROWS, NO_NUMBER) \
  FAILS(vsplit, NO_GRID_OF_ROWS, NO_NUMBER) \
  FAILS(hconcat, NO_ROWS, NO_ROWS) \
  FAILS(vconcat, NO_ROWS, NO_ROWS) \
  FAILS(upscale, NO_PIECE | SOME_INDICES) \
  FAILS(hupscale, NO_GRID_AT_ALL, NO_NUMBER) \
  FAILS(vupscale, NO_ROWS, NO_NUMBER) \
  FAILS(downscale, NO_GRID_OF_ROWS, NO_NUMBER) \
  FAILS(compress, NO_GRID_AT_ALL) \
  FAILS(toindices, NO_PIECE | A_BARE | A_COLUMN) \
  FAILS(normalize, NO_PATCH) \
  FAILS(color, NO_COLORS) \
  FAILS(ulcorner, NO_PATCH) \
  FAILS(urcorner, NO_PATCH) \
  FAILS(llcorner, NO_PATCH) \
  FAILS(lrcorner, NO_PATCH) \
  FAILS(corners, NO_PATCH) \
  FAILS(lowermost, NO_CELLS) \
  FAILS(uppermost, NO_CELLS) \
  FAILS(leftmost, NO_CELLS) \
  FAILS(rightmost, NO_CELLS) \
  FAILS(center, NO_CELLS) \
  FAILS(centerofmass, NO_PATCH) \
  FAILS(vline, NO_PIECE) \
  FAILS(hline, NO_PIECE) \
  FAILS(partition, NO_GRID_AT_ALL) \
  FAILS(fgpartition, NO_FILLED_GRID) \
  FAILS(frontiers, NO_GRID_OF_ROWS) \
  FAILS(recolor, 0, NO_PIECE | A_BARE | A_COLUMN) \
  FAILS(shift, NO_PATCH) \
  FAILS(toobject, NO_PATCH, NO_GRID_OF_ROWS) \
  FAILS(corner, NO_PATCH, NO_NUMBER) \
  FAILS(col_row, NO_CELLS, NO_NUMBER) \
  FAILS(position, NO_CELLS, NO_CELLS) \
  FAILS(adjacent, NO_CELLS, NO_CELLS) \
  FAILS(manhattan, NO_CELLS, NO_CELLS) \
  FAILS(bordering, NO_CELLS) \
  FAILS(hmatching, NO_PATCH, NO_PATCH) \
  FAILS(vmatching, NO_PATCH, NO_PATCH) \
  FAILS(gravitate, NO_CELLS, NO_CELLS) \
  FAILS(occurrences, NO_GRID_OF_ROWS, NO_OBJECT) \
  FAILS(cover, NO_FILLED_GRID, NO_PATCH) \
  FAILS(paint, NO_GRID_OF_ROWS, NO_OBJECT) \
  FAILS(underpaint, NO_FILLED_GRID, NO_OBJECT) \
  FAILS(fill, NO_GRID_OF_ROWS, 0, NO_PATCH) \
  FAILS(underfill, NO_FILLED_GRID, 0, NO_PATCH) \
  FAILS(move, NO_FILLED_GRID, NO_OBJECT) \
  FAILS(objects, NO_GRID_OF_ROWS) \
  FAILS(objects_t, NO_GRID_OF_ROWS) \
  FAILS(backdrop, NO_PATCH) \
  FAILS(delta, NO_PATCH) \
  FAILS(box, NO_PATCH) \
  FAILS(inbox, NO_CELLS) \
  FAILS(outbox, NO_CELLS)

// The classes of all arguments in one number.
INLINE constexpr u64 at_each(u32 first, u32 second = 0, u32 third = 0, u32 fourth = 0) {
  return (u64)first | (u64)second << CLASSES | (u64)third << 2 * CLASSES | (u64)fourth << 3 * CLASSES;
}
struct Failing {
  u64 of[256];
#ifdef ARCBATT_CUDA
  __device__
#endif
  constexpr Failing() : of() {
#define FAILS(name, ...) of[OP_##name] = at_each(__VA_ARGS__);
    FAILING
#undef FAILS
  }
};
#ifdef ARCBATT_CUDA
__device__
#endif
static const Failing FAILING_CLASSES;

// The argument that is a patch and may be the empty tuple as well as a set, or -1.
INLINE i32 patch_among(i32 primitive) {
  switch (primitive) {
  case OP_toobject: return 0;
  case OP_cover:
  case OP_paint:
  case OP_underpaint:
  case OP_recolor: return 1;
  case OP_fill:
  case OP_underfill: return 2;
  default: return -1;
  }
}

// The argument that is a grid and may be the empty tuple, a grid without rows, or -1.
INLINE i32 rows_among(i32 primitive) {
  switch (primitive) {
  case OP_hmirror:
  case OP_vmirror:
  case OP_dmirror:
  case OP_cmirror:
  case OP_rot90:
  case OP_rot180:
  case OP_rot270:
  case OP_replace:
  case OP_switch:
  case OP_compress:
  case OP_trim:
  case OP_tophalf:
  case OP_bottomhalf:
  case OP_lefthalf:
  case OP_righthalf:
  case OP_crop:
  case OP_height:
  case OP_width:
  case OP_shape:
  case OP_asindices:
  case OP_asobject:
  case OP_ofcolor:
  case OP_f_ofcolor:
  case OP_palette:
  case OP_partition: return 0;
  case OP_subgrid: return 1;
  default: return -1;
  }
}

// The primitive with one argument replaced.
FUN Val with_another(Cx &cx, i32 primitive, const Val *args, i32 which, Val v) {
  i32 arity = arity_of(primitive);
  Val *more = push(cx, MOST_ARGS);
  ROLLED for (i32 k = 0; k < arity; k++) more[k] = k == which ? v : args[k];
  settle();
  Val result = cx.over ? unfit(NO_MEMORY) : eval(cx, primitive, more);
  drop(cx, more);
  return result.kind == GRID && result.h == 0 ? empty_tuple() : result;
}

INLINE bool is_rows(u32 class_) { return class_ & (A_NOTHING | A_BARE | A_COLUMN | A_LIST | A_GRID); }

// Whether a set is a proper superset of another.
FUN Val has_more(Cx &cx, Val a, Val b) {
  if (is_clip(a) || is_clip(b)) return unfit(ODD_KIND);
  if (a.n <= b.n) return boolean(false);
  Val others = sift(cx, b, a, false);
  return bad(others) ? others : boolean(is_empty_set(others));
}

FUN Val ill_typed(Cx &cx, i32 primitive, const Val *args, Val unknown) {
  i32 arity = arity_of(primitive), patch = patch_among(primitive), rows = rows_among(primitive);
  u64 failing = FAILING_CLASSES.of[primitive & 255];
  u32 classes[MOST_ARGS] = {0, 0, 0, 0};
  ROLLED for (i32 k = 0; k < arity; k++) {
    classes[k] = class_of(cx, args[k]);
    if (failing >> k * CLASSES & classes[k]) return fail();
  }
  switch (primitive) {
  case OP_greater:
    if (is_set(args[0]) && is_set(args[1])) return has_more(cx, args[0], args[1]);
    break;
  case OP_hconcat:
    // A grid without rows beside another gives no rows.
    if (is_rows(classes[0]) && is_rows(classes[1])) return empty_tuple();
    break;
  case OP_vconcat:
    if (is_tuple(args[0]) && is_tuple(args[1])) return p_combine(cx, args);
    break;
  case OP_color:
    if (args[0].kind == GRID) return number(color_at(grid_planes(cx, args[0]), 0, 0));
    break;
  case OP_fill:
    if (args[0].kind == GRID && is_empty_set(args[2])) return args[0];
    break;
  }
  Val v = unknown;
  if (patch >= 0 && classes[patch] == A_NOTHING) v = with_another(cx, primitive, args, patch, empty_set());
  else if (rows >= 0 && classes[rows] == A_NOTHING) {
    Val no_rows = {GRID, 0, 0, 0, 0, 0, 0, 0};
    v = with_another(cx, primitive, args, rows, no_rows);
  }
  return v.kind == UNFIT ? unknown : v;
}
