<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="2x2.lp"
   solutionName="incumbent"
   solutionIndex="-1"
   objectiveValue="11"
   solutionTypeValue="3"
   solutionTypeString="primal"
   solutionStatusValue="101"
   solutionStatusString="integer optimal solution"
   solutionMethodString="mip"
   primalFeasible="1"
   dualFeasible="1"
   MIPNodes="0"
   MIPIterations="0"
   writeLevel="1"/>
 <quality
   epInt="1.0000000000000001e-05"
   epRHS="9.9999999999999995e-07"
   maxIntInfeas="0"
   maxPrimalInfeas="0"
   maxX="3"
   maxSlack="2"/>
 <linearConstraints>
  <constraint name="one_start" index="0" slack="0"/>
  <constraint name="one_stop" index="1" slack="0"/>
  <constraint name="visit_c0" index="2" slack="0"/>
  <constraint name="visit_c1" index="3" slack="0"/>
  <constraint name="visit_c2" index="4" slack="0"/>
  <constraint name="visit_c3" index="5" slack="0"/>
  <constraint name="pass_c0_o0" index="6" slack="0"/>
  <constraint name="pass_c1_o1" index="7" slack="0"/>
  <constraint name="pass_c1_o13" index="8" slack="0"/>
  <constraint name="pass_c2_o2" index="9" slack="0"/>
  <constraint name="pass_c2_o16" index="10" slack="0"/>
  <constraint name="pass_c3_o12" index="11" slack="0"/>
  <constraint name="pass_c3_o18" index="12" slack="0"/>
  <constraint name="least_c0_c1" index="13" slack="-2"/>
  <constraint name="most_c0_c1" index="14" slack="0"/>
  <constraint name="least_c0_c2" index="15" slack="0"/>
  <constraint name="most_c0_c2" index="16" slack="0"/>
  <constraint name="least_c1_c3" index="17" slack="-1"/>
  <constraint name="most_c1_c3" index="18" slack="1"/>
  <constraint name="least_c2_c3" index="19" slack="0"/>
  <constraint name="most_c2_c3" index="20" slack="0"/>
  <constraint name="least_c3_c1" index="21" slack="0"/>
  <constraint name="most_c3_c1" index="22" slack="0"/>
  <constraint name="least_c3_c2" index="23" slack="0"/>
  <constraint name="most_c3_c2" index="24" slack="2"/>
  <constraint name="take_c0" index="25" slack="0"/>
  <constraint name="take_c1" index="26" slack="0"/>
  <constraint name="take_c2" index="27" slack="0"/>
  <constraint name="take_c3" index="28" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="s_c0_o0" index="0" value="1"/>
  <variable name="a_c0_o0_N" index="1" value="-0"/>
  <variable name="a_c0_o0_E" index="2" value="1"/>
  <variable name="a_c1_o1_N" index="3" value="-0"/>
  <variable name="a_c1_o13_N" index="4" value="1"/>
  <variable name="a_c2_o2_E" index="5" value="-0"/>
  <variable name="a_c2_o16_E" index="6" value="-0"/>
  <variable name="a_c3_o12_S" index="7" value="-0"/>
  <variable name="a_c3_o12_W" index="8" value="-0"/>
  <variable name="a_c3_o18_S" index="9" value="-0"/>
  <variable name="a_c3_o18_W" index="10" value="1"/>
  <variable name="z_c1_o1" index="11" value="-0"/>
  <variable name="z_c1_o13" index="12" value="-0"/>
  <variable name="z_c2_o2" index="13" value="1"/>
  <variable name="z_c2_o16" index="14" value="-0"/>
  <variable name="f_c0_c1" index="15" value="3"/>
  <variable name="f_c0_c2" index="16" value="0"/>
  <variable name="f_c1_c3" index="17" value="2"/>
  <variable name="f_c2_c3" index="18" value="0"/>
  <variable name="f_c3_c1" index="19" value="0"/>
  <variable name="f_c3_c2" index="20" value="1"/>
 </variables>
</CPLEXSolution>
