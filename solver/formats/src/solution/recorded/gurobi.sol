# Solution for model obj
# Objective value = -996
x 7
y_flow 3
fixed -2
one 1
b 1
