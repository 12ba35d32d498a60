# Operators: the steps that a search takes from one state to the next, written as programs.
#
# The parameters are (first, I, second). The first names the kind of state that the operator is
# applied to, the last that of its other argument, or is _ if it has none; I is the grid at hand.
# Kinds: grid, patch, object, objects, panels, number, color, pair. A longer operator costs more,
# and one whose name begins with operator_rare_ more still.

# Grids to grids.

def operator_do_hmirror(grid, I, _):
    return hmirror(grid)

def operator_do_vmirror(grid, I, _):
    return vmirror(grid)

def operator_do_dmirror(grid, I, _):
    return dmirror(grid)

def operator_do_cmirror(grid, I, _):
    return cmirror(grid)

def operator_do_rot90(grid, I, _):
    return rot90(grid)

def operator_do_rot180(grid, I, _):
    return rot180(grid)

def operator_do_rot270(grid, I, _):
    return rot270(grid)

def operator_do_tophalf(grid, I, _):
    return tophalf(grid)

def operator_do_bottomhalf(grid, I, _):
    return bottomhalf(grid)

def operator_do_lefthalf(grid, I, _):
    return lefthalf(grid)

def operator_do_righthalf(grid, I, _):
    return righthalf(grid)

def operator_do_trim(grid, I, _):
    return trim(grid)

def operator_do_compress(grid, I, _):
    return compress(grid)

def operator_upscale_two(grid, I, _):
    return upscale(grid, TWO)

def operator_downscale_two(grid, I, _):
    return downscale(grid, TWO)

def operator_upscale_three(grid, I, _):
    return upscale(grid, THREE)

def operator_downscale_three(grid, I, _):
    return downscale(grid, THREE)

def operator_upscale_four(grid, I, _):
    return upscale(grid, FOUR)

def operator_downscale_four(grid, I, _):
    return downscale(grid, FOUR)

def operator_upscale_by(grid, I, number):
    return upscale(grid, number)

def operator_hupscale_by(grid, I, number):
    return hupscale(grid, number)

def operator_vupscale_by(grid, I, number):
    return vupscale(grid, number)

def operator_hupscale_two(grid, I, _):
    return hupscale(grid, TWO)

def operator_vupscale_two(grid, I, _):
    return vupscale(grid, TWO)

def operator_without_color(grid, I, color):
    return replace(grid, color, ZERO)

def operator_zero_to(grid, I, color):
    return replace(grid, ZERO, color)

def operator_switch_zero(grid, I, color):
    return switch(grid, ZERO, color)

def operator_switch_rarest(grid, I, _):
    x1 = leastcolor(grid)
    x2 = mostcolor(grid)
    return switch(grid, x1, x2)

def operator_twice_right(grid, I, _):
    return hconcat(grid, grid)

def operator_twice_down(grid, I, _):
    return vconcat(grid, grid)

def operator_mirror_right(grid, I, _):
    return hconcat(grid, vmirror(grid))

def operator_mirror_left(grid, I, _):
    return hconcat(vmirror(grid), grid)

def operator_mirror_down(grid, I, _):
    return vconcat(grid, hmirror(grid))

def operator_mirror_up(grid, I, _):
    return vconcat(hmirror(grid), grid)

def operator_thrice_right(grid, I, _):
    return hconcat(grid, hconcat(grid, grid))

def operator_thrice_down(grid, I, _):
    return vconcat(grid, vconcat(grid, grid))

def operator_four_turns(grid, I, _):
    x1 = hconcat(grid, rot90(grid))
    x2 = hconcat(rot270(grid), rot180(grid))
    return vconcat(x1, x2)

def operator_fall_right(grid, I, _):
    return apply(rbind(order, identity), grid)

def operator_fall_left(grid, I, _):
    return vmirror(apply(rbind(order, identity), vmirror(grid)))

def operator_fall_down(grid, I, _):
    return dmirror(apply(rbind(order, identity), dmirror(grid)))

def operator_fall_up(grid, I, _):
    return hmirror(dmirror(apply(rbind(order, identity), dmirror(hmirror(grid)))))

def operator_beside(grid, I, other_grid):
    return hconcat(grid, other_grid)

def operator_below(grid, I, other_grid):
    return vconcat(grid, other_grid)

def operator_first_row(grid, I, _):
    return crop(grid, ORIGIN, astuple(ONE, width(grid)))

def operator_first_column(grid, I, _):
    return crop(grid, ORIGIN, astuple(height(grid), ONE))

def operator_top_square(grid, I, _):
    x1 = height(grid)
    return crop(grid, ORIGIN, astuple(x1, x1))

def operator_left_square(grid, I, _):
    x1 = width(grid)
    return crop(grid, ORIGIN, astuple(x1, x1))

def operator_distinct_rows(grid, I, _):
    return dedupe(grid)

def operator_distinct_rows_columns(grid, I, _):
    return dmirror(dedupe(dmirror(dedupe(grid))))

