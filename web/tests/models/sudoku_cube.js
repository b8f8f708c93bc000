// Models of the Sudoku Cube for `models.test.js`.
import { readSudoku, writeSudoku } from "../../page/sudoku_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeSudoku(readSudoku(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [
  ["seed_net", "6v 5< 2^", "6v 5< 6^", "net.D1"],
  ["seed_net", "6v 5< 2^", "6v 5? 2^", "net.U1"],
];

/** What each way to edit may change: of its name, and of the paths of keys. The first one counts. @type {[action: RegExp, keys: RegExp][]} */
export const EDITS = [
  [/^(Net|Digits and directions|Clear)/, /^net$/],
  [/^Digits that/, /^symmetric$/],
];

/** Keys that the editor writes in another way. */
export const REWRITTEN = /^(net|centers|center-directions|corners|edges)\b/;

/** Models with keys that no shipped model has. */
export const MORE = [];
