# Operators: the steps of bottom-up enumeration, written as programs.
#
#     def operator_NAME(first, I, second):  # cost N
#
# first: the type of state that the operator is applied to. I: the input grid. second: the type of its
# other argument, or _ if it has none. A type is named by the_TYPE or other_TYPE, where TYPE is grid,
# patch, object, objects, panels, number, color, pair, demonstrations or measure.
#
# cost N is added to the costs of the arguments; enumeration goes by cost, so N says how soon the
# operator is tried. A rule of thumb: one more than the number of its calls, at most 4; one less for
# an operator that is nearly always useful, one more for one that is seldom useful.
#
# `# cost N, measure` marks an operator whose result is a measure: a function of an object by which
# objects are selected, ranked and coloured.
#
# The order counts: of operators with the same cost, the first is applied first. An operator that does
# not have this form is an error that names its line (`cargo test -p arcbatt operators`).

# Grids to grids.

def operator_do_hmirror(the_grid, I, _):  # cost 2
    return hmirror(the_grid)

def operator_do_vmirror(the_grid, I, _):  # cost 2
    return vmirror(the_grid)

def operator_do_dmirror(the_grid, I, _):  # cost 2
    return dmirror(the_grid)

def operator_do_cmirror(the_grid, I, _):  # cost 2
    return cmirror(the_grid)

def operator_do_rot90(the_grid, I, _):  # cost 2
    return rot90(the_grid)

def operator_do_rot180(the_grid, I, _):  # cost 2
    return rot180(the_grid)

def operator_do_rot270(the_grid, I, _):  # cost 2
    return rot270(the_grid)

def operator_do_tophalf(the_grid, I, _):  # cost 2
    return tophalf(the_grid)

def operator_do_bottomhalf(the_grid, I, _):  # cost 2
    return bottomhalf(the_grid)

def operator_do_lefthalf(the_grid, I, _):  # cost 2
    return lefthalf(the_grid)

def operator_do_righthalf(the_grid, I, _):  # cost 2
    return righthalf(the_grid)

def operator_do_trim(the_grid, I, _):  # cost 2
    return trim(the_grid)

def operator_do_compress(the_grid, I, _):  # cost 2
    return compress(the_grid)

def operator_upscale_two(the_grid, I, _):  # cost 2
    return upscale(the_grid, TWO)

def operator_downscale_two(the_grid, I, _):  # cost 2
    return downscale(the_grid, TWO)

def operator_upscale_three(the_grid, I, _):  # cost 2
    return upscale(the_grid, THREE)

def operator_downscale_three(the_grid, I, _):  # cost 2
    return downscale(the_grid, THREE)

def operator_upscale_four(the_grid, I, _):  # cost 2
    return upscale(the_grid, FOUR)

def operator_downscale_four(the_grid, I, _):  # cost 2
    return downscale(the_grid, FOUR)

def operator_upscale_by(the_grid, I, the_number):  # cost 2
    return upscale(the_grid, the_number)

def operator_hupscale_by(the_grid, I, the_number):  # cost 3
    return hupscale(the_grid, the_number)

def operator_vupscale_by(the_grid, I, the_number):  # cost 2
    return vupscale(the_grid, the_number)

def operator_hupscale_two(the_grid, I, _):  # cost 2
    return hupscale(the_grid, TWO)

def operator_vupscale_two(the_grid, I, _):  # cost 2
    return vupscale(the_grid, TWO)

def operator_without_color(the_grid, I, the_color):  # cost 2
    return replace(the_grid, the_color, ZERO)

def operator_zero_to(the_grid, I, the_color):  # cost 2
    return replace(the_grid, ZERO, the_color)

def operator_switch_zero(the_grid, I, the_color):  # cost 3
    return switch(the_grid, ZERO, the_color)

def operator_switch_rarest(the_grid, I, _):  # cost 4
    x1 = leastcolor(the_grid)
    x2 = mostcolor(the_grid)
    return switch(the_grid, x1, x2)

def operator_twice_right(the_grid, I, _):  # cost 2
    return hconcat(the_grid, the_grid)

def operator_twice_down(the_grid, I, _):  # cost 2
    return vconcat(the_grid, the_grid)

def operator_mirror_right(the_grid, I, _):  # cost 3
    return hconcat(the_grid, vmirror(the_grid))

def operator_mirror_left(the_grid, I, _):  # cost 4
    return hconcat(vmirror(the_grid), the_grid)

def operator_mirror_down(the_grid, I, _):  # cost 3
    return vconcat(the_grid, hmirror(the_grid))

def operator_mirror_up(the_grid, I, _):  # cost 3
    return vconcat(hmirror(the_grid), the_grid)

def operator_thrice_right(the_grid, I, _):  # cost 3
    return hconcat(the_grid, hconcat(the_grid, the_grid))

def operator_thrice_down(the_grid, I, _):  # cost 3
    return vconcat(the_grid, vconcat(the_grid, the_grid))

def operator_four_turns(the_grid, I, _):  # cost 4
    x1 = hconcat(the_grid, rot90(the_grid))
    x2 = hconcat(rot270(the_grid), rot180(the_grid))
    return vconcat(x1, x2)

def operator_fall_right(the_grid, I, _):  # cost 3
    return apply(rbind(order, identity), the_grid)

def operator_fall_left(the_grid, I, _):  # cost 5
    return vmirror(apply(rbind(order, identity), vmirror(the_grid)))

def operator_fall_down(the_grid, I, _):  # cost 4
    return dmirror(apply(rbind(order, identity), dmirror(the_grid)))

def operator_fall_up(the_grid, I, _):  # cost 4
    return hmirror(dmirror(apply(rbind(order, identity), dmirror(hmirror(the_grid)))))

def operator_beside(the_grid, I, other_grid):  # cost 2
    return hconcat(the_grid, other_grid)

def operator_below(the_grid, I, other_grid):  # cost 3
    return vconcat(the_grid, other_grid)

def operator_first_row(the_grid, I, _):  # cost 4
    return crop(the_grid, ORIGIN, astuple(ONE, width(the_grid)))

def operator_first_column(the_grid, I, _):  # cost 5
    return crop(the_grid, ORIGIN, astuple(height(the_grid), ONE))

def operator_top_square(the_grid, I, _):  # cost 4
    x1 = height(the_grid)
    return crop(the_grid, ORIGIN, astuple(x1, x1))

def operator_left_square(the_grid, I, _):  # cost 4
    x1 = width(the_grid)
    return crop(the_grid, ORIGIN, astuple(x1, x1))

def operator_distinct_rows(the_grid, I, _):  # cost 2
    return dedupe(the_grid)

def operator_distinct_rows_columns(the_grid, I, _):  # cost 4
    return dmirror(dedupe(dmirror(dedupe(the_grid))))

def operator_distinct_columns(the_grid, I, _):  # cost 5
    return dmirror(dedupe(dmirror(the_grid)))

def operator_hperiod_cut(the_grid, I, _):  # cost 5
    return crop(the_grid, ORIGIN, astuple(height(the_grid), hperiod(the_grid)))

def operator_vperiod_cut(the_grid, I, _):  # cost 5
    return crop(the_grid, ORIGIN, astuple(vperiod(the_grid), width(the_grid)))

def operator_period_cut(the_grid, I, _):  # cost 5
    return crop(the_grid, ORIGIN, astuple(vperiod(the_grid), hperiod(the_grid)))

def operator_corner_crop(the_grid, I, the_pair):  # cost 2
    return crop(the_grid, ORIGIN, the_pair)


# Grids to panels.

def operator_hsplit_two(the_grid, I, _):  # cost 3
    return hsplit(the_grid, TWO)

def operator_vsplit_two(the_grid, I, _):  # cost 3
    return vsplit(the_grid, TWO)

def operator_hsplit_three(the_grid, I, _):  # cost 2
    return hsplit(the_grid, THREE)

def operator_vsplit_three(the_grid, I, _):  # cost 2
    return vsplit(the_grid, THREE)

def operator_hsplit_four(the_grid, I, _):  # cost 2
    return hsplit(the_grid, FOUR)

def operator_vsplit_four(the_grid, I, _):  # cost 3
    return vsplit(the_grid, FOUR)

def operator_hsplit_five(the_grid, I, _):  # cost 2
    return hsplit(the_grid, FIVE)

def operator_vsplit_five(the_grid, I, _):  # cost 3
    return vsplit(the_grid, FIVE)

def operator_hsplit_by(the_grid, I, the_number):  # cost 3
    return hsplit(the_grid, the_number)

def operator_vsplit_by(the_grid, I, the_number):  # cost 3
    return vsplit(the_grid, the_number)

def operator_between_lines(the_grid, I, _):  # cost 4
    x1 = merge(frontiers(the_grid))
    x2 = canvas(ONE, shape(the_grid))
    x3 = fill(x2, ZERO, x1)
    x4 = colorfilter(objects(x3, T, F, F), ONE)
    x5 = order(x4, ulcorner)
    return apply(rbind(subgrid, the_grid), x5)

def operator_quarters(the_grid, I, _):  # cost 5
    x1 = hsplit(the_grid, TWO)
    return mapply(rbind(vsplit, TWO), x1)

def operator_ninths(the_grid, I, _):  # cost 5
    x1 = hsplit(the_grid, THREE)
    return mapply(rbind(vsplit, THREE), x1)


# Panels.

def operator_panel_first(the_panels, I, _):  # cost 3
    return first(the_panels)

def operator_panel_last(the_panels, I, _):  # cost 2
    return last(the_panels)

def operator_panel_second(the_panels, I, _):  # cost 2
    return get_nth_f(the_panels, F1)

def operator_panel_third(the_panels, I, _):  # cost 3
    return get_nth_f(the_panels, F2)

def operator_panel_fourth(the_panels, I, _):  # cost 3
    return get_nth_f(the_panels, F3)

def operator_panel_most_colors(the_panels, I, _):  # cost 2
    return argmax(the_panels, numcolors)

def operator_panel_least_colors(the_panels, I, _):  # cost 3
    return argmin(the_panels, numcolors)

def operator_panel_common(the_panels, I, _):  # cost 4
    return mostcommon(totuple(the_panels))

def operator_panel_rare(the_panels, I, _):  # cost 4
    return leastcommon(totuple(the_panels))

def operator_panel_most_of(the_panels, I, the_color):  # cost 3
    return argmax(the_panels, rbind(colorcount, the_color))

def operator_panel_least_of(the_panels, I, the_color):  # cost 3
    return argmin(the_panels, rbind(colorcount, the_color))

def operator_panel_tallest(the_panels, I, _):  # cost 2
    return argmax(the_panels, height)

def operator_panel_symmetric(the_panels, I, _):  # cost 4
    return extract(the_panels, fork(equality, identity, vmirror))

def operator_panel_asymmetric(the_panels, I, _):  # cost 5
    return extract(the_panels, compose(flip, fork(equality, identity, vmirror)))

def operator_panel_flip_symmetric(the_panels, I, _):  # cost 4
    return extract(the_panels, fork(equality, identity, hmirror))

def operator_panel_turn_symmetric(the_panels, I, _):  # cost 4
    return extract(the_panels, fork(equality, identity, dmirror))

def operator_panel_rare_palette(the_panels, I, _):  # cost 5
    x1 = totuple(the_panels)
    x2 = leastcommon(apply(palette, x1))
    return extract(x1, matcher(palette, x2))

def operator_panel_rare_count(the_panels, I, the_color):  # cost 5
    x1 = totuple(the_panels)
    x2 = rbind(colorcount, the_color)
    x3 = leastcommon(apply(x2, x1))
    return extract(x1, matcher(x2, x3))

def operator_panel_most_objects(the_panels, I, _):  # cost 5
    x1 = lbind(rbind, objects)
    x2 = rbind(rbind(rbind(objects, T), F), T)
    return argmax(the_panels, compose(size, x2))

def operator_panels_row(the_panels, I, _):  # cost 5
    x1 = dmirror(merge(apply(dmirror, the_panels)))
    return x1

def operator_panels_column(the_panels, I, _):  # cost 3
    return merge(the_panels)


# Grids to objects.

def operator_pieces(the_grid, I, _):  # cost 1
    return objects(the_grid, T, F, T)

def operator_pieces_diagonal(the_grid, I, _):  # cost 2
    return objects(the_grid, T, T, T)

def operator_things(the_grid, I, _):  # cost 2
    return objects(the_grid, F, F, T)

def operator_things_diagonal(the_grid, I, _):  # cost 3
    return objects(the_grid, F, T, T)

def operator_regions(the_grid, I, _):  # cost 2
    return objects(the_grid, T, F, F)