def operator_distinct_columns(grid, I, _):
    return dmirror(dedupe(dmirror(grid)))

def operator_hperiod_cut(grid, I, _):
    return crop(grid, ORIGIN, astuple(height(grid), hperiod(grid)))

def operator_vperiod_cut(grid, I, _):
    return crop(grid, ORIGIN, astuple(vperiod(grid), width(grid)))

def operator_period_cut(grid, I, _):
    return crop(grid, ORIGIN, astuple(vperiod(grid), hperiod(grid)))

def operator_corner_crop(grid, I, pair):
    return crop(grid, ORIGIN, pair)


# Grids to panels.

def operator_hsplit_two(grid, I, _):
    return hsplit(grid, TWO)

def operator_vsplit_two(grid, I, _):
    return vsplit(grid, TWO)

def operator_hsplit_three(grid, I, _):
    return hsplit(grid, THREE)

def operator_vsplit_three(grid, I, _):
    return vsplit(grid, THREE)

def operator_hsplit_four(grid, I, _):
    return hsplit(grid, FOUR)

def operator_vsplit_four(grid, I, _):
    return vsplit(grid, FOUR)

def operator_hsplit_five(grid, I, _):
    return hsplit(grid, FIVE)

def operator_vsplit_five(grid, I, _):
    return vsplit(grid, FIVE)

def operator_hsplit_by(grid, I, number):
    return hsplit(grid, number)

def operator_vsplit_by(grid, I, number):
    return vsplit(grid, number)

def operator_between_lines(grid, I, _):
    x1 = merge(frontiers(grid))
    x2 = canvas(ONE, shape(grid))
    x3 = fill(x2, ZERO, x1)
    x4 = colorfilter(objects(x3, T, F, F), ONE)
    x5 = order(x4, ulcorner)
    return apply(rbind(subgrid, grid), x5)

def operator_quarters(grid, I, _):
    x1 = hsplit(grid, TWO)
    return mapply(rbind(vsplit, TWO), x1)

def operator_ninths(grid, I, _):
    x1 = hsplit(grid, THREE)
    return mapply(rbind(vsplit, THREE), x1)


# Panels.

def operator_panel_first(panels, I, _):
    return first(panels)

def operator_panel_last(panels, I, _):
    return last(panels)

def operator_panel_second(panels, I, _):
    return get_nth_f(panels, F1)

def operator_panel_third(panels, I, _):
    return get_nth_f(panels, F2)

def operator_panel_fourth(panels, I, _):
    return get_nth_f(panels, F3)

def operator_panel_most_colors(panels, I, _):
    return argmax(panels, numcolors)

def operator_panel_least_colors(panels, I, _):
    return argmin(panels, numcolors)

def operator_panel_common(panels, I, _):
    return mostcommon(totuple(panels))

def operator_panel_rare(panels, I, _):
    return leastcommon(totuple(panels))

def operator_panel_most_of(panels, I, color):
    return argmax(panels, rbind(colorcount, color))

def operator_panel_least_of(panels, I, color):
    return argmin(panels, rbind(colorcount, color))

def operator_panel_tallest(panels, I, _):
    return argmax(panels, height)

def operator_panel_symmetric(panels, I, _):
    return extract(panels, fork(equality, identity, vmirror))

def operator_panel_asymmetric(panels, I, _):
    return extract(panels, compose(flip, fork(equality, identity, vmirror)))

def operator_panel_flip_symmetric(panels, I, _):
    return extract(panels, fork(equality, identity, hmirror))

def operator_panel_turn_symmetric(panels, I, _):
    return extract(panels, fork(equality, identity, dmirror))

def operator_panel_rare_palette(panels, I, _):
    x1 = totuple(panels)
    x2 = leastcommon(apply(palette, x1))
    return extract(x1, matcher(palette, x2))

def operator_panel_rare_count(panels, I, color):
    x1 = totuple(panels)
    x2 = rbind(colorcount, color)
    x3 = leastcommon(apply(x2, x1))
    return extract(x1, matcher(x2, x3))

def operator_panel_most_objects(panels, I, _):
    x1 = lbind(rbind, objects)
    x2 = rbind(rbind(rbind(objects, T), F), T)
    return argmax(panels, compose(size, x2))

def operator_panels_row(panels, I, _):
    x1 = dmirror(merge(apply(dmirror, panels)))
    return x1

def operator_panels_column(panels, I, _):
    return merge(panels)


# Grids to objects.

def operator_pieces(grid, I, _):
    return objects(grid, T, F, T)

def operator_pieces_diagonal(grid, I, _):
    return objects(grid, T, T, T)

def operator_things(grid, I, _):
    return objects(grid, F, F, T)

def operator_things_diagonal(grid, I, _):
    return objects(grid, F, T, T)

def operator_regions(grid, I, _):
    return objects(grid, T, F, F)

def operator_regions_diagonal(grid, I, _):
    return objects(grid, T, T, F)

