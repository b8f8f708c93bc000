// Models of labeled boards for `models.test.js`.
import { readRolling, writeRolling } from "../../page/rolling_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeRolling(model.puzzle, readRolling(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [
  ["source", "cell = [0, 2]", "cell = [0, 7]", "start.cell"],
];