def operator_regions_diagonal(the_grid, I, _):  # cost 2
    return objects(the_grid, T, T, F)

def operator_colors_apart(the_grid, I, _):  # cost 2
    return fgpartition(the_grid)

def operator_all_colors_apart(the_grid, I, _):  # cost 2
    return partition(the_grid)

def operator_lines_across(the_grid, I, _):  # cost 2
    return frontiers(the_grid)

def operator_holes(the_grid, I, _):  # cost 4
    x1 = objects(the_grid, T, F, F)
    x2 = colorfilter(x1, ZERO)
    return sfilter(x2, compose(flip, rbind(bordering, the_grid)))

def operator_outside(the_grid, I, _):  # cost 5
    x1 = objects(the_grid, T, F, F)
    x2 = colorfilter(x1, ZERO)
    return sfilter(x2, rbind(bordering, the_grid))


# Objects to a subset.

def operator_of_color(the_objects, I, the_color):  # cost 3
    return colorfilter(the_objects, the_color)

def operator_of_size(the_objects, I, the_number):  # cost 3
    return sizefilter(the_objects, the_number)

def operator_of_size_one(the_objects, I, _):  # cost 2
    return sizefilter(the_objects, ONE)

def operator_of_size_two(the_objects, I, _):  # cost 2
    return sizefilter(the_objects, TWO)

def operator_of_size_three(the_objects, I, _):  # cost 2
    return sizefilter(the_objects, THREE)

def operator_of_size_four(the_objects, I, _):  # cost 2
    return sizefilter(the_objects, FOUR)

def operator_of_size_five(the_objects, I, _):  # cost 2
    return sizefilter(the_objects, FIVE)

def operator_of_size_six(the_objects, I, _):  # cost 2
    return sizefilter(the_objects, SIX)

def operator_larger_than_one(the_objects, I, _):  # cost 4
    return difference(the_objects, sizefilter(the_objects, ONE))

def operator_those_square(the_objects, I, _):  # cost 2
    return sfilter(the_objects, square)

def operator_not_square(the_objects, I, _):  # cost 4
    return sfilter(the_objects, compose(flip, square))

def operator_those_vline(the_objects, I, _):  # cost 2
    return sfilter(the_objects, vline)

def operator_not_vline(the_objects, I, _):  # cost 4
    return sfilter(the_objects, compose(flip, vline))

def operator_those_hline(the_objects, I, _):  # cost 2
    return sfilter(the_objects, hline)

def operator_not_hline(the_objects, I, _):  # cost 4
    return sfilter(the_objects, compose(flip, hline))

def operator_those_portrait(the_objects, I, _):  # cost 3
    return sfilter(the_objects, portrait)

def operator_not_portrait(the_objects, I, _):  # cost 4
    return sfilter(the_objects, compose(flip, portrait))

def operator_at_border(the_objects, I, _):  # cost 4
    return sfilter(the_objects, rbind(bordering, I))

def operator_off_border(the_objects, I, _):  # cost 5
    return sfilter(the_objects, compose(flip, rbind(bordering, I)))

def operator_symmetric(the_objects, I, _):  # cost 4
    x1 = compose(normalize, toindices)
    x2 = fork(equality, x1, compose(normalize, compose(toindices, vmirror)))
    return sfilter(the_objects, x2)

def operator_flip_symmetric(the_objects, I, _):  # cost 4
    x1 = fork(equality, identity, hmirror)
    return sfilter(the_objects, x1)

def operator_mirror_symmetric(the_objects, I, _):  # cost 4
    x1 = fork(equality, identity, vmirror)
    return sfilter(the_objects, x1)

def operator_not_mirror_symmetric(the_objects, I, _):  # cost 5
    x1 = fork(equality, identity, vmirror)
    return sfilter(the_objects, compose(flip, x1))

def operator_with_color(the_objects, I, the_color):  # cost 5
    return sfilter(the_objects, compose(lbind(contained, the_color), palette))

def operator_without_the_color(the_objects, I, the_color):  # cost 5
    return sfilter(the_objects, compose(flip, compose(lbind(contained, the_color), palette)))

def operator_but_largest(the_objects, I, _):  # cost 4
    return remove(argmax(the_objects, size), the_objects)

def operator_but_smallest(the_objects, I, _):  # cost 4
    return remove(argmin(the_objects, size), the_objects)

def operator_as_large_as_largest(the_objects, I, _):  # cost 4
    return sizefilter(the_objects, valmax(the_objects, size))

def operator_as_small_as_smallest(the_objects, I, _):  # cost 3
    return sizefilter(the_objects, valmin(the_objects, size))

def operator_not_as_large(the_objects, I, _):  # cost 5
    return difference(the_objects, sizefilter(the_objects, valmax(the_objects, size)))

def operator_of_common_size(the_objects, I, _):  # cost 4
    x1 = mostcommon(apply(size, totuple(the_objects)))
    return sizefilter(the_objects, x1)

def operator_of_rare_size(the_objects, I, _):  # cost 5
    x1 = leastcommon(apply(size, totuple(the_objects)))
    return sizefilter(the_objects, x1)

def operator_of_common_color(the_objects, I, _):  # cost 4
    x1 = mostcommon(apply(color, totuple(the_objects)))
    return colorfilter(the_objects, x1)

def operator_of_rare_color(the_objects, I, _):  # cost 5
    x1 = leastcommon(apply(color, totuple(the_objects)))
    return colorfilter(the_objects, x1)

def operator_of_common_shape(the_objects, I, _):  # cost 4
    x1 = compose(toindices, normalize)
    x2 = mostcommon(apply(x1, totuple(the_objects)))
    return sfilter(the_objects, matcher(x1, x2))

def operator_of_rare_shape(the_objects, I, _):  # cost 5
    x1 = compose(toindices, normalize)
    x2 = leastcommon(apply(x1, totuple(the_objects)))
    return sfilter(the_objects, matcher(x1, x2))

def operator_same_shape_as(the_objects, I, the_object):  # cost 5
    x1 = compose(toindices, normalize)
    return sfilter(the_objects, matcher(x1, x1(the_object)))

def operator_many_colored(the_objects, I, _):  # cost 5
    return sfilter(the_objects, compose(flip, matcher(numcolors, ONE)))

def operator_single_colored(the_objects, I, _):  # cost 4
    return sfilter(the_objects, matcher(numcolors, ONE))

def operator_full_boxes(the_objects, I, _):  # cost 3
    return sfilter(the_objects, fork(equality, toindices, backdrop))

def operator_not_full_boxes(the_objects, I, _):  # cost 5
    return sfilter(the_objects, compose(flip, fork(equality, toindices, backdrop)))

def operator_frames(the_objects, I, _):  # cost 4
    return sfilter(the_objects, fork(equality, toindices, box))

def operator_even_sized(the_objects, I, _):  # cost 3
    return sfilter(the_objects, compose(even, size))

def operator_odd_sized(the_objects, I, _):  # cost 5
    return sfilter(the_objects, compose(flip, compose(even, size)))

def operator_tall_as(the_objects, I, the_number):  # cost 4
    return sfilter(the_objects, matcher(height, the_number))

def operator_wide_as(the_objects, I, the_number):  # cost 4
    return sfilter(the_objects, matcher(width, the_number))

def operator_touching(the_objects, I, the_object):  # cost 4
    return sfilter(the_objects, rbind(adjacent, the_object))

def operator_not_touching(the_objects, I, the_object):  # cost 5
    return sfilter(the_objects, compose(flip, rbind(adjacent, the_object)))

def operator_in_row_with(the_objects, I, the_object):  # cost 4
    return sfilter(the_objects, rbind(hmatching, the_object))

def operator_in_column_with(the_objects, I, the_object):  # cost 4
    return sfilter(the_objects, rbind(vmatching, the_object))

def operator_objects_minus(the_objects, I, other_objects):  # cost 3
    return difference(the_objects, other_objects)

def operator_objects_plus(the_objects, I, other_objects):  # cost 3
    return combine(the_objects, other_objects)


# Objects to one object.

def operator_most_size(the_objects, I, _):  # cost 2
    return argmax(the_objects, size)

def operator_least_size(the_objects, I, _):  # cost 2
    return argmin(the_objects, size)

def operator_most_height(the_objects, I, _):  # cost 2
    return argmax(the_objects, height)

def operator_least_height(the_objects, I, _):  # cost 2
    return argmin(the_objects, height)

def operator_most_width(the_objects, I, _):  # cost 2
    return argmax(the_objects, width)

def operator_least_width(the_objects, I, _):  # cost 3
    return argmin(the_objects, width)

def operator_most_uppermost(the_objects, I, _):  # cost 2
    return argmax(the_objects, uppermost)

def operator_most_lowermost(the_objects, I, _):  # cost 2
    return argmax(the_objects, lowermost)

def operator_most_leftmost(the_objects, I, _):  # cost 2
    return argmax(the_objects, leftmost)

def operator_most_rightmost(the_objects, I, _):  # cost 2
    return argmax(the_objects, rightmost)

def operator_most_numcolors(the_objects, I, _):  # cost 2
    return argmax(the_objects, numcolors)

def operator_least_numcolors(the_objects, I, _):  # cost 3
    return argmin(the_objects, numcolors)

def operator_joined(the_objects, I, _):  # cost 2
    return merge(the_objects)

def operator_the_first(the_objects, I, _):  # cost 3
    return first(the_objects)

def operator_the_last(the_objects, I, _):  # cost 3
    return last(the_objects)

def operator_most_cells_of(the_objects, I, the_color):  # cost 4
    return argmax(the_objects, rbind(colorcount, the_color))

def operator_least_cells_of(the_objects, I, the_color):  # cost 4
    return argmin(the_objects, rbind(colorcount, the_color))

def operator_largest_hole(the_objects, I, _):  # cost 4
    return argmax(the_objects, compose(size, delta))

def operator_fullest(the_objects, I, _):  # cost 4
    return argmin(the_objects, compose(size, delta))

def operator_largest_box(the_objects, I, _):  # cost 4
    return argmax(the_objects, compose(size, backdrop))

def operator_odd_shape(the_objects, I, _):  # cost 5
    x1 = compose(toindices, normalize)
    x2 = leastcommon(apply(x1, totuple(the_objects)))
    return extract(the_objects, matcher(x1, x2))

def operator_common_shape(the_objects, I, _):  # cost 5
    x1 = apply(normalize, totuple(the_objects))
    return mostcommon(x1)

def operator_look(the_objects, I, _):  # cost 5
    x1 = apply(normalize, totuple(the_objects))
    return leastcommon(x1)

def operator_odd_color(the_objects, I, _):  # cost 5
    x1 = leastcommon(apply(color, totuple(the_objects)))
    return extract(the_objects, matcher(color, x1))

def operator_odd_size(the_objects, I, _):  # cost 5
    x1 = leastcommon(apply(size, totuple(the_objects)))
    return extract(the_objects, matcher(size, x1))

def operator_common_color_one(the_objects, I, _):  # cost 5
    x1 = mostcommon(apply(color, totuple(the_objects)))
    return extract(the_objects, matcher(color, x1))

def operator_in_the_middle(the_objects, I, _):  # cost 3
    x1 = order(the_objects, size)
    return get_nth_f(x1, F1)

def operator_nearest_to(the_objects, I, the_object):  # cost 4
    return argmin(the_objects, rbind(manhattan, the_object))

def operator_other_than(the_objects, I, the_object):  # cost 3
    return other(the_objects, the_object)


# Objects to cells.

def operator_each_backdrop(the_objects, I, _):  # cost 2
    return mapply(backdrop, the_objects)

def operator_each_delta(the_objects, I, _):  # cost 2
    return mapply(delta, the_objects)

def operator_each_box(the_objects, I, _):  # cost 2
    return mapply(box, the_objects)

def operator_each_inbox(the_objects, I, _):  # cost 2
    return mapply(inbox, the_objects)

def operator_each_outbox(the_objects, I, _):  # cost 2
    return mapply(outbox, the_objects)

def operator_each_corners(the_objects, I, _):  # cost 2
    return mapply(corners, the_objects)

def operator_each_center(the_objects, I, _):  # cost 2
    return apply(center, the_objects)

def operator_each_ulcorner(the_objects, I, _):  # cost 2
    return apply(ulcorner, the_objects)

def operator_each_row(the_objects, I, _):  # cost 3
    return mapply(compose(hfrontier, center), the_objects)

def operator_each_column(the_objects, I, _):  # cost 3
    return mapply(compose(vfrontier, center), the_objects)

def operator_each_cross(the_objects, I, _):  # cost 5
    return mapply(fork(combine, compose(hfrontier, center), compose(vfrontier, center)), the_objects)