def operator_colors_apart(grid, I, _):
    return fgpartition(grid)

def operator_all_colors_apart(grid, I, _):
    return partition(grid)

def operator_lines_across(grid, I, _):
    return frontiers(grid)

def operator_holes(grid, I, _):
    x1 = objects(grid, T, F, F)
    x2 = colorfilter(x1, ZERO)
    return sfilter(x2, compose(flip, rbind(bordering, grid)))

def operator_outside(grid, I, _):
    x1 = objects(grid, T, F, F)
    x2 = colorfilter(x1, ZERO)
    return sfilter(x2, rbind(bordering, grid))


# Objects to fewer objects.

def operator_of_color(objects, I, color):
    return colorfilter(objects, color)

def operator_of_size(objects, I, number):
    return sizefilter(objects, number)

def operator_of_size_one(objects, I, _):
    return sizefilter(objects, ONE)

def operator_of_size_two(objects, I, _):
    return sizefilter(objects, TWO)

def operator_of_size_three(objects, I, _):
    return sizefilter(objects, THREE)

def operator_of_size_four(objects, I, _):
    return sizefilter(objects, FOUR)

def operator_of_size_five(objects, I, _):
    return sizefilter(objects, FIVE)

def operator_of_size_six(objects, I, _):
    return sizefilter(objects, SIX)

def operator_larger_than_one(objects, I, _):
    return difference(objects, sizefilter(objects, ONE))

def operator_those_square(objects, I, _):
    return sfilter(objects, square)

def operator_not_square(objects, I, _):
    return sfilter(objects, compose(flip, square))

def operator_those_vline(objects, I, _):
    return sfilter(objects, vline)

def operator_not_vline(objects, I, _):
    return sfilter(objects, compose(flip, vline))

def operator_those_hline(objects, I, _):
    return sfilter(objects, hline)

def operator_not_hline(objects, I, _):
    return sfilter(objects, compose(flip, hline))

def operator_those_portrait(objects, I, _):
    return sfilter(objects, portrait)

def operator_not_portrait(objects, I, _):
    return sfilter(objects, compose(flip, portrait))

def operator_at_border(objects, I, _):
    return sfilter(objects, rbind(bordering, I))

def operator_off_border(objects, I, _):
    return sfilter(objects, compose(flip, rbind(bordering, I)))

def operator_symmetric(objects, I, _):
    x1 = compose(normalize, toindices)
    x2 = fork(equality, x1, compose(normalize, compose(toindices, vmirror)))
    return sfilter(objects, x2)

def operator_flip_symmetric(objects, I, _):
    x1 = fork(equality, identity, hmirror)
    return sfilter(objects, x1)

def operator_mirror_symmetric(objects, I, _):
    x1 = fork(equality, identity, vmirror)
    return sfilter(objects, x1)

def operator_not_mirror_symmetric(objects, I, _):
    x1 = fork(equality, identity, vmirror)
    return sfilter(objects, compose(flip, x1))

def operator_with_color(objects, I, color):
    return sfilter(objects, compose(lbind(contained, color), palette))

def operator_without_the_color(objects, I, color):
    return sfilter(objects, compose(flip, compose(lbind(contained, color), palette)))

def operator_but_largest(objects, I, _):
    return remove(argmax(objects, size), objects)

def operator_but_smallest(objects, I, _):
    return remove(argmin(objects, size), objects)

def operator_as_large_as_largest(objects, I, _):
    return sizefilter(objects, valmax(objects, size))

def operator_as_small_as_smallest(objects, I, _):
    return sizefilter(objects, valmin(objects, size))

def operator_not_as_large(objects, I, _):
    return difference(objects, sizefilter(objects, valmax(objects, size)))

def operator_of_common_size(objects, I, _):
    x1 = mostcommon(apply(size, totuple(objects)))
    return sizefilter(objects, x1)

def operator_of_rare_size(objects, I, _):
    x1 = leastcommon(apply(size, totuple(objects)))
    return sizefilter(objects, x1)

def operator_of_common_color(objects, I, _):
    x1 = mostcommon(apply(color, totuple(objects)))
    return colorfilter(objects, x1)

def operator_of_rare_color(objects, I, _):
    x1 = leastcommon(apply(color, totuple(objects)))
    return colorfilter(objects, x1)

def operator_of_common_shape(objects, I, _):
    x1 = compose(toindices, normalize)
    x2 = mostcommon(apply(x1, totuple(objects)))
    return sfilter(objects, matcher(x1, x2))

def operator_of_rare_shape(objects, I, _):
    x1 = compose(toindices, normalize)
    x2 = leastcommon(apply(x1, totuple(objects)))
    return sfilter(objects, matcher(x1, x2))

def operator_same_shape_as(objects, I, object):
    x1 = compose(toindices, normalize)
    return sfilter(objects, matcher(x1, x1(object)))

def operator_many_colored(objects, I, _):
    return sfilter(objects, compose(flip, matcher(numcolors, ONE)))

