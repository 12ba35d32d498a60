# Programs that ask for as much work or memory as they can get. src/batt/monsters.rs runs each on every
# path: all paths must end it in the same way, within the memory that the limits promise.

def solve_product_of_rows(I):
    x1 = repeat(I, 100000)
    x2 = interval(0, 1000, 1)
    x3 = lbind(product, x2)
    x4 = apply(x3, x1)
    return x4

def solve_product_of_many_numbers(I):
    x1 = canvas(THREE, (1, 60000))
    x2 = canvas(ZERO, (1000, 1000))
    x3 = totuple(asindices(x2))
    x4 = product(x1, x3)
    return x4

def solve_compress_of_same_grids(I):
    x1 = repeat(I, 100000)
    x2 = compress(x1)
    return x2

def solve_hsplit_of_column(I):
    x1 = canvas(ZERO, (60000, 1))
    x2 = hsplit(x1, 200000)
    return x2

def solve_colorcount_of_large_grid(I):
    x1 = canvas(ZERO, (1000, 1000))
    x2 = lbind(colorcount, x1)
    x3 = interval(0, 60000, 1)
    x4 = apply(x2, x3)
    return x4

def solve_other_in_row(I):
    x1 = repeat(ZERO, 500)
    x2 = lbind(other, x1)
    x3 = interval(0, 60000, 1)
    x4 = apply(x2, x3)
    return x4

def solve_failure_inside_nested_applications(I):
    x1 = interval(0, 40, 1)
    x2 = lbind(branch, T)
    x3 = lbind(x2, x1)
    x4 = rbind(divide, ZERO)
    x5 = compose(lbind(apply, x4), x3)
    x6 = compose(lbind(apply, x5), x3)
    x7 = compose(lbind(apply, x6), x3)
    x8 = compose(lbind(apply, x7), x3)
    x9 = apply(x8, x1)
    return x9

def solve_late_failure_inside_nested_applications(I):
    x1 = interval(40, -1, -1)
    x2 = lbind(branch, T)
    x3 = lbind(x2, x1)
    x4 = lbind(divide, 100)
    x5 = compose(lbind(apply, x4), x3)
    x6 = compose(lbind(apply, x5), x3)
    x7 = compose(lbind(apply, x6), x3)
    x8 = compose(lbind(apply, x7), x3)
    x9 = apply(x8, x1)
    return x9

def solve_first_of_row(I):
    x1 = repeat(ZERO, 250)
    x2 = lbind(branch, T)
    x3 = lbind(x2, x1)
    x4 = compose(rbind(get_nth, ONE), x3)
    x5 = interval(0, 1000000, 1)
    x6 = apply(x4, x5)
    return x6

def solve_extract_from_row(I):
    x1 = repeat(ONE, 250)
    x2 = rbind(extract, identity)
    x3 = lbind(lbind(branch, T), x1)
    x4 = compose(x2, x3)
    x5 = interval(0, 1000000, 1)
    x6 = apply(x4, x5)
    return x6

def solve_equality_of_middling_values(I):
    x1 = astuple(I, asindices(I))
    x2 = astuple(x1, x1)
    x3 = astuple(x2, x2)
    x4 = astuple(x3, x3)
    x5 = astuple(x4, x4)
    y1 = astuple(I, asindices(I))
    y2 = astuple(y1, y1)
    y3 = astuple(y2, y2)
    y4 = astuple(y3, y3)
    y5 = astuple(y4, y4)
    x6 = repeat(x5, 20000)
    x7 = rbind(equality, y5)
    x8 = power(compose(lbind(apply, x7), lbind(lbind(branch, T), x6)), 1000)
    x9 = x8(I)
    return x9

def solve_dedupe_of_tuples(I):
    x1 = interval(0, 500, 1)
    x2 = totuple(product(x1, astuple(I, I)))
    x3 = compose(dedupe, lbind(lbind(branch, T), x2))
    x4 = power(x3, 100000)
    x5 = x4(I)
    return x5

def solve_dedupe_of_numbers(I):
    x1 = interval(0, 1000000, 1)
    x2 = dedupe(x1)
    x3 = dedupe(combine(x2, x1))
    return x3

def solve_difference_of_long_tuples(I):
    x1 = interval(0, 1000000, 1)
    x2 = interval(-500000, 500000, 1)
    x3 = difference(x1, x2)
    x4 = difference(x2, x1)
    x5 = combine(x3, x4)
    return x5

