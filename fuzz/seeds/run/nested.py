def solve_1(I):
    x1 = canvas(ZERO, (1000, 1000))
    x2 = lbind(colorcount, x1)
    x3 = interval(0, 60000, 1)
    x4 = apply(x2, x3)
    return x4

def solve_2(I):
    x1 = repeat(ZERO, 500)
    x2 = lbind(other, x1)
    x3 = interval(0, 60000, 1)
    x4 = apply(x2, x3)
    return x4

def solve_3(I):
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
