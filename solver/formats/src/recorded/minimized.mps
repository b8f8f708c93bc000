* in the free MPS format: glpsol reads it with --freemps, not with --mps; lp_solve with -fmps; others as it is
* model: a.toml
* size: 14 variables (5 integer), 8 constraints
* names:
*   x: a choice
NAME tumble FREE
ROWS
 N obj
 G both_low
 L both_high
 E v_equal
 G least
 L most
 L v_bounds
 L v_empty
 G many
COLUMNS
 MARKER 'MARKER' 'INTORG'
 x obj 1
 x both_low 1
 x both_high 1
 x most 1
 x many 1
 y obj -3
 y both_low -2
 y both_high -2
 y v_equal 1
 y least 1
 v_e1 v_equal 3
 v_e1 v_bounds -7
 MARKER 'MARKER' 'INTEND'
 z obj 10
 z least -1
 MARKER 'MARKER' 'INTORG'
 fixed most 12
 fixed v_bounds 1
 unused obj 0
 MARKER 'MARKER' 'INTEND'
 quite_a_long_name_0 many 1
 quite_a_long_name_1 many 1
 quite_a_long_name_2 many 1
 quite_a_long_name_3 many 1
 quite_a_long_name_4 many 1
 quite_a_long_name_5 many 1
 quite_a_long_name_6 many 1
 quite_a_long_name_7 many 1
RHS
 RHS both_low -9
 RHS both_high 4
 RHS v_equal 4
 RHS most 25
 RHS v_bounds 2
 RHS v_empty 2
 RHS many 1
BOUNDS
 LO BND x 0
 UP BND x 1
 LO BND y -5
 UP BND y 7
 LO BND v_e1 0
 UP BND v_e1 1
 LO BND z 0
 UP BND z 3
 FX BND fixed 2
 LO BND unused 0
 UP BND unused 1
 LO BND quite_a_long_name_0 0
 UP BND quite_a_long_name_0 1
 LO BND quite_a_long_name_1 0
 UP BND quite_a_long_name_1 1
 LO BND quite_a_long_name_2 0
 UP BND quite_a_long_name_2 1
 LO BND quite_a_long_name_3 0
 UP BND quite_a_long_name_3 1
 LO BND quite_a_long_name_4 0
 UP BND quite_a_long_name_4 1
 LO BND quite_a_long_name_5 0
 UP BND quite_a_long_name_5 1
 LO BND quite_a_long_name_6 0
 UP BND quite_a_long_name_6 1
 LO BND quite_a_long_name_7 0
 UP BND quite_a_long_name_7 1
ENDATA
