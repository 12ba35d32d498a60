# Programs that `arcbatt solve` found for the built-in tasks and the ARC-1 training tasks:
#   arcbatt solve --library none --steps 600000 --store embedded.sqlite
#   arcbatt solve --data arc1-training --library none --steps 950000 --store training.sqlite
#   arcbatt library export, on the first store, then on the second


# crop_object: 5 of 5 demonstrations, -47.5 bits, bottom-up
# remove_lines: 4 of 4 demonstrations, -81.5 bits, bottom-up
def solve_crop_object(I):
    O = compress(I)
    return O


# odd_color_out: 5 of 5 demonstrations, -112.2 bits, bottom-up
# rarest_color_box: 5 of 5 demonstrations, -88.1 bits, bottom-up
def solve_odd_color_out(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    O = subgrid(x2, I)
    return O


# most_colors: 4 of 4 demonstrations, -40.8 bits, bottom-up
# red_and_blue: 5 of 5 demonstrations, -60.8 bits, bottom-up
def solve_most_colors(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, numcolors)
    O = subgrid(x2, I)
    return O


# rows_become_columns: 5 of 5 demonstrations, -47.5 bits, bottom-up
def solve_rows_become_columns(I):
    O = dmirror(I)
    return O


# quarter_turn: 5 of 5 demonstrations, -20.5 bits, bottom-up
def solve_quarter_turn(I):
    O = rot90(I)
    return O


# mirror_upside_down: 5 of 5 demonstrations, -106.9 bits, bottom-up
def solve_mirror_upside_down(I):
    O = hmirror(I)
    return O


# scale_down: 5 of 5 demonstrations, -89.5 bits, bottom-up
def solve_scale_down(I):
    O = downscale(I, TWO)
    return O


# shrink_object: 5 of 5 demonstrations, -79.6 bits, bottom-up
def solve_shrink_object(I):
    x1 = downscale(I, THREE)
    O = compress(x1)
    return O


# mirror_below: 5 of 5 demonstrations, -77.0 bits, bottom-up
def solve_mirror_below(I):
    x1 = hmirror(I)
    O = vconcat(I, x1)
    return O


# scale_by_colors: 5 of 5 demonstrations, -70.0 bits, bottom-up
def solve_scale_by_colors(I):
    x1 = numcolors(I)
    O = upscale(I, x1)
    return O


# tile_two_by_two: 5 of 5 demonstrations, -118.7 bits, bottom-up
def solve_tile_two_by_two(I):
    x1 = vconcat(I, I)
    O = hconcat(x1, x1)
    return O


# inner_ring: 5 of 5 demonstrations, -94.6 bits, stacking
def solve_inner_ring(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    O = fill(I, SIX, x2)
    return O


# largest_by_example: 5 of 5 demonstrations, -74.9 bits, stacking
def solve_largest_by_example(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = fill(I, THREE, x2)
    return O


# mark_corners: 5 of 5 demonstrations, -94.6 bits, stacking
def solve_mark_corners(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    O = fill(I, THREE, x2)
    return O


# between_markers: 5 of 5 demonstrations, -89.6 bits, bottom-up
def solve_between_markers(I):
    x1 = ofcolor(I, FOUR)
    x2 = subgrid(x1, I)
    O = trim(x2)
    return O


# inside_frame: 5 of 5 demonstrations, -103.3 bits, bottom-up
def solve_inside_frame(I):
    x1 = ofcolor(I, ONE)
    x2 = subgrid(x1, I)
    O = trim(x2)
    return O


# outline_objects: 5 of 5 demonstrations, -83.3 bits, stacking
def solve_outline_objects(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    O = fill(I, THREE, x2)
    return O


# fill_gaps: 5 of 5 demonstrations, -69.6 bits, stacking
def solve_fill_gaps(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    O = underfill(I, ONE, x2)
    return O


# panel_overlay: 5 of 5 demonstrations, -55.9 bits, goal
def solve_panel_overlay(I):
    x1 = bottomhalf(I)
    x2 = objects(I, T, F, T)
    x3 = merge(x2)
    O = paint(x1, x3)
    return O


# swap_red_and_blue: 5 of 5 demonstrations, -97.9 bits, bottom-up
def solve_swap_red_and_blue(I):
    x1 = ofcolor(I, ONE)
    x2 = fill(I, TWO, x1)
    x3 = ofcolor(I, TWO)
    O = fill(x2, ONE, x3)
    return O


# flip_in_place: 5 of 5 demonstrations, -58.3 bits, stacking
def solve_flip_in_place(I):
    x1 = shape(I)
    x2 = canvas(ZERO, x1)
    x3 = objects(I, T, F, T)
    x4 = mapply(hmirror, x3)
    O = paint(x2, x4)
    return O


# only_largest: 5 of 5 demonstrations, -71.6 bits, stacking
def solve_only_largest(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = fill(I, ZERO, x4)
    return O


# fill_enclosed: 5 of 5 demonstrations, -91.5 bits, stacking
def solve_fill_enclosed(I):
    x1 = fork(equality, identity, vmirror)
    x2 = fork(recolor, x1, toindices)
    x3 = objects(I, T, T, F)
    x4 = colorfilter(x3, ZERO)
    x5 = mapply(x2, x4)
    O = paint(I, x5)
    return O


# dots_to_rows: 5 of 5 demonstrations, -72.1 bits, stacking
def solve_dots_to_rows(I):
    x1 = lbind(mapply, hfrontier)
    x2 = compose(x1, toindices)
    x3 = fork(recolor, color, x2)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    O = paint(I, x5)
    return O


# checkered_turns: 5 of 5 demonstrations, 19.8 bits, stacking
def solve_checkered_turns(I):
    x1 = rot180(I)
    x2 = hconcat(x1, I)
    x3 = vconcat(x2, x2)
    x4 = hconcat(I, x1)
    x5 = asobject(x4)
    O = paint(x3, x5)
    return O


# to_the_middle: 5 of 5 demonstrations, -77.5 bits, goal
def solve_to_the_middle(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = asobject(I)
    x4 = center(x3)
    x5 = center(x2)
    x6 = subtract(x4, x5)
    O = move(I, x2, x6)
    return O


# mend_mirror: 5 of 5 demonstrations, -75.4 bits, stacking
def solve_mend_mirror(I):
    x1 = lbind(recolor, FIVE)
    x2 = rbind(ofcolor, FIVE)
    x3 = compose(x1, x2)
    x4 = fork(difference, asobject, x3)
    x5 = x4(I)
    x6 = vmirror(x5)
    O = paint(I, x6)
    return O


# panel_neither: 5 of 5 demonstrations, -16.3 bits, goal
def solve_panel_neither(I):
    x1 = tophalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = bottomhalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, THREE, x5)
    x7 = ofcolor(I, SIX)
    O = fill(x6, ZERO, x7)
    return O


# step_own_width: 5 of 5 demonstrations, -8.0 bits, stacking
def solve_step_own_width(I):
    x1 = shape(I)
    x2 = canvas(ZERO, x1)
    x3 = objects(I, T, F, T)
    x4 = argmax(x3, size)
    x5 = width(x4)
    x6 = tojvec(x5)
    x7 = shift(x4, x6)
    O = paint(x2, x7)
    return O


# size_colors: 5 of 5 demonstrations, -29.8 bits, stacking
def solve_size_colors(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, TWO)
    x3 = merge(x2)
    x4 = fill(I, THREE, x3)
    x5 = sizefilter(x1, THREE)
    x6 = merge(x5)
    x7 = fill(x4, TWO, x6)
    x8 = ofcolor(x7, FIVE)
    O = fill(x7, ONE, x8)
    return O


# twin_shapes: 5 of 5 demonstrations, -46.0 bits, stacking
def solve_twin_shapes(I):
    x1 = objects(I, T, F, T)
    x2 = compose(toindices, normalize)
    x3 = order(x1, size)
    x4 = apply(x2, x3)
    x5 = mostcommon(x4)
    x6 = matcher(x2, x5)
    x7 = sfilter(x1, x6)
    x8 = merge(x7)
    O = fill(I, TWO, x8)
    return O


# stamp: 5 of 5 demonstrations, -67.7 bits, stacking
def solve_stamp(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, size)
    x3 = center(x2)
    x4 = invert(x3)
    x5 = shift(x2, x4)
    x6 = lbind(shift, x5)
    x7 = compose(x6, center)
    x8 = mapply(x7, x1)
    O = paint(I, x8)
    return O


# drop_to_floor: 5 of 5 demonstrations, 9.5 bits, stacking
def solve_drop_to_floor(I):
    x1 = shape(I)
    x2 = canvas(ZERO, x1)
    x3 = height(I)
    x4 = lbind(subtract, x3)
    x5 = compose(x4, lowermost)
    x6 = chain(toivec, decrement, x5)
    x7 = fork(shift, identity, x6)
    x8 = objects(I, T, F, T)
    x9 = mapply(x7, x8)
    O = paint(x2, x9)
    return O


# count_to_nine: 5 of 5 demonstrations, 50.5 bits, stacking
def solve_count_to_nine(I):
    x1 = crop(I, ORIGIN, THREE_BY_THREE)
    x2 = vmirror(x1)
    x3 = objects(I, T, F, T)
    x4 = merge(x3)
    x5 = normalize(x4)
    x6 = paint(x2, x5)
    x7 = color(x4)
    x8 = hfrontier(ORIGIN)
    x9 = mapply(neighbors, x8)
    O = fill(x6, x7, x9)
    return O


# flag_of_largest: 5 of 5 demonstrations, 57.5 bits, stacking
def solve_flag_of_largest(I):
    x1 = crop(I, ORIGIN, (2, 4))
    x2 = compress(I)
    x3 = fgpartition(x2)
    x4 = argmax(x3, size)
    x5 = color(x4)
    x6 = partition(I)
    x7 = compose(size, delta)
    x8 = argmax(x6, x7)
    x9 = fill(x1, x5, x8)
    x10 = index(x2, ORIGIN)
    x11 = ofcolor(x9, ZERO)
    O = fill(x9, x10, x11)
    return O


# runner_up_color: 5 of 5 demonstrations, 72.2 bits, stacking
def solve_runner_up_color(I):
    x1 = downscale(I, FOUR)
    x2 = bottomhalf(x1)
    x3 = vupscale(x2, TWO)
    x4 = ofcolor(x3, ZERO)
    x5 = fill(x3, NINE, x4)
    x6 = objects(I, T, T, F)
    x7 = colorfilter(x6, ZERO)
    x8 = argmin(x7, size)
    x9 = fill(x5, NINE, x8)
    x10 = replace(I, ZERO, THREE)
    x11 = index(x10, ORIGIN)
    x12 = ofcolor(x9, TWO)
    O = fill(x9, x11, x12)
    return O


# flowers: 5 of 5 demonstrations, -2.9 bits, stacking
def solve_flowers(I):
    x1 = lbind(mapply, ineighbors)
    x2 = compose(x1, toindices)
    x3 = objects(I, T, F, T)
    x4 = matcher(color, ONE)
    x5 = sfilter(x3, x4)
    x6 = mapply(x2, x5)
    x7 = fill(I, THREE, x6)
    x8 = lbind(mapply, dneighbors)
    x9 = compose(x8, toindices)
    x10 = matcher(color, TWO)
    x11 = sfilter(x3, x10)
    x12 = mapply(x9, x11)
    O = fill(x7, FOUR, x12)
    return O


# key_color: 5 of 5 demonstrations, -75.0 bits, bottom-up
def solve_key_color(I):
    x1 = objects(I, T, F, T)
    x2 = lbind(sfilter, x1)
    x3 = lbind(compose, flip)
    x4 = lbind(matcher, color)
    x5 = compose(x4, color)
    x6 = chain(x2, x3, x5)
    x7 = lbind(lbind, manhattan)
    x8 = fork(argmin, x6, x7)
    x9 = compose(color, x8)
    x10 = fork(recolor, x9, toindices)
    x11 = matcher(color, FIVE)
    x12 = sfilter(x1, x11)
    x13 = mapply(x10, x12)
    O = paint(I, x13)
    return O


# square_frames: 5 of 5 demonstrations, -17.0 bits, stacking
def solve_square_frames(I):
    x1 = objects(I, T, F, F)
    x2 = mostcolor(I)
    x3 = colorfilter(x1, x2)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter(x3, x5)
    x7 = matcher(square, ZERO)
    x8 = sfilter(x6, x7)
    x9 = merge(x8)
    x10 = fill(I, ONE, x9)
    x11 = objects(I, T, T, F)
    x12 = matcher(square, ONE)
    x13 = sfilter(x11, x12)
    x14 = merge(x13)
    O = fill(x10, TWO, x14)
    return O


# float_and_sink: 5 of 5 demonstrations, 67.9 bits, stacking
def solve_float_and_sink(I):
    x1 = rbind(order, identity)
    x2 = hmirror(I)
    x3 = rot90(x2)
    x4 = apply(x1, x3)
    x5 = dmirror(x4)
    x6 = hmirror(x5)
    x7 = replace(x6, ONE, ZERO)
    x8 = asindices(I)
    x9 = replace(I, TWO, ZERO)
    x10 = rot180(x9)
    x11 = cmirror(x10)
    x12 = apply(x1, x11)
    x13 = dmirror(x12)
    x14 = ofcolor(x13, ZERO)
    x15 = difference(x8, x14)
    x16 = toobject(x15, x13)
    O = paint(x7, x16)
    return O


# add_border: 5 of 5 demonstrations, -31.9 bits, stacking
def solve_add_border(I):
    x1 = width(I)
    x2 = astuple(ONE, x1)
    x3 = crop(I, ORIGIN, x2)
    x4 = vconcat(x3, I)
    x5 = hmirror(I)
    x6 = crop(x5, ORIGIN, x2)
    x7 = vconcat(x4, x6)
    x8 = dmirror(x7)
    x9 = width(x8)
    x10 = astuple(ONE, x9)
    x11 = crop(x8, ORIGIN, x10)
    x12 = vconcat(x11, x8)
    x13 = hmirror(x8)
    x14 = crop(x13, ORIGIN, x10)
    x15 = vconcat(x12, x14)
    x16 = dmirror(x15)
    x17 = asindices(x16)
    x18 = box(x17)
    O = fill(x16, FOUR, x18)
    return O


# gravity_to_block: 5 of 5 demonstrations, 208.9 bits, stacking
def solve_gravity_to_block(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = gravitate(x2, x3)
    x5 = move(I, x2, x4)
    x6 = fgpartition(I)
    x7 = argmax(x6, color)
    x8 = dmirror(x7)
    x9 = argmax(x1, rightmost)
    x10 = gravitate(x8, x9)
    x11 = shift(x8, x10)
    x12 = paint(x5, x11)
    x13 = argmin(x1, rightmost)
    x14 = gravitate(x13, x3)
    x15 = shift(x13, x14)
    x16 = paint(x12, x15)
    x17 = order(x1, size)
    x18 = get_nth(x17, ONE)
    x19 = gravitate(x18, x3)
    x20 = shift(x18, x19)
    x21 = paint(x16, x20)
    x22 = sizefilter(x1, ONE)
    x23 = merge(x22)
    O = fill(x21, ZERO, x23)
    return O


# mirror_left_right: 4 of 4 demonstrations, -81.9 bits, bottom-up
def solve_mirror_left_right(I):
    O = vmirror(I)
    return O


# drop_color_by_example: 4 of 4 demonstrations, -115.9 bits, bottom-up
def solve_drop_color_by_example(I):
    x1 = ofcolor(I, SIX)
    O = fill(I, ZERO, x1)
    return O


# gravity_left: 4 of 4 demonstrations, -63.7 bits, bottom-up
def solve_gravity_left(I):
    x1 = rbind(order, identity)
    x2 = apply(x1, I)
    O = vmirror(x2)
    return O


# bulls_eye: 4 of 4 demonstrations, -94.6 bits, stacking
def solve_bulls_eye(I):
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    O = fill(I, FOUR, x2)
    return O


# symmetric_one: 4 of 4 demonstrations, -10.4 bits, bottom-up
def solve_symmetric_one(I):
    x1 = objects(I, T, F, T)
    x2 = fork(equality, identity, vmirror)
    x3 = argmax(x1, x2)
    O = subgrid(x3, I)
    return O


# magnify_smallest: 4 of 4 demonstrations, 8.9 bits, bottom-up
def solve_magnify_smallest(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = subgrid(x2, I)
    O = upscale(x3, TWO)
    return O


# commonest_color: 4 of 4 demonstrations, -75.9 bits, bottom-up
def solve_commonest_color(I):
    x1 = fgpartition(I)
    x2 = argmax(x1, size)
    x3 = color(x2)
    O = canvas(x3, THREE_BY_THREE)
    return O


# more_objects: 4 of 4 demonstrations, -69.0 bits, bottom-up
def solve_more_objects(I):
    x1 = crop(I, ORIGIN, UNITY)
    x2 = leastcolor(I)
    x3 = ofcolor(x1, ZERO)
    O = fill(x1, x2, x3)
    return O


# squeeze_repeats: 4 of 4 demonstrations, -69.0 bits, bottom-up
def solve_squeeze_repeats(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    O = dmirror(x3)
    return O


# join_corners: 4 of 4 demonstrations, -100.6 bits, stacking
def solve_join_corners(I):
    x1 = compose(box, toindices)
    x2 = fork(recolor, color, x1)
    x3 = fgpartition(I)
    x4 = mapply(x2, x3)
    O = paint(I, x4)
    return O


# hidden_patch: 4 of 4 demonstrations, -51.1 bits, bottom-up
def solve_hidden_patch(I):
    x1 = ofcolor(I, ZERO)
    x2 = bottomhalf(I)
    x3 = hmirror(x2)
    x4 = vconcat(x3, x2)
    O = subgrid(x1, x4)
    return O


# tall_blocks: 4 of 4 demonstrations, -57.8 bits, stacking
def solve_tall_blocks(I):
    x1 = objects(I, T, F, T)
    x2 = matcher(portrait, T)
    x3 = sfilter(x1, x2)
    x4 = merge(x3)
    O = fill(I, TWO, x4)
    return O


# repair_blocks: 4 of 4 demonstrations, -97.8 bits, stacking
def solve_repair_blocks(I):
    x1 = compose(backdrop, toindices)
    x2 = fork(recolor, color, x1)
    x3 = objects(I, T, F, T)
    x4 = mapply(x2, x3)
    O = paint(I, x4)
    return O


# framed_dot: 4 of 4 demonstrations, -52.5 bits, bottom-up
def solve_framed_dot(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(subgrid, I)
    x3 = compose(numcolors, x2)
    x4 = argmax(x1, x3)
    O = subgrid(x4, I)
    return O


# edge_touching: 4 of 4 demonstrations, -65.1 bits, stacking
def solve_edge_touching(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = matcher(x2, T)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    O = fill(I, FOUR, x5)
    return O


# mirror_by_majority: 4 of 4 demonstrations, -29.9 bits, stacking
def solve_mirror_by_majority(I):
    x1 = hmirror(I)
    x2 = partition(I)
    x3 = matcher(width, 12)
    x4 = sfilter(x2, x3)
    x5 = mapply(vmirror, x4)
    O = paint(x1, x5)
    return O


# crosshair: 4 of 4 demonstrations, -54.6 bits, stacking
def solve_crosshair(I):
    x1 = ofcolor(I, ONE)
    x2 = fork(combine, hfrontier, vfrontier)
    x3 = ofcolor(I, THREE)
    x4 = mapply(x2, x3)
    x5 = intersection(x1, x4)
    O = fill(I, THREE, x5)
    return O


# straight_ones: 4 of 4 demonstrations, -80.6 bits, stacking
def solve_straight_ones(I):
    x1 = objects(I, T, F, T)
    x2 = compose(size, delta)
    x3 = matcher(x2, F)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    O = fill(I, TWO, x5)
    return O


# crossings: 4 of 4 demonstrations, -53.8 bits, stacking
def solve_crossings(I):
    x1 = ofcolor(I, NINE)
    x2 = objects(I, T, F, T)
    x3 = mapply(delta, x2)
    x4 = mapply(dneighbors, x3)
    x5 = delta(x4)
    x6 = intersection(x1, x5)
    O = fill(I, TWO, x6)
    return O


# picture_of_itself: 4 of 4 demonstrations, -43.4 bits, goal
def solve_picture_of_itself(I):
    x1 = upscale(I, THREE)
    x2 = hconcat(I, I)
    x3 = hconcat(I, x2)
    x4 = vconcat(x3, x3)
    x5 = vconcat(x3, x4)
    x6 = ofcolor(x5, ZERO)
    O = fill(x1, ZERO, x6)
    return O


# crossroads: 4 of 4 demonstrations, -7.5 bits, stacking
def solve_crossroads(I):
    x1 = asindices(I)
    x2 = shift(x1, UNITY)
    x3 = frontiers(I)
    x4 = merge(x3)
    x5 = delta(x4)
    x6 = intersection(x2, x5)
    O = fill(I, FOUR, x6)
    return O


# panel_and: 4 of 4 demonstrations, -16.3 bits, goal
def solve_panel_and(I):
    x1 = lefthalf(I)
    x2 = ofcolor(I, EIGHT)
    x3 = righthalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, ZERO, x5)
    x7 = ofcolor(x6, EIGHT)
    O = fill(x6, TWO, x7)
    return O


# rank_colors: 4 of 4 demonstrations, -25.4 bits, stacking
def solve_rank_colors(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = fill(I, THREE, x2)
    x4 = order(x1, size)
    x5 = get_nth(x4, ONE)
    x6 = fill(x3, TWO, x5)
    x7 = ofcolor(x6, FIVE)
    O = fill(x6, ONE, x7)
    return O


# count_bar: 4 of 4 demonstrations, -15.8 bits, bottom-up
def solve_count_bar(I):
    x1 = rbind(canvas, UNITY)
    x2 = compose(x1, color)
    x3 = objects(I, T, F, T)
    x4 = compose(invert, size)
    x5 = order(x3, x4)
    x6 = apply(x2, x5)
    x7 = merge(x6)
    O = dmirror(x7)
    return O


# draw_to_wall: 4 of 4 demonstrations, -12.3 bits, stacking
def solve_draw_to_wall(I):
    x1 = ofcolor(I, ZERO)
    x2 = rbind(shoot, RIGHT)
    x3 = objects(I, T, F, T)
    x4 = mapply(backdrop, x3)
    x5 = mapply(x2, x4)
    x6 = rbind(shoot, LEFT)
    x7 = mapply(x6, x4)
    x8 = intersection(x5, x7)
    x9 = intersection(x1, x8)
    O = fill(I, TWO, x9)
    return O


# panel_difference: 4 of 4 demonstrations, -31.7 bits, goal
def solve_panel_difference(I):
    x1 = lefthalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = righthalf(I)
    x4 = ofcolor(x3, SIX)
    x5 = intersection(x2, x4)
    x6 = fill(x1, FOUR, x5)
    x7 = ofcolor(x1, SIX)
    x8 = ofcolor(x3, ZERO)
    x9 = intersection(x7, x8)
    O = fill(x6, FOUR, x9)
    return O


# nearest_to_red: 4 of 4 demonstrations, 90.6 bits, stacking
def solve_nearest_to_red(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, numcolors)
    x3 = apply(normalize, x2)
    x4 = mostcommon(x3)
    x5 = matcher(normalize, x4)
    x6 = sfilter(x1, x5)
    x7 = argmax(x6, leftmost)
    x8 = fill(I, TWO, x7)
    x9 = compose(even, size)
    x10 = order(x1, x9)
    x11 = get_nth(x10, ONE)
    x12 = toindices(x11)
    x13 = fgpartition(I)
    x14 = argmax(x13, lowermost)
    x15 = toindices(x14)
    x16 = intersection(x12, x15)
    O = fill(x8, TWO, x16)
    return O


# step_towards: 4 of 4 demonstrations, 217.4 bits, stacking
def solve_step_towards(I):
    x1 = replace(I, TWO, ZERO)
    x2 = objects(I, T, F, T)
    x3 = rbind(colorcount, TWO)
    x4 = matcher(x3, ONE)
    x5 = sfilter(x2, x4)
    x6 = merge(x5)
    x7 = shift(x6, UP_RIGHT)
    x8 = paint(x1, x7)
    x9 = trim(I)
    x10 = ofcolor(x9, TWO)
    x11 = recolor(TWO, x10)
    x12 = paint(x8, x11)
    x13 = compose(backdrop, outbox)
    x14 = apply(x13, x2)
    x15 = argmin(x14, color)
    x16 = toobject(x15, I)
    x17 = vmirror(x16)
    O = paint(x12, x17)
    return O


# diagonal_rays: 4 of 4 demonstrations, 26.2 bits, stacking
def solve_diagonal_rays(I):
    x1 = rbind(shoot, NEG_UNITY)
    x2 = lbind(mapply, x1)
    x3 = compose(x2, toindices)
    x4 = fork(recolor, color, x3)
    x5 = objects(I, T, F, T)
    x6 = mapply(x4, x5)
    x7 = fgpartition(I)
    x8 = apply(center, x7)
    x9 = ulcorner(x8)
    x10 = center(x6)
    x11 = subtract(x9, x10)
    x12 = move(I, x6, x11)
    x13 = rbind(shoot, UP_RIGHT)
    x14 = lbind(mapply, x13)
    x15 = compose(x14, toindices)
    x16 = fork(recolor, color, x15)
    x17 = mapply(x16, x5)
    x18 = center(x17)
    x19 = invert(x18)
    x20 = shift(x17, x19)
    x21 = lbind(shift, x20)
    x22 = compose(x21, center)
    x23 = mapply(x22, x7)
    O = paint(x12, x23)
    return O


# count_diagonal: 4 of 4 demonstrations, 294.0 bits, augmentation
def solve_count_diagonal(I):
    x1 = objects(I, T, F, T)
    x2 = size(x1)
    x3 = astuple(x2, x2)
    x4 = canvas(ZERO, x3)
    x5 = righthalf(I)
    x6 = hmirror(x5)
    x7 = objects(x6, T, F, T)
    x8 = mapply(delta, x7)
    x9 = fill(x4, NINE, x8)
    x10 = dedupe(I)
    x11 = fgpartition(x10)
    x12 = apply(center, x11)
    x13 = fill(x9, NINE, x12)
    x14 = order(x1, portrait)
    x15 = get_nth(x14, ONE)
    x16 = shift(x15, UP_RIGHT)
    x17 = paint(x13, x16)
    x18 = merge(x1)
    x19 = color(x18)
    x20 = partition(I)
    x21 = mapply(corners, x20)
    x22 = fill(x17, x19, x21)
    x23 = shape(x22)
    x24 = canvas(ZERO, x23)
    x25 = index(x22, ORIGIN)
    x26 = decrement(x23)
    x27 = connect(ORIGIN, x26)
    O = fill(x24, x25, x27)
    return O


# key_row: 4 of 4 demonstrations, 427.3 bits, stacking
def solve_key_row(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(greater, NINE)
    x3 = compose(x2, uppermost)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    x6 = cover(I, x5)
    x7 = lefthalf(I)
    x8 = objects(x7, T, F, T)
    x9 = lbind(greater, FOUR)
    x10 = lbind(sfilter, x1)
    x11 = lbind(compose, flip)
    x12 = lbind(matcher, color)
    x13 = compose(x12, color)
    x14 = chain(x10, x11, x13)
    x15 = lbind(lbind, manhattan)
    x16 = fork(argmin, x14, x15)
    x17 = compose(color, x16)
    x18 = compose(x9, x17)
    x19 = sfilter(x8, x18)
    x20 = merge(x19)
    x21 = fill(x6, NINE, x20)
    x22 = fill(x21, ONE, x5)
    x23 = sfilter(x1, portrait)
    x24 = lbind(greater, THREE)
    x25 = compose(x24, leftmost)
    x26 = sfilter(x23, x25)
    x27 = merge(x26)
    x28 = fill(x22, SIX, x27)
    x29 = matcher(color, FIVE)
    x30 = sfilter(x1, x29)
    x31 = matcher(x17, NINE)
    x32 = sfilter(x30, x31)
    x33 = merge(x32)
    x34 = fill(x28, NINE, x33)
    x35 = sizefilter(x1, FIVE)
    x36 = merge(x35)
    x37 = fill(x34, FOUR, x36)
    x38 = fgpartition(I)
    x39 = argmax(x38, leftmost)
    x40 = mostcolor(x39)
    x41 = ofcolor(x37, FIVE)
    O = fill(x37, x40, x41)
    return O


# half_turn: 3 of 3 demonstrations, -105.2 bits, bottom-up
def solve_half_turn(I):
    O = rot180(I)
    return O


# scale_up: 3 of 3 demonstrations, -63.3 bits, bottom-up
def solve_scale_up(I):
    O = upscale(I, THREE)
    return O


# turn_by_example: 3 of 3 demonstrations, -46.7 bits, bottom-up
def solve_turn_by_example(I):
    O = cmirror(I)
    return O


# replace_by_example: 3 of 3 demonstrations, -90.9 bits, bottom-up
def solve_replace_by_example(I):
    x1 = ofcolor(I, FOUR)
    O = fill(I, THREE, x1)
    return O


# peel_two_rings: 3 of 3 demonstrations, -85.6 bits, bottom-up
def solve_peel_two_rings(I):
    x1 = trim(I)
    O = trim(x1)
    return O


# fullest_panel: 3 of 3 demonstrations, 12.6 bits, bottom-up
def solve_fullest_panel(I):
    x1 = vsplit(I, FOUR)
    x2 = rbind(colorcount, ZERO)
    O = argmin(x1, x2)
    return O


# crop_largest: 3 of 3 demonstrations, -66.8 bits, bottom-up
def solve_crop_largest(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


# odd_panel: 3 of 3 demonstrations, -93.1 bits, stacking
def solve_odd_panel(I):
    x1 = objects(I, T, T, F)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


# kaleidoscope: 3 of 3 demonstrations, -59.0 bits, stacking
def solve_kaleidoscope(I):
    x1 = hmirror(I)
    x2 = vconcat(I, x1)
    x3 = vmirror(x2)
    O = hconcat(x2, x3)
    return O


# clean_blocks: 3 of 3 demonstrations, -70.4 bits, stacking
def solve_clean_blocks(I):
    x1 = replace(I, FIVE, ZERO)
    x2 = fork(recolor, color, backdrop)
    x3 = objects(x1, T, F, T)
    x4 = mapply(x2, x3)
    O = paint(x1, x4)
    return O


# crop_second_largest: 3 of 3 demonstrations, 42.5 bits, bottom-up
def solve_crop_second_largest(I):
    x1 = rbind(subgrid, I)
    x2 = objects(I, T, F, T)
    x3 = order(x2, lowermost)
    x4 = apply(x1, x3)
    O = last(x4)
    return O


# slide_to_wall: 3 of 3 demonstrations, -80.5 bits, goal
def solve_slide_to_wall(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = gravitate(x2, x3)
    O = move(I, x2, x4)
    return O


# connect_pairs: 3 of 3 demonstrations, -100.6 bits, stacking
def solve_connect_pairs(I):
    x1 = compose(backdrop, toindices)
    x2 = fork(recolor, color, x1)
    x3 = fgpartition(I)
    x4 = mapply(x2, x3)
    O = paint(I, x4)
    return O


# same_rows_as_red: 3 of 3 demonstrations, -29.6 bits, stacking
def solve_same_rows_as_red(I):
    x1 = objects(I, T, F, T)
    x2 = lbind(greater, FOUR)
    x3 = compose(x2, uppermost)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    O = fill(I, TWO, x5)
    return O


# most_spotted: 3 of 3 demonstrations, -63.1 bits, bottom-up
def solve_most_spotted(I):
    x1 = objects(I, F, F, T)
    x2 = leastcolor(I)
    x3 = rbind(colorcount, x2)
    x4 = compose(x3, identity)
    x5 = argmax(x1, x4)
    O = subgrid(x5, I)
    return O


# colors_top_down: 3 of 3 demonstrations, 11.0 bits, bottom-up
def solve_colors_top_down(I):
    x1 = rbind(canvas, UNITY)
    x2 = compose(x1, color)
    x3 = objects(I, T, F, T)
    x4 = order(x3, uppermost)
    x5 = apply(x2, x4)
    O = merge(x5)
    return O


# even_columns: 3 of 3 demonstrations, -25.6 bits, stacking
def solve_even_columns(I):
    x1 = compose(even, last)
    x2 = rbind(sfilter, x1)
    x3 = compose(x2, toindices)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    O = fill(I, TWO, x5)
    return O


# remove_dots: 3 of 3 demonstrations, -89.4 bits, stacking
def solve_remove_dots(I):
    x1 = objects(I, T, F, T)
    x2 = compose(normalize, identity)
    x3 = compose(normalize, dmirror)
    x4 = fork(equality, x2, x3)
    x5 = matcher(x4, ONE)
    x6 = sfilter(x1, x5)
    x7 = merge(x6)
    O = cover(I, x7)
    return O


# staircase: 3 of 3 demonstrations, 17.9 bits, stacking
def solve_staircase(I):
    x1 = width(I)
    x2 = astuple(x1, x1)
    x3 = canvas(ZERO, x2)
    x4 = index(I, ORIGIN)
    x5 = rbind(shoot, UNITY)
    x6 = vfrontier(ORIGIN)
    x7 = mapply(x5, x6)
    O = fill(x3, x4, x7)
    return O


# find_squares: 3 of 3 demonstrations, -42.9 bits, stacking
def solve_find_squares(I):
    x1 = ofcolor(I, FIVE)
    x2 = shift(x1, RIGHT)
    x3 = intersection(x1, x2)
    x4 = shift(x3, DOWN)
    x5 = intersection(x3, x4)
    x6 = shift(x5, UP)
    x7 = combine(x5, x6)
    x8 = shift(x7, LEFT)
    x9 = combine(x7, x8)
    O = fill(I, TWO, x9)
    return O


# join_red_to_blue: 3 of 3 demonstrations, 95.9 bits, stacking
def solve_join_red_to_blue(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    x3 = prapply(connect, x2, x2)
    x4 = merge(x3)
    x5 = frontiers(I)
    x6 = merge(x5)
    x7 = toindices(x6)
    x8 = intersection(x4, x7)
    x9 = fill(I, THREE, x8)
    x10 = rbind(shoot, DOWN_LEFT)
    x11 = compose(x10, center)
    x12 = mapply(x11, x1)
    x13 = difference(x4, x12)
    O = fill(x9, THREE, x13)
    return O


# underline: 3 of 3 demonstrations, 308.1 bits, stacking
def solve_underline(I):
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    x3 = underfill(I, SIX, x2)
    x4 = argmax(x1, width)
    x5 = shift(x4, DOWN)
    x6 = shift(x5, DOWN)
    x7 = toindices(x6)
    x8 = shape(I)
    x9 = canvas(ONE, x8)
    x10 = frontiers(I)
    x11 = merge(x10)
    x12 = fill(x9, ZERO, x11)
    x13 = objects(x12, T, F, F)
    x14 = mapply(inbox, x13)
    x15 = intersection(x7, x14)
    x16 = fill(x3, SIX, x15)
    x17 = argmax(x1, size)
    x18 = shift(x17, DOWN)
    x19 = shift(x18, DOWN)
    x20 = toindices(x19)
    x21 = ofcolor(I, TWO)
    x22 = recolor(TWO, x21)
    x23 = upscale(x22, THREE)
    x24 = toindices(x23)
    x25 = intersection(x20, x24)
    x26 = fill(x16, TWO, x25)
    x27 = rbind(shift, DOWN)
    x28 = compose(x27, x27)
    x29 = sfilter(x1, hline)
    x30 = mapply(x28, x29)
    O = paint(x26, x30)
    return O


# arrow_ray: 3 of 3 demonstrations, 190.2 bits, stacking
def solve_arrow_ray(I):
    x1 = rbind(shoot, DOWN)
    x2 = lbind(mapply, x1)
    x3 = compose(x2, toindices)
    x4 = fork(recolor, color, x3)
    x5 = objects(I, T, F, T)
    x6 = merge(x5)
    x7 = objects(I, F, F, T)
    x8 = mapply(vmirror, x7)
    x9 = width(I)
    x10 = decrement(x9)
    x11 = leftmost(x6)
    x12 = rightmost(x6)
    x13 = add(x11, x12)
    x14 = subtract(x10, x13)
    x15 = tojvec(x14)
    x16 = shift(x8, x15)
    x17 = combine(x6, x16)
    x18 = uppermost(x17)
    x19 = matcher(uppermost, x18)
    x20 = compose(flip, x19)
    x21 = sfilter(x5, x20)
    x22 = mapply(x4, x21)
    x23 = paint(I, x22)
    x24 = rbind(shoot, LEFT)
    x25 = lbind(mapply, x24)
    x26 = compose(x25, toindices)
    x27 = fork(recolor, color, x26)
    x28 = replace(I, FIVE, ZERO)
    x29 = objects(x28, T, F, T)
    x30 = height(I)
    x31 = halve(x30)
    x32 = rbind(greater, x31)
    x33 = compose(x32, lowermost)
    x34 = matcher(x33, T)
    x35 = sfilter(x29, x34)
    x36 = mapply(x27, x35)
    O = paint(x23, x36)
    return O


# 3af2c5a8: 3 of 3 demonstrations, -66.8 bits, stacking
# 62c24649: 3 of 3 demonstrations, -59.0 bits, stacking
# 67e8384a: 4 of 4 demonstrations, -55.3 bits, stacking
def solve_3af2c5a8(I):
    x1 = hmirror(I)
    x2 = vconcat(I, x1)
    x3 = vmirror(x2)
    O = hconcat(x2, x3)
    return O


# 0b148d64: 3 of 3 demonstrations, -61.0 bits, bottom-up
# 1f85a75f: 2 of 2 demonstrations, -87.2 bits, bottom-up
# c909285e: 3 of 3 demonstrations, -53.1 bits, bottom-up
def solve_0b148d64(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    O = subgrid(x2, I)
    return O


# ac0a08a4: 3 of 3 demonstrations, -112.2 bits, bottom-up
# b91ae062: 5 of 5 demonstrations, -112.2 bits, bottom-up
def solve_ac0a08a4(I):
    x1 = numcolors(I)
    x2 = decrement(x1)
    O = upscale(I, x2)
    return O


# 3c9b0459: 4 of 4 demonstrations, -130.2 bits, bottom-up
# 6150a2bd: 2 of 2 demonstrations, -105.2 bits, bottom-up
def solve_3c9b0459(I):
    O = rot180(I)
    return O


# 74dd1130: 4 of 4 demonstrations, -83.5 bits, bottom-up
# 9dfd6313: 3 of 3 demonstrations, -83.5 bits, bottom-up
def solve_74dd1130(I):
    O = dmirror(I)
    return O


# 6fa7a44f: 4 of 4 demonstrations, -75.1 bits, bottom-up
# 8be77c9e: 3 of 3 demonstrations, -77.0 bits, bottom-up
def solve_6fa7a44f(I):
    x1 = hmirror(I)
    O = vconcat(I, x1)
    return O


# 6d0aefbc: 4 of 4 demonstrations, -77.0 bits, bottom-up
# c9e6f938: 3 of 3 demonstrations, -59.4 bits, bottom-up
def solve_6d0aefbc(I):
    x1 = vmirror(I)
    O = hconcat(I, x1)
    return O


# 46442a0e: 3 of 3 demonstrations, -50.6 bits, bottom-up
# 7fe24cdd: 3 of 3 demonstrations, -48.2 bits, bottom-up
def solve_46442a0e(I):
    x1 = rot90(I)
    x2 = hconcat(I, x1)
    x3 = rot270(I)
    x4 = rot180(I)
    x5 = hconcat(x3, x4)
    O = vconcat(x2, x5)
    return O


# 794b24be: 10 of 10 demonstrations, 311.5 bits, stacking
def solve_794b24be(I):
    x1 = replace(I, ONE, ZERO)
    x2 = objects(I, T, T, T)
    x3 = index(I, ORIGIN)
    x4 = rbind(colorcount, x3)
    x5 = rbind(subgrid, I)
    x6 = compose(x4, x5)
    x7 = matcher(x6, ZERO)
    x8 = sfilter(x2, x7)
    x9 = merge(x8)
    x10 = normalize(x9)
    x11 = shift(x10, LEFT)
    x12 = fill(x1, TWO, x11)
    x13 = objects(I, T, F, T)
    x14 = mapply(delta, x13)
    x15 = shift(x14, UP)
    x16 = fill(x12, TWO, x15)
    x17 = ofcolor(I, ZERO)
    x18 = rbind(shift, UP_RIGHT)
    x19 = compose(x18, toindices)
    x20 = rot90(I)
    x21 = objects(x20, T, F, T)
    x22 = mapply(x19, x21)
    x23 = intersection(x17, x22)
    x24 = fill(x16, TWO, x23)
    x25 = compose(even, first)
    x26 = rbind(sfilter, x25)
    x27 = compose(x26, toindices)
    x28 = vmirror(I)
    x29 = objects(x28, T, F, T)
    x30 = height(I)
    x31 = halve(x30)
    x32 = rbind(greater, x31)
    x33 = compose(x32, lowermost)
    x34 = matcher(x33, ZERO)
    x35 = sfilter(x29, x34)
    x36 = mapply(x27, x35)
    x37 = fill(x24, TWO, x36)
    x38 = objects(I, T, T, F)
    x39 = colorfilter(x38, ZERO)
    x40 = apply(ulcorner, x39)
    O = fill(x37, TWO, x40)
    return O


# 253bf280: 8 of 8 demonstrations, -70.3 bits, stacking
def solve_253bf280(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    x3 = prapply(connect, x2, x2)
    x4 = fork(either, vline, hline)
    x5 = mfilter(x3, x4)
    O = underfill(I, THREE, x5)
    return O


# 27a28665: 7 of 7 demonstrations, 129.0 bits, goal
def solve_27a28665(I):
    x1 = mostcolor(I)
    x2 = switch(I, ZERO, x1)
    x3 = downscale(x2, THREE)
    x4 = righthalf(x2)
    x5 = bottomhalf(x4)
    x6 = ofcolor(x5, ZERO)
    x7 = fill(x3, TWO, x6)
    x8 = ofcolor(x7, ZERO)
    x9 = fill(x7, ONE, x8)
    x10 = ofcolor(x5, ONE)
    x11 = fill(x9, THREE, x10)
    x12 = ofcolor(x3, FIVE)
    x13 = fill(x11, SIX, x12)
    x14 = trim(x2)
    x15 = ofcolor(x14, ZERO)
    x16 = ofcolor(x3, ZERO)
    x17 = intersection(x15, x16)
    x18 = fill(x14, TWO, x17)
    x19 = ofcolor(x3, ONE)
    x20 = fill(x18, THREE, x19)
    x21 = fill(x20, SIX, x12)
    x22 = ofcolor(x21, ZERO)
    O = fill(x13, THREE, x22)
    return O


# dc433765: 7 of 7 demonstrations, 147.1 bits, stacking
def solve_dc433765(I):
    x1 = replace(I, ZERO, THREE)
    x2 = replace(I, THREE, ZERO)
    x3 = frontiers(x2)
    x4 = rbind(subgrid, I)
    x5 = compose(numcolors, x4)
    x6 = matcher(x5, TWO)
    x7 = sfilter(x3, x6)
    x8 = merge(x7)
    x9 = paint(x1, x8)
    x10 = lbind(recolor, FOUR)
    x11 = rbind(ofcolor, FOUR)
    x12 = compose(x10, x11)
    x13 = fork(difference, asobject, x12)
    x14 = x13(I)
    x15 = toindices(x14)
    x16 = objects(I, T, F, T)
    x17 = matcher(color, THREE)
    x18 = sfilter(x16, x17)
    x19 = mapply(inbox, x18)
    x20 = difference(x15, x19)
    x21 = fill(x9, ZERO, x20)
    x22 = mapply(backdrop, x16)
    x23 = delta(x22)
    x24 = difference(x15, x23)
    O = fill(x21, ZERO, x24)
    return O


# 44f52bb0: 6 of 6 demonstrations, -47.9 bits, stacking
def solve_44f52bb0(I):
    x1 = canvas(ONE, UNITY)
    x2 = objects(I, T, F, T)
    x3 = merge(x2)
    O = fill(x1, SEVEN, x3)
    return O


# 239be575: 6 of 6 demonstrations, -62.8 bits, stacking
def solve_239be575(I):
    x1 = trim(I)
    x2 = mostcolor(x1)
    x3 = canvas(x2, UNITY)
    x4 = objects(I, T, T, F)
    x5 = argmin(x4, height)
    x6 = mostcolor(x5)
    x7 = ofcolor(x3, ZERO)
    O = fill(x3, x6, x7)
    return O


# a68b268e: 6 of 6 demonstrations, 86.0 bits, stacking
def solve_a68b268e(I):
    x1 = righthalf(I)
    x2 = bottomhalf(x1)
    x3 = asindices(x2)
    x4 = lefthalf(I)
    x5 = bottomhalf(x4)
    x6 = ofcolor(x5, ZERO)
    x7 = difference(x3, x6)
    x8 = toobject(x7, x5)
    x9 = paint(x2, x8)
    x10 = tophalf(x1)
    x11 = ofcolor(x10, ZERO)
    x12 = difference(x3, x11)
    x13 = toobject(x12, x10)
    x14 = paint(x9, x13)
    x15 = fgpartition(I)
    x16 = merge(x15)
    O = paint(x14, x16)
    return O


# b0c4d837: 6 of 6 demonstrations, 232.0 bits, stacking
def solve_b0c4d837(I):
    x1 = rbind(order, identity)
    x2 = apply(x1, I)
    x3 = crop(x2, ORIGIN, THREE_BY_THREE)
    x4 = tophalf(I)
    x5 = tophalf(x4)
    x6 = objects(x5, T, F, T)
    x7 = merge(x6)
    x8 = fill(x3, EIGHT, x7)
    x9 = bottomhalf(I)
    x10 = downscale(x9, THREE)
    x11 = ofcolor(x10, EIGHT)
    x12 = recolor(EIGHT, x11)
    x13 = paint(x8, x12)
    x14 = compress(I)
    x15 = leastcolor(x14)
    x16 = rbind(shift, UP)
    x17 = objects(I, T, F, T)
    x18 = mapply(x16, x17)
    x19 = dmirror(x18)
    x20 = fill(x13, x15, x19)
    x21 = frontiers(I)
    x22 = apply(urcorner, x21)
    O = fill(x20, EIGHT, x22)
    return O


# 23b5c85d: 5 of 5 demonstrations, -103.5 bits, bottom-up
def solve_23b5c85d(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    O = subgrid(x2, I)
    return O


# 007bbfb7: 5 of 5 demonstrations, -43.4 bits, goal
def solve_007bbfb7(I):
    x1 = upscale(I, THREE)
    x2 = hconcat(I, I)
    x3 = hconcat(I, x2)
    x4 = vconcat(x3, x3)
    x5 = vconcat(x3, x4)
    x6 = ofcolor(x5, ZERO)
    O = fill(x1, ZERO, x6)
    return O


# fafffa47: 5 of 5 demonstrations, -16.3 bits, goal
def solve_fafffa47(I):
    x1 = tophalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = bottomhalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, TWO, x5)
    x7 = ofcolor(I, NINE)
    O = fill(x6, ZERO, x7)
    return O


# 1b2d62fb: 5 of 5 demonstrations, -39.7 bits, goal
def solve_1b2d62fb(I):
    x1 = lefthalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = righthalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, EIGHT, x5)
    x7 = ofcolor(x6, NINE)
    O = fill(x6, ZERO, x7)
    return O


# f2829549: 5 of 5 demonstrations, -16.3 bits, goal
def solve_f2829549(I):
    x1 = lefthalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = righthalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, THREE, x5)
    x7 = ofcolor(I, SEVEN)
    O = fill(x6, ZERO, x7)
    return O


# dae9d2b5: 5 of 5 demonstrations, -12.4 bits, goal
def solve_dae9d2b5(I):
    x1 = lefthalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = righthalf(I)
    x4 = ofcolor(x3, THREE)
    x5 = intersection(x2, x4)
    x6 = fill(x1, SIX, x5)
    x7 = ofcolor(I, FOUR)
    O = fill(x6, SIX, x7)
    return O


# 00d62c1b: 5 of 5 demonstrations, -81.2 bits, stacking
def solve_00d62c1b(I):
    x1 = objects(I, T, F, F)
    x2 = mostcolor(I)
    x3 = colorfilter(x1, x2)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter(x3, x5)
    x7 = merge(x6)
    O = fill(I, FOUR, x7)
    return O


# 868de0fa: 5 of 5 demonstrations, -46.0 bits, stacking
def solve_868de0fa(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    x3 = underfill(I, TWO, x2)
    x4 = objects(x3, T, F, T)
    x5 = compose(even, size)
    x6 = matcher(x5, ZERO)
    x7 = sfilter(x4, x6)
    x8 = merge(x7)
    O = fill(x3, SEVEN, x8)
    return O


# cf98881b: 5 of 5 demonstrations, 38.2 bits, stacking
def solve_cf98881b(I):
    x1 = hsplit(I, THREE)
    x2 = last(x1)
    x3 = asindices(x2)
    x4 = get_nth(x1, ONE)
    x5 = ofcolor(x4, ZERO)
    x6 = difference(x3, x5)
    x7 = toobject(x6, x4)
    x8 = paint(x2, x7)
    x9 = fgpartition(I)
    x10 = merge(x9)
    O = paint(x8, x10)
    return O


# bbc9ae5d: 5 of 5 demonstrations, 69.2 bits, stacking
def solve_bbc9ae5d(I):
    x1 = lefthalf(I)
    x2 = width(x1)
    x3 = vupscale(I, x2)
    x4 = index(I, ORIGIN)
    x5 = rbind(shoot, UNITY)
    x6 = vfrontier(ORIGIN)
    x7 = mapply(x5, x6)
    x8 = fill(x3, x4, x7)
    x9 = compose(x5, center)
    x10 = fork(recolor, color, x9)
    x11 = frontiers(I)
    x12 = mapply(x10, x11)
    O = paint(x8, x12)
    return O


# bc1d5164: 5 of 5 demonstrations, 49.8 bits, stacking
def solve_bc1d5164(I):
    x1 = downscale(I, FOUR)
    x2 = hupscale(x1, TWO)
    x3 = shape(x2)
    x4 = crop(I, x3, THREE_BY_THREE)
    x5 = dedupe(I)
    x6 = objects(x5, T, F, T)
    x7 = merge(x6)
    x8 = paint(x4, x7)
    x9 = downscale(I, TWO)
    x10 = objects(x9, T, F, T)
    x11 = merge(x10)
    x12 = paint(x8, x11)
    x13 = righthalf(I)
    x14 = objects(x13, T, F, T)
    x15 = merge(x14)
    O = paint(x12, x15)
    return O


# 75b8110e: 5 of 5 demonstrations, 128.4 bits, stacking
def solve_75b8110e(I):
    x1 = crop(I, ORIGIN, (4, 4))
    x2 = asindices(x1)
    x3 = righthalf(I)
    x4 = bottomhalf(x3)
    x5 = ofcolor(x4, ZERO)
    x6 = difference(x2, x5)
    x7 = toobject(x6, x4)
    x8 = paint(x1, x7)
    x9 = lefthalf(I)
    x10 = bottomhalf(x9)
    x11 = ofcolor(x10, ZERO)
    x12 = difference(x2, x11)
    x13 = toobject(x12, x10)
    x14 = paint(x8, x13)
    x15 = objects(x3, T, F, T)
    x16 = merge(x15)
    O = paint(x14, x16)
    return O


# 6e02f1e3: 5 of 5 demonstrations, 229.2 bits, stacking
def solve_6e02f1e3(I):
    x1 = canvas(FIVE, THREE_BY_THREE)
    x2 = rbind(shift, RIGHT)
    x3 = compose(x2, normalize)
    x4 = objects(I, F, F, T)
    x5 = matcher(numcolors, T)
    x6 = sfilter(x4, x5)
    x7 = mapply(x3, x6)
    x8 = fill(x1, ZERO, x7)
    x9 = frontiers(I)
    x10 = argmax(x9, uppermost)
    x11 = shift(x10, UP)
    x12 = dmirror(x11)
    x13 = fill(x8, ZERO, x12)
    x14 = objects(I, T, F, T)
    x15 = apply(urcorner, x14)
    x16 = mapply(dneighbors, x15)
    x17 = fill(x13, ZERO, x16)
    x18 = objects(I, T, T, F)
    x19 = argmax(x18, uppermost)
    x20 = toindices(x19)
    x21 = shift(x20, UNITY)
    O = fill(x17, ZERO, x21)
    return O


# ba26e723: 5 of 5 demonstrations, 171.7 bits, stacking
def solve_ba26e723(I):
    x1 = vfrontier(ORIGIN)
    x2 = underfill(I, ZERO, x1)
    x3 = ofcolor(I, FOUR)
    x4 = recolor(FOUR, x3)
    x5 = upscale(x4, THREE)
    x6 = shift(x5, LEFT)
    x7 = toindices(x6)
    x8 = rbind(shoot, DOWN)
    x9 = compose(x8, center)
    x10 = objects(I, T, F, T)
    x11 = mapply(x9, x10)
    x12 = difference(x7, x11)
    x13 = fill(x2, SIX, x12)
    x14 = fgpartition(I)
    x15 = merge(x14)
    x16 = upscale(x15, THREE)
    x17 = shift(x16, LEFT)
    x18 = toindices(x17)
    x19 = rbind(shoot, UP)
    x20 = ofcolor(I, ZERO)
    x21 = mapply(x19, x20)
    x22 = difference(x18, x21)
    O = fill(x13, SIX, x22)
    return O


# 746b3537: 5 of 5 demonstrations, -47.5 bits, bottom-up
def solve_746b3537(I):
    x1 = width(I)
    x2 = astuple(ONE, x1)
    x3 = crop(I, ORIGIN, x2)
    x4 = shape(I)
    x5 = subtract(x4, DOWN)
    x6 = crop(I, DOWN, x5)
    x7 = pair(x6, I)
    x8 = fork(equality, first, last)
    x9 = compose(flip, x8)
    x10 = sfilter(x7, x9)
    x11 = apply(first, x10)
    x12 = vconcat(x3, x11)
    x13 = dmirror(x12)
    x14 = width(x13)
    x15 = astuple(ONE, x14)
    x16 = crop(x13, ORIGIN, x15)
    x17 = shape(x13)
    x18 = subtract(x17, DOWN)
    x19 = crop(x13, DOWN, x18)
    x20 = pair(x19, x13)
    x21 = sfilter(x20, x9)
    x22 = apply(first, x21)
    x23 = vconcat(x16, x22)
    O = dmirror(x23)
    return O


# ed36ccf7: 4 of 4 demonstrations, -60.2 bits, bottom-up
def solve_ed36ccf7(I):
    O = rot270(I)
    return O


# 4c4377d9: 4 of 4 demonstrations, -74.5 bits, bottom-up
def solve_4c4377d9(I):
    x1 = hmirror(I)
    O = vconcat(x1, I)
    return O


# be94b721: 4 of 4 demonstrations, -75.5 bits, bottom-up
def solve_be94b721(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


# 9565186b: 4 of 4 demonstrations, -70.5 bits, stacking
def solve_9565186b(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    O = fill(I, FIVE, x2)
    return O


# 6f8cd79b: 4 of 4 demonstrations, -97.4 bits, stacking
def solve_6f8cd79b(I):
    x1 = frontiers(I)
    x2 = mapply(corners, x1)
    O = fill(I, EIGHT, x2)
    return O


# 5bd6f4ac: 4 of 4 demonstrations, -4.4 bits, stacking
def solve_5bd6f4ac(I):
    x1 = double(THREE)
    x2 = tojvec(x1)
    O = crop(I, x2, THREE_BY_THREE)
    return O


# 662c240a: 4 of 4 demonstrations, -13.2 bits, bottom-up
def solve_662c240a(I):
    x1 = vsplit(I, THREE)
    x2 = fork(equality, identity, dmirror)
    O = argmin(x1, x2)
    return O


# 25d8a9c8: 4 of 4 demonstrations, -79.0 bits, bottom-up
def solve_25d8a9c8(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = frontiers(I)
    x3 = merge(x2)
    O = fill(x1, FIVE, x3)
    return O


# 25ff71a9: 4 of 4 demonstrations, -27.1 bits, stacking
def solve_25ff71a9(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = rbind(shift, DOWN)
    x3 = objects(I, T, F, T)
    x4 = mapply(x2, x3)
    O = paint(x1, x4)
    return O


# 42a50994: 4 of 4 demonstrations, -94.4 bits, stacking
def solve_42a50994(I):
    x1 = objects(I, T, T, T)
    x2 = matcher(size, T)
    x3 = sfilter(x1, x2)
    x4 = merge(x3)
    O = cover(I, x4)
    return O


# 44d8ac46: 4 of 4 demonstrations, -86.6 bits, stacking
def solve_44d8ac46(I):
    x1 = objects(I, T, T, F)
    x2 = matcher(square, T)
    x3 = sfilter(x1, x2)
    x4 = merge(x3)
    O = fill(I, TWO, x4)
    return O


# a87f7484: 4 of 4 demonstrations, -61.6 bits, stacking
def solve_a87f7484(I):
    x1 = objects(I, T, T, F)
    x2 = colorfilter(x1, ZERO)
    x3 = difference(x1, x2)
    x4 = argmax(x3, size)
    O = subgrid(x4, I)
    return O


# ba97ae07: 4 of 4 demonstrations, -100.6 bits, stacking
def solve_ba97ae07(I):
    x1 = compose(delta, toindices)
    x2 = fork(recolor, color, x1)
    x3 = fgpartition(I)
    x4 = mapply(x2, x3)
    O = paint(I, x4)
    return O


# 56ff96f3: 4 of 4 demonstrations, -100.6 bits, stacking
def solve_56ff96f3(I):
    x1 = compose(backdrop, toindices)
    x2 = fork(recolor, color, x1)
    x3 = fgpartition(I)
    x4 = mapply(x2, x3)
    O = paint(I, x4)
    return O


# aedd82e4: 4 of 4 demonstrations, -71.2 bits, stacking
def solve_aedd82e4(I):
    x1 = objects(I, T, F, F)
    x2 = rbind(colorcount, TWO)
    x3 = matcher(x2, ONE)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    O = fill(I, ONE, x5)
    return O


# d9fac9be: 4 of 4 demonstrations, -61.6 bits, stacking
def solve_d9fac9be(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(toobject, I)
    x3 = compose(x2, outbox)
    x4 = compose(mostcolor, x3)
    x5 = argmax(x1, x4)
    O = subgrid(x5, I)
    return O


# 67385a82: 4 of 4 demonstrations, -71.1 bits, stacking
def solve_67385a82(I):
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = difference(x1, x2)
    x4 = matcher(vline, ZERO)
    x5 = sfilter(x3, x4)
    x6 = merge(x5)
    O = fill(I, EIGHT, x6)
    return O


# a1570a43: 4 of 4 demonstrations, -60.0 bits, goal
def solve_a1570a43(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = merge(x1)
    x4 = center(x3)
    x5 = center(x2)
    x6 = subtract(x4, x5)
    O = move(I, x2, x6)
    return O


# 94f9d214: 4 of 4 demonstrations, -16.3 bits, goal
def solve_94f9d214(I):
    x1 = tophalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = bottomhalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, TWO, x5)
    x7 = ofcolor(I, THREE)
    O = fill(x6, ZERO, x7)
    return O


# ce4f8723: 4 of 4 demonstrations, -12.4 bits, goal
def solve_ce4f8723(I):
    x1 = tophalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = bottomhalf(I)
    x4 = ofcolor(x3, TWO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, THREE, x5)
    x7 = ofcolor(I, ONE)
    O = fill(x6, THREE, x7)
    return O


# 10fcaaa3: 4 of 4 demonstrations, 1.2 bits, augmentation
def solve_10fcaaa3(I):
    x1 = vconcat(I, I)
    x2 = hconcat(x1, x1)
    x3 = ofcolor(x2, ZERO)
    x4 = objects(x2, T, F, T)
    x5 = mapply(backdrop, x4)
    x6 = mapply(ineighbors, x5)
    x7 = intersection(x3, x6)
    O = fill(x2, EIGHT, x7)
    return O


# d631b094: 4 of 4 demonstrations, -39.4 bits, bottom-up
def solve_d631b094(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = color(x2)
    x4 = numcolors(I)
    x5 = decrement(x4)
    x6 = colorcount(I, x3)
    x7 = astuple(x5, x6)
    O = canvas(x3, x7)
    return O


# 6455b5f5: 4 of 4 demonstrations, -18.8 bits, stacking
def solve_6455b5f5(I):
    x1 = objects(I, T, T, F)
    x2 = valmin(x1, size)
    x3 = sizefilter(x1, x2)
    x4 = merge(x3)
    x5 = fill(I, EIGHT, x4)
    x6 = argmax(x1, size)
    x7 = toindices(x6)
    O = fill(x5, ONE, x7)
    return O


# d406998b: 4 of 4 demonstrations, 57.7 bits, augmentation
def solve_d406998b(I):
    x1 = vmirror(I)
    x2 = ofcolor(x1, FIVE)
    x3 = asindices(x1)
    x4 = compose(even, last)
    x5 = sfilter(x3, x4)
    x6 = intersection(x2, x5)
    x7 = fill(x1, THREE, x6)
    O = vmirror(x7)
    return O


# 6430c8c4: 4 of 4 demonstrations, -16.3 bits, goal
def solve_6430c8c4(I):
    x1 = tophalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = bottomhalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, THREE, x5)
    x7 = ofcolor(I, SEVEN)
    O = fill(x6, ZERO, x7)
    return O


# ea32f347: 4 of 4 demonstrations, -30.4 bits, stacking
def solve_ea32f347(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = fill(I, ONE, x2)
    x4 = objects(x3, T, F, T)
    x5 = argmin(x4, size)
    x6 = fill(x3, TWO, x5)
    x7 = ofcolor(x6, FIVE)
    O = fill(x6, FOUR, x7)
    return O


# 776ffc46: 4 of 4 demonstrations, -10.3 bits, stacking
def solve_776ffc46(I):
    x1 = leastcolor(I)
    x2 = objects(I, T, F, T)
    x3 = compose(toindices, normalize)
    x4 = totuple(x2)
    x5 = apply(x3, x4)
    x6 = mostcommon(x5)
    x7 = matcher(x3, x6)
    x8 = sfilter(x2, x7)
    x9 = merge(x8)
    O = fill(I, x1, x9)
    return O


# b8825c91: 4 of 4 demonstrations, -94.2 bits, stacking
def solve_b8825c91(I):
    x1 = lbind(recolor, FOUR)
    x2 = rbind(ofcolor, FOUR)
    x3 = compose(x1, x2)
    x4 = fork(difference, asobject, x3)
    x5 = x4(I)
    x6 = vmirror(x5)
    x7 = paint(I, x6)
    x8 = x4(x7)
    x9 = hmirror(x8)
    O = paint(x7, x9)
    return O


# 3de23699: 4 of 4 demonstrations, 12.8 bits, bottom-up
def solve_3de23699(I):
    x1 = fgpartition(I)
    x2 = mapply(inbox, x1)
    x3 = subgrid(x2, I)
    x4 = leastcolor(I)
    x5 = ofcolor(x3, TWO)
    x6 = fill(x3, x4, x5)
    x7 = ofcolor(x3, FOUR)
    x8 = fill(x6, EIGHT, x7)
    x9 = ofcolor(x3, EIGHT)
    O = fill(x8, SIX, x9)
    return O


# 3428a4f5: 4 of 4 demonstrations, -13.7 bits, goal
def solve_3428a4f5(I):
    x1 = tophalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = bottomhalf(I)
    x4 = ofcolor(x3, TWO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, THREE, x5)
    x7 = ofcolor(x1, TWO)
    x8 = ofcolor(x3, ZERO)
    x9 = intersection(x7, x8)
    x10 = fill(x6, THREE, x9)
    x11 = ofcolor(x10, TWO)
    O = fill(x10, ZERO, x11)
    return O


# 99b1bc43: 4 of 4 demonstrations, 13.6 bits, goal
def solve_99b1bc43(I):
    x1 = tophalf(I)
    x2 = ofcolor(x1, ZERO)
    x3 = bottomhalf(I)
    x4 = ofcolor(x3, TWO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, THREE, x5)
    x7 = ofcolor(I, ONE)
    x8 = ofcolor(x3, ZERO)
    x9 = intersection(x7, x8)
    x10 = fill(x6, THREE, x9)
    x11 = ofcolor(x10, ONE)
    O = fill(x10, ZERO, x11)
    return O


# 913fb3ed: 4 of 4 demonstrations, 36.1 bits, stacking
def solve_913fb3ed(I):
    x1 = compose(inbox, toindices)
    x2 = objects(I, T, F, T)
    x3 = matcher(color, EIGHT)
    x4 = sfilter(x2, x3)
    x5 = mapply(x1, x4)
    x6 = fill(I, FOUR, x5)
    x7 = ofcolor(x6, TWO)
    x8 = mapply(neighbors, x7)
    x9 = fill(x6, ONE, x8)
    x10 = ofcolor(x6, THREE)
    x11 = mapply(neighbors, x10)
    O = fill(x9, SIX, x11)
    return O


# ce602527: 4 of 4 demonstrations, 103.5 bits, stacking
def solve_ce602527(I):
    x1 = objects(I, T, F, T)
    x2 = fork(equality, toindices, backdrop)
    x3 = order(x1, x2)
    x4 = get_nth(x3, ONE)
    x5 = subgrid(x4, I)
    x6 = lefthalf(I)
    x7 = compress(x6)
    x8 = objects(x7, T, F, T)
    x9 = argmin(x8, size)
    x10 = paint(x5, x9)
    x11 = argmax(x8, rightmost)
    O = paint(x10, x11)
    return O


# de1cd16c: 4 of 4 demonstrations, -51.2 bits, stacking
def solve_de1cd16c(I):
    x1 = canvas(NINE, UNITY)
    x2 = rbind(toobject, I)
    x3 = compose(x2, outbox)
    x4 = compose(mostcolor, x3)
    x5 = objects(I, T, F, T)
    x6 = order(x5, numcolors)
    x7 = apply(x4, x6)
    x8 = mostcommon(x7)
    x9 = compose(toindices, normalize)
    x10 = totuple(x5)
    x11 = apply(x9, x10)
    x12 = mostcommon(x11)
    O = fill(x1, x8, x12)
    return O


# b8cdaf2b: 4 of 4 demonstrations, 139.4 bits, stacking
def solve_b8cdaf2b(I):
    x1 = leastcolor(I)
    x2 = objects(I, T, F, T)
    x3 = mapply(outbox, x2)
    x4 = mapply(dneighbors, x3)
    x5 = delta(x4)
    x6 = fill(I, x1, x5)
    x7 = mapply(inbox, x2)
    x8 = shift(x7, RIGHT)
    x9 = corners(x8)
    x10 = fill(x6, x1, x9)
    x11 = shift(x7, LEFT)
    x12 = corners(x11)
    O = fill(x10, x1, x12)
    return O


# 3631a71a: 4 of 4 demonstrations, -37.6 bits, bottom-up
def solve_3631a71a(I):
    x1 = lbind(recolor, NINE)
    x2 = rbind(ofcolor, NINE)
    x3 = compose(x1, x2)
    x4 = fork(difference, asobject, x3)
    x5 = x4(I)
    x6 = vmirror(x5)
    x7 = tojvec(TWO)
    x8 = shift(x6, x7)
    x9 = paint(I, x8)
    x10 = x4(x9)
    x11 = hmirror(x10)
    x12 = toivec(TWO)
    x13 = shift(x11, x12)
    O = paint(x9, x13)
    return O


# dbc1a6ce: 4 of 4 demonstrations, 2.5 bits, stacking
def solve_dbc1a6ce(I):
    x1 = ofcolor(I, ZERO)
    x2 = rbind(mfilter, vline)
    x3 = lbind(prapply, connect)
    x4 = fork(x3, toindices, toindices)
    x5 = compose(x2, x4)
    x6 = fgpartition(I)
    x7 = mapply(x5, x6)
    x8 = intersection(x1, x7)
    x9 = fill(I, EIGHT, x8)
    x10 = rbind(mfilter, hline)
    x11 = compose(x10, x4)
    x12 = mapply(x11, x6)
    x13 = intersection(x1, x12)
    O = fill(x9, EIGHT, x13)
    return O


# 0d3d703e: 4 of 4 demonstrations, 105.5 bits, bottom-up
def solve_0d3d703e(I):
    x1 = ofcolor(I, ONE)
    x2 = fill(I, FIVE, x1)
    x3 = ofcolor(I, TWO)
    x4 = fill(x2, SIX, x3)
    x5 = ofcolor(I, THREE)
    x6 = fill(x4, FOUR, x5)
    x7 = ofcolor(I, FOUR)
    x8 = fill(x6, THREE, x7)
    x9 = ofcolor(I, FIVE)
    x10 = fill(x8, ONE, x9)
    x11 = ofcolor(I, SIX)
    x12 = fill(x10, TWO, x11)
    x13 = ofcolor(I, EIGHT)
    x14 = fill(x12, NINE, x13)
    x15 = ofcolor(I, NINE)
    O = fill(x14, EIGHT, x15)
    return O


# b2862040: 4 of 4 demonstrations, -66.3 bits, stacking
def solve_b2862040(I):
    x1 = objects(I, T, F, T)
    x2 = objects(I, T, F, F)
    x3 = mostcolor(I)
    x4 = colorfilter(x2, x3)
    x5 = rbind(bordering, I)
    x6 = compose(flip, x5)
    x7 = sfilter(x4, x6)
    x8 = merge(x7)
    x9 = toindices(x8)
    x10 = rbind(intersection, x9)
    x11 = compose(x10, backdrop)
    x12 = chain(positive, size, x11)
    x13 = matcher(x12, ONE)
    x14 = sfilter(x1, x13)
    x15 = merge(x14)
    O = fill(I, EIGHT, x15)
    return O


# a9f96cdd: 4 of 4 demonstrations, 153.1 bits, stacking
def solve_a9f96cdd(I):
    x1 = replace(I, TWO, ZERO)
    x2 = rbind(shift, UP_RIGHT)
    x3 = compose(x2, toindices)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    x6 = fill(x1, SIX, x5)
    x7 = rbind(shift, UNITY)
    x8 = compose(x7, toindices)
    x9 = mapply(x8, x4)
    x10 = fill(x6, SEVEN, x9)
    x11 = rbind(shift, NEG_UNITY)
    x12 = compose(x11, toindices)
    x13 = mapply(x12, x4)
    x14 = fill(x10, THREE, x13)
    x15 = rbind(shift, DOWN_LEFT)
    x16 = compose(x15, toindices)
    x17 = mapply(x16, x4)
    O = fill(x14, EIGHT, x17)
    return O


# ae4f1146: 4 of 4 demonstrations, 162.1 bits, stacking
def solve_ae4f1146(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, leftmost)
    x3 = subgrid(x2, I)
    x4 = righthalf(I)
    x5 = objects(x4, T, F, T)
    x6 = mapply(delta, x5)
    x7 = fill(x3, ONE, x6)
    x8 = order(x5, size)
    x9 = get_nth(x8, ONE)
    x10 = fill(x7, EIGHT, x9)
    x11 = ofcolor(I, ONE)
    x12 = recolor(ONE, x11)
    x13 = shift(x12, DOWN)
    x14 = paint(x10, x13)
    x15 = trim(I)
    x16 = ofcolor(x15, ONE)
    x17 = recolor(ONE, x16)
    O = paint(x14, x17)
    return O


# f8b3ba0a: 4 of 4 demonstrations, 57.8 bits, stacking
def solve_f8b3ba0a(I):
    x1 = numcolors(I)
    x2 = interval(ZERO, x1, ONE)
    x3 = apply(toivec, x2)
    x4 = downscale(x3, TWO)
    x5 = compress(I)
    x6 = fgpartition(x5)
    x7 = argmax(x6, size)
    x8 = color(x7)
    x9 = canvas(ZERO, UNITY)
    x10 = asindices(x9)
    x11 = fill(x4, x8, x10)
    x12 = fgpartition(I)
    x13 = order(x12, size)
    x14 = get_nth(x13, ONE)
    x15 = mostcolor(x14)
    x16 = crop(I, ORIGIN, (3, 1))
    x17 = objects(x16, T, F, F)
    x18 = apply(center, x17)
    x19 = fill(x11, x15, x18)
    x20 = leastcolor(I)
    x21 = apply(llcorner, x17)
    O = fill(x19, x20, x21)
    return O


# ec883f72: 4 of 4 demonstrations, 156.8 bits, stacking
def solve_ec883f72(I):
    x1 = hmirror(I)
    x2 = index(x1, ORIGIN)
    x3 = ofcolor(I, ZERO)
    x4 = objects(I, T, T, F)
    x5 = apply(urcorner, x4)
    x6 = dmirror(x5)
    x7 = intersection(x3, x6)
    x8 = fill(I, x2, x7)
    x9 = mostcolor(I)
    x10 = palette(I)
    x11 = remove(x9, x10)
    x12 = first(x11)
    x13 = objects(I, T, F, T)
    x14 = mapply(outbox, x13)
    x15 = mapply(dneighbors, x14)
    x16 = delta(x15)
    x17 = fill(x8, x12, x16)
    x18 = asindices(I)
    x19 = difference(x18, x3)
    x20 = mapply(dneighbors, x19)
    x21 = delta(x20)
    O = fill(x17, x12, x21)
    return O


# 6773b310: 4 of 4 demonstrations, 320.1 bits, stacking
def solve_6773b310(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = objects(I, F, F, T)
    x3 = argmax(x2, size)
    x4 = shift(x3, RIGHT)
    x5 = fill(x1, ONE, x4)
    x6 = objects(I, T, F, T)
    x7 = order(x6, uppermost)
    x8 = get_nth(x7, ONE)
    x9 = fill(x5, ONE, x8)
    x10 = compress(I)
    x11 = frontiers(x10)
    x12 = apply(llcorner, x11)
    x13 = fill(x9, ONE, x12)
    x14 = downscale(I, THREE)
    x15 = rot270(x14)
    x16 = ofcolor(x15, SIX)
    x17 = fill(x13, ONE, x16)
    x18 = rot270(I)
    x19 = ofcolor(x18, SIX)
    x20 = recolor(SIX, x19)
    x21 = shift(x20, UP)
    O = fill(x17, ONE, x21)
    return O


# 54d9e175: 4 of 4 demonstrations, 33.7 bits, stacking
def solve_54d9e175(I):
    x1 = fork(recolor, color, outbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    x4 = underpaint(I, x3)
    x5 = compose(backdrop, outbox)
    x6 = apply(x5, x2)
    x7 = lbind(index, I)
    x8 = compose(x7, center)
    x9 = matcher(x8, ONE)
    x10 = sfilter(x6, x9)
    x11 = merge(x10)
    x12 = fill(x4, SIX, x11)
    x13 = matcher(x8, TWO)
    x14 = sfilter(x6, x13)
    x15 = merge(x14)
    x16 = fill(x12, SEVEN, x15)
    x17 = matcher(x8, THREE)
    x18 = sfilter(x6, x17)
    x19 = merge(x18)
    x20 = fill(x16, EIGHT, x19)
    x21 = matcher(x8, FOUR)
    x22 = sfilter(x6, x21)
    x23 = merge(x22)
    O = fill(x20, NINE, x23)
    return O


# a85d4709: 4 of 4 demonstrations, 209.0 bits, stacking
def solve_a85d4709(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = objects(I, T, F, T)
    x3 = rbind(bordering, I)
    x4 = matcher(x3, ZERO)
    x5 = sfilter(x2, x4)
    x6 = merge(x5)
    x7 = toindices(x6)
    x8 = mapply(hfrontier, x7)
    x9 = fill(x1, FOUR, x8)
    x10 = width(I)
    x11 = hupscale(I, x10)
    x12 = objects(x11, T, F, T)
    x13 = merge(x12)
    x14 = fill(x9, TWO, x13)
    x15 = lbind(mapply, hfrontier)
    x16 = compose(x15, toindices)
    x17 = objects(I, T, F, F)
    x18 = colorfilter(x17, ZERO)
    x19 = matcher(size, T)
    x20 = sfilter(x18, x19)
    x21 = mapply(x16, x20)
    x22 = fill(x14, FOUR, x21)
    x23 = ofcolor(x22, ZERO)
    O = fill(x22, THREE, x23)
    return O


# 2c608aff: 4 of 4 demonstrations, 231.9 bits, stacking
def solve_2c608aff(I):
    x1 = fgpartition(I)
    x2 = apply(llcorner, x1)
    x3 = underfill(I, ONE, x2)
    x4 = ofcolor(I, TWO)
    x5 = objects(I, T, F, T)
    x6 = apply(ulcorner, x5)
    x7 = delta(x6)
    x8 = intersection(x4, x7)
    x9 = fill(x3, EIGHT, x8)
    x10 = leastcolor(I)
    x11 = ofcolor(I, EIGHT)
    x12 = apply(center, x5)
    x13 = prapply(connect, x12, x12)
    x14 = fork(either, vline, hline)
    x15 = mfilter(x13, x14)
    x16 = intersection(x11, x15)
    x17 = fill(x9, x10, x16)
    x18 = index(I, ORIGIN)
    x19 = palette(I)
    x20 = remove(x18, x19)
    x21 = first(x20)
    x22 = ofcolor(I, ONE)
    x23 = mapply(box, x5)
    x24 = prapply(connect, x23, x23)
    x25 = mfilter(x24, x14)
    x26 = intersection(x22, x25)
    O = fill(x17, x21, x26)
    return O


# 29ec7d0e: 4 of 4 demonstrations, -28.7 bits, bottom-up
def solve_29ec7d0e(I):
    x1 = numcolors(I)
    x2 = decrement(x1)
    x3 = multiply(x2, DOWN)
    x4 = rbind(shift, x3)
    x5 = lbind(recolor, ZERO)
    x6 = rbind(ofcolor, ZERO)
    x7 = compose(x5, x6)
    x8 = fork(difference, asobject, x7)
    x9 = compose(x4, x8)
    x10 = fork(paint, identity, x9)
    x11 = invert(x3)
    x12 = rbind(shift, x11)
    x13 = compose(x12, x8)
    x14 = fork(paint, identity, x13)
    x15 = compose(x10, x14)
    x16 = power(x15, SIX)
    x17 = multiply(x2, RIGHT)
    x18 = rbind(shift, x17)
    x19 = compose(x18, x8)
    x20 = fork(paint, identity, x19)
    x21 = invert(x17)
    x22 = rbind(shift, x21)
    x23 = compose(x22, x8)
    x24 = fork(paint, identity, x23)
    x25 = compose(x20, x24)
    x26 = power(x25, SIX)
    x27 = x26(I)
    O = x16(x27)
    return O


# 85c4e7cd: 4 of 4 demonstrations, 251.2 bits, stacking
def solve_85c4e7cd(I):
    x1 = leastcolor(I)
    x2 = index(I, ORIGIN)
    x3 = switch(I, x1, x2)
    x4 = compose(inbox, toindices)
    x5 = fork(difference, toindices, x4)
    x6 = objects(I, T, F, T)
    x7 = matcher(color, THREE)
    x8 = sfilter(x6, x7)
    x9 = mapply(x5, x8)
    x10 = fill(x3, ONE, x9)
    x11 = matcher(color, TWO)
    x12 = sfilter(x6, x11)
    x13 = rbind(colorcount, FIVE)
    x14 = rbind(subgrid, I)
    x15 = compose(x13, x14)
    x16 = matcher(x15, 12)
    x17 = sfilter(x12, x16)
    x18 = mapply(inbox, x17)
    x19 = fill(x10, THREE, x18)
    x20 = argmax(x6, size)
    x21 = color(x20)
    x22 = order(x6, size)
    x23 = get_nth(x22, ONE)
    x24 = fill(x19, x21, x23)
    x25 = mostcolor(x23)
    x26 = fork(recolor, color, box)
    x27 = objects(I, F, F, T)
    x28 = mapply(x26, x27)
    O = fill(x24, x25, x28)
    return O


# 9af7a82c: 4 of 4 demonstrations, 363.1 bits, stacking
def solve_9af7a82c(I):
    x1 = objects(I, T, F, F)
    x2 = mostcolor(I)
    x3 = colorfilter(x1, x2)
    x4 = valmin(x3, size)
    x5 = numcolors(I)
    x6 = astuple(x4, x5)
    x7 = canvas(ZERO, x6)
    x8 = objects(I, T, F, T)
    x9 = argmin(x8, size)
    x10 = shift(x9, UP_RIGHT)
    x11 = shift(x10, UP)
    x12 = paint(x7, x11)
    x13 = argmin(x8, uppermost)
    x14 = shift(x13, RIGHT)
    x15 = dmirror(x14)
    x16 = paint(x12, x15)
    x17 = bottomhalf(I)
    x18 = objects(x17, T, F, T)
    x19 = mapply(outbox, x18)
    x20 = delta(x19)
    x21 = fill(x16, FOUR, x20)
    x22 = leastcolor(I)
    x23 = objects(I, F, F, T)
    x24 = apply(urcorner, x23)
    x25 = shift(x24, RIGHT)
    x26 = fill(x21, x22, x25)
    x27 = argmax(x8, size)
    x28 = color(x27)
    x29 = vfrontier(ORIGIN)
    x30 = toobject(x29, I)
    x31 = shift(x30, RIGHT)
    x32 = fill(x26, x28, x31)
    O = fill(x32, x2, x29)
    return O


# 99fa7670: 4 of 4 demonstrations, 301.3 bits, stacking
def solve_99fa7670(I):
    x1 = objects(I, T, F, T)
    x2 = lbind(sfilter, x1)
    x3 = lbind(compose, flip)
    x4 = lbind(matcher, color)
    x5 = compose(x4, color)
    x6 = chain(x2, x3, x5)
    x7 = lbind(lbind, manhattan)
    x8 = fork(argmin, x6, x7)
    x9 = compose(color, x8)
    x10 = rbind(shift, RIGHT)
    x11 = rbind(shift, UNITY)
    x12 = compose(x10, x11)
    x13 = fork(recolor, x9, x12)
    x14 = bottomhalf(I)
    x15 = objects(x14, T, F, T)
    x16 = mapply(x13, x15)
    x17 = paint(I, x16)
    x18 = argmin(x1, uppermost)
    x19 = mostcolor(x18)
    x20 = fork(connect, ulcorner, lrcorner)
    x21 = rbind(order, identity)
    x22 = hmirror(I)
    x23 = dmirror(x22)
    x24 = apply(x21, x23)
    x25 = objects(x24, T, F, T)
    x26 = mapply(x20, x25)
    x27 = fill(x17, x19, x26)
    x28 = argmax(x1, uppermost)
    x29 = shape(I)
    x30 = decrement(x29)
    x31 = lrcorner(x28)
    x32 = subtract(x30, x31)
    x33 = shift(x28, x32)
    x34 = paint(x27, x33)
    x35 = vmirror(I)
    x36 = objects(x35, T, F, T)
    x37 = argmax(x36, leftmost)
    x38 = shift(x37, UNITY)
    x39 = paint(x34, x38)
    x40 = rbind(shoot, RIGHT)
    x41 = compose(x40, center)
    x42 = fork(recolor, color, x41)
    x43 = mapply(x42, x1)
    O = paint(x39, x43)
    return O


# 1f0c79e5: 4 of 4 demonstrations, 457.2 bits, stacking
def solve_1f0c79e5(I):
    x1 = rbind(shoot, NEG_UNITY)
    x2 = lbind(mapply, x1)
    x3 = compose(x2, toindices)
    x4 = objects(I, F, F, T)
    x5 = rbind(colorcount, TWO)
    x6 = matcher(x5, THREE)
    x7 = sfilter(x4, x6)
    x8 = mapply(x3, x7)
    x9 = fill(I, SEVEN, x8)
    x10 = rbind(shoot, UP_RIGHT)
    x11 = lbind(mapply, x10)
    x12 = compose(x11, toindices)
    x13 = objects(I, T, T, T)
    x14 = sizefilter(x13, TWO)
    x15 = mapply(x12, x14)
    x16 = fill(x9, SIX, x15)
    x17 = objects(I, T, F, T)
    x18 = lbind(index, I)
    x19 = compose(x18, center)
    x20 = matcher(x19, SEVEN)
    x21 = sfilter(x17, x20)
    x22 = mapply(x12, x21)
    x23 = fill(x16, SEVEN, x22)
    x24 = halve((9, 9))
    x25 = index(I, x24)
    x26 = ofcolor(I, ZERO)
    x27 = mapply(backdrop, x17)
    x28 = asindices(I)
    x29 = outbox(x28)
    x30 = combine(x27, x29)
    x31 = rbind(intersection, x30)
    x32 = rbind(shoot, DOWN_LEFT)
    x33 = rbind(add, DOWN_LEFT)
    x34 = compose(x32, x33)
    x35 = compose(x31, x34)
    x36 = rbind(compose, initset)
    x37 = lbind(lbind, manhattan)
    x38 = chain(x36, x37, initset)
    x39 = fork(argmin, x35, x38)
    x40 = fork(connect, identity, x39)
    x41 = lbind(mapply, x40)
    x42 = compose(x41, toindices)
    x43 = fork(recolor, color, x42)
    x44 = mapply(x43, x17)
    x45 = toindices(x44)
    x46 = intersection(x26, x45)
    x47 = fill(x23, x25, x46)
    x48 = ofcolor(I, FOUR)
    x49 = mapply(x10, x48)
    x50 = fill(x47, FOUR, x49)
    x51 = rbind(shoot, UNITY)
    x52 = ofcolor(I, THREE)
    x53 = mapply(x51, x52)
    O = fill(x50, THREE, x53)
    return O


# c59eb873: 3 of 3 demonstrations, -68.6 bits, bottom-up
def solve_c59eb873(I):
    O = upscale(I, TWO)
    return O


# 1cf80156: 3 of 3 demonstrations, -76.2 bits, bottom-up
def solve_1cf80156(I):
    O = compress(I)
    return O


# 68b16354: 3 of 3 demonstrations, -106.9 bits, bottom-up
def solve_68b16354(I):
    O = hmirror(I)
    return O


# d10ecb37: 3 of 3 demonstrations, -70.7 bits, bottom-up
def solve_d10ecb37(I):
    O = crop(I, ORIGIN, TWO_BY_TWO)
    return O


# 67a3c6ac: 3 of 3 demonstrations, -106.9 bits, bottom-up
def solve_67a3c6ac(I):
    O = vmirror(I)
    return O


# a416b8f3: 3 of 3 demonstrations, -66.0 bits, bottom-up
def solve_a416b8f3(I):
    O = hconcat(I, I)
    return O


# b1948b0a: 3 of 3 demonstrations, -115.9 bits, bottom-up
def solve_b1948b0a(I):
    x1 = ofcolor(I, SIX)
    O = fill(I, TWO, x1)
    return O


# 5582e5ca: 3 of 3 demonstrations, -93.7 bits, bottom-up
def solve_5582e5ca(I):
    x1 = asobject(I)
    O = cover(I, x1)
    return O


# 7468f01a: 3 of 3 demonstrations, -69.2 bits, bottom-up
def solve_7468f01a(I):
    x1 = compress(I)
    O = vmirror(x1)
    return O


# c8f0f002: 3 of 3 demonstrations, -115.9 bits, bottom-up
def solve_c8f0f002(I):
    x1 = ofcolor(I, SEVEN)
    O = fill(I, FIVE, x1)
    return O


# f25fbde4: 3 of 3 demonstrations, -73.9 bits, bottom-up
def solve_f25fbde4(I):
    x1 = compress(I)
    O = upscale(x1, TWO)
    return O


# 28bf18c6: 3 of 3 demonstrations, -95.4 bits, bottom-up
def solve_28bf18c6(I):
    x1 = compress(I)
    O = hconcat(x1, x1)
    return O


# 6d75e8bb: 3 of 3 demonstrations, -94.6 bits, stacking
def solve_6d75e8bb(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    O = underfill(I, TWO, x2)
    return O


# 2dee498d: 3 of 3 demonstrations, -90.0 bits, bottom-up
def solve_2dee498d(I):
    x1 = height(I)
    x2 = astuple(x1, x1)
    O = crop(I, ORIGIN, x2)
    return O


# c1d99e64: 3 of 3 demonstrations, -103.3 bits, stacking
def solve_c1d99e64(I):
    x1 = frontiers(I)
    x2 = merge(x1)
    O = fill(I, TWO, x2)
    return O


# 63613498: 3 of 3 demonstrations, -21.7 bits, stacking
def solve_63613498(I):
    x1 = fgpartition(I)
    x2 = argmax(x1, leftmost)
    O = fill(I, FIVE, x2)
    return O


# 9f236235: 3 of 3 demonstrations, -64.7 bits, bottom-up
def solve_9f236235(I):
    x1 = downscale(I, FOUR)
    x2 = compress(x1)
    O = vmirror(x2)
    return O


# 32597951: 3 of 3 demonstrations, -62.9 bits, stacking
def solve_32597951(I):
    x1 = ofcolor(I, EIGHT)
    x2 = delta(x1)
    O = fill(I, THREE, x2)
    return O


# 1e0a9b12: 3 of 3 demonstrations, -7.1 bits, bottom-up
def solve_1e0a9b12(I):
    x1 = rbind(order, identity)
    x2 = dmirror(I)
    x3 = apply(x1, x2)
    O = dmirror(x3)
    return O


# 46f33fce: 3 of 3 demonstrations, 16.5 bits, bottom-up
def solve_46f33fce(I):
    x1 = cmirror(I)
    x2 = downscale(x1, TWO)
    x3 = upscale(x2, FOUR)
    O = cmirror(x3)
    return O


# 72ca375d: 3 of 3 demonstrations, -54.1 bits, bottom-up
def solve_72ca375d(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, numcolors)
    x3 = get_nth(x2, ONE)
    O = subgrid(x3, I)
    return O


# 4347f46a: 3 of 3 demonstrations, -87.2 bits, stacking
def solve_4347f46a(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = fill(I, ZERO, x3)
    return O


# d511f180: 3 of 3 demonstrations, -97.9 bits, bottom-up
def solve_d511f180(I):
    x1 = ofcolor(I, FIVE)
    x2 = fill(I, EIGHT, x1)
    x3 = ofcolor(I, EIGHT)
    O = fill(x2, FIVE, x3)
    return O


# 39a8645d: 3 of 3 demonstrations, -71.2 bits, stacking
def solve_39a8645d(I):
    x1 = objects(I, T, T, T)
    x2 = order(x1, leftmost)
    x3 = get_nth(x2, ONE)
    O = subgrid(x3, I)
    return O


# 1c786137: 3 of 3 demonstrations, 8.2 bits, bottom-up
def solve_1c786137(I):
    x1 = fgpartition(I)
    x2 = argmin(x1, height)
    x3 = subgrid(x2, I)
    O = trim(x3)
    return O


# e98196ab: 3 of 3 demonstrations, -82.4 bits, stacking
def solve_e98196ab(I):
    x1 = bottomhalf(I)
    x2 = fgpartition(I)
    x3 = merge(x2)
    O = paint(x1, x3)
    return O


# 50cb2852: 3 of 3 demonstrations, -87.2 bits, stacking
def solve_50cb2852(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = fill(I, EIGHT, x3)
    return O


# 7b7f7511: 3 of 3 demonstrations, -75.3 bits, bottom-up
def solve_7b7f7511(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    O = dmirror(x3)
    return O


# 67a423a3: 3 of 3 demonstrations, -85.9 bits, stacking
def solve_67a423a3(I):
    x1 = fgpartition(I)
    x2 = mapply(delta, x1)
    x3 = inbox(x2)
    O = fill(I, FOUR, x3)
    return O


# e3497940: 3 of 3 demonstrations, -44.7 bits, stacking
def solve_e3497940(I):
    x1 = vmirror(I)
    x2 = objects(x1, T, F, T)
    x3 = merge(x2)
    x4 = paint(I, x3)
    O = lefthalf(x4)
    return O


# a740d043: 3 of 3 demonstrations, -78.6 bits, bottom-up
def solve_a740d043(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = subgrid(x2, I)
    x4 = ofcolor(x3, ONE)
    O = fill(x3, ZERO, x4)
    return O


# 5521c0d9: 3 of 3 demonstrations, 21.0 bits, stacking
def solve_5521c0d9(I):
    x1 = vupscale(I, TWO)
    x2 = bottomhalf(x1)
    x3 = objects(I, T, F, T)
    x4 = mapply(toindices, x3)
    O = fill(x2, ZERO, x4)
    return O


# b230c067: 3 of 3 demonstrations, -68.8 bits, stacking
def solve_b230c067(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = fill(I, TWO, x2)
    x4 = ofcolor(x3, EIGHT)
    O = fill(x3, ONE, x4)
    return O


# 05f2a901: 3 of 3 demonstrations, -80.5 bits, goal
def solve_05f2a901(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = argmin(x1, size)
    x4 = gravitate(x2, x3)
    O = move(I, x2, x4)
    return O


# 780d0b14: 3 of 3 demonstrations, -40.2 bits, bottom-up
def solve_780d0b14(I):
    x1 = trim(I)
    x2 = downscale(x1, THREE)
    x3 = downscale(x2, THREE)
    x4 = ofcolor(x3, ZERO)
    O = fill(x3, EIGHT, x4)
    return O


# a79310a0: 3 of 3 demonstrations, -13.2 bits, stacking
def solve_a79310a0(I):
    x1 = replace(I, EIGHT, ZERO)
    x2 = rbind(shift, DOWN)
    x3 = objects(I, T, F, T)
    x4 = mapply(x2, x3)
    O = fill(x1, TWO, x4)
    return O


# 88a62173: 3 of 3 demonstrations, -38.3 bits, goal
def solve_88a62173(I):
    x1 = downscale(I, FOUR)
    x2 = downscale(I, THREE)
    x3 = compress(x2)
    x4 = asobject(x3)
    O = paint(x1, x4)
    return O


# 90c28cc7: 3 of 3 demonstrations, -46.5 bits, bottom-up
def solve_90c28cc7(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    x4 = dmirror(x3)
    O = compress(x4)
    return O


# dc1df850: 3 of 3 demonstrations, -65.7 bits, stacking
def solve_dc1df850(I):
    x1 = compose(inbox, toindices)
    x2 = objects(I, T, F, T)
    x3 = matcher(color, TWO)
    x4 = sfilter(x2, x3)
    x5 = mapply(x1, x4)
    O = fill(I, ONE, x5)
    return O


# 928ad970: 3 of 3 demonstrations, -44.9 bits, stacking
def solve_928ad970(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = color(x2)
    x4 = ofcolor(I, FIVE)
    x5 = inbox(x4)
    O = fill(I, x3, x5)
    return O


# 1fad071e: 3 of 3 demonstrations, 12.5 bits, stacking
def solve_1fad071e(I):
    x1 = canvas(ZERO, (1, 5))
    x2 = lefthalf(I)
    x3 = objects(x2, T, F, T)
    x4 = mapply(inbox, x3)
    x5 = shift(x4, NEG_UNITY)
    O = fill(x1, ONE, x5)
    return O


# b94a9452: 3 of 3 demonstrations, -87.4 bits, stacking
def solve_b94a9452(I):
    x1 = compress(I)
    x2 = leastcolor(I)
    x3 = objects(I, T, F, T)
    x4 = argmax(x3, size)
    x5 = color(x4)
    O = switch(x1, x2, x5)
    return O


# d037b0a7: 3 of 3 demonstrations, -35.7 bits, stacking
def solve_d037b0a7(I):
    x1 = rbind(shoot, DOWN)
    x2 = compose(x1, center)
    x3 = fork(recolor, color, x2)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    O = paint(I, x5)
    return O


# b9b7f026: 3 of 3 demonstrations, -40.3 bits, goal
def solve_b9b7f026(I):
    x1 = crop(I, ORIGIN, UNITY)
    x2 = objects(I, T, F, T)
    x3 = compose(size, delta)
    x4 = argmax(x2, x3)
    x5 = normalize(x4)
    O = paint(x1, x5)
    return O


# d13f3404: 3 of 3 demonstrations, -4.0 bits, stacking
def solve_d13f3404(I):
    x1 = canvas(ZERO, (6, 6))
    x2 = rbind(shoot, UNITY)
    x3 = compose(x2, center)
    x4 = fork(recolor, color, x3)
    x5 = objects(I, T, F, T)
    x6 = mapply(x4, x5)
    O = paint(x1, x6)
    return O


# f76d97a5: 3 of 3 demonstrations, -80.6 bits, bottom-up
def solve_f76d97a5(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = color(x2)
    x4 = mostcolor(I)
    x5 = switch(I, x3, x4)
    x6 = ofcolor(x5, FIVE)
    O = fill(x5, ZERO, x6)
    return O


# 1b60fb0c: 3 of 3 demonstrations, 0.6 bits, stacking
def solve_1b60fb0c(I):
    x1 = ofcolor(I, ZERO)
    x2 = compose(vmirror, toindices)
    x3 = dmirror(I)
    x4 = objects(x3, T, F, T)
    x5 = mapply(x2, x4)
    x6 = intersection(x1, x5)
    O = fill(I, TWO, x6)
    return O


# 1f876c06: 3 of 3 demonstrations, -65.0 bits, stacking
def solve_1f876c06(I):
    x1 = lbind(prapply, connect)
    x2 = fork(x1, toindices, toindices)
    x3 = compose(merge, x2)
    x4 = fork(recolor, color, x3)
    x5 = fgpartition(I)
    x6 = mapply(x4, x5)
    O = paint(I, x6)
    return O


# f8ff0b80: 3 of 3 demonstrations, -2.3 bits, stacking
def solve_f8ff0b80(I):
    x1 = rbind(canvas, UNITY)
    x2 = compose(x1, color)
    x3 = objects(I, T, T, T)
    x4 = compose(invert, size)
    x5 = order(x3, x4)
    x6 = apply(x2, x5)
    O = merge(x6)
    return O


# 681b3aeb: 3 of 3 demonstrations, -4.0 bits, stacking
def solve_681b3aeb(I):
    x1 = downscale(I, FOUR)
    x2 = upscale(x1, THREE)
    x3 = compress(x2)
    x4 = objects(I, T, F, T)
    x5 = argmin(x4, leftmost)
    x6 = normalize(x5)
    O = paint(x3, x6)
    return O


# d6ad076f: 3 of 3 demonstrations, -53.8 bits, stacking
def solve_d6ad076f(I):
    x1 = ofcolor(I, ZERO)
    x2 = objects(I, T, F, T)
    x3 = mapply(inbox, x2)
    x4 = prapply(connect, x3, x3)
    x5 = merge(x4)
    x6 = intersection(x1, x5)
    O = fill(I, EIGHT, x6)
    return O


# d23f8c26: 3 of 3 demonstrations, 45.4 bits, stacking
def solve_d23f8c26(I):
    x1 = ofcolor(I, SIX)
    x2 = mapply(ineighbors, x1)
    x3 = mapply(ineighbors, x2)
    x4 = fill(I, ZERO, x3)
    x5 = ofcolor(I, ZERO)
    x6 = recolor(ZERO, x5)
    x7 = vmirror(x6)
    O = paint(x4, x7)
    return O


# 54d82841: 3 of 3 demonstrations, -4.6 bits, stacking
def solve_54d82841(I):
    x1 = compose(vfrontier, center)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    x4 = frontiers(I)
    x5 = argmax(x4, uppermost)
    x6 = toindices(x5)
    x7 = intersection(x3, x6)
    O = fill(I, FOUR, x7)
    return O


# f5b8619d: 3 of 3 demonstrations, -19.0 bits, stacking
def solve_f5b8619d(I):
    x1 = vconcat(I, I)
    x2 = hconcat(x1, x1)
    x3 = ofcolor(x2, ZERO)
    x4 = objects(x2, T, F, T)
    x5 = mapply(backdrop, x4)
    x6 = mapply(vfrontier, x5)
    x7 = intersection(x3, x6)
    O = fill(x2, EIGHT, x7)
    return O


# a5313dff: 3 of 3 demonstrations, -81.2 bits, stacking
def solve_a5313dff(I):
    x1 = objects(I, T, F, F)
    x2 = mostcolor(I)
    x3 = colorfilter(x1, x2)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter(x3, x5)
    x7 = merge(x6)
    O = fill(I, ONE, x7)
    return O


# c3e719e8: 3 of 3 demonstrations, -9.4 bits, stacking
def solve_c3e719e8(I):
    x1 = hconcat(I, I)
    x2 = hconcat(I, x1)
    x3 = vconcat(x2, x2)
    x4 = vconcat(x2, x3)
    x5 = upscale(I, THREE)
    x6 = objects(x5, T, F, T)
    x7 = merge(x6)
    O = fill(x4, ZERO, x7)
    return O


# e8593010: 3 of 3 demonstrations, -16.8 bits, stacking
def solve_e8593010(I):
    x1 = replace(I, ZERO, TWO)
    x2 = objects(I, T, F, T)
    x3 = sizefilter(x2, THREE)
    x4 = merge(x3)
    x5 = fill(x1, ONE, x4)
    x6 = sizefilter(x2, ONE)
    x7 = merge(x6)
    O = fill(x5, THREE, x7)
    return O


# 22168020: 3 of 3 demonstrations, -57.3 bits, stacking
def solve_22168020(I):
    x1 = rbind(mfilter, hline)
    x2 = lbind(prapply, connect)
    x3 = fork(x2, toindices, toindices)
    x4 = compose(x1, x3)
    x5 = fork(recolor, color, x4)
    x6 = objects(I, T, T, T)
    x7 = mapply(x5, x6)
    O = paint(I, x7)
    return O


# ea786f4a: 3 of 3 demonstrations, -57.1 bits, stacking
def solve_ea786f4a(I):
    x1 = width(I)
    x2 = decrement(x1)
    x3 = tojvec(x2)
    x4 = shoot(x3, DOWN_LEFT)
    x5 = fill(I, ZERO, x4)
    x6 = objects(x5, T, T, T)
    x7 = mapply(hmirror, x6)
    O = paint(x5, x7)
    return O


# d2abd087: 3 of 3 demonstrations, -61.3 bits, stacking
def solve_d2abd087(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, SIX)
    x3 = merge(x2)
    x4 = fill(I, TWO, x3)
    x5 = ofcolor(I, FIVE)
    x6 = toindices(x3)
    x7 = difference(x5, x6)
    O = fill(x4, ONE, x7)
    return O


# 22eb0ac0: 3 of 3 demonstrations, -47.8 bits, stacking
def solve_22eb0ac0(I):
    x1 = rbind(mfilter, hline)
    x2 = lbind(prapply, connect)
    x3 = fork(x2, toindices, toindices)
    x4 = compose(x1, x3)
    x5 = fork(recolor, color, x4)
    x6 = fgpartition(I)
    x7 = mapply(x5, x6)
    O = paint(I, x7)
    return O


# 0520fde7: 3 of 3 demonstrations, -39.7 bits, goal
def solve_0520fde7(I):
    x1 = lefthalf(I)
    x2 = ofcolor(x1, ONE)
    x3 = righthalf(I)
    x4 = ofcolor(x3, ZERO)
    x5 = intersection(x2, x4)
    x6 = fill(x1, ZERO, x5)
    x7 = ofcolor(x6, ONE)
    O = fill(x6, TWO, x7)
    return O


# 83302e8f: 3 of 3 demonstrations, -21.5 bits, stacking
def solve_83302e8f(I):
    x1 = replace(I, ZERO, FOUR)
    x2 = objects(I, T, F, F)
    x3 = colorfilter(x2, ZERO)
    x4 = compose(size, delta)
    x5 = matcher(x4, ZERO)
    x6 = sfilter(x3, x5)
    x7 = merge(x6)
    O = fill(x1, THREE, x7)
    return O


# 9ecd008a: 3 of 3 demonstrations, -84.3 bits, bottom-up
def solve_9ecd008a(I):
    x1 = ofcolor(I, ZERO)
    x2 = shape(I)
    x3 = canvas(ZERO, x2)
    x4 = vconcat(I, x3)
    x5 = objects(x4, F, F, T)
    x6 = mapply(vmirror, x5)
    x7 = paint(I, x6)
    O = subgrid(x1, x7)
    return O


# 2281f1f4: 3 of 3 demonstrations, -32.4 bits, stacking
def solve_2281f1f4(I):
    x1 = frontiers(I)
    x2 = merge(x1)
    x3 = delta(x2)
    x4 = underfill(I, TWO, x3)
    x5 = ofcolor(x4, TWO)
    x6 = asindices(x4)
    x7 = corners(x6)
    x8 = intersection(x5, x7)
    O = fill(x4, ZERO, x8)
    return O


# a699fb00: 3 of 3 demonstrations, -37.6 bits, stacking
def solve_a699fb00(I):
    x1 = ofcolor(I, ZERO)
    x2 = rbind(mfilter, hline)
    x3 = lbind(prapply, connect)
    x4 = fork(x3, toindices, toindices)
    x5 = compose(x2, x4)
    x6 = fgpartition(I)
    x7 = mapply(x5, x6)
    x8 = intersection(x1, x7)
    O = fill(I, TWO, x8)
    return O


# 6e82a1ae: 3 of 3 demonstrations, -29.8 bits, stacking
def solve_6e82a1ae(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, TWO)
    x3 = merge(x2)
    x4 = fill(I, THREE, x3)
    x5 = sizefilter(x1, THREE)
    x6 = merge(x5)
    x7 = fill(x4, TWO, x6)
    x8 = ofcolor(x7, FIVE)
    O = fill(x7, ONE, x8)
    return O


# ded97339: 3 of 3 demonstrations, -85.1 bits, stacking
def solve_ded97339(I):
    x1 = fork(either, vline, hline)
    x2 = rbind(mfilter, x1)
    x3 = lbind(prapply, connect)
    x4 = fork(x3, toindices, toindices)
    x5 = compose(x2, x4)
    x6 = fork(recolor, color, x5)
    x7 = fgpartition(I)
    x8 = mapply(x6, x7)
    O = paint(I, x8)
    return O


# 445eab21: 3 of 3 demonstrations, -83.3 bits, bottom-up
def solve_445eab21(S, I, C):
    x1 = canvas(FOUR, TWO_BY_TWO)
    x2 = leastcolor(I)
    x3 = c_iz_n(S, p_g, first)
    x4 = palette(I)
    x5 = remove(x3, x4)
    x6 = remove(x2, x5)
    x7 = first(x6)
    x8 = ofcolor(x1, FOUR)
    O = fill(x1, x7, x8)
    return O


# 5117e062: 3 of 3 demonstrations, -66.2 bits, stacking
def solve_5117e062(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, numcolors)
    x3 = subgrid(x2, I)
    x4 = objects(I, T, F, T)
    x5 = totuple(x4)
    x6 = apply(color, x5)
    x7 = mostcommon(x6)
    x8 = ofcolor(x3, EIGHT)
    O = fill(x3, x7, x8)
    return O


# 88a10436: 3 of 3 demonstrations, -67.7 bits, stacking
def solve_88a10436(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, size)
    x3 = center(x2)
    x4 = invert(x3)
    x5 = shift(x2, x4)
    x6 = lbind(shift, x5)
    x7 = compose(x6, center)
    x8 = mapply(x7, x1)
    O = paint(I, x8)
    return O


# c0f76784: 3 of 3 demonstrations, -8.5 bits, stacking
def solve_c0f76784(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    x3 = underfill(I, EIGHT, x2)
    x4 = objects(x3, T, F, T)
    x5 = sizefilter(x4, ONE)
    x6 = merge(x5)
    x7 = fill(x3, SIX, x6)
    x8 = sizefilter(x4, FOUR)
    x9 = merge(x8)
    O = fill(x7, SEVEN, x9)
    return O


# 91714a58: 3 of 3 demonstrations, 28.5 bits, stacking
def solve_91714a58(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = shift(x2, RIGHT)
    x4 = fill(I, ZERO, x3)
    x5 = objects(I, T, F, T)
    x6 = lbind(greater, TEN)
    x7 = compose(x6, size)
    x8 = sfilter(x5, x7)
    x9 = merge(x8)
    O = fill(x4, ZERO, x9)
    return O


# fcb5c309: 3 of 3 demonstrations, -13.3 bits, bottom-up
def solve_fcb5c309(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = subgrid(x2, I)
    x4 = ofcolor(x3, ONE)
    x5 = fill(x3, THREE, x4)
    x6 = leastcolor(I)
    x7 = ofcolor(x3, TWO)
    x8 = fill(x5, x6, x7)
    x9 = ofcolor(x5, THREE)
    O = fill(x8, x6, x9)
    return O


# 4be741c5: 3 of 3 demonstrations, 42.6 bits, stacking
def solve_4be741c5(I):
    x1 = hsplit(I, FIVE)
    x2 = get_nth(x1, TWO)
    x3 = dedupe(x2)
    x4 = downscale(I, THREE)
    x5 = objects(x4, T, F, T)
    x6 = mapply(delta, x5)
    x7 = fill(x3, EIGHT, x6)
    x8 = frontiers(I)
    x9 = argmin(x8, ulcorner)
    O = paint(x7, x9)
    return O


# bda2d7a6: 3 of 3 demonstrations, -43.3 bits, stacking
def solve_bda2d7a6(I):
    x1 = leastcolor(I)
    x2 = index(I, ORIGIN)
    x3 = switch(I, x1, x2)
    x4 = rbind(toobject, I)
    x5 = compose(x4, outbox)
    x6 = compose(mostcolor, x5)
    x7 = fork(recolor, x6, toindices)
    x8 = objects(I, T, F, T)
    x9 = mapply(x7, x8)
    O = paint(x3, x9)
    return O


# d90796e8: 3 of 3 demonstrations, 31.8 bits, stacking
def solve_d90796e8(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    x3 = ofcolor(I, TWO)
    x4 = mapply(dneighbors, x3)
    x5 = intersection(x2, x4)
    x6 = fill(I, EIGHT, x5)
    x7 = partition(I)
    x8 = mapply(inbox, x7)
    x9 = intersection(x3, x8)
    O = fill(x6, ZERO, x9)
    return O


# 7b6016b9: 3 of 3 demonstrations, -55.4 bits, stacking
def solve_7b6016b9(I):
    x1 = replace(I, ZERO, THREE)
    x2 = objects(I, T, F, F)
    x3 = mostcolor(I)
    x4 = colorfilter(x2, x3)
    x5 = rbind(bordering, I)
    x6 = compose(flip, x5)
    x7 = sfilter(x4, x6)
    x8 = merge(x7)
    x9 = toindices(x8)
    O = fill(x1, TWO, x9)
    return O


# 0ca9ddb6: 3 of 3 demonstrations, -13.8 bits, stacking
def solve_0ca9ddb6(I):
    x1 = lbind(mapply, ineighbors)
    x2 = compose(x1, toindices)
    x3 = objects(I, T, F, T)
    x4 = matcher(color, TWO)
    x5 = sfilter(x3, x4)
    x6 = mapply(x2, x5)
    x7 = fill(I, FOUR, x6)
    x8 = ofcolor(x7, ONE)
    x9 = mapply(dneighbors, x8)
    O = fill(x7, SEVEN, x9)
    return O


# 3906de3d: 3 of 3 demonstrations, 11.5 bits, goal
def solve_3906de3d(I):
    x1 = replace(I, ZERO, TWO)
    x2 = rbind(order, identity)
    x3 = rot90(I)
    x4 = apply(x2, x3)
    x5 = dmirror(x4)
    x6 = hmirror(x5)
    x7 = ofcolor(x6, ZERO)
    x8 = replace(I, TWO, ZERO)
    x9 = ofcolor(x8, ZERO)
    x10 = intersection(x7, x9)
    O = fill(x1, ZERO, x10)
    return O


# cce03e0d: 3 of 3 demonstrations, -34.9 bits, goal
def solve_cce03e0d(I):
    x1 = hconcat(I, I)
    x2 = hconcat(I, x1)
    x3 = vconcat(x2, x2)
    x4 = vconcat(x2, x3)
    x5 = lbind(recolor, TWO)
    x6 = rbind(ofcolor, TWO)
    x7 = compose(x5, x6)
    x8 = fork(difference, asobject, x7)
    x9 = x8(I)
    x10 = upscale(x9, THREE)
    O = fill(x4, ZERO, x10)
    return O


# 48d8fb45: 3 of 3 demonstrations, 43.5 bits, augmentation
def solve_48d8fb45(I):
    x1 = vmirror(I)
    x2 = downscale(x1, FOUR)
    x3 = hmirror(x2)
    x4 = objects(x1, T, F, T)
    x5 = argmax(x4, height)
    x6 = paint(x3, x5)
    x7 = righthalf(I)
    x8 = fgpartition(x7)
    x9 = argmax(x8, size)
    x10 = normalize(x9)
    O = paint(x6, x10)
    return O


# 11852cab: 3 of 3 demonstrations, -79.0 bits, bottom-up
def solve_11852cab(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = vmirror(x2)
    x4 = paint(I, x3)
    x5 = lbind(recolor, ZERO)
    x6 = rbind(ofcolor, ZERO)
    x7 = compose(x5, x6)
    x8 = fork(difference, asobject, x7)
    x9 = x8(x4)
    x10 = hmirror(x9)
    O = paint(x4, x10)
    return O


# d4a91cb9: 3 of 3 demonstrations, 70.6 bits, stacking
def solve_d4a91cb9(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    x3 = delta(x2)
    x4 = ofcolor(I, EIGHT)
    x5 = mapply(vfrontier, x4)
    x6 = intersection(x3, x5)
    x7 = fill(I, FOUR, x6)
    x8 = ofcolor(I, TWO)
    x9 = mapply(hfrontier, x8)
    x10 = intersection(x3, x9)
    O = fill(x7, FOUR, x10)
    return O


# 2dc579da: 3 of 3 demonstrations, -47.0 bits, stacking
def solve_2dc579da(I):
    x1 = rbind(subgrid, I)
    x2 = shape(I)
    x3 = canvas(ONE, x2)
    x4 = objects(I, T, F, T)
    x5 = argmax(x4, size)
    x6 = fill(x3, ZERO, x5)
    x7 = objects(x6, T, F, F)
    x8 = colorfilter(x7, ONE)
    x9 = order(x8, ulcorner)
    x10 = apply(x1, x9)
    O = argmax(x10, numcolors)
    return O


# 3bd67248: 3 of 3 demonstrations, 51.3 bits, stacking
def solve_3bd67248(I):
    x1 = ofcolor(I, ZERO)
    x2 = width(I)
    x3 = decrement(x2)
    x4 = tojvec(x3)
    x5 = shoot(x4, DOWN_LEFT)
    x6 = intersection(x1, x5)
    x7 = fill(I, TWO, x6)
    x8 = frontiers(I)
    x9 = apply(llcorner, x8)
    x10 = intersection(x1, x9)
    O = fill(x7, FOUR, x10)
    return O


# d5d6de2d: 3 of 3 demonstrations, -56.9 bits, stacking
def solve_d5d6de2d(I):
    x1 = objects(I, T, F, F)
    x2 = mostcolor(I)
    x3 = colorfilter(x1, x2)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter(x3, x5)
    x7 = merge(x6)
    x8 = fill(I, THREE, x7)
    x9 = objects(I, T, F, T)
    x10 = mapply(box, x9)
    O = fill(x8, ZERO, x10)
    return O


# a5f85a15: 3 of 3 demonstrations, -26.8 bits, stacking
def solve_a5f85a15(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = color(x2)
    x4 = ofcolor(I, x3)
    x5 = mostcolor(I)
    x6 = rbind(subtract, x5)
    x7 = compose(x6, last)
    x8 = compose(even, x7)
    x9 = compose(flip, x8)
    x10 = sfilter(x4, x9)
    O = fill(I, FOUR, x10)
    return O


# 7f4411dc: 3 of 3 demonstrations, 80.8 bits, stacking
def solve_7f4411dc(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    x4 = cover(I, x3)
    x5 = matcher(color, FIVE)
    x6 = sfilter(x1, x5)
    x7 = apply(lrcorner, x6)
    x8 = fill(x4, ZERO, x7)
    x9 = mapply(delta, x1)
    x10 = shift(x9, RIGHT)
    O = fill(x8, ZERO, x10)
    return O


# b548a754: 3 of 3 demonstrations, 25.9 bits, augmentation
def solve_b548a754(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = color(x2)
    x4 = mapply(backdrop, x1)
    x5 = box(x4)
    x6 = fill(I, x3, x5)
    x7 = leastcolor(x6)
    x8 = objects(x6, T, F, T)
    x9 = mapply(delta, x8)
    x10 = backdrop(x9)
    O = fill(x6, x7, x10)
    return O


# ff805c23: 3 of 3 demonstrations, -66.2 bits, bottom-up
def solve_ff805c23(I):
    x1 = ofcolor(I, ONE)
    x2 = lbind(recolor, ONE)
    x3 = rbind(ofcolor, ONE)
    x4 = compose(x2, x3)
    x5 = fork(difference, asobject, x4)
    x6 = x5(I)
    x7 = vmirror(x6)
    x8 = paint(I, x7)
    x9 = x5(x8)
    x10 = hmirror(x9)
    x11 = paint(x8, x10)
    O = subgrid(x1, x11)
    return O


# 5ad4f10b: 3 of 3 demonstrations, 154.5 bits, stacking
def solve_5ad4f10b(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = ofcolor(I, TWO)
    x3 = shift(x2, LEFT)
    x4 = mapply(dneighbors, x3)
    x5 = fill(x1, TWO, x4)
    x6 = tophalf(I)
    x7 = leastcolor(x6)
    x8 = downscale(I, FOUR)
    x9 = fgpartition(x8)
    x10 = argmax(x9, size)
    x11 = normalize(x10)
    O = fill(x5, x7, x11)
    return O


# dc0a314f: 3 of 3 demonstrations, -66.2 bits, bottom-up
def solve_dc0a314f(I):
    x1 = ofcolor(I, THREE)
    x2 = lbind(recolor, THREE)
    x3 = rbind(ofcolor, THREE)
    x4 = compose(x2, x3)
    x5 = fork(difference, asobject, x4)
    x6 = x5(I)
    x7 = vmirror(x6)
    x8 = paint(I, x7)
    x9 = x5(x8)
    x10 = hmirror(x9)
    x11 = paint(x8, x10)
    O = subgrid(x1, x11)
    return O


# 444801d8: 3 of 3 demonstrations, 5.3 bits, stacking
def solve_444801d8(I):
    x1 = rbind(subgrid, I)
    x2 = compose(leastcolor, x1)
    x3 = compose(backdrop, toindices)
    x4 = fork(recolor, x2, x3)
    x5 = objects(I, F, F, T)
    x6 = mapply(x4, x5)
    x7 = shift(x6, UP)
    x8 = ofcolor(I, ZERO)
    x9 = rbind(contained, x8)
    x10 = compose(x9, last)
    x11 = sfilter(x7, x10)
    O = paint(I, x11)
    return O


# 2204b7a8: 3 of 3 demonstrations, -13.8 bits, bottom-up
def solve_2204b7a8(I):
    x1 = objects(I, T, F, T)
    x2 = lbind(sfilter, x1)
    x3 = lbind(compose, flip)
    x4 = lbind(matcher, color)
    x5 = compose(x4, color)
    x6 = chain(x2, x3, x5)
    x7 = lbind(lbind, manhattan)
    x8 = fork(argmin, x6, x7)
    x9 = compose(color, x8)
    x10 = fork(recolor, x9, toindices)
    x11 = sizefilter(x1, ONE)
    x12 = mapply(x10, x11)
    O = paint(I, x12)
    return O


# 73251a56: 3 of 3 demonstrations, 67.9 bits, stacking
def solve_73251a56(I):
    x1 = ofcolor(I, ZERO)
    x2 = recolor(ZERO, x1)
    x3 = cover(I, x2)
    x4 = index(I, ORIGIN)
    x5 = shape(I)
    x6 = decrement(x5)
    x7 = connect(ORIGIN, x6)
    x8 = fill(x3, x4, x7)
    x9 = canvas(ZERO, x5)
    x10 = vconcat(I, x9)
    x11 = objects(x10, F, F, T)
    x12 = mapply(dmirror, x11)
    O = paint(x8, x12)
    return O


# 760b3cac: 3 of 3 demonstrations, 90.3 bits, stacking
def solve_760b3cac(I):
    x1 = compress(I)
    x2 = mostcolor(x1)
    x3 = objects(I, T, F, T)
    x4 = argmax(x3, size)
    x5 = vmirror(x4)
    x6 = tojvec(THREE)
    x7 = shift(x5, x6)
    x8 = fill(I, x2, x7)
    x9 = objects(I, T, T, F)
    x10 = argmin(x9, lowermost)
    x11 = vmirror(x10)
    x12 = normalize(x11)
    O = paint(x8, x12)
    return O


# ce9e57f2: 3 of 3 demonstrations, 121.5 bits, stacking
def solve_ce9e57f2(I):
    x1 = objects(I, T, F, T)
    x2 = apply(llcorner, x1)
    x3 = fill(I, EIGHT, x2)
    x4 = compose(even, size)
    x5 = sfilter(x1, x4)
    x6 = apply(center, x5)
    x7 = fill(x3, EIGHT, x6)
    x8 = mapply(backdrop, x1)
    x9 = rbind(shoot, UP)
    x10 = compose(x9, center)
    x11 = mapply(x10, x1)
    x12 = difference(x8, x11)
    O = fill(x7, EIGHT, x12)
    return O


# d0f5fe59: 3 of 3 demonstrations, 152.1 bits, stacking
def solve_d0f5fe59(I):
    x1 = tophalf(I)
    x2 = tophalf(x1)
    x3 = height(x2)
    x4 = astuple(x3, x3)
    x5 = canvas(ZERO, x4)
    x6 = dedupe(I)
    x7 = objects(x6, T, F, T)
    x8 = mapply(inbox, x7)
    x9 = fill(x5, EIGHT, x8)
    x10 = downscale(I, TWO)
    x11 = objects(x10, T, F, F)
    x12 = apply(ulcorner, x11)
    O = fill(x9, EIGHT, x12)
    return O


# 178fcbfb: 3 of 3 demonstrations, 46.7 bits, stacking
def solve_178fcbfb(I):
    x1 = ofcolor(I, TWO)
    x2 = mapply(vfrontier, x1)
    x3 = lbind(mapply, hfrontier)
    x4 = compose(x3, toindices)
    x5 = fork(recolor, color, x4)
    x6 = fgpartition(I)
    x7 = rbind(colorcount, TWO)
    x8 = matcher(x7, ZERO)
    x9 = sfilter(x6, x8)
    x10 = mapply(x5, x9)
    x11 = toindices(x10)
    x12 = difference(x2, x11)
    x13 = fill(I, TWO, x12)
    O = paint(x13, x10)
    return O


# ddf7fa4f: 3 of 3 demonstrations, -75.0 bits, stacking
def solve_ddf7fa4f(I):
    x1 = objects(I, T, F, T)
    x2 = lbind(sfilter, x1)
    x3 = lbind(compose, flip)
    x4 = lbind(matcher, color)
    x5 = compose(x4, color)
    x6 = chain(x2, x3, x5)
    x7 = lbind(lbind, manhattan)
    x8 = fork(argmin, x6, x7)
    x9 = compose(color, x8)
    x10 = fork(recolor, x9, toindices)
    x11 = matcher(color, FIVE)
    x12 = sfilter(x1, x11)
    x13 = mapply(x10, x12)
    O = paint(I, x13)
    return O


# 5c0a986e: 3 of 3 demonstrations, 102.7 bits, stacking
def solve_5c0a986e(I):
    x1 = rbind(shoot, UNITY)
    x2 = compose(x1, center)
    x3 = objects(I, T, F, T)
    x4 = mapply(x2, x3)
    x5 = ofcolor(I, TWO)
    x6 = mapply(x1, x5)
    x7 = intersection(x4, x6)
    x8 = fill(I, TWO, x7)
    x9 = rbind(shoot, NEG_UNITY)
    x10 = compose(x9, center)
    x11 = mapply(x10, x3)
    x12 = ofcolor(I, ONE)
    x13 = mapply(x9, x12)
    x14 = intersection(x11, x13)
    O = fill(x8, ONE, x14)
    return O


# 95990924: 3 of 3 demonstrations, 157.7 bits, stacking
def solve_95990924(I):
    x1 = dmirror(I)
    x2 = compose(lrcorner, outbox)
    x3 = objects(x1, T, F, T)
    x4 = apply(x2, x3)
    x5 = fill(x1, FOUR, x4)
    x6 = compose(llcorner, outbox)
    x7 = apply(x6, x3)
    x8 = fill(x5, TWO, x7)
    x9 = compose(urcorner, outbox)
    x10 = apply(x9, x3)
    x11 = fill(x8, THREE, x10)
    x12 = compose(ulcorner, outbox)
    x13 = apply(x12, x3)
    x14 = fill(x11, ONE, x13)
    O = dmirror(x14)
    return O


# 810b9b61: 3 of 3 demonstrations, -52.7 bits, stacking
def solve_810b9b61(I):
    x1 = objects(I, T, F, T)
    x2 = objects(I, T, F, F)
    x3 = mostcolor(I)
    x4 = colorfilter(x2, x3)
    x5 = rbind(bordering, I)
    x6 = compose(flip, x5)
    x7 = sfilter(x4, x6)
    x8 = merge(x7)
    x9 = toindices(x8)
    x10 = rbind(intersection, x9)
    x11 = compose(x10, backdrop)
    x12 = chain(positive, size, x11)
    x13 = matcher(x12, ONE)
    x14 = sfilter(x1, x13)
    x15 = merge(x14)
    O = fill(I, THREE, x15)
    return O


# 8d5021e8: 3 of 3 demonstrations, 84.0 bits, stacking
def solve_8d5021e8(I):
    x1 = vconcat(I, I)
    x2 = vconcat(I, x1)
    x3 = hconcat(x2, x2)
    x4 = hmirror(x3)
    x5 = asobject(I)
    x6 = shape(I)
    x7 = shift(x5, x6)
    x8 = paint(x4, x7)
    x9 = rot180(x2)
    x10 = asobject(x9)
    x11 = paint(x8, x10)
    x12 = hmirror(I)
    x13 = vconcat(x12, I)
    x14 = asobject(x13)
    x15 = vmirror(x14)
    O = paint(x11, x15)
    return O


# 31aa019c: 3 of 3 demonstrations, 101.7 bits, stacking
def solve_31aa019c(I):
    x1 = objects(I, F, T, T)
    x2 = leastcolor(I)
    x3 = rbind(colorcount, x2)
    x4 = compose(x3, identity)
    x5 = matcher(x4, ZERO)
    x6 = sfilter(x1, x5)
    x7 = merge(x6)
    x8 = cover(I, x7)
    x9 = compose(outbox, outbox)
    x10 = fgpartition(I)
    x11 = sizefilter(x10, ONE)
    x12 = mapply(x9, x11)
    x13 = fill(x8, ZERO, x12)
    x14 = ofcolor(I, x2)
    x15 = inbox(x14)
    O = fill(x13, TWO, x15)
    return O


# e73095fd: 3 of 3 demonstrations, -2.0 bits, stacking
def solve_e73095fd(I):
    x1 = objects(I, T, T, F)
    x2 = matcher(width, T)
    x3 = sfilter(x1, x2)
    x4 = merge(x3)
    x5 = fill(I, FOUR, x4)
    x6 = objects(I, T, F, F)
    x7 = mostcolor(I)
    x8 = colorfilter(x6, x7)
    x9 = rbind(bordering, I)
    x10 = compose(flip, x9)
    x11 = sfilter(x8, x10)
    x12 = compose(size, delta)
    x13 = matcher(x12, ZERO)
    x14 = sfilter(x11, x13)
    x15 = merge(x14)
    O = fill(x5, FOUR, x15)
    return O


# 3618c87e: 3 of 3 demonstrations, -1.9 bits, stacking
def solve_3618c87e(I):
    x1 = replace(I, ONE, ZERO)
    x2 = mostcolor(I)
    x3 = ofcolor(I, x2)
    x4 = recolor(x2, x3)
    x5 = rbind(difference, x4)
    x6 = rbind(toobject, I)
    x7 = lbind(mapply, neighbors)
    x8 = compose(x7, toindices)
    x9 = compose(x6, x8)
    x10 = compose(x5, x9)
    x11 = fork(difference, x10, identity)
    x12 = compose(color, x11)
    x13 = rbind(shift, DOWN)
    x14 = fork(recolor, x12, x13)
    x15 = objects(I, T, F, T)
    x16 = mapply(x14, x15)
    O = paint(x1, x16)
    return O


# c3f564a4: 3 of 3 demonstrations, -57.3 bits, bottom-up
def solve_c3f564a4(I):
    x1 = numcolors(I)
    x2 = decrement(x1)
    x3 = multiply(x2, RIGHT)
    x4 = rbind(shift, x3)
    x5 = lbind(recolor, ZERO)
    x6 = rbind(ofcolor, ZERO)
    x7 = compose(x5, x6)
    x8 = fork(difference, asobject, x7)
    x9 = compose(x4, x8)
    x10 = fork(paint, identity, x9)
    x11 = invert(x3)
    x12 = rbind(shift, x11)
    x13 = compose(x12, x8)
    x14 = fork(paint, identity, x13)
    x15 = compose(x10, x14)
    x16 = power(x15, SIX)
    O = x16(I)
    return O


# 8e5a5113: 3 of 3 demonstrations, 44.8 bits, stacking
def solve_8e5a5113(I):
    x1 = lbind(recolor, FIVE)
    x2 = rbind(ofcolor, FIVE)
    x3 = compose(x1, x2)
    x4 = fork(difference, asobject, x3)
    x5 = x4(I)
    x6 = vmirror(x5)
    x7 = numcolors(I)
    x8 = decrement(x7)
    x9 = multiply(x8, RIGHT)
    x10 = shift(x6, x9)
    x11 = cmirror(x10)
    x12 = paint(I, x11)
    x13 = fork(recolor, color, toindices)
    x14 = rot180(I)
    x15 = objects(x14, T, F, T)
    x16 = mapply(x13, x15)
    O = paint(x12, x16)
    return O


# 49d1d64f: 3 of 3 demonstrations, -30.9 bits, augmentation
def solve_49d1d64f(I):
    x1 = tophalf(I)
    x2 = vconcat(x1, I)
    x3 = bottomhalf(I)
    x4 = vconcat(x2, x3)
    x5 = dmirror(x4)
    x6 = replace(I, ONE, ZERO)
    x7 = numcolors(x6)
    x8 = astuple(ONE, x7)
    x9 = crop(x5, ORIGIN, x8)
    x10 = vconcat(x9, x5)
    x11 = hmirror(x5)
    x12 = crop(x11, ORIGIN, x8)
    x13 = vconcat(x10, x12)
    x14 = dmirror(x13)
    x15 = asindices(x14)
    x16 = corners(x15)
    O = fill(x14, ZERO, x16)
    return O


# 5168d44c: 3 of 3 demonstrations, 78.5 bits, stacking
def solve_5168d44c(I):
    x1 = replace(I, TWO, ZERO)
    x2 = objects(I, T, F, T)
    x3 = argmax(x2, lowermost)
    x4 = order(x2, size)
    x5 = get_nth(x4, ONE)
    x6 = center(x5)
    x7 = center(x3)
    x8 = subtract(x6, x7)
    x9 = shift(x3, x8)
    x10 = paint(x1, x9)
    x11 = argmax(x2, rightmost)
    x12 = objects(I, F, F, T)
    x13 = mapply(inbox, x12)
    x14 = center(x13)
    x15 = center(x11)
    x16 = subtract(x14, x15)
    x17 = shift(x11, x16)
    O = paint(x10, x17)
    return O


# 47c1f68c: 3 of 3 demonstrations, 54.1 bits, bottom-up
def solve_47c1f68c(I):
    x1 = vmirror(I)
    x2 = objects(x1, T, F, T)
    x3 = merge(x2)
    x4 = paint(I, x3)
    x5 = lbind(recolor, ZERO)
    x6 = rbind(ofcolor, ZERO)
    x7 = compose(x5, x6)
    x8 = fork(difference, asobject, x7)
    x9 = x8(x4)
    x10 = hmirror(x9)
    x11 = paint(x4, x10)
    x12 = compress(x11)
    x13 = ofcolor(x12, ONE)
    x14 = fill(x12, TWO, x13)
    x15 = ofcolor(x12, TWO)
    x16 = fill(x14, FOUR, x15)
    x17 = ofcolor(x12, THREE)
    O = fill(x16, EIGHT, x17)
    return O


# 228f6490: 3 of 3 demonstrations, 141.9 bits, augmentation
def solve_228f6490(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, color)
    x3 = argmax(x1, width)
    x4 = center(x3)
    x5 = center(x2)
    x6 = subtract(x4, x5)
    x7 = move(I, x2, x6)
    x8 = leastcolor(x7)
    x9 = objects(x7, T, F, F)
    x10 = mostcolor(x7)
    x11 = colorfilter(x9, x10)
    x12 = rbind(bordering, x7)
    x13 = compose(flip, x12)
    x14 = sfilter(x11, x13)
    x15 = merge(x14)
    x16 = fill(x7, x8, x15)
    x17 = ofcolor(x7, x8)
    O = fill(x16, ZERO, x17)
    return O


# a8d7556c: 3 of 3 demonstrations, 122.6 bits, stacking
def solve_a8d7556c(I):
    x1 = ofcolor(I, ZERO)
    x2 = shift(x1, RIGHT)
    x3 = intersection(x1, x2)
    x4 = shift(x3, DOWN)
    x5 = intersection(x3, x4)
    x6 = shift(x5, UP)
    x7 = combine(x5, x6)
    x8 = shift(x7, LEFT)
    x9 = combine(x7, x8)
    x10 = objects(I, F, F, T)
    x11 = argmax(x10, size)
    x12 = toindices(x11)
    x13 = difference(x9, x12)
    x14 = fill(I, TWO, x13)
    x15 = mapply(vmirror, x10)
    x16 = upscale(x15, THREE)
    x17 = toindices(x16)
    x18 = intersection(x9, x17)
    O = fill(x14, TWO, x18)
    return O


# 941d9a10: 3 of 3 demonstrations, 154.2 bits, stacking
def solve_941d9a10(I):
    x1 = objects(I, T, T, F)
    x2 = colorfilter(x1, ZERO)
    x3 = rbind(bordering, I)
    x4 = compose(flip, x3)
    x5 = sfilter(x2, x4)
    x6 = order(x5, size)
    x7 = argmax(x6, height)
    x8 = fill(I, TWO, x7)
    x9 = argmax(x1, ulcorner)
    x10 = fill(x8, THREE, x9)
    x11 = shape(I)
    x12 = canvas(ONE, x11)
    x13 = frontiers(I)
    x14 = merge(x13)
    x15 = fill(x12, ZERO, x14)
    x16 = objects(x15, T, F, F)
    x17 = colorfilter(x16, ONE)
    x18 = order(x17, ulcorner)
    x19 = argmax(x18, numcolors)
    O = paint(x10, x19)
    return O


# c8cbb738: 3 of 3 demonstrations, 110.9 bits, stacking
def solve_c8cbb738(I):
    x1 = fgpartition(I)
    x2 = height(I)
    x3 = halve(x2)
    x4 = rbind(greater, x3)
    x5 = compose(x4, lowermost)
    x6 = argmax(x1, x5)
    x7 = subgrid(x6, I)
    x8 = trim(I)
    x9 = fgpartition(x8)
    x10 = merge(x9)
    x11 = normalize(x10)
    x12 = paint(x7, x11)
    x13 = righthalf(I)
    x14 = fgpartition(x13)
    x15 = argmax(x14, leftmost)
    x16 = paint(x12, x15)
    x17 = hmirror(I)
    x18 = ofcolor(x17, EIGHT)
    x19 = recolor(EIGHT, x18)
    O = paint(x16, x19)
    return O


# 4938f0c2: 3 of 3 demonstrations, -41.1 bits, bottom-up
def solve_4938f0c2(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = objects(I, F, T, T)
    x4 = mapply(vmirror, x3)
    x5 = ofcolor(I, THREE)
    x6 = ulcorner(x5)
    x7 = lrcorner(x5)
    x8 = add(x6, x7)
    x9 = last(x8)
    x10 = leftmost(x2)
    x11 = rightmost(x2)
    x12 = add(x10, x11)
    x13 = subtract(x9, x12)
    x14 = tojvec(x13)
    x15 = shift(x4, x14)
    x16 = combine(x2, x15)
    x17 = hmirror(x16)
    x18 = toivec(x13)
    x19 = shift(x17, x18)
    x20 = combine(x16, x19)
    O = paint(I, x20)
    return O


# 22233c11: 3 of 3 demonstrations, 110.2 bits, stacking
def solve_22233c11(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    x3 = mapply(neighbors, x2)
    x4 = delta(x3)
    x5 = objects(I, T, T, F)
    x6 = height(I)
    x7 = halve(x6)
    x8 = rbind(greater, x7)
    x9 = compose(x8, lowermost)
    x10 = order(x5, x9)
    x11 = get_nth(x10, ONE)
    x12 = toindices(x11)
    x13 = difference(x4, x12)
    x14 = fill(I, EIGHT, x13)
    x15 = lbind(mapply, neighbors)
    x16 = compose(x15, toindices)
    x17 = compose(delta, x16)
    x18 = objects(I, T, T, T)
    x19 = sizefilter(x18, TWO)
    x20 = mapply(x17, x19)
    O = fill(x14, EIGHT, x20)
    return O


# a65b410d: 3 of 3 demonstrations, 136.4 bits, stacking
def solve_a65b410d(I):
    x1 = fork(recolor, color, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    x4 = cover(I, x3)
    x5 = rbind(shoot, UP)
    x6 = rbind(shoot, UP_RIGHT)
    x7 = lbind(mapply, x6)
    x8 = compose(x7, toindices)
    x9 = mapply(x8, x2)
    x10 = mapply(x5, x9)
    x11 = fill(x4, THREE, x10)
    x12 = asindices(I)
    x13 = rbind(shoot, DOWN_LEFT)
    x14 = lbind(mapply, x13)
    x15 = compose(x14, toindices)
    x16 = mapply(x15, x2)
    x17 = underfill(I, ONE, x16)
    x18 = ofcolor(x17, ZERO)
    x19 = difference(x12, x18)
    x20 = toobject(x19, x17)
    O = paint(x11, x20)
    return O


# 017c7c7b: 3 of 3 demonstrations, 177.2 bits, augmentation
def solve_017c7c7b(I):
    x1 = rbind(order, identity)
    x2 = bottomhalf(I)
    x3 = vconcat(I, x2)
    x4 = hmirror(x3)
    x5 = dmirror(x4)
    x6 = apply(x1, x5)
    x7 = dmirror(x6)
    x8 = objects(x3, T, T, F)
    x9 = apply(llcorner, x8)
    x10 = fill(x7, ZERO, x9)
    x11 = ofcolor(x3, ONE)
    x12 = fill(x10, TWO, x11)
    x13 = rot180(x3)
    x14 = objects(x13, T, F, T)
    x15 = rbind(greater, TWO)
    x16 = compose(x15, uppermost)
    x17 = sfilter(x14, x16)
    x18 = merge(x17)
    x19 = paint(x12, x18)
    x20 = ofcolor(x19, ONE)
    O = fill(x19, TWO, x20)
    return O


# 53b68214: 3 of 3 demonstrations, 200.8 bits, augmentation
def solve_53b68214(I):
    x1 = canvas(ZERO, (10, 10))
    x2 = asobject(I)
    x3 = paint(x1, x2)
    x4 = objects(x3, T, F, T)
    x5 = argmax(x4, uppermost)
    x6 = asobject(x3)
    x7 = shift(x6, RIGHT)
    x8 = lrcorner(x7)
    x9 = lrcorner(x5)
    x10 = subtract(x8, x9)
    x11 = move(x3, x5, x10)
    x12 = ofcolor(x3, THREE)
    x13 = mapply(vfrontier, x12)
    x14 = fill(x11, THREE, x13)
    x15 = rbind(shift, UP)
    x16 = mapply(x15, x4)
    x17 = center(x5)
    x18 = center(x16)
    x19 = subtract(x17, x18)
    x20 = shift(x16, x19)
    O = paint(x14, x20)
    return O


# 623ea044: 3 of 3 demonstrations, 20.8 bits, stacking
def solve_623ea044(I):
    x1 = rbind(shoot, UNITY)
    x2 = compose(x1, center)
    x3 = fork(recolor, color, x2)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    x6 = argmax(x4, size)
    x7 = ulcorner(x6)
    x8 = center(x5)
    x9 = subtract(x7, x8)
    x10 = move(I, x5, x9)
    x11 = rbind(shoot, DOWN_LEFT)
    x12 = compose(x11, center)
    x13 = fork(recolor, color, x12)
    x14 = mapply(x13, x4)
    x15 = center(x14)
    x16 = invert(x15)
    x17 = shift(x14, x16)
    x18 = lbind(shift, x17)
    x19 = compose(x18, center)
    x20 = mapply(x19, x4)
    O = paint(x10, x20)
    return O


# f9012d9b: 3 of 3 demonstrations, -33.3 bits, stacking
def solve_f9012d9b(I):
    x1 = downscale(I, FOUR)
    x2 = ofcolor(I, ZERO)
    x3 = height(I)
    x4 = halve(x3)
    x5 = multiply(x4, RIGHT)
    x6 = rbind(shift, x5)
    x7 = lbind(recolor, ZERO)
    x8 = rbind(ofcolor, ZERO)
    x9 = compose(x7, x8)
    x10 = fork(difference, asobject, x9)
    x11 = compose(x6, x10)
    x12 = fork(paint, identity, x11)
    x13 = invert(x5)
    x14 = rbind(shift, x13)
    x15 = compose(x14, x10)
    x16 = fork(paint, identity, x15)
    x17 = compose(x12, x16)
    x18 = power(x17, SIX)
    x19 = x18(I)
    x20 = subgrid(x2, x19)
    x21 = asobject(x20)
    O = paint(x1, x21)
    return O


# 6ecd11f4: 3 of 3 demonstrations, 275.2 bits, stacking
def solve_6ecd11f4(I):
    x1 = objects(I, F, F, T)
    x2 = argmin(x1, size)
    x3 = subgrid(x2, I)
    x4 = downscale(I, FOUR)
    x5 = rot270(x4)
    x6 = ofcolor(x5, EIGHT)
    x7 = fill(x3, ZERO, x6)
    x8 = compress(I)
    x9 = rot90(x8)
    x10 = ofcolor(x9, ONE)
    x11 = fill(x7, ZERO, x10)
    x12 = bottomhalf(I)
    x13 = compress(x12)
    x14 = mostcolor(x13)
    x15 = objects(x4, T, F, T)
    x16 = apply(llcorner, x15)
    x17 = shift(x16, LEFT)
    x18 = fill(x11, x14, x17)
    x19 = partition(I)
    x20 = mapply(corners, x19)
    x21 = shift(x20, RIGHT)
    O = fill(x18, ZERO, x21)
    return O


# 98cf29f8: 3 of 3 demonstrations, 265.8 bits, stacking
def solve_98cf29f8(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, uppermost)
    x3 = cover(I, x2)
    x4 = argmax(x1, size)
    x5 = upscale(x4, TWO)
    x6 = toindices(x5)
    x7 = leastcolor(I)
    x8 = ofcolor(I, x7)
    x9 = hmirror(x8)
    x10 = intersection(x6, x9)
    x11 = fill(x3, FIVE, x10)
    x12 = argmin(x1, height)
    x13 = toindices(x12)
    x14 = delta(x13)
    x15 = backdrop(x14)
    x16 = fill(x11, FOUR, x15)
    x17 = hmirror(x4)
    x18 = vmirror(x17)
    x19 = toindices(x18)
    x20 = toindices(x2)
    x21 = hmirror(x20)
    x22 = intersection(x19, x21)
    O = fill(x16, THREE, x22)
    return O


# eb5a1d5d: 3 of 3 demonstrations, -28.4 bits, bottom-up
def solve_eb5a1d5d(I):
    x1 = width(I)
    x2 = astuple(ONE, x1)
    x3 = crop(I, ORIGIN, x2)
    x4 = shape(I)
    x5 = subtract(x4, DOWN)
    x6 = crop(I, DOWN, x5)
    x7 = pair(x6, I)
    x8 = fork(equality, first, last)
    x9 = compose(flip, x8)
    x10 = sfilter(x7, x9)
    x11 = apply(first, x10)
    x12 = vconcat(x3, x11)
    x13 = dmirror(x12)
    x14 = width(x13)
    x15 = astuple(ONE, x14)
    x16 = crop(x13, ORIGIN, x15)
    x17 = shape(x13)
    x18 = subtract(x17, DOWN)
    x19 = crop(x13, DOWN, x18)
    x20 = pair(x19, x13)
    x21 = sfilter(x20, x9)
    x22 = apply(first, x21)
    O = vconcat(x16, x22)
    return O


# 6cdd2623: 3 of 3 demonstrations, 117.1 bits, stacking
def solve_6cdd2623(I):
    x1 = fgpartition(I)
    x2 = argmax(x1, size)
    x3 = color(x2)
    x4 = replace(I, x3, ZERO)
    x5 = rbind(mfilter, vline)
    x6 = lbind(prapply, connect)
    x7 = fork(x6, toindices, toindices)
    x8 = compose(x5, x7)
    x9 = fork(recolor, color, x8)
    x10 = sizefilter(x1, FOUR)
    x11 = fork(equality, identity, vmirror)
    x12 = matcher(x11, ZERO)
    x13 = sfilter(x10, x12)
    x14 = mapply(x9, x13)
    x15 = paint(x4, x14)
    x16 = order(x1, size)
    x17 = get_nth(x16, ONE)
    x18 = fill(x15, ZERO, x17)
    x19 = rbind(mfilter, hline)
    x20 = compose(x19, x7)
    x21 = fork(recolor, color, x20)
    x22 = mapply(x21, x10)
    O = paint(x18, x22)
    return O


# 4612dd53: 3 of 3 demonstrations, 153.8 bits, stacking
def solve_4612dd53(I):
    x1 = shape(I)
    x2 = canvas(ZERO, x1)
    x3 = objects(I, T, F, T)
    x4 = sizefilter(x3, ONE)
    x5 = argmin(x4, leftmost)
    x6 = shift(x5, RIGHT)
    x7 = fill(x2, TWO, x6)
    x8 = ofcolor(I, ZERO)
    x9 = compose(even, size)
    x10 = sfilter(x3, x9)
    x11 = merge(x10)
    x12 = vmirror(x11)
    x13 = toindices(x12)
    x14 = intersection(x8, x13)
    x15 = fill(x7, TWO, x14)
    x16 = asindices(I)
    x17 = fgpartition(I)
    x18 = mapply(box, x17)
    x19 = fill(I, ONE, x18)
    x20 = ofcolor(x19, ZERO)
    x21 = difference(x16, x20)
    x22 = underfill(I, TWO, x18)
    x23 = toobject(x21, x22)
    O = paint(x15, x23)
    return O


# 1190e5a7: 3 of 3 demonstrations, -35.4 bits, bottom-up
def solve_1190e5a7(I):
    x1 = dedupe(I)
    x2 = tophalf(x1)
    x3 = shape(I)
    x4 = subtract(x3, DOWN)
    x5 = crop(I, DOWN, x4)
    x6 = pair(x5, I)
    x7 = fork(equality, first, last)
    x8 = compose(flip, x7)
    x9 = sfilter(x6, x8)
    x10 = apply(first, x9)
    x11 = vconcat(x2, x10)
    x12 = dmirror(x11)
    x13 = width(x12)
    x14 = astuple(ONE, x13)
    x15 = crop(x12, ORIGIN, x14)
    x16 = shape(x12)
    x17 = subtract(x16, DOWN)
    x18 = crop(x12, DOWN, x17)
    x19 = pair(x18, x12)
    x20 = sfilter(x19, x8)
    x21 = apply(first, x20)
    x22 = vconcat(x15, x21)
    x23 = dmirror(x22)
    O = compress(x23)
    return O


# caa06a1f: 3 of 3 demonstrations, 326.6 bits, stacking
def solve_caa06a1f(I):
    x1 = asobject(I)
    x2 = fgpartition(I)
    x3 = merge(x2)
    x4 = gravitate(x1, x3)
    x5 = move(I, x1, x4)
    x6 = objects(I, T, T, T)
    x7 = argmax(x6, size)
    x8 = lbind(shift, x7)
    x9 = compose(x8, ulcorner)
    x10 = objects(I, F, F, T)
    x11 = sizefilter(x10, ONE)
    x12 = mapply(x9, x11)
    x13 = paint(x5, x12)
    x14 = argmin(x10, size)
    x15 = shift(x14, LEFT)
    x16 = paint(x13, x15)
    x17 = lbind(shift, x3)
    x18 = compose(x17, ulcorner)
    x19 = objects(I, T, F, T)
    x20 = lbind(index, I)
    x21 = compose(x20, center)
    x22 = matcher(x21, SEVEN)
    x23 = sfilter(x19, x22)
    x24 = mapply(x18, x23)
    O = paint(x16, x24)
    return O


# 25d487eb: 3 of 3 demonstrations, 274.8 bits, stacking
def solve_25d487eb(I):
    x1 = replace(I, THREE, ZERO)
    x2 = switch(I, ZERO, ONE)
    x3 = leastcolor(x2)
    x4 = ofcolor(I, ZERO)
    x5 = asobject(I)
    x6 = rbind(gravitate, x5)
    x7 = fork(add, center, x6)
    x8 = fork(connect, center, x7)
    x9 = objects(I, T, F, T)
    x10 = mapply(x8, x9)
    x11 = intersection(x4, x10)
    x12 = fill(x1, x3, x11)
    x13 = rbind(shoot, RIGHT)
    x14 = ofcolor(I, ONE)
    x15 = mapply(x13, x14)
    x16 = fill(x12, ONE, x15)
    x17 = asindices(I)
    x18 = hmirror(I)
    x19 = objects(x18, T, F, T)
    x20 = argmin(x19, color)
    x21 = underpaint(I, x20)
    x22 = ofcolor(x21, ZERO)
    x23 = difference(x17, x22)
    x24 = toobject(x23, x21)
    O = paint(x16, x24)
    return O


# 93b581b8: 3 of 3 demonstrations, 262.7 bits, stacking
def solve_93b581b8(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, leftmost)
    x3 = argmax(x2, uppermost)
    x4 = mostcolor(x3)
    x5 = objects(I, T, T, F)
    x6 = apply(ulcorner, x5)
    x7 = shift(x6, UP_RIGHT)
    x8 = shift(x7, UP_RIGHT)
    x9 = fill(I, x4, x8)
    x10 = argmax(x1, ulcorner)
    x11 = mostcolor(x10)
    x12 = merge(x1)
    x13 = shift(x12, NEG_UNITY)
    x14 = shift(x13, NEG_UNITY)
    x15 = fill(x9, x11, x14)
    x16 = order(x1, ulcorner)
    x17 = get_nth(x16, ONE)
    x18 = mostcolor(x17)
    x19 = shift(x12, DOWN_LEFT)
    x20 = shift(x19, DOWN_LEFT)
    x21 = fill(x15, x18, x20)
    x22 = argmin(x1, ulcorner)
    x23 = mostcolor(x22)
    x24 = shift(x12, UNITY)
    x25 = shift(x24, UNITY)
    O = fill(x21, x23, x25)
    return O


# e509e548: 3 of 3 demonstrations, 395.5 bits, stacking
def solve_e509e548(I):
    x1 = ofcolor(I, THREE)
    x2 = fill(I, SIX, x1)
    x3 = objects(I, T, F, T)
    x4 = order(x3, uppermost)
    x5 = get_nth(x4, ONE)
    x6 = delta(x5)
    x7 = delta(x6)
    x8 = fill(x2, TWO, x7)
    x9 = sizefilter(x3, FOUR)
    x10 = merge(x9)
    x11 = upscale(x10, THREE)
    x12 = normalize(x11)
    x13 = toindices(x12)
    x14 = intersection(x1, x13)
    x15 = fill(x8, TWO, x14)
    x16 = order(x3, size)
    x17 = lbind(index, I)
    x18 = compose(x17, center)
    x19 = argmin(x16, x18)
    x20 = fill(x15, ONE, x19)
    x21 = lbind(greater, FIVE)
    x22 = compose(x21, size)
    x23 = sfilter(x3, x22)
    x24 = merge(x23)
    x25 = fill(x20, ONE, x24)
    x26 = order(x3, normalize)
    x27 = argmax(x26, height)
    O = fill(x25, TWO, x27)
    return O


# d8c310e9: 3 of 3 demonstrations, 15.9 bits, bottom-up
def solve_d8c310e9(I):
    x1 = width(I)
    x2 = interval(ONE, x1, ONE)
    x3 = objects(I, T, F, T)
    x4 = merge(x3)
    x5 = lbind(combine, x4)
    x6 = lbind(shift, x4)
    x7 = lbind(multiply, RIGHT)
    x8 = compose(x6, x7)
    x9 = compose(x5, x8)
    x10 = compose(size, x9)
    x11 = chain(size, toindices, x9)
    x12 = fork(equality, x10, x11)
    x13 = extract(x2, x12)
    x14 = multiply(RIGHT, x13)
    x15 = rbind(shift, x14)
    x16 = lbind(recolor, ZERO)
    x17 = rbind(ofcolor, ZERO)
    x18 = compose(x16, x17)
    x19 = fork(difference, asobject, x18)
    x20 = compose(x15, x19)
    x21 = fork(paint, identity, x20)
    x22 = invert(x14)
    x23 = rbind(shift, x22)
    x24 = compose(x23, x19)
    x25 = fork(paint, identity, x24)
    x26 = compose(x21, x25)
    x27 = power(x26, SIX)
    O = x27(I)
    return O


# 29623171: 3 of 3 demonstrations, 116.3 bits, stacking
def solve_29623171(I):
    x1 = leastcolor(I)
    x2 = mostcolor(I)
    x3 = switch(I, x1, x2)
    x4 = fgpartition(I)
    x5 = merge(x4)
    x6 = paint(x3, x5)
    x7 = objects(I, T, T, F)
    x8 = rbind(colorcount, THREE)
    x9 = rbind(subgrid, I)
    x10 = compose(x8, x9)
    x11 = matcher(x10, TWO)
    x12 = sfilter(x7, x11)
    x13 = merge(x12)
    x14 = fill(x6, ZERO, x13)
    x15 = shape(I)
    x16 = canvas(ONE, x15)
    x17 = frontiers(I)
    x18 = merge(x17)
    x19 = fill(x16, ZERO, x18)
    x20 = objects(x19, T, F, F)
    x21 = colorfilter(x20, ONE)
    x22 = rbind(greater, SEVEN)
    x23 = rbind(colorcount, ZERO)
    x24 = compose(x23, x9)
    x25 = compose(x22, x24)
    x26 = sfilter(x21, x25)
    x27 = merge(x26)
    O = fill(x14, ZERO, x27)
    return O


# cbded52d: 3 of 3 demonstrations, 266.6 bits, stacking
def solve_cbded52d(I):
    x1 = vmirror(I)
    x2 = index(x1, ORIGIN)
    x3 = frontiers(I)
    x4 = apply(ulcorner, x3)
    x5 = shift(x4, LEFT)
    x6 = fill(I, x2, x5)
    x7 = dedupe(I)
    x8 = objects(x7, F, F, T)
    x9 = argmax(x8, leftmost)
    x10 = paint(x6, x9)
    x11 = objects(I, T, T, F)
    x12 = argmax(x11, leftmost)
    x13 = mostcolor(x12)
    x14 = rot180(I)
    x15 = objects(x14, T, F, T)
    x16 = leastcolor(I)
    x17 = rbind(colorcount, x16)
    x18 = compose(x17, identity)
    x19 = argmax(x15, x18)
    x20 = fill(x10, x13, x19)
    x21 = objects(I, T, F, T)
    x22 = argmax(x21, x18)
    x23 = ofcolor(I, x16)
    x24 = center(x23)
    x25 = center(x22)
    x26 = subtract(x24, x25)
    x27 = shift(x22, x26)
    O = paint(x20, x27)
    return O


# 8e1813be: 3 of 3 demonstrations, 284.2 bits, stacking
def solve_8e1813be(I):
    x1 = vmirror(I)
    x2 = ofcolor(x1, FIVE)
    x3 = recolor(FIVE, x2)
    x4 = subgrid(x3, I)
    x5 = ofcolor(x1, FOUR)
    x6 = fill(x4, TWO, x5)
    x7 = objects(I, T, F, T)
    x8 = argmax(x7, rightmost)
    x9 = fill(x6, SIX, x8)
    x10 = downscale(I, TWO)
    x11 = dedupe(x10)
    x12 = objects(x11, T, F, T)
    x13 = argmax(x12, size)
    x14 = fill(x9, ONE, x13)
    x15 = downscale(I, FOUR)
    x16 = hupscale(x15, TWO)
    x17 = objects(x16, T, F, T)
    x18 = argmax(x17, size)
    x19 = paint(x14, x18)
    x20 = ofcolor(I, TWO)
    x21 = recolor(TWO, x20)
    x22 = shift(x21, DOWN)
    x23 = fill(x19, FOUR, x22)
    x24 = order(x7, leftmost)
    x25 = get_nth(x24, ONE)
    x26 = mostcolor(x25)
    x27 = ofcolor(x23, ZERO)
    O = fill(x23, x26, x27)
    return O


# 963e52fc: 3 of 3 demonstrations, 412.6 bits, augmentation
def solve_963e52fc(I):
    x1 = hupscale(I, TWO)
    x2 = leastcolor(x1)
    x3 = objects(x1, T, F, T)
    x4 = mapply(corners, x3)
    x5 = shift(x4, RIGHT)
    x6 = difference(x5, x4)
    x7 = fill(x1, x2, x6)
    x8 = rbind(shift, RIGHT)
    x9 = mapply(x8, x3)
    x10 = ofcolor(x1, EIGHT)
    x11 = rbind(contained, x10)
    x12 = compose(x11, last)
    x13 = sfilter(x9, x12)
    x14 = paint(x7, x13)
    x15 = ofcolor(x1, ONE)
    x16 = rbind(shoot, UNITY)
    x17 = compose(x16, center)
    x18 = mapply(x17, x3)
    x19 = intersection(x15, x18)
    x20 = fill(x14, TWO, x19)
    x21 = partition(x1)
    x22 = argmax(x21, ulcorner)
    x23 = mostcolor(x22)
    x24 = ofcolor(x1, TWO)
    x25 = rbind(shoot, UP)
    x26 = apply(lrcorner, x3)
    x27 = mapply(x25, x26)
    x28 = intersection(x24, x27)
    O = fill(x20, x23, x28)
    return O


# 484b58aa: 3 of 3 demonstrations, -25.4 bits, bottom-up
def solve_484b58aa(I):
    x1 = width(I)
    x2 = interval(ONE, x1, ONE)
    x3 = asindices(I)
    x4 = ofcolor(I, ZERO)
    x5 = difference(x3, x4)
    x6 = toobject(x5, I)
    x7 = lbind(combine, x6)
    x8 = lbind(shift, x6)
    x9 = lbind(multiply, DOWN)
    x10 = compose(x8, x9)
    x11 = compose(x7, x10)
    x12 = compose(size, x11)
    x13 = chain(size, toindices, x11)
    x14 = fork(equality, x12, x13)
    x15 = extract(x2, x14)
    x16 = multiply(DOWN, x15)
    x17 = rbind(shift, x16)
    x18 = lbind(recolor, ZERO)
    x19 = rbind(ofcolor, ZERO)
    x20 = compose(x18, x19)
    x21 = fork(difference, asobject, x20)
    x22 = compose(x17, x21)
    x23 = fork(paint, identity, x22)
    x24 = invert(x16)
    x25 = rbind(shift, x24)
    x26 = compose(x25, x21)
    x27 = fork(paint, identity, x26)
    x28 = compose(x23, x27)
    x29 = power(x28, SIX)
    O = x29(I)
    return O


# 137eaa0f: 3 of 3 demonstrations, 305.1 bits, stacking
def solve_137eaa0f(I):
    x1 = downscale(I, THREE)
    x2 = crop(x1, ORIGIN, THREE_BY_THREE)
    x3 = downscale(I, TWO)
    x4 = leastcolor(x3)
    x5 = objects(I, T, F, T)
    x6 = argmin(x5, leftmost)
    x7 = shift(x6, UP)
    x8 = shift(x7, UP)
    x9 = fill(x2, x4, x8)
    x10 = mapply(inbox, x5)
    x11 = corners(x10)
    x12 = fill(x9, SEVEN, x11)
    x13 = trim(I)
    x14 = objects(x13, T, F, T)
    x15 = mapply(inbox, x14)
    x16 = delta(x15)
    x17 = fill(x12, TWO, x16)
    x18 = downscale(I, FOUR)
    x19 = asindices(x18)
    x20 = argmax(x5, leftmost)
    x21 = inbox(x20)
    x22 = subgrid(x21, I)
    x23 = ofcolor(x22, ZERO)
    x24 = difference(x19, x23)
    x25 = toobject(x24, x22)
    x26 = paint(x17, x25)
    x27 = compress(I)
    x28 = objects(x27, T, F, T)
    x29 = merge(x28)
    O = paint(x26, x29)
    return O


# 1caeab9d: 3 of 3 demonstrations, 361.9 bits, stacking
def solve_1caeab9d(I):
    x1 = replace(I, ZERO, TWO)
    x2 = rot180(I)
    x3 = objects(x2, T, F, T)
    x4 = lbind(index, I)
    x5 = compose(x4, center)
    x6 = matcher(x5, FOUR)
    x7 = sfilter(x3, x6)
    x8 = merge(x7)
    x9 = fill(x1, FOUR, x8)
    x10 = vmirror(I)
    x11 = index(x10, ORIGIN)
    x12 = ofcolor(I, ONE)
    x13 = recolor(ONE, x12)
    x14 = width(x13)
    x15 = tojvec(x14)
    x16 = shift(x13, x15)
    x17 = fill(x9, x11, x16)
    x18 = shape(I)
    x19 = canvas(ONE, x18)
    x20 = frontiers(I)
    x21 = merge(x20)
    x22 = fill(x19, ZERO, x21)
    x23 = objects(x22, T, F, T)
    x24 = mapply(corners, x23)
    x25 = fill(x17, ZERO, x24)
    x26 = objects(x22, T, F, F)
    x27 = fork(equality, toindices, box)
    x28 = matcher(x27, ZERO)
    x29 = sfilter(x26, x28)
    x30 = merge(x29)
    O = fill(x25, ZERO, x30)
    return O


# 834ec97d: 3 of 3 demonstrations, 421.8 bits, stacking
def solve_834ec97d(I):
    x1 = rot90(I)
    x2 = dedupe(x1)
    x3 = frontiers(x2)
    x4 = argmax(x3, leftmost)
    x5 = fill(I, FOUR, x4)
    x6 = rbind(order, identity)
    x7 = apply(x6, x1)
    x8 = ofcolor(x7, NINE)
    x9 = recolor(NINE, x8)
    x10 = upscale(x9, THREE)
    x11 = fill(x5, FOUR, x10)
    x12 = rbind(shoot, UP)
    x13 = lbind(mapply, x12)
    x14 = compose(x13, toindices)
    x15 = vmirror(I)
    x16 = objects(x15, T, F, T)
    x17 = mapply(x14, x16)
    x18 = fill(x11, FOUR, x17)
    x19 = rbind(shift, DOWN)
    x20 = objects(I, T, F, T)
    x21 = mapply(x19, x20)
    x22 = paint(x18, x21)
    x23 = rbind(shoot, NEG_UNITY)
    x24 = mapply(toindices, x20)
    x25 = shift(x24, DOWN_LEFT)
    x26 = mapply(x23, x25)
    x27 = inbox(x26)
    x28 = fill(x22, FOUR, x27)
    x29 = mapply(x14, x20)
    x30 = shift(x29, UP_RIGHT)
    x31 = mapply(ineighbors, x30)
    O = fill(x28, FOUR, x31)
    return O


# a2fd1cf0: 3 of 3 demonstrations, 198.9 bits, augmentation
def solve_a2fd1cf0(I):
    x1 = dmirror(I)
    x2 = objects(x1, T, F, T)
    x3 = mapply(backdrop, x2)
    x4 = delta(x3)
    x5 = lbind(recolor, THREE)
    x6 = rbind(ofcolor, THREE)
    x7 = compose(x5, x6)
    x8 = fork(difference, asobject, x7)
    x9 = x8(x1)
    x10 = vmirror(x9)
    x11 = interval(NEG_SIX, SEVEN, ONE)
    x12 = fork(multiply, identity, identity)
    x13 = order(x11, x12)
    x14 = lbind(combine, x9)
    x15 = lbind(shift, x10)
    x16 = compose(x15, tojvec)
    x17 = compose(x14, x16)
    x18 = compose(size, x17)
    x19 = chain(size, toindices, x17)
    x20 = fork(equality, x18, x19)
    x21 = sfilter(x13, x20)
    x22 = compose(invert, x18)
    x23 = argmax(x21, x22)
    x24 = tojvec(x23)
    x25 = shift(x10, x24)
    x26 = toindices(x25)
    x27 = difference(x4, x26)
    x28 = fill(x1, EIGHT, x27)
    x29 = ofcolor(x1, THREE)
    x30 = mapply(hfrontier, x29)
    x31 = intersection(x4, x30)
    x32 = fill(x28, EIGHT, x31)
    O = dmirror(x32)
    return O


# 673ef223: 3 of 3 demonstrations, 343.2 bits, stacking
def solve_673ef223(I):
    x1 = ofcolor(I, EIGHT)
    x2 = fill(I, FOUR, x1)
    x3 = partition(I)
    x4 = compose(size, delta)
    x5 = order(x3, x4)
    x6 = get_nth(x5, ONE)
    x7 = mostcolor(x6)
    x8 = ofcolor(I, ZERO)
    x9 = vfrontier(ORIGIN)
    x10 = center(x9)
    x11 = hfrontier(x10)
    x12 = toobject(x11, I)
    x13 = toindices(x12)
    x14 = intersection(x8, x13)
    x15 = fill(x2, x7, x14)
    x16 = objects(I, T, T, F)
    x17 = order(x16, portrait)
    x18 = get_nth(x17, ONE)
    x19 = mostcolor(x18)
    x20 = apply(ulcorner, x16)
    x21 = outbox(x20)
    x22 = intersection(x8, x21)
    x23 = fill(x15, x19, x22)
    x24 = rbind(shoot, UP)
    x25 = objects(I, T, F, T)
    x26 = mapply(inbox, x25)
    x27 = mapply(x24, x26)
    x28 = box(x27)
    x29 = intersection(x8, x28)
    x30 = fill(x23, EIGHT, x29)
    x31 = mapply(backdrop, x25)
    x32 = prapply(connect, x31, x31)
    x33 = mfilter(x32, hline)
    x34 = intersection(x8, x33)
    O = fill(x30, EIGHT, x34)
    return O


# 06df4c85: 3 of 3 demonstrations, 390.8 bits, stacking
def solve_06df4c85(I):
    x1 = ofcolor(I, ZERO)
    x2 = fgpartition(I)
    x3 = argmax(x2, uppermost)
    x4 = toindices(x3)
    x5 = prapply(connect, x4, x4)
    x6 = mfilter(x5, vline)
    x7 = intersection(x1, x6)
    x8 = fill(I, EIGHT, x7)
    x9 = ofcolor(I, TWO)
    x10 = prapply(connect, x9, x9)
    x11 = mfilter(x10, vline)
    x12 = intersection(x1, x11)
    x13 = fill(x8, TWO, x12)
    x14 = mfilter(x5, hline)
    x15 = ofcolor(I, ONE)
    x16 = delta(x15)
    x17 = intersection(x14, x16)
    x18 = fill(x13, EIGHT, x17)
    x19 = mfilter(x10, hline)
    x20 = intersection(x1, x19)
    x21 = fill(x18, TWO, x20)
    x22 = compose(backdrop, toindices)
    x23 = fork(recolor, color, x22)
    x24 = matcher(size, EIGHT)
    x25 = sfilter(x2, x24)
    x26 = mapply(x23, x25)
    x27 = rbind(contained, x1)
    x28 = compose(x27, last)
    x29 = sfilter(x26, x28)
    x30 = paint(x21, x29)
    x31 = ofcolor(I, THREE)
    x32 = prapply(connect, x31, x31)
    x33 = merge(x32)
    x34 = intersection(x1, x33)
    O = fill(x30, THREE, x34)
    return O


# 539a4f51: 3 of 3 demonstrations, 299.9 bits, stacking
def solve_539a4f51(I):
    x1 = vconcat(I, I)
    x2 = hconcat(x1, x1)
    x3 = replace(x2, ONE, ZERO)
    x4 = objects(I, T, F, T)
    x5 = order(x4, size)
    x6 = get_nth(x5, ONE)
    x7 = mostcolor(x6)
    x8 = frontiers(I)
    x9 = mapply(outbox, x8)
    x10 = outbox(x9)
    x11 = fill(x3, x7, x10)
    x12 = fork(recolor, color, outbox)
    x13 = upscale(I, TWO)
    x14 = objects(x13, F, F, T)
    x15 = mapply(x12, x14)
    x16 = paint(x11, x15)
    x17 = rbind(toobject, I)
    x18 = compose(x17, outbox)
    x19 = compose(mostcolor, x18)
    x20 = argmin(x4, x19)
    x21 = mostcolor(x20)
    x22 = trim(x13)
    x23 = objects(x22, T, F, T)
    x24 = argmax(x23, height)
    x25 = fill(x16, x21, x24)
    x26 = index(I, ORIGIN)
    x27 = asindices(I)
    x28 = outbox(x27)
    x29 = fill(x25, x26, x28)
    x30 = mostcolor(I)
    x31 = palette(I)
    x32 = remove(x30, x31)
    x33 = first(x32)
    x34 = ofcolor(x29, ZERO)
    O = fill(x29, x33, x34)
    return O


# a78176bb: 3 of 3 demonstrations, 486.7 bits, stacking
def solve_a78176bb(I):
    x1 = index(I, ORIGIN)
    x2 = replace(I, ZERO, x1)
    x3 = righthalf(I)
    x4 = ofcolor(x3, TWO)
    x5 = recolor(TWO, x4)
    x6 = paint(x2, x5)
    x7 = objects(I, T, T, F)
    x8 = lbind(index, I)
    x9 = compose(x8, center)
    x10 = argmax(x7, x9)
    x11 = mostcolor(x10)
    x12 = shape(I)
    x13 = decrement(x12)
    x14 = connect(ORIGIN, x13)
    x15 = shift(x14, DOWN)
    x16 = fill(x6, x11, x15)
    x17 = rbind(shift, UP_RIGHT)
    x18 = compose(x17, toindices)
    x19 = fork(recolor, color, x18)
    x20 = dmirror(I)
    x21 = objects(x20, T, F, T)
    x22 = matcher(color, TWO)
    x23 = sfilter(x21, x22)
    x24 = mapply(x19, x23)
    x25 = paint(x16, x24)
    x26 = objects(I, T, F, T)
    x27 = mapply(inbox, x26)
    x28 = shift(x27, UP)
    x29 = apply(llcorner, x26)
    x30 = difference(x28, x29)
    x31 = fill(x25, ZERO, x30)
    x32 = shift(x27, UP_RIGHT)
    x33 = delta(x32)
    x34 = ofcolor(I, x1)
    x35 = difference(x33, x34)
    O = fill(x31, ZERO, x35)
    return O


# 9edfc990: 3 of 3 demonstrations, 383.4 bits, stacking
def solve_9edfc990(I):
    x1 = rot270(I)
    x2 = objects(x1, T, F, T)
    x3 = argmin(x2, size)
    x4 = paint(I, x3)
    x5 = ofcolor(I, ZERO)
    x6 = fgpartition(I)
    x7 = argmin(x6, height)
    x8 = shift(x7, UP_RIGHT)
    x9 = shift(x8, RIGHT)
    x10 = toindices(x9)
    x11 = intersection(x5, x10)
    x12 = fill(x4, ONE, x11)
    x13 = objects(I, T, T, F)
    x14 = colorfilter(x13, ZERO)
    x15 = difference(x13, x14)
    x16 = mapply(delta, x15)
    x17 = shift(x16, UP)
    x18 = intersection(x5, x17)
    x19 = fill(x12, ONE, x18)
    x20 = vmirror(I)
    x21 = fgpartition(x20)
    x22 = apply(center, x21)
    x23 = intersection(x5, x22)
    x24 = fill(x19, ONE, x23)
    x25 = ofcolor(I, ONE)
    x26 = mapply(dneighbors, x25)
    x27 = intersection(x5, x26)
    x28 = fill(x24, ONE, x27)
    x29 = objects(I, T, F, F)
    x30 = colorfilter(x29, ZERO)
    x31 = rbind(greater, ONE)
    x32 = compose(size, delta)
    x33 = compose(x31, x32)
    x34 = sfilter(x30, x33)
    x35 = merge(x34)
    O = fill(x28, ONE, x35)
    return O


# 80af3007: 3 of 3 demonstrations, 274.6 bits, augmentation
def solve_80af3007(I):
    x1 = compress(I)
    x2 = objects(x1, T, T, F)
    x3 = compose(even, size)
    x4 = argmin(x2, x3)
    x5 = cover(x1, x4)
    x6 = downscale(x1, FOUR)
    x7 = objects(x6, T, F, T)
    x8 = merge(x7)
    x9 = rbind(shift, UP)
    x10 = objects(x1, T, F, T)
    x11 = mapply(x9, x10)
    x12 = argmin(x10, uppermost)
    x13 = gravitate(x11, x12)
    x14 = shift(x8, x13)
    x15 = lbind(shift, x14)
    x16 = compose(x15, llcorner)
    x17 = rot180(x1)
    x18 = objects(x17, T, F, T)
    x19 = mapply(x16, x18)
    x20 = paint(x5, x19)
    x21 = rbind(shoot, UNITY)
    x22 = compose(x21, center)
    x23 = fork(recolor, color, x22)
    x24 = mapply(x23, x7)
    x25 = paint(x20, x24)
    x26 = objects(x6, T, F, F)
    x27 = merge(x26)
    x28 = tojvec(TWO)
    x29 = invert(x28)
    x30 = shift(x27, x29)
    x31 = lbind(shift, x30)
    x32 = compose(x31, urcorner)
    x33 = objects(x1, T, F, F)
    x34 = difference(x33, x10)
    x35 = mapply(x32, x34)
    O = paint(x25, x35)
    return O


# 952a094c: 3 of 3 demonstrations, 356.2 bits, stacking
def solve_952a094c(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, ulcorner)
    x3 = mapply(outbox, x1)
    x4 = ulcorner(x3)
    x5 = ulcorner(x2)
    x6 = subtract(x4, x5)
    x7 = move(I, x2, x6)
    x8 = rbind(colorcount, TWO)
    x9 = rbind(subgrid, I)
    x10 = compose(x8, x9)
    x11 = matcher(x10, ZERO)
    x12 = sfilter(x1, x11)
    x13 = argmin(x12, uppermost)
    x14 = mostcolor(x13)
    x15 = rbind(shoot, UP_RIGHT)
    x16 = mapply(x15, x3)
    x17 = corners(x16)
    x18 = fill(x7, x14, x17)
    x19 = order(x1, ulcorner)
    x20 = get_nth(x19, ONE)
    x21 = mostcolor(x20)
    x22 = compose(lrcorner, outbox)
    x23 = objects(I, F, F, T)
    x24 = apply(x22, x23)
    x25 = fill(x18, x21, x24)
    x26 = rbind(colorcount, THREE)
    x27 = compose(x26, x9)
    x28 = matcher(x27, ZERO)
    x29 = sfilter(x1, x28)
    x30 = argmax(x29, uppermost)
    x31 = urcorner(x3)
    x32 = urcorner(x30)
    x33 = subtract(x31, x32)
    x34 = shift(x30, x33)
    x35 = paint(x25, x34)
    x36 = mapply(delta, x1)
    O = fill(x35, ZERO, x36)
    return O


# 7ddcd7ec: 3 of 3 demonstrations, 239.6 bits, stacking
def solve_7ddcd7ec(I):
    x1 = asindices(I)
    x2 = shape(I)
    x3 = canvas(ZERO, x2)
    x4 = objects(I, T, T, F)
    x5 = apply(urcorner, x4)
    x6 = toobject(x5, I)
    x7 = dmirror(x6)
    x8 = paint(x3, x7)
    x9 = bottomhalf(I)
    x10 = leastcolor(x9)
    x11 = ofcolor(I, ZERO)
    x12 = width(I)
    x13 = decrement(x12)
    x14 = tojvec(x13)
    x15 = shoot(x14, DOWN_LEFT)
    x16 = toobject(x15, I)
    x17 = shift(x16, UP)
    x18 = toindices(x17)
    x19 = intersection(x11, x18)
    x20 = fill(x8, x10, x19)
    x21 = rbind(shoot, UNITY)
    x22 = lbind(mapply, x21)
    x23 = compose(x22, toindices)
    x24 = fork(recolor, color, x23)
    x25 = trim(I)
    x26 = objects(x25, T, F, T)
    x27 = rbind(colorcount, ZERO)
    x28 = rbind(subgrid, I)
    x29 = compose(x27, x28)
    x30 = index(I, ORIGIN)
    x31 = matcher(x29, x30)
    x32 = sfilter(x26, x31)
    x33 = mapply(x24, x32)
    x34 = paint(x20, x33)
    x35 = ofcolor(x34, ZERO)
    x36 = difference(x1, x35)
    x37 = toobject(x36, x34)
    O = paint(I, x37)
    return O


# d89b689b: 3 of 3 demonstrations, 326.9 bits, stacking
def solve_d89b689b(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, leftmost)
    x3 = get_nth(x2, ONE)
    x4 = argmax(x1, size)
    x5 = ulcorner(x4)
    x6 = urcorner(x3)
    x7 = subtract(x5, x6)
    x8 = move(I, x3, x7)
    x9 = rbind(greater, SIX)
    x10 = compose(x9, rightmost)
    x11 = sfilter(x1, x10)
    x12 = argmin(x11, uppermost)
    x13 = mostcolor(x12)
    x14 = sizefilter(x1, FOUR)
    x15 = apply(urcorner, x14)
    x16 = fill(x8, x13, x15)
    x17 = rbind(bordering, I)
    x18 = matcher(x17, ONE)
    x19 = sfilter(x1, x18)
    x20 = merge(x19)
    x21 = lrcorner(x20)
    x22 = invert(x21)
    x23 = shift(x20, x22)
    x24 = lbind(shift, x23)
    x25 = compose(x24, lrcorner)
    x26 = mapply(x25, x14)
    x27 = paint(x16, x26)
    x28 = argmin(x1, leftmost)
    x29 = ulcorner(x28)
    x30 = invert(x29)
    x31 = shift(x28, x30)
    x32 = lbind(shift, x31)
    x33 = compose(x32, llcorner)
    x34 = mapply(x33, x14)
    x35 = paint(x27, x34)
    x36 = sizefilter(x1, ONE)
    x37 = merge(x36)
    O = fill(x35, ZERO, x37)
    return O


# 1f642eb9: 3 of 3 demonstrations, 354.7 bits, stacking
def solve_1f642eb9(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, uppermost)
    x3 = shift(x2, DOWN)
    x4 = ofcolor(I, ZERO)
    x5 = recolor(ZERO, x4)
    x6 = gravitate(x3, x5)
    x7 = move(I, x3, x6)
    x8 = order(x1, numcolors)
    x9 = apply(lowermost, x8)
    x10 = mostcommon(x9)
    x11 = ofcolor(I, EIGHT)
    x12 = apply(leftmost, x8)
    x13 = mostcommon(x12)
    x14 = matcher(leftmost, x13)
    x15 = sfilter(x1, x14)
    x16 = apply(llcorner, x15)
    x17 = intersection(x11, x16)
    x18 = fill(x7, x10, x17)
    x19 = rbind(shift, RIGHT)
    x20 = righthalf(I)
    x21 = objects(x20, T, F, T)
    x22 = mapply(x19, x21)
    x23 = rbind(contained, x11)
    x24 = compose(x23, last)
    x25 = sfilter(x22, x24)
    x26 = paint(x18, x25)
    x27 = argmin(x1, size)
    x28 = argmax(x1, size)
    x29 = lrcorner(x28)
    x30 = lrcorner(x27)
    x31 = subtract(x29, x30)
    x32 = shift(x27, x31)
    x33 = paint(x26, x32)
    x34 = mapply(x19, x1)
    x35 = shift(x34, RIGHT)
    x36 = shift(x35, RIGHT)
    x37 = sfilter(x36, x24)
    O = paint(x33, x37)
    return O


# ae3edfdc: 3 of 3 demonstrations, 332.6 bits, stacking
def solve_ae3edfdc(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, normalize)
    x3 = ofcolor(I, ONE)
    x4 = recolor(ONE, x3)
    x5 = gravitate(x2, x4)
    x6 = move(I, x2, x5)
    x7 = shift(x3, RIGHT)
    x8 = compose(even, last)
    x9 = sfilter(x7, x8)
    x10 = fill(x6, SEVEN, x9)
    x11 = shift(x4, LEFT)
    x12 = fill(x10, SEVEN, x11)
    x13 = ofcolor(I, TWO)
    x14 = mapply(dneighbors, x13)
    x15 = ofcolor(I, THREE)
    x16 = outbox(x15)
    x17 = difference(x14, x16)
    x18 = fill(x12, THREE, x17)
    x19 = mostcolor(I)
    x20 = ofcolor(I, x19)
    x21 = recolor(x19, x20)
    x22 = rbind(difference, x21)
    x23 = rbind(toobject, I)
    x24 = lbind(mapply, hfrontier)
    x25 = compose(x24, toindices)
    x26 = compose(x23, x25)
    x27 = compose(x22, x26)
    x28 = fork(difference, x27, identity)
    x29 = compose(color, x28)
    x30 = rbind(shift, DOWN)
    x31 = fork(recolor, x29, x30)
    x32 = fgpartition(I)
    x33 = sizefilter(x32, ONE)
    x34 = mapply(x31, x33)
    x35 = paint(x18, x34)
    x36 = lbind(index, I)
    x37 = compose(x36, center)
    x38 = fork(recolor, x37, toindices)
    x39 = mapply(x38, x32)
    O = paint(x35, x39)
    return O


# 77fdfe62: 3 of 3 demonstrations, 499.3 bits, stacking
def solve_77fdfe62(I):
    x1 = righthalf(I)
    x2 = tophalf(x1)
    x3 = downscale(x2, THREE)
    x4 = upscale(x3, TWO)
    x5 = ofcolor(I, NINE)
    x6 = recolor(NINE, x5)
    x7 = shift(x6, RIGHT)
    x8 = fill(x4, FOUR, x7)
    x9 = shift(x6, DOWN)
    x10 = fill(x8, TWO, x9)
    x11 = lefthalf(I)
    x12 = bottomhalf(x11)
    x13 = downscale(x12, THREE)
    x14 = upscale(x13, TWO)
    x15 = asindices(x14)
    x16 = ofcolor(x14, ZERO)
    x17 = difference(x15, x16)
    x18 = toobject(x17, x14)
    x19 = paint(x10, x18)
    x20 = bottomhalf(x1)
    x21 = downscale(x20, THREE)
    x22 = upscale(x21, TWO)
    x23 = ofcolor(x22, ZERO)
    x24 = difference(x15, x23)
    x25 = toobject(x24, x22)
    x26 = paint(x19, x25)
    x27 = downscale(I, THREE)
    x28 = objects(x27, T, T, T)
    x29 = argmax(x28, size)
    x30 = color(x29)
    x31 = trim(I)
    x32 = ofcolor(x31, ZERO)
    x33 = recolor(ZERO, x32)
    x34 = normalize(x33)
    x35 = fill(x26, x30, x34)
    x36 = index(I, ORIGIN)
    x37 = downscale(x27, TWO)
    x38 = frontiers(x37)
    x39 = merge(x38)
    O = fill(x35, x36, x39)
    return O


# 0dfd9992: 3 of 3 demonstrations, -24.2 bits, bottom-up
def solve_0dfd9992(I):
    x1 = width(I)
    x2 = interval(ONE, x1, ONE)
    x3 = asindices(I)
    x4 = ofcolor(I, ZERO)
    x5 = difference(x3, x4)
    x6 = toobject(x5, I)
    x7 = lbind(combine, x6)
    x8 = lbind(shift, x6)
    x9 = lbind(multiply, RIGHT)
    x10 = compose(x8, x9)
    x11 = compose(x7, x10)
    x12 = compose(size, x11)
    x13 = chain(size, toindices, x11)
    x14 = fork(equality, x12, x13)
    x15 = extract(x2, x14)
    x16 = multiply(DOWN, x15)
    x17 = rbind(shift, x16)
    x18 = lbind(recolor, ZERO)
    x19 = rbind(ofcolor, ZERO)
    x20 = compose(x18, x19)
    x21 = fork(difference, asobject, x20)
    x22 = compose(x17, x21)
    x23 = fork(paint, identity, x22)
    x24 = invert(x16)
    x25 = rbind(shift, x24)
    x26 = compose(x25, x21)
    x27 = fork(paint, identity, x26)
    x28 = compose(x23, x27)
    x29 = power(x28, SIX)
    x30 = multiply(RIGHT, x15)
    x31 = rbind(shift, x30)
    x32 = compose(x31, x21)
    x33 = fork(paint, identity, x32)
    x34 = invert(x30)
    x35 = rbind(shift, x34)
    x36 = compose(x35, x21)
    x37 = fork(paint, identity, x36)
    x38 = compose(x33, x37)
    x39 = power(x38, SIX)
    x40 = x39(I)
    O = x29(x40)
    return O


# bd4472b8: 3 of 3 demonstrations, 438.5 bits, stacking
def solve_bd4472b8(I):
    x1 = replace(I, ZERO, TWO)
    x2 = replace(I, ZERO, THREE)
    x3 = leastcolor(x2)
    x4 = asobject(I)
    x5 = dmirror(x4)
    x6 = outbox(x5)
    x7 = fill(x1, x3, x6)
    x8 = index(I, ORIGIN)
    x9 = frontiers(I)
    x10 = height(I)
    x11 = halve(x10)
    x12 = rbind(greater, x11)
    x13 = compose(x12, lowermost)
    x14 = argmax(x9, x13)
    x15 = fill(x7, x8, x14)
    x16 = objects(I, T, F, T)
    x17 = argmax(x16, leftmost)
    x18 = mostcolor(x17)
    x19 = shift(x14, UP)
    x20 = fill(x15, x18, x19)
    x21 = objects(I, F, F, T)
    x22 = mapply(outbox, x21)
    x23 = fill(x20, x8, x22)
    x24 = hmirror(I)
    x25 = objects(x24, T, F, T)
    x26 = lbind(sfilter, x16)
    x27 = lbind(compose, flip)
    x28 = lbind(matcher, color)
    x29 = compose(x28, color)
    x30 = chain(x26, x27, x29)
    x31 = lbind(lbind, manhattan)
    x32 = fork(argmin, x30, x31)
    x33 = compose(color, x32)
    x34 = matcher(x33, ONE)
    x35 = sfilter(x25, x34)
    x36 = merge(x35)
    x37 = fill(x23, ONE, x36)
    x38 = size(x9)
    x39 = toivec(x38)
    x40 = hfrontier(x39)
    O = fill(x37, x18, x40)
    return O


# fcc82909: 3 of 3 demonstrations, 376.4 bits, stacking
def solve_fcc82909(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    x3 = shift(x2, LEFT)
    x4 = shift(x3, LEFT)
    x5 = fill(I, THREE, x4)
    x6 = ofcolor(I, ZERO)
    x7 = rbind(shoot, DOWN)
    x8 = lbind(mapply, x7)
    x9 = compose(x8, toindices)
    x10 = sizefilter(x1, TWO)
    x11 = height(I)
    x12 = halve(x11)
    x13 = rbind(greater, x12)
    x14 = compose(x13, lowermost)
    x15 = matcher(x14, ONE)
    x16 = sfilter(x10, x15)
    x17 = mapply(x9, x16)
    x18 = intersection(x6, x17)
    x19 = fill(x5, THREE, x18)
    x20 = vmirror(I)
    x21 = objects(x20, T, F, T)
    x22 = mostcolor(I)
    x23 = ofcolor(I, x22)
    x24 = recolor(x22, x23)
    x25 = rbind(difference, x24)
    x26 = rbind(toobject, I)
    x27 = lbind(mapply, hfrontier)
    x28 = compose(x27, toindices)
    x29 = compose(x26, x28)
    x30 = compose(x25, x29)
    x31 = fork(difference, x30, identity)
    x32 = compose(color, x31)
    x33 = matcher(x32, ONE)
    x34 = sfilter(x21, x33)
    x35 = merge(x34)
    x36 = fill(x19, THREE, x35)
    x37 = rbind(shift, LEFT)
    x38 = compose(x37, x37)
    x39 = sizefilter(x1, THREE)
    x40 = mapply(x38, x39)
    x41 = fill(x36, THREE, x40)
    x42 = rbind(shift, DOWN)
    x43 = objects(I, F, F, T)
    x44 = mapply(x42, x43)
    x45 = shift(x44, DOWN)
    O = fill(x41, THREE, x45)
    return O


# 3befdf3e: 3 of 3 demonstrations, 535.7 bits, stacking
def solve_3befdf3e(I):
    x1 = mostcolor(I)
    x2 = ofcolor(I, x1)
    x3 = recolor(x1, x2)
    x4 = rbind(difference, x3)
    x5 = rbind(toobject, I)
    x6 = lbind(mapply, neighbors)
    x7 = compose(x6, toindices)
    x8 = compose(x5, x7)
    x9 = compose(x4, x8)
    x10 = fork(difference, x9, identity)
    x11 = compose(color, x10)
    x12 = fork(recolor, x11, toindices)
    x13 = objects(I, T, F, T)
    x14 = mapply(x12, x13)
    x15 = paint(I, x14)
    x16 = ofcolor(I, TWO)
    x17 = recolor(TWO, x16)
    x18 = shift(x17, LEFT)
    x19 = shift(x18, LEFT)
    x20 = ofcolor(I, ZERO)
    x21 = rbind(contained, x20)
    x22 = compose(x21, last)
    x23 = sfilter(x19, x22)
    x24 = paint(x15, x23)
    x25 = righthalf(I)
    x26 = ofcolor(x25, THREE)
    x27 = recolor(THREE, x26)
    x28 = paint(x24, x27)
    x29 = fgpartition(I)
    x30 = argmax(x29, size)
    x31 = color(x30)
    x32 = rbind(shift, UP)
    x33 = compose(x32, x32)
    x34 = hmirror(I)
    x35 = objects(x34, F, F, T)
    x36 = mapply(x33, x35)
    x37 = toindices(x36)
    x38 = intersection(x20, x37)
    x39 = fill(x28, x31, x38)
    x40 = argmin(x13, size)
    x41 = shift(x40, DOWN_LEFT)
    x42 = upscale(x41, TWO)
    x43 = toindices(x42)
    x44 = intersection(x20, x43)
    x45 = fill(x39, x31, x44)
    x46 = shift(x40, UP_RIGHT)
    x47 = upscale(x46, TWO)
    x48 = toindices(x47)
    x49 = intersection(x20, x48)
    x50 = fill(x45, x31, x49)
    x51 = lbind(mapply, dneighbors)
    x52 = compose(x51, toindices)
    x53 = fork(recolor, color, x52)
    x54 = mapply(x53, x13)
    x55 = sfilter(x54, x22)
    O = paint(x50, x55)
    return O


# a3df8b1e: 3 of 3 demonstrations, 552.1 bits, stacking
def solve_a3df8b1e(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = color(x2)
    x4 = multiply(x3, DOWN_LEFT)
    x5 = rbind(shift, x4)
    x6 = lbind(recolor, ZERO)
    x7 = rbind(ofcolor, ZERO)
    x8 = compose(x6, x7)
    x9 = fork(difference, asobject, x8)
    x10 = compose(x5, x9)
    x11 = fork(paint, identity, x10)
    x12 = rbind(shift, UP_RIGHT)
    x13 = compose(x12, x9)
    x14 = fork(paint, identity, x13)
    x15 = compose(x11, x14)
    x16 = power(x15, SIX)
    x17 = x16(I)
    x18 = vsplit(I, THREE)
    x19 = fork(equality, identity, dmirror)
    x20 = argmin(x18, x19)
    x21 = objects(x20, T, F, T)
    x22 = merge(x21)
    x23 = paint(x17, x22)
    x24 = hsplit(I, THREE)
    x25 = apply(width, x24)
    x26 = leastcommon(x25)
    x27 = width(I)
    x28 = decrement(x27)
    x29 = tojvec(x28)
    x30 = shoot(x29, DOWN_LEFT)
    x31 = shift(x30, UNITY)
    x32 = shift(x31, DOWN)
    x33 = fill(x23, x26, x32)
    x34 = hsplit(I, FOUR)
    x35 = apply(width, x34)
    x36 = leastcommon(x35)
    x37 = rbind(shoot, NEG_UNITY)
    x38 = compose(x37, center)
    x39 = fork(recolor, color, x38)
    x40 = objects(I, T, T, F)
    x41 = colorfilter(x40, ZERO)
    x42 = mapply(x39, x41)
    x43 = fill(x33, x36, x42)
    x44 = fork(recolor, color, inbox)
    x45 = mapply(x44, x40)
    x46 = leastcolor(x45)
    x47 = shift(x30, UP_RIGHT)
    x48 = shift(x47, UP_RIGHT)
    x49 = fill(x43, x46, x48)
    x50 = vfrontier(ORIGIN)
    x51 = compose(even, first)
    x52 = sfilter(x50, x51)
    x53 = mapply(dneighbors, x52)
    x54 = asindices(I)
    x55 = shift(x54, LEFT)
    x56 = shift(x55, LEFT)
    x57 = difference(x53, x56)
    O = fill(x49, ONE, x57)
    return O


# ef135b50: 3 of 3 demonstrations, 261.5 bits, stacking
def solve_ef135b50(I):
    x1 = rbind(shoot, LEFT)
    x2 = ofcolor(I, TWO)
    x3 = mapply(x1, x2)
    x4 = rbind(shoot, RIGHT)
    x5 = mapply(x4, x2)
    x6 = intersection(x3, x5)
    x7 = lbind(recolor, ZERO)
    x8 = rbind(ofcolor, ZERO)
    x9 = compose(x7, x8)
    x10 = fork(difference, asobject, x9)
    x11 = partition(I)
    x12 = objects(I, T, T, F)
    x13 = colorfilter(x12, ZERO)
    x14 = difference(x11, x13)
    x15 = mapply(vmirror, x14)
    x16 = interval(NEG_SIX, SEVEN, ONE)
    x17 = fork(multiply, identity, identity)
    x18 = order(x16, x17)
    x19 = recolor(TWO, x2)
    x20 = lbind(combine, x19)
    x21 = lbind(shift, x15)
    x22 = compose(x21, tojvec)
    x23 = compose(x20, x22)
    x24 = compose(size, x23)
    x25 = compose(invert, x24)
    x26 = argmax(x18, x25)
    x27 = tojvec(x26)
    x28 = shift(x15, x27)
    x29 = paint(I, x28)
    x30 = x10(x29)
    x31 = hmirror(x30)
    x32 = lbind(combine, x30)
    x33 = lbind(shift, x31)
    x34 = compose(x33, toivec)
    x35 = compose(x32, x34)
    x36 = compose(size, x35)
    x37 = compose(invert, x36)
    x38 = argmax(x18, x37)
    x39 = toivec(x38)
    x40 = shift(x31, x39)
    x41 = paint(x29, x40)
    x42 = x10(x41)
    x43 = toindices(x42)
    x44 = difference(x6, x43)
    x45 = fill(I, NINE, x44)
    x46 = ofcolor(I, ZERO)
    x47 = objects(I, T, F, T)
    x48 = mapply(inbox, x47)
    x49 = shift(x48, UP)
    x50 = difference(x48, x49)
    x51 = intersection(x46, x50)
    x52 = fill(x45, NINE, x51)
    x53 = merge(x47)
    x54 = color(x53)
    x55 = ofcolor(I, x54)
    x56 = prapply(connect, x55, x55)
    x57 = mfilter(x56, hline)
    x58 = mapply(backdrop, x47)
    x59 = difference(x57, x58)
    O = fill(x52, NINE, x59)
    return O


# 90f3ed37: 3 of 3 demonstrations, 663.4 bits, stacking
def solve_90f3ed37(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, uppermost)
    x3 = apply(square, x2)
    x4 = leastcommon(x3)
    x5 = ofcolor(I, ZERO)
    x6 = apply(urcorner, x1)
    x7 = compose(even, last)
    x8 = sfilter(x6, x7)
    x9 = shift(x8, UNITY)
    x10 = intersection(x5, x9)
    x11 = fill(I, x4, x10)
    x12 = rbind(shift, RIGHT)
    x13 = compose(vmirror, x12)
    x14 = partition(I)
    x15 = leastcolor(I)
    x16 = rbind(colorcount, x15)
    x17 = compose(x16, identity)
    x18 = matcher(x17, 18)
    x19 = sfilter(x14, x18)
    x20 = mapply(x13, x19)
    x21 = toindices(x20)
    x22 = intersection(x5, x21)
    x23 = fill(x11, ONE, x22)
    x24 = compose(even, size)
    x25 = apply(x24, x2)
    x26 = leastcommon(x25)
    x27 = fgpartition(I)
    x28 = mapply(vmirror, x27)
    x29 = interval(NEG_SIX, SEVEN, ONE)
    x30 = fork(multiply, identity, identity)
    x31 = order(x29, x30)
    x32 = merge(x1)
    x33 = lbind(combine, x32)
    x34 = lbind(shift, x28)
    x35 = compose(x34, tojvec)
    x36 = compose(x33, x35)
    x37 = compose(size, x36)
    x38 = compose(invert, x37)
    x39 = argmax(x31, x38)
    x40 = tojvec(x39)
    x41 = shift(x28, x40)
    x42 = shift(x41, UP_RIGHT)
    x43 = hmirror(x42)
    x44 = fill(x23, x26, x43)
    x45 = hmirror(I)
    x46 = objects(x45, T, F, T)
    x47 = argmax(x46, rightmost)
    x48 = shift(x47, UNITY)
    x49 = toindices(x48)
    x50 = intersection(x5, x49)
    x51 = fill(x44, ONE, x50)
    x52 = rbind(bordering, I)
    x53 = apply(x52, x2)
    x54 = leastcommon(x53)
    x55 = lbind(recolor, ZERO)
    x56 = rbind(ofcolor, ZERO)
    x57 = compose(x55, x56)
    x58 = fork(difference, asobject, x57)
    x59 = paint(I, x41)
    x60 = x58(x59)
    x61 = shift(x60, LEFT)
    x62 = vmirror(x61)
    x63 = toindices(x62)
    x64 = intersection(x5, x63)
    x65 = fill(x51, x54, x64)
    x66 = fork(recolor, color, toindices)
    x67 = shape(I)
    x68 = canvas(ONE, x67)
    x69 = frontiers(I)
    x70 = merge(x69)
    x71 = fill(x68, ZERO, x70)
    x72 = objects(x71, T, F, F)
    x73 = colorfilter(x72, ONE)
    x74 = matcher(size, TEN)
    x75 = sfilter(x73, x74)
    x76 = mapply(x66, x75)
    x77 = rbind(contained, x5)
    x78 = compose(x77, last)
    x79 = sfilter(x76, x78)
    O = paint(x65, x79)
    return O


# e40b9e2f: 3 of 3 demonstrations, 620.3 bits, stacking
def solve_e40b9e2f(I):
    x1 = objects(I, F, T, T)
    x2 = mapply(vmirror, x1)
    x3 = interval(NEG_SIX, SEVEN, ONE)
    x4 = fork(multiply, identity, identity)
    x5 = order(x3, x4)
    x6 = objects(I, T, F, T)
    x7 = merge(x6)
    x8 = lbind(combine, x7)
    x9 = lbind(shift, x2)
    x10 = compose(x9, tojvec)
    x11 = compose(x8, x10)
    x12 = compose(size, x11)
    x13 = chain(size, toindices, x11)
    x14 = fork(equality, x12, x13)
    x15 = sfilter(x5, x14)
    x16 = compose(invert, x12)
    x17 = argmax(x15, x16)
    x18 = tojvec(x17)
    x19 = shift(x2, x18)
    x20 = paint(I, x19)
    x21 = argmax(x6, uppermost)
    x22 = cmirror(x21)
    x23 = vmirror(x22)
    x24 = paint(x20, x23)
    x25 = lbind(recolor, ZERO)
    x26 = rbind(ofcolor, ZERO)
    x27 = compose(x25, x26)
    x28 = fork(difference, asobject, x27)
    x29 = x28(x20)
    x30 = hmirror(x29)
    x31 = lbind(combine, x29)
    x32 = lbind(shift, x30)
    x33 = compose(x32, toivec)
    x34 = compose(x31, x33)
    x35 = compose(size, x34)
    x36 = chain(size, toindices, x34)
    x37 = fork(equality, x35, x36)
    x38 = sfilter(x5, x37)
    x39 = compose(invert, x35)
    x40 = argmax(x38, x39)
    x41 = toivec(x40)
    x42 = shift(x30, x41)
    x43 = paint(x20, x42)
    x44 = ofcolor(x43, NINE)
    x45 = fill(x24, NINE, x44)
    x46 = argmax(x6, leftmost)
    x47 = toindices(x46)
    x48 = shift(x47, NEG_UNITY)
    x49 = corners(x48)
    x50 = mapply(delta, x1)
    x51 = intersection(x49, x50)
    x52 = fill(x45, SIX, x51)
    x53 = mapply(outbox, x6)
    x54 = mapply(delta, x6)
    x55 = mapply(hfrontier, x54)
    x56 = intersection(x53, x55)
    x57 = fill(x52, THREE, x56)
    x58 = rbind(toobject, I)
    x59 = compose(x58, outbox)
    x60 = compose(mostcolor, x59)
    x61 = order(x6, numcolors)
    x62 = apply(x60, x61)
    x63 = leastcommon(x62)
    x64 = ofcolor(I, ZERO)
    x65 = fgpartition(x43)
    x66 = argmax(x65, size)
    x67 = toindices(x66)
    x68 = intersection(x64, x67)
    x69 = fill(x57, x63, x68)
    x70 = lbind(mapply, dneighbors)
    x71 = compose(x70, toindices)
    x72 = fork(recolor, color, x71)
    x73 = rbind(colorcount, SEVEN)
    x74 = matcher(x73, T)
    x75 = sfilter(x6, x74)
    x76 = mapply(x72, x75)
    x77 = rbind(contained, x64)
    x78 = compose(x77, last)
    x79 = sfilter(x76, x78)
    O = paint(x69, x79)
    return O


# e5062a87: 3 of 3 demonstrations, 645.9 bits, stacking
def solve_e5062a87(I):
    x1 = ofcolor(I, ZERO)
    x2 = objects(I, T, F, F)
    x3 = colorfilter(x2, ZERO)
    x4 = matcher(height, EIGHT)
    x5 = sfilter(x3, x4)
    x6 = mapply(normalize, x5)
    x7 = toindices(x6)
    x8 = intersection(x1, x7)
    x9 = fill(I, TWO, x8)
    x10 = mostcolor(I)
    x11 = palette(I)
    x12 = remove(x10, x11)
    x13 = first(x12)
    x14 = rot90(I)
    x15 = ofcolor(x14, TWO)
    x16 = recolor(TWO, x15)
    x17 = shift(x16, LEFT)
    x18 = toindices(x17)
    x19 = intersection(x1, x18)
    x20 = fill(x9, x13, x19)
    x21 = ofcolor(I, TWO)
    x22 = recolor(TWO, x21)
    x23 = normalize(x22)
    x24 = ofcolor(I, FIVE)
    x25 = recolor(FIVE, x24)
    x26 = gravitate(x23, x25)
    x27 = shift(x23, x26)
    x28 = paint(x20, x27)
    x29 = asindices(I)
    x30 = difference(x29, x1)
    x31 = toobject(x30, I)
    x32 = vmirror(x31)
    x33 = interval(NEG_SIX, SEVEN, ONE)
    x34 = fork(multiply, identity, identity)
    x35 = order(x33, x34)
    x36 = lbind(combine, x31)
    x37 = lbind(shift, x32)
    x38 = compose(x37, tojvec)
    x39 = compose(x36, x38)
    x40 = compose(size, x39)
    x41 = chain(size, toindices, x39)
    x42 = fork(equality, x40, x41)
    x43 = sfilter(x35, x42)
    x44 = compose(invert, x40)
    x45 = argmax(x43, x44)
    x46 = tojvec(x45)
    x47 = shift(x32, x46)
    x48 = paint(I, x47)
    x49 = lbind(recolor, ZERO)
    x50 = rbind(ofcolor, ZERO)
    x51 = compose(x49, x50)
    x52 = fork(difference, asobject, x51)
    x53 = x52(x48)
    x54 = hmirror(x53)
    x55 = lbind(combine, x53)
    x56 = lbind(shift, x54)
    x57 = compose(x56, toivec)
    x58 = compose(x55, x57)
    x59 = compose(size, x58)
    x60 = chain(size, toindices, x58)
    x61 = fork(equality, x59, x60)
    x62 = sfilter(x35, x61)
    x63 = compose(invert, x59)
    x64 = argmax(x62, x63)
    x65 = toivec(x64)
    x66 = shift(x54, x65)
    x67 = paint(x48, x66)
    x68 = subgrid(x1, x67)
    x69 = objects(x68, T, F, T)
    x70 = argmax(x69, leftmost)
    x71 = paint(x28, x70)
    x72 = hmirror(I)
    x73 = objects(x72, T, F, T)
    x74 = leastcolor(I)
    x75 = rbind(colorcount, x74)
    x76 = compose(x75, identity)
    x77 = matcher(x76, T)
    x78 = sfilter(x73, x77)
    x79 = merge(x78)
    x80 = paint(x71, x79)
    x81 = righthalf(I)
    x82 = leastcolor(x81)
    x83 = shape(I)
    x84 = canvas(ZERO, x83)
    x85 = vconcat(I, x84)
    x86 = objects(x85, F, F, T)
    x87 = order(x86, lowermost)
    x88 = get_nth(x87, ONE)
    x89 = inbox(x88)
    x90 = intersection(x1, x89)
    O = fill(x80, x82, x90)
    return O


# 9172f3a0: 2 of 2 demonstrations, -89.5 bits, bottom-up
def solve_9172f3a0(I):
    O = upscale(I, THREE)
    return O


# 2013d3e2: 2 of 2 demonstrations, -59.2 bits, stacking
def solve_2013d3e2(I):
    x1 = compress(I)
    O = crop(x1, ORIGIN, THREE_BY_THREE)
    return O


# 4258a5f9: 2 of 2 demonstrations, -94.6 bits, stacking
def solve_4258a5f9(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    O = fill(I, ONE, x2)
    return O


# 60b61512: 2 of 2 demonstrations, -94.6 bits, stacking
def solve_60b61512(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    O = underfill(I, SEVEN, x2)
    return O


# f25ffba3: 2 of 2 demonstrations, -65.5 bits, stacking
def solve_f25ffba3(I):
    x1 = compress(I)
    x2 = hmirror(x1)
    O = vconcat(x2, x1)
    return O


# 5614dbcf: 2 of 2 demonstrations, -81.3 bits, bottom-up
def solve_5614dbcf(I):
    x1 = downscale(I, THREE)
    x2 = ofcolor(x1, FIVE)
    O = fill(x1, ZERO, x2)
    return O


# 3aa6fb7a: 2 of 2 demonstrations, -94.6 bits, stacking
def solve_3aa6fb7a(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    O = underfill(I, ONE, x2)
    return O


# bb43febb: 2 of 2 demonstrations, 1.9 bits, stacking
def solve_bb43febb(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = fill(I, TWO, x3)
    return O


# 496994bd: 2 of 2 demonstrations, -97.9 bits, stacking
def solve_496994bd(I):
    x1 = rot180(I)
    x2 = objects(x1, T, F, T)
    x3 = merge(x2)
    O = paint(I, x3)
    return O


# ce22a75a: 2 of 2 demonstrations, -87.2 bits, stacking
def solve_ce22a75a(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = fill(I, ONE, x3)
    return O


# b27ca6d3: 2 of 2 demonstrations, -54.4 bits, stacking
def solve_b27ca6d3(I):
    x1 = compose(outbox, toindices)
    x2 = objects(I, T, F, T)
    x3 = sizefilter(x2, TWO)
    x4 = mapply(x1, x3)
    O = fill(I, THREE, x4)
    return O


# e9614598: 2 of 2 demonstrations, 45.0 bits, augmentation
def solve_e9614598(I):
    x1 = fgpartition(I)
    x2 = apply(center, x1)
    x3 = fill(I, THREE, x2)
    x4 = ofcolor(x3, THREE)
    x5 = mapply(dneighbors, x4)
    O = fill(x3, THREE, x5)
    return O


# a61f2674: 2 of 2 demonstrations, -33.4 bits, stacking
def solve_a61f2674(I):
    x1 = replace(I, FIVE, ZERO)
    x2 = objects(I, T, F, T)
    x3 = argmin(x2, size)
    x4 = fill(x1, TWO, x3)
    x5 = argmax(x2, size)
    O = fill(x4, ONE, x5)
    return O


# 3345333e: 2 of 2 demonstrations, -24.4 bits, stacking
def solve_3345333e(I):
    x1 = fgpartition(I)
    x2 = mapply(vmirror, x1)
    x3 = cover(I, x2)
    x4 = argmax(x1, size)
    x5 = vmirror(x4)
    O = paint(x3, x5)
    return O


# b60334d2: 2 of 2 demonstrations, -9.2 bits, augmentation
def solve_b60334d2(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = fill(I, ONE, x2)
    x4 = replace(x3, FIVE, ZERO)
    x5 = objects(x3, F, F, T)
    x6 = mapply(corners, x5)
    O = fill(x4, FIVE, x6)
    return O


# aabf363d: 2 of 2 demonstrations, -6.0 bits, stacking
def solve_aabf363d(I):
    x1 = ofcolor(I, TWO)
    x2 = fill(I, FOUR, x1)
    x3 = ofcolor(I, THREE)
    x4 = fill(x2, SIX, x3)
    x5 = objects(I, T, F, T)
    x6 = argmin(x5, size)
    O = fill(x4, ZERO, x6)
    return O


# 3bdb4ada: 2 of 2 demonstrations, 41.7 bits, stacking
def solve_3bdb4ada(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = leftmost(x2)
    x4 = rbind(subtract, x3)
    x5 = compose(x4, last)
    x6 = compose(even, x5)
    x7 = sfilter(x2, x6)
    O = fill(I, ZERO, x7)
    return O


# 41e4d17e: 2 of 2 demonstrations, -51.1 bits, stacking
def solve_41e4d17e(I):
    x1 = ofcolor(I, EIGHT)
    x2 = compose(hfrontier, center)
    x3 = compose(vfrontier, center)
    x4 = fork(combine, x2, x3)
    x5 = objects(I, T, F, T)
    x6 = mapply(x4, x5)
    x7 = intersection(x1, x6)
    O = fill(I, SIX, x7)
    return O


# e76a88a6: 2 of 2 demonstrations, -62.5 bits, stacking
def solve_e76a88a6(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, numcolors)
    x3 = ulcorner(x2)
    x4 = invert(x3)
    x5 = shift(x2, x4)
    x6 = lbind(shift, x5)
    x7 = compose(x6, ulcorner)
    x8 = mapply(x7, x1)
    O = paint(I, x8)
    return O


# e9afcf9a: 2 of 2 demonstrations, 64.9 bits, stacking
def solve_e9afcf9a(I):
    x1 = rbind(shift, RIGHT)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    x4 = cover(I, x3)
    x5 = argmax(x2, size)
    x6 = color(x5)
    x7 = apply(center, x2)
    x8 = mapply(ineighbors, x7)
    x9 = mapply(dneighbors, x8)
    O = fill(x4, x6, x9)
    return O


# 08ed6ac7: 2 of 2 demonstrations, 46.2 bits, stacking
def solve_08ed6ac7(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = fill(I, FOUR, x2)
    x4 = order(x1, size)
    x5 = get_nth(x4, ONE)
    x6 = fill(x3, THREE, x5)
    x7 = order(x1, uppermost)
    x8 = get_nth(x7, ONE)
    x9 = fill(x6, TWO, x8)
    x10 = ofcolor(x9, FIVE)
    O = fill(x9, ONE, x10)
    return O


# 6c434453: 2 of 2 demonstrations, 18.4 bits, stacking
def solve_6c434453(I):
    x1 = compose(backdrop, toindices)
    x2 = objects(I, T, F, T)
    x3 = matcher(size, EIGHT)
    x4 = sfilter(x2, x3)
    x5 = mapply(x1, x4)
    x6 = mapply(corners, x2)
    x7 = difference(x5, x6)
    x8 = fill(I, TWO, x7)
    x9 = compose(corners, toindices)
    x10 = mapply(x9, x4)
    O = fill(x8, ZERO, x10)
    return O


# b6afb2da: 2 of 2 demonstrations, 33.9 bits, stacking
def solve_b6afb2da(I):
    x1 = ofcolor(I, FIVE)
    x2 = fill(I, FOUR, x1)
    x3 = objects(x2, T, T, F)
    x4 = colorfilter(x3, ZERO)
    x5 = difference(x3, x4)
    x6 = mapply(corners, x5)
    x7 = fill(x2, ONE, x6)
    x8 = ofcolor(x2, FOUR)
    x9 = mapply(box, x5)
    x10 = difference(x8, x9)
    O = fill(x7, TWO, x10)
    return O


# 543a7ed5: 2 of 2 demonstrations, -41.9 bits, stacking
def solve_543a7ed5(I):
    x1 = objects(I, T, F, F)
    x2 = mostcolor(I)
    x3 = colorfilter(x1, x2)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter(x3, x5)
    x7 = merge(x6)
    x8 = fill(I, FOUR, x7)
    x9 = objects(I, T, F, T)
    x10 = mapply(outbox, x9)
    O = fill(x8, THREE, x10)
    return O


# 40853293: 2 of 2 demonstrations, 5.5 bits, stacking
def solve_40853293(I):
    x1 = fork(recolor, color, backdrop)
    x2 = fgpartition(I)
    x3 = mapply(x1, x2)
    x4 = paint(I, x3)
    x5 = rbind(mfilter, vline)
    x6 = lbind(prapply, connect)
    x7 = fork(x6, toindices, toindices)
    x8 = compose(x5, x7)
    x9 = fork(recolor, color, x8)
    x10 = mapply(x9, x2)
    O = paint(x4, x10)
    return O


# c9f8e694: 2 of 2 demonstrations, 81.4 bits, stacking
def solve_c9f8e694(I):
    x1 = ofcolor(I, FIVE)
    x2 = ofcolor(I, ONE)
    x3 = mapply(hfrontier, x2)
    x4 = intersection(x1, x3)
    x5 = fill(I, ONE, x4)
    x6 = leastcolor(I)
    x7 = ofcolor(I, x6)
    x8 = mapply(hfrontier, x7)
    x9 = intersection(x1, x8)
    x10 = fill(x5, x6, x9)
    x11 = ofcolor(x10, FIVE)
    O = fill(x10, THREE, x11)
    return O


# 694f12f3: 2 of 2 demonstrations, 53.6 bits, stacking
def solve_694f12f3(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    x4 = argmin(x2, size)
    x5 = toindices(x4)
    x6 = difference(x3, x5)
    x7 = fill(I, TWO, x6)
    x8 = mapply(inbox, x2)
    x9 = argmax(x2, size)
    x10 = toindices(x9)
    x11 = difference(x8, x10)
    O = fill(x7, ONE, x11)
    return O


# d364b489: 2 of 2 demonstrations, 127.7 bits, stacking
def solve_d364b489(I):
    x1 = rbind(shift, RIGHT)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    x4 = fill(I, SIX, x3)
    x5 = rbind(shift, DOWN)
    x6 = mapply(x5, x2)
    x7 = fill(x4, EIGHT, x6)
    x8 = rbind(shift, LEFT)
    x9 = mapply(x8, x2)
    x10 = fill(x7, SEVEN, x9)
    x11 = rbind(shift, UP)
    x12 = mapply(x11, x2)
    O = fill(x10, TWO, x12)
    return O


# 23581191: 2 of 2 demonstrations, -0.3 bits, stacking
def solve_23581191(I):
    x1 = rbind(order, identity)
    x2 = rot90(I)
    x3 = apply(x1, x2)
    x4 = dmirror(x3)
    x5 = hmirror(x4)
    x6 = compose(hfrontier, center)
    x7 = compose(vfrontier, center)
    x8 = fork(combine, x6, x7)
    x9 = fork(recolor, color, x8)
    x10 = objects(I, T, F, T)
    x11 = mapply(x9, x10)
    x12 = paint(x5, x11)
    x13 = merge(x10)
    x14 = vmirror(x13)
    O = fill(x12, TWO, x14)
    return O


# 8eb1be9a: 2 of 2 demonstrations, 3.3 bits, stacking
def solve_8eb1be9a(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, height)
    x3 = lbind(shift, x2)
    x4 = objects(I, T, T, F)
    x5 = size(x4)
    x6 = toivec(x5)
    x7 = lbind(multiply, x6)
    x8 = compose(x3, x7)
    x9 = partition(I)
    x10 = order(x9, leftmost)
    x11 = apply(palette, x10)
    x12 = leastcommon(x11)
    x13 = interval(NEG_NINE, TEN, ONE)
    x14 = combine(x12, x13)
    x15 = mapply(x8, x14)
    O = paint(I, x15)
    return O


# 29c11459: 2 of 2 demonstrations, 39.9 bits, stacking
def solve_29c11459(I):
    x1 = rbind(shift, RIGHT)
    x2 = lbind(recolor, ZERO)
    x3 = rbind(ofcolor, ZERO)
    x4 = compose(x2, x3)
    x5 = fork(difference, asobject, x4)
    x6 = compose(x1, x5)
    x7 = fork(paint, identity, x6)
    x8 = rbind(shift, LEFT)
    x9 = compose(x8, x5)
    x10 = fork(paint, identity, x9)
    x11 = compose(x7, x10)
    x12 = power(x11, SIX)
    x13 = x12(I)
    x14 = objects(x13, F, F, T)
    x15 = apply(center, x14)
    O = fill(x13, FIVE, x15)
    return O


# 7e0986d6: 2 of 2 demonstrations, -15.8 bits, stacking
def solve_7e0986d6(I):
    x1 = shape(I)
    x2 = canvas(ZERO, x1)
    x3 = fgpartition(I)
    x4 = argmax(x3, size)
    x5 = color(x4)
    x6 = asindices(I)
    x7 = ofcolor(I, ZERO)
    x8 = difference(x6, x7)
    x9 = shift(x8, RIGHT)
    x10 = intersection(x8, x9)
    x11 = shift(x10, DOWN)
    x12 = intersection(x10, x11)
    x13 = shift(x12, UP)
    x14 = combine(x12, x13)
    x15 = shift(x14, LEFT)
    x16 = combine(x14, x15)
    O = fill(x2, x5, x16)
    return O


# 3ac3eb23: 2 of 2 demonstrations, 98.3 bits, stacking
def solve_3ac3eb23(I):
    x1 = dedupe(I)
    x2 = vconcat(x1, x1)
    x3 = vconcat(x1, x2)
    x4 = lbind(mapply, dneighbors)
    x5 = compose(x4, toindices)
    x6 = fork(recolor, color, x5)
    x7 = hmirror(I)
    x8 = objects(x7, T, F, T)
    x9 = mapply(x6, x8)
    x10 = paint(x3, x9)
    x11 = lbind(mapply, ineighbors)
    x12 = compose(x11, toindices)
    x13 = fork(recolor, color, x12)
    x14 = objects(I, T, F, T)
    x15 = mapply(x13, x14)
    x16 = shift(x15, DOWN)
    x17 = shift(x16, DOWN)
    O = paint(x10, x17)
    return O


# 4522001f: 2 of 2 demonstrations, 204.9 bits, stacking
def solve_4522001f(I):
    x1 = canvas(ZERO, (9, 9))
    x2 = compress(I)
    x3 = upscale(x2, FOUR)
    x4 = objects(x3, T, F, T)
    x5 = mapply(inbox, x4)
    x6 = fill(x1, THREE, x5)
    x7 = upscale(I, THREE)
    x8 = cmirror(x7)
    x9 = objects(x8, T, F, T)
    x10 = mapply(inbox, x9)
    x11 = fill(x6, THREE, x10)
    x12 = objects(x7, T, F, T)
    x13 = apply(lrcorner, x12)
    x14 = backdrop(x13)
    x15 = fill(x11, THREE, x14)
    x16 = objects(I, T, F, T)
    x17 = merge(x16)
    x18 = upscale(x17, TWO)
    O = fill(x15, THREE, x18)
    return O


# 321b1fc6: 2 of 2 demonstrations, 68.9 bits, stacking
def solve_321b1fc6(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(colorcount, EIGHT)
    x3 = matcher(x2, ZERO)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    x6 = argmax(x1, size)
    x7 = ulcorner(x6)
    x8 = ulcorner(x5)
    x9 = subtract(x7, x8)
    x10 = move(I, x5, x9)
    x11 = objects(x10, F, F, T)
    x12 = argmax(x11, numcolors)
    x13 = ulcorner(x12)
    x14 = invert(x13)
    x15 = shift(x12, x14)
    x16 = lbind(shift, x15)
    x17 = compose(x16, ulcorner)
    x18 = mapply(x17, x11)
    O = paint(x10, x18)
    return O


# 025d127b: 2 of 2 demonstrations, 183.0 bits, stacking
def solve_025d127b(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, leftmost)
    x3 = get_nth(x2, ONE)
    x4 = asobject(I)
    x5 = shift(x4, DOWN)
    x6 = center(x5)
    x7 = center(x3)
    x8 = subtract(x6, x7)
    x9 = move(I, x3, x8)
    x10 = objects(I, T, T, F)
    x11 = mapply(inbox, x10)
    x12 = rbind(shift, RIGHT)
    x13 = mapply(x12, x1)
    x14 = toindices(x13)
    x15 = difference(x11, x14)
    x16 = fill(x9, ZERO, x15)
    x17 = toobject(x11, I)
    x18 = shift(x17, RIGHT)
    x19 = ofcolor(I, ZERO)
    x20 = rbind(contained, x19)
    x21 = compose(x20, last)
    x22 = sfilter(x18, x21)
    O = paint(x16, x22)
    return O


# 0962bcdd: 2 of 2 demonstrations, 156.9 bits, stacking
def solve_0962bcdd(I):
    x1 = lbind(index, I)
    x2 = compose(x1, center)
    x3 = compose(delta, toindices)
    x4 = fork(recolor, x2, x3)
    x5 = objects(I, T, T, T)
    x6 = mapply(x4, x5)
    x7 = paint(I, x6)
    x8 = frontiers(I)
    x9 = mapply(backdrop, x8)
    x10 = ofcolor(I, EIGHT)
    x11 = mapply(dneighbors, x10)
    x12 = intersection(x9, x11)
    x13 = fill(x7, EIGHT, x12)
    x14 = ofcolor(I, SEVEN)
    x15 = mapply(dneighbors, x14)
    x16 = intersection(x9, x15)
    x17 = fill(x13, SEVEN, x16)
    x18 = lbind(mapply, neighbors)
    x19 = compose(x18, toindices)
    x20 = compose(delta, x19)
    x21 = fork(recolor, x2, x20)
    x22 = objects(I, F, F, T)
    x23 = mapply(x21, x22)
    O = paint(x17, x23)
    return O


# d4f3cd78: 2 of 2 demonstrations, 100.6 bits, stacking
def solve_d4f3cd78(I):
    x1 = ofcolor(I, ZERO)
    x2 = rbind(shoot, DOWN)
    x3 = compose(x2, center)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    x6 = intersection(x1, x5)
    x7 = fill(I, EIGHT, x6)
    x8 = ofcolor(I, FIVE)
    x9 = asindices(I)
    x10 = outbox(x9)
    x11 = combine(x8, x10)
    x12 = rbind(intersection, x11)
    x13 = rbind(shoot, UP)
    x14 = rbind(add, UP)
    x15 = compose(x13, x14)
    x16 = compose(x12, x15)
    x17 = rbind(compose, initset)
    x18 = lbind(lbind, manhattan)
    x19 = chain(x17, x18, initset)
    x20 = fork(argmin, x16, x19)
    x21 = fork(connect, identity, x20)
    x22 = mapply(delta, x4)
    x23 = mapply(x21, x22)
    x24 = intersection(x1, x23)
    O = fill(x7, EIGHT, x24)
    return O


# db3e9e38: 2 of 2 demonstrations, 243.2 bits, stacking
def solve_db3e9e38(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = dmirror(x2)
    x4 = paint(I, x3)
    x5 = trim(I)
    x6 = partition(x5)
    x7 = apply(ulcorner, x6)
    x8 = fill(x4, EIGHT, x7)
    x9 = rbind(shift, UP_RIGHT)
    x10 = compose(x9, toindices)
    x11 = compose(x9, x10)
    x12 = mapply(x11, x1)
    x13 = inbox(x12)
    x14 = fill(x8, EIGHT, x13)
    x15 = compose(outbox, outbox)
    x16 = mapply(x15, x1)
    x17 = frontiers(I)
    x18 = apply(center, x17)
    x19 = backdrop(x18)
    x20 = difference(x16, x19)
    x21 = fill(x14, SEVEN, x20)
    x22 = compose(inbox, toindices)
    x23 = fork(difference, x22, toindices)
    x24 = mapply(x23, x1)
    O = fill(x21, EIGHT, x24)
    return O


# 272f95fa: 2 of 2 demonstrations, 207.8 bits, stacking
def solve_272f95fa(I):
    x1 = objects(I, T, T, F)
    x2 = colorfilter(x1, ZERO)
    x3 = compose(invert, ulcorner)
    x4 = order(x2, x3)
    x5 = get_nth(x4, FIVE)
    x6 = fill(I, FOUR, x5)
    x7 = get_nth(x4, SEVEN)
    x8 = fill(x6, TWO, x7)
    x9 = get_nth(x4, THREE)
    x10 = fill(x8, THREE, x9)
    x11 = objects(I, T, F, F)
    x12 = mostcolor(I)
    x13 = colorfilter(x11, x12)
    x14 = rbind(bordering, I)
    x15 = compose(flip, x14)
    x16 = sfilter(x13, x15)
    x17 = merge(x16)
    x18 = fill(x10, SIX, x17)
    x19 = shape(I)
    x20 = canvas(ONE, x19)
    x21 = objects(I, T, F, T)
    x22 = argmax(x21, size)
    x23 = fill(x20, ZERO, x22)
    x24 = objects(x23, T, F, F)
    x25 = colorfilter(x24, ONE)
    x26 = order(x25, x3)
    x27 = get_nth(x26, ONE)
    O = paint(x18, x27)
    return O


# a48eeaf7: 2 of 2 demonstrations, 260.5 bits, stacking
def solve_a48eeaf7(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, ulcorner)
    x3 = get_nth(x2, TWO)
    x4 = get_nth(x2, ONE)
    x5 = gravitate(x3, x4)
    x6 = move(I, x3, x5)
    x7 = argmin(x1, size)
    x8 = argmax(x1, size)
    x9 = gravitate(x7, x8)
    x10 = shift(x7, x9)
    x11 = paint(x6, x10)
    x12 = objects(I, T, T, F)
    x13 = compose(even, size)
    x14 = argmin(x12, x13)
    x15 = color(x14)
    x16 = apply(center, x1)
    x17 = compose(even, last)
    x18 = sfilter(x16, x17)
    x19 = shift(x18, DOWN_LEFT)
    x20 = fill(x11, x15, x19)
    x21 = get_nth(x2, THREE)
    x22 = shift(x21, NEG_UNITY)
    x23 = shift(x22, NEG_UNITY)
    x24 = paint(x20, x23)
    x25 = lbind(index, I)
    x26 = compose(x25, center)
    x27 = fork(recolor, x26, toindices)
    x28 = fgpartition(I)
    x29 = mapply(x27, x28)
    O = paint(x24, x29)
    return O


# a61ba2ce: 2 of 2 demonstrations, 188.9 bits, augmentation
def solve_a61ba2ce(I):
    x1 = rbind(shift, DOWN)
    x2 = lbind(recolor, ZERO)
    x3 = rbind(ofcolor, ZERO)
    x4 = compose(x2, x3)
    x5 = fork(difference, asobject, x4)
    x6 = compose(x1, x5)
    x7 = fork(paint, identity, x6)
    x8 = rbind(shift, UP)
    x9 = compose(x8, x5)
    x10 = fork(paint, identity, x9)
    x11 = compose(x7, x10)
    x12 = power(x11, SIX)
    x13 = rbind(shift, RIGHT)
    x14 = compose(x13, x5)
    x15 = fork(paint, identity, x14)
    x16 = rbind(shift, LEFT)
    x17 = compose(x16, x5)
    x18 = fork(paint, identity, x17)
    x19 = compose(x15, x18)
    x20 = power(x19, SIX)
    x21 = x20(I)
    x22 = x12(x21)
    x23 = downscale(x22, FOUR)
    x24 = downscale(x23, THREE)
    x25 = upscale(x24, TWO)
    x26 = frontiers(x23)
    x27 = mapply(inbox, x26)
    x28 = shift(x27, RIGHT)
    x29 = fill(x25, TWO, x28)
    x30 = asindices(x23)
    x31 = inbox(x30)
    O = fill(x29, ZERO, x31)
    return O


# 1bfc4729: 2 of 2 demonstrations, 409.3 bits, augmentation
def solve_1bfc4729(I):
    x1 = lbind(mapply, hfrontier)
    x2 = compose(x1, toindices)
    x3 = fork(recolor, color, x2)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    x6 = paint(I, x5)
    x7 = objects(x6, T, F, T)
    x8 = argmin(x7, uppermost)
    x9 = decrement(TWO)
    x10 = multiply(RIGHT, x9)
    x11 = invert(x10)
    x12 = toivec(TWO)
    x13 = subtract(x11, x12)
    x14 = move(x6, x8, x13)
    x15 = fork(recolor, color, outbox)
    x16 = mapply(x15, x7)
    x17 = width(x6)
    x18 = astuple(ONE, x17)
    x19 = shift(x16, x18)
    x20 = paint(x14, x19)
    x21 = subtract(x12, x18)
    x22 = shift(x16, x21)
    x23 = paint(x20, x22)
    x24 = invert(x18)
    x25 = shift(x16, x24)
    x26 = paint(x23, x25)
    x27 = argmax(x7, uppermost)
    x28 = lrcorner(x27)
    x29 = llcorner(x16)
    x30 = subtract(x28, x29)
    x31 = shift(x16, x30)
    x32 = paint(x26, x31)
    x33 = asindices(x6)
    x34 = move(x6, x27, x12)
    x35 = ofcolor(x34, ZERO)
    x36 = difference(x33, x35)
    x37 = toobject(x36, x34)
    O = paint(x32, x37)
    return O


# d9f24cd1: 2 of 2 demonstrations, 382.7 bits, stacking
def solve_d9f24cd1(I):
    x1 = partition(I)
    x2 = compose(even, size)
    x3 = argmin(x1, x2)
    x4 = mostcolor(x3)
    x5 = ofcolor(I, ZERO)
    x6 = objects(I, T, F, T)
    x7 = order(x6, leftmost)
    x8 = get_nth(x7, ONE)
    x9 = upscale(x8, TWO)
    x10 = toindices(x9)
    x11 = intersection(x5, x10)
    x12 = fill(I, x4, x11)
    x13 = bottomhalf(I)
    x14 = frontiers(x13)
    x15 = order(x14, size)
    x16 = get_nth(x15, ONE)
    x17 = fill(x12, x4, x16)
    x18 = fgpartition(I)
    x19 = apply(urcorner, x18)
    x20 = toobject(x19, I)
    x21 = mostcolor(x20)
    x22 = rbind(shoot, UP)
    x23 = argmax(x6, normalize)
    x24 = toindices(x23)
    x25 = shift(x24, UNITY)
    x26 = mapply(x22, x25)
    x27 = fill(x17, x21, x26)
    x28 = mapply(backdrop, x6)
    x29 = asindices(I)
    x30 = outbox(x29)
    x31 = combine(x28, x30)
    x32 = rbind(intersection, x31)
    x33 = rbind(add, UP)
    x34 = compose(x22, x33)
    x35 = compose(x32, x34)
    x36 = rbind(compose, initset)
    x37 = lbind(lbind, manhattan)
    x38 = chain(x36, x37, initset)
    x39 = fork(argmin, x35, x38)
    x40 = fork(connect, identity, x39)
    x41 = ofcolor(I, TWO)
    x42 = mapply(x40, x41)
    x43 = intersection(x5, x42)
    O = fill(x27, TWO, x43)
    return O


# 6e19193c: 2 of 2 demonstrations, 510.8 bits, stacking
def solve_6e19193c(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = color(x2)
    x4 = compose(llcorner, outbox)
    x5 = dmirror(I)
    x6 = objects(x5, T, F, T)
    x7 = apply(x4, x6)
    x8 = fill(I, x3, x7)
    x9 = rbind(shift, DOWN)
    x10 = compose(x9, x9)
    x11 = downscale(I, THREE)
    x12 = objects(x11, T, F, T)
    x13 = mapply(x10, x12)
    x14 = paint(x8, x13)
    x15 = rbind(shift, UP)
    x16 = numcolors(I)
    x17 = decrement(x16)
    x18 = multiply(x17, DOWN_LEFT)
    x19 = invert(x18)
    x20 = rbind(shift, x19)
    x21 = compose(x15, x20)
    x22 = downscale(I, TWO)
    x23 = objects(x22, T, F, T)
    x24 = mapply(x21, x23)
    x25 = paint(x14, x24)
    x26 = lbind(mapply, neighbors)
    x27 = compose(x26, toindices)
    x28 = compose(delta, x27)
    x29 = fork(recolor, color, x28)
    x30 = tophalf(I)
    x31 = objects(x30, T, F, T)
    x32 = mapply(x29, x31)
    x33 = paint(x25, x32)
    x34 = rbind(shoot, DOWN_LEFT)
    x35 = mapply(delta, x1)
    x36 = mapply(x34, x35)
    x37 = frontiers(I)
    x38 = merge(x37)
    x39 = upscale(x38, TWO)
    x40 = toindices(x39)
    x41 = difference(x36, x40)
    x42 = fill(x33, SEVEN, x41)
    x43 = rbind(shoot, UP_RIGHT)
    x44 = compose(x43, center)
    x45 = partition(I)
    x46 = mapply(x44, x45)
    x47 = mapply(x43, x35)
    x48 = intersection(x46, x47)
    O = fill(x42, NINE, x48)
    return O


# bdad9b1f: 2 of 2 demonstrations, 183.0 bits, stacking
def solve_bdad9b1f(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = vmirror(x2)
    x4 = interval(NEG_SIX, SEVEN, ONE)
    x5 = fork(multiply, identity, identity)
    x6 = order(x4, x5)
    x7 = lbind(combine, x2)
    x8 = lbind(shift, x3)
    x9 = compose(x8, tojvec)
    x10 = compose(x7, x9)
    x11 = compose(size, x10)
    x12 = compose(invert, x11)
    x13 = argmax(x6, x12)
    x14 = tojvec(x13)
    x15 = shift(x3, x14)
    x16 = combine(x2, x15)
    x17 = hmirror(x16)
    x18 = width(I)
    x19 = decrement(x18)
    x20 = leftmost(x2)
    x21 = rightmost(x2)
    x22 = add(x20, x21)
    x23 = subtract(x19, x22)
    x24 = tojvec(x23)
    x25 = shift(x3, x24)
    x26 = combine(x2, x25)
    x27 = lowermost(x26)
    x28 = toivec(x27)
    x29 = shift(x17, x28)
    x30 = combine(x16, x29)
    x31 = paint(I, x30)
    x32 = width(x31)
    x33 = rbind(repeat, x32)
    x34 = compose(x33, first)
    x35 = dmirror(x31)
    x36 = apply(x34, x35)
    x37 = dmirror(x36)
    x38 = ofcolor(x37, ZERO)
    x39 = rbind(shift, RIGHT)
    x40 = lbind(recolor, ZERO)
    x41 = rbind(ofcolor, ZERO)
    x42 = compose(x40, x41)
    x43 = fork(difference, asobject, x42)
    x44 = compose(x39, x43)
    x45 = fork(paint, identity, x44)
    x46 = rbind(shift, LEFT)
    x47 = compose(x46, x43)
    x48 = fork(paint, identity, x47)
    x49 = compose(x45, x48)
    x50 = power(x49, SIX)
    x51 = x50(x31)
    x52 = ofcolor(x51, TWO)
    x53 = intersection(x38, x52)
    x54 = fill(x37, TWO, x53)
    x55 = ofcolor(x31, ZERO)
    x56 = shape(x31)
    x57 = canvas(ONE, x56)
    x58 = frontiers(x31)
    x59 = merge(x58)
    x60 = fill(x57, ZERO, x59)
    x61 = objects(x60, T, F, F)
    x62 = argmin(x61, size)
    x63 = toindices(x62)
    x64 = intersection(x55, x63)
    O = fill(x54, FOUR, x64)
    return O
