// From the number of a primitive to its function. The numbers OP_name, and primitives.h, are
// generated from the Rust table (src/source.rs).
#pragma once
#include "choosing.h"
#include "containers.h"
#include "cutting.h"
#include "functions.h"
#include "extensions.h"
#include "grids.h"
#include "numbers.h"
#include "objects.h"
#include "type_errors.h"
#include "painting.h"
#include "patches.h"
#include "sets.h"
#include "shapes.h"
#include "turning.h"

// Bit p of these words is bit BIT of the number of parameters of primitive p.
template <i32 WORD, i32 BIT> INLINE u64 arity_bits() {
  constexpr u64 bits = 0
#define PRIM(name, parameters) \
  | (OP_##name / 64 == WORD && (parameters >> BIT & 1) ? 1ull << OP_##name % 64 : 0ull)
#include "primitives.h"
#undef PRIM
      ;
  return bits;
}
template <i32 BIT> INLINE i32 arity_bit(i32 primitive) {
  i32 word = primitive / 64;
  u64 bits = word == 0   ? arity_bits<0, BIT>()
             : word == 1 ? arity_bits<1, BIT>()
             : word == 2 ? arity_bits<2, BIT>()
             : word == 3 ? arity_bits<3, BIT>()
                         : 0;
  return (i32)(bits >> primitive % 64 & 1) << BIT;
}
FUN i32 arity_of(i32 primitive) {
  // Every primitive has at least one parameter.
  i32 arity = arity_bit<0>(primitive) | arity_bit<1>(primitive) | arity_bit<2>(primitive);
  return arity ? arity : -1;
}
#define PRIM(name, parameters) \
  static_assert(OP_##name >= 0 && OP_##name < 256 && parameters > 0 && parameters <= MOST_ARGS, "see arity_of");
#include "primitives.h"
#undef PRIM

// The functions by number: one indirect jump instead of the tree of jumps of a switch.
typedef Val (*Function)(Cx &cx, const Val *args);
struct Functions {
  Function of[256];
#ifdef ARCBATT_CUDA
  __device__
#endif
  constexpr Functions() : of() {
#define PRIM(name, parameters) of[OP_##name] = p_##name;
#include "primitives.h"
#undef PRIM
  }
};
#ifdef ARCBATT_CUDA
__device__
#endif
static const Functions FUNCTIONS;

// The primitive must be in primitives.h.
INLINE Val eval(Cx &cx, i32 primitive, const Val *args) { return FUNCTIONS.of[primitive & 255](cx, args); }
