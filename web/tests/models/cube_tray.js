// Models of trays of cubes for `models.test.js`.
import { readTray, writeTray } from "../../page/tray_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeTray(readTray(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [
  ["oriented", "12 53 13", "12 5x 13", "start.1,2"],
  ["classic", "c _ c", "c _ _", "goal.2,1"],
  ["any_hole", 'hole = "any"', 'hole = "all"', "goal.hole"],
  ["any_hole", "c c c", "c _ c", "goal.1,2"],
  ["two_kinds", "edge _ edge", "edge _ egde", "cubes"],
  ["two_kinds", "rwwrr rrwrw", "rwwrr rrrrr", "start.1,0"],
  ["cubic_eight", "W B W", "W X W", "goal.1,2"],
  ["cubic_eight", 'north = "R"', 'north = "?"', "cube.faces.north"],
];

/** What each way to edit may change: of its name, and of the paths of keys. The first one counts. @type {[action: RegExp, keys: RegExp][]} */
export const EDITS = [
  [/^Cubes/, /^(cubes|cube|handedness|start|goal)\b/],
  [/^(Columns|Rows) /, /^(start|goal)\.(map|cubes)$/],
  [/^Dice/, /^handedness$/],
  [/^(Top|Bottom|North|South|East|West) /, /^cube\.faces\./],
  [/^Start/, /^start\.(map|cubes)$/],
  [/any cell may be the hole/, /^goal\.(map|hole)$/],
  [/^Goal/, /^goal\.map$/],
];

/** Keys that the editor writes in another way. */
export const REWRITTEN = /^$/;

/** Models with keys that no shipped model has. */
export const MORE = [
  `puzzle = "cube-tray"
cubes = "oriented"
handedness = "left"
[start]
map = """
12 53
__ 26
"""
[goal]
map = """
?? 53
1? ??
"""
[solve]
time-limit = "1m"
`,
  `puzzle = "cube-tray"
[cubes.one]
faces = { top = "a", north = "b", east = "b", south = "b", west = "b", bottom = "b" }
[cubes."other kind"]
faces = { top = "c", north = "c", east = "d", south = "d", west = "d", bottom = "d" }
[start]
map = """
abbbbb ccddd
_ abbbbb
"""
[goal]
map = """
b ?
_ c
"""
`,
];
