# Differs: each measures in one respect how close a candidate's grid I is to the expected grid C.
# 1000 means no difference, 0 the largest difference. No pair of grids makes a differ fail.
# Where both sets of a ratio may be empty, one is added to both sides, so that two empty sets
# have no difference.

# Colours

# Colours in both grids, divided by the colours in either.
def differ_palette(S, I, C):
    x1 = palette(I)
    x2 = palette(C)
    x3 = intersection(x1, x2)
    x4 = combine(x1, x2)
    x5 = size(x3)
    x6 = size(x4)
    x7 = multiply(THOUSAND, x5)
    O = divide(x7, x6)
    return O

# Colours with equal counts in both grids, divided by the colours in either.
def differ_color_counts(S, I, C):
    x1 = palette(I)
    x2 = palette(C)
    x3 = combine(x1, x2)
    x4 = lbind(colorcount, I)
    x5 = lbind(colorcount, C)
    x6 = fork(equality, x4, x5)
    x7 = sfilter(x3, x6)
    x8 = size(x7)
    x9 = size(x3)
    x10 = multiply(THOUSAND, x8)
    O = divide(x10, x9)
    return O

# Cells with the colour of C's background in both grids, divided by those in either.
def differ_background(S, I, C):
    x1 = mostcolor(C)
    x2 = ofcolor(I, x1)
    x3 = ofcolor(C, x1)
    x4 = intersection(x2, x3)
    x5 = combine(x2, x3)
    x6 = size(x4)
    x7 = size(x5)
    x8 = multiply(THOUSAND, x6)
    O = divide(x8, x7)
    return O

# Cells

# Equal cells, divided by the cells in either grid; the sizes may differ.
def differ_cells(S, I, C):
    x1 = asobject(I)
    x2 = asobject(C)
    x3 = intersection(x1, x2)
    x4 = size(x3)
    x5 = asindices(I)
    x6 = asindices(C)
    x7 = combine(x5, x6)
    x8 = size(x7)
    x9 = multiply(THOUSAND, x4)
    O = divide(x9, x8)
    return O

# Foreground cells of any colour in both grids, divided by those in either.
def differ_foreground(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = mapply(toindices, x1)
    x4 = mapply(toindices, x2)
    x5 = intersection(x3, x4)
    x6 = combine(x3, x4)
    x7 = size(x5)
    x8 = size(x6)
    x9 = increment(x7)
    x10 = increment(x8)
    x11 = multiply(THOUSAND, x9)
    O = divide(x11, x10)
    return O

# Rows of C that occur somewhere in I.
def differ_rows(S, I, C):
    x1 = difference(C, I)
    x2 = size(x1)
    x3 = height(C)
    x4 = subtract(x3, x2)
    x5 = multiply(THOUSAND, x4)
    O = divide(x5, x3)
    return O

# Columns of C that occur somewhere in I.
def differ_columns(S, I, C):
    x1 = dmirror(I)
    x2 = dmirror(C)
    x3 = difference(x2, x1)
    x4 = size(x3)
    x5 = width(C)
    x6 = subtract(x5, x4)
    x7 = multiply(THOUSAND, x6)
    O = divide(x7, x5)
    return O

# Sizes

# The smaller height divided by the larger.
def differ_height(S, I, C):
    x1 = height(I)
    x2 = height(C)
    x3 = astuple(x1, x2)
    x4 = minimum(x3)
    x5 = maximum(x3)
    x6 = multiply(THOUSAND, x4)
    O = divide(x6, x5)
    return O

# The smaller width divided by the larger.
def differ_width(S, I, C):
    x1 = width(I)
    x2 = width(C)
    x3 = astuple(x1, x2)
    x4 = minimum(x3)
    x5 = maximum(x3)
    x6 = multiply(THOUSAND, x4)
    O = divide(x6, x5)
    return O

# Objects: one-coloured, connected along rows and columns, without the background

# Objects of C that I has at the same place.
def differ_objects_lost(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = intersection(x1, x2)
    x4 = size(x3)
    x5 = size(x2)
    x6 = increment(x4)
    x7 = increment(x5)
    x8 = multiply(THOUSAND, x6)
    O = divide(x8, x7)
    return O

# Objects of I that C has at the same place.
def differ_objects_gained(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = intersection(x1, x2)
    x4 = size(x3)
    x5 = size(x1)
    x6 = increment(x4)
    x7 = increment(x5)
    x8 = multiply(THOUSAND, x6)
    O = divide(x8, x7)
    return O

# The smaller number of objects divided by the larger.
def differ_object_count(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = size(x1)
    x4 = size(x2)
    x5 = astuple(x3, x4)
    x6 = increment(x5)
    x7 = minimum(x6)
    x8 = maximum(x6)
    x9 = multiply(THOUSAND, x7)
    O = divide(x9, x8)
    return O

# Coloured shapes of objects in both grids, at any place, divided by those in either.
def differ_object_shapes(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = apply(normalize, x1)
    x4 = apply(normalize, x2)
    x5 = intersection(x3, x4)
    x6 = combine(x3, x4)
    x7 = size(x5)
    x8 = size(x6)
    x9 = increment(x7)
    x10 = increment(x8)
    x11 = multiply(THOUSAND, x9)
    O = divide(x11, x10)
    return O

# Shapes of objects in both grids, of any colour at any place, divided by those in either.
def differ_object_forms(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = compose(normalize, toindices)
    x4 = apply(x3, x1)
    x5 = apply(x3, x2)
    x6 = intersection(x4, x5)
    x7 = combine(x4, x5)
    x8 = size(x6)
    x9 = size(x7)
    x10 = increment(x8)
    x11 = increment(x9)
    x12 = multiply(THOUSAND, x10)
    O = divide(x12, x11)
    return O

# Upper left corners of objects in both grids, divided by those in either.
def differ_object_positions(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = apply(ulcorner, x1)
    x4 = apply(ulcorner, x2)
    x5 = intersection(x3, x4)
    x6 = combine(x3, x4)
    x7 = size(x5)
    x8 = size(x6)
    x9 = increment(x7)
    x10 = increment(x8)
    x11 = multiply(THOUSAND, x9)
    O = divide(x11, x10)
    return O

# Symmetry

# The number of cells equal to their mirror image left to right: the smaller divided by the larger.
def differ_mirror_left_right(S, I, C):
    x1 = asobject(I)
    x2 = asobject(C)
    x3 = vmirror(x1)
    x4 = vmirror(x2)
    x5 = intersection(x1, x3)
    x6 = intersection(x2, x4)
    x7 = size(x5)
    x8 = size(x6)
    x9 = astuple(x7, x8)
    x10 = increment(x9)
    x11 = minimum(x10)
    x12 = maximum(x10)
    x13 = multiply(THOUSAND, x11)
    O = divide(x13, x12)
    return O

# The number of cells equal to their mirror image upside down: the smaller divided by the larger.
def differ_mirror_upside_down(S, I, C):
    x1 = asobject(I)
    x2 = asobject(C)
    x3 = hmirror(x1)
    x4 = hmirror(x2)
    x5 = intersection(x1, x3)
    x6 = intersection(x2, x4)
    x7 = size(x5)
    x8 = size(x6)
    x9 = astuple(x7, x8)
    x10 = increment(x9)
    x11 = minimum(x10)
    x12 = maximum(x10)
    x13 = multiply(THOUSAND, x11)
    O = divide(x13, x12)
    return O
