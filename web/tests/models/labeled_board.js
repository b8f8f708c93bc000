// Models of labeled boards for `models.test.js`.
import { readRolling, writeRolling } from "../../page/rolling_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeRolling(model.puzzle, readRolling(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [
  ["source", "cell = [0, 2]", "cell = [0, 7]", "start.cell"],
];

/** What each way to edit may change: of its name, and of the paths of keys. The first one counts. @type {[action: RegExp, keys: RegExp][]} */
export const EDITS = [
  [/^(Columns|Rows) /, /^board\.(columns|rows|map|labels|order|weights)$/],
  [/^(Board|Paint)/, /^board\.(columns|rows|map|labels|order)$|^(dice\.\d\.)?(start|goal)(\.cell)?$/],
  [/^Start/, /^(dice\.\d\.)?start\b/],
  [/^Goal/, /^(dice\.\d\.)?goal\b/],
  [/^Wanted/, /^objective$/],
  [/^closed/, /^tour\.(closed|restore-orientation)$|^goal\b/],
  [/^and the die/, /^tour\.restore-orientation$/],
];

/** Keys that the editor writes in another way. */
export const REWRITTEN = /^board\.(columns|rows|blocked|map)$/;

/** Models with keys that no shipped model has. */
export const MORE = [
  `puzzle = "labeled-board"
[board]
map = """
2 4 . 1 3
5 6 5 . .
. . 3 1 .
"""
order = [[1, 2], [0, 1], [4, 2]]
[start]
cell = [0, 2]
die = { top = 2, north = 6, west = 4 }
[tour]
closed = true
restore-orientation = true
[solve]
backend = "highs"
encoding = "time-expanded"
`,
];
