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