def solve_set_of_sets(I):
    x1 = interval(0, 1000, 1)
    x2 = asindices(canvas(ZERO, (100, 100)))
    x3 = apply(neighbors, x2)
    x4 = apply(initset, x3)
    x5 = apply(initset, x4)
    x6 = merge(apply(initset, x5))
    x7 = merge(merge(x6))
    x8 = merge(x7)
    return x8

def solve_sorting_of_heavy_keys(I):
    x1 = totuple(asindices(canvas(ZERO, (30, 30))))
    x2 = lbind(lbind(branch, T), x1)
    x3 = fork(astuple, x2, identity)
    x4 = interval(1000, 0, -1)
    x5 = order(x4, x3)
    x6 = order(x5, compose(invert, identity))
    x7 = argmax(x4, x3)
    return x7

def solve_sorting_again_and_again(I):
    x1 = interval(100000, 0, -1)
    x2 = power(rbind(order, invert), 1000)
    x3 = x2(x1)
    return x3

def solve_mostcommon_of_heavy_values(I):
    x1 = totuple(product(interval(0, 300, 1), astuple(I, I)))
    x2 = repeat(x1, 1000)
    x3 = apply(rbind(combine, I), x2)
    x4 = mostcommon(x3)
    return x4

def solve_mostcommon_again_and_again(I):
    x1 = interval(0, 200000, 1)
    x2 = compose(mostcommon, lbind(lbind(branch, T), x1))
    x3 = power(x2, 1000)
    x4 = x3(ONE)
    return x4

def solve_merge_of_rows(I):
    x1 = repeat(repeat(ONE, 1000), 1000)
    x2 = merge(x1)
    x3 = repeat(x2, 1)
    x4 = power(compose(rbind(repeat, ONE), merge), 100000)
    x5 = x4(x3)
    return x5

def solve_merge_of_intervals(I):
    x1 = interval(0, 1000, 1)
    x2 = mapply(lbind(interval, ZERO), x1)
    return x2

def solve_merge_of_empty_tuples(I):
    x1 = repeat(dedupe(repeat(ONE, ZERO)), 1000000)
    x2 = compose(merge, lbind(lbind(branch, T), x1))
    x3 = apply(x2, interval(0, 1000, 1))
    return x3

def solve_palette_of_large_grid(I):
    x1 = canvas(ZERO, (1000, 1000))
    x2 = compose(palette, lbind(lbind(branch, T), x1))
    x3 = interval(0, 1000000, 1)
    x4 = apply(x2, x3)
    return x4

def solve_measures_of_large_grid(I):
    x1 = canvas(ZERO, (45, 45))
    x2 = lbind(lbind(branch, T), x1)
    x3 = compose(fork(add, mostcolor, leastcolor), x2)
    x4 = interval(0, 1000000, 1)
    x5 = apply(x3, x4)
    return x5

def solve_objects_of_checkerboard(I):
    x1 = hupscale(vconcat(I, hmirror(I)), THREE)
    x2 = upscale(x1, 20)
    x3 = power(compose(first, rbind(repeat, TWO)), TWO)
    x4 = objects(x2, T, F, F)
    x5 = partition(x2)
    x6 = combine(x4, x5)
    return x6

def solve_objects_again_and_again(I):
    x1 = upscale(I, 10)
    x2 = lbind(lbind(branch, T), x1)
    x3 = compose(rbind(rbind(rbind(objects, F), T), T), x2)
    x4 = compose(size, x3)
    x5 = apply(x4, interval(0, 100000, 1))
    return x5

def solve_partition_again_and_again(I):
    x1 = upscale(I, 10)
    x2 = lbind(lbind(branch, T), x1)
    x3 = compose(size, compose(partition, x2))
    x4 = apply(x3, interval(0, 1000000, 1))
    return x4

def solve_occurrences_of_blank_object(I):
    x1 = canvas(ZERO, (300, 300))
    x2 = asobject(canvas(ZERO, (60, 60)))
    x3 = occurrences(x1, x2)
    return x3

def solve_occurrences_again_and_again(I):
    x1 = canvas(ZERO, (30, 30))
    x2 = asobject(canvas(ZERO, (8, 8)))
    x3 = lbind(occurrences, x1)
    x4 = compose(x3, lbind(lbind(branch, T), x2))
    x5 = apply(x4, interval(0, 100000, 1))
    return x5

