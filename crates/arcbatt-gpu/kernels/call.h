// Calling functions: primitives and closures.
#pragma once
#include "make.h"

enum Maker { COMPOSE, CHAIN, MATCHER, RBIND, LBIND, POWER, FORK };

// The largest number of arguments of a primitive.
#define MOST_ARGS 4

// Computes a primitive; see eval.h.
INLINE Val eval(Cx &cx, i32 primitive, const Val *args);
// The result of a primitive on ill-typed arguments, `unknown` if it is left to the CPU; see
// type_errors.h.
FUN Val ill_typed(Cx &cx, i32 primitive, const Val *args, Val unknown);
// The number of arguments of a primitive; -1 if it does not run on the device.
FUN i32 arity_of(i32 primitive);

// A bound of the cells that the CPU charges for reading or making a value. Values that are not
// containers have no elements and no rows, so one formula works for all kinds.
INLINE u32 area(Val v) { return (u32)(1 + v.n + v.h * imax(1, popcount((u32)v.c))); }

// Charges cells and steps. Returns whether the bounds are still below the limits of the node.
INLINE bool spend(Cx &cx, u32 cells, u32 steps = 0) {
  cells += cx.cells;
  steps += cx.steps;
  in_turn();
  cx.cells = cells;
  cx.steps = steps;
  in_turn();
  return cells <= cx.most_cells && steps <= cx.most_steps;
}

// Allocates the arguments of a call on the stack. Every nested call takes some, which bounds the
// depth.
#define LEAST_ROOM 3
INLINE Val *push(Cx &cx, i32 n) {
  i32 top = cx.top, calls = cx.calls + 1;
  settle();
  if (top + n > STACK_VALS) {
    // Too deep: the node becomes unfit, and any value will do here.
    cx.over = 1;
    top = 0;
  }
  cx.top = top + imax(n, LEAST_ROOM);
  cx.calls = calls;
  settle();
  return cx.stack + top;
}
// Pops everything from there on. Reads of the top are preceded by settle().
INLINE void drop(Cx &cx, const Val *from) {
  cx.top = (i32)(from - cx.stack);
  settle();
}

// Calls a primitive with the right number of arguments; `touched` is their area.
INLINE Val call_direct(Cx &cx, i32 primitive, const Val *args, u32 touched) {
  Val v = eval(cx, primitive, args);
  if (v.kind == UNFIT && v.b < 0 && v.a == ODD_KIND && !cx.over) v = ill_typed(cx, primitive, args, v);
  if (cx.over) v = unfit(NO_MEMORY);
  bool within = spend(cx, 40 + 4 * (touched + area(v)), 1);
  // On the CPU a limit may have been exceeded before the failure.
  if (v.kind != UNFIT && !within) v = unfit(NEAR_LIMIT);
  if (v.kind == UNFIT && v.b < 0) v.b = primitive;
  return v;
}

// Calls a primitive with any number of arguments.
FUN Val call_primitive(Cx &cx, i32 primitive, const Val *args, i32 n) {
  i32 arity = arity_of(primitive);
  if (arity < 0) {
    Val v = unfit(NO_PRIMITIVE);
    v.b = primitive;
    return v;
  }
  if (arity != n) {
    spend(cx, 0, 1);
    return fail();
  }
  u32 touched = 0;
  ROLLED for (i32 k = 0; k < n; k++) touched += area(args[k]);
  return call_direct(cx, primitive, args, touched);
}

FUN Val call_made(Cx &cx, Val function, const Val *args, i32 n);

FUN Val call(Cx &cx, Val function, const Val *args, i32 n) {
  if (function.kind != PRIM && function.kind != MADE) return is_clip(function) ? unfit(ODD_KIND) : fail();
  if (cx.calls > MOST_IN_TURN) return unfit(NEAR_LIMIT);
  settle(); // all lanes wrote the arguments
  return function.kind == PRIM ? call_primitive(cx, function.a, args, n) : call_made(cx, function, args, n);
}

// Calls a closure.
FUN Val call_made(Cx &cx, Val function, const Val *args, i32 n) {
  if (!spend(cx, 8, 1)) return unfit(NEAR_LIMIT);
  if (function.b != n) return fail();
  Val result, f = item(cx, function, 0), v = item(cx, function, 1);
  Val *more = push(cx, MOST_ARGS);
  switch (function.a) {
  case COMPOSE:
    more[0] = call(cx, v, args, n);
    result = bad(more[0]) ? more[0] : call(cx, f, more, 1);
    break;
  case CHAIN: {
    Val inner = item(cx, function, 2);
    more[0] = call(cx, inner, args, n);
    if (!bad(more[0])) more[0] = call(cx, v, more, 1);
    result = bad(more[0]) ? more[0] : call(cx, f, more, 1);
    break;
  }
  case MATCHER: {
    result = call(cx, f, args, n);
    if (bad(result)) break;
    i32 equal = same(cx, result, v);
    result = equal == ORDER_UNFIT ? unfit(ODD_KIND) : boolean(equal == 1);
    break;
  }
  case RBIND:
    ROLLED for (i32 k = 0; k < n; k++) more[k] = args[k];
    more[n] = v;
    result = call(cx, f, more, n + 1);
    break;
  case LBIND:
    more[0] = v;
    ROLLED for (i32 k = 0; k < n; k++) more[k + 1] = args[k];
    result = call(cx, f, more, n + 1);
    break;
  case POWER:
    result = args[0];
    if (!is_number(v)) result = fail();
    ROLLED for (i32 k = 0; k < v.a && !bad(result); k++) {
      if (!spend(cx, 0, 1)) result = unfit(NEAR_LIMIT);
      more[0] = result;
      result = call(cx, f, more, 1);
    }
    break;
  default: { // FORK
    Val second = item(cx, function, 2);
    more[0] = call(cx, v, args, n);
    more[1] = bad(more[0]) ? more[0] : call(cx, second, args, n);
    result = bad(more[1]) ? more[1] : call(cx, f, more, 2);
    break;
  }
  }
  drop(cx, more);
  return result;
}

INLINE Val call1(Cx &cx, Val function, Val x) {
  Val *args = push(cx, 1);
  args[0] = x;
  Val result = call(cx, function, args, 1);
  drop(cx, args);
  return result;
}
INLINE Val call2(Cx &cx, Val function, Val x, Val y) {
  Val *args = push(cx, 2);
  args[0] = x;
  args[1] = y;
  Val result = call(cx, function, args, 2);
  drop(cx, args);
  return result;
}

// The truth of a value: 0, 1, or ORDER_UNFIT.
INLINE i32 truth(Val v) {
  switch (v.kind) {
  case BOOL:
  case INT: return v.a != 0;
  case NONE: return 0;
  case SET:
  case TUPLE: return v.n != 0;
  case CLIP:
  case CLIPPED: return ORDER_UNFIT;
  default: return 1;
  }
}
