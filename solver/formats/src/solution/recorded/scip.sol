solution status: optimal solution found
objective value:                                 -996
b                                                   1 	(obj:0)
fixed                                              -2 	(obj:10)
x                                                   7 	(obj:3)
one                                                 1 	(obj:-1000)
y_flow                                              3 	(obj:1)
