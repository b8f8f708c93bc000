Optimal - objective value -996.00000000
      0 x                        7                       3
      1 y_flow                   3                       1
      2 fixed                   -2                      10
      3 one                      1                   -1000
      4 b                        0                      -0
