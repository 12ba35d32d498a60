// Numbers and truth values.
#pragma once
#include "call.h"

enum Binary { ADD, SUBTRACT, MULTIPLY, DIVIDE };
enum Unary { INVERT, DOUBLE, HALVE, INCREMENT, DECREMENT, CREMENT, SIGN };

INLINE i64 floor_divide(i64 x, i64 y) {
  i64 quotient = x / y;
  return x % y != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient;
}

INLINE i64 binary(i32 what, i64 x, i64 y) {
  switch (what) {
  case ADD: return x + y;
  case SUBTRACT: return x - y;
  case MULTIPLY: return x * y;
  default: return floor_divide(x, y);
  }
}

FUN Val p_binary(Cx &cx, const Val *a, i32 what) {
  Val x = a[0], y = a[1];
  bool pairs = x.kind == PAIR || y.kind == PAIR;
  if (!(is_number(x) || x.kind == PAIR) || !(is_number(y) || y.kind == PAIR)) return unfit(ODD_KIND);
  if (what == DIVIDE && (y.a == 0 || (y.kind == PAIR && y.b == 0))) return fail();
  if (!pairs) return wide_number(binary(what, x.a, y.a));
  i32 xb = x.kind == PAIR ? x.b : x.a, yb = y.kind == PAIR ? y.b : y.a;
  return wide_pair(binary(what, x.a, y.a), binary(what, xb, yb));
}

INLINE i64 unary(i32 what, i64 n) {
  i64 sign = n > 0 ? 1 : n < 0 ? -1 : 0;
  switch (what) {
  case INVERT: return -n;
  case DOUBLE: return 2 * n;
  case HALVE: return n >> 1;
  case INCREMENT: return n + 1;
  case DECREMENT: return n - 1;
  case CREMENT: return n + sign;
  default: return sign;
  }
}

FUN Val p_unary(Cx &cx, const Val *a, i32 what) {
  if (a[0].kind == PAIR) return wide_pair(unary(what, a[0].a), unary(what, a[0].b));
  if (!is_number(a[0])) return unfit(ODD_KIND);
  return wide_number(unary(what, a[0].a));
}

INLINE Val p_identity(Cx &cx, const Val *a) { return a[0]; }
INLINE Val p_add(Cx &cx, const Val *a) { return p_binary(cx, a, ADD); }
INLINE Val p_subtract(Cx &cx, const Val *a) { return p_binary(cx, a, SUBTRACT); }
INLINE Val p_multiply(Cx &cx, const Val *a) { return p_binary(cx, a, MULTIPLY); }
INLINE Val p_divide(Cx &cx, const Val *a) { return p_binary(cx, a, DIVIDE); }
INLINE Val p_invert(Cx &cx, const Val *a) { return p_unary(cx, a, INVERT); }
INLINE Val p_double(Cx &cx, const Val *a) { return p_unary(cx, a, DOUBLE); }
INLINE Val p_halve(Cx &cx, const Val *a) { return p_unary(cx, a, HALVE); }
INLINE Val p_increment(Cx &cx, const Val *a) { return p_unary(cx, a, INCREMENT); }
INLINE Val p_decrement(Cx &cx, const Val *a) { return p_unary(cx, a, DECREMENT); }
INLINE Val p_crement(Cx &cx, const Val *a) { return p_unary(cx, a, CREMENT); }
INLINE Val p_sign(Cx &cx, const Val *a) { return p_unary(cx, a, SIGN); }

INLINE Val p_flip(Cx &cx, const Val *a) {
  i32 t = truth(a[0]);
  return t == ORDER_UNFIT ? unfit(ODD_KIND) : boolean(!t);
}
INLINE Val p_equality(Cx &cx, const Val *a) {
  i32 equal = same(cx, a[0], a[1]);
  return equal == ORDER_UNFIT ? unfit(ODD_KIND) : boolean(equal == 1);
}
INLINE Val p_even(Cx &cx, const Val *a) {
  return is_number(a[0]) ? boolean((a[0].a & 1) == 0) : unfit(ODD_KIND);
}
INLINE Val p_both(Cx &cx, const Val *a) {
  i32 t = truth(a[0]);
  return t == ORDER_UNFIT ? unfit(ODD_KIND) : t ? a[1] : a[0];
}
INLINE Val p_either(Cx &cx, const Val *a) {
  i32 t = truth(a[0]);
  return t == ORDER_UNFIT ? unfit(ODD_KIND) : t ? a[0] : a[1];
}
INLINE Val p_positive(Cx &cx, const Val *a) {
  return is_number(a[0]) ? boolean(a[0].a > 0) : unfit(ODD_KIND);
}
FUN Val p_greater(Cx &cx, const Val *a) {
  // Sets compare by inclusion.
  if (is_set(a[0]) && is_set(a[1])) return unfit(ODD_KIND);
  i32 order = compare_keys(cx, a[0], a[1]);
  if (order == ORDER_UNFIT) return unfit(ODD_KIND);
  return order == ORDER_FAIL ? fail() : boolean(order > 0);
}
FUN Val tuple_of_two(Cx &cx, Val x, Val y) {
  Val a = as_element(x), b = as_element(y);
  if (a.kind == INT && b.kind == INT) return pair(a.a, b.a);
  if (a.kind == INT && b.kind == PAIR) return cell(a.a, b.a, b.b);
  u32 off = alloc_items(cx, 2);
  if (cx.over) return unfit(NO_MEMORY);
  set_item(cx, off, 0, a);
  set_item(cx, off, 1, b);
  return tuple_of(cx, off, 2);
}
INLINE Val p_toivec(Cx &cx, const Val *a) { return tuple_of_two(cx, a[0], number(0)); }
INLINE Val p_tojvec(Cx &cx, const Val *a) { return tuple_of_two(cx, number(0), a[0]); }
INLINE Val p_astuple(Cx &cx, const Val *a) { return tuple_of_two(cx, a[0], a[1]); }
INLINE Val p_branch(Cx &cx, const Val *a) {
  i32 t = truth(a[0]);
  return t == ORDER_UNFIT ? unfit(ODD_KIND) : t ? a[1] : a[2];
}