def operator_single_colored(objects, I, _):
    return sfilter(objects, matcher(numcolors, ONE))

def operator_full_boxes(objects, I, _):
    return sfilter(objects, fork(equality, toindices, backdrop))

def operator_not_full_boxes(objects, I, _):
    return sfilter(objects, compose(flip, fork(equality, toindices, backdrop)))

def operator_frames(objects, I, _):
    return sfilter(objects, fork(equality, toindices, box))

def operator_even_sized(objects, I, _):
    return sfilter(objects, compose(even, size))

def operator_odd_sized(objects, I, _):
    return sfilter(objects, compose(flip, compose(even, size)))

def operator_tall_as(objects, I, number):
    return sfilter(objects, matcher(height, number))

def operator_wide_as(objects, I, number):
    return sfilter(objects, matcher(width, number))

def operator_touching(objects, I, object):
    return sfilter(objects, rbind(adjacent, object))

def operator_not_touching(objects, I, object):
    return sfilter(objects, compose(flip, rbind(adjacent, object)))

def operator_in_row_with(objects, I, object):
    return sfilter(objects, rbind(hmatching, object))

def operator_in_column_with(objects, I, object):
    return sfilter(objects, rbind(vmatching, object))

def operator_objects_minus(objects, I, other_objects):
    return difference(objects, other_objects)

def operator_objects_plus(objects, I, other_objects):
    return combine(objects, other_objects)


# One of the objects.

def operator_most_size(objects, I, _):
    return argmax(objects, size)

def operator_least_size(objects, I, _):
    return argmin(objects, size)

def operator_most_height(objects, I, _):
    return argmax(objects, height)

def operator_least_height(objects, I, _):
    return argmin(objects, height)

def operator_most_width(objects, I, _):
    return argmax(objects, width)

def operator_least_width(objects, I, _):
    return argmin(objects, width)

def operator_most_uppermost(objects, I, _):
    return argmax(objects, uppermost)

def operator_most_lowermost(objects, I, _):
    return argmax(objects, lowermost)

def operator_most_leftmost(objects, I, _):
    return argmax(objects, leftmost)

def operator_most_rightmost(objects, I, _):
    return argmax(objects, rightmost)

def operator_most_numcolors(objects, I, _):
    return argmax(objects, numcolors)

def operator_least_numcolors(objects, I, _):
    return argmin(objects, numcolors)

def operator_joined(objects, I, _):
    return merge(objects)

def operator_the_first(objects, I, _):
    return first(objects)

def operator_the_last(objects, I, _):
    return last(objects)

def operator_most_cells_of(objects, I, color):
    return argmax(objects, rbind(colorcount, color))

def operator_least_cells_of(objects, I, color):
    return argmin(objects, rbind(colorcount, color))

def operator_largest_hole(objects, I, _):
    return argmax(objects, compose(size, delta))

def operator_fullest(objects, I, _):
    return argmin(objects, compose(size, delta))

def operator_largest_box(objects, I, _):
    return argmax(objects, compose(size, backdrop))

def operator_odd_shape(objects, I, _):
    x1 = compose(toindices, normalize)
    x2 = leastcommon(apply(x1, totuple(objects)))
    return extract(objects, matcher(x1, x2))

def operator_common_shape(objects, I, _):
    x1 = apply(normalize, totuple(objects))
    return mostcommon(x1)

def operator_rare_look(objects, I, _):
    x1 = apply(normalize, totuple(objects))
    return leastcommon(x1)

def operator_odd_color(objects, I, _):
    x1 = leastcommon(apply(color, totuple(objects)))
    return extract(objects, matcher(color, x1))

def operator_odd_size(objects, I, _):
    x1 = leastcommon(apply(size, totuple(objects)))
    return extract(objects, matcher(size, x1))

def operator_common_color_one(objects, I, _):
    x1 = mostcommon(apply(color, totuple(objects)))
    return extract(objects, matcher(color, x1))

def operator_in_the_middle(objects, I, _):
    x1 = order(objects, size)
    return get_nth_f(x1, F1)

def operator_nearest_to(objects, I, object):
    return argmin(objects, rbind(manhattan, object))

def operator_other_than(objects, I, object):
    return other(objects, object)


# Objects to cells: of each object.

def operator_each_backdrop(objects, I, _):
    return mapply(backdrop, objects)

def operator_each_delta(objects, I, _):
    return mapply(delta, objects)

def operator_each_box(objects, I, _):
    return mapply(box, objects)

def operator_each_inbox(objects, I, _):
    return mapply(inbox, objects)

def operator_each_outbox(objects, I, _):
    return mapply(outbox, objects)

def operator_each_corners(objects, I, _):
    return mapply(corners, objects)

def operator_each_center(objects, I, _):
    return apply(center, objects)

def operator_each_ulcorner(objects, I, _):
    return apply(ulcorner, objects)