def operator_each_shoot_up(the_objects, I, _):  # cost 5
    return mapply(compose(rbind(shoot, UP), center), the_objects)

def operator_each_shoot_down(the_objects, I, _):  # cost 5
    return mapply(compose(rbind(shoot, DOWN), center), the_objects)

def operator_each_shoot_left(the_objects, I, _):  # cost 5
    return mapply(compose(rbind(shoot, LEFT), center), the_objects)

def operator_each_shoot_right(the_objects, I, _):  # cost 5
    return mapply(compose(rbind(shoot, RIGHT), center), the_objects)

def operator_each_shoot_up_right(the_objects, I, _):  # cost 4
    return mapply(compose(rbind(shoot, UP_RIGHT), center), the_objects)

def operator_each_shoot_down_left(the_objects, I, _):  # cost 4
    return mapply(compose(rbind(shoot, DOWN_LEFT), center), the_objects)

def operator_each_shoot_neg_unity(the_objects, I, _):  # cost 4
    return mapply(compose(rbind(shoot, NEG_UNITY), center), the_objects)

def operator_each_shoot_unity(the_objects, I, _):  # cost 4
    return mapply(compose(rbind(shoot, UNITY), center), the_objects)

def operator_each_double_outbox(the_objects, I, _):  # cost 4
    return mapply(compose(outbox, outbox), the_objects)

def operator_each_neighbors(the_objects, I, _):  # cost 4
    return mapply(compose(neighbors, center), the_objects)

def operator_each_around(the_objects, I, _):  # cost 5
    return mapply(compose(lbind(mapply, neighbors), toindices), the_objects)

def operator_each_beside(the_objects, I, _):  # cost 5
    return mapply(compose(lbind(mapply, dneighbors), toindices), the_objects)

def operator_joined_straight(the_objects, I, _):  # cost 4
    x1 = apply(center, the_objects)
    x2 = prapply(connect, x1, x1)
    return mfilter(x2, fork(either, vline, hline))

def operator_joined_any(the_objects, I, _):  # cost 5
    x1 = apply(center, the_objects)
    return merge(prapply(connect, x1, x1))

def operator_each_rows_of(the_objects, I, _):  # cost 5
    return mapply(compose(lbind(mapply, hfrontier), toindices), the_objects)

def operator_each_columns_of(the_objects, I, _):  # cost 5
    return mapply(compose(lbind(mapply, vfrontier), toindices), the_objects)

def operator_boxes_between(the_objects, I, _):  # cost 4
    return backdrop(merge(the_objects))

def operator_gaps_between(the_objects, I, _):  # cost 5
    x1 = fork(connect, compose(center, first), compose(center, last))
    return mapply(x1, product(the_objects, the_objects))

def operator_each_upper_half(the_objects, I, _):  # cost 4
    return mapply(fork(connect, ulcorner, urcorner), the_objects)

def operator_each_lower_edge(the_objects, I, _):  # cost 4
    return mapply(fork(connect, llcorner, lrcorner), the_objects)

def operator_each_left_edge(the_objects, I, _):  # cost 4
    return mapply(fork(connect, ulcorner, llcorner), the_objects)

def operator_each_right_edge(the_objects, I, _):  # cost 4
    return mapply(fork(connect, urcorner, lrcorner), the_objects)

def operator_each_diagonal(the_objects, I, _):  # cost 3
    return mapply(fork(connect, ulcorner, lrcorner), the_objects)

def operator_each_other_diagonal(the_objects, I, _):  # cost 4
    return mapply(fork(connect, urcorner, llcorner), the_objects)


# Objects to objects: each changed.

def operator_each_hmirror(the_objects, I, _):  # cost 2
    return mapply(hmirror, the_objects)

def operator_each_vmirror(the_objects, I, _):  # cost 2
    return mapply(vmirror, the_objects)

def operator_each_shift_up(the_objects, I, _):  # cost 3
    return mapply(rbind(shift, UP), the_objects)

def operator_each_shift_down(the_objects, I, _):  # cost 4
    return mapply(rbind(shift, DOWN), the_objects)

def operator_each_shift_left(the_objects, I, _):  # cost 4
    return mapply(rbind(shift, LEFT), the_objects)

def operator_each_shift_right(the_objects, I, _):  # cost 3
    return mapply(rbind(shift, RIGHT), the_objects)

def operator_each_shift_by(the_objects, I, the_pair):  # cost 4
    return mapply(rbind(shift, the_pair), the_objects)

def operator_each_fall_down(the_objects, I, _):  # cost 5
    x1 = fork(shift, identity, chain(toivec, decrement, compose(lbind(subtract, height(I)), lowermost)))
    return mapply(x1, the_objects)

def operator_as_panels(the_objects, I, _):  # cost 5
    x1 = order(the_objects, ulcorner)
    return apply(rbind(subgrid, I), x1)

def operator_as_panels_left_to_right(the_objects, I, _):  # cost 5
    x1 = order(the_objects, leftmost)
    return apply(rbind(subgrid, I), x1)

def operator_as_panels_by_size(the_objects, I, _):  # cost 5
    x1 = order(the_objects, size)
    return apply(rbind(subgrid, I), x1)

def operator_each_box_object(the_objects, I, _):  # cost 5
    return apply(compose(rbind(toobject, I), backdrop), the_objects)

def operator_each_outer_box_object(the_objects, I, _):  # cost 3
    return apply(compose(backdrop, outbox), the_objects)


# One object.

def operator_its_grid(the_object, I, _):  # cost 2
    return subgrid(the_object, I)

def operator_its_grid_alone(the_object, I, _):  # cost 5
    return paint(canvas(ZERO, shape(the_object)), normalize(the_object))

def operator_its_cells(the_object, I, _):  # cost 3
    return toindices(the_object)

def operator_taken_away(the_object, I, _):  # cost 2
    return cover(I, the_object)

def operator_its_color(the_object, I, _):  # cost 3
    return color(the_object)

def operator_its_rare_color(the_object, I, _):  # cost 3
    return leastcolor(the_object)

def operator_its_common_color(the_object, I, _):  # cost 2
    return mostcolor(the_object)

def operator_at_origin(the_object, I, _):  # cost 2
    return normalize(the_object)

def operator_object_vmirror(the_object, I, _):  # cost 2
    return vmirror(the_object)

def operator_object_hmirror(the_object, I, _):  # cost 2
    return hmirror(the_object)

def operator_object_dmirror(the_object, I, _):  # cost 2
    return dmirror(the_object)

def operator_object_cmirror(the_object, I, _):  # cost 2
    return cmirror(the_object)

def operator_object_shift_up(the_object, I, _):  # cost 2
    return shift(the_object, UP)

def operator_object_shift_down(the_object, I, _):  # cost 2
    return shift(the_object, DOWN)

def operator_object_shift_left(the_object, I, _):  # cost 2
    return shift(the_object, LEFT)

def operator_object_shift_right(the_object, I, _):  # cost 2
    return shift(the_object, RIGHT)

def operator_object_recolored(the_object, I, the_color):  # cost 3
    return recolor(the_color, the_object)

def operator_object_beside_right(the_object, I, _):  # cost 5
    return shift(the_object, tojvec(width(the_object)))

def operator_object_beside_left(the_object, I, _):  # cost 5
    return shift(the_object, tojvec(invert(width(the_object))))

def operator_object_below(the_object, I, _):  # cost 5
    return shift(the_object, toivec(height(the_object)))

def operator_object_above(the_object, I, _):  # cost 5
    return shift(the_object, toivec(invert(height(the_object))))

def operator_object_mirror_right(the_object, I, _):  # cost 5
    return shift(vmirror(the_object), tojvec(width(the_object)))

def operator_object_mirror_left(the_object, I, _):  # cost 5
    return shift(vmirror(the_object), tojvec(invert(width(the_object))))

def operator_object_mirror_below(the_object, I, _):  # cost 5
    return shift(hmirror(the_object), toivec(height(the_object)))

def operator_object_mirror_above(the_object, I, _):  # cost 5
    return shift(hmirror(the_object), toivec(invert(height(the_object))))

def operator_object_upscaled(the_object, I, _):  # cost 3
    return upscale(the_object, TWO)

def operator_object_upscaled_three(the_object, I, _):  # cost 2
    return upscale(the_object, THREE)

def operator_object_shift(the_object, I, the_pair):  # cost 3
    return shift(the_object, the_pair)

def operator_drawn_to(the_object, I, other_object):  # cost 4
    return shift(the_object, gravitate(the_object, other_object))

def operator_rare_moved_to(the_object, I, other_object):  # cost 4
    return move(I, the_object, gravitate(the_object, other_object))

def operator_where_it_occurs(the_object, I, _):  # cost 5
    x1 = normalize(the_object)
    x2 = occurrences(I, x1)
    return mapply(lbind(shift, x1), x2)

def operator_its_parts(the_object, I, _):  # cost 4
    return objects(subgrid(the_object, I), T, T, T)

def operator_object_in_panels(the_object, I, other_object):  # cost 3
    return combine(the_object, other_object)

def operator_cells_of_color_in(the_object, I, the_color):  # cost 3
    return sfilter(the_object, matcher(first, the_color))

def operator_cells_not_of_color_in(the_object, I, the_color):  # cost 5
    return sfilter(the_object, compose(flip, matcher(first, the_color)))

def operator_onto_corner_of(the_object, I, the_patch):  # cost 5
    return shift(normalize(the_object), ulcorner(the_patch))


# Cells.

def operator_cells_backdrop(the_patch, I, _):  # cost 2
    return backdrop(the_patch)

def operator_object_backdrop(the_object, I, _):  # cost 3
    return backdrop(the_object)

def operator_cells_delta(the_patch, I, _):  # cost 2
    return delta(the_patch)

def operator_object_delta(the_object, I, _):  # cost 2
    return delta(the_object)

def operator_cells_box(the_patch, I, _):  # cost 2
    return box(the_patch)

def operator_object_box(the_object, I, _):  # cost 3
    return box(the_object)

def operator_cells_inbox(the_patch, I, _):  # cost 2
    return inbox(the_patch)

def operator_object_inbox(the_object, I, _):  # cost 2
    return inbox(the_object)

def operator_cells_outbox(the_patch, I, _):  # cost 3
    return outbox(the_patch)

def operator_object_outbox(the_object, I, _):  # cost 3
    return outbox(the_object)

def operator_cells_corners(the_patch, I, _):  # cost 2
    return corners(the_patch)

def operator_object_corners(the_object, I, _):  # cost 3
    return corners(the_object)

def operator_cells_grid(the_patch, I, _):  # cost 2
    return subgrid(the_patch, I)

def operator_cells_inside_grid(the_patch, I, _):  # cost 4
    return trim(subgrid(the_patch, I))

def operator_object_inside_grid(the_object, I, _):  # cost 4
    return trim(subgrid(the_object, I))

def operator_cells_object(the_patch, I, _):  # cost 2
    return toobject(the_patch, I)

def operator_cells_object_of(the_patch, I, the_grid):  # cost 2
    return toobject(the_patch, the_grid)

def operator_rows_through(the_patch, I, _):  # cost 2
    return mapply(hfrontier, the_patch)

def operator_columns_through(the_patch, I, _):  # cost 2
    return mapply(vfrontier, the_patch)

def operator_all_around(the_patch, I, _):  # cost 2
    return mapply(neighbors, the_patch)

def operator_all_beside(the_patch, I, _):  # cost 2
    return mapply(dneighbors, the_patch)

def operator_all_cornerwise(the_patch, I, _):  # cost 2
    return mapply(ineighbors, the_patch)

def operator_crosses_through(the_patch, I, _):  # cost 4
    return mapply(fork(combine, hfrontier, vfrontier), the_patch)

def operator_rays_up(the_patch, I, _):  # cost 3
    return mapply(rbind(shoot, UP), the_patch)

def operator_rays_down(the_patch, I, _):  # cost 4
    return mapply(rbind(shoot, DOWN), the_patch)

def operator_rays_left(the_patch, I, _):  # cost 4
    return mapply(rbind(shoot, LEFT), the_patch)

def operator_rays_right(the_patch, I, _):  # cost 4
    return mapply(rbind(shoot, RIGHT), the_patch)

def operator_rays_up_right(the_patch, I, _):  # cost 3
    return mapply(rbind(shoot, UP_RIGHT), the_patch)

def operator_rays_down_left(the_patch, I, _):  # cost 3
    return mapply(rbind(shoot, DOWN_LEFT), the_patch)

def operator_rays_neg_unity(the_patch, I, _):  # cost 3
    return mapply(rbind(shoot, NEG_UNITY), the_patch)