def solve_splits_again_and_again(I):
    x1 = canvas(ZERO, (30, 30))
    x2 = rbind(hsplit, 30)
    x3 = compose(x2, lbind(lbind(branch, T), x1))
    x4 = apply(compose(size, x3), interval(0, 1000000, 1))
    return x4

def solve_splits_into_nothing(I):
    x1 = canvas(ZERO, (1, 1))
    x2 = lbind(hsplit, x1)
    x3 = apply(x2, interval(100000, 101000, 1))
    x4 = combine(x3, vsplit(x1, 1000000))
    return x4

def solve_upscaling_again_and_again(I):
    x1 = lbind(upscale, I)
    x2 = compose(size, x1)
    x3 = apply(x2, repeat(250, 1000))
    return x3

def solve_upscaled_objects(I):
    x1 = asobject(I)
    x2 = rbind(upscale, 200)
    x3 = apply(x2, repeat(x1, 100))
    return x3

def solve_canvases(I):
    x1 = lbind(canvas, ZERO)
    x2 = apply(x1, repeat((1000, 1000), 1000))
    return x2

def solve_cellwise_of_large_grids(I):
    x1 = canvas(ZERO, (1000, 1000))
    x2 = rbind(rbind(cellwise, ONE), x1)
    x3 = power(x2, 1000)
    x4 = x3(x1)
    return x4

def solve_mirrored_large_grid(I):
    x1 = power(compose(dmirror, rot90), 1000000)
    x2 = x1(canvas(ZERO, (1000, 1000)))
    return x2

def solve_powers_of_two(I):
    x1 = fork(combine, identity, identity)
    x2 = power(x1, 100)
    x3 = x2(repeat(I, TWO))
    return x3

def solve_trees(I):
    x1 = fork(astuple, identity, identity)
    x2 = power(x1, 17)
    x3 = compose(first, x2)
    x4 = apply(x3, interval(0, 100000, 1))
    return x4

def solve_equal_trees(I):
    x1 = fork(astuple, identity, identity)
    x2 = power(x1, 7)
    x3 = fork(equality, x2, x2)
    x4 = apply(x3, interval(0, 1000000, 1))
    return x4

def solve_powers_of_powers(I):
    x1 = power(increment, 1000)
    x2 = power(x1, 1000)
    x3 = power(x2, 1000)
    x4 = x3(ZERO)
    return x4

def solve_connect_all(I):
    x1 = asindices(canvas(ZERO, (60, 60)))
    x2 = prapply(connect, x1, x1)
    return x2

def solve_connect_far(I):
    x1 = repeat(500000, 100)
    x2 = lbind(connect, ORIGIN)
    x3 = apply(x2, apply(toivec, x1))
    return x3

def solve_sums_of_all(I):
    x1 = asindices(canvas(ZERO, (100, 100)))
    x2 = prapply(add, x1, x1)
    x3 = prapply(add, x2, x1)
    return x3

def solve_sums_of_far_sets(I):
    x1 = shift(upscale(asobject(I), 10), (1000, 1000))
    x2 = toindices(x1)
    x3 = merge(apply(lbind(shift, x2), x2))
    x4 = merge(apply(lbind(shift, x3), x3))
    return x4

def solve_shoots(I):
    x1 = asindices(canvas(ZERO, (64, 64)))
    x2 = rbind(shoot, UNITY)
    x3 = mapply(x2, x1)
    x4 = apply(x2, x3)
    return x4

def solve_boxes_of_wide_sets(I):
    x1 = insert((0, 0), initset((900, 900)))
    x2 = lbind(lbind(branch, T), x1)
    x3 = compose(size, compose(backdrop, x2))
    x4 = apply(x3, interval(0, 10000, 1))
    return x4

def solve_delta_of_far_cells(I):
    x1 = insert((0, 0), initset((1000, 1000)))
    x2 = power(compose(delta, delta), 1000)
    x3 = x2(x1)
    return x3

def solve_position_of_wide_sets(I):
    x1 = asindices(canvas(ZERO, (500, 500)))
    x2 = fork(position, identity, identity)
    x3 = power(compose(x2, lbind(lbind(branch, T), x1)), 100000)
    x4 = x3(x1)
    return x4

def solve_manhattan_of_wide_sets(I):
    x1 = asindices(canvas(ZERO, (100, 100)))
    x2 = shift(x1, (300, 300))
    x3 = manhattan(x1, x2)
    x4 = gravitate(x1, x2)
    x5 = astuple(x3, x4)
    return x5

