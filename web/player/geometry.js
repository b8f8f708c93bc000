// Vectors and rotations of the world: x east, y north, z up. CSS has y down, so only the last functions here know of CSS.

/** @typedef {[number, number, number]} Vector */
/** @typedef {[Vector, Vector, Vector]} Matrix  three rows */

/** @type {Matrix} */
export const IDENTITY = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * @param {Vector} a
 * @param {Vector} b
 * @returns {number}
 */
export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/**
 * @param {Vector} a
 * @param {Vector} b
 * @returns {Vector}
 */
export function add(a, b) {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/**
 * @param {Vector} v
 * @param {number} factor
 * @returns {Vector}
 */
export function scaled(v, factor) {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}

/**
 * @param {Vector} a
 * @param {Vector} b
 * @returns {Vector}
 */
export function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/**
 * @param {Vector} v
 * @returns {Vector}
 */
export function unit(v) {
  return scaled(v, 1 / Math.hypot(...v));
}

/**
 * @param {Matrix} matrix
 * @param {Vector} v
 * @returns {Vector}
 */
export function apply(matrix, v) {
  return [dot(matrix[0], v), dot(matrix[1], v), dot(matrix[2], v)];
}

/**
 * @param {Matrix} matrix
 * @returns {Matrix}
 */
export function transposed(matrix) {
  const [[a, b, c], [d, e, f], [g, h, i]] = matrix;
  return [
    [a, d, g],
    [b, e, h],
    [c, f, i],
  ];
}

/**
 * First `second`, then `first`.
 * @param {Matrix} first
 * @param {Matrix} second
 * @returns {Matrix}
 */
export function multiply(first, second) {
  const columns = transposed(second).map((column) => apply(first, column));
  return transposed(/** @type {Matrix} */ (columns));
}

/**
 * The rotation about a unit vector, counter-clockwise as seen from its tip.
 * @param {Vector} axis
 * @param {number} degrees
 * @returns {Matrix}
 */
export function rotation(axis, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [x, y, z] = axis;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const k = 1 - c;
  return [
    [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
    [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
    [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
  ];
}

/**
 * A rotation by quarter turns, in exact integers.
 * @param {Vector} axis
 * @param {number} quarters
 * @returns {Matrix}
 */
export function quarterTurns(axis, quarters) {
  const rounded = rotation(axis, 90 * quarters).map((row) => row.map((value) => Math.round(value) + 0));
  return /** @type {Matrix} */ (rounded);
}

/**
 * Slow at both ends of a tween.
 * @param {number} t from 0 to 1
 * @returns {number}
 */
export function eased(t) {
  return t * t * (3 - 2 * t);
}

/**
 * The CSS transform that lays an element in the plane of `right` and `down`, its middle at `position`.
 * @param {Vector} right
 * @param {Vector} down
 * @param {Vector} normal
 * @param {Vector} position in pixels
 * @returns {string}
 */
export function planeTransform(right, down, normal, position) {
  const columns = [right, down, normal].flatMap(([x, y, z]) => [x, -y, z, 0]);
  const numbers = [...columns, position[0], -position[1], position[2], 1];
  return `matrix3d(${numbers.map((value) => Number(value.toFixed(5))).join(",")})`;
}

/**
 * The CSS transform of a solid that is turned by `matrix` about its middle, which is at `position`.
 * @param {Matrix} matrix
 * @param {Vector} position in pixels
 * @returns {string}
 */
export function solidTransform(matrix, position) {
  const [right, north, up] = transposed(matrix);
  return planeTransform(right, scaled(north, -1), up, position);
}