def operator_rays_unity(the_patch, I, _):  # cost 3
    return mapply(rbind(shoot, UNITY), the_patch)

def operator_all_diagonals(the_patch, I, _):  # cost 5
    x1 = fork(combine, rbind(shoot, UNITY), rbind(shoot, NEG_UNITY))
    x2 = fork(combine, rbind(shoot, UP_RIGHT), rbind(shoot, DOWN_LEFT))
    return mapply(fork(combine, x1, x2), the_patch)

def operator_straight_between(the_patch, I, _):  # cost 5
    x1 = prapply(connect, the_patch, the_patch)
    return mfilter(x1, fork(either, vline, hline))

def operator_across_between(the_patch, I, _):  # cost 3
    x1 = prapply(connect, the_patch, the_patch)
    return mfilter(x1, hline)

def operator_down_between(the_patch, I, _):  # cost 3
    x1 = prapply(connect, the_patch, the_patch)
    return mfilter(x1, vline)

def operator_lines_between(the_patch, I, _):  # cost 4
    return merge(prapply(connect, the_patch, the_patch))

def operator_line_between(the_patch, I, other_patch):  # cost 4
    return merge(prapply(connect, the_patch, other_patch))

def operator_straight_between_two(the_patch, I, other_patch):  # cost 5
    x1 = prapply(connect, the_patch, other_patch)
    return mfilter(x1, fork(either, vline, hline))

def operator_row_of(the_patch, I, _):  # cost 4
    return hfrontier(center(the_patch))

def operator_column_of(the_patch, I, _):  # cost 4
    return vfrontier(center(the_patch))

def operator_both_cells(the_patch, I, other_patch):  # cost 3
    return combine(the_patch, other_patch)

def operator_shared_cells(the_patch, I, other_patch):  # cost 3
    return intersection(the_patch, other_patch)

def operator_cells_but(the_patch, I, other_patch):  # cost 2
    return difference(the_patch, other_patch)

def operator_cells_shift_up(the_patch, I, _):  # cost 2
    return shift(the_patch, UP)

def operator_cells_shift_down(the_patch, I, _):  # cost 3
    return shift(the_patch, DOWN)

def operator_cells_shift_left(the_patch, I, _):  # cost 2
    return shift(the_patch, LEFT)

def operator_cells_shift_right(the_patch, I, _):  # cost 2
    return shift(the_patch, RIGHT)

def operator_cells_shift(the_patch, I, the_pair):  # cost 3
    return shift(the_patch, the_pair)

def operator_cells_hmirror(the_patch, I, _):  # cost 3
    return hmirror(the_patch)

def operator_cells_vmirror(the_patch, I, _):  # cost 3
    return vmirror(the_patch)

def operator_cells_dmirror(the_patch, I, _):  # cost 3
    return dmirror(the_patch)

def operator_cells_even_columns(the_patch, I, _):  # cost 3
    return sfilter(the_patch, compose(even, last))

def operator_cells_even_rows(the_patch, I, _):  # cost 3
    return sfilter(the_patch, compose(even, first))

def operator_cells_checkered(the_patch, I, _):  # cost 5
    return sfilter(the_patch, chain(even, rbind(add, ZERO), fork(add, first, last)))

def operator_cells_mirrored_down(the_patch, I, _):  # cost 5
    x1 = fork(astuple, chain(lbind(subtract, decrement(height(I))), first, identity), last)
    return apply(x1, the_patch)

def operator_cells_mirrored_across(the_patch, I, _):  # cost 5
    x1 = fork(astuple, first, chain(lbind(subtract, decrement(width(I))), last, identity))
    return apply(x1, the_patch)

def operator_cells_apart(the_patch, I, _):  # cost 5
    x1 = fill(canvas(ZERO, shape(I)), ONE, the_patch)
    x2 = objects(x1, T, F, F)
    return colorfilter(x2, ONE)

def operator_cells_apart_diagonal(the_patch, I, _):  # cost 5
    x1 = fill(canvas(ZERO, shape(I)), ONE, the_patch)
    x2 = objects(x1, T, T, F)
    return colorfilter(x2, ONE)

def operator_drawn(the_patch, I, the_color):  # cost 2
    return fill(I, the_color, the_patch)

def operator_drawn_under(the_patch, I, the_color):  # cost 2
    return underfill(I, the_color, the_patch)

def operator_wiped(the_patch, I, _):  # cost 3
    return cover(I, the_patch)

def operator_drawn_on(the_patch, I, the_grid):  # cost 3
    return fill(the_grid, ZERO, the_patch)


# Grids to cells.

def operator_cells_of_color(the_grid, I, the_color):  # cost 2
    return ofcolor(the_grid, the_color)

def operator_all_cells(the_grid, I, _):  # cost 2
    return asindices(the_grid)

def operator_as_object(the_grid, I, _):  # cost 2
    return asobject(the_grid)

def operator_object_of_color_from(the_grid, I, the_color):  # cost 4
    return toobject(ofcolor(I, the_color), the_grid)

def operator_colored_cells(the_grid, I, _):  # cost 5
    x1 = asindices(the_grid)
    return difference(x1, ofcolor(the_grid, ZERO))

def operator_object_of_rest(the_grid, I, _):  # cost 3
    return merge(fgpartition(the_grid))

def operator_painted_over(the_grid, I, the_object):  # cost 2
    return paint(the_grid, the_object)

def operator_painted_under(the_grid, I, the_object):  # cost 2
    return underpaint(the_grid, the_object)

def operator_lines_of_grid(the_grid, I, _):  # cost 3
    return merge(frontiers(the_grid))

def operator_occurs_at(the_grid, I, the_object):  # cost 5
    x1 = normalize(the_object)
    x2 = occurrences(the_grid, x1)
    return mapply(lbind(shift, x1), x2)

def operator_grid_wiped(the_grid, I, the_object):  # cost 3
    return cover(the_grid, the_object)


# Colours.

def operator_common_color(the_grid, I, _):  # cost 2
    return mostcolor(the_grid)

def operator_color(the_grid, I, _):  # cost 3
    return leastcolor(the_grid)

def operator_second_color(the_grid, I, _):  # cost 4
    x1 = palette(the_grid)
    x2 = remove(mostcolor(the_grid), x1)
    return first(x2)

def operator_other_color(the_grid, I, the_color):  # cost 5
    x1 = remove(ZERO, palette(the_grid))
    return other(x1, the_color)

def operator_color_left(the_grid, I, _):  # cost 4
    x1 = remove(mostcolor(the_grid), palette(the_grid))
    x2 = remove(leastcolor(the_grid), x1)
    return first(x2)

def operator_color_at_corner(the_grid, I, _):  # cost 2
    return index(the_grid, ORIGIN)

def operator_common_color_but_zero(the_grid, I, _):  # cost 3
    x1 = fgpartition(the_grid)
    return color(argmax(x1, size))

def operator_color_of_objects(the_objects, I, _):  # cost 5
    return mostcommon(apply(color, totuple(the_objects)))

def operator_least_color_of_objects(the_objects, I, _):  # cost 5
    return leastcommon(apply(color, totuple(the_objects)))


# Numbers and pairs.

def operator_how_many(the_objects, I, _):  # cost 3
    return size(the_objects)

def operator_how_many_panels(the_panels, I, _):  # cost 3
    return size(the_panels)

def operator_its_size(the_object, I, _):  # cost 3
    return size(the_object)

def operator_its_height(the_object, I, _):  # cost 3
    return height(the_object)

def operator_its_width(the_object, I, _):  # cost 2
    return width(the_object)

def operator_how_many_colors(the_grid, I, _):  # cost 2
    return numcolors(the_grid)

def operator_how_many_but_one(the_grid, I, _):  # cost 3
    return decrement(numcolors(the_grid))

def operator_grid_height(the_grid, I, _):  # cost 2
    return height(the_grid)

def operator_grid_width(the_grid, I, _):  # cost 2
    return width(the_grid)

def operator_how_many_of(the_grid, I, the_color):  # cost 3
    return colorcount(the_grid, the_color)

def operator_one_more(the_number, I, _):  # cost 3
    return increment(the_number)

def operator_one_less(the_number, I, _):  # cost 2
    return decrement(the_number)

def operator_number_twice(the_number, I, _):  # cost 3
    return double(the_number)

def operator_number_half(the_number, I, _):  # cost 3
    return halve(the_number)

def operator_grid_shape(the_grid, I, _):  # cost 2
    return shape(the_grid)

def operator_object_shape(the_object, I, _):  # cost 3
    return shape(the_object)

def operator_shape_of_cells(the_patch, I, _):  # cost 3
    return shape(the_patch)

def operator_number_across(the_number, I, _):  # cost 3
    return tojvec(the_number)

def operator_number_down(the_number, I, _):  # cost 3
    return toivec(the_number)

def operator_number_bar(the_number, I, _):  # cost 3
    return astuple(ONE, the_number)

def operator_number_column(the_number, I, _):  # cost 3
    return astuple(the_number, ONE)

def operator_number_square(the_number, I, _):  # cost 3
    return astuple(the_number, the_number)

def operator_number_pair(the_number, I, other_number):  # cost 3
    return astuple(the_number, other_number)

def operator_pair_twice(the_pair, I, _):  # cost 3
    return double(the_pair)

def operator_pair_thrice(the_pair, I, _):  # cost 3
    return multiply(the_pair, THREE)

def operator_pair_half(the_pair, I, _):  # cost 3
    return halve(the_pair)

def operator_pair_back(the_pair, I, _):  # cost 3
    return invert(the_pair)

def operator_pair_plus(the_pair, I, other_pair):  # cost 3
    return add(the_pair, other_pair)

def operator_pair_minus(the_pair, I, other_pair):  # cost 3
    return subtract(the_pair, other_pair)

def operator_pair_times(the_pair, I, the_number):  # cost 3
    return multiply(the_pair, the_number)

def operator_pair_less_two(the_pair, I, _):  # cost 4
    return decrement(decrement(the_pair))

def operator_pair_more(the_pair, I, _):  # cost 3
    return increment(the_pair)

def operator_corner_of(the_object, I, _):  # cost 3
    return ulcorner(the_object)

def operator_center_of(the_object, I, _):  # cost 3
    return center(the_object)

def operator_one_cell(the_color, I, _):  # cost 2
    return canvas(the_color, UNITY)

def operator_empty_of(the_pair, I, _):  # cost 2
    return canvas(ZERO, the_pair)

def operator_plain_of(the_pair, I, the_color):  # cost 2
    return canvas(the_color, the_pair)

def operator_color_pair(the_color, I, other_color):  # cost 5
    return hconcat(canvas(the_color, UNITY), canvas(other_color, UNITY))

def operator_colors_by_size(the_objects, I, _):  # cost 4
    x1 = order(the_objects, compose(invert, size))
    x2 = compose(rbind(canvas, UNITY), color)
    return merge(apply(x2, x1))

def operator_colors_by_row(the_objects, I, _):  # cost 5
    x1 = order(the_objects, uppermost)
    x2 = compose(rbind(canvas, UNITY), color)
    return merge(apply(x2, x1))

def operator_colors_by_column(the_objects, I, _):  # cost 5
    x1 = order(the_objects, leftmost)
    x2 = compose(rbind(canvas, UNITY), color)
    return dmirror(merge(apply(x2, x1)))

def operator_number_as_cells(the_number, I, _):  # cost 4
    return apply(tojvec, interval(ZERO, the_number, ONE))

def operator_number_as_column(the_number, I, _):  # cost 4
    return apply(toivec, interval(ZERO, the_number, ONE))


# Objects to objects: each object draws in its own colour.

def operator_own_backdrop(the_objects, I, _):  # cost 3
    x1 = fork(recolor, color, backdrop)
    return mapply(x1, the_objects)

def operator_own_box(the_objects, I, _):  # cost 4
    x1 = fork(recolor, color, box)
    return mapply(x1, the_objects)

def operator_own_outbox(the_objects, I, _):  # cost 3
    x1 = fork(recolor, color, outbox)
    return mapply(x1, the_objects)

def operator_own_inbox(the_objects, I, _):  # cost 3
    x1 = fork(recolor, color, inbox)
    return mapply(x1, the_objects)

def operator_own_delta(the_objects, I, _):  # cost 4
    x1 = fork(recolor, color, delta)
    return mapply(x1, the_objects)

def operator_own_row(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(hfrontier, center))
    return mapply(x1, the_objects)

def operator_own_column(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(vfrontier, center))
    return mapply(x1, the_objects)

def operator_own_cross(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, fork(combine, compose(hfrontier, center), compose(vfrontier, center)))
    return mapply(x1, the_objects)