def operator_each_row(objects, I, _):
    return mapply(compose(hfrontier, center), objects)

def operator_each_column(objects, I, _):
    return mapply(compose(vfrontier, center), objects)

def operator_each_cross(objects, I, _):
    return mapply(fork(combine, compose(hfrontier, center), compose(vfrontier, center)), objects)

def operator_each_shoot_up(objects, I, _):
    return mapply(compose(rbind(shoot, UP), center), objects)

def operator_each_shoot_down(objects, I, _):
    return mapply(compose(rbind(shoot, DOWN), center), objects)

def operator_each_shoot_left(objects, I, _):
    return mapply(compose(rbind(shoot, LEFT), center), objects)

def operator_each_shoot_right(objects, I, _):
    return mapply(compose(rbind(shoot, RIGHT), center), objects)

def operator_each_shoot_up_right(objects, I, _):
    return mapply(compose(rbind(shoot, UP_RIGHT), center), objects)

def operator_each_shoot_down_left(objects, I, _):
    return mapply(compose(rbind(shoot, DOWN_LEFT), center), objects)

def operator_each_shoot_neg_unity(objects, I, _):
    return mapply(compose(rbind(shoot, NEG_UNITY), center), objects)

def operator_each_shoot_unity(objects, I, _):
    return mapply(compose(rbind(shoot, UNITY), center), objects)

def operator_each_double_outbox(objects, I, _):
    return mapply(compose(outbox, outbox), objects)

def operator_each_neighbors(objects, I, _):
    return mapply(compose(neighbors, center), objects)

def operator_each_around(objects, I, _):
    return mapply(compose(lbind(mapply, neighbors), toindices), objects)

def operator_each_beside(objects, I, _):
    return mapply(compose(lbind(mapply, dneighbors), toindices), objects)

def operator_joined_straight(objects, I, _):
    x1 = apply(center, objects)
    x2 = prapply(connect, x1, x1)
    return mfilter(x2, fork(either, vline, hline))

def operator_joined_any(objects, I, _):
    x1 = apply(center, objects)
    return merge(prapply(connect, x1, x1))

def operator_each_rows_of(objects, I, _):
    return mapply(compose(lbind(mapply, hfrontier), toindices), objects)

def operator_each_columns_of(objects, I, _):
    return mapply(compose(lbind(mapply, vfrontier), toindices), objects)

def operator_boxes_between(objects, I, _):
    return backdrop(merge(objects))

def operator_gaps_between(objects, I, _):
    x1 = fork(connect, compose(center, first), compose(center, last))
    return mapply(x1, product(objects, objects))

def operator_rare_each_upper_half(objects, I, _):
    return mapply(fork(connect, ulcorner, urcorner), objects)

def operator_rare_each_lower_edge(objects, I, _):
    return mapply(fork(connect, llcorner, lrcorner), objects)

def operator_rare_each_left_edge(objects, I, _):
    return mapply(fork(connect, ulcorner, llcorner), objects)

def operator_rare_each_right_edge(objects, I, _):
    return mapply(fork(connect, urcorner, lrcorner), objects)

def operator_each_diagonal(objects, I, _):
    return mapply(fork(connect, ulcorner, lrcorner), objects)

def operator_each_other_diagonal(objects, I, _):
    return mapply(fork(connect, urcorner, llcorner), objects)


# Objects to objects: each changed.

def operator_each_hmirror(objects, I, _):
    return mapply(hmirror, objects)

def operator_each_vmirror(objects, I, _):
    return mapply(vmirror, objects)

def operator_each_shift_up(objects, I, _):
    return mapply(rbind(shift, UP), objects)

def operator_each_shift_down(objects, I, _):
    return mapply(rbind(shift, DOWN), objects)

def operator_each_shift_left(objects, I, _):
    return mapply(rbind(shift, LEFT), objects)

def operator_each_shift_right(objects, I, _):
    return mapply(rbind(shift, RIGHT), objects)

def operator_each_shift_by(objects, I, pair):
    return mapply(rbind(shift, pair), objects)

def operator_each_fall_down(objects, I, _):
    x1 = fork(shift, identity, chain(toivec, decrement, compose(lbind(subtract, height(I)), lowermost)))
    return mapply(x1, objects)

def operator_as_panels(objects, I, _):
    x1 = order(objects, ulcorner)
    return apply(rbind(subgrid, I), x1)

def operator_as_panels_left_to_right(objects, I, _):
    x1 = order(objects, leftmost)
    return apply(rbind(subgrid, I), x1)

def operator_as_panels_by_size(objects, I, _):
    x1 = order(objects, size)
    return apply(rbind(subgrid, I), x1)

def operator_each_box_object(objects, I, _):
    return apply(compose(rbind(toobject, I), backdrop), objects)

def operator_each_outer_box_object(objects, I, _):
    return apply(compose(backdrop, outbox), objects)


# One object.

def operator_its_grid(object, I, _):
    return subgrid(object, I)

