solution status: optimal solution found
objective value:                                   11
s_c0_o0                                             1 	(obj:1)
z_c1_o1                                             1 	(obj:0)
a_c0_o0_N                                           1 	(obj:5)
a_c2_o16_E                                          1 	(obj:4)
a_c3_o12_S                                          1 	(obj:1)
f_c0_c2                                             3 	(obj:0)
f_c2_c3                                             2 	(obj:0)
f_c3_c1                                             1 	(obj:0)
