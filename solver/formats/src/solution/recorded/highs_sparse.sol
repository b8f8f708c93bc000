Model status
Optimal

# Primal solution values
Feasible
Objective -996
# Columns -4
x 7 0
y_flow 3 1
fixed -2 2
one 1 3
