// Models of die tours for `models.test.js`.
import { readRolling, writeRolling } from "../../page/rolling_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeRolling(model.puzzle, readRolling(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [
  ["blocked", "cell = [0, 0]", "cell = [9, 0]", "start.cell"],
  ["blocked", "top = 3", "top = 8", "start.die.top"],
  ["3x3_max", "columns = 3", 'columns = "3x"', "board.columns"],
];
