// From where the world is looked at: how it is projected, and how large it may be so that all of it is seen.

/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {{ spin: number, tilt: number, zoom: number }} View  degrees; zoom 1 fits the window, or what moves is of a readable size */
/** @typedef {{ scale: number, dx: number, dy: number }} Fit */

/** Distance of the eye relative to the window's size. */
const EYE = 2.4;
/** How much of the window the world fills. */
const FILL = 0.94;
/** What moves is at least so many pixels high at zoom 1. */
const READABLE = 24;
/** The least zoom of what fits the window. */
const LEAST_ZOOM = 0.5;

/**
 * @param {number} width
 * @param {number} height
 * @returns {number}
 */
export function eyeDistance(width, height) {
  return EYE * Math.max(width, height);
}

/**
 * Where a point of the world is seen, relative to the middle of the window; y down.
 * @param {Vector} point
 * @param {View} view
 * @param {number} scale
 * @param {number} eye
 * @returns {[number, number]}
 */
export function project([x, y, z], { spin, tilt }, scale, eye) {
  const [a, b] = [(spin * Math.PI) / 180, (tilt * Math.PI) / 180];
  // As CSS does it: y down, then rotateZ, rotateX and scale.
  const [u, v] = [x * Math.cos(a) + y * Math.sin(a), x * Math.sin(a) - y * Math.cos(a)];
  const [down, near] = [v * Math.cos(b) - z * Math.sin(b), v * Math.sin(b) + z * Math.cos(b)];
  const nearer = eye / Math.max(1, eye - near * scale);
  return [u * scale * nearer, down * scale * nearer];
}

/**
 * The rectangle in which a box around the origin is seen.
 * @param {Vector} size half of its width, depth and height
 * @param {number} rise of its middle
 * @param {View} view
 * @param {number} scale
 * @param {number} eye
 */
function extent(size, rise, view, scale, eye) {
  /** @type {[number, number][]} */
  const seen = [];
  for (const i of [-1, 1]) {
    for (const j of [-1, 1]) {
      for (const k of [-1, 1]) seen.push(project([i * size[0], j * size[1], rise + k * size[2]], view, scale, eye));
    }
  }
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/**
 * The largest scale at which all is seen, and the shift that puts it in the middle.
 * @param {{ size: Vector, rise: number }} scene
 * @param {View} view
 * @param {number} width of the window
 * @param {number} height of the window
 * @returns {Fit}
 */
export function fit({ size, rise }, view, width, height) {
  const eye = eyeDistance(width, height);
  let [low, high] = [0, 4];
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    const { left, right, top, bottom } = extent(size, rise, view, middle, eye);
    const fits = right - left <= FILL * width && bottom - top <= FILL * height;
    if (fits) low = middle;
    else high = middle;
  }
  const { left, right, top, bottom } = extent(size, rise, view, low, eye);
  return { scale: low, dx: -(left + right) / 2, dy: -(top + bottom) / 2 };
}

/**
 * The scale at zoom 1: that at which all is seen, unless what moves would be too small to read. The view follows it then.
 * @param {{ size: Vector }} scene
 * @param {number} fitting the scale at which all is seen
 * @returns {number}
 */
export function readable({ size }, fitting) {
  return Math.max(fitting, READABLE / (2 * size[2]));
}

/**
 * The least zoom: all is seen then, or it takes half of the window.
 * @param {number} scale at zoom 1
 * @param {number} fitting the scale at which all is seen
 * @returns {number}
 */
export function leastZoom(scale, fitting) {
  return Math.min(LEAST_ZOOM, fitting / scale);
}

/**
 * A view within its limits.
 * @param {View} view
 * @param {[number, number]} tilts
 * @param {number} [farthest] the least zoom
 * @returns {View}
 */
export function limited({ spin, tilt, zoom }, [least, largest], farthest = LEAST_ZOOM) {
  const turned = (((spin + 180) % 360) + 360) % 360 - 180;
  return { spin: turned, tilt: Math.min(largest, Math.max(least, tilt)), zoom: Math.min(8, Math.max(farthest, zoom)) };
}
