def solve_1(I):
    x1 = repeat(I, 100000)
    x2 = compress(x1)
    return x2

def solve_2(I):
    x1 = canvas(THREE, (1, 60000))
    x2 = canvas(ZERO, (1000, 1000))
    x3 = totuple(asindices(x2))
    x4 = product(x1, x3)
    return x4

def solve_3(I):
    x1 = canvas(ZERO, (60000, 1))
    x2 = hsplit(x1, 200000)
    return x2
