// What the board looks like after each step, worked out beforehand: any step can then be shown at once.
import { FRAMES, NORMALS, bodyPlace } from "./faces.js";
import { IDENTITY, add, apply, multiply, quarterTurns, rotation, scaled } from "./geometry.js";
import { bodyOf, facesOf } from "./shape.js";
import { DIRECTIONS, INNER, directionOf } from "./tiling.js";

/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {import("./geometry.js").Matrix} Matrix */
/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").Cell} Cell */
/** @typedef {import("./format.js").Face} Face */
/** @typedef {import("./format.js").Place} Place */
/** @typedef {import("./format.js").Step} Step */
/** @typedef {import("./shape.js").Body} Body */

/**
 * @typedef {{ at: Cell | null, size: Vector, matrix: Matrix, faces: Record<string, Face>, body?: Body }} Placed  the size as it lies now;
 * faces by their place before any roll, those of a body by number
 */
/** @typedef {{ solids: Placed[], paints: Map<string, string | null> }} BoardState  paints by `cellKey` */

/**
 * @param {Cell} cell
 * @returns {string}
 */
export function cellKey([x, y]) {
  return `${x},${y}`;
}

/**
 * Whether some run is drawn shorter than it is.
 * @param {Board} board
 * @returns {boolean}
 */
export function isShortened(board) {
  return board.steps.some((step) => step.count !== undefined);
}

/**
 * The axis of a roll: up × direction, so that a positive angle moves the top towards the direction.
 * @param {Vector} direction
 * @returns {Vector}
 */
function axisOf([x, y]) {
  return [-y + 0, x, 0];
}

/**
 * The face at a place as the solid lies now.
 * @param {Placed} solid
 * @param {Place} place
 * @returns {Face}
 */
export function faceAt(solid, place) {
  return solid.faces[bodyPlace(solid.body?.normals ?? NORMALS, solid.matrix, place)];
}

/**
 * A solid after a roll, before anything is put elsewhere.
 * @param {Board} board
 * @param {Placed} solid
 * @param {Step} step
 * @returns {Placed}
 */
export function rolled(board, solid, step) {
  const direction = DIRECTIONS[step.roll];
  const { body } = solid;
  const turn = body
    ? rotation(axisOf(directionOf(board, solid.at ?? [0, 0], step.roll)), body.roll)
    : quarterTurns(axisOf(direction), 1);
  const matrix = multiply(turn, solid.matrix);
  const [x, y, z] = solid.size;
  /** @type {Vector} */
  const size = direction[0] === 0 ? [x, z, y] : [z, y, x];
  // It goes on by what it covers to the north and the east, and by what it will cover to the south and the west.
  const [dx, dy] = [direction[0] * (direction[0] > 0 ? x : z), direction[1] * (direction[1] > 0 ? y : z)];
  /** @type {Cell | null} */
  const at = solid.at && [solid.at[0] + dx, solid.at[1] + dy];
  if (!step.paint) return { ...solid, at, size, matrix };
  const painted = bodyPlace(body?.normals ?? NORMALS, matrix, step.paint.face);
  return { ...solid, at, size, matrix, faces: { ...solid.faces, [painted]: { paint: step.paint.face_paint } } };
}

/**
 * The states before the first step and after each; what a step leaves alone is the same object in both.
 * @param {Board} board
 * @returns {BoardState[]}
 */
export function boardStates(board) {
  const painted = board.cells.filter((cell) => cell.paint !== undefined);
  /** @type {Placed[]} */
  const solids = board.solids.map(({ at, faces, size, shape }) => {
    const placed = { at: at ?? null, size: /** @type {Vector} */ (size ?? [1, 1, 1]), matrix: IDENTITY };
    return shape ? { ...placed, body: bodyOf(shape), faces: facesOf(shape) } : { ...placed, faces };
  });
  const paints = new Map(painted.map((cell) => [cellKey(cell.at), cell.paint ?? null]));
  /** @type {BoardState[]} */
  const states = [{ solids, paints }];
  for (const step of board.steps) {
    const { solids: before, paints: colours } = states[states.length - 1];
    const after = before.slice();
    after[step.solid] = rolled(board, before[step.solid], step);
    for (const { solid, at } of step.put ?? []) after[solid] = { ...solids[solid], at: at ?? null };
    const changes = [...(step.paint ? [step.paint] : []), ...(step.cells ?? [])];
    const repainted = changes.map(({ cell, paint }) => /** @type {const} */ ([cellKey(cell), paint]));
    states.push({ solids: after, paints: changes.length > 0 ? new Map([...colours, ...repainted]) : colours });
  }
  return states;
}

/**
 * How a solid lies in the middle of a roll, its middle relative to that of the floor under it before the roll.
 * @param {Pick<Placed, "matrix" | "size" | "body">} solid before the roll
 * @param {Vector | null} direction of the roll
 * @param {number} part how much of the roll is done, from 0 to 1
 * @returns {{ matrix: Matrix, middle: Vector }}
 */
export function midRoll({ matrix, size: [x, y, z], body }, direction, part) {
  const height = body?.height ?? z / 2;
  if (!direction) return { matrix, middle: [0, 0, height] };
  const turn = rotation(axisOf(direction), (body?.roll ?? 90) * part);
  // It turns about the edge of the floor in front of it.
  const pivot = scaled(direction, body ? INNER : (direction[0] === 0 ? y : x) / 2);
  const middle = add(pivot, apply(turn, add([0, 0, height], scaled(pivot, -1))));
  return { matrix: multiply(turn, matrix), middle };
}

/**
 * The face that each place of a solid shows.
 * @param {Placed} solid
 * @returns {Record<Place, Face>}
 */
export function facesShown(solid) {
  const entries = Object.keys(FRAMES).map((place) => [place, faceAt(solid, /** @type {Place} */ (place))]);
  return Object.fromEntries(entries);
}
