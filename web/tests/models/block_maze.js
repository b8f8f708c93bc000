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
