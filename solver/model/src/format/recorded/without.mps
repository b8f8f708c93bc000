* model: a.toml
* size: 1 variables (1 integer), 0 constraints
NAME tumble FREE
ROWS
 N obj
COLUMNS
 MARKER 'MARKER' 'INTORG'
 alone obj 0
 MARKER 'MARKER' 'INTEND'
RHS
BOUNDS
 LO BND alone -3
 UP BND alone 4
ENDATA
