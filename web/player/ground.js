// The floor of the board, as one SVG: cells, labels, starts and goals. 100 units are a cell; y runs down, as SVG has it.
import { cellKey } from "./board_states.js";
import { svg } from "./dom.js";
import { faceSign, paintClass } from "./faces.js";
import { INNER, boardSize, middleOf, triangleAt } from "./tiling.js";

/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").BoardCell} BoardCell */
/** @typedef {import("./format.js").Cell} Cell */
/** @typedef {import("./format.js").End} End */
/** @typedef {import("./format.js").Face} Face */

/**
 * @typedef {object} Ground
 * @property {SVGSVGElement} element
 * @property {SVGGElement} strands where trails are drawn: above the cells, below the labels
 * @property {(paints: Map<string, string | null>) => void} repaint
 * @property {(cell: Cell, on: boolean) => void} visit marks a label as visited or not
 */

/** Units of a cell. */
export const CELL = 100;
/** The classes of the paints of a bridge that is there and of one that is not: it folds away over a hole. */
const FLAPS = new Map([
  ["grey", "flap"],
  ["black", "flap folded"],
]);
/** With more cells in a row than this, words on the floor would be too small to read. */
const WORDS_UP_TO = 14;

/**
 * The middle of a cell in units of the floor.
 * @param {Board} board
 * @param {Cell} cell
 * @returns {[number, number]}
 */
export function cellMiddle(board, cell) {
  const [x, y] = middleOf(board, cell);
  return [x * CELL, (boardSize(board)[1] - y) * CELL];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} name its class
 * @param {string} text
 * @returns {SVGTextElement}
 */
export function floorText(x, y, size, name, text) {
  // A digit is as high as 0.72 of its size, so that this much lower puts it in the middle.
  return svg("text", { class: name, x, y: y + 0.36 * size, "font-size": size, "text-anchor": "middle" }, text);
}

/**
 * A triangle, or its lines.
 * @param {Board} board
 * @param {Cell} cell
 * @param {string} name its class
 * @returns {SVGPolygonElement}
 */
function triangle(board, cell, name) {
  const [x, y] = cellMiddle(board, cell);
  const points = triangleAt(board, cell).map(([east, north]) => `${x + east * CELL},${y - north * CELL}`);
  return svg("polygon", { class: name, points: points.join(" ") });
}

/**
 * The triangles of a board.
 * @param {Board} board
 * @param {string} name the class of each
 * @returns {SVGElement[]}
 */
function triangles(board, name) {
  const missing = new Set(board.cells.filter((cell) => cell.blocked).map((cell) => cellKey(cell.at)));
  const all = Array.from({ length: board.columns * board.rows }, (_, i) => [i % board.columns, Math.floor(i / board.columns)]);
  const there = /** @type {Cell[]} */ (all).filter((cell) => !missing.has(cellKey(cell)));
  return there.map((cell) => triangle(board, cell, name));
}

/**
 * The lines between the cells.
 * @param {Board} board
 * @returns {SVGPathElement}
 */
function gridLines({ columns, rows }) {
  const upright = Array.from({ length: columns + 1 }, (_, i) => `M${i * CELL},0V${rows * CELL}`);
  const level = Array.from({ length: rows + 1 }, (_, i) => `M0,${i * CELL}H${columns * CELL}`);
  return svg("path", { class: "grid", d: [...upright, ...level].join("") });
}

/**
 * @param {Board} board
 * @param {Cell} cell
 * @param {number} inset
 * @param {string} name its class
 * @returns {SVGRectElement}
 */
