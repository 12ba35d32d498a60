// From the number of a primitive to its function. The numbers, OP_name, are those of the language's
// table; the library writes them in front of this source.
#pragma once
#include "choosing.h"
#include "containers.h"
#include "cutting.h"
#include "functions.h"
#include "generated.h"
#include "grids.h"
#include "numbers.h"
#include "objects.h"
#include "painting.h"
#include "patches.h"
#include "sets.h"
#include "shapes.h"
#include "turning.h"

FUN i32 arity_of(i32 primitive) {
  switch (primitive) {
#define PRIM(name, parameters) \
  case OP_##name: return parameters;
#include "table.h"
#undef PRIM
  default: return -1;
  }
}

FUN Val eval(Cx &cx, i32 primitive, const Val *args) {
  switch (primitive) {
#define PRIM(name, parameters) \
  case OP_##name: return p_##name(cx, args);
#include "table.h"
#undef PRIM
  default: return unfit(NO_PRIMITIVE);
  }
}
