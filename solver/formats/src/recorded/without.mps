* in the free MPS format: glpsol reads it with --freemps, not with --mps; lp_solve with -fmps; others as it is
* model: a.toml
* size: 2 variables (2 integer), 0 constraints
NAME tumble FREE
ROWS
 N obj
COLUMNS
 MARKER 'MARKER' 'INTORG'
 alone obj 0
 other obj 0
 MARKER 'MARKER' 'INTEND'
RHS
BOUNDS
 LO BND alone -3
 UP BND alone 4
 LO BND other 0
 UP BND other 1
ENDATA
