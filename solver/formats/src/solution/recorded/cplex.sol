<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="small.lp"
   solutionName="incumbent"
   solutionIndex="-1"
   objectiveValue="-996"
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
   maxX="7"
   maxSlack="20"/>
 <linearConstraints>
  <constraint name="range_low" index="0" slack="-20"/>
  <constraint name="range_high" index="1" slack="0"/>
  <constraint name="par" index="2" slack="-19"/>
 </linearConstraints>
 <variables>
  <variable name="x" index="0" value="7"/>
  <variable name="y_flow" index="1" value="3"/>
  <variable name="fixed" index="2" value="-2"/>
  <variable name="one" index="3" value="1"/>
  <variable name="b" index="4" value="1"/>
 </variables>
</CPLEXSolution>
