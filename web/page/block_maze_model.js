// A block maze as the editor holds it, and as a model file.
import { drawnBoard, openEnd, readBoard, writeBoard } from "./rolling_model.js";
import { TomlWriter, typedNumber } from "./toml.js";

/** @import { ModelDocument, Written } from "./types.js" */
/** @import { BoardState, RollingState } from "./rolling_model.js" */

/** Columns, rows and height of a box, as typed. @typedef {[string, string, string]} BoxSize */

/** @typedef {object} BlockState
 * @property {BoxSize} size at the start
 * @property {BoxSize|null} goalSize null: as at the start
 * @property {BoardState} board
 * @property {RollingState["dice"]} dice the ends of the box, as the editor of boards has those of a die
 * @property {Record<string, any>} [solve]
 */

/** @param {number[]} numbers */
function typed(numbers) {
  return /** @type {any} */ (numbers.map(String));
}

/** @param {number[]} start @param {number[]} goal */
function ends(start, goal) {
  return [{ start: { ...openEnd(), cell: typed(start) }, goal: { ...openEnd(), cell: typed(goal) } }];
}

/** Islands with narrow bridges. @returns {BlockState} */
export function exampleBlock() {
  const rows = ["....###...#", "....###....", "...........", "##.####..#.", "##...#####.", "##......#..", "###..#.....", "######....#"];
  return { size: ["1", "1", "2"], goalSize: null, board: drawnBoard(rows), dice: ends([0, 7], [8, 1]) };
}

/** @param {{ document: ModelDocument }} model @returns {BlockState} */
export function readBlock({ document: { size, board, start, goal, solve } }) {
  const goalSize = goal.size ? typed(goal.size) : null;
  return { size: typed(size), goalSize, board: readBoard(board), dice: ends(start.cell, goal.cell), solve };
}

/** @param {BlockState} state @returns {Written} */
export function writeBlock({ size, goalSize, board, dice: [{ start, goal }], solve }) {
  const writer = new TomlWriter("block-maze");
  writer.entry("size", size.map(typedNumber), "size");
  writeBoard(writer, board);
  for (const [name, { cell }] of /** @type {const} */ ([["start", start], ["goal", goal]])) {
    writer.table(name);
    writer.entry("cell", (cell ?? []).map(typedNumber), `${name}.cell`);
  }
  if (goalSize) writer.entry("size", goalSize.map(typedNumber), "goal.size");
  writer.rest("solve", solve);
  return writer.written;
}