def solve_periods_of_wide_objects(I):
    x1 = asobject(canvas(ZERO, (300, 300)))
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = add(x2, x3)
    return x4

def solve_frontiers_of_blank_grid(I):
    x1 = canvas(ZERO, (700, 700))
    x2 = frontiers(x1)
    return x2

def solve_painting_again_and_again(I):
    x1 = canvas(ZERO, (1000, 1000))
    x2 = asobject(canvas(ONE, (300, 300)))
    x3 = power(rbind(paint, x2), 1000)
    x4 = x3(x1)
    return x4

def solve_filling_with_wide_sets(I):
    x1 = asindices(canvas(ZERO, (1000, 1000)))
    x2 = rbind(lbind(fill, I), x1)
    x3 = apply(x2, interval(0, 100000, 1))
    return x3

def solve_contained_in_long_tuple(I):
    x1 = interval(1000, 100000, 1)
    x2 = rbind(contained, x1)
    x3 = sfilter(interval(0, 1000, 1), x2)
    return x3

def solve_contained_in_middling_set(I):
    x1 = totuple(asindices(canvas(ZERO, (15, 16))))
    x2 = rbind(contained, x1)
    x3 = apply(x2, interval(0, 1000000, 1))
    return x3

def solve_removed_from_middling_tuple(I):
    x1 = totuple(asindices(canvas(ZERO, (15, 16))))
    x2 = rbind(remove, x1)
    x3 = apply(compose(size, x2), interval(0, 1000000, 1))
    return x3

def solve_filter_of_large_product(I):
    x1 = asindices(canvas(ZERO, (30, 30)))
    x2 = product(x1, x1)
    x3 = sfilter(x2, fork(equality, first, last))
    x4 = apply(fork(add, first, last), x2)
    return x4

def solve_product_of_products(I):
    x1 = product(asindices(I), asindices(I))
    x2 = product(x1, x1)
    x3 = merge(apply(totuple, x2))
    x4 = sfilter(x3, identity)
    return x4

def solve_closures_in_tuples(I):
    x1 = interval(0, 1000000, 1)
    x2 = apply(lbind(lbind, add), x1)
    x3 = rapply(x2, ONE)
    x4 = dedupe(x2)
    return x4

def solve_wide_rows(I):
    x1 = repeat(ONE, 1000000)
    x2 = compose(totuple, lbind(lbind(branch, T), x1))
    x3 = compose(maximum, x2)
    x4 = apply(x3, interval(0, 100000, 1))
    return x4

def solve_pairs_of_rows(I):
    x1 = repeat(ONE, 60000)
    x2 = power(compose(merge, fork(pair, identity, identity)), 100)
    x3 = x2(x1)
    return x3

def solve_sizefilter_again_and_again(I):
    x1 = repeat(I, 100000)
    x2 = compose(rbind(sizefilter, ONE), lbind(lbind(branch, T), x1))
    x3 = apply(x2, interval(0, 100000, 1))
    return x3

def solve_filters_of_middling_rows(I):
    x1 = repeat(ONE, 250)
    x2 = lbind(sfilter, x1)
    x3 = apply(compose(x2, lbind(lbind(branch, T), even)), interval(0, 100000, 1))
    return x3

def solve_long_filter_that_fails_late(I):
    x1 = interval(0, 1000000, 1)
    x2 = lbind(subtract, 999990)
    x3 = compose(lbind(divide, 5), x2)
    x4 = apply(x3, x1)
    return x4

def solve_long_column_that_fails_inside(I):
    x1 = interval(1000, -1, -1)
    x2 = lbind(divide, 5)
    x3 = lbind(apply, x2)
    x4 = compose(x3, lbind(lbind(branch, T), x1))
    x5 = rbind(sfilter, x4)
    x6 = lbind(mapply, x5)
    x7 = apply(compose(x6, rbind(repeat, THREE)), repeat(x1, 1000))
    return x7

def solve_kernels_that_give_up(I):
    x1 = interval(0, 12, 1)
    x2 = lbind(rbind(interval, ONE), ZERO)
    x3 = compose(rbind(apply, x1), lbind(lbind, astuple))
    x4 = compose(lbind(apply, x3), x2)
    x5 = compose(lbind(apply, x4), x2)
    x6 = compose(lbind(apply, x5), x2)
    x7 = compose(lbind(apply, x6), x2)
    x8 = apply(x7, interval(0, 40, 1))
    return x8