def operator_its_grid_alone(object, I, _):
    return paint(canvas(ZERO, shape(object)), normalize(object))

def operator_its_cells(object, I, _):
    return toindices(object)

def operator_taken_away(object, I, _):
    return cover(I, object)

def operator_its_color(object, I, _):
    return color(object)

def operator_its_rare_color(object, I, _):
    return leastcolor(object)

def operator_its_common_color(object, I, _):
    return mostcolor(object)

def operator_at_origin(object, I, _):
    return normalize(object)

def operator_object_vmirror(object, I, _):
    return vmirror(object)

def operator_object_hmirror(object, I, _):
    return hmirror(object)

def operator_object_dmirror(object, I, _):
    return dmirror(object)

def operator_object_cmirror(object, I, _):
    return cmirror(object)

def operator_object_shift_up(object, I, _):
    return shift(object, UP)

def operator_object_shift_down(object, I, _):
    return shift(object, DOWN)

def operator_object_shift_left(object, I, _):
    return shift(object, LEFT)

def operator_object_shift_right(object, I, _):
    return shift(object, RIGHT)

def operator_object_recolored(object, I, color):
    return recolor(color, object)

def operator_object_beside_right(object, I, _):
    return shift(object, tojvec(width(object)))

def operator_object_beside_left(object, I, _):
    return shift(object, tojvec(invert(width(object))))

def operator_object_below(object, I, _):
    return shift(object, toivec(height(object)))

def operator_object_above(object, I, _):
    return shift(object, toivec(invert(height(object))))

def operator_object_mirror_right(object, I, _):
    return shift(vmirror(object), tojvec(width(object)))

def operator_object_mirror_left(object, I, _):
    return shift(vmirror(object), tojvec(invert(width(object))))

def operator_object_mirror_below(object, I, _):
    return shift(hmirror(object), toivec(height(object)))

def operator_object_mirror_above(object, I, _):
    return shift(hmirror(object), toivec(invert(height(object))))

def operator_object_upscaled(object, I, _):
    return upscale(object, TWO)

def operator_object_upscaled_three(object, I, _):
    return upscale(object, THREE)

def operator_object_shift(object, I, pair):
    return shift(object, pair)

def operator_drawn_to(object, I, other_object):
    return shift(object, gravitate(object, other_object))

def operator_moved_to(object, I, other_object):
    return move(I, object, gravitate(object, other_object))

def operator_where_it_occurs(object, I, _):
    x1 = normalize(object)
    x2 = occurrences(I, x1)
    return mapply(lbind(shift, x1), x2)

def operator_its_parts(object, I, _):
    return objects(subgrid(object, I), T, T, T)

def operator_object_in_panels(object, I, other_object):
    return combine(object, other_object)

def operator_cells_of_color_in(object, I, color):
    return sfilter(object, matcher(first, color))

def operator_cells_not_of_color_in(object, I, color):
    return sfilter(object, compose(flip, matcher(first, color)))

def operator_onto_corner_of(object, I, patch):
    return shift(normalize(object), ulcorner(patch))


# Cells.

def operator_cells_backdrop(patch, I, _):
    return backdrop(patch)

def operator_object_backdrop(object, I, _):
    return backdrop(object)

def operator_cells_delta(patch, I, _):
    return delta(patch)

def operator_object_delta(object, I, _):
    return delta(object)

def operator_cells_box(patch, I, _):
    return box(patch)

def operator_object_box(object, I, _):
    return box(object)

def operator_cells_inbox(patch, I, _):
    return inbox(patch)

def operator_object_inbox(object, I, _):
    return inbox(object)

def operator_cells_outbox(patch, I, _):
    return outbox(patch)

def operator_object_outbox(object, I, _):
    return outbox(object)

def operator_cells_corners(patch, I, _):
    return corners(patch)

def operator_object_corners(object, I, _):
    return corners(object)

def operator_cells_grid(patch, I, _):
    return subgrid(patch, I)

def operator_cells_inside_grid(patch, I, _):
    return trim(subgrid(patch, I))

def operator_object_inside_grid(object, I, _):
    return trim(subgrid(object, I))

def operator_cells_object(patch, I, _):
    return toobject(patch, I)

def operator_cells_object_of(patch, I, grid):
    return toobject(patch, grid)

def operator_rows_through(patch, I, _):
    return mapply(hfrontier, patch)

def operator_columns_through(patch, I, _):
    return mapply(vfrontier, patch)

def operator_all_around(patch, I, _):
    return mapply(neighbors, patch)

def operator_all_beside(patch, I, _):
    return mapply(dneighbors, patch)

def operator_all_cornerwise(patch, I, _):
    return mapply(ineighbors, patch)

def operator_crosses_through(patch, I, _):
    return mapply(fork(combine, hfrontier, vfrontier), patch)

def operator_rays_up(patch, I, _):
    return mapply(rbind(shoot, UP), patch)

