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

/** What each way to edit may change: of its name, and of the paths of keys. The first one counts. @type {[action: RegExp, keys: RegExp][]} */
export const EDITS = [
  [/^(Columns|Rows) /, /^board\.(columns|rows|map|labels|order|weights)$/],
  [/^(Board|Paint)/, /^board\.(columns|rows|map|labels|order)$|^(dice\.\d\.)?(start|goal)(\.cell)?$/],
  [/^Start/, /^(dice\.\d\.)?start\b/],
  [/^Goal/, /^(dice\.\d\.)?goal\b/],
  [/^Wanted/, /^objective$/],
  [/^Only this sum/, /^tour\.total$/],
  [/^Never/, /^tour\.never$/],
  [/^On top at the ends/, /^tour\.never-between$/],
  [/^closed/, /^tour\.(closed|restore-orientation)$|^goal\b/],
  [/^and the die/, /^tour\.restore-orientation$/],
];

/** Keys that the editor writes in another way. */
export const REWRITTEN = /^board\.(columns|rows|blocked|map)$/;

/** Models with keys that no shipped model has. */
export const MORE = [
  `puzzle = "die-tour"
objective = "min"
[board]
columns = 3
rows = 3
blocked = [[2, 2]]
weights = """
1 -2 0
3  4 5
6  7 10
"""
[faces]
1 = 7
6 = -2
[start]
cell = [0, 0]
handedness = "left"
[goal]
cell = [1, 0]
die = { top = 2 }
[tour]
total = 40
never-between = [3]
[solve]
time-limit = "5s"
`,
];
