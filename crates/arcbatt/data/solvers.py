# Solvers of the built-in tasks, one per family; each solves every task of its family.

# Symmetry

# The picture mirrored left to right.
def solve_mirror_left_right(I):
    O = vmirror(I)
    return O

# The picture mirrored upside down.
def solve_mirror_upside_down(I):
    O = hmirror(I)
    return O

# The picture turned by half a turn.
def solve_half_turn(I):
    O = rot180(I)
    return O

# The picture turned clockwise by a quarter.
def solve_quarter_turn(I):
    O = rot90(I)
    return O

# Rows become columns.
def solve_rows_become_columns(I):
    O = dmirror(I)
    return O

# The mirroring or turn that the demonstrations show.
def solve_turn_by_example(S, I, C):
    x1 = a_mr(S)
    O = mir_rot_t(I, x1)
    return O

# The part of the mirror image at the gray patch.
def solve_mend_mirror(I):
    x1 = ofcolor(I, GRAY)
    x2 = vmirror(I)
    x3 = toobject(x1, x2)
    O = paint(I, x3)
    return O

# The part of the half-turned carpet at the black patch.
def solve_hidden_patch(I):
    x1 = ofcolor(I, BLACK)
    x2 = rot180(I)
    O = subgrid(x1, x2)
    return O

# The object that equals its mirror image.
def solve_symmetric_one(I):
    x1 = objects(I, T, F, T)
    x2 = fork(equality, vmirror, identity)
    x3 = extract(x1, x2)
    O = subgrid(x3, I)
    return O

