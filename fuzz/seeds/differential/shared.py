def solve_1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = subgrid(x2, I)
    x4 = power(vmirror, 3)
    x5 = x4(x3)
    return x5

def solve_2(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = first(difference(palette(I), palette(I)))
    x4 = crop(I, (0, 0), (0, 0))
    x5 = subgrid(x2, I)
    return x5

def solve_3(I):
    x1 = interval(0, 300, 1)
    x2 = lbind(multiply, 3)
    x3 = compose(x2, increment)
    x4 = apply(x3, x1)
    x5 = prapply(add, x4, x1)
    x6 = size(x5)
    x7 = greater(x6, 100)
    x8 = branch(x7, I, x3)
    return x8

def solve_4(I):
    x1 = canvas(ZERO, (1000, 1000))
    x2 = asindices(x1)
    x3 = toobject(x2, x1)
    x4 = paint(I, x3)
    return x4

def solve_5(I):
    x1 = hmirror(I)
    x2 = hmirror(x1)
    x3 = mapply(lbind(shoot, (0, 0)), asindices(x2))
    x4 = fill(x2, 8, x3)
    return x4