def operator_own_outer(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(backdrop, outbox))
    return mapply(x1, the_objects)

def operator_own_around(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(lbind(mapply, neighbors), toindices))
    return mapply(x1, the_objects)

def operator_own_cornerwise(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(lbind(mapply, ineighbors), toindices))
    return mapply(x1, the_objects)

def operator_own_beside(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(lbind(mapply, dneighbors), toindices))
    return mapply(x1, the_objects)

def operator_own_rows(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(lbind(mapply, hfrontier), toindices))
    return mapply(x1, the_objects)

def operator_own_columns(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(lbind(mapply, vfrontier), toindices))
    return mapply(x1, the_objects)

def operator_own_shoot_up(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(rbind(shoot, UP), center))
    return mapply(x1, the_objects)

def operator_own_shoot_down(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(rbind(shoot, DOWN), center))
    return mapply(x1, the_objects)

def operator_own_shoot_left(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(rbind(shoot, LEFT), center))
    return mapply(x1, the_objects)

def operator_own_shoot_right(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(rbind(shoot, RIGHT), center))
    return mapply(x1, the_objects)

def operator_own_shoot_up_right(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(rbind(shoot, UP_RIGHT), center))
    return mapply(x1, the_objects)

def operator_own_shoot_down_left(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(rbind(shoot, DOWN_LEFT), center))
    return mapply(x1, the_objects)

def operator_own_shoot_neg_unity(the_objects, I, _):  # cost 5
    x1 = fork(recolor, color, compose(rbind(shoot, NEG_UNITY), center))
    return mapply(x1, the_objects)

def operator_own_shoot_unity(the_objects, I, _):  # cost 4
    x1 = fork(recolor, color, compose(rbind(shoot, UNITY), center))
    return mapply(x1, the_objects)

def operator_own_straight(the_objects, I, _):  # cost 4
    x1 = fork(lbind(prapply, connect), toindices, toindices)
    x2 = compose(rbind(mfilter, fork(either, vline, hline)), x1)
    return mapply(fork(recolor, color, x2), the_objects)

def operator_own_across(the_objects, I, _):  # cost 5
    x1 = fork(lbind(prapply, connect), toindices, toindices)
    x2 = compose(rbind(mfilter, hline), x1)
    return mapply(fork(recolor, color, x2), the_objects)

def operator_own_down(the_objects, I, _):  # cost 5
    x1 = fork(lbind(prapply, connect), toindices, toindices)
    x2 = compose(rbind(mfilter, vline), x1)
    return mapply(fork(recolor, color, x2), the_objects)

def operator_own_lines(the_objects, I, _):  # cost 4
    x1 = fork(lbind(prapply, connect), toindices, toindices)
    x2 = compose(merge, x1)
    return mapply(fork(recolor, color, x2), the_objects)


# Ranks.

def operator_second_largest(the_objects, I, _):  # cost 5
    x1 = order(the_objects, compose(invert, size))
    return get_nth_f(x1, F1)

def operator_second_smallest(the_objects, I, _):  # cost 4
    x1 = order(the_objects, size)
    return get_nth_f(x1, F1)

def operator_second_from_left(the_objects, I, _):  # cost 3
    x1 = order(the_objects, leftmost)
    return get_nth_f(x1, F1)

def operator_second_from_top(the_objects, I, _):  # cost 3
    x1 = order(the_objects, uppermost)
    return get_nth_f(x1, F1)

def operator_third_largest(the_objects, I, _):  # cost 5
    x1 = order(the_objects, compose(invert, size))
    return get_nth_f(x1, F2)

def operator_third_smallest(the_objects, I, _):  # cost 4
    x1 = order(the_objects, size)
    return get_nth_f(x1, F2)

def operator_third_from_left(the_objects, I, _):  # cost 3
    x1 = order(the_objects, leftmost)
    return get_nth_f(x1, F2)

def operator_third_from_top(the_objects, I, _):  # cost 4
    x1 = order(the_objects, uppermost)
    return get_nth_f(x1, F2)

def operator_fourth_largest(the_objects, I, _):  # cost 5
    x1 = order(the_objects, compose(invert, size))
    return get_nth_f(x1, F3)


# Operators of two arguments.

def operator_of_one_color(the_grid, I, the_color):  # cost 2
    return recolor(the_color, ofcolor(the_grid, the_color))

def operator_moved_to(the_object, I, other_object):  # cost 3
    return move(I, the_object, gravitate(the_object, other_object))

def operator_template_at(the_objects, I, the_object):  # cost 5
    return mapply(compose(lbind(shift, normalize(the_object)), ulcorner), the_objects)

def operator_template_around(the_objects, I, the_object):  # cost 5
    x1 = normalize(the_object)
    x2 = shift(x1, invert(center(x1)))
    return mapply(compose(lbind(shift, x2), center), the_objects)

def operator_all_drawn_to(the_objects, I, the_object):  # cost 5
    x1 = fork(either, rbind(hmatching, the_object), rbind(vmatching, the_object))
    x2 = sfilter(remove(the_object, the_objects), x1)
    return mapply(fork(shift, identity, rbind(gravitate, the_object)), x2)

def operator_rows_aligned(the_objects, I, the_object):  # cost 5
    x1 = compose(lbind(subtract, uppermost(the_object)), uppermost)
    return mapply(fork(shift, identity, compose(toivec, x1)), the_objects)

def operator_columns_aligned(the_objects, I, the_object):  # cost 5
    x1 = compose(lbind(subtract, leftmost(the_object)), leftmost)
    return mapply(fork(shift, identity, compose(tojvec, x1)), the_objects)

def operator_lines_up_to(the_objects, I, the_object):  # cost 5
    x1 = fork(either, rbind(hmatching, the_object), rbind(vmatching, the_object))
    x2 = sfilter(remove(the_object, the_objects), x1)
    x3 = fork(connect, center, fork(add, center, rbind(gravitate, the_object)))
    return mapply(x3, x2)

def operator_own_lines_up_to(the_objects, I, the_object):  # cost 5
    x1 = fork(either, rbind(hmatching, the_object), rbind(vmatching, the_object))
    x2 = sfilter(remove(the_object, the_objects), x1)
    x3 = fork(connect, center, fork(add, center, rbind(gravitate, the_object)))
    return mapply(fork(recolor, color, x3), x2)

def operator_lines_to_object(the_objects, I, the_object):  # cost 5
    x1 = compose(lbind(connect, center(the_object)), center)
    return mapply(x1, the_objects)

def operator_each_interior(the_objects, I, _):  # cost 3
    return mapply(compose(backdrop, inbox), the_objects)

def operator_object_interior(the_object, I, _):  # cost 4
    return backdrop(inbox(the_object))

def operator_cells_interior(the_patch, I, _):  # cost 4
    return backdrop(inbox(the_patch))

def operator_each_corner_up_left(the_objects, I, _):  # cost 2
    return apply(urcorner, the_objects)

def operator_each_corner_low_left(the_objects, I, _):  # cost 2
    return apply(llcorner, the_objects)

def operator_each_corner_low_right(the_objects, I, _):  # cost 2
    return apply(lrcorner, the_objects)

def operator_opened(the_patch, I, _):  # cost 4
    x1 = intersection(the_patch, shift(the_patch, RIGHT))
    x2 = intersection(x1, shift(x1, DOWN))
    x3 = combine(x2, shift(x2, UP))
    return combine(x3, shift(x3, LEFT))

def operator_fall_onto(the_objects, I, _):  # cost 5
    x1 = order(the_objects, compose(invert, lowermost))
    return mapply(rbind(shift, DOWN), x1)

def operator_painted_input(the_object, I, _):  # cost 3
    return paint(I, the_object)

def operator_painted_input_under(the_object, I, _):  # cost 3
    return underpaint(I, the_object)

def operator_painted_empty(the_object, I, _):  # cost 5
    return paint(canvas(ZERO, shape(I)), the_object)

def operator_cells_of_common_color(the_grid, I, _):  # cost 4
    return ofcolor(the_grid, mostcolor(the_grid))

def operator_cells_of_rare_color(the_grid, I, _):  # cost 3
    return ofcolor(the_grid, leastcolor(the_grid))

def operator_object_of_rare_color(the_grid, I, _):  # cost 5
    x1 = leastcolor(the_grid)
    return recolor(x1, ofcolor(the_grid, x1))

def operator_mirrored_object_whole(the_object, I, _):  # cost 5
    x1 = paint(canvas(ZERO, shape(I)), the_object)
    return vmirror(x1)

def operator_flipped_object_whole(the_object, I, _):  # cost 5
    x1 = paint(canvas(ZERO, shape(I)), the_object)
    return hmirror(x1)

def operator_object_turned(the_object, I, _):  # cost 5
    x1 = subgrid(the_object, I)
    return shift(asobject(rot90(x1)), ulcorner(the_object))

def operator_object_half_turned(the_object, I, _):  # cost 4
    return hmirror(vmirror(the_object))

def operator_holes_of_color(the_grid, I, the_color):  # cost 5
    x1 = objects(the_grid, T, F, F)
    x2 = colorfilter(x1, the_color)
    return sfilter(x2, compose(flip, rbind(bordering, the_grid)))

def operator_tile_down(the_grid, I, the_number):  # cost 5
    x1 = asobject(the_grid)
    x2 = apply(toivec, interval(ZERO, height(the_grid), the_number))
    return mapply(lbind(shift, x1), x2)

def operator_shape_between(the_object, I, other_object):  # cost 5
    return backdrop(combine(toindices(the_object), toindices(other_object)))

def operator_straight_from_to(the_object, I, other_object):  # cost 5
    x1 = prapply(connect, toindices(the_object), toindices(other_object))
    return mfilter(x1, fork(either, vline, hline))

def operator_color_of_corner_panel(the_panels, I, _):  # cost 5
    return mostcommon(apply(leastcolor, totuple(the_panels)))

def operator_panel_colors(the_panels, I, _):  # cost 5
    x1 = apply(compose(rbind(canvas, UNITY), mostcolor), the_panels)
    return merge(x1)

def operator_sum_of_panels(the_panels, I, _):  # cost 4
    x1 = apply(asobject, the_panels)
    x2 = sfilter(merge(x1), compose(flip, matcher(first, ZERO)))
    return paint(canvas(ZERO, shape(first(the_panels))), x2)

def operator_count_bar(the_number, I, the_color):  # cost 3
    return canvas(the_color, astuple(ONE, the_number))

def operator_diagonal_of(the_grid, I, _):  # cost 4
    return connect(ORIGIN, decrement(shape(the_grid)))

def operator_other_diagonal_of(the_grid, I, _):  # cost 4
    return shoot(tojvec(decrement(width(the_grid))), DOWN_LEFT)

def operator_top_row_cells(the_grid, I, _):  # cost 2
    return hfrontier(ORIGIN)

def operator_left_column_cells(the_grid, I, _):  # cost 2
    return vfrontier(ORIGIN)

def operator_bottom_row_cells(the_grid, I, _):  # cost 5
    return hfrontier(toivec(decrement(height(the_grid))))

def operator_right_column_cells(the_grid, I, _):  # cost 5
    return vfrontier(tojvec(decrement(width(the_grid))))

def operator_odd_columns(the_patch, I, _):  # cost 5
    return sfilter(the_patch, compose(flip, compose(even, last)))

def operator_odd_rows(the_patch, I, _):  # cost 5
    return sfilter(the_patch, compose(flip, compose(even, first)))

def operator_cells_even_from(the_patch, I, _):  # cost 4
    x1 = rbind(subtract, leftmost(the_patch))
    return sfilter(the_patch, compose(even, compose(x1, last)))

def operator_cells_odd_from(the_patch, I, _):  # cost 4
    x1 = rbind(subtract, leftmost(the_patch))
    return sfilter(the_patch, compose(flip, compose(even, compose(x1, last))))

def operator_each_even_from_left(the_objects, I, _):  # cost 5
    x1 = mapply(toindices, the_objects)
    x2 = leftmost(x1)
    return sfilter(x1, compose(even, compose(rbind(subtract, x2), last)))


# Values from the demonstrations.

def operator_color_that_appears(the_demonstrations, I, _):  # cost 2
    return c_zo_n(the_demonstrations, p_g, first)

def operator_last_color_that_appears(the_demonstrations, I, _):  # cost 2
    return c_zo_n(the_demonstrations, p_g, last)

def operator_color_that_vanishes(the_demonstrations, I, _):  # cost 2
    return c_iz_n(the_demonstrations, p_g, first)

def operator_last_color_that_vanishes(the_demonstrations, I, _):  # cost 2
    return c_iz_n(the_demonstrations, p_g, last)


