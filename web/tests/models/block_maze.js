// Models of block mazes for `models.test.js`.
import { readBlock, writeBlock } from "../../page/block_maze_model.js";

/** @import { ReadAnswer, Written } from "../../page/types.js" */

/** What the editor writes. @param {ReadAnswer} model @returns {Written} */
export const rewritten = (model) => writeBlock(readBlock(model));

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
export const FAULTS = [
  ["islands", "cell = [8, 1]", "cell = [8, 2]", "goal.cell"],
  ["upright", "[3, 1, 1]", "[3, 1, 0]", "size"],
  ["upright", "[1, 1, 3]", "[1, 2, 3]", "goal.size"],
  ["bridges", 'flips = ["a"]', 'flips = ["c"]', "switches.A.a"],
  ["bridges", 'press = "hard"', 'press = "hart"', "switches.B.press"],
  ["bridges", "B = {", "a = {", "switches.B"],
  ["bridges", "[2, 0]]", "[2, 9]]", "splitters.S.1"],
  ["bridges", "[1, 1, 2]", "[1, 1, 3]", "splitters.S"],
  ["bridges", 'b = "closed"', 'c = "closed"', "board.6,2"],
  ["bridges", 'b = "closed"', 'b = "shut"', "board.bridges.b"],
];

/** What each way to edit may change: of its name, and of the paths of keys. The first one counts. @type {[action: RegExp, keys: RegExp][]} */
export const EDITS = [
  [/^Bridges, switches, splitters > New/, /^$/],
  [/^Bridges/, /^(board\.bridges|switches|splitters)\b/],
  [/^(Columns|Rows) /, /^board\.(columns|rows|map|bridges)\b|^(switches|splitters)\b/],
  [/^(Board|Paint)/, /^board\.(columns|rows|map|bridges)\b|^(switches|splitters)\b|^(start|goal)\.cell$/],
  [/^Box/, /^size$/],
  [/^Start/, /^start\.cell$/],
  [/^Goal/, /^goal\.(cell|size)$/],
];

/** Keys that the editor writes in another way. */
export const REWRITTEN = /^board\.(columns|rows|blocked|map)$/;

/** Models with keys that no shipped model has. */
export const MORE = [
  `puzzle = "block-maze"
size = [1, 1, 2]
[board]
map = """
A = a . .
. . . B .
S . b . .
. . . . .
"""
fragile = "="
bridges = { a = "open", b = "closed" }
[switches]
A = { press = "soft", closes = ["a"], opens = ["b"] }
B = { press = "hard" }
[splitters]
S = { to = [[0, 0], [4, 3]] }
[start]
cell = [0, 0]
[goal]
cell = [3, 0]
size = [2, 1, 1]
[solve]
threads = 2
`,
];