function square(board, cell, inset, name) {
  const [x, y] = cellMiddle(board, cell);
  const side = CELL - 2 * inset;
  return svg("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: inset });
}

/**
 * What a solid has to show on a goal, laid open: the top in the middle, the sides along the edges.
 * @param {Board} board
 * @param {Cell} cell
 * @param {NonNullable<End["faces"]>} faces
 * @returns {SVGElement[]}
 */
function goalFaces(board, cell, faces) {
  const [x, y] = cellMiddle(board, cell);
  /** @type {[Face | undefined, number, number, number][]} */
  const places = [
    [faces.top, 0, 0, 1],
    [faces.north, 0, -33, 0.42],
    [faces.south, 0, 33, 0.42],
    [faces.east, 33, 0, 0.42],
    [faces.west, -33, 0, 0.42],
  ];
  return places.flatMap(/** @returns {SVGElement[]} */ ([face, dx, dy, scale]) => {
    if (!face) return [];
    const sign = faceSign(face);
    if (sign !== null) return [floorText(x + dx, y + dy, 44 * scale, "goal-digit", sign)];
    const [width, height] = scale === 1 ? [50, 50] : dx === 0 ? [50, 10] : [10, 50];
    const at = { x: x + dx - width / 2, y: y + dy - height / 2, width, height, rx: 3 };
    return [svg("rect", { class: `goal-paint ${paintClass("paint" in face ? face.paint : null)}`, ...at })];
  });
}

/**
 * How many solids are on the board before the first step.
 * @param {Board} board
 * @returns {number}
 */
export function startingSolids(board) {
  return board.solids.filter((solid) => solid.at).length;
}

/**
 * The class that tells the first of two solids from the second, and what belongs to it; empty on other boards.
 * @param {Board} board
 * @param {number | undefined} solid
 * @returns {string}
 */
export function roleOf(board, solid) {
  if (board.solids.length !== 2 || solid === undefined) return "";
  return solid === 0 ? "first" : "second";
}

/**
 * Whether a digit or a letter is written in the middle of a cell: its label, or the face that has to be on top at a goal.
 * @param {BoardCell} cell
 * @returns {boolean}
 */
export function hasDigit({ label, ends }) {
  return label !== undefined || (ends ?? []).some((end) => end.name !== "start" && faceSign(end.faces?.top) !== null);
}

/**
 * A ring for a start, a target for a goal.
 * @param {Board} board
 * @param {BoardCell} cell
 * @param {End} end
 * @returns {SVGElement[]}
 */
function endMark(board, { at: cell, label }, end) {
  const [cx, cy] = cellMiddle(board, cell);
  const role = roleOf(board, end.solid);
  const marks = [];
  if (end.name === "start") {
    // In a tray every cell is a start, and the cubes show it.
    if (startingSolids(board) > 2) return [];
    const r = board.triangles === undefined ? 40 : 0.75 * INNER * CELL;
    marks.push(svg("circle", { class: `start-mark ${role}`, cx, cy, r }));
  } else {
    marks.push(square(board, cell, 7, `${end.name === "goal" ? "goal-mark" : "hole-mark"} ${role}`));
    // A label is the digit on top already.
    if (end.faces) marks.push(...goalFaces(board, cell, label === undefined ? end.faces : { ...end.faces, top: undefined }));
  }
  const words = Math.max(board.columns, board.rows) <= WORDS_UP_TO && startingSolids(board) <= 2 && board.triangles === undefined;
  // A start's word is in the south-east, a goal's in the north-east: one cell may be both, and the number of a visit is in the north-west.
  const corner = end.name === "start" ? 1 : -1;
  if (words) marks.push(floorText(cx + 28, cy + 41 * corner, 14, "end-word", end.name));
  return marks;
}

/**
 * @param {Board} board
 * @param {boolean} flat whether blocked cells are drawn on the floor
 * @returns {Ground}
 */
export function makeGround(board, flat) {
  const [width, height] = boardSize(board).map((length) => length * CELL);
  const size = { width, height };
  const hasTriangles = board.triangles !== undefined;
  const element = svg("svg", { class: "ground", viewBox: `0 0 ${size.width} ${size.height}` });
  const [paints, marks, strands, labels] = [svg("g"), svg("g"), svg("g"), svg("g")];
  /** @type {Map<string, SVGElement>} */
  const painted = new Map();
  /** @type {Map<string, SVGRectElement>} */
  const tiles = new Map();
  for (const cell of board.cells) {
    if (cell.blocked && flat && !hasTriangles) paints.append(square(board, cell.at, 0, "blocked"));
    if (cell.label !== undefined) {
      const tile = square(board, cell.at, 8, "tile");
      tiles.set(cellKey(cell.at), tile);
      const [x, y] = cellMiddle(board, cell.at);
      marks.append(tile);
      labels.append(floorText(x, y, 52, "label", cell.label));
    }
    if (cell.sign !== undefined) labels.append(floorText(...cellMiddle(board, cell.at), 44, "sign", cell.sign));
    for (const end of cell.ends ?? []) marks.append(...endMark(board, cell, end));
  }
  const floor = hasTriangles ? triangles(board, "floor") : [svg("rect", { class: "floor", ...size })];
  const lines = hasTriangles ? triangles(board, "grid") : [gridLines(board)];
  element.append(...floor, paints, ...lines, marks, strands, labels);
  return {
    element,
    strands,
    repaint(colours) {
      for (const [key, paint] of colours) {
        let cell = painted.get(key);
        const flap = FLAPS.get(paint ?? "plain");
        if (!cell) {
          const [x, y] = key.split(",").map(Number);
          cell = hasTriangles ? triangle(board, [x, y], "") : square(board, [x, y], 0, "");
          painted.set(key, cell);
          if (flap) paints.append(square(board, [x, y], 0, "hole"));
          paints.append(cell);
        }
        cell.setAttribute("class", paint === null ? "bare" : flap ?? paintClass(paint));
      }
      for (const [key, cell] of painted) if (!colours.has(key)) cell.setAttribute("class", "bare");
    },
    visit(cell, on) {
      tiles.get(cellKey(cell))?.classList.toggle("visited", on);
    },
  };
}