def solve_manhattan_of_middling_sets(I):
    x1 = asindices(canvas(ZERO, (2, 125)))
    x2 = shift(x1, (1000, 1000))
    x3 = compose(lbind(manhattan, x1), lbind(lbind(branch, T), x2))
    x4 = apply(x3, interval(0, 1000000, 1))
    return x4

def solve_gravitate_of_middling_sets(I):
    x1 = asindices(canvas(ZERO, (2, 125)))
    x2 = shift(x1, (0, 1000))
    x3 = compose(lbind(gravitate, x1), lbind(lbind(branch, T), x2))
    x4 = apply(x3, interval(0, 1000000, 1))
    return x4

def solve_matching_of_middling_sets(I):
    x1 = asindices(canvas(ZERO, (2, 125)))
    x2 = shift(x1, (1000, 1000))
    x3 = compose(lbind(vmatching, x1), lbind(lbind(branch, T), x2))
    x4 = apply(x3, interval(0, 1000000, 1))
    return x4

def solve_periods_of_middling_objects(I):
    x1 = asobject(canvas(ZERO, (3, 80)))
    x2 = compose(hperiod, lbind(lbind(branch, T), x1))
    x3 = apply(x2, interval(0, 1000000, 1))
    return x3

def solve_periods_of_bitsets(I):
    x1 = asobject(upscale(I, 10))
    x2 = compose(fork(add, hperiod, vperiod), lbind(lbind(branch, T), x1))
    x3 = apply(x2, interval(0, 1000000, 1))
    return x3

def solve_sets_of_intervals(I):
    x1 = lbind(rbind(interval, ONE), ZERO)
    x2 = compose(initset, x1)
    x3 = mapply(x2, initset(3000))
    x4 = apply(compose(initset, x1), product(interval(0, 10, 1), interval(0, 10, 1)))
    x5 = mapply(x2, dedupe(interval(0, 4000, 1)))
    x6 = combine(x3, combine(x4, x5))
    return x6

def solve_functions_on_everything(I):
    x1 = repeat(increment, 1000)
    x2 = lbind(rapply, x1)
    x3 = apply(x2, interval(0, 10000, 1))
    return x3

def solve_pairs_with_pairs(I):
    x1 = interval(0, 1000, 1)
    x2 = prapply(astuple, x1, x1)
    x3 = prapply(astuple, x2, x2)
    return x3

def solve_ordering_of_middling_sets(I):
    x1 = totuple(asindices(canvas(ZERO, (15, 16))))
    x2 = compose(rbind(order, first), lbind(lbind(branch, T), x1))
    x3 = apply(compose(size, x2), interval(0, 1000000, 1))
    return x3

def solve_extremes_of_middling_sets(I):
    x1 = apply(lbind(astuple, I), interval(0, 80, 1))
    x2 = compose(maximum, lbind(lbind(branch, T), x1))
    x3 = apply(compose(size, x2), interval(0, 1000000, 1))
    return x3

def solve_colors_of_middling_objects(I):
    x1 = totuple(asobject(upscale(I, 3)))
    x2 = compose(fork(add, mostcolor, leastcolor), lbind(lbind(branch, T), x1))
    x3 = apply(x2, interval(0, 1000000, 1))
    return x3

def solve_inboxes_of_far_cells(I):
    x1 = insert((0, 0), initset((500, 500)))
    x2 = compose(size, compose(box, lbind(lbind(branch, T), x1)))
    x3 = apply(x2, interval(0, 1000000, 1))
    return x3

def solve_turned_ragged_rows(I):
    x1 = totuple(product(interval(0, 300, 1), interval(0, 3, 1)))
    x2 = apply(lbind(repeat, FIVE), interval(1, 1000, 1))
    x3 = combine(x2, x2)
    x4 = power(compose(dmirror, dmirror), 100000)
    x5 = x4(x3)
    x6 = combine(x5, x1)
    return x6

def solve_crops_of_large_grid(I):
    x1 = canvas(ZERO, (1000, 1000))
    x2 = rbind(lbind(crop, x1), (500, 500))
    x3 = apply(x2, asindices(canvas(ZERO, (30, 30))))
    return x3

def solve_concatenated_grids(I):
    x1 = power(fork(hconcat, identity, identity), 13)
    x2 = x1(I)
    x3 = power(compose(vmirror, fork(vconcat, identity, identity)), 100)
    x4 = x3(x2)
    return x4