# Corners, rows and columns, parts.

def operator_each_outer_ulcorner(the_objects, I, _):  # cost 4
    return apply(compose(ulcorner, outbox), the_objects)

def operator_outer_ulcorner(the_object, I, _):  # cost 5
    return initset(ulcorner(outbox(the_object)))

def operator_inner_ulcorner(the_object, I, _):  # cost 4
    return initset(ulcorner(the_object))

def operator_each_outer_urcorner(the_objects, I, _):  # cost 4
    return apply(compose(urcorner, outbox), the_objects)

def operator_outer_urcorner(the_object, I, _):  # cost 5
    return initset(urcorner(outbox(the_object)))

def operator_inner_urcorner(the_object, I, _):  # cost 4
    return initset(urcorner(the_object))

def operator_each_outer_llcorner(the_objects, I, _):  # cost 4
    return apply(compose(llcorner, outbox), the_objects)

def operator_outer_llcorner(the_object, I, _):  # cost 5
    return initset(llcorner(outbox(the_object)))

def operator_inner_llcorner(the_object, I, _):  # cost 4
    return initset(llcorner(the_object))

def operator_each_outer_lrcorner(the_objects, I, _):  # cost 4
    return apply(compose(lrcorner, outbox), the_objects)

def operator_outer_lrcorner(the_object, I, _):  # cost 5
    return initset(lrcorner(outbox(the_object)))

def operator_inner_lrcorner(the_object, I, _):  # cost 4
    return initset(lrcorner(the_object))

def operator_every_nth_column(the_number, I, _):  # cost 5
    x1 = interval(ZERO, width(I), the_number)
    return mapply(compose(vfrontier, tojvec), x1)

def operator_every_nth_row(the_number, I, _):  # cost 5
    x1 = interval(ZERO, height(I), the_number)
    return mapply(compose(hfrontier, toivec), x1)

def operator_crop_low_right(the_grid, I, the_pair):  # cost 5
    return crop(the_grid, subtract(shape(the_grid), the_pair), the_pair)

def operator_crop_up_right(the_grid, I, the_pair):  # cost 5
    x1 = subtract(width(the_grid), last(the_pair))
    return crop(the_grid, tojvec(x1), the_pair)

def operator_crop_low_left(the_grid, I, the_pair):  # cost 5
    x1 = subtract(height(the_grid), first(the_pair))
    return crop(the_grid, toivec(x1), the_pair)

def operator_rows_commonest(the_grid, I, _):  # cost 5
    return apply(compose(rbind(repeat, width(the_grid)), mostcommon), the_grid)

def operator_columns_commonest(the_grid, I, _):  # cost 5
    x1 = dmirror(the_grid)
    return dmirror(apply(compose(rbind(repeat, width(x1)), mostcommon), x1))

def operator_panel_rare_pattern(the_panels, I, _):  # cost 4
    x1 = rbind(ofcolor, ZERO)
    x2 = leastcommon(apply(x1, totuple(the_panels)))
    return extract(the_panels, matcher(x1, x2))

def operator_panel_common_pattern(the_panels, I, _):  # cost 4
    x1 = rbind(ofcolor, ZERO)
    x2 = mostcommon(apply(x1, totuple(the_panels)))
    return extract(the_panels, matcher(x1, x2))

def operator_color_at_low_left(the_grid, I, _):  # cost 5
    return index(the_grid, toivec(decrement(height(the_grid))))

def operator_color_at_low_right(the_grid, I, _):  # cost 5
    return index(the_grid, decrement(shape(the_grid)))

def operator_color_at_up_right(the_grid, I, _):  # cost 5
    return index(the_grid, tojvec(decrement(width(the_grid))))

def operator_color_at_center(the_grid, I, _):  # cost 5
    return index(the_grid, halve(shape(the_grid)))

def operator_cells_shift_up_right(the_patch, I, _):  # cost 2
    return shift(the_patch, UP_RIGHT)

def operator_object_shift_up_right(the_object, I, _):  # cost 2
    return shift(the_object, UP_RIGHT)

def operator_cells_shift_down_left(the_patch, I, _):  # cost 2
    return shift(the_patch, DOWN_LEFT)

def operator_object_shift_down_left(the_object, I, _):  # cost 2
    return shift(the_object, DOWN_LEFT)

def operator_cells_shift_neg_unity(the_patch, I, _):  # cost 2
    return shift(the_patch, NEG_UNITY)

def operator_object_shift_neg_unity(the_object, I, _):  # cost 2
    return shift(the_object, NEG_UNITY)

def operator_cells_shift_unity(the_patch, I, _):  # cost 2
    return shift(the_patch, UNITY)

def operator_object_shift_unity(the_object, I, _):  # cost 2
    return shift(the_object, UNITY)

def operator_overlay(the_grid, I, other_grid):  # cost 4
    x1 = difference(asindices(other_grid), ofcolor(other_grid, ZERO))
    return paint(the_grid, toobject(x1, other_grid))

def operator_with_hole(the_objects, I, _):  # cost 5
    x1 = objects(I, T, F, F)
    x2 = sfilter(colorfilter(x1, ZERO), compose(flip, rbind(bordering, I)))
    x3 = merge(x2)
    return sfilter(the_objects, chain(positive, size, compose(rbind(intersection, toindices(x3)), delta)))

def operator_without_hole(the_objects, I, _):  # cost 5
    x1 = objects(I, T, F, F)
    x2 = sfilter(colorfilter(x1, ZERO), compose(flip, rbind(bordering, I)))
    x3 = merge(x2)
    return sfilter(the_objects, compose(flip, chain(positive, size, compose(rbind(intersection, toindices(x3)), delta))))

def operator_smallest_in_order_grids(the_objects, I, _):  # cost 5
    x1 = order(the_objects, uppermost)
    return apply(rbind(subgrid, I), x1)

def operator_panels_in_row(the_panels, I, _):  # cost 5
    x1 = apply(dmirror, the_panels)
    return dmirror(merge(x1))

def operator_split_square(the_grid, I, _):  # cost 4
    x1 = divide(height(the_grid), width(the_grid))
    return vsplit(the_grid, x1)

def operator_split_square_across(the_grid, I, _):  # cost 5
    x1 = divide(width(the_grid), height(the_grid))
    return hsplit(the_grid, x1)


# Measures of an object.

def operator_measure_size(the_demonstrations, I, _):  # cost 1, measure
    return size

def operator_measure_height(the_demonstrations, I, _):  # cost 1, measure
    return height

def operator_measure_width(the_demonstrations, I, _):  # cost 1, measure
    return width

def operator_measure_numcolors(the_demonstrations, I, _):  # cost 1, measure
    return numcolors

def operator_measure_color(the_demonstrations, I, _):  # cost 3, measure
    return color

def operator_measure_uppermost(the_demonstrations, I, _):  # cost 1, measure
    return uppermost

def operator_measure_lowermost(the_demonstrations, I, _):  # cost 1, measure
    return lowermost

def operator_measure_leftmost(the_demonstrations, I, _):  # cost 1, measure
    return leftmost

def operator_measure_rightmost(the_demonstrations, I, _):  # cost 1, measure
    return rightmost

def operator_measure_gaps(the_demonstrations, I, _):  # cost 1, measure
    return compose(size, delta)

def operator_measure_box_size(the_demonstrations, I, _):  # cost 1, measure
    return compose(size, backdrop)

def operator_measure_shape(the_demonstrations, I, _):  # cost 1, measure
    return shape

def operator_measure_form(the_demonstrations, I, _):  # cost 1, measure
    return compose(toindices, normalize)

def operator_measure_look(the_demonstrations, I, _):  # cost 1, measure
    return normalize

def operator_measure_square(the_demonstrations, I, _):  # cost 1, measure
    return square

def operator_measure_vline(the_demonstrations, I, _):  # cost 1, measure
    return vline

def operator_measure_hline(the_demonstrations, I, _):  # cost 1, measure
    return hline

def operator_measure_portrait(the_demonstrations, I, _):  # cost 1, measure
    return portrait

def operator_measure_border(the_demonstrations, I, _):  # cost 1, measure
    return rbind(bordering, I)

def operator_measure_mirrored(the_demonstrations, I, _):  # cost 1, measure
    return fork(equality, identity, vmirror)

def operator_measure_flipped(the_demonstrations, I, _):  # cost 1, measure
    return fork(equality, identity, hmirror)

def operator_measure_turned(the_demonstrations, I, _):  # cost 1, measure
    return fork(equality, compose(normalize, identity), compose(normalize, dmirror))

def operator_measure_full(the_demonstrations, I, _):  # cost 1, measure
    return fork(equality, toindices, backdrop)

def operator_measure_frame(the_demonstrations, I, _):  # cost 1, measure
    return fork(equality, toindices, box)

def operator_measure_inside_colors(the_demonstrations, I, _):  # cost 1, measure
    return compose(numcolors, rbind(subgrid, I))

def operator_measure_even(the_demonstrations, I, _):  # cost 1, measure
    return compose(even, size)

def operator_measure_top_half(the_demonstrations, I, _):  # cost 1, measure
    return compose(rbind(greater, halve(height(I))), lowermost)

def operator_measure_palette(the_demonstrations, I, _):  # cost 1, measure
    return palette

def operator_measure_rarest(the_demonstrations, I, _):  # cost 3, measure
    return compose(leastcolor, rbind(subgrid, I))

def operator_measure_rarest_own(the_demonstrations, I, _):  # cost 3, measure
    return leastcolor

def operator_measure_rare_count(the_demonstrations, I, _):  # cost 1, measure
    return compose(rbind(colorcount, leastcolor(I)), identity)

def operator_measure_of_color(the_color, I, _):  # cost 1, measure
    return rbind(colorcount, the_color)

def operator_measure_touching(the_object, I, _):  # cost 3, measure
    return rbind(adjacent, the_object)

def operator_measure_distance(the_object, I, _):  # cost 3, measure
    return rbind(manhattan, the_object)

def operator_measure_in_row(the_object, I, _):  # cost 3, measure
    return rbind(hmatching, the_object)

def operator_measure_in_column(the_object, I, _):  # cost 3, measure
    return rbind(vmatching, the_object)

def operator_measure_box_of_color(the_color, I, _):  # cost 1, measure
    return compose(rbind(colorcount, the_color), rbind(subgrid, I))

def operator_most_measured(the_objects, I, the_measure):  # cost 2
    return argmax(the_objects, the_measure)

def operator_least_measured(the_objects, I, the_measure):  # cost 2
    return argmin(the_objects, the_measure)

def operator_odd_measured(the_objects, I, the_measure):  # cost 4
    x1 = leastcommon(apply(the_measure, totuple(the_objects)))
    return extract(the_objects, matcher(the_measure, x1))

def operator_common_measured(the_objects, I, the_measure):  # cost 4
    x1 = mostcommon(apply(the_measure, totuple(the_objects)))
    return sfilter(the_objects, matcher(the_measure, x1))

def operator_uncommon_measured(the_objects, I, the_measure):  # cost 4
    x1 = mostcommon(apply(the_measure, totuple(the_objects)))
    return sfilter(the_objects, compose(flip, matcher(the_measure, x1)))

def operator_largest_measured(the_objects, I, the_measure):  # cost 4
    x1 = valmax(the_objects, the_measure)
    return sfilter(the_objects, matcher(the_measure, x1))

def operator_smallest_measured(the_objects, I, the_measure):  # cost 4
    x1 = valmin(the_objects, the_measure)
    return sfilter(the_objects, matcher(the_measure, x1))

def operator_panels_measured(the_objects, I, the_measure):  # cost 4
    x1 = order(the_objects, the_measure)
    return apply(rbind(subgrid, I), x1)

def operator_second_measured(the_objects, I, the_measure):  # cost 3
    x1 = order(the_objects, the_measure)
    return get_nth_f(x1, F1)

def operator_panels_most(the_panels, I, the_measure):  # cost 2
    return argmax(the_panels, the_measure)

def operator_panels_least(the_panels, I, the_measure):  # cost 2
    return argmin(the_panels, the_measure)

def operator_panels_odd(the_panels, I, the_measure):  # cost 4
    x1 = leastcommon(apply(the_measure, totuple(the_panels)))
    return extract(the_panels, matcher(the_measure, x1))


# Rays that stop at an obstacle.

def operator_stopped_up(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, UP), rbind(add, UP)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_up(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, UP), rbind(add, UP)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)

def operator_stopped_down(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, DOWN), rbind(add, DOWN)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_down(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, DOWN), rbind(add, DOWN)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)