# Every object mirrored upside down inside its own box.
def solve_flip_in_place(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = cover(I, x2)
    x4 = mapply(hmirror, x1)
    O = paint(x3, x4)
    return O

# Counting

# A bar with as many cells as there are objects.
def solve_count_bar(I):
    x1 = leastcolor(I)
    x2 = objects(I, T, F, T)
    x3 = size(x2)
    x4 = astuple(ONE, x3)
    O = canvas(x1, x4)
    return O

# A square with as many rows as there are objects, and its diagonal.
def solve_count_diagonal(I):
    x1 = leastcolor(I)
    x2 = objects(I, T, F, T)
    x3 = size(x2)
    x4 = astuple(x3, x3)
    x5 = canvas(BLACK, x4)
    x6 = shoot(ORIGIN, UNITY)
    O = fill(x5, x1, x6)
    return O

# Coloured cells, then black ones up to nine, cut into three rows.
def solve_count_to_nine(I):
    x1 = leastcolor(I)
    x2 = colorcount(I, x1)
    x3 = astuple(ONE, x2)
    x4 = canvas(x1, x3)
    x5 = subtract(NINE, x2)
    x6 = astuple(ONE, x5)
    x7 = canvas(BLACK, x6)
    x8 = hconcat(x4, x7)
    x9 = hsplit(x8, THREE)
    O = merge(x9)
    return O

# The colour with the most cells beside the background.
def solve_commonest_color(I):
    x1 = fgpartition(I)
    x2 = argmax(x1, size)
    x3 = color(x2)
    O = canvas(x3, THREE_BY_THREE)
    return O

# The third most common colour, after the background and the most common one.
def solve_runner_up_color(I):
    x1 = get_color_rank_t(I, F2)
    O = canvas(x1, TWO_BY_TWO)
    return O

# The colour that most objects have.
def solve_more_objects(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(color, x2)
    x4 = mostcommon(x3)
    O = canvas(x4, UNITY)
    return O

# A bar for each colour, filled up with black to the length of the longest.
def solve_color_histogram(I):
    x1 = fgpartition(I)
    x2 = order(x1, size)
    x3 = valmax(x1, size)
    x4 = lbind(astuple, ONE)
    x5 = compose(x4, size)
    x6 = fork(canvas, color, x5)
    x7 = lbind(subtract, x3)
    x8 = chain(x4, x7, size)
    x9 = lbind(canvas, BLACK)
    x10 = compose(x9, x8)
    x11 = fork(hconcat, x6, x10)
    x12 = apply(x11, x2)
    O = merge(x12)
    return O

# Each row shoots left from a diagonal that starts where the bar ends.
def solve_staircase(I):
    x1 = palette(I)
    x2 = other(x1, BLACK)
    x3 = colorcount(I, x2)
    x4 = width(I)
    x5 = subtract(x4, x3)
    x6 = increment(x5)
    x7 = vupscale(I, x6)
    x8 = tojvec(x3)
    x9 = add(x8, LEFT)
    x10 = shoot(x9, UNITY)
    x11 = rbind(shoot, LEFT)
    x12 = mapply(x11, x10)
    O = fill(x7, x2, x12)
    return O

# Gravity

# Every column with its black cells first.
def solve_gravity_down(I):
    x1 = dmirror(I)
    x2 = rbind(order, positive)
    x3 = apply(x2, x1)
    O = dmirror(x3)
    return O

# Every row with its black cells last.
def solve_gravity_left(I):
    x1 = vmirror(I)
    x2 = rbind(order, positive)
    x3 = apply(x2, x1)
    O = vmirror(x3)
    return O

# Every column sorted, with red as a mark below black.
def solve_float_and_sink(I):
    x1 = replace(I, RED, NEG_ONE)
    x2 = dmirror(x1)
    x3 = rbind(order, identity)
    x4 = apply(x3, x2)
    x5 = dmirror(x4)
    O = replace(x5, NEG_ONE, RED)
    return O

# The columns sorted by their number of coloured cells.
def solve_sort_bars(I):
    x1 = dmirror(I)
    x2 = rbind(sfilter, positive)
    x3 = compose(size, x2)
    x4 = order(x1, x3)
    O = dmirror(x4)
    return O

# The object moves until it touches the wall.
def solve_slide_to_wall(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, GRAY)
    x3 = difference(x1, x2)
    x4 = first(x2)
    x5 = first(x3)
    x6 = gravitate(x5, x4)
    O = move(I, x5, x6)
    return O

# All objects except the largest move until they touch it.
def solve_gravity_to_block(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = rbind(gravitate, x2)
    x5 = fork(shift, identity, x4)
    x6 = mapply(x5, x3)
    x7 = merge(x3)
    x8 = cover(I, x7)
    O = paint(x8, x6)
    return O

# Each object shifted down by the distance of its lowest row from the floor.
def solve_drop_to_floor(I):
    x1 = objects(I, T, F, T)
    x2 = height(I)
    x3 = decrement(x2)
    x4 = lbind(subtract, x3)
    x5 = chain(toivec, x4, lowermost)
    x6 = fork(shift, identity, x5)
    x7 = mapply(x6, x1)
    x8 = shape(I)
    x9 = canvas(BLACK, x8)
    O = paint(x9, x7)
    return O

# Enclosure

# Black regions that do not reach the edge take the colour that appears.
def solve_fill_enclosed(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_zo_n(S, p_g, x1)
    x3 = objects(I, T, F, F)
    x4 = colorfilter(x3, BLACK)
    x5 = rbind(bordering, I)
    x6 = compose(flip, x5)
    x7 = mfilter(x4, x6)
    O = fill(I, x2, x7)
    return O

# The free cells of each object's bounding box take the colour that appears.
def solve_fill_gaps(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_zo_n(S, p_g, x1)
    x3 = objects(I, T, F, T)
    x4 = mapply(delta, x3)
    O = fill(I, x2, x4)
    return O

# A green box around each object.
def solve_outline_objects(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    O = fill(I, GREEN, x2)
    return O

# A magenta box one cell inside each block.
def solve_inner_ring(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    O = fill(I, MAGENTA, x2)
    return O

# The corners of each block take the colour that appears.
def solve_mark_corners(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_zo_n(S, p_g, x1)
    x3 = o_g(I, R5)
    x4 = mapply(corners, x3)
    O = fill(I, x2, x4)
    return O

# The insides of square frames red, those of the others blue.
def solve_square_frames(I):
    x1 = objects(I, T, F, T)
    x2 = fork(equality, height, width)
    x3 = sfilter(x1, x2)
    x4 = difference(x1, x3)
    x5 = mapply(delta, x3)
    x6 = mapply(delta, x4)
    x7 = fill(I, RED, x5)
    O = fill(x7, BLUE, x6)
    return O

# The frame whose box has cells in common with the dots.
def solve_framed_dot(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    x4 = toindices(x3)
    x5 = lbind(intersection, x4)
    x6 = chain(size, x5, backdrop)
    x7 = compose(positive, x6)
    x8 = difference(x1, x2)
    x9 = extract(x8, x7)
    O = subgrid(x9, I)
    return O

# Extraction

# The only object.
def solve_crop_object(I):
    x1 = objects(I, F, T, T)
    x2 = first(x1)
    O = subgrid(x2, I)
    return O

# The largest object.
def solve_crop_largest(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O

# The second largest object.
def solve_crop_second_largest(I):
    x1 = o_g(I, R5)
    x2 = get_arg_rank(x1, size, F1)
    O = subgrid(x2, I)
    return O

# The object of the colour that fewest objects have.
def solve_odd_color_out(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(color, x2)
    x4 = leastcommon(x3)
    x5 = colorfilter(x1, x4)
    x6 = first(x5)
    O = subgrid(x6, I)
    return O

# The box of the colour that vanishes, without its rim.
def solve_inside_frame(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_iz_n(S, p_g, x1)
    x3 = f_ofcolor(I, x2)
    x4 = subgrid(x3, I)
    O = trim(x4)
    return O

# One cell inside the box of the yellow marks.
def solve_between_markers(I):
    x1 = ofcolor(I, YELLOW)
    x2 = inbox(x1)
    O = subgrid(x2, I)
    return O

# The box around the colour with the fewest cells.
def solve_rarest_color_box(I):
    x1 = partition(I)
    x2 = argmin(x1, size)
    O = subgrid(x2, I)
    return O

# The object with the most red cells.
def solve_most_spotted(I):
    x1 = objects(I, F, F, T)
    x2 = rbind(colorcount, RED)
    x3 = argmax(x1, x2)
    O = subgrid(x3, I)
    return O

# The object whose palette holds both red and blue.
def solve_red_and_blue(I):
    x1 = objects(I, F, F, T)
    x2 = lbind(contained, RED)
    x3 = lbind(contained, BLUE)
    x4 = fork(both, x2, x3)
    x5 = compose(x4, palette)
    x6 = extract(x1, x5)
    O = subgrid(x6, I)
    return O

# One cell for each object, in the order of their upper edges.
def solve_colors_top_down(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, uppermost)
    x3 = apply(color, x2)
    x4 = rbind(canvas, UNITY)
    x5 = apply(x4, x3)
    O = merge(x5)
    return O

# Tiling

# Side by side, then one above the other.
def solve_tile_two_by_two(I):
    x1 = hconcat(I, I)
    O = vconcat(x1, x1)
    return O

# Mirrored to the right, then down.
def solve_kaleidoscope(I):
    x1 = vmirror(I)
    x2 = hconcat(I, x1)
    x3 = hmirror(x2)
    O = vconcat(x2, x3)
    return O

# The picture and its half turn, alternating.
def solve_checkered_turns(I):
    x1 = rot180(I)
    x2 = hconcat(I, x1)
    x3 = hconcat(x1, I)
    O = vconcat(x2, x3)
    return O

# The picture, and below it its mirror image.
def solve_mirror_below(I):
    x1 = astuple(identity, hmirror)
    x2 = rapply(x1, I)
    O = merge(x2)
    return O

# Where the enlarged picture and three by three copies agree.
def solve_picture_of_itself(I):
    x1 = upscale(I, THREE)
    x2 = hconcat(I, I)
    x3 = hconcat(x2, I)
    x4 = vconcat(x3, x3)
    x5 = vconcat(x4, x3)
    O = cellwise(x1, x5, BLACK)
    return O

# As many copies as there are colours beside black.
def solve_repeat_by_colors(I):
    x1 = numcolors(I)
    x2 = decrement(x1)
    x3 = repeat(I, x2)
    O = merge(x3)
    return O

# A canvas of the colour that appears, with the picture one cell inside.
def solve_add_border(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_zo_n(S, p_g, x1)
    x3 = shape(I)
    x4 = add(x3, TWO)
    x5 = canvas(x2, x4)
    x6 = asobject(I)
    x7 = shift(x6, UNITY)
    O = paint(x5, x7)
    return O

# The picture shifted by every multiple of its period.
def solve_continue_stripes(I):
    x1 = asobject(I)
    x2 = hperiod(x1)
    x3 = width(I)
    x4 = double(x3)
    x5 = interval(ZERO, x4, x2)
    x6 = initset(ZERO)
    x7 = product(x6, x5)
    x8 = lbind(shift, x1)
    x9 = mapply(x8, x7)
    x10 = height(I)
    x11 = astuple(x10, x4)
    x12 = canvas(BLACK, x11)
    O = paint(x12, x9)
    return O

# Lines

# The row of each dot in its colour.
def solve_dots_to_rows(I):
    x1 = objects(I, T, F, T)
    x2 = compose(hfrontier, center)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O

# From corner to corner of each colour's box, which is one cell thin.
def solve_connect_pairs(I):
    x1 = fgpartition(I)
    x2 = fork(connect, ulcorner, lrcorner)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O

# Row and column of the green dot, only where nothing is.
def solve_crosshair(I):
    x1 = ofcolor(I, GREEN)
    x2 = first(x1)
    x3 = hfrontier(x2)
    x4 = vfrontier(x2)
    x5 = combine(x3, x4)
    O = underfill(I, GREEN, x5)
    return O

# Rays from each dot into the four diagonal directions.
def solve_diagonal_rays(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = rbind(shoot, UNITY)
    x4 = rbind(shoot, NEG_UNITY)
    x5 = rbind(shoot, UP_RIGHT)
    x6 = rbind(shoot, DOWN_LEFT)
    x7 = fork(combine, x3, x4)
    x8 = fork(combine, x5, x6)
    x9 = fork(combine, x7, x8)
    x10 = mapply(x9, x2)
    O = fill(I, x1, x10)
    return O

# From each red dot to where gravity towards the wall would take it.
def solve_draw_to_wall(I):
    x1 = ofcolor(I, GRAY)
    x2 = ofcolor(I, RED)
    x3 = rbind(gravitate, x1)
    x4 = compose(x3, initset)
    x5 = fork(add, identity, x4)
    x6 = fork(connect, identity, x5)
    x7 = mapply(x6, x2)
    O = fill(I, RED, x7)
    return O

# The cells that horizontal and vertical lines have in common.
def solve_crossings(I):
    x1 = frontiers(I)
    x2 = mfilter(x1, hline)
    x3 = mfilter(x1, vline)
    x4 = intersection(x2, x3)
    O = fill(I, RED, x4)
    return O

# The lower edge of each object's box, two rows further down.
def solve_underline(I):
    x1 = objects(I, T, F, T)
    x2 = fork(connect, llcorner, lrcorner)
    x3 = rbind(shift, TWO_BY_ZERO)
    x4 = compose(x3, x2)
    x5 = fork(recolor, color, x4)
    x6 = mapply(x5, x1)
    O = paint(I, x6)
    return O

# From the head, in the direction from tail to head.
def solve_arrow_ray(I):
    x1 = ofcolor(I, GRAY)
    x2 = first(x1)
    x3 = ofcolor(I, RED)
    x4 = first(x3)
    x5 = subtract(x4, x2)
    x6 = shoot(x4, x5)
    O = fill(I, RED, x6)
    return O

# All connections between a red and a blue dot, only where nothing is.
def solve_join_red_to_blue(I):
    x1 = ofcolor(I, RED)
    x2 = ofcolor(I, BLUE)
    x3 = prapply(connect, x1, x2)
    x4 = merge(x3)
    O = underfill(I, GREEN, x4)
    return O

# The rows of the dots in the first column, the columns of those in the first row.
def solve_crossroads(I):
    x1 = ofcolor(I, RED)
    x2 = matcher(first, ZERO)
    x3 = sfilter(x1, x2)
    x4 = difference(x1, x3)
    x5 = apply(last, x3)
    x6 = apply(first, x4)
    x7 = product(x6, x5)
    O = fill(I, YELLOW, x7)
    return O

# The outline of each colour's box.
def solve_join_corners(I):
    x1 = fgpartition(I)
    x2 = fork(recolor, color, box)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O

# Recolouring

# Red becomes blue and blue becomes red.
def solve_swap_red_and_blue(I):
    O = switch(I, RED, BLUE)
    return O

# The colour that vanishes becomes the one that appears.
def solve_replace_by_example(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_iz_n(S, p_g, x1)
    x3 = c_zo_n(S, p_g, x1)
    O = replace(I, x2, x3)
    return O

# Gray takes the colour in the corner.
def solve_key_color(I):
    x1 = index(I, ORIGIN)
    O = replace(I, GRAY, x1)
    return O

# The largest object takes the colour that appears.
def solve_largest_by_example(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_zo_n(S, p_g, x1)
    x3 = o_g(I, R5)
    x4 = get_nth_by_key_f(x3, L1, size)
    O = fill(I, x2, x4)
    return O

# Objects that touch the edge.
def solve_edge_touching(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = mfilter(x1, x2)
    O = fill(I, YELLOW, x3)
    return O

# Blocks that are taller than wide.
def solve_tall_blocks(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, portrait)
    O = fill(I, RED, x2)
    return O

# Objects that are a horizontal or a vertical line.
def solve_straight_ones(I):
    x1 = objects(I, T, F, T)
    x2 = fork(either, hline, vline)
    x3 = mfilter(x1, x2)
    O = fill(I, RED, x3)
    return O

# Gray cells whose column number is even.
def solve_even_columns(I):
    x1 = ofcolor(I, GRAY)
    x2 = compose(even, last)
    x3 = sfilter(x1, x2)
    O = fill(I, RED, x3)
    return O

# Largest blue, second red, third green.
def solve_rank_colors(I):
    x1 = o_g(I, R5)
    x2 = get_arg_rank(x1, size, F0)
    x3 = get_arg_rank(x1, size, F1)
    x4 = get_arg_rank(x1, size, F2)
    x5 = fill(I, BLUE, x2)
    x6 = fill(x5, RED, x3)
    O = fill(x6, GREEN, x4)
    return O

# Two cells green, three red, four blue.
def solve_size_colors(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, TWO)
    x3 = merge(x2)
    x4 = sizefilter(x1, THREE)
    x5 = merge(x4)
    x6 = sizefilter(x1, FOUR)
    x7 = merge(x6)
    x8 = fill(I, GREEN, x3)
    x9 = fill(x8, RED, x5)
    O = fill(x9, BLUE, x7)
    return O

# The objects with the most common shape.
def solve_twin_shapes(I):
    x1 = objects(I, T, F, T)
    x2 = compose(toindices, normalize)
    x3 = totuple(x1)
    x4 = apply(x2, x3)
    x5 = mostcommon(x4)
    x6 = matcher(x2, x5)
    x7 = mfilter(x1, x6)
    O = fill(I, RED, x7)
    return O

# Gray objects and key dots, paired from left to right.
def solve_key_row(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, GRAY)
    x3 = difference(x1, x2)
    x4 = order(x2, leftmost)
    x5 = order(x3, leftmost)
    x6 = apply(color, x5)
    x7 = mpapply(recolor, x6, x4)
    O = paint(I, x7)
    return O

# Straight neighbours of red yellow, diagonal neighbours of blue green.
def solve_flowers(I):
    x1 = ofcolor(I, RED)
    x2 = mapply(dneighbors, x1)
    x3 = fill(I, YELLOW, x2)
    x4 = ofcolor(I, BLUE)
    x5 = mapply(ineighbors, x4)
    O = fill(x3, GREEN, x5)
    return O

# Panels

# Not black in the left half and not black in the right half.
def solve_panel_and(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, BLACK)
    x4 = ofcolor(x2, BLACK)
    x5 = combine(x3, x4)
    x6 = shape(x1)
    x7 = canvas(RED, x6)
    O = fill(x7, BLACK, x5)
    return O

# Black in the upper half and black in the lower half.
def solve_panel_neither(I):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = ofcolor(x1, BLACK)
    x4 = ofcolor(x2, BLACK)
    x5 = intersection(x3, x4)
    x6 = shape(x1)
    x7 = canvas(BLACK, x6)
    O = fill(x7, GREEN, x5)
    return O

# The lower half where the upper one is black.
def solve_panel_overlay(I):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = ofcolor(x1, BLACK)
    x4 = toobject(x3, x2)
    O = paint(x1, x4)
    return O

# Yellow where the halves differ.
def solve_panel_difference(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    O = cellwise(x1, x2, YELLOW)
    return O

# The only panel that occurs once.
def solve_odd_panel(I):
    x1 = hsplit(I, THREE)
    O = leastcommon(x1)
    return O

# The panel with the fewest black cells.
def solve_fullest_panel(I):
    x1 = vsplit(I, FOUR)
    x2 = rbind(colorcount, BLACK)
    O = argmin(x1, x2)
    return O

# Denoising

# Objects of one cell are covered.
def solve_remove_dots(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = cover(I, x3)
    return O

# The colour that vanishes becomes the background.
def solve_drop_color_by_example(S, I, C):
    x1 = rbind(get_nth_f, F0)
    x2 = c_iz_n(S, p_g, x1)
    x3 = mostcolor(I)
    O = replace(I, x2, x3)
    return O

# All objects except the largest are covered.
def solve_only_largest(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = cover(I, x4)
    return O

# One-coloured rows and columns are dropped.
def solve_remove_lines(I):
    O = compress(I)
    return O

# Each different row once, then each different column once.
def solve_squeeze_repeats(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    O = dmirror(x3)
    return O

# The whole box of each object in its colour.
def solve_repair_blocks(I):
    x1 = objects(I, T, T, T)
    x2 = fork(recolor, color, backdrop)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O

# Without gray, the whole box of each object in its colour.
def solve_clean_blocks(I):
    x1 = replace(I, GRAY, BLACK)
    x2 = objects(x1, T, T, T)
    x3 = fork(recolor, color, backdrop)
    x4 = mapply(x3, x2)
    O = paint(x1, x4)
    return O

# Scaling

# Three times as large.
def solve_scale_up(I):
    O = upscale(I, THREE)
    return O

# Every second row and column.
def solve_scale_down(I):
    O = downscale(I, TWO)
    return O

# As many times as large as there are colours.
def solve_scale_by_colors(I):
    x1 = numcolors(I)
    O = upscale(I, x1)
    return O

# Twice as wide if it is taller than wide, else twice as tall.
def solve_stretch_short_side(I):
    x1 = portrait(I)
    x2 = hupscale(I, TWO)
    x3 = vupscale(I, TWO)
    O = branch(x1, x2, x3)
    return O

# The smallest object, twice as large.
def solve_magnify_smallest(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = subgrid(x2, I)
    O = upscale(x3, TWO)
    return O

# The only object, a third as large.
def solve_shrink_object(I):
    x1 = objects(I, F, T, T)
    x2 = first(x1)
    x3 = subgrid(x2, I)
    O = downscale(x3, THREE)
    return O

# The outer ring dropped twice.
def solve_peel_two_rings(I):
    x1 = power(trim, TWO)
    O = x1(I)
    return O

# Movement

# To the right by its own width.
def solve_step_own_width(I):
    x1 = objects(I, T, F, T)
    x2 = first(x1)
    x3 = width(x2)
    x4 = tojvec(x3)
    O = move(I, x2, x4)
    return O

# One step in the direction of the blue dot.
def solve_step_towards(I):
    x1 = ofcolor(I, RED)
    x2 = ofcolor(I, BLUE)
    x3 = position(x1, x2)
    x4 = toobject(x1, I)
    O = move(I, x4, x3)
    return O

# From the upper left corner by half of the free space.
def solve_to_the_middle(I):
    x1 = objects(I, T, F, T)
    x2 = first(x1)
    x3 = shape(I)
    x4 = shape(x2)
    x5 = subtract(x3, x4)
    x6 = halve(x5)
    x7 = normalize(x2)
    x8 = shift(x7, x6)
    x9 = cover(I, x2)
    O = paint(x9, x8)
    return O

# The largest object, centred on each gray cell.
def solve_stamp(I):
    x1 = ofcolor(I, GRAY)
    x2 = objects(I, F, T, T)
    x3 = argmax(x2, size)
    x4 = normalize(x3)
    x5 = shift(x4, NEG_UNITY)
    x6 = lbind(shift, x5)
    x7 = mapply(x6, x1)
    O = paint(I, x7)
    return O

# The objects cut out, transposed so that they can be merged side by side.
def solve_line_up(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, leftmost)
    x3 = rbind(subgrid, I)
    x4 = compose(dmirror, x3)
    x5 = apply(x4, x2)
    x6 = merge(x5)
    O = dmirror(x6)
    return O

# Mirrored one way or the other.
def solve_mirror_by_majority(I):
    x1 = colorcount(I, RED)
    x2 = colorcount(I, BLUE)
    x3 = greater(x1, x2)
    x4 = vmirror(I)
    x5 = hmirror(I)
    O = branch(x3, x4, x5)
    return O

# Selection

# The object with the most colours.
def solve_most_colors(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, numcolors)
    O = subgrid(x2, I)
    return O

# The object closest to the dot.
def solve_nearest_to_red(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, RED)
    x3 = first(x2)
    x4 = remove(x3, x1)
    x5 = rbind(manhattan, x3)
    x6 = argmin(x4, x5)
    O = fill(I, RED, x6)
    return O

# All objects that have a row in common with the red dot.
def solve_same_rows_as_red(I):
    x1 = objects(I, T, F, T)
    x2 = ofcolor(I, RED)
    x3 = rbind(hmatching, x2)
    x4 = mfilter(x1, x3)
    O = fill(I, RED, x4)
    return O

# All places where a gray square is found.
def solve_find_squares(I):
    x1 = canvas(GRAY, TWO_BY_TWO)
    x2 = asobject(x1)
    x3 = occurrences(I, x2)
    x4 = lbind(shift, x2)
    x5 = mapply(x4, x3)
    O = fill(I, RED, x5)
    return O

# A canvas in the shape of the first demonstration's output.
def solve_flag_of_largest(S, I, C):
    x1 = first(S)
    x2 = last(x1)
    x3 = shape(x2)
    x4 = objects(I, T, F, T)
    x5 = argmax(x4, size)
    x6 = color(x5)
    O = canvas(x6, x3)
    return O

# The centre of mass of each block.
def solve_bulls_eye(I):
    x1 = objects(I, T, F, T)
    x2 = apply(centerofmass, x1)
    O = fill(I, YELLOW, x2)
    return O
