// Solids of triangles: where their faces are in space.
import { add, cross, dot, scaled, unit } from "./geometry.js";
import { INNER } from "./tiling.js";

/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {import("./format.js").Face} Face */
/** @typedef {import("./format.js").Shape} Shape */

/** In a replay, a side is so long. */
const SHAPE_SIDE = 10000;

/** @template T @param {T[]} list @returns {Record<string, T>} */
function byNumber(list) {
  return Object.fromEntries(list.entries());
}

/**
 * A solid by its faces; lengths are in sides, from its middle.
 * @typedef {object} Body
 * @property {number} height of its middle over the floor
 * @property {number} roll the angle of a roll in degrees
 * @property {Record<string, Vector>} normals of the faces, by number
 * @property {Record<string, Vector[]>} corners of the faces
 */

/** @param {Vector[]} points @returns {Vector} */
export function middleOfAll(points) {
  return scaled(points.reduce(add), 1 / points.length);
}

/**
 * @param {Shape} shape
 * @returns {Body}
 */
export function bodyOf({ corners, faces }) {
  const middle = middleOfAll(corners);
  const centred = corners.map((corner) => scaled(add(corner, scaled(middle, -1)), 1 / SHAPE_SIDE));
  const ofFaces = faces.map((face) => face.corners.map((corner) => centred[corner]));
  const normals = ofFaces.map(([a, b, c]) => unit(cross(add(b, scaled(a, -1)), add(c, scaled(a, -1)))));
  const height = middle[2] / SHAPE_SIDE;
  // Over an edge the middle goes as far beyond it as it was before it.
  const roll = 180 - (2 * Math.atan2(height, INNER) * 180) / Math.PI;
  return { height, roll, normals: byNumber(normals), corners: byNumber(ofFaces) };
}

/**
 * What the faces of a shape show before the first step.
 * @param {Shape} shape
 * @returns {Record<string, Face>}
 */
export function facesOf({ faces }) {
  return byNumber(faces.map(({ paint }) => ({ paint: paint ?? null })));
}

/**
 * The frame of a face: where right and down of its drawing are, and its corners in it, from its middle.
 * @param {Vector[]} corners
 * @param {Vector} normal
 */
export function frameOf(corners, normal) {
  const middle = middleOfAll(corners);
  const right = unit(add(corners[1], scaled(corners[0], -1)));
  const down = cross(right, normal);
  const flat = corners.map((corner) => {
    const from = add(corner, scaled(middle, -1));
    return /** @type {[number, number]} */ ([dot(from, right), dot(from, down)]);
  });
  return { middle, right, down, normal, flat };
}
