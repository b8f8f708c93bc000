// Models of die paths for `models.test.js`.
import { readRolling, writeRolling } from "../../page/rolling_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeRolling(model.puzzle, readRolling(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [["never", "never = [2, 6]", "never = [2, 7]", "path.never"]];

/** What each way to edit may change: of its name, and of the paths of keys. The first one counts. @type {[action: RegExp, keys: RegExp][]} */
export const EDITS = [
  [/^(Columns|Rows) /, /^board\.(columns|rows|map|labels|order|weights)$/],
  [/^(Board|Paint)/, /^board\.(columns|rows|map|labels|order)$|^(dice\.\d\.)?(start|goal)(\.cell)?$/],
  [/^Start/, /^(dice\.\d\.)?start\b/],
  [/^Goal/, /^(dice\.\d\.)?goal\b/],
  [/^Where/, /^(board|dice|start|goal)\b/],
  [/^Wanted/, /^objective$/],
  [/^Rolls/, /^path\.directions$/],
  [/^Never/, /^path\.never$/],
  [/^labels are gates/, /^board\.labels$/],
  [/^a round trip/, /^path\.round-trip$|^(dice\.0\.)?goal\b/],
  [/^two dice/, /^(dice|start|goal)\b/],
];

/** Keys that the editor writes in another way. */
export const REWRITTEN = /^board\.(columns|rows|blocked|map)$/;

/** Models with keys that no shipped model has. */
export const MORE = [
  `puzzle = "die-path"
objective = "max-bottoms"
[board]
map = """
.12
.#.
...
"""
labels = "gate"
weights = """
1 2 3
4 5 6
7 8 -9
"""
[faces]
3 = 10
[start]
cell = [0, 0]
die = { top = 1, north = 2, east = 3 }
[goal]
[path]
directions = "NE"
never = [5]
[solve]
seed = 3
`,
];
