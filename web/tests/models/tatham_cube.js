// Models of Simon Tatham's Cube for `models.test.js`.
import { readTatham, writeTatham } from "../../page/tatham_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeTatham(readTatham(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [];

/** What each way to edit may change: of its name, and of the paths of keys. The first one counts. @type {[action: RegExp, keys: RegExp][]} */
export const EDITS = [[/./, /^id$/]];

/** Keys that the editor writes in another way. */
export const REWRITTEN = /^(id|board|start)\b/;

/** Models with keys that no shipped model has. */
export const MORE = [`puzzle = "tatham-cube"\nid = "c4x4:C461,3"\n[solve]\ntime-limit = "9s"\n`];
