* in the free MPS format: glpsol reads it with --freemps, not with --mps; lp_solve with -fmps; others as it is
* model: a.toml
* size: 0 variables (0 integer), 0 constraints
* objective: negated, because MPS files are minimised
NAME tumble FREE
ROWS
 N obj
COLUMNS
 one obj -5
RHS
BOUNDS
 FX BND one 1
ENDATA
