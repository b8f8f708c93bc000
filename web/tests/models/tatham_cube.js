// Models of Simon Tatham's Cube for `models.test.js`.
import { readTatham, writeTatham } from "../../page/tatham_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeTatham(readTatham(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [];
