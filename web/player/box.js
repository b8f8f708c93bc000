// A solid in CSS 3D: planes in one element, shaded by where they point.
import { FRAMES, NORMALS, PLACES, drawFace, drawTriangle } from "./faces.js";
import { html } from "./dom.js";
import { apply, dot, planeTransform, scaled, solidTransform } from "./geometry.js";
import { frameOf } from "./shape.js";

/** @typedef {import("./geometry.js").Vector} Vector */
/** @typedef {import("./geometry.js").Matrix} Matrix */
/** @typedef {import("./format.js").Face} Face */
/** @typedef {import("./shape.js").Body} Body */

/**
 * @typedef {object} Box
 * @property {HTMLElement} element
 * @property {Record<string, HTMLElement>} faces
 * @property {Record<string, Vector>} normals
 * @property {[Vector, HTMLElement][]} shades
 * @property {(face: Face, key: string) => Element} draw a drawing for a face
 */

/** Where the light comes from: above, a little from the south-west. */
const LIGHT = /** @type {Vector} */ ([-0.25, -0.45, 0.85]);
/** How much darker a face becomes as it turns away from the light. */
const SHADE = 0.2;

/**
 * A box with empty faces.
 * @param {number} side of a cube, in pixels
 * @param {string} name its class
 * @param {Vector} [size] how many sides it is long along each axis
 * @returns {Box}
 */
export function makeBox(side, name, size = [1, 1, 1]) {
  const element = html("div", { class: `box ${name}` });
  /** @type {Record<string, HTMLElement>} */
  const faces = {};
  for (const place of PLACES) {
    const { normal, right, down } = FRAMES[place];
    const face = html("div", { class: "face" });
    const [width, height, depth] = [right, down, normal].map((axis) => side * Math.abs(dot(axis, size)));
    face.style.width = `${width}px`;
    face.style.height = `${height}px`;
    face.style.margin = `${-height / 2}px ${-width / 2}px`;
    face.style.transform = planeTransform(right, down, normal, scaled(normal, depth / 2));
    faces[place] = face;
    element.append(face);
  }
  return { element, faces, normals: NORMALS, shades: [], draw: drawFace };
}

/**
 * A solid of triangles with empty faces.
 * @param {number} side in pixels
 * @param {string} name its class
 * @param {Body} body
 * @returns {Box}
 */
export function makeBody(side, name, { normals, corners }) {
  const element = html("div", { class: `box ${name}` });
  /** @type {Record<string, HTMLElement>} */
  const faces = {};
  /** @type {Record<string, [number, number][]>} */
  const drawn = {};
  // A square around the middle in which every triangle fits.
  const size = 1.2;
  for (const key of Object.keys(corners)) {
    const { middle, right, down, normal, flat } = frameOf(corners[key], normals[key]);
    const face = html("div", { class: "face" });
    const points = flat.map((point) => point.map((value) => 50 + (value * 100) / size));
    drawn[key] = /** @type {[number, number][]} */ (points);
    face.style.width = face.style.height = `${side * size}px`;
    face.style.margin = `${(-side * size) / 2}px`;
    face.style.clipPath = `polygon(${points.map(([x, y]) => `${x.toFixed(2)}% ${y.toFixed(2)}%`).join(",")})`;
    face.style.transform = planeTransform(right, down, normal, scaled(middle, side));
    faces[key] = face;
    element.append(face);
  }
  return { element, faces, normals, shades: [], draw: (face, key) => drawTriangle(face, drawn[key]) };
}

/**
 * Puts a drawing on a face, in place of an earlier one.
 * @param {Box} box
 * @param {string} place
 * @param {Element} drawing
 * @returns {void}
 */
export function setFace(box, place, drawing) {
  const face = box.faces[place];
  let shade = face.lastElementChild;
  if (!shade) {
    shade = html("div", { class: "shade" });
    box.shades.push([box.normals[place], /** @type {HTMLElement} */ (shade)]);
  }
  face.replaceChildren(drawing, shade);
}

/**
 * Moves a box: turned by `matrix`, its middle at `position`.
 * @param {Box} box
 * @param {Matrix} matrix
 * @param {Vector} position in pixels
 * @param {number} [scale]
 * @returns {void}
 */
export function placeBox(box, matrix, position, scale = 1) {
  const smaller = scale === 1 ? "" : ` scale3d(${scale},${scale},${scale})`;
  box.element.style.transform = solidTransform(matrix, position) + smaller;
  for (const [normal, shade] of box.shades) {
    shade.style.opacity = ((LIGHT[2] - dot(LIGHT, apply(matrix, normal))) * SHADE).toFixed(3);
  }
}
