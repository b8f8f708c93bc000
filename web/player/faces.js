// The six faces of a box: how each lies in space, and what is drawn on it.
import { svg } from "./dom.js";
import { apply, dot, transposed } from "./geometry.js";

/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {import("./geometry.js").Matrix} Matrix */
/** @typedef {import("./format.js").Face} Face */
/** @typedef {import("./format.js").Place} Place */

/**
 * The frames of the faces, seen from outside: where right and down of a face are as it is drawn in the net.
 * @type {Record<Place, { normal: Vector, right: Vector, down: Vector }>}
 */
export const FRAMES = {
  top: { normal: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0] },
  bottom: { normal: [0, 0, -1], right: [1, 0, 0], down: [0, 1, 0] },
  north: { normal: [0, 1, 0], right: [-1, 0, 0], down: [0, 0, -1] },
  south: { normal: [0, -1, 0], right: [1, 0, 0], down: [0, 0, -1] },
  east: { normal: [1, 0, 0], right: [0, 1, 0], down: [0, 0, -1] },
  west: { normal: [-1, 0, 0], right: [0, -1, 0], down: [0, 0, -1] },
};

/** @type {Place[]} */
export const PLACES = ["top", "bottom", "north", "south", "east", "west"];

/** The normals of the faces of a box. @type {Record<string, Vector>} */
export const NORMALS = Object.fromEntries(PLACES.map((place) => [place, FRAMES[place].normal]));

/**
 * The place whose normal is this vector.
 * @param {Vector} normal
 * @returns {Place}
 */
export function placeOf(normal) {
  return /** @type {Place} */ (PLACES.find((place) => dot(FRAMES[place].normal, normal) > 0.5));
}

/**
 * Which face of a turned solid lies at a place: of a box its place before the solid was turned.
 * @param {Record<string, Vector>} normals of the faces before the solid was turned
 * @param {Matrix} matrix
 * @param {Place} place
 * @returns {string}
 */
export function bodyPlace(normals, matrix, place) {
  const before = apply(transposed(matrix), FRAMES[place].normal);
  return Object.keys(normals).reduce((best, key) => (dot(normals[key], before) > dot(normals[best], before) ? key : best));
}

/** The middles of the pips, on a face of 100 × 100. */
const [NEAR, MIDDLE, FAR] = [26, 50, 74];
/** @type {[number, number][][]} */
const PIPS = [
  [[MIDDLE, MIDDLE]],
  [[NEAR, FAR], [FAR, NEAR]],
  [[NEAR, FAR], [MIDDLE, MIDDLE], [FAR, NEAR]],
  [[NEAR, NEAR], [NEAR, FAR], [FAR, NEAR], [FAR, FAR]],
  [[NEAR, NEAR], [NEAR, FAR], [MIDDLE, MIDDLE], [FAR, NEAR], [FAR, FAR]],
  [[NEAR, NEAR], [NEAR, MIDDLE], [NEAR, FAR], [FAR, NEAR], [FAR, MIDDLE], [FAR, FAR]],
];

/**
 * The class that colours a paint; no paint is `plain`.
 * @param {string | null | undefined} paint
 * @returns {string}
 */
export function paintClass(paint) {
  return `paint-${paint ?? "plain"}`;
}

/** What could be taken for another letter or digit on a cube that is turned. */
const UPSIDE_DOWN = new Set("bdpqnu69MW");

/**
 * The drawing on a face of a die, of a cube with letters or colours or of a box, on which it is as long as the face.
 * @param {Face} face
 * @returns {SVGSVGElement}
 */
export function drawFace(face) {
  const panel = svg("rect", { class: "panel", x: 3, y: 3, width: 94, height: 94, rx: 15 });
  const frame = { viewBox: "0 0 100 100", preserveAspectRatio: "none" };
  const drawing = svg("svg", frame, svg("rect", { class: "edge", width: 100, height: 100 }), panel);
  if (face === null) {
    drawing.append(svg("text", { class: "unknown", x: 50, y: 66, "text-anchor": "middle", "font-size": 46 }, "?"));
  } else if ("pips" in face) {
    drawing.append(...(PIPS[face.pips - 1] ?? []).map(([cx, cy]) => svg("circle", { class: "pip", cx, cy, r: 9.5 })));
  } else if ("letter" in face) {
    const name = UPSIDE_DOWN.has(face.letter) ? "letter underlined" : "letter";
    drawing.append(svg("text", { class: name, x: 50, y: 68, "text-anchor": "middle", "font-size": 52 }, face.letter));
  } else {
    drawing.classList.add("painted");
    panel.classList.add(paintClass(face.paint));
  }
  return drawing;
}

/**
 * The drawing on a face of a solid of triangles.
 * @param {Face} face
 * @param {[number, number][]} corners in a square of 100 × 100
 * @returns {SVGSVGElement}
 */
export function drawTriangle(face, corners) {
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  const polygon = (/** @type {string} */ name, /** @type {number} */ size) => {
    const points = corners.map((corner) => corner.map((value, axis) => middle[axis] + (value - middle[axis]) * size).join(","));
    return svg("polygon", { class: name, points: points.join(" ") });
  };
  const paint = face && "paint" in face ? face.paint : null;
  const drawing = svg("svg", { class: "painted", viewBox: "0 0 100 100" });
  drawing.append(polygon("edge", 1), polygon(`panel ${paintClass(paint)}`, 0.86));
  return drawing;
}

/**
 * What a face shows if it is a digit or a letter.
 * @param {Face | undefined} face
 * @returns {string | null}
 */
export function faceSign(face) {
  if (!face) return null;
  if ("pips" in face) return String(face.pips);
  return "letter" in face ? face.letter : null;
}

/**
 * A face in words.
 * @param {Face | undefined} face
 * @returns {string}
 */
export function faceWord(face) {
  if (!face) return "not known";
  return faceSign(face) ?? ("paint" in face && face.paint ? face.paint : "plain");
}
