# Programs that `arcbatt solve` found by itself, on the embedded tasks and on the ARC-1 training
# tasks. Made with:
#   arcbatt solve --library none --steps 600000 --store embedded.sqlite
#   arcbatt solve --data arc1-training --library none --steps 1150000 --store training.sqlite
#   arcbatt library export --store ... of each, one after the other


# crop_object: 5 of 5 demonstrations, 6.0 bits, bottom-up
# remove_lines: 4 of 4 demonstrations, 6.0 bits, bottom-up
def solve_crop_object(I):
    O = compress(I)
    return O


# odd_color_out: 5 of 5 demonstrations, 26.0 bits, bottom-up
# rarest_color_box: 5 of 5 demonstrations, 21.0 bits, bottom-up
def solve_odd_color_out(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    O = subgrid(x2, I)
    return O


# most_colors: 4 of 4 demonstrations, 47.0 bits, bottom-up
# red_and_blue: 5 of 5 demonstrations, 29.1 bits, bottom-up
def solve_most_colors(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, numcolors)
    O = subgrid(x2, I)
    return O


# rows_become_columns: 5 of 5 demonstrations, -1.4 bits, bottom-up
def solve_rows_become_columns(I):
    O = dmirror(I)
    return O


# quarter_turn: 5 of 5 demonstrations, 3.1 bits, bottom-up
def solve_quarter_turn(I):
    O = rot90(I)
    return O


# mirror_upside_down: 5 of 5 demonstrations, -4.7 bits, bottom-up
def solve_mirror_upside_down(I):
    O = hmirror(I)
    return O


# scale_down: 5 of 5 demonstrations, 9.0 bits, bottom-up
def solve_scale_down(I):
    O = downscale(I, TWO)
    return O


# shrink_object: 5 of 5 demonstrations, 16.1 bits, bottom-up
def solve_shrink_object(I):
    x1 = downscale(I, THREE)
    O = compress(x1)
    return O


# mirror_below: 5 of 5 demonstrations, 2.7 bits, bottom-up
def solve_mirror_below(I):
    x1 = hmirror(I)
    O = vconcat(I, x1)
    return O


# scale_by_colors: 5 of 5 demonstrations, 21.0 bits, bottom-up
def solve_scale_by_colors(I):
    x1 = numcolors(I)
    O = upscale(I, x1)
    return O


# tile_two_by_two: 5 of 5 demonstrations, 5.2 bits, bottom-up
def solve_tile_two_by_two(I):
    x1 = vconcat(I, I)
    O = hconcat(x1, x1)
    return O


# inner_ring: 5 of 5 demonstrations, 30.0 bits, stacking
def solve_inner_ring(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    O = fill(I, SIX, x2)
    return O


# largest_by_example: 5 of 5 demonstrations, 30.0 bits, stacking
def solve_largest_by_example(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = fill(I, THREE, x2)
    return O


# mark_corners: 5 of 5 demonstrations, 30.0 bits, stacking
def solve_mark_corners(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    O = fill(I, THREE, x2)
    return O


# between_markers: 5 of 5 demonstrations, 39.0 bits, bottom-up
def solve_between_markers(I):
    x1 = ofcolor(I, FOUR)
    x2 = subgrid(x1, I)
    O = trim(x2)
    return O


# inside_frame: 5 of 5 demonstrations, 34.0 bits, bottom-up
def solve_inside_frame(I):
    x1 = ofcolor(I, ONE)
    x2 = subgrid(x1, I)
    O = trim(x2)
    return O


# outline_objects: 5 of 5 demonstrations, 30.0 bits, stacking
def solve_outline_objects(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    O = fill(I, THREE, x2)
    return O


# fill_gaps: 5 of 5 demonstrations, 30.0 bits, stacking
def solve_fill_gaps(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    O = underfill(I, ONE, x2)
    return O


# key_color: 5 of 5 demonstrations, 27.0 bits, stacking
def solve_key_color(I):
    x1 = leastcolor(I)
    x2 = objects(I, T, F, T)
    x3 = merge(x2)
    O = fill(I, x1, x3)
    return O


# panel_overlay: 5 of 5 demonstrations, 33.0 bits, goal
def solve_panel_overlay(I):
    x1 = bottomhalf(I)
    x2 = objects(I, T, F, T)
    x3 = merge(x2)
    O = paint(x1, x3)
    return O


# swap_red_and_blue: 5 of 5 demonstrations, 27.0 bits, bottom-up
def solve_swap_red_and_blue(I):
    x1 = ofcolor(I, ONE)
    x2 = fill(I, TWO, x1)
    x3 = ofcolor(I, TWO)
    O = fill(x2, ONE, x3)
    return O


# dots_to_rows: 5 of 5 demonstrations, 60.3 bits, stacking
def solve_dots_to_rows(I):
    x1 = compose(hfrontier, center)
    x2 = fork(recolor, color, x1)
    x3 = objects(I, T, F, T)
    x4 = mapply(x2, x3)
    O = paint(I, x4)
    return O


# flip_in_place: 5 of 5 demonstrations, 50.3 bits, stacking
def solve_flip_in_place(I):
    x1 = asobject(I)
    x2 = cover(I, x1)
    x3 = objects(I, T, F, T)
    x4 = mapply(hmirror, x3)
    O = paint(x2, x4)
    return O


# flowers: 5 of 5 demonstrations, 103.0 bits, stacking
def solve_flowers(I):
    x1 = ofcolor(I, ONE)
    x2 = mapply(ineighbors, x1)
    x3 = fill(I, THREE, x2)
    x4 = ofcolor(I, TWO)
    x5 = mapply(dneighbors, x4)
    O = fill(x3, FOUR, x5)
    return O


# checkered_turns: 5 of 5 demonstrations, 87.7 bits, stacking
def solve_checkered_turns(I):
    x1 = rot180(I)
    x2 = hconcat(x1, I)
    x3 = vconcat(x2, x2)
    x4 = hconcat(I, x1)
    x5 = asobject(x4)
    O = paint(x3, x5)
    return O


# mend_mirror: 5 of 5 demonstrations, 62.3 bits, goal
def solve_mend_mirror(I):
    x1 = asobject(I)
    x2 = vmirror(x1)
    x3 = ofcolor(I, FIVE)
    x4 = rbind(contained, x3)
    x5 = compose(x4, last)
    x6 = sfilter(x2, x5)
    O = paint(I, x6)
    return O


# square_frames: 5 of 5 demonstrations, 150.1 bits, stacking
def solve_square_frames(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    x3 = fill(I, ONE, x2)
    x4 = objects(I, T, F, F)
    x5 = sfilter(x4, square)
    x6 = merge(x5)
    O = fill(x3, TWO, x6)
    return O


# fill_enclosed: 5 of 5 demonstrations, 73.0 bits, stacking
def solve_fill_enclosed(I):
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = rbind(bordering, I)
    x4 = compose(flip, x3)
    x5 = sfilter(x2, x4)
    x6 = merge(x5)
    O = fill(I, ONE, x6)
    return O


# panel_neither: 5 of 5 demonstrations, 81.7 bits, goal
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


# flag_of_largest: 5 of 5 demonstrations, 86.3 bits, stacking
def solve_flag_of_largest(I):
    x1 = trim(I)
    x2 = trim(x1)
    x3 = crop(x2, ORIGIN, (2, 4))
    x4 = objects(I, T, F, F)
    x5 = argmin(x4, lowermost)
    x6 = mostcolor(x5)
    x7 = ofcolor(x3, ZERO)
    O = fill(x3, x6, x7)
    return O


# runner_up_color: 5 of 5 demonstrations, 75.0 bits, stacking
def solve_runner_up_color(I):
    x1 = upscale(I, FOUR)
    x2 = righthalf(x1)
    x3 = crop(x2, ORIGIN, TWO_BY_TWO)
    x4 = leastcolor(I)
    x5 = replace(I, x4, ZERO)
    x6 = leastcolor(x5)
    x7 = ofcolor(x3, ZERO)
    O = fill(x3, x6, x7)
    return O


# size_colors: 5 of 5 demonstrations, 109.0 bits, stacking
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


# twin_shapes: 5 of 5 demonstrations, 90.0 bits, stacking
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


# count_to_nine: 5 of 5 demonstrations, 136.7 bits, stacking
def solve_count_to_nine(I):
    x1 = crop(I, ORIGIN, THREE_BY_THREE)
    x2 = vmirror(x1)
    x3 = objects(I, T, F, T)
    x4 = merge(x3)
    x5 = normalize(x4)
    x6 = paint(x2, x5)
    x7 = leastcolor(I)
    x8 = hfrontier(ORIGIN)
    x9 = mapply(neighbors, x8)
    O = fill(x6, x7, x9)
    return O


# drop_to_floor: 5 of 5 demonstrations, 118.7 bits, stacking
def solve_drop_to_floor(I):
    x1 = asobject(I)
    x2 = cover(I, x1)
    x3 = height(I)
    x4 = lbind(subtract, x3)
    x5 = compose(x4, lowermost)
    x6 = chain(toivec, decrement, x5)
    x7 = fork(shift, identity, x6)
    x8 = objects(I, T, F, T)
    x9 = mapply(x7, x8)
    O = paint(x2, x9)
    return O


# only_largest: 5 of 5 demonstrations, 236.0 bits, stacking
def solve_only_largest(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = get_nth(x2, ONE)
    x4 = fill(I, ZERO, x3)
    x5 = argmin(x1, size)
    x6 = fill(x4, ZERO, x5)
    x7 = sizefilter(x1, FIVE)
    x8 = merge(x7)
    x9 = fill(x6, ZERO, x8)
    x10 = ofcolor(I, ONE)
    x11 = compose(even, size)
    x12 = sfilter(x1, x11)
    x13 = merge(x12)
    x14 = toindices(x13)
    x15 = intersection(x10, x14)
    O = fill(x9, ZERO, x15)
    return O


# mirror_left_right: 4 of 4 demonstrations, -4.7 bits, bottom-up
def solve_mirror_left_right(I):
    O = vmirror(I)
    return O


# more_objects: 4 of 4 demonstrations, -1.0 bits, bottom-up
def solve_more_objects(I):
    x1 = leastcolor(I)
    O = canvas(x1, UNITY)
    return O


# drop_color_by_example: 4 of 4 demonstrations, 2.0 bits, bottom-up
def solve_drop_color_by_example(I):
    x1 = ofcolor(I, SIX)
    O = fill(I, ZERO, x1)
    return O


# hidden_patch: 4 of 4 demonstrations, 34.0 bits, bottom-up
def solve_hidden_patch(I):
    x1 = ofcolor(I, ZERO)
    x2 = hmirror(I)
    O = subgrid(x1, x2)
    return O


# gravity_left: 4 of 4 demonstrations, 39.7 bits, bottom-up
def solve_gravity_left(I):
    x1 = rbind(order, identity)
    x2 = apply(x1, I)
    O = vmirror(x2)
    return O


# bulls_eye: 4 of 4 demonstrations, 30.0 bits, stacking
def solve_bulls_eye(I):
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    O = fill(I, FOUR, x2)
    return O


# symmetric_one: 4 of 4 demonstrations, 62.8 bits, bottom-up
def solve_symmetric_one(I):
    x1 = objects(I, T, F, T)
    x2 = fork(equality, identity, vmirror)
    x3 = argmax(x1, x2)
    O = subgrid(x3, I)
    return O


# repair_blocks: 4 of 4 demonstrations, 37.0 bits, stacking
def solve_repair_blocks(I):
    x1 = fork(recolor, color, backdrop)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = paint(I, x3)
    return O


# magnify_smallest: 4 of 4 demonstrations, 60.0 bits, bottom-up
def solve_magnify_smallest(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = subgrid(x2, I)
    O = upscale(x3, TWO)
    return O


# squeeze_repeats: 4 of 4 demonstrations, 31.0 bits, bottom-up
def solve_squeeze_repeats(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    O = dmirror(x3)
    return O


# join_corners: 4 of 4 demonstrations, 41.0 bits, stacking
def solve_join_corners(I):
    x1 = fork(recolor, color, box)
    x2 = fgpartition(I)
    x3 = mapply(x1, x2)
    O = paint(I, x3)
    return O


# crossings: 4 of 4 demonstrations, 70.0 bits, goal
def solve_crossings(I):
    x1 = compose(backdrop, outbox)
    x2 = objects(I, T, F, F)
    x3 = apply(x1, x2)
    x4 = mapply(corners, x3)
    O = fill(I, TWO, x4)
    return O


# tall_blocks: 4 of 4 demonstrations, 43.3 bits, stacking
def solve_tall_blocks(I):
    x1 = objects(I, T, F, T)
    x2 = matcher(portrait, T)
    x3 = sfilter(x1, x2)
    x4 = merge(x3)
    O = fill(I, TWO, x4)
    return O


# framed_dot: 4 of 4 demonstrations, 46.2 bits, bottom-up
def solve_framed_dot(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(subgrid, I)
    x3 = compose(numcolors, x2)
    x4 = argmax(x1, x3)
    O = subgrid(x4, I)
    return O


# straight_ones: 4 of 4 demonstrations, 50.0 bits, stacking
def solve_straight_ones(I):
    x1 = objects(I, T, F, T)
    x2 = compose(size, delta)
    x3 = matcher(x2, F)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    O = fill(I, TWO, x5)
    return O


# repeat_by_colors: 4 of 4 demonstrations, 79.3 bits, stacking
def solve_repeat_by_colors(I):
    x1 = numcolors(I)
    x2 = decrement(x1)
    x3 = vupscale(I, x2)
    x4 = vconcat(I, I)
    x5 = vconcat(x4, x4)
    x6 = asobject(x5)
    O = paint(x3, x6)
    return O


# picture_of_itself: 4 of 4 demonstrations, 92.0 bits, goal
def solve_picture_of_itself(I):
    x1 = upscale(I, THREE)
    x2 = hconcat(I, I)
    x3 = hconcat(I, x2)
    x4 = vconcat(x3, x3)
    x5 = vconcat(x3, x4)
    x6 = ofcolor(x5, ZERO)
    O = fill(x1, ZERO, x6)
    return O


# panel_and: 4 of 4 demonstrations, 81.7 bits, goal
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


# crosshair: 4 of 4 demonstrations, 167.0 bits, stacking
def solve_crosshair(I):
    x1 = ofcolor(I, ONE)
    x2 = ofcolor(I, THREE)
    x3 = mapply(hfrontier, x2)
    x4 = intersection(x1, x3)
    x5 = fill(I, THREE, x4)
    x6 = mapply(vfrontier, x2)
    x7 = intersection(x1, x6)
    O = fill(x5, THREE, x7)
    return O


# count_bar: 4 of 4 demonstrations, 82.5 bits, bottom-up
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


# crossroads: 4 of 4 demonstrations, 108.3 bits, goal
def solve_crossroads(I):
    x1 = frontiers(I)
    x2 = merge(x1)
    x3 = delta(x2)
    x4 = hfrontier(ORIGIN)
    x5 = underfill(I, FOUR, x4)
    x6 = ofcolor(x5, ZERO)
    x7 = intersection(x3, x6)
    O = fill(I, FOUR, x7)
    return O


# rank_colors: 4 of 4 demonstrations, 119.0 bits, stacking
def solve_rank_colors(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = fill(I, THREE, x2)
    x4 = compose(invert, size)
    x5 = order(x1, x4)
    x6 = get_nth(x5, ONE)
    x7 = fill(x3, TWO, x6)
    x8 = ofcolor(x7, FIVE)
    O = fill(x7, ONE, x8)
    return O


# commonest_color: 4 of 4 demonstrations, 114.5 bits, stacking
def solve_commonest_color(I):
    x1 = righthalf(I)
    x2 = upscale(x1, THREE)
    x3 = crop(x2, ORIGIN, THREE_BY_THREE)
    x4 = ofcolor(x3, FOUR)
    x5 = fill(x3, THREE, x4)
    x6 = objects(I, T, F, T)
    x7 = argmax(x6, palette)
    x8 = mostcolor(x7)
    x9 = ofcolor(x3, FIVE)
    O = fill(x5, x8, x9)
    return O


# panel_difference: 4 of 4 demonstrations, 93.3 bits, goal
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


# edge_touching: 4 of 4 demonstrations, 144.0 bits, stacking
def solve_edge_touching(I):
    x1 = replace(I, SEVEN, ZERO)
    x2 = objects(x1, T, F, T)
    x3 = rbind(bordering, I)
    x4 = matcher(x3, T)
    x5 = sfilter(x2, x4)
    x6 = merge(x5)
    x7 = fill(I, FOUR, x6)
    x8 = replace(I, THREE, ZERO)
    x9 = objects(x8, T, F, T)
    x10 = sfilter(x9, x4)
    x11 = merge(x10)
    O = fill(x7, FOUR, x11)
    return O


# nearest_to_red: 4 of 4 demonstrations, 214.8 bits, stacking
def solve_nearest_to_red(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, THREE)
    x3 = matcher(leftmost, 17)
    x4 = sfilter(x2, x3)
    x5 = merge(x4)
    x6 = fill(I, TWO, x5)
    x7 = lefthalf(I)
    x8 = objects(x7, T, F, T)
    x9 = matcher(height, T)
    x10 = sfilter(x8, x9)
    x11 = merge(x10)
    x12 = fill(x6, TWO, x11)
    x13 = order(x1, leftmost)
    x14 = sfilter(x13, square)
    x15 = get_nth(x14, ONE)
    O = fill(x12, TWO, x15)
    return O


# diagonal_rays: 4 of 4 demonstrations, 254.0 bits, stacking
def solve_diagonal_rays(I):
    x1 = leastcolor(I)
    x2 = rbind(shoot, NEG_UNITY)
    x3 = compose(x2, center)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    x6 = fill(I, x1, x5)
    x7 = rbind(shoot, DOWN_LEFT)
    x8 = compose(x7, center)
    x9 = mapply(x8, x4)
    x10 = fill(x6, x1, x9)
    x11 = rbind(shoot, UNITY)
    x12 = compose(x11, center)
    x13 = fork(recolor, color, x12)
    x14 = mapply(x13, x4)
    x15 = paint(x10, x14)
    x16 = rbind(shoot, UP_RIGHT)
    x17 = compose(x16, center)
    x18 = fork(recolor, color, x17)
    x19 = mapply(x18, x4)
    O = paint(x15, x19)
    return O


# step_towards: 4 of 4 demonstrations, 461.3 bits, stacking
def solve_step_towards(I):
    x1 = replace(I, ONE, ZERO)
    x2 = vupscale(x1, TWO)
    x3 = tophalf(x2)
    x4 = asindices(I)
    x5 = replace(I, TWO, ZERO)
    x6 = leastcolor(I)
    x7 = compress(I)
    x8 = mostcolor(x7)
    x9 = palette(I)
    x10 = remove(x8, x9)
    x11 = remove(x6, x10)
    x12 = first(x11)
    x13 = ofcolor(I, ZERO)
    x14 = objects(I, T, F, T)
    x15 = rbind(bordering, I)
    x16 = argmax(x14, x15)
    x17 = shift(x16, UP_RIGHT)
    x18 = toindices(x17)
    x19 = intersection(x13, x18)
    x20 = fill(x5, x12, x19)
    x21 = ofcolor(x20, ZERO)
    x22 = difference(x4, x21)
    x23 = toobject(x22, x20)
    x24 = paint(x3, x23)
    x25 = tophalf(x7)
    x26 = mostcolor(x25)
    x27 = order(x14, x15)
    x28 = get_nth(x27, ONE)
    x29 = shift(x28, LEFT)
    x30 = fill(x24, x26, x29)
    x31 = downscale(I, FOUR)
    x32 = upscale(x31, THREE)
    x33 = objects(x32, T, F, T)
    x34 = merge(x33)
    O = paint(x30, x34)
    return O


# half_turn: 3 of 3 demonstrations, -8.0 bits, bottom-up
def solve_half_turn(I):
    O = rot180(I)
    return O


# scale_up: 3 of 3 demonstrations, 4.0 bits, bottom-up
def solve_scale_up(I):
    O = upscale(I, THREE)
    return O


# turn_by_example: 3 of 3 demonstrations, -2.3 bits, bottom-up
def solve_turn_by_example(I):
    O = cmirror(I)
    return O


# replace_by_example: 3 of 3 demonstrations, 2.0 bits, bottom-up
def solve_replace_by_example(I):
    x1 = ofcolor(I, FOUR)
    O = fill(I, THREE, x1)
    return O


# odd_panel: 3 of 3 demonstrations, 17.3 bits, bottom-up
def solve_odd_panel(I):
    x1 = hsplit(I, THREE)
    O = leastcommon(x1)
    return O


# peel_two_rings: 3 of 3 demonstrations, 11.0 bits, bottom-up
def solve_peel_two_rings(I):
    x1 = trim(I)
    O = trim(x1)
    return O


# fullest_panel: 3 of 3 demonstrations, 55.3 bits, bottom-up
def solve_fullest_panel(I):
    x1 = vsplit(I, FOUR)
    x2 = rbind(colorcount, ZERO)
    O = argmin(x1, x2)
    return O


# crop_largest: 3 of 3 demonstrations, 37.0 bits, bottom-up
def solve_crop_largest(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


# kaleidoscope: 3 of 3 demonstrations, 27.7 bits, stacking
def solve_kaleidoscope(I):
    x1 = hmirror(I)
    x2 = vconcat(I, x1)
    x3 = vmirror(x2)
    O = hconcat(x2, x3)
    return O


# connect_pairs: 3 of 3 demonstrations, 36.0 bits, stacking
def solve_connect_pairs(I):
    x1 = fork(recolor, color, backdrop)
    x2 = fgpartition(I)
    x3 = mapply(x1, x2)
    O = paint(I, x3)
    return O


# clean_blocks: 3 of 3 demonstrations, 58.0 bits, stacking
def solve_clean_blocks(I):
    x1 = replace(I, FIVE, ZERO)
    x2 = objects(x1, T, F, T)
    x3 = mapply(hmirror, x2)
    O = paint(x1, x3)
    return O


# remove_dots: 3 of 3 demonstrations, 43.0 bits, stacking
def solve_remove_dots(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = fill(I, ZERO, x3)
    return O


# crop_second_largest: 3 of 3 demonstrations, 65.6 bits, bottom-up
def solve_crop_second_largest(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, uppermost)
    x3 = get_nth(x2, TWO)
    O = subgrid(x3, I)
    return O


# most_spotted: 3 of 3 demonstrations, 53.0 bits, bottom-up
def solve_most_spotted(I):
    x1 = objects(I, F, F, T)
    x2 = leastcolor(I)
    x3 = rbind(colorcount, x2)
    x4 = compose(x3, identity)
    x5 = argmax(x1, x4)
    O = subgrid(x5, I)
    return O


# colors_top_down: 3 of 3 demonstrations, 78.3 bits, bottom-up
def solve_colors_top_down(I):
    x1 = rbind(canvas, UNITY)
    x2 = compose(x1, color)
    x3 = objects(I, T, F, T)
    x4 = order(x3, uppermost)
    x5 = apply(x2, x4)
    O = merge(x5)
    return O


# even_columns: 3 of 3 demonstrations, 85.6 bits, stacking
def solve_even_columns(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    x3 = asindices(I)
    x4 = compose(even, last)
    x5 = sfilter(x3, x4)
    x6 = intersection(x2, x5)
    O = fill(I, TWO, x6)
    return O


# staircase: 3 of 3 demonstrations, 87.0 bits, stacking
def solve_staircase(I):
    x1 = width(I)
    x2 = vupscale(I, x1)
    x3 = leastcolor(I)
    x4 = rbind(shoot, UNITY)
    x5 = vfrontier(ORIGIN)
    x6 = mapply(x4, x5)
    O = fill(x2, x3, x6)
    return O


# same_rows_as_red: 3 of 3 demonstrations, 76.7 bits, stacking
def solve_same_rows_as_red(I):
    x1 = ofcolor(I, SIX)
    x2 = dedupe(I)
    x3 = asobject(x2)
    x4 = shift(x3, UP)
    x5 = toindices(x4)
    x6 = intersection(x1, x5)
    O = fill(I, TWO, x6)
    return O


# arrow_ray: 3 of 3 demonstrations, 221.9 bits, stacking
def solve_arrow_ray(I):
    x1 = tophalf(I)
    x2 = leastcolor(x1)
    x3 = vconcat(I, I)
    x4 = fgpartition(x3)
    x5 = mapply(delta, x4)
    x6 = fill(I, x2, x5)
    x7 = bottomhalf(I)
    x8 = leastcolor(x7)
    x9 = ofcolor(I, ZERO)
    x10 = rbind(shoot, LEFT)
    x11 = compose(x10, center)
    x12 = objects(I, T, F, T)
    x13 = mapply(x11, x12)
    x14 = intersection(x9, x13)
    O = fill(x6, x8, x14)
    return O


# slide_to_wall: 3 of 3 demonstrations, 394.6 bits, stacking
def solve_slide_to_wall(I):
    x1 = bottomhalf(I)
    x2 = asobject(x1)
    x3 = paint(I, x2)
    x4 = asindices(I)
    x5 = rbind(order, identity)
    x6 = replace(I, FOUR, ZERO)
    x7 = apply(x5, x6)
    x8 = ofcolor(x7, ZERO)
    x9 = difference(x4, x8)
    x10 = toobject(x9, x7)
    x11 = paint(x3, x10)
    x12 = dedupe(x1)
    x13 = objects(x12, T, F, T)
    x14 = argmax(x13, size)
    x15 = paint(x11, x14)
    x16 = downscale(I, TWO)
    x17 = leastcolor(x16)
    x18 = compress(I)
    x19 = ofcolor(x18, ONE)
    x20 = recolor(ONE, x19)
    x21 = shift(x20, RIGHT)
    x22 = fill(x15, x17, x21)
    x23 = rot180(I)
    x24 = objects(x23, T, F, T)
    x25 = mapply(outbox, x24)
    x26 = backdrop(x25)
    O = fill(x22, FOUR, x26)
    return O


# find_squares: 3 of 3 demonstrations, 472.0 bits, stacking
def solve_find_squares(I):
    x1 = ofcolor(I, FIVE)
    x2 = compose(backdrop, outbox)
    x3 = objects(I, T, T, F)
    x4 = apply(x2, x3)
    x5 = mapply(corners, x4)
    x6 = intersection(x1, x5)
    x7 = fill(I, TWO, x6)
    x8 = replace(I, ZERO, TWO)
    x9 = index(x8, ORIGIN)
    x10 = trim(I)
    x11 = objects(x10, T, F, T)
    x12 = argmax(x11, leftmost)
    x13 = cmirror(x12)
    x14 = toindices(x13)
    x15 = intersection(x1, x14)
    x16 = fill(x7, x9, x15)
    x17 = objects(I, T, F, T)
    x18 = order(x17, uppermost)
    x19 = apply(lowermost, x18)
    x20 = mostcommon(x19)
    x21 = cmirror(I)
    x22 = objects(x21, T, F, T)
    x23 = argmin(x22, rightmost)
    x24 = shift(x23, UP)
    x25 = fill(x16, x20, x24)
    x26 = hupscale(I, TWO)
    x27 = objects(x26, T, F, T)
    x28 = argmax(x27, size)
    x29 = toindices(x28)
    x30 = intersection(x1, x29)
    O = fill(x25, TWO, x30)
    return O


# 0b148d64: 3 of 3 demonstrations, 26.0 bits, bottom-up
# 1f85a75f: 2 of 2 demonstrations, 21.0 bits, bottom-up
# 23b5c85d: 5 of 5 demonstrations, 21.0 bits, bottom-up
# c909285e: 3 of 3 demonstrations, 21.0 bits, bottom-up
def solve_0b148d64(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    O = subgrid(x2, I)
    return O


# 3af2c5a8: 3 of 3 demonstrations, 26.6 bits, stacking
# 62c24649: 3 of 3 demonstrations, 27.7 bits, stacking
# 67e8384a: 4 of 4 demonstrations, 27.7 bits, stacking
def solve_3af2c5a8(I):
    x1 = hmirror(I)
    x2 = vconcat(I, x1)
    x3 = vmirror(x2)
    O = hconcat(x2, x3)
    return O


# 3c9b0459: 4 of 4 demonstrations, -8.0 bits, bottom-up
# 6150a2bd: 2 of 2 demonstrations, -8.0 bits, bottom-up
def solve_3c9b0459(I):
    O = rot180(I)
    return O


# 74dd1130: 4 of 4 demonstrations, -1.4 bits, bottom-up
# 9dfd6313: 3 of 3 demonstrations, -2.3 bits, bottom-up
def solve_74dd1130(I):
    O = dmirror(I)
    return O


# 6fa7a44f: 4 of 4 demonstrations, 2.7 bits, bottom-up
# 8be77c9e: 3 of 3 demonstrations, 9.7 bits, bottom-up
def solve_6fa7a44f(I):
    x1 = hmirror(I)
    O = vconcat(I, x1)
    return O


# ac0a08a4: 3 of 3 demonstrations, 31.0 bits, bottom-up
# b91ae062: 5 of 5 demonstrations, 31.0 bits, bottom-up
def solve_ac0a08a4(I):
    x1 = numcolors(I)
    x2 = decrement(x1)
    O = upscale(I, x2)
    return O


# 6d0aefbc: 4 of 4 demonstrations, 2.7 bits, bottom-up
# c9e6f938: 3 of 3 demonstrations, 12.7 bits, bottom-up
def solve_6d0aefbc(I):
    x1 = vmirror(I)
    O = hconcat(I, x1)
    return O


# 46442a0e: 3 of 3 demonstrations, 47.7 bits, bottom-up
# 7fe24cdd: 3 of 3 demonstrations, 47.7 bits, bottom-up
def solve_46442a0e(I):
    x1 = rot90(I)
    x2 = hconcat(I, x1)
    x3 = rot270(I)
    x4 = rot180(I)
    x5 = hconcat(x3, x4)
    O = vconcat(x2, x5)
    return O


# 22eb0ac0: 3 of 3 demonstrations, 96.0 bits, stacking
# ded97339: 3 of 3 demonstrations, 96.0 bits, stacking
def solve_22eb0ac0(I):
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


# 496994bd: 2 of 2 demonstrations, 32.3 bits, stacking
# f25ffba3: 2 of 2 demonstrations, 32.3 bits, stacking
def solve_496994bd(I):
    x1 = asindices(I)
    x2 = hmirror(I)
    x3 = ofcolor(x2, ZERO)
    x4 = difference(x1, x3)
    x5 = toobject(x4, x2)
    O = paint(I, x5)
    return O


# 007bbfb7: 5 of 5 demonstrations, 92.0 bits, goal
def solve_007bbfb7(I):
    x1 = upscale(I, THREE)
    x2 = hconcat(I, I)
    x3 = hconcat(I, x2)
    x4 = vconcat(x3, x3)
    x5 = vconcat(x3, x4)
    x6 = ofcolor(x5, ZERO)
    O = fill(x1, ZERO, x6)
    return O


# be94b721: 4 of 4 demonstrations, 42.0 bits, bottom-up
def solve_be94b721(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


# 56ff96f3: 4 of 4 demonstrations, 36.0 bits, stacking
def solve_56ff96f3(I):
    x1 = fork(recolor, color, backdrop)
    x2 = fgpartition(I)
    x3 = mapply(x1, x2)
    O = paint(I, x3)
    return O


# 1cf80156: 3 of 3 demonstrations, -1.9 bits, bottom-up
def solve_1cf80156(I):
    O = compress(I)
    return O


# 68b16354: 3 of 3 demonstrations, -5.7 bits, bottom-up
def solve_68b16354(I):
    O = hmirror(I)
    return O


# 67a3c6ac: 3 of 3 demonstrations, -4.7 bits, bottom-up
def solve_67a3c6ac(I):
    O = vmirror(I)
    return O


# 7b7f7511: 3 of 3 demonstrations, 31.0 bits, bottom-up
def solve_7b7f7511(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    O = dmirror(x3)
    return O


# a5313dff: 3 of 3 demonstrations, 73.0 bits, stacking
def solve_a5313dff(I):
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = rbind(bordering, I)
    x4 = compose(flip, x3)
    x5 = sfilter(x2, x4)
    x6 = merge(x5)
    O = fill(I, ONE, x6)
    return O


# 6e82a1ae: 3 of 3 demonstrations, 109.0 bits, stacking
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


# 9172f3a0: 2 of 2 demonstrations, 1.1 bits, bottom-up
def solve_9172f3a0(I):
    O = upscale(I, THREE)
    return O


# 3aa6fb7a: 2 of 2 demonstrations, 30.0 bits, stacking
def solve_3aa6fb7a(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    O = underfill(I, ONE, x2)
    return O


# 794b24be: 10 of 10 demonstrations, 248.7 bits, stacking
def solve_794b24be(I):
    x1 = replace(I, ONE, ZERO)
    x2 = fork(connect, ulcorner, urcorner)
    x3 = upscale(I, THREE)
    x4 = objects(x3, T, F, T)
    x5 = mapply(x2, x4)
    x6 = fill(x1, TWO, x5)
    x7 = partition(I)
    x8 = sizefilter(x7, FIVE)
    x9 = mapply(inbox, x8)
    x10 = fill(x6, TWO, x9)
    x11 = hfrontier(ORIGIN)
    x12 = compress(I)
    x13 = toobject(x11, x12)
    O = fill(x10, TWO, x13)
    return O


# 253bf280: 8 of 8 demonstrations, 98.0 bits, stacking
def solve_253bf280(I):
    x1 = ofcolor(I, ZERO)
    x2 = objects(I, T, F, T)
    x3 = mapply(backdrop, x2)
    x4 = prapply(connect, x3, x3)
    x5 = fork(either, vline, hline)
    x6 = mfilter(x4, x5)
    x7 = intersection(x1, x6)
    O = fill(I, THREE, x7)
    return O


# ff28f65a: 8 of 8 demonstrations, 402.1 bits, stacking
def solve_ff28f65a(I):
    x1 = canvas(ONE, THREE_BY_THREE)
    x2 = dedupe(I)
    x3 = objects(x2, T, F, F)
    x4 = argmax(x3, uppermost)
    x5 = fill(x1, ZERO, x4)
    x6 = rot270(I)
    x7 = objects(x6, T, T, T)
    x8 = argmax(x7, leftmost)
    x9 = fill(x5, ZERO, x8)
    x10 = objects(I, T, F, T)
    x11 = argmin(x10, leftmost)
    x12 = shift(x11, RIGHT)
    x13 = fill(x9, ZERO, x12)
    x14 = objects(I, T, T, F)
    x15 = argmax(x14, uppermost)
    x16 = fill(x13, ZERO, x15)
    x17 = shift(x11, DOWN_LEFT)
    x18 = fill(x16, ZERO, x17)
    x19 = shape(I)
    x20 = decrement(x19)
    x21 = connect(ORIGIN, x20)
    x22 = mapply(dneighbors, x21)
    O = fill(x18, ZERO, x22)
    return O


# 27a28665: 7 of 7 demonstrations, 239.9 bits, goal
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
    x10 = leastcolor(x2)
    x11 = canvas(x10, UNITY)
    x12 = ofcolor(x11, ONE)
    x13 = fill(x9, THREE, x12)
    x14 = ofcolor(x3, FIVE)
    x15 = fill(x13, SIX, x14)
    x16 = trim(x2)
    x17 = ofcolor(x16, ZERO)
    x18 = ofcolor(x3, ZERO)
    x19 = intersection(x17, x18)
    x20 = fill(x16, TWO, x19)
    x21 = fill(x20, THREE, x12)
    x22 = fill(x21, SIX, x14)
    x23 = ofcolor(x22, ZERO)
    O = fill(x15, THREE, x23)
    return O


# dc433765: 7 of 7 demonstrations, 545.2 bits, stacking
def solve_dc433765(I):
    x1 = replace(I, THREE, ZERO)
    x2 = objects(I, T, F, F)
    x3 = compose(even, size)
    x4 = argmin(x2, x3)
    x5 = mostcolor(x4)
    x6 = hmirror(I)
    x7 = objects(x6, T, F, T)
    x8 = rbind(colorcount, FOUR)
    x9 = rbind(subgrid, I)
    x10 = compose(x8, x9)
    x11 = matcher(x10, ZERO)
    x12 = sfilter(x7, x11)
    x13 = merge(x12)
    x14 = shift(x13, UP)
    x15 = fill(x1, x5, x14)
    x16 = downscale(I, FOUR)
    x17 = upscale(x16, TWO)
    x18 = objects(x17, T, F, T)
    x19 = apply(ulcorner, x18)
    x20 = fill(x15, THREE, x19)
    x21 = bottomhalf(I)
    x22 = objects(x21, T, F, T)
    x23 = matcher(uppermost, THREE)
    x24 = sfilter(x22, x23)
    x25 = merge(x24)
    x26 = fill(x20, THREE, x25)
    x27 = downscale(I, TWO)
    x28 = leastcolor(x27)
    x29 = frontiers(I)
    x30 = sizefilter(x29, THREE)
    x31 = apply(center, x30)
    x32 = fill(x26, x28, x31)
    x33 = compress(I)
    x34 = mostcolor(x33)
    x35 = rbind(shift, RIGHT)
    x36 = righthalf(I)
    x37 = objects(x36, T, F, T)
    x38 = mapply(x35, x37)
    O = fill(x32, x34, x38)
    return O


# 44f52bb0: 6 of 6 demonstrations, 59.3 bits, stacking
def solve_44f52bb0(I):
    x1 = canvas(ONE, UNITY)
    x2 = objects(I, T, F, T)
    x3 = argmax(x2, size)
    O = fill(x1, SEVEN, x3)
    return O


# 239be575: 6 of 6 demonstrations, 65.4 bits, stacking
def solve_239be575(I):
    x1 = canvas(ZERO, UNITY)
    x2 = objects(I, T, T, F)
    x3 = argmin(x2, size)
    O = fill(x1, EIGHT, x3)
    return O


# b0c4d837: 6 of 6 demonstrations, 212.3 bits, stacking
def solve_b0c4d837(I):
    x1 = canvas(EIGHT, THREE_BY_THREE)
    x2 = compress(I)
    x3 = leastcolor(x2)
    x4 = ofcolor(x2, x3)
    x5 = inbox(x4)
    x6 = fill(x1, ZERO, x5)
    x7 = vfrontier(ORIGIN)
    x8 = inbox(x7)
    x9 = fill(x6, ZERO, x8)
    x10 = cmirror(I)
    x11 = objects(x10, T, F, T)
    x12 = mapply(backdrop, x11)
    O = fill(x9, ZERO, x12)
    return O


# a68b268e: 6 of 6 demonstrations, 262.0 bits, augmentation
def solve_a68b268e(I):
    x1 = hmirror(I)
    x2 = righthalf(x1)
    x3 = tophalf(x2)
    x4 = ofcolor(x1, EIGHT)
    x5 = recolor(EIGHT, x4)
    x6 = paint(x3, x5)
    x7 = asindices(x3)
    x8 = bottomhalf(x2)
    x9 = ofcolor(x8, ZERO)
    x10 = difference(x7, x9)
    x11 = toobject(x10, x8)
    x12 = paint(x6, x11)
    x13 = lefthalf(x1)
    x14 = bottomhalf(x13)
    x15 = ofcolor(x14, ZERO)
    x16 = difference(x7, x15)
    x17 = toobject(x16, x14)
    x18 = paint(x12, x17)
    O = hmirror(x18)
    return O


# ba26e723: 5 of 5 demonstrations, 100.5 bits, stacking
def solve_ba26e723(I):
    x1 = ofcolor(I, FOUR)
    x2 = upscale(I, THREE)
    x3 = objects(x2, T, F, T)
    x4 = apply(ulcorner, x3)
    x5 = mapply(vfrontier, x4)
    x6 = intersection(x1, x5)
    O = fill(I, SIX, x6)
    return O


# 00d62c1b: 5 of 5 demonstrations, 73.0 bits, stacking
def solve_00d62c1b(I):
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = rbind(bordering, I)
    x4 = compose(flip, x3)
    x5 = sfilter(x2, x4)
    x6 = merge(x5)
    O = fill(I, FOUR, x6)
    return O


# fafffa47: 5 of 5 demonstrations, 81.7 bits, goal
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


# 1b2d62fb: 5 of 5 demonstrations, 78.3 bits, goal
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


# f2829549: 5 of 5 demonstrations, 81.7 bits, goal
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


# dae9d2b5: 5 of 5 demonstrations, 84.7 bits, goal
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


# bbc9ae5d: 5 of 5 demonstrations, 182.0 bits, stacking
def solve_bbc9ae5d(I):
    x1 = width(I)
    x2 = vupscale(I, x1)
    x3 = tophalf(x2)
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


# cf98881b: 5 of 5 demonstrations, 187.7 bits, augmentation
def solve_cf98881b(I):
    x1 = vmirror(I)
    x2 = crop(x1, ORIGIN, (4, 4))
    x3 = hsplit(x1, THREE)
    x4 = get_nth(x3, ONE)
    x5 = asindices(x4)
    x6 = ofcolor(x4, ZERO)
    x7 = difference(x5, x6)
    x8 = toobject(x7, x4)
    x9 = paint(x2, x8)
    x10 = last(x3)
    x11 = ofcolor(x10, ZERO)
    x12 = difference(x5, x11)
    x13 = toobject(x12, x10)
    x14 = paint(x9, x13)
    O = vmirror(x14)
    return O


# bc1d5164: 5 of 5 demonstrations, 190.0 bits, stacking
def solve_bc1d5164(I):
    x1 = hupscale(I, TWO)
    x2 = downscale(x1, FOUR)
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


# 868de0fa: 5 of 5 demonstrations, 281.1 bits, stacking
def solve_868de0fa(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    x3 = fill(I, TWO, x2)
    x4 = objects(I, T, F, F)
    x5 = sizefilter(x4, ONE)
    x6 = merge(x5)
    x7 = fill(x3, SEVEN, x6)
    x8 = lefthalf(I)
    x9 = objects(x8, T, F, T)
    x10 = argmax(x9, uppermost)
    x11 = delta(x10)
    x12 = fill(x7, SEVEN, x11)
    x13 = vconcat(I, I)
    x14 = objects(x13, T, F, T)
    x15 = argmax(x14, portrait)
    x16 = delta(x15)
    O = fill(x12, SEVEN, x16)
    return O


# 75b8110e: 5 of 5 demonstrations, 196.0 bits, stacking
def solve_75b8110e(I):
    x1 = crop(I, ORIGIN, (4, 4))
    x2 = righthalf(I)
    x3 = bottomhalf(x2)
    x4 = asindices(x3)
    x5 = ofcolor(x3, ZERO)
    x6 = difference(x4, x5)
    x7 = toobject(x6, x3)
    x8 = paint(x1, x7)
    x9 = lefthalf(I)
    x10 = bottomhalf(x9)
    x11 = ofcolor(x10, ZERO)
    x12 = difference(x4, x11)
    x13 = toobject(x12, x10)
    x14 = paint(x8, x13)
    x15 = objects(x2, T, F, T)
    x16 = merge(x15)
    O = paint(x14, x16)
    return O


# 6e02f1e3: 5 of 5 demonstrations, 349.7 bits, stacking
def solve_6e02f1e3(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = objects(I, F, F, T)
    x3 = apply(ulcorner, x2)
    x4 = mapply(ineighbors, x3)
    x5 = fill(x1, FIVE, x4)
    x6 = bottomhalf(I)
    x7 = frontiers(x6)
    x8 = argmin(x7, size)
    x9 = fill(x5, FIVE, x8)
    x10 = rbind(order, identity)
    x11 = dmirror(I)
    x12 = apply(x10, x11)
    x13 = dmirror(x12)
    x14 = hmirror(x13)
    x15 = objects(x14, T, F, T)
    x16 = apply(lrcorner, x15)
    x17 = fill(x9, FIVE, x16)
    x18 = frontiers(I)
    x19 = sfilter(x18, vline)
    x20 = apply(ulcorner, x19)
    O = fill(x17, FIVE, x20)
    return O


# ed36ccf7: 4 of 4 demonstrations, 2.0 bits, bottom-up
def solve_ed36ccf7(I):
    O = rot270(I)
    return O


# 4c4377d9: 4 of 4 demonstrations, 14.7 bits, bottom-up
def solve_4c4377d9(I):
    x1 = hmirror(I)
    O = vconcat(x1, I)
    return O


# 9565186b: 4 of 4 demonstrations, 25.0 bits, stacking
def solve_9565186b(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    O = fill(I, FIVE, x2)
    return O


# 5bd6f4ac: 4 of 4 demonstrations, 32.0 bits, augmentation
def solve_5bd6f4ac(I):
    x1 = vmirror(I)
    x2 = crop(x1, ORIGIN, THREE_BY_THREE)
    O = vmirror(x2)
    return O


# d9fac9be: 4 of 4 demonstrations, 27.3 bits, bottom-up
def solve_d9fac9be(I):
    x1 = objects(I, T, T, T)
    x2 = argmin(x1, lowermost)
    O = subgrid(x2, I)
    return O


# 6f8cd79b: 4 of 4 demonstrations, 35.0 bits, stacking
def solve_6f8cd79b(I):
    x1 = objects(I, T, F, F)
    x2 = mapply(box, x1)
    O = fill(I, EIGHT, x2)
    return O


# 662c240a: 4 of 4 demonstrations, 56.5 bits, bottom-up
def solve_662c240a(I):
    x1 = vsplit(I, THREE)
    x2 = fork(equality, identity, dmirror)
    O = argmin(x1, x2)
    return O


# a87f7484: 4 of 4 demonstrations, 36.0 bits, stacking
def solve_a87f7484(I):
    x1 = partition(I)
    x2 = compose(size, delta)
    x3 = argmin(x1, x2)
    O = subgrid(x3, I)
    return O


# 42a50994: 4 of 4 demonstrations, 45.0 bits, stacking
def solve_42a50994(I):
    x1 = objects(I, T, T, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = fill(I, ZERO, x3)
    return O


# 67385a82: 4 of 4 demonstrations, 52.0 bits, stacking
def solve_67385a82(I):
    x1 = ofcolor(I, THREE)
    x2 = mapply(dneighbors, x1)
    x3 = intersection(x1, x2)
    O = fill(I, EIGHT, x3)
    return O


# 25d8a9c8: 4 of 4 demonstrations, 45.0 bits, stacking
def solve_25d8a9c8(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = frontiers(I)
    x3 = merge(x2)
    O = fill(x1, FIVE, x3)
    return O


# 25ff71a9: 4 of 4 demonstrations, 35.7 bits, stacking
def solve_25ff71a9(I):
    x1 = hmirror(I)
    x2 = asobject(I)
    x3 = shift(x2, DOWN)
    O = paint(x1, x3)
    return O


# ba97ae07: 4 of 4 demonstrations, 32.0 bits, stacking
def solve_ba97ae07(I):
    x1 = compress(I)
    x2 = objects(x1, T, F, T)
    x3 = argmax(x2, size)
    O = paint(I, x3)
    return O


# 44d8ac46: 4 of 4 demonstrations, 50.0 bits, stacking
def solve_44d8ac46(I):
    x1 = objects(I, T, F, F)
    x2 = sfilter(x1, square)
    x3 = merge(x2)
    O = fill(I, TWO, x3)
    return O


# aedd82e4: 4 of 4 demonstrations, 53.0 bits, stacking
def solve_aedd82e4(I):
    x1 = objects(I, T, F, F)
    x2 = rbind(colorcount, TWO)
    x3 = matcher(x2, ONE)
    x4 = sfilter(x1, x3)
    x5 = merge(x4)
    O = fill(I, ONE, x5)
    return O


# ae4f1146: 4 of 4 demonstrations, 49.0 bits, bottom-up
def solve_ae4f1146(I):
    x1 = objects(I, T, T, T)
    x2 = leastcolor(I)
    x3 = rbind(colorcount, x2)
    x4 = compose(x3, identity)
    x5 = argmax(x1, x4)
    O = subgrid(x5, I)
    return O


# d631b094: 4 of 4 demonstrations, 64.9 bits, stacking
def solve_d631b094(I):
    x1 = trim(I)
    x2 = leastcolor(I)
    x3 = colorcount(I, x2)
    x4 = hupscale(x1, x3)
    x5 = ofcolor(x4, ZERO)
    O = fill(x4, x2, x5)
    return O


# 6455b5f5: 4 of 4 demonstrations, 108.0 bits, stacking
def solve_6455b5f5(I):
    x1 = objects(I, T, F, F)
    x2 = valmin(x1, size)
    x3 = sizefilter(x1, x2)
    x4 = merge(x3)
    x5 = fill(I, EIGHT, x4)
    x6 = argmax(x1, size)
    O = fill(x5, ONE, x6)
    return O


# b8825c91: 4 of 4 demonstrations, 59.0 bits, stacking
def solve_b8825c91(I):
    x1 = rot180(I)
    x2 = asobject(x1)
    x3 = ofcolor(I, FOUR)
    x4 = rbind(contained, x3)
    x5 = compose(x4, last)
    x6 = sfilter(x2, x5)
    O = paint(I, x6)
    return O


# 94f9d214: 4 of 4 demonstrations, 81.7 bits, goal
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


# ce4f8723: 4 of 4 demonstrations, 84.7 bits, goal
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


# dbc1a6ce: 4 of 4 demonstrations, 98.0 bits, stacking
def solve_dbc1a6ce(I):
    x1 = ofcolor(I, ZERO)
    x2 = objects(I, T, F, T)
    x3 = mapply(backdrop, x2)
    x4 = prapply(connect, x3, x3)
    x5 = fork(either, vline, hline)
    x6 = mfilter(x4, x5)
    x7 = intersection(x1, x6)
    O = fill(I, EIGHT, x7)
    return O


# 6430c8c4: 4 of 4 demonstrations, 81.7 bits, goal
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


# 3de23699: 4 of 4 demonstrations, 105.0 bits, stacking
def solve_3de23699(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = trim(x3)
    x5 = objects(I, T, F, T)
    x6 = merge(x5)
    x7 = normalize(x6)
    x8 = shift(x7, NEG_UNITY)
    O = fill(x4, x1, x8)
    return O


# d406998b: 4 of 4 demonstrations, 130.8 bits, augmentation
def solve_d406998b(I):
    x1 = vmirror(I)
    x2 = objects(x1, T, F, T)
    x3 = mapply(backdrop, x2)
    x4 = asindices(x1)
    x5 = compose(even, last)
    x6 = sfilter(x4, x5)
    x7 = intersection(x3, x6)
    x8 = fill(x1, THREE, x7)
    O = vmirror(x8)
    return O


# 913fb3ed: 4 of 4 demonstrations, 159.0 bits, stacking
def solve_913fb3ed(I):
    x1 = ofcolor(I, EIGHT)
    x2 = mapply(neighbors, x1)
    x3 = fill(I, FOUR, x2)
    x4 = ofcolor(I, TWO)
    x5 = mapply(neighbors, x4)
    x6 = fill(x3, ONE, x5)
    x7 = ofcolor(I, THREE)
    x8 = mapply(neighbors, x7)
    O = fill(x6, SIX, x8)
    return O


# ea32f347: 4 of 4 demonstrations, 119.0 bits, stacking
def solve_ea32f347(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = fill(I, TWO, x2)
    x4 = compose(invert, size)
    x5 = order(x1, x4)
    x6 = get_nth(x5, ONE)
    x7 = fill(x3, FOUR, x6)
    x8 = ofcolor(x7, FIVE)
    O = fill(x7, ONE, x8)
    return O


# de1cd16c: 4 of 4 demonstrations, 87.5 bits, stacking
def solve_de1cd16c(I):
    x1 = canvas(TWO, UNITY)
    x2 = frontiers(I)
    x3 = merge(x2)
    x4 = fill(x1, FOUR, x3)
    x5 = shape(I)
    x6 = halve(x5)
    x7 = index(I, x6)
    x8 = ofcolor(x4, TWO)
    O = fill(x4, x7, x8)
    return O


# 776ffc46: 4 of 4 demonstrations, 87.8 bits, stacking
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


# 54d9e175: 4 of 4 demonstrations, 166.0 bits, bottom-up
def solve_54d9e175(I):
    x1 = fork(recolor, color, outbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    x4 = underpaint(I, x3)
    x5 = ofcolor(x4, ONE)
    x6 = fill(x4, SIX, x5)
    x7 = ofcolor(x4, TWO)
    x8 = fill(x6, SEVEN, x7)
    x9 = ofcolor(x4, THREE)
    x10 = fill(x8, EIGHT, x9)
    x11 = ofcolor(x4, FOUR)
    O = fill(x10, NINE, x11)
    return O


# 3428a4f5: 4 of 4 demonstrations, 118.3 bits, goal
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


# 99b1bc43: 4 of 4 demonstrations, 124.7 bits, goal
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


# ce602527: 4 of 4 demonstrations, 195.1 bits, stacking
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
    x11 = argmax(x8, width)
    O = paint(x10, x11)
    return O


# a9f96cdd: 4 of 4 demonstrations, 274.2 bits, stacking
def solve_a9f96cdd(I):
    x1 = replace(I, TWO, ZERO)
    x2 = compose(urcorner, outbox)
    x3 = objects(I, T, F, T)
    x4 = apply(x2, x3)
    x5 = fill(x1, SIX, x4)
    x6 = compose(lrcorner, outbox)
    x7 = apply(x6, x3)
    x8 = fill(x5, SEVEN, x7)
    x9 = compose(llcorner, outbox)
    x10 = apply(x9, x3)
    x11 = fill(x8, EIGHT, x10)
    x12 = compose(ulcorner, outbox)
    x13 = apply(x12, x3)
    O = fill(x11, THREE, x13)
    return O


# a85d4709: 4 of 4 demonstrations, 162.7 bits, goal
def solve_a85d4709(I):
    x1 = lefthalf(I)
    x2 = hupscale(x1, TWO)
    x3 = hconcat(x1, x2)
    x4 = ofcolor(x3, ZERO)
    x5 = righthalf(I)
    x6 = hupscale(x5, TWO)
    x7 = hconcat(x5, x6)
    x8 = ofcolor(x7, ZERO)
    x9 = intersection(x4, x8)
    x10 = fill(x3, FOUR, x9)
    x11 = ofcolor(x10, ZERO)
    x12 = fill(x10, THREE, x11)
    x13 = ofcolor(x10, FIVE)
    O = fill(x12, TWO, x13)
    return O


# b8cdaf2b: 4 of 4 demonstrations, 231.7 bits, stacking
def solve_b8cdaf2b(I):
    x1 = leastcolor(I)
    x2 = objects(I, T, F, T)
    x3 = mapply(inbox, x2)
    x4 = shift(x3, LEFT)
    x5 = corners(x4)
    x6 = fill(I, x1, x5)
    x7 = mapply(outbox, x2)
    x8 = mapply(dneighbors, x7)
    x9 = delta(x8)
    x10 = fill(x6, x1, x9)
    x11 = hconcat(I, I)
    x12 = trim(x11)
    x13 = objects(x12, T, F, T)
    x14 = apply(ulcorner, x13)
    O = fill(x10, x1, x14)
    return O


# 0d3d703e: 4 of 4 demonstrations, 195.0 bits, bottom-up
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


# ec883f72: 4 of 4 demonstrations, 290.5 bits, stacking
def solve_ec883f72(I):
    x1 = hmirror(I)
    x2 = index(x1, ORIGIN)
    x3 = ofcolor(I, ZERO)
    x4 = objects(I, T, F, F)
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
    x18 = corners(x14)
    O = fill(x17, x12, x18)
    return O


# f8b3ba0a: 4 of 4 demonstrations, 250.3 bits, stacking
def solve_f8b3ba0a(I):
    x1 = height(I)
    x2 = halve(x1)
    x3 = interval(ZERO, x2, ONE)
    x4 = apply(toivec, x3)
    x5 = downscale(x4, TWO)
    x6 = bottomhalf(I)
    x7 = leastcolor(x6)
    x8 = righthalf(I)
    x9 = objects(x8, T, F, T)
    x10 = argmin(x9, uppermost)
    x11 = fill(x5, x7, x10)
    x12 = compress(I)
    x13 = objects(x12, T, F, T)
    x14 = merge(x13)
    x15 = mostcolor(x14)
    x16 = canvas(ZERO, UNITY)
    x17 = asindices(x16)
    x18 = fill(x11, x15, x17)
    x19 = leastcolor(I)
    x20 = ofcolor(x11, FOUR)
    O = fill(x18, x19, x20)
    return O


# b2862040: 4 of 4 demonstrations, 314.4 bits, stacking
def solve_b2862040(I):
    x1 = ofcolor(I, ONE)
    x2 = upscale(I, THREE)
    x3 = rot90(x2)
    x4 = objects(x3, T, F, T)
    x5 = argmax(x4, width)
    x6 = toindices(x5)
    x7 = intersection(x1, x6)
    x8 = fill(I, EIGHT, x7)
    x9 = vconcat(I, I)
    x10 = objects(x9, T, F, T)
    x11 = order(x10, uppermost)
    x12 = get_nth(x11, TWO)
    x13 = fill(x8, EIGHT, x12)
    x14 = objects(I, T, F, T)
    x15 = height(I)
    x16 = halve(x15)
    x17 = rbind(greater, x16)
    x18 = compose(x17, lowermost)
    x19 = argmax(x14, x18)
    x20 = fill(x13, EIGHT, x19)
    x21 = argmax(x14, size)
    O = fill(x20, EIGHT, x21)
    return O


# 6773b310: 4 of 4 demonstrations, 388.0 bits, stacking
def solve_6773b310(I):
    x1 = canvas(ZERO, THREE_BY_THREE)
    x2 = objects(I, T, F, T)
    x3 = order(x2, size)
    x4 = get_nth(x3, ONE)
    x5 = shift(x4, LEFT)
    x6 = fill(x1, ONE, x5)
    x7 = hupscale(I, TWO)
    x8 = objects(x7, F, F, T)
    x9 = argmax(x8, size)
    x10 = fill(x6, ONE, x9)
    x11 = dedupe(I)
    x12 = objects(x11, T, F, T)
    x13 = argmin(x12, square)
    x14 = normalize(x13)
    x15 = fill(x10, ONE, x14)
    x16 = downscale(I, THREE)
    x17 = rot270(x16)
    x18 = ofcolor(x17, SIX)
    x19 = fill(x15, ONE, x18)
    x20 = objects(I, T, F, F)
    x21 = mapply(hmirror, x20)
    x22 = delta(x21)
    O = fill(x19, ONE, x22)
    return O


# 85c4e7cd: 4 of 4 demonstrations, 399.0 bits, stacking
def solve_85c4e7cd(I):
    x1 = replace(I, ONE, ZERO)
    x2 = replace(x1, ZERO, THREE)
    x3 = mostcolor(I)
    x4 = objects(I, T, F, T)
    x5 = argmin(x4, size)
    x6 = fill(x2, x3, x5)
    x7 = leastcolor(I)
    x8 = replace(I, x7, ZERO)
    x9 = ofcolor(x8, THREE)
    x10 = fill(x6, ONE, x9)
    x11 = trim(I)
    x12 = mostcolor(x11)
    x13 = sizefilter(x4, FOUR)
    x14 = mapply(outbox, x13)
    x15 = fill(x10, x12, x14)
    x16 = order(x4, size)
    x17 = get_nth(x16, ONE)
    x18 = mostcolor(x17)
    x19 = fork(recolor, color, box)
    x20 = objects(I, F, F, T)
    x21 = mapply(x19, x20)
    x22 = fill(x15, x18, x21)
    x23 = frontiers(I)
    x24 = merge(x23)
    O = fill(x22, x7, x24)
    return O


# 2c608aff: 4 of 4 demonstrations, 432.7 bits, stacking
def solve_2c608aff(I):
    x1 = ofcolor(I, ONE)
    x2 = recolor(ONE, x1)
    x3 = cover(I, x2)
    x4 = leastcolor(I)
    x5 = ofcolor(I, TWO)
    x6 = objects(I, T, F, T)
    x7 = apply(ulcorner, x6)
    x8 = backdrop(x7)
    x9 = intersection(x5, x8)
    x10 = fill(x3, x4, x9)
    x11 = ofcolor(I, EIGHT)
    x12 = apply(center, x6)
    x13 = prapply(connect, x12, x12)
    x14 = fork(either, vline, hline)
    x15 = mfilter(x13, x14)
    x16 = intersection(x11, x15)
    x17 = fill(x10, x4, x16)
    x18 = mostcolor(I)
    x19 = palette(I)
    x20 = remove(x18, x19)
    x21 = first(x20)
    x22 = mapply(box, x6)
    x23 = prapply(connect, x22, x22)
    x24 = mfilter(x23, vline)
    x25 = intersection(x1, x24)
    x26 = fill(x17, x21, x25)
    x27 = mfilter(x23, hline)
    x28 = intersection(x1, x27)
    O = fill(x26, x21, x28)
    return O


# 99fa7670: 4 of 4 demonstrations, 501.0 bits, stacking
def solve_99fa7670(I):
    x1 = ofcolor(I, SIX)
    x2 = recolor(SIX, x1)
    x3 = shift(x2, UP_RIGHT)
    x4 = shift(x3, RIGHT)
    x5 = fill(I, SEVEN, x4)
    x6 = upscale(I, THREE)
    x7 = objects(x6, T, F, T)
    x8 = argmax(x7, size)
    x9 = shift(x8, LEFT)
    x10 = fill(x5, THREE, x9)
    x11 = apply(urcorner, x7)
    x12 = fill(x10, EIGHT, x11)
    x13 = tophalf(I)
    x14 = leastcolor(x13)
    x15 = objects(x13, T, F, F)
    x16 = apply(lrcorner, x15)
    x17 = fill(x12, x14, x16)
    x18 = objects(I, T, F, T)
    x19 = argmax(x18, uppermost)
    x20 = mostcolor(x19)
    x21 = objects(I, T, F, F)
    x22 = colorfilter(x21, ZERO)
    x23 = apply(lrcorner, x22)
    x24 = fill(x17, x20, x23)
    x25 = rbind(shoot, RIGHT)
    x26 = compose(x25, center)
    x27 = fork(recolor, color, x26)
    x28 = mapply(x27, x18)
    O = paint(x24, x28)
    return O


# c59eb873: 3 of 3 demonstrations, 9.0 bits, bottom-up
def solve_c59eb873(I):
    O = upscale(I, TWO)
    return O


# d10ecb37: 3 of 3 demonstrations, 3.7 bits, bottom-up
def solve_d10ecb37(I):
    O = crop(I, ORIGIN, TWO_BY_TWO)
    return O


# a416b8f3: 3 of 3 demonstrations, 9.3 bits, bottom-up
def solve_a416b8f3(I):
    O = hconcat(I, I)
    return O


# b1948b0a: 3 of 3 demonstrations, 2.0 bits, bottom-up
def solve_b1948b0a(I):
    x1 = ofcolor(I, SIX)
    O = fill(I, TWO, x1)
    return O


# 5582e5ca: 3 of 3 demonstrations, 1.0 bits, bottom-up
def solve_5582e5ca(I):
    x1 = asobject(I)
    O = cover(I, x1)
    return O


# f25fbde4: 3 of 3 demonstrations, 19.0 bits, bottom-up
def solve_f25fbde4(I):
    x1 = upscale(I, TWO)
    O = compress(x1)
    return O


# 7468f01a: 3 of 3 demonstrations, 16.4 bits, bottom-up
def solve_7468f01a(I):
    x1 = compress(I)
    O = vmirror(x1)
    return O


# c8f0f002: 3 of 3 demonstrations, 2.0 bits, bottom-up
def solve_c8f0f002(I):
    x1 = ofcolor(I, SEVEN)
    O = fill(I, FIVE, x1)
    return O


# 28bf18c6: 3 of 3 demonstrations, 19.3 bits, bottom-up
def solve_28bf18c6(I):
    x1 = hconcat(I, I)
    O = compress(x1)
    return O


# 6d75e8bb: 3 of 3 demonstrations, 30.0 bits, stacking
def solve_6d75e8bb(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    O = underfill(I, TWO, x2)
    return O


# e98196ab: 3 of 3 demonstrations, 19.3 bits, stacking
def solve_e98196ab(I):
    x1 = bottomhalf(I)
    x2 = asobject(I)
    O = underpaint(x1, x2)
    return O


# 9ecd008a: 3 of 3 demonstrations, 20.1 bits, bottom-up
def solve_9ecd008a(I):
    x1 = ofcolor(I, ZERO)
    x2 = vmirror(I)
    O = subgrid(x1, x2)
    return O


# ff805c23: 3 of 3 demonstrations, 19.0 bits, bottom-up
def solve_ff805c23(I):
    x1 = ofcolor(I, ONE)
    x2 = rot180(I)
    O = subgrid(x1, x2)
    return O


# 39a8645d: 3 of 3 demonstrations, 24.0 bits, stacking
def solve_39a8645d(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, palette)
    O = subgrid(x2, I)
    return O


# 2dee498d: 3 of 3 demonstrations, 12.3 bits, bottom-up
def solve_2dee498d(I):
    x1 = height(I)
    x2 = astuple(x1, x1)
    O = crop(I, ORIGIN, x2)
    return O


# c1d99e64: 3 of 3 demonstrations, 19.0 bits, stacking
def solve_c1d99e64(I):
    x1 = frontiers(I)
    x2 = merge(x1)
    O = fill(I, TWO, x2)
    return O


# 63613498: 3 of 3 demonstrations, 35.7 bits, stacking
def solve_63613498(I):
    x1 = fgpartition(I)
    x2 = argmax(x1, leftmost)
    O = fill(I, FIVE, x2)
    return O


# dc0a314f: 3 of 3 demonstrations, 19.0 bits, bottom-up
def solve_dc0a314f(I):
    x1 = ofcolor(I, THREE)
    x2 = rot180(I)
    O = subgrid(x1, x2)
    return O


# dc1df850: 3 of 3 demonstrations, 37.0 bits, stacking
def solve_dc1df850(I):
    x1 = ofcolor(I, TWO)
    x2 = mapply(neighbors, x1)
    O = fill(I, ONE, x2)
    return O


# 9f236235: 3 of 3 demonstrations, 37.3 bits, bottom-up
def solve_9f236235(I):
    x1 = downscale(I, FOUR)
    x2 = compress(x1)
    O = vmirror(x2)
    return O


# 32597951: 3 of 3 demonstrations, 42.0 bits, stacking
def solve_32597951(I):
    x1 = ofcolor(I, EIGHT)
    x2 = delta(x1)
    O = fill(I, THREE, x2)
    return O


# 1e0a9b12: 3 of 3 demonstrations, 42.7 bits, bottom-up
def solve_1e0a9b12(I):
    x1 = rbind(order, identity)
    x2 = dmirror(I)
    x3 = apply(x1, x2)
    O = dmirror(x3)
    return O


# 1c786137: 3 of 3 demonstrations, 52.0 bits, bottom-up
def solve_1c786137(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = subgrid(x2, I)
    O = trim(x3)
    return O


# 46f33fce: 3 of 3 demonstrations, 55.7 bits, bottom-up
def solve_46f33fce(I):
    x1 = cmirror(I)
    x2 = downscale(x1, TWO)
    x3 = upscale(x2, FOUR)
    O = cmirror(x3)
    return O


# 72ca375d: 3 of 3 demonstrations, 50.0 bits, bottom-up
def solve_72ca375d(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, numcolors)
    x3 = get_nth(x2, ONE)
    O = subgrid(x3, I)
    return O


# 4347f46a: 3 of 3 demonstrations, 45.0 bits, stacking
def solve_4347f46a(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = fill(I, ZERO, x3)
    return O


# d511f180: 3 of 3 demonstrations, 27.0 bits, bottom-up
def solve_d511f180(I):
    x1 = ofcolor(I, FIVE)
    x2 = fill(I, EIGHT, x1)
    x3 = ofcolor(I, EIGHT)
    O = fill(x2, FIVE, x3)
    return O


# b94a9452: 3 of 3 demonstrations, 21.0 bits, stacking
def solve_b94a9452(I):
    x1 = compress(I)
    x2 = leastcolor(I)
    x3 = mostcolor(x1)
    O = switch(x1, x2, x3)
    return O


# 50cb2852: 3 of 3 demonstrations, 44.0 bits, stacking
def solve_50cb2852(I):
    x1 = compose(backdrop, inbox)
    x2 = fgpartition(I)
    x3 = mapply(x1, x2)
    O = fill(I, EIGHT, x3)
    return O


# 67a423a3: 3 of 3 demonstrations, 47.4 bits, stacking
def solve_67a423a3(I):
    x1 = fgpartition(I)
    x2 = mapply(delta, x1)
    x3 = inbox(x2)
    O = fill(I, FOUR, x3)
    return O


# d5d6de2d: 3 of 3 demonstrations, 66.0 bits, stacking
def solve_d5d6de2d(I):
    x1 = replace(I, TWO, ZERO)
    x2 = objects(I, T, F, T)
    x3 = mapply(delta, x2)
    O = fill(x1, THREE, x3)
    return O


# a79310a0: 3 of 3 demonstrations, 80.7 bits, stacking
def solve_a79310a0(I):
    x1 = replace(I, EIGHT, ZERO)
    x2 = objects(I, T, F, T)
    x3 = mapply(vmirror, x2)
    x4 = shift(x3, DOWN)
    O = fill(x1, TWO, x4)
    return O


# a740d043: 3 of 3 demonstrations, 48.0 bits, bottom-up
def solve_a740d043(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = subgrid(x2, I)
    x4 = ofcolor(x3, ONE)
    O = fill(x3, ZERO, x4)
    return O


# 2bee17df: 3 of 3 demonstrations, 72.0 bits, stacking
def solve_2bee17df(I):
    x1 = trim(I)
    x2 = frontiers(x1)
    x3 = merge(x2)
    x4 = shift(x3, UNITY)
    O = fill(I, THREE, x4)
    return O


# b230c067: 3 of 3 demonstrations, 61.0 bits, stacking
def solve_b230c067(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = fill(I, TWO, x2)
    x4 = ofcolor(x3, EIGHT)
    O = fill(x3, ONE, x4)
    return O


# f76d97a5: 3 of 3 demonstrations, 37.0 bits, stacking
def solve_f76d97a5(I):
    x1 = leastcolor(I)
    x2 = mostcolor(I)
    x3 = switch(I, x1, x2)
    x4 = ofcolor(x3, FIVE)
    O = fill(x3, ZERO, x4)
    return O


# 780d0b14: 3 of 3 demonstrations, 54.4 bits, bottom-up
def solve_780d0b14(I):
    x1 = trim(I)
    x2 = downscale(x1, THREE)
    x3 = downscale(x2, THREE)
    x4 = ofcolor(x3, ZERO)
    O = fill(x3, EIGHT, x4)
    return O


# f9012d9b: 3 of 3 demonstrations, 57.1 bits, stacking
def solve_f9012d9b(I):
    x1 = ofcolor(I, ZERO)
    x2 = vupscale(I, TWO)
    x3 = subgrid(x1, x2)
    x4 = ofcolor(x3, ZERO)
    O = fill(x3, EIGHT, x4)
    return O


# 88a62173: 3 of 3 demonstrations, 51.4 bits, goal
def solve_88a62173(I):
    x1 = downscale(I, FOUR)
    x2 = downscale(I, THREE)
    x3 = compress(x2)
    x4 = asobject(x3)
    O = paint(x1, x4)
    return O


# 90c28cc7: 3 of 3 demonstrations, 41.0 bits, bottom-up
def solve_90c28cc7(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    x4 = dmirror(x3)
    O = compress(x4)
    return O


# fcb5c309: 3 of 3 demonstrations, 77.0 bits, bottom-up
def solve_fcb5c309(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = subgrid(x2, I)
    x4 = leastcolor(I)
    x5 = normalize(x2)
    O = fill(x3, x4, x5)
    return O


# 0ca9ddb6: 3 of 3 demonstrations, 103.0 bits, stacking
def solve_0ca9ddb6(I):
    x1 = ofcolor(I, TWO)
    x2 = mapply(ineighbors, x1)
    x3 = fill(I, FOUR, x2)
    x4 = ofcolor(I, ONE)
    x5 = mapply(dneighbors, x4)
    O = fill(x3, SEVEN, x5)
    return O


# 1fad071e: 3 of 3 demonstrations, 82.7 bits, stacking
def solve_1fad071e(I):
    x1 = canvas(ZERO, (1, 5))
    x2 = upscale(I, TWO)
    x3 = objects(x2, T, F, T)
    x4 = argmax(x3, lowermost)
    x5 = normalize(x4)
    O = paint(x1, x5)
    return O


# 5521c0d9: 3 of 3 demonstrations, 86.7 bits, stacking
def solve_5521c0d9(I):
    x1 = vupscale(I, TWO)
    x2 = bottomhalf(x1)
    x3 = fork(recolor, color, delta)
    x4 = objects(I, T, F, F)
    x5 = mapply(x3, x4)
    O = paint(x2, x5)
    return O


# d037b0a7: 3 of 3 demonstrations, 71.7 bits, stacking
def solve_d037b0a7(I):
    x1 = rbind(shoot, DOWN)
    x2 = compose(x1, center)
    x3 = fork(recolor, color, x2)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    O = paint(I, x5)
    return O


# 3618c87e: 3 of 3 demonstrations, 56.7 bits, stacking
def solve_3618c87e(I):
    x1 = vupscale(I, TWO)
    x2 = tophalf(x1)
    x3 = ofcolor(I, FIVE)
    x4 = ofcolor(x2, ZERO)
    x5 = intersection(x3, x4)
    O = fill(x2, FIVE, x5)
    return O


# b9b7f026: 3 of 3 demonstrations, 73.0 bits, goal
def solve_b9b7f026(I):
    x1 = crop(I, ORIGIN, UNITY)
    x2 = objects(I, T, F, T)
    x3 = compose(size, delta)
    x4 = argmax(x2, x3)
    x5 = normalize(x4)
    O = paint(x1, x5)
    return O


# d13f3404: 3 of 3 demonstrations, 92.7 bits, stacking
def solve_d13f3404(I):
    x1 = canvas(ZERO, (6, 6))
    x2 = rbind(shoot, UNITY)
    x3 = compose(x2, center)
    x4 = fork(recolor, color, x3)
    x5 = objects(I, T, F, T)
    x6 = mapply(x4, x5)
    O = paint(x1, x6)
    return O


# 681b3aeb: 3 of 3 demonstrations, 95.8 bits, stacking
def solve_681b3aeb(I):
    x1 = downscale(I, FOUR)
    x2 = upscale(x1, THREE)
    x3 = compress(x2)
    x4 = objects(I, T, F, T)
    x5 = argmax(x4, height)
    x6 = normalize(x5)
    O = paint(x3, x6)
    return O


# 2dc579da: 3 of 3 demonstrations, 83.1 bits, stacking
def solve_2dc579da(I):
    x1 = lefthalf(I)
    x2 = tophalf(x1)
    x3 = leastcolor(I)
    x4 = objects(I, T, F, F)
    x5 = apply(center, x4)
    x6 = corners(x5)
    O = fill(x2, x3, x6)
    return O


# 54d82841: 3 of 3 demonstrations, 106.7 bits, stacking
def solve_54d82841(I):
    x1 = rbind(order, identity)
    x2 = dmirror(I)
    x3 = apply(x1, x2)
    x4 = dmirror(x3)
    x5 = objects(x4, T, F, T)
    x6 = apply(center, x5)
    O = fill(I, FOUR, x6)
    return O


# 1f876c06: 3 of 3 demonstrations, 71.0 bits, stacking
def solve_1f876c06(I):
    x1 = lbind(prapply, connect)
    x2 = fork(x1, toindices, toindices)
    x3 = compose(merge, x2)
    x4 = fork(recolor, color, x3)
    x5 = fgpartition(I)
    x6 = mapply(x4, x5)
    O = paint(I, x6)
    return O


# f8ff0b80: 3 of 3 demonstrations, 68.7 bits, stacking
def solve_f8ff0b80(I):
    x1 = rbind(canvas, UNITY)
    x2 = compose(x1, color)
    x3 = objects(I, T, T, T)
    x4 = compose(invert, size)
    x5 = order(x3, x4)
    x6 = apply(x2, x5)
    O = merge(x6)
    return O


# 1b60fb0c: 3 of 3 demonstrations, 90.8 bits, stacking
def solve_1b60fb0c(I):
    x1 = ofcolor(I, ZERO)
    x2 = dmirror(I)
    x3 = objects(x2, T, F, T)
    x4 = mapply(vmirror, x3)
    x5 = toindices(x4)
    x6 = intersection(x1, x5)
    O = fill(I, TWO, x6)
    return O


# 810b9b61: 3 of 3 demonstrations, 103.0 bits, stacking
def solve_810b9b61(I):
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = rbind(bordering, I)
    x4 = compose(flip, x3)
    x5 = sfilter(x2, x4)
    x6 = mapply(outbox, x5)
    O = fill(I, THREE, x6)
    return O


# a699fb00: 3 of 3 demonstrations, 111.3 bits, stacking
def solve_a699fb00(I):
    x1 = ofcolor(I, ZERO)
    x2 = objects(I, T, F, T)
    x3 = mapply(backdrop, x2)
    x4 = prapply(connect, x3, x3)
    x5 = mfilter(x4, hline)
    x6 = intersection(x1, x5)
    O = fill(I, TWO, x6)
    return O


# d6ad076f: 3 of 3 demonstrations, 88.0 bits, stacking
def solve_d6ad076f(I):
    x1 = ofcolor(I, ZERO)
    x2 = objects(I, T, F, T)
    x3 = mapply(inbox, x2)
    x4 = prapply(connect, x3, x3)
    x5 = merge(x4)
    x6 = intersection(x1, x5)
    O = fill(I, EIGHT, x6)
    return O


# 1190e5a7: 3 of 3 demonstrations, 74.0 bits, stacking
def solve_1190e5a7(I):
    x1 = asobject(I)
    x2 = shift(x1, UP_RIGHT)
    x3 = cover(I, x2)
    x4 = compress(x3)
    x5 = compress(I)
    x6 = asobject(x5)
    O = paint(x4, x6)
    return O


# 928ad970: 3 of 3 demonstrations, 82.0 bits, stacking
def solve_928ad970(I):
    x1 = mostcolor(I)
    x2 = palette(I)
    x3 = remove(x1, x2)
    x4 = first(x3)
    x5 = objects(I, T, F, T)
    x6 = mapply(backdrop, x5)
    x7 = inbox(x6)
    O = fill(I, x4, x7)
    return O


# c3e719e8: 3 of 3 demonstrations, 90.1 bits, stacking
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


# 83302e8f: 3 of 3 demonstrations, 101.0 bits, stacking
def solve_83302e8f(I):
    x1 = replace(I, ZERO, FOUR)
    x2 = ofcolor(I, ZERO)
    x3 = objects(I, T, F, F)
    x4 = sfilter(x3, square)
    x5 = merge(x4)
    x6 = toindices(x5)
    x7 = intersection(x2, x6)
    O = fill(x1, THREE, x7)
    return O


# e8593010: 3 of 3 demonstrations, 104.0 bits, stacking
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


# 2281f1f4: 3 of 3 demonstrations, 111.7 bits, goal
def solve_2281f1f4(I):
    x1 = frontiers(I)
    x2 = merge(x1)
    x3 = delta(x2)
    x4 = hfrontier(ORIGIN)
    x5 = underfill(I, TWO, x4)
    x6 = ofcolor(x5, ZERO)
    x7 = intersection(x3, x6)
    O = fill(I, TWO, x7)
    return O


# 0520fde7: 3 of 3 demonstrations, 78.3 bits, goal
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


# 7b6016b9: 3 of 3 demonstrations, 96.0 bits, stacking
def solve_7b6016b9(I):
    x1 = replace(I, ZERO, THREE)
    x2 = objects(I, T, F, F)
    x3 = colorfilter(x2, ZERO)
    x4 = rbind(bordering, I)
    x5 = compose(flip, x4)
    x6 = sfilter(x3, x5)
    x7 = merge(x6)
    O = fill(x1, TWO, x7)
    return O


# e3497940: 3 of 3 demonstrations, 65.7 bits, stacking
def solve_e3497940(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = vmirror(x2)
    x4 = asindices(x3)
    x5 = ofcolor(x3, ZERO)
    x6 = difference(x4, x5)
    x7 = toobject(x6, x3)
    O = paint(x1, x7)
    return O


# a5f85a15: 3 of 3 demonstrations, 138.6 bits, stacking
def solve_a5f85a15(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, leftmost)
    x3 = get_nth(x2, ONE)
    x4 = fill(I, FOUR, x3)
    x5 = downscale(I, TWO)
    x6 = upscale(x5, TWO)
    x7 = objects(x6, T, F, T)
    x8 = apply(center, x7)
    O = fill(x4, FOUR, x8)
    return O


# ea786f4a: 3 of 3 demonstrations, 95.0 bits, stacking
def solve_ea786f4a(I):
    x1 = height(I)
    x2 = decrement(x1)
    x3 = tojvec(x2)
    x4 = shoot(x3, DOWN_LEFT)
    x5 = fill(I, ZERO, x4)
    x6 = shape(I)
    x7 = decrement(x6)
    x8 = connect(ORIGIN, x7)
    O = fill(x5, ZERO, x8)
    return O


# 11852cab: 3 of 3 demonstrations, 120.0 bits, stacking
def solve_11852cab(I):
    x1 = ofcolor(I, ONE)
    x2 = mapply(ineighbors, x1)
    x3 = fill(I, FOUR, x2)
    x4 = leastcolor(I)
    x5 = ofcolor(I, ZERO)
    x6 = fgpartition(I)
    x7 = mapply(corners, x6)
    x8 = intersection(x5, x7)
    O = fill(x3, x4, x8)
    return O


# d2abd087: 3 of 3 demonstrations, 134.0 bits, stacking
def solve_d2abd087(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, vline)
    x3 = merge(x2)
    x4 = fill(I, ONE, x3)
    x5 = sizefilter(x1, SIX)
    x6 = merge(x5)
    x7 = fill(x4, TWO, x6)
    x8 = ofcolor(x7, FIVE)
    O = fill(x7, ONE, x8)
    return O


# 445eab21: 3 of 3 demonstrations, 57.0 bits, bottom-up
def solve_445eab21(I):
    x1 = canvas(FOUR, TWO_BY_TWO)
    x2 = leastcolor(I)
    x3 = mostcolor(I)
    x4 = palette(I)
    x5 = remove(x3, x4)
    x6 = remove(x2, x5)
    x7 = first(x6)
    x8 = ofcolor(x1, FOUR)
    O = fill(x1, x7, x8)
    return O


# d23f8c26: 3 of 3 demonstrations, 112.0 bits, stacking
def solve_d23f8c26(I):
    x1 = vmirror(I)
    x2 = lefthalf(I)
    x3 = asindices(x2)
    x4 = fill(x1, ZERO, x3)
    x5 = height(I)
    x6 = vupscale(I, x5)
    x7 = ofcolor(x6, ZERO)
    x8 = recolor(ZERO, x7)
    O = paint(x4, x8)
    return O


# e73095fd: 3 of 3 demonstrations, 170.6 bits, stacking
def solve_e73095fd(I):
    x1 = objects(I, T, F, F)
    x2 = sfilter(x1, square)
    x3 = merge(x2)
    x4 = fill(I, FOUR, x3)
    x5 = argmin(x1, width)
    x6 = fill(x4, FOUR, x5)
    x7 = rbind(bordering, I)
    x8 = argmin(x1, x7)
    O = fill(x6, FOUR, x8)
    return O


# 22168020: 3 of 3 demonstrations, 99.0 bits, stacking
def solve_22168020(I):
    x1 = fork(either, vline, hline)
    x2 = rbind(mfilter, x1)
    x3 = lbind(prapply, connect)
    x4 = fork(x3, toindices, toindices)
    x5 = compose(x2, x4)
    x6 = fork(recolor, color, x5)
    x7 = objects(I, T, T, T)
    x8 = mapply(x6, x7)
    O = paint(I, x8)
    return O


# 5117e062: 3 of 3 demonstrations, 80.0 bits, stacking
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


# d0f5fe59: 3 of 3 demonstrations, 141.9 bits, stacking
def solve_d0f5fe59(I):
    x1 = canvas(ZERO, UNITY)
    x2 = height(I)
    x3 = halve(x2)
    x4 = upscale(x1, x3)
    x5 = downscale(x4, TWO)
    x6 = rbind(shoot, UNITY)
    x7 = partition(I)
    x8 = mapply(corners, x7)
    x9 = mapply(x6, x8)
    O = fill(x5, EIGHT, x9)
    return O


# c0f76784: 3 of 3 demonstrations, 164.0 bits, stacking
def solve_c0f76784(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    x3 = fill(I, SIX, x2)
    x4 = objects(I, T, F, F)
    x5 = sizefilter(x4, FOUR)
    x6 = argmax(x5, size)
    x7 = fill(x3, SEVEN, x6)
    x8 = argmax(x1, size)
    x9 = delta(x8)
    O = fill(x7, EIGHT, x9)
    return O


# 3bd67248: 3 of 3 demonstrations, 131.0 bits, stacking
def solve_3bd67248(I):
    x1 = height(I)
    x2 = decrement(x1)
    x3 = tojvec(x2)
    x4 = shoot(x3, DOWN_LEFT)
    x5 = underfill(I, TWO, x4)
    x6 = hconcat(I, I)
    x7 = objects(x6, T, F, T)
    x8 = apply(llcorner, x7)
    x9 = delta(x8)
    O = fill(x5, FOUR, x9)
    return O


# 91714a58: 3 of 3 demonstrations, 159.4 bits, stacking
def solve_91714a58(I):
    x1 = objects(I, T, T, T)
    x2 = apply(ulcorner, x1)
    x3 = fill(I, ZERO, x2)
    x4 = fgpartition(I)
    x5 = apply(center, x4)
    x6 = fill(x3, ZERO, x5)
    x7 = fork(connect, ulcorner, lrcorner)
    x8 = objects(I, T, F, T)
    x9 = mapply(x7, x8)
    O = fill(x6, ZERO, x9)
    return O


# b548a754: 3 of 3 demonstrations, 171.4 bits, stacking
def solve_b548a754(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, rightmost)
    x3 = mostcolor(x2)
    x4 = mapply(backdrop, x1)
    x5 = inbox(x4)
    x6 = backdrop(x5)
    x7 = fill(I, x3, x6)
    x8 = compress(I)
    x9 = mostcolor(x8)
    x10 = box(x4)
    O = fill(x7, x9, x10)
    return O


# 3906de3d: 3 of 3 demonstrations, 103.7 bits, goal
def solve_3906de3d(I):
    x1 = replace(I, ZERO, TWO)
    x2 = rbind(order, identity)
    x3 = dmirror(I)
    x4 = apply(x2, x3)
    x5 = dmirror(x4)
    x6 = hmirror(x5)
    x7 = ofcolor(x6, ZERO)
    x8 = replace(I, TWO, ZERO)
    x9 = ofcolor(x8, ZERO)
    x10 = intersection(x7, x9)
    O = fill(x1, ZERO, x10)
    return O


# d90796e8: 3 of 3 demonstrations, 173.4 bits, augmentation
def solve_d90796e8(I):
    x1 = dmirror(I)
    x2 = ofcolor(x1, THREE)
    x3 = ofcolor(x1, TWO)
    x4 = mapply(vfrontier, x3)
    x5 = intersection(x2, x4)
    x6 = fill(x1, EIGHT, x5)
    x7 = partition(x1)
    x8 = mapply(inbox, x7)
    x9 = intersection(x3, x8)
    x10 = fill(x6, ZERO, x9)
    O = dmirror(x10)
    return O


# 4be741c5: 3 of 3 demonstrations, 156.9 bits, stacking
def solve_4be741c5(I):
    x1 = hsplit(I, FIVE)
    x2 = argmax(x1, height)
    x3 = dedupe(x2)
    x4 = leastcolor(I)
    x5 = downscale(I, FOUR)
    x6 = objects(x5, T, F, T)
    x7 = argmax(x6, height)
    x8 = fill(x3, x4, x7)
    x9 = downscale(x5, THREE)
    x10 = asobject(x9)
    O = paint(x8, x10)
    return O


# ce9e57f2: 3 of 3 demonstrations, 204.7 bits, augmentation
def solve_ce9e57f2(I):
    x1 = hmirror(I)
    x2 = objects(x1, T, F, T)
    x3 = apply(ulcorner, x2)
    x4 = fill(x1, EIGHT, x3)
    x5 = apply(center, x2)
    x6 = shift(x5, UP)
    x7 = fill(x4, EIGHT, x6)
    x8 = bottomhalf(x1)
    x9 = objects(x8, T, F, T)
    x10 = merge(x9)
    x11 = fill(x7, EIGHT, x10)
    O = hmirror(x11)
    return O


# 48d8fb45: 3 of 3 demonstrations, 162.8 bits, stacking
def solve_48d8fb45(I):
    x1 = vmirror(I)
    x2 = downscale(x1, FOUR)
    x3 = cmirror(x2)
    x4 = fgpartition(I)
    x5 = mapply(hmirror, x4)
    x6 = cmirror(x5)
    x7 = paint(x3, x6)
    x8 = trim(I)
    x9 = objects(x8, T, F, T)
    x10 = argmax(x9, rightmost)
    x11 = normalize(x10)
    O = paint(x7, x11)
    return O


# 2204b7a8: 3 of 3 demonstrations, 145.0 bits, stacking
def solve_2204b7a8(I):
    x1 = cmirror(I)
    x2 = index(x1, ORIGIN)
    x3 = ofcolor(I, THREE)
    x4 = height(I)
    x5 = halve(x4)
    x6 = upscale(I, x5)
    x7 = ofcolor(x6, ZERO)
    x8 = intersection(x3, x7)
    x9 = fill(I, x2, x8)
    x10 = index(I, ORIGIN)
    x11 = ofcolor(x9, THREE)
    O = fill(x9, x10, x11)
    return O


# 73251a56: 3 of 3 demonstrations, 148.7 bits, stacking
def solve_73251a56(I):
    x1 = mostcolor(I)
    x2 = replace(I, ZERO, x1)
    x3 = index(I, ORIGIN)
    x4 = shape(I)
    x5 = decrement(x4)
    x6 = connect(ORIGIN, x5)
    x7 = fill(x2, x3, x6)
    x8 = asindices(I)
    x9 = dmirror(I)
    x10 = ofcolor(x9, ZERO)
    x11 = difference(x8, x10)
    x12 = toobject(x11, x9)
    O = paint(x7, x12)
    return O


# 7f4411dc: 3 of 3 demonstrations, 189.6 bits, stacking
def solve_7f4411dc(I):
    x1 = switch(I, ZERO, FIVE)
    x2 = hmirror(I)
    x3 = objects(x2, T, F, T)
    x4 = merge(x3)
    x5 = paint(x1, x4)
    x6 = ofcolor(x5, ZERO)
    x7 = fill(I, ZERO, x6)
    x8 = objects(I, T, F, T)
    x9 = mapply(delta, x8)
    x10 = shift(x9, RIGHT)
    x11 = fill(x7, ZERO, x10)
    x12 = sizefilter(x8, ONE)
    x13 = merge(x12)
    O = fill(x11, ZERO, x13)
    return O


# 95990924: 3 of 3 demonstrations, 254.0 bits, stacking
def solve_95990924(I):
    x1 = compose(lrcorner, outbox)
    x2 = objects(I, T, F, T)
    x3 = apply(x1, x2)
    x4 = fill(I, FOUR, x3)
    x5 = compose(llcorner, outbox)
    x6 = apply(x5, x2)
    x7 = fill(x4, THREE, x6)
    x8 = compose(urcorner, outbox)
    x9 = apply(x8, x2)
    x10 = fill(x7, TWO, x9)
    x11 = trim(I)
    x12 = objects(x11, T, F, T)
    x13 = apply(ulcorner, x12)
    O = fill(x10, ONE, x13)
    return O


# cce03e0d: 3 of 3 demonstrations, 143.0 bits, goal
def solve_cce03e0d(I):
    x1 = replace(I, ONE, ZERO)
    x2 = upscale(x1, THREE)
    x3 = upscale(I, THREE)
    x4 = ofcolor(x3, TWO)
    x5 = hconcat(I, I)
    x6 = hconcat(I, x5)
    x7 = vconcat(x6, x6)
    x8 = vconcat(x6, x7)
    x9 = ofcolor(x8, ZERO)
    x10 = intersection(x4, x9)
    x11 = fill(x2, ZERO, x10)
    x12 = ofcolor(x8, ONE)
    x13 = intersection(x4, x12)
    O = fill(x11, ONE, x13)
    return O


# 228f6490: 3 of 3 demonstrations, 270.6 bits, stacking
def solve_228f6490(I):
    x1 = leastcolor(I)
    x2 = replace(I, ZERO, x1)
    x3 = objects(I, T, F, T)
    x4 = argmax(x3, palette)
    x5 = mostcolor(x4)
    x6 = compose(size, delta)
    x7 = argmax(x3, x6)
    x8 = delta(x7)
    x9 = fill(x2, x5, x8)
    x10 = fill(x9, ZERO, x4)
    x11 = replace(I, x1, ZERO)
    x12 = objects(x11, T, T, F)
    x13 = argmax(x12, size)
    O = paint(x10, x13)
    return O


# 5168d44c: 3 of 3 demonstrations, 237.6 bits, stacking
def solve_5168d44c(I):
    x1 = replace(I, TWO, ZERO)
    x2 = bottomhalf(I)
    x3 = index(x2, ORIGIN)
    x4 = objects(I, T, F, T)
    x5 = argmax(x4, lowermost)
    x6 = shift(x5, RIGHT)
    x7 = shift(x6, RIGHT)
    x8 = fill(x1, x3, x7)
    x9 = compress(I)
    x10 = tophalf(x9)
    x11 = mostcolor(x10)
    x12 = argmax(x4, rightmost)
    x13 = shift(x12, DOWN)
    x14 = shift(x13, DOWN)
    O = fill(x8, x11, x14)
    return O


# a65b410d: 3 of 3 demonstrations, 242.0 bits, stacking
def solve_a65b410d(I):
    x1 = ofcolor(I, ZERO)
    x2 = rbind(shoot, UP_RIGHT)
    x3 = objects(I, T, F, T)
    x4 = mapply(backdrop, x3)
    x5 = mapply(x2, x4)
    x6 = intersection(x1, x5)
    x7 = fill(I, THREE, x6)
    x8 = rbind(shoot, DOWN_LEFT)
    x9 = mapply(x8, x4)
    x10 = intersection(x1, x9)
    x11 = fill(x7, ONE, x10)
    x12 = downscale(I, THREE)
    x13 = asindices(x12)
    x14 = intersection(x1, x13)
    O = fill(x11, THREE, x14)
    return O


# caa06a1f: 3 of 3 demonstrations, 260.7 bits, stacking
def solve_caa06a1f(I):
    x1 = asindices(I)
    x2 = fill(I, SIX, x1)
    x3 = compress(I)
    x4 = asobject(x3)
    x5 = shift(x4, RIGHT)
    x6 = paint(x2, x5)
    x7 = bottomhalf(I)
    x8 = leastcolor(x7)
    x9 = fork(connect, ulcorner, lrcorner)
    x10 = upscale(I, TWO)
    x11 = objects(x10, T, F, T)
    x12 = mapply(x9, x11)
    x13 = fill(x6, x8, x12)
    x14 = shift(x4, DOWN)
    O = paint(x13, x14)
    return O


# bda2d7a6: 3 of 3 demonstrations, 201.0 bits, augmentation
def solve_bda2d7a6(I):
    x1 = mostcolor(I)
    x2 = switch(I, ZERO, x1)
    x3 = leastcolor(x2)
    x4 = mostcolor(x2)
    x5 = switch(x2, x3, x4)
    x6 = trim(x2)
    x7 = mostcolor(x6)
    x8 = fork(recolor, color, inbox)
    x9 = objects(x2, F, F, T)
    x10 = mapply(x8, x9)
    x11 = fill(x5, x7, x10)
    x12 = objects(x2, T, F, T)
    x13 = argmax(x12, size)
    x14 = fill(x11, ZERO, x13)
    O = switch(x14, ZERO, x1)
    return O


# c8cbb738: 3 of 3 demonstrations, 201.7 bits, stacking
def solve_c8cbb738(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = righthalf(I)
    x5 = fgpartition(x4)
    x6 = argmax(x5, leftmost)
    x7 = paint(x3, x6)
    x8 = hmirror(I)
    x9 = objects(x8, T, F, T)
    x10 = merge(x9)
    x11 = paint(x7, x10)
    x12 = fgpartition(I)
    x13 = order(x12, size)
    x14 = get_nth(x13, ONE)
    x15 = normalize(x14)
    O = paint(x11, x15)
    return O


# ddf7fa4f: 3 of 3 demonstrations, 206.0 bits, stacking
def solve_ddf7fa4f(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, leftmost)
    x3 = mostcolor(x2)
    x4 = ofcolor(I, FIVE)
    x5 = argmax(x1, rightmost)
    x6 = upscale(x5, THREE)
    x7 = toindices(x6)
    x8 = intersection(x4, x7)
    x9 = fill(I, x3, x8)
    x10 = leastcolor(I)
    x11 = argmax(x1, height)
    x12 = fill(x9, x10, x11)
    x13 = righthalf(I)
    x14 = index(x13, ORIGIN)
    x15 = ofcolor(x12, FIVE)
    O = fill(x12, x14, x15)
    return O


# cbded52d: 3 of 3 demonstrations, 251.6 bits, stacking
def solve_cbded52d(I):
    x1 = righthalf(I)
    x2 = objects(x1, T, F, T)
    x3 = argmax(x2, leftmost)
    x4 = shift(x3, RIGHT)
    x5 = paint(I, x4)
    x6 = bottomhalf(I)
    x7 = ofcolor(x6, SEVEN)
    x8 = recolor(SEVEN, x7)
    x9 = shift(x8, DOWN)
    x10 = paint(x5, x9)
    x11 = objects(x6, T, F, T)
    x12 = argmax(x11, uppermost)
    x13 = shift(x12, DOWN)
    x14 = paint(x10, x13)
    x15 = argmin(x2, size)
    x16 = shift(x15, RIGHT)
    O = paint(x14, x16)
    return O


# 963e52fc: 3 of 3 demonstrations, 290.8 bits, augmentation
def solve_963e52fc(I):
    x1 = vmirror(I)
    x2 = hconcat(x1, x1)
    x3 = ofcolor(x1, ONE)
    x4 = recolor(ONE, x3)
    x5 = shift(x4, LEFT)
    x6 = paint(x2, x5)
    x7 = compress(x1)
    x8 = mostcolor(x7)
    x9 = vconcat(x1, x1)
    x10 = leastcolor(x1)
    x11 = ofcolor(x9, x10)
    x12 = fill(x6, x8, x11)
    x13 = hupscale(x1, TWO)
    x14 = objects(x13, T, T, T)
    x15 = apply(center, x14)
    x16 = fill(x12, x10, x15)
    O = vmirror(x16)
    return O


# 5c0a986e: 3 of 3 demonstrations, 203.7 bits, stacking
def solve_5c0a986e(I):
    x1 = rbind(shoot, NEG_UNITY)
    x2 = compose(x1, center)
    x3 = objects(I, T, F, T)
    x4 = leastcolor(I)
    x5 = rbind(colorcount, x4)
    x6 = compose(x5, identity)
    x7 = matcher(x6, FOUR)
    x8 = sfilter(x3, x7)
    x9 = mapply(x2, x8)
    x10 = fill(I, ONE, x9)
    x11 = rbind(shoot, UNITY)
    x12 = compose(x11, center)
    x13 = fork(recolor, color, x12)
    x14 = matcher(x6, ZERO)
    x15 = sfilter(x3, x14)
    x16 = mapply(x13, x15)
    O = paint(x10, x16)
    return O


# 444801d8: 3 of 3 demonstrations, 264.7 bits, stacking
def solve_444801d8(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, uppermost)
    x3 = shift(x2, UP)
    x4 = paint(I, x3)
    x5 = mostcolor(x2)
    x6 = ofcolor(I, ZERO)
    x7 = argmax(x1, lowermost)
    x8 = shift(x7, UP)
    x9 = hmirror(x8)
    x10 = toindices(x9)
    x11 = intersection(x6, x10)
    x12 = fill(x4, x5, x11)
    x13 = leastcolor(I)
    x14 = ofcolor(I, x13)
    x15 = inbox(x14)
    x16 = mapply(neighbors, x15)
    x17 = intersection(x6, x16)
    O = fill(x12, x13, x17)
    return O


# 8d5021e8: 3 of 3 demonstrations, 258.8 bits, stacking
def solve_8d5021e8(I):
    x1 = vconcat(I, I)
    x2 = vconcat(I, x1)
    x3 = vmirror(x2)
    x4 = hconcat(x3, x2)
    x5 = upscale(I, FOUR)
    x6 = hmirror(x5)
    x7 = frontiers(x6)
    x8 = argmin(x7, size)
    x9 = paint(x4, x8)
    x10 = upscale(I, TWO)
    x11 = objects(x10, T, F, T)
    x12 = argmax(x11, uppermost)
    x13 = shift(x12, UNITY)
    x14 = paint(x9, x13)
    x15 = rot180(I)
    x16 = hmirror(I)
    x17 = hconcat(x15, x16)
    x18 = asobject(x17)
    O = paint(x14, x18)
    return O


# 017c7c7b: 3 of 3 demonstrations, 322.8 bits, stacking
def solve_017c7c7b(I):
    x1 = canvas(ZERO, (9, 3))
    x2 = asobject(I)
    x3 = paint(x1, x2)
    x4 = compose(lrcorner, outbox)
    x5 = objects(I, T, F, T)
    x6 = apply(x4, x5)
    x7 = shift(x6, DOWN_LEFT)
    x8 = fill(x3, TWO, x7)
    x9 = upscale(I, TWO)
    x10 = objects(x9, T, F, F)
    x11 = apply(llcorner, x10)
    x12 = fill(x8, TWO, x11)
    x13 = vconcat(I, I)
    x14 = ofcolor(x13, ZERO)
    x15 = recolor(ZERO, x14)
    x16 = shift(x15, LEFT)
    x17 = fill(x12, TWO, x16)
    x18 = ofcolor(x17, ONE)
    O = fill(x17, TWO, x18)
    return O


# 98cf29f8: 3 of 3 demonstrations, 324.9 bits, stacking
def solve_98cf29f8(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(hmirror, x1)
    x3 = paint(I, x2)
    x4 = rot270(I)
    x5 = objects(x4, T, F, T)
    x6 = argmax(x5, lowermost)
    x7 = shift(x6, DOWN)
    x8 = fill(x3, ZERO, x7)
    x9 = dedupe(I)
    x10 = rot270(x9)
    x11 = objects(x10, T, F, T)
    x12 = mapply(vmirror, x11)
    x13 = fill(x8, ZERO, x12)
    x14 = trim(I)
    x15 = bottomhalf(x14)
    x16 = index(x15, ORIGIN)
    x17 = argmax(x1, uppermost)
    x18 = hmirror(x17)
    x19 = delta(x18)
    O = fill(x13, x16, x19)
    return O


# 5ad4f10b: 3 of 3 demonstrations, 338.0 bits, stacking
def solve_5ad4f10b(I):
    x1 = crop(I, ORIGIN, THREE_BY_THREE)
    x2 = frontiers(I)
    x3 = mapply(corners, x2)
    x4 = fill(x1, EIGHT, x3)
    x5 = downscale(I, TWO)
    x6 = ofcolor(x5, TWO)
    x7 = recolor(TWO, x6)
    x8 = shift(x7, LEFT)
    x9 = paint(x4, x8)
    x10 = ofcolor(I, EIGHT)
    x11 = mapply(dneighbors, x10)
    x12 = fill(x9, EIGHT, x11)
    x13 = objects(I, T, T, F)
    x14 = argmax(x13, portrait)
    x15 = shift(x14, RIGHT)
    x16 = fill(x12, THREE, x15)
    x17 = rot270(I)
    x18 = objects(x17, T, T, T)
    x19 = mapply(hmirror, x18)
    O = paint(x16, x19)
    return O


# 623ea044: 3 of 3 demonstrations, 259.0 bits, stacking
def solve_623ea044(I):
    x1 = leastcolor(I)
    x2 = rbind(shoot, UNITY)
    x3 = compose(x2, center)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    x6 = fill(I, x1, x5)
    x7 = rbind(shoot, UP_RIGHT)
    x8 = compose(x7, center)
    x9 = fork(recolor, color, x8)
    x10 = mapply(x9, x4)
    x11 = paint(x6, x10)
    x12 = rbind(shoot, NEG_UNITY)
    x13 = compose(x12, center)
    x14 = fork(recolor, color, x13)
    x15 = mapply(x14, x4)
    x16 = paint(x11, x15)
    x17 = rbind(shoot, DOWN_LEFT)
    x18 = compose(x17, center)
    x19 = fork(recolor, color, x18)
    x20 = mapply(x19, x4)
    O = paint(x16, x20)
    return O


# d89b689b: 3 of 3 demonstrations, 471.0 bits, stacking
def solve_d89b689b(I):
    x1 = canvas(ZERO, (10, 10))
    x2 = righthalf(I)
    x3 = objects(x2, T, F, T)
    x4 = argmax(x3, uppermost)
    x5 = mostcolor(x4)
    x6 = objects(I, T, F, T)
    x7 = sizefilter(x6, FOUR)
    x8 = apply(center, x7)
    x9 = fill(x1, x5, x8)
    x10 = tophalf(I)
    x11 = objects(x10, T, F, T)
    x12 = argmax(x11, leftmost)
    x13 = mostcolor(x12)
    x14 = apply(urcorner, x7)
    x15 = fill(x9, x13, x14)
    x16 = leastcolor(x10)
    x17 = apply(ulcorner, x7)
    x18 = fill(x15, x16, x17)
    x19 = argmin(x6, leftmost)
    x20 = mostcolor(x19)
    x21 = apply(llcorner, x7)
    O = fill(x18, x20, x21)
    return O


# 1caeab9d: 3 of 3 demonstrations, 319.7 bits, stacking
def solve_1caeab9d(I):
    x1 = replace(I, ZERO, FOUR)
    x2 = asindices(I)
    x3 = vupscale(I, TWO)
    x4 = tophalf(x3)
    x5 = ofcolor(x4, ZERO)
    x6 = difference(x2, x5)
    x7 = toobject(x6, x4)
    x8 = paint(x1, x7)
    x9 = frontiers(I)
    x10 = argmax(x9, size)
    x11 = shift(x10, UP)
    x12 = paint(x8, x11)
    x13 = apply(llcorner, x9)
    x14 = mapply(hfrontier, x13)
    x15 = fill(x12, ZERO, x14)
    x16 = tophalf(I)
    x17 = asobject(x16)
    x18 = shift(x17, UP)
    x19 = fill(x15, ZERO, x18)
    x20 = frontiers(x3)
    x21 = merge(x20)
    O = paint(x19, x21)
    return O


# 47c1f68c: 3 of 3 demonstrations, 353.7 bits, stacking
def solve_47c1f68c(I):
    x1 = compress(I)
    x2 = leastcolor(I)
    x3 = mostcolor(I)
    x4 = palette(I)
    x5 = remove(x3, x4)
    x6 = remove(x2, x5)
    x7 = first(x6)
    x8 = rot180(x1)
    x9 = objects(x8, T, F, T)
    x10 = merge(x9)
    x11 = fill(x1, x7, x10)
    x12 = vmirror(x1)
    x13 = objects(x12, T, F, T)
    x14 = merge(x13)
    x15 = fill(x11, x7, x14)
    x16 = hmirror(x1)
    x17 = objects(x16, T, F, T)
    x18 = merge(x17)
    x19 = fill(x15, x7, x18)
    x20 = hconcat(I, I)
    x21 = ofcolor(x20, x2)
    O = fill(x19, x7, x21)
    return O


# 25d487eb: 3 of 3 demonstrations, 338.7 bits, stacking
def solve_25d487eb(I):
    x1 = bottomhalf(I)
    x2 = leastcolor(x1)
    x3 = ofcolor(I, ZERO)
    x4 = rbind(shoot, UP)
    x5 = ofcolor(I, THREE)
    x6 = mapply(x4, x5)
    x7 = intersection(x3, x6)
    x8 = fill(I, x2, x7)
    x9 = objects(I, T, F, F)
    x10 = argmin(x9, portrait)
    x11 = mostcolor(x10)
    x12 = rbind(shoot, DOWN)
    x13 = compose(x12, center)
    x14 = objects(I, T, F, T)
    x15 = mapply(x13, x14)
    x16 = intersection(x3, x15)
    x17 = fill(x8, x11, x16)
    x18 = hconcat(I, I)
    x19 = ofcolor(x18, ONE)
    x20 = backdrop(x19)
    x21 = intersection(x3, x20)
    O = fill(x17, ONE, x21)
    return O


# fcc82909: 3 of 3 demonstrations, 406.7 bits, stacking
def solve_fcc82909(I):
    x1 = vfrontier(ORIGIN)
    x2 = fill(I, ZERO, x1)
    x3 = ofcolor(I, ZERO)
    x4 = dedupe(I)
    x5 = vupscale(x4, TWO)
    x6 = ofcolor(x5, SEVEN)
    x7 = intersection(x3, x6)
    x8 = fill(x2, THREE, x7)
    x9 = fork(connect, llcorner, lrcorner)
    x10 = fgpartition(I)
    x11 = mapply(x9, x10)
    x12 = intersection(x3, x11)
    x13 = fill(x8, THREE, x12)
    x14 = vupscale(I, TWO)
    x15 = objects(x14, F, F, T)
    x16 = argmax(x15, numcolors)
    x17 = toindices(x16)
    x18 = intersection(x3, x17)
    x19 = fill(x13, THREE, x18)
    x20 = rbind(shift, DOWN)
    x21 = objects(I, T, F, T)
    x22 = mapply(x20, x21)
    x23 = shift(x22, DOWN)
    O = fill(x19, THREE, x23)
    return O


# 7ddcd7ec: 3 of 3 demonstrations, 355.9 bits, stacking
def solve_7ddcd7ec(I):
    x1 = righthalf(I)
    x2 = leastcolor(x1)
    x3 = objects(I, T, F, T)
    x4 = argmin(x3, size)
    x5 = shift(x4, UP_RIGHT)
    x6 = fill(I, x2, x5)
    x7 = bottomhalf(I)
    x8 = leastcolor(x7)
    x9 = ofcolor(I, ZERO)
    x10 = height(I)
    x11 = decrement(x10)
    x12 = tojvec(x11)
    x13 = shoot(x12, DOWN_LEFT)
    x14 = shift(x13, UP)
    x15 = intersection(x9, x14)
    x16 = fill(x6, x8, x15)
    x17 = lefthalf(I)
    x18 = compress(x17)
    x19 = mostcolor(x18)
    x20 = rbind(shoot, UNITY)
    x21 = compose(x20, center)
    x22 = objects(I, T, T, T)
    x23 = mapply(x21, x22)
    x24 = intersection(x9, x23)
    O = fill(x16, x19, x24)
    return O


# 760b3cac: 3 of 3 demonstrations, 416.0 bits, stacking
def solve_760b3cac(I):
    x1 = compress(I)
    x2 = mostcolor(x1)
    x3 = downscale(I, TWO)
    x4 = hconcat(x3, x3)
    x5 = objects(x4, T, F, T)
    x6 = argmax(x5, leftmost)
    x7 = fill(I, x2, x6)
    x8 = fork(connect, ulcorner, lrcorner)
    x9 = upscale(I, TWO)
    x10 = objects(x9, T, F, F)
    x11 = mapply(x8, x10)
    x12 = fill(x7, x2, x11)
    x13 = hupscale(I, TWO)
    x14 = bottomhalf(x13)
    x15 = objects(x14, T, F, T)
    x16 = argmax(x15, size)
    x17 = fill(x12, x2, x16)
    x18 = tophalf(I)
    x19 = compress(x18)
    x20 = index(x19, ORIGIN)
    x21 = ofcolor(I, EIGHT)
    x22 = recolor(EIGHT, x21)
    x23 = vmirror(x22)
    x24 = normalize(x23)
    O = fill(x17, x20, x24)
    return O


# 8e1813be: 3 of 3 demonstrations, 437.8 bits, stacking
def solve_8e1813be(I):
    x1 = ofcolor(I, FIVE)
    x2 = vmirror(I)
    x3 = subgrid(x1, x2)
    x4 = ofcolor(x2, FOUR)
    x5 = fill(x3, TWO, x4)
    x6 = downscale(I, FOUR)
    x7 = hupscale(x6, TWO)
    x8 = objects(x7, T, F, T)
    x9 = argmax(x8, size)
    x10 = paint(x5, x9)
    x11 = objects(I, T, F, T)
    x12 = argmax(x11, rightmost)
    x13 = fill(x10, SIX, x12)
    x14 = mostcolor(x12)
    x15 = downscale(I, TWO)
    x16 = frontiers(x15)
    x17 = order(x16, uppermost)
    x18 = get_nth(x17, ONE)
    x19 = fill(x13, x14, x18)
    x20 = fgpartition(I)
    x21 = order(x20, leftmost)
    x22 = get_nth(x21, ONE)
    x23 = normalize(x22)
    x24 = paint(x19, x23)
    x25 = ofcolor(x24, ZERO)
    O = fill(x24, FOUR, x25)
    return O


# 941d9a10: 3 of 3 demonstrations, 432.8 bits, stacking
def solve_941d9a10(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, TWO)
    x3 = matcher(leftmost, FIVE)
    x4 = sfilter(x2, x3)
    x5 = merge(x4)
    x6 = fill(I, TWO, x5)
    x7 = ofcolor(I, ZERO)
    x8 = sizefilter(x1, FOUR)
    x9 = mapply(backdrop, x8)
    x10 = delta(x9)
    x11 = intersection(x7, x10)
    x12 = fill(x6, TWO, x11)
    x13 = shape(I)
    x14 = canvas(ONE, x13)
    x15 = frontiers(I)
    x16 = merge(x15)
    x17 = fill(x14, ZERO, x16)
    x18 = objects(x17, T, F, F)
    x19 = last(x18)
    x20 = fill(x12, THREE, x19)
    x21 = mapply(inbox, x1)
    x22 = mapply(neighbors, x21)
    x23 = delta(x22)
    x24 = intersection(x7, x23)
    x25 = fill(x20, TWO, x24)
    x26 = objects(I, T, F, F)
    x27 = argmax(x26, numcolors)
    O = fill(x25, ONE, x27)
    return O


# 539a4f51: 3 of 3 demonstrations, 438.2 bits, stacking
def solve_539a4f51(I):
    x1 = vconcat(I, I)
    x2 = hconcat(x1, x1)
    x3 = fork(recolor, color, outbox)
    x4 = upscale(I, TWO)
    x5 = objects(x4, F, F, T)
    x6 = mapply(x3, x5)
    x7 = paint(x2, x6)
    x8 = index(I, ORIGIN)
    x9 = asindices(I)
    x10 = outbox(x9)
    x11 = fill(x7, x8, x10)
    x12 = objects(I, T, F, T)
    x13 = order(x12, size)
    x14 = get_nth(x13, ONE)
    x15 = mostcolor(x14)
    x16 = upscale(I, FOUR)
    x17 = downscale(x16, THREE)
    x18 = objects(x17, T, F, T)
    x19 = argmax(x18, height)
    x20 = fill(x11, x15, x19)
    x21 = argmax(x12, palette)
    x22 = mostcolor(x21)
    x23 = trim(x4)
    x24 = objects(x23, T, F, T)
    x25 = argmax(x24, height)
    x26 = fill(x20, x22, x25)
    x27 = ofcolor(x26, ZERO)
    O = fill(x26, x8, x27)
    return O


# 29623171: 3 of 3 demonstrations, 368.9 bits, stacking
def solve_29623171(I):
    x1 = replace(I, ZERO, TWO)
    x2 = leastcolor(I)
    x3 = replace(x1, x2, ZERO)
    x4 = objects(x1, T, F, F)
    x5 = argmax(x4, leftmost)
    x6 = paint(x3, x5)
    x7 = ofcolor(I, TWO)
    x8 = recolor(TWO, x7)
    x9 = upscale(x8, THREE)
    x10 = shift(x9, DOWN)
    x11 = paint(x6, x10)
    x12 = downscale(I, FOUR)
    x13 = compress(x12)
    x14 = mostcolor(x13)
    x15 = shape(I)
    x16 = canvas(ONE, x15)
    x17 = objects(I, T, F, T)
    x18 = argmax(x17, size)
    x19 = fill(x16, ZERO, x18)
    x20 = objects(x19, T, F, F)
    x21 = last(x20)
    x22 = fill(x11, x14, x21)
    x23 = objects(I, T, F, F)
    x24 = totuple(x23)
    x25 = apply(color, x24)
    x26 = mostcommon(x25)
    x27 = ofcolor(x22, TWO)
    O = fill(x22, x26, x27)
    return O


# e509e548: 3 of 3 demonstrations, 378.9 bits, stacking
def solve_e509e548(I):
    x1 = ofcolor(I, THREE)
    x2 = fill(I, ONE, x1)
    x3 = tophalf(I)
    x4 = objects(x3, T, F, T)
    x5 = matcher(lowermost, FIVE)
    x6 = sfilter(x4, x5)
    x7 = merge(x6)
    x8 = fill(x2, TWO, x7)
    x9 = shape(I)
    x10 = canvas(ONE, x9)
    x11 = frontiers(I)
    x12 = merge(x11)
    x13 = fill(x10, ZERO, x12)
    x14 = objects(x13, T, F, F)
    x15 = last(x14)
    x16 = toindices(x15)
    x17 = intersection(x1, x16)
    x18 = fill(x8, SIX, x17)
    x19 = order(x4, width)
    x20 = get_nth(x19, ONE)
    x21 = fill(x18, SIX, x20)
    x22 = objects(I, T, F, T)
    x23 = height(I)
    x24 = halve(x23)
    x25 = rbind(greater, x24)
    x26 = compose(x25, lowermost)
    x27 = argmax(x22, x26)
    O = fill(x21, TWO, x27)
    return O


# 6ecd11f4: 3 of 3 demonstrations, 467.1 bits, stacking
def solve_6ecd11f4(I):
    x1 = objects(I, F, F, T)
    x2 = argmax(x1, uppermost)
    x3 = subgrid(x2, I)
    x4 = downscale(I, FOUR)
    x5 = compress(x4)
    x6 = objects(x5, T, F, T)
    x7 = argmax(x6, uppermost)
    x8 = fill(x3, ZERO, x7)
    x9 = rot180(I)
    x10 = objects(x9, F, F, T)
    x11 = mapply(corners, x10)
    x12 = fill(x8, ZERO, x11)
    x13 = downscale(I, THREE)
    x14 = compress(x13)
    x15 = objects(x14, T, F, T)
    x16 = argmax(x15, leftmost)
    x17 = paint(x12, x16)
    x18 = objects(I, T, F, T)
    x19 = mapply(corners, x18)
    x20 = shift(x19, LEFT)
    x21 = fill(x17, ZERO, x20)
    x22 = vupscale(I, TWO)
    x23 = objects(x22, T, F, T)
    x24 = mapply(corners, x23)
    x25 = fill(x21, ZERO, x24)
    x26 = objects(I, T, F, F)
    x27 = mapply(corners, x26)
    x28 = shift(x27, RIGHT)
    O = fill(x25, ZERO, x28)
    return O


# 31aa019c: 3 of 3 demonstrations, 396.1 bits, stacking
def solve_31aa019c(I):
    x1 = canvas(ZERO, (10, 10))
    x2 = trim(I)
    x3 = leastcolor(x2)
    x4 = ofcolor(I, THREE)
    x5 = rot270(I)
    x6 = fgpartition(x5)
    x7 = argmax(x6, size)
    x8 = toindices(x7)
    x9 = intersection(x4, x8)
    x10 = fill(x1, x3, x9)
    x11 = hsplit(I, FOUR)
    x12 = argmax(x11, numcolors)
    x13 = asobject(x12)
    x14 = ofcolor(I, FOUR)
    x15 = rbind(contained, x14)
    x16 = compose(x15, last)
    x17 = sfilter(x13, x16)
    x18 = paint(x10, x17)
    x19 = asobject(I)
    x20 = cmirror(x19)
    x21 = ofcolor(I, SIX)
    x22 = rbind(contained, x21)
    x23 = compose(x22, last)
    x24 = sfilter(x20, x23)
    x25 = paint(x18, x24)
    x26 = leastcolor(I)
    x27 = ofcolor(I, x26)
    x28 = inbox(x27)
    O = fill(x25, TWO, x28)
    return O


# 137eaa0f: 3 of 3 demonstrations, 479.0 bits, stacking
def solve_137eaa0f(I):
    x1 = rot270(I)
    x2 = downscale(x1, FOUR)
    x3 = objects(I, T, F, T)
    x4 = sizefilter(x3, TWO)
    x5 = apply(ulcorner, x4)
    x6 = fill(x2, NINE, x5)
    x7 = compress(I)
    x8 = bottomhalf(x7)
    x9 = objects(x8, T, F, T)
    x10 = argmax(x9, height)
    x11 = paint(x6, x10)
    x12 = righthalf(I)
    x13 = compress(x12)
    x14 = index(x13, ORIGIN)
    x15 = dmirror(I)
    x16 = objects(x15, T, F, T)
    x17 = argmin(x16, leftmost)
    x18 = fill(x11, x14, x17)
    x19 = argmax(x3, palette)
    x20 = mostcolor(x19)
    x21 = objects(I, T, T, T)
    x22 = mapply(inbox, x21)
    x23 = corners(x22)
    x24 = fill(x18, x20, x23)
    x25 = objects(x13, T, F, T)
    x26 = argmax(x25, width)
    x27 = paint(x24, x26)
    x28 = objects(x7, T, F, T)
    x29 = merge(x28)
    O = paint(x27, x29)
    return O


# bd4472b8: 3 of 3 demonstrations, 533.4 bits, stacking
def solve_bd4472b8(I):
    x1 = replace(I, ZERO, ONE)
    x2 = objects(I, T, F, T)
    x3 = order(x2, leftmost)
    x4 = get_nth(x3, TWO)
    x5 = mostcolor(x4)
    x6 = frontiers(I)
    x7 = height(I)
    x8 = halve(x7)
    x9 = rbind(greater, x8)
    x10 = compose(x9, lowermost)
    x11 = argmax(x6, x10)
    x12 = shift(x11, DOWN)
    x13 = fill(x1, x5, x12)
    x14 = compose(outbox, outbox)
    x15 = sizefilter(x2, FOUR)
    x16 = mapply(x14, x15)
    x17 = fill(x13, TWO, x16)
    x18 = vmirror(I)
    x19 = index(x18, ORIGIN)
    x20 = bottomhalf(I)
    x21 = objects(x20, T, F, F)
    x22 = mapply(outbox, x21)
    x23 = fill(x17, x19, x22)
    x24 = decrement(x7)
    x25 = toivec(x24)
    x26 = hfrontier(x25)
    x27 = fill(x23, x19, x26)
    x28 = index(I, ORIGIN)
    x29 = fill(x27, x28, x11)
    x30 = argmax(x6, size)
    O = fill(x29, x28, x30)
    return O


# 150deff5: 3 of 3 demonstrations, 579.0 bits, stacking
def solve_150deff5(I):
    x1 = ofcolor(I, FIVE)
    x2 = fill(I, EIGHT, x1)
    x3 = downscale(I, TWO)
    x4 = bottomhalf(x3)
    x5 = objects(x4, T, F, T)
    x6 = mapply(delta, x5)
    x7 = fill(x2, TWO, x6)
    x8 = hupscale(I, TWO)
    x9 = vmirror(x8)
    x10 = objects(x9, T, F, T)
    x11 = mapply(vmirror, x10)
    x12 = toindices(x11)
    x13 = intersection(x1, x12)
    x14 = fill(x7, TWO, x13)
    x15 = bottomhalf(I)
    x16 = cmirror(x15)
    x17 = objects(x16, T, F, T)
    x18 = mapply(backdrop, x17)
    x19 = intersection(x1, x18)
    x20 = fill(x14, TWO, x19)
    x21 = downscale(x8, THREE)
    x22 = objects(x21, T, F, T)
    x23 = argmax(x22, uppermost)
    x24 = fill(x20, TWO, x23)
    x25 = upscale(I, THREE)
    x26 = dmirror(x25)
    x27 = objects(x26, T, F, T)
    x28 = mapply(box, x27)
    x29 = intersection(x1, x28)
    x30 = fill(x24, TWO, x29)
    x31 = fork(connect, ulcorner, lrcorner)
    x32 = lefthalf(I)
    x33 = objects(x32, T, F, T)
    x34 = mapply(x31, x33)
    O = fill(x30, TWO, x34)
    return O


# 1f642eb9: 3 of 3 demonstrations, 555.0 bits, stacking
def solve_1f642eb9(I):
    x1 = ofcolor(I, EIGHT)
    x2 = vmirror(I)
    x3 = objects(x2, T, F, T)
    x4 = apply(lrcorner, x3)
    x5 = intersection(x1, x4)
    x6 = fill(I, FOUR, x5)
    x7 = objects(I, T, F, T)
    x8 = compose(even, size)
    x9 = sfilter(x7, x8)
    x10 = apply(llcorner, x9)
    x11 = fill(x6, SIX, x10)
    x12 = argmax(x7, uppermost)
    x13 = shift(x12, UP)
    x14 = shift(x13, UP)
    x15 = rbind(contained, x1)
    x16 = compose(x15, last)
    x17 = sfilter(x14, x16)
    x18 = paint(x11, x17)
    x19 = vupscale(I, TWO)
    x20 = vupscale(x19, TWO)
    x21 = objects(x20, T, F, T)
    x22 = merge(x21)
    x23 = sfilter(x22, x16)
    x24 = paint(x18, x23)
    x25 = rbind(shift, RIGHT)
    x26 = righthalf(I)
    x27 = objects(x26, T, F, T)
    x28 = mapply(x25, x27)
    x29 = sfilter(x28, x16)
    x30 = paint(x24, x29)
    x31 = hupscale(I, TWO)
    x32 = hupscale(x31, TWO)
    x33 = objects(x32, T, F, T)
    x34 = merge(x33)
    x35 = sfilter(x34, x16)
    O = paint(x30, x35)
    return O


# 8e5a5113: 3 of 3 demonstrations, 632.0 bits, stacking
def solve_8e5a5113(I):
    x1 = compress(I)
    x2 = mostcolor(x1)
    x3 = replace(I, ZERO, x2)
    x4 = compose(urcorner, outbox)
    x5 = upscale(I, THREE)
    x6 = objects(x5, T, F, T)
    x7 = apply(x4, x6)
    x8 = fill(x3, TWO, x7)
    x9 = objects(I, T, F, T)
    x10 = argmax(x9, uppermost)
    x11 = upscale(x10, THREE)
    x12 = ofcolor(I, ZERO)
    x13 = rbind(contained, x12)
    x14 = compose(x13, last)
    x15 = sfilter(x11, x14)
    x16 = paint(x8, x15)
    x17 = argmin(x9, rightmost)
    x18 = mostcolor(x17)
    x19 = hupscale(I, TWO)
    x20 = bottomhalf(x19)
    x21 = objects(x20, T, F, T)
    x22 = argmin(x21, size)
    x23 = toindices(x22)
    x24 = intersection(x12, x23)
    x25 = fill(x16, x18, x24)
    x26 = hmirror(I)
    x27 = index(x26, ORIGIN)
    x28 = argmax(x9, portrait)
    x29 = shift(x28, UP_RIGHT)
    x30 = toindices(x29)
    x31 = intersection(x12, x30)
    x32 = fill(x25, x27, x31)
    x33 = fgpartition(I)
    x34 = mapply(inbox, x33)
    x35 = outbox(x34)
    x36 = intersection(x12, x35)
    x37 = fill(x32, x27, x36)
    x38 = rot180(I)
    x39 = objects(x38, T, F, T)
    x40 = merge(x39)
    O = paint(x37, x40)
    return O


# 77fdfe62: 3 of 3 demonstrations, 721.0 bits, stacking
def solve_77fdfe62(I):
    x1 = upscale(I, TWO)
    x2 = downscale(x1, THREE)
    x3 = compress(x2)
    x4 = cmirror(x3)
    x5 = replace(I, THREE, ZERO)
    x6 = cmirror(x5)
    x7 = index(x6, ORIGIN)
    x8 = downscale(I, THREE)
    x9 = cmirror(x8)
    x10 = index(I, ORIGIN)
    x11 = ofcolor(x9, x10)
    x12 = fill(x4, x7, x11)
    x13 = replace(I, FOUR, ZERO)
    x14 = hmirror(x13)
    x15 = index(x14, ORIGIN)
    x16 = downscale(I, TWO)
    x17 = objects(x16, T, F, T)
    x18 = apply(center, x17)
    x19 = shift(x18, DOWN_LEFT)
    x20 = fill(x12, x15, x19)
    x21 = vmirror(I)
    x22 = index(x21, ORIGIN)
    x23 = apply(ulcorner, x17)
    x24 = shift(x23, UP_RIGHT)
    x25 = fill(x20, x22, x24)
    x26 = compress(x8)
    x27 = mostcolor(x26)
    x28 = trim(I)
    x29 = ofcolor(x28, ZERO)
    x30 = recolor(ZERO, x29)
    x31 = normalize(x30)
    x32 = fill(x25, x27, x31)
    x33 = cmirror(I)
    x34 = index(x33, ORIGIN)
    x35 = rot270(I)
    x36 = ofcolor(x35, EIGHT)
    x37 = delta(x36)
    x38 = fill(x32, x34, x37)
    x39 = rot90(I)
    x40 = downscale(x39, THREE)
    x41 = objects(x40, T, F, T)
    x42 = argmax(x41, size)
    O = fill(x38, x10, x42)
    return O


# cdecee7f: 3 of 3 demonstrations, 676.0 bits, stacking
def solve_cdecee7f(I):
    x1 = vmirror(I)
    x2 = crop(x1, ORIGIN, THREE_BY_THREE)
    x3 = tophalf(I)
    x4 = objects(x3, T, F, T)
    x5 = order(x4, size)
    x6 = apply(color, x5)
    x7 = mostcommon(x6)
    x8 = objects(I, T, F, T)
    x9 = merge(x8)
    x10 = shift(x9, DOWN_LEFT)
    x11 = shift(x10, LEFT)
    x12 = fill(x2, x7, x11)
    x13 = righthalf(I)
    x14 = objects(x13, T, F, T)
    x15 = argmin(x14, leftmost)
    x16 = mostcolor(x15)
    x17 = compose(toindices, normalize)
    x18 = order(x8, size)
    x19 = apply(x17, x18)
    x20 = mostcommon(x19)
    x21 = mapply(ineighbors, x20)
    x22 = fill(x12, x16, x21)
    x23 = rbind(colorcount, SIX)
    x24 = argmax(x8, x23)
    x25 = mostcolor(x24)
    x26 = trim(I)
    x27 = objects(x26, T, F, T)
    x28 = merge(x27)
    x29 = vmirror(x28)
    x30 = fill(x22, x25, x29)
    x31 = shift(x9, NEG_UNITY)
    x32 = cmirror(x31)
    x33 = paint(x30, x32)
    x34 = ofcolor(I, FIVE)
    x35 = recolor(FIVE, x34)
    x36 = upscale(x35, THREE)
    x37 = fill(x33, THREE, x36)
    x38 = rbind(order, identity)
    x39 = dmirror(I)
    x40 = apply(x38, x39)
    x41 = dmirror(x40)
    x42 = hmirror(x41)
    x43 = objects(x42, T, F, T)
    x44 = merge(x43)
    O = paint(x37, x44)
    return O


# a3df8b1e: 3 of 3 demonstrations, 726.4 bits, stacking
def solve_a3df8b1e(I):
    x1 = hconcat(I, I)
    x2 = hconcat(I, x1)
    x3 = vconcat(x2, x2)
    x4 = vconcat(x2, x3)
    x5 = downscale(x4, THREE)
    x6 = compose(even, size)
    x7 = frontiers(I)
    x8 = order(x7, uppermost)
    x9 = apply(x6, x8)
    x10 = mostcommon(x9)
    x11 = upscale(I, FOUR)
    x12 = rot90(x11)
    x13 = objects(x12, T, F, F)
    x14 = apply(llcorner, x13)
    x15 = fill(x5, x10, x14)
    x16 = rbind(shoot, UNITY)
    x17 = compose(x16, center)
    x18 = cmirror(I)
    x19 = objects(x18, T, F, F)
    x20 = mapply(x17, x19)
    x21 = fill(x15, x10, x20)
    x22 = lefthalf(I)
    x23 = cmirror(x22)
    x24 = index(x23, ORIGIN)
    x25 = righthalf(I)
    x26 = objects(x25, T, F, F)
    x27 = mapply(x17, x26)
    x28 = fill(x21, x24, x27)
    x29 = lbind(mapply, ineighbors)
    x30 = compose(x29, toindices)
    x31 = fork(recolor, color, x30)
    x32 = downscale(I, THREE)
    x33 = objects(x32, T, F, T)
    x34 = mapply(x31, x33)
    x35 = paint(x28, x34)
    x36 = upscale(x22, THREE)
    x37 = lefthalf(x36)
    x38 = width(x37)
    x39 = tojvec(x38)
    x40 = shoot(x39, DOWN_LEFT)
    x41 = fill(x35, ONE, x40)
    x42 = rbind(shoot, UP_RIGHT)
    x43 = compose(x42, center)
    x44 = fork(recolor, color, x43)
    x45 = objects(I, T, F, T)
    x46 = mapply(x44, x45)
    O = paint(x41, x46)
    return O


# 2013d3e2: 2 of 2 demonstrations, 18.7 bits, stacking
def solve_2013d3e2(I):
    x1 = compress(I)
    O = crop(x1, ORIGIN, THREE_BY_THREE)
    return O


# 4258a5f9: 2 of 2 demonstrations, 30.0 bits, stacking
def solve_4258a5f9(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    O = fill(I, ONE, x2)
    return O


# 60b61512: 2 of 2 demonstrations, 30.0 bits, stacking
def solve_60b61512(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(backdrop, x1)
    O = underfill(I, SEVEN, x2)
    return O


# 5614dbcf: 2 of 2 demonstrations, 20.0 bits, bottom-up
def solve_5614dbcf(I):
    x1 = downscale(I, THREE)
    x2 = ofcolor(x1, FIVE)
    O = fill(x1, ZERO, x2)
    return O


# b27ca6d3: 2 of 2 demonstrations, 48.0 bits, stacking
def solve_b27ca6d3(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, TWO)
    x3 = mapply(outbox, x2)
    O = fill(I, THREE, x3)
    return O


# bb43febb: 2 of 2 demonstrations, 48.4 bits, stacking
def solve_bb43febb(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = fill(I, TWO, x3)
    return O


# ce22a75a: 2 of 2 demonstrations, 45.0 bits, stacking
def solve_ce22a75a(I):
    x1 = compose(backdrop, inbox)
    x2 = objects(I, T, F, T)
    x3 = mapply(x1, x2)
    O = fill(I, ONE, x3)
    return O


# 543a7ed5: 2 of 2 demonstrations, 78.0 bits, stacking
def solve_543a7ed5(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    x3 = fill(I, FOUR, x2)
    x4 = mapply(outbox, x1)
    O = fill(x3, THREE, x4)
    return O


# aabf363d: 2 of 2 demonstrations, 55.0 bits, stacking
def solve_aabf363d(I):
    x1 = leastcolor(I)
    x2 = replace(I, x1, ZERO)
    x3 = objects(I, T, F, T)
    x4 = argmax(x3, size)
    O = fill(x2, x1, x4)
    return O


# e9614598: 2 of 2 demonstrations, 99.0 bits, stacking
def solve_e9614598(I):
    x1 = fgpartition(I)
    x2 = apply(center, x1)
    x3 = fill(I, THREE, x2)
    x4 = mapply(dneighbors, x2)
    O = fill(x3, THREE, x4)
    return O


# a61f2674: 2 of 2 demonstrations, 99.0 bits, stacking
def solve_a61f2674(I):
    x1 = replace(I, FIVE, ZERO)
    x2 = objects(I, T, F, T)
    x3 = argmin(x2, size)
    x4 = fill(x1, TWO, x3)
    x5 = argmax(x2, size)
    O = fill(x4, ONE, x5)
    return O


# 3345333e: 2 of 2 demonstrations, 88.7 bits, stacking
def solve_3345333e(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, uppermost)
    x3 = cover(I, x2)
    x4 = fgpartition(I)
    x5 = argmax(x4, size)
    x6 = vmirror(x5)
    O = paint(x3, x6)
    return O


# 694f12f3: 2 of 2 demonstrations, 128.0 bits, stacking
def solve_694f12f3(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = fill(I, ONE, x2)
    x4 = argmax(x1, size)
    x5 = inbox(x4)
    x6 = backdrop(x5)
    O = fill(x3, TWO, x6)
    return O


# 41e4d17e: 2 of 2 demonstrations, 98.0 bits, stacking
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


# e9afcf9a: 2 of 2 demonstrations, 122.0 bits, stacking
def solve_e9afcf9a(I):
    x1 = vupscale(I, TWO)
    x2 = bottomhalf(x1)
    x3 = leastcolor(I)
    x4 = asindices(I)
    x5 = rbind(add, ZERO)
    x6 = fork(add, first, last)
    x7 = chain(even, x5, x6)
    x8 = sfilter(x4, x7)
    O = fill(x2, x3, x8)
    return O


# b60334d2: 2 of 2 demonstrations, 146.0 bits, stacking
def solve_b60334d2(I):
    x1 = replace(I, ZERO, ONE)
    x2 = objects(I, T, F, T)
    x3 = mapply(backdrop, x2)
    x4 = mapply(ineighbors, x3)
    x5 = fill(x1, FIVE, x4)
    x6 = objects(I, T, F, F)
    x7 = mapply(outbox, x6)
    x8 = delta(x7)
    O = fill(x5, ZERO, x8)
    return O


# b6afb2da: 2 of 2 demonstrations, 221.1 bits, stacking
def solve_b6afb2da(I):
    x1 = ofcolor(I, FIVE)
    x2 = fill(I, FOUR, x1)
    x3 = objects(I, T, F, F)
    x4 = fork(equality, toindices, backdrop)
    x5 = sfilter(x3, x4)
    x6 = mapply(corners, x5)
    x7 = fill(x2, ONE, x6)
    x8 = mapply(box, x3)
    x9 = delta(x8)
    x10 = intersection(x1, x9)
    O = fill(x7, TWO, x10)
    return O


# 08ed6ac7: 2 of 2 demonstrations, 162.0 bits, stacking
def solve_08ed6ac7(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = fill(I, FOUR, x2)
    x4 = compose(invert, size)
    x5 = order(x1, x4)
    x6 = get_nth(x5, TWO)
    x7 = fill(x3, THREE, x6)
    x8 = get_nth(x5, ONE)
    x9 = fill(x7, TWO, x8)
    x10 = ofcolor(x9, FIVE)
    O = fill(x9, ONE, x10)
    return O


# c9f8e694: 2 of 2 demonstrations, 203.8 bits, stacking
def solve_c9f8e694(I):
    x1 = ofcolor(I, FIVE)
    x2 = ofcolor(I, ONE)
    x3 = mapply(hfrontier, x2)
    x4 = intersection(x1, x3)
    x5 = fill(I, ONE, x4)
    x6 = ofcolor(I, THREE)
    x7 = mapply(hfrontier, x6)
    x8 = intersection(x1, x7)
    x9 = fill(x5, THREE, x8)
    x10 = leastcolor(I)
    x11 = ofcolor(x9, FIVE)
    O = fill(x9, x10, x11)
    return O


# d364b489: 2 of 2 demonstrations, 231.0 bits, stacking
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


# 4522001f: 2 of 2 demonstrations, 243.7 bits, stacking
def solve_4522001f(I):
    x1 = canvas(ZERO, (9, 9))
    x2 = upscale(I, THREE)
    x3 = objects(x2, T, F, T)
    x4 = apply(lrcorner, x3)
    x5 = backdrop(x4)
    x6 = fill(x1, THREE, x5)
    x7 = upscale(I, FOUR)
    x8 = objects(x7, T, F, T)
    x9 = argmin(x8, uppermost)
    x10 = delta(x9)
    x11 = fill(x6, THREE, x10)
    x12 = objects(I, T, F, T)
    x13 = merge(x12)
    x14 = upscale(x13, TWO)
    O = fill(x11, THREE, x14)
    return O


# 29c11459: 2 of 2 demonstrations, 227.7 bits, stacking
def solve_29c11459(I):
    x1 = rbind(shift, RIGHT)
    x2 = righthalf(I)
    x3 = objects(x2, T, F, T)
    x4 = mapply(x1, x3)
    x5 = fill(I, FIVE, x4)
    x6 = asindices(I)
    x7 = height(I)
    x8 = hupscale(I, x7)
    x9 = hsplit(x8, FIVE)
    x10 = last(x9)
    x11 = ofcolor(x10, ZERO)
    x12 = difference(x6, x11)
    x13 = toobject(x12, x10)
    x14 = paint(x5, x13)
    x15 = objects(x8, T, F, T)
    x16 = argmax(x15, uppermost)
    O = paint(x14, x16)
    return O


# 025d127b: 2 of 2 demonstrations, 296.0 bits, stacking
def solve_025d127b(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = shift(x2, RIGHT)
    x4 = paint(I, x3)
    x5 = argmax(x1, palette)
    x6 = shift(x5, RIGHT)
    x7 = paint(x4, x6)
    x8 = fork(connect, ulcorner, llcorner)
    x9 = objects(I, T, T, T)
    x10 = mapply(x8, x9)
    x11 = fill(x7, ZERO, x10)
    x12 = rbind(shift, RIGHT)
    x13 = sizefilter(x1, ONE)
    x14 = mapply(x12, x13)
    x15 = paint(x11, x14)
    x16 = fork(connect, ulcorner, lrcorner)
    x17 = mapply(x16, x1)
    O = fill(x15, ZERO, x17)
    return O


# 3ac3eb23: 2 of 2 demonstrations, 278.0 bits, stacking
def solve_3ac3eb23(I):
    x1 = dedupe(I)
    x2 = vconcat(x1, x1)
    x3 = vconcat(x1, x2)
    x4 = cmirror(I)
    x5 = ofcolor(x4, EIGHT)
    x6 = mapply(ineighbors, x5)
    x7 = fill(x3, EIGHT, x6)
    x8 = lbind(mapply, ineighbors)
    x9 = compose(x8, toindices)
    x10 = fork(recolor, color, x9)
    x11 = objects(I, T, F, T)
    x12 = mapply(x10, x11)
    x13 = paint(x7, x12)
    x14 = leastcolor(I)
    x15 = upscale(I, THREE)
    x16 = dmirror(x15)
    x17 = objects(x16, T, F, T)
    x18 = mapply(corners, x17)
    O = fill(x13, x14, x18)
    return O


# 321b1fc6: 2 of 2 demonstrations, 356.3 bits, stacking
def solve_321b1fc6(I):
    x1 = canvas(SIX, (10, 10))
    x2 = objects(I, T, F, T)
    x3 = sizefilter(x2, FOUR)
    x4 = apply(llcorner, x3)
    x5 = fill(x1, NINE, x4)
    x6 = apply(center, x3)
    x7 = fill(x5, FOUR, x6)
    x8 = objects(I, F, F, T)
    x9 = argmax(x8, size)
    x10 = fill(x7, ZERO, x9)
    x11 = ofcolor(I, EIGHT)
    x12 = merge(x2)
    x13 = normalize(x12)
    x14 = toindices(x13)
    x15 = intersection(x11, x14)
    x16 = fill(x10, SEVEN, x15)
    x17 = replace(I, SIX, ZERO)
    x18 = ofcolor(x17, ZERO)
    x19 = recolor(ZERO, x18)
    O = paint(x16, x19)
    return O


# d4f3cd78: 2 of 2 demonstrations, 314.4 bits, stacking
def solve_d4f3cd78(I):
    x1 = objects(I, T, F, F)
    x2 = argmax(x1, portrait)
    x3 = subgrid(x2, I)
    x4 = ofcolor(I, ZERO)
    x5 = rbind(shoot, DOWN)
    x6 = compose(x5, center)
    x7 = objects(I, T, F, T)
    x8 = mapply(x6, x7)
    x9 = intersection(x4, x8)
    x10 = fill(x3, EIGHT, x9)
    x11 = lefthalf(I)
    x12 = objects(x11, T, F, F)
    x13 = compose(size, delta)
    x14 = matcher(x13, 15)
    x15 = sfilter(x12, x14)
    x16 = mapply(outbox, x15)
    x17 = intersection(x4, x16)
    x18 = fill(x10, EIGHT, x17)
    x19 = mapply(delta, x7)
    O = fill(x18, EIGHT, x19)
    return O


# 7e0986d6: 2 of 2 demonstrations, 307.7 bits, stacking
def solve_7e0986d6(S, I, C):
    x1 = c_iz_n(S, p_g, last)
    x2 = replace(I, ZERO, x1)
    x3 = rbind(shift, UP)
    x4 = objects(I, T, F, T)
    x5 = mapply(x3, x4)
    x6 = ofcolor(I, x1)
    x7 = rbind(contained, x6)
    x8 = compose(x7, last)
    x9 = sfilter(x5, x8)
    x10 = paint(x2, x9)
    x11 = mapply(delta, x4)
    x12 = ofcolor(I, ONE)
    x13 = intersection(x11, x12)
    x14 = fill(x10, TWO, x13)
    x15 = rbind(shift, DOWN)
    x16 = mapply(x15, x4)
    x17 = sfilter(x16, x8)
    x18 = paint(x14, x17)
    x19 = ofcolor(x18, ONE)
    x20 = fill(x18, ZERO, x19)
    x21 = ofcolor(x18, EIGHT)
    O = fill(x20, ZERO, x21)
    return O


# 0962bcdd: 2 of 2 demonstrations, 418.5 bits, stacking
def solve_0962bcdd(I):
    x1 = leastcolor(I)
    x2 = mostcolor(I)
    x3 = palette(I)
    x4 = remove(x2, x3)
    x5 = remove(x1, x4)
    x6 = first(x5)
    x7 = objects(I, F, F, T)
    x8 = apply(lrcorner, x7)
    x9 = shift(x8, DOWN_LEFT)
    x10 = fill(I, x6, x9)
    x11 = shift(x8, UP_RIGHT)
    x12 = fill(x10, x6, x11)
    x13 = trim(I)
    x14 = objects(x13, F, F, T)
    x15 = apply(llcorner, x14)
    x16 = fill(x12, x6, x15)
    x17 = apply(urcorner, x14)
    x18 = fill(x16, x6, x17)
    x19 = compose(backdrop, outbox)
    x20 = objects(I, T, T, T)
    x21 = apply(x19, x20)
    x22 = mapply(corners, x21)
    O = fill(x18, x1, x22)
    return O


# a61ba2ce: 2 of 2 demonstrations, 385.4 bits, stacking
def solve_a61ba2ce(I):
    x1 = rbind(order, identity)
    x2 = lefthalf(I)
    x3 = compress(x2)
    x4 = apply(x1, x3)
    x5 = trim(I)
    x6 = vmirror(x5)
    x7 = objects(x6, T, F, T)
    x8 = mapply(vmirror, x7)
    x9 = paint(x4, x8)
    x10 = objects(I, T, F, T)
    x11 = order(x10, size)
    x12 = apply(leftmost, x11)
    x13 = leastcommon(x12)
    x14 = compress(I)
    x15 = bottomhalf(x14)
    x16 = objects(x15, T, F, T)
    x17 = mapply(vmirror, x16)
    x18 = fill(x9, x13, x17)
    x19 = rot90(x14)
    x20 = objects(x19, T, F, T)
    x21 = mapply(hmirror, x20)
    x22 = paint(x18, x21)
    x23 = compose(toindices, normalize)
    x24 = argmin(x10, x23)
    x25 = normalize(x24)
    O = paint(x22, x25)
    return O


# db3e9e38: 2 of 2 demonstrations, 514.3 bits, stacking
def solve_db3e9e38(I):
    x1 = hfrontier(ORIGIN)
    x2 = corners(x1)
    x3 = fill(I, EIGHT, x2)
    x4 = hupscale(I, TWO)
    x5 = tophalf(x4)
    x6 = objects(x5, T, F, T)
    x7 = apply(center, x6)
    x8 = fill(x3, EIGHT, x7)
    x9 = upscale(I, THREE)
    x10 = objects(x9, T, F, T)
    x11 = mapply(corners, x10)
    x12 = fill(x8, SEVEN, x11)
    x13 = trim(I)
    x14 = upscale(x13, THREE)
    x15 = objects(x14, T, F, T)
    x16 = mapply(corners, x15)
    x17 = fill(x12, EIGHT, x16)
    x18 = objects(x13, T, F, T)
    x19 = argmax(x18, size)
    x20 = shift(x19, NEG_UNITY)
    x21 = paint(x17, x20)
    x22 = objects(I, T, F, T)
    x23 = argmax(x22, size)
    x24 = shift(x23, UP_RIGHT)
    x25 = shift(x24, UP_RIGHT)
    x26 = paint(x21, x25)
    x27 = ofcolor(I, ZERO)
    x28 = tophalf(I)
    x29 = objects(x28, T, F, T)
    x30 = mapply(outbox, x29)
    x31 = intersection(x27, x30)
    O = fill(x26, EIGHT, x31)
    return O


# bdad9b1f: 2 of 2 demonstrations, 427.4 bits, stacking
def solve_bdad9b1f(I):
    x1 = asindices(I)
    x2 = vupscale(I, TWO)
    x3 = tophalf(x2)
    x4 = hmirror(x3)
    x5 = ofcolor(I, ZERO)
    x6 = shape(I)
    x7 = canvas(ONE, x6)
    x8 = frontiers(I)
    x9 = merge(x8)
    x10 = fill(x7, ZERO, x9)
    x11 = objects(x10, T, F, F)
    x12 = argmin(x11, size)
    x13 = toindices(x12)
    x14 = intersection(x5, x13)
    x15 = fill(x4, FOUR, x14)
    x16 = dedupe(I)
    x17 = objects(x16, T, F, T)
    x18 = mapply(inbox, x17)
    x19 = corners(x18)
    x20 = fill(x15, TWO, x19)
    x21 = hupscale(I, TWO)
    x22 = objects(x21, T, F, T)
    x23 = argmax(x22, size)
    x24 = paint(x20, x23)
    x25 = bottomhalf(I)
    x26 = leastcolor(x25)
    x27 = merge(x22)
    x28 = vmirror(x27)
    x29 = fill(x24, x26, x28)
    x30 = ofcolor(x29, ZERO)
    x31 = difference(x1, x30)
    x32 = toobject(x31, x29)
    O = paint(I, x32)
    return O


# 6c434453: 2 of 2 demonstrations, 526.3 bits, stacking
def solve_6c434453(I):
    x1 = ofcolor(I, ONE)
    x2 = objects(I, T, F, T)
    x3 = argmax(x2, lowermost)
    x4 = shift(x3, DOWN_LEFT)
    x5 = toindices(x4)
    x6 = intersection(x1, x5)
    x7 = fill(I, TWO, x6)
    x8 = lefthalf(I)
    x9 = objects(x8, T, F, T)
    x10 = argmax(x9, uppermost)
    x11 = shift(x10, DOWN_LEFT)
    x12 = toindices(x11)
    x13 = intersection(x1, x12)
    x14 = fill(x7, TWO, x13)
    x15 = shift(x10, UP_RIGHT)
    x16 = toindices(x15)
    x17 = intersection(x1, x16)
    x18 = fill(x14, TWO, x17)
    x19 = objects(I, T, F, F)
    x20 = colorfilter(x19, ZERO)
    x21 = rbind(bordering, I)
    x22 = compose(flip, x21)
    x23 = sfilter(x20, x22)
    x24 = mapply(backdrop, x23)
    x25 = fill(x18, TWO, x24)
    x26 = argmax(x2, size)
    x27 = delta(x26)
    x28 = mapply(dneighbors, x27)
    x29 = fill(x25, TWO, x28)
    x30 = trim(I)
    x31 = height(x30)
    x32 = sizefilter(x2, x31)
    x33 = mapply(corners, x32)
    O = fill(x29, ZERO, x33)
    return O


# a48eeaf7: 2 of 2 demonstrations, 589.0 bits, stacking
def solve_a48eeaf7(I):
    x1 = replace(I, FIVE, ZERO)
    x2 = downscale(I, TWO)
    x3 = vmirror(x2)
    x4 = index(x3, ORIGIN)
    x5 = trim(I)
    x6 = dmirror(x5)
    x7 = objects(x6, T, F, T)
    x8 = argmax(x7, leftmost)
    x9 = fill(x1, x4, x8)
    x10 = leastcolor(I)
    x11 = cmirror(I)
    x12 = objects(x11, T, F, T)
    x13 = sizefilter(x12, FOUR)
    x14 = apply(ulcorner, x13)
    x15 = fill(x9, x10, x14)
    x16 = rot90(I)
    x17 = objects(x16, T, F, T)
    x18 = argmin(x17, size)
    x19 = shift(x18, RIGHT)
    x20 = paint(x15, x19)
    x21 = bottomhalf(I)
    x22 = objects(x21, T, F, T)
    x23 = rbind(colorcount, ZERO)
    x24 = rbind(subgrid, I)
    x25 = compose(x23, x24)
    x26 = matcher(x25, ZERO)
    x27 = sfilter(x22, x26)
    x28 = merge(x27)
    x29 = shift(x28, DOWN)
    x30 = paint(x20, x29)
    x31 = righthalf(I)
    x32 = objects(x31, T, F, T)
    x33 = sfilter(x32, x26)
    x34 = merge(x33)
    x35 = shift(x34, UP)
    x36 = paint(x30, x35)
    x37 = ofcolor(I, ZERO)
    x38 = fgpartition(I)
    x39 = apply(center, x38)
    x40 = shift(x39, NEG_UNITY)
    x41 = intersection(x37, x40)
    O = fill(x36, FIVE, x41)
    return O