def operator_rays_down(patch, I, _):
    return mapply(rbind(shoot, DOWN), patch)

def operator_rays_left(patch, I, _):
    return mapply(rbind(shoot, LEFT), patch)

def operator_rays_right(patch, I, _):
    return mapply(rbind(shoot, RIGHT), patch)

def operator_rays_up_right(patch, I, _):
    return mapply(rbind(shoot, UP_RIGHT), patch)

def operator_rays_down_left(patch, I, _):
    return mapply(rbind(shoot, DOWN_LEFT), patch)

def operator_rays_neg_unity(patch, I, _):
    return mapply(rbind(shoot, NEG_UNITY), patch)

def operator_rays_unity(patch, I, _):
    return mapply(rbind(shoot, UNITY), patch)

def operator_all_diagonals(patch, I, _):
    x1 = fork(combine, rbind(shoot, UNITY), rbind(shoot, NEG_UNITY))
    x2 = fork(combine, rbind(shoot, UP_RIGHT), rbind(shoot, DOWN_LEFT))
    return mapply(fork(combine, x1, x2), patch)

def operator_straight_between(patch, I, _):
    x1 = prapply(connect, patch, patch)
    return mfilter(x1, fork(either, vline, hline))

def operator_across_between(patch, I, _):
    x1 = prapply(connect, patch, patch)
    return mfilter(x1, hline)

def operator_down_between(patch, I, _):
    x1 = prapply(connect, patch, patch)
    return mfilter(x1, vline)

def operator_lines_between(patch, I, _):
    return merge(prapply(connect, patch, patch))

def operator_line_between(patch, I, other_patch):
    return merge(prapply(connect, patch, other_patch))

def operator_straight_between_two(patch, I, other_patch):
    x1 = prapply(connect, patch, other_patch)
    return mfilter(x1, fork(either, vline, hline))

def operator_row_of(patch, I, _):
    return hfrontier(center(patch))

def operator_column_of(patch, I, _):
    return vfrontier(center(patch))

def operator_both_cells(patch, I, other_patch):
    return combine(patch, other_patch)

def operator_shared_cells(patch, I, other_patch):
    return intersection(patch, other_patch)

def operator_cells_but(patch, I, other_patch):
    return difference(patch, other_patch)

def operator_cells_shift_up(patch, I, _):
    return shift(patch, UP)

def operator_cells_shift_down(patch, I, _):
    return shift(patch, DOWN)

def operator_cells_shift_left(patch, I, _):
    return shift(patch, LEFT)

def operator_cells_shift_right(patch, I, _):
    return shift(patch, RIGHT)

def operator_cells_shift(patch, I, pair):
    return shift(patch, pair)

def operator_cells_hmirror(patch, I, _):
    return hmirror(patch)

def operator_cells_vmirror(patch, I, _):
    return vmirror(patch)

def operator_cells_dmirror(patch, I, _):
    return dmirror(patch)

def operator_cells_even_columns(patch, I, _):
    return sfilter(patch, compose(even, last))

def operator_cells_even_rows(patch, I, _):
    return sfilter(patch, compose(even, first))

def operator_cells_checkered(patch, I, _):
    return sfilter(patch, chain(even, rbind(add, ZERO), fork(add, first, last)))

def operator_cells_mirrored_down(patch, I, _):
    x1 = fork(astuple, chain(lbind(subtract, decrement(height(I))), first, identity), last)
    return apply(x1, patch)

def operator_cells_mirrored_across(patch, I, _):
    x1 = fork(astuple, first, chain(lbind(subtract, decrement(width(I))), last, identity))
    return apply(x1, patch)

def operator_cells_apart(patch, I, _):
    x1 = fill(canvas(ZERO, shape(I)), ONE, patch)
    x2 = objects(x1, T, F, F)
    return colorfilter(x2, ONE)

def operator_cells_apart_diagonal(patch, I, _):
    x1 = fill(canvas(ZERO, shape(I)), ONE, patch)
    x2 = objects(x1, T, T, F)
    return colorfilter(x2, ONE)

def operator_drawn(patch, I, color):
    return fill(I, color, patch)

def operator_drawn_under(patch, I, color):
    return underfill(I, color, patch)

def operator_wiped(patch, I, _):
    return cover(I, patch)

def operator_drawn_on(patch, I, grid):
    return fill(grid, ZERO, patch)


# Grids to cells.

def operator_cells_of_color(grid, I, color):
    return ofcolor(grid, color)

def operator_all_cells(grid, I, _):
    return asindices(grid)

def operator_as_object(grid, I, _):
    return asobject(grid)

def operator_object_of_color_from(grid, I, color):
    return toobject(ofcolor(I, color), grid)

def operator_colored_cells(grid, I, _):
    x1 = asindices(grid)
    return difference(x1, ofcolor(grid, ZERO))

def operator_object_of_rest(grid, I, _):
    return merge(fgpartition(grid))

def operator_painted_over(grid, I, object):
    return paint(grid, object)

