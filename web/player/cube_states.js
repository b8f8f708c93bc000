// The Sudoku Cube as 26 pieces in space. What a turn does to the fields follows from rotating the pieces; there is no table of it.
import { FRAMES, PLACES, placeOf } from "./faces.js";
import { IDENTITY, add, apply, dot, multiply, quarterTurns, rotation, scaled } from "./geometry.js";

/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {import("./geometry.js").Matrix} Matrix */
/** @typedef {import("./format.js").Cube} Cube */
/** @typedef {import("./format.js").Field} Field */
/** @typedef {import("./format.js").Net} Net */
/** @typedef {import("./format.js").Place} Place */
/** @typedef {import("./format.js").Side} Side */

/** @typedef {Partial<Record<Place, Field>>} Stickers  by the place of the face before any turn */
/** @typedef {{ home: Vector, stickers: Stickers }} Piece */
/** @typedef {{ side: Side, axis: Vector, quarters: number }} Turn  quarters counter-clockwise about the axis */

/** @type {Record<Side, Place>} */
export const SIDES = { U: "top", L: "west", F: "south", R: "east", B: "north", D: "bottom" };
const SIDE_NAMES = /** @type {Side[]} */ (Object.keys(SIDES));

/**
 * Where a field of the net is on the cube.
 * @param {Side} side
 * @param {number} index
 * @returns {Vector} the middle of its piece
 */
function fieldHome(side, index) {
  const { normal, right, down } = FRAMES[SIDES[side]];
  const [row, column] = [Math.floor(index / 3), index % 3];
  return add(normal, add(scaled(right, column - 1), scaled(down, row - 1)));
}

/**
 * The pieces of a cube whose fields are given.
 * @param {Net} net
 * @returns {Piece[]}
 */
export function piecesOf(net) {
  /** @type {Map<string, Piece>} */
  const pieces = new Map();
  for (const side of SIDE_NAMES) {
    net[side].forEach((field, index) => {
      const home = fieldHome(side, index);
      const piece = pieces.get(home.join()) ?? { home, stickers: {} };
      piece.stickers[SIDES[side]] = field;
      pieces.set(home.join(), piece);
    });
  }
  return [...pieces.values()];
}

/**
 * Reads a turn in standard notation.
 * @param {string} text
 * @returns {Turn}
 */
export function readTurn(text) {
  const match = /^([ULFRBD])(|'|2|2')$/.exec(text);
  if (!match) throw new Error(`\`${text}\` is not a turn such as R, U' or F2`);
  const side = /** @type {Side} */ (match[1]);
  const quarters = match[2] === "" ? -1 : match[2] === "'" ? 1 : match[2] === "2" ? -2 : 2;
  return { side, axis: FRAMES[SIDES[side]].normal, quarters };
}

/**
 * Whether a piece that is turned by `matrix` is in the layer of a turn.
 * @param {Piece} piece
 * @param {Matrix} matrix
 * @param {Turn} turn
 * @returns {boolean}
 */
export function inLayer(piece, matrix, turn) {
  return dot(apply(matrix, piece.home), turn.axis) > 0.5;
}

/**
 * How each piece is turned before the first turn and after each; what a turn leaves alone is the same object in both.
 * @param {Piece[]} pieces
 * @param {Turn[]} turns
 * @returns {Matrix[][]}
 */
export function cubeStates(pieces, turns) {
  const states = [pieces.map(() => IDENTITY)];
  for (const turn of turns) {
    const step = quarterTurns(turn.axis, turn.quarters);
    const before = states[states.length - 1];
    states.push(before.map((matrix, i) => (inLayer(pieces[i], matrix, turn) ? multiply(step, matrix) : matrix)));
  }
  return states;
}

/**
 * The rotation of a layer in the middle of a turn.
 * @param {Turn} turn
 * @param {number} part from 0 to 1
 * @returns {Matrix}
 */
export function midTurn(turn, part) {
  return rotation(turn.axis, 90 * turn.quarters * part);
}

/**
 * The direction in which a digit points after its sticker was turned from one face to another.
 * @param {Matrix} matrix
 * @param {Place} from
 * @param {Place} to
 * @param {number} direction
 * @returns {number}
 */
function turnedDirection(matrix, from, to, direction) {
  const pointing = apply(matrix, directionsOf(from)[direction]);
  return directionsOf(to).findIndex((candidate) => dot(candidate, pointing) > 0.5);
}

/**
 * Up, right, down and left of a face, as drawn in the net.
 * @param {Place} place
 * @returns {Vector[]}
 */
function directionsOf(place) {
  const { right, down } = FRAMES[place];
  return [scaled(down, -1), right, down, scaled(right, -1)];
}

/**
 * The fields of the net that turned pieces show.
 * @param {Piece[]} pieces
 * @param {Matrix[]} matrices
 * @returns {Net}
 */
export function fieldsShown(pieces, matrices) {
  const places = new Map(SIDE_NAMES.map((side) => [SIDES[side], side]));
  /** @type {Net} */
  const net = { U: [], L: [], F: [], R: [], B: [], D: [] };
  pieces.forEach((piece, i) => {
    const middle = apply(matrices[i], piece.home);
    for (const from of PLACES) {
      const field = piece.stickers[from];
      if (!field) continue;
      const to = placeOf(apply(matrices[i], FRAMES[from].normal));
      const { right, down } = FRAMES[to];
      const index = 3 * (dot(middle, down) + 1) + dot(middle, right) + 1;
      const direction = field.direction === null ? null : turnedDirection(matrices[i], from, to, field.direction);
      net[/** @type {Side} */ (places.get(to))][index] = { digit: field.digit, direction };
    }
  });
  return net;
}