def operator_stopped_left(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, LEFT), rbind(add, LEFT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_left(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, LEFT), rbind(add, LEFT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)

def operator_stopped_right(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, RIGHT), rbind(add, RIGHT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_right(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, RIGHT), rbind(add, RIGHT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)

def operator_stopped_up_right(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, UP_RIGHT), rbind(add, UP_RIGHT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_up_right(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, UP_RIGHT), rbind(add, UP_RIGHT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)

def operator_stopped_down_left(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, DOWN_LEFT), rbind(add, DOWN_LEFT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_down_left(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, DOWN_LEFT), rbind(add, DOWN_LEFT)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)

def operator_stopped_up_left(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, NEG_UNITY), rbind(add, NEG_UNITY)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_up_left(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, NEG_UNITY), rbind(add, NEG_UNITY)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)

def operator_stopped_down_right(the_patch, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, UNITY), rbind(add, UNITY)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    return mapply(x5, the_patch)

def operator_own_stopped_down_right(the_objects, I, _):  # cost 5
    x1 = difference(asindices(I), ofcolor(I, mostcolor(I)))
    x2 = combine(x1, outbox(asindices(I)))
    x3 = compose(rbind(intersection, x2), compose(rbind(shoot, UNITY), rbind(add, UNITY)))
    x4 = chain(rbind(compose, initset), lbind(lbind, manhattan), initset)
    x5 = fork(connect, identity, fork(argmin, x3, x4))
    x6 = compose(lbind(mapply, x5), toindices)
    return mapply(fork(recolor, color, x6), the_objects)


# Other grids.

def operator_part_hidden_by(the_grid, I, the_color):  # cost 3
    return subgrid(ofcolor(I, the_color), the_grid)

def operator_tile_two(the_grid, I, _):  # cost 4
    x1 = hconcat(the_grid, the_grid)
    return vconcat(x1, x1)

def operator_tile_three(the_grid, I, _):  # cost 5
    x1 = hconcat(the_grid, hconcat(the_grid, the_grid))
    return vconcat(x1, vconcat(x1, x1))

def operator_common_look_grid(the_objects, I, _):  # cost 4
    x1 = mostcommon(apply(normalize, totuple(the_objects)))
    return paint(canvas(ZERO, shape(x1)), x1)

def operator_look_grid(the_objects, I, _):  # cost 5
    x1 = leastcommon(apply(normalize, totuple(the_objects)))
    return paint(canvas(ZERO, shape(x1)), x1)

def operator_diagonal_by(the_number, I, the_color):  # cost 5
    x1 = canvas(ZERO, astuple(the_number, the_number))
    return fill(x1, the_color, shoot(ORIGIN, UNITY))

def operator_how_many_rare(the_grid, I, _):  # cost 3
    return colorcount(the_grid, leastcolor(the_grid))

def operator_how_many_colored(the_grid, I, _):  # cost 3
    return size(difference(asindices(the_grid), ofcolor(the_grid, ZERO)))

def operator_count_bar_down(the_number, I, the_color):  # cost 4
    return canvas(the_color, astuple(the_number, ONE))

def operator_measure_grid_turned(the_demonstrations, I, _):  # cost 1, measure
    return fork(equality, identity, dmirror)

def operator_measure_half_turned(the_demonstrations, I, _):  # cost 1, measure
    return fork(equality, identity, rot180)

def operator_panels_without(the_panels, I, the_measure):  # cost 4
    x1 = mostcommon(apply(the_measure, totuple(the_panels)))
    return extract(the_panels, compose(flip, matcher(the_measure, x1)))

def operator_halves_apart(the_grid, I, _):  # cost 5
    x1 = lefthalf(the_grid)
    return hconcat(righthalf(the_grid), x1)

def operator_object_grid_empty(the_object, I, _):  # cost 5
    return canvas(color(the_object), shape(the_object))

def operator_each_line_to_edge_down(the_objects, I, _):  # cost 5
    return mapply(compose(lbind(mapply, rbind(shoot, DOWN)), toindices), the_objects)

def operator_each_line_to_edge_up(the_objects, I, _):  # cost 5
    return mapply(compose(lbind(mapply, rbind(shoot, UP)), toindices), the_objects)

def operator_own_line_to_edge_down(the_objects, I, _):  # cost 5
    return mapply(fork(recolor, color, compose(lbind(mapply, rbind(shoot, DOWN)), toindices)), the_objects)

def operator_own_line_to_edge_up(the_objects, I, _):  # cost 5
    return mapply(fork(recolor, color, compose(lbind(mapply, rbind(shoot, UP)), toindices)), the_objects)

def operator_own_line_to_edge_left(the_objects, I, _):  # cost 5
    return mapply(fork(recolor, color, compose(lbind(mapply, rbind(shoot, LEFT)), toindices)), the_objects)

def operator_own_line_to_edge_right(the_objects, I, _):  # cost 5
    return mapply(fork(recolor, color, compose(lbind(mapply, rbind(shoot, RIGHT)), toindices)), the_objects)

def operator_own_straight_joined(the_objects, I, _):  # cost 5
    x1 = fork(connect, compose(center, first), compose(center, last))
    x2 = sfilter(product(the_objects, the_objects), fork(equality, compose(color, first), compose(color, last)))
    x3 = fork(recolor, compose(color, first), x1)
    return mapply(x3, x2)

# Completing patterns behind cells of a colour.

def operator_repeated_across(the_grid, I, the_color):  # cost 5
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = x1(the_grid)
    x3 = lbind(shift, x2)
    x4 = compose(lbind(combine, x2), compose(x3, lbind(multiply, RIGHT)))
    x5 = fork(equality, compose(size, x4), chain(size, toindices, x4))
    x6 = multiply(RIGHT, extract(interval(ONE, width(the_grid), ONE), x5))
    x7 = fork(paint, identity, compose(rbind(shift, x6), x1))
    x8 = fork(paint, identity, compose(rbind(shift, invert(x6)), x1))
    x9 = power(compose(x7, x8), SIX)
    return x9(the_grid)

def operator_repeated_down(the_grid, I, the_color):  # cost 5
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = x1(the_grid)
    x3 = lbind(shift, x2)
    x4 = compose(lbind(combine, x2), compose(x3, lbind(multiply, DOWN)))
    x5 = fork(equality, compose(size, x4), chain(size, toindices, x4))
    x6 = multiply(DOWN, extract(interval(ONE, height(the_grid), ONE), x5))
    x7 = fork(paint, identity, compose(rbind(shift, x6), x1))
    x8 = fork(paint, identity, compose(rbind(shift, invert(x6)), x1))
    x9 = power(compose(x7, x8), SIX)
    return x9(the_grid)

def operator_repeated_both_ways(the_grid, I, the_color):  # cost 4
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = x1(the_grid)
    x3 = lbind(shift, x2)
    x4 = compose(lbind(combine, x2), compose(x3, lbind(multiply, RIGHT)))
    x5 = fork(equality, compose(size, x4), chain(size, toindices, x4))
    x6 = multiply(RIGHT, extract(interval(ONE, width(the_grid), ONE), x5))
    x7 = fork(paint, identity, compose(rbind(shift, x6), x1))
    x8 = fork(paint, identity, compose(rbind(shift, invert(x6)), x1))
    x9 = power(compose(x7, x8), SIX)
    x10 = compose(lbind(combine, x2), compose(x3, lbind(multiply, DOWN)))
    x11 = fork(equality, compose(size, x10), chain(size, toindices, x10))
    x12 = multiply(DOWN, extract(interval(ONE, height(the_grid), ONE), x11))
    x13 = fork(paint, identity, compose(rbind(shift, x12), x1))
    x14 = fork(paint, identity, compose(rbind(shift, invert(x12)), x1))
    x15 = power(compose(x13, x14), SIX)
    x16 = x9(the_grid)
    return x15(x16)

def operator_repeated_slanted(the_grid, I, the_color):  # cost 5
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = x1(the_grid)
    x3 = lbind(shift, x2)
    x4 = compose(lbind(combine, x2), compose(x3, lbind(multiply, UNITY)))
    x5 = fork(equality, compose(size, x4), chain(size, toindices, x4))
    x6 = multiply(UNITY, extract(interval(ONE, height(the_grid), ONE), x5))
    x7 = fork(paint, identity, compose(rbind(shift, x6), x1))
    x8 = fork(paint, identity, compose(rbind(shift, invert(x6)), x1))
    x9 = power(compose(x7, x8), SIX)
    return x9(the_grid)

def operator_repeated_slanted_back(the_grid, I, the_color):  # cost 5
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = x1(the_grid)
    x3 = lbind(shift, x2)
    x4 = compose(lbind(combine, x2), compose(x3, lbind(multiply, DOWN_LEFT)))
    x5 = fork(equality, compose(size, x4), chain(size, toindices, x4))
    x6 = multiply(DOWN_LEFT, extract(interval(ONE, height(the_grid), ONE), x5))
    x7 = fork(paint, identity, compose(rbind(shift, x6), x1))
    x8 = fork(paint, identity, compose(rbind(shift, invert(x6)), x1))
    x9 = power(compose(x7, x8), SIX)
    return x9(the_grid)

def operator_mirror_completed(the_grid, I, the_color):  # cost 5
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = order(interval(NEG_SIX, SEVEN, ONE), fork(multiply, identity, identity))
    x3 = x1(the_grid)
    x4 = vmirror(x3)
    x5 = compose(lbind(combine, x3), compose(lbind(shift, x4), tojvec))
    x6 = argmax(sfilter(x2, fork(equality, compose(size, x5), chain(size, toindices, x5))), compose(invert, compose(size, x5)))
    x7 = paint(the_grid, shift(x4, tojvec(x6)))
    return x7

def operator_mirror_completed_both_ways(the_grid, I, the_color):  # cost 4
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = order(interval(NEG_SIX, SEVEN, ONE), fork(multiply, identity, identity))
    x3 = x1(the_grid)
    x4 = vmirror(x3)
    x5 = compose(lbind(combine, x3), compose(lbind(shift, x4), tojvec))
    x6 = argmax(sfilter(x2, fork(equality, compose(size, x5), chain(size, toindices, x5))), compose(invert, compose(size, x5)))
    x7 = paint(the_grid, shift(x4, tojvec(x6)))
    x8 = x1(x7)
    x9 = hmirror(x8)
    x10 = compose(lbind(combine, x8), compose(lbind(shift, x9), toivec))
    x11 = argmax(sfilter(x2, fork(equality, compose(size, x10), chain(size, toindices, x10))), compose(invert, compose(size, x10)))
    x12 = paint(x7, shift(x9, toivec(x11)))
    return x12

def operator_mirror_completed_all_ways(the_grid, I, the_color):  # cost 4
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = order(interval(NEG_SIX, SEVEN, ONE), fork(multiply, identity, identity))
    x3 = x1(the_grid)
    x4 = vmirror(x3)
    x5 = compose(lbind(combine, x3), compose(lbind(shift, x4), tojvec))
    x6 = argmax(sfilter(x2, fork(equality, compose(size, x5), chain(size, toindices, x5))), compose(invert, compose(size, x5)))
    x7 = paint(the_grid, shift(x4, tojvec(x6)))
    x8 = x1(x7)
    x9 = hmirror(x8)
    x10 = compose(lbind(combine, x8), compose(lbind(shift, x9), toivec))
    x11 = argmax(sfilter(x2, fork(equality, compose(size, x10), chain(size, toindices, x10))), compose(invert, compose(size, x10)))
    x12 = paint(x7, shift(x9, toivec(x11)))
    x13 = x1(x12)
    x14 = dmirror(x13)
    return paint(x12, x14)

# Lines and copies.

def operator_filled_across(the_patch, I, _):  # cost 4
    x1 = mapply(rbind(shoot, RIGHT), the_patch)
    return intersection(x1, mapply(rbind(shoot, LEFT), the_patch))

def operator_filled_down(the_patch, I, _):  # cost 4
    x1 = mapply(rbind(shoot, DOWN), the_patch)
    return intersection(x1, mapply(rbind(shoot, UP), the_patch))

def operator_own_filled_across(the_objects, I, _):  # cost 5
    x1 = compose(lbind(mapply, rbind(shoot, RIGHT)), toindices)
    x2 = compose(lbind(mapply, rbind(shoot, LEFT)), toindices)
    return mapply(fork(recolor, color, fork(intersection, x1, x2)), the_objects)

def operator_own_filled_down(the_objects, I, _):  # cost 5
    x1 = compose(lbind(mapply, rbind(shoot, DOWN)), toindices)
    x2 = compose(lbind(mapply, rbind(shoot, UP)), toindices)
    return mapply(fork(recolor, color, fork(intersection, x1, x2)), the_objects)

def operator_again_and_again(the_object, I, the_pair):  # cost 5
    x1 = apply(lbind(multiply, the_pair), combine(initset(ZERO), interval(ONE, TEN, ONE)))
    return mapply(lbind(shift, the_object), x1)

def operator_again_to_the_right(the_object, I, _):  # cost 5
    x1 = lbind(multiply, tojvec(width(the_object)))
    return mapply(compose(lbind(shift, the_object), x1), combine(initset(ZERO), interval(ONE, TEN, ONE)))

def operator_again_down(the_object, I, _):  # cost 5
    x1 = lbind(multiply, toivec(height(the_object)))
    return mapply(compose(lbind(shift, the_object), x1), combine(initset(ZERO), interval(ONE, TEN, ONE)))

def operator_again_up(the_object, I, _):  # cost 5
    x1 = lbind(multiply, toivec(invert(height(the_object))))
    return mapply(compose(lbind(shift, the_object), x1), combine(initset(ZERO), interval(ONE, TEN, ONE)))

def operator_mirrored_across(the_object, I, other_object):  # cost 5
    x1 = add(leftmost(other_object), rightmost(other_object))
    x2 = subtract(x1, add(leftmost(the_object), rightmost(the_object)))
    return shift(vmirror(the_object), tojvec(x2))

def operator_mirrored_down(the_object, I, other_object):  # cost 5
    x1 = add(uppermost(other_object), lowermost(other_object))
    x2 = subtract(x1, add(uppermost(the_object), lowermost(the_object)))
    return shift(hmirror(the_object), toivec(x2))

def operator_plain_places(the_pair, I, the_color):  # cost 5
    x1 = asobject(canvas(the_color, the_pair))
    return mapply(lbind(shift, x1), occurrences(I, x1))

def operator_drawn_to_own(the_objects, I, other_objects):  # cost 5
    x1 = apply(color, other_objects)
    x2 = sfilter(the_objects, compose(rbind(contained, x1), color))
    x3 = compose(lbind(extract, other_objects), compose(lbind(matcher, color), color))
    return mapply(fork(shift, identity, fork(gravitate, identity, x3)), x2)

# Rows and columns of grids.

def operator_squeezed(the_grid, I, _):  # cost 4
    x1 = compose(flip, fork(equality, first, last))
    x2 = crop(the_grid, DOWN, subtract(shape(the_grid), DOWN))
    x3 = apply(first, sfilter(pair(x2, the_grid), x1))
    x4 = dmirror(vconcat(crop(the_grid, ORIGIN, astuple(ONE, width(the_grid))), x3))
    x5 = crop(x4, DOWN, subtract(shape(x4), DOWN))
    x6 = apply(first, sfilter(pair(x5, x4), x1))
    return dmirror(vconcat(crop(x4, ORIGIN, astuple(ONE, width(x4))), x6))

def operator_edges_doubled(the_grid, I, _):  # cost 5
    x1 = vconcat(vconcat(crop(the_grid, ORIGIN, astuple(ONE, width(the_grid))), the_grid), crop(hmirror(the_grid), ORIGIN, astuple(ONE, width(the_grid))))
    x2 = dmirror(x1)
    x3 = vconcat(vconcat(crop(x2, ORIGIN, astuple(ONE, width(x2))), x2), crop(hmirror(x2), ORIGIN, astuple(ONE, width(x2))))
    return dmirror(x3)

def operator_rows_as_first(the_grid, I, _):  # cost 5
    return apply(compose(rbind(repeat, width(the_grid)), first), the_grid)

def operator_rows_as_last(the_grid, I, _):  # cost 5
    return apply(compose(rbind(repeat, width(the_grid)), last), the_grid)

def operator_columns_as_first(the_grid, I, _):  # cost 5
    x1 = dmirror(the_grid)
    return dmirror(apply(compose(rbind(repeat, width(x1)), first), x1))

def operator_panels_measured_in_threes(the_panels, I, the_measure):  # cost 3
    x1 = merge(apply(compose(rbind(canvas, UNITY), the_measure), the_panels))
    return merge(apply(dmirror, vsplit(x1, THREE)))

def operator_panels_measured_in_twos(the_panels, I, the_measure):  # cost 5
    x1 = merge(apply(compose(rbind(canvas, UNITY), the_measure), the_panels))
    return merge(apply(dmirror, vsplit(x1, TWO)))

# Colours near an object: next to it, inside it, in its row or column.

def operator_measure_ulcorner(the_demonstrations, I, _):  # cost 1, measure
    return ulcorner

def operator_measure_color_at_center(the_demonstrations, I, _):  # cost 1, measure
    return compose(lbind(index, I), center)

def operator_measure_color_beside(the_demonstrations, I, _):  # cost 1, measure
    x1 = recolor(mostcolor(I), ofcolor(I, mostcolor(I)))
    x2 = compose(rbind(toobject, I), compose(lbind(mapply, neighbors), toindices))
    return compose(color, fork(difference, compose(rbind(difference, x1), x2), identity))

def operator_measure_color_inside(the_demonstrations, I, _):  # cost 1, measure
    x1 = recolor(mostcolor(I), ofcolor(I, mostcolor(I)))
    x2 = compose(rbind(toobject, I), backdrop)
    return compose(color, fork(difference, compose(rbind(difference, x1), x2), identity))

def operator_measure_color_in_column(the_demonstrations, I, _):  # cost 1, measure
    x1 = recolor(mostcolor(I), ofcolor(I, mostcolor(I)))
    x2 = compose(rbind(toobject, I), compose(lbind(mapply, vfrontier), toindices))
    return compose(color, fork(difference, compose(rbind(difference, x1), x2), identity))

def operator_measure_color_in_row(the_demonstrations, I, _):  # cost 1, measure
    x1 = recolor(mostcolor(I), ofcolor(I, mostcolor(I)))
    x2 = compose(rbind(toobject, I), compose(lbind(mapply, hfrontier), toindices))
    return compose(color, fork(difference, compose(rbind(difference, x1), x2), identity))

def operator_measure_color_around(the_demonstrations, I, _):  # cost 1, measure
    x1 = compose(rbind(toobject, I), outbox)
    return compose(mostcolor, x1)

# Patterns hidden by cells of a colour.

def operator_hidden_by_repeat(the_color, I, _):  # cost 4
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = x1(I)
    x3 = lbind(shift, x2)
    x4 = compose(lbind(combine, x2), compose(x3, lbind(multiply, RIGHT)))
    x5 = fork(equality, compose(size, x4), chain(size, toindices, x4))
    x6 = multiply(RIGHT, extract(interval(ONE, width(I), ONE), x5))
    x7 = fork(paint, identity, compose(rbind(shift, x6), x1))
    x8 = fork(paint, identity, compose(rbind(shift, invert(x6)), x1))
    x9 = power(compose(x7, x8), SIX)
    x10 = compose(lbind(combine, x2), compose(x3, lbind(multiply, DOWN)))
    x11 = fork(equality, compose(size, x10), chain(size, toindices, x10))
    x12 = multiply(DOWN, extract(interval(ONE, height(I), ONE), x11))
    x13 = fork(paint, identity, compose(rbind(shift, x12), x1))
    x14 = fork(paint, identity, compose(rbind(shift, invert(x12)), x1))
    x15 = power(compose(x13, x14), SIX)
    x16 = x9(I)
    x17 = x15(x16)
    return subgrid(ofcolor(I, the_color), x17)

def operator_hidden_by_mirror(the_color, I, _):  # cost 4
    x1 = fork(difference, asobject, compose(lbind(recolor, the_color), rbind(ofcolor, the_color)))
    x2 = order(interval(NEG_SIX, SEVEN, ONE), fork(multiply, identity, identity))
    x3 = x1(I)
    x4 = vmirror(x3)
    x5 = compose(lbind(combine, x3), compose(lbind(shift, x4), tojvec))
    x6 = argmax(sfilter(x2, fork(equality, compose(size, x5), chain(size, toindices, x5))), compose(invert, compose(size, x5)))
    x7 = paint(I, shift(x4, tojvec(x6)))
    x8 = x1(x7)
    x9 = hmirror(x8)
    x10 = compose(lbind(combine, x8), compose(lbind(shift, x9), toivec))
    x11 = argmax(sfilter(x2, fork(equality, compose(size, x10), chain(size, toindices, x10))), compose(invert, compose(size, x10)))
    x12 = paint(x7, shift(x9, toivec(x11)))
    x13 = x12
    return subgrid(ofcolor(I, the_color), x13)

# Objects on background 0, whatever the most common colour is.

def operator_pieces_on_black(the_grid, I, _):  # cost 3
    x1 = objects(the_grid, T, F, F)
    return difference(x1, colorfilter(x1, ZERO))

def operator_diagonal_pieces_on_black(the_grid, I, _):  # cost 3
    x1 = objects(the_grid, T, T, F)
    return difference(x1, colorfilter(x1, ZERO))

def operator_colors_apart_on_black(the_grid, I, _):  # cost 3
    x1 = partition(the_grid)
    return difference(x1, colorfilter(x1, ZERO))

def operator_things_on_black(the_grid, I, _):  # cost 3
    x1 = vconcat(the_grid, canvas(ZERO, shape(the_grid)))
    return objects(x1, F, F, T)

def operator_diagonal_things_on_black(the_grid, I, _):  # cost 3
    x1 = vconcat(the_grid, canvas(ZERO, shape(the_grid)))
    return objects(x1, F, T, T)

# Larger canvases and copies.

def operator_room_right(the_grid, I, _):  # cost 5
    return hconcat(the_grid, canvas(ZERO, shape(the_grid)))

def operator_room_below(the_grid, I, _):  # cost 5
    return vconcat(the_grid, canvas(ZERO, shape(the_grid)))

def operator_room_for_a_square(the_grid, I, _):  # cost 5
    x1 = maximum(insert(height(the_grid), initset(width(the_grid))))
    return paint(canvas(ZERO, astuple(x1, x1)), asobject(the_grid))

def operator_again_down_and_up(the_object, I, _):  # cost 5
    x1 = lbind(multiply, toivec(height(the_object)))
    return mapply(compose(lbind(shift, the_object), x1), combine(initset(ZERO), interval(NEG_NINE, TEN, ONE)))

def operator_again_left_and_right(the_object, I, _):  # cost 5
    x1 = lbind(multiply, tojvec(width(the_object)))
    return mapply(compose(lbind(shift, the_object), x1), combine(initset(ZERO), interval(NEG_NINE, TEN, ONE)))

def operator_mirrored_about(the_grid, I, the_color):  # cost 4
    x1 = ofcolor(the_grid, the_color)
    x2 = merge(fgpartition(the_grid))
    x3 = add(ulcorner(x1), lrcorner(x1))
    x4 = subtract(last(x3), add(leftmost(x2), rightmost(x2)))
    x5 = combine(x2, shift(vmirror(x2), tojvec(x4)))
    x6 = subtract(first(x3), add(uppermost(x5), lowermost(x5)))
    return paint(the_grid, combine(x5, shift(hmirror(x5), toivec(x6))))

def operator_plain_squares(the_number, I, the_color):  # cost 4
    x1 = asobject(canvas(the_color, astuple(the_number, the_number)))
    return mapply(lbind(shift, x1), occurrences(I, x1))

def operator_grid_in_cells(the_grid, I, other_grid):  # cost 5
    x1 = hconcat(other_grid, hconcat(other_grid, other_grid))
    x2 = ofcolor(vconcat(x1, vconcat(x1, x1)), ZERO)
    return fill(upscale(the_grid, THREE), ZERO, x2)

# The colour of the nearest object of another colour.

def operator_measure_color_nearest(the_demonstrations, I, _):  # cost 1, measure
    x1 = objects(I, T, F, F)
    x2 = difference(x1, colorfilter(x1, mostcolor(I)))
    x3 = chain(lbind(sfilter, x2), lbind(compose, flip), compose(lbind(matcher, color), color))
    return compose(color, fork(argmin, x3, lbind(lbind, manhattan)))

# Cells enclosed by an object.

def operator_measure_hole_cells(the_demonstrations, I, _):  # cost 1, measure
    x1 = colorfilter(objects(I, T, F, F), mostcolor(I))
    x2 = toindices(merge(sfilter(x1, compose(flip, rbind(bordering, I)))))
    return compose(size, compose(rbind(intersection, x2), backdrop))

def operator_measure_has_hole(the_demonstrations, I, _):  # cost 1, measure
    x1 = colorfilter(objects(I, T, F, F), mostcolor(I))
    x2 = toindices(merge(sfilter(x1, compose(flip, rbind(bordering, I)))))
    return chain(positive, size, compose(rbind(intersection, x2), backdrop))
