Model status
Optimal

# Primal solution values
Feasible
Objective -996
# Columns 5
x 7
y_flow 3
fixed -2
one 1
b 0
# Rows 3
range_low 11
range_high 11
par 14

# Dual solution values
None

# Basis
HiGHS_basis_file v2
None
