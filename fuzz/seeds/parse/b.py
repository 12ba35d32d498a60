def solve(I):
    return fill(I, (0, -1), frozenset())  # é
