// Blocked cells as low blocks; neighbours in a row are one block.
import { cellKey } from "./board_states.js";
import { html } from "./dom.js";
import { FRAMES } from "./faces.js";
import { planeTransform } from "./geometry.js";

/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").Place} Place */
/** @typedef {{ x: number, y: number, length: number }} Run */

/** Height of a block in cells. */
const HEIGHT = 0.24;
/** With more blocks than this, blocked cells are drawn on the floor, so that large boards stay fluid. */
const MOST_BLOCKS = 60;

/**
 * Blocked cells as runs from west to east.
 * @param {Board} board
 * @returns {Run[]}
 */
export function blockedRuns(board) {
  const blocked = board.cells.filter((cell) => cell.blocked).map((cell) => cell.at);
  blocked.sort(([x1, y1], [x2, y2]) => y1 - y2 || x1 - x2);
  const keys = new Set(blocked.map(cellKey));
  /** @type {Run[]} */
  const runs = [];
  for (const [x, y] of blocked) {
    if (keys.has(cellKey([x - 1, y]))) runs[runs.length - 1].length += 1;
    else runs.push({ x, y, length: 1 });
  }
  return runs;
}

/**
 * Whether there are too many blocks to draw them in space.
 * @param {Board} board
 * @returns {boolean}
 */
export function drawnFlat(board) {
  return blockedRuns(board).length > MOST_BLOCKS;
}

/**
 * A side of a block.
 * @param {Place} place
 * @param {Vector} middle
 * @param {[number, number]} size
 * @returns {HTMLElement}
 */
function blockSide(place, middle, [width, height]) {
  const side = html("div", { class: `face block ${place}` });
  side.style.width = `${width}px`;
  side.style.height = `${height}px`;
  side.style.margin = `${-height / 2}px ${-width / 2}px`;
  const { right, down, normal } = FRAMES[place];
  side.style.transform = planeTransform(right, down, normal, middle);
  return side;
}

/**
 * @param {Board} board
 * @param {number} unit pixels of a cell
 * @returns {HTMLElement[]}
 */
export function makeBlocks(board, unit) {
  return blockedRuns(board).flatMap(({ x, y, length }) => {
    const [west, south] = [(x - board.columns / 2) * unit, (y - board.rows / 2) * unit];
    const [east, north, height] = [west + length * unit, south + unit, HEIGHT * unit];
    const [cx, cy] = [(west + east) / 2, (south + north) / 2];
    return [
      blockSide("top", [cx, cy, height], [east - west, unit]),
      blockSide("south", [cx, south, height / 2], [east - west, height]),
      blockSide("north", [cx, north, height / 2], [east - west, height]),
      blockSide("east", [east, cy, height / 2], [unit, height]),
      blockSide("west", [west, cy, height / 2], [unit, height]),
    ];
  });
}
