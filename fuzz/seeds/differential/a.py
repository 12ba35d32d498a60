def solve(S, I, C):
    x1 = ofcolor(I, ONE)
    x2 = fill(I, TWO, x1)
    return x2
