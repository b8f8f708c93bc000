Model status
Optimal

# Primal solution values
Feasible
Objective 11
# Columns 21
s_c0_o0 1
a_c0_o0_N 0
a_c0_o0_E 1
a_c1_o1_N 0
a_c1_o13_N 1
a_c2_o2_E 0
a_c2_o16_E 0
a_c3_o12_S 0
a_c3_o12_W 0
a_c3_o18_S 0
a_c3_o18_W 1
z_c1_o1 0
z_c1_o13 0
z_c2_o2 1
z_c2_o16 0
f_c0_c1 3
f_c0_c2 0
f_c1_c3 2
f_c2_c3 0
f_c3_c1 0
f_c3_c2 1
# Rows 29
one_start 1
one_stop 1
visit_c0 1
visit_c1 1
visit_c2 1
visit_c3 1
pass_c0_o0 0
pass_c1_o1 0
pass_c1_o13 0
pass_c2_o2 0
pass_c2_o16 0
pass_c3_o12 0
pass_c3_o18 0
least_c0_c1 2
most_c0_c1 0
least_c0_c2 0
most_c0_c2 0
least_c1_c3 1
most_c1_c3 -1
least_c2_c3 0
most_c2_c3 0
least_c3_c1 0
most_c3_c1 0
least_c3_c2 0
most_c3_c2 -2
take_c0 1
take_c1 1
take_c2 1
take_c3 1

# Dual solution values
None

# Basis
HiGHS_basis_file v2
None