def operator_painted_under(grid, I, object):
    return underpaint(grid, object)

def operator_lines_of_grid(grid, I, _):
    return merge(frontiers(grid))

def operator_occurs_at(grid, I, object):
    x1 = normalize(object)
    x2 = occurrences(grid, x1)
    return mapply(lbind(shift, x1), x2)

def operator_grid_wiped(grid, I, object):
    return cover(grid, object)


# Colours.

def operator_common_color(grid, I, _):
    return mostcolor(grid)

def operator_rare_color(grid, I, _):
    return leastcolor(grid)

def operator_second_color(grid, I, _):
    x1 = palette(grid)
    x2 = remove(mostcolor(grid), x1)
    return first(x2)

def operator_other_color(grid, I, color):
    x1 = remove(ZERO, palette(grid))
    return other(x1, color)

def operator_color_left(grid, I, _):
    x1 = remove(mostcolor(grid), palette(grid))
    x2 = remove(leastcolor(grid), x1)
    return first(x2)

def operator_color_at_corner(grid, I, _):
    return index(grid, ORIGIN)

def operator_common_color_but_zero(grid, I, _):
    x1 = fgpartition(grid)
    return color(argmax(x1, size))

def operator_color_of_objects(objects, I, _):
    return mostcommon(apply(color, totuple(objects)))

def operator_rare_color_of_objects(objects, I, _):
    return leastcommon(apply(color, totuple(objects)))


# Numbers and pairs.

def operator_how_many(objects, I, _):
    return size(objects)

def operator_how_many_panels(panels, I, _):
    return size(panels)

def operator_its_size(object, I, _):
    return size(object)

def operator_its_height(object, I, _):
    return height(object)

def operator_its_width(object, I, _):
    return width(object)

def operator_how_many_colors(grid, I, _):
    return numcolors(grid)

def operator_how_many_but_one(grid, I, _):
    return decrement(numcolors(grid))

def operator_grid_height(grid, I, _):
    return height(grid)

def operator_grid_width(grid, I, _):
    return width(grid)

def operator_how_many_of(grid, I, color):
    return colorcount(grid, color)

def operator_one_more(number, I, _):
    return increment(number)

def operator_one_less(number, I, _):
    return decrement(number)

def operator_number_twice(number, I, _):
    return double(number)

def operator_number_half(number, I, _):
    return halve(number)

def operator_grid_shape(grid, I, _):
    return shape(grid)

def operator_object_shape(object, I, _):
    return shape(object)

def operator_shape_of_cells(patch, I, _):
    return shape(patch)

def operator_number_across(number, I, _):
    return tojvec(number)

def operator_number_down(number, I, _):
    return toivec(number)

def operator_number_bar(number, I, _):
    return astuple(ONE, number)

def operator_number_column(number, I, _):
    return astuple(number, ONE)

def operator_number_square(number, I, _):
    return astuple(number, number)

def operator_number_pair(number, I, other_number):
    return astuple(number, other_number)

def operator_pair_twice(pair, I, _):
    return double(pair)

def operator_pair_thrice(pair, I, _):
    return multiply(pair, THREE)

def operator_pair_half(pair, I, _):
    return halve(pair)

def operator_pair_back(pair, I, _):
    return invert(pair)

def operator_pair_plus(pair, I, other_pair):
    return add(pair, other_pair)

def operator_pair_minus(pair, I, other_pair):
    return subtract(pair, other_pair)

def operator_pair_times(pair, I, number):
    return multiply(pair, number)

def operator_pair_less_two(pair, I, _):
    return decrement(decrement(pair))

def operator_pair_more(pair, I, _):
    return increment(pair)

def operator_corner_of(object, I, _):
    return ulcorner(object)

def operator_center_of(object, I, _):
    return center(object)

def operator_one_cell(color, I, _):
    return canvas(color, UNITY)

def operator_empty_of(pair, I, _):
    return canvas(ZERO, pair)

def operator_plain_of(pair, I, color):
    return canvas(color, pair)

def operator_color_pair(color, I, other_color):
    return hconcat(canvas(color, UNITY), canvas(other_color, UNITY))

def operator_colors_by_size(objects, I, _):
    x1 = order(objects, compose(invert, size))
    x2 = compose(rbind(canvas, UNITY), color)
    return merge(apply(x2, x1))

def operator_colors_by_row(objects, I, _):
    x1 = order(objects, uppermost)
    x2 = compose(rbind(canvas, UNITY), color)
    return merge(apply(x2, x1))

def operator_colors_by_column(objects, I, _):
    x1 = order(objects, leftmost)
    x2 = compose(rbind(canvas, UNITY), color)
    return dmirror(merge(apply(x2, x1)))

def operator_rare_number_as_cells(number, I, _):
    return apply(tojvec, interval(ZERO, number, ONE))

def operator_rare_number_as_column(number, I, _):
    return apply(toivec, interval(ZERO, number, ONE))
