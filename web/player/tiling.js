// Where cells are: squares, or triangles that point up and down by turns. Lengths are in sides of a cell, x east and y north.

/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").Cell} Cell */
/** @typedef {import("./format.js").Roll} Roll */
/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {[number, number]} Point */

/** The height of a triangle, and the distance of its middle from its sides. */
const TRIANGLE_HEIGHT = Math.sqrt(3) / 2;
export const INNER = TRIANGLE_HEIGHT / 3;

/**
 * Whether a cell is a triangle that points down.
 * @param {Board} board
 * @param {Cell} cell
 * @returns {boolean}
 */
function pointsDown({ triangles }, [x, y]) {
  return triangles !== undefined && (x + y) % 2 !== triangles;
}

/**
 * The width and the height of a board.
 * @param {Board} board
 * @returns {Point}
 */
export function boardSize({ columns, rows, triangles }) {
  return triangles === undefined ? [columns, rows] : [(columns + 1) / 2, rows * TRIANGLE_HEIGHT];
}

/**
 * The middle of a cell, from the south-west corner of the board.
 * @param {Board} board
 * @param {Cell} cell
 * @returns {Point}
 */
export function middleOf(board, [x, y]) {
  if (board.triangles === undefined) return [x + 0.5, y + 0.5];
  return [(x + 1) / 2, y * TRIANGLE_HEIGHT + (pointsDown(board, [x, y]) ? TRIANGLE_HEIGHT - INNER : INNER)];
}

/**
 * The corners of a triangle, from its middle.
 * @param {Board} board
 * @param {Cell} cell
 * @returns {Point[]}
 */
export function triangleAt(board, cell) {
  const up = pointsDown(board, cell) ? -1 : 1;
  return [[0, up * (TRIANGLE_HEIGHT - INNER)], [-0.5, -up * INNER], [0.5, -up * INNER]];
}

/** @type {Record<Roll, Vector>} */
export const DIRECTIONS = { N: [0, 1, 0], E: [1, 0, 0], S: [0, -1, 0], W: [-1, 0, 0] };

/**
 * Over which side a roll leads: a unit vector. The slanted sides of triangles are east and west.
 * @param {Board} board
 * @param {Cell} cell
 * @param {Roll} roll
 * @returns {Vector}
 */
export function directionOf(board, cell, roll) {
  const direction = DIRECTIONS[roll];
  if (board.triangles === undefined || direction[0] === 0) return direction;
  return [direction[0] * TRIANGLE_HEIGHT, pointsDown(board, cell) ? -0.5 : 0.5, 0];
}
