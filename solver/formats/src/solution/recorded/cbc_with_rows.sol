Optimal - objective value -996.00000000
      0 range_low               11                      -0
      1 range_high              11                      -0
      2 par                     14                      -0
      0 x                        7                       3
      1 y_flow                   3                       1
      2 fixed                   -2                      10
      3 one                      1                   -1000
      4 b                        0                      -0
