// Models of die paths for `models.test.js`.
import { readRolling, writeRolling } from "../../page/rolling_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeRolling(model.puzzle, readRolling(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [["never", "never = [2, 6]", "never = [2, 7]", "path.never"]];
